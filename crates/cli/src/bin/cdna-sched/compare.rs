//! `cdna-sched compare`.

#[cfg(feature = "llvm")]
mod modules;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use cdnasched_base::gpu::Gpu;
use cdnasched_base::{escape, input};
use cdnasched_driver::settings::FrontEnd;
use clap::Args;

use crate::code;
use crate::exit;
#[cfg(not(feature = "llvm"))]
use crate::no_code_generator;
use crate::out::complain;
use crate::pair::{self, Pair};
use crate::settings::{HasStages, StageArguments};

/// The arguments of `compare`.
#[derive(Args)]
#[cfg_attr(
    not(feature = "llvm"),
    command(after_help = no_code_generator::no_modules())
)]
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

/// Whether a file is there, and no LLVM IR.
fn is_no_module(file: &Path) -> bool {
    (file.is_file() || input::is_standard(file)) && code::kind(file) != code::Kind::Module
}

/// Compares all files and prints what came out.
pub fn run(arguments: &Arguments) -> ExitCode {
    let &Arguments {
        ref files, json, ..
    } = arguments;
    #[cfg(feature = "llvm")]
    if arguments.worker {
        return modules::work(arguments);
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
    #[cfg(feature = "llvm")]
    let code = modules::run(arguments);
    #[cfg(not(feature = "llvm"))]
    let code =
        no_code_generator::refuse(files, "two assembly texts or two files with machine code");
    code
}
