//! Copies that register allocation left are taken out before the search begins.
//!
//! What comes out is the function that the search and everything after it take for LLVM's. It is one that has
//! fewer instructions in the same order, and it stays only if no loop takes longer in it than in LLVM's.

use super::{Options, Outcome};
use crate::machine::Function;
use crate::transform::coalesce;

/// Takes copies out of a function in LLVM's order. Whether anything changed.
pub fn apply(function: &mut Function, options: &Options, outcome: &mut Outcome) -> bool {
    let _ = outcome;
    let llvm = function.clone();
    let mode = options.rename;
    if !coalesce::coalesce(function, mode) {
        *function = llvm;
        return false;
    }
    true
}
