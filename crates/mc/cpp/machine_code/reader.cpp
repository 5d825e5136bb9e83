//===- reader.cpp - LLVM's MC layer behind a C ABI ------------------------===//

#include "reader.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCDisassembler/MCDisassembler.h"
#include "llvm/Support/raw_ostream.h"
#include <mutex>

using namespace llvm;
using namespace cdnasched;

extern "C" {
void LLVMInitializeAMDGPUTargetInfo();
void LLVMInitializeAMDGPUTargetMC();
void LLVMInitializeAMDGPUAsmParser();
void LLVMInitializeAMDGPUDisassembler();
}

namespace cdnasched {

const Target *amdgpu() {
  static const Target *Found = [] {
    LLVMInitializeAMDGPUTargetInfo();
    LLVMInitializeAMDGPUTargetMC();
    LLVMInitializeAMDGPUAsmParser();
    LLVMInitializeAMDGPUDisassembler();
    std::string Error;
    return TargetRegistry::lookupTarget(Triple("amdgcn-amd-amdhsa"), Error);
  }();
  return Found;
}

std::unique_ptr<CodeTarget> CodeTarget::open(StringRef CPU, StringRef Features,
                                             ArrayRef<uint32_t> DescribedAs) {
  const Target *T = amdgpu();
  if (!T)
    return nullptr;
  auto Opened = std::make_unique<CodeTarget>();
  Opened->MRI.reset(T->createMCRegInfo(Opened->TT));
  Opened->MAI.reset(
      T->createMCAsmInfo(*Opened->MRI, Opened->TT, Opened->Options));
  Opened->MII.reset(T->createMCInstrInfo());
  Opened->STI.reset(T->createMCSubtargetInfo(Opened->TT, CPU, Features));
  if (!Opened->STI || !Opened->STI->isCPUStringValid(CPU))
    return nullptr;
  Opened->Printer.reset(T->createMCInstPrinter(Opened->TT, 0, *Opened->MAI,
                                               *Opened->MII, *Opened->MRI));
  Opened->DescribedAs.assign(DescribedAs.begin(), DescribedAs.end());
  return Opened;
}

void decodeEach(
    const MCDisassembler &Decoder, ArrayRef<uint8_t> Bytes, uint64_t Address,
    function_ref<void(const MCInst *, uint64_t Offset, uint64_t Size)> Take) {
  constexpr uint64_t Unit = 4;
  for (uint64_t At = 0; At < Bytes.size();) {
    MCInst MI;
    uint64_t Size = 0;
    bool Known = Decoder.getInstruction(MI, Size, Bytes.slice(At), Address + At,
                                        nulls()) != MCDisassembler::Fail &&
                 Size != 0 && Size <= Bytes.size() - At;
    if (!Known)
      Size = std::min<uint64_t>(Unit, Bytes.size() - At);
    Take(Known ? &MI : nullptr, At, Size);
    At += Size;
  }
}

std::unique_ptr<InputContext> decodeBytes(const CodeTarget &Target,
                                          ArrayRef<uint8_t> Bytes,
                                          uint64_t Address, CodeArrays &Into) {
  auto Kept = std::make_unique<InputContext>();
  Kept->Context =
      std::make_unique<MCContext>(Target.TT, Target.MAI.get(), Target.MRI.get(),
                                  Target.STI.get(), nullptr, &Target.Options);
  std::unique_ptr<MCDisassembler> Decoder(
      amdgpu()->createMCDisassembler(*Target.STI, *Kept->Context));
  decodeEach(*Decoder, Bytes, Address,
             [&](const MCInst *MI, uint64_t Offset, uint64_t Size) {
               CdnaCodeInst &Inst = MI ? Into.add(*MI) : Into.addUnknown();
               Inst.address = Address + Offset;
               Inst.size = Size;
             });
  return Kept;
}

} // namespace cdnasched

const CdnaStr *cdnasched_code_opcodes(uint64_t *count) {
  static const std::vector<CdnaStr> Names = [] {
    std::vector<CdnaStr> Names;
    const Target *T = amdgpu();
    if (!T)
      return Names;
    // The names are static; the table that leads to them is not needed.
    std::unique_ptr<MCInstrInfo> MII(T->createMCInstrInfo());
    for (unsigned Opcode = 0; Opcode != MII->getNumOpcodes(); ++Opcode)
      Names.push_back(strOf(MII->getName(Opcode)));
    return Names;
  }();
  *count = Names.size();
  return Names.data();
}

CdnaCodeReader *cdnasched_code_open(CdnaStr cpu, CdnaStr features,
                                    const uint32_t *described_as,
                                    uint64_t count) {
  auto Target = CodeTarget::open(refOf(cpu), refOf(features),
                                 ArrayRef<uint32_t>(described_as, count));
  if (!Target)
    return nullptr;
  auto *Reader = new CdnaCodeReader();
  Reader->Target = std::move(Target);
  return Reader;
}

void cdnasched_code_close(CdnaCodeReader *reader) { delete reader; }

void cdnasched_code_parse(CdnaCodeReader *reader, CdnaStr text,
                          CdnaListing *listing) {
  reader->Arrays = std::make_unique<CodeArrays>(*reader->Target);
  reader->Input = parseText(*reader->Target, refOf(text), *reader->Arrays);
  *listing = reader->Arrays->view();
}

void cdnasched_code_decode(CdnaCodeReader *reader, CdnaStr bytes,
                           uint64_t address, CdnaListing *listing) {
  reader->Arrays = std::make_unique<CodeArrays>(*reader->Target);
  reader->Input = decodeBytes(
      *reader->Target,
      ArrayRef<uint8_t>(reinterpret_cast<const uint8_t *>(bytes.data),
                        bytes.size),
      address, *reader->Arrays);
  *listing = reader->Arrays->view();
}

CdnaStr cdnasched_code_print(CdnaCodeReader *reader, uint32_t inst,
                             const CdnaOperandEdit *edits, uint64_t count) {
  const CodeTarget &Target = *reader->Target;
  if (!reader->Arrays || inst >= reader->Arrays->instructions().size())
    return {};
  MCInst MI = reader->Arrays->instructions()[inst];
  if (MI.getOpcode() == 0)
    return {};
  if (count && reader->RegistersByName.empty())
    for (unsigned Reg = 1; Reg != Target.MRI->getNumRegs(); ++Reg)
      reader->RegistersByName[Target.MRI->getName(Reg)] = Reg;
  for (const CdnaOperandEdit &Edit : ArrayRef<CdnaOperandEdit>(edits, count)) {
    auto Found = reader->RegistersByName.find(refOf(Edit.name));
    if (Found == reader->RegistersByName.end() ||
        Edit.operand >= MI.getNumOperands() ||
        !MI.getOperand(Edit.operand).isReg())
      return {};
    MI.getOperand(Edit.operand).setReg(Found->second);
  }
  reader->Printed.clear();
  raw_string_ostream OS(reader->Printed);
  Target.Printer->printInst(&MI, 0, "", *Target.STI, OS);
  return strOf(reader->Printed);
}
