//! The three stages.

mod audit;
mod nops;
mod schedule;
mod waits_added;

use super::{Options, Outcome, Progress, Stage};
use crate::machine::Function;
pub(crate) use schedule::block_orders;

impl Stage {
    /// Runs the stage over a function. `progress` is that of the stages before it. Where the check refuses the result the
    /// function stays as it was.
    pub fn run(
        self,
        function: &mut Function,
        options: &Options,
        progress: &mut Progress,
    ) -> Outcome {
        match self {
            Stage::Schedule => schedule::run(function, options, progress),
            Stage::Nops => nops::run(function, options, progress),
            Stage::Audit => audit::run(function, options, progress),
        }
    }
}
