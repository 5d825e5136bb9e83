//! Several waves that run what they are known to have run, each its own path, once.

use super::{Barriers, NEVER, Runner, Simd};
use crate::timing::program::OpId;
use crate::timing::simulator::watch::{Issued, Waiting};
use crate::timing::simulator::{SimState, Simulation};
use crate::timing::stream::Stream;

/// When a wave begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::timing) enum Begin {
    /// In this slot.
    At(u32),
    /// So many slots after another one (by index) has ended.
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
            let next = (runner.op, runner.plan, slot);
            let waiting = Waiting::new(self, &runner.wave, &simd.shared, next);
            if let Some(barrier) = at_barrier[which].take() {
                all[barrier].next = runner.wave.now;
            }
            let issued = simd.issue_next();
            if self.program.ops[waiting.op].is_barrier {
                at_barrier[which] = Some(all.len());
            }
            let now = simd.runners[which].wave.now;
            all.push(waiting.issued(self, &simd.shared, (which, 0, now)));
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
            let waits = matches!(begin, Begin::After(..));
            Runner::new(program, order, wave, turn, waits)
        });
        let runners: Vec<Runner<'a>> = runners.collect();
        Simd {
            simulation,
            barriers: Barriers::new(runners.len(), program.meeting.waves as usize),
            next_turn: runners.len() as u32,
            runners,
            shared: idle.shared,
            work: 0,
        }
    }

    /// A wave has ended: others may begin.
    fn begin_after(&mut self, ended: usize, now: u32, waves: &[(Begin, &[OpId])]) {
        for (runner, (begin, _)) in self.runners.iter_mut().zip(waves) {
            match *begin {
                Begin::After(wave, slots) if wave == ended => {
                    runner.wave.now = now + slots;
                    runner.prepare(self.simulation.program, false);
                }
                _ => {}
            }
        }
    }
}
