//! The functions in a listing.
//!
//! A function is what can be reached from its entry. Where control may go somewhere that cannot be told (an indirect
//! branch, bytes that are no instruction), or registers are addressed by index, the function is not analysed, and
//! the reason is kept.

mod condition;
mod debug;
mod flow;
mod loops;
mod machine;
#[cfg(test)]
mod partial_results;
mod routine;
mod source;
#[cfg(test)]
mod tests;

use thiserror::Error;

use cdnasched_base::escape;
use cdnasched_base::gpu::Gpu;
use cdnasched_base::machine::{Features, Function, InstId, Resources};
use cdnasched_mc::{self as code, ListedId, Listing, Message, Reader};

pub use debug::{SourceLine, SourceLines};
pub(crate) use flow::words_after;
pub use machine::{features, of_object};
pub use source::{Kernel, SourceText};

/// Where a function begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Start {
    /// Its symbol.
    pub name: String,
    /// Its first instruction.
    pub at: ListedId,
    /// What the launch provides; `resources.is_entry` for kernels.
    pub resources: Resources,
}

/// A function of a program.
#[derive(Clone, Debug)]
pub struct Routine {
    /// What the core works on.
    pub function: Function,
    /// By instruction of the function: where it is in the listing.
    pub listed: Vec<ListedId>,
}

impl Routine {
    /// Where an instruction is in the listing; `None` for those that the core added.
    pub fn listed(&self, inst: InstId) -> Option<ListedId> {
        self.listed.get(inst.index()).copied()
    }
}

/// A function that is not analysed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotAnalysed {
    /// Its symbol.
    pub name: String,
    /// Where the reason is.
    pub at: ListedId,
    /// Why.
    pub reason: String,
}

/// A text or a run of machine code, with the functions that were found in it.
#[derive(Clone, Debug)]
pub struct Program {
    /// What LLVM made of it.
    pub listing: Listing,
    /// The functions, in the order of their entries.
    pub routines: Vec<Routine>,
    /// Those that are not analysed, in that order.
    pub not_analysed: Vec<NotAnalysed>,
    /// Of code: nothing leads there. Of texts: in no function.
    pub unreached: usize,
}

/// Why there is no program.
#[derive(Debug, Error)]
pub enum Error {
    /// LLVM cannot be used.
    #[error(transparent)]
    Code(#[from] code::Error),
    /// The text is no assembly of that GPU.
    #[error("{}", first(messages, line))]
    Assembly {
        /// What LLVM says, errors among it.
        messages: Vec<Message>,
        /// The line with the first error.
        line: String,
    },
    /// It is no assembly at all.
    #[error(transparent)]
    Module(#[from] IsModule),
}

/// A text is a module.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error(
    "it is LLVM IR, not assembly: compile it by llc first (llc -load libcdnasched.so -cdna-sched does both), or give it to \
     `cdna-sched compare`, `view` or `pick`"
)]
pub struct IsModule;

/// How much of a line is shown.
const SHOWN: usize = 60;

/// The first error of a text and its line, and how many there are.
fn first(messages: &[Message], line: &str) -> String {
    let mut errors = messages.iter().filter(|message| message.is_error);
    let Some(error) = errors.next() else {
        return "the assembler refuses the text".to_owned();
    };
    let more = match errors.count() {
        0 => String::new(),
        1 => " (and 1 more error)".to_owned(),
        count => format!(" (and {count} more errors)"),
    };
    let shown: String = line.trim().chars().take(SHOWN).collect();
    let shown = match shown.is_empty() {
        true => shown,
        false => format!(": '{}'", escape::bytes(shown.as_bytes())),
    };
    format!(
        "line {}, column {}: {}{shown}{more}",
        error.line, error.column, error.text
    )
}

impl Error {
    /// The line with the first error; 0 where that is none of a line.
    pub(crate) fn line(&self) -> u32 {
        match self {
            Error::Assembly { messages, .. } => {
                let mut errors = messages.iter().filter(|message| message.is_error);
                errors.next().map_or(0, |error| error.line)
            }
            _ => 0,
        }
    }
}

/// LLVM's feature string for these features.
fn feature_string(features: Features) -> String {
    let sign = |on: bool| if on { '+' } else { '-' };
    let mut all = format!(
        "{}xnack,{}sramecc",
        sign(features.xnack),
        sign(features.sram_ecc)
    );
    if features.tg_split {
        all.push_str(",+tgsplit");
    }
    all
}

impl Program {
    /// The functions of assembly text for a GPU.
    ///
    /// # Errors
    /// [`Error::Assembly`] when LLVM's assembler does not take the text.
    pub fn of_text(text: &SourceText<'_>, gpu: Gpu, features: Features) -> Result<Program, Error> {
        let mut reader = reader(gpu, features)?;
        let listing = text.parse(&mut reader)?;
        let starts = text.starts(&listing);
        let places = flow::Places::of_text(&listing);
        Ok(Program::build(listing, starts, &places, gpu, features))
    }

    /// The functions of machine code that lies at an address.
    ///
    /// # Errors
    /// When LLVM cannot be used.
    pub fn of_code(
        bytes: &[u8],
        address: u64,
        starts: impl FnOnce(&Listing) -> Vec<Start>,
        gpu: Gpu,
        features: Features,
    ) -> Result<Program, Error> {
        let listing = reader(gpu, features)?.decode(bytes, address)?;
        let starts = starts(&listing);
        let places = flow::Places::Code;
        Ok(Program::build(listing, starts, &places, gpu, features))
    }

    fn build(
        listing: Listing,
        starts: Vec<Start>,
        places: &flow::Places,
        gpu: Gpu,
        features: Features,
    ) -> Program {
        let mut routines = Vec::new();
        let mut not_analysed = Vec::new();
        let mut reached = vec![false; listing.insts.len()];
        for start in &starts {
            match routine::build(&listing, start, places, gpu, features) {
                Ok(routine) => {
                    for at in &routine.listed {
                        reached[at.index()] = true;
                    }
                    routines.push(routine);
                }
                Err((at, reason)) => not_analysed.push(NotAnalysed {
                    name: start.name.clone(),
                    at,
                    reason,
                }),
            }
        }
        let unreached = reached.iter().filter(|&&reached| !reached).count();
        Program {
            listing,
            routines,
            not_analysed,
            unreached,
        }
    }
}

/// A reader for a GPU.
///
/// # Errors
/// When LLVM lacks its AMDGPU back end.
pub fn reader(gpu: Gpu, features: Features) -> Result<Reader, code::Error> {
    Reader::open(gpu, &feature_string(features), code::described_as())
}
