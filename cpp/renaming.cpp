//===- renaming.cpp - other registers and forms for instructions ----------===//

#include "shim.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"

using namespace llvm;

namespace cdnasched {

Renaming::Renaming(MachineFunction &MF, const FlatFunction &Flat,
                   const CdnaPlan &Plan)
    : NewForms(MF, Flat, ArrayRef(Plan.forms, Plan.form_count)) {
  const TargetRegisterInfo &TRI = *MF.getSubtarget().getRegisterInfo();
  for (const CdnaForm &One : ArrayRef(Plan.forms, Plan.form_count))
    Edits.insert({Flat.Instrs[One.target], {}});
  for (const CdnaOperandEdit &One : ArrayRef(Plan.operands, Plan.operand_count))
    Edits[Flat.Instrs[One.target]].push_back(
        {One.operand, registerNamed(TRI, ref(One.name))});
  for (const auto &[MI, Registers] : Edits)
    Blocks.insert(MI->getParent());
  ArrayRef<CdnaInsertion> Insertions(Plan.insertions, Plan.insertion_count);
  auto AddBlock = [&](uint32_t Index) {
    if (Index < Flat.Layout.size())
      Blocks.insert(Flat.Layout[Index]);
  };
  for (const CdnaInsertion &New : Insertions)
    if (New.opcode == CDNASCHED_NONE)
      AddBlock(New.block);
  for (const CdnaOperandEdit &One :
       ArrayRef(Plan.insertion_operands, Plan.insertion_operand_count))
    AddBlock(Insertions[One.target].block);
  for (uint32_t Inst : ArrayRef(Plan.removals, Plan.removal_count))
    if (any_of(Flat.Instrs[Inst]->operands(),
               [](const MachineOperand &MO) { return MO.isReg(); }))
      Blocks.insert(Flat.Instrs[Inst]->getParent());
}

const char *Renaming::refusal(const Fit &Fit) const {
  if (const char *Why = NewForms.refusal())
    return Why;
  for (const auto &[MI, Registers] : Edits)
    if (const char *Why = Fit.refusal(*MI, NewForms.of(*MI), Registers))
      return Why;
  return nullptr;
}

void Renaming::apply() const {
  for (const auto &[MI, Registers] : Edits) {
    if (const MCInstrDesc &Desc = NewForms.of(*MI); &Desc != &MI->getDesc())
      Forms::give(*MI, Desc);
    for (auto [Operand, After] : Registers)
      setRegister(MI->getOperand(Operand), After);
  }
}

} // namespace cdnasched
