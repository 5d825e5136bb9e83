//! A validation as text.

use std::fmt::Write as _;

use super::{Comparison, FileResult, Validation};
use crate::compare::loops::{SPENT_MEANS, spent_columns, spent_heading};
use cdnasched_engine::timing::title;

// Writing to a String cannot fail.
impl Validation {
    /// The tables, the files that are in none, and the summary.
    pub fn print(&self) -> String {
        let mut out = String::new();
        let files: Vec<(String, &Comparison)> = self
            .compared()
            .map(|(file, comparison)| (file.stem(), comparison))
            .collect();
        if let Some((_, first)) = files.first() {
            out += &errors(&files, &first.model);
            out += &spent(&files);
            out += &remarks(&files);
        }
        let mut unmeasured = Vec::new();
        for file in &self.files {
            match &file.result {
                FileResult::NotMeasured => unmeasured.push(file.stem()),
                FileResult::Refused(why) => {
                    let _ = writeln!(out, "not compared: {}: {why}", file.stem());
                }
                FileResult::Compared(_) => {}
            }
        }
        if !unmeasured.is_empty() {
            let _ = writeln!(
                out,
                "no published measurement for {}: {}",
                self.gpu,
                unmeasured.join(", ")
            );
        }
        out + &self.print_summary()
    }

    fn print_summary(&self) -> String {
        let summary = self.summary();
        let rank = match summary.rank_correlation {
            Some(rank) => format!("{rank:.3}"),
            None => "none (it takes two that differ)".to_owned(),
        };
        let mut out = format!(
            "rank correlation (Spearman) of model and middle of the measured range, per clock of the matrix \
             pipe, {} kernels: {rank}\n",
            summary.compared
        );
        if summary.without_conflicts_and_spills > 0 {
            let (range, middle) = (summary.error_to_range, summary.error_to_middle);
            let _ = writeln!(
                out,
                "{} kernels without published conflicts and spills: error to range, mean {:.1} %, largest \
                 {:.1} %; error to middle, mean {:.1} %, largest {:.1} %",
                summary.without_conflicts_and_spills,
                range.mean,
                range.largest,
                middle.mean,
                middle.largest
            );
        }
        out
    }
}

/// Model, hardware and the difference.
fn errors(files: &[(String, &Comparison)], model: &str) -> String {
    let mut out = format!(
        "Clocks of an iteration of the hottest matrix loop, LLVM's own final stream: as the cost model ({}) charges \
         it; what is\ncompared (without bank conflicts, if the measured kernel has none); the lowest and highest of \
         its perturbed parameter sets;\nand what was measured on hardware. Errors: to the nearer end of the measured \
         range (0 inside), to its middle.\n\
         {:<32}{:>6}{:>8}{:>10}{:>14}{:>14}{:>10}{:>10}  limits\n",
        title(model),
        "",
        "waves",
        "charged",
        "compared",
        "perturbed",
        "measured",
        "to range",
        "to middle"
    );
    for (stem, c) in files {
        let family = match c.family {
            Some(family) => format!("{:.0}-{:.0}", family.low, family.high),
            None => "-".to_owned(),
        };
        let limits: Vec<&str> = c.limits.iter().map(|limit| limit.name()).collect();
        let line = format!(
            "{stem:<32}{:>6}{:>8.0}{:>10.0}{family:>14}{:>14}{:>8} %{:>8} %  {}",
            c.waves,
            c.charged_clocks,
            c.model_clocks,
            format!("{:.0}-{:.0}", c.measured.low, c.measured.high),
            signed(c.error_to_range),
            signed(c.error_to_middle),
            limits.join(", ")
        );
        let _ = writeln!(out, "{}", line.trim_end());
    }
    out
}

/// A percentage with its sign; nothing is neither above nor below.
fn signed(percent: f64) -> String {
    let text = format!("{percent:+.1}");
    match text.as_str() {
        "+0.0" | "-0.0" => "0".to_owned(),
        _ => text,
    }
}

/// Where the model says the time goes.
fn spent(files: &[(String, &Comparison)]) -> String {
    let mut out = format!(
        "\nWhere the model says that the clocks go (one wave):\n{SPENT_MEANS}\n{:<32}{}\n",
        "",
        spent_heading()
    );
    for (stem, c) in files {
        let _ = writeln!(out, "{stem:<32}{}", spent_columns(&c.spent));
    }
    out.push('\n');
    out
}

fn remarks(files: &[(String, &Comparison)]) -> String {
    let mut out = String::new();
    for (stem, c) in files {
        let conflicts = c
            .without_conflicts()
            .then_some("bank conflicts in this file, none in the measured kernel");
        let remarks: Vec<&str> = conflicts.into_iter().chain(c.remarks.as_deref()).collect();
        if !remarks.is_empty() {
            let _ = writeln!(out, "{stem}: {}", remarks.join("; "));
        }
    }
    out
}
