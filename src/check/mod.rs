//! The independent judge: proves a result from the stream itself, with code that shares
//! nothing with the rooms that made it.
//!
//! [`order`] compares a new order with the program it was made from, instruction by instruction;
//! [`same_values`] compares what the two compute, by symbolic execution;
//! [`directives`] are what the user asked of the order; [`requests`] what the memory model asks,
//! which [`kept`] and [`lost`] look for in the result. [`hazards`] and [`waits`]
//! need no such comparison: they look at one finished stream, whoever made it, and name every
//! place where it relies on a result that may not be there yet. [`final_stream`] asks both.

mod directives;
mod exits;
mod hazards;
mod order;
mod ordered;
mod requests;
mod symbolic;
#[cfg(test)]
mod tests;
mod verdict;
mod waits;

pub use directives::{BrokenDirective, directives};
pub use hazards::{OpenHazard, hazards};
pub use order::{Violation, order};
pub use requests::{LostRequest, Request, Requests, kept, lost, requests};
pub use symbolic::same_values;
pub use verdict::{Verdict, final_stream};
pub use waits::{OpenWait, Outstanding, Reliance, needless, outstanding, waits};
