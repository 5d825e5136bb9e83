//! What whoever reads machine code says of a function, beside what stands in it.

use super::directives::is_hint;
use super::{AddressSpace, AliasFact, AliasRelation, Function, InstFlags, InstId, OperandFlags};
use crate::gpu::OpTraits;

impl Function {
    /// Takes every access to LDS for distinct from what loads straight into LDS write: whoever wrote the function
    /// waits where they meet.
    pub fn trust_lds_waits(&mut self) {
        const ACCESS: u32 = 1;
        const LOAD: u32 = 2;
        for inst in self.insts.indices() {
            let loads = self.info(inst).has(OpTraits::LDS_DMA);
            let range = self.insts[inst].accesses.clone();
            for access in &mut self.accesses[range.start as usize..range.end as usize] {
                if access.space == AddressSpace::LOCAL || access.space == AddressSpace::FLAT {
                    access.alias_group = if loads { LOAD } else { ACCESS };
                }
            }
        }
        self.aliases.add(AliasFact {
            access: ACCESS,
            load: LOAD,
            relation: AliasRelation::Distinct,
        });
    }
    /// Marks a result as never read.
    pub fn mark_dead(&mut self, inst: InstId, operand: usize) {
        let range = self.insts[inst].operands.clone();
        let operand = &mut self.operands[range.start as usize..range.end as usize][operand];
        operand.flags = operand.flags | OperandFlags::DEAD;
    }
    /// Adds flags to an instruction.
    pub fn add_flags(&mut self, inst: InstId, added: InstFlags) {
        let flags = &mut self.insts[inst].flags;
        *flags = *flags | added;
    }
    /// Takes from hints about order that they end a region and have effects that others keep their side of: the user says to
    /// look past them.
    pub fn cross_hints(&mut self) {
        let hints: Vec<InstId> = self
            .insts
            .indices()
            .filter(|&id| is_hint(self, id))
            .collect();
        let held = InstFlags::BOUNDARY | InstFlags::SIDE_EFFECTS;
        for id in hints {
            let flags = &mut self.insts[id].flags;
            *flags = InstFlags(flags.0 & !held.0);
        }
    }
}
