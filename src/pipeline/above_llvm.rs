//! Loops that our waits and nops make slower than LLVM's own stream: said first of all, and in the report.

use super::profitability::{FinishedCopy, finished_as_llvm};
use super::{Outcome, Remark, RemarkKind};
use crate::gpu::Unit;
use crate::hazard::Facts;
use crate::machine::occupancy::occupancy;
use crate::machine::{BlockId, Function};
use crate::report::{AboveLlvmRecord, Clocks, Record};
use crate::timing::{Model, ModelTiming, Timing, Trace, TraceTiming};
use crate::waitcnt;

/// Notes each loop of the function, in its final order, that takes longer with our waits and nops than LLVM's own
/// stream, by the first model: for one wave, or at the kernel's own number of waves. Loops that were rotated are no
/// longer LLVM's, and were compared before.
pub(super) fn note(
    function: &Function,
    llvm: &Function,
    facts: &Facts,
    models: &[Model],
    record: &mut Record,
) {
    let Some(first) = models.get(..1) else { return };
    let ours = FinishedCopy::of(function.clone(), facts, waitcnt::Policy::Ours);
    let (Some(ours), Some(theirs)) = (ours, finished_as_llvm(llvm)) else {
        return;
    };
    let [ours, theirs] = [ours.function, theirs].map(|finished| loops(finished, first));
    for found in &mut record.loops {
        let rotated = found.overlap.as_ref().is_some_and(|o| o.rotated);
        let of = |all: &[Loop]| all.iter().find(|l| l.block.0 == found.block).copied();
        let (Some(ours), Some(theirs), false) = (of(&ours), of(&theirs), rotated) else {
            continue;
        };
        let difference = |of: fn(&ModelTiming) -> f64| of(&ours.timing) - of(&theirs.timing);
        let clocks = Clocks {
            one_wave: difference(|t| t.single_wave.period.clocks()),
            own_waves: difference(|t| t.at_occupancy.clocks()),
        };
        let is_slower = clocks.one_wave > 0.0 || clocks.own_waves > 0.0;
        found.above_llvm = is_slower.then_some(AboveLlvmRecord {
            clocks,
            waits: ours.waits - theirs.waits,
            wait_states: ours.wait_states - theirs.wait_states,
        });
    }
}

/// A loop of a finished function.
#[derive(Clone, Copy)]
struct Loop {
    block: BlockId,
    timing: ModelTiming,
    waits: i32,
    wait_states: i32,
}

fn loops(function: Function, models: &[Model]) -> Vec<Loop> {
    let waves = occupancy(&function).max(1);
    let traces = Trace::all(&function);
    let timing = Timing::finished_loops(&function, models, waves, traces);
    let timed = timing.traces.iter().filter(|t| t.trace.is_loop());
    let of = |timed: &TraceTiming| {
        let (mut waits, mut wait_states) = (0, 0);
        let blocks = timed.trace.blocks.iter();
        for &inst in blocks.flat_map(|&block| &function.block(block).order) {
            match function.info(inst).unit {
                Unit::Wait => waits += 1,
                Unit::Nop => wait_states += function.nop_wait_states(inst) as i32,
                _ => {}
            }
        }
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
        Some(Remark {
            kind: RemarkKind::Missed,
            name: "SlowerThanLLVM",
            message: format!(
                "the waits and nops of our rules make a loop slower than LLVM's own stream: modelled clocks of an \
                 iteration {:+.0} for one wave, {:+.0} at its own number of waves ({} latencies), for {:+} waits and \
                 {:+} wait states; the remarks on waits and nops say what each is for",
                above.clocks.one_wave,
                above.clocks.own_waves,
                model.name(),
                above.waits,
                above.wait_states,
            ),
            block: BlockId(found.block),
            inst: None,
            args: vec![
                ("Clocks", format!("{:+.0}", above.clocks.one_wave)),
                ("ClocksAtOwnWaves", format!("{:+.0}", above.clocks.own_waves)),
                ("Waits", format!("{:+}", above.waits)),
                ("WaitStates", format!("{:+}", above.wait_states)),
            ],
        })
    });
    let mut all: Vec<Remark> = found.collect();
    all.append(&mut outcome.remarks);
    outcome.remarks = all;
}
