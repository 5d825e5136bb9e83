//! How to schedule, and what each phase may spend.

use crate::machine::Function;
use crate::timing::Model;

/// How much time the search may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Effort {
    /// A few list schedules.
    Fast,
    /// What an ordinary build can afford: about ten microseconds per instruction.
    #[default]
    Default,
    /// Ten times as much, on top of what the default finds.
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

    /// Simulated instructions per instruction of a loop, and of other code.
    pub(super) fn budget(self) -> (u64, u64) {
        match self {
            Effort::Fast => (40, 12),
            Effort::Default => (440, 24),
            Effort::Max => (4000, 240),
        }
    }
}

/// What of the user's hints about order holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Walls {
    /// All of them, as LLVM defines them.
    #[default]
    Honour,
    /// `s_setprio` and `sched_barrier` hold nothing back.
    Cross,
}

impl Walls {
    /// All of them, the default first.
    pub const ALL: [Walls; 2] = [Walls::Honour, Walls::Cross];

    /// The name that the command line knows it by.
    pub fn name(self) -> &'static str {
        match self {
            Walls::Honour => "honour",
            Walls::Cross => "cross",
        }
    }
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
    /// What of the user's hints about order holds.
    pub walls: Walls,
    /// Whether the report says of every trace how it fares at the kernel's own number of waves.
    /// Else only where that was asked to judge an order: the other figures are 0.
    pub own_figures: bool,
}

impl Options {
    /// The built-in models and the default effort.
    pub fn new(function: &Function) -> Options {
        Options {
            models: Model::built_in(function.gpu).to_vec(),
            waves: None,
            effort: Effort::Default,
            walls: Walls::Honour,
            own_figures: true,
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
    /// Nodes of the largest region that is looked at for that.
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
/// Bytes that one search may keep states in.
pub(super) const VISITED_BYTES: usize = 32 << 20;
/// Regions with more nodes get the simpler lower bound: the better one takes time that grows with
/// the square of their number.
pub(super) const MOST_BOUNDED_NODES: usize = 700;
