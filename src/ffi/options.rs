//! The options of the plugin in their C form.
//!
//! The shim makes every row of the table ([`Row`]) an option of LLVM's command line ([`describe`]), so that `--help` lists
//! them and LLVM itself refuses a value that is not in the table. It hands back the text of every value, in the order of the
//! table ([`parse`]).

use std::ffi::{OsStr, OsString};
use std::sync::{LazyLock, Mutex, PoisonError};

use super::abi::*;
use super::pattern::Pattern;
use crate::pipeline::Options;
use crate::pipeline::settings::{self, FrontEnd, Kind, Row};

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
    #[error("cdna-sched: -{option}='{value}': {why}")]
    Value {
        /// The option, without its dash.
        option: String,
        /// The value.
        value: String,
        /// What is allowed, and for a pattern what is wrong with it.
        why: String,
    },
}

/// The option that puts the stages into the pipeline, which is the shim's own affair. It comes before the rows.
const ENABLE: (&str, &str) = (
    "cdna-sched",
    "Schedule AMD CDNA machine code and place its s_waitcnt and s_nop",
);

/// What the values of all options ask for, given in the order of the table.
///
/// # Errors
/// When a value is none of its option's.
pub fn parse(values: Vec<OsString>) -> Result<Settings, Error> {
    let embedded = EMBEDDED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(options) = &*embedded {
        return Ok(Settings::of(options.clone()));
    }
    let expected = 1 + Row::all().count();
    if values.len() != expected {
        return Err(Error::Count {
            found: values.len(),
            expected,
        });
    }
    let mut given = settings::defaults(FrontEnd::Plugin);
    for (row, value) in Row::all().zip(values.into_iter().skip(1)) {
        // A choice whose option stands alone, or that is not given and has no default.
        let value = match value.is_empty() && matches!(row.kind, Kind::Choice { .. }) {
            true => row.bare().map(OsString::from),
            false => Some(value),
        };
        let Some(value) = value else { continue };
        let set = row.set(FrontEnd::Plugin, &mut given, &value);
        set.map_err(|error| refused(row.plugin_name(), &value, error.to_string()))?;
    }
    let pattern = |name: &str, text: OsString| {
        let pattern = Pattern::of_option(&text);
        pattern.map_err(|expected| {
            refused(
                format!("cdna-sched-{name}"),
                &text,
                format!("expected {expected}"),
            )
        })
    };
    Ok(Settings {
        options: given.options,
        report: given.report,
        save: given.save,
        view: given.view,
        model: given.model,
        orders: given.order,
        only: pattern("only", given.only)?,
        skip: pattern("skip", given.skip)?,
    })
}

fn refused(option: String, value: &OsStr, why: String) -> Error {
    Error::Value {
        option,
        value: value.to_string_lossy().into_owned(),
        why,
    }
}

/// The table as C sees it. `options` points into the others.
struct Described {
    options: Vec<CdnaOption>,
    _choices: Vec<Vec<CdnaChoice>>,
    _texts: Vec<[String; 2]>,
}

// SAFETY: nobody changes it once it is made, and all it points to lives as long as the process.
unsafe impl Send for Described {}
// SAFETY: as above.
unsafe impl Sync for Described {}

static DESCRIBED: LazyLock<Described> = LazyLock::new(|| {
    let choices: Vec<Vec<CdnaChoice>> = Row::all().map(choices).collect();
    let texts = Row::all().map(|row| [row.plugin_name(), row.help_with_default()]);
    let texts: Vec<[String; 2]> = texts.collect();
    let rows = Row::all().zip(&choices).zip(&texts);
    let rows = rows.map(|((row, choices), [name, help])| {
        let default = row.default_in(FrontEnd::Plugin);
        let at = choices_position(row, default);
        let (kind, initial, placeholder) = match &row.kind {
            Kind::Switch(_) => (CDNA_OPTION_SWITCH, u32::from(default == Some("true")), ""),
            Kind::Choice { .. } => (CDNA_OPTION_CHOICE, at, ""),
            Kind::Text(text, _) => (CDNA_OPTION_TEXT, 0, text.placeholder()),
        };
        let is_bare = kind == CDNA_OPTION_CHOICE && row.bare().is_some();
        let flags = [
            (row.is_hidden, CDNA_OPTION_HIDDEN),
            (is_bare, CDNA_OPTION_BARE),
        ];
        let flags = flags.into_iter().filter(|(is, _)| *is);
        CdnaOption {
            kind,
            flags: flags.fold(0, |all, (_, flag)| all | flag),
            name: CdnaStr::of(name),
            help: CdnaStr::of(help),
            placeholder: CdnaStr::of(placeholder),
            choices: choices.as_ptr(),
            choice_count: choices.len() as u64,
            initial,
            reserved: 0,
        }
    });
    let enable = CdnaOption {
        kind: CDNA_OPTION_SWITCH,
        flags: CDNA_OPTION_ENABLES,
        name: CdnaStr::of(ENABLE.0),
        help: CdnaStr::of(ENABLE.1),
        placeholder: CdnaStr::of(""),
        choices: std::ptr::null(),
        choice_count: 0,
        initial: 0,
        reserved: 0,
    };
    Described {
        options: std::iter::once(enable).chain(rows).collect(),
        _choices: choices,
        _texts: texts,
    }
});

/// The number of a value among those of its row.
fn choices_position(row: &Row, value: Option<&str>) -> u32 {
    let at = row.values().iter().position(|one| Some(*one) == value);
    at.map_or(CDNASCHED_NONE, |at| at as u32)
}

fn choices(row: &Row) -> Vec<CdnaChoice> {
    let Kind::Choice { values, .. } = &row.kind else {
        return Vec::new();
    };
    let named = values.iter().map(|value| CdnaChoice {
        name: CdnaStr::of(value.name),
        help: CdnaStr::of(value.help),
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
    use crate::pipeline::Check;

    /// The values of all options: the defaults but for one.
    fn values(option: &str, value: &str) -> Vec<OsString> {
        let rows = Row::all().map(|row| match row.plugin_name() == option {
            true => value.to_owned(),
            false => row
                .default_in(FrontEnd::Plugin)
                .unwrap_or_default()
                .to_owned(),
        });
        let enable = std::iter::once("true".to_owned());
        enable.chain(rows).map(OsString::from).collect()
    }

    #[test]
    fn values_come_in_the_order_of_the_table() {
        let with = |option, value| parse(values(option, value)).expect("a value of the option");
        let plain = with("", "").options;
        assert_eq!(plain, settings::defaults(FrontEnd::Plugin).options);
        assert!(!with("cdna-sched-nops", "false").options.nops);
        assert_eq!(with("cdna-sched-check", "full").options.check, Check::Full);
        // As `-cdna-sched-check`, which stands alone.
        assert_eq!(with("cdna-sched-check", "").options.check, Check::Proof);
        assert_eq!(with("cdna-sched-fault", "").options.fault, None);
        let texts = parse(
            Row::all()
                .map(|row| {
                    if row.is_text() {
                        row.name
                    } else {
                        row.default_in(FrontEnd::Plugin).unwrap_or_default()
                    }
                })
                .fold(vec!["true"], |mut all, value| {
                    all.push(value);
                    all
                })
                .into_iter()
                .map(OsString::from)
                .collect(),
        );
        let texts = texts.expect("texts");
        let files = [
            texts.report,
            texts.save,
            texts.view,
            texts.model,
            texts.orders,
        ];
        assert_eq!(files, ["report", "save", "view", "model", "order"]);
        assert!(texts.only.is_some_and(|only| only.matches(b"only")));
        assert!(texts.skip.is_some_and(|skip| skip.matches(b"skip")));
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
    fn the_shim_is_told_of_every_row() {
        let described = describe();
        assert_eq!(described.len(), 1 + Row::all().count());
        for (row, option) in Row::all().zip(&described[1..]) {
            // SAFETY: a text of the table that was just made.
            let name = unsafe { super::super::raw::text(option.name, "name") };
            assert_eq!(name.ok(), Some(&*row.plugin_name()));
            if option.kind == CDNA_OPTION_CHOICE {
                assert_eq!(option.choice_count, row.values().len() as u64);
                let has_none = row.default_in(FrontEnd::Plugin).is_none();
                assert_eq!(has_none, option.initial == CDNASCHED_NONE);
            }
        }
    }
}
