//! The loops of a function: which are hot, which are the same in both versions, and what runs in them.

use super::apart::{ApartLoop, Compared, stores};
use super::data::{Bound, Events, Region, RegionVersion, Spent, Suggestion, Timeline, Version};
use super::function::{Listing, block_label};
use super::suggestions::Facts;
use super::what_if::{Answers, Budget, Subject, family};
use super::{Clocks, Input, Measured, diff, registers};
use cdnasched_base::gpu::Unit;
use cdnasched_base::machine::Function;
use cdnasched_base::machine::occupancy::occupancy;
use cdnasched_driver::report::{LoopKey, pairs};
use cdnasched_engine::timing::{
    self, Advice, Finished, LoopBound, Model, Perturbation, Timing, Trace,
};

/// Loops of a function that are shown at most.
const MOST: usize = 8;
/// Loops with a smaller share of the function's time, in percent, are not shown beside others.
const LEAST_SHARE: f64 = 1.0;

/// A trace of a version, and its share of the version's time in percent.
struct Found {
    trace: Trace,
    frequency: f64,
    share: f64,
}

/// The loops in which the time goes, at the kernel's own number of waves.
fn find(timing: &Timing<Finished>) -> Vec<Found> {
    let all = timing.clocks_at_occupancy(0).max(1.0);
    let traces = timing.traces.iter().map(|timed| {
        let settled = timed.models.first().map(|m| m.at_occupancy.clocks());
        let entering = timed.entering.first().copied();
        let clocks = timed.frequency * settled.unwrap_or(0.0) + entering.unwrap_or(0.0);
        Found {
            share: 100.0 * clocks / all,
            frequency: timed.frequency,
            trace: timed.trace.clone(),
        }
    });
    let traces: Vec<Found> = traces.collect();
    let hottest = traces
        .iter()
        .max_by(|one, other| one.share.total_cmp(&other.share))
        .map(|found| found.trace.clone());
    let any_loop = traces.iter().any(|found| found.trace.is_loop());
    let wanted = |found: &Found| match any_loop {
        true => found.trace.is_loop(),
        false => Some(&found.trace) == hottest.as_ref(),
    };
    traces.into_iter().filter(wanted).collect()
}

pub(super) fn matrix_instructions(function: &Function, trace: &Trace) -> u32 {
    let blocks = trace.blocks.iter();
    let insts = blocks.flat_map(|&block| &function.block(block).order);
    insts
        .filter(|&&inst| function.info(inst).unit == Unit::Matrix)
        .count() as u32
}

/// The loops of all versions, hottest first.
pub(super) fn regions(
    inputs: &[Input],
    listings: &[Listing],
    shown: &[Version],
    files: &[&String],
    timings: &[Timing<Finished>],
    model: &Model,
) -> Vec<Region> {
    let found: Vec<Vec<Found>> = timings.iter().map(find).collect();
    let mut rows = paired(inputs, &found);
    let share = |row: &Vec<Option<usize>>| {
        let shares = row.iter().zip(&found);
        let shares = shares.filter_map(|(at, of)| at.map(|at| of[at].share));
        shares.fold(0.0, f64::max)
    };
    rows.sort_by(|one, other| share(other).total_cmp(&share(one)));
    let least = rows.first().map_or(0.0, share).min(LEAST_SHARE);
    rows.retain(|row| share(row) >= least);
    rows.truncate(MOST);
    let family = family(inputs.iter().map(|input| &input.function), model);
    let mut budgets: Vec<Budget> = inputs.iter().map(|_| Budget::new()).collect();
    let apart = inputs.iter().zip(timings).map(|(input, timing)| {
        let apart = input.apart.as_ref();
        let apart = apart.filter(|_| !matches!(input.clocks, Clocks::Measured(_)));
        Compared::of(&input.function, timing, apart?, model)
    });
    let apart: Vec<Option<Compared<'_>>> = apart.collect();
    let rows = rows.iter().map(|row| {
        let versions: Vec<Option<RegionVersion>> = row
            .iter()
            .zip(inputs.iter().zip(listings))
            .zip(found.iter().zip(shown))
            .zip(budgets.iter_mut().zip(&apart))
            .map(
                |(((&at, (input, listing)), (of, shown)), (budget, apart))| {
                    let of = &of[at?];
                    let mut found = version(input, listing, of, model, &family, budget)?;
                    let own = found.timelines.last();
                    let apart = apart.as_ref().zip(own);
                    let apart = apart.and_then(|(apart, own)| apart.of_loop(&of.trace, own.waves));
                    found.suggestions =
                        suggestions(input, listing, (shown, files), &found, (model, apart));
                    Some(found)
                },
            )
            .collect();
        Region {
            title: title(inputs, &found, row),
            is_loop: row
                .iter()
                .zip(&found)
                .any(|(at, of)| at.is_some_and(|at| of[at].trace.is_loop())),
            same: match (&versions[..], listings) {
                ([Some(one), Some(other)], [first, second]) => diff::same(
                    (&inputs[0].function, first, &one.blocks),
                    (&inputs[1].function, second, &other.blocks),
                ),
                _ => Vec::new(),
            },
            versions,
        }
    });
    rows.collect()
}

/// By loop: which one it is in each version.
fn paired(inputs: &[Input], found: &[Vec<Found>]) -> Vec<Vec<Option<usize>>> {
    let keys = |at: usize| -> Vec<LoopKey> {
        let of = found[at].iter().map(|found| LoopKey {
            block: found.trace.blocks[0].0,
            matrix_instructions: matrix_instructions(&inputs[at].function, &found.trace),
        });
        of.collect()
    };
    if found.len() < 2 {
        return (0..found.first().map_or(0, Vec::len))
            .map(|at| vec![Some(at)])
            .collect();
    }
    let same = pairs(&keys(0), &keys(1));
    let mut rows: Vec<Vec<Option<usize>>> = Vec::new();
    for at in 0..found[0].len() {
        let other = same.iter().find(|(one, _)| *one == at);
        rows.push(vec![Some(at), other.map(|(_, other)| *other)]);
    }
    for at in 0..found[1].len() {
        if !same.iter().any(|(_, other)| *other == at) {
            rows.push(vec![None, Some(at)]);
        }
    }
    rows
}

fn title(inputs: &[Input], found: &[Vec<Found>], row: &[Option<usize>]) -> String {
    let first = row.iter().enumerate().find_map(|(v, at)| Some((v, (*at)?)));
    let Some((version, at)) = first else {
        return String::new();
    };
    let (input, trace) = (&inputs[version], &found[version][at].trace);
    let label = block_label(input, trace.blocks[0]);
    let matrix = matrix_instructions(&input.function, trace);
    let what = if trace.is_loop() { "loop at " } else { "" };
    match matrix {
        0 => format!("{what}{label}"),
        1 => format!("{what}{label}, 1 matrix instruction"),
        count => format!("{what}{label}, {count} matrix instructions"),
    }
}

/// `None` where it was not measured.
fn version(
    input: &Input,
    listing: &Listing,
    found: &Found,
    model: &Model,
    family: &[(&'static Perturbation, Model)],
    budget: &mut Budget,
) -> Option<RegionVersion> {
    let function = &input.function;
    let trace = &found.trace;
    let waves = occupancy(function);
    let bound = LoopBound::of(function, trace, model, waves).map(|bound| {
        [bound.one_wave, bound.at_occupancy].map(|bound| Bound {
            clocks: bound.period.clocks(),
            by: bound.by.describe(function),
        })
    });
    let of_block = |all: &[Measured]| -> Vec<Measured> {
        let of = all
            .iter()
            .filter(|one| trace.blocks.first() == Some(&one.block));
        of.cloned().collect()
    };
    let modelled = |crowds: &[u32]| -> Vec<Timeline> {
        let crowds = crowds.iter();
        crowds
            .map(|&waves| {
                let watched = timing::Timeline::of(function, trace, model, waves);
                timeline(listing, &watched)
            })
            .collect()
    };
    let mut advice = advice(input, trace, model);
    let ask = |crowds: &[u32], budget: &mut Budget| {
        let subject = Subject {
            function,
            trace,
            model,
            crowds,
        };
        subject.ask(family, budget)
    };
    let mut answers = Answers::default();
    let timelines = match &input.clocks {
        Clocks::Modelled => {
            let crowds: &[u32] = if waves > 1 { &[1, waves] } else { &[1] };
            answers = ask(crowds, budget);
            modelled(crowds)
        }
        Clocks::ModelledBeside(measured) => {
            let measured = of_block(measured);
            let crowds: Vec<u32> = measured.iter().map(|one| one.timeline.waves).collect();
            let crowds = if crowds.is_empty() { &[1] } else { &crowds[..] };
            answers = ask(crowds, budget);
            modelled(crowds)
        }
        Clocks::Measured(measured) => {
            let measured = of_block(measured);
            let notes: Vec<&str> = measured.iter().map(|one| one.note.as_str()).collect();
            advice = notes.join(" ");
            let shown = measured.iter().map(|one| timeline(listing, &one.timeline));
            shown.collect()
        }
    };
    if timelines.is_empty() {
        return None;
    }
    Some(RegionVersion {
        blocks: trace
            .blocks
            .iter()
            .map(|&block| listing.block(block))
            .collect(),
        frequency: found.frequency,
        share: rounded(found.share),
        measured: matches!(input.clocks, Clocks::Measured(_)),
        advice,
        bound,
        pressure: registers::pressure(function, listing, &trace.blocks),
        timelines,
        perturbed: answers.perturbed,
        latency: answers.latency,
        suggestions: Vec::new(),
        clocks_with_more_waves: answers.clocks_with_more_waves,
    })
}

/// What could be changed in the source of a loop; nothing for what was measured.
fn suggestions(
    input: &Input,
    listing: &Listing,
    (version, files): (&Version, &[&String]),
    part: &RegionVersion,
    (model, apart): (&Model, Option<ApartLoop<'_>>),
) -> Vec<Suggestion> {
    let function = &input.function;
    let Some(own) = part.timelines.last().filter(|_| !part.measured) else {
        return Vec::new();
    };
    let blocks = part.blocks.iter();
    let blocks = blocks.map(|&block| listing.blocks[block as usize]);
    let insts = blocks.flat_map(|block| &function.block(block).order);
    let stores = insts.clone().filter(|&&inst| stores(function, inst));
    let stores: Vec<u32> = stores.filter_map(|&inst| listing.place(inst)).collect();
    let conflicts = insts.filter_map(|&inst| {
        let clocks = model.bank_conflict_time(function, inst).clocks();
        (clocks > 0.0).then_some((listing.place(inst)?, clocks))
    });
    let conflicts: Vec<(u32, f64)> = conflicts.collect();
    let facts = Facts {
        version,
        files,
        blocks: &part.blocks,
        own,
        perturbed: &part.perturbed,
        latency: part.latency.as_ref(),
        clocks_with_more_waves: part.clocks_with_more_waves,
        conflicts: &conflicts,
        stores: &stores,
        apart,
    };
    facts.suggestions()
}

/// What binds a loop; empty outside of loops.
fn advice(input: &Input, trace: &Trace, model: &Model) -> String {
    let function = &input.function;
    let advice = Advice::of(function, trace, model);
    let place = |inst| input.written(inst).place();
    advice.map_or_else(String::new, |advice| advice.describe(function, &place))
}

/// Where the clocks of an iteration go.
pub(super) fn spent(watched: &timing::Timeline) -> Vec<Spent> {
    let spent = watched.spent.iter();
    spent
        .map(|&(what, clocks)| Spent {
            what,
            clocks: rounded(clocks),
        })
        .collect()
}

/// To a hundredth.
pub(super) fn rounded(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

fn timeline(listing: &Listing, watched: &timing::Timeline) -> Timeline {
    let mut events = Events::default();
    for event in &watched.events {
        // Every instruction that issues is listed.
        events.inst.push(listing.place(event.inst).unwrap_or(0));
        events.wave.push(event.wave.min(255) as u8);
        events.iteration.push(event.iteration.min(255) as u8);
        events.ready.push(event.ready);
        events.issue.push(event.issue);
        events.next.push(event.next);
        events.start.push(event.start);
        events.busy.push(event.busy);
        events.done.push(event.done);
        events.stall.push(event.stall);
        events.cause.push(event.cause.map_or(-1, |at| at as i32));
    }
    Timeline {
        waves: watched.waves,
        iterations: watched.iterations,
        period: watched.period.clocks(),
        end: watched.end(),
        events,
        spent: spent(watched),
        busy: watched
            .busy
            .iter()
            .map(|&(lane, clocks)| (lane, rounded(clocks)))
            .collect(),
    }
}
