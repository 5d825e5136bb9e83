//! `cdna-sched opt`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use cdnasched_base::{escape, input, output};
use cdnasched_driver::RemarkKind;
use cdnasched_driver::settings::FrontEnd;
#[cfg(feature = "llvm")]
use cdnasched_engine::timing::ModelSets;
use cdnasched_object::Target;
use cdnasched_text::opt::{self, Optimised};
use cdnasched_text::{program, target};

use crate::out::complain;
use crate::settings::{HasStages, StageArguments};

const UNUSABLE: u8 = 2;

/// What `cdna-sched opt` is told.
#[derive(clap::Args)]
pub struct Arguments {
    /// Assembly text (.s).
    file: PathBuf,
    /// Write the new text to this file.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// The GPU, or a target ID such as gfx942:sramecc+:xnack-, where the text does not say.
    #[arg(long, value_parser = target)]
    mcpu: Option<Target>,
    #[command(flatten)]
    stages: StageArguments<Arguments>,
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

/// Orders the kernels of a text anew. Exit code: 0 the text is written; 2 it cannot be.
pub fn run(arguments: &Arguments) -> ExitCode {
    match optimise(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            complain!("{}: {error}", escape::path(&arguments.file));
            ExitCode::from(UNUSABLE)
        }
    }
}

fn optimise(arguments: &Arguments) -> Result<(), String> {
    let source = input::read_named_text(&arguments.file, input::CASE_LIMIT_MIB);
    let source = source.map_err(|error| error.to_string())?;
    let target = target::of_text(&source, arguments.mcpu).map_err(|error| error.to_string())?;
    let options = arguments.stages.options(FrontEnd::Opt);
    let done = opt::optimise(&source, target.gpu, program::features(target), &options)
        .map_err(|error| error.to_string())?;
    write(&arguments.output, done.text.as_bytes())?;
    let mut lines = Vec::new();
    for function in &done.functions {
        say(function, arguments.remarks);
        if let Err(error) = function.write_line(&mut lines) {
            return Err(error.to_string());
        }
    }
    match &arguments.report {
        Some(report) => write(report, &lines),
        None => Ok(()),
    }
}

fn write(path: &Path, contents: &[u8]) -> Result<(), String> {
    let written = output::write(path, contents);
    written.map_err(|error| format!("cannot write {}: {error}", escape::path(path)))
}

/// Whether a file is assembly text, by its name.
#[cfg(feature = "llvm")]
pub fn is_assembly(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension == "s" || extension == "S")
}

/// Compares two assembly texts of the same functions.
#[cfg(feature = "llvm")]
pub fn compare(
    files: [&Path; 2],
    gpu: Option<cdnasched_base::gpu::Gpu>,
    models: &ModelSets,
    att: Option<&Path>,
) -> ExitCode {
    let table = || -> Result<String, String> {
        let [one, other] = files.map(|file| {
            let read = input::read_named_text(file, input::CASE_LIMIT_MIB);
            read.map_err(|error| format!("{}: {error}", escape::path(file)))
        });
        let (one, other) = (one?, other?);
        let given = gpu.map(Target::of);
        let [target, _] =
            target::of_both([&one, &other], given).map_err(|error| error.to_string())?;
        let features = program::features(target);
        let table = opt::compare([&one, &other], target.gpu, features, models);
        let mut table = table.map_err(|error| error.to_string())?;
        if let Some(att) = att {
            table += &crate::att::measured(att, [(files[0], &one), (files[1], &other)], target)?;
        }
        Ok(table)
    };
    match table() {
        Ok(table) => {
            crate::out::say!("{table}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            complain!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Says what became of a function.
fn say(function: &Optimised, remarks: bool) {
    let name = escape::bytes(function.name.as_bytes());
    match &function.kept {
        Some(reason) => complain!("{name}: left as it is: {reason}"),
        None => {
            let clocks = |record: &cdnasched_driver::report::Record| {
                record
                    .clocks
                    .first()
                    .map_or(0.0, |clocks| clocks.last.one_wave)
            };
            let (before, after) = (clocks(&function.before), clocks(&function.after));
            complain!(
                "{name}: {before:.0} -> {after:.0} modelled clocks, s_waitcnt {} -> {}, wait states of s_nop {} -> {}",
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
