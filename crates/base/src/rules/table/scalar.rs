//! Rules with a scalar, memory or control instruction on one side.

use super::{ALL, GFX908};
use crate::rules::{Consumer::*, Divergence, Need, Producer, Relation::*, Rule};

use Need::Const;

const CLAUSE: &str =
    "a run of loads may be replayed: none of them may overwrite what another one reads";

#[rustfmt::skip]
pub(super) const RULES: &[Rule] = &[
    Rule::new("cdna3.t11.1", ALL, &[Producer::Setreg], SameHwReg, &[HwReg])
        .agreed(Const(2)).because("MI300 ISA Table 11, cases 1 and 2", "s_setreg takes effect late"),
    Rule::new("cdna3.t11.4", ALL, &[Producer::SetregMode], Always, &[Vector])
        .documents(Const(2)).diverges(Divergence::FlagsAndVskip)
        .because("MI300 ISA Table 11, case 4", "s_setreg takes effect late"),
    Rule::new("cdna3.t11.5", ALL, &[Producer::ValuScalar, Producer::ValuExec], Overlap, &[ZeroFlag])
        .documents(Const(5)).diverges(Divergence::FlagsAndVskip)
        .because("MI300 ISA Table 11, case 5", "the flag of a mask is late as a value; only MIR written by hand reads it so"),
    Rule::new("cdna3.t11.10", ALL, &[Producer::ValuScalar], Overlap, &[VmemScalar])
        .agreed(Const(5)).because("MI300 ISA Table 11, case 10", "hardware assumes that a vector-memory scalar operand was not written by the vector ALU"),
    Rule::new("llvm.vmem.exec", ALL, &[Producer::ValuExec], Always, &[VmemExec])
        .documents(Need::ZERO).llvm(Const(5)).diverges(Divergence::ImplicitExec)
        .because("LLVM 22 (measured)", "LLVM applies case 10 to the implicit EXEC of a vector-memory instruction"),
    Rule::new("cdna3.t11.11", ALL, &[Producer::SaluM0], Always, &[M0Reader])
        .agreed(Const(1)).because("MI300 ISA Table 11, cases 11, 16 and 17", "these readers of M0 are not interlocked"),
    Rule::new("gfx908.m0.operand", GFX908, &[Producer::SaluM0], Always, &[M0Operand])
        .llvm(Const(1)).because("LLVM 22 (measured)", "these readers of M0 are not interlocked"),
    Rule::new("cdna3.t11.15", ALL, &[Producer::SetregTrapsts], Always, &[Rfe])
        .agreed(Const(1)).because("MI300 ISA Table 11, case 15", "s_setreg takes effect late"),
    Rule::new("xnack.vmem.clause", ALL, &[Producer::VmemClause], Clause, &[VmemClause])
        .llvm(Const(1)).because("LLVM 22 (XNACK on)", CLAUSE),
    Rule::new("xnack.smem.clause", ALL, &[Producer::SmemClause], Clause, &[SmemClause])
        .llvm(Const(1)).because("LLVM 22 (XNACK on)", CLAUSE),
];
