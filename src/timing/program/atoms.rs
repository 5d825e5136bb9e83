//! Registers as atoms.

use smallvec::SmallVec;

use super::{Program, Span, Step};
use crate::gpu::Unit;
use crate::machine::{Function, InstId, OperandFlags, Reg};

impl<S> Program<S> {
    /// Splits the register file at every end of an operand of the trace.
    pub(super) fn split_registers(&mut self, function: &Function) {
        let mut cut = vec![false; Reg::COUNT + 1];
        cut[0] = true;
        for op in &self.ops {
            for range in function.operands(op.inst).iter().filter_map(|o| o.reg()) {
                cut[range.first().index()] = true;
                cut[range.first().index() + usize::from(range.len())] = true;
            }
        }
        cut[Reg::COUNT] = true;
        let slots = cut.iter().enumerate();
        self.bounds = slots
            .filter_map(|(slot, &cut)| cut.then_some(slot as u16))
            .collect();
    }

    /// Makes the steps: which atoms each instruction reads and writes.
    pub(super) fn bind_registers(&mut self, function: &Function) {
        let mut atom_at = vec![0u16; Reg::COUNT];
        for atom in 0..self.atom_count() {
            atom_at[self.atom_slots(atom)].fill(atom as u16);
        }
        let touched = |inst: InstId, def: bool| touched_atoms(function, inst, def, &atom_at);
        let defs = self.ops.iter().map(|op| touched(op.inst, true));
        let defs: Vec<_> = defs.collect();
        let mut matters: Vec<bool> = (0..self.atom_count()).map(|a| self.may_arrive(a)).collect();
        for &atom in defs.iter().flatten() {
            matters[usize::from(atom)] = true;
        }
        for (op, defs) in self.ops.iter().zip(defs) {
            let first = self.atoms.len();
            let uses = touched(op.inst, false);
            let uses = uses.iter().filter(|&&a| matters[usize::from(a)]);
            self.atoms.extend(uses);
            self.steps.push(Step {
                touched: first as u32,
                uses: (self.atoms.len() - first) as u16,
                defs: defs.len() as u16,
                hazards: Span::default(),
                states: op.states,
                pipe: op.pipe,
                is_plain: op.is_plain(),
            });
            self.atoms.extend_from_slice(&defs);
        }
    }

    /// Whether a use of an atom that the trace does not write may have to wait. In a loop nothing but
    /// its own instructions is outstanding; elsewhere only vector and scalar registers can be.
    fn may_arrive(&self, atom: usize) -> bool {
        let first = Reg::from_index(self.atom_slots(atom).start);
        let is_general = first.is_some_and(|r| r.is_vector() || (r.is_scalar() && !r.is_vcc()));
        is_general && !self.is_loop
    }

    /// Adds atoms that stand for no register of the GPU.
    pub(super) fn add_atoms(&mut self, count: usize) {
        let end = self.bounds.last().copied().unwrap_or(0);
        self.bounds.extend(std::iter::repeat_n(end, count));
    }
}

/// The atoms that an instruction reads, or those that it writes, without repetitions. `atom_at`
/// holds the atom of each register slot.
fn touched_atoms(
    function: &Function,
    inst: InstId,
    def: bool,
    atom_at: &[u16],
) -> SmallVec<[u16; 16]> {
    let mut atoms = SmallVec::new();
    let is_memory = matches!(function.info(inst).unit, Unit::Lds | Unit::Vmem(_));
    for operand in function.operands(inst) {
        let Some(range) = operand.reg() else { continue };
        // Implicit vector operands of a memory access (of a reload from scratch, for one) say how
        // long whole tuples live, not what it reads and writes.
        let is_liveness = is_memory && !operand.is_explicit() && range.first().is_vector();
        let undef = operand.flags.has(OperandFlags::UNDEF);
        if operand.is_def() != def || undef || is_liveness {
            continue;
        }
        let (first, len) = (range.first().index(), usize::from(range.len()));
        atoms.extend(atom_at[first]..=atom_at[first + len - 1]);
    }
    atoms.sort_unstable();
    atoms.dedup();
    atoms
}
