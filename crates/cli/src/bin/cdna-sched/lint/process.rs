//! The processes that look at files. LLVM ends its process on some inputs, or crashes: then it is known on which file,
//! and another process goes on with the next.

use std::io::{self, BufRead as _, BufReader, Write as _};
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitCode, Stdio};

use cdnasched_text::lint::{self, Report};

use super::files::Named;
use super::{Arguments, Outcome};

/// A process, and the pipes to it.
struct Running {
    child: Child,
    questions: ChildStdin,
    answers: BufReader<ChildStdout>,
}

/// Looks at files, one after another.
pub struct Worker<'a> {
    arguments: &'a Arguments,
    running: Option<Running>,
}

impl<'a> Worker<'a> {
    pub fn new(arguments: &'a Arguments) -> Worker<'a> {
        Worker {
            arguments,
            running: None,
        }
    }

    /// What is found in a file.
    pub fn lint(&mut self, file: &Named) -> Outcome {
        let cannot = |error: io::Error| format!("cannot start the process that reads it: {error}");
        let mut running = match self.running.take() {
            Some(running) => running,
            None => start(self.arguments).map_err(cannot)?,
        };
        match ask(&mut running, file) {
            Ok(outcome) => {
                self.running = Some(running);
                outcome
            }
            Err(_) => {
                drop(running.questions);
                let _ = running.child.kill();
                let how = match running.child.wait() {
                    Ok(status) => status.to_string(),
                    Err(error) => error.to_string(),
                };
                Err(format!(
                    "LLVM crashed or ended the process on it ({how}); what it said is above"
                ))
            }
        }
    }
}

impl Drop for Worker<'_> {
    fn drop(&mut self) {
        if let Some(mut running) = self.running.take() {
            drop(running.questions);
            let _ = running.child.wait();
        }
    }
}

fn start(arguments: &Arguments) -> io::Result<Running> {
    let mut process = this_program()?;
    process.args(["lint", "--worker"]);
    arguments.stages.pass_to(&mut process);
    if let Some(target) = arguments.mcpu {
        process.args(["--mcpu", &target.to_string()]);
    }
    for (on, option) in [
        (arguments.pedantic, "--pedantic"),
        (arguments.undecided, "--undecided"),
        (arguments.options().covered, "--covered"),
    ] {
        if on {
            process.arg(option);
        }
    }
    process.args(["--", "-"]);
    process.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = process.spawn()?;
    let pipe = || io::Error::from(io::ErrorKind::BrokenPipe);
    Ok(Running {
        questions: child.stdin.take().ok_or_else(pipe)?,
        answers: BufReader::new(child.stdout.take().ok_or_else(pipe)?),
        child,
    })
}

fn this_program() -> io::Result<Command> {
    let running = std::path::Path::new("/proc/self/exe");
    if running.exists() {
        return Ok(Command::new(running));
    }
    Ok(Command::new(std::env::current_exe()?))
}

/// The name of a file in another process: what this one has open (`-`, `/dev/stdin`, a shell's `<(...)`) has another there.
fn elsewhere(file: &Path) -> PathBuf {
    let number = match file.to_str() {
        Some("-" | "/dev/stdin") => Some("0"),
        Some(name) => name
            .strip_prefix("/dev/fd/")
            .or_else(|| name.strip_prefix("/proc/self/fd/")),
        None => None,
    };
    match number {
        Some(number) => format!("/proc/{}/fd/{number}", std::process::id()).into(),
        None => file.to_owned(),
    }
}

/// Asks for one file. A name may hold any bytes but NUL: it ends there.
fn ask(running: &mut Running, file: &Named) -> io::Result<Outcome> {
    let mut question = vec![if file.named { b'n' } else { b'd' }];
    question.extend(elsewhere(&file.path).as_os_str().as_bytes());
    question.push(0);
    running.questions.write_all(&question)?;
    running.questions.flush()?;
    let mut line = String::new();
    if running.answers.read_line(&mut line)? == 0 {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(serde_json::from_str(&line)?)
}

/// Answers until nothing more is asked.
pub fn work(arguments: &Arguments) -> ExitCode {
    let mut questions = io::stdin().lock();
    loop {
        let mut question = Vec::new();
        match questions.read_until(0, &mut question) {
            Ok(0) => return ExitCode::SUCCESS,
            Ok(_) => {}
            Err(_) => return ExitCode::FAILURE,
        }
        question.pop();
        let Some((&kind, name)) = question.split_first() else {
            return ExitCode::FAILURE;
        };
        let file = Named {
            path: PathBuf::from(std::ffi::OsString::from_vec(name.to_vec())),
            named: kind == b'n',
        };
        let outcome = lint_file(arguments, &file);
        let line = serde_json::to_string(&outcome).map_err(io::Error::from);
        let mut answers = io::stdout().lock();
        let sent = line.and_then(|line| writeln!(answers, "{line}"));
        if sent.and_then(|()| answers.flush()).is_err() {
            return ExitCode::FAILURE;
        }
    }
}

fn lint_file(arguments: &Arguments, file: &Named) -> Outcome {
    let Some(bytes) = file.read()? else {
        return Ok(Report::default());
    };
    match lint::lint(&bytes, arguments.mcpu, arguments.options()) {
        Ok(report) => Ok(report),
        Err(error) if file.named || !error.is_foreign() => Err(error.to_string()),
        Err(_) => Ok(Report::default()),
    }
}
