//! `cdna-sched compare` of two files with the same kernels: assembly texts, or machine code.

use std::path::Path;
use std::process::ExitCode;

use cdnasched_base::gpu::Gpu;
use cdnasched_base::{escape, input};
use cdnasched_engine::timing::{ACCURACY, ModelSets};
use cdnasched_object::Target;
use cdnasched_text::opt::{self, CompareError, Compared};
use cdnasched_text::{objects, program, target};
use serde::Serialize;

use crate::exit;
use crate::opt::prefix;
use crate::out::{complain, say};
use crate::{att, code, out};

/// How two files are compared.
pub struct Pair<'a> {
    /// The files.
    pub files: [&'a Path; 2],
    /// The GPU, for text that does not say; of code for several, only this one's is compared.
    pub gpu: Option<Gpu>,
    /// The numbers of the cost model.
    pub models: &'a ModelSets,
    /// Traces of just this code.
    pub att: Option<&'a Path>,
    /// Print JSON.
    pub json: bool,
}

/// A kernel that both have.
#[derive(Serialize)]
struct Kernel {
    /// Where its code object is in the file; of text empty.
    #[serde(skip_serializing_if = "String::is_empty")]
    origin: String,
    #[serde(flatten)]
    of: Compared,
}

/// What `--json` prints.
#[derive(Serialize)]
struct Comparison {
    files: [String; 2],
    kernels: Vec<Kernel>,
    /// Kernels that were not compared, and why.
    not_compared: Vec<(String, String)>,
    #[serde(skip)]
    measured: String,
}

/// Compares two files of the same kernels. Exit code: 0 they are; 2 they cannot be.
pub fn compare(pair: &Pair<'_>) -> ExitCode {
    let done = pair.compare().and_then(|done| match pair.json {
        true => {
            let text = serde_json::to_string(&done);
            text.map(|text| text + "\n")
                .map_err(|error| error.to_string())
        }
        false => Ok(done.table()),
    });
    match done {
        Ok(text) => {
            say!("{text}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            complain!("{error}");
            exit::unusable()
        }
    }
}

impl Comparison {
    fn table(&self) -> String {
        let mut text = String::new();
        for kernel in &self.kernels {
            text += &format!("{}{}", prefix(&kernel.origin), kernel.of);
        }
        for (name, reason) in &self.not_compared {
            text += &format!("{name}: not compared: {reason}\n");
        }
        text += &format!("\n{ACCURACY}.");
        text += match self.measured.is_empty() {
            true => " Nothing was run on a GPU.\n",
            false => "\n\n",
        };
        text + &self.measured
    }
}

impl Pair<'_> {
    fn compare(&self) -> Result<Comparison, String> {
        let are_objects = self
            .files
            .map(|file| code::kind(file) == code::Kind::Objects);
        match are_objects {
            [false, false] => self.texts(),
            [true, true] if self.att.is_none() => self.objects(),
            [true, true] => Err("--att is for two assembly texts".into()),
            _ => {
                Err("one file is text and the other is machine code; expected two of a kind".into())
            }
        }
    }

    fn done(&self, kernels: Vec<Kernel>, not_compared: Vec<(String, String)>) -> Comparison {
        Comparison {
            files: self.files.map(escape::path),
            kernels,
            not_compared,
            measured: String::new(),
        }
    }

    fn texts(&self) -> Result<Comparison, String> {
        let [one, other] = self.files.map(|file| {
            let read = input::read_named_text(file, input::CASE_LIMIT_MIB);
            read.map_err(|error| format!("{}: {error}", escape::path(file)))
        });
        let (one, other) = (one?, other?);
        let given = self.gpu.map(Target::of);
        for (file, text) in self.files.iter().zip([&one, &other]) {
            let of = target::of_text(text, given);
            of.map_err(|error| format!("{}: {error}", escape::path(file)))?;
        }
        let [target, _] =
            target::of_both([&one, &other], given).map_err(|error| error.to_string())?;
        let features = program::features(target);
        let of = opt::compare([&one, &other], target.gpu, features, self.models);
        let of = of.map_err(|error| match error {
            CompareError::Unread { at, source } => {
                format!("{}: {source}", escape::path(self.files[at]))
            }
            CompareError::Apart(names) => self.apart(names.each_ref().map(Vec::as_slice)),
            CompareError::Unmarked => error.to_string(),
        })?;
        let kernels = of.functions.into_iter().map(|of| Kernel {
            origin: String::new(),
            of,
        });
        let mut done = self.done(kernels.collect(), of.not_analysed);
        if let Some(att) = self.att {
            let texts = [
                (self.files[0], one.as_str()),
                (self.files[1], other.as_str()),
            ];
            done.measured = att::measured(att, texts, target)?;
        }
        Ok(done)
    }

    fn objects(&self) -> Result<Comparison, String> {
        let [one, other] = self.files.map(|file| {
            let named = |error: String| format!("{}: {error}", escape::path(file));
            let bytes = code::read(file).map_err(|error| named(error.to_string()))?;
            let texts = objects::texts(&bytes, self.gpu.map(Target::of));
            texts.map_err(|error| named(error.to_string()))
        });
        let (one, other) = (one?, other?);
        let (mut kernels, mut not_compared) = (Vec::new(), Vec::new());
        let mut any = false;
        for kernel in &one {
            let same = other
                .iter()
                .find(|other| (&other.origin, &other.name) == (&kernel.origin, &kernel.name));
            let Some(same) = same else { continue };
            any = true;
            let name = escape::bytes(kernel.name.as_bytes());
            let compared = match (&kernel.text, &same.text) {
                (Ok(one), Ok(other)) => {
                    let features = program::features(kernel.target);
                    let of = opt::compare([one, other], kernel.target.gpu, features, self.models);
                    of.map_err(|error| error.to_string())
                }
                (Err(reason), _) | (_, Err(reason)) => Err(reason.clone()),
            };
            match compared {
                Ok(of) => {
                    // The text calls it by a name of its own.
                    let functions = of.functions.into_iter();
                    kernels.extend(functions.map(|of| Kernel {
                        origin: kernel.origin.clone(),
                        of: Compared {
                            name: name.clone(),
                            ..of
                        },
                    }));
                    not_compared.extend(of.not_analysed);
                }
                Err(reason) => {
                    not_compared.push((format!("{}{name}", prefix(&kernel.origin)), reason))
                }
            }
        }
        if !any {
            let [one, other] = [&one, &other].map(|kernels| {
                let names = kernels.iter().map(|kernel| {
                    let name = escape::bytes(kernel.name.as_bytes());
                    format!("{}{name}", prefix(&kernel.origin))
                });
                names.collect::<Vec<String>>()
            });
            return Err(self.apart([&one, &other]));
        }
        Ok(self.done(kernels, not_compared))
    }

    /// That the files have no kernel in common; they have these.
    fn apart(&self, names: [&[String]; 2]) -> String {
        let [one, other] = [0, 1].map(|at| {
            let file = escape::path(self.files[at]);
            format!("{file} has {}", out::names(names[at].iter()))
        });
        format!("no kernel is in both files: {one}; {other}")
    }
}
