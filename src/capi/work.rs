//! What the functions of the library do with an input.

use super::Failure;
use super::module::Module;
use super::outcome::Outcome;
use crate::assembly::lint;

/// See the header.
pub fn lint(module: &Module) -> Result<Outcome, Failure> {
    let input = module.input()?;
    let options = lint::Options {
        policy: input.hazards,
        needless: input.needless,
        undecided: input.undecided,
    };
    let report = lint::lint(&input.bytes, input.target, options);
    Ok(Outcome::of_report(
        &report.map_err(|error| failure(&error))?,
    ))
}

/// Why an input is not linted, in terms of the header.
fn failure(error: &lint::Error) -> Failure {
    match error {
        lint::Error::NoTarget => Failure::input(
            "the text does not say which GPU it is for (.amdgcn_target); set options.processor",
        ),
        error => Failure::input(error),
    }
}
