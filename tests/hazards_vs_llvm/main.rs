//! Our nops against LLVM's, on the same functions.
//!
//! Nothing here trusts a number of ours: LLVM 22's own hazard recogniser is asked about every
//! function. Where the two differ the test must find out why, from a closed list
//! ([`explain::Why`]); a difference without a reason fails.
#![cfg(feature = "llvm")]

mod explain;
mod generator;
mod llc;
#[path = "../support/mir.rs"]
mod mir;
mod paths;
mod random;
mod witnesses;
