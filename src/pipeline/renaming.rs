//! Renaming and searching in turns: each round gives the values of loops other registers, in the order
//! that the last one found, and searches again with the room that this makes.
//!
//! Each round starts from a program that is right, and a trace keeps its result only if it is better on the
//! finished stream than what it had, under every model; so it never ends worse than without.

use super::Options;
use super::profitability::{self, Incoming};
use super::table_oracle::TableOracle;
use crate::hazard::Facts;
use crate::machine::{BlockId, Function};
use crate::schedule::{self, Report, TraceReport};
use crate::timing::Trace;
use crate::transform::rename;

/// Rounds for each loop, as long as each finds something.
const ROUNDS: usize = 4;
/// Another round follows for loops of which the last one took at least this share of one wave's time.
const LEAST_GAIN: f64 = 0.01;

/// Renames where that frees a better order. Returns what its instructions do in terms of the hazard rules
/// from then on; `facts` is that of the function as it is.
pub fn apply(
    function: &mut Function,
    facts: Facts,
    search: &schedule::Options,
    options: &Options,
    report: &mut Report,
) -> Facts {
    let search = schedule::Options {
        own_figures: false,
        ..search.clone()
    };
    let original = function.clone();
    let loops = report.traces.iter().filter(|t| t.trace.is_loop());
    let loops: Vec<Trace> = loops.map(|trace| trace.trace.clone()).collect();
    let mut wanted = loops.clone();
    let mut facts = facts;
    for _ in 0..ROUNDS {
        let better = round(function, &facts, wanted, &search, options);
        if better.is_empty() {
            break;
        }
        facts = Facts::new(function, options.hazards);
        let gained = better.iter().filter(|trace| gain(trace) >= LEAST_GAIN);
        wanted = gained.map(|trace| trace.trace.clone()).collect();
        record(report, better);
    }
    let summary = rename::summary(function, &original, &blocks_of(&loops), options.rename);
    for trace in &mut report.traces {
        let webs = summary
            .iter()
            .filter(|webs| trace.trace.blocks.contains(&webs.block));
        trace.renamed = webs.cloned().collect();
    }
    facts
}

/// One round for some loops: gives those that find a better order their new registers and that order, and
/// returns their reports.
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
    let moved = found.traces.into_iter().filter(TraceReport::is_moved);
    let better: Vec<TraceReport> = moved.collect();
    rename::adopt(
        function,
        &renamed,
        &blocks_of(better.iter().map(|t| &t.trace)),
    );
    better
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

/// Puts the figures of the traces that are better into the report.
fn record(report: &mut Report, better: Vec<TraceReport>) {
    for new in better {
        let mut traces = report.traces.iter_mut();
        if let Some(old) = traces.find(|old| old.trace == new.trace) {
            let order_alone = std::mem::replace(&mut old.after, new.after);
            old.order_alone.get_or_insert(order_alone);
            old.regions = new.regions;
            old.search.winner = new.search.winner;
        }
    }
}
