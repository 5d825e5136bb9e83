//! Answers requests: JSON in, JSON out, for programs that are no part of this one.
//!
//! A request is an object with the name of an operation and what it needs; `docs/python.md` describes each. The same
//! requests come over the C library (`cdna_sched_service_answer`), from Python, and line by line from `cdna-sched serve`.
//! Whatever a request is, there is an answer.

mod fields;
mod given;
mod kept;
mod lines;
mod orders;
#[cfg(test)]
mod tests;
mod texts;
mod view;

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use serde_json::value::RawValue;
use serde_json::{Value, json};

pub use lines::{MOST_LINE_BYTES, serve};

use cdnasched_base::panics;
use fields::{Fields, Object};
use given::Done;
use kept::Place;
use orders::Sessions;

/// The version of the protocol: raised when a request or an answer changes its meaning.
pub const PROTOCOL: u32 = 1;

/// What kind of error an answer has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The request is none, or asks for what there is not.
    BadRequest,
    /// The input is no assembly or code of the GPU.
    BadInput,
    /// The input was read, but this cannot be done with it.
    Refused,
    /// A fault of ours.
    Internal,
}

impl Kind {
    /// As answers name it.
    pub fn name(self) -> &'static str {
        match self {
            Kind::BadRequest => "bad_request",
            Kind::BadInput => "bad_input",
            Kind::Refused => "refused",
            Kind::Internal => "internal",
        }
    }
}

/// What a request comes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply {
    /// The answer as one line without its end: `{"id": ..., "ok": ...}` or
    /// `{"id": ..., "error": {"kind": ..., "message": ...}}`. The request's id, whatever it is, comes back as it was
    /// written; `null` where there is none.
    pub answer: String,
    /// The text or file that was made of an input beside the request.
    pub output: Option<Vec<u8>>,
    /// What the answer has in `error`.
    pub error: Option<(Kind, String)>,
}

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
    fn kind(&self) -> Kind {
        match self {
            Failure::BadRequest(_) => Kind::BadRequest,
            Failure::BadInput(_) => Kind::BadInput,
            Failure::Refused(_) => Kind::Refused,
            Failure::Internal(_) => Kind::Internal,
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

    /// Answers a request that has in itself all that it needs: [`Reply::answer`].
    pub fn answer(&mut self, request: &[u8]) -> String {
        self.reply(request, None).answer
    }

    /// Answers a request. What it works on may stand beside it instead of in its field `text` or `object`; then what is
    /// made of that stands beside the answer.
    pub fn reply(&mut self, request: &[u8], input: Option<Vec<u8>>) -> Reply {
        let mut id = None;
        let done = catch_unwind(AssertUnwindSafe(|| self.handle(request, input, &mut id)));
        let done = done.unwrap_or_else(|panic| Err(Failure::panic(&*panic)));
        let (name, value, output, error) = match done {
            Ok(done) => ("ok", done.value, done.output, None),
            Err(failure) => {
                let (kind, message) = (failure.kind(), failure.to_string());
                let error = json!({ "kind": kind.name(), "message": message });
                ("error", error, None, Some((kind, message)))
            }
        };
        // The end of a line means nothing in JSON, and has no place inside of a string.
        let id = id.map_or_else(
            || "null".to_owned(),
            |id| id.get().replace(['\n', '\r'], " "),
        );
        Reply {
            answer: format!("{{\"id\":{id},\"{name}\":{value}}}"),
            output,
            error,
        }
    }

    fn handle(
        &mut self,
        request: &[u8],
        input: Option<Vec<u8>>,
        id: &mut Option<Box<RawValue>>,
    ) -> Result<Done, Failure> {
        let object: Object = serde_json::from_slice(request)
            .map_err(|error| Failure::request(format!("expected a JSON object: {error}")))?;
        let mut fields = Fields::new(object, input);
        *id = fields.id();
        let op: String = fields.need("op")?;
        let answer = match op.as_str() {
            "fix" => return texts::fix(fields),
            "opt" => return kept(&op, fields, texts::opt),
            "rewrite" => return texts::rewrite(fields),
            "view" => return view::view(fields),
            "pick" => return kept(&op, fields, |fields| texts::pick(fields).map(Done::from)),
            "version" => {
                fields.end()?;
                Ok(json!({ "version": env!("CARGO_PKG_VERSION"), "protocol": PROTOCOL }))
            }
            "lint" => texts::lint(fields),
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
                "there is no operation '{op}'; there are version, lint, fix, opt, rewrite, pick, evaluate, compare, view, open, export, \
                 judge, search, apply, order_file and close"
            ))),
        };
        answer.map(Done::from)
    }
}

/// Does an operation whose answer is kept where the request asks for that.
fn kept(
    op: &str,
    mut fields: Fields,
    work: impl FnOnce(Fields) -> Result<Done, Failure>,
) -> Result<Done, Failure> {
    let place = Place::of(op, &mut fields)?;
    if let Some(done) = place.as_ref().and_then(Place::find) {
        return Ok(done);
    }
    let done = work(fields)?;
    if let Some(place) = place {
        place.keep(op, &done);
    }
    Ok(done)
}
