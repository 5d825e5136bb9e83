//! The least time that instructions take, as data: what an instruction of one kind lets a later one of another kind
//! wait for by itself.
//!
//! A wait state is an issue slot of four clocks. The numbers of the hazard table are about time; an instruction that
//! takes several slots is good for several wait states. LLVM counts each instruction as one, and so do the policies
//! by which nops are placed. The hand-written kernels that AMD ships are timed by what follows here, so that lint
//! tells pairs that are close in instructions alone from those that are close in time, too.
//!
//! Every figure is a lower bound: no shorter distance was seen.

use crate::gpu::{Gpu, WaitStates};

use super::table::SINCE_GFX942;

/// What the earlier instruction is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Earlier {
    /// An XDL matrix instruction.
    Xdl,
    /// A vector ALU instruction that writes scalar registers other than EXEC.
    ScalarResult,
    /// A vector ALU instruction.
    Valu,
}

/// What the later instruction is; which of several is nearest counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Later {
    /// An XDL matrix instruction.
    Xdl,
    /// Packed f32 arithmetic.
    PackedF32,
    /// A scalar ALU instruction.
    Salu,
    /// An LDS or vector-memory instruction.
    Memory,
}

impl Later {
    /// Number of kinds.
    pub const COUNT: usize = 4;
}

/// Issue slots from the earlier instruction to the later one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slots {
    /// So many.
    Const(u8),
    /// The passes of the earlier instruction, and so many more.
    PassesAnd(u8),
}

/// A pair of which the later instruction issues no sooner than so many slots after the earlier one, whatever their
/// registers and whatever is between them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LeastGap {
    /// The earlier instruction.
    pub earlier: Earlier,
    /// The later one.
    pub later: Later,
    /// How far apart they are at least.
    pub slots: Slots,
    /// The GPUs.
    pub gpus: &'static [Gpu],
    /// How it was measured.
    pub source: &'static str,
}

const fn gap(earlier: Earlier, later: Later, slots: Slots, source: &'static str) -> LeastGap {
    LeastGap {
        earlier,
        later,
        slots,
        gpus: SINCE_GFX942,
        source,
    }
}

/// All of them. The thread traces are of LLVM's kernels on MI350X (gfx950); that gfx942 is no faster is assumed, as
/// the kernels in question are the same on both.
#[rustfmt::skip]
pub const LEAST_GAPS: &[LeastGap] = &[
    gap(Earlier::Xdl, Later::Xdl, Slots::PassesAnd(0),
        "the matrix pipe takes one at a time (AMD matrix instruction calculator; thread traces of gfx950: 16x16x32 16 clocks in 24,400 pairs, 32x32x16 32 in 1,070)"),
    gap(Earlier::Xdl, Later::PackedF32, Slots::PassesAnd(2),
        "thread traces of gfx950: 8 clocks or more after the pipe is free, in 15,000 pairs of any two waves"),
    gap(Earlier::ScalarResult, Later::Salu, Slots::Const(5),
        "thread traces of gfx950: never less than 20 clocks, dependent or not, in 3,740 pairs"),
    gap(Earlier::Valu, Later::Memory, Slots::Const(3),
        "thread traces of gfx950: never less than 12 clocks, dependent or not, in 33,600 pairs"),
];

/// Issue slots from a branch that is taken to what it leads to.
pub const TAKEN_BRANCH: WaitStates = WaitStates(5);
/// How that was measured.
pub const TAKEN_BRANCH_SOURCE: &str = "thread traces of gfx950: 20 clocks or more in 2,200 taken branches; 16 more than s_nop's own in each of 678 whose target is one";
