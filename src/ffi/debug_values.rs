//! Debug values: from LLVM to the core, and what becomes of them back.

use super::abi::*;
use super::raw::{Error, array, range};
use super::registers;
use crate::machine::debug_values::{DebugRegister, DebugValue};
use crate::machine::{BlockId, Function, InstFlags, InstId, RegFile, RegRange};

/// The debug values of a function.
///
/// # Errors
/// When they name what the function does not have.
///
/// # Safety
/// As for [`super::import::function`].
pub unsafe fn import(raw: &CdnaFunction, function: &Function) -> Result<Vec<DebugValue>, Error> {
    // SAFETY: the caller vouches for the arrays.
    let (values, operands, units) = unsafe {
        (
            array(raw.debug_values, raw.debug_value_count, "debug values")?,
            array(
                raw.debug_operands,
                raw.debug_operand_count,
                "debug operands",
            )?,
            array(raw.units, raw.unit_count, "register units")?,
        )
    };
    if values.is_empty() {
        return Ok(Vec::new());
    }
    // What is in inline assembly has an id, and no index of LLVM's.
    let ids = (0..function.inst_count() as u32).map(InstId);
    let ids = ids.filter(|&id| !function.flags(id).has(InstFlags::IN_ASM));
    let ids: Vec<InstId> = ids.collect();
    let mut made = Vec::with_capacity(values.len());
    for value in values {
        let block = BlockId(value.block);
        range(function.blocks(), value.block, 1, "blocks")?;
        let after = match value.after {
            CDNASCHED_NONE => None,
            after => Some(range(&ids, after, 1, "instructions")?[0]),
        };
        let order = &function.block(block).order;
        if after.is_some_and(|after| order.binary_search(&after).is_err()) {
            return Err(Error::Value {
                what: "place of a debug value",
                value: u64::from(value.after),
                expected: "an instruction of its block",
            });
        }
        let named = range(
            operands,
            value.first_operand,
            value.operand_count,
            "debug operands",
        )?;
        let named = named.iter().map(|named| DebugRegister {
            operand: named.operand,
            // SAFETY: the caller vouches for the names of the units.
            register: unsafe { register(&named.reg, units) },
        });
        made.push(DebugValue {
            block,
            after,
            variable: value.variable,
            registers: named.collect(),
        });
    }
    Ok(made)
}

/// The register of these units; `None` for one that the core does not know, and for parts of registers.
///
/// # Safety
/// As for [`registers::tuple`].
unsafe fn register(register: &CdnaRegister, units: &[CdnaStr]) -> Option<RegRange> {
    // SAFETY: passed on from the caller.
    let range = unsafe { registers::tuple(register, units) }.ok()?;
    // Registers of 32 bits have a unit for each half, but for some special ones.
    let halves = 2 * u32::from(range.len());
    let is_whole = range.first().file() == RegFile::Special || register.unit_count == halves;
    is_whole.then_some(range)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::text;

    const TEXT: &str = "cdna-flat 1\nfunction \"f\"\ngpu gfx942\nresources lds=0 workgroup=64 entry\n\
        block 0 frequency=1 depth=0\nINLINEASM opaque, #1 | asm parsed\nS_NOP #0 | embedded inside line=1\nS_NOP #1\n\
        block 1 frequency=1 depth=0\nS_ENDPGM #0\n";

    /// The debug value, with a register of these units.
    fn imported(value: CdnaDebugValue, names: &[&str]) -> Result<Vec<DebugValue>, Error> {
        let function = text::parse(TEXT).expect("a function");
        let units: Vec<CdnaStr> = names.iter().map(|name| CdnaStr::of(name)).collect();
        let operand = CdnaDebugOperand {
            operand: 2,
            reg: CdnaRegister {
                first_unit: 0,
                unit_count: units.len() as u32,
            },
        };
        let raw = CdnaFunction {
            debug_values: &value,
            debug_value_count: 1,
            debug_operands: &operand,
            debug_operand_count: 1,
            units: units.as_ptr(),
            unit_count: units.len() as u64,
            ..CdnaFunction::default()
        };
        // SAFETY: all arrays are as long as announced and live as long as the call.
        unsafe { import(&raw, &function) }
    }

    fn value(block: u32, after: u32, operand_count: u32) -> CdnaDebugValue {
        CdnaDebugValue {
            block,
            after,
            variable: 7,
            first_operand: 0,
            operand_count,
        }
    }

    #[test]
    fn places_are_those_of_llvms_instructions() {
        let of = |block, after| {
            let made = imported(value(block, after, 0), &[]).map(|made| made[0].clone());
            made.map(|one| (one.block.0, one.after.map(|after| after.0)))
        };
        assert_eq!(of(0, CDNASCHED_NONE).ok(), Some((0, None)));
        assert_eq!(of(0, 0).ok(), Some((0, Some(0))));
        assert_eq!(of(0, 1).ok(), Some((0, Some(2))));
        assert_eq!(of(1, 2).ok(), Some((1, Some(3))));
        assert!(of(1, 1).is_err() && of(0, 3).is_err() && of(2, CDNASCHED_NONE).is_err());
        assert!(imported(value(0, 0, 2), &[]).is_err());
    }

    #[test]
    fn only_whole_registers_are_understood() {
        let of = |names: &[&str]| {
            let made = imported(value(0, 0, 1), names).expect("a debug value");
            assert_eq!(made[0].registers[0].operand, 2);
            made[0].registers[0].register.map(|range| range.to_string())
        };
        let pair = ["VGPR4_LO16", "VGPR4_HI16", "VGPR5_LO16", "VGPR5_HI16"];
        assert_eq!(of(&pair).as_deref(), Some("v[4:5]"));
        assert_eq!(of(&["SCC"]).as_deref(), Some("scc"));
        assert_eq!(of(&["VGPR4_LO16"]), None);
        assert_eq!(of(&pair[..3]), None);
        assert_eq!(of(&["SGPR4_HI16"]), None);
        assert_eq!(of(&["VGPR999_LO16", "VGPR999_HI16"]), None);
        assert_eq!(of(&[]), None);
    }
}
