//! The fields of a request, taken out one by one; what nobody took is an error that names it.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::Failure;
use crate::assembly::object::Target;
use crate::assembly::program::{self, SourceText};
use crate::gpu::Gpu;
use crate::machine::{Features, LdsDma};
use crate::pipeline::{Options, Renaming};
use crate::rules::Policy;
use crate::schedule::{Effort, Walls};

/// What a request has.
pub(super) struct Fields {
    object: Map<String, Value>,
    /// The names that were asked for.
    known: Vec<&'static str>,
}

impl Fields {
    pub fn new(object: Map<String, Value>) -> Fields {
        Fields {
            object,
            known: vec!["id", "op"],
        }
    }

    /// What the answer is to be told by.
    pub fn id(&mut self) -> Value {
        self.object.remove("id").unwrap_or_default()
    }

    /// A field; `None` when it is not there, or null.
    pub fn take<T: DeserializeOwned>(&mut self, name: &'static str) -> Result<Option<T>, Failure> {
        self.known.push(name);
        match self.object.remove(name) {
            None | Some(Value::Null) => Ok(None),
            Some(value) => serde_json::from_value(value)
                .map(Some)
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

/// What the code of a text has to be right for: what the text says or, where it does not, what was given.
pub(super) fn subtarget(text: &str, given: Option<Target>) -> Result<(Gpu, Features), Failure> {
    let said = SourceText::new(text).target;
    let said = said.as_deref().map(Target::parse_triple).transpose();
    let target = match (said.map_err(Failure::input)?, given) {
        (Some(said), Some(given)) if said.gpu != given.gpu => {
            return Err(Failure::BadInput(format!(
                "the text is for {}, not for {}",
                said.gpu, given.gpu
            )));
        }
        (Some(target), _) | (None, Some(target)) => target,
        (None, None) => return Err(Failure::BadInput(NO_TARGET.to_owned())),
    };
    Ok((target.gpu, program::features(target)))
}

/// A text names no GPU.
pub(super) const NO_TARGET: &str =
    "the text does not say which GPU it is for (.amdgcn_target); give target";
