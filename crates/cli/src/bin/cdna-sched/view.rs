//! `cdna-sched view`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use cdnasched_base::gpu::Gpu;
use cdnasched_base::{escape, input, output};
use cdnasched_driver::Options;
use cdnasched_driver::settings::FrontEnd;
use cdnasched_object::Target;
use cdnasched_show::view::{Sources, page, text as shown_as};
use cdnasched_text::view::{self, Functions};

use crate::att::Traces;
use crate::code;
use crate::exit;
#[cfg(not(feature = "llvm"))]
use crate::no_code_generator;
use crate::out::{complain, say};
use crate::settings::{Given, HasStages, StageArguments};

/// Source files larger than this are not shown.
const SOURCE_LIMIT_MIB: u64 = 16;
/// What `cdna-sched view` is told.
#[derive(clap::Args)]
#[cfg_attr(
    not(feature = "llvm"),
    command(after_help = no_code_generator::no_modules())
)]
pub struct Arguments {
    /// LLVM IR (.ll, .bc), compiled by LLVM alone and with cdnasched; assembly text (.s), shown as it is and as `opt`
    /// makes it; or a code object, shown as it is.
    file: PathBuf,
    /// The page (HTML). With --text it may be left out: then the text goes to the output.
    #[arg(short, long, value_name = "FILE", required_unless_present = "text")]
    output: Option<PathBuf>,
    /// Show the file beside this one, which comes first, both as they are (LLVM IR as cdnasched compiles it).
    #[arg(long, value_name = "FILE")]
    against: Option<PathBuf>,
    /// Show the file as the model has it beside what was measured: thread traces of just this code (rocprofv3 --att), a file or
    /// a directory.
    #[arg(long, value_name = "DIR", conflicts_with = "against")]
    att: Option<PathBuf>,
    /// The GPU, or a target ID such as gfx942:sramecc+:xnack-, where the file does not say; LLVM IR is compiled for
    /// gfx942 unless this says otherwise.
    #[arg(long, value_parser = target)]
    mcpu: Option<Target>,
    /// Write the page's data alone, as JSON (docs/view.md).
    #[arg(long)]
    json: bool,
    /// Instead of a page, text for a terminal of 100 columns: clocks, timelines, the longest stalls.
    #[arg(long, conflicts_with = "json")]
    text: bool,
    /// Leave out the text of source lines that debug information names.
    #[arg(long)]
    no_source: bool,
    /// Show lines of source files below this directory, too; else only of those below the current directory and the
    /// kernel's own. May be given several times.
    #[arg(long, value_name = "DIR", conflicts_with = "no_source")]
    source: Vec<PathBuf>,
    #[command(flatten)]
    stages: StageArguments<Arguments>,
    /// Internal: compile for the process that writes the page.
    #[arg(long, hide = true)]
    worker: Option<Work>,
}

/// What is compiled for the process that writes the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum Work {
    /// A module by LLVM alone and with cdnasched.
    Both,
    /// The same with cdnasched, where its kernels' pointers do not overlap.
    Apart,
}

impl HasStages for Arguments {
    const FRONT_ENDS: &'static [FrontEnd] = &[FrontEnd::Modules, FrontEnd::Opt, FrontEnd::Show];
}

fn target(text: &str) -> Result<Target, String> {
    Target::parse(text).map_err(|error| error.to_string())
}

/// How a module is compiled.
#[cfg_attr(
    not(feature = "llvm"),
    expect(dead_code, reason = "for LLVM's code generator")
)]
pub struct Compilation<'a> {
    /// For which GPU; gfx942 where that is not said.
    pub mcpu: Option<Target>,
    /// What the stages do.
    pub stages: &'a Given,
}

/// Writes a page. Exit code: 0 it is written; 2 it cannot be.
pub fn run(arguments: &Arguments) -> ExitCode {
    #[cfg(feature = "llvm")]
    if let Some(work) = arguments.worker {
        return modules::work(arguments, work);
    }
    match write(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            complain!("{error}");
            exit::unusable()
        }
    }
}

impl Arguments {
    fn compilation(&self) -> Compilation<'_> {
        Compilation {
            mcpu: self.mcpu,
            stages: &self.stages,
        }
    }

    /// What is done with the file.
    fn front_end(&self) -> FrontEnd {
        let against = self.against.as_deref();
        if is_module(&self.file) || against.is_some_and(is_module) {
            FrontEnd::Modules
        } else if against.is_some() || self.att.is_some() {
            FrontEnd::Show
        } else {
            match code::is_code(&self.file) {
                Ok(true) => FrontEnd::Show,
                // What cannot be read is refused where it is used.
                _ => FrontEnd::Opt,
            }
        }
    }
}

fn write(arguments: &Arguments) -> Result<(), String> {
    let options = arguments.stages.options(arguments.front_end());
    let versions = versions(arguments, &options)?;
    let gpu = versions.first().map_or(Gpu::Gfx942, |first| first.gpu);
    let models = options.models.of(gpu);
    let model = models
        .first()
        .ok_or_else(|| format!("the model file has no numbers for {gpu}"))?;
    let files = SourceFiles::of(arguments);
    let read = |name: &str| files.read(name);
    let title = name_of(&arguments.file);
    let shown = view::page(
        title,
        versions,
        model,
        options.hazards,
        &Sources::new(&read),
    );
    let shown = shown.map_err(|error| format!("{}: {error}", escape::path(&arguments.file)))?;
    let text = match (arguments.json, arguments.text) {
        (true, _) => page::json(&shown),
        (false, true) => Ok(shown_as::text(&shown)),
        (false, false) => page::html(&shown),
    };
    let text = text.map_err(|error| error.to_string())?;
    let Some(output) = &arguments.output else {
        say!("{text}");
        return Ok(());
    };
    let file = escape::path(output);
    output::write(output, text.as_bytes())
        .map_err(|error| format!("cannot write {file}: {error}"))?;
    if !input::is_standard(output) {
        complain!("wrote {file}");
    }
    Ok(())
}

/// Where source files may be. Debug information of somebody else may name any file, and pages are passed on.
struct SourceFiles {
    /// The kernel's directory.
    near: PathBuf,
    /// Without links. Only files below these are read; none where lines are not wanted.
    below: Vec<PathBuf>,
}

impl SourceFiles {
    fn of(arguments: &Arguments) -> SourceFiles {
        let near = match arguments.file.parent() {
            Some(near) if near != Path::new("") => near.to_owned(),
            _ => PathBuf::from("."),
        };
        let own = [PathBuf::from("."), near.clone()];
        let all = own.iter().chain(&arguments.source);
        let below = match arguments.no_source {
            true => Vec::new(),
            false => all.filter_map(|path| path.canonicalize().ok()).collect(),
        };
        SourceFiles { near, below }
    }

    /// The text of a source file, by the name in the debug information: as it is, or beside the kernel.
    fn read(&self, name: &str) -> Option<String> {
        let beside = Path::new(name).file_name().map(|name| self.near.join(name));
        let places = [
            Some(PathBuf::from(name)),
            Some(self.near.join(name)),
            beside,
        ];
        let mut real = places.into_iter().flatten();
        real.find_map(|place| {
            let real = place.canonicalize().ok()?;
            let allowed = self.below.iter().any(|below| real.starts_with(below));
            let text = allowed.then(|| input::read_text(&real, SOURCE_LIMIT_MIB));
            text?.ok()
        })
    }
}

/// The last part of a path, for people.
fn name_of(path: &Path) -> String {
    path.file_name()
        .map_or_else(|| escape::path(path), |name| escape::path(Path::new(name)))
}

fn versions(arguments: &Arguments, options: &Options) -> Result<Vec<Functions>, String> {
    if let Some(reference) = &arguments.against {
        let [mut one, mut other] = [name_of(reference), name_of(&arguments.file)];
        if one == other {
            [one, other] = [escape::path(reference), escape::path(&arguments.file)];
        }
        return Ok(vec![
            as_it_is(reference, &one, arguments)?,
            as_it_is(&arguments.file, &other, arguments)?,
        ]);
    }
    let file = &arguments.file;
    if let Some(att) = &arguments.att {
        let modelled = as_it_is(file, &name_of(file), arguments)?;
        let beside = Traces::read(att, &modelled)?.beside(modelled);
        return beside.map(Vec::from);
    }
    if is_module(file) {
        let how = arguments.compilation();
        let [(_, llvm), (_, mut ours)] = modules::both(file, &how)?;
        modules::add_apart(file, &how, &mut ours);
        return Ok(vec![llvm, ours]);
    }
    let found = view::with_opt(&read(file)?, arguments.mcpu, &name_of(file), options);
    found.map_err(|error| format!("{}: {error}", escape::path(file)))
}

/// Whether a file is LLVM IR.
pub fn is_module(file: &Path) -> bool {
    code::kind(file) == code::Kind::Module
}

fn read(file: &Path) -> Result<Vec<u8>, String> {
    let bytes = code::read(file);
    bytes.map_err(|error| format!("{}: {error}", escape::path(file)))
}

fn functions(
    file: &Path,
    bytes: &[u8],
    label: &str,
    target: Option<Target>,
) -> Result<Functions, String> {
    let found = view::functions(bytes, target, label);
    found.map_err(|error| format!("{}: {error}", escape::path(file)))
}

fn as_it_is(file: &Path, label: &str, arguments: &Arguments) -> Result<Functions, String> {
    if is_module(file) {
        let how = arguments.compilation();
        let [_, (_, mut ours)] = modules::both(file, &how)?;
        modules::add_apart(file, &how, &mut ours);
        for input in &mut ours.shown {
            label.clone_into(&mut input.label);
        }
        return Ok(ours);
    }
    functions(file, &read(file)?, label, arguments.mcpu)
}

#[cfg(feature = "llvm")]
pub mod modules {
    //! Modules, which are compiled in a process of their own.

    use std::collections::BTreeMap;
    use std::io;
    use std::process::{Command, Stdio};

    use cdnasched_cli::compare::{self, By, Compiler};
    use cdnasched_cli::noalias;
    use cdnasched_show::view::apart::{Apart, may_gain};
    use serde::{Deserialize, Serialize};

    use super::*;
    use crate::worker;

    /// What LLVM's version is called.
    const LLVM: &str = "LLVM";

    /// A module compiled twice.
    #[derive(Serialize, Deserialize)]
    struct Compiled {
        llvm: String,
        ours: String,
        /// What was left alone: function, what, why.
        left_alone: Vec<(String, String, String)>,
    }

    /// A module compiled where its kernels' pointers do not overlap.
    #[derive(Serialize, Deserialize)]
    struct CompiledApart {
        ours: String,
        /// By kernel: the pointers that had no `noalias`.
        pointers: BTreeMap<String, Vec<String>>,
    }

    fn gpu(mcpu: Option<Target>) -> Gpu {
        mcpu.map_or(crate::MODULES, |target| target.gpu)
    }

    pub(super) fn work(arguments: &Arguments, work: Work) -> ExitCode {
        let files = [arguments.file.clone()];
        let options = arguments.stages.options(FrontEnd::Modules);
        let gpu = gpu(arguments.mcpu);
        if work == Work::Apart {
            return worker::work(gpu, &files, |compiler, file, begins| {
                let text = compare::read(file)?;
                begins(By::Ours);
                let mut pointers = BTreeMap::new();
                let compiled =
                    compiler.compile_changed(file, &text, &options, |context, module| {
                        pointers = noalias::add(context, module);
                        !pointers.is_empty()
                    })?;
                Ok(compiled.map(|compiled| CompiledApart {
                    ours: String::from_utf8_lossy(&compiled.assembly).into_owned(),
                    pointers,
                }))
            });
        }
        worker::work(gpu, &files, |compiler, file, begins| {
            let (llvm, ours) = compiler.compile_twice(file, &options, begins)?;
            let left = ours.records.iter().flat_map(|record| {
                let all = record.left_alone.iter();
                all.map(|l| (record.function.clone(), l.what.clone(), l.reason.clone()))
            });
            Ok(Compiled {
                left_alone: left.collect(),
                llvm: String::from_utf8_lossy(&llvm.assembly).into_owned(),
                ours: String::from_utf8_lossy(&ours.assembly).into_owned(),
            })
        })
    }

    fn process(how: &Compilation<'_>, work: &str) -> io::Result<Command> {
        let mut process = worker::this_program()?;
        process.args(["view", "--worker", work, "--output", "-"]);
        process.args(["--mcpu", gpu(how.mcpu).name()]);
        how.stages.pass_to(&mut process);
        process.arg("--");
        Ok(process)
    }

    /// A module as LLVM compiles it, and as we do: the text, and its functions.
    ///
    /// # Errors
    /// When it cannot be compiled.
    pub fn both(file: &Path, how: &Compilation<'_>) -> Result<[(String, Functions); 2], String> {
        Compiler::new(gpu(how.mcpu)).map_err(|error| error.to_string())?;
        let mut compiled: Option<Result<Compiled, String>> = None;
        let files = [file.to_owned()];
        let ran = worker::run(
            gpu(how.mcpu),
            &files,
            || process(how, "both"),
            |_, result| compiled = Some(result),
        );
        ran.map_err(|error| format!("cannot start the process that compiles: {error}"))?;
        let compiled = compiled.ok_or("nothing was compiled")??;
        let llvm = functions(file, compiled.llvm.as_bytes(), LLVM, how.mcpu)?;
        let mut ours = functions(file, compiled.ours.as_bytes(), view::OURS, how.mcpu)?;
        for (name, what, why) in compiled.left_alone {
            let shown = ours.shown.iter_mut().find(|s| s.function.name == name);
            if let Some(shown) = shown {
                shown.remarks.push(format!("{what} left alone: {why}"));
            }
        }
        Ok([(compiled.llvm, llvm), (compiled.ours, ours)])
    }

    /// Adds to the functions of a module, as we compile it, what they become where no two pointers overlap. One more
    /// compilation, and none where nothing can come of it. What cannot be compiled is left out.
    pub(super) fn add_apart(file: &Path, how: &Compilation<'_>, ours: &mut Functions) {
        if !ours.shown.iter().any(|shown| may_gain(&shown.function)) {
            return;
        }
        let Some(CompiledApart {
            ours: text,
            mut pointers,
        }) = compiled_apart(file, how)
        else {
            return;
        };
        let Ok(apart) = functions(file, text.as_bytes(), view::OURS, how.mcpu) else {
            return;
        };
        for found in apart.shown {
            let name = &found.function.name;
            let mut shown = ours.shown.iter_mut();
            let shown = shown.find(|of| of.function.name == *name);
            let shown = shown.filter(|of| may_gain(&of.function));
            if let (Some(shown), Some(pointers)) = (shown, pointers.remove(name)) {
                shown.apart = Some(Apart {
                    function: found.function,
                    pointers,
                });
            }
        }
    }

    fn compiled_apart(file: &Path, how: &Compilation<'_>) -> Option<CompiledApart> {
        let mut compiled: Option<Result<Option<CompiledApart>, String>> = None;
        let files = [file.to_owned()];
        let start = || {
            let mut process = process(how, "apart")?;
            // What LLVM has to say of the module it has said before.
            process.stderr(Stdio::null());
            Ok(process)
        };
        let ran = worker::run(gpu(how.mcpu), &files, start, |_, result| {
            compiled = Some(result);
        });
        ran.ok().and(compiled)?.ok()?
    }
}

#[cfg(not(feature = "llvm"))]
pub mod modules {
    //! Without LLVM's code generator.

    use super::*;

    pub(super) fn add_apart(_: &Path, _: &Compilation<'_>, _: &mut Functions) {}

    pub fn both(file: &Path, _: &Compilation<'_>) -> Result<[(String, Functions); 2], String> {
        Err(no_code_generator::Error::of_module(file, "assembly text or machine code").to_string())
    }
}
