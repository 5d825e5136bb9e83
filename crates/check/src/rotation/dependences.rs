//! The dependences of the rotated function keep in order what must not be reordered.
//!
//! What is read from registers and what they hold at the end is compared value by value wherever the function is
//! reordered, so dependences matter for what the values do not show: memory and other effects. Within an
//! iteration these are the original's dependences. Between Q of one and P of the next iteration LLVM's
//! alias analysis, which is about one iteration, does not help; there every pair of effects in one region
//! must have a dependence, or a chain of them, if they can conflict by their address spaces; but loads may run ahead of
//! barriers where that is shown to do no harm (`passing`).

use std::collections::BTreeMap;

use super::super::Violation;
use super::super::passing::Passing;
use super::Rotated;
use super::memory::Effects;
use crate::machine::{BlockId, DepKind, Function, InstFlags, InstId};

/// Dependences by source; those that hold whatever the registers are named are marked.
struct Links {
    all: BTreeMap<(InstId, InstId), bool>,
}

/// Whether a dependence is still looked at when registers were renamed: a register that is not the same any
/// more makes nothing wait for a read or another write of it.
fn lasts(kind: DepKind) -> bool {
    matches!(kind, DepKind::True | DepKind::Order)
}

impl Links {
    fn of(function: &Function) -> Links {
        let mut all = BTreeMap::new();
        for edge in function.edges() {
            *all.entry((edge.from, edge.to)).or_insert(false) |= lasts(edge.kind);
        }
        Links { all }
    }

    fn keeps(&self, from: InstId, to: InstId, kind: DepKind) -> bool {
        let found = self.all.get(&(from, to));
        found.is_some_and(|&lasting| lasting || kind != DepKind::Order)
    }

    /// Everything that must stay behind an instruction, by lasting dependences.
    fn behind(&self, from: InstId, seen: &mut [bool]) -> Vec<InstId> {
        let mut found = Vec::new();
        let mut pending = vec![from];
        while let Some(from) = pending.pop() {
            let next = self.all.range((from, InstId(0))..=(from, InstId(u32::MAX)));
            for (&(_, to), _) in next.filter(|(_, lasting)| **lasting) {
                if !std::mem::replace(&mut seen[to.index()], true) {
                    found.push(to);
                    pending.push(to);
                }
            }
        }
        for inst in &found {
            seen[inst.index()] = false;
        }
        found
    }
}

/// Where each instruction is: its block and its place in it.
fn places(function: &Function) -> Vec<Option<(BlockId, usize)>> {
    let mut places = vec![None; function.inst_count()];
    for block in function.block_ids() {
        for (at, inst) in function.block(block).order.iter().enumerate() {
            places[inst.index()] = Some((block, at));
        }
    }
    places
}

/// Proves that the dependences point forwards and suffice.
pub(super) fn complete(
    rotated: &Function,
    original: &Function,
    loops: &[Rotated],
) -> Result<(), Violation> {
    let links = Links::of(rotated);
    let place = places(rotated);
    for edge in rotated.edges() {
        let at = (place[edge.from.index()], place[edge.to.index()]);
        if let (Some((block, from)), Some((other, to))) = at
            && (block != other || from >= to)
        {
            return Err(Violation::Dependence {
                from: edge.from,
                to: edge.to,
            });
        }
    }
    let copies = Copies::of(rotated, loops);
    for edge in original.edges() {
        let (from, to) = (edge.from, edge.to);
        let part = |inst: InstId| copies.part[inst.index()];
        // From P to Q there is the way around the loop.
        if part(from) != part(to) {
            continue;
        }
        let there = place[from.index()].is_some() && place[to.index()].is_some();
        let copied = copies.of[from.index()].zip(copies.of[to.index()]);
        let all = there.then_some((from, to)).into_iter().chain(copied);
        for (from, to) in all {
            if !links.keeps(from, to, edge.kind) {
                return Err(Violation::Unordered { from, to });
            }
        }
    }
    let mut seen = vec![false; rotated.inst_count()];
    let passing = Passing::of(original);
    for one in loops {
        across(rotated, one, &links, &passing, &mut seen)?;
    }
    Ok(())
}

/// The copies of the instructions of rotated loops, and which part of which loop each is in.
struct Copies {
    of: Vec<Option<InstId>>,
    part: Vec<Option<(BlockId, bool)>>,
}

impl Copies {
    fn of(rotated: &Function, loops: &[Rotated]) -> Copies {
        let mut found = Copies {
            of: vec![None; rotated.inst_count()],
            part: vec![None; rotated.inst_count()],
        };
        for one in loops {
            let parts = [
                (&one.first, &one.first_copies),
                (&one.second, &one.second_copies),
            ];
            for (second, (part, copies)) in [false, true].into_iter().zip(parts) {
                for (inst, &copy) in part.iter().zip(copies) {
                    found.of[inst.index()] = Some(copy);
                    found.part[inst.index()] = Some((one.block, second));
                }
            }
        }
        found
    }
}

/// Within each region of the rotated block, what is in Q stays ahead of what is in P where the two conflict.
fn across(
    rotated: &Function,
    one: &Rotated,
    links: &Links,
    passing: &Passing<'_>,
    seen: &mut [bool],
) -> Result<(), Violation> {
    // A proof that two instructions do not meet is about one iteration.
    for &from in &one.second {
        let proved = |to: &InstId| rotated.is_apart(from, *to);
        if let Some(&to) = one.first.iter().find(|to| proved(to)) {
            return Err(Violation::Unordered { from, to });
        }
    }
    let is_wall = |&inst: &InstId| rotated.flags(inst).has(InstFlags::BOUNDARY);
    // What is in inline assembly is where that is ([`structure`](super::structure)), and dependences are of the whole.
    let is_unit = |inst: &InstId| !rotated.is_content(*inst);
    let effects_of = |inst: InstId| {
        let own = Effects::of(rotated, inst);
        let inside = rotated.contents(inst);
        inside.fold(own, |all, inst| all.with(Effects::of(rotated, inst)))
    };
    // Only the last region of Q and the first of P can be one.
    let second = one.second.iter().rev().copied();
    let second = second.take_while(|inst| !is_wall(inst)).filter(is_unit);
    let first = one.first.iter().copied();
    let first: Vec<(InstId, Effects)> = first
        .take_while(|inst| !is_wall(inst))
        .filter(is_unit)
        .map(|inst| (inst, effects_of(inst)))
        .filter(|(_, effects)| !effects.is_none())
        .collect();
    for from in second {
        let effects = effects_of(from);
        if effects.is_none() {
            continue;
        }
        let behind = links.behind(from, seen);
        behind.iter().for_each(|inst| seen[inst.index()] = true);
        let open = first.iter().find(|&&(to, other)| {
            !seen[to.index()] && effects.conflict(other) && !passing.may_precede(to, from)
        });
        let open = open.map(|&(to, _)| to);
        behind.iter().for_each(|inst| seen[inst.index()] = false);
        if let Some(to) = open {
            return Err(Violation::Unordered { from, to });
        }
    }
    Ok(())
}
