//! Remarks: one sentence for each thing that was done or left alone.
//!
//! Instructions are named by their assembly text. The strings are built only for somebody who
//! reads them: callers ask `Options::explain` first, except for warnings.

use super::{Outcome, Remark, RemarkKind};
use crate::hazard::{self, BlockEndShift, ShiftRepair};
use crate::machine::{BlockId, Function, InstId};
use crate::report::{
    BoundRecord, Clocks, LoopBoundRecord, LoopRecord, Record, RegisterRecord, RenamedRecord,
    TimingRecord,
};
use crate::rules::Policy;
use crate::schedule::{Certificate, Decision, Reason, Report};
use crate::timing::{Advice, Model, Trace};
use crate::waitcnt;

fn reason(reason: Reason) -> &'static str {
    match reason {
        Reason::Directive => {
            "the user requested a pipeline in it (sched_group_barrier or iglp_opt; `walls=cross` looks past them)"
        }
        Reason::NoneFaster => "no order found is faster",
        Reason::SlowerElsewhere => {
            "every faster order found needs more waits or nops, or is slower in another comparison: \
             under the other or perturbed latencies, at the kernel's own number of waves, or \
             against LLVM's own stream"
        }
        Reason::Unmoved => "no better order was found",
    }
}

/// What the scheduler did, loop by loop and region by region.
pub fn schedule(report: &Report, record: &Record, outcome: &mut Outcome) {
    if let Some(timing) = record.clocks.first() {
        outcome.remarks.push(Remark {
            kind: RemarkKind::Passed,
            name: "Scheduled",
            message: format!(
                "moved {} instructions in {} of {} regions; the function takes {} ({} latencies)",
                record.moved,
                record.regions_reordered,
                record.regions,
                Clocks::change(
                    &timing.before,
                    &timing.after,
                    record.registers_before.waves_per_simd
                ),
                timing.model
            ),
            block: BlockId(0),
            inst: None,
            args: Vec::new(),
        });
    }
    for (cost, timing) in record.policy_cost_clocks.iter().zip(&record.clocks) {
        let Clocks {
            one_wave,
            own_waves,
        } = cost.clocks;
        if one_wave != 0.0 || own_waves != 0.0 {
            outcome.remarks.push(Remark {
                kind: RemarkKind::Analysis,
                name: "PolicyCost",
                message: format!(
                    "with LLVM's order, the waits and nops of our rules change the modelled clocks by \
                     {own_waves:+.0} of {:.0} at its own number of waves, {one_wave:+.0} of {:.0} with one, compared with \
                     LLVM's own waits and nops ({} latencies)",
                    timing.before.own_waves, timing.before.one_wave, cost.model
                ),
                block: BlockId(0),
                inst: None,
                args: Vec::new(),
            });
        }
    }
    loops(record, outcome);
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
                args: Vec::new(),
            });
        }
    }
}

/// What an iteration of each loop takes, and how far that is from the least possible.
fn loops(record: &Record, outcome: &mut Outcome) {
    for found in &record.loops {
        let Some(timing) = found.clocks.first() else {
            continue;
        };
        let is_coalesced = found.coalesced.is_some_and(|c| c.before != c.after);
        // A loop may be faster for how it was cut and rotated alone: no search moved anything then.
        let is_new = found.moved > 0 || is_coalesced || timing.before != timing.after;
        let bound = found.bound(&timing.model);
        let took = |of: fn(&Clocks) -> f64, least: fn(&LoopBoundRecord) -> &BoundRecord| {
            let before = match is_new {
                true => format!("{:.0} -> ", of(&timing.before)),
                false => String::new(),
            };
            let after = of(&timing.after);
            let above = bound.map_or_else(String::new, |bound| above_bound(after, least(bound)));
            format!("{before}{after:.0}{above}")
        };
        let own = took(|clocks| clocks.own_waves, |bound| &bound.own_waves);
        let one = match record.registers_before.waves_per_simd {
            0 | 1 => String::new(),
            waves => format!(
                " with its {waves} waves; with one {}",
                took(|clocks| clocks.one_wave, |bound| &bound.one_wave)
            ),
        };
        outcome.remarks.push(Remark {
            kind: match is_new {
                true => RemarkKind::Passed,
                false => RemarkKind::Analysis,
            },
            name: "Loop",
            message: format!(
                "loop of {} instructions, {} of them matrix instructions: modelled clocks of an \
                 iteration {own}{one} ({} latencies)",
                found.instructions, found.matrix_instructions, timing.model,
            ),
            block: BlockId(found.block),
            inst: None,
            args: loop_args(found, timing),
        });
    }
}

/// What the remark about a loop says, by key.
fn loop_args(found: &LoopRecord, timing: &TimingRecord) -> Vec<(&'static str, String)> {
    let clocks = |clocks: f64| format!("{clocks:.0}");
    let mut args = vec![
        ("Instructions", found.instructions.to_string()),
        ("MatrixInstructions", found.matrix_instructions.to_string()),
        ("ClocksBefore", clocks(timing.before.one_wave)),
        ("ClocksAfter", clocks(timing.after.one_wave)),
        ("ClocksBeforeAtOwnWaves", clocks(timing.before.own_waves)),
        ("ClocksAfterAtOwnWaves", clocks(timing.after.own_waves)),
        ("Model", timing.model.clone()),
    ];
    if let Some(bound) = found.bound(&timing.model) {
        args.push(("Bound", clocks(bound.one_wave.clocks)));
        args.push(("BoundBy", bound.one_wave.by.clone()));
    }
    args
}

/// How far a loop is from the least that an iteration can take, and what needs that.
fn above_bound(took: f64, least: &BoundRecord) -> String {
    let above = 100.0 * (took / least.clocks - 1.0).max(0.0);
    format!(", {above:.0} % above the least possible ({})", least.by)
}

/// What binds each loop of the final stream.
pub fn binding(function: &Function, model: &Model) -> Vec<Remark> {
    let loops = Trace::all(function).into_iter();
    let remark = |trace: Trace| {
        let advice = Advice::of(function, &trace, model)?;
        let block = *trace.blocks.first()?;
        let number = |clocks: f64| format!("{clocks:.0}");
        Some(Remark {
            kind: RemarkKind::Analysis,
            name: "LoopBinding",
            message: format!(
                "the loop at block {}: {}",
                block.0,
                advice.describe(function, &|inst| source_line(function, inst))
            ),
            block,
            inst: None,
            args: vec![
                ("Clocks", number(advice.clocks)),
                ("ClocksAtOwnWaves", number(advice.own_clocks)),
                ("Waves", advice.waves.to_string()),
                ("Bound", number(advice.own_bound.period.clocks())),
                ("BoundBy", advice.own_bound.by.describe(function)),
            ],
        })
    };
    loops.filter_map(remark).collect()
}

/// Which values of each loop have other registers, what that is worth, and what stays.
pub fn renaming(function: &Function, record: &Record, outcome: &mut Outcome) {
    let registers = RegisterRecord::from(function);
    for found in &record.loops {
        let Some(renamed) = &found.renamed else {
            continue;
        };
        let message = match renamed.moved {
            0 => kept(renamed),
            _ => moved(found, renamed, registers, record.registers_before),
        };
        let (kind, name) = match renamed.moved {
            0 => (RemarkKind::Missed, "RegistersKept"),
            _ => (RemarkKind::Passed, "Renamed"),
        };
        if let Some(message) = message {
            outcome.remarks.push(Remark {
                kind,
                name,
                message,
                block: BlockId(found.block),
                inst: None,
                args: Vec::new(),
            });
        }
    }
}

/// What renaming is worth to a loop.
fn moved(
    found: &LoopRecord,
    renamed: &RenamedRecord,
    now: RegisterRecord,
    before: RegisterRecord,
) -> Option<String> {
    let timing = found.clocks.first()?;
    let alone = timing.order_alone.as_ref()?;
    let change = |before: u32, now: u32| match before == now {
        true => before.to_string(),
        false => format!("{before} -> {now}"),
    };
    Some(format!(
        "{} of {} values of a loop have other registers: modelled clocks of an iteration {:.0} with a new \
         order alone, {:.0} with renaming at its own number of waves, {:.0} and {:.0} with one ({} latencies); VGPRs of the function {}, AccVGPRs {}, \
         waves per SIMD {}{}",
        renamed.moved,
        renamed.webs,
        alone.own_waves,
        timing.after.own_waves,
        alone.one_wave,
        timing.after.one_wave,
        timing.model,
        change(before.peak_vgpr, now.peak_vgpr),
        change(before.peak_agpr, now.peak_agpr),
        change(before.waves_per_simd, now.waves_per_simd),
        staying(renamed)
    ))
}

/// Why the values of a loop have the registers that LLVM gave them.
fn kept(renamed: &RenamedRecord) -> Option<String> {
    let why = match (renamed.webs, renamed.movable) {
        (0, _) => return None,
        (_, 0) => "none may have others".to_owned(),
        (_, some) => format!("{some} may have others, but no better order was found with those"),
    };
    Some(format!(
        "kept the registers of all {} values of a loop: {why}{}",
        renamed.webs,
        staying(renamed)
    ))
}

/// The values that may not have other registers, the most frequent reasons first.
fn staying(renamed: &RenamedRecord) -> String {
    let mut pinned: Vec<(&String, &u32)> = renamed.pinned.iter().collect();
    pinned.sort_by_key(|&(why, count)| (std::cmp::Reverse(count), why));
    let pinned: Vec<String> = pinned
        .iter()
        .map(|(why, count)| format!("{count} {why}"))
        .collect();
    match pinned.is_empty() {
        true => String::new(),
        false => format!("; what stays: {}", pinned.join(", ")),
    }
}

/// How far each region is from the best.
pub fn certificates(certificates: &[Certificate], outcome: &mut Outcome) {
    for c in certificates {
        let proof = match (c.is_proved(), c.unbeaten) {
            (true, _) => "proved shortest".to_owned(),
            (_, true) => format!(
                "no order takes fewer than {}, and every shorter one is worse in another way",
                c.bound.0
            ),
            _ => format!("no order takes fewer than {}", c.bound.0),
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
            args: Vec::new(),
        });
    }
}

/// Each wait, and why it is as strict as it is.
pub fn waits(function: &Function, placement: &waitcnt::Placement, outcome: &mut Outcome) {
    for wait in &placement.waits {
        let why: Vec<String> = wait
            .reasons
            .iter()
            .map(|r| format!("{}({}): {}", r.counter, r.count, cause(function, &r.cause)))
            .collect();
        let place = match wait.consumer {
            Some(inst) => format!("before {}", quoted(function, inst)),
            None => "at the end of the block".to_owned(),
        };
        outcome.remarks.push(Remark {
            kind: RemarkKind::Analysis,
            name: "Wait",
            message: format!("s_waitcnt {place}: {}", why.join("; ")),
            block: wait.block,
            inst: wait.consumer,
            args: wait_args(function, wait),
        });
    }
}

/// What the remark about a wait says, by key: for each counter how far, and what is waited for.
fn wait_args(function: &Function, wait: &waitcnt::PlacedWait) -> Vec<(&'static str, String)> {
    let mut args = Vec::new();
    for reason in &wait.reasons {
        args.push(("Counter", reason.counter.to_string()));
        args.push(("Count", reason.count.to_string()));
        args.extend(producer(&reason.cause).map(|inst| ("Producer", named(function, inst))));
    }
    args.extend(wait.consumer.map(|inst| ("Consumer", function.asm(inst))));
    args
}

/// An instruction as assembly text, in quotes, and where it is from: one that a remark is not itself about.
fn quoted_elsewhere(function: &Function, inst: InstId) -> String {
    format!("{}{}", quoted(function, inst), place(function, inst))
}

/// As above, without quotes.
fn named(function: &Function, inst: InstId) -> String {
    format!("{}{}", function.asm(inst), place(function, inst))
}

/// Where an instruction is from, in brackets; empty where that is not known.
fn place(function: &Function, inst: InstId) -> String {
    source_line(function, inst).map_or(String::new(), |line| format!(" ({line})"))
}

/// Where an instruction is from, as `gemm.py:41`.
fn source_line(function: &Function, inst: InstId) -> Option<String> {
    let (file, location) = function.location(inst)?;
    let name = file.rsplit('/').next().unwrap_or(file);
    Some(format!("{name}:{}", location.line))
}

/// The instruction that is waited for.
fn producer(cause: &waitcnt::Cause) -> Option<InstId> {
    use waitcnt::Cause;
    match *cause {
        Cause::Read { producer, .. }
        | Cause::Overwrite { producer, .. }
        | Cause::Lds { producer }
        | Cause::ScalarRead { producer } => Some(producer),
        _ => None,
    }
}

/// An instruction as assembly text, in quotes.
fn quoted(function: &Function, inst: InstId) -> String {
    format!("'{}'", function.asm(inst))
}

/// What a counter is waited for.
fn cause(function: &Function, cause: &waitcnt::Cause) -> String {
    use waitcnt::Cause;
    let by = |inst| quoted_elsewhere(function, inst);
    match *cause {
        Cause::Read { reg, producer } => format!("{reg} is loaded by {}", by(producer)),
        Cause::Overwrite { reg, producer } => {
            format!("{reg} is overwritten while {} still needs it", by(producer))
        }
        Cause::Lds { producer } => format!("LDS is written by {}", by(producer)),
        Cause::ScalarRead { producer } => format!(
            "the store may overwrite memory that {} has yet to read",
            by(producer)
        ),
        Cause::AfterScalarRead => "a scalar load of this function reads the memory".into(),
        Cause::MemoryModel { .. } => "the memory model requires it".into(),
        Cause::User { .. } => "the program has this wait itself".into(),
        Cause::Entry => "the caller may have left operations outstanding".into(),
        Cause::Return => "the caller expects nothing outstanding".into(),
        Cause::Barrier => "on this GPU nothing may be outstanding at a barrier".into(),
        Cause::Invalidate => "loads must be complete before the cache is invalidated".into(),
        Cause::Message => "all stores must be complete before the message".into(),
        Cause::Exec => "an export or a GDS operation has yet to read EXEC".into(),
        Cause::Gds => "GDS operations are ordered with global wave sync".into(),
        Cause::Assembly => "the assembly could not be parsed and may need anything".into(),
        Cause::LoopEntry => "otherwise the loop after it would wait in every iteration".into(),
    }
}

/// Each nop, and the rule that requires it.
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
            || {
                "inserted for a hazard that later nops also resolve; no rule requires it any more"
                    .to_owned()
            },
            |rule| format!("rule {}{register}: {}", rule.id, rule.why),
        );
        outcome.remarks.push(Remark {
            kind: RemarkKind::Analysis,
            name: "Nop",
            message: format!(
                "s_nop for {} wait states before {}: {why}",
                insertion.wait_states,
                quoted(function, insertion.consumer),
            ),
            block,
            inst: Some(insertion.consumer),
            args: nop_args(function, insertion),
        });
    }
}

/// What the remark about a nop says, by key.
fn nop_args(function: &Function, insertion: &hazard::Insertion) -> Vec<(&'static str, String)> {
    let mut args = vec![("WaitStates", insertion.wait_states.to_string())];
    args.extend(insertion.rule.map(|rule| ("Rule", rule.id.to_owned())));
    args.extend(insertion.register.map(|reg| ("Register", reg.to_string())));
    args.push(("Consumer", function.asm(insertion.consumer)));
    args
}

/// Shifts whose amount the hardware may misread, and what is done about it. One that is not repaired
/// is a warning, which is shown even where remarks are off.
pub fn misread_shifts(
    function: &Function,
    shifts: &[BlockEndShift],
    repaired: bool,
    outcome: &mut Outcome,
) {
    for shift in shifts.iter().filter(|s| s.repair != ShiftRepair::Llvm) {
        let copied = repaired && shift.repair == ShiftRepair::Copy;
        let fault = format!(
            "{} in {} takes its amount from {}, the last register of an allocation block, which {} \
             misreads when the wave has no register after it",
            quoted(function, shift.inst),
            function.name,
            shift.amount,
            function.gpu
        );
        let (kind, message) = if copied {
            (
                RemarkKind::Analysis,
                format!("{fault}: the amount is copied into the low half of the result first"),
            )
        } else {
            let why = match function.asm_line(shift.inst) {
                Some(line) => format!("it is in line {line} of inline assembly"),
                None => "LLVM 22 repairs that on gfx90a only (llvm-project #183839)".to_owned(),
            };
            (
                RemarkKind::Warning,
                format!("{fault}; it is left as it is, because {why}"),
            )
        };
        outcome.remarks.push(Remark {
            kind,
            name: "Shift64",
            message,
            block: BlockId(0),
            inst: Some(shift.inst),
            args: Vec::new(),
        });
    }
}

/// Whether LLVM's hazard recogniser still runs.
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
                "LLVM's hazard recognizer is left out: it would add nops that the {policy} rules do \
                 not require"
            ),
            block: BlockId(0),
            inst: None,
            args: Vec::new(),
        }),
        Some(inst) => outcome.missed(
            "Recognizer",
            format!(
                "LLVM's hazard recognizer stays on, because only it repairs {} on {}; it may add \
                 nops that the {policy} rules do not require",
                quoted(function, inst),
                function.gpu
            ),
        ),
    }
}
