//! The execution units that the waves of a SIMD share. Times are issue slots.

use crate::timing::model::{MAX_QUEUE, OpCost};
use crate::timing::program::{Costs, Pipe};

/// A memory unit: serves its queue in order, and returns in order.
#[derive(Clone, Debug)]
pub(crate) struct MemoryUnit {
    /// The slot from which it is free to serve another instruction.
    pub free: u32,
    /// The slot in which all queued instructions have returned.
    pub last_return: u32,
    /// Number of instructions queued so far.
    pub count: usize,
    /// The slots in which the last instructions were or will be served, by `count` modulo the size.
    pub starts: [u32; MAX_QUEUE],
}

impl MemoryUnit {
    pub fn new() -> MemoryUnit {
        MemoryUnit {
            free: 0,
            last_return: 0,
            count: 0,
            starts: [0; MAX_QUEUE],
        }
    }
    /// The slot from which a queue of `depth` instructions takes another one.
    pub fn accepts_from(&self, depth: usize) -> u32 {
        if self.count < depth {
            return 0;
        }
        self.starts[(self.count - depth) % MAX_QUEUE]
    }
    /// Queues an instruction in slot `at`; gives the slot of its result.
    pub fn serve(&mut self, at: u32, cost: &OpCost) -> u32 {
        let start = at.max(self.free);
        self.starts[self.count % MAX_QUEUE] = start;
        self.count += 1;
        self.free = start + cost.busy;
        self.last_return = self.last_return.max(start + cost.result);
        self.last_return
    }
    /// The same unit with times counted from slot `now`.
    pub fn rebased(&self, now: u32) -> MemoryUnit {
        MemoryUnit {
            free: self.free.saturating_sub(now),
            last_return: self.last_return.saturating_sub(now),
            count: self.count,
            starts: self.starts.map(|at| at.saturating_sub(now)),
        }
    }
}

/// The units of a SIMD. Plain numbers are the slots from which units are free.
#[derive(Clone, Debug)]
pub(crate) struct SharedUnits {
    pub salu: u32,
    pub valu: u32,
    pub matrix: u32,
    pub smem: u32,
    /// The port through which instructions of LDS and of vector memory issue.
    pub memory_port: u32,
    pub lds: MemoryUnit,
    pub vmem: MemoryUnit,
}

impl SharedUnits {
    pub fn new() -> SharedUnits {
        SharedUnits {
            salu: 0,
            valu: 0,
            matrix: 0,
            smem: 0,
            memory_port: 0,
            lds: MemoryUnit::new(),
            vmem: MemoryUnit::new(),
        }
    }
    /// The slot from which an instruction can issue to a unit, into its queue if it has one.
    #[inline(always)]
    pub fn accepts(&self, pipe: Pipe, costs: &Costs) -> u32 {
        match pipe {
            Pipe::Lds => self.memory_port.max(self.lds.accepts_from(costs.lds_queue)),
            Pipe::Vmem => self
                .memory_port
                .max(self.vmem.accepts_from(costs.vmem_queue)),
            _ => self.free(pipe),
        }
    }
    /// [`accepts`](Self::accepts) of every unit, in the order of [`Pipe::ALL`].
    pub fn accept_all(&self, costs: &Costs) -> [u32; Pipe::ALL.len()] {
        Pipe::ALL.map(|pipe| self.accepts(pipe, costs))
    }
    /// The slot from which a unit is free to execute.
    #[inline(always)]
    pub fn free(&self, pipe: Pipe) -> u32 {
        match pipe {
            Pipe::None => 0,
            Pipe::Salu => self.salu,
            Pipe::Valu => self.valu,
            Pipe::Matrix => self.matrix.max(self.valu),
            Pipe::Smem => self.smem,
            Pipe::Lds => self.lds.free,
            Pipe::Vmem => self.vmem.free,
        }
    }
    /// Issues to a unit in slot `at`; gives the slot of the result.
    #[inline(always)]
    pub fn issue(&mut self, pipe: Pipe, at: u32, cost: &OpCost) -> u32 {
        match pipe {
            Pipe::None => {}
            Pipe::Salu => self.salu = at + cost.busy,
            Pipe::Valu => self.valu = at + cost.busy,
            Pipe::Matrix => {
                self.matrix = at + cost.busy;
                self.valu = at + cost.shadow;
            }
            Pipe::Smem => self.smem = at + cost.busy,
            Pipe::Lds => {
                self.memory_port = at + cost.issue;
                return self.lds.serve(at, cost);
            }
            Pipe::Vmem => {
                self.memory_port = at + cost.issue;
                return self.vmem.serve(at, cost);
            }
        }
        at + cost.result
    }
    /// The same units with times counted from slot `now`.
    pub fn rebased(&self, now: u32) -> SharedUnits {
        SharedUnits {
            salu: self.salu.saturating_sub(now),
            valu: self.valu.saturating_sub(now),
            matrix: self.matrix.saturating_sub(now),
            smem: self.smem.saturating_sub(now),
            memory_port: self.memory_port.saturating_sub(now),
            lds: self.lds.rebased(now),
            vmem: self.vmem.rebased(now),
        }
    }
}
