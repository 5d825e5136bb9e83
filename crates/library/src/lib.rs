//! The C library (`include/cdna_sched.h`), and the requests in JSON that it answers.
//!
//! Its functions are exported by whatever library links this crate.
#![deny(missing_docs)]
// Unsafe code talks to C.
#![deny(unsafe_code)]

#[allow(unsafe_code)]
mod capi;
pub mod service;
