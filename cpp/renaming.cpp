//===- renaming.cpp - other registers and forms for instructions ----------===//

#include "shim.h"
#include "llvm/CodeGen/LiveRegUnits.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include <numeric>

using namespace llvm;

namespace cdnasched {

Renaming::Renaming(MachineFunction &MF, const FlatFunction &Flat,
                   const CdnaPlan &Plan)
    : MF(MF), Flat(Flat), TII(*MF.getSubtarget().getInstrInfo()),
      TRI(*MF.getSubtarget().getRegisterInfo()),
      NewForms(MF, Flat, ArrayRef(Plan.forms, Plan.form_count)),
      Touched(VectorRegisters), Crossing(VectorRegisters) {
  for (const CdnaForm &One : ArrayRef(Plan.forms, Plan.form_count)) {
    EditsOf.insert({Flat.Instrs[One.target], {}});
    Blocks.insert(Flat.Instrs[One.target]->getParent());
  }
  for (const CdnaOperandEdit &One :
       ArrayRef(Plan.operands, Plan.operand_count)) {
    MachineInstr *MI = Flat.Instrs[One.target];
    EditsOf[MI].push_back(Edits.size());
    Edits.push_back(
        {MI, One.operand, MCRegister(), registerNamed(TRI, ref(One.name))});
    Blocks.insert(MI->getParent());
  }
  ArrayRef<CdnaInsertion> Insertions(Plan.insertions, Plan.insertion_count);
  for (const CdnaInsertion &New : Insertions)
    if (New.opcode == CDNASCHED_NONE) {
      addBlock(New.block);
      for (const MachineOperand &MO : Flat.Instrs[New.value]->all_defs())
        touch(Touched, MO.getReg());
    }
  for (const CdnaOperandEdit &One :
       ArrayRef(Plan.insertion_operands, Plan.insertion_operand_count)) {
    addBlock(Insertions[One.target].block);
    touch(Touched, registerNamed(TRI, ref(One.name)));
  }
  for (uint32_t Inst : ArrayRef(Plan.removals, Plan.removal_count)) {
    const MachineInstr *MI = Flat.Instrs[Inst];
    Removed.insert(MI);
    for (const MachineOperand &MO : MI->operands())
      if (MO.isReg()) {
        Blocks.insert(Flat.Instrs[Inst]->getParent());
        if (MO.isDef())
          touch(Touched, MO.getReg());
      }
  }
}

/// Adds a block, unless it is a new one.
void Renaming::addBlock(uint32_t Index) {
  if (Index < Flat.Layout.size())
    Blocks.insert(Flat.Layout[Index]);
}

/// Adds the vector registers that a register is.
void Renaming::touch(BitVector &Registers, MCRegister Reg) const {
  if (!Reg)
    return;
  if (auto Tuple = vectorTuple(TRI, Reg))
    Registers.set(Tuple->First, Tuple->First + Tuple->Count);
}

const char *Renaming::refusal(const Fit &Fit) {
  if (const char *Why = NewForms.refusal())
    return Why;
  for (Edit &Edit : Edits) {
    if (Edit.Operand >= Edit.MI->getNumOperands() ||
        !Edit.MI->getOperand(Edit.Operand).isReg())
      return "an operand is no register";
    Edit.Before = Edit.MI->getOperand(Edit.Operand).getReg();
  }
  for (const auto &[MI, Of] : EditsOf) {
    NewRegisters Registers;
    for (unsigned At : Of)
      Registers.push_back({Edits[At].Operand, Edits[At].After});
    if (const char *Why = Fit.refusal(*MI, NewForms.of(*MI), Registers))
      return Why;
  }
  return nullptr;
}

/// Notes which registers hold something else than before at the beginning of a
/// block: what comes into this one and is then read from another register.
void Renaming::noteCrossing(const MachineBasicBlock &MBB) {
  // Where what a register holds was at the block's entry.
  constexpr unsigned Local = VectorRegisters, Unknown = VectorRegisters + 1;
  std::vector<unsigned> Origins(VectorRegisters);
  std::iota(Origins.begin(), Origins.end(), 0);
  for (const MachineInstr &MI : MBB.instrs()) {
    if (auto It = EditsOf.find(&MI); It != EditsOf.end())
      for (unsigned At : It->second) {
        const Edit &Edit = Edits[At];
        auto Old = vectorTuple(TRI, Edit.Before);
        auto New = vectorTuple(TRI, Edit.After);
        if (!Old || !New || MI.getOperand(Edit.Operand).isDef())
          continue;
        for (unsigned I = 0; I != Old->Count; ++I) {
          unsigned Origin = Origins[Old->First + I];
          if (Origin == Local || Origin == New->First + I)
            continue;
          Crossing.set(New->First + I);
          Crossing.set(Origin == Unknown ? Old->First + I : Origin);
        }
      }
    if (auto Move = removedMove(MI)) {
      Origins[Move->first] = Origins[Move->second];
      continue;
    }
    // What took the place of the removed may have come from anywhere.
    unsigned Origin = Removed.contains(&MI) ? Unknown : Local;
    for (const MachineOperand &MO : MI.all_defs())
      if (auto Tuple = vectorTuple(TRI, MO.getReg()))
        std::fill_n(Origins.begin() + Tuple->First, Tuple->Count, Origin);
  }
}

void Renaming::prepare() {
  for (const Edit &Edit : Edits) {
    touch(Touched, Edit.Before);
    touch(Touched, Edit.After);
  }
  if (Touched.none())
    return;
  for (const MachineBasicBlock *MBB : Blocks)
    noteCrossing(*MBB);
  for (MachineBasicBlock &MBB : MF)
    noteDebugValues(MBB);
}

void Renaming::apply() {
  for (MachineBasicBlock *MBB : Blocks)
    for (MachineInstr &MI : MBB->instrs())
      if (const MCInstrDesc &Desc = NewForms.of(MI); &Desc != &MI.getDesc())
        Forms::give(MI, Desc);
  for (const Edit &Edit : Edits)
    setRegister(Edit.MI->getOperand(Edit.Operand), Edit.After);
}

/// The registers of a move that is removed, to and from; none for others.
std::optional<std::pair<unsigned, unsigned>>
Renaming::removedMove(const MachineInstr &MI) const {
  ArrayRef<unsigned> Moves = knownOpcodes(TII).slice(
      CDNA_OPCODE_MOVE, CDNA_OPCODE_MODIFIED - CDNA_OPCODE_MOVE);
  if (!Removed.contains(&MI) || !is_contained(Moves, MI.getOpcode()) ||
      !MI.getOperand(1).isReg())
    return std::nullopt;
  auto To = vectorTuple(TRI, MI.getOperand(0).getReg());
  auto From = vectorTuple(TRI, MI.getOperand(1).getReg());
  if (!To || !From)
    return std::nullopt;
  return std::pair(To->First, From->First);
}

/// What the vector registers hold after an instruction. Renamed: its operands
/// have their new registers.
void Renaming::step(Values &Held, const MachineInstr &MI, bool Renamed) const {
  // Afterwards its readers read the source.
  if (auto Move = removedMove(MI)) {
    Held[Move->first] = Held[Move->second];
    return;
  }
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
          Crossing.test(Reg) ||
          (Touched.test(Reg) && Live.available(registerOf(TRI, {Reg, 1})));
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
