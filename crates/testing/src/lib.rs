//! Functions and pairs of instructions that tests of several crates use.
#![deny(missing_docs)]
#![forbid(unsafe_code)]

mod functions;
pub mod witness;

pub use functions::{BlockShape, KINDS, Shape, text_of, whole_text_of};
