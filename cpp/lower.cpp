//===- lower.cpp - MachineFunction -> flat function -----------------------===//
//
// Copies what LLVM knows into the arrays of the C ABI. Nothing is interpreted
// here: what an opcode, an operand or an attribute means is for the core.
//
//===----------------------------------------------------------------------===//

#include "shim.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScopedNoAliasAA.h"
#include "llvm/CodeGen/MachineBlockFrequencyInfo.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/CodeGen/PseudoSourceValue.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

namespace cdnasched {

ArrayRef<unsigned> knownOpcodes(const TargetInstrInfo &TII) {
  // The AMDGPU back end has one opcode table for all its GPUs.
  static const std::vector<unsigned> Known = [&] {
    uint64_t Count = 0;
    const CdnaStr *Names = cdnasched_opcodes(&Count);
    std::vector<unsigned> Found(Count);
    uint64_t Missing = Count;
    for (unsigned Opcode = 1; Missing && Opcode != TII.getNumOpcodes();
         ++Opcode) {
      StringRef Name = TII.getName(Opcode);
      for (uint64_t I = 0; I != Count; ++I)
        if (Name == ref(Names[I])) {
          Found[I] = Opcode;
          --Missing;
        }
    }
    return Found;
  }();
  return Known;
}

/// Static LDS of a kernel. LLVM's LDS lowering packs it into one global per
/// kernel, and what callees may use into one per module.
static uint64_t staticLDS(const Function &F) {
  const Module &M = *F.getParent();
  uint64_t Bytes = 0;
  for (const std::string &Name :
       {("llvm.amdgcn.kernel." + F.getName() + ".lds").str(),
        std::string("llvm.amdgcn.module.lds")})
    if (const GlobalVariable *GV = M.getNamedGlobal(Name))
      Bytes += M.getDataLayout().getTypeAllocSize(GV->getValueType());
  return Bytes;
}

FlatFunction::FlatFunction(MachineFunction &MF, const MachineLoopInfo &MLI,
                           const MachineBlockFrequencyInfo &MBFI, AAResults &AA,
                           const Guards &Guards, const Peels &Peels)
    : MF(MF), TII(*MF.getSubtarget().getInstrInfo()),
      TRI(*MF.getSubtarget().getRegisterInfo()), AA(AA), Batch(AA), Parts(TRI),
      Loads(MF, Batch) {
  SchedModel.init(&MF.getSubtarget());
  for (unsigned Kind = 1; Kind < SchedModel.getNumProcResourceKinds(); ++Kind)
    if (StringRef(SchedModel.getProcResource(Kind)->Name) == "HWXDL")
      MatrixResource = Kind;
  Modified = describe(knownOpcodes(TII)[CDNA_OPCODE_MODIFIED]);

  addFrame();
  // Block numbers may have holes; the ABI counts in layout order.
  for (MachineBasicBlock &MBB : MF)
    if (!Guards.isEmptied(MBB)) {
      BlockIndices[&MBB] = Layout.size();
      Layout.push_back(&MBB);
    }
  double EntryFrequency = MBFI.getEntryFreq().getFrequency();
  for (MachineBasicBlock *At : Layout) {
    MachineBasicBlock &MBB = *At;
    CdnaBlock Block = {};
    Block.first_inst = Insts.size();
    for (MachineInstr &MI : MBB.instrs())
      if (MI.isDebugValue())
        addDebugValue(MI, Blocks.size(), Insts.size() == Block.first_inst);
      else if (!MI.isDebugInstr())
        addInstr(MI);
    Block.inst_count = Insts.size() - Block.first_inst;
    Block.first_successor = Successors.size();
    for (const MachineBasicBlock *Successor : MBB.successors())
      Successors.push_back(BlockIndices.lookup(Successor));
    Block.successor_count = Successors.size() - Block.first_successor;
    const MachineLoop *Loop = MLI.getLoopFor(&MBB);
    Peels::Estimate Estimate = {double(MBFI.getBlockFreq(&MBB).getFrequency()),
                                Loop ? Loop->getLoopDepth() : 0,
                                Loop ? Loop->getHeader() : nullptr};
    if (auto Other = Peels.estimate(MBB, MLI, MBFI))
      Estimate = *Other;
    Block.frequency =
        EntryFrequency > 0 ? Estimate.Frequency / EntryFrequency : 1.0;
    Block.loop_depth = Estimate.LoopDepth;
    Block.loop_header = Estimate.LoopHeader
                            ? BlockIndices.lookup(Estimate.LoopHeader)
                            : CDNASCHED_NONE;
    Blocks.push_back(Block);
  }
}

void FlatFunction::addFrame() {
  const MachineFrameInfo &Frame = MF.getFrameInfo();
  for (int Index = 0; Index < Frame.getObjectIndexEnd(); ++Index) {
    CdnaFrameObject Object = {};
    if (!Frame.isDeadObjectIndex(Index))
      Object = {Frame.getObjectOffset(Index),
                uint64_t(Frame.getObjectSize(Index)),
                Frame.isSpillSlotObjectIndex(Index), 0};
    FrameObjects.push_back(Object);
  }
}

CdnaOpcode FlatFunction::describe(unsigned Opcode) {
  const MCInstrDesc &Desc = TII.get(Opcode);
  auto Infos = Desc.operands();
  CdnaOpcode Entry = {str(TII.getName(Opcode)), uint32_t(OperandTypes.size()),
                      uint32_t(Infos.size())};
  for (unsigned I = 0; I != Infos.size(); ++I) {
    OperandTypes.push_back(Infos[I].OperandType);
    OperandClasses.push_back(Parts.of(TII.getRegClass(Desc, I)));
  }
  return Entry;
}

uint32_t FlatFunction::opcodeIndex(unsigned Opcode) {
  auto [It, New] = OpcodeIndices.try_emplace(Opcode, Opcodes.size());
  if (New)
    Opcodes.push_back(describe(Opcode));
  return It->second;
}

CdnaRegister FlatFunction::units(MCRegister Register) {
  CdnaRegister Entry = {uint32_t(Units.size()), 0};
  for (MCRegUnit Unit : TRI.regunits(Register))
    Units.push_back(str(TRI.getName(*MCRegUnitRootIterator(Unit, &TRI))));
  Entry.unit_count = Units.size() - Entry.first_unit;
  return Entry;
}

uint32_t FlatFunction::registerIndex(unsigned Register) {
  auto [It, New] = RegisterIndices.try_emplace(Register, Registers.size());
  if (New)
    Registers.push_back(units(MCRegister(Register)));
  return It->second;
}

void FlatFunction::addOperand(const MachineOperand &MO) {
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
  } else if (MO.isFI() && MO.getIndex() >= 0) {
    Operand.kind = CDNA_OPERAND_FRAME_INDEX;
    Operand.index = MO.getIndex();
  } else if (MO.isRegMask() || MO.isRegLiveOut()) {
    Operand.kind = CDNA_OPERAND_REGISTER_MASK;
  } else if (MO.isSymbol()) {
    Operand.kind = CDNA_OPERAND_SYMBOL;
    Operand.index = Symbols.size();
    Symbols.push_back(str(MO.getSymbolName()));
  }
  Operands.push_back(Operand);
}

void FlatFunction::addAccess(const MachineMemOperand &MMO) {
  AAMDNodes Nodes = MMO.getAAInfo();
  LocationSize Size = MMO.getSize();
  CdnaAccess Access = {};
  Access.flags = (MMO.isLoad() ? CDNA_ACCESS_LOAD : 0) |
                 (MMO.isStore() ? CDNA_ACCESS_STORE : 0) |
                 (MMO.isVolatile() ? CDNA_ACCESS_VOLATILE : 0) |
                 (MMO.isAtomic() ? CDNA_ACCESS_ATOMIC : 0) |
                 (MMO.isInvariant() ? CDNA_ACCESS_INVARIANT : 0) |
                 (MMO.isNonTemporal() ? CDNA_ACCESS_NON_TEMPORAL : 0) |
                 (Nodes.Scope ? CDNA_ACCESS_SCOPED : 0);
  Access.space = MMO.getAddrSpace();
  Access.bytes =
      Size.hasValue() ? Size.getValue().getKnownMinValue() : UINT64_MAX;
  Access.address = reinterpret_cast<uintptr_t>(MMO.getValue());
  Access.offset = MMO.getOffset();
  if (Nodes)
    Access.metadata =
        MetadataIndices.try_emplace(Nodes, MetadataIndices.size() + 1)
            .first->second;
  if (const auto *Slot =
          dyn_cast_or_null<FixedStackPseudoSourceValue>(MMO.getPseudoValue());
      Slot && Slot->getFrameIndex() >= 0)
    Access.frame_object = Slot->getFrameIndex() + 1;
  Accesses.push_back(Access);
  Metadata.push_back(Nodes);
  MemoryOperands.push_back(&MMO);
}

/// Where LLVM's own machine scheduler ends a region.
static bool isBoundary(const MachineInstr &MI, const TargetInstrInfo &TII) {
  return MI.isCall() || MI.isFakeUse() ||
         TII.isSchedulingBoundary(MI, MI.getParent(), *MI.getMF());
}

void FlatFunction::addInstr(MachineInstr &MI) {
  auto Any = MachineInstr::IgnoreBundle;
  // Of guarded code nobody asks for more than its members do.
  bool IsPlain = isVectorAsm(MI) || isGuard(MI);
  CdnaInst Inst = {};
  Inst.opcode = opcodeIndex(MI.getOpcode());
  Inst.flags =
      (MI.mayLoad(Any) ? CDNA_INST_MAY_LOAD : 0) |
      (MI.mayStore(Any) ? CDNA_INST_MAY_STORE : 0) |
      (MI.hasUnmodeledSideEffects() && !IsPlain ? CDNA_INST_SIDE_EFFECTS : 0) |
      (MI.isCall(Any) ? CDNA_INST_CALL : 0) |
      (MI.isReturn(Any) ? CDNA_INST_RETURN : 0) |
      (MI.isTerminator(Any) ? CDNA_INST_TERMINATOR : 0) |
      (MI.isBranch(Any) ? CDNA_INST_BRANCH : 0) |
      (MI.isBarrier(Any) ? CDNA_INST_BARRIER : 0) |
      (MI.isMetaInstruction() ? CDNA_INST_META : 0) |
      (MI.isInlineAsm() ? CDNA_INST_INLINE_ASM : 0) |
      (MI.isBundle() ? CDNA_INST_BUNDLE : 0) |
      (MI.isBundledWithPred() ? CDNA_INST_IN_BUNDLE : 0) |
      (isGuard(MI) || isInGuard(MI) ? CDNA_INST_GUARD : 0) |
      (!MI.isBundledWithPred() && isBoundary(MI, TII) ? CDNA_INST_BOUNDARY
                                                      : 0) |
      (MI.hasOrderedMemoryRef() && !IsPlain ? CDNA_INST_ORDERED_MEMORY : 0);
  Inst.first_operand = Operands.size();
  for (const MachineOperand &MO : MI.operands())
    addOperand(MO);
  Inst.operand_count = Operands.size() - Inst.first_operand;
  Inst.first_access = Accesses.size();
  // Those of guarded code are its members'.
  if (!isGuard(MI))
    for (const MachineMemOperand *MMO : MI.memoperands())
      addAccess(*MMO);
  Inst.access_count = Accesses.size() - Inst.first_access;
  if (!MI.isBundle() && !MI.isMetaInstruction() && !MI.isInlineAsm()) {
    Inst.latency = std::min(SchedModel.computeInstrLatency(&MI), 0xffffu);
    if (const MCSchedClassDesc *Class = SchedModel.resolveSchedClass(&MI);
        Class && Class->isValid() && MatrixResource)
      for (const MCWriteProcResEntry &Write :
           make_range(SchedModel.getWriteProcResBegin(Class),
                      SchedModel.getWriteProcResEnd(Class)))
        if (Write.ProcResourceIdx == MatrixResource)
          Inst.passes = std::min<unsigned>(Write.ReleaseAtCycle, UINT8_MAX);
  }
  Indices[&MI] = Insts.size();
  Instrs.push_back(&MI);
  Insts.push_back(Inst);
}

static_assert(InlineAsm::MIOp_AsmString == 0 &&
                  InlineAsm::MIOp_ExtraInfo == 1 &&
                  InlineAsm::MIOp_FirstOperand == 2 &&
                  InlineAsm::Extra_AsmDialect == 4 &&
                  int(InlineAsm::Kind::Mem) == 6,
              "LLVM describes inline assembly otherwise than the core expects");

static_assert(int(SDep::Data) == CDNA_EDGE_TRUE &&
                  int(SDep::Anti) == CDNA_EDGE_ANTI &&
                  int(SDep::Output) == CDNA_EDGE_OUTPUT &&
                  int(SDep::Order) == CDNA_EDGE_ORDER,
              "LLVM counts kinds of dependences otherwise than the ABI");

void FlatFunction::addDependences(const MachineLoopInfo &MLI, bool CrossHints) {
  WithoutVolatile Meanwhile(MF);
  RegionGraph Graph(MF, &MLI);
  ArrayRef<unsigned> HintOpcodes =
      knownOpcodes(TII).drop_front(CDNA_OPCODE_FIRST_HINT);
  for (MachineBasicBlock &MBB : MF) {
    // A hint would be a barrier to memory in the graph: it is taken out of the
    // block meanwhile.
    SmallVector<std::pair<MachineInstr *, MachineBasicBlock::iterator>, 8>
        Hints;
    if (CrossHints)
      for (MachineInstr &MI : make_early_inc_range(MBB))
        if (is_contained(HintOpcodes, MI.getOpcode())) {
          Hints.push_back({&MI, std::next(MI.getIterator())});
          MBB.remove(&MI);
        }
    Graph.startBlock(&MBB);
    auto End = MBB.end();
    while (true) {
      auto Begin = End;
      unsigned Count = 0;
      while (Begin != MBB.begin() && !isBoundary(*std::prev(Begin), TII)) {
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
                               uint32_t(Dep.getKind()), Dep.getLatency()});
        Graph.exitRegion();
      }
      if (Begin == MBB.begin())
        break;
      End = std::prev(Begin);
    }
    Graph.finishBlock();
    // What followed a hint may be a hint, too; it is put back first.
    for (auto [MI, Next] : reverse(Hints))
      MBB.insert(Next, MI);
  }
}

void FlatFunction::addFixedRegisters() {
  FixedRegisters(MF).list(Reserved, CalleeSaved);
}

void FlatFunction::addFixedScalars() {
  FixedRegisters(MF).listScalars(Reserved);
}

bool FlatFunction::wantsEvenTuples() const {
  return any_of(OperandClasses,
                [](uint8_t Class) { return Class & CDNA_CLASS_EVEN; });
}

uint32_t FlatFunction::exclusion(uint32_t Access, uint32_t By) {
  const MDNode *Scopes = Metadata[Access].Scope;
  if (ScopedNoAliasAAResult::mayAliasInScopes(Scopes, Metadata[By].NoAlias))
    return CDNA_EXCLUSION_NONE;
  if (!OfOneIteration) {
    OfOneIteration.emplace();
    DominatorTree DT(MF.getFunction());
    LoopInfo Loops(DT);
    for (const Instruction &I : instructions(MF.getFunction()))
      if (const auto *Decl = dyn_cast<NoAliasScopeDeclInst>(&I);
          Decl && Loops.getLoopFor(Decl->getParent()))
        for (const MDOperand &Scope : Decl->getScopeList()->operands())
          OfOneIteration->insert(Scope.get());
  }
  return any_of(Scopes->operands(),
                [&](const MDOperand &Scope) {
                  return OfOneIteration->contains(Scope.get());
                })
             ? CDNA_EXCLUSION_IN_ITERATION
             : CDNA_EXCLUSION_ALWAYS;
}

template <typename T>
static void set(const std::vector<T> &From, const T *&Data, uint64_t &Count) {
  Data = From.data();
  Count = From.size();
}

CdnaFunction FlatFunction::view() {
  const TargetSubtargetInfo &ST = MF.getSubtarget();
  const Function &F = MF.getFunction();
  CdnaFunction View = {};
  View.abi_version = CDNASCHED_ABI_VERSION;
  View.struct_size = sizeof(CdnaFunction);
  View.name = str(MF.getName());
  View.cpu = str(ST.getCPU());
  View.features = str(ST.getFeatureString());
  View.workgroup =
      str(F.getFnAttribute("amdgpu-flat-work-group-size").getValueAsString());
  View.lds_bytes = staticLDS(F);
  View.calling_convention = F.getCallingConv();
  View.asm_variant = MF.getTarget().unqualifiedInlineAsmVariant();
  View.modified = Modified;
  set(Opcodes, View.opcodes, View.opcode_count);
  set(OperandTypes, View.operand_types, View.operand_type_count);
  View.operand_classes = OperandClasses.data();
  set(Symbols, View.symbols, View.symbol_count);
  set(Units, View.units, View.unit_count);
  set(Registers, View.registers, View.register_count);
  set(Reserved, View.reserved_registers, View.reserved_register_count);
  set(CalleeSaved, View.callee_saved, View.callee_saved_count);
  set(Blocks, View.blocks, View.block_count);
  set(Successors, View.successors, View.successor_count);
  set(Insts, View.insts, View.inst_count);
  set(Operands, View.operands, View.operand_count);
  set(Accesses, View.accesses, View.access_count);
  set(FrameObjects, View.frame_objects, View.frame_object_count);
  set(Edges, View.edges, View.edge_count);
  set(DebugValues, View.debug_values, View.debug_value_count);
  set(DebugOperands, View.debug_operands, View.debug_operand_count);
  set(Files, View.files, View.file_count);
  set(Locations, View.locations, View.location_count);
  View.analysis = this;
  View.exclusion = [](void *Flat, uint32_t Access, uint32_t By) {
    return static_cast<FlatFunction *>(Flat)->exclusion(Access, By);
  };
  View.may_alias = [](void *This, uint32_t Inst, uint32_t Other) -> uint32_t {
    auto &Flat = *static_cast<FlatFunction *>(This);
    return Flat.Instrs[Inst]->mayAlias(&Flat.Batch, *Flat.Instrs[Other],
                                       /*UseTBAA=*/true);
  };
  View.writes_apart = [](void *This, uint32_t Access, uint64_t Bytes,
                         uint32_t Other, uint64_t OtherBytes) -> uint32_t {
    auto &Flat = *static_cast<FlatFunction *>(This);
    return Flat.Loads.writesApart(*Flat.MemoryOperands[Access], Bytes,
                                  *Flat.MemoryOperands[Other], OtherBytes);
  };
  return View;
}

} // namespace cdnasched
