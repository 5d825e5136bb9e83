//! What the scheduler must not move across the waits and cache controls in the stream.
//!
//! The memory legaliser says with waits, markers and cache controls what must be complete before
//! what. LLVM's dependence graph orders them only where their description has side effects, which
//! that of `S_WAITCNT_lds_direct` lacks. So dependences are added here, from what these
//! instructions, the anchors, mean: an anchor keeps its place among everything that memory ordering
//! is about, and arithmetic may cross it. So may what moves values between lanes by way of the LDS unit and accesses no
//! memory (`ds_bpermute_b32`, `ds_permute_b32`, `ds_swizzle_b32`), in kernels without calls, traps and messages, unless the anchor
//! is a wait for `lgkmcnt` above 0.
//!
//! A wait of the user's for a count n above 0 says more: all but the newest n operations are
//! complete, so it matters which those are. Where a function has one, operations on its counter
//! keep their order, except loads among themselves: whatever reads what they load has a wait of
//! ours. A wait in inline assembly may be for any count, on any counter.

use super::events;
use super::op_facts::wait_request;
use crate::gpu::{Counter, Counts, OpTraits, Unit};
use crate::machine::{Function, InstFlags, InstId, Operand};
use crate::transform::passing::{self, Passing};

/// Adds a dependence between each anchor and everything it may order.
///
/// Anchors follow each other, so that each access needs an edge to the anchors next to it only.
pub fn anchor(function: &mut Function) {
    let passing = Passing::of(function);
    let role = |inst| {
        let info = function.info(inst);
        if info.unit == Unit::Wait {
            Some(ChainRole::Wait)
        } else if info.has(OpTraits::CACHE_CONTROL) {
            Some(ChainRole::Fixed)
        } else {
            is_ordered(function, inst).then_some(ChainRole::Free)
        }
    };
    let lanes_pass = values_stay_inside(function);
    let is_between_lanes = |inst| lanes_pass && is_between_lanes(function, inst);
    let mut edges = chains(function, |inst| {
        role(inst).filter(|_| !passing.is_free(inst) && !is_between_lanes(inst))
    });
    // Loads that pass barriers pass the waits that are not for them, too.
    edges.extend(chains(function, |inst| {
        let holds = match role(inst) {
            Some(ChainRole::Free) => passing.is_free(inst),
            _ => !passing::lets_pass(function, inst),
        };
        role(inst).filter(|_| holds)
    }));
    // What moves values between lanes passes all of them that are about memory.
    edges.extend(chains(function, |inst| {
        let holds = match role(inst) {
            Some(ChainRole::Wait) => counts_lanes(function, inst),
            _ => is_between_lanes(inst),
        };
        role(inst).filter(|_| holds)
    }));
    for counter in partially_awaited(function) {
        edges.extend(chains(function, |inst| {
            if !raises(function, inst, counter) {
                None
            } else if is_plain_load(function, inst) {
                Some(ChainRole::Free)
            } else {
                Some(ChainRole::Fixed)
            }
        }));
    }
    edges.retain(|(from, to)| from != to);
    function.add_orders(edges);
}

/// Which other members of its chain an instruction keeps its place among.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ChainRole {
    /// All, except other waits with nothing of the chain in between: a row of waits, all of which
    /// hold after the row, in any order.
    Wait,
    /// All.
    Fixed,
    /// The waits and fixed ones only.
    Free,
}

/// The dependences of a chain, region by region.
fn chains(
    function: &Function,
    role_of: impl Fn(InstId) -> Option<ChainRole>,
) -> Vec<(InstId, InstId)> {
    let mut edges = Vec::new();
    // `last`: the last fixed one or row of waits; `open`: the free ones since then; `before`: what
    // the instruction at hand, or the row that it is in, follows.
    let (mut open, mut last, mut before) = (Vec::new(), Vec::new(), Vec::new());
    for block in function.block_ids() {
        last.clear();
        open.clear();
        let mut in_row = false;
        // A bundle moves as one, by its header.
        let mut header = None;
        for &inst in &function.block(block).order {
            let flags = function.flags(inst);
            if flags.has(InstFlags::BOUNDARY) {
                header = None;
                last.clear();
                open.clear();
                in_row = false;
                continue;
            }
            if !flags.has(InstFlags::IN_BUNDLE) {
                header = Some(inst);
            }
            let (Some(unit), Some(role)) = (header, role_of(inst)) else {
                continue;
            };
            if role != ChainRole::Wait || !in_row {
                before.clear();
                before.extend_from_slice(&last);
                if role != ChainRole::Free {
                    before.append(&mut open);
                    last.clear();
                }
            }
            edges.extend(before.iter().map(|&from| (from, unit)));
            match role {
                ChainRole::Free => open.push(unit),
                ChainRole::Wait | ChainRole::Fixed => last.push(unit),
            }
            in_row = role == ChainRole::Wait;
        }
    }
    edges
}

/// The counters on which a wait of the user's, or a request made of one, may be for a count above 0.
fn partially_awaited(function: &Function) -> Vec<Counter> {
    let insts = function.blocks().iter().flat_map(|b| &b.order);
    let users = insts.filter(|&&inst| function.info(inst).unit == Unit::Wait);
    let requests: Vec<Counts> = users
        .filter_map(|&inst| wait_request(function, inst))
        .collect();
    let mut counters = function.gpu.counters().all.to_vec();
    let mut insts = function.blocks().iter().flat_map(|b| &b.order);
    if insts.any(|&inst| function.flags(inst).has(InstFlags::ASM_WAITS)) {
        return counters;
    }
    counters.retain(|&c| {
        requests
            .iter()
            .any(|counts| counts.get(c).is_some_and(|n| n > 0))
    });
    counters
}

/// Whether an instruction begins an operation that a counter counts.
pub fn raises(function: &Function, inst: InstId, counter: Counter) -> bool {
    let raised = events::counted(function, inst);
    match counter {
        Counter::Vm => raised.vm > 0,
        Counter::Lgkm => raised.lds + raised.smem + raised.other > 0,
        Counter::Exp => raised.exp > 0,
    }
}

/// Reads memory into registers, and has no effect outside its wave.
fn is_plain_load(function: &Function, inst: InstId) -> bool {
    let flags = function.flags(inst);
    let changes = flags.has(InstFlags::MAY_STORE) || flags.has(InstFlags::SIDE_EFFECTS);
    flags.has(InstFlags::MAY_LOAD) && !changes && !flags.has(InstFlags::ORDERED_MEMORY)
}

/// Moves values between lanes by way of the LDS unit: it has a result and, by LLVM's description, accesses no memory.
fn is_between_lanes(function: &Function, inst: InstId) -> bool {
    let flags = function.flags(inst);
    let accesses = [
        InstFlags::MAY_LOAD,
        InstFlags::MAY_STORE,
        InstFlags::SIDE_EFFECTS,
        InstFlags::ORDERED_MEMORY,
    ];
    function.info(inst).unit == Unit::Lds
        && !accesses.into_iter().any(|flag| flags.has(flag))
        && function.operands(inst).iter().any(Operand::is_def)
}

/// Whether a wait is for a count above 0 of the counter that moves between lanes raise, too, or may be.
fn counts_lanes(function: &Function, wait: InstId) -> bool {
    let is_marker = function.operands(wait).is_empty();
    let counts = |request: Counts| request.get(Counter::Lgkm).is_some_and(|n| n > 0);
    !is_marker && wait_request(function, wait).is_none_or(counts)
}

/// Whether nobody outside finds values in registers that no instruction names: not in a kernel without calls, traps and
/// messages. Elsewhere a wait may be for these.
fn values_stay_inside(function: &Function) -> bool {
    let leaves = |&inst: &InstId| {
        function.flags(inst).has(InstFlags::CALL) || reads_by_convention(function, inst)
    };
    let mut insts = function.blocks().iter().flat_map(|block| &block.order);
    function.resources.is_entry && !insts.any(leaves)
}

/// Whether something outside of the program finds values in registers that the instruction does not name: a trap
/// handler.
pub fn reads_by_convention(function: &Function, inst: InstId) -> bool {
    const HANDED_OVER: [&str; 3] = ["S_TRAP", "S_SETHALT", "S_SENDMSG"];
    let name = &function.opcode(inst).name;
    HANDED_OVER.iter().any(|known| name.starts_with(known))
}

/// Removes the requests of the memory legaliser, as LLVM's wait inserter does with those that the
/// waits in the stream make needless.
pub fn drop_requests(function: &mut Function) {
    for block in function.block_ids() {
        let mut order = function.block(block).order.clone();
        let all = order.len();
        order.retain(|&inst| !function.info(inst).has(OpTraits::SOFT_WAIT));
        if order.len() != all {
            function.set_order(block, order);
        }
    }
}

/// Whether an anchor may order the instruction: accesses to memory, and what signals them to other
/// waves or to the host.
fn is_ordered(function: &Function, inst: InstId) -> bool {
    let flags = function.flags(inst);
    match function.info(inst).unit {
        Unit::Vmem(_) | Unit::Lds | Unit::Smem | Unit::Gws => true,
        Unit::Barrier | Unit::Message | Unit::Export => true,
        Unit::InlineAsm => [
            InstFlags::MAY_LOAD,
            InstFlags::MAY_STORE,
            InstFlags::SIDE_EFFECTS,
        ]
        .into_iter()
        .any(|flag| flags.has(flag)),
        _ => false,
    }
}
