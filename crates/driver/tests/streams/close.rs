//! Instructions too close to each other.

use super::*;
use cdnasched_base::gpu::WaitStates;
use cdnasched_base::machine::BlockId;
use cdnasched_base::rules::{Policy, Relation};
use cdnasched_engine::hazard;
use cdnasched_testing::witness;

const MFMA4: &str = "V_MFMA_F32_16X16X16F16_vgprcd_e64 def early v[8:11], v[64:65], v[68:69], v[80:83], #0, #0, #0, imp mode, imp exec";
const XDL16: &str = "V_MFMA_F32_32X32X4F16_vgprcd_e64 def early v[8:39], v[64:65], v[68:69], v[80:111], #0, #0, #0, imp mode, imp exec";
const READ: &str = "V_MOV_B32_e32 def v100, v8, imp exec";

fn fillers(n: u32) -> String {
    format!("{}\n", witness::FILLER).repeat(n as usize)
}

/// Per finding: consumer, have, need.
fn found(function: &Function) -> Vec<(u32, u32, u32)> {
    let open = hazards(function, Policy::Safe);
    let line = |h: &OpenHazard| (h.consumer.0, h.have.0, h.need.0);
    open.iter().map(line).collect()
}

/// Checks the stream without nops, then with those that the core places.
fn accepts_placement(mut function: Function) {
    hazard::place(&mut function, Policy::Safe);
    assert_eq!(found(&function), []);
}

#[test]
fn every_row_is_enforced_to_the_wait_state() {
    let mut checked = 0;
    for w in witness::all() {
        for policy in Policy::ALL {
            let need = w.need(policy).0;
            if need == 0 {
                continue;
            }
            // What must lie in between are wait states of their own.
            let between = w.via.as_ref().map_or(0, |via| via.lines().count() as u32);
            for present in [0, need.saturating_sub(1 + between), need, need + 1, 27] {
                let mut function = w.straight(present).expect("a witness parses");
                let open = hazards(&function, policy);
                // One instruction of another kind ends a run of memory instructions.
                let runs = w.rule.relation == Relation::Clause;
                let too_close = match runs {
                    true => present == 0,
                    false => present + between < need,
                };
                let least = |h: &OpenHazard| h.need.0 >= need;
                assert!(
                    !too_close || open.iter().any(least),
                    "{policy} {present} {w:?}"
                );
                let placed = hazard::place(&mut function, policy).wait_states();
                assert_eq!(placed.0 > 0, !open.is_empty(), "{policy} {present} {w:?}");
                assert_eq!(hazards(&function, policy), [], "{policy} {present} {w:?}");
                checked += 1;
            }
        }
    }
    assert!(checked > 5000, "{checked}");
}

#[test]
fn a_nop_counts_its_immediate() {
    for (nop, open) in [(5, vec![(2, 6, 7)]), (6, vec![])] {
        let nop = format!("S_NOP #{nop}");
        let function = straight("gfx942", &[MFMA4, &nop, READ]);
        assert_eq!(found(&function), open);
    }
}

/// The first move of a copied tuple names the tuple as an implicit result.
#[test]
fn a_copied_tuple_is_not_written_twice() {
    let first = "V_ACCVGPR_WRITE_B32_e64 def a8, v8, imp exec, def imp a[8:9], imp v[8:9]";
    for (second, open) in [("a9", vec![]), ("a8", vec![(1, 0, 3)])] {
        let second = format!("V_ACCVGPR_WRITE_B32_e64 def {second}, v9, imp exec, imp v[8:9]");
        assert_eq!(found(&straight("gfx908", &[first, &second])), open);
    }
}

/// LLVM 22 leaves a requirement of 20 wait states on gfx950 unmet when there are 19.
#[test]
fn s1_the_whole_window_is_checked() {
    for (gap, open) in [(19, vec![(20, 19, 20)]), (20, vec![])] {
        let body = format!(
            "block 0 frequency=1 depth=0\n{XDL16}\n{}{READ}\n{END}",
            fillers(gap)
        );
        let function = kernel("gfx950", &body);
        assert_eq!(found(&function), open);
        accepts_placement(function);
    }
}

/// LLVM 22 looks along the first path that reaches a block only.
#[test]
fn s2_a_short_path_is_not_hidden_by_a_long_one() {
    for (first, second) in [(20, 0), (0, 20)] {
        let body = format!(
            "block 0 frequency=1 depth=0 successors=2,1\n{MFMA4}\nS_CBRANCH_SCC1 bb.2, imp scc | term branch\n\
             block 1 frequency=1 depth=0 successors=3\n{}S_BRANCH bb.3 | term branch noreturn\n\
             block 2 frequency=1 depth=0 successors=3\n{}S_BRANCH bb.3 | term branch noreturn\n\
             block 3 frequency=1 depth=0\n{READ}\n{END}",
            fillers(first),
            fillers(second),
        );
        let function = kernel("gfx942", &body);
        let open = hazards(&function, Policy::Safe);
        let [only] = open.as_slice() else {
            panic!("{open:?}");
        };
        assert_eq!((only.have, only.need), (WaitStates(2), WaitStates(7)));
        let short = if first == 0 { 1 } else { 2 };
        assert_eq!(only.path, [0, short, 3].map(BlockId));
        accepts_placement(function);
    }
}

/// LLVM 22 counts terminators after a branch that was taken.
#[test]
fn s3_a_taken_branch_skips_the_terminators_after_it() {
    let body = |nops: u32| {
        format!(
            "block 0 frequency=1 depth=0 successors=2,1\n{MFMA4}\nS_CBRANCH_SCC1 bb.2, imp scc | term branch\n\
             S_BRANCH bb.1 | term branch noreturn\n\
             block 1 frequency=1 depth=0\n{}{READ}\n{END}block 2 frequency=1 depth=0\n{}{READ}\n{END}",
            fillers(nops),
            fillers(nops),
        )
    };
    // Each arm with what the longer way through both branches needs.
    assert_eq!(found(&kernel("gfx942", &body(5))), [(15, 6, 7)]);
    assert_eq!(found(&kernel("gfx942", &body(6))), []);
    accepts_placement(kernel("gfx942", &body(0)));
}

#[test]
fn loops_are_checked_around_their_back_edge() {
    let body = |inside: u32| {
        format!(
            "block 0 frequency=1 depth=0 successors=1\nS_NOP #0\n\
             block 1 frequency=32 depth=1 loop=1 successors=1,2\n{READ}\n{MFMA4}\n{}\
             S_CBRANCH_SCC1 bb.1, imp scc | term branch\nblock 2 frequency=1 depth=0\n{END}",
            fillers(inside)
        )
    };
    let open = hazards(&kernel("gfx942", &body(5)), Policy::Safe);
    let [only] = open.as_slice() else {
        panic!("{open:?}");
    };
    assert_eq!((only.have.0, only.need.0), (6, 7));
    assert_eq!(only.path, [1, 1].map(BlockId));
    assert_eq!(found(&kernel("gfx942", &body(6))), []);
}

/// A loop of nothing adds no wait states, and still comes to an end.
#[test]
fn a_loop_without_wait_states_is_left() {
    let body = format!(
        "block 0 frequency=1 depth=0 successors=1\n{MFMA4}\n\
         block 1 frequency=32 depth=1 loop=1 successors=1,2\n\
         block 2 frequency=1 depth=0\n{READ}\n{END}"
    );
    assert_eq!(found(&kernel("gfx942", &body)), [(1, 0, 7)]);
}

#[test]
fn a_later_result_takes_the_place_of_an_earlier_one() {
    let narrow = "V_MFMA_F32_4X4X4F16_vgprcd_e64 def early v[8:11], v[64:65], v[68:69], v[80:83], #0, #0, #0, imp mode, imp exec";
    let nop = "S_NOP #4";
    // The pipe writes in order: only the second result is waited for, where it lies.
    let same = "V_MOV_B32_e32 def v120, v8, imp exec";
    assert_eq!(found(&straight("gfx942", &[XDL16, narrow, nop, same])), []);
    let beside = "V_MOV_B32_e32 def v120, v12, imp exec";
    assert_eq!(
        found(&straight("gfx942", &[XDL16, narrow, nop, beside])),
        [(3, 6, 19)]
    );
}

#[test]
fn a_finding_names_everything() {
    let function = straight("gfx942", &[MFMA4, "S_NOP #1", READ]);
    let open = hazards(&function, Policy::Safe);
    let [only] = open.as_slice() else {
        panic!("{open:?}");
    };
    assert_eq!(only.rule.id, "cdna3.t37.106");
    assert_eq!((only.producer, only.consumer), (InstId(0), InstId(2)));
    let text = only.describe(&function);
    let beginning = format!(
        "instruction 2 ('{}') is 2 wait states after instruction 0 ('v_mfma_",
        function.asm(InstId(2))
    );
    assert!(text.starts_with(&beginning), "{text}");
    let end = "'), 7 are needed for v8, by way of block 0: cdna3.t37.106: ";
    assert!(text.contains(end), "{text}");
}

const MFMA2: &str = "V_MFMA_F32_4X4X4F16_vgprcd_e64 def early v[8:11], v[64:65], v[68:69], v[80:83], #0, #0, #0, imp mode, imp exec";
const RETURN: &str = "S_SETPC_B64_return s[30:31] | return term noreturn\n";

/// The code after the jump may read any register at once.
#[test]
fn a_way_out_is_too_close_to_what_is_outstanding() {
    let leaving = |lines: &str| kernel("gfx942", &format!("block 0 frequency=1 depth=0\n{lines}"));
    let result = |n| format!("{MFMA4}\n{}{RETURN}", fillers(n));
    assert_eq!(found(&leaving(&result(0))), [(1, 1, 7)]);
    assert_eq!(found(&leaving(&result(5))), [(6, 6, 7)]);
    assert_eq!(found(&leaving(&result(6))), []);
    assert_eq!(hazards(&leaving(&result(0)), Policy::Llvm), []);
    // Of the result that the shorter instruction has overwritten nothing is left.
    let overwritten = format!("{MFMA4}\n{MFMA2}\n{}{RETURN}", fillers(4));
    assert_eq!(found(&leaving(&overwritten)), []);
    let in_part = format!("{XDL16}\n{MFMA2}\n{}{RETURN}", fillers(4));
    assert_eq!(found(&leaving(&in_part)), [(6, 6, 19)]);
    // No jump leads to the epilog of a shader.
    let epilog = format!("{MFMA4}\nSI_RETURN_TO_EPILOG imp v8 | return term noreturn\n");
    assert_eq!(found(&leaving(&epilog)), [(1, 0, 7)]);
    let ends = format!("{MFMA4}\nS_ENDPGM #0 | return term noreturn\n");
    assert_eq!(found(&leaving(&ends)), []);
}
