//! Judging small changes to the order of a loop without simulating all of it.
//!
//! An order that changes in one window runs as before up to it, and often falls into step
//! again behind it. A [`Track`] keeps the states of a settled iteration at regular places, so
//! that a change costs little more than its window. Figures are those of an iteration that
//! begins as the settled one did, or the second after it; what is taken in the end is
//! measured by the simulator proper.

use std::ops::Range;

use crate::timing::{Costs, Figures, OpId, Period, Program, State};

/// Instructions between two kept states.
const STEP: usize = 32;
/// Iterations after which a loop counts as settled in any case.
const SETTLE: usize = 4;

/// What an iteration costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Lap {
    /// Issue slots.
    pub slots: u32,
    pub nops: u32,
    pub waits: u32,
}

impl Lap {
    fn between(from: &State, to: &State) -> Lap {
        Lap {
            slots: to.wave.now - from.wave.now,
            nops: to.wave.nops - from.wave.nops,
            waits: to.wave.waits - from.wave.waits,
        }
    }
    /// As the simulator proper would say it.
    pub fn figures(self) -> Figures {
        let period = Period::over(self.slots, 1);
        Figures {
            period,
            drained: period,
            nops: self.nops,
            waits: self.waits,
        }
    }
    fn plus(self, other: Lap) -> Lap {
        Lap {
            slots: self.slots + other.slots,
            nops: self.nops + other.nops,
            waits: self.waits + other.waits,
        }
    }
}

/// A settled iteration of an order under one model.
pub(crate) struct Track {
    /// The states before every [`STEP`]th instruction.
    marks: Vec<State>,
    /// The state at the end.
    end: State,
    /// What the iteration costs.
    pub lap: Lap,
    /// Where changed orders run.
    scratch: State,
}

/// What became of a change.
pub(crate) struct Trial {
    /// What an iteration costs.
    pub lap: Lap,
    /// Where the rest of the iteration runs as before.
    pub rejoins: usize,
    /// Simulated instructions.
    pub steps: u64,
}

impl Track {
    /// Runs an order from `begin` until it has settled.
    pub fn new(program: &Program, costs: &Costs, order: &[OpId], begin: &State) -> Track {
        let mut track = Track {
            marks: vec![begin.clone(); order.len().div_ceil(STEP).max(1)],
            end: begin.clone(),
            lap: Lap::default(),
            scratch: begin.clone(),
        };
        track.settle(program, costs, order, 0);
        track
    }

    /// The state in which an iteration begins.
    pub fn begin(&self) -> &State {
        &self.marks[0]
    }

    /// Makes `order`, which was tried last with that result, the settled one.
    pub fn accept(
        &mut self,
        program: &Program,
        costs: &Costs,
        order: &[OpId],
        from: usize,
        trial: &Trial,
    ) -> u64 {
        if trial.lap != self.lap || trial.rejoins == order.len() {
            return self.settle(program, costs, order, from);
        }
        // In step again at the same time: what is kept from there on stays true.
        let first = from / STEP;
        self.scratch.copy(&self.marks[first]);
        let changed = order[first * STEP..trial.rejoins - 1].chunks(STEP);
        for (at, ops) in changed.enumerate() {
            if at > 0 {
                self.marks[first + at].copy(&self.scratch);
            }
            self.scratch.run(program, costs, ops);
        }
        (trial.rejoins - first * STEP) as u64
    }

    /// Makes `order`, which is as before up to position `from`, the settled one. Returns the
    /// number of simulated instructions.
    fn settle(&mut self, program: &Program, costs: &Costs, order: &[OpId], from: usize) -> u64 {
        let mut first = from / STEP;
        let mut steps = 0;
        for lap in 1..=SETTLE {
            self.scratch.copy(&self.marks[first]);
            for (at, ops) in order[first * STEP..].chunks(STEP).enumerate() {
                self.marks[first + at].copy(&self.scratch);
                self.scratch.run(program, costs, ops);
            }
            steps += order.len() - first * STEP;
            self.end.copy(&self.scratch);
            if lap == SETTLE || self.end.resembles(&self.marks[0]) {
                break;
            }
            self.marks[0].copy(&self.end);
            first = 0;
        }
        self.lap = Lap::between(&self.marks[0], &self.end);
        steps as u64
    }

    /// Runs an order that differs from the settled one in a window of positions. Gives up as
    /// soon as an iteration takes more than `limit` slots.
    pub fn try_change(
        &mut self,
        program: &Program,
        costs: &Costs,
        order: &[OpId],
        window: Range<usize>,
        limit: u32,
    ) -> Trial {
        let first = window.start / STEP * STEP;
        let state = &mut self.scratch;
        state.copy(&self.marks[first / STEP]);
        let stop = self.marks[0].wave.now.saturating_add(limit);
        let mut steps = 0;
        for (at, ops) in (first..).step_by(STEP).zip(order[first..].chunks(STEP)) {
            let mark = &self.marks[at / STEP];
            if at >= window.end && state.resembles(mark) {
                let rest = Lap::between(mark, &self.end);
                let lap = Lap::between(&self.marks[0], state).plus(rest);
                return Trial {
                    lap,
                    rejoins: at,
                    steps,
                };
            }
            if state.wave.now > stop {
                break;
            }
            state.run(program, costs, ops);
            steps += ops.len() as u64;
        }
        let mut lap = Lap::between(&self.marks[0], state);
        if lap.slots <= limit && !state.resembles(&self.end) {
            // Once more, from where the changed order left off.
            let (now, nops, waits) = (state.wave.now, state.wave.nops, state.wave.waits);
            state.run(program, costs, order);
            steps += order.len() as u64;
            lap = Lap {
                slots: state.wave.now - now,
                nops: state.wave.nops - nops,
                waits: state.wave.waits - waits,
            };
        }
        Trial {
            lap,
            rejoins: order.len(),
            steps,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::{BlockId, Function, InstId, text};
    use crate::target::WaitStates;
    use crate::timing::{Model, steady};
    use std::fmt::Write as _;

    /// A loop of independent vector work with loads, and uses of their results, in between.
    fn looped() -> Function {
        let mut body = String::from("block 0 frequency=64 depth=1 loop=0 successors=0,1\n");
        for n in 0..48 {
            let _ = match n % 12 {
                3 => writeln!(
                    body,
                    "  DS_READ_B32_gfx9 def v{}, v0, #0, #0 | load | read space=3 bytes=4",
                    100 + n
                ),
                9 => writeln!(body, "  V_EXP_F32_e32 def v{}, v{}", 160 + n, 100 + n - 6),
                _ => writeln!(body, "  V_ADD_F32_e32 def v{}, v2, v3", 10 + n),
            };
        }
        body += "  S_CBRANCH_SCC1 bb.0, imp scc | term branch boundary\nblock 1 frequency=1 depth=0\n  S_ENDPGM #0 | return term noreturn boundary\n";
        text::parse(&format!("cdna-flat 1\nfunction \"t\"\ngpu gfx942\n{body}"))
            .expect("valid text")
    }

    #[test]
    fn a_change_costs_what_the_simulator_says() {
        let f = looped();
        let needs = |_: InstId, _: InstId| WaitStates(0);
        let program = Program::compile(&f, &[BlockId(0)], Some(BlockId(0)), &needs);
        for model in Model::built_in(f.gpu) {
            let costs = program.costs(&f, &model);
            let mut order = program.order();
            let begin = steady(&program, &costs, &order).1;
            let mut track = Track::new(&program, &costs, &order, &begin);
            assert_eq!(track.lap.figures(), steady(&program, &costs, &order).0);
            let mut rejoined = 0;
            // Neighbours change places; every third change stays.
            for at in 0..order.len() - 2 {
                order.swap(at, at + 1);
                let trial = track.try_change(&program, &costs, &order, at..at + 2, u32::MAX / 2);
                let whole = steady(&program, &costs, &order).0;
                assert_eq!(trial.lap.figures(), whole, "{at}");
                rejoined += u32::from(trial.rejoins < order.len());
                if at % 3 == 0 {
                    track.accept(&program, &costs, &order, at, &trial);
                    assert_eq!(track.lap, trial.lap);
                } else {
                    order.swap(at, at + 1);
                }
            }
            assert!(rejoined > 0);
        }
    }

    #[test]
    fn what_takes_too_long_is_not_run_to_its_end() {
        let f = looped();
        let needs = |_: InstId, _: InstId| WaitStates(0);
        let program = Program::compile(&f, &[BlockId(0)], Some(BlockId(0)), &needs);
        let costs = program.costs(&f, &Model::built_in(f.gpu)[0]);
        let order = program.order();
        let begin = steady(&program, &costs, &order).1;
        let mut track = Track::new(&program, &costs, &order, &begin);
        let trial = track.try_change(&program, &costs, &order, 0..order.len(), 8);
        assert!(trial.steps < order.len() as u64);
        assert!(trial.lap.slots > 8);
    }
}
