//! A loop that branches around code by bits for all lanes, with a copy in front of it, and with what may be wrong put in.

use super::*;
use crate::machine::text;

/// The next value is loaded unless this is the last iteration; what was loaded is stored if another register is not zero.
const LOOP: &str = "\
    block 1 frequency=8 depth=1 loop=1 successors=3,2\n\
    S_ADD_I32 def s4, s4, #1, def imp scc\n\
    S_CMP_LT_I32 s4, s5, def imp scc\n\
    S_CSELECT_B64 def s[6:7], #-1, #0, imp scc\n\
    S_CMP_GE_I32 s4, s5, def imp scc\n\
    S_CBRANCH_SCC1 bb.3, imp scc | term branch boundary\n\
    block 2 frequency=4 depth=1 loop=1 successors=3\n\
    GLOBAL_LOAD_DWORD def v2, v[4:5], #0, #0, imp exec | load | read space=1 bytes=4\n\
    block 3 frequency=8 depth=1 loop=1 successors=5,4\n\
    V_ADD_U32_e32 def v3, v2, v3, imp exec\n\
    S_ANDN2_B64 def vcc, exec, s[6:7], def imp scc\n\
    S_CBRANCH_VCCNZ bb.5, imp vcc | term branch boundary\n\
    block 4 frequency=4 depth=1 loop=1 successors=5\n\
    DS_WRITE_B32_gfx9 v7, v2, #0, #0, imp exec | store | write space=3 bytes=4\n\
    block 5 frequency=8 depth=1 loop=1 successors=6,1\n\
    S_CMP_EQ_U32 s4, s5, def imp scc\n\
    S_CBRANCH_SCC0 bb.1, imp scc | term branch boundary\n\
    block 6 frequency=1 depth=0\n\
    V_MOV_B32_e32 def v9, v3, imp exec\n\
    S_ENDPGM #0 | return term noreturn boundary\n";

/// What decides about the two pieces of code, with what is to be known of another iteration in place of `BEFORE`.
const DECIDE: &str = "\
    S_ADD_I32 def s12, s4, #1, def imp scc\n\
    S_CMP_GE_I32 s12, s5, def imp scc\n\
    S_CSELECT_B32 def s11, #0, BEFORE, imp scc\n\
    S_ADD_I32 def s14, s4, #1, def imp scc\n\
    S_CMP_LT_I32 s14, s5, def imp scc\n\
    S_CSELECT_B64 def s[16:17], #-1, #0, imp scc\n\
    S_ANDN2_B64 def s[18:19], exec, s[16:17], def imp scc\n\
    S_CMP_EQ_U64 s[18:19], #0, def imp scc\n\
    S_CSELECT_B32 def s11, s11, #0, imp scc\n\
    S_CMP_LG_U32 s11, #0, def imp scc\n";

pub(super) fn head(entry: u32) -> String {
    format!(
        "cdna-flat 1\nfunction \"f\"\ngpu gfx942\nresources lds=0 workgroup=64 entry\n\
        block 0 frequency=1 depth=0 successors={entry}\n\
        S_MOV_B32 def s4, #0\n\
        S_BRANCH bb.{entry} | term branch noreturn boundary\n"
    )
}

fn original() -> String {
    head(1) + LOOP
}

fn peeled() -> String {
    let is_code = |line: &&str| !line.starts_with("block") && !line.contains("term");
    let all: Vec<&str> = LOOP.lines().collect();
    let exit = all.iter().position(|line| line.starts_with("block 6"));
    let copy: Vec<&str> = all[..exit.unwrap_or(0)]
        .iter()
        .copied()
        .filter(is_code)
        .collect();
    let (first, next) = (
        DECIDE.replace("BEFORE", "#1"),
        DECIDE.replace("BEFORE", "s10"),
    );
    format!(
        "{}{LOOP}\
        block 7 frequency=1 depth=0 successors=8,1\n\
        {first}\
        S_CBRANCH_SCC1 bb.8, imp scc | term branch boundary\n\
        S_BRANCH bb.1 | term branch noreturn boundary\n\
        block 8 frequency=7 depth=1 loop=8 successors=8,9\n\
        {}\n\
        S_CSELECT_B32 def s10, #0, #1, imp scc\n\
        {next}\
        S_CBRANCH_SCC1 bb.8, imp scc | term branch boundary\n\
        block 9 frequency=1 depth=0 successors=1,6\n\
        S_CMP_LG_U32 s10, #0, def imp scc\n\
        S_CBRANCH_SCC1 bb.1, imp scc | term branch boundary\n\
        S_BRANCH bb.6 | term branch noreturn boundary\n",
        head(7),
        copy.join("\n"),
    )
}

fn way(blocks: impl IntoIterator<Item = BlockId>) -> CopiedWay {
    CopiedWay {
        blocks: blocks.into_iter().collect(),
        full: Vec::new(),
    }
}

pub(super) fn function(text: &str) -> Function {
    text::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn found(peeled: &str, original: &str) -> Option<Mispeeled> {
    found_on((1..=5).map(BlockId), peeled, original)
}

/// What is wrong with two functions, the first of which has a copy of these blocks of the second.
pub(super) fn found_on(
    path: impl IntoIterator<Item = BlockId>,
    peeled: &str,
    original: &str,
) -> Option<Mispeeled> {
    found_with(way(path), &function(peeled), &function(original))
}

/// The same of functions, and of a way with comparisons that are said to hold for all lanes.
pub(super) fn found_with(
    way: CopiedWay,
    peeled: &Function,
    original: &Function,
) -> Option<Mispeeled> {
    let proved = peel(peeled, original, &[way]);
    proved.err().map(|wrong| match wrong {
        Violation::Peeled { why, .. } => why,
        other => panic!("{other:?}"),
    })
}

/// A text with the `at`th occurrence of a pattern replaced; a pattern that is not there would prove nothing.
fn with(text: &str, (pattern, at): (&str, usize), new: &str) -> String {
    let (begin, _) = text
        .match_indices(pattern)
        .nth(at)
        .unwrap_or_else(|| panic!("{pattern}"));
    format!("{}{new}{}", &text[..begin], &text[begin + pattern.len()..])
}

#[test]
fn a_loop_with_a_copy_in_front_of_it_is_the_same_program() {
    assert_eq!(found(&peeled(), &original()), None);
    // The same bit the other way round.
    let inverted = with(
        &peeled(),
        (
            "S_CMP_LG_U32 s10, #0, def imp scc\nS_CBRANCH_SCC1 bb.1, imp scc | term branch boundary\nS_BRANCH bb.6",
            0,
        ),
        "S_CMP_LG_U32 s10, #0, def imp scc\nS_CBRANCH_SCC0 bb.6, imp scc | term branch boundary\nS_BRANCH bb.1",
    );
    assert_eq!(found(&inverted, &original()), None);
    // Nothing was done.
    assert_eq!(found(&original(), &original()), None);
}

#[test]
fn what_is_wrong_with_the_copy_is_found() {
    use Mispeeled::{Blocks, Decision, Register, Sequence, Ways};
    let cases = [
        // The loop itself is changed, or its copy.
        (("def v3, v2, v3", 0), "def v3, v2, v9", Sequence),
        (("def v3, v2, v3", 1), "def v3, v2, v9", Sequence),
        (
            ("V_ADD_U32_e32 def v3, v2, v3, imp exec\n", 1),
            "",
            Sequence,
        ),
        // What decides before the first iteration, and about the next one.
        (
            ("S_ADD_I32 def s12, s4, #1", 0),
            "S_ADD_I32 def s12, s4, #2",
            Decision,
        ),
        (
            ("S_ADD_I32 def s12, s4, #1", 1),
            "S_ADD_I32 def s12, s4, #0",
            Decision,
        ),
        (
            ("S_ADD_I32 def s12, s4, #1", 1),
            "S_SUB_I32 def s12, s4, #1",
            Decision,
        ),
        (
            ("S_CMP_GE_I32 s12, s5", 1),
            "S_CMP_GT_I32 s12, s5",
            Decision,
        ),
        (("S_CMP_GE_I32 s12, s5", 1), "S_CMP_GE_I32 s4, s5", Decision),
        (
            ("S_CMP_LT_I32 s14, s5", 1),
            "S_CMP_LT_I32 s14, s4",
            Decision,
        ),
        (
            ("def s[16:17], #-1, #0", 1),
            "def s[16:17], #0, #-1",
            Decision,
        ),
        (("exec, s[16:17]", 1), "exec, s[18:19]", Decision),
        (
            ("S_CMP_EQ_U64 s[18:19], #0", 1),
            "S_CMP_LG_U64 s[18:19], #0",
            Decision,
        ),
        (
            ("S_CMP_EQ_U64 s[18:19], #0", 1),
            "S_CMP_EQ_U64 s[16:17], #0",
            Decision,
        ),
        (
            ("S_CMP_EQ_U64 s[18:19], #0", 1),
            "S_CMP_EQ_U64 s[18:19], #1",
            Decision,
        ),
        // How the decisions are put together.
        (("def s11, #0, #1", 0), "def s11, #1, #0", Decision),
        (("def s11, #0, s10", 0), "def s11, s10, #0", Decision),
        (("def s11, #0, s10", 0), "def s11, #0, #1", Decision),
        (("def s11, s11, #0", 1), "def s11, #0, s11", Decision),
        (("def s11, s11, #0", 1), "def s11, s10, #0", Decision),
        (("def s11, s11, #0", 1), "def s13, s11, #0", Decision),
        (("def s10, #0, #1", 0), "def s10, #1, #0", Decision),
        (
            ("S_CMP_LG_U32 s11, #0", 0),
            "S_CMP_EQ_U32 s11, #0",
            Decision,
        ),
        (
            ("S_CMP_LG_U32 s11, #0", 1),
            "S_CMP_LG_U32 s10, #0",
            Decision,
        ),
        (
            ("S_CMP_LG_U32 s10, #0", 0),
            "S_CMP_LG_U32 s11, #0",
            Decision,
        ),
        // Where control goes.
        (("S_CBRANCH_SCC1 bb.8", 0), "S_CBRANCH_SCC0 bb.8", Ways),
        (("S_CBRANCH_SCC1 bb.8", 1), "S_CBRANCH_SCC0 bb.8", Ways),
        (("S_CBRANCH_SCC1 bb.1,", 0), "S_CBRANCH_SCC1 bb.8,", Ways),
        (("S_BRANCH bb.6", 0), "S_BRANCH bb.1", Ways),
        (("S_BRANCH bb.7", 0), "S_BRANCH bb.8", Ways),
        (("successors=7", 0), "successors=1", Ways),
        (("successors=8,9", 0), "successors=8,1", Ways),
        // Registers that somebody needs, and more than scalar computation.
        (
            ("def s14, s4, #1, def imp scc\nS_CMP_LT_I32 s14", 1),
            "def s4, s4, #1, def imp scc\nS_CMP_LT_I32 s4",
            Register,
        ),
        (
            ("S_CMP_LG_U32 s11, #0", 1),
            "V_MOV_B32_e32 def v8, #0, imp exec\nS_CMP_LG_U32 s11, #0",
            Sequence,
        ),
        (
            ("S_CMP_LG_U32 s11, #0", 1),
            "S_MOV_B64 def exec, #0\nS_CMP_LG_U32 s11, #0",
            Sequence,
        ),
        (
            ("block 9 frequency=1 depth=0 successors=1,6\n", 0),
            "block 9 frequency=1 depth=0 successors=1,6\nS_NOP #0\n",
            Sequence,
        ),
    ];
    for (pattern, new, why) in cases {
        let text = with(&peeled(), pattern, new);
        assert_eq!(found(&text, &original()), Some(why), "{pattern:?} -> {new}");
    }
    let more =
        peeled() + "block 10 frequency=1 depth=0\nS_ENDPGM #0 | return term noreturn boundary\n";
    assert_eq!(found(&more, &original()), Some(Blocks));
}

#[test]
fn a_loop_whose_decisions_cannot_be_computed_ahead_is_found() {
    let both = |pattern: &str, new: &str| {
        let text = with(&with(&peeled(), (pattern, 1), new), (pattern, 0), new);
        found(&text, &with(&original(), (pattern, 0), new))
    };
    // What was loaded is not what will be loaded.
    let loaded = "S_LOAD_DWORD_IMM def s5, s[8:9], #0, #0 | load | read space=4 bytes=4\nS_CMP_LT_I32 s4, s5, def imp scc";
    assert_eq!(
        both("S_CMP_LT_I32 s4, s5, def imp scc", loaded),
        Some(Mispeeled::Decision)
    );
    // The register that decides is needed behind the loop.
    let needed = "V_MOV_B32_e32 def v9, s12, imp exec";
    let both_ends = |text: &str| with(text, ("V_MOV_B32_e32 def v9, v3, imp exec", 0), needed);
    assert_eq!(
        found(&both_ends(&peeled()), &both_ends(&original())),
        Some(Mispeeled::Register)
    );
    // A branch that looks at EXEC.
    let lanes = |text: &str| {
        text.replacen(
            "S_CBRANCH_SCC1 bb.3, imp scc",
            "S_CBRANCH_EXECZ bb.3, imp exec",
            1,
        )
    };
    assert_eq!(
        found(&lanes(&peeled()), &lanes(&original())),
        Some(Mispeeled::Decision)
    );
}

/// Lanes leave one by one, and what is stored depends on a register.
const LANES: &str = "\
    block 1 frequency=8 depth=1 loop=1 successors=3,2\n\
    V_ADD_U32_e32 def v1, #64, v1, imp exec\n\
    S_CMP_LG_U32 s5, #0, def imp scc\n\
    S_CBRANCH_SCC0 bb.3, imp scc | term branch boundary\n\
    block 2 frequency=4 depth=1 loop=1 successors=4\n\
    GLOBAL_LOAD_DWORD def v2, v[4:5], #0, #0, imp exec | load | read space=1 bytes=4\n\
    S_BRANCH bb.4 | term branch noreturn boundary\n\
    block 3 frequency=4 depth=1 loop=1 successors=4\n\
    V_MOV_B32_e32 def v2, #0, imp exec\n\
    block 4 frequency=8 depth=1 loop=1 successors=5,1\n\
    V_CMP_LE_I32_e32 s6, v1, def imp vcc, imp exec\n\
    S_OR_B64 def s[2:3], vcc, s[2:3], def imp scc\n\
    S_ANDN2_B64 def exec, exec, s[2:3], def imp scc\n\
    S_CBRANCH_EXECNZ bb.1, imp exec | term branch boundary\n\
    block 5 frequency=1 depth=0\n\
    S_OR_B64 def exec, exec, s[2:3], def imp scc | boundary\n\
    S_ENDPGM #0 | return term noreturn boundary\n";

const COPY_OF_LANES: &str = "\
    block 6 frequency=1 depth=0 successors=7,1\n\
    S_CMP_EQ_U64 exec, #0, def imp scc\n\
    S_CSELECT_B32 def s10, #0, #1, imp scc\n\
    S_CMP_LG_U32 s5, #0, def imp scc\n\
    S_CSELECT_B32 def s11, s10, #0, imp scc\n\
    S_CMP_LG_U32 s11, #0, def imp scc\n\
    S_CBRANCH_SCC0 bb.1, imp scc | term branch boundary\n\
    block 7 frequency=7 depth=1 loop=7 successors=7,8\n\
    V_ADD_U32_e32 def v1, #64, v1, imp exec\n\
    S_CMP_LG_U32 s5, #0, def imp scc\n\
    GLOBAL_LOAD_DWORD def v2, v[4:5], #0, #0, imp exec | load | read space=1 bytes=4\n\
    V_CMP_LE_I32_e32 s6, v1, def imp vcc, imp exec\n\
    S_OR_B64 def s[2:3], vcc, s[2:3], def imp scc\n\
    S_AND_B64 def s[12:13], exec, s[2:3], def imp scc\n\
    S_CSELECT_B32 def s10, #0, #1, imp scc\n\
    S_CMP_LG_U32 s5, #0, def imp scc\n\
    S_CSELECT_B32 def s11, s10, #0, imp scc\n\
    S_CMP_LG_U32 s11, #0, def imp scc\n\
    S_CBRANCH_SCC1 bb.7, imp scc | term branch boundary\n\
    block 8 frequency=1 depth=0 successors=1,5\n\
    S_ANDN2_B64 def exec, exec, s[2:3], def imp scc\n\
    S_CBRANCH_EXECNZ bb.1, imp exec | term branch boundary\n\
    S_BRANCH bb.5 | term branch noreturn boundary\n";

#[test]
fn a_copy_runs_while_no_lane_leaves() {
    use Mispeeled::{Decision, Register, Sequence, Ways};
    let original = head(1) + LANES;
    let peeled = head(6) + LANES + COPY_OF_LANES;
    let found = |peeled: &str| found_on([1, 2, 4].map(BlockId), peeled, &original);
    assert_eq!(found(&peeled), None);
    for (pattern, new, why) in [
        // The other way round, of other lanes, of another mask, and of what was.
        (("def s10, #0, #1", 1), "def s10, #1, #0", Decision),
        // Without lanes no lane leaves.
        (
            ("S_CMP_EQ_U64 exec, #0", 0),
            "S_CMP_EQ_U64 s[2:3], #0",
            Decision,
        ),
        (
            ("S_CMP_EQ_U64 exec, #0", 0),
            "S_CMP_LG_U64 exec, #0",
            Decision,
        ),
        (("def s10, #0, #1", 0), "def s10, #1, #0", Decision),
        (("def s11, s10, #0", 0), "def s11, #1, #0", Decision),
        (
            ("exec, s[2:3], def imp scc\nS_CSELECT", 0),
            "exec, s[6:7], def imp scc\nS_CSELECT",
            Decision,
        ),
        (
            ("s[12:13], exec, s[2:3]", 0),
            "s[12:13], s[6:7], s[2:3]",
            Decision,
        ),
        (
            ("S_AND_B64 def s[12:13]", 0),
            "S_ANDN2_B64 def s[12:13]",
            Decision,
        ),
        (
            ("S_AND_B64 def s[12:13]", 0),
            "S_OR_B64 def s[12:13]",
            Decision,
        ),
        (("def s11, s10, #0", 1), "def s11, #1, #0", Decision),
        // Lanes are taken by another mask than was asked for.
        (
            ("S_CMP_LG_U32 s11, #0", 1),
            "S_MOV_B64 def s[2:3], #0\nS_CMP_LG_U32 s11, #0",
            Register,
        ),
        (
            ("S_CMP_LG_U32 s11, #0", 1),
            "S_MOV_B32 def s3, #0\nS_CMP_LG_U32 s11, #0",
            Register,
        ),
        // The mask is written behind the copy, which nobody would do in the loop.
        (
            ("S_AND_B64 def s[12:13]", 0),
            "S_MOV_B64 def s[2:3], #0\nS_AND_B64 def s[12:13]",
            Decision,
        ),
        // Lanes are taken in the copy, or not behind it.
        (
            ("S_AND_B64 def s[12:13]", 0),
            "S_ANDN2_B64 def exec, exec, s[2:3], def imp scc\nS_AND_B64 def s[12:13]",
            Sequence,
        ),
        (
            ("S_ANDN2_B64 def exec, exec, s[2:3]", 1),
            "S_ANDN2_B64 def exec, exec, s[12:13]",
            Sequence,
        ),
        (
            ("S_ANDN2_B64 def exec, exec, s[2:3], def imp scc\n", 1),
            "",
            Sequence,
        ),
        (("S_CBRANCH_EXECNZ bb.1", 1), "S_CBRANCH_EXECZ bb.1", Ways),
    ] {
        assert_eq!(
            found(&with(&peeled, pattern, new)),
            Some(why),
            "{pattern:?} -> {new}"
        );
    }
    // What takes lanes is another instruction, in the loop as behind its copy, or EXEC is written before.
    for (pattern, new, why) in [
        (
            "S_ANDN2_B64 def exec, exec, s[2:3]",
            "S_AND_B64 def exec, exec, s[2:3]",
            Ways,
        ),
        (
            "S_ANDN2_B64 def exec, exec, s[2:3]",
            "S_ANDN2_B64 def exec, s[2:3], exec",
            Ways,
        ),
        (
            "S_ANDN2_B64 def exec, exec, s[2:3]",
            "S_ANDN2_B64 def s[8:9], exec, s[2:3]",
            Ways,
        ),
        (
            "S_ANDN2_B64 def exec, exec, s[2:3]",
            "S_ANDN2_B64 def exec, s[8:9], s[2:3]",
            Ways,
        ),
        (
            "V_CMP_LE_I32_e32 s6, v1",
            "S_MOV_B64 def exec, s[8:9]\nV_CMP_LE_I32_e32 s6, v1",
            Sequence,
        ),
    ] {
        let [is, was] = [&peeled, &original].map(|text| text.replace(pattern, new));
        let found = found_on([1, 2, 4].map(BlockId), &is, &was);
        assert_eq!(found, Some(why), "{pattern} -> {new}");
    }
}

#[test]
fn a_copy_may_ask_for_lanes_alone() {
    let body = "V_ADD_U32_e32 def v1, #64, v1, imp exec\n\
        S_OR_B64 def s[2:3], vcc, s[2:3], def imp scc\n";
    let narrows = "S_ANDN2_B64 def exec, exec, s[2:3], def imp scc\n";
    let rest = format!(
        "block 1 frequency=8 depth=1 loop=1 successors=2,1\n{body}{narrows}\
        S_CBRANCH_EXECNZ bb.1, imp exec | term branch boundary\n\
        block 2 frequency=1 depth=0\n\
        S_ENDPGM #0 | return term noreturn boundary\n"
    );
    let peeled = format!(
        "{}{rest}block 3 frequency=1 depth=0 successors=4,1\n\
        S_CMP_EQ_U64 exec, #0, def imp scc\n\
        S_CBRANCH_SCC1 bb.1, imp scc | term branch boundary\n\
        block 4 frequency=7 depth=1 loop=4 successors=4,5\n{body}\
        S_AND_B64 def s[12:13], exec, s[2:3], def imp scc\n\
        S_CBRANCH_SCC0 bb.4, imp scc | term branch boundary\n\
        block 5 frequency=1 depth=0 successors=1,2\n{narrows}\
        S_CBRANCH_EXECZ bb.2, imp exec | term branch boundary\n\
        S_BRANCH bb.1 | term branch noreturn boundary\n",
        head(3)
    );
    let original = function(&(head(1) + &rest));
    let prove = |text: &str| peel(&function(text), &original, &[way([BlockId(1)])]);
    assert_eq!(prove(&peeled), Ok(()));
    for (pattern, new) in [
        (("S_CBRANCH_SCC0 bb.4", 0), "S_CBRANCH_SCC1 bb.4"),
        (
            ("S_AND_B64 def s[12:13], exec, s[2:3]", 0),
            "S_AND_B64 def s[12:13], exec, vcc",
        ),
        (
            ("S_CMP_EQ_U64 exec, #0", 0),
            "S_NOP #0\nS_CMP_EQ_U64 exec, #0",
        ),
        (
            ("S_CMP_EQ_U64 exec, #0", 0),
            "S_MOV_B64 def s[2:3], #0\nS_CMP_EQ_U64 exec, #0",
        ),
        // Whether there are lanes, and what is stored or taken behind the question.
        (("S_CMP_EQ_U64 exec, #0", 0), "S_CMP_LG_U64 exec, #0"),
        (
            ("S_CBRANCH_SCC0 bb.4", 0),
            "GLOBAL_STORE_DWORD v[4:5], v1, #0, #0, imp exec | store | write space=1 bytes=4\nS_CBRANCH_SCC0 bb.4",
        ),
        (
            ("S_CBRANCH_SCC0 bb.4", 0),
            "S_MOV_B64 def s[2:3], #0\nS_CBRANCH_SCC0 bb.4",
        ),
        (("S_CBRANCH_EXECZ bb.2", 0), "S_CBRANCH_EXECNZ bb.2"),
    ] {
        assert!(
            prove(&with(&peeled, pattern, new)).is_err(),
            "{pattern:?} -> {new}"
        );
    }
}

#[test]
fn a_mask_that_is_inverted_by_a_vector_register_is_known() {
    let invert = "V_CNDMASK_B32_e64 def v8, #0, #0, #0, #1, s[6:7], imp exec\n\
        V_CMP_NE_U32_e64 def s[20:21], #1, v8, imp exec\n\
        S_AND_B64 def vcc, exec, s[20:21], def imp scc\n";
    let ahead = "S_ANDN2_B64 def s[20:21], exec, s[16:17], def imp scc\n\
        S_AND_B64 def s[18:19], exec, s[20:21], def imp scc\n";
    let change = |text: &str| {
        text.replace("S_ANDN2_B64 def vcc, exec, s[6:7], def imp scc\n", invert)
            .replace(
                "S_ANDN2_B64 def s[18:19], exec, s[16:17], def imp scc\n",
                ahead,
            )
    };
    let (is, was) = (change(&peeled()), change(&original()));
    assert_eq!(found(&is, &was), None);
    for (pattern, new) in [
        ("#0, #0, #0, #1, s[6:7]", "#0, #1, #0, #0, s[6:7]"),
        ("V_CMP_NE_U32_e64", "V_CMP_EQ_U32_e64"),
        ("s[20:21], #1, v8", "s[20:21], #0, v8"),
        ("#1, v8, imp exec", "#1, v9, imp exec"),
        (
            "V_CMP_NE_U32_e64",
            "V_MOV_B32_e32 def v8, #0, imp exec\nV_CMP_NE_U32_e64",
        ),
    ] {
        let both = [&is, &was].map(|text| text.replace(pattern, new));
        assert_eq!(
            found(&both[0], &both[1]),
            Some(Mispeeled::Decision),
            "{pattern} -> {new}"
        );
    }
    let ahead = with(
        &is,
        ("S_ANDN2_B64 def s[20:21], exec, s[16:17]", 1),
        "S_AND_B64 def s[20:21], exec, s[16:17]",
    );
    assert_eq!(found(&ahead, &was), Some(Mispeeled::Decision));
}
