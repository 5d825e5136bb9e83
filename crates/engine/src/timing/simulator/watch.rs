//! The simulation of some iterations instruction by instruction, for those who want to see it.

use super::issue_plan::IssuePlan;
use super::shared_units::SharedUnits;
use super::wave::Wave;
use super::{SimState, Simulation};
use crate::timing::program::{Costs, OpId, Pipe};
use crate::timing::stream::Stream;
use crate::timing::timeline::Stall;

/// One execution of an instruction. Times are issue slots.
#[derive(Clone, Copy, Debug)]
pub(in crate::timing) struct Issued {
    pub op: OpId,
    pub wave: usize,
    /// Iterations of the wave that ended before it.
    pub iteration: usize,
    /// When the wave was done with the instruction before it.
    pub from: u32,
    /// The first slot in which the wave itself could issue it, regardless of the units.
    pub ready: u32,
    /// When it issued.
    pub at: u32,
    /// When the wave could go on; at a barrier, once the others are there.
    pub next: u32,
    /// When its unit began to work on it, could take the next instruction, and had the result.
    pub work: Work,
    /// The instruction whose result it waited for longest; [`NO_OP`](crate::timing::program::NO_OP) for none.
    pub cause: OpId,
    /// Why its unit did not take it, if it did not.
    pub unit: Stall,
}

/// What a unit does with an instruction, in issue slots.
#[derive(Clone, Copy, Debug)]
pub(in crate::timing) struct Work {
    pub start: u32,
    pub busy: u32,
    pub done: u32,
}

/// An instruction that is about to issue.
#[derive(Clone, Copy)]
pub(super) struct Waiting {
    pub op: OpId,
    pub plan: IssuePlan,
    pub from: u32,
    pub at: u32,
    unit: Stall,
}

/// Who issues an instruction.
#[derive(Clone, Copy)]
pub(super) struct Issuer {
    pub wave: usize,
    pub iteration: usize,
    /// The slot in which the wave may issue again.
    pub next: u32,
}

impl Waiting {
    pub fn new<S: Stream>(
        simulation: Simulation<'_, S>,
        wave: &Wave,
        shared: &SharedUnits,
        op: OpId,
        plan: IssuePlan,
        at: u32,
    ) -> Waiting {
        Waiting {
            op,
            plan,
            from: wave.now,
            at,
            unit: unit_stall(
                shared,
                simulation.program.steps[op].pipe,
                op,
                simulation.costs,
            ),
        }
    }

    /// After it has issued.
    pub fn issued<S: Stream>(
        self,
        simulation: Simulation<'_, S>,
        shared: &SharedUnits,
        by: Issuer,
    ) -> Issued {
        let Issuer {
            wave,
            iteration,
            next,
        } = by;
        let pipe = simulation.program.steps[self.op].pipe;
        Issued {
            op: self.op,
            wave,
            iteration,
            from: self.from,
            ready: self.plan.ready,
            at: self.at,
            next,
            work: work(shared, pipe, self.op, self.at, simulation.costs),
            cause: self.plan.cause,
            unit: self.unit,
        }
    }
}

/// What keeps an instruction from being taken by its unit longest.
fn unit_stall(shared: &SharedUnits, pipe: Pipe, op: OpId, costs: &Costs) -> Stall {
    let queue = shared.queue_from(pipe, &costs.ops[op], costs);
    match pipe {
        Pipe::None => Stall::None,
        Pipe::Salu | Pipe::Smem => Stall::ScalarBusy,
        Pipe::Matrix if shared.matrix >= shared.valu.free() => Stall::MatrixBusy,
        Pipe::Valu | Pipe::Packed if shared.starts_slowly(pipe, &costs.ops[op]) => Stall::ValuStart,
        Pipe::Matrix | Pipe::Valu | Pipe::Packed => Stall::ValuBusy,
        Pipe::Lds if shared.lds.port > queue => Stall::PortBusy,
        Pipe::Vmem if shared.vmem.port > queue => Stall::PortBusy,
        Pipe::Lds => Stall::LdsFull,
        Pipe::Vmem => Stall::VmemFull,
    }
}

fn work(shared: &SharedUnits, pipe: Pipe, op: OpId, at: u32, costs: &Costs) -> Work {
    let cost = &costs.ops[op];
    let served = match pipe {
        Pipe::Lds => Some(&shared.lds.server),
        Pipe::Vmem => Some(&shared.vmem.server),
        _ => None,
    };
    match (pipe, served) {
        (_, Some(server)) => Work {
            start: server.free.saturating_sub(cost.busy),
            busy: server.free,
            done: server.last_return,
        },
        (Pipe::None, _) => Work {
            start: at,
            busy: at,
            done: at,
        },
        _ => Work {
            start: at,
            busy: at + cost.busy,
            done: at + cost.result,
        },
    }
}

impl<S: Stream> Simulation<'_, S> {
    /// Runs `iterations` more iterations of one wave alone, and hands out what it issues.
    pub(in crate::timing) fn watch(self, mut state: SimState, iterations: usize) -> Vec<Issued> {
        let mut all = Vec::with_capacity(self.order.len() * iterations);
        for iteration in 0..iterations {
            for &op in self.order {
                let plan = state.wave.plan(self.program, op);
                let cost = &self.costs.ops[op];
                let pipe = self.program.steps[op].pipe;
                let accepts = state.shared.accepts(pipe, cost, self.costs);
                let at = plan.ready.max(accepts);
                let waiting = Waiting::new(self, &state.wave, &state.shared, op, plan, at);
                state.step(self.program, self.costs, op);
                let by = Issuer {
                    wave: 0,
                    iteration,
                    next: state.wave.now,
                };
                all.push(waiting.issued(self, &state.shared, by));
            }
        }
        all
    }
}
