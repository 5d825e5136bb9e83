//===- opcodes.h - the list of opcodes LLVM knows
//--------------------------===//
//
// For checking that the core classifies all of them. No part of the ABI between
// the shim and the core: nothing here is called while LLVM compiles.
//
//===----------------------------------------------------------------------===//

#ifndef CDNASCHED_OPCODES_H
#define CDNASCHED_OPCODES_H

#include "cdnasched.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Number of opcodes of LLVM's AMDGPU back end; 0 when this LLVM has none.
uint32_t cdnasched_opcode_count(void);

/// LLVM's name of an opcode below that number (MCInstrInfo::getName); empty for
/// others. The name lives as long as the process.
CdnaStr cdnasched_opcode_name(uint32_t opcode);

#ifdef __cplusplus
}
#endif

#endif
