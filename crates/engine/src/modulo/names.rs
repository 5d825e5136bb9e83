//! The registers of a loop as the search has them: a value that may move has registers of its own.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::machine::{InstId, Reg, RegRange};
use crate::transform::rename::{OperandAt, Web};

/// Names of the registers that operands touch: slots of the GPU for what stays, and slots of its own for each web
/// that may move.
pub(super) struct Names {
    /// By operand: its web, if that may move.
    webs: BTreeMap<(InstId, u32), u32>,
    /// By web: what its registers' indices have to be moved by.
    shift: Vec<i32>,
    count: usize,
}

impl Names {
    /// Names for these webs.
    pub fn of(webs: &[Web]) -> Names {
        let mut names = Names {
            webs: BTreeMap::new(),
            shift: vec![0; webs.len()],
            count: Reg::COUNT,
        };
        for (at, web) in webs.iter().enumerate() {
            let slots = || web.spans.iter().map(|span| span.reg.index());
            let (Some(first), Some(last), None) = (slots().min(), slots().max(), web.pin) else {
                continue;
            };
            names.shift[at] = names.count as i32 - first as i32;
            names.count += last + 1 - first;
            for &OperandAt { inst, operand } in &web.operands {
                names.webs.insert((inst, operand), at as u32);
            }
        }
        names
    }

    /// How many slots have names.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The web of an operand, if it may move.
    pub fn web(&self, inst: InstId, operand: usize) -> Option<u32> {
        self.webs.get(&(inst, operand as u32)).copied()
    }

    /// The names of an operand's slots.
    pub fn slots(&self, inst: InstId, operand: usize, range: RegRange) -> Range<usize> {
        let shift = self
            .web(inst, operand)
            .map_or(0, |web| self.shift[web as usize]);
        let first = (range.first().index() as i32 + shift) as usize;
        first..first + usize::from(range.len())
    }
}
