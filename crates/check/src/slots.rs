//! Which accesses of a text are of spill slots, by the words of their lines.
//!
//! A place in scratch that is written as a constant (`off, off offset:N`) is the same one wherever it is named, and what has
//! no part in it is another. That holds where nothing else in a kernel reaches scratch: no flat access, no address of it in
//! a register, no call (`AMDGPUUsage`, "Address Spaces": scratch is private to its lane).

use std::collections::HashMap;

use crate::gpu::Gpu;
use crate::machine::{Function, InstFlags, InstId};

/// Mnemonics of accesses with their bytes.
const WIDTHS: [(&str, u32); 4] = [
    ("dword", 4),
    ("dwordx2", 8),
    ("dwordx3", 12),
    ("dwordx4", 16),
];
/// Where scratch is reached by instructions of its own alone, if at all.
const ARCHITECTED: [Gpu; 2] = [Gpu::Gfx942, Gpu::Gfx950];
/// Words that stand for an address of scratch, and beginnings of mnemonics that may reach it or leave the kernel.
const ADDRESSES: [&str; 2] = ["flat_scratch", "src_private"];
const OTHERS: [&str; 5] = ["flat_", "scratch_", "s_swappc", "s_setpc", "s_call"];

/// The accesses to spill slots of a kernel; none where scratch may be reached in another way.
#[derive(Default)]
pub(super) struct Slots {
    /// The first byte, and the one behind the last.
    bytes: HashMap<InstId, (u32, u32)>,
}

impl Slots {
    /// Reads them.
    pub(super) fn of(function: &Function) -> Slots {
        Slots::read(function).unwrap_or_default()
    }

    fn read(function: &Function) -> Option<Slots> {
        let mut bytes = HashMap::new();
        if !ARCHITECTED.contains(&function.gpu) || !function.resources.is_entry {
            return None;
        }
        for &inst in function.blocks().iter().flat_map(|block| &block.order) {
            let text = function.asm(inst);
            let (mnemonic, operands) = text.split_once(' ').unwrap_or((&text, ""));
            if let Some(found) = place(mnemonic, operands) {
                bytes.insert(inst, found);
                continue;
            }
            let flags = function.flags(inst);
            let reaches = ADDRESSES.iter().any(|word| operands.contains(word))
                || OTHERS.iter().any(|begin| mnemonic.starts_with(begin))
                || flags.has(InstFlags::CALL)
                || flags.has(InstFlags::INLINE_ASM)
                || flags.has(InstFlags::IN_ASM);
            if reaches {
                return None;
            }
        }
        Some(Slots { bytes })
    }

    /// Whether an access is of a slot.
    pub(super) fn has(&self, inst: InstId) -> bool {
        self.bytes.contains_key(&inst)
    }

    /// Whether two accesses have no byte in common because one of them is of a slot.
    pub(super) fn are_apart(&self, one: InstId, other: InstId) -> bool {
        match (self.bytes.get(&one), self.bytes.get(&other)) {
            (Some(one), Some(other)) => one.1 <= other.0 || other.1 <= one.0,
            (None, None) => false,
            _ => true,
        }
    }

    /// Whether the slots that the accesses of `original` are said to be of in `marked`, gone or not, are these.
    pub(super) fn agree(&self, marked: &Function, original: &Function) -> bool {
        let mut begins: HashMap<u32, u32> = HashMap::new();
        let mut ranges: Vec<(u32, (u32, u32))> = Vec::new();
        for &inst in original.blocks().iter().flat_map(|block| &block.order) {
            for access in marked.accesses(inst) {
                let Some(slot) = access.spill else { continue };
                let found = self.bytes.get(&inst);
                let Some(&(begin, end)) = found.filter(|(begin, end)| end - begin == access.bytes)
                else {
                    return false;
                };
                let Some(base) = begin.checked_sub(slot.offset) else {
                    return false;
                };
                if *begins.entry(slot.index).or_insert(base) != base {
                    return false;
                }
                ranges.push((slot.index, (begin, end)));
            }
        }
        ranges.sort_unstable_by_key(|&(_, range)| range);
        ranges.dedup();
        let mut reached: Option<(u32, u32)> = None;
        ranges.into_iter().all(|(slot, (begin, end))| {
            let apart = reached.is_none_or(|(other, to)| other == slot || to <= begin);
            reached = match reached {
                Some((other, to)) if to > end => Some((other, to)),
                _ => Some((slot, end)),
            };
            apart
        })
    }
}

/// The bytes of an access to a constant place.
fn place(mnemonic: &str, operands: &str) -> Option<(u32, u32)> {
    let parts: Vec<&str> = operands.split(',').map(str::trim).collect();
    let [first, second, last] = *parts else {
        return None;
    };
    let (width, address) = match mnemonic.strip_prefix("scratch_load_") {
        Some(width) => (width, second),
        None => (mnemonic.strip_prefix("scratch_store_")?, first),
    };
    let (_, bytes) = WIDTHS.iter().find(|(name, _)| *name == width)?;
    let mut words = last.split_whitespace();
    let is_constant = address == "off" && words.next() == Some("off");
    let begin = match (words.next(), words.next()) {
        (None, _) => 0,
        (Some(offset), None) => offset.strip_prefix("offset:")?.parse().ok()?,
        _ => return None,
    };
    is_constant.then_some((begin, begin.checked_add(*bytes)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_constants() {
        let of = |text: &str| {
            let (mnemonic, operands) = text.split_once(' ').expect("operands");
            place(mnemonic, operands)
        };
        assert_eq!(
            of("scratch_load_dword v31, off, off offset:20"),
            Some((20, 24))
        );
        assert_eq!(of("scratch_store_dwordx4 off, a[0:3], off"), Some((0, 16)));
        for other in [
            "scratch_load_dword v31, v1, off offset:20",
            "scratch_load_dword v31, off, s3 offset:20",
            "scratch_load_dword v31, off, off offset:20 sc0",
            "scratch_load_dword v31, off, off offset:-4",
            "scratch_load_ubyte v31, off, off",
            "scratch_store_dword v1, v4, off",
            "buffer_load_dword v31, off, s[0:3], 0",
        ] {
            assert_eq!(of(other), None, "{other}");
        }
    }
}
