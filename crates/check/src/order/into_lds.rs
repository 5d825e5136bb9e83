//! Loads straight into LDS keep their order among what writes the memory that they read and what touches LDS.
//!
//! By LLVM's names alone: its dependences do not have these orders. Two accesses of LDS may change places if they were
//! proved apart when the function was made, and the alias groups of their accesses, which are asked for by other
//! means, say so, too. Two that may meet in memory may not.

use super::super::Violation;
use super::super::ordered::is_between_lanes;
use crate::machine::{AddressSpace, AliasRelation, Function, InstFlags, InstId};

/// What writes memory that others read, or orders accesses of it, by the beginnings of names.
const WRITERS: [&str; 18] = [
    "GLOBAL_STORE",
    "GLOBAL_ATOMIC",
    "BUFFER_STORE",
    "BUFFER_ATOMIC",
    "BUFFER_INV",
    "BUFFER_WB",
    "TBUFFER_STORE",
    "FLAT_STORE",
    "FLAT_ATOMIC",
    "IMAGE_STORE",
    "IMAGE_ATOMIC",
    "S_STORE_",
    "S_SCRATCH_STORE",
    "S_BUFFER_STORE",
    "S_BUFFER_ATOMIC",
    "S_ATOMIC_",
    "S_DCACHE_",
    "S_ATC_",
];

/// What accesses LDS, or may, by address.
const OF_LDS: [&str; 2] = ["DS_", "FLAT_"];

/// What accesses none, for all its name.
const NOT_OF_LDS: [&str; 3] = ["DS_NOP", "DS_GWS", "DS_ORDERED"];

#[derive(Clone, Copy)]
struct Act {
    inst: InstId,
    loads_into_lds: bool,
    writes: bool,
    lds: bool,
}

fn act(function: &Function, inst: InstId) -> Option<Act> {
    let flags = function.flags(inst);
    let has = |flag| flags.has(flag);
    if has(InstFlags::META) || has(InstFlags::BUNDLE) || has(InstFlags::IN_ASM) {
        return None;
    }
    let name = function.opcode(inst).name.as_str();
    let starts = |all: &[&str]| all.iter().any(|prefix| name.starts_with(prefix));
    let (loads_into_lds, writes, lds) = if has(InstFlags::INLINE_ASM) {
        let accesses = has(InstFlags::MAY_LOAD) || has(InstFlags::MAY_STORE);
        (false, has(InstFlags::MAY_STORE), accesses)
    } else if name.contains("_LOAD_") && name.contains("_LDS") {
        (true, false, true)
    } else {
        let mut accesses = function.accesses(inst).iter().map(|access| access.space);
        let scratch = accesses.len() > 0 && accesses.all(|space| space == AddressSpace::PRIVATE);
        let lds = starts(&OF_LDS) && !starts(&NOT_OF_LDS) && !is_between_lanes(function, inst);
        (false, starts(&WRITERS) && !scratch, lds)
    };
    (loads_into_lds || writes || lds).then_some(Act {
        inst,
        loads_into_lds,
        writes,
        lds,
    })
}

/// Proves it of each block. `place`: by instruction, where it is now in its block.
///
/// # Errors
/// The first pair that changed places.
pub(super) fn in_order(
    function: &Function,
    original: &Function,
    place: &[u32],
) -> Result<(), Violation> {
    let now = |act: &Act| {
        place
            .get(act.inst.index())
            .copied()
            .filter(|&at| at != u32::MAX)
    };
    for block in original.block_ids() {
        let order = original.block(block).order.iter();
        let acts: Vec<Act> = order.filter_map(|&inst| act(original, inst)).collect();
        for (at, later) in acts.iter().enumerate() {
            for earlier in &acts[..at] {
                let (Some(from), Some(to)) = (now(earlier), now(later)) else {
                    continue;
                };
                if from > to && meet(function, earlier, later) {
                    return Err(Violation::Dependence {
                        from: earlier.inst,
                        to: later.inst,
                    });
                }
            }
        }
    }
    Ok(())
}

/// Whether two may meet, one of them a load straight into LDS.
fn meet(function: &Function, earlier: &Act, later: &Act) -> bool {
    let loads = earlier.loads_into_lds || later.loads_into_lds;
    let memory = earlier.loads_into_lds && later.writes || later.loads_into_lds && earlier.writes;
    let lds = loads && earlier.lds && later.lds;
    memory || lds && !is_apart(function, earlier, later)
}

/// Whether two are proved apart in LDS, by both sources.
fn is_apart(function: &Function, earlier: &Act, later: &Act) -> bool {
    let (load, other) = match earlier.loads_into_lds {
        true => (earlier.inst, later.inst),
        false => (later.inst, earlier.inst),
    };
    let groups = |inst| {
        let accesses = function.accesses(inst).iter();
        let here = accesses.filter(|access| access.space == AddressSpace::LOCAL);
        here.map(|access| access.alias_group)
    };
    let distinct = |access, load| {
        let relation = function.aliases.relation(access, load);
        let within_iteration = [AliasRelation::Distinct, AliasRelation::DistinctInIteration];
        relation.is_some_and(|relation| within_iteration.contains(&relation))
    };
    let mut pairs = groups(other).flat_map(|access| groups(load).map(move |load| (access, load)));
    function.is_apart(load, other)
        && groups(other).count() > 0
        && groups(load).count() > 0
        && pairs.all(|(access, load)| distinct(access, load))
}
