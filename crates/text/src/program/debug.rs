//! Which line of the source each instruction of a text came from, as the directives `.file` and `.loc` say.

use std::collections::HashMap;

use cdnasched_base::escape;
use cdnasched_mc::{ListedId, Listing};

/// A place in the source.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SourceLine {
    /// Index into [`SourceLines::files`].
    pub file: u32,
    /// The line, counted from 1.
    pub line: u32,
    /// The column, counted from 1; 0 where it is not known.
    pub column: u32,
}

/// Where the instructions of a text came from.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct SourceLines {
    /// The files with their directories, in the order in which the text names them.
    pub files: Vec<String>,
    by_inst: Vec<Option<SourceLine>>,
}

impl SourceLines {
    /// What the directives of a text say of the instructions that LLVM found in it.
    pub fn of_text(text: &str, listing: &Listing) -> SourceLines {
        let mut lines = SourceLines {
            files: Vec::new(),
            by_inst: vec![None; listing.insts.len()],
        };
        let mut locations: Vec<(u32, SourceLine)> = Vec::new();
        let mut files: HashMap<u32, u32> = HashMap::new();
        let mut base = String::new();
        for (line, at) in text.lines().zip(1..) {
            let mut words = Words(line);
            match words.next() {
                Some(Word::Bare(".file")) => {
                    let Some(number) = words.next().and_then(Word::number) else {
                        continue; // The name of the object's file symbol.
                    };
                    let names: Vec<String> = words.map_while(Word::string).collect();
                    if let (0, [directory, _, ..]) = (number, names.as_slice()) {
                        base.clone_from(directory);
                    }
                    if let Some(name) = path(&base, &names) {
                        files.insert(number, lines.files.len() as u32);
                        lines.files.push(name);
                    }
                }
                Some(Word::Bare(".loc")) => {
                    let mut numbers = words.map_while(Word::number);
                    let (Some(number), Some(line)) = (numbers.next(), numbers.next()) else {
                        continue;
                    };
                    let place = SourceLine {
                        // One that is not declared is none of the list.
                        file: files.get(&number).copied().unwrap_or(u32::MAX),
                        line,
                        column: numbers.next().unwrap_or(0),
                    };
                    locations.push((at, place));
                }
                _ => {}
            }
        }
        lines.spread(&locations, listing);
        lines
    }

    /// A location holds from the next instruction on, in the section of that one.
    fn spread(&mut self, locations: &[(u32, SourceLine)], listing: &Listing) {
        let mut order: Vec<usize> = (0..listing.insts.len()).collect();
        order.sort_by_key(|&at| listing.insts[at].line);
        let mut locations = locations.iter().peekable();
        let mut by_section: HashMap<u32, SourceLine> = HashMap::new();
        for at in order {
            let inst = &listing.insts[at];
            let mut last = None;
            while let Some(&(_, place)) = locations.next_if(|(line, _)| *line < inst.line) {
                last = Some(place);
            }
            if let Some(place) = last {
                by_section.insert(inst.section, place);
            }
            let place = by_section.get(&inst.section).copied();
            // Line 0: the compiler made it for no line.
            self.by_inst[at] =
                place.filter(|of| of.line > 0 && (of.file as usize) < self.files.len());
        }
    }

    /// Where an instruction came from.
    pub fn at(&self, inst: ListedId) -> Option<SourceLine> {
        self.by_inst.get(inst.index()).copied().flatten()
    }

    /// The name of a place's file.
    pub fn file(&self, place: SourceLine) -> &str {
        self.files
            .get(place.file as usize)
            .map_or("", String::as_str)
    }

    /// Nothing is known of any instruction.
    pub fn is_empty(&self) -> bool {
        self.by_inst.iter().all(Option::is_none)
    }
}

/// `"directory" "name"` or `"name"` below the directory that the compiler ran in, as one name.
fn path(base: &str, names: &[String]) -> Option<String> {
    let (directory, name) = match names {
        [name] => ("", name),
        [directory, name, ..] => (directory.as_str(), name),
        [] => return None,
    };
    let mut whole = String::new();
    for part in [base, directory, name] {
        if part.starts_with('/') {
            whole.clear();
        } else if part.is_empty() || part == "." {
            continue;
        } else if !whole.is_empty() && !whole.ends_with('/') {
            whole.push('/');
        }
        whole += part.strip_prefix("./").unwrap_or(part);
    }
    Some(whole)
}

/// A word of a directive.
enum Word<'a> {
    Bare(&'a str),
    /// Between quotes, escapes as written.
    Quoted(&'a str),
}

impl Word<'_> {
    fn number(self) -> Option<u32> {
        match self {
            Word::Bare(text) => text.parse().ok(),
            Word::Quoted(_) => None,
        }
    }

    fn string(self) -> Option<String> {
        match self {
            Word::Quoted(text) => Some(unescaped(text)),
            Word::Bare(_) => None,
        }
    }
}

/// The words of a line up to its comment.
struct Words<'a>(&'a str);

impl<'a> Iterator for Words<'a> {
    type Item = Word<'a>;

    fn next(&mut self) -> Option<Word<'a>> {
        let rest = self.0.trim_start();
        if rest.is_empty() || rest.starts_with(';') || rest.starts_with("//") {
            return None;
        }
        if let Some(text) = rest.strip_prefix('"') {
            let mut escaped = false;
            let end = text.find(|c| {
                let ends = c == '"' && !escaped;
                escaped = c == '\\' && !escaped;
                ends
            });
            let end = end.unwrap_or(text.len());
            self.0 = text.get(end + 1..).unwrap_or("");
            return Some(Word::Quoted(&text[..end]));
        }
        let end = rest.find(|c: char| c.is_whitespace() || c == '"' || c == ';');
        let end = end.unwrap_or(rest.len());
        self.0 = &rest[end..];
        Some(Word::Bare(&rest[..end]))
    }
}

/// A string of assembly without its escapes: `\"`, `\\`, and bytes in octal.
fn unescaped(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes().iter().copied().peekable();
    while let Some(byte) = rest.next() {
        if byte != b'\\' {
            bytes.push(byte);
            continue;
        }
        let mut value: Option<u32> = None;
        for _ in 0..3 {
            let Some(digit) = rest.next_if(|b| (b'0'..=b'7').contains(b)) else {
                break;
            };
            value = Some(value.unwrap_or(0) * 8 + u32::from(digit - b'0'));
        }
        match value {
            Some(value) => bytes.push(value as u8),
            None => bytes.extend(rest.next()),
        }
    }
    escape::bytes(&bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::{Program, SourceText};
    use cdnasched_base::gpu::Gpu;
    use cdnasched_base::machine::Features;

    fn lines(text: &str) -> SourceLines {
        let source = SourceText::new(text);
        let program = Program::of_text(&source, Gpu::Gfx942, Features::default())
            .expect("the assembler takes it");
        SourceLines::of_text(text, &program.listing)
    }

    fn places(lines: &SourceLines) -> Vec<Option<(&str, u32, u32)>> {
        let place = |of: SourceLine| (lines.file(of), of.line, of.column);
        (0..lines.by_inst.len() as u32)
            .map(|at| lines.at(ListedId(at)).map(place))
            .collect()
    }

    #[test]
    fn a_location_holds_until_the_next_one_in_its_section() {
        let text = r#"
            .text
            .file "unit.c"
            .file 0 "/src" "unit.c" md5 0x00112233445566778899aabbccddeeff
            .file 1 "a \"b\"\\c \303\244.h" ; a comment
            s_nop 0
            .loc 0 7 3 prologue_end ; unit.c:7:3
            s_nop 1
            s_nop 2
            .section other,"ax",@progbits
            s_nop 3
            .loc 1 9
            s_nop 4
            .text
            s_nop 5
            .loc 0 0 0 is_stmt 0
            s_nop 6
            s_endpgm
        "#;
        let unit = Some(("/src/unit.c", 7, 3));
        let header = Some(("/src/a \"b\"\\\\c ä.h", 9, 0));
        let lines = lines(text);
        assert_eq!(
            places(&lines),
            [None, unit, unit, None, header, unit, None, None]
        );
        assert!(!lines.is_empty());
    }

    #[test]
    fn a_text_without_locations_knows_nothing() {
        let text = ".file 1 \"a.c\"\n.set x, 1\ns_nop 0\ns_endpgm\n";
        assert!(lines(text).is_empty());
    }

    /// Written by clang 22 (`-x cl -target amdgcn-amd-amdhsa -mcpu=gfx942 -O2 -g -S`).
    #[test]
    fn what_clang_writes_is_read() {
        let lines = lines(include_str!("debug_clang.s"));
        assert_eq!(lines.files, ["/src/sums/sum.cl", "/src/sums/add.h"]);
        let of: std::collections::BTreeSet<_> = places(&lines)
            .into_iter()
            .flatten()
            .map(|(file, line, _)| (file, line))
            .collect();
        let expected = [
            ("/src/sums/add.h", 1),
            ("/src/sums/sum.cl", 5),
            ("/src/sums/sum.cl", 6),
        ];
        for place in expected {
            assert!(of.contains(&place), "{place:?} is not in {of:?}");
        }
    }
}
