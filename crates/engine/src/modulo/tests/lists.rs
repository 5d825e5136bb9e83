//! List schedules of rounds against unrolled iterations, and what they think is in use against counting.

use super::super::counts::Live;
use super::super::pressure::Pressure;
use super::super::relisting::First;
use super::super::round::Round;
use super::super::search::{Charge, Search};
use super::*;

const ALL: [First; 3] = [First::Present, First::UrgentAtBest, First::UrgentNow];

/// Some legal order of a loop.
fn any_order(looped: &Loop, start: &Placement, rng: &mut Rng) -> Placement {
    let mut placement = start.clone();
    for _ in 0..100 {
        let node = rng.index(looped.graph.movable) as u32;
        let (first, last) = placement.window(&looped.graph, node);
        if first <= last {
            let time = first + rng.below((last - first + 1) as u64) as i64;
            placement.shift(&looped.graph, node, time, false);
        }
    }
    placement
}

/// Looks at some legal orders of a random loop, each with a place to list it from.
fn with_orders(picks: &[(u8, u8, u8, u8)], seed: u64, look: impl Fn(&Loop, Placement, usize)) {
    with_request(&looping(picks), |request| {
        let looped = Loop::of(request);
        let mut rng = Rng(seed);
        for start in looped.starts(request).into_iter().flatten() {
            let placement = any_order(&looped, &start, &mut rng);
            let from = rng.index(looped.graph.movable);
            look(&looped, placement, from);
        }
    });
}

/// The registers in use behind a place of the order, counted from unrolled iterations.
fn counted(looped: &Loop, placement: &Placement, place: i64) -> Live {
    let mut live = Live::default();
    for (file, slots, nodes) in looped.lives.accessed() {
        let times = || nodes.iter().map(|&node| placement.time(node));
        let (Some(first), Some(last)) = (times().min(), times().max()) else {
            continue;
        };
        let begun = |iteration: i64| {
            let began = iteration * placement.length();
            first + began <= place && place < last + began
        };
        let count = slots * (-4..4).filter(|&i| begun(i)).count() as i32;
        live.all += count;
        match file {
            0 => live.vgprs += count,
            1 => live.agprs += count,
            _ => {}
        }
    }
    live
}

proptest! {
    #![proptest_config(config(48))]

    #[test]
    fn a_list_schedule_from_any_place_keeps_what_unrolled_iterations_need(
        picks in prop::collection::vec(any::<(u8, u8, u8, u8)>(), 4..14),
        seed in 1u64..u64::MAX,
    ) {
        with_orders(&picks, seed, |looped, placement, from| {
            let mut search = Search::new(looped, placement, Charge::FIRST, 0);
            for first in ALL {
                let listed = search.listed(from, first, search.percent());
                assert!(holds_unrolled(&looped.graph, &listed), "{first:?} from {from}");
                let mut nodes = listed.order.clone();
                let branches = nodes.split_off(looped.graph.movable);
                assert!(branches.iter().all(|&node| node as usize >= looped.graph.movable));
                nodes.sort_unstable();
                assert!(nodes.iter().copied().eq(0..looped.graph.movable as u32));
                let mut times = listed.times().iter();
                assert!(times.all(|time| (0..=listed.last()).contains(time)));
                // Only better ones are taken.
                let cost = search.cost;
                let is_better = search.list(from, first);
                assert_eq!(search.cost < cost, is_better);
            }
            let percent = search.percent();
            search.list_with_few_registers();
            assert!(holds_unrolled(&looped.graph, &search.placement));
            assert_eq!(search.percent(), percent);
            let anew = Search::new(looped, search.placement.clone(), Charge::FIRST, 0);
            assert_eq!(search.cost, anew.cost);
        });
    }

    #[test]
    fn what_is_in_use_while_a_round_is_listed_is_what_unrolled_iterations_have_in_use(
        picks in prop::collection::vec(any::<(u8, u8, u8, u8)>(), 4..14),
        seed in 1u64..u64::MAX,
    ) {
        with_orders(&picks, seed, |looped, placement, from| {
            let round = Round::new(looped, &placement, from);
            let mut pressure = Pressure::new(&looped.lives, &round.stage, 100);
            assert_eq!(pressure.live(), counted(looped, &placement, from as i64 - 1));
            for (place, &node) in (from as i64..).zip(&round.order) {
                pressure.step(node);
                assert_eq!(pressure.live(), counted(looped, &placement, place), "{place}");
            }
        });
    }

    #[test]
    fn what_comes_as_late_as_it_can_leaves_time_for_what_depends_on_it(
        picks in prop::collection::vec(any::<(u8, u8, u8, u8)>(), 4..14),
        seed in 1u64..u64::MAX,
    ) {
        with_orders(&picks, seed, |looped, placement, from| {
            let round = Round::new(looped, &placement, from);
            for slots in [round.earliest(), round.present(looped.idle())] {
                let latest = round.latest(&slots);
                for (from, after) in round.after.iter().enumerate() {
                    for &(to, latency) in after {
                        assert!(latest[from] >= latency + latest[to as usize]);
                        assert!(slots[from] <= slots[to as usize]);
                    }
                }
            }
        });
    }
}

#[test]
fn a_list_schedule_near_the_present_order_keeps_its_stages() {
    with_request(&chained(), |request| {
        let looped = Loop::of(request);
        for start in looped.starts(request).expect("starts") {
            let mut search = Search::new(&looped, start.clone(), Charge::TIGHT, 0);
            let listed = search.listed(0, First::Present, search.percent());
            for node in 0..looped.graph.insts.len() as u32 {
                assert_eq!(listed.stage(node), start.stage(node));
            }
            // What search begins with is no worse than the cut.
            let cut = search.cost;
            search.list_near();
            search.list_urgent();
            search.relist();
            assert!(search.cost <= cut, "{:?} {cut:?}", search.cost);
        }
    });
}
