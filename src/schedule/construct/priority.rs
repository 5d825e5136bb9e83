//! Which of the ready nodes goes first.

use super::list::Style;
use crate::schedule::problem::{NodeId, Region};
use crate::timing::{Costs, Program};

/// Priorities, or what is added to them, by region and node.
pub(super) type ByNode = Vec<Vec<i32>>;

/// Where priorities come from before any experience.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PriorityFn {
    /// The longest path to the end of the region (the critical path), with the latencies of that
    /// model.
    Height(usize),
    /// The same, less the incoming position.
    Blend(usize),
    /// The incoming position: only what stalls is overtaken.
    Incoming,
}

impl PriorityFn {
    /// The model whose latencies it uses.
    pub fn model(self) -> Option<usize> {
        match self {
            PriorityFn::Height(model) | PriorityFn::Blend(model) => Some(model),
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
    /// Instead of the priority function: how many slots before the end of its region each node has to
    /// issue, as the justification of another schedule shows.
    pub justified: Option<ByNode>,
    /// Experience: added to the priority of a node, and so to that of all that it depends on.
    pub bias: ByNode,
}

/// Estimated latencies of all dependences, by model and region, in the order of the dependences.
pub(super) struct Latencies(Vec<Vec<Vec<u32>>>);

impl Latencies {
    pub fn new(regions: &[Region], program: &Program, costs: &[Costs]) -> Latencies {
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
    pub fn of(&self, model: usize, region: usize) -> &[u32] {
        &self.0[model][region]
    }
}

impl ListConfig {
    /// The priority of every node.
    pub fn priorities(&self, regions: &[Region], latencies: &Latencies) -> ByNode {
        let (model, position) = match self.priority {
            _ if self.justified.is_some() => (Some(self.model), 0),
            PriorityFn::Height(model) => (Some(model), 0),
            PriorityFn::Blend(model) => (Some(model), 1),
            PriorityFn::Incoming => (None, 1),
        };
        let regions = regions.iter().enumerate();
        regions
            .map(|(at, region)| {
                let latencies = model.map(|m| latencies.of(m, at));
                let least = self.justified.as_ref().map_or(&[][..], |all| &all[at]);
                let mut height = heights(region, latencies, least, &self.bias[at]);
                for (node, height) in height.iter_mut().enumerate() {
                    *height -= position * node as i32;
                }
                height
            })
            .collect()
    }
}

/// The longest path from each node to the end of its region, or what is given as the least; its own
/// bias included.
fn heights(region: &Region, latencies: Option<&[u32]>, least: &[i32], bias: &[i32]) -> Vec<i32> {
    let count = region.nodes.len();
    let mut height = vec![0i32; count];
    for node in (0..count as NodeId).rev() {
        let deps = region.dep_range(node);
        let longest = deps
            .map(|at| {
                let latency = latencies.map_or(0, |latencies| latencies[at] as i32);
                latency + height[region.deps()[at].to as usize]
            })
            .max();
        let least = least.get(node as usize).copied().unwrap_or(0);
        height[node as usize] = longest.unwrap_or(0).max(least) + bias[node as usize];
    }
    height
}
