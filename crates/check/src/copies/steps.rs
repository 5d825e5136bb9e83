//! Both versions of a block as one list of steps over numbered locations.

use std::collections::BTreeMap;

use super::super::lanes::{may_honour_exec, reads_all_lanes, writes_all_lanes};
use super::super::liveness::{does_nothing, passes_through, writes_exec};
use super::acts::{Copied, Place, copied};
use super::masks::{MaskStep, off_state};
use super::structure::Pairing;
use crate::machine::{Function, InstFlags, InstId, Operand, OperandFlags, Reg, Role};

/// A number for each place of each version. Scalar registers and constants are the same in both.
#[derive(Default)]
pub(super) struct Locations {
    of: BTreeMap<Place, u32>,
    count: u32,
}

/// The original, or the function that was made of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Version {
    Original,
    Result,
}

impl Locations {
    pub(super) fn count(&self) -> usize {
        self.count as usize
    }

    /// The location of a place in the original; in the result it is the next one, unless shared.
    fn location(&mut self, place: Place, version: Version) -> u32 {
        let shared = matches!(place, Place::Scalar(_) | Place::Constant(_));
        let first = *self.of.entry(place).or_insert_with(|| {
            let first = self.count;
            self.count += if shared { 1 } else { 2 };
            first
        });
        first + u32::from(!shared && version == Version::Result)
    }

    /// The locations of a spill slot, in both versions.
    fn of_slot(&self, index: u32) -> impl Iterator<Item = u32> {
        let slot = Place::Slot(index, 0)..=Place::Slot(index, u32::MAX);
        let of_slot = self.of.range(slot);
        of_slot.flat_map(|(_, &first)| [first, first + 1])
    }

    fn known(&self, place: Place) -> Option<u32> {
        self.of.get(&place).copied()
    }

    /// What locations hold when the kernel begins: the same in both versions, and different things in
    /// different places.
    pub(super) fn at_entry(&self) -> Vec<u32> {
        let mut labels: Vec<u32> = (0..self.count).collect();
        for (place, &first) in &self.of {
            if !matches!(place, Place::Scalar(_) | Place::Constant(_)) {
                labels[first as usize + 1] = first;
            }
        }
        labels
    }
}

/// A slot that an instruction of both versions reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Read {
    /// The original's register.
    pub(super) reg: Reg,
    pub(super) was: u32,
    pub(super) is: u32,
    /// What is found in a lane counts for the result in that lane alone: SrcC of a matrix instruction, whose
    /// layout is that of the result (MI300 ISA, section 7.1). Other reads that look past EXEC may carry it to
    /// any lane.
    pub(super) own_lane: bool,
}

/// What an instruction does, in both versions, or in the one that has it.
#[derive(Debug)]
pub(super) struct Step {
    pub(super) inst: InstId,
    pub(super) reads: Vec<Read>,
    /// It reads lanes that are off as well.
    pub(super) looks_past: bool,
    /// Locations that take the value of another one: to, from.
    pub(super) moves: Vec<(u32, u32)>,
    /// Results, the same in both versions.
    pub(super) results: Vec<(u32, u32)>,
    /// Locations that hold something that nothing is known of.
    pub(super) lost: Vec<u32>,
    /// Scalar registers that are written: for all lanes.
    pub(super) scalars: Vec<u32>,
    /// It writes lanes that are off as well.
    pub(super) writes_past: bool,
    /// It may write them, and may leave them as they are: everything but matrix instructions.
    pub(super) may_leave: bool,
    pub(super) mask: Option<MaskStep>,
}

/// The steps of one block.
pub(super) struct BlockSteps {
    pub(super) steps: Vec<Step>,
    /// By instruction of the original's order, how many steps are done after it.
    pub(super) done: Vec<usize>,
}

pub(super) struct Compiler<'f> {
    original: &'f Function,
    function: &'f Function,
    /// Moves between the files are taken to write active lanes alone.
    accumulators_honour_exec: bool,
    pub(super) locations: Locations,
    masks: usize,
}

impl<'f> Compiler<'f> {
    pub(super) fn new(
        function: &'f Function,
        original: &'f Function,
        accumulators_honour_exec: bool,
    ) -> Compiler<'f> {
        let mut locations = Locations::default();
        // Those that copies read have to be known before anything that writes them is compiled.
        for &inst in original.blocks().iter().flat_map(|block| &block.order) {
            for (_, from) in copied(original, inst).into_iter().flatten() {
                if matches!(from, Place::Scalar(_)) {
                    locations.location(from, Version::Original);
                }
            }
            for (to, from) in copied(original, inst).into_iter().flatten() {
                let slots = [to, from].into_iter();
                for slot in slots.filter(|place| matches!(place, Place::Slot(..))) {
                    locations.location(slot, Version::Original);
                }
            }
        }
        Compiler {
            original,
            function,
            accumulators_honour_exec,
            locations,
            masks: 0,
        }
    }

    pub(super) fn block(&mut self, pairing: &[Pairing]) -> BlockSteps {
        let (mut steps, mut done) = (Vec::new(), Vec::new());
        for &pair in pairing {
            let step = match pair {
                // Each version's own move, in its own lanes.
                Pairing::Both(inst) if self.is_other_move(inst) => {
                    steps.push(self.one(inst, Version::Original));
                    Some(self.one(inst, Version::Result))
                }
                Pairing::Both(inst) => self.both(inst),
                Pairing::Removed(inst) => Some(self.one(inst, Version::Original)),
                Pairing::Inserted(inst) => Some(self.one(inst, Version::Result)),
            };
            steps.extend(step);
            if !matches!(pair, Pairing::Inserted(_)) {
                done.push(steps.len());
            }
        }
        BlockSteps { steps, done }
    }

    /// Whether a move has another opcode in the result.
    fn is_other_move(&self, inst: InstId) -> bool {
        let [was, is] = [self.original, self.function].map(|f| &f.opcode(inst).name);
        was != is && self.original.info(inst).matrix.is_none()
    }

    fn empty(&self, function: &Function, inst: InstId) -> Step {
        let honours = self.accumulators_honour_exec && may_honour_exec(function, inst);
        Step {
            inst,
            reads: Vec::new(),
            looks_past: false,
            moves: Vec::new(),
            results: Vec::new(),
            lost: Vec::new(),
            scalars: Vec::new(),
            writes_past: !honours && writes_all_lanes(function, inst),
            may_leave: function.info(inst).matrix.is_none(),
            mask: None,
        }
    }

    /// An instruction that only one version has.
    fn one(&mut self, inst: InstId, version: Version) -> Step {
        let function = match version {
            Version::Original => self.original,
            Version::Result => self.function,
        };
        let mut step = self.empty(function, inst);
        let copies = copied(function, inst).unwrap_or_default();
        self.moves(&mut step, &copies, version);
        let operands = function.operands(inst);
        for (reg, _) in written(operands) {
            let to = self.locations.location(Place::Vector(reg), version);
            let pass = !copies.iter().any(|&(to, _)| to == Place::Vector(reg));
            let named = operands.iter().filter(|o| o.is_def());
            let kept = named
                .filter(|o| o.reg().is_some_and(|range| range.contains(reg)))
                .all(|o| passes_through(operands, o, reg));
            if pass && !kept {
                step.lost.push(to);
            }
        }
        step
    }

    fn moves(&mut self, step: &mut Step, copies: &[Copied], version: Version) {
        for &(to, from) in copies {
            let to = self.locations.location(to, version);
            let from = self.locations.location(from, version);
            step.moves.push((to, from));
        }
    }

    /// An instruction that both versions have.
    fn both(&mut self, inst: InstId) -> Option<Step> {
        let (original, function) = (self.original, self.function);
        if original.flags(inst).has(InstFlags::BUNDLE) || does_nothing(original, inst) {
            return None;
        }
        let (was, is) = (original.operands(inst), function.operands(inst));
        let mut step = self.empty(original, inst);
        let copies = copied(original, inst).zip(copied(function, inst));
        step.looks_past = copies.is_none() && reads_all_lanes(original, inst);
        for (was, is) in was.iter().zip(is) {
            if was.is_use() && !was.flags.has(OperandFlags::UNDEF) {
                self.reads(&mut step, was, is);
            }
        }
        if copies.is_none() {
            self.lose_slots(&mut step, inst);
        }
        let (copies, new_copies) = copies.unwrap_or_default();
        self.moves(&mut step, &copies, Version::Original);
        self.moves(&mut step, &new_copies, Version::Result);
        if !copies.is_empty()
            && copies
                .iter()
                .any(|(_, from)| matches!(from, Place::Slot(..)))
        {
            self.slot_reads(&mut step, &copies);
        }
        for ((reg, at), (new, _)) in written(was).zip(written(is)) {
            if copies.iter().any(|&(to, _)| to == Place::Vector(reg)) {
                continue;
            }
            let passes = passes_through(was, &was[at], reg);
            let still_passes = passes_through(is, &is[at], new);
            let old = self
                .locations
                .location(Place::Vector(reg), Version::Original);
            let new = self.locations.location(Place::Vector(new), Version::Result);
            match (passes, still_passes) {
                (true, true) => {}
                (false, false) => step.results.push((old, new)),
                _ => step.lost.extend([old, new]),
            }
        }
        for reg in was.iter().filter(|o| o.is_def()).filter_map(|o| o.reg()) {
            let scalars = reg.regs().map(Place::Scalar);
            let known = scalars.filter_map(|place| self.locations.known(place));
            step.scalars.extend(known);
        }
        let state = off_state(self.masks);
        self.masks += usize::from(writes_exec(original, inst));
        step.mask = MaskStep::of(original, inst, state);
        Some(step)
    }

    /// An access to a spill slot that is no copy of whole registers leaves nothing known of the slot.
    fn lose_slots(&mut self, step: &mut Step, inst: InstId) {
        let accesses = self.original.accesses(inst).iter();
        for slot in accesses.filter_map(|access| access.spill) {
            step.lost.extend(self.locations.of_slot(slot.index));
        }
    }

    fn reads(&mut self, step: &mut Step, was: &Operand, is: &Operand) {
        let (Some(old), Some(new)) = (was.reg(), is.reg()) else {
            return;
        };
        for (reg, new) in old.regs().zip(new.regs()) {
            if reg.is_vector() && new.is_vector() {
                let old = self
                    .locations
                    .location(Place::Vector(reg), Version::Original);
                let is = self.locations.location(Place::Vector(new), Version::Result);
                step.reads.push(Read {
                    reg,
                    was: old,
                    is,
                    own_lane: was.role == Role::MatC,
                });
            }
        }
    }

    /// A reload has to find what it found; it is named by the register that it fills.
    fn slot_reads(&mut self, step: &mut Step, copies: &[Copied]) {
        for &(to, from) in copies {
            if let (Place::Vector(reg), Place::Slot(..)) = (to, from) {
                let was = self.locations.location(from, Version::Original);
                let is = self.locations.location(from, Version::Result);
                step.reads.push(Read {
                    reg,
                    was,
                    is,
                    own_lane: false,
                });
            }
        }
    }
}

/// The vector slots that operands write, each with the operand.
fn written(operands: &[Operand]) -> impl Iterator<Item = (Reg, usize)> {
    let results = operands.iter().enumerate().filter(|(_, o)| o.is_def());
    results.flat_map(|(at, operand)| {
        let slots = operand.reg().into_iter().flat_map(|range| range.regs());
        slots
            .filter(|reg| reg.is_vector())
            .map(move |reg| (reg, at))
    })
}
