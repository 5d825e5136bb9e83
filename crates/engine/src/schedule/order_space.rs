//! Orders that others propose: what may be ordered, what must come before what, and what an order takes.
//!
//! The search of this module and one from outside move the same nodes of the same regions under the same
//! dependences, and are timed by the same simulator.

use std::collections::BTreeMap;

use super::options::Options;
use super::problem::{Dep, NodeId, Problem, ProblemBuilder, Region, RegionId, Schedule};
use super::report::{Report, TraceReport};
use super::stats::SearchStats;
use super::{EntryStates, HazardOracle, ModelTiming, Trace, occupancy, record_states};
use crate::gpu::Cycles;
use crate::machine::{BlockId, DepKind, Function, InstId};
use crate::timing::Figures;

/// An issue slot of a wave of 64 lanes, in clocks.
const CLOCKS_PER_SLOT: u64 = 4;

/// Orders of regions: by the region's number, its nodes, each by its place in the incoming order. Regions that are
/// not named keep their order.
pub type Orders = BTreeMap<usize, Vec<u32>>;

/// A dependence between two nodes of a region, each named by its place in the incoming order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dependence {
    /// The node that comes first.
    pub from: u32,
    /// The node that comes later.
    pub to: u32,
    /// What the later one needs of the earlier.
    pub kind: DepKind,
}

/// Why a list of nodes is no order of a region, whatever the dependences.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoOrder {
    /// There is no such region.
    #[error("there is no region {region}; the function has {count}, counted from 0")]
    NoRegion {
        /// The number that was given.
        region: usize,
        /// How many there are.
        count: usize,
    },
    /// A directive of the user says the order.
    #[error(
        "region {region} has a sched_group_barrier or iglp_opt, whose order it must keep; leave it out"
    )]
    Pinned {
        /// Its number.
        region: usize,
    },
    /// Nodes are missing, or there are too many.
    #[error("region {region}: expected each of its {nodes} nodes once, found {found}")]
    Length {
        /// Its number.
        region: usize,
        /// Its nodes.
        nodes: usize,
        /// Nodes of the list.
        found: usize,
    },
    /// A node is not one of the region, or there twice.
    #[error("region {region}: node {node} is none of its {nodes} nodes, or named twice")]
    Node {
        /// The region.
        region: usize,
        /// The node.
        node: u32,
        /// How many nodes it has.
        nodes: usize,
    },
}

/// The traces of a function, ready to be timed in any order of their regions.
pub struct OrderSpace {
    traces: Vec<(Trace, Problem)>,
    /// By number of the region.
    regions: Vec<(usize, RegionId)>,
    waves: u32,
}

/// A region of a function: what may change places.
#[derive(Clone, Copy)]
pub struct RegionView<'a>(&'a Region);

impl RegionView<'_> {
    /// The block that it is part of.
    pub fn block(&self) -> BlockId {
        self.0.block
    }

    /// Whether its order must stay, because a directive of the user says it.
    pub fn is_pinned(&self) -> bool {
        self.0.pinned
    }

    /// How many nodes it has.
    pub fn len(&self) -> usize {
        self.0.nodes.len()
    }

    /// Whether it has none. (Regions have two or more.)
    pub fn is_empty(&self) -> bool {
        self.0.nodes.is_empty()
    }

    /// The instructions of a node: one, or a bundle with its header.
    pub fn insts(&self, node: u32) -> &[InstId] {
        match (node as usize) < self.len() {
            true => self.0.insts_of(NodeId(node)),
            false => &[],
        }
    }

    /// All dependences, by the earlier node.
    pub fn dependences(&self) -> impl Iterator<Item = Dependence> + '_ {
        self.0.deps().iter().map(|dep| Dependence {
            from: dep.from.0,
            to: dep.to.0,
            kind: dep.kind,
        })
    }
}

impl OrderSpace {
    /// Compiles the traces of a function in its present order.
    pub fn new(function: &Function, hazards: &dyn HazardOracle, options: &Options) -> OrderSpace {
        let waves = options.waves.unwrap_or_else(|| occupancy(function)).max(1);
        let mut problems =
            ProblemBuilder::new(function, hazards, &options.models, options.walls, waves);
        let mut entries = EntryStates::new(function, options.models.len());
        let mut space = OrderSpace {
            traces: Vec::new(),
            regions: Vec::new(),
            waves,
        };
        for trace in Trace::all(function) {
            let problem = problems.build(&trace, &entries);
            let incoming = problem.incoming_schedule();
            record_states(function, &trace, &problem, &incoming, &mut entries);
            let at = space.traces.len();
            let regions = problem.regions.indices().map(|region| (at, region));
            space.regions.extend(regions);
            space.traces.push((trace, problem));
        }
        space
    }

    /// How many regions there are, counted over all traces.
    pub fn len(&self) -> usize {
        self.regions.len()
    }

    /// Whether nothing can be ordered.
    pub fn is_empty(&self) -> bool {
        self.regions.is_empty()
    }

    /// A region, by its number.
    pub fn region(&self, at: usize) -> Option<RegionView<'_>> {
        let &(trace, region) = self.regions.get(at)?;
        Some(RegionView(&self.traces[trace].1.regions[region]))
    }

    /// From the issue of the earlier node of a dependence to that of the later one, as list scheduling expects it under
    /// the first model. An estimate.
    pub fn latency(&self, region: usize, dep: Dependence) -> Cycles {
        let latency = || {
            let &(trace, region) = self.regions.get(region)?;
            let problem = &self.traces[trace].1;
            let dep = Dep {
                from: NodeId(dep.from),
                to: NodeId(dep.to),
                kind: dep.kind,
            };
            let costs = problem.costs.first()?;
            let region = &problem.regions[region];
            Some(region.expected_latency(&problem.program, costs, &dep))
        };
        Cycles(u64::from(latency().unwrap_or(0)) * CLOCKS_PER_SLOT)
    }

    /// The trace that a region is part of, by its number.
    pub fn trace_of(&self, region: usize) -> Option<usize> {
        Some(self.regions.get(region)?.0)
    }

    /// All traces, in layout order of their first blocks.
    pub fn traces(&self) -> impl ExactSizeIterator<Item = &Trace> {
        self.traces.iter().map(|(trace, _)| trace)
    }

    /// What a trace takes one wave in its incoming order, by model, before waits and nops are placed.
    pub fn incoming(&self, trace: usize) -> &[Figures] {
        self.traces
            .get(trace)
            .map_or(&[], |(_, problem)| &problem.incoming)
    }

    /// Whether each list has each node of its region once.
    ///
    /// # Errors
    /// The first list that has not.
    pub fn check(&self, orders: &Orders) -> Result<(), NoOrder> {
        for (&region, order) in orders {
            let Some(view) = self.region(region) else {
                return Err(NoOrder::NoRegion {
                    region,
                    count: self.len(),
                });
            };
            let nodes = view.len();
            if order.len() != nodes {
                return Err(NoOrder::Length {
                    region,
                    nodes,
                    found: order.len(),
                });
            }
            let mut seen = vec![false; nodes];
            for &node in order {
                match seen.get_mut(node as usize) {
                    Some(seen @ false) => *seen = true,
                    _ => {
                        return Err(NoOrder::Node {
                            region,
                            node,
                            nodes,
                        });
                    }
                }
            }
            let is_moved = order.iter().zip(0u32..).any(|(&node, at)| node != at);
            if view.is_pinned() && is_moved {
                return Err(NoOrder::Pinned { region });
            }
        }
        Ok(())
    }

    /// The dependences that orders turn around, at most so many, each with its region. The orders are known to
    /// have each node once.
    pub fn broken(&self, orders: &Orders, most: usize) -> Vec<(usize, Dependence)> {
        let mut broken = Vec::new();
        for (&at, order) in orders {
            let Some(view) = self.region(at) else {
                continue;
            };
            let mut place = vec![0u32; view.len()];
            for (&node, position) in order.iter().zip(0u32..) {
                if let Some(place) = place.get_mut(node as usize) {
                    *place = position;
                }
            }
            let turned = view
                .dependences()
                .filter(|dep| place[dep.from as usize] >= place[dep.to as usize]);
            let room = most - broken.len();
            broken.extend(turned.take(room).map(|dep| (at, dep)));
        }
        broken
    }

    /// The traces that have one of these regions.
    pub fn traces_of(&self, orders: &Orders) -> Vec<usize> {
        let mut traces: Vec<usize> = orders.keys().filter_map(|&at| self.trace_of(at)).collect();
        traces.sort_unstable();
        traces.dedup();
        traces
    }

    /// What a trace takes one wave in an order that [`check`](Self::check) and [`broken`](Self::broken) have
    /// nothing against, by model, with the waits and wait states that the simulator expects it to need.
    pub fn time(&self, trace: usize, orders: &Orders) -> Vec<Figures> {
        let Some((_, problem)) = self.traces.get(trace) else {
            return Vec::new();
        };
        let schedule = self.schedule(trace, orders);
        let models = 0..problem.costs.len();
        models
            .map(|model| problem.evaluate(&schedule.ops, model).0)
            .collect()
    }

    /// Gives a function these orders.
    pub fn apply(&self, function: &mut Function, orders: &Orders) {
        for at in self.traces_of(orders) {
            let (trace, problem) = &self.traces[at];
            let schedule = self.schedule(at, orders);
            schedule.apply(function, trace, &problem.regions);
        }
    }

    /// The orders of all regions that a function with the same instructions has. Regions in their incoming order
    /// are left out.
    pub fn orders_of(&self, function: &Function) -> Orders {
        let mut orders = Orders::new();
        for (at, &(trace, region)) in self.regions.iter().enumerate() {
            let region = &self.traces[trace].1.regions[region];
            let present = &function.block(region.block).order;
            let mut nodes: BTreeMap<InstId, u32> = BTreeMap::new();
            for node in region.nodes.indices() {
                let first = region.insts_of(node).first();
                nodes.extend(first.map(|&inst| (inst, node.0)));
            }
            let order: Vec<u32> = present
                .iter()
                .filter_map(|inst| nodes.get(inst).copied())
                .collect();
            if order.iter().zip(0u32..).any(|(&node, at)| node != at) {
                orders.insert(at, order);
            }
        }
        orders
    }

    /// The report on a function that got these orders; with all figures, of the orders' traces and all others.
    pub fn report(&self, function: &Function, orders: &Orders) -> Report {
        let traces = self.traces.iter().enumerate();
        let traces = traces.map(|(at, (trace, problem))| {
            let schedule = self.schedule(at, orders);
            let after = (0..problem.costs.len()).map(|model| {
                let single_wave = problem.evaluate(&schedule.ops, model).0;
                ModelTiming {
                    single_wave,
                    at_occupancy: problem.throughput(&schedule.ops, model, single_wave),
                }
            });
            TraceReport {
                frequency: function.block(trace.blocks[0]).frequency,
                before: problem.incoming_timings(true),
                after: after.collect(),
                order_alone: None,
                renamed: Vec::new(),
                regions: problem.report_regions(&schedule, None),
                trace: trace.clone(),
                robustness: None,
                search: SearchStats::default(),
                reverted: Vec::new(),
            }
        });
        Report {
            waves: self.waves,
            traces: traces.collect(),
        }
    }

    /// The order of a trace in which some of its regions have these orders.
    fn schedule(&self, trace: usize, orders: &Orders) -> Schedule {
        let problem = &self.traces[trace].1;
        let mut schedule = problem.incoming_schedule();
        let first = self.regions.partition_point(|&(of, _)| of < trace);
        let last = self.regions.partition_point(|&(of, _)| of <= trace);
        for (&at, order) in orders.range(first..last) {
            let region = self.regions[at].1;
            let nodes: Vec<NodeId> = order.iter().map(|&node| NodeId(node)).collect();
            let all = 0..nodes.len();
            schedule.nodes[region] = nodes;
            schedule.expand_window(region, &problem.regions[region], all);
        }
        schedule
    }
}
