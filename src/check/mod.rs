//! The independent judge: proves a result from the stream itself, with code that shares
//! nothing with the rooms that made it.

mod order;

pub use order::{Violation, order};
