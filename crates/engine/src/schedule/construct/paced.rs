//! Construction by rates: the work of each unit spread evenly over its region.
//!
//! A list schedule issues what can issue, so memory instructions come in bursts: their unit is busy when
//! the next one could go, and the registers that they write are taken earlier than need be. Here the
//! instructions of each unit get places at equal shares of that unit's work, from the first place that
//! their operands allow to the end of the region; what they need, address arithmetic above all, follows
//! from the latencies. AMD's prototype of a scheduler for tuned kernels spaces memory instructions between
//! matrix instructions in the same way, ahead of register allocation (ROCm/gfx950-gluon-tutorials).

use super::priority::{ByNode, Latencies};
use crate::machine::index::TypedVec;
use crate::schedule::problem::{NodeId, Problem, Region};
use crate::timing::{Costs, Pipe, Program};

/// By region and node, how many slots before the end of its region it should issue: its place, or what
/// the code after the region requires (`live_out`).
pub(super) fn paced(
    problem: &Problem,
    latencies: &Latencies,
    model: usize,
    live_out: &ByNode,
) -> ByNode {
    let regions = problem.regions.iter_enumerated();
    regions
        .map(|(at, region)| {
            let (program, costs) = (&problem.program, &problem.costs[model]);
            let heads = heads(region, latencies.of(model, at));
            let mut slack = live_out[at].clone();
            spread(region, program, costs, &heads, &mut slack);
            slack
        })
        .collect()
}

/// Instructions that share a rate.
#[derive(Default)]
struct Class {
    nodes: Vec<NodeId>,
    /// Slots for which they occupy their unit.
    work: u64,
}

/// Classes that are spread: matrix instructions, and what reads and writes LDS and memory.
const CLASSES: usize = 5;

fn class(program: &Program, region: &Region, node: NodeId) -> Option<usize> {
    let node = &region.nodes[node];
    if node.ops == 0 {
        return None;
    }
    let is_store = || program.touched(&program.steps[node.op]).1.is_empty();
    match program.ops[node.op].pipe {
        Pipe::Matrix => Some(0),
        Pipe::Lds => Some(1 + usize::from(is_store())),
        Pipe::Vmem => Some(3 + usize::from(is_store())),
        Pipe::None | Pipe::Salu | Pipe::Valu | Pipe::Packed | Pipe::Smem => None,
    }
}

/// The longest path from the beginning of the region to each node.
fn heads(region: &Region, latencies: &[u32]) -> TypedVec<NodeId, u32> {
    let mut heads = TypedVec::from_elem(0u32, region.nodes.len());
    for node in region.nodes.indices() {
        for at in region.dep_range(node) {
            let to = region.deps()[at].to;
            heads[to] = heads[to].max(heads[node] + latencies[at]);
        }
    }
    heads
}

fn spread(
    region: &Region,
    program: &Program,
    costs: &Costs,
    heads: &TypedVec<NodeId, u32>,
    slack: &mut TypedVec<NodeId, i32>,
) {
    let busy = |node: NodeId| u64::from(costs.ops[region.nodes[node].op].busy.max(1));
    let mut classes: [Class; CLASSES] = Default::default();
    for node in region.nodes.indices() {
        if let Some(class) = class(program, region, node) {
            classes[class].nodes.push(node);
            classes[class].work += busy(node);
        }
    }
    // The region takes as long as its busiest unit at least, issue slots included.
    let ops = region.op_range().into_iter();
    let issue: u64 = ops.map(|op| u64::from(costs.ops[op].issue)).sum();
    let [matrix, lds, lds_stores, vmem, vmem_stores] = [0, 1, 2, 3, 4].map(|at| classes[at].work);
    let length = issue
        .max(matrix)
        .max(lds + lds_stores)
        .max(vmem + vmem_stores);
    for Class { nodes, work } in &classes {
        let first = nodes.iter().map(|&node| heads[node]).min().unwrap_or(0);
        let span = length.saturating_sub(u64::from(first));
        let mut done = 0;
        for &node in nodes {
            let left = span - span * done / work;
            slack[node] = slack[node].max(left as i32);
            done += busy(node);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::construct::justify::live_out_latency;
    use crate::schedule::problem::RegionId;
    use crate::schedule::tests::{function, problem_of};
    use crate::timing::Model;

    #[test]
    fn each_unit_spreads_its_work_over_the_time_of_the_busiest() {
        let matrix = |d: u32| {
            format!(
                "  V_MFMA_F32_16X16X16F16_e64 def early v[{d}:{}], v[16:17], v[18:19], v[{d}:{}], #0, #0, #0 | passes=4\n",
                d + 3,
                d + 3
            )
        };
        let read = |d: u32| {
            format!("  DS_READ_B32_gfx9 def v{d}, v0, #0, #0 | load | read space=3 bytes=4\n")
        };
        let body = [100, 104, 108, 112].map(matrix).concat() + &[50, 51].map(read).concat();
        let f = function("gfx942", &format!("block 0 frequency=1 depth=0\n{body}"));
        let problem = problem_of(&f, &Model::built_in(f.gpu)[..1]);
        let latencies = Latencies::new(&problem.regions, &problem.program, &problem.costs);
        let ops = problem.program.order();
        let live_out = live_out_latency(&problem, 0, problem.starts[0].clone(), &ops);
        let slack = paced(&problem, &latencies, 0, &live_out);
        // Four matrix instructions occupy their pipe for four slots each.
        assert_eq!(slack[RegionId::new(0)].as_slice(), [16, 12, 8, 4, 16, 8]);
    }
}
