//! What a call hands out: plain data that C reads, and the strings that it points to.

use std::ffi::{CStr, CString, c_char};

use super::header::*;

/// A string for C. A NUL would end it.
pub fn c_text(text: &str) -> CString {
    CString::new(text.replace('\0', "\u{fffd}")).unwrap_or_default()
}

/// What a call found or made.
#[derive(Default)]
pub struct Outcome {
    message: CString,
    findings: Vec<cdna_sched_finding>,
    functions: Vec<cdna_sched_function>,
    /// What the two above point to. A string stays where it is when the list grows.
    texts: Vec<CString>,
}

/// Where something is in an input.
#[derive(Clone, Copy, Default)]
pub struct Place {
    pub line: u32,
    pub column: u32,
    pub object: u32,
    pub address: u64,
}

impl Place {
    /// The address as C has it: there is no system of less than 64 bits with such a GPU.
    fn address(self) -> usize {
        usize::try_from(self.address).unwrap_or(usize::MAX)
    }
}

/// A function of the input.
pub struct FunctionFacts<'a> {
    pub name: &'a str,
    pub place: Place,
    pub instructions: usize,
    /// Empty if it was analysed.
    pub left_alone: &'a str,
}

impl Outcome {
    /// Of a call that failed.
    pub fn failed(message: &str) -> Outcome {
        Outcome {
            message: c_text(message),
            ..Outcome::default()
        }
    }

    pub fn message(&self) -> &CStr {
        &self.message
    }

    pub fn findings(&self) -> &[cdna_sched_finding] {
        &self.findings
    }

    pub fn functions(&self) -> &[cdna_sched_function] {
        &self.functions
    }

    pub fn add_function(&mut self, facts: &FunctionFacts<'_>) {
        let function = cdna_sched_function {
            name: self.keep(facts.name),
            line: facts.place.line,
            object: facts.place.object,
            address: facts.place.address(),
            instructions: facts.instructions,
            left_alone: self.keep(facts.left_alone),
        };
        self.functions.push(function);
    }

    fn keep(&mut self, text: &str) -> *const c_char {
        let text = c_text(text);
        let start = text.as_ptr();
        self.texts.push(text);
        start
    }
}
