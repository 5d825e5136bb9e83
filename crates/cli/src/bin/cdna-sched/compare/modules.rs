//! Modules, which are compiled in a process of their own.

use std::io;
use std::process::{Command, ExitCode};

use cdnasched_base::gpu::Gpu;
use cdnasched_cli::compare::{self, ComparedFile, Compiler, Totals};
use cdnasched_driver::settings::FrontEnd;

use super::Arguments;
use crate::out::{complain, say};
use crate::{exit, out, worker};

impl Arguments {
    /// What modules are compiled for.
    fn gpu(&self) -> Gpu {
        self.mcpu.unwrap_or(crate::MODULES)
    }
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

/// Compiles for the process that prints.
pub fn work(arguments: &Arguments) -> ExitCode {
    if arguments.verify {
        compare::verify_machine_code();
    }
    let options = arguments.stages.options(FrontEnd::Modules);
    worker::work(
        arguments.gpu(),
        &arguments.files,
        |compiler, file, begins| {
            let compared = compiler.compare_watched(file, &options, begins)?;
            Ok(compared.functions)
        },
    )
}

/// Compares all files and prints what came out.
pub fn run(arguments: &Arguments) -> ExitCode {
    let &Arguments {
        ref files, json, ..
    } = arguments;
    let mcpu = arguments.gpu();
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
