//! The solver, compared with rounds over all blocks on random graphs.

use proptest::prelude::*;

use super::*;
use crate::machine::text;

/// A function of empty blocks with these successors.
fn function(successors: &[Vec<u32>]) -> Function {
    let mut form =
        "cdna-flat 1\nfunction \"f\"\ngpu gfx942\nresources lds=0 workgroup=64 entry\n".to_owned();
    for (number, to) in successors.iter().enumerate() {
        form.push_str(&format!("block {number} frequency=1 depth=0"));
        if !to.is_empty() {
            let to: Vec<String> = to.iter().map(u32::to_string).collect();
            form.push_str(&format!(" successors={}", to.join(",")));
        }
        form.push('\n');
    }
    text::parse(&form).unwrap_or_else(|e| panic!("{e}\n{form}"))
}

/// Bits that blocks take away and add, of which edges to the block `mask` let some through.
#[derive(Clone, Debug)]
struct Bits {
    effects: Vec<(u16, u16)>,
    given: Vec<Option<u16>>,
    mask: (u32, u16),
}

impl Bits {
    fn on_edge(&self, to: BlockId, state: u16) -> u16 {
        match to.0 == self.mask.0 {
            true => state & self.mask.1,
            false => state,
        }
    }
}

impl Problem for Bits {
    type State = u16;
    fn given(&self, block: BlockId) -> Option<u16> {
        self.given[block.index()]
    }
    fn transfer(&self, block: BlockId, state: u16) -> u16 {
        let (gone, added) = self.effects[block.index()];
        state & !gone | added
    }
    fn along<'s>(&self, from: BlockId, to: BlockId, state: &'s u16) -> Option<Cow<'s, u16>> {
        // No way from a block to itself.
        (from != to).then(|| Cow::Owned(self.on_edge(to, *state)))
    }
    fn join(&self, known: &mut u16, other: &u16, _: u32) -> bool {
        let before = *known;
        *known |= other;
        *known != before
    }
}

/// By rounds over all edges, until one changes nothing.
fn by_rounds(edges: &[(BlockId, BlockId)], problem: &Bits) -> Vec<Option<u16>> {
    let mut states = problem.given.clone();
    loop {
        let before = states.clone();
        for &(from, to) in edges.iter().filter(|(from, to)| from != to) {
            if let Some(state) = states[from.index()] {
                let handed = problem.on_edge(to, problem.transfer(from, state));
                states[to.index()] = Some(states[to.index()].unwrap_or(0) | handed);
            }
        }
        if states == before {
            return states;
        }
    }
}

fn problems() -> impl Strategy<Value = (Vec<Vec<u32>>, Bits)> {
    (1..12_u32).prop_flat_map(|count| {
        let nodes = count as usize;
        let successors = prop::collection::vec(prop::collection::btree_set(0..count, 0..4), nodes);
        let effects = prop::collection::vec((any::<u16>(), any::<u16>()), nodes);
        let given = prop::collection::vec(prop::option::weighted(0.3, any::<u16>()), nodes);
        let mask = (0..count, any::<u16>());
        (successors, effects, given, mask).prop_map(|(successors, effects, given, mask)| {
            let successors = successors.into_iter().map(|to| to.into_iter().collect());
            let bits = Bits {
                effects,
                given,
                mask,
            };
            (successors.collect(), bits)
        })
    })
}

proptest! {
    #[test]
    fn the_solution_is_that_of_rounds((successors, problem) in problems()) {
        let function = function(&successors);
        let mut edges: Vec<(BlockId, BlockId)> = function
            .block_ids()
            .flat_map(|from| function.block(from).successors.iter().map(move |&to| (from, to)))
            .collect();
        for backward in [false, true] {
            let graph = match backward {
                true => Graph::backward(&function),
                false => Graph::forward(&function),
            };
            let found = solve(&graph, &problem);
            let found: Vec<Option<u16>> = function.block_ids().map(|b| found[b]).collect();
            prop_assert_eq!(found, by_rounds(&edges, &problem));
            edges.iter_mut().for_each(|(from, to)| std::mem::swap(from, to));
        }
    }

    #[test]
    fn what_is_reached_has_a_way_from_a_source((successors, problem) in problems()) {
        let function = function(&successors);
        let is_source = |block: BlockId| problem.given[block.index()].is_some();
        let reached = reached_from(&function, is_source);
        for target in function.block_ids() {
            // Backwards, block by block.
            let mut before = vec![target];
            let mut at = 0;
            while let Some(&block) = before.get(at) {
                at += 1;
                for &from in &function.block(block).predecessors {
                    if !before.contains(&from) {
                        before.push(from);
                    }
                }
            }
            prop_assert_eq!(reached[target], before.into_iter().any(is_source));
        }
    }
}

/// Counts up around a loop until it is told to widen.
struct Counting;

impl Problem for Counting {
    type State = u32;
    fn given(&self, block: BlockId) -> Option<u32> {
        (block.0 == 0).then_some(0)
    }
    fn transfer(&self, block: BlockId, state: u32) -> u32 {
        match block.0 {
            1 => state.saturating_add(1),
            _ => state,
        }
    }
    fn join(&self, known: &mut u32, other: &u32, changes: u32) -> bool {
        let wider = match *other > *known {
            true if changes > 3 => u32::MAX,
            true => *other,
            false => *known,
        };
        std::mem::replace(known, wider) != wider
    }
}

#[test]
fn a_problem_widens_by_the_number_of_changes() {
    // Block 3 is never reached.
    let function = function(&[vec![1], vec![1, 2], vec![], vec![2]]);
    let found = solve(&Graph::forward(&function), &Counting);
    let found: Vec<Option<u32>> = function.block_ids().map(|b| found[b]).collect();
    assert_eq!(found, [Some(0), Some(u32::MAX), Some(u32::MAX), None]);
}
