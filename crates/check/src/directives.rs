//! Did everything stay on its side of the user's directives that hold it back?
//!
//! What each `sched_barrier` holds back is derived here from LLVM's documentation of its mask, bit
//! by bit, and from LLVM's names for opcodes.

use super::instruction::instruction_text;
use super::order::originals;
use super::ordered::{is_between_lanes, is_ordered};
use super::passing::Passing;
use super::requests::may_be_for_lanes;
use crate::machine::{BlockId, Function, InstFlags, InstId};

/// A directive that a new order does not keep.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrokenDirective {
    /// The block.
    pub block: BlockId,
    /// What moved.
    pub inst: InstId,
    /// The directive that it moved across.
    pub wall: InstId,
}

impl BrokenDirective {
    /// What moved, as a sentence.
    pub fn describe(&self, function: &Function) -> String {
        format!(
            "{} of block {} crossed {}, which holds it back",
            instruction_text(function, self.inst),
            self.block.0,
            instruction_text(function, self.wall)
        )
    }
}

/// The place of what is not there.
const NOWHERE: usize = usize::MAX;

/// Proves that nothing crossed a directive that holds it back. `before` holds each block's original
/// order. With `crossed`, priorities and barriers to scheduling hold nothing back, and what prescribes a pipeline prescribes none.
///
/// # Errors
/// The first directive that the present order does not keep.
pub fn directives(
    function: &Function,
    before: &[Vec<InstId>],
    crossed: bool,
) -> Result<(), BrokenDirective> {
    let mut insts = before.iter().flatten();
    let is_asm = |id: InstId| function.flags(id).has(InstFlags::INLINE_ASM);
    let has_asm =
        insts.clone().any(|&id| is_asm(id)) && insts.any(|&id| may_be_waited_for(function, id));
    let is_crossed = |id: InstId| crossed && !has_asm && name(function, id) == "S_SETPRIO";
    let passing = Passing::of(function);
    let mut was = vec![NOWHERE; function.inst_count()];
    let mut is = was.clone();
    for (block, before) in function.block_ids().zip(before) {
        let after = originals(function, block, before);
        if after == *before {
            continue;
        }
        for (places, order) in [(&mut was, before), (&mut is, &after)] {
            for (at, &id) in order.iter().enumerate() {
                places[id.index()] = at;
            }
        }
        for &wall in before {
            if is[wall.index()] == NOWHERE || !holds_any(function, wall, crossed) {
                continue;
            }
            let ahead = |places: &[usize], id: InstId| places[id.index()] < places[wall.index()];
            let moved = |&&id: &&InstId| {
                id != wall
                    && ahead(&was, id) != ahead(&is, id)
                    && holds(function, wall, id, has_asm)
                    && !(is_crossed(id) && name(function, wall) == "S_WAITCNT")
                    && (has_asm || !passing.may_exchange(wall, id))
            };
            if let Some(&inst) = after.iter().find(moved) {
                return Err(BrokenDirective { block, inst, wall });
            }
        }
        if !crossed {
            same_pipelines(function, (block, before), &is)?;
        }
    }
    Ok(())
}

/// What changes the state of the wave or of its surroundings, by LLVM's names: nothing crosses it.
const STATE: [&str; 9] = [
    "S_DECPERFLEVEL",
    "S_ICACHE_INV",
    "S_INCPERFLEVEL",
    "S_INST_PREFETCH",
    "S_SETHALT",
    "S_SETKILL",
    "S_SETPRIO",
    "S_SLEEP",
    "S_WAKEUP",
];

/// Proves that code around a `sched_group_barrier` or `iglp_opt`, up to what nothing crosses, has the order that it had: LLVM has given it
/// the one that the user asks for. `is`: where the instructions are now.
fn same_pipelines(
    function: &Function,
    (block, before): (BlockId, &[InstId]),
    is: &[usize],
) -> Result<(), BrokenDirective> {
    let ends = |id: &InstId| {
        function.flags(*id).has(InstFlags::BOUNDARY)
            || match name(function, *id) {
                "SCHED_BARRIER" => mask(function, *id) == 0,
                "S_WAITCNT" => true,
                name => STATE.iter().any(|start| name.starts_with(start)),
            }
    };
    for region in before.split(ends) {
        let prescribes =
            |id: &&InstId| matches!(name(function, **id), "SCHED_GROUP_BARRIER" | "IGLP_OPT");
        let Some(&wall) = region.iter().find(prescribes) else {
            continue;
        };
        let counts = |id: &&InstId| {
            let flags = function.flags(**id);
            is[id.index()] != NOWHERE && !flags.has(InstFlags::META)
        };
        let insts: Vec<InstId> = region.iter().filter(counts).copied().collect();
        let moved = insts
            .windows(2)
            .find(|of| is[of[0].index()] > is[of[1].index()]);
        if let Some(&[_, inst]) = moved {
            return Err(BrokenDirective { block, inst, wall });
        }
    }
    Ok(())
}

/// Whether it is inline assembly that could not be parsed, something in inline assembly that a wait may be for, by its
/// name, whatever its flags, or a call of something with such assembly.
fn may_be_waited_for(function: &Function, inst: InstId) -> bool {
    let flags = function.flags(inst);
    if flags.has(InstFlags::CALL) {
        return true;
    }
    match flags.has(InstFlags::IN_ASM) {
        true => {
            let accesses = flags.has(InstFlags::MAY_LOAD) || flags.has(InstFlags::MAY_STORE);
            accesses || is_ordered(function, inst) && name(function, inst) != "S_BARRIER"
        }
        false => flags.has(InstFlags::INLINE_ASM) && !flags.has(InstFlags::ASM_PARSED),
    }
}

fn name(function: &Function, inst: InstId) -> &str {
    function.opcode(inst).name.as_ref()
}

/// The mask of a `sched_barrier`.
fn mask(function: &Function, barrier: InstId) -> i64 {
    let operands = function.operands(barrier);
    operands.first().and_then(|o| o.imm()).unwrap_or(0)
}

/// What a user says about order, by LLVM's names: it touches no memory, and no result depends on it.
pub(super) fn is_hint(function: &Function, inst: InstId) -> bool {
    matches!(
        name(function, inst),
        "S_SETPRIO" | "SCHED_BARRIER" | "SCHED_GROUP_BARRIER" | "IGLP_OPT"
    )
}

/// Whether all that is in inline assembly is arithmetic, waits, barriers and nops, by their names: nothing crosses any other.
fn is_plain_asm(function: &Function, inst: InstId) -> bool {
    const SCALAR: [&str; 33] = [
        "S_ABS",
        "S_ADD",
        "S_AND",
        "S_ASHR",
        "S_BARRIER",
        "S_BCNT",
        "S_BF",
        "S_BIT",
        "S_BREV",
        "S_CMOV",
        "S_CMP",
        "S_CSELECT",
        "S_FF",
        "S_FLBIT",
        "S_LSH",
        "S_MAX",
        "S_MIN",
        "S_MOV_",
        "S_MOVK",
        "S_MUL",
        "S_NAND",
        "S_NOP",
        "S_NOR",
        "S_NOT",
        "S_OR",
        "S_PACK",
        "S_QUADMASK",
        "S_SEXT",
        "S_SUB",
        "S_WAITCNT",
        "S_WQM",
        "S_XNOR",
        "S_XOR",
    ];
    let is_plain = |inst: InstId| {
        let name = name(function, inst);
        let effects = name.starts_with("V_CLREXCP");
        !effects && (name.starts_with("V_") || SCALAR.iter().any(|start| name.starts_with(start)))
    };
    function.flags(inst).has(InstFlags::ASM_PARSED)
        && function.instructions_of_asm(inst).all(is_plain)
}

fn holds_any(function: &Function, inst: InstId, crossed: bool) -> bool {
    match name(function, inst) {
        "SCHED_BARRIER" | "S_SETPRIO" => !crossed,
        _ if function.flags(inst).has(InstFlags::INLINE_ASM) => !is_plain_asm(function, inst),
        // Those of the memory legaliser have names of their own.
        name => name == "S_WAITCNT",
    }
}

/// Whether `wall` holds `inst` back. A wait that the user wrote holds back what may access memory, count or signal, but for
/// loads that it is not about and that `passing` lets pass, and for what moves values between lanes, if it is not for `lgkmcnt`
/// above 0; and everything in a function whose inline assembly may begin something, of which the results may be there only
/// after it.
fn holds(function: &Function, wall: InstId, inst: InstId, has_asm: bool) -> bool {
    if name(function, wall) == "S_WAITCNT" && !has_asm {
        let flags = function.flags(inst);
        let effects = [
            InstFlags::MAY_LOAD,
            InstFlags::MAY_STORE,
            InstFlags::SIDE_EFFECTS,
        ];
        let passes = is_between_lanes(function, inst) && !may_be_for_lanes(function, wall);
        let is_ordered = is_ordered(function, inst) && !passes;
        return !flags.has(InstFlags::META)
            && (is_ordered || effects.into_iter().any(|flag| flags.has(flag)));
    }
    if name(function, wall) != "SCHED_BARRIER" {
        // Whole bundles move; their headers are no code.
        return !function.flags(inst).has(InstFlags::META);
    }
    match mask(function, wall) {
        0 => !function.flags(inst).has(InstFlags::META),
        mask => !passes(function, inst, mask),
    }
}

/// Whether a mask that is not zero lets an instruction pass.
fn passes(function: &Function, inst: InstId, mask: i64) -> bool {
    let bit = |n: u32| mask >> n & 1 == 1;
    let flags = function.flags(inst);
    let name = name(function, inst);
    let bundled = flags.has(InstFlags::BUNDLE) || flags.has(InstFlags::IN_BUNDLE);
    if bundled || flags.has(InstFlags::META) || flags.has(InstFlags::INLINE_ASM) {
        return true;
    }
    let starts = |prefixes: &[&str]| prefixes.iter().any(|p| name.starts_with(p));
    let (load, store) = (
        flags.has(InstFlags::MAY_LOAD),
        flags.has(InstFlags::MAY_STORE),
    );
    // What accesses nothing (caches, moves between lanes) passes when the whole of its class does.
    let part = |reads: bool, writes: bool| match (load, store) {
        (false, false) => reads && writes,
        _ => load && reads || store && writes,
    };
    if starts(&["V_MFMA_", "V_SMFMAC_"]) {
        return bit(0) || bit(3);
    }
    if starts(&["V_"]) {
        let trans = starts(&[
            "V_EXP_F",
            "V_LOG_F",
            "V_RCP_",
            "V_RSQ_",
            "V_SQRT_",
            "V_SIN_",
            "V_COS_",
            "V_EXP_LEGACY",
            "V_LOG_LEGACY",
        ]);
        return bit(0) || bit(if trans { 10 } else { 1 });
    }
    if starts(&[
        "BUFFER_", "TBUFFER_", "GLOBAL_", "FLAT_", "SCRATCH_", "IMAGE_",
    ]) {
        return bit(4) || part(bit(5), bit(6));
    }
    if starts(&["DS_"]) {
        return bit(7) || part(bit(8), bit(9));
    }
    let scalar_memory = starts(&[
        "S_LOAD_",
        "S_BUFFER_",
        "S_SCRATCH_",
        "S_STORE_",
        "S_ATOMIC_",
        "S_DCACHE_",
        "S_MEMTIME",
        "S_MEMREALTIME",
        "S_ATC_",
    ]);
    if starts(&["S_"]) && !scalar_memory {
        return bit(0) || bit(2);
    }
    // In no class: only a barrier that lets nothing pass holds it back.
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::text;

    fn crossing(mask: i64, new: &[u32], crossed: bool) -> Option<u32> {
        let text = format!(
            "cdna-flat 1\nfunction \"f\"\ngpu gfx942\nblock 0 frequency=1 depth=0\n  \
             V_ADD_F32_e32 def v0, v1, v2\n  \
             DS_READ_B32_gfx9 def v3, v4, #0, #0 | load\n  \
             SCHED_BARRIER #{mask} | meta\n  \
             V_EXP_F32_e32 def v5, v6\n  \
             S_SETPRIO #1 | effects\n  \
             S_ADD_I32 def s0, s1, #1\n"
        );
        let mut function = text::parse(&text).expect("valid text");
        let before = vec![function.block(BlockId(0)).order.clone()];
        assert_eq!(directives(&function, &before, crossed), Ok(()));
        function.set_order(BlockId(0), new.iter().copied().map(InstId).collect());
        let broken = directives(&function, &before, crossed).err();
        broken.map(|broken| broken.inst.0)
    }

    /// What is refused of a new order of a read, a wait that the user wrote, an addition and assembly or not.
    fn around_a_wait(new: &[u32], last: &str) -> Option<u32> {
        let text = format!(
            "cdna-flat 1\nfunction \"f\"\ngpu gfx942\nblock 0 frequency=1 depth=0\n  \
             DS_READ_B32_gfx9 def v3, v4, #0, #0 | load\n  \
             S_WAITCNT #49279 | effects\n  \
             V_ADD_F32_e32 def v0, v1, v2\n  \
             S_BARRIER | effects\n  \
             {last}\n"
        );
        let mut function = text::parse(&text).expect("valid text");
        let before = vec![function.block(BlockId(0)).order.clone()];
        function.set_order(BlockId(0), new.iter().copied().map(InstId).collect());
        let broken = directives(&function, &before, false).err();
        broken.map(|broken| broken.inst.0)
    }

    #[test]
    fn a_wait_of_the_user_holds_back_memory_and_beside_assembly_everything() {
        const PLAIN: &str = "V_ADD_F32_e32 def v5, v1, v2";
        const ASM: &str = "INLINEASM opaque, #0, #1245194, def v5, opaque | asm";
        assert_eq!(around_a_wait(&[0, 2, 1, 3, 4], PLAIN), None);
        assert_eq!(around_a_wait(&[0, 2, 1, 3, 4], ASM), Some(2));
        let with = |inside: &str| format!("{ASM} parsed\n  {inside} | embedded inside line=1");
        let order = [0, 2, 1, 3, 4, 5];
        let known = with("V_ADD_F32_e32 def v5, v1, v2");
        assert_eq!(around_a_wait(&order, &known), None);
        for begun in [
            "DS_READ_B32_gfx9 def v5, v1, #0, #0",
            "S_MEMTIME def s[4:5]",
            "GLOBAL_LOAD_DWORD def v5, v[2:3], #0, #0",
        ] {
            assert_eq!(around_a_wait(&order, &with(begun)), Some(2), "{begun}");
        }
        assert_eq!(around_a_wait(&[1, 0, 2, 3, 4], PLAIN), Some(0));
        assert_eq!(around_a_wait(&[0, 3, 1, 2, 4], PLAIN), Some(3));
    }

    #[test]
    fn a_priority_that_holds_nothing_back_passes_a_wait_of_the_user() {
        for (last, passes) in [("", true), ("INLINEASM opaque, #1 | asm effects\n", false)] {
            let text = format!(
                "cdna-flat 1\nfunction \"f\"\ngpu gfx942\nblock 0 frequency=1 depth=0\n  \
                 S_WAITCNT #49279 | effects\n  S_SETPRIO #1 | effects\n  S_NOP #0\n  {last}"
            );
            let mut function = text::parse(&text).expect("valid text");
            let before = [function.block(BlockId(0)).order.clone()];
            function.set_order(
                BlockId(0),
                [&[InstId(1), InstId(0)], &before[0][2..]].concat(),
            );
            let keeps = |crossed: bool| directives(&function, &before, crossed).is_ok();
            assert_eq!((keeps(false), keeps(true)), (false, passes));
        }
    }

    #[test]
    fn what_moves_values_between_lanes_passes_a_wait_of_the_users_for_all() {
        const LANES: &str = "DS_SWIZZLE_B32 def v5, v1, #0, #0, imp exec";
        let around = |count: u32, last: &str| {
            let text = format!(
                "cdna-flat 1\nfunction \"f\"\ngpu gfx942\nblock 0 frequency=1 depth=0\n  \
                 S_WAITCNT #{count} | effects\n  {LANES}\n  {last}\n"
            );
            let mut function = text::parse(&text).expect("valid text");
            let before = vec![function.block(BlockId(0)).order.clone()];
            function.set_order(BlockId(0), [1, 0, 2].map(InstId).to_vec());
            directives(&function, &before, false).is_ok()
        };
        // lgkmcnt(0), and lgkmcnt(1), which counts it.
        assert!(around(49279, "S_BARRIER | effects"));
        assert!(!around(49535, "S_BARRIER | effects"));
        let asm = "INLINEASM opaque, #0, #1245194, def v5, opaque | asm";
        assert!(!around(49279, asm));
    }

    #[test]
    fn what_a_mask_holds_back_is_named() {
        let vector_below = [1, 2, 0, 3, 4, 5];
        assert_eq!(crossing(0, &vector_below, false), Some(0));
        assert_eq!(crossing(0x100, &vector_below, false), Some(0));
        assert_eq!(crossing(0x400, &vector_below, false), Some(0));
        assert_eq!(crossing(0x2, &vector_below, false), None);
        assert_eq!(crossing(0x1, &vector_below, false), None);
        let exp_above = [0, 1, 3, 2, 4, 5];
        assert_eq!(crossing(0x2, &exp_above, false), Some(3));
        assert_eq!(crossing(0x400, &exp_above, false), None);
        let read_below = [0, 2, 1, 3, 4, 5];
        assert_eq!(crossing(0x200, &read_below, false), Some(1));
        assert_eq!(crossing(0x80, &read_below, false), None);
        assert_eq!(crossing(0x1, &read_below, true), None);
    }

    #[test]
    fn what_accesses_nothing_passes_with_the_whole_of_its_class() {
        for (line, read, write, all) in [
            ("DS_PERMUTE_B32 def v7, v8, v9, #0", 0x100, 0x200, 0x80),
            ("BUFFER_INVL2 | effects", 0x20, 0x40, 0x10),
        ] {
            for (mask, passes) in [
                (read, false),
                (write, false),
                (read | write, true),
                (all, true),
                (1, false),
            ] {
                let text = format!(
                    "cdna-flat 1\nfunction \"f\"\ngpu gfx90a\nblock 0 frequency=1 depth=0\n  \
                     SCHED_BARRIER #{mask} | meta\n  {line}\n"
                );
                let mut function = text::parse(&text).expect("valid text");
                let before = vec![function.block(BlockId(0)).order.clone()];
                function.set_order(BlockId(0), vec![InstId(1), InstId(0)]);
                assert_eq!(
                    directives(&function, &before, false).is_ok(),
                    passes,
                    "{mask:#x}: {line}"
                );
            }
        }
    }

    #[test]
    fn code_around_a_pipeline_has_its_order() {
        for wall in ["SCHED_GROUP_BARRIER #8, #1, #0", "IGLP_OPT #0"] {
            let text = format!(
                "cdna-flat 1\nfunction \"f\"\ngpu gfx942\nblock 0 frequency=1 depth=0\n  \
                 V_ADD_F32_e32 def v0, v1, v2\n  V_EXP_F32_e32 def v3, v4\n  \
                 S_SLEEP #1 | effects\n  \
                 V_ADD_F32_e32 def v5, v1, v2\n  {wall} | meta effects\n  V_EXP_F32_e32 def v6, v4\n"
            );
            let function = text::parse(&text).expect("valid text");
            let before = [function.block(BlockId(0)).order.clone()];
            let moved = |order: [u32; 6], crossed: bool| {
                let mut function = function.clone();
                function.set_order(BlockId(0), order.map(InstId).to_vec());
                let wrong = directives(&function, &before, crossed).err();
                wrong.map(|wrong| (wrong.inst.0, wrong.wall.0))
            };
            // What stands before the sleep is in another region, and a pipeline itself is no code.
            assert_eq!(moved([1, 0, 2, 3, 4, 5], false), None);
            assert_eq!(moved([0, 1, 2, 4, 3, 5], false), None);
            assert_eq!(moved([0, 1, 2, 5, 4, 3], false), Some((5, 4)));
            assert_eq!(moved([0, 1, 2, 5, 4, 3], true), None);
        }
    }

    #[test]
    fn nothing_crosses_a_priority() {
        let scalar_above = [0, 1, 2, 3, 5, 4];
        assert_eq!(crossing(1, &scalar_above, false), Some(5));
        assert_eq!(crossing(1, &scalar_above, true), None);
    }
}
