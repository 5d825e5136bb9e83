//===- vector_asm.cpp - volatile inline assembly that computes only -------===//
//
// Authors of kernels write volatile for vector instructions in assembly, too,
// and LLVM then keeps these in order with each access to memory. No access can
// tell: what such a statement does, it does to registers, which its operands
// and clobbers name. (That they do is for the core, which parses the text.)
//
//===----------------------------------------------------------------------===//

#include "shim.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstrBundle.h"
#include "llvm/CodeGen/TargetOpcodes.h"
#include "llvm/IR/InlineAsm.h"

using namespace llvm;

namespace cdnasched {

bool isVectorAsm(const MachineInstr &MI) {
  if (MI.getOpcode() != TargetOpcode::INLINEASM || MI.mayLoadOrStore())
    return false;
  const MachineOperand &Text = MI.getOperand(InlineAsm::MIOp_AsmString);
  SmallVector<StringRef, 4> Lines;
  StringRef(Text.getSymbolName()).split(Lines, '\n');
  bool Any = false;
  for (StringRef Line : Lines) {
    Line = Line.trim();
    if (Line.empty() || Line.starts_with(";") || Line.starts_with("//"))
      continue;
    // v_nop is a delay that its author wants where it stands.
    if (!Line.starts_with("v_") || Line.starts_with("v_nop") ||
        Line.starts_with("v_clrexcp"))
      return false;
    Any = true;
  }
  return Any;
}

WithoutVolatile::WithoutVolatile(MachineFunction &MF) {
  for (MachineBasicBlock &MBB : MF)
    for (MachineInstr &MI : MBB)
      if (isVectorAsm(MI)) {
        MachineOperand &Info = MI.getOperand(InlineAsm::MIOp_ExtraInfo);
        Before.push_back({&Info, Info.getImm()});
        Info.setImm(Info.getImm() & ~int64_t(InlineAsm::Extra_HasSideEffects));
      } else if (isGuard(MI)) {
        auto First = std::next(MI.getIterator()), End = getBundleEnd(First);
        // Restores EXEC, and has none.
        const MCInstrDesc &Plain = std::prev(End)->getDesc();
        for (MachineInstr &Member : make_range(First, End))
          if (Member.hasUnmodeledSideEffects()) {
            Narrowing.push_back({&Member, &Member.getDesc()});
            Member.setDesc(Plain);
          }
      }
}

WithoutVolatile::~WithoutVolatile() {
  for (auto [Info, Value] : Before)
    Info->setImm(Value);
  for (auto [MI, Desc] : Narrowing)
    MI->setDesc(*Desc);
}

} // namespace cdnasched
