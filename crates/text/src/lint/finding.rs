//! What lint finds, as data.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

/// How bad a finding is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The hardware may use a wrong value, by the documents or by LLVM.
    Error,
    /// Legal, and most likely not meant so, or wrong only under conditions that the code does not show.
    Suspicious,
    /// Machine code does not show whether it is right.
    Undecided,
    /// It costs time and is good for nothing.
    Needless,
}

impl Severity {
    /// The name used in reports.
    pub fn name(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Suspicious => "suspicious",
            Severity::Undecided => "undecided",
            Severity::Needless => "needless",
        }
    }
}

/// An instruction of the input.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Spot {
    /// Counted from 1; 0 in machine code.
    pub line: u32,
    /// Counted from 1; 0 in machine code.
    pub column: u32,
    /// In machine code; 0 in text.
    pub address: u64,
    /// A macro or repetition made it; line and column are those of its outermost use.
    pub in_macro: bool,
    /// It stands between LLVM's marks of inline assembly, in text: its author's, and no compiler's.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub in_asm: bool,
    /// The instruction as text.
    pub instruction: String,
}

impl Spot {
    /// Where it is, as `line 12`, `line 12, in inline assembly` or `0x1a40`.
    pub fn place(&self) -> String {
        match (self.line, self.in_asm) {
            (0, _) => format!("{:#x}", self.address),
            (line, false) => format!("line {line}"),
            (line, true) => format!("line {line}, in inline assembly"),
        }
    }
}

/// What is missing or too much.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lack {
    /// Wait states between two instructions.
    WaitStates {
        /// Those there.
        have: u32,
        /// Those needed.
        need: u32,
    },
    /// A wait for a counter.
    Wait {
        /// `vmcnt`, `lgkmcnt` or `expcnt`.
        counter: Cow<'static, str>,
        /// The weakest count that suffices.
        count: u8,
    },
    /// The instruction itself is not needed, or is longer than needed.
    Nothing,
}

/// One finding.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Finding {
    /// How bad it is.
    pub severity: Severity,
    /// The row of the hazard table, or a name for the kind of wait.
    pub rule: Cow<'static, str>,
    /// Where the rule is documented.
    pub document: Cow<'static, str>,
    /// The code object in the file; empty in text and when the file is the code object.
    pub origin: String,
    /// The function.
    pub function: String,
    /// What relies on something, or is needless.
    pub at: Spot,
    /// What it relies on, where that is one instruction.
    pub after: Option<Spot>,
    /// What is wrong, as a sentence without a full stop.
    pub message: String,
    /// What is there and what is needed.
    pub lack: Lack,
    /// The blocks passed between the two, by label or address.
    pub path: Vec<String>,
    /// What would mend it.
    pub mend: String,
    /// Names the finding also after lines have moved: rule, function, texts of the instructions, and the number
    /// among those alike.
    pub identity: String,
}

/// A function that was not looked at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Skipped {
    /// The code object in the file; empty in text and when the file is the code object.
    pub origin: String,
    /// The function.
    pub function: String,
    /// Where the reason is.
    pub at: Spot,
    /// Why.
    pub reason: String,
}

/// What lint says about a file.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Report {
    /// By function, in the order of the code.
    pub findings: Vec<Finding>,
    /// What the mends of these mend beside them, if that was asked for: whoever leaves a finding out has to look here,
    /// for its mend will not be made ([`Report::hide`]).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub covered: Vec<Finding>,
    /// How much machine code does not decide and is not among the findings.
    #[serde(default)]
    pub undecided: usize,
    /// Functions that were not analysed.
    pub skipped: Vec<Skipped>,
    /// Parts of the file that could not be read, and why.
    pub unread: Vec<String>,
    /// Functions that were analysed.
    pub functions: usize,
    /// Instructions in them.
    pub instructions: usize,
}

impl Report {
    /// Takes findings that are known out, and says how many. What only their mends would have mended is a finding now.
    pub fn hide(&mut self, mut is_known: impl FnMut(&Finding) -> bool) -> usize {
        let all = std::mem::take(&mut self.findings);
        let (hidden, shown): (Vec<_>, Vec<_>) = all.into_iter().partition(&mut is_known);
        self.findings = shown;
        for covered in std::mem::take(&mut self.covered) {
            let may_be_of = |hidden: &Finding| {
                hidden.origin == covered.origin
                    && hidden.function == covered.function
                    && hidden.severity <= covered.severity
            };
            if !is_known(&covered) && hidden.iter().any(may_be_of) {
                let place = |finding: &Finding| (finding.at.line, finding.at.address);
                let before = |other: &Finding| {
                    other.origin == covered.origin
                        && other.function == covered.function
                        && place(other) <= place(&covered)
                };
                let at = self.findings.iter().rposition(before);
                let at = at.map_or(self.findings.len(), |at| at + 1);
                self.findings.insert(at, covered);
            }
        }
        hidden.len()
    }
}
