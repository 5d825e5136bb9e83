//! The cost model: how long code takes for one wave alone, and for several waves on a SIMD.
//!
//! [`Model`] is the data (`model/models.json` has the built-in numbers, `docs/timing.md` their
//! sources). `program` compiles a [`Trace`], `simulator` runs it in some order. The simulator does not
//! search, and does not know what schedules are: the scheduler, the reports and the tests all ask it
//! the same question, "what does this order cost?", of a [`Predicted`] stream, whose waits and nops are
//! yet to be placed, or of a [`Finished`] one, which has them.
//!
//! Inside, times are issue slots of 4 clocks, counted from where a simulation begins.

mod advice;
mod entry_states;
pub mod executed;
mod hazard_oracle;
mod lds_banks;
mod loop_bound;
mod measure;
mod model;
mod profile;
mod program;
mod simulator;
mod stream;
mod timeline;
mod trace;

pub use advice::{Advice, Holds, Late, Time, Wait};
pub use hazard_oracle::HazardOracle;
pub use loop_bound::{Beaten, Binding, Bound, LoopBound, beaten};
pub use measure::{ModelTiming, Timing, TraceTiming};
pub use model::{
    ACCURACY, Accuracy, Class, Cost, Distances, FAMILY, Level, Memory, Model, ModelError,
    ModelFileError, ModelSets, NO_BANK_CONFLICTS, Perturbation, Queues, Robustness, Shadow,
    VectorRamp, title,
};
pub use profile::Spent;
pub use simulator::{Figures, Period};
pub use stream::{Finished, Predicted};
pub use timeline::{Event, Lane, Stall, Timeline, Use};
pub use trace::Trace;

pub(crate) use entry_states::EntryStates;
pub use lds_banks::find_bank_conflicts;
pub use loop_bound::in_the_long_run;
pub(crate) use model::{MAX_QUEUE, OpCost};
pub(crate) use program::Program;
pub use program::issues;
pub(crate) use program::{AtomId, Awaited, Costs, OpId, OpRange, Pipe};
pub(crate) use simulator::{Remainder, SimState, Simulation};

#[cfg(test)]
pub(crate) mod tests;
