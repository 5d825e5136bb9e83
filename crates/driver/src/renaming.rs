//! Renaming and searching in turns: each round gives the values of loops other registers, in the order
//! that the last one found, and searches again with the room that this makes.
//!
//! Each round starts from a program that is right, and a trace keeps its result only if it is better on the
//! finished stream than what it had, under every model; so it never ends worse than without.

use super::profitability::{self, Incoming};
use super::table_oracle::TableOracle;
use super::{Check, Options};
use crate::check::{self, Violation};
use crate::hazard::Facts;
use crate::machine::{BlockId, Function};
use crate::schedule::{self, Decision, Reason, Report, TraceReport};
use crate::timing::Trace;
use crate::transform::rename;

/// Rounds for each loop, as long as each finds something.
const ROUNDS: usize = 4;
/// Another round follows for loops of which the last one took at least this share of one wave's time.
const LEAST_GAIN: f64 = 0.01;

/// Renames where that frees a better order. `llvm` is the function as LLVM made it; `facts` are those of
/// both, whose instructions have the same registers. Returns what the instructions do in terms of the hazard
/// rules from then on, and what the check found wrong with the renamed registers: then the orders alone stay.
pub fn apply(
    function: &mut Function,
    llvm: &Function,
    facts: Facts,
    search: &schedule::Options,
    options: &Options,
    report: &mut Report,
) -> (Facts, Option<Violation>) {
    let search = schedule::Options {
        own_figures: false,
        ..search.clone()
    };
    let plain = function.clone();
    let loops = report.traces.iter().filter(|t| t.trace.is_loop());
    let loops: Vec<Trace> = loops.map(|trace| trace.trace.clone()).collect();
    let mut wanted = loops.clone();
    let mut now = None;
    let unrenamed = report.clone();
    for _ in 0..ROUNDS {
        let present = now.as_ref().unwrap_or(&facts);
        let found = round(function, present, wanted, &search, options);
        let better = found.iter().filter(|trace| trace.is_moved());
        let gained = better.clone().filter(|trace| gain(trace) >= LEAST_GAIN);
        wanted = gained.map(|trace| trace.trace.clone()).collect();
        let is_last = better.count() == 0;
        for new in found {
            record(report, llvm, function, new);
        }
        if is_last {
            break;
        }
        now = Some(Facts::new(function, options.hazards));
    }
    if let Some(present) = now.take() {
        let facts = (&facts, &present);
        let lost = revert_fragile(function, (&plain, llvm), facts, &search, report, &unrenamed);
        now = Some(match lost {
            true => Facts::new(function, options.hazards),
            false => present,
        });
    }
    let same = || check::order(function, llvm).and_then(|()| check::renaming(function, llvm));
    let is_judged = options.check != Check::Off && now.is_some();
    let wrong = is_judged.then(same).and_then(Result::err);
    if wrong.is_some() {
        (*function, *report, now) = (plain.clone(), unrenamed, None);
    }
    let summary = rename::summary(function, &plain, &blocks_of(&loops), options.rename);
    for trace in &mut report.traces {
        let webs = summary
            .iter()
            .filter(|webs| trace.trace.blocks.contains(&webs.block));
        trace.renamed = webs.cloned().collect();
    }
    (now.unwrap_or(facts), wrong)
}

/// Gives loops that lose under a perturbed model against LLVM's order, after all rounds, what they had before
/// the first: each round was only compared with the one before it. Whether there are any.
fn revert_fragile(
    function: &mut Function,
    (plain, llvm): (&Function, &Function),
    (former, present): (&Facts, &Facts),
    search: &schedule::Options,
    report: &mut Report,
    before: &Report,
) -> bool {
    let renamed = |trace: &&TraceReport| trace.order_alone.is_some();
    let mut judged = Report {
        waves: report.waves,
        traces: report.traces.iter().filter(renamed).cloned().collect(),
    };
    let incoming = Incoming {
        function: llvm.clone(),
        facts: former,
        is_llvms: false,
    };
    let fragile = profitability::fragile(function, incoming, present, search, &mut judged);
    for (at, new) in judged.traces.into_iter().enumerate() {
        let mut traces = report.traces.iter_mut();
        let Some(trace) = traces.find(|old| old.trace == new.trace) else {
            continue;
        };
        trace.robustness = new.robustness;
        let old = before.traces.iter().find(|old| old.trace == new.trace);
        if let Some(old) = old.filter(|_| fragile.contains(&at)) {
            rename::adopt(function, plain, &old.trace.blocks);
            *trace = old.clone();
            trace.reverted.push("slower under a perturbed model");
        }
    }
    !fragile.is_empty()
}

/// One round for some loops: gives those that find a better order their new registers and that order.
/// Returns the reports of all that were searched.
fn round(
    function: &mut Function,
    facts: &Facts,
    mut wanted: Vec<Trace>,
    search: &schedule::Options,
    options: &Options,
) -> Vec<TraceReport> {
    let mut renamed = function.clone();
    let changed = rename::rename(&mut renamed, &blocks_of(&wanted), options.rename);
    wanted.retain(|trace| trace.blocks.iter().any(|block| changed.contains(block)));
    if wanted.is_empty() {
        return Vec::new();
    }
    let needs = TableOracle(Facts::new(&renamed, options.hazards));
    let (mut found, mut alternatives) =
        schedule::schedule_traces(&mut renamed, &needs, search, wanted);
    let incoming = Incoming {
        function: function.clone(),
        facts,
        is_llvms: false,
    };
    profitability::apply(
        &mut renamed,
        incoming,
        &needs.0,
        search,
        &mut found,
        &mut alternatives,
    );
    let better = found.traces.iter().filter(|trace| trace.is_moved());
    let better = blocks_of(better.map(|trace| &trace.trace));
    rename::adopt(function, &renamed, &better);
    found.traces
}

fn blocks_of<'a>(traces: impl IntoIterator<Item = &'a Trace>) -> Vec<BlockId> {
    let blocks = traces.into_iter().flat_map(|trace| trace.blocks.iter());
    blocks.copied().collect()
}

/// The share of one wave's time that the new order saves under the first model.
fn gain(trace: &TraceReport) -> f64 {
    match (trace.after.first(), trace.before.first()) {
        (Some(new), Some(old)) => {
            let [new, old] = [new, old].map(|timing| timing.single_wave.period.clocks());
            1.0 - new / old.max(1.0)
        }
        _ => 0.0,
    }
}

/// Puts what a round did to a trace into the report, where orders are compared with LLVM's.
fn record(report: &mut Report, llvm: &Function, function: &Function, new: TraceReport) {
    let mut traces = report.traces.iter_mut();
    let Some(old) = traces.find(|old| old.trace == new.trace) else {
        return;
    };
    if !new.is_moved() {
        let mut search = new.search;
        search.winner = None;
        old.search.add(&search);
        return;
    }
    old.search.add(&new.search);
    let order_alone = std::mem::replace(&mut old.after, new.after);
    old.order_alone.get_or_insert(order_alone);
    old.robustness = None;
    for region in &mut old.regions {
        let range = region.begin..region.begin + region.instructions;
        let [was, is] = [llvm, function].map(|f| f.block(region.block).order.get(range.clone()));
        let pairs = was.into_iter().flatten().zip(is.into_iter().flatten());
        region.moved = pairs.filter(|(was, is)| was != is).count();
        region.decision = match (region.moved, region.decision) {
            (_, Decision::Kept(Reason::Directive)) => region.decision,
            (0, _) => Decision::Kept(Reason::Unmoved),
            _ => Decision::Reordered,
        };
    }
}
