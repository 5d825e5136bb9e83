//! Final streams of real kernels, LLVM's and ours: what the cost model says of them as finished streams,
//! and how near its predictions are. `CDNASCHED_CORPUS=DIR` takes
//! `DIR/<gpu>/*.ll`; with `--nocapture` the table is printed.
#![cfg(feature = "llvm")]

#[path = "support/folder.rs"]
mod folder;
#[path = "support/kernels.rs"]
mod kernels;

use std::path::{Path, PathBuf};
use std::process::Command;

use cdnasched_base::gpu::{Gpu, OpTraits, Unit};
use cdnasched_base::machine::occupancy::occupancy;
use cdnasched_base::machine::{BlockId, Function, InstId, text};
use cdnasched_base::rules::Policy;
use cdnasched_engine::hazard::Facts;
use cdnasched_engine::timing::{Figures, LoopBound, Model, ModelSets, Timing, beaten};
use folder::Folder;
use kernels::kernels_in;

/// How much prediction and finished stream may differ, relative to the function's time for one wave
/// under the first parameter set.
const TOLERANCE: f64 = 0.05;

/// Kernels of our corpus that differ by more. They have chains of blocks outside loops, each entered from
/// one place with loads outstanding, and the prediction has every block wait for the same loads.
const CHAINS_OF_BLOCKS: &[&str] = &[
    "fp8_blockscale_128x128x128",
    "fp8_blockscale_64x128x128_mi32",
];

const LLVM_ALONE: &[&str] = &[
    "-cdna-sched-schedule=false",
    "-cdna-sched-waits=false",
    "-cdna-sched-nops=false",
];

/// The final streams of a kernel's functions.
fn final_streams(gpu: Gpu, file: &Path, options: &[&str]) -> Vec<Function> {
    let prefix = std::env::var_os("LLVM_SYS_221_PREFIX");
    let llc = PathBuf::from(prefix.unwrap_or_else(|| "/usr/lib/llvm-22".into())).join("bin/llc");
    let test = std::env::current_exe().expect("a test has a path");
    let folder = Folder::new();
    let status = Command::new(llc)
        .arg("-load")
        .arg(test.with_file_name("libcdnasched.so"))
        .args(["-cdna-sched", "-O3", "-mcpu", gpu.name(), "-o"])
        .arg(folder.path().join("out.s"))
        .arg(format!("-cdna-sched-save={}", folder.path().display()))
        // The stage that sees the final stream runs for a report.
        .arg(format!(
            "-cdna-sched-report={}",
            folder.path().join("report").display()
        ))
        .args(options)
        .arg(file)
        .status()
        .expect("llc can be started");
    assert!(status.success(), "{} {options:?}", file.display());
    let entries = std::fs::read_dir(folder.path()).expect("our folder");
    let mut saved: Vec<PathBuf> = entries
        .map(|entry| entry.expect("a readable entry").path())
        .filter(|trace| trace.to_string_lossy().ends_with(".final.flat"))
        .collect();
    saved.sort();
    let read = |trace: &PathBuf| {
        let saved = std::fs::read_to_string(trace).expect("a saved function");
        text::parse(&saved).unwrap_or_else(|e| panic!("{}: {e}", trace.display()))
    };
    saved.iter().map(read).collect()
}

fn files(gpu: Gpu) -> Vec<PathBuf> {
    let corpus = std::env::var_os("CDNASCHED_CORPUS").map(PathBuf::from);
    let own = || Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kernels");
    kernels_in(&corpus.unwrap_or_else(own).join(gpu.name()))
}

fn instructions(function: &Function) -> impl Iterator<Item = (BlockId, InstId)> {
    let of = |block: BlockId| function.block(block).order.iter().map(move |&i| (block, i));
    function.block_ids().flat_map(of)
}

/// Figures of every trace under every model for one wave.
fn figures(function: &Function, models: &[Model]) -> Vec<Vec<Figures>> {
    let timing = Timing::finished(function, models, 1);
    let of = |trace: cdnasched_engine::timing::TraceTiming| {
        trace.models.iter().map(|m| m.single_wave).collect()
    };
    timing.traces.into_iter().map(of).collect()
}

/// The built-in parameter sets without what depends on where code lies and what came before it: instruction fetch, and slow
/// starts of the vector ALU after a pause. A prediction does not know it, and without a wait it may cost more.
fn wherever_it_lies(function: &Function) -> Vec<Model> {
    let text = ModelSets::built_in_text()
        .replace(r#""fetch": 5"#, r#""fetch": 0"#)
        .replace(r#""vector_ramp""#, r#""about""#);
    let models = Model::parse(&text, function.gpu).expect("a model file");
    assert_ne!(models, Model::built_in(function.gpu));
    models
}

/// Removes the waits one by one, `most` of them: the trace that a wait was in must not be slower without
/// it.
fn no_slower_without_a_wait(name: &str, function: &Function, most: usize) {
    let models = wherever_it_lies(function);
    let whole = figures(function, &models);
    let traces = cdnasched_engine::timing::Trace::all(function);
    let is_wait = |&(_, inst): &(BlockId, InstId)| function.info(inst).unit == Unit::Wait;
    let waits: Vec<(BlockId, InstId)> = instructions(function).filter(is_wait).collect();
    let step = waits.len().div_ceil(most).max(1);
    for &(block, wait) in waits.iter().step_by(step) {
        let mut less = function.clone();
        let mut order = function.block(block).order.clone();
        order.retain(|&inst| inst != wait);
        less.set_order(block, order);
        let home = traces
            .iter()
            .position(|trace| trace.blocks.contains(&block));
        let home = home.expect("every block is in a trace");
        for (new, old) in figures(&less, &models)[home].iter().zip(&whole[home]) {
            assert!(
                new.period <= old.period,
                "{name}: without wait {}: {} clocks, with it {}",
                wait.0,
                new.period,
                old.period
            );
        }
    }
}

/// How the prediction for a final stream differs from the figure of the finished stream, relative to the
/// latter: for one wave, and at the kernel's own number of waves.
fn difference(function: &Function) -> (f64, f64) {
    let facts = Facts::new(function, Policy::Llvm);
    let needs = |p: InstId, c: InstId| facts.between(p, c);
    let models = wherever_it_lies(function);
    let waves = occupancy(function);
    let finished = Timing::finished(function, &models, waves);
    let predicted = Timing::predicted(function, &needs, &models, waves);
    let apart = |new: f64, old: f64| new / old.max(1.0) - 1.0;
    (
        apart(predicted.clocks(0), finished.clocks(0)),
        apart(
            predicted.clocks_at_occupancy(0),
            finished.clocks_at_occupancy(0),
        ),
    )
}

/// No loop is faster than the least time of its iterations, however long it runs, and none of its figures is below.
fn no_faster_than_the_bound(name: &str, function: &Function) {
    let models = Model::built_in(function.gpu);
    let waves = occupancy(function);
    let beaten = beaten(function, &models, waves);
    assert!(beaten.is_empty(), "{name}: {beaten:?}");
    for timed in &Timing::finished(function, &models, waves).traces {
        for (model, timing) in models.iter().zip(&timed.models) {
            let Some(bound) = LoopBound::of(function, &timed.trace, model, waves) else {
                continue;
            };
            let at = format!("{name}, {:?}, {}: {bound:?}", timed.trace, model.name());
            assert!(timing.single_wave.period >= bound.one_wave.period, "{at}");
            assert!(timing.at_occupancy >= bound.at_occupancy.period, "{at}");
        }
    }
}

/// Loops whose windows are short: one iteration for each resource that lanes differ in.
#[test]
fn waterfall_loops_take_no_less_than_their_bounds() {
    for gpu in [Gpu::Gfx90a, Gpu::Gfx942] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hip");
        let file = folder.join(gpu.name()).join("waterfall.ll");
        for options in [LLVM_ALONE, &[]] {
            let functions = final_streams(gpu, &file, options);
            assert!(!functions.is_empty());
            for function in functions {
                no_faster_than_the_bound(&format!("{gpu} waterfall {options:?}"), &function);
            }
        }
    }
}

fn loads_into_lds(function: &Function) -> bool {
    instructions(function).any(|(_, inst)| function.info(inst).has(OpTraits::LDS_DMA))
}

fn look_at(gpu: Gpu) {
    let long = std::env::var_os("CDNASCHED_CORPUS").is_some();
    let mut apart = Vec::new();
    for file in files(gpu) {
        let stem = file.file_stem().unwrap_or_default().to_string_lossy();
        for (who, options) in [("LLVM", LLVM_ALONE), ("ours", &[])] {
            for function in final_streams(gpu, &file, options) {
                let name = format!("{gpu} {stem} {} {who}", function.name);
                let (one, own) = difference(&function);
                let kind = if loads_into_lds(&function) {
                    "loads into LDS"
                } else {
                    ""
                };
                println!(
                    "{name:<90} {:+7.2} % {:+7.2} % {kind}",
                    one * 100.0,
                    own * 100.0
                );
                if kind.is_empty() && one.abs() > TOLERANCE && !CHAINS_OF_BLOCKS.contains(&&*stem) {
                    apart.push(format!("{name}: {one}"));
                }
                no_faster_than_the_bound(&name, &function);
                no_slower_without_a_wait(&name, &function, if long { 10 } else { 40 });
            }
        }
    }
    assert!(apart.is_empty(), "{}", apart.join("\n"));
}

#[test]
fn gfx90a_finished() {
    look_at(Gpu::Gfx90a);
}

#[test]
fn gfx942_finished() {
    look_at(Gpu::Gfx942);
}

#[test]
fn gfx950_finished() {
    look_at(Gpu::Gfx950);
}

#[test]
fn gfx908_finished() {
    look_at(Gpu::Gfx908);
}
