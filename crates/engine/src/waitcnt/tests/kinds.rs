//! Kinds of instructions.

use super::*;
use crate::check;
use crate::gpu::{Counter, Counts};
use crate::waitcnt::counted;

#[test]
fn a_read_waits_for_the_loads_before_it_in_order() {
    // As LLVM.
    let waits = gfx942("load v0\nload v1\nuse v0\nuse v1\nend");
    assert_eq!(
        waits,
        "vmcnt(1) before V_MOV_B32_e32 2\nvmcnt(0) before V_MOV_B32_e32 3"
    );
}

#[test]
fn stores_count_between_a_load_and_its_use() {
    assert_eq!(
        gfx942("load v0\nstore v9\nstore v9\nuse v0\nend"),
        "vmcnt(2) before V_MOV_B32_e32 3"
    );
}

#[test]
fn an_overwritten_load_result_is_waited_for() {
    // As LLVM.
    assert_eq!(
        gfx942("load v0\nset v0\nend"),
        "vmcnt(0) before V_MOV_B32_e32 1"
    );
}

#[test]
fn vector_loads_may_overwrite_each_other() {
    // As LLVM.
    assert_eq!(gfx942("load v0\nload v0\nend"), "");
}

#[test]
fn lds_reads_may_not_overwrite_each_other_or_vector_loads() {
    // As LLVM.
    assert_eq!(
        gfx942("lds v0\nlds v0\nload v0\nload v0\nlds v0\nend"),
        "lgkmcnt(0) before DS_READ_B32_gfx9 1\nlgkmcnt(0) before GLOBAL_LOAD_DWORD 2\n\
         vmcnt(0) before DS_READ_B32_gfx9 4"
    );
}

#[test]
fn lds_completes_in_order() {
    assert_eq!(
        gfx942("lds v0\nlds v1\nldsw v9\nuse v0\nuse v1\nend"),
        "lgkmcnt(2) before V_MOV_B32_e32 3\nlgkmcnt(1) before V_MOV_B32_e32 4"
    );
}

#[test]
fn scalar_loads_are_waited_for_with_zero() {
    assert_eq!(
        gfx942("smem s0\nsmem s1\nuse s0\nuse s1\nend"),
        "lgkmcnt(0) before V_MOV_B32_e32 2"
    );
}

#[test]
fn scalar_memory_messages_and_cache_control_make_lds_unordered() {
    // As LLVM.
    for other in [
        "smem s0",
        "S_SENDMSG #1, imp exec, imp m0",
        "S_DCACHE_WB",
        "S_MEMTIME def s[2:3]",
    ] {
        let waits = gfx942(&format!("lds v0\nlds v1\n{other}\nuse v0\nend"));
        assert_eq!(waits, "lgkmcnt(0) before V_MOV_B32_e32 3", "{other}");
    }
    let quiet = "lds v0\nS_TTRACEDATA imp m0\nS_ICACHE_INV\nlds v1\nuse v0\nend";
    assert_eq!(gfx942(quiet), "lgkmcnt(1) before V_MOV_B32_e32 4");
}

#[test]
fn counts_saturate_one_below_the_maximum() {
    let vm = format!("load v0\n{}use v0\nend", "store v9\n".repeat(70));
    assert_eq!(gfx942(&vm), "vmcnt(62) before V_MOV_B32_e32 71");
    let lgkm = format!("lds v0\n{}use v0\nend", "ldsw v9\n".repeat(20));
    assert_eq!(gfx942(&lgkm), "lgkmcnt(14) before V_MOV_B32_e32 21");
    // A wait for something else names the maximum, which completes nothing.
    let other = format!(
        "load v0\n{}lds v1\nwait {LGKM0}\nuse v1\nuse v0\nend",
        "store v9\n".repeat(64)
    );
    let waits = gfx942(&other);
    assert!(
        waits.ends_with("vmcnt(62) before V_MOV_B32_e32 68"),
        "{waits}"
    );
}

#[test]
fn a_flat_load_is_waited_for_on_both_counters() {
    assert_eq!(
        gfx942("flat v0\nload v1\nlds v2\nuse v0\nend"),
        "vmcnt(0) lgkmcnt(0) before V_MOV_B32_e32 3"
    );
}

#[test]
fn a_pending_flat_load_makes_other_waits_zero() {
    // As LLVM.
    assert_eq!(
        gfx942("load v0\nlds v1\nflat v2\nuse v1\nuse v0\nend"),
        "lgkmcnt(0) before V_MOV_B32_e32 3\nvmcnt(0) before V_MOV_B32_e32 4"
    );
}

#[test]
fn a_flat_load_of_one_known_space_counts_there_only() {
    // As LLVM.
    let flat = |space, reg| {
        format!(
            "FLAT_LOAD_DWORD def {reg}, v[40:41], #0, #0, imp exec | load lat=1 | read space={space} bytes=4"
        )
    };
    let (global, lds) = (flat(1, "v4"), flat(3, "v5"));
    assert_eq!(
        gfx942(&format!(
            "load v0\nlds v1\n{global}\nuse v0\n{lds}\nuse v1\nend"
        )),
        "vmcnt(1) before V_MOV_B32_e32 3\nlgkmcnt(1) before V_MOV_B32_e32 5"
    );
}

#[test]
fn flat_does_not_reach_lds_in_threadgroup_split_mode() {
    let mut split = function("gfx942", true, "flat v0\nload v1\nuse v0\nend");
    split.features.tg_split = true;
    assert_eq!(waits(&mut split), "vmcnt(1) before V_MOV_B32_e32 2");
}

#[test]
fn atomics_with_a_result_are_loads_and_without_are_stores() {
    let with = "GLOBAL_ATOMIC_ADD_RTN def v0, v[40:41], v9, #0, #1, imp exec | load store lat=1 | read write space=1 bytes=4";
    let without = "GLOBAL_ATOMIC_ADD v[40:41], v9, #0, #0, imp exec | load store lat=1 | read write space=1 bytes=4";
    assert_eq!(
        gfx942(&format!("{with}\n{without}\nuse v0\nset v9\nend")),
        "vmcnt(1) before V_MOV_B32_e32 2"
    );
}

#[test]
fn a_half_register_load_leaves_the_other_half_alone() {
    // As LLVM: in order among vector loads, but not after an LDS load of the other half.
    let high = "GLOBAL_LOAD_SHORT_D16_HI def v0, v[40:41], #0, #0, tied v0, imp exec | load lat=1 | read space=1 bytes=2";
    assert_eq!(gfx942(&format!("load v0\n{high}\nend")), "");
    assert_eq!(
        gfx942(&format!("lds v0\n{high}\nend")),
        "lgkmcnt(0) before GLOBAL_LOAD_SHORT_D16_HI 1"
    );
}

#[test]
fn sampled_images_are_not_in_order_with_other_vector_memory() {
    // As LLVM.
    let image = |op: &str, sampler: &str| {
        format!(
            "{op} def v0, v[2:3], s[0:7], {sampler}#1, #0, imp exec | load lat=1 | read space=8 bytes=4"
        )
    };
    let plain = image("IMAGE_LOAD_V1_V2", "");
    let sampled = image("IMAGE_SAMPLE_V1_V2", "s[8:11], ");
    let mut f = function(
        "gfx90a",
        true,
        &format!("{plain}\n{plain}\n{sampled}\nload v0\nend"),
    );
    assert_eq!(
        waits(&mut f),
        "vmcnt(0) before IMAGE_SAMPLE_V1_V2 2\nvmcnt(0) before GLOBAL_LOAD_DWORD 3"
    );
}

const GWS: &str =
    "DS_GWS_BARRIER v8, #0, imp m0, imp exec | load store lat=1 | read write space=0 bytes=4";

#[test]
fn gws_is_waited_for_at_once_and_before_the_end_of_the_wave() {
    // As LLVM.
    let mut f = function("gfx908", true, &format!("{GWS}\n{GWS}\nend"));
    assert_eq!(
        waits(&mut f),
        "lgkmcnt(0) before DS_GWS_BARRIER 1\nlgkmcnt(0) before S_ENDPGM 2"
    );
    let order = &f.blocks()[0].order;
    assert_eq!(f.opcode(order[order.len() - 2]).name, "S_NOP");
}

#[test]
fn registers_and_exec_are_kept_until_gds_has_read_them() {
    // As LLVM.
    let mut f = function("gfx908", true, &format!("{GWS}\nset v8\nend"));
    assert_eq!(waits(&mut f), "lgkmcnt(0) expcnt(0) before V_MOV_B32_e32 1");
    let mut f = function(
        "gfx908",
        true,
        &format!("{GWS}\nS_MOV_B64 def exec, #0\nend"),
    );
    assert_eq!(waits(&mut f), "lgkmcnt(0) expcnt(0) before S_MOV_B64 1");
    let gds =
        "DS_ADD_U32_gfx9 v0, v3, #0, #1, imp exec | load store lat=1 | read write space=2 bytes=4";
    let mut f = function(
        "gfx908",
        true,
        &format!("lds v1\n{gds}\nuse v1\nset v0\nend"),
    );
    assert_eq!(
        waits(&mut f),
        "lgkmcnt(0) before V_MOV_B32_e32 2\nexpcnt(0) before V_MOV_B32_e32 3"
    );
}

#[test]
fn exports_of_one_kind_are_in_order_and_of_two_are_not() {
    // As LLVM.
    let export =
        |target, reg| format!("EXP #{target}, {reg}, v20, v20, v20, #0, #0, #15, imp exec | lat=1");
    let (a, b, c) = (export(12, "v0"), export(12, "v4"), export(32, "v5"));
    let mut f = function(
        "gfx908",
        true,
        &format!("{a}\n{b}\nset v0\n{c}\n{a}\nset v5\nend"),
    );
    assert_eq!(
        waits(&mut f),
        "expcnt(1) before V_MOV_B32_e32 2\nexpcnt(0) before V_MOV_B32_e32 5"
    );
}

/// Loads from memory into LDS, in each encoding.
const INTO_LDS: [&str; 3] = [
    "BUFFER_LOAD_DWORD_LDS_OFFSET s[44:47], #0, #0, #0, #0, imp exec, imp m0 | load store lat=1 | read space=8 bytes=4 | write space=3 bytes=4",
    "GLOBAL_LOAD_LDS_DWORD v[40:41], #0, #0, imp exec, imp m0 | load store lat=1 | read space=1 bytes=4 | write space=3 bytes=4",
    "SCRATCH_LOAD_LDS_DWORD v40, #0, #0, imp exec, imp m0 | load store lat=1 | read space=5 bytes=4 | write space=3 bytes=4",
];

#[test]
fn a_load_into_lds_counts_on_vmcnt_alone() {
    // Unlike LLVM 22: llvm-project #179305.
    for load in INTO_LDS {
        let read_before = format!("lds v0\n{load}\nuse v0\nend");
        assert_eq!(
            gfx942(&read_before),
            "lgkmcnt(0) before V_MOV_B32_e32 2",
            "{load}"
        );
        // LLVM's stream has a wait that the load into LDS may satisfy.
        let mut as_llvm = function("gfx942", true, &read_before);
        let placement = place_at_once(&mut as_llvm, Policy::Llvm).expect("placed");
        let is_flat = !load.starts_with("BUFFER");
        let found = format!("lgkmcnt({}) before V_MOV_B32_e32 2", u8::from(is_flat));
        assert_eq!(listing(&as_llvm, &placement), found, "{load}");
        let f = function("gfx942", true, load);
        let c = counted(&f, f.blocks()[0].order[0]);
        assert_eq!((c.vm, c.lds, c.in_order), (1, 0, true), "{load}");
    }
}

#[test]
fn the_checker_counts_a_load_into_lds_on_vmcnt_alone() {
    for load in INTO_LDS {
        let findings = |count| {
            let counts = Counts::NONE.with(Counter::Lgkm, Some(count));
            let wait = format!("wait {}", counts.encode());
            check::waits(&function(
                "gfx942",
                true,
                &format!("lds v0\n{load}\n{wait}\nuse v0\nend"),
            ))
        };
        assert_eq!(findings(1).len(), 1, "{load}");
        assert!(findings(0).is_empty(), "{load}");
    }
}

#[test]
fn direct_writes_to_lds_are_waited_for_before_lds_is_accessed() {
    // As LLVM.
    for access in ["lds v0", "ldsw v9"] {
        let waits = gfx942(&format!("dma\nload v1\n{access}\nend"));
        assert!(
            waits.starts_with("vmcnt(1) before DS_"),
            "{access}: {waits}"
        );
    }
    assert_eq!(gfx942("lds v0\ndma\ndma\nend"), "");
}

#[test]
fn direct_writes_to_distinct_lds_are_told_apart() {
    let group = |line: &str, n: u32| {
        let long = SHORT
            .iter()
            .find(|(s, _)| *s == line)
            .map_or(line, |(_, l)| *l);
        long.replace("def D", "def v0")
            .replace("space=3 bytes=4", &format!("space=3 bytes=4 group={n}"))
    };
    let (one, two) = (group("dma", 1), group("dma", 2));
    let facts = "alias 1 2 distinct\nalias 2 1 distinct\nalias 3 1 distinct\nalias 3 2 unproved";
    let before = |access: &str| gfx942(&format!("{one}\n{two}\n{access}\nend\n{facts}"));
    assert_eq!(
        before(&group("lds", 1)),
        "vmcnt(1) before DS_READ_B32_gfx9 2"
    );
    assert_eq!(
        before(&group("lds", 2)),
        "vmcnt(0) before DS_READ_B32_gfx9 2"
    );
    assert_eq!(before(&group("lds", 3)), "");
    assert_eq!(before("lds v0"), "vmcnt(0) before DS_READ_B32_gfx9 2");
    let unknown = gfx942(&format!("dma\n{one}\n{}\nend\n{facts}", group("lds", 3)));
    assert_eq!(unknown, "vmcnt(1) before DS_READ_B32_gfx9 2");
}

#[test]
fn a_store_does_not_overtake_a_scalar_load_of_the_same_memory() {
    let scalar = |group| {
        format!(
            "S_LOAD_DWORD_IMM def s0, s[40:41], #0, #0 | load lat=1 | read space=1 bytes=4 group={group}"
        )
    };
    let store = |group| {
        format!(
            "GLOBAL_STORE_DWORD v[40:41], v9, #0, #0, imp exec | store lat=1 | write space=1 bytes=4 group={group}"
        )
    };
    let before = |load: &str, store: &str| gfx942(&format!("{load}\n{store}\nend"));
    // As LLVM, whose groups are the pointers in the IR.
    assert_eq!(
        before(&scalar(1), &store(1)),
        "lgkmcnt(0) before GLOBAL_STORE_DWORD 1"
    );
    assert_eq!(before(&scalar(1), &store(2)), "");
    assert_eq!(before("smem s0", "store v9"), "");
    assert_eq!(
        before(&scalar(1), "store v9"),
        "lgkmcnt(0) before GLOBAL_STORE_DWORD 1"
    );
    assert_eq!(before(&scalar(1), "ldsw v9"), "");
}

#[test]
fn inline_assembly_waits_for_its_operands_and_clobbers() {
    for flags in ["asm parsed", "asm parsed load effects"] {
        let asm = |operand: &str| {
            format!("load v0\nload v1\nINLINEASM opaque, #0, {operand} | {flags} lat=1\nend")
        };
        assert_eq!(gfx942(&asm("v0")), "vmcnt(1) before INLINEASM 2");
        assert_eq!(
            gfx942(&asm("def imp early v0")),
            "vmcnt(1) before INLINEASM 2"
        );
        assert_eq!(gfx942(&asm("v7")), "");
    }
}

#[test]
fn liveness_operands_of_memory_accesses_are_no_accesses() {
    let spill = "SCRATCH_STORE_DWORD_SADDR v1, s0, #0, #0, imp exec, imp v[0:3] | store lat=1 | write space=5 bytes=4";
    assert_eq!(gfx942(&format!("load v0\n{spill}\nend")), "");
    assert_eq!(gfx942("load v0\nKILL v0 | meta lat=0\nend"), "");
}

#[test]
fn a_cost_model_learns_what_an_instruction_counts() {
    let f = function(
        "gfx942",
        true,
        "load v0\nlds v0\nflat v0\nsmem s0\nS_LOAD_DWORDX4_IMM def s[0:3], s[40:41], #0, #0 | load lat=1\nuse v0\nend",
    );
    let of = |at: usize| {
        let c = counted(&f, f.blocks()[0].order[at]);
        (c.vm, c.lds, c.smem, c.exp, c.in_order)
    };
    assert_eq!(of(0), (1, 0, 0, 0, true));
    assert_eq!(of(1), (0, 1, 0, 0, true));
    assert_eq!(of(2), (1, 1, 0, 0, false));
    assert_eq!(of(3), (0, 0, 1, 0, false));
    assert_eq!(of(4), (0, 0, 2, 0, false));
    assert_eq!(of(5), (0, 0, 0, 0, true));
}

#[test]
fn gws_before_a_block_that_ends_the_wave_keeps_its_distance() {
    let lines = format!(
        "block 0 frequency=1 depth=0 successors=1\n{GWS}\nblock 1 frequency=1 depth=0\nend"
    );
    let mut f = function("gfx908", true, &lines);
    assert_eq!(waits(&mut f), "lgkmcnt(0) before the end");
    let last = f.blocks()[0].order.last().copied();
    assert_eq!(last.map(|i| f.opcode(i).name.as_str()), Some("S_NOP"));
}

/// Lines with the instructions of assembly after it, all marked as such.
pub(super) fn with_assembly(lines: &str) -> String {
    let mut inside = 0;
    let marked = lines.lines().map(|line| match line.strip_prefix("  ") {
        Some(inst) => {
            inside += 1;
            let inst = inst
                .replace(
                    "load D",
                    "GLOBAL_LOAD_DWORD def D, v[40:41], #0, #0, imp exec | load",
                )
                .replace("use ", "V_MOV_B32_e32 def v50, ");
            let mark = if inst.contains('|') { " " } else { " | " };
            format!("{inst}{mark}embedded inside line={inside}")
        }
        None => line.to_owned(),
    });
    marked.collect::<Vec<_>>().join("\n")
}

pub(super) const ASM: &str = "INLINEASM opaque, #1 | asm effects parsed lat=1";
const ASM_LOAD: &str = "  GLOBAL_LOAD_DWORD def v7, v[40:41], #0, #0, imp exec | load";

#[test]
fn what_is_in_assembly_counts_and_is_waited_for_around_it() {
    for (lines, expected) in [
        // Its second instruction reads what is outstanding.
        (
            format!("load v0\nload v1\n{ASM}\n  use v9, imp exec\n  use v0, imp exec\nend"),
            "vmcnt(1) before INLINEASM 2",
        ),
        // What it loads is waited for behind it, and counts.
        (
            format!("load v0\n{ASM}\n{ASM_LOAD}\nuse v7\nend"),
            "vmcnt(0) before V_MOV_B32_e32 3",
        ),
        (
            format!("load v0\n{ASM}\n{ASM_LOAD}\nuse v0\nend"),
            "vmcnt(1) before V_MOV_B32_e32 3",
        ),
        // A wait of its own suffices for what follows.
        (
            format!("load v0\n{ASM}\n{ASM_LOAD}\n  S_WAITCNT #3952 | effects\nuse v7\nuse v0\nend"),
            "",
        ),
        // And for what is in it.
        (
            format!("load v0\n{ASM}\n  S_WAITCNT #3952 | effects\n  use v0, imp exec\nend"),
            "",
        ),
        // A wait of its own that comes too late.
        (
            format!("load v0\n{ASM}\n  use v0, imp exec\n  S_WAITCNT #3952 | effects\nend"),
            "vmcnt(0) before INLINEASM 1",
        ),
        // What its author did not wait for is left to them.
        (format!("{ASM}\n{ASM_LOAD}\n  use v7, imp exec\nend"), ""),
        // Nothing in it.
        (
            format!("load v0\n{ASM}\nuse v0\nend"),
            "vmcnt(0) before V_MOV_B32_e32 2",
        ),
    ] {
        let mut function = function("gfx942", true, &with_assembly(&lines));
        assert_eq!(waits(&mut function), expected, "{lines}");
        assert_eq!(crate::check::waits(&function), [], "{lines}");
    }
}

#[test]
fn waits_in_assembly_stay_where_they_are() {
    let lines = format!("load v0\n{ASM}\n  S_WAITCNT #3952 | effects\n  use v0, imp exec\nend");
    let mut function = function("gfx942", true, &with_assembly(&lines));
    let before = function.blocks()[0].order.clone();
    waits(&mut function);
    assert_eq!(function.blocks()[0].order, before);
}

#[test]
fn a_wait_missing_in_assembly_is_found_apart() {
    let lines = format!("{ASM}\n{ASM_LOAD}\n  use v7, imp exec\nend");
    let open = crate::check::waits_in_asm(&function("gfx942", true, &with_assembly(&lines)));
    let found: Vec<_> = open
        .iter()
        .map(|o| (o.producer.map(|p| p.0), o.consumer.0))
        .collect();
    assert_eq!(found, [(Some(1), 2)]);
    let lines = format!("load v7\n{ASM}\n  use v7, imp exec\nend");
    let function = function("gfx942", true, &with_assembly(&lines));
    assert_eq!(crate::check::waits_in_asm(&function), []);
    assert_eq!(crate::check::waits(&function).len(), 1);
}

#[test]
fn assembly_that_could_not_be_parsed_may_do_anything() {
    let asm = "INLINEASM opaque, #1, #10, def v7 | asm effects lat=1";
    for (lines, expected) in [
        (
            format!("load v0\n{asm}\nend"),
            "vmcnt(0) before INLINEASM 1",
        ),
        (
            format!("smem s0\n{asm}\nend"),
            "lgkmcnt(0) before INLINEASM 1",
        ),
        (
            format!("{asm}\nuse v7\nend"),
            "vmcnt(0) lgkmcnt(0) before V_MOV_B32_e32 1",
        ),
        (
            format!("{asm}\nload v7\nend"),
            "vmcnt(0) lgkmcnt(0) before GLOBAL_LOAD_DWORD 1",
        ),
        (format!("{asm}\nuse v6\nend"), ""),
    ] {
        let mut function = function("gfx942", true, &lines);
        assert_eq!(waits(&mut function), expected, "{lines}");
        assert_eq!(crate::check::waits(&function), [], "{lines}");
    }
}
