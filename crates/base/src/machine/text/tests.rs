//! What is written is read back, and errors name their line.

use super::*;
use crate::machine::{BlockId, InstId};

const AXPY: &str = r#"cdna-flat 1
function "axpy"
gpu gfx942
features sramecc
resources lds=0 workgroup=256 entry
reserved v254 v255 a7
preserved v40
opcode V_FMA_F32_e64 modifiers=0x2a classes=v,-,v,-,v,-,v
opcode V_MFMA_F32_16X16X16F16_e64 classes=ae,vae,vae,ae
block 0 frequency=1 depth=0 successors=1
  GLOBAL_LOAD_DWORD_SADDR def v1, s[2:3], v0, #0, #0, imp exec | load lat=80 | read space=1 bytes=4
  V_FMA_F32_e64 def v2, #0, v1, #0, v1, #0, v1, #0, #0, imp mode, imp exec | lat=1
block 1 frequency=31.5 depth=1 loop=1 successors=1,2
  V_MFMA_F32_16X16X16F16_e64 def early a[0:3], v[2:3], v[4:5], a[0:3], #0, #0, #0, imp mode, imp exec | lat=4 passes=4
  S_CBRANCH_SCC1 bb.1, imp scc | term branch lat=1
block 2 frequency=1 depth=0
  SCRATCH_STORE_DWORD_ST v1, #268, #0, imp exec, imp flat_scratch | store lat=1 | write space=5 bytes=4 spill=12+16
  S_ENDPGM #0 | return term noreturn lat=1
edge 0 1 true 80
"#;

#[test]
fn prints_what_it_parsed() {
    let function = parse(AXPY).expect("valid text");
    assert_eq!(function.to_string(), AXPY);
    assert_eq!(
        function.block(BlockId(1)).predecessors,
        vec![BlockId(0), BlockId(1)]
    );
}

#[test]
fn assembly_keeps_its_instructions_and_what_kept_it_from_being_parsed() {
    let text = "cdna-flat 1\nfunction \"f\"\ngpu gfx942\nresources lds=0 workgroup=64 entry\n\
        block 0 frequency=1 depth=0\n  \
        INLINEASM opaque, #1, #10, def v1 | effects asm boundary parsed lat=0\n  \
        V_MOV_B32_e32 def v1, #0, imp exec | inside boundary embedded lat=1 line=1\n  \
        S_NOP #4 | inside boundary embedded lat=1 line=3\n  \
        INLINEASM opaque, #1 | effects asm lat=0\n  \
        S_ENDPGM #0 | return term noreturn lat=1\n\
        unparsed 3 \"line 1: it has a label\"\n";
    let function = parse(text).expect("valid text");
    assert_eq!(function.to_string(), text);
    let inside: Vec<u32> = function
        .instructions_of_asm(InstId(0))
        .map(|i| i.0)
        .collect();
    assert_eq!(inside, [1, 2]);
    assert_eq!(function.asm_around(InstId(2)), Some(InstId(0)));
    assert_eq!(function.asm_around(InstId(3)), None);
    for (from, to) in [
        ("effects asm boundary parsed", "effects asm boundary"),
        (
            "INLINEASM opaque, #1, #10, def v1 | effects asm boundary parsed lat=0\n",
            "",
        ),
    ] {
        let error = parse(&text.replace(from, to)).expect_err(to).to_string();
        assert!(error.contains("inline assembly"), "{error}");
    }
}

#[test]
fn assembly_with_an_instruction_of_another_shape_is_not_parsed() {
    let text = "cdna-flat 1\nfunction \"f\"\ngpu gfx942\nresources lds=0 workgroup=64 entry\n\
        block 0 frequency=1 depth=0\n  \
        INLINEASM opaque, #1 | effects asm parsed\n  \
        V_MFMA_F32_16X16X16F16_e64 def a[0:3], v[2:3] | inside embedded line=2\n  \
        S_ENDPGM #0 | return term noreturn\n";
    let function = parse(text).expect("valid text");
    assert!(!function.is_parsed_asm(InstId(0)));
    assert_eq!(function.blocks()[0].order, [InstId(0), InstId(2)]);
    let (inst, why) = &function.unparsed_asm()[0];
    assert_eq!(*inst, InstId(0));
    assert!(
        why.starts_with("line 2: v_mfma_f32_16x16x16_f16: "),
        "{why}"
    );
}

#[test]
fn a_name_may_be_anything() {
    for name in ["a;b", "a\"b", "a\\xff", "a\nb", " a ", ""] {
        let mut function = parse(AXPY).expect("valid text");
        function.name = name.to_owned();
        let again = parse(&function.to_string()).expect("what was written");
        assert_eq!(again.name, name);
    }
}

#[test]
fn errors_name_the_line_and_what_was_expected() {
    let broken = |from: &str, to: &str| parse(&AXPY.replace(from, to)).expect_err(to).to_string();
    for (from, to, expected) in [
        (
            "cdna-flat 1",
            "cdna-flat 9",
            "line 1: expected 'cdna-flat 1'",
        ),
        (
            "gfx942",
            "gfx1100",
            "line 3: expected gfx908, gfx90a, gfx942 or gfx950, found 'gfx1100'",
        ),
        (
            "def v1,",
            "def v256,",
            "line 11: expected an operand, found 'v256'",
        ),
        (
            "successors=1\n",
            "successors=7\n",
            "successor block index 7 is out of range (0..3)",
        ),
        (
            "v254",
            "v[3:1]",
            "line 6: expected registers, found 'v[3:1]'",
        ),
        (
            "vae,ae",
            "q",
            "line 9: expected 'NAME modifiers=0xMASK classes=v,va,e,-'",
        ),
        (
            "edge 0 1",
            "edge 1 0",
            "edge 1 -> 0 does not go forwards inside one region",
        ),
        (
            "V_FMA_F32_e64 def",
            "V_WMMA_X def",
            "LLVM opcode V_WMMA_X is not known for gfx942",
        ),
        (
            "a[0:3], v[2:3], v[4:5], a[0:3],",
            "a[0:3], v[2:3],",
            "MatB must be a vector register",
        ),
        (
            "12+16",
            "12",
            "line 17: expected 'spill=SLOT+BYTE', found 'spill=12'",
        ),
        ("12+16", "12+-4", "line 17: expected a byte, found '-4'"),
        (
            "bb.1",
            "bb.9",
            "branch target block index 9 is out of range (0..3)",
        ),
    ] {
        let error = broken(from, to);
        assert!(error.contains(expected), "{error}");
    }
}
