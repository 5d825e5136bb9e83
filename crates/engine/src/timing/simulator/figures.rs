//! What the simulator says of an order.

use std::fmt;

use crate::gpu::Cycles;

/// Time per iteration of a loop, or per run of other code, in 64ths of an issue slot (16ths of a
/// clock): fine enough to compare averages as integers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Period(pub u64);

/// Parts of an issue slot in a [`Period`].
pub(in crate::timing) const PER_SLOT: u64 = 64;
/// Parts of a clock in a [`Period`].
const PER_CLOCK: u64 = PER_SLOT / 4;

impl Period {
    /// `slots` issue slots over `runs` runs.
    pub fn over(slots: u32, runs: u32) -> Period {
        Period::scaled(slots, 1, u64::from(runs))
    }
    /// `slots` issue slots times `factor / divisor`.
    pub(super) fn scaled(slots: u32, factor: u64, divisor: u64) -> Period {
        Period(u64::from(slots) * PER_SLOT * factor / divisor.max(1))
    }
    /// The part of each of so many waves, which have it together.
    pub(in crate::timing) fn shared_by(self, waves: u32) -> Period {
        Period(self.0 / u64::from(waves.max(1)))
    }
    /// In whole issue slots, rounded down.
    pub fn slots(self) -> u32 {
        (self.0 / PER_SLOT) as u32
    }
    /// Rounded to a number of significant binary digits.
    pub(super) fn rounded(self, digits: u32) -> Period {
        let spare = (u64::BITS - self.0.leading_zeros()).saturating_sub(digits);
        let half = (1u64 << spare) / 2;
        Period((self.0 + half) >> spare << spare)
    }
    /// So many clocks.
    pub fn of_clocks(clocks: f64) -> Period {
        Period((clocks.max(0.0) * PER_CLOCK as f64).round() as u64)
    }
    /// In clocks.
    pub fn clocks(self) -> f64 {
        self.0 as f64 / PER_CLOCK as f64
    }
    /// In whole clocks, rounded up.
    pub fn cycles(self) -> Cycles {
        Cycles(self.0.div_ceil(PER_CLOCK))
    }
}

/// In clocks.
impl fmt::Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.clocks())
    }
}

/// What one iteration of a loop, or one run of other code, takes one wave.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Figures {
    /// Time until the wave may issue what follows the last instruction.
    pub period: Period,
    /// Time until all results have arrived as well; of a loop, the same as `period`.
    pub drained: Period,
    /// Wait states that a predicted stream needs besides those of the `s_nop` in it; 0 for a finished
    /// stream.
    pub nops: u32,
    /// `s_waitcnt` instructions: those in the stream, and those a predicted stream needs besides.
    pub waits: u32,
}
