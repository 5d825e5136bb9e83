//===- annotations.cpp - annotations of the source become attributes ------===//

#include "shim.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

/// The text of an annotation; empty when it is none.
static StringRef annotationText(const Value *Pointer) {
  const auto *Text = dyn_cast<GlobalVariable>(Pointer->stripPointerCasts());
  if (!Text || !Text->hasInitializer())
    return "";
  const auto *Data = dyn_cast<ConstantDataArray>(Text->getInitializer());
  return Data && Data->isCString() ? Data->getAsCString() : "";
}

/// Entries of llvm.global.annotations are structs of what is annotated, the
/// text, and where.
void cdnasched::markAnnotated(Module &M) {
  const GlobalVariable *All = M.getGlobalVariable("llvm.global.annotations");
  if (!All || !All->hasInitializer())
    return;
  for (const Use &Entry : All->getInitializer()->operands()) {
    const auto *Fields = dyn_cast<ConstantStruct>(Entry);
    if (!Fields || Fields->getNumOperands() < 2)
      continue;
    auto *F = dyn_cast<Function>(Fields->getOperand(0)->stripPointerCasts());
    StringRef Text = annotationText(Fields->getOperand(1));
    if (!F)
      continue;
    char *Warning = nullptr;
    if (cdnasched_annotation(str(F->getName()), str(Text), &Warning))
      F->addFnAttr("cdna-sched", "off");
    if (std::string Message = take(Warning); !Message.empty())
      M.getContext().diagnose(DiagnosticInfoGeneric(Message, DS_Warning));
  }
}

namespace {
struct MarkAnnotated : PassInfoMixin<MarkAnnotated> {
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    if (Triple(M.getTargetTriple()).isAMDGCN())
      cdnasched::markAnnotated(M);
    return PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }
};
} // namespace

static void registerCallbacks(PassBuilder &PB) {
  PB.registerPipelineStartEPCallback(
      [](ModulePassManager &PM, OptimizationLevel) {
        PM.addPass(MarkAnnotated());
      });
}

/// What LLVM calls a pass plugin's entry when it is linked in as the extension
/// `cdnasched`.
PassPluginLibraryInfo getcdnaschedPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "cdnasched", cdnasched_version(),
          registerCallbacks};
}

static_assert(sizeof(CdnaPassPlugin) == sizeof(PassPluginLibraryInfo),
              "LLVM's pass plugins have other fields");

CdnaPassPlugin cdnasched_pass_plugin() {
  PassPluginLibraryInfo Info = getcdnaschedPluginInfo();
  return {Info.APIVersion, Info.PluginName, Info.PluginVersion,
          reinterpret_cast<void (*)()>(Info.RegisterPassBuilderCallbacks),
          nullptr};
}
