//! Known paths, timed.

use super::*;
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
