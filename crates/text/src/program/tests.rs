//! Texts and machine code become functions.

use super::*;
use cdnasched_base::machine::InstFlags;

fn features() -> Features {
    Features {
        xnack: true,
        sram_ecc: true,
        ..Features::default()
    }
}

fn program(source: &str, gpu: Gpu) -> Program {
    Program::of_text(&SourceText::new(source), gpu, features()).expect("assembly")
}

const LOOP: &str = "\t.text\n\t.globl k\n\t.type k,@function\nk:\n\ts_load_dwordx2 s[2:3], s[0:1], 0x0\n\
    .LBB0_1:\n\tv_add_f32_e32 v0, v1, v0\n\ts_sub_u32 s4, s4, 1\n\ts_cmp_lg_u32 s4, 0\n\
    \ts_cbranch_scc1 .LBB0_1\n\ts_endpgm\n.Lend:\n\t.amdhsa_kernel k\n\t\t.amdhsa_next_free_vgpr 4\n\
    \t\t.amdhsa_next_free_sgpr 8\n\t\t.amdhsa_accum_offset 4\n\t\t.amdhsa_group_segment_fixed_size 64\n\
    \t.end_amdhsa_kernel\n";

#[test]
fn a_loop_has_blocks_and_lines() {
    let program = program(LOOP, Gpu::Gfx942);
    assert_eq!(program.not_analysed, []);
    let [routine] = &program.routines[..] else {
        panic!("expected one function: {:?}", program.routines);
    };
    let function = &routine.function;
    assert_eq!(function.name, "k");
    assert!(function.resources.is_entry);
    assert_eq!(function.resources.lds_bytes, 64);
    assert_eq!(function.blocks().len(), 3, "{}", function);
    assert_eq!(
        function
            .block(cdnasched_base::machine::BlockId(1))
            .loop_depth,
        1
    );
    let lines: Vec<u32> = routine
        .listed
        .iter()
        .map(|&at| program.listing.insts[at.index()].line)
        .collect();
    assert_eq!(lines, [5, 7, 8, 9, 10, 11]);
    let branch = function.block(cdnasched_base::machine::BlockId(1)).order[3];
    assert!(
        function
            .flags(branch)
            .has(InstFlags::BRANCH | InstFlags::TERMINATOR)
    );
}

/// As long as the formats take, which are in the widths of the operands.
#[test]
fn matrix_instructions_have_the_passes_of_their_formats() {
    let text = "k:\n\
        v_mfma_f32_16x16x128_f8f6f4 v[0:3], v[8:15], v[16:23], v[0:3]\n\
        v_mfma_f32_16x16x128_f8f6f4 v[0:3], v[8:11], v[16:19], v[0:3] cbsz:4 blgp:4\n\
        v_mfma_f32_32x32x64_f8f6f4 v[0:15], v[16:23], v[24:31], v[0:15]\n\
        v_mfma_scale_f32_16x16x128_f8f6f4 v[0:3], v[8:15], v[16:19], v[0:3], v40, v41 blgp:4\n\
        v_mfma_f32_16x16x16_f16 v[0:3], v[8:9], v[16:17], v[0:3]\n\
        s_endpgm\n";
    let program = program(text, Gpu::Gfx950);
    let function = &program.routines[0].function;
    let order = &function.block(cdnasched_base::machine::BlockId(0)).order;
    let passes = order.iter().map(|&inst| function.inst(inst).llvm_passes);
    assert_eq!(passes.collect::<Vec<_>>(), [8, 4, 16, 8, 4, 0]);
}

/// A kernel with these lines before its end.
fn kernel(body: &str) -> String {
    format!(
        "\t.text\n\t.type k,@function\nk:\n{body}\ts_endpgm\n\t.amdhsa_kernel k\n\t\t.amdhsa_next_free_vgpr 4\n\
        \t\t.amdhsa_next_free_sgpr 8\n\t\t.amdhsa_accum_offset 4\n\t.end_amdhsa_kernel\n"
    )
}

/// The instructions of a kernel as text, those that data wrote with an asterisk, or why it is not analysed.
fn listed(source: &str) -> Result<Vec<String>, String> {
    let program = program(source, Gpu::Gfx942);
    if let Some(left) = program.not_analysed.first() {
        return Err(left.reason.clone());
    }
    let routine = &program.routines[0];
    let function = &routine.function;
    let blocks = function.blocks().iter();
    let all = blocks.flat_map(|block| block.order.iter().copied());
    let all = all.map(|inst| {
        let at = routine.listed(inst).expect("an instruction of the text");
        let mark = if program.listing.insts[at.index()].is_data {
            "*"
        } else {
            ""
        };
        format!("{mark}{}", function.asm(inst))
    });
    Ok(all.collect())
}

#[test]
fn data_among_instructions_is_decoded() {
    let add = "*v_add_u32_e32 v50, 1, v10";
    let end = "s_endpgm";
    for (body, wanted) in [
        ("\t.long 0x68641481\n", vec![add, end]),
        (
            ".macro add\n.long 0x68641481\n.endm\n\tadd\n",
            vec![add, end],
        ),
        (".rept 2\n.long 0x68641481\n.endr\n", vec![add, add, end]),
        ("\t.byte 0x81, 0x14\n\t.short 0x6864\n", vec![add, end]),
        ("\t.quad 0x6864148168641481\n", vec![add, add, end]),
        ("\t.fill 2, 4, 0x68641481\n", vec![add, add, end]),
        ("one: .long 0x68641481\n", vec![add, end]),
        // An encoding in two directives, and one with a literal.
        (
            "\t.long 0xd1260002\n\t.long 0x00000901\n",
            vec!["*v_add_u16_e64 v2, v1, s4", end],
        ),
        (
            "\t.4byte 0x680202ff, 0x12345678\n",
            vec!["*v_add_u32_e32 v1, 0x12345678, v1", end],
        ),
        ("\t.p2align 4\n\ts_nop 1\n", vec!["s_nop 1", end]),
        (
            "\t.section .rodata\n\t.long 1\n\t.text\n\ts_nop 1\n",
            vec!["s_nop 1", end],
        ),
    ] {
        let found = listed(&kernel(body));
        assert_eq!(
            found,
            Ok(wanted.into_iter().map(str::to_owned).collect()),
            "{body}"
        );
    }
}

#[test]
fn what_is_no_instruction_leaves_the_kernel_alone() {
    for body in [
        // Half an encoding, between two labels and before an instruction.
        "\t.long 0xd1260002\nhalf:\n\t.long 0x00000901\n",
        "\t.long 0xd1260002\n\ts_nop 0\n",
        "\t.byte 1\n",
        "\t.long k\n",
        "\t.long end-k\nend:\n",
        "\t.incbin \"/dev/zero\"\n",
        "\t.uleb128 5\n",
        "\t.org 4096\n",
        "\t.p2align 4, 1\n",
        "\t.zero 1000000000\n",
        ".rept 100000\n\t.zero 1000\n.endr\n",
    ] {
        let refused = listed(&kernel(body)).expect_err(body);
        assert!(refused.contains("no instruction"), "{refused}");
    }
}

/// What is executed after what is not in the order of the text.
#[test]
fn subsections_and_sections_of_one_name_are_not_joined() {
    for apart in [
        "\t.text 1\n\ts_endpgm\n\t.text 0\n",
        "\t.subsection 1\n",
        "\t.section .text,\"axG\",@progbits,group,comdat\n",
    ] {
        let refused = listed(&kernel(&format!("\ts_nop 0\n{apart}"))).expect_err(apart);
        assert!(refused.contains("no instruction"), "{refused}");
    }
}

/// Constants behind the end, and padding as LLVM writes it.
#[test]
fn data_that_is_not_reached_does_not_matter() {
    let data = "\t.long 0xffffffff\n\t.ascii \"abc\"\n\t.incbin \"file\"\n\t.zero 1000000000\n\t.p2alignl 6, 3212836864\n\
        \t.fill 48, 4, 3214868480\n";
    let source = kernel("").replace("\ts_endpgm\n", &format!("\ts_endpgm\n{data}"));
    assert_eq!(listed(&source), Ok(vec!["s_endpgm".to_owned()]));
    let before = kernel("").replace("k:\n", &format!("{data}k:\n"));
    assert_eq!(listed(&before), Ok(vec!["s_endpgm".to_owned()]));
}

/// Branches by a number of words count data, and padding is of unknown size.
#[test]
fn distances_count_data() {
    let over = |between: &str| {
        listed(&kernel(&format!(
            "\ts_branch 2\n{between}\ts_nop 1\n\ts_nop 2\n"
        )))
    };
    assert_eq!(
        over("\t.long 0x68641481\n"),
        Ok(vec![
            "s_branch bb.1".to_owned(),
            "s_nop 2".into(),
            "s_endpgm".into()
        ])
    );
    assert!(over("\t.p2align 3\n").is_err());
    // Padding counts in its own section, and only there.
    let other = "\t.section .text.other,\"ax\"\n";
    let elsewhere = format!("{other}\t.p2align 3\n\t.text\n\t.long 0x68641481\n");
    assert!(over(&elsewhere).is_ok(), "{:?}", over(&elsewhere));
    assert!(over("\t.data\n\t.p2align 3\n\t.text\n\t.long 0x68641481\n").is_ok());
    let interrupted = format!("\t.p2align 3\n{other}\ts_endpgm\n\t.text\n\t.long 0x68641481\n");
    assert!(over(&interrupted).is_err(), "{:?}", over(&interrupted));
    assert_eq!(
        listed(&kernel("\t.long 0xbf820001\n\ts_nop 1\n\ts_nop 2\n")),
        Ok(vec![
            "*s_branch bb.1".to_owned(),
            "s_nop 2".into(),
            "s_endpgm".into()
        ])
    );
}
