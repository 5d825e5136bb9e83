//! What is handed over in LDS at barriers without a wait.

use super::finding::Lack;
use super::function::{Found, Mend};
use super::waits::{WAIT_RULES, strongest};
use cdnasched_base::machine::Function;
use cdnasched_check::{self as check, Handed, Handover};

/// The rule for it.
fn id(handover: &Handover) -> &'static str {
    match handover.handed {
        Handed::Write if handover.own => "wait-handover-own",
        Handed::Write if handover.reads && !handover.elsewhere => "wait-handover",
        Handed::Write if handover.counted => "wait-handover-count",
        Handed::Write => "wait-handover-other",
        Handed::Load => "wait-handover-load",
        Handed::Read => "wait-handover-read",
    }
}

/// One finding for each wait that is missing before a barrier, and one for each that may be.
pub(super) fn find(function: &Function) -> Vec<Found> {
    let mut found = Vec::new();
    for handover in check::handovers(function) {
        let id = id(&handover);
        let Some(rule) = WAIT_RULES.iter().find(|rule| rule.id == id) else {
            continue;
        };
        let counter = handover.counter.name();
        found.push(Found {
            severity: rule.severity,
            rule: rule.id,
            document: rule.document,
            at: handover.barrier,
            after: Some(handover.producer),
            message: format!("{counter}({}) is needed: {}", handover.count, rule.what),
            lack: Lack::Wait {
                counter: counter.into(),
                count: handover.count,
            },
            path: Vec::new(),
            mend: Mend::Wait,
            covered: false,
            by: Some(handover.access),
        });
    }
    strongest(found)
}
