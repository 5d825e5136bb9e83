//! What stage 1 makes of random functions does what they did.
//!
//! By default some hundred functions for each GPU; `CDNASCHED_RANDOM` says how many.

use cdnasched_base::gpu::Gpu;

use crate::compare::{Budget, Tally};
use crate::generator::{Dice, Waits, module};
use crate::kernels::findings;
use crate::llc;
use crate::path::Limits;

const BUDGET: Budget = Budget {
    seeds: 3,
    limits: Limits {
        blocks: 6,
        instructions: 400,
    },
};

/// Functions that one run of llc reads.
const BATCH: usize = 150;

fn execute(gpu: Gpu, waits: Waits) {
    let asked = std::env::var("CDNASCHED_RANDOM").ok();
    let count = asked.map_or(BATCH, |n| n.parse().expect("a number of functions"));
    let (mut tally, mut wrong) = (Tally::default(), Vec::new());
    for seed in 0..count.div_ceil(BATCH) as u64 {
        let mir = module(&mut Dice::new(seed), gpu, waits, BATCH);
        for original in llc::parsed(gpu, &mir) {
            let found = findings(&original, BUDGET, &mut tally);
            wrong.extend(found.into_iter().map(|f| format!("seed {seed}: {f}")));
        }
    }
    println!("{gpu}: {tally:?}");
    assert!(
        wrong.is_empty(),
        "{} findings, the first:\n{}",
        wrong.len(),
        wrong[..wrong.len().min(20)].join("\n")
    );
}

#[test]
fn gfx90a_random() {
    execute(Gpu::Gfx90a, Waits::Markers);
}

#[test]
fn gfx90a_counted() {
    execute(Gpu::Gfx90a, Waits::Counted);
}

#[test]
fn gfx942_random() {
    execute(Gpu::Gfx942, Waits::Markers);
}

#[test]
fn gfx942_counted() {
    execute(Gpu::Gfx942, Waits::Counted);
}

#[test]
fn gfx950_random() {
    execute(Gpu::Gfx950, Waits::Markers);
}

#[test]
fn gfx950_counted() {
    execute(Gpu::Gfx950, Waits::Counted);
}
