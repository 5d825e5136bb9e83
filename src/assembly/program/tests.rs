//! Texts and machine code become functions.

use super::*;
use crate::machine::InstFlags;

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
    assert_eq!(function.block(crate::machine::BlockId(1)).loop_depth, 1);
    let lines: Vec<u32> = routine
        .listed
        .iter()
        .map(|&at| program.listing.insts[at.index()].line)
        .collect();
    assert_eq!(lines, [5, 7, 8, 9, 10, 11]);
    let branch = function.block(crate::machine::BlockId(1)).order[3];
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
    let order = &function.block(crate::machine::BlockId(0)).order;
    let passes = order.iter().map(|&inst| function.inst(inst).llvm_passes);
    assert_eq!(passes.collect::<Vec<_>>(), [8, 4, 16, 8, 4, 0]);
}
