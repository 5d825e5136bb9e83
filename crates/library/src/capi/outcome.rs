//! What a call hands out: plain data that C reads, and the strings that it points to.

use std::ffi::{CStr, CString, c_char};

use super::header::*;
use cdnasched_text::fix::Fixed;
use cdnasched_text::lint::{Finding, Lack, Report, Severity, Skipped, Spot};
use cdnasched_text::opt::OptimisedText;

/// A string for C. A NUL would end it.
pub fn c_text(text: &str) -> CString {
    CString::new(text.replace('\0', "\u{fffd}")).unwrap_or_default()
}

/// What a call found or made.
#[derive(Default)]
pub struct Outcome {
    message: CString,
    findings: Vec<cdna_sched_finding>,
    notes: Vec<cdna_sched_note>,
    made: Option<Vec<u8>>,
    functions: usize,
    instructions: usize,
    /// What all of these point to. A string stays where it is when the list grows.
    texts: Vec<CString>,
}

impl Outcome {
    /// Of a call that failed.
    pub fn failed(message: &str) -> Outcome {
        Outcome {
            message: c_text(message),
            ..Outcome::default()
        }
    }

    /// What lint says.
    pub fn of_report(report: &Report) -> Outcome {
        let mut outcome = Outcome {
            functions: report.functions,
            instructions: report.instructions,
            ..Outcome::default()
        };
        for finding in &report.findings {
            outcome.add_finding(finding);
        }
        for skipped in &report.skipped {
            outcome.add_skipped(skipped);
        }
        for reason in &report.unread {
            outcome.add_note("", "", None, reason);
        }
        outcome
    }

    /// An answer to a request.
    pub fn of_answer(answer: String) -> Outcome {
        Outcome {
            made: Some(answer.into_bytes()),
            ..Outcome::default()
        }
    }

    /// A text with what became of its functions.
    pub fn of_text(optimised: OptimisedText) -> Outcome {
        let mut outcome = Outcome::default();
        for function in &optimised.functions {
            match &function.kept {
                Some(reason) => outcome.add_note("", &function.name, None, reason),
                None => outcome.functions += 1,
            }
        }
        outcome.made = Some(optimised.text.into_bytes());
        outcome
    }

    /// A file with what was missing, and what is missing still.
    pub fn of_fixed(fixed: Fixed) -> Outcome {
        let mut outcome = Outcome::default();
        for left in &fixed.left {
            let reason = format!("{}: {}: {}", left.place, left.rule, left.reason);
            outcome.add_note("", "", None, &reason);
        }
        for (function, reason) in &fixed.skipped {
            outcome.add_note("", function, None, reason);
        }
        outcome.instructions = fixed.added.len();
        outcome.made = Some(fixed.bytes);
        outcome
    }

    /// What a call made: a text, or a file.
    pub fn made(&self) -> Option<&[u8]> {
        self.made.as_deref()
    }

    pub fn message(&self) -> &CStr {
        &self.message
    }

    pub fn findings(&self) -> &[cdna_sched_finding] {
        &self.findings
    }

    pub fn notes(&self) -> &[cdna_sched_note] {
        &self.notes
    }

    pub fn functions(&self) -> usize {
        self.functions
    }

    pub fn instructions(&self) -> usize {
        self.instructions
    }

    fn add_finding(&mut self, finding: &Finding) {
        let (counter, have, need) = match &finding.lack {
            Lack::WaitStates { have, need } => ("", number(*have), number(*need)),
            Lack::Wait { counter, count } => (&**counter, -1, i32::from(*count)),
            Lack::Nothing => ("", -1, -1),
        };
        let finding = cdna_sched_finding {
            severity: severity(finding.severity),
            rule: self.keep(&finding.rule),
            document: self.keep(&finding.document),
            origin: self.keep(&finding.origin),
            function: self.keep(&finding.function),
            at: self.spot(Some(&finding.at)),
            after: self.spot(finding.after.as_ref()),
            message: self.keep(&finding.message),
            mend: self.keep(&finding.mend),
            counter: self.keep(counter),
            have,
            need,
            path: self.keep(&finding.path.join(", ")),
            identity: self.keep(&finding.identity),
        };
        self.findings.push(finding);
    }

    fn add_skipped(&mut self, skipped: &Skipped) {
        let (origin, function) = (&skipped.origin, &skipped.function);
        self.add_note(origin, function, Some(&skipped.at), &skipped.reason);
    }

    fn add_note(&mut self, origin: &str, function: &str, at: Option<&Spot>, reason: &str) {
        let note = cdna_sched_note {
            origin: self.keep(origin),
            function: self.keep(function),
            at: self.spot(at),
            reason: self.keep(reason),
        };
        self.notes.push(note);
    }

    fn spot(&mut self, spot: Option<&Spot>) -> cdna_sched_spot {
        cdna_sched_spot {
            line: spot.map_or(0, |spot| spot.line),
            column: spot.map_or(0, |spot| spot.column),
            // No system with such a GPU has addresses of less than 64 bits.
            address: spot.map_or(0, |spot| {
                usize::try_from(spot.address).unwrap_or(usize::MAX)
            }),
            instruction: self.keep(spot.map_or("", |spot| &spot.instruction)),
        }
    }

    fn keep(&mut self, text: &str) -> *const c_char {
        let text = c_text(text);
        let start = text.as_ptr();
        self.texts.push(text);
        start
    }
}

fn severity(severity: Severity) -> cdna_sched_severity {
    match severity {
        Severity::Error => CDNA_SCHED_ERROR,
        Severity::Suspicious => CDNA_SCHED_SUSPICIOUS,
        Severity::Undecided => CDNA_SCHED_UNDECIDED,
        Severity::Needless => CDNA_SCHED_NEEDLESS,
    }
}

fn number(number: u32) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}
