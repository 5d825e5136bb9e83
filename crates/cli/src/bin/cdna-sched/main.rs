//! The command line.

mod att;
mod cache;
mod calibrate;
mod code;
mod compare;
#[cfg(feature = "llvm")]
mod doctor;
mod exit;
mod fix;
mod lint;
mod manual;
#[cfg(not(feature = "llvm"))]
mod no_code_generator;
mod opt;
mod out;
mod pair;
mod pick;
mod replay;
mod serve;
mod settings;
mod validate;
mod view;
mod why;
#[cfg(feature = "llvm")]
mod worker;

use std::path::PathBuf;
use std::process::ExitCode;

use cdnasched_base::gpu::Gpu;
use cdnasched_driver::Stage;
use cdnasched_driver::settings::FrontEnd;
use cdnasched_engine::timing::ModelSets;
use clap::{Args, Parser, Subcommand};
use clap_complete::Shell;
#[cfg(not(feature = "llvm"))]
use no_code_generator::doctor;
use out::say;
use settings::{HasStages, StageArguments};

/// Exact, explained instruction scheduling for AMD CDNA GPUs.
#[derive(Parser)]
#[command(name = "cdna-sched", version)]
struct Arguments {
    #[command(subcommand)]
    command: Subcommands,
}

/// In the order of `--help`: what most people need comes first.
#[derive(Subcommand)]
enum Subcommands {
    /// Order the kernels of an assembly text or of machine code anew, and place their waits and nops. What cannot be done with
    /// certainty is left as it is. Exit code: 0 the result is written; 2 it cannot be.
    Opt(opt::Arguments),
    /// Compile kernels by LLVM alone and with cdnasched, and compare the results; or compare two files of the same kernels. Exit code: 0 they
    /// are compared; 1 --strict found something; 2 a file cannot be compared.
    Compare(compare::Arguments),
    /// Write a page (HTML) for a kernel: what runs when in its loops, by LLVM and by cdnasched, what each wait is for, and
    /// where the clocks go (docs/view.md). Exit code: 0 it is written; 2 it cannot be.
    View(view::Arguments),
    /// Say of an instruction in assembly text or machine code what it reads and who wrote that, which waits and nops
    /// are there for its sake, and which hazards it takes part in; of a wait or nop, what it is for. Exit code: 0 there
    /// is an answer; 2 the file cannot be read, or nothing is at the place.
    Why(why::Arguments),
    /// Look for missing wait states and waits in assembly text and machine code of any compiler.
    /// Exit code: 0 nothing found; 1 something found; 2 a file cannot be read.
    Lint(lint::Arguments),
    /// Put missing wait states and waits into assembly text, and into machine code where it need not grow. Nothing
    /// else changes. Exit code: 0 nothing is missing now; 1 something still is; 2 a file cannot be read or written.
    Fix(fix::Arguments),
    /// Compile kernels under several of LLVM's strategies before register allocation, each with cdnasched, and pick for each kernel
    /// the one with the fewest modelled clocks at its own waves (docs/pick.md). Exit code: 0 it is picked; 2 a file cannot be
    /// compiled, or the result not be written.
    Pick(pick::Arguments),
    /// Check this installation, and say how to fix what is wrong. Exit code: 0 all is well; 1 something is not.
    Doctor(doctor::Arguments),
    /// Time the hottest matrix loop of kernels that others measured on hardware, compiled by LLVM alone,
    /// and print how far the cost model is off. Exit code: 0 it is printed; 1 --strict found something; 2 a file cannot be read or compiled.
    Validate(validate::Arguments),
    /// Propose numbers of the cost model from thread traces that rocprofv3 recorded: how many samples each has, how far they
    /// spread, and which numbers of the model they contradict. Exit code: 0 they are printed; 2 they cannot be.
    Calibrate(calibrate::Arguments),
    /// Print the built-in numbers of the cost model, as a start for a model file of your own
    /// (-cdna-sched-model=, --model). Exit code: 0 they are printed; 2 they cannot be.
    Models,
    /// Run the stages again on a saved function (.flat), without LLVM, and check the results.
    /// Exit code: 0 nothing found; 1 something found; 2 the file cannot be read, or the result
    /// cannot be printed.
    Replay(ReplayArguments),
    /// Answer requests, one JSON object a line on standard input, with one line each on standard output: lint, fix, opt,
    /// evaluate, and orders from outside (docs/python.md). Exit code: 0 the input ended; 2 it could not be read, or
    /// an answer not be written.
    Serve,
    /// What the library for running processes keeps on disk (docs/hsa.md): list it, clear it, make what is waiting. Exit code: 0 it
    /// is done; 2 it cannot be.
    #[command(subcommand)]
    Cache(cache::Verb),
    /// Print a script that completes commands and options in a shell. Exit code: 0 it is printed; 2 it cannot be.
    Completions {
        /// For which shell.
        shell: Shell,
    },
    /// Write manual pages into a folder, one for each command. Exit code: 0 they are written; 2 they cannot be.
    Man {
        /// The folder, such as share/man/man1.
        folder: PathBuf,
    },
}

#[derive(Args)]
struct ReplayArguments {
    /// The saved function (.flat), as -cdna-sched-save= writes it.
    case: PathBuf,
    /// Run only this stage: schedule, nops or audit.
    #[arg(long, value_parser = stage)]
    stage: Option<Stage>,
    #[command(flatten)]
    stages: StageArguments<ReplayArguments>,
    /// Print the function as the stages left it.
    #[arg(long)]
    print: bool,
}

impl HasStages for ReplayArguments {
    const FRONT_ENDS: &'static [FrontEnd] = &[FrontEnd::Replay];
}

/// What modules are compiled for where no GPU is named.
#[cfg(feature = "llvm")]
const MODULES: Gpu = Gpu::Gfx942;

fn gpu(name: &str) -> Result<Gpu, String> {
    Gpu::from_name(name).ok_or_else(|| {
        let names: Vec<&str> = Gpu::ALL.iter().map(|gpu| gpu.name()).collect();
        format!("expected one of {}", names.join(", "))
    })
}

fn stage(name: &str) -> Result<Stage, String> {
    Stage::from_name(name).ok_or_else(|| "expected schedule, nops or audit".to_owned())
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
    // Requests name it otherwise.
    if !matches!(arguments.command, Subcommands::Serve) {
        cdnasched_text::target::name_by("--mcpu");
    }
    let code = match arguments.command {
        Subcommands::Cache(verb) => cache::run(verb),
        Subcommands::Calibrate(arguments) => calibrate::run(&arguments),
        Subcommands::Compare(arguments) => compare::run(&arguments),
        Subcommands::Completions { shell } => manual::completions(shell),
        Subcommands::Doctor(arguments) => doctor::run(arguments),
        Subcommands::Fix(arguments) => fix::run(&arguments),
        Subcommands::Lint(arguments) => lint::run(&arguments),
        Subcommands::Man { folder } => manual::man(&folder),
        Subcommands::Opt(arguments) => opt::run(&arguments),
        Subcommands::Pick(arguments) => pick::run(&arguments),
        Subcommands::Replay(arguments) => {
            let options = arguments.stages.options(FrontEnd::Replay);
            replay::replay(&arguments.case, arguments.stage, &options, arguments.print)
        }
        Subcommands::Serve => serve::run(),
        Subcommands::Validate(arguments) => validate::run(&arguments),
        Subcommands::View(arguments) => view::run(&arguments),
        Subcommands::Why(arguments) => why::run(&arguments),
        Subcommands::Models => {
            say!("{}", ModelSets::built_in_text());
            ExitCode::SUCCESS
        }
    };
    out::end_with(code)
}
