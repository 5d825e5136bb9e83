//! The cost model: how long code takes for one wave alone, and for several waves on a SIMD.
//!
//! [`Model`] is the data, `models.json` the built-in numbers, `docs/timing.md` their sources.
//! The simulator has no search in it and no knowledge of schedules: the scheduler, the reports
//! and the tests all ask it the same question, "what does this order cost?": of a [`Predicted`]
//! stream, whose waits and nops are yet to be placed, or of a [`Finished`] one, in which they stand.

mod class;
mod counter;
mod exit_state;
mod family;
mod hazard_oracle;
mod measure;
mod model;
mod profile;
mod program;
mod relative_state;
mod rename;
mod run;
mod sets;
mod shared;
mod standing;
mod state_equivalence;
mod stream;
mod trace;
mod wave;

pub use class::Class;
pub use family::{FAMILY, Perturbation, Robustness};
pub use hazard_oracle::HazardOracle;
pub use measure::{ModelTiming, Timing, TraceTiming};
pub use model::{Cost, Model, ModelError, Queues, Shadow};
pub use profile::Spent;
pub use run::{Figures, Period};
pub use sets::{ModelFileError, ModelSets};
pub use stream::{Finished, Predicted};
pub use trace::Trace;

pub(crate) use measure::{Entries, throughput_at_occupancy};
pub(crate) use model::MAX_QUEUE;
pub(crate) use program::{Awaited, Costs, OpId, Pipe, Program, issues};
pub(crate) use relative_state::Remainder;
pub(crate) use run::{State, steady, steady_from, straight};

#[cfg(test)]
mod finished_tests;
#[cfg(test)]
mod tests;
