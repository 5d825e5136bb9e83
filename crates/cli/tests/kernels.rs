//! Real kernels through the whole compiler, in this process.
#![cfg(feature = "llvm")]

#[path = "../../../tests/support/kernels.rs"]
mod kernels;

use std::path::PathBuf;

use cdnasched_base::gpu::Gpu;
use cdnasched_cli::compare::{ComparedFile, Compiler, Pair};
use cdnasched_driver::Options;
use cdnasched_driver::report::{Judged, LoopRecord, Record};
use cdnasched_engine::schedule::Effort;
use kernels::kernels_in;

fn kernels(gpu: Gpu) -> Vec<PathBuf> {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
        .join("tests/kernels")
        .join(gpu.name());
    let files = kernels_in(&folder);
    let least = match gpu {
        Gpu::Gfx942 => 10,
        _ => 1,
    };
    assert!(
        files.len() >= least,
        "{} has too few kernels",
        folder.display()
    );
    files
}

/// The same, by LLVM alone and with everything on.
fn compared(gpu: Gpu) -> impl Iterator<Item = ComparedFile> {
    let compiler = Compiler::new(gpu).expect("LLVM has the AMDGPU back end");
    kernels(gpu).into_iter().map(move |file| {
        let compared = compiler.compare(&file, &Options::ALL);
        compared.expect("the kernel compiles")
    })
}

/// Kernels that need more than LLVM gives them, because LLVM gives too little: what, and why.
const LLVM_GIVES_TOO_LITTLE: &[(&str, &str)] = &[
    (
        "c_buffer_to_lds",
        "LDS-DMA without alias scopes may be what the next LDS read reads",
    ),
    (
        "c_inline_asm",
        "hazards are resolved before and after inline assembly, which LLVM does not look at",
    ),
    (
        "c_mfma_chain",
        "an accumulator shared by matrix instructions of different kinds",
    ),
    (
        "scatter_atomics",
        "the write-back of the L2 is waited for before an atomic releases",
    ),
];

fn stem(comparison: &ComparedFile) -> String {
    comparison
        .file
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

/// Waits and wait states that the loops of a function may have above LLVM's number: each must save what an instruction of its loop
/// takes on average, and at most a 32nd of the loop's time.
fn paid_for(pair: &Pair) -> u32 {
    let clocks = |l: &LoopRecord| l.clocks.first().map_or(0.0, |t| t.last.one_wave);
    let pairs = pair.ours.loops.iter().zip(&pair.llvm.loops);
    pairs
        .map(|(ours, llvm)| {
            let saved = 1.0 - clocks(ours) / clocks(llvm).max(1.0);
            (saved * f64::from(llvm.instructions.max(32))) as u32
        })
        .sum()
}

/// Loops of the final stream that are slower than LLVM's say so, and what LLVM's takes is foreseen where no later pass
/// changed the loop.
fn no_loop_is_silently_slower(pair: &Pair, what: &str) {
    let last = |l: &LoopRecord| l.clocks.first().map(|t| t.last).unwrap_or_default();
    let pairs = pair.llvm.loops.iter().zip(&pair.ours.loops);
    for (llvm, ours) in pairs {
        let (theirs, mine) = (last(llvm), last(ours));
        let is_slower = mine.one_wave > theirs.one_wave || mine.own_waves > theirs.own_waves;
        assert_eq!(
            is_slower,
            ours.above_llvm.is_some(),
            "{what}: {theirs:?} -> {mine:?}"
        );
        if let Some(foreseen) = &ours.llvm {
            let is_near = |a: f64, b: f64| (a / b - 1.0).abs() < 0.01;
            assert!(
                is_near(foreseen.one_wave, theirs.one_wave)
                    && is_near(foreseen.own_waves, theirs.own_waves),
                "{what}: {foreseen:?} was foreseen, {theirs:?}"
            );
        }
    }
}

/// What a function takes at its own number of waves, as it is printed: what stands in front of a rotated loop and behind it
/// counts as any other code does.
fn the_function_takes_no_longer(pair: &Pair, what: &str) {
    let own = |record: &Record| record.clocks.first().map_or(0.0, |t| t.last.own_waves);
    let (ours, llvm) = (own(&pair.ours), own(&pair.llvm));
    assert!(
        ours <= llvm * (1.0 + 1.0 / 128.0),
        "{what}: {llvm} -> {ours}"
    );
}

/// Overlap gains one wave of the first of these kernels a quarter, and its loop nothing at its own number of waves.
#[test]
fn overlap_makes_no_function_longer_at_its_own_waves() {
    for comparison in compared(Gpu::Gfx950) {
        for pair in &comparison.functions {
            the_function_takes_no_longer(pair, &stem(&comparison));
        }
    }
}

/// The loops of which a copy is around the loop.
fn rotated(record: &Record) -> impl Iterator<Item = &LoopRecord> {
    let rotated = |l: &&LoopRecord| l.overlap.as_ref().is_some_and(|overlap| overlap.rotated);
    record.loops.iter().filter(rotated)
}

/// Matrix instructions of those copies.
fn copied(record: &Record) -> u32 {
    rotated(record).map(|l| l.matrix_instructions).sum()
}

#[test]
fn every_kernel_is_finished_and_no_worse() {
    for comparison in compared(Gpu::Gfx942) {
        let name = stem(&comparison);
        assert!(!comparison.functions.is_empty(), "{name} has no function");
        let excused = LLVM_GIVES_TOO_LITTLE.iter().any(|(n, _)| *n == name);
        for pair in &comparison.functions {
            let (llvm, ours) = (&pair.llvm, &pair.ours);
            let what = format!("{name}: {}", ours.function);
            assert_eq!(ours.added_by_llvm.waits, 0, "{what}: waits added by LLVM");
            // LLVM's recogniser wants a wait state behind inline assembly whose result is read next.
            let for_asm = u32::from(ours.function == "c_inline_asm");
            assert_eq!(
                ours.added_by_llvm.nop_wait_states, for_asm,
                "{what}: nops added by LLVM"
            );
            assert!(ours.left_alone.is_empty(), "{what}: {:?}", ours.left_alone);
            assert_eq!(
                ours.judged,
                Some(Judged::default()),
                "{what}: the checker objects"
            );
            assert_eq!(
                llvm.matrix_instructions + copied(ours),
                ours.matrix_instructions,
                "{what}"
            );
            assert_eq!(llvm.waves_per_simd, ours.waves_per_simd, "{what}");
            if !excused {
                // Those that move loops are no wait states that something needs.
                let needed = ours.nop_wait_states - ours.place_nops;
                let more = ours.s_waitcnt.saturating_sub(llvm.s_waitcnt)
                    + needed.saturating_sub(llvm.nop_wait_states);
                let twice = rotated(ours)
                    .next()
                    .map_or(0, |_| llvm.s_waitcnt + llvm.nop_wait_states);
                // What is in a rotated loop is once more outside of it.
                let copies = if twice > 0 { 2 } else { 1 };
                assert!(
                    more <= copies * paid_for(pair) + twice,
                    "{what}: {more} waits and nops more"
                );
            }
            no_loop_is_silently_slower(pair, &what);
            if !excused {
                the_function_takes_no_longer(pair, &what);
            }
            for found in ours.loops.iter().filter_map(|l| l.robustness.as_ref()) {
                assert!(found.worst <= 1.005 + 1e-9, "{what}: {found:?}");
            }
            for timing in &ours.clocks {
                let (before, after) = (&timing.before, &timing.after);
                assert!(
                    after.one_wave <= before.one_wave + 1e-6,
                    "{what}: {timing:?}"
                );
            }
        }
    }
}

/// Kernels whose waits for loads into LDS are missing from what the profitability check takes LLVM's
/// stream to be.
const NOT_AS_LLVM: &[&str] = &["c_buffer_to_lds"];

/// One wait more before a loop that is as LLVM made it moves it to where it takes 4 clocks longer.
#[test]
fn a_loop_that_lies_badly_is_moved_or_says_so() {
    let compiler = Compiler::new(Gpu::Gfx942).expect("LLVM has the AMDGPU back end");
    let files = kernels(Gpu::Gfx942);
    let file = files.iter().find(|f| f.ends_with("scatter_atomics.ll"));
    let file = file.expect("a kernel with such a loop");
    let slower = |place_loops| {
        let options = Options {
            place_loops,
            ..Options::ALL
        };
        let comparison = compiler.compare(file, &options).expect("it compiles");
        let pair = &comparison.functions[0];
        no_loop_is_silently_slower(pair, "scatter_atomics");
        let loops = pair.ours.loops.iter();
        let slower = loops.filter(|l| l.above_llvm.is_some()).count();
        (slower, pair.ours.place_nops > 0)
    };
    assert_eq!(slower(false), (1, false));
    assert_eq!(slower(true), (0, true));
}

/// How far the costs of our rules may be from the difference of the final streams, in parts of the
/// function's time: waits that move to the entry of a loop are not looked at by the profitability check.
const COST_TOLERANCE: f64 = 0.01;

#[test]
fn our_rules_cost_what_the_report_says() {
    let compiler = Compiler::new(Gpu::Gfx942).expect("LLVM has the AMDGPU back end");
    // The incoming order with our waits and nops, and with LLVM's.
    let in_order = Options {
        schedule: false,
        place_loops: false,
        ..Options::ALL
    };
    for file in kernels(Gpu::Gfx942) {
        let stem = file.file_stem().unwrap_or_default().to_string_lossy();
        if NOT_AS_LLVM.contains(&&*stem) {
            continue;
        }
        let of = |options: &Options| {
            let compiled = compiler.compile(&file, options);
            compiled.expect("the kernel compiles").records
        };
        let (llvm, in_order, ours) = (of(&Options::LOOK), of(&in_order), of(&Options::ALL));
        for ((llvm, in_order), ours) in llvm.iter().zip(&in_order).zip(&ours) {
            assert_eq!(
                ours.policy_cost_clocks.len(),
                2,
                "{stem}: {}",
                ours.function
            );
            for cost in &ours.policy_cost_clocks {
                let clocks = |record: &cdnasched_driver::report::Record| {
                    let timing = record.timing(&cost.model).expect("the same models");
                    timing.last.one_wave
                };
                let real = clocks(in_order) - clocks(llvm);
                let off = (cost.clocks.one_wave - real).abs() / clocks(llvm).max(1.0);
                let what = format!("{stem}: {}: {cost:?}, really {real}", ours.function);
                assert!(off <= COST_TOLERANCE, "{what}");
            }
        }
    }
}

/// The kernel that `make demo` shows.
fn demo_kernel() -> PathBuf {
    let kernels = kernels(Gpu::Gfx942).into_iter();
    let mut named = kernels.filter(|k| k.ends_with("gemm_bf16_128x128x64_w4_s2.ll"));
    named.next().expect("the demo's kernel")
}

/// Clocks of one wave in the final stream.
fn clocks(record: &cdnasched_driver::report::Record) -> f64 {
    let timing = record.timing("measured");
    timing.expect("the measured model").last.one_wave
}

#[test]
fn something_is_gained() {
    let compiler = Compiler::new(Gpu::Gfx942).expect("LLVM has the AMDGPU back end");
    let comparison = compiler
        .compare(&demo_kernel(), &Options::ALL)
        .expect("the kernel compiles");
    let pair = &comparison.functions[0];
    assert!(clocks(&pair.ours) < 0.97 * clocks(&pair.llvm), "{pair:?}");
    assert!(pair.ours.nop_wait_states < pair.llvm.nop_wait_states);
    assert!(pair.ours.moved > 100);
}

/// What the search minimises, for the hottest loop: time for one wave in relation to the
/// incoming order's, over all models.
fn objective(record: &cdnasched_driver::report::Record) -> f64 {
    let loops = record.loops.iter();
    let hottest = loops.max_by(|a, b| a.frequency.total_cmp(&b.frequency));
    let timings = hottest.expect("a loop").clocks.iter();
    timings.map(|t| t.after.one_wave / t.before.one_wave).sum()
}

#[test]
fn more_effort_finds_no_worse_loops() {
    let compiler = Compiler::new(Gpu::Gfx942).expect("LLVM has the AMDGPU back end");
    let at = |effort| {
        let options = Options {
            effort,
            ..Options::ALL
        };
        let compiled = compiler.compile(&demo_kernel(), &options);
        objective(&compiled.expect("the kernel compiles").records[0])
    };
    let [fast, default, max] = Effort::ALL.map(at);
    assert!(max <= default && default < fast, "{fast} {default} {max}");
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    let compiler = Compiler::new(Gpu::Gfx942).expect("LLVM has the AMDGPU back end");
    for file in kernels(Gpu::Gfx942) {
        let compile = || {
            compiler
                .compile(&file, &Options::ALL)
                .expect("the kernel compiles")
        };
        let first = compile();
        for _ in 0..2 {
            let again = compile();
            assert!(
                first.assembly == again.assembly,
                "{}: other bytes",
                file.display()
            );
            assert_eq!(first.records, again.records, "{}", file.display());
        }
    }
}

#[test]
fn input_that_is_no_kernel_is_refused() {
    let compiler = Compiler::new(Gpu::Gfx942).expect("LLVM has the AMDGPU back end");
    let folder = std::env::temp_dir().join(format!("cdnasched-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    for (name, text, expected) in [
        ("garbage.ll", "this is no IR", "expected LLVM IR"),
        (
            "x86.ll",
            "target triple = \"x86_64-pc-linux-gnu\"\n",
            "expected a module for amdgcn",
        ),
        ("empty.bc", "", "expected a module for amdgcn"),
    ] {
        let file = folder.join(name);
        std::fs::write(&file, text).expect("a written file");
        let error = compiler
            .compare(&file, &Options::ALL)
            .expect_err(name)
            .to_string();
        assert!(error.contains(name) && error.contains(expected), "{error}");
    }
    let error = compiler
        .compare(&folder.join("missing.ll"), &Options::ALL)
        .expect_err("missing")
        .to_string();
    assert!(error.contains("cannot be read"), "{error}");
    std::fs::remove_dir_all(&folder).expect("the folder is removed");
}
