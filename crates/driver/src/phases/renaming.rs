//! Renaming and searching in turns: each round gives the values of loops other registers, in the order
//! that the last one found, and searches again with the room that this makes.
//!
//! Each round starts from a program that is right, and a trace keeps its result only if it is better on the
//! finished stream than what it had, under every model; so it never ends worse than without.

use std::rc::Rc;

use super::{Declined, Phase, Proposal};
use crate::accept::Bar;
use crate::check::{self, Finding};
use crate::kernel::{Kernel, State};
use crate::machine::{BlockId, Function};
use crate::remarks;
use crate::schedule::{self, Decision, Reason, Report, Start, TraceReport};
use crate::timing::Trace;
use crate::transform::rename;
use crate::{Check, Outcome, Progress};

/// Rounds with other registers for each loop, as long as each finds something.
const ROUNDS: usize = 2;
/// Another round follows for loops of which the last one took at least this share of one wave's time.
const LEAST_GAIN: f64 = 0.01;

/// What a round does before it searches.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Round {
    /// It gives values other registers.
    Renamed,
    /// Nothing: the search goes on from the present orders.
    Further,
}

impl Round {
    /// Rounds for each loop, as long as each finds something.
    fn most(self) -> usize {
        match self {
            Round::Renamed => ROUNDS,
            Round::Further => 1,
        }
    }

    fn start(self) -> Start {
        match self {
            Round::Renamed => Start::Lists,
            Round::Further => Start::Present,
        }
    }
}

/// The phase.
pub(super) struct Rename {
    round: Round,
    /// All loops.
    loops: Vec<Trace>,
    /// Those that the next round is about.
    wanted: Vec<Trace>,
    rounds: usize,
    /// The kernel without other registers.
    plain: Rc<State>,
    has_changed: bool,
    turn: Turn,
    /// What the check found wrong: in words, and as it is.
    refused: Option<(String, Finding)>,
}

/// Whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turn {
    Round,
    /// All rounds together, compared with the original: each was compared with the one before it only.
    Whole,
    Nothing,
}

impl Rename {
    /// Begins with the orders that were found.
    pub fn begin(kernel: &Kernel<'_>) -> Rename {
        let traces = kernel.state.report.traces.iter();
        let loops = traces.filter(|trace| trace.trace.is_loop());
        let loops: Vec<Trace> = loops.map(|trace| trace.trace.clone()).collect();
        Rename {
            round: Round::Renamed,
            wanted: loops.clone(),
            loops,
            rounds: 0,
            plain: Rc::new(kernel.state.clone()),
            has_changed: false,
            turn: Turn::Round,
            refused: None,
        }
    }

    /// Goes on from the present orders of some loops, without other registers.
    pub fn further(kernel: &Kernel<'_>, wanted: Vec<Trace>) -> Rename {
        Rename {
            round: Round::Further,
            wanted,
            ..Rename::begin(kernel)
        }
    }

    /// What the check found wrong with the registers: then the orders alone stayed.
    pub fn refused(&self) -> Option<&Finding> {
        self.refused.as_ref().map(|(_, finding)| finding)
    }

    /// What to say of it, where the check refused something.
    pub fn why_refused(&self, what: &str, stays: &str) -> Option<String> {
        let (wrong, _) = self.refused.as_ref()?;
        Some(format!(
            "the check refused {what} ({wrong}); {stays} stays, please report this"
        ))
    }

    /// Other registers for the loops that are wanted, if this is about registers, and an order for them.
    fn next_round(&mut self, kernel: &Kernel<'_>) -> Option<Proposal> {
        if self.rounds == self.round.most() {
            return None;
        }
        self.rounds += 1;
        let mut wanted = std::mem::take(&mut self.wanted);
        let mut present = kernel.state.present.clone();
        if self.round == Round::Renamed {
            let blocks = blocks_of(&wanted);
            let changed = rename::rename(&mut present, &blocks, kernel.options.rename);
            wanted.retain(|trace| trace.blocks.iter().any(|block| changed.contains(block)));
        }
        if wanted.is_empty() {
            return None;
        }
        let mut state = State {
            facts: kernel.facts_of(&present),
            present,
            ..kernel.state.clone()
        };
        let search = schedule::Options {
            own_figures: false,
            start: self.round.start(),
            ..kernel.search.clone()
        };
        let needs = state.needs();
        let (report, alternatives) =
            schedule::schedule_traces(&mut state.present, &needs, &search, wanted);
        state.report = report;
        Some(Proposal {
            alternatives,
            ..Proposal::new(state, Bar::Traces { is_llvms: false })
        })
    }
}

impl Phase for Rename {
    fn propose(&mut self, kernel: &Kernel<'_>) -> Option<Proposal> {
        if self.turn == Turn::Round {
            if let Some(proposal) = self.next_round(kernel) {
                return Some(proposal);
            }
            self.turn = Turn::Whole;
        }
        if self.turn == Turn::Whole && self.has_changed {
            let fallback = Rc::clone(&self.plain);
            return Some(Proposal::new(
                kernel.state.clone(),
                Bar::Robust { fallback },
            ));
        }
        None
    }

    /// The registers of all rounds together.
    fn prove(&self, kernel: &Kernel<'_>, proposal: &State) -> Result<(), Finding> {
        if self.turn == Turn::Whole && kernel.options.check != Check::Off {
            let original = &proposal.original.ready;
            check::order(&proposal.present, original)?;
            check::renaming(&proposal.present, original)?;
        }
        Ok(())
    }

    fn take(&mut self, kernel: &mut Kernel<'_>, proposal: Proposal) {
        if self.turn == Turn::Whole {
            kernel.state = proposal.state;
            self.turn = Turn::Nothing;
            return;
        }
        let found = proposal.state.report.traces;
        let better = found.iter().filter(|trace| trace.is_moved());
        let gained = better.clone().filter(|trace| gain(trace) >= LEAST_GAIN);
        self.wanted = gained.map(|trace| trace.trace.clone()).collect();
        let better = blocks_of(better.map(|trace| &trace.trace));
        let state = &mut kernel.state;
        rename::adopt(&mut state.present, &proposal.state.present, &better);
        for new in found {
            record(
                &mut state.report,
                &state.original.ready,
                &state.present,
                new,
            );
        }
        if better.is_empty() {
            self.turn = Turn::Whole;
        } else {
            self.has_changed = true;
            kernel.state.facts = kernel.facts_of(&kernel.state.present);
        }
    }

    fn decline(&mut self, kernel: &mut Kernel<'_>, why: Declined) {
        match why {
            Declined::Cost(_) => {
                self.turn = Turn::Whole;
                return;
            }
            Declined::Wrong(finding) => {
                let what = finding.describe(&self.plain.present);
                self.refused = Some((what, finding));
            }
        }
        kernel.state = (*self.plain).clone();
        self.turn = Turn::Nothing;
    }

    fn end(&mut self, kernel: &mut Kernel<'_>) {
        if self.round == Round::Further {
            return;
        }
        let blocks = blocks_of(&self.loops);
        let (state, options) = (&mut kernel.state, kernel.options);
        let summary = rename::summary(&state.present, &self.plain.present, &blocks, options.rename);
        for trace in &mut state.report.traces {
            let webs = summary
                .iter()
                .filter(|webs| trace.trace.blocks.contains(&webs.block));
            trace.renamed = webs.cloned().collect();
        }
    }

    fn explain(&self, kernel: &Kernel<'_>, progress: &mut Progress, outcome: &mut Outcome) {
        if let Some(message) = self.why_refused("renamed registers", "the order alone") {
            progress.record.left_alone("renamed registers", &message);
            outcome.missed("Renaming", message);
        }
        if kernel.options.explain {
            remarks::renaming(&kernel.state.present, &progress.record, outcome);
        }
    }
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
