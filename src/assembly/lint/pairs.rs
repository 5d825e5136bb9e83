//! Pairs of instructions that are too close.

use std::collections::{BTreeMap, HashMap};

use super::finding::{Lack, Severity};
use super::function::{Found, Mend};
use crate::assembly::object::Setting;
use crate::check::{self, OpenHazard};
use crate::gpu::OpTraits;
use crate::machine::{Function, InstId, Operand, OperandFlags, Role};
use crate::rules::{Policy, Relation};

/// One finding for each place that lacks wait states.
pub(super) fn find(function: &Function, policy: Policy, xnack: Setting) -> Vec<Found> {
    let mut open = check::hazards_as_written(function, policy);
    let missing = |open: &OpenHazard| open.need.0.saturating_sub(open.have.0);
    // By second instruction, the pair that lacks most first.
    let order = order(function);
    open.sort_by_key(|open| (order[&open.consumer], u32::MAX - missing(open)));
    // Wait states that findings so far put before instructions, those at least as bad as each severity.
    let mut mended: BTreeMap<Severity, HashMap<InstId, u32>> = BTreeMap::new();
    let mut found = Vec::new();
    for open in open {
        let severity = severity(function, &open, policy, xnack);
        let of_as_bad = mended.entry(severity).or_default();
        let covered = between(function, &open, of_as_bad) >= missing(&open);
        for of_as_bad in ALL
            .into_iter()
            .filter(|&other| !covered && other >= severity)
        {
            let of_as_bad = mended.entry(of_as_bad).or_default();
            let more = of_as_bad.entry(open.consumer).or_default();
            *more = (*more).max(missing(&open));
        }
        found.push(Found {
            covered,
            ..finding(&open, severity)
        });
    }
    found
}

/// All severities.
const ALL: [Severity; 4] = [
    Severity::Error,
    Severity::Suspicious,
    Severity::Undecided,
    Severity::Needless,
];

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
fn between(function: &Function, open: &OpenHazard, mended: &HashMap<InstId, u32>) -> u32 {
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
        sum += passed
            .iter()
            .filter_map(|inst| mended.get(inst))
            .sum::<u32>();
    }
    sum
}

fn finding(open: &OpenHazard, severity: Severity) -> Found {
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
    Found {
        severity,
        rule: rule.id,
        document: rule.source,
        at: open.consumer,
        after: Some(open.producer),
        message: format!(
            "{} after the instruction it depends on{register}, {} needed{why}",
            states(open.have.0),
            open.need.0,
        ),
        lack: Lack::WaitStates {
            have: open.have.0,
            need: open.need.0,
        },
        path: open.path.clone(),
        mend: Mend::Nops(missing),
        covered: false,
        by: None,
    }
}

pub(super) fn states(count: u32) -> String {
    match count {
        1 => "1 wait state".to_owned(),
        _ => format!("{count} wait states"),
    }
}
