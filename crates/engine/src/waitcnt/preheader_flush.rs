//! LLVM's flush of vector memory before a loop (`SIInsertWaitcnts`, `isPreheaderToFlush`).

use super::abstract_state::AbstractState;
use super::dataflow::Input;
use super::{events, loops};
use crate::gpu::{Counter, Unit, VmemKind};
use crate::machine::{BlockId, Function, InstFlags, InstId, Reg, VECTOR_REGS};

/// Whether to wait for all vector memory at the end of `block` because a loop begins after it.
/// LLVM does so when the loop reads a register that was loaded before it, and issues vector memory
/// of its own (loads of other registers, or only stores): without the flush the first such read
/// would wait in every iteration, for the loop's own accesses too.
pub(super) fn is_flushed<S: AbstractState>(input: &Input<'_>, block: BlockId, state: &S) -> bool {
    let function = input.function;
    let Some(body) = loops::loop_after(function, block) else {
        return false;
    };
    let (mut accesses, mut uses_loaded) = (false, false);
    let mut used = VectorSet::new();
    let mut loaded = VectorSet::new();
    for &inst in body.iter().flat_map(|&b| &function.block(b).order) {
        // LLVM looks at whole bundles here and so does not see the memory accesses in them.
        let flags = function.flags(inst);
        if flags.has(InstFlags::IN_BUNDLE) || function.opcode(inst).name.starts_with("DBG_") {
            continue;
        }
        let is_vmem = is_vmem(function, inst, input.facts.opcode(function, inst).unit);
        let is_load = is_vmem && flags.has(InstFlags::MAY_LOAD);
        accesses |= is_load || is_vmem && flags.has(InstFlags::MAY_STORE);
        for operand in function.operands(inst) {
            let regs = operand.reg().into_iter().flat_map(|r| r.regs());
            for reg in regs.filter(|reg| reg.is_vector()) {
                if operand.is_use() {
                    used.insert(reg);
                    uses_loaded |= state.count_for(reg.index(), Counter::Vm).is_some();
                } else if is_load {
                    loaded.insert(reg);
                }
            }
        }
    }
    uses_loaded && accesses && !used.overlaps(&loaded)
}

/// Whether the instruction may access memory other than LDS through the vector-memory path.
fn is_vmem(function: &Function, inst: InstId, unit: Unit) -> bool {
    match unit {
        Unit::Vmem(VmemKind::Flat | VmemKind::Global | VmemKind::Scratch) => {
            events::flat_may_access_memory(function, inst)
        }
        Unit::Vmem(_) => true,
        _ => false,
    }
}

/// A set of vector registers.
struct VectorSet([u64; 2 * VECTOR_REGS as usize / 64]);

impl VectorSet {
    fn new() -> VectorSet {
        VectorSet([0; 2 * VECTOR_REGS as usize / 64])
    }
    fn insert(&mut self, reg: Reg) {
        let slot = reg.index();
        self.0[slot / 64] |= 1 << (slot % 64);
    }
    fn overlaps(&self, other: &VectorSet) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }
}
