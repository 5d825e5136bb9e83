//! Small kernels with and without what is missing.

mod handover;
mod hidden;

use super::*;
use crate::target;
use cdnasched_base::gpu::Gpu;
use cdnasched_object::Target;

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

/// A load into one half reads the register for the other, though the encoding names it once.
#[test]
fn what_a_load_keeps_is_read() {
    let body = |nops: &str| {
        format!(
            "v_mfma_f64_4x4x4_4b_f64 v[20:21], v[14:15], v[16:17], v[14:15]\n{nops}\n\
             global_load_short_d16_hi v21, v1, s[4:5]\ns_waitcnt vmcnt(0)"
        )
    };
    assert_eq!(by_default(&body("s_nop 7")), [("dgemm4.mem".to_owned(), 7)]);
    assert_eq!(by_default(&body("s_nop 8")), []);
}

/// So does arithmetic that writes one byte or half and leaves the others.
#[test]
fn what_sdwa_keeps_is_read() {
    let body = |nops: &str| {
        format!(
            "v_rcp_f32_e32 v18, v19\n{nops}\nv_add_f16_sdwa v18, v26, v26 dst_sel:WORD_1 \
             dst_unused:UNUSED_PRESERVE src0_sel:WORD_0 src1_sel:WORD_1"
        )
    };
    assert_eq!(by_default(&body("")), [("cdna3.t11.21".to_owned(), 7)]);
    assert_eq!(by_default(&body("s_nop 0")), []);
}

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

/// LLVM marks what is the author's, in which no compiler puts nops.
#[test]
fn what_is_in_inline_assembly_says_so() {
    let body = format!("{MATRIX}\n\t;;#ASMSTART\nv_accvgpr_read_b32 v1, a0\n\t;;#ASMEND\ns_nop 0");
    let report = report(&body, Options::default());
    let [finding] = &report.findings[..] else {
        panic!("expected one finding: {:#?}", report.findings);
    };
    let after = finding.after.as_ref().expect("the matrix instruction");
    assert!(finding.at.in_asm && !after.in_asm);
    assert_eq!(
        finding.mend,
        "insert s_nop 10 before line 7, in inline assembly"
    );
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

/// Reads of LDS are complete in the order of their issue.
#[test]
fn a_finding_is_served_by_the_mend_of_one_before_it() {
    let read = |registers: std::ops::Range<u32>| -> String {
        registers
            .map(|reg| format!("ds_read_b32 v{reg}, v0 offset:{}\n", 4 * reg))
            .collect()
    };
    let lgkmcnt = |lines: &[u32]| -> Vec<(String, u32)> {
        lines
            .iter()
            .map(|&line| ("wait-lgkmcnt".to_owned(), line))
            .collect()
    };
    // The later result first: its wait is for both.
    let body = read(1..3) + "v_mov_b32 v8, v2\nv_mov_b32 v9, v1";
    assert_eq!(by_default(&body), lgkmcnt(&[7]));
    // The other way round each needs its own.
    let body = read(1..3) + "v_mov_b32 v8, v1\nv_mov_b32 v9, v2";
    assert_eq!(by_default(&body), lgkmcnt(&[7, 8]));
    // One that was issued behind the mend.
    let body = read(1..3) + "v_mov_b32 v8, v2\nds_read_b32 v1, v0 offset:64\nv_mov_b32 v9, v1";
    assert_eq!(by_default(&body).len(), 2, "{:?}", by_default(&body));
    // More than the counter can name: the weakest wait serves the first four of 18.
    let uses: String = (1..19)
        .map(|reg| format!("v_mov_b32 v{}, v{reg}\n", 30 + reg))
        .collect();
    let lines: Vec<u32> = [23].into_iter().chain(27..41).collect();
    assert_eq!(by_default(&(read(1..19) + &uses)), lgkmcnt(&lines));
    // Scalar loads return in any order.
    let body = "s_load_dword s4, s[0:1], 0x0\ns_load_dword s5, s[0:1], 0x4\n\
                v_mov_b32 v8, s4\nv_mov_b32 v9, s5";
    assert_eq!(by_default(body), lgkmcnt(&[7]));
}

/// LDS answers in order, but scalar loads raise the counter, too.
#[test]
fn a_mend_counts_nothing_while_scalar_loads_are_on_their_way() {
    let mend = |between: &str| {
        let body = format!("ds_read_b32 v1, v0\n{between}\nds_read_b32 v2, v0\nv_mov_b32 v3, v1");
        let report = report(&body, Options::default());
        report.findings.first().map(|found| found.mend.clone())
    };
    let before = |count| Some(format!("insert s_waitcnt lgkmcnt({count}) before line 8"));
    assert_eq!(mend("s_nop 0"), before(1));
    assert_eq!(mend("s_load_dword s4, s[0:1], 0x0"), before(0));
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
fn what_only_a_call_may_have_written_is_undecided() {
    let body = "s_swappc_b64 s[30:31], s[4:5]\n\
                v_mov_b32_dpp v1, v2 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf";
    let llvm = |undecided| Options {
        policy: Policy::Llvm,
        undecided,
        ..Options::default()
    };
    assert_eq!(found(body, llvm(false)), []);
    assert_eq!(found(body, llvm(true)), [("cdna3.t11.12".to_owned(), 6)]);
}

/// LLVM writes arguments right before calls. What is too close behind one hides nothing that is decided.
#[test]
fn what_only_the_code_behind_a_call_may_read_is_undecided() {
    let of = |policy, undecided| Options {
        policy,
        undecided,
        ..Options::default()
    };
    let call = "s_swappc_b64 s[30:31], s[4:5]";
    let body = format!("v_mov_b32 v0, v1\n{call}");
    let late = [("cdna3.t37.100".to_owned(), 6)];
    assert_eq!(found(&body, of(Policy::Isa, false)), []);
    assert_eq!(found(&body, of(Policy::Isa, true)), late);
    assert_eq!(found(&body, of(Policy::Safe, false)), late);
    assert_eq!(found(&body, of(Policy::Exact, false)), []);
    let before = format!("v_readlane_b32 s4, v3, 0\nv_mul_lo_u32 v6, v5, s4\n{body}");
    assert_eq!(
        found(&before, of(Policy::Isa, false)),
        [("cdna3.t11.18".to_owned(), 6)]
    );
    // Two wait states are there: the call is one.
    let apart = format!("v_mov_b32 v0, v1\ns_nop 0\n{call}");
    assert_eq!(found(&apart, of(Policy::Safe, true)), []);
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
    assert!(
        matches!(error, Error::Target(target::Error::Unsaid(_))),
        "{error}"
    );
    let text = format!(
        ".amdgcn_target \"amdgcn-amd-amdhsa--gfx90a\"\n{}",
        kernel("")
    );
    let asked = Some(Target::of(Gpu::Gfx942));
    let error = lint(text.as_bytes(), asked, Options::default()).expect_err("two targets");
    assert!(
        matches!(error, Error::Target(target::Error::Other { .. })),
        "{error}"
    );
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

/// Rules and severities of what is found on a GPU.
fn judged(body: &str, gpu: Gpu, policy: Policy) -> Vec<(String, Severity)> {
    let options = Options {
        policy,
        ..Options::default()
    };
    let report = lint(kernel(body).as_bytes(), Some(Target::of(gpu)), options).expect("assembly");
    let of = |f: &Finding| (f.rule.to_string(), f.severity);
    report.findings.iter().map(of).collect()
}

fn one(rule: &str, severity: Severity) -> Vec<(String, Severity)> {
    vec![(rule.to_owned(), severity)]
}

#[test]
fn a_scalar_register_that_the_scalar_alu_has_written_since_is_not_late() {
    let body =
        |between: &str| format!("v_readlane_b32 s4, v3, 0\n{between}\nv_mul_lo_u32 v6, v5, s4");
    let by_documents = |between| judged(&body(between), Gpu::Gfx942, Policy::Isa);
    assert_eq!(by_documents("s_mul_i32 s4, s4, s5"), []);
    // It reads what the vector ALU wrote.
    let late = one("cdna3.t11.18", Severity::Error);
    assert_eq!(by_documents("v_mov_b32 v0, v1"), late);
    // It may be left as it was.
    let untold = by_documents("s_cmov_b32 s4, s5");
    assert_eq!(untold, one("cdna3.t11.18", Severity::Suspicious));
    // LLVM asks for as many, whatever stands between.
    assert_eq!(
        judged(&body("s_mul_i32 s4, s4, s5"), Gpu::Gfx942, Policy::Llvm),
        late
    );
}

#[test]
fn what_stands_between_counts_by_the_least_time_that_it_takes() {
    let result = |between: &str| {
        format!(
            "v_mfma_f32_16x16x32_fp8_fp8 v[8:11], v[20:21], v[22:23], v[8:11]\n{between}\n\
             ds_write_b32 v0, v8"
        )
    };
    let of = |between: &str| judged(&result(between), Gpu::Gfx942, Policy::Isa);
    let independent = "v_mfma_f32_16x16x32_fp8_fp8 v[12:15], v[20:21], v[22:23], 0\n";
    // Each of two others waits for the pipe: 4 + 4 slots, though they are two instructions.
    let rule = "cdna3.t37.106";
    assert_eq!(of(&independent.repeat(2)), one(rule, Severity::Suspicious));
    assert_eq!(of(independent), one(rule, Severity::Error));
    assert_eq!(
        of("v_mov_b32 v1, v2\nv_mov_b32 v3, v2"),
        one(rule, Severity::Error)
    );
    // Two branches that are taken: ten slots at least. One that is not taken is one.
    let taken = "s_branch a\nb: s_branch c\na: s_branch b\nc:";
    assert_eq!(of(taken), one(rule, Severity::Suspicious));
    assert_eq!(
        of("s_cbranch_scc0 a\ns_cbranch_scc0 a\na:"),
        one(rule, Severity::Error)
    );
    // By LLVM's count both are too close.
    let by_llvm = judged(&result(&independent.repeat(2)), Gpu::Gfx942, Policy::Llvm);
    assert_eq!(by_llvm, one(rule, Severity::Error));
}

#[test]
fn the_scalar_alu_and_memory_wait_for_the_vector_alu_by_themselves() {
    let body = |between: &str| {
        format!(
            "v_readfirstlane_b32 s4, v3\n{between}\nbuffer_store_dword v0, v1, s[8:11], s4 offen"
        )
    };
    let of = |between: &str| judged(&body(between), Gpu::Gfx942, Policy::Isa);
    let rule = "cdna3.t11.10";
    assert_eq!(
        of("s_add_i32 s5, s5, 1\ns_add_i32 s5, s5, 1"),
        one(rule, Severity::Suspicious)
    );
    assert_eq!(
        of("v_mov_b32 v5, v6\nv_mov_b32 v5, v6"),
        one(rule, Severity::Error)
    );
}

#[test]
fn what_amd_ships_many_times_is_suspicious_and_closer_is_wrong() {
    let dpp = |between: &str| {
        format!(
            "v_cndmask_b32_e64 v8, v2, v4, s[4:5]\n{between}\n\
             v_mov_b32_dpp v6, v8 row_shr:8 row_mask:0xf bank_mask:0xf"
        )
    };
    let of = |between: &str| judged(&dpp(between), Gpu::Gfx942, Policy::Isa);
    assert_eq!(
        of("v_mov_b32 v9, v2"),
        one("cdna3.t11.12", Severity::Suspicious)
    );
    assert_eq!(of(""), one("cdna3.t11.12", Severity::Error));
    let m0 = "s_add_u32 m0, s4, s5\nglobal_load_lds_dword v[2:3], off";
    assert_eq!(
        judged(m0, Gpu::Gfx950, Policy::Isa),
        one("cdna3.t11.11", Severity::Suspicious)
    );
    // Nobody was seen to do it there.
    assert_eq!(
        judged(m0, Gpu::Gfx942, Policy::Isa),
        one("cdna3.t11.11", Severity::Error)
    );
    // Another reader of M0 than those that are shipped.
    assert_eq!(
        judged(
            "s_add_u32 m0, s4, s5\ns_sendmsg sendmsg(MSG_INTERRUPT)",
            Gpu::Gfx950,
            Policy::Isa
        ),
        one("cdna3.t11.11", Severity::Error)
    );
    let matrix = |states: &str, reader: &str| {
        let body = format!(
            "v_mfma_f32_16x16x32_fp8_fp8 v[8:11], v[20:21], v[22:23], v[8:11]\n\
             s_nop {states}\n{reader}"
        );
        judged(&body, Gpu::Gfx942, Policy::Isa)
    };
    let reads = "v_fma_f32 v6, v8, v4, v6";
    let rule = "cdna3.t37.106";
    assert_eq!(matrix("3", reads), one(rule, Severity::Suspicious));
    assert_eq!(matrix("2", reads), one(rule, Severity::Error));
    assert_eq!(matrix("3", "v_mov_b32 v8, v6"), one(rule, Severity::Error));
}

#[test]
fn no_error_is_hidden_by_the_mend_of_what_is_suspicious() {
    // The nop that the first one asks for would do for the second, too.
    let body = "v_mfma_f32_16x16x32_fp8_fp8 v[8:11], v[20:21], v[22:23], v[8:11]\n\
                v_cndmask_b32_e64 v40, v2, v4, s[4:5]\nv_mov_b32 v41, v2\n\
                v_mov_b32_dpp v42, v40 row_shr:8 row_mask:0xf bank_mask:0xf\n\
                s_nop 2\nds_write_b32 v0, v8";
    let found = judged(body, Gpu::Gfx942, Policy::Isa);
    let first = one("cdna3.t11.12", Severity::Suspicious);
    assert_eq!(
        found,
        [first, one("cdna3.t37.106", Severity::Error)].concat()
    );
}

#[test]
fn a_load_that_is_made_twice_is_no_finding() {
    let body = |between: &str, second: &str| {
        format!(
            "s_load_dword s4, s[0:1], 0x10\n{between}\ns_load_dword {second}\n\
             s_waitcnt lgkmcnt(0)\nv_mov_b32 v0, s4"
        )
    };
    let again = "s4, s[0:1], 0x10";
    assert_eq!(by_default(&body("v_mov_b32 v2, v3", again)), []);
    let missing = |line| [("wait-lgkmcnt".to_owned(), line)];
    assert_eq!(
        by_default(&body("v_mov_b32 v2, v3", "s4, s[0:1], 0x14")),
        missing(7)
    );
    assert_eq!(by_default(&body("s_add_u32 s0, s0, 4", again)), missing(7));
    // What is stored in between may be what the second one loads.
    let store = "global_store_dword v0, v1, s[0:1]";
    assert_eq!(by_default(&body(store, again)), missing(7));
}

/// Where accesses may be replayed after page faults, a load in a run of loads must not overwrite what another one reads. It is wrong in
/// code for replay, and may be right in code that runs with replay and without.
#[test]
fn a_clause_is_wrong_only_where_accesses_are_replayed() {
    let body = "s_load_dwordx2 s[4:5], s[0:1], 0x0\ns_load_dwordx2 s[0:1], s[0:1], 0x8\ns_waitcnt lgkmcnt(0)";
    let found = |target: &str| {
        let target = Target::parse(target).expect("a target");
        let options = Options {
            policy: Policy::Isa,
            ..Options::default()
        };
        let report = lint(kernel(body).as_bytes(), Some(target), options);
        let findings = report.expect("assembly").findings.into_iter();
        let clauses = findings.filter(|f| f.rule == "xnack.smem.clause");
        clauses.map(|f| f.severity).collect::<Vec<_>>()
    };
    assert_eq!(found("gfx942"), [Severity::Suspicious]);
    assert_eq!(found("gfx942:xnack+"), [Severity::Error]);
    assert_eq!(found("gfx942:xnack-"), []);
}

/// `s_setpc_b64` returns, though LLVM's description of it does not say so.
#[test]
fn a_function_returns_with_nothing_outstanding() {
    let of = |before: &str| {
        let text = format!(
            "\t.text\n\t.type f,@function\nf:\n\ts_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)\n\
             \tglobal_load_dword v1, v0, s[0:1]\n{before}\ts_setpc_b64 s[30:31]\n"
        );
        let target = Some(Target::of(Gpu::Gfx942));
        let report = lint(text.as_bytes(), target, Options::default()).expect("assembly");
        let mut findings = report.findings.iter();
        findings.any(|finding| finding.rule == "wait-return")
    };
    assert!(of(""));
    assert!(!of("\ts_waitcnt vmcnt(0)\n"));
}
