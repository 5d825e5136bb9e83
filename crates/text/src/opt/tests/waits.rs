//! Waits told apart.

use super::super::*;
use super::{program, text};
use cdnasched_check as check;
use cdnasched_driver::settings::{FrontEnd, defaults};

/// The soft waits that a kernel is prepared with, each with the instruction behind it.
pub(super) fn requests(body: &str) -> Vec<String> {
    let source = text(body);
    let program = program(&source);
    let lines = Lines::new(&source, &program.listing).expect("lines");
    let prepared = prepare::prepare(
        &program.routines[0],
        &program.listing,
        &lines,
        prepare::Registers::Used,
    );
    let function = prepared.expect("a kernel that can be ordered").function;
    let mut found = Vec::new();
    let mut open = None;
    for block in function.blocks() {
        for &inst in &block.order {
            match waits::counts(&function, inst) {
                Some(counts) => open = Some(counts),
                None => found.extend(
                    open.take()
                        .map(|counts| format!("{counts} {}", function.mnemonic(inst))),
                ),
            }
        }
        found.extend(open.take().map(|counts| format!("{counts} (end)")));
    }
    found
}

#[test]
fn waits_for_loaded_registers_are_placed_anew() {
    let loads = "global_load_dword v1, v0, s[0:1]\ns_waitcnt vmcnt(0)\nv_add_f32_e32 v2, v1, v1\n\
        s_load_dword s4, s[0:1], 0x0\ns_waitcnt lgkmcnt(0)\nv_mov_b32_e32 v3, s4";
    assert_eq!(requests(loads), [""; 0]);
}

#[test]
fn waits_that_no_register_explains_stay() {
    // Nothing reads what is loaded.
    let load =
        "global_load_dword v1, v0, s[0:1]\ns_waitcnt vmcnt(0)\nglobal_load_dword v2, v0, s[2:3]";
    assert_eq!(requests(load), ["vmcnt(0) global_load_dword"]);
    // Stores, and what follows them.
    let store =
        "global_store_dword v0, v1, s[0:1]\ns_waitcnt vmcnt(0)\nglobal_store_dword v0, v2, s[2:3]";
    assert_eq!(requests(store), ["vmcnt(0) global_store_dword"]);
    // Loads into LDS, one of which may be outstanding.
    let dma = "s_mov_b32 m0, 0\nbuffer_load_dword v0, s[4:7], 0 offen lds\n\
        buffer_load_dword v0, s[4:7], 0 offen offset:4 lds\ns_waitcnt vmcnt(1)\nds_read_b32 v1, v2";
    assert_eq!(requests(dma), ["vmcnt(1) ds_read_b32"]);
    // The last of its block.
    let end = "global_store_dword v0, v1, s[0:1]\ns_waitcnt vmcnt(0)\n.Lnext:\n\
        global_store_dword v0, v2, s[2:3]\ns_cbranch_scc1 .Lnext";
    assert_eq!(requests(end), ["vmcnt(0) (end)"]);
    // A nop behind it goes.
    let nop = "global_store_dword v0, v1, s[0:1]\ns_waitcnt vmcnt(0)\ns_nop 0\nglobal_store_dword v0, v2, s[2:3]";
    assert_eq!(requests(nop), ["vmcnt(0) global_store_dword"]);
    // A load with a scope.
    let acquire =
        "global_load_dword v1, v0, s[0:1] sc1\ns_waitcnt vmcnt(0)\nv_add_f32_e32 v2, v1, v1";
    assert_eq!(requests(acquire), ["vmcnt(0) v_add_f32_e32"]);
}

#[test]
fn what_was_complete_at_a_barrier_is_requested_there() {
    let barrier =
        "ds_write_b32 v0, v1\ns_waitcnt lgkmcnt(0)\ns_barrier\nds_read_b32 v2, v0 offset:4";
    assert_eq!(requests(barrier), ["lgkmcnt(0) s_barrier"]);
    // The wait is for a register, and the barrier relies on it all the same.
    let read = "global_load_dword v1, v0, s[0:1]\ns_waitcnt vmcnt(0)\nv_add_f32_e32 v2, v1, v1\ns_barrier\n";
    let write = "global_store_dword v0, v2, s[0:1]\ns_barrier\n";
    assert_eq!(requests(&format!("{read}{write}")), ["vmcnt(0) s_barrier"]);
    // Where no wave can tell another one that it has written, nobody relies on it.
    assert_eq!(requests(read), [""; 0]);
}

#[test]
fn a_partial_wait_proves_nothing_of_what_returns_in_any_order() {
    // The write may be outstanding behind the first wait, which the scalar load may have satisfied: the second, though it is
    // for s4, may be for the write, too.
    let mixed = "s_barrier\nds_write_b32 v0, v1\ns_load_dword s4, s[0:1], 0x0\ns_waitcnt lgkmcnt(1)\n\
        v_mov_b32_e32 v5, v0\ns_waitcnt lgkmcnt(0)\ns_add_u32 s5, s4, s4";
    assert_eq!(
        requests(mixed),
        ["lgkmcnt(1) v_mov_b32_e32", "lgkmcnt(0) s_add_u32"]
    );
    // In order, the first wait is for the write, and the second for v3 alone.
    let ordered = "s_barrier\nds_write_b32 v0, v1\nds_read_b32 v3, v4\ns_waitcnt lgkmcnt(1)\n\
        v_mov_b32_e32 v5, v0\ns_waitcnt lgkmcnt(0)\nv_mov_b32_e32 v6, v3";
    assert_eq!(requests(ordered), ["lgkmcnt(1) v_mov_b32_e32"]);
    // Flat accesses return in any order: behind the first wait the store may be what is outstanding still.
    let flat = "flat_store_dword v[0:1], v2\nflat_load_dword v3, v[4:5]\ns_waitcnt vmcnt(1) lgkmcnt(1)\n\
        v_mov_b32_e32 v6, v0\ns_waitcnt vmcnt(0) lgkmcnt(0)\nv_add_u32_e32 v6, v3, v3";
    assert_eq!(
        requests(flat),
        [
            "vmcnt(1) lgkmcnt(1) v_mov_b32_e32",
            "vmcnt(0) lgkmcnt(0) v_add_u32_e32"
        ]
    );
    // The store is younger, and may be what the wait is for all the same.
    let younger = "flat_load_dword v3, v[4:5]\nflat_store_dword v[0:1], v2\n\
        s_waitcnt vmcnt(1) lgkmcnt(1)\nv_add_u32_e32 v6, v3, v3";
    assert_eq!(requests(younger), ["vmcnt(1) lgkmcnt(1) v_add_u32_e32"]);
    // The judge: what may be outstanding at the barrier and is no plain load.
    let open = |body: &str| {
        let source = text(&format!("{body}\ns_barrier"));
        let promises = check::promises(&program(&source).routines[0].function);
        promises.last().expect("the barrier").changes.len()
    };
    let (write, load) = ("ds_write_b32 v0, v1\n", "s_load_dword s4, s[0:1], 0x0\n");
    let flat = "flat_store_dword v[0:1], v2\n";
    assert_eq!(open(&format!("{write}{write}s_waitcnt lgkmcnt(1)")), 1);
    assert_eq!(open(&format!("{write}{load}s_waitcnt lgkmcnt(1)")), 1);
    assert_eq!(open(&format!("{write}{load}s_waitcnt lgkmcnt(0)")), 0);
    let partial = "s_waitcnt vmcnt(1) lgkmcnt(1)";
    assert_eq!(open(&format!("{flat}{flat}{partial}")), 2);
}

#[test]
fn a_function_that_is_called_may_begin_with_anything_outstanding() {
    let body = "global_load_dword v1, v0, s[0:1]\ns_waitcnt vmcnt(0)\nv_add_f32_e32 v2, v1, v1\n\
        s_waitcnt lgkmcnt(2)\nv_mov_b32_e32 v3, v0\ns_barrier";
    let source = text(body);
    let mut function = program(&source).routines[0].function.clone();
    let of = |function: &Function| {
        let found = waits::requests(function, |_| false).expect("waits");
        let mut counts: Vec<String> = found.before.values().map(|c| c.to_string()).collect();
        counts.sort();
        counts
    };
    // The wait for v1 is for that alone, but for what the barrier finds complete.
    assert_eq!(of(&function), ["lgkmcnt(2)", "vmcnt(0)"]);
    function.resources.is_entry = false;
    assert_eq!(
        of(&function),
        ["lgkmcnt(2)", "vmcnt(0)", "vmcnt(0) lgkmcnt(2)"]
    );
}

#[test]
fn a_block_of_waits_and_nops_alone_stays_a_block() {
    let body = |alone: &str| {
        format!(
            "s_load_dwordx2 s[4:5], s[0:1], 0x0\nv_mov_b32_e32 v1, 0\ns_waitcnt lgkmcnt(0)\n\
             s_cmp_lg_u32 s4, 0\ns_cbranch_scc1 .Lalone\nglobal_load_dword v2, v1, s[4:5]\n\
             global_load_dword v3, v1, s[4:5] offset:4\ns_waitcnt vmcnt(0)\nv_add_u32_e32 v2, v2, v3\n\
             s_cbranch_scc0 .Lend\n.Lalone:\n{alone}\n.Lend:\nglobal_store_dword v1, v2, s[4:5]"
        )
    };
    for alone in [
        "s_nop 0",
        "s_waitcnt vmcnt(0)",
        "s_nop 0\ns_waitcnt vmcnt(0)",
        "s_waitcnt vmcnt(0)\ns_nop 3",
    ] {
        let source = text(&body(alone));
        let made = optimise(
            &source,
            Gpu::Gfx942,
            Features::default(),
            &defaults(FrontEnd::Opt).options,
        );
        let made = made.expect("assembly");
        let kept = made.functions[0].kept.clone().unwrap_or_default();
        assert!(!kept.contains("refused"), "{alone}: {kept}");
    }
}
