//! Calls, returns and tail calls.

use super::*;
use crate::rules::{Consumer, Relation};

const CALL: &str = "SI_CALL def s[30:31], s[60:61], opaque, mask | call boundary";
/// Every way out of a function that is one jump.
const JUMPS: &[&str] = &[
    CALL,
    "S_SWAPPC_B64 def s[30:31], s[60:61] | call",
    "S_CALL_B64 def s[30:31], opaque | call",
    "SI_RETURN imp s[30:31] | return term noreturn",
    "S_SETPC_B64_return s[30:31] | return term noreturn",
    "SI_TCRETURN s[60:61], opaque, #0, mask | call return term noreturn",
    "SI_TCRETURN_GFX s[60:61], opaque, #0, mask | call return term noreturn",
    "S_SETPC_B64 s[60:61] | term branch noreturn",
];
const EPILOG: &str = "SI_RETURN_TO_EPILOG imp v64 | return term noreturn";

fn ends_with(gpu: Gpu, lines: &[&str]) -> Function {
    on(
        gpu,
        &format!("block 0 frequency=1 depth=0\n{}\n", lines.join("\n")),
    )
}

/// What any row requires after an instruction is required where control leaves the function.
#[test]
fn a_way_out_is_as_strict_as_the_strictest_row() {
    let mut checked = 0;
    for w in witness::all() {
        let elsewhere = w.rule.consumer.contains(&Consumer::Leave);
        let apart = w.rule.relation == Relation::Clause || w.via.is_some();
        if elsewhere || apart || w.rule.false_positive {
            continue;
        }
        let leaving = Witness {
            consumer: EPILOG.to_owned(),
            ..w.clone()
        };
        let function = leaving.straight(0).expect("a witness parses");
        for policy in [Policy::Safe, Policy::Exact, Policy::Isa] {
            let facts = Facts::new(&function, policy);
            let asked = facts.between(InstId(0), InstId(1));
            assert!(asked >= w.need(policy), "{policy} {asked} {w:?}");
            checked += 1;
        }
        let facts = Facts::new(&function, Policy::Llvm);
        assert_eq!(facts.between(InstId(0), InstId(1)).0, 0, "{w:?}");
    }
    assert!(checked > 1000, "{checked}");
}

#[test]
fn the_jump_is_a_wait_state_itself() {
    for (gpu, need) in [(Gpu::Gfx942, 7), (Gpu::Gfx950, 8), (Gpu::Gfx90a, 11)] {
        for jump in JUMPS {
            let mut function = ends_with(gpu, &[MFMA4, jump]);
            assert_eq!(
                inserted(&mut function, Policy::Safe),
                need - 1,
                "{gpu} {jump}"
            );
        }
        let mut function = ends_with(gpu, &[MFMA4, EPILOG]);
        assert_eq!(inserted(&mut function, Policy::Safe), need, "{gpu}");
    }
}

#[test]
fn a_kernel_ends_with_nothing_to_wait_for() {
    let mut function = ends_with(Gpu::Gfx942, &[MFMA4, "S_ENDPGM #0 | return term noreturn"]);
    assert_eq!(inserted(&mut function, Policy::Safe), 0);
}

/// A callee may save what it does not know to be a result.
#[test]
fn registers_that_the_call_does_not_name_count() {
    let copy = "V_READFIRSTLANE_B32 def s70, v64, imp exec";
    let mut function = ends_with(
        Gpu::Gfx942,
        &[copy, CALL, "S_ENDPGM #0 | return term noreturn"],
    );
    assert_eq!(inserted(&mut function, Policy::Safe), 4);
}

#[test]
fn what_was_resolved_before_the_call_is_not_asked_for_again() {
    let mut function = ends_with(
        Gpu::Gfx942,
        &[XDL16, CALL, READ, "S_ENDPGM #0 | return term noreturn"],
    );
    let placement = place(&mut function, Policy::Safe);
    let by: Vec<(u32, u32)> = placement
        .insertions
        .iter()
        .map(|i| (i.consumer.0, i.wait_states.0))
        .collect();
    assert_eq!(by, [(1, 16), (1, 2)]);
    let register = placement.insertions[0].register;
    assert_eq!(register.map(|r| r.to_string()).as_deref(), Some("v8"));
}
