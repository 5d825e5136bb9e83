//! The dependences that registers require, after their registers have changed.

use std::collections::{BTreeMap, BTreeSet};

use crate::machine::index::TypedVec;
use crate::machine::{
    BlockId, DepKind, Edge, Function, InstFlags, InstId, Operand, OperandFlags, Reg,
};

/// Which dependences between instructions are set anew.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relink {
    /// Anti and output dependences: every read still reads the result of the same instruction.
    Reuse,
    /// All that vector registers require. Instructions that are in no block any more lose theirs.
    All,
}

/// Links blocks anew: the dependences between their instructions become those that the vector registers
/// require in the present order. Dependences that hold for other registers, too, stay.
pub fn relink(function: &mut Function, blocks: &[BlockId], which: Relink) {
    let all = which == Relink::All;
    let mut position: TypedVec<InstId, Option<u32>> =
        TypedVec::from_elem(None, function.inst_count());
    let mut edges = Vec::new();
    for &block in blocks {
        for (at, &inst) in (0..).zip(&function.block(block).order) {
            position[inst] = Some(at);
        }
        vector_dependences(function, block, all, &mut edges);
    }
    let present = present(function);
    let stays = |edge: &&Edge| {
        let is_new = match edge.kind {
            DepKind::Anti | DepKind::Output => true,
            DepKind::True => all,
            DepKind::Order => false,
        };
        let gone = all && !(present[edge.from] && present[edge.to]);
        !gone && (!is_new || position[edge.from].is_none() || conflict_elsewhere(function, edge))
    };
    edges.extend(function.edges().iter().filter(stays));
    if all {
        edges.extend(over_removed(function, &present));
    }
    edges.sort_by_key(|e| (e.from, e.to, e.kind as u8));
    edges.dedup_by_key(|e| (e.from, e.to, e.kind as u8));
    function.set_edges(edges);
}

/// The orders that two instructions had because each had one with an instruction that was removed.
fn over_removed(function: &Function, present: &TypedVec<InstId, bool>) -> Vec<Edge> {
    let orders = || function.edges().iter().filter(|e| e.kind == DepKind::Order);
    // By removed instruction, those that are kept before it. Edges point forwards, and so do ids.
    let mut before: BTreeMap<InstId, BTreeSet<InstId>> = BTreeMap::new();
    let mut into: Vec<&Edge> = orders().filter(|edge| !present[edge.to]).collect();
    into.sort_by_key(|edge| (edge.to, edge.from));
    for edge in into {
        let earlier = match present[edge.from] {
            true => BTreeSet::from([edge.from]),
            false => before.get(&edge.from).cloned().unwrap_or_default(),
        };
        before.entry(edge.to).or_default().extend(earlier);
    }
    let out = orders().filter(|edge| !present[edge.from] && present[edge.to]);
    out.flat_map(|edge| {
        let earlier = before.get(&edge.from).into_iter().flatten();
        earlier.map(|&from| Edge { from, ..*edge })
    })
    .collect()
}

/// By instruction, whether it is in a block.
fn present(function: &Function) -> TypedVec<InstId, bool> {
    let mut present = TypedVec::from_elem(false, function.inst_count());
    for &inst in function.blocks().iter().flat_map(|block| &block.order) {
        present[inst] = true;
    }
    present
}

/// Whether a dependence is there for the reuse of vector registers alone.
pub fn is_reuse(function: &Function, edge: &Edge) -> bool {
    matches!(edge.kind, DepKind::Anti | DepKind::Output) && !conflict_elsewhere(function, edge)
}

/// Whether two instructions must keep their order for a register that is no vector register.
fn conflict_elsewhere(function: &Function, edge: &Edge) -> bool {
    let scalar = |inst: InstId| {
        let operands = function.operands(inst).iter();
        operands.filter_map(|o| Some((o, o.reg().filter(|r| !r.first().is_vector())?)))
    };
    let is_true = edge.kind == DepKind::True;
    scalar(edge.to).any(|(later, range)| {
        let mut earlier = scalar(edge.from).filter(|(operand, _)| operand.is_def() || !is_true);
        // Of two results that nobody reads, either may be written last.
        let is_unread =
            |operand: &Operand| operand.is_def() && operand.flags.has(OperandFlags::DEAD);
        let conflicts = |operand| !(is_unread(operand) && is_unread(later));
        (is_true != later.is_def())
            && earlier.any(|(operand, touched)| touched.overlaps(range) && conflicts(operand))
    })
}

/// Who touched a slot last.
#[derive(Clone, Default)]
struct Slot {
    /// The last writer whose result is read, and those since whose result nobody reads (`true`).
    writers: Vec<(InstId, bool)>,
    /// Its readers.
    readers: Vec<InstId>,
}

/// A dependence that a register makes, with LLVM's latency for it.
pub(super) fn by_register(function: &Function, from: InstId, to: InstId, kind: DepKind) -> Edge {
    let llvm_latency = match kind {
        DepKind::True => function.inst(from).llvm_latency,
        kind => u16::from(kind == DepKind::Output),
    };
    Edge {
        from,
        to,
        kind,
        llvm_latency,
    }
}

fn vector_dependences(function: &Function, block: BlockId, all: bool, edges: &mut Vec<Edge>) {
    let mut slots: Vec<Slot> = vec![Slot::default(); Reg::COUNT];
    let mut header = None;
    for &inst in &function.block(block).order {
        if !function.flags(inst).has(InstFlags::IN_BUNDLE) {
            header = Some(inst);
        }
        let to = header.unwrap_or(inst);
        if function.flags(to).has(InstFlags::BOUNDARY) {
            slots.fill(Slot::default());
            continue;
        }
        let mut link = |from: InstId, kind| {
            if from != to {
                edges.push(by_register(function, from, to, kind));
            }
        };
        let operands = function.operands(inst);
        let vector = |o: &Operand| o.reg().filter(|r| r.first().is_vector());
        for operand in operands.iter().filter(|o| o.is_use()) {
            let reads = all && !operand.flags.has(OperandFlags::UNDEF);
            for reg in vector(operand).into_iter().flat_map(|range| range.regs()) {
                let slot = &mut slots[reg.index()];
                let writers = slot.writers.iter().filter(|_| reads);
                writers.for_each(|&(from, _)| link(from, DepKind::True));
                slot.readers.push(to);
            }
        }
        for operand in operands.iter().filter(|o| o.is_def()) {
            let dead = operand.flags.has(OperandFlags::DEAD);
            for reg in vector(operand).into_iter().flat_map(|range| range.regs()) {
                let slot = &mut slots[reg.index()];
                slot.readers
                    .iter()
                    .for_each(|&from| link(from, DepKind::Anti));
                // Of two results that nobody reads, either may be written last.
                let ordered = slot.writers.iter().filter(|(_, unread)| !(*unread && dead));
                ordered.for_each(|&(from, _)| link(from, DepKind::Output));
                if !dead {
                    *slot = Slot::default();
                }
                slot.writers.push((to, dead));
            }
        }
    }
}
