//! Joins, loops, and whole functions.

use super::*;

fn block(number: u32, successors: &str) -> String {
    let list = if successors.is_empty() {
        String::new()
    } else {
        format!(" successors={successors}")
    };
    format!("block {number} frequency=1 depth=0{list}\n")
}

fn header(number: u32, successors: &str) -> String {
    format!("block {number} frequency=9 depth=1 loop={number} successors={successors}\n")
}

#[test]
fn a_join_takes_the_stricter_count_of_its_paths() {
    let lines = [
        &block(0, "1,2"),
        "load v0\nloop 2\n",
        &block(1, "2"),
        "store v9\nstore v9\n",
        &block(2, ""),
        "use v0\nend",
    ]
    .concat();
    assert_eq!(gfx942(&lines), "vmcnt(0) before V_MOV_B32_e32 4");
}

#[test]
fn a_join_mixes_kinds_of_operations() {
    let lines = [
        &block(0, "1,2"),
        "lds v0\nlds v1\nloop 2\n",
        &block(1, "2"),
        "smem s0\n",
        &block(2, ""),
        "use v0\nend",
    ]
    .concat();
    assert_eq!(gfx942(&lines), "lgkmcnt(0) before V_MOV_B32_e32 4");
}

#[test]
fn nothing_outstanding_on_any_path_needs_no_wait() {
    let lines = [
        &block(0, "1,2"),
        "load v0\nload v1\nloop 2\n",
        &block(1, "2"),
        "use v0\nuse v1\n",
        &block(2, ""),
        "use v5\nend",
    ]
    .concat();
    assert_eq!(
        gfx942(&lines),
        "vmcnt(1) before V_MOV_B32_e32 3\nvmcnt(0) before V_MOV_B32_e32 4"
    );
}

/// A software-pipelined loop: values loaded one iteration ahead.
#[test]
fn a_loop_reaches_its_steady_state() {
    let lines = [
        &block(0, "1"),
        "load v0\nload v1\n",
        &header(1, "1,2"),
        "use v0\nload v0\nuse v1\nload v1\nloop 1\n",
        &block(2, ""),
        "end",
    ]
    .concat();
    assert_eq!(
        gfx942(&lines),
        "vmcnt(1) before V_MOV_B32_e32 2\nvmcnt(1) before V_MOV_B32_e32 4"
    );
}

/// What is distinct within one iteration may be the same memory in the next.
#[test]
fn proofs_of_one_iteration_end_with_it() {
    let of = |line: &str, group: u32| {
        let long = SHORT.iter().find(|(short, _)| *short == line);
        let (_, long) = long.expect("a short form");
        let long = long.replace("v42, D", "v42, v9");
        long.replace("space=3 bytes=4", &format!("space=3 bytes=4 group={group}"))
    };
    let (load, write) = (of("dma", 1), of("ldsw", 2));
    let waits = |relation: &str, body: &str| {
        let lines = [
            &format!("alias 2 1 {relation}\n"),
            &block(0, "1"),
            "set v9\n",
            &header(1, "1,2"),
            body,
            "loop 1\n",
            &block(2, ""),
            "end",
        ];
        gfx942(&lines.concat())
    };
    let (before, after) = (format!("{write}\n{load}\n"), format!("{load}\n{write}\n"));
    assert_eq!(waits("distinct", &before), "");
    assert_eq!(
        waits("iteration", &before),
        "vmcnt(0) before DS_WRITE_B32_gfx9 1"
    );
    // The newest load is of this iteration, and may stay outstanding.
    assert_eq!(
        waits("iteration", &after),
        "vmcnt(1) before DS_WRITE_B32_gfx9 2"
    );
    // What is waited for within the iteration is complete in the next.
    let waited = format!("{after}wait {VM0}\n");
    assert_eq!(
        waits("iteration", &waited),
        "vmcnt(0) before S_CBRANCH_SCC1 4"
    );
}

/// LLVM's first visit needs the second wait; the steady state makes it useless, and LLVM
/// keeps it.
#[test]
fn a_wait_of_the_first_iteration_only_is_not_kept() {
    let lines = [
        &block(0, "1"),
        "load v0\nload v1\n",
        &header(1, "1,2"),
        "use v0\nuse v1\nload v1\nload v0\nloop 1\n",
        &block(2, ""),
        "end",
    ]
    .concat();
    assert_eq!(gfx942(&lines), "vmcnt(0) before V_MOV_B32_e32 2");
}

/// The first visit of the second block comes before the loop around the first one is known to
/// wait for everything. LLVM keeps its wait for `v6`.
#[test]
fn what_an_early_visit_left_outstanding_is_not_kept() {
    let lines = [
        &block(0, "1"),
        "lds v6\n",
        &header(1, "1,2"),
        "lds v0\nloop 1\n",
        &block(2, ""),
        "use v6\nend",
    ]
    .concat();
    assert_eq!(gfx942(&lines), "lgkmcnt(0) before DS_READ_B32_gfx9 1");
}

/// LLVM drops this wait on its first visit, before it knows of the stores of the iteration
/// before, and the release orders nothing.
#[test]
fn a_soft_wait_in_a_loop_sees_the_iteration_before() {
    let lines = [
        &block(0, "1"),
        "set v9\n",
        &header(1, "1,2"),
        &format!("soft {BOTH0}\nstore v9\nstore v9\nloop 1\n"),
        &block(2, ""),
        "end",
    ]
    .concat();
    assert_eq!(gfx942(&lines), "vmcnt(0) before GLOBAL_STORE_DWORD 2");
}

#[test]
fn a_loop_that_reads_earlier_loads_and_loads_others_is_flushed_before() {
    // As LLVM, with and without a terminator.
    for (jump, at) in [
        ("", "the end"),
        ("S_BRANCH bb.1 | term branch noreturn lat=1\n", "S_BRANCH 2"),
    ] {
        let lines = [
            &block(0, "1"),
            "load v0\nload v20\n",
            jump,
            &header(1, "1,2"),
            "use v0\nload v9\nloop 1\n",
            &block(2, ""),
            "end",
        ]
        .concat();
        assert_eq!(gfx942(&lines), format!("vmcnt(0) before {at}"));
    }
}

#[test]
fn a_loop_that_reads_what_it_loads_is_not_flushed_before() {
    // As LLVM.
    let lines = [
        &block(0, "1"),
        "load v0\nload v20\n",
        &header(1, "1,2"),
        "V_CVT_F32_F64_e32 def v8, v[0:1], imp mode, imp exec\nload v1\nloop 1\n",
        &block(2, ""),
        "end",
    ]
    .concat();
    assert_eq!(gfx942(&lines), "vmcnt(0) before V_CVT_F32_F64_e32 2");
}

/// `v0` is outstanding in the first iteration only.
fn enters_with_v0(frequency: &str, inside: &str) -> String {
    [
        &block(0, "1"),
        "lds v0\n",
        &header(1, "1,2").replace("=9", frequency),
        inside,
        "loop 1\n",
        &block(2, ""),
        "end",
    ]
    .concat()
}

#[test]
fn a_wait_that_only_the_first_iteration_needs_goes_before_the_loop() {
    // In all others the wait for it would be one for the store of the iteration before.
    let inside = "use v0\nlds v9\nldsw v30\nuse v9\n";
    let lines = enters_with_v0("=9", inside);
    assert_eq!(
        gfx942(&lines),
        "lgkmcnt(0) before the end\nlgkmcnt(1) before V_MOV_B32_e32 4"
    );
    // As LLVM, which has no such rule for LDS.
    let mut at_once = function("gfx942", true, &lines);
    let placement = place_at_once(&mut at_once, Policy::Ours).expect("placed");
    assert_eq!(
        listing(&at_once, &placement),
        "lgkmcnt(0) before V_MOV_B32_e32 1\nlgkmcnt(1) before V_MOV_B32_e32 4"
    );
}

#[test]
fn a_loop_that_seldom_runs_keeps_its_wait() {
    let lines = enters_with_v0("=0.5", "use v0\nlds v9\nuse v9\n");
    assert!(gfx942(&lines).starts_with("lgkmcnt(0) before V_MOV_B32_e32 1\n"));
    let lines = enters_with_v0("=9", "use v0\nlds v9\nuse v9\n");
    assert!(gfx942(&lines).starts_with("lgkmcnt(0) before the end\n"));
}

/// Both waits of the loop stay, so that one before it would be one more.
#[test]
fn no_wait_is_added_before_a_loop() {
    let inside = "lds v8\nuse v9\nlds v9\nuse v0\nlds v0\n";
    let lines = enters_with_v0("=9", inside);
    assert!(!gfx942(&lines).contains("the end"), "{}", gfx942(&lines));
}

#[test]
fn only_a_preheader_flushes() {
    // A second way into the loop.
    let lines = [
        &block(0, "1,2"),
        "load v0\nloop 2\n",
        &block(1, "3"),
        "load v20\n",
        &block(2, "3"),
        "load v21\n",
        &header(3, "3,4"),
        "use v0\nload v9\nloop 3\n",
        &block(4, ""),
        "end",
    ]
    .concat();
    assert_eq!(gfx942(&lines), "vmcnt(1) before V_MOV_B32_e32 4");
}

#[test]
fn direct_writes_keep_their_groups_on_all_paths() {
    let dma = |group| {
        format!(
            "BUFFER_LOAD_DWORD_LDS_OFFSET s[44:47], #0, #0, #0, #0, imp exec, imp m0 | load store lat=1 | read space=8 bytes=4 | write space=3 bytes=4 group={group}\n"
        )
    };
    let lines = [
        &block(0, "1,2"),
        &dma(1),
        "loop 2\n",
        &block(1, "2"),
        &dma(2),
        &block(2, ""),
        "DS_READ_B32_gfx9 def v0, v42, #0, #0, imp exec | load lat=1 | read space=3 bytes=4 group=2\nend",
    ]
    .concat();
    assert_eq!(gfx942(&lines), "vmcnt(0) before DS_READ_B32_gfx9 3");
}

#[test]
fn placing_twice_changes_nothing() {
    let lines = [
        &block(0, "1"),
        "load v0\nlds v1\nflat v2\nsmem s0\ndma\n",
        &header(1, "1,2"),
        &format!(
            "use v0\nlds v3\nsoft {BOTH0}\nS_BARRIER\nload v0\nuse v3\nuse s0\nstore v2\nloop 1\n"
        ),
        &block(2, ""),
        "use v1\nend",
    ]
    .concat();
    let mut f = function(
        "gfx942",
        false,
        &lines.replace("end", "S_SETPC_B64_return s[30:31] | return term lat=1"),
    );
    place(&mut f).expect("waits can be placed");
    let once = f.clone();
    place(&mut f).expect("waits can be placed");
    let texts = |f: &Function| -> Vec<String> {
        let order = f.blocks().iter().flat_map(|b| b.order.iter());
        order.map(|&i| f.inst_text(i)).collect()
    };
    assert_eq!(texts(&f), texts(&once));
}

#[test]
fn blocks_that_cannot_be_reached_are_left_alone() {
    let lines = [
        &block(0, ""),
        "end\n",
        &block(1, ""),
        &format!("load v0\nsoft {VM0}\nuse v0\nend"),
    ]
    .concat();
    let mut f = function("gfx942", true, &lines);
    let before = f.blocks()[1].order.clone();
    assert_eq!(waits(&mut f), "");
    assert_eq!(f.blocks()[1].order, before);
}

/// Large functions must not take time in the square of their size.
#[test]
fn a_hundred_thousand_instructions_in_a_thousand_loops() {
    let mut lines = String::new();
    for number in 0..1000 {
        let next = number + 1;
        lines.push_str(&header(number, &format!("{number},{next}")));
        lines.push_str(&"load v0\nlds v1\nuse v0\nuse v1\n".repeat(25));
        lines.push_str(&format!("loop {number}\n"));
    }
    lines.push_str(&block(1000, ""));
    lines.push_str("end");
    let mut f = function("gfx942", true, &lines);
    let placement = place(&mut f).expect("waits can be placed");
    assert_eq!(placement.waits.len(), 50_000);
}

/// A wait after a branch is not reached when the branch is taken: the target waits itself.
/// LLVM relies on it there.
#[test]
fn a_wait_between_branches_does_not_count_where_the_first_is_taken() {
    let text = r#"cdna-flat 1
function "f"
gpu gfx942
resources lds=0 workgroup=64 entry
block 0 frequency=1 depth=0 successors=1,2
  S_LOAD_DWORDX2_IMM def vcc, s[40:41], #0, #0 | load | read invariant space=4 bytes=8
  S_CBRANCH_SCC1 bb.2, imp scc | term branch
  S_CBRANCH_VCCNZ bb.2, imp vcc | term branch
block 1 frequency=1 depth=0 successors=2
  S_NOP #0
block 2 frequency=1 depth=0
  V_CNDMASK_B32_e32 def v1, v2, v3, imp vcc, imp exec
  S_ENDPGM #0 | return term noreturn
"#;
    let mut f = crate::machine::text::parse(text).expect("valid text");
    let placement = place(&mut f).expect("waits can be placed");
    let blocks: Vec<u32> = placement.waits.iter().map(|w| w.block.0).collect();
    assert_eq!(blocks, [0, 2]);
}

/// A successor that no branch names may be reached from the first terminator: the wait before the
/// second one has not been reached then.
#[test]
fn a_wait_between_terminators_does_not_count_where_control_leaves_by_unknown_means() {
    let lines = [
        &block(0, "1,2"),
        "S_LOAD_DWORDX2_IMM def vcc, s[40:41], #0, #0 | load | read invariant space=4 bytes=8\n",
        "S_CBRANCH_SCC1 #0, imp scc | term\n",
        "S_CBRANCH_VCCNZ bb.1, imp vcc | term branch\n",
        &block(1, "2"),
        "S_NOP #0\n",
        &block(2, ""),
        "V_CNDMASK_B32_e32 def v1, v2, v3, imp vcc, imp exec\nend",
    ]
    .concat();
    let mut f = function("gfx942", true, &lines);
    let placement = place(&mut f).expect("waits can be placed");
    let blocks: Vec<u32> = placement.waits.iter().map(|w| w.block.0).collect();
    assert_eq!(blocks, [0, 2]);
    assert!(crate::check::waits(&f).is_empty());
}
