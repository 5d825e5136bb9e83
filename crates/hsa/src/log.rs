//! What the user is told.

use std::io::Write as _;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use cdnasched_base::output;

/// How many complaints go to standard error, which is somebody else's program's.
const COMPLAINTS: u32 = 5;

/// Where it is written.
#[derive(Clone, Debug)]
pub struct Log {
    file: Option<PathBuf>,
    complaints: Arc<AtomicU32>,
}

impl Log {
    /// Into that file, if there is one.
    pub fn new(file: Option<PathBuf>) -> Log {
        Log {
            file,
            complaints: Arc::default(),
        }
    }

    /// Something that is as it should be: for the file alone.
    pub fn note(&self, text: &str) {
        let Some(file) = &self.file else { return };
        let process = std::process::id();
        let lines = text.lines().map(|line| format!("{process}: {line}\n"));
        let lines: String = lines.collect();
        // What cannot be written is lost.
        let _ = output::append(file, &lines);
    }

    /// Something that is not: in the file, and the first few on standard error.
    pub fn complain(&self, text: &str) {
        self.note(text);
        let before = self.complaints.fetch_add(1, Ordering::Relaxed);
        if before < COMPLAINTS {
            // (The library's only words that say which version it is.)
            const WHO: &str = concat!("cdnasched ", env!("CARGO_PKG_VERSION"), ": ");
            let _ = writeln!(std::io::stderr(), "{WHO}{text}");
        }
    }

    /// Why the library does nothing in this process; for the runtime.
    pub fn off(&self, why: &str) -> bool {
        self.complain(&format!("{why}; code objects are loaded as they are"));
        false
    }
}
