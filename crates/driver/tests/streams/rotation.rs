//! Loops that are rotated rightly and wrongly.

use super::rotation_build::{Blocks, edge, parts, retarget, rotate, with_dependences};
use super::*;
use cdnasched_base::machine::{BlockId, DepKind, Edge, InstFlags, Reg};

const BRANCH: &str = "S_CBRANCH_SCC1 bb.1, imp scc | term branch boundary";
const COUNT: &str = "S_ADD_I32 def s4, s4, #1, def dead imp scc";
const COMPARE: &str = "S_CMP_LT_I32 s4, s6, def imp scc";
const LOAD: &str =
    "GLOBAL_LOAD_DWORD def v10, v[2:3], #0, #0, imp exec | load | read space=1 bytes=4";
const READ: &str = "DS_READ_B32_gfx9 def v12, v6, #0, #0, imp exec | load | read space=3 bytes=4";
const ADD: &str = "V_ADD_U32_e32 def v11, v10, v12, imp exec";
const WRITE: &str = "DS_WRITE_B32_gfx9 v6, v11, #0, #0, imp exec | store | write space=3 bytes=4";
const BARRIER: &str = "S_BARRIER | effects";
const STORE: &str =
    "GLOBAL_STORE_DWORD v[2:3], v11, #8, #0, imp exec | store | write space=1 bytes=4";

/// A loop's body, and where it is cut.
const BODY: [&str; 8] = [LOAD, COUNT, COMPARE, READ, ADD, WRITE, BARRIER, STORE];
const CUT: usize = 4;

/// A function with a loop in block 1 with this body and these terminators.
fn looped(body: &[&str], terminators: &[&str]) -> Function {
    with_dependences(kernel(
        "gfx942",
        &format!(
            "block 0 frequency=1 depth=0 successors=1\nS_MOV_B32 def s4, #0\n\
             block 1 frequency=30 depth=1 loop=1 successors=1,2\n{}\n{}\n\
             block 2 frequency=1 depth=0\n{END}",
            body.join("\n"),
            terminators.join("\n")
        ),
    ))
}

fn plain() -> Function {
    looped(&BODY, &[BRANCH])
}

fn verdict(body: &[&str], cut: usize) -> Result<(), Violation> {
    let original = looped(body, &[BRANCH]);
    cdnasched_check::rotation(&rotate(&original, 1, cut).0, &original)
}

fn why(result: Result<(), Violation>) -> Misrotated {
    match result {
        Err(Violation::Rotation { why, .. }) => why,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_rotated_loop_is_proved_with_and_without_a_jump_behind_it() {
    let jump = "S_BRANCH bb.2 | term branch noreturn boundary";
    for terminators in [&[BRANCH][..], &[BRANCH, jump]] {
        let original = looped(&BODY, terminators);
        assert_eq!(cdnasched_check::rotation(&original, &original), Ok(()));
        for cut in 3..BODY.len() {
            let (rotated, _) = rotate(&original, 1, cut);
            assert_eq!(cdnasched_check::rotation(&rotated, &original), Ok(()));
        }
    }
}

#[test]
fn both_values_of_both_bits_decide_about_loops() {
    for (name, register) in [
        ("S_CBRANCH_SCC0", "scc"),
        ("S_CBRANCH_VCCZ", "vcc"),
        ("S_CBRANCH_VCCNZ", "vcc"),
    ] {
        let branch = format!("{name} bb.1, imp {register} | term branch boundary");
        let compare = match register {
            "scc" => COMPARE,
            _ => "V_CMP_LT_U32_e32 def imp vcc, v6, v10, imp exec",
        };
        let original = looped(&[COUNT, compare, READ, ADD], &[&branch]);
        let (rotated, _) = rotate(&original, 1, 3);
        assert_eq!(cdnasched_check::rotation(&rotated, &original), Ok(()));
    }
    let branch = "S_CBRANCH_EXECNZ bb.1, imp exec | term branch boundary";
    let original = looped(&BODY, &[branch]);
    // No branch is the inverse of it, so that the guard has none.
    let (rotated, _) = rotate(&original, 1, CUT);
    assert!(cdnasched_check::rotation(&rotated, &original).is_err());
}

#[test]
fn inline_assembly_is_copied_as_a_whole() {
    const ASM: &str = "INLINEASM opaque, #1, #10, def v11, #9, v10 | effects asm parsed";
    const INSIDE: [&str; 2] = [
        "V_ADD_U32_e32 def v11, v10, v10, imp exec | embedded inside line=1",
        "V_ADD_U32_e32 def v11, v11, v10, imp exec | embedded inside line=2",
    ];
    let body = [
        LOAD, COUNT, COMPARE, ASM, INSIDE[0], INSIDE[1], WRITE, BARRIER, STORE,
    ];
    for (cut, is_whole) in [(3, true), (4, false), (5, false), (6, true), (7, true)] {
        assert_eq!(verdict(&body, cut).is_ok(), is_whole, "cut at {cut}");
    }
    // Its contents could not be parsed, or are something else's.
    let mut unknown = body.to_vec();
    unknown[3] = "INLINEASM opaque, #1, #10, def v11, #9, v10 | effects asm";
    unknown.drain(4..6);
    let is_refused = |result| matches!(result, Err(Violation::NotRotatable { .. }));
    assert!(is_refused(verdict(&unknown, 3)));
    let switched = "S_MOV_B64 def exec, #-1 | embedded inside line=1";
    let mut switches = body.to_vec();
    switches[4] = switched;
    assert!(is_refused(verdict(&switches, 3)));
    // Copies whose numbers do not say what is in them.
    let original = looped(&body, &[BRANCH]);
    for at in [0, 1] {
        let (mut rotated, blocks) = rotate(&original, 1, 3);
        let former = order(&rotated, blocks.tail)[at];
        let again = rotated.add_copy(rotated.origin(former));
        changed(&mut rotated, blocks.tail, |order| order[at] = again);
        let fault = cdnasched_check::rotation(&rotated, &original);
        assert!(matches!(fault, Err(Violation::Foreign { .. })), "{fault:?}");
    }
}

#[test]
fn inline_assembly_with_a_barrier_keeps_its_place_among_accesses() {
    let body = [
        LOAD,
        COUNT,
        COMPARE,
        READ,
        ADD,
        "INLINEASM opaque, #1 | effects asm parsed",
        "S_WAITCNT #49279 | embedded inside line=1",
        "S_BARRIER | effects embedded inside line=2",
        STORE,
    ];
    for (cut, is_whole) in [(5, true), (6, false), (7, false), (8, true)] {
        assert_eq!(verdict(&body, cut).is_ok(), is_whole, "cut at {cut}");
    }
    let original = looped(&body, &[BRANCH]);
    let (mut rotated, blocks) = rotate(&original, 1, 5);
    let asm = order(&rotated, blocks.block)[0];
    assert!(rotated.is_parsed_asm(asm));
    let mut edges = rotated.edges().to_vec();
    edges.retain(|edge| edge.from != asm);
    rotated.set_edges(edges);
    let fault = cdnasched_check::rotation(&rotated, &original);
    assert!(
        matches!(fault, Err(Violation::Unordered { from, .. }) if from == asm),
        "{fault:?}"
    );
}

#[test]
fn neighbouring_loops_are_rotated_together() {
    let text = |first: &str, at: u32| {
        format!(
            "block {at} frequency=30 depth=1 loop={at} successors={at},{}\n{first}\n{}\n\
             S_CBRANCH_SCC1 bb.{at}, imp scc | term branch boundary\n",
            at + 1,
            BODY[1..].join("\n")
        )
    };
    let original = with_dependences(kernel(
        "gfx942",
        &format!(
            "block 0 frequency=1 depth=0 successors=1\nS_MOV_B32 def s4, #0\n{}{}\
             block 3 frequency=1 depth=0\n{END}",
            text(LOAD, 1),
            text(LOAD, 2)
        ),
    ));
    let (one, _) = rotate(&original, 1, CUT);
    assert_eq!(cdnasched_check::rotation(&one, &original), Ok(()));
    let (both, _) = rotate(&one, 2, CUT);
    assert_eq!(cdnasched_check::rotation(&both, &original), Ok(()));
    // Rotated in the other order, the second guard would stand in front of the first tail.
    let (other, _) = rotate(&original, 2, CUT);
    let (both, _) = rotate(&other, 1, CUT);
    assert!(cdnasched_check::rotation(&both, &original).is_err());
}

#[test]
fn the_condition_is_computed_in_the_first_part_only() {
    let late = [LOAD, READ, COUNT, ADD, COMPARE, WRITE];
    assert_eq!(why(verdict(&late, 2)), Misrotated::Condition);
    assert_eq!(why(verdict(&late, 4)), Misrotated::Condition);
    assert_eq!(verdict(&late, 5), Ok(()));
    let again = [COUNT, COMPARE, READ, ADD, COMPARE, WRITE];
    assert_eq!(why(verdict(&again, 3)), Misrotated::Condition);
    // Nobody ends it.
    assert_eq!(why(verdict(&[LOAD, READ, ADD], 2)), Misrotated::Condition);
}

#[test]
fn what_depends_on_its_place_is_not_rotated() {
    for (inst, refused) in [
        ("S_GETPC_B64 def s[10:11]", true),
        ("S_SWAPPC_B64 def s[30:31], s[10:11], mask | call", true),
        ("INLINEASM opaque, #1 | asm effects", true),
        (
            "S_OR_B64 def exec, exec, s[10:11], def dead imp scc | boundary",
            true,
        ),
        ("S_SETREG_B32 s10, #1 | effects", true),
        ("S_MOV_B32 def mode, s10", true),
        ("S_SENDMSG #2, imp exec, imp m0 | effects", true),
        ("DS_GWS_BARRIER v1, #0, imp m0 | load store effects", true),
        (
            "DS_ORDERED_COUNT def v20, v1, #0, imp m0 | load store effects",
            true,
        ),
        ("IGLP_OPT #0 | meta effects", false),
        ("SCHED_GROUP_BARRIER #8, #1, #0 | meta effects", false),
        ("EH_LABEL opaque | meta effects", true),
        ("S_SET_GPR_IDX_ON s10, #1, def imp m0 | effects", true),
        ("V_MOVRELS_B32_e32 def v20, v1, imp m0, imp exec", true),
        ("BUNDLE imp v1 | bundle", true),
        ("V_MOV_B32_e32 def v20, v1, imp exec", false),
        ("S_MOV_B32 def m0, s10", false),
        ("KILL v20 | meta", false),
        ("S_SETPRIO #1 | effects", false),
        ("SCHED_BARRIER #0 | meta effects boundary", false),
        ("S_WAITCNT_soft #3952 | effects", false),
    ] {
        for at in [0, BODY.len()] {
            let mut body = BODY.to_vec();
            body.insert(at, inst);
            let verdict = verdict(&body, CUT + usize::from(at == 0));
            let is = matches!(verdict, Err(Violation::NotRotatable { .. }));
            assert!(
                is == refused && is == verdict.is_err(),
                "{inst}: {verdict:?}"
            );
        }
    }
}

#[test]
fn facts_about_one_iteration_are_not_used_across_two() {
    let dma = "GLOBAL_LOAD_LDS_DWORD v[2:3], #0, #0, imp exec, imp m0 | load store | \
               read space=1 bytes=4 | write space=3 bytes=4 group=2";
    let read =
        "DS_READ_B32_gfx9 def v12, v6, #0, #0, imp exec | load | read space=3 bytes=4 group=1";
    for (relation, refused) in [("iteration", true), ("distinct", false)] {
        let body = [COUNT, COMPARE, read, ADD, dma].join("\n");
        let original = with_dependences(parse(&format!(
            "cdna-flat 1\nfunction \"f\"\ngpu gfx942\nresources lds=0 workgroup=64 entry\n\
             alias 1 2 {relation}\nblock 0 frequency=1 depth=0 successors=1\nS_MOV_B32 def s4, #0\n\
             block 1 frequency=30 depth=1 loop=1 successors=1,2\n{body}\n{BRANCH}\n\
             block 2 frequency=1 depth=0\n{END}"
        )));
        let (rotated, _) = rotate(&original, 1, 3);
        let result = cdnasched_check::rotation(&rotated, &original);
        match refused {
            true => assert_eq!(why(result), Misrotated::IterationFacts),
            false => assert_eq!(result, Ok(())),
        }
    }
}

/// The verdict on the plain loop, rotated and then changed.
fn spoilt(change: impl Fn(&mut Function, Blocks)) -> Violation {
    let original = plain();
    let (mut rotated, blocks) = rotate(&original, 1, CUT);
    change(&mut rotated, blocks);
    let result = cdnasched_check::rotation(&rotated, &original);
    result.expect_err("a fault is found")
}

fn order(f: &Function, block: BlockId) -> Vec<InstId> {
    f.block(block).order.clone()
}

fn changed(f: &mut Function, block: BlockId, change: impl Fn(&mut Vec<InstId>)) {
    let mut order = order(f, block);
    change(&mut order);
    f.set_order(block, order);
}

#[test]
fn the_guard_leaves_where_the_loop_would() {
    // The branch as it is: it would skip the loop where it has to go on.
    let fault = spoilt(|f, b| {
        let branch = *order(f, b.block).last().expect("a branch");
        let same = f.add_branch(branch, false, b.tail).expect("a branch");
        changed(f, b.guard, |order| {
            *order.last_mut().expect("a branch") = same
        });
    });
    assert_eq!(why(Err(fault)), Misrotated::Guard);
    // No branch at all.
    let fault = spoilt(|f, b| {
        changed(f, b.guard, |order| {
            order.pop();
        });
    });
    assert_eq!(why(Err(fault)), Misrotated::Guard);
    // To the exit: the last Q would not run.
    let fault = spoilt(|f, b| {
        let branch = *order(f, b.block).last().expect("a branch");
        let beside = f.add_branch(branch, true, BlockId(2)).expect("a branch");
        changed(f, b.guard, |order| {
            *order.last_mut().expect("a branch") = beside
        });
        f.set_successors(b.guard, vec![b.block, BlockId(2)]);
    });
    assert_eq!(why(Err(fault)), Misrotated::Guard);
    // The guard is missing.
    let fault = spoilt(|f, b| {
        f.redirect(BlockId(0), b.guard, b.block);
    });
    assert_eq!(why(Err(fault)), Misrotated::Entry);
}

#[test]
fn the_loop_goes_back_to_itself_and_else_to_its_tail() {
    let inverted = spoilt(|f, b| {
        let branch = *order(f, b.block).last().expect("a branch");
        let inverse = f.add_branch(branch, true, b.block).expect("a branch");
        changed(f, b.block, |order| {
            *order.last_mut().expect("a branch") = inverse
        });
    });
    assert_eq!(why(Err(inverted)), Misrotated::BackEdge);
    let skipped = spoilt(|f, b| f.set_successors(b.block, vec![b.block, BlockId(2)]));
    assert_eq!(why(Err(skipped)), Misrotated::BackEdge);
    let guard = spoilt(|f, b| f.redirect(b.block, b.block, b.guard));
    assert_eq!(why(Err(guard)), Misrotated::BackEdge);
    let twice = spoilt(|f, b| f.set_successors(BlockId(0), vec![b.guard, b.tail]));
    assert_eq!(why(Err(twice)), Misrotated::Entry);
    let turns = spoilt(|f, b| f.set_successors(b.tail, vec![b.tail]));
    assert_eq!(why(Err(turns)), Misrotated::Exit);
    let elsewhere = spoilt(|f, b| f.set_successors(b.tail, vec![BlockId(0)]));
    assert_eq!(why(Err(elsewhere)), Misrotated::Exit);
}

#[test]
fn a_lost_jump_is_found() {
    let original = with_dependences(kernel(
        "gfx942",
        &format!(
            "block 0 frequency=1 depth=0 successors=1\nS_MOV_B32 def s4, #0\n\
             block 1 frequency=30 depth=1 loop=1 successors=1,3\n{}\n{BRANCH}\n\
             S_BRANCH bb.3 | term branch noreturn boundary\n\
             block 2 frequency=1 depth=0\n{END}block 3 frequency=1 depth=0\n{END}",
            BODY.join("\n")
        ),
    ));
    let (mut rotated, blocks) = rotate(&original, 1, CUT);
    assert_eq!(cdnasched_check::rotation(&rotated, &original), Ok(()));
    let jump = *order(&rotated, blocks.tail).last().expect("a jump");
    assert_eq!(retarget(&rotated, jump), Some(BlockId(3)));
    changed(&mut rotated, blocks.tail, |order| {
        order.pop();
    });
    let fault = cdnasched_check::rotation(&rotated, &original);
    assert_eq!(why(fault), Misrotated::Exit);
}

#[test]
fn the_parts_are_where_they_belong() {
    let fault = spoilt(|f, b| {
        changed(f, b.block, |order| order[..BODY.len()].rotate_left(CUT));
    });
    assert_eq!(why(Err(fault)), Misrotated::Sequence);
    let fault = spoilt(|f, b| changed(f, b.block, |order| order.swap(0, 1)));
    assert_eq!(why(Err(fault)), Misrotated::Sequence);
    // The copies of the parts are swapped: their lengths are equal here.
    let fault = spoilt(|f, b| {
        let (guard, tail) = (order(f, b.guard), order(f, b.tail));
        let branch = guard[CUT..].to_vec();
        f.set_order(b.guard, [tail, branch].concat());
        f.set_order(b.tail, guard[..CUT].to_vec());
    });
    assert!(matches!(fault, Violation::Foreign { .. }), "{fault:?}");
    // A barrier is dropped from the tail, or is there twice.
    let fault = spoilt(|f, b| {
        changed(f, b.tail, |order| {
            order.remove(2);
        });
    });
    assert_eq!(why(Err(fault)), Misrotated::Sequence);
    let fault = spoilt(|f, b| {
        let barrier = order(f, b.tail)[2];
        let again = f.add_copy(barrier);
        changed(f, b.tail, |order| order.insert(2, again));
    });
    assert_eq!(why(Err(fault)), Misrotated::Sequence);
    let fault = spoilt(|f, b| {
        let barrier = order(f, b.tail)[2];
        changed(f, b.tail, |order| order[3] = barrier);
    });
    assert!(matches!(fault, Violation::Foreign { .. }), "{fault:?}");
    // A barrier in the guard that is none of P.
    let fault = spoilt(|f, b| {
        let barrier = order(f, b.tail)[2];
        let again = f.add_copy(barrier);
        changed(f, b.guard, |order| order[0] = again);
    });
    assert!(matches!(fault, Violation::Foreign { .. }), "{fault:?}");
}

#[test]
fn copies_are_equal() {
    let other = RegRange::new(Reg::vgpr(99).expect("a register"), 1).expect("a range");
    for (block, at) in [(0, 0), (1, 0), (1, 3)] {
        let fault = spoilt(|f, b| {
            let block = [b.guard, b.tail][block];
            let inst = order(f, block)[at];
            let place = f.operands(inst).iter().position(|o| {
                o.reg()
                    .is_some_and(|r| r.len() == 1 && r.first().is_vector())
            });
            f.set_register(inst, place.expect("a vector register"), other);
        });
        assert!(matches!(fault, Violation::Operand { .. }), "{fault:?}");
    }
    let fault = spoilt(|f, b| {
        let inst = order(f, b.block)[0];
        f.set_register(inst, 0, other);
    });
    assert!(matches!(fault, Violation::Operand { .. }), "{fault:?}");
}

#[test]
fn every_dependence_is_needed() {
    let original = plain();
    let (rotated, blocks) = rotate(&original, 1, CUT);
    let mut refused = 0;
    let all = rotated.edges().to_vec();
    for at in 0..all.len() {
        let mut edges = all.clone();
        let lost = edges.remove(at);
        let mut without = rotated.clone();
        without.set_edges(edges);
        let verdict = cdnasched_check::rotation(&without, &original);
        let place = |inst| {
            order(&rotated, blocks.block)
                .iter()
                .position(|&i| i == inst)
        };
        let across = place(lost.from).zip(place(lost.to));
        let across =
            across.is_some_and(|(from, to)| from < BODY.len() - CUT && BODY.len() - CUT <= to);
        match across {
            // Registers are compared by value later.
            true if lost.kind != DepKind::Order => assert_eq!(verdict, Ok(()), "{lost:?}"),
            _ => {
                let chained = verdict.is_ok();
                let middle = all.iter().any(|e| {
                    let lasts = |kind| matches!(kind, DepKind::True | DepKind::Order);
                    let next = all
                        .iter()
                        .any(|f| f.from == e.to && f.to == lost.to && lasts(f.kind));
                    e.from == lost.from && lasts(e.kind) && next
                });
                assert!(!chained || across && middle, "{lost:?}");
                refused += usize::from(!chained);
            }
        }
    }
    assert!(refused > 10, "{refused} of {}", all.len());
}

#[test]
fn only_what_cannot_conflict_may_pass_the_next_iteration() {
    let constant = "GLOBAL_LOAD_DWORD def v10, v[2:3], #0, #0, imp exec | load | read invariant space=1 bytes=4";
    let scratch = "SCRATCH_LOAD_DWORD def v10, v2, #0, #0, imp exec | load | read space=5 bytes=4";
    let buffer = "BUFFER_LOAD_DWORD_OFFSET def v10, s[8:11], #0, #0, #0, #0, imp exec | load | read space=7 bytes=4";
    let flat = "FLAT_LOAD_DWORD def v10, v[2:3], #0, #0, imp exec | load | read bytes=4 space=0";
    let unknown = "DS_READ_B32_gfx9 def v10, v6, #0, #0, imp exec | load";
    let volatile = "DS_READ_B32_gfx9 def v10, v6, #0, #0, imp exec | load ordered | read volatile space=3 bytes=4";
    let dma = "GLOBAL_LOAD_LDS_DWORD v[2:3], #0, #0, imp exec, imp m0 | load store | read space=1 bytes=4 | write space=3 bytes=4";
    // Its access to LDS is not listed.
    let half = "GLOBAL_LOAD_LDS_DWORD v[2:3], #0, #0, imp exec, imp m0 | load store | read write space=1 bytes=4";
    let matrix = "V_MFMA_F32_4X4X4F16_vgprcd_e64 def early v[20:23], v[24:25], v[26:27], v[20:23], #0, #0, #0, imp mode, imp exec";
    let atomic = "GLOBAL_ATOMIC_ADD v[2:3], v11, #0, #0, imp exec | load store ordered | read write atomic space=1 bytes=4";
    for (second, first, conflict) in [
        (STORE, LOAD, true),
        (STORE, constant, false),
        (STORE, scratch, false),
        (STORE, buffer, true),
        (STORE, flat, true),
        (STORE, unknown, true),
        (STORE, READ, false),
        (STORE, matrix, false),
        (WRITE, LOAD, false),
        (WRITE, READ, true),
        (WRITE, dma, true),
        (WRITE, flat, true),
        (READ, half, true),
        (LOAD, READ, false),
        (READ, dma, true),
        (LOAD, dma, false),
        (STORE, dma, true),
        // Nobody can tell that he has written to global memory.
        (BARRIER, LOAD, false),
        (LOAD, BARRIER, true),
        (BARRIER, READ, true),
        (BARRIER, constant, false),
        (BARRIER, matrix, false),
        (READ, volatile, false),
        (LOAD, atomic, true),
        (atomic, volatile, true),
        (matrix, LOAD, false),
        ("S_SETPRIO #1 | effects", LOAD, false),
        ("S_SLEEP #1 | effects", LOAD, true),
    ] {
        let original = looped(&[COUNT, COMPARE, first, second], &[BRANCH]);
        let (mut rotated, blocks) = rotate(&original, 1, 3);
        let turned = order(&rotated, blocks.block);
        let (from, to) = (turned[0], turned[3]);
        let edges = rotated.edges().to_vec();
        rotated.set_edges(
            edges
                .into_iter()
                .filter(|e| (e.from, e.to) != (from, to))
                .collect(),
        );
        let expected = match conflict {
            true => Err(Violation::Unordered { from, to }),
            false => Ok(()),
        };
        let found = cdnasched_check::rotation(&rotated, &original);
        // A volatile access keeps its place among accesses.
        let kept = first == volatile && second == READ;
        assert!(
            found == expected || kept && found.is_err(),
            "{second}, {first}: {found:?}"
        );
    }
}

#[test]
fn a_chain_counts_where_renaming_cannot_break_it() {
    for (kind, holds) in [
        (DepKind::Order, true),
        (DepKind::True, true),
        (DepKind::Anti, false),
        (DepKind::Output, false),
    ] {
        let original = looped(&[COUNT, COMPARE, LOAD, STORE, ADD], &[BRANCH]);
        let (mut rotated, blocks) = rotate(&original, 1, 3);
        let turned = order(&rotated, blocks.block);
        // The store and the next load have the addition between them.
        let (store, add, load) = (turned[0], turned[1], turned[4]);
        let direct = |e: &Edge| (e.from, e.to) == (store, load) || e.from == store && e.to == add;
        let edges = rotated.edges().iter().copied().filter(|e| !direct(e));
        let chain = [edge(store, add, kind), edge(add, load, DepKind::Order)];
        rotated.set_edges(edges.chain(chain).collect());
        let found = cdnasched_check::rotation(&rotated, &original);
        let lost = Violation::Unordered {
            from: store,
            to: load,
        };
        assert_eq!(found, if holds { Ok(()) } else { Err(lost) }, "{kind:?}");
    }
}

#[test]
fn dependences_point_forwards() {
    let fault = spoilt(|f, b| {
        let turned = order(f, b.block);
        f.add_orders(vec![(turned[5], turned[1])]);
    });
    assert!(matches!(fault, Violation::Dependence { .. }), "{fault:?}");
}

#[test]
fn a_clobbered_condition_is_found() {
    // What is inserted between P and the branch belongs to neither function.
    let fault = spoilt(|f, b| {
        let count = f.add_copy(order(f, b.block)[BODY.len() - CUT + 1]);
        changed(f, b.block, |order| order.insert(BODY.len(), count));
    });
    assert_eq!(why(Err(fault)), Misrotated::Sequence);
    // An instruction of P that writes SCC behind the compare: the original has another order.
    let fault = spoilt(|f, b| {
        let at = BODY.len() - CUT;
        changed(f, b.block, |order| order.swap(at + 1, at + 2));
    });
    assert_eq!(why(Err(fault)), Misrotated::Sequence);
}

#[test]
fn nothing_else_differs() {
    let other = RegRange::new(Reg::sgpr(99).expect("a register"), 1).expect("a range");
    let fault = spoilt(|f, _| f.set_register(InstId(0), 0, other));
    assert!(matches!(fault, Violation::Operand { .. }), "{fault:?}");
    let fault = spoilt(|f, _| changed(f, BlockId(0), |order| order.clear()));
    assert!(matches!(fault, Violation::Missing { .. }), "{fault:?}");
    let fault = spoilt(|f, _| {
        f.add_block(BlockId(1), 1.0, BlockId(0));
    });
    assert_eq!(why(Err(fault)), Misrotated::Added);
    let original = plain();
    let (rotated, _) = rotate(&original, 1, CUT);
    assert_eq!(
        cdnasched_check::rotation(&original, &rotated),
        Err(Violation::Frame)
    );
    let (body, _) = parts(&original, 1);
    assert!(
        body.iter()
            .all(|&i| !original.flags(i).has(InstFlags::TERMINATOR))
    );
}

#[test]
fn rows_of_waits_keep_the_order_of_the_rotated_block() {
    let user = "S_WAITCNT #3952 | effects";
    let soft = "S_WAITCNT_soft #3952 | effects";
    let original = looped(&[soft, COUNT, COMPARE, READ, ADD, user], &[BRANCH]);
    let (rotated, _) = rotate(&original, 1, 3);
    assert_eq!(cdnasched_check::rotation(&rotated, &original), Ok(()));
    // The wait of Q is ahead of that of P now, although its number is higher.
    assert_eq!(cdnasched_check::order(&rotated, &rotated), Ok(()));
    let orders: Vec<_> = rotated.blocks().iter().map(|b| b.order.clone()).collect();
    assert_eq!(kept(&rotated, &orders), Ok(()));
    assert_eq!(same_values(&rotated, &rotated, false), Ok(()));
}
