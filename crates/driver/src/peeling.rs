//! Loops that a copy without branches was put in front of: whether they gain by it.

use super::above_llvm::{Loop, loops};
use super::accept;
use super::finish::{FinishedCopy, finished_as_llvm};
use super::kernel::Kernel;
use crate::check::CopiedWay;
use crate::handover::{Progress, Unpeeled};
use crate::machine::{BlockId, Function};
use crate::{Options, Outcome, Remark, RemarkKind};
use crate::{schedule, timing, waitcnt};

/// Least part of a loop's time ([`weighed`](schedule::weighed)) that is worth its code a second time.
const LEAST_GAIN: f64 = 0.02;

impl Unpeeled {
    /// The copy of a loop, by the loop's number: three blocks for each are the function's last ones.
    pub fn copy_of(&self, function: &Function, at: usize) -> Option<BlockId> {
        let behind = 3 * (self.peels.len() - at);
        let block = function.blocks().len().checked_sub(behind)? + 1;
        Some(BlockId(block as u32))
    }

    /// The way through each loop that was copied.
    pub fn ways(&self) -> Vec<CopiedWay> {
        let ways = self.peels.iter().map(|peel| CopiedWay {
            blocks: peel.blocks.clone(),
            full: peel.full.clone(),
        });
        ways.collect()
    }

    /// Notes which loops there are copies of.
    pub fn note(
        &self,
        function: &Function,
        options: &Options,
        progress: &mut Progress,
        outcome: &mut Outcome,
    ) {
        let copies = (0..self.peels.len()).filter_map(|at| self.copy_of(function, at));
        for block in copies {
            progress.record.peels += 1;
            if options.explain {
                outcome.remarks.push(Remark {
                    kind: RemarkKind::Passed,
                    name: "Peeled",
                    message: "a copy of one way through the loop, without branches, runs as long as iterations go that way with all \
                              lanes; the loop itself does the iterations that are left"
                        .to_owned(),
                    block,
                    inst: None,
                    args: Vec::new(),
                });
            }
        }
    }

    /// The headers of loops whose copies save too little of the time that the loop takes, as LLVM's stream and as it stays, or are slower
    /// for one wave or at the kernel's own number of waves; of all loops where the function takes longer.
    pub fn in_vain(&self, kernel: &Kernel<'_>) -> Vec<BlockId> {
        let Some(gains) = self.timed(kernel) else {
            return self.headers().collect();
        };
        let each = self.headers().zip(gains);
        each.filter_map(|(header, gains)| (!gains).then_some(header))
            .collect()
    }

    /// The headers of the loops.
    pub fn headers(&self) -> impl Iterator<Item = BlockId> {
        self.peels
            .iter()
            .filter_map(|peel| peel.blocks.first().copied())
    }

    /// Whether each gains, and the function does not take longer.
    fn timed(&self, kernel: &Kernel<'_>) -> Option<Vec<bool>> {
        let models = &kernel.search.models;
        let state = &kernel.state;
        let function = state.present.clone().into_function();
        let (policy, followed) = (waitcnt::Policy::Ours, kernel.options.followed);
        let ours = FinishedCopy::of(function, &state.facts, policy, followed)?.function;
        let mut before = self.function.clone();
        timing::find_bank_conflicts(&mut before);
        let theirs = finished_as_llvm(&before, followed)?;
        if accept::is_behind(&ours, &theirs, models) {
            return None;
        }
        let by_model = models.iter().map(std::slice::from_ref);
        let timed: Vec<[Vec<Loop>; 2]> = by_model
            .map(|model| [&ours, &theirs].map(|function| loops(function, model)))
            .collect();
        let gains = self.peels.iter().enumerate().map(|(at, peel)| {
            let copy = self.copy_of(kernel.incoming, at)?;
            let header = *peel.blocks.first()?;
            let mut margin = None;
            for [ours, theirs] in &timed {
                let of = |all: &[Loop], block| all.iter().find(|l| l.block == block).copied();
                // The loop that stays has the order that it would have without a copy, or nearly: it is searched with less effort where it
                // hardly matters by now.
                let stays = of(ours, header);
                let (ours, theirs) = (of(ours, copy)?.timing, of(theirs, header)?.timing);
                let [takes, mut took] = [&ours, &theirs].map(schedule::weighed);
                if let Some(stays) = stays.filter(|_| margin.is_none()) {
                    took = took.min(schedule::weighed(&stays.timing));
                }
                let gained = schedule::part_gained(takes, took);
                // Under other models a little may be lost.
                if gained < margin.map_or(LEAST_GAIN, |margin: f64| -margin) {
                    return None;
                }
                if margin.is_none() {
                    accept::saves((&ours).into(), (&theirs).into())?;
                }
                margin.get_or_insert(schedule::margin_of_others(takes, took));
            }
            Some(())
        });
        Some(gains.map(|gains| gains.is_some()).collect())
    }
}
