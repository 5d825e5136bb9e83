//! What may not be exchanged between the end of one iteration and the beginning of the next.
//!
//! LLVM's dependences speak of one iteration. Between two, registers are compared exactly, and memory by
//! address space alone: what LLVM's alias analysis says of two addresses holds for one iteration only
//! (llvm-project pull requests 121907 and 136691).

use super::super::passing::Passing;
use super::super::relink::by_register;
use super::is_boundary;
use crate::gpu::Unit;
use crate::machine::{
    DepKind, Edge, Function, InstFlags, InstId, MemFlags, OperandFlags, Reg, Touched,
};

/// The dependences of what follows on what precedes, as far as they are in one region: up to the first
/// boundary in `after`, and from the last one in `before`.
pub fn between(function: &Function, before: &[InstId], after: &[InstId]) -> Vec<Edge> {
    let boundary = |inst: &InstId| is_boundary(function, *inst);
    let before = before.rsplit(boundary).next().unwrap_or_default();
    let after = after.split(boundary).next().unwrap_or_default();
    let mut edges = registers(function, before, after);
    let held = held_by_memory(function, before, after);
    edges.extend(held.into_iter().map(Edge::order));
    edges
}

/// Those of `before` that must stay before those of `after` for what they do to memory, or as an order of it.
pub fn held_by_memory(
    function: &Function,
    before: &[InstId],
    after: &[InstId],
) -> Vec<(InstId, InstId)> {
    let passing = Passing::of(function);
    let memory = |inst: &InstId| Effects::of_unit(function, *inst).map(|effects| (*inst, effects));
    let earlier: Vec<(InstId, Effects)> = before.iter().filter_map(memory).collect();
    let mut pairs = Vec::new();
    for (to, later) in after.iter().filter_map(memory) {
        let held = earlier
            .iter()
            .filter(|(_, earlier)| earlier.conflicts(&later))
            .filter(|(from, _)| !passing.may_exchange(function, *from, to));
        pairs.extend(held.map(|&(from, _)| (from, to)));
    }
    pairs
}

/// Who touched a slot, and in which part.
#[derive(Clone, Default)]
struct Slot {
    writers: Vec<(InstId, bool)>,
    readers: Vec<InstId>,
    /// Whether a later instruction has overwritten all that the earlier part left.
    overwritten: bool,
}

fn registers(function: &Function, before: &[InstId], after: &[InstId]) -> Vec<Edge> {
    let mut slots = vec![Slot::default(); Reg::COUNT];
    let touched = |inst: InstId, writes: bool| {
        let operands = function
            .operands(inst)
            .iter()
            .filter(move |o| o.is_def() == writes);
        operands
            .filter_map(|o| Some((o.flags, o.reg()?)))
            .flat_map(|(flags, range)| range.regs().map(move |reg| (flags, reg)))
    };
    for &inst in before {
        for (_, reg) in touched(inst, false) {
            slots[reg.index()].readers.push(inst);
        }
        for (flags, reg) in touched(inst, true) {
            let slot = &mut slots[reg.index()];
            let dead = flags.has(OperandFlags::DEAD);
            if !dead {
                slot.writers.clear();
            }
            slot.writers.push((inst, dead));
        }
    }
    let mut edges = Vec::new();
    for &to in after {
        let mut link = |from: InstId, kind| edges.push(by_register(function, from, to, kind));
        for (flags, reg) in touched(to, false) {
            let slot = &slots[reg.index()];
            if !flags.has(OperandFlags::UNDEF) && !slot.overwritten {
                let writers = slot.writers.iter();
                writers.for_each(|&(from, _)| link(from, DepKind::True));
            }
        }
        for (flags, reg) in touched(to, true) {
            let dead = flags.has(OperandFlags::DEAD);
            let slot = &mut slots[reg.index()];
            slot.readers
                .iter()
                .for_each(|&from| link(from, DepKind::Anti));
            // Of two results that nobody reads, either may be written last.
            let ordered = slot.writers.iter().filter(|(_, unread)| !(*unread && dead));
            ordered.for_each(|&(from, _)| link(from, DepKind::Output));
            slot.overwritten |= !dead;
        }
    }
    edges
}

/// What an instruction does to memory, and how it is ordered.
#[derive(Clone, Copy, Debug)]
struct Effects {
    touched: Touched,
    /// It keeps its place among all accesses to memory.
    is_ordered: bool,
}

impl Effects {
    /// Of an instruction with what moves with it.
    fn of_unit(function: &Function, inst: InstId) -> Option<Effects> {
        let all = std::iter::once(inst).chain(function.contents(inst));
        let all = all.filter_map(|inst| Effects::of(function, inst));
        all.reduce(|one, other| Effects {
            touched: one.touched.with(other.touched),
            is_ordered: one.is_ordered || other.is_ordered,
        })
    }

    /// `None` when it neither touches memory nor is ordered with what does.
    fn of(function: &Function, inst: InstId) -> Option<Effects> {
        let flags = function.flags(inst);
        let is_ordered = flags.has(InstFlags::ORDERED_MEMORY)
            || flags.has(InstFlags::SIDE_EFFECTS)
            || matches!(
                function.info(inst).unit,
                Unit::Barrier | Unit::Wait | Unit::Message | Unit::State | Unit::Export
            )
            || function
                .accesses(inst)
                .iter()
                .any(|a| a.flags.has(MemFlags::VOLATILE) || a.flags.has(MemFlags::ATOMIC));
        let touched = Touched::by(function, inst);
        (is_ordered || !touched.is_nothing()).then_some(Effects {
            touched,
            is_ordered,
        })
    }

    fn conflicts(&self, other: &Effects) -> bool {
        self.is_ordered || other.is_ordered || self.touched.meets(other.touched)
    }
}
