//===- opcodes.cpp - the list of opcodes LLVM knows
//------------------------===//

#include "opcodes.h"

#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/TargetParser/Triple.h"

#include <memory>
#include <string>

using namespace llvm;

extern "C" void LLVMInitializeAMDGPUTargetInfo(void);
extern "C" void LLVMInitializeAMDGPUTargetMC(void);

static const MCInstrInfo *instrInfo() {
  static const std::unique_ptr<const MCInstrInfo> Info = [] {
    LLVMInitializeAMDGPUTargetInfo();
    LLVMInitializeAMDGPUTargetMC();
    std::string Error;
    const Triple TT("amdgcn-amd-amdhsa");
    const Target *T = TargetRegistry::lookupTarget(TT, Error);
    return std::unique_ptr<const MCInstrInfo>(T ? T->createMCInstrInfo()
                                                : nullptr);
  }();
  return Info.get();
}

uint32_t cdnasched_opcode_count(void) {
  const MCInstrInfo *Info = instrInfo();
  return Info ? Info->getNumOpcodes() : 0;
}

CdnaStr cdnasched_opcode_name(uint32_t Opcode) {
  if (Opcode >= cdnasched_opcode_count())
    return {"", 0};
  StringRef Name = instrInfo()->getName(Opcode);
  return {Name.data(), Name.size()};
}
