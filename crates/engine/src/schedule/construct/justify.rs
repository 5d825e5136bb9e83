//! Justification: how late each node of a schedule could issue.
//!
//! A schedule made from the beginning shows which nodes compete for a resource. Placing the same nodes
//! again from the end, the last first and each as late as its successors and resources allow, shows how
//! much slack each really has. A new schedule with these slots as priorities is often shorter:
//! forward-backward improvement, or justification, in resource-constrained project scheduling (Li and
//! Willis 1992; Valls, Ballestín and Quintanilla 2005).

use super::priority::{ByNode, Latencies, by_node};
use super::reservation::ReservationTable;
use crate::machine::index::TypedVec;
use crate::schedule::problem::{NodeId, Problem, Region, RegionId};
use crate::timing::{AtomId, Costs, OpId, Program, SimState};

/// The slots in which nodes issue when `ops` run from `state` on, by region and node.
pub(super) fn issue_slots(
    problem: &Problem,
    model: usize,
    mut state: SimState,
    ops: &[OpId],
) -> ByNode<u32> {
    let mut slots = by_node(&problem.regions);
    for &op in ops {
        let (_, at) = state.step(&problem.program, &problem.costs[model], op);
        if let Some(home) = problem.homes[op] {
            slots[home.region][home.node] = at;
        }
    }
    slots
}

/// By region and node, the slots between its issue and the end of its region when the nodes of a
/// schedule, those that issue last first, are placed as late as they can be. `live_out` is how many
/// slots the code after the region requires.
pub(super) fn justified(
    problem: &Problem,
    latencies: &Latencies,
    model: usize,
    live_out: &ByNode,
    issue_slots: &ByNode<u32>,
) -> ByNode {
    let regions = problem.regions.iter_enumerated();
    regions
        .map(|(at, region)| {
            let latencies = latencies.of(model, at);
            let costs = &problem.costs[model];
            let slots = &issue_slots[at];
            as_late_as_possible(
                region,
                &problem.program,
                costs,
                latencies,
                &live_out[at],
                slots,
            )
        })
        .collect()
}

fn as_late_as_possible(
    region: &Region,
    program: &Program,
    costs: &Costs,
    latencies: &[u32],
    live_out: &TypedVec<NodeId, i32>,
    issue_slots: &TypedVec<NodeId, u32>,
) -> TypedVec<NodeId, i32> {
    let mut last_first: Vec<NodeId> = region.nodes.indices().collect();
    last_first.sort_unstable_by_key(|&n| std::cmp::Reverse((issue_slots[n], n)));
    // Slots between the issue of each node and the end of the region.
    let mut slack = TypedVec::from_elem(0i32, region.nodes.len());
    let mut table = ReservationTable::default();
    for node in last_first {
        let deps = region.dep_range(node);
        let after = deps.map(|at| latencies[at] as i32 + slack[region.deps()[at].to]);
        let least = after.max().unwrap_or(0).max(live_out[node]);
        let entry = &region.nodes[node];
        slack[node] = if entry.ops == 0 {
            least
        } else {
            let ops = entry.op_range().into_iter();
            let issue = ops.map(|op| costs.ops[op].issue).sum();
            let pipe = program.ops[entry.op].pipe;
            let busy = costs.ops[entry.op].busy;
            table.place(least.max(0) as u32, issue, pipe, busy) as i32
        };
    }
    slack
}

/// How many slots before the end of its region a node should issue for the sake of a user after the
/// region (of a loop: also in the next iteration), were that user where it is in `ops`: by region and
/// node.
pub(super) fn live_out_latency(
    problem: &Problem,
    model: usize,
    mut state: SimState,
    ops: &[OpId],
) -> ByNode {
    let (program, costs) = (&problem.program, &problem.costs[model]);
    let mut live_out: ByNode = by_node(&problem.regions);
    let mut ends: TypedVec<RegionId, u32> = TypedVec::from_elem(0, problem.regions.len());
    // By atom: who wrote it last, and in which iteration.
    let mut writers: TypedVec<AtomId, Option<(OpId, usize)>> =
        TypedVec::from_elem(None, program.atom_count());
    let iterations = if program.is_loop { 2 } else { 1 };
    for (iteration, &op) in (0..iterations).flat_map(|i| ops.iter().map(move |op| (i, op))) {
        let (plan, _) = state.step(program, costs, op);
        let (uses, defs) = program.touched(&program.steps[op]);
        for &atom in uses {
            let Some((writer, written_in)) = writers[atom] else {
                continue;
            };
            let Some(home) = problem.homes[writer] else {
                continue;
            };
            let region = home.region;
            let inside = problem.homes[op].is_some_and(|user| user.region == region);
            if inside && written_in == iteration {
                continue;
            }
            let passed = plan.without_stall.saturating_sub(ends[region]);
            let entry = &mut live_out[region][home.node];
            *entry = (*entry).max(costs.ops[writer].result as i32 - passed as i32);
        }
        for &atom in defs {
            writers[atom] = Some((op, iteration));
        }
        if let Some(home) = problem.homes[op] {
            ends[home.region] = state.wave.now;
        }
    }
    live_out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gpu::WaitStates;
    use crate::machine::{InstId, text};
    use crate::schedule::problem::ProblemBuilder;
    use crate::schedule::{Options, Walls};
    use crate::timing::{EntryStates, Trace};

    /// The slack of the instructions of the first block when they are justified, and what the code
    /// after it requires, under the first model.
    fn justified_of(body: &str) -> (ByNode, ByNode) {
        let source = format!("cdna-flat 1\nfunction \"t\"\ngpu gfx942\n{body}");
        let function = text::parse(&source).expect("valid text");
        let needs = |_: InstId, _: InstId| WaitStates(0);
        let models = &Options::new(&function).models[..1];
        let trace = Trace::all(&function).remove(0);
        let mut problems = ProblemBuilder::new(&function, &needs, models, Walls::Honour, 1);
        let problem = problems.build(&trace, &EntryStates::new(&function, 1));
        let ops = problem.program.order();
        let state = || problem.starts[0].clone();
        let live_out = live_out_latency(&problem, 0, state(), &ops);
        let slots = issue_slots(&problem, 0, state(), &ops);
        let latencies = Latencies::new(&problem.regions, &problem.program, &problem.costs);
        let slack = justified(&problem, &latencies, 0, &live_out, &slots);
        (slack, live_out)
    }

    #[test]
    fn the_matrix_pipe_and_issue_slots_are_taken_once() {
        let (slack, _) = justified_of(
            "block 0 frequency=1 depth=0
  V_MFMA_F32_16X16X16F16_e64 def early v[0:3], v[16:17], v[18:19], v[0:3], #0, #0, #0 | passes=4
  V_MFMA_F32_16X16X16F16_e64 def early v[20:23], v[16:17], v[18:19], v[20:23], #0, #0, #0 | passes=4
  V_ADD_F32_e32 def v40, v41, v41
  V_ADD_F32_e32 def v42, v41, v41
  S_ENDPGM #0 | return term noreturn boundary
",
        );
        // The additions come last; the pipe may still be busy when the region ends, but takes
        // four slots for each instruction.
        assert_eq!(slack[RegionId::new(0)].as_slice(), [7, 3, 2, 1]);
    }

    #[test]
    fn what_the_next_iteration_uses_has_little_slack() {
        let (slack, live_out) = justified_of(
            "block 0 frequency=8 depth=1 loop=0 successors=0,1
  V_ADD_F32_e32 def v3, v1, v1
  V_ADD_F32_e32 def v4, v2, v2
  DS_READ_B32_gfx9 def v1, v0, #0, #0 | load | read space=3 bytes=4
  V_ADD_F32_e32 def v2, v4, v4
  S_CBRANCH_SCC1 bb.0, imp scc | term branch boundary
block 1 frequency=1 depth=0
  S_ENDPGM #0 | return term noreturn boundary
",
        );
        let [live_out, slack] = [&live_out, &slack].map(|all| all[RegionId::new(0)].as_slice());
        assert!(live_out[2] > 5 && live_out[3] <= 2, "{live_out:?}");
        assert!(slack[2] >= live_out[2]);
    }
}
