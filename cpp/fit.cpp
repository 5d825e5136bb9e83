//===- fit.cpp - which registers and forms an instruction takes -----------===//

#include "shim.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"

using namespace llvm;

namespace cdnasched {

void setRegister(MachineOperand &MO, MCRegister Reg) {
  bool Renamable = MO.isRenamable();
  MO.setReg(Reg);
  MO.setIsRenamable(Renamable);
  if (MO.isUse())
    MO.setIsKill(false);
}

Fit::Fit(MachineFunction &MF, bool EvenTuples)
    : MF(MF), Fixed(MF), TII(*MF.getSubtarget().getInstrInfo()),
      TRI(*MF.getSubtarget().getRegisterInfo()), EvenTuples(EvenTuples) {}

static constexpr const char *NoFit = "a register does not fit its operand";

const char *Fit::refusal(const MachineInstr &MI, const MCInstrDesc &Desc,
                         unsigned Operand, MCRegister After) const {
  if (Operand >= MI.getNumOperands() || !MI.getOperand(Operand).isReg() ||
      !MI.getOperand(Operand).getReg().isPhysical())
    return "an operand is no register";
  MCRegister Before = MI.getOperand(Operand).getReg();
  if (!After)
    return NoFit;
  // IMPLICIT_DEF and KILL take any register.
  if (Operand < MI.getNumExplicitOperands() && !MI.isImplicitDef() &&
      !MI.isKill()) {
    const auto *Class = TII.getRegClass(Desc, Operand);
    if (!Class || !Class->contains(After))
      return NoFit;
  } else {
    // It is in no encoding: where LLVM names an odd tuple, another one will do.
    auto Old = vectorTuple(TRI, Before), New = vectorTuple(TRI, After);
    bool MayBeOdd = !EvenTuples || (Old && Old->First % 2);
    if (!Old || !New || Old->Count != New->Count ||
        (New->Count > 1 && New->First % 2 && !MayBeOdd))
      return NoFit;
  }
  // What an instruction names it may name more often.
  if (any_of(MI.operands(), [&](const MachineOperand &MO) {
        return MO.isReg() && MO.getReg().isPhysical() &&
               TRI.isSuperRegisterEq(After, MO.getReg());
      }))
    return nullptr;
  if (Fixed.isReserved(After))
    return "a register is reserved";
  return Fixed.isCalleeSaved(After) ? "a register is its caller's" : nullptr;
}

const char *Fit::refusal(const MachineInstr &MI, const MCInstrDesc &Desc,
                         const NewRegisters &Registers) const {
  for (auto [Operand, After] : Registers)
    if (const char *Why = refusal(MI, Desc, Operand, After))
      return Why;
  // Tried on a copy, which needs a place for LLVM to find the function.
  MachineInstr *Trial = MF.CloneMachineInstr(&MI);
  MF.front().insert(MF.front().end(), Trial);
  bool HasForm = &Desc != &MI.getDesc();
  if (HasForm)
    Forms::give(*Trial, Desc);
  for (auto [Operand, After] : Registers)
    setRegister(Trial->getOperand(Operand), After);
  const char *Why = nullptr;
  for (unsigned I = 0; I != Trial->getNumOperands(); ++I) {
    const MachineOperand &MO = Trial->getOperand(I);
    if (!MO.isReg() || !MO.getReg().isPhysical())
      continue;
    if (MO.isTied() &&
        Trial->getOperand(Trial->findTiedOperandIdx(I)).getReg() != MO.getReg())
      Why = "LLVM does not accept an instruction";
    if (HasForm && I < Trial->getNumExplicitOperands()) {
      const auto *Class = TII.getRegClass(Desc, I);
      if (!Class || !Class->contains(MO.getReg()))
        Why = NoFit;
    }
  }
  StringRef Error;
  if (!Why && !TII.verifyInstruction(*Trial, Error))
    Why = "LLVM does not accept an instruction";
  Trial->eraseFromParent();
  return Why;
}

} // namespace cdnasched
