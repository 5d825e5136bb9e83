//! Predicted streams are charged for what their order needs.

use super::*;
use crate::gpu::{ClauseRole, WaitStates};
use crate::machine::{BlockId, Function, InstId, text};

fn function(gpu: &str, body: &str) -> Function {
    let body = body.trim_start_matches('\n');
    text::parse(&format!("cdna-flat 1\nfunction \"t\"\ngpu {gpu}\n{body}")).expect("valid text")
}

fn none(_: InstId, _: InstId) -> WaitStates {
    WaitStates(0)
}

/// One run of a single block by one wave: clocks, nop wait states, waits.
fn once(gpu: &str, lines: &str, needs: &dyn HazardOracle) -> (f64, u32, u32) {
    let f = function(gpu, &format!("block 0 frequency=1 depth=0\n{lines}"));
    let timing = Timing::predicted(&f, needs, &Model::built_in(f.gpu), 1);
    let one = timing.traces[0].models[0].single_wave;
    (one.period.clocks(), one.nops, one.waits)
}

#[test]
fn dependent_vector_instructions_stall_and_independent_ones_do_not() {
    let add = |d: u32, s: u32| format!("  V_ADD_F32_e32 def v{d}, v{s}, v{s}\n");
    let exp = "  V_EXP_F32_e32 def v1, v0\n".to_owned();
    assert_eq!(once("gfx942", &(exp.clone() + &add(2, 1)), &none).0, 24.0);
    assert_eq!(once("gfx942", &(exp + &add(2, 0)), &none).0, 20.0);
    // Plain ones have their results at once.
    let dependent = add(1, 0) + &add(2, 1) + &add(3, 2);
    let independent = add(1, 0) + &add(2, 0) + &add(3, 0);
    assert_eq!(once("gfx942", &dependent, &none).0, 12.0);
    assert_eq!(once("gfx942", &independent, &none).0, 12.0);
}

#[test]
fn a_load_is_waited_for_once_with_all_before_it() {
    let lines = "
  DS_READ_B32_gfx9 def v1, v0, #0, #0 | load | read space=3 bytes=4
  DS_READ_B32_gfx9 def v2, v0, #4, #0 | load | read space=3 bytes=4
  V_ADD_F32_e32 def v3, v2, v2
  V_ADD_F32_e32 def v4, v1, v1
";
    // Second read: a slot after the first, ahead of its turn; then 12 slots; then two adds.
    let (clocks, nops, waits) = once("gfx942", lines.trim_start(), &none);
    assert_eq!((clocks, nops, waits), ((1.0 + 12.0 + 2.0) * 4.0, 0, 1));
}

#[test]
fn the_liveness_of_a_tuple_is_no_use_of_it() {
    // Reloads from scratch, as LLVM writes them.
    let lines = "
  BUFFER_LOAD_DWORD_OFFSET def v1, s[4:7], s8, #0, #0, #0, imp def v[1:2] | load | read space=5 bytes=4
  V_ADD_F32_e32 def v9, v8, v8
  DS_READ_B32_gfx9 def v2, v0, #0, #0, imp v[1:2] | load | read space=3 bytes=4
";
    let (clocks, _, waits) = once("gfx942", lines.trim_start(), &none);
    // Three slots from the addition to the read.
    assert_eq!((clocks, waits), (20.0, 0));
}

#[test]
fn scalar_loads_force_a_wait_for_everything_on_their_counter() {
    let lines = "
  S_LOAD_DWORD_IMM def s0, s[2:3], #0, #0 | load | read space=4 bytes=4
  DS_READ_B32_gfx9 def v1, v0, #0, #0 | load | read space=3 bytes=4
  V_ADD_F32_e32 def v2, v1, v1
  S_ADD_I32 def s1, s0, s0, def imp scc
";
    assert_eq!(once("gfx942", lines.trim_start(), &none).2, 1);
}

#[test]
fn stalls_are_no_wait_states() {
    let needs = |p: InstId, c: InstId| WaitStates(if (p.0, c.0) == (0, 3) { 7 } else { 0 });
    let lines = "
  V_MFMA_F32_16X16X16F16_e64 def early v[0:3], v[8:9], v[10:11], v[0:3], #0, #0, #0 | passes=4
  DS_READ_B32_gfx9 def v20, v21, #0, #0 | load | read space=3 bytes=4
  V_ADD_F32_e32 def v22, v20, v20
  V_ADD_F32_e32 def v23, v0, v0
";
    // The read, its wait and the first add are three of the seven wait states, however long
    // the wait lasts.
    let (_, nops, waits) = once("gfx942", lines.trim_start(), &needs);
    assert_eq!((nops, waits), (4, 1));
}

#[test]
fn vector_instructions_run_under_a_matrix_instruction_of_the_fast_kind_only() {
    let lines = |mfma: &str| {
        let add = "  V_ADD_F32_e32 def v40, v41, v41\n  V_ADD_F32_e32 def v42, v43, v43\n";
        format!("{mfma}{add}{}", mfma.replace("a[0:3]", "a[4:7]"))
    };
    let xdl = "  V_MFMA_F32_16X16X16F16_e64 def early a[0:3], v[8:9], v[10:11], a[0:3], #0, #0, #0 | passes=4\n";
    let sgemm =
        "  V_MFMA_F32_16X16X4F32_e64 def early a[0:3], v8, v9, a[0:3], #0, #0, #0 | passes=8\n";
    // Issue, 2 adds and a stall of one slot; the second one's issue.
    assert_eq!(once("gfx942", &lines(xdl), &none).0, (4.0 + 1.0) * 4.0);
    // The adds wait for all 8 passes, the second instruction for the adds.
    assert_eq!(once("gfx942", &lines(sgemm), &none).0, (8.0 + 3.0) * 4.0);
    assert_eq!(once("gfx90a", &lines(sgemm), &none).0, (8.0 + 1.0) * 4.0);
}

#[test]
fn a_read_of_lds_waits_for_moves_to_the_same_part_of_lds() {
    let lines = |group: u32| {
        format!(
            "  alias 2 1 distinct
  BUFFER_LOAD_DWORD_LDS_OFFEN v0, s[4:7], s0, #0, #0, #0, imp m0 | load store | read space=1 bytes=4 | write space=3 bytes=4 group=1
  DS_READ_B32_gfx9 def v1, v2, #0, #0 | load | read space=3 bytes=4 group={group}
"
        )
    };
    assert_eq!(once("gfx950", &lines(1), &none).2, 1);
    assert_eq!(once("gfx950", &lines(0), &none).2, 1);
    assert_eq!(once("gfx950", &lines(2), &none).2, 0);
}

#[test]
fn soft_waits_cost_nothing_where_nothing_is_outstanding() {
    let soft = "  S_WAITCNT_soft #0\n";
    let hard = "  S_WAITCNT #0\n";
    assert_eq!(once("gfx942", soft, &none), (0.0, 0, 0));
    assert_eq!(once("gfx942", hard, &none), (4.0, 0, 1));
    let load = "  DS_READ_B32_gfx9 def v1, v2, #0, #0 | load\n";
    assert_eq!(once("gfx942", &format!("{load}{soft}"), &none).2, 1);
}

#[test]
fn the_direct_wait_is_for_moves_to_lds_alone() {
    let load = "  GLOBAL_LOAD_DWORD def v1, v[2:3], #0, #0 | load | read space=1 bytes=4\n";
    let wait = "  S_WAITCNT_lds_direct\n";
    assert_eq!(once("gfx942", &format!("{load}{wait}"), &none), (4.0, 0, 0));
    let dma = "  BUFFER_LOAD_DWORD_LDS_OFFEN v0, s[4:7], s0, #0, #0, #0, imp m0 | load store | read space=1 bytes=4 | write space=3 bytes=4\n";
    let (clocks, _, waits) = once("gfx942", &format!("{dma}{load}{wait}"), &none);
    assert_eq!(waits, 1);
    assert!(clocks > 200.0 * 4.0 - 1.0, "{clocks}");
}

const LOOP: &str = "
block 0 frequency=1 depth=0 successors=1
  S_MOV_B32 def s0, #0
block 1 frequency=32 depth=1 loop=1 successors=1,2
  DS_READ_B32_gfx9 def v1, v0, #0, #0 | load | read space=3 bytes=4
  V_ADD_F32_e32 def v2, v1, v2
  V_ADD_F32_e32 def v3, v3, v3
  S_CBRANCH_SCC1 bb.1, imp scc | term branch boundary
block 2 frequency=1 depth=0
  S_ENDPGM #0 | return term noreturn boundary
";

#[test]
fn loops_run_in_steady_state_and_weigh_by_frequency() {
    let f = function("gfx942", LOOP);
    let timing = Timing::predicted(&f, &none, &Model::built_in(f.gpu), 1);
    let blocks: Vec<_> = timing
        .traces
        .iter()
        .map(|p| p.trace.blocks.clone())
        .collect();
    assert_eq!(
        blocks,
        [vec![BlockId(0)], vec![BlockId(1)], vec![BlockId(2)]]
    );
    // Read 12, two adds 1 each, taken branch 5.
    assert_eq!(
        timing.traces[1].models[0].single_wave.period.clocks(),
        19.0 * 4.0
    );
    assert_eq!(timing.clocks(0), 4.0 + 32.0 * 76.0 + 4.0);
}

#[test]
fn more_waves_hide_latency_until_a_unit_is_full() {
    let f = function("gfx942", LOOP);
    let at_occupancy = |waves| {
        let timing = Timing::predicted(&f, &none, &Model::built_in(f.gpu), waves);
        timing.traces[1].models[0].at_occupancy.clocks()
    };
    assert_eq!(at_occupancy(1), 76.0);
    assert!(
        at_occupancy(2) < 44.0
            && at_occupancy(4) < at_occupancy(2)
            && at_occupancy(8) < at_occupancy(4)
    );
    // Two vector instructions per iteration are the floor.
    assert!(at_occupancy(8) >= 8.0);
}

#[test]
fn waves_that_enter_a_loop_together_wait_together() {
    let timed = |text: &str, waves| {
        let f = function("gfx942", text);
        Timing::predicted(&f, &none, &Model::built_in(f.gpu), waves)
    };
    let of_loop = |timing: &Timing<_>| (timing.traces[1].entering[0], timing.traces[1].models[0]);
    let (alone, _) = of_loop(&timed(LOOP, 1));
    assert_eq!(alone, 0.0);
    let timing = timed(LOOP, 8);
    let (entering, settled) = of_loop(&timing);
    // A read is waited for by all waves at the same time, once: later some issue while others wait.
    let read = 12.0 * 4.0 / 8.0;
    assert!(entering > read / 2.0 && entering < 2.0 * read, "{entering}");
    let ends: f64 = [0, 2]
        .map(|at: usize| timing.traces[at].models[0].at_occupancy.clocks())
        .iter()
        .sum();
    assert_eq!(
        timing.clocks_at_occupancy(0),
        ends + 32.0 * settled.at_occupancy.clocks() + entering
    );
    // A branch leads around it: its part of what comes there. Two blocks lead back to it, of which one is seldom on the way.
    let around = LOOP.replace(
        "frequency=1 depth=0 successors=1",
        "frequency=1 depth=0 successors=1,2",
    );
    let (less, _) = of_loop(&timed(&around, 8));
    assert_eq!(less, entering * 32.0 / 33.0);
    let two_ways = LOOP.replace("successors=1,2", "successors=1,3,2")
        + "block 3 frequency=8 depth=1 loop=1 successors=1\n  S_BRANCH bb.1 | term branch noreturn boundary\n";
    let (same, _) = of_loop(&timed(&two_ways, 8));
    assert_eq!(same, entering);
    // Of a loop that runs twice, two iterations are looked at; of one that is never entered, none.
    let twice = LOOP.replace("frequency=32 ", "frequency=2 ");
    let (two, _) = of_loop(&timed(&twice, 8));
    assert!(two > 0.0 && two < 2.0 * read, "{two}");
    let never = LOOP.replace(
        "frequency=1 depth=0 successors=1",
        "frequency=0 depth=0 successors=1",
    );
    assert_eq!(of_loop(&timed(&never, 8)).0, 0.0);
}

#[test]
fn a_loop_of_several_blocks_is_followed_along_its_most_frequent_way() {
    let f = function(
        "gfx942",
        "
block 0 frequency=10 depth=1 loop=0 successors=1,2
  S_CBRANCH_SCC1 bb.2, imp scc | term branch boundary
block 1 frequency=1 depth=1 loop=0 successors=2
  V_ADD_F32_e32 def v1, v1, v1
block 2 frequency=10 depth=1 loop=0 successors=0,3
  S_CBRANCH_SCC0 bb.0, imp scc | term branch boundary
block 3 frequency=1 depth=0
  S_ENDPGM #0 | return term noreturn boundary
",
    );
    let traces = Trace::all(&f);
    assert_eq!(traces[0].blocks, [BlockId(0), BlockId(2)]);
    assert!(traces[0].is_loop());
    assert_eq!(traces.len(), 3);
    // Both branches are taken.
    let timing = Timing::predicted(&f, &none, &Model::built_in(f.gpu), 1);
    assert_eq!(timing.traces[0].models[0].single_wave.period.clocks(), 40.0);
}

#[test]
fn what_a_block_leaves_outstanding_the_next_one_waits_for() {
    let f = function(
        "gfx942",
        "
block 0 frequency=1 depth=0 successors=1
  DS_READ_B32_gfx9 def v1, v0, #0, #0 | load | read space=3 bytes=4
block 1 frequency=1 depth=0
  V_ADD_F32_e32 def v2, v1, v1
",
    );
    let timing = Timing::predicted(&f, &none, &Model::built_in(f.gpu), 1);
    let second = timing.traces[1].models[0].single_wave;
    assert_eq!((second.period.clocks(), second.waits), (12.0 * 4.0, 1));
}

/// Needs inside runs of memory instructions alone: for each instruction, whether it is in a run
/// and loads, or conflicts.
struct Runs(Vec<Option<bool>>);

impl HazardOracle for Runs {
    fn between(&self, _: InstId, _: InstId) -> WaitStates {
        WaitStates(0)
    }
    fn clause_role(&self, inst: InstId) -> Option<ClauseRole> {
        self.0[inst.index()].map(|loads| ClauseRole {
            scalar: false,
            loads,
            spoils: false,
            conflicts: !loads,
        })
    }
}

#[test]
fn conflicts_inside_a_run_of_memory_instructions_need_a_wait_state() {
    let loads = "GLOBAL_LOAD_DWORD def v10, v[0:1], #0, #0 | load | read space=1 bytes=4
  GLOBAL_LOAD_DWORD def v11, v[0:1], #0, #0 | load | read space=1 bytes=4";
    let store = "GLOBAL_STORE_DWORD v[2:3], v4, #0, #0 | store | write space=1 bytes=4";
    let add = "V_ADD_F32_e32 def v20, v2, v3";
    let nops = |lines: String, runs: &[Option<bool>]| {
        once("gfx942", &format!("  {lines}"), &Runs(runs.to_vec())).1
    };
    let (load, conflict) = (Some(true), Some(false));
    assert_eq!(
        nops(format!("{loads}\n  {store}"), &[load, load, conflict]),
        1
    );
    // Something else in between ends the run.
    let roles = &[load, load, None, conflict];
    assert_eq!(nops(format!("{loads}\n  {add}\n  {store}"), roles), 0);
    // Stores do not conflict with stores.
    assert_eq!(
        nops(format!("{store}\n  {store}"), &[conflict, conflict]),
        0
    );
}
