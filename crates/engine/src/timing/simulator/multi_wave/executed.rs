//! Several waves that run what they are known to have run, each its own path, once.

use super::{Barriers, NEVER, Runner, Simd};
use crate::timing::program::{OpId, Program};
use crate::timing::simulator::watch::{Issued, Issuer};
use crate::timing::simulator::{SimState, Simulation};
use crate::timing::stream::Stream;

/// When a wave begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::timing) enum Begin {
    /// In this slot.
    At(u32),
    /// So many slots after another one (by index, lower than its own) has ended.
    After(usize, u32),
}

impl<S: Stream> Simulation<'_, S> {
    /// Runs each of these waves once along its path, and hands out what all of them issue. Paths are not empty.
    pub(in crate::timing) fn watch_paths(self, waves: &[(Begin, &[OpId])]) -> Vec<Issued> {
        let mut simd = Simd::of_paths(self, waves);
        let mut all: Vec<Issued> = Vec::with_capacity(waves.iter().map(|w| w.1.len()).sum());
        // By wave: its last barrier, whose end is known when the wave goes on.
        let mut at_barrier: Vec<Option<usize>> = vec![None; waves.len()];
        while !simd.runners.is_empty() {
            let (which, slot) = simd.next();
            if slot == NEVER {
                break;
            }
            let runner = &simd.runners[which];
            let waiting = simd.waiting(which, slot);
            if let Some(barrier) = at_barrier[which].take() {
                all[barrier].next = runner.wave.now;
            }
            let issued = simd.issue_next();
            if self.program.ops[waiting.op].is_barrier {
                at_barrier[which] = Some(all.len());
            }
            let now = simd.runners[which].wave.now;
            let by = Issuer {
                wave: which,
                iteration: 0,
                next: now,
            };
            all.push(waiting.issued(self, &simd.shared, by));
            if issued.ends.is_some() {
                simd.begin_after(which, now, waves);
            }
        }
        all
    }
}

impl<'a, S: Stream> Simd<'a, S> {
    fn of_paths(simulation: Simulation<'a, S>, waves: &[(Begin, &'a [OpId])]) -> Self {
        let program = simulation.program;
        let idle = SimState::new(program, None);
        let runners = waves.iter().zip(0..).map(|(&(begin, order), turn)| {
            let mut wave = idle.wave.clone();
            if let Begin::At(slot) = begin {
                wave.now = slot;
            }
            Runner::new(order, wave, turn)
        });
        let runners = runners.collect();
        let waits = waves.iter().map(|wave| matches!(wave.0, Begin::After(..)));
        let waits: Vec<bool> = waits.collect();
        Simd::of(
            simulation,
            runners,
            &waits,
            barriers(program, waves),
            idle.shared,
        )
    }

    /// A wave has ended: others may begin.
    fn begin_after(&mut self, ended: usize, now: u32, waves: &[(Begin, &[OpId])]) {
        for (which, (begin, _)) in waves.iter().enumerate() {
            match *begin {
                Begin::After(wave, slots) if wave == ended => {
                    self.runners[which].wave.now = now + slots;
                    self.prepare(which, false);
                }
                _ => {}
            }
        }
    }
}

/// Waves that are next to each other meet if they can have been a workgroup: as many as one has, none in the place of
/// another, and all recorded up to the same barrier.
fn barriers<S>(program: &Program<S>, waves: &[(Begin, &[OpId])]) -> Barriers {
    let per_workgroup = program.meeting.waves.max(1) as usize;
    let is_barrier = |&&op: &&OpId| program.ops[op].is_barrier;
    let met: Vec<usize> = waves
        .iter()
        .map(|wave| wave.1.iter().filter(is_barrier).count())
        .collect();
    let is_workgroup = |first: usize| {
        let members = first..first + per_workgroup;
        members.end <= waves.len()
            && members.clone().all(|wave| {
                let is_after_one =
                    matches!(waves[wave].0, Begin::After(before, _) if before >= first);
                met[wave] == met[first] && !is_after_one
            })
    };
    let separate = (0..waves.len().div_ceil(per_workgroup))
        .filter(|group| !is_workgroup(group * per_workgroup))
        .collect();
    Barriers::new(waves.len(), per_workgroup).with_separate(separate)
}
