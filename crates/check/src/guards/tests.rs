//! Guarded code of a loop, with and without the branch around it, and with what may be wrong put in.

use super::*;
use crate::machine::text;

const HEAD: &str = "cdna-flat 1\nfunction \"f\"\ngpu gfx942\nresources lds=0 workgroup=64 entry\n\
    block 0 frequency=1 depth=0 successors=1\n\
    S_MOV_B32 def s4, #8\n";

/// A loop with a load for some lanes, and a way out behind it.
fn original() -> String {
    format!(
        "{HEAD}\
        block 1 frequency=8 depth=1 loop=1 successors=3,2\n\
        V_MOV_B32_e32 def v2, #0, imp exec\n\
        S_AND_SAVEEXEC_B64 def s[2:3], vcc, def imp exec, def imp scc, imp exec | effects boundary ordered\n\
        S_CBRANCH_EXECZ bb.3, imp exec | term branch boundary\n\
        block 2 frequency=4 depth=1 loop=1 successors=3\n\
        S_ADD_U32 def s6, s7, #1, def imp scc\n\
        GLOBAL_LOAD_DWORD def v2, v[4:5], #0, #0, imp exec | load | read space=1 bytes=4\n\
        block 3 frequency=8 depth=1 loop=1 successors=4,1\n\
        S_OR_B64 def exec, exec, s[2:3], def imp scc | boundary\n\
        V_ADD_U32_e32 def v3, v2, v3, imp exec\n\
        S_ADD_I32 def s4, s4, #-1, def imp scc\n\
        S_CBRANCH_SCC1 bb.1, imp scc | term branch boundary\n\
        block 4 frequency=1 depth=0\n\
        V_MOV_B32_e32 def v9, v3, imp exec\n\
        S_ENDPGM #0 | return term noreturn boundary\n"
    )
}

/// The same without the branch.
fn merged() -> String {
    format!(
        "{HEAD}\
        block 1 frequency=8 depth=1 loop=1 successors=2,1\n\
        V_MOV_B32_e32 def v2, #0, imp exec\n\
        BUNDLE def imp s[2:3], def imp scc, def imp s6, def imp v2, imp vcc, imp exec, imp s7, imp v[4:5], imp v2 | bundle guard\n\
        S_AND_SAVEEXEC_B64 def s[2:3], vcc, def imp noreg, def imp scc, imp exec | inside guard\n\
        S_ADD_U32 def s6, s7, #1, def imp scc | inside guard\n\
        GLOBAL_LOAD_DWORD def v2, v[4:5], #0, #0, imp internal exec, imp v2 | load inside guard | read space=1 bytes=4\n\
        S_OR_B64 def dead s[2:3], internal exec, internal s[2:3], def imp scc | inside guard\n\
        V_ADD_U32_e32 def v3, v2, v3, imp exec\n\
        S_ADD_I32 def s4, s4, #-1, def imp scc\n\
        S_CBRANCH_SCC1 bb.1, imp scc | term branch boundary\n\
        block 2 frequency=1 depth=0\n\
        V_MOV_B32_e32 def v9, v3, imp exec\n\
        S_ENDPGM #0 | return term noreturn boundary\n"
    )
}

fn function(text: &str) -> Function {
    text::parse(text).expect("a function")
}

/// What is wrong with two functions; a pattern that is not there would prove nothing.
fn found(merged: &str, original: &str) -> Option<Misguarded> {
    let proved = guards(&function(merged), &function(original), &[BlockId(2)]);
    proved.err().map(|wrong| match wrong {
        Violation::Guarded { why, .. } => why,
        other => panic!("{other:?}"),
    })
}

fn with(text: String, pattern: &str, new: &str) -> String {
    assert!(text.contains(pattern), "{pattern}");
    text.replacen(pattern, new, 1)
}

#[test]
fn code_without_its_branch_is_the_same_program() {
    assert_eq!(found(&merged(), &original()), None);
    // The loop's last branch the other way round.
    let inverted = with(merged(), "S_CBRANCH_SCC1 bb.1", "S_CBRANCH_SCC0 bb.2");
    let jumps = with(
        inverted,
        "block 2",
        "S_BRANCH bb.1 | term branch noreturn boundary\nblock 2",
    );
    assert_eq!(found(&jumps, &original()), None);
}

#[test]
fn what_is_wrong_with_the_merged_function_is_found() {
    use Misguarded::{Bundle, Sequence, Ways};
    let load = "GLOBAL_LOAD_DWORD def v2, v[4:5], #0, #0, imp internal exec, imp v2";
    let cases = [
        // Lanes that are off would lose what they hold.
        (
            load,
            "GLOBAL_LOAD_DWORD def v2, v[4:5], #0, #0, imp internal exec",
            Bundle,
        ),
        (
            ", imp v[4:5], imp v2 | bundle",
            ", imp v[4:5] | bundle",
            Bundle,
        ),
        (", imp v[4:5], imp v2 | bundle", ", imp v2 | bundle", Bundle),
        ("def imp v2, imp vcc", "imp vcc", Bundle),
        ("imp s7, imp v[4:5]", "imp v[4:5]", Bundle),
        ("v[4:5], #0, #0", "v[4:5], #4, #0", Bundle),
        ("vcc, def imp noreg", "s[8:9], def imp noreg", Bundle),
        ("def imp noreg", "def imp exec", Bundle),
        (
            "S_OR_B64 def dead s[2:3], internal exec",
            "S_OR_B64 def s[2:3], internal exec",
            Bundle,
        ),
        (
            "V_ADD_U32_e32 def v3, v2, v3",
            "V_ADD_U32_e32 def v3, v2, v9",
            Sequence,
        ),
        ("V_ADD_U32_e32 def v3, v2, v3, imp exec\n", "", Sequence),
        ("S_CBRANCH_SCC1 bb.1", "S_CBRANCH_SCC0 bb.1", Ways),
        ("S_CBRANCH_SCC1 bb.1", "S_CBRANCH_VCCNZ bb.1", Ways),
        ("S_CBRANCH_SCC1 bb.1", "S_CBRANCH_SCC1 bb.0", Ways),
    ];
    for (pattern, new, why) in cases {
        let text = with(merged(), pattern, new);
        assert_eq!(found(&text, &original()), Some(why), "{pattern} -> {new}");
    }
    // The code is not in the bundle, or more is.
    let moved = with(
        merged(),
        "| bundle guard\n",
        "| bundle guard\nV_MOV_B32_e32 def v7, #0, imp exec | inside guard\n",
    );
    assert_eq!(found(&moved, &original()), Some(Bundle));
}

#[test]
fn code_that_is_not_for_running_with_no_lanes_is_found() {
    use Misguarded::{Acts, Bundle, Exec, Scalar, Ways};
    let both = |pattern: &str, new: &str| {
        let merged = merged().replacen(pattern, new, 1);
        found(&merged, &with(original(), pattern, new))
    };
    let load = "GLOBAL_LOAD_DWORD def v2, v[4:5], #0, #0, imp exec | load | read space=1 bytes=4";
    let of_original = |new: &str| found(&merged(), &with(original(), load, new));
    let acting = [
        "S_LOAD_DWORD_IMM def s7, s[8:9], #0, #0 | load | read space=4 bytes=4",
        "S_BARRIER | effects ordered",
        "V_READLANE_B32 def s7, v2, #0",
        "V_WRITELANE_B32 def v2, s7, #0, v2",
        "V_ACCVGPR_WRITE_B32_e64 def a2, v2, imp exec",
        "GLOBAL_LOAD_DWORD def v2, v[4:5], #0, #0, imp exec | load ordered | read volatile space=1 bytes=4",
        "V_MFMA_F32_16X16X16F16_vgprcd_e64 def v[16:19], v[20:21], v[22:23], v[16:19], #0, #0, #0, imp mode, imp exec",
    ];
    for new in acting {
        assert_eq!(of_original(new), Some(Acts), "{new}");
    }
    assert_eq!(
        of_original("V_CMPX_EQ_U32_e32 v2, v3, def imp exec, imp exec"),
        Some(Exec)
    );
    assert_eq!(of_original("S_MOV_B64 def s[2:3], #0"), Some(Exec));
    // A counter that is read behind the code would count iterations in which the code did not run.
    let read = both(
        "V_ADD_U32_e32 def v3, v2, v3",
        "V_ADD_U32_e32 def v3, s6, v3",
    );
    assert_eq!(read, Some(Scalar));
    // EXEC as a value, and what was saved, would be other values.
    let between = both(
        "V_ADD_U32_e32 def v3, v2, v3",
        "V_ADD_U32_e32 def v3, s2, v3",
    );
    assert_eq!(between, Some(Exec));
    assert_eq!(of_original("S_MOV_B64 def s[10:11], exec"), Some(Exec));
    // EXEC must get back what was saved.
    assert_eq!(of_original("S_NOP #0"), Some(Bundle));
    let other = with(
        original(),
        "exec, s[2:3], def imp scc | boundary",
        "exec, s[8:9], def imp scc | boundary",
    );
    assert_eq!(found(&merged(), &other), Some(Exec));
    let other = with(original(), "S_CBRANCH_EXECZ", "S_CBRANCH_EXECNZ");
    assert_eq!(found(&merged(), &other), Some(Ways));
    // Somebody else goes to the block behind.
    let entered = with(
        original(),
        "block 0 frequency=1 depth=0 successors=1",
        "block 0 frequency=1 depth=0 successors=1,3",
    );
    assert_eq!(found(&merged(), &entered), Some(Ways));
}
