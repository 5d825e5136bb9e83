//! Is a function without some of its copies the same program?
//!
//! The original's blocks hold its instructions in its order; some of them are left out, some moves are put
//! in, and vector registers may be others anywhere in the function. That is the same program when every
//! instruction that stays reads what it read, and nothing is left out that anybody could see. This is proved
//! from both functions alone, without a look at why a copy was thought needless.
//!
//! # Values
//! Global value numbering over both versions in lockstep: a *location* is a slot of a vector register of
//! either version, a dword of a spill slot of either version, a scalar register, or a constant. Where a block
//! begins, locations are sorted into classes that hold the same value, whatever that is. The analysis (`state`)
//! is Kildall's: the classes of the first predecessor that was visited, refined by those of the others until
//! nothing changes. The refinement is the greatest fixed point, since a class falls apart only if two of its
//! members held different things on some way. No value has a name that outlives one visit of a block, so
//! values of different iterations cannot be taken for each other. Inside a block, a copy hands on what its
//! source holds, and an instruction that stays writes something new, the same in both versions.
//!
//! # Lanes
//! A vector instruction executes for each lane that is on; what other lanes hold remains. Lanes do not know of
//! each other, so the classes are computed for one lane at a time, and a lane is told apart by nothing but
//! what last happened to it: it is on; it is off since a certain instruction that writes EXEC; it has never
//! been on (`masks`). Each such *lane state* has classes of its own. Copies and results under EXEC change those
//! of the lanes that are on, who writes past EXEC changes all. When lanes go off, what holds for them joins
//! what holds for those that went off there before; when lanes go on again, what holds for the lanes that are
//! on is what holds for all of them. Lane masks in scalar registers are followed as far as the logic on them
//! shows; an unknown mask may switch on any lane. So where EXEC does not change there is one question, and
//! a value that moved into another register is still right in lanes that wait for the end of a branch or of a loop.
//!
//! This also answers whether a matrix instruction, which writes all lanes, may write to another register: it
//! may not if lanes that are off hold something there that one of them reads later, in the original's place.
//!
//! # Readers of all lanes
//! For an instruction that looks at lanes that are off (`check/lanes.rs`), values must be the same in these as
//! well. Except, unless `strict`, where the last write of the original's register left those lanes out: what
//! such an instruction finds there is undefined (docs/trust.md), and its own result in those lanes is then
//! not taken to be the same in both versions. Moves between the files (`V_ACCVGPR_*`) may honour EXEC or not;
//! what is accepted is right in both cases.
//!
//! # What is refused although it may be right
//! Functions that are called or call, or find registers by an index; values that are equal by anything but
//! copies; removed instructions that are no copies; waits of the user that count accesses, when a spill slot's
//! access is gone.

mod acts;
mod flow;
mod form;
mod masks;
mod operands;
mod state;
mod steps;
mod structure;

use super::lanes::may_honour_exec;
use super::renaming::as_many_waves;
use super::violation::Violation;
use crate::machine::{Function, InstFlags, InstId, OperandKind};
use operands::Place;
use structure::Pairing;

/// Proves that the function is the program that `original` was, with other vector registers and without
/// some of its copies. `strict`: also what instructions that ignore EXEC find in lanes that no write
/// reached.
///
/// # Errors
/// The first difference found.
pub fn copies(function: &Function, original: &Function, strict: bool) -> Result<(), Violation> {
    structure::same_frame(function, original)?;
    let pairings = structure::pairings(function, original)?;
    structure::same_dependences(function, original)?;
    let mut changed = vec![false; pairings.len()];
    for ((block, pairs), changed) in original.block_ids().zip(&pairings).zip(&mut changed) {
        for &pair in pairs {
            *changed |= match pair {
                Pairing::Removed(_) => true,
                Pairing::Inserted(inst) => {
                    if touches_reserved(function, inst) {
                        return Err(Violation::Inserted { block, inst });
                    }
                    true
                }
                Pairing::Both(inst) => Place {
                    original,
                    function,
                    block,
                    inst,
                }
                .check()?,
            };
        }
    }
    if changed.iter().all(|changed| !changed) {
        return Ok(());
    }
    if !original.resources.is_entry || insts(original).any(|inst| hides_registers(original, inst)) {
        return Err(Violation::Hidden);
    }
    structure::nothing_counted(original, &pairings)?;
    as_many_waves(function, original)?;
    let versions = [original, function];
    let accumulators = versions
        .iter()
        .any(|f| insts(f).any(|inst| may_honour_exec(f, inst)));
    let lanes = |accumulators_honour_exec| flow::OffLanes {
        strict,
        accumulators_honour_exec,
    };
    flow::same_values(function, original, &pairings, &changed, lanes(true))?;
    if accumulators {
        flow::same_values(function, original, &pairings, &changed, lanes(false))?;
    }
    Ok(())
}

fn insts(function: &Function) -> impl Iterator<Item = InstId> {
    let blocks = function.blocks().iter();
    blocks.flat_map(|block| block.order.iter().copied())
}

fn touches_reserved(function: &Function, inst: InstId) -> bool {
    let kept = |range| function.reserved.touches(range) || function.callee_saved.touches(range);
    let mut ranges = function.operands(inst).iter().filter_map(|o| o.reg());
    ranges.any(kept)
}

/// Whether an instruction may read or write vector registers that its operands do not name.
fn hides_registers(function: &Function, inst: InstId) -> bool {
    let name = function.opcode(inst).name.as_str();
    let indexed = ["S_SET_GPR_IDX", "V_MOVREL", "V_INDIRECT", "SI_INDIRECT"];
    let mut operands = function.operands(inst).iter();
    function.flags(inst).has(InstFlags::CALL)
        || operands.any(|o| o.kind == OperandKind::RegMask)
        || indexed.iter().any(|prefix| name.starts_with(prefix))
        || name.to_ascii_lowercase().contains("indirect")
}
