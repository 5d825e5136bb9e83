//===- forms.cpp - other opcodes for matrix instructions ------------------===//

#include "shim.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"

using namespace llvm;

namespace cdnasched {

const MCInstrDesc *Forms::named(const MachineFunction &MF, StringRef Name) {
  const TargetInstrInfo &TII = *MF.getSubtarget().getInstrInfo();
  // The AMDGPU back end has one opcode table for all its GPUs.
  static const StringMap<unsigned> All = [&] {
    StringMap<unsigned> Found;
    for (unsigned Opcode = 1; Opcode != TII.getNumOpcodes(); ++Opcode)
      if (StringRef Name = TII.getName(Opcode);
          Name.starts_with("V_MFMA_") || Name.starts_with("S_CBRANCH_") ||
          Name == "V_MOV_B32_e32" || Name == "V_ACCVGPR_WRITE_B32_e64")
        Found[Name] = Opcode;
    return Found;
  }();
  auto It = All.find(Name);
  // A result in VGPRs came with one file for both kinds of registers.
  bool Exists =
      It != All.end() && (MF.getSubtarget().checkFeatures("+gfx90a-insts") ||
                          !Name.contains("_vgprcd"));
  return Exists ? &TII.get(It->second) : nullptr;
}

Forms::Forms(const MachineFunction &MF, const FlatFunction &Flat,
             ArrayRef<CdnaForm> Wanted) {
  for (const CdnaForm &One : Wanted)
    Descs[Flat.Instrs[One.target]] = named(MF, ref(One.name));
}

const char *Forms::refusal(const MachineInstr &MI, const MCInstrDesc *New) {
  const MCInstrDesc &Old = MI.getDesc();
  if (!New)
    return "there is no such form";
  if (New->getNumOperands() != Old.getNumOperands() ||
      New->getNumOperands() != MI.getNumExplicitOperands() ||
      New->getNumDefs() != Old.getNumDefs() ||
      New->implicit_uses() != Old.implicit_uses() ||
      New->implicit_defs() != Old.implicit_defs())
    return "a form has other operands";
  for (unsigned I = 0; I != New->getNumOperands(); ++I)
    if (New->getOperandConstraint(I, MCOI::TIED_TO) != -1 &&
        !MI.getOperand(I).isReg())
      return "a form's accumulator is no register";
  return nullptr;
}

const char *Forms::refusal() const {
  for (auto [MI, New] : Descs)
    if (const char *Why = refusal(*MI, New))
      return Why;
  return nullptr;
}

const MCInstrDesc &Forms::of(const MachineInstr &MI) const {
  const MCInstrDesc *New = Descs.lookup(&MI);
  return New ? *New : MI.getDesc();
}

void Forms::give(MachineInstr &MI, const MCInstrDesc &Desc) {
  for (unsigned I = 0; I != MI.getNumExplicitOperands(); ++I)
    MI.untieRegOperand(I);
  MI.setDesc(Desc);
  for (unsigned I = 0; I != Desc.getNumOperands(); ++I) {
    MachineOperand &MO = MI.getOperand(I);
    if (MO.isReg() && MO.isDef())
      MO.setIsEarlyClobber(Desc.getOperandConstraint(I, MCOI::EARLY_CLOBBER) !=
                           -1);
    if (int Def = Desc.getOperandConstraint(I, MCOI::TIED_TO); Def != -1)
      MI.tieOperands(Def, I);
  }
}

} // namespace cdnasched
