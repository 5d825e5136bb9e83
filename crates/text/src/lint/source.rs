//! The input of a function as users see it: places, instructions as text, names of blocks.

use std::collections::HashMap;

use super::Spot;
use crate::program::{Program, Routine};
use cdnasched_base::machine::{BlockId, InstId};
use cdnasched_mc::{ListedId, Reader};
use cdnasched_object::Setting;

/// Where instructions as text come from.
pub(crate) enum Origin<'a> {
    /// The lines of a text.
    Text(Vec<&'a str>),
    /// Machine code, which begins at an address, and what prints it.
    Code {
        bytes: &'a [u8],
        address: u64,
        reader: Reader,
    },
}

/// An input.
pub(crate) struct Source<'a> {
    pub(super) program: &'a Program,
    pub(super) origin: Origin<'a>,
    /// Whether memory accesses are replayed where it runs.
    pub(super) xnack: Setting,
    /// By line of a text: whether it is in inline assembly.
    in_asm: Vec<bool>,
    /// The reader has all of the code, instruction by instruction as the program has them.
    has_all: bool,
    /// By instruction: the first label before it.
    labels: HashMap<ListedId, &'a str>,
}

impl<'a> Source<'a> {
    pub(crate) fn new(program: &'a Program, origin: Origin<'a>, xnack: Setting) -> Source<'a> {
        let mut labels = HashMap::new();
        for label in &program.listing.labels {
            // Labels of debug information say nothing where there is another.
            let is_debug = |name: &str| name.starts_with(".Ltmp") || name.starts_with(".Lfunc");
            let first = labels.entry(label.before).or_insert(label.name.as_str());
            if is_debug(first) && !is_debug(&label.name) {
                *first = label.name.as_str();
            }
        }
        let in_asm = match &origin {
            Origin::Text(lines) => inline_assembly(lines),
            Origin::Code { .. } => Vec::new(),
        };
        Source {
            program,
            origin,
            xnack,
            in_asm,
            has_all: false,
            labels,
        }
    }

    /// Has the reader decode all of the code at once, for those who will ask for the text of every instruction.
    pub(crate) fn read_all(&mut self) {
        if let Origin::Code {
            bytes,
            address,
            reader,
        } = &mut self.origin
        {
            let decoded = reader.decode(bytes, *address);
            self.has_all = decoded.is_ok_and(|listing| listing.insts == self.program.listing.insts);
        }
    }

    pub(crate) fn spot(&mut self, at: ListedId) -> Spot {
        let Some(listed) = self.program.listing.insts.get(at.index()) else {
            return Spot {
                line: 0,
                column: 0,
                address: 0,
                in_macro: false,
                in_asm: false,
                instruction: String::new(),
            };
        };
        let instruction = match &mut self.origin {
            Origin::Text(lines) => {
                let line = (listed.line as usize).checked_sub(1);
                let line = line.and_then(|line| lines.get(line)).copied();
                statement(line.unwrap_or_default(), listed.column)
            }
            Origin::Code {
                bytes,
                address,
                reader,
            } => {
                let printed = if self.has_all {
                    reader.print(at, &[])
                } else {
                    let from = listed.address.saturating_sub(*address) as usize;
                    let bytes = bytes.get(from..from.saturating_add(listed.size as usize));
                    let decoded = reader.decode(bytes.unwrap_or_default(), listed.address);
                    decoded.ok().and_then(|_| reader.print(ListedId(0), &[]))
                };
                printed
                    .unwrap_or_default()
                    .split_whitespace()
                    .collect::<Vec<_>>()
                    .join(" ")
            }
        };
        Spot {
            line: listed.line,
            column: listed.column,
            address: listed.address,
            in_macro: listed.nested,
            in_asm: (listed.line as usize)
                .checked_sub(1)
                .and_then(|line| self.in_asm.get(line))
                .is_some_and(|&in_asm| in_asm),
            instruction,
        }
    }

    pub(crate) fn inst(&mut self, routine: &Routine, inst: InstId) -> Spot {
        let at = routine.listed(inst).unwrap_or(ListedId(u32::MAX));
        self.spot(at)
    }

    /// A block's label; else the place of its first instruction.
    pub(crate) fn block(&self, routine: &Routine, block: BlockId) -> String {
        let first = routine.function.block(block).order.first();
        let Some(at) = first.and_then(|&inst| routine.listed(inst)) else {
            return format!("block {}", block.0);
        };
        if let Some(label) = self.labels.get(&at) {
            return (*label).to_owned();
        }
        match self.program.listing.insts.get(at.index()) {
            Some(listed) if listed.line > 0 => format!("line {}", listed.line),
            Some(listed) => format!("{:#x}", listed.address),
            None => format!("block {}", block.0),
        }
    }
}

/// By line: whether it is between the marks that compilers put around inline assembly.
fn inline_assembly(lines: &[&str]) -> Vec<bool> {
    let mut inside = false;
    let all = lines.iter().map(|line| {
        let mark = line.trim_start().trim_start_matches(';');
        match mark.split_whitespace().next() {
            Some("#ASMSTART" | "#APP") => inside = true,
            Some("#ASMEND" | "#NO_APP") => inside = false,
            _ => {}
        }
        inside
    });
    all.collect()
}

/// The statement that begins at a column of a line, without comments and with single blanks.
fn statement(line: &str, column: u32) -> String {
    let from = (column as usize).saturating_sub(1);
    let rest = line.get(from..).unwrap_or(line);
    // A semicolon begins a comment in this assembly, not another statement.
    let mut end = rest.len();
    for comment in [";", "//", "/*"] {
        end = end.min(rest.find(comment).unwrap_or(end));
    }
    let words: Vec<&str> = rest[..end].split_whitespace().collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_statement_is_without_comments() {
        let line = "\tv_add_f32  v0, v1,\tv2 ; sum // of two";
        assert_eq!(statement(line, 2), "v_add_f32 v0, v1, v2");
        assert_eq!(statement("l: s_nop 0", 4), "s_nop 0");
        assert_eq!(statement("ä", 2), "ä");
    }

    #[test]
    fn marks_enclose_inline_assembly() {
        let text = "\ts_nop 0 ; #ASMSTART\n\t;;#ASMSTART\n\ts_nop 1\n\t;;#ASMEND\n\ts_nop 2\n#APP\n\ts_nop 3";
        let lines: Vec<&str> = text.lines().collect();
        let found = inline_assembly(&lines);
        assert_eq!(found, [false, true, true, false, false, true, true]);
    }
}
