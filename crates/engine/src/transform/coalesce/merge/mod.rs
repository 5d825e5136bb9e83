//! Which webs come together.

mod class;
mod lives;
mod places;
mod room;

use std::collections::{BTreeMap, BTreeSet};

use super::locations;
use super::placement::{Conflict, Placement};
use super::webs::{Touch, WebId, Webs};
use crate::machine::{Function, InstFlags, InstId, Operand, OperandClass, Reg, Role};
use crate::transform::targets::Targets;
use class::{Class, Group, sorted};

/// Brings webs together that are copied to each other.
pub struct Merger<'p, 'a> {
    function: &'a Function,
    webs: &'a Webs,
    placement: &'p mut Placement<'a>,
    classes: Vec<Class>,
    class_of: Vec<usize>,
    /// By web, how often its operands are executed.
    weight: Vec<f64>,
    /// Lanes that EXEC has switched off must keep what they hold.
    strict: bool,
    /// By slot of both files, whether a web may move there from elsewhere.
    free: Vec<bool>,
}

/// How many places a class is tried in beside those of its members.
const FRESH_BASES: usize = 16;

impl<'p, 'a> Merger<'p, 'a> {
    /// Begins with each web for itself.
    pub fn new(
        function: &'a Function,
        placement: &'p mut Placement<'a>,
        strict: bool,
    ) -> Merger<'p, 'a> {
        let webs = placement.webs;
        let mut weight = vec![0.0; webs.webs.len()];
        for event in webs.events.iter().flatten() {
            weight[event.web as usize] += function.block(event.block).frequency;
        }
        let count = webs.webs.len();
        Merger {
            function,
            webs,
            placement,
            classes: (0..count as WebId).map(Class::alone).collect(),
            class_of: (0..count).collect(),
            weight,
            strict,
            free: Targets::of(function).allowed(),
        }
    }

    /// Merges what can be: first all that want to, without those that are in the way of one another; then
    /// the rest pair by pair; then, if `anew`, what has room only if others get other registers. Whether others did.
    pub fn run(&mut self, anew: bool) -> bool {
        let groups = self.groups();
        for group in &groups {
            self.unite(group);
        }
        for class in 0..self.classes.len() {
            if self.classes[class].members.len() > 1 {
                let base = self.best_base(&self.classes[class]);
                self.place(class, base.unwrap_or(0));
                if base.is_none() {
                    self.dissolve(class);
                }
            }
        }
        while let Some(class) = self.in_the_way() {
            self.dissolve(class);
        }
        for group in &groups {
            self.try_pair(group);
        }
        let has_room = anew && self.make_room(&groups);
        for web in 0..self.webs.webs.len() as WebId {
            if self.webs.webs[web as usize].is_spilled && self.is_hot(web) {
                self.try_register(web);
            }
        }
        has_room
    }

    /// Whether a web is touched in a loop.
    fn is_hot(&self, web: WebId) -> bool {
        let locations = self.webs.webs[web as usize].locations.iter();
        let mut events = locations.flat_map(|&l| &self.webs.events[l as usize]);
        let hot = |block| self.function.block(block).loop_depth > 0;
        events.any(|event| event.web == web && hot(event.block))
    }

    /// Gives what is spilled registers that nothing else needs while it is: moves take the place of the
    /// accesses to memory.
    fn try_register(&mut self, web: WebId) {
        let facts = &self.webs.webs[web as usize];
        // Moves and accesses to memory may not write the same lanes.
        if self.placement.shift(web) != 0 || !facts.is_whole || facts.is_pinned || self.strict {
            return;
        }
        let class = Class::alone(web);
        for base in self.fresh_bases(&class) {
            self.placement.set(web, base);
            if self.is_right(&class) {
                return;
            }
        }
        self.placement.set(web, 0);
    }

    /// The copies in loops, the most frequent first.
    fn groups(&self) -> Vec<Group> {
        let mut weights: BTreeMap<(WebId, WebId, i32), f64> = BTreeMap::new();
        let kept = self.kept_by_loads();
        // What is reserved has no place for others.
        let is_reserved = |location: usize| {
            let reg = Reg::from_index(location);
            reg.is_some_and(|reg| self.function.reserved.contains(reg))
        };
        for (location, events) in self.webs.events.iter().enumerate() {
            for event in events {
                if let Touch::Copied { from, source, .. } = event.touch
                    && !kept.contains(&event.web)
                    && !is_reserved(location)
                    && !is_reserved(from as usize)
                {
                    let distance = from as i32 - location as i32;
                    let block = self.function.block(event.block);
                    if block.loop_depth > 0 {
                        let weight = weights.entry((event.web, source, distance)).or_default();
                        *weight += block.frequency;
                    }
                }
            }
        }
        let mut groups = sorted(weights, true);
        groups.extend(self.accumulations(&groups));
        groups
    }

    /// Webs of which a load writes a part and keeps the rest. No wait is placed between such a load and one that wrote what it
    /// keeps: both return in order (LLVM: `TiedSourceNotRead`). Where there was a copy between them, it stays: that two loads
    /// meet in one register is for those to decide who write them.
    fn kept_by_loads(&self) -> BTreeSet<WebId> {
        let mut kept = BTreeSet::new();
        for &inst in self.function.blocks().iter().flat_map(|block| &block.order) {
            if !self.function.flags(inst).has(InstFlags::MAY_LOAD) {
                continue;
            }
            let operands = self.function.operands(inst);
            let results = || {
                operands
                    .iter()
                    .filter(|o| o.is_def())
                    .filter_map(|o| o.reg())
            };
            let keeps = |operand: &Operand| {
                let range = operand.reg().filter(|_| operand.is_use());
                range.is_some_and(|range| results().any(|result| result.overlaps(range)))
            };
            let operands = operands.iter().enumerate().filter(|(_, o)| keeps(o));
            kept.extend(operands.filter_map(|(at, _)| self.webs.of_operand(inst, at)));
        }
        kept
    }

    /// Results of matrix instructions in loops and what they are added to: if they are not in one place, a
    /// chain of them ends elsewhere than it began. Only of values that are copied at some point of a chain.
    fn accumulations(&self, copied: &[Group]) -> Vec<Group> {
        let mut groups = self.in_place();
        let mut wanted = vec![false; self.webs.webs.len()];
        for group in copied {
            wanted[group.to as usize] = true;
            wanted[group.from as usize] = true;
        }
        let mut found = true;
        while found {
            found = false;
            for group in &groups {
                let ends = [group.to as usize, group.from as usize];
                if wanted[ends[0]] != wanted[ends[1]] {
                    for end in ends {
                        wanted[end] = true;
                    }
                    found = true;
                }
            }
        }
        groups.retain(|group| wanted[group.to as usize]);
        groups
    }

    /// Results of matrix instructions in loops and what they are added to.
    fn in_place(&self) -> Vec<Group> {
        let mut weights: BTreeMap<(WebId, WebId, i32), f64> = BTreeMap::new();
        let hot = self.function.blocks().iter().filter(|b| b.loop_depth > 0);
        for (block, &inst) in hot.flat_map(|b| b.order.iter().map(move |inst| (b, inst))) {
            if !locations::has_forms(self.function, inst) {
                continue;
            }
            let operand = |role: Role| {
                let operands = self.function.operands(inst);
                let at = operands
                    .iter()
                    .position(|o| o.role == role && o.is_explicit())?;
                let first = operands[at].reg()?.first().index() as i32;
                Some((self.webs.of_operand(inst, at)?, first))
            };
            if let (Some((to, at)), Some((from, read))) = (operand(Role::Dst), operand(Role::MatC))
            {
                let weight = weights.entry((to, from, read - at)).or_default();
                *weight += block.frequency;
            }
        }
        sorted(weights, false)
    }

    /// Whether two webs may hold one another's values.
    fn may_meet(&self, one: WebId, other: WebId) -> bool {
        let [one, other] = [one, other].map(|web| &self.webs.webs[web as usize]);
        let whole = one.is_whole && other.is_whole;
        whole && !(self.strict && (one.reads_past_exec || other.reads_past_exec))
    }

    /// The class of two webs at the right distance; `None` when their classes do not fit.
    fn united(&self, group: &Group) -> Option<(usize, usize, Class)> {
        let [to, from] = [group.to, group.from].map(|web| self.class_of[web as usize]);
        if to == from || !self.may_meet(group.to, group.from) {
            return None;
        }
        let files = |class: &Class| {
            let members = class.members.iter();
            members.fold(OperandClass::VGPR | OperandClass::AGPR, |all, (web, _)| {
                OperandClass(all.0 & self.webs.webs[*web as usize].class.0)
            })
        };
        let [one, other] = [to, from].map(|class| &self.classes[class]);
        if files(one).0 & files(other).0 == 0 {
            return None;
        }
        let class = one.beside(other, one.difference(other, group)?);
        Some((to, from, class))
    }

    /// Makes one class of the two of a group, without a look at conflicts.
    fn unite(&mut self, group: &Group) {
        let Some((to, from, class)) = self.united(group) else {
            return;
        };
        if self.bases(&class).next().is_some() {
            self.replace(to, from, class);
        }
    }

    fn replace(&mut self, gone: usize, kept: usize, class: Class) {
        for &(web, _) in &class.members {
            self.class_of[web as usize] = kept;
        }
        self.classes[kept] = class;
        self.classes[gone].members.clear();
    }

    /// The bases with which some member stays where it was, and all members' operands admit their places.
    fn bases(&self, class: &Class) -> impl Iterator<Item = i32> {
        let mut bases: Vec<i32> = class.members.iter().map(|(_, offset)| -offset).collect();
        bases.sort_unstable();
        bases.dedup();
        bases.retain(|base| {
            let mut members = class.members.iter();
            members.all(|&(web, offset)| self.placement.admits(web, offset + base))
        });
        bases.into_iter()
    }

    /// The base with which most of a class stays where it was.
    fn best_base(&self, class: &Class) -> Option<i32> {
        let staying = |base: i32| -> f64 {
            let members = class.members.iter();
            let stay = members.filter(|(_, offset)| offset + base == 0);
            stay.map(|(web, _)| self.weight[*web as usize]).sum()
        };
        self.bases(class)
            .max_by(|a, b| staying(*a).total_cmp(&staying(*b)).then(b.cmp(a)))
    }

    /// The bases that put a class where least happens, the best first.
    fn fresh_bases(&self, class: &Class) -> Vec<i32> {
        let locations = class.members.iter().flat_map(|&(web, offset)| {
            let locations = self.webs.webs[web as usize].locations.iter();
            locations.map(move |&location| location as i32 + offset)
        });
        let mut locations: Vec<i32> = locations.collect();
        locations.sort_unstable();
        locations.dedup();
        let (Some(&first), Some(&last)) = (locations.first(), locations.last()) else {
            return Vec::new();
        };
        let end = self.free.len() as i32;
        let all = (0..).zip(&self.free);
        let events_at: Vec<Option<usize>> = all
            .map(|(at, &free)| free.then(|| self.placement.events_at(at)))
            .collect();
        let events = |base: i32| -> Option<usize> {
            let all = locations.iter();
            all.map(|location| events_at[(location + base) as usize])
                .sum()
        };
        let bases = (0..end - (last - first)).map(|begin| begin - first);
        let mut found: Vec<(usize, i32)> = bases
            .filter_map(|base| Some((events(base)?, base)))
            .collect();
        found.sort_unstable();
        let admitted = found.into_iter().map(|(_, base)| base).filter(|base| {
            let mut members = class.members.iter();
            members.all(|&(web, offset)| self.placement.admits(web, offset + base))
        });
        admitted.take(FRESH_BASES).collect()
    }

    fn place(&mut self, class: usize, base: i32) {
        for &(web, offset) in &self.classes[class].members {
            self.placement.set(web, offset + base);
        }
    }

    /// Takes a class apart: its members go back to where they were.
    fn dissolve(&mut self, class: usize) {
        for (web, _) in std::mem::take(&mut self.classes[class].members) {
            self.placement.set(web, 0);
            self.class_of[web as usize] = web as usize;
            self.classes[web as usize] = Class::alone(web);
        }
    }

    /// A class that must be taken apart, if there is any.
    fn in_the_way(&self) -> Option<usize> {
        let together = |class: &&Class| class.members.len() > 1;
        for class in self.classes.iter().filter(together) {
            if let Err(conflict) = self.check(class) {
                let wrong = self.class_of[conflict.0 as usize];
                let is_alone = self.classes[wrong].members.len() < 2;
                let own = self.class_of[class.members[0].0 as usize];
                return Some(if is_alone { own } else { wrong });
            }
        }
        None
    }

    /// Whether [`Merger::check`] finds nothing. The class's own places come first, where most conflicts are.
    fn is_right(&self, class: &Class) -> bool {
        let webs = class.members.iter().map(|(web, _)| *web);
        let mut own = webs.flat_map(|web| self.placement.locations(web));
        own.all(|location| self.placement.check(location).is_ok()) && self.check(class).is_ok()
    }

    /// Looks at all places and instructions of a class.
    fn check(&self, class: &Class) -> Result<(), Conflict> {
        let webs = || class.members.iter().map(|(web, _)| *web);
        let mut insts: Vec<InstId> = Vec::new();
        let mut locations: Vec<u32> = Vec::new();
        for web in webs() {
            let facts = &self.webs.webs[web as usize];
            locations.extend(self.placement.locations(web));
            insts.extend(facts.operands.iter().map(|(inst, _)| *inst));
            if facts.is_spilled {
                let events = facts
                    .locations
                    .iter()
                    .flat_map(|&l| &self.webs.events[l as usize]);
                insts.extend(
                    events
                        .filter(|event| event.web == web)
                        .map(|event| event.inst),
                );
            }
        }
        insts.sort_unstable();
        insts.dedup();
        for inst in insts {
            self.placement.check_operands(inst)?;
            // A copy that had nothing to do may have to find its source again.
            if !self.webs.copies.by(inst).is_empty() {
                let operands = 0..self.function.operands(inst).len();
                let ranges = operands.filter_map(|at| self.placement.range(inst, at));
                let vectors = ranges.filter(|range| range.first().is_vector());
                locations.extend(vectors.flat_map(|r| r.regs()).map(|reg| reg.index() as u32));
                let slots = self.placement.slot_pairs(inst).into_iter();
                locations.extend(slots.flat_map(|(to, from)| [to, from]));
            }
        }
        locations.sort_unstable();
        locations.dedup();
        locations
            .into_iter()
            .try_for_each(|location| self.placement.check(location))
    }

    /// Looks at places that webs may have left: copies there may have something to do again.
    fn check_left(&self, before: &[(WebId, i32)]) -> Result<(), Conflict> {
        let left = before
            .iter()
            .filter(|&&(web, shift)| self.placement.shift(web) != shift);
        let locations = left.flat_map(|&(web, shift)| {
            let locations = self.webs.webs[web as usize].locations.iter();
            locations.map(move |&location| (location as i32 + shift) as u32)
        });
        let mut locations: Vec<u32> = locations.collect();
        locations.sort_unstable();
        locations.dedup();
        locations
            .into_iter()
            .try_for_each(|location| self.placement.check(location))
    }

    /// Makes one class of the two of a group if that is right where one of them is.
    fn try_pair(&mut self, group: &Group) {
        let Some((to, from, class)) = self.united(group) else {
            return;
        };
        let before: Vec<(WebId, i32)> = class
            .members
            .iter()
            .map(|&(web, _)| (web, self.placement.shift(web)))
            .collect();
        let mut bases: Vec<i32> = before
            .iter()
            .zip(&class.members)
            .map(|((_, shift), (_, offset))| shift - offset)
            .chain(self.bases(&class))
            .collect();
        bases.dedup();
        bases.extend(self.fresh_bases(&class));
        let mut tried: Vec<i32> = Vec::new();
        for base in bases {
            if tried.contains(&base) {
                continue;
            }
            tried.push(base);
            let mut members = class.members.iter();
            if !members.all(|&(web, offset)| self.placement.admits(web, offset + base)) {
                continue;
            }
            for &(web, offset) in &class.members {
                self.placement.set(web, offset + base);
            }
            if self.is_right(&class) && self.check_left(&before).is_ok() {
                self.replace(to, from, class);
                return;
            }
        }
        for (web, shift) in before {
            self.placement.set(web, shift);
        }
    }
}
