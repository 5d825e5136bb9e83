//! The rules of one policy, by classes.

use super::describe::Produces;
use crate::rules::{Consumer, Policy, Producer, Rule};

/// A rule between two classes, with the numbers of one policy.
#[derive(Clone, Copy)]
pub(super) struct RuleNeed {
    pub(super) rule: &'static Rule,
    /// By passes of the producer: 2, 4, 8, 16.
    pub(super) need: [u8; 4],
}

/// The rules for one policy, by producer and consumer class.
pub(super) struct Compiled {
    /// `producer * Consumer::COUNT + consumer`.
    cells: Vec<Vec<RuleNeed>>,
    /// Mask of the consumer classes that any rule pairs with a producer class.
    pub(super) reach: [u64; Producer::COUNT],
    /// Longest requirement after a producer class, by passes.
    pub(super) window: [[u8; 4]; Producer::COUNT],
    /// Bits of [`super::Via`]: what may have to lie between a producer class and its consumer.
    pub(super) via: [u8; Producer::COUNT],
}

impl Compiled {
    /// Leaves out consumer classes that do not occur (`present` is the mask of those that do).
    pub(super) fn new(rules: &[&'static Rule], policy: Policy, present: u64) -> Compiled {
        let mut compiled = Compiled {
            cells: vec![Vec::new(); Producer::COUNT * Consumer::COUNT],
            reach: [0; Producer::COUNT],
            window: [[0; 4]; Producer::COUNT],
            via: [0; Producer::COUNT],
        };
        for &rule in rules {
            let policy_need = rule.need(policy);
            let need: [u8; 4] = std::array::from_fn(|i| policy_need.by_index(i));
            if need == [0; 4] {
                continue;
            }
            for &p in rule.producer {
                for &c in rule.consumer.iter().filter(|c| present & c.bit() != 0) {
                    let at = p as usize;
                    compiled.cells[at * Consumer::COUNT + c as usize].push(RuleNeed { rule, need });
                    compiled.reach[at] |= c.bit();
                    for (window, need) in compiled.window[at].iter_mut().zip(need) {
                        *window = (*window).max(need);
                    }
                    compiled.via[at] |= rule.via.map_or(0, |v| v.bit());
                }
            }
        }
        compiled
    }

    /// Drops producer classes that no instruction has to wait for; returns the mask of consumer
    /// classes that wait for any of the rest.
    pub(super) fn narrow(&self, produced: &mut [Vec<Produces>]) -> u64 {
        let mut waited_for = 0;
        for act in produced.iter_mut().flatten() {
            act.classes = Producer::in_mask(act.classes)
                .filter(|p| self.window[*p as usize][usize::from(act.detail.passes)] > 0)
                .fold(0, |mask, p| mask | p.bit());
            let reached = Producer::in_mask(act.classes).map(|p| self.reach[p as usize]);
            waited_for |= reached.fold(0, |mask, reach| mask | reach);
        }
        waited_for
    }

    pub(super) fn cells(&self, p: Producer, c: Consumer) -> &[RuleNeed] {
        &self.cells[p as usize * Consumer::COUNT + c as usize]
    }
}
