//! What the waits of a finished stream are for: what each completes, and what relies on that before another wait
//! would have completed it.
//!
//! The domain of the checker, with one addition: what a wait completes is not forgotten but goes on as completed by
//! that wait, until something relies on it or another wait would complete it.

use std::collections::{BTreeMap, BTreeSet};

use smallvec::SmallVec;

use super::lines::{self, Line};
use super::state::Ticket;
use super::{CheckedInst, Reliance, emits_nothing, is_unknown_asm, mnemonics, owes};
use crate::dataflow::{Join, from_entry};
use crate::exits::{Exit, exits};
use crate::gpu::{Counter, Counts, PerCounter, Unit};
use crate::loops::Loops;
use crate::machine::{BlockId, Function, InstFlags, InstId};

/// Something that a wait completes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WaitUse {
    /// The wait.
    pub wait: InstId,
    /// The counter.
    pub counter: Counter,
    /// What it completes; `None` for what a caller left outstanding.
    pub producer: Option<InstId>,
    /// The first on some way that relies on it, and how; `None` where nothing does up to the next wait that would
    /// complete it too.
    pub reliance: Option<(InstId, Reliance)>,
    /// The weakest count that completes it there, on all ways to the wait.
    pub count: u8,
    /// Between it and what relies on it (else the wait), control goes around a loop that both are in.
    pub iteration_before: bool,
}

/// Where control has gone since an operation was issued.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Age {
    Here,
    /// Around some loop.
    AroundLoop,
    /// Around a loop that the operation is in.
    IterationBefore,
}

/// An operation that may be outstanding, or that would be without a wait.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Pending {
    /// The wait that completed it; `None`: it may be outstanding.
    by: Option<InstId>,
    producer: InstId,
    line: Line,
    age: Age,
    /// At least this many operations follow it on its line.
    later: u8,
    /// Something may depend on its completion.
    owes: bool,
}

/// Of operations that return in any order, those that so many others follow are no longer looked at: somebody explains
/// waits by what is here, nobody decides by it, and every instruction looks at all of them.
const MOST_UNORDERED: u8 = u8::MAX;

type Key = (Option<InstId>, InstId, Line, Age);

impl Pending {
    fn key(&self) -> Key {
        (self.by, self.producer, self.line, self.age)
    }

    fn completed_by(&self, counts: Counts) -> bool {
        let count = counts.get(self.line.counter());
        count.is_some_and(|count| count == 0 || self.line.in_order() && self.later >= count)
    }

    /// The weakest count that completes it.
    fn count(&self) -> u8 {
        match self.line.in_order() {
            true => self.later,
            false => 0,
        }
    }
}

#[derive(Clone, PartialEq, Eq, Default, Debug)]
struct State {
    /// In the order of their keys.
    pending: Vec<Pending>,
    /// Counters on which the caller may have left anything.
    callers: PerCounter<bool>,
}

impl State {
    fn insert(&mut self, new: Pending) -> bool {
        match self.pending.binary_search_by_key(&new.key(), Pending::key) {
            Ok(at) => {
                let known = &mut self.pending[at];
                let grown = new.later < known.later;
                known.later = known.later.min(new.later);
                grown
            }
            Err(at) => {
                self.pending.insert(at, new);
                true
            }
        }
    }

    fn issue(&mut self, producer: InstId, line: Line, owes: bool) {
        let most = match line.in_order() {
            true => line.counter().max(),
            false => MOST_UNORDERED,
        };
        for pending in self.pending.iter_mut().filter(|p| p.line == line) {
            pending.later = pending.later.saturating_add(1);
        }
        let is_full = |p: &Pending| p.line == line && p.later >= most;
        if line.in_order() && !line.completes_when_full() {
            let full = self.pending.iter_mut().filter(|p| is_full(p));
            full.for_each(|pending| pending.later = most - 1);
        } else {
            self.pending.retain(|p| !is_full(p));
        }
        let new = Pending {
            by: None,
            producer,
            line,
            age: Age::Here,
            later: 0,
            owes,
        };
        self.insert(new);
        let at = self.pending.binary_search_by_key(&new.key(), Pending::key);
        if let Ok(at) = at {
            self.pending[at] = new;
        }
    }

    fn wait(&mut self, wait: InstId, counts: Counts) {
        let completed: Vec<Pending> = self
            .pending
            .iter()
            .copied()
            .filter(|p| p.completed_by(counts))
            .collect();
        self.pending.retain(|p| !p.completed_by(counts));
        for pending in completed.into_iter().filter(|p| p.by.is_none()) {
            let by = Some(wait);
            self.insert(Pending { by, ..pending });
        }
        for counter in Counter::ALL {
            self.callers[counter] &= counts.get(counter) != Some(0);
        }
    }

    fn go_around(&mut self, body: &BTreeSet<BlockId>, places: &[BlockId]) {
        let old = std::mem::take(&mut self.pending);
        for mut pending in old {
            let inside = body.contains(&places[pending.producer.index()]);
            pending.age = pending.age.max(match inside {
                true => Age::IterationBefore,
                false => Age::AroundLoop,
            });
            self.insert(pending);
        }
    }
}

impl Join for State {
    fn join(&mut self, other: &State) -> bool {
        let mut grown = false;
        for (counter, mine) in self.callers.iter_mut() {
            let theirs = other.callers[counter];
            grown |= theirs && !*mine;
            *mine |= theirs;
        }
        for &pending in &other.pending {
            grown |= self.insert(pending);
        }
        grown
    }
}

/// What each wait completes, by wait in the order of the code, then by counter and operation, the youngest first.
pub fn wait_uses(function: &Function) -> Vec<WaitUse> {
    let mut insts = function.blocks().iter().flat_map(|block| &block.order);
    if !insts.any(|&inst| lines::request(function, inst).is_some()) {
        return Vec::new();
    }
    let walk = Walk::new(function);
    let incoming = walk.incoming();
    let mut found = Found::default();
    for block in function.layout() {
        let Some(mut state) = incoming[block.index()].clone() else {
            continue;
        };
        for &inst in &function.block(block).order {
            walk.look(block, inst, &state, &mut found);
            walk.step(block, inst, &mut state);
        }
    }
    found.uses(function)
}

/// What the last walk over the function sees.
#[derive(Default)]
struct Found {
    /// What each wait completes: the fewest operations that follow, and the least age.
    completed: BTreeMap<(InstId, InstId, Line), (u8, Age)>,
    /// What relies on it.
    relied: BTreeMap<(InstId, InstId, Line, InstId), (Reliance, Age)>,
    callers: BTreeSet<(InstId, Counter)>,
}

impl Found {
    fn uses(self, function: &Function) -> Vec<WaitUse> {
        let mut uses = Vec::new();
        for (wait, counter) in self.callers {
            uses.push(WaitUse {
                wait,
                counter,
                producer: None,
                reliance: None,
                count: 0,
                iteration_before: false,
            });
        }
        for (&(wait, producer, line), &(count, age)) in &self.completed {
            let of = WaitUse {
                wait,
                counter: line.counter(),
                producer: Some(producer),
                reliance: None,
                count,
                iteration_before: age == Age::IterationBefore,
            };
            let range =
                (wait, producer, line, InstId(0))..=(wait, producer, line, InstId(u32::MAX));
            let mut relied = self.relied.range(range).peekable();
            if relied.peek().is_none() {
                uses.push(of);
            }
            uses.extend(relied.map(|(key, &(reliance, age))| WaitUse {
                reliance: Some((key.3, reliance)),
                iteration_before: age == Age::IterationBefore,
                ..of
            }));
        }
        let mut order = vec![0; function.inst_count()];
        let all = function.layout().into_iter();
        let all = all.flat_map(|block| &function.block(block).order);
        for (at, inst) in all.enumerate() {
            order[inst.index()] = at;
        }
        let place = |inst: Option<InstId>| inst.map(|inst| order[inst.index()]);
        uses.sort_by_key(|of| {
            let consumer = place(of.reliance.map(|(consumer, _)| consumer));
            let wait = order[of.wait.index()];
            (wait, of.counter, of.count, place(of.producer), consumer)
        });
        uses.dedup();
        uses
    }
}

struct Walk<'a> {
    function: &'a Function,
    exits: Vec<Vec<Exit>>,
    /// By instruction: its block.
    places: Vec<BlockId>,
    loops: Loops,
}

impl<'a> Walk<'a> {
    fn new(function: &'a Function) -> Walk<'a> {
        let exits: Vec<Vec<Exit>> = function.block_ids().map(|b| exits(function, b)).collect();
        let mut places = vec![BlockId(0); function.inst_count()];
        for block in function.block_ids() {
            for inst in &function.block(block).order {
                places[inst.index()] = block;
            }
        }
        Walk {
            function,
            places,
            loops: Loops::of_exits(function, &exits),
            exits,
        }
    }

    /// What may be outstanding, or would be without a wait, where each block begins; `None` where no path leads.
    fn incoming(&self) -> Vec<Option<State>> {
        let function = self.function;
        let on_gpu = function.gpu.counters().all;
        let left = |counter| !function.resources.is_entry && on_gpu.contains(&counter);
        let entry = State {
            pending: Vec::new(),
            callers: PerCounter::of(left),
        };
        let step = |block, inst, state: &mut State| self.step(block, inst, state);
        let leave = |way: &Exit, state: &State| {
            let body = self.loops.body(way.from, way.to)?;
            let mut around = state.clone();
            around.go_around(body, &self.places);
            Some(around)
        };
        from_entry(function, &self.exits, entry, step, leave)
    }

    /// What relies on what waits have completed, and what a wait completes.
    fn look(&self, block: BlockId, inst: InstId, state: &State, found: &mut Found) {
        let function = self.function;
        if let Some(counts) = lines::request(function, inst) {
            for pending in &state.pending {
                if pending.by.is_none() && pending.completed_by(counts) {
                    let key = (inst, pending.producer, pending.line);
                    let new = (pending.count(), pending.age);
                    let known = found.completed.entry(key).or_insert(new);
                    *known = (known.0.min(new.0), known.1.min(new.1));
                }
            }
            for counter in Counter::ALL {
                if state.callers[counter] && counts.get(counter) == Some(0) {
                    found.callers.insert((inst, counter));
                }
            }
            return;
        }
        let site = self.site(block, inst);
        for (pending, reliance) in self.relied(&site, state) {
            if let Some(wait) = pending.by {
                let key = (wait, pending.producer, pending.line, inst);
                let known = found.relied.entry(key).or_insert((reliance, pending.age));
                known.1 = known.1.min(pending.age);
            }
        }
    }

    fn site(&self, block: BlockId, inst: InstId) -> CheckedInst<'a> {
        CheckedInst {
            function: self.function,
            block,
            inst,
        }
    }

    /// What has been completed by a wait and is relied on here.
    fn relied<'s>(
        &self,
        site: &CheckedInst<'a>,
        state: &'s State,
    ) -> impl Iterator<Item = (&'s Pending, Reliance)> + use<'s, 'a> {
        let (function, inst) = (self.function, site.inst);
        let looks = !emits_nothing(function, inst) && function.info(inst).unit != Unit::Wait;
        let on_all: SmallVec<[_; 2]> = site.relies_on_all().filter(|_| looks).collect();
        let ends = site.ends();
        let site = *site;
        let completed = state
            .pending
            .iter()
            .filter(move |p| looks && p.by.is_some());
        completed.filter_map(move |pending| {
            let counter = pending.line.counter();
            let of_all = on_all.iter().find(|(all, _)| all.contains(&counter));
            let by_registers = || {
                let ticket = |earlier| Ticket {
                    producer: pending.producer,
                    line: pending.line,
                    later: pending.later,
                    earlier,
                };
                // The checker keeps what is from an earlier iteration beside what may be from this one, for LDS only.
                let around = (pending.age > Age::Here).then(|| site.relies_on(&ticket(true)));
                around.flatten().or_else(|| site.relies_on(&ticket(false)))
            };
            let reliance = match of_all {
                Some((_, reliance)) => Some(*reliance),
                None if ends || !pending.owes => None,
                None => by_registers(),
            };
            reliance.map(|reliance| (pending, reliance))
        })
    }

    fn step(&self, block: BlockId, inst: InstId, state: &mut State) {
        let function = self.function;
        if emits_nothing(function, inst) {
            return;
        }
        if let Some(counts) = lines::request(function, inst) {
            return state.wait(inst, counts);
        }
        let site = self.site(block, inst);
        let relied: SmallVec<[Key; 4]> = self.relied(&site, state).map(|(p, _)| p.key()).collect();
        if !relied.is_empty() {
            state.pending.retain(|p| !relied.contains(&p.key()));
        }
        if is_unknown_asm(function, inst) {
            for line in [Line::Vector, Line::Scalar] {
                state.issue(inst, line, owes(function, inst, line));
            }
        }
        for line in mnemonics::lines(function, inst) {
            state.issue(inst, line, owes(function, inst, line));
        }
        // A write-back of the L2 is complete at vmcnt(0) only, as what is on a line without order.
        if function.opcode(inst).name.starts_with("BUFFER_WBL2") {
            state.issue(inst, Line::FlatVector, false);
        }
        if function.flags(inst).has(InstFlags::CALL) {
            state.pending.clear();
            state.callers = PerCounter::default();
        }
    }
}
