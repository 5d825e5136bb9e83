//! `cdna-sched lint`.

mod baseline;
mod files;
mod process;
mod sarif;
mod selection;
mod text;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use cdnasched_base::escape;
use cdnasched_driver::settings::FrontEnd;
use cdnasched_object::Target;
use cdnasched_text::lint::{self, Finding, Report, Severity};
use clap::{Args, ValueEnum};
use regex::bytes::Regex;

use crate::exit;
use crate::out::{self, complain, say};
use crate::settings::{HasStages, StageArguments};
use files::Named;

/// How findings are printed.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    Text,
    /// One object for each file and line.
    Json,
    /// SARIF 2.1.0, which code hosts and editors show.
    Sarif,
}

#[derive(Args)]
pub struct Arguments {
    /// Assembly text (.s), code objects (.o, .co, .hsaco), programs and libraries with bundles of them, or
    /// directories. What a file is, is seen by its content.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// GPU or target ID (gfx942, gfx90a:sramecc+:xnack-), for text that does not name its own. Of files with code
    /// for several GPUs, only this one's is looked at.
    #[arg(long, value_parser = |id: &str| Target::parse(id))]
    mcpu: Option<Target>,
    #[command(flatten)]
    stages: StageArguments<Arguments>,
    /// Report nops and waits that are not needed, too.
    #[arg(long)]
    pedantic: bool,
    /// Report also what machine code does not decide, such as whether a load into LDS writes what is read next.
    #[arg(long)]
    undecided: bool,
    /// Fail also for what is suspicious, and list each, and for functions that cannot be analysed.
    #[arg(long)]
    strict: bool,
    /// Report these rules alone, each with all whose names begin so (wait, cdna3.t37); separated by commas.
    #[arg(long, value_name = "RULES", value_delimiter = ',', value_parser = selection::rule)]
    select: Vec<String>,
    /// Do not report these rules, named as for --select.
    #[arg(long, value_name = "RULES", value_delimiter = ',', value_parser = selection::rule)]
    ignore: Vec<String>,
    /// Look at functions alone whose symbol matches.
    #[arg(long, value_name = "REGEX", value_parser = crate::opt::pattern)]
    only: Option<Regex>,
    /// Print how many findings there are of each rule, and in how many functions, in place of the findings (--format text).
    #[arg(long)]
    statistics: bool,
    /// Print findings function by function, each under its name with how many there are; with --statistics how many there are of each rule
    /// in each function (--format text).
    #[arg(long)]
    by_kernel: bool,
    /// How to print findings.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Do not report the findings in this file, which --write-baseline wrote.
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    /// Write all findings to this file, as a baseline for later runs.
    #[arg(long, value_name = "FILE")]
    write_baseline: Option<PathBuf>,
    /// Internal: look at files for the process that prints.
    #[arg(long, hide = true)]
    worker: bool,
    /// Internal: say also what the mends of findings mend beside them.
    #[arg(long, hide = true)]
    covered: bool,
}

impl HasStages for Arguments {
    const FRONT_ENDS: &'static [FrontEnd] = &[FrontEnd::Lint];
}

impl Arguments {
    fn options(&self) -> lint::Options {
        lint::Options {
            policy: self.stages.options(FrontEnd::Lint).hazards,
            needless: self.pedantic,
            undecided: self.undecided,
            covered: self.covered
                || self.baseline.is_some()
                || self.write_baseline.is_some()
                || !(self.select.is_empty() && self.ignore.is_empty()),
        }
    }
}

/// What became of a file.
type Outcome = Result<Report, String>;

pub fn run(arguments: &Arguments) -> ExitCode {
    if arguments.worker {
        return process::work(arguments);
    }
    let known = match &arguments.baseline {
        Some(file) => match baseline::read(file) {
            Ok(known) => known,
            Err(error) => {
                complain!("{error}");
                return exit::unusable();
            }
        },
        None => baseline::Baseline::default(),
    };
    let (files, mut unread) = files::all(&arguments.files);
    for error in &unread {
        complain!("{error}");
    }
    let mut outcomes = look(arguments, &files);
    if let Some(file) = &arguments.write_baseline
        && let Err(error) = baseline::write(file, &files, &outcomes)
    {
        complain!("{error}");
        return exit::unusable();
    }
    let mut hidden = 0;
    for (file, outcome) in files.iter().zip(&mut outcomes) {
        match outcome {
            Ok(report) => {
                selection::keep(report, &arguments.select, &arguments.ignore);
                if let Some(only) = &arguments.only {
                    selection::only(report, only);
                }
                hidden += known.hide(&file.path, report);
            }
            Err(error) => {
                let error = format!("{}: {error}", escape::path(&file.path));
                complain!("{error}");
                unread.push(error);
            }
        }
    }
    match arguments.format {
        Format::Text => {
            let shown = match (arguments.statistics, arguments.strict) {
                (true, _) => text::Shown::Statistics,
                (false, true) => text::Shown::All,
                (false, false) => text::Shown::FirstOfAlike,
            };
            let layout = text::Layout {
                shown,
                by_function: arguments.by_kernel,
            };
            text::print(&files, &outcomes, hidden, layout);
        }
        Format::Json => json(&files, &outcomes),
        Format::Sarif => say!("{}\n", sarif::log(&files, &outcomes, &unread)),
    }
    let reports = || outcomes.iter().flatten();
    let damaged = reports().any(|report| !report.unread.is_empty());
    let fails = |finding: &Finding| arguments.strict || finding.severity != Severity::Suspicious;
    let found = reports().any(|report| {
        report.findings.iter().any(fails) || arguments.strict && !report.skipped.is_empty()
    });
    if !unread.is_empty() || damaged {
        return exit::unusable();
    }
    // What was written to a baseline is accepted.
    if found && arguments.write_baseline.is_none() {
        return exit::found();
    }
    ExitCode::SUCCESS
}

/// Looks at all files, on all processors. Files that were found in directories and are none of ours are empty reports.
fn look(arguments: &Arguments, files: &[Named]) -> Vec<Outcome> {
    let progress = out::progress_of_files(files.len());
    let next = AtomicUsize::new(0);
    let outcomes: Mutex<Vec<Option<Outcome>>> = Mutex::new(vec![None; files.len()]);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads.min(files.len()) {
            scope.spawn(|| {
                let mut worker = process::Worker::new(arguments);
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(file) = files.get(at) else { break };
                    let outcome = worker.lint(file);
                    if let Ok(mut outcomes) = outcomes.lock() {
                        outcomes[at] = Some(outcome);
                    }
                    progress.inc(1);
                }
            });
        }
    });
    progress.finish_and_clear();
    let outcomes = outcomes.into_inner().unwrap_or_default().into_iter();
    let missing = || Err("it was not looked at: a thread ended".to_owned());
    outcomes
        .map(|outcome| outcome.unwrap_or_else(missing))
        .collect()
}

fn json(files: &[Named], outcomes: &[Outcome]) {
    for (file, outcome) in files.iter().zip(outcomes) {
        let name = file.path.to_string_lossy();
        let line = match outcome {
            Ok(report) => serde_json::json!({ "file": name, "report": report }),
            Err(error) => serde_json::json!({ "file": name, "error": error }),
        };
        say!("{line}\n");
    }
}

/// How a severity is called in counts.
fn plural(severity: Severity, count: usize) -> String {
    match (severity, count) {
        (Severity::Error, 1) => "1 error".to_owned(),
        (Severity::Error, _) => format!("{count} errors"),
        (other, _) => format!("{count} {}", other.name()),
    }
}
