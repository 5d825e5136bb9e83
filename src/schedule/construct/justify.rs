//! Pushing a schedule towards its end: how late each unit could issue.
//!
//! A schedule made from the beginning shows what stands in whose way; the same units placed once
//! more from the end, the last first and each as late as what needs it and the units it runs on
//! allow, show how urgent each really is. A new schedule by that urgency is often shorter (in
//! project scheduling: forward-backward improvement, or justification).

use smallvec::SmallVec;

use crate::schedule::construct::priority::{ByNode, Latencies};
use crate::schedule::problem::Problem;
use crate::schedule::problem::{NodeId, Region};
use crate::timing::{Costs, OpId, Pipe, Program, State};

/// The slots in which units issue when `ops` run from `begin` on, by region and unit.
pub(crate) fn slots(
    problem: &Problem,
    homes: &[Option<(u32, NodeId)>],
    model: usize,
    mut state: State,
    ops: &[OpId],
) -> Vec<Vec<u32>> {
    let regions = problem.regions.iter();
    let mut slots: Vec<Vec<u32>> = regions.map(|r| vec![0; r.units.len()]).collect();
    for &op in ops {
        let (_, at) = state.step(&problem.program, &problem.costs[model], op);
        if let Some((region, unit)) = homes[op as usize] {
            slots[region as usize][unit as usize] = at;
        }
    }
    slots
}

/// By region and unit, the slots between its issue and the end of its region when the units of a
/// schedule, those that issue last first, are placed as late as they can be. `outward` is what
/// must lie behind a unit for the sake of the code behind the region.
pub(crate) fn pushed(
    problem: &Problem,
    latencies: &Latencies,
    model: usize,
    outward: &ByNode,
    slots: &[Vec<u32>],
) -> ByNode {
    let regions = problem.regions.iter().enumerate();
    regions
        .map(|(at, region)| {
            let latencies = latencies.of(model, at);
            let costs = &problem.costs[model];
            push(
                region,
                &problem.program,
                costs,
                latencies,
                &outward[at],
                &slots[at],
            )
        })
        .collect()
}

fn push(
    region: &Region,
    program: &Program,
    costs: &Costs,
    latencies: &[u32],
    outward: &[i32],
    slots: &[u32],
) -> Vec<i32> {
    let mut last_first: Vec<NodeId> = (0..region.units.len() as NodeId).collect();
    last_first.sort_unstable_by_key(|&u| std::cmp::Reverse((slots[u as usize], u)));
    let mut rest = vec![0i32; region.units.len()];
    let mut units = ReservationTable::default();
    for unit in last_first {
        let links = region.link_range(unit);
        let behind = links.map(|l| latencies[l] as i32 + rest[region.links()[l].unit as usize]);
        let least = behind.max().unwrap_or(0).max(outward[unit as usize]);
        let entry = &region.units[unit as usize];
        rest[unit as usize] = match entry.ops {
            0 => least,
            _ => {
                let ops = entry.op..entry.op + entry.ops;
                let issue = ops.map(|op| costs.ops[op as usize].issue).sum();
                let pipe = program.ops[entry.op as usize].pipe;
                let busy = costs.ops[entry.op as usize].busy;
                units.place(least.max(0) as u32, issue, pipe, busy) as i32
            }
        };
    }
    rest
}

/// The slots of one resource, counted from the end of the region.
#[derive(Default)]
struct FreeSlots {
    /// By slot: itself if it is free, else one behind which to look on.
    next: Vec<u32>,
}

impl FreeSlots {
    /// The first free slot from that one on. Ways walked are shortened, so that a long run of taken
    /// slots is passed at once.
    fn free_from(&mut self, slot: u32) -> u32 {
        let known = self.next.len() as u32;
        self.next.extend(known..(slot + 1).max(known));
        let mut end = slot;
        while self.next.get(end as usize).is_some_and(|&next| next != end) {
            end = self.next[end as usize];
        }
        let mut at = slot;
        while at != end {
            at = std::mem::replace(&mut self.next[at as usize], end);
        }
        end
    }

    /// Where so many free slots in a row may begin, from `first` on: nowhere before.
    fn room_from(&mut self, first: u32, length: u32) -> u32 {
        let last_taken = (first..first + length)
            .rev()
            .find(|&slot| self.free_from(slot) != slot);
        last_taken.map_or(first, |slot| self.free_from(slot))
    }

    fn take(&mut self, first: u32, length: u32) {
        for slot in first..first + length {
            self.free_from(slot);
            self.next[slot as usize] = slot + 1;
        }
    }
}

/// What is taken of the resources of a region.
#[derive(Default)]
struct ReservationTable {
    issue: FreeSlots,
    matrix: FreeSlots,
    lds: FreeSlots,
    vmem: FreeSlots,
}

impl ReservationTable {
    /// Takes the last free place that begins at least that many slots before the end; gives how
    /// many there are.
    fn place(&mut self, least: u32, issue: u32, pipe: Pipe, busy: u32) -> u32 {
        let unit = match pipe {
            Pipe::Matrix => Some(&mut self.matrix),
            Pipe::Lds => Some(&mut self.lds),
            Pipe::Vmem => Some(&mut self.vmem),
            Pipe::None | Pipe::Salu | Pipe::Valu | Pipe::Smem => None,
        };
        let issue = issue.max(1);
        // A unit may be busy beyond the end of the region.
        let mut wanted: SmallVec<[(&mut FreeSlots, u32); 2]> = SmallVec::new();
        wanted.push((&mut self.issue, issue));
        wanted.extend(unit.map(|unit| (unit, busy.max(1))));
        let mut begin = least.max(issue);
        loop {
            let before = begin;
            for (slots, length) in &mut wanted {
                let length = begin.min(*length);
                begin = slots.room_from(begin - length, length) + length;
            }
            if begin == before {
                break;
            }
        }
        for (slots, length) in &mut wanted {
            let length = begin.min(*length);
            slots.take(begin - length, length);
        }
        begin
    }
}

/// How long before the end of its region a unit should issue for a user behind the region (of a
/// loop: also in the next iteration), were that user where it is in `ops`: by region and unit.
pub(crate) fn outward(
    problem: &Problem,
    homes: &[Option<(u32, NodeId)>],
    model: usize,
    mut state: State,
    ops: &[OpId],
) -> ByNode {
    let (program, costs) = (&problem.program, &problem.costs[model]);
    let regions = problem.regions.iter();
    let mut outward: ByNode = regions.map(|r| vec![0; r.units.len()]).collect();
    let mut ends = vec![0u32; problem.regions.len()];
    // By atom: who wrote it last, and in which iteration.
    let mut writers: Vec<Option<(OpId, usize)>> = vec![None; program.atom_count()];
    let laps = if program.is_loop { 2 } else { 1 };
    for (lap, &op) in (0..laps).flat_map(|lap| ops.iter().map(move |op| (lap, op))) {
        let (plan, _) = state.step(program, costs, op);
        let (uses, defs) = program.touched(&program.steps[op as usize]);
        for &atom in uses {
            let Some((writer, then)) = writers[usize::from(atom)] else {
                continue;
            };
            let Some((region, unit)) = homes[writer as usize] else {
                continue;
            };
            let inside = homes[op as usize].is_some_and(|(home, _)| home == region);
            if inside && then == lap {
                continue;
            }
            let passed = plan.unstalled.saturating_sub(ends[region as usize]);
            let entry = &mut outward[region as usize][unit as usize];
            *entry = (*entry).max(costs.ops[writer as usize].result as i32 - passed as i32);
        }
        for &atom in defs {
            writers[usize::from(atom)] = Some((op, lap));
        }
        if let Some((region, _)) = homes[op as usize] {
            ends[region as usize] = state.wave.now;
        }
    }
    outward
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gpu::WaitStates;
    use crate::machine::{InstId, text};
    use crate::schedule::{Options, Walls, regions_of};
    use crate::timing::Trace;

    /// What pushing says of the instructions of the first block, under the first model.
    fn pushed_of(body: &str) -> (ByNode, ByNode) {
        let source = format!("cdna-flat 1\nfunction \"t\"\ngpu gfx942\n{body}");
        let function = text::parse(&source).expect("valid text");
        let needs = |_: InstId, _: InstId| WaitStates(0);
        let trace = Trace::all(&function).remove(0);
        let program = Program::compile(&function, &trace.blocks, trace.next, &needs);
        let costs = vec![program.costs(&function, &Options::new(&function).models[0])];
        let mut unit_of = vec![u32::MAX; function.inst_count()];
        let regions = regions_of(&function, &trace, Walls::Honour, &mut unit_of);
        let start = State::new(&program, None);
        let problem = Problem::new(program, regions, costs, vec![start.clone()], 1);
        let (ops, homes) = (problem.program.order(), problem.homes());
        let state = || start.clone();
        let outward = outward(&problem, &homes, 0, state(), &ops);
        let slots = slots(&problem, &homes, 0, state(), &ops);
        let latencies = Latencies::new(&problem.regions, &problem.program, &problem.costs);
        let pushed = pushed(&problem, &latencies, 0, &outward, &slots);
        (pushed, outward)
    }

    #[test]
    fn the_matrix_pipe_and_issue_slots_are_taken_once() {
        let (pushed, _) = pushed_of(
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
        assert_eq!(pushed[0], [7, 3, 2, 1]);
    }

    #[test]
    fn runs_of_taken_slots_are_passed() {
        let mut slots = FreeSlots::default();
        slots.take(2, 3);
        slots.take(6, 1);
        assert_eq!(
            [0, 1, 2, 4, 5, 6, 9].map(|s| slots.free_from(s)),
            [0, 1, 5, 5, 5, 7, 9]
        );
        assert_eq!([0, 1].map(|s| slots.room_from(s, 2)), [0, 5]);
        assert_eq!(slots.room_from(5, 2), 7);
    }

    #[test]
    fn what_the_next_iteration_uses_is_urgent() {
        let (pushed, outward) = pushed_of(
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
        assert!(outward[0][2] > 10 && outward[0][3] <= 2, "{outward:?}");
        assert!(pushed[0][2] >= outward[0][2]);
    }
}
