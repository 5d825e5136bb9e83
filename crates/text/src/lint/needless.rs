//! Nops and waits that are good for nothing.

use super::finding::{Lack, Severity};
use super::function::{Found, Mend};
use super::pairs::states;
use cdnasched_base::machine::{Function, InstId};
use cdnasched_base::rules::Policy;
use cdnasched_check as check;

/// Nops that are longer than the rules require, and waits for what is complete on every path.
///
/// A wait that something relies on nowhere is not reported: it may keep an order that other waves see.
pub(super) fn find(function: &Function, policy: Policy) -> Vec<Found> {
    let mut found = Vec::new();
    for (nop, enough) in check::idle_nops(function, policy) {
        let (message, mend) = if enough.0 == 0 {
            (
                "no rule needs this nop".to_owned(),
                "remove the nop".to_owned(),
            )
        } else {
            (
                format!(
                    "{} would do, with all other nops as they are",
                    states(enough.0)
                ),
                format!("make it s_nop {}", enough.0 - 1),
            )
        };
        found.push(needless("needless-nop", nop, message, mend));
    }
    for wait in check::idle(function) {
        let message = "nothing that this waits for can be outstanding here".to_owned();
        let mend = "remove the wait".to_owned();
        found.push(needless("needless-wait", wait, message, mend));
    }
    found
}

fn needless(rule: &'static str, at: InstId, message: String, mend: String) -> Found {
    Found {
        severity: Severity::Needless,
        rule,
        document: "",
        at,
        after: None,
        message,
        lack: Lack::Nothing,
        path: Vec::new(),
        mend: Mend::Said(mend),
        covered: false,
        by: None,
    }
}
