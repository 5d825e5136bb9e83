//! Tests of the cost model as a whole.

use super::*;

mod finished;
mod predicted;

/// No hazard reaches over the wait states that a wave begins with.
const _: () = assert!(crate::rules::MAX_WINDOW.0 <= simulator::BEYOND_HAZARDS);
