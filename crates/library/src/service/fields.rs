//! The fields of a request, taken out one by one; what nobody took is an error that names it.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use super::Failure;
use cdnasched_base::gpu::Gpu;
use cdnasched_base::machine::{Features, LdsDma};
use cdnasched_base::rules::Policy;
use cdnasched_driver::{Options, Renaming};
use cdnasched_engine::schedule::{Effort, Walls};
use cdnasched_object::Target;
use cdnasched_text::{program, target};

/// A request, each field as it was sent.
pub(super) type Object = BTreeMap<String, Box<RawValue>>;

/// What a request has.
pub(super) struct Fields {
    object: Object,
    /// The names that were asked for.
    known: Vec<&'static str>,
}

impl Fields {
    pub fn new(object: Object) -> Fields {
        Fields {
            object,
            known: vec!["id", "op"],
        }
    }

    /// What the answer is to be told by, as it was sent: a number may have more digits than any type of ours.
    pub fn id(&mut self) -> Option<Box<RawValue>> {
        self.object.remove("id")
    }

    /// A field; `None` when it is not there, or null.
    pub fn take<T: DeserializeOwned>(&mut self, name: &'static str) -> Result<Option<T>, Failure> {
        self.known.push(name);
        match self.object.remove(name) {
            None => Ok(None),
            Some(value) => serde_json::from_str::<Option<T>>(value.get())
                .map_err(|error| Failure::BadRequest(format!("{name}: {error}"))),
        }
    }

    /// A field that must be there.
    pub fn need<T: DeserializeOwned>(&mut self, name: &'static str) -> Result<T, Failure> {
        let found = self.take(name)?;
        found.ok_or_else(|| Failure::BadRequest(format!("the request has no field '{name}'")))
    }

    /// One of a few values, by its name.
    fn choice<T: Copy>(
        &mut self,
        field: &'static str,
        all: &[T],
        name: fn(T) -> &'static str,
    ) -> Result<Option<T>, Failure> {
        let Some(given) = self.take::<String>(field)? else {
            return Ok(None);
        };
        let found = all.iter().copied().find(|&one| name(one) == given);
        found.map(Some).ok_or_else(|| {
            let names: Vec<&str> = all.iter().map(|&one| name(one)).collect();
            let names = names.join(", ");
            Failure::BadRequest(format!("{field} is '{given}', expected one of {names}"))
        })
    }

    /// Whose hazard rules hold.
    pub fn hazards(&mut self) -> Result<Option<Policy>, Failure> {
        self.choice("hazards", &Policy::ALL, Policy::name)
    }

    /// How hard to search.
    pub fn effort(&mut self) -> Result<Effort, Failure> {
        Ok(self
            .choice("effort", &Effort::ALL, Effort::name)?
            .unwrap_or_default())
    }

    /// How closely to look.
    pub fn choice_of<T: Copy>(
        &mut self,
        field: &'static str,
        all: &[T],
        name: fn(T) -> &'static str,
    ) -> Result<Option<T>, Failure> {
        self.choice(field, all, name)
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

    /// The options of the stages.
    pub fn options(&mut self) -> Result<Options, Failure> {
        let renaming = [Renaming::On, Renaming::Strict, Renaming::Off];
        Ok(Options {
            hazards: self.hazards()?.unwrap_or(Options::ALL.hazards),
            effort: self.effort()?,
            walls: self
                .choice("walls", &Walls::ALL, Walls::name)?
                .unwrap_or(Options::ALL.walls),
            rename: self
                .choice("rename", &renaming, Renaming::name)?
                .unwrap_or(Options::ALL.rename),
            lds_dma: self
                .choice("lds_dma", &[LdsDma::Llvm, LdsDma::Strict], LdsDma::name)?
                .unwrap_or(Options::ALL.lds_dma),
            ..Options::ALL
        })
    }

    /// That all fields were taken.
    pub fn end(self) -> Result<(), Failure> {
        match self.object.keys().next() {
            None => Ok(()),
            Some(other) => Err(Failure::BadRequest(format!(
                "this operation has no field '{other}'; it has {}",
                self.known.join(", ")
            ))),
        }
    }
}

/// What the code of a text has to be right for.
pub(super) fn subtarget(text: &str, given: Option<Target>) -> Result<(Gpu, Features), Failure> {
    let target = target::of_text(text, given).map_err(Failure::input)?;
    Ok((target.gpu, program::features(target)))
}
