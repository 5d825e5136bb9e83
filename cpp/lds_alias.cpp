//===- lds_alias.cpp - which LDS accesses may meet loads into LDS ---------===//

#include "lds_alias.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScopedNoAliasAA.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineMemOperand.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/AMDGPUAddrSpace.h"

using namespace llvm;

namespace cdnasched {

/// Beyond so many groups of either kind the pairs are not worth their time:
/// nothing is known of the rest then.
constexpr size_t MaxWriters = 64, MaxRows = 256;

const MachineMemOperand *loadIntoLDS(const MachineInstr &MI) {
  const MachineMemOperand *ToLDS = nullptr;
  bool FromElsewhere = false;
  for (const MachineMemOperand *MMO : MI.memoperands()) {
    bool IsLocal = MMO->getAddrSpace() == AMDGPUAS::LOCAL_ADDRESS;
    if (IsLocal && MMO->isStore() && !MMO->isLoad() && !ToLDS)
      ToLDS = MMO;
    FromElsewhere |= !IsLocal && MMO->isLoad();
  }
  return FromElsewhere ? ToLDS : nullptr;
}

/// The scopes that are declared inside a loop: what they say holds within one
/// iteration (LangRef, llvm.experimental.noalias.scope.decl).
static void scopesOfOneIteration(const Function &F,
                                 SmallPtrSetImpl<const Metadata *> &Scopes) {
  SmallVector<const NoAliasScopeDeclInst *, 8> Declared;
  if (F.empty())
    return;
  for (const Instruction &I : instructions(F))
    if (const auto *Decl = dyn_cast<NoAliasScopeDeclInst>(&I))
      Declared.push_back(Decl);
  if (Declared.empty())
    return;
  DominatorTree DT(const_cast<Function &>(F));
  LoopInfo LI(DT);
  for (const NoAliasScopeDeclInst *Decl : Declared)
    if (LI.getLoopFor(Decl->getParent()))
      for (const MDOperand &Scope : Decl->getScopeList()->operands())
        Scopes.insert(Scope.get());
}

LDSAliases::LDSAliases(MachineFunction &MF, AAResults &AA) : AA(AA), Batch(AA) {
  for (const MachineBasicBlock &MBB : MF)
    for (const MachineInstr &MI : MBB.instrs()) {
      const MachineMemOperand *MMO = loadIntoLDS(MI);
      if (!MMO)
        continue;
      AAMDNodes Nodes = MMO->getAAInfo();
      uint32_t Group = writerGroup(Nodes);
      if (Group == 0 && Written.size() < MaxWriters) {
        Written.push_back({Nodes, {}});
        Group = Written.size();
      }
      if (Group != 0)
        Written[Group - 1].Instrs.push_back(&MI);
    }
  if (!Written.empty())
    scopesOfOneIteration(MF.getFunction(), OfOneIteration);
}

uint32_t LDSAliases::writerGroup(const AAMDNodes &Nodes) const {
  for (size_t I = 0; I != Written.size(); ++I)
    if (Written[I].AA == Nodes)
      return static_cast<uint32_t>(I + 1);
  return 0;
}

/// What follows for an access with these scopes and one with this no-alias
/// list, by LLVM's own rule.
uint32_t LDSAliases::excluded(const MDNode *Scopes,
                              const MDNode *NoAlias) const {
  if (!Scopes || !NoAlias)
    return CDNA_ALIAS_MAY;
  AAMDNodes In, Excluding;
  In.Scope = const_cast<MDNode *>(Scopes);
  Excluding.NoAlias = const_cast<MDNode *>(NoAlias);
  auto Anywhere = LocationSize::beforeOrAfterPointer();
  ScopedNoAliasAAResult Rule;
  SimpleAAQueryInfo Query(AA);
  if (Rule.alias(MemoryLocation(nullptr, Anywhere, In),
                 MemoryLocation(nullptr, Anywhere, Excluding), Query,
                 nullptr) != AliasResult::NoAlias)
    return CDNA_ALIAS_MAY;
  bool Limited = any_of(Scopes->operands(), [&](const MDOperand &Scope) {
    return OfOneIteration.contains(Scope.get());
  });
  return Limited ? CDNA_ALIAS_DISTINCT_IN_ITERATION : CDNA_ALIAS_DISTINCT;
}

/// Either access may be excluded by the other's list; a proof for good wins.
uint32_t LDSAliases::byScopes(const AAMDNodes &Reader,
                              const AAMDNodes &Writer) const {
  uint32_t There = excluded(Reader.Scope, Writer.NoAlias);
  uint32_t Back = excluded(Writer.Scope, Reader.NoAlias);
  if (There == CDNA_ALIAS_MAY || Back == CDNA_ALIAS_DISTINCT)
    return Back;
  return There;
}

/// What LLVM's wait inserter goes by, as of LLVM 22: it asks only for accesses
/// with alias metadata and a known address, and finds only loads into LDS that
/// have alias scopes.
uint32_t LDSAliases::relation(const MachineInstr &MI,
                              const MachineMemOperand &MMO, const Writers &W) {
  AAMDNodes Nodes = MMO.getAAInfo();
  if (!MMO.getValue() || !Nodes)
    return CDNA_ALIAS_MAY;
  if (uint32_t Proved = byScopes(Nodes, W.AA); Proved != CDNA_ALIAS_MAY)
    return Proved;
  if (!W.AA.Scope)
    return CDNA_ALIAS_UNPROVED;
  bool Meets = any_of(W.Instrs, [&](const MachineInstr *Writer) {
    return MI.mayAlias(&Batch, *Writer, /*UseTBAA=*/true);
  });
  return Meets ? CDNA_ALIAS_MAY : CDNA_ALIAS_UNPROVED;
}

uint32_t LDSAliases::group(const MachineInstr &MI,
                           const MachineMemOperand &MMO) {
  unsigned Space = MMO.getAddrSpace();
  if (Written.empty() ||
      (Space != AMDGPUAS::LOCAL_ADDRESS && Space != AMDGPUAS::FLAT_ADDRESS))
    return 0;
  if (const MachineMemOperand *ToLDS = loadIntoLDS(MI))
    return ToLDS == &MMO ? writerGroup(MMO.getAAInfo()) : 0;
  AAMDNodes Nodes = MMO.getAAInfo();
  LocationSize Size = MMO.getSize();
  Key Signature = {MMO.getValue(),
                   MMO.getOffset(),
                   Size.hasValue() ? Size.getValue().getKnownMinValue() : ~0ull,
                   Nodes.Scope,
                   Nodes.NoAlias,
                   Nodes.TBAA};
  // The answers are about whole instructions.
  bool Alone = MI.hasOneMemOperand();
  if (auto It = Known.find(Signature); Alone && It != Known.end())
    return It->second;
  std::vector<uint32_t> Row;
  for (const Writers &W : Written)
    Row.push_back(relation(MI, MMO, W));
  uint32_t Group = 0;
  if (auto It = Rows.find(Row); It != Rows.end())
    Group = It->second;
  else if (Rows.size() < MaxRows) {
    Group = static_cast<uint32_t>(Written.size() + Rows.size() + 1);
    for (size_t I = 0; I != Row.size(); ++I)
      if (Row[I] != CDNA_ALIAS_MAY)
        Facts.push_back({Group, static_cast<uint32_t>(I + 1), Row[I]});
    Rows.emplace(std::move(Row), Group);
  }
  if (Alone)
    Known.emplace(Signature, Group);
  return Group;
}

} // namespace cdnasched
