//! Copies that go where EXEC changes.

use super::copies::{
    COPY, Change, LOAD, STORE, accepted, blocks, changed, executed_strictly, refused,
    refused_to_be_safe,
};
use super::*;

const IF: &str =
    "S_AND_SAVEEXEC_B64 def s[0:1], vcc, def imp exec, def imp scc, imp exec | boundary";
const SKIP: &str = "S_CBRANCH_EXECZ bb.2, imp exec | term branch boundary";
const ENDIF: &str = "S_OR_B64 def exec, exec, s[0:1], def imp scc | boundary";
const COMPARE: &str = "V_CMP_GT_U32_e32 v3, v4, def imp vcc, imp exec";
const OLD: &str = "V_MOV_B32_e32 def v5, v3, imp exec";

/// A guarded part between two others.
fn guarded(before: &[&str], part: &[&str], after: &[&str]) -> Function {
    let before: Vec<&str> = before.iter().chain(&[COMPARE, IF, SKIP]).copied().collect();
    let after: Vec<&str> = [ENDIF].iter().chain(after).copied().collect();
    blocks(&[
        (" successors=1,2", &before),
        (" successors=2", part),
        ("", &after),
    ])
}

#[test]
fn a_masked_copy_leaves_the_other_lanes() {
    let original = guarded(&[LOAD, OLD], &[COPY], &[STORE]);
    let source = Change {
        removed: &[5],
        registers: &[(7, 1, "v1")],
        ..Change::default()
    };
    refused(&original, &source);
    // Inside it is the same; behind it is if the copy was before.
    let inside = guarded(&[LOAD, OLD], &[COPY, STORE], &[]);
    let change = Change {
        removed: &[5],
        registers: &[(6, 1, "v1")],
        ..Change::default()
    };
    accepted(&inside, &change);
    let before = guarded(&[LOAD, COPY], &["S_NOP #0"], &[STORE]);
    let change = Change {
        removed: &[1],
        registers: &[(7, 1, "v1")],
        ..Change::default()
    };
    accepted(&before, &change);
    let moved = Change {
        removed: &[1],
        registers: &[(0, 0, "v5")],
        ..Change::default()
    };
    accepted(&before, &moved);
    // Both: what is loaded inside goes where the old value is.
    let both = guarded(&[OLD], &[LOAD, COPY], &[STORE]);
    let moved = Change {
        removed: &[5],
        registers: &[(4, 0, "v5")],
        ..Change::default()
    };
    accepted(&both, &moved);
    let elsewhere = Change {
        removed: &[5],
        registers: &[(0, 0, "v20"), (4, 0, "v20"), (7, 1, "v20")],
        ..Change::default()
    };
    accepted(&both, &elsewhere);
    let only_one = Change {
        removed: &[5],
        registers: &[(4, 0, "v20"), (7, 1, "v20")],
        ..Change::default()
    };
    refused(&both, &only_one);
}

#[test]
fn an_unknown_mask_may_add_any_lane() {
    let end = "S_MOV_B64 def exec, s[6:7] | boundary";
    let original = blocks(&[("", &[LOAD, COPY, end, STORE])]);
    let change = |reader| Change {
        removed: &[1],
        registers: reader,
        ..Change::default()
    };
    refused(&original, &change(&[(3, 1, "v1")]));
    // Lanes that were off find in v5 what they found.
    accepted(&original, &change(&[(0, 0, "v5")]));
    let saved = "S_MOV_B64 def s[6:7], exec";
    let narrow = "S_AND_B64 def exec, exec, vcc, def imp scc | boundary";
    let original = blocks(&[("", &[LOAD, COPY, saved, narrow, end, STORE])]);
    accepted(&original, &change(&[(5, 1, "v1")]));
    let half = "S_MOV_B32 def s6, s9";
    let original = blocks(&[("", &[LOAD, COPY, saved, narrow, half, end, STORE])]);
    refused(&original, &change(&[(6, 1, "v1")]));
}

#[test]
fn both_arms_of_a_condition() {
    // The other lanes, by the mask that the first ones left.
    let other =
        "S_ANDN2_SAVEEXEC_B64 def s[0:1], s[0:1], def imp exec, def imp scc, imp exec | boundary";
    let rest = "S_XOR_B64 def s[0:1], exec, s[0:1], def imp scc";
    let text = |first: &str, second: &str| {
        blocks(&[
            (" successors=1,2", &[LOAD, COMPARE, IF, rest, SKIP]),
            (" successors=2", &[first]),
            (
                " successors=3,4",
                &[
                    other,
                    "S_CBRANCH_EXECZ bb.4, imp exec | term branch boundary",
                ],
            ),
            (" successors=4", &[second]),
            ("", &[ENDIF, STORE]),
        ])
    };
    let original = text(COPY, OLD);
    let change = |register| Change {
        removed: &[5],
        registers: register,
        ..Change::default()
    };
    // v1 is there in all lanes, and the second arm writes only its own.
    accepted(&original, &change(&[(8, 0, "v1"), (10, 1, "v1")]));
    accepted(&original, &change(&[(0, 0, "v5")]));
    refused(&original, &change(&[(10, 1, "v1")]));
}

/// A loop that lanes leave one after the other. They keep `v5`, which the loop writes late.
fn leaving(early: &str) -> Function {
    blocks(&[
        (
            " successors=1",
            &[
                "S_MOV_B64 def s[10:11], #0",
                "V_MOV_B32_e32 def v6, v3, imp exec",
            ],
        ),
        (
            " successors=1,2",
            &[
                early,
                "GLOBAL_STORE_DWORD v[8:9], v20, #8, #0, imp exec | store | write space=1 bytes=4",
                "V_ADD_U32_e32 def v5, v3, v6, imp exec",
                "V_ADD_U32_e32 def v6, v6, v6, imp exec",
                "V_CMP_GT_U32_e32 v6, v4, def imp vcc, imp exec",
                "S_OR_B64 def s[10:11], vcc, s[10:11], def imp scc",
                "S_ANDN2_B64 def exec, exec, s[10:11], def imp scc | boundary",
                "S_CBRANCH_EXECNZ bb.1, imp exec | term branch boundary",
            ],
        ),
        (
            "",
            &[
                "S_OR_B64 def exec, exec, s[10:11], def imp scc | boundary",
                STORE,
            ],
        ),
    ])
}

#[test]
fn lanes_that_left_a_loop_keep_what_they_have() {
    let masked = leaving("V_ADD_U32_e32 def v20, v3, v6, imp exec");
    let other = |registers| Change {
        registers,
        ..Change::default()
    };
    let to_v5 = [(2, 0, "v5"), (3, 1, "v5")];
    accepted(&masked, &other(&to_v5));
    let matrix = leaving(
        "V_MFMA_F32_4X4X4F16_vgprcd_e64 def v[20:23], v[10:11], v[12:13], v[16:19], #0, #0, #0, imp mode, imp exec",
    );
    refused(&matrix, &other(&[(2, 0, "v[4:7]"), (3, 1, "v5")]));
    refused(&matrix, &other(&[(2, 0, "v[2:5]"), (3, 1, "v2")]));
    accepted(&matrix, &other(&[(2, 0, "v[24:27]"), (3, 1, "v24")]));
    // What lanes leave with may itself be elsewhere.
    accepted(&matrix, &other(&[(4, 0, "v30"), (11, 1, "v30")]));
    refused(&matrix, &other(&[(4, 0, "v22"), (11, 1, "v22")]));
    accepted(&masked, &other(&[(4, 0, "v20"), (11, 1, "v20")]));
}

const MATRIX: &str = "V_MFMA_F32_4X4X4F16_vgprcd_e64 def v[20:23], v[6:7], v[12:13], v[16:19], #0, #0, #0, imp mode, imp exec";

#[test]
fn readers_of_all_lanes_see_more_under_strict() {
    let pair = [
        "GLOBAL_LOAD_DWORDX2 def v[4:5], v[2:3], #0, #0, imp exec | load | read space=1 bytes=8",
        "V_MOV_B32_e32 def v6, v4, imp exec",
        "V_MOV_B32_e32 def v7, v5, imp exec",
        MATRIX,
        "GLOBAL_STORE_DWORD v[8:9], v20, #0, #0, imp exec | store | write space=1 bytes=4",
    ];
    let original = blocks(&[("", &pair)]);
    let change = Change {
        removed: &[1, 2],
        registers: &[(3, 1, "v[4:5]")],
        ..Change::default()
    };
    accepted(&original, &change);
    let function = changed(&original, &change);
    assert!(matches!(
        copies(&function, &original, true),
        Err(Violation::InactiveLanes { inst, .. }) if inst == InstId(3)
    ));
    assert!(executed_strictly(&function, &original, 1).is_some());
    // With all lanes on nothing is left out.
    let all: Vec<&str> = ["S_MOV_B64 def exec, #-1 | boundary"]
        .iter()
        .chain(&pair)
        .copied()
        .collect();
    let original = blocks(&[("", &all)]);
    let change = Change {
        removed: &[2, 3],
        registers: &[(4, 1, "v[4:5]")],
        ..Change::default()
    };
    let function = changed(&original, &change);
    assert_eq!(copies(&function, &original, true), Ok(()));
    assert_eq!(executed_strictly(&function, &original, 1), None);
}

#[test]
fn what_all_lanes_hold_is_not_given_up() {
    let read = "V_READLANE_B32 def s20, v1, s5";
    let use_it = "S_ADD_I32 def s21, s20, s20, def imp scc";
    let original = guarded(&[LOAD], &[read, use_it], &[]);
    // The copy is made for too few lanes.
    let change = Change {
        registers: &[(4, 1, "v30")],
        moves: &[(1, 0, "v30", "v1")],
        ..Change::default()
    };
    assert!(matches!(
        refused(&original, &change),
        Violation::InactiveLanes { .. }
    ));
    let early = Change {
        moves: &[(0, 1, "v30", "v1")],
        ..change
    };
    accepted(&original, &early);
    // As LLVM had it nobody could rely on the other lanes.
    let original = guarded(
        &[LOAD],
        &[COPY, "V_READLANE_B32 def s20, v5, s5", use_it],
        &[],
    );
    let change = Change {
        removed: &[4],
        registers: &[(5, 1, "v1")],
        ..Change::default()
    };
    accepted(&original, &change);
    assert!(copies(&changed(&original, &change), &original, true).is_err());
}

#[test]
fn what_did_not_change_is_not_refused_for_its_masks() {
    let strange = [
        "S_MOV_B64 def exec, s[6:7] | boundary",
        "V_READLANE_B32 def s20, v40, s5",
        "V_ADD_U32_e32 def v41, v40, v40, imp exec",
        "S_NOT_B64 def exec, exec, def imp scc | boundary",
        "V_ADD_U32_e32 def v42, v41, v40, imp exec",
        "S_MOV_B32 def exec_lo, s3 | boundary",
        "GLOBAL_STORE_DWORD v[8:9], v42, #0, #0, imp exec | store | write space=1 bytes=4",
    ];
    let lines: Vec<&str> = [LOAD, COPY, STORE]
        .iter()
        .chain(&strange)
        .copied()
        .collect();
    let original = blocks(&[("", &lines)]);
    let change = Change {
        removed: &[1],
        registers: &[(2, 1, "v1")],
        ..Change::default()
    };
    accepted(&original, &change);
    assert_eq!(
        copies(&changed(&original, &change), &original, true),
        Ok(())
    );
    assert_eq!(copies(&original, &original, true), Ok(()));
}

/// What a masked write leaves out is undefined for who looks at all lanes, not for the lane when it is on again.
#[test]
fn lanes_that_come_back_find_what_they_had() {
    let original = blocks(&[
        (
            " successors=1,4",
            &[
                "GLOBAL_LOAD_DWORD def v5, v[2:3], #0, #0, imp exec | load | read space=1 bytes=4",
                COMPARE,
                IF,
                "S_CBRANCH_EXECZ bb.4, imp exec | term branch boundary",
            ],
        ),
        (
            " successors=2,3",
            &["S_CBRANCH_SCC0 bb.3, imp scc | term branch boundary"],
        ),
        (
            " successors=3",
            &[
                MATRIX,
                "GLOBAL_STORE_DWORD v[8:9], v20, #8, #0, imp exec | store | write space=1 bytes=4",
                "V_ADD_U32_e32 def v5, v3, v4, imp exec",
            ],
        ),
        (" successors=4", &["S_NOP #0"]),
        ("", &[ENDIF, STORE]),
    ]);
    let web = [(0, 0, "v30"), (7, 0, "v30"), (10, 1, "v30")];
    let change = |registers| Change {
        registers,
        ..Change::default()
    };
    accepted(&original, &change(&web));
    let matrix = [&web[..], &[(5, 0, "v[30:33]"), (6, 1, "v30")]].concat();
    refused(&original, &change(&matrix));
}

#[test]
fn what_is_made_of_something_undefined_does_not_come_back() {
    let store = "GLOBAL_STORE_DWORD v[8:9], v20, #0, #0, imp exec | store | write space=1 bytes=4";
    let pair =
        "GLOBAL_LOAD_DWORDX2 def v[24:25], v[2:3], #0, #0, imp exec | load | read space=1 bytes=8";
    let copies = [
        "V_MOV_B32_e32 def v6, v24, imp exec",
        "V_MOV_B32_e32 def v7, v25, imp exec",
        MATRIX,
        store,
    ];
    let change = Change {
        removed: &[4, 5],
        registers: &[(6, 1, "v[24:25]")],
        ..Change::default()
    };
    accepted(&guarded(&[pair], &copies, &[]), &change);
    refused_to_be_safe(&guarded(&[pair], &copies, &[store]), &change);
    // What all lanes were written for is defined again.
    let old = "V_MOV_B32_e32 def v20, v3, imp exec";
    let matrix = MATRIX.replace("v[6:7]", "v[10:11]");
    let read = "V_READLANE_B32 def s20, v20, s5";
    let use_it = "S_ADD_I32 def s21, s20, s20, def imp scc";
    let original = guarded(&[LOAD], &[old, &matrix, read, use_it], &[]);
    let change = Change {
        registers: &[(6, 1, "v30")],
        moves: &[(1, 2, "v30", "v20")],
        ..Change::default()
    };
    refused(&original, &change);
}

#[test]
fn some_lanes_of_a_state_may_go_on() {
    let original = blocks(&[(
        "",
        &[
            LOAD,
            OLD,
            COMPARE,
            IF,
            "S_AND_B64 def s[2:3], s[0:1], s[6:7], def imp scc",
            "S_OR_B64 def exec, exec, s[2:3], def imp scc | boundary",
            COPY,
            ENDIF,
            STORE,
        ],
    )]);
    let change = Change {
        removed: &[6],
        registers: &[(8, 1, "v1")],
        ..Change::default()
    };
    refused(&original, &change);
}

/// Whether moves between the files honour EXEC is not known; what is accepted is right in both cases.
#[test]
fn moves_between_the_files_may_write_all_lanes() {
    let put = "V_ACCVGPR_WRITE_B32_e64 def a5, v1, imp exec";
    let store = "GLOBAL_STORE_DWORD v[8:9], a5, #0, #0, imp exec | store | write space=1 bytes=4";
    let old = "V_ACCVGPR_WRITE_B32_e64 def a5, v3, imp exec";
    let original = guarded(&[LOAD, old], &[put], &[store]);
    let removed = &[5];
    // It writes the others as well, or it does not.
    for register in ["v1", "a5"] {
        let change = Change {
            removed,
            registers: &[(7, 1, register)],
            ..Change::default()
        };
        refused_to_be_safe(&original, &change);
    }
    // A constant for some lanes: as a move to the other file it might be for all.
    let old = "V_MOV_B32_e32 def v5, v3, imp exec";
    let constant = "V_MOV_B32_e32 def v6, #7, imp exec";
    let read = "GLOBAL_STORE_DWORD v[8:9], v6, #4, #0, imp exec | store | write space=1 bytes=4";
    let original = guarded(&[LOAD, old], &[constant, read], &[STORE]);
    let a5 = [(1, 0, "v5"), (5, 0, "a5"), (6, 1, "a5")];
    let mut function = changed(
        &original,
        &Change {
            registers: &a5,
            ..Change::default()
        },
    );
    function.set_form(InstId(5), "V_ACCVGPR_WRITE_B32_e64", &[], false);
    assert_eq!(copies(&function, &original, false), Ok(()));
    // The lanes that are off keep something there.
    let keeps = "GLOBAL_LOAD_DWORD def a5, v[2:3], #8, #0, imp exec | load | read space=1 bytes=4";
    let original = guarded(&[LOAD, keeps], &[constant, read, keeps], &[store]);
    let mut function = changed(
        &original,
        &Change {
            registers: &a5[1..],
            ..Change::default()
        },
    );
    function.set_form(InstId(5), "V_ACCVGPR_WRITE_B32_e64", &[], false);
    assert!(matches!(
        copies(&function, &original, false),
        Err(Violation::SlotValue { .. })
    ));
}
