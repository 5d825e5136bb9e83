//! What is known of a function's instructions before the analysis.

use super::events::{self, Issued};
use super::memory::MemoryOrder;
use super::op_facts::{self, OpFacts, WaitKind};
use super::placement::{Error, Policy};
use crate::gpu::{Event, Unit, VmemKind};
use crate::machine::{Function, InstFlags, InstId};

/// How closely the analysis must look at an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum InstClass {
    /// Emits nothing.
    Meta,
    /// Counts on nothing, and waits for the registers that it accesses alone.
    Arithmetic,
    Other,
}

/// What is known of a function's instructions wherever they stand.
pub(super) struct InstFacts {
    /// By opcode.
    pub opcodes: Vec<OpFacts>,
    /// By instruction.
    pub classes: Vec<InstClass>,
    /// What it makes outstanding, by instruction.
    pub issued: Vec<Issued>,
    /// The memory that the counters must order, with nothing outstanding.
    pub memory: MemoryOrder,
    pub policy: Policy,
}

impl InstFacts {
    /// # Errors
    /// [`Error::UnknownWait`] when the function has a wait that cannot be read.
    pub(super) fn of(function: &Function, policy: Policy) -> Result<InstFacts, Error> {
        InstFacts::with_opcodes(function, policy, op_facts::of_function(function))
    }

    /// As [`InstFacts::of`], by the given facts about the function's opcodes.
    pub(super) fn with_opcodes(
        function: &Function,
        policy: Policy,
        opcodes: Vec<OpFacts>,
    ) -> Result<InstFacts, Error> {
        check_waits(function, &opcodes)?;
        let ids = || (0..function.inst_count() as u32).map(InstId);
        let classes: Vec<InstClass> = ids().map(|inst| class(function, &opcodes, inst)).collect();
        let issued = ids().map(|inst| match classes[inst.index()] {
            InstClass::Meta | InstClass::Arithmetic => Issued::default(),
            InstClass::Other => {
                let facts = &opcodes[function.inst(inst).opcode.index()];
                let mut issued = events::issued(function, inst, facts);
                let is_flat =
                    matches!(facts.unit, Unit::Vmem(VmemKind::Global | VmemKind::Scratch));
                if facts.writes_lds && is_flat && !policy.counts_loads_into_lds_once() {
                    issued.events.push(Event::Lds);
                }
                issued
            }
        });
        Ok(InstFacts {
            issued: issued.collect(),
            memory: MemoryOrder::of(function, &opcodes),
            opcodes,
            classes,
            policy,
        })
    }

    /// The facts of the instruction's opcode.
    #[inline]
    pub(super) fn opcode(&self, function: &Function, inst: InstId) -> &OpFacts {
        &self.opcodes[function.inst(inst).opcode.index()]
    }
}

fn class(function: &Function, opcodes: &[OpFacts], inst: InstId) -> InstClass {
    const SPECIAL: [InstFlags; 7] = [
        InstFlags::MAY_LOAD,
        InstFlags::MAY_STORE,
        InstFlags::CALL,
        InstFlags::RETURN,
        InstFlags::TERMINATOR,
        InstFlags::INLINE_ASM,
        InstFlags::BUNDLE,
    ];
    if op_facts::is_meta(function, inst) {
        return InstClass::Meta;
    }
    let facts = &opcodes[function.inst(inst).opcode.index()];
    let is_arithmetic = matches!(facts.unit, Unit::Salu | Unit::Valu | Unit::Matrix)
        && !SPECIAL.iter().any(|&flag| function.flags(inst).has(flag))
        && function.accesses(inst).is_empty();
    if is_arithmetic {
        InstClass::Arithmetic
    } else {
        InstClass::Other
    }
}

/// Whether all waits can be read.
fn check_waits(function: &Function, opcodes: &[OpFacts]) -> Result<(), Error> {
    for &inst in function.blocks().iter().flat_map(|block| &block.order) {
        let facts = &opcodes[function.inst(inst).opcode.index()];
        let readable = match facts.wait {
            None => facts.unit != Unit::Wait,
            Some(WaitKind::LdsDirect) => true,
            Some(_) => op_facts::wait_request(function, inst).is_some(),
        };
        if !readable {
            return Err(Error::UnknownWait {
                inst: inst.0,
                text: function.asm(inst),
            });
        }
    }
    Ok(())
}
