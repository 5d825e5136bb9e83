//! Which counters an instruction raises, and with what.

use smallvec::SmallVec;

use super::op_facts::OpFacts;
use crate::gpu::{Amount, CountRow, Counting, Event, Raise, Unit, VmemKind, When};
use crate::machine::{AddressSpace, Function, InstId, Operand, Role};

/// What an instruction makes outstanding.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Issued {
    /// In the order they are counted.
    pub events: SmallVec<[Event; 2]>,
    /// A flat access that may go to memory or to LDS, so that either counter may be the late one.
    pub flat_both: bool,
}

/// The events of an instruction.
pub(super) fn issued(function: &Function, inst: InstId, facts: &OpFacts) -> Issued {
    let raised = raised(function, inst, facts.row);
    let events: SmallVec<[Event; 2]> = raised.map(|raise| raise.event).collect();
    let flat_both = facts.unit == Unit::Vmem(VmemKind::Flat) && events.len() > 1;
    Issued { events, flat_both }
}

/// What an instruction raises, by its row and its operands.
fn raised(
    function: &Function,
    inst: InstId,
    row: &'static CountRow,
) -> impl Iterator<Item = Raise> {
    let counts = row.counting == Counting::Surely;
    let raises = if counts { row.raises } else { &[] };
    let applies = move |raise: &Raise| match raise.when {
        When::Always => true,
        When::ReachesMemory => flat_may_access_memory(function, inst),
        When::ReachesLds => flat_may_access_lds(function, inst),
        When::Gds => has_gds_bit(function, inst),
        When::NotGds => !has_gds_bit(function, inst),
        When::Target(first, last) => {
            let target = function.operands(inst).first().and_then(Operand::imm);
            (i64::from(first)..=i64::from(last)).contains(&target.unwrap_or(0))
        }
    };
    raises.iter().copied().filter(applies)
}

/// Whether an LDS opcode has its GDS bit set. The bit is the last immediate, after one or two
/// offsets; lane permutes have an offset only.
fn has_gds_bit(function: &Function, inst: InstId) -> bool {
    let mut imms = function
        .operands(inst)
        .iter()
        .filter(|o| o.is_explicit())
        .filter_map(Operand::imm);
    let last = imms.next_back();
    imms.next_back().is_some() && last.is_some_and(|gds| gds != 0)
}

/// Whether a flat access may go to global memory or scratch: unless all its accesses are known to
/// be to LDS. In threadgroup split mode it always may, since LDS cannot be reached.
pub(super) fn flat_may_access_memory(function: &Function, inst: InstId) -> bool {
    let accesses = function.accesses(inst);
    function.features.tg_split
        || accesses.is_empty()
        || accesses.iter().any(|a| a.space != AddressSpace::LOCAL)
}

/// Whether a flat access may go to LDS. In threadgroup split mode none does.
fn flat_may_access_lds(function: &Function, inst: InstId) -> bool {
    let accesses = function.accesses(inst);
    let reaches_lds = |space| [AddressSpace::LOCAL, AddressSpace::FLAT].contains(&space);
    !function.features.tg_split
        && (accesses.is_empty() || accesses.iter().any(|a| reaches_lds(a.space)))
}

/// What an instruction adds to the hardware's counters, for a cost model.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counted {
    /// Added to `vmcnt`.
    pub vm: u8,
    /// Added to `lgkmcnt` for LDS and the LDS side of flat accesses.
    pub lds: u8,
    /// Added to `lgkmcnt` for scalar memory: 1 for one dword, 2 for more.
    pub smem: u8,
    /// Added to `lgkmcnt` for GDS and messages.
    pub other: u8,
    /// Added to `expcnt`.
    pub exp: u8,
    /// It completes in issue order among operations that count alike, so that a wait for a
    /// count above 0 can prove it complete. Not so for scalar memory and for flat accesses that
    /// may go to LDS or to memory.
    pub in_order: bool,
}

/// What an instruction adds to the counters, and whether it completes in order. A bundle's header
/// adds nothing; its members do.
pub fn counted(function: &Function, inst: InstId) -> Counted {
    let facts = OpFacts::of(function.opcode(inst), function.gpu);
    let mut counted = Counted {
        in_order: !issued(function, inst, &facts).flat_both,
        ..Counted::default()
    };
    for raise in raised(function, inst, facts.row) {
        counted.in_order &= raise.event.in_order();
        let counter = match raise.event {
            Event::Vmem => &mut counted.vm,
            Event::Lds => &mut counted.lds,
            Event::Smem => &mut counted.smem,
            Event::Gds | Event::Message => &mut counted.other,
            Event::GdsRead | Event::Export | Event::ExportPosition | Event::ExportParameter => {
                &mut counted.exp
            }
        };
        *counter += match raise.amount {
            Amount::One => 1,
            Amount::ScalarDwords => scalar_dwords(function, inst).clamp(1, 2),
        };
    }
    counted
}

fn scalar_dwords(function: &Function, inst: InstId) -> u8 {
    let operand = function
        .operand(inst, Role::Dst)
        .or_else(|| function.operands(inst).first());
    operand.and_then(Operand::reg).map_or(1, |r| r.len())
}
