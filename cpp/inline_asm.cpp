//===- inline_asm.cpp - the text of inline assembly -----------------------===//
//
// The text as LLVM will print it, with the operands in their places: what
// AsmPrinter::emitInlineAsm and AMDGPUAsmPrinter::PrintAsmOperand make of it.
//
//===----------------------------------------------------------------------===//

#include "shim.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

namespace cdnasched {

namespace {

/// Makes the text of one instruction.
class AsmText {
public:
  explicit AsmText(const MachineInstr &MI)
      : MI(MI), Variant(MI.getMF()->getTarget().unqualifiedInlineAsmVariant()) {
  }

  /// Why there is none; null if Out holds it.
  const char *make() {
    Left = MI.getOperand(InlineAsm::MIOp_AsmString).getSymbolName();
    while (!Left.empty())
      if (const char *Refusal = step())
        return Refusal;
    return nullptr;
  }

  std::string Out;

private:
  const MachineInstr &MI;
  /// Which of the variants "$(one$|other$)" is printed.
  int Variant;
  /// The variant at hand; -1 outside of them.
  int Current = -1;
  StringRef Left;

  void emit(StringRef Text) {
    if (Current == -1 || Current == Variant)
      Out += Text;
  }

  const char *step() {
    if (Left.front() != '$') {
      StringRef Plain = Left.take_until([](char C) { return C == '$'; });
      emit(Plain);
      Left = Left.drop_front(Plain.size());
      return nullptr;
    }
    Left = Left.drop_front();
    if (Left.consume_front("$")) {
      emit("$");
      return nullptr;
    }
    if (Left.consume_front("(")) {
      if (Current != -1)
        return "it has variants in variants";
      Current = 0;
      return nullptr;
    }
    if (Left.consume_front("|")) {
      if (Current == -1)
        Out += '|';
      else
        ++Current;
      return nullptr;
    }
    if (Left.consume_front(")")) {
      if (Current == -1)
        Out += '}';
      else
        Current = -1;
      return nullptr;
    }
    return reference();
  }

  const char *reference() {
    bool Braces = Left.consume_front("{");
    if (Braces && Left.consume_front(":")) {
      // "private", "comment" and "uid", of which no instruction is made.
      size_t End = Left.find('}');
      if (End == StringRef::npos)
        return "a special string does not end";
      StringRef Name = Left.take_front(End);
      if (Name == "uid")
        emit("0");
      else if (Name == "comment")
        emit(";");
      else if (Name != "private")
        return "it has a special string that is not known";
      Left = Left.drop_front(End + 1);
      return nullptr;
    }
    unsigned Number;
    if (Left.consumeInteger(10, Number))
      return "an operand has no number";
    char Modifier = 0;
    if (Braces) {
      if (Left.consume_front(":")) {
        if (Left.empty())
          return "a modifier is missing";
        Modifier = Left.front();
        Left = Left.drop_front();
      }
      if (!Left.consume_front("}"))
        return "the name of an operand does not end";
    }
    if (Current == -1 || Current == Variant)
      return operand(Number, Modifier);
    return nullptr;
  }

  /// Prints an operand: one of those that follow the flags of its group.
  const char *operand(unsigned Number, char Modifier) {
    unsigned At = InlineAsm::MIOp_FirstOperand, End = MI.getNumOperands();
    for (; Number && At < End && MI.getOperand(At).isImm(); --Number)
      At +=
          InlineAsm::Flag(MI.getOperand(At).getImm()).getNumOperandRegisters() +
          1;
    if (At + 1 >= End || !MI.getOperand(At).isImm())
      return "it names an operand that does not exist";
    if (InlineAsm::Flag(MI.getOperand(At).getImm()).isMemKind())
      return "it has an operand in memory";
    const MachineOperand &MO = MI.getOperand(At + 1);
    raw_string_ostream OS(Out);
    if (MO.isReg() && (Modifier == 0 || Modifier == 'r') &&
        MO.getReg().isPhysical()) {
      const TargetRegisterInfo &TRI =
          *MI.getMF()->getSubtarget().getRegisterInfo();
      OS << TRI.getRegAsmName(MO.getReg());
      return nullptr;
    }
    if (!MO.isImm())
      return "an operand is no register and no number, or has a modifier that "
             "is not known";
    switch (Modifier) {
    case 0:
    case 'r':
    case 'c':
    case 'a':
      OS << MO.getImm();
      return nullptr;
    case 'n':
      OS << -uint64_t(MO.getImm());
      return nullptr;
    default:
      return "it has a modifier that is not known";
    }
  }
};

} // namespace

void FlatFunction::addAsmText(const MachineInstr &MI, uint32_t Inst) {
  CdnaAsmText Entry = {};
  Entry.inst = Inst;
  AsmText Text(MI);
  const char *Refusal =
      MI.getOpcode() == TargetOpcode::INLINEASM ? Text.make() : "it may branch";
  if (!Refusal && MI.getInlineAsmDialect() != InlineAsm::AD_ATT)
    Refusal = "it is in another dialect";
  Entry.refused = Refusal != nullptr;
  Entry.text =
      str(Strings.save(Refusal ? StringRef(Refusal) : StringRef(Text.Out)));
  AsmTexts.push_back(Entry);
}

} // namespace cdnasched
