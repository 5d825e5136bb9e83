//! Random functions.

use cdnasched::target::Gpu;

use crate::explain::{self, Case};
use crate::generator::{Dice, function};

fn count() -> usize {
    let count = std::env::var("CDNASCHED_RANDOM");
    count.map_or(300, |n| n.parse().expect("CDNASCHED_RANDOM is a number"))
}

fn compare(gpu: Gpu) {
    let mut dice = Dice(1);
    let cases: Vec<Case> = (0..count())
        .map(|n| {
            let name = format!("r{n}");
            Case {
                function: function(&mut dice, gpu, &name),
                label: name,
            }
        })
        .collect();
    let tally = explain::compare(&cases);
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
