use super::*;
use crate::timing::{Class, Model};

fn access(direction: Direction, bytes: u32, offsets: &[u32]) -> LdsAccess {
    LdsAccess {
        address: crate::machine::Reg::vgpr(0).expect("v0"),
        offsets: offsets.iter().copied().collect(),
        bytes,
        direction,
    }
}

fn factor(gpu: Gpu, access: &LdsAccess, address: impl Fn(u32) -> u32) -> Option<u32> {
    let addresses = LaneAddresses {
        lanes: std::array::from_fn(|lane| address(lane as u32)),
        offset_bits: 0,
        all_lanes: true,
    };
    eighths(gpu, access, &addresses)
}

/// Clocks between `ds_read_b128` of four waves on gfx950, by how the rows of 1024 bytes in LDS are padded:
/// measured by ROCm/gfx950-gluon-tutorials, experiments/lds_throughput_validation/README.md. The
/// addresses are those of the kernel in its `ir_dumps`.
#[test]
fn conflicts_of_padded_rows_are_as_measured() {
    /// By row.
    type Padding = fn(u32) -> u32;
    let table: [(Padding, u32); 6] = [
        (|row| 16 * row, 32),
        (|row| 32 * row, 32),
        (|row| 64 * row, 32),
        (|row| 128 * row, 64),
        (|row| 256 * row, 128),
        (|row| 16 * row + 32 * (row / 2), 16),
    ];
    let busy = u32::from(Model::built_in(Gpu::Gfx950)[0].cost(Class::LdsRead4).busy);
    let read = access(Direction::Read, 16, &[0]);
    for (at, (padding, clocks)) in table.into_iter().enumerate() {
        for wave in 0..4 {
            let address = |lane: u32| {
                let row = lane & 15;
                1024 * row + 2 * (64 * wave + (lane & 48)) + padding(row)
            };
            let eighths = factor(Gpu::Gfx950, &read, address).expect("aligned");
            assert_eq!(
                4 * busy * eighths / EIGHTHS,
                clocks,
                "row {at}, wave {wave}"
            );
        }
    }
    // Unaligned rows took 256 clocks; nothing is published of what decides that.
    assert_eq!(factor(Gpu::Gfx950, &read, |lane| 1028 * (lane & 15)), None);
}

#[test]
fn conflicts_lengthen_the_access_and_delay_its_result() {
    let read = "DS_READ_B128_gfx9 def v[4:7], v1, #0, #0, imp exec | load | read space=3 bytes=16";
    let cost = |shift: u32| {
        let text = format!(
            "cdna-flat 1\nfunction \"k\"\ngpu gfx950\nresources lds=0 workgroup=256 entry\n\
             block 0 frequency=1 depth=0\n  V_LSHLREV_B32_e32 def v1, #{shift}, v0, imp exec\n  {read}\n"
        );
        let mut function = crate::machine::text::parse(&text).expect("a function");
        find_bank_conflicts(&mut function);
        let inst = function.blocks()[0].order[1];
        let model = &Model::built_in(Gpu::Gfx950)[0];
        model.cost_of(&function, inst, Class::LdsRead4)
    };
    let (free, eight_ways) = (cost(4), cost(7));
    assert_eq!(eight_ways.busy, 8 * free.busy);
    assert_eq!(eight_ways.result, free.result + 7 * free.busy);
    assert_eq!(eight_ways.issue, free.issue);
}

/// Three layouts of a tile of 64 columns of two bytes: ROCm/gfx950-gluon-tutorials,
/// kernels/gemm/intra_wave/a16w16/v3_lds/README.md, thread traces on gfx950.
#[test]
fn layouts_of_a_tile_are_as_traced() {
    let read = access(Direction::Read, 16, &[0]);
    /// By row and column.
    type Layout = fn(u32, u32) -> u32;
    let layouts: [(Layout, u32); 3] = [
        // Rows one after the other: 4-way conflicts.
        (|row, column| 128 * row + 16 * column, 4),
        // Columns swizzled by row, 16 bytes at a time, two rows alike: none.
        (|row, column| 128 * row + 16 * (column ^ (row / 2 % 8)), 1),
        // Rows that are read together 1024 bytes apart, and 32 bytes of padding for each 1024: none.
        (|row, column| (1024 + 32) * row + 16 * column, 1),
    ];
    for (layout, ways) in layouts {
        let address = |lane: u32| layout(lane & 15, lane >> 4);
        assert_eq!(factor(Gpu::Gfx950, &read, address), Some(ways * EIGHTHS));
    }
}

/// Clocks of `ds_read_b32` of one wave on gfx950 by distance of the lanes in dwords, at least the 4 that
/// the addresses take: the model of ROCm/rocm-libraries, shared/rocroller, LDSBankModel.cpp, which its
/// tests hold against a profiler within 4 clocks.
#[test]
fn strides_of_single_dwords_are_as_published() {
    let read = access(Direction::Read, 4, &[0]);
    for (stride, clocks) in [(1, 4), (2, 4), (4, 8), (8, 16)] {
        let eighths = factor(Gpu::Gfx950, &read, |lane| 4 * stride * lane).expect("aligned");
        assert_eq!((2 * eighths / EIGHTHS).max(4), clocks, "{stride}");
    }
}

#[test]
fn lanes_of_a_dword_share_it() {
    for gpu in Gpu::ALL {
        let read = access(Direction::Read, 2, &[0]);
        assert_eq!(factor(gpu, &read, |lane| 2 * lane), Some(EIGHTHS));
        let read = access(Direction::Read, 4, &[0]);
        assert_eq!(factor(gpu, &read, |_| 64), Some(EIGHTHS));
        assert_eq!(factor(gpu, &read, |lane| 128 * lane), Some(32 * EIGHTHS));
    }
}

#[test]
fn consecutive_lanes_never_conflict() {
    for gpu in Gpu::ALL {
        for direction in [Direction::Read, Direction::Write] {
            for bytes in [1, 2, 4, 8, 12, 16] {
                let access = access(direction, bytes, &[0, 64 * bytes]);
                let found = factor(gpu, &access, |lane| lane * bytes);
                assert_eq!(found, Some(EIGHTHS), "{gpu} {direction:?} {bytes}");
            }
        }
    }
}

#[test]
fn two_places_of_an_access_are_served_one_after_the_other() {
    // The first place is free of conflicts, in the second all lanes of a group need one bank.
    let both = access(Direction::Read, 4, &[0, 4]);
    let found = factor(Gpu::Gfx942, &both, |lane| 128 * lane);
    assert_eq!(found, Some(32 * EIGHTHS));
    let half = |lane: u32| if lane < 32 { 4 * lane } else { 128 * lane };
    assert_eq!(
        factor(Gpu::Gfx942, &both, half),
        Some((1 + 32) * EIGHTHS / 2)
    );
}

#[test]
fn each_lane_is_in_one_group() {
    for row in TABLE {
        let mut lanes: Vec<usize> = row.groups.lanes().concat();
        lanes.sort_unstable();
        assert_eq!(lanes, (0..LANES).collect::<Vec<_>>());
    }
    let plain = [1, 2, 4, 8, 12, 16].into_iter();
    for (gpu, bytes) in Gpu::ALL
        .into_iter()
        .flat_map(|gpu| plain.clone().map(move |b| (gpu, b)))
    {
        let read = access(Direction::Read, bytes, &[0]);
        assert!(
            factor(gpu, &read, |lane| 16 * lane).is_some(),
            "{gpu} {bytes}"
        );
    }
}

#[test]
fn what_an_unknown_offset_decides_is_not_known() {
    let read = access(Direction::Read, 1, &[0]);
    let unknown = |lanes: fn(u32) -> u32, offset_bits| {
        let addresses = LaneAddresses {
            lanes: std::array::from_fn(|lane| lanes(lane as u32)),
            offset_bits,
            all_lanes: true,
        };
        eighths(Gpu::Gfx942, &read, &addresses)
    };
    assert_eq!(unknown(|lane| 2 * lane, u32::MAX << 2), Some(EIGHTHS));
    assert_eq!(unknown(|lane| 2 * lane, u32::MAX), Some(EIGHTHS));
    // Two lanes whose bytes are in one dword, or in two dwords of one bank.
    let apart = |lane: u32| 128 * (lane & 1) + 3 * (lane & 1);
    assert_eq!(unknown(apart, u32::MAX << 2), Some(2 * EIGHTHS));
    let together = |lane: u32| 126 * (lane & 1);
    assert_eq!(unknown(together, u32::MAX), None);
}
