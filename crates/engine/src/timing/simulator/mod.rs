//! The simulator: runs an order of a compiled trace instruction by instruction, by one wave alone
//! ([`single_wave`]) or by several waves of a SIMD ([`multi_wave`]).

mod clause;
mod counter;
mod exit_state;
mod figures;
mod finished_wave;
mod issue_plan;
mod multi_wave;
mod planning;
mod relative_state;
mod shared_units;
mod single_wave;
mod state_equivalence;
mod watch;
mod wave;

pub(super) use exit_state::ExitState;
pub(super) use figures::PER_SLOT;
pub use figures::{Figures, Period};
pub(super) use multi_wave::Begin;
pub(crate) use relative_state::Remainder;
pub(super) use watch::Issued;
#[cfg(test)]
pub(super) use wave::BEYOND_HAZARDS;

use super::program::{AtomId, Costs, OpId, Program};
use super::stream::{Predicted, Stream};
use issue_plan::IssuePlan;
use shared_units::SharedUnits;
use wave::Wave;

/// One order of a compiled trace under one model: what there is to simulate.
///
/// Every simulation of a trace starts with the state in which it is entered, an idle one or
/// [`SimState::new`] with the exit state of the code before it. From there [`begin`](Self::begin) gives
/// the state in which the trace begins, [`run`](Self::run) what it costs one wave and how it ends,
/// [`settle`](Self::settle) both, and [`throughput`](Self::throughput) what it costs several waves.
#[derive(Clone, Copy)]
pub(crate) struct Simulation<'a, S: Stream = Predicted> {
    pub program: &'a Program<S>,
    /// Costs of the program's instructions under the model.
    pub costs: &'a Costs,
    /// All instructions of the program, in the order in which they issue.
    pub order: &'a [OpId],
}

/// A wave and its SIMD at some point of a trace.
#[derive(Clone, Debug)]
pub(crate) struct SimState {
    pub wave: Wave,
    pub shared: SharedUnits,
}

impl SimState {
    /// The state in which a trace is entered: as the code before it ended, or idle.
    pub fn new<S>(program: &Program<S>, entry: Option<&ExitState>) -> SimState {
        let (wave, shared) = match entry {
            Some(exit) => Wave::resume(program, exit),
            None => (Wave::new(program), SharedUnits::new()),
        };
        SimState { wave, shared }
    }

    /// What the code after this point has to know.
    pub fn save<S>(&self, program: &Program<S>) -> ExitState {
        self.wave.save(program, &self.shared)
    }

    /// Issues one instruction as early as possible; gives its plan and its slot.
    #[inline(always)]
    pub fn step<S: Stream>(
        &mut self,
        program: &Program<S>,
        costs: &Costs,
        op: OpId,
    ) -> (IssuePlan, u32) {
        let (plan, at) = self.plan(program, costs, op);
        self.wave
            .issue(program, costs, &mut self.shared, op, &plan, at);
        (plan, at)
    }

    /// The plan and the slot of an instruction if it came next.
    #[inline(always)]
    pub fn plan<S: Stream>(
        &self,
        program: &Program<S>,
        costs: &Costs,
        op: OpId,
    ) -> (IssuePlan, u32) {
        let plan = self.wave.plan(program, op);
        let cost = &costs.ops[op];
        let unit = self.shared.accepts(program.steps[op].pipe, cost, costs);
        (plan, plan.ready.max(unit))
    }

    /// Issues instructions one after the other.
    pub fn run<S: Stream>(&mut self, program: &Program<S>, costs: &Costs, order: &[OpId]) {
        for &op in order {
            let step = &program.steps[op];
            match self.wave.plan_plain(program, step) {
                // Most are: no plan is written to memory and read again.
                Some(plan) => {
                    let unit = self.shared.accepts(step.pipe, &costs.ops[op], costs);
                    let (nops, at) = (plan.nops, plan.ready.max(unit));
                    self.wave
                        .issue_plain(program, costs, &mut self.shared, op, nops, at);
                }
                None => self.step_counted(program, costs, op),
            }
        }
    }

    #[inline(never)]
    fn step_counted<S: Stream>(&mut self, program: &Program<S>, costs: &Costs, op: OpId) {
        self.step(program, costs, op);
    }

    /// Becomes a copy of another state of the same program, without allocating.
    pub fn copy(&mut self, other: &SimState) {
        self.wave.copy(&other.wave);
        self.shared.clone_from(&other.shared);
    }

    /// Whether the code after this point runs as it does after `other`, only at another time.
    pub fn is_equivalent(&self, other: &SimState) -> bool {
        self.is_equivalent_to(other, &mut 0)
    }

    /// The same, of states that are compared again and again. `unlike` is kept from one comparison to the next.
    pub fn is_equivalent_to(&self, other: &SimState, unlike: &mut usize) -> bool {
        let (wave, shared) = (&other.wave, &other.shared);
        self.wave.is_equivalent(&self.shared, wave, shared, unlike)
    }

    /// The same where the two can differ in some atoms alone.
    pub fn is_equivalent_in(
        &self,
        other: &SimState,
        unlike: &mut usize,
        atoms: impl Iterator<Item = AtomId>,
    ) -> bool {
        let (wave, shared) = (&other.wave, &other.shared);
        self.wave
            .is_equivalent_in(&self.shared, wave, shared, unlike, atoms)
    }
}
