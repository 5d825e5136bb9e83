//! Software hazards: which pairs of instructions need how many wait states in between, and
//! where to put the `s_nop`s.
//!
//! [`rules`] is the table, as data. [`Facts`] reads a function once and reduces every
//! instruction to what it does as first and as second instruction of a rule. [`Scoreboard`]
//! evaluates them along a straight line, [`place`] over the control-flow graph.
//!
//! # Semantics
//! A wait state is one issue slot of the wave. Every instruction counts 1, `s_nop n` counts
//! `n + 1`, instructions that emit nothing, bundle headers and inline assembly count 0. A rule
//! that requires `N` wants `N` wait states strictly between the two instructions on every path.
//!
//! At the entry of a function nothing is outstanding, and a call leaves outstanding what was so
//! before it, one wait state later: the callee may return at once. That nothing else is follows
//! from the rows of calls and returns: whoever leaves a function has resolved everything for the
//! strictest instruction there may be behind the jump. Under the rules of LLVM, who has no such
//! rows, it is taken on trust.
//!
//! A register of a matrix result that another matrix instruction overwrites is forgotten: the
//! matrix pipe writes in issue order, so that whatever waits for the second one has waited for
//! the first. No other overwrite ends a hazard.

mod describe;
mod facts;
mod place;
mod rule;
mod scoreboard;
mod shift;
mod table;
#[cfg(test)]
mod tests;
#[cfg(test)]
#[path = "../../tests/support/witness.rs"]
pub(crate) mod witness;

pub use facts::Facts;
pub use place::{Insertion, Placement, place, place_by};
pub use rule::{Consumer, Divergence, Need, Policy, Producer, Relation, Rule, Share, Via};
pub use shift::{BlockEndShift, ShiftRepair, block_end_shifts};
pub use table::{MAX_WINDOW, NOT_NEEDED, NotNeeded, rule, rules};
