//! Random functions.

use cdnasched::target::Gpu;

use crate::explain::{self, Case, Tally};
use crate::generator::{Dice, function};

/// Functions for each GPU.
fn count() -> usize {
    let count = std::env::var("CDNASCHED_RANDOM");
    count.map_or(300, |n| n.parse().expect("CDNASCHED_RANDOM is a number"))
}

/// Functions in one run of llc.
const BATCH: usize = 1000;

fn compare(gpu: Gpu) {
    let mut dice = Dice(1);
    let mut tally = Tally::default();
    let count = count();
    for first in (0..count).step_by(BATCH) {
        let cases: Vec<Case> = (first..count.min(first + BATCH))
            .map(|n| {
                let name = format!("r{n}");
                Case {
                    function: function(&mut dice, gpu, &name),
                    label: name,
                }
            })
            .collect();
        tally.add(explain::compare(&cases));
        if count > BATCH {
            eprintln!("{gpu}: {} of {count}", first + cases.len());
        }
    }
    println!("{gpu}: {tally}");
    tally.assert_explained();
}

#[test]
fn gfx908_random() {
    compare(Gpu::Gfx908);
}

#[test]
fn gfx90a_random() {
    compare(Gpu::Gfx90a);
}

#[test]
fn gfx942_random() {
    compare(Gpu::Gfx942);
}

#[test]
fn gfx950_random() {
    compare(Gpu::Gfx950);
}
