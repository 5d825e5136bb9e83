//! The C ABI: bindings, entry points, and the import of what LLVM sends. The only unsafe
//! code of the core, and the place where panics stop.

mod alias;
mod cases;
mod debug_values;
mod entry;
#[cfg(any(test, feature = "fuzzing"))]
pub(crate) mod fuzz;
mod import;
mod inline_asm;
mod into_lds;
mod libraries;
mod locations;
mod opcodes;
mod options;
mod pattern;
mod peels;
mod pick;
mod plan;
mod raw;
mod saves;
mod session;
mod spills;
mod stages;
#[cfg(test)]
mod tests;
mod views;

use cdnasched_abi::registers;

#[cfg(feature = "llvm")]
pub use session::capture;

#[cfg(feature = "llvm")]
use crate::pipeline::Options;

/// The bindings of `cpp/cdnasched.h`.
#[allow(missing_docs, dead_code, clippy::all)]
mod abi {
    /// Opaque to C: see [`super::session::Session`].
    pub type CdnaSession = super::session::Session;
    pub use cdnasched_abi::bindings::*;
    include!(concat!(env!("OUT_DIR"), "/abi.rs"));
}

/// Puts the stages into the pipelines of this process with these options, whatever its command
/// line says; with `None`, leaves them out and gives the command line its say again.
#[cfg(feature = "llvm")]
pub fn embed(given: Option<Options>) {
    let on = given.is_some();
    options::embed(given);
    // SAFETY: a plain call of the shim.
    unsafe { abi::cdnasched_enable(u32::from(on)) };
}

/// The LLVM the shim was compiled for, and the one in this process, as `22.1.8`.
#[cfg(feature = "llvm")]
pub fn llvm_versions() -> (String, String) {
    // SAFETY: a plain call of the shim, which gives a static string.
    let built_for = unsafe { raw::text(abi::cdnasched_built_for(), "version of LLVM") };
    let [mut major, mut minor, mut patch] = [0; 3];
    // SAFETY: all three can be written.
    unsafe { llvm_sys::core::LLVMGetVersion(&mut major, &mut minor, &mut patch) };
    (
        built_for.unwrap_or_default().to_owned(),
        format!("{major}.{minor}.{patch}"),
    )
}
