//! What it would bring if no two pointers of a kernel overlapped.

use super::regions::{matrix_instructions, rounded};
use cdnasched_base::gpu::Unit;
use cdnasched_base::machine::occupancy::occupancy;
use cdnasched_base::machine::{
    AddressSpace, BlockId, Function, InstFlags, InstId, MemAccess, MemFlags,
};
use cdnasched_engine::timing::{Finished, Model, Timeline, Timing, Trace, find_bank_conflicts};

/// A function compiled once more, from a source that says of its pointers that they do not overlap.
#[derive(Clone, Debug)]
pub struct Apart {
    /// What it becomes, with all its waits and nops.
    pub function: Function,
    /// The pointers of which the source did not say so, as the source calls them.
    pub pointers: Vec<String>,
}

/// Whether the order of a loop's memory accesses may depend on which pointers overlap: it loads from memory, and something
/// in it or on the way to it stores there, is a barrier or a call.
pub fn may_gain(function: &Function) -> bool {
    let insts = |block: BlockId| function.block(block).order.iter();
    let mut reached = vec![false; function.blocks().len()];
    let holding = |block: &BlockId| insts(*block).any(|&inst| holds_loads(function, inst));
    let mut open: Vec<BlockId> = function.block_ids().filter(holding).collect();
    while let Some(block) = open.pop() {
        if !std::mem::replace(&mut reached[block.index()], true) {
            open.extend(&function.block(block).successors);
        }
    }
    let loading =
        |block: BlockId| insts(block).any(|&inst| accesses(function, inst, MemFlags::LOAD));
    function.block_ids().any(|block| {
        function.block(block).loop_depth > 0 && reached[block.index()] && loading(block)
    })
}

/// Whether loads may have to stay behind it.
fn holds_loads(function: &Function, inst: InstId) -> bool {
    stores(function, inst)
        || function.info(inst).unit == Unit::Barrier
        || function.flags(inst).has(InstFlags::CALL)
}

/// Whether it stores to memory outside of LDS and scratch, or may.
pub(super) fn stores(function: &Function, inst: InstId) -> bool {
    accesses(function, inst, MemFlags::STORE)
}

fn accesses(function: &Function, inst: InstId, how: MemFlags) -> bool {
    let mut all = function.accesses(inst).iter();
    all.any(|access| access.flags.has(how) && reaches_global(access))
}

fn reaches_global(access: &MemAccess) -> bool {
    access.space.is_global() || access.space == AddressSpace::FLAT
}

/// A function and what became of it without overlaps.
pub(super) struct Compared<'a> {
    function: &'a Function,
    pointers: &'a [String],
    /// With its bank conflicts.
    apart: Function,
    /// Pairs of loops that are the same one.
    loops: Vec<(Trace, Trace)>,
    /// By how many percent the function takes longer, at its own number of waves.
    change: f64,
    model: &'a Model,
}

impl<'a> Compared<'a> {
    /// `None` where the function takes longer as a whole.
    pub fn of(
        function: &'a Function,
        timing: &Timing<Finished>,
        apart: &'a Apart,
        model: &'a Model,
    ) -> Option<Compared<'a>> {
        let Apart {
            function: other,
            pointers,
        } = apart;
        let mut other = other.clone();
        find_bank_conflicts(&mut other);
        let waves = timing.waves.min(occupancy(&other));
        let then = Timing::<Finished>::finished(&other, std::slice::from_ref(model), waves);
        let [now, then] = [timing, &then].map(|timing| timing.clocks_at_occupancy(0));
        let loops = |function| Trace::all(function).into_iter().filter(Trace::is_loop);
        let [ours, others]: [Vec<Trace>; 2] =
            [function, &other].map(|function| loops(function).collect());
        let loops = match ours.len() == others.len() {
            true => ours.into_iter().zip(others).collect(),
            false => hottest_of_equal_work((function, &ours), (&other, &others)),
        };
        (then <= now).then(|| Compared {
            function,
            pointers,
            loops,
            apart: other,
            change: rounded(100.0 * (then - now) / now.max(1.0)),
            model,
        })
    }

    /// A loop without overlaps, with so many waves on the SIMD or, where it needs more registers, as many as fit; `None`
    /// where an iteration is not the same work.
    pub fn of_loop(&self, trace: &Trace, waves: u32) -> Option<ApartLoop<'a>> {
        let (_, other) = self.loops.iter().find(|(of, _)| of == trace)?;
        let now = work(self.function, trace);
        if work(&self.apart, other) != now {
            return None;
        }
        let waves = waves.min(occupancy(&self.apart));
        let models = std::slice::from_ref(self.model);
        let periods = Timeline::periods(&self.apart, other, models, &[waves]);
        Some(ApartLoop {
            pointers: self.pointers,
            waves,
            clocks: rounded(periods.first()?.first()?.clocks()),
            change_of_function: self.change,
        })
    }
}

/// A loop of a function whose pointers do not overlap.
pub(super) struct ApartLoop<'a> {
    /// The pointers of which the source did not say so.
    pub pointers: &'a [String],
    /// Waves on the SIMD.
    pub waves: u32,
    /// Clocks of the SIMD for one iteration of one wave.
    pub clocks: f64,
    /// By how many percent the function takes longer, with as many waves as either version's registers allow.
    pub change_of_function: f64,
}

/// Pairs of loops of two versions of a function where only one version has a copy in front of some loop: of the loops that do
/// equal work in an iteration, the hottest of either version.
fn hottest_of_equal_work(
    (function, ours): (&Function, &[Trace]),
    (other, others): (&Function, &[Trace]),
) -> Vec<(Trace, Trace)> {
    let hottest = |function: &Function, all: &[Trace], asked: (u32, u32)| {
        let equal = all.iter().filter(|trace| work(function, trace) == asked);
        let hotter = |a: &&Trace, b: &&Trace| {
            let [a, b] = [a, b].map(|trace| function.block(trace.blocks[0]).frequency);
            a.total_cmp(&b)
        };
        equal.max_by(hotter).cloned()
    };
    let pairs = ours.iter().filter_map(|trace| {
        let asked = work(function, trace);
        let ours = hottest(function, ours, asked).filter(|found| found == trace)?;
        Some((ours, hottest(other, others, asked)?))
    });
    pairs.collect()
}

/// What an iteration does in any order: matrix instructions, and bytes that it stores to memory.
fn work(function: &Function, trace: &Trace) -> (u32, u32) {
    let insts = trace
        .blocks
        .iter()
        .flat_map(|&block| &function.block(block).order);
    let all = insts.flat_map(|&inst| function.accesses(inst));
    let stored = all.filter(|access| access.flags.has(MemFlags::STORE) && reaches_global(access));
    (
        matrix_instructions(function, trace),
        stored.map(|access| access.bytes).sum(),
    )
}

#[cfg(test)]
mod tests {
    use super::super::data::Suggestion;
    use super::super::tests::{input, made};
    use super::*;

    const LOAD: &str = "GLOBAL_LOAD_DWORD_SADDR def v3, v0, s[2:3], #0, #0, imp exec | load | read space=1 bytes=4\n";
    const STORE: &str = "GLOBAL_STORE_DWORD_SADDR v0, v4, s[4:5], #0, #0, imp exec | store | write space=1 bytes=4\n";
    const WAIT: &str = "S_WAITCNT #3952\n";
    const BARRIER: &str = "S_BARRIER | effects\n";

    /// A kernel with these instructions before, in and behind a loop.
    fn function(before: &str, body: &str, behind: &str) -> String {
        format!(
            "block 0 frequency=1 depth=0 successors=1\n{before}\
            block 1 frequency=64 depth=1 loop=1 successors=1,2\n{body}\
            S_CBRANCH_SCC1 bb.1, imp scc | term branch boundary\n\
            block 2 frequency=1 depth=0\n{behind}\
            S_ENDPGM #0 | return term noreturn boundary\n"
        )
    }

    /// What is suggested for a loop that becomes another one where nothing overlaps.
    fn found(body: &str, apart: &str) -> Vec<Suggestion> {
        found_in(body, &function("", apart, ""))
    }

    /// What is suggested for a loop where the function without overlaps is this one.
    fn found_in(body: &str, apart: &str) -> Vec<Suggestion> {
        let mut one = input("LLVM", &function("", body, ""));
        let other = input("", apart);
        one.apart = Some(Apart {
            function: other.function,
            pointers: ["A", "B", "C"].map(str::to_owned).into(),
        });
        let kernel = made(vec![one]);
        let part = kernel.regions[0].versions[0].as_ref().expect("a version");
        let all = part.suggestions.iter().filter(|of| of.what == "noalias");
        all.cloned().collect()
    }

    /// Twice a load, a wait and a store.
    fn in_turn() -> String {
        format!("{LOAD}{WAIT}{STORE}").repeat(2)
    }

    #[test]
    fn a_loop_that_would_take_less_is_said_with_its_figures_and_stores() {
        let at_once = format!("{LOAD}{LOAD}{WAIT}{STORE}{STORE}");
        let all = found(&in_turn(), &at_once);
        let [one] = &all[..] else {
            panic!("one suggestion: {all:?}");
        };
        assert_eq!(one.instructions, [2, 5]);
        assert!(one.change < -30.0, "{one:?}");
        let sentence = &one.sentence;
        assert!(
            sentence.contains("on A, B and C, an iteration takes"),
            "{sentence}"
        );
    }

    #[test]
    fn where_one_version_has_a_copy_in_front_the_hottest_loops_are_compared() {
        let at_once = format!("{LOAD}{LOAD}{WAIT}{STORE}{STORE}");
        let in_turn = in_turn();
        let with_a_copy = |copy: u32, left: u32| {
            format!(
                "block 0 frequency=1 depth=0 successors=1\n\
                block 1 frequency={copy} depth=1 loop=1 successors=1,2\n{at_once}\
                S_CBRANCH_SCC1 bb.1, imp scc | term branch boundary\n\
                block 2 frequency={left} depth=1 loop=2 successors=2,3\n{in_turn}\
                S_CBRANCH_SCC1 bb.2, imp scc | term branch boundary\n\
                block 3 frequency=1 depth=0\n\
                S_ENDPGM #0 | return term noreturn boundary\n"
            )
        };
        let all = found_in(&in_turn, &with_a_copy(63, 1));
        let [one] = &all[..] else {
            panic!("one suggestion: {all:?}");
        };
        assert!(one.change < -30.0, "{one:?}");
        // The copy has its gain only where its iterations are the ones that are gone.
        assert_eq!(found_in(&in_turn, &with_a_copy(1, 63)), []);
    }

    #[test]
    fn what_takes_as_long_or_does_other_work_is_not_said() {
        assert_eq!(found(&in_turn(), &in_turn()), []);
        let without_a_store = format!("{LOAD}{LOAD}{WAIT}{STORE}");
        assert_eq!(found(&in_turn(), &without_a_store), []);
        assert_eq!(
            found(&format!("{LOAD}{LOAD}{WAIT}{STORE}{STORE}"), &in_turn()),
            []
        );
    }

    #[test]
    fn only_loads_of_loops_behind_stores_or_barriers_may_gain() {
        let may = |before: &str, body: &str, behind: &str| {
            may_gain(&input("", &function(before, body, behind)).function)
        };
        let both = format!("{LOAD}{STORE}");
        assert!(may("", &both, ""));
        assert!(may(STORE, LOAD, ""));
        assert!(may(BARRIER, LOAD, ""));
        assert!(!may("", LOAD, STORE));
        assert!(!may("", LOAD, BARRIER));
        assert!(!may("", STORE, ""));
        assert!(!may(LOAD, "", STORE));
    }
}
