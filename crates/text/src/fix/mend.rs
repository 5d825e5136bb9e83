//! Mends a function without more instructions than it has.

use std::collections::HashSet;

use super::needs;
use crate::lint::{Missing, longest_nop};
use cdnasched_base::gpu::Counts;
use cdnasched_base::machine::{Function, InstId};
use cdnasched_base::rules::Policy;
use cdnasched_check as check;

/// Trials of a function: each looks at the whole of it.
const TRIALS: usize = 2000;

/// A change.
#[derive(Clone, Debug)]
pub(super) struct Change {
    /// The instruction that lacked something.
    pub(super) before: InstId,
    pub(super) text: String,
    pub(super) instead_of: String,
    pub(super) rule: &'static str,
}

/// A function with its changes.
pub(super) struct Mended {
    pub(super) function: Function,
    pub(super) changes: Vec<Change>,
}

pub(super) fn is_nop(function: &Function, inst: InstId) -> bool {
    function.opcode(inst).name == "S_NOP"
}

fn is_wait(function: &Function, inst: InstId) -> bool {
    function.opcode(inst).name == "S_WAITCNT"
}

fn imm(function: &Function, inst: InstId) -> Option<u16> {
    let imm = function.operands(inst).first()?.imm()?;
    Some(imm as u16)
}

fn text(function: &Function, inst: InstId) -> String {
    let imm = imm(function, inst).unwrap_or(0);
    if is_nop(function, inst) {
        needs::nop_text(u32::from(imm) + 1)
    } else {
        needs::wait_text(Counts::decode(imm))
    }
}

/// How much is missing: wait states, and waits.
pub(super) fn lacks(function: &Function, policy: Policy) -> usize {
    let (missing, _) = needs::missing(function, policy);
    let lacks = missing
        .iter()
        .map(|missing| needs::states(missing).map_or(1, |s| s as usize));
    lacks.sum()
}

/// Mends what can be mended by stronger nops and waits, and by needless ones that make room.
pub(super) fn mend(
    function: &Function,
    policy: Policy,
    may_move: impl Fn(InstId) -> bool,
) -> Mended {
    let original = function.inst_count();
    let mut now = function.clone();
    let mut changes = Vec::new();
    let mut stuck: HashSet<(InstId, &'static str)> = HashSet::new();
    let mut trials = TRIALS;
    let mut least = lacks(&now, policy);
    loop {
        let (open, _) = needs::missing(&now, policy);
        let next = open.into_iter().find(|m| !stuck.contains(&(m.at, m.rule)));
        let Some(missing) = next else { break };
        let mut better = None;
        for (candidate, change) in candidates(&now, &missing, policy, original, &may_move) {
            let Some(left) = trials.checked_sub(1) else {
                break;
            };
            trials = left;
            let (open, _) = needs::missing(&candidate, policy);
            let mended = !open
                .iter()
                .any(|m| m.at == missing.at && m.rule == missing.rule);
            let lacks = lacks(&candidate, policy);
            if mended && lacks < least {
                least = lacks;
                better = Some((candidate, change));
                break;
            }
        }
        match better {
            Some((candidate, change)) => {
                now = candidate;
                changes.push(change);
            }
            None => {
                stuck.insert((missing.at, missing.rule));
            }
        }
    }
    Mended {
        function: now,
        changes,
    }
}

/// The functions that may be better, those with the smaller change first.
fn candidates(
    function: &Function,
    missing: &Missing,
    policy: Policy,
    original: usize,
    may_move: impl Fn(InstId) -> bool,
) -> Vec<(Function, Change)> {
    let places = needs::blocks(function);
    let Some(&(block, at)) = places.get(&missing.at) else {
        return Vec::new();
    };
    let after = missing.after.and_then(|after| places.get(&after));
    let begin = after
        .filter(|a| a.0 == block && a.1 < at)
        .map_or(0, |a| a.1 + 1);
    let order = &function.block(block).order;
    let mut all = Vec::new();
    let mut push =
        |name: &str, imm: u16, instead: String, order: &dyn Fn(InstId) -> Vec<InstId>| {
            let mut candidate = function.clone();
            let new = candidate.add_inserted(name, i64::from(imm));
            candidate.set_order(block, order(new));
            let change = Change {
                before: missing.at,
                text: text(&candidate, new),
                instead_of: instead,
                rule: missing.rule,
            };
            all.push((candidate, change));
        };
    for place in (begin..at).rev() {
        let inst = order[place];
        let Some(old) = imm(function, inst) else {
            continue;
        };
        let replaced = |new: InstId| {
            let mut order = order.clone();
            order[place] = new;
            order
        };
        let states = needs::states(missing).filter(|_| is_nop(function, inst));
        if let Some(states) = states
            && u32::from(old) + 1 + states <= longest_nop(function.gpu)
        {
            push(
                "S_NOP",
                old + states as u16,
                text(function, inst),
                &replaced,
            );
        }
        if let Some(counts) = needs::counts(missing).filter(|_| is_wait(function, inst)) {
            let both = Counts::decode(old).and(counts);
            push("S_WAITCNT", both.encode(), text(function, inst), &replaced);
        }
    }
    let (name, imm) = match (needs::states(missing), needs::counts(missing)) {
        (Some(states), _) if states <= longest_nop(function.gpu) => ("S_NOP", states as u16 - 1),
        (_, Some(counts)) => ("S_WAITCNT", counts.encode()),
        _ => return all,
    };
    let mut needless = check::idle(function);
    let nops = check::idle_nops(function, policy).into_iter();
    needless.extend(nops.filter(|(_, enough)| enough.0 == 0).map(|(nop, _)| nop));
    for gone in needless {
        let Some(&(_, place)) = places.get(&gone).filter(|place| place.0 == block) else {
            continue;
        };
        let (from, to) = if place < at {
            (place + 1, at)
        } else {
            (at, place)
        };
        let moved = &order[from..to];
        let fits = is_nop(function, gone) || is_wait(function, gone);
        // The first of a block may go up a word: what leads there leads to the new instruction.
        let free = |inst: &InstId| inst.index() >= original || may_move(*inst);
        if !fits || !moved.iter().all(free) {
            continue;
        }
        let instead = format!("a needless {}", text(function, gone));
        push(name, imm, instead, &|new| {
            let with = order.iter().flat_map(|&inst| {
                let new = (inst == missing.at).then_some(new);
                new.into_iter().chain((inst != gone).then_some(inst))
            });
            with.collect()
        });
    }
    all
}
