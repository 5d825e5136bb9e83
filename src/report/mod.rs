//! The report: one JSON object a function.

use std::io::{self, Write};

use serde::Serialize;

/// Something that was not done, and why.
#[derive(Clone, Debug, Serialize)]
pub struct LeftAlone {
    /// What was left alone.
    pub what: String,
    /// Why.
    pub reason: String,
}

/// What the report says of one function.
#[derive(Clone, Default, Debug, Serialize)]
pub struct Record {
    /// What was left alone.
    pub left_alone: Vec<LeftAlone>,
}

impl Record {
    /// Notes that something was left alone.
    pub fn left_alone(&mut self, what: &str, reason: &str) {
        self.left_alone.push(LeftAlone {
            what: what.to_owned(),
            reason: reason.to_owned(),
        });
    }
    /// Appends the record to a report.
    ///
    /// # Errors
    /// What writing gives.
    pub fn write_line(&self, out: &mut impl Write) -> io::Result<()> {
        let mut line = serde_json::to_vec(self)?;
        line.push(b'\n');
        out.write_all(&line)
    }
}
