//! One function.

use super::finding::{Finding, Lack, Severity, Spot};
use super::source::Source;
use super::{Options, needless, pairs, waits};
use crate::assembly::program::Routine;
use crate::machine::{BlockId, InstId};

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

/// Everything that is found in a function, in the order of the code.
pub(super) fn lint(source: &mut Source<'_>, routine: &Routine, options: Options) -> Vec<Finding> {
    let function = &routine.function;
    let mut found = pairs::find(function, options.policy, source.xnack);
    found.extend(waits::find(function));
    if options.needless {
        found.extend(needless::find(function, options.policy));
    }
    found.retain(|found| options.undecided || found.severity != Severity::Undecided);
    found.sort_by_key(|found| (routine.listed(found.at), found.severity));
    let mut findings = Vec::with_capacity(found.len());
    for found in found {
        let at = source.inst(routine, found.at);
        let after = found.after.map(|inst| source.inst(routine, inst));
        let path = found.path.iter();
        let path = path.map(|&block| source.block(routine, block)).collect();
        findings.push(Finding {
            severity: found.severity,
            rule: found.rule.into(),
            document: found.document.into(),
            origin: String::new(),
            function: function.name.clone(),
            mend: mend(&found, &at, function.gpu),
            at,
            after,
            message: found.message,
            lack: found.lack,
            path,
            identity: String::new(),
        });
    }
    findings
}

fn mend(found: &Found, at: &Spot, gpu: crate::gpu::Gpu) -> String {
    match (&found.mend, &found.lack) {
        (Mend::Nops(missing), _) => super::mend::nops(gpu, *missing, at),
        (Mend::Wait, Lack::Wait { counter, count }) => super::mend::wait(counter, *count, at),
        (Mend::Wait, _) => String::new(),
        (Mend::Said(text), _) => format!("{text} at {}", at.place()),
    }
}
