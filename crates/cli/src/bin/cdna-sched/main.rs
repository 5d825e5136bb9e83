//! The command line.

mod att;
mod calibrate;
mod code;
#[cfg(feature = "llvm")]
mod compare;
#[cfg(feature = "llvm")]
mod doctor;
mod fix;
mod lint;
mod opt;
mod out;
mod replay;
mod serve;
#[cfg(feature = "llvm")]
mod validate;
mod view;
mod why;
#[cfg(feature = "llvm")]
mod worker;

use std::path::PathBuf;
use std::process::ExitCode;

use cdnasched_base::gpu::Gpu;
use cdnasched_base::machine::LdsDma;
use cdnasched_base::rules::Policy;
use cdnasched_driver::{Fault, Options, Renaming, Stage};
use cdnasched_engine::schedule::{Effort, Walls};
use cdnasched_engine::timing::ModelSets;
use clap::builder::{PathBufValueParser, TypedValueParser};
use clap::{Args, Parser, Subcommand};
use out::say;

/// Exact, explained instruction scheduling for AMD CDNA GPUs.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    command: Subcommands,
}

#[derive(Subcommand)]
enum Subcommands {
    /// Propose numbers of the cost model from thread traces that rocprofv3 recorded: how many samples each has, how far they
    /// spread, and which numbers of the model they contradict. Exit code: 0 they are printed; 2 they cannot be.
    Calibrate(calibrate::Arguments),
    /// Compile kernels by LLVM alone and with cdnasched, and compare the results.
    #[cfg(feature = "llvm")]
    Compare(compare::Arguments),
    /// Check this installation, and say how to fix what is wrong.
    #[cfg(feature = "llvm")]
    Doctor(doctor::Arguments),
    /// Put missing wait states and waits into assembly text, and into machine code where it need not grow. Nothing
    /// else changes. Exit code: 0 nothing is missing now; 1 something still is; 2 a file cannot be read or written.
    Fix(fix::Arguments),
    /// Look for missing wait states and waits in assembly text and machine code of any compiler.
    /// Exit code: 0 nothing found; 1 something found; 2 a file cannot be read.
    Lint(lint::Arguments),
    /// Order the kernels of an assembly text anew, and place their waits and nops. What cannot be done with
    /// certainty is left as it is. Exit code: 0 the text is written; 2 it cannot be.
    Opt(opt::Arguments),
    /// Run the stages again on a saved function (.flat), without LLVM, and check the results.
    /// Exit code: 0 nothing found; 1 something found; 2 the file cannot be read, or the result
    /// cannot be printed.
    Replay(ReplayArguments),
    /// Answer requests, one JSON object a line on standard input, with one line each on standard output: lint, fix, opt,
    /// evaluate, and orders from outside (docs/python.md). Exit code: 0 the input ended; 2 it could not be read, or
    /// an answer not be written.
    Serve,
    /// Time the hottest matrix loop of kernels that others measured on hardware, compiled by LLVM alone,
    /// and print how far the cost model is off. Exit code: 1 if a file cannot be read or compiled.
    #[cfg(feature = "llvm")]
    Validate(validate::Arguments),
    /// Write a page (HTML) for a kernel: what runs when in its loops, by LLVM and by cdnasched, what each wait is for, and
    /// where the clocks go (docs/view.md). Exit code: 0 it is written; 2 it cannot be.
    View(view::Arguments),
    /// Say of an instruction in assembly text or machine code what it reads and who wrote that, which waits and nops
    /// are there for its sake, and which hazards it takes part in; of a wait or nop, what it is for. Exit code: 0 there
    /// is an answer; 2 the file cannot be read, or nothing is at the place.
    Why(why::Arguments),
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
    /// Whether s_nop before loops move them to where their instructions are fetched in time: on or off.
    #[arg(long, default_value = "on", value_parser = on_or_off, action = clap::ArgAction::Set)]
    place_loops: bool,
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
            place_loops: self.place_loops,
            lds_dma: self.lds_dma,
            models: self.model.clone().unwrap_or_default(),
            ..Options::ALL
        }
    }

    /// Has another process of this program take the same.
    #[cfg(feature = "llvm")]
    fn pass_to(&self, process: &mut std::process::Command) {
        let StageArguments {
            effort,
            walls,
            rename,
            coalesce,
            overlap,
            place_loops,
            lds_dma,
            model,
        } = self;
        process.args(["--effort", effort.name(), "--walls", walls.name()]);
        process.args(["--rename", rename.name(), "--lds-dma", lds_dma.name()]);
        let on_or_off = |on: bool| if on { "on" } else { "off" };
        process.args(["--coalesce", on_or_off(*coalesce)]);
        process.args(["--overlap", on_or_off(*overlap)]);
        process.args(["--place-loops", on_or_off(*place_loops)]);
        worker::pass_models(process, model.as_ref());
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
        Subcommands::Calibrate(arguments) => calibrate::run(&arguments),
        #[cfg(feature = "llvm")]
        Subcommands::Compare(arguments) => compare::run(&arguments),
        #[cfg(feature = "llvm")]
        Subcommands::Doctor(arguments) => doctor::run(arguments),
        Subcommands::Fix(arguments) => fix::run(&arguments),
        Subcommands::Lint(arguments) => lint::run(&arguments),
        Subcommands::Opt(arguments) => opt::run(&arguments),
        Subcommands::Replay(arguments) => {
            let options = Options {
                hazards: arguments.hazards,
                fault: arguments.fault,
                ..arguments.stages.options()
            };
            replay::replay(&arguments.case, arguments.stage, &options, arguments.print)
        }
        Subcommands::Serve => serve::run(),
        #[cfg(feature = "llvm")]
        Subcommands::Validate(arguments) => validate::run(arguments),
        Subcommands::View(arguments) => view::run(&arguments),
        Subcommands::Why(arguments) => why::run(&arguments),
        Subcommands::Models => {
            say!("{}", ModelSets::built_in_text());
            ExitCode::SUCCESS
        }
    };
    out::end_with(code)
}
