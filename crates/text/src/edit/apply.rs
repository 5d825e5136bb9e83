//! Writes the changed text.

use std::collections::{BTreeMap, BTreeSet};

use super::lines::{Kind, Line, begins_asm};
use super::{Change, EditError, Edits, Lines, Text, Wall, stretch};
use cdnasched_mc::ListedId;

pub(super) fn apply(source: &str, lines: &Lines<'_>, edits: &Edits) -> Result<String, EditError> {
    for (&at, change) in &edits.changes {
        check_change(lines, at, change)?;
    }
    check_lines(lines, edits)?;
    let stretches = stretch::by_line(lines, edits)?;
    let mut moved = BTreeMap::new();
    for (old, new) in &edits.orders {
        for run in runs(lines, edits, old, new)? {
            moved.insert(lines.of[run.old[0].index()], run);
        }
    }
    let ending = if source.contains("\r\n") {
        "\r\n"
    } else {
        "\n"
    };
    let mut writer = Writer {
        lines,
        edits,
        ending,
        loc: None,
        wanted: locations(lines),
        done: String::with_capacity(source.len() + source.len() / 16),
    };
    let mut at = 0;
    while at < lines.lines.len() {
        if let Some(stretch) = stretches.get(&at) {
            writer.stretch(stretch);
            at = stretch.last_line + 1;
        } else if let Some(run) = moved.get(&at) {
            writer.run(run);
            at = run.last_line(lines) + 1;
        } else {
            at = writer.line(at);
        }
    }
    Ok(writer.done)
}

/// Lines that are replaced are there and have no instructions.
fn check_lines(lines: &Lines<'_>, edits: &Edits) -> Result<(), EditError> {
    let plain = |at: usize| {
        let line = lines.lines.get(at);
        line.is_some_and(|line| {
            matches!(
                line.kind,
                Kind::Wall(Wall::Directive | Wall::Label | Wall::Other)
            )
        })
    };
    let all = edits.lines.iter();
    for (&at, text) in all {
        if !plain(at) || text.contains(['\n', '\r']) {
            return Err(EditError::Line {
                line: at as u32 + 1,
                reason: "it cannot be replaced",
            });
        }
    }
    Ok(())
}

/// Whether an instruction's line can be changed in that way.
fn check_change(lines: &Lines<'_>, at: ListedId, change: &Change) -> Result<(), EditError> {
    let outside = EditError::Request("an instruction is not in the listing");
    let line = &lines.lines[*lines.of.get(at.index()).ok_or(outside)?];
    let number = lines.number(at);
    let texts = change.before.iter().chain(&change.after);
    if texts
        .chain(change.text.replacement())
        .any(|text| text.contains(['\n', '\r']))
    {
        return Err(EditError::Request("a new instruction has several lines"));
    }
    let reason = match line.kind {
        Kind::Inst(_) => return Ok(()),
        Kind::Odd(_, reason) => reason,
        Kind::Labelled(_) if change.text == Text::Removed => "a label stands in the same line",
        Kind::Labelled(_) => return Ok(()),
        Kind::Data(_) if change.text == Text::Kept && change.after.is_empty() => return Ok(()),
        Kind::Data(_) => "it is written as data",
        _ => "it has no line of its own",
    };
    Err(EditError::Line {
        line: number,
        reason,
    })
}

impl Text {
    fn replacement(&self) -> Option<&String> {
        match self {
            Text::Replaced(text) => Some(text),
            Text::Kept | Text::Removed => None,
        }
    }
}

/// Instructions between two walls, in another order.
struct Run {
    old: Vec<ListedId>,
    new: Vec<ListedId>,
}

impl Run {
    fn last_line(&self, lines: &Lines<'_>) -> usize {
        self.old.last().map_or(0, |last| lines.of[last.index()])
    }
}

/// The runs of an order: those that change.
fn runs(
    lines: &Lines<'_>,
    edits: &Edits,
    old: &[ListedId],
    new: &[ListedId],
) -> Result<Vec<Run>, EditError> {
    if old.iter().any(|at| at.index() >= lines.of.len()) {
        return Err(EditError::Request("an instruction is not in the listing"));
    }
    let follows = |pair: &[ListedId]| pair[0].0 + 1 == pair[1].0;
    if !old.windows(2).all(follows) {
        return Err(EditError::Request("an order leaves out instructions"));
    }
    let placed: BTreeSet<ListedId> = new.iter().copied().collect();
    let mut all = Vec::new();
    let mut left = new;
    let mut begin = 0;
    for end in 1..=old.len() {
        let wall = (end < old.len()).then(|| lines.wall_between(old[end - 1], old[end]));
        if wall == Some(None) {
            continue;
        }
        let old = &old[begin..end];
        begin = end;
        let kept: Vec<ListedId> = old
            .iter()
            .copied()
            .filter(|at| placed.contains(at))
            .collect();
        let (now, rest) = left
            .split_at_checked(kept.len())
            .ok_or(EditError::Request("an order names an instruction twice"))?;
        left = rest;
        if let Some(&strange) = now.iter().find(|at| !kept.contains(at)) {
            let (wall, over) = wall.flatten().unwrap_or((Wall::Other, 0));
            let line = lines.number(strange);
            return Err(EditError::Crosses { line, wall, over });
        }
        if now.iter().collect::<BTreeSet<_>>().len() != now.len() {
            return Err(EditError::Request("an order names an instruction twice"));
        }
        check_left_out(edits, old, &placed)?;
        if kept == now {
            continue;
        }
        check_moves(lines, &kept, now)?;
        all.push(Run {
            old: old.to_vec(),
            new: now.to_vec(),
        });
    }
    if !left.is_empty() {
        return Err(EditError::Request(
            "an order has other instructions than before",
        ));
    }
    Ok(all)
}

/// Only what is removed is left out of an order.
fn check_left_out(
    edits: &Edits,
    old: &[ListedId],
    placed: &BTreeSet<ListedId>,
) -> Result<(), EditError> {
    let is_gone = |at: &ListedId| {
        let change = edits.changes.get(at);
        change.is_some_and(|change| {
            change.text == Text::Removed && change.before.is_empty() && change.after.is_empty()
        })
    };
    if old.iter().all(|at| placed.contains(at) || is_gone(at)) {
        return Ok(());
    }
    Err(EditError::Request(
        "an order has other instructions than before",
    ))
}

/// Instructions whose place changes have lines of their own.
fn check_moves(lines: &Lines<'_>, old: &[ListedId], new: &[ListedId]) -> Result<(), EditError> {
    let places = old.iter().zip(new).filter(|(old, new)| old != new);
    for (&at, _) in places {
        if let Some(reason) = lines.obstacle(at) {
            let line = lines.number(at);
            return Err(EditError::Line { line, reason });
        }
    }
    Ok(())
}

/// By line: the line with the place in the source that holds there.
fn locations(lines: &Lines<'_>) -> Vec<Option<usize>> {
    let mut last = None;
    let all = lines.lines.iter().enumerate().map(|(at, line)| {
        if line.kind == Kind::Loc {
            last = Some(at);
        }
        last
    });
    all.collect()
}

pub(super) struct Writer<'a> {
    pub(super) lines: &'a Lines<'a>,
    edits: &'a Edits,
    ending: &'a str,
    /// The line with the place in the source that holds at the end of what is written.
    loc: Option<usize>,
    wanted: Vec<Option<usize>>,
    done: String,
}

impl Writer<'_> {
    /// Writes a line with its changes; the next line.
    fn line(&mut self, at: usize) -> usize {
        let line = self.lines.lines[at];
        if line.kind == Kind::Wall(Wall::InlineAsm) {
            return self.blob(at);
        }
        match line.kind {
            Kind::Inst(id) | Kind::Labelled(id) | Kind::Data(id) => self.inst(id, true, true),
            // Written with its instruction.
            Kind::Frame => {}
            _ => {
                if line.kind == Kind::Loc {
                    self.loc = Some(at);
                }
                match self.edits.lines.get(&at) {
                    Some(text) => {
                        self.push_line(text);
                        self.push_same_line(line.ending());
                    }
                    None => self.push_line(line.text),
                }
            }
        }
        at + 1
    }

    /// Writes an inline assembly: what is put before its first and behind its last instruction goes around it.
    fn blob(&mut self, begin: usize) -> usize {
        let all = &self.lines.lines;
        let is_begin = begins_asm(all[begin].text);
        let ends = |line: &Line<'_>| line.kind == Kind::Wall(Wall::InlineAsm);
        let end = all[begin + 1..].iter().position(ends);
        let end = match end {
            Some(end) if is_begin => begin + 1 + end,
            _ => {
                self.push_line(all[begin].text);
                return begin + 1;
            }
        };
        let insts: Vec<ListedId> = all[begin..end].iter().filter_map(inst_of).collect();
        let plain = all[begin..end]
            .iter()
            .all(|line| !matches!(line.kind, Kind::Wall(Wall::Label) | Kind::Labelled(_)));
        let change = |at: Option<&ListedId>| at.and_then(|at| self.edits.changes.get(at));
        let before = change(insts.first()).map_or(Vec::new(), |change| change.before.clone());
        let after = change(insts.last()).map_or(Vec::new(), |change| change.after.clone());
        if plain {
            for text in &before {
                self.new_line(text, &all[begin]);
            }
        }
        for (at, line) in all.iter().enumerate().take(end + 1).skip(begin) {
            match line.kind {
                Kind::Inst(id) | Kind::Labelled(id) | Kind::Data(id) => {
                    let (first, last) = (insts.first() == Some(&id), insts.last() == Some(&id));
                    self.inst(id, !(plain && first), !last);
                }
                kind => {
                    if kind == Kind::Loc {
                        self.loc = Some(at);
                    }
                    self.push_line(line.text);
                }
            }
        }
        for text in &after {
            self.new_line(text, &all[end]);
        }
        end + 1
    }

    /// Writes instructions in their new order. The comments before the first one are written already.
    fn run(&mut self, run: &Run) {
        let lines = self.lines;
        let mut lead: BTreeMap<ListedId, Vec<&str>> = BTreeMap::new();
        let mut last: Option<usize> = None;
        // Comments before what is removed go with what follows it.
        let mut open = Vec::new();
        for &at in &run.old {
            let line = lines.of[at.index()];
            let begin = last.map_or(line, |last| last + 1);
            let between = lines.lines[begin..line].iter();
            let comments = between.filter(|line| line.kind == Kind::Comment);
            open.extend(comments.map(|line| line.text));
            if run.new.contains(&at) {
                lead.insert(at, std::mem::take(&mut open));
            }
            last = Some(line);
        }
        for at in &run.new {
            for comment in lead.remove(at).unwrap_or_default() {
                self.push_line(comment);
            }
            self.inst(*at, true, true);
        }
        for comment in open {
            self.push_line(comment);
        }
    }

    /// Writes an instruction with what is put before and behind it.
    fn inst(&mut self, id: ListedId, before: bool, after: bool) {
        let at = self.lines.of[id.index()];
        let line = self.lines.lines[at];
        let none = Change::default();
        let change = self.edits.changes.get(&id).unwrap_or(&none);
        if change.text != Text::Removed {
            self.locate(at);
        }
        let inserted: &[String] = if before { &change.before } else { &[] };
        let is_split = !inserted.is_empty() && matches!(line.kind, Kind::Labelled(_));
        if is_split {
            self.push_line(line.text[..line.begin].trim_end());
            self.end_line(&line);
        }
        for text in inserted {
            self.new_line(text, &line);
        }
        match &change.text {
            Text::Removed => {}
            text => {
                self.begin_frame(at);
                self.push_line(if is_split {
                    line.indentation()
                } else {
                    &line.text[..line.begin]
                });
                self.with_comment(&line, text.replacement().map(String::as_str));
                self.end_frame(at);
            }
        }
        if after {
            for text in &change.after {
                self.new_line(text, &line);
            }
        }
    }

    /// Writes the place in the source of what stands in a line, where another one holds.
    pub(super) fn locate(&mut self, line: usize) {
        let wanted = self.wanted[line];
        if wanted != self.loc {
            if let Some(loc) = wanted {
                self.push_line(self.lines.lines[loc].text);
            }
            self.loc = wanted;
        }
    }

    /// Writes the begin of the inline assembly that the instruction of a line is, if it is one.
    pub(super) fn begin_frame(&mut self, line: usize) {
        if self.lines.is_framed(line) {
            self.push_line(self.lines.lines[line - 1].text);
        }
    }

    /// Writes its end.
    pub(super) fn end_frame(&mut self, line: usize) {
        if self.lines.is_framed(line) {
            self.push_line(self.lines.lines[line + 1].text);
        }
    }

    /// The rest of a line from its instruction on, which may have another text.
    pub(super) fn with_comment(&mut self, line: &Line<'_>, text: Option<&str>) {
        let (body, tail) = line.split();
        self.done.push_str(text.unwrap_or(body));
        self.done.push_str(tail);
    }

    /// A line of its own with the indentation of another.
    pub(super) fn new_line(&mut self, text: &str, like: &Line<'_>) {
        self.push_line(like.indentation());
        self.done.push_str(text);
        self.end_line(like);
    }

    pub(super) fn end_line(&mut self, like: &Line<'_>) {
        let ending = like.ending();
        let ending = if ending.is_empty() {
            self.ending
        } else {
            ending
        };
        self.done.push_str(ending);
    }

    /// A whole line.
    pub(super) fn push_line(&mut self, text: &str) {
        self.begin_line();
        self.done.push_str(text);
    }

    /// More of the line at hand.
    pub(super) fn push_same_line(&mut self, text: &str) {
        self.done.push_str(text);
    }

    /// The last line of the source may have no end.
    fn begin_line(&mut self) {
        if !self.done.is_empty() && !self.done.ends_with('\n') {
            self.done.push_str(self.ending);
        }
    }
}

fn inst_of(line: &Line<'_>) -> Option<ListedId> {
    match line.kind {
        Kind::Inst(id) | Kind::Labelled(id) | Kind::Data(id) => Some(id),
        _ => None,
    }
}
