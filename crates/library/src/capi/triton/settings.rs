//! What the environment says. It is read once: what Triton was told for its cache holds for the process.

use std::ffi::{OsStr, OsString};
use std::hash::Hasher;
use std::path::PathBuf;
use std::sync::OnceLock;
use std::time::Duration;

use rustc_hash::FxHasher;

use super::real;
use cdnasched_driver::settings::{self, FrontEnd, Row};
use cdnasched_text::rewrite::Mode;

/// How long a text may take where `CDNASCHED_TRITON_TIMEOUT` says nothing.
const TIMEOUT: Duration = Duration::from_secs(300);

/// How texts are rewritten.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Settings {
    /// `lint`, `fix` or `opt`; `None`: calls are passed on, nothing else.
    pub(super) mode: Option<String>,
    /// Members of the request, by name.
    pub(super) members: Vec<(String, String)>,
    pub(super) timeout: Duration,
    /// Where lines of JSON are added.
    pub(super) log: Option<PathBuf>,
    /// The executable that answers; `None`: that beside the library.
    pub(super) worker: Option<PathBuf>,
    /// What is wrong with the environment.
    pub(super) complaint: Option<String>,
}

impl Settings {
    /// Those of this process.
    pub(super) fn of_process() -> &'static Settings {
        static SETTINGS: OnceLock<Settings> = OnceLock::new();
        SETTINGS.get_or_init(|| {
            let settings = Settings::of(|name| std::env::var_os(name));
            if let Some(complaint) = &settings.complaint {
                super::worker::warn(complaint);
            }
            settings
        })
    }

    /// Those of an environment.
    pub(super) fn of(variable: impl Fn(&str) -> Option<OsString>) -> Settings {
        let variable = |name: &str| variable(name).filter(|value| !value.is_empty());
        let text = |name: &str| variable(name).map(|value| value.to_string_lossy().into_owned());
        let mut settings = Settings {
            timeout: TIMEOUT,
            log: variable("CDNASCHED_TRITON_LOG").map(PathBuf::from),
            worker: variable("CDNASCHED_WORKER").map(PathBuf::from),
            ..Settings::default()
        };
        let Some(mode) = text("CDNASCHED_TRITON").filter(|mode| !is_off(mode)) else {
            return settings;
        };
        let mut complain = |name: &str, value: &str, why: &str| {
            settings.complaint = Some(format!(
                "{name} is '{value}', {why}; kernels are left alone"
            ));
        };
        let Some(known) = Mode::from_name(&mode) else {
            complain("CDNASCHED_TRITON", &mode, "expected lint, fix or opt");
            return settings;
        };
        for row in Row::all() {
            let name = row.triton_variable();
            let Some(value) = text(&name) else { continue };
            if let Err(why) = allowed(row, known.front_end(), &value) {
                complain(&name, &value, &why);
                return settings;
            }
            // A value that always holds says nothing.
            if row.is_in(known.front_end()) {
                settings.members.push((row.field_name(), value));
            }
        }
        if let Some(value) = text("CDNASCHED_TRITON_TIMEOUT") {
            match value.parse().ok().map(Duration::try_from_secs_f64) {
                Some(Ok(timeout)) if !timeout.is_zero() => settings.timeout = timeout,
                _ => {
                    complain("CDNASCHED_TRITON_TIMEOUT", &value, "expected seconds");
                    return settings;
                }
            }
        }
        settings.mode = Some(mode);
        settings
    }

    /// What tells results with these settings from those with others; `None` when texts are left alone.
    pub(super) fn key(&self) -> Option<String> {
        let mode = self.mode.as_ref()?;
        let mut key = format!("cdnasched-{}-{mode}", env!("CARGO_PKG_VERSION"));
        for (name, value) in &self.members {
            key.push_str(&format!("-{name}={value}"));
        }
        let own = real::own_path().and_then(|path| std::fs::read(path).ok());
        let mut hasher = FxHasher::default();
        hasher.write(&own.unwrap_or_default());
        key.push_str(&format!("-{:016x}", hasher.finish()));
        Some(key)
    }
}

/// Whether a request may have a value of an option.
fn allowed(row: &Row, front_end: FrontEnd, value: &str) -> Result<(), String> {
    if row.is_text() && row.is_in(front_end) {
        return Err(settings::NO_FILES.to_owned());
    }
    let mut settings = settings::defaults(front_end);
    let set = row.set(front_end, &mut settings, OsStr::new(value));
    set.map_err(|error| error.to_string())
}

/// Whether a value of `CDNASCHED_TRITON` turns it off.
fn is_off(mode: &str) -> bool {
    matches!(mode, "0" | "off" | "false" | "no")
}
