//! The bound holds for what the simulator says of any order, and is met where one resource decides.

use std::fmt::Write as _;

use proptest::prelude::*;

use super::*;
use crate::gpu::WaitStates;
use crate::hazard;
use crate::machine::{BlockId, text};
use crate::rules::Policy;
use crate::timing::simulator::{PER_SLOT, SimState, Simulation};
use crate::timing::{Predicted, Timing};
use crate::waitcnt;
use cdnasched_testing::{BlockShape, KINDS, Shape, whole_text_of};

/// A loop of these instructions as text.
fn source(gpu: &str, lines: &[impl AsRef<str>]) -> String {
    let mut source = format!(
        "cdna-flat 1\nfunction \"t\"\ngpu {gpu}\nblock 0 frequency=64 depth=1 loop=0 successors=0,1\n"
    );
    for line in lines {
        let _ = writeln!(source, "  {}", line.as_ref());
    }
    source
        + "  S_CBRANCH_SCC1 bb.0, imp scc | term branch boundary
block 1 frequency=1 depth=0
  S_ENDPGM #0 | return term noreturn boundary
"
}

fn parsed(gpu: &str, lines: &[impl AsRef<str>]) -> Function {
    text::parse(&source(gpu, lines)).expect("valid text")
}

fn the_loop(function: &Function) -> Trace {
    let mut traces = Trace::all(function).into_iter();
    traces.find(Trace::is_loop).expect("a loop")
}

/// Bound and simulated time of a loop in slots, one wave alone and among `waves`, by model.
fn of(function: &Function, waves: u32) -> [[(f64, Binding, f64); 2]; 2] {
    let models = Model::built_in(function.gpu);
    let timing = Timing::finished(function, &models, waves);
    let trace = the_loop(function);
    let timed = timing.traces.iter().find(|t| t.trace == trace);
    let timed = &timed.expect("all traces are timed").models;
    let slots = |period: Period| period.clocks() / 4.0;
    [0, 1].map(|which| {
        let bound = LoopBound::of(function, &trace, &models[which], waves).expect("a loop");
        let (one, all) = (bound.one_wave, bound.at_occupancy);
        let time = &timed[which];
        [
            (slots(one.period), one.by, slots(time.single_wave.period)),
            (slots(all.period), all.by, slots(time.at_occupancy)),
        ]
    })
}

const ADD: &str = "V_ADD_F32_e32 def v30, v31, v32";
const EXP: &str = "V_EXP_F32_e32 def v30, v31";
const READ: &str = "DS_READ_B128_gfx9 def v[4:7], v0, #0, #0 | load | read space=3 bytes=16";
const LOAD: &str = "GLOBAL_LOAD_DWORDX4 def v[8:11], v[2:3], #0, #0 | load | read space=1 bytes=16";
const PACKED: &str = "V_PK_ADD_F32 def v[40:41], #8, v[42:43], #8, v[44:45], #0, #0, #0, #0, #0";
const MATRIX: &str = "V_MFMA_F32_32X32X8F16_e64 def early a[0:15], v[8:9], v[10:11], a[16:31], #0, #0, #0 | passes=16";
const CHAINED: &str = "V_MFMA_F32_32X32X8F16_e64 def early a[0:15], v[8:9], v[10:11], a[0:15], #0, #0, #0 | passes=16";

/// The bound and what binds for one wave and for four, and that the simulator's figure is the bound where
/// `exact` says so.
fn check(lines: &[&str], one: (f64, Binding), four: (f64, Binding), exact: [bool; 2]) {
    let [measured, _] = of(&parsed("gfx942", lines), 4);
    for ((found, expected), exact) in measured.iter().zip([one, four]).zip(exact) {
        assert_eq!((found.0, found.1), expected, "{lines:?}");
        if exact {
            assert_eq!(found.2, found.0, "{lines:?}");
        } else {
            assert!(found.2 > found.0, "{lines:?}: {found:?}");
        }
    }
}

#[test]
fn one_resource_binds_at_a_time() {
    // The taken branch takes 5 slots.
    let wave = (6.0, Binding::Issue);
    check(&[ADD], wave, (1.5, Binding::Issue), [true, true]);
    let all = (4.0, Binding::VectorAlu);
    check(&[ADD; 4], (9.0, Binding::Issue), all, [true, false]);
    let all = (16.0, Binding::VectorAlu);
    check(&[EXP; 4], all, all, [false, true]);
    let all = (32.0, Binding::MatrixPipe);
    check(&[MATRIX; 2], all, all, [true, true]);
    let all = (32.0, Binding::Lds);
    check(&[READ; 4], all, all, [true, true]);
    // Loads of tiles return every 23 slots.
    let all = (69.0, Binding::VectorMemoryFill);
    check(&[LOAD, LOAD, LOAD, MATRIX], all, all, [true, true]);
    // Eight loads fit. Those of streams return 225 + 20 slots after they were taken up.
    let [[one, _], _] = of(&parsed("gfx942", &[LOAD; 3]), 1);
    assert_eq!((one.0, one.1), (3.0 * 245.0 / 8.0, Binding::LoadsInFlight));
    assert!(one.2 >= one.0 && one.2 < 1.02 * one.0, "{one:?}");
}

#[test]
fn packed_arithmetic_keeps_apart_from_matrix_instructions() {
    let one = (2.0 * 16.0 + 2.0 + 3.0, Binding::MatrixPipeAndPackedF32);
    let four = (2.0 * 16.0 + 2.0 + 0.75, Binding::MatrixPipeAndPackedF32);
    let lines = [PACKED, PACKED, MATRIX, MATRIX];
    check(&lines, one, four, [true, true]);
    // In a worse order there are two gaps.
    check(&[MATRIX, PACKED, MATRIX, PACKED], one, four, [false, false]);
}

/// A recurrence through the instruction at this position of the first block.
fn through(lines: &[&str], at: usize) -> Binding {
    let function = parsed("gfx942", lines);
    Binding::Recurrence(function.block(BlockId(0)).order[at])
}

#[test]
fn what_an_iteration_hands_to_the_next_binds() {
    // One accumulator, alternately written by two instructions.
    let lines = [CHAINED, CHAINED];
    let all = (32.0, Binding::MatrixPipe);
    check(&lines, all, all, [true, true]);
    // The value passes through four transcendental instructions of 5 slots.
    let chain = ["V_EXP_F32_e32 def v1, v1"; 4];
    let one = (20.0, through(&chain, 0));
    // The branch issues after the last one.
    check(&chain, one, (16.0, Binding::VectorAlu), [false, true]);
    // An address from memory: nothing goes on until it has returned.
    let chase = "GLOBAL_LOAD_DWORDX2 def v[2:3], v[2:3], #0, #0 | load | read space=1 bytes=8";
    let wait = "S_WAITCNT #3952";
    let latency = 225.0 + 20.0;
    let lines = [wait, chase];
    let one = (latency, through(&lines, 1));
    check(&lines, one, (latency / 4.0, one.1), [true, true]);
    // A cycle that takes two iterations to come round.
    let lines = [
        "V_ADD_F32_e32 def v1, v2, v32",
        "V_ADD_F32_e32 def v2, v3, v32",
        "V_ADD_F32_e32 def v3, v1, v32",
    ];
    let mut lines: Vec<&str> = lines.to_vec();
    lines.extend(["V_EXP_F32_e32 def v3, v3"; 3]);
    let [measured, _] = of(&parsed("gfx942", &lines), 1);
    assert_eq!(measured[0].1, Binding::VectorAlu);
    let edges = |lines: &[&str]| {
        let function = parsed("gfx942", lines);
        let program = Program::finished(&function, &the_loop(&function));
        let costs = program.costs(&function, &Model::built_in(function.gpu)[0]);
        (
            recurrence::edges(&program, &function, &costs),
            program.ops.len(),
        )
    };
    // v1 -> v3, three times v3, then v2 in the next iteration and v1 in the one after that.
    let (edges, count) = edges(&lines);
    let cycle = recurrence::longest_cycle(count, &edges, Period::default()).expect("a cycle");
    assert_eq!(cycle.period, Period::over(1 + 3 * 5 + 1 + 1, 2));
    assert_eq!(recurrence::longest_cycle(count, &edges, cycle.period), None);
}

#[test]
fn what_is_no_loop_has_no_bound() {
    let function = parsed("gfx942", &[ADD]);
    let model = &Model::built_in(function.gpu)[0];
    for trace in Trace::all(&function) {
        let bound = LoopBound::of(&function, &trace, model, 1);
        assert_eq!(bound.is_some(), trace.is_loop());
    }
}

/// A body for which registers do not matter: each instruction writes a value of its own, and reads the
/// last ones of others, in this iteration or the one before.
#[derive(Clone, Debug)]
struct Body {
    gpu: &'static str,
    /// What each instruction is, and which two it reads.
    insts: Vec<(u8, u8, u8)>,
}

impl Body {
    /// The instruction at a place, of an iteration. Value `n` of iteration `i` is in the tuple of 4
    /// registers with the number `in_registers(i, n)`; nothing but the first values comes from before the
    /// first iteration.
    fn line(
        &self,
        at: usize,
        iteration: usize,
        registers: impl Fn(usize, usize) -> usize,
    ) -> String {
        let (kind, a, b) = self.insts[at];
        let read = |by: u8| {
            let of = usize::from(by) % self.insts.len();
            match (of < at, iteration) {
                (true, _) => 4 * registers(iteration, of),
                (false, 0) => 0,
                (false, _) => 4 * registers(iteration - 1, of),
            }
        };
        let (d, a, b) = (4 * registers(iteration, at), read(a), read(b));
        match kind % 9 {
            0 => format!("DS_READ_B32_gfx9 def v{d}, v{a}, #0, #0 | load | read space=3 bytes=4"),
            1 => format!(
                "DS_READ_B128_gfx9 def v[{d}:{}], v{a}, #0, #0 | load | read space=3 bytes=16",
                d + 3
            ),
            2 => format!(
                "GLOBAL_LOAD_DWORDX4 def v[{d}:{}], v[{a}:{}], #0, #0 | load | read space=1 bytes=16",
                d + 3,
                a + 1
            ),
            3 => format!(
                "DS_WRITE_B64_gfx9 v{a}, v[{b}:{}], #0, #0 | store | write space=3 bytes=8",
                b + 1
            ),
            4 => format!("V_EXP_F32_e32 def v{d}, v{a}"),
            5 => format!(
                "V_PK_ADD_F32 def v[{d}:{}], #8, v[{a}:{}], #8, v[{b}:{}], #0, #0, #0, #0, #0",
                d + 1,
                a + 1,
                b + 1
            ),
            6 => format!(
                "V_MFMA_F32_16X16X16F16_e64 def early v[{d}:{}], v[{a}:{}], v[{b}:{}], v[{a}:{}], #0, #0, #0 | passes=4",
                d + 3,
                a + 1,
                b + 1,
                a + 3
            ),
            7 => format!("S_MOV_B32 def s{}, s8", 10 + at),
            _ => format!("V_ADD_F32_e32 def v{d}, v{a}, v{b}"),
        }
    }
    /// The values that an instruction reads, as iterations back and place.
    fn reads(&self, at: usize) -> [(usize, usize); 2] {
        let (_, a, b) = self.insts[at];
        [a, b].map(|by| {
            let of = usize::from(by) % self.insts.len();
            (usize::from(of >= at), of)
        })
    }
    /// The instructions of several iterations in an order that keeps nothing but true dependences,
    /// chosen by the keys: those that can come next with the lowest one does.
    fn interleaved(&self, iterations: usize, keys: &[u16]) -> Vec<(usize, usize)> {
        let count = self.insts.len();
        let mut done = vec![false; iterations * count];
        let mut order = Vec::new();
        while order.len() < done.len() {
            let is_ready = |&place: &usize| {
                let (iteration, at) = (place / count, place % count);
                let has = |(back, of): (usize, usize)| match iteration.checked_sub(back) {
                    Some(from) => done[from * count + of],
                    None => true,
                };
                !done[place] && self.reads(at).into_iter().all(has)
            };
            let ready = (0..done.len()).filter(is_ready);
            let next = ready.min_by_key(|&place| (keys[place % keys.len()], place));
            let next = next.expect("the first that is missing can come next");
            done[next] = true;
            order.push((next / count, next % count));
        }
        order
    }
}

fn bodies() -> impl Strategy<Value = Body> {
    let gpus = prop::sample::select(&["gfx90a", "gfx942", "gfx950"][..]);
    let insts = prop::collection::vec(any::<(u8, u8, u8)>(), 1..9);
    (gpus, insts).prop_map(|(gpu, insts)| Body { gpu, insts })
}

/// A loop of one block of the fuzzer's kinds, without bundles, which have no order of their own.
fn shapes() -> impl Strategy<Value = Shape> {
    let inst = (0..KINDS.len(), any::<[u8; 5]>())
        .prop_filter("a bundle", |(kind, _)| !KINDS[*kind].contains(" inside"));
    let gpus = prop::sample::select(&["gfx908", "gfx90a", "gfx942", "gfx950"][..]);
    (gpus, prop::collection::vec(inst, 1..24)).prop_map(|(gpu, insts)| {
        let block: BlockShape = (insts, (2, 0, 0));
        Shape {
            gpu,
            callable: false,
            xnack: false,
            blocks: vec![block, (Vec::new(), (0, 0, 0))],
        }
    })
}

/// An order of a block that keeps every edge and every boundary, chosen by the keys.
fn legal_order(function: &Function, block: BlockId, keys: &[u16]) -> Vec<InstId> {
    let old = &function.block(block).order;
    let is_boundary = |inst: InstId| {
        function
            .flags(inst)
            .has(crate::machine::InstFlags::BOUNDARY)
    };
    let mut order: Vec<InstId> = Vec::new();
    while order.len() < old.len() {
        let missing = old.iter().copied().filter(|inst| !order.contains(inst));
        let missing: Vec<InstId> = missing.collect();
        let region = missing
            .iter()
            .position(|&inst| is_boundary(inst))
            .unwrap_or(missing.len());
        let is_ready = |inst: &InstId| {
            let mut edges = function.edges().iter().filter(|edge| edge.to == *inst);
            edges.all(|edge| !missing.contains(&edge.from))
        };
        let ready = missing[..region.max(1)].iter().copied().filter(is_ready);
        let next = ready.min_by_key(|inst| (keys[inst.index() % keys.len()], *inst));
        order.push(next.expect("the first one is ready"));
    }
    order
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Iterations overlap in any way, and each value has registers of its own.
    #[test]
    fn no_interleaving_of_iterations_is_shorter(
        body in bodies(),
        keys in prop::collection::vec(any::<u16>(), 1..64),
    ) {
        let count = body.insts.len();
        let lines: Vec<String> = (0..count).map(|at| body.line(at, 1, |_, of| of + 1)).collect();
        let in_loop = parsed(body.gpu, &lines);
        // 255 registers are 63 tuples, of which the first holds what nothing has written.
        let iterations = 63 / count;
        let order = body.interleaved(iterations, &keys);
        let block: String = order.iter().map(|&(iteration, at)| {
            let line = body.line(at, iteration, |iteration, of| 1 + iteration * count + of);
            format!("  {line}\n")
        }).collect();
        let unrolled = format!("cdna-flat 1\nfunction \"t\"\ngpu {}\nblock 0 frequency=1 depth=0\n{block}", body.gpu);
        let unrolled = text::parse(&unrolled).expect("valid text");
        let needs = |_: InstId, _: InstId| WaitStates(0);
        let timing = Timing::<Predicted>::predicted(&unrolled, &needs, &Model::built_in(unrolled.gpu), 1);
        for (model, timing) in Model::built_in(in_loop.gpu).iter().zip(&timing.traces[0].models) {
            let bound = LoopBound::of(&in_loop, &the_loop(&in_loop), model, 1).expect("a loop").one_wave;
            // The text of the loop has a branch besides, and a wait for what memory returns. One order for
            // all iterations has a gap in each. A recurrence comes round once less, and what LDS takes of
            // writes is not awaited.
            let besides = match bound.by {
                Binding::Issue => model.cost(crate::timing::Class::BranchTaken).issue + 1,
                Binding::MatrixPipeAndPackedF32 => 3,
                _ => 0,
            };
            let per_iteration = bound.period.0 as i64 - i64::from(besides) * PER_SLOT as i64;
            let less = match bound.by {
                Binding::Recurrence(_) => bound.period.0 as i64,
                Binding::Lds => 17 * 4 * PER_SLOT as i64,
                _ => 0,
            };
            let least = iterations as i64 * per_iteration - less;
            let time = timing.single_wave.drained.0 as i64;
            prop_assert!(time >= least, "{time} {least} {bound:?}\n{unrolled}");
        }
    }

    /// Any legal order, with the waits and nops that it needs, for as long as it takes.
    #[test]
    fn no_legal_order_is_shorter(shape in shapes(), keys in prop::collection::vec(any::<u16>(), 1..64)) {
        let mut function = text::parse(&whole_text_of(&shape)).expect("valid text");
        let trace = Trace { blocks: vec![BlockId(0)], next: Some(BlockId(0)) };
        let models = Model::built_in(function.gpu);
        let before: Vec<_> = models.iter().map(|m| LoopBound::of(&function, &trace, m, 3)).collect();
        let order = legal_order(&function, BlockId(0), &keys);
        function.set_order(BlockId(0), order);
        let after: Vec<_> = models.iter().map(|m| LoopBound::of(&function, &trace, m, 3)).collect();
        let period = |all: &[Option<LoopBound>]| -> Vec<_> {
            all.iter().flatten().map(|b| (b.one_wave.period, b.at_occupancy.period)).collect()
        };
        prop_assert_eq!(period(&before), period(&after));
        waitcnt::place(&mut function).expect("waits can be placed");
        hazard::place(&mut function, Policy::Safe);
        prop_assert_eq!(beaten(&function, &models, 3), vec![], "{}", function);
        for (model, bound) in models.iter().zip(before) {
            let bound = bound.expect("a loop");
            let program = Program::finished(&function, &trace);
            let costs = program.costs(&function, model);
            let order = program.order();
            let simulation = Simulation { program: &program, costs: &costs, order: &order };
            let (figures, _) = simulation.run(SimState::new(&program, None));
            // Of a loop whose queues still fill, the figure is an average over iterations that are shorter
            // than those that follow.
            let mut state = SimState::new(&program, None);
            let states = (0..12).map(|_| {
                state.run(&program, &costs, &order);
                state.wave.digest(&program, &state.shared)
            });
            let states: Vec<u64> = states.collect();
            let is_settled = (1..12).any(|at| states[..at].contains(&states[at]));
            prop_assert!(!is_settled || figures.period >= bound.one_wave.period, "{:?} {bound:?}\n{function}", figures.period);
            const ITERATIONS: usize = 200;
            // What is outstanding in the end: some hundred slots a wave.
            let slack = 600 * PER_SLOT;
            for (waves, bound) in [(1, bound.one_wave), (3, bound.at_occupancy)] {
                let slots = u64::from(simulation.slots_for(waves, ITERATIONS));
                // A rounded throughput is up to 0.1 % more.
                let all = bound.period.0 * u64::from(waves) * (ITERATIONS as u64 - 1);
                prop_assert!(slots * PER_SLOT + slack >= all - all / 1000, "{waves} {slots} {bound:?}\n{function}");
            }
        }
    }
}
