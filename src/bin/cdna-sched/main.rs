//! The command line.

mod doctor;
mod out;
mod replay;
mod worker;

use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use cdnasched::compare::{self, Comparison, Compiler, Totals};
use cdnasched::gpu::Gpu;
use cdnasched::hazard::Policy;
use cdnasched::machine::LdsDma;
use cdnasched::pipeline::{Fault, Options, Stage};
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
    /// Compile kernels by LLVM alone and with cdnasched, and set the two side by side.
    Compare(CompareArguments),
    /// Check this installation, and say what to do about what is wrong.
    Doctor(doctor::Arguments),
    /// Run the stages over a saved function (.flat) again, without LLVM, and have the results
    /// judged. Exit code: 0 nothing found, 1 something found, 2 no readable case or no place to print.
    Replay(ReplayArguments),
    /// Print the built-in numbers of the cost model, to start a file of one's own from
    /// (-cdna-sched-model=, --model).
    Models,
}

/// What holds for every command that runs the stages.
#[derive(Args)]
struct StageArguments {
    /// How much time the search for an order may take: fast, default or max.
    #[arg(long, default_value = Effort::Default.name(), value_parser = effort)]
    effort: Effort,
    /// What of the user's hints about order holds: honour, or cross to look past s_setprio and
    /// sched_barrier.
    #[arg(long, default_value = Walls::Honour.name(), value_parser = walls)]
    walls: Walls,
    /// Which loads straight into LDS an access to LDS waits for: llvm, or strict for all that are
    /// not proved to go elsewhere.
    #[arg(long, default_value = LdsDma::Llvm.name(), value_parser = lds_dma)]
    lds_dma: LdsDma,
    /// Take the numbers of the cost model from this file, which `cdna-sched models` prints to
    /// start from.
    #[arg(long, value_name = "FILE", value_parser = models())]
    model: Option<ModelSets>,
}

impl StageArguments {
    fn options(&self) -> Options {
        Options {
            effort: self.effort,
            walls: self.walls,
            lds_dma: self.lds_dma,
            models: self.model.clone().unwrap_or_default(),
            ..Options::ALL
        }
    }
}

#[derive(Args)]
struct ReplayArguments {
    /// A function in the text form.
    case: PathBuf,
    /// Only this stage: schedule, nops or audit.
    #[arg(long, value_parser = stage)]
    stage: Option<Stage>,
    /// Whose hazard rules hold: safe, exact, isa or llvm.
    #[arg(long, default_value = "safe", value_parser = policy)]
    hazards: Policy,
    #[command(flatten)]
    stages: StageArguments,
    /// Spoil a result before it is checked: order, wait, request or nop.
    #[arg(long, value_parser = fault)]
    fault: Option<Fault>,
    /// Print the function as the stages left it.
    #[arg(long)]
    print: bool,
}

#[derive(Args)]
struct CompareArguments {
    /// Modules in LLVM IR (.ll or .bc).
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// GPU: gfx908, gfx90a, gfx942 or gfx950.
    #[arg(long, default_value = "gfx942", value_parser = gpu)]
    mcpu: Gpu,
    #[command(flatten)]
    stages: StageArguments,
    /// Print JSON, one object a file, and an object of totals when there are several.
    #[arg(long)]
    json: bool,
    /// Print totals alone, no line a file.
    #[arg(long, conflicts_with = "json")]
    totals: bool,
    /// Print the matrix loops in which most time is spent, so many, and what it is spent on.
    #[arg(
        long,
        value_name = "COUNT",
        default_value_t = 0,
        conflicts_with = "json"
    )]
    hottest: usize,
    /// Have LLVM verify the machine code behind every pass.
    #[arg(long)]
    verify: bool,
    /// Fail when LLVM's own passes added anything behind ours, the judge found anything open, or
    /// anything was left alone.
    #[arg(long)]
    strict: bool,
    /// Be the process that compiles, for another that prints.
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
    Fault::from_name(name).ok_or_else(|| "expected order, wait, request or nop".to_owned())
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

fn walls(name: &str) -> Result<Walls, String> {
    let found = Walls::ALL.into_iter().find(|w| w.name() == name);
    found.ok_or_else(|| format!("expected one of {}", Walls::ALL.map(Walls::name).join(", ")))
}

/// Reads the sets of a file, whose name may be any bytes.
fn models() -> impl TypedValueParser<Value = ModelSets> {
    PathBufValueParser::new().try_map(|path| ModelSets::read(&path))
}

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        // Help and the version are asked for, and printed as what is.
        Err(asked) if !asked.use_stderr() => {
            out::print_by(|| asked.print());
            return out::end_with(ExitCode::SUCCESS);
        }
        Err(mistake) => mistake.exit(),
    };
    let code = match arguments.command {
        Subcommands::Compare(arguments) => compare_files(&arguments),
        Subcommands::Doctor(arguments) => doctor::run(arguments),
        Subcommands::Replay(arguments) => {
            let options = Options {
                hazards: arguments.hazards,
                fault: arguments.fault,
                ..arguments.stages.options()
            };
            replay::replay(&arguments.case, arguments.stage, &options, arguments.print)
        }
        Subcommands::Models => {
            say!("{}", ModelSets::built_in_text());
            ExitCode::SUCCESS
        }
    };
    out::end_with(code)
}

/// A process like this one, that compares files and says so to it.
fn worker(arguments: &CompareArguments) -> io::Result<Command> {
    // Still this program when its file was replaced or removed since it began.
    let running = Path::new("/proc/self/exe");
    let mut process = match running.exists() {
        true => Command::new(running),
        false => Command::new(std::env::current_exe()?),
    };
    let StageArguments {
        effort,
        walls,
        lds_dma,
        model,
    } = &arguments.stages;
    process.args(["compare", "--worker", "--mcpu", arguments.mcpu.name()]);
    process.args(["--effort", effort.name(), "--walls", walls.name()]);
    process.args(["--lds-dma", lds_dma.name()]);
    if let Some(file) = model.as_ref().and_then(ModelSets::path) {
        process.arg("--model").arg(file);
    }
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
        return worker::work(mcpu, files, &arguments.stages.options());
    }
    if let Err(error) = Compiler::new(mcpu) {
        complain!("{error}");
        return ExitCode::FAILURE;
    }
    let progress = progress(files.len());
    let mut totals = Totals::default();
    let mut failed = 0;
    let all = worker::compare_all(
        mcpu,
        files,
        || worker(arguments),
        |_, result| {
            match result {
                Ok(comparison) => {
                    totals.add(&comparison);
                    if !arguments.totals {
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
        complain!("cannot start itself to compile in a process of its own: {error}");
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
            "LLVM's passes added something, the judge found something, or something was left alone"
        );
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

fn print(comparison: &Comparison, many: bool, json: bool) {
    if json {
        say!("{}\n", serde_json::json!(comparison));
    } else if many {
        say!("{}\n", compare::summary(comparison));
    } else {
        say!("{}", compare::table(comparison));
    }
}

/// A bar on a terminal, when there is more than one file.
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
