//! Loops of a control-flow graph, and how often its blocks run.

/// A block's place among the loops.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Nest {
    /// Nesting depth; 0 outside all loops.
    pub(super) depth: u32,
    /// Header of the innermost loop.
    pub(super) header: Option<usize>,
    /// How often it runs for one run of the function.
    pub(super) frequency: f64,
}

/// Iterations of a loop of which nothing is known: what LLVM takes for one
/// (`llvm/lib/Analysis/BranchProbabilityInfo.cpp`: 124 of 128 branches go back).
const ITERATIONS: f64 = 32.0;

/// Natural loops of a graph (block 0 is the entry) and estimates of frequencies: a loop runs 32 times, a branch that
/// stays in the loop goes either way equally often. `agree`: two blocks go the same ways on the same condition. One of
/// them before a loop and the other its latch, the one begins the loop's first iteration (so it is where iterations
/// overlap), and goes on into the loop as often as the latch does.
pub(super) fn nests(successors: &[Vec<usize>], agree: impl Fn(usize, usize) -> bool) -> Vec<Nest> {
    let count = successors.len();
    let order = reverse_post_order(successors);
    let mut place = vec![usize::MAX; count];
    for (at, &block) in order.iter().enumerate() {
        place[block] = at;
    }
    let mut predecessors = vec![Vec::new(); count];
    for (from, to) in successors.iter().enumerate() {
        for &to in to {
            predecessors[to].push(from);
        }
    }
    let dominators = dominators(&order, &place, &predecessors);
    let dominates = |above: usize, mut below: usize| loop {
        if above == below {
            return true;
        }
        if below == order[0] || dominators[below] == usize::MAX {
            return false;
        }
        below = dominators[below];
    };
    let is_back = |from: usize, to: usize| place[from] != usize::MAX && dominates(to, from);
    // The blocks of each header's loop, headers in reverse post-order: outer loops first.
    let mut nests = vec![
        Nest {
            depth: 0,
            header: None,
            frequency: 0.0,
        };
        count
    ];
    let mut member = vec![vec![]; count];
    for &header in &order {
        let latches = predecessors[header].iter().copied();
        let mut open: Vec<usize> = latches.filter(|&from| is_back(from, header)).collect();
        if open.is_empty() {
            continue;
        }
        let mut inside = vec![false; count];
        inside[header] = true;
        while let Some(block) = open.pop() {
            if !std::mem::replace(&mut inside[block], true) {
                open.extend(
                    predecessors[block]
                        .iter()
                        .filter(|&&p| place[p] != usize::MAX),
                );
            }
        }
        for block in (0..count).filter(|&block| inside[block]) {
            nests[block].depth += 1;
            nests[block].header = Some(header);
            member[block].push(header);
        }
    }
    nests[order[0]].frequency = 1.0;
    for &block in &order {
        if member[block].last() == Some(&block) {
            nests[block].frequency *= ITERATIONS;
        }
        let ways = successors[block].iter().copied();
        let ways: Vec<usize> = ways.filter(|&to| !is_back(block, to)).collect();
        if ways.is_empty() {
            continue;
        }
        // What leaves a loop leaves it once an entry.
        let left = |to: usize| {
            let outer = member[block]
                .iter()
                .filter(|header| !member[to].contains(header));
            ITERATIONS.powi(outer.count() as i32)
        };
        let staying = ways.iter().filter(|&&to| left(to) == 1.0).count().max(1);
        let frequency = nests[block].frequency;
        let begins = |&&header: &&usize| {
            let mut latches = predecessors[header].iter();
            latches.any(|&latch| is_back(latch, header) && agree(block, latch))
        };
        let begun = ways.iter().find(begins).copied();
        for &to in &ways {
            nests[to].frequency += match left(to) {
                1.0 if begun == Some(to) => frequency * (1.0 - 1.0 / ITERATIONS),
                1.0 if begun.is_some() => frequency / ITERATIONS,
                1.0 => frequency / staying as f64,
                iterations => frequency / iterations,
            };
        }
    }
    nests
}

fn reverse_post_order(successors: &[Vec<usize>]) -> Vec<usize> {
    let mut seen = vec![false; successors.len()];
    let mut order = Vec::new();
    let mut stack = vec![(0, 0)];
    seen[0] = true;
    while let Some((block, next)) = stack.pop() {
        match successors[block].get(next) {
            Some(&to) => {
                stack.push((block, next + 1));
                if !std::mem::replace(&mut seen[to], true) {
                    stack.push((to, 0));
                }
            }
            None => order.push(block),
        }
    }
    order.reverse();
    order
}

/// Immediate dominators (Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm").
fn dominators(order: &[usize], place: &[usize], predecessors: &[Vec<usize>]) -> Vec<usize> {
    let mut found = vec![usize::MAX; place.len()];
    found[order[0]] = order[0];
    let mut changed = true;
    while changed {
        changed = false;
        for &block in &order[1..] {
            let mut new = usize::MAX;
            for &from in &predecessors[block] {
                if found[from] == usize::MAX {
                    continue;
                }
                if new == usize::MAX {
                    new = from;
                    continue;
                }
                let (mut one, mut other) = (from, new);
                while one != other {
                    while place[one] > place[other] {
                        one = found[one];
                    }
                    while place[other] > place[one] {
                        other = found[other];
                    }
                }
                new = one;
            }
            if found[block] != new {
                found[block] = new;
                changed = true;
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nested_loops_have_depth_header_and_frequency() {
        // 0 -> 1 -> 2 -> 2 (inner), 2 -> 3 -> 1 (outer), 3 -> 4.
        let graph = [vec![1], vec![2], vec![2, 3], vec![1, 4], vec![]];
        let nests = nests(&graph, |_, _| false);
        let depths: Vec<u32> = nests.iter().map(|nest| nest.depth).collect();
        assert_eq!(depths, [0, 1, 2, 1, 0]);
        assert_eq!(nests[2].header, Some(2));
        assert_eq!(nests[3].header, Some(1));
        let frequencies: Vec<f64> = nests.iter().map(|nest| nest.frequency).collect();
        assert_eq!(frequencies, [1.0, 32.0, 1024.0, 32.0, 1.0]);
    }

    /// Block 1 tests what the latch of block 2 tests: an iteration begins in 1 and ends in 2 or 3.
    #[test]
    fn overlapped_iterations_are_as_many_as_before() {
        let graph = [vec![1, 4], vec![2, 3], vec![2, 3], vec![4], vec![]];
        let overlapped = nests(&graph, |one, other| [one, other] == [1, 2]);
        let frequencies: Vec<f64> = overlapped.iter().map(|nest| nest.frequency).collect();
        assert_eq!(frequencies, [1.0, 0.5, 15.5, 0.5, 1.0]);
        // Twice as often as if it were any branch.
        let guarded = nests(&graph, |_, _| false);
        assert_eq!(guarded[2].frequency, 8.0);
    }

    #[test]
    fn a_cycle_with_two_entries_is_no_loop() {
        let nests = nests(&[vec![1, 2], vec![2], vec![1]], |_, _| false);
        assert!(nests.iter().all(|nest| nest.depth == 0));
    }
}
