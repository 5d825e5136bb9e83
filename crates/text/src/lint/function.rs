//! One function.

use super::finding::{Finding, Lack, Report, Severity, Spot};
use super::source::{Origin, Source};
use super::{ENTRY_RULE, Options, handover, needless, pairs, waits};
use crate::program::Routine;
use cdnasched_base::escape;
use cdnasched_base::machine::{BlockId, Function, InstId};
use cdnasched_base::rules::Policy;
use cdnasched_object::Setting;

/// What is found, before it is said where in the input it is.
pub(super) struct Found {
    pub(super) severity: Severity,
    pub(super) rule: &'static str,
    pub(super) document: &'static str,
    pub(super) at: InstId,
    pub(super) after: Option<InstId>,
    pub(super) message: String,
    pub(super) lack: Lack,
    pub(super) path: Vec<BlockId>,
    pub(super) mend: Mend,
    /// The mend of another, which is at least as bad, mends it too.
    pub(super) covered: bool,
    /// A third instruction, which the message ends with.
    pub(super) by: Option<InstId>,
}

/// How it is mended.
pub(super) enum Mend {
    /// By wait states before it.
    Nops(u32),
    /// By a wait before it.
    Wait,
    /// As said.
    Said(String),
}

/// What a function lacks: wait states, waits, and waits before barriers. `xnack`: whether memory accesses are replayed where it runs.
pub(super) fn missing(function: &Function, policy: Policy, xnack: Setting) -> Vec<Found> {
    let mut found = pairs::find(function, policy, xnack);
    found.extend(waits::find(function));
    found.extend(handover::find(function));
    found
}

/// Adds everything that is found in a function, in the order of the code.
pub(super) fn lint(
    source: &mut Source<'_>,
    routine: &Routine,
    options: Options,
    report: &mut Report,
) {
    let function = &routine.function;
    let mut found = missing(function, options.policy, source.xnack);
    if options.needless {
        found.extend(needless::find(function, options.policy));
    }
    found.retain(|found| options.covered || !found.covered);
    if !options.undecided {
        let before = found.len();
        found.retain(|found| found.severity != Severity::Undecided);
        report.undecided += before - found.len();
    }
    found.sort_by_key(|found| (routine.listed(found.at), found.severity));
    for found in found {
        let at = source.inst(routine, found.at);
        let after = found.after.map(|inst| source.inst(routine, inst));
        let path = found.path.iter();
        let path = path.map(|&block| source.block(routine, block)).collect();
        let by = found.by.map_or(String::new(), |inst| {
            let by = source.inst(routine, inst);
            format!(" ({}: {})", by.place(), by.instruction)
        });
        let why_called = match &source.origin {
            Origin::Text(_) if found.rule == ENTRY_RULE => format!(
                " (no `.amdhsa_kernel {}`: taken for a function that is called)",
                escape::bytes(function.name.as_bytes())
            ),
            _ => String::new(),
        };
        let findings = match found.covered {
            true => &mut report.covered,
            false => &mut report.findings,
        };
        findings.push(Finding {
            severity: found.severity,
            rule: found.rule.into(),
            document: found.document.into(),
            origin: String::new(),
            function: function.name.clone(),
            mend: mend(&found, &at, function.gpu),
            at,
            after,
            message: found.message + &by + &why_called,
            lack: found.lack,
            path,
            identity: String::new(),
        });
    }
}

fn mend(found: &Found, at: &Spot, gpu: cdnasched_base::gpu::Gpu) -> String {
    match (&found.mend, &found.lack) {
        (Mend::Nops(missing), _) => super::mend::nops(gpu, *missing, at),
        (Mend::Wait, Lack::Wait { counter, count }) => super::mend::wait(counter, *count, at),
        (Mend::Wait, _) => String::new(),
        (Mend::Said(text), _) => format!("{text} at {}", at.place()),
    }
}
