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
use crate::transform::rename::{self, BlockWebs};

/// Rounds for each loop, as long as each finds something.
fn rounds() -> usize {
    std::env::var("ROUNDS")
        .ok()
        .and_then(|t| t.parse().ok())
        .unwrap_or(3)
}

/// Renames where that frees a better order. Returns what was done, by block.
pub fn apply(
    function: &mut Function,
    search: &schedule::Options,
    options: &Options,
    report: &mut Report,
) -> Vec<BlockWebs> {
    let search = schedule::Options {
        own_figures: false,
        ..search.clone()
    };
    let traces = report.traces.iter().map(|trace| &trace.trace);
    let mut wanted: Vec<Trace> = traces.filter(|trace| trace.is_loop()).cloned().collect();
    let mut all: Vec<BlockWebs> = Vec::new();
    for _ in 0..rounds() {
        let blocks: Vec<BlockId> = wanted
            .iter()
            .flat_map(|t| t.blocks.iter().copied())
            .collect();
        let mut renamed = function.clone();
        let webs = rename::rename(&mut renamed, &blocks, options.rename);
        wanted.retain(|trace| is_renamed(trace, &webs));
        if wanted.is_empty() {
            break;
        }
        let before = Facts::new(function, options.hazards);
        let needs = TableOracle(Facts::new(&renamed, options.hazards));
        let (mut found, mut alternatives) =
            schedule::schedule_traces(&mut renamed, &needs, &search, wanted);
        let incoming = Incoming {
            function: function.clone(),
            facts: &before,
            is_llvms: false,
        };
        profitability::apply(
            &mut renamed,
            incoming,
            &needs.0,
            &search,
            &mut found,
            &mut alternatives,
        );
        let better: Vec<TraceReport> = found
            .traces
            .into_iter()
            .filter(TraceReport::is_moved)
            .collect();
        let blocks: Vec<BlockId> = better
            .iter()
            .flat_map(|t| t.trace.blocks.iter().copied())
            .collect();
        rename::adopt(function, &renamed, &blocks);
        all.retain(|old| !blocks.contains(&old.block));
        all.extend(webs.into_iter().filter(|webs| blocks.contains(&webs.block)));
        wanted = better.iter().map(|trace| trace.trace.clone()).collect();
        record(report, better);
    }
    all
}

fn is_renamed(trace: &Trace, webs: &[BlockWebs]) -> bool {
    webs.iter()
        .any(|webs| webs.moved > 0 && trace.blocks.contains(&webs.block))
}

/// Puts the figures of the traces that are better into the report.
fn record(report: &mut Report, better: Vec<TraceReport>) {
    for new in better {
        let mut traces = report.traces.iter_mut();
        if let Some(old) = traces.find(|old| old.trace == new.trace) {
            old.after = new.after;
            old.regions = new.regions;
            old.search.winner = new.search.winner;
        }
    }
}
