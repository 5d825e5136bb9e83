//! Shortest ways through the control-flow graph.

use std::collections::{HashMap, VecDeque};

use cdnasched_base::machine::{BlockId, Function, InstId};

/// Ways between the instructions of a function.
pub(super) struct Paths<'a> {
    function: &'a Function,
    places: HashMap<InstId, (BlockId, usize)>,
    /// From a block by at least one step: by block, the one before it on a shortest way.
    trees: HashMap<BlockId, HashMap<BlockId, BlockId>>,
}

impl<'a> Paths<'a> {
    pub(super) fn new(function: &'a Function) -> Paths<'a> {
        let mut places = HashMap::new();
        for block in function.block_ids() {
            for (at, &inst) in function.block(block).order.iter().enumerate() {
                places.insert(inst, (block, at));
            }
        }
        Paths {
            function,
            places,
            trees: HashMap::new(),
        }
    }

    /// The blocks of a shortest way that executes these instructions one after the other. As far as there is one.
    pub(super) fn through(&mut self, insts: impl IntoIterator<Item = InstId>) -> Vec<BlockId> {
        let mut way: Vec<BlockId> = Vec::new();
        let mut last = None;
        for inst in insts {
            let Some(&(block, at)) = self.places.get(&inst) else {
                break;
            };
            match last {
                None => way.push(block),
                Some((from, before)) if from == block && before < at => {}
                Some((from, _)) => match self.steps(from, block) {
                    Some(steps) => way.extend(steps),
                    None => break,
                },
            }
            last = Some((block, at));
        }
        way
    }

    /// The blocks after one on a shortest way to another, by one step at least.
    fn steps(&mut self, from: BlockId, to: BlockId) -> Option<Vec<BlockId>> {
        let function = self.function;
        let before = self.trees.entry(from).or_insert_with(|| {
            let mut before = HashMap::new();
            let mut open = VecDeque::from([from]);
            while let Some(block) = open.pop_front() {
                for &next in &function.block(block).successors {
                    before.entry(next).or_insert_with(|| {
                        open.push_back(next);
                        block
                    });
                }
            }
            before
        });
        let mut steps = vec![to];
        let mut at = *before.get(&to)?;
        while at != from {
            steps.push(at);
            at = *before.get(&at)?;
        }
        steps.reverse();
        Some(steps)
    }
}
