//! Registers in use, counted at once and step by step, against counting moment by moment.

use super::super::counts::{Counts, Excess, Registers, Shortage};
use super::*;

/// What registers are missing if values live so, moment by moment: file, registers, first and last moment.
fn missing(values: &[(u32, i32, i64, i64)], length: i64, [vgprs, agprs]: [i32; 2]) -> Excess {
    let mut live = vec![[0; 3]; length as usize + 1];
    let mut long = [0; 3];
    for &(file, count, begin, end) in values {
        let weight = count + if end - begin >= length { 1000 } else { 0 };
        // Of more than an iteration, what is beyond it.
        let covered = if end - begin >= length {
            end % length - begin % length
        } else {
            end - begin
        };
        let (first, last) = match begin % length + covered {
            last if last < begin % length => (begin % length, last + length),
            last => (begin % length, last),
        };
        for moment in first..=last {
            live[(moment % length) as usize][file as usize] += weight;
        }
        if last >= length {
            live[length as usize][file as usize] += weight;
        }
        if 2 * (end - begin) > length {
            long[file as usize] += weight;
        }
    }
    let over = |[v, a, either]: [i32; 3]| {
        // Values of either kind that find no place in AccVGPRs lie in VGPRs.
        let in_vgprs = v + (either - (agprs - a).max(0)).max(0);
        (in_vgprs - vgprs).max(a - agprs).max(0)
    };
    let by_moment: Vec<i32> = live.into_iter().map(over).collect();
    let most = by_moment.iter().copied().max().unwrap_or(0).max(over(long));
    let sum =
        by_moment.iter().map(|&over| i64::from(over)).sum::<i64>() + i64::from(over(long)) * length;
    Excess {
        most: most as u32,
        mean: (sum / length) as u32,
        rest: (sum % length) as u32,
        length: length as u32,
    }
}

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn what_is_counted_is_what_there_is_at_each_moment(
        length in 2i64..40,
        values in prop::collection::vec((0u32..3, 1i32..5, any::<u16>(), any::<u16>()), 0..20),
        moved in prop::collection::vec((any::<u8>(), any::<u16>(), any::<u16>()), 0..10),
        capacity in (0i32..30, 0i32..30),
    ) {
        let span = |begin: u16, more: u16| {
            let begin = i64::from(begin) % (2 * length);
            (begin, begin + i64::from(more) % (length + 3))
        };
        let mut counts = Counts::default();
        let capacity = [capacity.0, capacity.1];
        counts.clear(length, Shortage::of_capacity(capacity, 100));
        let mut values: Vec<(u32, i32, i64, i64)> = values
            .into_iter()
            .map(|(file, count, begin, more)| {
                let (begin, end) = span(begin, more);
                (file, count, begin, end)
            })
            .collect();
        for &(file, count, begin, end) in &values {
            counts.add(Registers { file, count }, (begin, end));
        }
        prop_assert_eq!(counts.count(), missing(&values, length, capacity));
        for (which, begin, more) in moved {
            let count = values.len();
            let Some(value) = values.get_mut(usize::from(which) % count.max(1)) else { break };
            let new = span(begin, more);
            counts.replace(Registers { file: value.0, count: value.1 }, (value.2, value.3), new);
            (value.2, value.3) = new;
            prop_assert_eq!(counts.count(), missing(&values, length, capacity));
        }
    }
}

proptest! {
    #![proptest_config(config(48))]

    #[test]
    fn what_is_counted_step_by_step_is_what_is_counted_at_once(
        picks in prop::collection::vec(any::<(u8, u8, u8, u8)>(), 3..30),
        seed in 1u64..u64::MAX,
        percent in 0i32..100,
    ) {
        let function = looping(&picks);
        with_request(&function, |request| {
            let looped = Loop::of(request);
            let Some(starts) = looped.starts(request) else { return };
            let (mut counted, mut afresh) = (looped.lives.clone(), looped.lives.clone());
            let mut rng = Rng(seed);
            for mut placement in starts {
                counted.excess(&placement, percent);
                for _ in 0..60 {
                    let node = rng.index(looped.graph.insts.len()) as u32;
                    let time = rng.below(placement.last() as u64 + 1) as i64;
                    let along = rng.below(2) == 0;
                    let Some(places) = placement.shift(&looped.graph, node, time, along) else { continue };
                    let after = counted.excess_after(&placement, percent, places);
                    assert_eq!(after, afresh.excess(&placement, percent));
                    if rng.below(2) == 0 {
                        placement.undo();
                        counted.undo();
                    }
                }
            }
        });
    }
}
