//! The hazard rules as data: which pairs of instructions need how many wait states between them.
//!
//! [`rules`] is the table. A row ([`Rule`]) says what the first instruction does ([`Producer`]), what the
//! second does ([`Consumer`]), how their registers relate, and how many wait states AMD's documents and
//! LLVM require, each with its source; a [`Policy`] says whose numbers hold.
//!
//! The module that places `s_nop` and the checker both read these rows, and nothing else of each other.
//! Which instructions are in a class, each says for itself.

mod class;
mod least;
mod practice;
mod rule;
mod table;

pub use class::{Consumer, Producer};
pub use least::{Earlier, LEAST_GAPS, Later, LeastGap, Slots, TAKEN_BRANCH, TAKEN_BRANCH_SOURCE};
pub use practice::{PRACTICE, Practice, Second, practice};
pub use rule::passes_index;
pub use rule::{Divergence, Need, Policy, Relation, Rule, Share, Via};
pub use table::{MAX_WINDOW, NOT_NEEDED, NotNeeded, rule, rules};
