//! Step 5 of the profitability check: does an order still pay if the hardware's numbers differ from ours?

use super::traces::{Subject, Traces, TracesCheck};
use crate::finish::FinishedCopy;
use crate::schedule::Report;
use crate::timing::{Model, Period, Robustness, Timing, TraceTiming};

impl TracesCheck<'_> {
    /// The loops that lose under a member of the family; records how each loop that moved fares. Other
    /// traces are left out: to know the states they begin in, all code before them would have to be timed.
    pub(super) fn fragile(&mut self, subject: &mut Subject<'_>) -> Traces {
        let Some(round) = self.round.take() else {
            return Vec::new();
        };
        let fragile = self.fragile_in(&round.copy, subject.report);
        self.round = Some(round);
        fragile
    }

    /// The same for a finished copy.
    pub(super) fn fragile_in(&mut self, copy: &FinishedCopy, report: &mut Report) -> Traces {
        let traces = report.traces.iter();
        let wanted: Vec<bool> = traces
            .map(|trace| trace.trace.is_loop() && trace.is_moved() && trace.robustness.is_none())
            .collect();
        if !wanted.contains(&true) {
            return Vec::new();
        }
        let known = self
            .states
            .iter()
            .map(|s| s.incoming_under_family.is_some());
        let unknown: Vec<bool> = wanted.iter().zip(known).map(|(&w, k)| w && !k).collect();
        let new = self.time_under_family(copy, &wanted);
        if unknown.contains(&true) {
            let old = self.time_under_family(&self.incoming, &unknown);
            for (at, periods) in old.into_iter().enumerate().filter(|(at, _)| unknown[*at]) {
                self.states[at].incoming_under_family = Some(periods);
            }
        }
        let mut fragile = Vec::new();
        for at in (0..wanted.len()).filter(|&at| wanted[at]) {
            let state = &mut self.states[at];
            let old = state.incoming_under_family.iter().flatten();
            let pairs = self.family.iter().zip(new[at].iter().zip(old));
            let found = Robustness::of(
                pairs
                    .clone()
                    .map(|((name, _), (&new, &old))| (*name, new, old)),
            );
            report.traces[at].robustness = found;
            if found.is_some_and(|robustness| !robustness.holds()) {
                let losing = pairs.filter(|(_, (new, old))| new > old);
                state.losing_under = losing.map(|((_, model), _)| model.clone()).collect();
                fragile.push(at);
            }
        }
        fragile
    }

    /// Time of one wave under each member of the family, by trace.
    fn time_under_family(&self, finished: &FinishedCopy, wanted: &[bool]) -> Vec<Vec<Period>> {
        let models: Vec<Model> = self.family.iter().map(|(_, model)| model.clone()).collect();
        let (function, traces) = (&finished.function, self.traces.clone());
        let timing = Timing::finished_some(function, &models, 1, traces, wanted);
        let periods = |trace: TraceTiming| {
            let models = trace.models.iter();
            models.map(|model| model.single_wave.period).collect()
        };
        timing.traces.into_iter().map(periods).collect()
    }
}
