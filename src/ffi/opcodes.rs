//! The opcodes that the shim itself needs.

use std::sync::LazyLock;

use super::abi::*;

/// LLVM's names, in the order of `CdnaKnownOpcode`.
pub(super) const NAMES: [&str; 21] = [
    "S_NOP",
    "S_WAITCNT",
    "V_MOV_B32_e32",
    "V_ACCVGPR_READ_B32_e64",
    "V_ACCVGPR_WRITE_B32_e64",
    "V_ACCVGPR_MOV_B32",
    "V_ADD_F32_e64",
    "S_CMP_EQ_U64",
    "S_CMP_LG_U32",
    "S_CSELECT_B32",
    "S_MOV_B32",
    "S_CBRANCH_SCC1",
    "S_AND_B64",
    "S_ANDN2_B64",
    "S_OR_B64",
    "S_XOR_B64",
    "S_MOV_B64",
    "S_SETPRIO",
    "SCHED_BARRIER",
    "SCHED_GROUP_BARRIER",
    "IGLP_OPT",
];

/// Whether an opcode is a user's hint about order, which no result depends on.
pub(super) fn is_hint(name: &str) -> bool {
    NAMES[CDNA_OPCODE_FIRST_HINT as usize..].contains(&name)
}

/// The names as C sees them.
struct Described([CdnaStr; NAMES.len()]);

// SAFETY: nobody changes it once it is made, and it points to static strings.
unsafe impl Send for Described {}
// SAFETY: as above.
unsafe impl Sync for Described {}

static DESCRIBED: LazyLock<Described> = LazyLock::new(|| Described(NAMES.map(CdnaStr::of)));

/// The names for the shim.
pub(super) fn describe() -> &'static [CdnaStr] {
    &DESCRIBED.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_is_that_of_the_header() {
        for (index, name) in [
            (CDNA_OPCODE_NOP, "S_NOP"),
            (CDNA_OPCODE_WAITCNT, "S_WAITCNT"),
            (CDNA_OPCODE_MOVE, "V_MOV_B32_e32"),
            (CDNA_OPCODE_MOVE_FROM_AGPR, "V_ACCVGPR_READ_B32_e64"),
            (CDNA_OPCODE_MOVE_TO_AGPR, "V_ACCVGPR_WRITE_B32_e64"),
            (CDNA_OPCODE_MOVE_AMONG_AGPRS, "V_ACCVGPR_MOV_B32"),
            (CDNA_OPCODE_MODIFIED, "V_ADD_F32_e64"),
            (CDNA_OPCODE_IS_ZERO, "S_CMP_EQ_U64"),
            (CDNA_OPCODE_IS_NOT_ZERO, "S_CMP_LG_U32"),
            (CDNA_OPCODE_SELECT, "S_CSELECT_B32"),
            (CDNA_OPCODE_SCALAR_MOVE, "S_MOV_B32"),
            (CDNA_OPCODE_BRANCH_IF_SET, "S_CBRANCH_SCC1"),
            (CDNA_OPCODE_AND, "S_AND_B64"),
            (CDNA_OPCODE_AND_NOT, "S_ANDN2_B64"),
            (CDNA_OPCODE_OR, "S_OR_B64"),
            (CDNA_OPCODE_XOR, "S_XOR_B64"),
            (CDNA_OPCODE_MOVE_PAIR, "S_MOV_B64"),
        ] {
            assert_eq!(NAMES[index as usize], name);
            assert!(!is_hint(name));
        }
        for hint in [
            "S_SETPRIO",
            "SCHED_BARRIER",
            "SCHED_GROUP_BARRIER",
            "IGLP_OPT",
        ] {
            assert!(is_hint(hint));
        }
    }
}
