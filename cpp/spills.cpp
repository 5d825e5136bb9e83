//===- spills.cpp - which stack slots hold vector registers ---------------===//
//
// By the memory operands, which outlive frame indices. LLVM marks as spill
// slots also those of scalar registers without a lane of a VGPR to go to, and
// those of registers in whole-wave mode. Both are written and read while EXEC
// is set for it (SIRegisterInfo.cpp: SGPRSpillBuilder, eliminateFrameIndex;
// SIFrameLowering.cpp: emitCSRSpillStores), which is how they are told apart.
//
//===----------------------------------------------------------------------===//

#include "shim.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/PseudoSourceValue.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"

using namespace llvm;

namespace cdnasched {

std::optional<unsigned>
SpillSlots::frameIndex(const MachineMemOperand &MMO) const {
  const auto *Slot =
      dyn_cast_or_null<FixedStackPseudoSourceValue>(MMO.getPseudoValue());
  if (!Slot || Slot->getFrameIndex() < 0)
    return std::nullopt;
  return Slot->getFrameIndex();
}

std::optional<unsigned> SpillSlots::of(const MachineMemOperand &MMO) const {
  auto Slot = frameIndex(MMO);
  return Slot && *Slot < Spills.size() && Spills[*Slot] ? Slot : std::nullopt;
}

/// Where in a kernel's frame an access is whose address names no register.
static std::optional<int64_t> constantAddress(const MachineInstr &MI,
                                              StringRef Name) {
  auto Imm = [&](unsigned At) -> std::optional<int64_t> {
    if (At >= MI.getNumOperands() || !MI.getOperand(At).isImm())
      return std::nullopt;
    return MI.getOperand(At).getImm();
  };
  if (Name.ends_with("_ST"))
    return Imm(1);
  if (!Name.ends_with("_OFFSET"))
    return std::nullopt;
  auto Scalar = Imm(2), Offset = Imm(3);
  return Scalar && Offset ? std::optional(*Scalar + *Offset) : std::nullopt;
}

/// Whether an access of a slot is one of LLVM's spills and reloads of vector
/// registers, as they are made.
bool SpillSlots::isPlain(const MachineInstr &MI, const MachineMemOperand &MMO,
                         unsigned Slot) const {
  StringRef Name = TII.getName(MI.getOpcode());
  StringRef Direction = MMO.isStore() ? "STORE_DWORD" : "LOAD_DWORD";
  if (MMO.isLoad() == MMO.isStore() || MMO.isVolatile() || MMO.isAtomic() ||
      !MMO.getSize().hasValue() || MI.isBundled() ||
      !(Name.consume_front("BUFFER_") || Name.consume_front("SCRATCH_")) ||
      !Name.starts_with(Direction))
    return false;
  uint64_t Bytes = MMO.getSize().getValue().getKnownMinValue();
  const MachineOperand &Data = MI.getOperand(0);
  if (!Data.isReg() || !Data.getReg().isPhysical() ||
      Data.isDef() != MMO.isLoad())
    return false;
  auto Tuple = vectorTuple(TRI, Data.getReg());
  if (!Tuple || Tuple->Count * 4 != Bytes || MMO.getOffset() < 0 ||
      MMO.getOffset() + int64_t(Bytes) > Frame.getObjectSize(Slot))
    return false;
  // The memory operand and the instruction have to agree.
  auto Address = constantAddress(MI, Name);
  return !Address || *Address == Frame.getObjectOffset(Slot) + MMO.getOffset();
}

/// Takes out the slots that an instruction uses otherwise.
void SpillSlots::look(const MachineInstr &MI, bool Widened) {
  for (const MachineMemOperand *MMO : MI.memoperands())
    if (auto Slot = of(*MMO); Slot && (Widened || !MI.hasOneMemOperand() ||
                                       !isPlain(MI, *MMO, *Slot)))
      Spills.reset(*Slot);
  for (const MachineOperand &MO : MI.operands())
    if (MO.isFI() && MO.getIndex() >= 0 &&
        unsigned(MO.getIndex()) < Spills.size())
      Spills.reset(MO.getIndex());
  // It might have lost the memory operand that says which slot it is about.
  StringRef Name = TII.getName(MI.getOpcode());
  if (MI.mayLoadOrStore(MachineInstr::IgnoreBundle) && MI.memoperands_empty() &&
      (Name.starts_with("BUFFER_LOAD") || Name.starts_with("BUFFER_STORE") ||
       Name.starts_with("SCRATCH_")))
    Spills.reset();
}

/// Whether EXEC is wider than control flow has it, after an instruction that
/// writes it. Control flow keeps masks in registers; LLVM turns on all lanes,
/// or a number of them, by a constant, and those that are off by their
/// negation.
static bool widens(const MachineInstr &MI, StringRef Name, bool Widened) {
  if (Name == "S_NOT_B64")
    return !Widened;
  return any_of(MI.explicit_uses(),
                [](const MachineOperand &MO) { return MO.isImm(); });
}

SpillSlots::SpillSlots(const MachineFunction &MF)
    : Frame(MF.getFrameInfo()), TII(*MF.getSubtarget().getInstrInfo()),
      TRI(*MF.getSubtarget().getRegisterInfo()) {
  // Callable functions also keep what is their caller's in slots: scalar
  // registers in all lanes, with memory operands that name the first word for
  // each (SIFrameLowering.cpp: PrologEpilogSGPRSpillBuilder).
  CallingConv::ID Convention = MF.getFunction().getCallingConv();
  if (Convention != CallingConv::AMDGPU_KERNEL &&
      Convention != CallingConv::SPIR_KERNEL)
    return;
  Spills.resize(std::max(Frame.getObjectIndexEnd(), 0));
  for (int Slot = 0; Slot < Frame.getObjectIndexEnd(); ++Slot)
    if (Frame.isSpillSlotObjectIndex(Slot) && !Frame.isDeadObjectIndex(Slot))
      Spills.set(Slot);
  if (Spills.none())
    return;
  MCRegister Exec = registerNamed(TRI, "EXEC");
  for (const MachineBasicBlock &MBB : MF) {
    bool Widened = false;
    for (const MachineInstr &MI : MBB.instrs()) {
      if (MI.isDebugInstr())
        continue;
      look(MI, Widened);
      if (MI.modifiesRegister(Exec, &TRI))
        Widened = widens(MI, TII.getName(MI.getOpcode()), Widened);
    }
    // Whatever widened it ends in its block, as far as slots go.
    if (Widened && !MBB.succ_empty())
      Spills.reset();
  }
}

} // namespace cdnasched
