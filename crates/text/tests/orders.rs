//! Orders from outside on real kernels: whatever keeps the dependences is legal for the checker too, is timed as it will
//! be, and becomes a text. `CDNASCHED_CORPUS=DIR` takes `DIR/<gpu>/*.ll`.

#[path = "../../../tests/support/folder.rs"]
mod folder;
#[path = "../../../tests/support/kernels.rs"]
mod kernels;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use cdnasched_base::gpu::Gpu;
use cdnasched_base::machine::Features;
use cdnasched_driver::orders::{Detail, Judgement, RegionRecord};
use cdnasched_driver::settings::{FrontEnd, defaults};
use cdnasched_engine::schedule::Orders;
use cdnasched_text::opt::{OrderableKernel, OrderableText};
use folder::Folder;
use kernels::kernels_in;

/// The text that LLVM alone makes of a kernel.
fn assembly(gpu: Gpu, file: &Path, folder: &Folder) -> String {
    let prefix = std::env::var_os("LLVM_SYS_221_PREFIX");
    let prefix = PathBuf::from(prefix.unwrap_or_else(|| "/usr/lib/llvm-22".into()));
    let out = folder.path().join("out.s");
    let status = Command::new(prefix.join("bin/llc"))
        .args(["-O3", "-mcpu", gpu.name(), "-o"])
        .arg(&out)
        .arg(file)
        .status()
        .expect("llc can be started");
    assert!(status.success(), "{}", file.display());
    std::fs::read_to_string(out).expect("what llc wrote")
}

/// The text of each kernel.
fn texts() -> Vec<(PathBuf, Gpu, String)> {
    let folder = Folder::new();
    let corpus = std::env::var_os("CDNASCHED_CORPUS").map(PathBuf::from);
    let own = || Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join("tests/kernels");
    let kernels = corpus.unwrap_or_else(own);
    let mut texts = Vec::new();
    for gpu in [Gpu::Gfx90a, Gpu::Gfx942, Gpu::Gfx950] {
        for file in kernels_in(&kernels.join(gpu.name())) {
            let text = assembly(gpu, &file, &folder);
            texts.push((file, gpu, text));
        }
    }
    texts
}

fn opened(text: &str, gpu: Gpu) -> OrderableText {
    OrderableText::open(
        text,
        gpu,
        Features::default(),
        &defaults(FrontEnd::OpenText).options,
    )
    .expect("assembly")
}

/// Pseudo-random numbers (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit.max(1)
    }
}

/// An order that keeps all dependences: of the nodes that may come next the one with the least place, to which up to
/// `far` is added.
fn random_order(region: &RegionRecord, far: u64, random: &mut Random) -> Vec<u32> {
    let count = region.nodes.len();
    let (mut waiting, mut after) = (vec![0; count], vec![Vec::new(); count]);
    for dep in &region.dependences {
        waiting[dep.to as usize] += 1;
        after[dep.from as usize].push(dep.to);
    }
    let places: Vec<u64> = (0..count as u64).map(|at| at + random.below(far)).collect();
    let mut free: Vec<u32> = (0..count as u32)
        .filter(|&n| waiting[n as usize] == 0)
        .collect();
    let mut order = Vec::with_capacity(count);
    while !free.is_empty() {
        let next = (0..free.len()).min_by_key(|&at| (places[free[at] as usize], free[at]));
        let node = free.swap_remove(next.expect("not empty"));
        order.push(node);
        for &to in &after[node as usize] {
            waiting[to as usize] -= 1;
            if waiting[to as usize] == 0 {
                free.push(to);
            }
        }
    }
    order
}

/// A random order of every region of a kernel.
fn random_orders(kernel: &OrderableKernel, far: u64, random: &mut Random) -> Orders {
    let graph = kernel.graph();
    let regions = graph
        .regions
        .iter()
        .enumerate()
        .filter(|(_, region)| !region.pinned);
    regions
        .map(|(at, region)| (at, random_order(region, far, random)))
        .collect()
}

/// Clocks that fetching its instructions may add to an iteration of one of these loops: a branch that falls through to
/// another block of instruction memory, and an instruction that straddles two.
const FETCHES: f64 = 16.0 + 4.0;

fn clocks(judgement: &Judgement) -> impl Iterator<Item = f64> {
    let loops = judgement.traces.iter().filter(|trace| trace.is_loop);
    loops.flat_map(|trace| trace.clocks.values().map(|clocks| clocks.one_wave))
}

#[test]
fn random_orders_that_keep_the_dependences_are_legal_and_timed_as_they_will_be() {
    let mut compared = 0;
    for (file, gpu, text) in texts() {
        let file = file.display();
        for kernel in opened(&text, gpu).kernels() {
            let mut random = Random(0x9e37_79b9_7f4a_7c15);
            for far in [3, 20, 400] {
                let orders = random_orders(kernel, far, &mut random);
                let judge = |detail| kernel.evaluator().judge(&orders, detail).expect("orders");
                let (expected, checked) = (judge(Detail::Expected), judge(Detail::Checked));
                assert!(expected.legal, "{file}: {:?}", expected.broken);
                assert!(checked.legal, "{file}: {:?}", checked.findings);
                for (expected, placed) in clocks(&expected).zip(clocks(&checked)) {
                    compared += 1;
                    // Where the code lies is known only when it is placed: it may take longer to fetch.
                    let most = expected * 1.05 + FETCHES;
                    assert!(
                        placed < most && expected < placed * 1.05,
                        "{file}: expected {expected}, placed {placed}"
                    );
                }
            }
        }
    }
    assert!(compared > 50, "{compared}");
}

#[test]
fn random_orders_that_are_legal_become_texts_and_others_do_not() {
    let mut written = 0;
    for (file, gpu, text) in texts() {
        let opened = opened(&text, gpu);
        let mut random = Random(0xd1b5_4a32_d192_ed03);
        let (mut all, mut legal) = (BTreeMap::new(), BTreeMap::new());
        for kernel in opened.kernels() {
            let name = kernel.evaluator().function().name.clone();
            let orders = random_orders(kernel, 100, &mut random);
            let judged = kernel.judge(&orders, Detail::Checked).expect("orders");
            legal.insert(name.clone(), judged.legal);
            all.insert(name, orders);
        }
        let applied = opened.apply(&all).expect("assembly");
        for function in &applied.functions {
            let kept = function.kept.as_deref();
            // No order helps: what LLVM has inside is wrong.
            if kept.is_some_and(|reason| reason.contains("an inline assembly needs")) {
                continue;
            }
            let is_legal = legal.get(&function.name) == Some(&true);
            assert_eq!(kept.is_none(), is_legal, "{}: {kept:?}", file.display());
            written += usize::from(kept.is_none());
        }
    }
    assert!(written > 10, "{written}");
}

#[test]
fn a_result_used_before_it_is_made_is_refused_with_its_registers() {
    let (_, gpu, text) = texts().remove(0);
    let opened = opened(&text, gpu);
    let kernel = &opened.kernels()[0];
    for (at, region) in kernel.graph().regions.iter().enumerate() {
        for dep in region.dependences.iter().filter(|dep| dep.kind == "true") {
            let mut order: Vec<u32> = (0..region.nodes.len() as u32).collect();
            order.retain(|&node| node != dep.to);
            let place = order
                .iter()
                .position(|&node| node == dep.from)
                .expect("a node");
            order.insert(place, dep.to);
            let orders = Orders::from([(at, order)]);
            let judged = kernel
                .evaluator()
                .judge(&orders, Detail::Expected)
                .expect("an order");
            let named = judged.broken.iter().any(|broken| {
                (broken.from, broken.to, broken.kind) == (dep.from, dep.to, "true")
                    && broken.reason.starts_with("the later one reads ")
                    && !broken.reason.contains("reads ,")
            });
            assert!(
                !judged.legal && (named || judged.broken.len() == 8),
                "{dep:?}: {judged:?}"
            );
        }
    }
}
