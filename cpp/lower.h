//===- lower.h - MachineFunction -> flat function -------------------------===//

#ifndef CDNASCHED_LOWER_H
#define CDNASCHED_LOWER_H

#include "cdnasched.h"
#include "lds_alias.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/CodeGen/TargetSchedule.h"
#include <string>
#include <vector>

namespace llvm {
class AAResults;
class MachineBasicBlock;
class MachineBlockFrequencyInfo;
class MachineFunction;
class MachineInstr;
class MachineLoopInfo;
class TargetInstrInfo;
} // namespace llvm

namespace cdnasched {

/// Opcodes the shim itself needs, found by name. 0 (PHI) when LLVM has no such
/// opcode.
struct KnownOpcodes {
  unsigned Nop = 0, Waitcnt = 0, Move = 0, AddF32 = 0, SetPrio = 0,
           SchedBarrier = 0;
  bool complete() const {
    return Nop && Waitcnt && Move && AddF32 && SetPrio && SchedBarrier;
  }
  static const KnownOpcodes &of(const llvm::TargetInstrInfo &TII);
};

/// A machine function as the C ABI describes it. Owns the arrays.
class FlatFunction {
public:
  /// With CrossHints, s_setprio and sched_barrier end no scheduling region.
  FlatFunction(llvm::MachineFunction &MF, const llvm::MachineLoopInfo &MLI,
               const llvm::MachineBlockFrequencyInfo &MBFI, llvm::AAResults &AA,
               bool CrossHints);

  /// Adds the dependence edges of every scheduling region, as LLVM's own
  /// post-RA scheduler would see them.
  void addDependences(llvm::AAResults &AA, const llvm::MachineLoopInfo &MLI);

  /// The ABI's view. Valid while this object lives and is not changed.
  CdnaFunction view() const;

  /// The instruction of each index, bundle members included.
  llvm::MachineInstr *instr(uint32_t Index) const { return Instrs[Index]; }
  size_t instrCount() const { return Instrs.size(); }
  const CdnaBlock &block(uint32_t Index) const { return Blocks[Index]; }
  size_t blockCount() const { return Blocks.size(); }

private:
  void addInstr(llvm::MachineInstr &MI);
  void addOperand(const llvm::MachineInstr &MI, unsigned Index);
  uint32_t opcodeIndex(unsigned Opcode);
  uint32_t registerIndex(unsigned Register);

  llvm::MachineFunction &MF;
  LDSAliases Aliases;
  llvm::TargetSchedModel SchedModel;
  std::string Name, CPU;
  bool CrossHints;
  unsigned MatrixResource;
  unsigned ModifiersOperandType;

  std::vector<llvm::MachineInstr *> Instrs;
  llvm::DenseMap<const llvm::MachineInstr *, uint32_t> Indices;
  llvm::DenseMap<const llvm::MachineBasicBlock *, uint32_t> BlockIndices;
  llvm::DenseMap<unsigned, uint32_t> OpcodeIndices, RegisterIndices;

  std::vector<CdnaOpcode> Opcodes;
  std::vector<CdnaStr> Units;
  std::vector<CdnaRegister> Registers;
  std::vector<CdnaBlock> Blocks;
  std::vector<uint32_t> Successors;
  std::vector<CdnaInst> Insts;
  std::vector<CdnaOperand> Operands;
  std::vector<CdnaAccess> Accesses;
  std::vector<CdnaEdge> Edges;
};

} // namespace cdnasched

#endif // CDNASCHED_LOWER_H
