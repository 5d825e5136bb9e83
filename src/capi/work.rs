//! What the functions of the library do with an input.

use super::Failure;
use super::module::{Input, Module};
use super::outcome::Outcome;
use crate::assembly::object::{self, Contents, Target};
use crate::assembly::program::{self, SourceText};
use crate::assembly::{fix, lint, opt};
use crate::pipeline::Options;
use crate::rules::Policy;

const NO_TARGET: &str =
    "the text does not say which GPU it is for (.amdgcn_target); set options.processor";

/// See the header.
pub fn lint(module: &Module) -> Result<Outcome, Failure> {
    let input = module.input()?;
    let options = lint::Options {
        policy: input.hazards.unwrap_or(Policy::Isa),
        needless: input.needless,
        undecided: input.undecided,
        covered: false,
    };
    let report = lint::lint(&input.bytes, input.target, options);
    Ok(Outcome::of_report(
        &report.map_err(|error| failure(&error))?,
    ))
}

/// Why an input is not linted, in terms of the header.
fn failure(error: &lint::Error) -> Failure {
    match error {
        lint::Error::NoTarget => Failure::input(NO_TARGET),
        error => Failure::input(error),
    }
}

/// See the header.
pub fn fix(module: &Module) -> Result<Outcome, Failure> {
    let input = module.input()?;
    let options = fix::Options {
        policy: input.hazards.unwrap_or(Policy::Isa),
        comments: false,
    };
    match fix::fix(&input.bytes, input.target, options) {
        Ok(fixed) => Ok(Outcome::of_fixed(fixed)),
        Err(fix::Error::NoTarget) => Err(Failure::input(NO_TARGET)),
        Err(error @ fix::Error::Refused(_)) => Err(Failure::refused(error.to_string())),
        Err(error) => Err(Failure::input(error)),
    }
}

/// See the header.
pub fn opt(module: &Module) -> Result<Outcome, Failure> {
    let input = module.input()?;
    let Contents::Text(text) = object::read(&input.bytes).map_err(Failure::input)? else {
        return Err(Failure::refused(
            "expected assembly text; code objects are not ordered anew",
        ));
    };
    let target = target(text, input)?;
    let options = Options {
        hazards: input.hazards.unwrap_or(Policy::Safe),
        effort: input.effort,
        ..Options::ALL
    };
    let optimised = opt::optimise(text, target.gpu, program::features(target), &options);
    Ok(Outcome::of_text(optimised.map_err(Failure::input)?))
}

/// What a text is for.
fn target(text: &str, input: &Input) -> Result<Target, Failure> {
    let said = SourceText::new(text).target;
    let said = said.as_deref().map(Target::parse_triple).transpose();
    match (said.map_err(Failure::input)?, input.target) {
        (Some(said), Some(asked)) if said.gpu != asked.gpu => Err(Failure::input(format!(
            "the text is for {}, not for {}",
            said.gpu, asked.gpu
        ))),
        (Some(target), _) | (None, Some(target)) => Ok(target),
        (None, None) => Err(Failure::input(NO_TARGET)),
    }
}
