//===- renaming.cpp - other registers for operands ------------------------===//

#include "shim.h"
#include "llvm/CodeGen/LivePhysRegs.h"
#include "llvm/CodeGen/LiveRegUnits.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"

using namespace llvm;

namespace cdnasched {

Renaming::Renaming(MachineFunction &MF, const FlatFunction &Flat,
                   ArrayRef<CdnaOperandEdit> Wanted)
    : MF(MF), Flat(Flat), TII(*MF.getSubtarget().getInstrInfo()),
      TRI(*MF.getSubtarget().getRegisterInfo()), Touched(VectorRegisters) {
  for (const CdnaOperandEdit &One : Wanted) {
    MachineInstr *MI = Flat.Instrs[One.target];
    EditsOf[MI].push_back(Edits.size());
    Edits.push_back(
        {MI, One.operand, MCRegister(), registerNamed(TRI, ref(One.name))});
    Blocks.insert(MI->getParent());
  }
}

/// Changes nothing of an operand but its register.
static void setRegister(MachineOperand &MO, MCRegister Reg) {
  bool Renamable = MO.isRenamable();
  MO.setReg(Reg);
  MO.setIsRenamable(Renamable);
}

const char *Renaming::refusal(const Edit &Edit) const {
  if (Edit.Operand >= Edit.MI->getNumOperands() || !Edit.operand().isReg() ||
      !Edit.operand().getReg().isPhysical())
    return "an operand is no register";
  const MachineOperand &MO = Edit.operand();
  MCRegister Before = MO.getReg(), After = Edit.After;
  const char *NoFit = "a register does not fit its operand";
  if (!After)
    return NoFit;
  if (Edit.Operand < Edit.MI->getNumExplicitOperands()) {
    const auto *Class = TII.getRegClass(Edit.MI->getDesc(), Edit.Operand);
    if (!Class || !Class->contains(After))
      return NoFit;
  } else {
    auto Old = vectorTuple(TRI, Before), New = vectorTuple(TRI, After);
    if (!Old || !New || Old->Count != New->Count ||
        (New->Count > 1 && New->First % 2 && Flat.wantsEvenTuples()))
      return NoFit;
  }
  return nullptr;
}

/// Whether LLVM takes an instruction as it is now.
bool Renaming::isAccepted(const MachineInstr &MI) const {
  for (unsigned I = 0; I != MI.getNumOperands(); ++I) {
    const MachineOperand &MO = MI.getOperand(I);
    if (MO.isReg() && MO.isTied() &&
        MI.getOperand(MI.findTiedOperandIdx(I)).getReg() != MO.getReg())
      return false;
  }
  StringRef Why;
  return TII.verifyInstruction(MI, Why);
}

const char *Renaming::refusal() {
  if (Edits.empty())
    return nullptr;
  FixedRegisters Fixed(MF);
  for (Edit &Edit : Edits) {
    if (const char *Why = refusal(Edit))
      return Why;
    Edit.Before = Edit.operand().getReg();
    // What an instruction names it may name more often.
    bool Named = any_of(Edit.MI->operands(), [&](const MachineOperand &MO) {
      return MO.isReg() && MO.getReg().isPhysical() &&
             TRI.isSuperRegisterEq(Edit.After, MO.getReg());
    });
    if (!Named && Fixed.isReserved(Edit.After))
      return "a register is reserved";
    if (!Named && Fixed.isCalleeSaved(Edit.After))
      return "a register is its caller's";
  }
  for (const Edit &Edit : Edits)
    setRegister(Edit.operand(), Edit.After);
  bool Accepted = all_of(EditsOf, [&](const auto &MIAndEdits) {
    return isAccepted(*MIAndEdits.first);
  });
  for (const Edit &Edit : Edits)
    setRegister(Edit.operand(), Edit.Before);
  return Accepted ? nullptr : "LLVM does not accept an instruction";
}

/// The registers that a block's instructions and successors need at its start.
static std::vector<MCRegister> liveIns(const MachineBasicBlock &MBB) {
  LivePhysRegs Live;
  computeLiveIns(Live, MBB);
  std::vector<MCRegister> Found(Live.begin(), Live.end());
  sort(Found);
  return Found;
}

void Renaming::prepare() {
  if (Edits.empty())
    return;
  auto Touch = [&](MCRegister Reg) {
    if (auto Tuple = vectorTuple(TRI, Reg))
      Touched.set(Tuple->First, Tuple->First + Tuple->Count);
  };
  for (const Edit &Edit : Edits) {
    Touch(Edit.Before);
    Touch(Edit.After);
  }
  for (MachineBasicBlock &MBB : MF)
    noteDebugValues(MBB);
  for (MachineBasicBlock *MBB : Blocks)
    LiveIns.push_back(liveIns(*MBB));
}

void Renaming::apply() {
  for (const Edit &Edit : Edits) {
    setRegister(Edit.operand(), Edit.After);
    if (Edit.operand().isUse())
      Edit.operand().setIsKill(false);
  }
}

/// What the vector registers hold after an instruction. Renamed: its operands
/// have their new registers.
void Renaming::step(Values &Held, const MachineInstr &MI, bool Renamed) const {
  for (unsigned I = 0; I != MI.getNumOperands(); ++I) {
    const MachineOperand &MO = MI.getOperand(I);
    if (MO.isRegMask())
      for (unsigned Reg = 0; Reg != VectorRegisters; ++Reg)
        if (MO.clobbersPhysReg(registerOf(TRI, {Reg, 1})))
          Held[Reg] = {&MI, Reg};
    if (!MO.isReg() || !MO.isDef() || !MO.getReg().isPhysical())
      continue;
    auto Tuple = vectorTuple(TRI, MO.getReg());
    if (!Tuple)
      continue;
    unsigned After = Tuple->First;
    auto It = EditsOf.find(&MI);
    if (!Renamed && It != EditsOf.end())
      for (unsigned At : It->second)
        if (Edits[At].Operand == I)
          After = vectorTuple(TRI, Edits[At].After)->First;
    for (unsigned At = 0; At != Tuple->Count; ++At)
      Held[Tuple->First + At] = {&MI, After + At};
  }
}

/// Notes what debug values describe that may be elsewhere afterwards.
void Renaming::noteDebugValues(MachineBasicBlock &MBB) {
  if (none_of(MBB, [](const MachineInstr &MI) { return MI.isDebugValue(); }))
    return;
  Values Held;
  for (unsigned Reg = 0; Reg != VectorRegisters; ++Reg)
    Held.push_back({nullptr, Reg});
  for (const MachineInstr &MI : MBB.instrs()) {
    if (!MI.isDebugValue()) {
      step(Held, MI, false);
      continue;
    }
    for (const MachineOperand &MO : MI.debug_operands()) {
      if (!MO.isReg() || !MO.getReg().isPhysical())
        continue;
      auto Tuple = vectorTuple(TRI, MO.getReg());
      if (!Tuple ||
          Touched.find_first_in(Tuple->First, Tuple->First + Tuple->Count) < 0)
        continue;
      auto First = Held.begin() + Tuple->First;
      Debug[&MI].push_back(
          {MI.getOperandNo(&MO), Values(First, First + Tuple->Count)});
    }
  }
}

/// The register that holds these values; none if there is no such register.
MCRegister Renaming::whereIs(const Values &Wanted, const Values &Held) const {
  VectorTuple Tuple = {Wanted[0].Register, unsigned(Wanted.size())};
  for (auto [At, One] : enumerate(Wanted))
    if (One.Register != Tuple.First + At || !(Held[One.Register] == One))
      return MCRegister();
  return registerOf(TRI, Tuple);
}

bool Renaming::changesLiveIns() const {
  for (auto [MBB, Before] : zip(Blocks, LiveIns))
    if (liveIns(*MBB) != Before)
      return true;
  return false;
}

void Renaming::followDebugValues() {
  for (MachineBasicBlock &MBB : MF) {
    if (none_of(MBB, [&](MachineInstr &MI) { return Debug.contains(&MI); }))
      continue;
    LiveRegUnits Live(TRI);
    Live.addLiveIns(MBB);
    Values Held;
    for (unsigned Reg = 0; Reg != VectorRegisters; ++Reg) {
      // What is dead at the entry may have been elsewhere in another block.
      bool Gone =
          Touched.test(Reg) && Live.available(registerOf(TRI, {Reg, 1}));
      Held.push_back({nullptr, Gone ? VectorRegisters : Reg});
    }
    for (MachineInstr &MI : MBB.instrs()) {
      auto It = Debug.find(&MI);
      if (It == Debug.end()) {
        if (!MI.isDebugInstr())
          step(Held, MI, true);
        continue;
      }
      for (const Described &One : It->second) {
        MCRegister Reg = whereIs(One.Held, Held);
        if (!Reg) {
          MI.setDebugValueUndef();
          break;
        }
        MI.getOperand(One.Operand).setReg(Reg);
      }
    }
  }
}

} // namespace cdnasched
