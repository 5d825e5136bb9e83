//! Inline assembly.
//!
//! Its content is unknown. What it names as operands is resolved before it as for the
//! strictest instruction it may begin with; its end is taken to be resolved by its author, as
//! for a call, but for the two cases LLVM knows. It counts no wait state itself.

use super::{ALL, GFX90A, GFX908, GFX942, GFX950, SINCE_GFX90A, SINCE_GFX942};
use crate::hazard::rule::{
    Consumer::{self, *},
    Divergence, Need, Producer,
    Relation::*,
    Rule,
};

use crate::target::Gpu;
use Need::Const;

const ASM: &str = "inline assembly may begin with the strictest reader of its operands";
const WRITE: &str =
    "inline assembly may begin with a vector ALU instruction that writes its output";
const GFX90A_GFX942: &[Gpu] = &[Gpu::Gfx90a, Gpu::Gfx942];
const MOVED: &[Producer] = &[Producer::Shifted, Producer::PackedHighSource, Producer::Asm];

const fn asm(
    id: &'static str,
    gpus: &'static [Gpu],
    producer: &'static [Producer],
    consumer: &'static [Consumer],
    need: Need,
    why: &'static str,
) -> Rule {
    Rule::new(id, gpus, producer, Overlap, consumer)
        .documents(need)
        .diverges(Divergence::InlineAsm)
        .because("the row of the strictest instruction", why)
}

#[rustfmt::skip]
pub(super) const RULES: &[Rule] = &[
    Rule::new("llvm.asm.forward", SINCE_GFX942, &[Producer::Asm], Overlap, &[ValuTouch])
        .documents(Need::ZERO).llvm(Const(1)).diverges(Divergence::InlineAsm)
        .because("LLVM 22 (PR 100276)", "inline assembly may end with a moved result"),
    Rule::new("llvm.asm.touch", SINCE_GFX942, MOVED, Overlap, &[AsmTouch])
        .documents(Need::ZERO).llvm(Const(1)).diverges(Divergence::InlineAsm)
        .because("LLVM 22 (PR 100276)", "inline assembly may begin with a reader of a moved result"),
    asm("asm.mixhi", SINCE_GFX942, &[Producer::MixHigh], &[AsmRead, AsmWrite], Const(1), ASM),
    asm("asm.xdl", GFX942, &[Producer::Xdl], &[AsmRead, AsmWrite], Need::passes_and(3), ASM),
    asm("gfx950.asm.xdl", GFX950, &[Producer::Xdl], &[AsmRead, AsmWrite], Need::PerPasses([5, 8, 12, 20]), ASM),
    asm("asm.sgemm", SINCE_GFX942, &[Producer::Sgemm], &[AsmRead, AsmWrite], Need::passes_and(2), ASM),
    asm("gfx90a.asm.mfma", GFX90A, &[Producer::Xdl], &[AsmRead, AsmWrite], Need::PerPasses([5, 11, 11, 19]), ASM),
    asm("gfx90a.asm.war", GFX90A, &[Producer::XdlReadsC], &[AsmWrite], Need::PerPasses([1, 7, 7, 15]), WRITE),
    asm("asm.xdl.war", SINCE_GFX942, &[Producer::XdlReadsC], &[AsmWrite], Need::PerPasses([1, 3, 7, 15]), WRITE),
    asm("asm.dgemm4.read", SINCE_GFX90A, &[Producer::Dgemm4], &[AsmRead], Const(9), ASM),
    asm("asm.dgemm4.write", SINCE_GFX90A, &[Producer::Dgemm4], &[AsmWrite], Const(6), WRITE),
    asm("asm.dgemm16.read", GFX90A_GFX942, &[Producer::Dgemm16], &[AsmRead], Const(18), ASM),
    asm("asm.dgemm16.write", GFX90A_GFX942, &[Producer::Dgemm16], &[AsmWrite], Const(11), WRITE),
    asm("gfx950.asm.dgemm16.read", GFX950, &[Producer::Dgemm16], &[AsmRead], Const(26), ASM),
    asm("gfx950.asm.dgemm16.write", GFX950, &[Producer::Dgemm16], &[AsmWrite], Const(19), WRITE),
    asm("gfx908.asm.mfma", GFX908, &[Producer::Xdl], &[AsmRead, AsmWrite], Need::PerPasses([4, 10, 10, 18]), ASM),
    asm("gfx908.asm.war", GFX908, &[Producer::XdlReadsC], &[AsmWrite], Need::PerPasses([0, 5, 5, 13]), WRITE),
    asm("gfx908.asm.accwrite", GFX908, &[Producer::AccWrite], &[AsmRead, AsmWrite], Const(3), ASM),
    asm("asm.dot", SINCE_GFX90A, &[Producer::Dot], &[AsmRead, AsmWrite], Const(3), ASM),
    asm("asm.valu", ALL, &[Producer::ValuVector], &[AsmRead], Const(2), ASM),
    asm("asm.scalar", ALL, &[Producer::ValuScalar], &[AsmScalar], Const(5), ASM),
    Rule::new("asm.exec", ALL, &[Producer::ValuExec], Always, &[AsmExec])
        .documents(Const(5)).diverges(Divergence::InlineAsm)
        .because("the row of the strictest instruction", ASM),
    Rule::new("gfx908.asm.exec", GFX908, &[Producer::AsmExec], Always, &[MatrixExec])
        .llvm(Const(4)).because("LLVM 22", "inline assembly may end with a write of EXEC"),
];
