//! Where in a function the values of webs are needed.

use std::collections::BTreeMap;

use crate::machine::{BlockId, Function, InstId, OperandFlags, Role};
use crate::transform::coalesce::locations::{self, Location};
use crate::transform::coalesce::webs::{Event, Touch, WebId, Webs};
use crate::transform::operands::writes_slowly;

/// Points of a function, a bit each: two for each instruction, before and after it.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Points {
    /// How many words come before the first one.
    first: usize,
    words: Vec<u64>,
}

impl Points {
    /// Adds the points from one to another, both of them as well.
    pub fn add(&mut self, from: usize, to: usize) {
        let (first, last) = (from / 64, to / 64);
        self.reach(first, last);
        for word in first..=last {
            let begin = if word == first { from % 64 } else { 0 };
            let end = if word == last { to % 64 } else { 63 };
            self.words[word - self.first] |= u64::MAX >> (63 - end) & u64::MAX << begin;
        }
    }

    /// Adds all points of another set.
    pub fn extend(&mut self, other: &Points) {
        if other.words.is_empty() {
            return;
        }
        self.reach(other.first, other.first + other.words.len() - 1);
        for (word, bits) in (other.first..).zip(&other.words) {
            self.words[word - self.first] |= bits;
        }
    }

    /// Makes room for these words and all between them.
    fn reach(&mut self, first: usize, last: usize) {
        if self.words.is_empty() {
            self.first = first;
        }
        if first < self.first {
            let more = self.first - first;
            self.words.splice(0..0, std::iter::repeat_n(0, more));
            self.first = first;
        }
        if last >= self.first + self.words.len() {
            self.words.resize(last - self.first + 1, 0);
        }
    }

    /// Whether two sets have a point in common.
    pub fn meets(&self, other: &Points) -> bool {
        let begin = self.first.max(other.first);
        let end = (self.first + self.words.len()).min(other.first + other.words.len());
        (begin..end)
            .any(|word| self.words[word - self.first] & other.words[word - other.first] != 0)
    }

    /// Whether a point is one of them.
    pub fn contains(&self, point: usize) -> bool {
        let word = (point / 64).checked_sub(self.first);
        let word = word.and_then(|word| self.words.get(word));
        word.is_some_and(|word| word >> (point % 64) & 1 != 0)
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        let ones = self.words.iter().map(|word| word.count_ones() as usize);
        ones.sum()
    }
}

/// A location that gets a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Definition {
    /// Where in the function.
    pub point: usize,
    /// Whose value it is that it copies.
    pub copied: Option<(WebId, Location)>,
}

/// What a web is at one of its locations.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Life {
    /// Where its value is needed.
    pub points: Points,
    /// Where it gets one.
    pub definitions: Vec<Definition>,
    /// Those of its points at which nothing is needed but that a matrix instruction's result does not overwrite a part of what it
    /// is added to. It may overwrite all of it.
    accumulated: Vec<usize>,
}

impl Life {
    /// Adds what another one is.
    pub fn extend(&mut self, other: &Life) {
        // What one of them needs is needed.
        let mut accumulated = other.accumulated.clone();
        accumulated.retain(|&point| !self.is_needed_after(point));
        self.accumulated
            .retain(|&point| !other.is_needed_after(point));
        self.accumulated.extend(accumulated);
        self.points.extend(&other.points);
        self.definitions.extend(&other.definitions);
    }

    /// Whether its value is needed after a point, where another one in all of its place would get there.
    pub fn is_needed_after(&self, point: usize) -> bool {
        self.points.contains(point) && !self.accumulated.contains(&point)
    }
}

/// What webs are at their locations.
pub struct Lives {
    of: BTreeMap<(WebId, Location), Life>,
    /// By block, its first point; and the end.
    begins: Vec<usize>,
}

impl Lives {
    /// Those of a function's webs in its first `locations` locations, of which those in spill slots are the last.
    pub fn of(function: &Function, webs: &Webs, locations: usize) -> Lives {
        let mut begins = vec![0];
        for block in function.blocks() {
            let last = begins.last().copied().unwrap_or(0);
            begins.push(last + 2 * block.order.len().max(1));
        }
        let mut lives = Lives {
            of: BTreeMap::new(),
            begins,
        };
        // By location, the blocks where it is live at the end, with the web.
        let mut at_end: Vec<BTreeMap<BlockId, WebId>> = vec![BTreeMap::new(); locations];
        for block in function.block_ids() {
            for &successor in &function.block(block).successors {
                for &(location, web) in &webs.at_entry[successor] {
                    if let Some(known) = at_end.get_mut(location as usize) {
                        known.insert(block, web);
                    }
                }
            }
        }
        for (location, mut live) in (0..).zip(at_end) {
            let events = &webs.events[location as usize];
            for events in events.chunk_by(|a, b| a.block == b.block) {
                let after = live.remove(&events[0].block);
                lives.walk(function, location, events, after);
            }
            for (block, web) in live {
                let (begin, end) = lives.points(block);
                lives.at_mut(web, location).points.add(begin, end);
            }
        }
        lives
    }

    /// What a web is at a location of the original.
    pub fn at(&self, web: WebId, location: Location) -> Option<&Life> {
        self.of.get(&(web, location))
    }

    fn at_mut(&mut self, web: WebId, location: Location) -> &mut Life {
        self.of.entry((web, location)).or_default()
    }

    /// The first and the last point of a block.
    fn points(&self, block: BlockId) -> (usize, usize) {
        let begin = self.begins[block.index()];
        (begin, self.begins[block.index() + 1] - 1)
    }

    /// Goes back through the events of one block at one location. `after`: the web whose value is needed at its end.
    fn walk(
        &mut self,
        function: &Function,
        location: Location,
        events: &[Event],
        after: Option<WebId>,
    ) {
        let (begin, end) = self.points(events[0].block);
        // Until where which web's value is needed.
        let mut needed = after.map(|web| (web, end));
        for event in events.iter().rev() {
            let at = begin + event.moment as usize;
            let own = needed.filter(|(web, _)| *web == event.web);
            match event.touch {
                Touch::Read { operand } => {
                    let slow = is_slow(function, event.inst);
                    let last = at + usize::from(slow);
                    let is_sum = slow && accumulates(function, event.inst, operand);
                    let accumulated = &mut self.at_mut(event.web, location).accumulated;
                    match is_sum {
                        true if own.is_none() => accumulated.push(last),
                        true => {}
                        // Read as a factor as well.
                        false => accumulated.retain(|point| *point != last),
                    }
                    needed = Some((event.web, own.map_or(last, |(_, known)| known.max(last))));
                }
                // Where the copy goes, it names nothing.
                Touch::Undefined if own.is_none() => {}
                Touch::Write { .. } | Touch::Copied { .. } | Touch::Undefined => {
                    let copied = match event.touch {
                        Touch::Copied { from, source, .. } => Some((source, from)),
                        _ => None,
                    };
                    let life = self.at_mut(event.web, location);
                    life.points
                        .add(at, own.map_or(at, |(_, last)| last.max(at)));
                    life.definitions.push(Definition { point: at, copied });
                    // Lanes that are off keep what was there.
                    needed = needed.filter(|_| event.masked);
                }
            }
        }
        if let Some((web, last)) = needed {
            self.at_mut(web, location).points.add(begin, last);
        }
    }
}

/// Whether an operand is what a matrix instruction adds to, which it may overwrite.
fn accumulates(function: &Function, inst: InstId, operand: u32) -> bool {
    let operand = function.operands(inst).get(operand as usize);
    operand.is_some_and(|o| o.role == Role::MatC) && locations::has_forms(function, inst)
}

/// Whether an instruction may write results before it has read all of its sources.
fn is_slow(function: &Function, inst: InstId) -> bool {
    let mut operands = function.operands(inst).iter();
    writes_slowly(function, inst) || operands.any(|o| o.flags.has(OperandFlags::EARLY_CLOBBER))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;
    use crate::machine::text;
    use crate::transform::coalesce::webs::webs;

    /// The life of what the operand of an instruction reads or writes in its first register.
    fn life(body: &str, inst: u32, operand: usize) -> Life {
        let text = format!(
            "cdna-flat 1\nfunction \"f\"\ngpu gfx942\nresources lds=0 workgroup=256 entry\n{body}"
        );
        let function = text::parse(&text).expect("a function");
        let webs = webs(&function);
        let lives = Lives::of(&function, &webs, 512);
        let web = webs.of_operand(InstId(inst), operand).expect("a web");
        let range = function.operands(InstId(inst))[operand].reg();
        let location = range.expect("a register").first().index() as Location;
        lives.at(web, location).cloned().expect("a life")
    }

    const SUM: &str = "block 0 frequency=1 depth=0\n\
        V_MOV_B32_e32 def a8, #0, imp exec\n\
        V_MFMA_F32_16X16X16F16_e64 def a[0:3], v[2:3], v[4:5], a[8:11], #0, #0, #0, imp mode, imp exec\n\
        S_NOP #0\n";

    #[test]
    fn a_result_takes_all_of_the_place_of_what_it_is_added_to_or_nothing_of_it() {
        let summand = life(SUM, 1, 3);
        assert!(
            summand.points.contains(2) && summand.points.contains(3) && !summand.points.contains(4)
        );
        assert!(!summand.is_needed_after(3));
        // A factor may not be overwritten, and is not while the instruction reads it.
        for body in [
            SUM.replace("v[4:5]", "a[8:9]"),
            SUM.replace("v[2:3]", "a[8:9]"),
        ] {
            assert!(life(&body, 1, 3).is_needed_after(3), "{body}");
        }
        assert!(life(SUM, 1, 1).is_needed_after(3));
        // One that is read later.
        let later = SUM.replace(
            "S_NOP #0",
            "GLOBAL_STORE_DWORD_SADDR v0, a8, s[0:1], #0, #0, imp exec",
        );
        assert!(life(&later, 1, 3).is_needed_after(3));
    }

    #[test]
    fn what_one_of_two_needs_both_need() {
        let sum = life(SUM, 1, 3);
        let mut longer = Life::default();
        longer.points.add(1, 9);
        for (mut both, other) in [(sum.clone(), longer.clone()), (longer.clone(), sum.clone())] {
            both.extend(&other);
            assert!(both.is_needed_after(3) && both.is_needed_after(9));
        }
        let mut both = sum.clone();
        both.extend(&sum);
        assert!(!both.is_needed_after(3));
    }

    #[test]
    fn values_are_needed_over_back_edges_and_in_lanes_that_are_off() {
        let body = "block 0 frequency=1 depth=0 successors=1\n\
            V_MOV_B32_e32 def v5, #0, imp exec\n\
            block 1 frequency=8 depth=1 loop=1 successors=1,2\n\
            V_ADD_U32_e32 def v6, v5, v5, imp exec\n\
            V_MOV_B32_e32 def v7, v6, imp exec\n\
            V_ADD_U32_e32 def v5, v7, v7, imp exec\n\
            S_NOP #0\n\
            block 2 frequency=1 depth=0\n\
            S_AND_SAVEEXEC_B64 def s[6:7], vcc, imp def exec, imp def scc, imp exec\n\
            V_MOV_B32_e32 def v8, #1, imp exec\n\
            S_OR_B64 def exec, exec, s[6:7], imp def scc\n\
            GLOBAL_STORE_DWORD_SADDR v0, v8, s[0:1], #0, #0, imp exec\n";
        let carried = life(body, 1, 1);
        let at: Vec<usize> = (0..20).filter(|&at| carried.points.contains(at)).collect();
        // Written at 1 and 7; read at 2, also after the back edge.
        assert_eq!(at, [1, 2, 7, 8, 9]);
        let points: Vec<usize> = carried.definitions.iter().map(|d| d.point).collect();
        assert_eq!(points, [1, 7]);
        let copy = life(body, 2, 0).definitions;
        assert_eq!(copy.len(), 1);
        assert!(copy[0].copied.is_some_and(|(_, from)| from == 6));
        // Lanes that were off at 13 keep what was there at the beginning.
        let masked = life(body, 6, 0);
        let at: Vec<usize> = (0..20).filter(|&at| masked.points.contains(at)).collect();
        assert_eq!(at, (0..=16).collect::<Vec<_>>());
    }

    /// A set in two forms.
    fn points() -> impl Strategy<Value = (Points, BTreeSet<usize>)> {
        let spans = prop::collection::vec((0usize..400, 0usize..150), 0..5);
        spans.prop_map(|spans| {
            let (mut points, mut known) = (Points::default(), BTreeSet::new());
            for (from, length) in spans {
                points.add(from, from + length);
                known.extend(from..=from + length);
            }
            (points, known)
        })
    }

    proptest! {
        #[test]
        fn points_are_a_set((one, known) in points(), (other, others) in points()) {
            prop_assert_eq!(one.count(), known.len());
            prop_assert!((0..700).all(|at| one.contains(at) == known.contains(&at)));
            prop_assert_eq!(one.meets(&other), !known.is_disjoint(&others));
            let mut both = one.clone();
            both.extend(&other);
            let union: BTreeSet<usize> = known.union(&others).copied().collect();
            prop_assert!((0..700).all(|at| both.contains(at) == union.contains(&at)));
        }
    }
}
