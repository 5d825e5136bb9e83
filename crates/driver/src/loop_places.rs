//! Where loops lie in instruction memory: a few `s_nop` before a loop move it to where its instructions are fetched in
//! time.
//!
//! Instruction memory comes in blocks of 32 bytes (`timing/simulator`). Which instructions of a loop straddle two of
//! them depends on what lies before it, down to a wait that is one more or less; so two functions with the same loop may
//! differ in its time. A slot for each entry of the loop buys the better place. It is chosen in the end, when the sizes
//! of all that comes before are known.

use super::{Outcome, Remark, RemarkKind, accept};
use crate::machine::occupancy::occupancy;
use crate::machine::{BlockId, Function, InstFlags};
use crate::report::Clocks;
use crate::timing::{self, Finished, Model, Timing, Trace, TraceTiming};

/// Bytes of an `s_nop`.
const NOP_BYTES: u32 = 4;
/// Places of a loop that differ.
const PLACES: u32 = 32 / NOP_BYTES;

/// Clocks of a slot.
const SLOT_CLOCKS: f64 = 4.0;

/// A loop that was moved.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Moved {
    /// Its first block.
    pub header: BlockId,
    /// The block that the nops are in.
    pub before: BlockId,
    /// How many there are.
    pub nops: u32,
    /// Clocks of an iteration where it was, and where it is.
    pub clocks: [Clocks; 2],
}

/// What an iteration of a loop takes, in clocks.
fn of(timing: &TraceTiming) -> Option<Clocks> {
    timing.models.first().map(Clocks::from)
}

/// Finds for the innermost loops of a function with all its waits and nops the places where they take least time under a
/// model, where that saves more than the nops before them cost.
pub fn choose(mut function: Function, model: &Model) -> Vec<Moved> {
    if !has_known_addresses(&function) || !model.is_fetched() {
        return Vec::new();
    }
    let traces = Trace::all(&function);
    let loops = traces.iter().enumerate().filter(|(_, t)| t.is_loop());
    let loops: Vec<(usize, Trace)> = loops.map(|(at, trace)| (at, trace.clone())).collect();
    if loops.is_empty() {
        return Vec::new();
    }
    timing::find_bank_conflicts(&mut function);
    let timed = at_all_places(&function, &traces, model);
    let mut moved = Vec::new();
    // Nops before a loop move those behind it, too.
    let mut shift = 0;
    for (at, trace) in loops {
        let place = |dwords: u32| {
            let timing = timed.get((dwords % PLACES) as usize)?;
            of(timing.traces.get(at)?)
        };
        let found = best(&function, &traces, &trace, shift, place);
        shift += found.map_or(0, |found: Moved| found.nops);
        moved.extend(found);
    }
    moved
}

/// The loops of a finished function, by how many dwords later than at the beginning of a block of instruction memory it
/// begins.
pub fn at_all_places(
    function: &Function,
    traces: &[Trace],
    model: &Model,
) -> Vec<Timing<Finished>> {
    let waves = occupancy(function).max(1);
    let models = std::slice::from_ref(model);
    let timed = |place| Timing::loops_at(function, models, waves, traces, place * NOP_BYTES);
    let places = if model.is_fetched() { PLACES } else { 1 };
    (0..places).map(timed).collect()
}

/// Which of [`at_all_places`] holds for a loop that begins at one offset in place of another.
pub fn place_between(from: u32, to: u32) -> usize {
    (to.wrapping_sub(from) / NOP_BYTES % PLACES) as usize
}

/// Whether the sizes of all its instructions and the place of its first one are known.
fn has_known_addresses(function: &Function) -> bool {
    function.resources.is_entry && function.unparsed_asm().is_empty()
}

/// The best place of a loop that lies `shift` dwords behind where it was, if moving it there pays, or takes it back to
/// where it is no slower than it was.
fn best(
    function: &Function,
    traces: &[Trace],
    trace: &Trace,
    shift: u32,
    place: impl Fn(u32) -> Option<Clocks>,
) -> Option<Moved> {
    let header = *trace.blocks.first()?;
    let before = block_before(function, traces, trace)?;
    let was = place(0)?;
    let [iterations, entries] = [header, before].map(|b| function.block(b).frequency);
    let level = |nops: u32| {
        let there = place(shift + nops)?;
        accept::saves(there, was).map(|saved| (there, saved))
    };
    let pays = |nops: u32, saved: f64| saved * iterations > f64::from(nops) * SLOT_CLOCKS * entries;
    let found = (0..PLACES).filter_map(|nops| Some((nops, level(nops)?)));
    let mut found: Vec<(u32, Clocks, f64)> = found
        .map(|(nops, (there, saved))| (nops, there, saved))
        .collect();
    // Without nops, or with as few as possible where it would be slower without.
    let least = found.first()?.0;
    found.retain(|&(nops, _, saved)| nops == least || pays(nops, saved));
    // For one wave and own waves together.
    let share = |there: &Clocks| there.one_wave / was.one_wave + there.own_waves / was.own_waves;
    let (nops, there, _) = found
        .into_iter()
        .min_by(|a, b| share(&a.1).total_cmp(&share(&b.1)).then(a.0.cmp(&b.0)))?;
    (nops > 0).then_some(Moved {
        header,
        before,
        nops,
        clocks: [was, there],
    })
}

/// The block that lies before all of a loop, if it is in no innermost loop itself.
fn block_before(function: &Function, traces: &[Trace], trace: &Trace) -> Option<BlockId> {
    let layout = function.layout();
    let first = layout.iter().position(|b| trace.blocks.contains(b))?;
    let before = *layout.get(first.checked_sub(1)?)?;
    let mut loops = traces.iter().filter(|trace| trace.is_loop());
    (!loops.any(|trace| trace.blocks.contains(&before))).then_some(before)
}

/// Puts the nops before what may leave their blocks.
pub fn insert(function: &mut Function, moved: &[Moved]) {
    for found in moved {
        let nops: Vec<_> = (0..found.nops)
            .map(|_| function.add_inserted("S_NOP", 0))
            .collect();
        let mut order = function.block(found.before).order.clone();
        let is_terminator = |&inst: &_| function.flags(inst).has(InstFlags::TERMINATOR);
        let mut end = order.iter().position(is_terminator).unwrap_or(order.len());
        // Not between the members of a bundle.
        let is_member = |at: usize| {
            order
                .get(at)
                .is_some_and(|&i| function.flags(i).has(InstFlags::IN_BUNDLE))
        };
        while end > 0 && is_member(end) {
            end -= 1;
        }
        order.splice(end..end, nops);
        function.set_order(found.before, order);
    }
}

/// What was moved, and why.
pub fn remarks(moved: &[Moved], model: &Model, outcome: &mut Outcome) {
    for found in moved {
        let [here, there] = found.clocks;
        let message = format!(
            "{} s_nop before a loop move it to where its instructions are fetched in time: modelled clocks of an iteration \
             {:.0} -> {:.0} at its own number of waves, {:.0} -> {:.0} for one wave ({} latencies)",
            found.nops,
            here.own_waves,
            there.own_waves,
            here.one_wave,
            there.one_wave,
            model.name(),
        );
        outcome.remarks.push(Remark {
            kind: RemarkKind::Passed,
            name: "LoopPlace",
            message,
            block: found.header,
            inst: None,
            args: vec![
                ("Nops", found.nops.to_string()),
                ("ClocksBefore", format!("{:.0}", here.one_wave)),
                ("ClocksAfter", format!("{:.0}", there.one_wave)),
                ("ClocksBeforeAtOwnWaves", format!("{:.0}", here.own_waves)),
                ("ClocksAfterAtOwnWaves", format!("{:.0}", there.own_waves)),
            ],
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::text;

    /// A loop of nine instructions of eight bytes and a branch, behind so many of four bytes.
    fn function(in_front: usize, entries: u32, entry: &str) -> Function {
        let in_front = "  S_MOV_B32 def s0, #1\n".repeat(in_front);
        let body = "  V_FMA_F32_e64 def v0, #0, v1, #0, v1, #0, v2, #0, #0, imp exec\n".repeat(9);
        let text = format!(
            "cdna-flat 1\nfunction \"k\"\ngpu gfx950\nresources lds=0 workgroup=256{entry}\n\
             block 0 frequency={entries} depth=0 successors=1\n{in_front}\
             block 1 frequency=32 depth=1 loop=1 successors=1,2\n{body}  \
             S_CBRANCH_SCC1 bb.1, imp scc | term branch boundary\n\
             block 2 frequency={entries} depth=0\n  S_ENDPGM #0 | return term noreturn boundary\n"
        );
        text::parse(&text).expect("a function")
    }

    fn model() -> Model {
        let [measured, _] = Model::built_in(crate::gpu::Gpu::Gfx950);
        measured
    }

    fn clocks(function: &Function) -> f64 {
        let timing = Timing::finished(function, &[model()], 1);
        let mut loops = timing.traces.iter().filter(|t| t.trace.is_loop());
        let found = loops.next().and_then(of).expect("a loop");
        found.one_wave
    }

    #[test]
    fn a_loop_whose_instructions_straddle_blocks_is_moved() {
        let all: Vec<f64> = (0..8).map(|n| clocks(&function(n, 1, " entry"))).collect();
        let best = all.iter().copied().fold(f64::INFINITY, f64::min);
        // Nine slots and five for the branch, in the best place.
        assert_eq!(best, 56.0, "{all:?}");
        assert!(all[1] > best, "{all:?}");
        for in_front in 0..8 {
            let mut k = function(in_front, 1, " entry");
            let moved = choose(k.clone(), &model());
            insert(&mut k, &moved);
            assert_eq!(clocks(&k), best, "{in_front} in front: {moved:?}");
            let nops = moved.iter().map(|m| m.nops as usize).sum::<usize>();
            // No more than it takes.
            let least = (0..8).find(|n| all[(in_front + n) % 8] == best);
            assert_eq!(Some(nops), least, "{in_front} in front");
            let order = &k.block(BlockId(0)).order;
            assert_eq!(order.len(), in_front + nops);
        }
    }

    #[test]
    fn nops_that_save_less_than_they_cost_are_not_placed() {
        // Entered once for each iteration.
        assert_eq!(choose(function(1, 32, " entry"), &model()), []);
        // Where a function that is called begins is not known.
        assert_eq!(choose(function(1, 1, ""), &model()), []);
        assert_eq!(choose(function(1, 1, " entry"), &model()).len(), 1);
    }
}
