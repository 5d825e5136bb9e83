//! Which rules are reported.

use cdnasched_base::rules::rules;
use cdnasched_text::lint::{Report, WAIT_RULES};
use regex::bytes::Regex;

/// What is good for nothing.
const NEEDLESS: [&str; 2] = ["needless-nop", "needless-wait"];

/// The beginning of some rule's name.
///
/// # Errors
/// When no rule's name begins so.
pub fn rule(text: &str) -> Result<String, String> {
    let waits = WAIT_RULES.iter().map(|rule| rule.id);
    let rows = rules().map(|rule| rule.id);
    let mut all = waits.chain(rows).chain(NEEDLESS);
    match all.any(|id| !text.is_empty() && id.starts_with(text)) {
        true => Ok(text.to_owned()),
        false => Err("no rule's name begins so; findings have them in brackets, docs/hazards.md and docs/lint.md list them".into()),
    }
}

/// Keeps the findings of rules that are selected (of all, where none is) and not ignored, and those that a mend of one that is not kept would
/// mend, too.
pub fn keep(report: &mut Report, select: &[String], ignore: &[String]) {
    if select.is_empty() && ignore.is_empty() {
        return;
    }
    let names = |rules: &[String], rule: &str| {
        let mut begins = rules.iter();
        begins.any(|begin| rule.starts_with(begin.as_str()))
    };
    report.hide(|finding| {
        let selected = select.is_empty() || names(select, &finding.rule);
        !selected || names(ignore, &finding.rule)
    });
}

/// Keeps what is about functions whose symbol matches.
pub fn only(report: &mut Report, only: &Regex) {
    let is_other = |function: &str| !only.is_match(function.as_bytes());
    report.hide(|finding| is_other(&finding.function));
    report
        .skipped
        .retain(|skipped| !is_other(&skipped.function));
}
