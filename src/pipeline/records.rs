//! What other modules found, in the form that the report has for it.

use super::profitability::PolicyCost;
use crate::machine::Function;
use crate::machine::occupancy::{RegisterUse, occupancy};
use crate::report::{
    CertificateRecord, Clocks, RegisterRecord, RenamedRecord, RobustnessRecord, SpentRecord,
};
use crate::schedule::Certificate;
use crate::timing::{ModelTiming, Robustness, Spent};
use crate::transform::rename::{BlockWebs, Pin};

impl From<&ModelTiming> for Clocks {
    fn from(timing: &ModelTiming) -> Clocks {
        Clocks {
            one_wave: timing.single_wave.period.clocks(),
            own_waves: timing.at_occupancy.clocks(),
        }
    }
}

impl From<&PolicyCost> for Clocks {
    fn from(cost: &PolicyCost) -> Clocks {
        Clocks {
            one_wave: cost.one_wave,
            own_waves: cost.own_waves,
        }
    }
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
