//! Which instructions of a loop are the same in two versions.

use std::collections::HashMap;

use super::function::Listing;
use cdnasched_base::gpu::Unit;
use cdnasched_base::machine::{Function, InstId, RegFile};

/// A version of a loop: its function, what is shown of it, and the loop's blocks by place.
type Side<'a> = (&'a Function, &'a Listing, &'a [u32]);

/// Pairs of places. First those with the same text, then those that differ in their registers, then those with the same
/// opcode; of equals, the first in one with the first in the other. Waits and nops have no identity.
pub(super) fn same(one: Side<'_>, other: Side<'_>) -> Vec<(u32, u32)> {
    let mut left = [places(one), places(other)];
    let mut pairs = Vec::new();
    for key in [whole, without_registers, opcode] {
        let mut waiting: HashMap<String, Vec<u32>> = HashMap::new();
        for &place in left[1].iter().rev() {
            let key = key(other.0, other.1.insts[place as usize]);
            waiting.entry(key).or_default().push(place);
        }
        let mut taken = Vec::new();
        left[0].retain(|&place| {
            let key = key(one.0, one.1.insts[place as usize]);
            let Some(partner) = waiting.get_mut(&key).and_then(Vec::pop) else {
                return true;
            };
            taken.push(partner);
            pairs.push((place, partner));
            false
        });
        taken.sort_unstable();
        left[1].retain(|place| taken.binary_search(place).is_err());
    }
    pairs.sort_unstable();
    pairs
}

fn places((function, listing, blocks): Side<'_>) -> Vec<u32> {
    let ranges = blocks.iter().map(|&block| listing.ranges[block as usize]);
    let places = ranges.flat_map(|(first, end)| first..end);
    let has_identity = |place: &u32| {
        let inst = listing.insts[*place as usize];
        !matches!(function.info(inst).unit, Unit::Wait | Unit::Nop)
    };
    places.filter(has_identity).collect()
}

fn whole(function: &Function, inst: InstId) -> String {
    function.asm(inst)
}

fn opcode(function: &Function, inst: InstId) -> String {
    function.opcode(inst).name.to_string()
}

/// The opcode with its immediates, and of registers only file and number.
fn without_registers(function: &Function, inst: InstId) -> String {
    let mut key = opcode(function, inst);
    for operand in function.operands(inst) {
        if let Some(range) = operand.reg() {
            let file = match range.first().file() {
                RegFile::Vgpr | RegFile::Agpr => "v",
                RegFile::Sgpr => "s",
                RegFile::Ttmp | RegFile::Special => "r",
            };
            key.push_str(&format!(" {file}{}", range.len()));
        } else if let Some(imm) = operand.imm() {
            key.push_str(&format!(" {imm}"));
        }
    }
    key
}
