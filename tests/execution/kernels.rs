//! What stage 1 makes of real kernels does what they did.
//!
//! By default the kernels of the project. With `CDNASCHED_CORPUS=DIR` every kernel of
//! `DIR/<gpu>/*.ll`.

use std::path::{Path, PathBuf};

use cdnasched_base::gpu::Gpu;
use cdnasched_base::machine::Function;
use cdnasched_driver::{Check, Options, Progress, Stage};

use crate::compare::{Budget, Finding, Tally, differences};
use crate::execute::Stream;
use crate::inputs::kernels_in;
use crate::llc;
use crate::path::Limits;

pub const BUDGET: Budget = Budget {
    seeds: 2,
    limits: Limits {
        blocks: 24,
        instructions: 8000,
    },
};

/// What stage 1 makes of a function, whether or not the check would let it pass.
pub fn stage_1(original: &Function) -> Function {
    let options = Options {
        check: Check::Off,
        certify: false,
        // This executes instruction by instruction along a path of blocks; copies that are gone, and loops that are
        // rotated, have tests of their own.
        coalesce: false,
        overlap: false,
        ..Options::ALL
    };
    let mut result = original.clone();
    Stage::Schedule.run(&mut result, &options, &mut Progress::default());
    result
}

/// What is wrong with what stage 1 makes of a function.
pub fn findings(original: &Function, budget: Budget, tally: &mut Tally) -> Vec<String> {
    let result = stage_1(original);
    let found = differences(original, (&result, Stream::Result), budget, tally);
    let describe = |f: &Finding| format!("{}: {}", original.name, f.describe(original));
    found.iter().map(describe).collect()
}

/// The project's own kernels for a GPU.
pub fn own(gpu: Gpu) -> Vec<PathBuf> {
    let kernels = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kernels");
    kernels_in(&kernels.join(gpu.name()))
}

fn execute(gpu: Gpu) {
    let corpus = std::env::var_os("CDNASCHED_CORPUS").map(PathBuf::from);
    let files = corpus.map_or_else(|| own(gpu), |corpus| kernels_in(&corpus.join(gpu.name())));
    let (mut tally, mut wrong) = (Tally::default(), Vec::new());
    for file in &files {
        for original in llc::compiled(gpu, file) {
            let found = findings(&original, BUDGET, &mut tally);
            wrong.extend(
                found
                    .into_iter()
                    .map(|f| format!("{}: {f}", file.display())),
            );
        }
    }
    println!("{gpu}: {tally:?}");
    assert!(
        wrong.is_empty(),
        "{} findings:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn gfx90a_kernels() {
    execute(Gpu::Gfx90a);
}

#[test]
fn gfx942_kernels() {
    execute(Gpu::Gfx942);
}

#[test]
fn gfx950_kernels() {
    execute(Gpu::Gfx950);
}
