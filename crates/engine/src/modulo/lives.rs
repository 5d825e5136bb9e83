//! How long the values of a loop live in an order whose iterations overlap, and how many registers they need.

use std::collections::BTreeMap;

use smallvec::SmallVec;

use super::graph::Graph;
use super::placement::Placement;
use crate::machine::{BlockId, Function, OperandClass, OperandFlags, Reg, RegFile};
use crate::transform::operands::writes_slowly;
use crate::transform::rename::{OperandAt, Pin, Web};
use crate::transform::targets::VECTOR_SLOTS;

/// Half a place of the order, from the beginning of an iteration: an instruction at time `t` reads at `2 t` and writes at
/// `2 t + 1`; what writes before it has read all writes at `2 t`.
pub(super) type Moment = i64;

/// Registers that a value counts as for which no number of them is enough.
const NEVER: i64 = 1000;

/// An access to a register: by which node, and whether later than it reads.
type Access = (u32, bool);

/// Slots of a web that are accessed by the same instructions.
#[derive(Clone, Debug)]
struct Life {
    /// The web.
    web: u32,
    /// Where it may be: in VGPRs, in AccVGPRs, in either.
    file: u32,
    /// Its slots, by their present place.
    slots: Vec<Reg>,
    accesses: Vec<Access>,
}

/// A slot that is free between what comes in and what is left in it, for the next iteration or for what follows the loop.
#[derive(Clone, Debug)]
struct Carried {
    slot: usize,
    /// Of the value that comes in, if there is one.
    read: Vec<Access>,
    /// Of the values that are written to it and stay.
    written: Vec<Access>,
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
    counts: Counts,
}

/// Registers that there are not.
#[derive(Clone, Copy, Debug)]
pub(super) struct Excess {
    /// The most at any time.
    pub most: u32,
    /// How many in the mean over an iteration ...
    pub mean: u32,
    /// ... and what that leaves, in moments,
    pub rest: u32,
    /// of so many that an iteration has.
    pub length: u32,
}

/// How many registers are missing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shortage {
    /// VGPRs and AccVGPRs that there are.
    capacity: [i64; 2],
}

impl Shortage {
    fn of_capacity(capacity: [i32; 2], percent: i32) -> Shortage {
        Shortage {
            capacity: capacity.map(|count| i64::from(count * percent / 100)),
        }
    }

    /// If so many are in use: VGPRs, AccVGPRs, either.
    pub fn of(self, [v, a, both]: [i64; 3]) -> i64 {
        let [vgprs, agprs] = self.capacity;
        let all = v.max(v + a + both - agprs.max(a)) - vgprs;
        all.max(a - agprs).max(0)
    }
}

/// Registers in use, as it is counted.
#[derive(Clone, Debug, Default)]
struct Counts {
    /// By moment of an iteration: how many more are in use than before, of each file in its bits.
    changes: Vec<i64>,
    /// How many are in use for more than half of an iteration, of each file in its bits: no two of these share a register.
    long: i64,
}

/// Bits that count the registers of one file, and their mask.
const FILE_BITS: u32 = 20;
const FILE_MASK: i64 = (1 << FILE_BITS) - 1;

impl Counts {
    fn add(&mut self, file: u32, (begin, end): (Moment, Moment), length: Moment, by: i64) {
        // More than an iteration: it cannot be had.
        let by = if end - begin >= length {
            by + NEVER
        } else {
            by
        };
        let by = by << (FILE_BITS * file);
        if 2 * (end - begin) > length {
            self.long += by;
        }
        let (first, last) = (begin % length, end % length + 1);
        self.changes[first as usize] += by;
        self.changes[last as usize] -= by;
        if last <= first {
            self.changes[0] += by;
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
        let accesses = Accesses::of(function, graph, webs);
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
        Lives {
            lives: accesses.lives(webs),
            carried,
            open,
            capacity,
            counts: Counts::default(),
        }
    }

    /// How many registers too many there are, if `percent` of those that there are may be used.
    pub fn excess(&mut self, placement: &Placement, percent: i32) -> Excess {
        let length = 2 * placement.length();
        let counts = &mut self.counts;
        let times = placement.times();
        counts.changes.clear();
        counts.changes.resize(length as usize + 1, 0);
        counts.long = 0;
        for life in &self.lives {
            let lives = span(&life.accesses, times);
            counts.add(life.file, lives, length, life.slots.len() as i64);
        }
        for carried in &self.carried {
            let file = u32::from(carried.slot >= VECTOR_SLOTS / 2);
            let (from, until) = carried.free(times, length);
            // Free for no time: an iteration long.
            let end = (from + length).min(until + length - 1);
            counts.add(file, (until, end), length, 1);
        }
        let shortage = Shortage::of_capacity(self.capacity, percent);
        let over_by =
            |live: i64| shortage.of([0, 1, 2].map(|file| live >> (FILE_BITS * file) & FILE_MASK));
        let long = over_by(counts.long);
        let (mut most, mut sum, mut live, mut over) = (long, long * length, 0, 0);
        for &change in &counts.changes {
            if change != 0 {
                live += change;
                over = over_by(live);
                most = most.max(over);
            }
            sum += over;
        }
        Excess {
            most: most as u32,
            mean: (sum / length) as u32,
            rest: (sum % length) as u32,
            length: length as u32,
        }
    }

    /// The file of each value that may move, its slots, and the nodes that access it.
    pub fn accessed(&self) -> impl Iterator<Item = (u32, i64, SmallVec<[u32; 4]>)> + '_ {
        self.lives.iter().map(|life| {
            let mut nodes: SmallVec<[u32; 4]> = life.accesses.iter().map(|&(n, _)| n).collect();
            nodes.sort_unstable();
            nodes.dedup();
            (life.file, life.slots.len() as i64, nodes)
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
    for &(node, late) in accesses {
        let at = 2 * times[node as usize] + Moment::from(late);
        first = first.min(at);
        last = last.max(at);
    }
    (first, last)
}

/// Who accesses each slot of each web.
struct Accesses(BTreeMap<(u32, Reg), Vec<Access>>);

impl Accesses {
    fn of(function: &Function, graph: &Graph, webs: &[Web]) -> Accesses {
        let nodes = graph.insts.iter().copied().zip(0u32..);
        let node_of: BTreeMap<_, _> = nodes.collect();
        let mut found: BTreeMap<(u32, Reg), Vec<Access>> = BTreeMap::new();
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
                    if !accesses.contains(&(node, late)) {
                        accesses.push((node, late));
                    }
                }
            }
        }
        Accesses(found)
    }

    fn of_slot(&self, web: u32, slot: usize) -> Vec<Access> {
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
