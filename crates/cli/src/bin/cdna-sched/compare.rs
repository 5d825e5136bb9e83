//! `cdna-sched compare`.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use cdnasched_base::gpu::Gpu;
use cdnasched_base::{escape, input};
use cdnasched_cli::compare::{self, ComparedFile, Compiler, Totals};
use cdnasched_driver::settings::FrontEnd;
use clap::Args;

use crate::exit;
use crate::out::{complain, say};
use crate::pair::{self, Pair};
use crate::settings::{HasStages, StageArguments};
use crate::{code, out, worker};

/// The arguments of `compare`.
#[derive(Args)]
pub struct Arguments {
    /// Modules in LLVM IR (.ll or .bc), or two assembly texts of the same kernels (.s), which are compared with
    /// each other.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// GPU: gfx908, gfx90a, gfx942 or gfx950. For modules gfx942 where it is not named; for assembly, what the texts say.
    #[arg(long, value_parser = crate::gpu)]
    mcpu: Option<Gpu>,
    #[command(flatten)]
    stages: StageArguments<Arguments>,
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
    /// Of two assembly texts: print also what was measured of either, from thread traces of just this code (rocprofv3 --att),
    /// a file or a directory.
    #[arg(long, value_name = "DIR", conflicts_with = "json")]
    att: Option<PathBuf>,
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

impl HasStages for Arguments {
    const FRONT_ENDS: &'static [FrontEnd] = &[FrontEnd::Modules, FrontEnd::Evaluate];
}

impl Arguments {
    /// What modules are compiled for.
    fn gpu(&self) -> Gpu {
        self.mcpu.unwrap_or(crate::MODULES)
    }
}

/// Whether a file is there, and no LLVM IR.
fn is_no_module(file: &Path) -> bool {
    (file.is_file() || input::is_standard(file)) && code::kind(file) != code::Kind::Module
}

/// The command that starts this program again, to compile in a process of its own.
fn process(arguments: &Arguments) -> io::Result<Command> {
    let mut process = worker::this_program()?;
    process.args(["compare", "--worker", "--mcpu", arguments.gpu().name()]);
    arguments.stages.pass_to(&mut process);
    if arguments.verify {
        process.arg("--verify");
    }
    process.arg("--");
    Ok(process)
}

/// Compares all files and prints what came out.
pub fn run(arguments: &Arguments) -> ExitCode {
    let &Arguments {
        ref files, json, ..
    } = arguments;
    let mcpu = arguments.gpu();
    if arguments.worker {
        if arguments.verify {
            compare::verify_machine_code();
        }
        let options = arguments.stages.options(FrontEnd::Modules);
        return worker::work(mcpu, files, |compiler, file, begins| {
            let compared = compiler.compare_watched(file, &options, begins)?;
            Ok(compared.functions)
        });
    }
    if let [one, other] = &files[..]
        && files
            .iter()
            .all(|file| code::kind(file) != code::Kind::Module)
    {
        let options = arguments.stages.options(FrontEnd::Evaluate);
        return pair::compare(&Pair {
            files: [one, other],
            gpu: arguments.mcpu,
            models: &options.models,
            att: arguments.att.as_deref(),
            json,
        });
    }
    // What is not there is said by those who open it.
    if files.iter().all(|file| is_no_module(file)) {
        let what = match &files[..] {
            [file] => format!("{} is no LLVM IR", escape::path(file)),
            files => format!("none of the {} files is LLVM IR", files.len()),
        };
        complain!(
            "{what}; of assembly texts, or of machine code, two files are compared with each other"
        );
        return exit::unusable();
    }
    if arguments.att.is_some() {
        complain!("--att is for two assembly texts: traces are of code, not of modules");
        return exit::unusable();
    }
    // Before a process is started that would refuse them.
    arguments.stages.options(FrontEnd::Modules);
    if let Err(error) = Compiler::new(mcpu) {
        complain!("{error}");
        return exit::unusable();
    }
    let progress = out::progress_of_files(files.len());
    let mut totals = Totals::default();
    let mut failed = 0;
    let mut lines = 0;
    let all = worker::run(
        mcpu,
        files,
        || process(arguments),
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
        return exit::unusable();
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
        return exit::unusable();
    }
    if arguments.strict && !totals.is_clean() {
        complain!(
            "--strict: LLVM's passes added waits or nops, the check found a problem, or something was \
             left alone (see above)"
        );
        return exit::found();
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
