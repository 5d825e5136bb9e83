//===- lds_alias.h - which LDS accesses may meet loads into LDS -----------===//
//
// Asks LLVM's alias analysis for each pair of a load into LDS and another
// access to LDS. What follows from the answers is the core's business.
//
//===----------------------------------------------------------------------===//

#ifndef CDNASCHED_LDS_ALIAS_H
#define CDNASCHED_LDS_ALIAS_H

#include "cdnasched.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/CodeGen/MachineInstr.h"
#include <map>
#include <tuple>
#include <vector>

namespace cdnasched {

/// Groups of LDS accesses that alias analysis answers alike for, and what it
/// says of each pair of groups.
class LDSAliases {
public:
  LDSAliases(llvm::MachineFunction &MF, llvm::AAResults &AA);

  /// The group of a memory operand; 0 when nothing is known of it.
  uint32_t group(const llvm::MachineInstr &MI,
                 const llvm::MachineMemOperand &MMO);
  /// What is known of pairs of groups that group() has given.
  const std::vector<CdnaAliasFact> &facts() const { return Facts; }

private:
  /// Loads into LDS with the same alias metadata.
  struct Writers {
    llvm::AAMDNodes AA;
    llvm::SmallVector<const llvm::MachineInstr *, 4> Instrs;
  };

  uint32_t writerGroup(const llvm::AAMDNodes &AA) const;
  uint32_t relation(const llvm::MachineInstr &MI,
                    const llvm::MachineMemOperand &MMO, const Writers &W);
  uint32_t byScopes(const llvm::AAMDNodes &Reader,
                    const llvm::AAMDNodes &Writer) const;
  uint32_t excluded(const llvm::MDNode *Scopes,
                    const llvm::MDNode *NoAlias) const;

  llvm::AAResults &AA;
  llvm::BatchAAResults Batch;
  /// Group N is entry N - 1; groups of other accesses follow.
  std::vector<Writers> Written;
  /// Scopes that are declared anew in each iteration of a loop.
  llvm::SmallPtrSet<const llvm::Metadata *, 8> OfOneIteration;
  /// What distinguishes accesses for alias analysis: address, offset, size,
  /// metadata.
  using Key = std::tuple<const void *, int64_t, uint64_t, const void *,
                         const void *, const void *>;
  std::map<Key, uint32_t> Known;
  /// Group of each row of relations, one for each entry of Written.
  std::map<std::vector<uint32_t>, uint32_t> Rows;
  std::vector<CdnaAliasFact> Facts;
};

/// The store to LDS of an instruction that loads from other memory straight
/// into LDS; null for every other instruction.
const llvm::MachineMemOperand *loadIntoLDS(const llvm::MachineInstr &MI);

} // namespace cdnasched

#endif // CDNASCHED_LDS_ALIAS_H
