//! Where control goes, however the branches say it.

use super::super::rotation::control::{Bit, condition, is_jump, parts, target};
use crate::machine::{BlockId, Function};

/// Where control goes behind a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) enum Ways {
    /// Nowhere, or where no branch of this function leads.
    Nowhere,
    One(BlockId),
    /// By a bit: where it is set, and where it is not.
    Two(Bit, BlockId, BlockId),
}

impl Ways {
    /// Of a block; `None` where terminators are not understood.
    pub fn of(function: &Function, block: BlockId) -> Option<Ways> {
        let (_, terminators) = parts(function, block)?;
        let next = function.next_in_layout(block);
        match *terminators {
            [] if function.block(block).successors.is_empty() => Some(Ways::Nowhere),
            [] => Some(Ways::One(next?)),
            [only] if is_jump(function, only) => Some(Ways::One(target(function, only)?)),
            [only] if condition(function, only).is_none() => function
                .block(block)
                .successors
                .is_empty()
                .then_some(Ways::Nowhere),
            [first, ref rest @ ..] => {
                let (bit, value) = condition(function, first)?;
                let other = match *rest {
                    [] => next?,
                    [jump] if is_jump(function, jump) => target(function, jump)?,
                    _ => return None,
                };
                let taken = target(function, first)?;
                Some(match value {
                    true => Ways::Two(bit, taken, other),
                    false => Ways::Two(bit, other, taken),
                })
            }
        }
    }

    /// The blocks.
    pub fn all(self) -> Vec<BlockId> {
        match self {
            Ways::Nowhere => Vec::new(),
            Ways::One(to) => vec![to],
            Ways::Two(_, one, other) => vec![one, other],
        }
    }

    /// The same with other blocks; `None` where one has no other.
    pub fn map(self, to: impl Fn(BlockId) -> Option<BlockId>) -> Option<Ways> {
        Some(match self {
            Ways::Nowhere => Ways::Nowhere,
            Ways::One(one) => Ways::One(to(one)?),
            Ways::Two(bit, one, other) => Ways::Two(bit, to(one)?, to(other)?),
        })
    }
}
