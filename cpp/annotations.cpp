//===- annotations.cpp - annotations of the source become attributes ------===//
//
// LTO code generation splits a module and leaves llvm.global.annotations in one
// part. As a pass plugin (clang -fpass-plugin=, static extensions) the library
// writes "cdna-sched"="off" at functions annotated so, early in the middle end:
// an attribute goes where its function goes.
//
//===----------------------------------------------------------------------===//

#include "cdnasched.h"
#include "select.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace {
struct MarkAnnotated : PassInfoMixin<MarkAnnotated> {
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    if (Triple(M.getTargetTriple()).isAMDGCN())
      for (Function *F : cdnasched::annotatedOff(M))
        F->addFnAttr("cdna-sched", "off");
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
  return {LLVM_PLUGIN_API_VERSION, "cdnasched", LLVM_VERSION_STRING,
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
