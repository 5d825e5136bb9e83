//===- blocks.cpp - new blocks, and where control goes --------------------===//
//
// Copies keep the memory operands of what they are copies of, and so do
// instructions whose block now belongs to two iterations. Behind stage 1 only
// SIInsertWaitcnts asks LLVM's alias analysis, about loads into LDS, and it
// asks about pairs of instructions, whatever the iterations that they belong
// to: a pair that may meet in the new blocks could meet over the back edge
// before, and gets the same answer. Without memory operands it would wait for
// each.
//
//===----------------------------------------------------------------------===//

#include "shim.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"

using namespace llvm;

namespace cdnasched {

NewFlow::NewFlow(MachineFunction &MF, const FlatFunction &Flat,
                 const CdnaPlan &Plan)
    : MF(MF), Plan(Plan), Flat(Flat), Blocks(Flat.Layout) {
  for (const CdnaInsertion &New :
       ArrayRef(Plan.insertions, Plan.insertion_count))
    if (New.opcode == CDNASCHED_NONE && New.block >= Flat.Layout.size())
      Sources.insert(Flat.Instrs[New.value]->getParent());
}

bool NewFlow::isAny() const {
  return Plan.new_block_count || Plan.target_count || Plan.successor_count;
}

/// Why control cannot enter a block from elsewhere.
const char *NewFlow::refusal(const MachineBasicBlock &MBB) const {
  bool IsNamed = MBB.hasAddressTaken() || MBB.hasLabelMustBeEmitted() ||
                 MBB.isInlineAsmBrIndirectTarget();
  bool IsHandler =
      MBB.isEHPad() || MBB.isEHScopeEntry() || MBB.isEHFuncletEntry();
  return IsNamed || IsHandler
             ? "a block is entered by other means than branches"
             : nullptr;
}

const char *NewFlow::refusal() const {
  if (!isAny())
    return nullptr;
  if (MF.hasBBSections())
    return "blocks are in sections of their own";
  for (const CdnaOtherSuccessor &Other :
       ArrayRef(Plan.successors, Plan.successor_count)) {
    const MachineBasicBlock *MBB = Blocks[Other.block];
    if (!MBB->isSuccessor(Blocks[Other.before]))
      return "a block has other successors";
    if (const char *Why = refusal(*Blocks[Other.before]))
      return Why;
  }
  for (const CdnaNewSuccessor &Successor :
       ArrayRef(Plan.new_successors, Plan.new_successor_count)) {
    if (Successor.block < Flat.Layout.size())
      if (const char *Why = refusal(*Blocks[Successor.block]))
        return Why;
    if (Successor.like_block != CDNASCHED_NONE &&
        !Blocks[Successor.like_block]->isSuccessor(
            Blocks[Successor.like_successor]))
      return "a block has other successors";
  }
  auto IsBranch = [](const MachineInstr &MI) {
    return MI.isBranch() && count_if(MI.operands(), [](const auto &MO) {
                              return MO.isMBB();
                            }) == 1;
  };
  for (const CdnaInsertion &New :
       ArrayRef(Plan.insertions, Plan.insertion_count))
    if (New.target != CDNASCHED_NONE && !IsBranch(*Flat.Instrs[New.value]))
      return "a branch goes nowhere";
  for (const CdnaTarget &Target : ArrayRef(Plan.targets, Plan.target_count))
    if (!IsBranch(*Flat.Instrs[Target.inst]))
      return "a branch goes nowhere";
  return nullptr;
}

NewFlow::Reaching NewFlow::reaching(const MachineBasicBlock &MBB) const {
  const TargetRegisterInfo &TRI = *MF.getSubtarget().getRegisterInfo();
  std::vector<const MachineInstr *> Last(TRI.getNumRegUnits());
  Reaching Found;
  for (const MachineInstr &MI : MBB.instrs()) {
    if (MI.isDebugValue())
      for (const MachineOperand &MO : MI.debug_operands())
        if (MO.isReg() && MO.getReg().isPhysical())
          for (MCRegUnit Unit : TRI.regunits(MO.getReg()))
            Found[&MI].push_back(Last[static_cast<unsigned>(Unit)]);
    if (!MI.isDebugInstr())
      for (const MachineOperand &MO : MI.all_defs())
        for (MCRegUnit Unit : TRI.regunits(MO.getReg()))
          Last[static_cast<unsigned>(Unit)] = &MI;
  }
  // What is written later in the block may come from there over its back edge.
  for (auto &[MI, Defs] : Found) {
    unsigned At = 0;
    for (const MachineOperand &MO : MI->debug_operands())
      if (MO.isReg() && MO.getReg().isPhysical())
        for (MCRegUnit Unit : TRI.regunits(MO.getReg())) {
          if (!Defs[At] && Last[static_cast<unsigned>(Unit)])
            Defs[At] = MI;
          ++At;
        }
  }
  return Found;
}

void NewFlow::prepare() {
  DenseMap<const MachineBasicBlock *, MachineBasicBlock *> Behind;
  const BasicBlock *From =
      Sources.empty() ? nullptr : Sources.front()->getBasicBlock();
  for (const CdnaNewBlock &New :
       ArrayRef(Plan.new_blocks, Plan.new_block_count)) {
    MachineBasicBlock *MBB = MF.CreateMachineBasicBlock(From);
    MachineBasicBlock *After = Blocks[New.after];
    auto [Last, IsFirst] = Behind.try_emplace(After, After);
    MF.insert(std::next(Last->second->getIterator()), MBB);
    Last->second = MBB;
    Blocks.push_back(MBB);
  }
  for (MachineBasicBlock *MBB : Sources) {
    // What is said at its beginning would be said in the midst of it.
    for (MachineInstr &MI : MBB->instrs()) {
      if (!MI.isDebugInstr())
        break;
      if (MI.isDebugValue())
        Lost.push_back(&MI);
    }
    for (auto &[MI, Defs] : reaching(*MBB))
      Before[MI] = std::move(Defs);
  }
}

void NewFlow::noteLost() {
  for (MachineBasicBlock *MBB : Sources) {
    Reaching Now = reaching(*MBB);
    for (MachineInstr &MI : MBB->instrs()) {
      auto It = Now.find(&MI);
      if (It == Now.end() || is_contained(Lost, &MI))
        continue;
      if (It->second != Before.lookup(&MI) || is_contained(It->second, &MI))
        Lost.push_back(&MI);
    }
  }
}

void NewFlow::connect() {
  ArrayRef<CdnaNewSuccessor> Successors(Plan.new_successors,
                                        Plan.new_successor_count);
  for (auto [At, New] :
       enumerate(ArrayRef(Plan.new_blocks, Plan.new_block_count)))
    for (const CdnaNewSuccessor &To :
         Successors.slice(New.first_successor, New.successor_count)) {
      BranchProbability Chance = BranchProbability::getUnknown();
      if (New.successor_count == 1)
        Chance = BranchProbability::getOne();
      else if (To.like_block != CDNASCHED_NONE) {
        const MachineBasicBlock *Like = Blocks[To.like_block];
        Chance = Like->getSuccProbability(
            find(Like->successors(), Blocks[To.like_successor]));
      }
      Blocks[Flat.Layout.size() + At]->addSuccessor(Blocks[To.block], Chance);
    }
  for (const CdnaOtherSuccessor &Other :
       ArrayRef(Plan.successors, Plan.successor_count))
    Blocks[Other.block]->replaceSuccessor(Blocks[Other.before],
                                          Blocks[Other.after]);
  for (const CdnaTarget &Target : ArrayRef(Plan.targets, Plan.target_count))
    for (MachineOperand &MO : Flat.Instrs[Target.inst]->operands())
      if (MO.isMBB())
        MO.setMBB(Blocks[Target.block]);
}

/// Says that nothing is known of a variable.
void NewFlow::sayNothing(MachineBasicBlock &MBB, MachineBasicBlock::iterator At,
                         const MachineInstr &Of) const {
  const TargetInstrInfo &TII = *MF.getSubtarget().getInstrInfo();
  BuildMI(MBB, At, Of.getDebugLoc(), TII.get(TargetOpcode::DBG_VALUE), false,
          Register(), Of.getDebugVariable(),
          DIExpression::convertToUndefExpression(Of.getDebugExpression()));
}

void NewFlow::loseDebugValues() {
  for (MachineBasicBlock *MBB :
       ArrayRef(Blocks).drop_front(Flat.Layout.size())) {
    DenseSet<DebugVariable> Said;
    auto At = MBB->begin();
    for (const MachineBasicBlock *Source : Sources)
      for (const MachineInstr &MI : Source->instrs())
        if (MI.isDebugValue() &&
            Said.insert({MI.getDebugVariable(), MI.getDebugExpression(),
                         MI.getDebugLoc()->getInlinedAt()})
                .second)
          sayNothing(*MBB, At, MI);
  }
  for (MachineInstr *MI : Lost) {
    sayNothing(*MI->getParent(), MI->getIterator(), *MI);
    MI->eraseFromParent();
  }
}

} // namespace cdnasched
