//! Findings that are known: a text file with one identity a line.

use std::collections::HashMap;
use std::path::Path;

use cdnasched_base::{escape, input, output};
use cdnasched_text::lint::Report;

use super::Outcome;
use super::files::Named;

const HEADING: &str =
    "# Known findings of cdna-sched lint: file, finding. Made by --write-baseline.";

/// Known findings, with how often each is known.
#[derive(Default)]
pub struct Baseline(HashMap<String, usize>);

fn entry(file: &Path, identity: &str) -> String {
    format!(
        "{}\t{}",
        escape::path(file),
        escape::bytes(identity.as_bytes())
    )
}

/// Reads a baseline.
///
/// # Errors
/// When the file cannot be read or is none.
pub fn read(file: &Path) -> Result<Baseline, String> {
    let name = escape::path(file);
    let text = input::read_text(file, input::BASELINE_LIMIT_MIB)
        .map_err(|error| format!("the baseline {name} {error}"))?;
    let mut lines = text.lines();
    if lines.next() != Some(HEADING) {
        return Err(format!(
            "{name} is no baseline; expected a file that --write-baseline wrote"
        ));
    }
    let mut known = HashMap::new();
    for line in lines.filter(|line| !line.is_empty()) {
        *known.entry(line.to_owned()).or_default() += 1;
    }
    Ok(Baseline(known))
}

/// Writes a baseline.
///
/// # Errors
/// When the file cannot be written.
pub fn write(file: &Path, files: &[Named], outcomes: &[Outcome]) -> Result<(), String> {
    let mut text = format!("{HEADING}\n");
    for (named, outcome) in files.iter().zip(outcomes) {
        for finding in outcome
            .iter()
            .flat_map(|report| report.findings.iter().chain(&report.covered))
        {
            text.push_str(&entry(&named.path, &finding.identity));
            text.push('\n');
        }
    }
    output::write(file, text.as_bytes())
        .map_err(|error| format!("cannot write the baseline {}: {error}", escape::path(file)))
}

impl Baseline {
    /// Takes known findings out of a file's report, and says how many.
    pub fn hide(&self, file: &Path, report: &mut Report) -> usize {
        let mut left = self.0.clone();
        report.hide(
            |finding| match left.get_mut(&entry(file, &finding.identity)) {
                Some(count) if *count > 0 => {
                    *count -= 1;
                    true
                }
                _ => false,
            },
        )
    }
}
