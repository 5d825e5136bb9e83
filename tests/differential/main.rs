//! Random kernels through the whole compiler, in this process: LLVM's own passes add nothing
//! behind ours, the judge finds nothing, LLVM's machine verifier is content, and threads do not
//! disturb each other.
//!
//! The long run, with progress: `CDNASCHED_KERNELS=2000 cargo test --release --test differential
//! -- --nocapture`. One kernel again: `CDNASCHED_SEED=N` in front of it.
#![cfg(feature = "llvm")]

mod generator;

use std::path::{Path, PathBuf};

use cdnasched::compare::{self, Compiler};
use cdnasched::embed;
use cdnasched::pipeline::Options;
use cdnasched::report::Judged;
use cdnasched::target::Gpu;
use indicatif::ProgressBar;
use inkwell::OptimizationLevel;
use inkwell::context::Context;
use inkwell::memory_buffer::MemoryBuffer;
use inkwell::targets::{CodeModel, FileType, RelocMode, Target, TargetTriple};

fn number(variable: &str) -> Option<u64> {
    let value = std::env::var(variable).ok()?;
    Some(value.parse().expect("a number in the environment"))
}

fn folder(test: &str) -> PathBuf {
    let name = format!("cdnasched-differential-{test}-{}", std::process::id());
    let folder = std::env::temp_dir().join(name);
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    folder
}

/// Of a hundred kernels, how many LLVM's recogniser may add nops to though the judge, who asks for
/// the larger of LLVM's number and AMD's for every pair on every path, found nothing open. LLVM
/// is known to add what none of the paths asks for (S10 in `tests/hazards_vs_llvm/explain.rs`).
const MORE_NOPS_PERCENT: usize = 10;

/// What is wrong with a kernel, if anything. Counts kernels that LLVM adds nops to.
fn complaint(compiler: &Compiler, file: &Path, more_nops: &mut usize) -> Option<String> {
    let compiled = match compiler.compile(file, &Options::ALL) {
        Ok(compiled) => compiled,
        Err(error) => return Some(error.to_string()),
    };
    let mut more = false;
    for record in &compiled.records {
        let added = record.added_by_llvm;
        if added.waits != 0 {
            return Some(format!("LLVM added {added:?} to {}", record.function));
        }
        more |= added.nop_wait_states != 0;
        if record.judged != Some(Judged::default()) {
            return Some(format!("{}: judged {:?}", record.function, record.judged));
        }
        if let Some(left) = record.left_alone.first() {
            return Some(format!("{}: left alone: {left:?}", record.function));
        }
    }
    *more_nops += usize::from(more);
    compiled
        .records
        .is_empty()
        .then(|| "no function was compiled".to_owned())
}

#[test]
fn random_kernels_are_finished() {
    compare::verify_machine_code();
    let folder = folder("kernels");
    // A refused function is saved where the compiler runs.
    std::env::set_current_dir(&folder).expect("the folder is ours");
    let seeds = match number("CDNASCHED_SEED") {
        Some(seed) => seed..seed + 1,
        None => 0..number("CDNASCHED_KERNELS").unwrap_or(40),
    };
    let progress = ProgressBar::new((seeds.end - seeds.start) * Gpu::ALL.len() as u64);
    let (mut complaints, mut kernels, mut more_nops) = (Vec::new(), 0, 0);
    for gpu in Gpu::ALL {
        let compiler = Compiler::new(gpu).expect("LLVM has the AMDGPU back end");
        for seed in seeds.clone() {
            let file = folder.join(format!("{gpu}-{seed}.ll"));
            std::fs::write(&file, generator::module(seed, gpu)).expect("a written kernel");
            kernels += 1;
            match complaint(&compiler, &file, &mut more_nops) {
                Some(what) => complaints.push(format!("{}: {what}", file.display())),
                None => std::fs::remove_file(&file).expect("the file is ours"),
            }
            progress.inc(1);
        }
    }
    progress.finish_and_clear();
    println!("{kernels} kernels; LLVM adds nops to {more_nops}");
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    assert!(
        more_nops * 100 <= kernels * MORE_NOPS_PERCENT || kernels < 20,
        "LLVM adds nops to {more_nops} of {kernels} kernels"
    );
    std::fs::remove_dir_all(&folder).expect("the folder is ours");
}

/// The assembly of a module, in a context of its own.
fn assembly(text: &str, gpu: Gpu) -> Vec<u8> {
    let triple = TargetTriple::create("amdgcn-amd-amdhsa");
    let target = Target::from_triple(&triple).expect("the back end");
    let machine = target
        .create_target_machine(
            &triple,
            gpu.name(),
            "",
            OptimizationLevel::Aggressive,
            RelocMode::PIC,
            CodeModel::Default,
        )
        .expect("a target machine");
    let context = Context::create();
    let buffer = MemoryBuffer::create_from_memory_range_copy(text.as_bytes(), "k");
    let module = context.create_module_from_ir(buffer).expect("valid IR");
    let code = machine.write_to_memory_buffer(&module, FileType::Assembly);
    code.expect("it compiles").as_slice().to_vec()
}

#[test]
fn threads_do_not_disturb_each_other() {
    const THREADS: u64 = 4;
    const EACH: u64 = 4;
    // Initialises the back end.
    Compiler::new(Gpu::Gfx942).expect("LLVM has the AMDGPU back end");
    let gpu = |seed: u64| Gpu::ALL[seed as usize % Gpu::ALL.len()];
    let compile = |seed| assembly(&generator::module(seed, gpu(seed)), gpu(seed));
    let seeds = |thread: u64| 1000 + thread * EACH..1000 + (thread + 1) * EACH;
    let (alone, _) = embed::run(&Options::ALL, || {
        (0..THREADS)
            .flat_map(seeds)
            .map(compile)
            .collect::<Vec<_>>()
    });
    let (together, records) = embed::run(&Options::ALL, || {
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..THREADS)
                .map(|thread| scope.spawn(move || seeds(thread).map(compile).collect::<Vec<_>>()))
                .collect();
            let results = threads.into_iter().map(|t| t.join().expect("no panic"));
            results.flatten().collect::<Vec<_>>()
        })
    });
    assert!(alone == together, "other code in company");
    assert!(records.len() as u64 >= THREADS * EACH);
    assert!(records.iter().all(|r| r.judged == Some(Judged::default())));
}
