//! A trace of code and its orders.

mod directives;
mod region;

pub(in crate::schedule) use region::{Dep, Node, NodeId, Region};

use std::cell::OnceCell;

use crate::machine::InstId;
use crate::schedule::construct::list::list;
use crate::schedule::construct::priority::{ByNode, ListConfig};
use crate::timing::{
    Costs, Figures, ModelTiming, OpId, Period, Program, State, steady_from, straight,
    throughput_at_occupancy,
};

/// A trace with its regions, its costs by model, and the state it begins in by model.
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    pub program: Program,
    pub regions: Vec<Region>,
    pub costs: Vec<Costs>,
    /// Idle, for a loop.
    pub starts: Vec<State>,
    pub waves: u32,
    /// The states in which it begins in its incoming order, by model: of a loop, settled.
    pub begins: Vec<State>,
    /// What the incoming order costs at that number of waves, by model, once asked.
    pub incoming_at_occupancy: Vec<OnceCell<Period>>,
}

/// An order of a trace.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Schedule {
    /// By region.
    pub units: Vec<Vec<NodeId>>,
    /// The instructions that issue.
    pub ops: Vec<OpId>,
}

impl Schedule {
    /// The incoming order.
    pub fn incoming(problem: &Problem) -> Schedule {
        let regions = problem.regions.iter();
        Schedule {
            units: regions
                .map(|r| (0..r.units.len() as NodeId).collect())
                .collect(),
            ops: problem.program.order(),
        }
    }
    /// The instructions of a region in this order.
    pub fn insts(&self, at: usize, region: &Region) -> Vec<InstId> {
        let units = self.units[at].iter().map(|&u| &region.units[u as usize]);
        units
            .flat_map(|u| &region.insts[u.begin as usize..(u.begin + u.len) as usize])
            .copied()
            .collect()
    }
    /// Rewrites the instructions of a range of a region's units; gives their positions.
    pub fn expand_window(
        &mut self,
        at: usize,
        region: &Region,
        range: std::ops::Range<usize>,
    ) -> std::ops::Range<usize> {
        let units = &self.units[at];
        let ops = |u: &NodeId| region.units[*u as usize].ops as usize;
        let first = region.first_op as usize + units[..range.start].iter().map(ops).sum::<usize>();
        let mut place = first;
        for &unit in &units[range] {
            let unit = &region.units[unit as usize];
            for op in unit.op..unit.op + unit.ops {
                self.ops[place] = op;
                place += 1;
            }
        }
        first..place
    }
    /// Units that are not where they were, over all regions, by how far.
    pub fn distance(&self) -> u64 {
        let units = self.units.iter().flat_map(|r| r.iter().enumerate());
        units
            .map(|(at, &unit)| (at as u64).abs_diff(u64::from(unit)))
            .sum()
    }
}

impl Problem {
    /// A trace in its incoming order, which is still to be timed.
    pub fn new(
        program: Program,
        regions: Vec<Region>,
        costs: Vec<Costs>,
        starts: Vec<State>,
        waves: u32,
    ) -> Problem {
        Problem {
            begins: Vec::new(),
            incoming_at_occupancy: vec![OnceCell::new(); costs.len()],
            program,
            regions,
            costs,
            starts,
            waves,
        }
    }

    /// What its incoming order costs one wave, by model; `own` is still to be asked for. Sets
    /// the states it begins in.
    pub fn begin(&mut self) -> Vec<ModelTiming> {
        let order = self.program.order();
        let models = 0..self.costs.len();
        let ends: Vec<_> = models.map(|model| self.evaluate(&order, model)).collect();
        let one = ends.iter().map(|(one, _)| ModelTiming {
            single_wave: *one,
            at_occupancy: Period::default(),
        });
        let timings = one.collect();
        self.begins = match self.program.is_loop {
            true => ends.into_iter().map(|(_, end)| end).collect(),
            false => self.starts.clone(),
        };
        timings
    }

    /// What its incoming order costs at the kernel's own number of waves under a model.
    pub fn incoming_at_occupancy(&self, model: usize, one: Figures) -> Period {
        *self.incoming_at_occupancy[model].get_or_init(|| {
            let (costs, start) = (&self.costs[model], &self.starts[model]);
            let order = self.program.order();
            throughput_at_occupancy(&self.program, costs, &order, self.waves, start, one)
        })
    }

    /// What an order costs one wave under a model, and the state it ends in.
    pub fn evaluate(&self, ops: &[OpId], model: usize) -> (Figures, State) {
        let start = self.starts[model].clone();
        if self.program.is_loop {
            steady_from(&self.program, &self.costs[model], ops, start)
        } else {
            straight(&self.program, &self.costs[model], ops, start)
        }
    }

    /// Region and unit of every instruction that issues.
    pub fn homes(&self) -> Vec<Option<(u32, NodeId)>> {
        let mut homes = vec![None; self.program.ops.len()];
        for (at, region) in self.regions.iter().enumerate() {
            for (unit, u) in region.units.iter().enumerate() {
                for op in u.op..u.op + u.ops {
                    homes[op as usize] = Some((at as u32, unit as NodeId));
                }
            }
        }
        homes
    }

    /// List schedules every region, one after the other, from `begin` on.
    pub fn relist(&self, urgency: &ByNode, recipe: &ListConfig, begin: &State) -> Schedule {
        let mut state = begin.clone();
        let mut order = Schedule {
            units: Vec::with_capacity(self.regions.len()),
            ops: Vec::with_capacity(self.program.ops.len()),
        };
        let costs = &self.costs[recipe.model];
        for (region, urgency) in self.regions.iter().zip(urgency) {
            let between = order.ops.len();
            order.ops.extend(between as OpId..region.first_op);
            state.run(&self.program, costs, &order.ops[between..]);
            let mut units = Vec::with_capacity(region.units.len());
            if region.pinned {
                units.extend(0..region.units.len() as NodeId);
                let ops: Vec<OpId> = (region.first_op..region.first_op + region.ops).collect();
                state.run(&self.program, costs, &ops);
            } else {
                list(
                    region,
                    &self.program,
                    costs,
                    urgency,
                    recipe.style,
                    &mut state,
                    &mut units,
                );
            }
            for &unit in &units {
                let unit = &region.units[unit as usize];
                order.ops.extend(unit.op..unit.op + unit.ops);
            }
            order.units.push(units);
        }
        order
            .ops
            .extend(order.ops.len() as OpId..self.program.ops.len() as OpId);
        order
    }
}
