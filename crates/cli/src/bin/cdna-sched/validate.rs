//! `cdna-sched validate`.

#[cfg(feature = "llvm")]
mod modules;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use cdnasched_base::gpu::Gpu;
use cdnasched_cli::recorded;
use cdnasched_driver::settings::FrontEnd;

use crate::exit;
#[cfg(not(feature = "llvm"))]
use crate::no_code_generator;
use crate::out::{complain, say};
use crate::settings::{HasStages, StageArguments};

#[derive(clap::Args)]
#[cfg_attr(
    not(feature = "llvm"),
    command(after_help = no_code_generator::no_modules())
)]
pub struct Arguments {
    /// Modules in LLVM IR (.ll or .bc); the names of the files say which kernels they are.
    #[arg(required_unless_present = "traces")]
    files: Vec<PathBuf>,
    /// GPU: gfx908, gfx90a, gfx942 or gfx950 [default: gfx942; of traces what they say].
    #[arg(long, value_parser = crate::gpu)]
    mcpu: Option<Gpu>,
    #[command(flatten)]
    stages: StageArguments<Arguments>,
    /// Read what was measured from this file, of the form of crates/cli/src/compare/validation/measured.tsv
    /// [default: the built-in table].
    #[arg(long, value_name = "FILE")]
    measured: Option<PathBuf>,
    /// Compare with recorded thread traces instead: a file, or a directory of files (docs/timing.md).
    #[arg(long, value_name = "DIR", conflicts_with_all = ["files", "measured"])]
    traces: Option<PathBuf>,
    /// Print JSON: one object for each file, and one with the summary.
    #[arg(long)]
    json: bool,
    /// Fail if a kernel for which neither conflicts nor spills are published is off by more than PERCENT from
    /// the measured range, if the order differs, or if a kernel, or every one, cannot be compared. With --traces: if a part
    /// is off by more than that, stalls of waits and barriers left out.
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    strict: Option<f64>,
    /// Internal: compile for the process that prints.
    #[arg(long, hide = true)]
    worker: bool,
}

impl HasStages for Arguments {
    const FRONT_ENDS: &'static [FrontEnd] = &[FrontEnd::Evaluate];
}

fn percent(text: &str) -> Result<f64, String> {
    let percent = text.parse().ok();
    let percent = percent.filter(|p: &f64| p.is_finite() && *p >= 0.0);
    percent.ok_or_else(|| "expected a number of percent, as 10 or 2.5".to_owned())
}

pub fn run(arguments: &Arguments) -> ExitCode {
    if let Some(traces) = &arguments.traces {
        return against_traces(traces, arguments);
    }
    #[cfg(feature = "llvm")]
    let code = match arguments.worker {
        true => modules::work(arguments),
        false => modules::run(arguments),
    };
    #[cfg(not(feature = "llvm"))]
    let code = no_code_generator::refuse(&arguments.files, "traces (--traces)");
    code
}

fn judge(complaints: Option<Vec<String>>) -> ExitCode {
    match complaints {
        Some(complaints) if !complaints.is_empty() => {
            complain!("--strict: {}", complaints.join("; "));
            exit::found()
        }
        _ => ExitCode::SUCCESS,
    }
}

fn against_traces(traces: &Path, arguments: &Arguments) -> ExitCode {
    let models = arguments.stages.options(FrontEnd::Evaluate).models;
    let mut validation = recorded::Validation::default();
    let compared = recorded::read(traces, arguments.mcpu).and_then(|recordings| {
        recordings
            .iter()
            .try_for_each(|(path, recording)| validation.add(path, recording, &models))
    });
    if let Err(error) = compared {
        complain!("{error}");
        return exit::unusable();
    }
    match arguments.json {
        true => say!("{}", validation.json()),
        false => say!("{}", validation.print()),
    }
    judge(
        arguments
            .strict
            .map(|percent| validation.complaints(percent)),
    )
}
