//! The solver, compared with rounds over all blocks on random graphs, and with what is known of small ones.

use std::collections::BTreeSet;
use std::convert::Infallible;

use proptest::prelude::*;

use super::*;
use crate::machine::text;

/// A set of bits: each node takes some away and adds some.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Bits(u16);

impl Join for Bits {
    fn join(&mut self, other: &Bits) -> bool {
        let before = self.0;
        self.0 |= other.0;
        self.0 != before
    }
}

/// A random graph: by node its successors, the bits that it takes away and adds, and the state that it is given.
#[derive(Clone, Debug)]
struct Graph {
    successors: Vec<Vec<BlockId>>,
    effects: Vec<(u16, u16)>,
    given: Vec<Option<u16>>,
}

impl Graph {
    fn transfer(&self, node: BlockId, state: Bits) -> Bits {
        let (gone, added) = self.effects[node.index()];
        Bits(state.0 & !gone | added)
    }

    fn solved(&self, order: &[BlockId]) -> Vec<Option<Bits>> {
        let given = self.given.iter().map(|bits| bits.map(Bits)).collect();
        let Ok(states) = solve::<Bits, Infallible>(order, given, |node, state, out| {
            let state = self.transfer(node, state);
            for &to in &self.successors[node.index()] {
                out.to(to, &state);
            }
            Ok(())
        });
        states
    }

    /// By rounds over all nodes in the order of their numbers, each computed anew from its predecessors, until a round
    /// changes nothing.
    fn by_rounds(&self) -> Vec<Option<Bits>> {
        let count = self.successors.len();
        let mut states: Vec<Option<Bits>> = vec![None; count];
        loop {
            let before = states.clone();
            for node in 0..count {
                let mut sum = self.given[node];
                for from in (0..count).map(|from| BlockId(from as u32)) {
                    let edges = self.successors[from.index()].iter();
                    for _ in edges.filter(|to| to.index() == node) {
                        if let Some(state) = states[from.index()] {
                            sum = Some(sum.unwrap_or(0) | self.transfer(from, state).0);
                        }
                    }
                }
                states[node] = sum.map(Bits);
            }
            if states == before {
                return states;
            }
        }
    }
}

fn graphs() -> impl Strategy<Value = Graph> {
    (1..12_u32).prop_flat_map(|count| {
        let nodes = count as usize;
        let successors = prop::collection::vec(prop::collection::vec(0..count, 0..4), nodes);
        let effects = prop::collection::vec((any::<u16>(), any::<u16>()), nodes);
        let given = prop::collection::vec(prop::option::weighted(0.3, any::<u16>()), nodes);
        (successors, effects, given).prop_map(|(successors, effects, given)| Graph {
            successors: successors
                .into_iter()
                .map(|to| to.into_iter().map(BlockId).collect())
                .collect(),
            effects,
            given,
        })
    })
}

proptest! {
    #[test]
    fn the_solution_is_that_of_rounds_in_any_order(graph in graphs(), shuffle in any::<u64>()) {
        let expected = graph.by_rounds();
        let mut order = post_order(graph.successors.len(), |node| &graph.successors[node.index()]);
        prop_assert_eq!(&graph.solved(&order), &expected);
        order.reverse();
        prop_assert_eq!(&graph.solved(&order), &expected);
        order.sort_by_key(|node| (shuffle >> (node.0 % 60)) % 7);
        prop_assert_eq!(&graph.solved(&order), &expected);
    }

    #[test]
    fn an_order_has_every_node_once_and_predecessors_first_without_cycles(graph in graphs()) {
        let count = graph.successors.len();
        // Only edges to higher numbers: no cycle.
        let acyclic: Vec<Vec<BlockId>> = (0..count)
            .map(|from| {
                let to = graph.successors[from].iter().copied();
                to.filter(|to| to.index() > from).collect()
            })
            .collect();
        for successors in [&graph.successors, &acyclic] {
            let order = post_order(count, |node| &successors[node.index()]);
            let nodes: BTreeSet<u32> = order.iter().map(|node| node.0).collect();
            prop_assert_eq!((order.len(), nodes.len()), (count, count));
        }
        let order = post_order(count, |node| &acyclic[node.index()]);
        let place = |node: BlockId| order.iter().position(|&other| other == node);
        for from in (0..count as u32).map(BlockId) {
            for &to in &acyclic[from.index()] {
                prop_assert!(place(to) < place(from), "{:?} before {:?} in {:?}", to, from, order);
            }
        }
    }
}

/// Blocks 0 to 4: a loop of 1 and 2 behind 0, left from 2 to 3; 4 leads to 3 and is not reached.
fn looped() -> Function {
    text::parse(
        "cdna-flat 1\nfunction \"f\"\ngpu gfx942\nresources lds=0 workgroup=64 entry\n\
         block 0 frequency=1 depth=0 successors=1\nS_NOP #0\n\
         block 1 frequency=9 depth=1 successors=2,3\nS_NOP #1\n\
         S_CBRANCH_SCC1 bb.3, imp scc | term branch\nS_NOP #2\n\
         block 2 frequency=9 depth=1 successors=1,3\nS_CBRANCH_SCC1 bb.1, imp scc | term branch\n\
         block 3 frequency=1 depth=0\nS_NOP #3\n\
         block 4 frequency=0 depth=0 successors=3\nS_BRANCH bb.3 | term branch noreturn\n",
    )
    .expect("a function")
}

#[test]
fn a_loop_is_taken_once_more_than_what_changes_in_it() {
    let function = looped();
    let order = order(&function, Direction::Forward);
    let mut taken = Vec::new();
    let mut states = vec![None; 5];
    states[0] = Some(false);
    let Ok(states) = solve::<bool, Infallible>(&order, states, |block, state, out| {
        taken.push(block.0);
        for &to in &function.block(block).successors {
            out.to(to, &(state || block.0 == 2));
        }
        Ok(())
    });
    assert_eq!(
        states,
        [Some(false), Some(true), Some(true), Some(true), None]
    );
    // The last block waits until the loop has settled.
    assert_eq!(taken, [0, 1, 2, 1, 2, 3]);
}

#[test]
fn states_flow_forward_and_backward() {
    let function = looped();
    let marked = |block: BlockId| block.0 == 2;
    let reached = everywhere(&function, Direction::Forward, marked, |_, state| state);
    assert_eq!(reached, [false, true, true, true, false]);
    let leads = everywhere(&function, Direction::Backward, marked, |_, state| state);
    assert_eq!(leads, [true, true, true, false, false]);
}

#[test]
fn what_follows_a_taken_branch_is_not_on_its_way() {
    let function = looped();
    let ways: Vec<Vec<Exit>> = function
        .block_ids()
        .map(|block| crate::exits::exits(&function, block))
        .collect();
    // Some way to the block passes the nop behind the branch of block 1.
    let passes = |_: BlockId, inst: InstId, state: &mut bool| {
        *state |= function.operands(inst).first().and_then(|o| o.imm()) == Some(2);
    };
    let all = from_entry(&function, &ways, false, passes, |_, _| None);
    assert_eq!(all, [Some(false), Some(true), Some(true), Some(true), None]);
    // What is left of that where a way forgets it.
    let forgets = |way: &Exit, _: &bool| (way.from.0 == 2).then_some(false);
    let all = from_entry(&function, &ways, false, passes, forgets);
    assert_eq!(
        all,
        [Some(false), Some(false), Some(true), Some(false), None]
    );
}

#[test]
fn the_first_error_ends_it() {
    let order = [BlockId(0), BlockId(1)];
    let found = solve(&order, vec![Some(true), Some(true)], |block, _, _| {
        Err::<(), _>(block)
    });
    assert_eq!(found, Err(BlockId(0)));
}
