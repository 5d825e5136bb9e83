//! The processes in which `compare` and `validate` compile. On some files LLVM ends its process or crashes: then
//! the parent knows which file it was, and another process continues with the rest.

use std::collections::BTreeSet;
use std::io::{BufRead as _, BufReader, Read, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, ExitStatus, Stdio};
use std::sync::{Mutex, PoisonError};

use cdnasched_base::escape;
use cdnasched_base::gpu::Gpu;
use cdnasched_cli::compare::{self, By, Compiler};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::out::complain;

/// How many files one process gets: their names are its arguments.
const FILES: usize = 500;

/// What such a process reports, one line of JSON each. `T` is what it makes of a file.
#[derive(Serialize, Deserialize)]
enum Message<T> {
    /// A compilation of the next file begins.
    Begins(By),
    /// The file is done.
    Done(T),
    /// The file cannot be compiled, and why.
    Refused(String),
    /// LLVM is about to end the process, and why.
    GivesUp(String),
}

impl<T: Serialize> Message<T> {
    fn send(&self) {
        let line = serde_json::to_string(self).map_err(std::io::Error::from);
        let sent = line.and_then(|line| writeln!(std::io::stdout().lock(), "{line}"));
        if sent.is_err() {
            // The parent has gone.
            std::process::exit(1);
        }
    }
}

/// The command that starts this program again. What it complains of goes through this process, unless the caller sends it elsewhere.
///
/// # Errors
/// When its file is not known.
pub fn this_program() -> std::io::Result<Command> {
    // This is still the running program if its file was replaced or removed meanwhile.
    let running = Path::new("/proc/self/exe");
    let mut command = if running.exists() {
        Command::new(running)
    } else {
        Command::new(std::env::current_exe()?)
    };
    command.stderr(Stdio::piped());
    Ok(command)
}

/// Warnings that were passed on.
static WARNED: Mutex<BTreeSet<Vec<u8>>> = Mutex::new(BTreeSet::new());

/// Passes on what a process complains of. It compiles each file several times, and LLVM warns each time: once is enough.
fn pass_on(complaints: impl Read) {
    let mut complaints = BufReader::new(complaints);
    let mut line = Vec::new();
    while matches!(complaints.read_until(b'\n', &mut line), Ok(1..)) {
        let mut warned = WARNED.lock().unwrap_or_else(PoisonError::into_inner);
        if !is_warning(&line) || warned.insert(line.clone()) {
            // There is no other place to say that nobody can be told.
            let _ = std::io::stderr().write_all(&line);
        }
        line.clear();
    }
}

/// Whether LLVM says in this line what it does without being stopped by it.
fn is_warning(line: &[u8]) -> bool {
    let line = String::from_utf8_lossy(line);
    let begins = |word: &&str| line.starts_with(*word) || line.contains(&format!(": {word}"));
    // Of processors and features that it does not know LLVM says it without that word.
    let is_ignored = |what: &&str| line.contains(*what);
    ["warning: ", "note: ", "remark: "].iter().any(begins)
        || ["(ignoring feature)", "(ignoring processor)"]
            .iter()
            .any(is_ignored)
}

/// Does `each` for the files in this process, and reports the result of each. It says of every compilation
/// that it begins.
pub fn work<T: Serialize>(
    gpu: Gpu,
    files: &[PathBuf],
    each: impl Fn(&Compiler, &Path, fn(By)) -> Result<T, compare::Error>,
) -> ExitCode {
    let compiler = match Compiler::new(gpu) {
        Ok(compiler) => compiler,
        Err(error) => {
            complain!("{error}");
            return ExitCode::FAILURE;
        }
    };
    compare::before_llvm_gives_up(|reason| Message::<()>::GivesUp(reason.to_owned()).send());
    for file in files {
        match each(&compiler, file, |by| Message::<()>::Begins(by).send()) {
            Ok(result) => Message::Done(result),
            Err(error) => Message::Refused(error.to_string()),
        }
        .send();
    }
    ExitCode::SUCCESS
}

/// How far a process is with its current file.
#[derive(Default)]
struct Present {
    by: Option<By>,
    reason: Option<String>,
}

impl Present {
    /// Why there is no result for a file, after its process has ended.
    fn why(&self, file: &Path, gpu: Gpu, status: ExitStatus) -> String {
        let file = escape::path(file);
        let Some(by) = self.by else {
            return format!(
                "{file}: the process that compiles it ended ({status}); see its message above"
            );
        };
        let what = match &self.reason {
            Some(reason) => format!("{by} cannot compile it for {gpu}: {reason}"),
            None => format!("{by} crashed while compiling it for {gpu} ({status})"),
        };
        format!("{file}: {what}; {}", by.remedy())
    }
}

/// Has files done in processes that `process` gives the command for, and passes on the result of
/// each file, in order.
///
/// # Errors
/// When no process can be started.
pub fn run<T: DeserializeOwned>(
    gpu: Gpu,
    files: &[PathBuf],
    process: impl Fn() -> std::io::Result<Command>,
    mut done: impl FnMut(&Path, Result<T, String>),
) -> std::io::Result<()> {
    let mut left = files;
    while !left.is_empty() {
        let mut batch = &left[..left.len().min(FILES)];
        let mut child = process()?.args(batch).stdout(Stdio::piped()).spawn()?;
        let answers = BufReader::new(child.stdout.take().ok_or(std::io::ErrorKind::BrokenPipe)?);
        let complaints = child.stderr.take();
        let complaints = complaints.map(|from| std::thread::spawn(move || pass_on(from)));
        let mut present = Present::default();
        for line in answers.lines() {
            let message = line.and_then(|line| Ok(serde_json::from_str(&line)?));
            let (Ok(message), [file, rest @ ..]) = (message, batch) else {
                break;
            };
            let result = match message {
                Message::Begins(by) => {
                    present.by = Some(by);
                    continue;
                }
                Message::GivesUp(reason) => {
                    present.reason = Some(reason);
                    continue;
                }
                Message::Refused(why) => Err(why),
                Message::Done(result) => Ok(result),
            };
            done(file, result);
            (batch, present, left) = (rest, Present::default(), &left[1..]);
        }
        // The process has ended, or its line makes no sense.
        if !batch.is_empty() {
            let _ = child.kill();
        }
        let status = child.wait()?;
        // What it said last comes before what is said of its end.
        if let Some(complaints) = complaints {
            let _ = complaints.join();
        }
        if let [file, ..] = batch {
            done(file, Err(present.why(file, gpu, status)));
            left = &left[1..];
        }
    }
    Ok(())
}
