//! What no order of a region can beat, under one model.

use super::region::{Region, Unit};
use crate::machine::DepKind;
use crate::target::Cycles;
use crate::timing::{Costs, OpId, Pipe, Program};

/// Clocks from the issue of a region's first instruction to the end of the issue of its last,
/// for one wave: no order takes less. The largest of three bounds: every instruction takes its
/// issue slots, every unit executes one instruction at a time, and results take their time
/// along the longest chain of dependences.
pub(crate) fn lower_bound(region: &Region, program: &Program, costs: &Costs) -> Cycles {
    let ops = region.first_op..region.first_op + region.ops;
    let cost = |op: OpId| &costs.ops[op as usize];
    let issue: u32 = ops.clone().map(|op| least_issue(program, costs, op)).sum();
    // The last instruction of a unit need not have finished.
    let occupied = |pipe: Pipe| {
        let busy = ops
            .clone()
            .filter(|&op| program.ops[op as usize].pipe == pipe)
            .map(|op| cost(op).busy);
        let (sum, most) = busy.fold((0, 0), |(sum, most), b| (sum + b, b.max(most)));
        sum - most
    };
    let chain = longest_chain(region, program, costs);
    let slots = issue
        .max(occupied(Pipe::Matrix))
        .max(occupied(Pipe::Valu))
        .max(chain);
    Cycles(u64::from(slots) * 4)
}

/// Slots an instruction takes in any order; a wait that finds nothing outstanding takes none.
fn least_issue(program: &Program, costs: &Costs, op: OpId) -> u32 {
    match program.ops[op as usize].wait {
        Some(_) => 0,
        None => costs.ops[op as usize].issue,
    }
}

fn longest_chain(region: &Region, program: &Program, costs: &Costs) -> u32 {
    let mut height = vec![0u32; region.units.len()];
    let mut longest = 0;
    for (at, unit) in region.units.iter().enumerate().rev() {
        let own = (unit.op..unit.op + unit.ops)
            .map(|op| least_issue(program, costs, op))
            .sum();
        let links = region.successors(at as u32).iter();
        let behind = links.map(|link| {
            let to = &region.units[link.unit as usize];
            let latency = match link.kind {
                DepKind::True if is_plain(program, unit) && is_plain(program, to) => {
                    region.latency(program, costs, link)
                }
                _ => 0,
            };
            latency.max(own) + height[link.unit as usize]
        });
        height[at] = behind.max().unwrap_or(0).max(own);
        longest = longest.max(height[at]);
    }
    longest
}

/// One instruction that is no wait: its latency is its own.
fn is_plain(program: &Program, unit: &Unit) -> bool {
    unit.ops == 1 && program.ops[unit.op as usize].wait.is_none()
}
