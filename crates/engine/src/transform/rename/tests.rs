//! Webs, targets and the dependences that are left, one rule at a time, both sides of each.

use super::webs::{Web, webs};
use super::*;
use crate::machine::{DepKind, Edge, InstId, RegRange, text};

const CLASSES: &str = "\
opcode V_MOV_B32_e32 classes=v,v
opcode V_ADD_U32_e32 classes=v,v,v
opcode V_FMAC_F32_e32 classes=v,v,v,v
opcode V_LSHLREV_B64_e64 classes=ve,v,ve
opcode V_MFMA_F32_16X16X16F16_vgprcd_e64 classes=ve,vae,vae,ve
opcode DS_READ_B128_gfx9 classes=vae,v
opcode DS_READ_B64_gfx9 classes=vae,v
opcode DS_WRITE_B64_gfx9 classes=v,vae
opcode DS_READ_U16_D16_gfx9 classes=v,v,-,-,v
opcode BUFFER_STORE_DWORD_OFFSET classes=va
opcode V_CMPX_EQ_U32_e32 classes=v,v
opcode V_READFIRSTLANE_B32 classes=-,v
opcode V_MOVRELS_B32_e32 classes=v,v
";

/// A function of one block with these instructions, for a GPU with accumulation registers of its own file.
fn function(gpu: &str, lines: &[&str]) -> Function {
    let mut text = format!(
        "cdna-flat 1\nfunction \"f\"\ngpu {gpu}\nresources lds=0 workgroup=256 entry\nreserved v30\n{CLASSES}\
         block 0 frequency=1 depth=0 successors=1\n"
    );
    for line in lines {
        text.push_str(line);
        text.push('\n');
    }
    text.push_str("block 1 frequency=1 depth=0\nS_ENDPGM #0 | return term noreturn\n");
    text::parse(&text).expect("a function")
}

fn webs_of(function: &Function, strict: bool) -> Vec<Web> {
    let liveness = Liveness::of(function);
    let mode = if strict {
        Renaming::Strict
    } else {
        Renaming::On
    };
    let inactive = inactive(function, BlockId(0), &liveness, mode);
    webs(function, BlockId(0), &liveness, &inactive)
}

/// The webs of a block on gfx942, as text.
fn described(lines: &[&str]) -> Vec<String> {
    let webs = webs_of(&function("gfx942", lines), false);
    webs.iter().map(Web::to_string).collect()
}

#[test]
fn a_value_with_all_its_uses_is_a_web() {
    let found = described(&[
        "V_MOV_B32_e32 def v1, #1, imp exec",
        "V_ADD_U32_e32 def v2, v1, v1, imp exec",
        "V_MOV_B32_e32 def v1, #2, imp exec",
        "V_ADD_U32_e32 def v3, v1, v2, imp exec",
    ]);
    assert_eq!(found, ["v1 0-1 v", "v2 1-3 v", "v1 2-3 v", "v3 3-3 v"]);
}

#[test]
fn tuples_and_their_parts_move_together() {
    let found = described(&[
        "DS_READ_B128_gfx9 def v[4:7], v0, #0, #0, imp exec | load",
        "V_LSHLREV_B64_e64 def v[10:11], #1, v[4:5], imp exec",
        "V_LSHLREV_B64_e64 def v[12:13], #1, v[6:7], imp exec",
    ]);
    let expected = [
        "v0 0-0: carried into the block",
        "v[4:7] 0-2 ve loaded",
        "v[10:11] 1-1 ve",
        "v[12:13] 2-2 ve",
    ];
    assert_eq!(found, expected);
    // Two halves that one operand reads.
    let found = described(&[
        "V_MOV_B32_e32 def v4, #1, imp exec",
        "V_MOV_B32_e32 def v5, #1, imp exec",
        "V_LSHLREV_B64_e64 def v[10:11], #1, v[4:5], imp exec",
    ]);
    assert_eq!(found, ["v[4:5] 0-2 ve", "v[10:11] 2-2 ve"]);
}

#[test]
fn what_a_write_keeps_moves_along() {
    for line in [
        "V_FMAC_F32_e32 def tied v1, v1, v1, tied v1, imp exec",
        "DS_READ_U16_D16_gfx9 def tied v1, v1, #0, #0, tied v1, imp exec | load",
        "V_MOV_B32_e32 def v2, v1, imp exec, def imp v[1:2], imp v1",
    ] {
        let found = described(&["V_MOV_B32_e32 def v1, #1, imp exec", line]);
        assert_eq!(found.len(), 1, "{line}: {found:?}");
    }
    let found = described(&[
        "V_MOV_B32_e32 def v1, #1, imp exec",
        "V_MOV_B32_e32 def v1, v1, imp exec",
    ]);
    assert_eq!(found, ["v1 0-1 v", "v1 1-1 v"]);
}

#[test]
fn values_that_cross_the_blocks_ends_stay() {
    let text = "cdna-flat 1\nfunction \"f\"\ngpu gfx942\nresources lds=0 workgroup=256 entry\n\
        opcode V_ADD_U32_e32 classes=v,v,v\nopcode V_LSHLREV_B64_e64 classes=ve,v,ve\n\
        block 0 frequency=1 depth=1 loop=0 successors=0,1\n\
        V_ADD_U32_e32 def v1, v1, v2, imp exec\n\
        V_ADD_U32_e32 def v4, v1, v1, imp exec\n\
        V_ADD_U32_e32 def v5, v1, v1, imp exec\n\
        block 1 frequency=1 depth=0\n\
        V_LSHLREV_B64_e64 def v[8:9], #1, v[4:5], imp exec\n\
        S_ENDPGM #0 | return term noreturn\n";
    let function = text::parse(text).expect("a function");
    let found: Vec<String> = webs_of(&function, false)
        .iter()
        .map(Web::to_string)
        .collect();
    let expected = [
        "v1 0-0: carried into the block",
        "v2 0-3: carried into the block",
        "v1 0-3: read after the block",
        "v4 1-3: read after the block",
        "v5 2-3: read after the block",
    ];
    assert_eq!(found, expected);
}

#[test]
fn what_was_never_written_stays_unless_it_does_not_matter() {
    let half = |mark: &str| {
        let read = format!("V_LSHLREV_B64_e64 def v[10:11], #1, {mark}v[4:5], imp exec");
        described(&["V_MOV_B32_e32 def v4, #1, imp exec", &read])
    };
    assert!(
        half("")
            .iter()
            .any(|web| web == "v[4:5] 0-1: carried into the block")
    );
    assert_eq!(half("undef "), ["v4 0-1 ve", "v[10:11] 1-1 ve"]);
}

#[test]
fn between_two_values_of_a_web_its_register_is_free() {
    let lines = [
        "V_LSHLREV_B64_e64 def v[12:13], #1, v[20:21], imp exec",
        "V_ADD_U32_e32 def v2, v12, v12, imp exec",
        "V_MOV_B32_e32 def v12, #5, imp exec",
        "V_ADD_U32_e32 def v3, v12, v12, imp exec",
        "V_MOV_B32_e32 def v12, #6, imp exec",
        "V_LSHLREV_B64_e64 def v[14:15], #1, v[12:13], imp exec",
    ];
    let function = function("gfx942", &lines);
    let webs = webs_of(&function, false);
    let slot = RegRange::parse("v12").expect("a register").first();
    let spans = webs
        .iter()
        .flat_map(|web| &web.spans)
        .filter(|span| span.reg == slot);
    let mut spans: Vec<(u32, u32)> = spans.map(|span| (span.begin, span.end)).collect();
    spans.sort_unstable();
    assert_eq!(spans, [(1, 2), (5, 6), (9, 10)]);
    assert!(webs.iter().any(|web| web.to_string() == "v[12:13] 0-5 ve"));
}

#[test]
fn a_write_under_a_narrower_mask_keeps_what_it_does_not_write() {
    let found = described(&[
        "V_MOV_B32_e32 def v12, #1, imp exec",
        "S_AND_SAVEEXEC_B64 def s[0:1], s[2:3], imp def exec, imp def dead scc, imp exec",
        "V_MOV_B32_e32 def v12, #2, imp exec",
        "S_OR_B64 def exec, exec, s[0:1], imp def dead scc",
        "V_ADD_U32_e32 def v3, v12, v12, imp exec",
    ]);
    assert!(
        found.contains(&"v12 0-4: alive while EXEC changes".to_owned()),
        "{found:?}"
    );
}

/// The low half of a pair is written anew first, which joins both writes; the high half has its own last access.
#[test]
fn each_register_of_a_tuple_keeps_what_a_narrower_mask_does_not_write() {
    let lines = [
        "V_MOV_B32_e32 def v12, #1, imp exec",
        "V_MOV_B32_e32 def v13, #1, imp exec",
        "V_LSHLREV_B64_e64 def v[14:15], #1, v[12:13], imp exec",
        "S_AND_SAVEEXEC_B64 def s[0:1], s[2:3], imp def exec, imp def dead scc, imp exec",
        "V_MOV_B32_e32 def v12, #2, imp exec",
        "V_MOV_B32_e32 def v13, #2, imp exec",
        "S_OR_B64 def exec, exec, s[0:1], imp def dead scc",
        "V_LSHLREV_B64_e64 def v[14:15], #1, v[12:13], imp exec",
    ];
    let webs = webs_of(&function("gfx942", &lines), false);
    let spans = |reg: &str| -> Vec<(u32, u32)> {
        let slot = RegRange::parse(reg).expect("a register").first();
        let spans = webs.iter().flat_map(|web| &web.spans);
        let spans = spans.filter(|span| span.reg == slot);
        spans.map(|span| (span.begin, span.end)).collect()
    };
    assert_eq!(spans("v12"), [(0, 0), (1, 8), (9, 14)]);
    assert_eq!(spans("v13"), [(0, 0), (3, 10), (11, 14)]);
}

#[test]
fn a_tied_source_that_was_never_written_moves_with_its_result() {
    let lines = ["DS_READ_U16_D16_gfx9 def tied v12, v0, #0, #0, undef tied v12, imp exec | load"];
    let function = function("gfx942", &lines);
    let webs = webs_of(&function, false);
    let web = webs.iter().find(|web| web.to_string().starts_with("v12"));
    assert_eq!(web.expect("a web").operands.len(), 2);
}

#[test]
fn instructions_with_fixed_registers_pin() {
    let mov = "V_MOV_B32_e32 def v1, #1, imp exec";
    let pinned = |line: &str, words: &str| {
        let found = described(&[mov, line]);
        let expected = format!("v1 0-1: {words}");
        assert!(found.contains(&expected), "{line}: {found:?}");
    };
    let named = "named by inline assembly, a call or an indexed move";
    pinned("INLINEASM opaque, #1, #9, v1 | effects asm", named);
    pinned("V_MOVRELS_B32_e32 def v2, v1, imp m0, imp exec", named);
    pinned(
        "V_NOT_B32_e32 def v2, v1, imp exec",
        "of an unknown register class",
    );
    let found = described(&[
        mov,
        "BUNDLE imp v1 | bundle",
        "V_READFIRSTLANE_B32 def s1, v1, imp exec | inside",
    ]);
    assert!(
        found.contains(&"v1 0-2: in a bundle".to_owned()),
        "{found:?}"
    );
    let found = described(&["V_MOV_B32_e32 def v30, #1, imp exec"]);
    assert_eq!(found, ["v30 0-0: in a reserved register"]);
    let free = described(&[mov, "V_READFIRSTLANE_B32 def s1, v1, imp exec"]);
    assert_eq!(free, ["v1 0-1 v"]);
}

#[test]
fn a_value_does_not_live_over_a_change_of_exec() {
    let cmp = "V_CMPX_EQ_U32_e32 v9, v9, def imp exec, imp exec";
    let mov = "V_MOV_B32_e32 def v1, #1, imp exec";
    let read = "V_READFIRSTLANE_B32 def s1, v1, imp exec";
    let found = described(&[mov, cmp, read]);
    assert!(found.contains(&"v1 0-2: alive while EXEC changes".to_owned()));
    // A write behind a write of EXEC may be one side of a branch: the register keeps other lanes' values.
    let found = described(&[cmp, mov, read]);
    assert!(found.contains(&"v1 0-2: carried into the block".to_owned()));
    let free = described(&[mov, read, cmp]);
    assert!(free.contains(&"v1 0-1 v".to_owned()), "{free:?}");
}

#[test]
fn what_shows_where_exec_is_widened_stays() {
    let matrix =
        "V_MFMA_F32_16X16X16F16_vgprcd_e64 def v[4:7], v[2:3], v[2:3], #0, #0, #0, #0, imp exec";
    let mov = "V_MOV_B32_e32 def v4, #1, imp exec";
    let widen = "S_OR_SAVEEXEC_B64 def s[0:1], #-1, imp def exec, imp def dead scc, imp exec";
    let read = "V_ADD_U32_e32 def v8, v4, v4, imp exec";
    let found = described(&[matrix, mov, widen, read]);
    // The lanes in which the move did not write have the matrix instruction's result.
    for stays in [
        "v[4:7] 0-0: in a register whose inactive lanes count",
        "v4 1-3: alive while EXEC changes",
    ] {
        assert!(found.contains(&stays.to_owned()), "{found:?}");
    }
    let narrow = "S_AND_SAVEEXEC_B64 def s[0:1], s[2:3], imp def exec, imp def dead scc, imp exec";
    for free in [[matrix, mov, read, widen], [matrix, mov, narrow, read]] {
        let free = described(&free);
        assert!(
            free.contains(&"v[4:7] 0-0 ve past-exec".to_owned()),
            "{free:?}"
        );
    }
    // What is handed on may be read by as many.
    let mut handed_on = RegSet::default();
    handed_on.insert_range(RegRange::parse("v4").expect("a register"));
    let last = function("gfx942", &[matrix, mov, widen]);
    assert!(seen_by_more_lanes(&last, BlockId(0), &RegSet::default()).is_empty());
    let seen = seen_by_more_lanes(&last, BlockId(0), &handed_on);
    assert!(seen.iter().eq(handed_on.iter()));
}

#[test]
fn an_and_with_exec_and_a_comparison_switch_no_lane_on() {
    let scc = "imp def dead scc";
    for (write, widens) in [
        (format!("S_AND_B64 def exec, s[2:3], exec, {scc}"), false),
        (format!("S_ANDN2_B64 def exec, exec, s[2:3], {scc}"), false),
        (
            "V_CMPX_EQ_U32_e32 v9, v9, def imp exec, imp exec".to_owned(),
            false,
        ),
        (format!("S_AND_B64 def exec, s[2:3], s[4:5], {scc}"), true),
        (format!("S_ANDN2_B64 def exec, s[2:3], exec, {scc}"), true),
        (format!("S_OR_B64 def exec, exec, s[2:3], {scc}"), true),
        ("S_MOV_B64 def exec, s[2:3]".to_owned(), true),
        // Not of EXEC at all.
        (format!("S_OR_B64 def s[0:1], exec, s[2:3], {scc}"), false),
    ] {
        let function = function("gfx942", &[&write]);
        let inst = function.block(BlockId(0)).order[0];
        assert_eq!(exec::widens(&function, inst), widens, "{write}");
    }
}

#[test]
fn inactive_lanes_pin_only_if_they_count() {
    let lines = [
        "DS_READ_B64_gfx9 def v[2:3], v0, #0, #0, imp exec | load",
        "V_MFMA_F32_16X16X16F16_vgprcd_e64 def v[4:7], v[2:3], v[2:3], #0, #0, #0, #0, imp exec",
        "V_ADD_U32_e32 def v8, v4, v4, imp exec",
    ];
    let function = function("gfx942", &lines);
    let pins = |strict| -> Vec<Option<Pin>> {
        let webs = webs_of(&function, strict);
        webs.iter().map(|web| web.pin).collect()
    };
    assert_eq!(pins(false), [Some(Pin::LiveIn), None, None, None]);
    // Only what the matrix instruction reads; its result is read by an instruction that heeds EXEC.
    let read = Some(Pin::InactiveLanes);
    assert_eq!(pins(true), [Some(Pin::LiveIn), read, None, None]);
    let slot = RegRange::parse("v2").expect("a register").first().index();
    let liveness = Liveness::of(&function);
    let admitted = |mode| {
        let inactive = inactive(&function, BlockId(0), &liveness, mode);
        Targets::of(&function).admitted(BlockId(0), false, &inactive)[slot]
    };
    assert!(admitted(Renaming::On) && !admitted(Renaming::Strict));
}

#[test]
fn files_are_those_that_all_operands_admit() {
    let read = "DS_READ_B64_gfx9 def v[2:3], v0, #0, #0, imp exec | load";
    let mfma =
        "V_MFMA_F32_16X16X16F16_vgprcd_e64 def v[4:7], v[2:3], v[2:3], #0, #0, #0, #0, imp exec";
    assert!(described(&[read, mfma]).contains(&"v[2:3] 0-1 vae loaded".to_owned()));
    let add = "V_ADD_U32_e32 def v8, v2, v2, imp exec";
    assert!(described(&[read, mfma, add]).contains(&"v[2:3] 0-2 ve loaded".to_owned()));
}

#[test]
fn a_matrix_result_keeps_its_relation_to_its_sources() {
    let of = |c: &str| {
        let init = "V_LSHLREV_B64_e64 def v[4:5], #1, v[20:21], imp exec";
        let more = "V_LSHLREV_B64_e64 def v[6:7], #1, v[20:21], imp exec";
        let mfma = format!(
            "V_MFMA_F32_16X16X16F16_vgprcd_e64 def {c}, v[20:21], v[20:21], v[4:7], #0, #0, #0, imp exec"
        );
        described(&[init, more, &mfma])
    };
    assert!(of("v[4:7]").contains(&"v[4:7] 0-2 ve past-exec".to_owned()));
    let apart = of("v[8:11]");
    assert!(apart.contains(&"v[4:7] 0-2 ve".to_owned()), "{apart:?}");
    let function = function(
        "gfx942",
        &[
            "V_LSHLREV_B64_e64 def v[4:5], #1, v[20:21], imp exec",
            "V_LSHLREV_B64_e64 def v[6:7], #1, v[20:21], imp exec",
            "V_MFMA_F32_16X16X16F16_vgprcd_e64 def v[8:11], v[20:21], v[20:21], v[4:7], #0, #0, #0, imp exec",
        ],
    );
    // It begins to write while the sources are read.
    let webs = webs_of(&function, false);
    let [source, result] = ["v[4:7]", "v[8:11]"].map(|name| {
        let web = webs.iter().find(|web| web.to_string().starts_with(name));
        web.expect("a web").spans[0]
    });
    assert!(source.end >= result.begin);
}

/// The functions of a block before and after renaming.
fn renamed(gpu: &str, lines: &[&str]) -> (Function, Function) {
    let before = function(gpu, lines);
    let mut after = before.clone();
    rename(&mut after, &[BlockId(0)], Renaming::On);
    (before, after)
}

fn register(function: &Function, inst: u32, operand: usize) -> RegRange {
    let range = function.operands(InstId(inst))[operand].reg();
    range.expect("a register")
}

const REUSED: [&str; 4] = [
    "DS_READ_B64_gfx9 def v[2:3], v0, #0, #0, imp exec | load",
    "V_ADD_U32_e32 def v8, v2, v3, imp exec",
    "DS_READ_B64_gfx9 def v[2:3], v0, #8, #0, imp exec | load",
    "V_ADD_U32_e32 def v9, v2, v3, imp exec",
];

#[test]
fn a_reused_register_becomes_two_and_nothing_holds_the_loads_apart() {
    for gpu in ["gfx908", "gfx942"] {
        let (_, after) = renamed(gpu, &REUSED);
        let (one, other) = (register(&after, 0, 0), register(&after, 2, 0));
        assert!(!one.overlaps(other), "{gpu}: {one} {other}");
        assert_eq!(register(&after, 1, 1).first(), one.first());
        assert_eq!(
            register(&after, 3, 2).first(),
            other.regs().nth(1).expect("two")
        );
        if gpu == "gfx942" {
            assert!(one.first().number() % 2 == 0 && other.first().number() % 2 == 0);
        }
        assert!(!after.edges().iter().any(|e| e.kind != DepKind::True));
    }
}

#[test]
fn a_block_that_calls_or_indexes_stays() {
    let mut lines = REUSED.to_vec();
    lines.push("S_SWAPPC_B64 def s[30:31], s[4:5], mask | call");
    let (before, after) = renamed("gfx942", &lines);
    assert_eq!(before, after);
    let mut lines = REUSED.to_vec();
    lines.push("S_SET_GPR_IDX_OFF imp def mode, imp mode");
    let (before, after) = renamed("gfx942", &lines);
    assert_eq!(before, after);
}

#[test]
fn dependences_that_stay_are_found_again() {
    let before = function("gfx942", &REUSED);
    let mut same = before.clone();
    relink(&mut same, &[BlockId(0)], Relink::Reuse);
    let edges: Vec<_> = same
        .edges()
        .iter()
        .map(|e| (e.from.0, e.to.0, e.kind))
        .collect();
    let expected = [(0, 2, DepKind::Output), (1, 2, DepKind::Anti)];
    assert_eq!(edges, expected);
}

#[test]
fn unread_results_keep_their_place_among_others() {
    let lines = [
        "V_MOV_B32_e32 def dead v1, #1, imp exec",
        "V_MOV_B32_e32 def dead v1, #2, imp exec",
        "V_MOV_B32_e32 def v1, #3, imp exec",
    ];
    let mut function = function("gfx942", &lines);
    relink(&mut function, &[BlockId(0)], Relink::Reuse);
    let edges: Vec<_> = function
        .edges()
        .iter()
        .map(|e| (e.from.0, e.to.0))
        .collect();
    assert_eq!(edges, [(0, 2), (1, 2)]);
}

#[test]
fn what_two_results_that_nobody_reads_share_does_not_keep_a_dependence() {
    let of = |unread: &str, first: &str| {
        let lines = [
            format!(
                "V_MAD_U64_U32_e64 def v[2:3], def {first} s[14:15], v0, s7, v[4:5], #0, imp exec"
            ),
            format!(
                "V_DIV_SCALE_F32_e64 def v6, def {unread} s[14:15], #0, v1, #0, v1, #0, v7, #0, #0, imp mode, imp exec"
            ),
        ];
        let mut function = function("gfx942", &lines.each_ref().map(String::as_str));
        // As if the second had written v4 before it was renamed.
        function.set_edges(vec![Edge {
            from: InstId(0),
            to: InstId(1),
            kind: DepKind::Anti,
            llvm_latency: 0,
        }]);
        relink(&mut function, &[BlockId(0)], Relink::Reuse);
        function.edges().len()
    };
    assert_eq!(of("dead", "dead"), 0);
    assert_eq!(of("", "dead"), 1);
    assert_eq!(of("dead", ""), 1);
}

#[test]
fn nothing_moves_beyond_the_waves_or_into_reserved_registers() {
    // 64 registers are what eight waves may have.
    let mut lines = vec!["V_MOV_B32_e32 def v63, #1, imp exec"];
    lines.extend(REUSED);
    let (before, after) = renamed("gfx942", &lines);
    let waves = crate::machine::occupancy::occupancy;
    assert_eq!(waves(&before), waves(&after));
    for inst in 0..5 {
        for operand in after.operands(InstId(inst)) {
            let registers = operand.reg().into_iter().flat_map(|range| range.regs());
            for reg in registers.filter(|reg| reg.is_vector()) {
                assert!(reg.number() < 64 && reg.to_string() != "v30", "{reg}");
            }
        }
    }
}

#[test]
fn a_function_that_others_call_uses_what_it_writes_today() {
    let mut called = function("gfx942", &REUSED);
    called.resources.is_entry = false;
    let targets = Targets::of(&called);
    let [written, fresh] = ["v8", "v6"].map(|name| {
        let range = RegRange::parse(name).expect("a register");
        range.first().index()
    });
    let admitted = targets.admitted(BlockId(0), false, &RegSet::default());
    assert!(admitted[written] && !admitted[fresh]);
    assert!(!targets.admitted(BlockId(0), true, &RegSet::default())[written]);
}

#[test]
fn past_exec_only_into_registers_that_nobody_names_where_lanes_may_have_left() {
    let lines = [
        "DS_READ_B64_gfx9 def v[2:3], v0, #0, #0, imp exec | load",
        "V_MFMA_F32_16X16X16F16_vgprcd_e64 def v[4:7], v[2:3], v[2:3], #0, #0, #0, #0, imp exec",
        "V_ADD_U32_e32 def v8, v4, v4, imp exec",
    ];
    let block = BlockId(0);
    let slot = |name| RegRange::parse(name).expect("a register").first();
    let plain = Targets::of(&function("gfx942", &lines));
    assert!(plain.admitted(block, true, &RegSet::default())[slot("v8").index()]);
    let mut masked = vec!["V_CMPX_EQ_U32_e32 v9, v9, def imp exec, imp exec"];
    masked.extend(lines);
    let masked = Targets::of(&function("gfx942", &masked));
    assert!(!masked.admitted(block, true, &RegSet::default())[slot("v8").index()]);
    assert!(masked.admitted(block, false, &RegSet::default())[slot("v8").index()]);
    assert!(masked.admitted(block, true, &RegSet::default())[slot("v12").index()]);
}
