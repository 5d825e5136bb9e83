//! Random functions: what the core places satisfies the judge, and no less does.

use std::cell::RefCell;

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestError, TestRng, TestRunner};

use super::*;
use crate::hazard::{self, Policy};
use crate::machine::{BlockId, RegRange};
use crate::target::{Role, Unit};
use crate::waitcnt;

/// Instructions over few registers, so that they meet. `@v`, `@p` and `@q` are a VGPR, a pair
/// and a quad; `@a` and `@b` an AccVGPR and a quad; `@s` and `@t` an SGPR and a pair; `@n` a small number.
const KINDS: &[&str] = &[
    "V_MFMA_F32_16X16X16F16_vgprcd_e64 def early @q, @p, @p, @q, #0, #0, #0, imp mode, imp exec",
    "V_MFMA_F32_4X4X4F16_vgprcd_e64 def early @q, @p, @p, @q, #0, #0, #0, imp mode, imp exec",
    "V_MFMA_F32_16X16X1F32_vgprcd_e64 def early v[0:15], @v, @v, v[0:15], #0, #0, #0, imp mode, imp exec",
    "V_MFMA_F32_4X4X1F32_vgprcd_e64 def early @q, @v, @v, @q, #0, #0, #0, imp mode, imp exec",
    "V_MFMA_F64_4X4X4F64_vgprcd_e64 def @p, @p, @p, @p, #0, #0, #0, imp mode, imp exec",
    "V_ADD_U32_e32 def @v, @v, @v, imp exec",
    "V_ADD_U32_e32 def @v, @s, @v, imp exec",
    "V_FMA_F64_e64 def @p, @p, @p, @p, imp mode, imp exec",
    "V_EXP_F32_e32 def @v, @v, imp mode, imp exec",
    "V_DOT2C_F32_F16_e32 def v3, @v, @v, tied v3, imp mode, imp exec",
    "V_MOV_B32_dpp def v2, tied v2, @v, #257, #15, #15, #0, imp exec",
    "V_ADD_F16_sdwa def @v, #0, @v, #0, @v, #0, #@n, #0, #6, #5, imp mode, imp exec",
    "V_CMP_GT_I32_e32 @v, @v, def vcc, imp exec",
    "V_CMP_GT_I32_e64 def @t, @v, @v, imp exec",
    "V_CMPX_GT_I32_e32 @v, @v, def imp exec, imp exec",
    "V_CNDMASK_B32_e32 def @v, @v, @v, imp vcc, imp exec",
    "V_READLANE_B32 def @s, @v, @s",
    "V_READFIRSTLANE_B32 def @s, @v, imp exec",
    "GLOBAL_LOAD_DWORD def @v, @p, #0, #0, imp exec | load | read space=1 bytes=4",
    "GLOBAL_LOAD_DWORDX4_SADDR def @q, @t, @v, #0, #0, imp exec | load | read space=1 bytes=16",
    "GLOBAL_LOAD_SHORT_D16_HI def v5, @p, #0, #0, tied v5, imp exec | load | read space=1 bytes=2",
    "GLOBAL_STORE_DWORD @p, @v, #0, #0, imp exec | store | write space=1 bytes=4",
    "GLOBAL_STORE_DWORDX4 @p, @q, #0, #0, imp exec | store | write space=1 bytes=16",
    "BUFFER_STORE_DWORDX4_OFFSET @q, s[4:7], @s, #0, #0, #0, imp exec | store | write space=8 bytes=16",
    "FLAT_LOAD_DWORD def @v, @p, #0, #0, imp exec, imp flat_scratch | load | read space=0 bytes=4",
    "BUFFER_LOAD_DWORD_LDS_OFFSET s[4:7], @s, #0, #0, #0, imp exec, imp m0 | load store | read space=8 bytes=4 | write space=3 bytes=4 group=@n",
    "DS_READ_B32_gfx9 def @v, @v, #0, #0, imp exec | load | read space=3 bytes=4 group=@n",
    "DS_READ_B64_gfx9 def @p, @v, #0, #0, imp exec | load | read space=3 bytes=8",
    "DS_WRITE_B32_gfx9 @v, @v, #0, #0, imp exec | store | write space=3 bytes=4 group=@n",
    "S_LOAD_DWORD_IMM def @s, @t, #0, #0 | load | read invariant space=4 bytes=4",
    "S_LOAD_DWORDX2_IMM def @t, @t, #0, #0 | load | read space=4 bytes=8 group=@n",
    "S_MOV_B32 def @s, @s",
    "S_MOV_B32 def m0, @s",
    "S_NOP #@n",
    "S_WAITCNT #@w",
    "V_MFMA_F32_16X16X16F16_e64 def early @b, @p, @p, @b, #0, #0, #0, imp mode, imp exec",
    "V_ACCVGPR_WRITE_B32_e64 def @a, @v, imp exec",
    "V_ACCVGPR_READ_B32_e64 def @v, @a, imp exec",
    "V_DIV_FMAS_F32_e64 def @v, #0, @v, #0, @v, #0, @v, #0, #0, imp mode, imp vcc, imp exec",
    "V_PERMLANE16_SWAP_B32_e32 def tied v1, def tied v6, tied v1, tied v6, imp exec",
    "S_SETREG_IMM32_B32 #@n, #@n, imp mode",
    "S_GETREG_B32 def @s, #@n, imp mode",
    "S_BARRIER",
    "S_SENDMSG #@n, imp exec, imp m0 | effects",
    "BUFFER_WBINVL1_VOL imp exec | effects load store",
    "DS_GWS_BARRIER @v, #0, imp m0, imp exec | load store | read write space=0 bytes=4",
    "SI_CALL def s[30:31], @t, opaque, mask | call",
    "BUNDLE imp def v6, imp def v7, imp v[0:1], imp v[2:3], imp exec | bundle load\n\
     GLOBAL_LOAD_DWORD def v6, v[0:1], #0, #0, imp exec | load inside | read space=1 bytes=4\n\
     GLOBAL_LOAD_DWORD def v7, v[2:3], #0, #0, imp exec | load inside | read space=1 bytes=4",
    "INLINEASM opaque, #33, #1245194, def @v, #1245193, @v, opaque | effects asm",
];

/// Kinds with their operands, and where the block goes.
type BlockShape = (Vec<(usize, [u8; 5])>, (u8, u8, u8));

#[derive(Clone, Debug)]
pub struct Shape {
    gpu: &'static str,
    callable: bool,
    xnack: bool,
    blocks: Vec<BlockShape>,
}

pub fn shapes() -> impl Strategy<Value = Shape> {
    let inst = (0..KINDS.len(), any::<[u8; 5]>());
    let block = (prop::collection::vec(inst, 0..9), (0u8..5, 0u8..6, 0u8..6));
    let gpus = prop::sample::select(&["gfx908", "gfx90a", "gfx942", "gfx950"][..]);
    let blocks = prop::collection::vec(block, 1..7);
    (
        gpus,
        prop::bool::weighted(0.2),
        prop::bool::weighted(0.1),
        blocks,
    )
        .prop_map(|(gpu, callable, xnack, blocks)| Shape {
            gpu,
            callable,
            xnack,
            blocks,
        })
}

/// Requests for zero, then others.
const WAITS: [u16; 5] = [0x0f70, 0xc07f, 0, 0x0f71, 0xc17f];

/// `waits`: how many of [`WAITS`] there are to choose from.
fn inst(kind: usize, operands: &[u8; 5], waits: u8) -> String {
    let mut text = String::new();
    let mut pieces = KINDS[kind].split('@');
    text.push_str(pieces.next().unwrap_or(""));
    let mut values = operands.iter().cycle();
    for piece in pieces {
        let n = values.next().copied().unwrap_or(0);
        let (class, rest) = piece.split_at(1);
        let tuple = |file: &str, first: u8, len: u8| format!("{file}[{first}:{}]", first + len - 1);
        text.push_str(&match class {
            "v" => format!("v{}", n % 8),
            "p" => tuple("v", n % 4 * 2, 2),
            "a" => format!("a{}", n % 4),
            "b" => tuple("a", n % 3 * 2, 4),
            "q" => tuple("v", n % 3 * 2, 4),
            "s" => format!("s{}", 4 + n % 4),
            "t" => tuple("s", 4 + n % 2 * 2, 2),
            "w" => WAITS[usize::from(n % waits)].to_string(),
            _ => (n % 4).to_string(),
        });
        text.push_str(rest);
    }
    text
}

pub fn text_of(shape: &Shape) -> String {
    let mut text = format!(
        "cdna-flat 1\nfunction \"f\"\ngpu {}\n{}resources lds=0 workgroup=0{}\n\
         opcode V_ADD_F16_sdwa modifiers=0xa\nopcode V_DIV_FMAS_F32_e64 modifiers=0x2a\n",
        shape.gpu,
        if shape.xnack { "features xnack\n" } else { "" },
        if shape.callable { "" } else { " entry" },
    );
    // Behind flat accesses, which may go either way, only requests for zero mean anything.
    let flat = |&(kind, _): &(usize, [u8; 5])| KINDS[kind].starts_with("FLAT");
    let waits = match shape.blocks.iter().any(|(insts, _)| insts.iter().any(flat)) {
        true => 3,
        false => 5,
    };
    let last = shape.blocks.len() - 1;
    for (at, (insts, (way, one, other))) in shape.blocks.iter().enumerate() {
        let count = shape.blocks.len();
        let (one, other) = (usize::from(*one) % count, usize::from(*other) % count);
        let next = at + 1;
        let taken = format!("S_CBRANCH_SCC1 bb.{one}, imp scc | term branch\n");
        let jump = format!("S_BRANCH bb.{other} | term branch noreturn\n");
        let (successors, ends) = match (way, at == last) {
            (4, _) => (vec![one, other], taken + &jump),
            (3, _) if at != last => (vec![other], jump),
            (_, true) if shape.callable => (
                vec![],
                "S_SETPC_B64_return s[30:31] | return term noreturn\n".to_owned(),
            ),
            (_, true) => (vec![], END.to_owned()),
            (2, _) => (vec![one, next], taken),
            (1, _) => (
                vec![one, other, next],
                format!("{taken}S_CBRANCH_SCC0 bb.{other}, imp scc | term branch\n"),
            ),
            _ => (vec![next], String::new()),
        };
        let mut successors: Vec<String> = successors.iter().map(usize::to_string).collect();
        successors.sort_unstable();
        successors.dedup();
        text += &format!("block {at} frequency={} depth=0", 1 + at % 3);
        if !successors.is_empty() {
            text += &format!(" successors={}", successors.join(","));
        }
        text.push('\n');
        for (kind, operands) in insts {
            text += &inst(*kind, operands, waits);
            text.push('\n');
        }
        text += &ends;
    }
    text
}

#[derive(Default, Debug)]
struct Tally {
    functions: u32,
    nops: u32,
    waits: u32,
}

fn without(function: &Function, inst: InstId) -> Function {
    let mut copy = function.clone();
    for block in function.block_ids() {
        let mut order = function.block(block).order.clone();
        order.retain(|&i| i != inst);
        copy.set_order(block, order);
    }
    copy
}

fn positions(function: &Function) -> Vec<(BlockId, InstId)> {
    let of = |b: BlockId| {
        let order = function.block(b).order.iter();
        order.map(move |&inst| (b, inst))
    };
    function.block_ids().flat_map(of).collect()
}

/// Placement forgets a matrix result when another one covers all of it; the judge, register by
/// register.
fn overlapping_results(function: &Function) -> bool {
    let results: Vec<_> = positions(function)
        .into_iter()
        .filter(|(_, inst)| function.info(*inst).unit == Unit::Matrix)
        .filter_map(|(_, inst)| function.operand(inst, Role::Dst)?.reg())
        .collect();
    let partly = |a, b: &RegRange| a != *b && b.overlaps(a);
    results
        .iter()
        .any(|&a| results.iter().any(|b| partly(a, b)))
}

#[test]
fn placement_satisfies_the_judge_and_no_less_does() {
    let config = Config {
        failure_persistence: None,
        ..Config::default()
    };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(config, rng);
    let tally = RefCell::new(Tally::default());
    let result = runner.run(&shapes(), |shape| {
        let text = text_of(&shape);
        let mut function = parse(&text);
        let mut tally = tally.borrow_mut();
        tally.functions += 1;
        let placement = waitcnt::place(&mut function).expect("waits can be placed");
        let nops = hazard::place(&mut function, Policy::Safe).insertions;
        let verdict = final_stream(&function, Policy::Safe);
        prop_assert!(verdict.is_clean(), "{verdict}\n{text}\n{function}");
        let overlapping = overlapping_results(&function);
        // Nops that were moved out of a block may be more than what the block needs without.
        let in_place = nops.into_iter().filter(|n| n.hoisted_to.is_none());
        for inst in in_place.map(|insertion| insertion.nop) {
            tally.nops += 1;
            let less = match function.operands(inst).first().and_then(|o| o.imm()) {
                Some(imm @ 1..) => {
                    let mut copy = function.clone();
                    copy.set_inserted_imm(inst, imm - 1);
                    copy
                }
                _ => without(&function, inst),
            };
            let slack = hazards(&less, Policy::Safe).is_empty();
            prop_assert!(!slack || overlapping, "nop {}\n{text}\n{function}", inst.0);
        }
        // Where lines mix, placement asks for 0 as LLVM does, and around loops it may keep
        // what an earlier round asked for.
        tally.waits += placement.waits.len() as u32;
        let mut edges = function.block_ids().flat_map(|b| {
            let successors = function.block(b).successors.iter();
            successors.map(move |&to| (b, to))
        });
        let loops = edges.any(|(from, to)| to <= from);
        if loops {
            return Ok(());
        }
        for inst in needless(&function) {
            let wait = placement.waits.iter().find(|w| w.inst == inst);
            let exact = |r: &waitcnt::Reason| {
                r.count > 0 && !matches!(r.cause, waitcnt::Cause::User { .. })
            };
            let exact = wait.is_some_and(|w| w.reasons.iter().all(exact));
            prop_assert!(!exact, "{wait:?}\n{text}\n{function}");
        }
        Ok(())
    });
    match result {
        // The generator must not drift into functions that need nothing.
        Ok(()) => {
            let tally = tally.borrow();
            assert!(tally.nops > tally.functions, "{tally:?}");
            assert!(tally.waits > tally.functions, "{tally:?}");
        }
        Err(TestError::Fail(why, shape)) => panic!("{why}\n{}", text_of(&shape)),
        Err(why) => panic!("{why}"),
    }
}
