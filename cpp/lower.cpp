//===- lower.cpp - MachineFunction -> flat function -----------------------===//
//
// Copies what LLVM knows into the arrays of the C ABI. Nothing is interpreted
// here: what an opcode or operand means is the core's business.
//
//===----------------------------------------------------------------------===//

#include "lower.h"
#include "options.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/CodeGen/MachineBlockFrequencyInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/CodeGen/ScheduleDAGInstrs.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace cdnasched {

/// The operand type that LLVM gives source-modifier immediates. Its number is
/// private to the back end, so it is read off an opcode whose second operand
/// is one by definition.
static unsigned modifiersOperandType(const TargetInstrInfo &TII) {
  auto Operands = TII.get(KnownOpcodes::of(TII).AddF32).operands();
  if (Operands.size() > 3 && Operands[1].OperandType == Operands[3].OperandType)
    return Operands[1].OperandType;
  return ~0u;
}

const KnownOpcodes &KnownOpcodes::of(const TargetInstrInfo &TII) {
  // The AMDGPU back end has one opcode table for all its GPUs.
  static const KnownOpcodes Known = [&] {
    KnownOpcodes K;
    std::pair<StringRef, unsigned *> Wanted[] = {
        {"S_NOP", &K.Nop},          {"S_WAITCNT", &K.Waitcnt},
        {"V_MOV_B32_e32", &K.Move}, {"V_ADD_F32_e64", &K.AddF32},
        {"S_SETPRIO", &K.SetPrio},  {"SCHED_BARRIER", &K.SchedBarrier}};
    for (unsigned Opcode = 0, E = TII.getNumOpcodes();
         Opcode != E && !K.complete(); ++Opcode) {
      StringRef Name = TII.getName(Opcode);
      for (auto &[Known, Found] : Wanted)
        if (Name == Known)
          *Found = Opcode;
    }
    return K;
  }();
  return Known;
}

/// The scheduling resource that is the matrix pipe.
static unsigned matrixResource(const TargetSchedModel &Model) {
  for (unsigned Kind = 1, E = Model.getNumProcResourceKinds(); Kind < E; ++Kind)
    if (StringRef(Model.getProcResource(Kind)->Name) == "HWXDL")
      return Kind;
  return 0;
}

static bool isEntryPoint(const Function &F) {
  switch (F.getCallingConv()) {
  case CallingConv::AMDGPU_KERNEL:
  case CallingConv::SPIR_KERNEL:
  case CallingConv::AMDGPU_VS:
  case CallingConv::AMDGPU_GS:
  case CallingConv::AMDGPU_PS:
  case CallingConv::AMDGPU_CS:
  case CallingConv::AMDGPU_ES:
  case CallingConv::AMDGPU_HS:
  case CallingConv::AMDGPU_LS:
    return true;
  default:
    return false;
  }
}

/// Static LDS of a kernel. LLVM's LDS lowering packs it into one global per
/// kernel, and what callees may use into one per module.
static uint32_t staticLDS(const Function &F) {
  const Module &M = *F.getParent();
  uint64_t Bytes = 0;
  for (const std::string &Name :
       {("llvm.amdgcn.kernel." + F.getName() + ".lds").str(),
        std::string("llvm.amdgcn.module.lds")})
    if (const GlobalVariable *GV = M.getNamedGlobal(Name))
      Bytes += M.getDataLayout().getTypeAllocSize(GV->getValueType());
  return static_cast<uint32_t>(std::min<uint64_t>(Bytes, UINT32_MAX));
}

static uint32_t workgroupSize(const Function &F) {
  StringRef Range =
      F.getFnAttribute("amdgpu-flat-work-group-size").getValueAsString();
  uint32_t Size = 0;
  return Range.split(',').second.trim().getAsInteger(10, Size) ? 0 : Size;
}

/// Whether a target ID setting is on, or left open: then code must be right for
/// both, as LLVM's own is.
static bool onOrAny(const TargetSubtargetInfo &ST, StringRef Setting) {
  bool On = true;
  for (StringRef Feature : split(ST.getFeatureString(), ','))
    if (Feature.size() > 1 && Feature.drop_front() == Setting)
      On = Feature.front() == '+';
  return On;
}

FlatFunction::FlatFunction(MachineFunction &MF, const MachineLoopInfo &MLI,
                           const MachineBlockFrequencyInfo &MBFI, AAResults &AA,
                           bool CrossHints)
    : MF(MF), Aliases(MF, AA), Name(MF.getName()),
      CPU(MF.getSubtarget().getCPU()), CrossHints(CrossHints) {
  SchedModel.init(&MF.getSubtarget());
  MatrixResource = matrixResource(SchedModel);
  ModifiersOperandType =
      modifiersOperandType(*MF.getSubtarget().getInstrInfo());

  // Block numbers may have holes; the ABI counts in layout order.
  for (const MachineBasicBlock &MBB : MF)
    BlockIndices[&MBB] = BlockIndices.size();

  double EntryFrequency = MBFI.getEntryFreq().getFrequency();
  for (MachineBasicBlock &MBB : MF) {
    CdnaBlock Block = {};
    Block.first_inst = Insts.size();
    for (MachineInstr &MI : MBB.instrs())
      if (!MI.isDebugInstr())
        addInstr(MI);
    Block.inst_count = Insts.size() - Block.first_inst;
    Block.first_successor = Successors.size();
    for (const MachineBasicBlock *Successor : MBB.successors())
      Successors.push_back(BlockIndices.lookup(Successor));
    Block.successor_count = Successors.size() - Block.first_successor;
    Block.frequency =
        EntryFrequency > 0
            ? MBFI.getBlockFreq(&MBB).getFrequency() / EntryFrequency
            : 1.0;
    const MachineLoop *Loop = MLI.getLoopFor(&MBB);
    Block.loop_depth = Loop ? Loop->getLoopDepth() : 0;
    Block.loop_header =
        Loop ? BlockIndices.lookup(Loop->getHeader()) : CDNASCHED_NONE;
    Blocks.push_back(Block);
  }
}

uint32_t FlatFunction::opcodeIndex(unsigned Opcode) {
  auto [It, New] = OpcodeIndices.try_emplace(Opcode, Opcodes.size());
  if (New) {
    const TargetInstrInfo &TII = *MF.getSubtarget().getInstrInfo();
    CdnaOpcode Entry = {str(TII.getName(Opcode)), 0};
    auto Infos = TII.get(Opcode).operands();
    for (size_t I = 0, E = std::min<size_t>(Infos.size(), 64); I != E; ++I)
      if (Infos[I].OperandType == ModifiersOperandType)
        Entry.source_modifiers |= uint64_t(1) << I;
    Opcodes.push_back(Entry);
  }
  return It->second;
}

uint32_t FlatFunction::registerIndex(unsigned Register) {
  auto [It, New] = RegisterIndices.try_emplace(Register, Registers.size());
  if (New) {
    const TargetRegisterInfo &TRI = *MF.getSubtarget().getRegisterInfo();
    CdnaRegister Entry = {static_cast<uint32_t>(Units.size()), 0};
    for (MCRegUnit Unit : TRI.regunits(MCRegister(Register))) {
      MCRegUnitRootIterator Root(Unit, &TRI);
      Units.push_back(str(TRI.getName(*Root)));
      ++Entry.unit_count;
    }
    Registers.push_back(Entry);
  }
  return It->second;
}

/// What a user says about order that no result depends on.
static bool isHint(const MachineInstr &MI) {
  const KnownOpcodes &Known =
      KnownOpcodes::of(*MI.getMF()->getSubtarget().getInstrInfo());
  return MI.getOpcode() == Known.SetPrio ||
         MI.getOpcode() == Known.SchedBarrier;
}

/// Where LLVM's own machine scheduler ends a region.
static bool isBoundary(const MachineInstr &MI) {
  const MachineFunction &MF = *MI.getMF();
  return MI.isCall() || MI.isFakeUse() ||
         MF.getSubtarget().getInstrInfo()->isSchedulingBoundary(
             MI, MI.getParent(), MF);
}

void FlatFunction::addOperand(const MachineInstr &MI, unsigned Index) {
  const MachineOperand &MO = MI.getOperand(Index);
  CdnaOperand Operand = {};
  Operand.kind = CDNA_OPERAND_OPAQUE;
  if (MO.isReg()) {
    Operand.kind = CDNA_OPERAND_NO_REGISTER;
    if (MO.getReg().isPhysical()) {
      Operand.kind = CDNA_OPERAND_REGISTER;
      Operand.index = registerIndex(MO.getReg());
    }
    Operand.flags =
        (MO.isDef() ? CDNA_OPERAND_DEF : 0) |
        (MO.isImplicit() ? CDNA_OPERAND_IMPLICIT : 0) |
        (MO.isDead() ? CDNA_OPERAND_DEAD : 0) |
        (MO.isUndef() ? CDNA_OPERAND_UNDEF : 0) |
        (MO.isTied() ? CDNA_OPERAND_TIED : 0) |
        (MO.isDef() && MO.isEarlyClobber() ? CDNA_OPERAND_EARLY_CLOBBER : 0) |
        (MO.isInternalRead() ? CDNA_OPERAND_INTERNAL_READ : 0);
  } else if (MO.isImm()) {
    Operand.kind = CDNA_OPERAND_IMMEDIATE;
    Operand.imm = MO.getImm();
  } else if (MO.isMBB()) {
    Operand.kind = CDNA_OPERAND_BLOCK;
    Operand.index = BlockIndices.lookup(MO.getMBB());
  } else if (MO.isRegMask() || MO.isRegLiveOut()) {
    Operand.kind = CDNA_OPERAND_REGISTER_MASK;
  }
  Operands.push_back(Operand);
}

/// Whether inline assembly waits for a counter itself.
static bool waitsInAssembly(const MachineInstr &MI) {
  if (!MI.isInlineAsm())
    return false;
  const MachineOperand &Text = MI.getOperand(InlineAsm::MIOp_AsmString);
  return Text.isSymbol() &&
         StringRef(Text.getSymbolName()).contains_insensitive("s_waitcnt");
}

void FlatFunction::addInstr(MachineInstr &MI) {
  auto Any = MachineInstr::IgnoreBundle;
  CdnaInst Inst = {};
  Inst.opcode = opcodeIndex(MI.getOpcode());
  Inst.flags =
      (MI.mayLoad(Any) ? CDNA_INST_MAY_LOAD : 0) |
      (MI.mayStore(Any) ? CDNA_INST_MAY_STORE : 0) |
      (MI.hasUnmodeledSideEffects() ? CDNA_INST_SIDE_EFFECTS : 0) |
      (MI.isCall(Any) ? CDNA_INST_CALL : 0) |
      (MI.isReturn(Any) ? CDNA_INST_RETURN : 0) |
      (MI.isTerminator(Any) ? CDNA_INST_TERMINATOR : 0) |
      (MI.isBranch(Any) ? CDNA_INST_BRANCH : 0) |
      (MI.isBarrier(Any) ? CDNA_INST_BARRIER : 0) |
      (MI.isMetaInstruction() ? CDNA_INST_META : 0) |
      (MI.isInlineAsm() ? CDNA_INST_INLINE_ASM : 0) |
      (MI.isBundle() ? CDNA_INST_BUNDLE : 0) |
      (MI.isBundledWithPred() ? CDNA_INST_IN_BUNDLE : 0) |
      (!MI.isBundledWithPred() && isBoundary(MI) && !(CrossHints && isHint(MI))
           ? CDNA_INST_BOUNDARY
           : 0) |
      (MI.hasOrderedMemoryRef() ? CDNA_INST_ORDERED_MEMORY : 0) |
      (waitsInAssembly(MI) ? CDNA_INST_ASM_WAITS : 0);
  Inst.first_operand = Operands.size();
  for (unsigned I = 0, E = MI.getNumOperands(); I != E; ++I)
    addOperand(MI, I);
  Inst.operand_count = Operands.size() - Inst.first_operand;
  Inst.first_access = Accesses.size();
  for (const MachineMemOperand *MMO : MI.memoperands()) {
    CdnaAccess Access = {};
    Access.flags = (MMO->isLoad() ? CDNA_ACCESS_LOAD : 0) |
                   (MMO->isStore() ? CDNA_ACCESS_STORE : 0) |
                   (MMO->isVolatile() ? CDNA_ACCESS_VOLATILE : 0) |
                   (MMO->isAtomic() ? CDNA_ACCESS_ATOMIC : 0) |
                   (MMO->isInvariant() ? CDNA_ACCESS_INVARIANT : 0) |
                   (MMO->isNonTemporal() ? CDNA_ACCESS_NON_TEMPORAL : 0);
    Access.space = MMO->getAddrSpace();
    LocationSize Size = MMO->getSize();
    if (Size.hasValue() && !Size.isScalable())
      Access.bytes = static_cast<uint32_t>(
          std::min<uint64_t>(Size.getValue(), UINT32_MAX));
    Access.alias_group = Aliases.group(MI, *MMO);
    Accesses.push_back(Access);
  }
  Inst.access_count = Accesses.size() - Inst.first_access;
  if (!MI.isBundle() && !MI.isMetaInstruction() && !MI.isInlineAsm()) {
    Inst.latency = static_cast<uint16_t>(
        std::min(SchedModel.computeInstrLatency(&MI), unsigned(UINT16_MAX)));
    if (const MCSchedClassDesc *Class = SchedModel.resolveSchedClass(&MI);
        Class && Class->isValid() && MatrixResource)
      for (const MCWriteProcResEntry &Write :
           make_range(SchedModel.getWriteProcResBegin(Class),
                      SchedModel.getWriteProcResEnd(Class)))
        if (Write.ProcResourceIdx == MatrixResource)
          Inst.passes = static_cast<uint8_t>(
              std::min<unsigned>(Write.ReleaseAtCycle, UINT8_MAX));
  }
  Indices[&MI] = Insts.size();
  Instrs.push_back(&MI);
  Insts.push_back(Inst);
}

namespace {

/// Builds LLVM's dependence graph of one region after another.
class RegionGraph : public ScheduleDAGInstrs {
public:
  RegionGraph(MachineFunction &MF, const MachineLoopInfo *MLI)
      : ScheduleDAGInstrs(MF, MLI) {}
  void schedule() override {}
};

} // namespace

static_assert(int(SDep::Data) == CDNA_EDGE_TRUE &&
                  int(SDep::Anti) == CDNA_EDGE_ANTI &&
                  int(SDep::Output) == CDNA_EDGE_OUTPUT &&
                  int(SDep::Order) == CDNA_EDGE_ORDER,
              "LLVM counts kinds of dependences otherwise than the ABI");

namespace {

/// Takes hints out of the blocks, and puts them back where they were.
class HintsAside {
public:
  explicit HintsAside(MachineFunction &MF) {
    for (MachineBasicBlock &MBB : MF)
      for (MachineInstr &MI : make_early_inc_range(MBB))
        if (isHint(MI)) {
          // What follows may be a hint, too; it is put back first.
          Hints.push_back({&MI, &MBB, std::next(MI.getIterator())});
          MBB.remove(&MI);
        }
  }
  ~HintsAside() {
    for (auto &[MI, MBB, Next] : reverse(Hints))
      MBB->insert(Next, MI);
  }

private:
  struct Hint {
    MachineInstr *MI;
    MachineBasicBlock *MBB;
    MachineBasicBlock::iterator Next;
  };
  SmallVector<Hint, 8> Hints;
};

} // namespace

void FlatFunction::addDependences(AAResults &AA, const MachineLoopInfo &MLI) {
  // A hint would be a barrier to memory in the graph.
  std::optional<HintsAside> Aside;
  if (CrossHints)
    Aside.emplace(MF);
  RegionGraph Graph(MF, &MLI);
  for (MachineBasicBlock &MBB : MF) {
    Graph.startBlock(&MBB);
    auto End = MBB.end();
    while (true) {
      auto Begin = End;
      unsigned Count = 0;
      while (Begin != MBB.begin() && !isBoundary(*std::prev(Begin))) {
        --Begin;
        Count += !Begin->isDebugOrPseudoInstr();
      }
      if (Count >= 2) {
        Graph.enterRegion(&MBB, Begin, End, Count);
        Graph.buildSchedGraph(&AA);
        for (const SUnit &SU : Graph.SUnits)
          for (const SDep &Dep : SU.Succs)
            if (!Dep.isWeak() && !Dep.getSUnit()->isBoundaryNode())
              Edges.push_back({Indices.lookup(SU.getInstr()),
                               Indices.lookup(Dep.getSUnit()->getInstr()),
                               static_cast<uint32_t>(Dep.getKind()),
                               Dep.getLatency()});
        Graph.exitRegion();
      }
      if (Begin == MBB.begin())
        break;
      End = std::prev(Begin);
    }
    Graph.finishBlock();
  }
}

template <typename T>
static void set(const std::vector<T> &From, const T *&Data, uint64_t &Count) {
  Data = From.data();
  Count = From.size();
}

CdnaFunction FlatFunction::view() const {
  const TargetSubtargetInfo &ST = MF.getSubtarget();
  const Function &F = MF.getFunction();
  CdnaFunction View = {};
  View.abi_version = CDNASCHED_ABI_VERSION;
  View.struct_size = sizeof(CdnaFunction);
  View.name = str(Name);
  View.cpu = str(CPU);
  View.flags =
      (onOrAny(ST, "xnack") ? CDNA_FUNCTION_XNACK : 0) |
      (onOrAny(ST, "sramecc") ? CDNA_FUNCTION_SRAM_ECC : 0) |
      (ST.checkFeatures("+tgsplit") ? CDNA_FUNCTION_TG_SPLIT : 0) |
      (ST.checkFeatures("+precise-memory") ? CDNA_FUNCTION_PRECISE_MEMORY : 0) |
      (isEntryPoint(F) ? CDNA_FUNCTION_ENTRY : 0);
  View.lds_bytes = staticLDS(F);
  View.workgroup_size = workgroupSize(F);
  set(Opcodes, View.opcodes, View.opcode_count);
  set(Units, View.units, View.unit_count);
  set(Registers, View.registers, View.register_count);
  set(Blocks, View.blocks, View.block_count);
  set(Successors, View.successors, View.successor_count);
  set(Insts, View.insts, View.inst_count);
  set(Operands, View.operands, View.operand_count);
  set(Accesses, View.accesses, View.access_count);
  set(Edges, View.edges, View.edge_count);
  set(Aliases.facts(), View.alias_facts, View.alias_fact_count);
  return View;
}

} // namespace cdnasched
