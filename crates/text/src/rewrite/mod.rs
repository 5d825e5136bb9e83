//! Assembly text on its way through another compiler: looked at, mended or ordered anew, and never made worse.
//!
//! This is the policy of the integrations that stand in a compiler's way ([`crate::lint`], `fix` and `opt` do the
//! work). On any doubt the text stays as it was, byte for byte, and the report says why: a rewritten text must pass a
//! comparison of its lines with those of the original (`frame`), which shares no code with what rewrote it, what was complete
//! where others look must be so (`complete`), and lint must find nothing in it that was not in the original.

mod complete;
mod frame;
mod overlap;
mod pick;
mod report;
mod same;
#[cfg(test)]
mod tests;

use std::collections::HashSet;

use crate::lint::{self, Finding, Severity};
use crate::program::{self, Program, SourceText};
use crate::{fix, opt, target};
use cdnasched_base::machine::Walls;
use cdnasched_base::rules::Policy;
use cdnasched_driver::Options;
use cdnasched_driver::settings::FrontEnd;
use cdnasched_object::Target;

pub use pick::{Alternative, Picked, pick};
pub use report::{Action, Change, KernelReport, Report};

/// What to do with a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Say what is wrong with it; it stays as it is.
    Lint,
    /// Put in the waits and wait states that are missing.
    Fix,
    /// Order its kernels anew.
    Opt,
}

impl Mode {
    /// All modes, the least first.
    pub const ALL: [Mode; 3] = [Mode::Lint, Mode::Fix, Mode::Opt];

    /// The name that users write.
    pub fn name(self) -> &'static str {
        match self {
            Mode::Lint => "lint",
            Mode::Fix => "fix",
            Mode::Opt => "opt",
        }
    }

    /// That of this name; `None` when there is none.
    pub fn from_name(name: &str) -> Option<Mode> {
        Mode::ALL.into_iter().find(|mode| mode.name() == name)
    }

    /// Whose options hold: those of the commands of these names.
    pub fn front_end(self) -> FrontEnd {
        match self {
            Mode::Lint | Mode::Fix => FrontEnd::Lint,
            Mode::Opt => FrontEnd::Opt,
        }
    }
}

/// What became of a text.
#[derive(Clone, PartialEq, Debug)]
pub struct Rewritten {
    /// The text, changed or as it was.
    pub text: String,
    /// Whether it is another.
    pub changed: bool,
    /// What was done, and what was not and why.
    pub report: Report,
}

/// Rewrites a text. What cannot be done, or is in doubt, is not done: there is always a text. `target`: what it is for, where it
/// does not say. The options are those of the mode's front end ([`cdnasched_driver::settings::defaults`]).
pub fn rewrite(text: &str, mode: Mode, target: Option<Target>, options: &Options) -> Rewritten {
    let mut report = Report::new(mode, options);
    let done = work(text, mode, target, options, &mut report);
    let new = done.unwrap_or_else(|reason| {
        report.leave_all(&reason);
        None
    });
    let changed = new.is_some();
    report.changed = changed;
    Rewritten {
        text: new.unwrap_or_else(|| text.to_owned()),
        changed,
        report,
    }
}

/// The new text; `None` when the text stays.
fn work(
    text: &str,
    mode: Mode,
    target: Option<Target>,
    options: &Options,
    report: &mut Report,
) -> Result<Option<String>, String> {
    let policy = options.hazards;
    let target = target::of_text(text, target).map_err(|error| error.to_string())?;
    report.target = target.to_string();
    let before = look(text, target, policy)?;
    let program = Program::of_text(
        &SourceText::new(text),
        target.gpu,
        program::features(target),
    );
    let program = program.map_err(|error| error.to_string())?;
    report.look(text, &program, &before);
    let old = Old {
        text,
        program: &program,
        findings: &before,
    };
    let ways = match mode {
        Mode::Lint => return Ok(None),
        Mode::Fix => vec![options.clone()],
        // The comparisons here do not follow all that `opt` does.
        Mode::Opt => opt::less_and_less(options),
    };
    let mut refused = String::new();
    for options in ways {
        let mut trial = report.clone();
        let (new, order) = match mode {
            Mode::Opt => (
                optimised(text, target, &options, &mut trial)?,
                match options.walls {
                    Walls::Honour => frame::Order::New,
                    Walls::Cross => frame::Order::NewAcross,
                },
            ),
            _ => (
                fixed(text, &program, target, policy, &mut trial)?,
                frame::Order::Same,
            ),
        };
        if new == text {
            *report = trial;
            return Ok(None);
        }
        // What is undecided opt decides to be wrong, and may take longer for it. Here nobody asked for that.
        if trial.takes_longer() && !before.findings.iter().any(is_wrong) {
            refused = "the result would take longer".to_owned();
            continue;
        }
        match accept(&old, &new, order, target, policy) {
            Ok(after) => {
                *report = trial;
                report.less = (!refused.is_empty()).then_some(refused);
                report.done(&new, &after);
                return Ok(Some(new));
            }
            Err(reason) => refused = reason,
        }
    }
    Err(refused)
}

fn read(text: &str, target: Target) -> Result<Program, String> {
    let features = program::features(target);
    let program = Program::of_text(&SourceText::new(text), target.gpu, features);
    program.map_err(|error| error.to_string())
}

fn look(text: &str, target: Target, policy: Policy) -> Result<lint::Report, String> {
    let options = lint::Options {
        policy,
        needless: false,
        undecided: true,
        covered: true,
    };
    lint::lint(text.as_bytes(), Some(target), options).map_err(|error| error.to_string())
}

fn fixed(
    text: &str,
    program: &Program,
    target: Target,
    policy: Policy,
    report: &mut Report,
) -> Result<String, String> {
    let options = fix::Options {
        policy,
        comments: false,
    };
    let fixed = fix::fix(text.as_bytes(), Some(target), options);
    let fixed = fixed.map_err(|error| error.to_string())?;
    report.fixed(program, &fixed);
    String::from_utf8(fixed.bytes).map_err(|error| error.to_string())
}

fn optimised(
    text: &str,
    target: Target,
    options: &Options,
    report: &mut Report,
) -> Result<String, String> {
    let stages = Options {
        certify: false,
        ..options.clone()
    };
    let features = program::features(target);
    let done = opt::optimise(text, target.gpu, features, &stages);
    let done = done.map_err(|error| error.to_string())?;
    report.optimised(&done.functions);
    Ok(done.text)
}

/// A text that may be replaced.
struct Old<'a> {
    text: &'a str,
    program: &'a Program,
    findings: &'a lint::Report,
}

/// Whether a new text may replace a text, and what lint says about it.
///
/// # Errors
/// Why it may not.
fn accept(
    old: &Old<'_>,
    new: &str,
    order: frame::Order,
    target: Target,
    policy: Policy,
) -> Result<lint::Report, String> {
    let refused = |reason: String| {
        format!("the new text was refused ({reason}); please report this with the text")
    };
    frame::compare(old.text, new, order).map_err(refused)?;
    let after = look(new, target, policy).map_err(refused)?;
    let program = read(new, target).map_err(refused)?;
    complete::compare(old.program, &program).map_err(refused)?;
    let before = old.findings;
    if after.functions != before.functions || after.skipped.len() != before.skipped.len() {
        return Err(refused("it has other functions".to_owned()));
    }
    // What another's mend mends too is no less wrong.
    let all = |report: &'_ lint::Report| -> Vec<Finding> {
        let all = report.findings.iter().chain(&report.covered);
        all.filter(|finding| is_wrong(finding)).cloned().collect()
    };
    let known = all(before);
    let known: HashSet<&str> = known.iter().map(name).collect();
    let found = all(&after);
    let mut found = found.iter();
    match found.find(|finding| !known.contains(name(finding))) {
        Some(finding) => Err(refused(in_words(finding))),
        None => Ok(after),
    }
}

fn name(finding: &Finding) -> &str {
    &finding.identity
}

/// Whether a finding may be a fault of the program.
fn is_wrong(finding: &Finding) -> bool {
    matches!(finding.severity, Severity::Error | Severity::Suspicious)
}

fn in_words(finding: &Finding) -> String {
    format!("{}: {}", finding.at.place(), finding.message)
}
