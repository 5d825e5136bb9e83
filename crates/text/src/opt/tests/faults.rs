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
    /// The guard of a loop goes on where it should leave.
    Guard,
    /// Every access to scratch has a slot of its own.
    Slots,
    /// A kernel's description stays as it is.
    Description,
    /// Loads of every GPU pass barriers.
    Passing,
    /// Calls are like any other instruction.
    Calls,
}

thread_local! {
    static FAULT: Cell<Option<Fault>> = const { Cell::new(None) };
}

/// Whether that is broken.
pub(in super::super) fn is_in(fault: Fault) -> bool {
    FAULT.get() == Some(fault)
}

/// Does something with a fault in.
pub(super) fn with<T>(fault: Fault, work: impl FnOnce() -> T) -> T {
    FAULT.set(Some(fault));
    let done = work();
    FAULT.set(None);
    done
}

/// Why the one kernel of a text stayed as it was, if it did, with this fault in or with none.
fn kept(source: &str, fault: Option<Fault>) -> Option<String> {
    kept_for(Gpu::Gfx942, source, fault)
}

fn kept_for(gpu: Gpu, source: &str, fault: Option<Fault>) -> Option<String> {
    FAULT.set(fault);
    let done = optimise(
        source,
        gpu,
        Features::default(),
        &defaults(FrontEnd::Opt).options,
    );
    FAULT.set(None);
    let done = done.expect("assembly");
    let function = &done.functions[0];
    // What was refused on the way is a warning.
    let mut warnings = function.remarks.iter();
    let warning = warnings.find(|remark| remark.kind == RemarkKind::Warning);
    let warning = warning.map(|remark| remark.message.clone());
    warning.or(function.kept.clone())
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
         {alone}v_add_f32_e32 v255, v10, v10\nglobal_load_dword a255, v0, s[0:1] offset:4\nv_add_u32_e32 v6, v6, v10\n\
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

/// A loop that waits for what it loads: with the next iteration's loads under way it need not.
const LOADS: &str = "v_mov_b32_e32 v13, 0\n.Lloop:\nglobal_load_dword v10, v1, s[4:5]\ns_add_u32 s8, s8, 1\n\
    s_cmp_lt_u32 s8, s9\ns_waitcnt vmcnt(0)\nv_add_u32_e32 v13, v10, v13\nv_add_u32_e32 v1, 4, v1\n\
    s_cbranch_scc1 .Lloop\nglobal_store_dword v0, v13, s[6:7]";

/// What opt says of a text with a fault, where it says nothing without.
fn refused(source: &str, fault: Fault) -> String {
    assert_eq!(kept(source, None), None);
    kept(source, Some(fault)).expect("a result that is refused")
}

#[test]
fn the_judge_follows_the_branches_of_a_loop() {
    let words = refused(&text(LOADS), Fault::Guard);
    assert!(words.contains("its branches go elsewhere"), "{words}");
}

#[test]
fn the_judge_reads_spill_slots_off_the_text() {
    let spills = "scratch_store_dword off, v0, off offset:16\nscratch_load_dword v2, off, off offset:16\n\
        s_waitcnt vmcnt(0)\nv_add_u32_e32 v1, v1, v2\n";
    let words = refused(&text(&format!("{spills}{LOADS}")), Fault::Slots);
    assert!(
        words.contains("accesses to scratch are taken for others"),
        "{words}"
    );
}

/// The registers that a loop needs for more loads at a time.
#[test]
fn the_judge_asks_for_the_registers_that_the_description_provides() {
    let load = |offset: u32| {
        format!(
            "global_load_dword v3, v1, s[4:5] offset:{offset}\ns_waitcnt vmcnt(0)\nv_add_u32_e32 v2, v3, v2\n"
        )
    };
    let body = format!(
        "v_mov_b32_e32 v2, 0\n.Lloop:\ns_add_u32 s8, s8, 1\ns_cmp_lt_u32 s8, s9\n{}{}{}{}s_cbranch_scc1 .Lloop\n\
         global_store_dword v0, v2, s[6:7]",
        load(0),
        load(256),
        load(512),
        "v_add_u32_e32 v1, 4, v1\n"
    );
    let source = text(&body)
        .replace("next_free_vgpr 16", "next_free_vgpr 4")
        .replace("accum_offset 16", "accum_offset 4");
    let words = refused(&source, Fault::Description);
    assert!(words.contains("does not provide its registers"), "{words}");
}

/// On gfx90a a load that another wave of the work-group answers looks like any other.
#[test]
fn the_judge_keeps_loads_of_earlier_gpus_behind_barriers() {
    let body = "v_lshlrev_b32_e32 v1, 2, v0\n.Lloop:\ns_barrier\nglobal_load_dword v10, v1, s[4:5]\n\
        s_add_u32 s8, s8, 1\ns_cmp_lt_u32 s8, s9\nv_add_u32_e32 v1, 4, v1\ns_waitcnt vmcnt(0)\n\
        v_add_u32_e32 v13, v10, v13\nds_write_b32 v0, v13\ns_cbranch_scc1 .Lloop\n\
        global_store_dword v0, v13, s[6:7]";
    let source = text(body).replace("gfx942", "gfx90a");
    let words = kept_for(Gpu::Gfx90a, &source, None).unwrap_or_default();
    assert!(!words.contains("please report"), "{words}");
    let words = kept_for(Gpu::Gfx90a, &source, Some(Fault::Passing)).expect("a refusal");
    assert!(words.contains("please report"), "{words}");
    // It is not wrong where the accesses say so.
    assert_eq!(kept(&text(body), None), None);
}
