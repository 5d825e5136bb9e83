//! Pairs of instructions that are too close.

use std::collections::HashMap;

use super::finding::{Lack, Severity};
use super::function::{Found, Mend};
use super::weigh::{Judged, in_time, judge, pair};
use cdnasched_base::machine::{Function, InstId};
use cdnasched_base::rules::Policy;
use cdnasched_check::{self as check, Count, OpenHazard};
use cdnasched_object::Setting;

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
            let have = in_time.get(&pair(&open)).copied();
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
        let covered = between >= missing(&open);
        if !covered {
            let mends = mended.entry(open.consumer).or_default();
            mends.push((judged.severity, missing(&open)));
        }
        found.push(Found {
            covered,
            ..finding(&open, judged)
        });
    }
    found
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
        message: match open.elsewhere {
            true => format!(
                "{} before the code that it goes to{register}, {} needed if that begins with an instruction of this \
                 rule{why}{note}",
                states(open.have.0),
                open.need.0,
            ),
            false => format!(
                "{} after the instruction it depends on{register}, {} needed{why}{note}",
                states(open.have.0),
                open.need.0,
            ),
        },
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
