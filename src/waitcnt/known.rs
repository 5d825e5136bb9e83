//! What is known of instructions before a walk.

use super::Policy;
use super::facts::{self, OpFacts};
use super::memory::Memory;
use crate::gpu::Unit;
use crate::machine::{Function, InstFlags, InstId};

/// How closely a walk must look at an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Emits nothing.
    Silent,
    /// Arithmetic: counts on nothing, and waits for the registers that it touches alone.
    Plain,
    Other,
}

/// What is known of a function's instructions wherever they stand.
pub(super) struct Known {
    pub opcodes: Vec<OpFacts>,
    pub kinds: Vec<Kind>,
    pub memory: Memory,
    pub policy: Policy,
}

impl Known {
    pub fn of(function: &Function, policy: Policy) -> Known {
        let opcodes: Vec<OpFacts> = function
            .opcodes()
            .iter()
            .map(|opcode| OpFacts::of(opcode, function.gpu))
            .collect();
        let ids = (0..function.inst_count() as u32).map(InstId);
        let kinds = ids.map(|inst| kind(function, &opcodes, inst)).collect();
        let memory = Memory::of(function, &opcodes);
        Known {
            opcodes,
            kinds,
            memory,
            policy,
        }
    }
}

fn kind(function: &Function, opcodes: &[OpFacts], inst: InstId) -> Kind {
    const CLOSER: [InstFlags; 7] = [
        InstFlags::MAY_LOAD,
        InstFlags::MAY_STORE,
        InstFlags::CALL,
        InstFlags::RETURN,
        InstFlags::TERMINATOR,
        InstFlags::INLINE_ASM,
        InstFlags::BUNDLE,
    ];
    if facts::is_meta(function, inst) {
        return Kind::Silent;
    }
    let facts = &opcodes[function.inst(inst).opcode.index()];
    let plain = matches!(facts.unit, Unit::Salu | Unit::Valu | Unit::Matrix)
        && !CLOSER.iter().any(|&flag| function.flags(inst).has(flag))
        && function.accesses(inst).is_empty();
    if plain { Kind::Plain } else { Kind::Other }
}
