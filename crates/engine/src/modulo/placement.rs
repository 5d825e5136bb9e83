//! Where each instruction of a loop is: its stage and its place in the order.

use std::ops::Range;

use super::graph::Graph;

/// Iterations that are under way at once.
const STAGES: u32 = 2;
/// How many instructions may be taken along by one that moves.
const MOST_ALONG: usize = 16;

/// The order of a loop whose iterations overlap. A node of stage `s` at place `p` of `n` runs at time `s n + p` of its
/// iteration, and an iteration begins every `n`: so the order keeps a dependence of distance `d` if the later one's time
/// plus `d n` is above the earlier one's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Placement {
    /// The nodes in order; the branches last.
    pub order: Vec<u32>,
    /// By node: when it runs, from the beginning of its iteration.
    time: Vec<i64>,
    /// The nodes that the last move moved, each with its stage and place before.
    log: Vec<(u32, u32, u32)>,
    /// The places that it changed.
    changed: Option<Range<usize>>,
    /// Nodes whose dependences have to be looked at.
    pending: Vec<u32>,
}

impl Placement {
    /// The order in which the second part of an iteration is followed by the first of the next one.
    pub fn cut(graph: &Graph, is_second: impl Fn(usize) -> bool) -> Placement {
        let nodes = 0..graph.movable;
        let (second, first): (Vec<usize>, Vec<usize>) = nodes.partition(|&node| is_second(node));
        let length = graph.insts.len();
        let left = second.len();
        let order = second.into_iter().chain(first).chain(graph.movable..length);
        let order: Vec<u32> = order.map(|node| node as u32).collect();
        let mut time = vec![0; length];
        for (at, &node) in order.iter().enumerate() {
            let stage = usize::from(at < left);
            time[node as usize] = (stage * length + at) as i64;
        }
        Placement {
            order,
            time,
            log: Vec::new(),
            changed: None,
            pending: Vec::new(),
        }
    }

    /// The nodes in another order, and by node its stage.
    pub fn restaged(&self, order: Vec<u32>, stages: &[u32]) -> Placement {
        let mut new = self.clone();
        for (at, &node) in (0..).zip(&order) {
            new.time[node as usize] = i64::from(stages[node as usize]) * self.length() + at;
        }
        new.order = order;
        new
    }

    /// The stage of a node.
    pub fn stage(&self, node: u32) -> u32 {
        (self.time(node) / self.length()) as u32
    }

    /// Where a node is in the order.
    pub fn place(&self, node: u32) -> usize {
        (self.time(node) % self.length()) as usize
    }

    /// When a node runs, from the beginning of its iteration.
    pub fn time(&self, node: u32) -> i64 {
        self.time[node as usize]
    }

    /// The same of all nodes.
    pub fn times(&self) -> &[i64] {
        &self.time
    }

    /// How many instructions later an iteration begins than the one before.
    pub fn length(&self) -> i64 {
        self.order.len() as i64
    }

    /// The last time at which a node can be.
    pub fn last(&self) -> i64 {
        i64::from(STAGES) * self.length() - 1
    }

    /// The times between which a node can be without any other moving.
    pub fn window(&self, graph: &Graph, node: u32) -> (i64, i64) {
        let length = self.length();
        let before = graph.before[node as usize].iter();
        let after = graph.after[node as usize].iter();
        let first = before.map(|of| self.time(of.node) - i64::from(of.distance) * length + 1);
        let last = after.map(|of| self.time(of.node) + i64::from(of.distance) * length - 1);
        (
            first.max().unwrap_or(0).max(0),
            last.min().unwrap_or(i64::MAX).min(self.last()),
        )
    }

    /// Moves a node to a time. If `along`, what it depends on (or what depends on it) moves, too, where it has to. Gives the
    /// places that changed; `None`, and nothing has changed, where that is not possible.
    pub fn shift(
        &mut self,
        graph: &Graph,
        node: u32,
        time: i64,
        along: bool,
    ) -> Option<Range<usize>> {
        self.log.clear();
        self.changed = None;
        let length = self.length();
        let (stage, to) = ((time / length) as u32, (time % length) as usize);
        if to >= graph.movable || node as usize >= graph.movable {
            return None;
        }
        let is_earlier = time < self.time(node);
        self.put(node, stage, to);
        if self.settle(graph, node, is_earlier, along).is_none() {
            self.undo();
            return None;
        }
        self.changed.clone()
    }

    /// Looks after the dependences of what moved.
    fn settle(&mut self, graph: &Graph, node: u32, is_earlier: bool, along: bool) -> Option<()> {
        self.pending.clear();
        self.pending.push(node);
        let length = self.length();
        while let Some(node) = self.pending.pop() {
            let here = self.time(node);
            for way in [true, false] {
                let arcs = match way {
                    true => &graph.before[node as usize],
                    false => &graph.after[node as usize],
                };
                for arc in arcs {
                    let shift = i64::from(arc.distance) * length;
                    let there = self.time(arc.node);
                    let is_kept = match way {
                        true => here + shift > there,
                        false => there + shift > here,
                    };
                    if is_kept {
                        continue;
                    }
                    let is_along = along && way == is_earlier && self.log.len() < MOST_ALONG;
                    if !is_along || arc.node as usize >= graph.movable {
                        return None;
                    }
                    let stage = match way {
                        true => Some(self.stage(node) + arc.distance),
                        false => self.stage(node).checked_sub(arc.distance),
                    };
                    let stage = stage.filter(|&stage| stage < STAGES)?;
                    // Right before this one, or right behind it, unless its place will do.
                    let (place, at) = (self.place(node), self.place(arc.node));
                    let will_do = if way { at < place } else { at > place };
                    self.put(arc.node, stage, if will_do { at } else { place });
                    self.pending.push(arc.node);
                }
                // What was moved along may have moved this one by a place.
                if self.time(node) != here {
                    self.pending.push(node);
                    break;
                }
            }
        }
        Some(())
    }

    /// Takes the last move back.
    pub fn undo(&mut self) {
        let mut log = std::mem::take(&mut self.log);
        while let Some((node, stage, place)) = log.pop() {
            self.put(node, stage, place as usize);
        }
        // Not what was just noted: that is undone, too.
        self.log = log;
    }

    fn put(&mut self, node: u32, stage: u32, to: usize) {
        let from = self.place(node);
        self.log.push((node, self.stage(node), from as u32));
        let range = from.min(to)..from.max(to) + 1;
        self.changed = Some(match self.changed.take() {
            Some(known) => known.start.min(range.start)..known.end.max(range.end),
            None => range.clone(),
        });
        // The others between move by a place.
        let (others, by) = match from < to {
            true => (from + 1..to + 1, -1),
            false => (to..from, 1),
        };
        for &other in &self.order[others] {
            self.time[other as usize] += by;
        }
        match from < to {
            true => self.order[range].rotate_left(1),
            false => self.order[range].rotate_right(1),
        }
        self.time[node as usize] = i64::from(stage) * self.length() + to as i64;
    }
}
