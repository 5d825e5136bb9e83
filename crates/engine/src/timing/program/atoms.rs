//! Registers as atoms.

use std::collections::BTreeMap;
use std::ops::Range;

use smallvec::SmallVec;

use super::{AtomId, Fetch, Program, Span, Step};
use crate::gpu::Unit;
use crate::machine::index::TypedVec;
use crate::machine::{Function, InstId, OperandFlags, Reg};
use crate::timing::model::Gate;

impl<S> Program<S> {
    /// Splits the register file at every end of an operand of the trace that names no value with registers of its own.
    pub(super) fn split_registers(&mut self, function: &Function, own: &OwnRegisters<'_>) {
        let mut cut = vec![false; Reg::COUNT + 1];
        cut[0] = true;
        for op in &self.ops {
            let operands = function.operands(op.inst).iter().enumerate();
            let named = operands.filter(|&(at, _)| own(op.inst, at).is_none());
            for range in named.filter_map(|(_, o)| o.reg()) {
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

    /// Makes the steps: which atoms each instruction reads and writes. `own`: the value that an operand names, if that has
    /// registers of its own.
    pub(super) fn bind_registers(&mut self, function: &Function, own: &OwnRegisters<'_>) {
        let mut atom_at = vec![AtomId(0); Reg::COUNT];
        for atom in self.atom_ids() {
            atom_at[self.atom_slots(atom)].fill(atom);
        }
        let (atoms, count) = own_atoms(function, self.ops.iter().map(|op| op.inst), own);
        let names = Names {
            own,
            atom_at,
            first: self.atom_count(),
            atoms,
        };
        let touched = |inst: InstId, def: bool| touched_atoms(function, inst, def, &names);
        let mut uses = Vec::with_capacity(self.ops.len());
        let mut defs = Vec::with_capacity(self.ops.len());
        for op in &self.ops {
            uses.push(touched(op.inst, false));
            defs.push(touched(op.inst, true));
        }
        self.add_atoms(count);
        // Only registers that are written here, or may still be on their way, can hold up a use.
        let arrive = self.atom_ids().map(|atom| self.may_arrive(atom));
        let mut matters: TypedVec<AtomId, bool> = arrive.collect();
        for &atom in defs.iter().flatten() {
            matters[atom] = true;
        }
        for ((op, uses), defs) in self.ops.iter().zip(uses).zip(defs) {
            let first = self.atoms.len();
            let uses = uses.iter().filter(|&&a| matters[a]);
            self.atoms.extend(uses);
            self.steps.push(Step {
                touched: first as u32,
                uses: (self.atoms.len() - first) as u16,
                defs: defs.len() as u16,
                hazards: Span::default(),
                wait_states: op.wait_states,
                pipe: op.pipe,
                gate: Gate::of(function, op.inst),
                fetch: Fetch::Unknown,
                is_plain: op.is_plain(),
                is_filler: op.is_filler,
                is_signal: op.is_barrier || op.priority.is_some(),
            });
            self.atoms.extend_from_slice(&defs);
        }
    }

    /// Whether a use of an atom that the trace does not write may have to wait. In a loop nothing but
    /// its own instructions is outstanding; elsewhere only vector and scalar registers can be.
    fn may_arrive(&self, atom: AtomId) -> bool {
        let first = Reg::from_index(self.atom_slots(atom).start);
        let is_general = first.is_some_and(|r| r.is_vector() || (r.is_scalar() && !r.is_vcc()));
        is_general && !self.is_loop
    }

    /// All atoms.
    pub(super) fn atom_ids(&self) -> impl Iterator<Item = AtomId> + use<S> {
        (0..self.atom_count()).map(AtomId::new)
    }

    /// Adds atoms that are no registers of the GPU.
    pub(super) fn add_atoms(&mut self, count: usize) {
        let end = self.bounds.last().copied().unwrap_or(0);
        self.bounds.extend(std::iter::repeat_n(end, count));
    }
}

/// The value that an operand names, by instruction and index, if that has registers of its own.
pub(crate) type OwnRegisters<'a> = dyn Fn(InstId, usize) -> Option<u32> + 'a;

/// By value with registers of its own, and slot: a number, the same for slots of a value that the same operands touch; and how
/// many numbers there are.
fn own_atoms(
    function: &Function,
    insts: impl Iterator<Item = InstId>,
    own: &OwnRegisters<'_>,
) -> (BTreeMap<(u32, usize), usize>, usize) {
    // Operands that touch the slot, by instruction and index.
    let mut touched: BTreeMap<(u32, usize), Vec<(InstId, usize)>> = BTreeMap::new();
    for inst in insts {
        for (at, operand) in function.operands(inst).iter().enumerate() {
            let (Some(value), Some(range)) = (own(inst, at), operand.reg()) else {
                continue;
            };
            let first = range.first().index();
            for slot in first..first + usize::from(range.len()) {
                touched.entry((value, slot)).or_default().push((inst, at));
            }
        }
    }
    let mut known = BTreeMap::new();
    let atoms = touched.into_iter().map(|(slot, operands)| {
        let next = known.len();
        (slot, *known.entry(operands).or_insert(next))
    });
    let atoms = atoms.collect();
    (atoms, known.len())
}

/// The atoms that operands name.
struct Names<'a> {
    own: &'a OwnRegisters<'a>,
    /// By register slot.
    atom_at: Vec<AtomId>,
    /// The first atom that is no register of the GPU.
    first: usize,
    /// By value and slot, those from there on.
    atoms: BTreeMap<(u32, usize), usize>,
}

impl Names<'_> {
    fn add(&self, inst: InstId, operand: usize, slots: Range<usize>, to: &mut Atoms) {
        let Some(value) = (self.own)(inst, operand) else {
            to.extend_from_slice(&self.atom_at[slots]);
            return;
        };
        for slot in slots {
            let own = self.atoms.get(&(value, slot)).map(|at| self.first + at);
            // Should the numbers of atoms run out, a register stays what it is.
            let own = own.and_then(|own| u16::try_from(own).ok()).map(AtomId);
            to.push(own.unwrap_or(self.atom_at[slot]));
        }
    }
}

type Atoms = SmallVec<[AtomId; 16]>;

/// The atoms that an instruction reads, or those that it writes, without repetitions.
fn touched_atoms(function: &Function, inst: InstId, def: bool, names: &Names<'_>) -> Atoms {
    let mut atoms = Atoms::new();
    let is_memory = matches!(function.info(inst).unit, Unit::Lds | Unit::Vmem(_));
    for (at, operand) in function.operands(inst).iter().enumerate() {
        let Some(range) = operand.reg() else { continue };
        // Implicit vector operands of a memory access (of a reload from scratch, for one) say how
        // long whole tuples live, not what it reads and writes; unless it is what a result keeps a part of.
        let is_liveness = is_memory
            && !operand.is_explicit()
            && !operand.flags.has(OperandFlags::TIED)
            && range.first().is_vector();
        let undef = operand.flags.has(OperandFlags::UNDEF);
        if operand.is_def() != def || undef || is_liveness {
            continue;
        }
        let (first, len) = (range.first().index(), usize::from(range.len()));
        names.add(inst, at, first..first + len, &mut atoms);
    }
    atoms.sort_unstable();
    atoms.dedup();
    atoms
}
