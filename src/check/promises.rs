//! What is outstanding at most where other waves or the host may look.

use super::ordered::is_ordered;
use super::waits::{each_state, loads_into_lds};
use crate::gpu::Counter;
use crate::machine::{Function, InstId};

/// What a stream promises before an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Promise {
    /// The instruction.
    pub inst: InstId,
    /// By counter: no more operations than this are outstanding.
    pub most: [u8; 3],
    /// A load straight into LDS may be outstanding.
    pub loads_into_lds: bool,
    /// The L2 may be being written back.
    pub writes_back: bool,
}

/// What holds before each instruction that accesses memory or signals others, in layout order; unreached blocks
/// are left out.
pub(crate) fn promises(function: &Function) -> Vec<Promise> {
    let mut found = Vec::new();
    each_state(function, |_, inst, state| {
        let inst = inst.filter(|&inst| is_ordered(function, inst));
        if let (Some(inst), Some(state)) = (inst, state) {
            found.push(Promise {
                inst,
                most: Counter::ALL.map(|counter| state.most(counter)),
                loads_into_lds: loads_into_lds(function, state),
                writes_back: state.writes_back(),
            });
        }
    });
    found
}
