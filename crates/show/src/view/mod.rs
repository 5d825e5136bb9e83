//! A page for a kernel: what runs when, what each wait is for, where the clocks go (`docs/view.md`).
//!
//! A front end says of each function how its instructions are written and where they came from ([`Input`]);
//! [`kernel`] adds what the cost model, the analyses and the explanations know, and [`page::html`] makes it a file.
//! Nothing here decides anything.

pub mod apart;
pub mod data;
mod diff;
mod explanations;
mod function;
pub mod page;
mod regions;
mod registers;
mod suggestions;
#[cfg(test)]
mod tests;
pub mod text;
mod what_if;

use std::collections::BTreeMap;

use apart::Apart;
use cdnasched_base::machine::occupancy::occupancy;
use cdnasched_base::machine::{BlockId, Function, InstId};
use cdnasched_base::rules::Policy;
use cdnasched_engine::timing::{self, ACCURACY, Finished, Model, Timing};
use data::{Kernel, Page, SourceFile, Version};
use function::Listing;

/// Where an instruction came from.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Origin {
    /// The file, as the compiler wrote it.
    pub file: String,
    /// Counted from 1.
    pub line: u32,
    /// Counted from 1; 0: not known.
    pub column: u32,
}

/// How an instruction is written.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Written {
    /// As assembly text.
    pub text: String,
    /// Its line in the assembly text; 0: none.
    pub line: u32,
    /// Its address in a code object.
    pub address: Option<u64>,
    /// Where it came from, where that is known.
    pub origin: Option<Origin>,
}

impl Written {
    /// Where it is, for people: the source line, or the line or address of the assembly.
    pub fn place(&self) -> Option<String> {
        if let Some(origin) = &self.origin {
            let file = origin.file.rsplit('/').next().unwrap_or_default();
            return Some(format!("{file}:{}", origin.line));
        }
        match (self.line, self.address) {
            (0, None) => None,
            (0, Some(address)) => Some(format!("{address:#x}")),
            (line, _) => Some(format!("line {line}")),
        }
    }
}

/// A part of a function as it was measured.
#[derive(Clone, PartialEq, Debug)]
pub struct Measured {
    /// The block that heads the loop, or a block outside of loops.
    pub block: BlockId,
    /// What ran when.
    pub timeline: timing::Timeline,
    /// What it is of, as a sentence.
    pub note: String,
}

/// Where the clocks of a version come from.
#[derive(Clone, PartialEq, Default, Debug)]
pub enum Clocks {
    /// The cost model, with one wave and with as many as registers allow.
    #[default]
    Modelled,
    /// The cost model, with as many waves as these measurements have.
    ModelledBeside(Vec<Measured>),
    /// These measurements.
    Measured(Vec<Measured>),
}

/// A version of a function, with what only its front end knows.
#[derive(Clone, Debug)]
pub struct Input {
    /// What to call the version.
    pub label: String,
    /// The function, with all its waits and nops.
    pub function: Function,
    /// By instruction of the function.
    pub written: Vec<Written>,
    /// By block of the function: its label; empty where it has none.
    pub labels: Vec<String>,
    /// What was said about the function as a whole.
    pub remarks: Vec<String>,
    /// Where its clocks come from.
    pub clocks: Clocks,
    /// The same where its pointers do not overlap; `None` where that is not known, or changes nothing.
    pub apart: Option<Apart>,
}

impl Input {
    fn written(&self, inst: InstId) -> Written {
        let written = self.written.get(inst.index()).cloned();
        written.unwrap_or_else(|| Written {
            text: self.function.asm(inst),
            ..Written::default()
        })
    }
}

/// The source files that a page names, and what reads their lines.
pub struct Sources<'a> {
    read: &'a dyn Fn(&str) -> Option<String>,
}

impl<'a> Sources<'a> {
    /// `read` gives the text of a file, if it can and may be shown.
    pub fn new(read: &'a dyn Fn(&str) -> Option<String>) -> Sources<'a> {
        Sources { read }
    }

    fn files(&self, named: &BTreeMap<String, Vec<u32>>) -> Vec<SourceFile> {
        let file = |(name, wanted): (&String, &Vec<u32>)| {
            let text = (self.read)(name).unwrap_or_default();
            let lines = (1..).zip(text.lines());
            let lines = lines.filter(|(number, _)| wanted.binary_search(number).is_ok());
            SourceFile {
                name: name.clone(),
                lines: lines.map(|(n, line)| (n, line.to_owned())).collect(),
            }
        };
        named.iter().map(file).collect()
    }
}

/// A page without kernels.
pub fn page(title: String, gpu: &str, model: &Model) -> Page {
    Page {
        format: data::FORMAT,
        version: data::VERSION,
        title,
        tool: concat!("cdnasched ", env!("CARGO_PKG_VERSION")).to_owned(),
        gpu: gpu.to_owned(),
        model: model.name().to_owned(),
        accuracy: is_built_in(model).then(|| ACCURACY.to_string()),
        kernels: Vec::new(),
        left_out: Vec::new(),
    }
}

/// Whether what is known of the model's accuracy is about this parameter set.
fn is_built_in(model: &Model) -> bool {
    Model::built_in(model.gpu()).first() == Some(model)
}

/// A function in one version or two, the reference first. Nops are explained by the rules of `policy`.
pub fn kernel(
    mut inputs: Vec<Input>,
    model: &Model,
    policy: Policy,
    sources: &Sources<'_>,
) -> Kernel {
    for input in &mut inputs {
        timing::find_bank_conflicts(&mut input.function);
    }
    let named = named_lines(&inputs);
    let files: Vec<&String> = named.keys().collect();
    let listings: Vec<Listing> = inputs.iter().map(Listing::of).collect();
    let timings = inputs.iter().map(|input| {
        let waves = occupancy(&input.function);
        Timing::<Finished>::finished(&input.function, std::slice::from_ref(model), waves)
    });
    let timings: Vec<Timing<Finished>> = timings.collect();
    let versions: Vec<Version> = inputs
        .iter()
        .zip(&listings)
        .zip(&timings)
        .map(|((input, listing), timing)| function::version(input, listing, &files, timing, policy))
        .collect();
    let mut remarks: Vec<String> = Vec::new();
    for remark in inputs.iter().flat_map(|input| &input.remarks) {
        if !remarks.contains(remark) {
            remarks.push(remark.clone());
        }
    }
    Kernel {
        name: inputs
            .first()
            .map_or_else(String::new, |input| input.function.name.clone()),
        regions: regions::regions(&inputs, &listings, &versions, &files, &timings, model),
        versions,
        files: sources.files(&named),
        remarks,
    }
}

/// The lines that instructions came from, by file, in order.
fn named_lines(inputs: &[Input]) -> BTreeMap<String, Vec<u32>> {
    let mut named: BTreeMap<String, Vec<u32>> = BTreeMap::new();
    let written = inputs.iter().flat_map(|input| &input.written);
    for origin in written.filter_map(|written| written.origin.as_ref()) {
        let lines = named.entry(origin.file.clone()).or_default();
        if let Err(at) = lines.binary_search(&origin.line) {
            lines.insert(at, origin.line);
        }
    }
    named
}
