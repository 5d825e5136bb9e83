//! A launcher for compilers, as ccache is one: what the compiler has written gets better machine code.
//!
//! The compiler runs as it would alone, and its exit code is the launcher's. Where it has written machine code for our GPUs, `cdna-sched opt`
//! works on it, as a process of its own; whatever happens there, the compiler's output is complete.

mod arguments;

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, ExitStatus};

use cdnasched_base::{escape, input, output};
use cdnasched_object::{self as object, Contents};

/// `off` switches all of it off.
const SWITCH: &str = "CDNASCHED_LAUNCH";
/// Options for `cdna-sched opt`, separated by blanks.
const OPTIONS: &str = "CDNASCHED_LAUNCH_OPTIONS";
/// A file to which what became of each kernel is appended, with a line for each file.
const LOG: &str = "CDNASCHED_LAUNCH_LOG";

/// What `--help` prints.
const USAGE: &str = "\
Runs a compiler, and has `cdna-sched opt` give the machine code for AMD CDNA GPUs in what it has written better orders.

Usage: cdna-sched-launch COMPILER ARGUMENTS...
       cdna-sched-launch --help | --version

    cdna-sched-launch hipcc -O3 -c kernel.hip -o kernel.o
    cmake ... -DCMAKE_HIP_COMPILER_LAUNCHER=cdna-sched-launch
    make CXX=\"cdna-sched-launch hipcc\"

The exit code is the compiler's; 127 where it cannot be started. Whatever goes wrong behind it, what it has written is complete.

Environment:
  CDNASCHED_LAUNCH=off       only the compiler runs
  CDNASCHED_LAUNCH_OPTIONS   options for `cdna-sched opt`, separated by blanks: --effort fast --only ^gemm_
  CDNASCHED_LAUNCH_LOG=FILE  what became of each kernel is appended to FILE

docs/hip.md says more.
";

/// What the exit code is when the compiler cannot be started, as a shell's.
const NOT_FOUND: u8 = 127;
/// Added to the signal that ended the compiler, as a shell does.
const SIGNALLED: i32 = 128;

/// Runs a compiler, and works on what it has written. `command` is the compiler and its arguments.
pub fn launch(command: &[OsString]) -> ExitCode {
    let Some((compiler, arguments)) = command.split_first() else {
        complain(
            "no compiler is named; expected cdna-sched-launch COMPILER ARGUMENTS... (--help says more)",
        );
        return ExitCode::from(2);
    };
    match compiler.to_str() {
        Some("--help" | "-h") => return say(USAGE),
        Some("--version" | "-V") => {
            return say(concat!(
                "cdna-sched-launch ",
                env!("CARGO_PKG_VERSION"),
                "\n"
            ));
        }
        _ => {}
    }
    let status = match Command::new(compiler).args(arguments).status() {
        Ok(status) => status,
        Err(error) => {
            let name = escape::path(Path::new(compiler));
            complain(&format!("{name} cannot be started: {error}"));
            return ExitCode::from(NOT_FOUND);
        }
    };
    if status.success() && env::var_os(SWITCH).is_none_or(|value| value != "off") {
        for output in arguments::outputs(arguments) {
            if let Err(reason) = improve(&output) {
                let name = escape::path(&output);
                complain(&format!("{name}: {reason}; it is as the compiler wrote it"));
            }
        }
    }
    exit_code(status)
}

/// Prints what was asked for.
fn say(text: &str) -> ExitCode {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::from(2),
    }
}

fn complain(message: &str) {
    // Where nobody reads it, the compiler's output is what counts.
    let _ = writeln!(std::io::stderr(), "cdna-sched-launch: {message}");
}

fn exit_code(status: ExitStatus) -> ExitCode {
    #[cfg(unix)]
    let signal = std::os::unix::process::ExitStatusExt::signal(&status);
    #[cfg(not(unix))]
    let signal = None;
    let code = status.code().or(signal.map(|signal| SIGNALLED + signal));
    ExitCode::from(u8::try_from(code.unwrap_or(1)).unwrap_or(1))
}

/// Works on a file, if it holds machine code for our GPUs.
fn improve(output: &Path) -> Result<(), String> {
    // What is no regular file is somebody else's.
    if !output.is_file() || !has_code(output) {
        return Ok(());
    }
    let program = beside_us()?;
    let mut command = Command::new(&program);
    command.arg("opt").arg(output).arg("-o").arg(output);
    // Of the many files of a build most have none of the kernels that somebody names.
    command.arg("--only-may-match-none");
    if let Some(options) = env::var_os(OPTIONS) {
        let options = options.to_str().ok_or(format!("{OPTIONS} is no text"))?;
        command.args(options.split_whitespace());
    }
    let done = command.output();
    let done =
        done.map_err(|error| format!("{} cannot be started: {error}", escape::path(&program)))?;
    let said = String::from_utf8_lossy(&done.stderr);
    log(output, &said)?;
    let refused = said.lines().find(|line| line.contains("please report"));
    match (done.status.success(), refused) {
        (true, None) => Ok(()),
        // The kernel is as it was, the others may be better.
        (true, Some(line)) => {
            complain(line.trim_start_matches("cdna-sched: "));
            Ok(())
        }
        (false, _) => {
            let mut lines = said.lines();
            let error = lines.find(|line| line.starts_with("error:"));
            let reason = error
                .or(said.lines().last())
                .unwrap_or("no reason was given");
            Err(format!(
                "cdna-sched opt: {}",
                reason.trim_start_matches("cdna-sched: ")
            ))
        }
    }
}

/// Whether a file holds machine code for one of our GPUs. What cannot be read does not.
fn has_code(file: &Path) -> bool {
    let Ok(bytes) = input::read(file, input::CODE_LIMIT_MIB) else {
        return false;
    };
    match object::is_container(&bytes).then(|| object::read(&bytes)) {
        Some(Ok(Contents::Objects(objects))) => !objects.objects.is_empty(),
        _ => false,
    }
}

/// The command line that was installed with the launcher.
fn beside_us() -> Result<PathBuf, String> {
    let own = env::current_exe().and_then(fs::canonicalize);
    let own = own.map_err(|error| format!("where cdna-sched-launch lies is not known: {error}"))?;
    let program = own.with_file_name("cdna-sched");
    match program.is_file() {
        true => Ok(program),
        false => Err(format!(
            "{} is not there; install it beside cdna-sched-launch",
            escape::path(&program)
        )),
    }
}

/// Notes what became of the kernels of a file, in one write: several compilers run at once.
fn log(output: &Path, said: &str) -> Result<(), String> {
    let Some(log) = env::var_os(LOG).filter(|log| !log.is_empty()) else {
        return Ok(());
    };
    let name = escape::path(output);
    let lines = said.lines().map(|line| {
        let line = line.strip_prefix("cdna-sched: ").unwrap_or(line);
        format!("{name}: {line}\n")
    });
    let text: String = lines.collect();
    let log = Path::new(&log);
    output::append(log, &text).map_err(|error| format!("{}: {error}", escape::path(log)))
}
