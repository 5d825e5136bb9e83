//! Is a function with rotated loops the same program?
//!
//! A loop of one block whose instructions are P;Q is *rotated* when its block holds Q;P, an added block in
//! front of it, the guard, holds a copy of P, and an added block behind it, the tail, a copy of Q. Then P(1)
//! runs in the guard, Q(i) and P(i+1) in the block, and the last Q in the tail: every wave executes the
//! same instructions in the same order as before. That is what is proved here, in parts:
//!
//! * [`frame`]: outside of rotated loops and of edges into them nothing differs;
//! * [`structure`]: the guard, the block and the tail hold P, Q;P and Q, copied operand by operand, and
//!   control goes from one to the other as the loop's own condition says;
//! * [`instructions`]: nothing in the loop depends on where it stands, or on which block it runs in;
//! * [`dependences`]: in the rotated function, dependences keep everything in order that must not pass
//!   something else, across iterations as well; the checks of what is made of it rely on that;
//! * [`traces`]: walking both functions for some iterations yields the same instructions.
//!
//! P and Q are found here, from the two functions alone.

pub(super) mod control;
mod dependences;
mod frame;
mod instructions;
mod memory;
mod structure;
mod traces;

use super::Violation;
use crate::machine::{BlockId, Function, InstId};

/// Why blocks are not those of a rotated loop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Misrotated {
    /// An added block belongs to no loop, or a loop has not two of them.
    Added,
    /// The loop is no loop of one block that ends in one conditional branch back to itself.
    Shape,
    /// The order is not P;Q in one and Q;P in the other function, or one part is empty.
    Sequence,
    /// The guard does not leave exactly where the loop's branch would not go back.
    Guard,
    /// The loop does not go back to itself and else to its tail.
    BackEdge,
    /// The tail does not go to where the loop went.
    Exit,
    /// Control enters the loop beside its guard, or a block hands it to another one than before.
    Entry,
    /// The blocks' lists of each other, or the loops they claim to be in, do not fit.
    Lists,
    /// What the branch reads is written in Q, or not in P.
    Condition,
    /// Alias facts that hold within one iteration would be used across two.
    IterationFacts,
    /// Walking both functions shows different instructions.
    Trace,
}

impl Misrotated {
    /// Why, as the end of a sentence.
    pub(super) fn reason(self) -> &'static str {
        match self {
            Misrotated::Added => "an added block belongs to no loop, or a loop lacks one",
            Misrotated::Shape => "the loop is not one block with one branch back",
            Misrotated::Sequence => "the loop's two parts did not change places",
            Misrotated::Guard => "the guard does not leave where the loop would not go on",
            Misrotated::BackEdge => "the loop does not go back to itself and else to its tail",
            Misrotated::Exit => "the tail does not go where the loop went",
            Misrotated::Entry => "control would enter another block than before",
            Misrotated::Lists => "the lists of blocks and loops do not fit",
            Misrotated::Condition => "the branch would see another condition",
            Misrotated::IterationFacts => {
                "accesses to LDS are known to be distinct within one iteration only"
            }
            Misrotated::Trace => "other instructions would be executed",
        }
    }
}

/// A rotated loop.
struct Rotated {
    /// Its block.
    block: BlockId,
    guard: BlockId,
    tail: BlockId,
    /// Where the original leaves it to.
    exit: BlockId,
    /// The parts P and Q, without terminators.
    first: Vec<InstId>,
    second: Vec<InstId>,
    /// Their copies.
    first_copies: Vec<InstId>,
    second_copies: Vec<InstId>,
}

/// Proves that `rotated` is the program that `original` is, with some loops rotated and otherwise in the
/// same order, and that its dependences keep in order what must not be reordered.
///
/// # Errors
/// The first difference found.
pub fn rotation(rotated: &Function, original: &Function) -> Result<(), Violation> {
    frame::same_facts(rotated, original)?;
    let loops = structure::loops(rotated, original)?;
    frame::same_elsewhere(rotated, original, &loops)?;
    for one in &loops {
        structure::control(rotated, original, one, &loops)?;
        instructions::may_be_rotated(original, one)?;
        structure::condition(original, one)?;
    }
    dependences::complete(rotated, original, &loops)?;
    for one in &loops {
        traces::same(rotated, original, one)?;
    }
    Ok(())
}

fn misrotated(block: BlockId, why: Misrotated) -> Violation {
    Violation::Rotation { block, why }
}
