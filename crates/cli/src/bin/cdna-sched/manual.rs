//! `cdna-sched completions` and `cdna-sched man`: made of the table of arguments that the program itself reads.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use cdnasched_base::output;
use clap::{Command, CommandFactory};
use clap_complete::Shell;
use clap_mangen::Man;

use crate::out::{complain, say};
use crate::{Arguments, exit};

/// Prints the script that completes commands and options in a shell.
pub fn completions(shell: Shell) -> ExitCode {
    let mut script = Vec::new();
    let mut command = all();
    let name = command.get_name().to_owned();
    clap_complete::generate(shell, &mut command, name, &mut script);
    let script = String::from_utf8_lossy(&script);
    // In bash the states of a program with a hyphen in its name are set by one name and looked for by another (clap's issue 6421).
    say!("{}", script.replace("cdna__subcmd__sched", "cdna__sched"));
    ExitCode::SUCCESS
}

/// Writes a manual page for the program and one for each command into a folder, which is made where it is missing.
pub fn man(folder: &Path) -> ExitCode {
    let mut command = all();
    command.build();
    let written = fs::create_dir_all(folder)
        .map_err(|error| (folder.to_owned(), error))
        .and_then(|()| write(&command, folder));
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err((path, error)) => {
            complain!("{} cannot be written: {error}", path.display());
            exit::unusable()
        }
    }
}

/// The page of a command, and those of its own commands.
fn write(command: &Command, folder: &Path) -> Result<(), (PathBuf, io::Error)> {
    for inner in command.get_subcommands() {
        write(inner, folder)?;
    }
    let version = concat!("cdna-sched ", env!("CARGO_PKG_VERSION"));
    let page = Man::new(command.clone())
        .source(version)
        .manual("cdnasched");
    let path = folder.join(page.get_filename());
    let mut text = Vec::new();
    page.render(&mut text)
        .and_then(|()| output::write(&path, &text))
        .map_err(|error| (path, error))
}

fn all() -> Command {
    shown(&Arguments::command()).disable_help_subcommand(true)
}

/// A command without the options that are hidden, because it refuses each of them: scripts would offer them.
fn shown(command: &Command) -> Command {
    let arguments = command.get_arguments().filter(|arg| !arg.is_hide_set());
    let mut shown = Command::new(command.get_name().to_owned())
        .args(arguments.cloned())
        .subcommands(command.get_subcommands().map(shown))
        .subcommand_required(command.is_subcommand_required_set());
    if let Some(about) = command.get_about() {
        shown = shown.about(about.clone());
    }
    if let Some(about) = command.get_long_about() {
        shown = shown.long_about(about.clone());
    }
    if let Some(note) = command.get_after_help() {
        shown = shown.after_help(note.clone());
    }
    match command.get_version() {
        Some(version) => shown.version(version.to_owned()),
        None => shown,
    }
}
