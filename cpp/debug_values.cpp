//===- debug_values.cpp - debug values to the core and back ---------------===//

#include "shim.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"

using namespace llvm;

namespace cdnasched {

void FlatFunction::addDebugValue(MachineInstr &MI, uint32_t Block,
                                 bool IsFirst) {
  CdnaDebugValue Value = {};
  Value.block = Block;
  Value.after = IsFirst ? CDNASCHED_NONE : Insts.size() - 1;
  const DILocation *At = MI.getDebugLoc();
  DebugVariable Variable(MI.getDebugVariable(), MI.getDebugExpression(),
                         At ? At->getInlinedAt() : nullptr);
  Value.variable =
      Variables.try_emplace(Variable, Variables.size()).first->second;
  Value.first_operand = DebugOperands.size();
  for (const MachineOperand &MO : MI.debug_operands())
    if (MO.isReg() && MO.getReg().isPhysical())
      DebugOperands.push_back({MI.getOperandNo(&MO), units(MO.getReg())});
  Value.operand_count = DebugOperands.size() - Value.first_operand;
  DebugValues.push_back(Value);
  DebugInstrs.push_back(&MI);
}

/// Says of a debug value's variable, where a block begins, that nothing is
/// known.
static void sayNothing(MachineBasicBlock &MBB, const MachineInstr &Of) {
  const TargetInstrInfo &TII = *MBB.getParent()->getSubtarget().getInstrInfo();
  BuildMI(MBB, MBB.SkipPHIsLabelsAndDebug(MBB.begin()), Of.getDebugLoc(),
          TII.get(TargetOpcode::DBG_VALUE), false, Register(),
          Of.getDebugVariable(),
          DIExpression::convertToUndefExpression(Of.getDebugExpression()));
}

void editDebugValues(const FlatFunction &Flat, const NewFlow &Flow,
                     ArrayRef<CdnaDebugEdit> Edits) {
  for (const CdnaDebugEdit &Edit : Edits) {
    MachineInstr &MI = *Flat.DebugInstrs[Edit.value];
    if (Edit.block != CDNASCHED_NONE) {
      sayNothing(*Flow.block(Edit.block), MI);
      continue;
    }
    const MachineFunction &MF = *MI.getMF();
    MCRegister Reg =
        registerNamed(*MF.getSubtarget().getRegisterInfo(), ref(Edit.name));
    if (Reg)
      MI.getOperand(Edit.operand).setReg(Reg);
    else
      MI.setDebugValueUndef();
  }
}

} // namespace cdnasched
