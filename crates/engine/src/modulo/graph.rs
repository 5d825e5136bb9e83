//! Which instruction of a loop must precede which, and by how many iterations.

use std::collections::BTreeMap;

use super::names::Names;
use crate::machine::{DepKind, Function, InstId, Operand, OperandFlags, Walls, is_wall};
use crate::transform::passing;
use crate::transform::rotate::{self, LoopShape};
use crate::waitcnt;

/// An end of a dependence, seen from the other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Arc {
    /// The node there.
    pub node: u32,
    /// How many iterations after the earlier instruction's the later one's is: 0 or 1.
    pub distance: u32,
}

/// The dependences of a loop: its nodes are its instructions in their present order, the branches last.
#[derive(Clone, Debug)]
pub(super) struct Graph {
    /// By node.
    pub insts: Vec<InstId>,
    /// How many of them may move; the branches follow.
    pub movable: usize,
    /// By node: what must come before it.
    pub before: Vec<Vec<Arc>>,
    /// By node: what must come after it.
    pub after: Vec<Vec<Arc>>,
}

impl Graph {
    /// The dependences of a loop whose values have these names.
    pub fn of(function: &Function, shape: &LoopShape, names: &Names, walls: Walls) -> Graph {
        let mut insts = shape.body.clone();
        insts.extend(shape.branches());
        let mut links = Links {
            pairs: Vec::new(),
            node_of: insts.iter().copied().zip(0..).collect(),
        };
        links.by_llvm(function);
        links.by_directives(function, &shape.body, walls);
        links.by_walls(function, &shape.body, walls);
        links.by_memory(function, shape);
        links.by_registers(function, &insts, names);
        let mut pairs = links.pairs;
        pairs.sort_unstable();
        pairs.dedup();
        let mut graph = Graph {
            movable: shape.body.len(),
            before: vec![Vec::new(); insts.len()],
            after: vec![Vec::new(); insts.len()],
            insts,
        };
        for (from, to, distance) in pairs {
            if from == to {
                continue;
            }
            graph.before[to as usize].push(Arc {
                node: from,
                distance,
            });
            graph.after[from as usize].push(Arc { node: to, distance });
        }
        graph
    }
}

/// Pairs of an earlier and a later node, with the distance.
struct Links {
    pairs: Vec<(u32, u32, u32)>,
    node_of: BTreeMap<InstId, u32>,
}

impl Links {
    fn add(&mut self, from: InstId, to: InstId, distance: u32) {
        if let (Some(&from), Some(&to)) = (self.node_of.get(&from), self.node_of.get(&to)) {
            self.pairs.push((from, to, distance));
        }
    }

    /// LLVM's within an iteration, but those that come of the reuse of registers.
    fn by_llvm(&mut self, function: &Function) {
        for edge in function.edges() {
            if matches!(edge.kind, DepKind::True | DepKind::Order) {
                self.add(edge.from, edge.to, 0);
            }
        }
    }

    /// What a `sched_barrier` holds back stays on its side, and priorities keep their order.
    fn by_directives(&mut self, function: &Function, body: &[InstId], walls: Walls) {
        for (at, &hint) in body.iter().enumerate() {
            if !rotate::is_directive(function, hint, walls) {
                continue;
            }
            for (other_at, &other) in body.iter().enumerate() {
                if other_at == at || !rotate::is_directed(function, hint, other, walls) {
                    continue;
                }
                let (earlier, later) = match at < other_at {
                    true => (hint, other),
                    false => (other, hint),
                };
                self.add(earlier, later, 0);
                self.add(later, earlier, 1);
            }
        }
    }

    /// Nothing crosses a wall; round the loop they keep their order.
    fn by_walls(&mut self, function: &Function, body: &[InstId], walls: Walls) {
        let is_wall = |inst: &InstId| is_wall(function, *inst, walls);
        let places: Vec<usize> = (0..body.len()).filter(|&at| is_wall(&body[at])).collect();
        let (Some(&first), Some(&last)) = (places.first(), places.last()) else {
            return;
        };
        let mut wall = None;
        for (at, &inst) in body.iter().enumerate() {
            if let Some(wall) = wall {
                self.add(wall, inst, 0);
            }
            if is_wall(&inst) {
                wall = Some(inst);
            }
            if let Some(&next) = places.iter().find(|&&next| next > at) {
                self.add(inst, body[next], 0);
            }
        }
        for &inst in &body[..=first] {
            self.add(body[last], inst, 1);
        }
        for &inst in &body[last..] {
            self.add(inst, body[first], 1);
        }
    }

    /// Accesses to memory, and what orders them, of one iteration and the next: as in a block that has the loop's body twice.
    fn by_memory(&mut self, function: &Function, shape: &LoopShape) {
        let body = &shape.body;
        let mut twice = function.clone();
        let whole = function.with_contents(body.iter().copied());
        let copies: Vec<InstId> = whole.iter().map(|&inst| twice.add_copy(inst)).collect();
        let of_copy: BTreeMap<InstId, InstId> =
            copies.iter().copied().zip(whole.iter().copied()).collect();
        let mut order = whole.clone();
        order.extend(&copies);
        order.extend(shape.branches());
        twice.set_order(shape.block, order);
        let mut pairs = rotate::held_by_memory(function, body, body);
        twice.set_edges(Vec::new());
        passing::keep_ahead(&mut twice);
        waitcnt::anchor(&mut twice);
        let edges = twice.edges().iter();
        let crossing = edges.filter(|edge| !of_copy.contains_key(&edge.from));
        pairs.extend(crossing.filter_map(|edge| Some((edge.from, *of_copy.get(&edge.to)?))));
        for (from, to) in pairs {
            self.add(from, to, 1);
        }
    }

    /// What registers require, within an iteration and from one to the next.
    fn by_registers(&mut self, function: &Function, insts: &[InstId], names: &Names) {
        let mut slots = vec![Slot::default(); names.count()];
        // The second time, what the iteration before did is known.
        for _ in 0..2 {
            for &inst in insts {
                self.at_instruction(function, inst, names, &mut slots);
            }
            for slot in &mut slots {
                slot.begin_iteration();
            }
        }
    }

    fn at_instruction(
        &mut self,
        function: &Function,
        inst: InstId,
        names: &Names,
        slots: &mut [Slot],
    ) {
        let operands = function.operands(inst);
        let named = |(at, operand): (usize, &Operand)| {
            let range = operand.reg()?;
            Some((
                operand.flags,
                operand.is_def(),
                names.slots(inst, at, range),
            ))
        };
        let touched = || operands.iter().enumerate().filter_map(named);
        for (flags, _, range) in touched().filter(|(_, is_def, _)| !is_def) {
            for slot in &mut slots[range] {
                if !flags.has(OperandFlags::UNDEF) {
                    let earlier = slot.earlier.writers.iter().map(|&(from, _)| (from, 1));
                    let own = slot.own.writers.iter().map(|&(from, _)| (from, 0));
                    let earlier = earlier.filter(|_| !slot.overwritten);
                    for (from, distance) in earlier.chain(own) {
                        self.add(from, inst, distance);
                    }
                }
                slot.own.readers.push(inst);
            }
        }
        for (flags, _, range) in touched().filter(|(_, is_def, _)| *is_def) {
            let dead = flags.has(OperandFlags::DEAD);
            for slot in &mut slots[range] {
                for (part, distance) in [(&slot.earlier, 1), (&slot.own, 0)] {
                    if distance == 1 && slot.overwritten {
                        continue;
                    }
                    let readers = part.readers.iter().copied();
                    // Of two results that nobody reads, either may be written last.
                    let writers = part.writers.iter().filter(|(_, unread)| !(*unread && dead));
                    for from in readers.chain(writers.map(|&(from, _)| from)) {
                        self.add(from, inst, distance);
                    }
                }
                if !dead {
                    slot.own = Touches::default();
                    slot.overwritten = true;
                }
                slot.own.writers.push((inst, dead));
            }
        }
    }
}

/// Who touched a slot since its last result that is read.
#[derive(Clone, Default)]
struct Touches {
    writers: Vec<(InstId, bool)>,
    readers: Vec<InstId>,
}

/// A slot of a register.
#[derive(Clone, Default)]
struct Slot {
    /// In the iteration before, at its end.
    earlier: Touches,
    /// In this one.
    own: Touches,
    /// This iteration has overwritten what the one before left.
    overwritten: bool,
}

impl Slot {
    fn begin_iteration(&mut self) {
        self.earlier = std::mem::take(&mut self.own);
        self.overwritten = false;
    }
}
