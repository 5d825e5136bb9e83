//! Better orders, waits and nops for the kernels of code objects, however they are packed.
//!
//! The code of a kernel is written as text that assembles to the same bytes ([`source`]). What [`opt`](super::opt) makes of that
//! is assembled ([`assembled`]) and put in the place of the old code, or in a new segment behind the end where it has become
//! longer. The file is then read again ([`judge`]); a kernel about which there is a doubt keeps its bytes.

mod assembled;
mod judge;
mod source;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use thiserror::Error;

use super::opt::{self, LintedBy, Optimised};
use super::program;
use assembled::Assembled;
use cdnasched_driver::Options;
use cdnasched_object::{self as object, CodeObject, Contents, Kernel, NewCode, Objects, Target};
use source::{NAME, Site, Source};

/// What to do with a file.
pub struct Request<'a> {
    /// Options of the stages.
    pub stages: &'a Options,
    /// Of code for several GPUs only this one's is changed.
    pub target: Option<Target>,
    /// Which kernels are looked at, by name.
    pub only: &'a (dyn Fn(&str) -> bool + Sync),
    /// How many threads work.
    pub jobs: usize,
    /// Called with how many kernels are done, and how many there are.
    pub progress: &'a (dyn Fn(usize, usize) + Sync),
}

/// A kernel of a file, and what became of it.
#[derive(Clone, Debug)]
pub struct OptimisedKernel {
    /// The code object: [`CodeObject::origin`].
    pub origin: String,
    /// As for a text.
    pub of: Optimised,
    /// Bytes of its code before and now.
    pub bytes: (usize, usize),
    /// It lies in a new segment.
    pub moved: bool,
}

/// A file, and what became of its kernels.
#[derive(Clone, Debug)]
pub struct OptimisedFile {
    /// The file.
    pub bytes: Vec<u8>,
    /// In the order of the file.
    pub kernels: Vec<OptimisedKernel>,
    /// Parts that were not looked at: where they are, and why.
    pub skipped: Vec<(String, String)>,
    /// Code objects whose line tables say where code was before.
    pub stale_lines: Vec<String>,
}

/// Why a file is not changed.
#[derive(Debug, Error)]
pub enum Error {
    /// It cannot be read.
    #[error(transparent)]
    Object(#[from] object::Error),
    /// LLVM cannot be used.
    #[error(transparent)]
    Program(#[from] program::Error),
    /// It is a text.
    #[error("it is text, not machine code")]
    Text,
    /// There is no code for our GPUs in it.
    #[error("there is no machine code for a supported GPU in it")]
    Nothing,
    /// The options ask for what cannot be done.
    #[error(transparent)]
    Options(opt::Error),
    /// What was made of a code object cannot be put into its file.
    #[error(transparent)]
    Container(#[from] object::RebuildError),
}

/// A kernel that is to change.
struct Plan {
    source: Source,
    text: String,
    assembled: Assembled,
    code: NewCode,
}

/// What became of a kernel.
struct Done {
    of: OptimisedKernel,
    plan: Option<Plan>,
}

/// Optimises the kernels of a file with machine code.
///
/// # Errors
/// When it cannot be read or written; a kernel that cannot be improved is none.
pub fn optimise(file: &[u8], request: &Request<'_>) -> Result<OptimisedFile, Error> {
    let Contents::Objects(objects) = object::read(file)? else {
        return Err(Error::Text);
    };
    opt::refused(request.stages).map_err(Error::Options)?;
    let mut result = OptimisedFile {
        bytes: Vec::new(),
        kernels: Vec::new(),
        skipped: Vec::new(),
        stale_lines: Vec::new(),
    };
    for part in objects.damaged.iter().chain(&objects.skipped) {
        let reason = part.reason.to_string();
        result.skipped.push((part.origin.clone(), reason));
    }
    let wanted = |object: &CodeObject<'_>| {
        request
            .target
            .is_none_or(|target| target.gpu == object.target.gpu)
    };
    let chosen: Vec<usize> = (0..objects.objects.len())
        .filter(|&at| wanted(&objects.objects[at]))
        .collect();
    if chosen.is_empty() {
        return Err(match objects.damaged.first() {
            Some(part) => part.reason.clone().into(),
            None => Error::Nothing,
        });
    }
    let mut done = all_kernels(&objects, &chosen, request)?;
    let mut replaced: BTreeMap<usize, Vec<u8>> = BTreeMap::new();
    for (&at, kernels) in &mut done {
        if let Some(bytes) = changed(&objects.objects[at], kernels) {
            replaced.insert(at, bytes);
        }
    }
    result.bytes = rebuilt(file, &mut replaced, &mut done)?;
    for (at, kernels) in done {
        let object = &objects.objects[at];
        let has_lines = || object.lines().is_ok_and(|lines| !lines.is_empty());
        if replaced.contains_key(&at) && has_lines() {
            result.stale_lines.push(object.origin.clone());
        }
        result
            .kernels
            .extend(kernels.into_iter().map(|done| done.of));
    }
    reread(&result.bytes, &objects, &replaced)?;
    Ok(result)
}

/// The text of each kernel of a file with machine code, by code object and name, and what it is for; why there is none, where there is
/// none. Each text calls its kernel `kernel`.
///
/// # Errors
/// When the file cannot be read.
pub fn texts(file: &[u8], target: Option<Target>) -> Result<Vec<KernelText>, Error> {
    let Contents::Objects(objects) = object::read(file)? else {
        return Err(Error::Text);
    };
    let mut texts = Vec::new();
    for object in &objects.objects {
        if target.is_some_and(|target| target.gpu != object.target.gpu) {
            continue;
        }
        let site = Site::of(object)?;
        texts.extend(object.kernels.iter().map(|kernel| KernelText {
            origin: object.origin.clone(),
            name: kernel.name.clone(),
            target: object.target,
            text: site.source(kernel).map(|source| source.text),
        }));
    }
    Ok(texts)
}

/// A kernel of a file with machine code, as text.
#[derive(Clone, Debug)]
pub struct KernelText {
    /// The code object: [`CodeObject::origin`].
    pub origin: String,
    /// The kernel's symbol.
    pub name: String,
    /// What it is for.
    pub target: Target,
    /// The text, or why there is none.
    pub text: Result<String, String>,
}

/// The file with other code objects. Those whose containers would become too long stay as they were.
fn rebuilt(
    file: &[u8],
    replaced: &mut BTreeMap<usize, Vec<u8>>,
    done: &mut BTreeMap<usize, Vec<Done>>,
) -> Result<Vec<u8>, Error> {
    loop {
        let error = match object::rebuild(file, replaced) {
            Ok(bytes) => return Ok(bytes),
            Err(error) => error,
        };
        let object::RebuildError::Longer { objects, .. } = &error else {
            return Err(error.into());
        };
        let before = replaced.len();
        replaced.retain(|number, _| !objects.contains(number));
        if replaced.len() == before {
            return Err(error.into());
        }
        for kernels in done.range_mut(objects.clone()).map(|(_, kernels)| kernels) {
            for kernel in kernels.iter_mut().filter(|kernel| kernel.plan.is_some()) {
                kernel.of.leave(error.to_string());
                kernel.plan = None;
            }
        }
    }
}

/// Bytes of code whose listings are held at a time; a listing takes a few dozen times as much.
const BATCH: usize = 16 << 20;

/// Each code object's kernels.
fn all_kernels(
    objects: &Objects<'_>,
    chosen: &[usize],
    request: &Request<'_>,
) -> Result<BTreeMap<usize, Vec<Done>>, Error> {
    let mut work: Vec<(usize, usize)> = Vec::new();
    for &at in chosen {
        let kernels = objects.objects[at].kernels.iter().enumerate();
        let named = kernels.filter(|(_, kernel)| (request.only)(&kernel.name));
        work.extend(named.map(|(kernel, _)| (at, kernel)));
    }
    let finished = AtomicUsize::new(0);
    let mut of_objects: BTreeMap<usize, Vec<Done>> = BTreeMap::new();
    let mut rest = &work[..];
    while let Some(&(first, _)) = rest.first() {
        let (mut last, mut bytes) = (first, 0);
        let fits = |&&(at, _): &&(usize, usize)| {
            if at != last {
                bytes += code_size(&objects.objects[at]);
                last = at;
            }
            bytes <= BATCH
        };
        let (batch, behind) = rest.split_at(rest.iter().take_while(fits).count());
        rest = behind;
        let mut sites = BTreeMap::new();
        for &(at, _) in batch {
            if let Entry::Vacant(new) = sites.entry(at) {
                new.insert(Site::of(&objects.objects[at])?);
            }
        }
        let next = AtomicUsize::new(0);
        let results: Mutex<BTreeMap<usize, Done>> = Mutex::new(BTreeMap::new());
        let worker = || {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let Some(&(at, kernel)) = batch.get(number) else {
                    return;
                };
                let done = one_kernel(&sites[&at], kernel, request.stages);
                if let Ok(mut results) = results.lock() {
                    results.insert(number, done);
                }
                let count = finished.fetch_add(1, Ordering::Relaxed) + 1;
                (request.progress)(count, work.len());
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..request.jobs.clamp(1, batch.len()) {
                scope.spawn(worker);
            }
            worker();
        });
        for (number, done) in results.into_inner().unwrap_or_default() {
            of_objects.entry(batch[number].0).or_default().push(done);
        }
    }
    Ok(of_objects)
}

fn code_size(object: &CodeObject<'_>) -> usize {
    let sections = object.code.iter();
    sections.map(|section| section.range.len()).sum()
}

/// Has `opt` work on a kernel; with less where its code would not fit.
fn one_kernel(site: &Site<'_>, number: usize, stages: &Options) -> Done {
    let object = site.object;
    let kernel = &object.kernels[number];
    let left = |reason: String, bytes: usize| Done {
        of: OptimisedKernel {
            origin: object.origin.clone(),
            of: Optimised::left(&kernel.name, reason),
            bytes: (bytes, bytes),
            moved: false,
        },
        plan: None,
    };
    let source = match site.source(kernel) {
        Ok(source) => source,
        Err(reason) => return left(reason, 0),
    };
    let length = source.bytes.len();
    let mut why = String::new();
    for options in opt::less_and_less(stages) {
        let make = |text: &str| made(kernel, number, &source, text, &options);
        let made = match make(&source.text) {
            Ok(made) if !has_room(object, &made.code) => make(&source.text_as_described),
            made => made,
        };
        match made {
            Ok(made) => {
                let fits = made.code.fits();
                let limit = match object.may_grow() {
                    true => object.why_it_cannot_grow(),
                    false => Some("its code object lies in a linked file, which does not grow"),
                };
                let Some(limit) = limit.filter(|_| !fits) else {
                    let of = OptimisedKernel {
                        origin: object.origin.clone(),
                        of: made.of,
                        bytes: (length, made.code.bytes.len()),
                        moved: !fits,
                    };
                    let plan = Some(Plan {
                        source,
                        text: made.text,
                        assembled: made.assembled,
                        code: made.code,
                    });
                    return Done { of, plan };
                };
                let more = made.code.bytes.len() as u64 - made.code.room;
                why = format!("the new code takes {more} bytes more than there are, and {limit}");
            }
            Err(NotMade { reason, is_final }) => {
                if why.is_empty() {
                    why = reason;
                }
                if is_final {
                    break;
                }
            }
        }
    }
    let mut left = left(why, length);
    if let Ok(function) = assembled::function(&source, &source.text) {
        let linted_by = LintedBy::with(object.target.xnack, stages.hazards);
        let findings = linted_by.count(&function);
        (left.of.of.findings, left.of.of.findings_left) = (findings, findings);
    }
    left
}

/// Whether the numbers of a kernel's registers fit into the metadata, whatever else is in the way.
fn has_room(object: &CodeObject<'_>, code: &NewCode) -> bool {
    let registers = code.registers;
    registers.is_none_or(|registers| object.has_room_for(code.kernel, registers))
}

/// What `opt` made of a kernel's text.
struct Made {
    of: Optimised,
    text: String,
    assembled: Assembled,
    code: NewCode,
}

/// Why nothing was made.
struct NotMade {
    reason: String,
    /// Other options lead to nothing else.
    is_final: bool,
}

fn made(
    kernel: &Kernel,
    number: usize,
    source: &Source,
    text: &str,
    options: &Options,
) -> Result<Made, NotMade> {
    let not = |is_final| move |reason| NotMade { reason, is_final };
    let done = opt::optimise(text, source.gpu, source.features, options);
    let done = done.map_err(|error| not(true)(error.to_string()))?;
    let mut functions = done.functions.into_iter();
    let of = functions.find(|function| function.name == NAME);
    let mut of = of.ok_or_else(|| not(true)("its function is not found in its text".into()))?;
    if let Some(reason) = of.kept {
        return Err(not(true)(reason));
    }
    of.name.clone_from(&kernel.name);
    let text = done.text;
    let assembled = assembled::assemble(source, &text).map_err(not(false))?;
    let function = assembled::function(source, &text).map_err(not(false))?;
    let code = NewCode {
        kernel: number,
        section: source.section,
        old: source.entry..source.end,
        room: source.room,
        bytes: assembled.bytes.clone(),
        places: assembled.places.clone(),
        relative: assembled::relative(source, &assembled.sums).map_err(not(false))?,
        registers: assembled::more(kernel, &function),
    };
    Ok(Made {
        of,
        text,
        assembled,
        code,
    })
}

/// The code object with all kernels that can be changed; `None` when none can.
fn changed(object: &CodeObject<'_>, kernels: &mut [Done]) -> Option<Vec<u8>> {
    let attempt = |plans: &[&Plan]| -> Result<Vec<u8>, String> {
        let codes: Vec<NewCode> = plans.iter().map(|plan| plan.code.clone()).collect();
        let bytes = object.replace(&codes).map_err(|error| error.to_string())?;
        let refused = |reason: String| {
            format!("the check refused the new code ({reason}); please report this with the file")
        };
        match object::read(&bytes).map_err(|error| refused(error.to_string()))? {
            Contents::Objects(new) if new.objects.len() == 1 && new.damaged.is_empty() => {
                judge::judge(object, &new.objects[0], plans).map_err(refused)?;
            }
            _ => return Err(refused("it is no code object".into())),
        }
        Ok(bytes)
    };
    loop {
        let plans: Vec<&Plan> = kernels
            .iter()
            .filter_map(|done| done.plan.as_ref())
            .collect();
        if plans.is_empty() {
            return None;
        }
        let reason = match attempt(&plans) {
            Ok(bytes) => return Some(bytes),
            Err(reason) => reason,
        };
        // Those that are refused alone are left; if none is, all are.
        let alone: Vec<Option<String>> = kernels
            .iter()
            .map(|done| done.plan.as_ref().and_then(|plan| attempt(&[plan]).err()))
            .collect();
        let none_alone = alone.iter().all(Option::is_none);
        for (done, alone) in kernels.iter_mut().zip(alone) {
            let refused = alone.or_else(|| {
                let is_planned = none_alone && done.plan.is_some();
                is_planned.then(|| reason.clone())
            });
            if let Some(reason) = refused {
                done.of.leave(reason);
                done.plan = None;
            }
        }
    }
}

impl OptimisedKernel {
    fn leave(&mut self, reason: String) {
        self.of = Optimised {
            remarks: std::mem::take(&mut self.of.remarks),
            findings: self.of.findings,
            findings_left: self.of.findings,
            ..Optimised::left(&self.of.name, reason)
        };
        self.bytes.1 = self.bytes.0;
        self.moved = false;
    }
}

/// The file has the code objects that were put into it, and the others as they were.
fn reread(
    file: &[u8],
    old: &Objects<'_>,
    replaced: &BTreeMap<usize, Vec<u8>>,
) -> Result<(), Error> {
    let refused = || Error::Container(object::RebuildError::Refused);
    let Contents::Objects(new) = object::read(file)? else {
        return Err(refused());
    };
    let same = new.objects.len() == old.objects.len()
        && new.damaged.len() == old.damaged.len()
        && new.skipped.len() == old.skipped.len()
        && (old.objects.iter().zip(&new.objects).enumerate()).all(|(at, (old, new))| {
            let expected = replaced.get(&at).map_or(old.file(), Vec::as_slice);
            old.origin == new.origin && new.file() == expected
        });
    same.then_some(()).ok_or_else(refused)
}
