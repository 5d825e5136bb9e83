//! Known paths, timed.

use super::*;
use crate::gpu::Unit;
use crate::machine::text;
use crate::timing::{Finished, Timing, Trace};

const LOOP: &str = r#"cdna-flat 1
function "t"
gpu gfx950
resources lds=1024 workgroup=256 entry
block 0 frequency=64 depth=1 loop=0 successors=0,1
  DS_READ_B32_gfx9 def v1, v0, #0, #0 | load | read space=3 bytes=4
  S_WAITCNT #49279
  V_ADD_F32_e32 def v2, v1, v1
  V_ADD_F32_e32 def v5, v2, v2
  V_EXP_F32_e32 def v6, v5
  S_CBRANCH_SCC1 bb.0, imp scc | term branch boundary
block 1 frequency=1 depth=0
  S_ENDPGM #0 | return term noreturn boundary
"#;

/// So many iterations of the loop, and what comes after it.
fn path(function: &Function, iterations: usize) -> Vec<Step> {
    let blocks = function.blocks();
    let body = &blocks[0].order;
    let mut steps = Vec::new();
    for iteration in 1..=iterations {
        steps.extend(body.iter().map(|&inst| Step {
            inst,
            taken: inst == body[body.len() - 1] && iteration < iterations,
        }));
    }
    steps.extend(
        blocks[1]
            .order
            .iter()
            .map(|&inst| Step { inst, taken: false }),
    );
    steps
}

/// When a wave issued the first instruction of each iteration.
fn begins(function: &Function, events: &[Event]) -> Vec<u32> {
    let first = function.blocks()[0].order[0];
    let at = events.iter().filter(|event| event.inst == first);
    at.map(|event| event.issue).collect()
}

#[test]
fn an_iteration_that_was_executed_takes_what_the_loop_takes() {
    let function = text::parse(LOOP).expect("valid text");
    let model = &Model::built_in(function.gpu)[0];
    let path = path(&function, 10);
    let wave = Wave {
        start: Start::At(400),
        path: &path,
    };
    let timed = Executed::of(&function, model, &[wave]);
    assert_eq!(timed.events.len(), path.len());
    let begins = begins(&function, &timed.events);
    let timing = Timing::<Finished>::finished(&function, std::slice::from_ref(model), 1);
    assert!(Trace::all(&function)[0].is_loop());
    let period = timing.traces[0].models[0].single_wave.period.clocks();
    assert_eq!(f64::from(begins[9] - begins[8]), period);
    // The last branch falls through, at once.
    let [.., branch, end] = timed.events[..] else {
        panic!("a branch and an end");
    };
    assert_eq!(end.ready, branch.next);
    let taken = model.cost(crate::timing::Class::BranchTaken).issue;
    assert!(u32::from(taken) * CLOCKS_PER_SLOT > branch.next - branch.issue);
}

#[test]
fn a_wave_that_takes_the_place_of_another_begins_when_that_one_ends() {
    let function = text::parse(LOOP).expect("valid text");
    let model = &Model::built_in(function.gpu)[0];
    let [long, short] = [path(&function, 6), path(&function, 2)];
    let waves = [
        Wave {
            start: Start::At(0),
            path: &long,
        },
        Wave {
            start: Start::At(0),
            path: &[],
        },
        Wave {
            start: Start::After {
                wave: 0,
                clocks: 100,
            },
            path: &short,
        },
    ];
    let by_wave = Executed::of(&function, model, &waves).by_wave(3);
    let lengths: Vec<usize> = by_wave.iter().map(Vec::len).collect();
    assert_eq!(lengths, [long.len(), 0, short.len()]);
    let end = by_wave[0][long.len() - 1].next;
    assert_eq!(by_wave[2][0].ready, end + 100);
    // One after the other, they do not disturb each other.
    let alone = Executed::of(&function, model, &waves[..1]);
    assert_eq!(
        begins(&function, &by_wave[0]),
        begins(&function, &alone.events)
    );
    let together = [waves[0], waves[0]];
    let crowded = Executed::of(&function, model, &together).by_wave(2);
    let last = |events: &[Event]| events[events.len() - 1].next;
    assert!(last(&crowded[0]).max(last(&crowded[1])) > last(&alone.events));
}

const MEETING: &str = r#"cdna-flat 1
function "t"
gpu gfx950
resources lds=1024 workgroup=512 entry
block 0 frequency=64 depth=1 loop=0 successors=0,1
  V_EXP_F32_e32 def v6, v5
  S_BARRIER | effects
  S_CBRANCH_SCC1 bb.0, imp scc | term branch boundary
block 1 frequency=1 depth=0
  S_ENDPGM #0 | return term noreturn boundary
"#;

/// Events by wave of such a kernel, whose workgroups have two waves on a SIMD: each so many iterations.
fn meeting(waves: &[(Start, usize)]) -> Vec<Vec<Event>> {
    let function = text::parse(MEETING).expect("valid text");
    let model = &Model::built_in(function.gpu)[0];
    let paths: Vec<Vec<Step>> = waves.iter().map(|one| path(&function, one.1)).collect();
    let waves: Vec<Wave<'_>> = waves
        .iter()
        .zip(&paths)
        .map(|(one, path)| Wave { start: one.0, path })
        .collect();
    let by_wave = Executed::of(&function, model, &waves).by_wave(waves.len());
    let (issued, executed): (Vec<usize>, Vec<usize>) = by_wave
        .iter()
        .zip(&paths)
        .map(|(events, path)| (events.len(), path.len()))
        .unzip();
    assert_eq!(issued, executed, "all of it is timed");
    by_wave
}

#[test]
fn waves_of_a_workgroup_that_were_recorded_to_their_ends_meet() {
    let late = 4000;
    let by_wave = meeting(&[(Start::At(0), 3), (Start::At(late), 3)]);
    // The second instruction is the barrier.
    assert!(by_wave[0][1].next >= late && by_wave[0][2].ready >= late);
}

#[test]
fn waves_that_are_not_recorded_to_their_ends_wait_for_nobody() {
    let after = Start::After { wave: 0, clocks: 8 };
    for waves in [
        // One of a workgroup ends before the last barrier of the other.
        &[(Start::At(0), 3), (Start::At(0), 1)][..],
        &[(Start::At(0), 1), (Start::At(0), 3)],
        // One takes the place of the other: they are not of one workgroup.
        &[(Start::At(0), 3), (after, 3)],
        // The first workgroup meets, the second does not.
        &[
            (Start::At(0), 2),
            (Start::At(4000), 2),
            (after, 2),
            (Start::At(8), 5),
        ],
        // Of the last, one was recorded.
        &[(Start::At(0), 2), (Start::At(0), 2), (Start::At(0), 4)],
    ] {
        let by_wave = meeting(waves);
        if waves.len() == 4 {
            assert!(by_wave[0][1].next >= 4000, "the others meet");
            assert!(by_wave[3][1].next < 4000, "these do not");
        }
    }
}

#[test]
fn a_wave_without_instructions_ends_when_it_begins() {
    let by_wave = meeting(&[(Start::At(0), 2), (Start::At(400), 3)]);
    let empty = |start| Wave { start, path: &[] };
    let function = text::parse(MEETING).expect("valid text");
    let [first, path] = [2, 3].map(|iterations| path(&function, iterations));
    let after = |wave, clocks| Start::After { wave, clocks };
    let waves = [
        Wave {
            start: Start::At(0),
            path: &first,
        },
        empty(Start::At(100)),
        empty(after(1, 200)),
        Wave {
            start: after(2, 100),
            path: &path,
        },
    ];
    let model = &Model::built_in(function.gpu)[0];
    let timed = Executed::of(&function, model, &waves).by_wave(4);
    let times = |events: &[Event]| events.iter().map(|e| (e.issue, e.next)).collect::<Vec<_>>();
    assert_eq!(times(&timed[3]), times(&by_wave[1]));
    // What begins after a wave that does not stand before it begins at once.
    for wave in [0, 1, 7] {
        let itself = Wave {
            start: after(wave, 100),
            path: &path,
        };
        let timed = Executed::of(&function, model, &[itself]);
        assert_eq!(timed.events.len(), path.len());
    }
}

const LOADS: &str = r#"cdna-flat 1
function "t"
gpu gfx950
resources lds=1024 workgroup=256 entry
block 0 frequency=64 depth=1 loop=0 successors=0,1
  S_LOAD_DWORD_IMM def s6, s[0:1], #0, #0 | load | read space=4 bytes=4
  S_WAITCNT #49279
  S_LOAD_DWORDX2_IMM def s[8:9], s[0:1], #60, #0 | load | read space=4 bytes=8
  S_WAITCNT #49279
  S_LOAD_DWORD_IMM def s6, s[0:1], #64, #0 | load | read space=4 bytes=4
  S_WAITCNT #49279
  S_LOAD_DWORD_IMM def s6, s[8:9], #0, #0 | load | read space=4 bytes=4
  S_WAITCNT #49279
  GLOBAL_LOAD_DWORD def v5, v[6:7], #0, #0 | load | read space=1 bytes=4
  S_WAITCNT #3952
  V_MFMA_F32_16X16X32_BF16_e64 def early a[0:3], v[20:23], v[24:27], a[0:3], #0, #0, #0 | passes=4
  S_CBRANCH_SCC1 bb.0, imp scc | term branch boundary
block 1 frequency=1 depth=0
  S_ENDPGM #0 | return term noreturn boundary
"#;

/// In thread traces of an MI350X the first scalar load from a line of 64 bytes took 760 to 2,244 clocks in each of 12 kernels
/// (of waves that did not take the place of others), from a further line 550 to 930 (n = 76); from the same line 40 to 64
/// (n = 100).
#[test]
fn what_nothing_asked_for_before_comes_from_device_memory() {
    let function = text::parse(LOADS).expect("valid text");
    let model = &Model::built_in(function.gpu)[0];
    let path = path(&function, 2);
    let stalls = |start: Start, first: &[Step]| -> Vec<u32> {
        let before = Wave {
            start: Start::At(0),
            path: first,
        };
        let waves = [before, Wave { start, path: &path }];
        let events = Executed::of(&function, model, &waves).by_wave(2);
        let is_wait = |event: &&Event| function.info(event.inst).unit == Unit::Wait;
        let waits = events[1].iter().filter(is_wait);
        // From the issue of what they wait for.
        waits
            .map(|wait| wait.next - wait.ready + CLOCKS_PER_SLOT)
            .collect()
    };
    let alone = stalls(Start::At(0), &[]);
    // Device memory under load, the memory-side cache, and hits of the scalar cache.
    let (miss, tile, hit) = (212 * 4, 131 * 4, 10 * 4);
    assert_eq!(alone[..5], [miss, miss, hit, miss, miss]);
    // The second time: what another address leads to is new.
    assert_eq!(alone[5..], [hit, hit, hit, miss, tile]);
    let again = stalls(Start::After { wave: 0, clocks: 0 }, &path);
    assert_eq!(again[..5], [hit, hit, hit, hit, miss]);
}
