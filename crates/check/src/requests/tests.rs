use super::*;
use crate::machine::text;
use crate::order::order;

const LOAD: &str = "BUFFER_LOAD_DWORD_LDS_OFFSET s[44:47], #0, #0, #0, #0, imp exec, imp m0 | load store lat=1 | read space=8 bytes=4 | write space=3 bytes=4";
const STORE: &str =
    "GLOBAL_STORE_DWORD v[40:41], v1, #0, #0, imp exec | store lat=1 | write space=1 bytes=4";
const CONSTANT: &str = "GLOBAL_LOAD_DWORD def v2, v[40:41], #0, #0, imp exec | load lat=1 | read invariant space=1 bytes=4";
const SOFT_VM0: &str = "S_WAITCNT_soft #3952 | effects";
const MARKER: &str = "S_WAITCNT_lds_direct";
const BARRIER: &str = "S_BARRIER | effects";
const ADD: &str = "V_ADD_U32_e32 def v9, v9, v9, imp exec";

fn function(lines: &[&str]) -> Function {
    let text = format!(
        "cdna-flat 1\nfunction \"f\"\ngpu gfx950\nresources lds=0 workgroup=64 entry\n\
         block 0 frequency=1 depth=0\n{}\n",
        lines.join("\n")
    );
    text::parse(&text).expect("valid text")
}

fn orders(function: &Function) -> Vec<Vec<InstId>> {
    function.blocks().iter().map(|b| b.order.clone()).collect()
}

/// What is lost when the function with these lines becomes that of the others.
fn losses(before: &[&str], after: &[&str]) -> Requests {
    let before = function(before);
    lost(&function(after), &requests(&before, &orders(&before)))
}

#[test]
fn a_wait_in_its_place_keeps_a_request() {
    let vm0 = "S_WAITCNT #3952";
    for request in [SOFT_VM0, MARKER] {
        let before = [LOAD, request, BARRIER];
        for after in [
            &[LOAD, vm0, BARRIER][..],
            &[LOAD, vm0, ADD, BARRIER],
            &[LOAD, ADD, vm0, request, BARRIER],
        ] {
            assert_eq!(losses(&before, after), Requests::default(), "{after:?}");
        }
        for after in [
            &[LOAD, BARRIER][..],
            &[LOAD, request, BARRIER],
            &[LOAD, BARRIER, vm0],
            &[vm0, LOAD, BARRIER],
            &[LOAD, "S_WAITCNT #3953", BARRIER],
        ] {
            assert_eq!(losses(&before, after).lost.len(), 1, "{after:?}");
        }
    }
}

#[test]
fn the_marker_asks_for_loads_into_lds_alone() {
    assert_eq!(
        losses(&[STORE, MARKER, BARRIER], &[STORE, BARRIER]),
        Requests::default()
    );
    assert_eq!(
        losses(&[STORE, SOFT_VM0, BARRIER], &[STORE, BARRIER])
            .lost
            .len(),
        1
    );
}

#[test]
fn a_request_at_the_end_of_a_block_holds_there() {
    let end = [BARRIER, LOAD, MARKER];
    assert_eq!(losses(&end, &[BARRIER, LOAD]).lost.len(), 1);
    assert_eq!(
        losses(&end, &[BARRIER, LOAD, "S_WAITCNT #3952"]),
        Requests::default()
    );
}

#[test]
fn accesses_that_came_or_went_are_said() {
    let found = losses(&[LOAD, MARKER, BARRIER], &[LOAD]);
    assert_eq!((found.lost.len(), found.unplaced), (0, 1));
}

#[test]
fn a_users_wait_is_counted_to_the_operation() {
    let before = [STORE, CONSTANT, "S_WAITCNT #3953", ADD, BARRIER];
    assert_eq!(losses(&before, &before), Requests::default());
    let weaker = [STORE, CONSTANT, "S_WAITCNT #3954", ADD, BARRIER];
    assert_eq!(losses(&before, &weaker).lost.len(), 1);
}

#[test]
fn a_count_above_zero_keeps_what_it_counts_in_order() {
    let refused = |request: &str, new: &[u32]| {
        let mut function = function(&[LOAD, CONSTANT, CONSTANT, request, BARRIER]);
        let before = orders(&function);
        function.set_order(BlockId(0), new.iter().copied().map(InstId).collect());
        kept(&function, &before).is_err()
    };
    let vmcnt_1 = "S_WAITCNT #3953";
    assert!(refused(vmcnt_1, &[1, 0, 2, 3, 4]));
    assert!(!refused(vmcnt_1, &[0, 2, 1, 3, 4]));
    assert!(!refused("S_WAITCNT #3952", &[1, 0, 2, 3, 4]));
}

const WRITE: &str = "DS_WRITE_B32_gfx9 v1, v2, #0, #0, imp exec | store | write space=3 bytes=4";
const BETWEEN_LANES: &str = "DS_BPERMUTE_B32 def v3, v9, v9, #0, imp exec";
const LGKM0: &str = "S_WAITCNT #49279";
const LGKM1: &str = "S_WAITCNT #49535";

#[test]
fn what_moves_values_between_lanes_may_change_places_with_a_request_for_all() {
    let moved = |request: &str, lines: [&str; 2], new: &[u32]| {
        let mut function = function(&[lines[0], lines[1], request, BARRIER]);
        let before = orders(&function);
        function.set_order(BlockId(0), new.iter().copied().map(InstId).collect());
        (
            kept(&function, &before).is_ok(),
            lost(&function, &requests(&function, &before)).lost.len(),
        )
    };
    for new in [&[0, 2, 1, 3], &[0, 2, 3, 1]] {
        assert_eq!(moved(LGKM0, [WRITE, BETWEEN_LANES], new), (true, 0));
        // A write may not.
        assert!(!moved(LGKM0, [BETWEEN_LANES, WRITE], new).0);
        let soft = "S_WAITCNT_soft #49279 | effects";
        assert!(moved(soft, [WRITE, BETWEEN_LANES], new).0);
        assert!(!moved(soft, [BETWEEN_LANES, WRITE], new).0);
    }
    // It counts.
    assert_eq!(
        moved(LGKM1, [WRITE, BETWEEN_LANES], &[0, 1, 2, 3]),
        (true, 0)
    );
    assert!(!moved(LGKM1, [WRITE, BETWEEN_LANES], &[0, 2, 1, 3]).0);
    assert!(!moved(LGKM1, [WRITE, BETWEEN_LANES], &[1, 0, 2, 3]).0);
}

/// A trap handler finds what the wait is for.
#[test]
fn where_values_are_handed_over_a_request_may_be_for_them() {
    for leaves in [
        "S_TRAP #2",
        "S_SWAPPC_B64 def s[30:31], s[4:5] | call boundary",
    ] {
        let mut function = function(&[WRITE, BETWEEN_LANES, LGKM0, leaves]);
        let before = orders(&function);
        function.set_order(BlockId(0), [0, 2, 1, 3].map(InstId).to_vec());
        assert!(kept(&function, &before).is_err(), "{leaves}");
    }
}

#[test]
fn what_a_caller_left_may_access_memory() {
    let text = |order: &str| {
        let text = format!(
            "cdna-flat 1\nfunction \"f\"\ngpu gfx950\nresources lds=0 workgroup=64\n\
             block 0 frequency=1 depth=0\n{order}\n"
        );
        text::parse(&text).expect("valid text")
    };
    let before = text(&[LGKM0, BARRIER].join("\n"));
    let requests = requests(&before, &orders(&before));
    assert_eq!(
        lost(&text(&[BETWEEN_LANES, BARRIER].join("\n")), &requests)
            .lost
            .len(),
        1
    );
    assert_eq!(
        lost(
            &text(&[LGKM0, BETWEEN_LANES, BARRIER].join("\n")),
            &requests
        )
        .lost
        .len(),
        0
    );
}

#[test]
fn what_one_way_has_begun_is_outstanding_where_ways_meet() {
    let text = |[one, other]: [&str; 2], wait: &str| {
        let text = format!(
            "cdna-flat 1\nfunction \"f\"\ngpu gfx950\nresources lds=0 workgroup=64 entry\n\
             block 0 frequency=1 depth=0 successors=1,2\n  S_CBRANCH_SCC1 bb.2, imp scc | term branch boundary\n\
             block 1 frequency=1 depth=0 successors=3\n  {one}\n\
             block 2 frequency=1 depth=0 successors=3\n  {other}\n\
             block 3 frequency=1 depth=0\n{wait}\n{BARRIER}\n"
        );
        text::parse(&text).expect("valid text")
    };
    for ways in [[BETWEEN_LANES, WRITE], [WRITE, BETWEEN_LANES]] {
        let before = text(ways, LGKM0);
        let requests = requests(&before, &orders(&before));
        assert_eq!(lost(&before, &requests), Requests::default());
        assert_eq!(lost(&text(ways, ADD), &requests).lost.len(), 1);
    }
}

#[test]
fn a_request_holds_although_values_are_still_moved_between_lanes() {
    let before = [WRITE, LGKM0, BARRIER];
    let between = [WRITE, LGKM0, BETWEEN_LANES, BARRIER];
    for (after, open) in [
        (&between[..], 0),
        (&[WRITE, BETWEEN_LANES, BARRIER], 1),
        (&[BETWEEN_LANES, WRITE, LGKM1, BARRIER], 1),
        (&[LGKM0, BETWEEN_LANES, WRITE, BARRIER], 1),
    ] {
        assert_eq!(losses(&before, after).lost.len(), open, "{after:?}");
    }
    let counted = losses(
        &[WRITE, BETWEEN_LANES, LGKM1, BARRIER],
        &[WRITE, LGKM1, BETWEEN_LANES, BARRIER],
    );
    assert!(counted.lost.len() + counted.unplaced as usize > 0);
}

#[test]
fn nothing_crosses_a_request_but_arithmetic() {
    let crossing = |request: &str, new: &[u32]| {
        let original = function(&[LOAD, ADD, request, ADD, BARRIER]);
        let mut function = original.clone();
        let before = orders(&function);
        function.set_order(BlockId(0), new.iter().copied().map(InstId).collect());
        kept(&function, &before).and_then(|()| order(&function, &original))
    };
    for request in [SOFT_VM0, MARKER, "S_WAITCNT #3952"] {
        assert_eq!(crossing(request, &[0, 2, 1, 3, 4]), Ok(()), "{request}");
        assert_eq!(crossing(request, &[0, 1, 3, 2, 4]), Ok(()), "{request}");
        for new in [[2, 0, 1, 3, 4], [0, 1, 3, 4, 2], [4, 0, 1, 2, 3]] {
            assert!(crossing(request, &new).is_err(), "{request} {new:?}");
        }
        let original = function(&[LOAD, request, BARRIER]);
        let mut function = original.clone();
        let before = orders(&function);
        function.set_order(BlockId(0), vec![InstId(0), InstId(2)]);
        assert!(kept(&function, &before).is_err() && order(&function, &original).is_err());
    }
}
