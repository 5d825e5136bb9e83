//! Calls, returns and tail calls.
//!
//! The code after the jump belongs to another function. It may begin with the strictest second
//! instruction, for any register, because it may save or overwrite registers that the calling
//! convention does not pass. A row requires the most that any other row requires after the same
//! first instruction; `tests::leave` compares them. Then nothing is outstanding at the entry of a
//! function, and nothing of the callee is outstanding when it returns. Kernels end with
//! `s_endpgm`, after which nothing follows.
//!
//! Results of instructions that are not matrix instructions are covered by the row of all vector
//! results, and SrcC of a matrix instruction by the row of its result, unless other instructions
//! have overwritten the result.

use super::{
    ALL, BEFORE_GFX942, GFX90A, GFX90A_GFX942, GFX908, GFX942, GFX950, SINCE_GFX90A, SINCE_GFX942,
};
use crate::gpu::Gpu;
use crate::rules::{Consumer::Leave, Divergence, Need, Producer, Relation::Always, Rule};

use Need::{Const, PerPasses};

const WHY: &str = "the code after a call or return may begin with the strictest instruction";

const fn leave(
    id: &'static str,
    gpus: &'static [Gpu],
    producer: &'static [Producer],
    need: Need,
    source: &'static str,
) -> Rule {
    Rule::new(id, gpus, producer, Always, &[Leave])
        .documents(need)
        .diverges(Divergence::Boundary)
        .because(source, WHY)
}

#[rustfmt::skip]
pub(super) const RULES: &[Rule] = &[
    leave("leave.xdl", GFX942, &[Producer::Xdl], Need::passes_and(3), "MI300 ISA Table 37, cases 105 and 106"),
    leave("gfx950.leave.xdl", GFX950, &[Producer::Xdl], PerPasses([5, 8, 12, 20]), "the rows gfx950.xdl.ab and gfx950.xdl.valu"),
    leave("leave.sgemm", SINCE_GFX942, &[Producer::Sgemm], Need::passes_and(2), "MI300 ISA Table 37, cases 110 and 111"),
    leave("gfx90a.leave.mfma", GFX90A, &[Producer::Xdl], PerPasses([5, 11, 11, 19]), "the rows gfx90a.mfma.ab and gfx90a.mfma.valu"),
    leave("gfx908.leave.mfma", GFX908, &[Producer::Xdl], PerPasses([4, 10, 10, 18]), "the rows gfx908.mfma.ab and gfx908.accvgpr.read"),
    leave("leave.war", SINCE_GFX942, &[Producer::XdlReadsC], PerPasses([1, 3, 7, 15]), "the row cdna3.xdl.war"),
    leave("gfx90a.leave.war", GFX90A, &[Producer::XdlReadsC], PerPasses([1, 7, 7, 15]), "the row gfx90a.mfma.war"),
    leave("gfx908.leave.war", GFX908, &[Producer::XdlReadsC], PerPasses([0, 5, 5, 13]), "the row gfx908.accvgpr.war"),
    leave("leave.dgemm4", SINCE_GFX90A, &[Producer::Dgemm4], Const(9), "the row dgemm4.mem"),
    leave("leave.dgemm16", GFX90A_GFX942, &[Producer::Dgemm16], Const(18), "MI300 ISA Table 37, case 120"),
    leave("gfx950.leave.dgemm16", GFX950, &[Producer::Dgemm16], Const(26), "the row gfx950.asm.dgemm16.read"),
    leave("leave.dot", SINCE_GFX90A, &[Producer::Dot], Const(3), "MI300 ISA Table 37, case 101"),
    leave("leave.vector", ALL, &[Producer::VectorWrite], Const(2), "MI300 ISA Table 11, case 12, and Table 37, case 100"),
    leave("gfx908.leave.accwrite", GFX908, &[Producer::AccWrite], Const(3), "the row gfx908.accwrite.ab"),
    leave("leave.scalar", ALL, &[Producer::ValuScalar], Const(5), "MI300 ISA Table 11, case 10"),
    leave("leave.exec", ALL, &[Producer::ValuExec], Const(5), "MI300 ISA Table 11, case 13"),
    leave("leave.store", SINCE_GFX942, &[Producer::WideStore], Const(2), "MI300 ISA Table 11, case 9"),
    leave("cdna2.leave.store", BEFORE_GFX942, &[Producer::WideStore], Const(1), "MI300 ISA Table 11, case 8"),
    leave("gfx940.leave.store.soffset", SINCE_GFX942, &[Producer::WideStoreScalarOffset], Need::ZERO, "LLVM PR 197267")
        .safe(Const(1)),
    leave("leave.m0", ALL, &[Producer::SaluM0], Const(1), "MI300 ISA Table 11, cases 11, 16 and 17"),
    leave("leave.setreg", ALL, &[Producer::Setreg], Const(2), "MI300 ISA Table 11, cases 1 and 2"),
    leave("leave.clause", ALL, &[Producer::VmemClause, Producer::SmemClause], Const(1), "the rows xnack.vmem.clause and xnack.smem.clause"),
    leave("leave.asm", ALL, &[Producer::Asm], Const(3), "the rows asm.dot.result and gfx908.asm.result"),
    leave("leave.asm.scalar", ALL, &[Producer::AsmScalar], Const(5), "MI300 ISA Table 11, case 10"),
    leave("leave.asm.exec", ALL, &[Producer::AsmExec], Const(5), "MI300 ISA Table 11, case 13"),
    leave("leave.asm.matrix", GFX942, &[Producer::AsmMatrix], PerPasses([9, 11, 18, 19]), "the row asm.matrix.mem"),
    leave("gfx950.leave.asm.matrix", GFX950, &[Producer::AsmMatrix], PerPasses([9, 12, 26, 26]), "the row gfx950.asm.matrix.mem"),
    leave("gfx90a.leave.asm.matrix", GFX90A, &[Producer::AsmMatrix], PerPasses([9, 11, 18, 19]), "the row gfx90a.asm.matrix.mem"),
    leave("gfx908.leave.asm.matrix", GFX908, &[Producer::AsmMatrix], PerPasses([0, 10, 10, 18]), "the row gfx908.asm.matrix.read"),
];
