//===- names.cpp - prints the name of every opcode LLVM knows -------------===//
//
// One name a line, in LLVM's order: for checking that the core classifies all
// of them. A program of the tests; LLVM's C interface does not give the names.
//
//===----------------------------------------------------------------------===//

#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Triple.h"
#include <memory>
#include <string>

using namespace llvm;

extern "C" void LLVMInitializeAMDGPUTargetInfo(void);
extern "C" void LLVMInitializeAMDGPUTargetMC(void);

int main() {
  LLVMInitializeAMDGPUTargetInfo();
  LLVMInitializeAMDGPUTargetMC();
  std::string Error;
  const Target *T =
      TargetRegistry::lookupTarget(Triple("amdgcn-amd-amdhsa"), Error);
  if (!T) {
    errs() << "this LLVM has no AMDGPU back end: " << Error << '\n';
    return 1;
  }
  std::unique_ptr<const MCInstrInfo> Info(T->createMCInstrInfo());
  for (unsigned Opcode = 0; Opcode != Info->getNumOpcodes(); ++Opcode)
    outs() << Info->getName(Opcode) << '\n';
  return 0;
}
