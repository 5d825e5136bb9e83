//! Is a new order of a block, with other registers, the same program?
//!
//! Abstract domain: the *value* a register slot holds is named by the operand that last wrote it and
//! the place in that operand, or by the slot that held it when the block began. Two versions of a block
//! compute the same when
//!
//! 1. they hold the same instructions, each once, and every boundary keeps its place between
//!    the same regions;
//! 2. every instruction reads the same value from each place of each operand, whatever register that
//!    is;
//! 3. each slot holds the same value at each region's end, or a value LLVM marked dead; slots that
//!    renamed operands named or name, and vector registers that hold two values in the other order than before,
//!    hold it at the block's end, where the original still needs them;
//! 4. every dependence LLVM found (memory, side effects, registers in blocks without such slots) still points
//!    forwards, but for loads that may have moved ahead of barriers (`passing`);
//! 5. loads straight into LDS keep their order among accesses that they are not proved apart from;
//! 6. accesses that read a register which is written in between keep their order if they may be of the same memory.
//!
//! 1 to 3 are derived here from the operands alone, 5 and 6 from names; 4 is what LLVM's alias analysis knows, for which
//! addresses in the same register are the same (6).

mod bases;
mod instructions;
mod into_lds;
#[cfg(test)]
mod tests;
mod values;

use super::Violation;
use super::changes::Changes;
use super::liveness::live_out;
use super::passing::{self, Passing};
use super::waits::request;
use crate::gpu::Unit;
use crate::machine::{BlockId, DepKind, Edge, Function, InstFlags, InstId, RegSet};
use instructions::same_instructions;
use values::{Comparison, Slots, Versions};

/// Proves that the function, in its present order and with its present registers, is the program that
/// `original` was. Instructions the core inserted are passed over.
///
/// # Errors
/// The first difference found.
pub fn order(function: &Function, original: &Function) -> Result<(), Violation> {
    let changes = Changes::of(function, original)?;
    let mut place = vec![u32::MAX; function.inst_count()];
    let mut block_of = vec![None; function.inst_count()];
    let mut orders = Vec::new();
    for block in original.block_ids() {
        let before = &original.block(block).order;
        let after = originals(function, block, before);
        for (at, &id) in after.iter().enumerate() {
            place[id.index()] = at as u32;
        }
        for id in before {
            block_of[id.index()] = Some(block);
        }
        if after != *before {
            same_instructions(function, block, before, &after, &place)?;
        }
        orders.push(after);
    }
    let moved = moved(original, &changes, &block_of, &place);
    let live_out = match moved.iter().all(RegSet::is_empty) {
        true => Vec::new(),
        false => live_out(original),
    };
    let nothing = RegSet::default();
    let mut comparison = Comparison::new(function, original);
    for (block, after) in original.block_ids().zip(&orders) {
        let before = &original.block(block).order;
        let moved = &moved[block.index()];
        if after == before && moved.is_empty() {
            continue;
        }
        if moved.is_empty() {
            comparison.unrenamed(block, before, after)?;
        } else {
            let live = live_out.get(block.index()).unwrap_or(&nothing);
            let versions = Versions {
                was: before,
                is: after,
            };
            comparison.renamed(
                block,
                versions,
                changes.of_block(block),
                Slots { moved, live },
            )?;
        }
    }
    let passing = Passing::of(original);
    let has_moved = |inst: InstId| {
        let block = block_of[inst.index()];
        block.is_some_and(|block: BlockId| !moved[block.index()].is_empty())
    };
    dependences(function, original, has_moved, &place, &passing)?;
    passing::in_order(original, &passing, &place)?;
    into_lds::in_order(function, original, &place)?;
    bases::in_order(original, &passing, &place)
}

/// By block: the slots that renamed operands named or name, and vector registers that hold two values in the other order
/// than before. What these hold at the end of a region, nobody may have to know.
fn moved(
    original: &Function,
    changes: &Changes,
    block_of: &[Option<BlockId>],
    place: &[u32],
) -> Vec<RegSet> {
    let mut moved: Vec<RegSet> = original
        .block_ids()
        .map(|block| changes.slots(block))
        .collect();
    for edge in original.edges() {
        let (from, to) = (edge.from.index(), edge.to.index());
        let is_turned = matches!(edge.kind, DepKind::Anti | DepKind::Output)
            && block_of[from] == block_of[to]
            && place[from] != u32::MAX
            && place[from] > place[to];
        let (Some(block), true) = (block_of[from], is_turned) else {
            continue;
        };
        let moved = &mut moved[block.index()];
        let vector = |inst| {
            let operands = original.operands(inst).iter();
            let ranges = operands.filter_map(|o| Some((o.is_def(), o.reg()?)));
            ranges.filter(|(_, range)| range.first().is_vector())
        };
        for (_, written) in vector(edge.to).filter(|(is_def, _)| *is_def) {
            let met = vector(edge.from).filter(|(_, range)| range.overlaps(written));
            for (_, range) in met {
                for reg in range.regs().filter(|reg| written.contains(*reg)) {
                    moved.insert(reg);
                }
            }
        }
    }
    moved
}

/// Whether the instructions of a block, here in their order before, have another one now. `place`: by instruction, where it is now.
pub(super) fn is_reordered(before: &[InstId], place: &[u32]) -> bool {
    let places = before.iter().map(|inst| place[inst.index()]);
    !places.is_sorted()
}

/// Every dependence points forwards: the present ones, and of the original's all but those that registers
/// made in blocks where some moved. There a register may hold two values in the other order than
/// before, and what is read is compared value by value.
fn dependences(
    function: &Function,
    original: &Function,
    has_moved: impl Fn(InstId) -> bool,
    place: &[u32],
    passing: &Passing<'_>,
) -> Result<(), Violation> {
    let holds = |edge: &&Edge| {
        let by_register = matches!(edge.kind, DepKind::Anti | DepKind::Output);
        !(by_register && has_moved(edge.from))
    };
    let former = original.edges().iter().filter(holds);
    for edge in function.edges().iter().chain(former) {
        let (from, to) = (place[edge.from.index()], place[edge.to.index()]);
        let may_pass = || edge.kind == DepKind::Order && passing.may_exchange(edge.from, edge.to);
        if from != u32::MAX && to != u32::MAX && from >= to && !may_pass() {
            return Err(Violation::Dependence {
                from: edge.from,
                to: edge.to,
            });
        }
    }
    Ok(())
}

/// The order of a block as if nothing had been inserted. Where a wait replaces waits of the user
/// and requires no less, those are put back in its place. Waits, markers and barriers to scheduling in a row, with
/// nothing in between that emits code, are put into the order that they have in `before`, the block's original
/// order: all of the waits hold after the row.
pub(super) fn originals(function: &Function, block: BlockId, before: &[InstId]) -> Vec<InstId> {
    let requires_no_less = |wait, user| match (request(function, wait), request(function, user)) {
        (Some(wait), Some(user)) => wait.and(user) == wait,
        _ => false,
    };
    let order = &function.block(block).order;
    let mut all = Vec::with_capacity(order.len());
    for &id in order {
        let users = function.stands_in_for(id);
        all.extend(users.filter(|&user| requires_no_less(id, user)));
        if !function.flags(id).has(InstFlags::INSERTED) {
            all.push(id);
        }
    }
    sort_rows(function, &mut all, before);
    all
}

/// Holds the scheduler back, and is no code: whether a wait stands before or behind it is the same program.
fn is_barrier_to_scheduling(function: &Function, inst: InstId) -> bool {
    const BARRIERS: [&str; 4] = [
        "SCHED_BARRIER",
        "SCHED_GROUP_BARRIER",
        "IGLP_OPT",
        "WAVE_BARRIER",
    ];
    let name = function.opcode(inst).name.as_str();
    BARRIERS.contains(&name) && function.flags(inst).has(InstFlags::META)
}

/// Brings the waits of each row, and the barriers to scheduling among them, into the order that they have in
/// `before`, place by place; what is not there comes last.
fn sort_rows(function: &Function, order: &mut [InstId], before: &[InstId]) {
    let mut row: Vec<usize> = Vec::new();
    for at in 0..=order.len() {
        let inst = order.get(at).copied();
        let is_in_row =
            |i| function.info(i).unit == Unit::Wait || is_barrier_to_scheduling(function, i);
        if inst.is_some_and(is_in_row) {
            row.push(at);
        } else if !inst.is_some_and(|i| function.flags(i).has(InstFlags::META)) {
            if row.len() > 1 {
                let mut waits: Vec<InstId> = row.iter().map(|&at| order[at]).collect();
                let place = |wait: &InstId| before.iter().position(|inst| inst == wait);
                waits.sort_by_cached_key(|wait| (place(wait).unwrap_or(before.len()), *wait));
                for (&at, wait) in row.iter().zip(waits) {
                    order[at] = wait;
                }
            }
            row.clear();
        }
    }
}
