//! What is outstanding at most where other waves or the host may look.

use std::collections::{BTreeMap, BTreeSet};

use super::dataflow::{Direction, Join, everywhere};
use super::memory_order::only_reads;
use super::ordered::{is_between_lanes, is_ordered};
use super::waits::{Line, each_state, lines, loads_into_lds, request};
use crate::gpu::{Counter, PerCounter};
use crate::machine::{Function, InstId};

/// What a stream promises before an instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Promise {
    /// The instruction.
    pub inst: InstId,
    /// By counter: no more operations than this are outstanding.
    pub most: PerCounter<u8>,
    /// By counter: one that accesses memory may be outstanding, and not only some that move values between lanes.
    pub accesses: PerCounter<bool>,
    /// A load straight into LDS may be outstanding.
    pub loads_into_lds: bool,
    /// The L2 may be being written back.
    pub writes_back: bool,
    /// What may be outstanding and is no plain load, with how often it was issued since: of an instruction in a loop, 0 is
    /// what was issued last. [`OLDEST`] stands for as often or more.
    pub changes: BTreeSet<(InstId, u8)>,
}

/// How often an instruction was issued since, at most, as far as that is told apart.
pub const OLDEST: u8 = 16;

impl Promise {
    /// Whether a change that was issued so often since may be outstanding here, in another stream of the same program. `earlier`:
    /// how many more times it is issued there before this place than here.
    pub fn may_leave_open(&self, change: InstId, issued: u8, earlier: i32) -> bool {
        let oldest = i32::from(OLDEST);
        let least = i32::from(issued) - earlier;
        // Of those that are not told apart, any that it may be.
        let most = match issued == OLDEST {
            true => least.max(oldest),
            false => least,
        };
        let was_open = |issued: i32| match u8::try_from(issued.min(oldest)) {
            Ok(issued) => self.changes.contains(&(change, issued)),
            Err(_) => true,
        };
        (least..=most).any(was_open)
    }
}

/// An operation that may be outstanding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Open {
    line: Line,
    /// Bit `n`: with `n` younger ones on its line.
    younger: u64,
}

/// By counter, what may be outstanding and moves no values between lanes, with how often it was issued since.
type Accesses = PerCounter<BTreeMap<(InstId, u8), Open>>;

impl Join for Accesses {
    fn join(&mut self, other: &Accesses) -> bool {
        let mut grown = false;
        for (counter, known) in self.iter_mut() {
            for (&key, &open) in &other[counter] {
                grown |= add(known, key, open);
            }
        }
        grown
    }
}

/// How the instructions of a stream are looked at.
pub(super) struct Stream<'f> {
    pub(super) function: &'f Function,
    /// Which are the same one at another place: the one by which what may be outstanding is named.
    pub(super) same: &'f dyn Fn(InstId) -> InstId,
    /// Those that nobody looks at, outstanding or not.
    pub(super) unseen: &'f dyn Fn(InstId) -> bool,
}

fn step(stream: &Stream<'_>, inst: InstId, accesses: &mut Accesses) {
    let function = stream.function;
    if let Some(counts) = request(function, inst) {
        for counter in Counter::ALL {
            let Some(most) = counts.get(counter) else {
                continue;
            };
            // Between two lines there is no order, and on some there is none: only as many younger ones on the same line
            // prove an operation complete.
            accesses[counter].retain(|_, open| {
                if most == 0 || open.line.in_order() {
                    open.younger &= (1 << most) - 1;
                }
                open.younger != 0
            });
        }
        return;
    }
    for line in lines(function, inst) {
        let known = &mut accesses[line.counter()];
        // Younger ones than the counter can hold are as good as that many.
        let most = 1_u64 << line.counter().max();
        for open in known.values_mut().filter(|open| open.line == line) {
            open.younger = open.younger << 1 | open.younger & most;
            open.younger &= most | (most - 1);
        }
        if is_between_lanes(function, inst) || (stream.unseen)(inst) {
            continue;
        }
        let inst = (stream.same)(inst);
        let own = (inst, 0)..=(inst, OLDEST);
        let earlier: Vec<((InstId, u8), Open)> = known.range(own).map(|(&k, &o)| (k, o)).collect();
        known.retain(|&(other, _), _| other != inst);
        for ((_, issued), open) in earlier {
            add(known, (inst, (issued + 1).min(OLDEST)), open);
        }
        add(known, (inst, 0), Open { line, younger: 1 });
    }
}

/// Adds an operation to what may be outstanding; whether that is new.
fn add(to: &mut BTreeMap<(InstId, u8), Open>, key: (InstId, u8), open: Open) -> bool {
    let known = to.entry(key).or_insert(Open { younger: 0, ..open });
    let new = known.younger | open.younger;
    let grown = new != known.younger;
    known.younger = new;
    grown
}

/// What may be outstanding where each block begins.
fn accesses(stream: &Stream<'_>) -> Vec<Accesses> {
    let function = stream.function;
    let nothing = |_| Accesses::default();
    everywhere(function, Direction::Forward, nothing, |block, mut state| {
        for &inst in &function.block(block).order {
            step(stream, inst, &mut state);
        }
        state
    })
}

/// What holds before each instruction that accesses memory or signals others, in layout order; unreached blocks
/// are left out.
pub fn promises(function: &Function) -> Vec<Promise> {
    Stream {
        function,
        same: &|inst| inst,
        unseen: &|_| false,
    }
    .promises()
}

impl Stream<'_> {
    /// What holds before each instruction that accesses memory or signals others. Which place a promise is made at is told by
    /// its instruction.
    pub(super) fn promises(&self) -> Vec<Promise> {
        let stream = self;
        let function = stream.function;
        let incoming = accesses(stream);
        let mut found = Vec::new();
        let mut at = None;
        let mut open = Accesses::default();
        each_state(function, |block, inst, state| {
            if at != Some(block) {
                at = Some(block);
                open = incoming[block.index()].clone();
            }
            let Some(inst) = inst else { return };
            let accesses = is_ordered(function, inst) && !is_between_lanes(function, inst);
            if let Some(state) = state.filter(|_| accesses) {
                let all = open.values().flat_map(BTreeMap::keys).copied();
                found.push(Promise {
                    inst,
                    most: PerCounter::of(|counter| state.most(counter)),
                    accesses: PerCounter::of(|counter| {
                        !open[counter].is_empty() || state.callers_left(counter)
                    }),
                    loads_into_lds: loads_into_lds(function, state),
                    writes_back: state.writes_back(),
                    changes: all
                        .filter(|(other, _)| !only_reads(function, *other))
                        .collect(),
                });
            }
            step(stream, inst, &mut open);
        });
        found
    }
}
