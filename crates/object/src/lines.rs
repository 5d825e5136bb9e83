//! Line tables: which line of the source an instruction came from. DWARF 5, section 6.2.

use gimli::{AttributeValue, DebugLine, DebugLineOffset, DebugLineStr, DebugStr, EndianSlice};
use gimli::{FileEntry, LineProgramHeader, LittleEndian};

use super::code::CodeObject;
use super::elf::Elf;
use super::error::Error;

type Input<'data> = EndianSlice<'data, LittleEndian>;

/// A line of the source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line<'a> {
    /// The file, as the compiler names it.
    pub file: &'a str,
    /// The line, counted from 1.
    pub line: u64,
}

/// The line table of a code object.
#[derive(Default, Debug)]
pub struct Lines {
    files: Vec<String>,
    /// From that address on, file and line; `None` where a sequence ends. By address.
    rows: Vec<(u64, Option<(usize, u64)>)>,
}

impl Lines {
    /// The line that the instruction at an address came from.
    pub fn at(&self, address: u64) -> Option<Line<'_>> {
        let after = self.rows.partition_point(|(start, _)| *start <= address);
        let (file, line) = self.rows.get(after.checked_sub(1)?)?.1?;
        Some(Line {
            file: self.files.get(file)?,
            line,
        })
    }

    /// Nothing is known.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }
}

impl CodeObject<'_> {
    /// Its line table. Empty when it has none, and in `ET_REL` files, whose addresses the linker
    /// has yet to fill in.
    ///
    /// # Errors
    /// When the table is broken. The code can be read all the same.
    pub fn lines(&self) -> Result<Lines, Error> {
        if self.relocatable {
            return Ok(Lines::default());
        }
        let file = Elf::parse(self.file())?;
        let of = |name: &[u8]| file.named(name).map(Option::unwrap_or_default);
        let tables = Tables {
            lines: of(b".debug_line")?,
            line_strings: DebugLineStr::from(Input::new(of(b".debug_line_str")?, LittleEndian)),
            strings: DebugStr::from(Input::new(of(b".debug_str")?, LittleEndian)),
        };
        let mut lines = Lines::default();
        tables
            .read(&mut lines)
            .map_err(|error| Error::Elf(format!(".debug_line cannot be read: {error}")))?;
        // Where one sequence ends and another begins, the beginning counts.
        lines
            .rows
            .sort_by_key(|(address, line)| (*address, line.is_some()));
        Ok(lines)
    }
}

struct Tables<'data> {
    lines: &'data [u8],
    line_strings: DebugLineStr<Input<'data>>,
    strings: DebugStr<Input<'data>>,
}

impl<'data> Tables<'data> {
    /// Reads one program after the other; the debug information that points to them is not needed.
    fn read(&self, lines: &mut Lines) -> gimli::Result<()> {
        let section = DebugLine::from(Input::new(self.lines, LittleEndian));
        // File names are shared by programs, but a hostile table may repeat a long one.
        let mut name_bytes_left = self.lines.len().saturating_mul(16).saturating_add(1 << 20);
        let mut at = 0;
        while at < self.lines.len() {
            let program = section.program(DebugLineOffset(at), 8, None, None)?;
            let header = program.header();
            let initial = match header.format() {
                gimli::Format::Dwarf32 => 4,
                gimli::Format::Dwarf64 => 12,
            };
            at += header.unit_length() + initial;
            let mut known = std::collections::BTreeMap::new();
            let mut rows = program.rows();
            while let Some((header, row)) = rows.next_row()? {
                let file = *known.entry(row.file_index()).or_insert_with(|| {
                    let name = header.file(row.file_index());
                    let name = name.map_or_else(String::new, |file| self.name(header, file));
                    let name = match usize::checked_sub(name_bytes_left, name.len()) {
                        Some(left) => {
                            name_bytes_left = left;
                            name
                        }
                        None => String::new(),
                    };
                    lines.files.push(name);
                    lines.files.len() - 1
                });
                let line = row.line().filter(|_| !row.end_sequence());
                let line = line.map(|line| (file, line.get()));
                lines.rows.push((row.address(), line));
            }
        }
        Ok(())
    }

    /// A file's name with its directory, unless that is the one the compiler ran in.
    fn name(
        &self,
        header: &LineProgramHeader<Input<'data>>,
        file: &FileEntry<Input<'data>>,
    ) -> String {
        let name = self.text(file.path_name());
        let directory = file.directory(header).map(|directory| self.text(directory));
        match directory.filter(|_| file.directory_index() != 0 && !name.starts_with('/')) {
            Some(directory) if !directory.is_empty() => format!("{directory}/{name}"),
            _ => name,
        }
    }

    fn text(&self, value: AttributeValue<Input<'data>>) -> String {
        let text = match value {
            AttributeValue::String(text) => Ok(text),
            AttributeValue::DebugLineStrRef(offset) => self.line_strings.get_str(offset),
            AttributeValue::DebugStrRef(offset) => self.strings.get_str(offset),
            _ => return String::new(),
        };
        text.map_or_else(
            |_| String::new(),
            |text| cdnasched_base::escape::bytes(text.slice()),
        )
    }
}
