//===- apply.cpp - edits -> MachineFunction
//--------------------------------===//

#include "apply.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
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

/// One block's share of the edits.
struct BlockEdits {
  MachineBasicBlock *MBB;
  ArrayRef<CdnaEdit> Edits;
};

/// Whether the edit names an instruction of the function.
static bool namesInstr(const CdnaEdit &Edit) {
  return Edit.kind == CDNA_EDIT_KEEP || Edit.kind == CDNA_EDIT_REMOVE ||
         Edit.kind == CDNA_EDIT_COPY_AMOUNT;
}

/// The low half of a register pair.
static Register lowHalf(const TargetRegisterInfo &TRI, Register Pair) {
  for (unsigned Index = 1; Index < TRI.getNumSubRegIndices(); ++Index)
    if (StringRef(TRI.getSubRegIndexName(Index)) == "sub0")
      return TRI.getSubReg(Pair, Index);
  return Register();
}

/// Whether the instruction is a result in a pair, an amount in a register, and
/// more.
static bool isShiftByRegister(const MachineInstr &MI) {
  const TargetSubtargetInfo &ST = MI.getMF()->getSubtarget();
  return !MI.isBundled() && MI.getNumExplicitOperands() >= 3 &&
         MI.getOperand(0).isReg() && MI.getOperand(0).isDef() &&
         MI.getOperand(1).isReg() && MI.getOperand(1).isUse() &&
         lowHalf(*ST.getRegisterInfo(), MI.getOperand(0).getReg());
}

/// Copies the shift's amount to the low half of its result and lets the shift
/// take it from there.
static void copyAmount(MachineInstr &Shift) {
  MachineBasicBlock &MBB = *Shift.getParent();
  const TargetSubtargetInfo &ST = MBB.getParent()->getSubtarget();
  const TargetInstrInfo &TII = *ST.getInstrInfo();
  MachineOperand &Amount = Shift.getOperand(1);
  Register Low = lowHalf(*ST.getRegisterInfo(), Shift.getOperand(0).getReg());
  BuildMI(MBB, Shift, Shift.getDebugLoc(), TII.get(KnownOpcodes::of(TII).Move),
          Low)
      .addReg(Amount.getReg(), getKillRegState(Amount.isKill()));
  Amount.setReg(Low);
  Amount.setIsKill(true);
}

/// Splits the edits by block and proves that each block's instructions are
/// named exactly once.
static bool splitByBlock(MachineFunction &MF, const FlatFunction &Flat,
                         ArrayRef<CdnaEdit> Edits,
                         std::vector<BlockEdits> &Blocks) {
  std::vector<MachineBasicBlock *> Numbered;
  for (MachineBasicBlock &MBB : MF)
    Numbered.push_back(&MBB);
  std::vector<bool> Seen(Flat.instrCount());
  for (size_t Begin = 0, End; Begin != Edits.size(); Begin = End) {
    uint32_t Index = Edits[Begin].block;
    if (Index >= Numbered.size())
      return false;
    const CdnaBlock &Block = Flat.block(Index);
    uint32_t Named = 0;
    for (End = Begin; End != Edits.size() && Edits[End].block == Index; ++End) {
      const CdnaEdit &Edit = Edits[End];
      if (!namesInstr(Edit))
        continue;
      if (Edit.inst < Block.first_inst ||
          Edit.inst - Block.first_inst >= Block.inst_count || Seen[Edit.inst])
        return false;
      if (Edit.kind == CDNA_EDIT_COPY_AMOUNT &&
          !isShiftByRegister(*Flat.instr(Edit.inst)))
        return false;
      Seen[Edit.inst] = true;
      ++Named;
    }
    if (Named != Block.inst_count)
      return false;
    Blocks.push_back({Numbered[Index], Edits.slice(Begin, End - Begin)});
  }
  return true;
}

/// Brings the block's instructions into the order of the edits. Debug
/// instructions follow the instruction they stood behind. Returns whether
/// anything moved.
static bool reorder(const FlatFunction &Flat, const BlockEdits &Block) {
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
  // Those with no instruction before them are left in front; the others are
  // put back last to first, so that several behind one keep their order.
  for (auto [MI, Anchor] : reverse(Debug))
    if (Anchor)
      MBB.splice(std::next(MachineBasicBlock::iterator(Anchor)), &MBB,
                 MI->getIterator());
  return true;
}

/// Puts the new instructions in and takes the removed ones out.
static void insertAndRemove(const FlatFunction &Flat, const BlockEdits &Block) {
  MachineBasicBlock &MBB = *Block.MBB;
  const TargetInstrInfo &TII = *MBB.getParent()->getSubtarget().getInstrInfo();
  const KnownOpcodes &Known = KnownOpcodes::of(TII);
  std::vector<const CdnaEdit *> Pending;
  auto Flush = [&](MachineBasicBlock::instr_iterator At) {
    DebugLoc DL = At == MBB.instr_end() ? DebugLoc() : At->getDebugLoc();
    for (const CdnaEdit *Edit : Pending)
      BuildMI(MBB, At, DL,
              TII.get(Edit->kind == CDNA_EDIT_NOP ? Known.Nop : Known.Waitcnt))
          .addImm(Edit->imm);
    Pending.clear();
  };
  for (const CdnaEdit &Edit : Block.Edits) {
    if (Edit.kind == CDNA_EDIT_KEEP) {
      Flush(Flat.instr(Edit.inst)->getIterator());
    } else if (Edit.kind == CDNA_EDIT_COPY_AMOUNT) {
      Flush(Flat.instr(Edit.inst)->getIterator());
      copyAmount(*Flat.instr(Edit.inst));
    } else if (Edit.kind == CDNA_EDIT_REMOVE)
      Flat.instr(Edit.inst)->eraseFromBundle();
    else
      Pending.push_back(&Edit);
  }
  Flush(MBB.instr_end());
}

namespace {

/// LLVM's own repair of kill flags after scheduling.
class KillFlags : public ScheduleDAGInstrs {
public:
  explicit KillFlags(MachineFunction &MF) : ScheduleDAGInstrs(MF, nullptr) {}
  void schedule() override {}
};

} // namespace

bool applyEdits(MachineFunction &MF, const FlatFunction &Flat,
                const CdnaPlan &Plan) {
  std::vector<BlockEdits> Blocks;
  if (!splitByBlock(MF, Flat, ArrayRef(Plan.edits, Plan.edit_count), Blocks))
    return false;
  KillFlags Kills(MF);
  for (const BlockEdits &Block : Blocks) {
    bool Moved = reorder(Flat, Block);
    insertAndRemove(Flat, Block);
    if (Moved)
      Kills.fixupKills(*Block.MBB);
  }
  return true;
}

} // namespace cdnasched
