//! Loops that branch by bits for all lanes, loops that lanes leave, and loops that stay as they are.

use super::conditions::MOST_STEPS;
use super::*;
use crate::machine::{Walls, text};

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
    peels(&function, &BTreeSet::new(), Walls::Honour)
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
    assert_eq!(peel.latch, Latch::Bit(goes_on(None, false)));
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
    // In the same registers, which are free again.
    assert_eq!(second.decision, goes_on(Some(range("s[10:11]")), true));
    assert_eq!(second.steps[..2], counts("s2", 4));
    assert_eq!(
        second.steps[2..],
        [
            Step::Copy(InstId(5), vec![(0, range("s2"))]),
            Step::Copy(InstId(6), vec![(0, range("s[8:9]"))]),
            Step::Copy(
                InstId(10),
                vec![(2, range("s[8:9]")), (0, range("s[10:11]"))]
            ),
        ]
    );
    let function = text::parse(LOOP).expect("a function");
    assert_eq!(
        peels(&function, &BTreeSet::from([BlockId(2)]), Walls::Honour),
        []
    );
}

/// The blocks of the way that is copied, and for what its branches go on.
fn way_of(text: &str) -> (Vec<u32>, Vec<bool>) {
    let [peel] = &found(text)[..] else {
        panic!("one loop: {text}");
    };
    (
        peel.blocks.iter().map(|block| block.0).collect(),
        peel.conditions
            .iter()
            .map(|condition| condition.decision.if_set)
            .collect(),
    )
}

#[test]
fn the_way_is_that_of_the_first_iterations() {
    // All but the last load.
    assert_eq!(way_of(LOOP), (vec![2, 3, 4, 5, 1], vec![false, true]));
    // All but the last do not.
    let last = with("S_CBRANCH_SCC1 bb.4", "S_CBRANCH_SCC0 bb.4");
    assert_eq!(way_of(&last).0, [2, 4, 5, 1]);
    let last = with("S_CMP_GE_I32 s4, s5", "S_CMP_LG_U32 s4, s5");
    assert_eq!(way_of(&last).0, [2, 4, 5, 1]);
    // A counter that counts down, and one that is computed in two steps.
    let down = with(
        "S_ADDK_I32 def tied s4, tied s4, #1",
        "S_SUB_I32 def s4, s4, #1",
    );
    assert_eq!(
        way_of(
            &down
                .replace("S_CMP_GE_I32", "S_CMP_LE_I32")
                .replace("S_CMP_LT_I32", "S_CMP_GT_I32")
        )
        .0,
        [2, 3, 4, 5, 1]
    );
    let steps = with(
        "S_ADDK_I32 def tied s4, tied s4, #1, def imp scc",
        "S_MOV_B32 def s9, s4\nS_ADD_I32 def s4, s9, #1, def imp scc",
    );
    assert_eq!(way_of(&steps).0, [2, 3, 4, 5, 1]);
    // What is the same in all iterations, by any computation: the code is taken to run.
    let same = with(
        "S_CMP_GE_I32 s4, s5",
        "S_AND_B32 def s8, s5, #7, def imp scc",
    );
    assert_eq!(way_of(&same).0, [2, 3, 4, 5, 1]);
    // LLVM inverts a mask by a vector register.
    let inverted = with(
        "S_ANDN2_B64 def vcc, exec, s[6:7], def imp scc",
        "V_CNDMASK_B32_e64 def v8, #0, #0, #0, #1, s[6:7], imp exec\n\
         V_CMP_NE_U32_e64 def s[8:9], #1, v8, imp exec\n\
         S_AND_B64 def vcc, exec, s[8:9], def imp scc",
    );
    assert_eq!(way_of(&inverted), way_of(LOOP));
    let [peel] = &found(&inverted)[..] else {
        panic!("one loop");
    };
    // SCC is not what it was where what inverts the mask stands in between.
    let between = inverted.replacen(
        "S_CSELECT_B64 def s[6:7], #-1, #0, imp scc\n",
        "V_CNDMASK_B32_e64 def v8, #0, #0, #0, #1, s[10:11], imp exec\n\
         S_CSELECT_B64 def s[6:7], #-1, #0, imp scc\n\
         V_CMP_NE_U32_e64 def s[8:9], #1, v8, imp exec\n\
         S_AND_B64 def s[6:7], s[6:7], s[8:9], def imp scc\n",
        1,
    );
    assert_eq!(found(&between), []);
    let inverse = peel.conditions[1].steps.iter().find_map(|step| match step {
        &Step::Inverse { to, mask } => Some((to, mask)),
        _ => None,
    });
    assert_eq!(inverse, Some((range("s[12:13]"), range("s[10:11]"))));
}

/// Two ways, and one out of the loop in its middle.
const EITHER: &str = "cdna-flat 1\nfunction \"f\"\ngpu gfx942\nresources lds=0 workgroup=64 entry\n\
    block 0 frequency=1 depth=0 successors=1\n\
    S_MOV_B32 def s4, #0\n\
    block 1 frequency=8 depth=1 loop=1 successors=2,3\n\
    S_ADD_I32 def s4, s4, #1, def imp scc\n\
    S_CMP_LG_U32 s6, #0, def imp scc\n\
    S_CBRANCH_SCC0 bb.3, imp scc | term branch boundary\n\
    block 2 frequency=4 depth=1 loop=1 successors=4\n\
    GLOBAL_LOAD_DWORD def v2, v[4:5], #0, #0, imp exec | load | read space=1 bytes=4\n\
    GLOBAL_LOAD_DWORD def v3, v[4:5], #0, #4, imp exec | load | read space=1 bytes=4\n\
    S_BRANCH bb.4 | term branch noreturn boundary\n\
    block 3 frequency=4 depth=1 loop=1 successors=4\n\
    V_MOV_B32_e32 def v2, #0, imp exec\n\
    block 4 frequency=8 depth=1 loop=1 successors=5,6\n\
    S_CMP_EQ_U32 s4, s7, def imp scc\n\
    S_CBRANCH_SCC1 bb.6, imp scc | term branch boundary\n\
    block 5 frequency=8 depth=1 loop=1 successors=6,1\n\
    DS_WRITE_B32_gfx9 v7, v2, #0, #0, imp exec | store | write space=3 bytes=4\n\
    S_CMP_LT_U32 s4, s5, def imp scc\n\
    S_CBRANCH_SCC1 bb.1, imp scc | term branch boundary\n\
    block 6 frequency=1 depth=0\n\
    S_ENDPGM #0 | return term noreturn boundary\n";

#[test]
fn a_way_may_be_one_of_two_and_pass_an_exit() {
    assert_eq!(way_of(EITHER), (vec![1, 2, 4, 5], vec![true, false]));
    let [peel] = &found(EITHER)[..] else {
        panic!("one loop");
    };
    assert_eq!((peel.entry, peel.exit), (BlockId(0), BlockId(6)));
    // The one that is likelier.
    let likelier = EITHER.replace("block 3 frequency=4", "block 3 frequency=5");
    assert_eq!(way_of(&likelier).0, [1, 3, 4, 5]);
    // It leaves to another loop, which may have a copy in front of it, too.
    let followed = EITHER.replace("block 6 frequency=1 depth=0\n", "block 6 frequency=8 depth=1 loop=6 successors=6,7\nS_CBRANCH_SCC1 bb.6, imp scc | term branch boundary\nblock 7 frequency=1 depth=0\n");
    assert_eq!(found(&followed), []);
    // The first iteration leaves.
    let leaves = EITHER.replace("S_CBRANCH_SCC1 bb.6", "S_CBRANCH_SCC0 bb.6");
    assert_eq!(found(&leaves), []);
}

/// Lanes leave from the first on.
const LANES: &str = "cdna-flat 1\nfunction \"f\"\ngpu gfx942\nresources lds=0 workgroup=64 entry\n\
    block 0 frequency=1 depth=0 successors=1\n\
    S_MOV_B64 def s[2:3], #0\n\
    block 1 frequency=8 depth=1 loop=1 successors=2,1\n\
    GLOBAL_LOAD_DWORD def v2, v[4:5], #0, #0, imp exec | load | read space=1 bytes=4\n\
    V_ADD_U32_e32 def v1, #64, v1, imp exec\n\
    V_CMP_LE_I32_e32 s5, v1, def imp vcc, imp exec\n\
    S_OR_B64 def s[2:3], vcc, s[2:3], def imp scc\n\
    S_ANDN2_B64 def exec, exec, s[2:3], def imp scc\n\
    S_CBRANCH_EXECNZ bb.1, imp exec | term branch boundary\n\
    block 2 frequency=1 depth=0\n\
    S_OR_B64 def exec, exec, s[2:3], def imp scc | boundary\n\
    S_ENDPGM #0 | return term noreturn boundary\n";

#[test]
fn a_loop_that_lanes_leave_is_copied_without_what_takes_them() {
    let [peel] = &found(LANES)[..] else {
        panic!("one loop");
    };
    let latch = Latch::Lanes {
        narrows: InstId(5),
        free: range("s[0:1]"),
    };
    assert_eq!((peel.latch, &peel.conditions[..]), (latch, &[][..]));
    // A counter that carries when it is at its end.
    let carries = LANES
        .replace(
            "V_ADD_U32_e32 def v1, #64, v1",
            "V_ADD_CO_U32_e32 def v1, #64, v1, def imp vcc",
        )
        .replace("V_CMP_LE_I32_e32 s5, v1, def imp vcc, imp exec\n", "");
    assert_eq!(found(&carries).len(), 1);
    for (pattern, new) in [
        // What was loaded decides, or what is not a counter.
        ("s5, v1, def imp vcc", "s5, v2, def imp vcc"),
        ("#64, v1, imp exec", "#64, v2, imp exec"),
        ("V_ADD_U32_e32", "V_XOR_B32_e32"),
        // Lanes that stay are the first ones to leave.
        ("V_CMP_LE_I32_e32", "V_CMP_GE_I32_e32"),
        // EXEC is something else, or something is behind that.
        ("S_ANDN2_B64 def exec, exec", "S_AND_B64 def exec, exec"),
        ("S_CBRANCH_EXECNZ", "S_CBRANCH_EXECZ"),
        (
            "S_ANDN2_B64 def exec, exec, s[2:3]",
            "S_ANDN2_B64 def exec, s[6:7], s[2:3]",
        ),
        (
            "S_CBRANCH_EXECNZ",
            "V_MOV_B32_e32 def v3, v2, imp exec\nS_CBRANCH_EXECNZ",
        ),
        (
            "S_CBRANCH_EXECNZ bb.1, imp exec",
            "S_CBRANCH_SCC1 bb.1, imp scc",
        ),
    ] {
        assert!(LANES.contains(pattern), "{pattern}");
        let text = LANES.replacen(pattern, new, 1);
        assert_eq!(found(&text), [], "{pattern} -> {new}");
    }
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
        // Iterations go one way and the other, or the first one alone goes another.
        (
            "S_CMP_GE_I32 s4, s5, def imp scc",
            "S_BITCMP1_B32 s4, #0, def imp scc",
        ),
        (
            "S_CMP_GE_I32 s4, s5, def imp scc",
            "S_CMP_GE_I32 s4, #0, def imp scc",
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
