//! Hazards as pairs of instructions.

use smallvec::SmallVec;

use super::{AtomId, NO_OP, OpId, Program, Span};
use crate::machine::Reg;
use crate::machine::index::TypedVec;
use crate::timing::hazard_oracle::HazardOracle;

/// Wait states that must lie between an instruction and the one that owns the list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hazard {
    pub producer: OpId,
    /// Number of wait states.
    pub need: u32,
}

impl Program {
    /// Asks the oracle about all pairs of instructions that share a register.
    pub(super) fn find_hazards(&mut self, needs: &dyn HazardOracle) {
        let pairs = self.related_pairs(needs);
        let mut at = 0;
        for consumer in self.ops.indices() {
            let start = self.hazards.len();
            while let Some(&(_, producer)) = pairs.get(at).filter(|p| p.0 == consumer) {
                at += 1;
                let inst = |op: OpId| self.ops[op].inst;
                let need = needs.between(inst(producer), inst(consumer)).0;
                if need > 0 {
                    self.hazards.push(Hazard { producer, need });
                }
            }
            self.steps[consumer].hazards = Span {
                start: start as u32,
                len: (self.hazards.len() - start) as u32,
            };
        }
    }

    /// Pairs of a consumer and a producer, sorted, in which the consumer touches a register that the
    /// producer was the last to write, or writes a vector register that the producer has read since
    /// it was last written. Of a loop, also from one iteration to the next.
    fn related_pairs(&self, needs: &dyn HazardOracle) -> Vec<(OpId, OpId)> {
        let ops = self.ops.iter();
        let produces: TypedVec<OpId, bool> = ops.map(|op| needs.is_producer(op.inst)).collect();
        let mut writer: TypedVec<AtomId, OpId> = TypedVec::from_elem(NO_OP, self.atom_count());
        let mut readers: TypedVec<AtomId, SmallVec<[OpId; 4]>> =
            TypedVec::from_elem(SmallVec::new(), self.atom_count());
        let mut pairs: Vec<(OpId, OpId)> = Vec::new();
        let iterations = if self.is_loop { 2 } else { 1 };
        for consumer in (0..iterations).flat_map(|_| self.ops.indices()) {
            let (uses, defs) = self.touched(&self.steps[consumer]);
            for &atom in uses.iter().chain(defs) {
                let producer = writer[atom];
                if producer != NO_OP {
                    pairs.push((consumer, producer));
                }
            }
            for &atom in defs {
                let earlier = std::mem::take(&mut readers[atom]);
                pairs.extend(earlier.into_iter().map(|producer| (consumer, producer)));
                writer[atom] = if produces[consumer] { consumer } else { NO_OP };
            }
            if produces[consumer] {
                for &atom in uses {
                    let slot = self.atom_slots(atom).start;
                    if Reg::from_index(slot).is_some_and(Reg::is_vector) {
                        readers[atom].push(consumer);
                    }
                }
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        pairs
    }
}
