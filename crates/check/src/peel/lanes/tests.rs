//! A loop with code for some lanes, and for the others, with a copy in front of it, and with what may be wrong put in.

use super::super::Mispeeled;
use super::super::tests::{found_on, head};
use crate::machine::BlockId;

/// Some lanes load and store what they have loaded, the others store something else; then some of the first load once more, and a half
/// of a mask is overwritten that nobody needs any more.
const LOOP: &str = "\
    block 1 frequency=8 depth=1 loop=1 successors=2,3\n\
    S_ADD_I32 def s4, s4, #1, def imp scc\n\
    V_CMP_GT_U32_e64 def s[8:9], v1, s4, imp exec\n\
    S_AND_SAVEEXEC_B64 def s[2:3], s[8:9], def imp exec, def imp scc, imp exec | effects boundary ordered\n\
    S_XOR_B64 def s[2:3], exec, s[2:3], def imp scc\n\
    S_CBRANCH_EXECZ bb.3, imp exec | term branch boundary\n\
    block 2 frequency=4 depth=1 loop=1 successors=3\n\
    S_ADD_I32 def s16, s4, #3, def imp scc\n\
    GLOBAL_LOAD_DWORD def v2, v[4:5], #0, #0, imp exec | load | read space=1 bytes=4\n\
    DS_WRITE_B32_gfx9 v7, v2, #0, #0, imp exec | store | write space=3 bytes=4\n\
    block 3 frequency=8 depth=1 loop=1 successors=4,5\n\
    S_ANDN2_SAVEEXEC_B64 def s[2:3], s[2:3], def imp exec, def imp scc, imp exec | effects boundary ordered\n\
    S_CBRANCH_EXECZ bb.5, imp exec | term branch boundary\n\
    block 4 frequency=4 depth=1 loop=1 successors=5\n\
    DS_WRITE_B32_gfx9 v7, v9, #0, #0, imp exec | store | write space=3 bytes=4\n\
    block 5 frequency=8 depth=1 loop=1 successors=6,7\n\
    S_OR_B64 def exec, exec, s[2:3], def imp scc | boundary\n\
    S_AND_B64 def vcc, exec, s[20:21], def imp scc\n\
    S_CMP_LT_U32 s4, s5, def imp scc\n\
    S_MOV_B64 def s[22:23], s[2:3]\n\
    S_CSELECT_B32 def s24, s4, s5, imp scc\n\
    V_ADD_U32_e32 def v3, v2, v3, imp exec\n\
    S_MOV_B32 def s2, #5\n\
    S_AND_SAVEEXEC_B64 def s[6:7], vcc, def imp exec, def imp scc, imp exec | effects boundary ordered\n\
    S_CBRANCH_EXECZ bb.7, imp exec | term branch boundary\n\
    block 6 frequency=4 depth=1 loop=1 successors=7\n\
    IMPLICIT_DEF def v8 | meta\n\
    GLOBAL_LOAD_DWORD def v8, v[4:5], #0, #0, imp exec | load | read space=1 bytes=4\n\
    block 7 frequency=8 depth=1 loop=1 successors=8,1\n\
    S_OR_B64 def exec, exec, s[6:7], def imp scc | boundary\n\
    V_ADD_U32_e32 def v3, s2, v3, imp exec\n\
    S_CMP_EQ_U32 s4, s5, def imp scc\n\
    S_CBRANCH_SCC0 bb.1, imp scc | term branch boundary\n\
    block 8 frequency=1 depth=0\n\
    V_MOV_B32_e32 def v9, v3, imp exec\n\
    S_ENDPGM #0 | return term noreturn boundary\n";

/// The copy, without what leads into it and on.
const COPY: &str = "\
    S_ADD_I32 def s4, s4, #1, def imp scc\n\
    V_CMP_GT_U32_e64 def s[8:9], v1, s4, imp exec\n\
    S_AND_B64 def s[12:13], s[8:9], exec, def imp scc\n\
    S_ADD_I32 def s16, s4, #3, def imp scc\n\
    BUNDLE def imp v2, imp s[12:13], imp v[4:5], imp s[10:11], imp exec, imp v2 | bundle guard\n\
    S_MOV_B64 def noreg, s[12:13] | inside guard\n\
    GLOBAL_LOAD_DWORD def v2, v[4:5], #0, #0, imp internal exec, imp v2 | load inside guard | read space=1 bytes=4\n\
    S_MOV_B64 def noreg, s[10:11] | inside guard\n\
    BUNDLE imp s[12:13], imp v7, imp v2, imp s[10:11], imp exec | bundle guard\n\
    S_MOV_B64 def noreg, s[12:13] | inside guard\n\
    DS_WRITE_B32_gfx9 v7, v2, #0, #0, imp internal exec | store inside guard | write space=3 bytes=4\n\
    S_MOV_B64 def noreg, s[10:11] | inside guard\n\
    S_XOR_B64 def s[14:15], s[12:13], exec, def imp scc\n\
    BUNDLE imp s[14:15], imp v7, imp v9, imp s[10:11], imp exec | bundle guard\n\
    S_MOV_B64 def noreg, s[14:15] | inside guard\n\
    DS_WRITE_B32_gfx9 v7, v9, #0, #0, imp internal exec | store inside guard | write space=3 bytes=4\n\
    S_MOV_B64 def noreg, s[10:11] | inside guard\n\
    S_AND_B64 def vcc, exec, s[20:21], def imp scc\n\
    S_CMP_LT_U32 s4, s5, def imp scc\n\
    S_CSELECT_B32 def s24, s4, s5, imp scc\n\
    V_ADD_U32_e32 def v3, v2, v3, imp exec\n\
    S_MOV_B32 def s2, #5\n\
    S_AND_B64 def s[18:19], vcc, exec, def imp scc\n\
    BUNDLE def imp v8, imp s[18:19], imp v[4:5], imp s[10:11], imp exec, imp v8 | bundle guard\n\
    S_MOV_B64 def noreg, s[18:19] | inside guard\n\
    GLOBAL_LOAD_DWORD def v8, v[4:5], #0, #0, imp internal exec, imp v8 | load inside guard | read space=1 bytes=4\n\
    S_MOV_B64 def noreg, s[10:11] | inside guard\n\
    V_ADD_U32_e32 def v3, s2, v3, imp exec\n\
    S_CMP_EQ_U32 s4, s5, def imp scc\n";

fn original() -> String {
    head(1) + LOOP
}

fn peeled() -> String {
    format!(
        "{}{LOOP}\
        block 9 frequency=1 depth=0 successors=1,10\n\
        S_MOV_B64 def s[10:11], exec\n\
        S_CMP_EQ_U64 exec, #0, def imp scc\n\
        S_CBRANCH_SCC1 bb.1, imp scc | term branch boundary\n\
        block 10 frequency=7 depth=1 loop=10 successors=11,10\n\
        {COPY}\
        S_CBRANCH_SCC1 bb.11, imp scc | term branch boundary\n\
        S_BRANCH bb.10 | term branch noreturn boundary\n\
        block 11 frequency=1 depth=0 successors=8\n\
        S_BRANCH bb.8 | term branch noreturn boundary\n",
        head(9),
    )
}

fn found(peeled: &str, original: &str) -> Option<Mispeeled> {
    found_on((1..=7).map(BlockId), peeled, original)
}

/// Both functions with something else in the loop, and in the copy.
fn with([in_loop, in_copy]: [&str; 2], [new, new_in_copy]: [&str; 2]) -> [String; 2] {
    let all = peeled();
    let (before, copy) = all.split_once("block 9").expect("a copy");
    assert!(
        before.contains(in_loop) && copy.contains(in_copy),
        "{in_loop}"
    );
    let [before, original] = [before, &original()].map(|text| text.replacen(in_loop, new, 1));
    let copy = copy.replacen(in_copy, new_in_copy, 1);
    [format!("{before}block 9{copy}"), original]
}

/// What is wrong with the copy with something else in the `at`th place of it.
fn changed((pattern, at): (&str, usize), new: &str) -> Option<Mispeeled> {
    let all = peeled();
    let (before, copy) = all.split_once("block 9").expect("a copy");
    let mut places = copy.match_indices(pattern).map(|(place, _)| place);
    let place = places.nth(at).unwrap_or_else(|| panic!("{pattern}"));
    let (begin, end) = (&copy[..place], &copy[place + pattern.len()..]);
    found(&format!("{before}block 9{begin}{new}{end}"), &original())
}

#[test]
fn a_copy_with_masks_of_its_own_is_the_same_program() {
    assert_eq!(found(&peeled(), &original()), None);
    assert_eq!(found(&original(), &original()), None);
}

#[test]
fn the_end_of_a_block_may_be_there_twice() {
    // With lanes, what narrows EXEC for the others is behind the code, and without in a block of its own.
    let twice = |text: String| {
        let code = "S_CBRANCH_EXECZ bb.3, imp exec | term branch boundary\nblock 2 frequency=4 depth=1 loop=1 successors=3\n";
        let narrows = "S_ANDN2_SAVEEXEC_B64 def s[2:3], s[2:3], def imp exec, def imp scc, imp exec | effects boundary ordered\n";
        let alone = "block 3 frequency=8";
        let text = with_jump(&text, code);
        let again = format!(
            "{narrows}S_CBRANCH_EXECNZ bb.4, imp exec | term branch boundary\n\
            S_BRANCH bb.5 | term branch noreturn boundary\n{alone}"
        );
        assert!(text.contains(alone));
        text.replacen(alone, &again, 1)
    };
    let path = [1, 2, 4, 5, 6, 7].map(BlockId);
    let found = |is: &str, was: &str| found_on(path, is, was);
    assert_eq!(found(&twice(peeled()), &twice(original())), None);
    // The two are not the same.
    let other = |text: String| {
        twice(text).replacen(
            "loop=1 successors=4,5\nS_ANDN2",
            "loop=1 successors=4,5\nS_OR",
            1,
        )
    };
    assert!(found(&other(peeled()), &other(original())).is_some());
}

/// The code that is branched to in place of the code that is branched around.
fn with_jump(text: &str, code: &str) -> String {
    assert!(text.contains(code));
    let branched = "S_CBRANCH_EXECNZ bb.2, imp exec | term branch boundary\n\
        S_BRANCH bb.3 | term branch noreturn boundary\n\
        block 2 frequency=4 depth=1 loop=1 successors=4,5\n";
    text.replacen(code, branched, 1)
}

#[test]
fn what_runs_with_other_lanes_is_found() {
    use Mispeeled::{Decision, Register, Sequence, Ways};
    let load = "GLOBAL_LOAD_DWORD def v2, v[4:5], #0, #0, imp internal exec, imp v2 | load inside guard | read space=1 bytes=4\n";
    let cases = [
        // Another mask, or one that is another function.
        (
            ("S_MOV_B64 def noreg, s[12:13]", 0),
            "S_MOV_B64 def noreg, s[14:15]",
            Sequence,
        ),
        (
            ("S_MOV_B64 def noreg, s[14:15]", 0),
            "S_MOV_B64 def noreg, s[12:13]",
            Sequence,
        ),
        (
            ("S_XOR_B64 def s[14:15], s[12:13], exec", 0),
            "S_ANDN2_B64 def s[14:15], s[12:13], exec",
            Sequence,
        ),
        (
            ("S_XOR_B64 def s[14:15], s[12:13], exec", 0),
            "S_OR_B64 def s[14:15], s[12:13], exec",
            Sequence,
        ),
        (
            ("S_AND_B64 def s[12:13], s[8:9], exec", 0),
            "S_OR_B64 def s[12:13], s[8:9], exec",
            Sequence,
        ),
        (
            ("S_AND_B64 def s[18:19], vcc, exec", 0),
            "S_AND_B64 def s[18:19], s[8:9], exec",
            Sequence,
        ),
        // EXEC is not set back, to what it was, or at all.
        (
            ("S_MOV_B64 def noreg, s[10:11]", 0),
            "S_MOV_B64 def noreg, s[12:13]",
            Sequence,
        ),
        (
            ("S_MOV_B64 def s[10:11], exec", 0),
            "S_MOV_B64 def s[10:11], vcc",
            Sequence,
        ),
        (("S_MOV_B64 def s[10:11], exec\n", 0), "", Sequence),
        // What holds it, or a mask, is overwritten.
        (
            ("S_ADD_I32 def s16, s4, #3, def imp scc\n", 0),
            "S_ADD_I32 def s16, s4, #3, def imp scc\nS_MOV_B32 def s12, #0\n",
            Sequence,
        ),
        (
            ("S_AND_B64 def s[18:19], vcc, exec, def imp scc\n", 0),
            "S_AND_B64 def s[10:11], vcc, exec, def imp scc\n",
            Sequence,
        ),
        (
            ("S_AND_B64 def s[18:19], vcc, exec, def imp scc\n", 0),
            "S_AND_B64 def s[18:19], vcc, exec, def imp scc\nS_AND_B64 def s[4:5], vcc, exec, def imp scc\n",
            Sequence,
        ),
        // An instruction is missing, twice there, or outside of its bundle.
        ((load, 0), "", Sequence),
        (
            ("V_ADD_U32_e32 def v3, v2, v3, imp exec\n", 0),
            "",
            Sequence,
        ),
        (
            ("V_ADD_U32_e32 def v3, s2, v3, imp exec\n", 0),
            "V_ADD_U32_e32 def v3, s2, v3, imp exec\nV_ADD_U32_e32 def v3, s2, v3, imp exec\n",
            Sequence,
        ),
        (
            ("imp internal exec, imp v2 | load inside guard", 0),
            "imp internal exec | load inside guard",
            Sequence,
        ),
        // The header hides what the code reads, or writes.
        (
            ("BUNDLE def imp v2, imp s[12:13]", 0),
            "BUNDLE imp s[12:13]",
            Register,
        ),
        (
            ("imp s[10:11], imp exec, imp v2 | bundle guard", 0),
            "imp s[10:11], imp exec | bundle guard",
            Register,
        ),
        (
            ("imp s[10:11], imp exec | bundle guard", 0),
            "imp s[10:11] | bundle guard",
            Register,
        ),
        // What holds it is overwritten before the first iteration.
        (
            ("S_CMP_EQ_U64 exec, #0", 0),
            "S_MOV_B32 def s10, #0\nS_CMP_EQ_U64 exec, #0",
            Register,
        ),
        // The ways in and on.
        (
            ("S_CMP_EQ_U64 exec, #0", 0),
            "S_CMP_EQ_U64 vcc, #0",
            Decision,
        ),
        (("S_BRANCH bb.8", 0), "S_BRANCH bb.1", Ways),
    ];
    for ((pattern, at), new, why) in cases {
        assert_eq!(changed((pattern, at), new), Some(why), "{pattern} -> {new}");
    }
}

#[test]
fn a_loop_that_does_something_with_no_lanes_has_no_such_copy() {
    use Mispeeled::{Lanes, Register, Sequence};
    let store = |more: &str| format!("DS_WRITE_B32_gfx9 v7, v9, #0, #0{more}");
    let matrix = "V_MFMA_F32_32X32X8F16_e64 def a[0:15], v[10:11], v[12:13], a[0:15]";
    let compare = "S_CMP_EQ_U32 s4, s5, def imp scc\n";
    let add = "S_ADD_I32 def s16, s4, #3, def imp scc";
    let load = "S_LOAD_DWORD_IMM def s16, s[20:21], #0, #0 | load | read space=4 bytes=4";
    let scalar = "V_ADD_U32_e32 def v3, s2, v3, imp exec";
    let other = "V_ADD_U32_e32 def v3, s16, v3, imp exec";
    let last = "V_MOV_B32_e32 def v9, v3, imp exec";
    let saved = "V_MOV_B32_e32 def v9, s3, imp exec";
    let restores = "S_OR_B64 def exec, exec, s[6:7], def imp scc | boundary\n";
    for ((pattern, in_copy), [new, new_in_copy], why) in [
        // Matrix instructions look at no lanes, and memory is read for all of them.
        (
            (
                &store(", imp exec | store | write space=3 bytes=4")[..],
                &store(", imp internal exec | store inside guard | write space=3 bytes=4")[..],
            ),
            [
                format!("{matrix}, imp exec"),
                format!("{matrix}, imp internal exec, imp a[0:15] | inside guard"),
            ],
            Lanes,
        ),
        ((add, add), [load.to_owned(), load.to_owned()], Lanes),
        // A scalar register is read behind that is not written where no lane is left.
        (
            (scalar, scalar),
            [other.to_owned(), other.to_owned()],
            Lanes,
        ),
        // A mask is read behind that the copy has not.
        ((last, ""), [saved.to_owned(), String::new()], Register),
        // What restores EXEC decides about the next iteration.
        ((compare, compare), [String::new(), String::new()], Lanes),
        // It is not restored, or by another mask.
        ((restores, ""), [String::new(), String::new()], Sequence),
        (
            (restores, ""),
            [restores.replace("s[6:7]", "s[8:9]"), String::new()],
            Sequence,
        ),
    ] {
        let [is, was] = with([pattern, in_copy], [&new, &new_in_copy]);
        assert_eq!(found(&is, &was), Some(why), "{pattern} -> {new}");
    }
}
