//! Several waves, watched instruction by instruction.

use super::{NEVER, Simd};
use crate::timing::simulator::watch::{Issued, Issuer, Waiting};
use crate::timing::simulator::{Period, SimState, Simulation};
use crate::timing::stream::Stream;

/// Iterations of the first wave before anything is shown.
const WARM_UP: usize = 4;

impl<S: Stream> Simd<'_, S> {
    /// The next instruction of a wave, which issues in that slot.
    pub(super) fn waiting(&self, which: usize, slot: u32) -> Waiting {
        let (wave, op) = (&self.runners[which].wave, self.candidates[which].op);
        let plan = wave.plan(self.simulation.program, op);
        Waiting::new(self.simulation, wave, &self.shared, op, plan, slot)
    }
}

impl<S: Stream> Simulation<'_, S> {
    /// Runs `waves` waves as [`throughput`](Simulation::throughput) does, and hands out what all of them issue while the
    /// first one runs through `iterations` iterations.
    pub(in crate::timing) fn watch_waves(
        self,
        waves: u32,
        entry: &SimState,
        alone: Period,
        iterations: usize,
    ) -> Vec<Issued> {
        if self.order.is_empty() {
            return Vec::new();
        }
        let mut simd = Simd::new(self, waves, entry, alone);
        let warm_up = if self.program.is_loop { WARM_UP } else { 0 };
        while simd.runners[0].iterations < warm_up {
            simd.issue_next();
        }
        let before: Vec<usize> = simd.runners.iter().map(|r| r.iterations).collect();
        let mut all: Vec<Issued> = Vec::new();
        // By wave: its last barrier, whose end is known when the wave goes on.
        let mut at_barrier: Vec<Option<usize>> = vec![None; simd.runners.len()];
        loop {
            let (which, slot) = simd.next();
            if slot == NEVER || simd.runners[0].iterations >= before[0] + iterations {
                return all;
            }
            let runner = &simd.runners[which];
            let waiting = simd.waiting(which, slot);
            let iteration = runner.iterations.saturating_sub(before[which]);
            if let Some(barrier) = at_barrier[which].take() {
                all[barrier].next = runner.wave.now;
            }
            simd.issue_next();
            if self.program.ops[waiting.op].is_barrier {
                at_barrier[which] = Some(all.len());
            }
            let by = Issuer {
                wave: which,
                iteration,
                next: simd.runners[which].wave.now,
            };
            all.push(waiting.issued(self, &simd.shared, by));
        }
    }
}
