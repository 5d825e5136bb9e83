//! The C ABI: bindings, entry points, and the import of what LLVM sends. The only unsafe
//! code of the core, and the place where panics stop.

mod entry;
mod import;
mod plan;
mod session;

/// The bindings of `cpp/cdnasched.h`.
#[allow(missing_docs, dead_code, clippy::all)]
mod abi {
    /// Opaque to C: see [`super::session::Session`].
    pub type CdnaSession = super::session::Session;
    include!(concat!(env!("OUT_DIR"), "/abi.rs"));
}
