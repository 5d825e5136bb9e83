//===- apply.cpp - plan of edits -> MachineFunction -----------------------===//

#include "apply.h"
#include "options.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/CodeGen/LivePhysRegs.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/ScheduleDAGInstrs.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"

using namespace llvm;

namespace cdnasched {

/// A clause: nothing but loads or nothing but stores, as LLVM's post-RA bundler
/// makes them. Other bundles (address materialisation, index mode, GWS) are
/// units for good.
static bool isMemoryClause(const MachineInstr &Header) {
  bool Any = false;
  for (auto I = std::next(Header.getIterator()),
            E = Header.getParent()->instr_end();
       I != E && I->isBundledWithPred(); ++I) {
    if (I->isMetaInstruction())
      continue;
    if (!I->mayLoadOrStore(MachineInstr::IgnoreBundle) ||
        I->hasUnmodeledSideEffects() || I->isInlineAsm())
      return false;
    Any = true;
  }
  return Any;
}

DissolvedBundles::DissolvedBundles(MachineFunction &MF) : MF(MF) {
  for (MachineBasicBlock &MBB : MF)
    for (auto I = MBB.instr_begin(), E = MBB.instr_end(); I != E;) {
      MachineInstr &MI = *I++;
      if (!MI.isBundle() || !isMemoryClause(MI))
        continue;
      Bundle B;
      B.Header = &MI;
      for (; I != E && I->isBundledWithPred(); ++I) {
        I->unbundleFromPred();
        B.Members.push_back(&*I);
        for (MachineOperand &MO : I->operands())
          if (MO.isReg() && MO.isInternalRead()) {
            MO.setIsInternalRead(false);
            B.InternalReads.push_back(&MO);
          }
      }
      MBB.remove(&MI);
      Bundles.push_back(std::move(B));
    }
}

void DissolvedBundles::restore() {
  for (Bundle &B : Bundles) {
    MachineInstr *First = B.Members.front();
    First->getParent()->insert(First->getIterator(), B.Header);
    for (MachineInstr *Member : B.Members)
      Member->bundleWithPred();
    for (MachineOperand *MO : B.InternalReads)
      MO->setIsInternalRead(true);
  }
  Bundles.clear();
}

DissolvedBundles::~DissolvedBundles() {
  for (Bundle &B : Bundles)
    MF.deleteMachineInstr(B.Header);
}

/// The width of a register in register units.
static unsigned width(const TargetRegisterInfo &TRI, MCRegister Reg) {
  auto Units = TRI.regunits(Reg);
  return std::distance(Units.begin(), Units.end());
}

/// The register of a width in 32-bit slots that begins with the named one; none
/// where LLVM has no such register.
static MCRegister findRegister(const TargetRegisterInfo &TRI, StringRef First,
                               unsigned Slots) {
  // The AMDGPU back end has one register table for all its GPUs.
  static const StringMap<unsigned> Names = [&] {
    StringMap<unsigned> Map;
    for (unsigned Reg = 1; Reg < TRI.getNumRegs(); ++Reg)
      Map[TRI.getName(Reg)] = Reg;
    return Map;
  }();
  MCRegister Slot = Names.lookup(First);
  if (!Slot || Slots == 1)
    return Slot;
  for (MCPhysReg Tuple : TRI.superregs(Slot)) {
    unsigned Index = TRI.getSubRegIndex(Tuple, Slot);
    if (width(TRI, Tuple) == Slots * width(TRI, Slot) && Index &&
        TRI.getSubRegIdxOffset(Index) == 0)
      return Tuple;
  }
  return MCRegister();
}

namespace {

/// A plan that was verified, with the registers that it names.
class Verified {
public:
  Verified(MachineFunction &MF, const FlatFunction &Flat, const CdnaPlan &Plan);

  /// One block's share of the edits.
  struct Block {
    MachineBasicBlock *MBB;
    ArrayRef<CdnaEdit> Edits;
  };
  std::vector<Block> Blocks;
  /// Why it cannot be applied; null when it can.
  const char *Refusal = nullptr;

  /// Gives the operands of what an edit places their registers.
  void setOperands(MachineInstr &MI, const CdnaEdit &Edit) const {
    for (uint32_t I = Edit.first_operand, E = I + Edit.operand_count; I != E;
         ++I)
      MI.getOperand(Operands[I].operand).setReg(Registers[I]);
  }
  MCRegister reg(const CdnaEdit &Edit, uint32_t Operand) const {
    return Registers[Edit.first_operand + Operand];
  }

private:
  const char *verifyBlock(const FlatFunction &Flat, uint32_t Index,
                          ArrayRef<CdnaEdit> Edits);
  const char *verifyOperands(const FlatFunction &Flat, const CdnaEdit &Edit);
  const char *verifyOperand(const MachineInstr &MI, const CdnaEdit &Edit,
                            uint32_t At) const;

  const TargetInstrInfo &TII;
  const TargetRegisterInfo &TRI;
  ArrayRef<CdnaOperandEdit> Operands;
  /// The register of each entry of Operands.
  std::vector<MCRegister> Registers;
  /// Instructions that were named.
  std::vector<bool> Seen;
};

} // namespace

/// Whether the edit names an instruction of its block.
static bool namesInstr(const CdnaEdit &Edit) {
  return Edit.kind == CDNA_EDIT_PLACE || Edit.kind == CDNA_EDIT_REMOVE;
}

Verified::Verified(MachineFunction &MF, const FlatFunction &Flat,
                   const CdnaPlan &Plan)
    : TII(*MF.getSubtarget().getInstrInfo()),
      TRI(*MF.getSubtarget().getRegisterInfo()),
      Operands(Plan.operands, Plan.operand_count), Seen(Flat.instrCount()) {
  if (Plan.block_count) {
    Refusal = "it changes the flow of control";
    return;
  }
  for (const CdnaOperandEdit &Edit : Operands)
    Registers.push_back(
        findRegister(TRI, ref(Edit.first_slot), Edit.slot_count));
  std::vector<MachineBasicBlock *> Numbered;
  for (MachineBasicBlock &MBB : MF)
    Numbered.push_back(&MBB);
  ArrayRef<CdnaEdit> Rest(Plan.edits, Plan.edit_count);
  while (!Rest.empty() && !Refusal) {
    uint32_t Index = Rest.front().block;
    auto Share = Rest.take_while(
        [&](const CdnaEdit &Edit) { return Edit.block == Index; });
    Rest = Rest.drop_front(Share.size());
    Refusal = Index < Numbered.size() ? verifyBlock(Flat, Index, Share)
                                      : "it names a block that does not exist";
    if (!Refusal)
      Blocks.push_back({Numbered[Index], Share});
  }
}

const char *Verified::verifyBlock(const FlatFunction &Flat, uint32_t Index,
                                  ArrayRef<CdnaEdit> Edits) {
  const CdnaBlock &Block = Flat.block(Index);
  uint32_t Named = 0;
  for (const CdnaEdit &Edit : Edits) {
    if (Edit.kind > CDNA_EDIT_COPY)
      return "it has an edit of an unknown kind";
    if (namesInstr(Edit)) {
      if (Edit.inst < Block.first_inst ||
          Edit.inst - Block.first_inst >= Block.inst_count || Seen[Edit.inst])
        return "it names an instruction twice, or of another block";
      Seen[Edit.inst] = true;
      ++Named;
    } else if (Edit.kind == CDNA_EDIT_COPY) {
      if (Edit.inst >= Flat.instrCount())
        return "it copies an instruction that does not exist";
      const MachineInstr &MI = *Flat.instr(Edit.inst);
      if (MI.isBundled() || MI.isCall() || MI.isTerminator())
        return "it copies a call, a terminator or a part of a bundle";
    }
    if (const char *Wrong = verifyOperands(Flat, Edit))
      return Wrong;
  }
  return Named == Block.inst_count ? nullptr
                                   : "it does not name each instruction";
}

const char *Verified::verifyOperands(const FlatFunction &Flat,
                                     const CdnaEdit &Edit) {
  if (Edit.first_operand > Operands.size() ||
      Edit.operand_count > Operands.size() - Edit.first_operand)
    return "its operand edits leave their array";
  if (Edit.kind == CDNA_EDIT_MOVE) {
    const MCInstrDesc &Move = TII.get(KnownOpcodes::of(TII).Move);
    if (Edit.operand_count != 2 ||
        !TII.getRegClass(Move, 0)->contains(reg(Edit, 0)) ||
        !TII.getRegClass(Move, 1)->contains(reg(Edit, 1)))
      return "a register move has other operands than two registers";
  } else if (Edit.operand_count) {
    if (Edit.kind != CDNA_EDIT_PLACE && Edit.kind != CDNA_EDIT_COPY)
      return "it edits operands of what has none";
    for (uint32_t I = 0; I != Edit.operand_count; ++I)
      if (const char *Wrong = verifyOperand(*Flat.instr(Edit.inst), Edit, I))
        return Wrong;
  }
  return nullptr;
}

const char *Verified::verifyOperand(const MachineInstr &MI,
                                    const CdnaEdit &Edit, uint32_t At) const {
  uint32_t Index = Operands[Edit.first_operand + At].operand;
  if (MI.isBundled() || Index >= MI.getNumExplicitOperands() ||
      !MI.getOperand(Index).isReg() || !MI.getOperand(Index).getReg())
    return "it edits an operand that is no explicit register";
  MCRegister Reg = reg(Edit, At);
  const TargetRegisterClass *Class = TII.getRegClass(MI.getDesc(), Index);
  if (!Reg || !Class || !Class->contains(Reg) ||
      width(TRI, Reg) != width(TRI, MI.getOperand(Index).getReg().asMCReg()))
    return "a register does not fit its operand";
  if (!MI.getOperand(Index).isTied())
    return nullptr;
  unsigned Tied = MI.findTiedOperandIdx(Index);
  for (uint32_t I = 0; I != Edit.operand_count; ++I)
    if (Operands[Edit.first_operand + I].operand == Tied && reg(Edit, I) == Reg)
      return nullptr;
  return "operands that are tied get different registers";
}

/// Brings the block's instructions into the order of the edits. Debug
/// instructions follow the instruction that they followed. Returns whether
/// anything moved.
static bool reorder(const FlatFunction &Flat, const Verified::Block &Block) {
  MachineBasicBlock &MBB = *Block.MBB;
  std::vector<MachineInstr *> Order;
  for (const CdnaEdit &Edit : Block.Edits)
    if (namesInstr(Edit))
      if (MachineInstr *MI = Flat.instr(Edit.inst); !MI->isBundledWithPred())
        Order.push_back(MI);

  std::vector<std::pair<MachineInstr *, MachineInstr *>> Debug;
  MachineInstr *Before = nullptr;
  size_t At = 0;
  bool Same = true;
  for (MachineInstr &MI : MBB) {
    if (MI.isDebugInstr()) {
      Debug.push_back({&MI, Before});
      continue;
    }
    Same &= Order[At++] == &MI;
    Before = &MI;
  }
  if (Same)
    return false;
  for (MachineInstr *MI : Order)
    MBB.splice(MBB.end(), &MBB, MI->getIterator());
  // Those with no instruction before them stay first; the others are put back
  // last to first, so that several after one instruction keep their order.
  for (auto [MI, Anchor] : reverse(Debug))
    if (Anchor)
      MBB.splice(std::next(MachineBasicBlock::iterator(Anchor)), &MBB,
                 MI->getIterator());
  return true;
}

/// Makes the new instruction of an edit, in front of another.
static void insertNew(const FlatFunction &Flat, const Verified &Plan,
                      const CdnaEdit &Edit, MachineBasicBlock &MBB,
                      MachineBasicBlock::instr_iterator At) {
  MachineFunction &MF = *MBB.getParent();
  const TargetInstrInfo &TII = *MF.getSubtarget().getInstrInfo();
  const KnownOpcodes &Known = KnownOpcodes::of(TII);
  DebugLoc DL = At == MBB.instr_end() ? DebugLoc() : At->getDebugLoc();
  if (Edit.kind == CDNA_EDIT_COPY) {
    MachineInstr *Copy = MF.CloneMachineInstr(Flat.instr(Edit.inst));
    MBB.insert(At, Copy);
    Plan.setOperands(*Copy, Edit);
  } else if (Edit.kind == CDNA_EDIT_MOVE) {
    BuildMI(MBB, At, DL, TII.get(Known.Move), Plan.reg(Edit, 0))
        .addReg(Plan.reg(Edit, 1));
  } else {
    bool IsNop = Edit.kind == CDNA_EDIT_NOP;
    BuildMI(MBB, At, DL, TII.get(IsNop ? Known.Nop : Known.Waitcnt))
        .addImm(Edit.imm);
  }
}

/// Puts the new instructions of a block in.
static void insertAllNew(const FlatFunction &Flat, const Verified &Plan,
                         const Verified::Block &Block) {
  std::vector<const CdnaEdit *> Pending;
  auto Flush = [&](MachineBasicBlock::instr_iterator At) {
    for (const CdnaEdit *Edit : Pending)
      insertNew(Flat, Plan, *Edit, *Block.MBB, At);
    Pending.clear();
  };
  for (const CdnaEdit &Edit : Block.Edits)
    if (Edit.kind == CDNA_EDIT_PLACE)
      Flush(Flat.instr(Edit.inst)->getIterator());
    else if (!namesInstr(Edit))
      Pending.push_back(&Edit);
  Flush(Block.MBB->instr_end());
}

namespace {

/// LLVM's own repair of kill flags after scheduling.
class KillFlags : public ScheduleDAGInstrs {
public:
  explicit KillFlags(MachineFunction &MF) : ScheduleDAGInstrs(MF, nullptr) {}
  void schedule() override {}
};

} // namespace

const char *applyPlan(MachineFunction &MF, const FlatFunction &Flat,
                      const CdnaPlan &Plan) {
  const Verified Good(MF, Flat, Plan);
  if (Good.Refusal)
    return Good.Refusal;
  ArrayRef Edits(Plan.edits, Plan.edit_count);
  std::vector<MachineBasicBlock *> Rewritten;
  for (const Verified::Block &Block : Good.Blocks) {
    if (reorder(Flat, Block))
      Rewritten.push_back(Block.MBB);
    insertAllNew(Flat, Good, Block);
  }
  // Only now: copies are of instructions as they were.
  for (const CdnaEdit &Edit : Edits)
    if (Edit.kind == CDNA_EDIT_REMOVE)
      Flat.instr(Edit.inst)->eraseFromBundle();
    else if (Edit.kind == CDNA_EDIT_PLACE)
      Good.setOperands(*Flat.instr(Edit.inst), Edit);
  if (any_of(Edits, [](const CdnaEdit &Edit) {
        return Edit.kind == CDNA_EDIT_COPY || Edit.operand_count;
      })) {
    // Registers live elsewhere than before, perhaps across blocks.
    Rewritten.clear();
    for (MachineBasicBlock &MBB : MF)
      Rewritten.push_back(&MBB);
    fullyRecomputeLiveIns(ArrayRef(Rewritten).drop_front());
  }
  KillFlags Kills(MF);
  for (MachineBasicBlock *MBB : Rewritten)
    Kills.fixupKills(*MBB);
  return nullptr;
}

} // namespace cdnasched
