//! What is said of an order: plain data.

use std::collections::BTreeMap;

use serde::Serialize;

use super::graph;
use crate::machine::Function;
use crate::report::Clocks;
use crate::schedule::{Dependence, OrderSpace};

/// A dependence that an order turns around.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize)]
pub struct BrokenRecord {
    /// The region.
    pub region: usize,
    /// The node that has to come first.
    pub from: u32,
    /// The node that has to come later.
    pub to: u32,
    /// `true`, `anti`, `output` or `order`.
    pub kind: &'static str,
    /// What makes it, in words.
    pub reason: String,
    /// The first instruction as text.
    pub first: String,
    /// The later one.
    pub second: String,
}

/// What a trace (a loop, for one iteration, or a block) takes in an order.
#[derive(Clone, PartialEq, Default, Debug, Serialize)]
pub struct TraceJudgement {
    /// Its number.
    pub trace: usize,
    /// Number of its first block.
    pub block: u32,
    /// Whether it is a loop.
    #[serde(rename = "loop")]
    pub is_loop: bool,
    /// How often it runs for one run of the function.
    pub frequency: f64,
    /// Modelled clocks by name of the parameter set. Expected ones have 0 for the kernel's own number of waves.
    pub clocks: BTreeMap<String, Clocks>,
    /// The same in the incoming order.
    pub clocks_before: BTreeMap<String, Clocks>,
    /// `s_waitcnt` instructions.
    pub waits: u32,
    /// The same in the incoming order.
    pub waits_before: u32,
    /// Wait states of `s_nop`.
    pub wait_states: u32,
    /// The same in the incoming order.
    pub wait_states_before: u32,
}

/// What is said of an order.
#[derive(Clone, PartialEq, Default, Debug, Serialize)]
pub struct Judgement {
    /// Whether the function may have it.
    pub legal: bool,
    /// Dependences that it turns around: the first few.
    pub broken: Vec<BrokenRecord>,
    /// What the checker found, which does not go by the dependences.
    pub findings: Vec<String>,
    /// The traces that the order is of.
    pub traces: Vec<TraceJudgement>,
    /// `s_waitcnt` instructions of the whole function, once they are placed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub waits: Option<u32>,
    /// Wait states of `s_nop` of the whole function, once they are placed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wait_states: Option<u32>,
}

/// Describes a dependence of a region that an order turns around.
pub(super) fn broken(
    function: &Function,
    space: &OrderSpace,
    region: usize,
    dep: Dependence,
) -> BrokenRecord {
    let view = space.region(region);
    let insts = |node| view.as_ref().map_or(&[][..], |view| view.insts(node));
    BrokenRecord {
        region,
        from: dep.from,
        to: dep.to,
        kind: graph::kind(dep.kind),
        reason: graph::reason(function, insts(dep.from), insts(dep.to), dep.kind),
        first: graph::text(function, insts(dep.from)),
        second: graph::text(function, insts(dep.to)),
    }
}
