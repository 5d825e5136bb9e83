//! Which operand may name which register.

use super::*;

/// Classes as LLVM has them for gfx942.
const CLASSES: &str = "opcode V_ADD_U32_e32 classes=v,v,v\n\
    opcode V_MOV_B32_e32 classes=v,v\n\
    opcode V_FMAC_F32_e32 classes=v,v,v,v\n\
    opcode V_PK_ADD_F32 modifiers=0xa classes=ve,-,ve,-,ve,-,-,-,-,-\n\
    opcode V_MFMA_F32_16X16X16F16_vgprcd_e64 classes=ve,vae,vae,ve,-,-,-\n\
    opcode V_MFMA_F32_32X32X8F16_vgprcd_e64 classes=ve,vae,vae,ve,-,-,-\n\
    opcode V_ACCVGPR_WRITE_B32_e64 classes=a,v\n\
    opcode GLOBAL_LOAD_DWORD classes=va,ve,-,-\n\
    opcode GLOBAL_LOAD_DWORDX2 classes=vae,ve,-,-\n\
    opcode GLOBAL_LOAD_SHORT_D16_HI classes=va,ve,-,-,va\n\
    opcode V_MOV_B32_indirect classes=v,v\n\
    opcode SI_CALL classes=-,-,-,-\n";

fn function(head: &str, lines: &[&str]) -> Function {
    let body = lines.join("\n");
    parse(&format!(
        "cdna-flat 1\nfunction \"f\"\ngpu gfx942\nresources lds=0 workgroup=256 entry\n{head}{CLASSES}\
         block 0 frequency=1 depth=0\n{body}\n{END}"
    ))
}

/// Why the renamed function is refused, if it is.
fn refused(original: &Function, changes: &[(u32, usize, &str)]) -> Option<Refused> {
    match renaming(&with_registers(original, changes), original) {
        Ok(()) => None,
        Err(Violation::Register { why, .. }) => Some(why),
        Err(other) => panic!("{other:?}"),
    }
}

#[track_caller]
fn verdict(lines: &[&str], changes: &[(u32, usize, &str)], expected: Option<Refused>) {
    let original = function("", lines);
    assert_eq!(
        refused(&original, changes),
        expected,
        "{lines:?} {changes:?}"
    );
}

const MOV: &str = "V_MOV_B32_e32 def v1, v0, imp exec";
const LOAD: &str =
    "GLOBAL_LOAD_DWORD def v1, v[2:3], #0, #0, imp exec | load | read space=1 bytes=4";
const PAIR: &str =
    "GLOBAL_LOAD_DWORDX2 def v[4:5], v[2:3], #0, #0, imp exec | load | read space=1 bytes=8";

#[test]
fn the_class_must_admit_the_register() {
    verdict(&[MOV], &[(0, 0, "v9")], None);
    verdict(&[MOV], &[(0, 0, "a9")], Some(Refused::Class));
    verdict(&[LOAD], &[(0, 0, "a9")], None);
    verdict(&[PAIR], &[(0, 0, "a[8:9]")], None);
    verdict(&[PAIR], &[(0, 0, "v[7:8]")], Some(Refused::Class));
    verdict(&[PAIR], &[(0, 1, "a[8:9]")], Some(Refused::Class));
    // Where no class is known nothing changes.
    verdict(
        &["V_NOT_B32_e32 def v1, v0, imp exec"],
        &[(0, 0, "v9")],
        Some(Refused::Class),
    );
}

#[test]
fn only_vector_registers_of_the_same_width_change() {
    let original = function("", &["V_ADD_U32_e32 def v1, s4, v0, imp exec"]);
    for (operand, register) in [(0, "v[8:9]"), (1, "s5"), (1, "v5"), (2, "s4"), (3, "vcc")] {
        let changed = with_registers(&original, &[(0, operand, register)]);
        for verdict in [
            renaming(&changed, &original),
            order(&changed, &original),
            same_values(&changed, &original, false),
        ] {
            assert!(
                matches!(verdict, Err(Violation::Operand { .. })),
                "{verdict:?}"
            );
        }
    }
}

#[test]
fn implicit_operands_stay_parts_of_explicit_ones() {
    let copy = "V_ACCVGPR_WRITE_B32_e64 def a8, v8, imp exec, def imp a[8:9], imp v[8:9]";
    verdict(&[copy], &[(0, 0, "a12"), (0, 3, "a[12:13]")], None);
    verdict(
        &[copy],
        &[(0, 0, "a12"), (0, 3, "a[14:15]")],
        Some(Refused::Implicit),
    );
    verdict(&[copy], &[(0, 0, "a12")], Some(Refused::Overlap));
    verdict(&[copy], &[(0, 3, "a[12:13]")], Some(Refused::Implicit));
    verdict(&[copy], &[(0, 1, "v12"), (0, 4, "v[12:13]")], None);
    verdict(&[copy], &[(0, 1, "v12")], Some(Refused::Overlap));
}

#[test]
fn tied_operands_stay_equal() {
    let fmac = "V_FMAC_F32_e32 def v3, v1, v2, tied v3, imp mode, imp exec";
    verdict(&[fmac], &[(0, 0, "v9"), (0, 3, "v9")], None);
    verdict(&[fmac], &[(0, 0, "v9")], Some(Refused::Overlap));
    verdict(&[fmac], &[(0, 3, "v9")], Some(Refused::Overlap));
    let d16 = "GLOBAL_LOAD_SHORT_D16_HI def v5, v[2:3], #0, #0, tied v5, imp exec | load | read space=1 bytes=2";
    verdict(&[d16], &[(0, 0, "a9"), (0, 4, "a9")], None);
    verdict(&[d16], &[(0, 0, "a9")], Some(Refused::Overlap));
}

#[test]
fn results_that_are_written_early_stay_apart_from_sources() {
    let add = "V_ADD_U32_e32 def v1, v2, v3, imp exec";
    verdict(&[add], &[(0, 0, "v2")], None);
    verdict(
        &["V_ADD_U32_e32 def v2, v2, v3, imp exec"],
        &[(0, 0, "v9")],
        None,
    );
    let early = "V_PK_ADD_F32 def early v[4:5], #8, v[6:7], #8, v[8:9], #0, #0, #0, #0, #0, imp mode, imp exec";
    verdict(&[early], &[(0, 0, "v[10:11]")], None);
    verdict(&[early], &[(0, 0, "v[6:7]")], Some(Refused::Overlap));
    verdict(&[early], &[(0, 2, "v[4:5]")], Some(Refused::Overlap));
    let matrix = "V_MFMA_F32_16X16X16F16_vgprcd_e64 def v[8:11], v[2:3], v[4:5], v[16:19], #0, #0, #0, imp mode, imp exec";
    verdict(&[matrix], &[(0, 0, "v[20:23]")], None);
    verdict(&[matrix], &[(0, 0, "v[18:21]")], Some(Refused::Overlap));
    verdict(&[matrix], &[(0, 0, "v[16:19]")], None);
    verdict(&[matrix], &[(0, 1, "v[10:11]")], None);
    let wide = matrix.replace("def", "def early");
    verdict(&[&wide], &[(0, 0, "v[16:19]")], Some(Refused::Overlap));
    verdict(&[&wide], &[(0, 1, "v[10:11]")], Some(Refused::Overlap));
    // An accumulator that is the result may become another register.
    let in_place = matrix.replace("v[16:19]", "v[8:11]");
    verdict(&[&in_place], &[(0, 0, "v[20:23]")], None);
    verdict(&[&in_place], &[(0, 0, "v[10:13]")], Some(Refused::Overlap));
}

#[test]
fn what_emits_nothing_leaves_its_source_where_its_result_is() {
    let kill = "KILL def v1, v[0:1] | meta";
    verdict(&[kill], &[(0, 0, "v5"), (0, 1, "v[4:5]")], None);
    verdict(
        &[kill],
        &[(0, 0, "v4"), (0, 1, "v[4:5]")],
        Some(Refused::Overlap),
    );
    verdict(&["IMPLICIT_DEF def v1 | meta"], &[(0, 0, "v5")], None);
    verdict(
        &["FAKE_USE v1 | meta"],
        &[(0, 0, "v5")],
        Some(Refused::Instruction),
    );
}

#[test]
fn fixed_registers_are_left_alone() {
    let head = "reserved v9 a3\n";
    let of = |line: &str, change| refused(&function(head, &[line]), &[change]);
    assert_eq!(of(MOV, (0, 0, "v9")), Some(Refused::Reserved));
    assert_eq!(of(MOV, (0, 0, "v10")), None);
    let from = "V_MOV_B32_e32 def v9, v0, imp exec";
    assert_eq!(of(from, (0, 0, "v10")), Some(Refused::Reserved));
    assert_eq!(of(PAIR, (0, 0, "a[2:3]")), Some(Refused::Reserved));
}

#[test]
fn a_function_that_is_called_keeps_what_callers_rely_on() {
    let called = |lines: &[&str]| {
        let body = lines.join("\n");
        parse(&format!(
            "cdna-flat 1\nfunction \"f\"\ngpu gfx942\nresources lds=0 workgroup=256\npreserved v40 v41\n\
             {CLASSES}block 0 frequency=1 depth=0\n{body}\nS_SETPC_B64_return s[30:31] | return term noreturn\n"
        ))
    };
    let function = called(&[
        MOV,
        "V_MOV_B32_e32 def v40, v41, imp exec",
        "V_MOV_B32_e32 def v6, v7, imp exec",
    ]);
    assert_eq!(refused(&function, &[(0, 0, "v6")]), None);
    assert_eq!(
        refused(&function, &[(0, 0, "v40")]),
        Some(Refused::CalleeSaved)
    );
    // It is named, and not written: a caller may keep something there.
    assert_eq!(refused(&function, &[(0, 0, "v7")]), Some(Refused::Caller));
    // Lanes of the caller may be waiting for what is in any register.
    let matrix = "V_MFMA_F32_16X16X16F16_vgprcd_e64 def v[8:11], v[2:3], v[4:5], v[16:19], #0, #0, #0, imp mode, imp exec";
    let function = called(&[matrix, &matrix.replace("v[8:11]", "v[20:23]")]);
    assert_eq!(
        refused(&function, &[(0, 0, "v[20:23]")]),
        Some(Refused::InactiveLanes)
    );
}

#[test]
fn some_instructions_keep_their_registers() {
    let fixed = Some(Refused::Instruction);
    verdict(
        &["INLINEASM opaque, #1, #1245194, def v1, opaque | effects asm"],
        &[(0, 3, "v9")],
        fixed,
    );
    verdict(
        &["SI_CALL def s[30:31], s[4:5], opaque, mask, imp v1 | call boundary"],
        &[(0, 4, "v9")],
        fixed,
    );
    verdict(
        &["V_MOV_B32_indirect def v1, v0, imp exec"],
        &[(0, 0, "v9")],
        fixed,
    );
    verdict(
        &["V_MOV_B32_e32 def v1, lds_direct, imp m0, imp exec"],
        &[(0, 0, "v9")],
        fixed,
    );
    let index = "S_SET_GPR_IDX_ON s4, #1, def imp m0, def imp mode, imp m0, imp mode | effects";
    verdict(&[MOV, index], &[(0, 0, "v9")], fixed);
    verdict(
        &["SI_RETURN_TO_EPILOG imp v1 | return term noreturn"],
        &[(0, 0, "v9")],
        fixed,
    );
    let header = "BUNDLE imp def v6, imp v[0:1], imp exec | bundle load";
    let member =
        "GLOBAL_LOAD_DWORD def v6, v[0:1], #0, #0, imp exec | load inside | read space=1 bytes=4";
    verdict(&[header, member], &[(1, 0, "v9")], fixed);
    verdict(&[header, member], &[(0, 0, "v9")], fixed);
}

/// A loop with a divergent exit: lanes that have left keep what they need in a register that is dead
/// inside.
fn divergent(matrix: &str, exec: &str, other: &str) -> Function {
    parse(&format!(
        "cdna-flat 1\nfunction \"f\"\ngpu gfx942\nresources lds=0 workgroup=256 entry\n{CLASSES}\
         block 0 frequency=1 depth=0 successors=1\nS_MOV_B32 def s4, #0\n\
         block 1 frequency=30 depth=1 loop=1 successors=1,2\n{matrix}\n{exec}\n\
         S_CBRANCH_EXECNZ bb.1, imp exec | term branch boundary\n\
         block 2 frequency=1 depth=0\n{other}\n{END}"
    ))
}

#[test]
fn who_writes_all_lanes_stays_out_of_registers_that_lanes_may_need() {
    let matrix = "V_MFMA_F32_16X16X16F16_vgprcd_e64 def v[8:11], v[2:3], v[4:5], v[16:19], #0, #0, #0, imp mode, imp exec";
    let narrow = "S_ANDN2_B64 def exec, exec, s[4:5], def imp scc";
    let quiet = "S_ANDN2_B64 def s[6:7], exec, s[4:5], def imp scc";
    let other = "V_MOV_B32_e32 def v1, v20, imp exec";
    let change = [(1, 0, "v[20:23]")];
    let of = |exec, other| refused(&divergent(matrix, exec, other), &change);
    assert_eq!(of(narrow, other), Some(Refused::InactiveLanes));
    // No lane has left.
    assert_eq!(of(quiet, other), None);
    // Nobody names the register.
    assert_eq!(of(narrow, "S_NOP #0"), None);
    // Who writes active lanes may write there.
    let masked =
        "V_PK_ADD_F32 def v[8:9], #8, v[6:7], #8, v[4:5], #0, #0, #0, #0, #0, imp mode, imp exec";
    let function = divergent(masked, narrow, other);
    assert_eq!(refused(&function, &[(1, 0, "v[20:21]")]), None);
    let moved = "V_ACCVGPR_WRITE_B32_e64 def a8, v8, imp exec";
    let function = divergent(
        moved,
        narrow,
        "V_ACCVGPR_READ_B32_e64 def v1, a20, imp exec",
    );
    assert_eq!(
        refused(&function, &[(1, 0, "a20")]),
        Some(Refused::InactiveLanes)
    );
}

#[test]
fn as_many_waves_fit_as_before() {
    // 64 registers leave room for eight waves, 65 for seven.
    let waves = |workgroup: u32, lds: u32, first: &str, to: &str| {
        let function = parse(&format!(
            "cdna-flat 1\nfunction \"f\"\ngpu gfx942\nresources lds={lds} workgroup={workgroup} entry\n{CLASSES}\
             block 0 frequency=1 depth=0\n{first}\n{END}"
        ));
        renaming(&with_registers(&function, &[(0, 0, to)]), &function)
    };
    assert_eq!(waves(256, 0, MOV, "v63"), Ok(()));
    let fewer = Violation::Waves {
        workgroup: 64,
        was: 8,
        is: 7,
    };
    assert_eq!(waves(256, 0, MOV, "v64"), Err(fewer));
    // LDS leaves room for two anyway, for workgroups of 256, and for more of smaller ones.
    assert_eq!(waves(64, 32 << 10, MOV, "v200"), Ok(()));
    assert!(waves(256, 32 << 10, MOV, "v200").is_ok());
    // AccVGPRs begin after the VGPRs: 60 and 4.
    assert_eq!(waves(64, 0, LOAD, "a59"), Ok(()));
    assert_eq!(
        waves(64, 0, LOAD, "a60"),
        Err(Violation::Waves {
            workgroup: 64,
            was: 8,
            is: 7
        })
    );
}
