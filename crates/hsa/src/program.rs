//! The command line, which does the work in processes of its own.

use std::env;
use std::ffi::{CStr, OsStr};
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use cdnasched_cache::{Cache, FOLDER, Key, variable};

use crate::settings::PROGRAM;

/// How often is looked whether it has ended.
const LOOK: Duration = Duration::from_millis(5);

/// Where `cdna-sched` is.
#[derive(Clone, Debug)]
pub struct Program {
    path: PathBuf,
    /// Changes when the program does: its path, length and time of change.
    pub stamp: String,
}

impl Program {
    /// The one that the environment names; else the one that was installed with this library, beside it or in `../bin`; else the one that a
    /// shell would find.
    ///
    /// # Errors
    /// When there is none.
    pub fn find() -> Result<Program, String> {
        let found = match variable(PROGRAM) {
            Some(path) => Some(PathBuf::from(path)),
            None => installed()
                .into_iter()
                .chain(on_path())
                .find(|path| path.is_file()),
        };
        let missing = || {
            format!(
                "cdna-sched is neither beside this library nor in ../bin nor on the path; set {PROGRAM}"
            )
        };
        let path = found.ok_or_else(missing)?;
        let about = fs::metadata(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let stamp = format!(
            "{} {} {}.{}",
            path.display(),
            about.len(),
            about.mtime(),
            about.mtime_nsec()
        );
        Ok(Program { path, stamp })
    }

    fn command(&self, cache: &Cache, verb: &str) -> Command {
        let mut command = Command::new(&self.path);
        command.args(["cache", verb]).env(FOLDER, cache.folder());
        // Neither this library nor anybody's tools belong into it.
        command.env_remove("HSA_TOOLS_LIB").env_remove("LD_PRELOAD");
        command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        command
    }

    /// Starts a worker, unless there is one: it is nobody's child, and works on all that is waiting.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn start_worker(&self, cache: &Cache, limit: Duration) -> io::Result<()> {
        let child = self.command(cache, "work").arg("--detach").spawn()?;
        match ended(child, limit)? {
            Some(status) if !status.success() => {
                Err(io::Error::other(format!("it ended with {status}")))
            }
            _ => Ok(()),
        }
    }

    /// Works on one job, and waits for that.
    ///
    /// # Errors
    /// When it takes longer than the limit: it goes on, and the result is there for the next start. When it cannot be started.
    pub fn make(&self, cache: &Cache, key: &Key, limit: Duration) -> io::Result<()> {
        let child = self.command(cache, "make").arg(key.name()).spawn()?;
        ended(child, limit).map(drop)
    }
}

/// Waits for a child. `None`: the process, which waits for all its children, has had this one.
///
/// # Errors
/// When it takes longer than the limit; it goes on.
fn ended(mut child: Child, limit: Duration) -> io::Result<Option<ExitStatus>> {
    let begin = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Ok(Some(status)),
            Err(_) => return Ok(None),
            Ok(None) if begin.elapsed() > limit => {
                let seconds = limit.as_secs();
                let message = format!("it took longer than {seconds} s, and goes on");
                return Err(io::Error::other(message));
            }
            Ok(None) => thread::sleep(LOOK),
        }
    }
}

/// Where it was installed with this library.
fn installed() -> Vec<PathBuf> {
    let Some(library) = library() else {
        return Vec::new();
    };
    let Some(folder) = library.parent() else {
        return Vec::new();
    };
    vec![folder.join("cdna-sched"), folder.join("../bin/cdna-sched")]
}

fn on_path() -> Vec<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = env::split_paths(&path).filter(|folder| folder.is_absolute());
    folders.map(|folder| folder.join("cdna-sched")).collect()
}

/// The file that this library was loaded from.
fn library() -> Option<PathBuf> {
    let mut about = libc::Dl_info {
        dli_fname: std::ptr::null(),
        dli_fbase: std::ptr::null_mut(),
        dli_sname: std::ptr::null(),
        dli_saddr: std::ptr::null_mut(),
    };
    let here = library as fn() -> Option<PathBuf>;
    // SAFETY: an address of this library, and a place for what is known of it; names live as long as the library.
    let name = unsafe {
        match libc::dladdr(here as *const libc::c_void, &raw mut about) {
            0 => return None,
            _ if about.dli_fname.is_null() => return None,
            _ => CStr::from_ptr(about.dli_fname),
        }
    };
    fs::canonicalize(Path::new(OsStr::from_bytes(name.to_bytes()))).ok()
}
