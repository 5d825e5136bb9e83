//! Never more waits or nops than the incoming order would have needed.
//!
//! The scheduler counts both stretch by stretch under its cost model; what a whole function
//! needs, over joins and back edges, only the rooms that place them know. They are asked here,
//! for the incoming order and for the new one, and stretches that cost more are taken back.

use crate::hazard::{self, Policy};
use crate::machine::{Function, InstId};
use crate::schedule::{Decision, PathReport, Reason, Report};
use crate::target::Unit;
use crate::waitcnt;

/// What the blocks of a function need.
#[derive(Clone, PartialEq, Eq)]
struct Needs {
    /// By block: `s_waitcnt` instructions, wait states of `s_nop`.
    blocks: Vec<(u32, u32)>,
}

impl Needs {
    /// Places waits and nops on a copy, and counts. `None` when no waits can be placed.
    fn of(function: &Function, hazards: Policy) -> Option<Needs> {
        let mut copy = function.clone();
        waitcnt::place(&mut copy).ok()?;
        hazard::place(&mut copy, hazards);
        let count = |order: &Vec<InstId>| {
            let mut sum = (0, 0);
            for &inst in order {
                match copy.info(inst).unit {
                    Unit::Wait => sum.0 += 1,
                    Unit::Nop => sum.1 += super::metrics::nop_wait_states(&copy, inst),
                    _ => {}
                }
            }
            sum
        };
        Some(Needs {
            blocks: copy.blocks().iter().map(|b| count(&b.order)).collect(),
        })
    }

    fn total(&self) -> (u32, u32) {
        let sum = |(w, n): (u32, u32), b: &(u32, u32)| (w + b.0, n + b.1);
        self.blocks.iter().fold((0, 0), sum)
    }

    /// Whether these needs are more than `other`'s, of either kind.
    fn exceed(&self, other: &Needs) -> bool {
        let (a, b) = (self.total(), other.total());
        a.0 > b.0 || a.1 > b.1
    }
}

/// What the incoming order needs.
pub struct Guard {
    incoming: Option<Needs>,
    hazards: Policy,
}

impl Guard {
    /// To be made before anything is moved.
    pub fn new(function: &Function, hazards: Policy) -> Guard {
        Guard {
            incoming: Needs::of(function, hazards),
            hazards,
        }
    }

    /// Takes stretches back until the function needs no more waits and no more wait states of
    /// nops than its incoming order did.
    pub fn apply(&self, function: &mut Function, original: &[Vec<InstId>], report: &mut Report) {
        let Some(incoming) = &self.incoming else {
            return;
        };
        let Some(needs) = Needs::of(function, self.hazards) else {
            return;
        };
        if !needs.exceed(incoming) {
            return;
        }
        let dearer = |path: &PathReport| {
            path.path.blocks.iter().any(|b| {
                let (now, was) = (needs.blocks[b.index()], incoming.blocks[b.index()]);
                now.0 > was.0 || now.1 > was.1
            })
        };
        take_back(function, original, report, dearer);
        // Needs can also move from block to block.
        if Needs::of(function, self.hazards).is_none_or(|needs| needs.exceed(incoming)) {
            take_back(function, original, report, |_| true);
        }
    }
}

fn take_back(
    function: &mut Function,
    original: &[Vec<InstId>],
    report: &mut Report,
    which: impl Fn(&PathReport) -> bool,
) {
    for path in report.paths.iter_mut().filter(|path| which(path)) {
        for &block in &path.path.blocks {
            function.set_order(block, original[block.index()].clone());
        }
        path.after.clone_from(&path.before);
        for region in &mut path.regions {
            region.moved = 0;
            if region.decision == Decision::Reordered {
                region.decision = Decision::Kept(Reason::SlowerElsewhere);
            }
        }
    }
}
