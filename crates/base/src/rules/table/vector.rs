//! Rules among vector ALU instructions, and between them and memory instructions.

use super::{ALL, BEFORE_GFX942, GFX950, SINCE_GFX942};
use crate::rules::{Consumer::*, Divergence, Need, Producer, Relation::*, Rule};

use Need::Const;

const SHIFT: &str = "a result moved to other bits of its register is not forwarded";
const STORE: &str = "a store of more than 64 bits reads its last data after issue";
const SCALAR: &str = "scalar results of the vector ALU are not forwarded to vector constants";

#[rustfmt::skip]
pub(super) const RULES: &[Rule] = &[
    Rule::new("cdna3.t11.6", ALL, &[Producer::ValuScalar], Overlap, &[LaneSelect])
        .agreed(Const(4)).because("MI300 ISA Table 11, cases 6 and 18", "the lane number is read before the vector ALU writes it back"),
    Rule::new("cdna3.t11.7", ALL, &[Producer::ValuScalar], Overlap, &[DivFmas])
        .agreed(Const(4)).because("MI300 ISA Table 11, case 7", "v_div_fmas reads VCC early"),
    Rule::new("cdna3.t11.9", SINCE_GFX942, &[Producer::WideStore], Overlap, &[DataOverwrite])
        .agreed(Const(2)).because("MI300 ISA Table 11, case 9", STORE),
    Rule::new("cdna2.store", BEFORE_GFX942, &[Producer::WideStore], Overlap, &[DataOverwrite])
        .llvm(Const(1)).because("LLVM 22 (measured)", STORE),
    Rule::new("cdna3.t11.8", ALL, &[Producer::WideStore], Overlap, &[OtherOverwrite])
        .documents(Const(1)).diverges(Divergence::StoreDataOverwrite).because("MI300 ISA Table 11, case 8", STORE),
    Rule::new("gfx940.store.soffset", SINCE_GFX942, &[Producer::WideStoreScalarOffset], Overlap, &[DataOverwrite])
        .documents(Need::ZERO).safe(Const(1)).diverges(Divergence::StoreScalarOffset)
        .because("LLVM PR 197267, measured on gfx950; MI300 ISA Table 11, case 9 (notes) says 0", STORE),
    Rule::new("cdna3.t11.12", ALL, &[Producer::VectorWrite], Overlap, &[DppRead])
        .agreed(Const(2)).diverges(Divergence::DppDistance).because("MI300 ISA Table 11, case 12", "DPP reads its source early; LLVM includes results of every instruction"),
    Rule::new("llvm.dpp.meta", ALL, &[Producer::MetaWrite], Overlap, &[DppRead])
        .documents(Need::ZERO).llvm(Const(2)).diverges(Divergence::MetaDef).false_positive()
        .because("LLVM 22 (measured)", "no instruction is emitted that could write"),
    Rule::new("cdna3.t11.13", ALL, &[Producer::ValuExec], Always, &[DppExec])
        .agreed(Const(5)).because("MI300 ISA Table 11, case 13", "EXEC is not forwarded to DPP"),
    Rule::new("cdna3.t11.18", SINCE_GFX942, &[Producer::ValuScalar], Overlap, &[ValuConst])
        .agreed(Const(2)).because("MI300 ISA Table 11, case 18", SCALAR),
    Rule::new("cdna3.t11.18.carry", SINCE_GFX942, &[Producer::ValuScalar], Overlap, &[CarryIn])
        .documents(Need::ZERO).llvm(Const(2)).diverges(Divergence::CarryIn)
        .because("MI300 ISA Table 11, cases 14 and 18", "the documents exempt the carry-in; LLVM does not distinguish it from a constant"),
    Rule::new("cdna3.t11.18.exec", SINCE_GFX942, &[Producer::ValuExec], Overlap, &[ValuConst])
        .agreed(Const(2)).because("MI300 ISA Table 11, case 18", SCALAR),
    Rule::new("cdna3.t11.18.lane", SINCE_GFX942, &[Producer::ValuExec], Always, &[LaneExec])
        .agreed(Const(4)).because("MI300 ISA Table 11, case 18", "EXEC is not forwarded to lane moves"),
    Rule::new("cdna3.t11.19", SINCE_GFX942, &[Producer::ValuVector, Producer::Dot], Overlap, &[LaneSource])
        .agreed(Const(1)).because("MI300 ISA Table 11, case 19", "vector results are not forwarded to lane reads at once"),
    Rule::new("cdna3.t11.20", SINCE_GFX942, &[Producer::Shifted], Overlap, &[ValuTouch])
        .agreed(Const(1)).because("MI300 ISA Table 11, case 20 (RAW); LLVM 22 adds overwrites, whose parity reads the old value", SHIFT),
    Rule::new("cdna3.t11.20.mixhi", SINCE_GFX942, &[Producer::MixHigh], Overlap, &[ValuTouch])
        .documents(Const(1)).diverges(Divergence::PackedOpSel).because("MI300 ISA Table 11, case 20", SHIFT),
    Rule::new("llvm.vop3p.opsel", SINCE_GFX942, &[Producer::PackedHighSource], Overlap, &[ValuTouch])
        .documents(Need::ZERO).llvm(Const(1)).diverges(Divergence::PackedOpSel).false_positive()
        .because("MI300 ISA Table 11, case 20", "bit 3 of the first source's modifiers is op_sel_hi in VOP3P: the result does not move"),
    Rule::new("cdna3.t11.21", SINCE_GFX942, &[Producer::Trans], Overlap, &[NonTransRead])
        .agreed(Const(1)).because("MI300 ISA Table 11, case 21", "transcendental results are not forwarded at once"),
    Rule::new("llvm.trans.ldsdma", SINCE_GFX942, &[Producer::Trans], Overlap, &[LdsDmaRead])
        .documents(Need::ZERO).llvm(Const(1)).diverges(Divergence::LdsDmaAsValu)
        .because("LLVM 22 (measured)", "LLVM's class of vector ALU instructions includes LDS-DMA"),
    Rule::new("llvm.shift.ldsdma", SINCE_GFX942, &[Producer::Shifted, Producer::PackedHighSource, Producer::Asm],
            Overlap, &[LdsDmaTouch])
        .documents(Need::ZERO).llvm(Const(1)).diverges(Divergence::LdsDmaAsValu)
        .because("LLVM 22 (measured)", "LLVM's class of vector ALU instructions includes LDS-DMA"),
    Rule::new("gfx950.swap", GFX950, &[Producer::ValuVector, Producer::Dot], Overlap, &[SwapTouch])
        .llvm(Const(2)).because("LLVM 22 (PR 117286)", "lane swaps read their registers early"),
    Rule::new("gfx950.swap.exec", GFX950, &[Producer::ValuExec], Always, &[SwapExec])
        .llvm(Const(4)).because("LLVM 22 (PR 117286)", "EXEC is not forwarded to lane swaps"),
];
