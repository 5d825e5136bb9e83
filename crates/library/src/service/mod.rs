//! Answers requests: JSON in, JSON out, for programs that are no part of this one.
//!
//! A request is an object with the name of an operation and what it needs; `docs/python.md` describes each. The same
//! requests come over the C library (`cdna_sched_service_answer`), from Python, and line by line from `cdna-sched serve`.
//! Whatever a request is, there is an answer.

mod fields;
mod lines;
mod orders;
#[cfg(test)]
mod tests;
mod texts;

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use serde_json::value::RawValue;
use serde_json::{Value, json};

pub use lines::{MOST_LINE_BYTES, serve};

use cdnasched_base::panics;
use fields::{Fields, Object};
use orders::Sessions;

/// The version of the protocol: raised when a request or an answer changes its meaning.
pub const PROTOCOL: u32 = 1;

/// Why there is no result.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
enum Failure {
    /// The request is none, or asks for what there is not.
    #[error("{0}")]
    BadRequest(String),
    /// The input is no assembly of the GPU.
    #[error("{0}")]
    BadInput(String),
    /// The input was read, but this cannot be done with it.
    #[error("{0}")]
    Refused(String),
    /// A fault of ours.
    #[error("a fault of cdnasched, please report it with the request: {0}")]
    Internal(String),
}

impl Failure {
    fn kind(&self) -> &'static str {
        match self {
            Failure::BadRequest(_) => "bad_request",
            Failure::BadInput(_) => "bad_input",
            Failure::Refused(_) => "refused",
            Failure::Internal(_) => "internal",
        }
    }

    fn request(error: impl ToString) -> Failure {
        Failure::BadRequest(error.to_string())
    }

    fn input(error: impl ToString) -> Failure {
        Failure::BadInput(error.to_string())
    }

    fn panic(panic: &(dyn Any + Send)) -> Failure {
        Failure::Internal(panics::message(panic).to_owned())
    }
}

/// What an operation gives.
type Answer = Result<Value, Failure>;

/// Answers requests, and keeps the texts that were opened in between.
#[derive(Default)]
pub struct Service {
    sessions: Sessions,
}

impl Service {
    /// A service with nothing opened.
    pub fn new() -> Service {
        Service::default()
    }

    /// Answers a request: `{"id": ..., "ok": ...}` or `{"id": ..., "error": {"kind": ..., "message": ...}}`, as one line
    /// without its end. The request's id, whatever it is, comes back as it was written; `null` where there is none.
    pub fn answer(&mut self, request: &[u8]) -> String {
        let mut id = None;
        let answer = catch_unwind(AssertUnwindSafe(|| self.handle(request, &mut id)));
        let answer = answer.unwrap_or_else(|panic| Err(Failure::panic(&*panic)));
        let (name, value) = match answer {
            Ok(result) => ("ok", result),
            Err(failure) => {
                let message = failure.to_string();
                let error = json!({ "kind": failure.kind(), "message": message });
                ("error", error)
            }
        };
        // The end of a line means nothing in JSON, and has no place inside of a string.
        let id = id.map_or_else(
            || "null".to_owned(),
            |id| id.get().replace(['\n', '\r'], " "),
        );
        format!("{{\"id\":{id},\"{name}\":{value}}}")
    }

    fn handle(&mut self, request: &[u8], id: &mut Option<Box<RawValue>>) -> Answer {
        let object: Object = serde_json::from_slice(request)
            .map_err(|error| Failure::request(format!("expected a JSON object: {error}")))?;
        let mut fields = Fields::new(object);
        *id = fields.id();
        let op: String = fields.need("op")?;
        match op.as_str() {
            "version" => {
                fields.end()?;
                Ok(json!({ "version": env!("CARGO_PKG_VERSION"), "protocol": PROTOCOL }))
            }
            "lint" => texts::lint(fields),
            "fix" => texts::fix(fields),
            "opt" => texts::opt(fields),
            "rewrite" => texts::rewrite(fields),
            "evaluate" => texts::evaluate(fields),
            "compare" => texts::compare(fields),
            "open" => self.sessions.open(fields),
            "export" => self.sessions.export(fields),
            "judge" => self.sessions.judge(fields),
            "search" => self.sessions.search(fields),
            "apply" => self.sessions.apply(fields),
            "order_file" => self.sessions.order_file(fields),
            "close" => self.sessions.close(fields),
            _ => Err(Failure::BadRequest(format!(
                "there is no operation '{op}'; there are version, lint, fix, opt, rewrite, evaluate, compare, open, export, \
                 judge, search, apply, order_file and close"
            ))),
        }
    }
}
