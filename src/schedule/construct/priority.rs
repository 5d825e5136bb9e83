//! What makes a unit urgent.

use crate::schedule::construct::list::Style;
use crate::schedule::problem::{NodeId, Region};
use crate::timing::{Costs, Program};

/// Urgency, or what is added to it, by region and unit.
pub(crate) type ByNode = Vec<Vec<i32>>;

/// Where urgency comes from before any experience.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PriorityFn {
    /// The longest way to the end of the region, with the latencies of that model.
    Height(usize),
    /// The same, against the incoming position.
    Blend(usize),
    /// The incoming position: only what stands still is overtaken.
    Incoming,
}

/// Everything that decides a list schedule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ListConfig {
    pub basis: PriorityFn,
    pub style: Style,
    /// The model that the schedule is made against.
    pub model: usize,
    /// Instead of the basis: slots that lie between the issue of a unit and the end of its region
    /// when another schedule is pushed towards its end.
    pub pushed: Option<ByNode>,
    /// Experience: added to the urgency of a unit, and so to all that lead to it.
    pub bias: ByNode,
}

/// Latencies of all dependences, by model and region, in the order of the links.
pub(crate) struct Latencies(Vec<Vec<Vec<u32>>>);

impl Latencies {
    /// Those of a region under a model.
    pub fn of(&self, model: usize, region: usize) -> &[u32] {
        &self.0[model][region]
    }
}

impl Latencies {
    pub fn new(regions: &[Region], program: &Program, costs: &[Costs]) -> Latencies {
        let of = |costs: &Costs| {
            let regions = regions.iter();
            regions
                .map(|region| {
                    let links = region.links().iter();
                    links.map(|l| region.latency(program, costs, l)).collect()
                })
                .collect()
        };
        Latencies(costs.iter().map(of).collect())
    }
}

impl ListConfig {
    /// The urgency of every unit.
    pub fn urgency(&self, regions: &[Region], latencies: &Latencies) -> ByNode {
        let (model, position) = match self.basis {
            _ if self.pushed.is_some() => (Some(self.model), 0),
            PriorityFn::Height(model) => (Some(model), 0),
            PriorityFn::Blend(model) => (Some(model), 1),
            PriorityFn::Incoming => (None, 1),
        };
        let regions = regions.iter().enumerate();
        regions
            .map(|(at, region)| {
                let latencies = model.map(|m| latencies.of(m, at));
                let least = self.pushed.as_ref().map_or(&[][..], |pushed| &pushed[at]);
                let mut height = heights(region, latencies, least, &self.bias[at]);
                for (unit, height) in height.iter_mut().enumerate() {
                    *height -= position * unit as i32;
                }
                height
            })
            .collect()
    }
}

/// The longest way from each unit to the end of its region, or what is given as the least; its own
/// bias included.
fn heights(region: &Region, latencies: Option<&[u32]>, least: &[i32], bias: &[i32]) -> Vec<i32> {
    let count = region.units.len();
    let mut height = vec![0i32; count];
    for unit in (0..count as NodeId).rev() {
        let links = region.link_range(unit);
        let longest = links
            .map(|l| {
                let latency = latencies.map_or(0, |latencies| latencies[l] as i32);
                latency + height[region.links()[l].unit as usize]
            })
            .max();
        let least = least.get(unit as usize).copied().unwrap_or(0);
        height[unit as usize] = longest.unwrap_or(0).max(least) + bias[unit as usize];
    }
    height
}
