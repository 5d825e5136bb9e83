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
    /// A load straight into LDS may be outstanding.
    pub loads_into_lds: bool,
    /// The L2 may be being written back.
    pub writes_back: bool,
    /// What may be outstanding and is no plain load.
    pub changes: BTreeSet<InstId>,
}

/// By counter, what may be outstanding and is no plain load; bit `n` of each: with `n` younger operations.
type Changes = [BTreeMap<InstId, u64>; 3];

fn step(function: &Function, inst: InstId, changes: &mut Changes) {
    if let Some(counts) = request(function, inst) {
        for counter in Counter::ALL {
            if let Some(most) = counts.get(counter) {
                changes[counter.index()].retain(|_, younger| {
                    *younger &= (1 << most) - 1;
                    *younger != 0
                });
            }
        }
        return;
    }
    let raised = outstanding(function, inst).counters;
    for counter in Counter::ALL.into_iter().filter(|c| raised[c.index()]) {
        let known = &mut changes[counter.index()];
        // No more than the counter's maximum is ever outstanding.
        let possible = (1 << counter.max()) - 1;
        known.retain(|_, younger| {
            *younger = *younger << 1 & possible;
            *younger != 0
        });
        if !only_reads(function, inst) {
            *known.entry(inst).or_default() |= 1;
        }
    }
}

/// What may be outstanding beside plain loads where each block begins.
fn changes(function: &Function) -> Vec<Changes> {
    let mut incoming = vec![Changes::default(); function.blocks().len()];
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
    let incoming = changes(function);
    let mut found = Vec::new();
    let mut at = None;
    let mut changes = Changes::default();
    each_state(function, |block, inst, state| {
        if at != Some(block) {
            at = Some(block);
            changes = incoming[block.index()].clone();
        }
        let Some(inst) = inst else { return };
        let accesses = is_ordered(function, inst) && !is_between_lanes(function, inst);
        if let Some(state) = state.filter(|_| accesses) {
            found.push(Promise {
                inst,
                most: Counter::ALL.map(|counter| state.most(counter)),
                loads_into_lds: loads_into_lds(function, state),
                writes_back: state.writes_back(),
                changes: changes.iter().flat_map(BTreeMap::keys).copied().collect(),
            });
        }
        step(function, inst, &mut changes);
    });
    found
}
