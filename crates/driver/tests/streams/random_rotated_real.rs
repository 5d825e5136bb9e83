//! Random loops, rotated by the transformation itself and scheduled, with the checker and the interpreter on
//! top.

use super::random_rotated::{accepted, difference, program, reordered, seeds};
use super::rotation_build::Blocks;
use super::*;
use cdnasched_base::gpu::WaitStates;
use cdnasched_base::machine::BlockId;
use cdnasched_engine::schedule::{Options, Walls, schedule};
use cdnasched_engine::transform::rotate::{Cuts, arrange, rotate, shape};

/// The arranged function, and the rotated one with its blocks.
fn rotated(original: &Function, place: usize) -> Option<(Function, Function, Blocks)> {
    let shape = shape(original, BlockId(1), Walls::Honour)?.ok()?;
    let cut = Cuts::new(original, &shape, Walls::Honour)?.before(place);
    if cut.first.is_empty() || cut.second.is_empty() {
        return None;
    }
    let mut arranged = original.clone();
    arrange(&mut arranged, &shape, &cut);
    let mut result = arranged.clone();
    let found = rotate(&mut result, &shape, &cut)?;
    let blocks = Blocks {
        block: found.block,
        guard: found.prologue,
        tail: found.epilogue,
    };
    Some((arranged, result, blocks))
}

#[test]
fn what_the_transformation_rotates_is_proved_and_does_the_same() {
    let (mut loops, mut moved, mut scheduled) = (0, 0, 0);
    for seed in 0..seeds() {
        let (original, _) = program(seed);
        let mut dice = super::dice::Dice(seed, 4000);
        let places = original.block(BlockId(1)).order.len();
        let Some((arranged, rotated, blocks)) = rotated(&original, dice.below(places)) else {
            continue;
        };
        loops += 1;
        let verdict = accepted(&arranged, &original)
            .and_then(|()| cdnasched_check::rotation(&rotated, &arranged));
        assert_eq!(verdict, Ok(()), "seed {seed}\n{original}\n{rotated}");
        let mut results = vec![reordered(&rotated, blocks, &mut dice)];
        moved += usize::from(results[0].blocks() != rotated.blocks());
        if seed.is_multiple_of(4) {
            let mut result = rotated.clone();
            let needs = |_: InstId, _: InstId| WaitStates(0);
            schedule(&mut result, &needs, &Options::new(&rotated));
            scheduled += usize::from(result.blocks() != rotated.blocks());
            results.push(result);
        }
        for result in results {
            assert_eq!(
                accepted(&result, &rotated),
                Ok(()),
                "seed {seed}\n{original}\n{result}"
            );
            let found = difference(&result, &original, seed);
            assert_eq!(found, None, "seed {seed}\n{original}\n{result}");
        }
    }
    assert!(
        loops > 100 && moved > 50 && scheduled > 10,
        "{loops} {moved} {scheduled}"
    );
}
