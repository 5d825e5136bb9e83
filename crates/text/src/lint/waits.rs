//! What relies on accesses that nothing waited for.

use std::collections::HashMap;

use super::finding::{Lack, Severity};
use super::function::{Found, Mend};
use super::repeats::repeats;
use cdnasched_base::gpu::{Counter, Unit};
use cdnasched_base::machine::{Function, InstId};
use cdnasched_check::{self as check, OpenWait, Reliance};

/// A kind of missing wait.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WaitRule {
    /// Its name.
    pub id: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// Where it is documented.
    pub document: &'static str,
    /// What is wrong.
    pub what: &'static str,
}

/// The rule of what a function's callers leave.
pub const ENTRY_RULE: &str = "wait-entry";

const COUNTERS: &str =
    "MI300 ISA, 4.4 (Data Dependency Resolution: S_WAITCNT), alike in those of MI100 and MI200";
const HANDOVER: &str = "LLVM, AMDGPUUsage (Memory Model): a release waits before s_barrier for LDS and what loads into it";
const CALLS: &str = "LLVM, AMDGPUUsage (Calling Convention) and SIInsertWaitcnts";

const fn rule(
    id: &'static str,
    severity: Severity,
    document: &'static str,
    what: &'static str,
) -> WaitRule {
    WaitRule {
        id,
        severity,
        document,
        what,
    }
}

/// All kinds.
#[rustfmt::skip]
pub const WAIT_RULES: [WaitRule; 22] = [
    rule("wait-vmcnt", Severity::Error, COUNTERS, "a register that vector memory has yet to write is used"),
    rule("wait-lgkmcnt", Severity::Error, COUNTERS, "a register that LDS, scalar memory or a message has yet to write is used"),
    rule("wait-expcnt", Severity::Error, COUNTERS, "a register that an export or GDS has yet to read is written"),
    rule("wait-count-path", Severity::Suspicious, COUNTERS, "the wait lets more be outstanding than it may after some way to it, on which fewer operations follow"),
    rule("wait-lds-overwrite", Severity::Undecided, "MI300 ISA, 4.4: LDS returns data in order; LLVM waits", "a register that LDS has yet to write is written by LDS again"),
    rule("wait-lds-load-never", Severity::Suspicious, COUNTERS, "LDS is accessed after a load into LDS, and no wait on any path is for that load"),
    rule("wait-lds-load", Severity::Undecided, COUNTERS, "LDS is accessed while a load into LDS is outstanding, perhaps to another part of it"),
    rule("wait-scalar-read", Severity::Undecided, "LLVM, SIInsertWaitcnts", "memory is written while a scalar load is outstanding, perhaps of another part of it"),
    rule("wait-exec", Severity::Error, COUNTERS, "EXEC is written while an export or GDS has yet to read it"),
    rule("wait-return", Severity::Error, CALLS, "a function returns while accesses are outstanding"),
    rule(ENTRY_RULE, Severity::Error, CALLS, "a function uses registers before it has waited for what its caller left outstanding"),
    rule("wait-barrier", Severity::Suspicious, "LLVM, SIInsertWaitcnts", "a barrier that cannot be repeated after a page fault comes while accesses are outstanding"),
    rule("wait-invalidate", Severity::Suspicious, "LLVM, SIInsertWaitcnts", "the vector cache is invalidated while accesses are outstanding"),
    rule("wait-message", Severity::Error, COUNTERS, "GS_DONE is sent while accesses are outstanding"),
    rule("wait-gws", Severity::Error, "LLVM, SIInsertWaitcnts", "global wave sync is not followed by a wait"),
    rule("wait-handover", Severity::Error, HANDOVER, "LDS that is yet to be written at a barrier is read behind it"),
    rule("wait-handover-other", Severity::Undecided, HANDOVER, "LDS that is yet to be written at a barrier is accessed behind it, perhaps another part of it: a later barrier hands over what is written"),
    rule("wait-handover-own", Severity::Undecided, HANDOVER, "LDS that is yet to be written at a barrier is accessed behind it in the part that the wave's number selects: the wave's own, unless waves of several dimensions share the number"),
    rule("wait-handover-count", Severity::Undecided, HANDOVER, "LDS that a counted wait before a barrier lets be outstanding is accessed behind it, perhaps another part of it"),
    rule("wait-handover-load", Severity::Undecided, HANDOVER, "LDS is accessed behind a barrier at which a load into LDS is outstanding, perhaps to another part of it"),
    rule("wait-handover-read", Severity::Undecided, HANDOVER, "LDS that is yet to be read at a barrier is written behind it, perhaps another part of it"),
    rule("wait-assembly", Severity::Error, COUNTERS, "an instruction that is not known may use anything"),
];

/// `weaker`: a wait is there, but too weak on a way through several blocks, whose branches may depend on each other
/// so that it is never taken.
fn id(function: &Function, open: &OpenWait, waited_for: bool, weaker: bool) -> &'static str {
    let lds = |inst| function.info(inst).unit == Unit::Lds;
    match open.reliance {
        Reliance::Overwrite(_) if open.producer.is_some_and(lds) && lds(open.consumer) => {
            "wait-lds-overwrite"
        }
        Reliance::Read(_) | Reliance::Overwrite(_) if weaker => "wait-count-path",
        Reliance::Read(_) | Reliance::Overwrite(_) => match open.counter {
            Counter::Vm => "wait-vmcnt",
            Counter::Lgkm => "wait-lgkmcnt",
            Counter::Exp => "wait-expcnt",
        },
        Reliance::Lds if waited_for => "wait-lds-load",
        Reliance::Lds => "wait-lds-load-never",
        Reliance::ScalarRead => "wait-scalar-read",
        Reliance::Exec => "wait-exec",
        Reliance::Return => "wait-return",
        Reliance::Entry => ENTRY_RULE,
        Reliance::Barrier => "wait-barrier",
        Reliance::Invalidate => "wait-invalidate",
        Reliance::Message => "wait-message",
        Reliance::Sync => "wait-gws",
        Reliance::Assembly => "wait-assembly",
    }
}

/// One finding for each wait that is missing.
pub(super) fn find(function: &Function) -> Vec<Found> {
    let mut open = check::waits(function);
    open.retain(|open| !repeats(function, open));
    let decided: Vec<bool> = open.iter().map(|open| is_decided(function, open)).collect();
    let ways = check::ways(function, &open, &decided);
    // What the contract with callers asks for first thing is asked once.
    let mut entry = [false; Counter::ALL.len()];
    let mut found = Vec::new();
    for (open, way) in open.iter().zip(ways) {
        let asked_before = open.reliance == Reliance::Entry
            && std::mem::replace(&mut entry[open.counter.index()], true);
        let covered = asked_before || open.producer.is_some() && way.is_none();
        let waited_for = way.as_ref().is_none_or(|way| way.waited_for);
        let weaker = way
            .as_ref()
            .is_some_and(|way| way.weaker && way.path.len() > 1);
        let id = id(function, open, waited_for, weaker);
        let rule = WAIT_RULES.iter().find(|rule| rule.id == id);
        let rule = rule.expect("every kind of missing wait has a rule");
        let what = match open.reliance {
            Reliance::Read(reg) => format!("it reads {reg}, which is yet to be written"),
            Reliance::Overwrite(reg) if open.counter == Counter::Exp => {
                format!("it writes {reg}, which is yet to be read")
            }
            Reliance::Overwrite(reg) => {
                format!("it writes {reg}, which an earlier access is yet to write")
            }
            _ => rule.what.to_owned(),
        };
        let counter = open.counter.name();
        found.push(Found {
            severity: rule.severity,
            rule: rule.id,
            document: rule.document,
            at: open.consumer,
            after: open.producer,
            message: format!("{counter}({}) is needed: {what}", open.count),
            lack: Lack::Wait {
                counter: counter.into(),
                count: open.count,
            },
            path: way.map_or(Vec::new(), |way| way.path),
            mend: Mend::Wait,
            covered,
            by: None,
        });
    }
    let mut found = strongest(found);
    let is_mended = |one: usize| !found[one].covered;
    let instead_of = |one: usize, by: usize| found[by].severity <= found[one].severity;
    let served = check::served(function, &open, is_mended, instead_of);
    for (finding, served) in found.iter_mut().zip(served) {
        finding.covered |= served;
    }
    found
}

/// Whether it is missing for certain: a rule about it says so, whatever the way to it.
fn is_decided(function: &Function, open: &OpenWait) -> bool {
    let id = id(function, open, true, false);
    let rule = WAIT_RULES.iter().find(|rule| rule.id == id);
    rule.is_some_and(|rule| rule.severity == Severity::Error)
}

/// Of findings of a rule on one instruction and counter, the one that asks for most covers the others: its wait
/// serves them.
pub(super) fn strongest(mut found: Vec<Found>) -> Vec<Found> {
    let mut most: HashMap<(InstId, &str, String), usize> = HashMap::new();
    for new in 0..found.len() {
        let Lack::Wait { counter, count } = &found[new].lack else {
            continue;
        };
        let (key, count) = (
            (found[new].at, found[new].rule, counter.to_string()),
            *count,
        );
        if found[new].covered {
            continue;
        }
        let other = *most.entry(key.clone()).or_insert(new);
        let than = match found[other].lack {
            Lack::Wait { count, .. } => count,
            _ => 0,
        };
        if count < than {
            found[other].covered = true;
            most.insert(key, new);
        } else if other != new {
            found[new].covered = true;
        }
    }
    found
}
