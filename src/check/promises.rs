//! What is outstanding at most where other waves or the host may look.

use std::collections::{BTreeMap, BTreeSet};

use super::memory_order::only_reads;
use super::ordered::{is_between_lanes, is_ordered};
use super::waits::{each_state, loads_into_lds, outstanding, request};
use crate::gpu::Counter;
use crate::machine::{BlockId, Function, InstId};

/// What a stream promises before an instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Promise {
    /// The instruction.
    pub inst: InstId,
    /// By counter: no more operations than this are outstanding.
    pub most: [u8; 3],
    /// By counter: one that accesses memory may be outstanding, and not only some that move values between lanes.
    pub accesses: [bool; 3],
    /// A load straight into LDS may be outstanding.
    pub loads_into_lds: bool,
    /// The L2 may be being written back.
    pub writes_back: bool,
    /// What may be outstanding and is no plain load.
    pub changes: BTreeSet<InstId>,
}

/// By counter, what may be outstanding and moves no values between lanes; bit `n` of each: with `n` younger operations.
type Accesses = [BTreeMap<InstId, u64>; 3];

fn step(function: &Function, inst: InstId, accesses: &mut Accesses) {
    if let Some(counts) = request(function, inst) {
        for counter in Counter::ALL {
            if let Some(most) = counts.get(counter) {
                let open = &accesses[counter.index()];
                // What returns in any order may be what was waited for, whoever is older.
                let in_order = |&inst: &InstId| outstanding(function, inst).in_order;
                if most > 0 && !open.keys().all(in_order) {
                    continue;
                }
                accesses[counter.index()].retain(|_, younger| {
                    *younger &= (1 << most) - 1;
                    *younger != 0
                });
            }
        }
        return;
    }
    let raised = outstanding(function, inst).counters;
    for counter in Counter::ALL.into_iter().filter(|c| raised[c.index()]) {
        let known = &mut accesses[counter.index()];
        // Younger ones than the counter can hold are as good as that many.
        let most = 1_u64 << counter.max();
        for younger in known.values_mut() {
            *younger = *younger << 1 | *younger & most;
            *younger &= most | (most - 1);
        }
        if !is_between_lanes(function, inst) {
            *known.entry(inst).or_default() |= 1;
        }
    }
}

/// What may be outstanding where each block begins.
fn accesses(function: &Function) -> Vec<Accesses> {
    let mut incoming = vec![Accesses::default(); function.blocks().len()];
    let mut open: BTreeSet<BlockId> = function.block_ids().collect();
    while let Some(block) = open.pop_first() {
        let mut state = incoming[block.index()].clone();
        for &inst in &function.block(block).order {
            step(function, inst, &mut state);
        }
        for &to in &function.block(block).successors {
            let known = &mut incoming[to.index()];
            let mut grown = false;
            for (known, new) in known.iter_mut().zip(&state) {
                for (&inst, &younger) in new {
                    let known = known.entry(inst).or_default();
                    grown |= *known | younger != *known;
                    *known |= younger;
                }
            }
            if grown {
                open.insert(to);
            }
        }
    }
    incoming
}

/// What holds before each instruction that accesses memory or signals others, in layout order; unreached blocks
/// are left out.
pub(crate) fn promises(function: &Function) -> Vec<Promise> {
    let incoming = accesses(function);
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
            let all = open.iter().flat_map(BTreeMap::keys).copied();
            found.push(Promise {
                inst,
                most: Counter::ALL.map(|counter| state.most(counter)),
                accesses: Counter::ALL.map(|counter| {
                    !open[counter.index()].is_empty() || state.callers_left(counter)
                }),
                loads_into_lds: loads_into_lds(function, state),
                writes_back: state.writes_back(),
                changes: all.filter(|&other| !only_reads(function, other)).collect(),
            });
        }
        step(function, inst, &mut open);
    });
    found
}
