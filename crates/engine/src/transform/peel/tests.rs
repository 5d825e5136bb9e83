//! Loops that branch around code by bits for all lanes, and loops that stay as they are.

use super::*;
use crate::machine::text;

/// The next value is loaded unless this is the last iteration, and stored if a mask says so; the blocks are laid out as LLVM does
/// it, with the way out in the middle.
const LOOP: &str = "cdna-flat 1\nfunction \"f\"\ngpu gfx942\nresources lds=0 workgroup=64 entry\n\
    block 0 frequency=1 depth=0 successors=2\n\
    S_MOV_B32 def s4, #0\n\
    S_BRANCH bb.2 | term branch noreturn boundary\n\
    block 1 frequency=8 depth=1 loop=2 successors=6,2\n\
    S_CMP_EQ_U32 s4, s5, def imp scc\n\
    S_CBRANCH_SCC1 bb.6, imp scc | term branch boundary\n\
    block 2 frequency=8 depth=1 loop=2 successors=4,3\n\
    S_ADDK_I32 def tied s4, tied s4, #1, def imp scc\n\
    S_CMP_LT_I32 s4, s5, def imp scc\n\
    S_CSELECT_B64 def s[6:7], #-1, #0, imp scc\n\
    S_CMP_GE_I32 s4, s5, def imp scc\n\
    S_CBRANCH_SCC1 bb.4, imp scc | term branch boundary\n\
    block 3 frequency=4 depth=1 loop=2 successors=4\n\
    GLOBAL_LOAD_DWORD def v2, v[4:5], #0, #0, imp exec | load | read space=1 bytes=4\n\
    block 4 frequency=8 depth=1 loop=2 successors=1,5\n\
    S_ANDN2_B64 def vcc, exec, s[6:7], def imp scc\n\
    S_CBRANCH_VCCNZ bb.1, imp vcc | term branch boundary\n\
    block 5 frequency=4 depth=1 loop=2 successors=1\n\
    DS_WRITE_B32_gfx9 v7, v2, #0, #0, imp exec | store | write space=3 bytes=4\n\
    S_BRANCH bb.1 | term branch noreturn boundary\n\
    block 6 frequency=1 depth=0\n\
    S_ENDPGM #0 | return term noreturn boundary\n";

fn found(text: &str) -> Vec<Peel> {
    let function = text::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    peels(&function, &BTreeSet::new())
}

fn with(pattern: &str, new: &str) -> String {
    assert!(LOOP.contains(pattern), "{pattern}");
    LOOP.replacen(pattern, new, 1)
}

fn range(name: &str) -> RegRange {
    RegRange::parse(name).expect("a register")
}

#[test]
fn what_decides_is_copied_with_other_registers() {
    let [peel] = &found(LOOP)[..] else {
        panic!("one loop");
    };
    let blocks: Vec<u32> = peel.blocks.iter().map(|block| block.0).collect();
    assert_eq!(blocks, [2, 3, 4, 5, 1]);
    assert_eq!((peel.entry, peel.exit), (BlockId(0), BlockId(6)));
    // SCC leads out of the loop.
    let goes_on = |pair, if_set| Decision { pair, if_set };
    assert_eq!(peel.latch, goes_on(None, false));
    let state = range("s[0:1]");
    assert_eq!(Some(peel.follows), state.regs().next());
    assert_eq!(Some(peel.all), state.regs().next_back());
    // `s_addk_i32` adds to its own register: a copy of the counter comes first.
    let counts = |pair: &str, at| {
        let [counter, copy] = ["s4", pair].map(|name| range(name).first());
        let copied = RegRange::new(copy, 1).expect("a register");
        let renamed = vec![(1, copied), (0, copied)];
        [
            Step::Move {
                to: copy,
                from: counter,
            },
            Step::Copy(InstId(at), renamed),
        ]
    };
    let [first, second] = &peel.conditions[..] else {
        panic!("two conditions");
    };
    assert_eq!(first.decision, goes_on(None, false));
    assert_eq!(first.steps[..2], counts("s2", 4));
    assert_eq!(
        first.steps[2..],
        [Step::Copy(InstId(7), vec![(0, range("s2"))])]
    );
    assert_eq!(second.decision, goes_on(Some(range("s[12:13]")), true));
    assert_eq!(second.steps[..2], counts("s8", 4));
    assert_eq!(
        second.steps[2..],
        [
            Step::Copy(InstId(5), vec![(0, range("s8"))]),
            Step::Copy(InstId(6), vec![(0, range("s[10:11]"))]),
            Step::Copy(
                InstId(10),
                vec![(2, range("s[10:11]")), (0, range("s[12:13]"))]
            ),
        ]
    );
    let function = text::parse(LOOP).expect("a function");
    assert_eq!(peels(&function, &BTreeSet::from([BlockId(2)])), []);
}

#[test]
fn loops_whose_code_cannot_be_known_to_run_stay() {
    let cases = [
        // Decided by what is loaded, by a lane, and by nothing in the loop.
        (
            "S_CMP_GE_I32 s4, s5, def imp scc",
            "S_LOAD_DWORD_IMM def s8, s[10:11], #0, #0 | load | read space=4 bytes=4\nS_CMP_GE_I32 s8, s5, def imp scc",
        ),
        (
            "S_CMP_GE_I32 s4, s5, def imp scc",
            "S_CMOV_B32 def s8, s4, imp scc\nS_CMP_GE_I32 s8, s5, def imp scc",
        ),
        (
            "S_CMP_GE_I32 s4, s5, def imp scc",
            "V_READFIRSTLANE_B32 def s8, v2, imp exec\nS_CMP_GE_I32 s8, s5, def imp scc",
        ),
        (
            "S_ANDN2_B64 def vcc, exec, s[6:7]",
            "S_ANDN2_B64 def s[8:9], exec, s[6:7]",
        ),
        // By EXEC, which is another matter.
        (
            "S_CBRANCH_SCC1 bb.4, imp scc",
            "S_CBRANCH_EXECZ bb.4, imp exec",
        ),
        // SCC is needed where what decides would have written it.
        (
            "block 6 frequency=1 depth=0\n",
            "block 6 frequency=1 depth=0\nS_CSELECT_B32 def s8, #0, #1, imp scc\n",
        ),
        // Code that seldom runs.
        ("block 3 frequency=4", "block 3 frequency=1"),
        // Other ways into the loop, through it, and out of it.
        (
            "block 0 frequency=1 depth=0 successors=2",
            "block 0 frequency=1 depth=0 successors=2,4",
        ),
        ("loop=2 successors=4\n", "loop=2 successors=4,6\n"),
        ("loop=2 successors=1\n", "loop=2 successors=2\n"),
        // Iterations could not overlap.
        (
            "S_CMP_EQ_U32 s4, s5, def imp scc",
            "S_SETREG_IMM32_B32 #0, #1\nS_CMP_EQ_U32 s4, s5, def imp scc",
        ),
        ("entry\n", "\n"),
    ];
    for (pattern, new) in cases {
        assert_eq!(found(&with(pattern, new)), [], "{pattern} -> {new}");
    }
    let long = "S_ADD_I32 def s8, s8, #1, def imp scc\n".repeat(MOST_STEPS);
    let long = with(
        "S_CMP_GE_I32 s4, s5, def imp scc",
        &(long + "S_CMP_GE_I32 s8, s5, def imp scc"),
    );
    assert_eq!(found(&long), []);
    // No registers are left.
    let names: String = (0..SCALAR_PAIRS)
        .map(|at| format!("S_MOV_B64 def s[{}:{}], #0\n", 2 * at, 2 * at + 1))
        .collect();
    let full = with("S_CMP_EQ_U32 s4", &(names + "S_CMP_EQ_U32 s4"));
    assert_eq!(found(&full), []);
}
