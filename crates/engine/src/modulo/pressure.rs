//! How many registers are in use while a round of a loop is listed. Those of values that are carried from one iteration to the next, which are
//! free at times, do not count: what is listed is judged by all of them ([`Lives::excess`]).

use super::counts::{Live, Shortage};
use super::lives::Lives;

/// A value, as far as it is listed.
#[derive(Clone, Debug)]
struct Value {
    file: u32,
    slots: i32,
    /// The stages of its first and its last accesses.
    first: i64,
    last: i64,
    begun: bool,
    /// Last accesses that are not listed yet.
    left: u32,
}

impl Value {
    /// By how many registers more are in use once a node of a stage has accessed it.
    fn change(&self, stage: i64) -> i32 {
        let begins = stage == self.first && !self.begun;
        let ends = stage == self.last && self.left == 1;
        self.slots * (i32::from(begins) - i32::from(ends))
    }
}

/// The values of a loop while a round is listed.
pub(super) struct Pressure<'a> {
    values: Vec<Value>,
    /// By node: the values that it accesses.
    of_node: Vec<Vec<u32>>,
    stage: &'a [i64],
    shortage: Shortage,
    /// Registers in use.
    live: Live,
}

impl<'a> Pressure<'a> {
    /// At the beginning of a round in which nodes have these stages, if so many hundredths of the registers may be used.
    pub fn new(lives: &Lives, stage: &'a [i64], percent: i32) -> Pressure<'a> {
        let mut live = Live::default();
        let mut values = Vec::new();
        let mut of_node = vec![Vec::new(); stage.len()];
        for (file, slots, nodes) in lives.accessed() {
            let stages = || nodes.iter().map(|&node| stage[node as usize]);
            let (Some(first), Some(last)) = (stages().min(), stages().max()) else {
                continue;
            };
            // Of as many earlier iterations, it is in use when the round begins.
            live.add(file, slots * (last - first) as i32);
            for &node in &nodes {
                of_node[node as usize].push(values.len() as u32);
            }
            values.push(Value {
                file,
                slots,
                first,
                last,
                begun: false,
                left: stages().filter(|&stage| stage == last).count() as u32,
            });
        }
        Pressure {
            values,
            of_node,
            stage,
            shortage: lives.shortage(percent),
            live,
        }
    }

    /// Registers in use.
    #[cfg(test)]
    pub fn live(&self) -> Live {
        self.live
    }

    /// How many registers more than now are missing if a node comes next.
    pub fn more(&self, node: u32) -> u32 {
        let mut live = self.live;
        for &value in &self.of_node[node as usize] {
            let value = &self.values[value as usize];
            live.add(value.file, value.change(self.stage[node as usize]));
        }
        let more = self.shortage.of(live) - self.shortage.of(self.live);
        u32::try_from(more).unwrap_or(0)
    }

    /// A node comes next.
    pub fn step(&mut self, node: u32) {
        let stage = self.stage[node as usize];
        for &at in &self.of_node[node as usize] {
            let value = &mut self.values[at as usize];
            self.live.add(value.file, value.change(stage));
            value.begun |= stage == value.first;
            value.left -= u32::from(stage == value.last);
        }
    }
}
