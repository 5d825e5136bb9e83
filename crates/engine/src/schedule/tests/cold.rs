//! Loops that hardly matter for a function's time.

use super::*;
use crate::schedule::{Effort, cold_loops};

/// Loops that run so often, each followed by the next, of so many additions and a read of LDS.
fn loops(frequencies: &[(u32, u32)]) -> Function {
    let mut body = String::new();
    for (at, &(frequency, adds)) in frequencies.iter().enumerate() {
        let next = at + 1;
        let _ = writeln!(
            body,
            "block {at} frequency={frequency} depth=1 loop={at} successors={at},{next}"
        );
        for add in 0..adds {
            let _ = writeln!(body, "  V_ADD_F32_e32 def v{}, v2, v3", 20 + add);
        }
        body += READ;
        body += "  V_ADD_F32_e32 def v9, v1, v1\n";
        let _ = writeln!(
            body,
            "  S_CBRANCH_SCC1 bb.{at}, imp scc | term branch boundary"
        );
    }
    let _ = writeln!(body, "block {} frequency=1 depth=0", frequencies.len());
    body += "  S_ENDPGM #0 | return term noreturn boundary\n";
    function("gfx942", &body)
}

fn cold(function: &Function, waves: u32) -> Vec<u32> {
    let model = &Model::built_in(function.gpu)[0];
    let cold = cold_loops(function, &needs(function), model, waves);
    cold.into_iter().map(|block| block.0).collect()
}

#[test]
fn the_loops_that_together_take_a_twentieth_are_cold() {
    assert_eq!(cold(&loops(&[(1, 8)]), 1), [] as [u32; 0]);
    assert_eq!(cold(&loops(&[(64, 8), (1, 8)]), 1), [1]);
    // Each by itself would be, but not all of them.
    let many = [(1, 8); 8].iter().copied().chain([(64, 8)]);
    let many: Vec<(u32, u32)> = many.collect();
    assert_eq!(cold(&loops(&many), 1), [0, 1, 2]);
}

#[test]
fn a_loop_that_several_waves_keep_a_unit_busy_with_is_not() {
    // For one wave the other loop's reads take most of the time; eight waves share that.
    let both = loops(&[(100, 0), (4, 60)]);
    assert_eq!(cold(&both, 1), [] as [u32; 0]);
    let both = loops(&[(400, 0), (4, 60)]);
    assert_eq!(cold(&both, 1), [1]);
    assert_eq!(cold(&both, 8), [] as [u32; 0]);
}

#[test]
fn they_are_searched_with_the_least_effort() {
    let steps = |cold: Vec<BlockId>| {
        let mut function = loops(&[(64, 8), (1, 8)]);
        let needs = needs(&function);
        let options = Options {
            waves: Some(1),
            cold,
            ..Options::new(&function)
        };
        assert_eq!(options.effort, Effort::Default);
        let (report, _) = schedule(&mut function, &needs, &options);
        let traces = report.traces.iter().take(2);
        let steps = traces.map(|trace| trace.search.improve.steps);
        steps.collect::<Vec<u64>>()
    };
    let all = steps(Vec::new());
    let few = steps(vec![BlockId(1)]);
    assert_eq!(few[0], all[0]);
    assert!(few[1] * 8 < all[1], "{few:?} {all:?}");
}
