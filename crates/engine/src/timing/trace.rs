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

    /// How often control enters it from elsewhere for one run of the function; more than that for a loop around which a branch leads.
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
        let from = outside.map(|&from| from_to(function, from, header));
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

/// Least part of the more frequent way that counts as equally frequent: LLVM's frequencies are rounded.
const EQUAL: f64 = 0.99;

/// The successor, among those wanted, that control most often goes to. Of equals it is one that no other way leads to: where nothing
/// is known of a branch around code (LLVM then takes both ways to be equally likely), the code is taken to run. Else the first.
fn hottest(
    function: &Function,
    block: BlockId,
    wanted: impl Fn(BlockId) -> bool,
) -> Option<BlockId> {
    let mut best: Option<(BlockId, f64)> = None;
    let successors = function.block(block).successors.iter();
    for &to in successors.filter(|&&to| wanted(to)) {
        let often = from_to(function, block, to);
        let is_taken =
            best.is_none_or(
                |(other, most)| match often.min(most) < EQUAL * often.max(most) {
                    true => often > most,
                    false => is_only_way(function, to) && !is_only_way(function, other),
                },
            );
        if is_taken {
            best = Some((to, often));
        }
    }
    best.map(|(to, _)| to)
}

/// Whether a block has one predecessor.
fn is_only_way(function: &Function, block: BlockId) -> bool {
    function.block(block).predecessors.len() == 1
}

/// How often control goes from a block to one of its successors. A successor that has other predecessors as well gets what those
/// without leave, by how often it runs.
fn from_to(function: &Function, block: BlockId, to: BlockId) -> f64 {
    let frequency = |b: &BlockId| function.block(*b).frequency;
    if is_only_way(function, to) {
        return frequency(&to);
    }
    let successors = function.block(block).successors.iter();
    let (alone, shared): (Vec<BlockId>, Vec<BlockId>) =
        successors.partition(|&&to| is_only_way(function, to));
    let left = frequency(&block) - alone.iter().map(frequency).sum::<f64>();
    let all: f64 = shared.iter().map(frequency).sum();
    match all > 0.0 {
        true => left.max(0.0) * frequency(&to) / all,
        false => 0.0,
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::text;

    /// The path through a loop with a branch around block 2, which runs so often.
    fn path(guarded: f64, next: &str) -> Vec<u32> {
        let text = format!(
            "cdna-flat 1\nfunction \"f\"\ngpu gfx942\nresources lds=0 workgroup=64 entry\n\
            block 0 frequency=1 depth=0 successors=1\n\
            block 1 frequency=8 depth=1 loop=1 successors=3,2\n\
            block 2 frequency={guarded} depth=1 loop=1 successors={next}\n\
            block 3 frequency=8 depth=1 loop=1 successors=4,1\n\
            block 4 frequency=1 depth=0\n"
        );
        let function = text::parse(&text).expect("a function");
        let mut traces = Trace::all(&function).into_iter();
        let trace = traces.find(Trace::is_loop).expect("a loop");
        assert_eq!(trace.entered(&function), 1.0);
        trace.blocks.iter().map(|block| block.0).collect()
    }

    #[test]
    fn code_that_is_branched_around_is_on_the_path_unless_it_seldom_runs() {
        // What the block behind has of its own does not count: it runs in any case.
        assert_eq!(path(7.9, "3"), [1, 2, 3]);
        assert_eq!(path(4.0, "3"), [1, 2, 3]);
        assert_eq!(path(3.999, "3"), [1, 2, 3]);
        assert_eq!(path(3.0, "3"), [1, 3]);
        // Leaves the loop.
        assert_eq!(path(4.0, "4"), [1, 3]);
    }
}
