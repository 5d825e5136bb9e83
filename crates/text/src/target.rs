//! Which GPU a text is for: decided here, for every way that leads to a text (the command line, requests, the C library,
//! compilers' hooks).
//!
//! What the text says (`.amdgcn_target`) holds, as for the assembler. What the user says is for text that says nothing; where
//! both say something, they must agree: the same GPU, and no feature that one has on and the other off. A feature that the
//! text leaves open stays open, whatever the user says of it: the text must be right either way.

use std::sync::OnceLock;

use thiserror::Error;

use super::program::{self, SourceText};
use cdnasched_base::gpu::Gpu;
use cdnasched_base::machine::Features;
use cdnasched_object::{Setting, Target, TargetError};

/// Why it is not known what a text is for.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Error {
    /// The text names a target that is none of ours.
    #[error(transparent)]
    Named(#[from] TargetError),
    /// Neither the text nor the user says. Those for which it assembles; none where it has no instructions.
    #[error(
        "the text does not say which GPU it is for (.amdgcn_target){}; name it: {}", fitting(.0), named_by()
    )]
    Unsaid(Vec<Gpu>),
    /// It assembles for none of our GPUs.
    #[error("it is no assembly for {}: {why}", Gpu::ALL.map(Gpu::name).join(", "))]
    NoAssembly {
        /// The first line that is not understood, for the GPU with which that is furthest.
        why: String,
    },
    /// It is a module.
    #[error(transparent)]
    Module(#[from] program::IsModule),
    /// The text is for something else than the user says.
    #[error("the text is for {said}, not for {given}; its own target holds, so name that or none")]
    Other {
        /// What the text says.
        said: Target,
        /// What the user says.
        given: Target,
    },
    /// The text says two things.
    #[error("the text is for {0} and for {1} (.amdgcn_target); expected one target")]
    Several(Target, Target),
    /// Two texts that belong together are not for the same GPU.
    #[error("one text is for {0}, the other for {1}; expected texts for the same GPU")]
    Apart(Target, Target),
}

/// What a text is for. `given` is what the user says.
///
/// # Errors
/// When neither says, or they contradict each other.
pub fn of_text(text: &str, given: Option<Target>) -> Result<Target, Error> {
    of_source(&SourceText::new(text), given)
}

/// What a text is for, of which the directives are known.
///
/// # Errors
/// As [`of_text`].
pub fn of_source(source: &SourceText<'_>, given: Option<Target>) -> Result<Target, Error> {
    let mut said: Option<Target> = None;
    for named in &source.targets {
        let named = Target::parse_triple(named)?;
        match said {
            Some(said) if said != named => return Err(Error::Several(said, named)),
            _ => said = Some(named),
        }
    }
    match (said, given) {
        (Some(said), Some(given)) if contradict(said, given) => Err(Error::Other { said, given }),
        (Some(target), _) | (None, Some(target)) => Ok(target),
        (None, None) => Err(unsaid(source)),
    }
}

/// What is to be said of a text that does not say what it is for.
fn unsaid(source: &SourceText<'_>) -> Error {
    let mut fitting = Vec::new();
    let mut is_empty = false;
    let mut furthest: Option<(u32, String)> = None;
    for gpu in Gpu::ALL {
        let reader = program::reader(gpu, Features::default()).map_err(program::Error::from);
        match reader.and_then(|mut reader| source.parse(&mut reader)) {
            Ok(listing) => {
                is_empty |= listing.insts.is_empty();
                fitting.push(gpu);
            }
            Err(program::Error::Module(error)) => return error.into(),
            Err(error) => {
                let line = error.line();
                if furthest.as_ref().is_none_or(|(known, _)| line > *known) {
                    furthest = Some((line, error.to_string()));
                }
            }
        }
    }
    match furthest {
        _ if is_empty => Error::Unsaid(Vec::new()),
        Some((_, why)) if fitting.is_empty() => Error::NoAssembly { why },
        _ => Error::Unsaid(fitting),
    }
}

/// Names them.
fn fitting(gpus: &[Gpu]) -> String {
    let names: Vec<&str> = gpus.iter().map(|gpu| gpu.name()).collect();
    match &names[..] {
        [] => ", and has no instructions".to_owned(),
        [one] => format!("; its instructions are those of {one}"),
        [most @ .., last] => format!(
            "; its instructions are those of {} or {last}",
            most.join(", ")
        ),
    }
}

static NAMED_BY: OnceLock<&'static str> = OnceLock::new();

/// Has messages say how the users of this process name a GPU (`--mcpu`), in place of all ways that there are. To be called once.
pub fn name_by(way: &'static str) {
    // The first one holds.
    let _ = NAMED_BY.set(way);
}

fn named_by() -> &'static str {
    NAMED_BY.get().copied().unwrap_or(
        "target in requests and in Python, processor in the C library, --mcpu on the command line",
    )
}

/// What two texts are for that are compared. `given` is what the user says of both.
///
/// # Errors
/// As [`of_text`], and when they are for different GPUs.
pub fn of_both(texts: [&str; 2], given: Option<Target>) -> Result<[Target; 2], Error> {
    let [one, other] = texts.map(|text| of_text(text, given));
    let (one, other) = (one?, other?);
    match one.gpu == other.gpu {
        true => Ok([one, other]),
        false => Err(Error::Apart(one, other)),
    }
}

fn contradict(one: Target, other: Target) -> bool {
    let differ = |one: Setting, other: Setting| {
        matches!(
            (one, other),
            (Setting::On, Setting::Off) | (Setting::Off, Setting::On)
        )
    };
    one.gpu != other.gpu || differ(one.xnack, other.xnack) || differ(one.sram_ecc, other.sram_ecc)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(said: &[&str], given: Option<&str>) -> Result<String, Error> {
        let lines = said.iter().map(|id| format!("\t.amdgcn_target {id}\n"));
        let text: String = lines.collect();
        let given = given.map(|id| Target::parse(id).expect("a target"));
        of_text(&text, given).map(|target| target.to_string())
    }

    #[test]
    fn what_the_text_leaves_open_stays_open() {
        let plain = "\"amdgcn-amd-amdhsa--gfx942\"";
        let off = "\"amdgcn-amd-amdhsa--gfx942:xnack-\"";
        assert_eq!(of(&[plain], Some("gfx942:xnack-")).as_deref(), Ok("gfx942"));
        assert_eq!(of(&[off], Some("gfx942")).as_deref(), Ok("gfx942:xnack-"));
        assert_eq!(of(&[off, off], None).as_deref(), Ok("gfx942:xnack-"));
        assert_eq!(
            of(&[], Some("gfx90a:xnack+")).as_deref(),
            Ok("gfx90a:xnack+")
        );
        assert!(matches!(of(&[plain, off], None), Err(Error::Several(..))));
    }

    #[test]
    fn texts_that_are_compared_are_for_one_gpu() {
        let texts = ["gfx942", "gfx942:xnack-", "gfx90a"]
            .map(|id| format!(".amdgcn_target \"amdgcn-amd-amdhsa--{id}\"\n"));
        let both = of_both([&texts[0], &texts[1]], None).map(|both| both.map(|t| t.to_string()));
        assert_eq!(both, Ok(["gfx942".to_owned(), "gfx942:xnack-".to_owned()]));
        let apart = of_both([&texts[0], &texts[2]], None);
        assert!(matches!(apart, Err(Error::Apart(..))));
    }
}
