//! Which of the ready nodes goes first.

use super::list::Style;
use crate::machine::index::TypedVec;
use crate::schedule::problem::{NodeId, Region, RegionId};
use crate::timing::{Costs, Program};

/// A number of every node of a trace: a priority, or what is added to one.
pub(super) type ByNode<T = i32> = TypedVec<RegionId, TypedVec<NodeId, T>>;

/// The same number for every node.
pub(super) fn by_node<T: Clone + Default>(regions: &TypedVec<RegionId, Region>) -> ByNode<T> {
    let regions = regions.iter();
    regions
        .map(|region| TypedVec::from_elem(T::default(), region.nodes.len()))
        .collect()
}

/// Where the priorities of a configuration come from at first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PriorityFn {
    /// The longest path to the end of the region (the critical path), with the latencies of that
    /// model.
    Height(usize),
    /// The same, less the incoming position.
    Blend(usize),
    /// The incoming position: a node is overtaken only when it would stall.
    Incoming,
    /// The place that the rate of its unit gives it, with the latencies of that model.
    Paced(usize),
}

impl PriorityFn {
    /// The model whose latencies it uses.
    pub fn model(self) -> Option<usize> {
        match self {
            PriorityFn::Height(model) | PriorityFn::Blend(model) | PriorityFn::Paced(model) => {
                Some(model)
            }
            PriorityFn::Incoming => None,
        }
    }
}

/// Everything that decides a list schedule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct ListConfig {
    pub priority: PriorityFn,
    pub style: Style,
    /// The model that the schedule is made against.
    pub model: usize,
    /// How many slots before the end of its region each node has to issue, as rates or the justification
    /// of another schedule show; then the priority function does not matter.
    pub deadlines: Option<ByNode>,
    /// Added to the priority of a node, and so to that of all nodes that it depends on.
    pub bias: ByNode,
}

/// Estimated latencies of all dependences, by model and region, in the order of the dependences.
pub(super) struct Latencies(Vec<TypedVec<RegionId, Vec<u32>>>);

impl Latencies {
    pub fn new(
        regions: &TypedVec<RegionId, Region>,
        program: &Program,
        costs: &[Costs],
    ) -> Latencies {
        let of = |costs: &Costs| {
            let regions = regions.iter();
            regions
                .map(|region| {
                    let deps = region.deps().iter();
                    deps.map(|dep| region.expected_latency(program, costs, dep))
                        .collect()
                })
                .collect()
        };
        Latencies(costs.iter().map(of).collect())
    }

    /// Those of a region under a model.
    pub fn of(&self, model: usize, region: RegionId) -> &[u32] {
        &self.0[model][region]
    }
}

impl ListConfig {
    /// The priority of every node. `live_out` is how many slots the code after its region requires.
    pub fn priorities(
        &self,
        regions: &TypedVec<RegionId, Region>,
        latencies: &Latencies,
        live_out: &ByNode,
    ) -> ByNode {
        let (model, position_weight) = match self.priority {
            _ if self.deadlines.is_some() => (Some(self.model), 0),
            PriorityFn::Height(model) | PriorityFn::Paced(model) => (Some(model), 0),
            PriorityFn::Blend(model) => (Some(model), 1),
            PriorityFn::Incoming => (None, 1),
        };
        let regions = regions.iter_enumerated();
        regions
            .map(|(at, region)| {
                let latencies = model.map(|m| latencies.of(m, at));
                let least = self.deadlines.as_ref().unwrap_or(live_out);
                let least = latencies.map(|_| &least[at]);
                let mut height = heights(region, latencies, least, &self.bias[at]);
                for (position, height) in (0..).zip(&mut height) {
                    *height -= position_weight * position;
                }
                height
            })
            .collect()
    }
}

/// The longest path from each node to the end of its region, at least `least`, its own bias included.
fn heights(
    region: &Region,
    latencies: Option<&[u32]>,
    least: Option<&TypedVec<NodeId, i32>>,
    bias: &TypedVec<NodeId, i32>,
) -> TypedVec<NodeId, i32> {
    let mut height = TypedVec::from_elem(0i32, region.nodes.len());
    for node in region.nodes.indices().rev() {
        let deps = region.dep_range(node);
        let longest = deps
            .map(|at| {
                let latency = latencies.map_or(0, |latencies| latencies[at] as i32);
                latency + height[region.deps()[at].to]
            })
            .max();
        let least = least.map_or(0, |least| least[node]);
        height[node] = longest.unwrap_or(0).max(least) + bias[node];
    }
    height
}
