//! What a function lacks, for those who mend it.

use super::finding::{Lack, Severity};
use super::{handover, pairs, waits};
use crate::assembly::object::Setting;
use crate::machine::{Function, InstId};
use crate::rules::Policy;

/// A wait or wait states that are missing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::assembly) struct Missing {
    /// The row of the hazard table, or the kind of wait.
    pub(in crate::assembly) rule: &'static str,
    /// What relies on something.
    pub(in crate::assembly) at: InstId,
    /// What it relies on, where that is one instruction.
    pub(in crate::assembly) after: Option<InstId>,
    /// What is needed.
    pub(in crate::assembly) lack: Lack,
    /// What is wrong, as a sentence without a full stop.
    pub(in crate::assembly) message: String,
    /// It is reported by default.
    pub(in crate::assembly) decided: bool,
    /// It is reported as an error.
    pub(in crate::assembly) is_error: bool,
}

/// The missing waits.
pub(in crate::assembly) fn missing_waits(function: &Function) -> Vec<Missing> {
    let found = waits::find(function).into_iter();
    let found = found.chain(handover::find(function));
    found.filter(|found| !found.covered).map(missing).collect()
}

/// The places that lack wait states.
pub(in crate::assembly) fn missing_nops(function: &Function, policy: Policy) -> Vec<Missing> {
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
