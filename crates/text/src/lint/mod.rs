//! Finds missing, and on request needless, wait states and waits in assembly text and machine code.
//!
//! What is open is what the checker ([`cdnasched_check`]) finds on any path. This module says it in terms of the input,
//! once for each mend: what the mend of another finding mends too is left out, if that other is at least as bad. So
//! what is not reported, or is put into a baseline, hides no error. What cannot be told from machine code is a class of
//! its own ([`Severity::Undecided`]).

mod counts;
mod file;
mod finding;
mod function;
mod handover;
mod mend;
mod missing;
mod needless;
mod pairs;
mod repeats;
mod source;
#[cfg(test)]
mod tests;
mod waits;
mod weigh;

use std::collections::HashMap;

use cdnasched_base::rules::Policy;

pub use counts::FindingCounts;
pub use file::{Error, lint};
pub use finding::{Finding, Lack, Report, Severity, Skipped, Spot};
pub(super) use mend::longest_nop;
pub(super) use missing::{Missing, missing_nops, missing_waits};
pub(super) use source::{Origin, Source};
pub use waits::{ENTRY_RULE, WAIT_RULES};

/// What to look for.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Options {
    /// Whose numbers of wait states hold.
    pub policy: Policy,
    /// Look for what is needless, too.
    pub needless: bool,
    /// Report what machine code does not decide, too.
    pub undecided: bool,
    /// Say also what the mends of findings mend beside them ([`Report::covered`]).
    pub covered: bool,
}

/// Gives findings their identities.
fn identify<'a>(findings: impl Iterator<Item = &'a mut Finding>) {
    let mut alike: HashMap<String, u32> = HashMap::new();
    for finding in findings {
        let after = finding.after.as_ref();
        let name = format!(
            "{}|{}|{}|{}|{}",
            finding.rule,
            finding.origin,
            finding.function,
            after.map_or("", |after| &after.instruction),
            finding.at.instruction,
        );
        let number = alike.entry(name.clone()).or_default();
        finding.identity = format!("{name}|{number}");
        *number += 1;
    }
}
