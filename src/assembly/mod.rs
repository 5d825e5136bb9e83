//! Assembly text and machine code of any compiler: the second front end of the core.
//!
//! [`object`] finds code in files. LLVM's MC layer makes a listing of its instructions; `program` finds the functions in it and
//! builds what the rest of the core works on. What is done with them knows nothing of where they came from.

#[cfg(feature = "mc")]
mod accesses;
#[cfg(feature = "mc")]
pub mod edit;
#[cfg(feature = "mc")]
pub mod fix;
#[cfg(feature = "mc")]
pub mod lint;
pub mod object;
#[cfg(feature = "mc")]
pub mod opt;
#[cfg(feature = "mc")]
pub mod program;
#[cfg(feature = "mc")]
pub mod rewrite;
#[cfg(feature = "mc")]
pub mod target;
#[cfg(feature = "mc")]
pub mod view;
#[cfg(feature = "mc")]
pub mod why;

#[cfg(feature = "mc")]
pub use crate::ffi::code;
#[cfg(feature = "mc")]
pub use crate::ffi::encodings::described_as;
