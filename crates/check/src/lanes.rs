//! Which instructions read or write lanes that are not active, and which must keep their registers.
//!
//! Tables by LLVM's names: a row matches names that begin with its text, or contain it.

use crate::machine::{Function, InstFlags, InstId, Reg};

/// How a row's text is looked for in a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Match {
    Begins(&'static str),
    Contains(&'static str),
    Ends(&'static str),
}
use Match::{Begins, Contains, Ends};

impl Match {
    fn holds(self, name: &str) -> bool {
        match self {
            Begins(text) => name.starts_with(text),
            Contains(text) => name.contains(text),
            Ends(text) => name.ends_with(text),
        }
    }
}

/// What instructions do with lanes whose bit in EXEC is 0.
struct LaneRow {
    names: Match,
    /// They write their vector results in those lanes, too.
    writes: bool,
    /// They read their vector sources in those lanes, too.
    reads: bool,
    /// Where that is said.
    #[cfg_attr(not(test), expect(dead_code, reason = "for the reader of the table"))]
    source: &'static str,
}

/// Where documents leave room, a row says the more.
const LANES: &[LaneRow] = &[
    LaneRow {
        names: Begins("V_MFMA_"),
        writes: true,
        reads: true,
        source: "MI300 ISA, section 7.1: matrix instructions ignore EXEC",
    },
    LaneRow {
        names: Begins("V_SMFMAC_"),
        writes: true,
        reads: true,
        source: "MI300 ISA, section 7.1: matrix instructions ignore EXEC",
    },
    LaneRow {
        names: Begins("V_WRITELANE"),
        writes: true,
        reads: true,
        source: "MI300 ISA, V_WRITELANE_B32: ignores EXEC",
    },
    LaneRow {
        names: Begins("V_READLANE"),
        writes: false,
        reads: true,
        source: "MI300 ISA, V_READLANE_B32: ignores EXEC",
    },
    LaneRow {
        names: Begins("V_READFIRSTLANE"),
        writes: false,
        reads: true,
        source: "MI300 ISA, V_READFIRSTLANE_B32: lane 0 when EXEC is 0",
    },
    LaneRow {
        names: Begins("V_ACCVGPR_"),
        writes: true,
        reads: true,
        source: "no document says that they honour EXEC; they are VOP3P, as matrix instructions are",
    },
    LaneRow {
        names: Begins("V_PERMLANE"),
        writes: true,
        reads: true,
        source: "MI350 ISA, V_PERMLANE16_SWAP_B32: swaps rows of lanes",
    },
    LaneRow {
        names: Begins("V_SET_INACTIVE"),
        writes: true,
        reads: true,
        source: "LLVM SIInstructions.td: writes the lanes outside of EXEC",
    },
    LaneRow {
        names: Contains("STRICT_W"),
        writes: true,
        reads: true,
        source: "LLVM SIInstructions.td: whole-wave and whole-quad mode",
    },
    LaneRow {
        names: Ends("_dpp"),
        writes: false,
        reads: true,
        source: "MI300 ISA, section 12.7 (DPP): sources are other lanes; BOUND_CTRL and FI decide about inactive ones",
    },
    LaneRow {
        names: Begins("DS_PERMUTE"),
        writes: false,
        reads: true,
        source: "MI300 ISA, DS_PERMUTE_B32: data of other lanes",
    },
    LaneRow {
        names: Begins("DS_BPERMUTE"),
        writes: false,
        reads: true,
        source: "MI300 ISA, DS_BPERMUTE_B32: data of other lanes",
    },
    LaneRow {
        names: Begins("DS_SWIZZLE"),
        writes: false,
        reads: true,
        source: "MI300 ISA, DS_SWIZZLE_B32: data of other lanes",
    },
    LaneRow {
        names: Contains("_TR_"),
        writes: false,
        reads: true,
        source: "MI350 ISA, DS_READ_B64_TR_B16: lanes exchange what they load",
    },
    LaneRow {
        names: Contains("_TR4_"),
        writes: false,
        reads: true,
        source: "MI350 ISA, DS_READ_B64_TR_B4: lanes exchange what they load",
    },
    LaneRow {
        names: Begins("INLINEASM"),
        writes: true,
        reads: true,
        source: "its text may be anything",
    },
    LaneRow {
        names: Begins("SI_CALL"),
        writes: true,
        reads: true,
        source: "the callee may be anything",
    },
];

fn any(function: &Function, inst: InstId, wanted: impl Fn(&LaneRow) -> bool) -> bool {
    let name = function.opcode(inst).name.as_str();
    LANES.iter().any(|row| wanted(row) && row.names.holds(name))
}

/// Whether it writes its vector results in lanes that are not active.
pub(super) fn writes_all_lanes(function: &Function, inst: InstId) -> bool {
    any(function, inst, |row| row.writes)
}

/// Whether its result depends on its vector sources in lanes that are not active.
pub(super) fn reads_all_lanes(function: &Function, inst: InstId) -> bool {
    any(function, inst, |row| row.reads)
}

/// Whether it may honour EXEC although [`writes_all_lanes`] says that it does not.
pub(super) fn may_honour_exec(function: &Function, inst: InstId) -> bool {
    function.opcode(inst).name.starts_with("V_ACCVGPR_")
}

/// An instruction whose registers are fixed for a reason that its operands do not show.
struct FixedRow {
    names: Match,
    /// Why.
    #[cfg_attr(not(test), expect(dead_code, reason = "for the reader of the table"))]
    reason: &'static str,
}

const FIXED: &[FixedRow] = &[
    FixedRow {
        names: Begins("S_SET_GPR_IDX"),
        reason: "MI300 ISA, S_SET_GPR_IDX_ON: register numbers are relative to M0 from here on",
    },
    FixedRow {
        names: Begins("V_MOVREL"),
        reason: "MI300 ISA, V_MOVRELS_B32: M0 is added to the register number",
    },
    FixedRow {
        names: Contains("INDIRECT"),
        reason: "LLVM SIInstructions.td, V_INDIRECT_REG_*: indexed registers",
    },
    FixedRow {
        names: Contains("_indirect"),
        reason: "LLVM VOP1Instructions.td, V_MOV_B32_indirect: indexed registers",
    },
    FixedRow {
        names: Begins("INLINEASM"),
        reason: "the text names registers",
    },
    FixedRow {
        names: Begins("STATEPOINT"),
        reason: "LLVM's stack map names registers",
    },
    FixedRow {
        names: Begins("STACKMAP"),
        reason: "LLVM's stack map names registers",
    },
    FixedRow {
        names: Begins("PATCH"),
        reason: "LLVM's stack map, or code put there later, names registers",
    },
    FixedRow {
        names: Begins("EXP"),
        reason: "exports hold on to their sources after they are issued",
    },
    FixedRow {
        names: Begins("V_INTERP_"),
        reason: "reads LDS by M0: of the graphics pipeline, not examined",
    },
];

/// Whether it must keep its registers.
pub(super) fn is_fixed(function: &Function, inst: InstId) -> bool {
    let flags = function.flags(inst);
    let kinds = [
        InstFlags::CALL,
        InstFlags::RETURN,
        InstFlags::TERMINATOR,
        InstFlags::BRANCH,
        InstFlags::INLINE_ASM,
        InstFlags::BUNDLE,
        InstFlags::IN_BUNDLE,
    ];
    let opcode = function.opcode(inst);
    let name = opcode.name.as_str();
    let meta = flags.has(InstFlags::META) && !matches!(name, "KILL" | "IMPLICIT_DEF");
    let direct = |reg: Reg| reg == Reg::LDS_DIRECT;
    let reads_lds = function.operands(inst).iter().filter_map(|o| o.reg());
    kinds.into_iter().any(|kind| flags.has(kind))
        || meta
        || !opcode.info.is_known()
        || FIXED.iter().any(|row| row.names.holds(name))
        || reads_lds.into_iter().any(|range| direct(range.first()))
}

/// Whether register numbers may be relative from this instruction on.
pub(super) fn begins_indexing(function: &Function, inst: InstId) -> bool {
    function.opcode(inst).name.starts_with("S_SET_GPR_IDX")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_row_has_a_source_and_is_there_once() {
        let names: BTreeSet<String> = LANES.iter().map(|row| format!("{:?}", row.names)).collect();
        assert_eq!(names.len(), LANES.len());
        assert!(
            LANES
                .iter()
                .all(|row| !row.source.is_empty() && (row.reads || row.writes))
        );
        let names: BTreeSet<String> = FIXED.iter().map(|row| format!("{:?}", row.names)).collect();
        assert_eq!(names.len(), FIXED.len());
        assert!(FIXED.iter().all(|row| !row.reason.is_empty()));
    }
}
