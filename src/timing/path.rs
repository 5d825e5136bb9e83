//! The stretches a function is simulated in.

use crate::machine::{BlockId, Function};

/// A stretch: an innermost loop along its most frequent way through, or a single block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Path {
    /// The blocks, in the order in which they run.
    pub blocks: Vec<BlockId>,
    /// Where control most often goes behind the last one.
    pub next: Option<BlockId>,
}

impl Path {
    /// Whether the end is followed by the beginning.
    pub fn is_loop(&self) -> bool {
        self.next.is_some() && self.next == self.blocks.first().copied()
    }

    /// All stretches of a function, in layout order of their first blocks. Every block is in
    /// exactly one of them.
    pub fn all(function: &Function) -> Vec<Path> {
        let mut taken = vec![false; function.blocks().len()];
        let mut paths = Vec::new();
        for header in function.block_ids() {
            if let Some(path) = innermost_loop(function, header) {
                path.blocks.iter().for_each(|b| taken[b.index()] = true);
                paths.push(path);
            }
        }
        for block in function.block_ids().filter(|b| !taken[b.index()]) {
            paths.push(Path {
                blocks: vec![block],
                next: hottest(function, block, |_| true),
            });
        }
        paths.sort_by_key(|p| p.blocks[0]);
        paths
    }
}

/// The most frequent successor among those wanted; the first of equals.
fn hottest(
    function: &Function,
    block: BlockId,
    wanted: impl Fn(BlockId) -> bool,
) -> Option<BlockId> {
    let mut best: Option<BlockId> = None;
    for &successor in function
        .block(block)
        .successors
        .iter()
        .filter(|&&s| wanted(s))
    {
        let frequency = |b: BlockId| function.block(b).frequency;
        if best.is_none_or(|b| frequency(successor) > frequency(b)) {
            best = Some(successor);
        }
    }
    best
}

/// Follows the most frequent way from a loop header back to it. `None` when the block heads no
/// loop, or the way leads through an inner loop.
fn innermost_loop(function: &Function, header: BlockId) -> Option<Path> {
    if function.block(header).loop_header != Some(header) {
        return None;
    }
    let mut blocks = vec![header];
    loop {
        let next = hottest(function, blocks[blocks.len() - 1], |s| {
            function.block(s).loop_depth >= function.block(header).loop_depth
        })?;
        if next == header {
            return Some(Path {
                blocks,
                next: Some(header),
            });
        }
        if function.block(next).loop_header != Some(header) || blocks.contains(&next) {
            return None;
        }
        blocks.push(next);
    }
}
