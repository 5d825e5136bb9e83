//! The regions of a function and what must come before what in them: plain data.

use std::collections::BTreeMap;

use serde::Serialize;

use super::Evaluator;
use crate::gpu::{OpTraits, Unit};
use crate::machine::{DepKind, Function, InstFlags, InstId, Operand, RegRange};

/// A function as orders see it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Graph {
    /// Its symbol.
    pub function: String,
    /// The processor.
    pub processor: &'static str,
    /// What names the function and its incoming order.
    pub fingerprint: String,
    /// Waves per SIMD that its registers and LDS allow.
    pub waves_per_simd: u32,
    /// The parameter sets of the cost model; the first is what orders are made for.
    pub models: Vec<String>,
    /// All traces, in layout order.
    pub traces: Vec<TraceRecord>,
    /// All regions; an order names them by their place in this list.
    pub regions: Vec<RegionRecord>,
}

/// An innermost loop, or a block outside them.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TraceRecord {
    /// Numbers of its blocks, in the order in which they run.
    pub blocks: Vec<u32>,
    /// Whether it is a loop.
    #[serde(rename = "loop")]
    pub is_loop: bool,
    /// How often it runs for one run of the function.
    pub frequency: f64,
    /// Modelled clocks of an iteration (or run) of one wave in the incoming order, by parameter set, before waits and
    /// nops are placed.
    pub clocks: BTreeMap<String, f64>,
}

/// Instructions that may change places.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RegionRecord {
    /// The trace.
    pub trace: usize,
    /// The block.
    pub block: u32,
    /// Whether the order must stay.
    pub pinned: bool,
    /// The nodes in the incoming order; an order names them by their place in this list.
    pub nodes: Vec<NodeRecord>,
    /// What must come before what.
    pub dependences: Vec<DependenceRecord>,
}

/// What moves as one: an instruction, or several that stay together.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct NodeRecord {
    /// As assembly text. Waits that the memory model requires are there too; others are placed behind every order.
    pub text: String,
    /// The lines of the text that it is, where it is of one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<u32>,
    /// The unit that executes it.
    pub unit: String,
    /// Registers that it reads.
    pub reads: Vec<String>,
    /// Registers that it writes.
    pub writes: Vec<String>,
    /// Whether it may load from memory.
    pub loads: bool,
    /// Whether it may store to memory.
    pub stores: bool,
}

/// A dependence.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct DependenceRecord {
    /// The node that comes first.
    pub from: u32,
    /// The node that comes later.
    pub to: u32,
    /// `true`: the later one reads what the earlier writes. `anti`: it writes what the earlier reads. `output`: both
    /// write. `order`: memory, side effects or a directive.
    pub kind: &'static str,
    /// Clocks from the issue of the first to that of the later one that the first parameter set expects; an estimate.
    pub latency: u64,
}

pub(super) fn of(evaluator: &Evaluator, line: impl Fn(InstId) -> Option<u32>) -> Graph {
    let Evaluator {
        function, space, ..
    } = evaluator;
    let models: Vec<String> = evaluator
        .models
        .iter()
        .map(|m| m.name().to_owned())
        .collect();
    let traces = space.traces().enumerate().map(|(at, trace)| {
        let clocks = space.incoming(at).iter().map(|f| f.period.clocks());
        TraceRecord {
            blocks: trace.blocks.iter().map(|block| block.0).collect(),
            is_loop: trace.is_loop(),
            frequency: function.block(trace.blocks[0]).frequency,
            clocks: models.iter().cloned().zip(clocks).collect(),
        }
    });
    let regions = (0..space.len()).filter_map(|at| {
        let view = space.region(at)?;
        let nodes = (0..view.len() as u32).map(|node| {
            let insts = view.insts(node);
            NodeRecord {
                lines: insts.iter().filter_map(|&inst| line(inst)).collect(),
                ..node_record(function, insts)
            }
        });
        let dependences = view.dependences().map(|dep| DependenceRecord {
            from: dep.from,
            to: dep.to,
            kind: kind(dep.kind),
            latency: space.latency(at, dep).0,
        });
        Some(RegionRecord {
            trace: space.trace_of(at)?,
            block: view.block().0,
            pinned: view.is_pinned(),
            nodes: nodes.collect(),
            dependences: dependences.collect(),
        })
    });
    Graph {
        function: function.name.clone(),
        processor: function.gpu.name(),
        fingerprint: evaluator.fingerprint.clone(),
        waves_per_simd: evaluator.waves,
        traces: traces.collect(),
        regions: regions.collect(),
        models,
    }
}

fn node_record(function: &Function, insts: &[InstId]) -> NodeRecord {
    let has = |flag| insts.iter().any(|&inst| function.flags(inst).has(flag));
    let unit = insts.last().map(|&inst| function.info(inst).unit);
    NodeRecord {
        text: text(function, insts),
        lines: Vec::new(),
        unit: unit.map_or_else(String::new, |unit| format!("{unit:?}").to_lowercase()),
        reads: names(function, insts, Operand::is_use),
        writes: names(function, insts, Operand::is_def),
        loads: has(InstFlags::MAY_LOAD),
        stores: has(InstFlags::MAY_STORE),
    }
}

/// The instructions of a node as text.
pub(super) fn text(function: &Function, insts: &[InstId]) -> String {
    let all: Vec<String> = insts
        .iter()
        .map(|&inst| {
            let request = crate::waitcnt::wait_request(function, inst);
            match request.filter(|_| function.info(inst).unit == Unit::Wait) {
                Some(counts) => format!("s_waitcnt {counts}"),
                None => function.asm(inst),
            }
        })
        .collect();
    all.join("; ")
}

fn ranges(function: &Function, insts: &[InstId], wanted: fn(&Operand) -> bool) -> Vec<RegRange> {
    let operands = insts.iter().flat_map(|&inst| function.operands(inst));
    let mut ranges = Vec::new();
    for range in operands.filter(|o| wanted(o)).filter_map(Operand::reg) {
        if !ranges.contains(&range) {
            ranges.push(range);
        }
    }
    ranges
}

fn names(function: &Function, insts: &[InstId], wanted: fn(&Operand) -> bool) -> Vec<String> {
    let ranges = ranges(function, insts, wanted);
    ranges.iter().map(ToString::to_string).collect()
}

/// The name of a kind of dependence.
pub(super) fn kind(kind: DepKind) -> &'static str {
    match kind {
        DepKind::True => "true",
        DepKind::Anti => "anti",
        DepKind::Output => "output",
        DepKind::Order => "order",
    }
}

/// What makes a dependence, in words.
pub(super) fn reason(function: &Function, from: &[InstId], to: &[InstId], kind: DepKind) -> String {
    let shared = |first: fn(&Operand) -> bool, second: fn(&Operand) -> bool| -> String {
        let (first, second) = (ranges(function, from, first), ranges(function, to, second));
        let overlaps = |range: &&RegRange| second.iter().any(|other| range.overlaps(*other));
        let names: Vec<String> = first
            .iter()
            .filter(overlaps)
            .map(ToString::to_string)
            .collect();
        names.join(", ")
    };
    match kind {
        DepKind::True => format!(
            "the later one reads {}, which the first writes",
            shared(Operand::is_def, Operand::is_use)
        ),
        DepKind::Anti => format!(
            "the later one writes {}, which the first reads",
            shared(Operand::is_use, Operand::is_def)
        ),
        DepKind::Output => {
            format!("both write {}", shared(Operand::is_def, Operand::is_def))
        }
        DepKind::Order => order_reason(function, from, to).to_owned(),
    }
}

fn order_reason(function: &Function, from: &[InstId], to: &[InstId]) -> &'static str {
    let any = |insts: &[InstId], is: &dyn Fn(InstId) -> bool| insts.iter().any(|&inst| is(inst));
    let is_control = |inst| {
        let info = function.info(inst);
        info.unit == Unit::Wait || info.has(OpTraits::CACHE_CONTROL)
    };
    let is_memory = |inst| {
        let flags = function.flags(inst);
        flags.has(InstFlags::MAY_LOAD) || flags.has(InstFlags::MAY_STORE)
    };
    if any(from, &is_control) || any(to, &is_control) {
        "one is a wait or a cache control that memory accesses keep their side of"
    } else if any(from, &is_memory) && any(to, &is_memory) {
        "both access memory, maybe the same place"
    } else {
        "side effects, or a directive of the user, keep them in order"
    }
}
