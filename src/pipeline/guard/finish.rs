//! Functions finished on copies: as they will be in the end, with their waits and nops.

use crate::gpu::Unit;
use crate::hazard::{self, Facts};
use crate::machine::{BlockId, Function, InstFlags, InstId};
use crate::pipeline::{metrics, peephole};
use crate::schedule::TraceReport;
use crate::timing::Trace;
use crate::waitcnt;

/// A function with its waits and nops.
pub(super) struct FinishedCopy {
    pub function: Function,
    /// By block: `s_waitcnt` instructions, wait states of `s_nop`.
    blocks: Vec<(u32, u32)>,
}

impl FinishedCopy {
    /// Finishes a copy. `None` when no waits can be placed.
    pub fn of(
        mut function: Function,
        facts: &Facts,
        policy: waitcnt::Policy,
    ) -> Option<FinishedCopy> {
        waitcnt::place_at_once(&mut function, policy).ok()?;
        waitcnt::drop_requests(&mut function);
        let unpacked = peephole::unpack(&mut function);
        let own = unpacked.then(|| facts.extended(&function));
        hazard::place_by(&mut function, own.as_ref().unwrap_or(facts));
        let count = |order: &Vec<InstId>| {
            let mut sum = (0, 0);
            for &inst in order {
                match function.info(inst).unit {
                    Unit::Wait => sum.0 += 1,
                    Unit::Nop => sum.1 += metrics::nop_wait_states(&function, inst),
                    _ => {}
                }
            }
            sum
        };
        Some(FinishedCopy {
            blocks: function.blocks().iter().map(|b| count(&b.order)).collect(),
            function,
        })
    }

    /// Waits and wait states of the function.
    pub fn total(&self) -> (u32, u32) {
        let sum = |(w, n): (u32, u32), b: &(u32, u32)| (w + b.0, n + b.1);
        self.blocks.iter().fold((0, 0), sum)
    }

    /// Waits and wait states of a trace above those of `other`.
    pub fn excess(&self, other: &FinishedCopy, trace: &TraceReport) -> u32 {
        let blocks = trace.trace.blocks.iter().map(|b| b.index());
        let (mut waits, mut nops) = (0i64, 0i64);
        for (now, was) in blocks.map(|b| (self.blocks[b], other.blocks[b])) {
            waits += i64::from(now.0) - i64::from(was.0);
            nops += i64::from(now.1) - i64::from(was.1);
        }
        (waits.max(0) + nops.max(0)) as u32
    }

    /// Whether a block has the same instructions in both.
    fn has_same(&self, other: &FinishedCopy, block: BlockId) -> bool {
        let same = |(&a, &b): (&InstId, &InstId)| {
            let inserted = |f: &Function, i| f.flags(i).has(InstFlags::INSERTED);
            match (inserted(&self.function, a), inserted(&other.function, b)) {
                (false, false) => a == b,
                (true, true) => {
                    self.function.opcode(a).name == other.function.opcode(b).name
                        && self.function.operands(a) == other.function.operands(b)
                }
                _ => false,
            }
        };
        let orders = [self, other].map(|f| &f.function.block(block).order);
        orders[0].len() == orders[1].len() && orders[0].iter().zip(orders[1]).all(same)
    }

    /// The traces that differ from `other`'s, or begin where one leaves off that does.
    pub fn changed(&self, other: &FinishedCopy, traces: &[Trace]) -> Vec<bool> {
        let mut differs = vec![false; self.blocks.len()];
        let mut changed = Vec::with_capacity(traces.len());
        for trace in traces {
            let first = self.function.block(trace.blocks[0]);
            let handed = !trace.is_loop() && first.predecessors.iter().any(|b| differs[b.index()]);
            let new = handed || trace.blocks.iter().any(|&b| !self.has_same(other, b));
            for block in &trace.blocks {
                differs[block.index()] = new;
            }
            changed.push(new);
        }
        changed
    }
}
