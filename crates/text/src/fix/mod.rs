//! Puts missing waits and wait states into assembly text and machine code, and changes nothing else.
//!
//! What is missing is what [`lint`](super::lint) reports by default. The result is read again: it must hold the same
//! instructions in the same blocks, and what is still missing in it is reported ([`Left`]).

mod mend;
mod needs;
mod object;
#[cfg(test)]
mod tests;
mod text;

use thiserror::Error;

use super::edit::EditError;
use super::{program, target};
use cdnasched_base::rules::Policy;
use cdnasched_object::{Contents, PatchError, Target, read};

/// How to fix.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Options {
    /// Whose numbers of wait states hold.
    pub policy: Policy,
    /// Name the rule in a comment behind each new instruction of a text.
    pub comments: bool,
}

/// A change that was made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Added {
    /// Where, in the input: `line 12` or `0x1a40`.
    pub place: String,
    /// Line in the input, counted from 1; 0 in machine code.
    pub line: u32,
    /// The instruction as it is now.
    pub text: String,
    /// What it replaces; empty when it is new.
    pub instead_of: String,
    /// The row of the hazard table, or the kind of wait.
    pub rule: &'static str,
    /// The instruction that it stands before.
    pub before: String,
}

/// Something that is still missing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Left {
    /// Where, in the input: `line 12` or `0x1a40`.
    pub place: String,
    /// Line in the input, counted from 1; 0 in machine code.
    pub line: u32,
    /// The row of the hazard table, or the kind of wait.
    pub rule: &'static str,
    /// What is missing, why it could not be put there, and what to do.
    pub reason: String,
}

/// What became of a file.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Fixed {
    /// The file, changed or not.
    pub bytes: Vec<u8>,
    /// What was put in, in the order of the code.
    pub added: Vec<Added>,
    /// What is still missing.
    pub left: Vec<Left>,
    /// Functions that were not analysed: name, and why.
    pub skipped: Vec<(String, String)>,
    /// Places of which machine code does not show whether they are right; they are left alone.
    pub undecided: usize,
}

/// Why a file is not fixed.
#[derive(Debug, Error)]
pub enum Error {
    /// It is no file of ours, or broken.
    #[error(transparent)]
    Object(#[from] cdnasched_object::Error),
    /// LLVM does not take it.
    #[error(transparent)]
    Program(#[from] program::Error),
    /// It is not known what a text is for.
    #[error(transparent)]
    Target(#[from] target::Error),
    /// There is no code for our GPUs in it.
    #[error("there is no machine code for a supported GPU in it")]
    Nothing,
    /// Lines cannot be inserted.
    #[error(transparent)]
    Edit(#[from] EditError),
    /// The code of an object cannot be replaced.
    #[error(transparent)]
    Patch(#[from] PatchError),
    /// The result is not the same program.
    #[error(
        "the result was refused, and the file is as it was: {0}; please report this with the file"
    )]
    Refused(&'static str),
}

/// Fixes a file: assembly text, or the code objects in it. `target` is for text that does not name its own, and
/// selects among code objects.
///
/// # Errors
/// When the file cannot be read or the result is not the same program; then nothing is changed.
pub fn fix(bytes: &[u8], target: Option<Target>, options: Options) -> Result<Fixed, Error> {
    match read(bytes)? {
        Contents::Text(source) => {
            let target = target::of_text(source, target)?;
            text::fix(source, target, options)
        }
        Contents::Objects(objects) => object::fix(bytes, &objects, target, options),
    }
}
