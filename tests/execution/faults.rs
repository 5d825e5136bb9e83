//! Wrong results, written by hand: each must be found, and its right neighbour must pass.

use cdnasched_base::machine::{BlockId, Function, InstId, text};

use crate::compare::{Budget, Tally, differences};
use crate::execute::Stream;
use crate::path::Limits;

/// One place of a block in a result.
#[derive(Clone, Copy)]
enum Place {
    /// That instruction of the original.
    At(u32),
    /// A new wait with this immediate.
    Wait(i64),
}
use Place::{At, Wait};

const VM0: Place = Wait(0x0f70);
const VM1: Place = Wait(0x0f71);
const LGKM0: Place = Wait(0xc07f);
const LGKM1: Place = Wait(0xc17f);
const VM0_LGKM0: Place = Wait(0x0070);

/// The function with other orders, block by block.
fn changed(original: &Function, result: &[&[Place]]) -> Function {
    let mut changed = original.clone();
    for (block, places) in result.iter().enumerate() {
        let inst = |place: &Place| match *place {
            At(inst) => InstId(inst),
            Wait(imm) => changed.add_inserted("S_WAITCNT", imm),
        };
        let order = places.iter().map(inst).collect();
        changed.set_order(BlockId(block as u32), order);
    }
    changed
}

/// The first finding about a result that is read in that way.
fn first(original: &Function, result: &Function, stream: Stream) -> Option<String> {
    let budget = Budget {
        seeds: 4,
        limits: Limits {
            blocks: 6,
            instructions: 1000,
        },
    };
    let found = differences(original, (result, stream), budget, &mut Tally::default());
    found.first().map(|f| f.describe(original))
}

fn found(original: &str, result: &[&[Place]]) -> Option<String> {
    let original = text::parse(original).expect("a function");
    first(&original, &changed(&original, result), Stream::Result)
}

#[track_caller]
fn passes(original: &str, result: &[&[Place]]) {
    assert_eq!(found(original, result), None);
}

#[track_caller]
fn fails(original: &str, result: &[&[Place]], expected: &str) {
    let found = found(original, result).unwrap_or_default();
    assert!(
        found.contains(expected),
        "expected '{expected}', found '{found}'"
    );
}

/// One wave loads into LDS, all meet, all read: with the markers that LLVM's memory legaliser
/// places for a release and an acquire of the workgroup.
const HANDOVER: &str = r#"cdna-flat 1
function "handover"
gpu gfx950
resources lds=4096 workgroup=256 entry
block 0 frequency=1 depth=0
  V_MOV_B32_e32 def v1, v0, imp exec
  BUFFER_LOAD_DWORD_LDS_OFFEN v0, s[4:7], #0, #0, #0, #0, imp exec, imp m0 | load store | read space=8 bytes=4 | write space=3 bytes=4
  S_WAITCNT_soft #49279 | effects
  S_WAITCNT_lds_direct
  S_BARRIER | effects
  S_WAITCNT_soft #49279 | effects
  DS_READ_B32_gfx9 def v2, v1, #0, #0, imp exec | load | read space=3 bytes=4
  V_ADD_U32_e32 def v3, v2, v2, imp exec
  S_ENDPGM #0 | term return noreturn boundary
edge 1 2 order 0
edge 2 4 order 0
edge 1 4 order 0
edge 4 5 order 0
edge 5 6 order 0
edge 6 7 true 0
"#;

#[test]
fn a_wait_for_loads_into_lds_belongs_before_the_barrier() {
    let before = [At(0), At(1), VM0, At(4), At(6), LGKM0, At(7), At(8)];
    passes(HANDOVER, &[&before]);
    // The fault: the marker has left its place, and its wait is where it went.
    let after = [At(0), At(1), At(4), VM0, At(6), LGKM0, At(7), At(8)];
    fails(
        HANDOVER,
        &[&after],
        "S_BARRIER (4) of wave 0 at block 0 of the path may run before BUFFER",
    );
    let lost = [At(0), At(1), At(4), At(6), LGKM0, At(7), At(8)];
    fails(
        HANDOVER,
        &[&lost],
        "may run before BUFFER_LOAD_DWORD_LDS_OFFEN (1)",
    );
    // In a result a marker that is left does nothing.
    let marker = [
        At(0),
        At(1),
        At(2),
        At(3),
        At(4),
        At(5),
        At(6),
        LGKM0,
        At(7),
        At(8),
    ];
    fails(
        HANDOVER,
        &[&marker],
        "may run before BUFFER_LOAD_DWORD_LDS_OFFEN (1)",
    );
    // LLVM will make waits of them.
    let original = text::parse(HANDOVER).expect("a function");
    let result = changed(&original, &[&marker]);
    assert_eq!(first(&original, &result, Stream::Unfinished), None);
}

#[test]
fn nothing_is_read_before_its_barrier() {
    let early = [At(0), At(1), At(6), VM0, At(4), LGKM0, At(7), At(8)];
    fails(
        HANDOVER,
        &[&early],
        "DS_READ_B32_gfx9 (6) of wave 0 at block 0 of the path may miss",
    );
}

/// A load into LDS of the flat encoding, and a read of another place that may pass it.
fn flat_encoded(load: &str) -> String {
    format!(
        r#"cdna-flat 1
function "loop"
gpu gfx942
resources lds=4096 workgroup=64 entry
block 0 frequency=1 depth=0 successors=1
  S_MOV_B32 def m0, #0
block 1 frequency=32 depth=1 loop=1 successors=1,2
  {load}, #0, #0, imp exec, imp m0 | load store | read space=1 bytes=4 | write space=3 bytes=4
  DS_READ_B32_gfx9 def v2, v1, #0, #0, imp exec | load | read space=3 bytes=4
  V_ADD_U32_e32 def v3, v2, v3, imp exec
  S_CBRANCH_SCC1 bb.1, imp scc | term branch boundary
block 2 frequency=1 depth=0
  S_ENDPGM #0 | term return noreturn boundary
edge 2 3 true 0
"#
    )
}

#[test]
fn loads_into_lds_of_the_flat_encoding_raise_vmcnt_alone() {
    for load in [
        "GLOBAL_LOAD_LDS_DWORD v[4:5]",
        "SCRATCH_LOAD_LDS_DWORD_SADDR s4",
    ] {
        let original = flat_encoded(load);
        let around = |wait| [At(2), At(1), wait, At(3), At(4)];
        passes(&original, &[&[At(0)], &around(LGKM0), &[At(5)]]);
        // The fault: the load into LDS is taken for the one operation that may be left.
        let wrong = around(LGKM1);
        fails(
            &original,
            &[&[At(0)], &wrong, &[At(5)]],
            "reads v2, which may not be there yet",
        );
    }
    // Of an LDS access in its place that is right.
    let original = flat_encoded("GLOBAL_LOAD_LDS_DWORD v[4:5]").replace(
        "GLOBAL_LOAD_LDS_DWORD v[4:5], #0, #0, imp exec, imp m0 | load store | read space=1 bytes=4 | write space=3 bytes=4",
        "DS_WRITE_B32_gfx9 v4, v5, #0, #0, imp exec | store | write space=3 bytes=4",
    );
    let around = [At(2), At(1), LGKM1, At(3), At(4)];
    passes(&original, &[&[At(0)], &around, &[At(5)]]);
}

/// Reads of LDS, a barrier, and loads into LDS that overwrite what was read.
const REUSE: &str = r#"cdna-flat 1
function "reuse"
gpu gfx942
resources lds=4096 workgroup=256 entry
block 0 frequency=1 depth=0
  DS_READ_B32_gfx9 def v2, v1, #0, #0, imp exec | load | read space=3 bytes=4
  S_WAITCNT_soft #49279 | effects
  S_BARRIER | effects
  GLOBAL_LOAD_LDS_DWORD v[4:5], #0, #0, imp exec, imp m0 | load store | read space=1 bytes=4 | write space=3 bytes=4
  V_ADD_U32_e32 def v3, v2, v2, imp exec
  S_ENDPGM #0 | term return noreturn boundary
edge 0 1 order 0
edge 1 2 order 0
edge 2 3 order 0
edge 0 4 true 0
"#;

#[test]
fn what_is_read_is_read_before_the_barrier() {
    passes(REUSE, &[&[At(0), LGKM0, At(2), At(3), At(4), At(5)]]);
    let late = [At(0), At(2), At(3), LGKM0, At(4), At(5)];
    fails(
        REUSE,
        &[&late],
        "S_BARRIER (2) of wave 0 at block 0 of the path may run before DS_READ",
    );
}

/// The same where no marker names the read: others may overwrite what it has yet to read, and the
/// original does not care. Its register is another matter.
#[test]
fn what_no_marker_asks_for_is_not_asked_for() {
    let original = REUSE.replace("S_WAITCNT_soft #49279", "S_WAITCNT_soft #53119");
    passes(&original, &[&[At(0), At(2), At(3), LGKM0, At(4), At(5)]]);
    fails(
        &original,
        &[&[At(0), At(2), At(3), At(4), At(5)]],
        "reads v2, which may not be there yet",
    );
}

/// Loads of every kind, and what uses them.
const KINDS: &str = r#"cdna-flat 1
function "kinds"
gpu gfx90a
resources lds=4096 workgroup=256 entry
block 0 frequency=1 depth=0
  GLOBAL_LOAD_DWORD def v2, v[4:5], #0, #0, imp exec | load | read space=1 bytes=4
  FLAT_LOAD_DWORD def v3, v[4:5], #0, #0, imp exec, imp flat_scratch | load | read space=0 bytes=4
  S_LOAD_DWORD_IMM def s8, s[4:5], #0, #0 | load | read invariant space=4 bytes=4
  S_LOAD_DWORD_IMM def s9, s[4:5], #4, #0 | load | read invariant space=4 bytes=4
  DS_READ_B32_gfx9 def v6, v1, #0, #0, imp exec | load | read space=3 bytes=4
  DS_READ_B32_gfx9 def v7, v1, #4, #0, imp exec | load | read space=3 bytes=4
  V_ADD_U32_e32 def v8, v2, v2, imp exec
  V_ADD_U32_e32 def v8, v3, v3, imp exec
  V_ADD_U32_e32 def v8, s8, v8, imp exec
  V_ADD_U32_e32 def v8, v6, v8, imp exec
  S_ENDPGM #0 | term return noreturn boundary
"#;

#[test]
fn each_kind_completes_in_its_own_order() {
    let function = text::parse(KINDS).expect("a function");
    let with = |loads: &[u32], wait, user| {
        let loads = loads.iter().map(|&inst| At(inst));
        let without: Vec<Place> = loads.clone().chain([At(user), At(10)]).collect();
        let waiting: Vec<Place> = loads.chain([wait, At(user), At(10)]).collect();
        let (original, result) = (
            changed(&function, &[&without]),
            changed(&function, &[&waiting]),
        );
        first(&original, &result, Stream::Result).is_none()
    };
    // Of two LDS reads the older one is there when one is left.
    assert!(with(&[4, 5], LGKM1, 9));
    assert!(!with(&[5, 4], LGKM1, 9));
    // Scalar loads return in any order.
    assert!(!with(&[2, 3], LGKM1, 8));
    assert!(with(&[2, 3], LGKM0, 8));
    // Between a scalar load and an LDS read there is no order either.
    assert!(!with(&[4, 2], LGKM1, 9));
    assert!(with(&[4, 2], LGKM0, 9));
    // A flat access counts on both, and is complete when none is left on both.
    assert!(!with(&[1], VM0, 7));
    assert!(!with(&[1], LGKM0, 7));
    assert!(with(&[1], VM0_LGKM0, 7));
    // It may be the one that is left, or not.
    assert!(!with(&[0, 1], VM1, 6));
    assert!(with(&[0, 1], VM0, 6));
}

/// A release to the agent: the write-back has to be complete before the store that tells.
const RELEASE: &str = r#"cdna-flat 1
function "release"
gpu gfx942
resources lds=0 workgroup=256 entry
block 0 frequency=1 depth=0
  BUFFER_WBL2 #16, imp exec | effects ordered
  S_WAITCNT_soft #112 | effects
  GLOBAL_STORE_DWORD v[4:5], v2, #0, #0, imp exec | store ordered | write atomic space=1 bytes=4
  S_ENDPGM #0 | term return noreturn boundary
edge 0 1 order 0
edge 1 2 order 0
"#;

#[test]
fn a_write_back_is_waited_for() {
    passes(RELEASE, &[&[At(0), VM0, At(2), At(3)]]);
    let dropped = [At(0), At(2), At(3)];
    fails(
        RELEASE,
        &[&dropped],
        "GLOBAL_STORE_DWORD (2) of wave 0 at block 0 of the path may run before BUFFER_WBL2",
    );
}

/// The user leaves one of two loads into LDS outstanding.
const COUNTED: &str = r#"cdna-flat 1
function "counted"
gpu gfx950
resources lds=4096 workgroup=256 entry
block 0 frequency=1 depth=0
  BUFFER_LOAD_DWORD_LDS_OFFEN v0, s[4:7], #0, #0, #0, #0, imp exec, imp m0 | load store | read space=8 bytes=4 | write space=3 bytes=4
  BUFFER_LOAD_DWORD_OFFEN def v9, v0, s[4:7], #0, #64, #0, #0, imp exec | load | read space=8 bytes=4
  S_WAITCNT #3953 | effects boundary
  S_BARRIER | effects
  DS_READ_B32_gfx9 def v2, v1, #0, #0, imp exec | load | read space=3 bytes=4
  V_ADD_U32_e32 def v3, v2, v2, imp exec
  S_ENDPGM #0 | term return noreturn boundary
edge 3 4 order 0
edge 4 5 true 0
"#;

#[test]
fn a_counted_wait_is_for_the_operations_it_was_written_for() {
    passes(
        COUNTED,
        &[&[At(0), At(1), At(2), At(3), At(4), LGKM0, At(5), At(6)]],
    );
    let swapped = [At(1), At(0), At(2), At(3), At(4), LGKM0, At(5), At(6)];
    fails(
        COUNTED,
        &[&swapped],
        "S_BARRIER (3) of wave 0 at block 0 of the path may run before BUFFER_LOAD_DWORD_LDS_OFFEN (0)",
    );
    passes(
        COUNTED,
        &[&[At(1), At(0), VM0, At(3), At(4), LGKM0, At(5), At(6)]],
    );
}

#[test]
fn the_caller_may_have_left_anything_outstanding() {
    let called = r#"cdna-flat 1
function "called"
gpu gfx942
resources lds=0 workgroup=0
block 0 frequency=1 depth=0
  V_ADD_U32_e32 def v3, v2, v2, imp exec
  S_SETPC_B64_return s[30:31] | term return noreturn boundary
"#;
    passes(called, &[&[Wait(0), At(0), At(1)]]);
    fails(
        called,
        &[&[VM0, At(0), At(1)]],
        "reads v2, which may not be there yet",
    );
}

#[test]
fn values_and_late_writes_are_told_apart() {
    let original = r#"cdna-flat 1
function "late"
gpu gfx942
resources lds=0 workgroup=64 entry
block 0 frequency=1 depth=0
  GLOBAL_LOAD_DWORD def v2, v[4:5], #0, #0, imp exec | load | read space=1 bytes=4
  V_MOV_B32_e32 def v2, #1, imp exec
  V_ADD_U32_e32 def v3, v2, v2, imp exec
  S_ENDPGM #0 | term return noreturn boundary
"#;
    passes(original, &[&[At(0), VM0, At(1), At(2), At(3)]]);
    // The load writes the register after the move.
    fails(original, &[&[At(0), At(1), VM0, At(2), At(3)]], "reads v2");
    fails(
        original,
        &[&[At(1), At(0), VM0, At(2), At(3)]],
        "V_ADD_U32_e32 (2) of wave 0 at block 0 of the path reads other values",
    );
}
