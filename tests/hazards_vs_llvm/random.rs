//! Random functions. One of them again: `CDNASCHED_FUNCTION=4511`, with the test of its GPU.

use cdnasched_base::gpu::Gpu;

use crate::explain::{self, Case, Tally};
use crate::generator::{Dice, function};

fn number(variable: &str) -> Option<usize> {
    let value = std::env::var(variable).ok()?;
    Some(value.parse().expect("a number in the environment"))
}

/// Functions in one run of llc.
const BATCH: usize = 1000;

fn compare(gpu: Gpu) {
    let mut dice = Dice(1);
    let mut tally = Tally::default();
    let only = number("CDNASCHED_FUNCTION");
    let count = only.map_or_else(|| number("CDNASCHED_RANDOM").unwrap_or(300), |n| n + 1);
    for first in (0..count).step_by(BATCH) {
        let cases: Vec<Case> = (first..count.min(first + BATCH))
            .map(|n| {
                let name = format!("r{n}");
                Case {
                    function: function(&mut dice, gpu, &name),
                    label: name,
                }
            })
            .filter(|case| only.is_none_or(|n| case.label == format!("r{n}")))
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
