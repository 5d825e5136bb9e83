//! Never slower than LLVM's own stream, nor than the incoming order as we would finish it, and with no
//! waits or nops more that are not worth it.
//!
//! The scheduler works with the waits and nops that its cost model thinks an order needs. What
//! a whole function really gets, over joins and back edges, only the rooms that place them
//! know; and LLVM's last peephole makes more instructions of one order than of another. So both
//! orders, the incoming and the new one, are finished here on copies, and the cost model times
//! the finished streams. Stretches that lose anywhere are taken back, and so
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
use crate::schedule::{self, Kept, PRICE, PathReport, Report};
use crate::timing::{
    FAMILY, Finished, Model, ModelTiming, Path, PathTiming, Period, Robustness, Timing,
};
use crate::waitcnt;
use finish::FinishedCopy;

/// Rounds of taking single stretches back, before everything is.
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

/// Whether there are figures for all of these stretches.
fn covers(timing: &Figures, wanted: &[bool]) -> bool {
    let mut paths = timing.paths.iter().zip(wanted);
    paths.all(|(path, &wanted)| !wanted || !path.models.is_empty())
}

/// The figures of these stretches alone.
fn only(timing: &Figures, wanted: &[bool]) -> Figures {
    let mut timing = timing.clone();
    for (path, _) in timing.paths.iter_mut().zip(wanted).filter(|(_, w)| !**w) {
        path.models.clear();
    }
    timing
}

/// Whether the function takes one wave longer under any model. In company, stretches that moved
/// were asked one by one; how the others fare behind them, with the same instructions, depends
/// on which wave meets which.
fn is_slower(new: &Figures, old: &Figures, models: usize) -> bool {
    (0..models).any(|m| new.clocks(m) > old.clocks(m))
}

/// Whether a stretch loses under any model, alone or in company, or does not gain under the
/// first for one wave.
fn loses(new: &PathTiming, old: &PathTiming) -> bool {
    let mut models = new.models.iter().zip(&old.models);
    let gains = match (new.models.first(), old.models.first()) {
        (Some(new), Some(old)) => {
            (new.one.period, new.one.drained) < (old.one.period, old.one.drained)
        }
        _ => false,
    };
    !gains || models.any(|(new, old)| new.one.period > old.one.period || new.own > old.own)
}

/// Clocks that a run of a stretch saves one wave under the first model.
fn saved(old: &[ModelTiming], new: &[ModelTiming]) -> f64 {
    match (old.first(), new.first()) {
        (Some(old), Some(new)) => old.one.period.clocks() - new.one.period.clocks(),
        _ => 0.0,
    }
}

/// How many waits and wait states above the incoming number a stretch may have for what it saves:
/// none but in loops.
fn paid_for(path: &PathReport) -> u32 {
    match path.path.is_loop() {
        true => worth(&path.before, &path.after),
        false => 0,
    }
}

/// How many waits and wait states the time that one wave saves under the first model is worth.
fn worth(old: &[ModelTiming], new: &[ModelTiming]) -> u32 {
    let whole = old.first().map_or(0.0, |old| old.one.period.clocks());
    (saved(old, new) / whole.max(1.0) * f64::from(PRICE)) as u32
}

/// The incoming order where it is not finished alike by our rules and by LLVM's: the stretches that
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
        let differs = guard.incoming.changed(&llvm, &guard.paths);
        differs.contains(&true).then(|| Yardstick {
            ours: guard.time(&guard.incoming, &differs),
            llvm: guard.time(&llvm, &differs),
        })
    }

    /// Whether an order of a stretch is slower than LLVM's own stream.
    fn is_behind(&self, at: usize, new: &PathTiming) -> bool {
        let mut models = new.models.iter().zip(&self.llvm.paths[at].models);
        models.any(|(new, llvm)| new.one.period > llvm.one.period || new.own > llvm.own)
    }

    fn cost(&self, model: usize) -> Cost {
        Cost {
            one_wave: self.ours.clocks(model) - self.llvm.clocks(model),
            own_waves: self.ours.own_clocks(model) - self.llvm.own_clocks(model),
        }
    }
}

/// Looks at the orders of a function's stretches.
struct Guard<'a> {
    facts: &'a Facts,
    models: &'a [Model],
    waves: u32,
    paths: Vec<Path>,
    /// The incoming order with our waits and nops.
    incoming: FinishedCopy,
    /// Its figures, once asked for.
    timed: Option<Figures>,
    yardstick: Option<Yardstick>,
    /// The family's parameter sets by the names of its members.
    family: Vec<(&'static str, Model)>,
    /// The incoming order under the family, by stretch, once asked for.
    perturbed: Vec<Option<Vec<Period>>>,
    /// The copy of the last round, and its figures.
    last: Option<(FinishedCopy, Figures)>,
    /// By stretch: the best order that gains, but is behind LLVM's own stream.
    spare: Vec<Option<Kept>>,
    /// Stretches of which no order found is level with LLVM's own stream.
    resigned: Vec<bool>,
    effort: schedule::Effort,
    /// By stretch: the members of the family under which its order loses.
    losing: Vec<Vec<Model>>,
    /// Stretches that were searched again with those members.
    searched: Vec<bool>,
}

/// Takes stretches back, to the next best order and in the end to the incoming one, until no
/// stretch that moved is slower anywhere than its incoming order finished, or than LLVM's own stream
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
    let moved = report.paths.iter().any(is_moved);
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
        let paths = Path::all(&incoming);
        let mut guard = Guard {
            facts,
            models,
            waves,
            incoming: FinishedCopy::of(incoming.clone(), facts, waitcnt::Policy::Ours)?,
            timed: None,
            yardstick: None,
            family: family.collect(),
            perturbed: vec![None; paths.len()],
            last: None,
            spare: paths.iter().map(|_| None).collect(),
            resigned: vec![false; paths.len()],
            effort: asked.effort,
            losing: vec![Vec::new(); paths.len()],
            searched: vec![false; paths.len()],
            paths,
        };
        guard.yardstick = Yardstick::of(&guard, incoming);
        Some(guard)
    }

    fn time(&self, finished: &FinishedCopy, wanted: &[bool]) -> Figures {
        let (function, paths) = (&finished.function, self.paths.clone());
        Timing::finished_some(function, self.models, self.waves, paths, wanted)
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
                let path = &mut report.paths[at];
                let losing = std::mem::take(&mut self.losing[at]);
                if !losing.is_empty()
                    && !std::mem::replace(&mut self.searched[at], true)
                    && path.search_again(function, original, &losing, self.effort)
                {
                    continue;
                }
                path.take_back(function, original);
                if !is_moved(path)
                    && let Some(kept) = self.spare[at].take()
                {
                    self.resigned[at] = true;
                    path.restore(function, kept);
                }
            }
        }
        for path in report.paths.iter_mut() {
            while is_moved(path) {
                path.take_back(function, original);
            }
        }
    }

    /// The stretches whose present order must not stay.
    fn must_go(
        &mut self,
        new: FinishedCopy,
        function: &Function,
        report: &mut Report,
    ) -> Vec<usize> {
        let (now, was) = (new.total(), self.incoming.total());
        let more = now.0.saturating_sub(was.0) + now.1.saturating_sub(was.1);
        let moved = report.paths.iter().filter(|path| is_moved(path));
        let paid = moved.map(|path| new.excess(&self.incoming, path).min(paid_for(path)));
        let paid: u32 = paid.sum();
        if more > paid {
            return least_useful(report, more - paid, |path, at| {
                let gain = path.frequency * saved(&path.before, &path.after);
                let excess = new.excess(&self.incoming, &report.paths[at]);
                (gain, excess.saturating_sub(paid_for(path)))
            });
        }
        let (changed, old) = self.measure(new, report);
        let Some((_, new)) = &self.last else {
            return Vec::new();
        };
        let pairs = new.paths.iter().zip(&old.paths).zip(&report.paths);
        let lost = pairs
            .enumerate()
            .filter(|(at, ((new, old), path))| changed[*at] && is_moved(path) && loses(new, old));
        let mut back: Vec<usize> = lost.map(|(at, _)| at).collect();
        if back.is_empty() && is_slower(new, &old, self.models.len()) {
            return least_useful(report, 1, |path, at| {
                let pair = (&old.paths[at].models, &new.paths[at].models);
                (path.frequency * saved(pair.0, pair.1), 0)
            });
        }
        if let (true, Some(yardstick)) = (back.is_empty(), &self.yardstick) {
            for (at, path) in report.paths.iter().enumerate() {
                let moved = changed[at] && is_moved(path) && !self.resigned[at];
                if moved && yardstick.is_behind(at, &new.paths[at]) {
                    self.spare[at].get_or_insert_with(|| path.keep(function));
                    back.push(at);
                }
            }
        }
        if back.is_empty() {
            back = self.fragile(report);
        }
        back
    }

    /// Times what differs from the incoming order. Gives which stretches do, and their incoming
    /// figures; the new ones are those of the last round from now on.
    fn measure(&mut self, new: FinishedCopy, report: &mut Report) -> (Vec<bool>, Figures) {
        let changed = new.changed(&self.incoming, &self.paths);
        let known = self.timed.take().filter(|old| covers(old, &changed));
        let all = known.unwrap_or_else(|| self.time(&self.incoming, &changed));
        let old = only(&all, &changed);
        self.timed = Some(all);
        // What is as in the last round takes as long.
        let mut wanted = changed.clone();
        if let Some((before, figures)) = &self.last {
            let stale = new.changed(before, &self.paths);
            for (at, path) in figures.paths.iter().enumerate() {
                wanted[at] &= stale[at] || path.models.is_empty();
                if stale[at] {
                    report.paths[at].robustness = None;
                }
            }
        }
        let mut figures = self.time(&new, &wanted);
        if let Some((_, before)) = self.last.take() {
            for (at, path) in before.paths.into_iter().enumerate() {
                if changed[at] && !wanted[at] {
                    figures.paths[at].models = path.models;
                }
            }
        }
        self.last = Some((new, figures));
        (changed, old)
    }

    /// The loops that lose under a member of the family. Notes how each that moved fares. Other
    /// stretches are not asked: to know where they begin, all that runs before them would be timed.
    fn fragile(&mut self, report: &mut Report) -> Vec<usize> {
        let paths = report.paths.iter();
        let wanted: Vec<bool> = paths
            .map(|path| path.path.is_loop() && is_moved(path) && path.robustness.is_none())
            .collect();
        let (Some((last, _)), true) = (&self.last, wanted.contains(&true)) else {
            return Vec::new();
        };
        let models: Vec<Model> = self.family.iter().map(|(_, model)| model.clone()).collect();
        let time = |finished: &FinishedCopy, wanted: &[bool]| {
            let paths = self.paths.clone();
            let timing = Timing::finished_some(&finished.function, &models, 1, paths, wanted);
            let periods = |path: PathTiming| path.models.iter().map(|m| m.one.period).collect();
            timing.paths.into_iter().map(periods).collect()
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
            report.paths[at].robustness = found;
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

fn is_moved(path: &PathReport) -> bool {
    path.regions.iter().any(|r| r.moved > 0)
}

/// The moved stretches with the least gain for each wait too many, until so many waits too many
/// are theirs; where none has any, the one with the least gain. `worth` says both.
fn least_useful(
    report: &Report,
    too_many: u32,
    worth: impl Fn(&PathReport, usize) -> (f64, u32),
) -> Vec<usize> {
    let paths = report.paths.iter().enumerate();
    let moved = paths.filter(|(_, path)| is_moved(path));
    let priced = moved.map(|(at, path)| match worth(path, at) {
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
