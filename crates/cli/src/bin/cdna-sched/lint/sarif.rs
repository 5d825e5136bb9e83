//! SARIF 2.1.0 (OASIS Static Analysis Results Interchange Format).

use std::collections::BTreeMap;

use cdnasched_base::rules::{PRACTICE, rules};
use cdnasched_text::lint::{Finding, Severity, Spot, WAIT_RULES};
use serde_json::{Value, json};

use super::Outcome;
use super::files::Named;

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
/// Where rules are explained.
const HELP: &str =
    "https://github.com/ROCm/llvm-project/blob/amd-staging/llvm/docs/AMDGPUUsage.rst";

/// The log of one run.
pub fn log(files: &[Named], outcomes: &[Outcome], unread: &[String]) -> Value {
    let reports = || {
        let all = files.iter().zip(outcomes);
        all.filter_map(|(file, outcome)| Some((file, outcome.as_ref().ok()?)))
    };
    let mut ids: BTreeMap<&str, usize> = BTreeMap::new();
    for finding in reports().flat_map(|(_, report)| &report.findings) {
        ids.insert(&finding.rule, 0);
    }
    let descriptions: Vec<Value> = ids.keys().map(|id| rule(id)).collect();
    for (at, index) in ids.values_mut().enumerate() {
        *index = at;
    }
    let results = reports().flat_map(|(file, report)| {
        let results = report.findings.iter();
        results.map(|finding| result(&uri(file), finding, ids[&*finding.rule]))
    });
    let results: Vec<Value> = results.collect();
    let mut notes: Vec<Value> = unread.iter().map(|text| note("error", text)).collect();
    for (file, report) in reports() {
        for skipped in &report.skipped {
            let text = format!(
                "{}: function {} is not analysed: {} ({})",
                file.path.display(),
                skipped.function,
                skipped.reason,
                skipped.at.place()
            );
            notes.push(note("note", &text));
        }
        if report.undecided > 0 {
            let text = format!(
                "{}: machine code does not decide {} places; --undecided reports them",
                file.path.display(),
                report.undecided
            );
            notes.push(note("note", &text));
        }
        for part in &report.unread {
            notes.push(note("error", &format!("{}: {part}", file.path.display())));
        }
    }
    json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "cdna-sched lint",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": descriptions,
            }},
            "invocations": [{
                "executionSuccessful": unread.is_empty(),
                "toolExecutionNotifications": notes,
            }],
            "columnKind": "utf16CodeUnits",
            "results": results,
        }],
    })
}

fn note(level: &str, text: &str) -> Value {
    json!({ "level": level, "message": { "text": text } })
}

/// The description of a rule.
fn rule(id: &str) -> Value {
    let wait = WAIT_RULES.iter().find(|rule| rule.id == id);
    let row = rules().find(|rule| rule.id == id);
    let (short, help) = match (wait, row) {
        (Some(wait), _) => (wait.what.to_owned(), wait.document.to_owned()),
        (_, Some(row)) => {
            let why = match row.why {
                "" => "two instructions need more wait states between them",
                why => why,
            };
            let mut help = format!("{row}. See {}", row.source);
            for shipped in PRACTICE.iter().filter(|shipped| shipped.rule == id) {
                let gpus: Vec<&str> = shipped.gpus.iter().map(|gpu| gpu.name()).collect();
                help += &format!("; on {}: {}", gpus.join(", "), shipped.evidence);
            }
            (why.to_owned(), help)
        }
        _ if id == "needless-nop" => ("a nop that no rule needs".to_owned(), String::new()),
        _ => ("a wait for nothing".to_owned(), String::new()),
    };
    let help = match help.is_empty() {
        true => short.clone(),
        false => help,
    };
    json!({
        "id": id,
        "shortDescription": { "text": short },
        "help": { "text": help },
        "helpUri": HELP,
    })
}

fn result(uri: &str, finding: &Finding, index: usize) -> Value {
    let level = match finding.severity {
        Severity::Error => "error",
        Severity::Suspicious => "warning",
        _ => "note",
    };
    let mut text = format!("{}: {}", finding.at.instruction, finding.message);
    if let Some(after) = &finding.after {
        text += &format!("; after {} ({})", after.instruction, after.place());
    }
    if finding.path.len() > 1 {
        text += &format!("; by way of {}", finding.path.join(", "));
    }
    text += &format!("; {}", finding.mend);
    let location = |spot: &Spot| location(uri, finding, spot);
    let related: Vec<Value> = finding.after.iter().map(location).collect();
    json!({
        "ruleId": finding.rule,
        "ruleIndex": index,
        "level": level,
        "message": { "text": text },
        "locations": [location(&finding.at)],
        "relatedLocations": related,
        "partialFingerprints": { "cdnaSchedLint/v1": finding.identity },
    })
}

fn location(uri: &str, finding: &Finding, spot: &Spot) -> Value {
    let mut place = json!({ "artifactLocation": { "uri": uri } });
    if spot.line > 0 {
        place["region"] = json!({
            "startLine": spot.line,
            "startColumn": spot.column.max(1),
            "snippet": { "text": spot.instruction },
        });
    } else {
        place["address"] = json!({ "absoluteAddress": spot.address });
    }
    let mut name = finding.function.clone();
    if !finding.origin.is_empty() {
        name = format!("{}: {name}", finding.origin);
    }
    json!({
        "physicalLocation": place,
        "logicalLocations": [{ "fullyQualifiedName": name, "kind": "function" }],
    })
}

/// A file's name as a relative URI, or an absolute one.
fn uri(file: &Named) -> String {
    use std::fmt::Write as _;
    let mut uri = String::new();
    if file.path.is_absolute() {
        uri.push_str("file://");
    }
    for byte in file.path.to_string_lossy().bytes() {
        let plain = byte.is_ascii_alphanumeric() || b"/-_.~".contains(&byte);
        if plain {
            uri.push(char::from(byte));
        } else {
            let _ = write!(uri, "%{byte:02X}");
        }
    }
    uri
}
