//! Loops with code for some lanes, and what their copies are.

use std::collections::BTreeSet;

use super::super::peels;
use super::*;
use crate::machine::{Walls, text};

/// Some lanes load and store what they have loaded, the others store something else.
const LOOP: &str = "cdna-flat 1\nfunction \"f\"\ngpu gfx942\nresources lds=0 workgroup=64 entry\n\
    block 0 frequency=1 depth=0 successors=1\n\
    S_MOV_B32 def s4, #0\n\
    block 1 frequency=8 depth=1 loop=1 successors=2,3\n\
    S_ADD_I32 def s4, s4, #1, def imp scc\n\
    V_CMP_GT_U32_e64 def s[8:9], v1, s4, imp exec\n\
    S_AND_SAVEEXEC_B64 def s[2:3], s[8:9], def imp exec, def imp scc, imp exec | effects boundary ordered\n\
    S_XOR_B64 def s[2:3], exec, s[2:3], def imp scc\n\
    S_CBRANCH_EXECZ bb.3, imp exec | term branch boundary\n\
    block 2 frequency=4 depth=1 loop=1 successors=3\n\
    S_ADD_I32 def s16, s4, #3, def imp scc\n\
    GLOBAL_LOAD_DWORD def v2, v[4:5], #0, #0, imp exec | load | read space=1 bytes=4\n\
    V_MOV_B32_e32 def v8, #0, imp exec\n\
    DS_WRITE_B32_gfx9 v7, v2, #0, #0, imp exec | store | write space=3 bytes=4\n\
    block 3 frequency=8 depth=1 loop=1 successors=4,5\n\
    S_ANDN2_SAVEEXEC_B64 def s[2:3], s[2:3], def imp exec, def imp scc, imp exec | effects boundary ordered\n\
    S_CBRANCH_EXECZ bb.5, imp exec | term branch boundary\n\
    block 4 frequency=4 depth=1 loop=1 successors=5\n\
    IMPLICIT_DEF def v8 | meta\n\
    DS_WRITE_B32_gfx9 v7, v9, #0, #0, imp exec | store | write space=3 bytes=4\n\
    block 5 frequency=8 depth=1 loop=1 successors=6,1\n\
    S_OR_B64 def exec, exec, s[2:3], def imp scc | boundary\n\
    V_ADD_U32_e32 def v3, v2, v3, imp exec\n\
    S_CMP_EQ_U32 s4, s5, def imp scc\n\
    S_CBRANCH_SCC0 bb.1, imp scc | term branch boundary\n\
    block 6 frequency=1 depth=0\n\
    V_MOV_B32_e32 def v9, v3, imp exec\n\
    S_ENDPGM #0 | return term noreturn boundary\n";

/// The copies of a text's loops that run with masks in all iterations, part by part.
fn copies(text: &str) -> Vec<Vec<String>> {
    let function = text::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let found = peels(&function, &BTreeSet::new(), Walls::Honour);
    let masked = found.into_iter().filter(|peel| peel.full.is_empty());
    let lanes = masked.filter_map(|peel| peel.lanes);
    let said = |part: &Part| match part {
        Part::Keep(inst) => function.opcode(*inst).name.clone(),
        Part::Mask { how, to, of } => format!("{to} = {how:?} {} {}", of[0], of[1]),
        Part::Narrow(mask) => format!("exec = {mask}"),
        Part::Widen => "exec = whole".to_owned(),
    };
    lanes
        .map(|lanes| lanes.body.iter().map(said).collect())
        .collect()
}

fn with(pattern: &str, new: &str) -> String {
    assert!(LOOP.contains(pattern), "{pattern}");
    LOOP.replacen(pattern, new, 1)
}

#[test]
fn each_mask_is_computed_once_and_what_needs_a_load_is_apart_from_it() {
    assert_eq!(
        copies(LOOP),
        [[
            "S_ADD_I32",
            "V_CMP_GT_U32_e64",
            "s[6:7] = And s[8:9] exec",
            "S_ADD_I32",
            "exec = s[6:7]",
            "GLOBAL_LOAD_DWORD",
            "V_MOV_B32_e32",
            "exec = whole",
            "exec = s[6:7]",
            "DS_WRITE_B32_gfx9",
            "exec = whole",
            "s[10:11] = Xor s[6:7] exec",
            "exec = s[10:11]",
            "DS_WRITE_B32_gfx9",
            "exec = whole",
            "V_ADD_U32_e32",
            "S_CMP_EQ_U32",
        ]]
    );
}

#[test]
fn there_is_none_where_code_does_something_with_no_lanes() {
    let store = "DS_WRITE_B32_gfx9 v7, v9, #0, #0, imp exec | store | write space=3 bytes=4";
    let scalar = "S_ADD_I32 def s16, s4, #3, def imp scc";
    for text in [
        with(
            store,
            "V_MFMA_F32_32X32X8F16_e64 def a[0:15], v[10:11], v[12:13], a[0:15], imp exec",
        ),
        with(store, "S_BARRIER | effects"),
        with(
            scalar,
            "S_LOAD_DWORD_IMM def s16, s[20:21], #0, #0 | load | read space=4 bytes=4",
        ),
        // What it writes is read behind it.
        with("v2, v3, imp exec", "s16, v3, imp exec"),
        with("def v9, v3, imp exec", "def v9, s16, imp exec"),
        // A mask, or SCC, is read that the copy has not.
        with("def v9, v3, imp exec", "def v9, s3, imp exec"),
        with("v2, v3, imp exec", "s3, v3, imp exec"),
        with("S_CMP_EQ_U32 s4, s5, def imp scc\n", ""),
        // EXEC is not restored.
        with(
            "S_OR_B64 def exec, exec, s[2:3]",
            "S_OR_B64 def exec, exec, s[8:9]",
        ),
        with("S_OR_B64 def exec, exec, s[2:3]", "S_MOV_B64 def exec, #-1"),
    ] {
        assert_eq!(copies(&text), Vec::<Vec<String>>::new(), "{text}");
    }
}

#[test]
fn a_mask_that_nothing_computes_is_not_computed_from_what_it_was() {
    let second = "S_ANDN2_SAVEEXEC_B64 def s[2:3], s[2:3], def imp exec, def imp scc, imp exec | effects boundary ordered";
    // s[12:13] becomes what s[8:9] was, which is gone, of two masks that are computed from that.
    let text = with(
        "    S_XOR_B64 def s[2:3], exec, s[2:3], def imp scc\n".trim_start(),
        "",
    )
    .replacen(
        second,
        "S_ANDN2_B64 def s[12:13], s[8:9], s[2:3], def imp scc\n\
         S_OR_B64 def s[12:13], s[12:13], exec, def imp scc\n\
         S_MOV_B32 def s8, #0\n\
         S_OR_B64 def exec, exec, s[2:3], def imp scc | boundary\n\
         S_OR_SAVEEXEC_B64 def s[2:3], s[12:13], def imp exec, def imp scc, imp exec | effects boundary ordered",
        1,
    )
    .replacen("S_OR_B64 def exec, exec, s[2:3], def imp scc | boundary\nV_ADD", "S_AND_B64 def exec, exec, s[2:3], def imp scc | boundary\nV_ADD", 1);
    assert!(text.contains("S_AND_B64 def exec"), "{text}");
    assert_eq!(copies(&text), Vec::<Vec<String>>::new());
    // While the register holds it, it is there.
    let kept = text.replacen("S_MOV_B32 def s8, #0\n", "", 1);
    let [copy] = &copies(&kept)[..] else {
        panic!("a copy");
    };
    assert!(
        copy.iter().any(|part| part.contains("= Or s[8:9] exec")),
        "{copy:?}"
    );
}
