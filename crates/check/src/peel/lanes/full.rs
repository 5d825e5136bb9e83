//! A loop whose comparisons hold for all lanes in the first iterations, with a copy in front of it that runs then, and with what may be
//! wrong put in.

use super::super::tests::{found_with, function, head};
use super::super::{CopiedWay, Mispeeled};
use crate::machine::{BlockId, InstId};

/// What some lanes load is multiplied where there are such lanes.
const LOOP: &str = "\
    block 1 frequency=8 depth=1 loop=1 successors=2,3\n\
    V_ADD_U32_e32 def v6, s4, v1, imp exec\n\
    V_CMP_GT_U32_e32 s5, v6, def imp vcc, imp exec\n\
    S_AND_SAVEEXEC_B64 def s[2:3], vcc, def imp exec, def imp scc, imp exec | effects boundary ordered\n\
    S_CBRANCH_EXECZ bb.3, imp exec | term branch boundary\n\
    block 2 frequency=4 depth=1 loop=1 successors=3\n\
    GLOBAL_LOAD_DWORDX2 def v[10:11], v[4:5], #0, #0, imp exec | load | read space=1 bytes=8\n\
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

const COPY: &str = "\
    V_ADD_U32_e32 def v6, s4, v1, imp exec\n\
    V_CMP_GT_U32_e32 s5, v6, def imp vcc, imp exec\n\
    GLOBAL_LOAD_DWORDX2 def v[10:11], v[4:5], #0, #0, imp exec | load | read space=1 bytes=8\n\
    V_CMP_GT_U32_e64 def s[8:9], s5, v6, imp exec\n\
    V_MFMA_F32_32X32X8F16_e64 def a[0:15], v[10:11], v[12:13], a[0:15], imp exec\n\
    S_ADD_I32 def s4, s4, #64, def imp scc\n\
    S_CMP_GE_U32 s4, s5, def imp scc\n";

/// Whether both hold for all lanes: the second is the first once more.
const DECIDE: &str = "\
    S_CSELECT_B32 def s10, #0, #1, imp scc\n\
    V_ADD_U32_e32 def v20, s4, v1, imp exec\n\
    V_CMP_GT_U32_e32 s5, v20, def imp vcc, imp exec\n\
    S_ANDN2_B64 def s[12:13], exec, vcc, def imp scc\n\
    S_CMP_EQ_U64 s[12:13], #0, def imp scc\n\
    S_CSELECT_B32 def s11, s10, #0, imp scc\n\
    S_CMP_LG_U32 s11, #0, def imp scc\n";

fn peeled() -> String {
    format!(
        "{}{LOOP}\
        block 7 frequency=1 depth=0 successors=8,1\n\
        S_CMP_EQ_U64 exec, #0, def imp scc\n\
        {DECIDE}\
        S_CBRANCH_SCC1 bb.8, imp scc | term branch boundary\n\
        S_BRANCH bb.1 | term branch noreturn boundary\n\
        block 8 frequency=7 depth=1 loop=8 successors=8,9\n\
        {COPY}{DECIDE}\
        S_CBRANCH_SCC1 bb.8, imp scc | term branch boundary\n\
        block 9 frequency=1 depth=0 successors=1,6\n\
        S_CMP_LG_U32 s10, #0, def imp scc\n\
        S_CBRANCH_SCC1 bb.1, imp scc | term branch boundary\n\
        S_BRANCH bb.6 | term branch noreturn boundary\n",
        head(7),
    )
}

/// What is wrong, if the comparisons with these numbers among those of the loop are said to hold for all lanes.
fn found(peeled: &str, original: &str, full: &[usize]) -> Option<Mispeeled> {
    let original = function(original);
    let compares = |inst: &InstId| original.opcode(*inst).name.starts_with("V_CMP");
    let insts = original.blocks().iter().flat_map(|block| &block.order);
    let all: Vec<InstId> = insts.copied().filter(compares).collect();
    let way = CopiedWay {
        blocks: (1..=5).map(BlockId).collect(),
        full: full.iter().map(|&at| all[at]).collect(),
    };
    found_with(way, &function(peeled), &original)
}

fn original() -> String {
    head(1) + LOOP
}

#[test]
fn a_copy_runs_while_comparisons_hold_for_all_lanes() {
    assert_eq!(found(&peeled(), &original(), &[0, 1]), None);
    // Asked twice, in the other form.
    let once = "S_CSELECT_B32 def s11, s10, #0, imp scc\n";
    let again = "S_CSELECT_B32 def s11, s10, #0, imp scc\n\
        V_ADD_U32_e32 def v20, s4, v1, imp exec\n\
        V_CMP_GT_U32_e64 def s[14:15], s5, v20, imp exec\n\
        S_ANDN2_B64 def s[12:13], exec, s[14:15], def imp scc\n\
        S_CMP_EQ_U64 s[12:13], #0, def imp scc\n\
        S_CSELECT_B32 def s11, s11, #0, imp scc\n";
    let twice = peeled().replace(once, again);
    assert_eq!(found(&twice, &original(), &[0, 1]), None);
}

#[test]
fn it_is_asked_for_each_of_them_and_for_lanes() {
    use Mispeeled::{Decision, Lanes, Register};
    // Nobody says so: the matrix instruction would run with a mask.
    for full in [&[][..], &[0], &[1]] {
        assert!(found(&peeled(), &original(), full).is_some(), "{full:?}");
    }
    for (pattern, new, why) in [
        // In front, and at the end of the copy.
        ("S_CMP_EQ_U64 exec, #0", "S_CMP_EQ_U64 s[2:3], #0", Decision),
        ("def v20, s4, v1", "def v20, s5, v1", Decision),
        ("def v20, s4, v1", "def v20, s4, v6", Decision),
        ("s5, v20, def imp vcc", "s5, v6, def imp vcc", Decision),
        ("s5, v20, def imp vcc", "s4, v20, def imp vcc", Decision),
        (
            "V_CMP_GT_U32_e32 s5, v20",
            "V_CMP_GE_U32_e32 s5, v20",
            Decision,
        ),
        (
            "V_CMP_GT_U32_e32 s5, v20",
            "V_CMP_GT_I32_e32 s5, v20",
            Decision,
        ),
        ("V_ADD_U32_e32 def v20", "V_SUB_U32_e32 def v20", Decision),
        (
            "S_ANDN2_B64 def s[12:13], exec, vcc",
            "S_AND_B64 def s[12:13], exec, vcc",
            Decision,
        ),
        (
            "S_ANDN2_B64 def s[12:13], exec, vcc",
            "S_ANDN2_B64 def s[12:13], vcc, exec",
            Decision,
        ),
        (
            "S_ANDN2_B64 def s[12:13], exec, vcc",
            "S_ANDN2_B64 def s[12:13], exec, s[8:9]",
            Decision,
        ),
        (
            "S_CMP_EQ_U64 s[12:13], #0",
            "S_CMP_LG_U64 s[12:13], #0",
            Decision,
        ),
        (
            "def s11, s10, #0, imp scc",
            "def s11, #0, s10, imp scc",
            Decision,
        ),
        (
            "def s11, s10, #0, imp scc",
            "def s11, #1, #0, imp scc",
            Decision,
        ),
        ("def v20, s4, v1", "def v1, s4, v1", Decision),
    ] {
        let all = peeled();
        let places: Vec<usize> = all.match_indices(pattern).map(|(at, _)| at).collect();
        assert!(!places.is_empty(), "{pattern}");
        for at in places {
            let changed = format!("{}{new}{}", &all[..at], &all[at + pattern.len()..]);
            assert_eq!(
                found(&changed, &original(), &[0, 1]),
                Some(why),
                "{pattern} -> {new}"
            );
        }
    }
    // Registers that somebody needs.
    for (pattern, new) in [
        ("V_MOV_B32_e32 def v9, v3", "V_MOV_B32_e32 def v9, v20"),
        (
            "V_MOV_B32_e32 def v9, v3, imp exec",
            "V_CNDMASK_B32_e32 def v9, #0, v3, imp vcc, imp exec",
        ),
        // A branch may lead around the rest of the block, with the other lanes as they are.
        (
            "V_MOV_B32_e32 def v9, v3, imp exec",
            "S_AND_SAVEEXEC_B64 def s[26:27], s[24:25], def imp exec, def imp scc, imp exec | effects boundary ordered\n\
             V_MOV_B32_e32 def v20, #0, imp exec\n\
             V_MOV_B32_e32 def v9, v20, imp exec",
        ),
        // The lanes that are not written keep what another block put there.
        (
            "V_MOV_B32_e32 def v9, v3",
            "S_AND_B64 def exec, exec, s[24:25], def imp scc | boundary\n\
             V_MOV_B32_e32 def v20, #0, imp exec\n\
             S_OR_B64 def exec, exec, s[26:27], def imp scc | boundary\n\
             V_MOV_B32_e32 def v9, v20",
        ),
    ] {
        let [is, was] = [peeled(), original()].map(|text| text.replace(pattern, new));
        assert_eq!(
            found(&is, &was, &[0, 1]),
            Some(Register),
            "{pattern} -> {new}"
        );
    }
    // What is said to hold for all lanes is no comparison of integers, or runs with some.
    for (pattern, new) in [
        (
            "V_CMP_GT_U32_e64 def s[8:9], s5, v6",
            "V_CMP_GT_F32_e64 def s[8:9], #0, s5, #0, v6",
        ),
        (
            "V_CMP_GT_U32_e64 def s[8:9], s5, v6",
            "V_CMPX_GT_U32_e64 def s[8:9], s5, v6",
        ),
    ] {
        let [is, was] = [peeled(), original()].map(|text| text.replace(pattern, new));
        assert_eq!(found(&is, &was, &[0, 1]), Some(Lanes), "{pattern} -> {new}");
    }
    let some = "S_AND_SAVEEXEC_B64 def s[22:23], s[24:25], def imp exec, def imp scc, imp exec | effects boundary ordered\n\
        V_CMP_GT_U32_e64 def s[8:9], s5, v6, imp exec\n\
        S_OR_B64 def exec, exec, s[22:23], def imp scc | boundary\n";
    let [is, was] = [peeled(), original()].map(|text| {
        let (loops, copy) = text.split_at(text.find("block 7").unwrap_or(text.len()));
        loops.replace("V_CMP_GT_U32_e64 def s[8:9], s5, v6, imp exec\n", some) + copy
    });
    assert_eq!(found(&is, &was, &[0, 1]), Some(Mispeeled::Sequence));
}

#[test]
fn code_that_needs_lanes_runs_with_all_of_them() {
    // Which matrix instructions, and barriers, do not ask for.
    let matrix = "V_MFMA_F32_32X32X8F16_e64 def a[0:15], v[10:11], v[12:13], a[0:15], imp exec";
    let [is, was] = [peeled(), original()].map(|text| text.replace(matrix, "S_BARRIER | effects"));
    assert_eq!(found(&is, &was, &[0, 1]), None);
    assert!(found(&is, &was, &[0]).is_some());
    // What is compared is computed with some lanes, and ahead with all.
    let some = "GLOBAL_LOAD_DWORDX2 def v[10:11]";
    let add = "V_ADD_U32_e32 def v6, #32, v6, imp exec\nGLOBAL_LOAD_DWORDX2 def v[10:11]";
    let [is, was] = [peeled(), original()].map(|text| text.replace(some, add));
    let compares = "V_CMP_GT_U32_e32 s5, v20";
    let ahead = is.replace(
        compares,
        &format!("V_ADD_U32_e32 def v20, #32, v20, imp exec\n{compares}"),
    );
    assert!(found(&ahead, &was, &[1]).is_some());
}

#[test]
fn what_is_read_elsewhere_is_no_matter() {
    // Another way around the loop reads the register that is free in it.
    let around = |text: String, loops: u32| {
        text.replace(&format!("successors={loops}\nS_MOV_B32 def s4, #0\nS_BRANCH bb.{loops} | term branch noreturn boundary\n"), &format!(
            "successors={loops},6\nS_MOV_B32 def s4, #0\nS_CMP_EQ_U32 s5, #0, def imp scc\n\
             S_CBRANCH_SCC1 bb.6, imp scc | term branch boundary\nS_BRANCH bb.{loops} | term branch noreturn boundary\n"
        ))
    };
    let [is, was] = [around(peeled(), 7), around(original(), 1)];
    assert!(is.contains("successors=7,6") && was.contains("successors=1,6"));
    assert_eq!(found(&is, &was, &[0, 1]), None);
}

#[test]
fn each_value_is_asked_for() {
    // The second comparison is of another value.
    let compares = "V_CMP_GT_U32_e64 def s[8:9], s5, v6";
    let other = format!("V_ADD_U32_e32 def v6, #32, v6, imp exec\n{compares}");
    let [is, was] = [peeled(), original()].map(|text| text.replace(compares, &other));
    assert_eq!(found(&is, &was, &[0, 1]), Some(Mispeeled::Decision));
    let once = "S_CSELECT_B32 def s11, s10, #0, imp scc\n";
    let again = "S_CSELECT_B32 def s11, s10, #0, imp scc\n\
        V_ADD_U32_e32 def v20, #32, v20, imp exec\n\
        V_CMP_GT_U32_e32 s5, v20, def imp vcc, imp exec\n\
        S_ANDN2_B64 def s[12:13], exec, vcc, def imp scc\n\
        S_CMP_EQ_U64 s[12:13], #0, def imp scc\n\
        S_CSELECT_B32 def s11, s11, #0, imp scc\n";
    assert_eq!(found(&is.replace(once, again), &was, &[0, 1]), None);
}

#[test]
fn whether_an_iteration_follows_is_asked_for_first() {
    let by_vcc = |text: &str| {
        text.replace(
            "S_CMP_GE_U32 s4, s5, def imp scc\n",
            "S_CMP_LT_U32 s4, s5, def imp scc\nS_CSELECT_B64 def vcc, #-1, #0, imp scc\n",
        )
        .replace(
            "S_CBRANCH_SCC0 bb.1, imp scc",
            "S_CBRANCH_VCCNZ bb.1, imp vcc",
        )
        .replace(
            "s5, v20, def imp vcc, imp exec",
            "def s[14:15], s5, v20, imp exec",
        )
        .replace(
            "V_CMP_GT_U32_e32 def s[14:15]",
            "V_CMP_GT_U32_e64 def s[14:15]",
        )
        .replace("def s[12:13], exec, vcc", "def s[12:13], exec, s[14:15]")
    };
    let latch = "S_CSELECT_B64 def vcc, #-1, #0, imp scc\n\
        S_CSELECT_B32 def s10, #0, #1, imp scc\n";
    let asked = "S_CSELECT_B64 def vcc, #-1, #0, imp scc\n\
        S_CMP_EQ_U64 vcc, #0, def imp scc\n\
        S_CSELECT_B32 def s10, #0, #1, imp scc\n";
    let [is, was] = [peeled(), original()].map(|text| by_vcc(&text));
    let is = is.replace(latch, asked);
    assert!(is.contains(asked), "{is}");
    assert_eq!(found(&is, &was, &[0, 1]), None);
    // Behind the copy it would be looked at whether all lanes have another iteration.
    let (before, copy) = is.split_once("block 8").expect("a copy");
    let copy = copy
        .replace(
            "S_CMP_EQ_U64 vcc, #0, def imp scc\nS_CSELECT_B32 def s10, #0, #1, imp scc\n",
            "",
        )
        .replace(
            "S_CSELECT_B32 def s11, s10, #0, imp scc\n",
            "S_CSELECT_B32 def s10, #1, #0, imp scc\n\
             S_CMP_EQ_U64 vcc, #0, def imp scc\n\
             S_CSELECT_B32 def s11, #0, s10, imp scc\n",
        );
    assert_eq!(
        found(&format!("{before}block 8{copy}"), &was, &[0, 1]),
        Some(Mispeeled::Decision)
    );
}
