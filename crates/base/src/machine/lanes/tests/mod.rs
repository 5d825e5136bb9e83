//! Addresses of small kernels; [`execute`] holds the analysis against an interpreter.

mod execute;

use super::*;
use crate::machine::text;

fn kernel(gpu: &str, body: &str) -> Function {
    let head = "cdna-flat 1\nfunction \"k\"\ngpu";
    let resources = "resources lds=0 workgroup=256 entry";
    let text = format!("{head} {gpu}\n{resources}\n{body}\n");
    text::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn straight(gpu: &str, lines: &str) -> Function {
    kernel(gpu, &format!("block 0 frequency=1 depth=0\n{lines}"))
}

/// The addresses of the only access to LDS.
fn addresses(function: &Function) -> Option<LaneAddresses> {
    let mut accesses = lds_accesses(function);
    assert_eq!(accesses.len(), 1);
    accesses.remove(0).2
}

#[track_caller]
fn expect(found: Option<LaneAddresses>, lane: impl Fn(u32) -> u32, offset_bits: u32) {
    let found = found.expect("known");
    let expected: Vec<u32> = (0..LANES as u32).map(lane).collect();
    assert_eq!(found.lanes.to_vec(), expected);
    assert_eq!(found.offset_bits, offset_bits);
}

const READ: &str = "DS_READ_B128_gfx9 def v[4:7], v1, #0, #0, imp exec";

#[test]
fn a_padded_layout_is_followed() {
    let lines = "
  V_AND_B32_e32 def v1, #1023, v0, imp exec
  V_READFIRSTLANE_B32 def s2, v1, imp exec
  S_BFE_U32 def s3, s2, #131078, def imp dead scc
  S_LSHL_B32 def s4, s3, #11, def imp dead scc
  V_AND_B32_e32 def v2, #15, v0, imp exec
  V_AND_B32_e32 def v3, #48, v1, imp exec
  V_LSHL_OR_B32_e64 def v2, v2, #7, v3, imp exec
  V_OR_B32_e32 def v2, s4, v2, imp exec
  V_LSHRREV_B32_e32 def v3, #5, v2, imp exec
  V_AND_B32_e32 def v3, #96, v3, imp exec
  V_ADD3_U32_e64 def v1, s9, v2, v3, imp exec";
    let found = addresses(&straight("gfx950", &format!("{lines}\n  {READ}")));
    let lane = |lane: u32| {
        let row = (lane & 15) << 7 | lane & 48;
        row + (row >> 5 & 96)
    };
    expect(found, lane, u32::MAX);
}

#[test]
fn a_pointer_that_a_loop_moves_keeps_its_pattern() {
    let body = format!(
        "block 0 frequency=1 depth=0 successors=1
  V_LSHLREV_B32_e32 def v1, #4, v0, imp exec
block 1 frequency=8 depth=1 loop=1 successors=1,2
  {READ}
  V_ADD_U32_e32 def v1, #4096, v1, imp exec
  S_CBRANCH_SCC1 bb.1, imp scc | term branch boundary
block 2 frequency=1 depth=0"
    );
    let found = addresses(&kernel("gfx942", &body)).expect("known");
    assert_eq!(found.lanes[63] - found.lanes[0], 63 * 16);
    assert_eq!(found.offset_bits.trailing_zeros(), 12);
}

/// Addresses where two paths meet.
fn where_meet(one: &str, other: &str) -> Option<LaneAddresses> {
    let body = format!(
        "block 0 frequency=1 depth=0 successors=1,2
  S_CBRANCH_SCC1 bb.2, imp scc | term branch boundary
block 1 frequency=1 depth=0 successors=3
{one}
  S_BRANCH bb.3 | term branch boundary
block 2 frequency=1 depth=0 successors=3
{other}
block 3 frequency=1 depth=0
  {READ}"
    );
    addresses(&kernel("gfx950", &body))
}

#[test]
fn what_one_path_leaves_undefined_is_what_it_is_on_others() {
    let known = "  V_LSHLREV_B32_e32 def v1, #4, v0, imp exec";
    let undefined = "  IMPLICIT_DEF def v1 | meta";
    for (one, other) in [(known, undefined), (undefined, known)] {
        expect(where_meet(one, other), |lane| lane * 16, 0);
    }
    // All of them, or unknown on one.
    let loaded = "  GLOBAL_LOAD_DWORD def v1, v[8:9], #0, #0, imp exec | load";
    for (one, other) in [
        (undefined, undefined),
        (undefined, loaded),
        (loaded, undefined),
        (loaded, known),
    ] {
        assert_eq!(where_meet(one, other), None, "{one} {other}");
    }
    // What is computed from it is not known.
    let computed = "  IMPLICIT_DEF def v2 | meta\n  V_ADD_U32_e32 def v1, #64, v2, imp exec";
    assert_eq!(where_meet(computed, known), None);
    // Scalar registers are the same in all lanes.
    let scalar = "  IMPLICIT_DEF def s2 | meta\n  V_LSHL_ADD_U32_e64 def v1, v0, #4, s2, imp exec";
    expect(where_meet(scalar, known), |lane| lane * 16, u32::MAX);
}

#[test]
fn two_patterns_that_meet_are_not_known() {
    let body = format!(
        "block 0 frequency=1 depth=0 successors=1,2
  V_LSHLREV_B32_e32 def v1, #4, v0, imp exec
  S_CBRANCH_SCC1 bb.2, imp scc | term branch boundary
block 1 frequency=1 depth=0 successors=2
  V_LSHLREV_B32_e32 def v1, #5, v0, imp exec
block 2 frequency=1 depth=0
  {READ}"
    );
    assert_eq!(addresses(&kernel("gfx942", &body)), None);
}

#[test]
fn what_is_written_while_lanes_are_off_is_not_known() {
    let shift = "V_LSHLREV_B32_e32 def v1, #4, v0, imp exec";
    let off = "S_AND_SAVEEXEC_B64 def s[2:3], s[0:1], def imp exec, def imp scc, imp exec";
    let on = "S_OR_B64 def exec, exec, s[2:3], def imp scc";
    let after = |lines: &[&str]| {
        let lines = lines.iter().map(|line| format!("  {line}\n"));
        addresses(&straight("gfx942", &lines.collect::<String>()))
    };
    expect(after(&[off, on, shift, READ]), |lane| 16 * lane, 0);
    assert_eq!(after(&[off, shift, on, READ]), None);
    let found = after(&[shift, off, READ]).expect("known in all lanes");
    assert!(!found.all_lanes);
}

#[test]
fn selections_by_lane_are_followed() {
    let lines = "
  V_AND_B32_e32 def v2, #16, v0, imp exec
  V_CMP_EQ_U32_e32 #0, v2, def imp vcc, imp exec
  V_MOV_B32_e32 def v3, #1088, imp exec
  V_CNDMASK_B32_e64 def v1, #0, v3, #0, #0, vcc, imp exec";
    let head = "opcode V_CNDMASK_B32_e64 modifiers=0xa\nblock 0 frequency=1 depth=0";
    let found = addresses(&kernel("gfx942", &format!("{head}{lines}\n  {READ}")));
    expect(found, |lane| if lane & 16 == 0 { 0 } else { 1088 }, 0);
}

#[test]
fn lanes_are_counted() {
    let lines = "
  V_MBCNT_LO_U32_B32_e64 def v1, #-1, #0, imp exec
  V_MBCNT_HI_U32_B32_e64 def v1, #-1, v1, imp exec
  V_MUL_U32_U24_e32 def v1, #20, v1, imp exec";
    let found = addresses(&straight("gfx90a", &format!("{lines}\n  {READ}")));
    expect(found, |lane| 20 * lane, 0);
}

#[test]
fn a_workgroup_of_more_dimensions_is_not_known() {
    let shift = "V_LSHLREV_B32_e32 def v1, #4, v0, imp exec";
    let packed = "V_BFE_U32_e64 def v2, v0, #10, #10, imp exec";
    let found = |gpu, line| addresses(&straight(gpu, &format!("  {line}\n  {shift}\n  {READ}")));
    assert_eq!(found("gfx942", packed), None);
    assert_eq!(
        found("gfx908", "V_ADD_U32_e32 def v9, v1, v0, imp exec"),
        None
    );
    expect(
        found("gfx942", "V_ADD_U32_e32 def v9, v1, v0, imp exec"),
        |lane| 16 * lane,
        0,
    );
}

#[test]
fn a_callable_function_knows_nothing_of_its_lanes() {
    let text = format!(
        "cdna-flat 1\nfunction \"f\"\ngpu gfx942\nresources lds=0 workgroup=256\n\
         block 0 frequency=1 depth=0\n  V_LSHLREV_B32_e32 def v1, #4, v0, imp exec\n  {READ}\n"
    );
    let function = text::parse(&text).expect("a function");
    assert_eq!(addresses(&function), None);
}

#[test]
fn limited_results_are_not_known() {
    let limited = "V_SUB_U32_e64 def v1, v0, #1, #-1, imp exec";
    let found = addresses(&straight("gfx942", &format!("  {limited}\n  {READ}")));
    assert_eq!(found, None);
}

#[test]
fn accesses_name_their_places() {
    let of = |line: &str| {
        let function = straight("gfx950", &format!("  {line}, imp exec"));
        let accesses = lds_accesses(&function);
        let access = accesses.first().map(|(_, access, _)| access.clone());
        access.map(|a| (a.bytes, a.offsets.to_vec(), a.direction))
    };
    let read = |bytes, offsets: &[u32]| Some((bytes, offsets.to_vec(), Direction::Read));
    let write = |bytes, offsets: &[u32]| Some((bytes, offsets.to_vec(), Direction::Write));
    assert_eq!(
        of("DS_READ_B128_gfx9 def v[4:7], v1, #32, #0"),
        read(16, &[32])
    );
    assert_eq!(
        of("DS_READ_B64_TR_B16 def v[4:5], v1, #512, #0"),
        read(8, &[512])
    );
    assert_eq!(of("DS_READ_U16_gfx9 def v4, v1, #6, #0"), read(2, &[6]));
    assert_eq!(
        of("DS_READ2_B32_gfx9 def v[4:5], v1, #1, #3, #0"),
        read(4, &[4, 12])
    );
    let st64 = "DS_READ2ST64_B64_gfx9 def v[4:7], v1, #0, #4, #0";
    assert_eq!(of(st64), read(8, &[0, 2048]));
    assert_eq!(of("DS_WRITE_B16_D16_HI v1, v2, #8, #0"), write(2, &[8]));
    assert_eq!(
        of("DS_WRITE2_B64_gfx9 v1, v[2:3], v[4:5], #0, #2, #0"),
        write(8, &[0, 16])
    );
    let atomic = of("DS_ADD_U32_gfx9 v1, v2, #0, #0").map(|found| found.2);
    assert_eq!(atomic, Some(Direction::Atomic));
    assert_eq!(of("DS_BPERMUTE_B32 def v4, v1, v2, #0"), None);
}

#[test]
fn a_second_coordinate_is_noticed_in_shifted_bits() {
    // `(y & 3) * 128 + x`, as LLVM merges the shifts; and `x / 2`.
    let addresses = |mask: u32| {
        let f = kernel(
            "gfx942",
            &format!(
                "block 0 frequency=1 depth=0
  V_LSHRREV_B32_e32 def v1, #1, v0, imp exec
  V_AND_B32_e32 def v0, #1023, v0, imp exec
  V_LSHLREV_B32_e32 def v2, #2, v0, imp exec
  S_MOVK_I32 def s2, #{mask}
  V_AND_OR_B32_e64 def v1, v1, s2, v2, imp exec
  DS_READ_B32_gfx9 def v9, v1, #0, #0, imp exec
"
            ),
        );
        lds_accesses(&f)
            .into_iter()
            .any(|(_, _, known)| known.is_some())
    };
    assert!(!addresses(1536));
    assert!(addresses(511));
}
