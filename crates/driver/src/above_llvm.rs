//! Loops that are slower than LLVM's own stream: by our waits and nops, said first of all; by where they lie or how
//! their waves meet, said of the final stream. Both are in the report.

use super::accept;
use super::finish::{FinishedCopy, finished_as_llvm};
use super::kernel::Kernel;
use super::loop_places::{at_all_places, place_between};
use super::report_builder::{bank_conflicts, body};
use super::{Outcome, Remark, RemarkKind};
use crate::gpu::Unit;
use crate::handover::{Handover, LlvmLoop, LoopBody, Progress};
use crate::machine::occupancy::occupancy;
use crate::machine::{Addresses, BlockId, Function, InstId};
use crate::report::{AboveLlvmRecord, Clocks, LoopKey, Record, pairs};
use crate::timing::{self, Model, ModelTiming, Timing, Trace, TraceTiming};
use crate::waitcnt;

/// Holds the loops of the function, in its final order and with our waits and nops, to LLVM's own stream.
pub(super) fn note(kernel: &Kernel<'_>, progress: &mut Progress) {
    let state = &kernel.state;
    let function = state.present.clone().into_function();
    let policy = waitcnt::Policy::Ours;
    let ours = FinishedCopy::of(function, &state.facts, policy, kernel.options.followed);
    if let Some(ours) = ours {
        note_slower(kernel, &ours.function, progress);
        note_llvms(kernel, &ours.function, &mut progress.handover);
    }
}

/// Notes each loop that takes longer with our waits and nops than LLVM's own stream, by the first model: for one wave, or at
/// the kernel's own number of waves. Loops that were rotated are no longer LLVM's, and were compared before.
fn note_slower(kernel: &Kernel<'_>, ours: &Function, progress: &mut Progress) {
    let Progress {
        record, handover, ..
    } = progress;
    let Some(first) = kernel.search.models.get(..1) else {
        return;
    };
    let theirs = finished_as_llvm(&kernel.searched.ready, kernel.options.followed);
    let Some(theirs) = theirs else { return };
    let [ours, theirs] = [ours, &theirs].map(|finished| loops(finished, first));
    for found in &mut record.loops {
        let rotated = kernel.rotated.contains(&BlockId(found.block));
        let of = |all: &[Loop]| all.iter().find(|l| l.block.0 == found.block).copied();
        let (Some(ours), Some(theirs), false) = (of(&ours), of(&theirs), rotated) else {
            continue;
        };
        let clocks = accept::above((&ours.timing).into(), (&theirs.timing).into());
        found.above_llvm = accept::is_more(clocks).then_some(AboveLlvmRecord {
            clocks,
            waits: ours.waits - theirs.waits,
            wait_states: ours.wait_states - theirs.wait_states,
        });
        if found.above_llvm.is_some() {
            handover.slower_by_rules.insert(found.block);
        }
    }
}

/// Notes what the loops of LLVM's own function take, as LLVM's stream and wherever it lies, beside ours.
fn note_llvms(kernel: &Kernel<'_>, ours: &Function, handover: &mut Handover) {
    let Some(first) = kernel.search.models.first() else {
        return;
    };
    let mut before = kernel.incoming.clone();
    timing::find_bank_conflicts(&mut before);
    let theirs = finished_as_llvm(&before, kernel.options.followed);
    let Some(theirs) = theirs else { return };
    let addresses = Addresses::of(ours);
    let [of_llvm, of_ours] = [&theirs, ours].map(keyed);
    let traces = Trace::all(&theirs);
    let timed = at_all_places(&theirs, &traces, first);
    let keys = |all: &[(LoopKey, Trace)]| all.iter().map(|(key, _)| *key).collect::<Vec<_>>();
    let found = pairs(&keys(&of_llvm), &keys(&of_ours));
    let found = found.into_iter().filter_map(|(theirs_at, ours_at)| {
        let (_, of_llvm) = of_llvm.get(theirs_at)?;
        let (key, of_ours) = of_ours.get(ours_at)?;
        let at = traces.iter().position(|trace| trace == of_llvm)?;
        let timings = timed.iter();
        let clocks = timings.filter_map(|timing| timing.traces.get(at)?.models.first());
        let [llvm, own] = [(&theirs, of_llvm), (ours, of_ours)].map(|(f, trace)| fillers(f, trace));
        Some(LlvmLoop {
            ours: *key,
            offset: begin(ours, of_ours, &addresses)?,
            body: made_of(ours, of_ours, first),
            clocks: clocks.map(Clocks::from).collect(),
            place: None,
            waits: own.0 - llvm.0,
            wait_states: own.1 - llvm.1,
        })
    });
    handover.llvm_loops = found.collect();
}

/// Finds out where LLVM's loops would lie: as far from where they were expected as ours do.
pub(super) fn place_llvms(function: &Function, handover: &mut Handover) {
    let addresses = Addresses::of(function);
    let now = keyed(function);
    let expected: Vec<LoopKey> = handover.llvm_loops.iter().map(|l| l.ours).collect();
    let keys: Vec<LoopKey> = now.iter().map(|(key, _)| *key).collect();
    for (known, at) in pairs(&expected, &keys) {
        let found = &mut handover.llvm_loops[known];
        let offset = begin(function, &now[at].1, &addresses);
        found.place = offset.map(|offset| place_between(found.offset, offset));
    }
}

/// Holds the loops of the final stream to LLVM's. Returns a remark for each that is slower and was not before.
///
/// Where a loop of ours is made of something else than when stage 1 left it, a later pass changed it (a branch deleted, more
/// addresses in LDS known): what LLVM's takes is not known then.
pub(super) fn compare(
    function: &Function,
    model: Option<&Model>,
    progress: &mut Progress,
) -> Vec<Remark> {
    let Progress {
        record, handover, ..
    } = progress;
    let mut remarks = Vec::new();
    let Some(model) = model else { return remarks };
    let now = keyed(function);
    let expected: Vec<LoopKey> = handover.llvm_loops.iter().map(|l| l.ours).collect();
    let keys: Vec<LoopKey> = now.iter().map(|(key, _)| *key).collect();
    for (known, at) in pairs(&expected, &keys) {
        let llvm = &handover.llvm_loops[known];
        let found = record.loops.iter_mut().find(|l| l.block == llvm.ours.block);
        let clocks = llvm.place.and_then(|place| at_place(&llvm.clocks, place));
        let (Some(found), Some(clocks)) = (found, clocks) else {
            continue;
        };
        let timing = found.clocks.iter().find(|t| t.model == model.name());
        let Some(last) = timing.map(|timing| timing.last) else {
            continue;
        };
        if made_of(function, &now[at].1, model) != llvm.body {
            continue;
        }
        found.llvm = Some(*clocks);
        let above = accept::above(last, *clocks);
        let was_known = handover.slower_by_rules.contains(&found.block);
        found.above_llvm = accept::is_more(above).then_some(AboveLlvmRecord {
            clocks: above,
            waits: llvm.waits,
            wait_states: llvm.wait_states,
        });
        if let (Some(above), false) = (&found.above_llvm, was_known) {
            let why = "where later passes put it, or how its waves meet, makes a loop slower than LLVM's own stream";
            remarks.push(remark(found.block, above, why, model));
        }
    }
    remarks
}

/// What holds at a place; one of all if nothing depends on it.
fn at_place(clocks: &[Clocks], place: usize) -> Option<&Clocks> {
    clocks.get(place % clocks.len().max(1))
}

/// The innermost loops of a function, in layout order, with what they are recognised by.
fn keyed(function: &Function) -> Vec<(LoopKey, Trace)> {
    let loops = Trace::all(function).into_iter().filter(Trace::is_loop);
    let key = |trace: &Trace| LoopKey {
        block: trace.blocks.first().map_or(0, |block| block.0),
        matrix_instructions: body(function, trace).1,
    };
    loops.map(|trace| (key(&trace), trace)).collect()
}

/// Where a trace begins, in bytes.
fn begin(function: &Function, trace: &Trace, addresses: &Addresses) -> Option<u32> {
    let orders = trace
        .blocks
        .iter()
        .map(|&block| &function.block(block).order);
    let first = orders.flatten().next()?;
    Some(addresses.offset(*first))
}

/// What a loop is made of.
fn made_of(function: &Function, trace: &Trace, model: &Model) -> LoopBody {
    let orders = trace
        .blocks
        .iter()
        .map(|&block| &function.block(block).order);
    let counts = |inst: &&InstId| {
        let is_filler = matches!(function.info(**inst).unit, Unit::Wait | Unit::Nop);
        timing::issues(function, **inst) && !is_filler
    };
    let blocks = trace.blocks.iter().map(|&block| (block, 1.0));
    LoopBody {
        blocks: trace.blocks.len(),
        instructions: orders.flatten().filter(counts).count(),
        conflicts: bank_conflicts(function, model, blocks).clocks,
    }
}

/// Waits of a trace, and wait states of its nops.
fn fillers(function: &Function, trace: &Trace) -> (i32, i32) {
    let (mut waits, mut wait_states) = (0, 0);
    let blocks = trace.blocks.iter();
    for &inst in blocks.flat_map(|&block| &function.block(block).order) {
        match function.info(inst).unit {
            Unit::Wait => waits += 1,
            Unit::Nop => wait_states += function.nop_wait_states(inst) as i32,
            _ => {}
        }
    }
    (waits, wait_states)
}

/// A loop of a finished function.
#[derive(Clone, Copy)]
pub(super) struct Loop {
    pub block: BlockId,
    pub timing: ModelTiming,
    waits: i32,
    wait_states: i32,
}

/// The innermost loops of a finished function, by the first of the models.
pub(super) fn loops(function: &Function, models: &[Model]) -> Vec<Loop> {
    let waves = occupancy(function).max(1);
    let traces = Trace::all(function);
    let timing = Timing::finished_loops(function, models, waves, traces);
    let timed = timing.traces.iter().filter(|t| t.trace.is_loop());
    let of = |timed: &TraceTiming| {
        let (waits, wait_states) = fillers(function, &timed.trace);
        Some(Loop {
            block: *timed.trace.blocks.first()?,
            timing: *timed.models.first()?,
            waits,
            wait_states,
        })
    };
    timed.filter_map(of).collect()
}

/// One remark for each of those loops, before all others.
pub(super) fn remarks(record: &Record, model: Option<&Model>, outcome: &mut Outcome) {
    let Some(model) = model else { return };
    let found = record.loops.iter().filter_map(|found| {
        let above = found.above_llvm.as_ref()?;
        let why = "the waits and nops of our rules make a loop slower than LLVM's own stream";
        Some(remark(found.block, above, why, model))
    });
    let mut all: Vec<Remark> = found.collect();
    all.append(&mut outcome.remarks);
    outcome.remarks = all;
}

/// The remark about a loop that is slower than LLVM's.
fn remark(block: u32, above: &AboveLlvmRecord, why: &str, model: &Model) -> Remark {
    Remark {
        kind: RemarkKind::Missed,
        name: "SlowerThanLLVM",
        message: format!(
            "{why}: modelled clocks of an iteration {:+.0} at its own number of waves, {:+.0} for one wave ({} latencies), \
             for {:+} waits and {:+} wait states; the remarks on waits and nops say what each is for",
            above.clocks.own_waves,
            above.clocks.one_wave,
            model.name(),
            above.waits,
            above.wait_states,
        ),
        block: BlockId(block),
        inst: None,
        args: vec![
            ("Clocks", format!("{:+.0}", above.clocks.one_wave)),
            (
                "ClocksAtOwnWaves",
                format!("{:+.0}", above.clocks.own_waves),
            ),
            ("Waits", format!("{:+}", above.waits)),
            ("WaitStates", format!("{:+}", above.wait_states)),
        ],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Options;
    use crate::report::LoopRecord;

    /// A loop in which what a load gives is used after work that needs neither.
    fn looped() -> Function {
        let work: String = (0..12)
            .map(|n| format!("  V_ADD_F32_e32 def v{}, v2, v3\n", 20 + n))
            .collect();
        let text = format!(
            "cdna-flat 1\nfunction \"t\"\ngpu gfx942\n\
             block 0 frequency=64 depth=1 loop=0 successors=0,1\n  \
             DS_READ_B32_gfx9 def v10, v0, #0, #0 | load | read space=3 bytes=4\n{work}  \
             V_ADD_F32_e32 def v11, v10, v10\n  S_CBRANCH_SCC1 bb.0, imp scc | term branch boundary\n\
             block 1 frequency=1 depth=0\n  S_ENDPGM #0 | return term noreturn boundary\n\n\
             edge 0 13 true 1\n"
        );
        crate::machine::text::parse(&text).expect("a function")
    }

    #[test]
    fn loops_that_are_slower_are_noted_but_for_those_that_are_no_longer_llvms() {
        let (function, options) = (looped(), Options::ALL);
        let mut kernel = Kernel::prepare(&function, &options);
        let mut order = function.block(BlockId(0)).order.clone();
        // The use directly behind the load.
        let user = order.remove(13);
        order.insert(1, user);
        kernel.state.present.set_order(BlockId(0), order);
        let noted = |kernel: &Kernel<'_>| {
            let mut progress = Progress::default();
            progress.record.loops.push(LoopRecord::default());
            note(kernel, &mut progress);
            let known = progress.handover.slower_by_rules.contains(&0);
            (progress.record.loops[0].above_llvm.is_some(), known)
        };
        assert_eq!(noted(&kernel), (true, true));
        kernel.rotated.insert(BlockId(0));
        assert_eq!(noted(&kernel), (false, false));
    }
}
