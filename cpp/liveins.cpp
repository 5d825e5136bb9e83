//===- liveins.cpp - the lists of registers that are live into blocks -----===//

#include "shim.h"
#include "llvm/CodeGen/LivePhysRegs.h"

using namespace llvm;

namespace cdnasched {

void LiveIns::recompute(ArrayRef<MachineBasicBlock *> Blocks) {
  // From nothing: around a loop, what is no longer live would keep itself
  // alive.
  for (MachineBasicBlock *MBB : Blocks)
    MBB->clearLiveIns();
  // This repeats until nothing changes, with the same result in any order of
  // the blocks. Liveness flows backwards: fewest passes from the last one on.
  fullyRecomputeLiveIns(to_vector(reverse(Blocks)));
}

LiveIns::LiveIns(ArrayRef<MachineBasicBlock *> Layout)
    // The lists of the first say what the function is called with.
    : Blocks(Layout.drop_front()) {
  Present = get();
  recompute(Blocks);
  Before = get();
  set(Present);
}

LiveIns::Lists LiveIns::get() const {
  Lists Found;
  for (const MachineBasicBlock *MBB : Blocks)
    Found.push_back(std::vector(MBB->getLiveIns()));
  return Found;
}

void LiveIns::set(const Lists &To) const {
  for (auto [MBB, List] : zip(Blocks, To)) {
    MBB->clearLiveIns();
    for (const auto &LiveIn : List)
      MBB->addLiveIn(LiveIn);
  }
}

bool LiveIns::update() const {
  recompute(Blocks);
  if (get() != Before)
    return true;
  set(Present);
  return false;
}

} // namespace cdnasched
