//! What a masked write left out is not undefined for lanes that go on again.

use super::copies::{COPY, Change, LOAD, STORE, blocks, refused};

const IF: &str =
    "S_AND_SAVEEXEC_B64 def s[0:1], vcc, def imp exec, def imp scc, imp exec | boundary";
const ENDIF: &str = "S_OR_B64 def exec, exec, s[0:1], def imp scc | boundary";
const COMPARE: &str = "V_CMP_GT_U32_e32 v3, v4, def imp vcc, imp exec";
const OLD: &str = "V_MOV_B32_e32 def v5, v3, imp exec";
const MATRIX: &str = "V_MFMA_F32_4X4X4F16_vgprcd_e64 def v[20:23], v[10:11], v[12:13], v[16:19], #0, #0, #0, imp mode, imp exec";

#[test]
fn lanes_that_were_off_keep_the_old_value() {
    let original = blocks(&[("", &[LOAD, OLD, COMPARE, IF, COPY, ENDIF, STORE])]);
    refused(
        &original,
        &Change {
            removed: &[1],
            ..Change::default()
        },
    );
}

#[test]
fn a_matrix_instruction_beside_a_branch_keeps_the_old_value() {
    let original = blocks(&[
        (
            " successors=1,2",
            &[
                LOAD,
                OLD,
                COMPARE,
                IF,
                "S_CBRANCH_EXECZ bb.2, imp exec | term branch boundary",
            ],
        ),
        (" successors=2", &[MATRIX, COPY]),
        ("", &[ENDIF, STORE]),
    ]);
    // Everything that was v5 is v20.
    refused(
        &original,
        &Change {
            registers: &[(1, 0, "v20"), (6, 0, "v20"), (8, 1, "v20")],
            ..Change::default()
        },
    );
}

#[test]
fn a_waterfall_loop_keeps_what_its_iterations_wrote() {
    let original = blocks(&[
        (" successors=1", &["S_MOV_B64 def s[6:7], exec"]),
        (
            " successors=1,2",
            &[
                MATRIX,
                "V_ADD_U32_e32 def v6, v6, v6, imp exec",
                "V_CMP_GT_U32_e32 v6, v4, def imp vcc, imp exec",
                IF,
                "GLOBAL_LOAD_DWORD def v5, v[2:3], #0, #0, imp exec | load | read space=1 bytes=4",
                "S_XOR_B64 def exec, exec, s[0:1], def imp scc | boundary",
                "S_CBRANCH_EXECNZ bb.1, imp exec | term branch boundary",
            ],
        ),
        ("", &["S_MOV_B64 def exec, s[6:7] | boundary", STORE]),
    ]);
    refused(
        &original,
        &Change {
            registers: &[(5, 0, "v20"), (9, 1, "v20")],
            ..Change::default()
        },
    );
}

#[test]
fn an_asm_statement_may_leave_lanes_that_are_off() {
    let asm = "INLINEASM opaque, #1, #10, def v5 | effects asm";
    let original = blocks(&[("", &[LOAD, OLD, COMPARE, IF, asm, ENDIF, STORE])]);
    let function = super::copies::changed(
        &original,
        &Change {
            removed: &[1],
            ..Change::default()
        },
    );
    assert!(super::copies(&function, &original, false).is_err());
}

#[test]
fn an_arm_that_takes_over_all_lanes_has_them_defined() {
    // The second arm runs in lanes that the first one left out.
    let rest = "S_XOR_B64 def s[0:1], exec, s[0:1], def imp scc";
    let other =
        "S_ANDN2_SAVEEXEC_B64 def s[0:1], s[0:1], def imp exec, def imp scc, imp exec | boundary";
    let original = blocks(&[(
        "",
        &[
            LOAD, OLD, COMPARE, IF, rest, COPY, other, STORE, ENDIF, STORE,
        ],
    )]);
    refused(
        &original,
        &Change {
            removed: &[1],
            ..Change::default()
        },
    );
}

#[test]
fn a_constant_in_the_other_file_may_reach_other_lanes() {
    let original = blocks(&[(
        "",
        &[
            "V_MOV_B32_e32 def v5, v3, imp exec",
            COMPARE,
            IF,
            "V_MOV_B32_e32 def v5, #7, imp exec",
            ENDIF,
            STORE,
        ],
    )]);
    let mut function = super::copies::changed(
        &original,
        &Change {
            registers: &[(5, 1, "a5"), (0, 0, "a5"), (3, 0, "a5")],
            ..Change::default()
        },
    );
    let classes = [
        cdnasched_base::machine::OperandClass::AGPR,
        cdnasched_base::machine::OperandClass::VGPR,
    ];
    function.set_form(super::InstId(3), "V_ACCVGPR_WRITE_B32_e64", &classes, false);
    function.set_form(super::InstId(0), "V_ACCVGPR_WRITE_B32_e64", &classes, false);
    assert!(super::copies(&function, &original, false).is_err());
}
