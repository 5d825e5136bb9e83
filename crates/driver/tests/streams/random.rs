//! Random functions: what the core places satisfies the checker, and no less does.

use std::cell::RefCell;

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestError, TestRng, TestRunner};

use super::*;
use crate::whole_core::{self, flat_function};
use cdnasched_base::gpu::Unit;
use cdnasched_base::machine::{BlockId, RegRange, Role};
use cdnasched_base::rules::Policy;
use cdnasched_check::Verdict;
use cdnasched_engine::hazard::{self};
use cdnasched_engine::waitcnt;
use cdnasched_testing::{KINDS, Shape, text_of};

pub fn shapes() -> impl Strategy<Value = Shape> {
    let inst = (0..KINDS.len(), any::<[u8; 5]>());
    let block = (prop::collection::vec(inst, 0..9), (0u8..5, 0u8..6, 0u8..6));
    let gpus = prop::sample::select(&["gfx908", "gfx90a", "gfx942", "gfx950"][..]);
    let blocks = prop::collection::vec(block, 1..7);
    (
        gpus,
        prop::bool::weighted(0.2),
        prop::bool::weighted(0.1),
        blocks,
    )
        .prop_map(|(gpu, callable, xnack, blocks)| Shape {
            gpu,
            callable,
            xnack,
            blocks,
        })
}

#[derive(Default, Debug)]
struct Tally {
    functions: u32,
    nops: u32,
    waits: u32,
}

fn without(function: &Function, inst: InstId) -> Function {
    let mut copy = function.clone();
    replace(&mut copy, inst, None);
    copy
}

fn replace(function: &mut Function, inst: InstId, by: Option<InstId>) {
    for block in function.block_ids() {
        let order = function.block(block).order.iter();
        let new = order.filter_map(|&i| if i == inst { by } else { Some(i) });
        let new = new.collect();
        function.set_order(block, new);
    }
}

fn positions(function: &Function) -> Vec<(BlockId, InstId)> {
    let of = |b: BlockId| {
        let order = function.block(b).order.iter();
        order.map(move |&inst| (b, inst))
    };
    function.block_ids().flat_map(of).collect()
}

/// Placement forgets a matrix result when another one covers all of it; the checker, register by
/// register.
fn overlapping_results(function: &Function) -> bool {
    let results: Vec<_> = positions(function)
        .into_iter()
        .filter(|(_, inst)| function.info(*inst).unit == Unit::Matrix)
        .filter_map(|(_, inst)| function.operand(inst, Role::Dst)?.reg())
        .collect();
    let partly = |a, b: &RegRange| a != *b && b.overlaps(a);
    results
        .iter()
        .any(|&a| results.iter().any(|b| partly(a, b)))
}

#[test]
fn placement_satisfies_the_checker_and_no_less_does() {
    let config = Config {
        failure_persistence: None,
        ..Config::default()
    };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(config, rng);
    let tally = RefCell::new(Tally::default());
    let result = runner.run(&shapes(), |shape| {
        let text = text_of(&shape);
        let mut function = parse(&text);
        let mut tally = tally.borrow_mut();
        tally.functions += 1;
        let placement = waitcnt::place(&mut function).expect("waits can be placed");
        let nops = hazard::place(&mut function, Policy::Safe).insertions;
        let verdict = final_stream(&function, Policy::Safe);
        prop_assert!(
            verdict == Verdict::default(),
            "{verdict:?}\n{text}\n{function}"
        );
        let overlapping = overlapping_results(&function);
        // Nops that were moved out of a block may be more than what the block needs without.
        let in_place = nops.into_iter().filter(|n| n.hoisted_to.is_none());
        for inst in in_place.map(|insertion| insertion.nop) {
            tally.nops += 1;
            let less = match function.operands(inst).first().and_then(|o| o.imm()) {
                Some(imm @ 1..) => {
                    let mut copy = function.clone();
                    let shorter = copy.add_inserted("S_NOP", imm - 1);
                    replace(&mut copy, inst, Some(shorter));
                    copy
                }
                _ => without(&function, inst),
            };
            let slack = hazards(&less, Policy::Safe).is_empty();
            prop_assert!(!slack || overlapping, "nop {}\n{text}\n{function}", inst.0);
        }
        // Where lines mix, placement requires 0 as LLVM does, and around loops it may keep
        // what an earlier round required.
        tally.waits += placement.waits.len() as u32;
        let mut edges = function.block_ids().flat_map(|b| {
            let successors = function.block(b).successors.iter();
            successors.map(move |&to| (b, to))
        });
        let loops = edges.any(|(from, to)| to <= from);
        if loops {
            return Ok(());
        }
        for inst in needless(&function) {
            let wait = placement.waits.iter().find(|w| w.inst == inst);
            let exact = |r: &waitcnt::Reason| {
                r.count > 0 && !matches!(r.cause, waitcnt::Cause::User { .. })
            };
            let exact = wait.is_some_and(|w| w.reasons.iter().all(exact));
            prop_assert!(!exact, "{wait:?}\n{text}\n{function}");
        }
        Ok(())
    });
    match result {
        // The generator must not drift into functions that need nothing.
        Ok(()) => {
            let tally = tally.borrow();
            assert!(tally.nops > tally.functions, "{tally:?}");
            assert!(tally.waits > tally.functions, "{tally:?}");
        }
        Err(TestError::Fail(why, shape)) => panic!("{why}\n{}", text_of(&shape)),
        Err(why) => panic!("{why}"),
    }
}

#[test]
fn any_bytes_are_a_function() {
    let bytes: Vec<u8> = (0..2000u32).map(|n| (n * 167 / 13) as u8).collect();
    for (from, len) in [(0, 0), (3, 1), (7, 20), (40, 300), (100, 1900)] {
        let (shape, policy) = Shape::from_bytes(&bytes[from..from + len]);
        flat_function(&shape, policy);
    }
}

/// The same that `fuzz/` does without end.
#[test]
fn the_whole_core_finishes_random_functions() {
    let config = Config {
        failure_persistence: None,
        ..Config::default()
    };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(config, rng);
    let policies = prop::sample::select(&Policy::ALL[..]);
    let result = runner.run(&(shapes(), policies), |(shape, policy)| {
        flat_function(&shape, policy);
        Ok(())
    });
    if let Err(why) = result {
        panic!("{why}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn changed_text_parses_or_does_not(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..6)) {
        let mut bytes = whole_core::TEXT.as_bytes().to_vec();
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            match byte {
                0..64 => { bytes.remove(at); }
                64..128 => bytes[at] = byte,
                _ => bytes.insert(at, b"0189,[]:# |\n\"="[usize::from(byte) % 14]),
            }
        }
        whole_core::text_parser(&bytes);
    }
}
