//! Where a loop is cut.

use std::collections::{BTreeMap, BTreeSet};

use super::LoopShape;
use crate::gpu::Unit;
use crate::machine::{Function, InstFlags, InstId, Reg, Walls, held_back, is_priority, is_wall};

/// A loop's body in two parts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cut {
    /// P: what runs ahead, with all that the branch needs, in order.
    pub first: Vec<InstId>,
    /// Q: what is left for the next round, in order.
    pub second: Vec<InstId>,
}

/// The parts of a loop's body that no cut may separate, computed once.
pub struct Cuts<'a> {
    shape: &'a LoopShape,
    /// What must be in P: whatever the branch depends on, and all before the last wall.
    needed: BTreeSet<InstId>,
    walls: Walls,
}

impl<'a> Cuts<'a> {
    /// For a loop; `None` when nothing in it computes what the branch reads.
    pub fn new(function: &Function, shape: &'a LoopShape, walls: Walls) -> Option<Cuts<'a>> {
        let condition = condition(function, shape)?;
        let last_wall = shape
            .body
            .iter()
            .rposition(|&inst| is_wall(function, inst, walls));
        let region = &shape.body[last_wall.map_or(0, |at| at + 1)..];
        let ahead = &shape.body[..shape.body.len() - region.len()];
        let needed: BTreeSet<InstId> = ahead.iter().copied().collect();
        let pending = vec![condition];
        Some(Cuts {
            needed: with_all_before(function, region, needed, pending, walls),
            shape,
            walls,
        })
    }

    /// The cut that has only the loads of vector memory run ahead, with what they need: they are under way longest. `None` where
    /// there are none.
    pub fn of_loads(&self, function: &Function) -> Option<Cut> {
        let is_own = |inst: InstId| {
            let vector = matches!(function.info(inst).unit, Unit::Vmem(_));
            vector && function.flags(inst).has(InstFlags::MAY_LOAD)
        };
        let is_guarded =
            |inst: InstId| function.is_guard(inst) && function.contents(inst).any(is_own);
        let is_load = |inst: &InstId| is_own(*inst) || is_guarded(*inst);
        let body = &self.shape.body;
        let loads: Vec<InstId> = body.iter().copied().filter(is_load).collect();
        if loads.is_empty() {
            return None;
        }
        let ahead = with_all_before(function, body, self.needed.clone(), loads, self.walls);
        let (first, second) = body.iter().partition(|inst| ahead.contains(inst));
        Some(Cut { first, second })
    }

    /// The cut that leaves a share of the matrix instructions, the last ones, for the next round; without any,
    /// of all instructions.
    pub fn leaving(&self, function: &Function, share: usize, of: usize) -> Cut {
        let body = self.shape.body.iter().enumerate();
        let is_matrix = |(_, inst): &(usize, &InstId)| function.info(**inst).unit == Unit::Matrix;
        let mut places: Vec<usize> = body.filter(is_matrix).map(|(at, _)| at).collect();
        if places.is_empty() {
            places = (0..self.shape.body.len()).collect();
        }
        let left = (places.len() * share)
            .div_ceil(of)
            .clamp(1, places.len().max(1));
        self.before(places.len().checked_sub(left).map_or(0, |at| places[at]))
    }

    /// The cut before a place of the body: what is behind it and not needed earlier is Q.
    pub fn before(&self, place: usize) -> Cut {
        let body = self.shape.body.iter().enumerate();
        let (first, second): (Vec<_>, Vec<_>) =
            body.partition(|(at, inst)| *at < place || self.needed.contains(inst));
        let insts = |part: Vec<(usize, &InstId)>| part.into_iter().map(|(_, &inst)| inst).collect();
        Cut {
            first: insts(first),
            second: insts(second),
        }
    }
}

/// What must be ahead of what is cut off, with everything of `region` that some more instructions depend on.
fn with_all_before(
    function: &Function,
    region: &[InstId],
    mut ahead: BTreeSet<InstId>,
    mut pending: Vec<InstId>,
    walls: Walls,
) -> BTreeSet<InstId> {
    let place: BTreeMap<InstId, usize> = region.iter().copied().zip(0..).collect();
    let mut before: BTreeMap<InstId, Vec<InstId>> = BTreeMap::new();
    for edge in function.edges() {
        if place.contains_key(&edge.from) && place.contains_key(&edge.to) {
            before.entry(edge.to).or_default().push(edge.from);
        }
    }
    while let Some(inst) = pending.pop() {
        if !ahead.insert(inst) {
            continue;
        }
        pending.extend(before.get(&inst).into_iter().flatten());
        let earlier = &region[..place.get(&inst).copied().unwrap_or(0)];
        let held = earlier
            .iter()
            .filter(|&&other| is_directed(function, other, inst, walls));
        pending.extend(held);
    }
    ahead
}

/// Whether a directive of the user's keeps one instruction before another.
pub(crate) fn is_directed(
    function: &Function,
    earlier: InstId,
    later: InstId,
    walls: Walls,
) -> bool {
    let holds = |wall: InstId, inst: InstId| {
        held_back(function, wall, walls).is_some_and(|held| {
            // A mask is asked about what is in inline assembly and guarded code; walls hold all back by themselves.
            let masked = !is_wall(function, wall, walls);
            let mut inside = function.contents(inst);
            held.holds(function, &[inst])
                || masked && inside.any(|inst| held.holds(function, &[inst]))
        })
    };
    let are_priorities = is_priority(function, earlier) && is_priority(function, later);
    are_priorities || holds(earlier, later) || holds(later, earlier)
}

/// The last instruction that writes what the branch reads.
fn condition(function: &Function, shape: &LoopShape) -> Option<InstId> {
    let read = function
        .operands(shape.branch)
        .iter()
        .filter(|o| o.is_use());
    let read: Vec<Reg> = read
        .filter_map(|o| o.reg())
        .flat_map(|range| range.regs())
        .collect();
    let writes = |inst: &&InstId| {
        let mut defs = function.operands(**inst).iter().filter(|o| o.is_def());
        defs.any(|o| {
            o.reg()
                .is_some_and(|range| range.regs().any(|reg| read.contains(&reg)))
        })
    };
    shape.body.iter().rev().find(writes).copied()
}
