//! Slots in scratch memory that registers were spilled to, as a text shows them.
//!
//! Scratch belongs to its lane. Where every access to it names a constant place (`off, off offset:N`), and nothing else in the
//! kernel can lead there, what is at one place is known by its offset, as in LLVM's frame.

use cdnasched_base::gpu::{Gpu, Unit, VmemKind};
use cdnasched_base::machine::{Function, InstFlags, InstId, SpillSlot};

/// An access to a constant place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Place {
    inst: InstId,
    begin: u32,
    end: u32,
}

/// Tells accesses to slots what they access. Where scratch may be reached in another way, there are none.
pub(super) fn find(function: &mut Function) {
    let Some(mut places) = places(function) else {
        return;
    };
    places.sort_unstable_by_key(|place| (place.begin, place.end, place.inst));
    // Places that have bytes in common are one slot.
    let mut index = 0;
    let mut slot: Option<(u32, u32)> = None;
    for place in places {
        let (begin, end) = match slot {
            Some((begin, end)) if place.begin < end && !are_all_apart() => {
                (begin, end.max(place.end))
            }
            Some(_) => {
                index += 1;
                (place.begin, place.end)
            }
            None => (place.begin, place.end),
        };
        slot = Some((begin, end));
        let offset = place.begin - begin;
        function.set_spill_slot(place.inst, SpillSlot { index, offset });
    }
}

/// The fault that accesses are never of one slot.
fn are_all_apart() -> bool {
    #[cfg(test)]
    return super::tests::faults::is_in(super::tests::faults::Fault::Slots);
    #[cfg(not(test))]
    false
}

/// All accesses to scratch; `None` where one is at a place that is not known.
fn places(function: &Function) -> Option<Vec<Place>> {
    // Earlier GPUs reach scratch through buffers as well.
    if !matches!(function.gpu, Gpu::Gfx942 | Gpu::Gfx950) || !function.resources.is_entry {
        return None;
    }
    let mut places = Vec::new();
    for &inst in function.blocks().iter().flat_map(|block| &block.order) {
        let mut named = function.operands(inst).iter();
        let names_scratch = named.any(|operand| {
            let range = operand.reg().filter(|_| operand.is_explicit());
            range.is_some_and(|range| {
                let name = range.first().llvm_name();
                name.starts_with("FLAT_SCR") || name.starts_with("SRC_PRIVATE")
            })
        });
        let flags = function.flags(inst);
        let unknown = [InstFlags::CALL, InstFlags::INLINE_ASM, InstFlags::IN_ASM];
        if names_scratch || unknown.into_iter().any(|flag| flags.has(flag)) {
            return None;
        }
        match function.info(inst).unit {
            Unit::Vmem(VmemKind::Flat) | Unit::Unknown => return None,
            Unit::Vmem(VmemKind::Scratch) => places.push(place(function, inst)?),
            _ => {}
        }
    }
    (!places.is_empty()).then_some(places)
}

/// The place of an access without registers for its address.
fn place(function: &Function, inst: InstId) -> Option<Place> {
    let name = function.opcode(inst).name.as_str();
    let rest = name.strip_prefix("SCRATCH_")?;
    let is_plain = (rest.starts_with("STORE_DWORD") || rest.starts_with("LOAD_DWORD"))
        && rest.ends_with("_ST")
        && !function.flags(inst).has(InstFlags::ORDERED_MEMORY);
    let mut offsets = function.operands(inst).iter().filter_map(|o| o.imm());
    let [access] = function.accesses(inst) else {
        return None;
    };
    let begin = u32::try_from(offsets.next()?).ok().filter(|_| is_plain)?;
    let end = begin
        .checked_add(access.bytes)
        .filter(|_| access.bytes > 0)?;
    Some(Place { inst, begin, end })
}
