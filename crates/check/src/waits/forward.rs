//! What holds where each block begins, by following all ways from the entry.

use std::collections::BTreeSet;

use crate::exits::Exit;
use crate::machine::{BlockId, Function, InstId};

/// What a state does in a walk.
pub(super) trait Walked: Clone {
    /// Takes in what holds on another way; whether that changed anything.
    fn join(&mut self, other: &Self) -> bool;
}

/// The states where blocks begin; `None` where no way leads. `ways`: out of each block. `step` takes a state over an
/// instruction, `leave` over a way out if that changes it.
pub(super) fn forward<S: Walked>(
    function: &Function,
    ways: &[Vec<Exit>],
    entry: S,
    step: impl Fn(InstId, &mut S),
    leave: impl Fn(&Exit, &S) -> Option<S>,
) -> Vec<Option<S>> {
    let mut states: Vec<Option<S>> = vec![None; function.blocks().len()];
    if let Some(first) = states.first_mut() {
        *first = Some(entry);
    }
    let mut open: BTreeSet<BlockId> = function.block_ids().take(1).collect();
    while let Some(block) = open.pop_first() {
        let Some(mut state) = states[block.index()].clone() else {
            continue;
        };
        let mut go = |executed: usize, state: &S| {
            for way in ways[block.index()]
                .iter()
                .filter(|w| w.executed == executed)
            {
                let changed = leave(way, state);
                let state = changed.as_ref().unwrap_or(state);
                let grown = match &mut states[way.to.index()] {
                    Some(known) => known.join(state),
                    unknown => {
                        *unknown = Some(state.clone());
                        true
                    }
                };
                if grown {
                    open.insert(way.to);
                }
            }
        };
        go(0, &state);
        for (at, &inst) in function.block(block).order.iter().enumerate() {
            step(inst, &mut state);
            go(at + 1, &state);
        }
    }
    states
}
