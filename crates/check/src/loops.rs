//! Loops of the control-flow graph: back edges, and the blocks around which they lead.

use std::collections::{BTreeMap, BTreeSet};

use super::exits::{Exit, exits};
use crate::machine::{BlockId, Function};

/// The ways around loops, each with the blocks of its loop.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Loops(BTreeMap<(BlockId, BlockId), BTreeSet<BlockId>>);

impl Loops {
    /// The loops of a function.
    pub fn of(function: &Function) -> Loops {
        let all: Vec<Vec<Exit>> = function.block_ids().map(|b| exits(function, b)).collect();
        Loops::of_exits(function, &all)
    }

    /// The same, where the ways out of each block are known.
    pub(super) fn of_exits(function: &Function, exits: &[Vec<Exit>]) -> Loops {
        let mut ways_in: Vec<Vec<BlockId>> = vec![Vec::new(); exits.len()];
        for way in exits.iter().flatten() {
            ways_in[way.to.index()].push(way.from);
        }
        let around = ways_around_loops(function, exits).into_iter();
        let loops = around.map(|(from, to)| {
            let mut body = BTreeSet::from([to]);
            let mut open = vec![from];
            while let Some(block) = open.pop() {
                if body.insert(block) {
                    open.extend(&ways_in[block.index()]);
                }
            }
            ((from, to), body)
        });
        Loops(loops.collect())
    }

    /// The blocks of the loop that a way from one block to another goes around; `None` if it goes around none.
    pub fn body(&self, from: BlockId, to: BlockId) -> Option<&BTreeSet<BlockId>> {
        self.0.get(&(from, to))
    }
}

/// The back edges: ways to a block that a depth-first walk has entered and not left yet.
pub(super) fn ways_around_loops(
    function: &Function,
    ways: &[Vec<Exit>],
) -> BTreeSet<(BlockId, BlockId)> {
    #[derive(Clone, Copy, PartialEq)]
    enum Visit {
        Never,
        Open,
        Left,
    }
    let mut found = BTreeSet::new();
    let mut visits = vec![Visit::Never; function.blocks().len()];
    let mut path: Vec<(BlockId, usize)> = function.block_ids().take(1).map(|b| (b, 0)).collect();
    while let Some((block, next)) = path.last_mut() {
        visits[block.index()] = Visit::Open;
        let Some(way) = ways[block.index()].get(*next) else {
            visits[block.index()] = Visit::Left;
            path.pop();
            continue;
        };
        *next += 1;
        match visits[way.to.index()] {
            Visit::Never => path.push((way.to, 0)),
            Visit::Open => {
                found.insert((way.from, way.to));
            }
            Visit::Left => {}
        }
    }
    found
}
