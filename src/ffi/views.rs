//! The directory of `-cdna-sched-view=`: a page for each function.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::saves;
use crate::machine::{Function, InstId};
use crate::pipeline::{self, Followed, Options};
use crate::report::LeftAlone;
use crate::view::{self, Input, Origin, Sources, Written, page};
use crate::{escape, input, output};

/// What the versions of a function are called.
const LLVM: &str = "LLVM";
const OURS: &str = "cdnasched";
/// Source files larger than this are not shown.
const SOURCE_LIMIT_MIB: u64 = 16;

/// A directory for pages.
pub struct ViewDirectory {
    path: PathBuf,
    /// By symbol, until the function is finished: as LLVM would have finished it.
    references: Mutex<HashMap<String, Function>>,
    failed: Mutex<bool>,
}

impl ViewDirectory {
    /// Makes it, where it does not exist.
    ///
    /// # Errors
    /// What the system says.
    pub fn open(path: &Path) -> std::io::Result<ViewDirectory> {
        std::fs::create_dir_all(path)?;
        Ok(ViewDirectory {
            path: path.to_owned(),
            references: Mutex::default(),
            failed: Mutex::default(),
        })
    }

    /// Keeps what LLVM would make of a function that stage 1 is about to change.
    pub fn keep(&self, function: &Function) {
        if let Some(finished) = pipeline::finished_as_llvm(function, Followed::ByLlvm) {
            let mut references = self
                .references
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            references.insert(function.name.clone(), finished);
        }
    }

    /// Writes the page of a finished function. Says once what cannot be written: the next function would fare no
    /// better.
    ///
    /// # Errors
    /// What cannot be written, why, and what to do.
    pub fn write(
        &self,
        function: &Function,
        left_alone: &[LeftAlone],
        options: &Options,
    ) -> Result<(), String> {
        let models = options.models.of(function.gpu);
        let Some(model) = models.first() else {
            return Ok(());
        };
        let mut references = self
            .references
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let reference = references.remove(&function.name);
        drop(references);
        let left = left_alone.iter();
        let remarks = left.map(|left| format!("{} left alone: {}", left.what, left.reason));
        let mut inputs = Vec::new();
        inputs.extend(reference.map(|function| input(function, LLVM, Vec::new())));
        inputs.push(input(function.clone(), OURS, remarks.collect()));
        let title = escape::bytes(function.name.as_bytes());
        let mut shown = view::page(title, function.gpu.name(), model);
        let read = |name: &str| input::read_text(Path::new(name), SOURCE_LIMIT_MIB).ok();
        shown.kernels.push(view::kernel(
            inputs,
            model,
            options.hazards,
            &Sources::new(&read),
        ));
        let stem = saves::take(&self.path, saves::stem(&function.name));
        let path = self.path.join(format!("{stem}.html"));
        let text = page::html(&shown).map_err(std::io::Error::from);
        let written = text.and_then(|text| output::write(&path, text.as_bytes()));
        let Err(error) = written else { return Ok(()) };
        let mut failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        if std::mem::replace(&mut *failed, true) {
            return Ok(());
        }
        Err(format!(
            "cdna-sched: cannot write {}: {error}; give -cdna-sched-view= a directory that can be \
             written, with free space",
            escape::path(&path)
        ))
    }
}

/// A version, each instruction with where it is from.
fn input(function: Function, label: &str, remarks: Vec<String>) -> Input {
    let instructions = (0..function.inst_count()).map(InstId::new);
    let written = instructions.map(|inst| Written {
        text: function.asm(inst),
        origin: function.location(inst).map(|(file, location)| Origin {
            file: file.to_owned(),
            line: location.line,
            column: location.column,
        }),
        ..Written::default()
    });
    let written = written.collect();
    Input {
        label: label.to_owned(),
        written,
        function,
        labels: Vec::new(),
        remarks,
        clocks: view::Clocks::Modelled,
        apart: None,
    }
}
