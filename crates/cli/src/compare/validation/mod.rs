//! The cost model against loops that others measured on hardware (docs/timing.md, "Against hardware").

mod comparison;
mod measured;
mod print;
mod statistics;

pub use measured::{Limit, Measured, MeasuredError};

use std::path::{Path, PathBuf};

use serde::Serialize;

use self::comparison::Comparison;
use self::statistics::{Errors, rank_correlation};
use cdnasched_base::escape;
use cdnasched_base::gpu::Gpu;
use cdnasched_driver::report::Record;

/// Compares the hottest matrix loop of each file, compiled by LLVM alone, with what was measured of it.
#[derive(Clone, Debug)]
pub struct Validation {
    gpu: Gpu,
    measured: Measured,
    files: Vec<ValidatedFile>,
}

/// What became of a file.
#[derive(Clone, Debug, Serialize)]
struct ValidatedFile {
    #[serde(serialize_with = "super::as_text")]
    file: PathBuf,
    #[serde(flatten)]
    result: FileResult,
}

impl ValidatedFile {
    fn stem(&self) -> String {
        escape::path(self.file.file_stem().unwrap_or_default().as_ref())
    }
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
enum FileResult {
    Compared(Box<Comparison>),
    /// No row of the table is for it.
    NotMeasured,
    /// Its loop is not the one that was measured.
    Refused(String),
}

/// What all compared files say of the cost model.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct Summary {
    /// Files with a row.
    compared: usize,
    /// Spearman's, of modelled clocks and the middle of the measured range, each per clock of the matrix
    /// pipe.
    rank_correlation: Option<f64>,
    /// Files for which neither conflicts nor spills are published; the errors are those of these, in
    /// percent.
    without_conflicts_and_spills: usize,
    error_to_range: Errors,
    error_to_middle: Errors,
}

impl Validation {
    /// Of files that are compiled for this GPU, against this table.
    pub fn new(gpu: Gpu, measured: Measured) -> Validation {
        Validation {
            gpu,
            measured,
            files: Vec::new(),
        }
    }

    /// Adds a file: its functions, compiled by LLVM alone and timed under
    /// [`ModelSets::with_family`](cdnasched_engine::timing::ModelSets::with_family). Gives the reason if its loop is
    /// not the one that was measured.
    pub fn add(&mut self, file: &Path, records: &[Record]) -> Option<String> {
        let result = match self.measured.row(file, self.gpu) {
            None => FileResult::NotMeasured,
            Some(row) => match Comparison::of(row, records) {
                Ok(comparison) => FileResult::Compared(Box::new(comparison)),
                Err(why) => FileResult::Refused(why),
            },
        };
        let refused = match &result {
            FileResult::Refused(why) => Some(format!("{}: {why}", escape::path(file))),
            _ => None,
        };
        self.files.push(ValidatedFile {
            file: file.to_owned(),
            result,
        });
        refused
    }

    fn compared(&self) -> impl Iterator<Item = (&ValidatedFile, &Comparison)> {
        let files = self.files.iter();
        files.filter_map(|file| match &file.result {
            FileResult::Compared(comparison) => Some((file, &**comparison)),
            _ => None,
        })
    }

    fn summary(&self) -> Summary {
        let all: Vec<&Comparison> = self.compared().map(|(_, comparison)| comparison).collect();
        let pairs: Vec<(f64, f64)> = all.iter().map(|c| c.per_matrix_clock()).collect();
        let plain: Vec<&Comparison> = all.iter().copied().filter(|c| !c.excused).collect();
        Summary {
            compared: all.len(),
            rank_correlation: rank_correlation(&pairs),
            without_conflicts_and_spills: plain.len(),
            error_to_range: Errors::of(plain.iter().map(|c| c.error_to_range)),
            error_to_middle: Errors::of(plain.iter().map(|c| c.error_to_middle)),
        }
    }

    /// What does not hold of these: something was compared; every file with a row is one that can be
    /// compared; without published conflicts and spills, the model is off by at most `percent` from the
    /// measured range; the model puts the files in the measured order.
    pub fn complaints(&self, percent: f64) -> Vec<String> {
        let mut complaints = Vec::new();
        for file in &self.files {
            match &file.result {
                FileResult::Compared(c) if !c.excused && c.error_to_range.abs() > percent => {
                    let error = c.error_to_range;
                    complaints.push(format!("{} is off by {error:+.1} %", file.stem()));
                }
                FileResult::Refused(_) => {
                    complaints.push(format!("{} cannot be compared", file.stem()));
                }
                _ => {}
            }
        }
        let summary = self.summary();
        if summary.compared == 0 {
            complaints.push("no file was compared".to_owned());
        }
        if let Some(rank) = summary.rank_correlation.filter(|rank| *rank < 1.0) {
            complaints.push(format!("the rank correlation is {rank:.3}"));
        }
        complaints
    }

    /// All files and the summary as JSON, one object a line.
    pub fn json(&self) -> String {
        let mut out = String::new();
        for file in &self.files {
            out += &format!("{}\n", serde_json::json!(file));
        }
        out + &format!("{}\n", serde_json::json!({ "summary": self.summary() }))
    }
}

#[cfg(test)]
mod tests;
