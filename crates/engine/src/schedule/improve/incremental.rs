//! Incremental simulation: what a small change to the order of a loop costs, without simulating all of
//! it.
//!
//! An order that changed in one window runs as before up to that window, and often reaches a state of
//! the unchanged order again: after the window, or before it in the next iteration. An [`Incremental`]
//! keeps checkpoints of a settled iteration at regular places, so that judging a change costs little more
//! than simulating its window. The cost is that of an iteration that begins as the settled one did, or of
//! the one after it: an approximation, so schedules are measured in full before one is accepted.

use std::ops::Range;

use crate::timing::{Figures, OpId, Period, Program, SimState, Simulation};

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
}

impl Checkpoint {
    fn set(&mut self, state: &SimState, cost: IterationCost) {
        self.state.copy(state);
        self.cost = cost;
    }

    /// When the iteration began, by the state's own clock.
    fn began(&self) -> u32 {
        self.state.wave.now.wrapping_sub(self.cost.slots)
    }

    /// Whether code runs from `state` as it does from a later checkpoint. `state` was reached from here, by instructions in the
    /// order `changed`, of which that checkpoint has another order.
    fn leads_to(
        &self,
        later: &Checkpoint,
        state: &SimState,
        unlike: &mut usize,
        program: &Program,
        changed: &[OpId],
    ) -> bool {
        // By another clock, what nobody wrote since is not what it was here.
        match self.began() == later.began() {
            true => state.is_equivalent_by(&later.state, unlike, program, changed),
            false => state.is_equivalent_to(&later.state, unlike),
        }
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
mod tests {
    use super::*;
    use crate::gpu::WaitStates;
    use crate::machine::{Function, InstId, text};
    use crate::timing::{Costs, Model, OpId, Program, Trace};
    use std::fmt::Write as _;

    /// A loop of independent vector work with loads, and uses of their results, in between.
    fn looped() -> Function {
        looped_with("", "")
    }

    /// The same with other instructions in front of it and behind it.
    fn looped_with(front: &str, behind: &str) -> Function {
        let mut body = String::from("block 0 frequency=64 depth=1 loop=0 successors=0,1\n");
        body += front;
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
        body += behind;
        body += "  S_CBRANCH_SCC1 bb.0, imp scc | term branch boundary\nblock 1 frequency=1 depth=0\n  S_ENDPGM #0 | return term noreturn boundary\n";
        text::parse(&format!("cdna-flat 1\nfunction \"t\"\ngpu gfx942\n{body}"))
            .expect("valid text")
    }

    fn simulation<'a>(program: &'a Program, costs: &'a Costs, order: &'a [OpId]) -> Simulation<'a> {
        Simulation {
            program,
            costs,
            order,
        }
    }

    /// What an order costs from an idle state, and the state in which its settled iteration begins.
    fn steady(simulation: Simulation<'_>) -> (Figures, SimState) {
        simulation.run(SimState::new(simulation.program, None))
    }

    #[test]
    fn a_change_costs_what_the_simulator_says() {
        let f = looped();
        let needs = |_: InstId, _: InstId| WaitStates(0);
        let program = Program::compile(&f, &Trace::all(&f)[0], &needs);
        let mut resynced = [0; 2];
        for model in Model::built_in(f.gpu) {
            let costs = program.costs(&f, &model);
            let mut order = program.order();
            let begin = steady(simulation(&program, &costs, &order)).1;
            let mut incremental = Incremental::new(simulation(&program, &costs, &order), &begin);
            assert_eq!(
                incremental.cost.figures(),
                steady(simulation(&program, &costs, &order)).0
            );
            // Neighbours change places; every third change stays.
            for at in 0..order.len() - 2 {
                order.swap(at, at + 1);
                let changed = simulation(&program, &costs, &order);
                let trial = incremental.try_change(changed, at..at + 2, u32::MAX / 2);
                let whole = steady(changed).0;
                assert_eq!(trial.cost.figures(), whole, "{at}");
                resynced[usize::from(matches!(trial.resync, Resync::NextIteration(_)))] +=
                    u32::from(trial.resync != Resync::Nowhere);
                if at % 3 == 0 {
                    incremental.accept(changed, at, &trial);
                    assert_eq!(incremental.cost, trial.cost);
                } else {
                    order.swap(at, at + 1);
                }
            }
        }
        assert!(resynced.iter().all(|&r| r > 0), "{resynced:?}");
    }

    /// Checkpoints of several clocks are left behind by changes that are accepted: a load that nobody touches in between has
    /// returned at the same time by one, and not by the other.
    #[test]
    fn what_is_under_way_is_compared_by_one_clock() {
        let f = looped_with(
            "  GLOBAL_LOAD_DWORD def v220, v[64:65], #0, #0, imp exec | load\n",
            "  V_EXP_F32_e32 def v221, v220\n",
        );
        let needs = |_: InstId, _: InstId| WaitStates(0);
        let program = Program::compile(&f, &Trace::all(&f)[0], &needs);
        let costs = program.costs(&f, &Model::built_in(f.gpu)[0]);
        let order = program.order();
        let [load, add, rest @ ..] = &order[..] else {
            panic!("two instructions");
        };
        let run = |state: &SimState, ops: &[OpId]| {
            let mut state = state.clone();
            state.run(&program, &costs, ops);
            state
        };
        let idle = SimState::new(&program, None);
        let checkpoint = |state: &SimState, slots: u32| Checkpoint {
            state: state.clone(),
            cost: IterationCost {
                slots,
                ..IterationCost::default()
            },
        };
        let changed = &rest[..4];
        let (early, late) = (run(&idle, &[*add, *load]), run(&idle, &[*add, *add, *load]));
        let by_late = run(&late, changed);
        let later = checkpoint(&by_late, by_late.wave.now - late.wave.now);
        let leads = |from: &SimState, state: &SimState| {
            checkpoint(from, 0).leads_to(&later, state, &mut 0, &program, changed)
        };
        assert!(leads(&late, &by_late));
        // One that began earlier, and is as late now because it stalled.
        let mut stalled = early.clone();
        stalled.wave.now = late.wave.now;
        let mut stalled = run(&stalled, changed);
        stalled.shared.clone_from(&by_late.shared);
        assert_eq!(stalled.wave.now, by_late.wave.now);
        assert!(!leads(&early, &stalled));
    }

    #[test]
    fn what_takes_too_long_is_not_run_to_its_end() {
        let f = looped();
        let needs = |_: InstId, _: InstId| WaitStates(0);
        let program = Program::compile(&f, &Trace::all(&f)[0], &needs);
        let costs = program.costs(&f, &Model::built_in(f.gpu)[0]);
        let order = program.order();
        let begin = steady(simulation(&program, &costs, &order)).1;
        let mut incremental = Incremental::new(simulation(&program, &costs, &order), &begin);
        let whole = 0..order.len();
        let trial = incremental.try_change(simulation(&program, &costs, &order), whole, 8);
        assert!(trial.steps < order.len() as u64);
        assert!(trial.cost.slots > 8);
    }
}
