//! How many waves of a kernel fit on a SIMD.

mod more_waves;

pub use more_waves::{MoreWaves, Obstacle, Resource, more_waves};

use crate::gpu::Gpu;
use crate::machine::{Function, InstFlags, RegFile, VECTOR_REGS};

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
/// Scalar registers that a wave may name.
const SCALAR_MOST: u32 = 102;
/// VCC, FLAT_SCRATCH and XNACK_MASK are allocated after the numbered scalar registers.
const SCALAR_EXTRA: u32 = 6;
/// AccVGPRs of a unified file begin at a multiple of this.
const AGPR_ALIGN: u32 = 4;
/// SIMDs of a compute unit.
pub const SIMDS: u32 = 4;

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
    let per_group = workgroup.div_ceil(gpu.wave_size());
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
    let waves = function
        .resources
        .workgroup_size
        .div_ceil(function.gpu.wave_size());
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

/// How many vector registers of each file a function may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// Architectural vector registers.
    pub vgprs: u32,
    /// Accumulation vector registers.
    pub agprs: u32,
}

/// Whether a function's registers are all that its waves have: it is an entry point, and calls nothing.
fn is_known(function: &Function) -> bool {
    let mut insts = function.blocks().iter().flat_map(|b| &b.order);
    function.resources.is_entry && !insts.any(|&inst| function.flags(inst).has(InstFlags::CALL))
}

/// Work-items of the largest workgroup (LLVM AMDGPUSubtarget.h, `getMaxFlatWorkGroupSize`).
const LARGEST_WORKGROUP: u32 = 1024;

/// Up to which numbers vector registers may be used so that a function loses no wave, however it is
/// launched: for every size of workgroups up to the declared one. Where the files are one, VGPRs
/// come before AccVGPRs. What callers and callees use is not known: functions that are not entry
/// points, and those that call, keep what they have.
///
/// Static LDS is a lower bound of what a launch takes; more of it makes registers matter less.
pub fn budget(function: &Function) -> Budget {
    let used = RegisterUse::of(function);
    let mut budget = Budget {
        vgprs: used.vgprs,
        agprs: used.agprs,
    };
    if !is_known(function) {
        return budget;
    }
    let resources = &function.resources;
    let wave = function.gpu.wave_size();
    let largest = match resources.workgroup_size {
        0 => LARGEST_WORKGROUP,
        size => size.next_multiple_of(wave),
    };
    let workgroups = || (wave..=largest).step_by(wave as usize);
    let waves = |registers: RegisterUse| {
        let lds = resources.lds_bytes;
        workgroups().map(move |size| waves_per_simd(function.gpu, registers, lds, size))
    };
    let keeps = |vgprs, agprs| {
        let more = RegisterUse {
            vgprs,
            agprs,
            ..used
        };
        waves(more).eq(waves(used))
    };
    let all = u32::from(VECTOR_REGS);
    let vgprs = (used.vgprs..=all).rev().find(|&n| keeps(n, used.agprs));
    budget.vgprs = vgprs.unwrap_or(used.vgprs);
    let agprs = (used.agprs..=all).rev().find(|&n| keeps(budget.vgprs, n));
    budget.agprs = agprs.unwrap_or(used.agprs);
    budget
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::machine::text;

    pub(super) fn waves(gpu: Gpu, vgprs: u32, agprs: u32, lds: u32, workgroup: u32) -> u32 {
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

    /// A function that uses this many registers.
    pub(super) fn function_of(gpu: Gpu, used: [u32; 3], resources: &str) -> Function {
        let files = ["v", "a", "s"].into_iter().zip(used);
        let named = files.filter(|&(_, count)| count > 0);
        let named: Vec<String> = named.map(|(f, n)| format!("{f}{}", n - 1)).collect();
        let text = format!(
            "cdna-flat 1\nfunction \"f\"\ngpu {gpu}\nresources {resources}\n\
             block 0 frequency=1 depth=0\nKILL {} | meta\n",
            named.join(", ")
        );
        text::parse(&text).expect("a function")
    }

    /// The budget of such a function.
    fn budget_of(gpu: Gpu, used: [u32; 3], resources: &str) -> [u32; 2] {
        let budget = budget(&function_of(gpu, used, resources));
        [budget.vgprs, budget.agprs]
    }

    #[test]
    fn a_budget_fills_the_granules_and_prefers_vgprs() {
        use Gpu::*;
        for (gpu, used, expected) in [
            // 4 waves of 128 registers.
            (Gfx942, [100, 0, 40], [128, 0]),
            (Gfx90a, [100, 20, 40], [108, 20]),
            // AccVGPRs begin at a multiple of 4: 104 + 20 registers are 128.
            (Gfx950, [101, 20, 40], [108, 20]),
            (Gfx950, [100, 21, 40], [104, 24]),
            // 8 waves of 64 registers, the most there are.
            (Gfx90a, [3, 0, 40], [64, 0]),
            // Two waves of 256, and one of 512.
            (Gfx942, [129, 100, 40], [156, 100]),
            (Gfx942, [200, 100, 40], [256, 256]),
            // Files of their own: 4 waves of 64, 10 of 24 (25 do not fit), one of 256.
            (Gfx908, [50, 10, 40], [64, 64]),
            (Gfx908, [10, 24, 40], [24, 24]),
            (Gfx908, [129, 0, 40], [256, 256]),
            // Scalar registers leave 7 waves: 36 registers.
            (Gfx908, [20, 0, 100], [36, 36]),
        ] {
            for size in [0, 64, 256, 1024] {
                let resources = format!("lds=0 workgroup={size} entry");
                let found = budget_of(gpu, used, &resources);
                assert_eq!(found, expected, "{gpu} {used:?} {size}");
            }
        }
    }

    #[test]
    fn lds_limits_count_for_every_size_of_workgroups() {
        use Gpu::*;
        let used = [100, 0, 40];
        for (gpu, used, resources, expected) in [
            // One workgroup by LDS, one wave of it on each SIMD: any registers will do.
            (Gfx942, used, "lds=40960 workgroup=256 entry", [256, 256]),
            (Gfx90a, used, "lds=40960 workgroup=200 entry", [256, 256]),
            // Of five waves two share a SIMD.
            (Gfx90a, used, "lds=40960 workgroup=320 entry", [256, 0]),
            // The size is not known.
            (Gfx942, used, "lds=40960 workgroup=0 entry", [128, 0]),
            // 33 KiB are 27 granules of 1280 bytes: four workgroups of up to four waves.
            (
                Gfx950,
                [70, 0, 40],
                "lds=33792 workgroup=256 entry",
                [128, 0],
            ),
            // Three workgroups of nine waves want seven waves on each SIMD.
            (
                Gfx950,
                [70, 0, 40],
                "lds=33792 workgroup=1024 entry",
                [72, 0],
            ),
            // Two workgroups by LDS, of up to four waves.
            (
                Gfx908,
                [50, 0, 40],
                "lds=32768 workgroup=256 entry",
                [128, 128],
            ),
        ] {
            assert_eq!(
                budget_of(gpu, used, resources),
                expected,
                "{gpu} {resources}"
            );
        }
    }

    #[test]
    fn callable_functions_and_those_that_call_keep_what_they_have() {
        let resources = "lds=0 workgroup=256";
        assert_eq!(budget_of(Gpu::Gfx942, [100, 3, 40], resources), [100, 3]);
        for (flag, expected) in [("call", [11, 0]), ("meta", [64, 0])] {
            let text = format!(
                "cdna-flat 1\nfunction \"f\"\ngpu gfx942\nresources lds=0 workgroup=256 entry\n\
                 block 0 frequency=1 depth=0\nS_SWAPPC_B64 def s[30:31], s[4:5], imp v10 | {flag}\n"
            );
            let function = text::parse(&text).expect("a function");
            let budget = budget(&function);
            assert_eq!([budget.vgprs, budget.agprs], expected, "{flag}");
        }
    }
}
