//! What the environment says.

use std::time::Duration;

use cdnasched_cache::variable;

/// What is done with code objects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Nothing.
    Off,
    /// Better code is loaded where there is some.
    Opt,
    /// What lint finds is written to the log; the code is loaded as it is.
    Lint,
}

/// The switch: `off`, `opt`, `wait`, `lint` or `lint,wait`.
const SWITCH: &str = "CDNASCHED_HSA";
/// A regular expression: which kernels are looked at, by their symbols.
const ONLY: &str = "CDNASCHED_HSA_ONLY";
/// Options for `cdna-sched`, separated by blanks.
const OPTIONS: &str = "CDNASCHED_HSA_OPTIONS";
/// The longest that a code object is waited for, in seconds.
const LIMIT: &str = "CDNASCHED_HSA_LIMIT";
/// The command line, where it is not beside the library.
pub const PROGRAM: &str = "CDNASCHED_HSA_PROGRAM";

const LIMIT_SECONDS: u64 = 600;

/// All of it.
#[derive(Clone, Debug)]
pub struct Settings {
    pub mode: Mode,
    /// Code that is not in the cache is made at once.
    pub waits: bool,
    /// Options of `cdna-sched`.
    pub options: Vec<String>,
    /// How long is waited.
    pub limit: Duration,
}

impl Settings {
    /// Reads them.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn from_environment() -> Result<Settings, String> {
        let (mode, waits) = match text(SWITCH)?.as_deref() {
            None | Some("opt") => (Mode::Opt, false),
            Some("wait" | "opt,wait") => (Mode::Opt, true),
            Some("lint") => (Mode::Lint, false),
            Some("lint,wait") => (Mode::Lint, true),
            Some("off" | "0") => (Mode::Off, false),
            Some(other) => {
                return Err(format!(
                    "{SWITCH} is '{other}'; expected off, opt, wait, lint or lint,wait"
                ));
            }
        };
        let only = text(ONLY)?.map(|only| format!("--only={only}"));
        let options = text(OPTIONS)?.unwrap_or_default();
        let options = options.split_whitespace().map(str::to_owned);
        let seconds = text(LIMIT)?.map_or(Ok(LIMIT_SECONDS), |limit| {
            let number = limit.parse();
            number.map_err(|_| format!("{LIMIT} is '{limit}'; expected a number of seconds"))
        });
        Ok(Settings {
            mode,
            waits,
            options: options.chain(only).collect(),
            limit: Duration::from_secs(seconds?),
        })
    }
}

fn text(name: &str) -> Result<Option<String>, String> {
    match variable(name) {
        None => Ok(None),
        Some(value) => match value.into_string() {
            Ok(value) => Ok(Some(value)),
            Err(_) => Err(format!("{name} is not UTF-8 text")),
        },
    }
}
