//===- apply.h - plan of edits -> MachineFunction -------------------------===//

#ifndef CDNASCHED_APPLY_H
#define CDNASCHED_APPLY_H

#include "lower.h"
#include "llvm/CodeGen/MachineBasicBlock.h"
#include <vector>

namespace cdnasched {

/// Takes memory clauses apart, so that their members can be scheduled one by
/// one, and can put them together again exactly as they were.
class DissolvedBundles {
public:
  explicit DissolvedBundles(llvm::MachineFunction &MF);
  ~DissolvedBundles();
  DissolvedBundles(const DissolvedBundles &) = delete;
  DissolvedBundles &operator=(const DissolvedBundles &) = delete;

  /// Undoes it. The members must still stand where they stood.
  void restore();

private:
  struct Bundle {
    llvm::MachineInstr *Header;
    std::vector<llvm::MachineInstr *> Members;
    std::vector<llvm::MachineOperand *> InternalReads;
  };
  llvm::MachineFunction &MF;
  std::vector<Bundle> Bundles;
};

/// Applies the edits of a plan. A plan that cannot be applied as a whole
/// changes nothing: gives why then, otherwise null.
const char *applyPlan(llvm::MachineFunction &MF, const FlatFunction &Flat,
                      const CdnaPlan &Plan);

} // namespace cdnasched

#endif // CDNASCHED_APPLY_H
