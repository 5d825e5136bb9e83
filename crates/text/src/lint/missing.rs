//! What a function lacks, for those who mend it.

use super::finding::{Lack, Severity};
use super::{handover, pairs, waits};
use cdnasched_base::machine::{Function, InstId};
use cdnasched_base::rules::Policy;
use cdnasched_object::Setting;

/// A wait or wait states that are missing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Missing {
    /// The row of the hazard table, or the kind of wait.
    pub(crate) rule: &'static str,
    /// What relies on something.
    pub(crate) at: InstId,
    /// What it relies on, where that is one instruction.
    pub(crate) after: Option<InstId>,
    /// What is needed.
    pub(crate) lack: Lack,
    /// What is wrong, as a sentence without a full stop.
    pub(crate) message: String,
    /// It is reported by default.
    pub(crate) decided: bool,
    /// It is reported as an error.
    pub(crate) is_error: bool,
}

/// The missing waits.
pub(crate) fn missing_waits(function: &Function) -> Vec<Missing> {
    let found = waits::find(function).into_iter();
    let found = found.chain(handover::find(function));
    found.filter(|found| !found.covered).map(missing).collect()
}

/// The places that lack wait states.
pub(crate) fn missing_nops(function: &Function, policy: Policy) -> Vec<Missing> {
    let xnack = if function.features.xnack {
        Setting::On
    } else {
        Setting::Off
    };
    let found = pairs::find(function, policy, xnack);
    let found = found.into_iter().filter(|found| !found.covered);
    found.map(missing).collect()
}

fn missing(found: super::function::Found) -> Missing {
    Missing {
        rule: found.rule,
        at: found.at,
        after: found.after,
        lack: found.lack,
        message: found.message,
        decided: found.severity != Severity::Undecided,
        is_error: found.severity == Severity::Error,
    }
}
