//! `cdna-sched cache`: the results on disk, and the worker that makes them (docs/hsa.md).

use std::env;
use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::thread;

use cdnasched_base::{escape, output};
use cdnasched_cache::{self as cache, Cache, Entry, Error, Job, Key, Outcome, Work};

use crate::exit;
use crate::out::{complain, say};

/// How much less than others a worker gets of the processors.
const NICE: i32 = 10;
/// The share of the processors that a worker takes: one of so many.
const SHARE: usize = 4;
/// The longest text that is kept about a code object, in bytes.
const SAID: usize = 64 << 10;

/// What is done with the cache.
#[derive(clap::Subcommand)]
pub enum Verb {
    /// List the results: when each was made or last asked for, what came of it, and what was said about each kernel.
    List {
        /// Only those with this outcome.
        #[arg(long, value_parser = outcome)]
        outcome: Option<Outcome>,
    },
    /// Remove all results, and all that is waiting.
    Clear,
    /// Work on all that is waiting, unless another process does.
    Work {
        /// As a process of its own, which nobody waits for.
        #[arg(long)]
        detach: bool,
    },
    /// Work on one code object that is waiting.
    Make {
        /// Its key: the name of its file in jobs/.
        #[arg(value_parser = key)]
        key: Key,
    },
}

fn key(text: &str) -> Result<Key, String> {
    Key::parse(text).ok_or_else(|| "expected 64 hexadecimal digits".to_owned())
}

fn outcome(text: &str) -> Result<Outcome, String> {
    let found = Outcome::ALL.into_iter().find(|of| of.name() == text);
    found.ok_or_else(|| {
        let names = Outcome::ALL.map(Outcome::name);
        format!("expected one of {}", names.join(", "))
    })
}

/// Does it. Exit code: 0 it is done; 2 it cannot be.
pub fn run(verb: Verb) -> ExitCode {
    let done = cache::default_folder()
        .and_then(|folder| Cache::open(&folder, cache::limit_mib()?))
        .and_then(|cache| match verb {
            Verb::List { outcome } => list(&cache, outcome),
            Verb::Clear => cache.clear(),
            Verb::Work { detach: true } => detach(&cache),
            Verb::Work { detach: false } => work(&cache),
            Verb::Make { key } => {
                prepare();
                make(&cache, &key)
            }
        });
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            complain!("{error}");
            exit::unusable()
        }
    }
}

fn list(cache: &Cache, only: Option<Outcome>) -> Result<(), Error> {
    let mut all = cache.list()?;
    all.sort_by(|a, b| (b.used, &b.key).cmp(&(a.used, &a.key)));
    let bytes: u64 = all.iter().map(|listed| listed.bytes).sum();
    for listed in &all {
        // It may be gone by now, or damaged.
        let Ok(Some(entry)) = cache.peek(&listed.key) else {
            continue;
        };
        if only.is_some_and(|only| only != entry.outcome) {
            continue;
        }
        say!(
            "{} {} {} bytes\n",
            listed.key.short(),
            entry.outcome.name(),
            listed.bytes
        );
        for line in entry.said.lines() {
            say!("    {line}\n");
        }
    }
    let waiting = cache.waiting()?.len();
    let folder = escape::path(cache.folder());
    say!(
        "{folder}: {} results, {bytes} bytes; {waiting} waiting\n",
        all.len()
    );
    Ok(())
}

/// Starts a worker that is nobody's child.
fn detach(cache: &Cache) -> Result<(), Error> {
    let failed = |error| Error::System(cache.folder().to_owned(), error);
    let own = env::current_exe().map_err(failed)?;
    let mut command = Command::new(own);
    command
        .args(["cache", "work"])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    // Its parent is gone before it ends.
    command.spawn().map(drop).map_err(failed)
}

/// Leaves the terminal and the processors to others.
fn prepare() {
    // Where either is refused, the work is done all the same.
    let _ = rustix::process::setsid();
    let _ = rustix::process::nice(NICE);
}

/// Works on what is waiting, until nothing is.
fn work(cache: &Cache) -> Result<(), Error> {
    prepare();
    // What was asked for between the last look and the end of the worker is seen here; whoever asked saw a worker.
    while !cache.waiting()?.is_empty() {
        let Some(_working) = cache.work()? else {
            return Ok(());
        };
        let mut failed = Ok(());
        for key in cache.waiting()? {
            if let Err(error) = make(cache, &key) {
                complain!("{error}");
                failed = Err(error);
            }
        }
        // On a full disk, say, it would be the same the next time.
        failed?;
    }
    Ok(())
}

/// Works on a code object, if it is still waiting.
fn make(cache: &Cache, key: &Key) -> Result<(), Error> {
    let Some(job) = cache.take(key)? else {
        return Ok(());
    };
    // Whoever asked looked before it was stored.
    if matches!(cache.peek(key), Ok(Some(_))) {
        cache.finish(key);
        return Ok(());
    }
    let entry = match job.is_hopeless {
        true => {
            Entry::failed("cdna-sched was ended more than once while it worked on it".to_owned())
        }
        false => result(&job).unwrap_or_else(Entry::failed),
    };
    note(&job, &entry);
    cache.store(key, &entry)?;
    cache.finish(key);
    Ok(())
}

/// Has it done by a process of its own, which may crash.
fn result(job: &Job) -> Result<Entry, String> {
    let folder = tempfile::tempdir()
        .map_err(|error| format!("there is no folder for temporary files: {error}"))?;
    let [before, after] = ["before.co", "after.co"].map(|name| folder.path().join(name));
    fs::write(&before, &job.code).map_err(|error| format!("{}: {error}", before.display()))?;
    let own = env::current_exe()
        .map_err(|error| format!("where cdna-sched lies is not known: {error}"))?;
    let mut command = Command::new(own);
    match job.order.work {
        Work::Lint => {
            command.arg("lint").arg(&before);
        }
        Work::Opt => {
            command.arg("opt").arg(&before).arg("-o").arg(&after);
            // Of the many code objects of a process most have none of the kernels that somebody names.
            command.arg("--only-may-match-none");
            let mut options = job.order.options.iter();
            if !options.any(|option| option.starts_with("--jobs")) {
                let processors = thread::available_parallelism().map_or(1, NonZeroUsize::get);
                command.arg(format!("--jobs={}", processors.div_ceil(SHARE)));
            }
        }
    }
    command.args(&job.order.options).stdin(Stdio::null());
    let done = command
        .output()
        .map_err(|error| format!("cdna-sched cannot be started: {error}"))?;
    let [out, err] = [&done.stdout, &done.stderr].map(|text| about(text, &before));
    match job.order.work {
        Work::Lint
            if done.status.success() || done.status.code() == Some(i32::from(exit::FOUND)) =>
        {
            Ok(Entry {
                outcome: Outcome::Linted,
                said: out + &err,
                code: Vec::new(),
            })
        }
        Work::Opt if done.status.success() => {
            let code = fs::read(&after).map_err(|error| format!("{}: {error}", after.display()))?;
            let is_same = code == job.code;
            Ok(Entry {
                outcome: if is_same {
                    Outcome::Same
                } else {
                    Outcome::Better
                },
                said: err,
                code: if is_same { Vec::new() } else { code },
            })
        }
        _ => Err(format!("cdna-sched {}: {}", done.status, err.trim_end())),
    }
}

/// What was said, without the name of a file that is gone.
fn about(text: &[u8], file: &Path) -> String {
    let text = String::from_utf8_lossy(text);
    let name = file.display().to_string();
    let lines = text.lines().map(|line| {
        let line = line.strip_prefix("cdna-sched: ").unwrap_or(line);
        line.replace(&name, "code object") + "\n"
    });
    let mut kept = String::new();
    for line in lines {
        if kept.len() + line.len() > SAID {
            kept += "...\n";
            break;
        }
        kept += &line;
    }
    kept
}

/// Appends it to the log of the process that asked, in one write.
fn note(job: &Job, entry: &Entry) {
    let Some(log) = cache::log() else { return };
    let text = format!(
        "worker: code object {}: {}\n{}\n",
        job.key.short(),
        entry.outcome.name(),
        entry.said.trim_end()
    );
    // A log that cannot be written to is lost; the result is not.
    let _ = output::append(&log, &text);
}
