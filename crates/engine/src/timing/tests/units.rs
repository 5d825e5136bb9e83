//! Units as they were measured: queues, entries, loads in flight, shadows of matrix instructions.

use super::*;
use crate::machine::text;

/// The slots in which the instructions of a finished block issue, one wave alone, and the one in which
/// everything has returned.
fn slots(gpu: &str, lines: &[&str]) -> (Vec<u32>, u32) {
    let body: String = lines.iter().map(|line| format!("  {line}\n")).collect();
    let source =
        format!("cdna-flat 1\nfunction \"t\"\ngpu {gpu}\nblock 0 frequency=1 depth=0\n{body}");
    let f = text::parse(&source).expect("valid text");
    let trace = &Trace::all(&f)[0];
    let program = Program::finished(&f, trace);
    let costs = program.costs(&f, &Model::built_in(f.gpu)[0]);
    let mut state = SimState::new(&program, None);
    let issued = program
        .order()
        .iter()
        .map(|&op| state.step(&program, &costs, op).1)
        .collect();
    (issued, state.wave.drained())
}

fn issued(gpu: &str, lines: &[&str]) -> Vec<u32> {
    slots(gpu, lines).0
}

const READ: &str = "DS_READ_B128_gfx9 def v[4:7], v0, #0, #0 | load | read space=3 bytes=16";
const WRITE: &str = "DS_WRITE_B128_gfx9 v0, v[4:7], #0, #0 | store | write space=3 bytes=16";
const WRITE_1: &str = "DS_WRITE_B32_gfx9 v0, v4, #0, #0 | store | write space=3 bytes=4";
const LOAD: &str = "GLOBAL_LOAD_DWORDX4 def v[4:7], v[2:3], #0, #0 | load | read space=1 bytes=16";
const LOAD_1: &str = "GLOBAL_LOAD_DWORD def v4, v[2:3], #0, #0 | load | read space=1 bytes=4";
const RELOAD: &str = "SCRATCH_LOAD_DWORD_SADDR def v4, s0, #0, #0 | load | read space=5 bytes=4";
const MATRIX: &str = "V_MFMA_F32_16X16X32_F16_e64 def early v[20:23], v[8:11], v[12:15], v[20:23], #0, #0, #0 | passes=4";
const SCALED: &str = "V_MFMA_SCALE_F32_16X16X128_F8F6F4_f4_f4_e64 def v[20:23], v[8:11], v[12:15], v[20:23], #4, #4, v1, v2, #0, #0 | passes=4";
const ADD: &str = "V_ADD_F32_e32 def v30, v31, v32";
const PACKED: &str = "V_PK_ADD_F32 def v[40:41], #8, v[42:43], #8, v[44:45], #0, #0, #0, #0, #0";
const SCALAR: &str = "S_MOV_B32 def s9, #0";

#[test]
fn an_eighth_read_waits_until_another_has_been_taken_up() {
    // gfx950 serves one in 4 slots: seven issue at once, of which two have been taken up by then and five have an entry each;
    // then one for each that is taken up. ROCm/gfx950-gluon-tutorials sees eight issue at once.
    let reads = issued("gfx950", &[READ; 12]);
    assert_eq!(
        reads,
        [0, 1, 2, 3, 4, 5, 6, 8, 12, 16, 20, 24].map(|s: u32| s)
    );
    // gfx942 takes 8 slots for each.
    assert_eq!(issued("gfx942", &[READ; 10])[5..], [5, 8, 16, 24, 32]);
}

#[test]
fn writes_hold_the_wave_and_fill_the_entries() {
    // The address and four dwords of data: 5 slots, and all 5 entries, until LDS takes them.
    let mut lines = vec![WRITE; 4];
    lines.push(SCALAR);
    // The entries of the first write are taken over its 8 slots of service.
    assert_eq!(issued("gfx942", &lines), [0, 6, 14, 22, 27]);
    assert_eq!(issued("gfx942", &[WRITE_1, SCALAR]), [0, 2]);
    // Twelve writes in a row take as long as LDS does, less what the queue holds.
    let many = issued("gfx942", &[WRITE; 12]);
    assert!(many[11] >= 10 * 8 && many[11] <= 11 * 8, "{many:?}");
    // By number alone eight would fit.
    assert!(many[7] > 7 * 5, "{many:?}");
}

#[test]
fn vector_memory_queues_three_loads_and_holds_eight() {
    let loads = issued("gfx950", &[LOAD; 13]);
    // One in service, three in the queue; then one for each that the L1 cache takes up, in 16 slots.
    assert_eq!(loads[..9], [0, 1, 2, 3, 16, 32, 48, 64, 80]);
    // Eight loads of 1 KiB are all that is in flight: the twelfth issues when the first has returned
    // from memory, and the next when the second has.
    let returned = slots("gfx950", &[LOAD]).1;
    assert_eq!(returned, 192 + 20);
    assert_eq!(loads[11..], [returned, returned + 23]);
    // Four times as many dwords fit as groups of four.
    let narrow = issued("gfx950", &[LOAD_1; 32]);
    assert_eq!(narrow[31], (31 - 3) * 4);
}

#[test]
fn results_come_no_faster_than_all_compute_units_can_be_filled() {
    let (_, one) = slots("gfx950", &[LOAD]);
    let (_, four) = slots("gfx950", &[LOAD; 4]);
    assert_eq!(four - one, 3 * 23);
    let (_, narrow) = slots("gfx950", &[LOAD_1; 4]);
    assert_eq!(narrow - one, 3 * 6);
}

#[test]
fn who_answers_decides_how_long_a_load_takes() {
    let (_, stream) = slots("gfx950", &[LOAD_1]);
    let (_, tile) = slots("gfx950", &[LOAD_1, MATRIX]);
    let (_, reload) = slots("gfx950", &[RELOAD, MATRIX]);
    assert_eq!((stream, tile, reload), (192 + 20, 111 + 20, 64 + 20));
    // There is no memory-side cache before MI300.
    let matrix = "V_MFMA_F32_16X16X16F16_e64 def early v[20:23], v[8:9], v[12:13], v[20:23], #0, #0, #0 | passes=8";
    assert_eq!(slots("gfx90a", &[LOAD_1, matrix]).1, 75 + 20);
}

#[test]
fn nothing_issues_in_the_shadow_of_a_matrix_instruction() {
    // Vector and memory instructions skip a slot on gfx950, scalar ones do not.
    for (gpu, matrix, next, slot) in [
        ("gfx950", MATRIX, ADD, 2),
        ("gfx950", MATRIX, READ, 2),
        ("gfx950", MATRIX, LOAD, 2),
        ("gfx950", MATRIX, SCALAR, 1),
        ("gfx950", SCALED, ADD, 3),
        ("gfx950", SCALED, READ, 2),
        ("gfx942", MATRIX, ADD, 1),
        ("gfx942", MATRIX, READ, 1),
    ] {
        // gfx942 has no such instruction; its name gives the passes all the same.
        assert_eq!(
            issued(gpu, &[matrix, next])[1],
            slot,
            "{gpu}: {matrix}; {next}"
        );
    }
}

#[test]
fn packed_instructions_keep_apart_from_matrix_instructions() {
    // Four passes, and three slots after them.
    assert_eq!(issued("gfx950", &[MATRIX, PACKED])[1], 4 + 3);
    assert_eq!(issued("gfx942", &[MATRIX, PACKED])[1], 4 + 3);
    let half = "V_PK_ADD_F16 def v40, #8, v42, #8, v44, #0, #0, #0, #0, #0";
    assert_eq!(issued("gfx950", &[MATRIX, half])[1], 2);
    // CDNA2: nothing is known.
    let matrix = "V_MFMA_F32_16X16X16F16_e64 def early v[20:23], v[8:9], v[12:13], v[20:23], #0, #0, #0 | passes=8";
    assert_eq!(issued("gfx90a", &[matrix, PACKED])[1], 1);
    // Matrix instructions do not wait for packed ones longer than for others.
    assert_eq!(issued("gfx950", &[PACKED, MATRIX])[1], 1);
}

#[test]
fn a_barrier_costs_what_the_last_wave_is_late() {
    let barrier = "S_BARRIER | effects boundary";
    let wait = "S_WAITCNT #49279";
    let after = |lines: &[&str]| {
        let mut lines = lines.to_vec();
        lines.extend([barrier, SCALAR]);
        let slots = issued("gfx950", &lines);
        slots[slots.len() - 1] - slots[slots.len() - 2]
    };
    // In step: its own two slots.
    assert_eq!(after(&[ADD]), 2);
    // All waited for LDS, which serves the last of four SIMDs nine slots later.
    assert_eq!(after(&[READ, wait]), 2 + 9);
    // What was there seven slots before the next instruction is two slots too late for the last.
    let mut lines = vec![READ];
    lines.extend([ADD; 18]);
    lines.push(wait);
    assert_eq!(after(&lines), 2 + 2);
    // While this one waits for the matrix pipe, that one comes nearer: two of three times three slots.
    assert_eq!(after(&[READ, wait, MATRIX, MATRIX, MATRIX]), 2 + 9 - 2 * 3);
    // A queue that was full is a unit that is shared, too.
    assert_eq!(after(&[LOAD; 5]), 2 + 9);
    // Waiting for arithmetic is not.
    assert_eq!(after(&[MATRIX; 3]), 2);
    // At the barrier all are level again.
    let slots = issued("gfx950", &[READ, wait, barrier, ADD, barrier, ADD]);
    assert_eq!(slots[5] - slots[4], 2);
}

#[test]
fn a_result_that_makes_others_late_is_part_of_the_state() {
    // A read that is not waited for returns 6 or 16 slots before the present.
    let state = |adds: usize, end: &str| {
        let mut lines = vec![ADD; 40];
        lines.push(READ);
        lines.extend(vec![ADD; adds]);
        let body: String = lines.iter().map(|line| format!("  {line}\n")).collect();
        let source = format!(
            "cdna-flat 1\nfunction \"t\"\ngpu gfx950\nblock 0 frequency=1 depth=0\n{body}  {end}\n"
        );
        let f = text::parse(&source).expect("valid text");
        let needs =
            |_: crate::machine::InstId, _: crate::machine::InstId| crate::gpu::WaitStates(0);
        let program = Program::compile(&f, &Trace::all(&f)[0], &needs);
        let costs = program.costs(&f, &Model::built_in(f.gpu)[0]);
        let mut state = SimState::new(&program, None);
        let order = program.order();
        state.run(&program, &costs, &order[..order.len() - 1]);
        state
    };
    let barrier = "S_BARRIER | effects boundary";
    assert!(!state(20, barrier).is_equivalent(&state(30, barrier)));
    assert!(state(20, barrier).is_equivalent(&state(20, barrier)));
    // Without a barrier nobody asks when it returned.
    assert!(state(20, SCALAR).is_equivalent(&state(30, SCALAR)));
    // Longer ago than any wave may be late.
    assert!(state(80, barrier).is_equivalent(&state(90, barrier)));
}
