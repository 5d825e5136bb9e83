//! Loops whose iterations overlap: which ones, where they are cut, and whether that pays.
//!
//! It begins with what search and renaming found, so that nothing is worse for trying: a loop is cut and
//! rotated ([`rotate`]), searched and renamed again as one block, and stays rotated only if it and the function
//! take less time on the finished stream. Each step is proved when it is taken: the present order and registers
//! against what they came from, the order of the two parts, the rotation. Everything later is compared with
//! the rotated function.

mod cuts;
mod records;

pub use records::{record, remarks};

use super::profitability::{self, Incoming, OverlapOfLoop, OverlapRefusal};
use super::table_oracle::TableOracle;
use super::{Check, Options, renaming, validate};
use crate::check::{self, Finding};
use crate::hazard::Facts;
use crate::machine::{BlockId, Function};
use crate::schedule::{self, Report, TraceReport};
use crate::timing::{ModelTiming, Trace};
use crate::transform::rename;
use crate::transform::rotate::{self, Cut, Cuts, Decline, LoopShape, Rotated};
use crate::waitcnt;
use cuts::is_confined;

/// Loops longer than this stay as they are: the code grows by a loop's length.
const LONGEST: usize = 3000;
/// Least part of a loop's time, at one wave or at its own number of waves, that is worth the code.
const LEAST_GAIN: f64 = 0.01;

/// How many of the cuts that are searched in full are then renamed in turns with the search, which takes longest.
const IN_TURNS: usize = 2;

/// What became of a loop.
#[derive(Clone, PartialEq, Debug)]
pub struct LoopOutcome {
    /// Its block.
    pub block: BlockId,
    /// Its two parts, or why it was not rotated.
    pub rotated: Result<Parts, Declined>,
}

/// The numbers of instructions of the two parts of a loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parts {
    /// Of the part that runs one round ahead.
    pub first: u32,
    /// Of the part that is left for the next round.
    pub second: u32,
}

/// Why a loop was not rotated.
#[derive(Clone, PartialEq, Debug)]
pub enum Declined {
    /// Its shape, or no cut is faster.
    Loop(Decline),
    /// It is not better on the finished stream.
    Refused(OverlapRefusal),
    /// It takes hardly more than what no order takes less than.
    AtBound,
    /// A check found something wrong: in words.
    Wrong(String),
}

impl Declined {
    /// In words.
    pub fn text(&self) -> String {
        match self {
            Declined::Loop(decline) => decline.text().to_owned(),
            Declined::Refused(refusal) => refusal.text().to_owned(),
            Declined::AtBound => "it takes hardly more than the least possible".to_owned(),
            Declined::Wrong(what) => format!("the check refused it ({what}); please report this"),
        }
    }
}

/// What overlapping did to a function.
pub struct Overlapped {
    /// By loop.
    pub loops: Vec<LoopOutcome>,
    /// The function that orders and registers are to be compared with from now on, where a loop was rotated.
    pub original: Option<Function>,
    /// What the instructions do in terms of the hazard rules.
    pub facts: Facts,
}

/// What stays the same while a function's loops are looked at.
struct Attempt<'a> {
    search: schedule::Options,
    options: &'a Options,
    /// Waves per SIMD.
    waves: u32,
}

/// A loop that was rotated, searched and renamed.
struct Candidate {
    function: Function,
    /// The loop is in the order of its parts.
    arranged: Function,
    /// Rotated, in that order.
    original: Function,
    facts: Facts,
    traces: Vec<TraceReport>,
    at: Rotated,
    cut: Cut,
}

impl Candidate {
    /// What its loop takes under the first model: one wave's clocks, and those at its own number of waves.
    fn clocks(&self, trace: &Trace) -> f64 {
        let found = self.traces.iter().find(|found| found.trace == *trace);
        let timing = found.and_then(|found| found.after.first());
        timing.map_or(f64::INFINITY, |timing| {
            timing.single_wave.period.clocks() + timing.at_occupancy.clocks()
        })
    }
}

/// Rotates the loops of a function where that pays. `original`: what its orders and registers are to be compared with.
pub fn apply(
    function: &mut Function,
    original: &Function,
    facts: Facts,
    search: &schedule::Options,
    options: &Options,
    report: &mut Report,
) -> Overlapped {
    let attempt = Attempt {
        // What is decided must not depend on what the report is to say.
        search: schedule::Options {
            own_figures: true,
            ..search.clone()
        },
        options,
        waves: report.waves,
    };
    let mut overlapped = Overlapped {
        loops: Vec::new(),
        original: None,
        facts,
    };
    let loops = report.traces.iter().filter(|t| t.trace.is_loop());
    let loops: Vec<Trace> = loops.map(|trace| trace.trace.clone()).collect();
    for trace in loops {
        let block = trace.blocks[0];
        let present = overlapped.original.as_ref().unwrap_or(original);
        let needs = TableOracle(overlapped.facts);
        let found = attempt.candidate((function, present), &needs, &trace);
        overlapped.facts = needs.0;
        let rotated = match found {
            Err(declined) => Err(declined),
            Ok(found) => {
                let parts = Parts {
                    first: found.cut.first.len() as u32,
                    second: found.cut.second.len() as u32,
                };
                note(report, found.traces, &trace);
                *function = found.function;
                let mut traces = report.traces.iter_mut();
                if let (Some(noted), true) = (
                    traces.find(|noted| noted.trace == trace),
                    options.rename != rename::Renaming::Off,
                ) {
                    let blocks = &trace.blocks;
                    noted.renamed = rename::summary(function, original, blocks, options.rename);
                }
                overlapped.original = Some(found.original);
                overlapped.facts = found.facts;
                Ok(parts)
            }
        };
        overlapped.loops.push(LoopOutcome { block, rotated });
    }
    overlapped
}

impl Attempt<'_> {
    fn candidate(
        &self,
        (function, original): (&Function, &Function),
        needs: &TableOracle,
        trace: &Trace,
    ) -> Result<Candidate, Declined> {
        let block = trace.blocks[0];
        let shape = match (rotate::shape(function, block), &*trace.blocks) {
            (Some(shape), [_]) => shape.map_err(Declined::Loop)?,
            _ => return Err(Declined::Loop(Decline::Blocks)),
        };
        if shape.body.len() > LONGEST {
            return Err(Declined::Loop(Decline::TooLong));
        }
        let present = schedule::time_loop(function, trace, needs, &self.search);
        if self.is_at_bound(function, trace, &present) {
            return Err(Declined::AtBound);
        }
        let cuts = Cuts::new(function, &shape, self.options.walls);
        let cuts = cuts.ok_or(Declined::Loop(Decline::Condition))?;
        if is_confined(&cuts, &shape)
            && !self.might_gain(function, (&shape, &cuts), trace, &present)
        {
            return Err(Declined::Refused(OverlapRefusal::NotFaster));
        }
        let mut found = Vec::new();
        for cut in self.best_cuts(function, (&shape, &cuts), trace)? {
            let mut arranged = function.clone();
            rotate::arrange(&mut arranged, &shape, &cut);
            found.push(self.ordered(arranged, &shape, cut, trace)?);
        }
        found.sort_by(|one, other| one.clocks(trace).total_cmp(&other.clocks(trace)));
        if self.options.rename != rename::Renaming::Off {
            found.truncate(IN_TURNS);
            let order = |of: &Candidate| of.cut.in_order(&of.function.block(block).order);
            let best = found.first().map(order);
            let renamed = found.into_iter().map(|found| self.renamed(found));
            found = renamed.collect::<Result<_, _>>()?;
            if let Some(cut) = best {
                found.extend(self.renamed_over_cut(function, &shape, cut, trace)?);
            }
        }
        found.sort_by(|one, other| one.clocks(trace).total_cmp(&other.clocks(trace)));
        let mut refused = Declined::Loop(Decline::NoCut);
        for mut candidate in found {
            self.order_ends(&mut candidate, &shape);
            let mut result = self.pays(&mut candidate, function, &needs.0, &shape);
            if result == Err(Declined::Refused(OverlapRefusal::SlowerElsewhere)) {
                self.beat(&mut candidate, trace, &present);
                result = self.pays(&mut candidate, function, &needs.0, &shape);
            }
            match result {
                Ok(()) => {
                    self.prove(function, original)?;
                    self.prove(&candidate.arranged, function)?;
                    self.prove_rotation(&candidate)?;
                    return Ok(candidate);
                }
                Err(declined) => refused = declined,
            }
        }
        Err(refused)
    }

    /// The present order and registers are those of the same program.
    fn prove(&self, function: &Function, original: &Function) -> Result<(), Declined> {
        let findings = validate::of_order(function, original, self.options);
        self.nothing(function, &findings)
    }

    fn nothing(&self, function: &Function, findings: &[Finding]) -> Result<(), Declined> {
        match findings.first() {
            None => Ok(()),
            Some(finding) => Err(Declined::Wrong(finding.describe(function))),
        }
    }

    fn prove_rotation(&self, found: &Candidate) -> Result<(), Declined> {
        if self.options.check == Check::Off {
            return Ok(());
        }
        let proof = check::rotation(&found.original, &found.arranged);
        let wrong = proof.err().map(Finding::from);
        self.nothing(&found.original, wrong.as_slice())
    }

    /// Renames inside the rotated loop, in turns with the search.
    fn renamed(&self, mut found: Candidate) -> Result<Candidate, Declined> {
        let mut report = Report {
            waves: self.waves,
            traces: found.traces,
        };
        let (facts, wrong) = renaming::apply(
            &mut found.function,
            &found.original,
            found.facts,
            &self.search,
            self.options,
            &mut report,
        );
        let wrong = wrong.map(Finding::from);
        self.nothing(&found.function, wrong.as_slice())?;
        found.facts = facts;
        found.traces = report.traces;
        Ok(found)
    }

    /// A function whose loop has the order of a cut, rotated, and in the order that the search finds.
    fn ordered(
        &self,
        arranged: Function,
        shape: &LoopShape,
        cut: Cut,
        trace: &Trace,
    ) -> Result<Candidate, Declined> {
        let mut original = arranged.clone();
        let at = rotate::rotate(&mut original, shape, &cut);
        let at = at.ok_or(Declined::Loop(Decline::Branch))?;
        waitcnt::anchor(&mut original);
        let mut function = original.clone();
        let needs = TableOracle(Facts::new(&function, self.options.hazards));
        let wanted = vec![trace.clone()];
        let (report, _) = schedule::schedule_traces(&mut function, &needs, &self.search, wanted);
        Ok(Candidate {
            function,
            arranged,
            original,
            facts: needs.0,
            traces: report.traces,
            at,
            cut,
        })
    }

    /// Gives values that are carried from one round to the next other registers, too: inside an iteration, before
    /// it is cut, they are like all others. `cut` has the order that the search found for its parts.
    fn renamed_over_cut(
        &self,
        plain: &Function,
        shape: &LoopShape,
        cut: Cut,
        trace: &Trace,
    ) -> Result<Option<Candidate>, Declined> {
        let mut arranged = plain.clone();
        rotate::arrange(&mut arranged, shape, &cut);
        if rename::rename(&mut arranged, &trace.blocks, self.options.rename).is_empty() {
            return Ok(None);
        }
        let found = self.ordered(arranged, shape, cut, trace)?;
        self.renamed(found).map(Some)
    }

    /// Searches for an order of what is in front of the loop and behind it.
    fn order_ends(&self, found: &mut Candidate, shape: &LoopShape) {
        let straight = |block, next| Trace {
            blocks: vec![block],
            next: Some(next),
        };
        let wanted = vec![
            straight(found.at.prologue, found.at.block),
            straight(found.at.epilogue, shape.exit),
        ];
        let needs = TableOracle(Facts::new(&found.function, self.options.hazards));
        let (report, _) =
            schedule::schedule_traces(&mut found.function, &needs, &self.search, wanted);
        found.traces.extend(report.traces);
        found.facts = needs.0;
    }

    /// Searches a rotated loop again for an order that is nowhere slower than what it was before.
    fn beat(&self, candidate: &mut Candidate, trace: &Trace, to_beat: &[ModelTiming]) {
        let search = schedule::Options {
            to_beat: to_beat.to_vec(),
            ..self.search.clone()
        };
        let needs = TableOracle(Facts::new(&candidate.function, self.options.hazards));
        let (found, _) = schedule::schedule_traces(
            &mut candidate.function,
            &needs,
            &search,
            vec![trace.clone()],
        );
        for new in found.traces {
            let mut traces = candidate.traces.iter_mut();
            if let Some(old) = traces.find(|old| old.trace == new.trace) {
                *old = new;
            }
        }
    }

    /// Whether a rotated loop, and the function, take less time than before.
    fn pays(
        &self,
        found: &mut Candidate,
        before: &Function,
        facts: &Facts,
        shape: &LoopShape,
    ) -> Result<(), Declined> {
        let incoming = || Incoming {
            function: before.clone(),
            facts,
            is_llvms: false,
        };
        profitability::overlap_pays(
            &found.function,
            &found.facts,
            incoming(),
            &self.search,
            &OverlapOfLoop {
                at: found.at,
                exit: shape.exit,
                entered: shape.entered,
                iterations: shape.iterations,
                least_gain: LEAST_GAIN,
            },
        )
        .map_err(Declined::Refused)?;
        let of_loop = found
            .traces
            .iter()
            .filter(|t| t.trace.blocks == [shape.block]);
        let mut judged = Report {
            waves: self.waves,
            traces: of_loop.cloned().collect(),
        };
        let fragile = profitability::fragile(
            &found.function,
            incoming(),
            &found.facts,
            &self.search,
            &mut judged,
        );
        for judged in judged.traces {
            let mut traces = found.traces.iter_mut();
            if let Some(trace) = traces.find(|trace| trace.trace == judged.trace) {
                trace.robustness = judged.robustness;
            }
        }
        match fragile.is_empty() {
            true => Ok(()),
            false => Err(Declined::Refused(OverlapRefusal::Fragile)),
        }
    }
}

/// Puts what became of a loop into the report. What was added in front of it and behind it has no time before.
fn note(report: &mut Report, found: Vec<TraceReport>, trace: &Trace) {
    for new in found {
        let mut traces = report.traces.iter_mut();
        match traces.find(|old| old.trace == new.trace) {
            Some(old) if old.trace == *trace => {
                let mut search = std::mem::take(&mut old.search);
                search.add(&new.search);
                *old = TraceReport {
                    before: std::mem::take(&mut old.before),
                    order_alone: old
                        .order_alone
                        .take()
                        .or_else(|| new.order_alone.as_ref().map(|_| old.after.clone())),
                    search,
                    ..new
                };
            }
            Some(old) => *old = new,
            None => report.traces.push(TraceReport {
                before: Vec::new(),
                ..new
            }),
        }
    }
}
