//! `cdna-sched opt`.

use std::collections::BTreeSet;
use std::io;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};
use std::thread;

use cdnasched_base::{escape, output};
use cdnasched_driver::report::{Clocks, Record};
use cdnasched_driver::settings::FrontEnd;
use cdnasched_driver::{Options, RemarkKind};
use cdnasched_object::{self as object, Contents, Target};
use cdnasched_text::lint::FindingCounts;
use cdnasched_text::opt::{self, Mended, Optimised};
use cdnasched_text::{objects, program, target};
use regex::bytes::{Regex, RegexBuilder};
use serde::Serialize;

use crate::exit;
use crate::out::complain;
use crate::settings::{HasStages, StageArguments};
use crate::{code, out};

/// The kernels that were asked for by `--only`, and those that there are.
struct Only<'a> {
    pattern: Option<&'a Regex>,
    may_match_none: bool,
    /// Whether one was, and the others.
    seen: Mutex<(bool, BTreeSet<String>)>,
}

impl Only<'_> {
    fn of(arguments: &Arguments) -> Only<'_> {
        Only {
            pattern: arguments.only.as_ref(),
            may_match_none: arguments.only_may_match_none,
            seen: Mutex::default(),
        }
    }

    fn takes(&self, name: &str) -> bool {
        let takes = self
            .pattern
            .is_none_or(|pattern| pattern.is_match(name.as_bytes()));
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        match takes {
            true => seen.0 = true,
            false => drop(seen.1.insert(escape::bytes(name.as_bytes()))),
        }
        takes
    }

    /// # Errors
    /// When none of the kernels was asked for.
    fn matched(&self) -> Result<(), String> {
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        match &*seen {
            (false, others) if !others.is_empty() && !self.may_match_none => Err(format!(
                "--only matched none of: {}",
                out::names(others.iter())
            )),
            _ => Ok(()),
        }
    }
}

/// What `cdna-sched opt` is told.
#[derive(clap::Args)]
pub struct Arguments {
    /// Assembly text, a code object (.co, .hsaco, .o), a bundle, an archive, a program or library with code for GPUs in it; `-` is
    /// standard input. What a file is, is seen by its content.
    file: PathBuf,
    /// Write the result to this file; `-` is standard output.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// The GPU, or a target ID such as gfx942:sramecc+:xnack-, where text does not say. Of code for several GPUs, only this one's is
    /// changed.
    #[arg(long, value_parser = target)]
    mcpu: Option<Target>,
    #[command(flatten)]
    stages: StageArguments<Arguments>,
    /// Look at kernels alone whose symbol matches.
    #[arg(long, value_name = "REGEX", value_parser = pattern)]
    only: Option<Regex>,
    /// Internal: it is no error where none matches, as in many files of a build.
    #[arg(long, hide = true)]
    only_may_match_none: bool,
    /// How many kernels of machine code are worked on at a time; as many as there are processors, unless given.
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// Write a report to this file: one line of JSON for each function.
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Print remarks of the stages.
    #[arg(long)]
    remarks: bool,
}

impl HasStages for Arguments {
    const FRONT_ENDS: &'static [FrontEnd] = &[FrontEnd::Opt];
}

fn target(text: &str) -> Result<Target, String> {
    Target::parse(text).map_err(|error| error.to_string())
}

/// Symbols are any bytes, and so is what the dot stands for, as in the plugin's options.
pub(crate) fn pattern(text: &str) -> Result<Regex, String> {
    let mut builder = RegexBuilder::new(text);
    let built = builder.unicode(false).dot_matches_new_line(true).build();
    built.map_err(|error| error.to_string())
}

/// What the stages do. Certificates are made where somebody reads them.
fn options(arguments: &Arguments) -> Options {
    Options {
        certify: arguments.remarks || arguments.report.is_some(),
        ..arguments.stages.options(FrontEnd::Opt)
    }
}

/// Orders the kernels of a file anew. Exit code: 0 the result is written; 2 it cannot be.
pub fn run(arguments: &Arguments) -> ExitCode {
    match optimise(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            complain!("{}: {error}", escape::path(&arguments.file));
            exit::unusable()
        }
    }
}

/// A line of the report about a kernel of machine code.
#[derive(Serialize)]
struct KernelLine<'a> {
    /// Where its code object is in the file.
    origin: &'a str,
    name: &'a str,
    /// Why it is as it was.
    kept: Option<&'a str>,
    bytes_before: usize,
    bytes: usize,
    /// Its code lies in a new segment.
    moved: bool,
    mended: Mended,
    findings_left: FindingCounts,
    /// The figures of its code as it was, and as it is.
    before: &'a Record,
    after: &'a Record,
}

fn optimise(arguments: &Arguments) -> Result<(), String> {
    let bytes = code::read(&arguments.file).map_err(|error| error.to_string())?;
    let report = match object::is_container(&bytes) {
        true => optimise_objects(&bytes, arguments)?,
        false => optimise_text(bytes, arguments)?,
    };
    match &arguments.report {
        Some(path) => write(path, &report),
        None => Ok(()),
    }
}

/// Writes the new text, and returns the report.
fn optimise_text(bytes: Vec<u8>, arguments: &Arguments) -> Result<Vec<u8>, String> {
    let source = match object::read(&bytes).map_err(|error| error.to_string())? {
        Contents::Text(source) => source,
        Contents::Objects(_) => return Err("it is no text".to_owned()),
    };
    let target = target::of_text(source, arguments.mcpu).map_err(|error| error.to_string())?;
    let options = options(arguments);
    let features = program::features(target);
    let only = Only::of(arguments);
    let takes = |name: &str| only.takes(name);
    let done = opt::optimise_only(source, target.gpu, features, &options, &takes)
        .map_err(|error| error.to_string())?;
    only.matched()?;
    write(&arguments.output, done.text.as_bytes())?;
    let mut lines = Vec::new();
    for function in &done.functions {
        say(&function.name, function, arguments.remarks);
        if let Err(error) = function.write_line(&mut lines) {
            return Err(error.to_string());
        }
    }
    say_left(&arguments.file, done.functions.iter());
    Ok(lines)
}

/// Writes the file with the new code, and returns the report.
fn optimise_objects(bytes: &[u8], arguments: &Arguments) -> Result<Vec<u8>, String> {
    let only = Only::of(arguments);
    let bar = out::progress(None, "{bar:40} {pos}/{len} kernels {eta}");
    let jobs = arguments
        .jobs
        .or_else(|| thread::available_parallelism().ok());
    let done = objects::optimise(
        bytes,
        &objects::Request {
            stages: &options(arguments),
            target: arguments.mcpu,
            only: &|name| only.takes(name),
            jobs: jobs.map_or(1, NonZeroUsize::get),
            progress: &|done, all| {
                bar.set_length(all as u64);
                bar.set_position(done as u64);
            },
        },
    );
    bar.finish_and_clear();
    let done = done.map_err(|error| error.to_string())?;
    only.matched()?;
    code::write(&arguments.output, &arguments.file, &done.bytes)
        .map_err(|error| cannot_write(&arguments.output, &error))?;
    let mut lines = Vec::new();
    for kernel in &done.kernels {
        let name = format!("{}{}", prefix(&kernel.origin), kernel.of.name);
        say(&name, &kernel.of, arguments.remarks);
        if kernel.of.kept.is_none() {
            let (before, now) = kernel.bytes;
            let place = match kernel.moved {
                true => "in a new segment",
                false => "in its place",
            };
            complain!("{name}: {before} -> {now} bytes, {place}");
        }
        let line = KernelLine {
            origin: &kernel.origin,
            name: &kernel.of.name,
            kept: kernel.of.kept.as_deref(),
            bytes_before: kernel.bytes.0,
            bytes: kernel.bytes.1,
            moved: kernel.moved,
            mended: kernel.of.mended,
            findings_left: kernel.of.findings_left,
            before: &kernel.of.before,
            after: &kernel.of.after,
        };
        serde_json::to_writer(&mut lines, &line).map_err(|error| error.to_string())?;
        lines.push(b'\n');
    }
    say_left(
        &arguments.file,
        done.kernels.iter().map(|kernel| &kernel.of),
    );
    for (origin, reason) in &done.skipped {
        complain!("{origin}: not looked at: {reason}");
    }
    for origin in &done.stale_lines {
        let origin = if origin.is_empty() {
            "the file"
        } else {
            origin
        };
        complain!(
            "{origin}: the line table is as it was: it says which lines the old code came from"
        );
    }
    Ok(lines)
}

fn write(path: &Path, contents: &[u8]) -> Result<(), String> {
    output::write(path, contents).map_err(|error| cannot_write(path, &error))
}

fn cannot_write(path: &Path, error: &io::Error) -> String {
    format!("cannot write {}: {error}", escape::path(path))
}

/// Where a code object is in its file, before a kernel's name.
pub(crate) fn prefix(origin: &str) -> String {
    match origin {
        "" => String::new(),
        origin => format!("{origin}: "),
    }
}

/// Says how much of what was wrong is still there: what has a better order is taken for right.
fn say_left<'a>(file: &Path, functions: impl Iterator<Item = &'a Optimised>) {
    let errors: usize = functions
        .map(|function| function.findings_left.errors)
        .sum();
    let (errors, are, them) = match errors {
        0 => return,
        1 => ("1 error".to_owned(), "is", "it"),
        _ => (format!("{errors} errors"), "are", "them"),
    };
    complain!(
        "{}: {errors} of waits or hazards that it had {are} still in the result: `cdna-sched lint` names {them}, \
         `cdna-sched fix` mends {them}; run that first",
        escape::path(file)
    );
}

/// Says what became of a function.
fn say(name: &str, function: &Optimised, remarks: bool) {
    let name = escape::bytes(name.as_bytes());
    match &function.kept {
        Some(reason) => complain!("{name}: left as it is: {reason}"),
        None => {
            let clocks = |record: &Record| {
                let first = record.clocks.first();
                first.map_or(Clocks::default(), |clocks| clocks.last)
            };
            let (before, after) = (clocks(&function.before), clocks(&function.after));
            complain!(
                "{name}: {}, s_waitcnt {} -> {}, wait states of s_nop {} -> {}",
                Clocks::change(&before, &after, function.after.waves_per_simd),
                function.before.s_waitcnt,
                function.after.s_waitcnt,
                function.before.nop_wait_states,
                function.after.nop_wait_states
            );
            if !function.mended.is_nothing() {
                complain!(
                    "{name}: mended: {} of the text as it was",
                    function.mended.in_words()
                );
            }
        }
    }
    for remark in &function.remarks {
        if remarks || matches!(remark.kind, RemarkKind::Warning | RemarkKind::Error) {
            complain!("{name}: {}", remark.message);
        }
    }
}
