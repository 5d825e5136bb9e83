//! What the search minimises.
//!
//! A score is a guide for the search, it decides nothing: whether an order is taken is for
//! [`accept`](super::accept) to say. It adds up, over all parameter sets, the time of one wave in relation
//! to the incoming order's; losses weigh more than gains, and so do waits and wait states.

use super::accept::Overhead;
use crate::timing::{Figures, Period};

/// The score, under one model, of an order as fast as the incoming one.
pub(super) const ONE: u64 = 1 << 20;
/// What each wait and wait state above the incoming number adds. Much less than what it has to save in
/// the end: a search that avoids them on the way does not find the better orders that need none.
const OVERHEAD_PENALTY: u64 = ONE / 512;
/// Time above the incoming order's is added this many more times: a loss weighs five times as much as a
/// gain.
const LOSS_PENALTY: u64 = 4;

/// How good an order is; less is better.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Score {
    /// Under the first model.
    pub first: u64,
    /// Under the others.
    pub others: u64,
}

impl Score {
    /// Adds what an order scores under a model.
    pub fn add(&mut self, model: usize, part: u64) {
        if model == 0 {
            self.first = part;
        } else {
            self.others += part;
        }
    }

    pub fn total(&self) -> u64 {
        self.first + self.others
    }
}

/// Time relative to the incoming order's; losses weigh more than gains.
pub(super) fn relative_time(new: Period, old: Period) -> u64 {
    let time = new.0 * ONE / old.0.max(1);
    time + time.saturating_sub(ONE) * LOSS_PENALTY
}

/// The same, with the penalty for waits and wait states above the incoming number.
pub(super) fn score_of(new: Figures, old: Figures) -> u64 {
    let excess = Overhead::of(new).excess_over(Overhead::of(old));
    relative_time(new.period, old.period) + u64::from(excess) * OVERHEAD_PENALTY
}
