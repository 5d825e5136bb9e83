//! Software hazards: which pairs of instructions need how many wait states in between, and
//! where to put the `s_nop`s.
//!
//! [`rules`] is the table, as data (`table`; `rule` says what a row is made of). `describe` sorts
//! what an instruction does into the classes of the table, as first and as second instruction of
//! a rule. [`Facts`] does that once for a whole function. [`place`] evaluates the facts over the
//! control-flow graph, with a `scoreboard` of what is outstanding at each point.
//!
//! To add a hazard rule: add a row to a file of `table/`, and a class in `rules/class.rs` if the
//! row needs a new one, which `describe` must then recognise. The tests find the rest.
//!
//! # Semantics
//! A wait state is one issue slot of the wave. Every instruction counts 1, `s_nop n` counts
//! `n + 1`, instructions that emit nothing, bundle headers and inline assembly count 0; the instructions
//! in assembly that was parsed count as any other. A rule
//! that requires `N` requires `N` wait states strictly between the two instructions on every path.
//!
//! At the entry of a function nothing is outstanding. What is outstanding before a call still is
//! after it, one wait state later, because the callee may return at once. Nothing else is
//! outstanding after a call: the rows of calls and returns require that whoever leaves a function
//! has resolved everything for the strictest instruction that may follow the jump. LLVM has no
//! such rows, so that under [`Policy::Llvm`] this is an assumption.
//!
//! When another matrix instruction overwrites a register of a matrix result, the hazard of that
//! register ends: the matrix pipe writes in issue order, so that whatever waits for the second
//! result has waited for the first. No other overwrite ends a hazard.

mod compiled;
mod describe;
mod facts;
mod place;
mod scoreboard;
mod shift;
#[cfg(test)]
mod tests;
#[cfg(test)]
use cdnasched_testing::witness;

pub use facts::Facts;
pub use place::{Insertion, Placement, place, place_by};
pub use shift::{BlockEndShift, ShiftRepair, block_end_shifts};
