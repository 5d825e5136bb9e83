//! What binds a loop, and what its longest stall waits for: for the people who wrote it.
//!
//! Everything that a sentence says is read off the simulated iteration of the finished stream: times, what stalled for
//! what, and what an instruction that came late stands behind. What another order would take it does not say.

mod holds;
mod sentence;
#[cfg(test)]
mod tests;

use super::loop_bound::{Bound, LoopBound};
use super::model::Model;
use super::timeline::{Event, Lane, Stall, Timeline};
use super::trace::Trace;
use crate::gpu::Unit;
use crate::machine::occupancy::{self, RegisterUse};
use crate::machine::{Function, InstFlags, InstId};
pub use holds::Holds;

/// A loop within this share of its bound is at it: no order gains more.
const AT_BOUND: f64 = 1.05;

/// A stall is worth naming if it is at least this part of the time that the advice is about.
const WORTH_NAMING: u32 = 20;

/// What time goes into.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Time {
    /// Issuing instructions for a unit.
    Issuing(Lane),
    /// Waits and nops themselves.
    Fillers,
    /// Branches, calls, barriers and state.
    Control,
    /// Stalled.
    Stalled(Stall),
}

/// What an instruction waits for in an iteration.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Wait {
    /// The instruction that stalls.
    pub inst: InstId,
    /// Why.
    pub stall: Stall,
    /// For how many clocks of an iteration.
    pub clocks: u32,
    /// For what, and what holds that back; `None` where the stall is for no single instruction.
    pub cause: Option<Late>,
}

/// An instruction that something waits for.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Late {
    /// The instruction.
    pub inst: InstId,
    /// It is the one of an iteration before.
    pub iteration_before: bool,
    /// Clocks from its issue to the beginning of the stall.
    pub ahead: u32,
    /// What it stands behind in its iteration.
    pub holds: Holds,
    /// Clocks from when the wave was done with that (or began the iteration) to its issue.
    pub behind: u32,
}

/// What binds a loop.
#[derive(Clone, PartialEq, Debug)]
pub struct Advice {
    /// Clocks of an iteration, one wave.
    pub clocks: f64,
    /// The least that any order takes.
    pub bound: Bound,
    /// The same at the kernel's own number of waves.
    pub own_clocks: f64,
    /// The least that any order takes.
    pub own_bound: Bound,
    /// The kernel's own number of waves.
    pub waves: u32,
    /// The loop has matrix instructions: what follows is about the time in which the matrix pipe idles, else about all.
    pub is_matrix: bool,
    /// Clocks of an iteration of one wave that this is about.
    pub idle: u32,
    /// What that time goes into, most first.
    pub spent: Vec<(Time, u32)>,
    /// The longest single stall of that time, where it is worth naming.
    pub longest: Option<Wait>,
    /// VGPRs that may be used besides at no cost in waves; `None` where what callers and callees use is not known.
    pub free_vgprs: Option<u32>,
}

impl Advice {
    /// What binds a loop of a finished function under a model; `None` outside of loops.
    pub fn of(function: &Function, trace: &Trace, model: &Model) -> Option<Advice> {
        let waves = occupancy::occupancy(function);
        let bound = LoopBound::of(function, trace, model, waves)?;
        let alone = Timeline::of(function, trace, model, 1);
        let own_clocks = match waves {
            0 | 1 => alone.period.clocks(),
            _ => Timeline::of(function, trace, model, waves).period.clocks(),
        };
        let watched = Watched::of(&alone);
        let spent = watched.spent(function);
        Some(Advice {
            clocks: alone.period.clocks(),
            bound: bound.one_wave,
            own_clocks,
            own_bound: bound.at_occupancy,
            waves,
            is_matrix: watched.is_matrix,
            idle: spent.iter().map(|(_, clocks)| clocks).sum(),
            longest: watched.longest(function, &spent),
            spent,
            free_vgprs: free_vgprs(function),
        })
    }

    /// No order takes less than the loop does, at the kernel's own number of waves.
    pub fn is_at_bound(&self) -> bool {
        self.own_clocks <= self.own_bound.period.clocks() * AT_BOUND
    }
}

fn free_vgprs(function: &Function) -> Option<u32> {
    let mut insts = function.blocks().iter().flat_map(|b| &b.order);
    let calls = insts.any(|&inst| function.flags(inst).has(InstFlags::CALL));
    if calls || !function.resources.is_entry {
        return None;
    }
    let (used, may) = (RegisterUse::of(function), occupancy::budget(function));
    Some(may.vgprs.saturating_sub(used.vgprs))
}

/// One iteration of a wave, in the middle of those that were simulated.
struct Watched<'a> {
    all: &'a [Event],
    /// Where the events of the iteration are.
    from: usize,
    to: usize,
    is_matrix: bool,
    /// When the matrix pipe works, in order, not overlapping.
    busy: Vec<(u32, u32)>,
}

impl<'a> Watched<'a> {
    fn of(timeline: &'a Timeline) -> Watched<'a> {
        let all = &timeline.events[..];
        let iteration = u32::from(timeline.iterations > 1);
        let from = all.partition_point(|event| event.iteration < iteration);
        let to = all.partition_point(|event| event.iteration <= iteration);
        let matrix = all.iter().filter(|event| event.lane == Lane::Matrix);
        let mut busy: Vec<(u32, u32)> = Vec::new();
        for event in matrix {
            match busy.last_mut() {
                Some(last) if event.start <= last.1 => last.1 = last.1.max(event.busy),
                _ => busy.push((event.start, event.busy)),
            }
        }
        Watched {
            all,
            from,
            to,
            is_matrix: !busy.is_empty(),
            busy,
        }
    }

    fn events(&self) -> &'a [Event] {
        &self.all[self.from..self.to]
    }

    /// Clocks between two times in which the matrix pipe idles; of a loop without matrix instructions all of them.
    fn idle(&self, from: u32, to: u32) -> u32 {
        let first = self.busy.partition_point(|&(_, end)| end <= from);
        let busy = self.busy[first..]
            .iter()
            .take_while(|(start, _)| *start < to);
        let busy: u32 = busy
            .map(|&(start, end)| end.min(to).saturating_sub(start.max(from)))
            .sum();
        to.saturating_sub(from).saturating_sub(busy)
    }

    /// What the idle time goes into.
    fn spent(&self, function: &Function) -> Vec<(Time, u32)> {
        let mut spent: Vec<(Time, u32)> = Vec::new();
        let mut add = |what: Time, clocks: u32| {
            if clocks == 0 {
                return;
            }
            match spent.iter_mut().find(|(of, _)| *of == what) {
                Some((_, sum)) => *sum += clocks,
                None => spent.push((what, clocks)),
            }
        };
        for event in self.events() {
            add(
                Time::Stalled(event.stall),
                self.idle(event.ready, event.issue),
            );
            let own = match (event.lane, function.info(event.inst).unit) {
                (Lane::Issue, Unit::Wait | Unit::Nop) => Time::Fillers,
                (Lane::Issue, _) => Time::Control,
                (lane, _) => Time::Issuing(lane),
            };
            add(own, self.idle(event.issue, event.next));
        }
        spent.sort_by_key(|&(what, clocks)| (u32::MAX - clocks, what));
        spent
    }

    /// The longest stall in idle time.
    fn longest(&self, function: &Function, spent: &[(Time, u32)]) -> Option<Wait> {
        let all: u32 = spent.iter().map(|(_, clocks)| clocks).sum();
        let stalled = |event: &Event| self.idle(event.ready, event.issue);
        let events = self.events().iter();
        // The first of equals.
        let event = events.rev().max_by_key(|event| stalled(event))?;
        let clocks = stalled(event);
        if clocks == 0 || clocks * WORTH_NAMING < all {
            return None;
        }
        let cause = event.cause.and_then(|at| {
            let cause = self.all.get(at as usize)?;
            let (holds, done) = self.holds(function, at as usize);
            Some(Late {
                inst: cause.inst,
                iteration_before: cause.iteration < event.iteration,
                ahead: event.ready.saturating_sub(cause.issue),
                behind: cause.issue.saturating_sub(done),
                holds,
            })
        });
        Some(Wait {
            inst: event.inst,
            stall: event.stall,
            clocks,
            cause,
        })
    }

    /// What an event stands behind in its iteration, and when the wave was done with that.
    fn holds(&self, function: &Function, at: usize) -> (Holds, u32) {
        let event = &self.all[at];
        let before = self.all[..at].iter().rev();
        let before = before.take_while(|other| other.iteration == event.iteration);
        let mut begin = event.issue;
        for other in before {
            if let Some(holds) = Holds::between(function, other.inst, event.inst) {
                return (holds, other.next);
            }
            begin = other.ready;
        }
        (Holds::Nothing, begin)
    }
}
