//! What is handed over in LDS at barriers.

use super::*;

fn rules(body: &str) -> Vec<(Severity, String, u32)> {
    let options = Options {
        undecided: true,
        ..Options::default()
    };
    let findings = report(body, options).findings.into_iter();
    let handovers = findings.filter(|finding| finding.rule.starts_with("wait-handover"));
    let parts = handovers.map(|f| (f.severity, f.rule.to_string(), f.at.line));
    parts.collect()
}

fn error(line: u32) -> Vec<(Severity, String, u32)> {
    vec![(Severity::Error, "wait-handover".to_owned(), line)]
}

fn undecided(rule: &str, line: u32) -> Vec<(Severity, String, u32)> {
    vec![(Severity::Undecided, rule.to_owned(), line)]
}

#[test]
fn a_write_that_is_not_waited_for_before_the_barrier_is_an_error() {
    let body = |wait: &str| {
        format!("ds_write_b32 v1, v2\n{wait}\ns_barrier\nds_read_b32 v3, v4\ns_waitcnt lgkmcnt(0)")
    };
    assert_eq!(rules(&body("s_nop 0")), error(7));
    assert_eq!(rules(&body("s_waitcnt vmcnt(0)")), error(7));
    // Counted, but read behind no other barrier.
    assert_eq!(rules(&body("s_waitcnt lgkmcnt(1)")), error(7));
    assert_eq!(rules(&body("s_waitcnt lgkmcnt(0)")), []);
    // As many younger ones as the counter can hold complete nothing.
    let full = "ds_read_b32 v20, v10\n".repeat(16);
    let found = report(&body(&full), Options::default()).findings;
    let handed = found.iter().find(|f| f.rule == "wait-handover");
    let handed = handed.expect("a write that is not complete");
    // The highest count that waits for anything.
    assert_eq!(handed.mend, "insert s_waitcnt lgkmcnt(14) before line 23");
    let report = report(&body("s_nop 0"), Options::default());
    assert_eq!(
        report.findings[0].mend,
        "insert s_waitcnt lgkmcnt(0) before line 7"
    );
    assert!(
        report.findings[0]
            .message
            .ends_with("(line 8: ds_read_b32 v3, v4)")
    );
    let atomic = "ds_add_u32 v1, v2\ns_barrier\nds_read_b32 v3, v4\ns_waitcnt lgkmcnt(0)";
    assert_eq!(rules(atomic), error(6));
}

#[test]
fn the_barrier_of_a_loop_hands_over_to_the_next_iteration_and_the_other_barrier_does_not() {
    let body = |wait: &str| {
        format!(
            "l:\nds_write_b32 v1, v2\n{wait}\ns_barrier\nds_read_b32 v3, v4\ns_waitcnt lgkmcnt(0)\n\
             s_barrier\ns_cbranch_scc1 l"
        )
    };
    assert_eq!(rules(&body("s_nop 0")), error(8));
    assert_eq!(rules(&body("s_waitcnt lgkmcnt(0)")), []);
}

#[test]
fn only_as_much_is_waited_for_as_is_written_before() {
    let body = "ds_write_b32 v1, v2\nds_bpermute_b32 v5, v6, v7\ns_barrier\nds_read_b32 v3, v4\n\
                s_waitcnt lgkmcnt(0)";
    let report = report(body, Options::default());
    assert_eq!(
        report.findings[0].lack,
        Lack::Wait {
            counter: "lgkmcnt".into(),
            count: 1
        }
    );
}

#[test]
fn a_write_that_a_later_barrier_hands_over_is_undecided_at_one_that_keeps_step() {
    let body = |pace: &str| {
        format!(
            "ds_write_b32 v1, v2\n{pace}\nds_read_b32 v3, v4 offset:4096\ns_waitcnt lgkmcnt(0)\ns_barrier\n\
             ds_read_b32 v5, v4\ns_waitcnt lgkmcnt(0)"
        )
    };
    assert_eq!(
        rules(&body("s_barrier")),
        undecided("wait-handover-other", 6)
    );
    assert_eq!(by_default(&body("s_barrier")), []);
    assert_eq!(report(&body("s_barrier"), Options::default()).undecided, 1);
    assert_eq!(rules(&body("s_nop 0")), []);
    // A buffer that moves: what is read behind the next barrier is what an earlier iteration wrote.
    let ring = "l:\nds_write_b32 v1, v2\ns_barrier\nds_read_b32 v3, v4\nv_xor_b32 v1, 0x1000, v1\n\
                s_waitcnt lgkmcnt(0)\ns_barrier\nv_xor_b32 v4, 0x1000, v4\ns_cbranch_scc1 l";
    assert_eq!(rules(ring), undecided("wait-handover-other", 7));
}

#[test]
fn what_is_known_to_be_elsewhere_is_no_finding() {
    let body = |base: &str, offset: u32| {
        format!(
            "v_and_b32 v5, 63, v0\n{base}\nds_write_b32 v1, v2\ns_barrier\n\
             v_lshlrev_b32 v4, 2, v5\nds_read_b32 v3, v4 offset:{offset}\ns_waitcnt lgkmcnt(0)"
        )
    };
    // 64 lanes of 4 bytes.
    let base = "v_lshlrev_b32 v1, 2, v5";
    assert_eq!(rules(&body(base, 256)), []);
    assert_eq!(rules(&body(base, 252)), error(8));
    assert_eq!(rules(&body("v_mov_b32 v1, v6", 256)), error(8));
    // Lanes that are switched off keep another address.
    let masked = "v_mov_b32 v1, v7\ns_mov_b64 exec, s[4:5]\nv_mov_b32 v1, 0\ns_mov_b64 exec, -1";
    let found = rules(&body(masked, 256));
    assert_eq!(found.len(), 1, "{found:?}");
}

#[test]
fn loads_into_lds_and_reads_are_named() {
    let load = |wait: &str| {
        format!(
            "s_mov_b32 m0, 0\ns_nop 0\nbuffer_load_dword v1, s[4:7], 0 offen lds\n{wait}\ns_barrier\n\
             s_waitcnt vmcnt(0)\nds_read_b32 v2, v3\ns_waitcnt lgkmcnt(0)"
        )
    };
    assert_eq!(rules(&load("s_nop 0")), undecided("wait-handover-load", 9));
    assert_eq!(rules(&load("s_waitcnt vmcnt(0)")), []);
    let read = |wait: &str| {
        format!("ds_read_b32 v2, v3\n{wait}\ns_barrier\nds_write_b32 v1, v4\ns_waitcnt lgkmcnt(0)")
    };
    assert_eq!(rules(&read("s_nop 0")), undecided("wait-handover-read", 7));
    assert_eq!(rules(&read("s_waitcnt lgkmcnt(0)")), []);
    // Two reads are nothing to each other.
    assert_eq!(
        rules("ds_read_b32 v2, v3\ns_barrier\nds_read_b32 v1, v3\ns_waitcnt lgkmcnt(0)"),
        []
    );
}

/// A kernel with metadata: so many work items in a workgroup at most.
fn sized(body: &str, size: u32) -> String {
    format!(
        "{}\t.amdgpu_metadata\n---\namdhsa.version: [1, 2]\namdhsa.kernels:\n  - .name: k\n    .symbol: k.kd\n\
         \x20   .kernarg_segment_size: 0\n    .kernarg_segment_align: 8\n    .group_segment_fixed_size: 1024\n\
         \x20   .private_segment_fixed_size: 0\n    .wavefront_size: 64\n    .sgpr_count: 32\n    .vgpr_count: 64\n\
         \x20   .max_flat_workgroup_size: {size}\n...\n\t.end_amdgpu_metadata\n",
        kernel(body)
    )
}

fn rules_of(text: &str) -> Vec<(Severity, String)> {
    let options = Options {
        undecided: true,
        ..Options::default()
    };
    let report = lint(text.as_bytes(), Some(Target::of(Gpu::Gfx942)), options).expect("assembly");
    let handovers = report.findings.into_iter();
    let handovers = handovers.filter(|finding| finding.rule.starts_with("wait-handover"));
    handovers
        .map(|f| (f.severity, f.rule.to_string()))
        .collect()
}

#[test]
fn a_workgroup_of_one_wave_hands_nothing_over() {
    let body = "ds_write_b32 v1, v2\ns_barrier\nds_read_b32 v3, v4\ns_waitcnt lgkmcnt(0)";
    let found = |size: u32| rules_of(&sized(body, size)).len();
    assert_eq!((found(64), found(128)), (0, 1));
}

/// Each wave has a part of LDS, found by its number: what is read behind the barrier is what the same wave wrote. Not
/// where parts overlap, where two waves have one part, or where the place is another wave's.
#[test]
fn what_is_in_the_part_of_the_wave_itself_is_undecided() {
    let body = |number: &str, bytes: u32, again: &str| {
        format!(
            "v_and_b32 v5, 0x3ff, v0\n{number}\nv_and_b32 v5, 63, v5\nv_readfirstlane_b32 s4, v6\n\
             s_mul_i32 s5, s4, {bytes}\nv_lshlrev_b32 v1, 2, v5\nv_add_u32 v1, s5, v1\nds_write_b32 v1, v2\n\
             s_barrier\nv_lshlrev_b32 v4, 2, v5\n{again}\nds_read_b32 v3, v4 offset:256\ns_waitcnt lgkmcnt(0)"
        )
    };
    let found = |body: String| rules_of(&sized(&body, 256));
    let own = [(Severity::Undecided, "wait-handover-own".to_owned())];
    let error = [(Severity::Error, "wait-handover".to_owned())];
    let (number, same) = ("v_lshrrev_b32 v6, 6, v5", "v_add_u32 v4, s5, v4");
    assert_eq!(found(body(number, 512, same)), own);
    assert_eq!(found(body(number, 508, same)), error);
    assert_eq!(found(body("v_lshrrev_b32 v6, 7, v5", 512, same)), error);
    let next = "s_lshl_b32 s5, s4, 10\nv_add_u32 v4, s5, v4";
    assert_eq!(found(body(number, 512, next)), error);
    assert_eq!(found(body(number, 512, "s_nop 0")), error);
    // Without arithmetic in scalar registers, and by bits of its own.
    let vector = "v_lshlrev_b32 v6, 9, v6\nv_lshl_or_b32 v1, v5, 2, v6\nds_write_b32 v1, v2\ns_barrier\n\
                  ds_read_b32 v3, v1 offset:256\ns_waitcnt lgkmcnt(0)";
    let vector = format!("v_lshrrev_b32 v6, 6, v0\nv_and_b32 v5, 63, v0\n{vector}");
    let first = "v_and_b32 v0, 0x3ff, v0\n";
    assert_eq!(found(format!("{first}{vector}")), own);
    // All three dimensions are in it.
    assert_eq!(found(vector), error);
    let bytes = "v_lshrrev_b32 v6, 6, v0\nv_and_b32 v5, 63, v0\nv_lshl_add_u32 v1, v6, 6, v5\nds_write_b8 v1, v2\n\
                 s_barrier\nds_read_u8 v3, v1\ns_waitcnt lgkmcnt(0)";
    assert_eq!(found(format!("{first}{bytes}")), own);
    assert_eq!(found(bytes.to_owned()), error);
}

/// Another access does not stand for the one that is in another wave's part.
#[test]
fn what_is_the_waves_own_hides_nothing() {
    let body = "v_and_b32 v5, 0x3ff, v0\nv_lshrrev_b32 v6, 6, v5\nv_and_b32 v5, 63, v5\nv_lshlrev_b32 v1, 8, v6\n\
                v_lshl_add_u32 v1, v5, 2, v1\nds_write_b32 v1, v2\ns_barrier\nds_read_b32 v3, v1\nds_read_b32 v4, v7\n\
                s_waitcnt lgkmcnt(0)";
    let found = rules_of(&sized(body, 256));
    assert!(
        found.contains(&(Severity::Error, "wait-handover".to_owned())),
        "{found:?}"
    );
}

#[test]
fn a_write_that_a_count_lets_be_is_named_so() {
    let body = |wait: &str| {
        format!(
            "ds_write_b32 v1, v2\nds_write_b32 v8, v2 offset:1024\n{wait}\ns_barrier\n\
             ds_read_b32 v3, v4 offset:4096\ns_waitcnt lgkmcnt(0)\ns_barrier\nds_read_b32 v5, v4\n\
             s_waitcnt lgkmcnt(0)"
        )
    };
    let counted = undecided("wait-handover-count", 8);
    assert_eq!(rules(&body("s_waitcnt lgkmcnt(1)")), counted);
    let other = undecided("wait-handover-other", 8);
    assert_eq!(rules(&body("s_nop 0")), other);
    // Behind the barrier a count says nothing about it.
    let behind = "ds_write_b32 v1, v2\ns_barrier\ns_waitcnt lgkmcnt(1)\nds_read_b32 v3, v4 offset:4096\n\
                  s_waitcnt lgkmcnt(0)\ns_barrier\nds_read_b32 v5, v4\ns_waitcnt lgkmcnt(0)";
    assert_eq!(rules(behind), undecided("wait-handover-other", 6));
}

/// A callee may have waited, and met barriers of its own.
#[test]
fn nothing_is_known_to_be_outstanding_behind_a_call() {
    let body = |call: &str| {
        format!("ds_write_b32 v1, v2\n{call}\ns_barrier\nds_read_b32 v3, v4\ns_waitcnt lgkmcnt(0)")
    };
    assert_eq!(rules(&body("s_swappc_b64 s[30:31], s[4:5]")), []);
    assert_eq!(rules(&body("s_nop 0")), error(7));
}

/// A kernel whose descriptor says how many dimensions `v0` has.
fn with_dimensions(last: u32, body: &str) -> Vec<(Severity, String, u32)> {
    let described = format!(
        "\t.amdhsa_kernel k\n\t\t.amdhsa_system_vgpr_workitem_id {last}\n\
         \t\t.amdhsa_user_sgpr_count 2\n"
    );
    let metadata = "\t.amdgpu_metadata\n---\namdhsa.kernels:\n  - .name: k\n    .symbol: k.kd\n    \
                    .max_flat_workgroup_size: 256\namdhsa.version: [1, 2]\n...\n\t.end_amdgpu_metadata\n";
    let text = kernel(body).replace("\t.amdhsa_kernel k\n", &described) + metadata;
    let options = Options {
        undecided: true,
        ..Options::default()
    };
    let report = lint(text.as_bytes(), Some(Target::of(Gpu::Gfx942)), options).expect("assembly");
    let findings = report.findings.into_iter();
    let handovers = findings.filter(|finding| finding.rule.starts_with("wait-handover"));
    handovers
        .map(|f| (f.severity, f.rule.to_string(), f.at.line))
        .collect()
}

/// Each lane has 64 bytes of LDS; what is read behind the barrier, and which of it, differs. Some `v_and` reads `v0` when
/// it no longer holds the number.
#[test]
fn a_lane_s_own_part_is_undecided_if_the_descriptor_says_that_v0_is_its_number() {
    let body = |offset: u32| {
        format!(
            "v_lshlrev_b32 v7, 6, v0\nv_mov_b32 v0, v9\nv_and_b32 v0, 63, v0\nds_write_b32 v7, v2\ns_barrier\n\
             ds_read_b32 v3, v7 offset:{offset}\ns_waitcnt lgkmcnt(0)"
        )
    };
    for offset in [0, 8] {
        let found = with_dimensions(0, &body(offset));
        assert_eq!(found, undecided("wait-handover-own", 9));
    }
    // Another lane's, of another wave perhaps.
    assert_eq!(with_dimensions(0, &body(64)), error(9));
    assert_eq!(with_dimensions(1, &body(0)), error(9));
    assert_eq!(with_dimensions(2, &body(0)), error(9));
}
