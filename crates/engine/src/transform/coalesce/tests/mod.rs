//! Copies that go, and copies that must stay; the judge, which shares nothing with this module, agrees.

mod room;

use super::{Found, Reach, coalesce};
use crate::check;
use crate::machine::{BlockId, Function, text};
use crate::transform::rename::Renaming;

fn parse(body: &str) -> Function {
    let classes = "opcode V_MOV_B32_e32 classes=v,v\n\
        opcode V_MOV_B64_e32 classes=ve,ve\n\
        opcode V_ACCVGPR_MOV_B32 classes=a,a\n\
        opcode V_ACCVGPR_READ_B32_e64 classes=v,a\n\
        opcode V_ACCVGPR_WRITE_B32_e64 classes=a,v\n\
        opcode V_ADD_U32_e32 classes=v,v,v\n\
        opcode V_MFMA_F32_16X16X16F16_e64 classes=ae,vae,vae,ae,-,-,-\n\
        opcode V_MFMA_F32_32X32X8F16_mac_e64 classes=ae,vae,vae,ae,-,-,-\n\
        opcode DS_READ_B32_gfx9 classes=va,v,-,-\n\
        opcode DS_READ_B64_gfx9 classes=vae,v,-,-\n\
        opcode GLOBAL_STORE_DWORD_SADDR classes=v,va,-,-,-\n\
        opcode GLOBAL_STORE_DWORDX4_SADDR classes=v,vae,-,-,-\n\
        opcode SCRATCH_STORE_DWORD_ST classes=va,-,-\n\
        opcode SCRATCH_LOAD_DWORD_ST classes=va,-,-\n";
    let text = format!(
        "cdna-flat 1\nfunction \"f\"\ngpu gfx942\nresources lds=0 workgroup=256 entry\n{classes}{body}"
    );
    text::parse(&text).expect("a function")
}

/// The function without its copies, which the judge takes for the same program.
fn coalesced(body: &str, mode: Renaming) -> Function {
    coalesced_within(body, mode, Reach::All).0
}

/// The same, if values move no farther than that; with what was found.
fn coalesced_within(body: &str, mode: Renaming, reach: Reach) -> (Function, Found) {
    let original = parse(body);
    let mut function = original.clone();
    let found = coalesce(&mut function, mode, reach);
    let same = check::copies(&function, &original, mode == Renaming::Strict);
    assert_eq!(same, Ok(()), "{function}");
    (function, found)
}

/// The instructions of a block that are in it now.
fn lines(function: &Function, block: u32) -> Vec<String> {
    let order = function.block(BlockId(block)).order.iter();
    let lines = order.map(|&inst| function.inst_text(inst));
    lines
        .map(|line| {
            line.split(" | ")
                .next()
                .unwrap_or("")
                .replace(", imp exec", "")
        })
        .collect()
}

fn count(function: &Function, part: &str) -> usize {
    let blocks = 0..function.blocks().len() as u32;
    let lines = blocks.flat_map(|block| lines(function, block));
    lines.filter(|line| line.contains(part)).count()
}

/// Accumulators that each iteration copies to another tuple and back.
const ACCUMULATORS: &str = "block 0 frequency=1 depth=0 successors=1\n\
    V_ACCVGPR_WRITE_B32_e64 def a8, #0, imp exec\n\
    V_ACCVGPR_WRITE_B32_e64 def a9, #0, imp exec\n\
    V_ACCVGPR_WRITE_B32_e64 def a10, #0, imp exec\n\
    V_ACCVGPR_WRITE_B32_e64 def a11, #0, imp exec\n\
    block 1 frequency=16 depth=1 loop=1 successors=2,1\n\
    V_MFMA_F32_16X16X16F16_e64 def a[0:3], v[2:3], v[4:5], a[8:11], #0, #0, #0, imp mode, imp exec\n\
    V_ACCVGPR_MOV_B32 def a8, a0, imp exec\n\
    V_ACCVGPR_MOV_B32 def a9, a1, imp exec\n\
    V_ACCVGPR_MOV_B32 def a10, a2, imp exec\n\
    V_ACCVGPR_MOV_B32 def a11, a3, imp exec\n\
    S_CBRANCH_SCC1 bb.1, imp scc | term branch\n\
    block 2 frequency=1 depth=0\n\
    GLOBAL_STORE_DWORDX4_SADDR v0, a[0:3], s[0:1], #0, #0, imp exec | store | write space=1 bytes=16\n\
    S_ENDPGM #0 | return term noreturn\n";

/// The copy of a part names the whole tuple as written. What moves onto the other part meanwhile is gone, by LLVM's book and the
/// judge's.
#[test]
fn what_a_copy_only_names_as_written_holds_no_other_value() {
    let body = "opcode SCRATCH_STORE_DWORDX4_ST classes=vae,-,-\n\
        block 0 frequency=1 depth=0 successors=1,2\n\
        block 1 frequency=10 depth=1 loop=1 successors=2\n\
        SCRATCH_STORE_DWORDX4_ST v[4:7], #64, #0, imp exec, imp flat_scratch, def imp v[4:19], imp v[4:19] \
        | store | write space=5 bytes=16 spill=5+0\n\
        block 2 frequency=640 depth=2 loop=2 successors=2,3\n\
        GLOBAL_STORE_DWORDX4_SADDR v0, v[12:15], s[0:1], #0, #0, imp exec | store | write space=1 bytes=16\n\
        GLOBAL_STORE_DWORDX4_SADDR v0, v[46:49], s[0:1], #0, #0, imp exec | store | write space=1 bytes=16\n\
        block 3 frequency=20 depth=1 loop=1 successors=1,2\n\
        V_MOV_B64_e32 def v[54:55], v[14:15], imp exec, def imp v[52:55], imp v[12:15]\n\
        V_ADD_U32_e32 def v49, v67, v69, imp exec\n\
        V_ADD_U32_e32 def v29, v46, v29, imp exec\n\
        V_MOV_B32_e32 def v48, v54, imp exec\n";
    coalesced(body, Renaming::On);
}

#[test]
fn accumulators_stay_in_one_place_over_the_back_edge() {
    let function = coalesced(ACCUMULATORS, Renaming::On);
    assert_eq!(count(&function, "V_ACCVGPR_MOV"), 0, "{function}");
    let mfma = &lines(&function, 1)[0];
    let result = mfma.split([' ', ',']).nth(2).expect("a result");
    assert_eq!(mfma.matches(result).count(), 2, "in place: {mfma}");
    assert_eq!(count(&function, "V_MFMA_F32_16X16X16F16_e64"), 1);
    assert!(lines(&function, 2)[0].contains(result), "{function}");
}

#[test]
fn strictly_no_copy_goes_that_feeds_who_looks_past_exec() {
    let function = coalesced(ACCUMULATORS, Renaming::Strict);
    assert_eq!(count(&function, "V_ACCVGPR_MOV"), 4);
}

#[test]
fn a_copy_stays_whose_source_changes_before_it_is_read() {
    // The value of the last iteration and that of this one are both needed.
    let body = "block 0 frequency=1 depth=0 successors=1\n\
        V_MOV_B32_e32 def v5, #0, imp exec\n\
        V_MOV_B32_e32 def v6, #0, imp exec\n\
        block 1 frequency=16 depth=1 loop=1 successors=2,1\n\
        V_ADD_U32_e32 def v6, v7, v6, imp exec\n\
        GLOBAL_STORE_DWORD_SADDR v6, v5, s[0:1], #0, #0, imp exec | store | write space=1 bytes=4\n\
        V_MOV_B32_e32 def v5, v6, imp exec\n\
        S_CBRANCH_SCC1 bb.1, imp scc | term branch\n\
        block 2 frequency=1 depth=0\n\
        S_ENDPGM #0 | return term noreturn\n";
    let function = coalesced(body, Renaming::On);
    assert_eq!(count(&function, "V_MOV_B32_e32"), 3, "{function}");
    // Where it reads the new value instead, one place is enough.
    let function = coalesced(&body.replace("SADDR v6, v5", "SADDR v6, v6"), Renaming::On);
    assert!(count(&function, "V_MOV_B32_e32") < 3, "{function}");
}

#[test]
fn a_sum_with_zero_is_its_source() {
    let body = "block 0 frequency=1 depth=0 successors=1\n\
        V_MOV_B32_e32 def v5, s4, imp exec\n\
        block 1 frequency=16 depth=1 loop=1 successors=2,1\n\
        V_ADD_U32_e32 def v7, #0, v5, imp exec\n\
        DS_READ_B32_gfx9 def v6, v7, #0, #0, imp exec | load | read space=3 bytes=4\n\
        GLOBAL_STORE_DWORD_SADDR v5, v6, s[0:1], #0, #0, imp exec | store | write space=1 bytes=4\n\
        S_CBRANCH_SCC1 bb.1, imp scc | term branch\n\
        block 2 frequency=1 depth=0\n\
        S_ENDPGM #0 | return term noreturn\n";
    let function = coalesced(body, Renaming::On);
    assert_eq!(
        lines(&function, 1)[0],
        "DS_READ_B32_gfx9 def v6, v5, #0, #0"
    );
    for other in ["#1, v5", "v5, v5"] {
        let function = coalesced(
            &body.replace("#0, v5, imp", &format!("{other}, imp")),
            Renaming::On,
        );
        assert_eq!(count(&function, "V_ADD_U32_e32"), 1, "{other}");
    }
}

/// Stores of 16 registers.
fn stores(file: &str, first: u32) -> String {
    let stores = (0..16).map(|at| {
        format!(
            "GLOBAL_STORE_DWORD_SADDR v0, {file}{}, s[0:1], #{}, #0, imp exec | store | write space=1 bytes=4\n",
            first + at,
            4 * at
        )
    });
    stores.collect()
}

/// An accumulator of 16 registers that is scaled in VGPRs between two uses in AccVGPRs.
fn scaled() -> String {
    let mut body = "block 0 frequency=1 depth=0 successors=1\n".to_owned();
    for at in 0..16 {
        body += &format!("V_MOV_B32_e32 def v{}, #0, imp exec\n", 32 + at);
    }
    body += "block 1 frequency=16 depth=1 loop=1 successors=2,1\n";
    for at in 0..16 {
        let at = 32 + at;
        body += &format!("V_ADD_U32_e32 def v{at}, v1, v{at}, imp exec\n");
    }
    for at in 0..16 {
        body += &format!(
            "V_ACCVGPR_WRITE_B32_e64 def a{at}, v{}, imp exec\n",
            32 + at
        );
    }
    body += "V_MFMA_F32_32X32X8F16_mac_e64 def tied a[0:15], v[2:3], v[4:5], tied a[0:15], #0, #0, #0, \
        imp mode, imp exec\n";
    for at in 0..16 {
        body += &format!("V_ACCVGPR_READ_B32_e64 def v{}, a{at}, imp exec\n", 32 + at);
    }
    body += "S_CBRANCH_SCC1 bb.1, imp scc | term branch\nblock 2 frequency=1 depth=0\n";
    body += &stores("v", 32);
    body + "S_ENDPGM #0 | return term noreturn\n"
}

#[test]
fn matrix_instructions_take_the_form_of_the_file_their_accumulators_are_in() {
    let function = coalesced(&scaled(), Renaming::On);
    assert_eq!(count(&function, "V_ACCVGPR"), 0, "{function}");
    let mfma =
        "V_MFMA_F32_32X32X8F16_mac_vgprcd_e64 def tied v[32:47], v[2:3], v[4:5], tied v[32:47]";
    assert_eq!(count(&function, mfma), 1, "{function}");
    // MI100 has no such form, and no moves between AccVGPRs.
    let mut old =
        text::parse(&parse(&scaled()).to_string().replace("gfx942", "gfx908")).expect("a function");
    coalesce(&mut old, Renaming::On, Reach::All);
    assert_eq!(count(&old, "V_ACCVGPR"), 32);
}

/// A value that is spilled before a loop and reloaded in it.
const SPILLED: &str = "block 0 frequency=1 depth=0 successors=1\n\
    V_MOV_B32_e32 def v5, s4, imp exec\n\
    SCRATCH_STORE_DWORD_ST v5, #16, #0, imp exec, imp flat_scratch | store | write space=5 bytes=4 spill=3+0\n\
    V_MOV_B32_e32 def v5, s5, imp exec\n\
    block 1 frequency=16 depth=1 loop=1 successors=2,1\n\
    SCRATCH_LOAD_DWORD_ST def v6, #16, #0, imp exec, imp flat_scratch | load | read space=5 bytes=4 spill=3+0\n\
    V_ADD_U32_e32 def v5, v6, v5, imp exec\n\
    S_CBRANCH_SCC1 bb.1, imp scc | term branch\n\
    block 2 frequency=1 depth=0\n\
    GLOBAL_STORE_DWORD_SADDR v5, v5, s[0:1], #0, #0, imp exec | store | write space=1 bytes=4\n\
    S_ENDPGM #0 | return term noreturn\n";

#[test]
fn a_spilled_value_stays_in_a_register_that_is_free() {
    let function = coalesced(SPILLED, Renaming::On);
    assert_eq!(count(&function, "SCRATCH"), 0, "{function}");
    // Nobody knows what else is in a slot of which a part is accessed, or which is no slot of LLVM's.
    for other in ["bytes=4", "bytes=4 spill=3+2", "bytes=2 spill=3+0"] {
        let function = coalesced(
            &SPILLED.replace(
                "read space=5 bytes=4 spill=3+0",
                &format!("read space=5 {other}"),
            ),
            Renaming::On,
        );
        assert_eq!(count(&function, "SCRATCH_LOAD"), 1, "{other}");
    }
    // All registers are needed after the loop but v5 and v6, which the loop writes; others cost a wave.
    let full = SPILLED
        .replace(
            "V_ADD_U32_e32 def v5, v6, v5, imp exec\n",
            "V_ADD_U32_e32 def v5, v6, v5, imp exec\n\
             V_MOV_B32_e32 def v6, s7, imp exec\n\
             V_ADD_U32_e32 def v5, v6, v5, imp exec\n",
        )
        .replace(
            "block 2 frequency=1 depth=0\n",
            "block 2 frequency=1 depth=0\n\
             KILL v[0:4], v[7:38], v[39:70], v[71:102], v[103:134], v[135:166], v[167:198] | meta\n\
             KILL v[199:230], v[231:255] | meta\n",
        );
    let function = coalesced(&full, Renaming::On);
    assert_eq!(count(&function, "SCRATCH_LOAD"), 1, "{function}");
}

/// A slot that is read in lanes that are off where it was last written.
const WIDENED: &str = "block 0 frequency=1 depth=0 successors=1\n\
    V_MOV_B32_e32 def v5, s4, imp exec\n\
    SCRATCH_STORE_DWORD_ST v5, #16, #0, imp exec, imp flat_scratch | store | write space=5 bytes=4 spill=3+0\n\
    V_MOV_B32_e32 def v6, s5, imp exec\n\
    block 1 frequency=16 depth=1 loop=1 successors=2\n\
    S_AND_SAVEEXEC_B64 def s[6:7], vcc, imp def exec, imp def scc, imp exec\n\
    S_MOV_B64 def s[8:9], exec\n\
    block 2 frequency=16 depth=1 loop=1 successors=3,1\n\
    SCRATCH_STORE_DWORD_ST v6, #16, #0, imp exec, imp flat_scratch | store | write space=5 bytes=4 spill=3+0\n\
    S_WQM_B64 def exec, exec, imp def scc\n\
    SCRATCH_LOAD_DWORD_ST def v7, #16, #0, imp exec, imp flat_scratch | load | read space=5 bytes=4 spill=3+0\n\
    V_ADD_U32_e32 def v6, v7, v6, imp exec\n\
    S_MOV_B64 def exec, s[8:9]\n\
    S_OR_B64 def exec, exec, s[6:7], imp def scc\n\
    S_CBRANCH_SCC1 bb.1, imp scc | term branch\n\
    block 3 frequency=1 depth=0\n\
    GLOBAL_STORE_DWORD_SADDR v6, v6, s[0:1], #0, #0, imp exec | store | write space=1 bytes=4\n\
    S_ENDPGM #0 | return term noreturn\n";

#[test]
fn a_slot_that_more_lanes_read_than_wrote_it_keeps_what_it_held_before() {
    let widened = "S_WQM_B64 def exec, exec, imp def scc\n";
    let whole = "S_OR_B64 def exec, exec, s[6:7], imp def scc\n";
    let once = WIDENED
        .replace("S_CBRANCH_SCC1 bb.1, imp scc | term branch\n", "")
        .replace("successors=3,1", "successors=3");
    for body in [WIDENED, &once] {
        for wider in [widened, whole] {
            let function = coalesced(&body.replace(widened, wider), Renaming::On);
            assert_eq!(count(&function, "SCRATCH_STORE"), 2, "{function}");
        }
    }
}

#[test]
fn values_that_not_all_lanes_write_stay_where_they_are() {
    let body = "block 0 frequency=1 depth=0 successors=1\n\
        V_MOV_B32_e32 def v5, s4, imp exec\n\
        block 1 frequency=16 depth=1 loop=1 successors=2,1\n\
        V_ADD_U32_e32 def v6, v5, v5, imp exec\n\
        S_AND_SAVEEXEC_B64 def s[6:7], vcc, imp def exec, imp def scc, imp exec\n\
        V_MOV_B32_e32 def v5, v6, imp exec\n\
        S_OR_B64 def exec, exec, s[6:7], imp def scc\n\
        S_CBRANCH_SCC1 bb.1, imp scc | term branch\n\
        block 2 frequency=1 depth=0\n\
        GLOBAL_STORE_DWORD_SADDR v5, v5, s[0:1], #0, #0, imp exec | store | write space=1 bytes=4\n\
        S_ENDPGM #0 | return term noreturn\n";
    let function = coalesced(body, Renaming::On);
    assert_eq!(
        count(&function, "V_MOV_B32_e32 def v5, v6"),
        1,
        "{function}"
    );
}

/// Moves from AccVGPRs may look at lanes that are off, where the last write of all lanes shows.
#[test]
fn a_copy_stays_that_shows_in_lanes_that_are_off() {
    let body = "block 0 frequency=1 depth=0 successors=1\n\
        V_MOV_B32_e32 def v5, s4, imp exec\n\
        V_ACCVGPR_WRITE_B32_e64 def a8, v5, imp exec\n\
        V_MOV_B32_e32 def v6, s5, imp exec\n\
        S_AND_SAVEEXEC_B64 def s[6:7], vcc, imp def exec, imp def scc, imp exec\n\
        block 1 frequency=1 depth=0 successors=2\n\
        V_ACCVGPR_WRITE_B32_e64 def a8, s9, imp exec\n\
        V_ACCVGPR_READ_B32_e64 def v7, a8, imp exec\n\
        S_OR_B64 def exec, exec, s[6:7], imp def scc\n\
        block 2 frequency=1 depth=0\n\
        V_MOV_B32_e32 def v8, v6, imp exec\n\
        GLOBAL_STORE_DWORD_SADDR v6, v7, s[0:1], #0, #0, imp exec | store | write space=1 bytes=4\n\
        GLOBAL_STORE_DWORD_SADDR v6, v8, s[0:1], #4, #0, imp exec | store | write space=1 bytes=4\n\
        S_ENDPGM #0 | return term noreturn\n";
    let function = coalesced(body, Renaming::On);
    assert_eq!(
        count(&function, "V_ACCVGPR_WRITE_B32_e64 def a8, v5"),
        1,
        "{function}"
    );
}

#[test]
fn functions_that_are_called_or_call_are_left_alone() {
    for (part, other) in [
        ("workgroup=256 entry", "workgroup=256"),
        (
            "S_CBRANCH",
            "S_SWAPPC_B64 def s[30:31], s[4:5] | call\nS_CBRANCH",
        ),
    ] {
        let text = parse(ACCUMULATORS).to_string().replace(part, other);
        let mut function = text::parse(&text).expect("a function");
        let before = function.clone();
        let found = coalesce(&mut function, Renaming::On, Reach::All);
        assert_eq!(found, Found::Nothing, "{other}");
        assert_eq!(function, before);
    }
}
