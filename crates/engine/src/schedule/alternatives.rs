//! The other orders of a trace, for the profitability check, which may find that the best one cannot stay.

use super::candidates::{Accepted, RunnersUp};
use super::problem::{Problem, Schedule};
use super::report::{Decision, Reason, RegionReport, TraceReport};
use super::stats::Origin;
use crate::machine::Function;
use crate::timing::ModelTiming;

/// What the search knows of one trace: its present order, and the others that it accepted.
#[derive(Clone, Debug)]
pub struct Alternatives {
    pub(super) problem: Problem,
    pub(super) runners_up: RunnersUp,
    pub(super) present: Schedule,
}

/// An order that a trace had, to be restored later.
pub struct Saved {
    schedule: Schedule,
    after: Vec<ModelTiming>,
    regions: Vec<RegionReport>,
    winner: Option<Origin>,
}

impl Alternatives {
    /// Gives the trace its next best order; when there is none left, the incoming one.
    pub fn revert(&mut self, function: &mut Function, report: &mut TraceReport) {
        if let Some(next) = self.runners_up.next(&self.problem, &mut report.search) {
            self.adopt(function, report, next);
            return;
        }
        report.robustness = None;
        self.present = self.problem.incoming_schedule();
        self.present
            .apply(function, &report.trace, &self.problem.regions);
        report.after.clone_from(&report.before);
        report.search.winner = None;
        for region in &mut report.regions {
            region.moved = 0;
            if region.decision == Decision::Reordered {
                region.decision = Decision::Kept(Reason::SlowerElsewhere);
            }
        }
    }

    /// The order that the trace has now.
    pub fn save(&self, report: &TraceReport) -> Saved {
        Saved {
            schedule: self.present.clone(),
            after: report.after.clone(),
            regions: report.regions.clone(),
            winner: report.search.winner,
        }
    }

    /// Gives the trace back an order that it had.
    pub fn restore(&mut self, function: &mut Function, report: &mut TraceReport, saved: Saved) {
        let regions = &self.problem.regions;
        saved.schedule.apply(function, &report.trace, regions);
        self.present = saved.schedule;
        (report.after, report.regions) = (saved.after, saved.regions);
        report.search.winner = saved.winner;
        report.robustness = None;
    }

    pub(super) fn adopt(
        &mut self,
        function: &mut Function,
        report: &mut TraceReport,
        found: Accepted,
    ) {
        let regions = &self.problem.regions;
        found.schedule.apply(function, &report.trace, regions);
        report.robustness = None;
        report.regions = self.problem.report_regions(&found.schedule, None);
        report.after = found.timings;
        report.search.winner = Some(found.origin);
        self.present = found.schedule;
    }
}
