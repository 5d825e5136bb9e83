//===- registers.cpp - LLVM's registers and register classes --------------===//

#include "shim.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"

using namespace llvm;

namespace cdnasched {

/// Registers of a vector register file.
static constexpr unsigned FileSize = 256;

namespace {
/// A vector register file: how LLVM names its registers and their class.
struct VectorFile {
  StringLiteral Prefix, Class;
  CdnaOperandClass Bit;
};
constexpr VectorFile Files[] = {{"VGPR", "VGPR_32", CDNA_CLASS_VGPR},
                                {"AGPR", "AGPR_32", CDNA_CLASS_AGPR}};

/// The registers of both vector files.
struct VectorFiles {
  std::vector<MCRegister> Registers;
  /// By register unit, which of them it is a part of; VectorRegisters for all
  /// others.
  std::vector<unsigned> OfUnit;

  explicit VectorFiles(const TargetRegisterInfo &TRI)
      : Registers(VectorRegisters),
        OfUnit(TRI.getNumRegUnits(), VectorRegisters) {
    for (const TargetRegisterClass *Class : TRI.regclasses())
      for (auto [At, File] : enumerate(Files))
        if (TRI.getRegClassName(Class) == File.Class)
          add(TRI, *Class, File.Prefix, At * FileSize);
  }

private:
  void add(const TargetRegisterInfo &TRI, const TargetRegisterClass &Class,
           StringRef Prefix, unsigned Base) {
    for (MCRegister Reg : Class) {
      StringRef Number = TRI.getName(Reg);
      unsigned At = 0;
      if (!Number.consume_front(Prefix) || Number.getAsInteger(10, At) ||
          At >= FileSize)
        continue;
      Registers[Base + At] = Reg;
      for (MCRegUnit Unit : TRI.regunits(Reg))
        OfUnit[static_cast<unsigned>(Unit)] = Base + At;
    }
  }
};
} // namespace

static const VectorFiles &vectorFiles(const TargetRegisterInfo &TRI) {
  // The AMDGPU back end has one register table for all its GPUs.
  static const VectorFiles All(TRI);
  return All;
}

std::optional<VectorTuple> vectorTuple(const TargetRegisterInfo &TRI,
                                       MCRegister Reg) {
  const VectorFiles &All = vectorFiles(TRI);
  unsigned First = VectorRegisters, Last = 0, Units = 0;
  for (MCRegUnit Unit : TRI.regunits(Reg)) {
    unsigned At = All.OfUnit[static_cast<unsigned>(Unit)];
    if (At == VectorRegisters)
      return std::nullopt;
    First = std::min(First, At);
    Last = std::max(Last, At);
    ++Units;
  }
  if (First == VectorRegisters)
    return std::nullopt;
  unsigned Count = Last - First + 1;
  // Not VGPR1_LO16.
  if (Units != Count * range_size(TRI.regunits(All.Registers[First])))
    return std::nullopt;
  return VectorTuple{First, Count};
}

MCRegister registerOf(const TargetRegisterInfo &TRI, VectorTuple Tuple) {
  const VectorFiles &All = vectorFiles(TRI);
  MCRegister First = All.Registers[Tuple.First];
  if (!First || Tuple.First % FileSize + Tuple.Count > FileSize)
    return MCRegister();
  for (MCRegister Reg : TRI.superregs_inclusive(First))
    if (auto Found = vectorTuple(TRI, Reg);
        Found && Found->First == Tuple.First && Found->Count == Tuple.Count)
      return Reg;
  return MCRegister();
}

MCRegister registerNamed(const TargetRegisterInfo &TRI, StringRef Name) {
  // Most are vector registers, and LLVM has no index by name.
  for (auto [At, File] : enumerate(Files)) {
    StringRef Rest = Name;
    unsigned First = 0;
    if (!Rest.consume_front(File.Prefix) || Rest.consumeInteger(10, First) ||
        First >= FileSize)
      continue;
    MCRegister Reg = registerOf(
        TRI, {unsigned(At) * FileSize + First, unsigned(Name.count('_')) + 1});
    if (Reg && Name == TRI.getName(Reg))
      return Reg;
  }
  for (unsigned Reg = 1; Reg < TRI.getNumRegs(); ++Reg)
    if (Name == TRI.getName(Reg))
      return Reg;
  return MCRegister();
}

static uint8_t describe(const TargetRegisterInfo &TRI,
                        const TargetRegisterClass &Class) {
  unsigned Bits = TRI.getRegSizeInBits(Class), Count = Bits / 32;
  if (!Count || Bits % 32 || Count > 32)
    return 0;
  uint8_t Found = 0;
  bool Odd = true;
  for (auto [At, File] : enumerate(Files)) {
    auto Has = [&, Base = unsigned(At) * FileSize](unsigned First) {
      MCRegister Reg = registerOf(TRI, {Base + First, Count});
      return Reg && Class.contains(Reg);
    };
    // A class of a part of the file counts as none.
    if (Has(0) && Has((FileSize - Count) & ~1u)) {
      Found |= File.Bit;
      Odd &= Count == 1 || Has(1);
    }
  }
  return Odd ? Found : Found | CDNA_CLASS_EVEN;
}

uint8_t VectorParts::of(const TargetRegisterClass *Class) {
  if (!Class)
    return 0;
  auto [It, New] = Known.try_emplace(Class, 0);
  if (New)
    It->second = describe(TRI, *Class);
  return It->second;
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
    for (MCRegister Reg : vectorFiles(TRI).Registers)
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

void FixedRegisters::listScalars(std::vector<CdnaStr> &Reserved) const {
  for (unsigned Reg = 1; Reg < TRI.getNumRegs(); ++Reg) {
    StringRef Number = TRI.getName(Reg);
    if (Number.consume_front("SGPR") && all_of(Number, isDigit) &&
        (isReserved(Reg) || isCalleeSaved(Reg)))
      Reserved.push_back(str(TRI.getName(Reg)));
  }
}

void FixedRegisters::list(std::vector<CdnaStr> &Reserved,
                          std::vector<CdnaStr> &CalleeSaved) const {
  for (MCRegister Reg : vectorFiles(TRI).Registers) {
    if (isReserved(Reg))
      Reserved.push_back(str(TRI.getName(Reg)));
    if (isCalleeSaved(Reg))
      CalleeSaved.push_back(str(TRI.getName(Reg)));
  }
}

} // namespace cdnasched
