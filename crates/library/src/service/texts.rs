//! Operations on a text or file as a whole.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::fields::{Fields, subtarget};
use super::given::{Done, Given};
use super::{Answer, Failure};
use cdnasched_driver::pick::SEARCHED;
use cdnasched_driver::report::{LoopKey, pairs};
use cdnasched_driver::settings::FrontEnd;
use cdnasched_driver::{Remark, RemarkKind};
use cdnasched_object::Target;
use cdnasched_text::opt::{Evaluated, EvaluatedText, Optimised};
use cdnasched_text::rewrite::{self as rewrites, Alternative, Mode};
use cdnasched_text::{fix as fixes, lint as lints, objects, opt as orders, program, target};

/// `lint`: what is wrong with the waits and wait states of a text or of code objects.
pub fn lint(mut fields: Fields) -> Answer {
    let given = fields.given()?;
    let target = fields.target()?;
    let options = lints::Options {
        policy: fields.options(FrontEnd::Lint)?.hazards,
        needless: fields.take("needless")?.unwrap_or(false),
        undecided: fields.take("undecided")?.unwrap_or(false),
        covered: false,
    };
    fields.end()?;
    let report = lints::lint(&given.bytes, target, options).map_err(Failure::input)?;
    value(&report)
}

/// `fix`: puts in what is missing.
pub fn fix(mut fields: Fields) -> Result<Done, Failure> {
    let given = fields.given()?;
    let target = fields.target()?;
    let options = fixes::Options {
        policy: fields.options(FrontEnd::Lint)?.hazards,
        comments: fields.take("comments")?.unwrap_or(false),
    };
    fields.end()?;
    let fixed = fixes::fix(&given.bytes, target, options).map_err(|error| match error {
        fixes::Error::Refused(_) => Failure::Refused(error.to_string()),
        error => Failure::input(error),
    })?;
    let added = fixed.added.iter().map(|added| {
        json!({
            "place": added.place,
            "line": added.line,
            "text": added.text,
            "instead_of": added.instead_of,
            "rule": added.rule,
            "before": added.before,
        })
    });
    let left = fixed.left.iter().map(|left| {
        json!({
            "place": left.place,
            "line": left.line,
            "rule": left.rule,
            "reason": left.reason,
        })
    });
    let value = json!({
        "added": added.collect::<Value>(),
        "left": left.collect::<Value>(),
        "skipped": skipped(&fixed.skipped),
        "undecided": fixed.undecided,
    });
    Ok(Done::with(value, given.source, fixed.bytes))
}

/// `opt`: orders the kernels of a text or of code objects anew.
pub fn opt(mut fields: Fields) -> Result<Done, Failure> {
    let given = fields.given()?;
    if given.is_machine_code() {
        return opt_objects(given, fields);
    }
    let (text, source) = given.text()?;
    let (gpu, features) = subtarget(&text, fields.target()?)?;
    let options = fields.options(FrontEnd::Opt)?;
    fields.end()?;
    let done = orders::optimise(&text, gpu, features, &options).map_err(Failure::input)?;
    let value = json!({ "functions": functions(&done)? });
    Ok(Done::with(value, source, done.text.into_bytes()))
}

fn opt_objects(given: Given, mut fields: Fields) -> Result<Done, Failure> {
    let target = fields.target()?;
    let options = fields.options(FrontEnd::Opt)?;
    fields.end()?;
    let request = objects::Request {
        stages: &options,
        target,
        only: &|_| true,
        jobs: 1,
        progress: &|_, _| {},
    };
    let done = objects::optimise(&given.bytes, &request).map_err(Failure::input)?;
    let functions = done.kernels.iter().map(|kernel| {
        let mut value = function(&kernel.of)?;
        value["origin"] = json!(kernel.origin);
        value["bytes"] = json!([kernel.bytes.0, kernel.bytes.1]);
        value["moved"] = json!(kernel.moved);
        Ok(value)
    });
    let value = json!({
        "functions": functions.collect::<Answer>()?,
        "skipped": skipped(&done.skipped),
        "stale_lines": done.stale_lines,
    });
    Ok(Done::with(value, given.source, done.bytes))
}

/// `rewrite`: lint, fix or opt for a compiler's way to its assembler; there is always a text, that of the request on any doubt.
pub fn rewrite(mut fields: Fields) -> Result<Done, Failure> {
    let (text, source) = fields.given()?.text()?;
    let mode = fields.choice_of("mode", &Mode::ALL, Mode::name)?;
    let mode = mode.ok_or_else(|| Failure::BadRequest("the request has no field 'mode'".into()))?;
    let target = fields.target()?;
    let options = fields.options(mode.front_end())?;
    fields.end()?;
    let done = rewrites::rewrite(&text, mode, target, &options);
    let value = json!({ "changed": done.changed, "report": value(&done.report)? });
    Ok(Done::with(value, source, done.text.into_bytes()))
}

/// `pick`: one of several texts of the same kernels, each rewritten by `opt`.
pub fn pick(mut fields: Fields) -> Answer {
    let texts: Vec<(String, String)> = fields.need("texts")?;
    let target = fields.target()?;
    let most = fields.take("most")?.unwrap_or(SEARCHED);
    let options = fields.options(FrontEnd::Opt)?;
    fields.end()?;
    let mut names = BTreeSet::new();
    if let Some((name, _)) = texts.iter().find(|(name, _)| !names.insert(name)) {
        return Err(Failure::BadRequest(format!(
            "texts: two are called '{name}'"
        )));
    }
    let texts: Vec<Alternative> = texts
        .into_iter()
        .map(|(name, text)| Alternative { name, text })
        .collect();
    let picked = rewrites::pick(&texts, target, &options, most);
    let picked = picked.ok_or_else(|| Failure::request("texts: expected at least one"))?;
    Ok(json!({
        "picked": picked.at,
        "name": texts[picked.at].name,
        "kernels": value(&picked.kernels)?,
        "text": picked.rewritten.text,
        "changed": picked.rewritten.changed,
        "report": value(&picked.rewritten.report)?,
    }))
}

/// What became of the functions of a text.
pub(super) fn functions(done: &orders::OptimisedText) -> Answer {
    done.functions.iter().map(function).collect()
}

fn function(of: &Optimised) -> Answer {
    let remarks: Vec<Value> = of.remarks.iter().map(remark).collect();
    Ok(json!({
        "name": of.name,
        "kept": of.kept,
        "before": value(&of.before)?,
        "after": value(&of.after)?,
        "remarks": remarks,
        "mended": value(&of.mended)?,
        "findings_left": value(&of.findings_left)?,
    }))
}

fn remark(remark: &Remark) -> Value {
    let kind = match remark.kind {
        RemarkKind::Passed => "passed",
        RemarkKind::Missed => "missed",
        RemarkKind::Analysis => "analysis",
        RemarkKind::Warning => "warning",
        RemarkKind::Error => "error",
    };
    json!({ "kind": kind, "name": remark.name, "message": remark.message })
}

/// `evaluate`: what a text takes as it is.
pub fn evaluate(mut fields: Fields) -> Answer {
    let (text, _) = fields.given()?.text()?;
    let (gpu, features) = subtarget(&text, fields.target()?)?;
    let options = fields.options(FrontEnd::Evaluate)?;
    fields.end()?;
    let found = orders::evaluate(&text, gpu, features, &options.models).map_err(Failure::input)?;
    evaluated(&found)
}

fn evaluated(found: &EvaluatedText) -> Answer {
    Ok(json!({
        "functions": value(&found.functions)?,
        "skipped": skipped(&found.not_analysed),
    }))
}

/// `compare`: the figures of two texts, and which functions and loops of both are the same.
pub fn compare(mut fields: Fields) -> Answer {
    let texts: [String; 2] = fields.need("texts")?;
    let target = fields.target()?;
    let options = fields.options(FrontEnd::Evaluate)?;
    fields.end()?;
    let targets = target::of_both([&texts[0], &texts[1]], target).map_err(Failure::input)?;
    let look = |text: &str, target: Target| {
        let features = program::features(target);
        orders::evaluate(text, target.gpu, features, &options.models).map_err(Failure::input)
    };
    let [one, other] = [look(&texts[0], targets[0])?, look(&texts[1], targets[1])?];
    let keys =
        |of: &Evaluated| -> Vec<LoopKey> { of.figures.loops.iter().map(LoopKey::from).collect() };
    let same = one
        .functions
        .iter()
        .enumerate()
        .filter_map(|(at, function)| {
            let mut others = other.functions.iter();
            let found = others.position(|other| other.name == function.name)?;
            let loops = pairs(&keys(function), &keys(&other.functions[found]));
            Some(json!({ "one": at, "other": found, "loops": loops }))
        });
    Ok(json!({
        "same": same.collect::<Value>(),
        "one": evaluated(&one)?,
        "other": evaluated(&other)?,
    }))
}

/// Functions that were not looked at.
pub(super) fn skipped(functions: &[(String, String)]) -> Value {
    let functions = functions.iter();
    functions
        .map(|(function, reason)| json!({ "function": function, "reason": reason }))
        .collect()
}

/// Plain data as JSON.
pub(super) fn value(of: &impl serde::Serialize) -> Answer {
    serde_json::to_value(of).map_err(|error| Failure::Internal(error.to_string()))
}
