//! New orders of one block.

use super::*;
use crate::machine::text;
use crate::machine::{Reg, RegRange};
use crate::same_values;

const BLOCK: &str = r#"cdna-flat 1
function "f"
gpu gfx942
resources lds=0 workgroup=64 entry
block 0 frequency=1 depth=0
  V_MOV_B32_e32 def v0, #1, imp exec
  V_MOV_B32_e32 def v1, #2, imp exec
  V_ADD_U32_e32 def v2, v0, v1, imp exec
  V_MOV_B32_e32 def v0, #3, imp exec
  S_ADD_I32 def s0, s0, #1, imp def dead scc
  S_ADD_I32 def s1, s1, #1, imp def dead scc
  S_SETPRIO #1 | effects boundary lat=1
  S_WAITCNT_soft #3952 | effects lat=1
  GLOBAL_STORE_DWORD_SADDR v3, v0, s[2:3], #0, #0, imp exec | store lat=1
  GLOBAL_STORE_DWORD_SADDR v3, v2, s[2:3], #0, #0, imp exec | store lat=1
edge 8 9 order 0
"#;

fn check(new: &[u32]) -> Result<(), Violation> {
    let mut function = text::parse(BLOCK).expect("valid text");
    let before = function.clone();
    function.set_order(BlockId(0), new.iter().copied().map(InstId).collect());
    order(&function, &before)
}

#[test]
fn harmless_orders_pass() {
    assert_eq!(check(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]), Ok(()));
    // Independent moves, dead SCC writes swapped.
    assert_eq!(check(&[5, 1, 0, 2, 4, 3, 6, 7, 8, 9]), Ok(()));
}

#[test]
fn harmful_orders_are_named() {
    let (block, inst) = (BlockId(0), InstId);
    let v0 = Reg::vgpr(0).expect("v0");
    for (new, violation) in [
        (
            &[0, 2, 1, 3, 4, 5, 6, 7, 8, 9][..],
            Violation::SlotValue {
                block,
                inst: inst(2),
                reg: Reg::vgpr(1).expect("v1"),
            },
        ),
        (
            &[0, 1, 3, 2, 4, 5, 6, 7, 8, 9],
            Violation::SlotValue {
                block,
                inst: inst(2),
                reg: v0,
            },
        ),
        (
            &[3, 1, 0, 2, 4, 5, 6, 7, 8, 9],
            Violation::LiveOut { block, reg: v0 },
        ),
        (
            &[0, 1, 2, 3, 4, 6, 5, 7, 8, 9],
            Violation::Boundary {
                block,
                inst: inst(5),
            },
        ),
        (
            &[0, 1, 2, 3, 4, 6, 7, 8, 9],
            Violation::Missing {
                block,
                inst: inst(5),
            },
        ),
        (
            &[0, 1, 2, 3, 4, 5, 6, 8, 9],
            Violation::Missing {
                block,
                inst: inst(7),
            },
        ),
        (
            &[0, 1, 2, 3, 4, 4, 5, 6, 7, 8, 9],
            Violation::Foreign {
                block,
                inst: inst(4),
            },
        ),
        (
            &[0, 1, 2, 3, 4, 5, 6, 7, 9, 8],
            Violation::Dependence {
                from: inst(8),
                to: inst(9),
            },
        ),
    ] {
        assert_eq!(check(new), Err(violation), "{new:?}");
    }
}

const USERS: &str = r#"cdna-flat 1
function "f"
gpu gfx942
resources lds=0 workgroup=64 entry
block 0 frequency=1 depth=0
  GLOBAL_LOAD_DWORD_SADDR def v0, v3, s[2:3], #0, #0, imp exec | load lat=80
  S_WAITCNT #3953 | effects lat=1
  GLOBAL_STORE_DWORD_SADDR v3, v0, s[2:3], #0, #0, imp exec | store lat=1
edge 0 1 order 0
edge 1 2 order 0
"#;

#[test]
fn a_wait_may_take_over_for_a_users_own() {
    let block = BlockId(0);
    let user = InstId(1);
    let check = |place: usize, imm: u16, noted: bool| {
        let mut function = text::parse(USERS).expect("valid text");
        let before = function.clone();
        let wait = function.add_inserted("S_WAITCNT", i64::from(imm));
        let mut after = vec![InstId(0), InstId(2)];
        after.insert(place, wait);
        function.set_order(block, after);
        if noted {
            function.stand_in(wait, user);
        }
        let same = same_values(&function, &before, false);
        assert_eq!(same.is_ok(), order(&function, &before).is_ok());
        order(&function, &before)
    };
    let missing = Err(Violation::Missing { block, inst: user });
    // vmcnt(1) becomes vmcnt(0) in the same place.
    assert_eq!(check(1, 3952, true), Ok(()));
    assert_eq!(check(1, 3952, false), missing);
    // A weaker one does not do.
    assert_eq!(check(1, 3954, true), missing);
    // Nor does one in another place.
    assert_ne!(check(0, 3952, true), Ok(()));
}

/// Of several in a row, one stays.
#[test]
fn one_of_a_users_waits_may_take_over_for_another() {
    let text = USERS.replace(
        "  S_WAITCNT #3953",
        "  S_WAITCNT #3952 | effects lat=1\n  S_WAITCNT #3952",
    );
    let text = format!("{text}edge 2 3 order 0\n");
    for (kept, user) in [(1, 2), (2, 1)] {
        let mut function = text::parse(&text).expect("valid text");
        let before = function.clone();
        function.set_order(BlockId(0), [0, kept, 3].map(InstId).to_vec());
        function.stand_in(InstId(kept), InstId(user));
        assert_eq!(order(&function, &before), Ok(()));
    }
}

/// A load straight into LDS with a store before and a read of LDS behind it, none of them linked; and one that is
/// not in the way of anybody.
const INTO_LDS: &str = r#"cdna-flat 1
function "f"
gpu gfx942
resources lds=256 workgroup=64 entry
block 0 frequency=1 depth=0
  GLOBAL_STORE_DWORD v[2:3], v4, #0, #0, imp exec | store lat=1 | write space=1 bytes=4
  GLOBAL_LOAD_LDS_DWORD v[2:3], #0, #0, imp m0, imp exec | load store lat=1 | read space=1 bytes=4 | write space=3 bytes=4
  DS_READ_B32_gfx9 def v5, v6, #0, #0, imp exec | load lat=1 | read space=3 bytes=4
  GLOBAL_LOAD_DWORD def v7, v[2:3], #0, #0, imp exec | load lat=1 | read space=1 bytes=4
  V_MOV_B32_e32 def v8, #1, imp exec
"#;

#[test]
fn loads_into_lds_keep_their_places_without_any_dependence() {
    let check = |facts: &str, new: [u32; 5]| {
        let mut function = text::parse(&format!("{INTO_LDS}{facts}")).expect("valid text");
        let before = function.clone();
        function.set_order(BlockId(0), new.map(InstId).to_vec());
        order(&function, &before)
    };
    let refused = |from, to| {
        let (from, to) = (InstId(from), InstId(to));
        Err(Violation::Dependence { from, to })
    };
    // What only reads memory, or nothing, may pass.
    assert_eq!(check("", [3, 0, 4, 1, 2]), Ok(()));
    assert_eq!(check("", [1, 0, 2, 3, 4]), refused(0, 1));
    assert_eq!(check("", [0, 2, 1, 3, 4]), refused(1, 2));
    // No proof is about memory; one about LDS needs the alias groups to say so, too.
    assert_eq!(check("apart 0 1\n", [1, 0, 2, 3, 4]), refused(0, 1));
    assert_eq!(check("apart 1 2\n", [0, 2, 1, 3, 4]), refused(1, 2));
    let groups = |relation: &str| {
        let grouped = INTO_LDS
            .replace("write space=3 bytes=4", "write space=3 bytes=4 group=1")
            .replace("read space=3 bytes=4", "read space=3 bytes=4 group=2");
        format!("{grouped}{relation}")
    };
    let swapped = |text: &str| {
        let mut function = text::parse(text).expect("valid text");
        let before = function.clone();
        function.set_order(BlockId(0), [0, 2, 1, 3, 4].map(InstId).to_vec());
        order(&function, &before)
    };
    assert_eq!(swapped(&groups("apart 1 2\nalias 2 1 distinct\n")), Ok(()));
    assert_eq!(swapped(&groups("apart 1 2\nalias 2 1 iteration\n")), Ok(()));
    assert_eq!(
        swapped(&groups("apart 1 2\nalias 2 1 unproved\n")),
        refused(1, 2)
    );
    assert_eq!(swapped(&groups("alias 2 1 distinct\n")), refused(1, 2));
}

const WAVE_BARRIER: &str = r#"cdna-flat 1
function "f"
gpu gfx942
resources lds=0 workgroup=64 entry
block 0 frequency=1 depth=0
  DS_WRITE_B32_gfx9 v2, v2, #0, #0, imp exec | store lat=5 | write space=3 bytes=4
  S_WAITCNT_soft #49279 | effects ordered lat=1
  S_WAITCNT_lds_direct | lat=1
  WAVE_BARRIER | effects meta ordered lat=0
  S_WAITCNT_soft #49279 | effects ordered lat=1
  S_WAITCNT_lds_direct | lat=1
  S_ENDPGM #0 | return term noreturn boundary ordered lat=1
edge 0 1 order 0
edge 1 3 order 0
edge 3 4 order 0
"#;

/// Waits and barriers to scheduling in a row are one place of the program, whatever their order.
#[test]
fn waits_around_a_wave_barrier_may_change_places() {
    let check = |new: &[u32]| {
        let mut function = text::parse(WAVE_BARRIER).expect("valid text");
        let before = function.clone();
        function.set_order(BlockId(0), new.iter().copied().map(InstId).collect());
        let same = same_values(&function, &before, false);
        assert_eq!(same.is_ok(), order(&function, &before).is_ok(), "{new:?}");
        order(&function, &before)
    };
    // Markers that nothing holds in place, ahead of the first wait.
    assert_eq!(check(&[0, 2, 5, 1, 3, 4, 6]), Ok(()));
    assert_eq!(check(&[0, 1, 3, 4, 2, 5, 6]), Ok(()));
    // The store, which is code, is no part of the row.
    assert!(check(&[1, 2, 3, 0, 4, 5, 6]).is_err());
}

/// A wait of ours in the place of two of the user's, which stood on both sides of a barrier to scheduling.
#[test]
fn a_barrier_to_scheduling_between_waits_is_no_code() {
    let text = r#"cdna-flat 1
function "f"
gpu gfx942
resources lds=0 workgroup=64 entry
block 0 frequency=1 depth=0
  V_MOV_B32_e32 def v0, #1, imp exec
  S_WAITCNT #3952 | effects boundary lat=1
  SCHED_BARRIER #0 | meta effects boundary
  S_WAITCNT #49279 | effects boundary lat=1
  V_MOV_B32_e32 def v1, #2, imp exec
"#;
    let original = text::parse(text).expect("valid text");
    let merged = |at: usize| {
        let mut function = original.clone();
        let wait = function.add_inserted("S_WAITCNT", 112);
        for user in [1, 3] {
            function.stand_in(wait, InstId(user));
        }
        let mut new: Vec<InstId> = [0, 2, 4].map(InstId).to_vec();
        new.insert(at, wait);
        function.set_order(BlockId(0), new);
        order(&function, &original)
    };
    assert_eq!(merged(1), Ok(()));
    assert_eq!(merged(2), Ok(()));
    // Over an instruction it is another program.
    assert!(merged(0).is_err());
    assert!(merged(3).is_err());
}

/// A store, and a load whose address is in the same register later.
const TWO_ADDRESSES: &str = r#"cdna-flat 1
function "f"
gpu gfx950
resources lds=0 workgroup=64 entry
block 0 frequency=1 depth=0
  GLOBAL_STORE_DWORD v[16:17], v40, #4, #0, imp exec | store | write space=1 bytes=4
  V_LSHL_ADD_U64_e64 def v[16:17], v[68:69], #0, v[66:67], imp exec |
  GLOBAL_LOAD_DWORD def v21, v[16:17], #0, #0, imp exec | load | read space=1 bytes=4
"#;

#[test]
fn addresses_in_one_register_at_two_times_tell_nothing_apart() {
    let mut before = text::parse(TWO_ADDRESSES).expect("valid text");
    // As LLVM has it, whose graph says nothing of the two accesses: what we add to it is not what is asked here.
    before.set_edges(Vec::new());
    let pair = |first| RegRange::new(Reg::vgpr(first).expect("a register"), 2).expect("a pair");
    let mut function = before.clone();
    function.set_register(InstId(1), 0, pair(18));
    function.set_register(InstId(2), 1, pair(18));
    assert_eq!(order(&function, &before), Ok(()));
    function.set_order(BlockId(0), [1, 2, 0].map(InstId).to_vec());
    let (from, to) = (InstId(0), InstId(2));
    assert_eq!(
        order(&function, &before),
        Err(Violation::Dependence { from, to })
    );
}
