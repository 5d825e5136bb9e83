//! Waits that are in the stream already, and places that wait by themselves.

use super::*;
use crate::waitcnt::Error;

#[test]
fn a_soft_wait_with_nothing_outstanding_requires_nothing() {
    let mut f = function(
        "gfx942",
        true,
        &format!("soft {BOTH0}\nS_BARRIER\nsoft {VM0}\nend"),
    );
    let placement = place(&mut f).expect("waits can be placed");
    assert_eq!(listing(&f, &placement), "");
    // They stay for LLVM to look at.
    assert_eq!(placement.removed, []);
    assert_eq!(f.blocks()[0].order.len(), 4);
}

#[test]
fn what_a_soft_wait_requires_is_waited_for_before_it() {
    let mut f = function(
        "gfx942",
        true,
        &format!("ldsw v9\nsoft {BOTH0}\nS_BARRIER\nend"),
    );
    assert_eq!(waits(&mut f), "lgkmcnt(0) before S_BARRIER 2");
    let names = f.blocks()[0]
        .order
        .iter()
        .map(|&i| f.opcode(i).name.as_str());
    assert_eq!(
        names.collect::<Vec<_>>(),
        [
            "DS_WRITE_B32_gfx9",
            "S_WAITCNT",
            "S_WAITCNT_soft",
            "S_BARRIER",
            "S_ENDPGM"
        ]
    );
}

#[test]
fn a_soft_wait_is_merged_with_what_the_next_instruction_requires() {
    // As LLVM, across instructions that emit nothing.
    assert_eq!(
        gfx942(&format!(
            "store v9\nlds v0\nsoft {VM0}\nKILL v9 | meta lat=0\nuse v0\nend"
        )),
        "vmcnt(0) lgkmcnt(0) before V_MOV_B32_e32 4"
    );
}

#[test]
fn a_wait_holds_in_its_place_not_where_its_result_is_used() {
    assert_eq!(
        gfx942(&format!("lds v0\nsoft {LGKM0}\nS_NOP #0\nuse v0\nend")),
        "lgkmcnt(0) before S_NOP 2"
    );
}

#[test]
fn a_users_wait_that_is_enough_stays_itself() {
    let mut f = function(
        "gfx942",
        true,
        &format!("lds v0\nlds v1\nwait {LGKM0}\nuse v1\nend"),
    );
    let before = f.blocks()[0].order.clone();
    assert_eq!(waits(&mut f), "lgkmcnt(0) before V_MOV_B32_e32 3");
    assert_eq!(f.blocks()[0].order, before);
}

#[test]
fn a_users_wait_for_nothing_stays() {
    let mut f = function(
        "gfx942",
        true,
        &format!("wait {VM0}\nS_NOP #0\nwait 53119\nend"),
    );
    let before = f.blocks()[0].order.clone();
    place(&mut f).expect("waits can be placed");
    assert_eq!(f.blocks()[0].order, before);
}

#[test]
fn a_users_wait_is_strengthened_never_weakened() {
    // As LLVM: waits in a row become one.
    let mut f = function(
        "gfx942",
        true,
        &format!("load v0\nlds v1\nwait {VM0}\nwait 49535\nuse v1\nend"),
    );
    let placement = place(&mut f).expect("waits can be placed");
    assert_eq!(
        listing(&f, &placement),
        "vmcnt(0) lgkmcnt(0) before V_MOV_B32_e32 4"
    );
    assert_eq!(placement.removed.len(), 2);
    assert!(f.flags(placement.waits[0].inst).has(InstFlags::INSERTED));
}

#[test]
fn a_users_wait_counts_for_what_follows() {
    assert_eq!(
        gfx942(&format!("load v0\nwait {VM0}\nS_NOP #0\nuse v0\nend")),
        "vmcnt(0) before S_NOP 2"
    );
}

#[test]
fn the_lds_direct_wait_is_for_direct_writes_only() {
    // As LLVM.
    assert_eq!(gfx942("load v0\nS_WAITCNT_lds_direct\nS_BARRIER\nend"), "");
    assert_eq!(
        gfx942("dma\nload v0\nS_WAITCNT_lds_direct\nS_BARRIER\nend"),
        "vmcnt(1) before S_BARRIER 3"
    );
}

#[test]
fn a_write_back_is_outstanding_until_vmcnt_zero() {
    let release = format!("BUFFER_WBL2 #16, imp exec | effects lat=1\nsoft {BOTH0}\nstore v9\n");
    assert_eq!(
        gfx942(&format!("{release}end")),
        "vmcnt(0) before GLOBAL_STORE_DWORD 2"
    );
    // LLVM 22 drops the wait.
    let mut as_llvm = function("gfx942", true, &format!("{release}end"));
    let placement = place_at_once(&mut as_llvm, Policy::Llvm).expect("placed");
    assert_eq!(listing(&as_llvm, &placement), "");
    // It is not counted itself: a load before it is not told apart from it.
    assert_eq!(
        gfx942("load v0\nBUFFER_WBL2 #16, imp exec | effects lat=1\nuse v0\nend"),
        "vmcnt(0) before V_MOV_B32_e32 2"
    );
}

#[test]
fn the_old_invalidate_waits_for_vector_memory() {
    // As LLVM. The new one leaves that to the memory legaliser.
    let mut f = function(
        "gfx90a",
        true,
        "load v0\nBUFFER_WBINVL1_VOL imp exec | effects lat=1\nend",
    );
    assert_eq!(waits(&mut f), "vmcnt(0) before BUFFER_WBINVL1_VOL 1");
    assert_eq!(
        gfx942("load v0\nBUFFER_INV #16, imp exec | effects lat=1\nend"),
        ""
    );
}

#[test]
fn barriers_wait_only_where_they_cannot_back_off() {
    // As LLVM.
    for (gpu, expected) in [
        ("gfx908", "vmcnt(0) lgkmcnt(0) before S_BARRIER 2"),
        ("gfx90a", ""),
        ("gfx942", ""),
        ("gfx950", ""),
    ] {
        let mut f = function(gpu, true, "load v0\nlds v1\nS_BARRIER\nend");
        assert_eq!(waits(&mut f), expected, "{gpu}");
    }
}

#[test]
fn the_end_of_a_wave_waits_for_nothing() {
    assert_eq!(gfx942("load v0\nlds v1\nsmem s0\nstore v9\nend"), "");
}

const RETURN: &str = "S_SETPC_B64_return s[30:31] | return term noreturn lat=1";

#[test]
fn a_callable_function_waits_at_entry_and_before_returning() {
    // As LLVM, after instructions that emit nothing.
    let mut f = function(
        "gfx942",
        false,
        &format!("KILL v3 | meta lat=0\nload v0\n{RETURN}"),
    );
    let placement = place(&mut f).expect("waits can be placed");
    assert_eq!(
        listing(&f, &placement),
        "vmcnt(0) lgkmcnt(0) expcnt(0) before GLOBAL_LOAD_DWORD 1\n\
         vmcnt(0) before S_SETPC_B64_return 2"
    );
    assert_eq!(placement.waits[0].reasons[0].cause, Cause::Entry);
    assert_eq!(placement.waits[1].reasons[0].cause, Cause::Return);
    assert_eq!(f.blocks()[0].order[0].0, 0);
}

#[test]
fn an_empty_entry_block_of_a_callable_function_waits_at_its_end() {
    // As LLVM.
    let lines =
        format!("block 0 frequency=1 depth=0 successors=1\nblock 1 frequency=1 depth=0\n{RETURN}");
    let mut f = function("gfx942", false, &lines);
    assert_eq!(
        waits(&mut f),
        "vmcnt(0) lgkmcnt(0) expcnt(0) before the end"
    );
}

#[test]
fn a_call_waits_for_its_target_only_and_completes_the_rest() {
    // As LLVM.
    let pointer = "S_LOAD_DWORDX2_IMM def s[4:5], s[40:41], #0, #0 | load lat=1 | read invariant space=4 bytes=8";
    let call = "SI_CALL def s[30:31], s[4:5], #0, mask, imp v0 | call lat=1";
    assert_eq!(
        gfx942(&format!("load v0\n{pointer}\n{call}\nuse v0\nend")),
        "lgkmcnt(0) before SI_CALL 2"
    );
    let tail = "SI_TCRETURN s[4:5], #0, #0, mask, imp v0 | call return term noreturn lat=1";
    let mut f = function("gfx942", false, &format!("load v0\n{pointer}\n{tail}"));
    assert!(waits(&mut f).ends_with("\nlgkmcnt(0) before SI_TCRETURN 2"));
}

#[test]
fn gs_done_waits_for_vector_memory() {
    // As LLVM.
    let send = |n| format!("load v0\nS_SENDMSG #{n}, imp exec, imp m0\nend");
    assert_eq!(gfx942(&send(3)), "vmcnt(0) before S_SENDMSG 1");
    assert_eq!(gfx942(&send(1)), "");
}

#[test]
fn a_bundle_waits_at_its_header_unless_it_accesses_memory() {
    // As LLVM: memory bundles wait for vector registers inside, for scalar ones at the header.
    let moves = "BUNDLE imp def v5, imp v0, imp v1 | bundle lat=0\n\
                 V_MOV_B32_e32 def v5, v1, imp exec | inside lat=1\n\
                 V_MOV_B32_e32 def v5, v0, imp exec | inside lat=1";
    assert_eq!(
        gfx942(&format!("load v0\nload v1\n{moves}\nend")),
        "vmcnt(0) before BUNDLE 2"
    );
    let loads = "BUNDLE imp def v5, imp v[0:1], imp s[8:9] | bundle lat=0\n\
                 GLOBAL_LOAD_DWORD def v6, v[30:31], #0, #0, imp exec | load inside lat=1 | read space=1 bytes=4\n\
                 GLOBAL_LOAD_DWORD def v5, v[0:1], #0, #0, imp exec | load inside lat=1 | read space=1 bytes=4";
    assert_eq!(
        gfx942(&format!("load v0\nsmem s8\n{loads}\nend")),
        "lgkmcnt(0) before BUNDLE 2\nvmcnt(1) before GLOBAL_LOAD_DWORD 4"
    );
}

#[test]
fn the_wait_in_a_gws_bundle_stays_the_only_one() {
    // As LLVM.
    let lines = "BUNDLE imp v8, imp m0, imp exec | bundle lat=0\n\
                 DS_GWS_INIT v8, #0, imp m0, imp exec | load store inside lat=1 | read write space=0 bytes=4\n\
                 S_WAITCNT #0 | inside lat=1\nset v8\nend";
    let mut f = function("gfx942", true, lines);
    let before = f.blocks()[0].order.clone();
    place(&mut f).expect("waits can be placed");
    assert_eq!(f.blocks()[0].order, before);
}

#[test]
fn a_wait_that_cannot_be_read_is_refused() {
    for line in ["S_WAITCNT v0", "S_WAITCNT", "S_WAITCNT_VSCNT noreg, #0"] {
        let mut f = function("gfx942", true, &format!("load v0\n{line}\nend"));
        let before = f.clone();
        assert!(
            matches!(place(&mut f), Err(Error::UnknownWait { inst: 1, .. })),
            "{line}"
        );
        assert_eq!(f, before);
    }
}

#[test]
fn reasons_name_register_and_producer() {
    let mut f = function(
        "gfx942",
        true,
        &format!("load v0\nlds v1\nsoft {LGKM0}\nuse v0\nend"),
    );
    let placement = place(&mut f).expect("waits can be placed");
    let reasons: Vec<String> = placement.waits[0]
        .reasons
        .iter()
        .map(|r| format!("{}({}): {}", r.counter, r.count, r.cause))
        .collect();
    assert_eq!(
        reasons,
        ["vmcnt(0): v0 from 0", "lgkmcnt(0): memory model (2)"]
    );
}

/// LLVM takes the flat access for complete: it counts it among vector memory, though its data may
/// come from LDS, in no order with the rest.
#[test]
fn a_users_partial_wait_proves_nothing_after_a_flat_access_that_may_go_either_way() {
    assert_eq!(
        gfx942("flat v0\nload v1\nwait 3953\nS_NOP #0\nuse v0\nend"),
        "vmcnt(1) before S_NOP 3\nvmcnt(0) lgkmcnt(0) before V_MOV_B32_e32 4"
    );
    assert_eq!(
        gfx942("flat v0\nlds v1\nwait 49535\nS_NOP #0\nuse v0\nend"),
        "lgkmcnt(1) before S_NOP 3\nvmcnt(0) lgkmcnt(0) before V_MOV_B32_e32 4"
    );
    // Without the flat access it does.
    assert_eq!(
        gfx942("load v0\nload v1\nwait 3953\nS_NOP #0\nuse v0\nend"),
        "vmcnt(1) before S_NOP 3"
    );
}

/// LLVM requires `lgkmcnt(1)`, which the LDS access may satisfy.
#[test]
fn global_wave_sync_waits_for_gds_through_other_operations() {
    let gds = "DS_READ_B32_gfx9 def v5, v42, #0, #1, imp exec | load lat=1 | read space=2 bytes=4";
    let sync =
        "DS_GWS_BARRIER v8, #0, imp m0, imp exec | load store lat=1 | read write space=0 bytes=4";
    let mut f = function("gfx908", true, &format!("{gds}\nlds v6\n{sync}\nend"));
    assert_eq!(
        waits(&mut f).lines().next(),
        Some("lgkmcnt(0) before DS_GWS_BARRIER 2")
    );
}
