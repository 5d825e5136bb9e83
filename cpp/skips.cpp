//===- skips.cpp - branches around matrix instructions --------------------===//
//
// Behind stage 1 LLVM takes out branches by EXECZ past code that is cheaper to
// run with no lanes than to branch around (SIPreEmitPeephole.cpp). It counts
// clocks, and leaves branches around waits and memory accesses. Matrix
// instructions do not look at EXEC: with no lanes they add to sums, too. Where
// a wait stood between them in LLVM's order and stands elsewhere in ours, the
// branch must stay all the same. Until LLVM has looked at it, a statement of
// inline assembly without instructions is in the code, which counts as one
// that does something.
//
//===----------------------------------------------------------------------===//

#include "shim.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/InlineAsm.h"

using namespace llvm;

namespace cdnasched {

/// What the statement says where nobody takes it out again.
static const char Keeps[] = "; matrix instructions, for some lanes";

/// Where control goes with lanes behind a branch by EXECZ past code with matrix
/// instructions, if a block ends in one.
static MachineBasicBlock *matrixCode(MachineBasicBlock &MBB,
                                     const TargetInstrInfo &TII) {
  auto Branch = MBB.getFirstTerminator();
  if (Branch == MBB.end() ||
      TII.getName(Branch->getOpcode()) != "S_CBRANCH_EXECZ")
    return nullptr;
  const MachineBasicBlock *Past = Branch->getOperand(0).getMBB();
  auto Jump = std::next(Branch);
  MachineBasicBlock *Code =
      Jump == MBB.end() ? MBB.getNextNode() : Jump->getOperand(0).getMBB();
  auto IsMatrix = [&](const MachineInstr &MI) {
    StringRef Name = TII.getName(MI.getOpcode());
    return Name.starts_with("V_MFMA_") || Name.starts_with("V_SMFMAC_");
  };
  for (MachineBasicBlock *Of = Code; Of && Of != Past; Of = Of->getNextNode())
    if (any_of(Of->instrs(), IsMatrix))
      return Code;
  return nullptr;
}

void keepSkips(MachineFunction &MF) {
  const TargetInstrInfo &TII = *MF.getSubtarget().getInstrInfo();
  for (MachineBasicBlock &MBB : MF)
    if (MachineBasicBlock *Code = matrixCode(MBB, TII))
      BuildMI(*Code, Code->begin(), DebugLoc(),
              TII.get(TargetOpcode::INLINEASM))
          .addExternalSymbol(Keeps)
          .addImm(InlineAsm::Extra_HasSideEffects);
}

bool releaseSkips(MachineFunction &MF) {
  auto IsOurs = [](const MachineInstr &MI) {
    return MI.isInlineAsm() &&
           MI.getOperand(InlineAsm::MIOp_AsmString).getSymbolName() ==
               StringRef(Keeps);
  };
  bool Changed = false;
  for (MachineBasicBlock &MBB : MF)
    for (MachineInstr &MI : make_early_inc_range(MBB))
      if (IsOurs(MI)) {
        MI.eraseFromParent();
        Changed = true;
      }
  return Changed;
}

} // namespace cdnasched
