//! Orders that are faster: what moves, and what an order that cannot be beaten looks like.

use super::*;
use crate::schedule::{Decision, Reason};
use crate::timing::ModelTiming;

#[test]
fn chains_of_matrix_instructions_are_interleaved() {
    let mut body = String::from("block 0 frequency=1 depth=0\n");
    // Each chain multiplies by the result of the one before: 4 passes and 3 wait states apart.
    for chain in 0..3 {
        for dep in 0..3 {
            let (d, a) = (40 + chain * 20 + dep * 4, 40 + chain * 20 + dep * 4 - 4);
            let _ = writeln!(
                body,
                "  V_MFMA_F32_16X16X16F16_e64 def early v[{d}:{}], v[{a}:{}], v[0:1], v[4:7], #0, #0, #0 | passes=4",
                d + 3,
                a + 1
            );
        }
    }
    let mut f = function("gfx942", &body);
    let report = run(&mut f);
    let (before, after) = (
        &report.traces[0].before[0].single_wave,
        &report.traces[0].after[0].single_wave,
    );
    assert_eq!((before.nops, after.nops), (42, 10));
    assert!(after.period < before.period);
    insta::assert_snapshot!(listing(&f, 0), @r"
    V_MFMA_F32_16X16X16F16_e64 def early v[40:43]
    V_MFMA_F32_16X16X16F16_e64 def early v[60:63]
    V_MFMA_F32_16X16X16F16_e64 def early v[80:83]
    V_MFMA_F32_16X16X16F16_e64 def early v[44:47]
    V_MFMA_F32_16X16X16F16_e64 def early v[64:67]
    V_MFMA_F32_16X16X16F16_e64 def early v[84:87]
    V_MFMA_F32_16X16X16F16_e64 def early v[48:51]
    V_MFMA_F32_16X16X16F16_e64 def early v[68:71]
    V_MFMA_F32_16X16X16F16_e64 def early v[88:91]
    ");
}

#[test]
fn a_read_moves_ahead_of_work_that_does_not_need_it() {
    let mut f = function("gfx942", &late_read(11));
    run(&mut f);
    assert_eq!((place(&f, 0, 11), place(&f, 0, 12)), (0, 12));
}

fn wide_read(d: u32) -> String {
    let last = d + 3;
    format!("  DS_READ_B128_gfx9 def v[{d}:{last}], v0, #0, #0 | load | read space=3 bytes=16\n")
}

#[test]
fn loads_come_in_the_order_in_which_they_are_used() {
    let mut body = String::from("block 0 frequency=1 depth=0\n");
    for d in [4, 8, 12, 16] {
        body += &wide_read(d);
    }
    for d in [16, 12, 8, 4] {
        for r in d..d + 4 {
            let _ = writeln!(body, "  V_EXP_F32_e32 def v{}, v{r}", r + 40);
        }
    }
    let mut f = function("gfx942", &body);
    let incoming = f.clone();
    let (mut report, mut others) = run_all(&mut f);
    // In the order of use the reads need a wait each, where one wait for the last serves all.
    // Whether the function can afford them is not for the scheduler to say: the order can be reverted.
    let trace = &mut report.traces[0];
    assert!(trace.after[0].single_wave.period < trace.before[0].single_wave.period);
    assert!(trace.after[0].single_wave.waits > trace.before[0].single_wave.waits);
    others[0].revert(&mut f, trace);
    assert_eq!(f, incoming);
    assert_eq!(
        trace.regions[0].decision,
        Decision::Kept(Reason::SlowerElsewhere)
    );
    assert_eq!(trace.after, trace.before);
    // With a wait to spare, the read of the long chain goes first.
    let mut body = String::from("block 0 frequency=1 depth=0\n");
    body += &wide_read(12);
    let _ = writeln!(body, "  V_ADD_F32_e32 def v40, v12, v12");
    body += &wide_read(4);
    body += &wide_read(8);
    for _ in 0..12 {
        let _ = writeln!(body, "  V_EXP_F32_e32 def v8, v8");
    }
    let _ = writeln!(body, "  V_ADD_F32_e32 def v41, v4, v4");
    let mut f = function("gfx942", &body);
    assert_eq!(run(&mut f).reordered(), 1);
    assert!(place(&f, 0, 3) < place(&f, 0, 2), "{}", listing(&f, 0));
}

#[test]
fn wait_states_are_filled_with_independent_work() {
    let mut body = String::from(
        "block 0 frequency=1 depth=0
  V_MFMA_F32_16X16X16F16_e64 def early v[8:11], v[0:1], v[2:3], v[4:7], #0, #0, #0 | passes=4
  V_ADD_F32_e32 def v12, v8, v8
",
    );
    for d in 20..27 {
        let _ = writeln!(body, "  V_ADD_F32_e32 def v{d}, v40, v41");
    }
    let mut f = function("gfx942", &body);
    let report = run(&mut f);
    let trace = &report.traces[0];
    assert_eq!(
        (
            trace.before[0].single_wave.nops,
            trace.after[0].single_wave.nops
        ),
        (7, 0)
    );
    assert_eq!(place(&f, 0, 1), 8);
}

#[test]
fn an_order_that_cannot_be_beaten_stays() {
    let body = format!(
        "block 0 frequency=1 depth=0\n{READ}  V_ADD_F32_e32 def v2, v1, v1\n  V_ADD_F32_e32 def v3, v4, v4\n"
    );
    // The free add fits into the shadow of the read: better. Then nothing more can be gained.
    let mut f = function("gfx942", &body);
    let first = run(&mut f);
    let after = f.clone();
    let second = run(&mut f);
    assert_eq!((first.reordered(), second.reordered()), (1, 0));
    assert_eq!(f, after);
    assert_eq!(
        second.traces[0].regions[0].decision,
        Decision::Kept(Reason::NoneFaster)
    );
    assert_eq!(second.traces[0].before, second.traces[0].after);
}

#[test]
fn a_loop_is_judged_in_steady_state() {
    // The read feeds the next iteration, which waits for it if it comes last; any
    // place at which the rest of the loop hides its latency will do.
    let mut body = String::from("block 0 frequency=64 depth=1 loop=0 successors=0,1\n");
    body += "  V_ADD_F32_e32 def v30, v1, v30\n";
    for d in 10..22 {
        let _ = writeln!(body, "  V_ADD_F32_e32 def v{d}, v2, v3");
    }
    body += READ;
    body += "  S_CBRANCH_SCC1 bb.0, imp scc | term branch boundary\nblock 1 frequency=1 depth=0\n  S_ENDPGM #0 | return term noreturn boundary\n";
    let mut f = function("gfx942", &body);
    let report = run(&mut f);
    let trace = &report.traces[0];
    assert!(trace.trace.is_loop());
    let clocks = |t: &ModelTiming| t.single_wave.period.clocks();
    // One wait before the use; 13 adds, the read, which is three slots from the add before it, and a taken branch of 5
    // slots.
    assert_eq!(
        clocks(&trace.after[0]),
        (1.0 + 13.0 + 2.0 + 1.0 + 5.0) * 4.0
    );
    assert!(clocks(&trace.before[0]) > clocks(&trace.after[0]));
}
