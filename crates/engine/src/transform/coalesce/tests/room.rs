//! Accumulators in crowded VGPRs: what gives way to them, and what does not.

use super::*;

/// An accumulator that is scaled, where factors of matrix instructions and what else the loop computes leave no VGPRs for the accumulator.
fn crowded() -> String {
    let mut before = String::new();
    let mut matrix = String::new();
    for at in (48..72).step_by(2) {
        before += &format!(
            "DS_READ_B64_gfx9 def v[{at}:{}], v1, #{}, #0, imp exec | load | read space=3 bytes=8\n",
            at + 1,
            8 * at
        );
        matrix += &format!(
            "V_MFMA_F32_32X32X8F16_mac_e64 def tied a[0:15], v[2:3], v[{at}:{}], tied a[0:15], #0, #0, #0, \
             imp mode, imp exec\n",
            at + 1
        );
    }
    let mut others = String::new();
    for at in 32..48 {
        others += &format!("V_ADD_U32_e32 def v{at}, v1, v6, imp exec\n");
    }
    for at in 32..48 {
        others += &format!("V_ADD_U32_e32 def v6, v{at}, v6, imp exec\n");
    }
    let first = "block 1 frequency=16";
    let read = "V_ACCVGPR_READ_B32_e64 def v32, a0";
    let end = "S_ENDPGM";
    let kept = "KILL v[0:31], v[72:95], v[96:127], v[128:159], v[160:191], v[192:223], v[224:255] | meta\n";
    scaled()
        .replace(first, &format!("{before}{first}"))
        .replace(read, &format!("{matrix}{others}{read}"))
        .replace(end, &format!("{kept}{end}"))
}

/// The same with another one in the place of the last matrix instruction, and with instructions at the end of the loop; there is room
/// for 24 registers more.
fn ending_with(matrix: &str, end: &str) -> String {
    let last = "V_MFMA_F32_32X32X8F16_mac_e64 def tied a[0:15], v[2:3], v[70:71], tied a[0:15]";
    let (body, branch) = (crowded(), "S_CBRANCH_SCC1");
    assert!(body.contains(last));
    let body = body
        .replace(last, matrix)
        .replace("v[72:95], ", "")
        .replace(branch, &format!("{end}{branch}"));
    format!("{APART}{body}")
}

/// The form of matrix instructions whose results are not in place.
const APART: &str = "opcode V_MFMA_F32_32X32X8F16_e64 classes=ae,vae,vae,ae,-,-,-\n";

/// Copies that are left in the loop.
fn copies_in_loop(function: &Function) -> usize {
    let copies = lines(function, 1);
    let is_copy = |line: &&String| line.starts_with("V_MOV") || line.starts_with("V_ACCVGPR");
    copies.iter().filter(is_copy).count()
}

#[test]
fn what_only_matrix_instructions_read_makes_room_for_accumulators() {
    let body = crowded();
    let (function, found) = coalesced_within(&body, Renaming::On, Reach::All);
    assert_eq!(found, Found::WithRoom);
    assert_eq!(copies_in_loop(&function), 0, "{function}");
    // Not only those that were in the way.
    assert_eq!(
        count(&function, "DS_READ_B64_gfx9 def a["),
        12,
        "{function}"
    );
    for line in lines(&function, 1) {
        let is_in_place = line.contains("_mac_vgprcd_e64 def tied v[");
        assert!(!line.contains("MFMA") || is_in_place, "{line}");
    }
    let (function, found) = coalesced_within(&body, Renaming::On, Reach::Copied);
    assert_ne!(found, Found::WithRoom);
    assert_eq!(count(&function, "V_ACCVGPR"), 32, "{function}");
    // What moves is read past EXEC.
    let (_, found) = coalesced_within(&body, Renaming::Strict, Reach::All);
    assert_ne!(found, Found::WithRoom);
}

#[test]
fn a_copy_goes_though_what_it_copies_is_read_after_the_loop_as_well() {
    let (scaled, summed) = (stores("v", 32), stores("a", 0));
    let body = crowded();
    assert!(body.contains(&scaled));
    let body = body.replace(&scaled, &summed);
    let (function, found) = coalesced_within(&body, Renaming::On, Reach::All);
    assert_eq!(found, Found::WithRoom);
    assert_eq!(copies_in_loop(&function), 0, "{function}");
}

#[test]
fn what_not_all_lanes_write_makes_no_room() {
    let load =
        "DS_READ_B64_gfx9 def v[70:71], v1, #560, #0, imp exec | load | read space=3 bytes=8\n";
    let body = crowded();
    assert!(body.contains(load));
    let masked = format!(
        "V_MOV_B32_e32 def v70, #0, imp exec\nV_MOV_B32_e32 def v71, #0, imp exec\n\
         S_AND_SAVEEXEC_B64 def s[6:7], vcc, imp def exec, imp def scc, imp exec\n{load}\
         S_OR_B64 def exec, exec, s[6:7], imp def scc\n"
    );
    let (function, found) =
        coalesced_within(&body.replace(load, &masked), Renaming::On, Reach::All);
    assert_eq!(found, Found::WithRoom);
    assert_eq!(
        count(&function, "DS_READ_B64_gfx9 def a["),
        11,
        "{function}"
    );
    assert_eq!(
        count(&function, "DS_READ_B64_gfx9 def v[70:71]"),
        1,
        "{function}"
    );
}

/// The result of a matrix instruction, and what it is added to and is needed afterwards, are in one file.
#[test]
fn who_adds_to_an_accumulator_goes_with_it() {
    let other = "V_MFMA_F32_32X32X8F16_e64 def early a[16:31], v[2:3], v[70:71], a[0:15]";
    let body = ending_with(other, &stores("a", 16));
    let (function, found) = coalesced_within(&body, Renaming::On, Reach::All);
    assert_eq!(found, Found::WithRoom, "{function}");
    assert_eq!(copies_in_loop(&function), 0, "{function}");
    assert_eq!(
        count(&function, "_vgprcd_e64 def early v["),
        1,
        "{function}"
    );
}

/// A copy of an accumulator before the last matrix instruction adds to it.
#[test]
fn what_is_copied_before_it_is_added_to_is_needed_as_long_as_the_copy() {
    let copies = (0..16).map(|at| format!("V_ACCVGPR_MOV_B32 def a{}, a{at}, imp exec\n", 16 + at));
    let other = "V_MFMA_F32_32X32X8F16_e64 def early a[32:47], v[2:3], v[70:71], a[0:15]";
    let other = copies.collect::<String>() + other;
    let mut body = ending_with(&other, &stores("a", 16));
    for at in 0..16 {
        let read = |from: u32| {
            format!(
                "V_ACCVGPR_READ_B32_e64 def v{}, a{from}, imp exec\n",
                32 + at
            )
        };
        body = body.replace(&read(at), &read(32 + at));
    }
    let (function, found) = coalesced_within(&body, Renaming::On, Reach::All);
    assert_eq!(found, Found::WithRoom, "{function}");
}

/// Between the reload of one iteration and that of the next, nothing but the slot has the value.
#[test]
fn what_is_in_a_register_in_place_of_a_slot_is_in_the_way() {
    let load =
        "DS_READ_B64_gfx9 def v[48:49], v1, #384, #0, imp exec | load | read space=3 bytes=8\n";
    let first = "block 1 frequency=16 depth=1 loop=1 successors=2,1\n";
    let body = crowded();
    let loads: Vec<&str> = body
        .lines()
        .filter(|l| l.starts_with("DS_READ_B64"))
        .collect();
    assert!(body.contains(load) && loads.len() == 12);
    let all = loads.join("\n") + "\n";
    let slot = "#16, #0, imp exec, imp flat_scratch";
    let before = format!(
        "V_ACCVGPR_WRITE_B32_e64 def a20, #1, imp exec\n\
         SCRATCH_STORE_DWORD_ST a20, {slot} | store | write space=5 bytes=4 spill=3+0\n"
    );
    let reload =
        format!("SCRATCH_LOAD_DWORD_ST def a20, {slot} | load | read space=5 bytes=4 spill=3+0\n");
    let store = "GLOBAL_STORE_DWORD_SADDR v0, a20, s[0:1], #80, #0, imp exec | store | write space=1 bytes=4\n";
    let body = body
        .replace(&all, "")
        .replace(first, &format!("{before}{first}{reload}{store}{all}"));
    let (function, found) = coalesced_within(&body, Renaming::On, Reach::All);
    assert_eq!(found, Found::WithRoom, "{function}");
    assert_eq!(copies_in_loop(&function), 0, "{function}");
    assert_eq!(count(&function, "SCRATCH"), 0, "{function}");
}

#[test]
fn many_short_lives_share_no_register_beyond_what_can_be_verified() {
    let mut pairs = String::new();
    for at in 0..80 {
        let first = 72 + 2 * at;
        pairs += &format!(
            "DS_READ_B64_gfx9 def v[{first}:{}], v1, #{}, #0, imp exec | load | read space=3 bytes=8\n\
             V_MFMA_F32_32X32X8F16_mac_e64 def tied a[0:15], v[2:3], v[{first}:{}], tied a[0:15], #0, #0, #0, \
             imp mode, imp exec\n",
            first + 1,
            8 * at,
            first + 1
        );
    }
    let read = "V_ADD_U32_e32 def v32, v1, v6";
    let body = crowded().replace(read, &format!("{pairs}{read}")).replace(
        "v[72:95], v[96:127], v[128:159], v[160:191], v[192:223], v[224:255]",
        "v[232:255]",
    );
    let (function, found) = coalesced_within(&body, Renaming::On, Reach::All);
    assert_eq!(found, Found::WithRoom, "{function}");
    assert_eq!(copies_in_loop(&function), 0, "{function}");
}

#[test]
fn values_get_other_registers_only_for_copies_that_are_worth_it() {
    let add = "V_ADD_U32_e32 def v6, v32, v6, imp exec\n";
    let rare = crowded().replace(add, &add.repeat(32 * 32));
    let (_, found) = coalesced_within(&rare, Renaming::On, Reach::All);
    assert_ne!(found, Found::WithRoom);
}

/// Sums that go to and fro between two tuples, in VGPRs of which no more than one tuple is left.
#[test]
fn sums_stay_in_place_where_there_is_no_room_for_two() {
    let body = crowded();
    let there = "def tied a[0:15], v[2:3], v[48:49], tied a[0:15]";
    let back = "def tied a[0:15], v[2:3], v[50:51], tied a[0:15]";
    let apart = body
        .replace(
            &format!("V_MFMA_F32_32X32X8F16_mac_e64 {there}"),
            "V_MFMA_F32_32X32X8F16_e64 def early a[16:31], v[2:3], v[48:49], a[0:15]",
        )
        .replace(
            &format!("V_MFMA_F32_32X32X8F16_mac_e64 {back}"),
            "V_MFMA_F32_32X32X8F16_e64 def early a[0:15], v[2:3], v[50:51], a[16:31]",
        );
    let body = format!("{APART}{apart}");
    let (function, found) = coalesced_within(&body, Renaming::On, Reach::All);
    assert_eq!(found, Found::WithRoom, "{function}");
    assert_eq!(copies_in_loop(&function), 0, "{function}");
    assert_eq!(
        count(&function, "_mac_vgprcd_e64 def tied v["),
        13,
        "{function}"
    );
}
