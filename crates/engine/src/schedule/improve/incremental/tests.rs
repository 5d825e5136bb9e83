//! Changes against whole simulations, and states that are compared by some atoms against all.

use proptest::prelude::*;

use super::*;
use crate::gpu::WaitStates;
use crate::machine::{Function, InstId, text};
use crate::timing::{Costs, Model, OpId, Program, Trace};
use std::fmt::Write as _;

/// A loop of independent vector work with loads, and uses of their results, in between.
fn looped() -> Function {
    looped_with("", "")
}

/// The same with other instructions in front of it and behind it.
fn looped_with(front: &str, behind: &str) -> Function {
    let mut body = front.to_owned();
    for n in 0..48 {
        let _ = match n % 12 {
            // What the end loads the beginning uses.
            _ if n == 1 => writeln!(body, "  V_EXP_F32_e32 def v160, v147"),
            _ if n == 47 || n % 12 == 3 => writeln!(
                body,
                "  DS_READ_B32_gfx9 def v{}, v0, #0, #0 | load | read space=3 bytes=4",
                100 + n
            ),
            9 => writeln!(body, "  V_EXP_F32_e32 def v{}, v{}", 160 + n, 100 + n - 6),
            _ => writeln!(body, "  V_ADD_F32_e32 def v{}, v2, v3", 10 + n),
        };
    }
    body += behind;
    looped_of(&body)
}

/// A loop of these instructions.
fn looped_of(body: &str) -> Function {
    let text = format!(
        "cdna-flat 1\nfunction \"t\"\ngpu gfx942\nblock 0 frequency=64 depth=1 loop=0 successors=0,1\n{body}  \
         S_CBRANCH_SCC1 bb.0, imp scc | term branch boundary\nblock 1 frequency=1 depth=0\n  \
         S_ENDPGM #0 | return term noreturn boundary\n"
    );
    text::parse(&text).expect("valid text")
}

fn simulation<'a>(program: &'a Program, costs: &'a Costs, order: &'a [OpId]) -> Simulation<'a> {
    Simulation {
        program,
        costs,
        order,
    }
}

/// What an order costs from an idle state, and the state in which its settled iteration begins.
fn steady(simulation: Simulation<'_>) -> (Figures, SimState) {
    simulation.run(SimState::new(simulation.program, None))
}

#[test]
fn a_change_costs_what_the_simulator_says() {
    let f = looped();
    let needs = |_: InstId, _: InstId| WaitStates(0);
    let program = Program::compile(&f, &Trace::all(&f)[0], &needs);
    let mut resynced = [0; 2];
    for model in Model::built_in(f.gpu) {
        let costs = program.costs(&f, &model);
        let mut order = program.order();
        let begin = steady(simulation(&program, &costs, &order)).1;
        let mut incremental = Incremental::new(simulation(&program, &costs, &order), &begin);
        assert_eq!(
            incremental.cost.figures(),
            steady(simulation(&program, &costs, &order)).0
        );
        // Neighbours change places; every third change stays.
        for at in 0..order.len() - 2 {
            order.swap(at, at + 1);
            let changed = simulation(&program, &costs, &order);
            let trial = incremental.try_change(changed, at..at + 2, u32::MAX / 2);
            let whole = steady(changed).0;
            assert_eq!(trial.cost.figures(), whole, "{at}");
            resynced[usize::from(matches!(trial.resync, Resync::NextIteration(_)))] +=
                u32::from(trial.resync != Resync::Nowhere);
            if at % 3 == 0 {
                incremental.accept(changed, at, &trial);
                assert_eq!(incremental.cost, trial.cost);
            } else {
                order.swap(at, at + 1);
            }
        }
    }
    assert!(resynced.iter().all(|&r| r > 0), "{resynced:?}");
}

/// Checkpoints of several clocks are left behind by changes that are accepted: a load that nobody touches in between has
/// returned at the same time by one, and not by the other.
#[test]
fn what_is_in_flight_is_compared_though_nobody_writes_it() {
    let f = looped_with(
        "  GLOBAL_LOAD_DWORD def v220, v[64:65], #0, #0, imp exec | load\n",
        "  V_EXP_F32_e32 def v221, v220\n",
    );
    let needs = |_: InstId, _: InstId| WaitStates(0);
    let program = Program::compile(&f, &Trace::all(&f)[0], &needs);
    let costs = program.costs(&f, &Model::built_in(f.gpu)[0]);
    let order = program.order();
    let [load, add, rest @ ..] = &order[..] else {
        panic!("two instructions");
    };
    let run = |state: &SimState, ops: &[OpId]| {
        let mut state = state.clone();
        state.run(&program, &costs, ops);
        state
    };
    let idle = SimState::new(&program, None);
    let checkpoint = |state: &SimState| Checkpoint {
        state: state.clone(),
        cost: IterationCost::default(),
        in_flight: state.wave.in_flight().collect(),
        is_in_flight_known: true,
    };
    let changed = &rest[..4];
    let (early, late) = (run(&idle, &[*add, *load]), run(&idle, &[*add, *add, *load]));
    let by_late = run(&late, changed);
    let later = checkpoint(&by_late);
    let leads = |from: &SimState, state: &SimState| {
        checkpoint(from).leads_to(&later, state, &mut 0, &program, changed)
    };
    assert!(leads(&late, &by_late));
    // What is in flight is found anew for another state.
    let mut other = checkpoint(&idle);
    assert!(other.in_flight.is_empty());
    other.set(&late, IterationCost::default());
    other.find_in_flight();
    assert!(!other.in_flight.is_empty());
    assert!(late.wave.in_flight().eq(other.in_flight));
    // One that began earlier, and is as late now because it stalled.
    let mut stalled = early.clone();
    stalled.wave.now = late.wave.now;
    let mut stalled = run(&stalled, changed);
    stalled.shared.clone_from(&by_late.shared);
    assert_eq!(stalled.wave.now, by_late.wave.now);
    assert!(!leads(&early, &stalled));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    /// Where states are compared by some atoms, tests compare them by all.
    #[test]
    fn changes_anywhere_cost_what_the_simulator_says(
        body in prop::collection::vec((0u8..7, any::<u8>()), 24..64),
        changes in prop::collection::vec((any::<usize>(), 2usize..12, any::<bool>()), 1..40),
    ) {
        let lines = body.iter().enumerate().map(|(n, (kind, a))| match kind {
            0 => format!("  V_ADD_F32_e32 def v{}, v2, v3\n", 10 + n),
            1 => format!(
                "  DS_READ_B32_gfx9 def v{}, v0, #0, #0 | load | read space=3 bytes=4\n",
                100 + a % 4
            ),
            2 => format!("  V_EXP_F32_e32 def v{}, v{}\n", 160 + n, 100 + a % 4),
            3 => format!(
                "  GLOBAL_LOAD_DWORD def v{}, v[64:65], #0, #0, imp exec | load\n",
                110 + a % 4
            ),
            4 => format!("  V_EXP_F32_e32 def v{}, v{}\n", 160 + n, 110 + a % 4),
            5 => format!(
                "  V_MFMA_F32_16X16X16F16_e64 def early a[{0}:{1}], v[4:5], v[6:7], a[{0}:{1}], #0, #0, #0 | passes=8\n",
                a % 4 * 4,
                a % 4 * 4 + 3
            ),
            _ => format!("  V_ACCVGPR_READ_B32_e64 def v{}, a{}, imp exec\n", 160 + n, a % 16),
        });
        let f = looped_of(&lines.collect::<String>());
        let needs = |_: InstId, _: InstId| WaitStates(0);
        let program = Program::compile(&f, &Trace::all(&f)[0], &needs);
        let costs = program.costs(&f, &Model::built_in(f.gpu)[0]);
        let mut order = program.order();
        let begin = steady(simulation(&program, &costs, &order)).1;
        let mut incremental = Incremental::new(simulation(&program, &costs, &order), &begin);
        for (at, length, stays) in changes {
            let window = at % (order.len() - length)..at % (order.len() - length) + length;
            order[window.clone()].rotate_left(1);
            let changed = simulation(&program, &costs, &order);
            let trial = incremental.try_change(changed, window.clone(), u32::MAX / 2);
            if stays {
                incremental.accept(changed, window.start, &trial);
                if matches!(trial.resync, Resync::After(_)) {
                    prop_assert_eq!(incremental.cost, trial.cost);
                }
            } else {
                order[window].rotate_right(1);
            }
        }
    }
}

#[test]
fn what_takes_too_long_is_not_run_to_its_end() {
    let f = looped();
    let needs = |_: InstId, _: InstId| WaitStates(0);
    let program = Program::compile(&f, &Trace::all(&f)[0], &needs);
    let costs = program.costs(&f, &Model::built_in(f.gpu)[0]);
    let order = program.order();
    let begin = steady(simulation(&program, &costs, &order)).1;
    let mut incremental = Incremental::new(simulation(&program, &costs, &order), &begin);
    let whole = 0..order.len();
    let trial = incremental.try_change(simulation(&program, &costs, &order), whole, 8);
    assert!(trial.steps < order.len() as u64);
    assert!(trial.cost.slots > 8);
}
