//! What other modules found, in the form that the report has for it.

use crate::machine::Function;
use crate::machine::occupancy::{RegisterUse, occupancy};
use crate::report::{
    BoundRecord, CertificateRecord, Clocks, DistanceRecord, LoopBoundRecord, RegisterRecord,
    RenamedRecord, RobustnessRecord, SpentRecord, TimingRecord,
};
use crate::schedule::Certificate;
use crate::timing::{
    Bound, LoopBound, Model, ModelTiming, Robustness, Spent, Trace, in_the_long_run,
};
use crate::transform::rename::{BlockWebs, Pin};

impl From<&ModelTiming> for Clocks {
    fn from(timing: &ModelTiming) -> Clocks {
        Clocks {
            one_wave: timing.single_wave.period.clocks(),
            own_waves: timing.at_occupancy.clocks(),
        }
    }
}

/// What no order of a loop takes less than, by model, and how far from it the loop with these clocks is.
pub fn bounds(
    function: &Function,
    trace: &Trace,
    models: &[Model],
    waves: u32,
    clocks: &[TimingRecord],
) -> Vec<LoopBoundRecord> {
    let bound_under = |model: &Model| {
        let bound = LoopBound::of(function, trace, model, waves)?;
        let timing = clocks.iter().find(|timing| timing.model == model.name())?;
        let record = |bound: Bound, of: fn(&Clocks) -> f64| {
            let least = bound.period.clocks();
            let before = of(&timing.before);
            BoundRecord {
                clocks: least,
                by: bound.by.describe(function),
                distance: DistanceRecord {
                    // What the search simulated may be an average over few iterations.
                    before: (before > 0.0).then(|| in_the_long_run(before, least) / least),
                    last: of(&timing.last) / least,
                },
            }
        };
        Some(LoopBoundRecord {
            model: model.name().to_owned(),
            one_wave: record(bound.one_wave, |clocks| clocks.one_wave),
            own_waves: record(bound.at_occupancy, |clocks| clocks.own_waves),
        })
    };
    models.iter().filter_map(bound_under).collect()
}

impl From<&Robustness> for RobustnessRecord {
    fn from(found: &Robustness) -> RobustnessRecord {
        RobustnessRecord {
            worst: found.worst,
            mean: found.mean,
            model: found.member.to_owned(),
        }
    }
}

impl From<&Spent> for SpentRecord {
    fn from(spent: &Spent) -> SpentRecord {
        SpentRecord {
            issue: spent.issue.0,
            fillers: spent.fillers.0,
            vector_memory: spent.vector_memory.0,
            lds: spent.lds.0,
            units: spent.units.0,
            results: spent.results.0,
            matrix_work: spent.matrix_work.0,
            lds_work: spent.lds_work.0,
            vector_memory_work: spent.vector_memory_work.0,
        }
    }
}

impl From<&Certificate> for CertificateRecord {
    fn from(found: &Certificate) -> CertificateRecord {
        CertificateRecord {
            block: found.block.0,
            begin: found.begin as u32,
            instructions: found.instructions,
            length: found.length.0,
            bound: found.bound.0,
            best: found.best.0,
            proved: found.is_proved(),
            unbeaten: found.unbeaten,
        }
    }
}

impl From<&Function> for RegisterRecord {
    fn from(function: &Function) -> RegisterRecord {
        let registers = RegisterUse::of(function);
        RegisterRecord {
            peak_vgpr: registers.vgprs,
            peak_agpr: registers.agprs,
            peak_sgpr: registers.sgprs,
            waves_per_simd: occupancy(function),
        }
    }
}

impl From<&[BlockWebs]> for RenamedRecord {
    fn from(blocks: &[BlockWebs]) -> RenamedRecord {
        let count = |wanted| {
            let pinned = blocks.iter().flat_map(|block| &block.pinned);
            let matching = pinned.filter(|(pin, _)| *pin == wanted);
            matching.map(|(_, count)| count).sum::<u32>()
        };
        let pinned = Pin::ALL.iter().map(|&(pin, why)| (why, count(pin)));
        let webs: u32 = blocks.iter().map(|block| block.webs).sum();
        // The carried ones are not in the number of webs.
        let stay = Pin::ALL.iter().filter(|(pin, _)| *pin != Pin::LiveIn);
        RenamedRecord {
            webs,
            movable: webs.saturating_sub(stay.map(|&(pin, _)| count(pin)).sum()),
            moved: blocks.iter().map(|block| block.moved).sum(),
            pinned: pinned
                .filter(|&(_, count)| count > 0)
                .map(|(why, count)| (why.to_owned(), count))
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::BlockId;

    #[test]
    fn values_of_all_blocks_are_counted_once() {
        let block = |block, webs, moved, pinned: &[(Pin, u32)]| BlockWebs {
            block: BlockId(block),
            webs,
            moved,
            pinned: pinned.to_vec(),
        };
        let found = RenamedRecord::from(
            &[
                block(1, 10, 4, &[(Pin::LiveIn, 7), (Pin::LiveOut, 2)]),
                block(2, 5, 1, &[(Pin::LiveOut, 1), (Pin::Bundle, 1)]),
            ][..],
        );
        // What is carried in is not among the values that the blocks write.
        assert_eq!((found.webs, found.movable, found.moved), (15, 11, 5));
        let pinned: Vec<(&str, u32)> = found.pinned.iter().map(|(w, &n)| (w.as_str(), n)).collect();
        assert_eq!(
            pinned,
            [
                ("carried into the block", 7),
                ("in a bundle", 1),
                ("read after the block", 3)
            ]
        );
    }
}
