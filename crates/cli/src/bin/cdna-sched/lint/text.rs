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

/// How findings are printed.
#[derive(Clone, Copy)]
pub struct Layout {
    /// Which.
    pub shown: Shown,
    /// Function by function.
    pub by_function: bool,
}

/// Prints findings, then what was looked at.
pub fn print(files: &[Named], outcomes: &[Outcome], hidden: usize, layout: Layout) {
    let shown = layout.shown;
    let colours = std::io::stdout().is_terminal()
        && std::env::var_os("NO_COLOR").is_none_or(|set| set.is_empty());
    let mut sums = [0; 4];
    let (mut looked_at, mut functions, mut instructions, mut skipped) = (0, 0, 0, 0);
    let mut undecided = 0;
    for (file, outcome) in files.iter().zip(outcomes) {
        let Ok(report) = outcome else { continue };
        if shown != Shown::Statistics {
            print_file(&escape::path(&file.path), report, colours, layout);
        }
        for (sum, count) in sums.iter_mut().zip(counts(&report.findings)) {
            *sum += count;
        }
        looked_at += usize::from(report.functions + report.skipped.len() > 0);
        functions += report.functions;
        instructions += report.instructions;
        skipped += report.skipped.len();
        undecided += report.undecided;
    }
    if shown == Shown::Statistics {
        match layout.by_function {
            true => print_statistics_by_function(files, outcomes),
            false => print_statistics(files, outcomes),
        }
    }
    if outcomes.iter().all(Result::is_err) {
        say!("nothing was read\n");
        return;
    }
    let mut found = in_words(sums);
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

/// A line for each function with findings, and under it one for each rule: how many, how bad, and its name.
fn print_statistics_by_function(files: &[Named], outcomes: &[Outcome]) {
    for (file, report) in files.iter().zip(outcomes) {
        let Ok(report) = report else { continue };
        for of in functions(&report.findings) {
            print_function(&escape::path(&file.path), of);
            let mut counts: BTreeMap<(&str, Severity), usize> = BTreeMap::new();
            for finding in of {
                *counts.entry((&finding.rule, finding.severity)).or_default() += 1;
            }
            let mut counts: Vec<_> = counts.into_iter().collect();
            counts.sort_by_key(|(_, count)| Reverse(*count));
            for ((rule, severity), count) in counts {
                say!("{count:>8}  {:<10}  {rule}\n", severity.name());
            }
        }
    }
}

/// Findings by function: a report has them in the order of the code.
fn functions(findings: &[Finding]) -> impl Iterator<Item = &[Finding]> {
    findings.chunk_by(|a, b| (&a.origin, &a.function) == (&b.origin, &b.function))
}

/// The name of a function, and how much was found in it.
fn print_function(file: &str, findings: &[Finding]) {
    let Some(first) = findings.first() else {
        return;
    };
    let origin = in_brackets(&first.origin);
    let function = escape::bytes(first.function.as_bytes());
    let found = in_words(counts(findings)).join(", ");
    say!("{file}{origin}: {function}: {found}\n");
}

/// How many findings there are, by severity as in [`ALL`].
fn counts(findings: &[Finding]) -> [usize; 4] {
    ALL.map(|severity| {
        let of = findings.iter();
        of.filter(|finding| finding.severity == severity).count()
    })
}

/// `2 errors`, `1 suspicious`: those that there are.
fn in_words(counts: [usize; 4]) -> Vec<String> {
    let found = ALL.iter().zip(counts).filter(|(_, count)| *count > 0);
    found.map(|(&s, count)| plural(s, count)).collect()
}

/// A code object in a file, behind the file's name.
fn in_brackets(origin: &str) -> String {
    match origin.is_empty() {
        true => String::new(),
        false => format!("({})", escape::bytes(origin.as_bytes())),
    }
}

fn print_file(name: &str, report: &Report, colours: bool, layout: Layout) {
    match layout.by_function {
        true => {
            for of in functions(&report.findings) {
                print_function(name, of);
                print_findings(name, of, colours, layout.shown);
            }
        }
        false => print_findings(name, &report.findings, colours, layout.shown),
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

/// Prints findings, but of those that are alike and not more than suspicious the first, unless all are asked for.
fn print_findings(name: &str, findings: &[Finding], colours: bool, shown: Shown) {
    let all = shown == Shown::All;
    let mut alike: HashMap<[&str; 3], usize> = HashMap::new();
    let is_suspicious = |finding: &&Finding| finding.severity == Severity::Suspicious;
    for finding in findings.iter().filter(is_suspicious) {
        *alike.entry(kind(finding)).or_default() += 1;
    }
    let mut shown: HashSet<[&str; 3]> = HashSet::new();
    for finding in findings {
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
    let origin = in_brackets(origin);
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
