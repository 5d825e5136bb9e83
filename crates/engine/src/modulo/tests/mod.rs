//! Orders of stages and places against unrolled iterations, lives and registers against counting, and plans against the judges.

mod counts;
mod lists;

use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;

use super::colour::Palette;
use super::counts::Excess;
use super::graph::Arc;
use super::search::{Charge, Search};
use super::*;
use crate::check;
use crate::gpu::WaitStates;
use crate::machine::{BlockId, Walls, text};
use crate::schedule::Rng;
use crate::transform::relink::{Relink, relink};
use crate::transform::rotate;

/// What operands admit: without it no value may move.
const CLASSES: &str = "\
opcode V_ADD_F32_e32 classes=v,v,v
opcode V_EXP_F32_e32 classes=v,v
opcode V_MFMA_F32_4X4X4F16_vgprcd_e64 classes=ve,vae,vae,ve
opcode DS_READ_B64_gfx9 classes=vae,v
opcode DS_WRITE_B32_gfx9 classes=v,va
";
const BLOCK: BlockId = BlockId(1);
/// Iterations that are compared.
const ITERATIONS: i64 = 6;

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: Some(Box::new(FileFailurePersistence::Direct(
            "src/modulo/regressions.txt",
        ))),
        ..ProptestConfig::default()
    }
}

/// A loop of loads, arithmetic, matrix instructions and inline assembly on few registers.
fn looping(picks: &[(u8, u8, u8, u8)]) -> Function {
    looping_on("gfx942", picks)
}

fn looping_on(gpu: &str, picks: &[(u8, u8, u8, u8)]) -> Function {
    let mut body = String::new();
    for &(kind, d, a, b) in picks {
        // Even, as tuples must be.
        let (d, a, b) = (2 * (d % 8) + 8, 2 * (a % 8) + 8, 2 * (b % 8) + 8);
        body += &match kind % 7 {
            0 => format!(
                "  DS_READ_B64_gfx9 def v[{d}:{}], v1, #0, #0, imp exec | load | read space=3 bytes=8\n",
                d + 1
            ),
            1 => format!(
                "  DS_WRITE_B32_gfx9 v2, v{b}, #0, #0, imp exec | store | write space=3 bytes=4\n"
            ),
            2 => format!(
                "  V_MFMA_F32_4X4X4F16_vgprcd_e64 def v[40:43], v[{a}:{}], v[{b}:{}], v[40:43], #0, #0, #0, imp mode, imp exec\n",
                a + 1,
                b + 1
            ),
            3 => format!("  V_ADD_F32_e32 def v{d}, v{a}, v{b}, imp mode, imp exec\n"),
            4 => format!(
                "  INLINEASM opaque, #1, #10, def v{d}, #9, v{a} | effects asm parsed\n  \
                 V_ADD_F32_e32 def v{d}, v{a}, v{a}, imp mode, imp exec | embedded inside line=1\n  \
                 V_EXP_F32_e32 def v{d}, v{d}, imp mode, imp exec | embedded inside line=2\n"
            ),
            5 => format!("  IMPLICIT_DEF def v{d} | meta\n"),
            _ => format!("  V_EXP_F32_e32 def v{}, v{a}, imp mode, imp exec\n", d + 1),
        };
    }
    let text = format!(
        "cdna-flat 1\nfunction \"f\"\ngpu {gpu}\nresources lds=0 workgroup=64 entry\n{CLASSES}\
         block 0 frequency=1 depth=0 successors=1\n  S_NOP #0\n\
         block 1 frequency=64 depth=1 loop=1 successors=1,2\n{body}  \
         S_ADD_I32 def s4, s4, #-1, def imp dead scc\n  S_CMP_LG_U32 s4, #0, def imp scc\n  \
         S_CBRANCH_SCC1 bb.1, imp scc | term branch boundary\n\
         block 2 frequency=1 depth=0\n  S_ENDPGM #0 | return term noreturn boundary\n"
    );
    let mut function = text::parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let order = function.block(BLOCK).order.clone();
    relink(&mut function, &[BLOCK], Relink::All);
    let body = &order[..order.len() - 1];
    let mut orders = rotate::held_by_memory(&function, body, body);
    let count = body.len() - 2;
    orders.retain(|(from, to)| from < to);
    orders.push((body[count], body[count + 1]));
    function.add_orders(orders);
    function
}

fn no_hazards(_: InstId, _: InstId) -> WaitStates {
    WaitStates(0)
}

/// What a test does with a loop that can be overlapped.
fn with_request<T>(function: &Function, then: impl FnOnce(&Request<'_>) -> T) -> T {
    let shape = rotate::shape(function, BLOCK, Walls::Honour).expect("a loop");
    let shape = shape.expect("a loop that can be rotated");
    let trace = Trace::all(function)
        .into_iter()
        .find(|trace| trace.blocks[0] == BLOCK);
    then(&Request {
        function,
        shape: &shape,
        trace: &trace.expect("its trace"),
        needs: &no_hazards,
        options: &Options::new(function),
        mode: Renaming::On,
        waves: 2,
        steps: 600,
        searches: 1,
        least: None,
    })
}

/// Whether iterations that run one after the other, each in its stages, keep every dependence.
fn holds_unrolled(graph: &Graph, placement: &Placement) -> bool {
    let length = placement.length();
    let at = |node: u32, iteration: i64| {
        let round = iteration + i64::from(placement.stage(node));
        round * length + placement.place(node) as i64
    };
    (0..graph.insts.len() as u32).all(|from| {
        graph.after[from as usize].iter().all(|to| {
            (0..ITERATIONS).all(|i| at(from, i) < at(to.node, i + i64::from(to.distance)))
        })
    })
}

/// A graph of dependences between any nodes, those of one iteration forwards; and where it may be cut.
fn random_graph(nodes: usize, picks: &[(u8, u8, bool)]) -> (Graph, Vec<bool>) {
    let mut graph = Graph {
        insts: (0..nodes as u32).map(InstId).collect(),
        movable: nodes - 1,
        before: vec![Vec::new(); nodes],
        after: vec![Vec::new(); nodes],
    };
    for &(one, other, next) in picks {
        let (one, other) = (usize::from(one) % nodes, usize::from(other) % nodes);
        let (from, to) = match next {
            true => (one, other),
            false => (one.min(other), one.max(other)),
        };
        if from == to {
            continue;
        }
        let distance = u32::from(next);
        graph.after[from].push(Arc {
            node: to as u32,
            distance,
        });
        graph.before[to].push(Arc {
            node: from as u32,
            distance,
        });
    }
    // What depends on something of the second part is of the second part; the branch is of the first.
    let mut is_first = vec![false; nodes];
    is_first[nodes - 1] = true;
    for node in (0..nodes).rev() {
        let mut after = graph.after[node].iter();
        is_first[node] |=
            node < nodes / 3 || after.any(|to| to.distance == 0 && is_first[to.node as usize]);
    }
    (graph, is_first.into_iter().map(|first| !first).collect())
}

proptest! {
    #![proptest_config(config(128))]

    #[test]
    fn moves_keep_what_unrolled_iterations_need(
        nodes in 4usize..24,
        arcs in prop::collection::vec(any::<(u8, u8, bool)>(), 0..40),
        seed in 1u64..u64::MAX,
    ) {
        let (graph, is_second) = random_graph(nodes, &arcs);
        let mut placement = Placement::cut(&graph, |node| is_second[node]);
        prop_assert!(holds_unrolled(&graph, &placement), "the cut");
        let mut rng = Rng(seed);
        for _ in 0..60 {
            let before = placement.clone();
            let node = rng.index(nodes) as u32;
            let time = rng.below(placement.last() as u64 + 1) as i64;
            let (first, last) = placement.window(&graph, node);
            let is_within = (first..=last).contains(&time);
            let moved = placement.shift(&graph, node, time, rng.below(2) == 0);
            prop_assert!(holds_unrolled(&graph, &placement));
            match moved.clone() {
                None => prop_assert_eq!(&placement.order, &before.order),
                Some(places) => {
                    for (place, (was, is)) in before.order.iter().zip(&placement.order).enumerate() {
                        prop_assert!(was == is || places.contains(&place));
                    }
                    if rng.below(3) == 0 {
                        placement.undo();
                        prop_assert_eq!(&placement.order, &before.order);
                        prop_assert!((0..nodes as u32).all(|n| placement.time(n) == before.time(n)));
                    }
                }
            }
            // Within the window only the place of a branch is in the way.
            let is_to_branch = time % placement.length() == nodes as i64 - 1;
            prop_assert!(!is_within || moved.is_some() || is_to_branch || node as usize == nodes - 1);
        }
    }
}

proptest! {
    #![proptest_config(config(48))]

    #[test]
    fn registers_are_counted_and_given_as_unrolled_values_live(
        picks in prop::collection::vec(any::<(u8, u8, u8, u8)>(), 3..30),
        seed in 1u64..u64::MAX,
    ) {
        let function = looping(&picks);
        with_request(&function, |request| {
            let looped = Loop::of(request);
            let Some(starts) = looped.starts(request) else { return };
            let mut rng = Rng(seed);
            for mut placement in starts {
                for _ in 0..40 {
                    let node = rng.index(looped.graph.insts.len()) as u32;
                    let (first, last) = placement.window(&looped.graph, node);
                    if first <= last {
                        let time = first + rng.below((last - first + 1) as u64) as i64;
                        placement.shift(&looped.graph, node, time, false);
                    }
                }
                let length = 2 * placement.length();
                let spans = looped.lives.spans(&placement, looped.webs.len());
                let lives_at = |moment: i64, (_, begin, end): &(Reg, i64, i64)| {
                    (-3..=3).filter(|i| (begin + i * length..=end + i * length).contains(&moment)).count()
                };
                let live = |moment| spans.iter().flatten().map(|span| lives_at(moment, span)).sum::<usize>();
                let most = (0..length).map(live).max().unwrap_or(0);
                let counted = looped.lives.clone().excess(&placement, 0);
                assert!(counted.most as usize >= most, "{counted:?} {most}");
                let Some(shifts) = Palette::of(&looped).colour(&placement, None) else { continue };
                let mut held: Vec<(usize, i64, i64)> = Vec::new();
                for (spans, shift) in spans.iter().zip(shifts) {
                    for (reg, begin, end) in spans {
                        let slot = shifted(*reg, shift);
                        held.extend((0..ITERATIONS).map(|i| (slot, begin + i * length, end + i * length)));
                    }
                }
                held.sort_unstable();
                for pair in held.windows(2) {
                    assert!(pair[0].0 != pair[1].0 || pair[0].2 < pair[1].1, "{pair:?}");
                }
            }
        });
    }

    #[test]
    fn what_is_planned_is_the_same_program(
        picks in prop::collection::vec(any::<(u8, u8, u8, u8)>(), 3..40),
    ) {
        let function = looping(&picks);
        with_request(&function, |request| {
            let plans = [search(request), with_few_registers(request), with_present_registers(request)];
            for plan in plans.concat() {
                let made = made(&function, request.shape, &plan);
                assert_eq!(made, Ok(()), "{plan:?}");
            }
        });
    }
}

proptest! {
    #![proptest_config(config(32))]

    #[test]
    fn what_issues_follows_the_places(
        picks in prop::collection::vec(any::<(u8, u8, u8, u8)>(), 3..30),
        seed in 0u32..100,
        percent in 0i32..8,
    ) {
        let function = looping(&picks);
        with_request(&function, |request| {
            let looped = Loop::of(request);
            let Some(starts) = looped.starts(request) else { return };
            // Registers are missing at all times, so that each move is judged by them, too.
            let charge = Charge { percent, weight: 1 };
            let mut search = Search::new(&looped, starts[0].clone(), charge, seed);
            for until in [50, 500, 5000] {
                search.run(search.spent + until);
                assert_eq!(search.issued(), looped.in_order(&search.placement));
                for other in &starts {
                    let cost = search.cost;
                    assert_eq!(search.improve_by(other.clone()), search.cost < cost);
                }
            }
        });
    }
}

/// What comes of orders that need few registers.
fn with_few_registers(request: &Request<'_>) -> Vec<Plan> {
    let looped = Loop::of(request);
    let Some(starts) = looped.starts(request) else {
        return Vec::new();
    };
    let good = Rounds::of(&looped, request).begin_with_few_registers(&starts, 0);
    let plan = good.and_then(|good| looped.as_plan(request.function, &good));
    plan.into_iter().collect()
}

/// What is found from an order for which the present registers do.
fn with_present_registers(request: &Request<'_>) -> Vec<Plan> {
    let looped = Loop::of(request);
    let rounds = Rounds::of(&looped, request);
    let found = looped.with_present_registers(request, &rounds);
    let plans = found
        .iter()
        .filter_map(|good| looped.as_plan(request.function, good));
    plans.collect()
}

/// Makes a plan, and has the judges look at each step.
fn made(function: &Function, shape: &LoopShape, plan: &Plan) -> Result<(), String> {
    let mut arranged = function.clone();
    plan.arrange(&mut arranged, shape);
    check::order(&arranged, function).map_err(|e| format!("arranged: {e:?}"))?;
    check::renaming(&arranged, function).map_err(|e| format!("registers: {e:?}"))?;
    check::same_values(&arranged, function, false).map_err(|e| format!("values: {e:?}"))?;
    let mut rotated = arranged.clone();
    let at = rotate::rotate(&mut rotated, shape, &plan.cut).ok_or("no rotation")?;
    check::rotation(&rotated, &arranged).map_err(|e| format!("rotated: {e:?}"))?;
    let mut ordered = rotated.clone();
    plan.order(&mut ordered, at.block);
    check::order(&ordered, &rotated).map_err(|e| format!("order: {e:?}"))?;
    check::same_values(&ordered, &rotated, false).map_err(|e| format!("order's values: {e:?}"))
}

/// A loop with a chain that one iteration cannot hide, and two values that share a register.
fn chained() -> Function {
    looping(&[
        (0, 0, 0, 0),
        (3, 1, 0, 0),
        (2, 0, 1, 1),
        (0, 2, 0, 0),
        (3, 3, 2, 2),
        (2, 0, 3, 3),
    ])
}

#[test]
fn iterations_of_a_chain_overlap() {
    with_request(&chained(), |request| {
        let plan = search(request).remove(0);
        assert!(!plan.cut.first.is_empty() && !plan.cut.second.is_empty());
        let mut all: Vec<InstId> = [&*plan.cut.first, &*plan.cut.second].concat();
        let mut order = plan.order.clone();
        all.sort_unstable();
        order.sort_unstable();
        assert_eq!(order, all);
        assert_eq!(all.len(), request.shape.body.len());
        assert_eq!(made(request.function, request.shape, &plan), Ok(()));
        assert_eq!(search(request), [plan], "the same input, the same plan");
    });
}

#[test]
fn several_searches_give_their_plans_best_first_whatever_threads_there_are() {
    with_request(&chained(), |request| {
        let looped = Loop::of(request);
        let rounds = Rounds::of(&looped, request);
        let starts = looped.starts(request).expect("starts");
        let search = |seed| rounds.begin_with_several(&starts, seed);
        let ranks = |found: Vec<rounds::Good>| -> Vec<(bool, u64)> {
            found.iter().map(|good| good.found.rank()).collect()
        };
        let one = ranks(parallel::best_first_on(1, 5, search));
        assert_eq!(one.len(), 5);
        assert!(one.is_sorted());
        assert!(one[0] <= ranks(parallel::best_first_on(1, 1, search))[0]);
        let several = Request {
            searches: 5,
            ..*request
        };
        let plans = super::search(&several);
        assert_eq!(plans.len(), 5);
        assert!(plans.contains(&super::search(request)[0]));
        for threads in [2, 3, 8] {
            assert_eq!(ranks(parallel::best_first_on(threads, 5, search)), one);
        }
        assert_eq!(super::search(&several), plans);
    });
}

#[test]
#[should_panic(expected = "another thread's search")]
fn a_panic_in_one_of_several_searches_is_the_callers() {
    let caller = std::thread::current().id();
    // Each thread has one of the first two.
    let both = std::sync::Barrier::new(2);
    parallel::best_first_on(2, 2, |_| {
        both.wait();
        assert!(
            std::thread::current().id() == caller,
            "another thread's search"
        );
        None
    });
}

#[test]
fn judges_see_a_register_too_early_and_an_order_turned_round() {
    with_request(&chained(), |request| {
        let plan = search(request).remove(0);
        // Everything that is loaded goes to where the accumulator is.
        let mut wrong = plan.clone();
        let load = request.shape.body[0];
        let accumulator = Reg::from_index(40).and_then(|reg| RegRange::new(reg, 2));
        wrong.registers.retain(|(inst, ..)| *inst != load);
        wrong
            .registers
            .push((load, 0, accumulator.expect("two registers")));
        assert!(made(request.function, request.shape, &wrong).is_err());
        // A part of the first iteration that the branch needs is left for the next.
        let mut wrong = plan.clone();
        let compare = request.shape.body[request.shape.body.len() - 1];
        wrong.cut.first.retain(|inst| *inst != compare);
        wrong.cut.second.push(compare);
        assert!(made(request.function, request.shape, &wrong).is_err());
    });
}

#[test]
fn without_the_reuse_of_registers_from_one_iteration_to_the_next_values_meet() {
    with_request(&chained(), |request| {
        let looped = Loop::of(request);
        assert!(looped.webs.iter().filter(|web| web.pin.is_none()).count() > 1);
        let starts = looped.starts(request).expect("starts");
        // A value that is written anew while it is still to be read: its life is longer than an iteration.
        let outlives = |graph: &Graph| {
            let mut rng = Rng(7);
            starts.iter().any(|start| {
                let mut placement = start.clone();
                (0..2000).any(|_| {
                    let node = rng.index(graph.movable) as u32;
                    let (first, last) = placement.window(graph, node);
                    if first <= last {
                        let time = first + rng.below((last - first + 1) as u64) as i64;
                        placement.shift(graph, node, time, false);
                    }
                    let spans = looped.lives.spans(&placement, looped.webs.len());
                    let length = 2 * placement.length();
                    spans
                        .iter()
                        .flatten()
                        .any(|(_, begin, end)| end - begin >= length)
                })
            })
        };
        assert!(!outlives(&looped.graph));
        let mut faulty = looped.graph.clone();
        for arcs in faulty.before.iter_mut().chain(&mut faulty.after) {
            arcs.retain(|arc| arc.distance == 0);
        }
        assert!(outlives(&faulty));
    });
}

#[test]
fn where_no_value_may_move_all_keep_their_registers() {
    with_request(&chained(), |request| {
        let fixed = Request {
            mode: Renaming::Off,
            ..*request
        };
        let looped = Loop::of(&fixed);
        for start in looped.starts(&fixed).expect("starts") {
            let shifts = Palette::of(&looped).colour(&start, None);
            assert_eq!(shifts, Some(vec![0; looped.webs.len()]));
        }
    });
}

#[test]
fn an_order_for_which_the_present_registers_do_is_a_beginning() {
    with_request(&chained(), |request| {
        let plan = with_present_registers(request).remove(0);
        assert!(!plan.cut.first.is_empty() && !plan.cut.second.is_empty());
        assert_eq!(made(request.function, request.shape, &plan), Ok(()));
    });
}

#[test]
fn registers_that_there_are_not_count_more_each_time() {
    let first = search::Charge::FIRST;
    let excess = Excess {
        most: 3,
        mean: 1,
        rest: 0,
        length: 8,
    };
    assert_eq!(first.raised(3).of(excess), 2 * first.of(excess));
    let many = (0..9).fold(first, |charge, _| charge.raised(3));
    assert_eq!(many.of(excess), 16 * first.of(excess));
    // Where there is nothing too much, fewer may be used.
    assert_eq!(first.raised(0).of(excess), first.of(excess));
    assert!(first.raised(0).percent < first.percent);
}

/// Behind the wait for LDS the vector ALU of gfx950 starts slowly.
#[test]
fn the_two_ways_to_time_an_order_differ_by_slow_starts() {
    let mut picks = vec![(0, 0, 0, 0)];
    picks.extend([(3, 4, 0, 0)].repeat(12));
    let slots_more = |gpu: &str| {
        with_request(&looping_on(gpu, &picks), |request| {
            let looped = Loop::of(request);
            let order = looped.program.order();
            let alone = |simulation: Simulation<'_>| simulation.run(looped.idle()).0.period.slots();
            let without = alone(looped.simulation(0, &order));
            alone(looped.simulation_with_slow_starts(0, &order)) - without
        })
    };
    assert_eq!(slots_more("gfx942"), 0);
    assert!(slots_more("gfx950") > 4);
}
