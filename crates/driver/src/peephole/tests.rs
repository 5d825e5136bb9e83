use super::*;
use crate::machine::{BlockId, text};

const MATRIX: &str = "V_MFMA_F32_16X16X16F16_e64 def early a[0:3], v[4:5], v[6:7], a[0:3], #0, #0, #0 \
                      | passes=4";
const LONG: &str = "V_MFMA_F32_32X32X8F16_e64 def early v[64:79], v[4:5], v[6:7], v[64:79], #0, #0, #0 \
                    | passes=8";
const PACKED: &str = "V_PK_MUL_F32 def v[10:11], #0, v[20:21], #8, s[2:3], #0, #0, #0, #0, #0";
const OTHER: &str = "V_ADD_F32_e32 def v30, v31, v32";

fn function(gpu: &str, lines: &[&str]) -> Function {
    let mut text = format!("cdna-flat 1\nfunction \"t\"\ngpu {gpu}\n");
    text += "opcode V_PK_MUL_F32 modifiers=0xa\nopcode V_PK_FMA_F32 modifiers=0x2a\n";
    text += "block 0 frequency=1 depth=0\n";
    for line in lines {
        text += &format!("  {line}\n");
    }
    text += "  S_ENDPGM #0 | return term noreturn boundary\n";
    text::parse(&text).expect("valid text")
}

/// The opcodes of what becomes of those lines, without the end of the program.
fn unpacked(lines: &[&str]) -> Vec<String> {
    let mut function = function("gfx942", lines);
    let before = function.block(BlockId(0)).order.len();
    let any = unpack(&mut function);
    let order = &function.block(BlockId(0)).order;
    assert_eq!(any, order.len() > before);
    let names = order.iter().map(|&i| function.opcode(i).name.clone());
    names.take(order.len() - 1).collect()
}

fn halves_in(lines: &[&str]) -> usize {
    let names = unpacked(lines);
    names.iter().filter(|n| n.ends_with("_F32_e64")).count()
}

#[test]
fn a_packed_instruction_in_the_shadow_becomes_two() {
    let mut function = function("gfx950", &[MATRIX, PACKED]);
    assert!(unpack(&mut function));
    let order = function.block(BlockId(0)).order.clone();
    let shown = order[1..3].iter().map(|&i| {
        let regs = function.operands(i).iter().filter_map(|o| o.reg());
        let regs: Vec<String> = regs.map(|r| r.to_string()).collect();
        format!("{} {}", function.opcode(i).name, regs.join(" "))
    });
    // The first source has its low register in both, the second each its own.
    let expected = ["V_MUL_F32_e64 v10 v20 s2", "V_MUL_F32_e64 v11 v20 s3"];
    assert_eq!(shown.collect::<Vec<_>>(), expected);
}

#[test]
fn the_shadow_is_as_long_as_the_instruction_has_passes() {
    assert_eq!(halves_in(&[MATRIX, PACKED, PACKED]), 2);
    assert_eq!(halves_in(&[MATRIX, OTHER, PACKED]), 0);
    assert_eq!(halves_in(&[LONG, PACKED, PACKED, PACKED, PACKED]), 6);
    let after = |others: usize| {
        let others = std::iter::repeat_n(OTHER, others);
        let lines: Vec<&str> = [LONG].into_iter().chain(others).chain([PACKED]).collect();
        halves_in(&lines)
    };
    assert_eq!([3, 4, 5, 6].map(after), [2, 2, 0, 0]);
}

#[test]
fn what_runs_alone_ends_the_shadow() {
    let exp = "V_EXP_F32_e32 def v33, v34";
    let half = "V_PK_ADD_F16 def v35, #8, v36, #8, v37, #0, #0, #0, #0, #0";
    for alone in [exp, half] {
        assert_eq!(halves_in(&[LONG, alone, PACKED]), 0, "{alone}");
    }
    assert_eq!(halves_in(&[PACKED, OTHER]), 0, "no shadow at all");
}

#[test]
fn what_touches_the_result_of_the_matrix_instruction_ends_the_shadow() {
    let reader = "V_ADD_F32_e32 def v40, v64, v32";
    assert_eq!(halves_in(&[LONG, reader, PACKED]), 0);
}

#[test]
fn the_low_half_must_not_write_what_the_high_half_reads() {
    let clobbers = "V_PK_MUL_F32 def v[10:11], #0, v[10:11], #8, s[2:3], #0, #0, #0, #0, #0";
    let in_place = "V_PK_MUL_F32 def v[10:11], #8, v[10:11], #8, s[2:3], #0, #0, #0, #0, #0";
    assert_eq!(halves_in(&[LONG, clobbers, PACKED]), 0);
    assert_eq!(halves_in(&[LONG, in_place]), 2);
}

#[test]
fn older_gpus_keep_packed_instructions() {
    let mut function = function("gfx90a", &[LONG, PACKED]);
    assert!(!unpack(&mut function));
}

#[test]
fn what_is_in_assembly_stays_and_casts_no_shadow() {
    let inside = |line: &str| {
        let (head, flags) = line.split_once('|').unwrap_or((line, ""));
        format!("{head} | embedded inside line=1 {flags}")
    };
    const ASM: &str = "INLINEASM opaque, #1 | asm parsed effects";
    assert_eq!(halves_in(&[MATRIX, ASM, &inside(PACKED)]), 0);
    assert_eq!(halves_in(&[ASM, &inside(MATRIX), PACKED]), 0);
}
