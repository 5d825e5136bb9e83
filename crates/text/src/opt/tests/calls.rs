//! Functions that are called, and those that call.

use cdnasched_driver::settings::{FrontEnd, defaults};

use super::super::*;
use super::faults::{Fault, with};
use super::refused::judged;
use super::text;
use super::waits::requests;

const CALL: &str = "s_swappc_b64 s[30:31], s[4:5]";

#[test]
fn what_was_complete_at_a_call_is_requested_there() {
    // The wait is for v1, and the callee may read v2.
    let partial = format!(
        "global_load_dword v1, v0, s[0:1]\nglobal_load_dword v2, v0, s[2:3]\nglobal_load_dword v3, v0, s[6:7]\n\
         s_waitcnt vmcnt(1)\nv_add_f32_e32 v4, v1, v1\n{CALL}"
    );
    assert_eq!(
        requests(&partial),
        ["vmcnt(1) v_add_f32_e32", "vmcnt(0) s_swappc_b64"]
    );
    let whole = partial.replace("vmcnt(1)", "vmcnt(0)");
    assert_eq!(
        requests(&whole),
        ["vmcnt(0) v_add_f32_e32", "vmcnt(0) s_swappc_b64"]
    );
    // LLVM's functions begin with a wait of their own.
    let nothing = partial.replace("s_waitcnt vmcnt(1)\nv_add_f32_e32 v4, v1, v1\n", "");
    assert_eq!(requests(&nothing), [""; 0]);
}

#[test]
fn the_judge_knows_what_callees_find_and_leave() {
    let refused = |was: &str, is: &str| {
        assert_eq!(judged(was, was), Ok(()), "{was}");
        assert!(judged(was, is).is_err(), "{is}");
    };
    // One is complete, the other may be outstanding.
    let loads = [
        "global_load_dword v1, v0, s[0:1]",
        "global_load_dword v2, v0, s[2:3]",
    ];
    let with = |[one, other]: [&str; 2]| format!("{one}\n{other}\ns_waitcnt vmcnt(1)\n{CALL}");
    refused(&with(loads), &with([loads[1], loads[0]]));
    // A scalar that nothing in the function reads.
    let scalars = |first, second| format!("s_mov_b32 s8, {first}\ns_mov_b32 s8, {second}\n{CALL}");
    refused(&scalars(1, 2), &scalars(2, 1));
    // A load of the callee.
    let read = "v_add_f32_e32 v2, v1, v1";
    let wait = "s_waitcnt vmcnt(0)";
    refused(
        &format!("{CALL}\n{wait}\n{read}"),
        &format!("{CALL}\n{read}\n{wait}"),
    );
}

/// A kernel that calls and a function, with work for the time that their loads take.
fn program() -> String {
    let work = |from: u32| -> String {
        let work = (from..from + 6).map(|at| format!("v_mul_f32_e32 v{at}, v4, v4\n\t"));
        work.collect()
    };
    let body = format!(
        "s_mov_b32 s8, 1\ns_mov_b32 s8, 2\n{CALL}\nv_mov_b32_e32 v5, v4\ns_waitcnt vmcnt(0)\nv_add_f32_e32 v2, v1, v1\n\
         global_load_dword v1, v0, s[0:1]\ns_waitcnt vmcnt(0)\nv_add_f32_e32 v3, v1, v1\n{}",
        work(6)
    );
    let function = format!(
        "\t.type f,@function\nf:\n\ts_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)\n\
         \tglobal_load_dword v1, v0, s[0:1]\n\ts_waitcnt vmcnt(0)\n\tv_add_f32_e32 v2, v1, v1\n\t{}s_setpc_b64 s[30:31]\n",
        work(6)
    );
    text(&body).replace("\t.amdhsa_kernel", &format!("{function}\t.amdhsa_kernel"))
}

fn done(source: &str) -> OptimisedText {
    let options = defaults(FrontEnd::Opt).options;
    optimise(source, Gpu::Gfx942, Features::default(), &options).expect("assembly")
}

#[test]
fn functions_that_are_called_or_call_are_ordered() {
    let done = done(&program());
    let of = |name: &str| {
        let mut functions = done.functions.iter();
        functions
            .find(|function| function.name == name)
            .expect("it")
    };
    assert_eq!((&of("k").kept, &of("f").kept), (&None, &None));
    let place = |inst: &str, from: usize| {
        let found = done.text[from..].find(inst);
        from + found.unwrap_or_else(|| panic!("{inst} in {}", done.text))
    };
    // Behind the loads there is work now, and the callee's are waited for as they were.
    for (start, sum) in [
        ("k:", "v_add_f32_e32 v3, v1, v1"),
        ("f:", "v_add_f32_e32 v2, v1, v1"),
    ] {
        let start = place(start, 0);
        assert!(place("v_mul", start) < place(sum, start), "{}", done.text);
    }
    let call = place("s_swappc", 0);
    let wait = place("s_waitcnt vmcnt(0)", call);
    assert!(place("v_mov_b32_e32 v5, v4", call) < wait, "{}", done.text);
    assert!(
        wait < place("v_add_f32_e32 v2, v1, v1", call),
        "{}",
        done.text
    );
}

#[test]
fn calls_that_are_taken_for_other_instructions_are_refused() {
    let done = with(Fault::Calls, || done(&program()));
    let kernel = &done.functions[0];
    let kept = kernel.kept.as_deref().expect("a refusal");
    assert!(
        kept.contains("what was complete before s_swappc_b64") || kept.contains("would not be"),
        "{kept}"
    );
}

#[test]
fn calls_to_a_distance_stay_as_they_are() {
    let source = text("s_call_b64 s[30:31], 1\ns_nop 0\nv_mov_b32_e32 v0, v1");
    let done = done(&source);
    let kept = done.functions[0].kept.as_deref();
    assert_eq!(
        kept,
        Some("line 5: a branch goes to a distance, not to a label")
    );
}

/// Scalars that the callee of the next block finds order what writes them.
#[test]
fn what_a_callee_behind_another_block_finds_is_not_dead() {
    let body = format!(
        "s_mov_b32 s8, 1\ns_mov_b32 s8, 2\ns_cbranch_scc1 .Lnext\ns_nop 0\n.Lnext:\n{CALL}"
    );
    let source = text(&body);
    let mut function = super::program(&source).routines[0].function.clone();
    edges::mark_dead_results(&mut function);
    let dead = |function: &Function| {
        let mut operands = function.block_ids().flat_map(|block| {
            let order = function.block(block).order.clone();
            order
                .into_iter()
                .flat_map(|inst| function.operands(inst).to_vec())
        });
        operands.any(|operand| {
            operand
                .flags
                .has(cdnasched_base::machine::OperandFlags::DEAD)
        })
    };
    assert!(!dead(&function));
    // Without the call they are.
    let plain = text(&body.replace(CALL, "s_nop 0"));
    let mut function = super::program(&plain).routines[0].function.clone();
    edges::mark_dead_results(&mut function);
    assert!(dead(&function));
}
