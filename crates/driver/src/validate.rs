//! Every result is checked before it leaves its stage; what the checker refuses is reverted.

use std::collections::BTreeSet;

use super::{Outcome, Progress, Stage};
use crate::check::{self, Finding};
use crate::gpu::{OpInfo, OpTraits, Unit};
use crate::machine::{
    BlockId, DepKind, Function, InstFlags, InstId, Operand, OperandFlags, Reg, RegRange,
};
use crate::schedule::Walls;
use crate::transform::rename::Renaming;
use crate::{Check, Options};

/// A result that was refused, with what is needed to see it happen again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Case {
    /// The stage.
    pub stage: Stage,
    /// The function as the stage was given it, in the text form.
    pub function: String,
    /// What was found, in sentences.
    pub findings: Vec<String>,
}

impl Case {
    /// What was found first; empty if nothing was.
    pub fn first_finding(&self) -> &str {
        self.findings.first().map_or("", String::as_str)
    }
}

/// A way to break a result before it is checked: the checker must find it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// Stage 1 lets an instruction run before one whose result it reads.
    Order,
    /// Stage 1 forgets a wait.
    Wait,
    /// Stage 1 loses something that the memory model requires.
    Request,
    /// Stage 1 leaves one use of a renamed value in the former register; where it renamed nothing,
    /// it has one operand read another register.
    Rename,
    /// Where copies were taken out, one operand reads another register.
    Copy,
    /// In a copy that was put in front of a loop, one operand reads another register.
    Peel,
    /// Stage 2 forgets a nop.
    Nop,
    /// What shows the result panics: the page of a function, the remarks on what binds its loops.
    Show,
}

impl Fault {
    /// All of them.
    pub const ALL: [Fault; 8] = [
        Fault::Order,
        Fault::Wait,
        Fault::Request,
        Fault::Rename,
        Fault::Copy,
        Fault::Peel,
        Fault::Nop,
        Fault::Show,
    ];
    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Fault::Order => "order",
            Fault::Wait => "wait",
            Fault::Request => "request",
            Fault::Rename => "rename",
            Fault::Copy => "copy",
            Fault::Peel => "peel",
            Fault::Nop => "nop",
            Fault::Show => "show",
        }
    }
    /// The fault of that name.
    pub fn from_name(name: &str) -> Option<Fault> {
        Fault::ALL.into_iter().find(|fault| fault.name() == name)
    }
}

/// Breaks the result of a stage, if the fault is one of that stage. `original`: what the stage was
/// given.
pub(super) fn inject(
    function: &mut Function,
    original: &Function,
    fault: Option<Fault>,
    stage: Stage,
) {
    match (fault, stage) {
        (Some(Fault::Order), Stage::Schedule) => swap_first_dependence(function),
        (Some(Fault::Wait), Stage::Schedule) => drop_first(function, |info, inserted| {
            inserted && info.unit == Unit::Wait
        }),
        (Some(Fault::Request), Stage::Schedule) => {
            drop_first(function, |info, _| info.has(OpTraits::SOFT_WAIT));
        }
        (Some(Fault::Rename), Stage::Schedule) => misname(function, original),
        (Some(Fault::Nop), Stage::Nops) => drop_first(function, |info, inserted| {
            inserted && info.unit == Unit::Nop
        }),
        _ => {}
    }
}

/// Panics, if that is the fault.
pub fn show(fault: Option<Fault>) {
    assert!(fault != Some(Fault::Show), "the fault that was asked for");
}

/// Breaks a function without some of its copies, if that is the fault. `original`: the function with them.
pub(super) fn inject_copy(function: &mut Function, original: &Function, fault: Option<Fault>) {
    if fault == Some(Fault::Copy) {
        misname(function, original);
    }
}

/// Has an instruction of the vector ALU in a block read another register.
pub(super) fn spoil(function: &mut Function, block: Option<BlockId>) {
    let order = block.map_or(&[][..], |block| &function.block(block).order);
    if let Some((inst, at, other)) = other_register(function, order) {
        function.set_register(inst, at, other);
    }
}

fn drop_first(function: &mut Function, is: impl Fn(&OpInfo, bool) -> bool) {
    for block in function.block_ids() {
        let mut order = function.block(block).order.clone();
        let wanted = |&id: &InstId| {
            let inserted = function.flags(id).has(InstFlags::INSERTED);
            is(function.info(id), inserted)
        };
        if let Some(at) = order.iter().position(wanted) {
            order.remove(at);
            return function.set_order(block, order);
        }
    }
}

fn swap_first_dependence(function: &mut Function) {
    let plain = |id| !function.flags(id).has(InstFlags::BUNDLE);
    let edge = function
        .edges()
        .iter()
        .find(|edge| edge.kind == DepKind::True && plain(edge.from) && plain(edge.to));
    let Some((from, to)) = edge.map(|edge| (edge.from, edge.to)) else {
        return;
    };
    for block in function.block_ids() {
        let mut order = function.block(block).order.clone();
        let place = |id| order.iter().position(|&i| i == id);
        if let (Some(first), Some(second)) = (place(from), place(to)) {
            order.swap(first, second);
            return function.set_order(block, order);
        }
    }
}

/// Gives a source its former register back or, where none was renamed, another one.
fn misname(function: &mut Function, original: &Function) {
    let present = function.blocks().iter().flat_map(|block| &block.order);
    let present: BTreeSet<InstId> = present.copied().collect();
    let orders = original.blocks().iter().flat_map(|block| &block.order);
    let kept: Vec<InstId> = orders
        .filter(|inst| present.contains(inst))
        .copied()
        .collect();
    let renamed = |&(inst, at, range): &Source| function.operands(inst)[at].reg() != Some(range);
    if let Some((inst, at, former)) = sources(original, &kept).find(renamed) {
        return function.set_register(inst, at, former);
    }
    if let Some((inst, at, other)) = other_register(original, &kept) {
        function.set_register(inst, at, other);
    }
}

/// A vector register that an instruction of the vector ALU reads, and which of its operands that is.
type Source = (InstId, usize, RegRange);

/// What such instructions read that may have another register.
fn sources(function: &Function, insts: &[InstId]) -> impl Iterator<Item = Source> {
    let vector = insts.iter().filter(|&&inst| function.info(inst).is_valu());
    vector.flat_map(|&inst| {
        let operands = function.operands(inst).iter().enumerate();
        let free = |o: &Operand| {
            let marks = [OperandFlags::TIED, OperandFlags::UNDEF];
            o.is_use() && o.is_explicit() && !marks.into_iter().any(|mark| o.flags.has(mark))
        };
        let used =
            operands.filter_map(move |(at, o)| Some((inst, at, o.reg().filter(|_| free(o))?)));
        used.filter(|(_, _, range)| range.first().is_vector())
    })
}

/// The first of these operands with another register: two further in the file, so that tuples begin at an even number again.
fn other_register(function: &Function, insts: &[InstId]) -> Option<Source> {
    sources(function, insts).find_map(|(inst, at, range)| {
        let first = Reg::from_index(range.first().index() + 2)?;
        let other = RegRange::new(first, range.len())?;
        (first.file() == range.first().file()).then_some((inst, at, other))
    })
}

/// What is wrong with the order and the registers of a function. `original`: what they are compared with.
pub(super) fn of_order(
    function: &Function,
    original: &Function,
    options: &Options,
) -> Vec<Finding> {
    let mut findings = Vec::new();
    let orders: Vec<Vec<InstId>> = original.blocks().iter().map(|b| b.order.clone()).collect();
    if options.check != Check::Off {
        let known = check::assembly(original);
        let same = known.and_then(|()| check::order(function, original));
        let named = same.and_then(|()| check::renaming(function, original));
        let kept = named.and_then(|()| check::kept(function, &orders));
        findings.extend(kept.err().map(Finding::from));
    }
    if options.check == Check::Full {
        let strict = options.rename == Renaming::Strict;
        let values = check::same_values(function, original, strict);
        findings.extend(values.err().map(Finding::from));
    }
    if options.check != Check::Off {
        let kept = check::directives(function, &orders, options.walls == Walls::Cross);
        findings.extend(kept.err().map(Finding::from));
    }
    findings
}

/// What is wrong with the result of stage 1. `complete`: it has all its waits.
pub(super) fn of_schedule(
    function: &Function,
    original: &Function,
    complete: bool,
    options: &Options,
    requests: &[check::Request],
) -> Vec<Finding> {
    let mut findings = of_order(function, original, options);
    if options.check == Check::Full && complete {
        findings.extend(check::waits(function).into_iter().map(Finding::from));
        let lost = check::lost(function, requests).lost;
        findings.extend(lost.into_iter().map(Finding::from));
    }
    findings
}

/// What is wrong with the result of stage 2.
pub(super) fn of_nops(function: &Function, options: &Options) -> Vec<Finding> {
    if options.check != Check::Full {
        return Vec::new();
    }
    let hazards = check::hazards(function, options.hazards);
    hazards.into_iter().map(Finding::from).collect()
}

/// Reverts everything a stage did: the function is the original again.
pub(super) fn refuse(
    stage: Stage,
    function: &mut Function,
    original: Function,
    findings: &[Finding],
    progress: &mut Progress,
) -> Outcome {
    let refused = std::mem::replace(function, original);
    let case = Case {
        stage,
        function: function.to_string(),
        findings: findings.iter().map(|f| f.describe(&refused)).collect(),
    };
    let first = case.first_finding();
    progress.refuse(&format!(
        "the check refused the result of stage {} ({first})",
        stage.name()
    ));
    Outcome {
        case: Some(case),
        ..Outcome::default()
    }
}

/// The function, with the findings as users read them.
pub(super) fn case(stage: Stage, function: &Function, findings: &[Finding]) -> Case {
    Case {
        stage,
        function: function.to_string(),
        findings: findings.iter().map(|f| f.describe(function)).collect(),
    }
}
