//! From the text of a value to what it sets.

use std::ffi::{OsStr, OsString};

use super::{Check, FrontEnd, Kind, Row, Settings, Support};
use crate::Options;

/// Why a value is not taken.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Error {
    /// The option has no such value.
    #[error("expected {0}")]
    NoValue(String),
    /// The front end cannot do that.
    #[error(transparent)]
    Refused(#[from] Refusal),
}

/// Why a front end does not take a value of an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{reason}")]
pub struct Refusal {
    /// The name of the option.
    pub option: &'static str,
    /// In words.
    pub reason: &'static str,
}

impl Row {
    /// The name of a value that users wrote, and what it sets.
    ///
    /// # Errors
    /// When there is no such value.
    fn set_choice(&self, options: &mut Options, given: &str) -> Result<(), Error> {
        match &self.kind {
            Kind::Switch(set) if matches!(given, "true" | "false") => {
                set(options, given == "true");
                Ok(())
            }
            Kind::Switch(_) => Err(Error::NoValue("true or false".to_owned())),
            Kind::Choice { values, .. } => match values.iter().find(|one| one.name == given) {
                Some(value) => {
                    (value.set)(options);
                    Ok(())
                }
                None => {
                    let names = self.values().join(", ");
                    Err(Error::NoValue(format!("one of {names}")))
                }
            },
            Kind::Text(..) => Ok(()),
        }
    }

    /// Takes a value in a front end.
    ///
    /// # Errors
    /// When there is no such value, or the front end refuses it.
    pub fn set(
        &self,
        front_end: FrontEnd,
        settings: &mut Settings,
        given: &OsStr,
    ) -> Result<(), Error> {
        if let Kind::Text(_, set) = self.kind {
            self.allow(front_end, None)?;
            set(settings, given.to_owned());
            return Ok(());
        }
        let given = given.to_string_lossy();
        self.set_choice(&mut settings.options, &given)?;
        Ok(self.allow(front_end, Some(&given))?)
    }

    /// Whether a text is a value of the option, wherever it is given.
    ///
    /// # Errors
    /// When there is no such value.
    pub fn check(&self, given: &str) -> Result<(), Error> {
        self.set_choice(&mut Options::ALL.clone(), given)
    }

    /// Whether a front end takes a value.
    fn allow(&self, front_end: FrontEnd, value: Option<&str>) -> Result<(), Refusal> {
        match self.support(front_end) {
            Support::Has => Ok(()),
            Support::Only(only, _) if value == Some(only) => Ok(()),
            Support::Only(_, reason) | Support::Lacks(reason) => Err(Refusal {
                option: self.name,
                reason,
            }),
        }
    }

    /// The value that options have; `None` where it is none of the row's, and of texts.
    pub fn value_of(&self, options: &Options) -> Option<&'static str> {
        // The one that changes nothing.
        self.values().into_iter().find(|value| {
            let mut same = options.clone();
            self.set_choice(&mut same, value).is_ok() && same == *options
        })
    }
}

/// What holds in a front end where nothing is given.
pub fn defaults(front_end: FrontEnd) -> Settings {
    let mut settings = Settings::of(match front_end {
        // Certificates are made where somebody reads them.
        FrontEnd::Plugin => Options {
            check: Check::Proof,
            certify: false,
            ..Options::ALL
        },
        _ => Options::ALL,
    });
    for row in Row::all() {
        let default = row.default_in(front_end).map(OsString::from);
        if let Some(default) = default.filter(|_| !row.is_text()) {
            // That a default is a value of its row is tested.
            let _ = row.set_choice(&mut settings.options, &default.to_string_lossy());
        }
    }
    settings
}

/// Whether options ask for something that a front end always does otherwise.
///
/// # Errors
/// What, and why it does.
pub fn refused(front_end: FrontEnd, options: &Options) -> Result<(), Refusal> {
    let fixed = Row::all().filter(|row| matches!(row.support(front_end), Support::Only(..)));
    for row in fixed {
        row.allow(front_end, row.value_of(options))?;
    }
    Ok(())
}
