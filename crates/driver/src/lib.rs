//! The stages: what happens to one kernel, and in which order. Front ends hand a function in and get edits, remarks and a
//! record back; nothing here knows where the function came from.
#![deny(missing_docs)]
#![forbid(unsafe_code)]

mod above_llvm;
mod accept;
mod asm_findings;
mod finish;
mod handover;
mod kernel;
mod lds_dma;
mod loop_places;
pub mod orders;
mod outcome;
mod peeling;
mod peephole;
mod phases;
pub mod pick;
mod records;
mod remarks;
mod replay;
pub mod report;
mod report_builder;
mod search_log;
pub mod settings;
mod stages;
mod table_oracle;
mod validate;
mod whole;

pub use accept::is_slower_function;
pub use finish::{Followed, finished_as_llvm};
pub use handover::Progress;
pub use orders::OrderFile;
pub use outcome::{Outcome, Remark, RemarkKind};
pub use replay::{Replayed, replay};
pub use settings::Check;
pub use validate::{Case, Fault, show};
pub use whole::{Whole, figures, whole};

use cdnasched_base::{gpu, machine, panics, rules};
use cdnasched_check as check;
use cdnasched_engine::{hazard, modulo, schedule, timing, transform, waitcnt};

use std::sync::Arc;

use crate::machine::LdsDma;
use crate::rules::Policy;
use crate::schedule::{Effort, Walls};
use crate::timing::ModelSets;
pub use crate::transform::rename::Renaming;

/// A stage of the pipeline.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Stage 1: order and waits.
    Schedule,
    /// Stage 2: nops over the final stream.
    Nops,
    /// Stage 3: looks at the result.
    Audit,
}

impl Stage {
    /// All of them, in order.
    pub const ALL: [Stage; 3] = [Stage::Schedule, Stage::Nops, Stage::Audit];
    /// Its name on the command line and in the names of saved cases.
    pub fn name(self) -> &'static str {
        match self {
            Stage::Schedule => "schedule",
            Stage::Nops => "nops",
            Stage::Audit => "audit",
        }
    }
    /// The stage of that name.
    pub fn from_name(name: &str) -> Option<Stage> {
        Stage::ALL.into_iter().find(|stage| stage.name() == name)
    }
}

/// What the stages do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// Reorder instructions.
    pub schedule: bool,
    /// Place `s_waitcnt`.
    pub waits: bool,
    /// Place `s_nop`.
    pub nops: bool,
    /// How much is checked; where a check of an order fails, the function is left to LLVM.
    pub check: Check,
    /// Say what was done, and why, in remarks.
    pub explain: bool,
    /// Keep a log of the search.
    pub log_search: bool,
    /// Give every region a certificate: how far its order is from the best.
    pub certify: bool,
    /// Break a result before it is checked, to see the check at work.
    pub fault: Option<Fault>,
    /// Whose hazard rules hold.
    pub hazards: Policy,
    /// How much time the search for an order may take.
    pub effort: Effort,
    /// Which of the user's hints about order hold.
    pub walls: Walls,
    /// Which registers may be renamed.
    pub rename: Renaming,
    /// Take out copies that register allocation left in loops.
    pub coalesce: bool,
    /// Rotate loops so that iterations overlap.
    pub overlap: bool,
    /// Move loops to better places in instruction memory.
    pub place_loops: bool,
    /// Which loads straight into LDS an access to LDS waits for.
    pub lds_dma: LdsDma,
    /// How many of LLVM's strategies before register allocation are searched beside the default; 0: the module is compiled as it
    /// is.
    pub pick: usize,
    /// What comes after the stages.
    pub followed: Followed,
    /// The parameter sets of the cost model.
    pub models: ModelSets,
    /// Orders from outside; a function that has some gets them in place of what the search finds, and no other
    /// registers.
    pub orders: Option<Arc<OrderFile>>,
}

impl Options {
    /// Everything on except remarks and the log of the search.
    pub const ALL: Options = Options {
        schedule: true,
        waits: true,
        nops: true,
        check: Check::Full,
        explain: false,
        log_search: false,
        certify: true,
        fault: None,
        hazards: Policy::Safe,
        effort: Effort::Default,
        walls: Walls::Honour,
        rename: Renaming::On,
        coalesce: true,
        overlap: true,
        place_loops: true,
        lds_dma: LdsDma::Llvm,
        pick: 0,
        followed: Followed::ByLlvm,
        models: ModelSets::BUILT_IN,
        orders: None,
    };
    /// Change nothing: measure and report.
    pub const LOOK: Options = Options {
        schedule: false,
        waits: false,
        nops: false,
        check: Check::Off,
        explain: false,
        log_search: false,
        certify: false,
        fault: None,
        hazards: Policy::Safe,
        effort: Effort::Default,
        walls: Walls::Honour,
        rename: Renaming::Off,
        coalesce: false,
        overlap: false,
        place_loops: false,
        lds_dma: LdsDma::Llvm,
        pick: 0,
        followed: Followed::ByLlvm,
        models: ModelSets::BUILT_IN,
        orders: None,
    };
}
