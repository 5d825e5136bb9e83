//! The scheduling problem of one trace: what may move, what it costs, where it begins, and how the
//! incoming order fares.

mod region;
mod schedule;

pub(in crate::schedule) use region::{Dep, NodeId, NodeOf, Region, RegionId, regions_of};
pub(in crate::schedule) use schedule::Schedule;

use std::cell::OnceCell;

use super::options::Walls;
use super::report::{Decision, Reason, RegionReport};
use crate::machine::Function;
use crate::machine::index::TypedVec;
use crate::timing::{
    Costs, EntryStates, Figures, HazardOracle, Model, ModelTiming, OpId, Period, Program, SimState,
    Simulation, Trace,
};

/// Region and node of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::schedule) struct Home {
    pub region: RegionId,
    pub node: NodeId,
}

/// A trace compiled for simulation, with its regions, and by model its costs and states. Built whole by a
/// [`ProblemBuilder`].
#[derive(Clone, Debug)]
pub(in crate::schedule) struct Problem {
    pub program: Program,
    pub regions: TypedVec<RegionId, Region>,
    /// By instruction that issues: where it is, unless it is a boundary between regions.
    pub homes: TypedVec<OpId, Option<Home>>,
    /// By model.
    pub costs: Vec<Costs>,
    /// By model: the state that the code before the trace ends in; idle, for a loop.
    pub starts: Vec<SimState>,
    /// By model: the state in which it begins in its incoming order; of a loop, in its settled
    /// iteration.
    pub begins: Vec<SimState>,
    /// By model: what the incoming order costs one wave.
    pub incoming: Vec<Figures>,
    /// By model: what the incoming order costs at `waves` waves, once that was needed.
    at_occupancy: Vec<OnceCell<Period>>,
    /// The kernel's own number of waves on a SIMD.
    pub waves: u32,
}

/// Builds the problems of one function.
pub(in crate::schedule) struct ProblemBuilder<'a> {
    function: &'a Function,
    hazards: &'a dyn HazardOracle,
    models: &'a [Model],
    walls: Walls,
    waves: u32,
    slow_starts: bool,
    node_of: NodeOf,
}

impl<'a> ProblemBuilder<'a> {
    pub fn new(
        function: &'a Function,
        hazards: &'a dyn HazardOracle,
        models: &'a [Model],
        walls: Walls,
        waves: u32,
    ) -> ProblemBuilder<'a> {
        ProblemBuilder {
            function,
            hazards,
            models,
            walls,
            waves,
            slow_starts: false,
            node_of: NodeOf::new(function),
        }
    }

    /// Whether orders of loops are timed with slow starts of the vector ALU.
    pub fn with_slow_starts(self, slow_starts: bool) -> ProblemBuilder<'a> {
        ProblemBuilder {
            slow_starts,
            ..self
        }
    }

    /// The problem of a trace that begins where `entries` say.
    pub fn build(&mut self, trace: &Trace, entries: &EntryStates) -> Problem {
        let program = self.compile(trace);
        let regions = regions_of(self.function, trace, self.walls, &mut self.node_of);
        let entry = |model| SimState::new(&program, entries.of(self.function, trace, model));
        let starts = (0..self.models.len()).map(entry).collect();
        self.assemble(program, regions, starts)
    }

    /// The same, as if every value had a register of its own: only flow and memory order it.
    pub fn build_without_register_reuse(&mut self, trace: &Trace) -> Problem {
        let program = self.compile(trace).without_register_reuse();
        let regions = regions_of(self.function, trace, self.walls, &mut self.node_of);
        let regions = regions.iter().map(|region| region.relinked(&program));
        let regions = regions.collect();
        let starts = vec![SimState::new(&program, None); self.models.len()];
        self.assemble(program, regions, starts)
    }

    fn compile(&self, trace: &Trace) -> Program {
        Program::compile(self.function, trace, self.hazards)
    }

    fn assemble(
        &self,
        program: Program,
        regions: TypedVec<RegionId, Region>,
        starts: Vec<SimState>,
    ) -> Problem {
        let costs = self.models.iter().map(|model| {
            let costs = program.costs(self.function, model);
            match self.slow_starts && program.is_loop {
                true => costs.with_slow_starts(model),
                false => costs,
            }
        });
        let mut problem = Problem {
            homes: homes(&program, &regions),
            costs: costs.collect(),
            program,
            regions,
            starts,
            begins: Vec::new(),
            incoming: Vec::new(),
            at_occupancy: vec![OnceCell::new(); self.models.len()],
            waves: self.waves,
        };
        for model in 0..self.models.len() {
            problem.time_incoming(model);
        }
        problem
    }
}

impl Problem {
    /// Whether any order but the incoming one is possible, and can be judged.
    pub fn is_free(&self) -> bool {
        !self.costs.is_empty() && self.regions.iter().any(|region| !region.pinned)
    }

    /// The incoming order.
    pub fn incoming_schedule(&self) -> Schedule {
        let regions = self.regions.iter();
        Schedule {
            nodes: regions
                .map(|region| region.nodes.indices().collect())
                .collect(),
            ops: self.program.order(),
        }
    }

    /// Adds a parameter set under which a new order may not be slower.
    pub fn add_model(&mut self, function: &Function, model: &Model) {
        self.costs.push(self.program.costs(function, model));
        self.starts.push(SimState::new(&self.program, None));
        self.at_occupancy.push(OnceCell::new());
        self.time_incoming(self.costs.len() - 1);
    }

    fn time_incoming(&mut self, model: usize) {
        let order = self.program.order();
        let settled = self
            .simulation(model, &order)
            .settle(self.starts[model].clone());
        self.incoming.push(settled.figures);
        self.begins.push(settled.begin);
    }

    /// An order of the trace under a model, to be simulated.
    pub fn simulation<'a>(&'a self, model: usize, order: &'a [OpId]) -> Simulation<'a> {
        Simulation {
            program: &self.program,
            costs: &self.costs[model],
            order,
        }
    }

    /// What the incoming order costs at the kernel's own number of waves under a model.
    pub fn incoming_at_occupancy(&self, model: usize) -> Period {
        *self.at_occupancy[model]
            .get_or_init(|| self.throughput(&self.program.order(), model, self.incoming[model]))
    }

    /// What an order costs at the kernel's own number of waves under a model, given what it costs one
    /// wave.
    pub fn throughput(&self, order: &[OpId], model: usize, single_wave: Figures) -> Period {
        let simulation = self.simulation(model, order);
        simulation.throughput(self.waves, &self.starts[model], single_wave.period)
    }

    /// What the incoming order costs, by model. At the kernel's own number of waves where that is known
    /// already, or for all models if it is `wanted`; otherwise 0.
    pub fn incoming_timings(&self, wanted: bool) -> Vec<ModelTiming> {
        let models = self.incoming.iter().enumerate();
        models
            .map(|(model, &single_wave)| ModelTiming {
                single_wave,
                at_occupancy: if wanted || self.at_occupancy[model].get().is_some() {
                    self.incoming_at_occupancy(model)
                } else {
                    Period::default()
                },
            })
            .collect()
    }

    /// The outcome for each region: of an order that was taken or, with a reason, of the incoming order.
    pub fn report_regions(&self, order: &Schedule, kept: Option<Reason>) -> Vec<RegionReport> {
        let regions = self.regions.iter_enumerated();
        regions
            .map(|(at, region)| {
                let insts = order.insts(at, region);
                let pairs = insts.iter().zip(&region.insts);
                let moved = pairs.filter(|(new, old)| new != old).count();
                let decision = match kept {
                    _ if region.pinned => Decision::Kept(Reason::Directive),
                    Some(reason) => Decision::Kept(reason),
                    None if moved == 0 => Decision::Kept(Reason::Unmoved),
                    None => Decision::Reordered,
                };
                RegionReport {
                    block: region.block,
                    begin: region.begin,
                    instructions: region.insts.len(),
                    moved,
                    decision,
                }
            })
            .collect()
    }

    /// What an order costs one wave under a model, and the state it ends in.
    pub fn evaluate(&self, order: &[OpId], model: usize) -> (Figures, SimState) {
        self.simulation(model, order)
            .run(self.starts[model].clone())
    }
}

fn homes(program: &Program, regions: &TypedVec<RegionId, Region>) -> TypedVec<OpId, Option<Home>> {
    let mut homes = TypedVec::from_elem(None, program.ops.len());
    for (at, region) in regions.iter_enumerated() {
        for (node, entry) in region.nodes.iter_enumerated() {
            for op in entry.op_range() {
                homes[op] = Some(Home { region: at, node });
            }
        }
    }
    homes
}
