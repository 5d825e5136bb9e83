//! Small kernels with and without what is missing.

mod handover;
mod hidden;

use super::*;
use crate::assembly::object::Target;
use crate::gpu::Gpu;

/// A kernel of these instructions.
fn kernel(body: &str) -> String {
    format!(
        "\t.text\n\t.globl k\n\t.type k,@function\nk:\n{body}\n\ts_endpgm\n\t.amdhsa_kernel k\n\
         \t\t.amdhsa_next_free_vgpr 64\n\t\t.amdhsa_next_free_sgpr 32\n\t\t.amdhsa_accum_offset 32\n\
         \t.end_amdhsa_kernel\n"
    )
}

fn report(body: &str, options: Options) -> Report {
    let text = kernel(body);
    lint(text.as_bytes(), Some(Target::of(Gpu::Gfx942)), options).expect("assembly")
}

/// Rules and lines (the body begins on line 5) of what is found.
fn found(body: &str, options: Options) -> Vec<(String, u32)> {
    let findings = report(body, options).findings;
    let of = |f: &Finding| (f.rule.to_string(), f.at.line);
    findings.iter().map(of).collect()
}

fn by_default(body: &str) -> Vec<(String, u32)> {
    let options = Options {
        policy: Policy::Isa,
        ..Options::default()
    };
    found(body, options)
}

const MATRIX: &str = "v_mfma_f32_32x32x8_f16 a[0:15], v[2:3], v[4:5], a[0:15]";

#[test]
fn a_nop_that_is_too_short_is_found_once_with_its_mend() {
    let body = |nops: &str| {
        format!("{MATRIX}\n{nops}\nv_accvgpr_read_b32 v1, a0\nv_accvgpr_read_b32 v6, a1")
    };
    // Eight passes: 11 wait states. The second read is served by the mend of the first.
    let report = report(&body("s_nop 8"), Options::default());
    let [finding] = &report.findings[..] else {
        panic!("expected one finding: {:#?}", report.findings);
    };
    assert_eq!(finding.at.line, 7);
    assert_eq!(finding.lack, Lack::WaitStates { have: 9, need: 11 });
    assert_eq!(finding.mend, "insert s_nop 1 before line 7");
    assert_eq!(found(&body("s_nop 10"), Options::default()), []);
}

#[test]
fn a_wait_on_one_way_of_two_is_missing_on_the_other() {
    let body = "s_load_dword s4, s[0:1], 0x0\ns_cbranch_scc1 skip\ns_waitcnt lgkmcnt(0)\nskip:\n\
                v_mov_b32 v0, s4\nv_mov_b32 v1, s4";
    let report = report(body, Options::default());
    let [finding] = &report.findings[..] else {
        panic!("expected one finding: {:#?}", report.findings);
    };
    assert_eq!(finding.rule, "wait-lgkmcnt");
    assert_eq!(finding.path, ["k", "skip"]);
    assert_eq!(finding.mend, "insert s_waitcnt lgkmcnt(0) before line 9");
}

#[test]
fn a_count_that_fits_one_way_only_is_suspicious() {
    let body = "global_load_dword v1, v0, s[2:3]\ns_cbranch_scc1 skip\n\
                global_load_dword v2, v0, s[2:3]\nskip:\ns_waitcnt vmcnt(1)\nv_mov_b32 v3, v1";
    assert_eq!(by_default(body), [("wait-count-path".to_owned(), 10)]);
}

#[test]
fn loads_into_lds_are_undecided_unless_nothing_waits_for_them() {
    let body = |wait: &str| {
        format!(
            "s_mov_b32 m0, 0\ns_nop 0\nbuffer_load_dword v1, s[4:7], 0 offen lds\n\
             ds_read_b32 v2, v3\n{wait}\ns_waitcnt lgkmcnt(0)"
        )
    };
    assert_eq!(by_default(&body("s_waitcnt vmcnt(0)")), []);
    let never = [("wait-lds-load-never".to_owned(), 8)];
    assert_eq!(by_default(&body("s_nop 0")), never);
    let undecided = Options {
        undecided: true,
        ..Options::default()
    };
    let found = found(&body("s_waitcnt vmcnt(0)"), undecided);
    assert_eq!(found, [("wait-lds-load".to_owned(), 8)]);
}

#[test]
fn what_dpp_keeps_is_no_source() {
    let body = |source: &str| {
        format!(
            "v_mov_b32 v1, v2\nv_mov_b32_dpp v1, {source} quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf"
        )
    };
    assert_eq!(by_default(&body("v3")), []);
    assert_eq!(by_default(&body("v1")), [("cdna3.t11.12".to_owned(), 6)]);
}

#[test]
fn needless_waits_and_nops_are_found_on_request() {
    let pedantic = Options {
        needless: true,
        ..Options::default()
    };
    let body =
        format!("s_waitcnt vmcnt(0)\n{MATRIX}\ns_nop 15\nv_accvgpr_read_b32 v1, a0\ns_nop 2");
    assert_eq!(by_default(&body), []);
    let expected = [
        ("needless-wait", 5),
        ("needless-nop", 7),
        ("needless-nop", 9),
    ];
    let expected = expected.map(|(rule, line)| (rule.to_owned(), line));
    assert_eq!(found(&body, pedantic), expected);
    // A wait that something may be for is not called needless.
    let body = "ds_write_b32 v0, v1\ns_waitcnt lgkmcnt(0)\ns_barrier";
    assert_eq!(found(body, pedantic), []);
}

#[test]
fn every_wait_that_is_taken_away_is_found() {
    let lines = [
        "s_load_dwordx2 s[2:3], s[0:1], 0x0",
        "s_waitcnt lgkmcnt(0)",
        "global_load_dword v1, v0, s[2:3]",
        "global_load_dword v2, v0, s[2:3] offset:4",
        "s_waitcnt vmcnt(1)",
        "v_add_f32 v3, v1, v1",
        "s_waitcnt vmcnt(0)",
        "v_add_f32 v4, v2, v2",
        "ds_read_b32 v5, v0",
        "s_waitcnt lgkmcnt(0)",
        "v_mov_b32 v6, v5",
        "v_readlane_b32 s8, v6, 0",
        "s_nop 1",
        "v_add_f32 v7, s8, v3",
    ];
    assert_eq!(
        by_default(&lines.join("\n")),
        [("cdna3.t11.19".to_owned(), 16)]
    );
    let mended = lines
        .join("\n")
        .replace("v_readlane", "s_nop 0\nv_readlane");
    assert_eq!(by_default(&mended), []);
    let all: Vec<&str> = mended.lines().collect();
    for (at, line) in all.iter().enumerate() {
        if line.starts_with("s_waitcnt") || line.starts_with("s_nop") {
            let mut without = all.clone();
            without.remove(at);
            assert_eq!(
                by_default(&without.join("\n")).len(),
                1,
                "without line {at}: {line}"
            );
        }
    }
}

#[test]
fn identities_survive_moved_lines() {
    let body = "global_load_dword v1, v0, s[2:3]\nv_mov_b32 v2, v1";
    let one = report(body, Options::default()).findings;
    let moved = report(
        &format!("; a comment\ns_mov_b32 s9, 0\n{body}"),
        Options::default(),
    )
    .findings;
    assert_eq!(one.len(), 1);
    assert_ne!(one[0].at.line, moved[0].at.line);
    assert_eq!(one[0].identity, moved[0].identity);
}

#[test]
fn a_text_without_a_target_is_refused() {
    let error = lint(kernel("").as_bytes(), None, Options::default()).expect_err("no target");
    assert!(matches!(error, Error::NoTarget), "{error}");
    let text = format!(
        ".amdgcn_target \"amdgcn-amd-amdhsa--gfx90a\"\n{}",
        kernel("")
    );
    let asked = Some(Target::of(Gpu::Gfx942));
    let error = lint(text.as_bytes(), asked, Options::default()).expect_err("two targets");
    assert!(matches!(error, Error::OtherTarget { .. }), "{error}");
}

#[test]
fn what_exchanges_values_of_lanes_does_not_wait_for_loads_into_lds() {
    let undecided = Options {
        undecided: true,
        ..Options::default()
    };
    let after_load = |inst: &str| {
        let body =
            format!("s_mov_b32 m0, 0\ns_nop 0\nbuffer_load_dword v0, s[4:7], 0 offen lds\n{inst}");
        found(&body, undecided).len()
    };
    assert_eq!(after_load("ds_read_b32 v1, v2"), 1);
    for inst in [
        "ds_bpermute_b32 v1, v2, v3",
        "ds_permute_b32 v1, v2, v3",
        "ds_swizzle_b32 v1, v2",
    ] {
        assert_eq!(after_load(inst), 0, "{inst}");
    }
}
