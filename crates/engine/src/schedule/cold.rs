//! Which loops hardly matter for the time of a function: these are searched with the least effort.

use crate::machine::{BlockId, Function};
use crate::timing::{HazardOracle, LoopBound, Model, Timing, Trace, TraceTiming};

/// The part of the function's time that such loops take together at most, for one wave and at the kernel's own number of waves: a
/// choice. With the least effort functions take 2 % longer than with the default (modelled), so this makes one a thousandth longer.
const SHARE: f64 = 0.05;

/// The loops of a function, by their first block, that together take hardly any of its time in its present order, by LLVM's
/// frequencies; of texts and objects, by ours.
///
/// What several waves take is estimated: the time of one divided among them, or what no order of a loop takes less than.
pub fn cold_loops(
    function: &Function,
    hazards: &dyn HazardOracle,
    model: &Model,
    waves: u32,
) -> Vec<BlockId> {
    if !Trace::all(function).iter().any(Trace::is_loop) {
        return Vec::new();
    }
    let waves = waves.max(1);
    let timing = Timing::predicted(function, hazards, std::slice::from_ref(model), 1);
    let clocks = |timed: &TraceTiming| {
        let first = timed.models.first();
        let alone = first.map_or(0.0, |timing| timing.single_wave.period.clocks());
        let bound = LoopBound::of(function, &timed.trace, model, waves);
        let least = bound.map_or(0.0, |bound| bound.at_occupancy.period.clocks());
        let own = (alone / f64::from(waves)).max(least);
        [alone, own].map(|clocks| timed.frequency * clocks)
    };
    let taken: Vec<(&Trace, [f64; 2])> = timing
        .traces
        .iter()
        .map(|timed| (&timed.trace, clocks(timed)))
        .collect();
    let whole = [0, 1].map(|at| taken.iter().map(|(_, clocks)| clocks[at]).sum::<f64>());
    let share = |clocks: &[f64; 2]| {
        let shares = clocks.iter().zip(whole);
        shares
            .map(|(part, whole)| part / whole.max(f64::MIN_POSITIVE))
            .fold(0.0, f64::max)
    };
    let loops = taken.iter().filter(|(trace, _)| trace.is_loop());
    let mut shares: Vec<(f64, BlockId)> = loops
        .map(|(trace, clocks)| (share(clocks), trace.blocks[0]))
        .collect();
    shares.sort_by(|(one, _), (other, _)| one.total_cmp(other));
    let mut together = 0.0;
    let cold = shares.into_iter().take_while(|(share, _)| {
        together += share;
        together <= SHARE
    });
    cold.map(|(_, block)| block).collect()
}
