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

using namespace llvm;

namespace cdnasched {

NewFlow::NewFlow(MachineFunction &MF, const FlatFunction &Flat,
                 const CdnaPlan &Plan)
    : MF(MF), Plan(Plan), Flat(Flat), Blocks(Flat.Layout) {}

bool NewFlow::isAny() const {
  return Plan.new_block_count || Plan.target_count || Plan.successor_count;
}

bool entersOtherwise(const MachineBasicBlock &MBB) {
  bool IsNamed = MBB.hasAddressTaken() || MBB.hasLabelMustBeEmitted() ||
                 MBB.isInlineAsmBrIndirectTarget();
  bool IsHandler =
      MBB.isEHPad() || MBB.isEHScopeEntry() || MBB.isEHFuncletEntry();
  return IsNamed || IsHandler;
}

/// Why control cannot enter a block from elsewhere.
const char *NewFlow::refusal(const MachineBasicBlock &MBB) const {
  return entersOtherwise(MBB)
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

void NewFlow::prepare() {
  DenseMap<const MachineBasicBlock *, MachineBasicBlock *> Behind;
  // Named like the block that the first copy is from.
  auto Insertions = ArrayRef(Plan.insertions, Plan.insertion_count);
  const auto *First = find_if(Insertions, [&](const CdnaInsertion &New) {
    return New.opcode == CDNASCHED_NONE && New.block >= Flat.Layout.size();
  });
  const BasicBlock *From =
      First == Insertions.end()
          ? nullptr
          : Flat.Instrs[First->value]->getParent()->getBasicBlock();
  for (const CdnaNewBlock &New :
       ArrayRef(Plan.new_blocks, Plan.new_block_count)) {
    MachineBasicBlock *MBB = MF.CreateMachineBasicBlock(From);
    MachineBasicBlock *After = Blocks[New.after];
    auto [Last, IsFirst] = Behind.try_emplace(After, After);
    MF.insert(std::next(Last->second->getIterator()), MBB);
    Last->second = MBB;
    Blocks.push_back(MBB);
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

} // namespace cdnasched
