//! Code objects, which are what ran, beside traces, which have text.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use cdnasched_cli::recorded::{Kernel, Measured, Recording};
use cdnasched_text::view::functions;

use super::{KERNEL, folder, text};

/// Of forms of which LLVM's disassembler makes something else than its assembler: instruction, and another one that differs in
/// what only some of its operands say.
const FORMS: [(&str, &str); 8] = [
    (
        "v_pk_mul_f32 v[2:3], v[0:1], v[4:5]",
        "v_pk_mul_f32 v[2:3], v[0:1], v[4:5] op_sel_hi:[0,1]",
    ),
    (
        "v_pk_add_f32 v[2:3], v[0:1], v[4:5] neg_lo:[1,0]",
        "v_pk_add_f32 v[2:3], v[0:1], v[4:5] neg_hi:[1,0]",
    ),
    (
        "v_pk_fma_f16 v2, v0, v1, v4",
        "v_pk_fma_f16 v2, v0, v1, v4 op_sel:[1,0,0]",
    ),
    (
        "v_fma_mix_f32 v2, v0, v1, v4 op_sel_hi:[1,0,0]",
        "v_fma_mix_f32 v2, v0, v1, v4",
    ),
    (
        "v_add_f32_sdwa v1, v2, v3 dst_sel:DWORD src0_sel:WORD_1 src1_sel:DWORD",
        "v_add_f32_sdwa v1, v2, v3 dst_sel:DWORD src0_sel:WORD_0 src1_sel:DWORD",
    ),
    (
        "v_mov_b32_dpp v1, v2 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf",
        "v_mov_b32_dpp v1, v2 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0x3",
    ),
    (
        "v_mfma_f32_16x16x16_f16 v[0:3], v[4:5], v[6:7], v[0:3]",
        "v_mfma_f32_16x16x16_f16 v[0:3], v[4:5], v[6:7], v[0:3] cbsz:1",
    ),
    (
        "global_load_dword v1, v0, s[0:1] offset:16",
        "global_load_dword v1, v0, s[0:1] offset:16 nt",
    ),
];

#[test]
fn a_code_object_is_the_code_of_a_trace() {
    let folder = folder("objects");
    let (source, object) = (folder.join("mine.s"), folder.join("mine.o"));
    let line = "\tv_mul_f32_e32 v4, v3, v3\n";
    let of = |form: &str| KERNEL.replace(line, &format!("\t{form}\n"));
    for (form, other) in FORMS {
        fs::write(&source, of(form)).expect("it is written");
        let assembled = Command::new(llvm_mc())
            .args(["-triple=amdgcn-amd-amdhsa", "-mcpu=gfx950", "-filetype=obj"])
            .args(["-o", text(&object), text(&source)])
            .status();
        assert!(assembled.expect("llvm-mc runs").success());
        let object = fs::read(&object).expect("an object");
        let here = functions(&object, None, "").expect("functions");
        let differs = |form: &str| {
            let recording = Recording {
                name: String::new(),
                kernel: "looped".to_owned(),
                assembly: of(form),
                lines: super::LINES.to_vec(),
                waves: Vec::new(),
                remarks: Vec::new(),
            };
            let kernel = Kernel::of(Path::new("mine"), &recording).expect("a kernel");
            let measured = Measured::of(&here.shown[0].function, &recording, &kernel);
            measured.err().map(|different| different.there)
        };
        assert_eq!(differs(form), None, "{form}");
        assert_eq!(differs(other), Some(Some(other.to_owned())), "{form}");
    }
}

fn llvm_mc() -> PathBuf {
    let prefix = std::env::var_os("LLVM_SYS_221_PREFIX");
    PathBuf::from(prefix.unwrap_or_else(|| "/usr/lib/llvm-22".into())).join("bin/llvm-mc")
}
