//! What another wave on a SIMD would take.

use super::{AGPR_ALIGN, RegisterUse, SCALAR_MOST, is_known, limits, waves_per_simd};
use crate::machine::{Function, VECTOR_REGS};

/// Something of which waves share a limited amount.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Resource {
    /// Architectural vector registers, from a file of their own.
    Vgprs,
    /// Accumulation vector registers, from a file of their own.
    Agprs,
    /// Vector registers of both kinds together, from one file.
    VectorRegisters,
    /// Scalar registers.
    Sgprs,
    /// Bytes of LDS of a workgroup.
    LdsBytes,
}

/// A resource of which a function takes too much for another wave.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Obstacle {
    /// The resource.
    pub of: Resource,
    /// What the function takes.
    pub used: u32,
    /// The most that it may take.
    pub most: u32,
}

/// The next larger number of waves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoreWaves {
    /// Waves per SIMD, where all of the obstacles are gone.
    pub waves: u32,
    /// What stands in the way; never empty.
    pub obstacles: Vec<Obstacle>,
}

/// What it takes for more waves on a SIMD. `None` where there are no more, by the hardware or because a compute unit runs
/// whole workgroups only, and where it is not known what callers and callees use.
///
/// Static LDS is a lower bound of what a launch takes.
pub fn more_waves(function: &Function) -> Option<MoreWaves> {
    if !is_known(function) {
        return None;
    }
    let resources = &function.resources;
    let (gpu, workgroup) = (function.gpu, resources.workgroup_size);
    let used = RegisterUse::of(function);
    let waves = |registers, lds| waves_per_simd(gpu, registers, lds, workgroup);
    let wanted = waves(used, resources.lds_bytes) + 1;
    let nothing = RegisterUse::default();
    // Each limit is one of its own: what is left is the least of what they leave.
    let most = |limit: u32, step: usize, waves: &dyn Fn(u32) -> u32| {
        let mut amounts = (0..=limit).rev().step_by(step);
        amounts.find(|&amount| waves(amount) >= wanted)
    };
    let all = u32::from(VECTOR_REGS) * if gpu.unified_vector_file() { 2 } else { 1 };
    let vgprs = most(all, 1, &|vgprs| waves(RegisterUse { vgprs, ..nothing }, 0))?;
    let sgprs = most(SCALAR_MOST, 1, &|sgprs| {
        waves(RegisterUse { sgprs, ..nothing }, 0)
    })?;
    let limits = limits(gpu);
    let lds = most(limits.lds, limits.lds_granule as usize, &|lds| {
        waves(nothing, lds)
    })?;
    let together = match used.agprs {
        0 => used.vgprs,
        agprs => used.vgprs.next_multiple_of(AGPR_ALIGN) + agprs,
    };
    let vector: &[(Resource, u32)] = match gpu.unified_vector_file() {
        true => &[(Resource::VectorRegisters, together)],
        false => &[(Resource::Vgprs, used.vgprs), (Resource::Agprs, used.agprs)],
    };
    let taken = vector.iter().map(|&(of, used)| Obstacle {
        of,
        used,
        most: vgprs,
    });
    let others = [
        (Resource::Sgprs, used.sgprs, sgprs),
        (Resource::LdsBytes, resources.lds_bytes, lds),
    ];
    let others = others.map(|(of, used, most)| Obstacle { of, used, most });
    let obstacles = taken.chain(others).filter(|o| o.used > o.most).collect();
    let largest = vector.iter().map(|(_, used)| *used).max().unwrap_or(0);
    let without = RegisterUse {
        vgprs: largest.min(vgprs),
        agprs: 0,
        sgprs: used.sgprs.min(sgprs),
    };
    Some(MoreWaves {
        waves: waves(without, resources.lds_bytes.min(lds)),
        obstacles,
    })
}

#[cfg(test)]
mod tests {
    use super::super::occupancy;
    use super::super::tests::{function_of, waves};
    use super::*;
    use crate::gpu::Gpu;

    /// What is in the way of more waves: resource, used, most.
    fn in_the_way(gpu: Gpu, used: [u32; 3], resources: &str) -> Option<(u32, Vec<Obstacle>)> {
        let function = function_of(gpu, used, resources);
        more_waves(&function).map(|more| (more.waves, more.obstacles))
    }

    #[test]
    fn what_stands_in_the_way_of_more_waves_is_named() {
        use Gpu::*;
        use Resource::*;
        let is = |of, used, most| Obstacle { of, used, most };
        for (gpu, used, resources, expected) in [
            (
                Gfx942,
                [130, 0, 40],
                "workgroup=256",
                Some((4, vec![is(VectorRegisters, 130, 128)])),
            ),
            // 104 and 70 of one file of 512: three waves of 168.
            (
                Gfx942,
                [101, 70, 40],
                "workgroup=256",
                Some((3, vec![is(VectorRegisters, 174, 168)])),
            ),
            // Files of their own.
            (
                Gfx908,
                [70, 20, 40],
                "workgroup=256",
                Some((4, vec![is(Vgprs, 70, 64)])),
            ),
            (
                Gfx908,
                [20, 70, 40],
                "workgroup=256",
                Some((4, vec![is(Agprs, 70, 64)])),
            ),
            (
                Gfx908,
                [20, 20, 90],
                "workgroup=256",
                Some((9, vec![is(Sgprs, 90, 82)])),
            ),
            // One workgroup of 40 KiB; two leave 32 each.
            (
                Gfx942,
                [100, 0, 40],
                "lds=40960 workgroup=256",
                Some((2, vec![is(LdsBytes, 40960, 32768)])),
            ),
            // Both: registers for one wave, LDS for one workgroup.
            (
                Gfx942,
                [256, 44, 40],
                "lds=40960 workgroup=256",
                Some((
                    2,
                    vec![is(VectorRegisters, 300, 256), is(LdsBytes, 40960, 32768)],
                )),
            ),
            // Workgroups of eight waves come whole: two waves more at once.
            (
                Gfx942,
                [130, 0, 40],
                "workgroup=512",
                Some((4, vec![is(VectorRegisters, 130, 128)])),
            ),
            // There are no more than eight.
            (Gfx942, [30, 0, 40], "workgroup=256", None),
        ] {
            let found = in_the_way(gpu, used, &format!("{resources} entry"));
            assert_eq!(found, expected, "{gpu} {used:?} {resources}");
        }
        let callable = in_the_way(Gfx942, [130, 0, 40], "workgroup=256");
        assert_eq!(callable, None);
    }

    /// With what is said to be enough there are as many waves as is said, and with anything more there are not.
    #[test]
    fn without_the_obstacles_there_are_more_waves() {
        for gpu in Gpu::ALL {
            for (vgprs, lds, workgroup) in [(60, 20_000, 256), (120, 30_000, 512), (200, 9_000, 64)]
            {
                let resources = format!("lds={lds} workgroup={workgroup} entry");
                let function = function_of(gpu, [vgprs, 0, 30], &resources);
                let Some(more) = more_waves(&function) else {
                    continue;
                };
                assert!(more.waves > occupancy(&function), "{gpu} {resources}");
                let most = |of: Resource, used: u32| {
                    let found = more.obstacles.iter().find(|o| o.of == of);
                    found.map_or((used, used), |o| (o.most, o.most + 1))
                };
                let vector = match gpu.unified_vector_file() {
                    true => Resource::VectorRegisters,
                    false => Resource::Vgprs,
                };
                let (enough, too_many) = most(vector, vgprs);
                let (less, too_much) = most(Resource::LdsBytes, lds);
                let with = |vgprs, lds| waves(gpu, vgprs, 0, lds, workgroup);
                assert_eq!(with(enough, less), more.waves, "{gpu} {resources}");
                assert!(too_many == enough || with(too_many, less) < more.waves);
                assert!(too_much == less || with(enough, too_much) < more.waves);
            }
        }
    }
}
