use super::data::{Kind, Region};
use super::*;
use cdnasched_base::machine::text;
use cdnasched_engine::timing::Lane;

fn function(body: &str) -> Function {
    let text = format!(
        "cdna-flat 1\nfunction \"f\"\ngpu gfx942\nresources lds=0 workgroup=256 entry\n{body}"
    );
    text::parse(&text).expect("a function")
}

pub(super) fn input(label: &str, body: &str) -> Input {
    Input {
        label: label.to_owned(),
        function: function(body),
        written: Vec::new(),
        labels: Vec::new(),
        remarks: Vec::new(),
        clocks: super::Clocks::Modelled,
        apart: None,
    }
}

pub(super) const LLVM: &str = "block 0 frequency=1 depth=0 successors=1\n\
    S_MOV_B32 def s4, #0\n\
    block 1 frequency=64 depth=1 loop=1 successors=1,2\n\
    V_ADD_F32_e32 def v1, v0, v0, imp exec\n\
    S_NOP #1\n\
    V_ADD_F32_e32 def v2, v0, v0, imp exec\n\
    V_MUL_F32_e32 def v3, v1, v2, imp exec\n\
    S_CBRANCH_SCC1 bb.1, imp scc | term branch boundary\n\
    block 2 frequency=1 depth=0\n\
    S_ENDPGM #0 | return term noreturn boundary\n";

/// Another order, the nop gone, and a register renamed.
pub(super) const OURS: &str = "block 0 frequency=1 depth=0 successors=1\n\
    S_MOV_B32 def s4, #0\n\
    block 1 frequency=64 depth=1 loop=1 successors=1,2\n\
    V_ADD_F32_e32 def v2, v0, v0, imp exec\n\
    V_ADD_F32_e32 def v9, v0, v0, imp exec\n\
    V_MUL_F32_e32 def v3, v9, v2, imp exec\n\
    S_CBRANCH_SCC1 bb.1, imp scc | term branch boundary\n\
    block 2 frequency=1 depth=0\n\
    S_ENDPGM #0 | return term noreturn boundary\n";

pub(super) fn made(inputs: Vec<Input>) -> Kernel {
    let [model, _] = Model::built_in(inputs[0].function.gpu);
    kernel(inputs, &model, Policy::Safe, &Sources::new(&|_| None))
}

#[test]
fn instructions_of_both_versions_are_recognised() {
    let kernel = made(vec![input("LLVM", LLVM), input("ours", OURS)]);
    let [Region { same, is_loop, .. }] = &kernel.regions[..] else {
        panic!("one loop: {:?}", kernel.regions.len());
    };
    assert!(is_loop);
    // By place: 1 v1, 2 nop, 3 v2, 4 v_mul, 5 branch; and 1 v2, 2 v9, 3 v_mul, 4 branch.
    assert_eq!(same, &[(1, 2), (3, 1), (4, 3), (5, 4)]);
}

#[test]
fn instructions_are_described() {
    let kernel = made(vec![input("LLVM", LLVM)]);
    let version = &kernel.versions[0];
    let kinds: Vec<Kind> = version.instructions.iter().map(|i| i.kind).collect();
    let valu = Kind::Valu;
    assert_eq!(
        kinds,
        [
            Kind::Salu,
            valu,
            Kind::Nop,
            valu,
            valu,
            Kind::Branch,
            Kind::Branch
        ]
    );
    assert_eq!(version.instructions[4].text, "v_mul_f32_e32 v3, v1, v2");
    assert_eq!(version.instructions[4].lane, Lane::Valu);
    assert_eq!(version.instructions[4].writes, ["v3"]);
    let ranges: Vec<(u32, u32)> = version.blocks.iter().map(|b| (b.first, b.end)).collect();
    assert_eq!(ranges, [(0, 1), (1, 6), (6, 7)]);
    assert_eq!(version.blocks[1].successors, [1, 2]);
}

#[test]
fn registers_that_are_alive_are_counted_after_each_instruction() {
    let kernel = made(vec![input("LLVM", LLVM)]);
    let loop_version = kernel.regions[0].versions[0].as_ref().expect("a version");
    let vgprs: Vec<(u32, u32)> = loop_version.pressure.iter().map(|p| (p.0, p.1)).collect();
    // v0 lives around the loop; v1, then v2 besides until the product.
    assert_eq!(vgprs, [(1, 2), (2, 2), (3, 3), (4, 1), (5, 1)]);
}

/// MI300 ISA, section 3.6.4: 512 registers for a lane, in granules of 8.
#[test]
fn steps_of_occupancy_are_those_of_the_hardware() {
    let kernel = made(vec![input("LLVM", LLVM)]);
    assert_eq!(
        kernel.versions[0].occupancy.steps,
        [
            (8, 64),
            (7, 72),
            (6, 80),
            (5, 96),
            (4, 128),
            (3, 168),
            (2, 256),
            (1, 512)
        ]
    );
}

#[test]
fn a_function_without_loops_shows_the_block_that_takes_longest() {
    let body = "block 0 frequency=1 depth=0 successors=1\n\
        S_MOV_B32 def s4, #0\n\
        block 1 frequency=1 depth=0\n\
        V_EXP_F32_e32 def v1, v0, imp exec\n\
        V_EXP_F32_e32 def v2, v1, imp exec\n\
        S_ENDPGM #0 | return term noreturn boundary\n";
    let kernel = made(vec![input("LLVM", body), input("ours", body)]);
    assert_eq!(kernel.regions.len(), 1);
    assert!(!kernel.regions[0].is_loop);
    let version = kernel.regions[0].versions[1].as_ref().expect("a version");
    assert_eq!(version.blocks, [1]);
    assert_eq!(version.timelines[0].events.inst, [1, 2, 3]);
}

/// Lines that instructions name are shown, and no others.
#[test]
fn source_lines_are_those_that_are_named() {
    let mut one = input("LLVM", LLVM);
    one.written = vec![
        Written {
            text: "s_mov_b32 s4, 0".into(),
            line: 7,
            address: None,
            origin: Some(Origin {
                file: "k.py".into(),
                line: 2,
                column: 5,
            }),
        };
        8
    ];
    let [model, _] = Model::built_in(one.function.gpu);
    let read = |name: &str| (name == "k.py").then(|| "one\ntwo <b>\nthree\n".to_owned());
    let kernel = kernel(vec![one], &model, Policy::Safe, &Sources::new(&read));
    assert_eq!(kernel.files[0].lines, [(2, "two <b>".to_owned())]);
    assert_eq!(kernel.versions[0].instructions[3].source, Some((0, 2, 5)));
    let mut page = page("k".into(), "gfx942", &model);
    page.kernels.push(kernel);
    let html = page::html(&page).expect("data");
    assert!(!html.contains("two <b>") && html.contains("two \\u003cb>"));
}
