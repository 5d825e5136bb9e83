//! LLVM's registers as 32-bit slots.

use std::borrow::Cow;

use super::bindings::{CdnaRegister, CdnaStr};
use super::raw::{Error, range, text};
use cdnasched_base::machine::{Reg, RegRange, RegSet};

/// Endings of the names of registers that LLVM's MC layer numbers by generation.
const GENERATIONS: [&str; 3] = ["_gfxpre11", "_gfx9plus", "_vi"];

/// The name that code generation has for a register unit's root: `M0_LO16` for `M0_gfxpre11_LO16`.
fn without_generation(name: &str) -> Cow<'_, str> {
    let of = GENERATIONS.iter().find(|of| name.contains(**of));
    of.map_or(Cow::Borrowed(name), |of| {
        Cow::Owned(name.replacen(of, "", 1))
    })
}

/// LLVM's name of a register unit's root, and the slot that it is a part of.
///
/// # Safety
/// As for [`text`].
unsafe fn slot<'a>(unit: CdnaStr) -> Result<(&'a str, Reg), Error> {
    // SAFETY: the caller vouches for the name.
    let name = unsafe { text(unit, "unit name")? };
    let slot = Reg::from_llvm_unit(&without_generation(name)).ok_or_else(|| Error::Register {
        unit: name.to_owned(),
    })?;
    Ok((name, slot))
}

/// The set of the registers of these names.
///
/// # Safety
/// As for [`text`], for every name.
pub unsafe fn set(names: &[CdnaStr]) -> Result<RegSet, Error> {
    let mut set = RegSet::default();
    for &name in names {
        // SAFETY: the caller vouches for the names.
        set.insert(unsafe { slot(name)?.1 });
    }
    Ok(set)
}

/// Maps each register's units to a run of 32-bit slots.
///
/// # Safety
/// As for [`text`], for every unit name.
pub unsafe fn tuples(
    registers: &[CdnaRegister],
    units: &[CdnaStr],
) -> Result<Vec<RegRange>, Error> {
    let registers = registers.iter();
    // SAFETY: the caller vouches for the names.
    registers
        .map(|register| unsafe { tuple(register, units) })
        .collect()
}

/// The run of 32-bit slots of a register.
///
/// # Safety
/// As for [`text`], for every unit name.
pub unsafe fn tuple(register: &CdnaRegister, units: &[CdnaStr]) -> Result<RegRange, Error> {
    let units = range(units, register.first_unit, register.unit_count, "units")?;
    let mut slots: Vec<Reg> = Vec::with_capacity(units.len());
    let mut names = Vec::new();
    for unit in units {
        // SAFETY: the caller vouches for the names.
        let (name, slot) = unsafe { slot(*unit)? };
        slots.push(slot);
        names.push(name);
    }
    slots.sort_unstable();
    slots.dedup();
    let tuple = slots.first().zip(slots.last()).and_then(|(first, last)| {
        let len = last.index() - first.index() + 1;
        (len == slots.len()).then_some(())?;
        RegRange::new(*first, u8::try_from(len).ok()?)
    });
    tuple.ok_or_else(|| Error::Tuple {
        units: names.join(" "),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_hold_the_registers_named_and_unknown_names_are_refused() {
        let of = |names: &[&str]| {
            let names: Vec<CdnaStr> = names.iter().map(|name| CdnaStr::of(name)).collect();
            // SAFETY: the names live as long as the call.
            unsafe { set(&names) }
        };
        let both = of(&["VGPR5", "AGPR255"]).expect("a set");
        let expected = [Reg::vgpr(5), Reg::agpr(255)].into_iter().flatten();
        assert_eq!(both, expected.collect());
        assert!(of(&[]).expect("a set").is_empty());
        let refused = of(&["VGPR5", "VGPR256"]).expect_err("no such register");
        assert!(refused.to_string().contains("'VGPR256'"), "{refused}");
    }
}
