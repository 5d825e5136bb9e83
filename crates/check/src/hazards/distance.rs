//! How far apart two instructions are.

use super::acts;
use crate::exits::Exit;
use crate::gpu::{MatrixKind, OpTraits, Unit};
use crate::machine::{Function, InstFlags, InstId};
use crate::rules::{Earlier, LEAST_GAPS, Later, LeastGap, Slots, TAKEN_BRANCH};

/// What counts as a wait state.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Count {
    /// Every instruction that is executed, as the documents have it.
    #[default]
    Instructions,
    /// As LLVM's recogniser: also the branches at the end of a block that a taken one skips. A taken branch takes
    /// longer than they would.
    Llvm,
    /// The least time that the instructions take.
    Time,
}

/// By how many issue slots the nearest instruction of each kind is ahead of the consumer, and one; 0 if there is none.
pub(super) type Ahead = [u32; Later::COUNT];

/// What the executed instructions of a path take.
pub(super) struct Measure<'a> {
    function: &'a Function,
    count: Count,
    gaps: Vec<&'static LeastGap>,
}

impl<'a> Measure<'a> {
    pub(super) fn new(function: &'a Function, count: Count) -> Measure<'a> {
        let of_gpu = |gap: &&LeastGap| count == Count::Time && gap.gpus.contains(&function.gpu);
        Measure {
            function,
            count,
            gaps: LEAST_GAPS.iter().filter(of_gpu).collect(),
        }
    }

    /// What a way takes besides the instructions of its block.
    pub(super) fn way(&self, way: &Exit) -> u32 {
        match self.count {
            Count::Time if way.taken => TAKEN_BRANCH.0 - 1,
            Count::Llvm if way.taken => self.skipped(way),
            _ => 0,
        }
    }

    /// Branches behind the one that is taken, up to the first that is taken for sure: LLVM has them in the same block.
    fn skipped(&self, way: &Exit) -> u32 {
        let ends = |inst| self.function.flags(inst).has(InstFlags::BARRIER);
        let order = &self.function.block(way.from).order;
        let mut last = order[way.executed - 1];
        let mut rest = &order[way.executed..];
        let mut block = way.from;
        let mut skipped = 0;
        while !ends(last) {
            if rest.is_empty() {
                let Some(next) = self.function.next_in_layout(block) else {
                    break;
                };
                block = next;
                rest = &self.function.block(block).order;
            }
            let Some((&next, behind)) = rest.split_first() else {
                break;
            };
            if !self.function.flags(next).has(InstFlags::TERMINATOR) {
                break;
            }
            skipped += 1;
            (last, rest) = (next, behind);
        }
        skipped
    }

    /// Wait states that an instruction makes the consumer wait for at least, by what follows the instruction.
    pub(super) fn gap(&self, inst: InstId, ahead: &Ahead) -> u32 {
        let slots = self.gaps.iter().map(|gap| {
            let later = ahead[gap.later as usize];
            if later == 0 || !self.is_earlier(inst, gap.earlier) {
                return 0;
            }
            let passes = self.function.info(inst).matrix.map_or(0, |m| m.passes.0);
            let slots = match gap.slots {
                Slots::Const(slots) => slots,
                Slots::PassesAnd(more) => passes + more,
            };
            // The slot of the instruction itself is no wait state, and `later` is one more than it says.
            (u32::from(slots) + later).saturating_sub(2)
        });
        slots.max().unwrap_or(0)
    }

    /// Notes an instruction that issues so many slots ahead of the consumer.
    pub(super) fn note(&self, inst: InstId, slots: u32, ahead: &mut Ahead) {
        if self.gaps.is_empty() {
            return;
        }
        let info = self.function.info(inst);
        let is_xdl = info.matrix.is_some_and(|m| m.kind == MatrixKind::Xdl);
        for (kind, holds) in [
            (Later::Xdl, is_xdl),
            (Later::PackedF32, info.has(OpTraits::PACKED_F32)),
            (Later::Salu, info.unit == Unit::Salu),
            (Later::Memory, info.is_vmem() || info.unit == Unit::Lds),
        ] {
            if holds {
                ahead[kind as usize] = slots + 1;
            }
        }
    }

    fn is_earlier(&self, inst: InstId, kind: Earlier) -> bool {
        let info = self.function.info(inst);
        match kind {
            Earlier::Xdl => info.matrix.is_some_and(|m| m.kind == MatrixKind::Xdl),
            Earlier::Valu => info.unit == Unit::Valu,
            Earlier::ScalarResult => {
                info.unit == Unit::Valu && acts::writes_scalar(self.function, inst)
            }
        }
    }
}
