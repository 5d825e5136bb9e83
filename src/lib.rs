//! Exact, explained instruction scheduling for AMD CDNA GPUs.
//!
//! The crate is an LLVM plugin: a post-register-allocation pass that reorders instructions and places `s_waitcnt` and `s_nop`.
//! It has the C ABI, the sessions and the plans; what decides is in the crates below. See `docs/architecture.md` for how one
//! kernel flows through it.
#![deny(missing_docs)]
// Unsafe code calls C: the plugin's own ABI, LLVM's, and the system's. Nothing else may have any.
#![deny(unsafe_code)]

#[cfg(feature = "ffi")]
use cdnasched_base::{escape, gpu, input, machine, output, panics};
#[cfg(feature = "ffi")]
use cdnasched_driver::{self as pipeline, report};
#[cfg(feature = "ffi")]
use cdnasched_engine::{schedule, timing, transform};
// Its functions are exported from this library.
#[cfg(feature = "mc")]
use cdnasched_library as _;
#[cfg(feature = "ffi")]
use cdnasched_show::view;

#[cfg(feature = "llvm")]
pub mod embed;
#[cfg(feature = "ffi")]
#[allow(unsafe_code)]
mod ffi;
#[cfg(feature = "fuzzing")]
pub mod fuzzing;
