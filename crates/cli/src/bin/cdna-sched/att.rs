//! Recorded thread traces (`--att`) of the functions that a command is about.

use std::path::{Path, PathBuf};

use cdnasched_base::escape;
use cdnasched_base::machine::Function;
use cdnasched_cli::recorded::{self, Different, Kernel, Measured, Recording};
use cdnasched_show::view::{Clocks, Input};
use cdnasched_text::view::{self, Functions};

/// What is called measured.
const MEASURED: &str = "measured";

/// Traces, with the kernels that they are of.
pub struct Traces {
    all: Vec<(PathBuf, Recording, Kernel)>,
}

impl Traces {
    /// Reads the traces of a file or directory. `functions` are for the GPU that they are of, where they do not say.
    ///
    /// # Errors
    /// When there is none, or one cannot be read.
    pub fn read(path: &Path, functions: &Functions) -> Result<Traces, String> {
        let recordings = recorded::read(path, Some(functions.gpu));
        let mut all = Vec::new();
        for (path, recording) in recordings.map_err(|error| error.to_string())? {
            let kernel = Kernel::of(&path, &recording).map_err(|error| error.to_string())?;
            all.push((path, recording, kernel));
        }
        Ok(Traces { all })
    }

    /// The traces whose code is that of a function.
    pub fn of<'a>(&'a self, function: &'a Function) -> Vec<Measured<'a>> {
        let all = self.all.iter();
        all.filter_map(|(_, recording, kernel)| Measured::of(function, recording, kernel).ok())
            .collect()
    }

    /// Why no trace is of these functions: the pair whose names or code are nearest, and what differs first.
    pub fn difference<'a>(&self, functions: impl IntoIterator<Item = &'a Input>) -> String {
        let mut nearest: Option<((bool, usize), String)> = None;
        for input in functions {
            for (path, recording, kernel) in &self.all {
                let function = &input.function;
                let Err(differ) = Measured::of(function, recording, kernel) else {
                    continue;
                };
                let how_near = (function.name == kernel.function.name, differ.alike);
                if nearest
                    .as_ref()
                    .is_none_or(|(before, _)| *before < how_near)
                {
                    nearest = Some((how_near, described(input, path, kernel, &differ)));
                }
            }
        }
        nearest.map_or_else(String::new, |(_, text)| text)
    }

    /// Functions as the model has them, beside the same as they were measured.
    ///
    /// # Errors
    /// When the traces are of none of them.
    pub fn beside(&self, mut modelled: Functions) -> Result<[Functions; 2], String> {
        let mut measured = modelled.clone();
        measured.left_out.clear();
        measured.shown.clear();
        let (mut kept, mut left_out) = (Vec::new(), Vec::new());
        for mut input in modelled.shown {
            let found = self.of(&input.function);
            // Of several traces of a kernel, the first.
            let Some(first) = found.first() else {
                let why = format!("no trace is of this code: {}", self.difference([&input]));
                modelled.left_out.push((input.function.name.clone(), why));
                left_out.push(input);
                continue;
            };
            let parts = first.parts();
            let mut beside = input.clone();
            beside.remarks.extend_from_slice(first.remarks());
            MEASURED.clone_into(&mut beside.label);
            if parts.is_empty() {
                beside.remarks.push(too_little());
            }
            if found.len() > 1 {
                let remark = format!(
                    "{} traces are of this function; the first is shown",
                    found.len()
                );
                beside.remarks.push(remark);
            }
            drop(found);
            beside.clocks = Clocks::Measured(parts.clone());
            input.clocks = Clocks::ModelledBeside(parts);
            input.label += " (model)";
            kept.push(input);
            measured.shown.push(beside);
        }
        modelled.shown = kept;
        if modelled.shown.is_empty() {
            return Err(format!(
                "no function has the code of a trace; it must be the code that ran, instruction by instruction: {}",
                self.difference(&left_out)
            ));
        }
        Ok([modelled, measured])
    }
}

/// Why nothing was measured of code that was recorded.
fn too_little() -> String {
    format!(
        "a trace is of this code, but it has no loop or block {} times or more with the same number of waves on the SIMD",
        recorded::FEW
    )
}

/// What differs first between a function and the code of a trace.
fn described(input: &Input, path: &Path, kernel: &Kernel, differ: &Different) -> String {
    let quoted = |text: &str| format!("`{}`", escape::bytes(text.trim().as_bytes()));
    let name = |function: &Function| escape::bytes(function.name.as_bytes()).to_string();
    let written = differ.here.and_then(|inst| input.written.get(inst.index()));
    let here = written.map_or("nothing".to_owned(), |written| {
        let text = quoted(&written.text);
        match (written.line, written.address) {
            (0, None) => text,
            (0, Some(address)) => format!("{text} at {address:#x}"),
            (line, _) => format!("{text} in line {line}"),
        }
    });
    let there = differ.there.as_deref();
    format!(
        "{} and {} in the trace {} differ first in instruction {} (from 1): {here} here, {} there",
        name(&input.function),
        name(&kernel.function),
        escape::path(path),
        differ.alike + 1,
        there.map_or("nothing".to_owned(), quoted)
    )
}

/// What was measured of two assembly texts: a line for each part that a trace has.
///
/// # Errors
/// When the traces cannot be read, or are of neither.
pub fn measured(
    att: &Path,
    texts: [(&Path, &str); 2],
    target: cdnasched_object::Target,
) -> Result<String, String> {
    let (mut text, mut any) = (String::new(), false);
    for (file, assembly) in texts {
        let functions = view::functions(assembly.as_bytes(), Some(target), "");
        let functions = functions.map_err(|error| format!("{}: {error}", escape::path(file)))?;
        let traces = Traces::read(att, &functions)?;
        for input in &functions.shown {
            let found = traces.of(&input.function);
            let parts: Vec<_> = found.iter().flat_map(|of| of.parts()).collect();
            let is_loop = |block| input.function.block(block).loop_header == Some(block);
            let name = escape::bytes(input.function.name.as_bytes());
            let file = escape::path(file);
            if parts.is_empty() {
                any |= !found.is_empty();
                let why = match found.is_empty() {
                    true => traces.difference([input]),
                    false => too_little(),
                };
                text += &format!("{file} {name}: not measured: {why}\n");
            }
            any |= !parts.is_empty();
            let any_loop = parts.iter().any(|part| is_loop(part.block));
            for part in parts.iter().filter(|part| !any_loop || is_loop(part.block)) {
                let label = input
                    .labels
                    .get(part.block.index())
                    .map_or("", String::as_str);
                text += &format!("{file} {name} {label}: {}\n", part.note);
            }
        }
    }
    match any {
        true => Ok(text),
        false => Err(format!(
            "{}: no trace is of the code of either text, instruction by instruction:\n{text}",
            escape::path(att)
        )),
    }
}
