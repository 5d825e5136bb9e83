//! Tests of the cost model as a whole.

use super::*;

mod finished;
mod predicted;

#[test]
fn no_hazard_reaches_over_the_wait_states_that_a_wave_begins_with() {
    assert!(crate::hazard::MAX_WINDOW.0 <= simulator::BEYOND_HAZARDS);
}
