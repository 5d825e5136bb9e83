//! Texts and code objects come back with what was missing.

use super::*;
use crate::lint;
use crate::program::SourceText;
use cdnasched_base::gpu::Gpu;

const HEAD: &str = "\t.text\n\t.globl k\n\t.type k,@function\nk:\n";
const TAIL: &str = "\ts_endpgm\n.Lend:\n\t.amdhsa_kernel k\n\t\t.amdhsa_next_free_vgpr 32\n\
    \t\t.amdhsa_next_free_sgpr 16\n\t\t.amdhsa_accum_offset 32\n\t.end_amdhsa_kernel\n";

fn target() -> Option<Target> {
    Some(Target::of(Gpu::Gfx942))
}

fn kernel(body: &str) -> String {
    format!("{HEAD}{body}{TAIL}")
}

fn fixed(source: &str) -> Fixed {
    fix(source.as_bytes(), target(), Options::default()).expect("assembly")
}

fn text(fixed: &Fixed) -> &str {
    std::str::from_utf8(&fixed.bytes).expect("text")
}

/// The body of a kernel, fixed; nothing may be left, and a second time changes nothing.
fn body(source: &str) -> String {
    let once = fixed(&kernel(source));
    assert_eq!(once.left, []);
    let again = fixed(text(&once));
    assert_eq!(again.bytes, once.bytes);
    assert_eq!(again.added, []);
    let report = lint::lint(&once.bytes, target(), lint::Options::default()).expect("assembly");
    assert_eq!(report.findings, []);
    let text = text(&once).strip_prefix(HEAD).expect("the same head");
    text.strip_suffix(TAIL).expect("the same tail").to_owned()
}

#[test]
fn a_wait_comes_before_the_first_use_only() {
    assert_eq!(
        body(
            "\tglobal_load_dword v1, v0, s[2:3] ; a\n\tglobal_load_dword v2, v0, s[4:5]\n\
             \tv_add_f32_e32 v3, v1, v1 ; b\n\tv_add_f32_e32 v4, v1, v3\n\tv_add_f32_e32 v5, v2, v3\n"
        ),
        "\tglobal_load_dword v1, v0, s[2:3] ; a\n\tglobal_load_dword v2, v0, s[4:5]\n\
         \ts_waitcnt vmcnt(1)\n\tv_add_f32_e32 v3, v1, v1 ; b\n\tv_add_f32_e32 v4, v1, v3\n\
         \ts_waitcnt vmcnt(0)\n\tv_add_f32_e32 v5, v2, v3\n"
    );
}

#[test]
fn an_address_of_a_symbol_is_no_reason_to_leave_what_follows() {
    let head = "\tglobal_load_dword v1, v0, s[2:3]\n\ts_getpc_b64 s[4:5]\n\ts_add_u32 s4, s4, k@rel32@lo+4\n\
                \ts_addc_u32 s5, s5, k@rel32@hi+12\n";
    assert_eq!(
        body(&format!("{head}\tv_mov_b32_e32 v2, v1\n")),
        format!("{head}\ts_waitcnt vmcnt(0)\n\tv_mov_b32_e32 v2, v1\n")
    );
    // Between them nothing is put, and behind a count of bytes neither.
    for blocked in [
        "\tglobal_load_dword v1, v0, s[2:3]\n\ts_getpc_b64 s[4:5]\n\tv_mov_b32_e32 v2, v1\n",
        "\tglobal_load_dword v1, v0, s[2:3]\n\ts_getpc_b64 s[4:5]\n\ts_add_u32 s4, s4, 12\n\
         \ts_addc_u32 s5, s5, 0\n\tv_mov_b32_e32 v2, v1\n",
    ] {
        let left = fixed(&kernel(blocked));
        assert_eq!((left.added.len(), left.left.len()), (0, 1), "{blocked}");
    }
}

#[test]
fn wait_states_count_what_is_there() {
    // VALU writes an SGPR that a lane select reads: 4 wait states (MI300 ISA, 4.5).
    let there = "\tv_readlane_b32 s0, v1, 0\n\ts_nop 0\n\tv_readlane_b32 s1, v2, s0\n";
    let mended = body(there);
    assert_eq!(
        mended,
        "\tv_readlane_b32 s0, v1, 0\n\ts_nop 0\n\ts_nop 2\n\tv_readlane_b32 s1, v2, s0\n"
    );
}

#[test]
fn nothing_missing_changes_no_byte() {
    let source = kernel("\tv_add_f32_e32 v0, v1, v2\t// a\n\n  ; b\n").replace('\n', "\r\n");
    let source = source.trim_end();
    let done = fixed(source);
    assert_eq!(text(&done), source);
    assert_eq!(done.added, []);
}

#[test]
fn what_is_not_decided_is_left_alone() {
    // No document says that a buffer load into LDS needs a wait state after M0 is written.
    let source = kernel("\ts_mov_b32 m0, s4\n\tbuffer_load_dword v1, s[8:11], 0 offen lds\n");
    let options = Options {
        policy: Policy::Exact,
        ..Options::default()
    };
    let done = fix(source.as_bytes(), target(), options).expect("assembly");
    assert_eq!(text(&done), source);
    assert!(done.undecided > 0);
}

#[test]
fn lines_end_as_those_around() {
    let source = kernel("    global_load_dword v1, v0, s[2:3]\n    v_mov_b32_e32 v2, v1\n");
    let source = source.replace('\n', "\r\n");
    let source = source.trim_end();
    let new = "    s_waitcnt vmcnt(0)\r\n    v_mov_b32_e32 v2, v1\r\n";
    let expected = source.replace("    v_mov_b32_e32 v2, v1\r\n", new);
    assert_eq!(text(&fixed(source)), expected);
}

#[test]
fn a_label_stays_before_what_is_inserted() {
    let mended = body(
        "\tglobal_load_dword v1, v0, s[2:3]\nl0:\tv_mov_b32_e32 v2, v1\n\ts_cbranch_scc1 l0\n",
    );
    let (label, wait) = (mended.find("l0:"), mended.find("s_waitcnt"));
    assert!(label.is_some() && label < wait, "{mended}");
}

#[test]
fn what_a_macro_makes_is_left_and_the_rest_is_mended() {
    let source = ".macro use a\n\tv_mov_b32_e32 v9, \\a\n.endm\n";
    let source = format!(
        "{source}{}",
        kernel(
            "\tglobal_load_dword v1, v0, s[2:3]\n\tuse v1\n\tglobal_load_dword v2, v0, s[2:3]\n\tv_mov_b32_e32 v3, v2\n"
        )
    );
    let done = fixed(&source);
    let lines: Vec<(u32, &str)> = done
        .left
        .iter()
        .map(|left| (left.line, left.rule))
        .collect();
    assert_eq!(lines, [(9, "wait-vmcnt")]);
    assert!(done.left[0].reason.contains("macro"), "{:?}", done.left);
    let new = "\ts_waitcnt vmcnt(0)\n\tv_mov_b32_e32 v3, v2\n";
    assert_eq!(text(&done), source.replace("\tv_mov_b32_e32 v3, v2\n", new));
}

#[test]
fn a_branch_by_a_number_of_words_is_not_made_longer() {
    let source = kernel(
        "\tglobal_load_dword v1, v0, s[2:3]\n\ts_cbranch_scc1 1\n\tv_mov_b32_e32 v2, v1\n\tv_mov_b32_e32 v3, v0\n",
    );
    let done = fixed(&source);
    assert_eq!(text(&done), source);
    assert_eq!(done.left.len(), 1, "{:?}", done.left);
}

#[test]
fn a_comment_names_the_rule() {
    let options = Options {
        comments: true,
        ..Options::default()
    };
    let source = kernel("\tglobal_load_dword v1, v0, s[2:3]\n\tv_mov_b32_e32 v2, v1\n");
    let done = fix(source.as_bytes(), target(), options).expect("assembly");
    assert!(text(&done).contains("\ts_waitcnt vmcnt(0) ; cdna-sched: wait-vmcnt\n"));
}

/// Waits and nops of a loop with matrix instructions, in any subset, come back.
#[test]
fn any_lines_may_be_missing() {
    let source = kernel(
        "\ts_load_dwordx4 s[4:7], s[0:1], 0x0\n\tv_lshlrev_b32_e32 v0, 4, v0\n\tv_mov_b32_e32 v8, 0\n\
         .LBB0_1:\n\ts_waitcnt lgkmcnt(0)\n\tglobal_load_dwordx4 v[4:7], v0, s[4:5]\n\
         \tglobal_load_dwordx4 v[12:15], v0, s[6:7]\n\ts_waitcnt vmcnt(1)\n\tds_write_b128 v0, v[4:7]\n\
         \ts_waitcnt vmcnt(0) lgkmcnt(0)\n\ts_barrier\n\tds_read_b128 v[4:7], v8\n\ts_waitcnt lgkmcnt(0)\n\
         \tv_mfma_f32_16x16x16_f16 a[0:3], v[4:5], v[12:13], a[0:3]\n\ts_nop 7\n\
         \tv_accvgpr_read_b32 v4, a0\n\ts_sub_u32 s8, s8, 1\n\ts_cmp_lg_u32 s8, 0\n\
         \ts_cbranch_scc1 .LBB0_1\n\ts_nop 1\n\tv_readlane_b32 s9, v4, 0\n\tv_readlane_b32 s10, v4, s9\n\
         \tglobal_store_dword v0, v4, s[4:5]\n",
    );
    let mut state: u32 = 1;
    for _ in 0..40 {
        let kept = source.lines().filter(|line| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let padding = line.contains("s_nop") || line.contains("s_waitcnt");
            !padding || state >> 31 == 0
        });
        let text: String = kept.map(|line| format!("{line}\n")).collect();
        let done = fixed(&text);
        assert_eq!(done.left, []);
        let report = lint::lint(&done.bytes, target(), lint::Options::default());
        assert_eq!(report.expect("assembly").findings, []);
        // Any line at all: whatever comes of it, nothing crashes.
        let any = text.lines().filter(|_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state >> 29 != 0
        });
        let any: String = any.map(|line| format!("{line}\n")).collect();
        let _ = fix(any.as_bytes(), target(), Options::default());
    }
}

mod in_place {
    use super::super::{mend, needs};
    use super::*;
    use crate::program::Program;
    use cdnasched_base::machine::Function;

    /// A function as it is mended without growing, as texts of its instructions, and whether all is mended.
    fn mended(body: &str) -> (Vec<String>, bool) {
        let source = kernel(body);
        let parsed = SourceText::new(&source);
        let features = program::features(Target::of(Gpu::Gfx942));
        let program = Program::of_text(&parsed, Gpu::Gfx942, features).expect("assembly");
        let function = &program.routines[0].function;
        let done = mend::mend(function, Policy::default(), |_| true);
        let order = |function: &Function| -> Vec<String> {
            let blocks = function.block_ids();
            let insts = blocks.flat_map(|block| function.block(block).order.clone());
            insts
                .map(|inst| {
                    let imm = function.operands(inst).first().and_then(|o| o.imm());
                    let name = function.opcode(inst).name.clone();
                    imm.map_or(name.clone(), |imm| format!("{name} {imm}"))
                })
                .collect()
        };
        assert_eq!(order(&done.function).len(), order(function).len());
        let (left, _) = needs::missing(&done.function, Policy::default());
        (order(&done.function), left.is_empty())
    }

    #[test]
    fn a_nop_in_between_becomes_longer() {
        let (insts, clean) =
            mended("\tv_readlane_b32 s0, v1, 0\n\ts_nop 0\n\tv_readlane_b32 s1, v2, s0\n");
        assert!(clean);
        assert_eq!(insts[1], "S_NOP 3");
    }

    #[test]
    fn a_wait_in_between_becomes_stricter() {
        let (_, clean) = mended(
            "\tglobal_load_dword v1, v0, s[2:3]\n\ts_waitcnt vmcnt(1)\n\tv_mov_b32_e32 v2, v1\n",
        );
        assert!(clean);
    }

    #[test]
    fn a_needless_nop_makes_room() {
        let (insts, clean) = mended(
            "\ts_nop 0\n\tv_readlane_b32 s0, v1, 0\n\tv_readlane_b32 s1, v2, s0\n\tv_mov_b32_e32 v3, v4\n",
        );
        assert!(clean);
        assert_eq!(insts[1], "S_NOP 3");
    }

    #[test]
    fn code_does_not_grow() {
        let (_, clean) = mended("\tv_readlane_b32 s0, v1, 0\n\tv_readlane_b32 s1, v2, s0\n");
        assert!(!clean);
    }
}

/// An instruction that is written as data is waited for, and stays as it is.
#[test]
fn what_data_needs_comes_before_it() {
    assert_eq!(
        body("\tglobal_load_dword v10, v0, s[2:3]\n\t.long 0x68641481 ; v_add_u32 v50, 1, v10\n"),
        "\tglobal_load_dword v10, v0, s[2:3]\n\ts_waitcnt vmcnt(0)\n\t.long 0x68641481 ; v_add_u32 v50, 1, v10\n"
    );
    // Half of an encoding is in another line.
    assert_eq!(
        body("\tglobal_load_dword v1, v0, s[2:3]\n\t.long 0xd1260002\n\t.long 0x00000901\n"),
        "\tglobal_load_dword v1, v0, s[2:3]\n\ts_waitcnt vmcnt(0)\n\t.long 0xd1260002\n\t.long 0x00000901\n"
    );
    // What a macro writes has no line.
    let made =
        "\t.macro add\n\t.long 0x68641481\n\t.endm\n\tglobal_load_dword v10, v0, s[2:3]\n\tadd\n";
    let made = fixed(&kernel(made));
    assert_eq!((made.added.len(), made.left.len()), (0, 1));
}
