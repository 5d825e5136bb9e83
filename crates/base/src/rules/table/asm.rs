//! Inline assembly that could not be parsed.
//!
//! Its content is unknown; instructions of assembly that was parsed are as any other. Hazards of its operands are resolved before it as for the strictest
//! instruction that it may begin with, and after it as for the strictest instruction that it may
//! end with: a dot product, or a matrix instruction where a tuple is large enough, or a vector ALU
//! instruction that writes a scalar register. That holds for registers that it writes or clobbers;
//! what it still reads when it ends (stored data, SrcC) is its author's responsibility. It counts
//! no wait state.

use super::{ALL, GFX90A, GFX90A_GFX942, GFX908, GFX942, GFX950, SINCE_GFX90A, SINCE_GFX942};

use crate::gpu::Gpu;
use crate::rules::{
    Consumer::{self, *},
    Divergence, Need, Producer,
    Relation::*,
    Rule,
};
use Need::{Const, PerPasses};

const ASM: &str = "inline assembly may begin with the strictest reader of its operands";
const WRITE: &str =
    "inline assembly may begin with a vector ALU instruction that writes its output";
const MOVED: &[Producer] = &[Producer::Shifted, Producer::PackedHighSource, Producer::Asm];

const RESULT: &str = "inline assembly may end with the strictest writer of its outputs";
const MATRIX: &str = "inline assembly may end with a matrix instruction that writes its output";
/// Everything that the result of a dot product must not meet.
const ANY_USE: &[Consumer] = &[
    ValuRead, ValuReadC, ValuWrite, MemRead, MemWrite, MatrixAb, XdlC, SgemmC, DgemmC, AsmRead,
    AsmWrite,
];
/// What needs a matrix result in the register file.
const ARITHMETIC: &[Consumer] = &[MatrixAb, ValuRead, ValuReadC, ValuWrite, AsmWrite];

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

const fn after_exec(
    id: &'static str,
    gpus: &'static [Gpu],
    consumer: &'static [Consumer],
    need: Need,
) -> Rule {
    Rule::new(id, gpus, &[Producer::AsmExec], Always, consumer)
        .documents(need)
        .diverges(Divergence::InlineAsm)
        .because("the row of the strictest instruction", RESULT)
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
    Rule::new("asm.m0", ALL, &[Producer::SaluM0], Always, &[AsmM0])
        .documents(Const(1)).diverges(Divergence::InlineAsm)
        .because("MI300 ISA Table 11, cases 11, 16 and 17", ASM),

    // Its results.
    asm("asm.dot.result", SINCE_GFX90A, &[Producer::Asm], ANY_USE, Const(3), RESULT),
    asm("gfx908.asm.result", GFX908, &[Producer::Asm], &[AccSource, AccTarget, MatrixAb, AsmRead, AsmWrite], Const(3), RESULT),
    asm("gfx908.asm.result.mem", GFX908, &[Producer::Asm], &[MemRead], Const(2), RESULT),
    asm("gfx908.asm.result.c", GFX908, &[Producer::Asm], &[XdlC], Const(1), RESULT),
    asm("asm.matrix.result", GFX942, &[Producer::AsmMatrix], ARITHMETIC, PerPasses([6, 11, 11, 19]), MATRIX),
    asm("asm.matrix.mem", GFX942, &[Producer::AsmMatrix], &[MemRead, AsmRead], PerPasses([9, 11, 18, 19]), MATRIX),
    asm("asm.matrix.c", GFX942, &[Producer::AsmMatrix], &[XdlC, SgemmC, DgemmC], PerPasses([4, 9, 9, 17]), MATRIX),
    asm("gfx950.asm.matrix.result", GFX950, &[Producer::AsmMatrix], ARITHMETIC, PerPasses([6, 12, 19, 20]), MATRIX),
    asm("gfx950.asm.matrix.mem", GFX950, &[Producer::AsmMatrix], &[MemRead, AsmRead], PerPasses([9, 12, 26, 26]), MATRIX),
    asm("gfx950.asm.matrix.c", GFX950, &[Producer::AsmMatrix], &[XdlC, SgemmC, DgemmC], PerPasses([4, 10, 17, 18]), MATRIX),
    asm("gfx90a.asm.matrix.result", GFX90A, &[Producer::AsmMatrix], ARITHMETIC, PerPasses([6, 11, 11, 19]), MATRIX),
    asm("gfx90a.asm.matrix.mem", GFX90A, &[Producer::AsmMatrix], &[MemRead, AsmRead], PerPasses([9, 11, 18, 19]), MATRIX),
    asm("gfx90a.asm.matrix.c", GFX90A, &[Producer::AsmMatrix], &[XdlC, SgemmC, DgemmC], PerPasses([4, 9, 9, 17]), MATRIX),
    asm("gfx908.asm.matrix.read", GFX908, &[Producer::AsmMatrix], &[AccSource, AsmRead], PerPasses([0, 10, 10, 18]), MATRIX),
    asm("gfx908.asm.matrix.waw", GFX908, &[Producer::AsmMatrix], &[AccTarget, AsmWrite], PerPasses([0, 7, 7, 15]), MATRIX),
    asm("gfx908.asm.matrix.ab", GFX908, &[Producer::AsmMatrix], &[MatrixAb], PerPasses([0, 4, 4, 4]), MATRIX),
    asm("gfx908.asm.matrix.c", GFX908, &[Producer::AsmMatrix], &[XdlC], PerPasses([0, 2, 2, 2]), MATRIX),
    asm("asm.result.vmem", ALL, &[Producer::AsmScalar], &[VmemScalar, AsmScalar], Const(5), RESULT),
    asm("asm.result.flag", ALL, &[Producer::AsmScalar, Producer::AsmExec], &[ZeroFlag], Const(5), RESULT),
    asm("asm.result.lane", ALL, &[Producer::AsmScalar], &[LaneSelect, DivFmas], Const(4), RESULT),
    asm("asm.result.const", SINCE_GFX942, &[Producer::AsmScalar, Producer::AsmExec], &[ValuConst], Const(2), RESULT),
    after_exec("asm.result.exec", ALL, &[DppExec, AsmExec], Const(5)),
    after_exec("asm.result.exec.matrix", SINCE_GFX90A, &[MatrixExec], Const(4)),
    after_exec("asm.result.exec.lane", SINCE_GFX942, &[LaneExec], Const(4)),
    after_exec("gfx950.asm.result.exec.swap", GFX950, &[SwapExec], Const(4)),
    Rule::new("asm.result.m0", ALL, &[Producer::AsmM0], Always, &[M0Reader])
        .documents(Const(1)).diverges(Divergence::InlineAsm)
        .because("MI300 ISA Table 11, cases 11, 16 and 17", RESULT),
    Rule::new("gfx908.asm.result.m0", GFX908, &[Producer::AsmM0], Always, &[M0Operand])
        .documents(Const(1)).diverges(Divergence::InlineAsm)
        .because("the row gfx908.m0.operand", RESULT),
    Rule::new("gfx908.asm.exec", GFX908, &[Producer::AsmExec], Always, &[MatrixExec])
        .llvm(Const(4)).because("LLVM 22", "inline assembly may end with a write of EXEC"),
];
