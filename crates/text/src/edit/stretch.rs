//! Stretches of a text that are written anew, with new lines and labels among them.

use std::collections::{BTreeMap, BTreeSet};

use super::apply::Writer;
use super::lines::{Kind, Line};
use super::{EditError, Edits, Lines, Piece, Wall};
use cdnasched_mc::ListedId;

/// A stretch by lines.
pub(super) struct Stretch<'e> {
    first: ListedId,
    last: ListedId,
    pub(super) last_line: usize,
    pieces: &'e [Piece],
}

/// The stretches of a text, by the number of their first line.
pub(super) fn by_line<'e>(
    lines: &Lines<'_>,
    edits: &'e Edits,
) -> Result<BTreeMap<usize, Stretch<'e>>, EditError> {
    let mut all = BTreeMap::new();
    for (&first, stretch) in &edits.stretches {
        let last = stretch.last;
        let of = |at: ListedId| lines.of.get(at.index()).copied();
        let (Some(begin), Some(end)) = (of(first), of(last)) else {
            return Err(EditError::Request("an instruction is not in the listing"));
        };
        if first > last || !lines.can_be_rewritten(first, last) {
            let line = lines.number(first);
            let reason = "its lines cannot be written anew";
            return Err(EditError::Line { line, reason });
        }
        check_pieces(first, last, &stretch.pieces)?;
        let changed = edits.changes.range(first..=last).next().is_some()
            || edits.stretches.range(first..=last).count() > 1
            || edits
                .orders
                .iter()
                .flat_map(|(old, _)| old)
                .any(|at| (first..=last).contains(at));
        if changed {
            return Err(EditError::Request("a stretch is changed in two ways"));
        }
        let stretch = Stretch {
            first,
            last,
            last_line: end,
            pieces: &stretch.pieces,
        };
        all.insert(begin, stretch);
    }
    Ok(all)
}

/// Instructions are of the stretch, each at one place but for its copies; every piece is one line.
fn check_pieces(first: ListedId, last: ListedId, pieces: &[Piece]) -> Result<(), EditError> {
    let mut placed = BTreeSet::new();
    for piece in pieces {
        let (at, text) = match piece {
            Piece::Inst(at, text) | Piece::Copy(at, text) => (Some(*at), text.as_ref()),
            Piece::New(text) | Piece::Label(text) => (None, Some(text)),
        };
        if at.is_some_and(|at| !(first..=last).contains(&at)) {
            return Err(EditError::Request("a piece is not of its stretch"));
        }
        if let Piece::Inst(at, _) = piece
            && !placed.insert(*at)
        {
            return Err(EditError::Request("a stretch names an instruction twice"));
        }
        if text.is_some_and(|text| text.contains(['\n', '\r'])) {
            return Err(EditError::Request("a new instruction has several lines"));
        }
    }
    Ok(())
}

impl Writer<'_> {
    /// Writes a stretch.
    pub(super) fn stretch(&mut self, stretch: &Stretch<'_>) {
        let placed: BTreeSet<ListedId> = stretch
            .pieces
            .iter()
            .filter_map(|piece| match piece {
                Piece::Inst(at, _) => Some(*at),
                _ => None,
            })
            .collect();
        let (mut lead, rest) = comments(self.lines, stretch, &placed);
        let mut like = self.lines.of[stretch.first.index()];
        for piece in stretch.pieces {
            match piece {
                Piece::Inst(at, text) => {
                    for comment in lead.remove(at).unwrap_or_default() {
                        self.push_line(comment);
                    }
                    like = self.lines.of[at.index()];
                    self.locate(like);
                    self.begin_frame(like);
                    let line = self.lines.lines[like];
                    self.push_line(&line.text[..line.begin]);
                    self.with_comment(&line, text.as_deref());
                    if line.ending().is_empty() {
                        self.end_line(&line);
                    }
                    self.end_frame(like);
                }
                Piece::Copy(at, text) => {
                    like = self.lines.of[at.index()];
                    self.locate(like);
                    let line = self.lines.lines[like];
                    let text = text.as_deref().unwrap_or(line.split().0);
                    self.begin_frame(like);
                    self.new_line(text, &line);
                    self.end_frame(like);
                }
                Piece::New(text) => self.new_line(text, &self.lines.lines[like]),
                Piece::Label(name) => {
                    self.push_line(name);
                    self.push_same_line(":");
                    self.end_line(&self.lines.lines[like]);
                }
            }
        }
        for comment in rest {
            self.push_line(comment);
        }
    }
}

/// Comments before instructions, by the instruction that they go with, and those behind the last that stays.
fn comments<'a>(
    lines: &Lines<'a>,
    stretch: &Stretch<'_>,
    placed: &BTreeSet<ListedId>,
) -> (BTreeMap<ListedId, Vec<&'a str>>, Vec<&'a str>) {
    let is_comment = |line: &&Line<'_>| {
        matches!(
            line.kind,
            Kind::Comment | Kind::Wall(Wall::SchedulingBarrier)
        )
    };
    let mut lead = BTreeMap::new();
    let mut open = Vec::new();
    let mut begin = lines.of[stretch.first.index()];
    for at in (stretch.first.0..=stretch.last.0).map(ListedId) {
        let line = lines.of[at.index()];
        let between = lines.lines[begin..line].iter().filter(is_comment);
        open.extend(between.map(|line| line.text));
        if placed.contains(&at) {
            lead.insert(at, std::mem::take(&mut open));
        }
        begin = line + 1;
    }
    (lead, open)
}
