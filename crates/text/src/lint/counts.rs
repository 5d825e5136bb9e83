//! How much is found, by kind.

use serde::{Deserialize, Serialize};

use super::function::Found;
use super::{Report, Severity, handover, pairs, waits};
use cdnasched_base::machine::Function;
use cdnasched_base::rules::Policy;
use cdnasched_object::Setting;

/// What lint says under some rules, by kind.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct FindingCounts {
    /// The hardware may use a wrong value.
    pub errors: usize,
    /// Most likely not meant so.
    pub suspicious: usize,
    /// Machine code does not show whether it is right.
    pub undecided: usize,
}

impl FindingCounts {
    /// Of everything that a report lists.
    pub fn of(report: &Report) -> FindingCounts {
        let mut counts = FindingCounts::default();
        for finding in &report.findings {
            counts.add(finding.severity);
        }
        counts
    }

    /// Of what lint would list of a function. `xnack`: whether memory accesses are replayed where it runs.
    pub(crate) fn of_function(
        function: &Function,
        policy: Policy,
        xnack: Setting,
    ) -> FindingCounts {
        let mut counts = FindingCounts::default();
        let found = pairs::find(function, policy, xnack).into_iter();
        let found = found.chain(waits::find(function));
        let found = found.chain(handover::find(function));
        let is_listed = |found: &Found| !found.covered;
        for found in found.filter(is_listed) {
            counts.add(found.severity);
        }
        counts
    }

    pub(crate) fn add(&mut self, severity: Severity) {
        match severity {
            Severity::Error => self.errors += 1,
            Severity::Suspicious => self.suspicious += 1,
            Severity::Undecided => self.undecided += 1,
            Severity::Needless => {}
        }
    }
}
