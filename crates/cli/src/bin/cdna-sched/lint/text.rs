//! Findings for people.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::io::IsTerminal as _;

use anstyle::{AnsiColor, Style};
use cdnasched_base::escape;
use cdnasched_text::lint::{Finding, Report, Severity, Spot};

use super::files::Named;
use super::{Outcome, plural};
use crate::out::say;

const ALL: [Severity; 4] = [
    Severity::Error,
    Severity::Suspicious,
    Severity::Undecided,
    Severity::Needless,
];

/// What is printed of findings.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    /// Each, but of suspicious ones that are alike only the first.
    FirstOfAlike,
    /// Each.
    All,
    /// How many there are of each rule.
    Statistics,
}

/// Prints findings, then what was looked at.
pub fn print(files: &[Named], outcomes: &[Outcome], hidden: usize, shown: Shown) {
    let colours = std::io::stdout().is_terminal()
        && std::env::var_os("NO_COLOR").is_none_or(|set| set.is_empty());
    let mut sums = [0; 4];
    let (mut looked_at, mut functions, mut instructions, mut skipped) = (0, 0, 0, 0);
    let mut undecided = 0;
    for (file, outcome) in files.iter().zip(outcomes) {
        let Ok(report) = outcome else { continue };
        if shown != Shown::Statistics {
            let all = shown == Shown::All;
            print_file(&escape::path(&file.path), report, colours, all);
        }
        for finding in &report.findings {
            if let Some(at) = ALL.iter().position(|&s| s == finding.severity) {
                sums[at] += 1;
            }
        }
        looked_at += usize::from(report.functions + report.skipped.len() > 0);
        functions += report.functions;
        instructions += report.instructions;
        skipped += report.skipped.len();
        undecided += report.undecided;
    }
    if shown == Shown::Statistics {
        print_statistics(files, outcomes);
    }
    let found = ALL.iter().zip(sums).filter(|(_, count)| *count > 0);
    let mut found: Vec<String> = found.map(|(&s, count)| plural(s, count)).collect();
    if found.is_empty() {
        found.push("no findings".to_owned());
    }
    if hidden > 0 {
        found.push(format!("{hidden} in the baseline"));
    }
    if undecided > 0 {
        found.push(format!("{undecided} undecided (--undecided shows them)"));
    }
    if skipped > 0 {
        found.push(format!("{skipped} functions not analysed"));
    }
    say!(
        "{}; {instructions} instructions in {functions} functions of {looked_at} files\n",
        found.join(", ")
    );
}

/// A line for each rule: how many findings, in how many functions, how bad, and its name. The most frequent first.
fn print_statistics(files: &[Named], outcomes: &[Outcome]) {
    type Functions<'a> = BTreeSet<(usize, &'a str, &'a str)>;
    let mut counts: BTreeMap<(&str, Severity), (usize, Functions<'_>)> = BTreeMap::new();
    for (file, report) in outcomes.iter().take(files.len()).enumerate() {
        for finding in report.iter().flat_map(|report| &report.findings) {
            let of = counts.entry((&finding.rule, finding.severity)).or_default();
            of.0 += 1;
            of.1.insert((file, &finding.origin, &finding.function));
        }
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|(_, (count, _))| Reverse(*count));
    for ((rule, severity), (count, functions)) in counts {
        say!(
            "{count:>8} in {:>6} functions  {:<10}  {rule}\n",
            functions.len(),
            severity.name()
        );
    }
}

fn print_file(name: &str, report: &Report, colours: bool, all: bool) {
    let mut alike: HashMap<[&str; 3], usize> = HashMap::new();
    let is_suspicious = |finding: &&Finding| finding.severity == Severity::Suspicious;
    for finding in report.findings.iter().filter(is_suspicious) {
        *alike.entry(kind(finding)).or_default() += 1;
    }
    let mut shown: HashSet<[&str; 3]> = HashSet::new();
    for finding in &report.findings {
        let each = all || finding.severity != Severity::Suspicious;
        if !each && !shown.insert(kind(finding)) {
            continue;
        }
        say!("{}", described(name, finding, colours));
        match alike.get(&kind(finding)) {
            Some(&count) if !each && count > 1 => {
                say!("  and {} more like it (--strict lists each)\n", count - 1);
            }
            _ => {}
        }
    }
    for skipped in &report.skipped {
        say!(
            "{}: note: function {} is not analysed: {} ('{}')\n",
            place(name, &skipped.origin, &skipped.at),
            escape::bytes(skipped.function.as_bytes()),
            skipped.reason,
            escape::bytes(skipped.at.instruction.as_bytes()),
        );
    }
    for part in &report.unread {
        say!("{name}: note: a part cannot be read: {part}\n");
    }
}

/// What is alike for readers: a rule between instructions of these names.
fn kind(finding: &Finding) -> [&str; 3] {
    [
        &finding.rule,
        finding.after.as_ref().map_or("", mnemonic),
        mnemonic(&finding.at),
    ]
}

fn mnemonic(spot: &Spot) -> &str {
    spot.instruction.split(' ').next().unwrap_or_default()
}

fn place(file: &str, origin: &str, at: &Spot) -> String {
    let origin = match origin.is_empty() {
        true => String::new(),
        false => format!("({})", escape::bytes(origin.as_bytes())),
    };
    match at.line {
        0 => format!("{file}{origin}:{:#x}", at.address),
        line => format!("{file}:{line}:{}", at.column),
    }
}

fn described(file: &str, finding: &Finding, colours: bool) -> String {
    let escaped = |text: &str| escape::bytes(text.as_bytes());
    let style = match finding.severity {
        _ if !colours => Style::new(),
        Severity::Error => AnsiColor::Red.on_default().bold(),
        Severity::Suspicious => AnsiColor::Yellow.on_default().bold(),
        _ => AnsiColor::Cyan.on_default().bold(),
    };
    let mut text = format!(
        "{}: {style}{}{style:#}: {} [{}]\n    {}\n",
        place(file, &finding.origin, &finding.at),
        finding.severity.name(),
        finding.message,
        finding.rule,
        escaped(&finding.at.instruction),
    );
    if finding.at.in_asm {
        text += "  in inline assembly, where a compiler puts nothing\n";
    }
    if let Some(after) = &finding.after {
        text += &format!(
            "  after {}: {}\n",
            after.place(),
            escaped(&after.instruction)
        );
    }
    if finding.path.len() > 1 {
        text += &format!("  by way of {}\n", escaped(&finding.path.join(", ")));
    }
    if !finding.document.is_empty() {
        text += &format!("  see {}\n", finding.document);
    }
    text += &format!(
        "  mend: {} (function {})\n",
        finding.mend,
        escaped(&finding.function)
    );
    text
}
