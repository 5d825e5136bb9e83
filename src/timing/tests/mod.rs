//! Tests of the cost model as a whole.

use super::*;

mod finished;
mod predicted;
