//! Overlapping iterations as one problem: which iteration each instruction of a loop runs ahead of, where it stands, and which
//! registers its values have.
//!
//! The order of a loop gives each instruction a stage and a place ([`placement`]); dependences have distances ([`graph`]), so that a
//! move of one instruction is legal by its own dependences alone, whether it changes places or stages. Values that live within an
//! iteration have registers of their own while the search runs ([`names`]), and what they need is a part of an order's cost
//! ([`lives`], [`counts`]). Whole rounds of the loop are listed by urgency, from several places on ([`round`], [`listing`], [`pressure`],
//! [`relisting`]). The search that goes on from there is local ([`search`]); it goes on in rounds, after each of which the order is timed at the kernel's own
//! number of waves ([`rounds`]). In the end values get registers on a circle as long as an iteration ([`colour`]).
//!
//! Several searches, each with random numbers of its own, run beside each other ([`parallel`]).
//!
//! What comes out is a cut, registers, and an order of the rotated loop: what [`rotate`](crate::transform::rotate) makes, and what
//! the judges of orders, registers and rotations know.

mod apply;
mod colour;
mod counts;
mod graph;
mod listing;
mod lives;
mod names;
mod parallel;
mod placement;
mod pressure;
mod relisting;
mod round;
mod rounds;
mod search;
#[cfg(test)]
mod tests;

use crate::machine::liveness::Liveness;
use crate::machine::{Function, InstId, Reg, RegRange};
use crate::schedule::Options;
use crate::timing::{
    Costs, HazardOracle, OpId, OpRange, Period, Program, SimState, Simulation, Trace,
};
use crate::transform::rename::{self, Pin, Renaming, Web, shifted};
use crate::transform::rotate::{Cut, Cuts, LoopShape};
use crate::transform::targets::Targets;
use graph::{Arc, Graph};
use lives::Lives;
use names::Names;
use placement::Placement;
use rounds::{Good, Rounds};

/// Shares of the matrix instructions, in hundredths, that the first orders leave for the next round.
const SHARES: [usize; 5] = [15, 40, 65, 85, 100];

/// The search for an order with the present registers gets one part of the steps in this many.
const FIXED: u64 = 2;

/// A loop as it may be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// Its two parts, in the order of the loop.
    pub cut: Cut,
    /// The loop's instructions but the branches, in order: the second part of one iteration with the first of the next.
    pub order: Vec<InstId>,
    /// Operands that have other registers: instruction, index, registers.
    pub registers: Vec<(InstId, u32, RegRange)>,
}

/// A loop to be overlapped.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    /// The function.
    pub function: &'a Function,
    /// Its loop.
    pub shape: &'a LoopShape,
    /// The same.
    pub trace: &'a Trace,
    /// What the hazards need.
    pub needs: &'a dyn HazardOracle,
    /// Models, walls and effort.
    pub options: &'a Options,
    /// What may have other registers.
    pub mode: Renaming,
    /// Waves on a SIMD.
    pub waves: u32,
    /// Simulated instructions, for each instruction of the loop, that each search may spend.
    pub steps: u64,
    /// Searches, each with random numbers of its own.
    pub searches: u32,
    /// What no order of the loop takes less than, one wave under the first model, if that is known: there is nothing to be
    /// found below.
    pub least: Option<Period>,
}

/// Searches for stages, an order and registers; the best plan first. Empty: there is nothing to overlap, or there are not registers
/// enough for what was found.
pub fn search(request: &Request<'_>) -> Vec<Plan> {
    Loop::of(request).plans(request)
}

/// A loop as it is searched.
struct Loop {
    webs: Vec<Web>,
    graph: Graph,
    /// By node: the slots between it and each that must come after it, under the first model.
    latencies: Vec<Vec<u32>>,
    program: Program,
    /// By model.
    costs: Vec<Costs>,
    /// The same with slow starts of the vector ALU: what orders are timed by between the rounds of a search.
    slow_start_costs: Vec<Costs>,
    /// By node: its instructions in the program, those that issue.
    ops: Vec<OpRange>,
    /// The nodes that are not one instruction there, with how many more they are.
    uneven: Vec<(u32, i64)>,
    /// By instruction of the program: its node.
    nodes: Vec<u32>,
    lives: Lives,
    /// The slots that a web may move to: of those that write only active lanes, and of others.
    admitted: [Vec<bool>; 2],
}

impl Loop {
    fn of(request: &Request<'_>) -> Loop {
        let Request {
            function,
            shape,
            mode,
            ..
        } = *request;
        let block = shape.block;
        let liveness = Liveness::of(function);
        let targets = Targets::of(function);
        let inactive = rename::inactive(function, block, &liveness, mode);
        let mut webs = rename::webs(function, block, &liveness, &inactive);
        if mode == Renaming::Off || rename::keeps_registers(function, block) {
            for web in &mut webs {
                web.pin = web.pin.or(Some(Pin::FixedInstruction));
            }
        }
        let names = Names::of(&webs);
        let graph = Graph::of(function, shape, &names, request.options.walls);
        let own = |inst: InstId, operand: usize| names.web(inst, operand);
        let program = Program::compile_named(function, request.trace, request.needs, &own);
        let models = &request.options.models;
        let costs = models.iter().map(|model| program.costs(function, model));
        let costs: Vec<Costs> = costs.collect();
        let by_model = costs.iter().cloned().zip(models);
        let slow_start_costs = by_model.map(|(costs, model)| costs.with_slow_starts(model));
        let mut ops = vec![OpRange::new(OpId::new(0), 0); graph.insts.len()];
        let mut nodes = vec![u32::MAX; program.ops.len()];
        for (at, op) in program.ops.iter_enumerated() {
            let inst = function.unit_of(op.inst);
            let node = graph.insts.iter().position(|&other| other == inst);
            if let Some(node) = node {
                let known: usize = ops[node].positions().len();
                ops[node] = OpRange::between(at.index() - known, at.index() + 1);
                nodes[at.index()] = node as u32;
            }
        }
        let more = ops.iter().map(|ops| ops.positions().len() as i64 - 1);
        let uneven = (0..).zip(more).filter(|&(_, more)| more != 0).collect();
        let latencies = latencies(&graph, &program, costs.first(), &ops);
        Loop {
            latencies,
            lives: Lives::of(function, block, &graph, &webs, &targets.allowed()),
            admitted: [false, true].map(|past| targets.admitted(block, past, &inactive)),
            webs,
            graph,
            program,
            slow_start_costs: slow_start_costs.collect(),
            costs,
            ops,
            uneven,
            nodes,
        }
    }

    fn plans(&self, request: &Request<'_>) -> Vec<Plan> {
        if self.costs.is_empty() {
            return Vec::new();
        }
        let Some(starts) = self.starts(request) else {
            return Vec::new();
        };
        let rounds = Rounds::of(self, request);
        let made = |found: Vec<Good>| {
            let plans = found
                .iter()
                .filter_map(|good| self.as_plan(request.function, good));
            plans.collect::<Vec<Plan>>()
        };
        let mut plans = made(parallel::best_first(request.searches, |seed| {
            rounds.begin_with_several(&starts, seed)
        }));
        if plans.is_empty() {
            plans = made(parallel::best_first(request.searches, |seed| {
                rounds.begin_with_few_registers(&starts, seed)
            }));
        }
        match plans.is_empty() {
            true => made(self.with_present_registers(request, &rounds)),
            false => plans,
        }
    }

    /// Where registers are scarce: begins with an order for which the present ones do; those of orders near it are found one
    /// after the other.
    fn with_present_registers(&self, request: &Request<'_>, rounds: &Rounds<'_>) -> Vec<Good> {
        if request.mode == Renaming::Off {
            return Vec::new();
        }
        let fixed = Request {
            mode: Renaming::Off,
            steps: request.steps / FIXED,
            ..*request
        };
        let looped = Loop::of(&fixed);
        let Some(starts) = looped.starts(&fixed) else {
            return Vec::new();
        };
        let first = Rounds::of(&looped, &fixed);
        parallel::best_first(request.searches, |seed| {
            let start = first.begin_with_several(&starts, seed)?;
            rounds.begin_with_one(start.found.placement, seed)
        })
    }

    /// Nothing is under way.
    fn idle(&self) -> SimState {
        SimState::new(&self.program, None)
    }

    /// A node comes next under the first model; the slot in which it issues.
    fn step(&self, state: &mut SimState, node: u32) -> u32 {
        let mut slot = state.wave.now;
        for op in self.ops[node as usize] {
            slot = state.step(&self.program, &self.costs[0], op).1;
        }
        slot
    }

    /// The first instruction of a node that issues.
    fn first_op(&self, node: u32) -> Option<OpId> {
        self.ops[node as usize].into_iter().next()
    }

    /// An order of the loop under a model, to be simulated.
    fn simulation<'a>(&'a self, model: usize, order: &'a [OpId]) -> Simulation<'a> {
        Simulation {
            program: &self.program,
            costs: &self.costs[model],
            order,
        }
    }

    /// The same with slow starts of the vector ALU.
    fn simulation_with_slow_starts<'a>(
        &'a self,
        model: usize,
        order: &'a [OpId],
    ) -> Simulation<'a> {
        Simulation {
            costs: &self.slow_start_costs[model],
            ..self.simulation(model, order)
        }
    }

    /// The instructions that issue, in the order of a placement.
    fn in_order(&self, placement: &Placement) -> Vec<OpId> {
        let order = placement.order.iter();
        order.flat_map(|&node| self.ops[node as usize]).collect()
    }

    /// Orders to begin with: the loop cut at several places.
    fn starts(&self, request: &Request<'_>) -> Option<Vec<Placement>> {
        let (function, shape) = (request.function, request.shape);
        let cuts = Cuts::new(function, shape, request.options.walls)?;
        let of_matrix = SHARES.iter();
        let mut found: Vec<Cut> = of_matrix
            .map(|&share| cuts.leaving(function, share, 100))
            .collect();
        found.extend(cuts.of_loads(function));
        let mut starts: Vec<Placement> = Vec::new();
        for cut in found {
            let is_second: Vec<bool> = shape
                .body
                .iter()
                .map(|inst| cut.second.contains(inst))
                .collect();
            let start = Placement::cut(&self.graph, |node| is_second[node]);
            if !cut.second.is_empty() && !starts.contains(&start) {
                starts.push(start);
            }
        }
        (!starts.is_empty()).then_some(starts)
    }

    /// `None` if nothing is left for the next round.
    fn as_plan(&self, function: &Function, good: &Good) -> Option<Plan> {
        let (placement, shifts) = (&good.found.placement, &good.shifts);
        let graph = &self.graph;
        let order = placement.order.iter().copied();
        let order: Vec<u32> = order.filter(|&n| (n as usize) < graph.movable).collect();
        let insts = |nodes: &mut dyn Iterator<Item = &u32>| -> Vec<InstId> {
            nodes.map(|&node| graph.insts[node as usize]).collect()
        };
        let of_stage = |stage: u32| {
            let mut nodes = order.iter().filter(|&&n| placement.stage(n) == stage);
            insts(&mut nodes)
        };
        let mut registers = Vec::new();
        for (web, &shift) in self.webs.iter().zip(shifts).filter(|(_, s)| **s != 0) {
            for at in &web.operands {
                let operand = function.operands(at.inst)[at.operand as usize];
                let moved = operand.reg().and_then(|range| {
                    let first = Reg::from_index(shifted(range.first(), shift))?;
                    RegRange::new(first, range.len())
                });
                registers.extend(moved.map(|range| (at.inst, at.operand, range)));
            }
        }
        let cut = Cut {
            first: of_stage(0),
            second: of_stage(1),
        };
        (!cut.second.is_empty()).then(|| Plan {
            cut,
            order: insts(&mut order.iter()),
            registers,
        })
    }
}

/// By node: the slots between it and each that must come after it.
fn latencies(
    graph: &Graph,
    program: &Program,
    costs: Option<&Costs>,
    ops: &[OpRange],
) -> Vec<Vec<u32>> {
    // Of nodes that are several instructions, the longest of all pairs.
    let between = |from: usize, to: u32| {
        let all = || {
            let to = ops[to as usize].into_iter();
            to.flat_map(|to| ops[from].into_iter().map(move |from| (from, to)))
        };
        let Some(costs) = costs else { return 0 };
        let slots = all().map(|(from, to)| {
            let result = match program.feeds(from, to) {
                true => costs.ops[from].result,
                false => 0,
            };
            let hazard = program.slots_for_hazards(OpRange::new(from, 1), to);
            result.max(hazard).max(1)
        });
        slots.max().unwrap_or(0)
    };
    let of_node = |(from, arcs): (usize, &Vec<Arc>)| {
        let arcs = arcs.iter();
        arcs.map(|arc| between(from, arc.node)).collect()
    };
    graph.after.iter().enumerate().map(of_node).collect()
}
