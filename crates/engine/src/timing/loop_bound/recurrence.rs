//! Cycles of true dependences over the back edge.

use crate::machine::index::TypedVec;
use crate::machine::{Function, InstFlags, OperandFlags};
use crate::timing::program::{AtomId, Costs, Op, OpId, Program};
use crate::timing::simulator::{PER_SLOT, Period};
use crate::timing::stream::Stream;

/// An instruction reads what another one wrote.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Edge {
    pub from: OpId,
    pub to: OpId,
    /// The least number of slots from the issue of one to that of the other.
    pub latency: u32,
    /// How many iterations later the reader is: 0 or 1.
    pub distance: u32,
}

/// The cycle that takes most time per iteration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Cycle {
    pub period: Period,
    /// The instruction on it with the longest latency, the first of equals.
    pub through: OpId,
}

/// The true dependences of registers in a loop, by reader in the order of the loop. Which of several writes is read does
/// not depend on the order of the instructions, as long as the order is a legal one, nor on the registers.
pub(super) fn edges<S: Stream>(
    program: &Program<S>,
    function: &Function,
    costs: &Costs,
) -> Vec<Edge> {
    let nothing = || TypedVec::from_elem(None, program.atom_count());
    // By atom, what wrote it last: in the iteration before, and in this one.
    let mut before: TypedVec<AtomId, Option<OpId>> = nothing();
    let mut now: TypedVec<AtomId, Option<OpId>> = nothing();
    for (op, step) in program.steps.iter_enumerated() {
        for &atom in program.touched(step).1 {
            before[atom] = Some(op);
        }
    }
    // A function that is called may have waited.
    let calls = |op: &Op| function.flags(op.inst).has(InstFlags::CALL);
    let has_calls = program.ops.iter().any(calls);
    let mut edges = Vec::new();
    for (to, step) in program.steps.iter_enumerated() {
        let (uses, defs) = program.touched(step);
        for &atom in uses {
            let of = |from: Option<OpId>, distance| from.map(|from| (from, distance));
            let Some((from, distance)) = of(now[atom], 0).or(of(before[atom], 1)) else {
                continue;
            };
            let is_awaited =
                !is_memory(program, from) || !has_calls && awaits_memory(program, function, to);
            let slots = match is_awaited {
                true => costs.ops[from].issue.max(costs.ops[from].result),
                false => costs.ops[from].issue,
            };
            edges.push(Edge {
                from,
                to,
                latency: slots,
                distance,
            });
        }
        for &atom in defs {
            now[atom] = Some(to);
        }
    }
    edges
}

fn is_memory<S: Stream>(program: &Program<S>, op: OpId) -> bool {
    program.ops[op].vm || program.ops[op].lgkm
}

/// Whether a read of what memory returns issues only when that has arrived: except where an access to memory overwrites a
/// part of the register that it reads, since accesses of one kind return in order.
fn awaits_memory<S: Stream>(program: &Program<S>, function: &Function, to: OpId) -> bool {
    let reader = function.operands(program.ops[to].inst).iter();
    let is_partial = reader
        .filter(|o| !o.is_def())
        .any(|o| o.flags.has(OperandFlags::TIED));
    !(is_memory(program, to) && is_partial)
}

/// Passes over the edges in search of one cycle; most loops need two or three. Fewer than necessary
/// may miss a longer cycle, and so make the bound lower, not wrong.
const MOST_PASSES: usize = 64;

/// The cycle with the longest latency per iteration among those that take more than `least`.
///
/// It is found as the limit of ever longer ones: while there is a cycle that takes more than the last
/// one, a longest-path computation that charges each iteration with the time of that one runs into it
/// (Dinkelbach's method for the maximum ratio of a cycle).
pub(super) fn longest_cycle(count: usize, edges: &[Edge], least: Period) -> Option<Cycle> {
    let mut best: Option<Cycle> = None;
    // Time per iteration, as a fraction.
    let (mut time, mut iterations) = (least.0 as i64, PER_SLOT as i64);
    while let Some(cycle) = longer_cycle(count, edges, time, iterations) {
        let sum = |of: fn(&Edge) -> u32| -> u32 { cycle.iter().map(|&at| of(&edges[at])).sum() };
        let (latency, distance) = (sum(|e| e.latency), sum(|e| e.distance));
        let through = cycle.iter().map(|&at| &edges[at]);
        let through = through.max_by_key(|e| (e.latency, std::cmp::Reverse(e.from)))?;
        best = Some(Cycle {
            period: Period::over(latency, distance),
            through: through.from,
        });
        (time, iterations) = (i64::from(latency), i64::from(distance));
    }
    best
}

/// A cycle that takes more than `time / iterations` slots per iteration, as indices of its edges.
fn longer_cycle(count: usize, edges: &[Edge], time: i64, iterations: i64) -> Option<Vec<usize>> {
    let weight = |e: &Edge| i64::from(e.latency) * iterations - time * i64::from(e.distance);
    let mut length: TypedVec<OpId, i64> = TypedVec::from_elem(0, count);
    // The last edge of the longest path to each instruction.
    let mut last: TypedVec<OpId, Option<usize>> = TypedVec::from_elem(None, count);
    for _ in 0..MOST_PASSES {
        let mut changed = false;
        for (at, edge) in edges.iter().enumerate() {
            let reached = length[edge.from] + weight(edge);
            if reached > length[edge.to] {
                (length[edge.to], last[edge.to]) = (reached, Some(at));
                changed = true;
            }
        }
        if !changed {
            return None;
        }
        if let Some(cycle) = cycle_of(edges, &last) {
            return Some(cycle);
        }
    }
    None
}

/// A cycle among the edges that paths end with.
fn cycle_of(edges: &[Edge], last: &TypedVec<OpId, Option<usize>>) -> Option<Vec<usize>> {
    let mut seen_from: TypedVec<OpId, Option<OpId>> = TypedVec::from_elem(None, last.len());
    for start in last.indices() {
        let mut at = start;
        while let (None, Some(edge)) = (seen_from[at], last[at]) {
            seen_from[at] = Some(start);
            at = edges[edge].from;
        }
        if seen_from[at] != Some(start) {
            continue;
        }
        // The walk from here came back to a place of its own, or ended where no path leads.
        let mut cycle = Vec::new();
        let mut back = at;
        while let Some(edge) = last[back] {
            cycle.push(edge);
            back = edges[edge].from;
            if back == at {
                return Some(cycle);
            }
        }
    }
    None
}
