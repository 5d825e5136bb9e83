//! How bad it is that two instructions are too close.

use std::collections::HashMap;

use super::finding::Severity;
use cdnasched_base::gpu::{OpTraits, Unit};
use cdnasched_base::machine::{Function, InstId, Operand, OperandFlags, OperandKind, Role};
use cdnasched_base::rules::{Policy, Relation, Second, practice};
use cdnasched_check::{self as check, Count, OpenHazard};
use cdnasched_object::Setting;

/// Wait states in time of the pairs that are too close in time, too. Time counts where only the documents do.
pub(super) fn in_time(
    function: &Function,
    policy: Policy,
    open: &[OpenHazard],
) -> HashMap<(InstId, InstId), u32> {
    if policy != Policy::Isa {
        let all = open.iter().map(|open| (pair(open), open.have.0));
        return all.collect();
    }
    if open.is_empty() {
        return HashMap::new();
    }
    let open = check::hazards_as_written(function, policy, Count::Time);
    open.iter().map(|open| (pair(open), open.have.0)).collect()
}

/// What names a pair.
pub(super) fn pair(open: &OpenHazard) -> (InstId, InstId) {
    (open.producer, open.consumer)
}

/// How bad a pair is.
pub(super) struct Judged {
    pub(super) severity: Severity,
    /// What speaks for it, if anything.
    pub(super) note: String,
}

impl Judged {
    fn plainly(severity: Severity) -> Judged {
        Judged {
            severity,
            note: String::new(),
        }
    }
    fn suspicious(note: String) -> Judged {
        Judged {
            severity: Severity::Suspicious,
            note,
        }
    }
}

/// How bad it is. `in_time`: wait states in time, unless there are enough. Whose numbers ask for more than the
/// documents do is not weighed against what production code has.
pub(super) fn judge(
    function: &Function,
    open: &OpenHazard,
    in_time: Option<u32>,
    policy: Policy,
    xnack: Setting,
) -> Judged {
    let severity = severity(function, open, policy, xnack);
    if policy != Policy::Isa || severity != Severity::Error {
        return Judged::plainly(severity);
    }
    let Some(in_time) = in_time else {
        return Judged::suspicious(
            "fewer instructions, but what is between them takes at least as long".to_owned(),
        );
    };
    let passes = function.info(open.producer).matrix.map(|m| m.passes);
    let shipped = practice(open.rule.id, function.gpu).find(|row| {
        let short = row.short.of(passes.unwrap_or_default());
        is_second(function, open, row.second) && in_time + short.0 >= open.need.0
    });
    match shipped {
        Some(row) => Judged::suspicious(row.evidence.to_owned()),
        None => Judged::plainly(severity),
    }
}

fn is_second(function: &Function, open: &OpenHazard, second: Second) -> bool {
    let info = function.info(open.consumer);
    match second {
        Second::Any => true,
        Second::LdsLoad => info.has(OpTraits::LDS_DMA),
        Second::ValuRead => {
            let mut uses = function.operands(open.consumer).iter();
            let reads = |reg| uses.any(|o| !o.is_def() && o.reg().is_some_and(|r| r.contains(reg)));
            info.unit == Unit::Valu && open.register.is_some_and(reads)
        }
    }
}

/// The row of scalar writes of M0 before instructions that use it.
const M0: &str = "cdna3.t11.11";
/// The row of results read by DPP.
const DPP: &str = "cdna3.t11.12";

/// Whether all that is known of the write is that a call may do it: who called it may know better (LLVM does, where it
/// has compiled the callee before: `AMDGPUTargetMachine::useIPRA`).
fn is_clobber(function: &Function, open: &OpenHazard) -> bool {
    let operands = function.operands(open.producer);
    let writes = |operand: &Operand| {
        operand.is_def()
            && (operand.reg()).is_some_and(|range| open.register.is_none_or(|r| range.contains(r)))
    };
    operands.iter().any(|o| o.kind == OperandKind::RegMask) && !operands.iter().any(writes)
}

/// How bad it is. LLVM's own requirements are not weighed when they were asked for.
fn severity(function: &Function, open: &OpenHazard, policy: Policy, xnack: Setting) -> Severity {
    if is_clobber(function, open) {
        return Severity::Undecided;
    }
    if matches!(policy, Policy::Llvm | Policy::Safe) {
        return Severity::Error;
    }
    // What the code that it goes to begins with, this function does not show.
    if open.elsewhere {
        return Severity::Undecided;
    }
    let info = function.info(open.consumer);
    // The documents name stores from LDS, and scratch and global accesses with their LDS bit; of buffer loads into
    // LDS they say nothing.
    let buffer = function
        .opcode(open.consumer)
        .name
        .starts_with("BUFFER_LOAD");
    if open.rule.id == M0 && buffer && info.has(OpTraits::LDS_DMA) {
        return Severity::Undecided;
    }
    // What lanes keep that DPP does not write is no source.
    if open.rule.id == DPP
        && let Some(reg) = open.register
    {
        let reads = |operand: &Operand| operand.reg().is_some_and(|range| range.contains(reg));
        let first = function.operand(open.consumer, Role::Src0);
        if !first.is_some_and(reads) {
            let mut operands = function.operands(open.consumer).iter();
            let other = operands.any(|o| {
                !o.is_def() && o.is_explicit() && !o.flags.has(OperandFlags::TIED) && reads(o)
            });
            // The documents do not say that the sources which DPP does not move are exempt.
            return match other {
                true => Severity::Suspicious,
                false => Severity::Undecided,
            };
        }
    }
    // Code that runs with replay and without it is mostly run without.
    if open.rule.relation == Relation::Clause && xnack == Setting::Any {
        return Severity::Suspicious;
    }
    Severity::Error
}
