//! What this build answers where LLVM's code generator is needed, which only the full build has.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use cdnasched_base::escape;
use thiserror::Error;

use crate::exit;
use crate::out::complain;
use crate::view::is_module;

/// What is missing here, and where it is.
const FULL_BUILD: &str = "this build has no LLVM code generator: build the full one by `make build`, target/release/cdna-sched";

/// What the help says of commands that take modules, too.
pub fn no_modules() -> String {
    format!("LLVM IR is refused: {FULL_BUILD}.")
}

/// What the help says of commands that can do nothing here.
fn nothing() -> String {
    format!("Not here: {FULL_BUILD}.")
}

/// Why a command cannot do what it is asked for.
#[derive(Debug, Error)]
pub enum Error {
    /// A module would have to be compiled.
    #[error(
        "{}: expected {instead}, found LLVM IR; {}",
        escape::path(file),
        FULL_BUILD
    )]
    Module {
        /// The module.
        file: PathBuf,
        /// What the command takes in this build.
        instead: &'static str,
    },
    /// None of the files is a module, and yet the command cannot do with them.
    #[error("expected {instead}, found {}", names(files))]
    Files {
        /// The files.
        files: Vec<PathBuf>,
        /// What the command takes in this build.
        instead: &'static str,
    },
    /// The command can do nothing here.
    #[error("{0}: {full}", full = FULL_BUILD)]
    Command(&'static str),
}

fn names(files: &[PathBuf]) -> String {
    let names: Vec<String> = files.iter().map(|file| escape::path(file)).collect();
    names.join(", ")
}

impl Error {
    /// Of a module.
    pub fn of_module(file: &Path, instead: &'static str) -> Error {
        Error::Module {
            file: file.to_owned(),
            instead,
        }
    }

    /// Of files that a command takes for modules.
    fn of_files(files: &[PathBuf], instead: &'static str) -> Error {
        match files.iter().find(|file| is_module(file)) {
            Some(module) => Error::of_module(module, instead),
            None => Error::Files {
                files: files.to_owned(),
                instead,
            },
        }
    }
}

/// Says that files cannot be compiled here, and what the command takes `instead`. Exit code: 2.
pub fn refuse(files: &[PathBuf], instead: &'static str) -> ExitCode {
    complain!("{}", Error::of_files(files, instead));
    exit::unusable()
}

pub mod doctor {
    //! `cdna-sched doctor`, which checks LLVM's tools with the plugin.

    use std::ffi::OsString;

    use super::*;

    /// Whatever the full build is told.
    #[derive(clap::Args)]
    #[command(after_help = nothing())]
    pub struct Arguments {
        #[arg(hide = true, trailing_var_arg = true, allow_hyphen_values = true)]
        _all: Vec<OsString>,
    }

    /// Says that there is nothing to check. Exit code: 2.
    pub fn run(_: Arguments) -> ExitCode {
        complain!("{}", Error::Command("doctor"));
        exit::unusable()
    }
}
