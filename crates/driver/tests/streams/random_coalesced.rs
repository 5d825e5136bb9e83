//! Random functions whose copies are taken out: they do the same when they are executed, in all lanes that
//! anybody looks at.

use super::copied_programs::random_program;
use super::copies::{executed, executed_strictly};
use super::*;
use cdnasched_engine::transform::coalesce::{Found, Reach, coalesce};
use cdnasched_engine::transform::rename::Renaming;

/// `COALESCED_FIRST` and `COALESCED_SEEDS` choose others.
fn seeds() -> std::ops::Range<u64> {
    let number = |name: &str, other: u64| {
        let found = std::env::var(name).ok().and_then(|text| text.parse().ok());
        found.unwrap_or(other)
    };
    let first = number("COALESCED_FIRST", 0);
    first..first + number("COALESCED_SEEDS", 60)
}

#[test]
fn what_is_coalesced_does_the_same() {
    let (mut changed, mut removed, mut refused, mut wrong) = (0, 0, 0, 0);
    let mut with_room = 0;
    let ways = [
        (Renaming::On, Reach::Copied),
        (Renaming::On, Reach::All),
        (Renaming::Strict, Reach::All),
    ];
    for (seed, (mode, reach)) in seeds().flat_map(|seed| ways.map(|way| (seed, way))) {
        let original = random_program(seed);
        let mut function = original.clone();
        match (coalesce(&mut function, mode, reach), reach) {
            (Found::Nothing, _) => continue,
            // The same as with less reach.
            (Found::Copies, Reach::All) if mode == Renaming::On => continue,
            (Found::Copies, _) => {}
            (Found::WithRoom, _) => with_room += 1,
        }
        changed += 1;
        let strict = mode == Renaming::Strict;
        let count = |f: &Function| f.blocks().iter().map(|b| b.order.len()).sum::<usize>();
        removed += count(&original).saturating_sub(count(&function));
        let difference = match strict {
            true => executed_strictly(&function, &original, seed),
            false => executed(&function, &original, seed),
        };
        match (copies(&function, &original, strict), difference) {
            (Ok(()), None) => {}
            (Ok(()), Some(difference)) => {
                wrong += 1;
                println!("ACCEPTED seed {seed} {mode:?} {reach:?}: {difference}");
            }
            (Err(why), difference) => {
                refused += 1;
                println!("REFUSED seed {seed} {mode:?} {reach:?}: {why:?} {difference:?}");
            }
        }
    }
    println!(
        "{changed} changed, {with_room} with room, {removed} instructions fewer, {refused} refused, {wrong} wrong"
    );
    assert_eq!(wrong, 0);
    assert!(with_room > 0);
    // What is refused costs all that could be gained.
    assert!(20 * refused <= changed, "{refused} of {changed}");
}
