//! The end of a function: as it will be with its waits and nops. The one place that knows what comes after the order.
//!
//! Copies are finished to be timed. They get their waits in one walk, without the moves of waits to loop entries that the
//! final placement may make: it makes them only where the function does not take longer for it.

use crate::gpu::Unit;
use crate::hazard::{self, Facts};
use crate::machine::{BlockId, Function, InstFlags, InstId};
use crate::peephole;
use crate::schedule::Overhead;
use crate::timing::Trace;
use crate::waitcnt;

/// What comes after our stages.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Followed {
    /// The rest of LLVM's passes: its last peephole takes packed instructions apart, and its hazard recogniser adds
    /// what it takes for needed.
    #[default]
    ByLlvm,
    /// Nothing: the function is what will run.
    ByNothing,
}

/// What LLVM would make of a function that is handed to stage 1: its order, with the waits and nops that LLVM would
/// place. `None` when no waits can be placed.
pub fn finished_as_llvm(function: &Function, followed: Followed) -> Option<Function> {
    let mut function = function.clone();
    waitcnt::anchor(&mut function);
    let facts = Facts::of_llvm(&function);
    FinishedCopy::of(function, &facts, waitcnt::Policy::Llvm, followed).map(|copy| copy.function)
}

/// Adds the nops that LLVM's recogniser, which runs after us, takes for needed around assembly that it does not see
/// into.
pub(crate) fn add_llvms_nops(function: &mut Function, facts: &Facts) {
    if let Some(behind) = facts.behind() {
        let behind = behind.extended(function);
        hazard::place_by(function, &behind);
    }
}

/// A function with its waits and nops.
pub(crate) struct FinishedCopy {
    pub function: Function,
    /// By block.
    overheads: Vec<Overhead>,
}

impl FinishedCopy {
    /// Finishes a copy. `None` when no waits can be placed.
    pub fn of(
        mut function: Function,
        facts: &Facts,
        policy: waitcnt::Policy,
        followed: Followed,
    ) -> Option<FinishedCopy> {
        waitcnt::place_at_once(&mut function, policy).ok()?;
        waitcnt::drop_requests(&mut function);
        let unpacked = followed == Followed::ByLlvm && peephole::unpack(&mut function);
        let own = unpacked.then(|| facts.extended(&function));
        let facts = own.as_ref().unwrap_or(facts);
        hazard::place_by(&mut function, facts);
        if followed == Followed::ByLlvm {
            add_llvms_nops(&mut function, facts);
        }
        let overheads = function.blocks().iter().map(|block| {
            let mut sum = Overhead::default();
            for &inst in &block.order {
                match function.info(inst).unit {
                    Unit::Wait => sum.waits += 1,
                    Unit::Nop => sum.nops += function.nop_wait_states(inst),
                    _ => {}
                }
            }
            sum
        });
        Some(FinishedCopy {
            overheads: overheads.collect(),
            function,
        })
    }

    /// Waits and wait states of the function.
    pub fn total(&self) -> Overhead {
        self.overheads.iter().copied().sum()
    }

    /// Waits and wait states of a trace.
    pub fn overhead(&self, trace: &Trace) -> Overhead {
        let blocks = trace.blocks.iter();
        blocks.map(|block| self.overheads[block.index()]).sum()
    }

    /// Waits and wait states of a trace above those of `other`.
    pub fn excess(&self, other: &FinishedCopy, trace: &Trace) -> u32 {
        self.overhead(trace).excess_over(other.overhead(trace))
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

    /// The traces that differ from `other`'s, or begin where one that does leaves off.
    pub fn changed(&self, other: &FinishedCopy, traces: &[Trace]) -> Vec<bool> {
        let mut differs = vec![false; self.overheads.len()];
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
