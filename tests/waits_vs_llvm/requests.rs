//! Every wait and marker that the memory model, or the user, put into a kernel, removed, and moved
//! after the next thing that it orders, one at a time: the check of the order and the checker of the
//! finished stream must name each one that is lost.
//!
//! What a lost request changes is read off the finished streams themselves: between two accesses
//! that memory ordering is about, all waits together require less than before.
//!
//! By default the kernels of the project; with `CDNASCHED_CORPUS=DIR` every kernel of
//! `DIR/<gpu>/*.ll` (`make mutate-waits`), those of gfx90a for gfx908 as well.

use std::fmt;
use std::path::{Path, PathBuf};

use cdnasched_base::gpu::{Counts, Gpu, OpTraits, Unit};
use cdnasched_base::machine::{BlockId, Function, InstId};
use cdnasched_check as check;
use cdnasched_driver::{Check, Options, Progress, Stage};
use indicatif::ProgressBar;

use crate::inputs::kernels_in;
use crate::llc;

#[derive(Default)]
struct Tally {
    functions: usize,
    requests: usize,
    mutants: usize,
    /// The order check names it.
    by_order: usize,
    /// The checker names it as well, in stage 1's result and in the stream that is emitted.
    by_checker: usize,
    /// The finished stream is none the weaker.
    harmless: usize,
    /// It is weaker in this place and stricter in another, such as the entry of a loop, and the checker
    /// finds that enough.
    elsewhere: usize,
    missed: Vec<String>,
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} functions, {} requests, {} mutants: the order check names {}, the checker {} in the \
             result and in the emitted stream, {} make no wait weaker, for {} another wait does, \
             missed {}",
            self.functions,
            self.requests,
            self.mutants,
            self.by_order,
            self.by_checker,
            self.harmless,
            self.elsewhere,
            self.missed.len()
        )
    }
}

/// Ours alone, without a search for another order.
fn finished(mut function: Function) -> Function {
    let options = Options {
        schedule: false,
        check: Check::Off,
        certify: false,
        ..Options::ALL
    };
    Stage::Schedule.run(&mut function, &options, &mut Progress::default());
    function
}

/// The function with the user's own waits as requests, which require nothing where nothing is
/// outstanding.
fn softened(mut function: Function) -> Function {
    for block in function.block_ids() {
        let mut order = function.block(block).order.clone();
        for inst in &mut order {
            let imm = function.operands(*inst).first().and_then(|o| o.imm());
            if let (true, Some(imm)) = (function.opcode(*inst).name == "S_WAITCNT", imm) {
                *inst = function.add_inserted("S_WAITCNT_soft", imm);
            }
        }
        function.set_order(block, order);
    }
    function
}

/// The stream as it is emitted: LLVM's wait inserter takes requests out that it has seen.
fn emitted(mut function: Function) -> Function {
    for block in function.block_ids() {
        let mut order = function.block(block).order.clone();
        order.retain(|&inst| !function.info(inst).has(OpTraits::SOFT_WAIT));
        function.set_order(block, order);
    }
    function
}

fn is_request(function: &Function, inst: InstId) -> bool {
    function.info(inst).unit == Unit::Wait
}

/// What requests order: memory, and what tells others.
fn is_ordered(function: &Function, inst: InstId) -> bool {
    let unit = function.info(inst).unit;
    let memory = [Unit::Lds, Unit::Smem, Unit::Gws].contains(&unit);
    let signals = [Unit::Barrier, Unit::Message, Unit::Export].contains(&unit);
    memory || signals || function.info(inst).is_vmem()
}

/// What all waits together require, block by block, before each ordered instruction and at the
/// block's end.
fn gaps(function: &Function) -> Vec<Counts> {
    let mut gaps = Vec::new();
    for block in function.block_ids() {
        let mut asked = Counts::NONE;
        for &inst in &function.block(block).order {
            if function.opcode(inst).name == "S_WAITCNT" {
                let imm = function.operands(inst).first().and_then(|o| o.imm());
                // Only 16 bits are encoded.
                asked = asked.and(Counts::decode(imm.expect("an immediate") as u16));
            } else if is_ordered(function, inst) {
                gaps.push(std::mem::take(&mut asked));
            }
        }
        gaps.push(asked);
    }
    gaps
}

/// The order of a block without one request, or with it after the next thing that it orders.
fn without(function: &Function, order: &[InstId], at: usize, moved: bool) -> Option<Vec<InstId>> {
    let mut changed = order.to_vec();
    let request = changed.remove(at);
    if moved {
        let next = changed[at..]
            .iter()
            .position(|&i| is_ordered(function, i))?;
        changed.insert(at + next + 1, request);
    }
    Some(changed)
}

/// A function as stage 1 is given it, and what becomes of it.
struct Case<'f> {
    gpu: Gpu,
    function: &'f Function,
    original: Vec<Vec<InstId>>,
    requests: Vec<check::Request>,
    /// The [`gaps`] of the emitted stream, where the user's own waits require what is outstanding.
    asked: Vec<Counts>,
}

/// A request that is taken out, or moved after the next thing that it orders.
#[derive(Clone, Copy)]
struct Mutation {
    block: BlockId,
    /// Position in the block.
    at: usize,
    moved: bool,
}

impl<'f> Case<'f> {
    fn new(gpu: Gpu, function: &'f Function) -> Case<'f> {
        let blocks = function.blocks().iter();
        let original: Vec<Vec<InstId>> = blocks.map(|b| b.order.clone()).collect();
        let requests = check::requests(function, &original);
        let result = finished(function.clone());
        let stream = emitted(result.clone());
        for finished in [&result, &stream] {
            let found = check::lost(finished, &requests);
            let name = &function.name;
            assert_eq!(found, check::Requests::default(), "{gpu} {name}");
        }
        Case {
            gpu,
            function,
            original,
            requests,
            asked: gaps(&emitted(finished(softened(function.clone())))),
        }
    }

    fn try_all(&self, tally: &mut Tally) {
        tally.functions += 1;
        for block in self.function.block_ids() {
            for (at, &inst) in self.original[block.index()].iter().enumerate() {
                if !is_request(self.function, inst) {
                    continue;
                }
                tally.requests += 1;
                for moved in [false, true] {
                    self.try_one(Mutation { block, at, moved }, tally);
                }
            }
        }
    }

    /// Which of the [`gaps`] a position of the original stream is in.
    fn gap(&self, block: BlockId, at: usize) -> usize {
        let ordered = |insts: &[InstId]| {
            let all = insts.iter().filter(|&&i| is_ordered(self.function, i));
            all.count()
        };
        let before = &self.original[..block.index()];
        let whole: usize = before.iter().map(|order| ordered(order) + 1).sum();
        whole + ordered(&self.original[block.index()][..at])
    }

    fn try_one(&self, mutation: Mutation, tally: &mut Tally) {
        let Mutation { block, at, moved } = mutation;
        let order = &self.original[block.index()];
        let Some(changed) = without(self.function, order, at, moved) else {
            return;
        };
        tally.mutants += 1;
        let mut mutant = self.function.clone();
        mutant.set_order(block, changed);
        let same = check::order(&mutant, self.function);
        let refused = same.is_err() || check::kept(&mutant, &self.original).is_err();
        tally.by_order += usize::from(refused);
        let result = finished(mutant);
        let in_result = check::lost(&result, &self.requests).lost;
        let stream = emitted(result);
        let in_stream = check::lost(&stream, &self.requests).lost;
        let gap = self.gap(block, at);
        let all = gaps(&stream);
        let (now, before) = (all[gap], self.asked[gap]);
        let mut pairs = all.iter().zip(&self.asked);
        let elsewhere = pairs.any(|(now, before)| before.and(*now) != *before);
        let weaker = (now.and(before) != now).then(|| format!("{before} became {now}"));
        let named = !in_result.is_empty() && !in_stream.is_empty();
        tally.by_checker += usize::from(named);
        tally.harmless += usize::from(weaker.is_none() && !named);
        if refused && weaker.is_some() && !named && elsewhere {
            tally.elsewhere += 1;
        } else if !refused || weaker.is_some() && !named {
            tally.missed.push(format!(
                "{} {}: {} of block {}, {}: order check {refused}, checker {} and {}; {}",
                self.gpu,
                self.function.name,
                self.function.inst_text(order[at]),
                block.0,
                if moved { "moved" } else { "removed" },
                in_result.len(),
                in_stream.len(),
                weaker.unwrap_or_default(),
            ));
        }
    }
}

fn mutate(gpu: Gpu) {
    let corpus = std::env::var_os("CDNASCHED_CORPUS").map(PathBuf::from);
    let own = || Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kernels");
    let folder = match gpu {
        Gpu::Gfx908 if corpus.is_some() => Gpu::Gfx90a,
        gpu => gpu,
    };
    let long = corpus.is_some();
    let files = kernels_in(&corpus.unwrap_or_else(own).join(folder.name()));
    let bar = match long {
        true => ProgressBar::new(files.len() as u64),
        false => ProgressBar::hidden(),
    };
    let mut tally = Tally::default();
    for file in &files {
        let functions = llc::before_stage_1(gpu, file);
        // Some kernels need what gfx908 does not have.
        assert!(functions.is_some() || folder != gpu, "{}", file.display());
        for function in functions.unwrap_or_default() {
            Case::new(gpu, &function).try_all(&mut tally);
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    println!("{gpu}: {tally}");
    assert!(tally.missed.is_empty(), "{}", tally.missed.join("\n"));
    assert!(files.is_empty() || tally.by_checker > 0);
}

#[test]
fn gfx908_requests_mutation() {
    mutate(Gpu::Gfx908);
}

#[test]
fn gfx90a_requests_mutation() {
    mutate(Gpu::Gfx90a);
}

#[test]
fn gfx942_requests_mutation() {
    mutate(Gpu::Gfx942);
}

#[test]
fn gfx950_requests_mutation() {
    mutate(Gpu::Gfx950);
}
