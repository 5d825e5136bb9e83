//! Texts rewritten and left alone; and faults put into what was rewritten, which must be refused.

use super::*;
use cdnasched_base::gpu::Gpu;
use cdnasched_driver::settings::{FrontEnd, defaults};
use cdnasched_object::Target;

/// A kernel of these instructions, with what a compiler writes around it.
fn text(body: &str) -> String {
    let lines: String = body
        .lines()
        .map(|line| format!("\t{}\n", line.trim()))
        .collect();
    format!(
        "\t.amdgcn_target \"amdgcn-amd-amdhsa--gfx942\"\n\t.text\n\t.globl k\n\t.type k,@function\nk:\n\
         {lines}\ts_endpgm\n\t.amdhsa_kernel k\n\t\t.amdhsa_next_free_vgpr 64\n\t\t.amdhsa_next_free_sgpr 32\n\
         \t\t.amdhsa_accum_offset 32\n\t.end_amdhsa_kernel\n"
    )
}

/// Two loads with a use behind each: another order is better.
const LOADS: &str = "v_lshlrev_b32_e32 v9, 2, v0\n\
    global_load_dword v1, v9, s[0:1]\ns_waitcnt vmcnt(0)\nv_add_f32_e32 v3, v1, v1\n\
    global_load_dword v2, v9, s[2:3]\ns_waitcnt vmcnt(0)\nv_add_f32_e32 v4, v2, v2\n\
    global_store_dword v9, v3, s[4:5]\nglobal_store_dword v9, v4, s[6:7]";

/// Data handed from wave to wave in LDS: the first wait is for the barrier.
const HANDED_OVER: &str = "v_lshlrev_b32_e32 v9, 2, v0\nds_write_b32 v9, v0\ns_waitcnt lgkmcnt(0)\ns_barrier\n\
    ds_read_b32 v1, v9 offset:4\nglobal_load_dword v2, v9, s[2:3]\ns_waitcnt vmcnt(0) lgkmcnt(0)\n\
    v_add_f32_e32 v3, v1, v2\nv_mul_f32_e32 v4, v9, v9\nglobal_store_dword v9, v3, s[4:5]\n\
    global_store_dword v9, v4, s[6:7]";

/// A result of the matrix pipe is read at once.
const HAZARD: &str = "v_mfma_f32_32x32x8_f16 a[0:15], v[2:3], v[4:5], a[0:15]\nv_accvgpr_read_b32 v1, a0\n\
    v_accvgpr_read_b32 v6, a1";

fn plain(text: &str, mode: Mode) -> Rewritten {
    rewrite(text, mode, None, &defaults(mode.front_end()).options)
}

fn accepted(old: &str, new: &str, order: frame::Order) -> Result<lint::Report, String> {
    let target = Target::of(Gpu::Gfx942);
    let before = look(old, target, Policy::Safe).expect("assembly");
    let old = Old {
        text: old,
        program: &read(old, target).expect("assembly"),
        findings: &before,
    };
    accept(&old, new, order, target, Policy::Safe)
}

#[test]
fn lint_says_what_is_wrong_and_changes_nothing() {
    let source = text(HAZARD);
    let done = plain(&source, Mode::Lint);
    assert_eq!((done.text, done.changed), (source, false));
    assert_eq!(done.report.findings.errors, 1);
    assert_eq!(done.report.kernels[0].findings.errors, 1);
    assert!(
        done.report.first[0].starts_with("line 7: "),
        "{:?}",
        done.report.first
    );
}

#[test]
fn fix_puts_in_what_is_missing() {
    let done = plain(&text(HAZARD), Mode::Fix);
    assert!(done.changed);
    assert_eq!(done.report.kernels[0].action, Action::Fixed);
    assert_eq!(done.report.findings_left, lint::FindingCounts::default());
    assert!(done.report.nops.after > done.report.nops.before);
    let again = plain(&done.text, Mode::Fix);
    assert_eq!(
        (again.changed, again.report.kernels[0].action),
        (false, Action::Unchanged)
    );
}

#[test]
fn opt_orders_anew() {
    let done = plain(&text(LOADS), Mode::Opt);
    assert!(done.changed, "{:?}", done.report);
    let kernel = &done.report.kernels[0];
    assert_eq!(kernel.action, Action::Rescheduled);
    let clocks = kernel.clocks.expect("clocks");
    assert!(clocks.after < clocks.before, "{clocks:?}");
}

#[test]
fn what_is_not_known_to_be_wrong_does_not_cost_time() {
    // A load into LDS, and what exchanges values of lanes by way of LDS.
    let body = "s_mov_b32 m0, 0\ns_nop 0\nbuffer_load_dword v0, s[4:7], 0 offen lds\nds_bpermute_b32 v1, v2, v3\n\
        s_waitcnt lgkmcnt(0)\nglobal_store_dword v2, v1, s[0:1]\nglobal_store_dword v2, v1, s[0:1] offset:4\n\
        s_waitcnt vmcnt(0)\ns_barrier";
    let source = text(body);
    let done = plain(&source, Mode::Opt);
    assert_eq!(done.report.findings.errors, 0, "{:?}", done.report);
    assert_eq!((done.text, done.changed), (source, false));
}

#[test]
fn what_cannot_be_read_stays_with_a_reason() {
    let kernel = text("s_nop 0");
    let bad = [
        ("garbage", "it is no assembly for gfx908"),
        ("", "the text does not say which GPU"),
        (&kernel.replace("s_nop 0", "s_nothing"), "line 6"),
        (&kernel.replace("gfx942", "gfx1100"), "gfx1100"),
    ];
    for (source, reason) in bad {
        for mode in Mode::ALL {
            let done = plain(source, mode);
            assert_eq!((done.text.as_str(), done.changed), (source, false));
            let said = done.report.reason.expect("a reason");
            assert!(said.contains(reason), "{said}");
        }
    }
    let other = Some(Target::of(Gpu::Gfx950));
    let done = rewrite(&kernel, Mode::Fix, other, &defaults(FrontEnd::Lint).options);
    let reason = done.report.reason.as_deref();
    assert_eq!(
        reason,
        Some("the text is for gfx942, not for gfx950; its own target holds, so name that or none")
    );
}

#[test]
fn a_wait_or_nop_taken_out_of_a_new_text_is_seen() {
    for (body, mode, order) in [
        (LOADS, Mode::Opt, frame::Order::New),
        (HANDED_OVER, Mode::Opt, frame::Order::New),
        (HAZARD, Mode::Fix, frame::Order::Same),
    ] {
        let source = text(body);
        let options = Options {
            hazards: Policy::Safe,
            ..defaults(mode.front_end()).options
        };
        let fine = match mode {
            // What is refused must be new.
            Mode::Fix => rewrite(&source, Mode::Fix, None, &options).text,
            _ => source.clone(),
        };
        let new = rewrite(&source, mode, None, &options).text;
        assert!(accepted(&source, &new, order).is_ok());
        let mut seen = 0;
        for (at, line) in new.lines().enumerate() {
            let mut lines: Vec<&str> = new.lines().collect();
            match line.trim().split_once(' ') {
                Some(("s_waitcnt", _)) => drop(lines.remove(at)),
                Some(("s_nop", _)) => lines[at] = "\ts_nop 0",
                _ => continue,
            }
            let changed = lines.join("\n") + "\n";
            let refused = accepted(&fine, &changed, frame::Order::New).expect_err(&changed);
            let of_lint = refused.contains("line ");
            assert!(of_lint || refused.contains("before s_barrier"), "{refused}");
            seen += 1;
        }
        assert!(seen > 0, "{new}");
    }
}

#[test]
fn what_is_no_instruction_stays() {
    use frame::{Order, compare};
    let old = "\t.loc 1 2 3\nk:\n\t; a\n\tv_add_f32_e32 v1, v2, v3 ; b\n\tv_mov_b32_e32 v4, 0x10\n.L1:\n\
               \t; sched_barrier mask(0x00000000)\n\ts_endpgm\n\t.amdhsa_kernel k\n\t\t.amdhsa_next_free_vgpr 8\n\
               \t.end_amdhsa_kernel\n\t.amdgpu_metadata\namdhsa.kernels:\n  - .name: k\n\t.end_amdgpu_metadata\n";
    assert_eq!(compare(old, old, Order::Same), Ok(()));
    let new = |was: &str, is: &str| {
        assert!(old.contains(was), "{was}");
        old.replacen(was, is, 1)
    };
    let allowed = [
        ("\tv_mov", "\ts_nop 1\n\tv_mov"),
        ("\tv_mov", "\t.loc 1 2 3\n\tv_mov"),
    ];
    for (was, is) in allowed {
        assert_eq!(compare(old, &new(was, is), Order::Same), Ok(()));
    }
    let reordered = [
        (
            "\tv_add_f32_e32 v1, v2, v3 ; b\n\tv_mov_b32_e32 v4, 0x10",
            "\tv_mov_b32_e32 v5, 16\n\tv_add_f32 v1, v2, v3",
        ),
        ("v1, v2, v3", "v5, v2, v3"),
        ("v1, v2, v3", "v1, a2, v3"),
        ("vgpr 8", "vgpr 9"),
        ("\tv_mov", "\tv_mov_b32_e32 v6, v7\n\tv_mov"),
        ("\tv_mov", "\tv_add_u32_e32 v6, 0, v7\n\tv_mov"),
    ];
    for (was, is) in reordered {
        assert_eq!(compare(old, &new(was, is), Order::New), Ok(()));
        assert!(compare(old, &new(was, is), Order::Same).is_err());
    }
    let refused = [
        ("vgpr 8", "vgpr 7"),
        ("\tv_mov", "\tv_mov_b32_e32 v6, s7\n\tv_mov"),
        ("\tv_mov", "\tv_add_u32_e32 v6, 1, v7\n\tv_mov"),
        (".name: k", ".name: l"),
        (".L1:\n", ""),
        ("\t; a\n", ""),
        ("mask(0x00000000)", "mask(0x00000001)"),
        (".loc 1 2 3", ".loc 1 2 4"),
        ("v1, v2, v3", "v1, v2, s3"),
        ("v1, v2, v3", "v[0:1], v2, v3"),
        ("0x10", "0x11"),
        ("\ts_endpgm\n", "\ts_endpgm\n\tv_nop\n"),
        (
            "\tv_mov_b32_e32 v4, 0x10\n.L1:\n",
            ".L1:\n\tv_mov_b32_e32 v4, 0x10\n",
        ),
        ("\ts_endpgm\n", ""),
        ("\t.end_amdgpu_metadata\n", ""),
    ];
    for (was, is) in refused {
        let text = new(was, is);
        assert!(compare(old, &text, Order::New).is_err(), "{is}");
        assert!(compare(old, &text, Order::Same).is_err(), "{is}");
    }
}

#[test]
fn inline_assembly_of_one_vector_instruction_is_an_instruction() {
    use frame::{Order, compare};
    const FRAMED: &str = "\t;;#ASMSTART\n\tv_mul_f32 v1, v2, v3\n\t;;#ASMEND\n";
    const OTHER: &str = "\tv_add_f32_e32 v4, v5, v6\n";
    let old = format!("{OTHER}{FRAMED}\ts_endpgm\n");
    let with = |new: &str| compare(&old, &format!("{new}\ts_endpgm\n"), Order::New);
    let renamed = FRAMED.replace("v1", "v7");
    for new in [
        format!("{FRAMED}{OTHER}"),
        format!("{renamed}{OTHER}"),
        format!("\ts_nop 1\n{FRAMED}{OTHER}"),
    ] {
        assert_eq!(with(&new), Ok(()), "{new}");
    }
    let bare = "\tv_mul_f32 v1, v2, v3\n";
    let into = FRAMED.replace("\tv_mul", "\ts_nop 1\n\tv_mul");
    let around = format!("\t;;#ASMSTART\n{OTHER}\t;;#ASMEND\n");
    for new in [
        format!("{bare}{OTHER}"),
        format!("{bare}{around}"),
        format!("{FRAMED}{bare}{OTHER}"),
        format!("{FRAMED}{around}"),
        format!("{OTHER}{into}"),
        format!("{OTHER}{bare}\t;;#ASMSTART\n\t;;#ASMEND\n"),
    ] {
        assert!(with(&new).is_err(), "{new}");
    }
    // Of other instructions, and of several, the borders stay where they are.
    for inside in [
        "s_setprio 1",
        "v_nop",
        "s_mov_b32 s1, 0",
        "v_mul_f32 v1, v2, v3\n\tv_nop",
    ] {
        let asm = format!("\t;;#ASMSTART\n\t{inside}\n\t;;#ASMEND\n");
        let (old, new) = (format!("{OTHER}{asm}"), format!("{asm}{OTHER}"));
        assert!(compare(&old, &new, Order::New).is_err(), "{inside}");
    }
}

/// Partial waits before a barrier are for what is older: one operation more that may be outstanding is refused, whatever it is.
#[test]
fn what_a_partial_wait_proves_is_kept() {
    let ring = |count: u8, store: &str| {
        text(&format!(
            ".Lhead:\n{store}\ns_waitcnt vmcnt({count})\ns_barrier\nds_read_b32 v1, v2\n\
             s_waitcnt lgkmcnt(0)\nv_add_u32_e32 v3, v3, v1\ns_sub_u32 s8, s8, 1\ns_cbranch_scc1 .Lhead"
        ))
    };
    let target = Target::of(Gpu::Gfx942);
    let compared = |old: &str, new: &str| {
        let [old, new] = [old, new].map(|text| read(text, target).expect("assembly"));
        complete::compare(&old, &new)
    };
    for store in [
        "buffer_load_dword v0, s[4:7], 0 offen lds",
        "global_store_dword v0, v3, s[0:1]",
    ] {
        assert_eq!(compared(&ring(2, store), &ring(2, store)), Ok(()));
        assert_eq!(compared(&ring(2, store), &ring(1, store)), Ok(()));
        let refused = compared(&ring(2, store), &ring(3, store)).expect_err("one more is open");
        assert!(refused.contains("before s_barrier"), "{refused}");
    }
    // Plain loads concern nobody else; nor does what moves values between lanes, behind a wait for everything.
    let load = "global_load_dword v4, v0, s[0:1]";
    assert_eq!(compared(&ring(2, load), &ring(3, load)), Ok(()));
    let lanes = |moved: [&str; 2]| {
        text(&format!(
            "ds_write_b32 v0, v1\ns_waitcnt lgkmcnt(0)\n{}\n{}\ns_waitcnt lgkmcnt(0)\nv_mov_b32_e32 v4, v2",
            moved[0], moved[1]
        ))
    };
    let (barrier, permute) = ("s_barrier", "ds_bpermute_b32 v2, v0, v3");
    let (old, new) = (lanes([barrier, permute]), lanes([permute, barrier]));
    assert_eq!(compared(&old, &new), Ok(()));
}

/// A tile from memory through LDS, in every iteration behind barriers: the next one's load can be under way by then.
const TILES: &str = "v_mov_b32_e32 v13, 0\nv_lshlrev_b32_e32 v2, 2, v0\n.Lloop:\nglobal_load_dword v10, v1, s[4:5]\n\
    s_add_u32 s8, s8, 1\ns_cmp_lt_u32 s8, s9\ns_waitcnt vmcnt(0)\nds_write_b32 v2, v10\ns_waitcnt lgkmcnt(0)\ns_barrier\n\
    ds_read_b32 v11, v2 offset:4\ns_waitcnt lgkmcnt(0)\ns_barrier\nv_add_u32_e32 v13, v11, v13\nv_add_u32_e32 v1, 4, v1\n\
    s_cbranch_scc1 .Lloop\nglobal_store_dword v0, v13, s[6:7]";

#[test]
fn iterations_overlap_around_barriers() {
    let source = text(TILES);
    let done = plain(&source, Mode::Opt);
    assert_eq!(done.report.less, None);
    let (before, rest) = done.text.split_once(overlap::LOOP).expect("a guard");
    assert!(before.contains("global_load_dword"), "{before}");
    assert!(rest.contains("s_barrier"), "{rest}");
    // Without any of its waits it is refused: before barriers by what is complete there.
    let lines: Vec<&str> = done.text.lines().collect();
    let mut at_barriers = 0;
    for (at, _) in lines
        .iter()
        .enumerate()
        .filter(|(_, line)| line.contains("s_waitcnt"))
    {
        let mut left = lines.clone();
        left.remove(at);
        let changed = left.join("\n") + "\n";
        let refused = accepted(&source, &changed, frame::Order::New).expect_err(&changed);
        at_barriers += usize::from(refused.contains("before s_barrier"));
    }
    assert!(at_barriers > 0, "{}", done.text);
}

/// What is complete at the barriers of overlapped iterations, wherever the loop is cut.
#[test]
fn barriers_of_overlapped_loops_are_compared_with_those_of_the_loop() {
    let target = Target::of(Gpu::Gfx942);
    let back = "s_cbranch_scc1 .Lcdnasched_loop_1";
    let compared = |old: [&str; 2], guard: &str, inside: [&str; 2], tail: &str| {
        let old = format!(".Lhead:\n{}\n{}\ns_cbranch_scc1 .Lhead", old[0], old[1]);
        let [first, then] = inside;
        let new = format!(
            ".Lhead:\n{guard}\ns_cbranch_scc0 .Lcdnasched_tail_1\n.Lcdnasched_loop_1:\n{first}\n{then}\n{back}\n\
             .Lcdnasched_tail_1:\n{tail}"
        );
        let [old, new] = [old, new].map(|body| read(&text(&body), target).expect("assembly"));
        complete::compare(&old, &new)
    };
    let write = "ds_write_b32 v0, v3\ns_waitcnt lgkmcnt(0)\ns_barrier";
    let open = "ds_write_b32 v0, v3\ns_barrier";
    let read = "ds_read_b32 v1, v2\ns_waitcnt lgkmcnt(0)\nv_add_u32_e32 v3, v3, v1\ns_barrier\ns_sub_u32 s8, s8, 1";
    let old = [write, read];
    assert_eq!(compared(old, write, [read, write], read), Ok(()));
    assert!(compared(old, open, [read, write], read).is_err());
    assert!(compared(old, write, [read, open], read).is_err());
    // Fewer barriers, or more.
    assert!(compared(old, write, [read, write], "s_nop 0").is_err());
    assert!(compared(old, write, [read, write], &format!("{read}\ns_barrier")).is_err());
    // One store more that may be open than the author left, in guard, loop and tail.
    let ring = |count: u8| {
        format!("global_store_dword v0, v3, s[0:1]\ns_waitcnt vmcnt({count})\ns_barrier")
    };
    let rest = "v_add_u32_e32 v3, v3, v1\ns_sub_u32 s8, s8, 1";
    for (count, is_kept) in [(1, true), (2, true), (3, false)] {
        let (old, new) = (ring(2), ring(count));
        let ahead = compared([&old, rest], &new, [rest, &new], rest);
        assert_eq!(ahead.is_ok(), is_kept, "{count}: {ahead:?}");
        let behind = compared([rest, &old], rest, [&new, rest], &new);
        assert_eq!(behind.is_ok(), is_kept, "{count}: {behind:?}");
    }
    // The next iteration's store, of which the author left none open.
    let (store, wait) = (
        "global_store_dword v0, v3, s[0:1]",
        "s_waitcnt vmcnt(2)\ns_barrier",
    );
    let behind = format!("{wait}\n{rest}");
    let early = [&format!("{store}\n{wait}"), rest];
    assert!(compared([&ring(2), rest], store, early, &behind).is_err());
    assert_eq!(
        compared([&ring(2), rest], store, [&behind, store], &behind),
        Ok(())
    );
    // A store that goes ahead of the barrier that it was behind may not be open there.
    let behind = format!("{store}\n{rest}");
    let wait = "s_waitcnt vmcnt(0)\ns_barrier";
    assert_eq!(
        compared([wait, &behind], wait, [&behind, wait], &behind),
        Ok(())
    );
    let late = format!("s_waitcnt vmcnt(0)\n{store}\ns_barrier");
    assert!(compared([wait, &behind], wait, [rest, &late], &behind).is_err());
}

#[test]
fn hints_that_are_crossed_are_comments_like_others() {
    let (before, after) = LOADS.split_once("global_load_dword v2").expect("two loads");
    for hint in [
        "; sched_barrier mask(0x00000000)",
        "; sched_group_barrier mask(0x00000008) size(1) SyncID(0)",
        "; iglp_opt mask(0x00000000)",
    ] {
        let source = text(&format!("{before}{hint}\nglobal_load_dword v2{after}"));
        let [honoured, crossed] = [Walls::Honour, Walls::Cross].map(|walls| {
            let options = Options {
                walls,
                ..defaults(FrontEnd::Opt).options
            };
            rewrite(&source, Mode::Opt, None, &options)
        });
        assert_eq!(honoured.report.less, None);
        assert_eq!((crossed.changed, crossed.report.less), (true, None));
        assert!(accepted(&source, &crossed.text, frame::Order::New).is_err());
        assert!(accepted(&source, &crossed.text, frame::Order::NewAcross).is_ok());
        let gone = crossed.text.replace(&format!("\t{hint}\n"), "");
        assert_ne!(gone, crossed.text);
        assert!(accepted(&source, &gone, frame::Order::NewAcross).is_err());
    }
}
