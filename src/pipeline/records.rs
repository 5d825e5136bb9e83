//! What other modules found, in the form that the report has for it.

use super::profitability::PolicyCost;
use crate::report::{CertificateRecord, Clocks, RobustnessRecord, SpentRecord};
use crate::schedule::Certificate;
use crate::timing::{ModelTiming, Robustness, Spent};

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
