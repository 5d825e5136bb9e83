//! Remarks: one sentence for each thing done or left alone.

use super::{Outcome, Remark, RemarkKind};
use crate::hazard::{self, BlockEndShift, Policy, ShiftRepair};
use crate::machine::{BlockId, Function, InstId};
use crate::report::Record;
use crate::schedule::{Certificate, Decision, Reason, Report};
use crate::waitcnt;

fn reason(reason: Reason) -> &'static str {
    match reason {
        Reason::Directive => "it holds a pipeline the user asked for",
        Reason::NoneFaster => "no order found is faster",
        Reason::SlowerElsewhere => {
            "each faster order found is slower under the other or perturbed latencies, at the \
             kernel's own number of waves, or than LLVM's own stream, or needs more waits or nops"
        }
        Reason::Unmoved => "its order was already the best found",
    }
}

/// What the scheduler did, loop by loop and region by region.
pub fn schedule(report: &Report, record: &Record, outcome: &mut Outcome) {
    if let Some(timing) = record.clocks.first() {
        outcome.remarks.push(Remark {
            kind: RemarkKind::Passed,
            name: "Scheduled",
            message: format!(
                "moved {} instructions in {} of {} regions; modelled clocks of the function \
                 {:.0} -> {:.0} ({} latencies, one wave)",
                record.moved,
                record.regions_reordered,
                record.regions,
                timing.before.one_wave,
                timing.after.one_wave,
                timing.model
            ),
            block: BlockId(0),
            inst: None,
        });
    }
    for (cost, timing) in record.policy_cost_clocks.iter().zip(&record.clocks) {
        let clocks = cost.clocks.one_wave;
        if clocks != 0.0 {
            outcome.remarks.push(Remark {
                kind: RemarkKind::Analysis,
                name: "PolicyCost",
                message: format!(
                    "in LLVM's order, the waits and nops of our rules take {clocks:+.0} modelled \
                     clocks compared with LLVM's own, of {:.0} in all ({} latencies, one wave)",
                    timing.before.one_wave, cost.model
                ),
                block: BlockId(0),
                inst: None,
            });
        }
    }
    for found in &record.loops {
        if let Some(timing) = found.clocks.first()
            && found.moved > 0
        {
            outcome.remarks.push(Remark {
                kind: RemarkKind::Passed,
                name: "Loop",
                message: format!(
                    "loop of {} instructions, {} of them matrix instructions: modelled clocks an \
                     iteration {:.0} -> {:.0} ({} latencies, one wave)",
                    found.instructions,
                    found.matrix_instructions,
                    timing.before.one_wave,
                    timing.after.one_wave,
                    timing.model
                ),
                block: BlockId(found.block),
                inst: None,
            });
        }
    }
    for region in report.traces.iter().flat_map(|trace| &trace.regions) {
        if let Decision::Kept(why) = region.decision {
            outcome.remarks.push(Remark {
                kind: RemarkKind::Missed,
                name: "RegionKept",
                message: format!(
                    "kept the order of a region of {} instructions: {}",
                    region.instructions,
                    reason(why)
                ),
                block: region.block,
                inst: None,
            });
        }
    }
}

/// How far each region is from the best.
pub fn certificates(certificates: &[Certificate], outcome: &mut Outcome) {
    for c in certificates {
        let proof = match (c.is_proved(), c.unbeaten) {
            (true, _) => "proved shortest".to_owned(),
            (_, true) => format!(
                "no order takes less than {}, and none that is shorter loses nothing else",
                c.bound.0
            ),
            _ => format!("no order takes less than {}", c.bound.0),
        };
        outcome.remarks.push(Remark {
            kind: RemarkKind::Analysis,
            name: "Certificate",
            message: format!(
                "region of {} instructions: {} modelled clocks, {proof}",
                c.instructions, c.length.0
            ),
            block: c.block,
            inst: None,
        });
    }
}

/// Each wait, and why it is as strict as it is.
pub fn waits(function: &Function, placement: &waitcnt::Placement, outcome: &mut Outcome) {
    for wait in &placement.waits {
        let why: Vec<String> = wait
            .reasons
            .iter()
            .map(|r| {
                format!(
                    "{}({}) for {}",
                    r.counter,
                    r.count,
                    cause(function, &r.cause)
                )
            })
            .collect();
        outcome.remarks.push(Remark {
            kind: RemarkKind::Analysis,
            name: "Wait",
            message: format!(
                "s_waitcnt before {}: {}",
                opcode(function, wait.consumer),
                why.join(", ")
            ),
            block: wait.block,
            inst: wait.consumer,
        });
    }
}

fn opcode(function: &Function, inst: Option<InstId>) -> &str {
    inst.map_or("the end of the block", |inst| {
        function.opcode(inst).name.as_str()
    })
}

fn cause(function: &Function, cause: &waitcnt::Cause) -> String {
    use waitcnt::Cause;
    let name = |inst| &function.opcode(inst).name;
    match *cause {
        Cause::Read { reg, producer } => format!("{reg}, loaded by {}", name(producer)),
        Cause::Overwrite { reg, producer } => format!("{reg}, still in use by {}", name(producer)),
        Cause::Lds { producer } => format!("LDS, written by {}", name(producer)),
        ref other => other.to_string(),
    }
}

/// Each nop, and the rule that asks for it.
pub fn nops(function: &Function, placement: &hazard::Placement, outcome: &mut Outcome) {
    let mut home = vec![BlockId(0); function.inst_count()];
    for block in function.block_ids() {
        for inst in &function.block(block).order {
            home[inst.index()] = block;
        }
    }
    for insertion in &placement.insertions {
        let block = home[insertion.nop.index()];
        let register = insertion
            .register
            .map_or(String::new(), |r| format!(" on {r}"));
        let why = insertion.rule.map_or_else(
            || "asked for before the control-flow graph was settled".to_owned(),
            |rule| format!("{}{register}: {}", rule.id, rule.why),
        );
        outcome.remarks.push(Remark {
            kind: RemarkKind::Analysis,
            name: "Nop",
            message: format!(
                "{} wait states before {}: {}",
                insertion.wait_states,
                function.opcode(insertion.consumer).name,
                why
            ),
            block,
            inst: Some(insertion.consumer),
        });
    }
}

/// Shifts whose amount the hardware may misread, and what is done about it. One that nobody
/// repairs is said even if nobody listens.
pub fn misread_shifts(
    function: &Function,
    shifts: &[BlockEndShift],
    repaired: bool,
    outcome: &mut Outcome,
) {
    for shift in shifts.iter().filter(|s| s.repair != ShiftRepair::Llvm) {
        let copied = repaired && shift.repair == ShiftRepair::Copy;
        let (name, amount) = (&function.opcode(shift.inst).name, shift.amount);
        let fault = format!(
            "{name} in {} takes its amount from {amount}, the last register of an allocation \
             block, which {} misreads when the wave has no register behind it",
            function.name, function.gpu
        );
        let (kind, message) = match copied {
            true => (
                RemarkKind::Analysis,
                format!("{fault}: copied it into the low half of the result first"),
            ),
            false => (
                RemarkKind::Warning,
                format!(
                    "{fault}; LLVM 22 repairs that on gfx90a only (llvm-project #183839), and it \
                     was left as it is"
                ),
            ),
        };
        outcome.remarks.push(Remark {
            kind,
            name: "Shift64",
            message,
            block: BlockId(0),
            inst: Some(shift.inst),
        });
    }
}

/// What becomes of LLVM's hazard recogniser.
pub fn recogniser(
    function: &Function,
    policy: Policy,
    only_llvm: Option<InstId>,
    outcome: &mut Outcome,
) {
    if !policy.excludes_llvm() {
        return;
    }
    match only_llvm {
        None => outcome.remarks.push(Remark {
            kind: RemarkKind::Analysis,
            name: "Recognizer",
            message: format!(
                "LLVM's hazard recognizer is left out: under the {policy} rules it would put nops \
                 back that they do not ask for"
            ),
            block: BlockId(0),
            inst: None,
        }),
        Some(inst) => outcome.missed(
            "Recognizer",
            format!(
                "LLVM's hazard recognizer stays on, and may add nops that the {policy} rules do \
                 not ask for: it alone repairs {} on {}",
                function.opcode(inst).name,
                function.gpu
            ),
        ),
    }
}
