//===- codegen.cpp - a code generator with cdnasched linked in ------------===//

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

static cl::opt<std::string> Input(cl::Positional, cl::Required);

int main(int Argc, char **Argv) {
  LLVMInitializeAMDGPUTargetInfo();
  LLVMInitializeAMDGPUTarget();
  LLVMInitializeAMDGPUTargetMC();
  LLVMInitializeAMDGPUAsmPrinter();
  cl::ParseCommandLineOptions(Argc, Argv);
  LLVMContext Context;
  SMDiagnostic Problem;
  std::unique_ptr<Module> M = parseIRFile(Input, Problem, Context);
  if (!M) {
    Problem.print(Argv[0], errs());
    return 1;
  }
  Triple Gpu("amdgcn-amd-amdhsa");
  std::string Error;
  const Target *T = TargetRegistry::lookupTarget(Gpu, Error);
  if (!T) {
    errs() << Error << '\n';
    return 1;
  }
  std::unique_ptr<TargetMachine> TM(
      T->createTargetMachine(Gpu, "gfx942", "", TargetOptions(), Reloc::PIC_,
                             std::nullopt, CodeGenOptLevel::Aggressive));
  M->setTargetTriple(Gpu);
  M->setDataLayout(TM->createDataLayout());
  legacy::PassManager PM;
  SmallString<0> Text;
  raw_svector_ostream Out(Text);
  if (TM->addPassesToEmitFile(PM, Out, nullptr, CodeGenFileType::AssemblyFile))
    return 1;
  PM.run(*M);
  outs() << Text;
}
