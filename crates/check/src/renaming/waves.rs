//! Do as many waves fit on a SIMD as before?

use super::super::Violation;
use crate::machine::occupancy::{RegisterUse, waves_per_simd};
use crate::machine::{Function, InstFlags, RegFile};

/// Work-items of the largest workgroup there is (AMDGPUUsage, "amdgpu-flat-work-group-size").
const LARGEST_WORKGROUP: u32 = 1024;

/// Proves that for every size of workgroups as many waves fit as before and, for a function that is
/// called, or calls, that it uses no more vector registers.
pub(crate) fn as_many(function: &Function, original: &Function) -> Result<(), Violation> {
    let (was, is) = (registers(original), registers(function));
    if !original.resources.is_entry || calls(original) {
        for (was, is) in [(was.vgprs, is.vgprs), (was.agprs, is.agprs)] {
            if is > was {
                return Err(Violation::Budget { was, is });
            }
        }
        return Ok(());
    }
    let resources = &original.resources;
    let largest = match resources.workgroup_size {
        0 => LARGEST_WORKGROUP,
        size => size,
    };
    let wave = original.gpu.wave_size();
    for workgroup in (wave..largest.next_multiple_of(wave) + wave).step_by(wave as usize) {
        let waves =
            |registers| waves_per_simd(original.gpu, registers, resources.lds_bytes, workgroup);
        let (was, is) = (waves(was), waves(is));
        if is < was {
            return Err(Violation::Waves { workgroup, was, is });
        }
    }
    Ok(())
}

/// Whether a function calls: what its callees use adds to its own, and is not known.
fn calls(function: &Function) -> bool {
    let mut insts = function.blocks().iter().flat_map(|block| &block.order);
    insts.any(|&inst| function.flags(inst).has(InstFlags::CALL))
}

/// The highest register of each file, plus one, that any operand names.
fn registers(function: &Function) -> RegisterUse {
    let mut registers = RegisterUse::default();
    for &inst in function.blocks().iter().flat_map(|block| &block.order) {
        for range in function.operands(inst).iter().filter_map(|o| o.reg()) {
            let Some(last) = range.regs().next_back() else {
                continue;
            };
            let most = match last.file() {
                RegFile::Vgpr => &mut registers.vgprs,
                RegFile::Agpr => &mut registers.agprs,
                RegFile::Sgpr => &mut registers.sgprs,
                RegFile::Ttmp | RegFile::Special => continue,
            };
            *most = (*most).max(u32::from(last.number()) + 1);
        }
    }
    registers
}
