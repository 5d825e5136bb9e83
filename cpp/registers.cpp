//===- registers.cpp - LLVM's registers and register classes --------------===//

#include "shim.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"

using namespace llvm;

namespace cdnasched {

/// Registers of a vector register file.
static constexpr unsigned FileSize = 256;
/// The files, and their bits of CdnaOperandClass.
static constexpr std::pair<const char *, CdnaOperandClass> Files[] = {
    {"VGPR", CDNA_CLASS_VGPR}, {"AGPR", CDNA_CLASS_AGPR}};

MCRegister registerNamed(const TargetRegisterInfo &TRI, StringRef Name) {
  // The AMDGPU back end has one register table for all its GPUs.
  static const StringMap<unsigned> Names = [&] {
    StringMap<unsigned> Map;
    for (unsigned Reg = 1; Reg < TRI.getNumRegs(); ++Reg)
      Map[TRI.getName(Reg)] = Reg;
    return Map;
  }();
  return Names.lookup(Name);
}

/// The tuple of Count registers of a file from First on; none where LLVM has no
/// such register.
static MCRegister tuple(const TargetRegisterInfo &TRI, StringRef File,
                        unsigned First, unsigned Count) {
  SmallString<512> Name;
  for (unsigned I = First; I != First + Count; ++I)
    (I == First ? Name += "" : Name += "_") += (File + Twine(I)).str();
  return registerNamed(TRI, Name);
}

std::optional<VectorTuple> vectorTuple(const TargetRegisterInfo &TRI,
                                       MCRegister Reg) {
  StringRef Name = TRI.getName(Reg);
  SmallVector<StringRef, 32> Parts;
  Name.split(Parts, '_');
  for (auto [At, File] : enumerate(Files)) {
    unsigned First = 0;
    StringRef Number = Parts[0];
    if (!Number.consume_front(File.first) || Number.getAsInteger(10, First))
      continue;
    // Not VGPR1_LO16.
    if (tuple(TRI, File.first, First, Parts.size()) == Reg)
      return VectorTuple{unsigned(At) * FileSize + First,
                         unsigned(Parts.size())};
  }
  return std::nullopt;
}

MCRegister registerOf(const TargetRegisterInfo &TRI, VectorTuple Tuple) {
  unsigned First = Tuple.First % FileSize;
  if (First + Tuple.Count > FileSize)
    return MCRegister();
  return tuple(TRI, Files[Tuple.First / FileSize].first, First, Tuple.Count);
}

static uint8_t vectorPart(const TargetRegisterInfo &TRI,
                          const TargetRegisterClass &Class) {
  unsigned Bits = TRI.getRegSizeInBits(Class), Count = Bits / 32;
  if (!Count || Bits % 32 || Count > 32)
    return 0;
  auto Has = [&](StringRef File, unsigned First) {
    MCRegister Reg = tuple(TRI, File, First, Count);
    return Reg && Class.contains(Reg);
  };
  uint8_t Found = 0;
  bool Odd = true;
  for (auto [File, Bit] : Files)
    // A class of a part of the file counts as none.
    if (Has(File, 0) && Has(File, (FileSize - Count) & ~1u)) {
      Found |= Bit;
      Odd &= Count == 1 || Has(File, 1);
    }
  return Odd ? Found : Found | CDNA_CLASS_EVEN;
}

uint8_t vectorPart(const TargetRegisterInfo &TRI,
                   const TargetRegisterClass *Class) {
  // Classes, too, are the same for all GPUs; which one an operand has is not.
  static const std::vector<uint8_t> Parts = [&] {
    std::vector<uint8_t> All;
    for (const TargetRegisterClass *One : TRI.regclasses())
      All.push_back(vectorPart(TRI, *One));
    return All;
  }();
  return Class ? Parts[Class->getID()] : 0;
}

/// All registers of both vector files.
static ArrayRef<MCRegister> vectorRegisters(const TargetRegisterInfo &TRI) {
  static const std::vector<MCRegister> All = [&] {
    std::vector<MCRegister> Made;
    for (auto [File, Bit] : Files)
      for (unsigned I = 0; I != FileSize; ++I)
        Made.push_back(tuple(TRI, File, I, 1));
    return Made;
  }();
  return All;
}

FixedRegisters::FixedRegisters(const MachineFunction &MF)
    : MRI(MF.getRegInfo()), TRI(*MF.getSubtarget().getRegisterInfo()),
      Saved(TRI.getNumRegUnits()) {
  auto Save = [&](MCRegister Reg) {
    for (MCRegUnit Unit : TRI.regunits(Reg))
      Saved.set(static_cast<unsigned>(Unit));
  };
  for (const MCPhysReg *Reg = MRI.getCalleeSavedRegs(); *Reg; ++Reg)
    Save(*Reg);
  // It runs with all lanes on: those that were off for its caller are saved for
  // the registers that it uses now.
  if (MF.getFunction().getCallingConv() == CallingConv::AMDGPU_Gfx_WholeWave)
    for (MCRegister Reg : vectorRegisters(TRI))
      Save(Reg);
}

bool FixedRegisters::isReserved(MCRegister Reg) const {
  return MRI.isReserved(Reg) || any_of(TRI.regunits(Reg), [&](MCRegUnit Unit) {
           return MRI.isReserved(*MCRegUnitRootIterator(Unit, &TRI));
         });
}

bool FixedRegisters::isCalleeSaved(MCRegister Reg) const {
  return any_of(TRI.regunits(Reg), [&](MCRegUnit Unit) {
    return Saved.test(static_cast<unsigned>(Unit));
  });
}

void FixedRegisters::list(std::vector<CdnaStr> &Reserved,
                          std::vector<CdnaStr> &CalleeSaved) const {
  for (MCRegister Reg : vectorRegisters(TRI)) {
    if (isReserved(Reg))
      Reserved.push_back(str(TRI.getName(Reg)));
    if (isCalleeSaved(Reg))
      CalleeSaved.push_back(str(TRI.getName(Reg)));
  }
}

} // namespace cdnasched
