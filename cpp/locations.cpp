//===- locations.cpp - where instructions are from ------------------------===//

#include "shim.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace cdnasched {

/// The location of an instruction; null where it has none, or one of no line.
static DebugLoc locationOf(const MachineInstr &MI) {
  const DebugLoc &Loc = MI.getDebugLoc();
  return !MI.isDebugInstr() && Loc && Loc.getLine() ? Loc : DebugLoc();
}

/// The closest one of an instruction before it in its block, or else after it.
static DebugLoc nearest(const MachineInstr &MI) {
  const MachineBasicBlock &MBB = *MI.getParent();
  MachineBasicBlock::const_instr_iterator At = MI.getIterator();
  for (const MachineInstr &Before :
       make_range(At.getReverse(), MBB.instr_rend()))
    if (DebugLoc Loc = locationOf(Before))
      return Loc;
  for (const MachineInstr &After : make_range(At, MBB.instr_end()))
    if (DebugLoc Loc = locationOf(After))
      return Loc;
  return DebugLoc();
}

/// Where the innermost loop around a block begins.
static DebugLoc startOf(const MachineLoop *Loop) {
  DebugLoc Start = Loop ? Loop->getStartLoc() : DebugLoc();
  return Start && Start.getLine() ? Start : DebugLoc();
}

/// The first one in a block.
static DebugLoc first(const MachineBasicBlock &MBB) {
  for (const MachineInstr &MI : MBB.instrs())
    if (DebugLoc Loc = locationOf(MI))
      return Loc;
  return DebugLoc();
}

DiagnosticLocation locate(const FlatFunction &Flat, const MachineLoopInfo &MLI,
                          const CdnaRemark &Remark) {
  const MachineBasicBlock &Named = *Flat.Layout[Remark.block];
  const MachineInstr *MI =
      Remark.inst < Flat.Instrs.size() ? Flat.Instrs[Remark.inst] : nullptr;
  const MachineBasicBlock &MBB = MI ? *MI->getParent() : Named;
  const MachineLoop *Loop = MLI.getLoopFor(&MBB);
  bool IsHeader = Loop && Loop->getHeader() == &MBB;
  DebugLoc Loc;
  if (MI)
    Loc = nearest(*MI);
  else if (IsHeader)
    Loc = startOf(Loop);
  if (!Loc && !MI && (IsHeader || Remark.block != 0))
    Loc = first(MBB);
  if (!Loc)
    Loc = startOf(Loop);
  if (Loc)
    return DiagnosticLocation(Loc);
  return DiagnosticLocation(MBB.getParent()->getFunction().getSubprogram());
}

void FlatFunction::addLocations() {
  DenseMap<const DIFile *, uint32_t> Known;
  for (const MachineInstr *MI : Instrs) {
    CdnaLocation Location = {CDNASCHED_NONE, 0, 0};
    DebugLoc Loc = locationOf(*MI);
    if (const DIFile *File = Loc ? Loc->getFile() : nullptr) {
      auto [It, New] = Known.try_emplace(File, Files.size());
      if (New) {
        SmallString<128> Path(File->getFilename());
        if (!sys::path::is_absolute(Path)) {
          Path = File->getDirectory();
          sys::path::append(Path, File->getFilename());
        }
        Files.push_back(str(Strings.save(Path.str())));
      }
      Location = {It->second, Loc.getLine(), Loc.getCol()};
    }
    Locations.push_back(Location);
  }
}

} // namespace cdnasched
