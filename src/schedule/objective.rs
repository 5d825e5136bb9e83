//! How good an order is.

use crate::timing::{Figures, Period};

/// The score of being as fast as the incoming order, under one model.
pub(crate) const UNIT: u64 = 1 << 20;
/// What each wait and wait state above the incoming number counts for in a score: the function
/// may not afford them.
const EXCESS: u64 = UNIT / 512;
/// By how much a part of the time above the incoming one weighs more than a part below.
const LOSS: u64 = 4;

/// How good an order is; less is better.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Score {
    /// Under the first model.
    pub first: u64,
    /// Under the others.
    pub others: u64,
}

impl Score {
    /// Adds what an order scores under a model.
    pub fn add(&mut self, model: usize, part: u64) {
        match model {
            0 => self.first = part,
            _ => self.others += part,
        }
    }
    pub fn total(&self) -> u64 {
        self.first + self.others
    }
}

/// Time in relation to the incoming order's; losses weigh more than gains.
pub(crate) fn rate(new: Period, old: Period) -> u64 {
    let rate = new.0 * UNIT / old.0.max(1);
    rate + rate.saturating_sub(UNIT) * LOSS
}

/// The same, with waits and wait states above the incoming number.
pub(crate) fn rate_of(new: Figures, old: Figures) -> u64 {
    let excess = new.nops.saturating_sub(old.nops) + new.waits.saturating_sub(old.waits);
    rate(new.period, old.period) + u64::from(excess) * EXCESS
}

/// Whether one wave is faster, or as fast with everything returned sooner.
pub(crate) fn gains(new: Figures, old: Figures) -> bool {
    new.period < old.period || new.period == old.period && new.drained < old.drained
}

/// Whether no more waits and wait states are needed.
pub(crate) fn is_thrifty(new: Figures, old: Figures) -> bool {
    new.nops <= old.nops && new.waits <= old.waits
}
