//! Inline assembly as the first instruction.

use super::*;

fn after(gpu: Gpu, asm: &str, second: &str) -> u32 {
    let body = format!(
        "block 0 frequency=1 depth=0\nINLINEASM opaque, #1, #10, {asm} | asm effects\n{second}\n{END}"
    );
    inserted(&mut on(gpu, &body), Policy::Safe)
}

/// Where LLVM gives nothing: each pair is one that a kernel got wrong.
#[test]
fn its_results_are_resolved_as_for_the_strictest_writer() {
    let mfma = "V_MFMA_F32_16X16X16F16_vgprcd_e64 def early v[80:83], v[8:9], v[68:69], v[80:83], #0, #0, #0, imp mode, imp exec";
    let dpp = "V_MOV_B32_dpp def v100, tied v100, v64, #0, #15, #15, #0, imp exec";
    let fmas = "V_DIV_FMAS_F32_e64 def v100, #0, v64, #0, v65, #0, v66, #0, #0, imp mode, imp vcc, imp exec";
    let load = "GLOBAL_LOAD_DWORD_SADDR def v100, s[8:9], v64, #0, #0, imp exec | load";
    let store = "GLOBAL_STORE_DWORD v[64:65], v8, #0, #0, imp exec | store";
    for (asm, second, need) in [
        ("def s[8:9]", load, 5),
        ("def v8", mfma, 3),
        ("def v8", READ, 3),
        ("def exec", dpp, 5),
        ("def exec", mfma, 4),
        ("def vcc", fmas, 4),
        ("def m0", "INLINEASM opaque, #1, #9, m0 | asm effects", 5),
        ("def m0", "S_SENDMSG #1, imp exec, imp m0 | effects", 1),
        ("def v[8:9]", store, 9),
        ("def v[8:11]", READ, 11),
        ("def v[8:11]", store, 11),
        ("def v[8:15]", store, 18),
        ("def v[8:23]", READ, 19),
        // A clobbered register is one that it writes.
        ("#12, def imp early v8", mfma, 3),
        ("def v7", READ, 0),
    ] {
        assert_eq!(after(Gpu::Gfx942, asm, second), need, "{asm}\n{second}");
    }
}

#[test]
fn it_may_read_m0() {
    let body = format!(
        "block 0 frequency=1 depth=0\nS_MOV_B32 def m0, #0\nINLINEASM opaque, #1, #9, m0 | asm effects\n{END}"
    );
    assert_eq!(inserted(&mut on(Gpu::Gfx942, &body), Policy::Safe), 1);
}
