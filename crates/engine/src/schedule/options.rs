//! How to schedule, and what each phase may spend.

pub use crate::machine::Walls;
use crate::machine::{BlockId, Function};
use crate::timing::{Model, Trace};

/// How much time the search may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Effort {
    /// A list schedule and a brief local search of loops; no exact search, no cuts of loops.
    Fast,
    /// What an ordinary build can afford: about a tenth of a millisecond per instruction of matrix kernels.
    #[default]
    Default,
    /// Seven to seventy times the steps for heuristics, and 500 times those of the exact search an instruction;
    /// the default's search as well; overlapped iterations several times over, on all cores.
    Max,
}

impl Effort {
    /// All efforts, the least first.
    pub const ALL: [Effort; 3] = [Effort::Fast, Effort::Default, Effort::Max];

    /// The name that the command line knows it by.
    pub fn name(self) -> &'static str {
        match self {
            Effort::Fast => "fast",
            Effort::Default => "default",
            Effort::Max => "max",
        }
    }

    /// Simulated instructions, for each instruction of a loop, that the search for stages, an order and registers may
    /// spend. With several waves on a SIMD an order matters less.
    pub fn steps_of_overlap(self, waves: u32) -> u64 {
        let (alone, beside_others) = match self {
            Effort::Fast => (800, 300),
            Effort::Default => (3_000, 1_000),
            Effort::Max => (140_000, 70_000),
        };
        if waves <= 1 { alone } else { beside_others }
    }

    /// How many such searches there are, each with random numbers of its own.
    pub fn searches_of_overlap(self) -> u32 {
        match self {
            Effort::Fast | Effort::Default => 1,
            Effort::Max => 8,
        }
    }

    /// How many cuts of a loop, the best ones after brief searches, are searched in full where its stages and order were not found as one
    /// problem.
    pub fn cuts_of_overlap(self) -> usize {
        match self {
            Effort::Fast => 0,
            Effort::Default => 2,
            Effort::Max => 3,
        }
    }

    /// What each phase may spend.
    pub(super) fn budgets(self) -> Budgets {
        match self {
            Effort::Fast => Budgets {
                loop_steps: 40,
                steps_per_loop: 0,
                further_steps: 0,
                other_steps: 12,
                exact: Exact::Never,
                also_default: false,
            },
            Effort::Default => Budgets {
                loop_steps: 600,
                steps_per_loop: 15_000,
                further_steps: 1000,
                other_steps: 24,
                exact: Exact::OutsideLoops,
                also_default: false,
            },
            Effort::Max => Budgets {
                loop_steps: 4000,
                steps_per_loop: 100_000,
                further_steps: 20_000,
                other_steps: 240,
                exact: Exact::Everywhere,
                also_default: true,
            },
        }
    }
}

/// Where regions of the order found are searched exactly.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Exact {
    Never,
    /// In loops the same time gains more in local search.
    OutsideLoops,
    Everywhere,
}

/// What the phases of a search may spend. A step is one simulated instruction, so that the same input
/// gives the same output on every machine.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budgets {
    /// Steps per instruction of a loop for construction and local search together ...
    loop_steps: u64,
    /// ... and steps for each loop on top of them: small loops are cheap to search, and need more tries for
    /// each instruction.
    steps_per_loop: u64,
    /// Steps per instruction of a loop for a search that goes on from its present order.
    further_steps: u64,
    /// Steps per instruction of other code for construction; there is no local search.
    other_steps: u64,
    /// Where the exact search follows; [`ExactBudgets`] says how much it may spend.
    exact: Exact,
    /// Whether the trace is searched a second time with the default effort: more steps lead elsewhere,
    /// and need not lead to something better.
    pub also_default: bool,
}

/// Steps per instruction that a loop gets at most for being one.
const MOST_EXTRA_STEPS: u64 = 1500;

/// The budget of construction and local search for one trace, in steps spent since its search began.
#[derive(Clone, Copy, Debug)]
pub(super) struct Steps {
    /// Construction ends here.
    pub construct: u64,
    /// Local search from the best list schedule ends here.
    pub improve: u64,
    /// Local search near an order that loses nowhere ends here.
    pub improve_nearby: u64,
    /// What guarded local search may spend, if everything else is refused.
    pub improve_guarded: u64,
}

impl Budgets {
    /// What a search may spend that goes on from the present order of a loop of `instructions` that issue.
    pub fn further(self, instructions: usize) -> u64 {
        self.further_steps * instructions as u64
    }

    /// Whether the exact search follows.
    pub fn searches_exactly(self, is_loop: bool) -> bool {
        match self.exact {
            Exact::Never => false,
            Exact::OutsideLoops => !is_loop,
            Exact::Everywhere => true,
        }
    }

    /// The budget for a trace of `instructions` instructions that issue. In a loop 15 percent are for
    /// construction, 70 for improving what it found, 15 for the neighbourhood of an order that loses
    /// nowhere; other code is worth construction only.
    pub fn steps(self, is_loop: bool, instructions: usize) -> Steps {
        let instructions = instructions as u64;
        if is_loop {
            // Tries in the smallest loops cost more than their steps; without instructions they cost none.
            let extra = self.steps_per_loop.min(MOST_EXTRA_STEPS * instructions);
            let all = self.loop_steps * instructions + extra;
            Steps {
                construct: all * 15 / 100,
                improve: all * 85 / 100,
                improve_nearby: all,
                improve_guarded: all,
            }
        } else {
            let all = self.other_steps * instructions;
            Steps {
                construct: all,
                improve: all,
                improve_nearby: all,
                improve_guarded: 0,
            }
        }
    }
}

/// Where the search for an order of a loop begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Start {
    /// With list schedules.
    #[default]
    Lists,
    /// With the present order, which an earlier search found: local search goes on from there.
    Present,
    /// As [`Start::Present`]; loops are timed with slow starts of the vector ALU, as their plan was.
    Planned,
}

/// How to schedule.
#[derive(Clone, Debug)]
pub struct Options {
    /// Parameter sets, the one to optimise for first. Without any, nothing is moved.
    pub models: Vec<Model>,
    /// Waves per SIMD that a new order must not slow down; the kernel's own number if `None`.
    pub waves: Option<u32>,
    /// How hard to search.
    pub effort: Effort,
    /// Loops, by their first block, that are searched as with [`Effort::Fast`]: [`cold_loops`](super::cold_loops).
    pub cold: Vec<BlockId>,
    /// Whether the user's hints about order are honoured.
    pub walls: Walls,
    /// Where the search of loops begins.
    pub start: Start,
    /// Whether the report gives the time of every trace at the kernel's own number of waves. Otherwise
    /// only where an order was compared by it; the other figures are 0.
    pub own_figures: bool,
}

impl Options {
    /// The built-in models and the default effort.
    pub fn new(function: &Function) -> Options {
        Options {
            models: Model::built_in(function.gpu).to_vec(),
            waves: None,
            effort: Effort::Default,
            cold: Vec::new(),
            walls: Walls::Honour,
            start: Start::Lists,
            own_figures: true,
        }
    }

    /// How hard to search a trace.
    pub fn effort_for(&self, trace: &Trace) -> Effort {
        match self.cold.contains(&trace.blocks[0]) {
            true => Effort::Fast,
            false => self.effort,
        }
    }
}

/// What the exact search may spend.
///
/// A step is an instruction that is issued or considered in the simulator, so that results do not
/// depend on the machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ExactBudgets {
    /// To shorten regions of the order found: steps per instruction of the trace.
    pub refine_steps_per_instruction: u64,
    /// Nodes of the largest region that is searched for that.
    pub refine_most_nodes: usize,
    /// To prove that an order cannot be beaten: steps per instruction of a region ...
    pub certify_steps_per_instruction: u64,
    /// ... and steps for a whole function.
    pub certify_steps_per_function: u64,
}

impl Effort {
    /// What the exact search may spend.
    pub(super) fn exact_budgets(self) -> ExactBudgets {
        match self {
            Effort::Fast => ExactBudgets {
                refine_steps_per_instruction: 0,
                refine_most_nodes: 0,
                certify_steps_per_instruction: 0,
                certify_steps_per_function: 0,
            },
            Effort::Default => ExactBudgets {
                refine_steps_per_instruction: 20,
                refine_most_nodes: 50,
                certify_steps_per_instruction: 100,
                certify_steps_per_function: 400_000,
            },
            Effort::Max => ExactBudgets {
                refine_steps_per_instruction: 10_000,
                refine_most_nodes: MOST_SEARCHED_NODES,
                certify_steps_per_instruction: 20_000,
                certify_steps_per_function: 40_000_000,
            },
        }
    }
}

/// Regions with more nodes are not searched exactly at any effort: a search keeps a simulator state
/// for each.
pub(super) const MOST_SEARCHED_NODES: usize = 400;
/// Memory for the states of one search, in bytes.
pub(super) const VISITED_BYTES: usize = 32 << 20;
/// Regions with more nodes get the simpler lower bound: the better one takes time that grows with
/// the square of their number.
pub(super) const MOST_BOUNDED_NODES: usize = 700;
