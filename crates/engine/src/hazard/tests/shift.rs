//! 64-bit shifts by the last register.

use super::*;
use crate::hazard::{ShiftRepair, block_end_shifts};

fn repairs(gpu: Gpu, lines: &[&str]) -> Vec<(u32, ShiftRepair)> {
    let body = format!("block 0 frequency=1 depth=0\n{}\n{END}", lines.join("\n"));
    let shifts = block_end_shifts(&on(gpu, &body));
    shifts.iter().map(|s| (s.inst.0, s.repair)).collect()
}

const SHIFT: &str = "V_LSHLREV_B64_e64 def v[0:1], v7, v[2:3], imp exec";

#[test]
fn nothing_repairs_a_shift_in_assembly() {
    for gpu in [Gpu::Gfx90a, Gpu::Gfx942] {
        let body = format!(
            "block 0 frequency=1 depth=0\nINLINEASM opaque, #1 | asm parsed\n\
             V_LSHLREV_B64_e64 def v[0:1], v7, v[2:3], imp exec | embedded inside line=1\n{END}"
        );
        let shifts = block_end_shifts(&on(gpu, &body));
        assert_eq!(shifts.len(), 1);
        assert_eq!(shifts[0].repair, ShiftRepair::None);
    }
}

#[test]
fn the_amount_must_not_be_in_the_last_register() {
    for gpu in [Gpu::Gfx908, Gpu::Gfx942, Gpu::Gfx950] {
        assert_eq!(repairs(gpu, &[SHIFT]), [(0, ShiftRepair::Copy)]);
        let in_place = SHIFT.replace("v[2:3]", "v[0:1]");
        assert_eq!(repairs(gpu, &[&in_place]), [(0, ShiftRepair::None)]);
        let of_one = SHIFT.replace("v[2:3]", "#1").replace("LSHL", "LSHR");
        assert_eq!(repairs(gpu, &[&of_one]), [(0, ShiftRepair::Copy)]);
        let last = SHIFT.replace("v7", "v255");
        assert_eq!(repairs(gpu, &[READ, &last]), [(1, ShiftRepair::Copy)]);
    }
    assert_eq!(repairs(Gpu::Gfx90a, &[SHIFT]), [(0, ShiftRepair::Llvm)]);
}

#[test]
fn a_register_after_it_or_none_at_all_is_harmless() {
    // The moves name v8.
    assert_eq!(repairs(Gpu::Gfx942, &[SHIFT, READ]), []);
    let inside = SHIFT.replace("v7", "v6");
    let scalar = SHIFT.replace("v7", "s7");
    let constant = SHIFT.replace("v7", "#7");
    for shift in [inside, scalar, constant, SHIFT.replace("v7", "a7")] {
        assert_eq!(repairs(Gpu::Gfx942, &[&shift]), []);
    }
}
