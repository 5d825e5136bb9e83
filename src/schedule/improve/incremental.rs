//! Judging small changes to the order of a loop without simulating all of it.
//!
//! An order that changes in one window runs as before up to it, and often falls into step
//! again behind it, or in the next iteration before it. A [`Incremental`] keeps the states of a settled
//! iteration at regular places, so that a change costs little more than its window. Figures are
//! those of an iteration that begins as the settled one did, or the second after it; what is taken
//! in the end is measured by the simulator proper.

use std::ops::Range;

use crate::timing::{Costs, Figures, OpId, Period, Program, State};

/// Instructions between two kept states.
const STEP: usize = 16;
/// Iterations after which a loop counts as settled in any case.
const SETTLE: usize = 4;

/// What an iteration costs, or a part of one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct IterationCost {
    /// Issue slots.
    pub slots: u32,
    pub nops: u32,
    pub waits: u32,
}

impl IterationCost {
    /// From the beginning of the simulation.
    fn until(state: &State) -> IterationCost {
        IterationCost {
            slots: state.wave.now,
            nops: state.wave.nops,
            waits: state.wave.waits,
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
    fn plus(self, other: IterationCost) -> IterationCost {
        IterationCost {
            slots: self.slots + other.slots,
            nops: self.nops + other.nops,
            waits: self.waits + other.waits,
        }
    }
    fn minus(self, part: IterationCost) -> IterationCost {
        IterationCost {
            slots: self.slots - part.slots,
            nops: self.nops - part.nops,
            waits: self.waits - part.waits,
        }
    }
}

/// A place in the settled iteration.
#[derive(Clone)]
struct Checkpoint {
    state: State,
    /// What lies between the beginning of the iteration and this place. The state's own clock
    /// may have begun in another iteration.
    since: IterationCost,
}

impl Checkpoint {
    fn set(&mut self, state: &State, since: IterationCost) {
        self.state.copy(state);
        self.since = since;
    }
    /// What lies between the beginning of the iteration and `state`, which was run from here.
    fn since(&self, state: &State) -> IterationCost {
        IterationCost::until(state)
            .minus(IterationCost::until(&self.state))
            .plus(self.since)
    }
}

/// A settled iteration of an order under one model.
pub(crate) struct Incremental {
    /// Before every [`STEP`]th instruction, and at the end.
    marks: Vec<Checkpoint>,
    /// What the iteration costs.
    pub lap: IterationCost,
    /// Where changed orders run.
    scratch: State,
}

/// The mark from which on a changed order runs as the settled one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Resync {
    /// Behind the change.
    Behind(usize),
    /// Before the change, in the next iteration.
    Next(usize),
    /// None was found.
    Nowhere,
}

/// What became of a change.
pub(crate) struct Trial {
    /// What an iteration costs.
    pub lap: IterationCost,
    /// Where it is in step again.
    pub rejoins: Resync,
    /// Simulated instructions.
    pub steps: u64,
}

impl Incremental {
    /// Runs an order from `begin` until it has settled.
    pub fn new(program: &Program, costs: &Costs, order: &[OpId], begin: &State) -> Incremental {
        let mark = Checkpoint {
            state: begin.clone(),
            since: IterationCost::default(),
        };
        let mut track = Incremental {
            marks: vec![mark; order.len().div_ceil(STEP) + 1],
            lap: IterationCost::default(),
            scratch: begin.clone(),
        };
        track.settle(program, costs, order, 0);
        track
    }

    /// The state in which an iteration begins.
    pub fn begin(&self) -> &State {
        &self.marks[0].state
    }

    /// Makes `order`, which was tried last with that result, the settled one. Returns the number
    /// of simulated instructions.
    pub fn accept(
        &mut self,
        program: &Program,
        costs: &Costs,
        order: &[OpId],
        from: usize,
        trial: &Trial,
    ) -> u64 {
        let (first, last) = (from / STEP, self.marks.len() - 1);
        let (mark, steps, since) = match trial.rejoins {
            Resync::Nowhere => return self.settle(program, costs, order, from),
            Resync::Behind(mark) => {
                let steps = self.run(program, costs, order, first, mark);
                (mark, steps, self.marks[first].since(&self.scratch))
            }
            Resync::Next(mark) => {
                let steps = self.run(program, costs, order, first, last);
                let end = self.marks[first].since(&self.scratch);
                self.marks[last].set(&self.scratch, end);
                if mark == 0 {
                    (0, steps, IterationCost::default())
                } else {
                    self.marks[0].set(&self.scratch, IterationCost::default());
                    let more = self.run(program, costs, order, 0, mark);
                    (mark, steps + more, self.marks[0].since(&self.scratch))
                }
            }
        };
        let before = self.marks[mark].since;
        for mark in &mut self.marks[mark..] {
            mark.since = mark.since.plus(since).minus(before);
        }
        self.lap = self.marks[last].since;
        steps
    }

    /// Runs `order` in the scratch state from one mark to another, and keeps the states between.
    /// Returns the number of simulated instructions.
    fn run(
        &mut self,
        program: &Program,
        costs: &Costs,
        order: &[OpId],
        first: usize,
        last: usize,
    ) -> u64 {
        self.scratch.copy(&self.marks[first].state);
        let ops = &order[first * STEP..(last * STEP).min(order.len())];
        for (at, part) in ops.chunks(STEP).enumerate() {
            if at > 0 {
                let since = self.marks[first].since(&self.scratch);
                self.marks[first + at].set(&self.scratch, since);
            }
            self.scratch.run(program, costs, part);
        }
        ops.len() as u64
    }

    /// Makes `order`, which is as before up to position `from`, the settled one. Returns the
    /// number of simulated instructions.
    fn settle(&mut self, program: &Program, costs: &Costs, order: &[OpId], from: usize) -> u64 {
        let (mut first, last) = (from / STEP, self.marks.len() - 1);
        let mut steps = 0;
        for lap in 1..=SETTLE {
            steps += self.run(program, costs, order, first, last);
            let since = self.marks[first].since(&self.scratch);
            self.marks[last].set(&self.scratch, since);
            if lap == SETTLE || self.scratch.is_equivalent(&self.marks[0].state) {
                break;
            }
            self.marks[0].set(&self.scratch, IterationCost::default());
            first = 0;
        }
        self.lap = self.marks[last].since;
        steps
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
        let (first, last) = (window.start / STEP, self.marks.len() - 1);
        let begin = &self.marks[first];
        let state = &mut self.scratch;
        state.copy(&begin.state);
        let stop = (begin.state.wave.now + limit).saturating_sub(begin.since.slots);
        let mut steps = 0;
        let trial = |lap, rejoins, steps| Trial {
            lap,
            rejoins,
            steps,
        };
        for (at, ops) in (first..).zip(order[first * STEP..].chunks(STEP)) {
            let mark = &self.marks[at];
            if at * STEP >= window.end && state.is_equivalent(&mark.state) {
                let rest = self.lap.minus(mark.since);
                return trial(begin.since(state).plus(rest), Resync::Behind(at), steps);
            }
            if state.wave.now > stop {
                return trial(begin.since(state), Resync::Nowhere, steps);
            }
            state.run(program, costs, ops);
            steps += ops.len() as u64;
        }
        let lap = begin.since(state);
        if lap.slots > limit {
            return trial(lap, Resync::Nowhere, steps);
        }
        if state.is_equivalent(&self.marks[last].state) {
            return trial(lap, Resync::Behind(last), steps);
        }
        // Once more, from where the changed order left off.
        let start = IterationCost::until(state);
        for (at, ops) in order.chunks(STEP).enumerate() {
            let mark = &self.marks[at];
            if at <= first && state.is_equivalent(&mark.state) {
                let lap = IterationCost::until(state)
                    .minus(start)
                    .plus(lap)
                    .minus(mark.since);
                return trial(lap, Resync::Next(at), steps);
            }
            state.run(program, costs, ops);
            steps += ops.len() as u64;
        }
        trial(
            IterationCost::until(state).minus(start),
            Resync::Nowhere,
            steps,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gpu::WaitStates;
    use crate::machine::{BlockId, Function, InstId, text};
    use crate::timing::{Model, steady};
    use std::fmt::Write as _;

    /// A loop of independent vector work with loads, and uses of their results, in between.
    fn looped() -> Function {
        let mut body = String::from("block 0 frequency=64 depth=1 loop=0 successors=0,1\n");
        for n in 0..48 {
            let _ = match n % 12 {
                // What the end loads the beginning uses.
                _ if n == 1 => writeln!(body, "  V_EXP_F32_e32 def v160, v147"),
                _ if n == 47 || n % 12 == 3 => writeln!(
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
        let mut rejoined = [0; 2];
        for model in Model::built_in(f.gpu) {
            let costs = program.costs(&f, &model);
            let mut order = program.order();
            let begin = steady(&program, &costs, &order).1;
            let mut track = Incremental::new(&program, &costs, &order, &begin);
            assert_eq!(track.lap.figures(), steady(&program, &costs, &order).0);
            // Neighbours change places; every third change stays.
            for at in 0..order.len() - 2 {
                order.swap(at, at + 1);
                let trial = track.try_change(&program, &costs, &order, at..at + 2, u32::MAX / 2);
                let whole = steady(&program, &costs, &order).0;
                assert_eq!(trial.lap.figures(), whole, "{at}");
                rejoined[usize::from(matches!(trial.rejoins, Resync::Next(_)))] +=
                    u32::from(trial.rejoins != Resync::Nowhere);
                if at % 3 == 0 {
                    track.accept(&program, &costs, &order, at, &trial);
                    assert_eq!(track.lap, trial.lap);
                } else {
                    order.swap(at, at + 1);
                }
            }
        }
        assert!(rejoined.iter().all(|&r| r > 0), "{rejoined:?}");
    }

    #[test]
    fn what_takes_too_long_is_not_run_to_its_end() {
        let f = looped();
        let needs = |_: InstId, _: InstId| WaitStates(0);
        let program = Program::compile(&f, &[BlockId(0)], Some(BlockId(0)), &needs);
        let costs = program.costs(&f, &Model::built_in(f.gpu)[0]);
        let order = program.order();
        let begin = steady(&program, &costs, &order).1;
        let mut track = Incremental::new(&program, &costs, &order, &begin);
        let trial = track.try_change(&program, &costs, &order, 0..order.len(), 8);
        assert!(trial.steps < order.len() as u64);
        assert!(trial.lap.slots > 8);
    }
}
