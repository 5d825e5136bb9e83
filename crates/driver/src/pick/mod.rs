//! The compile that is chosen: of the code that LLVM makes of a kernel under several strategies, what is fastest when our stages have
//! done their part.
//!
//! Strategies are attributes ([`strategies`]). LLVM's code for each is timed first; only what is promising is searched
//! ([`PickedKernel`]). Who compiles is the front end's business.

mod choice;
mod compilations;
mod print;
pub mod strategies;

pub use choice::{Candidate, Lost, PickedKernel, SEARCHED, together};
pub use compilations::{Compilations, Compiled, Part, looked};
