//! How much is found, by kind.

use serde::{Deserialize, Serialize};

use super::function::missing;
use super::{Report, Severity};
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
        let findings = report.findings.iter();
        findings.map(|finding| finding.severity).collect()
    }

    /// Of what lint would list of a function. `xnack`: whether memory accesses are replayed where it runs.
    pub(crate) fn of_function(
        function: &Function,
        policy: Policy,
        xnack: Setting,
    ) -> FindingCounts {
        let found = missing(function, policy, xnack).into_iter();
        let listed = found.filter(|found| !found.covered);
        listed.map(|found| found.severity).collect()
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

impl FromIterator<Severity> for FindingCounts {
    fn from_iter<T: IntoIterator<Item = Severity>>(all: T) -> FindingCounts {
        let mut counts = FindingCounts::default();
        all.into_iter().for_each(|severity| counts.add(severity));
        counts
    }
}
