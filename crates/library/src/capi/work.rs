//! What the functions of the library do with an input.

use super::Failure;
use super::module::Module;
use super::outcome::Outcome;
use cdnasched_driver::settings::FrontEnd;
use cdnasched_object::{self as object, Contents};
use cdnasched_text::{fix, lint, opt, program, target};

/// See the header.
pub fn lint(module: &Module) -> Result<Outcome, Failure> {
    let input = module.input()?;
    let options = lint::Options {
        policy: input.options(FrontEnd::Lint)?.hazards,
        needless: input.needless,
        undecided: input.undecided,
        covered: false,
    };
    let report = lint::lint(&input.bytes, input.target, options);
    Ok(Outcome::of_report(&report.map_err(Failure::input)?))
}

/// See the header.
pub fn fix(module: &Module) -> Result<Outcome, Failure> {
    let input = module.input()?;
    let options = fix::Options {
        policy: input.options(FrontEnd::Lint)?.hazards,
        comments: false,
    };
    match fix::fix(&input.bytes, input.target, options) {
        Ok(fixed) => Ok(Outcome::of_fixed(fixed)),
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
    let target = target::of_text(text, input.target).map_err(Failure::input)?;
    let options = input.options(FrontEnd::Opt)?;
    let optimised = opt::optimise(text, target.gpu, program::features(target), &options);
    Ok(Outcome::of_text(optimised.map_err(Failure::input)?))
}
