//! Rotates loops for tests, with dependences that are found pair by pair.

use super::*;
use cdnasched_base::machine::{BlockId, DepKind, Edge, InstFlags, MemFlags, OperandKind};

/// The instructions of a block ahead of its terminators, and those.
pub(super) fn parts(f: &Function, block: u32) -> (Vec<InstId>, Vec<InstId>) {
    let order = f.block(BlockId(block)).order.iter().copied();
    order.partition(|&inst| !f.flags(inst).has(InstFlags::TERMINATOR))
}

pub(super) fn edge(from: InstId, to: InstId, kind: DepKind) -> Edge {
    Edge {
        from,
        to,
        kind,
        llvm_latency: 1,
    }
}

/// What registers make of two instructions.
fn by_registers(f: &Function, from: InstId, to: InstId) -> Option<DepKind> {
    let meets = |def: bool, other: bool| {
        let named = |inst, wanted| {
            let operands = f.operands(inst).iter();
            operands
                .filter(move |o| o.is_def() == wanted)
                .filter_map(|o| o.reg())
        };
        named(from, def).any(|a| named(to, other).any(|b| a.overlaps(b)))
    };
    if meets(true, false) {
        Some(DepKind::True)
    } else if meets(true, true) {
        Some(DepKind::Output)
    } else {
        meets(false, true).then_some(DepKind::Anti)
    }
}

/// Memories of an instruction that it reads and writes, and whether it keeps its place.
fn effects(f: &Function, inst: InstId) -> (Vec<u32>, Vec<u32>, bool) {
    let flags = f.flags(inst);
    let (mut reads, mut writes) = (Vec::new(), Vec::new());
    for access in f.accesses(inst) {
        let space = match access.space.0 {
            0 => vec![1, 3],
            space => vec![space],
        };
        if access.flags.has(MemFlags::INVARIANT) {
            continue;
        }
        if access.flags.has(MemFlags::LOAD) {
            reads.extend(space.clone());
        }
        if access.flags.has(MemFlags::STORE) {
            writes.extend(space);
        }
    }
    if f.accesses(inst).is_empty() && flags.has(InstFlags::MAY_STORE) {
        writes.extend([1, 3]);
    }
    if f.accesses(inst).is_empty() && flags.has(InstFlags::MAY_LOAD) {
        reads.extend([1, 3]);
    }
    let keeps = flags.has(InstFlags::SIDE_EFFECTS) || flags.has(InstFlags::ORDERED_MEMORY);
    (reads, writes, keeps)
}

/// Whether two instructions may not be exchanged for what they do to memory.
fn by_memory(f: &Function, from: InstId, to: InstId) -> bool {
    let (a, b) = (effects(f, from), effects(f, to));
    let touches = |e: &(Vec<u32>, Vec<u32>, bool)| e.2 || !e.0.is_empty() || !e.1.is_empty();
    let meet = |a: &[u32], b: &[u32]| a.iter().any(|space| b.contains(space));
    let clash = meet(&a.1, &b.0) || meet(&a.1, &b.1) || meet(&a.0, &b.1);
    clash || (a.2 && touches(&b)) || (b.2 && touches(&a))
}

/// Plain accesses through one register that nothing writes in between, at different offsets: what alias
/// analysis tells apart within one iteration.
fn distinct(f: &Function, from: InstId, to: InstId, between: &[InstId]) -> bool {
    let address = |inst: InstId| {
        let operands = f.operands(inst);
        let range = operands.iter().find(|o| o.is_use())?.reg()?;
        let offset = operands.iter().find_map(|o| o.imm())?;
        let plain = matches!(
            f.opcode(inst).name.as_str(),
            "GLOBAL_LOAD_DWORD" | "GLOBAL_STORE_DWORD" | "DS_READ_B32_gfx9" | "DS_WRITE_B32_gfx9"
        );
        plain.then_some((range, offset))
    };
    let (Some((base, offset)), Some((other, second))) = (address(from), address(to)) else {
        return false;
    };
    let writes = |&inst: &InstId| {
        let mut operands = f.operands(inst).iter();
        operands.any(|o| o.is_def() && o.reg().is_some_and(|range| range.overlaps(base)))
    };
    base == other
        && offset != second
        && !f.accesses(from).is_empty()
        && !f.accesses(to).is_empty()
        && !between.iter().chain([&from]).any(writes)
}

/// Dependences between the instructions of an order, region by region.
pub(super) fn dependences(f: &Function, order: &[InstId], alias: bool) -> Vec<Edge> {
    let wall = |&inst: &InstId| f.flags(inst).has(InstFlags::BOUNDARY);
    let mut found = Vec::new();
    for region in order.split(wall) {
        for (at, &from) in region.iter().enumerate() {
            for (to_at, &to) in region.iter().enumerate().skip(at + 1) {
                let apart = alias && distinct(f, from, to, &region[at + 1..to_at]);
                if by_memory(f, from, to) && !apart {
                    found.push(edge(from, to, DepKind::Order));
                } else if let Some(kind) = by_registers(f, from, to) {
                    found.push(edge(from, to, kind));
                }
            }
        }
    }
    found
}

/// The function with the dependences of all its blocks.
pub(super) fn with_dependences(mut f: Function) -> Function {
    let orders: Vec<_> = f.blocks().iter().map(|b| b.order.clone()).collect();
    let edges = orders.iter().flat_map(|order| dependences(&f, order, true));
    let edges = edges.collect();
    f.set_edges(edges);
    f
}

/// The blocks of a loop that was rotated.
#[derive(Clone, Copy)]
pub(super) struct Blocks {
    pub(super) block: BlockId,
    pub(super) guard: BlockId,
    pub(super) tail: BlockId,
}

/// The function with the loop of block `block` rotated so that its first `cut` instructions come last.
pub(super) fn rotate(original: &Function, block: u32, cut: usize) -> (Function, Blocks) {
    let mut f = original.clone();
    let (body, terminators) = parts(original, block);
    let (first, second) = body.split_at(cut);
    let at = BlockId(block);
    let before: Vec<BlockId> = f.block(at).predecessors.clone();
    let before: Vec<BlockId> = before.into_iter().filter(|&from| from != at).collect();
    let exit = f.block(at).successors.iter().copied().find(|&to| to != at);
    let exit = exit.expect("an exit");
    let guard = f.add_block(BlockId(block - 1), 1.0, before[0]);
    let tail = f.add_block(at, 1.0, before[0]);
    let firsts: Vec<InstId> = first.iter().map(|&inst| f.add_copy(inst)).collect();
    let seconds: Vec<InstId> = second.iter().map(|&inst| f.add_copy(inst)).collect();
    let mut order = firsts.clone();
    order.extend(f.add_branch(terminators[0], true, tail));
    f.set_order(guard, order);
    let mut order = seconds.clone();
    if let Some(&jump) = terminators.get(1) {
        order.extend(f.add_branch(jump, false, exit));
    }
    f.set_order(tail, order);
    let turned: Vec<InstId> = second.iter().chain(first).copied().collect();
    f.set_order(at, [turned.clone(), vec![terminators[0]]].concat());
    for from in before {
        f.redirect(from, at, guard);
    }
    f.set_successors(guard, vec![tail, at]);
    f.set_successors(at, vec![at, tail]);
    f.set_successors(tail, vec![exit]);
    link(&mut f, original, [first, second], [&firsts, &seconds]);
    let blocks = Blocks {
        block: at,
        guard,
        tail,
    };
    (f, blocks)
}

fn link(f: &mut Function, original: &Function, parts: [&[InstId]; 2], copies: [&[InstId]; 2]) {
    let part = |inst: InstId| (0..2).find(|&part| parts[part].contains(&inst));
    let copy = |inst: InstId| {
        let part = part(inst)?;
        let at = parts[part].iter().position(|&it| it == inst)?;
        Some(copies[part][at])
    };
    let mut edges = Vec::new();
    for one in original.edges() {
        if part(one.from) == part(one.to) {
            edges.push(*one);
            if let (Some(from), Some(to)) = (copy(one.from), copy(one.to)) {
                edges.push(Edge { from, to, ..*one });
            }
        }
    }
    let turned: Vec<InstId> = parts[1].iter().chain(parts[0]).copied().collect();
    let across = dependences(f, &turned, false).into_iter();
    edges.extend(across.filter(|e| part(e.from) == Some(1) && part(e.to) == Some(0)));
    f.set_edges(edges);
}

/// The target of a branch, changed.
pub(super) fn retarget(f: &Function, inst: InstId) -> Option<BlockId> {
    f.operands(inst).iter().find_map(|o| match o.kind {
        OperandKind::Block(to) => Some(to),
        _ => None,
    })
}
