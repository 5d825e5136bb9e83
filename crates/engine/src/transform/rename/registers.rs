//! When each vector register of a block is in use.

use super::webs::{Moment, Span};
use crate::machine::Reg;
use crate::transform::targets::VECTOR_SLOTS;

/// When each vector register of a block is in use.
pub struct Occupancy {
    /// By slot, sorted; they do not overlap.
    uses: Vec<Vec<Use>>,
    /// Length of the block in moments.
    length: Moment,
}

/// A span of a slot, and by which web it is in use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Use {
    pub begin: Moment,
    pub end: Moment,
    pub web: u32,
}

/// Moments from the end of the use before a span to its beginning, and from its end to the next use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gaps {
    pub before: Moment,
    pub after: Moment,
    /// The web that uses the slot next; `None` where no other does.
    pub next: Option<u32>,
}

impl Occupancy {
    pub fn new(length: Moment) -> Occupancy {
        Occupancy {
            uses: vec![Vec::new(); VECTOR_SLOTS],
            length,
        }
    }

    /// Marks spans, moved by `shift` slots, as in use.
    pub fn take(&mut self, spans: &[Span], shift: i32, web: u32) {
        for span in spans {
            let uses = &mut self.uses[shifted(span.reg, shift)];
            let at = uses.partition_point(|other| other.begin < span.begin);
            let new = Use {
                begin: span.begin,
                end: span.end,
                web,
            };
            uses.insert(at, new);
        }
    }

    /// Takes the marks of a web back.
    pub fn free(&mut self, spans: &[Span], shift: i32, web: u32) {
        for span in spans {
            self.uses[shifted(span.reg, shift)].retain(|other| other.web != web);
        }
    }

    /// The gaps around a span in another slot; `None` when it is in use in that time. The block runs again
    /// after its end.
    pub fn gaps(&self, slot: usize, span: &Span) -> Option<Gaps> {
        let uses = &self.uses[slot];
        let at = uses.partition_point(|other| other.begin < span.begin);
        let before = at.checked_sub(1).map(|at| uses[at]);
        let after = uses.get(at).copied();
        // They do not overlap, so that only the next ones on both sides can be in the way.
        let is_taken = before.is_some_and(|other| other.end >= span.begin)
            || after.is_some_and(|other| other.begin <= span.end);
        if is_taken {
            return None;
        }
        let (Some(&first), Some(&last)) = (uses.first(), uses.last()) else {
            return Some(Gaps {
                before: self.length,
                after: self.length,
                next: None,
            });
        };
        let wrapped = |from: Moment, to: Moment| match to > from {
            true => to - from,
            false => (to + self.length).saturating_sub(from),
        };
        let (before, after) = (before.unwrap_or(last), after.unwrap_or(first));
        Some(Gaps {
            before: wrapped(before.end, span.begin),
            after: wrapped(span.end, after.begin),
            next: Some(after.web),
        })
    }
}

/// Index of a slot that is `shift` slots away.
pub fn shifted(reg: Reg, shift: i32) -> usize {
    (reg.index() as i32 + shift) as usize
}
