//! Loops whose comparisons hold for all lanes in the first iterations.

use std::collections::BTreeSet;

use super::super::{Peel, Step, peels};
use crate::machine::{Function, RegRange, Walls, text};

/// What some lanes load is multiplied where there are such lanes.
const LOOP: &str = "cdna-flat 1\nfunction \"f\"\ngpu gfx942\nresources lds=0 workgroup=64 entry\n\
    block 0 frequency=1 depth=0 successors=1\n\
    S_MOV_B32 def s4, #0\n\
    block 1 frequency=8 depth=1 loop=1 successors=2,3\n\
    V_ADD_U32_e32 def v6, s4, v1, imp exec\n\
    V_CMP_GT_U32_e32 s5, v6, def imp vcc, imp exec\n\
    S_AND_SAVEEXEC_B64 def s[2:3], vcc, def imp exec, def imp scc, imp exec | effects boundary ordered\n\
    S_CBRANCH_EXECZ bb.3, imp exec | term branch boundary\n\
    block 2 frequency=4 depth=1 loop=1 successors=3\n\
    GLOBAL_LOAD_DWORDX2 def v[10:11], v[14:15], #0, #0, imp exec | load | read space=1 bytes=8\n\
    block 3 frequency=8 depth=1 loop=1 successors=4,5\n\
    S_OR_B64 def exec, exec, s[2:3], def imp scc | boundary\n\
    V_CMP_GT_U32_e64 def s[8:9], s5, v6, imp exec\n\
    S_AND_SAVEEXEC_B64 def s[2:3], s[8:9], def imp exec, def imp scc, imp exec | effects boundary ordered\n\
    S_CBRANCH_EXECZ bb.5, imp exec | term branch boundary\n\
    block 4 frequency=4 depth=1 loop=1 successors=5\n\
    V_MFMA_F32_32X32X8F16_e64 def a[0:15], v[10:11], v[12:13], a[0:15], imp exec\n\
    block 5 frequency=8 depth=1 loop=1 successors=6,1\n\
    S_OR_B64 def exec, exec, s[2:3], def imp scc | boundary\n\
    S_ADD_I32 def s4, s4, #64, def imp scc\n\
    S_CMP_GE_U32 s4, s5, def imp scc\n\
    S_CBRANCH_SCC0 bb.1, imp scc | term branch boundary\n\
    block 6 frequency=1 depth=0\n\
    V_MOV_B32_e32 def v9, v3, imp exec\n\
    S_ENDPGM #0 | return term noreturn boundary\n";

fn found(text: &str) -> (Function, Vec<Peel>) {
    let function = text::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let found = peels(&function, &BTreeSet::new(), Walls::Honour);
    (function, found)
}

fn with(pattern: &str, new: &str) -> String {
    assert!(LOOP.contains(pattern), "{pattern}");
    LOOP.replace(pattern, new)
}

/// What is computed for each condition.
fn steps(text: &str) -> Vec<Vec<String>> {
    let (function, found) = found(text);
    let [peel] = &found[..] else {
        return Vec::new();
    };
    let named = |step: &Step| match step {
        Step::Copy(inst, edits) => {
            let to: Vec<String> = edits.iter().map(|(_, to)| to.to_string()).collect();
            format!("{} {}", function.opcode(*inst).name, to.join(" "))
        }
        Step::Inverse { to, mask } => format!("{to} = exec without {mask}"),
        Step::Move { to, from } => format!("{to} = {from}"),
    };
    let each = peel.conditions.iter();
    each.map(|condition| condition.steps.iter().map(named).collect())
        .collect()
}

#[test]
fn a_comparison_that_is_made_twice_is_asked_for_once() {
    let (function, found) = found(LOOP);
    let [peel] = &found[..] else {
        panic!("one copy");
    };
    let full: Vec<&str> = peel
        .full
        .iter()
        .map(|&inst| function.opcode(inst).name.as_str())
        .collect();
    assert_eq!(full, ["V_CMP_GT_U32_e32", "V_CMP_GT_U32_e64"]);
    assert_eq!(
        steps(LOOP),
        [[
            "V_ADD_U32_e32 v0",
            "V_CMP_GT_U32_e32 v0",
            "s[10:11] = exec without vcc",
        ]]
    );
    let [condition] = &peel.conditions[..] else {
        panic!("one condition");
    };
    // None is left.
    assert_eq!(condition.decision.pair, RegRange::parse("s[10:11]"));
    assert!(condition.decision.if_set);
    // There are no masks.
    let lanes = peel.lanes.as_ref().expect("code for some lanes");
    assert_eq!(lanes.pieces(), 0);
}

#[test]
fn other_values_are_asked_for_by_themselves() {
    let text = with("def s[8:9], s5, v6", "def s[8:9], s5, v1");
    // It is the same in all iterations: a mask does, but not for what is behind it.
    assert_eq!(steps(&text), Vec::<Vec<String>>::new());
    let text = with(
        "V_CMP_GT_U32_e64 def s[8:9], s5, v6",
        "V_ADD_U32_e32 def v6, #32, v6, imp exec\nV_CMP_GT_U32_e64 def s[8:9], s5, v6",
    );
    assert_eq!(
        steps(&text),
        [
            vec![
                "V_ADD_U32_e32 v0",
                "V_CMP_GT_U32_e32 v0",
                "s[10:11] = exec without vcc",
            ],
            vec![
                "V_ADD_U32_e32 v0",
                "V_ADD_U32_e32 v0 v2",
                "V_CMP_GT_U32_e64 v2 s[10:11]",
                "s[12:13] = exec without s[10:11]",
            ],
        ]
    );
}

#[test]
fn masks_do_where_they_can() {
    let store = "DS_WRITE_B32_gfx9 v7, v10, #0, #0, imp exec | store | write space=3 bytes=4";
    let matrix = "V_MFMA_F32_32X32X8F16_e64 def a[0:15], v[10:11], v[12:13], a[0:15], imp exec";
    let (_, found) = found(&with(matrix, store));
    let [peel] = &found[..] else {
        panic!("one copy");
    };
    assert!(peel.full.is_empty() && peel.conditions.is_empty());
}

#[test]
fn what_cannot_be_computed_ahead_has_no_copy() {
    for (pattern, new) in [
        // Of what is loaded, or holds in the last iterations.
        (
            "V_ADD_U32_e32 def v6, s4, v1",
            "V_ADD_U32_e32 def v6, s4, v10",
        ),
        ("V_CMP_GT_U32", "V_CMP_LT_U32"),
        // Of numbers that this says nothing of.
        ("V_CMP_GT_U32", "V_CMP_GT_F32"),
        // VCC is needed behind the loop.
        (
            "V_MOV_B32_e32 def v9, v3, imp exec",
            "V_CNDMASK_B32_e32 def v9, #0, v3, imp vcc, imp exec",
        ),
        // The matrix instruction runs with lanes of another mask.
        ("V_CMP_GT_U32_e64 def s[8:9], s5, v6, imp exec\n", ""),
    ] {
        let (_, found) = found(&with(pattern, new));
        assert_eq!(found, [], "{pattern} -> {new}");
    }
    // What is compared is computed with some lanes.
    let text = with("def s[2:3], vcc", "def s[2:3], s[20:21]").replace(
        "GLOBAL_LOAD_DWORDX2",
        "V_ADD_U32_e32 def v6, #0, v6, imp exec\nGLOBAL_LOAD_DWORDX2",
    );
    assert_eq!(found(&text).1, []);
}

#[test]
fn a_mask_that_is_inverted_is_not_read_as_a_vector_register() {
    // The second comparison is of a one in each lane of a mask.
    let text = with(
        "V_CMP_GT_U32_e64 def s[8:9], s5, v6",
        "V_CNDMASK_B32_e64 def v7, #0, #0, #0, #1, vcc, imp exec\nV_CMP_NE_U32_e64 def s[8:9], #0, v7",
    );
    assert_eq!(steps(&text), Vec::<Vec<String>>::new());
    // How many lanes there are is counted, and nothing is masked by it.
    let text = with(
        "S_ADD_I32 def s4, s4, #64",
        "V_CMP_LT_U32_e64 def s[18:19], v6, s6, imp exec\nS_BCNT1_I32_B64 def s7, s[18:19], def imp scc\nS_ADD_I32 def s4, s4, #64",
    );
    assert_eq!(found(&text).1[0].full.len(), 2);
}
