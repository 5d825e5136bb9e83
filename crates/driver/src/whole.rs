//! All that happens to a function which no compiler sees afterwards.

use super::{Followed, Options, Outcome, Progress, Remark, Stage};
use crate::machine::Function;
use crate::report::Record;
use crate::timing::ModelSets;
use crate::waitcnt;

/// A function that went through the stages.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Whole {
    /// What the stages report; of final figures there are none.
    pub record: Record,
    /// Their remarks.
    pub remarks: Vec<Remark>,
    /// The function as it came, but without the copies that were taken out of it; `None` where all are there. That it is the
    /// same program was proved.
    pub without_copies: Option<Function>,
    /// Why the function must not be used; `None` when it can be.
    pub objection: Option<String>,
}

/// Has the stages work on a function that nothing comes after: order, waits and nops.
pub fn whole(function: &mut Function, options: &Options) -> Whole {
    let options = &Options {
        followed: Followed::ByNothing,
        ..options.clone()
    };
    let mut progress = Progress::default();
    let mut all = Whole::default();
    for stage in [Stage::Schedule, Stage::Nops] {
        if stage == Stage::Nops {
            waitcnt::drop_requests(function);
        }
        let outcome: Outcome = stage.run(function, options, &mut progress);
        all.objection = outcome.objection();
        all.remarks.extend(outcome.remarks);
        if all.objection.is_some() {
            break;
        }
    }
    all.record = progress.record;
    all.without_copies = progress.handover.without_copies;
    all
}

/// The figures of a function as it is.
pub fn figures(function: &Function, models: &ModelSets) -> Record {
    let mut progress = Progress::default();
    let look = Options {
        models: models.clone(),
        ..Options::LOOK
    };
    Stage::Audit.run(&mut function.clone(), &look, &mut progress);
    progress.record
}
