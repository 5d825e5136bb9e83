//! What stage 1 makes of real kernels, executed lane by lane: every instruction reads what it read,
//! from whichever registers, in every lane that is active.
//!
//! By default the kernels of the project. With `CDNASCHED_CORPUS=DIR` every kernel of
//! `DIR/<gpu>/*.ll`.

use std::path::PathBuf;

use cdnasched_base::gpu::Gpu;
use cdnasched_base::machine::{Function, InstId};
use cdnasched_driver::{Check, Options, Progress, Renaming, Stage};

use crate::inputs::kernels_in;
use crate::kernels::{own, stage_1};
use crate::lanes::{Unwritten, difference, execute, mix};
use crate::llc;

const SEEDS: u64 = 4;
const STEPS: usize = 20_000;

fn differs(original: &Function, result: &Function, unwritten: Unwritten) -> Option<String> {
    (0..SEEDS).find_map(|seed| {
        let run = |f: &Function| execute(f, mix(seed, 1), STEPS, unwritten);
        difference(&run(original), &run(result))
    })
}

/// What stage 1 makes of a function if instructions that read all lanes are to find what they found.
fn strictly(original: &Function) -> Function {
    let options = Options {
        check: Check::Off,
        certify: false,
        rename: Renaming::Strict,
        coalesce: false,
        overlap: false,
        ..Options::ALL
    };
    let mut result = original.clone();
    Stage::Schedule.run(&mut result, &options, &mut Progress::default());
    result
}

/// How many operands name other registers.
fn renamed(original: &Function, result: &Function) -> usize {
    let insts = (0..original.inst_count() as u32).map(InstId);
    let operands = insts.flat_map(|inst| original.operands(inst).iter().zip(result.operands(inst)));
    operands.filter(|(was, is)| was != is).count()
}

fn run(gpu: Gpu) {
    let corpus = std::env::var_os("CDNASCHED_CORPUS").map(PathBuf::from);
    let files = corpus.map_or_else(|| own(gpu), |corpus| kernels_in(&corpus.join(gpu.name())));
    let (mut functions, mut operands, mut wrong) = (0, 0, Vec::new());
    for file in &files {
        for original in llc::compiled(gpu, file) {
            let result = stage_1(&original);
            functions += 1;
            operands += renamed(&original, &result);
            let found = differs(&original, &result, Unwritten::Undefined);
            wrong.extend(found.map(|what| format!("{}: {what}", file.display())));
            let strict = strictly(&original);
            let found = differs(&original, &strict, Unwritten::Kept);
            wrong.extend(found.map(|what| format!("{}, strict: {what}", file.display())));
        }
    }
    println!("{gpu}: {functions} functions, {operands} operands renamed");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn gfx90a_renamed() {
    run(Gpu::Gfx90a);
}

#[test]
fn gfx942_renamed() {
    run(Gpu::Gfx942);
}

#[test]
fn gfx950_renamed() {
    run(Gpu::Gfx950);
}
