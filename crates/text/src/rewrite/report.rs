//! What is said about a rewritten text, as data.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Mode, in_words};
use crate::fix::Fixed;
use crate::lint::{self, FindingCounts};
use crate::opt::{Mended, Optimised};
use crate::program::Program;
use cdnasched_driver::Options;
use cdnasched_driver::report::Clocks;

/// How many findings a report repeats in words.
const IN_WORDS: usize = 5;

/// A figure of the text as it was and as it is.
#[derive(Clone, Copy, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct Change {
    /// As it was.
    pub before: f64,
    /// As it is; the same where nothing changed.
    pub after: f64,
}

/// What was done with a kernel.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// It was looked at; nothing is to be done.
    Unchanged,
    /// Waits or wait states were put in.
    Fixed,
    /// It has another order, other waits or other nops.
    Rescheduled,
    /// Something was to be done and was not; the reason says why.
    LeftAlone,
}

/// A kernel of the text, or another function.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct KernelReport {
    /// Its symbol.
    pub name: String,
    /// What was done.
    pub action: Action,
    /// Why it was left alone; else absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Modelled clocks for one wave under the first parameter set; only of mode `opt`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clocks: Option<Change>,
    /// The same at the kernel's own number of waves, as it runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks_at_own_waves: Option<Change>,
    /// That number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waves_per_simd: Option<u32>,
    /// What lint finds in the text as it was.
    pub findings: FindingCounts,
    /// What was missing and is no longer; absent where nothing was.
    #[serde(default, skip_serializing_if = "Mended::is_nothing")]
    pub mended: Mended,
}

/// What was done with a text.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Report {
    /// `lint`, `fix` or `opt`.
    pub mode: String,
    /// The version of this program.
    pub version: String,
    /// Whose hazard rules held.
    pub hazards: String,
    /// How much time the search was given; only of mode `opt`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effort: Option<String>,
    /// What the text is for; empty when it does not say so in a way that is understood.
    pub target: String,
    /// Whether the text is another.
    pub changed: bool,
    /// Why the whole text was left as it was, where that is not said of a kernel.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Why less was done than this program would have: what was refused before; else absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub less: Option<String>,
    /// The kernels, in the order of the text.
    pub kernels: Vec<KernelReport>,
    /// `s_waitcnt` instructions.
    pub waits: Change,
    /// `s_nop` instructions.
    pub nops: Change,
    /// What lint finds in the text as it was.
    pub findings: FindingCounts,
    /// What it finds in the text as it is.
    pub findings_left: FindingCounts,
    /// The first findings of the text as it was, in words.
    pub first: Vec<String>,
}

impl KernelReport {
    fn new(name: &str) -> KernelReport {
        KernelReport {
            name: name.to_owned(),
            action: Action::Unchanged,
            reason: None,
            clocks: None,
            clocks_at_own_waves: None,
            waves_per_simd: None,
            findings: FindingCounts::default(),
            mended: Mended::default(),
        }
    }

    fn leave(&mut self, reason: &str) {
        self.action = Action::LeftAlone;
        self.mended = Mended::default();
        self.reason = Some(reason.to_owned());
    }
}

impl Report {
    pub(super) fn new(mode: Mode, options: &Options) -> Report {
        Report {
            mode: mode.name().to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            hazards: options.hazards.name().to_owned(),
            effort: (mode == Mode::Opt).then(|| options.effort.name().to_owned()),
            target: String::new(),
            changed: false,
            reason: None,
            less: None,
            kernels: Vec::new(),
            waits: Change::default(),
            nops: Change::default(),
            findings: FindingCounts::default(),
            findings_left: FindingCounts::default(),
            first: Vec::new(),
        }
    }

    /// Notes how the text was.
    pub(super) fn look(&mut self, text: &str, program: &Program, found: &lint::Report) {
        let count = |mnemonic| {
            let count = count(text, mnemonic);
            Change {
                before: count,
                after: count,
            }
        };
        self.waits = count("s_waitcnt");
        self.nops = count("s_nop");
        self.findings = FindingCounts::of(found);
        self.findings_left = self.findings;
        let wrong = found
            .findings
            .iter()
            .filter(|finding| super::is_wrong(finding));
        self.first = wrong.take(IN_WORDS).map(in_words).collect();
        let mut by_function: BTreeMap<&str, FindingCounts> = BTreeMap::new();
        for finding in &found.findings {
            let counts = by_function.entry(&finding.function).or_default();
            counts.add(finding.severity);
        }
        for routine in &program.routines {
            let name = routine.function.name.as_str();
            let mut kernel = KernelReport::new(name);
            kernel.findings = by_function.get(name).copied().unwrap_or_default();
            self.kernels.push(kernel);
        }
        for skipped in &found.skipped {
            let reason = format!("{}: {}", skipped.at.place(), skipped.reason);
            self.kernel(&skipped.function).leave(&reason);
        }
    }

    fn kernel(&mut self, name: &str) -> &mut KernelReport {
        let at = self.kernels.iter().position(|kernel| kernel.name == name);
        let at = at.unwrap_or_else(|| {
            self.kernels.push(KernelReport::new(name));
            self.kernels.len() - 1
        });
        &mut self.kernels[at]
    }

    /// Notes what was put in.
    pub(super) fn fixed(&mut self, program: &Program, fixed: &Fixed) {
        let mut of_line: BTreeMap<u32, &str> = BTreeMap::new();
        for routine in &program.routines {
            let insts = routine
                .listed
                .iter()
                .filter_map(|at| program.listing.insts.get(at.index()));
            of_line.extend(insts.map(|inst| (inst.line, routine.function.name.as_str())));
        }
        for added in &fixed.added {
            if let Some(name) = of_line.get(&added.line) {
                self.kernel(name).action = Action::Fixed;
            }
        }
        for left in &fixed.left {
            let reason = format!("{}: {}", left.place, left.reason);
            let Some(name) = of_line.get(&left.line) else {
                self.reason.get_or_insert(reason);
                continue;
            };
            let kernel = self.kernel(name);
            match kernel.action {
                Action::Fixed => kernel.reason = Some(reason),
                _ => kernel.leave(&reason),
            }
        }
    }

    /// Notes what was ordered anew.
    pub(super) fn optimised(&mut self, functions: &[Optimised]) {
        for function in functions {
            let kernel = self.kernel(&function.name);
            let after = match &function.kept {
                None => {
                    kernel.action = Action::Rescheduled;
                    kernel.mended = function.mended;
                    &function.after
                }
                Some(reason) => {
                    kernel.leave(reason);
                    &function.before
                }
            };
            let both = function.before.clocks.first().zip(after.clocks.first());
            let change = |of: fn(&Clocks) -> f64| {
                let (before, after) = both?;
                Some(Change {
                    before: of(&before.last),
                    after: of(&after.last),
                })
            };
            kernel.clocks = change(|clocks| clocks.one_wave);
            kernel.clocks_at_own_waves = change(|clocks| clocks.own_waves);
            kernel.waves_per_simd = both.map(|_| after.waves_per_simd);
        }
    }

    /// Whether a kernel takes longer than it did, as far as is known.
    pub(super) fn takes_longer(&self) -> bool {
        let mut clocks = self.kernels.iter().filter_map(|kernel| kernel.clocks);
        clocks.any(|clocks| clocks.after > clocks.before)
    }

    /// Notes how the new text is.
    pub(super) fn done(&mut self, new: &str, found: &lint::Report) {
        self.waits.after = count(new, "s_waitcnt");
        self.nops.after = count(new, "s_nop");
        self.findings_left = FindingCounts::of(found);
    }

    /// Notes that the text stays as it was.
    pub(super) fn leave_all(&mut self, reason: &str) {
        for kernel in &mut self.kernels {
            if kernel.action != Action::LeftAlone {
                kernel.leave(reason);
            }
            let clocks = [&mut kernel.clocks, &mut kernel.clocks_at_own_waves];
            for clocks in clocks.into_iter().flatten() {
                clocks.after = clocks.before;
            }
        }
        self.reason = Some(reason.to_owned());
    }
}

/// How many lines begin with a mnemonic.
fn count(text: &str, mnemonic: &str) -> f64 {
    let lines = text.lines().map(str::trim_start);
    let mine = lines.filter(|line| line.split_whitespace().next() == Some(mnemonic));
    mine.count() as f64
}
