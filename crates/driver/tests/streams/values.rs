//! Symbolic execution tells orders that compute the same from those that do not.

use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use super::random::shapes;
use super::*;
use cdnasched_base::machine::{BlockId, InstFlags, OperandFlags, Reg, RegRange};
use cdnasched_testing::text_of;

const GPU: &str = "gfx942";

/// The verdict when a block's instructions run in this order.
fn reordered(function: &Function, block: BlockId, new: Vec<InstId>) -> Result<(), Violation> {
    let mut changed = function.clone();
    changed.set_order(block, new);
    same_values(&changed, function, false)
}

fn swapped(lines: &[&str], first: usize, second: usize) -> Result<(), Violation> {
    let function = straight(GPU, lines);
    let mut order = function.block(BlockId(0)).order.clone();
    order.swap(first, second);
    reordered(&function, BlockId(0), order)
}

#[test]
fn equal_computations_may_change_places() {
    let same = [
        // Two copies of one instruction: who runs first cannot be told.
        [
            "V_ADD_U32_e32 def v1, v2, v3, imp exec",
            "V_ADD_U32_e32 def v1, v2, v3, imp exec",
        ],
        // Dead results of both.
        [
            "S_ADD_I32 def s0, s0, #1, imp def dead scc",
            "S_ADD_I32 def s1, s1, #1, imp def dead scc",
        ],
        // Two reads of one place.
        [
            "DS_READ_B32_gfx9 def v1, v0, #0, #0, imp exec | load | read space=3 bytes=4",
            "DS_READ_B32_gfx9 def v2, v0, #0, #0, imp exec | load | read space=3 bytes=4",
        ],
        // Two places.
        [
            "DS_READ_B32_gfx9 def v1, v0, #0, #0, imp exec | load | read space=3 bytes=4",
            "DS_WRITE_B32_gfx9 v0, v3, #4, #0, imp exec | store | write space=3 bytes=4",
        ],
    ];
    for pair in same {
        assert_eq!(swapped(&pair, 0, 1), Ok(()), "{pair:?}");
    }
}

/// What inline assembly clobbers nobody reads behind it, whichever of two such statements comes last.
#[test]
fn statements_that_clobber_the_same_register_may_change_places() {
    let statement = |result: u32, source: u32, clobber: &str| {
        format!(
            "INLINEASM opaque, #1, #10, def v{result}, #9, v{source}{clobber} | asm parsed\n\
             V_CMP_LT_U32_e32 def imp vcc, v{source}, v8, imp exec | embedded inside line=1\n\
             V_CNDMASK_B32_e32 def v{result}, v8, v{source}, imp vcc, imp exec | embedded inside line=2"
        )
    };
    for (clobber, is_same) in [(", #12, def dead vcc", true), (", #12, def vcc", false)] {
        let lines = [statement(1, 9, clobber), statement(2, 10, clobber)];
        let function = straight(GPU, &lines.each_ref().map(String::as_str));
        let order = function.block(BlockId(0)).order.clone();
        let [one, two] = [&order[..3], &order[3..6]];
        let new: Vec<InstId> = [two, one, &order[6..]].concat();
        let mut changed = function.clone();
        changed.set_order(BlockId(0), new.clone());
        let ordered = cdnasched_check::order(&changed, &function);
        assert_eq!(ordered.is_ok(), is_same, "{clobber}");
        assert_eq!(
            reordered(&function, BlockId(0), new).is_ok(),
            is_same,
            "{clobber}"
        );
    }
}

#[test]
fn dependent_instructions_may_not() {
    let other = [
        // Write then read, read then write.
        [
            "V_MOV_B32_e32 def v1, #1, imp exec",
            "V_ADD_U32_e32 def v2, v1, v1, imp exec",
        ],
        [
            "V_ADD_U32_e32 def v2, v1, v1, imp exec",
            "V_MOV_B32_e32 def v1, #1, imp exec",
        ],
        // One register of a tuple.
        [
            "V_MOV_B32_e32 def v7, #1, imp exec",
            "GLOBAL_STORE_DWORDX4 v[0:1], v[4:7], #0, #0, imp exec | store | write space=1 bytes=16",
        ],
        // A live result of which the other is dead.
        [
            "S_ADD_I32 def s0, s0, #1, imp def dead scc",
            "S_ADD_I32 def s1, s1, #1, imp def scc",
        ],
        // The lanes that run.
        [
            "V_CMPX_GT_I32_e32 v0, v1, def imp exec, imp exec",
            "V_MOV_B32_e32 def v2, #1, imp exec",
        ],
        // Memory at one address, although no edge says so.
        [
            "DS_READ_B32_gfx9 def v1, v0, #0, #0, imp exec | load | read space=3 bytes=4",
            "DS_WRITE_B32_gfx9 v0, v3, #0, #0, imp exec | store | write space=3 bytes=4",
        ],
        [
            "DS_WRITE_B32_gfx9 v0, v3, #0, #0, imp exec | store | write space=3 bytes=4",
            "DS_WRITE_B32_gfx9 v0, v4, #0, #0, imp exec | store | write space=3 bytes=4",
        ],
        [
            "GLOBAL_STORE_DWORD v[0:1], v3, #8, #0, imp exec | store | write space=1 bytes=4",
            "GLOBAL_LOAD_DWORD def v5, v[0:1], #8, #0, imp exec | load | read space=1 bytes=4",
        ],
        // Volatile accesses, wherever.
        [
            "GLOBAL_LOAD_DWORD def v5, v[0:1], #8, #0, imp exec | load ordered | read volatile space=1 bytes=4",
            "GLOBAL_LOAD_DWORD def v6, v[2:3], #8, #0, imp exec | load ordered | read volatile space=1 bytes=4",
        ],
    ];
    for pair in other {
        assert!(swapped(&pair, 0, 1).is_err(), "{pair:?}");
    }
}

#[test]
fn two_values_of_a_register_change_places_only_where_nobody_reads_it_later() {
    let writes = [
        "V_MOV_B32_e32 def v1, #1, imp exec",
        "V_MOV_B32_e32 def v1, #2, imp exec",
    ];
    assert_eq!(swapped(&writes, 0, 1), Ok(()), "nobody reads either");
    let read = [&writes[..], &["V_ADD_U32_e32 def v2, v1, v1, imp exec"]].concat();
    assert!(swapped(&read, 0, 1).is_err(), "the next instruction");
    // In the next block.
    let body = "block 0 frequency=1 depth=0 successors=1\n\
        V_MOV_B32_e32 def v1, #1, imp exec\n\
        V_MOV_B32_e32 def v1, #2, imp exec\n\
        block 1 frequency=1 depth=0\n\
        V_ADD_U32_e32 def v2, v1, v1, imp exec\n\
        GLOBAL_STORE_DWORD v[4:5], v2, #0, #0, imp exec | store | write space=1 bytes=4\n\
        S_ENDPGM #0 | return term noreturn boundary\n";
    let function = kernel(GPU, body);
    let turned = [1, 0].map(InstId).to_vec();
    assert!(
        reordered(&function, BlockId(0), turned).is_err(),
        "the next block"
    );
}

#[test]
fn what_llvm_ordered_stays_ordered() {
    let body = "block 0 frequency=1 depth=0\n\
        GLOBAL_STORE_DWORD v[0:1], v3, #0, #0, imp exec | store | write space=1 bytes=4\n\
        GLOBAL_LOAD_DWORD def v5, v[6:7], #0, #0, imp exec | load | read space=1 bytes=4\n\
        S_ENDPGM #0 | return term noreturn boundary\n";
    for (edge, ordered) in [("edge 0 1 order 0\n", true), ("", false)] {
        let function = kernel(GPU, &format!("{body}{edge}"));
        let new = [1, 0, 2].map(InstId).to_vec();
        let verdict = reordered(&function, BlockId(0), new);
        assert_eq!(verdict.is_err(), ordered, "{verdict:?}");
    }
}

#[test]
fn nothing_is_lost_or_crosses_a_boundary() {
    let lines = [
        "V_MOV_B32_e32 def v1, #1, imp exec",
        "S_SETPRIO #1 | effects boundary",
        "V_MOV_B32_e32 def v2, #1, imp exec",
    ];
    let function = straight(GPU, &lines);
    for new in [&[1, 0, 2, 3][..], &[0, 1, 3], &[0, 2, 3], &[0, 0, 1, 2, 3]] {
        let order = new.iter().copied().map(InstId).collect();
        assert!(reordered(&function, BlockId(0), order).is_err(), "{new:?}");
    }
}

/// The registers an instruction reads or writes.
fn regs(function: &Function, inst: InstId, written: bool) -> Vec<Reg> {
    let operands = function.operands(inst).iter();
    let wanted = operands.filter(|o| o.is_def() == written && !o.flags.has(OperandFlags::UNDEF));
    wanted
        .filter_map(|o| o.reg())
        .flat_map(RegRange::regs)
        .collect()
}

#[test]
fn neighbours_of_random_functions() {
    let config = Config {
        failure_persistence: None,
        ..Config::default()
    };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(config, rng);
    let counts = std::cell::Cell::new((0, 0));
    let result = runner.run(&shapes(), |shape| {
        let function = parse(&text_of(&shape));
        for block in function.block_ids() {
            let order = &function.block(block).order;
            for (at, pair) in order.windows(2).enumerate() {
                let [a, b] = [pair[0], pair[1]];
                let fixed = [a, b].iter().any(|&i| {
                    let flags = function.flags(i);
                    [
                        InstFlags::BOUNDARY,
                        InstFlags::BUNDLE,
                        InstFlags::IN_BUNDLE,
                        InstFlags::TERMINATOR,
                    ]
                    .iter()
                    .any(|f| flags.has(*f))
                });
                // The same instruction a second time may well leave the same values.
                let twice = |i| {
                    let text = function.inst_text(i);
                    order
                        .iter()
                        .any(|&j| j != i && function.inst_text(j) == text)
                };
                if fixed || twice(a) || twice(b) {
                    continue;
                }
                let [(ra, wa), (rb, wb)] =
                    [a, b].map(|i| (regs(&function, i, false), regs(&function, i, true)));
                let meet = |x: &[Reg], y: &[Reg]| x.iter().any(|r| y.contains(r));
                let dependent = meet(&wa, &rb) || meet(&ra, &wb);
                let overwrites = meet(&wa, &wb);
                let memory = [a, b].iter().all(|&i| !function.accesses(i).is_empty());
                let mut new = order.clone();
                new.swap(at, at + 1);
                let verdict = reordered(&function, block, new);
                let (mut refused, mut passed) = counts.get();
                if dependent {
                    proptest::prop_assert!(
                        verdict.is_err(),
                        "{}\n{}",
                        function.inst_text(a),
                        function.inst_text(b)
                    );
                    refused += 1;
                } else if !memory && !overwrites {
                    proptest::prop_assert!(
                        verdict.is_ok(),
                        "{verdict:?}\n{}\n{}",
                        function.inst_text(a),
                        function.inst_text(b)
                    );
                    passed += 1;
                }
                counts.set((refused, passed));
            }
        }
        Ok(())
    });
    if let Err(why) = result {
        panic!("{why}");
    }
    let (refused, passed) = counts.get();
    assert!(refused > 500 && passed > 500, "{refused} {passed}");
}
