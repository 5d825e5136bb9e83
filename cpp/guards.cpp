//===- guards.cpp - guarded code of loops as one unit ---------------------===//
//
// A loop whose blocks are chained by branches around code for which EXEC was
// narrowed becomes one block: the branch goes, and the code runs with whatever
// EXEC is, which may be nothing. From where EXEC is narrowed to where it is
// restored it is a bundle, which moves as a whole. Which guards these are, the
// core says.
//
//===----------------------------------------------------------------------===//

#include "shim.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstrBundle.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"

using namespace llvm;

namespace cdnasched {

bool isGuard(const MachineInstr &MI) {
  // LLVM gives this flag to calls.
  return MI.isBundle() && MI.getFlag(MachineInstr::NoMerge);
}

bool isInGuard(const MachineInstr &MI) {
  return MI.isBundledWithPred() && isGuard(*getBundleStart(MI.getIterator()));
}

void readOutside(MachineInstr &MI) {
  for (MachineOperand &MO : MI.operands())
    if (MO.isReg() && MO.isUse())
      MO.setIsInternalRead(false);
}

Guards::Guards(MachineFunction &MF)
    : MF(MF), TII(*MF.getSubtarget().getInstrInfo()),
      TRI(*MF.getSubtarget().getRegisterInfo()) {}

bool Guards::mayHave(const MachineFunction &MF, const MachineLoopInfo &MLI) {
  MCRegister Exec = registerNamed(*MF.getSubtarget().getRegisterInfo(), "EXEC");
  // Another branch than a loop of one block has, or one by lanes.
  return any_of(MF, [&](const MachineBasicBlock &MBB) {
    auto ReadsExec = [&](const MachineInstr &MI) {
      return MI.readsRegister(Exec, nullptr);
    };
    return MLI.getLoopFor(&MBB) && MBB.succ_size() > 1 &&
           (!MBB.isSuccessor(&MBB) || any_of(MBB.terminators(), ReadsExec));
  });
}

void Guards::merge(const FlatFunction &Flat, ArrayRef<CdnaGuard> Wanted) {
  auto IsFixed = [&](const CdnaGuard &One) {
    return entersOtherwise(*Flat.Layout[One.guarded]) ||
           entersOtherwise(*Flat.Instrs[One.last]->getParent());
  };
  // One loop's guards share blocks: all of a function's or none.
  if (Wanted.empty() || MF.hasBBSections() || any_of(Wanted, IsFixed))
    return;
  for (MachineBasicBlock &MBB : MF) {
    BlockBefore Block{&MBB, {}, {}, MBB.hasSuccessorProbabilities()};
    for (MachineInstr &MI : MBB)
      Block.Instrs.push_back(&MI);
    for (auto I = MBB.succ_begin(), E = MBB.succ_end(); I != E; ++I)
      Block.Successors.push_back({*I, MBB.getSuccProbability(I)});
    Before.push_back(std::move(Block));
  }
  for (const CdnaGuard &One : Wanted)
    merge(*Flat.Instrs[One.first], *Flat.Layout[One.guarded],
          *Flat.Instrs[One.last]);
}

void Guards::takeBranches(MachineBasicBlock &MBB) {
  for (MachineInstr &MI : make_early_inc_range(MBB.terminators())) {
    MBB.remove(&MI);
    Branches.push_back(&MI);
  }
}

void Guards::merge(MachineInstr &First, MachineBasicBlock &Guarded,
                   MachineInstr &Last) {
  MachineBasicBlock &MBB = *First.getParent();
  MachineBasicBlock &Join = *Last.getParent();
  MachineBasicBlock *Next = Join.getFallThrough(false);
  takeBranches(MBB);
  takeBranches(Guarded);
  MBB.splice(MBB.end(), &Guarded, Guarded.begin(), Guarded.end());
  MBB.splice(MBB.end(), &Join, Join.begin(), Join.end());
  MBB.removeSuccessor(&Guarded);
  MBB.removeSuccessor(&Join);
  Guarded.removeSuccessor(&Join);
  MBB.transferSuccessors(&Join);
  // They keep their numbers, out of the way.
  for (MachineBasicBlock *Empty : {&Guarded, &Join}) {
    MF.splice(MF.end(), Empty);
    Emptied.push_back(Empty);
  }
  if (Next && !MBB.isLayoutSuccessor(Next))
    leadTo(MBB, *Next);
  bundleGuard(First, Last);
}

void Guards::leadTo(MachineBasicBlock &MBB, MachineBasicBlock &Next) {
  MachineBasicBlock *True = nullptr, *False = nullptr;
  SmallVector<MachineOperand, 4> Condition;
  // A loop's block is to branch back to itself, not over a branch to itself.
  bool Inverts = &Next == &MBB &&
                 !TII.analyzeBranch(MBB, True, False, Condition) && True &&
                 !False && !Condition.empty() &&
                 !TII.reverseBranchCondition(Condition);
  if (!Inverts) {
    TII.insertUnconditionalBranch(MBB, &Next, DebugLoc());
    return;
  }
  takeBranches(MBB);
  TII.insertBranch(MBB, &MBB, MBB.isLayoutSuccessor(True) ? nullptr : True,
                   Condition, DebugLoc());
}

void bundleGuard(MachineInstr &First, MachineInstr &Last) {
  MachineBasicBlock &MBB = *First.getParent();
  const TargetRegisterInfo &TRI =
      *MBB.getParent()->getSubtarget().getRegisterInfo();
  // Debug instructions cannot be bundled: they follow.
  auto Behind = std::next(MachineBasicBlock::iterator(Last));
  SmallVector<MachineInstr *, 4> Debug;
  for (MachineInstr &MI :
       make_range(MachineBasicBlock::iterator(First), Behind))
    if (MI.isDebugInstr())
      Debug.push_back(&MI);
  for (MachineInstr *MI : Debug)
    MBB.splice(Behind, &MBB, MI->getIterator());
  auto Begin = First.getIterator(), End = std::next(Last.getIterator());
  SmallSetVector<MCRegister, 8> Written;
  for (MachineInstr &MI : make_range(Begin, End)) {
    for (const MachineOperand &MO : MI.all_defs())
      Written.insert(MO.getReg().asMCReg());
  }
  finalizeBundle(MBB, Begin, End);
  MachineInstr &Header = *getBundleStart(First.getIterator());
  Header.setFlag(MachineInstr::NoMerge);
  // Behind it EXEC is what it was before.
  MCRegister Exec = registerNamed(TRI, "EXEC");
  for (unsigned I = Header.getNumOperands(); I-- != 0;) {
    const MachineOperand &MO = Header.getOperand(I);
    if (MO.isReg() && MO.isDef() && TRI.regsOverlap(MO.getReg(), Exec))
      Header.removeOperand(I);
  }
  auto Read = [&](MCRegister Reg) {
    auto Is = [&](const MachineOperand &MO) { return MO.getReg() == Reg; };
    if (none_of(Header.all_uses(), Is))
      Header.addOperand(MachineOperand::CreateReg(Reg, false, true));
  };
  // It stays where EXEC is what it is here.
  Read(Exec);
  // Lanes that are off keep what is there.
  for (MCRegister Reg : Written)
    if (vectorTuple(TRI, Reg))
      Read(Reg);
}

void Guards::dissolve(const SmallPtrSetImpl<const MachineInstr *> &Kept) {
  for (MachineBasicBlock &MBB : MF)
    for (auto I = MBB.instr_begin(), E = MBB.instr_end(); I != E;) {
      MachineInstr &Header = *I++;
      if (!isGuard(Header) || Kept.contains(&Header))
        continue;
      for (; I != E && I->isBundledWithPred(); ++I) {
        I->unbundleFromPred();
        readOutside(*I);
      }
      Header.eraseFromParent();
    }
}

void Guards::restore() {
  if (Before.empty())
    return;
  SmallPtrSet<const MachineInstr *, 32> Known;
  for (const BlockBefore &Block : Before)
    Known.insert_range(Block.Instrs);
  dissolve(Known);
  for (MachineInstr *MI : Branches)
    if (!Known.contains(MI))
      MF.deleteMachineInstr(MI);
  for (MachineBasicBlock &MBB : MF)
    for (MachineInstr &MI : make_early_inc_range(MBB))
      if (!Known.contains(&MI))
        MI.eraseFromParent();
  for (const BlockBefore &Block : Before) {
    MachineBasicBlock *MBB = Block.MBB;
    MF.splice(MF.end(), MBB);
    while (!MBB->succ_empty())
      MBB->removeSuccessor(MBB->succ_begin());
  }
  for (const BlockBefore &Block : Before) {
    MachineBasicBlock *MBB = Block.MBB;
    for (MachineInstr *MI : Block.Instrs)
      if (is_contained(Branches, MI))
        MBB->insert(MBB->end(), MI);
      else
        MBB->splice(MBB->end(), MI->getParent(), MI->getIterator());
    for (auto [To, Chance] : Block.Successors)
      if (Block.HasChances)
        MBB->addSuccessor(To, Chance);
      else
        MBB->addSuccessorWithoutProb(To);
  }
  forget();
}

void Guards::settle() {
  SmallSetVector<MachineBasicBlock *, 4> Bundled;
  for (MachineBasicBlock &MBB : MF)
    if (any_of(MBB, isGuard))
      Bundled.insert(&MBB);
  if (!Bundled.empty()) {
    dissolve(SmallPtrSet<const MachineInstr *, 1>());
    // Reads of what the bundle itself wrote were not seen until now.
    RegionGraph Kills(MF, nullptr);
    for (MachineBasicBlock *MBB : Bundled)
      Kills.fixupKills(*MBB);
  }
  for (MachineInstr *MI : Branches)
    MF.deleteMachineInstr(MI);
  for (MachineBasicBlock *MBB : Emptied)
    MF.erase(MBB);
  forget();
}

void Guards::forget() {
  Before.clear();
  Branches.clear();
  Emptied.clear();
}

} // namespace cdnasched
