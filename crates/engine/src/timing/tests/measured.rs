//! Distances, latencies and shadows that were measured on gfx950: short streams that take as long here as they do there.
//!
//! Source: thread traces of the kernels in jhinpan/flydsl-kernel-profiling-lib (commit bce529c3) on an MI350X, 1.1 million
//! executed instructions. `n` is how often a distance was seen, or the latency; docs/timing.md tells more.

use super::*;
use crate::machine::text;

const ADD: &str = "V_ADD_F32_e32 def v1, v0, v0";
const USE: &str = "V_ADD_F32_e32 def v2, v1, v1";
const OTHER: &str = "V_ADD_F32_e32 def v3, v0, v0";
const EXP: &str = "V_EXP_F32_e32 def v1, v0";
const SWAP: &str = "V_PERMLANE32_SWAP_B32_e32 def v1, def v2, v1, v2";
const MUL_LO: &str = "V_MUL_LO_U32_e64 def v1, v0, v0";
const COMPARE: &str = "V_CMP_GT_I32_e32 v0, v3, def vcc";
const READ_LANE: &str = "V_READFIRSTLANE_B32 def s0, v0";
const SCALAR: &str = "S_ADD_I32 def s8, s9, s9, def scc";
const ON_SCC: &str = "S_CBRANCH_SCC1 bb.1, imp scc | term branch";
const ON_VCC: &str = "S_CBRANCH_VCCNZ bb.1, imp vcc | term branch";
const READ_1: &str = "DS_READ_B32_gfx9 def v8, v9, #0, #0 | load | read space=3 bytes=4";
const READ_2: &str = "DS_READ_B64_gfx9 def v[10:11], v9, #0, #0 | load | read space=3 bytes=8";
const READ_4: &str = "DS_READ_B128_gfx9 def v[12:15], v9, #0, #0 | load | read space=3 bytes=16";
const READ_4_MORE: &str =
    "DS_READ_B128_gfx9 def v[16:19], v9, #64, #0 | load | read space=3 bytes=16";
const WRITE_1: &str = "DS_WRITE_B32_gfx9 v9, v8, #0, #0 | store | write space=3 bytes=4";
const WRITE_2: &str = "DS_WRITE_B64_gfx9 v9, v[10:11], #0, #0 | store | write space=3 bytes=8";
const PERMUTE: &str = "DS_BPERMUTE_B32 def v8, v9, v10, #0 | load";
const LOAD: &str = "GLOBAL_LOAD_DWORD def v5, v[6:7], #0, #0 | load | read space=1 bytes=4";
const SCALAR_LOAD: &str = "S_LOAD_DWORD_IMM def s0, s[2:3], #0, #0 | load | read space=4 bytes=4";
/// lgkmcnt(0).
const WAIT: &str = "S_WAITCNT #49279";
const BF16: &str = "V_MFMA_F32_16X16X32_BF16_e64 def early a[0:3], v[20:23], v[24:27], a[0:3], #0, #0, #0 | passes=4";
const FP8: &str = "V_MFMA_F32_16X16X32_FP8_FP8_e64 def early a[0:3], v[20:21], v[24:25], a[0:3], #0, #0, #0 | passes=4";
const SCALED_F4: &str = "V_MFMA_SCALE_F32_16X16X128_F8F6F4_f4_f4_e64 def early a[0:3], v[20:23], v[24:27], a[0:3], #4, #4, v30, v31, #0, #0 | passes=4";
const SCALED_F8: &str = "V_MFMA_SCALE_F32_16X16X128_F8F6F4_f8_f8_e64 def early a[0:3], v[20:27], v[32:39], a[0:3], #0, #0, v30, v31, #0, #0 | passes=8";
const BARRIER: &str = "S_BARRIER";
const PACKED: &str = "V_PK_MUL_F32 def v[40:41], #8, v[42:43], #8, v[44:45], #0, #0, #0, #0, #0";
const LONG: &str = "V_LSHL_ADD_U32_e64 def v46, v47, v48, v49";

/// Clocks until a wave alone may issue what follows some instructions.
fn clocks(gpu: &str, lines: &[&str]) -> f64 {
    let mut source = format!(
        "cdna-flat 1\nfunction \"t\"\ngpu {gpu}\nblock 0 frequency=1 depth=0 successors=1,2\n"
    );
    for line in lines {
        source += &format!("  {line}\n");
    }
    source += "block 1 frequency=0 depth=0\n  S_ENDPGM #0 | return term noreturn boundary\n";
    source += "block 2 frequency=1 depth=0\n  S_ENDPGM #0 | return term noreturn boundary\n";
    let function = text::parse(&source).unwrap_or_else(|error| panic!("{error}\n{source}"));
    let timing = Timing::finished(&function, &Model::built_in(function.gpu)[..1], 1);
    timing.traces[0].models[0].single_wave.period.clocks()
}

#[test]
fn instructions_keep_the_distances_that_were_measured() {
    for (clocks_between, lines, n) in [
        (4, &[ADD, USE][..], 139_000),
        (4, &[ADD, OTHER], 14_800),
        (8, &[EXP, OTHER], 20_000),
        (8, &[SWAP, OTHER], 12_000),
        (4, &[MUL_LO, USE], 180),
        (12, &[ADD, READ_1], 33_600),
        (12, &[ADD, LOAD], 33_600),
        // An MFMA between changes nothing.
        (12, &[ADD, BF16, READ_1], 33_600),
        (16, &[EXP, READ_1], 364),
        (20, &[COMPARE, SCALAR], 3_060),
        (20, &[READ_LANE, SCALAR], 680),
        (20, &[COMPARE, OTHER, OTHER, SCALAR], 3_060),
        (4, &[COMPARE, OTHER], 4_000),
        (24, &[COMPARE, ON_VCC], 560),
        (4, &[COMPARE, ON_SCC], 8),
        (8, &[SCALAR, ON_SCC], 1_500),
        (8, &[SCALAR, READ_1], 330),
        (4, &[SCALAR, SCALAR], 15_000),
        (8, &[WRITE_1, OTHER], 380),
        (12, &[WRITE_2, OTHER], 228),
        (8, &[PERMUTE, OTHER], 4_300),
        (8, &[BARRIER, OTHER], 1_120),
        (16, &[BF16, BF16], 24_400),
        (8, &[BF16, OTHER], 8_370),
        (4, &[FP8, OTHER], 1_340),
        (12, &[SCALED_F4, OTHER], 5_000),
        (16, &[SCALED_F8, OTHER], 1_110),
        (8, &[BF16, READ_1], 19_100),
        (4, &[FP8, READ_1], 3_300),
        (8, &[SCALED_F4, READ_1], 10_800),
        (36, &[SCALED_F8, SCALED_F8], 120),
        (28, &[BF16, PACKED], 15_000),
    ] {
        let last = lines[lines.len() - 1];
        let alone = clocks("gfx950", &[last]);
        let distance = clocks("gfx950", lines) - alone;
        assert_eq!(
            distance,
            f64::from(clocks_between),
            "{lines:?}, seen {n} times"
        );
    }
}

#[test]
fn results_come_when_they_were_measured_to_come() {
    for (latency, lines, n) in [
        (48, &[READ_1][..], 950),
        (48, &[READ_2], 950),
        (52, &[READ_4], 9_950),
        (56, &[PERMUTE], 4_300),
        (56, &[WRITE_1], 165),
        (60, &[WRITE_2], 160),
        (40, &[SCALAR_LOAD], 320),
        // Two in a row: from the first one on.
        (60, &[READ_4, READ_4_MORE], 198),
    ] {
        let waited: Vec<&str> = lines.iter().copied().chain([WAIT]).collect();
        assert_eq!(
            clocks("gfx950", &waited),
            f64::from(latency),
            "{lines:?}, seen {n} times"
        );
    }
}

/// Instructions of eight bytes are fetched 32 bytes at a time: where one straddles two blocks, and the wave has issued
/// three others of eight bytes in a row before it, it comes a slot later (seen 1,820 times of 2,176; of 15,072 after
/// fewer of them 59 were late).
#[test]
fn long_instructions_that_straddle_blocks_come_later() {
    let after = |short: usize, long: usize| {
        let lines: Vec<&str> = [ADD]
            .repeat(short)
            .into_iter()
            .chain([LONG].repeat(long))
            .collect();
        clocks("gfx950", &lines) / 4.0
    };
    // From a multiple of eight on they do not straddle.
    assert_eq!(after(8, 12), 20.0);
    // One of four bytes before them: of the 4th, 8th and 12th one, two come after three others.
    assert_eq!(after(9, 12), 23.0);
    // Only those that run without a pause.
    assert_eq!(after(15, 1), 16.0);
}

#[test]
fn a_branch_that_falls_through_fetches_the_next_block_anew() {
    // The branch is the last instruction of its block, or not; 20 clocks in 230 cases, 4 in 928.
    let behind = |before: usize| {
        let lines: Vec<&str> = [OTHER].repeat(before).into_iter().chain([ON_SCC]).collect();
        clocks("gfx950", &lines) / 4.0 - before as f64
    };
    assert_eq!((behind(6), behind(7)), (1.0, 5.0));
}

/// A pause of 13 slots on all four SIMDs, and then vector instructions: in 32 slots a SIMD gets every other one. All four
/// together issued one a slot then, instead of four (seen 40 times, 32 to 34 slots long each but for seven of up to 40).
#[test]
fn vector_instructions_start_slowly_after_a_pause() {
    let behind = |nop: &str, count: usize| {
        let lines: Vec<&str> = [OTHER, nop]
            .into_iter()
            .chain([OTHER].repeat(count))
            .collect();
        clocks("gfx950", &lines) / 4.0
    };
    let slots = |nops: f64, count: usize, late: f64| 1.0 + nops + count as f64 + late;
    assert_eq!(behind("S_NOP #11", 40), slots(12.0, 40, 0.0));
    assert_eq!(behind("S_NOP #12", 8), slots(13.0, 8, 7.0));
    assert_eq!(behind("S_NOP #12", 40), slots(13.0, 40, 16.0));
    // Others go on, matrix instructions among them.
    let lines = [OTHER, "S_NOP #12", OTHER, SCALAR, BF16, SCALAR];
    assert_eq!(clocks("gfx950", &lines) / 4.0, 1.0 + 13.0 + 4.0);
}

/// LDS has ten entries for each pair of SIMDs (0 and 1, 2 and 3): of 1,354 writes of two dwords that found seven taken 46 went
/// in at once, of 1,005 that found eight 6, of 1,175 that found more one; so five for each of two that are in step. While
/// four SIMDs write dwords to four addresses of each bank, each gets one in 57 to 64 clocks.
#[test]
fn four_simds_that_write_with_conflicts_wait_for_entries() {
    let behind = |count: usize, shift: u32| {
        let write = "  DS_WRITE2_B32_gfx9 v1, v8, v9, #0, #1, #0 | store | write space=3 bytes=8\n";
        let source = format!(
            "cdna-flat 1\nfunction \"t\"\ngpu gfx950\nresources lds=4096 workgroup=256 entry\n\
             block 0 frequency=1 depth=0\n  V_LSHLREV_B32_e32 def v1, #{shift}, v0, imp exec\n{}\
             \x20 S_ENDPGM #0 | return term noreturn boundary\n",
            write.repeat(count)
        );
        let mut function = text::parse(&source).expect("valid text");
        crate::timing::find_bank_conflicts(&mut function);
        let timing = Timing::finished(&function, &Model::built_in(function.gpu)[..1], 1);
        timing.traces[0].models[0].single_wave.period.clocks()
    };
    let each = |shift| [2, 3, 4, 8].map(|count| behind(count, shift) - behind(count - 1, shift));
    // Sixteen bytes from lane to lane.
    assert_eq!(each(4), [12.0, 52.0, 64.0, 64.0]);
    // Eight, which is two to a bank.
    assert_eq!(each(3), [12.0, 20.0, 32.0, 32.0]);
}
