//! What each resource needs for an iteration.

use super::{Binding, Bound};
use crate::timing::model::{OpCost, Pairing};
use crate::timing::program::{Costs, Op, Pipe, Program};
use crate::timing::simulator::Period;
use crate::timing::stream::Stream;

/// A port through which instructions of all waves issue to a unit.
#[derive(Clone, Copy, Default, Debug)]
struct Port {
    /// It is held by them, ...
    held: u32,
    /// ... and closed for the starts of others: by their first slots, and by matrix instructions that issued before.
    closed: u32,
}

impl Port {
    fn add(&mut self, cost: &OpCost) {
        self.held += cost.issue;
        self.closed += 1;
    }
    fn slots(self) -> u32 {
        self.held.max(self.closed)
    }
}

/// What one iteration asks of the wave that runs it and of the units of its SIMD, in slots.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Resources {
    /// Slots in which the wave issues.
    issue: u32,
    matrix: u32,
    /// Packed instructions where they keep apart from matrix instructions, and the gap between the two.
    packed: u32,
    gap: u32,
    valu: u32,
    /// Of those the ones of instructions that may share their slots with one of another wave.
    in_pairs: u32,
    salu: u32,
    smem: u32,
    /// The ports to LDS and to vector memory.
    lds_port: Port,
    vmem_port: Port,
    lds: u32,
    vmem: u32,
    fill: u32,
    /// Dwords per lane of loads times the slots for which they are in flight.
    in_flight: u32,
    /// The dwords for which there is space.
    dwords: Option<u32>,
}

impl Resources {
    /// Sums up an iteration.
    pub fn of<S: Stream>(program: &Program<S>, costs: &Costs) -> Resources {
        let mut sums = Resources {
            dwords: costs.limits.vmem_dwords.map(|dwords| dwords as u32),
            ..Resources::default()
        };
        let is_apart = costs.limits.packed_gap.is_some();
        for (op, cost) in program.ops.iter().zip(&costs.ops) {
            sums.add(op, cost, is_apart);
        }
        if sums.matrix > 0 && sums.packed > 0 {
            sums.gap = costs.limits.packed_gap.unwrap_or(0);
        }
        sums
    }

    fn add(&mut self, op: &Op, cost: &OpCost, packed_is_apart: bool) {
        // Another order may need no wait and no nop.
        if op.is_filler {
            return;
        }
        self.issue += cost.issue;
        match op.pipe {
            Pipe::None => {}
            Pipe::Salu => self.salu += cost.busy,
            Pipe::Valu => {
                self.valu += cost.busy;
                self.in_pairs += u32::from(cost.pairing != Pairing::NEVER) * cost.busy;
            }
            Pipe::Packed => {
                self.valu += cost.busy;
                self.packed += if packed_is_apart { cost.busy } else { 0 };
            }
            Pipe::Matrix => {
                self.matrix += cost.busy;
                self.valu += cost.shadow;
                // A memory instruction of another wave may issue in the slot of the matrix instruction.
                let closed = cost.memory_shadow.saturating_sub(1);
                self.lds_port.closed += closed;
                self.vmem_port.closed += closed;
            }
            Pipe::Smem => self.smem += cost.busy,
            Pipe::Lds => {
                self.lds += cost.busy;
                self.lds_port.add(cost);
            }
            Pipe::Vmem => {
                self.vmem += cost.busy;
                // The first result of all takes its latency and no fill.
                self.fill += cost.fill.min(cost.result);
                self.in_flight += cost.places * cost.result;
                self.vmem_port.add(cost);
            }
        }
    }

    /// What the wave alone needs, whatever other waves do.
    pub fn of_wave(&self) -> Bound {
        Bound {
            period: Period::over(self.issue, 1),
            by: Binding::Issue,
        }
    }

    /// What the units need that all waves share, per iteration of one of so many waves.
    pub fn shared(&self, waves: u32) -> Bound {
        let whole = |slots: u32, by| Bound {
            period: Period::over(slots, 1),
            by,
        };
        // Every wave has packed instructions after matrix instructions in each iteration; those of all
        // waves may come together.
        let gap = Period::over(self.gap, waves.max(1)).0;
        let matrix_and_packed = Bound {
            period: Period(Period::over(self.matrix + self.packed, 1).0 + gap),
            by: Binding::MatrixPipeAndPackedF32,
        };
        let ports = self.lds_port.slots().max(self.vmem_port.slots());
        // A wave alone has no other to share a slot with.
        let saved = if waves > 1 { self.in_pairs / 2 } else { 0 };
        let in_flight = Bound {
            period: Period::over(self.in_flight, self.dwords.unwrap_or(u32::MAX)),
            by: Binding::LoadsInFlight,
        };
        [
            matrix_and_packed,
            whole(self.valu - saved, Binding::VectorAlu),
            whole(self.salu, Binding::ScalarAlu),
            whole(self.smem, Binding::ScalarMemory),
            whole(ports, Binding::MemoryPort),
            whole(self.lds, Binding::Lds),
            whole(self.vmem, Binding::VectorMemory),
            whole(self.fill, Binding::VectorMemoryFill),
            in_flight,
        ]
        .into_iter()
        .fold(whole(self.matrix, Binding::MatrixPipe), Bound::or_more)
    }
}
