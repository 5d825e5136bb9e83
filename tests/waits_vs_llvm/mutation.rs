//! Every wait of finished kernels, removed or weakened, one at a time: whatever LLVM's wait
//! inserter puts back, the checker must have missed.
//!
//! By default the kernels of the project, for which that takes seconds. With
//! `CDNASCHED_CORPUS=DIR` every kernel of `DIR/<gpu>/*.ll` (`make mutate-waits`).

use std::fmt;
use std::path::{Path, PathBuf};

use cdnasched_base::gpu::{Counter, Counts, Gpu, Unit};
use cdnasched_base::machine::{BlockId, Function, InstId};
use cdnasched_check as check;
use indicatif::ProgressBar;

use crate::inputs::kernels_in;
use crate::kernel::{Kernel, kernels, without_debug_info};
use crate::kinds;
use crate::llc::{self, Stream};

/// Mutants in one run of llc.
const BATCH: usize = 40;

/// One wait requires less.
#[derive(Clone, Copy)]
struct Mutant {
    /// Which wait, in layout order.
    wait: usize,
    /// The counter on which it requires less.
    counter: Counter,
    /// What it asked of it.
    count: u8,
    left: Counts,
}

/// Removed and weakened by one, counter by counter.
fn mutants(waits: &[u16]) -> Vec<Mutant> {
    let mut list = Vec::new();
    for (wait, &imm) in waits.iter().enumerate() {
        let asked = Counts::decode(imm);
        for counter in Counter::ALL {
            let Some(count) = asked.get(counter) else {
                continue;
            };
            let more = (count + 1 < counter.max()).then_some(count + 1);
            for weaker in more.into_iter().map(Some).chain([None]) {
                list.push(Mutant {
                    wait,
                    counter,
                    count,
                    left: asked.with(counter, weaker),
                });
            }
        }
    }
    list
}

/// The waits of a function, in layout order.
pub fn waits(function: &Function) -> Vec<(BlockId, InstId, u16)> {
    let all = function.block_ids().flat_map(|b| {
        let order = function.block(b).order.iter();
        order.map(move |&inst| (b, inst))
    });
    all.filter(|&(_, inst)| function.opcode(inst).name == "S_WAITCNT")
        .filter_map(|(b, inst)| {
            let imm = function.operands(inst).first()?.imm()?;
            // Only 16 bits are encoded.
            Some((b, inst, imm as u16))
        })
        .collect()
}

/// The function with one wait asking for less.
pub fn weakened(function: &Function, block: BlockId, wait: InstId, left: Counts) -> Function {
    let mut copy = function.clone();
    let mut order = copy.block(block).order.clone();
    let less = copy.add_inserted("S_WAITCNT", i64::from(left.encode()));
    for inst in order.iter_mut().filter(|inst| **inst == wait) {
        *inst = less;
    }
    copy.set_order(block, order);
    copy
}

/// What became of the mutants.
#[derive(Default)]
struct Tally {
    kernels: usize,
    waits: usize,
    mutants: usize,
    /// LLVM puts it back and the checker names it.
    caught: usize,
    /// The checker names it and LLVM does not put it back.
    checker_only: usize,
    /// Neither: the memory model or the user requires it, before the same instruction.
    asked_for: usize,
    /// LLVM alone, and for one less than the counter's maximum, which is the most it can require,
    /// with one operation less in between as well: as many were issued since that the hardware has
    /// stalled until this one was complete.
    at_maximum: usize,
    /// LLVM alone, and only because two kinds of operation are outstanding on `lgkmcnt`: with
    /// either kind alone in the mutant, LLVM adds nothing to it.
    mixed_kinds: usize,
    /// Neither, and a weaker wait at a block's end would do: a loop is entered with nothing
    /// outstanding on a counter, or with what was there before.
    flushed: usize,
    missed: Vec<String>,
    /// Neither, and nothing requires it.
    needless: Vec<String>,
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} kernels, {} waits, {} mutants: {} named by both, {} by the checker alone, {} by \
             neither and required by the memory model or the user, {} by LLVM alone for what the \
             counter's maximum shows complete, {} by LLVM alone for two kinds on one counter, \
             {} weaker before a loop, needless {}, missed {}",
            self.kernels,
            self.waits,
            self.mutants,
            self.caught,
            self.checker_only,
            self.asked_for,
            self.at_maximum,
            self.mixed_kinds,
            self.flushed,
            self.needless.len(),
            self.missed.len()
        )
    }
}

/// Slot, counter, what LLVM requires now.
type Added = (usize, Counter, u8);

/// Slots in which LLVM made a wait stricter.
fn put_back(before: &Stream, after: &Stream) -> Vec<Added> {
    assert_eq!(before.slots.len(), after.slots.len(), "{}", before.name);
    let mut list = Vec::new();
    for (at, (before, after)) in before.slots.iter().zip(&after.slots).enumerate() {
        for counter in Counter::ALL {
            if let Some(now) = after.get(counter)
                && before.get(counter).is_none_or(|then| now < then)
            {
                list.push((at, counter, now));
            }
        }
    }
    list
}

/// LLVM as the referee on changed mutants of one kernel.
struct Referee<'a> {
    gpu: Gpu,
    kernel: &'a Kernel,
    function: &'a Function,
}

impl Referee<'_> {
    /// What LLVM adds to a file's function.
    fn adds(&self, file: &str, name: &str) -> Vec<Added> {
        let output = llc::llc_on(self.gpu, &[llc::LLVM], file);
        let of = |mir: &str| llc::streams(mir).into_iter().find(|s| s.name == name);
        match (of(file), of(&output)) {
            (Some(before), Some(after)) => put_back(&before, &after),
            _ => panic!("{name} is missing"),
        }
    }

    /// Whether LLVM requires no more with one operation less in between.
    fn at_maximum(&self, mutant: &(String, String), added: &[Added]) -> bool {
        added.iter().all(|&(slot, counter, count)| {
            let file = self.kernel.file(std::slice::from_ref(mutant));
            let stream = llc::streams(&file).into_iter().find(|s| s.name == mutant.0);
            let line = stream.map(|s| s.lines[slot]).expect("the slot is a line");
            let less = kinds::one_less(&file, line, self.function, counter);
            let same = |file: String| {
                // LLVM may strengthen a wait before the operation that is gone.
                let mut added = self.adds(&file, &mutant.0).into_iter();
                added.any(|a| (slot - 1..=slot).contains(&a.0) && (a.1, a.2) == (counter, count))
            };
            count + 1 == counter.max() && less.is_some_and(same)
        })
    }

    /// Whether LLVM's additions come from two kinds of operation on `lgkmcnt`.
    fn mixed_kinds(&self, (name, mutant): &(String, String), added: &[Added]) -> bool {
        let all_zero = added.iter().all(|a| (a.1, a.2) == (Counter::Lgkm, 0));
        let kinds = kinds::kinds(self.function).filter(|kinds| kinds.len() > 1);
        let enough_alone = |kind: Unit| {
            let alone = kinds::alone(mutant, self.function, kind);
            let added = self.adds(&self.kernel.file(&[(name.clone(), alone)]), name);
            added.iter().all(|a| a.1 != Counter::Lgkm)
        };
        all_zero && kinds.is_some_and(|kinds| kinds.into_iter().all(enough_alone))
    }
}

/// Whether the memory model or the user requires what the mutant lacks: before the same
/// instruction, or, where the wait is at a block's end, in the block after it, the loop that
/// it was taken out of.
fn requested(base: &Stream, asked: &Stream, mutant: &Mutant) -> bool {
    let Some(slot) = base.slot_of(mutant.wait) else {
        return false;
    };
    let is_end = |slot: &usize| asked.text[*slot].is_empty();
    let later = slot + 1..base.slots.len();
    let next = is_end(&slot).then(|| later.take_while(|slot| !is_end(slot)));
    let mut places = std::iter::once(slot).chain(next.into_iter().flatten());
    places.any(|slot| {
        let count = asked.slots[slot].get(mutant.counter);
        count.is_some_and(|count| count <= mutant.count)
    })
}

/// Whether a mutant weakens a wait for everything at a block's end.
fn flushes(base: &Stream, mutant: &Mutant) -> bool {
    let slot = base.slot_of(mutant.wait);
    let at_end = slot.is_some_and(|slot| base.text[slot].is_empty());
    at_end && mutant.count == 0 && mutant.left.get(mutant.counter).is_some()
}

fn try_kernel(gpu: Gpu, kernel: &Kernel, function: &Function, asked: &[Stream], tally: &mut Tally) {
    let base = llc::streams(&kernel.functions);
    let base = base.iter().find(|s| s.name == kernel.name);
    let base = base.expect("the function is in its own file");
    let asked = asked.iter().find(|s| s.name == kernel.name);
    let asked = asked.expect("the same functions");
    assert_eq!(asked.text, base.text, "{}: other instructions", kernel.name);
    let placed = waits(function);
    let immediates: Vec<u16> = placed.iter().map(|&(_, _, imm)| imm).collect();
    assert_eq!(immediates, base.waits, "{}", kernel.name);
    let open = check::waits(function);
    assert!(
        open.is_empty(),
        "{}: {} open waits, the first: {}",
        kernel.name,
        open.len(),
        open[0].describe(function)
    );
    let referee = Referee {
        gpu,
        kernel,
        function,
    };
    let mut explained = false;
    tally.kernels += 1;
    tally.waits += immediates.len();
    for batch in mutants(&immediates).chunks(BATCH) {
        let name = |at: usize| format!("{}.mutant{at}", kernel.name);
        let copies = batch.iter().enumerate();
        let copies: Vec<(String, String)> = copies
            .map(|(at, mutant)| {
                (
                    name(at),
                    kernel.mutated(&name(at), mutant.wait, mutant.left),
                )
            })
            .collect();
        let input = kernel.file(&copies);
        let output = llc::llc_on(gpu, &[llc::LLVM], &input);
        let (before, after) = (llc::streams(&input), llc::streams(&output));
        let of = |streams: &[Stream], name: &str| {
            let found = streams.iter().find(|s| s.name == name);
            found.unwrap_or_else(|| panic!("{name} is missing")).clone()
        };
        let unchanged = put_back(&of(&before, &kernel.name), &of(&after, &kernel.name));
        assert!(
            unchanged.is_empty(),
            "{}: LLVM adds {unchanged:?}",
            kernel.name
        );
        for (at, mutant) in batch.iter().enumerate() {
            let before = of(&before, &name(at));
            let llvm = put_back(&before, &of(&after, &name(at)));
            let (block, wait, imm) = placed[mutant.wait];
            let mutated = weakened(function, block, wait, mutant.left);
            let open = check::waits(&mutated);
            tally.mutants += 1;
            match (!llvm.is_empty(), !open.is_empty()) {
                (true, true) => {
                    tally.caught += 1;
                    // What the checker names must not be explained away.
                    if !std::mem::replace(&mut explained, true) {
                        let mutant = &copies[at];
                        let away =
                            referee.at_maximum(mutant, &llvm) || referee.mixed_kinds(mutant, &llvm);
                        assert!(!away, "{gpu} {}: {llvm:?}, {:?}", kernel.name, open[0]);
                    }
                }
                (false, true) => tally.checker_only += 1,
                (false, false) if requested(base, asked, mutant) => tally.asked_for += 1,
                (false, false) if flushes(base, mutant) => tally.flushed += 1,
                (false, false) => tally.needless.push(format!(
                    "{gpu} {}: wait {} of {}: {} is enough instead of {}",
                    kernel.name,
                    mutant.wait,
                    immediates.len(),
                    mutant.left,
                    Counts::decode(imm),
                )),
                (true, false) if referee.at_maximum(&copies[at], &llvm) => tally.at_maximum += 1,
                (true, false) if referee.mixed_kinds(&copies[at], &llvm) => tally.mixed_kinds += 1,
                (true, false) => tally.missed.push(format!(
                    "{gpu} {}: wait {} of {}, {} left of {}: LLVM adds {:?}",
                    kernel.name,
                    mutant.wait,
                    immediates.len(),
                    mutant.left,
                    Counts::decode(imm),
                    llvm.iter()
                        .map(|&(at, counter, n)| format!(
                            "{counter}({n}) before {}",
                            before.text[at]
                        ))
                        .collect::<Vec<_>>(),
                )),
            }
        }
    }
}

fn mutate(gpu: Gpu) {
    let corpus = std::env::var_os("CDNASCHED_CORPUS").map(PathBuf::from);
    let long = corpus.is_some();
    let own = || Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kernels");
    let files = kernels_in(&corpus.unwrap_or_else(own).join(gpu.name()));
    let bar = if long {
        ProgressBar::new(files.len() as u64)
    } else {
        ProgressBar::hidden()
    };
    let mut tally = Tally::default();
    for file in &files {
        let placed = ["-cdna-sched", "-O3", "-stop-after=cdna-sched"];
        let mir = llc::without_requests(&llc::llc(gpu, &placed, file));
        // The same order with nothing but the waits that others have required.
        let asked = llc::llc(
            gpu,
            &[&placed[..], &["-cdna-sched-waits=false"]].concat(),
            file,
        );
        let asked = llc::requests(&without_debug_info(&asked));
        let flats = llc::flat(gpu, &mir);
        for kernel in kernels(&mir) {
            let function = flats.iter().find(|f| f.name == kernel.name);
            let function = function.expect("the function was saved");
            try_kernel(gpu, &kernel, function, &asked, &mut tally);
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    println!("{gpu}: {tally}");
    assert!(tally.missed.is_empty(), "{}", tally.missed.join("\n"));
    assert!(tally.needless.is_empty(), "{}", tally.needless.join("\n"));
    assert!(files.is_empty() || tally.caught > 0);
}

#[test]
fn gfx908_mutation() {
    mutate(Gpu::Gfx908);
}

#[test]
fn gfx90a_mutation() {
    mutate(Gpu::Gfx90a);
}

#[test]
fn gfx942_mutation() {
    mutate(Gpu::Gfx942);
}

#[test]
fn gfx950_mutation() {
    mutate(Gpu::Gfx950);
}
