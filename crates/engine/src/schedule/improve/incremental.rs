//! Incremental simulation: what a small change to the order of a loop costs, without simulating all of
//! it.
//!
//! An order that changed in one window runs as before up to that window, and often reaches a state of
//! the unchanged order again: after the window, or before it in the next iteration. An [`Incremental`]
//! keeps checkpoints of a settled iteration at regular places, so that judging a change costs little more
//! than simulating its window. The cost is that of an iteration that begins as the settled one did, or of
//! the one after it: an approximation, so schedules are measured in full before one is accepted.

use std::ops::Range;

use crate::timing::{AtomId, Figures, OpId, Period, Program, SimState, Simulation};

/// Instructions between two checkpoints.
const SPACING: usize = 16;
/// Iterations after which a loop counts as settled in any case.
const MAX_ITERATIONS: usize = 4;

/// The cost of an iteration, or of a part of one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct IterationCost {
    /// Issue slots.
    pub slots: u32,
    pub nops: u32,
    pub waits: u32,
}

impl IterationCost {
    /// From the beginning of the simulation.
    fn until(state: &SimState) -> IterationCost {
        IterationCost {
            slots: state.wave.now,
            nops: state.wave.nops,
            waits: state.wave.waits,
        }
    }
    /// As a full simulation would state it.
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

/// A position in the settled iteration.
#[derive(Clone)]
struct Checkpoint {
    state: SimState,
    /// Cost from the beginning of the iteration to this position. The state's own clock may have begun
    /// in an earlier iteration.
    cost: IterationCost,
    /// What is in flight here, if that is known.
    in_flight: Vec<AtomId>,
    is_in_flight_known: bool,
}

impl Checkpoint {
    fn set(&mut self, state: &SimState, cost: IterationCost) {
        self.state.copy(state);
        self.cost = cost;
        self.is_in_flight_known = false;
    }

    /// Makes sure that it is known what is in flight.
    fn find_in_flight(&mut self) {
        if !std::mem::replace(&mut self.is_in_flight_known, true) {
            self.in_flight.clear();
            self.in_flight.extend(self.state.wave.in_flight());
        }
    }

    /// Whether code runs from `state` as it does from a later checkpoint. `state` was reached from here, where it is known what is in
    /// flight, by instructions in the order `changed`, of which that checkpoint has another order.
    ///
    /// That checkpoint was reached from a state equivalent to this one, by the same instructions. Equivalent states have the same atoms
    /// in flight, and one that is not in flight only becomes so when it is written.
    fn leads_to(
        &self,
        later: &Checkpoint,
        state: &SimState,
        unlike: &mut usize,
        program: &Program,
        changed: &[OpId],
    ) -> bool {
        debug_assert!(self.is_in_flight_known);
        // What was written last differs most often.
        let steps = changed.iter().rev().map(|&op| &program.steps[op]);
        let written = steps.flat_map(|step| program.touched(step).1).copied();
        let atoms = written.chain(self.in_flight.iter().copied());
        state.is_equivalent_in(&later.state, unlike, atoms)
    }

    /// Cost from the beginning of the iteration to `state`, which was reached from this checkpoint.
    fn cost_until(&self, state: &SimState) -> IterationCost {
        IterationCost::until(state)
            .minus(IterationCost::until(&self.state))
            .plus(self.cost)
    }
}

/// The settled iteration of an order under one model. Methods take the order as a [`Simulation`] under
/// that same model.
#[derive(Clone)]
pub(crate) struct Incremental {
    /// Before every [`SPACING`]th instruction, and at the end.
    checkpoints: Vec<Checkpoint>,
    /// The cost of the iteration.
    pub cost: IterationCost,
    /// Changed orders are simulated here.
    scratch: SimState,
    /// Where states differed last.
    unlike: usize,
}

/// The checkpoint from which a changed order runs as the settled one does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Resync {
    /// After the change.
    After(usize),
    /// Before the change, in the next iteration.
    NextIteration(usize),
    /// No such checkpoint was found.
    Nowhere,
}

/// The outcome of a change.
pub(crate) struct Trial {
    /// The cost of an iteration, or a part that exceeds the limit.
    pub cost: IterationCost,
    /// Where it reaches a state of the settled iteration.
    pub resync: Resync,
    /// Simulated instructions.
    pub steps: u64,
}

impl Incremental {
    /// Runs an order from `begin` until it has settled.
    pub fn new(simulation: Simulation<'_>, begin: &SimState) -> Incremental {
        let checkpoint = Checkpoint {
            state: begin.clone(),
            cost: IterationCost::default(),
            in_flight: Vec::new(),
            is_in_flight_known: false,
        };
        let mut incremental = Incremental {
            checkpoints: vec![checkpoint; simulation.order.len().div_ceil(SPACING) + 1],
            cost: IterationCost::default(),
            scratch: begin.clone(),
            unlike: 0,
        };
        incremental.settle(simulation, 0);
        incremental
    }

    /// The state in which an iteration begins.
    pub fn begin(&self) -> &SimState {
        &self.checkpoints[0].state
    }

    /// Makes the order that was tried last, with that outcome, the settled one; it changed from position
    /// `from` on. Returns the number of simulated instructions.
    pub fn accept(&mut self, simulation: Simulation<'_>, from: usize, trial: &Trial) -> u64 {
        let (first, last) = (from / SPACING, self.checkpoints.len() - 1);
        let (checkpoint, steps, since) = match trial.resync {
            Resync::Nowhere => return self.settle(simulation, from),
            Resync::After(checkpoint) => {
                let steps = self.run(simulation, first, checkpoint);
                let since = self.checkpoints[first].cost_until(&self.scratch);
                (checkpoint, steps, since)
            }
            Resync::NextIteration(checkpoint) => {
                let steps = self.run(simulation, first, last);
                let end = self.checkpoints[first].cost_until(&self.scratch);
                self.checkpoints[last].set(&self.scratch, end);
                if checkpoint == 0 {
                    (0, steps, IterationCost::default())
                } else {
                    self.checkpoints[0].set(&self.scratch, IterationCost::default());
                    let more = self.run(simulation, 0, checkpoint);
                    let since = self.checkpoints[0].cost_until(&self.scratch);
                    (checkpoint, steps + more, since)
                }
            }
        };
        let before = self.checkpoints[checkpoint].cost;
        for checkpoint in &mut self.checkpoints[checkpoint..] {
            checkpoint.cost = checkpoint.cost.plus(since).minus(before);
        }
        self.cost = self.checkpoints[last].cost;
        steps
    }

    /// Runs an order in the scratch state from one checkpoint to another, and replaces those between.
    /// Returns the number of simulated instructions.
    fn run(&mut self, simulation: Simulation<'_>, first: usize, last: usize) -> u64 {
        let Simulation {
            program,
            costs,
            order,
        } = simulation;
        self.scratch.copy(&self.checkpoints[first].state);
        let ops = &order[first * SPACING..(last * SPACING).min(order.len())];
        for (at, part) in ops.chunks(SPACING).enumerate() {
            if at > 0 {
                let cost = self.checkpoints[first].cost_until(&self.scratch);
                self.checkpoints[first + at].set(&self.scratch, cost);
            }
            self.scratch.run(program, costs, part);
        }
        ops.len() as u64
    }

    /// Makes an order that is as before up to position `from` the settled one. Returns the number of
    /// simulated instructions.
    fn settle(&mut self, simulation: Simulation<'_>, from: usize) -> u64 {
        let (mut first, last) = (from / SPACING, self.checkpoints.len() - 1);
        let mut steps = 0;
        for iteration in 1..=MAX_ITERATIONS {
            steps += self.run(simulation, first, last);
            let cost = self.checkpoints[first].cost_until(&self.scratch);
            self.checkpoints[last].set(&self.scratch, cost);
            if iteration == MAX_ITERATIONS || self.scratch.is_equivalent(&self.checkpoints[0].state)
            {
                break;
            }
            self.checkpoints[0].set(&self.scratch, IterationCost::default());
            first = 0;
        }
        self.cost = self.checkpoints[last].cost;
        steps
    }

    /// Runs an order that differs from the settled one in a window of positions. Gives up as
    /// soon as an iteration takes more than `limit` slots.
    pub fn try_change(
        &mut self,
        simulation: Simulation<'_>,
        window: Range<usize>,
        limit: u32,
    ) -> Trial {
        let Simulation {
            program,
            costs,
            order,
        } = simulation;
        let (first, last) = (window.start / SPACING, self.checkpoints.len() - 1);
        self.checkpoints[first].find_in_flight();
        let begin = &self.checkpoints[first];
        let (state, unlike) = (&mut self.scratch, &mut self.unlike);
        state.copy(&begin.state);
        let stop = (begin.state.wave.now + limit).saturating_sub(begin.cost.slots);
        let mut steps = 0;
        let trial = |cost, resync, steps| Trial {
            cost,
            resync,
            steps,
        };
        let changed = &order[first * SPACING..];
        for (at, ops) in (first..).zip(changed.chunks(SPACING)) {
            let checkpoint = &self.checkpoints[at];
            if at * SPACING >= window.end
                && begin.leads_to(
                    checkpoint,
                    state,
                    unlike,
                    program,
                    &changed[..(at - first) * SPACING],
                )
            {
                let rest = self.cost.minus(checkpoint.cost);
                return trial(begin.cost_until(state).plus(rest), Resync::After(at), steps);
            }
            if state.wave.now > stop {
                return trial(begin.cost_until(state), Resync::Nowhere, steps);
            }
            state.run(program, costs, ops);
            steps += ops.len() as u64;
        }
        let cost = begin.cost_until(state);
        if cost.slots > limit {
            return trial(cost, Resync::Nowhere, steps);
        }
        if begin.leads_to(&self.checkpoints[last], state, unlike, program, changed) {
            return trial(cost, Resync::After(last), steps);
        }
        // A second iteration, from where the changed order left off.
        let start = IterationCost::until(state);
        for (at, ops) in order.chunks(SPACING).enumerate() {
            let checkpoint = &self.checkpoints[at];
            if at <= first && state.is_equivalent_to(&checkpoint.state, unlike) {
                let cost = IterationCost::until(state)
                    .minus(start)
                    .plus(cost)
                    .minus(checkpoint.cost);
                return trial(cost, Resync::NextIteration(at), steps);
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
mod tests;
