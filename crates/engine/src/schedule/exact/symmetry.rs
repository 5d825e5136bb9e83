//! Instructions of a region that can change places without any effect.

use rustc_hash::FxHashMap;

use crate::machine::index::TypedVec;
use crate::schedule::exact::region_problem::RegionProblem;
use crate::schedule::problem::{NodeId, Region};
use crate::timing::{OpCost, OpId, Pipe, Program};

/// Everything by which the rest of a region can tell an instruction from another.
#[derive(PartialEq, Eq, Hash)]
struct Signature {
    /// By model.
    costs: Vec<OpCost>,
    pipe: Pipe,
    wait_states: u32,
    vm: bool,
    lgkm: bool,
    unordered: bool,
    /// Alias group of the LDS that it moves memory to, and of the LDS that it accesses.
    dma: Option<u32>,
    lds: Option<u32>,
    clause: Option<Clause>,
    predecessors: Vec<Neighbour>,
    successors: Vec<Neighbour>,
}

/// Its role in a run of memory instructions.
#[derive(PartialEq, Eq, Hash)]
struct Clause {
    scalar: bool,
    loads: bool,
    spoils: bool,
    conflicts: bool,
}

/// A dependence, seen from one of its ends.
#[derive(PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Neighbour {
    /// The other end.
    node: NodeId,
    kind: u8,
}

/// By node, the node before it that is identical to it for the rest of the region: only orders in
/// which that one comes first need be searched.
///
/// Two instructions of one signature whose operands are all ready when the region begins have the
/// same predecessors and successors. In an order where the later one comes first they can change
/// places: no dependence is broken, each issues when the other did, and whatever waits for them
/// waits for both in the same way. So the order that results takes the same slots, waits and wait
/// states under every model, and it is one that is searched.
///
/// Left out is what a signature does not show: instructions that still wait for something from before
/// the region, explicit waits, both ends of wait states, nodes of several
/// instructions, and predecessors of such nodes, of which one instruction may wait for one of the
/// two and another for the other.
pub(super) fn symmetric_predecessors(
    region: &Region,
    program: &Program,
    models: &[&RegionProblem<'_>],
) -> TypedVec<NodeId, Option<NodeId>> {
    let nodes = region.nodes.indices();
    let mut predecessors: TypedVec<NodeId, Vec<Neighbour>> = nodes.map(|_| Vec::new()).collect();
    for dep in region.deps() {
        predecessors[dep.to].push(Neighbour {
            node: dep.from,
            kind: dep.kind as u8,
        });
    }
    let mut last: FxHashMap<Signature, NodeId> = FxHashMap::default();
    let nodes = region.nodes.iter_enumerated();
    nodes
        .zip(predecessors)
        .map(|((node, entry), mut predecessors)| {
            let ready = |model: &&RegionProblem<'_>| model.relaxed.head[node] == 0;
            let successors = region.successors(node);
            let single = |node: NodeId| region.nodes[node].ops <= 1;
            let exchangeable = entry.ops == 1
                && models.iter().all(ready)
                && successors.iter().all(|dep| single(dep.to))
                && program.ops[entry.op].wait.is_none()
                && program.hazards(entry.op).is_empty()
                && !is_producer(program, region, entry.op);
            if !exchangeable {
                return None;
            }
            let edges = successors.iter().map(|dep| Neighbour {
                node: dep.to,
                kind: dep.kind as u8,
            });
            let mut successors: Vec<Neighbour> = edges.collect();
            successors.sort_unstable();
            predecessors.sort_unstable();
            let signature = signature(program, models, entry.op, predecessors, successors);
            last.insert(signature, node)
        })
        .collect()
}

fn signature(
    program: &Program,
    models: &[&RegionProblem<'_>],
    op: OpId,
    predecessors: Vec<Neighbour>,
    successors: Vec<Neighbour>,
) -> Signature {
    let info = &program.ops[op];
    let costs = models.iter().map(|model| model.costs.ops[op]);
    Signature {
        costs: costs.collect(),
        pipe: info.pipe,
        wait_states: info.wait_states,
        vm: info.vm,
        lgkm: info.lgkm,
        unordered: info.unordered,
        dma: info.lds_dma,
        lds: info.lds,
        clause: info.clause.map(|role| Clause {
            scalar: role.scalar,
            loads: role.loads,
            spoils: role.spoils,
            conflicts: role.conflicts,
        }),
        predecessors,
        successors,
    }
}

/// Whether any instruction of the region needs wait states after this one.
fn is_producer(program: &Program, region: &Region, op: OpId) -> bool {
    let ops = region.op_range().into_iter();
    ops.flat_map(|other| program.hazards(other))
        .any(|hazard| hazard.producer == op)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::problem::{NodeOf, RegionId, regions_of};
    use crate::schedule::tests::{function, needs};
    use crate::schedule::{Options, Walls};
    use crate::timing::{Costs, SimState, Trace};

    /// The symmetric predecessors in the one region of a block, under models of which the last one
    /// lets the results of the second instruction come `later`.
    fn symmetric(body: &str, later: u32) -> Vec<Option<usize>> {
        let f = function("gfx942", body);
        let trace = &Trace::all(&f)[0];
        let program = Program::compile(&f, trace, &needs(&f));
        let models = Options::new(&f).models;
        let mut costs: Vec<Costs> = models.iter().map(|m| program.costs(&f, m)).collect();
        if let Some(last) = costs.last_mut() {
            last.ops[OpId::new(1)].result += later;
        }
        let regions = regions_of(&f, trace, Walls::Honour, &mut NodeOf::new(&f));
        let begin = SimState::new(&program, None);
        let region = &regions[RegionId::new(0)];
        let problem = |costs| RegionProblem::new(region, &program, costs, &begin, &begin, 0);
        let problems: Vec<RegionProblem<'_>> = costs.iter().map(problem).collect();
        let all: Vec<&RegionProblem<'_>> = problems.iter().collect();
        let symmetric = symmetric_predecessors(region, &program, &all);
        symmetric
            .iter()
            .map(|node| node.map(NodeId::index))
            .collect()
    }

    const PAIR: &str = "block 0 frequency=1 depth=0
  V_ADD_F32_e32 def v1, v10, v11
  V_ADD_F32_e32 def v2, v12, v13
  V_MUL_F32_e32 def v3, v1, v2
  S_ENDPGM #0 | return term noreturn boundary
";

    #[test]
    fn instructions_are_identical_under_all_models_or_not_at_all() {
        assert_eq!(symmetric(PAIR, 0), [None, Some(0), None]);
        assert_eq!(symmetric(PAIR, 1), [None, None, None]);
    }

    #[test]
    fn instructions_with_users_of_their_own_are_not_identical() {
        let apart = PAIR.replace("v3, v1, v2", "v3, v1, v1");
        assert_eq!(symmetric(&apart, 0), [None, None, None]);
    }
}
