//! From the bytes of a file to a report.

use thiserror::Error;

use super::source::{Origin, Source};
use super::{Options, Report, Skipped, function, identify};
use crate::program::{self, Program, SourceText};
use crate::target;
use cdnasched_base::escape;
use cdnasched_object::{self as object, CodeObject, Contents, Target, TargetError};

/// Why a file is not linted.
#[derive(Debug, Error)]
pub enum Error {
    /// It is no file of ours, or broken.
    #[error(transparent)]
    Object(#[from] object::Error),
    /// LLVM does not take it.
    #[error(transparent)]
    Program(#[from] program::Error),
    /// It is not known what a text is for.
    #[error(transparent)]
    Target(#[from] target::Error),
    /// There is no code for our GPUs in it.
    #[error("there is no machine code for a supported GPU in it{0}")]
    Nothing(String),
}

impl Error {
    /// The file is intact and has no code for a GPU of ours: nobody meant it to be looked at.
    pub fn is_foreign(&self) -> bool {
        match self {
            Error::Nothing(_) => true,
            Error::Target(target::Error::Named(error))
            | Error::Object(object::Error::Target(error)) => {
                matches!(error, TargetError::Processor(_))
            }
            Error::Object(object::Error::Unrecognised(_)) => true,
            _ => false,
        }
    }
}

/// Lints a file: assembly text, or the code objects in it. `target` is for text that does not name its own, and
/// selects among code objects.
///
/// # Errors
/// When nothing of the file can be read; parts that cannot are in [`Report::unread`].
pub fn lint(bytes: &[u8], target: Option<Target>, options: Options) -> Result<Report, Error> {
    let mut report = Report::default();
    match object::read(bytes)? {
        Contents::Text(text) => lint_text(text, target, options, &mut report)?,
        Contents::Objects(objects) => {
            let wanted = |object: &&CodeObject<'_>| {
                target.is_none_or(|target| target.gpu == object.target.gpu)
            };
            for object in objects.objects.iter().filter(wanted) {
                lint_object(object, options, &mut report)?;
            }
            for part in &objects.damaged {
                report.unread.push(described(&part.origin, &part.reason));
            }
            if !objects.objects.iter().any(|object| wanted(&object)) && report.unread.is_empty() {
                let parts = objects.skipped.iter();
                let parts: Vec<String> = parts.map(|p| described(&p.origin, &p.reason)).collect();
                let parts = match parts.is_empty() {
                    true => String::new(),
                    false => format!(": {}", parts.join("; ")),
                };
                return Err(Error::Nothing(parts));
            }
        }
    }
    identify(report.findings.iter_mut().chain(&mut report.covered));
    Ok(report)
}

fn described(origin: &str, reason: &object::Error) -> String {
    match origin.is_empty() {
        true => reason.to_string(),
        false => format!("{}: {reason}", escape::bytes(origin.as_bytes())),
    }
}

fn lint_text(
    text: &str,
    asked: Option<Target>,
    options: Options,
    report: &mut Report,
) -> Result<(), Error> {
    let parsed = SourceText::new(text);
    let target = target::of_source(&parsed, asked)?;
    let program = Program::of_text(&parsed, target.gpu, program::features(target))?;
    let mut source = Source::new(&program, Origin::Text(text.lines().collect()), target.xnack);
    add(&mut source, "", options, report);
    Ok(())
}

fn lint_object(
    object: &CodeObject<'_>,
    options: Options,
    report: &mut Report,
) -> Result<(), Error> {
    let programs = program::of_object(object)?;
    for (program, section) in programs.iter().zip(&object.code) {
        let reader = program::reader(object.target.gpu, program::features(object.target));
        let origin = Origin::Code {
            bytes: object.bytes(section),
            address: section.address,
            reader: reader.map_err(program::Error::from)?,
        };
        let mut source = Source::new(program, origin, object.target.xnack);
        add(&mut source, &object.origin, options, report);
    }
    Ok(())
}

/// Adds what is said about a program.
fn add(source: &mut Source<'_>, origin: &str, options: Options, report: &mut Report) {
    let program = source.program;
    for routine in &program.routines {
        report.functions += 1;
        report.instructions += routine.listed.len();
        let before = (report.findings.len(), report.covered.len());
        function::lint(source, routine, options, report);
        let new = report.findings[before.0..].iter_mut();
        for finding in new.chain(&mut report.covered[before.1..]) {
            origin.clone_into(&mut finding.origin);
        }
    }
    for function in &program.not_analysed {
        report.skipped.push(Skipped {
            origin: origin.to_owned(),
            function: function.name.clone(),
            at: source.spot(function.at),
            reason: function.reason.clone(),
        });
    }
}
