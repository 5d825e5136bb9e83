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

/// Assembly whose instructions are known, between two others.
fn around(gpu: Gpu, first: &str, inside: &[&str], second: &str) -> Function {
    let inside: Vec<String> = (1..)
        .zip(inside)
        .map(|(line, inst)| {
            let (head, flags) = inst.split_once(" | ").unwrap_or((inst, ""));
            format!("{head} | {flags} embedded inside line={line}")
        })
        .collect();
    let body = format!(
        "block 0 frequency=1 depth=0\n{first}\nINLINEASM opaque, #1 | asm effects parsed\n{}\n{second}\n{END}",
        inside.join("\n")
    );
    let mut function = on(gpu, &body);
    place(&mut function, Policy::Safe);
    function
}

/// The opcodes of a block, nops with their wait states.
fn listing(function: &Function) -> String {
    let names = function.blocks()[0].order.iter().map(|&inst| {
        let name = &function.opcode(inst).name;
        match name.as_str() {
            "S_NOP" => format!("nop({})", function.nop_wait_states(inst)),
            _ => name.split('_').take(2).collect::<Vec<_>>().join("_"),
        }
    });
    names.collect::<Vec<_>>().join(" ")
}

const MFMA: &str = "V_MFMA_F32_16X16X16F16_vgprcd_e64 def early v[80:83], v[8:9], v[68:69], v[80:83], #0, #0, #0, imp mode, imp exec";
const SUM: &str = "V_ADD_F32_e32 def v100, v80, v80, imp mode, imp exec";
const OTHER: &str = "V_ADD_F32_e32 def v101, v64, v64, imp mode, imp exec";

#[test]
fn what_is_in_it_is_resolved_before_it_and_after_it() {
    for (first, inside, second, expected) in [
        // The second instruction reads the result; the first one is one of the wait states.
        (
            MFMA,
            &[OTHER, SUM][..],
            OTHER,
            "V_MFMA nop(6) INLINEASM V_ADD V_ADD V_ADD",
        ),
        (
            OTHER,
            &[MFMA, OTHER],
            SUM,
            "V_ADD INLINEASM V_MFMA V_ADD nop(6) V_ADD",
        ),
        // Its author's nops count, and so does what follows the reader.
        (
            MFMA,
            &["S_NOP #6", SUM],
            OTHER,
            "V_MFMA INLINEASM nop(7) V_ADD V_ADD",
        ),
        // Between its own instructions nothing is put.
        (
            OTHER,
            &[MFMA, SUM],
            OTHER,
            "V_ADD INLINEASM V_MFMA V_ADD V_ADD",
        ),
        // Nothing in it needs anything.
        (MFMA, &[], SUM, "V_MFMA INLINEASM nop(7) V_ADD"),
        (MFMA, &[OTHER], OTHER, "V_MFMA INLINEASM V_ADD V_ADD"),
    ] {
        let function = around(Gpu::Gfx942, first, inside, second);
        let found = listing(&function);
        let found = found.trim_end_matches(" S_ENDPGM");
        assert_eq!(found, expected);
        assert_eq!(crate::check::hazards(&function, Policy::Safe), []);
    }
}

#[test]
fn what_its_author_left_open_is_found_and_stays() {
    let function = around(Gpu::Gfx942, OTHER, &[MFMA, SUM], OTHER);
    let open = crate::check::hazards_in_asm(&function, Policy::Isa);
    let found: Vec<_> = open
        .iter()
        .map(|o| (o.producer.0, o.consumer.0, o.need.0))
        .collect();
    assert_eq!(found, [(2, 3, 7)]);
    let closed = around(Gpu::Gfx942, OTHER, &[MFMA, "S_NOP #6", SUM], OTHER);
    assert_eq!(crate::check::hazards_in_asm(&closed, Policy::Isa), []);
}

/// Around a loop, what comes before an instruction in the same assembly is the iteration before.
#[test]
fn its_own_end_is_before_its_beginning_in_a_loop() {
    let body = format!(
        "block 0 frequency=1 depth=0 successors=1\n{OTHER}\n\
         block 1 frequency=9 depth=1 loop=1 successors=1,2\n\
         INLINEASM opaque, #1 | asm effects parsed\n{SUM} | embedded inside line=1\n\
         {MFMA} | embedded inside line=2\nS_CBRANCH_SCC1 bb.1, imp scc | term branch\n\
         block 2 frequency=1 depth=0\n{END}"
    );
    let mut function = on(Gpu::Gfx942, &body);
    assert_eq!(crate::check::hazards_in_asm(&function, Policy::Safe), []);
    assert_eq!(crate::check::hazards(&function, Policy::Safe).len(), 1);
    place(&mut function, Policy::Safe);
    assert_eq!(crate::check::hazards(&function, Policy::Safe), []);
    let order = &function.blocks()[1].order;
    assert_eq!(function.opcode(order[0]).name, "S_NOP");
}

/// Assembly that writes v80 to v83, then other instructions, then assembly that reads v80.
fn between(gpu: Gpu, others: &[&str]) -> Function {
    let others = others.join("\n");
    let body = format!(
        "block 0 frequency=1 depth=0\nINLINEASM opaque, #1, #10, def v[80:83] | asm parsed\n\
         {MFMA} | embedded inside line=1\n{others}\n\
         INLINEASM opaque, #1, #10, def v100, #9, v80 | asm parsed\n{SUM} | embedded inside line=1\n\
         {OTHER} | embedded inside line=2\n{END}"
    );
    on(gpu, &body)
}

/// What LLVM's recogniser adds behind ours: it takes assembly for no wait state, and wants one between a writer that
/// may have moved its result and a reader, which matrix instructions never are.
#[test]
fn llvms_recogniser_sees_its_operands_alone() {
    const ALONE: &str = "INLINEASM opaque, #1, #10, def v102 | asm parsed\n\
        V_ADD_F32_e32 def v102, v64, v64, imp mode, imp exec | embedded inside line=1";
    for (gpu, others, need) in [
        (Gpu::Gfx942, &[][..], 1),
        (Gpu::Gfx942, &[ALONE], 1),
        (Gpu::Gfx942, &[ALONE, OTHER], 0),
        (Gpu::Gfx942, &["S_NOP #0"], 0),
        (Gpu::Gfx90a, &[], 0),
    ] {
        let mut function = between(gpu, others);
        let facts = Facts::of_llvm(&function);
        let added = place_by(&mut function, &facts).wait_states().0;
        assert_eq!(added, need, "{gpu:?} {others:?}");
    }
}

#[test]
fn pairs_of_its_instructions_need_what_llvms_recogniser_adds() {
    let function = between(Gpu::Gfx942, &[]);
    let [first, second, third] = [1, 3, 4].map(InstId);
    let safe = Facts::new(&function, Policy::Safe);
    let behind = safe.behind().expect("the recogniser runs behind");
    assert!(behind.is_producer(first));
    assert_eq!(behind.between(first, second).0, 1);
    // In one statement nothing is put; around a loop the same statement comes again.
    assert_eq!(behind.between(second, third).0, 0);
    assert!(Facts::new(&function, Policy::Exact).behind().is_none());
    let plain = on(
        Gpu::Gfx942,
        &format!("block 0 frequency=1 depth=0\n{MFMA}\n{SUM}\n{END}"),
    );
    assert!(Facts::new(&plain, Policy::Safe).behind().is_none());
}
