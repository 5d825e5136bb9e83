//! What the reuse of registers costs a loop.

use super::*;
use crate::schedule::without_reuse;

/// Two loads through one register, each with a user.
fn looped(second: &str) -> String {
    format!(
        "cdna-flat 1
function \"t\"
gpu gfx942
block 0 frequency=64 depth=1 loop=0 successors=0,1
  DS_READ_B32_gfx9 def v1, v0, #0, #0 | load | read space=3 bytes=4
  V_ADD_F32_e32 def v2, v1, v1
  DS_READ_B32_gfx9 def {second}, v0, #4, #0 | load | read space=3 bytes=4
  V_ADD_F32_e32 def v3, {second}, {second}
  S_CBRANCH_SCC1 bb.0, imp scc | term branch boundary
block 1 frequency=1 depth=0
  S_ENDPGM #0 | return term noreturn boundary
edge 0 1 true 1
edge 2 3 true 1
"
    )
}

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
