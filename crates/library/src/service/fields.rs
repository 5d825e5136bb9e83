//! The fields of a request, taken out one by one; what nobody took is an error that names it.

use std::collections::BTreeMap;
use std::ffi::OsStr;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD as BASE64;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use super::Failure;
use super::given::{Given, Source};
use cdnasched_base::gpu::Gpu;
use cdnasched_base::machine::Features;
use cdnasched_driver::Options;
use cdnasched_driver::settings::{self, FrontEnd, Kind, Row};
use cdnasched_object::Target;
use cdnasched_text::{program, target};

/// What is said of two inputs.
pub(super) const ONE_INPUT: &str = "give one of text, object, and an input beside the request";

/// A request, each field as it was sent.
pub(super) type Object = BTreeMap<String, Box<RawValue>>;

/// What a request has.
pub(super) struct Fields {
    object: Object,
    /// What stands beside the request.
    input: Option<Vec<u8>>,
    /// The names that were asked for.
    known: Vec<String>,
}

impl Fields {
    pub fn new(object: Object, input: Option<Vec<u8>>) -> Fields {
        Fields {
            object,
            input,
            known: vec!["id".to_owned(), "op".to_owned()],
        }
    }

    /// What the answer is to be told by, as it was sent: a number may have more digits than any type of ours.
    pub fn id(&mut self) -> Option<Box<RawValue>> {
        self.object.remove("id")
    }

    /// What has not been taken out, and what stands beside the request, as bytes that no other request has.
    pub fn content(&self) -> Vec<u8> {
        let mut content = Vec::new();
        let mut part = |bytes: &[u8]| {
            content.extend_from_slice(&(bytes.len() as u64).to_le_bytes());
            content.extend_from_slice(bytes);
        };
        for (name, value) in &self.object {
            part(name.as_bytes());
            part(value.get().as_bytes());
        }
        part(&[]);
        part(self.input.as_deref().unwrap_or_default());
        content
    }

    /// A field; `None` when it is not there, or null.
    pub fn take<T: DeserializeOwned>(&mut self, name: &str) -> Result<Option<T>, Failure> {
        self.known.push(name.to_owned());
        self.read(name)
    }

    fn read<T: DeserializeOwned>(&mut self, name: &str) -> Result<Option<T>, Failure> {
        match self.object.remove(name) {
            None => Ok(None),
            Some(value) => serde_json::from_str::<Option<T>>(value.get())
                .map_err(|error| Failure::BadRequest(format!("{name}: {error}"))),
        }
    }

    /// A field that must be there.
    pub fn need<T: DeserializeOwned>(&mut self, name: &str) -> Result<T, Failure> {
        let found = self.take(name)?;
        found.ok_or_else(|| Failure::BadRequest(format!("the request has no field '{name}'")))
    }

    /// What the operation works on, if the request has it: `text`, `object`, or what stands beside the request.
    pub fn given_if_any(&mut self) -> Result<Option<Given>, Failure> {
        let text: Option<String> = self.take("text")?;
        let object: Option<String> = self.take("object")?;
        let bytes = match object {
            None => None,
            Some(object) => Some(BASE64.decode(object).map_err(|error| {
                Failure::BadRequest(format!("object: expected base64: {error}"))
            })?),
        };
        let sources = [
            (Source::Text, text.map(String::into_bytes)),
            (Source::Object, bytes),
            (Source::Beside, self.input.take()),
        ];
        let mut given = sources
            .into_iter()
            .filter_map(|(source, bytes)| bytes.map(|bytes| Given { source, bytes }));
        match (given.next(), given.next()) {
            (given, None) => Ok(given),
            (_, Some(_)) => Err(Failure::request(ONE_INPUT)),
        }
    }

    /// The same, where it must be there.
    pub fn given(&mut self) -> Result<Given, Failure> {
        let given = self.given_if_any()?;
        given.ok_or_else(|| Failure::request("the request has neither 'text' nor 'object'"))
    }

    /// One of a few values, by its name.
    pub fn choice_of<T: Copy>(
        &mut self,
        field: &str,
        all: &[T],
        name: fn(T) -> &'static str,
    ) -> Result<Option<T>, Failure> {
        let Some(given) = self.take::<String>(field)? else {
            return Ok(None);
        };
        let found = all.iter().copied().find(|&one| name(one) == given);
        found.map(Some).ok_or_else(|| {
            let names: Vec<&str> = all.iter().map(|&one| name(one)).collect();
            is_not(
                field,
                &given,
                &format!("expected one of {}", names.join(", ")),
            )
        })
    }

    /// What a text that does not say it is for.
    pub fn target(&mut self) -> Result<Option<Target>, Failure> {
        let Some(given) = self.take::<String>("target")? else {
            return Ok(None);
        };
        let target = Target::parse(&given);
        let target = target.map_err(|error| Failure::BadRequest(format!("target: {error}")))?;
        Ok(Some(target))
    }

    /// The options, as a front end has them.
    pub fn options(&mut self, front_end: FrontEnd) -> Result<Options, Failure> {
        let mut settings = settings::defaults(front_end);
        for row in Row::all() {
            let field = row.field_name();
            let given = match row.kind {
                Kind::Switch(_) => self.read::<bool>(&field)?.map(|on| on.to_string()),
                Kind::Choice { .. } | Kind::Text(..) => self.read::<String>(&field)?,
            };
            if row.is_in(front_end) && !row.is_text() {
                self.known.push(field.clone());
            }
            let Some(given) = given else { continue };
            let taken = match row.is_in(front_end) && row.is_text() {
                true => Err(settings::NO_FILES.to_owned()),
                false => row
                    .set(front_end, &mut settings, OsStr::new(&given))
                    .map_err(|error| error.to_string()),
            };
            taken.map_err(|why| is_not(&field, &given, &why))?;
        }
        Ok(settings.options)
    }

    /// That everything was taken.
    pub fn end(self) -> Result<(), Failure> {
        if self.input.is_some() {
            return Err(Failure::request(
                "this operation takes no input beside the request",
            ));
        }
        match self.object.keys().next() {
            None => Ok(()),
            Some(other) => Err(Failure::BadRequest(format!(
                "this operation has no field '{other}'; it has {}",
                self.known.join(", ")
            ))),
        }
    }
}

fn is_not(field: &str, given: &str, why: &str) -> Failure {
    Failure::BadRequest(format!("{field} is '{given}', {why}"))
}

/// What the code of a text has to be right for.
pub(super) fn subtarget(text: &str, given: Option<Target>) -> Result<(Gpu, Features), Failure> {
    let target = target::of_text(text, given).map_err(Failure::input)?;
    Ok((target.gpu, program::features(target)))
}
