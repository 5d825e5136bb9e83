//! `cdna-sched fix`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use cdnasched_base::escape;
use cdnasched_driver::settings::FrontEnd;
use cdnasched_object::Target;
use cdnasched_text::fix::{self, Fixed};
use cdnasched_text::lint::ENTRY_RULE;
use clap::Args;

use crate::code;
use crate::exit;
use crate::out::complain;
use crate::settings::{HasStages, StageArguments};

/// Something is still missing.
const LEFT: u8 = 1;

#[derive(Args)]
pub struct Arguments {
    /// Assembly texts (.s) or code objects (.o, .co, .hsaco).
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Write the result to this file.
    #[arg(short, long, value_name = "FILE", conflicts_with = "in_place")]
    output: Option<PathBuf>,
    /// Replace the files.
    #[arg(long, required_unless_present = "output")]
    in_place: bool,
    /// GPU or target ID (gfx942, gfx90a:sramecc+:xnack-), for text that does not name its own. Of files with code
    /// for several GPUs, only this one's is changed.
    #[arg(long, value_parser = |id: &str| Target::parse(id))]
    mcpu: Option<Target>,
    #[command(flatten)]
    stages: StageArguments<Arguments>,
    /// Name the rule in a comment behind each new instruction.
    #[arg(long)]
    comments: bool,
}

impl HasStages for Arguments {
    const FRONT_ENDS: &'static [FrontEnd] = &[FrontEnd::Lint];
}

/// Fixes files. Exit code: 0 nothing is missing now; 1 something still is; 2 a file cannot be read or written.
pub fn run(arguments: &Arguments) -> ExitCode {
    if arguments.output.is_some() && arguments.files.len() > 1 {
        complain!("-o takes one file; pass --in-place to change several");
        return exit::unusable();
    }
    let mut code = 0;
    for file in &arguments.files {
        match fix_file(file, arguments) {
            Ok(true) => {}
            Ok(false) => code = code.max(LEFT),
            Err(error) => {
                complain!("{}: {error}", escape::path(file));
                code = exit::UNUSABLE;
            }
        }
    }
    ExitCode::from(code)
}

/// Whether nothing is left that is missing.
fn fix_file(file: &Path, arguments: &Arguments) -> Result<bool, String> {
    let bytes = code::read(file).map_err(|error| error.to_string())?;
    if let Some(output) = &arguments.output
        && code::is_same_file(file, output)
    {
        return Err("-o names the input; pass --in-place to replace it".to_owned());
    }
    let options = fix::Options {
        policy: arguments.stages.options(FrontEnd::Lint).hazards,
        comments: arguments.comments,
    };
    let fixed = fix::fix(&bytes, arguments.mcpu, options).map_err(|error| error.to_string())?;
    say(file, &fixed);
    let output = arguments.output.as_deref();
    // A file that stays as it is keeps its time, too.
    if output.is_some() || fixed.bytes != bytes {
        let output = output.unwrap_or(file);
        code::write(output, file, &fixed.bytes)
            .map_err(|error| format!("cannot write {}: {error}", escape::path(output)))?;
    }
    Ok(fixed.left.is_empty())
}

/// Why callers matter, of what they leave. `line`: 0 in machine code, which says what is a kernel.
fn why_called(rule: &str, line: u32) -> &'static str {
    match rule == ENTRY_RULE && line > 0 {
        true => "; no `.amdhsa_kernel` names the function: taken for one that is called",
        false => "",
    }
}

fn say(file: &Path, fixed: &Fixed) {
    let file = escape::path(file);
    let at = |line: u32, place: &str| match line {
        0 => format!("{file}: {place}"),
        line => format!("{file}:{line}"),
    };
    for added in &fixed.added {
        let place = at(added.line, &added.place);
        let before = escape::bytes(added.before.as_bytes());
        let instead = match added.instead_of.is_empty() {
            true => String::new(),
            false => format!(" instead of {}", added.instead_of),
        };
        complain!(
            "{place}: {}{instead} ({}{}) before {before}",
            added.text,
            added.rule,
            why_called(added.rule, added.line)
        );
    }
    for left in &fixed.left {
        let place = at(left.line, &left.place);
        let why = why_called(left.rule, left.line);
        complain!("{place}: not fixed ({}{why}): {}", left.rule, left.reason);
    }
    for (name, reason) in &fixed.skipped {
        complain!(
            "{file}: {}: not analysed: {reason}",
            escape::bytes(name.as_bytes())
        );
    }
    if fixed.undecided > 0 {
        complain!(
            "{file}: {} places that machine code does not decide are as they were; lint --undecided shows them",
            fixed.undecided
        );
    }
}
