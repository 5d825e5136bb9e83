//===- shim.h - the parts of the shim -------------------------------------===//

#ifndef CDNASCHED_SHIM_H
#define CDNASCHED_SHIM_H

#include "cdnasched.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/MemoryLocation.h"
#include "llvm/CodeGen/MachineBasicBlock.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/ScheduleDAGInstrs.h"
#include "llvm/CodeGen/TargetSchedule.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/StringSaver.h"
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace llvm {
class MachineBlockFrequencyInfo;
class MachineLoopInfo;
class MachineRegisterInfo;
class Module;
class TargetMachine;
} // namespace llvm

namespace cdnasched {

inline CdnaStr str(llvm::StringRef S) { return {S.data(), S.size()}; }
inline llvm::StringRef ref(CdnaStr S) { return {S.data, size_t(S.size)}; }

/// The core's message, which is released; empty for null.
std::string take(char *Message);

/// LLVM's numbers of the opcodes of CdnaKnownOpcode; 0 (PHI) for those that it
/// does not have.
llvm::ArrayRef<unsigned> knownOpcodes(const llvm::TargetInstrInfo &TII);

/// Vector registers with consecutive numbers. AccVGPRs are numbered after the
/// VGPRs.
struct VectorTuple {
  unsigned First, Count;
};
constexpr unsigned VectorRegisters = 512;

/// The tuple that a register is; none for other registers and for halves.
std::optional<VectorTuple> vectorTuple(const llvm::TargetRegisterInfo &TRI,
                                       llvm::MCRegister Reg);
/// The register that a tuple is; none where LLVM has no such register.
llvm::MCRegister registerOf(const llvm::TargetRegisterInfo &TRI,
                            VectorTuple Tuple);

/// The register of that name; none where LLVM has no such register.
llvm::MCRegister registerNamed(const llvm::TargetRegisterInfo &TRI,
                               llvm::StringRef Name);

/// Which vector registers are in a class (bits of CdnaOperandClass).
class VectorParts {
public:
  explicit VectorParts(const llvm::TargetRegisterInfo &TRI) : TRI(TRI) {}
  /// Null is allowed.
  uint8_t of(const llvm::TargetRegisterClass *Class);

private:
  const llvm::TargetRegisterInfo &TRI;
  llvm::DenseMap<const llvm::TargetRegisterClass *, uint8_t> Known;
};

/// What a function may not use as it likes.
class FixedRegisters {
public:
  explicit FixedRegisters(const llvm::MachineFunction &MF);

  /// Whether LLVM keeps a part of it for itself.
  bool isReserved(llvm::MCRegister Reg) const;
  /// Whether callers find a part of it unchanged.
  bool isCalleeSaved(llvm::MCRegister Reg) const;
  /// The names of the vector registers that are so.
  void list(std::vector<CdnaStr> &Reserved,
            std::vector<CdnaStr> &CalleeSaved) const;
  /// The names of the scalar registers that are either.
  void listScalars(std::vector<CdnaStr> &Reserved) const;

private:
  const llvm::MachineRegisterInfo &MRI;
  const llvm::TargetRegisterInfo &TRI;
  /// Register units.
  llvm::BitVector Saved;
};

/// What LLVM's alias analysis says of accesses and loads straight into LDS.
/// All answers are for one iteration of every loop.
class IntoLDS {
public:
  IntoLDS(const llvm::MachineFunction &MF, llvm::BatchAAResults &AA);
  ~IntoLDS();

  /// Whether two accesses of LDS are apart, each of so many bytes; 0: those of
  /// its memory operand.
  bool writesApart(const llvm::MachineMemOperand &One, uint64_t Bytes,
                   const llvm::MachineMemOperand &Other, uint64_t OtherBytes);

private:
  struct Uniform;
  bool isUniform(const llvm::Value *V);
  llvm::LocationSize extent(const llvm::MachineMemOperand &MMO, uint64_t Bytes);

  const llvm::MachineFunction &MF;
  llvm::BatchAAResults &AA;
  /// Made when the core first asks.
  std::unique_ptr<Uniform> Known;
};

/// LLVM's dependence graph of a region, and its repair of kill flags.
struct RegionGraph : llvm::ScheduleDAGInstrs {
  using ScheduleDAGInstrs::ScheduleDAGInstrs;
  void schedule() override {}
};

/// Whether it is inline assembly whose text is vector instructions and nothing
/// else, and which accesses no memory: the order of accesses around it is
/// nothing to it, volatile or not.
bool isVectorAsm(const llvm::MachineInstr &MI);

/// While it lives, such assembly is not volatile, and guarded code has no side
/// effects but those of its members: that lanes are switched off in it is
/// nothing to what is around it.
class WithoutVolatile {
public:
  WithoutVolatile(llvm::MachineFunction &MF);
  ~WithoutVolatile();

private:
  llvm::SmallVector<std::pair<llvm::MachineOperand *, int64_t>, 8> Before;
  llvm::SmallVector<std::pair<llvm::MachineInstr *, const llvm::MCInstrDesc *>,
                    8>
      Narrowing;
};

class Guards;
class Peels;

/// A machine function as the C ABI describes it. Owns the arrays.
class FlatFunction {
public:
  /// Without the blocks that merging has emptied.
  FlatFunction(llvm::MachineFunction &MF, const llvm::MachineLoopInfo &MLI,
               const llvm::MachineBlockFrequencyInfo &MBFI, llvm::AAResults &AA,
               const Guards &Guards, const Peels &Peels);

  /// Adds the dependence edges of every scheduling region, as LLVM's own
  /// post-RA scheduler would see them if no assembly of vector instructions
  /// were volatile; with CrossHints, as if there were no hints about order.
  void addDependences(const llvm::MachineLoopInfo &MLI, bool CrossHints);

  /// Adds the vector registers that are not free to use.
  void addFixedRegisters();
  /// Adds the scalar registers that are not, as reserved.
  void addFixedScalars();

  /// Adds where each instruction is from.
  void addLocations();

  /// The ABI's view. Valid while this object lives and is not changed.
  CdnaFunction view();

  /// Whether tuples of vector registers begin at even numbers, as far as the
  /// function's opcodes show.
  bool wantsEvenTuples() const;

  /// The instruction of each index, bundle members included.
  std::vector<llvm::MachineInstr *> Instrs;
  /// The block of each index.
  std::vector<llvm::MachineBasicBlock *> Layout;
  /// The debug value of each index.
  std::vector<llvm::MachineInstr *> DebugInstrs;

private:
  void addInstr(llvm::MachineInstr &MI);
  void addDebugValue(llvm::MachineInstr &MI, uint32_t Block, bool IsFirst);
  void addOperand(const llvm::MachineOperand &MO);
  void addAccess(const llvm::MachineMemOperand &MMO);
  void addFrame();
  CdnaOpcode describe(unsigned Opcode);
  uint32_t opcodeIndex(unsigned Opcode);
  CdnaRegister units(llvm::MCRegister Register);
  uint32_t registerIndex(unsigned Register);
  uint32_t exclusion(uint32_t Access, uint32_t By);

  llvm::MachineFunction &MF;
  const llvm::TargetInstrInfo &TII;
  const llvm::TargetRegisterInfo &TRI;
  llvm::AAResults &AA;
  llvm::BatchAAResults Batch;
  VectorParts Parts;
  llvm::TargetSchedModel SchedModel;
  unsigned MatrixResource = 0;

  llvm::DenseMap<const llvm::MachineInstr *, uint32_t> Indices;
  llvm::DenseMap<const llvm::MachineBasicBlock *, uint32_t> BlockIndices;
  llvm::DenseMap<unsigned, uint32_t> OpcodeIndices, RegisterIndices;
  llvm::DenseMap<llvm::AAMDNodes, uint32_t> MetadataIndices;
  /// Alias metadata of each access.
  std::vector<llvm::AAMDNodes> Metadata;
  /// The memory operand of each access.
  std::vector<const llvm::MachineMemOperand *> MemoryOperands;
  /// What LLVM's alias analysis is asked about loads straight into LDS.
  IntoLDS Loads;
  /// Scopes that are declared anew in each iteration of a loop; made when the
  /// core first asks.
  std::optional<llvm::SmallPtrSet<const llvm::Metadata *, 8>> OfOneIteration;

  CdnaOpcode Modified;
  std::vector<CdnaOpcode> Opcodes;
  std::vector<uint8_t> OperandTypes, OperandClasses;
  std::vector<CdnaStr> Symbols, Units, Reserved, CalleeSaved;
  std::vector<CdnaRegister> Registers;
  std::vector<CdnaBlock> Blocks;
  std::vector<uint32_t> Successors;
  std::vector<CdnaInst> Insts;
  std::vector<CdnaOperand> Operands;
  std::vector<CdnaAccess> Accesses;
  std::vector<CdnaFrameObject> FrameObjects;
  std::vector<CdnaEdge> Edges;
  std::vector<CdnaDebugValue> DebugValues;
  std::vector<CdnaDebugOperand> DebugOperands;
  llvm::DenseMap<llvm::DebugVariable, uint32_t> Variables;
  std::vector<CdnaStr> Files;
  std::vector<CdnaLocation> Locations;
  llvm::BumpPtrAllocator Allocator;
  llvm::StringSaver Strings{Allocator};
};

/// Where a remark points. Of an instruction: its own location or the closest in
/// its block; of a loop: where it begins; of another block: its first; where
/// none of these is known, the loop around it or the function.
llvm::DiagnosticLocation locate(const FlatFunction &Flat,
                                const llvm::MachineLoopInfo &MLI,
                                const CdnaRemark &Remark);

/// Takes memory clauses apart, so that their members can be scheduled one by
/// one, and can put them together again exactly as they were.
class DissolvedBundles {
public:
  explicit DissolvedBundles(llvm::MachineFunction &MF);
  ~DissolvedBundles();
  DissolvedBundles(const DissolvedBundles &) = delete;
  DissolvedBundles &operator=(const DissolvedBundles &) = delete;

  /// Undoes it. The members must still be where they were.
  void restore();

private:
  struct Bundle {
    llvm::MachineInstr *Header;
    std::vector<llvm::MachineInstr *> Members;
    std::vector<llvm::MachineOperand *> InternalReads;
  };
  llvm::MachineFunction &MF;
  std::vector<Bundle> Bundles;
};

/// Whether it is the header of a bundle of guarded code.
bool isGuard(const llvm::MachineInstr &MI);
/// Whether it is in such a bundle, behind its header.
bool isInGuard(const llvm::MachineInstr &MI);

/// Says of an instruction that is in no bundle that nothing it reads is of one.
void readOutside(llvm::MachineInstr &MI);

/// Makes a bundle of guarded code, from the instruction that changes EXEC to
/// the one that restores it.
void bundleGuard(llvm::MachineInstr &First, llvm::MachineInstr &Last);

/// Makes one block of loops that branch around guarded code, which becomes
/// bundles, and can put everything back as it was.
class Guards {
public:
  explicit Guards(llvm::MachineFunction &MF);
  /// Whether a loop has branches that may go, here or in a copy of it.
  static bool mayHave(const llvm::MachineFunction &MF,
                      const llvm::MachineLoopInfo &MLI);
  Guards(const Guards &) = delete;
  Guards &operator=(const Guards &) = delete;

  /// Changes the function, unless something enters these blocks by their names.
  void merge(const FlatFunction &Flat, llvm::ArrayRef<CdnaGuard> Wanted);
  /// Whether anything was merged.
  bool isAny() const { return !Before.empty(); }
  /// Whether a block is one of those that are no longer used.
  bool isEmptied(const llvm::MachineBasicBlock &MBB) const {
    return llvm::is_contained(Emptied, &MBB);
  }
  /// Undoes it. No instruction may have been added since or be gone.
  void restore();
  /// Takes all bundles of guarded code apart, those that were copied since and
  /// those of copies of loops as well.
  void settle();

private:
  struct BlockBefore {
    llvm::MachineBasicBlock *MBB;
    /// Bundles as a whole.
    std::vector<llvm::MachineInstr *> Instrs;
    std::vector<std::pair<llvm::MachineBasicBlock *, llvm::BranchProbability>>
        Successors;
    bool HasChances;
  };

  void merge(llvm::MachineInstr &First, llvm::MachineBasicBlock &Guarded,
             llvm::MachineInstr &Last);
  void takeBranches(llvm::MachineBasicBlock &MBB);
  /// Where control goes from a block that another one followed.
  void leadTo(llvm::MachineBasicBlock &MBB, llvm::MachineBasicBlock &Next);
  /// Takes bundles apart, but those that were there before.
  void dissolve(const llvm::SmallPtrSetImpl<const llvm::MachineInstr *> &Kept);
  void forget();

  llvm::MachineFunction &MF;
  const llvm::TargetInstrInfo &TII;
  const llvm::TargetRegisterInfo &TRI;
  /// The function in its layout; empty while nothing is merged.
  std::vector<BlockBefore> Before;
  /// In no block any more.
  llvm::SmallVector<llvm::MachineInstr *, 8> Branches;
  llvm::SmallVector<llvm::MachineBasicBlock *, 8> Emptied;
};

/// Puts copies of loops in front of them that do not branch around code, and
/// can put everything back as it was.
class Peels {
public:
  explicit Peels(llvm::MachineFunction &MF);
  Peels(const Peels &) = delete;
  Peels &operator=(const Peels &) = delete;

  /// Changes the function, unless that cannot be for one of the loops.
  void peel(const FlatFunction &Flat, llvm::ArrayRef<CdnaPeelStep> Steps);
  bool isAny() const { return !All.empty(); }
  /// Undoes it. No block may have been added since or be gone.
  void restore();

  /// What LLVM's analyses do not know yet.
  struct Estimate {
    /// In units of LLVM's.
    double Frequency;
    unsigned LoopDepth;
    const llvm::MachineBasicBlock *LoopHeader;
  };
  /// Of a new block, or one of a loop that one was put in front of.
  std::optional<Estimate>
  estimate(const llvm::MachineBasicBlock &MBB, const llvm::MachineLoopInfo &MLI,
           const llvm::MachineBlockFrequencyInfo &MBFI) const;

private:
  struct Peel {
    llvm::MachineBasicBlock *Entry;
    /// The way through the loop, in the order in which they run.
    std::vector<llvm::MachineBasicBlock *> Blocks;
    /// What decides before the first iteration, the copy of the loop, and what
    /// leads on behind it.
    llvm::MachineBasicBlock *First, *Copy, *Behind;
    /// The branch that is new where control fell into the loop.
    llvm::MachineInstr *Jump;
    /// How likely each successor of the last block was.
    llvm::SmallVector<llvm::BranchProbability, 2> Chances;
    llvm::MachineBasicBlock *header() const { return Blocks.front(); }
  };

  llvm::MCRegister scalar(unsigned First, unsigned Count) const;
  llvm::MCRegister vector(unsigned Number) const;
  /// Of a number or a CdnaPeelPair.
  llvm::MCRegister pair(unsigned Number) const;
  bool refuses(const FlatFunction &Flat,
               llvm::ArrayRef<CdnaPeelStep> Steps) const;
  void peelLoop(const FlatFunction &Flat, llvm::ArrayRef<CdnaPeelStep> Steps);
  /// Fills the copy of a way with code for some lanes, and the block before
  /// it. Whether there are such steps.
  bool copyMasked(const FlatFunction &Flat, llvm::ArrayRef<CdnaPeelStep> Steps,
                  const Peel &New);
  /// An instruction without kill flags, which is nowhere yet.
  llvm::MachineInstr *clone(const llvm::MachineInstr &MI) const;
  /// Adds what decides whether the first or the next iteration goes the way of
  /// the copy. Gives what SCC is then.
  bool decide(const FlatFunction &Flat, llvm::ArrayRef<CdnaPeelStep> Steps,
              llvm::MachineBasicBlock &MBB, bool IsFirst);
  llvm::MachineBasicBlock *addBlock(const llvm::MachineBasicBlock &Like);
  llvm::MachineInstrBuilder make(llvm::MachineBasicBlock &MBB,
                                 CdnaKnownOpcode Opcode) const;
  static void redirect(llvm::MachineBasicBlock &From,
                       llvm::MachineBasicBlock &Before,
                       llvm::MachineBasicBlock &After);

  llvm::MachineFunction &MF;
  const llvm::TargetInstrInfo &TII;
  const llvm::TargetRegisterInfo &TRI;
  std::vector<Peel> All;
  /// What was live into blocks before.
  std::vector<std::pair<llvm::MachineBasicBlock *,
                        std::vector<llvm::MachineBasicBlock::RegisterMaskPair>>>
      LiveInsBefore;
};

/// Other opcodes for matrix instructions, and for branches their inverses.
class Forms {
public:
  Forms(const llvm::MachineFunction &MF, const FlatFunction &Flat,
        llvm::ArrayRef<CdnaForm> Wanted);

  /// The description of a form; null where the function's GPU has no such form.
  static const llvm::MCInstrDesc *named(const llvm::MachineFunction &MF,
                                        llvm::StringRef Name);
  /// Why an instruction cannot have a form, whatever its registers; null if it
  /// can. The form may be null.
  static const char *refusal(const llvm::MachineInstr &MI,
                             const llvm::MCInstrDesc *New);
  /// Why they cannot be had, whatever the registers; null if they can.
  const char *refusal() const;
  /// The description that an instruction has from then on.
  const llvm::MCInstrDesc &of(const llvm::MachineInstr &MI) const;
  /// Gives an instruction the description of another form, with which operands
  /// are tied and which are written early.
  static void give(llvm::MachineInstr &MI, const llvm::MCInstrDesc &Desc);

  /// Null where there is no such form.
  llvm::MapVector<const llvm::MachineInstr *, const llvm::MCInstrDesc *> Descs;
};

/// Operands, and the registers that they are to have.
using NewRegisters =
    llvm::SmallVector<std::pair<unsigned, llvm::MCRegister>, 4>;

/// Changes nothing of an operand but its register; a read ends no lifetime
/// then.
void setRegister(llvm::MachineOperand &MO, llvm::MCRegister Reg);

/// Which registers the instructions of a function take.
class Fit {
public:
  /// EvenTuples: tuples of vector registers begin at even numbers.
  Fit(llvm::MachineFunction &MF, bool EvenTuples);

  /// Why an instruction cannot have this description, which may be its own, and
  /// these registers; null if it can.
  const char *refusal(const llvm::MachineInstr &MI,
                      const llvm::MCInstrDesc &Desc,
                      const NewRegisters &Registers) const;

  llvm::MachineFunction &MF;
  const FixedRegisters Fixed;

private:
  const char *refusal(const llvm::MachineInstr &MI,
                      const llvm::MCInstrDesc &Desc, unsigned Operand,
                      llvm::MCRegister After) const;

  const llvm::TargetInstrInfo &TII;
  const llvm::TargetRegisterInfo &TRI;
  bool EvenTuples;
};

/// The lists of registers that are live into blocks.
class LiveIns {
public:
  /// Notes them. To be made before anything is changed.
  explicit LiveIns(llvm::ArrayRef<llvm::MachineBasicBlock *> Layout);

  /// Makes them anew if other registers are live into any block than before;
  /// gives whether they are.
  bool update() const;
  /// Makes those of some blocks anew.
  static void recompute(llvm::ArrayRef<llvm::MachineBasicBlock *> Blocks);

private:
  using Lists =
      std::vector<std::vector<llvm::MachineBasicBlock::RegisterMaskPair>>;
  Lists get() const;
  void set(const Lists &To) const;

  llvm::ArrayRef<llvm::MachineBasicBlock *> Blocks;
  /// As they were, and as the instructions alone have them.
  Lists Present, Before;
};

/// Other registers and forms for existing instructions.
class Renaming {
public:
  Renaming(llvm::MachineFunction &MF, const FlatFunction &Flat,
           const CdnaPlan &Plan);

  /// Why the instructions cannot have these registers and forms; null if they
  /// can.
  const char *refusal(const Fit &Fit) const;
  /// Gives the instructions their forms and registers.
  void apply() const;

  /// The blocks whose instructions change, or are removed or inserted with the
  /// registers that they name.
  llvm::SetVector<llvm::MachineBasicBlock *> Blocks;

private:
  Forms NewForms;
  /// Every instruction that changes, by its operands.
  llvm::MapVector<llvm::MachineInstr *, NewRegisters> Edits;
};

/// Whether control can enter a block by other means than branches.
bool entersOtherwise(const llvm::MachineBasicBlock &MBB);

/// New blocks, and where control goes otherwise than before.
class NewFlow {
public:
  NewFlow(llvm::MachineFunction &MF, const FlatFunction &Flat,
          const CdnaPlan &Plan);

  /// Whether there is anything of the kind.
  bool isAny() const;
  /// Why it cannot be had; null if it can.
  const char *refusal() const;
  /// Makes the blocks.
  void prepare();
  /// The block of an index of the plan.
  llvm::MachineBasicBlock *block(uint32_t Index) const { return Blocks[Index]; }
  /// Leads control to where it is to go.
  void connect();
  /// All blocks but the first.
  llvm::ArrayRef<llvm::MachineBasicBlock *> allButFirst() const {
    return llvm::ArrayRef(Blocks).drop_front();
  }

private:
  const char *refusal(const llvm::MachineBasicBlock &MBB) const;

  llvm::MachineFunction &MF;
  const CdnaPlan &Plan;
  const FlatFunction &Flat;
  /// Those of the function, then the new ones.
  std::vector<llvm::MachineBasicBlock *> Blocks;
};

/// Gives debug values other registers, or has them describe nothing.
void editDebugValues(const FlatFunction &Flat, const NewFlow &Flow,
                     llvm::ArrayRef<CdnaDebugEdit> Edits);

/// Applies a plan. One that cannot be applied as a whole changes nothing: gives
/// why then, otherwise null.
const char *applyPlan(llvm::MachineFunction &MF, const FlatFunction &Flat,
                      const CdnaPlan &Plan);

/// Gives functions that are annotated as switched off the attribute
/// "cdna-sched"="off".
///
/// LTO code generation splits a module and leaves llvm.global.annotations in
/// one part, but an attribute goes where its function goes. So the library does
/// this as a pass plugin (clang -fpass-plugin=, static extensions), early in
/// the middle end, and once more before code generation for all others.
void markAnnotated(llvm::Module &M);

/// Compiles the module under several strategies in processes of their own,
/// where the options ask for it, and gives its kernels the attributes of the
/// best.
void pick(llvm::Module &M, llvm::TargetMachine &TM, CdnaSession *Session);

/// Offers the core's options on LLVM's command line.
class CommandLine {
public:
  /// Calls OnEnable whenever the stages are switched on.
  explicit CommandLine(void (*OnEnable)());

  bool enabled() const { return *Enable; }
  void enable(bool On);
  /// The values, as cdnasched_session_open takes them.
  std::vector<std::string> values() const;

private:
  void add(const CdnaOption &Option);

  void (*OnEnable)();
  llvm::cl::opt<bool> *Enable = nullptr;
  std::vector<std::unique_ptr<llvm::cl::Option>> Options;
  std::vector<std::function<std::string()>> Values;
};

/// Keeps LLVM from taking out branches by EXECZ past matrix instructions, until
/// they are released.
void keepSkips(llvm::MachineFunction &MF);
/// Whether there were any.
bool releaseSkips(llvm::MachineFunction &MF);

} // namespace cdnasched

#endif // CDNASCHED_SHIM_H
