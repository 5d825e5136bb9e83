//! How many copies and accesses to spill slots there are, and what becomes of them.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::handover::TraceBefore;
use crate::kernel::{Kernel, Original};
use crate::machine::{BlockId, Function, InstId};
use crate::report::{Clocks, CoalescedRecord, CopyRecord, Record, RegisterRecord};
use crate::schedule;
use crate::table_oracle::TableOracle;
use crate::timing::{Trace, issues};
use crate::transform::coalesce;
use crate::{Outcome, Remark, RemarkKind};

/// What these blocks have.
pub fn count(function: &Function, blocks: impl IntoIterator<Item = BlockId>) -> CopyRecord {
    let mut found = CopyRecord::default();
    for block in blocks {
        let order = &function.block(block).order;
        for &inst in order.iter().filter(|&&inst| issues(function, inst)) {
            found.instructions += 1;
            found.copies += u32::from(coalesce::is_copy(function, inst));
            found.spill_accesses += u32::from(is_spill(function, inst));
        }
    }
    found
}

fn is_spill(function: &Function, inst: InstId) -> bool {
    let mut accesses = function.accesses(inst).iter();
    accesses.any(|access| access.spill.is_some())
}

/// What became of the copies of these blocks; `None` where there are none and were none. `llvm`: the function with them.
fn became(function: &Function, llvm: &Function, blocks: &[BlockId]) -> Option<CoalescedRecord> {
    let [before, after] = [llvm, function].map(|f| count(f, blocks.iter().copied()));
    let any = before.copies + before.spill_accesses > 0 || before != after;
    any.then_some(CoalescedRecord { before, after })
}

/// What became of the copies of a function.
pub fn of_function(function: &Function, llvm: &Function) -> Option<CoalescedRecord> {
    let all: Vec<BlockId> = llvm.block_ids().collect();
    became(function, llvm, &all)
}

/// What became of the copies of its loops, by their first block.
pub fn of_loops(function: &Function, llvm: &Function) -> BTreeMap<u32, CoalescedRecord> {
    let traces = Trace::all(llvm);
    let loops = traces.iter().filter(|trace| trace.is_loop());
    let found = loops.filter_map(|trace| {
        let first = trace.blocks.first()?.0;
        Some((first, became(function, llvm, &trace.blocks)?))
    });
    found.collect()
}

/// What the traces of LLVM's own function take, by the search's own measure.
pub fn time_llvm(llvm: &Original, search: &schedule::Options) -> Vec<TraceBefore> {
    let needs = TableOracle(Rc::clone(&llvm.facts));
    let timed = schedule::time_incoming(&llvm.ready, &needs, search);
    let of = |trace: &Trace| {
        let first = trace.blocks.first();
        first.map_or(0.0, |&block| llvm.ready.block(block).frequency)
    };
    timed
        .into_iter()
        .map(|(trace, timings)| TraceBefore {
            block: trace.blocks.first().map_or(0, |block| block.0),
            frequency: of(&trace),
            clocks: timings.iter().map(Clocks::from).collect(),
        })
        .collect()
}

/// Says what became of the copies of a function and its loops.
pub fn remarks(function: &Function, kernel: &Kernel<'_>, record: &Record, outcome: &mut Outcome) {
    if let Some(all) = record.coalesced.filter(|all| all.before != all.after) {
        outcome.remark(
            RemarkKind::Passed,
            "Coalesced",
            whole(all, record.registers_before, function.into()),
        );
    }
    for (&block, found) in &kernel.coalesced {
        let is_less = found.after.copies < found.before.copies
            || found.after.spill_accesses < found.before.spill_accesses;
        let (kind, name, message) = match is_less {
            true => (RemarkKind::Passed, "Coalesced", taken(*found)),
            false => (RemarkKind::Missed, "CopiesKept", kept(found.after)),
        };
        outcome.remarks.push(Remark {
            kind,
            name,
            message,
            block: BlockId(block),
            inst: None,
            args: Vec::new(),
        });
    }
}

/// What became of a function's copies and registers.
fn whole(all: CoalescedRecord, before: RegisterRecord, now: RegisterRecord) -> String {
    let change = |before: u32, now: u32| match before == now {
        true => before.to_string(),
        false => format!("{before} -> {now}"),
    };
    let more = match now.waves_per_simd > before.waves_per_simd {
        true => ": the registers that this frees leave room for more waves",
        false => "",
    };
    format!(
        "copies of the function {}, accesses to spill slots {}, VGPRs {}, AccVGPRs {}, waves per SIMD {}{more}",
        change(all.before.copies, all.after.copies),
        change(all.before.spill_accesses, all.after.spill_accesses),
        change(before.peak_vgpr, now.peak_vgpr),
        change(before.peak_agpr, now.peak_agpr),
        change(before.waves_per_simd, now.waves_per_simd),
    )
}

/// What was taken out of a loop, and of how many.
fn taken(found: CoalescedRecord) -> String {
    let (before, after) = (found.before, found.after);
    let counts = [
        (before.copies, after.copies, "copies"),
        (
            before.spill_accesses,
            after.spill_accesses,
            "accesses to spill slots",
        ),
    ];
    let fewer = counts.iter().filter(|(before, after, _)| after < before);
    let fewer: Vec<String> = fewer
        .map(|&(before, after, what)| match after {
            0 => format!("{before} {what}"),
            _ => format!("{} of {before} {what}", before - after),
        })
        .collect();
    // Moves take the place of accesses to memory.
    let others = counts.iter().filter(|(before, after, _)| after >= before);
    let others = others.filter(|(_, after, _)| *after > 0);
    let others = others.map(|(before, after, what)| format!("; {what} {before} -> {after}"));
    format!(
        "took {} out of a loop of {} instructions{}",
        fewer.join(" and "),
        before.instructions,
        others.collect::<String>()
    )
}

/// What stays in a loop of which nothing was taken out.
fn kept(now: CopyRecord) -> String {
    let mut parts = Vec::new();
    if now.copies > 0 {
        parts.push(format!("{} copies", now.copies));
    }
    if now.spill_accesses > 0 {
        parts.push(format!("{} accesses to spill slots", now.spill_accesses));
    }
    format!(
        "kept {} in a loop of {} instructions",
        parts.join(" and "),
        now.instructions
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(before: [u32; 3], after: [u32; 3]) -> CoalescedRecord {
        let [before, after] =
            [before, after].map(|[instructions, copies, spill_accesses]| CopyRecord {
                instructions,
                copies,
                spill_accesses,
            });
        CoalescedRecord { before, after }
    }

    #[test]
    fn remarks_say_what_was_taken_out_and_what_stays() {
        let all = found([243, 128, 0], [115, 0, 0]);
        assert_eq!(
            taken(all),
            "took 128 copies out of a loop of 243 instructions"
        );
        let some = found([300, 20, 6], [284, 7, 3]);
        assert_eq!(
            taken(some),
            "took 13 of 20 copies and 3 of 6 accesses to spill slots out of a loop of 300 instructions"
        );
        assert_eq!(
            taken(found([300, 20, 6], [298, 24, 0])),
            "took 6 accesses to spill slots out of a loop of 300 instructions; copies 20 -> 24"
        );
        assert_eq!(
            kept(some.after),
            "kept 7 copies and 3 accesses to spill slots in a loop of 284 instructions"
        );
        let registers = |peak_agpr, waves_per_simd| RegisterRecord {
            peak_vgpr: 40,
            peak_agpr,
            peak_sgpr: 10,
            waves_per_simd,
        };
        assert_eq!(
            whole(all, registers(128, 3), registers(64, 4)),
            "copies of the function 128 -> 0, accesses to spill slots 0, VGPRs 40, AccVGPRs 128 -> 64, \
             waves per SIMD 3 -> 4: the registers that this frees leave room for more waves"
        );
        assert!(whole(some, registers(64, 4), registers(64, 4)).ends_with("waves per SIMD 4"));
    }

    /// A move, one of a constant, sums with 0 and with 1, a move of a scalar register, a reload.
    const COPIES: &str = "cdna-flat 1\nfunction \"k\"\ngpu gfx950\n\
        resources lds=0 workgroup=256 entry\nblock 0 frequency=3 depth=0\n  \
        V_MOV_B32_e32 def v1, v2, imp exec\n  \
        V_MOV_B32_e32 def v3, #2, imp exec\n  \
        V_ADD_U32_e32 def v4, #0, v1, imp exec\n  \
        V_ADD_U32_e32 def v5, #1, v1, imp exec\n  \
        V_MOV_B32_e32 def v6, s2, imp exec\n  \
        V_ACCVGPR_WRITE_B32_e64 def a0, v6, imp exec\n";

    #[test]
    fn only_copies_of_vector_registers_count() {
        let function = crate::machine::text::parse(COPIES).expect("a function");
        let all = count(&function, function.block_ids());
        assert_eq!((all.instructions, all.copies), (6, 3));
    }
}
