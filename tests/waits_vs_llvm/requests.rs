//! Every wait and marker that the memory model, or the user, put into a kernel, removed, and moved
//! behind the next thing that it orders, one at a time: the check of the order and the judge of the
//! finished stream must name each one that is lost.
//!
//! What a lost request changes is read off the finished streams themselves: between two accesses
//! that memory ordering is about, all waits together ask for less than before.
//!
//! By default the kernels of the project; with `CDNASCHED_CORPUS=DIR` every kernel of
//! `DIR/<gpu>/*.ll` (`make mutate-waits`), those of gfx90a for gfx908 as well.

use std::fmt;
use std::path::{Path, PathBuf};

use cdnasched::check;
use cdnasched::machine::{BlockId, Function, InstId};
use cdnasched::pipeline::{self, Options};
use cdnasched::report::Record;
use cdnasched::target::{Counts, Gpu, OpTraits, Unit};
use indicatif::ProgressBar;

use crate::llc;

#[derive(Default)]
struct Tally {
    functions: usize,
    requests: usize,
    mutants: usize,
    /// The order check names it.
    by_order: usize,
    /// The judge names it as well, in stage 1's result and in the stream that is emitted.
    by_judge: usize,
    /// The finished stream is none the weaker.
    harmless: usize,
    missed: Vec<String>,
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} functions, {} requests, {} mutants: the order check names {}, the judge {} in the \
             result and in the emitted stream, {} make no wait weaker, missed {}",
            self.functions,
            self.requests,
            self.mutants,
            self.by_order,
            self.by_judge,
            self.harmless,
            self.missed.len()
        )
    }
}

/// Ours alone, without a search for another order.
fn finished(mut function: Function) -> Function {
    let options = Options {
        schedule: false,
        check: false,
        judge: false,
        certify: false,
        ..Options::ALL
    };
    pipeline::schedule(&mut function, &options, &mut Record::default());
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

/// What all waits together ask for, block by block, in front of each ordered instruction and of the
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

/// The order of a block without one request, or with it behind the next thing that it orders.
fn without(function: &Function, order: &[InstId], at: usize, behind: bool) -> Option<Vec<InstId>> {
    let mut changed = order.to_vec();
    let request = changed.remove(at);
    if behind {
        let next = changed[at..]
            .iter()
            .position(|&i| is_ordered(function, i))?;
        changed.insert(at + next + 1, request);
    }
    Some(changed)
}

fn try_function(gpu: Gpu, function: &Function, tally: &mut Tally) {
    let original: Vec<Vec<InstId>> = function.blocks().iter().map(|b| b.order.clone()).collect();
    let requests = check::requests(function, &original);
    let base = finished(function.clone());
    let (result, stream) = (check::lost(&base, &requests), emitted(base));
    assert_eq!(
        result,
        check::Requests::default(),
        "{gpu} {}",
        function.name
    );
    assert_eq!(
        check::lost(&stream, &requests),
        result,
        "{gpu} {}",
        function.name
    );
    let asked = gaps(&stream);
    tally.functions += 1;
    for block in function.block_ids() {
        let order = &original[block.index()];
        for (at, &request) in order.iter().enumerate() {
            if !is_request(function, request) {
                continue;
            }
            tally.requests += 1;
            for behind in [false, true] {
                let Some(changed) = without(function, order, at, behind) else {
                    continue;
                };
                try_mutant(
                    gpu,
                    function,
                    (block, &changed),
                    &original,
                    &requests,
                    &asked,
                    tally,
                );
            }
        }
    }
}

fn try_mutant(
    gpu: Gpu,
    function: &Function,
    (block, changed): (BlockId, &[InstId]),
    original: &[Vec<InstId>],
    requests: &[check::Request],
    asked: &[Counts],
    tally: &mut Tally,
) {
    tally.mutants += 1;
    let mut mutant = function.clone();
    mutant.set_order(block, changed.to_vec());
    let refused =
        check::order(&mutant, original).is_err() || check::kept(&mutant, original).is_err();
    tally.by_order += usize::from(refused);
    let result = finished(mutant);
    let in_result = check::lost(&result, requests).lost;
    let stream = emitted(result);
    let in_stream = check::lost(&stream, requests).lost;
    let weaker = gaps(&stream)
        .iter()
        .zip(asked)
        .any(|(now, before)| now.and(*before) != *now);
    let named = !in_result.is_empty() && !in_stream.is_empty();
    tally.by_judge += usize::from(named);
    tally.harmless += usize::from(!weaker && !named);
    if !refused || weaker && !named {
        tally.missed.push(format!(
            "{gpu} {}: block {}, order check {refused}, judge {} and {}",
            function.name,
            block.0,
            in_result.len(),
            in_stream.len()
        ));
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
    let files = crate::mutation::files(&corpus.unwrap_or_else(own).join(folder.name()));
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
            try_function(gpu, &function, &mut tally);
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    println!("{gpu}: {tally}");
    assert!(tally.missed.is_empty(), "{}", tally.missed.join("\n"));
    assert!(files.is_empty() || tally.by_judge > 0);
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
