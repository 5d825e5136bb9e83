//! The units that the waves of a SIMD share.

use super::model::{MAX_QUEUE, OpCost};
use super::program::{Costs, Pipe};

/// A memory pipeline: serves its queue in order, and returns in order.
#[derive(Clone, Debug)]
pub(crate) struct Server {
    pub free: u32,
    pub last_return: u32,
    pub count: usize,
    pub starts: [u32; MAX_QUEUE],
}

impl Server {
    pub fn new() -> Server {
        Server {
            free: 0,
            last_return: 0,
            count: 0,
            starts: [0; MAX_QUEUE],
        }
    }
    /// The slot from which a queue of that depth has room.
    pub fn room(&self, depth: usize) -> u32 {
        if self.count < depth {
            return 0;
        }
        self.starts[(self.count - depth) % MAX_QUEUE]
    }
    /// Queues an instruction; returns when its result is there.
    pub fn serve(&mut self, at: u32, cost: &OpCost) -> u32 {
        let start = at.max(self.free);
        self.starts[self.count % MAX_QUEUE] = start;
        self.count += 1;
        self.free = start + cost.busy;
        self.last_return = self.last_return.max(start + cost.result);
        self.last_return
    }
}

/// The units of a SIMD, and the slot from which each is free.
#[derive(Clone, Debug)]
pub(crate) struct Shared {
    pub salu: u32,
    pub valu: u32,
    pub matrix: u32,
    pub smem: u32,
    pub lds: Server,
    pub vmem: Server,
}

impl Shared {
    pub fn new() -> Shared {
        Shared {
            salu: 0,
            valu: 0,
            matrix: 0,
            smem: 0,
            lds: Server::new(),
            vmem: Server::new(),
        }
    }
    /// The slot from which the unit takes another instruction.
    #[inline(always)]
    pub fn accepts(&self, pipe: Pipe, costs: &Costs) -> u32 {
        match pipe {
            Pipe::Lds => self.lds.room(costs.lds_queue),
            Pipe::Vmem => self.vmem.room(costs.vmem_queue),
            _ => self.free(pipe),
        }
    }
    /// The same of every unit.
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
    /// Issues to the unit; returns the slot of the result.
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
            Pipe::Lds => return self.lds.serve(at, cost),
            Pipe::Vmem => return self.vmem.serve(at, cost),
        }
        at + cost.result
    }
}
