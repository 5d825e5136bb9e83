//! The command line.

mod doctor;
mod opt;
mod out;
mod replay;
mod validate;
mod worker;

use std::io::{self, IsTerminal as _};
use std::path::PathBuf;
use std::process::{Command, ExitCode};

use cdnasched::compare::{self, ComparedFile, Compiler, Totals};
use cdnasched::gpu::Gpu;
use cdnasched::machine::LdsDma;
use cdnasched::pipeline::{Fault, Options, Renaming, Stage};
use cdnasched::rules::Policy;
use cdnasched::schedule::{Effort, Walls};
use cdnasched::timing::ModelSets;
use clap::builder::{PathBufValueParser, TypedValueParser};
use clap::{Args, Parser, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};
use out::{complain, say};

/// Exact, explained instruction scheduling for AMD CDNA GPUs.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    command: Subcommands,
}

#[derive(Subcommand)]
enum Subcommands {
    /// Compile kernels by LLVM alone and with cdnasched, and compare the results.
    Compare(CompareArguments),
    /// Check this installation, and say how to fix what is wrong.
    Doctor(doctor::Arguments),
    /// Order the kernels of an assembly text anew, and place their waits and nops. What cannot be done with
    /// certainty is left as it is. Exit code: 0 the text is written; 2 it cannot be.
    Opt(opt::Arguments),
    /// Run the stages again on a saved function (.flat), without LLVM, and check the results.
    /// Exit code: 0 nothing found; 1 something found; 2 the file cannot be read, or the result
    /// cannot be printed.
    Replay(ReplayArguments),
    /// Time the hottest matrix loop of kernels that others measured on hardware, compiled by LLVM alone,
    /// and print how far the cost model is off. Exit code: 1 if a file cannot be read or compiled.
    Validate(validate::Arguments),
    /// Print the built-in numbers of the cost model, as a start for a model file of your own
    /// (-cdna-sched-model=, --model).
    Models,
}

/// Options of every command that runs the stages.
#[derive(Args)]
struct StageArguments {
    /// How much time the search for a better order may take: fast, default or max.
    #[arg(long, default_value = Effort::Default.name(), value_parser = effort)]
    effort: Effort,
    /// Whether s_setprio and sched_barrier hold instructions in place: honour, or cross to move
    /// instructions past them.
    #[arg(long, default_value = Walls::Honour.name(), value_parser = walls)]
    walls: Walls,
    /// Whether values in loops may get other registers where that frees a better order: on, off, or
    /// strict to keep also what inactive lanes hold.
    #[arg(long, default_value = Renaming::On.name(), value_parser = rename)]
    rename: Renaming,
    /// Whether copies of registers and spills that allocation left are taken out: on or off.
    #[arg(long, default_value = "on", value_parser = on_or_off, action = clap::ArgAction::Set)]
    coalesce: bool,
    /// Whether iterations of loops overlap: on or off.
    #[arg(long, default_value = "on", value_parser = on_or_off, action = clap::ArgAction::Set)]
    overlap: bool,
    /// Which loads directly into LDS an access to LDS waits for: llvm, those that LLVM 22 waits for,
    /// or strict, all that are not proved to write elsewhere.
    #[arg(long, default_value = LdsDma::Llvm.name(), value_parser = lds_dma)]
    lds_dma: LdsDma,
    /// Read the numbers of the cost model from this file; `cdna-sched models` prints one to start
    /// from.
    #[arg(long, value_name = "FILE", value_parser = models())]
    model: Option<ModelSets>,
}

impl StageArguments {
    fn options(&self) -> Options {
        Options {
            effort: self.effort,
            walls: self.walls,
            rename: self.rename,
            coalesce: self.coalesce,
            overlap: self.overlap,
            lds_dma: self.lds_dma,
            models: self.model.clone().unwrap_or_default(),
            ..Options::ALL
        }
    }
}

#[derive(Args)]
struct ReplayArguments {
    /// The saved function (.flat), as -cdna-sched-save= writes it.
    case: PathBuf,
    /// Run only this stage: schedule, nops or audit.
    #[arg(long, value_parser = stage)]
    stage: Option<Stage>,
    /// Which hazard rules to follow: safe, exact, isa or llvm.
    #[arg(long, default_value = "safe", value_parser = policy)]
    hazards: Policy,
    #[command(flatten)]
    stages: StageArguments,
    /// Break a result on purpose, to see that the check finds it: order, wait, request, rename, copy or
    /// nop.
    #[arg(long, value_parser = fault)]
    fault: Option<Fault>,
    /// Print the function as the stages left it.
    #[arg(long)]
    print: bool,
}

#[derive(Args)]
struct CompareArguments {
    /// Modules in LLVM IR (.ll or .bc), or two assembly texts of the same kernels (.s), which are compared with
    /// each other.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// GPU: gfx908, gfx90a, gfx942 or gfx950.
    #[arg(long, default_value = "gfx942", value_parser = gpu)]
    mcpu: Gpu,
    #[command(flatten)]
    stages: StageArguments,
    /// Print JSON: one object for each file, and one with totals if there are several files.
    #[arg(long)]
    json: bool,
    /// Print only totals, no line for each file.
    #[arg(long, conflicts_with = "json")]
    totals: bool,
    /// Print the COUNT matrix loops in which most time is spent, and what it is spent on.
    #[arg(
        long,
        value_name = "COUNT",
        default_value_t = 0,
        conflicts_with = "json"
    )]
    hottest: usize,
    /// Have LLVM verify the machine code after every pass.
    #[arg(long)]
    verify: bool,
    /// Fail if LLVM's own passes added waits or nops after ours, the check of the result found a
    /// problem, or anything was left alone.
    #[arg(long)]
    strict: bool,
    /// Internal: compile for the process that prints.
    #[arg(long, hide = true)]
    worker: bool,
}

fn gpu(name: &str) -> Result<Gpu, String> {
    Gpu::from_name(name).ok_or_else(|| {
        let names: Vec<&str> = Gpu::ALL.iter().map(|gpu| gpu.name()).collect();
        format!("expected one of {}", names.join(", "))
    })
}

fn stage(name: &str) -> Result<Stage, String> {
    Stage::from_name(name).ok_or_else(|| "expected schedule, nops or audit".to_owned())
}

fn policy(name: &str) -> Result<Policy, String> {
    Policy::from_name(name).ok_or_else(|| "expected safe, exact, isa or llvm".to_owned())
}

fn fault(name: &str) -> Result<Fault, String> {
    Fault::from_name(name)
        .ok_or_else(|| "expected order, wait, request, rename, copy or nop".to_owned())
}

fn effort(name: &str) -> Result<Effort, String> {
    let found = Effort::ALL.into_iter().find(|e| e.name() == name);
    found.ok_or_else(|| {
        let names = Effort::ALL.map(Effort::name);
        format!("expected one of {}", names.join(", "))
    })
}

fn lds_dma(name: &str) -> Result<LdsDma, String> {
    LdsDma::from_name(name).ok_or_else(|| "expected llvm or strict".to_owned())
}

fn rename(name: &str) -> Result<Renaming, String> {
    Renaming::from_name(name).ok_or_else(|| "expected on, strict or off".to_owned())
}

fn on_or_off(name: &str) -> Result<bool, String> {
    match name {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err("expected on or off".to_owned()),
    }
}

fn walls(name: &str) -> Result<Walls, String> {
    let found = Walls::ALL.into_iter().find(|w| w.name() == name);
    found.ok_or_else(|| format!("expected one of {}", Walls::ALL.map(Walls::name).join(", ")))
}

/// Reads a model file, whose name may hold any bytes.
fn models() -> impl TypedValueParser<Value = ModelSets> {
    PathBufValueParser::new().try_map(|path| ModelSets::read(&path))
}

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        // Help and version are what the user asked for: they go to standard output.
        Err(asked) if !asked.use_stderr() => {
            out::print_by(|| asked.print());
            return out::end_with(ExitCode::SUCCESS);
        }
        Err(mistake) => mistake.exit(),
    };
    let code = match arguments.command {
        Subcommands::Compare(arguments) => compare_files(&arguments),
        Subcommands::Doctor(arguments) => doctor::run(arguments),
        Subcommands::Opt(arguments) => opt::run(&arguments),
        Subcommands::Replay(arguments) => {
            let options = Options {
                hazards: arguments.hazards,
                fault: arguments.fault,
                ..arguments.stages.options()
            };
            replay::replay(&arguments.case, arguments.stage, &options, arguments.print)
        }
        Subcommands::Validate(arguments) => validate::run(arguments),
        Subcommands::Models => {
            say!("{}", ModelSets::built_in_text());
            ExitCode::SUCCESS
        }
    };
    out::end_with(code)
}

/// The command that starts this program again, to compile in a process of its own.
fn worker(arguments: &CompareArguments) -> io::Result<Command> {
    let mut process = worker::this_program()?;
    let StageArguments {
        effort,
        walls,
        rename,
        coalesce,
        overlap,
        lds_dma,
        model,
    } = &arguments.stages;
    process.args(["compare", "--worker", "--mcpu", arguments.mcpu.name()]);
    process.args(["--effort", effort.name(), "--walls", walls.name()]);
    process.args(["--rename", rename.name(), "--lds-dma", lds_dma.name()]);
    let on_or_off = |on: bool| if on { "on" } else { "off" };
    process.args([
        "--coalesce",
        on_or_off(*coalesce),
        "--overlap",
        on_or_off(*overlap),
    ]);
    worker::pass_models(&mut process, model.as_ref());
    if arguments.verify {
        process.arg("--verify");
    }
    process.arg("--");
    Ok(process)
}

fn compare_files(arguments: &CompareArguments) -> ExitCode {
    let &CompareArguments {
        ref files,
        json,
        mcpu,
        ..
    } = arguments;
    if arguments.worker {
        if arguments.verify {
            compare::verify_machine_code();
        }
        let options = arguments.stages.options();
        return worker::work(mcpu, files, |compiler, file, begins| {
            let compared = compiler.compare_watched(file, &options, begins)?;
            Ok(compared.functions)
        });
    }
    if let [one, other] = &files[..]
        && files.iter().all(|file| opt::is_assembly(file))
    {
        return opt::compare([one, other], None, &arguments.stages.options());
    }
    if let Err(error) = Compiler::new(mcpu) {
        complain!("{error}");
        return ExitCode::FAILURE;
    }
    let progress = progress(files.len());
    let mut totals = Totals::default();
    let mut failed = 0;
    let mut lines = 0;
    let all = worker::run(
        mcpu,
        files,
        || worker(arguments),
        |file, result| {
            match result {
                Ok(functions) => {
                    let comparison = ComparedFile {
                        file: file.to_owned(),
                        functions,
                    };
                    totals.add(&comparison);
                    if !arguments.totals {
                        if lines == 0 && files.len() > 1 && !json {
                            progress.suspend(|| say!("{}\n", compare::summary_heading()));
                        }
                        lines += 1;
                        progress.suspend(|| print(&comparison, files.len() > 1, json));
                    }
                }
                Err(error) => {
                    failed += 1;
                    progress.suspend(|| complain!("{error}"));
                }
            }
            progress.inc(1);
        },
    );
    progress.finish_and_clear();
    if let Err(error) = all {
        complain!("cannot start the process that compiles: {error}");
        return ExitCode::FAILURE;
    }
    if files.len() > 1 || arguments.totals {
        if json {
            say!("{}\n", serde_json::json!({ "totals": totals }));
        } else {
            say!("\n{}", totals.print());
        }
    }
    if arguments.hottest > 0 {
        say!("\n{}", totals.hottest(arguments.hottest));
    }
    if failed > 0 {
        complain!("{failed} of {} files could not be compared", files.len());
        return ExitCode::FAILURE;
    }
    if arguments.strict && !totals.is_clean() {
        complain!(
            "--strict: LLVM's passes added waits or nops, the check found a problem, or something was \
             left alone (see above)"
        );
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

fn print(comparison: &ComparedFile, many: bool, json: bool) {
    if json {
        say!("{}\n", serde_json::json!(comparison));
    } else if many {
        say!("{}\n", compare::summary(comparison));
    } else {
        say!("{}", compare::table(comparison));
    }
}

/// A progress bar, if there are several files and a terminal to show it on.
fn progress(files: usize) -> ProgressBar {
    if files < 2 || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(files as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} {eta}") {
        bar.set_style(style);
    }
    bar
}
