//! A search that goes on from the present order, and what its orders are compared with.

use super::*;
use crate::schedule::{Effort, Start};

/// A loop in which the matrix instruction and the read could begin earlier.
fn late_loop() -> Function {
    late_loop_on("gfx942")
}

fn late_loop_on(gpu: &str) -> Function {
    let mut body = String::from("block 0 frequency=64 depth=1 loop=0 successors=0,1\n");
    for d in 20..40 {
        let _ = writeln!(body, "  V_ADD_F32_e32 def v{d}, v2, v3");
    }
    body += READ;
    body += "  V_ADD_F32_e32 def v9, v1, v1
  V_MFMA_F32_4X4X4F16_e64 def early a[0:3], v[4:5], v[6:7], a[0:3], #0, #0, #0 | passes=2
  V_ACCVGPR_READ_B32_e64 def v12, a0
  S_CBRANCH_SCC1 bb.0, imp scc | term branch boundary
block 1 frequency=1 depth=0
  S_ENDPGM #0 | return term noreturn boundary
";
    function(gpu, &body)
}

fn run_with(f: &mut Function, effort: Effort, start: Start) -> Report {
    let needs = needs(f);
    let options = Options {
        waves: Some(1),
        effort,
        start,
        ..Options::new(f)
    };
    schedule(f, &needs, &options).0
}

#[test]
fn it_begins_with_the_present_order_and_makes_no_list_schedules() {
    let mut f = late_loop();
    let report = run_with(&mut f, Effort::Default, Start::Present);
    let found = &report.traces[0];
    assert!(found.is_moved());
    assert!(found.after[0].single_wave.period < found.before[0].single_wave.period);
    let search = &found.search;
    assert!(search.further.steps > 0);
    assert_eq!((search.construct.steps, search.improve.steps), (0, 0));
    let mut again = late_loop();
    run_with(&mut again, Effort::Default, Start::Present);
    assert_eq!(f, again, "the same input, the same output");
    // From there it may find more, and loses nothing.
    let once_more = run_with(&mut f, Effort::Default, Start::Present);
    let (old, new) = (&found.after[0], &once_more.traces[0].after[0]);
    assert!(new.single_wave.period <= old.single_wave.period);
}

#[test]
fn it_spends_nothing_at_the_least_effort_and_nothing_outside_of_loops() {
    let mut f = late_loop();
    let report = run_with(&mut f, Effort::Fast, Start::Present);
    assert!(!report.traces[0].is_moved());
    let mut f = function("gfx942", &late_read(8));
    let report = run_with(&mut f, Effort::Default, Start::Present);
    let search = &report.traces[0].search;
    assert!(search.further.steps == 0 && search.construct.steps > 0);
}

#[test]
fn a_planned_order_is_timed_with_slow_starts() {
    let period = |gpu: &str, start: Start| {
        let mut f = late_loop_on(gpu);
        let report = run_with(&mut f, Effort::Fast, start);
        report.traces[0].before[0].single_wave.period
    };
    assert_eq!(
        period("gfx942", Start::Planned),
        period("gfx942", Start::Present)
    );
    assert!(period("gfx950", Start::Planned) > period("gfx950", Start::Present));
}
