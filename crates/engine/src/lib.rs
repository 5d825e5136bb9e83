//! What makes streams: hazards and waits, the cost model, transformations and the search for orders. Nothing here judges
//! its own results.
#![deny(missing_docs)]
#![forbid(unsafe_code)]

pub mod hazard;
pub mod modulo;
pub mod schedule;
pub mod timing;
pub mod transform;
pub mod waitcnt;

use cdnasched_base::{define_index, escape, gpu, input, machine, rules};
#[cfg(test)]
use cdnasched_check as check;
