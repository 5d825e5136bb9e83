//! The ways in: what each does with its input decides which options it can have.

/// What is done with an input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FrontEnd {
    /// The plugin, in LLVM's pipeline.
    Plugin,
    /// Modules that the commands `compare`, `view` and `why` compile.
    Modules,
    /// Assembly text that is ordered anew: `cdna-sched opt` and `view`, the requests `opt` and `rewrite`, the C library, Triton.
    Opt,
    /// A text that is opened to orders from outside.
    OpenText,
    /// A saved function that is opened to orders from outside.
    OpenFunction,
    /// Figures of a text as it is: `compare` of two texts, the requests `evaluate` and `compare`.
    Evaluate,
    /// Text and machine code that `view` and `why` show as they are.
    Show,
    /// `lint` and `fix`, as commands, requests and functions of the C library, and in Triton.
    Lint,
    /// Saved functions that `replay` runs the stages on again.
    Replay,
}

impl FrontEnd {
    /// All of them.
    pub const ALL: [FrontEnd; 9] = [
        FrontEnd::Plugin,
        FrontEnd::Modules,
        FrontEnd::Opt,
        FrontEnd::OpenText,
        FrontEnd::OpenFunction,
        FrontEnd::Evaluate,
        FrontEnd::Show,
        FrontEnd::Lint,
        FrontEnd::Replay,
    ];

    /// What it does, for people.
    pub fn describe(self) -> &'static str {
        match self {
            FrontEnd::Plugin => "the plugin",
            FrontEnd::Modules => "`compare`, `pick`, `view` and `why` of LLVM IR",
            FrontEnd::Opt => "`opt`, `view` of assembly text, Triton's mode `opt`",
            FrontEnd::OpenText => "orders from outside for a text",
            FrontEnd::OpenFunction => "orders from outside for a saved function",
            FrontEnd::Evaluate => "`evaluate`, `compare` of two texts",
            FrontEnd::Show => "`view` and `why` of text and code as they are",
            FrontEnd::Lint => "`lint`, `fix`, Triton's modes of these names",
            FrontEnd::Replay => "`replay`",
        }
    }
}

/// What becomes of an option in a front end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Support {
    /// It has it, with all its values.
    Has,
    /// This value always holds; others are refused for this reason.
    Only(&'static str, &'static str),
    /// Any value is refused for this reason.
    Lacks(&'static str),
}
