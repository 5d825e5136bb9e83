//! Loops whose iterations overlap, in a function that was made of another: their blocks, and which instructions run
//! ahead.
//!
//! Found by the blocks that the other function does not have. A loop of it runs P(1) in an added guard, Q(i) and P(i+1) in its
//! own block, and the last Q in an added tail ([`super::rotation`]); the order inside each block, waits, nops and registers
//! may be any.

use std::collections::{HashMap, HashSet};

use super::{Misrotated, Violation};
use crate::gpu::Unit;
use crate::machine::{BlockId, Function, InstFlags, InstId};

/// Where a block stands in its loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part {
    /// In front of the loop.
    Guard,
    /// The loop itself.
    Loop,
    /// Behind the loop.
    Tail,
}

/// What became of the instructions of a function.
pub(super) struct Overlapped {
    /// By copy: the instruction of the original that it is.
    of: HashMap<InstId, InstId>,
    /// By block of such a loop: its part, and the loop.
    parts: HashMap<BlockId, (Part, BlockId)>,
    /// Instructions that run an iteration ahead.
    ahead: HashSet<InstId>,
}

impl Overlapped {
    /// Looks for them.
    ///
    /// # Errors
    /// When an added block is of no such loop, or an instruction of one does not run as often as before.
    pub(super) fn of(function: &Function, original: &Function) -> Result<Overlapped, Violation> {
        let mut found = Overlapped {
            of: HashMap::new(),
            parts: HashMap::new(),
            ahead: HashSet::new(),
        };
        let is_added = |block: BlockId| block.index() >= original.blocks().len();
        for guard in function.block_ids().filter(|&block| is_added(block)) {
            let goes = &function.block(guard).successors;
            // A tail goes on to one block.
            let [one, other] = **goes else { continue };
            let (block, tail) = if is_added(other) {
                (one, other)
            } else {
                (other, one)
            };
            let loops = |to: BlockId| function.block(block).successors.contains(&to);
            let is_loop = !is_added(block) && is_added(tail) && loops(block) && loops(tail);
            let parts = [
                (guard, Part::Guard),
                (block, Part::Loop),
                (tail, Part::Tail),
            ];
            let is_new = parts.iter().all(|(of, _)| !found.parts.contains_key(of));
            if !is_loop || !is_new {
                return Err(misrotated(guard, Misrotated::Added));
            }
            for (of, part) in parts {
                found.parts.insert(of, (part, block));
            }
            found.instructions(function, [guard, block, tail])?;
        }
        let mut all = function.block_ids();
        match all.find(|&block| is_added(block) && !found.parts.contains_key(&block)) {
            Some(block) => Err(misrotated(block, Misrotated::Added)),
            None => Ok(found),
        }
    }

    /// Each instruction of a loop has one copy, in front of it or behind it.
    fn instructions(
        &mut self,
        function: &Function,
        [guard, block, tail]: [BlockId; 3],
    ) -> Result<(), Violation> {
        let insts = |block: BlockId| {
            let order = function.block(block).order.iter().copied();
            order.filter(|&inst| counts(function, inst))
        };
        let own: HashSet<InstId> = insts(block).collect();
        let mut copied = HashSet::new();
        for added in [guard, tail] {
            for copy in insts(added) {
                let of = function.origin(copy);
                if copy == of || !own.contains(&of) || !is_alike(function, copy, of) {
                    return Err(misrotated(added, Misrotated::Sequence));
                }
                if !copied.insert(of) {
                    return Err(misrotated(added, Misrotated::Sequence));
                }
                self.of.insert(copy, of);
                if added == guard {
                    self.ahead.insert(of);
                }
            }
        }
        match copied.len() == own.len() {
            true => Ok(()),
            false => Err(misrotated(block, Misrotated::Sequence)),
        }
    }

    /// The instruction of the original that one is.
    pub(super) fn original(&self, inst: InstId) -> InstId {
        self.of.get(&inst).copied().unwrap_or(inst)
    }

    /// The part of a block in a loop whose iterations overlap.
    pub(super) fn part(&self, block: BlockId) -> Option<Part> {
        self.parts.get(&block).map(|&(part, _)| part)
    }

    /// The block of the original that a block is a part of.
    pub(super) fn home(&self, block: BlockId) -> BlockId {
        self.parts.get(&block).map_or(block, |&(_, home)| home)
    }

    /// Whether an instruction of the original runs an iteration ahead.
    pub(super) fn is_ahead(&self, inst: InstId) -> bool {
        self.ahead.contains(&inst)
    }
}

/// Waits and nops are placed anew, and branches are of their block.
fn counts(function: &Function, inst: InstId) -> bool {
    !matches!(function.info(inst).unit, Unit::Wait | Unit::Nop)
        && !function.flags(inst).has(InstFlags::TERMINATOR)
}

/// Whether two do the same, but for the registers that they name.
fn is_alike(function: &Function, copy: InstId, of: InstId) -> bool {
    let (one, other) = (function.operands(copy), function.operands(of));
    let same = one.iter().zip(other).all(|(one, other)| {
        let both = (one.reg(), other.reg());
        let named = matches!(both, (Some(_), Some(_))) || one.kind == other.kind;
        named && one.flags == other.flags
    });
    function.opcode(copy).name == function.opcode(of).name && one.len() == other.len() && same
}

fn misrotated(block: BlockId, why: Misrotated) -> Violation {
    Violation::Rotation { block, why }
}
