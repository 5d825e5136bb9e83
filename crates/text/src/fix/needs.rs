//! What goes into a function, and where.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::lint::{Lack, Missing, longest_nop, missing_nops, missing_waits};
use cdnasched_base::gpu::{Counter, Counts};
use cdnasched_base::machine::{BlockId, Function, InstId};
use cdnasched_base::rules::Policy;
use cdnasched_engine::hazard;

/// Waits up to which each is tried without: each trial looks at the whole function.
const TRIED_WAITS: usize = 300;

/// An instruction to insert.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Insert {
    /// The instruction that it goes before, or the last of the block, which it goes behind.
    pub(super) at: InstId,
    pub(super) behind: bool,
    pub(super) text: String,
    pub(super) rule: &'static str,
}

/// The instruction for wait states.
pub(super) fn nop_text(states: u32) -> String {
    format!("s_nop {}", states.saturating_sub(1))
}

/// The instruction for a wait.
pub(super) fn wait_text(counts: Counts) -> String {
    format!("s_waitcnt {counts}")
}

/// Everything that is missing in a function and reported by default.
pub(super) fn missing(function: &Function, policy: Policy) -> (Vec<Missing>, usize) {
    let mut all = missing_waits(function);
    all.extend(missing_nops(function, policy));
    let count = all.len();
    all.retain(|missing| missing.decided);
    let undecided = count - all.len();
    (all, undecided)
}

/// The counts that a missing wait asks for.
pub(super) fn counts(missing: &Missing) -> Option<Counts> {
    let Lack::Wait { counter, count } = &missing.lack else {
        return None;
    };
    let of_name = |other: &Counter| other.name() == counter.as_ref();
    let counter = Counter::ALL.into_iter().find(of_name)?;
    Some(Counts::NONE.with(counter, Some(*count)))
}

/// The wait states that are missing.
pub(super) fn states(missing: &Missing) -> Option<u32> {
    match missing.lack {
        Lack::WaitStates { have, need } => Some(need.saturating_sub(have)),
        _ => None,
    }
}

type Waits = BTreeMap<InstId, (Counts, &'static str)>;

/// What mends a function. Nothing goes before instructions that are `blocked`. With `here`, nops go before what
/// needs them, and never to the end of an earlier block.
pub(super) fn inserts(
    function: &Function,
    policy: Policy,
    here: bool,
    blocked: impl Fn(InstId) -> bool,
) -> Vec<Insert> {
    let waits = waits(function, &blocked);
    let mut mended = function.clone();
    let mut rules = add_waits(&mut mended, &waits);
    let nops = missing_nops(&mended, policy);
    if nops.iter().all(|missing| !missing.decided) {
        return collect(function, &mended, &rules);
    }
    // What is not decided is left alone; the placement over all blocks would serve it, too.
    if here || nops.iter().any(|missing| !missing.decided) {
        add_nops(&mut mended, policy, &mut rules, &blocked);
    } else {
        for nop in hazard::place(&mut mended, policy).insertions {
            rules.insert(nop.nop, nop.rule.map_or("wait states", |rule| rule.id));
        }
    }
    collect(function, &mended, &rules)
}

/// The waits that are missing, by the instruction they go before.
fn waits(function: &Function, blocked: impl Fn(InstId) -> bool) -> Waits {
    let block_of = blocks(function);
    let mut waits = Waits::new();
    let mut stuck: BTreeSet<InstId> = BTreeSet::new();
    loop {
        let mut mended = function.clone();
        add_waits(&mut mended, &waits);
        let mut open = missing_waits(&mended);
        open.retain(|missing| missing.decided && !stuck.contains(&missing.at));
        // The wait of the first in a block may serve those behind it.
        let mut first: HashMap<BlockId, InstId> = HashMap::new();
        let mut asked = Waits::new();
        for missing in open {
            let at = missing.at;
            let Some(&(block, _)) = block_of.get(&at).filter(|_| !blocked(at)) else {
                stuck.insert(at);
                continue;
            };
            if *first.entry(block).or_insert(at) == at
                && let Some(counts) = counts(&missing)
            {
                let wait = asked.entry(at).or_insert((Counts::NONE, missing.rule));
                wait.0 = wait.0.and(counts);
            }
        }
        let progress = !asked.is_empty();
        for (at, (counts, rule)) in asked {
            let wait = waits.entry(at).or_insert((Counts::NONE, rule));
            let stricter = wait.0.and(counts);
            if stricter == wait.0 {
                stuck.insert(at);
            }
            wait.0 = stricter;
        }
        if !progress {
            break;
        }
    }
    leave_out(function, &mut waits);
    waits
}

/// Leaves out waits that others make needless.
fn leave_out(function: &Function, waits: &mut Waits) {
    if waits.len() > TRIED_WAITS {
        return;
    }
    let open = |waits: &Waits| {
        let mut mended = function.clone();
        add_waits(&mut mended, waits);
        let open = missing_waits(&mended).into_iter();
        open.filter(|missing| missing.decided).count()
    };
    let least = open(waits);
    let all: Vec<InstId> = waits.keys().copied().collect();
    for at in all.into_iter().rev() {
        if let Some(wait) = waits.remove(&at)
            && open(waits) > least
        {
            waits.insert(at, wait);
        }
    }
}

/// By instruction: its block and place there.
pub(super) fn blocks(function: &Function) -> HashMap<InstId, (BlockId, usize)> {
    let mut of = HashMap::new();
    for block in function.block_ids() {
        let order = function.block(block).order.iter().enumerate();
        of.extend(order.map(|(at, &inst)| (inst, (block, at))));
    }
    of
}

fn add_waits(function: &mut Function, waits: &Waits) -> HashMap<InstId, &'static str> {
    let mut rules = HashMap::new();
    let block_of = blocks(function);
    let mut new: HashMap<InstId, Vec<InstId>> = HashMap::new();
    let mut changed = BTreeSet::new();
    for (&at, &(counts, rule)) in waits {
        let Some(&(block, _)) = block_of.get(&at) else {
            continue;
        };
        let wait = function.add_inserted("S_WAITCNT", i64::from(counts.encode()));
        rules.insert(wait, rule);
        new.insert(at, vec![wait]);
        changed.insert(block);
    }
    insert(function, &changed, &new);
    rules
}

/// Puts nops directly before what lacks wait states.
fn add_nops(
    function: &mut Function,
    policy: Policy,
    rules: &mut HashMap<InstId, &'static str>,
    blocked: impl Fn(InstId) -> bool,
) {
    let block_of = blocks(function);
    let mut new: HashMap<InstId, Vec<InstId>> = HashMap::new();
    let mut changed = BTreeSet::new();
    // Findings of several severities may be on one instruction.
    let mut most: BTreeMap<InstId, (u32, &'static str)> = BTreeMap::new();
    for missing in missing_nops(function, policy) {
        let Some(states) = states(&missing).filter(|_| missing.decided && !blocked(missing.at))
        else {
            continue;
        };
        let known = most.entry(missing.at).or_insert((states, missing.rule));
        if states > known.0 {
            *known = (states, missing.rule);
        }
    }
    for (at, (mut left, rule)) in most {
        let Some(&(block, _)) = block_of.get(&at) else {
            continue;
        };
        while left > 0 {
            let one = left.min(longest_nop(function.gpu));
            let nop = function.add_inserted("S_NOP", i64::from(one) - 1);
            rules.insert(nop, rule);
            new.entry(at).or_default().push(nop);
            left -= one;
        }
        changed.insert(block);
    }
    insert(function, &changed, &new);
}

/// Puts instructions before others.
fn insert(function: &mut Function, blocks: &BTreeSet<BlockId>, new: &HashMap<InstId, Vec<InstId>>) {
    for &block in blocks {
        let old = function.block(block).order.clone();
        let mut order = Vec::with_capacity(old.len() + new.len());
        for inst in old {
            order.extend(new.get(&inst).into_iter().flatten());
            order.push(inst);
        }
        function.set_order(block, order);
    }
}

/// What was added, by the instructions of the original.
fn collect(
    original: &Function,
    mended: &Function,
    rules: &HashMap<InstId, &'static str>,
) -> Vec<Insert> {
    let mut inserts = Vec::new();
    for block in mended.block_ids() {
        let mut open: Vec<InstId> = Vec::new();
        let mut last = None;
        let mut put = |open: &mut Vec<InstId>, at: InstId, behind: bool| {
            for inst in open.drain(..) {
                let imm = mended.operands(inst).first().and_then(|o| o.imm());
                let imm = imm.unwrap_or(0);
                let text = match mended.info(inst).unit {
                    cdnasched_base::gpu::Unit::Nop => nop_text(imm as u32 + 1),
                    _ => wait_text(Counts::decode(imm as u16)),
                };
                let rule = rules.get(&inst).copied().unwrap_or("wait states");
                inserts.push(Insert {
                    at,
                    behind,
                    text,
                    rule,
                });
            }
        };
        for &inst in &mended.block(block).order {
            if inst.index() >= original.inst_count() {
                open.push(inst);
            } else {
                put(&mut open, inst, false);
                last = Some(inst);
            }
        }
        if let Some(last) = last {
            put(&mut open, last, true);
        }
    }
    inserts
}
