//! The options of the plugin: the one table of their names, values, defaults and effects.
//!
//! The shim makes the table an option of LLVM's command line each ([`describe`]), so that `--help`
//! lists them and LLVM itself refuses a value that is not in the table. It hands back the text of
//! every value, in the order of the table; what the values mean is decided here ([`parse`]).

use std::ffi::OsString;
use std::sync::{LazyLock, Mutex, PoisonError};

use super::abi::*;
use super::pattern::Pattern;
use crate::machine::LdsDma;
use crate::pipeline::{Fault, Options, Renaming};
use crate::rules::Policy;
use crate::schedule::{Effort, Walls};

/// What a session goes by.
#[derive(Debug)]
pub struct Settings {
    /// What the stages do. Cost model and orders are still those of [`Settings::model`] and
    /// [`Settings::orders`].
    pub options: Options,
    /// File of the report; empty: none.
    pub report: OsString,
    /// Directory that functions are saved to; empty: none.
    pub save: OsString,
    /// Directory that pages are written to; empty: none.
    pub view: OsString,
    /// File of the cost model; empty: that of `options`.
    pub model: OsString,
    /// File of orders from outside; empty: none.
    pub orders: OsString,
    /// Symbols that the stages look at; `None`: all.
    pub only: Option<Pattern>,
    /// Symbols that they leave alone; `None`: none.
    pub skip: Option<Pattern>,
}

impl Settings {
    /// Goes by these options alone.
    pub fn of(options: Options) -> Settings {
        Settings {
            options,
            report: OsString::new(),
            save: OsString::new(),
            view: OsString::new(),
            model: OsString::new(),
            orders: OsString::new(),
            only: None,
            skip: None,
        }
    }
}

/// The options of a program that links the plugin in; they take the place of the command line's.
static EMBEDDED: Mutex<Option<Options>> = Mutex::new(None);

/// Sets, or with `None` removes, the options that take the place of the command line's.
#[cfg(feature = "llvm")]
pub fn embed(options: Option<Options>) {
    *EMBEDDED.lock().unwrap_or_else(PoisonError::into_inner) = options;
}

/// What is wrong with a value.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// Not one value for every option of the table.
    #[error(
        "cdna-sched: {found} values came for {expected} options; rebuild shim and core from one tree"
    )]
    Count {
        /// How many values came.
        found: usize,
        /// How many options there are.
        expected: usize,
    },
    /// A value that is none of the option's.
    #[error("cdna-sched: -{option}='{value}': expected {expected}")]
    Value {
        /// The option, without its dash.
        option: &'static str,
        /// The value.
        value: String,
        /// What is allowed, and for a pattern what is wrong with it.
        expected: String,
    },
}

/// One value of an option that has a choice of them.
struct Choice {
    name: &'static str,
    help: &'static str,
    set: fn(&mut Settings),
}

const fn choice(name: &'static str, help: &'static str, set: fn(&mut Settings)) -> Choice {
    Choice { name, help, set }
}

/// What an option takes, and what that sets.
enum Kind {
    /// `true` (also meant by the bare option) or `false`: the default, and what to set.
    Switch(bool, fn(&mut Settings, bool)),
    /// One of the values. `default` is `None` where nothing is set unless the option is given.
    /// With `bare`, the option may stand alone and means that value then.
    Choice {
        choices: Vec<Choice>,
        default: Option<&'static str>,
        bare: Option<&'static str>,
    },
    /// Any text, empty by default: what `--help` calls it, and what to set. Errors say what was
    /// expected.
    Text(
        &'static str,
        fn(&mut Settings, OsString) -> Result<(), String>,
    ),
}

/// An option.
struct Spec {
    name: &'static str,
    help: &'static str,
    kind: Kind,
    /// `CdnaOptionFlags`.
    flags: u32,
}

const fn option(name: &'static str, help: &'static str, kind: Kind) -> Spec {
    Spec {
        name,
        help,
        kind,
        flags: 0,
    }
}

fn switches() -> Vec<Spec> {
    vec![
        Spec {
            flags: CDNA_OPTION_ENABLES,
            ..option(
                "cdna-sched",
                "Schedule AMD CDNA machine code and place its s_waitcnt and s_nop",
                // The shim's own affair: whether the stages are in the pipeline at all.
                Kind::Switch(false, |_, _| ()),
            )
        },
        option(
            "cdna-sched-schedule",
            "Reorder instructions (default true)",
            Kind::Switch(true, |s, on| s.options.schedule = on),
        ),
        option(
            "cdna-sched-waits",
            "Place s_waitcnt (default true)",
            Kind::Switch(true, |s, on| s.options.waits = on),
        ),
        option(
            "cdna-sched-nops",
            "Place s_nop (default true)",
            Kind::Switch(true, |s, on| s.options.nops = on),
        ),
    ]
}

/// Options about what is checked, and how a result is spoilt to see that.
fn checks() -> Vec<Spec> {
    fn level(settings: &mut Settings, check: bool, judge: bool) {
        settings.options.check = check;
        settings.options.judge = judge;
    }
    vec![
        option(
            "cdna-sched-check",
            "How much is checked (default true)",
            Kind::Choice {
                choices: vec![
                    choice("false", "Check nothing", |s| level(s, false, false)),
                    choice(
                        "true",
                        "Prove that a new order is the same program, or leave the function to LLVM",
                        |s| level(s, true, false),
                    ),
                    choice(
                        "full",
                        "Also check waits, nops and the final stream, by code that shares no logic with \
                         what made them",
                        |s| level(s, true, true),
                    ),
                ],
                default: Some("true"),
                bare: Some("true"),
            },
        ),
        Spec {
            flags: CDNA_OPTION_HIDDEN,
            ..option(
                "cdna-sched-fault",
                "Spoil a result before it is checked, to see the check at work",
                Kind::Choice {
                    choices: vec![
                        choice(
                            Fault::Order.name(),
                            "Read a register before it is written",
                            |s| s.options.fault = Some(Fault::Order),
                        ),
                        choice(Fault::Wait.name(), "Forget an s_waitcnt", |s| {
                            s.options.fault = Some(Fault::Wait);
                        }),
                        choice(
                            Fault::Request.name(),
                            "Drop a wait that the memory model requires",
                            |s| s.options.fault = Some(Fault::Request),
                        ),
                        choice(
                            Fault::Rename.name(),
                            "Read a register that the value is not in",
                            |s| s.options.fault = Some(Fault::Rename),
                        ),
                        choice(
                            Fault::Copy.name(),
                            "Read a register that a removed copy did not copy",
                            |s| s.options.fault = Some(Fault::Copy),
                        ),
                        choice(Fault::Nop.name(), "Forget an s_nop", |s| {
                            s.options.fault = Some(Fault::Nop);
                        }),
                        choice(
                            Fault::Show.name(),
                            "Panic where results are only shown",
                            |s| s.options.fault = Some(Fault::Show),
                        ),
                    ],
                    default: None,
                    bare: None,
                },
            )
        },
    ]
}

fn policies() -> Vec<Spec> {
    vec![
        option(
            "cdna-sched-hazards",
            "Whose hazard rules hold (default safe)",
            Kind::Choice {
                choices: vec![
                    choice(
                        Policy::Safe.name(),
                        "The stricter of LLVM and AMD's documents, pair by pair",
                        |s| s.options.hazards = Policy::Safe,
                    ),
                    choice(
                        Policy::Exact.name(),
                        "As safe, without LLVM's certain false positives",
                        |s| s.options.hazards = Policy::Exact,
                    ),
                    choice(Policy::Isa.name(), "AMD's documents alone", |s| {
                        s.options.hazards = Policy::Isa;
                    }),
                    choice(Policy::Llvm.name(), "LLVM's rules alone", |s| {
                        s.options.hazards = Policy::Llvm;
                    }),
                ],
                default: Some(Policy::Safe.name()),
                bare: None,
            },
        ),
        option(
            "cdna-sched-effort",
            "How much time the search for an order may take (default default)",
            Kind::Choice {
                choices: vec![
                    choice(
                        Effort::Fast.name(),
                        "List schedules, and in loops a brief local search; no exact search",
                        |s| s.options.effort = Effort::Fast,
                    ),
                    choice(
                        Effort::Default.name(),
                        "For everyday builds: about ten microseconds an instruction",
                        |s| s.options.effort = Effort::Default,
                    ),
                    choice(
                        Effort::Max.name(),
                        "About ten times the steps of default, 500 times in the exact search, in \
                         addition to default's own search",
                        |s| s.options.effort = Effort::Max,
                    ),
                ],
                default: Some(Effort::Default.name()),
                bare: None,
            },
        ),
        option(
            "cdna-sched-walls",
            "Which of the user's hints about order hold (default honour)",
            Kind::Choice {
                choices: vec![
                    choice(
                        Walls::Honour.name(),
                        "All of them, as LLVM defines them",
                        |s| s.options.walls = Walls::Honour,
                    ),
                    choice(
                        Walls::Cross.name(),
                        "s_setprio and sched_barrier hold nothing back",
                        |s| s.options.walls = Walls::Cross,
                    ),
                ],
                default: Some(Walls::Honour.name()),
                bare: None,
            },
        ),
        option(
            "cdna-sched-rename",
            "Whether values in loops get other registers where that frees the order (default on)",
            Kind::Choice {
                choices: vec![
                    choice(
                        Renaming::On.name(),
                        "Where it keeps all values in active lanes, at no cost in waves",
                        |s| s.options.rename = Renaming::On,
                    ),
                    choice(
                        Renaming::Strict.name(),
                        "And the inactive lanes that instructions which ignore EXEC read",
                        |s| s.options.rename = Renaming::Strict,
                    ),
                    choice(Renaming::Off.name(), "Nowhere", |s| {
                        s.options.rename = Renaming::Off
                    }),
                ],
                default: Some(Renaming::On.name()),
                bare: None,
            },
        ),
        option(
            "cdna-sched-coalesce",
            "Whether copies of registers and spills that allocation left are taken out (default on)",
            Kind::Choice {
                choices: vec![
                    choice(
                        "on",
                        "Where all values in active lanes stay the same and no loop takes longer; with \
                         -cdna-sched-rename=strict inactive lanes, too",
                        |s| s.options.coalesce = true,
                    ),
                    choice("off", "Nowhere", |s| s.options.coalesce = false),
                ],
                default: Some("on"),
                bare: None,
            },
        ),
        option(
            "cdna-sched-overlap",
            "Whether iterations of loops overlap: the next one begins before one ends (default on)",
            Kind::Choice {
                choices: vec![
                    choice(
                        "on",
                        "Where the loop and the function take less time",
                        |s| s.options.overlap = true,
                    ),
                    choice("off", "Nowhere", |s| s.options.overlap = false),
                ],
                default: Some("on"),
                bare: None,
            },
        ),
        option(
            "cdna-sched-place-loops",
            "Whether s_nop before loops move them to where their instructions are fetched in time (default on)",
            Kind::Choice {
                choices: vec![
                    choice("on", "Where that saves more than the s_nop take", |s| {
                        s.options.place_loops = true;
                    }),
                    choice("off", "Nowhere", |s| s.options.place_loops = false),
                ],
                default: Some("on"),
                bare: None,
            },
        ),
        option(
            "cdna-sched-lds-dma",
            "Which loads straight into LDS an LDS access waits for (default llvm)",
            Kind::Choice {
                choices: vec![
                    choice(
                        LdsDma::Llvm.name(),
                        "Those that LLVM's own wait inserter waits for",
                        |s| s.options.lds_dma = LdsDma::Llvm,
                    ),
                    choice(
                        LdsDma::Strict.name(),
                        "All that are not proved to go elsewhere",
                        |s| s.options.lds_dma = LdsDma::Strict,
                    ),
                ],
                default: Some(LdsDma::Llvm.name()),
                bare: None,
            },
        ),
    ]
}

fn texts() -> Vec<Spec> {
    vec![
        option(
            "cdna-sched-model",
            "Take the numbers of the cost model from this file (a regular one of up to 1 MiB), which \
             'cdna-sched models' prints to start from",
            Kind::Text("file", |s, file| {
                s.model = file;
                Ok(())
            }),
        ),
        option(
            "cdna-sched-order",
            "Give functions the orders that this file has for them, in place of a search and of other registers, if all \
             dependences hold ('cdna-sched serve' makes such files)",
            Kind::Text("file", |s, file| {
                s.orders = file;
                Ok(())
            }),
        ),
        option(
            "cdna-sched-report",
            "Write one JSON object per function to this file; an error when it cannot be written",
            Kind::Text("file", |s, file| {
                s.report = file;
                Ok(())
            }),
        ),
        option(
            "cdna-sched-save",
            "Save each function in the text form to this directory: as stage 1 sees it, as stage 2 \
             leaves it and, where stage 3 runs, as it is in the end; with a log of the search \
             (NAME.search.txt). An error when a file cannot be written",
            Kind::Text("directory", |s, directory| {
                s.save = directory;
                Ok(())
            }),
        ),
        option(
            "cdna-sched-view",
            "Write a page (HTML) for each function to this directory: what runs when, what waits are for, where the clocks \
             go, beside LLVM's own order. An error when a file cannot be written",
            Kind::Text("directory", |s, directory| {
                s.view = directory;
                Ok(())
            }),
        ),
        option(
            "cdna-sched-only",
            "Leave functions alone whose symbol does not match",
            Kind::Text("regex", |s, text| {
                s.only = Pattern::of_option(&text)?;
                Ok(())
            }),
        ),
        option(
            "cdna-sched-skip",
            "Leave functions alone whose symbol matches",
            Kind::Text("regex", |s, text| {
                s.skip = Pattern::of_option(&text)?;
                Ok(())
            }),
        ),
    ]
}

/// All options.
static TABLE: LazyLock<Vec<Spec>> = LazyLock::new(|| {
    let groups = [switches(), checks(), policies(), texts()];
    groups.into_iter().flatten().collect()
});

impl Spec {
    /// Takes a value in the form of text; empty where none was given and none is the default.
    fn set(&self, settings: &mut Settings, value: OsString) -> Result<(), Error> {
        let given = value.to_string_lossy().into_owned();
        let expected = match &self.kind {
            Kind::Switch(_, set) => {
                if let "true" | "false" = given.as_str() {
                    set(settings, given == "true");
                    return Ok(());
                }
                "true or false".to_owned()
            }
            Kind::Choice {
                choices,
                default,
                bare,
            } => {
                let name = if given.is_empty() {
                    bare.or(*default)
                } else {
                    Some(given.as_str())
                };
                let Some(name) = name else { return Ok(()) };
                if let Some(choice) = choices.iter().find(|choice| choice.name == name) {
                    (choice.set)(settings);
                    return Ok(());
                }
                let names: Vec<&str> = choices.iter().map(|choice| choice.name).collect();
                format!("one of {}", names.join(", "))
            }
            Kind::Text(_, set) => match set(settings, value) {
                Ok(()) => return Ok(()),
                Err(expected) => expected,
            },
        };
        Err(Error::Value {
            option: self.name,
            value: given,
            expected,
        })
    }
}

/// What the values of all options ask for, given in the order of the table.
///
/// # Errors
/// When a value is none of its option's.
pub fn parse(values: Vec<OsString>) -> Result<Settings, Error> {
    let embedded = EMBEDDED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(options) = &*embedded {
        return Ok(Settings::of(options.clone()));
    }
    if values.len() != TABLE.len() {
        return Err(Error::Count {
            found: values.len(),
            expected: TABLE.len(),
        });
    }
    let mut settings = Settings::of(Options {
        judge: false,
        certify: false,
        ..Options::ALL
    });
    for (spec, value) in TABLE.iter().zip(values) {
        spec.set(&mut settings, value)?;
    }
    Ok(settings)
}

/// The table as C sees it. `options` points into `choices`.
struct Described {
    options: Vec<CdnaOption>,
    _choices: Vec<Vec<CdnaChoice>>,
}

// SAFETY: nobody changes it once it is made, and all it points to lives as long as the process.
unsafe impl Send for Described {}
// SAFETY: as above.
unsafe impl Sync for Described {}

static DESCRIBED: LazyLock<Described> = LazyLock::new(|| {
    let choices: Vec<Vec<CdnaChoice>> = TABLE.iter().map(choices).collect();
    let options = TABLE.iter().zip(&choices).map(|(spec, choices)| {
        let (kind, initial, placeholder) = match &spec.kind {
            Kind::Switch(on, _) => (CDNA_OPTION_SWITCH, u32::from(*on), ""),
            Kind::Choice {
                choices, default, ..
            } => {
                let at = choices.iter().position(|c| Some(c.name) == *default);
                let initial = at.map_or(CDNASCHED_NONE, |at| at as u32);
                (CDNA_OPTION_CHOICE, initial, "")
            }
            Kind::Text(placeholder, _) => (CDNA_OPTION_TEXT, 0, *placeholder),
        };
        let bare = matches!(spec.kind, Kind::Choice { bare: Some(_), .. });
        CdnaOption {
            kind,
            flags: spec.flags | if bare { CDNA_OPTION_BARE } else { 0 },
            name: CdnaStr::of(spec.name),
            help: CdnaStr::of(spec.help),
            placeholder: CdnaStr::of(placeholder),
            choices: choices.as_ptr(),
            choice_count: choices.len() as u64,
            initial,
            reserved: 0,
        }
    });
    Described {
        options: options.collect(),
        _choices: choices,
    }
});

fn choices(spec: &Spec) -> Vec<CdnaChoice> {
    let Kind::Choice { choices, .. } = &spec.kind else {
        return Vec::new();
    };
    let named = choices.iter().map(|choice| CdnaChoice {
        name: CdnaStr::of(choice.name),
        help: CdnaStr::of(choice.help),
    });
    named.collect()
}

/// The table for the shim.
pub fn describe() -> &'static [CdnaOption] {
    &DESCRIBED.options
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values of all options: the defaults but for one.
    fn values(option: &str, value: &str) -> Vec<OsString> {
        let default = |spec: &Spec| match &spec.kind {
            Kind::Switch(on, _) => on.to_string(),
            Kind::Choice { default, .. } => default.unwrap_or_default().to_owned(),
            Kind::Text(..) => String::new(),
        };
        let specs = TABLE.iter();
        let values = specs.map(|spec| match spec.name == option {
            true => value.to_owned(),
            false => default(spec),
        });
        values.map(OsString::from).collect()
    }

    #[test]
    fn values_set_what_they_say() {
        let with = |option, value| parse(values(option, value)).expect("a value of the option");
        let plain = with("", "").options;
        assert!(plain.schedule && plain.waits && plain.nops && plain.check && !plain.judge);
        assert!(plain.coalesce);
        assert_eq!(plain.fault, None);
        assert!(!with("cdna-sched-nops", "false").options.nops);
        let full = with("cdna-sched-check", "full").options;
        assert!(full.check && full.judge);
        for fault in Fault::ALL {
            let options = with("cdna-sched-fault", fault.name()).options;
            assert_eq!(options.fault, Some(fault));
        }
        for policy in Policy::ALL {
            let options = with("cdna-sched-hazards", policy.name()).options;
            assert_eq!(options.hazards, policy);
        }
        for effort in Effort::ALL {
            let options = with("cdna-sched-effort", effort.name()).options;
            assert_eq!(options.effort, effort);
        }
        for walls in Walls::ALL {
            assert_eq!(with("cdna-sched-walls", walls.name()).options.walls, walls);
        }
        for one in Renaming::ALL {
            let options = with("cdna-sched-rename", one.name()).options;
            assert_eq!(options.rename, one);
        }
        for (name, coalesce) in [("on", true), ("off", false)] {
            let options = with("cdna-sched-coalesce", name).options;
            assert_eq!(options.coalesce, coalesce);
        }
        for (name, overlap) in [("on", true), ("off", false)] {
            let options = with("cdna-sched-overlap", name).options;
            assert_eq!(options.overlap, overlap);
        }
        for (name, placed) in [("on", true), ("off", false)] {
            let options = with("cdna-sched-place-loops", name).options;
            assert_eq!(options.place_loops, placed);
        }
        for one in LdsDma::ALL {
            let options = with("cdna-sched-lds-dma", one.name()).options;
            assert_eq!(options.lds_dma, one);
        }
        assert_eq!(with("cdna-sched-report", "x").report, "x");
    }

    #[test]
    fn other_values_are_refused() {
        let refusal = |option, value| {
            let refused = parse(values(option, value)).err();
            refused.map(|error| error.to_string()).unwrap_or_default()
        };
        assert_eq!(
            refusal("cdna-sched-effort", "endless"),
            "cdna-sched: -cdna-sched-effort='endless': expected one of fast, default, max"
        );
        assert!(refusal("cdna-sched-waits", "maybe").ends_with("expected true or false"));
        assert!(refusal("cdna-sched-only", "a(").contains("a regular expression"));
        assert!(matches!(
            parse(Vec::new()),
            Err(Error::Count { found: 0, .. })
        ));
    }

    #[test]
    fn every_default_is_one_of_the_choices() {
        for (spec, described) in TABLE.iter().zip(describe()) {
            if let Kind::Choice { default, .. } = spec.kind {
                assert_eq!(default.is_none(), described.initial == CDNASCHED_NONE);
            }
        }
    }
}
