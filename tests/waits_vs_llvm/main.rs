//! Our waits against LLVM's, on the same streams.
//!
//! The referee is LLVM 22's own wait inserter, after every stream that is tried; the checker in
//! `check` must find whatever it finds.
#![cfg(feature = "llvm")]

#[path = "../support/folder.rs"]
mod folder;
mod gaps;
mod generator;
#[path = "../support/kernels.rs"]
mod inputs;
mod kernel;
mod kinds;
mod llc;
mod mutation;
mod random;
mod requests;
