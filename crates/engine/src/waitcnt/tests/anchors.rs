//! Waits and cache controls keep their place among what they order.

use super::*;
use crate::check;
use crate::machine::{BlockId, DepKind, Edge, InstId};
use crate::waitcnt::anchor;

const LOAD_INTO_LDS: &str = "dma";
const MARKER: &str = "S_WAITCNT_lds_direct";
const BARRIER: &str = "S_BARRIER | effects";
const CONSTANT: &str = "smem s0";
const BETWEEN_LANES: &str = "DS_BPERMUTE_B32 def v3, v9, v9, #0, imp exec";

fn edges(lines: &[&str]) -> Vec<(u32, u32)> {
    let mut f = function("gfx950", true, &lines.join("\n"));
    anchor(&mut f);
    let pair = |e: &Edge| (e.from.0, e.to.0);
    f.edges().iter().map(pair).collect()
}

#[test]
fn a_marker_stays_between_the_loads_and_the_barrier() {
    let soft = format!("soft {VM0}");
    let arithmetic = "V_ADD_U32_e32 def v9, v9, v9, imp exec";
    let lines = [LOAD_INTO_LDS, arithmetic, MARKER, &soft, BARRIER, MARKER];
    // The marker and the soft wait are one row, in any order.
    let held = [(0, 2), (0, 3), (2, 4), (2, 5), (3, 4), (3, 5), (4, 5)];
    assert_eq!(edges(&lines), held);
}

#[test]
fn cache_controls_and_waits_of_the_users_are_anchors_too() {
    let write_back = "BUFFER_WBL2 #16, imp exec | effects lat=1";
    let user = format!("wait {VM0}");
    assert_eq!(
        edges(&["store v9", write_back, &user, "ldsw v9"]),
        [(0, 1), (1, 2), (2, 3)]
    );
}

#[test]
fn a_users_count_keeps_what_it_counts_in_order() {
    let lines = |count: &str| edges(&[LOAD_INTO_LDS, "load v0", "load v1", "lds v2", count]);
    assert_eq!(lines("wait 3952"), [(0, 4), (1, 4), (2, 4), (3, 4)]);
    assert_eq!(
        lines("wait 3953"),
        [(0, 1), (0, 2), (0, 4), (1, 4), (2, 4), (3, 4)]
    );
}

/// `ds_bpermute_b32` and `ds_swizzle_b32` access no memory, which waits for 0 are about; they raise the counter that others
/// are for.
#[test]
fn what_moves_values_between_lanes_passes_waits_for_all() {
    let lines = |wait: &str| edges(&["ldsw v9", BETWEEN_LANES, wait, BETWEEN_LANES, BARRIER]);
    let soft = format!("soft {BOTH0}");
    for wait in [&*soft, "wait 49279", MARKER] {
        assert_eq!(lines(wait), [(0, 2), (2, 4)], "{wait}");
    }
    let counted = [(0, 1), (0, 2), (1, 2), (1, 3), (2, 3), (2, 4)];
    assert_eq!(lines("wait 49535"), counted);
    let swizzle = "DS_SWIZZLE_B32 def v3, v9, #0, #0, imp exec";
    assert_eq!(edges(&[swizzle, &soft, BARRIER]), [(1, 2)]);
    // It is not counted by vmcnt.
    assert_eq!(lines("wait 113"), [(0, 2), (2, 4)]);
    // Where others may find the result, the wait may be for that.
    let held = [(0, 2), (1, 2), (2, 3), (2, 4)];
    for leaves in ["S_TRAP #2", "S_SENDMSG #1, imp exec, imp m0 | effects"] {
        let found = edges(&[
            "ldsw v9",
            BETWEEN_LANES,
            &soft,
            BETWEEN_LANES,
            BARRIER,
            leaves,
        ]);
        assert!(
            held.iter().all(|pair| found.contains(pair)),
            "{leaves} {found:?}"
        );
    }
    // What LLVM says may read memory is held, whatever its name.
    let loads = format!("{BETWEEN_LANES} | load");
    assert_eq!(edges(&[&loads, &soft]), [(0, 1)]);
}

/// Renaming takes away that a load overwrites what a store reads; what the user counts stays in order.
#[test]
fn an_anchor_does_not_rely_on_the_reuse_of_a_register() {
    let mut f = function("gfx950", true, "store v0\nload v0\nwait 3953");
    let (from, to) = (InstId(0), InstId(1));
    let kind = DepKind::Anti;
    let llvm_latency = 0;
    f.set_edges(vec![Edge {
        from,
        to,
        kind,
        llvm_latency,
    }]);
    anchor(&mut f);
    let ordered = |e: &Edge| e.kind == DepKind::Order && (e.from, e.to) == (from, to);
    assert_eq!(f.edges().iter().filter(|e| ordered(e)).count(), 1);
}

/// The checker, with its own reading of the anchors, accepts the orders that keep the edges, and no
/// others.
#[test]
fn the_checker_agrees_on_every_order() {
    let soft = format!("soft {BOTH0}");
    let kinds = [
        "load v0",
        "store v9",
        "lds v1",
        "ldsw v9",
        "flat v2",
        CONSTANT,
        LOAD_INTO_LDS,
        MARKER,
        &soft,
        BARRIER,
        "S_DCACHE_WB | effects",
        "S_SENDMSG #1, imp exec, imp m0 | effects",
        "BUFFER_INV #16, imp exec | effects",
        "use v9",
        BETWEEN_LANES,
        // vmcnt(0) or vmcnt(1), and lgkmcnt(0) or lgkmcnt(1).
        "wait 112",
        "wait 113",
        "wait 368",
    ];
    let mut random = 1u64;
    let mut next = |below: usize| {
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as usize % below
    };
    let (mut kept, mut broken) = (0, 0);
    for _ in 0..2_000 {
        let lines: Vec<&str> = (0..5).map(|_| kinds[next(kinds.len())]).collect();
        let mut f = function("gfx950", true, &lines.join("\n"));
        anchor(&mut f);
        let before = vec![f.blocks()[0].order.clone()];
        let mut order = before[0].clone();
        let (a, b) = (next(5), next(5));
        let moved = order.remove(a);
        order.insert(b, moved);
        let place = |id: InstId| order.iter().position(|&i| i == id);
        let allowed = f.edges().iter().all(|e| place(e.from) < place(e.to));
        f.set_order(BlockId(0), order);
        // Accesses are held to each other by LLVM's own edges, of which there are none here.
        let verdict = check::kept(&f, &before);
        assert_eq!(
            verdict.is_ok(),
            allowed,
            "{lines:?} {a} -> {b}: {verdict:?}"
        );
        kept += u32::from(allowed);
        broken += u32::from(!allowed);
    }
    assert!(kept > 500 && broken > 300, "{kept} {broken}");
}
