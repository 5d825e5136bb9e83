//! What a stage gives back: edits and remarks.

use super::Case;
use crate::machine::edits::{BlockEdit, Edit};
use crate::machine::{BlockId, InstId};

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
    /// Why order or waits are not what was asked for, where that is so: it takes another pass behind to finish the
    /// function.
    pub unfinished: Option<String>,
    /// The checker refused a result: what to save, so that it can be replayed.
    pub case: Option<Case>,
    /// All hazards are resolved, by other rules than LLVM's: its recogniser is to be left out.
    pub settled: bool,
    /// Copies in front of loops that were refused: everything else was done without them.
    pub wrong_copies: Option<Case>,
    /// Loops do not gain by the copies that were put in front of them, or these were refused: the stage is to run again without those.
    pub again: bool,
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
    /// Why the function is not one that can run as it is: the check refused a result, or order or waits are not what was
    /// asked for. `None` when nothing is to be said against it.
    pub fn objection(&self) -> Option<String> {
        if let Some(case) = &self.case {
            let first = case.first_finding();
            return Some(format!(
                "the check refused a result ({first}); please report this"
            ));
        }
        self.unfinished.clone()
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
