//! The bytes of a kernel's text.

use super::source::{self, Places, Source};
use crate::opt::{Needed, provides};
use crate::program::{Program, SourceText, reader};
use cdnasched_base::machine::occupancy::RegisterUse;
use cdnasched_base::machine::{Function, OperandFlags, RegRange};
use cdnasched_mc::{Label, Listed, ListedOperand, Listing};
use cdnasched_object::{High, Kernel, Registers, Relative};

/// A kernel's code, laid out.
pub(super) struct Assembled {
    /// From the kernel's entry on. What depends on the entry's address is as in the old place.
    pub(super) bytes: Vec<u8>,
    /// For each label of the old code: where it is now, counted from the entry.
    pub(super) places: Places,
    /// What it adds to its own address.
    pub(super) sums: Vec<Sum>,
    /// What was assembled.
    pub(super) listing: Listing,
    /// By instruction of the listing: where it begins, counted from the entry.
    pub(super) offsets: Vec<u64>,
}

impl Assembled {
    /// Where the instruction that a branch leads to begins.
    pub(super) fn target(&self, inst: &Listed) -> Option<u64> {
        target(&self.listing, &self.offsets, inst)
    }
}

/// Assembles a text of a kernel, and puts it behind what comes before it in the object.
///
/// # Errors
/// Why that is not possible.
pub(super) fn assemble(of: &Source, text: &str) -> Result<Assembled, String> {
    let mut reader = reader(of.gpu, of.features).map_err(|error| error.to_string())?;
    let listing = SourceText::new(text).parse(&mut reader);
    let listing = listing.map_err(|error| format!("its text: {error}"))?;
    let before = (of.begin - of.entry) as usize;
    let mut bytes = of.bytes[..before].to_vec();
    let mut offsets = Vec::with_capacity(listing.insts.len());
    for inst in &listing.insts {
        let encoding = listing.encoding(inst);
        let encoding = encoding.filter(|_| !inst.is_after_gap || offsets.is_empty());
        offsets.push(bytes.len() as u64);
        bytes.extend(encoding.ok_or("the encoding of an instruction is not known")?);
    }
    for (number, inst) in listing.insts.iter().enumerate() {
        if !inst.is_unplaced {
            continue;
        }
        if !source::is_direct(listing.name(inst)) {
            return Err(format!(
                "{} depends on where something lies",
                listing.name(inst)
            ));
        }
        let to = target(&listing, &offsets, inst).ok_or("a branch leads to no label")?;
        let next = offsets[number] + u64::from(inst.size);
        let words = (to.cast_signed() - next.cast_signed()) / 4;
        let words = i16::try_from(words).map_err(|_| "a branch would go too far")?;
        let at = offsets[number] as usize;
        bytes[at..at + 2].copy_from_slice(&words.to_le_bytes());
    }
    let mut places = Places::new();
    places.insert(of.entry, 0);
    places.insert(of.begin, before as u64);
    for label in &listing.labels {
        let known = source::address_of(&label.name).filter(|address| of.labels.contains(address));
        if let (Some(address), Some(&offset)) = (known, offsets.get(label.before.index())) {
            places.insert(address, offset);
        }
    }
    let sums = sums(&listing, &offsets, &bytes)?;
    Ok(Assembled {
        bytes,
        places,
        sums,
        listing,
        offsets,
    })
}

/// Bits of the second byte that `v_mfma_scale_*` ignores: `op_sel` and `op_sel_hi` of a third scale, which there is not (MI350
/// ISA, "V_MFMA_LD_SCALE_B32"). Some assemblers leave what they will in them.
const UNUSED_BITS: u8 = 0x60;

impl Assembled {
    /// Whether its bytes are those, but for bits that instructions ignore.
    pub(super) fn is(&self, bytes: &[u8]) -> bool {
        let mut own = self.bytes.clone();
        let mut others = bytes.to_vec();
        for (inst, &offset) in self.listing.insts.iter().zip(&self.offsets) {
            if self.listing.name(inst).starts_with("V_MFMA_SCALE_") {
                for bytes in [&mut own, &mut others] {
                    let byte = bytes.get_mut(offset as usize + 1);
                    byte.into_iter().for_each(|byte| *byte &= !UNUSED_BITS);
                }
            }
        }
        own == others
    }
}

fn target(listing: &Listing, offsets: &[u64], inst: &Listed) -> Option<u64> {
    let mut operands = listing.operands(inst).iter();
    let name = operands.find_map(|(operand, _)| match operand {
        ListedOperand::Symbol(name) => Some(listing.symbol(*name)),
        _ => None,
    })?;
    let label = listing.labels.iter().find(|label| label.name == name)?;
    offsets.get(label.before.index()).copied()
}

/// The addresses that new code computes from its own, which are those of the old code: there are as many, in the same order.
pub(super) fn relative(of: &Source, new: &[Sum]) -> Result<Vec<Relative>, String> {
    let distances = |sums: &[Sum]| -> Vec<u64> { sums.iter().map(|sum| sum.distance).collect() };
    if distances(&of.sums) != distances(new) {
        return Err("its addresses relative to s_getpc_b64 are others".into());
    }
    let both = of.sums.iter().zip(new);
    let all = both.map(|(old, new)| Relative {
        target: old.target(of.entry),
        counted_from: new.counted_from,
        low: new.low,
        high: new.high,
    });
    Ok(all.collect())
}

/// An `s_getpc_b64` and what is added to it.
pub(super) struct Sum {
    counted_from: u64,
    pub(super) distance: u64,
    low: usize,
    high: High,
}

impl Sum {
    /// The address that it comes to in code that begins there.
    pub(super) fn target(&self, entry: u64) -> u64 {
        entry
            .wrapping_add(self.counted_from)
            .wrapping_add(self.distance)
    }
}

/// What code adds to its own address.
///
/// # Errors
/// When that is done in another way than compilers do it.
pub(super) fn sums(listing: &Listing, offsets: &[u64], bytes: &[u8]) -> Result<Vec<Sum>, String> {
    let refused = "an address relative to s_getpc_b64 is used in a way that is not followed";
    let mut found = Vec::new();
    for (number, inst) in listing.insts.iter().enumerate() {
        if !listing.name(inst).starts_with("S_GETPC_B64") {
            continue;
        }
        let pair = registers(listing, inst).into_iter().next();
        let pair: Vec<_> = pair.map(|pair| pair.regs().collect()).unwrap_or_default();
        let [low, high] = pair[..] else {
            return Err(refused.into());
        };
        let counted_from = offsets[number] + u64::from(inst.size);
        // The two additions are the next instructions that name either half.
        let mut users = (number + 1..listing.insts.len()).filter(|&at| {
            let named = registers(listing, &listing.insts[at]);
            named
                .iter()
                .any(|range| range.regs().any(|reg| reg == low || reg == high))
        });
        let (Some(first), Some(second)) = (users.next(), users.next()) else {
            return Err(refused.into());
        };
        let adds = |at: usize, name: &str, reg| {
            let inst = &listing.insts[at];
            let all = registers(listing, inst);
            listing.name(inst).starts_with(name)
                && all.len() == 2
                && all.iter().all(|range| range.regs().eq([reg]))
        };
        if !adds(first, "S_ADD_U32", low) || !adds(second, "S_ADDC_U32", high) {
            return Err(refused.into());
        }
        // Control may come from elsewhere, with another address.
        let joins = |label: &Label| (number + 1..=second).contains(&label.before.index());
        if listing.labels.iter().any(joins) {
            return Err(refused.into());
        }
        let literal = |at: usize| {
            let begin = offsets[at] as usize + 4;
            let is_literal = listing.insts[at].size == 8;
            let bytes = bytes.get(begin..begin + 4).filter(|_| is_literal)?;
            Some((begin, u32::from_le_bytes(bytes.try_into().ok()?)))
        };
        let (low, low_value) = literal(first).ok_or(refused)?;
        let (high, high_value) = match literal(second) {
            Some((at, value)) => (High::Literal(at), value),
            None => {
                let inst = &listing.insts[second];
                let imm = listing
                    .operands(inst)
                    .iter()
                    .find_map(|(operand, _)| match operand {
                        ListedOperand::Imm(value) => Some(*value),
                        _ => None,
                    });
                let value = imm.ok_or(refused)? as u32;
                (High::Constant(value), value)
            }
        };
        found.push(Sum {
            counted_from,
            distance: u64::from(high_value) << 32 | u64::from(low_value),
            low,
            high,
        });
    }
    Ok(found)
}

/// The registers that an instruction names.
fn registers(listing: &Listing, inst: &Listed) -> Vec<RegRange> {
    let operands = listing.operands(inst).iter();
    operands
        .filter(|(_, flags)| !flags.has(OperandFlags::IMPLICIT))
        .filter_map(|(operand, _)| match operand {
            ListedOperand::Reg(range) => Some(*range),
            _ => None,
        })
        .collect()
}

/// The registers that a text says a kernel has: those that it uses, where its descriptor says just that, rounded up; those of the
/// descriptor elsewhere.
pub(super) fn described(kernel: &Kernel, function: &Function) -> Option<Registers> {
    let descriptor = kernel.descriptor.as_ref()?;
    let needed = needed(function);
    let same = needed.allocated(function.gpu) == u32::from(descriptor.vgprs)
        && needed.accum_offset == descriptor.accum_offset.map(u32::from);
    Some(match same {
        true => needed,
        false => Registers {
            total: descriptor.vgprs.into(),
            accum_offset: descriptor.accum_offset.map(u32::from),
            ..needed
        },
    })
}

/// The registers that a text says a kernel has that gets no more: one more than are allocated, which the code cannot use, so that
/// the numbers are not those of its use.
pub(super) fn provided(kernel: &Kernel, function: &Function) -> Option<Registers> {
    let descriptor = kernel.descriptor.as_ref()?;
    Some(Registers {
        total: u32::from(descriptor.vgprs) + 1,
        accum_offset: descriptor.accum_offset.map(u32::from),
        ..needed(function)
    })
}

/// The registers that a function needs.
fn needed(function: &Function) -> Registers {
    let used = RegisterUse::of(function);
    let needed = Needed::of(used, function.gpu);
    let unified = function.gpu.unified_vector_file();
    Registers {
        total: needed.total,
        accum_offset: unified.then_some(needed.accum_offset),
        agprs: used.agprs,
        metadata_vgprs: if unified { needed.total } else { used.vgprs },
    }
}

/// What a kernel must get that its descriptor does not provide; `None` when it provides enough.
pub(super) fn more(kernel: &Kernel, function: &Function) -> Option<Registers> {
    let needed = needed(function);
    let descriptor = kernel.descriptor.as_ref()?;
    let accum_offset = descriptor.accum_offset.map(u32::from);
    let used = RegisterUse::of(function);
    (!provides(descriptor.vgprs.into(), accum_offset, used)).then_some(needed)
}

/// The function of a kernel's text.
pub(super) fn function(of: &Source, text: &str) -> Result<Function, String> {
    let program = Program::of_text(&SourceText::new(text), of.gpu, of.features);
    let program = program.map_err(|error| error.to_string())?;
    let mut all = program.routines.into_iter();
    let found = all.find(|routine| routine.function.name == source::NAME);
    Ok(found.ok_or("the function is not found")?.function)
}
