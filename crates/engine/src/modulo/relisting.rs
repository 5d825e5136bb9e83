//! List schedules as steps of the search: of a whole round at once, from several places on.

use super::listing::Priorities;
use super::placement::Placement;
use super::pressure::Pressure;
use super::round::Round;
use super::search::Search;

/// How many instructions, the next ones in the present order, are looked at for each place ...
const NEAR: usize = 8;
/// ... and how many of those that are most urgent.
const URGENT: usize = 32;
/// A round is listed from so many places on, evenly spaced.
const PLACES: usize = 2;
/// How often all of these are tried, as long as something is gained.
const TURNS: u32 = 2;

/// How many hundredths of the registers may be used where few are to be.
const FEW_REGISTERS: i32 = 60;

/// Which instructions of a list schedule go first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum First {
    /// Those that come first now, unless they stall.
    Present,
    /// Those that have to come early, if what depends on nothing came at once ...
    UrgentAtBest,
    /// ... or by when all of them come now.
    UrgentNow,
}

impl Search<'_> {
    /// Lists the round in the present order, if that is better.
    pub fn list_near(&mut self) {
        self.list(0, First::Present);
        self.begin();
    }

    /// Lists the round by urgency, if that is better.
    pub fn list_urgent(&mut self) {
        self.list(0, First::UrgentAtBest);
        self.list(0, First::UrgentNow);
        self.begin();
    }

    /// Lists the round by urgency with few of the registers, whether or not that is better.
    pub fn list_with_few_registers(&mut self) {
        let listed = self.listed(0, First::UrgentAtBest, FEW_REGISTERS);
        self.restart(listed);
    }

    /// Goes on with list schedules from several places on as long as they are better.
    pub fn relist(&mut self) {
        for _ in 0..TURNS {
            let mut gained = false;
            for part in (0..PLACES).rev() {
                let from = part * self.looped.graph.movable / PLACES;
                gained |= self.list(from, First::UrgentNow);
                gained |= self.list(from, First::UrgentAtBest);
            }
            if !gained {
                break;
            }
        }
        self.begin();
    }

    /// Lists the round from a place on; whether that is better.
    pub fn list(&mut self, from: usize, first: First) -> bool {
        let listed = self.listed(from, first, self.percent());
        self.improve_by(listed)
    }

    /// The present order with the round from a place on listed anew, with so many hundredths of the registers.
    pub fn listed(&mut self, from: usize, first: First, percent: i32) -> Placement {
        let looped = self.looped;
        let mut state = self.state().clone();
        for &node in &self.placement.order[..from] {
            looped.step(&mut state, node);
        }
        let round = Round::new(looped, &self.placement, from);
        let slots = match first {
            First::Present => None,
            First::UrgentAtBest => Some(round.earliest()),
            First::UrgentNow => Some(round.present(state.clone())),
        };
        let (by_node, look_ahead) = match slots {
            None => (vec![0; round.order.len()], NEAR),
            Some(slots) => (round.latest(&slots), URGENT),
        };
        let priorities = Priorities {
            by_node: &by_node,
            look_ahead,
        };
        let pressure = Pressure::new(&looped.lives, &round.stage, percent);
        let (listed, steps) = looped.listed(&round, &priorities, pressure, state);
        let placement = round.placement_of(listed);
        self.spent += steps + 2 * placement.order.len() as u64;
        placement
    }
}
