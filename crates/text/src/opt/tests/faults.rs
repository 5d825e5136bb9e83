//! Faults of the maker that the judge, with readings of its own, must see: put in, the text is optimised as the command does it.

use cdnasched_driver::settings::{FrontEnd, defaults};
use std::cell::Cell;

use super::super::*;
use super::text;

/// What is broken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) enum Fault {
    /// Nobody looks at what is complete.
    Observes,
    /// Lanes that are turned off keep nothing.
    Lanes,
}

thread_local! {
    static FAULT: Cell<Option<Fault>> = const { Cell::new(None) };
}

/// Whether that is broken.
pub(in super::super) fn is_in(fault: Fault) -> bool {
    FAULT.get() == Some(fault)
}

/// Why the one kernel of a text stayed as it was, if it did, with this fault in or with none.
fn kept(source: &str, fault: Option<Fault>) -> Option<String> {
    FAULT.set(fault);
    let done = optimise(
        source,
        Gpu::Gfx942,
        Features::default(),
        &defaults(FrontEnd::Opt).options,
    );
    FAULT.set(None);
    done.expect("assembly").functions[0].kept.clone()
}

/// Others may write behind the barrier where this wave reads before it: its read has to be complete there, though the register
/// is needed later. One wave on a SIMD gains by what the maker would do.
#[test]
fn the_judge_knows_where_others_look() {
    let alone: String = (0..24)
        .map(|at| format!("v_mul_f32_e32 v{}, v8, v9\n", 10 + at % 4))
        .collect();
    let body = format!(
        "v_lshlrev_b32_e32 v0, 2, v0\nds_read_b32 v5, v0\ns_waitcnt lgkmcnt(0)\nv_add_u32_e32 v6, v5, v5\ns_barrier\n\
         {alone}v_mov_b32_e32 v255, v10\nv_accvgpr_write_b32 a255, v10\nv_add_u32_e32 v6, v6, v10\n\
         global_store_dword v0, v6, s[0:1]"
    );
    let source = text(&body)
        .replace("next_free_vgpr 16", "next_free_vgpr 512")
        .replace("accum_offset 16", "accum_offset 256");
    assert_eq!(kept(&source, None), None);
    let refused = kept(&source, Some(Fault::Observes)).expect("a result that is refused");
    assert!(
        refused.contains("what was complete before s_barrier would not be"),
        "{refused}"
    );
}

/// A register that a loop could have, were it not for lanes that are off when it is written again.
#[test]
fn the_judge_knows_what_lanes_keep() {
    let load = |offset: u32, behind: &str| {
        format!(
            "global_load_dword v10, v1, s[4:5] offset:{offset}\n{behind}s_waitcnt vmcnt(0)\nv_add_u32_e32 v13, v10, v13\n"
        )
    };
    let body = format!(
        "v_mov_b32_e32 v13, 0\nv_mov_b32_e32 v3, 2\n.Lloop:\n{}{}{}s_cbranch_scc1 .Lloop\n\
         v_cmp_gt_u32_e32 vcc, v0, v1\ns_and_saveexec_b64 s[12:13], vcc\ns_branch .Lin\n.Lin:\n\
         v_mov_b32_e32 v3, 1\ns_branch .Lout\n.Lout:\ns_or_b64 exec, exec, s[12:13]\n\
         global_store_dword v0, v3, s[6:7]\nglobal_store_dword v0, v13, s[6:7] offset:1024",
        load(0, "s_add_u32 s8, s8, 1\ns_cmp_lt_u32 s8, s9\n"),
        load(256, ""),
        load(512, "v_add_u32_e32 v1, 4, v1\n")
    );
    let source = text(&body);
    let left = kept(&source, None).expect("nothing that is better");
    assert!(!left.contains("refused"), "{left}");
    let refused = kept(&source, Some(Fault::Lanes)).expect("a result that is refused");
    assert!(refused.contains("another value in v3"), "{refused}");
}
