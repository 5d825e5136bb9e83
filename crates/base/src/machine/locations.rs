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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_in_assembly_is_where_the_assembly_is() {
        let text = "cdna-flat 1\nfunction \"f\"\ngpu gfx942\nresources lds=0 workgroup=64 entry\n\
            block 0 frequency=1 depth=0\nS_NOP #0\nINLINEASM opaque, #1 | asm parsed\n\
            S_NOP #0 | embedded inside line=1\nS_ENDPGM #0\n";
        let mut function = crate::machine::text::parse(text).expect("a function");
        assert_eq!(function.location(InstId(2)), None);
        let before = function.to_string();
        let location = Location {
            file: 0,
            line: 7,
            column: 0,
        };
        function.locations = Locations {
            files: vec!["f.cl".to_owned()],
            of: vec![None, Some(location)],
        };
        let found = [0, 1, 2, 3].map(|inst| function.location(InstId(inst)));
        let known = Some(("f.cl", location));
        assert_eq!(found, [None, known, known, None]);
        assert_eq!(function.to_string(), before);
    }
}
