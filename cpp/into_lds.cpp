//===- into_lds.cpp - what loads straight into LDS access -----------------===//
//
// LLVM's memory operands of such a load are no basis for an order: where it
// reads they call poison, which aliases nothing, and of what it writes for all
// lanes they give the size of one. So LLVM's alias analysis is asked about
// LDS, with sizes that the core gives, and not about what is read.
//
//===----------------------------------------------------------------------===//

#include "shim.h"
#include "llvm/Analysis/CycleAnalysis.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Support/AMDGPUAddrSpace.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

namespace cdnasched {

/// Types are left out: they are about what the language accesses, and such a
/// load copies bytes.
static AAMDNodes withoutTypes(AAMDNodes Nodes) {
  Nodes.TBAA = Nodes.TBAAStruct = nullptr;
  return Nodes;
}

IntoLDS::IntoLDS(const MachineFunction &MF, BatchAAResults &AA)
    : MF(MF), AA(AA) {}
IntoLDS::~IntoLDS() = default;

/// What LLVM knows of values that are the same in all lanes.
struct IntoLDS::Uniform {
  explicit Uniform(const MachineFunction &MF) {
    Analyses.registerPass([] { return PassInstrumentationAnalysis(); });
    Analyses.registerPass([] { return DominatorTreeAnalysis(); });
    Analyses.registerPass([] { return CycleAnalysis(); });
    Analyses.registerPass([&] { return MF.getTarget().getTargetIRAnalysis(); });
    Analyses.registerPass([] { return UniformityInfoAnalysis(); });
    auto &F = const_cast<Function &>(MF.getFunction());
    Info = &Analyses.getResult<UniformityInfoAnalysis>(F);
  }
  bool operator()(const Value *V) const {
    return Info->isUniform(V) && none_of(V->uses(), [&](const Use &U) {
             return isa<Instruction>(U.getUser()) && Info->isDivergentUse(U);
           });
  }
  FunctionAnalysisManager Analyses;
  UniformityInfo *Info;
};

bool IntoLDS::isUniform(const Value *V) {
  if (isa<Constant>(V))
    return true;
  if (!Known)
    Known = std::make_unique<Uniform>(MF);
  return (*Known)(V);
}

/// So many bytes from where the access begins; 0: its own. Where they begin
/// is one address for all lanes, that of the first, if they are for all.
LocationSize IntoLDS::extent(const MachineMemOperand &MMO, uint64_t Bytes) {
  LocationSize Own = MMO.getSize();
  if (MMO.getOffset() < 0 || (Bytes && !isUniform(MMO.getValue())) ||
      (!Bytes && !Own.hasValue()))
    return LocationSize::beforeOrAfterPointer();
  uint64_t Size = Bytes ? Bytes : Own.getValue().getKnownMinValue();
  return LocationSize::upperBound(MMO.getOffset() + Size);
}

bool IntoLDS::writesApart(const MachineMemOperand &One, uint64_t Bytes,
                          const MachineMemOperand &Other, uint64_t OtherBytes) {
  for (const MachineMemOperand *MMO : {&One, &Other})
    if (!MMO->getValue() || isa<UndefValue>(MMO->getValue()))
      return false;
  LocationSize Size = extent(One, Bytes), OtherSize = extent(Other, OtherBytes);
  if (One.getValue() == Other.getValue()) {
    // Both sizes count from the pointer.
    auto Ends = [](LocationSize Size, const MachineMemOperand &Before) {
      return Size.hasValue() &&
             Size.getValue().getKnownMinValue() <= uint64_t(Before.getOffset());
    };
    return Size.hasValue() && OtherSize.hasValue() &&
           (Ends(Size, Other) || Ends(OtherSize, One));
  }
  MemoryLocation Ours(One.getValue(), Size, withoutTypes(One.getAAInfo()));
  MemoryLocation Theirs(Other.getValue(), OtherSize,
                        withoutTypes(Other.getAAInfo()));
  return AA.alias(Ours, Theirs) == AliasResult::NoAlias;
}

} // namespace cdnasched
