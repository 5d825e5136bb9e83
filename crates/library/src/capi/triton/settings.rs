//! What the environment says. It is read once: what Triton was told for its cache holds for the process.

use std::ffi::OsString;
use std::hash::Hasher;
use std::path::PathBuf;
use std::sync::OnceLock;
use std::time::Duration;

use rustc_hash::FxHasher;

use super::real;

/// How long a text may take where `CDNASCHED_TRITON_TIMEOUT` says nothing.
const TIMEOUT: Duration = Duration::from_secs(300);

/// How texts are rewritten.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Settings {
    /// `lint`, `fix` or `opt`; `None`: calls are passed on, nothing else.
    pub(super) mode: Option<String>,
    /// Members of the request, by name.
    pub(super) members: Vec<(&'static str, String)>,
    pub(super) timeout: Duration,
    /// Where lines of JSON are added.
    pub(super) log: Option<PathBuf>,
    /// The executable that answers; `None`: that beside the library.
    pub(super) worker: Option<PathBuf>,
    /// What is wrong with the environment.
    pub(super) complaint: Option<String>,
}

/// Variables that are members of a request.
const MEMBERS: [(&str, &str, &[&str]); 2] = [
    (
        "CDNASCHED_TRITON_HAZARDS",
        "hazards",
        &["safe", "exact", "isa", "llvm"],
    ),
    (
        "CDNASCHED_TRITON_EFFORT",
        "effort",
        &["fast", "default", "max"],
    ),
];

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
        let mut complain = |name: &str, value: &str, expected: &str| {
            settings.complaint = Some(format!(
                "{name} is '{value}', expected {expected}; kernels are left alone"
            ));
        };
        if !["lint", "fix", "opt"].contains(&mode.as_str()) {
            complain("CDNASCHED_TRITON", &mode, "lint, fix or opt");
            return settings;
        }
        for (name, member, known) in MEMBERS {
            let Some(value) = text(name) else { continue };
            if !known.contains(&value.as_str()) {
                complain(name, &value, &format!("one of {}", known.join(", ")));
                return settings;
            }
            settings.members.push((member, value));
        }
        if let Some(value) = text("CDNASCHED_TRITON_TIMEOUT") {
            match value.parse().ok().map(Duration::try_from_secs_f64) {
                Some(Ok(timeout)) if !timeout.is_zero() => settings.timeout = timeout,
                _ => {
                    complain("CDNASCHED_TRITON_TIMEOUT", &value, "seconds");
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

/// Whether a value of `CDNASCHED_TRITON` turns it off.
fn is_off(mode: &str) -> bool {
    matches!(mode, "0" | "off" | "false" | "no")
}
