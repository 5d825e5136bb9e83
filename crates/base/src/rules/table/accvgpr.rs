//! Matrix rules of gfx908, where accumulators live in a register file of their own that only
//! matrix instructions and `v_accvgpr_read`/`write` reach.

use super::GFX908;
use crate::rules::{
    Consumer::{self, *},
    Divergence, Need, Producer,
    Relation::*,
    Rule, Share, Via,
};

use Need::Const;

const LLVM: &str = "LLVM 22 (the MI100 matrix table)";
const FORWARD: &str = "vector ALU results are not forwarded to the matrix pipe";
const LONGEST: &str = "LLVM waits as for the longest matrix instruction on the way, though it has nothing to do with the register";
const ACC: &str = "the accumulator file has no interlock";

const fn longest_between(
    id: &'static str,
    producer: &'static [Producer],
    consumer: &'static [Consumer],
    via: Via,
    need: [u8; 4],
) -> Rule {
    Rule::new(id, GFX908, producer, Overlap, consumer)
        .via(via)
        .documents(Need::ZERO)
        .llvm(Need::PerPasses(need))
        .diverges(Divergence::LongestOnTheWay)
        .false_positive()
        .because("LLVM 22 (measured)", LONGEST)
}

#[rustfmt::skip]
pub(super) const RULES: &[Rule] = &[
    Rule::new("gfx908.accvgpr.read", GFX908, &[Producer::Xdl], Overlap, &[AccSource])
        .llvm(Need::PerPasses([4, 10, 10, 18])).because(LLVM, ACC),
    Rule::new("gfx908.accvgpr.waw", GFX908, &[Producer::Xdl], Overlap, &[AccTarget])
        .llvm(Need::PerPasses([1, 7, 7, 15])).because(LLVM, ACC),
    Rule::new("gfx908.accvgpr.war", GFX908, &[Producer::XdlReadsC], Overlap, &[AccTarget])
        .llvm(Need::PerPasses([0, 5, 5, 13])).because(LLVM, "SrcC is read pass by pass, after issue"),
    longest_between("llvm.gfx908.read.behind8", &[Producer::Xdl], &[AccSource], Via::EightPasses, [10, 0, 0, 0]),
    longest_between("llvm.gfx908.read.behind16", &[Producer::Xdl], &[AccSource], Via::SixteenPasses, [18, 18, 18, 0]),
    longest_between("llvm.gfx908.waw.behind8", &[Producer::Xdl], &[AccTarget], Via::EightPasses, [7, 0, 0, 0]),
    longest_between("llvm.gfx908.waw.behind16", &[Producer::Xdl], &[AccTarget], Via::SixteenPasses, [15, 15, 15, 0]),
    longest_between("llvm.gfx908.war.behind8", &[Producer::XdlReadsC], &[AccTarget], Via::EightPasses, [5, 0, 0, 0]),
    longest_between("llvm.gfx908.war.behind16", &[Producer::XdlReadsC], &[AccTarget], Via::SixteenPasses, [13, 13, 13, 0]),
    Rule::new("gfx908.mfma.ab", GFX908, &[Producer::Xdl], Overlap, &[MatrixAb])
        .llvm(Const(4)).because(LLVM, ACC),
    Rule::new("gfx908.mfma.c", GFX908, &[Producer::Xdl], SrcC(Share::OVERLAP), &[XdlC])
        .llvm(Const(2)).because(LLVM, "only the same tuple is forwarded"),
    Rule::new("gfx908.mfma.c.tuple", GFX908, &[Producer::Xdl], SrcC(Share::SAME_PASSES.or(Share::SAME_TUPLE)), &[XdlC])
        .safe(Const(2)).diverges(Divergence::SharedAccumulator)
        .because("LLVM PR 218363", "the accumulator is forwarded only between instructions of the same kind, shape and passes"),
    Rule::new("gfx908.accwrite.c", GFX908, &[Producer::AccWrite], Overlap, &[XdlC])
        .llvm(Const(1)).because(LLVM, ACC),
    Rule::new("gfx908.accwrite.ab", GFX908, &[Producer::AccWrite], Overlap, &[MatrixAb])
        .llvm(Const(3)).because(LLVM, ACC),
    Rule::new("gfx908.accwrite.read", GFX908, &[Producer::AccWrite], Overlap, &[AccSource])
        .llvm(Const(3)).because(LLVM, ACC),
    Rule::new("gfx908.accwrite.waw", GFX908, &[Producer::AccWrite], Overlap, &[AccTarget])
        .llvm(Const(3)).because("LLVM 22 (measured)", ACC),
    Rule::new("gfx908.valu.matrix", GFX908, &[Producer::ValuVector, Producer::Dot, Producer::AsmVgpr], Overlap, &[MatrixAb, AccWriteSource])
        .llvm(Const(2)).because(LLVM, FORWARD),
    Rule::new("gfx908.exec", GFX908, &[Producer::ValuExec], Always, &[MatrixExec])
        .llvm(Const(4)).because(LLVM, "EXEC is not forwarded to the matrix pipe"),
    Rule::new("gfx908.accread.mem", GFX908, &[Producer::AccRead], Overlap, &[MemRead])
        .llvm(Const(2)).because(LLVM, "hardware misses the dependence of a memory instruction on v_accvgpr_read"),
    Rule::new("gfx908.acc.between", GFX908, &[Producer::ValuVector, Producer::Dot], Overlap, &[MemRead])
        .via(Via::AccMove).llvm(Const(2))
        .because(LLVM, "with an accumulator move in between, hardware misses the dependence of a memory instruction on a vector ALU result"),
];
