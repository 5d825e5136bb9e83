//! A trace as it would be with an unlimited number of registers.

use super::{AtomId, NO_OP, OpId, Program};
use crate::machine::index::TypedVec;

impl Program {
    /// The same trace with a register of its own for every value but the last that an iteration
    /// leaves in each register, which is where the next iteration looks for it. A write under a mask
    /// counts as a write of the whole register, so the result shows what register reuse costs; it is
    /// not a correct program.
    pub fn without_register_reuse(&self) -> Program {
        let mut renamed = self.clone();
        let mut last_def: TypedVec<AtomId, OpId> = TypedVec::from_elem(NO_OP, self.atom_count());
        for (op, step) in self.steps.iter_enumerated() {
            for &atom in self.touched(step).1 {
                last_def[atom] = op;
            }
        }
        // The atom that holds the present value of each of the program's atoms.
        let mut current: TypedVec<AtomId, AtomId> = self.atom_ids().collect();
        for (op, step) in self.steps.iter_enumerated() {
            let count = renamed.atom_count();
            let (uses, defs) = self.touched(step);
            let (new_uses, new_defs) = renamed.touched_mut(step);
            for (&atom, new) in uses.iter().zip(new_uses) {
                *new = current[atom];
            }
            let mut fresh = 0;
            for (&atom, new) in defs.iter().zip(new_defs) {
                let is_last = last_def[atom] == op;
                // Should the numbers of atoms run out, a register stays what it is.
                let next = u16::try_from(count + fresh).ok().filter(|_| !is_last);
                let next = next.map(AtomId);
                fresh += usize::from(next.is_some());
                *new = next.unwrap_or(atom);
                current[atom] = *new;
            }
            renamed.add_atoms(fresh);
        }
        renamed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gpu::WaitStates;
    use crate::machine::{InstId, text};
    use crate::timing::Trace;
    use crate::timing::tests::looped;

    #[test]
    fn the_last_value_of_an_iteration_keeps_its_register() {
        let function = text::parse(&looped("v1")).expect("valid text");
        let needs = |_: InstId, _: InstId| WaitStates(0);
        let trace = Trace::all(&function).remove(0);
        let program = Program::compile(&function, &trace, &needs);
        let renamed = program.without_register_reuse();
        let of = |program: &Program, op: usize| {
            let (uses, defs) = program.touched(&program.steps[OpId::new(op)]);
            (uses.to_vec(), defs.to_vec())
        };
        let fresh = vec![AtomId::new(program.atom_count())];
        assert_eq!(of(&renamed, 0).1, fresh);
        assert_eq!(of(&renamed, 1).0, fresh);
        assert_eq!(
            (of(&renamed, 2), of(&renamed, 3)),
            (of(&program, 2), of(&program, 3))
        );
    }
}
