//! Assembly texts and code objects as input of a page ([`cdnasched_show::view`]).

use thiserror::Error;

use super::lint::{self, Origin, Source, Spot};
use super::program::{self, Program, Routine, SourceText};
use super::{opt, target};
use cdnasched_base::gpu::Gpu;
use cdnasched_base::machine::BlockId;
use cdnasched_base::rules::Policy;
use cdnasched_driver::Options;
use cdnasched_engine::timing::Model;
use cdnasched_object::{self as object, CodeObject, Contents, Lines, Setting, Target};
use cdnasched_show::view::data::Page;
use cdnasched_show::view::{self, Input, Sources, Written};

/// Why there is no page.
#[derive(Debug, Error)]
pub enum Error {
    /// It cannot be read.
    #[error(transparent)]
    Read(#[from] lint::Error),
    /// Code for several GPUs is in it.
    #[error("there is code for {0} in it; name one with --mcpu")]
    SeveralGpus(String),
    /// There is no function to show.
    #[error("no function in it can be shown{0}")]
    NoFunction(String),
    /// The versions are for different GPUs.
    #[error("one version is for {0}, the other for {1}; compare code for the same GPU")]
    Gpus(Gpu, Gpu),
    /// The versions have no function in common.
    #[error("the two versions have no function of the same name")]
    NothingInCommon,
}

/// A version of some functions.
#[derive(Clone, Debug)]
pub struct Functions {
    /// The GPU.
    pub gpu: Gpu,
    /// In the order of the code.
    pub shown: Vec<Input>,
    /// Functions that could not be analysed: name, and why.
    pub left_out: Vec<(String, String)>,
}

/// The functions of a file: assembly text, or the code objects in it. `target` is for text that does not name its own,
/// and selects among code objects; `label` is what to call this version.
///
/// # Errors
/// When nothing of the file can be read, or has code for several GPUs and none is named.
pub fn functions(bytes: &[u8], target: Option<Target>, label: &str) -> Result<Functions, Error> {
    match object::read(bytes).map_err(lint::Error::from)? {
        Contents::Text(text) => of_text(text, target, label),
        Contents::Objects(objects) => {
            let mut gpus: Vec<&str> = objects
                .objects
                .iter()
                .map(|o| o.target.gpu.name())
                .collect();
            gpus.sort_unstable();
            gpus.dedup();
            let gpu = match (target, &gpus[..]) {
                (Some(target), _) => target.gpu,
                (None, [_]) => objects.objects[0].target.gpu,
                (None, []) => return Err(lint::Error::Nothing(String::new()).into()),
                (None, several) => return Err(Error::SeveralGpus(several.join(", "))),
            };
            let mut all = Functions {
                gpu,
                shown: Vec::new(),
                left_out: Vec::new(),
            };
            for object in objects.objects.iter().filter(|o| o.target.gpu == gpu) {
                add_object(object, label, &mut all)?;
            }
            Ok(all)
        }
    }
}

fn of_text(text: &str, asked: Option<Target>, label: &str) -> Result<Functions, Error> {
    let source = SourceText::new(text);
    let target = target::of_source(&source, asked).map_err(lint::Error::from)?;
    let program = Program::of_text(&source, target.gpu, program::features(target));
    let program = program.map_err(lint::Error::from)?;
    let mut all = Functions {
        gpu: target.gpu,
        shown: Vec::new(),
        left_out: Vec::new(),
    };
    let lines = program::SourceLines::of_text(text, &program.listing);
    let origin = |at| {
        let place = lines.at(at)?;
        Some(view::Origin {
            file: lines.files.get(place.file as usize)?.clone(),
            line: place.line,
            column: place.column,
        })
    };
    let written = Origin::Text(text.lines().collect());
    let mut source = Source::new(&program, written, Setting::Any);
    for routine in &program.routines {
        let input = input(&mut source, routine, label, |routine, at, _| {
            origin(routine.listed[at])
        });
        all.shown.push(input);
    }
    all.leave_out(&program);
    Ok(all)
}

fn add_object(object: &CodeObject<'_>, label: &str, all: &mut Functions) -> Result<(), Error> {
    let programs = program::of_object(object).map_err(lint::Error::from)?;
    // A broken line table leaves the code readable.
    let lines: Lines = object.lines().unwrap_or_default();
    for (program, section) in programs.iter().zip(&object.code) {
        let reader = program::reader(object.target.gpu, program::features(object.target));
        let reader = reader.map_err(|error| lint::Error::from(program::Error::from(error)))?;
        let written = Origin::Code {
            bytes: object.bytes(section),
            address: section.address,
            reader,
        };
        let mut source = Source::new(program, written, object.target.xnack);
        source.read_all();
        for routine in &program.routines {
            let input = input(&mut source, routine, label, |_, _, spot| {
                let line = lines.at(spot.address)?;
                Some(view::Origin {
                    file: line.file.to_owned(),
                    line: u32::try_from(line.line).ok()?,
                    column: 0,
                })
            });
            all.shown.push(input);
        }
        all.leave_out(program);
    }
    Ok(())
}

/// What our version is called.
pub const OURS: &str = "cdnasched";

/// A file as it is and, of assembly text, as `opt` makes it. Where `opt` makes nothing of it, the reason is a remark.
///
/// # Errors
/// As [`functions`].
pub fn with_opt(
    bytes: &[u8],
    target: Option<Target>,
    label: &str,
    options: &Options,
) -> Result<Vec<Functions>, Error> {
    let mut found = functions(bytes, target, label)?;
    match optimised(bytes, target, options) {
        Ok(better) => Ok([found].into_iter().chain(better).collect()),
        Err(reason) => {
            for input in &mut found.shown {
                let remark = format!("`cdna-sched opt` makes nothing of it: {reason}");
                input.remarks.push(remark);
            }
            Ok(vec![found])
        }
    }
}

/// What `opt` makes of an assembly text; `None` for code objects.
///
/// # Errors
/// When it makes nothing of it, why.
fn optimised(
    bytes: &[u8],
    asked: Option<Target>,
    options: &Options,
) -> Result<Option<Functions>, String> {
    let text = std::str::from_utf8(bytes).ok();
    let Some(text) = text.filter(|_| !bytes.contains(&0)) else {
        return Ok(None);
    };
    let target = target::of_text(text, asked).map_err(|error| error.to_string())?;
    let features = program::features(target);
    let done = opt::optimise(text, target.gpu, features, options);
    let done = done.map_err(|error| error.to_string())?;
    let better = functions(done.text.as_bytes(), Some(target), OURS);
    let mut better = better.map_err(|error| error.to_string())?;
    for function in &done.functions {
        let mut shown = better.shown.iter_mut();
        let shown = shown.find(|s| s.function.name == function.name);
        if let (Some(shown), Some(reason)) = (shown, &function.kept) {
            shown.remarks.push(format!("left as it is: {reason}"));
        }
    }
    Ok(Some(better))
}

impl Functions {
    fn leave_out(&mut self, program: &Program) {
        let left = program.not_analysed.iter();
        self.left_out
            .extend(left.map(|left| (left.name.clone(), left.reason.clone())));
    }
}

fn input(
    source: &mut Source<'_>,
    routine: &Routine,
    label: &str,
    origin: impl Fn(&Routine, usize, &Spot) -> Option<view::Origin>,
) -> Input {
    let written = routine.listed.iter().enumerate().map(|(at, &listed)| {
        let spot = source.spot(listed);
        Written {
            origin: origin(routine, at, &spot),
            line: spot.line,
            address: (spot.line == 0).then_some(spot.address),
            text: spot.instruction,
        }
    });
    let written = written.collect();
    let blocks = 0..routine.function.blocks().len();
    Input {
        label: label.to_owned(),
        written,
        labels: blocks
            .map(|at| source.block(routine, BlockId(at as u32)))
            .collect(),
        function: routine.function.clone(),
        remarks: Vec::new(),
        clocks: view::Clocks::Modelled,
        apart: None,
    }
}

/// A page of one version of some functions, or of two, the reference first; nops are explained by the rules of `policy`.
///
/// # Errors
/// When there is nothing to show, or the versions do not belong together.
pub fn page(
    title: String,
    versions: Vec<Functions>,
    model: &Model,
    policy: Policy,
    sources: &Sources<'_>,
) -> Result<Page, Error> {
    let mut versions = versions.into_iter();
    let Some(reference) = versions.next() else {
        return Err(Error::NoFunction(String::new()));
    };
    let mut page = view::page(title, reference.gpu.name(), model);
    page.left_out.clone_from(&reference.left_out);
    let mut others = versions.next();
    if let Some(others) = &others {
        if others.gpu != reference.gpu {
            return Err(Error::Gpus(reference.gpu, others.gpu));
        }
        for left in &others.left_out {
            if !page.left_out.contains(left) {
                page.left_out.push(left.clone());
            }
        }
    }
    if reference.shown.is_empty() {
        let reasons = page.left_out.iter();
        let reasons: Vec<String> = reasons
            .map(|(name, why)| format!("{name}: {why}"))
            .collect();
        let reasons = match reasons.is_empty() {
            true => String::new(),
            false => format!(" ({})", reasons.join("; ")),
        };
        return Err(Error::NoFunction(reasons));
    }
    for input in reference.shown {
        let name = &input.function.name;
        let mut inputs = vec![];
        if let Some(others) = &mut others {
            let same = others.shown.iter().position(|o| o.function.name == *name);
            let Some(same) = same else {
                let why = "only one version has it".to_owned();
                page.left_out.push((name.clone(), why));
                continue;
            };
            inputs.push(others.shown.remove(same));
        }
        inputs.insert(0, input);
        page.kernels
            .push(view::kernel(inputs, model, policy, sources));
    }
    if page.kernels.is_empty() {
        return Err(Error::NothingInCommon);
    }
    for other in others.into_iter().flat_map(|others| others.shown) {
        let why = "only one version has it".to_owned();
        page.left_out.push((other.function.name, why));
    }
    Ok(page)
}
