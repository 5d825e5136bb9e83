//! What a callee or a caller finds that nobody here knows: at calls and returns of a text.
//!
//! LLVM's functions begin and end with nothing outstanding (`AMDGPUUsage`, "Non-Kernel Functions"); what an author agreed on with
//! himself is not known. So whatever was complete where control leaves for another function is complete there still, its
//! registers hold what they held, and what waited behind a call waits for all of what the callee may have left.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::dataflow::{Direction, Join, everywhere};
use super::waits::{each_state, request};
use crate::gpu::{Counter, Counts, PerCounter, Unit};
use crate::machine::{BlockId, Function, InstId, Reg};

/// Calls, by LLVM's names.
const CALLS: [&str; 3] = ["S_SWAPPC_B64", "S_CALL_B64", "SI_CALL"];

fn is_call(function: &Function, inst: InstId) -> bool {
    CALLS.contains(&function.opcode(inst).name.as_str())
}

fn leaves(function: &Function, inst: InstId) -> bool {
    is_call(function, inst) || function.opcode(inst).name.starts_with("S_SETPC_B64")
}

/// What holds where control leaves.
#[derive(PartialEq, Eq, Debug)]
struct Left {
    /// What has yet to write registers or LDS.
    open: BTreeSet<InstId>,
    /// By counter: nothing is outstanding.
    complete: PerCounter<bool>,
    /// By register that is written in the block before: who wrote it last.
    writers: Writers,
}

type Writers = BTreeMap<Reg, InstId>;

/// By instruction with which control leaves, what holds there; and by block who wrote registers last in it, which a callee or a
/// caller may read behind other blocks. `author`: by which name instructions go.
fn left(
    function: &Function,
    author: &dyn Fn(InstId) -> InstId,
) -> (BTreeMap<InstId, Left>, BTreeMap<BlockId, Writers>) {
    let mut found = BTreeMap::new();
    let mut ends = BTreeMap::new();
    let mut writers = Writers::new();
    each_state(function, |block, inst, state| {
        let Some(inst) = inst else {
            ends.insert(block, std::mem::take(&mut writers));
            return;
        };
        if let Some(state) = state.filter(|_| leaves(function, inst)) {
            let left = Left {
                open: state.producers().map(author).collect(),
                complete: PerCounter::of(|counter| state.most(counter) == 0),
                writers: writers.clone(),
            };
            found.insert(author(inst), left);
        }
        let results = function.operands(inst).iter().filter(|o| o.is_def());
        for range in results.filter_map(|o| o.reg()) {
            writers.extend(range.regs().map(|reg| (reg, author(inst))));
        }
    });
    (found, ends)
}

/// Counters on which a callee may have left something.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Callees(PerCounter<bool>);

impl Join for Callees {
    fn join(&mut self, other: &Callees) -> bool {
        let before = *self;
        for (counter, mine) in self.0.iter_mut() {
            *mine |= other.0[counter];
        }
        *self != before
    }
}

impl Callees {
    fn step(&mut self, function: &Function, inst: InstId) {
        if is_call(function, inst) {
            self.0 = PerCounter::of(|_| true);
        }
        if let Some(counts) = request(function, inst) {
            for (counter, left) in self.0.iter_mut() {
                *left &= counts.get(counter) != Some(0);
            }
        }
    }
}

/// What a callee may have left where each block begins.
fn callees(function: &Function) -> Vec<Callees> {
    let nothing = |_| Callees::default();
    everywhere(function, Direction::Forward, nothing, |block, mut left| {
        for &inst in &function.block(block).order {
            left.step(function, inst);
        }
        left
    })
}

/// A place of a block: what stands before it, waits and nops apart.
type Place = (BlockId, BTreeSet<InstId>);

/// By place, the counts of the waits there. `for_callees`: of those alone that may be for what a callee left.
fn waits(
    function: &Function,
    author: &dyn Fn(InstId) -> InstId,
    for_callees: bool,
) -> BTreeMap<Place, (InstId, Counts)> {
    let mut found = BTreeMap::new();
    for (block, mut left) in function.block_ids().zip(callees(function)) {
        let mut before = BTreeSet::new();
        for &inst in &function.block(block).order {
            match request(function, inst) {
                Some(counts) => {
                    let waits = |counter| left.0[counter] && counts.get(counter).is_some();
                    if !for_callees || Counter::ALL.into_iter().any(waits) {
                        let known = found.entry((block, before.clone()));
                        let known = known.or_insert((author(inst), Counts::NONE));
                        known.1 = known.1.and(counts);
                    }
                }
                None if function.info(inst).unit == Unit::Nop => {}
                None => {
                    before.insert(author(inst));
                }
            }
            left.step(function, inst);
        }
    }
    found
}

/// Whether calls and returns find what they found, and waits behind calls hold where they held. `author`: by instruction of
/// the function that was made, the one that it was.
///
/// # Errors
/// The first of the author's instructions before which something is not as it was.
pub(super) fn kept(
    was: &Function,
    made: &Function,
    author: &HashMap<InstId, InstId>,
) -> Result<(), InstId> {
    let mut insts = was.blocks().iter().flat_map(|block| &block.order);
    if !insts.any(|&inst| leaves(was, inst)) {
        return Ok(());
    }
    let name = |inst: InstId| author.get(&inst).copied().unwrap_or(inst);
    let (is, ends) = left(made, &name);
    let (left, was_at_end) = left(was, &|inst| inst);
    for (block, writers) in was_at_end {
        if let Some(last) = was.block(block).order.last()
            && ends.get(&block) != Some(&writers)
        {
            return Err(*last);
        }
    }
    for (inst, was) in left {
        let kept = is.get(&inst).is_some_and(|is| {
            let mut counters = was.complete.iter();
            is.open.is_subset(&was.open)
                && counters.all(|(counter, &complete)| !complete || is.complete[counter])
                && is.writers == was.writers
        });
        if !kept {
            return Err(inst);
        }
    }
    let is = waits(made, &name, false);
    let kept = |place: &Place, was: Counts| {
        let is = is.get(place).map_or(Counts::NONE, |(_, counts)| *counts);
        is.and(was) == is
    };
    let was = waits(was, &|inst| inst, true);
    let lost = was
        .into_iter()
        .find(|(place, (_, counts))| !kept(place, *counts));
    lost.map_or(Ok(()), |(_, (wait, _))| Err(wait))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::text;

    /// A scalar is written twice, and the callee of the next block finds it.
    #[test]
    fn what_a_callee_behind_another_block_finds_is_kept() {
        let was = text::parse(
            "cdna-flat 1\nfunction \"f\"\ngpu gfx942\nresources lds=0 workgroup=256 entry\n\
             block 0 frequency=1 depth=0 successors=1\n\
             S_MOV_B32 def s8, #1\nS_MOV_B32 def s8, #2\nS_MOV_B32 def s9, #3\n\
             block 1 frequency=1 depth=0\n\
             S_SWAPPC_B64 def s[30:31], s[4:5] | call boundary\n",
        );
        let was = was.expect("a function");
        let author = (0..4).map(|at| (InstId(at), InstId(at))).collect();
        let in_order = |order: [u32; 3]| {
            let mut made = was.clone();
            made.set_order(BlockId(0), order.map(InstId).to_vec());
            kept(&was, &made, &author)
        };
        assert_eq!(in_order([2, 0, 1]), Ok(()));
        assert_eq!(in_order([1, 0, 2]), Err(InstId(2)));
    }
}
