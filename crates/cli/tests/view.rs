//! Pages of real kernels: everything in them points to something, and says what other parts of the program say.
//! `CDNASCHED_CORPUS=DIR` takes `DIR/<gpu>/*.ll`.
#![cfg(feature = "llvm")]

#[path = "../../../tests/support/kernels.rs"]
mod kernels;

use std::path::{Path, PathBuf};

use cdnasched_base::gpu::Gpu;
use cdnasched_base::rules::Policy;
use cdnasched_cli::compare::Compiler;
use cdnasched_driver::Options;
use cdnasched_driver::report::Record;
use cdnasched_engine::timing::{Lane, Stall};
use cdnasched_show::view::data::{Events, Kernel, Kind, Page, Region, RegionVersion, Version};
use cdnasched_show::view::{Sources, page};
use cdnasched_text::view;
use kernels::kernels_in;

/// The page of a kernel by LLVM and by us, and what the compilations reported.
fn made(compiler: &Compiler, gpu: Gpu, file: &Path) -> (Page, [Vec<Record>; 2]) {
    let compiled = compiler.compile_twice(file, &Options::ALL, |_| ());
    let (llvm, ours) = compiled.expect("a kernel that compiles");
    let versions = [(&llvm, "LLVM"), (&ours, "cdnasched")].map(|(compiled, label)| {
        view::functions(&compiled.assembly, None, label).expect("assembly of LLVM")
    });
    let models = Options::ALL.models.of(gpu);
    let sources = Sources::new(&|_| None);
    let page = view::page(
        "k".into(),
        versions.into(),
        &models[0],
        Policy::Safe,
        &sources,
    );
    (page.expect("a page"), [llvm.records, ours.records])
}

fn kernels() -> Vec<(Gpu, PathBuf)> {
    let corpus = std::env::var_os("CDNASCHED_CORPUS").map(PathBuf::from);
    let own = || Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join("tests/kernels");
    let folder = corpus.unwrap_or_else(own);
    let gpus = [Gpu::Gfx90a, Gpu::Gfx942, Gpu::Gfx950];
    let all = gpus.into_iter().flat_map(|gpu| {
        let files = kernels_in(&folder.join(gpu.name()));
        files.into_iter().map(move |file| (gpu, file))
    });
    all.collect()
}

#[test]
fn pages_of_real_kernels_hold_together() {
    let (mut waits, mut loops) = ([0; 2], [0; 2]);
    for (gpu, file) in kernels() {
        let compiler = Compiler::new(gpu).expect("LLVM");
        let (page, records) = made(&compiler, gpu, &file);
        for kernel in &page.kernels {
            let name = format!("{} of {}", kernel.name, file.display());
            for (version, records) in kernel.versions.iter().zip(&records) {
                check_version(&name, version);
                let explained = waits_explained(version);
                waits = [waits[0] + explained[0], waits[1] + explained[1]];
                let record = records.iter().find(|r| r.function == kernel.name);
                let record = record.expect("a record of each function");
                let registers = (version.occupancy.vgprs, version.occupancy.waves);
                assert_eq!(
                    registers,
                    (record.peak_vgpr, record.waves_per_simd),
                    "{name}"
                );
            }
            for region in &kernel.regions {
                check_region(&name, kernel, region);
            }
            let near = times(&name, kernel, &records);
            loops = [loops[0] + near[0], loops[1] + near[1]];
        }
        let html = page::html(&page).expect("data");
        assert!(html.contains("cdnasched-data"), "{}", file.display());
    }
    // Of all waits, those that a register, LDS or the memory model explains.
    assert!(waits[0] * 10 >= waits[1] * 9, "{waits:?}");
    println!("{} of {} loops within 3 %", loops[0], loops[1]);
    assert!(loops[0] * 100 >= loops[1] * 95, "{loops:?}");
}

fn check_version(name: &str, version: &Version) {
    let count = version.instructions.len();
    let mut next = 0;
    for block in &version.blocks {
        assert_eq!(block.first, next, "{name}: blocks follow each other");
        assert!(block.end >= block.first);
        next = block.end;
        assert!(
            block
                .successors
                .iter()
                .all(|&b| (b as usize) < version.blocks.len())
        );
    }
    assert_eq!(
        next as usize, count,
        "{name}: the last block ends with the code"
    );
    for (at, inst) in version.instructions.iter().enumerate() {
        assert!(!inst.text.is_empty() && inst.line > 0, "{name}: {inst:?}");
        for read in &inst.reads {
            assert!(read.from.iter().all(|&from| (from as usize) < count));
            for &from in &read.from {
                let writer = &version.instructions[from as usize];
                assert!(
                    !writer.writes.is_empty(),
                    "{name}: {at} reads from {writer:?}"
                );
            }
        }
        if let Some(explanation) = inst.explanation {
            assert!(
                matches!(inst.kind, Kind::Wait | Kind::Nop),
                "{name}: {inst:?}"
            );
            assert!((explanation as usize) < version.explanations.len());
        }
    }
    for explanation in &version.explanations {
        assert!(!explanation.sentence.is_empty());
        for reason in &explanation.reasons {
            let named = [reason.producer, reason.consumer].into_iter().flatten();
            assert!(named.into_iter().all(|inst| (inst as usize) < count));
            assert!(
                reason.counter.is_empty() != reason.rule.is_empty(),
                "{reason:?}"
            );
        }
    }
    assert!(
        version
            .occupancy
            .steps
            .is_sorted_by(|a, b| a.0 > b.0 && a.1 < b.1)
    );
}

/// Waits that have a reason, and all.
fn waits_explained(version: &Version) -> [usize; 2] {
    let waits = version.instructions.iter().filter(|i| i.kind == Kind::Wait);
    let waits: Vec<_> = waits.collect();
    let explained = waits.iter().filter(|wait| {
        wait.explanation
            .is_some_and(|at| !version.explanations[at as usize].reasons.is_empty())
    });
    [explained.count(), waits.len()]
}

fn check_region(name: &str, kernel: &Kernel, region: &Region) {
    assert!(region.versions.iter().any(Option::is_some));
    for (of, version) in region.versions.iter().zip(&kernel.versions) {
        let Some(of) = of else { continue };
        let sizes = of
            .blocks
            .iter()
            .map(|&block| &version.blocks[block as usize]);
        let size: u32 = sizes.map(|block| block.end - block.first).sum();
        assert_eq!(of.pressure.len(), size as usize, "{name}");
        for live in &of.pressure {
            assert!(live.1 <= version.occupancy.vgprs && live.2 <= version.occupancy.agprs);
        }
        assert!(
            !of.advice.is_empty() || !region.is_loop,
            "{name}: what binds it is said"
        );
        for timeline in &of.timelines {
            check_events(name, &timeline.events, version);
            assert!(timeline.period > 0.0);
        }
    }
    let [one, other] = &kernel.versions[..] else {
        return;
    };
    let mut partners: Vec<u32> = region.same.iter().map(|(_, partner)| *partner).collect();
    partners.sort_unstable();
    partners.dedup();
    assert_eq!(
        partners.len(),
        region.same.len(),
        "{name}: each has one partner"
    );
    for &(a, b) in &region.same {
        let mnemonic = |version: &Version, at: u32| {
            let text = &version.instructions[at as usize].text;
            text.split_whitespace().next().map(str::to_owned)
        };
        assert_eq!(mnemonic(one, a), mnemonic(other, b), "{name}");
    }
}

fn check_events(name: &str, events: &Events, version: &Version) {
    let count = events.inst.len();
    let mut last: Vec<Option<u32>> = vec![None; 256];
    for at in 0..count {
        let wave = usize::from(events.wave[at]);
        let (ready, issue, next) = (events.ready[at], events.issue[at], events.next[at]);
        assert!(
            last[wave].is_none_or(|end| end == ready),
            "{name}: a gap at {at}"
        );
        last[wave] = Some(next);
        assert!(ready <= issue && issue < next, "{name}: event {at}");
        assert!(events.start[at] <= events.busy[at]);
        assert_eq!(
            issue > ready,
            events.stall[at] != Stall::None,
            "{name}: event {at}"
        );
        assert!(events.cause[at] < at as i32);
        let inst = &version.instructions[events.inst[at] as usize];
        assert_eq!(inst.lane == Lane::Matrix, inst.kind == Kind::Matrix);
    }
}

/// The times of the hottest loops are those of the report, which the plugin made of the machine code inside of LLVM:
/// how many of them within 3 %, of all. Inside of LLVM more is known of some addresses.
fn times(name: &str, kernel: &Kernel, records: &[Vec<Record>; 2]) -> [usize; 2] {
    let mut count = [0; 2];
    for (at, records) in records.iter().enumerate() {
        let record = records.iter().find(|r| r.function == kernel.name);
        let Some(record) = record else { continue };
        let reported: Vec<f64> = record
            .loops
            .iter()
            .filter_map(|l| Some(l.clocks.first()?.last.one_wave))
            .collect();
        let shown = kernel.regions.iter().filter(|r| r.is_loop);
        let shown = shown.filter_map(|region| region.versions[at].as_ref());
        // The report has innermost loops only.
        for shown in shown.filter(|shown| shown.blocks.len() == 1) {
            let period = one_wave(shown);
            let mut all = reported.iter();
            let near = all.any(|&clocks| (clocks - period).abs() <= 0.03 * clocks);
            if !near {
                println!("{name}: {period} is none of {reported:?}");
            }
            count = [count[0] + usize::from(near), count[1] + 1];
        }
    }
    count
}

fn one_wave(version: &RegionVersion) -> f64 {
    version
        .timelines
        .first()
        .map_or(0.0, |timeline| timeline.period)
}
