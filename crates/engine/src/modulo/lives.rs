//! How long the values of a loop live in an order whose iterations overlap, and how many registers they need.

use std::collections::BTreeMap;
use std::ops::Range;

use smallvec::SmallVec;

use super::counts::{Counts, Excess, Registers, Shortage};
use super::graph::Graph;
use super::placement::Placement;
use crate::machine::{BlockId, Function, OperandClass, OperandFlags, Reg, RegFile};
use crate::transform::operands::writes_slowly;
use crate::transform::rename::{OperandAt, Pin, Web};
use crate::transform::targets::VECTOR_SLOTS;

/// Half a place of the order, from the beginning of an iteration: an instruction at time `t` reads at `2 t` and writes at
/// `2 t + 1`; what writes before it has read all writes at `2 t`.
pub(super) type Moment = i64;

/// An access to a register: by which node, and whether later than it reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Access {
    node: u32,
    late: bool,
}

impl Access {
    /// When it is, by the nodes' times.
    fn moment(self, times: &[i64]) -> Moment {
        2 * times[self.node as usize] + Moment::from(self.late)
    }
}

/// Most slots have few accesses.
type Accesses = SmallVec<[Access; 3]>;

/// Slots of a web that are accessed by the same instructions.
#[derive(Clone, Debug)]
struct Life {
    /// The web.
    web: u32,
    /// Where it may be: in VGPRs, in AccVGPRs, in either.
    file: u32,
    /// Its slots, by their present place.
    slots: Vec<Reg>,
    accesses: Accesses,
}

/// A slot that is free between what comes in and what is left in it, for the next iteration or for what follows the loop.
#[derive(Clone, Debug)]
struct Carried {
    slot: usize,
    /// Of the value that comes in, if there is one.
    read: Accesses,
    /// Of the values that are written to it and stay.
    written: Accesses,
}

impl Carried {
    /// The moments of an iteration between which the slot is free: what comes in was read, the iteration before has done
    /// with what it left, and nothing goes out yet.
    fn free(&self, times: &[i64], length: Moment) -> (Moment, Moment) {
        let (read, written) = (span(&self.read, times), span(&self.written, times));
        (read.1.max(written.1 - length), written.0)
    }
}

/// What a slot is to values that may move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Use {
    /// Not for them.
    Never,
    /// Free at all times.
    Free,
    /// Free between these moments of an iteration: after the first, and before the second.
    Between(Moment, Moment),
}

/// The lives of a loop's values.
#[derive(Clone, Debug)]
pub(super) struct Lives {
    lives: Vec<Life>,
    carried: Vec<Carried>,
    /// By slot: whether it may hold values that move, at least at times.
    open: Vec<bool>,
    /// Slots of each file that may: of VGPRs, and of AccVGPRs.
    capacity: [i32; 2],
    counted: LastCount,
}

/// The lives as they were last counted: first those of values, then those between what slots carry.
#[derive(Clone, Debug, Default)]
struct LastCount {
    counts: Counts,
    spans: Vec<(Moment, Moment)>,
    /// By node: where its lives begin in `touched`; and the end.
    of_node: Vec<u32>,
    /// The lives that each node accesses, node after node.
    touched: Vec<u32>,
    /// By life: when it was last looked at.
    seen: Vec<u32>,
    turn: u32,
    /// What lives were before they were last counted.
    before: Vec<(u32, (Moment, Moment))>,
}

impl LastCount {
    fn of(lives: &[Life], carried: &[Carried], nodes: usize) -> LastCount {
        let accesses = lives.iter().map(|life| life.accesses.iter().chain(&[]));
        let carried = carried.iter().map(|c| c.read.iter().chain(&c.written));
        let mut by_node: Vec<Vec<u32>> = vec![Vec::new(); nodes];
        let mut count = 0;
        for accesses in accesses.chain(carried) {
            for access in accesses {
                let known = &mut by_node[access.node as usize];
                if known.last() != Some(&count) {
                    known.push(count);
                }
            }
            count += 1;
        }
        let mut of_node = vec![0];
        let mut touched = Vec::new();
        for known in by_node {
            touched.extend(known);
            of_node.push(touched.len() as u32);
        }
        LastCount {
            of_node,
            touched,
            seen: vec![0; count as usize],
            ..LastCount::default()
        }
    }
}

impl Lives {
    /// The lives of these webs of a loop's block. `allowed`: the slots that cost no wave and are nobody else's.
    pub fn of(
        function: &Function,
        block: BlockId,
        graph: &Graph,
        webs: &[Web],
        allowed: &[bool],
    ) -> Lives {
        let accesses = BySlot::of(function, graph, webs);
        let mut open = allowed.to_vec();
        let mut carried = Vec::new();
        let end = 2 * function.block(block).order.len() as u32;
        // By slot: the web that comes in, and those that are written after it, of which the last goes out.
        let mut ends = vec![(None, Vec::new()); VECTOR_SLOTS];
        for (at, web) in (0u32..).zip(webs) {
            let Some(pin) = web.pin else { continue };
            for span in &web.spans {
                let slot = span.reg.index();
                let (comes, written) = &mut ends[slot];
                match (span.begin == 0, span.end == end) {
                    (true, false) if comes.is_none() => *comes = Some(at),
                    (false, true) => written.push(at),
                    // A part of something that goes out.
                    (false, false) if pin == Pin::LiveOut => written.push(at),
                    _ => open[slot] = false,
                }
            }
        }
        for (slot, (comes, written)) in ends.iter().enumerate() {
            let of = |web: &u32| accesses.of_slot(*web, slot);
            match (comes, &**written) {
                (None, []) => {}
                (Some(_), []) => open[slot] = false,
                (comes, written) if open[slot] => carried.push(Carried {
                    slot,
                    read: comes.as_ref().map(of).unwrap_or_default(),
                    written: written.iter().flat_map(of).collect(),
                }),
                _ => {}
            }
        }
        let count = |file: RegFile| {
            let slots = (0..VECTOR_SLOTS).filter(|&slot| open[slot]);
            let of_file =
                slots.filter(|&slot| Reg::from_index(slot).is_some_and(|r| r.file() == file));
            of_file.count() as i32
        };
        let capacity = [count(RegFile::Vgpr), count(RegFile::Agpr)];
        let lives = accesses.lives(webs);
        Lives {
            counted: LastCount::of(&lives, &carried, graph.insts.len()),
            lives,
            carried,
            open,
            capacity,
        }
    }

    /// How many registers too many there are, if `percent` of those that there are may be used.
    pub fn excess(&mut self, placement: &Placement, percent: i32) -> Excess {
        let (length, times) = (2 * placement.length(), placement.times());
        let shortage = self.shortage(percent);
        let (values, last) = (Values(&self.lives, &self.carried), &mut self.counted);
        last.counts.clear(length, shortage);
        last.spans.clear();
        last.before.clear();
        for at in 0..last.seen.len() {
            let span = values.span(at, times, length);
            last.counts.add(values.registers(at), span);
            last.spans.push(span);
        }
        last.counts.count()
    }

    /// The same after the order that was counted last, with the same `percent`, has changed at these places.
    pub fn excess_after(
        &mut self,
        placement: &Placement,
        percent: i32,
        places: Range<usize>,
    ) -> Excess {
        let (length, times) = (2 * placement.length(), placement.times());
        debug_assert_eq!(self.counted.counts.shortage(), self.shortage(percent));
        let (values, last) = (Values(&self.lives, &self.carried), &mut self.counted);
        last.before.clear();
        last.turn += 1;
        for &node in &placement.order[places] {
            let [begin, end] = [node, node + 1].map(|node| last.of_node[node as usize] as usize);
            for &at in &last.touched[begin..end] {
                if std::mem::replace(&mut last.seen[at as usize], last.turn) == last.turn {
                    continue;
                }
                let span = values.span(at as usize, times, length);
                let old = std::mem::replace(&mut last.spans[at as usize], span);
                if span != old {
                    last.counts
                        .replace(values.registers(at as usize), old, span);
                    last.before.push((at, old));
                }
            }
        }
        last.counts.count()
    }

    /// The order is again what it was before [`Lives::excess_after`], right behind that.
    pub fn undo(&mut self) {
        let (values, last) = (Values(&self.lives, &self.carried), &mut self.counted);
        while let Some((at, old)) = last.before.pop() {
            let span = std::mem::replace(&mut last.spans[at as usize], old);
            last.counts
                .replace(values.registers(at as usize), span, old);
        }
        last.counts.undo();
    }

    /// The file of each value that may move, its slots, and the nodes that access it.
    pub fn accessed(&self) -> impl Iterator<Item = (u32, i32, SmallVec<[u32; 4]>)> + '_ {
        self.lives.iter().map(|life| {
            let mut nodes: SmallVec<[u32; 4]> =
                life.accesses.iter().map(|access| access.node).collect();
            nodes.sort_unstable();
            nodes.dedup();
            (life.file, life.slots.len() as i32, nodes)
        })
    }

    /// How many registers are missing, if `percent` of those that there are may be used.
    pub fn shortage(&self, percent: i32) -> Shortage {
        Shortage::of_capacity(self.capacity, percent)
    }

    /// What each slot is to values that may move.
    pub fn uses(&self, placement: &Placement) -> Vec<Use> {
        let mut uses: Vec<Use> = self
            .open
            .iter()
            .map(|&open| if open { Use::Free } else { Use::Never })
            .collect();
        for carried in &self.carried {
            let (from, until) = carried.free(placement.times(), 2 * placement.length());
            uses[carried.slot] = match from < until {
                true => Use::Between(from, until),
                false => Use::Never,
            };
        }
        uses
    }

    /// When each slot of each web is in use.
    pub fn spans(&self, placement: &Placement, webs: usize) -> Vec<Vec<(Reg, Moment, Moment)>> {
        let mut spans = vec![Vec::new(); webs];
        for life in &self.lives {
            let (begin, end) = span(&life.accesses, placement.times());
            let slots = life.slots.iter().map(|&reg| (reg, begin, end));
            spans[life.web as usize].extend(slots);
        }
        spans
    }
}

/// The lives, as [`LastCount`] numbers them.
#[derive(Clone, Copy)]
struct Values<'a>(&'a [Life], &'a [Carried]);

impl Values<'_> {
    /// The registers of a life.
    fn registers(self, at: usize) -> Registers {
        match self.0.get(at) {
            Some(life) => Registers {
                file: life.file,
                count: life.slots.len() as i32,
            },
            None => Registers {
                file: u32::from(self.1[at - self.0.len()].slot >= VECTOR_SLOTS / 2),
                count: 1,
            },
        }
    }

    /// From when to when they are in use.
    fn span(self, at: usize, times: &[i64], length: Moment) -> (Moment, Moment) {
        match self.0.get(at) {
            Some(life) => span(&life.accesses, times),
            None => {
                let (from, until) = self.1[at - self.0.len()].free(times, length);
                // Free for no time: an iteration long.
                (until, (from + length).min(until + length - 1))
            }
        }
    }
}

/// Where values of a class may be: 0 for VGPRs, 1 for AccVGPRs, 2 for either.
fn file_of(class: OperandClass) -> u32 {
    match (class.has(OperandClass::VGPR), class.has(OperandClass::AGPR)) {
        (true, false) => 0,
        (false, true) => 1,
        _ => 2,
    }
}

/// The first and the last moment of some accesses, by the nodes' times.
fn span(accesses: &[Access], times: &[i64]) -> (Moment, Moment) {
    let (mut first, mut last) = (Moment::MAX, Moment::MIN);
    for access in accesses {
        let at = access.moment(times);
        first = first.min(at);
        last = last.max(at);
    }
    (first, last)
}

/// Who accesses each slot of each web.
struct BySlot(BTreeMap<(u32, Reg), Accesses>);

impl BySlot {
    fn of(function: &Function, graph: &Graph, webs: &[Web]) -> BySlot {
        let nodes = graph.insts.iter().copied().zip(0u32..);
        let node_of: BTreeMap<_, _> = nodes.collect();
        let mut found: BTreeMap<(u32, Reg), Accesses> = BTreeMap::new();
        for (web, operands) in (0..).zip(webs.iter().map(|web| &web.operands)) {
            for &OperandAt { inst, operand } in operands {
                let described = &function.operands(inst)[operand as usize];
                let whole = function.unit_of(inst);
                let (Some(range), Some(&node)) = (described.reg(), node_of.get(&whole)) else {
                    continue;
                };
                let is_early = writes_slowly(function, inst)
                    || described.flags.has(OperandFlags::EARLY_CLOBBER);
                let late = described.is_def() && !is_early;
                for reg in range.regs() {
                    let accesses = found.entry((web, reg)).or_default();
                    let access = Access { node, late };
                    if !accesses.contains(&access) {
                        accesses.push(access);
                    }
                }
            }
        }
        BySlot(found)
    }

    fn of_slot(&self, web: u32, slot: usize) -> Accesses {
        let reg = Reg::from_index(slot);
        let found = reg.and_then(|reg| self.0.get(&(web, reg)));
        found.cloned().unwrap_or_default()
    }

    /// Those of webs that may move, slots that live alike together.
    fn lives(self, webs: &[Web]) -> Vec<Life> {
        let mut lives: Vec<Life> = Vec::new();
        for ((web, reg), accesses) in self.0 {
            if webs[web as usize].pin.is_some() {
                continue;
            }
            let known = lives
                .iter_mut()
                .rev()
                .take_while(|life| life.web == web)
                .find(|life| life.accesses == accesses);
            match known {
                Some(life) => life.slots.push(reg),
                None => lives.push(Life {
                    web,
                    file: file_of(webs[web as usize].class),
                    slots: vec![reg],
                    accesses,
                }),
            }
        }
        lives
    }
}
