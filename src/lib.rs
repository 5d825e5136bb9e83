//! Exact, explained instruction scheduling for AMD CDNA GPUs.
//!
//! The crate is the core of an LLVM plugin: a post-register-allocation pass that reorders
//! instructions and places `s_waitcnt` and `s_nop`. See `docs/architecture.md` for how one
//! kernel flows through it.
#![deny(missing_docs)]
// Unsafe code calls C: the plugin's own ABI, LLVM's, and the system's. Nothing else may have any.
#![deny(unsafe_code)]

// Support modules of tests/ are compiled into the unit tests as well.
#[cfg(test)]
extern crate self as cdnasched;

pub use cdnasched_base::{define_index, escape, gpu, input, machine, panics, rules};
pub use cdnasched_check as check;
pub use cdnasched_driver::{self as pipeline, report};
#[cfg(test)]
use cdnasched_engine::transform;
pub use cdnasched_engine::{hazard, schedule, timing, waitcnt};

#[cfg(feature = "llvm")]
#[allow(unsafe_code)]
pub mod compare;
#[cfg(feature = "llvm")]
pub mod doctor;
#[cfg(feature = "llvm")]
pub mod embed;
#[cfg(feature = "ffi")]
#[allow(unsafe_code)]
mod ffi;

pub mod assembly;
#[cfg(feature = "mc")]
#[allow(unsafe_code)]
mod capi;
pub mod explain;
#[cfg(any(test, feature = "fuzzing"))]
pub mod fuzzing;
pub mod output;
#[cfg(feature = "mc")]
pub mod recorded;
#[cfg(feature = "mc")]
pub mod service;
#[cfg(test)]
mod tests;
pub mod view;
