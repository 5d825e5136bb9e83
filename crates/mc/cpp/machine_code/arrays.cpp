//===- arrays.cpp - MCInst -> flat arrays ---------------------------------===//
//
// An instruction is listed under the opcode that describes it: the one that
// code generation uses, of which the encodings for each generation are copies.
//
//===----------------------------------------------------------------------===//

#include "reader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/MC/MCExpr.h"
#include "llvm/MC/MCSchedule.h"
#include "llvm/Support/raw_ostream.h"
#include <atomic>
#include <vector>

using namespace llvm;

namespace cdnasched {

/// The number of an opcode with source modifiers; that of no opcode if there is
/// none. LLVM's tables are the same for all targets.
static unsigned withModifiers(const MCInstrInfo &MII) {
  static const unsigned Number = [&MII] {
    unsigned Opcode = 0;
    while (Opcode != MII.getNumOpcodes() &&
           MII.getName(Opcode) != "V_ADD_F32_e64")
      ++Opcode;
    return Opcode;
  }();
  return Number;
}

CodeArrays::CodeArrays(const CodeTarget &Target) : Target(Target) {
  unsigned Opcode = withModifiers(*Target.MII);
  if (Opcode < Target.MII->getNumOpcodes())
    Modified = describe(Opcode);
}

unsigned CodeArrays::describing(unsigned Opcode) const {
  uint32_t Other = Opcode < Target.DescribedAs.size()
                       ? Target.DescribedAs[Opcode]
                       : CDNASCHED_NONE;
  return Other < Target.MII->getNumOpcodes() ? Other : Opcode;
}

CdnaOpcode CodeArrays::describe(unsigned Opcode) {
  ArrayRef<MCOperandInfo> Infos = Target.MII->get(Opcode).operands();
  CdnaOpcode Entry = {strOf(Target.MII->getName(Opcode)),
                      uint32_t(OperandTypes.size()), uint32_t(Infos.size())};
  for (const MCOperandInfo &Info : Infos) {
    OperandTypes.push_back(Info.OperandType);
    OperandClasses.push_back(classOf(Info));
  }
  return Entry;
}

/// The number of a vector register by its name, or by that of its low half.
static std::optional<unsigned> numberOf(StringRef Name, StringRef Prefix) {
  unsigned Number = 0;
  if (!Name.consume_front(Prefix) || Name.consumeInteger(10, Number) ||
      !(Name.empty() || Name == "_LO16" || Name == "_HI16"))
    return std::nullopt;
  return Number;
}

/// Which vector registers a register class admits.
static uint8_t describeClass(const MCRegisterInfo &MRI,
                             const MCRegisterClass &Class) {
  constexpr unsigned FileSize = 256;
  struct File {
    StringLiteral Prefix;
    uint8_t Bit;
  };
  static constexpr File Files[] = {{"VGPR", CDNA_CLASS_VGPR},
                                   {"AGPR", CDNA_CLASS_AGPR}};
  uint8_t Found = 0;
  bool Odd = true;
  for (const File &F : Files) {
    unsigned Count = 0;
    SmallSet<unsigned, 32> Firsts;
    for (MCPhysReg Reg : Class) {
      unsigned First = FileSize, Last = 0;
      for (MCRegUnit Unit : MRI.regunits(Reg)) {
        auto Number =
            numberOf(MRI.getName(*MCRegUnitRootIterator(Unit, &MRI)), F.Prefix);
        if (!Number) {
          First = FileSize;
          break;
        }
        First = std::min(First, *Number);
        Last = std::max(Last, *Number);
      }
      if (First == FileSize)
        continue;
      Count = Last - First + 1;
      Firsts.insert(First);
    }
    // A class of a part of the file counts as none.
    if (!Count || !Firsts.contains(0) ||
        !Firsts.contains((FileSize - Count) & ~1u))
      continue;
    Found |= F.Bit;
    Odd &= Count == 1 || Firsts.contains(1);
  }
  return Odd ? Found : Found | CDNA_CLASS_EVEN;
}

uint8_t CodeArrays::classOf(const MCOperandInfo &Info) const {
  // One more than what is known of a class, which takes long to find out and is
  // the same for all targets; 0: nothing yet.
  static std::vector<std::atomic<uint16_t>> Known(
      Target.MRI->getNumRegClasses());
  int16_t Class = Target.MII->getOpRegClassID(
      Info, Target.STI->getHwMode(MCSubtargetInfo::HwMode_RegInfo));
  if (Class < 0 || unsigned(Class) >= Known.size() ||
      Known.size() != Target.MRI->getNumRegClasses())
    return 0;
  uint16_t Found = Known[Class].load(std::memory_order_relaxed);
  if (!Found) {
    Found = describeClass(*Target.MRI, Target.MRI->getRegClass(Class)) + 1;
    Known[Class].store(Found, std::memory_order_relaxed);
  }
  return Found - 1;
}

uint32_t CodeArrays::opcodeIndex(unsigned Opcode) {
  auto [It, New] = OpcodeIndices.try_emplace(Opcode, Opcodes.size());
  if (New)
    Opcodes.push_back(describe(Opcode));
  return It->second;
}

uint32_t CodeArrays::registerIndex(unsigned Register) {
  auto [It, New] = RegisterIndices.try_emplace(Register, Registers.size());
  if (New) {
    CdnaRegister Entry = {uint32_t(Units.size()), 0};
    for (MCRegUnit Unit : Target.MRI->regunits(MCRegister(Register)))
      Units.push_back(strOf(
          Target.MRI->getName(*MCRegUnitRootIterator(Unit, Target.MRI.get()))));
    Entry.unit_count = Units.size() - Entry.first_unit;
    Registers.push_back(Entry);
  }
  return It->second;
}

uint32_t CodeArrays::symbol(StringRef Text) {
  auto [It, New] = SymbolIndices.try_emplace(Text, Symbols.size());
  if (New)
    Symbols.push_back(strOf(Strings.save(Text)));
  return It->second;
}

void CodeArrays::message(CdnaCodeSeverity Severity, unsigned Line,
                         unsigned Column, StringRef Text) {
  Messages.push_back({uint32_t(Severity), Line, Column, symbol(Text)});
}

void CodeArrays::label(StringRef Name, StringRef Section, unsigned Line) {
  Labels.push_back(
      {symbol(Name), uint32_t(Insts.size()), symbol(Section), Line});
}

void CodeArrays::addRegister(unsigned Register, uint8_t Flags) {
  CdnaOperand Operand = {};
  Operand.kind = CDNA_OPERAND_NO_REGISTER;
  Operand.flags = Flags;
  if (Register) {
    Operand.kind = CDNA_OPERAND_REGISTER;
    Operand.index = registerIndex(Register);
  }
  Operands.push_back(Operand);
}

void CodeArrays::addOperand(const MCOperand &MO, uint8_t Flags) {
  if (MO.isReg())
    return addRegister(MO.getReg(), Flags);
  CdnaOperand Operand = {};
  Operand.kind = CDNA_OPERAND_OPAQUE;
  int64_t Value = 0;
  if (MO.isImm() || (MO.isExpr() && MO.getExpr()->evaluateAsAbsolute(Value))) {
    Operand.kind = CDNA_OPERAND_IMMEDIATE;
    Operand.imm = MO.isImm() ? MO.getImm() : Value;
  } else if (MO.isExpr()) {
    std::string Text;
    raw_string_ostream OS(Text);
    Target.MAI->printExpr(OS, *MO.getExpr());
    Operand.kind = CDNA_OPERAND_SYMBOL;
    Operand.index = symbol(Text);
  }
  Operands.push_back(Operand);
}

static uint32_t flagsOf(const MCInstrDesc &Desc) {
  return (Desc.mayLoad() ? CDNA_INST_MAY_LOAD : 0) |
         (Desc.mayStore() ? CDNA_INST_MAY_STORE : 0) |
         (Desc.hasUnmodeledSideEffects() ? CDNA_INST_SIDE_EFFECTS : 0) |
         (Desc.isCall() ? CDNA_INST_CALL : 0) |
         (Desc.isReturn() ? CDNA_INST_RETURN : 0) |
         (Desc.isTerminator() ? CDNA_INST_TERMINATOR : 0) |
         (Desc.isBranch() ? CDNA_INST_BRANCH : 0) |
         (Desc.isBarrier() ? CDNA_INST_BARRIER : 0);
}

/// What LLVM's scheduling model says of an instruction; null where it says
/// nothing.
static const MCSchedClassDesc *
schedClass(const CodeTarget &Target, const MCInst &MI, unsigned Described) {
  const MCSchedModel &Model = Target.STI->getSchedModel();
  if (!Model.hasInstrSchedModel())
    return nullptr;
  unsigned Class = Target.MII->get(Described).getSchedClass();
  const MCSchedClassDesc *Desc = Model.getSchedClassDesc(Class);
  while (Class && Desc->isVariant()) {
    Class = Target.STI->resolveVariantSchedClass(Class, &MI, Target.MII.get(),
                                                 Model.getProcessorID());
    Desc = Model.getSchedClassDesc(Class);
  }
  return Class && Desc->isValid() ? Desc : nullptr;
}

/// Passes of the matrix pipe; 0: none.
static unsigned passesOf(const CodeTarget &Target,
                         const MCSchedClassDesc &Class) {
  const MCSchedModel &Model = Target.STI->getSchedModel();
  for (const MCWriteProcResEntry &Write :
       make_range(Target.STI->getWriteProcResBegin(&Class),
                  Target.STI->getWriteProcResEnd(&Class)))
    if (StringRef(Model.getProcResource(Write.ProcResourceIdx)->Name) ==
        "HWXDL")
      return std::min<unsigned>(Write.ReleaseAtCycle, UINT8_MAX);
  return 0;
}

CdnaCodeInst &CodeArrays::addUnknown() {
  CdnaCodeInst Entry = {};
  Entry.first_byte = CDNASCHED_NONE;
  Entry.inst.opcode = CDNASCHED_NONE;
  Entry.inst.first_operand = Operands.size();
  Originals.push_back(MCInst());
  return Insts.emplace_back(Entry);
}

/// The operands in the text, and the sources that only code generation names.
///
/// A source that is tied to a result may be missing in the encoding's operands
/// (d16 loads, s_bitset0_b32), and those behind it are then in other places
/// than the description says.
void CodeArrays::addExplicit(const MCInst &MI, const MCInstrDesc &Desc) {
  auto isRegister = [&](unsigned I) {
    return I < MI.getNumOperands() && MI.getOperand(I).isReg();
  };
  SmallVector<unsigned, 2> Tied;
  SmallVector<unsigned, 1> Unnamed;
  for (unsigned Use = Desc.getNumDefs(); Use < Desc.getNumOperands(); ++Use) {
    int Def = Desc.getOperandConstraint(Use, MCOI::TIED_TO);
    if (Def == -1 || !isRegister(Def))
      continue;
    if (isRegister(Use) &&
        MI.getOperand(Use).getReg() == MI.getOperand(Def).getReg())
      Tied.append({Use, unsigned(Def)});
    else
      Unnamed.push_back(MI.getOperand(Def).getReg());
  }
  for (unsigned I = 0; I != MI.getNumOperands(); ++I) {
    uint8_t Flags = I < Desc.getNumDefs() ? CDNA_OPERAND_DEF : 0;
    if (I < Desc.getNumDefs() &&
        Desc.getOperandConstraint(I, MCOI::EARLY_CLOBBER) != -1)
      Flags |= CDNA_OPERAND_EARLY_CLOBBER;
    // Both of a pair say that they are tied.
    if (is_contained(Tied, I))
      Flags |= CDNA_OPERAND_TIED;
    addOperand(MI.getOperand(I), Flags);
  }
  for (unsigned Register : Unnamed)
    addRegister(Register, CDNA_OPERAND_IMPLICIT | CDNA_OPERAND_TIED);
}

CdnaCodeInst &CodeArrays::add(const MCInst &MI) {
  unsigned Described = describing(MI.getOpcode());
  const MCInstrDesc &Desc = Target.MII->get(Described);
  CdnaCodeInst Entry = {};
  Entry.first_byte = CDNASCHED_NONE;
  CdnaInst &Inst = Entry.inst;
  Inst.opcode = opcodeIndex(Described);
  Inst.flags = flagsOf(Desc);
  Inst.first_operand = Operands.size();
  addExplicit(MI, Desc);
  for (MCPhysReg Register : Desc.implicit_defs())
    addRegister(Register, CDNA_OPERAND_DEF | CDNA_OPERAND_IMPLICIT);
  for (MCPhysReg Register : Desc.implicit_uses())
    addRegister(Register, CDNA_OPERAND_IMPLICIT);
  Inst.operand_count = Operands.size() - Inst.first_operand;
  if (const MCSchedClassDesc *Class = schedClass(Target, MI, Described)) {
    Inst.latency = std::min(
        MCSchedModel::computeInstrLatency(*Target.STI, *Class), 0xffff);
    Inst.passes = passesOf(Target, *Class);
  }
  Originals.push_back(MI);
  return Insts.emplace_back(Entry);
}

void CodeArrays::encoded(ArrayRef<char> Bytes) {
  last().first_byte = Encodings.size();
  Encodings.insert(Encodings.end(), Bytes.begin(), Bytes.end());
}

template <typename T>
static void set(const std::vector<T> &From, const T *&Data, uint64_t &Count) {
  Data = From.data();
  Count = From.size();
}

CdnaListing CodeArrays::view() const {
  CdnaListing View = {};
  View.version = CDNASCHED_CODE_VERSION;
  View.struct_size = sizeof(CdnaListing);
  View.modified = Modified;
  set(Opcodes, View.opcodes, View.opcode_count);
  set(OperandTypes, View.operand_types, View.operand_type_count);
  View.operand_classes = OperandClasses.data();
  set(Units, View.units, View.unit_count);
  set(Registers, View.registers, View.register_count);
  set(Symbols, View.symbols, View.symbol_count);
  set(Operands, View.operands, View.operand_count);
  set(Insts, View.insts, View.inst_count);
  set(Labels, View.labels, View.label_count);
  set(Messages, View.messages, View.message_count);
  set(Encodings, View.encodings, View.encoding_count);
  return View;
}

} // namespace cdnasched
