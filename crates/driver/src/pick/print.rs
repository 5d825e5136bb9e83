//! What was picked, as text.

use std::fmt::Write as _;

use super::choice::{Candidate, Lost, PickedKernel};
use super::strategies::DEFAULT;
use crate::report::{PickRecord, Record, TimingRecord};

impl PickedKernel {
    /// What the report and a remark say of it.
    pub fn record(&self) -> PickRecord {
        let lost = self.candidates.iter().filter_map(|of| {
            let lost = of.lost.as_ref()?;
            Some((of.strategy.clone(), lost.to_string()))
        });
        let models = self.models().map(str::to_owned);
        PickRecord {
            strategy: self.strategy.clone(),
            gain: models.zip(self.gain()).collect(),
            lost: lost.collect(),
        }
    }

    /// Lines about a kernel: what it gets and by how much that is better, then one for each strategy.
    pub fn print(&self) -> String {
        let gain = self.gain();
        let mut text = match gain.iter().all(|&ratio| ratio == 1.0) {
            true => format!("{}: {}\n", self.name, self.strategy),
            false => format!(
                "{}: {} (clocks at own waves against the default: {})\n",
                self.name,
                self.strategy,
                percent(self.models().zip(gain))
            ),
        };
        // Writing to a String does not fail.
        let _ = writeln!(
            text,
            "  {:<20}{:>12}{:>12}{:>7}{:>7}{:>9}{:>8}",
            "strategy", "LLVM", "cdnasched", "waves", "VGPRs", "AccVGPRs", "spills"
        );
        for candidate in &self.candidates {
            let _ = writeln!(text, "{}", line(candidate));
        }
        text
    }

    fn models(&self) -> impl Iterator<Item = &str> {
        let ours = self.candidates.first().and_then(|of| of.ours.as_ref());
        let clocks = ours.map_or(&[][..], |record| &record.clocks);
        clocks
            .iter()
            .map(|timing: &TimingRecord| timing.model.as_str())
    }
}

/// Ratios by model, as what they are more or less than 1.
fn percent<'a>(ratios: impl Iterator<Item = (&'a str, f64)>) -> String {
    let each = ratios.map(|(model, ratio)| format!("{:+.1} % {model}", (ratio - 1.0) * 100.0));
    each.collect::<Vec<String>>().join(", ")
}

fn line(candidate: &Candidate) -> String {
    let clocks = |record: &Option<Record>| {
        let timing = record.as_ref().and_then(|record| record.clocks.first());
        timing.map_or(String::new(), |timing| {
            format!("{:.0}", timing.last.own_waves)
        })
    };
    let known = candidate.ours.as_ref().or(candidate.llvm.as_ref());
    let figure =
        |of: fn(&Record) -> u32| known.map_or(String::new(), |known| of(known).to_string());
    let why = match &candidate.lost {
        None => "  this one".to_owned(),
        Some(lost) => format!("  {lost}"),
    };
    format!(
        "  {:<20}{:>12}{:>12}{:>7}{:>7}{:>9}{:>8}{why}",
        candidate.strategy,
        clocks(&candidate.llvm),
        clocks(&candidate.ours),
        figure(|record| record.waves_per_simd),
        figure(|record| record.peak_vgpr),
        figure(|record| record.peak_agpr),
        figure(|record| record.spill_accesses),
    )
}

impl std::fmt::Display for PickRecord {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "compiled under the strategy {}", self.strategy)?;
        if self.strategy != DEFAULT {
            write!(
                f,
                ": modelled clocks at its own waves against the default {}",
                percent(
                    self.gain
                        .iter()
                        .map(|(model, ratio)| (model.as_str(), *ratio))
                )
            )?;
        }
        let lost = self.lost.iter();
        let lost: Vec<String> = lost.map(|(name, why)| format!("{name}: {why}")).collect();
        match lost.is_empty() {
            true => Ok(()),
            false => write!(f, "; {}", lost.join("; ")),
        }
    }
}

impl std::fmt::Display for Lost {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Lost::DoesNotFit => f.write_str(
                "does not apply: its attributes, calls or inline assembly say otherwise, or it is compiled so anyway",
            ),
            Lost::SameCode(other) => write!(f, "the same code as {other}"),
            Lost::NotPromising => {
                f.write_str("not searched: LLVM's code is hardly faster, or slower")
            }
            Lost::NotSearched => f.write_str("not searched: others were more promising"),
            Lost::Slower => f.write_str("slower under one of the models"),
            Lost::NoBetter => f.write_str("no better"),
            Lost::Beaten => f.write_str("another one is faster"),
            Lost::Fails(why) => write!(f, "it cannot be had: {why}"),
        }
    }
}
