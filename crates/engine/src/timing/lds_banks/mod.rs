//! Bank conflicts in LDS: by how much they lengthen an access whose addresses are known.
//!
//! LDS serves the lanes of an access in groups, one group after the other. The lanes of a group are served
//! at once if no two of them need different dwords of one bank; otherwise the group takes as many clocks as
//! the busiest bank has dwords to give. Lanes that read the same dword share it. `docs/timing.md` says where
//! the table comes from.

use crate::gpu::Gpu;
use crate::machine::lanes::{Direction, LANES, LaneAddresses, LdsAccess, lds_accesses};
use crate::machine::{BankConflicts, Function, InstId};

/// Eighths of the time that an access takes without conflicts.
const EIGHTHS: u32 = BankConflicts::FREE as u32;

/// Which lanes are served together.
#[derive(Clone, Copy)]
enum Groups {
    /// So many lanes in a row.
    InARow(usize),
    /// By group, the first lane of each run of four lanes in it.
    Listed(&'static [&'static [u8]]),
}

/// How accesses of one kind are served.
struct Row {
    gpus: &'static [Gpu],
    directions: &'static [Direction],
    /// Bytes of a lane at one place.
    bytes: &'static [u32],
    banks: u32,
    groups: Groups,
}

/// `ds_read_b128` on gfx942: the first lanes of the runs of four that make up each group.
const READ_B128_GFX942: &[&[u8]] = &[
    &[0, 20],
    &[32, 52],
    &[4, 16],
    &[36, 48],
    &[8, 28],
    &[40, 60],
    &[12, 24],
    &[44, 56],
];

/// `ds_read_b128` on gfx950, likewise.
const READ_B128_GFX950: &[&[u8]] = &[
    &[0, 12, 20, 24],
    &[32, 44, 52, 56],
    &[4, 8, 16, 28],
    &[36, 40, 48, 60],
];

const READ: &[Direction] = &[Direction::Read];
const WRITE: &[Direction] = &[Direction::Write];
const BOTH: &[Direction] = &[Direction::Read, Direction::Write];

/// The first row that fits holds.
const TABLE: &[Row] = &[
    Row {
        gpus: &[Gpu::Gfx950],
        directions: READ,
        bytes: &[16],
        banks: 64,
        groups: Groups::Listed(READ_B128_GFX950),
    },
    Row {
        gpus: &[Gpu::Gfx950],
        directions: READ,
        bytes: &[8],
        banks: 64,
        groups: Groups::InARow(32),
    },
    Row {
        gpus: &[Gpu::Gfx942],
        directions: READ,
        bytes: &[16],
        banks: 32,
        groups: Groups::Listed(READ_B128_GFX942),
    },
    // Not published for gfx908 and gfx90a: as many lanes in a row as the banks can serve.
    Row {
        gpus: &[Gpu::Gfx908, Gpu::Gfx90a],
        directions: READ,
        bytes: &[16],
        banks: 32,
        groups: Groups::InARow(8),
    },
    Row {
        gpus: &Gpu::ALL,
        directions: WRITE,
        bytes: &[16],
        banks: 32,
        groups: Groups::InARow(8),
    },
    // Not published for 12 bytes.
    Row {
        gpus: &Gpu::ALL,
        directions: BOTH,
        bytes: &[12],
        banks: 32,
        groups: Groups::InARow(8),
    },
    Row {
        gpus: &Gpu::ALL,
        directions: BOTH,
        bytes: &[8],
        banks: 32,
        groups: Groups::InARow(16),
    },
    Row {
        gpus: &Gpu::ALL,
        directions: BOTH,
        bytes: &[1, 2, 4],
        banks: 32,
        groups: Groups::InARow(32),
    },
];

impl Groups {
    /// By group, the lanes in it.
    fn lanes(self) -> Vec<Vec<usize>> {
        match self {
            Groups::InARow(size) => {
                let firsts = (0..LANES).step_by(size);
                firsts
                    .map(|first| (first..first + size).collect())
                    .collect()
            }
            Groups::Listed(groups) => groups
                .iter()
                .map(|runs| {
                    runs.iter()
                        .flat_map(|&run| (0..4).map(move |at| usize::from(run) + at))
                })
                .map(Iterator::collect)
                .collect(),
        }
    }
}

/// Fills in how bank conflicts lengthen each access to LDS of a function.
pub fn find_bank_conflicts(function: &mut Function) {
    for (inst, access, addresses) in lds_accesses(function) {
        let factor = addresses.and_then(|addresses| {
            let factor = eighths(function.gpu, &access, &addresses)?;
            // Lanes that are switched off can only take conflicts away.
            (addresses.all_lanes || factor == EIGHTHS).then_some(factor)
        });
        let conflicts = match factor {
            Some(eighths) => BankConflicts::Eighths(eighths as u16),
            None => BankConflicts::Unknown,
        };
        function.set_bank_conflicts(inst, conflicts);
    }
}

/// The slots that bank conflicts add to an access which occupies LDS for so many without them.
pub(crate) fn bank_conflict_slots(function: &Function, inst: InstId, busy: u32) -> u32 {
    match function.inst(inst).bank_conflicts {
        BankConflicts::Eighths(eighths) => (busy * u32::from(eighths))
            .div_ceil(EIGHTHS)
            .saturating_sub(busy),
        BankConflicts::None | BankConflicts::Unknown => 0,
    }
}

/// The time that an access takes in LDS, in eighths of the time without conflicts. `None` for atomics and
/// for addresses that are not aligned to the access, of which nothing is published, and where it depends
/// on the unknown offset.
fn eighths(gpu: Gpu, access: &LdsAccess, addresses: &LaneAddresses) -> Option<u32> {
    let fits = |row: &&Row| {
        let Row {
            gpus,
            directions,
            bytes,
            ..
        } = row;
        gpus.contains(&gpu)
            && directions.contains(&access.direction)
            && bytes.contains(&access.bytes)
    };
    let row = TABLE.iter().find(fits)?;
    // Three dwords need the alignment of one.
    let aligned = if access.bytes == 12 { 4 } else { access.bytes };
    // Below the lowest bit of the offset an address is known.
    let known = (addresses.offset_bits & addresses.offset_bits.wrapping_neg()).wrapping_sub(1);
    // Of an offset only its place inside a dword matters: banks are alike.
    let inside = addresses.offset_bits & 3;
    let groups = row.groups.lanes();
    let starts = (0..4).filter(|start| start & !inside == 0);
    let mut factor = None;
    for start in starts {
        let place = |offset| {
            addresses
                .lanes
                .map(|lane| lane.wrapping_add(offset).wrapping_add(start))
        };
        let places: Vec<_> = access.offsets.iter().map(|&offset| place(offset)).collect();
        let first = places.first()?[0];
        let is_aligned = |address: &u32| (address & (aligned - 1)) == first & (aligned - 1);
        if !places.iter().flatten().all(is_aligned) || first & known & (aligned - 1) != 0 {
            continue;
        }
        let clocks: u32 = places
            .iter()
            .map(|place| clocks(row.banks, &groups, access.bytes, place))
            .sum();
        let ideal = (groups.len() * places.len()) as u32;
        let eighths = (clocks * EIGHTHS).div_ceil(ideal);
        if factor.is_some_and(|factor| factor != eighths) {
            return None;
        }
        factor = Some(eighths);
    }
    factor
}

/// Clocks for which the banks are busy with one place of an access.
fn clocks(banks: u32, groups: &[Vec<usize>], bytes: u32, addresses: &[u32; LANES]) -> u32 {
    let group = |lanes: &Vec<usize>| {
        let dwords = lanes.iter().flat_map(|&lane| {
            let first = addresses[lane] / 4;
            first..=first + (addresses[lane] % 4 + bytes - 1) / 4
        });
        let mut dwords: Vec<u32> = dwords.collect();
        dwords.sort_unstable();
        dwords.dedup();
        let mut load = [0u32; 64];
        for dword in dwords {
            load[(dword % banks) as usize] += 1;
        }
        load.into_iter().max().unwrap_or(1)
    };
    groups.iter().map(group).sum()
}

#[cfg(test)]
mod tests;
