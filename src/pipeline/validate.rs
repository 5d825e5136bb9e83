//! Every result is checked before it leaves its stage; what the checker refuses is reverted.

use super::{Outcome, Stage, report_builder};
use crate::check::{self, Finding};
use crate::gpu::{OpInfo, OpTraits, Unit};
use crate::machine::{DepKind, Function, InstFlags, InstId};
use crate::pipeline::Options;
use crate::report::Record;
use crate::schedule::Walls;

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

/// A way to break a result before it is checked: the checker must find it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// Stage 1 lets an instruction run before one whose result it reads.
    Order,
    /// Stage 1 forgets a wait.
    Wait,
    /// Stage 1 loses something that the memory model requires.
    Request,
    /// Stage 2 forgets a nop.
    Nop,
}

impl Fault {
    /// All of them.
    pub const ALL: [Fault; 4] = [Fault::Order, Fault::Wait, Fault::Request, Fault::Nop];
    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Fault::Order => "order",
            Fault::Wait => "wait",
            Fault::Request => "request",
            Fault::Nop => "nop",
        }
    }
    /// The fault of that name.
    pub fn from_name(name: &str) -> Option<Fault> {
        Fault::ALL.into_iter().find(|fault| fault.name() == name)
    }
}

/// Breaks the result of a stage, if the fault is one of that stage.
pub(super) fn inject(function: &mut Function, fault: Option<Fault>, stage: Stage) {
    match (fault, stage) {
        (Some(Fault::Order), Stage::Schedule) => swap_first_dependence(function),
        (Some(Fault::Wait), Stage::Schedule) => drop_first(function, |info, inserted| {
            inserted && info.unit == Unit::Wait
        }),
        (Some(Fault::Request), Stage::Schedule) => {
            drop_first(function, |info, _| info.has(OpTraits::SOFT_WAIT));
        }
        (Some(Fault::Nop), Stage::Nops) => drop_first(function, |info, inserted| {
            inserted && info.unit == Unit::Nop
        }),
        _ => {}
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

/// What is wrong with the result of stage 1. `complete`: it has all its waits.
pub(super) fn of_schedule(
    function: &Function,
    original: &[Vec<InstId>],
    complete: bool,
    options: &Options,
    requests: &[check::Request],
) -> Vec<Finding> {
    let mut findings = Vec::new();
    if options.check {
        let same = check::order(function, original);
        let kept = same.and_then(|()| check::kept(function, original));
        findings.extend(kept.err().map(Finding::from));
    }
    if options.judge {
        let values = check::same_values(function, original);
        findings.extend(values.err().map(Finding::from));
    }
    if options.judge && complete {
        findings.extend(check::waits(function).into_iter().map(Finding::from));
        let lost = check::lost(function, requests).lost;
        findings.extend(lost.into_iter().map(Finding::from));
    }
    if options.check {
        let kept = check::directives(function, original, options.walls == Walls::Cross);
        findings.extend(kept.err().map(Finding::from));
    }
    findings
}

/// What is wrong with the result of stage 2.
pub(super) fn of_nops(function: &Function, options: &Options) -> Vec<Finding> {
    if !options.judge {
        return Vec::new();
    }
    let hazards = check::hazards(function, options.hazards);
    hazards.into_iter().map(Finding::from).collect()
}

/// Reverts everything a stage did.
pub(super) fn refuse(
    stage: Stage,
    function: &mut Function,
    original: Vec<Vec<InstId>>,
    findings: &[Finding],
    record: &mut Record,
) -> Outcome {
    for (block, order) in function.block_ids().zip(original) {
        function.set_order(block, order);
    }
    let case = case(stage, function, findings);
    *record = Record::default();
    report_builder::describe(function, record);
    record.refused = true;
    let first = case.findings.first().map_or("", String::as_str);
    record.left_alone(
        "function",
        &format!(
            "the check refused the result of stage {} ({first})",
            stage.name()
        ),
    );
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
