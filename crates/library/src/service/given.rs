//! What an operation works on and makes: assembly text, or a file with code objects.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD as BASE64;
use serde_json::{Value, json};

use super::Failure;
use cdnasched_object::{Contents, is_container, read};

/// How something came, and how what is made of it goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Source {
    /// In the field `text`.
    Text,
    /// In the field `object`, as base64.
    Object,
    /// As bytes beside the request.
    Beside,
}

/// What an operation works on.
pub(super) struct Given {
    pub source: Source,
    pub bytes: Vec<u8>,
}

impl Given {
    /// Whether it is no text, by what it begins with. A field is text by its name.
    pub fn is_machine_code(&self) -> bool {
        self.source != Source::Text && is_container(&self.bytes)
    }

    /// The assembly text that it is, and how that came.
    pub fn text(self) -> Result<(String, Source), Failure> {
        // A field is text by its name, whatever it begins with.
        if self.source != Source::Text {
            match read(&self.bytes).map_err(Failure::input)? {
                Contents::Text(_) => {}
                Contents::Objects(_) => {
                    return Err(Failure::Refused(
                        "expected assembly text; this operation takes no code objects".to_owned(),
                    ));
                }
            }
        }
        let text = String::from_utf8(self.bytes);
        Ok((text.map_err(Failure::input)?, self.source))
    }
}

/// What an operation came to.
pub(super) struct Done {
    /// The `ok` of the answer.
    pub value: Value,
    /// What goes beside it.
    pub output: Option<Vec<u8>>,
}

impl Done {
    /// An answer, and the text or file that was made of what was given.
    pub fn with(mut value: Value, source: Source, made: Vec<u8>) -> Done {
        let output = match source {
            Source::Text => {
                value["text"] = json!(String::from_utf8_lossy(&made));
                None
            }
            Source::Object => {
                value["object"] = json!(BASE64.encode(&made));
                None
            }
            Source::Beside => Some(made),
        };
        Done { value, output }
    }
}

impl From<Value> for Done {
    fn from(value: Value) -> Done {
        Done {
            value,
            output: None,
        }
    }
}
