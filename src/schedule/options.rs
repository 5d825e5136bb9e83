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
