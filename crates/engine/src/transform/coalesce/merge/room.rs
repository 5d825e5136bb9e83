//! Room for values that are copied because allocation found no place for both ends of the copy: all values of the function may get
//! other registers.
//!
//! Accumulators that vector instructions scale went to AccVGPRs and are copied to VGPRs and back in each iteration, while what only
//! matrix instructions read fills the VGPRs: the one changes places with the other. What is in nobody's way stays where it is.

use std::collections::BTreeSet;

use super::lives::{Life, Lives};
use super::places::Places;
use super::{Class, Group, Merger};
use crate::machine::{InstId, OperandClass, Role, VECTOR_REGS};
use crate::transform::coalesce::locations;
use crate::transform::coalesce::webs::WebId;

/// How often the least rewarding of the new classes is given up and all begins anew.
const TRIES: usize = 8;
/// Values get other registers where copies take at least one in this many of the instructions that loops execute.
const RARE: f64 = 32.0;

/// A class as it is placed.
pub struct Node {
    pub class: Class,
    /// Its locations from its base on, sorted, and what it is there.
    pub slots: Vec<(i32, Life)>,
    /// It stays where it is.
    pub is_fixed: bool,
    /// It was more than one class before.
    is_new: bool,
    /// How often copies between its members are executed.
    saved: f64,
    /// It may be in AccVGPRs.
    pub is_flexible: bool,
    /// Who has little choice goes before who has more: who stays where it is, who needs VGPRs, who is large, who lives long.
    pub rank: (bool, bool, usize, usize),
    /// Matrix instructions that write one and add to the other want both in one file.
    pub partners: Vec<usize>,
    /// Its base, if it has a place.
    pub base: Option<i32>,
}

/// What is wanted of other registers.
struct Wishes<'a> {
    lives: &'a Lives,
    /// Copies that are to go.
    copies: &'a [Group],
    /// Results of matrix instructions in the place of what they are added to.
    in_place: &'a [Group],
}

impl Merger<'_, '_> {
    /// Brings webs together that are copied to each other and found no room, where all that is in their way finds other places.
    /// Whether there are any.
    pub(super) fn make_room(&mut self, groups: &[Group]) -> bool {
        let class_of = |web: WebId| self.class_of[web as usize];
        let left = groups.iter().filter(|g| class_of(g.to) != class_of(g.from));
        let copies: Vec<Group> = left.filter(|g| g.is_copy).copied().collect();
        let copied: f64 = copies.iter().map(|group| group.weight).sum();
        if self.strict || copied * RARE < self.executed_in_loops() || copies.is_empty() {
            return false;
        }
        let wishes = Wishes {
            lives: &Lives::of(self.function, self.webs, self.webs.events.len()),
            copies: &copies,
            in_place: &self.in_place(),
        };
        let mut given_up: BTreeSet<WebId> = BTreeSet::new();
        for _ in 0..TRIES {
            match self.place_all(&wishes, &given_up) {
                Ok(()) => return true,
                Err(least) if least.is_empty() => return false,
                Err(least) => given_up.extend(least),
            }
        }
        false
    }

    /// How many instructions loops execute.
    fn executed_in_loops(&self) -> f64 {
        let blocks = self.function.blocks().iter();
        let hot = blocks.filter(|block| block.loop_depth > 0);
        hot.map(|block| block.frequency * block.order.len() as f64)
            .sum()
    }

    /// Gives all webs places, those that copies want in one place together.
    ///
    /// # Errors
    /// There are not enough places: the webs of the class that saves the least copies for the places that it takes, if there is any.
    fn place_all(
        &mut self,
        wishes: &Wishes<'_>,
        given_up: &BTreeSet<WebId>,
    ) -> Result<(), Vec<WebId>> {
        let mut nodes = self.nodes(wishes, given_up);
        if !nodes.iter().any(|node| node.is_new && node.saved > 0.0) {
            return Err(Vec::new());
        }
        for node in &mut nodes {
            // Who can do without VGPRs leaves them to who cannot.
            if !node.is_fixed && node.is_in_vgprs() && self.leaves_vgprs(node) {
                node.base = None;
            }
        }
        let waits = |node: &Node| node.base.is_none() && !node.partners.is_empty();
        let mut waiting: Vec<usize> = (0..nodes.len()).filter(|&at| waits(&nodes[at])).collect();
        while let Some(at) = waiting.pop() {
            // Who adds to them goes with them.
            for partner in nodes[at].partners.clone() {
                if !nodes[partner].is_fixed && nodes[partner].base.take().is_some() {
                    waiting.push(partner);
                }
            }
        }
        let placed = Places::of(self.placement, &self.free, &nodes).place_all(&mut nodes);
        if placed && self.take(&nodes) {
            return Ok(());
        }
        let new = nodes.iter().filter(|node| node.is_new);
        let share = |node: &&Node| node.saved / node.slots.len() as f64;
        let least = new.min_by(|a, b| share(a).total_cmp(&share(b)));
        let webs = least.into_iter().flat_map(|node| &node.class.members);
        Err(webs.map(|(web, _)| *web).collect())
    }

    /// Whether a class is used in loops and may be in AccVGPRs by itself.
    fn leaves_vgprs(&self, node: &Node) -> bool {
        let mut members = node.class.members.iter();
        node.is_flexible && node.partners.is_empty() && members.any(|(web, _)| self.is_hot(*web))
    }

    /// All classes in registers; those are one that copies want to be, or that accumulate.
    fn nodes(&self, wishes: &Wishes<'_>, given_up: &BTreeSet<WebId>) -> Vec<Node> {
        let classes = self.classes.iter().filter(|c| !c.members.is_empty());
        let nodes = classes.map(|class| self.node(wishes.lives, class));
        let mut nodes: Vec<Option<Node>> = nodes.collect();
        let mut node_of: Vec<Option<usize>> = vec![None; self.webs.webs.len()];
        for (at, node) in nodes.iter().enumerate() {
            for (web, _) in node.iter().flat_map(|node| &node.class.members) {
                node_of[*web as usize] = Some(at);
            }
        }
        for group in wishes.copies.iter().chain(wishes.in_place) {
            let [to, from] = [group.to, group.from].map(|web| node_of[web as usize]);
            let is_given_up = [group.to, group.from].iter().any(|w| given_up.contains(w));
            let (Some(to), Some(from), false) = (to, from, is_given_up) else {
                continue;
            };
            let saved = if group.is_copy { group.weight } else { 0.0 };
            if to == from {
                if let Some(node) = nodes[to].as_mut().filter(|node| node.is_needless(group)) {
                    node.saved += saved;
                }
                continue;
            }
            let (Some(one), Some(other)) = (&nodes[to], &nodes[from]) else {
                continue;
            };
            if let Some(mut united) = self.united_node(one, other, group) {
                united.saved = one.saved + other.saved + saved;
                for (web, _) in &united.class.members {
                    node_of[*web as usize] = Some(from);
                }
                nodes[from] = Some(united);
                nodes[to] = None;
            }
        }
        let mut kept: Vec<Node> = Vec::new();
        let mut place = vec![usize::MAX; nodes.len()];
        for (at, node) in nodes.into_iter().enumerate() {
            place[at] = kept.len();
            kept.extend(node);
        }
        let of_web = |web: WebId| Some(place[node_of[web as usize]?]);
        for (one, other) in self.partners() {
            if let (Some(one), Some(other)) = (of_web(one), of_web(other))
                && one != other
            {
                kept[one].partners.push(other);
                kept[other].partners.push(one);
            }
        }
        kept
    }

    /// A class where it is; `None` if it is nowhere in registers.
    fn node(&self, lives: &Lives, class: &Class) -> Option<Node> {
        let mut slots: Vec<(i32, Life)> = Vec::new();
        for &(web, offset) in &class.members {
            for &location in &self.webs.webs[web as usize].locations {
                if let Some(life) = lives.at(web, location) {
                    add(&mut slots, location as i32 + offset, life);
                }
            }
        }
        let (web, offset) = *class.members.first()?;
        let is_fixed = class.members.iter().any(|(web, _)| {
            let facts = &self.webs.webs[*web as usize];
            facts.is_pinned || !facts.is_whole || facts.is_spilled
        });
        let base = self.placement.shift(web) - offset;
        (!slots.is_empty()).then(|| Node {
            base: Some(base),
            ..Node::new(self, class.clone(), slots, is_fixed)
        })
    }

    /// Two nodes as one, if they never hold two values at a time and some place does for both.
    fn united_node(&self, one: &Node, other: &Node, group: &Group) -> Option<Node> {
        if one.is_fixed || other.is_fixed || !self.may_meet(group.to, group.from) {
            return None;
        }
        let difference = one.class.difference(&other.class, group)?;
        let class = one.class.beside(&other.class, difference);
        // What is copied from the place where it goes is one value.
        let is_same = |at: i32, copied: Option<(WebId, u32)>| {
            copied.is_some_and(|(web, location)| {
                let offset = class.offset(web);
                offset.is_some_and(|offset| location as i32 + offset == at)
            })
        };
        let overwrites = |at: i32, writer: &Life, other: &Life| {
            let mut definitions = writer.definitions.iter();
            definitions.any(|d| other.is_needed_after(d.point) && !is_same(at, d.copied))
        };
        let mut slots = other.slots.clone();
        for (at, life) in &one.slots {
            let at = at + difference;
            if let Some((_, known)) = slots.iter().find(|(known, _)| *known == at)
                && (overwrites(at, life, known) || overwrites(at, known, life))
            {
                return None;
            }
            add(&mut slots, at, life);
        }
        // What operands admit depends on the file, and on whether the number is even.
        let first = slots.first()?.0;
        let vgprs = i32::from(VECTOR_REGS);
        let fits = [0, 1, vgprs, vgprs + 1].iter().any(|begin| {
            let mut members = class.members.iter();
            members.all(|&(web, offset)| self.placement.admits(web, offset + begin - first))
        });
        fits.then(|| Node {
            is_new: true,
            ..Node::new(self, class, slots, false)
        })
    }

    /// The webs of results of matrix instructions, with those of what they are added to.
    fn partners(&self) -> Vec<(WebId, WebId)> {
        let insts = self.function.blocks().iter().flat_map(|block| &block.order);
        let of = |inst: InstId, role: Role| {
            let mut operands = self.function.operands(inst).iter();
            let at = operands.position(|o| o.role == role && o.is_explicit())?;
            self.webs.of_operand(inst, at)
        };
        let matrix = insts.filter(|&&inst| locations::has_forms(self.function, inst));
        matrix
            .filter_map(|&inst| Some((of(inst, Role::Dst)?, of(inst, Role::MatC)?)))
            .filter(|(one, other)| one != other)
            .collect()
    }

    /// Takes the places of nodes if all reads find their values there, and all instructions admit them.
    fn take(&mut self, nodes: &[Node]) -> bool {
        let mut before: Vec<(WebId, i32)> = Vec::new();
        for node in nodes {
            for &(web, offset) in &node.class.members {
                before.push((web, self.placement.shift(web)));
                self.placement.set(web, offset + node.base.unwrap_or(0));
            }
        }
        let mut insts = self.function.blocks().iter().flat_map(|block| &block.order);
        let mut locations = 0..self.webs.events.len() as u32;
        let is_right = insts.all(|&inst| self.placement.check_operands(inst).is_ok())
            && locations.all(|location| self.placement.check(location).is_ok());
        if !is_right {
            for (web, shift) in before {
                self.placement.set(web, shift);
            }
            return false;
        }
        for node in nodes.iter().filter(|node| node.is_new) {
            let mut members = node.class.members.iter();
            let Some(kept) = members.next().map(|(web, _)| self.class_of[*web as usize]) else {
                continue;
            };
            for &(web, _) in members {
                let gone = std::mem::replace(&mut self.class_of[web as usize], kept);
                if gone != kept {
                    self.classes[gone].members.clear();
                }
            }
            self.classes[kept] = node.class.clone();
        }
        true
    }
}

/// Adds what something is at a location.
fn add(slots: &mut Vec<(i32, Life)>, at: i32, life: &Life) {
    match slots.binary_search_by_key(&at, |(known, _)| *known) {
        Ok(found) => slots[found].1.extend(life),
        Err(place) => slots.insert(place, (at, life.clone())),
    }
}

impl Node {
    /// One that has no place yet.
    fn new(merger: &Merger<'_, '_>, class: Class, slots: Vec<(i32, Life)>, is_fixed: bool) -> Node {
        let mut members = class.members.iter();
        let is_flexible = members.all(|(web, _)| {
            let facts = &merger.webs.webs[*web as usize];
            facts.class.has(OperandClass::AGPR)
        });
        let length = slots.iter().map(|(_, life)| life.points.count()).sum();
        Node {
            rank: (is_fixed, !is_flexible, slots.len(), length),
            class,
            slots,
            is_fixed,
            is_new: false,
            saved: 0.0,
            is_flexible,
            partners: Vec::new(),
            base: None,
        }
    }

    /// Where its locations begin and end, from its base on.
    pub fn span(&self) -> (i32, i32) {
        let ends = self.slots.first().zip(self.slots.last());
        ends.map_or((0, 0), |((first, _), (last, _))| (*first, *last))
    }

    /// Whether a copy within it has nothing to do: its ends are one place.
    fn is_needless(&self, group: &Group) -> bool {
        self.class.difference(&self.class, group) == Some(0)
    }

    fn is_in_vgprs(&self) -> bool {
        let last = self.base.map(|base| self.span().1 + base);
        last.is_some_and(|last| last < i32::from(VECTOR_REGS))
    }
}
