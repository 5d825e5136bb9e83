//! What the command line does that no other part of the project needs: comparing compilations, checking an installation,
//! working on what other compilers write, reading what hardware recorded.
#![deny(missing_docs)]
// Unsafe code calls LLVM's C API. Nothing else may have any.
#![deny(unsafe_code)]

#[cfg(feature = "llvm")]
#[allow(unsafe_code)]
pub mod compare;
#[cfg(feature = "llvm")]
pub mod doctor;
pub mod launch;
#[cfg(feature = "llvm")]
pub mod noalias;
#[cfg(feature = "llvm")]
pub mod pick;
pub mod recorded;
