//! Never slower than the incoming order would have been, and with no waits or nops more that are not
//! worth it.
//!
//! The scheduler works with the waits and nops that its cost model thinks an order needs. What
//! a whole function really gets, over joins and back edges, only the rooms that place them
//! know; and LLVM's last peephole makes more instructions of one order than of another. So both
//! orders, the incoming and the new one, are finished here on copies, and the cost model times
//! the finished streams. Stretches that lose anywhere are taken back, and so
//! are the least useful of those that need more waits or wait states, until the function as a
//! whole needs no more of either, but for those that their loops pay for, and takes one wave no
//! longer.

use super::peephole;
use crate::hazard::{self, Facts};
use crate::machine::{BlockId, Function, InstFlags, InstId};
use crate::schedule::{PRICE, PathReport, Report};
use crate::target::Unit;
use crate::timing::{Finished, Model, ModelTiming, Path, PathTiming, Timing};
use crate::waitcnt;

/// Rounds of taking single stretches back, before everything is.
const ROUNDS: usize = 12;

/// What a finished function costs.
type Figures = Timing<Finished>;

/// A function as it will be in the end: with its waits and nops.
struct FinishedCopy {
    function: Function,
    /// By block: `s_waitcnt` instructions, wait states of `s_nop`.
    blocks: Vec<(u32, u32)>,
}

impl FinishedCopy {
    /// Finishes a copy. `None` when no waits can be placed.
    fn of(mut function: Function, facts: &Facts) -> Option<FinishedCopy> {
        waitcnt::place_at_once(&mut function).ok()?;
        let unpacked = peephole::unpack(&mut function);
        let own = unpacked.then(|| facts.extended(&function));
        hazard::place_by(&mut function, own.as_ref().unwrap_or(facts));
        let count = |order: &Vec<InstId>| {
            let mut sum = (0, 0);
            for &inst in order {
                match function.info(inst).unit {
                    Unit::Wait => sum.0 += 1,
                    Unit::Nop => sum.1 += super::metrics::nop_wait_states(&function, inst),
                    _ => {}
                }
            }
            sum
        };
        Some(FinishedCopy {
            blocks: function.blocks().iter().map(|b| count(&b.order)).collect(),
            function,
        })
    }

    /// Waits and wait states of the function.
    fn total(&self) -> (u32, u32) {
        let sum = |(w, n): (u32, u32), b: &(u32, u32)| (w + b.0, n + b.1);
        self.blocks.iter().fold((0, 0), sum)
    }

    /// Waits and wait states of a stretch above those of `other`.
    fn excess(&self, other: &FinishedCopy, path: &PathReport) -> u32 {
        let blocks = path.path.blocks.iter().map(|b| b.index());
        let (mut waits, mut nops) = (0i64, 0i64);
        for (now, was) in blocks.map(|b| (self.blocks[b], other.blocks[b])) {
            waits += i64::from(now.0) - i64::from(was.0);
            nops += i64::from(now.1) - i64::from(was.1);
        }
        (waits.max(0) + nops.max(0)) as u32
    }

    /// Whether a block has the same instructions in both.
    fn has_same(&self, other: &FinishedCopy, block: BlockId) -> bool {
        let same = |(&a, &b): (&InstId, &InstId)| {
            let inserted = |f: &Function, i| f.flags(i).has(InstFlags::INSERTED);
            match (inserted(&self.function, a), inserted(&other.function, b)) {
                (false, false) => a == b,
                (true, true) => {
                    self.function.opcode(a).name == other.function.opcode(b).name
                        && self.function.operands(a) == other.function.operands(b)
                }
                _ => false,
            }
        };
        let orders = [self, other].map(|f| &f.function.block(block).order);
        orders[0].len() == orders[1].len() && orders[0].iter().zip(orders[1]).all(same)
    }

    /// The stretches that differ from `other`'s, or begin where one leaves off that does.
    fn changed(&self, other: &FinishedCopy, paths: &[Path]) -> Vec<bool> {
        let mut differs = vec![false; self.blocks.len()];
        let mut changed = Vec::with_capacity(paths.len());
        for path in paths {
            let first = self.function.block(path.blocks[0]);
            let handed = !path.is_loop() && first.predecessors.iter().any(|b| differs[b.index()]);
            let new = handed || path.blocks.iter().any(|&b| !self.has_same(other, b));
            for block in &path.blocks {
                differs[block.index()] = new;
            }
            changed.push(new);
        }
        changed
    }
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

/// Takes stretches back, to the next best order and in the end to the incoming one, until no
/// stretch that moved is slower anywhere than its incoming order finished, the function takes
/// one wave no longer, and needs no more waits and wait states but those that loops pay for.
pub fn apply(
    function: &mut Function,
    original: &[Vec<InstId>],
    facts: &Facts,
    models: &[Model],
    report: &mut Report,
) {
    if !report.paths.iter().any(is_moved) {
        return;
    }
    let mut incoming = function.clone();
    for (block, order) in function.block_ids().zip(original) {
        incoming.set_order(block, order.clone());
    }
    // Without waits there is no finished stream; the scheduler's own figures have to do.
    let Some(incoming) = FinishedCopy::of(incoming, facts) else {
        return;
    };
    let mut timed: Option<Figures> = None;
    let mut last: Option<(FinishedCopy, Figures)> = None;
    for _ in 0..ROUNDS {
        let Some(new) = FinishedCopy::of(function.clone(), facts) else {
            return;
        };
        let (now, was) = (new.total(), incoming.total());
        let mut back: Vec<usize> = Vec::new();
        let more = now.0.saturating_sub(was.0) + now.1.saturating_sub(was.1);
        let moved = report.paths.iter().filter(|path| is_moved(path));
        let paid = moved.map(|path| new.excess(&incoming, path).min(paid_for(path)));
        let paid: u32 = paid.sum();
        if more > paid {
            back.extend(least_useful(report, more - paid, |path, at| {
                let gain = path.frequency * saved(&path.before, &path.after);
                let excess = new.excess(&incoming, &report.paths[at]);
                (gain, excess.saturating_sub(paid_for(path)))
            }));
        } else {
            let paths = Path::all(function);
            let changed = new.changed(&incoming, &paths);
            let time = |finished: &FinishedCopy, wanted: &[bool]| {
                let (function, paths) = (&finished.function, paths.clone());
                Timing::finished_some(function, models, report.waves, paths, wanted)
            };
            let known = timed.filter(|old| covers(old, &changed));
            let all = known.unwrap_or_else(|| time(&incoming, &changed));
            let old = only(&all, &changed);
            timed = Some(all);
            // What is as in the last round takes as long.
            let mut wanted = changed.clone();
            if let Some((before, figures)) = &last {
                let stale = new.changed(before, &paths);
                for (at, path) in figures.paths.iter().enumerate() {
                    wanted[at] &= stale[at] || path.models.is_empty();
                }
            }
            let mut figures = time(&new, &wanted);
            if let Some((_, before)) = last.take() {
                for (at, path) in before.paths.into_iter().enumerate() {
                    if changed[at] && !wanted[at] {
                        figures.paths[at].models = path.models;
                    }
                }
            }
            let (_, new) = last.insert((new, figures));
            let pairs = new.paths.iter().zip(&old.paths).zip(&report.paths);
            let lost = pairs.enumerate().filter(|(at, ((new, old), path))| {
                changed[*at] && is_moved(path) && loses(new, old)
            });
            back.extend(lost.map(|(at, _)| at));
            if back.is_empty() {
                if !is_slower(new, &old, models.len()) {
                    return;
                }
                back.extend(least_useful(report, 1, |path, at| {
                    let pair = (&old.paths[at].models, &new.paths[at].models);
                    (path.frequency * saved(pair.0, pair.1), 0)
                }));
            }
        }
        if back.is_empty() {
            return;
        }
        for at in back {
            report.paths[at].take_back(function, original);
        }
    }
    for path in report.paths.iter_mut() {
        while is_moved(path) {
            path.take_back(function, original);
        }
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
