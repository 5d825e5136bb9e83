//! Changes to assembly text: lines of instructions are added, removed, replaced and moved; every other byte stays.
//!
//! An instruction is its line, with the comment behind it. Lines of comments between two instructions move with
//! the second. Labels, directives, inline assembly and the comments that stand for the scheduler's barriers are
//! walls: no instruction moves over them. Directives that give the place in the source (`.loc`) are repeated where
//! an instruction would otherwise get that of another.

mod apply;
mod lines;
mod marks;
mod stretch;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use thiserror::Error;

use cdnasched_mc::{ListedId, Listing};

pub use lines::{Keeps, Lines, Wall};
pub use marks::Marks;

/// What happens to an instruction's line.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
struct Change {
    before: Vec<String>,
    after: Vec<String>,
    text: Text,
}

/// What becomes of the text of an instruction.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
enum Text {
    #[default]
    Kept,
    Replaced(String),
    Removed,
}

/// A line of what is written in place of a stretch of the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Piece {
    /// An instruction of the stretch with its comments; with that text in place of its own, if there is one.
    Inst(ListedId, Option<String>),
    /// The same once more, without its comments.
    Copy(ListedId, Option<String>),
    /// A new instruction.
    New(String),
    /// A label of that name.
    Label(String),
}

/// A stretch of the text that is written anew.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Stretch {
    /// Its last instruction.
    last: ListedId,
    pieces: Vec<Piece>,
}

/// Changes to a text, by instruction of its listing.
#[derive(Clone, Default, Debug)]
pub struct Edits {
    changes: BTreeMap<ListedId, Change>,
    /// Old orders with the new ones.
    orders: Vec<(Vec<ListedId>, Vec<ListedId>)>,
    /// By first instruction.
    stretches: BTreeMap<ListedId, Stretch>,
    /// Lines without instructions, by their number from 0: what stands there.
    lines: BTreeMap<usize, String>,
}

/// Why a text is not changed. All lines are counted from 1.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum EditError {
    /// The instruction has no line of its own.
    #[error("line {line}: {reason}; edit it by hand")]
    Line {
        /// Its line.
        line: u32,
        /// Why it cannot be changed.
        reason: &'static str,
    },
    /// An order takes an instruction over a wall.
    #[error("line {line}: the instruction would move over {wall} in line {over}")]
    Crosses {
        /// Line of the instruction.
        line: u32,
        /// What it would cross.
        wall: Wall,
        /// Line of the wall.
        over: u32,
    },
    /// The marks of regions do not fit each other.
    #[error("line {line}: {reason}; expected '; cdna-sched begin' and '; cdna-sched end' in turn")]
    Mark {
        /// The line of the mark.
        line: u32,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// What was requested does not fit the listing.
    #[error("the changes do not fit the text: {0}")]
    Request(&'static str),
}

impl Edits {
    /// No changes.
    pub fn new() -> Edits {
        Edits::default()
    }

    /// Whether nothing is to be changed.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
            && self.orders.is_empty()
            && self.stretches.is_empty()
            && self.lines.is_empty()
    }

    /// Adds changes of other instructions.
    pub fn extend(&mut self, other: Edits) {
        self.changes.extend(other.changes);
        self.orders.extend(other.orders);
        self.stretches.extend(other.stretches);
        self.lines.extend(other.lines);
    }

    fn change(&mut self, at: ListedId) -> &mut Change {
        self.changes.entry(at).or_default()
    }

    /// Puts a line with that instruction before one, behind what was put there earlier. Where the one begins an
    /// inline assembly, before that.
    pub fn insert_before(&mut self, at: ListedId, text: impl Into<String>) {
        self.change(at).before.push(text.into());
    }

    /// Puts a line with that instruction behind one, behind what was put there earlier. Where the one ends an
    /// inline assembly, behind that.
    pub fn insert_after(&mut self, at: ListedId, text: impl Into<String>) {
        self.change(at).after.push(text.into());
    }

    /// Removes an instruction with its line.
    pub fn remove(&mut self, at: ListedId) {
        self.change(at).text = Text::Removed;
    }

    /// Gives an instruction another text. Its comment and indentation stay.
    pub fn replace(&mut self, at: ListedId, text: impl Into<String>) {
        self.change(at).text = Text::Replaced(text.into());
    }

    /// Writes other lines in place of a run of instructions that follow each other in the text. Those that no piece names
    /// are gone. Comments before an instruction, and those that stand for the scheduler's barriers, go with it.
    pub fn rewrite(&mut self, first: ListedId, last: ListedId, pieces: Vec<Piece>) {
        self.stretches.insert(first, Stretch { last, pieces });
    }

    /// Gives a line that has no instruction, counted from 0, another text.
    pub fn replace_line(&mut self, line: usize, text: impl Into<String>) {
        self.lines.insert(line, text.into());
    }

    /// Puts instructions into another order: `old` in the order of the text, `new` the same instructions, those
    /// perhaps not that are removed. What was put before and behind one moves with it.
    pub fn reorder(&mut self, old: Vec<ListedId>, new: Vec<ListedId>) {
        if old != new {
            self.orders.push((old, new));
        }
    }
}

/// The text with the changes, and where there are none, byte for byte as it was.
///
/// # Errors
/// When a change cannot be made. Then none is.
pub fn apply(source: &str, listing: &Listing, edits: &Edits) -> Result<String, EditError> {
    apply_to(source, &Lines::new(source, listing)?, edits)
}

/// The same of a text whose lines are known.
///
/// # Errors
/// As [`apply`].
pub fn apply_to(source: &str, lines: &Lines<'_>, edits: &Edits) -> Result<String, EditError> {
    apply::apply(source, lines, edits)
}
