//! What the reuse of registers costs a loop.

use super::*;
use crate::schedule::without_reuse;
use crate::timing::tests::looped;

#[test]
fn what_reuse_costs_is_what_a_second_register_saves() {
    let reused = looped("v1") + "edge 1 2 anti 0\nedge 0 2 output 1\n";
    let needs = |_: InstId, _: InstId| WaitStates(0);
    let clocks = |source: &str| {
        let mut function = text::parse(source).expect("valid text");
        let options = Options::new(&function);
        let report = schedule(&mut function, &needs, &options).0;
        let trace = Trace::all(&function).remove(0);
        let free = without_reuse(&function, &trace, &needs, &options);
        (report.traces[0].after[0].single_wave.period.cycles(), free)
    };
    let (with, without) = clocks(&reused);
    let (apart, same) = clocks(&looped("v4"));
    assert!(apart.0 + 40 < with.0, "{apart:?} {with:?}");
    assert_eq!((without, same), (Some(apart), Some(apart)));
}
