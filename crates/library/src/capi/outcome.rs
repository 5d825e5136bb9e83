//! What a call hands out: plain data that C reads.

use std::ffi::{CStr, CString};

use super::Failure;
use super::header::*;
use crate::service::{Kind, Reply};

/// A string for C. A NUL would end it.
pub fn c_text(text: &str) -> CString {
    CString::new(text.replace('\0', "\u{fffd}")).unwrap_or_default()
}

/// What came of a call.
pub struct Outcome {
    /// How it ended.
    pub status: cdna_sched_status,
    /// What was wrong; empty for nothing.
    message: CString,
    /// The answer, ended by a NUL that it does not count.
    answer: Option<CString>,
    /// What was made of the input beside the request.
    pub output: Option<Vec<u8>>,
}

impl Outcome {
    /// The message for people.
    pub fn message(&self) -> &CStr {
        &self.message
    }

    /// The answer, as JSON.
    pub fn answer(&self) -> Option<&CStr> {
        self.answer.as_deref()
    }
}

impl From<Failure> for Outcome {
    fn from(failure: Failure) -> Outcome {
        Outcome {
            status: failure.status,
            message: c_text(&failure.message),
            answer: None,
            output: None,
        }
    }
}

impl From<Reply> for Outcome {
    fn from(reply: Reply) -> Outcome {
        let (status, message) = match &reply.error {
            None => (CDNA_SCHED_OK, CString::default()),
            Some((kind, message)) => (status(*kind), c_text(message)),
        };
        Outcome {
            status,
            message,
            answer: Some(c_text(&reply.answer)),
            output: reply.output,
        }
    }
}

fn status(kind: Kind) -> cdna_sched_status {
    match kind {
        Kind::BadRequest => CDNA_SCHED_BAD_ARGUMENT,
        Kind::BadInput => CDNA_SCHED_BAD_INPUT,
        Kind::Refused => CDNA_SCHED_REFUSED,
        Kind::Internal => CDNA_SCHED_INTERNAL,
    }
}
