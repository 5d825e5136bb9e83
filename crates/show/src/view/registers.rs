//! Registers: what instructions write, how many hold values, how many waves they allow.

use super::data::{MoreWaves, Obstacle, Occupancy};
use super::function::Listing;
use cdnasched_base::machine::occupancy::{self, RegisterUse, Resource};
use cdnasched_base::machine::{
    BlockId, Function, InstId, RegFile, RegRange, RegSet, VECTOR_REGS, liveness,
};

/// The registers that an instruction writes.
pub(super) fn written(function: &Function, inst: InstId) -> Vec<String> {
    let defs = function.operands(inst).iter().filter(|o| o.is_def());
    let ranges: Vec<RegRange> = defs.filter_map(|o| o.reg()).collect();
    let mut names: Vec<String> = Vec::new();
    for range in ranges {
        let name = range.to_string();
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// Registers and waves of a function.
pub(super) fn occupancy(function: &Function) -> Occupancy {
    let used = RegisterUse::of(function);
    let resources = &function.resources;
    let waves = |vgprs: u32| {
        let registers = RegisterUse {
            vgprs,
            agprs: 0,
            sgprs: used.sgprs,
        };
        let (lds, workgroup) = (resources.lds_bytes, resources.workgroup_size);
        occupancy::waves_per_simd(function.gpu, registers, lds, workgroup)
    };
    let both = match function.gpu.unified_vector_file() {
        true => 2,
        false => 1,
    };
    let most = u32::from(VECTOR_REGS) * both;
    let mut steps: Vec<(u32, u32)> = Vec::new();
    for registers in 1..=most {
        let waves = waves(registers);
        match steps.last_mut() {
            Some((of, up_to)) if *of == waves => *up_to = registers,
            _ => steps.push((waves, registers)),
        }
    }
    let budget = occupancy::budget(function);
    Occupancy {
        vgprs: used.vgprs,
        agprs: used.agprs,
        sgprs: used.sgprs,
        waves: occupancy::occupancy(function),
        steps,
        free_vgprs: budget.vgprs.saturating_sub(used.vgprs),
        more: occupancy::more_waves(function).map(more_waves),
    }
}

fn more_waves(more: occupancy::MoreWaves) -> MoreWaves {
    let obstacle = |obstacle: occupancy::Obstacle| Obstacle {
        of: match obstacle.of {
            Resource::Vgprs => "vgprs",
            Resource::Agprs => "agprs",
            Resource::VectorRegisters => "vector_registers",
            Resource::Sgprs => "sgprs",
            Resource::LdsBytes => "lds_bytes",
        },
        used: obstacle.used,
        most: obstacle.most,
    };
    MoreWaves {
        waves: more.waves,
        obstacles: more.obstacles.into_iter().map(obstacle).collect(),
    }
}

/// Numbers of registers of each file.
fn counts(live: &RegSet) -> (u32, u32, u32) {
    let mut counts = (0, 0, 0);
    for reg in live.iter() {
        match reg.file() {
            RegFile::Vgpr => counts.0 += 1,
            RegFile::Agpr => counts.1 += 1,
            RegFile::Sgpr => counts.2 += 1,
            RegFile::Ttmp | RegFile::Special => {}
        }
    }
    counts
}

/// By instruction of these blocks: how many VGPRs, AccVGPRs and SGPRs hold a value after it that is read later.
pub(super) fn pressure(
    function: &Function,
    listing: &Listing,
    blocks: &[BlockId],
) -> Vec<(u32, u32, u32, u32)> {
    let found = liveness::Liveness::of(function);
    let mut all = Vec::new();
    for &block in blocks {
        let live_out = &found.live_out[block];
        let order = &function.block(block).order;
        // After an instruction is before the next; the walk is from the end.
        let mut after = vec![counts(live_out)];
        liveness::walk(function, block, live_out, |live| after.push(counts(live)));
        after.pop();
        for (&inst, live) in order.iter().zip(after.iter().rev()) {
            if let Some(place) = listing.place(inst) {
                all.push((place, live.0, live.1, live.2));
            }
        }
    }
    all
}
