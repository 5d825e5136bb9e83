//! Where LLVM requires more than needed, proved with LLVM's own rule on a changed function.
//!
//! LDS completes in order, and so do messages. With two kinds outstanding, LLVM requires
//! `lgkmcnt(0)` all the same. That is more than needed: where no more than n operations are
//! outstanding in all, no more than n of each kind are. So LLVM's own rule, applied to a function
//! that has one kind only, says what that kind needs.

use std::collections::BTreeSet;

use cdnasched_base::gpu::{Counter, Unit};
use cdnasched_base::machine::Function;

/// Everything that counts on `lgkmcnt`, but for flat accesses.
const ON_LGKM: [Unit; 4] = [Unit::Lds, Unit::Smem, Unit::Message, Unit::Gws];

/// The kinds in a function, if that is all that counts on `lgkmcnt` there.
pub fn kinds(function: &Function) -> Option<Vec<Unit>> {
    let used: BTreeSet<&str> = function
        .block_ids()
        .flat_map(|b| &function.block(b).order)
        .map(|&inst| function.opcode(inst).name.as_str())
        .collect();
    let opcodes = || {
        let opcodes = function.opcodes().iter();
        opcodes.filter(|o| used.contains(o.name.as_str()))
    };
    // Flat accesses count on two counters and have a rule of their own.
    if opcodes().any(|o| o.name.starts_with("FLAT_")) {
        return None;
    }
    let here = |unit: &Unit| opcodes().any(|o| o.info.unit == *unit);
    Some(ON_LGKM.into_iter().filter(here).collect())
}

/// A function in MIR without what counts on `lgkmcnt`, but for one kind. Results come from
/// nowhere.
pub fn alone(machine: &str, function: &Function, kept: Unit) -> String {
    let dropped: BTreeSet<&str> = function
        .opcodes()
        .iter()
        .filter(|o| ON_LGKM.contains(&o.info.unit))
        .filter(|o| o.info.unit != kept)
        .map(|o| o.name.as_str())
        .collect();
    let mut out = String::with_capacity(machine.len());
    for line in machine.lines() {
        match opcode(line).is_some_and(|o| dropped.contains(o)) {
            true => out += &without(line),
            false => out += line,
        }
        out.push('\n');
    }
    out
}

/// The opcode of a line of MIR.
fn opcode(line: &str) -> Option<&str> {
    let mut words = line.split_whitespace();
    words.find(|w| w.starts_with(|c: char| c.is_ascii_uppercase()))
}

/// A line that defines what the instruction in it does, and does nothing.
fn without(line: &str) -> String {
    let results = opcode(line).and_then(|o| line.split_once(o));
    match results.filter(|(results, _)| results.contains('=')) {
        Some((results, _)) => format!("{results}IMPLICIT_DEF"),
        None => "    KILL".to_owned(),
    }
}

/// Whether the block that a line of MIR begins is entered only from the one ahead of it.
fn only_falls_in(lines: &[&str], header: usize) -> bool {
    // A header may name its block in IR as well: bb.6.Flow.
    let number = |text: &str| {
        let digits = text.trim().trim_start_matches("%").strip_prefix("bb.")?;
        let end = digits.find(|c: char| !c.is_ascii_digit());
        Some(digits[..end.unwrap_or(digits.len())].to_owned())
    };
    let block = number(lines[header]);
    let entries = |line: &&str| {
        let targets = line.trim().strip_prefix("successors:");
        targets.is_some_and(|t| t.split(',').any(|target| number(target) == block))
    };
    let function = |line: &&&str| !line.starts_with("name:");
    let before = lines[..header].iter().rev().take_while(function);
    let after = lines[header..].iter().take_while(function);
    let ahead = lines[..header]
        .iter()
        .rfind(|l| l.trim().starts_with("successors:"));
    before.chain(after).copied().filter(entries).count() == 1 && ahead.is_some_and(entries)
}

/// The file without the last operation that counts on `counter` ahead of a line, in its block or in
/// those ahead of it that every path to it runs through.
pub fn one_less(file: &str, line: usize, function: &Function, counter: Counter) -> Option<String> {
    let counts = |name: &str| {
        let mut opcodes = function.opcodes().iter();
        let unit = opcodes.find(|o| o.name == name).map(|o| o.info.unit);
        match counter {
            Counter::Vm => matches!(unit, Some(Unit::Vmem(_))),
            Counter::Lgkm => unit.is_some_and(|unit| ON_LGKM.contains(&unit)),
            Counter::Exp => false,
        }
    };
    let mut lines: Vec<&str> = file.lines().collect();
    let through = |at: &usize| !lines[*at].starts_with("  bb.") || only_falls_in(&lines, *at);
    let last = (0..line)
        .rev()
        .take_while(through)
        .find(|&at| opcode(lines[at]).is_some_and(counts))?;
    let nothing = without(lines[last]);
    lines[last] = &nothing;
    Some(lines.join("\n") + "\n")
}
