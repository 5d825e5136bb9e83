//! Tests of the cost model as a whole.

use super::*;

mod finished;
mod measured;
mod predicted;
mod units;

/// No hazard reaches over the wait states that a wave begins with.
const _: () = assert!(crate::rules::MAX_WINDOW.0 <= simulator::BEYOND_HAZARDS);

/// Two loads through one register, each with a user.
pub fn looped(second: &str) -> String {
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
