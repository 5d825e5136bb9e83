//! Texts of the same kernels, by several compilers or with several options.

use std::path::Path;
use std::process::ExitCode;

use cdnasched_base::{escape, output};
use cdnasched_driver::Options;
use cdnasched_driver::pick::{Candidate, PickedKernel, together};
use cdnasched_driver::settings::FrontEnd;
use cdnasched_object::{self as object, Contents, Target};
use cdnasched_text::opt::{self, Optimised, OptimisedText};
use cdnasched_text::{program, target};

use super::Arguments;
use crate::out::{complain, say};
use crate::{code, exit};

/// Picks one of the texts, and prints what came out.
pub fn run(arguments: &Arguments) -> ExitCode {
    match picked(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            complain!("{error}");
            exit::unusable()
        }
    }
}

fn picked(arguments: &Arguments) -> Result<(), String> {
    let options = arguments.stages.options(FrontEnd::Opt);
    let files = &arguments.files;
    let texts = files.iter().map(|file| {
        let done = optimised(file, arguments, &options);
        done.map_err(|error| format!("{}: {error}", escape::path(file)))
    });
    let texts: Vec<OptimisedText> = texts.collect::<Result<_, _>>()?;
    let Some(first) = texts.first() else {
        return Ok(());
    };
    let kernel = |function: &Optimised| {
        let candidates = files.iter().zip(&texts).map(|(file, text)| {
            let mut functions = text.functions.iter();
            let found = functions.find(|of| of.name == function.name);
            Candidate {
                llvm: found.map(|of| of.before.clone()),
                ours: found.map(|of| match of.kept {
                    Some(_) => of.before.clone(),
                    None => of.after.clone(),
                }),
                ..Candidate::of(&escape::path(file))
            }
        });
        let mut kernel = PickedKernel::new(&function.name, candidates.collect());
        kernel.decide();
        kernel
    };
    let kernels: Vec<PickedKernel> = first.functions.iter().map(kernel).collect();
    let at = together(&kernels);
    let (file, text) = (&files[at], &texts[at]);
    if arguments.json {
        let value = serde_json::json!({ "file": escape::path(file), "kernels": kernels });
        say!("{value}\n");
    } else {
        for kernel in &kernels {
            say!("{}", kernel.print());
        }
        if kernels.len() > 1 {
            say!("all together: {}\n", escape::path(file));
        }
    }
    let Some(output) = &arguments.output else {
        return Ok(());
    };
    let written = output::write(output, text.text.as_bytes());
    written.map_err(|error| format!("{}: {error}", escape::path(output)))
}

fn optimised(
    file: &Path,
    arguments: &Arguments,
    options: &Options,
) -> Result<OptimisedText, String> {
    let bytes = code::read(file).map_err(|error| error.to_string())?;
    let source = match object::read(&bytes).map_err(|error| error.to_string())? {
        Contents::Text(source) => source,
        Contents::Objects(_) => {
            return Err("expected assembly text, found machine code".to_owned());
        }
    };
    let target = target::of_text(source, arguments.mcpu.map(Target::of));
    let target = target.map_err(|error| error.to_string())?;
    let done = opt::optimise(source, target.gpu, program::features(target), options);
    done.map_err(|error| error.to_string())
}
