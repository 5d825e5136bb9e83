//! What each line of a text is.

use std::fmt;

use super::EditError;
use super::marks::{self, Marks};
use cdnasched_mc::{Listed, ListedId, Listing};

/// What no instruction moves over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wall {
    /// A label.
    Label,
    /// A directive.
    Directive,
    /// The begin or end of an inline assembly.
    InlineAsm,
    /// A comment that stands for a barrier of the compiler's scheduler.
    SchedulingBarrier,
    /// The begin or end of a region that the author marked.
    Mark,
    /// Something that is not understood.
    Other,
}

impl fmt::Display for Wall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Wall::Label => "a label",
            Wall::Directive => "a directive",
            Wall::InlineAsm => "the border of an inline assembly",
            Wall::SchedulingBarrier => "a scheduling barrier",
            Wall::Mark => "the mark of a region",
            Wall::Other => "something unknown",
        })
    }
}

/// What a line is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// An instruction and nothing else but blanks and a comment.
    Inst(ListedId),
    /// An instruction that cannot be changed by its line, the first of the line, and why.
    Odd(ListedId, &'static str),
    /// Behind a label in the same line.
    Labelled(ListedId),
    /// An instruction that a directive for data begins to write in this line, and nothing else.
    Data(ListedId),
    /// A comment, or blank.
    Comment,
    /// The place in the source of what follows.
    Loc,
    /// The begin or end of an inline assembly that is one instruction of the vector ALU or a matrix instruction: it goes with
    /// that.
    Frame,
    Wall(Wall),
}

/// A line with its end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'a> {
    pub(super) text: &'a str,
    pub(super) kind: Kind,
    /// Where it begins behind blanks; of instructions, where those begin, in bytes.
    pub(super) begin: usize,
}

impl<'a> Line<'a> {
    /// Blanks before the instruction.
    pub(super) fn indentation(&self) -> &'a str {
        let before = &self.text[..self.begin];
        if before.trim_start().is_empty() {
            before
        } else {
            "\t"
        }
    }

    /// The characters that end the line; none in the last line of a text, perhaps.
    pub(super) fn ending(&self) -> &'a str {
        &self.text[self.text.trim_end_matches(['\r', '\n']).len()..]
    }

    /// The instruction's text, and what stands behind it.
    pub(super) fn split(&self) -> (&'a str, &'a str) {
        let rest = &self.text[self.begin..];
        let comment = [";", "//", "/*"].iter().filter_map(|mark| rest.find(mark));
        let end = comment.min().unwrap_or(rest.len());
        let body = rest[..end].trim_end();
        rest.split_at(body.len())
    }
}

/// Comments by which LLVM prints instructions that only its scheduler knows
/// (`llvm/lib/Target/AMDGPU/AMDGPUMCInstLower.cpp`).
const BARRIERS: [&str; 6] = [
    "sched_barrier",
    "sched_group_barrier",
    "iglp_opt",
    "wave_barrier",
    "asyncmark",
    "wait_asyncmark",
];

/// Those of them that say what the author wants, and that no result depends on.
const HINTS: [&str; 3] = ["sched_barrier", "sched_group_barrier", "iglp_opt"];

/// Why an instruction that a directive wrote is left alone.
const DATA: &str = "it is written as data";

/// A text by lines.
#[derive(Clone, Debug)]
pub struct Lines<'a> {
    pub(super) lines: Vec<Line<'a>>,
    /// By instruction: its line, from 0.
    pub(super) of: Vec<usize>,
    /// By line: what it is in that nothing is to change.
    kept: Vec<Option<Keeps>>,
    /// The regions that the author marked.
    marks: Result<Option<Marks>, EditError>,
    /// Whether the author's hints about order hold nothing back.
    crosses: bool,
}

/// What keeps its instructions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keeps {
    /// An inline assembly.
    InlineAsm,
    /// All that is outside of the regions that the author marked.
    Unmarked,
}

impl fmt::Display for Keeps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Keeps::InlineAsm => "an inline assembly",
            Keeps::Unmarked => "the code outside of the marked regions",
        })
    }
}

impl<'a> Lines<'a> {
    /// Looks at each line of a text.
    ///
    /// # Errors
    /// When the listing is not of that text.
    pub fn new(source: &'a str, listing: &Listing) -> Result<Lines<'a>, EditError> {
        let mut lines: Vec<Line<'a>> = source.split_inclusive('\n').map(line).collect();
        mark_comments(&mut lines);
        let mut of: Vec<usize> = Vec::with_capacity(listing.insts.len());
        for (number, inst) in listing.insts.iter().enumerate() {
            let at = (inst.line as usize).wrapping_sub(1);
            let line = lines.get_mut(at);
            let line = line.ok_or(EditError::Request("an instruction's line is not in it"))?;
            let column = (inst.column as usize).wrapping_sub(1);
            place(line, ListedId(number as u32), column, inst);
            if of.last().is_some_and(|&last| at < last) {
                return Err(EditError::Request("its instructions are not in order"));
            }
            of.push(at);
        }
        frame(&mut lines);
        let marks = Marks::of(source);
        // Marks that are not in turn mark nothing; whoever goes by them says what is wrong.
        let kept = kept(&lines, marks.as_ref().ok().and_then(Option::as_ref));
        Ok(Lines {
            lines,
            of,
            kept,
            marks,
            crosses: false,
        })
    }

    /// The same where `sched_barrier`, `sched_group_barrier` and `iglp_opt` hold nothing back: their comments are like any other.
    #[must_use]
    pub fn crossing(mut self) -> Lines<'a> {
        let barriers = self.lines.iter_mut().filter(|line| {
            let words = line.text.trim_start_matches([';', '/', ' ', '\t']);
            let is_hint = HINTS.iter().any(|hint| is_named(words, hint));
            line.kind == Kind::Wall(Wall::SchedulingBarrier) && is_hint
        });
        barriers.for_each(|line| line.kind = Kind::Comment);
        self.crosses = true;
        self
    }

    /// Whether the author's hints about order hold nothing back.
    pub fn are_hints_crossed(&self) -> bool {
        self.crosses
    }

    /// The regions that the author marked; `None` if there are no marks.
    ///
    /// # Errors
    /// When the marks are not in turn: [`Marks::of`].
    pub fn marks(&self) -> Result<Option<&Marks>, EditError> {
        let marks = self.marks.as_ref();
        marks.map(Option::as_ref).map_err(Clone::clone)
    }

    /// Why an instruction cannot be moved, removed or replaced by its line; `None` when it can.
    pub fn obstacle(&self, at: ListedId) -> Option<&'static str> {
        let line = self.of.get(at.index()).map(|&line| self.lines[line].kind);
        match line {
            Some(Kind::Inst(_)) => None,
            Some(Kind::Odd(_, reason)) => Some(reason),
            Some(Kind::Labelled(_)) => Some("a label stands in the same line"),
            Some(Kind::Data(_)) => Some(DATA),
            _ => Some("it has no line of its own"),
        }
    }

    /// Why no line can be put before an instruction; `None` when one can.
    pub fn obstacle_before(&self, at: ListedId) -> Option<&'static str> {
        let line = self.of.get(at.index()).map(|&line| self.lines[line].kind);
        match line {
            Some(Kind::Labelled(_) | Kind::Data(_)) => None,
            _ => self.obstacle(at),
        }
    }

    /// Whether an instruction stands behind a label in the same line.
    pub fn is_labelled(&self, at: ListedId) -> bool {
        let line = self.of.get(at.index()).map(|&line| self.lines[line].kind);
        matches!(line, Some(Kind::Labelled(_)))
    }

    /// Whether an instruction is alone in an inline assembly and moves with its begin and end: the lines before and behind it.
    pub(super) fn is_framed(&self, line: usize) -> bool {
        let is_inst = matches!(self.lines[line].kind, Kind::Inst(_));
        let before = line.checked_sub(1).map(|before| self.lines[before].kind);
        is_inst && before == Some(Kind::Frame) && begins_asm(self.lines[line - 1].text)
    }

    /// What an instruction is in that nothing is to change: an inline assembly, or what is outside of the marked regions.
    pub fn kept_by(&self, at: ListedId) -> Option<Keeps> {
        self.kept[*self.of.get(at.index())?]
    }

    /// Whether an instruction is in something that nothing is to change.
    pub fn is_kept(&self, at: ListedId) -> bool {
        self.kept_by(at).is_some()
    }

    /// An instruction's text without its comment.
    pub fn text(&self, at: ListedId) -> &'a str {
        self.of
            .get(at.index())
            .map_or("", |&line| self.lines[line].split().0)
    }

    /// Number of an instruction's line, from 1; 0 when it has none.
    pub fn number(&self, at: ListedId) -> u32 {
        self.of.get(at.index()).map_or(0, |&line| line as u32 + 1)
    }

    /// Whether each instruction of a run has a line of its own that may change, and between them are only comments
    /// and places in the source.
    pub fn can_be_rewritten(&self, first: ListedId, last: ListedId) -> bool {
        let own_line = |at: u32| {
            let at = ListedId(at);
            self.obstacle(at).is_none() && !self.is_kept(at)
        };
        let (Some(&begin), Some(&end)) = (self.of.get(first.index()), self.of.get(last.index()))
        else {
            return false;
        };
        let is_plain = |line: &Line<'_>| {
            matches!(
                line.kind,
                Kind::Inst(_)
                    | Kind::Comment
                    | Kind::Loc
                    | Kind::Frame
                    | Kind::Wall(Wall::SchedulingBarrier)
            )
        };
        (first.0..=last.0).all(own_line)
            && self
                .lines
                .get(begin..=end)
                .is_some_and(|lines| lines.iter().all(is_plain))
    }

    /// The first wall that stands between an instruction and a later one in the text, with its line; `None` when they may
    /// change places.
    pub fn wall_between(&self, first: ListedId, second: ListedId) -> Option<(Wall, u32)> {
        let (first, second) = (*self.of.get(first.index())?, *self.of.get(second.index())?);
        (first + 1..=second).find_map(|at| {
            let wall = match self.lines[at].kind {
                Kind::Wall(wall) => Some(wall),
                Kind::Labelled(_) => Some(Wall::Label),
                Kind::Data(_) => Some(Wall::Directive),
                Kind::Odd(..) if at < second => Some(Wall::Other),
                _ => None,
            };
            wall.map(|wall| (wall, at as u32 + 1))
        })
    }
}

/// A line in which there is no instruction.
fn line(text: &str) -> Line<'_> {
    let words = text.trim();
    let comment = words.trim_start_matches([';', '/', ' ', '\t']);
    let kind = if words.is_empty() {
        Kind::Comment
    } else if words.starts_with(';') || words.starts_with("//") {
        if comment.starts_with("#ASM")
            || comment.starts_with("#APP")
            || comment.starts_with("#NO_APP")
        {
            Kind::Wall(Wall::InlineAsm)
        } else if marks::is_mark(words) {
            Kind::Wall(Wall::Mark)
        } else if BARRIERS.iter().any(|name| is_named(comment, name)) {
            Kind::Wall(Wall::SchedulingBarrier)
        } else {
            Kind::Comment
        }
    } else if words.split_whitespace().next() == Some(".loc") {
        Kind::Loc
    } else if words.starts_with('.') && !words.contains(':') {
        Kind::Wall(Wall::Directive)
    } else if words
        .split([';', '"'])
        .next()
        .is_some_and(|words| words.contains(':'))
    {
        Kind::Wall(Wall::Label)
    } else {
        Kind::Wall(Wall::Other)
    };
    Line {
        text,
        kind,
        begin: text.len() - text.trim_start().len(),
    }
}

/// Whether a line with a border of an inline assembly is its begin.
pub(super) fn begins_asm(text: &str) -> bool {
    text.contains("#ASMSTART") || text.contains("#APP")
}

/// Finds the inline assembly that is one instruction of the vector ALU, or one matrix instruction: that is like any other, whoever
/// wrote it.
fn frame(lines: &mut [Line<'_>]) {
    const BORDER: Kind = Kind::Wall(Wall::InlineAsm);
    // A delay that its author wants where it stands, and what changes the wave's state.
    const OTHERS: [&str; 2] = ["v_nop", "v_clrexcp"];
    let is_vector = |line: &Line<'_>| {
        let text = line.split().0;
        let is_other = OTHERS.iter().any(|other| text.starts_with(other));
        matches!(line.kind, Kind::Inst(_)) && text.starts_with("v_") && !is_other
    };
    let mut is_open = false;
    for begin in 0..lines.len() {
        if lines[begin].kind != BORDER {
            continue;
        }
        let begins = begins_asm(lines[begin].text);
        match &mut lines[begin..] {
            [first, inst, last, ..]
                if begins
                    && !is_open
                    && is_vector(inst)
                    && last.kind == BORDER
                    && !begins_asm(last.text) =>
            {
                (first.kind, last.kind) = (Kind::Frame, Kind::Frame);
            }
            _ => is_open = begins,
        }
    }
}

/// Whether words begin with a name.
fn is_named(words: &str, name: &str) -> bool {
    let rest = words.strip_prefix(name);
    rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
}

/// Marks the lines that a comment between `/*` and `*/` begins or ends in: they stay.
fn mark_comments(lines: &mut [Line<'_>]) {
    let mut inside = false;
    for line in lines {
        let at_begin = inside;
        let mut rest = line.text;
        loop {
            if inside {
                let Some(end) = rest.find("*/") else { break };
                inside = false;
                rest = &rest[end + 2..];
                continue;
            }
            // A comment up to the end of the line hides what would begin one.
            let begin = rest.find("/*");
            let other = [";", "//"].iter().filter_map(|mark| rest.find(mark)).min();
            match begin {
                Some(begin) if other.is_none_or(|other| begin < other) => {
                    inside = true;
                    rest = &rest[begin + 2..];
                }
                _ => break,
            }
        }
        if at_begin || inside {
            line.kind = Kind::Odd(ListedId(u32::MAX), "a comment goes over several lines");
        }
    }
}

/// By line: what it is in that nothing is to change.
fn kept(lines: &[Line<'_>], marks: Option<&Marks>) -> Vec<Option<Keeps>> {
    let mut inside = false;
    let all = lines.iter().enumerate().map(|(at, line)| {
        if line.kind == Kind::Wall(Wall::InlineAsm) {
            inside = begins_asm(line.text);
        }
        let is_unmarked = marks.is_some_and(|marks| !marks.is_inside(at));
        match (inside, is_unmarked) {
            (_, true) => Some(Keeps::Unmarked),
            (true, false) => Some(Keeps::InlineAsm),
            (false, false) => None,
        }
    });
    all.collect()
}

/// Notes that an instruction is in a line.
fn place(line: &mut Line<'_>, id: ListedId, column: usize, inst: &Listed) {
    line.kind = match line.kind {
        _ if inst.nested => Kind::Odd(id, "a macro or repetition made it"),
        Kind::Inst(first) | Kind::Labelled(first) | Kind::Data(first) | Kind::Odd(first, _)
            if first.0 != u32::MAX =>
        {
            Kind::Odd(first, "several instructions stand in the line")
        }
        Kind::Odd(_, reason) => Kind::Odd(id, reason),
        _ => match line.text.get(..column) {
            None => Kind::Odd(id, "its place in the line is not known"),
            Some(before) if before.trim().is_empty() && inst.is_data => Kind::Data(id),
            Some(before) if before.trim().is_empty() => Kind::Inst(id),
            Some(_) if inst.is_data => Kind::Odd(id, DATA),
            Some(before) if before.trim_end().ends_with(':') => Kind::Labelled(id),
            Some(_) => Kind::Odd(id, "something stands before it in the line"),
        },
    };
    line.begin = column.min(line.text.len());
}
