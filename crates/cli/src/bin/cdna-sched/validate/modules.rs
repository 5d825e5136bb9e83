//! Modules, which are compiled in a process of their own.

use std::process::ExitCode;

use cdnasched_base::gpu::Gpu;
use cdnasched_cli::compare::{self, Compiler, Measured, Validation};
use cdnasched_driver::report::Record;
use cdnasched_driver::settings::FrontEnd;

use super::{Arguments, judge};
use crate::out::{complain, say};
use crate::{exit, worker};

/// What modules are compiled for.
fn gpu(arguments: &Arguments) -> Gpu {
    arguments.mcpu.unwrap_or(crate::MODULES)
}

/// Compiles for the process that prints.
pub fn work(arguments: &Arguments) -> ExitCode {
    let models = arguments.stages.options(FrontEnd::Evaluate).models;
    let models = models.with_family(gpu(arguments));
    worker::work(
        gpu(arguments),
        &arguments.files,
        |compiler, file, begins| {
            begins(compare::By::Llvm);
            compiler.time_llvm(file, &models)
        },
    )
}

/// Times the hottest matrix loop of each file, and prints how far the model is off.
pub fn run(arguments: &Arguments) -> ExitCode {
    let Arguments { files, stages, .. } = arguments;
    let mcpu = gpu(arguments);
    let table = match &arguments.measured {
        Some(path) => Measured::read(path),
        None => Ok(Measured::built_in()),
    };
    let table = match table {
        Ok(table) => table,
        Err(error) => {
            complain!("--measured: {error}");
            return exit::unusable();
        }
    };
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
    let mut validation = Validation::new(mcpu, table);
    let mut failed = 0;
    let all = worker::run(
        mcpu,
        files,
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
