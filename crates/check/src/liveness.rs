//! Which vector registers hold a value that is still needed, from the operands alone.
//!
//! A register is live where some path reads it before it is written. This is liveness of whole
//! registers, as register allocation had it: a write under a narrow exec mask counts as a write of
//! all of it, since the control flow that narrowed the mask has an edge around the write. Where the
//! mask is widened in the same block there is no such edge, and a write before that leaves live what
//! it writes.

use super::dataflow::{Direction, Join, everywhere};
use crate::machine::{BlockId, Function, InstFlags, InstId, Operand, OperandFlags, Reg, RegSet};

/// Whether an instruction writes EXEC.
pub(super) fn writes_exec(function: &Function, inst: InstId) -> bool {
    let mut operands = function.operands(inst).iter();
    operands.any(|o| o.is_def() && o.reg().is_some_and(|range| range.first().is_exec()))
}

/// Whether an instruction leaves every register as it is, whatever its operands say: it emits nothing
/// and does not begin an undefined value.
pub(super) fn does_nothing(function: &Function, inst: InstId) -> bool {
    function.flags(inst).has(InstFlags::META) && function.opcode(inst).name != "IMPLICIT_DEF"
}

/// Whether nobody behind an instruction reads what it writes to an operand; of what is in inline assembly, nobody behind that.
pub(super) fn ends_unread(function: &Function, inst: InstId, operand: &Operand) -> bool {
    let is_dead = |o: &&Operand| o.is_def() && o.flags.has(OperandFlags::DEAD);
    let is_clobbered = || {
        let asm = function.asm_around(inst)?;
        let clobbers = || function.operands(asm).iter().filter(is_dead);
        let mut regs = operand.reg()?.regs();
        let is_clobber = |reg| clobbers().any(|o| o.reg().is_some_and(|r| r.contains(reg)));
        Some(regs.all(is_clobber))
    };
    is_dead(&operand) || is_clobbered().unwrap_or(false)
}

/// Whether an operand is a result by name only: an implicit vector operand of a slot that the same
/// instruction reads implicitly. LLVM puts such pairs on the parts of a spilled tuple, to say that the
/// others are still needed; the slot holds what it held.
pub(super) fn passes_through(operands: &[Operand], result: &Operand, reg: Reg) -> bool {
    let implicit = |o: &Operand| {
        let undefined = o.flags.has(OperandFlags::UNDEF);
        o.is_use() && !o.is_explicit() && !undefined
    };
    let names = |o: &Operand| o.reg().is_some_and(|range| range.contains(reg));
    let also = |wanted: &dyn Fn(&Operand) -> bool| operands.iter().any(|o| wanted(o) && names(o));
    !result.is_explicit()
        && reg.is_vector()
        && also(&implicit)
        && !also(&|o| o.is_def() && o.is_explicit())
}

/// By block, the vector registers that are live where it ends.
pub(super) fn live_out(function: &Function) -> Vec<RegSet> {
    live_out_with(function, true)
}

/// The same, where a write behind an instruction that narrows EXEC in its block is none of the whole register, either: a branch behind it
/// may lead around what follows, with the other lanes as they are.
pub(super) fn live_out_in_lanes(function: &Function) -> Vec<RegSet> {
    live_out_with(function, false)
}

/// Whether a write with EXEC narrowed in its block ends what the register held is said by `narrowed_ends`.
fn live_out_with(function: &Function, narrowed_ends: bool) -> Vec<RegSet> {
    let mut at_exit = RegSet::default();
    if !function.resources.is_entry {
        at_exit = function.callee_saved;
        at_exit.union(&function.reserved);
        at_exit.union(&never_written(function));
    }
    let parts: Vec<Part> = function
        .block_ids()
        .map(|b| Part::of(function, b, narrowed_ends))
        .collect();
    let behind = |block| match function.block(block).successors.is_empty() {
        true => at_exit,
        false => RegSet::default(),
    };
    everywhere(function, Direction::Backward, behind, |block, mut live| {
        let part = &parts[block.index()];
        live.subtract(&part.written);
        live.union(&part.read);
        live
    })
}

impl Join for RegSet {
    fn join(&mut self, other: &RegSet) -> bool {
        self.union(other)
    }
}

/// What no operand writes: a function leaves it as it found it.
fn never_written(function: &Function) -> RegSet {
    let mut never: RegSet = Reg::vectors().collect();
    for &inst in function.blocks().iter().flat_map(|b| &b.order) {
        for operand in function.operands(inst).iter().filter(|o| o.is_def()) {
            operand
                .reg()
                .into_iter()
                .flat_map(|r| r.regs())
                .for_each(|reg| never.remove(reg));
        }
    }
    never
}

/// Whether an instruction that writes EXEC can only take lanes away.
pub(super) fn only_narrows(function: &Function, inst: InstId) -> bool {
    let operands = function.operands(inst);
    let is_exec = |o: &Operand| o.reg().is_some_and(|range| range.first().is_exec());
    let reads_first = || {
        operands
            .iter()
            .find(|o| o.is_explicit() && !o.is_def())
            .is_some_and(is_exec)
    };
    let reads = || {
        operands
            .iter()
            .any(|o| o.is_explicit() && o.is_use() && is_exec(o))
    };
    match function.opcode(inst).name.as_str() {
        "S_AND_SAVEEXEC_B64" | "S_ANDN1_SAVEEXEC_B64" => true,
        "S_AND_B64" | "S_AND_B64_term" => reads(),
        "S_ANDN2_B64" | "S_ANDN2_B64_term" => reads_first(),
        name => name.starts_with("V_CMPX_"),
    }
}

/// What a block does to liveness.
#[derive(Default)]
struct Part {
    /// Read before it is written.
    read: RegSet,
    /// Written for every lane that is active at the end.
    written: RegSet,
}

impl Part {
    fn of(function: &Function, block: BlockId, narrowed_ends: bool) -> Part {
        let mut part = Part::default();
        let mut is_narrowed = false;
        for &inst in &function.block(block).order {
            // A bundle's header repeats what its members do.
            if function.flags(inst).has(InstFlags::BUNDLE) || does_nothing(function, inst) {
                continue;
            }
            let operands = function.operands(inst);
            let undefined = |flags: OperandFlags| flags.has(OperandFlags::UNDEF);
            let read = operands
                .iter()
                .filter(|o| o.is_use() && !undefined(o.flags));
            for reg in read.filter_map(|o| o.reg()).flat_map(|range| range.regs()) {
                if reg.is_vector() && !part.written.contains(reg) {
                    part.read.insert(reg);
                }
            }
            let written = operands
                .iter()
                .filter(|o| o.is_def())
                .filter_map(|o| o.reg());
            for range in written.filter(|range| range.first().is_vector()) {
                if narrowed_ends || !is_narrowed {
                    part.written.insert_range(range);
                }
            }
            if writes_exec(function, inst) {
                is_narrowed = only_narrows(function, inst);
                if !is_narrowed {
                    part.written = RegSet::default();
                }
            }
        }
        part
    }
}
