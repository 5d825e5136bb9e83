//! What all of cdnasched stands on: the GPUs, functions of machine instructions, and the rules between instructions.
#![deny(missing_docs)]
#![forbid(unsafe_code)]

pub mod escape;
pub mod gpu;
pub mod input;
pub mod machine;
pub mod output;
pub mod panics;
pub mod rules;
