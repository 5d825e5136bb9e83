//! What is shown of a kernel, apart from what computes it.
#![deny(missing_docs)]
#![forbid(unsafe_code)]

pub mod explain;
pub mod view;
