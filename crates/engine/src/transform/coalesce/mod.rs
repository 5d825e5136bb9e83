//! Coalescing after register allocation: copies in hot loops become needless, and go.
//!
//! Allocation leaves copies where it gave a value two places: accumulators that each iteration writes to one
//! tuple and copies to another, values that move between VGPRs and AccVGPRs and back, sums with zero. [`webs`]
//! finds the values of the whole function that must move together, [`merge`] brings those together that are
//! copied to each other, [`redirect`] lets reads take a copied value from where it came, and [`apply`] takes
//! out the copies that have nothing to do any more. Every step is verified by [`placement`], location by
//! location over all paths. [`masks`] keeps it to values that are written by all lanes that were ever active.

mod apply;
mod locations;
mod masks;
mod merge;
mod placement;
mod redirect;
#[cfg(test)]
mod tests;
mod webs;

use crate::machine::{Function, InstFlags, InstId};
use crate::transform::relink::{Relink, relink};
use crate::transform::rename::Renaming;
use locations::SpillSlots;
use merge::Merger;
use placement::Placement;

/// How far values may move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// Those that are copied, to where nothing is in their way.
    Copied,
    /// Also those that are in their way, where copies in loops are worth it.
    All,
}

/// What was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Found {
    /// Nothing: the function is as it was.
    Nothing,
    /// Copies that need no more than [`Reach::Copied`].
    Copies,
    /// Also such as need [`Reach::All`].
    WithRoom,
}

/// Takes copies out of a function, whose blocks are in LLVM's order.
pub fn coalesce(function: &mut Function, mode: Renaming, reach: Reach) -> Found {
    if !is_admitted(function) {
        return Found::Nothing;
    }
    let original = function.clone();
    let webs = webs::webs(&original);
    let mut placement = Placement::new(&original, &webs);
    let strict = mode == Renaming::Strict;
    let mut merger = Merger::new(&original, &mut placement, strict);
    let has_room = merger.run(reach == Reach::All);
    redirect::redirect(&original, &mut placement, strict);
    let locations = 0..webs.events.len() as u32;
    if locations
        .into_iter()
        .any(|location| placement.check(location).is_err())
    {
        return Found::Nothing;
    }
    let changed = apply::apply(function, &placement, &original);
    relink(function, &changed, Relink::All);
    match (changed.is_empty(), has_room) {
        (true, _) => Found::Nothing,
        (false, false) => Found::Copies,
        (false, true) => Found::WithRoom,
    }
}

/// Whether an instruction only copies vector registers to others.
pub fn is_copy(function: &Function, inst: InstId) -> bool {
    function.accesses(inst).is_empty()
        && !locations::copies(function, inst, &SpillSlots::default()).is_empty()
}

/// Whether a function keeps its values in registers that its operands name: a kernel without calls. MI100
/// has two files and no moves between AccVGPRs: it keeps its copies.
fn is_admitted(function: &Function) -> bool {
    let mut insts = function.blocks().iter().flat_map(|block| &block.order);
    let is_foreign = |&inst: &InstId| {
        let is_indexed = function.opcode(inst).name.starts_with("S_SET_GPR_IDX");
        is_indexed || function.flags(inst).has(InstFlags::CALL)
    };
    let is_unified = function.gpu.unified_vector_file();
    is_unified && function.resources.is_entry && !insts.any(is_foreign)
}
