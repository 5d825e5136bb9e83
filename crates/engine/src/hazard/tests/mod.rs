//! Tests generated from the table, and the cases that LLVM's walk gets wrong.

mod asm;
mod leave;
mod paths;
mod runs;
mod shift;

use super::witness::{self, FILLER, Witness};
use super::*;
use crate::gpu::{Gpu, Passes, WaitStates};
use crate::machine::{Function, InstId, text};
use crate::rules::*;

fn inserted(function: &mut Function, policy: Policy) -> u32 {
    place(function, policy).wait_states().0
}

fn parse(body: &str) -> Function {
    match text::parse(body) {
        Ok(function) => function,
        Err(error) => panic!("{error}\n{body}"),
    }
}

fn fillers(n: u32) -> String {
    format!("{FILLER}\n").repeat(n as usize)
}

const END: &str = "S_ENDPGM #0 | return term noreturn\n";

/// Wait states a witness needs by all rules together: the row's own, unless another row about
/// the same pair requires more.
fn need(w: &Witness, policy: Policy) -> u32 {
    let function = w.straight(0).expect("a witness parses");
    let facts = Facts::new(&function, policy);
    let own = w.need(policy).0;
    facts.between(InstId(0), InstId(1)).0.max(own)
}

#[test]
fn ids_are_unique_and_rows_are_complete() {
    let mut ids: Vec<&str> = rules()
        .map(|r| r.id)
        .chain(NOT_NEEDED.iter().map(|n| n.id))
        .collect();
    let count = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), count);
    for rule in rules() {
        assert!(
            !rule.source.is_empty() && !rule.why.is_empty(),
            "{}",
            rule.id
        );
        assert!(
            Policy::ALL.iter().any(|p| rule.need(*p) != Need::ZERO),
            "{}",
            rule.id
        );
    }
}

#[test]
fn max_window_is_the_largest_need_of_any_row() {
    let needs = rules().flat_map(|rule| Policy::ALL.map(|policy| rule.need(policy)));
    let longest = needs.flat_map(|need| [2, 4, 8, 16].map(|passes| need.of(Passes(passes))));
    assert_eq!(longest.max(), Some(MAX_WINDOW));
}

#[test]
fn every_row_and_gpu_has_a_witness() {
    let mut missing = Vec::new();
    for rule in rules() {
        let list = witness::witnesses(rule);
        let absent = |gpu: &&Gpu| !list.iter().any(|w| w.gpu == **gpu);
        missing.extend(rule.gpus.iter().filter(absent).map(|gpu| (rule.id, gpu)));
    }
    assert_eq!(missing, []);
}

#[test]
fn the_row_of_a_witness_holds() {
    for w in witness::all().filter(|w| w.via.is_none()) {
        let function = w.straight(0).expect("a witness parses");
        for policy in Policy::ALL {
            let facts = Facts::new(&function, policy);
            let between = facts.between(InstId(0), InstId(1));
            assert!(
                between >= w.need(policy),
                "{policy}: the row does not apply; does crates/engine/src/hazard/describe/ name its classes? {w:?}"
            );
            if between > w.need(policy) && w.need(policy).0 > 0 {
                let placed = place(&mut function.clone(), policy).insertions;
                let by = placed.first().and_then(|insertion| insertion.rule);
                let by = by.expect("a need has a row");
                assert!(by.id != w.rule.id, "{policy} {w:?}");
            }
        }
    }
}

/// Fillers around the requirement: one too few, enough, one more, none, and all there could be.
fn distances(need: u32) -> Vec<u32> {
    let mut list = vec![0, need.saturating_sub(1), need, need + 1, 27];
    list.sort_unstable();
    list.dedup();
    list
}

#[test]
fn straight_line_gets_exactly_what_is_missing() {
    let mut checked = 0;
    for w in witness::all().filter(|w| w.via.is_none()) {
        for policy in [Policy::Safe, Policy::Isa, Policy::Llvm] {
            let need = need(&w, policy);
            for present in distances(need) {
                let mut function = w.straight(present).expect("a witness parses");
                // One instruction of another kind ends a run of memory instructions.
                let missing = match w.rule.relation {
                    Relation::Clause if present > 0 => 0,
                    _ => need.saturating_sub(present),
                };
                assert_eq!(
                    inserted(&mut function, policy),
                    missing,
                    "{policy} {present} {w:?}"
                );
                assert_eq!(inserted(&mut function, policy), 0, "again: {policy} {w:?}");
                checked += 1;
            }
        }
    }
    assert!(checked > 5000, "{checked}");
}

#[test]
fn what_lies_in_between_matters() {
    for w in witness::all().filter(|w| w.via.is_some()) {
        let need = w.need(Policy::Llvm).0;
        if need == 0 {
            continue;
        }
        for present in 0..4 {
            let mut function = w.straight(present).expect("a witness parses");
            // The instruction in between is a wait state of its own.
            let missing = need.saturating_sub(present + 1);
            assert_eq!(
                inserted(&mut function, Policy::Llvm),
                missing,
                "{present} {w:?}"
            );
        }
        let direct = Witness {
            via: None,
            ..w.clone()
        };
        let mut function = direct.straight(0).expect("a witness parses");
        assert!(inserted(&mut function, Policy::Llvm) < need, "{w:?}");
    }
}

/// Only the hazards of vector registers that one instruction of another kind does not end.
fn flowing() -> impl Iterator<Item = (Witness, u32)> {
    witness::all()
        .filter(|w| w.via.is_none() && w.rule.relation != Relation::Clause)
        .map(|w| {
            let need = need(&w, Policy::Safe);
            (w, need)
        })
}

#[test]
fn a_diamond_waits_for_its_shorter_arm() {
    for (w, need) in flowing() {
        for (near, far) in [(1, 9), (9, 1), (2, 25), (25, 2)] {
            // The taken edge to block 2 has executed one branch, the way through block 1 both.
            let body = format!(
                "{}block 0 frequency=1 depth=0 successors=2,1\n{}\nS_CBRANCH_SCC1 bb.2, imp scc | term branch\n\
                 block 1 frequency=0.5 depth=0 successors=3\n{}S_BRANCH bb.3 | term branch noreturn\n\
                 block 2 frequency=0.5 depth=0 successors=3\n{}\
                 block 3 frequency=1 depth=0\n{}\n{END}",
                w.header(),
                w.producer,
                fillers(near),
                fillers(far),
                w.consumer,
            );
            let mut function = parse(&body);
            let shortest = (1 + near + 1).min(1 + far);
            let missing = need.saturating_sub(shortest);
            assert_eq!(
                inserted(&mut function, Policy::Safe),
                missing,
                "{near} {far} {w:?}"
            );
        }
    }
}

#[test]
fn a_loop_waits_for_its_back_edge() {
    let mut checked = 0;
    for (w, need) in flowing() {
        let once = w.straight(0).expect("a witness parses");
        let facts = Facts::new(&once, Policy::Safe);
        let itself = |id| facts.between(id, id).0 > 0;
        if itself(InstId(0)) || itself(InstId(1)) {
            continue;
        }
        checked += 1;
        for inside in [0, 1, 6, 19, 26] {
            let body = format!(
                "{}block 0 frequency=1 depth=0 successors=1\n{FILLER}\n\
                 block 1 frequency=32 depth=1 loop=1 successors=1,2\n{}\n{}{}\n\
                 S_CBRANCH_SCC1 bb.1, imp scc | term branch\nblock 2 frequency=1 depth=0\n{END}",
                w.header(),
                w.consumer,
                fillers(inside),
                w.producer,
            );
            let mut function = parse(&body);
            let alone = {
                let mut once = parse(&body.replace("successors=1,2", "successors=2"));
                inserted(&mut once, Policy::Safe)
            };
            let placed = inserted(&mut function, Policy::Safe);
            assert_eq!(placed, alone + need.saturating_sub(1), "{inside} {w:?}");
        }
    }
    assert!(checked > 300, "{checked}");
}

const MFMA4: &str = "V_MFMA_F32_16X16X16F16_vgprcd_e64 def early v[8:11], v[64:65], v[68:69], v[80:83], #0, #0, #0, imp mode, imp exec";
const MFMA16: &str = "V_MFMA_F32_32X32X1F32_vgprcd_e64 def early v[8:39], v64, v68, v[80:111], #0, #0, #0, imp mode, imp exec";
const XDL16: &str = "V_MFMA_F32_32X32X4F16_vgprcd_e64 def early v[8:39], v[64:65], v[68:69], v[80:111], #0, #0, #0, imp mode, imp exec";
const READ: &str = "V_MOV_B32_e32 def v100, v8, imp exec";

fn on(gpu: Gpu, body: &str) -> Function {
    parse(&format!(
        "cdna-flat 1\nfunction \"f\"\ngpu {gpu}\nresources lds=0 workgroup=0 entry\n{body}"
    ))
}

/// LLVM's recogniser looks back 19 wait states on gfx950, and misses a requirement of 20.
#[test]
fn s1_all_of_the_window_is_looked_at() {
    for gap in 16..=21 {
        let body = format!(
            "block 0 frequency=1 depth=0\n{XDL16}\n{}{READ}\n{END}",
            fillers(gap)
        );
        let mut function = on(Gpu::Gfx950, &body);
        assert_eq!(
            inserted(&mut function, Policy::Safe),
            20u32.saturating_sub(gap),
            "{gap}"
        );
    }
}

/// LLVM's recogniser visits a block once, whichever path reaches it first.
#[test]
fn s2_the_shortest_path_counts_whatever_the_order_of_blocks() {
    for (gpu, missing) in [(Gpu::Gfx942, 7 - 2), (Gpu::Gfx950, 8 - 2)] {
        for (first, second) in [(20, 0), (0, 20)] {
            let body = format!(
                "block 0 frequency=1 depth=0 successors=2,1\n{MFMA4}\nS_CBRANCH_SCC1 bb.2, imp scc | term branch\n\
                 block 1 frequency=1 depth=0 successors=3\n{}S_BRANCH bb.3 | term branch noreturn\n\
                 block 2 frequency=1 depth=0 successors=3\n{}S_BRANCH bb.3 | term branch noreturn\n\
                 block 3 frequency=1 depth=0\n{READ}\n{END}",
                fillers(first),
                fillers(second),
            );
            let mut function = on(gpu, &body);
            assert_eq!(
                inserted(&mut function, Policy::Safe),
                missing,
                "{gpu} {first}"
            );
        }
    }
}

/// A branch that is taken skips the terminators after it.
#[test]
fn s3_a_terminator_counts_only_where_it_was_executed() {
    let body = format!(
        "block 0 frequency=1 depth=0 successors=2,1\n{MFMA4}\nS_CBRANCH_SCC1 bb.2, imp scc | term branch\n\
         S_BRANCH bb.1 | term branch noreturn\n\
         block 1 frequency=1 depth=0\n{READ}\n{END}block 2 frequency=1 depth=0\n{READ}\n{END}"
    );
    let mut function = on(Gpu::Gfx942, &body);
    let placement = place(&mut function, Policy::Safe);
    let by_consumer: Vec<(u32, u32)> = placement
        .insertions
        .iter()
        .map(|i| (i.consumer.0, i.wait_states.0))
        .collect();
    assert_eq!(by_consumer, [(3, 5), (5, 6)]);
}

#[test]
fn an_insertion_names_its_reason() {
    let body = format!("block 0 frequency=1 depth=0\n{MFMA4}\nS_NOP #1\n{READ}\n{END}");
    let mut function = on(Gpu::Gfx942, &body);
    let placement = place(&mut function, Policy::Safe);
    let [only] = placement.insertions.as_slice() else {
        panic!("{placement:?}");
    };
    assert_eq!(
        (only.rule.map_or("", |r| r.id), only.wait_states),
        ("cdna3.t37.106", WaitStates(5))
    );
    assert_eq!(only.register.map(|r| r.to_string()).as_deref(), Some("v8"));
    assert_eq!(only.consumer, InstId(2));
    assert_eq!(function.opcode(only.nop).name, "S_NOP");
    assert_eq!(function.operands(only.nop)[0].imm(), Some(4));
}

#[test]
fn nops_are_packed_as_the_gpu_allows() {
    for (gpu, longest) in [(Gpu::Gfx90a, 8), (Gpu::Gfx942, 16)] {
        let body = format!("block 0 frequency=1 depth=0\n{MFMA16}\n{READ}\n{END}");
        let mut function = on(gpu, &body);
        let placement = place(&mut function, Policy::Safe);
        let total = placement.wait_states().0;
        assert_eq!(
            placement.insertions.len() as u32,
            total.div_ceil(longest),
            "{gpu}"
        );
        assert!(
            placement
                .insertions
                .iter()
                .all(|i| i.wait_states.0 <= longest)
        );
    }
}

#[test]
fn a_bundle_is_not_pulled_apart() {
    let store = "GLOBAL_STORE_DWORD v[64:65], v8, #0, #0, imp exec | store inside";
    let other = "GLOBAL_STORE_DWORD v[64:65], v100, #0, #0, imp exec | store inside";
    let header = "BUNDLE imp v8, imp v[64:65], imp v100 | bundle";
    let body = |a: &str, b: &str| {
        format!("block 0 frequency=1 depth=0\n{MFMA4}\n{header}\n{a}\n{b}\n{END}")
    };
    let names = |function: &Function| -> Vec<String> {
        let order = &function.blocks()[0].order;
        order
            .iter()
            .map(|i| function.opcode(*i).name.clone())
            .collect()
    };
    let mut first = on(Gpu::Gfx942, &body(store, other));
    assert_eq!(inserted(&mut first, Policy::Safe), 7);
    assert_eq!(names(&first)[1..3], ["S_NOP", "BUNDLE"]);
    let mut second = on(Gpu::Gfx942, &body(other, store));
    assert_eq!(inserted(&mut second, Policy::Safe), 6);
    assert_eq!(
        names(&second)[1..4],
        ["BUNDLE", "GLOBAL_STORE_DWORD", "S_NOP"]
    );
}

#[test]
fn a_hazard_from_outside_a_loop_is_settled_outside() {
    let body = format!(
        "block 0 frequency=1 depth=0 successors=1\n{MFMA4}\n\
         block 1 frequency=32 depth=1 loop=1 successors=1,2\n{READ}\nS_CBRANCH_SCC1 bb.1, imp scc | term branch\n\
         block 2 frequency=1 depth=0\n{END}"
    );
    let mut function = on(Gpu::Gfx942, &body);
    let placement = place(&mut function, Policy::Safe);
    let [only] = placement.insertions.as_slice() else {
        panic!("{placement:?}");
    };
    assert_eq!(
        (only.wait_states, only.rule.map_or("", |r| r.id)),
        (WaitStates(7), "cdna3.t37.106")
    );
    assert_eq!(only.hoisted_to, Some(crate::machine::BlockId(0)));
    assert_eq!(function.blocks()[0].order.last(), Some(&only.nop));
    assert_eq!(inserted(&mut function, Policy::Safe), 0);
}

/// LLVM expands the copy of a tuple into moves of which the first names the tuple as an implicit
/// result: the second move is no second write of the same register.
#[test]
fn a_copied_tuple_is_not_written_twice() {
    let body = format!(
        "block 0 frequency=1 depth=0\n\
         V_ACCVGPR_WRITE_B32_e64 def a8, v8, imp exec, def imp a[8:9], imp v[8:9]\n\
         V_ACCVGPR_WRITE_B32_e64 def a9, v9, imp exec, imp v[8:9]\n{END}"
    );
    assert_eq!(inserted(&mut on(Gpu::Gfx908, &body), Policy::Safe), 0);
    let again = body.replace("def a9", "def a8");
    assert_eq!(inserted(&mut on(Gpu::Gfx908, &again), Policy::Safe), 3);
}

/// Without the five wait states before the move, which are hoisted out of the loop, the reader of
/// the lane number needs two inside it. These count for the move as well: three suffice outside.
#[test]
fn nops_before_a_loop_are_no_more_than_those_inside_leave_open() {
    let body = format!(
        "block 0 frequency=1 depth=0 successors=1\n\
         V_MFMA_F32_16X16X16F16_vgprcd_e64 def early v[8:11], v[64:65], v[68:69], v[80:83], #0, #0, #0, imp mode, imp exec\n\
         block 1 frequency=32 depth=1 loop=1 successors=1,2\n\
         V_READLANE_B32 def s9, v70, s8\nV_READFIRSTLANE_B32 def s8, v71, imp exec\n\
         V_MOV_B32_e32 def v120, v8, imp exec\nS_CBRANCH_SCC1 bb.1, imp scc | term branch\n\
         block 2 frequency=1 depth=0\n{END}"
    );
    let mut function = on(Gpu::Gfx942, &body);
    let placed = place(&mut function, Policy::Safe).insertions;
    let nops: Vec<_> = placed
        .iter()
        .map(|i| (i.wait_states.0, i.hoisted_to.is_some()))
        .collect();
    assert_eq!(nops, [(3, true), (2, false)]);
}

#[test]
fn policies_are_ordered() {
    for rule in rules() {
        for passes in [2, 4, 8, 16].map(Passes) {
            let of = |p| rule.need(p).of(passes);
            assert!(of(Policy::Safe) >= of(Policy::Llvm), "{}", rule.id);
            assert!(of(Policy::Safe) >= of(Policy::Exact), "{}", rule.id);
        }
    }
}

/// A register that a later matrix instruction overwrites waits for that one alone.
#[test]
fn an_overwritten_result_is_forgotten_register_by_register() {
    let short = "V_MFMA_F32_4X4X4F16_vgprcd_e64 def early v[8:11], v[64:65], v[68:69], v[80:83], #0, #0, #0, imp mode, imp exec";
    for (read, missing) in [("v8", 5), ("v12", 19 - 1)] {
        let body = format!(
            "block 0 frequency=1 depth=0\n{XDL16}\n{short}\nV_MOV_B32_e32 def v120, {read}, imp exec\n{END}"
        );
        let mut function = on(Gpu::Gfx942, &body);
        assert_eq!(inserted(&mut function, Policy::Safe), missing, "{read}");
    }
}

/// A nop that only an early round of the iteration required was counted but not inserted: the
/// stream below ended with four wait states where the reader of the lane number needs five.
#[test]
fn every_wait_state_that_was_counted_is_there() {
    let text = r#"cdna-flat 1
function "f"
gpu gfx90a
resources lds=0 workgroup=0 entry
block 0 frequency=1 depth=0 successors=1
BUNDLE imp def v6, imp def v7, imp v[0:1], imp v[2:3], imp exec | bundle load
GLOBAL_LOAD_DWORD def v6, v[0:1], #0, #0, imp exec | load inside | read space=1 bytes=4
GLOBAL_LOAD_DWORD def v7, v[2:3], #0, #0, imp exec | load inside | read space=1 bytes=4
block 1 frequency=2 depth=0 successors=0,1,2
V_READLANE_B32 def s4, v2, s4
V_MFMA_F32_4X4X4F16_vgprcd_e64 def early v[0:3], v[0:1], v[6:7], v[0:3], #0, #0, #0, imp mode, imp exec
BUFFER_LOAD_DWORD_LDS_OFFSET s[4:7], s4, #0, #0, #0, imp exec, imp m0 | load store | read space=8 bytes=4 | write space=3 bytes=4 group=0
S_CBRANCH_SCC1 bb.1, imp scc | term branch
S_CBRANCH_SCC0 bb.0, imp scc | term branch
block 2 frequency=3 depth=0 successors=0,1
V_MFMA_F32_4X4X4F16_vgprcd_e64 def early v[4:7], v[0:1], v[0:1], v[0:3], #0, #0, #0, imp mode, imp exec
S_CBRANCH_SCC1 bb.0, imp scc | term branch
S_BRANCH bb.1 | term branch noreturn
"#;
    for policy in [Policy::Safe, Policy::Llvm] {
        let mut function = crate::machine::text::parse(text).expect("valid text");
        place(&mut function, policy);
        assert_eq!(crate::check::hazards(&function, policy), []);
    }
}
