//! Which node gets which registers: who has little choice sends away who has more.

use std::cmp::Reverse;
use std::collections::VecDeque;

use super::lives::Points;
use super::room::Node;
use crate::machine::VECTOR_REGS;
use crate::transform::coalesce::placement::Placement;

/// How many nodes may be sent away.
const MOST_EVICTED: usize = 4096;
/// No more nodes share a location: who verifies the places follows few values in each.
const MOST_AT_A_PLACE: usize = 32;
/// What is kept to VGPRs is harder to send away than what may go to AccVGPRs.
const VGPRS_ONLY: usize = 8;

/// What is where, while nodes are placed.
pub struct Places<'a> {
    placement: &'a Placement<'a>,
    /// By location, whether a web may move there from elsewhere.
    free: &'a [bool],
    /// By location, the points at which something is there.
    taken: Vec<Points>,
    /// By location, the nodes there, each with which of its slots.
    at: Vec<Vec<(usize, usize)>>,
    /// Who waits for a place.
    queue: VecDeque<usize>,
}

impl<'a> Places<'a> {
    /// With those nodes that have a place; the others wait for theirs.
    pub fn of(placement: &'a Placement<'a>, free: &'a [bool], nodes: &[Node]) -> Places<'a> {
        let mut places = Places {
            placement,
            free,
            taken: vec![Points::default(); free.len()],
            at: vec![Vec::new(); free.len()],
            queue: VecDeque::new(),
        };
        let mut waiting = Vec::new();
        for (index, node) in nodes.iter().enumerate() {
            match node.base {
                Some(base) => places.put(index, node, base),
                None => waiting.push(index),
            }
        }
        waiting.sort_by_key(|&index| Reverse(nodes[index].rank));
        places.queue.extend(waiting);
        places
    }

    fn put(&mut self, index: usize, node: &Node, base: i32) {
        for (slot, (at, life)) in node.slots.iter().enumerate() {
            // What is in memory is in nobody's way.
            let location = (at + base) as usize;
            if let Some(taken) = self.taken.get_mut(location) {
                taken.extend(&life.points);
                self.at[location].push((index, slot));
            }
        }
    }

    fn remove(&mut self, index: usize, nodes: &[Node], base: i32) {
        for (at, _) in &nodes[index].slots {
            let location = (at + base) as usize;
            let Some(there) = self.at.get_mut(location) else {
                continue;
            };
            there.retain(|(other, _)| *other != index);
            let mut taken = Points::default();
            for &(other, slot) in &*there {
                taken.extend(&nodes[other].slots[slot].1.points);
            }
            self.taken[location] = taken;
        }
    }

    /// Gives all nodes that wait places. Whether that was possible.
    pub fn place_all(mut self, nodes: &mut [Node]) -> bool {
        let mut evicted = 0;
        while let Some(index) = self.queue.pop_front() {
            let Some((base, others)) = self.best(nodes, index) else {
                return false;
            };
            evicted += others.len();
            if evicted > MOST_EVICTED {
                return false;
            }
            for other in others {
                if let Some(base) = nodes[other].base.take() {
                    self.remove(other, nodes, base);
                }
                self.queue.push_back(other);
            }
            self.put(index, &nodes[index], base);
            nodes[index].base = Some(base);
        }
        true
    }

    /// The base where nothing has to give way, or what has most choice, and what that is.
    fn best(&self, nodes: &[Node], index: usize) -> Option<(i32, Vec<usize>)> {
        let node = &nodes[index];
        let (first, last) = node.span();
        let is_in_agprs = |node: &Node, base: i32| node.span().0 + base >= i32::from(VECTOR_REGS);
        // Where the other end of an accumulation is.
        let mut partners = node.partners.iter().map(|&partner| &nodes[partner]);
        let file = partners.find_map(|partner| Some(is_in_agprs(partner, partner.base?)));
        let end = self.free.len() as i32;
        let bases = (0..end - (last - first)).map(|begin| begin - first);
        let mut bases: Vec<i32> = bases
            .filter(|&base| file.is_none_or(|file| file == is_in_agprs(node, base)))
            .collect();
        if node.is_flexible {
            bases.sort_by_key(|&base| !is_in_agprs(node, base));
        }
        let mut best: Option<(usize, i32, Vec<usize>)> = None;
        for base in bases {
            let at = |slot: i32| (slot + base) as usize;
            let mut slots = node.slots.iter().map(|(slot, _)| at(*slot));
            if !slots.all(|at| self.free[at] && self.at[at].len() < MOST_AT_A_PLACE) {
                continue;
            }
            let most = best.as_ref().map_or(usize::MAX, |(cost, ..)| *cost);
            let Some((cost, others)) = self.in_the_way(nodes, node, base, most) else {
                continue;
            };
            let mut members = node.class.members.iter();
            if !members.all(|&(web, offset)| self.placement.admits(web, offset + base)) {
                continue;
            }
            let is_free = others.is_empty();
            best = Some((cost, base, others));
            if is_free {
                break;
            }
        }
        best.map(|(_, base, others)| (base, others))
    }

    /// What would have to give way to a node, and how hard that is; `None` where something does not, or it is not easier than
    /// `most`.
    fn in_the_way(
        &self,
        nodes: &[Node],
        node: &Node,
        base: i32,
        most: usize,
    ) -> Option<(usize, Vec<usize>)> {
        let mut others: Vec<usize> = Vec::new();
        let mut cost = 0;
        for (at, life) in &node.slots {
            let location = (at + base) as usize;
            if !self.taken[location].meets(&life.points) {
                continue;
            }
            for &(other, slot) in &self.at[location] {
                let found = &nodes[other];
                if others.contains(&other) || !found.slots[slot].1.points.meets(&life.points) {
                    continue;
                }
                let (_, is_bound, _, length) = found.rank;
                cost += if is_bound {
                    VGPRS_ONLY * length
                } else {
                    length
                };
                if found.rank >= node.rank || cost >= most {
                    return None;
                }
                others.push(other);
            }
        }
        Some((cost, others))
    }
}
