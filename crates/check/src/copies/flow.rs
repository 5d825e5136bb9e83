//! The fixed point over the blocks.

use super::super::dataflow::{Direction, order, solve};
use super::super::exits::{Exit, exits};
use super::super::liveness::writes_exec;
use super::super::violation::Violation;
use super::state::{Differs, State};
use super::steps::{BlockSteps, Compiler};
use super::structure::Pairing;
use crate::machine::{BlockId, Function, InstId, OperandKind};

/// How lanes that are off are read.
#[derive(Clone, Copy)]
pub(super) struct OffLanes {
    /// Lanes that no write reached count.
    pub strict: bool,
    /// Moves between the files write active lanes alone.
    pub accumulators_honour_exec: bool,
}

/// Proves that what stays reads what it read.
pub(super) fn same_values(
    function: &Function,
    original: &Function,
    pairings: &[Vec<Pairing>],
    changed: &[bool],
    lanes: OffLanes,
) -> Result<(), Violation> {
    let mut compiler = Compiler::new(function, original, lanes.accumulators_honour_exec);
    let blocks: Vec<BlockSteps> = pairings.iter().map(|pairs| compiler.block(pairs)).collect();
    let mut entries: Vec<Option<State>> = vec![None; blocks.len()];
    if let Some(first) = entries.first_mut() {
        *first = Some(State::at_entry(&compiler.locations));
    }
    let first_label = compiler.locations.count() as u32;
    let order = order(original, Direction::Forward);
    let entries = solve(&order, entries, |block, state, out| {
        let steps = &blocks[block.index()];
        for (to, state) in walk(original, block, steps, state, lanes.strict, first_label)? {
            out.to(to, &state);
        }
        Ok(())
    })?;
    // What is never reached was not looked at.
    for (block, changed) in original.block_ids().zip(changed) {
        if *changed && entries[block.index()].is_none() {
            return Err(Violation::Unreached { block });
        }
    }
    Ok(())
}

/// Walks a block, and returns what holds on each way out of it.
fn walk(
    original: &Function,
    block: BlockId,
    steps: &BlockSteps,
    mut state: State,
    strict: bool,
    first_label: u32,
) -> Result<Vec<(BlockId, State)>, Violation> {
    let exits = exits(original, block);
    // How many steps are done on each way.
    let done = |executed: usize| {
        let last = executed.checked_sub(1);
        last.map_or(0, |at| {
            steps.done.get(at).copied().unwrap_or(steps.steps.len())
        })
    };
    let total = original.block(block).order.len();
    let done = |executed: usize| match executed == total {
        true => steps.steps.len(),
        false => done(executed),
    };
    let mut next = first_label;
    let mut ways = Vec::with_capacity(exits.len());
    for at in 0..=steps.steps.len() {
        for exit in exits.iter().filter(|exit| done(exit.executed) == at) {
            let mut state = state.clone();
            state.number();
            if no_lanes(original, exit) {
                state.none_on();
            }
            ways.push((exit.to, state));
        }
        if let Some(step) = steps.steps.get(at) {
            let result = state.step(step, strict, &mut next);
            result.map_err(|Differs { reg, active }| match active {
                true => Violation::SlotValue {
                    block,
                    inst: step.inst,
                    reg,
                },
                false => Violation::InactiveLanes {
                    block,
                    inst: step.inst,
                    reg,
                },
            })?;
        }
    }
    Ok(ways)
}

/// Whether EXEC is zero on a way, by a branch that was taken or not.
fn no_lanes(function: &Function, exit: &Exit) -> bool {
    let order = &function.block(exit.from).order[..exit.executed];
    let name = |inst: InstId| function.opcode(inst).name.as_str();
    let goes_to = |inst: InstId, to: BlockId| {
        let mut operands = function.operands(inst).iter();
        operands.any(|o| o.kind == OperandKind::Block(to))
    };
    let Some((&last, before)) = order.split_last() else {
        return false;
    };
    let follows = function.next_in_layout(exit.from) == Some(exit.to);
    let taken = goes_to(last, exit.to);
    if taken && !follows && name(last) == "S_CBRANCH_EXECZ" {
        return true;
    }
    // Branches that were passed, from the last one back.
    let passed = match (taken, follows) {
        (false, true) => order,
        (true, false) => before,
        _ => return false,
    };
    let passed = passed.iter().rev().copied();
    let mut passed = passed.take_while(|&inst| !writes_exec(function, inst));
    passed.any(|inst| name(inst) == "S_CBRANCH_EXECNZ")
}
