//! How many waves of a kernel fit on a SIMD.

use crate::gpu::Gpu;
use crate::machine::{Function, RegFile};

/// Registers a wave uses: the highest number used in each file, plus one.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct RegisterUse {
    /// Architectural vector registers.
    pub vgprs: u32,
    /// Accumulation vector registers.
    pub agprs: u32,
    /// Scalar registers, without VCC and the other special ones.
    pub sgprs: u32,
}

impl RegisterUse {
    /// Registers that operands of the function's instructions name. Those of callees do not count.
    pub fn of(function: &Function) -> RegisterUse {
        let mut peak = RegisterUse::default();
        let orders = function.blocks().iter().flat_map(|b| &b.order);
        for range in orders
            .flat_map(|&i| function.operands(i))
            .filter_map(|o| o.reg())
        {
            let end = u32::from(range.first().number()) + u32::from(range.len());
            let count = match range.first().file() {
                RegFile::Vgpr => &mut peak.vgprs,
                RegFile::Agpr => &mut peak.agprs,
                RegFile::Sgpr => &mut peak.sgprs,
                RegFile::Ttmp | RegFile::Special => continue,
            };
            *count = end.max(*count);
        }
        peak
    }
}

/// What the waves of a compute unit share (LLVM AMDGPUBaseInfo.cpp, `IsaInfo`;
/// MI300 ISA, section 3.6).
#[derive(Clone, Copy, Debug)]
struct Limits {
    /// Waves a SIMD holds.
    waves: u32,
    /// Vector registers of a SIMD lane: per file, or of both files where they are one.
    vector_file: u32,
    /// Vector registers are allocated in multiples of this.
    vector_granule: u32,
    /// LDS of a compute unit in bytes.
    lds: u32,
    /// LDS is allocated in multiples of this many bytes.
    lds_granule: u32,
}

fn limits(gpu: Gpu) -> Limits {
    let cdna2 = Limits {
        waves: 8,
        vector_file: 512,
        vector_granule: 8,
        lds: 64 << 10,
        lds_granule: 512,
    };
    match gpu {
        Gpu::Gfx908 => Limits {
            waves: 10,
            vector_file: 256,
            vector_granule: 4,
            ..cdna2
        },
        Gpu::Gfx90a | Gpu::Gfx942 => cdna2,
        Gpu::Gfx950 => Limits {
            lds: 160 << 10,
            lds_granule: 1280,
            ..cdna2
        },
    }
}

/// Waves by scalar registers: at most the first, up to the second (800 per SIMD).
const SCALAR: [(u32, u32); 3] = [(80, 10), (88, 9), (100, 8)];
/// Waves when more scalar registers are used than the last entry of [`SCALAR`].
const SCALAR_FULL: u32 = 7;
/// VCC, FLAT_SCRATCH and XNACK_MASK are allocated after the numbered scalar registers.
const SCALAR_EXTRA: u32 = 6;
/// AccVGPRs of a unified file begin at a multiple of this.
const AGPR_ALIGN: u32 = 4;
/// SIMDs of a compute unit.
pub(crate) const SIMDS: u32 = 4;
/// Work-items of a wave.
pub(crate) const WAVE: u32 = 64;

/// Waves per SIMD that registers and LDS allow, at least 1. `lds_bytes` and `workgroup` may be
/// 0 where they are not known: then they set no limit.
pub fn waves_per_simd(gpu: Gpu, registers: RegisterUse, lds_bytes: u32, workgroup: u32) -> u32 {
    let limits = limits(gpu);
    let granules = |n: u32| n.max(1).next_multiple_of(limits.vector_granule);
    let vector = if gpu.unified_vector_file() && registers.agprs > 0 {
        granules(registers.vgprs.next_multiple_of(AGPR_ALIGN) + registers.agprs)
    } else {
        granules(registers.vgprs.max(registers.agprs))
    };
    let sgprs = registers.sgprs + SCALAR_EXTRA;
    let scalar = SCALAR
        .iter()
        .find(|(most, _)| sgprs <= *most)
        .map_or(SCALAR_FULL, |(_, waves)| *waves);
    let waves = limits
        .waves
        .min(limits.vector_file / vector)
        .min(scalar)
        .max(1);
    if workgroup == 0 {
        return waves;
    }
    // A compute unit runs whole workgroups only.
    let per_group = workgroup.div_ceil(WAVE);
    let by_registers = waves * SIMDS / per_group;
    let by_lds = match lds_bytes {
        0 => by_registers,
        bytes => limits.lds / bytes.next_multiple_of(limits.lds_granule),
    };
    let groups = by_registers.min(by_lds).max(1);
    (groups * per_group).div_ceil(SIMDS).clamp(1, waves)
}

/// Waves of one workgroup that share a SIMD: at most this many, where waves are dealt to the SIMDs in
/// turn; 1 where the size of workgroups is not known, or threadgroup split mode may spread them over
/// compute units.
pub fn waves_of_workgroup_per_simd(function: &Function) -> u32 {
    if function.features.tg_split {
        return 1;
    }
    let waves = function.resources.workgroup_size.div_ceil(WAVE);
    waves.div_ceil(SIMDS).max(1)
}

/// Waves per SIMD of a function, by its registers, its LDS and its workgroup size.
pub fn occupancy(function: &Function) -> u32 {
    let resources = &function.resources;
    waves_per_simd(
        function.gpu,
        RegisterUse::of(function),
        resources.lds_bytes,
        resources.workgroup_size,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn waves(gpu: Gpu, vgprs: u32, agprs: u32, lds: u32, workgroup: u32) -> u32 {
        let registers = RegisterUse {
            vgprs,
            agprs,
            sgprs: 40,
        };
        waves_per_simd(gpu, registers, lds, workgroup)
    }

    #[test]
    fn vector_registers_limit() {
        use Gpu::*;
        for (gpu, vgprs, agprs, expected) in [
            (Gfx942, 64, 0, 8),
            (Gfx942, 65, 0, 7),
            (Gfx942, 128, 0, 4),
            (Gfx942, 128, 128, 2),
            (Gfx942, 250, 4, 2),
            (Gfx942, 253, 4, 1),
            (Gfx90a, 168, 0, 3),
            (Gfx908, 24, 0, 10),
            (Gfx908, 128, 128, 2),
            (Gfx908, 129, 0, 1),
        ] {
            assert_eq!(
                waves(gpu, vgprs, agprs, 0, 0),
                expected,
                "{gpu} {vgprs}+{agprs}"
            );
        }
    }

    #[test]
    fn workgroups_come_whole_and_share_lds() {
        assert_eq!(waves(Gpu::Gfx942, 64, 0, 32 << 10, 256), 2);
        // 32 KiB take 26 granules of 1280 bytes: four times, not five.
        assert_eq!(waves(Gpu::Gfx950, 64, 0, 32 << 10, 256), 4);
        assert_eq!(waves(Gpu::Gfx942, 160, 0, 0, 512), 2);
        assert_eq!(waves(Gpu::Gfx942, 64, 0, 60 << 10, 1024), 4);
    }
}
