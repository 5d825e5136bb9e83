//! Results broken on purpose: each wait removed, one at a time. What the checker names, the
//! interpreter must notice as well, and what neither notices is there because the user or
//! the memory legaliser required it.

use cdnasched_base::gpu::Gpu;
use cdnasched_base::machine::{BlockId, Function, InstId};
use cdnasched_check as check;

use crate::compare::{Budget, Tally, differences};
use crate::execute::Stream;
use crate::kernels::{BUDGET, own, stage_1};
use crate::llc;

/// For waits that only a rare path needs.
const LONG: Budget = Budget {
    seeds: 64,
    ..BUDGET
};

/// Every wait of a function: its block, and its place there.
fn waits(function: &Function) -> Vec<(BlockId, usize)> {
    let blocks = function.block_ids();
    let all = blocks.flat_map(|b| (0..function.block(b).order.len()).map(move |at| (b, at)));
    let is_wait = |inst: InstId| function.opcode(inst).name == "S_WAITCNT";
    all.filter(|&(b, at)| is_wait(function.block(b).order[at]))
        .collect()
}

fn without(function: &Function, block: BlockId, at: usize) -> Function {
    let mut mutant = function.clone();
    let mut order = mutant.block(block).order.clone();
    order.remove(at);
    mutant.set_order(block, order);
    mutant
}

/// What becomes of the mutants of one function: noticed by both, by the interpreter alone, by
/// neither.
fn try_all(original: &Function, result: &Function, counts: &mut [usize; 3]) {
    let asked = |inst: &InstId| original.opcode(*inst).name.starts_with("S_WAITCNT");
    for (block, at) in waits(result) {
        let mutant = without(result, block, at);
        let named = check::waits(&mutant);
        let notices = |budget| {
            let found = differences(
                original,
                (&mutant, Stream::Result),
                budget,
                &mut Tally::default(),
            );
            !found.is_empty()
        };
        let noticed = notices(BUDGET) || (!named.is_empty() && notices(LONG));
        let what = format!("{}: the wait at {at} of block {}", original.name, block.0);
        match (noticed, named.first()) {
            (true, Some(_)) => counts[0] += 1,
            (true, None) => counts[1] += 1,
            (false, Some(named)) => {
                let named = named.describe(&mutant);
                panic!("{what} is missed by the checker alone: {named}")
            }
            (false, None) => {
                let asked = original.block(block).order.iter().any(asked);
                assert!(asked, "{what} is missed by nobody");
                counts[2] += 1;
            }
        }
    }
}

#[test]
fn every_wait_is_missed() {
    let mut counts = [0; 3];
    for file in own(Gpu::Gfx942) {
        for original in llc::compiled(Gpu::Gfx942, &file) {
            try_all(&original, &stage_1(&original), &mut counts);
        }
    }
    let [both, alone, neither] = counts;
    println!("missed by both {both}, by the interpreter alone {alone}, by neither {neither}");
    assert!(both > 100 && alone > 20);
}
