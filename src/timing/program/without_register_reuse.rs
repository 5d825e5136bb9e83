//! A trace as it would be with an unlimited number of registers.

use super::{AtomId, NO_OP, OpId, Program};
use crate::machine::index::TypedVec;

impl Program {
    /// The same trace with a register of its own for every value but the last that an iteration
    /// leaves in each register, which is where the next iteration looks for it. A write under a mask
    /// counts as a write of the whole register, so the result shows what register reuse costs; it is
    /// not a correct program.
    pub(crate) fn without_register_reuse(&self) -> Program {
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

    /// Two loads through one register, each with a user.
    fn looped(second: &str) -> String {
        format!(
            "cdna-flat 1
function \"t\"
gpu gfx942
block 0 frequency=64 depth=1 loop=0 successors=0,1
  DS_READ_B32_gfx9 def v1, v0, #0, #0 | load | read space=3 bytes=4
  V_ADD_F32_e32 def v2, v1, v1
  DS_READ_B32_gfx9 def {second}, v0, #4, #0 | load | read space=3 bytes=4
  V_ADD_F32_e32 def v3, {second}, {second}
  S_CBRANCH_SCC1 bb.0, imp scc | term branch boundary
block 1 frequency=1 depth=0
  S_ENDPGM #0 | return term noreturn boundary
edge 0 1 true 1
edge 2 3 true 1
"
        )
    }

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
