//! Where instructions are from in the source. Only what is said and shown goes by it, no decision.

use super::{Function, InstId};

/// A place in a source file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Location {
    /// Entry of [`Locations::files`].
    pub file: u32,
    /// Counted from 1.
    pub line: u32,
    /// Counted from 1; 0: not known.
    pub column: u32,
}

/// Where the instructions of a function are from; empty without debug information.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Locations {
    /// Names of source files, with their directory where the compiler gave it.
    pub files: Vec<String>,
    /// By instruction; those at the end that have none may be left out.
    pub of: Vec<Option<Location>>,
}

impl Function {
    /// Where an instruction is from: its file, and its place in it. A copy is from where its original is, and an
    /// instruction in inline assembly from where the assembly is.
    pub fn location(&self, inst: InstId) -> Option<(&str, Location)> {
        let Locations { files, of } = &self.locations;
        if of.is_empty() {
            return None;
        }
        let origin = self.origin(inst);
        let own = self.asm_around(origin).unwrap_or(origin);
        let location = of.get(own.index()).copied().flatten()?;
        Some((files.get(location.file as usize)?, location))
    }
}
