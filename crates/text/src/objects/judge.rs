//! What was written is read again, from its bytes.
//!
//! The text of a kernel was judged by `opt`. Here each instruction of the new file is read by LLVM's disassembler and compared
//! with that text, branches by where they lead; and all that is not such code must be as it was.

use std::ops::Range;

use super::Plan;
use super::source;
use crate::program;
use cdnasched_base::machine::RegFile;
use cdnasched_mc::{ListedId, ListedOperand, Listing};
use cdnasched_object::{CodeObject, High, Kernel, Relative};

/// Compares a code object with what was to become of it.
///
/// # Errors
/// What is not as it should be.
pub(super) fn judge(
    old: &CodeObject<'_>,
    new: &CodeObject<'_>,
    plans: &[&Plan],
) -> Result<(), String> {
    let alike = old.target == new.target
        && old.kernels.len() == new.kernels.len()
        && old.symbols.len() == new.symbols.len();
    if !alike {
        return Err("it holds other things".into());
    }
    for (number, (was, is)) in old.kernels.iter().zip(&new.kernels).enumerate() {
        let plan = plans.iter().find(|plan| plan.code.kernel == number);
        kernel(was, is, plan.copied())?;
        if let Some(plan) = plan {
            code(new, is, plan).map_err(|reason| format!("{}: {reason}", is.name))?;
        }
    }
    symbols(old, new, plans)?;
    bytes(old, new, plans)?;
    metadata(old, new, plans)
}

/// Metadata say the same but for the numbers of registers; as many bytes have changed as it takes for that.
fn metadata(old: &CodeObject<'_>, new: &CodeObject<'_>, plans: &[&Plan]) -> Result<(), String> {
    let changed = |was: u32, is: u32| {
        let bytes = was.to_be_bytes().into_iter().zip(is.to_be_bytes());
        bytes.filter(|(was, is)| was != is).count()
    };
    let mut expected = 0;
    for (number, (was, is)) in old.kernels.iter().zip(&new.kernels).enumerate() {
        let mut meant = was.metadata.clone();
        let plan = plans.iter().find(|plan| plan.code.kernel == number);
        if let (Some(registers), Some(meant)) =
            (plan.and_then(|plan| plan.code.registers), &mut meant)
        {
            for (count, value) in [
                (&mut meant.vgpr_count, registers.metadata_vgprs),
                (&mut meant.agpr_count, registers.agprs),
            ] {
                if let Some(count) = count {
                    expected += changed(*count, value);
                    *count = value;
                }
            }
        }
        if is.metadata != meant {
            return Err(format!("{}: its metadata say something else", is.name));
        }
    }
    let differ = |place: usize| old.file()[place] != new.file()[place];
    let found = old.notes().into_iter().flatten().filter(|&at| differ(at));
    match found.count() == expected {
        true => Ok(()),
        false => Err("other metadata have changed".into()),
    }
}

/// A kernel is started as before, but for the address of its code and the registers that it needs.
fn kernel(was: &Kernel, is: &Kernel, plan: Option<&Plan>) -> Result<(), String> {
    let other = |what: &str| Err(format!("{}: {what}", is.name));
    if was.name != is.name || was.descriptor.is_some() != is.descriptor.is_some() {
        return other("it is another kernel");
    }
    let moved = plan.is_some_and(|plan| !plan.code.fits());
    let preloads = was.preloaded_entry.is_some() == is.preloaded_entry.is_some();
    if (!moved && (was.entry != is.entry || was.preloaded_entry != is.preloaded_entry)) || !preloads
    {
        return other("it begins elsewhere");
    }
    let (Some(was), Some(is_now)) = (&was.descriptor, &is.descriptor) else {
        return Ok(());
    };
    let mut expected = *was;
    if moved {
        expected.entry_offset = is_now.entry_offset;
    }
    if let Some(registers) = plan.and_then(|plan| plan.code.registers) {
        // The lowest six bits of either word (AMDGPUUsage, "Kernel Descriptor").
        const REGISTERS: u32 = 0x3f;
        let others = |one: u32, other: u32| one & !REGISTERS | other & REGISTERS;
        let granule = if is_now.accum_offset.is_some() { 8 } else { 4 };
        expected.vgprs = registers.total.max(1).next_multiple_of(granule) as u16;
        expected.accum_offset = registers.accum_offset.map(|offset| offset as u16);
        expected.rsrc1 = others(was.rsrc1, is_now.rsrc1);
        expected.rsrc3 = others(was.rsrc3, is_now.rsrc3);
    }
    match expected == *is_now {
        true => Ok(()),
        false => other("its descriptor says something else"),
    }
}

/// The descriptor provides each vector register that the code names.
fn provides(kernel: &Kernel, listing: &Listing) -> Result<(), String> {
    let Some(descriptor) = &kernel.descriptor else {
        return Ok(());
    };
    let total = u32::from(descriptor.vgprs);
    let (vgprs, agprs) = match descriptor.accum_offset {
        Some(offset) => (u32::from(offset), total.saturating_sub(offset.into())),
        None => (total, total),
    };
    let operands = listing.insts.iter().flat_map(|inst| listing.operands(inst));
    for (operand, _) in operands {
        let ListedOperand::Reg(range) = operand else {
            continue;
        };
        let first = range.first();
        let end = u32::from(first.number()) + u32::from(range.len());
        let limit = match first.file() {
            RegFile::Vgpr => vgprs,
            RegFile::Agpr => agprs,
            _ => continue,
        };
        if end > limit {
            return Err(format!("its descriptor does not provide {first}"));
        }
    }
    Ok(())
}

/// The code at a kernel's entry is that of its text.
fn code(new: &CodeObject<'_>, kernel: &Kernel, plan: &Plan) -> Result<(), String> {
    let entry = kernel.entry.ok_or("its first instruction is not known")?;
    let section = &new.code[entry.section];
    let from = section.range.start + (entry.address - section.address) as usize;
    let length = plan.code.bytes.len();
    let bytes = new.file().get(from..from + length);
    let bytes = bytes.ok_or("its code is not whole")?;
    let before = (plan.source.begin - plan.source.entry) as usize;
    if bytes[..before] != plan.source.bytes[..before] {
        return Err("code for firmware that loads no arguments is other code".into());
    }
    let begin = entry.address + before as u64;
    let readers = || program::reader(plan.source.gpu, plan.source.features);
    let (mut of_code, mut of_text) = match (readers(), readers()) {
        (Ok(one), Ok(other)) => (one, other),
        (Err(error), _) | (_, Err(error)) => return Err(error.to_string()),
    };
    let listing = of_code
        .decode(&bytes[before..], begin)
        .map_err(|error| error.to_string())?;
    let text = program::SourceText::new(&plan.text)
        .parse(&mut of_text)
        .map_err(|error| error.to_string())?;
    provides(kernel, &listing)?;
    if text.insts.len() != listing.insts.len() {
        return Err("it has another number of instructions".into());
    }
    for (number, (written, read)) in text.insts.iter().zip(&listing.insts).enumerate() {
        let at = ListedId(number as u32);
        let offset = read.address - entry.address;
        let refused = || format!("the instruction at {:#x} is another", read.address);
        if offset != plan.assembled.offsets[number] || written.size != read.size {
            return Err(refused());
        }
        // Some bits do not show in what the disassembler says: the first bit of a pair of registers.
        let encoding = text.encoding(written).ok_or_else(refused)?;
        let range = offset as usize..offset as usize + encoding.len();
        let bytes = bytes.get(range.clone()).ok_or_else(refused)?;
        if let Some(target) = plan
            .assembled
            .target(written)
            .filter(|_| written.is_unplaced)
        {
            let leads = source::branch(&listing, read);
            // The upper half of a branch is not its distance.
            let same = leads.is_some_and(|(_, to)| to == entry.address + target)
                && listing.name(read) == text.name(written)
                && bytes[2..] == encoding[2..];
            if !same {
                return Err(refused());
            }
            continue;
        }
        let is_sum = |relative: &&Relative| {
            let is_high = |high| match high {
                High::Literal(at) => range.contains(&at),
                High::Constant(_) => false,
            };
            range.contains(&relative.low) || is_high(relative.high)
        };
        if plan.code.relative.iter().any(|relative| is_sum(&relative)) {
            // Behind the first word is the literal.
            if listing.name(read) != text.name(written) || bytes[..4] != encoding[..4] {
                return Err(refused());
            }
            continue;
        }
        let (read, written) = (of_code.print(at, &[]), of_text.print(at, &[]));
        if read != written || read.is_none() || bytes != encoding {
            return Err(refused());
        }
    }
    for relative in &plan.code.relative {
        let half = |at: usize| {
            let word = bytes.get(at..at + 4)?.try_into().ok()?;
            Some(u64::from(u32::from_le_bytes(word)))
        };
        let high = match relative.high {
            High::Literal(at) => half(at),
            High::Constant(value) => Some(value.into()),
        };
        let sum = half(relative.low).zip(high).map(|(low, high)| {
            let from = entry.address + relative.counted_from;
            from.wrapping_add(high << 32 | low)
        });
        if sum != Some(relative.target) {
            return Err(format!("it no longer finds {:#x}", relative.target));
        }
    }
    Ok(())
}

/// Symbols stand where they stood, or where what they stood before is now.
fn symbols(old: &CodeObject<'_>, new: &CodeObject<'_>, plans: &[&Plan]) -> Result<(), String> {
    type Named<'a> = Vec<(&'a str, u64, usize)>;
    let expected = old.symbols.iter().map(|symbol| {
        let plan = plans.iter().find(|plan| {
            plan.code.section == symbol.section && plan.code.old.contains(&symbol.address)
        });
        let Some(plan) = plan else {
            return Ok((symbol.name.as_str(), symbol.address, symbol.section));
        };
        let place = plan.assembled.places.get(&symbol.address);
        let place = place.ok_or_else(|| format!("symbol {} has no place", symbol.name))?;
        let entry = new.kernels[plan.code.kernel].entry;
        let entry = entry.ok_or("a kernel begins nowhere")?;
        Ok((symbol.name.as_str(), entry.address + place, entry.section))
    });
    let mut expected: Named<'_> = expected.collect::<Result<_, String>>()?;
    let mut found: Named<'_> = new
        .symbols
        .iter()
        .map(|symbol| (symbol.name.as_str(), symbol.address, symbol.section))
        .collect();
    expected.sort_unstable();
    found.sort_unstable();
    match expected == found {
        true => Ok(()),
        false => Err("symbols stand elsewhere".into()),
    }
}

/// All other bytes are as they were: only the places of kernels that have changed, their symbols, descriptors and metadata, and
/// what says where a new segment is may differ.
fn bytes(old: &CodeObject<'_>, new: &CodeObject<'_>, plans: &[&Plan]) -> Result<(), String> {
    let (was, is) = (old.file(), new.file());
    let grows = plans.iter().any(|plan| !plan.code.fits());
    if is.len() < was.len() || (is.len() > was.len()) != grows {
        return Err("it has another length".into());
    }
    let mut free: Vec<Range<usize>> = old.symbol_tables();
    free.extend(old.notes());
    for plan in plans {
        let section = &old.code[plan.code.section];
        if plan.code.fits() {
            let from = section.range.start + (plan.code.old.start - section.address) as usize;
            free.push(from..from + plan.code.room as usize);
        }
        let descriptor = old.kernels[plan.code.kernel].descriptor_at;
        free.extend(descriptor.map(|at| at..at + 64));
    }
    if grows {
        free.push(old.headers());
    }
    let differs = |at: &usize| was[*at] != is[*at] && !free.iter().any(|range| range.contains(at));
    match (0..was.len()).find(differs) {
        None => Ok(()),
        Some(at) => Err(format!(
            "byte {at:#x}, which is no code of a kernel that changed, is another"
        )),
    }
}
