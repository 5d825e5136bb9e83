//! Pairs of instructions that are too close.

use std::collections::HashMap;

use super::finding::{Lack, Severity};
use super::function::{Found, Mend};
use crate::assembly::object::Setting;
use crate::check::{self, Count, OpenHazard};
use crate::gpu::{OpTraits, Unit};
use crate::machine::{Function, InstId, Operand, OperandFlags, Role};
use crate::rules::{Policy, Relation, Second, practice};

/// One finding for each place that lacks wait states.
pub(super) fn find(function: &Function, policy: Policy, xnack: Setting) -> Vec<Found> {
    let count = match policy {
        Policy::Llvm => Count::Llvm,
        _ => Count::Instructions,
    };
    let open = check::hazards_as_written(function, policy, count);
    let in_time = in_time(function, policy, &open);
    let missing = |open: &OpenHazard| open.need.0.saturating_sub(open.have.0);
    // By second instruction, the pair that lacks most first.
    let order = order(function);
    let mut open: Vec<(OpenHazard, Judged)> = open
        .into_iter()
        .map(|open| {
            let have = in_time.get(&(open.producer, open.consumer)).copied();
            let judged = judge(function, &open, have, policy, xnack);
            (open, judged)
        })
        .collect();
    open.sort_by_key(|(open, _)| (order[&open.consumer], u32::MAX - missing(open)));
    // Wait states that findings so far put before instructions, by severity: what is wrong is not hidden by the mend
    // of something less bad.
    let mut mended: HashMap<InstId, Vec<(Severity, u32)>> = HashMap::new();
    let mut found = Vec::new();
    for (open, judged) in open {
        let between = between(function, &open, |inst| {
            let mends = mended.get(&inst).into_iter().flatten();
            let counts = mends.filter(|(severity, _)| *severity <= judged.severity);
            counts.map(|(_, more)| *more).max().unwrap_or(0)
        });
        if between >= missing(&open) {
            continue;
        }
        let mends = mended.entry(open.consumer).or_default();
        mends.push((judged.severity, missing(&open)));
        found.push(finding(&open, judged));
    }
    found
}

/// Wait states in time of the pairs that are too close in time, too. Time counts where only the documents do.
fn in_time(
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

fn pair(open: &OpenHazard) -> (InstId, InstId) {
    (open.producer, open.consumer)
}

/// How bad a pair is.
struct Judged {
    severity: Severity,
    /// What speaks for it, if anything.
    note: String,
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
fn judge(
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

/// How bad it is. LLVM's own requirements are not weighed when they were asked for.
fn severity(function: &Function, open: &OpenHazard, policy: Policy, xnack: Setting) -> Severity {
    if matches!(policy, Policy::Llvm | Policy::Safe) {
        return Severity::Error;
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

fn order(function: &Function) -> HashMap<InstId, usize> {
    let insts = function
        .layout()
        .into_iter()
        .flat_map(|block| &function.block(block).order);
    insts.enumerate().map(|(at, &inst)| (inst, at)).collect()
}

/// Wait states that the mends so far put between the two on the path of the pair.
fn between(function: &Function, open: &OpenHazard, mended: impl Fn(InstId) -> u32) -> u32 {
    let mut sum: u32 = 0;
    let last = open.path.len().saturating_sub(1);
    for (at, &block) in open.path.iter().enumerate() {
        let order = &function.block(block).order;
        let place = |inst| order.iter().position(|&other| other == inst);
        let from = if at == 0 {
            place(open.producer).map_or(0, |at| at + 1)
        } else {
            0
        };
        let to = if at == last {
            place(open.consumer).map_or(order.len(), |at| at + 1)
        } else {
            order.len()
        };
        let passed = order.get(from..to).unwrap_or_default();
        sum += passed.iter().map(|&inst| mended(inst)).sum::<u32>();
    }
    sum
}

fn finding(open: &OpenHazard, judged: Judged) -> Found {
    let missing = open.need.0.saturating_sub(open.have.0);
    let rule = open.rule;
    let register = open
        .register
        .map_or(String::new(), |reg| format!(" ({reg})"));
    let why = if rule.why.is_empty() {
        String::new()
    } else {
        format!(": {}", rule.why)
    };
    let note = match judged.note.as_str() {
        "" => String::new(),
        note => format!("; {note}"),
    };
    Found {
        severity: judged.severity,
        rule: rule.id,
        document: rule.source,
        at: open.consumer,
        after: Some(open.producer),
        message: format!(
            "{} after the instruction it depends on{register}, {} needed{why}{note}",
            states(open.have.0),
            open.need.0,
        ),
        lack: Lack::WaitStates {
            have: open.have.0,
            need: open.need.0,
        },
        path: open.path.clone(),
        mend: Mend::Nops(missing),
    }
}

pub(super) fn states(count: u32) -> String {
    match count {
        1 => "1 wait state".to_owned(),
        _ => format!("{count} wait states"),
    }
}
