//! What the core knows about the GPUs: names, classes of opcodes, matrix shapes, counters. Data, no
//! algorithms. To add a GPU, begin with [`Gpu`]: CONTRIBUTING.md has the steps.

mod counters;
mod counting;
mod matrix;
mod opcode;
mod per_counter;

pub use counters::{Counter, CounterFacts, Counts, Event, EventSet};
pub use counting::{Amount, COUNT_ROWS, CountRow, Counting, Raise, When};
pub use matrix::{Matrix, MatrixKind};
pub use opcode::{OpInfo, OpTraits, Unit, VmemKind};
pub use per_counter::PerCounter;

use std::fmt;
use std::ops::{Add, AddAssign, Sub};

macro_rules! gpus {
    ($(#[$meta:meta])* $type:ident { $($(#[$doc:meta])* $gpu:ident = $name:literal,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum $type { $($(#[$doc])* $gpu,)* }

        impl $type {
            /// All supported GPUs, oldest first.
            pub const ALL: [$type; [$($type::$gpu),*].len()] = [$($type::$gpu),*];

            /// LLVM's processor name (`-mcpu`).
            pub fn name(self) -> &'static str {
                match self {
                    $($type::$gpu => $name,)*
                }
            }
        }
    };
}

gpus!(
    /// A CDNA GPU, by the LLVM processor it is compiled for.
    Gpu {
        /// CDNA1, MI100.
        Gfx908 = "gfx908",
        /// CDNA2, MI200 series.
        Gfx90a = "gfx90a",
        /// CDNA3, MI300 series.
        Gfx942 = "gfx942",
        /// CDNA4, MI350 series.
        Gfx950 = "gfx950",
    }
);

/// Lanes of the widest wave of any GPU: the length of tables by lane.
pub const MOST_LANES: usize = 64;

impl Gpu {
    /// Lanes of a wave, which are its work-items. GFX9 has waves of 64 only (AMDGPUUsage, "Processors"; `wavefrontsize32` begins with
    /// GFX10).
    pub const fn wave_size(self) -> u32 {
        match self {
            Gpu::Gfx908 | Gpu::Gfx90a | Gpu::Gfx942 | Gpu::Gfx950 => 64,
        }
    }
    /// The GPU of that LLVM processor name; `None` when it is not supported.
    pub fn from_name(name: &str) -> Option<Gpu> {
        Self::ALL.into_iter().find(|gpu| gpu.name() == name)
    }
    /// That GPU and all later ones.
    pub const fn since(first: Gpu) -> &'static [Gpu] {
        Self::ALL.as_slice().split_at(first as usize).1
    }
    /// All GPUs before that one.
    pub const fn before(first: Gpu) -> &'static [Gpu] {
        Self::ALL.as_slice().split_at(first as usize).0
    }
    /// VGPRs and AccVGPRs share one file of 512 (gfx90a and later); on gfx908 they are two
    /// files of 256.
    pub fn unified_vector_file(self) -> bool {
        self >= Gpu::Gfx90a
    }
    /// MI300 and later: matrix instructions split into XDL and SGEMM classes.
    pub fn is_gfx940_plus(self) -> bool {
        self >= Gpu::Gfx942
    }
}

impl fmt::Display for Gpu {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The part of a memory instruction in a run of its kind. With XNACK on, a fault may replay the run
/// from its beginning: conflicting instructions need a wait state between them, and instructions
/// of the run itself do not count as one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClauseRole {
    /// It belongs to a run of scalar memory instructions; otherwise of vector memory instructions.
    pub scalar: bool,
    /// It loads a register: no instruction that conflicts with loads may follow it.
    pub loads: bool,
    /// It conflicts with every later instruction of the run.
    pub spoils: bool,
    /// It conflicts with every load before it.
    pub conflicts: bool,
}

macro_rules! unit {
    ($(#[$meta:meta])* $name:ident($repr:ty)) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, serde::Serialize)]
        #[serde(transparent)]
        pub struct $name(pub $repr);
        impl Add for $name {
            type Output = $name;
            fn add(self, other: $name) -> $name {
                $name(self.0 + other.0)
            }
        }
        impl AddAssign for $name {
            fn add_assign(&mut self, other: $name) {
                self.0 += other.0;
            }
        }
        impl Sub for $name {
            type Output = $name;
            /// Saturates at zero.
            fn sub(self, other: $name) -> $name {
                $name(self.0.saturating_sub(other.0))
            }
        }
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}
unit!(
    /// Issue slots of one wave that must lie between two instructions. 1 wait state = 4 clocks.
    WaitStates(u32)
);
unit!(
    /// Shader clock cycles.
    Cycles(u64)
);
unit!(
    /// Passes of the matrix pipe. 1 pass = 4 clocks.
    Passes(u8)
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_by_lane_hold_every_wave() {
        let most = Gpu::ALL.into_iter().map(Gpu::wave_size).max();
        assert_eq!(most, u32::try_from(MOST_LANES).ok());
    }
}
