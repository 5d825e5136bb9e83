//! The order that waits and cache controls already in the stream stand for.
//!
//! The memory legaliser says with waits, markers and cache controls what must be complete before
//! what. LLVM's dependence graph knows of them only where their description has side effects,
//! which that of `S_WAITCNT_lds_direct` lacks. So the order is added here, from what they mean:
//! an anchor keeps its place among everything that memory ordering is about, and arithmetic may
//! cross it.

use crate::machine::{DepKind, Edge, Function, InstFlags, InstId};
use crate::target::{OpTraits, Unit};

/// Adds a dependence between each anchor and everything it may order.
///
/// Anchors follow each other, so that each access needs an edge to the anchors next to it only.
pub(crate) fn anchor(function: &mut Function) {
    let mut edges = Vec::new();
    let mut open = Vec::new();
    for block in function.block_ids() {
        let mut last = None;
        open.clear();
        // A bundle moves as one, by its header.
        let mut header = None;
        for &inst in &function.block(block).order {
            let flags = function.flags(inst);
            if flags.has(InstFlags::BOUNDARY) {
                last = None;
                open.clear();
                continue;
            }
            if !flags.has(InstFlags::IN_BUNDLE) {
                header = Some(inst);
            }
            let Some(unit) = header else { continue };
            if is_anchor(function, inst) {
                edges.extend(open.drain(..).chain(last).map(|from| (from, unit)));
                last = Some(unit);
            } else if is_ordered(function, inst) {
                edges.extend(last.map(|from| (from, unit)));
                open.push(unit);
            }
        }
    }
    edges.retain(|(from, to)| from != to);
    function.add_edges(edges.into_iter().map(|(from, to)| Edge {
        from,
        to,
        kind: DepKind::Order,
        llvm_latency: 0,
    }));
}

/// Takes the requests of the memory legaliser out, as LLVM's wait inserter does with those that the
/// waits in the stream make needless.
pub(crate) fn drop_requests(function: &mut Function) {
    for block in function.block_ids() {
        let mut order = function.block(block).order.clone();
        let all = order.len();
        order.retain(|&inst| !function.info(inst).has(OpTraits::SOFT_WAIT));
        if order.len() != all {
            function.set_order(block, order);
        }
    }
}

/// A wait of any kind, or a cache control.
fn is_anchor(function: &Function, inst: InstId) -> bool {
    let info = function.info(inst);
    info.unit == Unit::Wait || info.has(OpTraits::CACHE_CONTROL)
}

/// Whether an anchor may order the instruction: accesses to memory, and what tells other waves or
/// the outside of them.
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
