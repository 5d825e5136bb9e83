//! Which instruction of a new text is which of the old one, by their names and their order.
//!
//! For instructions that keep their order: those at which others look, and of what changes memory those of one name. Of a loop whose iterations overlap the new
//! text has each twice: once in the loop, and once in the guard or the tail. Those that the guard has run ahead: in the loop
//! they are of the iteration after the one that the others are of.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::overlap::{LOOP, PREFIX, TAIL};
use crate::program::{Program, Routine};
use cdnasched_base::machine::{BlockId, Function, InstId};
use cdnasched_mc::ListedId;

/// Where an instruction of an overlapped loop stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Part {
    Guard,
    Loop,
    Tail,
}

/// A loop whose iterations overlap.
struct Overlap {
    /// In the old function.
    old: BlockId,
    /// In the new text, where guard, loop and tail begin.
    guard: ListedId,
    inside: ListedId,
    tail: ListedId,
}

/// A function in the old and in the new text.
#[derive(Clone, Copy)]
pub(super) struct Both<'a> {
    pub(super) old: (&'a Program, &'a Routine),
    pub(super) new: (&'a Program, &'a Routine),
}

/// Which is which.
pub(super) struct Same {
    /// By instruction of the new function: the one of the old.
    of: HashMap<InstId, InstId>,
    /// By instruction of the old function: those of the new, in layout order.
    instances: HashMap<InstId, Vec<InstId>>,
    /// By instruction of the new function that belongs to an overlapped loop.
    parts: HashMap<InstId, Part>,
    /// Instructions of the old function that run ahead.
    ahead: HashSet<InstId>,
    /// By instruction of the old function of those names: block and place in it.
    was: HashMap<InstId, (BlockId, usize)>,
    /// By instruction of the new function of those names: place in the text.
    is: HashMap<InstId, ListedId>,
}

impl Same {
    /// Finds all instructions of some names. `look`: of these the order of all is the same, of others of those of one name.
    ///
    /// # Errors
    /// When one function has others than the other, or the labels of overlapped loops do not stand where they should.
    pub(super) fn of(
        both: Both<'_>,
        names: &BTreeSet<String>,
        look: fn(&str) -> bool,
    ) -> Result<Same, String> {
        let overlaps = overlaps(both)?;
        let (old, new) = (&both.old.1.function, &both.new.1.function);
        let mut same = Same {
            of: HashMap::new(),
            instances: HashMap::new(),
            parts: HashMap::new(),
            ahead: HashSet::new(),
            was: places(old, names),
            is: HashMap::new(),
        };
        let listed = |&inst: &InstId| Some((inst, both.new.1.listed(inst)?));
        let insts = stream(new).map(|(_, inst)| inst);
        let wanted: Vec<InstId> = insts
            .filter(|&inst| names.contains(&new.opcode(inst).name))
            .collect();
        same.is = wanted.iter().filter_map(listed).collect();
        let (together, alone): (BTreeSet<&str>, BTreeSet<&str>) = names
            .iter()
            .map(String::as_str)
            .partition(|name| look(name));
        let alone = alone.into_iter().map(|name| BTreeSet::from([name]));
        for group in std::iter::once(together).chain(alone) {
            let was: Vec<(BlockId, InstId)> = stream(old)
                .filter(|&(_, inst)| group.contains(old.opcode(inst).name.as_str()))
                .collect();
            let is = wanted
                .iter()
                .copied()
                .filter(|&inst| group.contains(new.opcode(inst).name.as_str()))
                .collect::<Vec<_>>();
            let name = |function: &Function, inst| function.opcode(inst).name.clone();
            let is_same = same.add(&overlaps, &was, &is)
                && is.iter().all(|&inst| {
                    let was = same.old(inst).map(|was| name(old, was));
                    was == Some(name(new, inst))
                });
            if !is_same {
                let names: Vec<&str> = group.into_iter().collect();
                return Err(format!("{} has other {}", old.name, names.join(" or ")));
            }
        }
        Ok(same)
    }

    /// Adds instructions, in layout order; whether there are as many.
    fn add(&mut self, overlaps: &[Overlap], was: &[(BlockId, InstId)], mut is: &[InstId]) -> bool {
        for of_block in was.chunk_by(|one, other| one.0 == other.0) {
            let count = of_block.len();
            let Some(of) = overlaps.iter().find(|of| of.old == of_block[0].0) else {
                let Some((now, rest)) = is.split_at_checked(count) else {
                    return false;
                };
                for (&(_, was), &now) in of_block.iter().zip(now) {
                    self.pair(was, now);
                }
                is = rest;
                continue;
            };
            let place = |inst: &InstId| self.is.get(inst).copied();
            let until = |is: &[InstId], end: ListedId| {
                is.partition_point(|inst| place(inst).is_some_and(|at| at < end))
            };
            let (guard, rest) = is.split_at(until(is, of.inside));
            let (inside, rest) = rest.split_at(until(rest, of.tail));
            if guard
                .first()
                .and_then(place)
                .is_some_and(|at| at < of.guard)
            {
                return false;
            }
            let ahead = guard.len();
            let tail = count.checked_sub(ahead);
            let Some((tail, rest)) = tail.and_then(|tail| rest.split_at_checked(tail)) else {
                return false;
            };
            if inside.len() != count {
                return false;
            }
            let numbers = |from: usize| (from..from + count).map(|at| of_block[at % count].1);
            let once = guard.iter().map(|now| (now, Part::Guard));
            let once = once.chain(tail.iter().map(|now| (now, Part::Tail)));
            for ((&now, part), was) in once.zip(numbers(0)) {
                self.pair(was, now);
                self.parts.insert(now, part);
            }
            for (&now, was) in inside.iter().zip(numbers(ahead)) {
                self.pair(was, now);
                self.parts.insert(now, Part::Loop);
            }
            self.ahead
                .extend(of_block[..ahead].iter().map(|&(_, inst)| inst));
            is = rest;
        }
        is.is_empty()
    }

    fn pair(&mut self, was: InstId, is: InstId) {
        self.of.insert(is, was);
        self.instances.entry(was).or_default().push(is);
    }

    /// The old instruction that one of the new function is.
    pub(super) fn old(&self, inst: InstId) -> Option<InstId> {
        self.of.get(&inst).copied()
    }

    /// All that an old one is in the new function, in layout order.
    fn instances(&self, inst: InstId) -> &[InstId] {
        self.instances.get(&inst).map_or(&[], Vec::as_slice)
    }

    /// The first of those that are the same one; of any other instruction, itself.
    pub(super) fn first(&self, inst: InstId) -> InstId {
        let all = self.old(inst).map(|old| self.instances(old));
        all.and_then(|all| all.first()).copied().unwrap_or(inst)
    }

    /// How many more times the old instruction `change` has been issued where the new instruction `place` is reached than where
    /// the one was that it is; below zero, how many times less.
    pub(super) fn earlier(&self, change: InstId, place: InstId) -> i32 {
        let (Some(of), Some(&part)) = (self.old(place), self.parts.get(&place)) else {
            return 0;
        };
        let (Some(&from), Some(&to)) = (self.was.get(&change), self.was.get(&of)) else {
            return 0;
        };
        if from.0 != to.0 || change == of {
            return 0;
        }
        let in_part = self.instances(change).iter();
        let mut in_part = in_part.filter(|inst| self.parts.get(inst) == Some(&part));
        let at = |inst: &InstId| self.is.get(inst).copied();
        let stands_before = in_part.any(|inst| at(inst) < at(&place));
        // Beside the iterations before that of the place: the loop has run as often as iterations were begun by the guard and
        // itself, less one.
        let begun = match (part, self.ahead.contains(&change), self.ahead.contains(&of)) {
            (Part::Loop | Part::Tail, true, false) => 1,
            (Part::Loop, false, true) => -1,
            _ => 0,
        };
        begun + i32::from(stands_before) - i32::from(from.1 < to.1)
    }
}

/// The instructions of a function, in layout order.
fn stream(function: &Function) -> impl Iterator<Item = (BlockId, InstId)> {
    function.layout().into_iter().flat_map(|block| {
        let order = function.block(block).order.iter();
        order.map(move |&inst| (block, inst))
    })
}

fn places(function: &Function, names: &BTreeSet<String>) -> HashMap<InstId, (BlockId, usize)> {
    let mut places = HashMap::new();
    for block in function.block_ids() {
        let order = function.block(block).order.iter().enumerate();
        let wanted = order.filter(|(_, inst)| names.contains(&function.opcode(**inst).name));
        places.extend(wanted.map(|(at, &inst)| (inst, (block, at))));
    }
    places
}

/// The overlapped loops of a function, by the labels that the new text has.
fn overlaps(both: Both<'_>) -> Result<Vec<Overlap>, String> {
    let (program, routine) = both.new;
    let (old_program, old) = both.old;
    let own: HashSet<ListedId> = routine.listed.iter().copied().collect();
    let labels = || program.listing.labels.iter();
    let is_new = |name: &str| name.starts_with(PREFIX) && label_at(old_program, name).is_none();
    let mut found = Vec::new();
    for label in labels().filter(|label| own.contains(&label.before) && is_new(&label.name)) {
        let Some(number) = label.name.strip_prefix(LOOP) else {
            continue;
        };
        let wrong = || format!("'{}' does not stand as it should", label.name);
        let tail = label_at(program, &format!("{TAIL}{number}")).filter(|&at| label.before < at);
        // The guard stands behind the label that the loop had, the last one before its new label.
        let before = labels().filter(|other| other.before < label.before && !is_new(&other.name));
        let last = before.max_by_key(|other| other.before).ok_or_else(wrong)?;
        let block = label_at(old_program, &last.name).and_then(|at| block_at(old, at));
        found.push(Overlap {
            old: block.ok_or_else(wrong)?,
            guard: last.before,
            inside: label.before,
            tail: tail.ok_or_else(wrong)?,
        });
    }
    Ok(found)
}

fn label_at(program: &Program, name: &str) -> Option<ListedId> {
    let mut labels = program.listing.labels.iter();
    let found = labels.find(|label| label.name == name);
    found.map(|label| label.before)
}

/// The block of a function that begins there.
fn block_at(routine: &Routine, at: ListedId) -> Option<BlockId> {
    let function = &routine.function;
    function.block_ids().find(|&block| {
        let first = function.block(block).order.first();
        first.and_then(|&inst| routine.listed(inst)) == Some(at)
    })
}
