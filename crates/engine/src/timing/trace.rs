//! Traces: the parts in which a function is simulated and scheduled.

use crate::machine::{BlockId, Function};

/// A trace: an innermost loop along its most frequent path, or a single block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trace {
    /// The blocks, in the order in which they run.
    pub blocks: Vec<BlockId>,
    /// Where control most often goes after the last one.
    pub next: Option<BlockId>,
}

impl Trace {
    /// Whether the end is followed by the beginning.
    pub fn is_loop(&self) -> bool {
        self.next.is_some() && self.next == self.blocks.first().copied()
    }

    /// How often control enters it from elsewhere for one run of the function: of a block with several successors, each gets its part
    /// by how often they run, which is more than that for a loop around which a branch leads.
    pub fn entered(&self, function: &Function) -> f64 {
        let header = self.blocks[0];
        let first = function.block(header);
        if !self.is_loop() {
            return first.frequency;
        }
        // Ways through the loop beside the most frequent one lead back to it, too.
        let is_inside = |from: BlockId| {
            let block = function.block(from);
            let is_deeper = block.loop_depth > first.loop_depth;
            self.blocks.contains(&from) || block.loop_header == Some(header) || is_deeper
        };
        let outside = first.predecessors.iter().filter(|&&from| !is_inside(from));
        let from = outside.map(|&from| {
            let block = function.block(from);
            let successors = block.successors.iter();
            let all: f64 = successors.map(|&to| function.block(to).frequency).sum();
            match all > 0.0 {
                true => block.frequency * first.frequency / all,
                false => 0.0,
            }
        });
        let begins = f64::from(u8::from(header.index() == 0));
        (begins + from.sum::<f64>()).min(first.frequency)
    }

    /// All traces of a function, in layout order of their first blocks. Every block is in
    /// exactly one of them.
    pub fn all(function: &Function) -> Vec<Trace> {
        let mut taken = vec![false; function.blocks().len()];
        let mut traces = Vec::new();
        for header in function.block_ids() {
            if let Some(trace) = innermost_loop(function, header) {
                trace.blocks.iter().for_each(|b| taken[b.index()] = true);
                traces.push(trace);
            }
        }
        for block in function.block_ids().filter(|b| !taken[b.index()]) {
            traces.push(Trace {
                blocks: vec![block],
                next: hottest(function, block, |_| true),
            });
        }
        let mut place = vec![0; taken.len()];
        for (at, block) in function.layout().into_iter().enumerate() {
            place[block.index()] = at;
        }
        traces.sort_by_key(|trace| place[trace.blocks[0].index()]);
        traces
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

/// Follows the most frequent path from a loop header back to it. `None` when the block heads no
/// loop, or the path leads through an inner loop.
fn innermost_loop(function: &Function, header: BlockId) -> Option<Trace> {
    if function.block(header).loop_header != Some(header) {
        return None;
    }
    let mut blocks = vec![header];
    loop {
        let next = hottest(function, blocks[blocks.len() - 1], |s| {
            function.block(s).loop_depth >= function.block(header).loop_depth
        })?;
        if next == header {
            return Some(Trace {
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
