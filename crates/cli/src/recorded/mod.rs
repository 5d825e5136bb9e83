//! What hardware recorded of kernels: thread traces, read from files, put beside what the cost model says of the very path
//! that each wave took.

mod calibration;
mod error;
mod facts;
mod files;
mod kernel;
mod kind;
mod measured;
mod print;
mod regions;
mod validation;
mod viewer;

pub use calibration::{Calibration, Proposal};
pub use error::Error;
pub use files::read;
pub use kernel::Kernel;
pub use kind::Kind;
pub use measured::{Different, Measured};
pub use regions::{FEW, Pair, Place, Region, Sides};
pub use validation::Validation;

/// Times later than this, in clocks from the first, are mistakes.
const LATEST: i64 = i32::MAX as i64;

/// An execution of an instruction by a wave, in shader clocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Execution {
    /// Index of the instruction in the recording.
    pub inst: u32,
    /// When the wave first tried to issue it.
    pub tried: i64,
    /// For how long it tried in vain. Of an `s_nop`, `s_waitcnt` or `s_barrier`, all its time.
    pub stall: u32,
    /// For how long it issued.
    pub issue: u32,
}

impl Execution {
    /// When the wave was done with it.
    pub fn end(&self) -> i64 {
        self.tried + i64::from(self.stall) + i64::from(self.issue)
    }

    /// The same of a time that may be anything.
    fn checked_end(&self) -> Option<i64> {
        let issued = self.tried.checked_add(i64::from(self.stall))?;
        issued.checked_add(i64::from(self.issue))
    }
}

/// A wave.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wave {
    /// Its SIMD: shader engine, compute unit, SIMD.
    pub simd: [u32; 3],
    /// Its slot there.
    pub slot: u32,
    /// When it began, on the time axis of its shader engine.
    pub begin: i64,
    /// When it ended.
    pub end: i64,
    /// When each of the waves that were on its SIMD meanwhile began and ended, itself among them.
    pub resident: Vec<(i64, i64)>,
    /// What it executed, in order.
    pub executed: Vec<Execution>,
}

impl Wave {
    /// How many waves were on its SIMD from one clock to another, if always the same number.
    fn residents(&self, from: i64, to: i64) -> Option<usize> {
        let all = self.resident.iter();
        let throughout = all.clone().filter(|r| r.0 <= from && r.1 >= to).count();
        let some = all.filter(|r| r.0 < to && r.1 > from).count();
        (throughout == some).then_some(throughout)
    }
}

/// A trace.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recording {
    /// What to call it.
    pub name: String,
    /// The symbol of its kernel; empty where it is not known.
    pub kernel: String,
    /// The code, as assembly text.
    pub assembly: String,
    /// By instruction: its line in the text, from 1.
    pub lines: Vec<u32>,
    /// The waves.
    pub waves: Vec<Wave>,
    /// What its files do not say, and what is made of it.
    pub remarks: Vec<String>,
}
