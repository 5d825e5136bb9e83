//! Which waves meet at the barriers of a trace, and how they come to it.

use std::borrow::Cow;

use crate::gpu::Unit;
use crate::machine::dataflow::{Graph, Problem, solve};
use crate::machine::index::TypedVec;
use crate::machine::occupancy::waves_of_workgroup_per_simd;
use crate::machine::{BlockId, Function, InstFlags};
use crate::timing::program::issues;
use crate::timing::trace::Trace;

/// How waves of a workgroup that share a SIMD meet at the barriers of a trace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Meeting {
    /// How many of them meet on a SIMD; 1 where there is nothing to meet at, or the size of workgroups
    /// is not known.
    pub waves: u32,
    /// Before the loop, half of the workgroup issues one barrier more than the other half, and so stays
    /// one barrier behind: how kernels keep one half at their matrix instructions while the other one
    /// loads.
    pub staggered: bool,
}

impl Meeting {
    /// Every wave by itself.
    pub const NONE: Meeting = Meeting {
        waves: 1,
        staggered: false,
    };

    /// How waves meet in a trace that has barriers.
    pub(super) fn of(function: &Function, trace: &Trace) -> Meeting {
        match waves_of_workgroup_per_simd(function) {
            0 | 1 => Meeting::NONE,
            waves => Meeting {
                waves,
                staggered: trace.is_loop() && is_staggered_in(function, trace.blocks[0]),
            },
        }
    }
}

/// Whether the halves of a workgroup are one barrier apart when they come to a block.
fn is_staggered_in(function: &Function, block: BlockId) -> bool {
    let extra: TypedVec<BlockId, Option<BlockId>> = function
        .block_ids()
        .map(|block| joins_after_extra_barrier(function, block))
        .collect();
    let apart = solve(&Graph::forward(function), &Staggering { function, extra });
    apart[block] == Some(Apart::Yes)
}

/// How far apart the halves are where blocks begin.
struct Staggering<'f> {
    function: &'f Function,
    /// By block that holds an extra barrier: where both paths meet behind it.
    extra: TypedVec<BlockId, Option<BlockId>>,
}

impl Problem for Staggering<'_> {
    type State = Apart;

    fn given(&self, block: BlockId) -> Option<Apart> {
        (block.index() == 0).then_some(Apart::No)
    }

    fn transfer(&self, _: BlockId, state: Apart) -> Apart {
        state
    }

    /// Nothing goes through extra barriers; what goes around one has changed sides.
    fn along<'s>(&self, from: BlockId, to: BlockId, state: &'s Apart) -> Option<Cow<'s, Apart>> {
        if self.extra[to].is_some() {
            return None;
        }
        let mut others = self.function.block(from).successors.iter();
        Some(match others.any(|&other| self.extra[other] == Some(to)) {
            true => Cow::Owned(state.other()),
            false => Cow::Borrowed(state),
        })
    }

    fn join(&self, known: &mut Apart, other: &Apart, _: u32) -> bool {
        let joined = known.join(*other);
        std::mem::replace(known, joined) != joined
    }
}

/// Whether one half of a workgroup has issued a barrier that the other has not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Apart {
    No,
    Yes,
    /// That depends on the path.
    Unclear,
}

impl Apart {
    fn join(self, other: Apart) -> Apart {
        if self == other { self } else { Apart::Unclear }
    }

    /// After a barrier that one half issues: after the first the halves are apart, and after the next,
    /// which is taken to be the other half's, they are not.
    fn other(self) -> Apart {
        match self {
            Apart::No => Apart::Yes,
            Apart::Yes => Apart::No,
            Apart::Unclear => Apart::Unclear,
        }
    }
}

/// If a block holds a barrier and nothing else, and every branch to it can also skip it: the block where
/// both paths meet. Memory has no use for such a barrier, since it orders no access in its block: it is
/// there for the half of the workgroup that issues it to fall behind.
fn joins_after_extra_barrier(function: &Function, block: BlockId) -> Option<BlockId> {
    let one = function.block(block);
    let mut barriers = 0;
    for &inst in one.order.iter().filter(|&&i| issues(function, i)) {
        match function.info(inst).unit {
            Unit::Barrier => barriers += 1,
            Unit::Wait | Unit::Nop => {}
            _ if function.flags(inst).has(InstFlags::BRANCH) => {}
            _ => return None,
        }
    }
    let &[join] = one.successors.as_slice() else {
        return None;
    };
    let goes_around = |from: &BlockId| function.block(*from).successors.contains(&join);
    let is_extra = barriers == 1
        && join != block
        && !one.predecessors.is_empty()
        && one.predecessors.iter().all(goes_around);
    is_extra.then_some(join)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::text;

    /// Whether waves come staggered to a loop in block 3, with that in block 1, which block 0 may go
    /// around, and a barrier in the loop.
    fn meeting(resources: &str, block1: &str, more: &str) -> Meeting {
        let source = format!(
            "cdna-flat 1
function \"t\"
gpu gfx942
{resources}block 0 frequency=1 depth=0 successors=1,2
  S_CBRANCH_EXECZ bb.2, imp exec | term branch boundary
block 1 frequency=0.5 depth=0 successors=2
{block1}
block 2 frequency=1 depth=0 successors=3
  S_MOV_B32 def s0, #0
block 3 frequency=32 depth=1 loop=3 successors=3,4
  S_BARRIER | effects
  S_CBRANCH_SCC1 bb.3, imp scc | term branch boundary
{more}"
        );
        let function = text::parse(&source).expect("valid text");
        let header = Some(BlockId(if more.contains("loop=6") { 6 } else { 3 }));
        let mut traces = Trace::all(&function).into_iter();
        let trace = traces.find(|t| t.is_loop() && t.blocks.first().copied() == header);
        Meeting::of(&function, &trace.expect("a loop"))
    }

    const END: &str =
        "block 4 frequency=1 depth=0\n  S_ENDPGM #0 | return term noreturn boundary\n";
    const BARRIER: &str = "  S_BARRIER | effects";
    const EIGHT_WAVES: &str = "resources lds=0 workgroup=512\n";

    #[test]
    fn an_extra_barrier_of_one_half_staggers_the_halves() {
        let staggered = Meeting {
            waves: 2,
            staggered: true,
        };
        assert_eq!(meeting(EIGHT_WAVES, BARRIER, END), staggered);
        let nop = "  S_NOP #0\n  S_BARRIER | effects";
        assert_eq!(meeting(EIGHT_WAVES, nop, END), staggered);
        let in_step = Meeting {
            staggered: false,
            ..staggered
        };
        for other in [
            "  S_NOP #0",
            "  S_BARRIER | effects\n  S_BARRIER | effects",
            "  S_BARRIER | effects\n  V_ADD_F32_e32 def v1, v0, v0",
        ] {
            assert_eq!(meeting(EIGHT_WAVES, other, END), in_step, "{other}");
        }
    }

    #[test]
    fn the_barrier_of_the_other_half_brings_them_together() {
        let again = "block 4 frequency=1 depth=0 successors=5,6
  S_CBRANCH_EXECZ bb.6, imp exec | term branch boundary
block 5 frequency=0.5 depth=0 successors=6
  S_BARRIER | effects
block 6 frequency=32 depth=1 loop=6 successors=6,7
  S_BARRIER | effects
  S_CBRANCH_SCC1 bb.6, imp scc | term branch boundary
block 7 frequency=1 depth=0
  S_ENDPGM #0 | return term noreturn boundary
";
        assert!(!meeting(EIGHT_WAVES, BARRIER, again).staggered);
        assert!(meeting(EIGHT_WAVES, "  S_NOP #0", again).staggered);
    }

    #[test]
    fn code_that_runs_once_is_not_staggered() {
        let source = format!(
            "cdna-flat 1
function \"t\"
gpu gfx942
{EIGHT_WAVES}block 0 frequency=1 depth=0 successors=1,2
  S_CBRANCH_EXECZ bb.2, imp exec | term branch boundary
block 1 frequency=0.5 depth=0 successors=2
{BARRIER}
block 2 frequency=1 depth=0
{BARRIER}
  S_ENDPGM #0 | return term noreturn boundary
"
        );
        let function = text::parse(&source).expect("valid text");
        let trace = Trace::all(&function).pop().expect("a trace");
        assert_eq!(trace.blocks, [BlockId(2)]);
        // The first half would end before the second has issued as many barriers.
        assert!(!Meeting::of(&function, &trace).staggered);
        assert!(is_staggered_in(&function, BlockId(2)));
    }

    #[test]
    fn waves_of_a_workgroup_are_dealt_to_four_simds() {
        for (resources, waves) in [
            ("", 1),
            ("resources lds=0 workgroup=64\n", 1),
            ("resources lds=0 workgroup=256\n", 1),
            ("resources lds=0 workgroup=257\n", 2),
            (EIGHT_WAVES, 2),
            ("resources lds=0 workgroup=1024\n", 4),
            ("features tgsplit\nresources lds=0 workgroup=1024\n", 1),
        ] {
            let meeting = meeting(resources, "  S_NOP #0", END);
            assert_eq!(meeting.waves, waves, "{resources}");
        }
    }
}
