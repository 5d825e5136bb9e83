//! Which byte of LDS each lane accesses, as far as the instructions show it.
//!
//! Values of registers are followed through the control-flow graph, for the first wave of a workgroup: in
//! each lane a known number plus an offset that is not known but the same in all lanes ([`value`]). Bank
//! conflicts depend on nothing else. Scalar registers are the same in all lanes by nature; vector
//! registers are known by lane where they come from the work-item id, from `v_mbcnt`, from constants and
//! from scalar registers, through the operations in [`operations`]. What another instruction writes, what
//! is written while some lanes may be switched off, and what a callee leaves is not known. A vector register that
//! one path leaves undefined (`IMPLICIT_DEF`) has, where paths meet, what it has on others.
//!
//! Nothing depends on the order of instructions beyond what dependences fix, so one analysis holds for
//! every schedule.

mod access;
mod operations;
mod state;
mod value;

use super::dataflow::{Graph, Problem, solve};
use super::index::TypedVec;
use super::{BlockId, Function, InstFlags, InstId, OperandKind, Reg};
pub use access::{Direction, LdsAccess};
use state::State;
pub use value::LANES;
use value::Value;

/// After so many changes of what a block begins with, what is unknown of its values grows faster.
const CHANGES_BEFORE_WIDENING: u32 = 3;

/// The addresses of an access to LDS in the lanes of a wave, in bytes: `lanes` plus an offset that is the
/// same in all lanes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LaneAddresses {
    /// The known part, by lane.
    pub lanes: [u32; LANES],
    /// Bits that the unknown offset may have.
    pub offset_bits: u32,
    /// Whether all lanes are known to be active; otherwise any of them may be.
    pub all_lanes: bool,
}

/// The accesses to LDS of a function, in the order of its blocks, with the addresses of the first wave's
/// lanes where they are known. `v0` is taken to hold the work-item id as a kernel gets it, of a workgroup
/// whose first dimension is a multiple of 64.
pub fn lds_accesses(function: &Function) -> Vec<(InstId, LdsAccess, Option<LaneAddresses>)> {
    let orders = function.blocks().iter().flat_map(|block| &block.order);
    let accesses = orders.filter_map(|&inst| Some((inst, LdsAccess::of(function, inst)?)));
    let accesses: Vec<_> = accesses.collect();
    if accesses.is_empty() {
        return Vec::new();
    }
    let analysis = Analysis {
        function,
        operations: operations::of_opcodes(function),
    };
    let states = solve(&Graph::forward(function), &analysis);
    let mut addresses: TypedVec<InstId, _> = TypedVec::from_elem(None, function.inst_count());
    for block in function.block_ids() {
        let Some(mut state) = states[block].clone() else {
            continue;
        };
        for &inst in &function.block(block).order {
            if state::reads_other_dimension(function, inst, &state) {
                return accesses
                    .into_iter()
                    .map(|(i, access)| (i, access, None))
                    .collect();
            }
            if let Some(access) = LdsAccess::of(function, inst) {
                addresses[inst] = lane_addresses(&state, access.address);
            }
            analysis.step(inst, &mut state);
        }
    }
    let with_addresses = accesses.into_iter();
    with_addresses
        .map(|(inst, access)| (inst, access, addresses[inst].take()))
        .collect()
}

fn lane_addresses(state: &State, address: Reg) -> Option<LaneAddresses> {
    let value = state.get(address)?;
    Some(LaneAddresses {
        lanes: std::array::from_fn(|lane| value.lane(lane)),
        offset_bits: value.may(),
        all_lanes: state.all_lanes(),
    })
}

/// A function, and what its opcodes do.
struct Analysis<'f> {
    function: &'f Function,
    operations: TypedVec<super::OpcodeId, Option<operations::Row>>,
}

/// What is known where each block begins.
impl Problem for Analysis<'_> {
    type State = State;

    fn given(&self, block: BlockId) -> Option<State> {
        (block.index() == 0).then(|| State::at_entry(self.function))
    }

    fn transfer(&self, block: BlockId, mut state: State) -> State {
        for &inst in &self.function.block(block).order {
            self.step(inst, &mut state);
        }
        state
    }

    fn join(&self, known: &mut State, other: &State, changes: u32) -> bool {
        known.join(other, changes > CHANGES_BEFORE_WIDENING)
    }
}

impl Analysis<'_> {
    /// What an instruction does to the values.
    fn step(&self, inst: InstId, state: &mut State) {
        let function = self.function;
        // A bundle's header repeats what its members write.
        if function.flags(inst).has(InstFlags::BUNDLE) {
            return;
        }
        let operands = function.operands(inst);
        let is_call = function.flags(inst).has(InstFlags::CALL);
        if is_call || operands.iter().any(|o| o.kind == OperandKind::RegMask) {
            state.forget_all();
            return;
        }
        let row = self.operations[function.inst(inst).opcode];
        let results = row.map(|row| operations::results(function, inst, row, state));
        let is_undefined = is_implicit_def(function, inst);
        for operand in operands.iter().filter(|o| o.is_def()) {
            for reg in operand.reg().into_iter().flat_map(|range| range.regs()) {
                match is_undefined {
                    true => state.undefine(reg),
                    false => state.forget(reg),
                }
            }
        }
        for (reg, value) in results.into_iter().flatten() {
            state.set(reg, Some(value));
        }
    }
}

/// Whether an instruction says that nothing depends on the values of registers; it is no instruction of the hardware.
fn is_implicit_def(function: &Function, inst: InstId) -> bool {
    function.flags(inst).has(InstFlags::META) && function.opcode(inst).name == "IMPLICIT_DEF"
}

#[cfg(test)]
mod tests;
