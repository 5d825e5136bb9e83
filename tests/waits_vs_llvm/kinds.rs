//! Where LLVM asks for more than needed, proved with LLVM's own rule on a changed function.
//!
//! LDS completes in order, and so do messages. With two kinds outstanding, LLVM asks for
//! `lgkmcnt(0)` all the same. That is more than needed: where no more than n operations are
//! outstanding in all, no more than n of each kind are. So LLVM's own rule, applied to a function
//! that has one kind only, says what that kind needs.

use std::collections::BTreeSet;

use cdnasched::machine::Function;
use cdnasched::target::{Counter, Unit};

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

/// The file without the last operation that counts on `counter` ahead of a line, in its block.
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
    let mut ahead = (0..line).rev();
    let last = ahead
        .by_ref()
        .take_while(|&at| !lines[at].starts_with("  bb."))
        .find(|&at| opcode(lines[at]).is_some_and(counts))?;
    let nothing = without(lines[last]);
    lines[last] = &nothing;
    Some(lines.join("\n") + "\n")
}
