//! Wrong results refused.

use super::super::*;
use super::{judge, program, text};
use cdnasched_base::machine::BlockId;

/// What the judge says of a text with another body than was meant.
pub(super) fn judged(body: &str, other: &str) -> Result<(), String> {
    let (source, changed) = (text(body), text(other));
    let (program, read) = (program(&source), program(&changed));
    let original = &program.routines[0].function;
    // The same instructions, found by their text.
    let mut function = original.clone();
    let block = BlockId(0);
    let other = &read.routines[0].function;
    let mut left = original.block(block).order.clone();
    let order = other.block(block).order.iter().map(|&inst| {
        let same = |&at: &_| original.asm(at) == other.asm(inst);
        left.remove(left.iter().position(same).expect("an instruction of both"))
    });
    let order = order.collect();
    function.set_order(block, order);
    judge(original, &function, &read.routines[0])
}

#[test]
fn a_wrong_result_is_refused() {
    let stores = "global_store_dword v0, v1, s[0:1]\nglobal_store_dword v0, v2, s[2:3]";
    let swapped = "global_store_dword v0, v2, s[2:3]\nglobal_store_dword v0, v1, s[0:1]";
    assert_eq!(judged(stores, stores), Ok(()));
    assert!(judged(stores, swapped).is_err());
    // LDS and memory are apart.
    let apart = "ds_write_b32 v0, v1\nglobal_store_dword v0, v2, s[2:3]";
    let swapped = "global_store_dword v0, v2, s[2:3]\nds_write_b32 v0, v1";
    assert_eq!(judged(apart, swapped), Ok(()));
    // A barrier that is no longer waited for.
    let waits = "ds_write_b32 v0, v1\ns_waitcnt lgkmcnt(0)\ns_barrier";
    let late = "ds_write_b32 v0, v1\ns_barrier\ns_waitcnt lgkmcnt(0)";
    assert_eq!(judged(waits, waits), Ok(()));
    let refused = judged(waits, late).expect_err("a lost wait");
    assert!(
        refused.contains("what was complete before s_barrier"),
        "{refused}"
    );
    // What moves values between lanes accesses no memory: it may be outstanding at a barrier.
    let lanes = "ds_write_b32 v0, v1\ns_waitcnt lgkmcnt(0)\ns_barrier\nds_bpermute_b32 v2, v0, v3";
    let early = "ds_write_b32 v0, v1\ns_waitcnt lgkmcnt(0)\nds_bpermute_b32 v2, v0, v3\ns_barrier";
    assert_eq!(judged(lanes, early), Ok(()));
    // A read of LDS may not.
    let reads = "ds_write_b32 v0, v1\ns_waitcnt lgkmcnt(0)\ns_barrier\nds_read_b32 v2, v0";
    let early = "ds_write_b32 v0, v1\ns_waitcnt lgkmcnt(0)\nds_read_b32 v2, v0\ns_barrier";
    assert!(judged(reads, early).is_err());
    // A store that need not be complete any more.
    let waits =
        "global_store_dword v0, v1, s[0:1]\ns_waitcnt vmcnt(0)\nglobal_store_dword v0, v2, s[2:3]";
    let late =
        "global_store_dword v0, v1, s[0:1]\nglobal_store_dword v0, v2, s[2:3]\ns_waitcnt vmcnt(0)";
    assert_eq!(judged(waits, waits), Ok(()));
    let refused = judged(waits, late).expect_err("a lost wait");
    assert!(
        refused.contains("what was complete before global_store"),
        "{refused}"
    );
    // A register that has not arrived.
    let load = "global_load_dword v1, v0, s[0:1]\ns_waitcnt vmcnt(0)\nv_add_f32_e32 v2, v1, v1";
    let early = "global_load_dword v1, v0, s[0:1]\nv_add_f32_e32 v2, v1, v1\ns_waitcnt vmcnt(0)";
    assert!(judged(load, early).is_err());
}

#[test]
fn the_judge_reads_scopes_and_what_the_author_knew_from_the_text() {
    let store = "global_store_dword v0, v1, s[0:1]\n";
    let (wait, load) = ("s_waitcnt vmcnt(0)\n", "global_load_dword v2, v3, s[2:3]");
    let both = |scope: &str| {
        let early = format!("{store}{wait}{load}{scope}\nv_mov_b32_e32 v5, v4");
        let late = format!("{store}{load}{scope}\n{wait}v_mov_b32_e32 v5, v4");
        judged(&early, &late)
    };
    assert_eq!(both(""), Ok(()));
    let refused = both(" sc0 sc1").expect_err("a load that others may have written for");
    assert!(refused.contains("before global_load_dword"), "{refused}");
    // Whoever reads LDS without a wait knows that it is another place; whoever waits may not.
    let (dma, read) = (
        "s_mov_b32 m0, 0\ns_nop 0\nbuffer_load_dword v0, s[4:7], 0 offen lds\n",
        "ds_read_b32 v1, v2\n",
    );
    let knows = format!("{dma}{read}{wait}v_mov_b32_e32 v5, v4");
    assert_eq!(judged(&knows, &knows), Ok(()));
    let waits = format!("{dma}{wait}{read}v_mov_b32_e32 v5, v4");
    assert_eq!(judged(&waits, &waits), Ok(()));
    assert!(judged(&waits, &knows).is_err());
}

/// A load may be issued before an operation on LDS is complete if no other wave can have announced a write to what it reads. Not so
/// a flat load, which may be of LDS, nor a load with a scope, a store or another atomic operation.
#[test]
fn a_load_of_memory_does_not_wait_for_lds() {
    let atomic = "ds_add_rtn_u32 v1, v0, v2\nds_read_b32 v3, v0\n";
    let wait = "s_waitcnt lgkmcnt(1)\nv_add_u32_e32 v4, v1, v1\n";
    let all = "s_waitcnt vmcnt(0) lgkmcnt(0)";
    let both = |access: &str| {
        let late = format!("{atomic}{wait}{access}\n{all}");
        let early = format!("{atomic}{access}\n{wait}{all}");
        assert_eq!(judged(&late, &late), Ok(()));
        judged(&late, &early)
    };
    assert_eq!(both("global_load_dword v5, v0, s[0:1]"), Ok(()));
    assert_eq!(both("global_load_ubyte_d16_hi v5, v0, s[0:1]"), Ok(()));
    // Others may have written, too, and the atomic operation says so.
    let written = |rest: &str| format!("global_store_dword v0, v2, s[2:3]\n{rest}");
    let load = "global_load_dword v5, v0, s[0:1]";
    let late = written(&format!("{atomic}{wait}{load}\n{all}"));
    let early = written(&format!("{atomic}{load}\n{wait}{all}"));
    let refused = judged(&late, &early).expect_err("a load that others may have written for");
    assert!(refused.contains("before global_load_dword"), "{refused}");
    for access in [
        "global_load_dword v5, v0, s[0:1] sc0 sc1",
        "global_store_dword v0, v2, s[0:1]",
        "flat_load_dword v5, v[6:7]",
        "ds_add_rtn_u32 v5, v0, v2 offset:4",
    ] {
        let refused = both(access).expect_err(access);
        assert!(refused.contains("what was complete before"), "{refused}");
    }
}

#[test]
fn what_is_written_must_be_what_was_meant() {
    let source = text("v_add_f32_e32 v2, v1, v1");
    let other = text("v_add_f32_e32 v2, v1, v3");
    let (meant, read) = (program(&source), program(&other));
    let function = &meant.routines[0].function;
    let refused = judge(function, function, &read.routines[0]);
    assert!(refused.is_err_and(|reason| reason.contains("differs")));
}

/// The judge finds by itself that a result keeps a part of its register.
#[test]
fn a_result_must_be_described() {
    for (body, source) in [
        ("s_bitset1_b32 s2, s3", ", imp tied s2"),
        ("v_fma_f16 v1, v2, v3, v4", ", imp tied v1"),
        (
            "global_load_short_d16 v1, v2, s[2:3]\ns_waitcnt vmcnt(0)",
            ", imp tied v1",
        ),
    ] {
        let program = program(&text(body));
        let mut routine = program.routines[0].clone();
        let described = routine.function.to_string();
        let without = described.replace(source, "");
        assert_ne!(described, without);
        let judged = |routine: &Routine| judge(&routine.function, &routine.function, routine);
        assert_eq!(judged(&routine), Ok(()));
        routine.function = cdnasched_base::machine::text::parse(&without).expect("a function");
        let refused = judged(&routine).expect_err("a source is missing");
        assert!(refused.contains("keeps a part"), "{refused}");
    }
}

#[test]
fn a_ring_that_is_waited_for_one_later_is_refused() {
    let ring = |count: u8, store: &str| {
        format!(
            ".Lhead:\n{store}\ns_waitcnt vmcnt({count})\ns_barrier\nds_read_b32 v1, v2\n\
             s_waitcnt lgkmcnt(0)\nv_add_u32_e32 v3, v3, v1\ns_sub_u32 s8, s8, 1\ns_cbranch_scc1 .Lhead"
        )
    };
    for store in [
        "buffer_load_dword v0, s[4:7], 0 offen lds",
        "global_store_dword v0, v3, s[0:1]",
    ] {
        assert_eq!(waited(&ring(2, store), &ring(2, store)), Ok(()));
        assert_eq!(waited(&ring(2, store), &ring(1, store)), Ok(()));
        let refused = waited(&ring(2, store), &ring(3, store)).expect_err("one later");
        assert!(refused.contains("what was complete"), "{refused}");
    }
}

/// What the judge says of a text with other waits.
fn waited(body: &str, other: &str) -> Result<(), String> {
    let (source, changed) = (text(body), text(other));
    let (program, read) = (program(&source), program(&changed));
    let (original, read) = (&program.routines[0].function, &read.routines[0].function);
    let meant = judge::Meant {
        original,
        without_copies: original,
        function: original,
    };
    judge::memory(&meant, read)
}
