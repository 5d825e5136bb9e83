//! The stages: what happens to one kernel, and in which order. Front ends hand a function in and get edits, remarks and a
//! record back; nothing here knows where the function came from.
#![deny(missing_docs)]
#![forbid(unsafe_code)]

mod above_llvm;
mod asm_findings;
mod coalescing;
mod copies;
mod handover;
mod lds_dma;
mod loop_places;
pub mod orders;
mod overlap;
mod peephole;
mod profitability;
mod records;
mod remarks;
mod renaming;
mod replay;
pub mod report;
mod report_builder;
mod search_log;
pub mod settings;
mod stages;
mod table_oracle;
mod validate;

pub use handover::Progress;
pub use orders::OrderFile;
pub use profitability::finished_as_llvm;
pub use replay::{Replayed, replay};
pub use settings::Check;
pub use validate::{Case, Fault, show};

use cdnasched_base::{gpu, machine, panics, rules};
use cdnasched_check as check;
use cdnasched_engine::{hazard, schedule, timing, transform, waitcnt};

use std::sync::Arc;

use crate::machine::edits::{BlockEdit, Edit};
use crate::machine::{BlockId, Function, InstFlags, InstId, LdsDma};
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
    /// Runs the stage over a function. `progress` is that of the stages before it. Where the check refuses the result the
    /// function stays as it was.
    pub fn run(
        self,
        function: &mut Function,
        options: &Options,
        progress: &mut Progress,
    ) -> Outcome {
        match self {
            Stage::Schedule => stages::schedule_stage(function, options, progress),
            Stage::Nops => stages::nops_stage(function, options, progress),
            Stage::Audit => stages::audit_stage(function, options, progress),
        }
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
        models: ModelSets::BUILT_IN,
        orders: None,
    };
}

/// Kind of a remark, as LLVM's optimisation remarks have it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RemarkKind {
    /// Something was improved or inserted.
    Passed,
    /// Something was left alone.
    Missed,
    /// A fact.
    Analysis,
    /// The checker refused something: shown even where remarks are off.
    Warning,
    /// What the user requested cannot be done: the compilation fails.
    Error,
}

/// An optimisation remark.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Remark {
    /// Its kind.
    pub kind: RemarkKind,
    /// Identifier.
    pub name: &'static str,
    /// What the user reads.
    pub message: String,
    /// Block it is about.
    pub block: BlockId,
    /// Instruction it is about.
    pub inst: Option<InstId>,
    /// Keys (CamelCase) and values for programs that read remarks, besides the message.
    pub args: Vec<(&'static str, String)>,
}

/// The result of a stage.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Outcome {
    /// New contents of the changed blocks; empty when nothing changes.
    pub edits: Vec<Edit>,
    /// New blocks, and blocks whose successors change.
    pub blocks: Vec<BlockEdit>,
    /// Remarks.
    pub remarks: Vec<Remark>,
    /// What the search did, if a log was requested.
    pub search_log: Option<String>,
    /// The function is left alone.
    pub declined: bool,
    /// The checker refused a result: what to save, so that it can be replayed.
    pub case: Option<Case>,
    /// All hazards are resolved, by other rules than LLVM's: its recogniser is to be left out.
    pub settled: bool,
}

impl Outcome {
    /// The function is left alone for that reason.
    pub fn declined(reason: String) -> Outcome {
        let mut outcome = Outcome {
            declined: true,
            ..Outcome::default()
        };
        outcome.missed("Declined", reason);
        outcome
    }
    /// Adds a remark about something left alone.
    pub fn missed(&mut self, name: &'static str, message: String) {
        self.remark(RemarkKind::Missed, name, message);
    }
    /// Adds a remark about the function as a whole.
    pub fn remark(&mut self, kind: RemarkKind, name: &'static str, message: String) {
        self.remarks.push(Remark {
            kind,
            name,
            message,
            block: BlockId(0),
            inst: None,
            args: Vec::new(),
        });
    }
}

/// Inline assembly with side effects may set priorities or branch, and what is not known to be plain
/// arithmetic on declared registers may do anything: nothing is moved across it, though LLVM would.
fn is_users_wall(function: &Function, inst: InstId) -> bool {
    function.flags(inst).has(InstFlags::INLINE_ASM) && !function.is_free_asm(inst)
}
