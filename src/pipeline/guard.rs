//! Never slower than LLVM's own stream, nor than the incoming order as we would finish it, and with no
//! waits or nops more that are not worth it.
//!
//! The scheduler works with the waits and nops that its cost model thinks an order needs. What
//! a whole function really gets, over joins and back edges, only the rooms that place them
//! know; and LLVM's last peephole makes more instructions of one order than of another. So both
//! orders, the incoming and the new one, are finished here on copies, and the cost model times
//! the finished streams. Traces that lose anywhere are taken back, and so
//! are the least useful of those that need more waits or wait states, until the function as a
//! whole needs no more of either, but for those that their loops pay for, and takes one wave no
//! longer.
//!
//! LLVM's own stream is the incoming order with LLVM's waits and nops. Where ours ask for more, the
//! incoming order may be slower than that stream, and so may every order be: then the best that gains
//! on the incoming order is taken, and [`Cost`] says what our rules cost.
//!
//! What is left must also hold under a family of perturbed parameter sets.

mod finish;

use crate::hazard::{self, Facts};
use crate::machine::occupancy::occupancy;
use crate::machine::{Function, InstId};
use crate::schedule::{self, Kept, PRICE, Report, TraceReport};
use crate::timing::{
    FAMILY, Finished, Model, ModelTiming, Period, Robustness, Timing, Trace, TraceTiming,
};
use crate::waitcnt;
use finish::FinishedCopy;

/// Rounds of taking single traces back, before everything is.
const ROUNDS: usize = 16;

/// What a finished function costs.
type Figures = Timing<Finished>;

/// What our waits and nops cost one run of the function above LLVM's, in the incoming order, under a
/// model: clocks, less than none where they save some.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Cost {
    /// Of one wave.
    pub one_wave: f64,
    /// Of the SIMD at the kernel's own number of waves.
    pub own_waves: f64,
}

/// Whether there are figures for all of these traces.
fn covers(timing: &Figures, wanted: &[bool]) -> bool {
    let mut traces = timing.traces.iter().zip(wanted);
    traces.all(|(trace, &wanted)| !wanted || !trace.models.is_empty())
}

/// The figures of these traces alone.
fn only(timing: &Figures, wanted: &[bool]) -> Figures {
    let mut timing = timing.clone();
    for (trace, _) in timing.traces.iter_mut().zip(wanted).filter(|(_, w)| !**w) {
        trace.models.clear();
    }
    timing
}

/// Whether the function takes one wave longer under any model. In company, traces that moved
/// were asked one by one; how the others fare behind them, with the same instructions, depends
/// on which wave meets which.
fn is_slower(new: &Figures, old: &Figures, models: usize) -> bool {
    (0..models).any(|m| new.clocks(m) > old.clocks(m))
}

/// Whether a trace loses under any model, alone or in company, or does not gain under the
/// first for one wave.
fn loses(new: &TraceTiming, old: &TraceTiming) -> bool {
    let mut models = new.models.iter().zip(&old.models);
    let gains = match (new.models.first(), old.models.first()) {
        (Some(new), Some(old)) => {
            (new.single_wave.period, new.single_wave.drained)
                < (old.single_wave.period, old.single_wave.drained)
        }
        _ => false,
    };
    !gains
        || models.any(|(new, old)| {
            new.single_wave.period > old.single_wave.period || new.at_occupancy > old.at_occupancy
        })
}

/// Clocks that a run of a trace saves one wave under the first model.
fn saved(old: &[ModelTiming], new: &[ModelTiming]) -> f64 {
    match (old.first(), new.first()) {
        (Some(old), Some(new)) => old.single_wave.period.clocks() - new.single_wave.period.clocks(),
        _ => 0.0,
    }
}

/// How many waits and wait states above the incoming number a trace may have for what it saves:
/// none but in loops.
fn paid_for(trace: &TraceReport) -> u32 {
    match trace.trace.is_loop() {
        true => worth(&trace.before, &trace.after),
        false => 0,
    }
}

/// How many waits and wait states the time that one wave saves under the first model is worth.
fn worth(old: &[ModelTiming], new: &[ModelTiming]) -> u32 {
    let whole = old
        .first()
        .map_or(0.0, |old| old.single_wave.period.clocks());
    (saved(old, new) / whole.max(1.0) * f64::from(PRICE)) as u32
}

/// The incoming order where it is not finished alike by our rules and by LLVM's: the traces that
/// differ.
struct Yardstick {
    ours: Figures,
    llvm: Figures,
}

impl Yardstick {
    /// `None` where nothing differs, or no waits can be placed.
    fn of(guard: &Guard<'_>, incoming: Function) -> Option<Yardstick> {
        let facts = Facts::new(&incoming, hazard::Policy::Llvm);
        let llvm = FinishedCopy::of(incoming, &facts, waitcnt::Policy::Llvm)?;
        let differs = guard.incoming.changed(&llvm, &guard.traces);
        differs.contains(&true).then(|| Yardstick {
            ours: guard.time(&guard.incoming, &differs),
            llvm: guard.time(&llvm, &differs),
        })
    }

    /// Whether an order of a trace is slower than LLVM's own stream.
    fn is_behind(&self, at: usize, new: &TraceTiming) -> bool {
        let mut models = new.models.iter().zip(&self.llvm.traces[at].models);
        models.any(|(new, llvm)| {
            new.single_wave.period > llvm.single_wave.period || new.at_occupancy > llvm.at_occupancy
        })
    }

    fn cost(&self, model: usize) -> Cost {
        Cost {
            one_wave: self.ours.clocks(model) - self.llvm.clocks(model),
            own_waves: self.ours.own_clocks(model) - self.llvm.own_clocks(model),
        }
    }
}

/// Looks at the orders of a function's traces.
struct Guard<'a> {
    facts: &'a Facts,
    models: &'a [Model],
    waves: u32,
    traces: Vec<Trace>,
    /// The incoming order with our waits and nops.
    incoming: FinishedCopy,
    /// Its figures, once asked for.
    timed: Option<Figures>,
    yardstick: Option<Yardstick>,
    /// The family's parameter sets by the names of its members.
    family: Vec<(&'static str, Model)>,
    /// The incoming order under the family, by trace, once asked for.
    perturbed: Vec<Option<Vec<Period>>>,
    /// The copy of the last round, and its figures.
    last: Option<(FinishedCopy, Figures)>,
    /// By trace: the best order that gains, but is behind LLVM's own stream.
    spare: Vec<Option<Kept>>,
    /// Traces of which no order found is level with LLVM's own stream.
    resigned: Vec<bool>,
    effort: schedule::Effort,
    /// By trace: the members of the family under which its order loses.
    losing: Vec<Vec<Model>>,
    /// Traces that were searched again with those members.
    searched: Vec<bool>,
}

/// Takes traces back, to the next best order and in the end to the incoming one, until no
/// trace that moved is slower anywhere than its incoming order finished, or than LLVM's own stream
/// where an order is as fast, or loses under the family; and the function takes
/// one wave no longer, and needs no more waits and wait states but those that loops pay for. Says
/// what our rules cost above LLVM's, by model, where that was looked at.
pub fn apply(
    function: &mut Function,
    original: &[Vec<InstId>],
    facts: &Facts,
    asked: &schedule::Options,
    report: &mut Report,
) -> Vec<Cost> {
    let moved = report.traces.iter().any(is_moved);
    if !moved && !asked.own_figures {
        return Vec::new();
    }
    let mut incoming = function.clone();
    for (block, order) in function.block_ids().zip(original) {
        incoming.set_order(block, order.clone());
    }
    // Without waits there is no finished stream; the scheduler's own figures have to do.
    let Some(mut guard) = Guard::new(incoming, facts, asked, report.waves) else {
        return Vec::new();
    };
    if moved {
        guard.defend(function, original, report);
    }
    let models = 0..asked.models.len();
    match &guard.yardstick {
        Some(yardstick) => models.map(|model| yardstick.cost(model)).collect(),
        None => vec![Cost::default(); models.len()],
    }
}

/// Whether a function with its waits takes longer than another, of which they are elsewhere, under any
/// model, alone or in company. Nops are left out: both need the same.
pub fn takes_longer(new: &Function, old: &Function, models: &[Model]) -> bool {
    let [new, old] = [new, old].map(|function| {
        let mut copy = function.clone();
        waitcnt::drop_requests(&mut copy);
        Timing::finished(&copy, models, occupancy(function).max(1))
    });
    is_slower(&new, &old, models.len())
        || (0..models.len()).any(|m| new.own_clocks(m) > old.own_clocks(m))
}

impl<'a> Guard<'a> {
    fn new(
        incoming: Function,
        facts: &'a Facts,
        asked: &'a schedule::Options,
        waves: u32,
    ) -> Option<Guard<'a>> {
        let models = &asked.models;
        let base = models.first();
        let family = FAMILY.iter().filter_map(|p| Some((p.name, p.of(base?)?)));
        let traces = Trace::all(&incoming);
        let mut guard = Guard {
            facts,
            models,
            waves,
            incoming: FinishedCopy::of(incoming.clone(), facts, waitcnt::Policy::Ours)?,
            timed: None,
            yardstick: None,
            family: family.collect(),
            perturbed: vec![None; traces.len()],
            last: None,
            spare: traces.iter().map(|_| None).collect(),
            resigned: vec![false; traces.len()],
            effort: asked.effort,
            losing: vec![Vec::new(); traces.len()],
            searched: vec![false; traces.len()],
            traces,
        };
        guard.yardstick = Yardstick::of(&guard, incoming);
        Some(guard)
    }

    fn time(&self, finished: &FinishedCopy, wanted: &[bool]) -> Figures {
        let (function, traces) = (&finished.function, self.traces.clone());
        Timing::finished_some(function, self.models, self.waves, traces, wanted)
    }

    fn defend(&mut self, function: &mut Function, original: &[Vec<InstId>], report: &mut Report) {
        for _ in 0..ROUNDS {
            let ours = waitcnt::Policy::Ours;
            let Some(new) = FinishedCopy::of(function.clone(), self.facts, ours) else {
                return;
            };
            let back = self.must_go(new, function, report);
            if back.is_empty() {
                return;
            }
            for at in back {
                let trace = &mut report.traces[at];
                let losing = std::mem::take(&mut self.losing[at]);
                if !losing.is_empty()
                    && !std::mem::replace(&mut self.searched[at], true)
                    && trace.search_again(function, original, &losing, self.effort)
                {
                    continue;
                }
                trace.take_back(function, original);
                if !is_moved(trace)
                    && let Some(kept) = self.spare[at].take()
                {
                    self.resigned[at] = true;
                    trace.restore(function, kept);
                }
            }
        }
        for trace in report.traces.iter_mut() {
            while is_moved(trace) {
                trace.take_back(function, original);
            }
        }
    }

    /// The traces whose present order must not stay.
    fn must_go(
        &mut self,
        new: FinishedCopy,
        function: &Function,
        report: &mut Report,
    ) -> Vec<usize> {
        let (now, was) = (new.total(), self.incoming.total());
        let more = now.0.saturating_sub(was.0) + now.1.saturating_sub(was.1);
        let moved = report.traces.iter().filter(|trace| is_moved(trace));
        let paid = moved.map(|trace| new.excess(&self.incoming, trace).min(paid_for(trace)));
        let paid: u32 = paid.sum();
        if more > paid {
            return least_useful(report, more - paid, |trace, at| {
                let gain = trace.frequency * saved(&trace.before, &trace.after);
                let excess = new.excess(&self.incoming, &report.traces[at]);
                (gain, excess.saturating_sub(paid_for(trace)))
            });
        }
        let (changed, old) = self.measure(new, report);
        let Some((_, new)) = &self.last else {
            return Vec::new();
        };
        let pairs = new.traces.iter().zip(&old.traces).zip(&report.traces);
        let lost = pairs
            .enumerate()
            .filter(|(at, ((new, old), trace))| changed[*at] && is_moved(trace) && loses(new, old));
        let mut back: Vec<usize> = lost.map(|(at, _)| at).collect();
        if back.is_empty() && is_slower(new, &old, self.models.len()) {
            return least_useful(report, 1, |trace, at| {
                let pair = (&old.traces[at].models, &new.traces[at].models);
                (trace.frequency * saved(pair.0, pair.1), 0)
            });
        }
        if let (true, Some(yardstick)) = (back.is_empty(), &self.yardstick) {
            for (at, trace) in report.traces.iter().enumerate() {
                let moved = changed[at] && is_moved(trace) && !self.resigned[at];
                if moved && yardstick.is_behind(at, &new.traces[at]) {
                    self.spare[at].get_or_insert_with(|| trace.keep(function));
                    back.push(at);
                }
            }
        }
        if back.is_empty() {
            back = self.fragile(report);
        }
        back
    }

    /// Times what differs from the incoming order. Gives which traces do, and their incoming
    /// figures; the new ones are those of the last round from now on.
    fn measure(&mut self, new: FinishedCopy, report: &mut Report) -> (Vec<bool>, Figures) {
        let changed = new.changed(&self.incoming, &self.traces);
        let known = self.timed.take().filter(|old| covers(old, &changed));
        let all = known.unwrap_or_else(|| self.time(&self.incoming, &changed));
        let old = only(&all, &changed);
        self.timed = Some(all);
        // What is as in the last round takes as long.
        let mut wanted = changed.clone();
        if let Some((before, figures)) = &self.last {
            let stale = new.changed(before, &self.traces);
            for (at, trace) in figures.traces.iter().enumerate() {
                wanted[at] &= stale[at] || trace.models.is_empty();
                if stale[at] {
                    report.traces[at].robustness = None;
                }
            }
        }
        let mut figures = self.time(&new, &wanted);
        if let Some((_, before)) = self.last.take() {
            for (at, trace) in before.traces.into_iter().enumerate() {
                if changed[at] && !wanted[at] {
                    figures.traces[at].models = trace.models;
                }
            }
        }
        self.last = Some((new, figures));
        (changed, old)
    }

    /// The loops that lose under a member of the family. Notes how each that moved fares. Other
    /// traces are not asked: to know where they begin, all that runs before them would be timed.
    fn fragile(&mut self, report: &mut Report) -> Vec<usize> {
        let traces = report.traces.iter();
        let wanted: Vec<bool> = traces
            .map(|trace| trace.trace.is_loop() && is_moved(trace) && trace.robustness.is_none())
            .collect();
        let (Some((last, _)), true) = (&self.last, wanted.contains(&true)) else {
            return Vec::new();
        };
        let models: Vec<Model> = self.family.iter().map(|(_, model)| model.clone()).collect();
        let time = |finished: &FinishedCopy, wanted: &[bool]| {
            let traces = self.traces.clone();
            let timing = Timing::finished_some(&finished.function, &models, 1, traces, wanted);
            let periods =
                |trace: TraceTiming| trace.models.iter().map(|m| m.single_wave.period).collect();
            timing.traces.into_iter().map(periods).collect()
        };
        let pairs = wanted.iter().zip(&self.perturbed);
        let unknown: Vec<bool> = pairs.map(|(&w, known)| w && known.is_none()).collect();
        let new: Vec<Vec<Period>> = time(last, &wanted);
        if unknown.contains(&true) {
            let old: Vec<Vec<Period>> = time(&self.incoming, &unknown);
            for (at, periods) in old.into_iter().enumerate().filter(|(at, _)| unknown[*at]) {
                self.perturbed[at] = Some(periods);
            }
        }
        let mut back = Vec::new();
        for at in (0..wanted.len()).filter(|&at| wanted[at]) {
            let old = self.perturbed[at].iter().flatten();
            let members = self.family.iter().zip(new[at].iter().zip(old));
            let times = members.map(|((name, _), (&new, &old))| (*name, new, old));
            let found = Robustness::of(times);
            report.traces[at].robustness = found;
            if found.is_some_and(|robustness| !robustness.holds()) {
                let old = self.perturbed[at].iter().flatten();
                let members = self.family.iter().zip(new[at].iter().zip(old));
                let losing = members.filter(|(_, (new, old))| new > old);
                self.losing[at] = losing.map(|((_, model), _)| model.clone()).collect();
                back.push(at);
            }
        }
        back
    }
}

fn is_moved(trace: &TraceReport) -> bool {
    trace.regions.iter().any(|r| r.moved > 0)
}

/// The moved traces with the least gain for each wait too many, until so many waits too many
/// are theirs; where none has any, the one with the least gain. `worth` says both.
fn least_useful(
    report: &Report,
    too_many: u32,
    worth: impl Fn(&TraceReport, usize) -> (f64, u32),
) -> Vec<usize> {
    let traces = report.traces.iter().enumerate();
    let moved = traces.filter(|(_, trace)| is_moved(trace));
    let priced = moved.map(|(at, trace)| match worth(trace, at) {
        (gain, 0) => (at, 0, gain),
        (gain, excess) => (at, excess, gain / f64::from(excess)),
    });
    let mut priced: Vec<(usize, u32, f64)> = priced.collect();
    priced.sort_by(|a, b| (a.1 == 0).cmp(&(b.1 == 0)).then(a.2.total_cmp(&b.2)));
    let mut chosen = Vec::new();
    let mut left = too_many;
    for (at, excess, _) in priced {
        if left == 0 || excess == 0 && !chosen.is_empty() {
            break;
        }
        left = match excess {
            0 => 0,
            _ => left.saturating_sub(excess),
        };
        chosen.push(at);
    }
    chosen
}

#[cfg(test)]
mod tests;
