//! Matrix and dot-product rules of gfx90a, gfx942 and gfx950.

use super::{GFX90A, GFX90A_GFX942, GFX942, GFX950, SINCE_GFX90A, SINCE_GFX942};
use crate::rules::{
    Consumer::{self, *},
    Divergence, Need, Producer,
    Relation::*,
    Rule, Share, Via,
};

use Need::Const;

/// Every operand of a matrix instruction that is a vector register.
const ANY_SOURCE: &[Consumer] = &[MatrixAb, XdlC, SgemmC, DgemmC];
const CHAINED: Need = Need::PerPasses([2, 0, 0, 0]);
/// gfx950 adds a wait state for four passes and more.
const GFX950_XDL: Need = Need::PerPasses([5, 8, 12, 20]);
/// gfx90a has no XDL instruction of four passes.
const GFX90A_RESULT: Need = Need::PerPasses([5, 11, 11, 19]);
const GFX90A_C: Need = Need::PerPasses([2, 8, 8, 16]);
const GFX90A_DGEMM_C: Need = Need::PerPasses([3, 9, 9, 17]);
const SHARED: Share = Share::SAME_PASSES.or(Share::SAME_TUPLE);

const T37: &str = "MI300 ISA Table 37";
const LLVM90A: &str = "LLVM 22 (the MI200 matrix table)";
const G4: &str = "CDNA4 guide, MFMA dependency rules";
const PR: &str = "MI300 ISA Table 37, cases 102 to 104, 107 (comments); LLVM PR 218363";
const NO_FORWARD: &str = "there is no forwarding path: the result must be in the register file";
const OVERLAP: &str = "only the same tuple is forwarded; an overlapping one is read from registers";
const OTHER: &str =
    "the accumulator is forwarded only between instructions of the same kind, shape and passes";
const LOAD: &str = "LLVM takes a load's result for an ALU result; the load returns far later";

#[rustfmt::skip]
pub(super) const RULES: &[Rule] = &[
    Rule::new("cdna3.t37.100", SINCE_GFX90A, &[Producer::ValuVector], Overlap, ANY_SOURCE)
        .agreed(Const(2))
        .because("MI300 ISA Table 37, case 100", "vector ALU results are not forwarded to the matrix pipe"),
    Rule::new("cdna3.t37.101.ab", SINCE_GFX90A, &[Producer::Dot], SameOpcode, &[ValuRead])
        .agreed(Const(3))
        .because("MI300 ISA Table 37, case 101", "a dot product forwards to SrcC of its own opcode only"),
    Rule::new("cdna3.t37.101.other", SINCE_GFX90A, &[Producer::Dot], OtherOpcode,
            &[ValuRead, ValuReadC, ValuWrite, MemRead, MemWrite])
        .agreed(Const(3))
        .because("MI300 ISA Table 37, case 101", "dot products have no forwarding path to other opcodes"),
    Rule::new("cdna3.t37.101.matrix", SINCE_GFX90A, &[Producer::Dot], Overlap, ANY_SOURCE)
        .documents(Const(3)).diverges(Divergence::DotToMatrix)
        .because("MI300 ISA Table 37, case 101", "dot products have no forwarding path to any other opcode, matrix ones included"),
    Rule::new("matrix.exec", SINCE_GFX90A, &[Producer::ValuExec], Always, &[MatrixExec])
        .agreed(Const(4))
        .because("CDNA4 guide, cross-type forwarding; LLVM 22", "EXEC is not forwarded to the matrix pipe"),

    // XDL result as SrcC.
    Rule::new("cdna3.t37.102", SINCE_GFX942, &[Producer::Xdl], SrcC(Share::CHAIN), &[XdlC])
        .agreed(CHAINED)
        .because("MI300 ISA Table 37, case 102", "a two-pass accumulator is not forwarded at once"),
    Rule::new("cdna3.t37.102.shape", GFX942, &[Producer::Xdl], SrcC(Share::SAME_PASSES), &[XdlC])
        .agreed(CHAINED).safe(Need::passes_and(1)).diverges(Divergence::SharedAccumulator).because(PR, OTHER),
    Rule::new("cdna3.t37.102.passes", GFX942, &[Producer::Xdl], SrcC(Share::SAME_TUPLE), &[XdlC])
        .documents(Need::passes_and(1)).llvm(CHAINED).diverges(Divergence::SharedAccumulator).because(PR, OTHER),
    Rule::new("cdna3.t37.103", GFX942, &[Producer::Xdl], SrcC(Share::OVERLAP), &[XdlC])
        .agreed(Need::passes_and(1))
        .because("MI300 ISA Table 37, case 103", OVERLAP),
    Rule::new("cdna3.t37.104", GFX942, &[Producer::Xdl], SrcC(Share::OVERLAP), &[SgemmC, DgemmC])
        .agreed(Need::passes_and(1))
        .because("MI300 ISA Table 37, case 104", OVERLAP),
    Rule::new("cdna3.t37.104.tuple", GFX942, &[Producer::Xdl], SrcC(SHARED), &[SgemmC, DgemmC])
        .documents(Need::passes_and(1)).llvm(CHAINED).diverges(Divergence::SharedAccumulator).because(PR, OTHER),
    Rule::new("gfx950.xdl.c.tuple", GFX950, &[Producer::Xdl], SrcC(SHARED), &[XdlC])
        .llvm(CHAINED).safe(Need::passes_and(2)).diverges(Divergence::SharedAccumulator).because(PR, OTHER),
    Rule::new("gfx950.xdl.c", GFX950, &[Producer::Xdl], SrcC(Share::OVERLAP), &[XdlC])
        .llvm(Need::passes_and(2)).because("LLVM 22 (PR 117263, 126132)", OVERLAP),
    Rule::new("gfx950.xdl.sgemm.c", GFX950, &[Producer::Xdl], SrcC(Share::OVERLAP), &[SgemmC, DgemmC])
        .llvm(Need::PerPasses([3, 6, 10, 18])).because("LLVM 22 (PR 117263)", OVERLAP),
    Rule::new("gfx950.xdl.sgemm.c.tuple", GFX950, &[Producer::Xdl], SrcC(SHARED), &[SgemmC, DgemmC])
        .llvm(CHAINED).safe(Need::PerPasses([3, 6, 10, 18])).diverges(Divergence::SharedAccumulator).because(PR, OTHER),

    // XDL result as anything else.
    Rule::new("cdna3.t37.105", GFX942, &[Producer::Xdl], Overlap, &[MatrixAb])
        .agreed(Need::passes_and(3))
        .because("MI300 ISA Table 37, case 105", NO_FORWARD),
    Rule::new("gfx950.xdl.ab", GFX950, &[Producer::Xdl], Overlap, &[MatrixAb])
        .agreed(GFX950_XDL).because(G4, NO_FORWARD),
    Rule::new("cdna3.t37.106", GFX942, &[Producer::Xdl], Overlap, &[ValuRead, ValuReadC, ValuWrite, MemRead])
        .agreed(Need::passes_and(3))
        .because("MI300 ISA Table 37, case 106", NO_FORWARD),
    Rule::new("gfx950.xdl.valu", GFX950, &[Producer::Xdl], Overlap, &[ValuRead, ValuReadC, ValuWrite, MemRead])
        .agreed(GFX950_XDL).because(G4, NO_FORWARD),
    Rule::new("llvm.xdl.load", GFX942, &[Producer::Xdl], Overlap, &[MemWrite])
        .documents(Need::ZERO).llvm(Need::passes_and(3)).diverges(Divergence::LoadOverwrite).because(T37, LOAD),
    Rule::new("llvm.gfx950.xdl.load", GFX950, &[Producer::Xdl], Overlap, &[MemWrite])
        .documents(Need::ZERO).llvm(GFX950_XDL).diverges(Divergence::LoadOverwrite).because(G4, LOAD),
    Rule::new("cdna3.xdl.war", SINCE_GFX942, &[Producer::XdlReadsC], Overlap, &[ValuWrite])
        .agreed(Need::PerPasses([1, 3, 7, 15]))
        .because("MI300 ISA, section 7.5; LLVM 22", "SrcC is read pass by pass, after issue"),
    Rule::new("llvm.xdl.war.load", SINCE_GFX942, &[Producer::XdlReadsC], Overlap, &[MemWrite])
        .documents(Need::ZERO).llvm(Need::PerPasses([1, 3, 7, 15])).diverges(Divergence::LoadOverwrite).because(T37, LOAD),

    // SGEMM.
    Rule::new("cdna3.sgemm.chain", SINCE_GFX942, &[Producer::Sgemm], SrcC(Share::CHAIN), &[SgemmC])
        .llvm(CHAINED)
        .because("LLVM 22", "a two-pass accumulator is not forwarded at once"),
    Rule::new("cdna3.t37.107", GFX942, &[Producer::Sgemm], SrcC(Share::SAME_PASSES), &[XdlC])
        .documents(Need::ZERO).llvm(CHAINED).safe(Need::passes_and(0)).diverges(Divergence::SharedAccumulator).because(PR, OTHER),
    Rule::new("cdna3.t37.107.passes", GFX942, &[Producer::Sgemm], SrcC(Share::SAME_TUPLE), &[XdlC])
        .documents(Need::passes_and(0)).llvm(CHAINED).diverges(Divergence::SharedAccumulator).because(PR, OTHER),
    Rule::new("cdna3.t37.108", GFX942, &[Producer::Sgemm], SrcC(Share::OVERLAP), &[XdlC])
        .documents(Need::passes_and(0)).diverges(Divergence::SgemmToXdlC)
        .because("MI300 ISA Table 37, case 108", OVERLAP),
    Rule::new("gfx950.sgemm.xdl.c.tuple", GFX950, &[Producer::Sgemm], SrcC(SHARED), &[XdlC])
        .documents(Need::ZERO).llvm(CHAINED).safe(Need::passes_and(0)).diverges(Divergence::SharedAccumulator).because(PR, OTHER),
    Rule::new("gfx950.sgemm.xdl.c", GFX950, &[Producer::Sgemm], SrcC(Share::OVERLAP), &[XdlC])
        .documents(Need::ZERO).safe(Need::passes_and(0)).diverges(Divergence::SgemmToXdlC)
        .because("CDNA4 guide, cross-type forwarding (0); MI300 ISA Table 37, case 108", OVERLAP),
    Rule::new("cdna3.t37.109", SINCE_GFX942, &[Producer::Sgemm], SrcC(Share::OVERLAP), &[SgemmC, DgemmC])
        .agreed(Need::passes_and(0))
        .because("MI300 ISA Table 37, case 109", OVERLAP),
    Rule::new("cdna3.t37.109.tuple", SINCE_GFX942, &[Producer::Sgemm], SrcC(SHARED), &[SgemmC, DgemmC])
        .documents(Need::passes_and(0)).llvm(CHAINED).diverges(Divergence::SharedAccumulator).because(PR, OTHER),
    Rule::new("cdna3.t37.110", SINCE_GFX942, &[Producer::Sgemm], Overlap, &[MatrixAb])
        .agreed(Need::passes_and(2))
        .because("MI300 ISA Table 37, case 110", NO_FORWARD),
    Rule::new("cdna3.t37.111", SINCE_GFX942, &[Producer::Sgemm], Overlap, &[ValuRead, ValuReadC, ValuWrite, MemRead])
        .agreed(Need::passes_and(2))
        .because("MI300 ISA Table 37, case 111", NO_FORWARD),
    Rule::new("llvm.sgemm.load", SINCE_GFX942, &[Producer::Sgemm], Overlap, &[MemWrite])
        .documents(Need::ZERO).llvm(Need::passes_and(2)).diverges(Divergence::LoadOverwrite).because(T37, LOAD),

    // f64, 4x4x4.
    Rule::new("dgemm4.c", SINCE_GFX90A, &[Producer::Dgemm4], SrcC(Share::ANY), &[DgemmC])
        .agreed(Const(4)).because("MI300 ISA, section 7.5; LLVM 22", "a 4x4x4 f64 result is not forwarded, not even to its own kind"),
    Rule::new("dgemm4.sgemm.c", SINCE_GFX942, &[Producer::Dgemm4], SrcC(Share::ANY), &[SgemmC])
        .agreed(Const(4)).because("MI300 ISA, section 7.5; LLVM 22", OVERLAP),
    Rule::new("dgemm4.ab", SINCE_GFX90A, &[Producer::Dgemm4], Overlap, &[MatrixAb])
        .agreed(Const(6)).because("MI300 ISA, section 7.5; LLVM 22", NO_FORWARD),
    Rule::new("dgemm4.valu", SINCE_GFX90A, &[Producer::Dgemm4], Overlap, &[ValuRead, ValuReadC, ValuWrite])
        .agreed(Const(6)).because("MI300 ISA, section 7.5; LLVM 22", NO_FORWARD),
    Rule::new("dgemm4.mem", SINCE_GFX90A, &[Producer::Dgemm4], Overlap, &[MemRead])
        .agreed(Const(9)).because("MI300 ISA, section 7.5; LLVM 22", NO_FORWARD),
    Rule::new("llvm.dgemm4.load", SINCE_GFX90A, &[Producer::Dgemm4], Overlap, &[MemWrite])
        .documents(Need::ZERO).llvm(Const(6)).diverges(Divergence::LoadOverwrite).because(T37, LOAD),

    // f64, 16x16x4: 8 passes, 16 on gfx950.
    Rule::new("cdna3.t37.113", GFX90A_GFX942, &[Producer::Dgemm16],
            SrcC(SHARED.or(Share::OVERLAP)), &[DgemmC])
        .agreed(Const(9)).because("MI300 ISA Table 37, case 113", OVERLAP),
    Rule::new("cdna3.t37.113.sgemm", GFX942, &[Producer::Dgemm16], SrcC(Share::ANY), &[SgemmC])
        .agreed(Const(9)).because("MI300 ISA Table 37, case 113", OVERLAP),
    Rule::new("gfx950.dgemm16.c", GFX950, &[Producer::Dgemm16], SrcC(SHARED.or(Share::OVERLAP)), &[DgemmC, SgemmC])
        .llvm(Const(17)).because("LLVM 22 (PR 117262)", OVERLAP),
    Rule::new("cdna3.t37.116", GFX90A_GFX942, &[Producer::Dgemm16],
            Overlap, &[MatrixAb])
        .agreed(Const(11)).because("MI300 ISA Table 37, cases 116 to 118", NO_FORWARD),
    Rule::new("gfx950.dgemm16.ab", GFX950, &[Producer::Dgemm16], Overlap, &[MatrixAb])
        .agreed(Const(19)).because(G4, NO_FORWARD),
    Rule::new("cdna3.t37.119", GFX90A_GFX942, &[Producer::Dgemm16],
            Overlap, &[ValuRead, ValuReadC, ValuWrite])
        .agreed(Const(11)).because("MI300 ISA Table 37, case 119", NO_FORWARD),
    Rule::new("gfx950.dgemm16.valu", GFX950, &[Producer::Dgemm16], Overlap, &[ValuRead, ValuReadC])
        .agreed(Const(19)).because(G4, NO_FORWARD),
    Rule::new("gfx950.dgemm16.waw", GFX950, &[Producer::Dgemm16], Overlap, &[ValuWrite])
        .documents(Const(19)).llvm(Const(11)).diverges(Divergence::SixteenPassDgemm)
        .because(G4, "the result arrives eight passes later than on gfx942; LLVM raised the read, not the overwrite"),
    Rule::new("cdna3.t37.120", GFX90A_GFX942, &[Producer::Dgemm16],
            Overlap, &[MemRead])
        .agreed(Const(18)).because("MI300 ISA Table 37, case 120", NO_FORWARD),
    Rule::new("gfx950.dgemm16.mem", GFX950, &[Producer::Dgemm16], Overlap, &[MemRead])
        .llvm(Const(18)).safe(Const(26)).diverges(Divergence::SixteenPassDgemm)
        .because("LLVM 22; MI300 ISA Table 37, case 120, and eight more passes",
            "the result arrives eight passes later than on gfx942; 18 is less than LLVM's own 19 for an ALU read"),
    Rule::new("llvm.dgemm16.load", SINCE_GFX90A, &[Producer::Dgemm16], Overlap, &[MemWrite])
        .documents(Need::ZERO).llvm(Const(11)).diverges(Divergence::LoadOverwrite).because(T37, LOAD),

    Rule::new("dgemm.fma64", SINCE_GFX90A, &[Producer::DgemmIssue], Always, &[Fma64])
        .llvm(Const(2)).because("LLVM 22", "double-precision matrix and FMA instructions share a pipe"),
    Rule::new("gfx90a.dgemm.between", GFX90A, &[Producer::ValuVector], Overlap, &[MemRead])
        .via(Via::Dgemm).llvm(Const(2))
        .because("LLVM 22", "with a double-precision matrix instruction in between, hardware misses the dependence of a memory instruction on a vector ALU result"),

    // gfx90a: one class of everything that is not f64.
    Rule::new("gfx90a.mfma.c.tuple", GFX90A, &[Producer::Xdl], SrcC(SHARED), &[XdlC])
        .safe(GFX90A_C).diverges(Divergence::SharedAccumulator).because(PR, OTHER),
    Rule::new("gfx90a.mfma.c", GFX90A, &[Producer::Xdl], SrcC(Share::OVERLAP), &[XdlC])
        .llvm(GFX90A_C).because(LLVM90A, OVERLAP),
    Rule::new("gfx90a.mfma.dgemm.c", GFX90A, &[Producer::Xdl], SrcC(Share::OVERLAP), &[DgemmC])
        .llvm(GFX90A_DGEMM_C).because(LLVM90A, OVERLAP),
    Rule::new("gfx90a.mfma.ab", GFX90A, &[Producer::Xdl], Overlap, &[MatrixAb])
        .llvm(GFX90A_RESULT).because(LLVM90A, NO_FORWARD),
    Rule::new("gfx90a.mfma.valu", GFX90A, &[Producer::Xdl], Overlap, &[ValuRead, ValuReadC, ValuWrite, MemRead])
        .llvm(GFX90A_RESULT).because(LLVM90A, NO_FORWARD),
    Rule::new("llvm.gfx90a.mfma.load", GFX90A, &[Producer::Xdl], Overlap, &[MemWrite])
        .llvm(GFX90A_RESULT).diverges(Divergence::LoadOverwrite).because(LLVM90A, LOAD),
    Rule::new("gfx90a.mfma.war", GFX90A, &[Producer::XdlReadsC], Overlap, &[ValuWrite])
        .llvm(Need::PerPasses([1, 7, 7, 15])).because(LLVM90A, "SrcC is read pass by pass, after issue"),
    Rule::new("llvm.gfx90a.mfma.war.load", GFX90A, &[Producer::XdlReadsC], Overlap, &[MemWrite])
        .llvm(Need::PerPasses([1, 7, 7, 15])).diverges(Divergence::LoadOverwrite).because(LLVM90A, LOAD),
];
