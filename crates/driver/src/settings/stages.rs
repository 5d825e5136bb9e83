//! Rows about what the stages do.

use super::front_ends::FrontEnd::{
    self, Evaluate, Lint, Modules, OpenFunction, OpenText, Opt, Plugin, Replay, Show,
};
use super::front_ends::Support::{self, Has, Lacks, Only};
use super::{Check, Kind, Row, Value};
use crate::machine::LdsDma;
use crate::rules::Policy;
use crate::schedule::{Effort, Walls};
use crate::{Fault, Options, Renaming};

const AS_IT_IS: &str =
    "figures are those of the text as it is, with the order, waits and nops that it has";
const SHOWN: &str = "text and machine code are shown as they are: only LLVM IR is compiled here";
const MENDED: &str = "lint and fix keep the order of instructions and put in only what is missing";
const COMPILED: &str =
    "registers are allocated already; of several texts of a kernel, 'pick' takes the fastest";
const ALL_STAGES: &str = "a text gets its order, its waits and its nops together";
const NO_SPOILING: &str = "results are spoilt on purpose in compilations and in replay alone";
const NO_SEARCH: &str =
    "orders come from outside, and are given to the registers and blocks that are there";

const fn value(name: &'static str, help: &'static str, set: fn(&mut Options)) -> Value {
    Value { name, help, set }
}

const fn row(
    name: &'static str,
    help: &'static str,
    kind: Kind,
    support: fn(FrontEnd) -> Support,
) -> Row {
    Row {
        name,
        help,
        kind,
        is_hidden: false,
        other_defaults: &[],
        support,
    }
}

const fn choice(values: &'static [Value], default: &'static str) -> Kind {
    Kind::Choice {
        values,
        default: Some(default),
        bare: None,
    }
}

fn whole_stage(at: FrontEnd) -> Support {
    match at {
        Plugin | Modules | Replay => Has,
        Opt => Only("true", ALL_STAGES),
        OpenText | OpenFunction => Only("true", NO_SEARCH),
        Evaluate => Lacks(AS_IT_IS),
        Show => Lacks(SHOWN),
        Lint => Lacks(MENDED),
    }
}

/// The rows.
pub(super) static ROWS: &[Row] = &[
    row(
        "schedule",
        "Reorder instructions",
        Kind::Switch(|options, on| options.schedule = on),
        whole_stage,
    ),
    row(
        "waits",
        "Place s_waitcnt",
        Kind::Switch(|options, on| options.waits = on),
        whole_stage,
    ),
    row(
        "nops",
        "Place s_nop",
        Kind::Switch(|options, on| options.nops = on),
        whole_stage,
    ),
    row(
        "check",
        "How much is checked",
        Kind::Choice {
            values: &[
                value("false", "Check nothing", |o| o.check = Check::Off),
                value(
                    "true",
                    "Prove that a new order is the same program, or leave the function to LLVM",
                    |o| o.check = Check::Proof,
                ),
                value(
                    "full",
                    "Also check waits, nops and the final stream, by code that shares no logic with \
                     what made them",
                    |o| o.check = Check::Full,
                ),
            ],
            default: Some("true"),
            bare: Some("true"),
        },
        |at| match at {
            Plugin => Has,
            Modules => Only("full", "commands check all that they compile"),
            Opt | OpenText | OpenFunction => Only(
                "full",
                "no compiler comes behind that could do without the check",
            ),
            Replay => Only("full", "a replay is there to check results"),
            Evaluate => Lacks(AS_IT_IS),
            Show => Lacks(SHOWN),
            Lint => Lacks("lint and fix always check"),
        },
    ),
    Row {
        other_defaults: &[(Lint, "isa")],
        ..row(
            "hazards",
            "Whose hazard rules hold",
            choice(
                &[
                    value(
                        "safe",
                        "The stricter of LLVM and AMD's documents, pair by pair",
                        |o| o.hazards = Policy::Safe,
                    ),
                    value(
                        "exact",
                        "As safe, without LLVM's certain false positives",
                        |o| o.hazards = Policy::Exact,
                    ),
                    value("isa", "AMD's documents alone", |o| {
                        o.hazards = Policy::Isa;
                    }),
                    value("llvm", "LLVM's rules alone", |o| o.hazards = Policy::Llvm),
                ],
                "safe",
            ),
            |at| match at {
                Plugin | Modules | Opt | OpenText | OpenFunction | Show | Lint | Replay => Has,
                Evaluate => Lacks(AS_IT_IS),
            },
        )
    },
    row(
        "effort",
        "How much time the search for an order may take",
        choice(
            &[
                value(
                    "fast",
                    "List schedules, and in loops a brief local search; no exact search, no cuts of loops",
                    |o| o.effort = Effort::Fast,
                ),
                value(
                    "default",
                    "For everyday builds: about a tenth of a millisecond an instruction of matrix kernels",
                    |o| o.effort = Effort::Default,
                ),
                value(
                    "max",
                    "Seven to seventy times the steps of default, 500 times in the exact search, in \
                     addition to default's own search; loops whose iterations overlap are searched \
                     eight times, on all cores",
                    |o| o.effort = Effort::Max,
                ),
            ],
            "default",
        ),
        |at| match at {
            Plugin | Modules | Opt | OpenText | OpenFunction | Replay => Has,
            Evaluate => Lacks(AS_IT_IS),
            Show => Lacks(SHOWN),
            Lint => Lacks(MENDED),
        },
    ),
    row(
        "walls",
        "Which of the user's hints about order hold",
        choice(
            &[
                value("honour", "All of them, as LLVM defines them", |o| {
                    o.walls = Walls::Honour;
                }),
                value(
                    "cross",
                    "s_setprio, sched_barrier, sched_group_barrier and iglp_opt hold nothing back",
                    |o| o.walls = Walls::Cross,
                ),
            ],
            "honour",
        ),
        |at| match at {
            Plugin | Modules | Opt | OpenFunction | Replay => Has,
            OpenText => Only(
                "honour",
                "dependences of a text are derived between walls alone",
            ),
            Evaluate => Lacks(AS_IT_IS),
            Show => Lacks(SHOWN),
            Lint => Lacks(MENDED),
        },
    ),
    row(
        "rename",
        "Whether values in loops get other registers where that frees the order",
        choice(
            &[
                value(
                    "on",
                    "Where it keeps all values in active lanes, at no cost in waves",
                    |o| o.rename = Renaming::On,
                ),
                value(
                    "strict",
                    "And the inactive lanes that instructions which ignore EXEC read",
                    |o| o.rename = Renaming::Strict,
                ),
                value("off", "Nowhere", |o| o.rename = Renaming::Off),
            ],
            "on",
        ),
        |at| match at {
            Plugin | Modules | Opt | Replay => Has,
            OpenText | OpenFunction => Only("off", NO_SEARCH),
            Evaluate => Lacks(AS_IT_IS),
            Show => Lacks(SHOWN),
            Lint => Lacks(MENDED),
        },
    ),
    row(
        "coalesce",
        "Whether copies of registers and spills that allocation left are taken out",
        choice(
            &[
                value(
                    "on",
                    "Where all values in active lanes stay the same and no loop takes longer; with \
                     rename=strict inactive lanes, too",
                    |o| o.coalesce = true,
                ),
                value("off", "Nowhere", |o| o.coalesce = false),
            ],
            "on",
        ),
        |at| match at {
            Plugin | Modules | Opt | Replay => Has,
            OpenText | OpenFunction => Only("off", NO_SEARCH),
            Evaluate => Lacks(AS_IT_IS),
            Show => Lacks(SHOWN),
            Lint => Lacks(MENDED),
        },
    ),
    row(
        "overlap",
        "Whether iterations of loops overlap: the next one begins before one ends",
        choice(
            &[
                value(
                    "on",
                    "Where the loop and the function take less time",
                    |o| {
                        o.overlap = true;
                    },
                ),
                value("off", "Nowhere", |o| o.overlap = false),
            ],
            "on",
        ),
        |at| match at {
            Plugin | Modules | Opt | Replay => Has,
            OpenText | OpenFunction => Only("off", NO_SEARCH),
            Evaluate => Lacks(AS_IT_IS),
            Show => Lacks(SHOWN),
            Lint => Lacks(MENDED),
        },
    ),
    row(
        "place-loops",
        "Whether s_nop before loops move them to where their instructions are fetched in time",
        choice(
            &[
                value("on", "Where that saves more than the s_nop take", |o| {
                    o.place_loops = true;
                }),
                value("off", "Nowhere", |o| o.place_loops = false),
            ],
            "on",
        ),
        |at| match at {
            Plugin | Modules | Replay => Has,
            Opt => Only(
                "off",
                "opt orders text as it is: it stays as long as its author made it, but for what must be there",
            ),
            OpenText | OpenFunction => Only("off", NO_SEARCH),
            Evaluate => Lacks(AS_IT_IS),
            Show => Lacks(SHOWN),
            Lint => Lacks(MENDED),
        },
    ),
    row(
        "lds-dma",
        "Which loads straight into LDS an LDS access waits for",
        choice(
            &[
                value(
                    "llvm",
                    "Those that LLVM's own wait inserter waits for",
                    |o| {
                        o.lds_dma = LdsDma::Llvm;
                    },
                ),
                value("strict", "All that are not proved to go elsewhere", |o| {
                    o.lds_dma = LdsDma::Strict;
                }),
            ],
            "llvm",
        ),
        |at| match at {
            Plugin | Modules | OpenFunction | Replay => Has,
            Opt | OpenText => Only(
                "llvm",
                "a text keeps the waits for loads into LDS that it has: it does not say where these loads write",
            ),
            Evaluate => Lacks(AS_IT_IS),
            Show => Lacks(SHOWN),
            Lint => Lacks(MENDED),
        },
    ),
    row(
        "pick",
        "Compile the module under others of LLVM's strategies before register allocation, too, each in a process of its own, \
         and take for each kernel the fastest by modelled clocks. For modules of which each is compiled by one thread",
        choice(
            &[
                value("off", "The module as it is", |o| o.pick = 0),
                value("1", "One strategy beside the default is searched", |o| {
                    o.pick = 1
                }),
                value("2", "Two", |o| o.pick = 2),
                value("3", "Three", |o| o.pick = 3),
                value("5", "Five: all of them", |o| o.pick = 5),
            ],
            "off",
        ),
        |at| match at {
            Plugin => Has,
            Modules => Lacks("'cdna-sched pick' compiles modules under several strategies"),
            Opt | OpenText | OpenFunction | Replay => Lacks(COMPILED),
            Evaluate => Lacks(AS_IT_IS),
            Show => Lacks(SHOWN),
            Lint => Lacks(MENDED),
        },
    ),
    Row {
        is_hidden: true,
        ..row(
            "fault",
            "Spoil a result before it is checked, to see the check at work",
            Kind::Choice {
                values: &[
                    value("order", "Read a register before it is written", |o| {
                        o.fault = Some(Fault::Order);
                    }),
                    value("wait", "Forget an s_waitcnt", |o| {
                        o.fault = Some(Fault::Wait);
                    }),
                    value(
                        "request",
                        "Drop a wait that the memory model requires",
                        |o| o.fault = Some(Fault::Request),
                    ),
                    value("rename", "Read a register that the value is not in", |o| {
                        o.fault = Some(Fault::Rename)
                    }),
                    value(
                        "copy",
                        "Read a register that a removed copy did not copy",
                        |o| o.fault = Some(Fault::Copy),
                    ),
                    value(
                        "peel",
                        "Read another register in a copy that the plugin puts in front of a loop",
                        |o| {
                            o.fault = Some(Fault::Peel);
                        },
                    ),
                    value("nop", "Forget an s_nop", |o| o.fault = Some(Fault::Nop)),
                    value("show", "Panic where results are only shown", |o| {
                        o.fault = Some(Fault::Show);
                    }),
                ],
                default: None,
                bare: None,
            },
            |at| match at {
                Plugin | Replay => Has,
                Modules | Opt | OpenText | OpenFunction | Evaluate | Show | Lint => {
                    Lacks(NO_SPOILING)
                }
            },
        )
    },
];
