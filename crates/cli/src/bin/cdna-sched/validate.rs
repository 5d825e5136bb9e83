//! `cdna-sched validate`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use cdnasched_base::gpu::Gpu;
use cdnasched_cli::compare::{self, Compiler, Measured, Validation};
use cdnasched_cli::recorded;
use cdnasched_driver::report::Record;
use cdnasched_driver::settings::FrontEnd;
use clap::builder::{PathBufValueParser, TypedValueParser};

use crate::exit;
use crate::out::{complain, say};
use crate::settings::{HasStages, StageArguments};
use crate::worker;

#[derive(clap::Args)]
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
    #[arg(long, value_name = "FILE", value_parser = measured())]
    measured: Option<Measured>,
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

/// Reads a table of measured loops, whose name may hold any bytes.
fn measured() -> impl TypedValueParser<Value = Measured> {
    PathBufValueParser::new().try_map(|path| Measured::read(&path))
}

fn percent(text: &str) -> Result<f64, String> {
    let percent = text.parse().ok();
    let percent = percent.filter(|p: &f64| p.is_finite() && *p >= 0.0);
    percent.ok_or_else(|| "expected a number of percent, as 10 or 2.5".to_owned())
}

pub fn run(arguments: Arguments) -> ExitCode {
    if let Some(traces) = &arguments.traces {
        return against_traces(traces, &arguments);
    }
    let Arguments {
        files,
        mcpu,
        stages,
        ..
    } = arguments;
    let mcpu = mcpu.unwrap_or(crate::MODULES);
    if arguments.worker {
        let models = stages.options(FrontEnd::Evaluate).models;
        let models = models.with_family(mcpu);
        return worker::work(mcpu, &files, |compiler, file, begins| {
            begins(compare::By::Llvm);
            compiler.time_llvm(file, &models)
        });
    }
    if let Err(error) = Compiler::new(mcpu) {
        complain!("{error}");
        return exit::unusable();
    }
    let process = || {
        let mut process = worker::this_program()?;
        process.args(["validate", "--worker", "--mcpu", mcpu.name()]);
        stages.pass_to(&mut process);
        process.arg("--");
        Ok(process)
    };
    let table = arguments.measured.unwrap_or_else(Measured::built_in);
    let mut validation = Validation::new(mcpu, table);
    let mut failed = 0;
    let all = worker::run(
        mcpu,
        &files,
        process,
        |file, result: Result<Vec<Record>, String>| match result {
            Ok(records) => {
                if let Some(refused) = validation.add(file, &records) {
                    complain!("{refused}");
                }
            }
            Err(error) => {
                failed += 1;
                complain!("{error}");
            }
        },
    );
    if let Err(error) = all {
        complain!("cannot start the process that compiles: {error}");
        return exit::unusable();
    }
    if arguments.json {
        say!("{}", validation.json());
    } else {
        say!("{}", validation.print());
    }
    if failed > 0 {
        complain!("{failed} of {} files could not be timed", files.len());
        return exit::unusable();
    }
    let strict = arguments.strict;
    judge(strict.map(|percent| validation.complaints(percent)))
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
