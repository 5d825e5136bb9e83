//! `cdna-sched pick`.

#[cfg(feature = "llvm")]
mod modules;
mod texts;

use std::path::PathBuf;
use std::process::ExitCode;

use cdnasched_base::gpu::Gpu;
use cdnasched_driver::pick as picks;
use cdnasched_driver::settings::FrontEnd;
use clap::Args;

#[cfg(not(feature = "llvm"))]
use crate::no_code_generator;
use crate::settings::{HasStages, StageArguments};
use crate::view::is_module;

/// The arguments of `pick`.
#[derive(Args)]
#[cfg_attr(
    not(feature = "llvm"),
    command(after_help = no_code_generator::no_modules())
)]
pub struct Arguments {
    /// Modules in LLVM IR (.ll or .bc), or assembly texts (.s) of the same kernels by several compilers or options, of which one is
    /// picked.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// GPU: gfx908, gfx90a, gfx942 or gfx950. For modules gfx942 where it is not named; for assembly, what the texts say.
    #[arg(long, value_parser = crate::gpu)]
    mcpu: Option<Gpu>,
    /// Write what was picked to this file: the assembly text, or, of a module and where its name ends in .ll, the module with the
    /// attributes that make LLVM compile it so.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// How many strategies are searched beside the default, of a kernel: those with the fastest code of LLVM's.
    #[arg(long, value_name = "N", default_value_t = picks::SEARCHED)]
    most: usize,
    /// How many compilations at a time; 0: as many as there are processors.
    #[arg(long, value_name = "N", default_value_t = 0)]
    jobs: usize,
    /// Print JSON: one object for each file.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    stages: StageArguments<Arguments>,
    /// Internal: compile for the process that prints, with these strategies (JSON).
    #[arg(long, hide = true, value_name = "ASSIGNMENT")]
    worker: Option<String>,
    /// Internal: by LLVM alone.
    #[arg(long, hide = true)]
    look: bool,
}

impl HasStages for Arguments {
    const FRONT_ENDS: &'static [FrontEnd] = &[FrontEnd::Modules, FrontEnd::Opt];
}

/// Picks for all files, and prints what came out.
pub fn run(arguments: &Arguments) -> ExitCode {
    #[cfg(feature = "llvm")]
    if let Some(assignment) = &arguments.worker {
        return modules::work(arguments, assignment);
    }
    if !arguments.files.iter().any(|file| is_module(file)) {
        return texts::run(arguments);
    }
    #[cfg(feature = "llvm")]
    let code = modules::run(arguments);
    #[cfg(not(feature = "llvm"))]
    let code = no_code_generator::refuse(&arguments.files, "assembly texts");
    code
}
