//===- reader.h - the parts of the MC reader ------------------------------===//

#ifndef CDNASCHED_MACHINE_CODE_READER_H
#define CDNASCHED_MACHINE_CODE_READER_H

#include "../machine_code.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCDisassembler/MCDisassembler.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCInstPrinter.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCObjectFileInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/MCTargetOptions.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/StringSaver.h"
#include "llvm/TargetParser/Triple.h"
#include <memory>
#include <vector>

namespace cdnasched {

/// The AMDGPU target, registered on first use; null where LLVM has none.
const llvm::Target *amdgpu();

inline llvm::StringRef refOf(CdnaStr Text) {
  return llvm::StringRef(Text.data, Text.size);
}

inline CdnaStr strOf(llvm::StringRef Text) {
  return {Text.data(), Text.size()};
}

/// What LLVM knows of one GPU, for all listings of a reader.
struct CodeTarget {
  llvm::Triple TT{"amdgcn-amd-amdhsa"};
  llvm::MCTargetOptions Options;
  std::unique_ptr<llvm::MCRegisterInfo> MRI;
  std::unique_ptr<llvm::MCAsmInfo> MAI;
  std::unique_ptr<llvm::MCInstrInfo> MII;
  std::unique_ptr<llvm::MCSubtargetInfo> STI;
  std::unique_ptr<llvm::MCInstPrinter> Printer;
  /// By opcode: the one that describes it, or CDNASCHED_NONE.
  std::vector<uint32_t> DescribedAs;

  /// Null when LLVM does not know the processor.
  static std::unique_ptr<CodeTarget> open(llvm::StringRef CPU,
                                          llvm::StringRef Features,
                                          llvm::ArrayRef<uint32_t> DescribedAs);
};

/// Instructions as the arrays of the ABI.
class CodeArrays {
public:
  explicit CodeArrays(const CodeTarget &Target);

  /// Adds an instruction; its place is for the caller to fill in.
  CdnaCodeInst &add(const llvm::MCInst &MI);
  /// Adds bytes that LLVM cannot decode.
  CdnaCodeInst &addUnknown();
  /// How the instruction that was added last is encoded.
  void encoded(llvm::ArrayRef<char> Bytes);
  /// The instruction that was added last.
  CdnaCodeInst &last() { return Insts.back(); }
  uint32_t symbol(llvm::StringRef Text);
  void message(CdnaCodeSeverity Severity, unsigned Line, unsigned Column,
               llvm::StringRef Text);
  void label(llvm::StringRef Name, llvm::StringRef Section, unsigned Line);
  CdnaListing view() const;

  llvm::ArrayRef<llvm::MCInst> instructions() const { return Originals; }
  uint32_t operandsBefore(uint32_t Inst) const {
    return Insts[Inst].inst.first_operand;
  }

private:
  const CodeTarget &Target;
  llvm::BumpPtrAllocator Allocator;
  llvm::StringSaver Strings{Allocator};
  llvm::StringMap<uint32_t> SymbolIndices;
  llvm::DenseMap<unsigned, uint32_t> OpcodeIndices, RegisterIndices;
  CdnaOpcode Modified = {};
  std::vector<CdnaOpcode> Opcodes;
  std::vector<uint8_t> OperandTypes, OperandClasses;
  std::vector<CdnaStr> Units, Symbols;
  std::vector<CdnaRegister> Registers;
  std::vector<CdnaOperand> Operands;
  std::vector<CdnaCodeInst> Insts;
  std::vector<CdnaCodeLabel> Labels;
  std::vector<CdnaCodeMessage> Messages;
  std::vector<uint8_t> Encodings;
  /// By instruction, as LLVM made it, for printing.
  std::vector<llvm::MCInst> Originals;

  unsigned describing(unsigned Opcode) const;
  CdnaOpcode describe(unsigned Opcode);
  /// CdnaOperandClass of an operand.
  uint8_t classOf(const llvm::MCOperandInfo &Info) const;
  uint32_t opcodeIndex(unsigned Opcode);
  uint32_t registerIndex(unsigned Register);
  void addRegister(unsigned Register, uint8_t Flags);
  void addOperand(const llvm::MCOperand &MO, uint8_t Flags);
  void addExplicit(const llvm::MCInst &MI, const llvm::MCInstrDesc &Desc);
};

/// What LLVM keeps of a text or of machine code: the expressions in its
/// instructions.
struct InputContext {
  llvm::SourceMgr SM;
  std::unique_ptr<llvm::MCContext> Context;
  std::unique_ptr<llvm::MCObjectFileInfo> Sections;
};

/// Decodes the bytes one instruction after another, and hands each to a
/// function with its offset and size. What cannot be decoded is skipped by the
/// smallest instruction's size, and has no instruction.
void decodeEach(const llvm::MCDisassembler &Decoder,
                llvm::ArrayRef<uint8_t> Bytes, uint64_t Address,
                llvm::function_ref<void(const llvm::MCInst *, uint64_t Offset,
                                        uint64_t Size)>
                    Take);

/// Reads a text into the arrays. Instructions refer to the result.
std::unique_ptr<InputContext> parseText(const CodeTarget &Target,
                                        llvm::StringRef Text, CodeArrays &Into);
/// Decodes bytes into the arrays. Instructions refer to the result.
std::unique_ptr<InputContext> decodeBytes(const CodeTarget &Target,
                                          llvm::ArrayRef<uint8_t> Bytes,
                                          uint64_t Address, CodeArrays &Into);

} // namespace cdnasched

struct CdnaCodeReader {
  std::unique_ptr<cdnasched::CodeTarget> Target;
  std::unique_ptr<cdnasched::InputContext> Input;
  std::unique_ptr<cdnasched::CodeArrays> Arrays;
  /// Registers by LLVM's name, for printing; made on first use.
  llvm::StringMap<unsigned> RegistersByName;
  std::string Printed;
};

#endif
