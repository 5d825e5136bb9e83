//! Random kernels through the whole compiler, in this process: LLVM's own passes add nothing
//! after ours but for what `explain::Why` lists, the checker finds nothing, LLVM's machine verifier
//! is content, and threads do not disturb each other.
//!
//! The long run, with progress: `CDNASCHED_KERNELS=2000 cargo test --release --test differential
//! -- --nocapture`. One kernel again: `CDNASCHED_SEED=N` before it.
#![cfg(feature = "llvm")]

mod generator;
// The closed list of what LLVM's recogniser does otherwise, and how to tell.
#[path = "../../../../tests/hazards_vs_llvm/explain.rs"]
#[allow(dead_code)]
mod explain;
#[path = "../../../../tests/hazards_vs_llvm/llc.rs"]
#[allow(dead_code)]
mod llc;
#[path = "../../../../tests/support/mir.rs"]
mod mir;
#[path = "../../../../tests/hazards_vs_llvm/paths.rs"]
#[allow(dead_code)]
mod paths;

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use cdnasched::embed;
use cdnasched_base::gpu::Gpu;
use cdnasched_base::machine::{Function, text};
use cdnasched_check as check;
use cdnasched_cli::compare::{self, Compiler};
use cdnasched_driver::Options;
use cdnasched_driver::report::{Judged, Record};
use indicatif::ProgressBar;
use inkwell::OptimizationLevel;
use inkwell::context::Context;
use inkwell::memory_buffer::MemoryBuffer;
use inkwell::targets::{CodeModel, FileType, RelocMode, Target, TargetTriple};

use explain::{Inquiry, Why};
use generator::Use;
use llc::Nops;

fn number(variable: &str) -> Option<u64> {
    let value = std::env::var(variable).ok()?;
    Some(value.parse().expect("a number in the environment"))
}

fn folder(test: &str) -> PathBuf {
    let name = format!("cdnasched-differential-{test}-{}", std::process::id());
    let folder = std::env::temp_dir().join(name);
    fs::create_dir_all(&folder).expect("a temporary folder");
    folder
}

/// A function as stage 2 leaves it to LLVM's recogniser, and as stage 3 sees it.
fn saved(function: &str, gpu: Gpu, file: &Path) -> [Function; 2] {
    let folder = file.with_extension("saved");
    let mut save = OsString::from("-cdna-sched-save=");
    save.push(&folder);
    let mut command = llc::llc(gpu);
    command.args([
        "-cdna-sched",
        "-O3",
        "-cdna-sched-check=full",
        "-o",
        "/dev/null",
    ]);
    command.arg(save).arg(file);
    let status = command.status();
    assert!(status.is_ok_and(|s| s.success()), "{command:?}");
    let functions = ["nops", "final"].map(|stage| {
        let path = folder.join(format!("{function}.{stage}.flat"));
        let text = fs::read_to_string(&path).unwrap_or_default();
        text::parse(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
    });
    fs::remove_dir_all(&folder).expect("the folder is ours");
    functions
}

/// LLVM added nops. Whether for nothing, and why, or because they were missing.
fn explained(
    gpu: Gpu,
    file: &Path,
    record: &Record,
    whys: &mut BTreeMap<Why, u32>,
) -> Result<(), String> {
    let name = &record.function;
    let [function, last] = saved(name, gpu, file);
    let (ours, both) = (Nops::of(&function), Nops::of(&last));
    let (added, seen) = (
        both.total() - ours.total(),
        record.added_by_llvm.nop_wait_states,
    );
    if added != seen || both.0.len() != ours.0.len() {
        return Err(format!(
            "LLVM added {seen} wait states to {name}, and {added} the second time"
        ));
    }
    let mut inquiry = Inquiry::default();
    inquiry.added(0, &function, &ours, &both);
    let found: Result<BTreeSet<Why>, _> =
        inquiry.answer().into_iter().map(|(_, why)| why).collect();
    for why in found? {
        *whys.entry(why).or_default() += 1;
    }
    Ok(())
}

/// What became of the kernels.
#[derive(Default)]
struct Tally {
    kernels: u32,
    /// LLVM alone gives what its own verifier refuses.
    refused: u32,
    /// Why LLVM added nops.
    nops: BTreeMap<Why, u32>,
    /// Waits that LLVM added though the checker proves the stream clean without them.
    waits: u32,
}

/// Whether LLVM alone compiles a kernel: its verifier ends the process where it does not.
fn llvm_compiles(gpu: Gpu, file: &Path) -> bool {
    let mut command = llc::llc(gpu);
    command.args(["-O3", "-verify-machineinstrs", "-o", "/dev/null"]);
    let output = command.arg(file).output();
    output.expect("llc can be started").status.success()
}

/// What is wrong with a kernel, if anything.
fn complaint(compiler: &Compiler, gpu: Gpu, file: &Path, tally: &mut Tally) -> Option<String> {
    tally.kernels += 1;
    if !llvm_compiles(gpu, file) {
        tally.refused += 1;
        return None;
    }
    let compiled = match compiler.compile(file, &Options::ALL) {
        Ok(compiled) => compiled,
        Err(error) => return Some(error.to_string()),
    };
    for record in &compiled.records {
        let added = record.added_by_llvm;
        if added.waits != 0 {
            let [_, last] = saved(&record.function, gpu, file);
            if check::needless(&last).len() < added.waits as usize {
                return Some(format!("LLVM added {added:?} to {}", record.function));
            }
            tally.waits += added.waits;
        }
        if added.nop_wait_states != 0
            && let Err(problem) = explained(gpu, file, record, &mut tally.nops)
        {
            return Some(problem);
        }
        if record.judged != Some(Judged::default()) {
            return Some(format!("{}: judged {:?}", record.function, record.judged));
        }
        if let Some(left) = record.left_alone.first() {
            return Some(format!("{}: left alone: {left:?}", record.function));
        }
    }
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
    let (mut complaints, mut tally) = (Vec::new(), Tally::default());
    for gpu in Gpu::ALL {
        let compiler = Compiler::new(gpu).expect("LLVM has the AMDGPU back end");
        for seed in seeds.clone() {
            let file = folder.join(format!("{gpu}-{seed}.ll"));
            fs::write(&file, generator::module(seed, gpu, Use::Compiled))
                .expect("a written kernel");
            match complaint(&compiler, gpu, &file, &mut tally) {
                Some(what) => complaints.push(format!("{}: {what}", file.display())),
                None => fs::remove_file(&file).expect("the file is ours"),
            }
            progress.inc(1);
        }
    }
    progress.finish_and_clear();
    println!(
        "{} kernels, {} of them nothing that LLVM alone compiles; LLVM added {} waits that are \
         needless, and nops to some functions:",
        tally.kernels, tally.refused, tally.waits
    );
    for (why, count) in tally.nops {
        println!("{count:6} {why}");
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    fs::remove_dir_all(&folder).expect("the folder is ours");
}

/// What `make execute` runs: CDNASCHED_KERNELS kernels for CDNASCHED_GPU as files in CDNASCHED_OUT.
#[test]
#[ignore = "writes the random kernels of `make execute`"]
fn write_kernels() {
    let variable = |name| std::env::var(name).unwrap_or_else(|_| panic!("{name} is not set"));
    let folder = PathBuf::from(variable("CDNASCHED_OUT"));
    let gpu = Gpu::from_name(&variable("CDNASCHED_GPU")).expect("a GPU that is known");
    for seed in 0..number("CDNASCHED_KERNELS").expect("CDNASCHED_KERNELS is set") {
        let file = folder.join(format!("random-{seed:05}.ll"));
        fs::write(file, generator::module(seed, gpu, Use::Run)).expect("a written kernel");
    }
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
    let compile = |seed| {
        assembly(
            &generator::module(seed, gpu(seed), Use::Compiled),
            gpu(seed),
        )
    };
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
