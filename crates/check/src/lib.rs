//! The checker: proves results of the plugin from the instruction stream itself.
//!
//! Against the program that a stream was made from:
//!
//! * [`order`]: the new order, with other registers, is the same program, by who wrote what is read,
//!   and by LLVM's dependences;
//! * [`renaming`]: each operand may name the register that it names now;
//! * [`same_values`]: it computes the same, by symbolic execution;
//! * [`copies`]: a function without some of its copies, with other registers anywhere, is the same program;
//! * [`rotation`]: a function with rotated loops executes the same instructions in the same order, and its
//!   dependences suffice for what is made of it;
//! * [`guards`]: a function without branches around guarded code is the same program;
//! * [`directives`]: nothing crossed a directive of the user that holds it back;
//! * [`requests`], [`kept`], [`lost`]: the waits and markers of the memory model and of the user
//!   still hold.
//!
//! Of functions from text and machine code, [`undescribed`]: a result that keeps a part of its register says so;
//! [`same_lanes`]: lanes that EXEC turns off keep what they hold, with or without a branch around.
//!
//! Of one finished stream, whoever made it ([`final_stream`] is both):
//!
//! * [`hazards`]: every pair of instructions is far enough apart;
//! * [`waits`]: nothing relies on an access that may still be outstanding.
//!
//! [`Pairs`] and [`wait_uses`] say of such a stream which instructions each of its nops and waits keeps apart.
//!
//! # What the checker shares with the code that it checks
//! It shares facts: the flat function (`machine`), the classes of opcodes and the encoding of
//! `s_waitcnt` (`gpu`), and the rows of the hazard table ([`cdnasched_base::rules::rules`]), not how
//! instructions are sorted into their classes. A wrong number in a row is therefore invisible
//! here; `tests/hazards_vs_llvm` compares the numbers with LLVM's own passes, the referee. It
//! shares no algorithm: hazards are found path by path instead of by dataflow, and the checker has
//! its own tables of what an instruction leaves outstanding and of what blocks do. What the scheduler
//! claims about its own result (certificates) is not looked at here: the scheduler checks that itself,
//! with its own simulator (`schedule/exact`).
//!
//! In this project *checker* is this module, *referee* is LLVM's hazard recogniser and wait
//! inserter, and *certificate* is what the scheduler claims about its own result.

#![deny(missing_docs)]
#![forbid(unsafe_code)]

mod assembly;
mod calls;
mod changes;
mod copies;
mod dataflow;
mod directives;
mod exits;
mod finding;
#[cfg(test)]
mod fixtures;
mod guards;
mod hazards;
mod instruction;
mod lanes;
mod liveness;
mod loops;
mod memory_order;
mod off_lanes;
mod order;
mod ordered;
mod overlapped;
mod partial;
mod passing;
mod peel;
mod promises;
mod renaming;
mod requests;
mod rotation;
mod slots;
mod symbolic;
mod verdict;
mod violation;
mod waits;
mod written;

use cdnasched_base::{gpu, machine, rules};

pub use assembly::assembly;
pub use copies::copies;
pub use directives::{BrokenDirective, directives};
pub use finding::Finding;
pub use guards::{Misguarded, guards};
pub use hazards::{Count, hazards_as_written, idle_nops};
pub use hazards::{OpenHazard, Pairs, hazards, hazards_in_asm};
pub use loops::Loops;
pub use memory_order::{memory_order, takes_effect_before};
pub use off_lanes::{OtherLanes, lanes_at_begin, same_lanes};
pub use order::order;
pub use partial::keeps_part;
pub use partial::undescribed;
pub use peel::{CopiedWay, Mispeeled, peel};
pub use promises::{Promise, promises};
pub use renaming::renaming;
pub use requests::{LostRequest, Request, Requests, kept, lost, requests};
pub use rotation::{Misrotated, rotation};
pub use symbolic::same_values;
pub use verdict::{Verdict, final_stream};
pub use violation::{Refused, Violation};
pub use waits::{Handed, Handover, Way, handovers, idle, served, ways};
pub use waits::{OpenWait, Outstanding, Reliance, needless, outstanding, waits};
pub use waits::{WaitUse, wait_uses, waits_in_asm};
pub use written::{Made, Written, seen_promises};
