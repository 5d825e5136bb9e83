//! Modules, each compiled under several strategies in processes of their own.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use cdnasched_base::gpu::Gpu;
use cdnasched_base::{escape, output};
use cdnasched_cli::compare::{self, By, Compiler};
use cdnasched_cli::pick::{self, Assignment, Compiled};
use cdnasched_driver::pick::strategies::{self, DEFAULT};
use cdnasched_driver::pick::{self as picks, PickedKernel};
use cdnasched_driver::settings::FrontEnd;

use super::Arguments;
use crate::out::{self, complain, say};
use crate::{exit, worker};

impl Arguments {
    /// What modules are compiled for.
    fn gpu(&self) -> Gpu {
        self.mcpu.unwrap_or(crate::MODULES)
    }
}

/// What a compilation is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// LLVM's code, to be timed.
    Look,
    /// Ours.
    Search,
}

/// A compilation of some files, in a process of its own.
struct Job {
    assignment: Assignment,
    part: Part,
    files: Vec<PathBuf>,
}

/// By file, what came of a job.
type Results = BTreeMap<PathBuf, Result<Compiled, String>>;

/// Picks for all files, and prints what came out.
pub fn run(arguments: &Arguments) -> ExitCode {
    if arguments.output.is_some() && arguments.files.len() > 1 {
        complain!(
            "--output is for one module, and {} are given",
            arguments.files.len()
        );
        return exit::unusable();
    }
    // Before processes are started that would refuse them.
    arguments.stages.options(FrontEnd::Modules);
    if let Err(error) = Compiler::new(arguments.gpu()) {
        complain!("{error}");
        return exit::unusable();
    }
    match picked(arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => exit::unusable(),
        Err(error) => {
            complain!("cannot start the process that compiles: {error}");
            exit::unusable()
        }
    }
}

/// Compiles in this process.
pub fn work(arguments: &Arguments, assignment: &str) -> ExitCode {
    let Ok(assignment) = serde_json::from_str::<Assignment>(assignment) else {
        complain!("--worker: expected strategies as JSON");
        return exit::unusable();
    };
    let options = arguments.stages.options(FrontEnd::Modules);
    let options = match arguments.look {
        true => compare::look(&options.models),
        false => options,
    };
    worker::work(
        arguments.gpu(),
        &arguments.files,
        |compiler, file, begins| {
            let text = compare::read(file)?;
            begins(By::with(&options));
            let is_default = assignment == Assignment::of_all(&strategies::ALL[0]);
            let compiled = compiler.compile_changed(file, &text, &options, |context, module| {
                assignment.apply(context, module) || is_default
            })?;
            Ok(compiled.map_or(Compiled::default(), |compiled| Compiled {
                fits: true,
                records: compiled.records,
                assembly: match arguments.look {
                    true => Vec::new(),
                    false => compiled.assembly,
                },
            }))
        },
    )
}

/// Has jobs done, so many at a time; the results in their order.
///
/// # Errors
/// When no process can be started.
fn all(
    arguments: &Arguments,
    jobs: &[Job],
    progress: &indicatif::ProgressBar,
) -> io::Result<Vec<Results>> {
    let count = match arguments.jobs {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        count => count,
    };
    let next = AtomicUsize::new(0);
    let empty = || Mutex::new(Ok(Results::new()));
    let done: Vec<Mutex<io::Result<Results>>> = jobs.iter().map(|_| empty()).collect();
    let work = || {
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let (Some(job), Some(done)) = (jobs.get(at), done.get(at)) else {
                break;
            };
            let results = one(arguments, job, progress);
            *done.lock().unwrap_or_else(PoisonError::into_inner) = results;
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..count.min(jobs.len()) {
            scope.spawn(work);
        }
    });
    let results = done.into_iter();
    results
        .map(|done| done.into_inner().unwrap_or_else(PoisonError::into_inner))
        .collect()
}

fn one(arguments: &Arguments, job: &Job, progress: &indicatif::ProgressBar) -> io::Result<Results> {
    let assignment = serde_json::to_string(&job.assignment)?;
    let process = || -> io::Result<Command> {
        let mut process = worker::this_program()?;
        process.args([
            "pick",
            "--mcpu",
            arguments.gpu().name(),
            "--worker",
            &assignment,
        ]);
        if job.part == Part::Look {
            process.arg("--look");
        }
        arguments.stages.pass_to(&mut process);
        // What is said of a strategy that nobody asked for would only confuse.
        if job.assignment.one() != Some(DEFAULT) {
            process.stderr(Stdio::null());
        }
        process.arg("--");
        Ok(process)
    };
    let mut results = Results::new();
    worker::run(arguments.gpu(), &job.files, process, |file, result| {
        results.insert(file.to_owned(), result);
        progress.inc(1);
    })?;
    Ok(results)
}

/// A module, and what its kernels get.
struct Module {
    file: PathBuf,
    kernels: Vec<PickedKernel>,
    /// Why it cannot be compiled as it is.
    refused: Option<String>,
    /// By strategy, the text with our stages of those that were searched.
    texts: BTreeMap<String, Vec<u8>>,
}

/// Picks and prints; whether every file could be compiled.
fn picked(arguments: &Arguments) -> io::Result<bool> {
    let files = &arguments.files;
    let progress = out::progress(
        Some(files.len() * strategies::ALL.len()),
        "{bar:40} {pos}/{len} {msg}",
    );
    progress.set_message("LLVM's code");
    let job = |strategy: &strategies::Strategy, part, files| Job {
        assignment: Assignment::of_all(strategy),
        part,
        files,
    };
    let looks: Vec<Job> = strategies::ALL
        .iter()
        .map(|strategy| job(strategy, Part::Look, files.clone()))
        .collect();
    let looked = all(arguments, &looks, &progress)?;
    let mut modules: Vec<Module> = files.iter().map(|file| module(file, &looked)).collect();
    for kernel in modules.iter_mut().flat_map(|module| &mut module.kernels) {
        kernel.narrow(arguments.most);
    }
    let searches: Vec<Job> = strategies::ALL
        .iter()
        .map(|strategy| {
            let open = |module: &&Module| {
                let mut kernels = module.kernels.iter();
                kernels.any(|kernel| kernel.is_open(strategy.name))
            };
            let files = modules
                .iter()
                .filter(open)
                .map(|module| module.file.clone());
            job(strategy, Part::Search, files.collect())
        })
        .collect();
    progress.set_message("with cdnasched");
    progress.inc_length(searches.iter().map(|job| job.files.len() as u64).sum());
    let searched = all(arguments, &searches, &progress)?;
    for module in &mut modules {
        module.add(&searched);
    }
    progress.finish_and_clear();
    let mut is_done = true;
    for module in &modules {
        is_done &= say_of(module, arguments);
    }
    if let (Some(output), [module]) = (&arguments.output, &modules[..]) {
        is_done &= module.refused.is_none() && write(module, output, arguments)?;
    }
    Ok(is_done)
}

/// What LLVM made of a module under each strategy.
fn module(file: &Path, looked: &[Results]) -> Module {
    let result = |at: usize| looked.get(at).and_then(|results| results.get(file));
    let mut module = Module {
        file: file.to_owned(),
        kernels: Vec::new(),
        refused: None,
        texts: BTreeMap::new(),
    };
    let default = match result(0) {
        Some(Ok(compiled)) => compiled,
        Some(Err(why)) => {
            module.refused = Some(why.clone());
            return module;
        }
        None => return module,
    };
    for record in &default.records {
        let candidate = |(at, strategy): (usize, &strategies::Strategy)| {
            let look = match result(at) {
                Some(Ok(compiled)) => compiled.fits.then(|| Ok(&compiled.records[..])),
                Some(Err(why)) => Some(Err(why.as_str())),
                None => None,
            };
            picks::looked(&record.function, strategy.name, look)
        };
        let candidates = strategies::ALL.iter().enumerate().map(candidate);
        let kernel = PickedKernel::new(&record.function, candidates.collect());
        module.kernels.push(kernel);
    }
    module
}

impl Module {
    /// Adds what was searched, in the order of the strategies, and decides.
    fn add(&mut self, searched: &[Results]) {
        for (results, strategy) in searched.iter().zip(strategies::ALL) {
            match results.get(&self.file) {
                Some(Ok(compiled)) => {
                    for kernel in &mut self.kernels {
                        kernel.searched(strategy.name, &compiled.records);
                    }
                    let text = compiled.assembly.clone();
                    self.texts.insert(strategy.name.to_owned(), text);
                }
                Some(Err(why)) if strategy.name == DEFAULT => self.refused = Some(why.clone()),
                Some(Err(why)) => {
                    for kernel in &mut self.kernels {
                        kernel.fails(strategy.name, why);
                    }
                }
                None => {}
            }
        }
        for kernel in &mut self.kernels {
            kernel.decide();
        }
    }

    fn assignment(&self) -> Assignment {
        let kernels = self.kernels.iter();
        Assignment {
            others: DEFAULT.to_owned(),
            kernels: kernels
                .map(|kernel| (kernel.name.clone(), kernel.strategy.clone()))
                .collect(),
        }
    }
}

/// Prints what became of a module; whether it could be compiled.
fn say_of(module: &Module, arguments: &Arguments) -> bool {
    if let Some(why) = &module.refused {
        complain!("{why}");
        return false;
    }
    if arguments.json {
        let file = escape::path(&module.file);
        let value = serde_json::json!({ "file": file, "mcpu": arguments.gpu().name(), "kernels": module.kernels });
        say!("{value}\n");
        return true;
    }
    if arguments.files.len() > 1 {
        say!("{}\n", escape::path(&module.file));
    }
    for kernel in &module.kernels {
        say!("{}", kernel.print());
    }
    true
}

/// Writes what was picked; whether it could be.
fn write(module: &Module, file: &Path, arguments: &Arguments) -> io::Result<bool> {
    let assignment = module.assignment();
    let is_module = file.extension().is_some_and(|extension| extension == "ll");
    let made = match is_module {
        true => pick::changed(&module.file, &assignment).map_err(|error| error.to_string()),
        false => text(module, assignment, arguments)?,
    };
    let written = made.and_then(|bytes| {
        output::write(file, &bytes).map_err(|error| format!("{}: {error}", escape::path(file)))
    });
    if let Err(why) = &written {
        complain!("{why}");
    }
    Ok(written.is_ok())
}

/// The text of a module; where its kernels have several strategies, it is compiled once more.
fn text(
    module: &Module,
    assignment: Assignment,
    arguments: &Arguments,
) -> io::Result<Result<Vec<u8>, String>> {
    let known = assignment
        .one()
        .and_then(|strategy| module.texts.get(strategy));
    if let Some(text) = known {
        return Ok(Ok(text.clone()));
    }
    let job = Job {
        assignment,
        part: Part::Search,
        files: vec![module.file.clone()],
    };
    let mut results = one(arguments, &job, &indicatif::ProgressBar::hidden())?;
    let missing = || Err("nothing was compiled".to_owned());
    let result = results.remove(&module.file).unwrap_or_else(missing);
    Ok(result.map(|compiled| compiled.assembly))
}
