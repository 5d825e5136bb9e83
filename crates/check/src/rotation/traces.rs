//! Walks both functions from the same entry for some iterations and compares what is executed.

use super::super::Violation;
use super::control::{condition, falls_into, is_jump, parts, target};
use super::frame::entry;
use super::{Misrotated, Rotated, misrotated};
use crate::machine::{BlockId, Function, InstId};

/// Iterations after the first that are walked.
const MOST: usize = 3;

/// How often a loop's condition holds, and what its bit is then.
#[derive(Clone, Copy)]
struct GoesOn {
    more: usize,
    back: bool,
}

/// What is executed from a block on until control reaches `end`: the originals of all instructions but
/// branches. `None` when the walk does not get there.
fn walk(
    function: &Function,
    mut block: BlockId,
    end: BlockId,
    GoesOn { more, back }: GoesOn,
) -> Option<Vec<InstId>> {
    let (mut executed, mut left) = (Vec::new(), more + 1);
    while block != end {
        let (body, terminators) = parts(function, block)?;
        executed.extend(body.iter().map(|&inst| function.origin(inst)));
        let mut next = falls_into(function, block);
        for &inst in terminators {
            let taken = match condition(function, inst) {
                Some((_, value)) => {
                    left = left.checked_sub(1)?;
                    let bit = if left > 0 { back } else { !back };
                    value == bit
                }
                None => is_jump(function, inst),
            };
            if taken {
                next = Some(target(function, inst)?);
                break;
            }
        }
        block = next?;
    }
    (left == 0).then_some(executed)
}

/// Both functions execute the same instructions of a loop, in the same order.
pub(super) fn same(
    rotated: &Function,
    original: &Function,
    one: &Rotated,
) -> Result<(), Violation> {
    let wrong = misrotated(one.block, Misrotated::Trace);
    let (_, terminators) = parts(original, one.block).ok_or(wrong.clone())?;
    let branch = terminators
        .first()
        .and_then(|&inst| condition(original, inst));
    let Some((_, back)) = branch else {
        return Err(wrong);
    };
    // The exit may be the entry of another rotated loop, or lead around an outer one.
    let exit = rotated.block(one.tail).successors.first();
    let exit = *exit.ok_or(wrong.clone())?;
    let first = entry(one.block, std::slice::from_ref(one));
    for more in 0..=MOST {
        let was = walk(original, one.block, one.exit, GoesOn { more, back });
        let is = walk(rotated, first, exit, GoesOn { more, back });
        if was.is_none() || was != is {
            return Err(wrong);
        }
    }
    Ok(())
}
