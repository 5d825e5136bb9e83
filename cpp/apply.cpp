//===- apply.cpp - plan of edits -> MachineFunction -----------------------===//

#include "shim.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"

using namespace llvm;

namespace cdnasched {

/// A clause: nothing but loads or nothing but stores, as LLVM's post-RA bundler
/// makes them. Other bundles (address materialisation, index mode, GWS) are
/// units for good.
static bool isMemoryClause(const MachineInstr &Header) {
  bool Any = false;
  for (auto I = std::next(Header.getIterator()),
            E = Header.getParent()->instr_end();
       I != E && I->isBundledWithPred(); ++I) {
    if (I->isMetaInstruction())
      continue;
    if (!I->mayLoadOrStore(MachineInstr::IgnoreBundle) ||
        I->hasUnmodeledSideEffects() || I->isInlineAsm())
      return false;
    Any = true;
  }
  return Any;
}

DissolvedBundles::DissolvedBundles(MachineFunction &MF) : MF(MF) {
  for (MachineBasicBlock &MBB : MF)
    for (auto I = MBB.instr_begin(), E = MBB.instr_end(); I != E;) {
      MachineInstr &MI = *I++;
      if (!MI.isBundle() || !isMemoryClause(MI))
        continue;
      Bundle B;
      B.Header = &MI;
      for (; I != E && I->isBundledWithPred(); ++I) {
        I->unbundleFromPred();
        B.Members.push_back(&*I);
        for (MachineOperand &MO : I->operands())
          if (MO.isReg() && MO.isInternalRead()) {
            MO.setIsInternalRead(false);
            B.InternalReads.push_back(&MO);
          }
      }
      MBB.remove(&MI);
      Bundles.push_back(std::move(B));
    }
}

void DissolvedBundles::restore() {
  for (Bundle &B : Bundles) {
    MachineInstr *First = B.Members.front();
    First->getParent()->insert(First->getIterator(), B.Header);
    for (MachineInstr *Member : B.Members)
      Member->bundleWithPred();
    for (MachineOperand *MO : B.InternalReads)
      MO->setIsInternalRead(true);
  }
  Bundles.clear();
}

DissolvedBundles::~DissolvedBundles() {
  for (Bundle &B : Bundles)
    MF.deleteMachineInstr(B.Header);
}

/// Instructions that are removed in the end.
using Removed = SmallPtrSet<const MachineInstr *, 16>;

/// Brings a block's instructions into another order. Debug instructions follow
/// the instruction that they followed, or the last one before it that stays.
static void reorder(const FlatFunction &Flat, MachineBasicBlock &MBB,
                    ArrayRef<uint32_t> Order, const Removed &Removed) {
  std::vector<std::pair<MachineInstr *, MachineInstr *>> Debug;
  MachineInstr *Before = nullptr;
  for (MachineInstr &MI : MBB)
    if (MI.isDebugInstr())
      Debug.push_back({&MI, Before});
    else if (!Removed.contains(&MI))
      Before = &MI;
  for (uint32_t Inst : Order)
    MBB.splice(MBB.end(), &MBB, Flat.Instrs[Inst]->getIterator());
  // Those with no instruction before them stay first; the others are put back
  // last to first, so that several after one instruction keep their order.
  for (auto [MI, Anchor] : reverse(Debug))
    if (Anchor)
      MBB.splice(std::next(MachineBasicBlock::iterator(Anchor)), &MBB,
                 MI->getIterator());
}

/// Makes a new instruction. Registers are set later.
static MachineInstr *insert(const FlatFunction &Flat, const NewFlow &Flow,
                            const CdnaInsertion &New, const MCInstrDesc &Desc) {
  MachineBasicBlock &MBB = *Flow.block(New.block);
  MachineFunction &MF = *MBB.getParent();
  const TargetInstrInfo &TII = *MF.getSubtarget().getInstrInfo();
  bool Last = New.before == CDNASCHED_NONE;
  auto At = Last ? MBB.instr_end() : Flat.Instrs[New.before]->getIterator();
  if (New.opcode == CDNASCHED_NONE) {
    MachineInstr *Copy = MF.CloneMachineInstr(Flat.Instrs[New.value]);
    if (&Desc != &Copy->getDesc())
      Forms::give(*Copy, Desc);
    // Copies of guarded code are no bundles.
    readOutside(*Copy);
    for (MachineOperand &MO : Copy->operands())
      if (MO.isMBB() && New.target != CDNASCHED_NONE)
        MO.setMBB(Flow.block(New.target));
    return &*MBB.insert(At, Copy);
  }
  auto Made = BuildMI(MBB, At, Last ? DebugLoc() : At->getDebugLoc(), Desc);
  for (unsigned I = 0; I != Desc.getNumOperands(); ++I)
    if (TII.getRegClass(Desc, I))
      Made.addReg(MCRegister(), getDefRegState(I < Desc.getNumDefs()));
    else
      Made.addImm(New.value);
  return Made;
}

/// A new instruction: its description, and registers for it. Null where there
/// is no such form.
struct Insertion {
  const MCInstrDesc *Desc;
  NewRegisters Registers;
};

static std::vector<Insertion> insertions(const MachineFunction &MF,
                                         const FlatFunction &Flat,
                                         const CdnaPlan &Plan) {
  const TargetInstrInfo &TII = *MF.getSubtarget().getInstrInfo();
  const TargetRegisterInfo &TRI = *MF.getSubtarget().getRegisterInfo();
  std::vector<Insertion> Found;
  for (const CdnaInsertion &New :
       ArrayRef(Plan.insertions, Plan.insertion_count))
    Found.push_back({New.opcode == CDNASCHED_NONE
                         ? &Flat.Instrs[New.value]->getDesc()
                         : &TII.get(knownOpcodes(TII)[New.opcode]),
                     {}});
  for (const CdnaForm &Form :
       ArrayRef(Plan.insertion_forms, Plan.insertion_form_count))
    Found[Form.target].Desc = Forms::named(MF, ref(Form.name));
  for (const CdnaOperandEdit &Edit :
       ArrayRef(Plan.insertion_operands, Plan.insertion_operand_count))
    Found[Edit.target].Registers.push_back(
        {Edit.operand, registerNamed(TRI, ref(Edit.name))});
  return Found;
}

/// Why a move cannot be inserted; null if it can.
static const char *refusalOfMove(const Fit &Fit, const Insertion &Move) {
  const TargetSubtargetInfo &ST = Fit.MF.getSubtarget();
  const TargetInstrInfo &TII = *ST.getInstrInfo();
  if (Move.Desc->getOpcode() ==
          knownOpcodes(TII)[CDNA_OPCODE_MOVE_AMONG_AGPRS] &&
      !ST.checkFeatures("+gfx90a-insts"))
    return "there is no such move";
  for (auto [Operand, Reg] : Move.Registers) {
    const TargetRegisterClass *Class = TII.getRegClass(*Move.Desc, Operand);
    // Scalar registers fit the sources of moves, too.
    if (!Reg || !Class || !Class->contains(Reg) ||
        !vectorTuple(*ST.getRegisterInfo(), Reg))
      return "a register does not fit its operand";
    if (Operand >= Move.Desc->getNumDefs())
      continue;
    if (Fit.Fixed.isReserved(Reg))
      return "a register is reserved";
    if (Fit.Fixed.isCalleeSaved(Reg))
      return "a register is its caller's";
  }
  return nullptr;
}

/// Why an instruction cannot be copied so; null if it can.
static const char *refusalOfCopy(const Fit &Fit, const MachineInstr &MI,
                                 const Insertion &Copy) {
  // Labels and the like have an identity.
  bool IsPart = MI.isBundled() && !isInGuard(MI);
  if (MI.isNotDuplicable() || MI.isPosition() || IsPart)
    return "an instruction cannot be copied";
  if (Copy.Desc == &MI.getDesc() && Copy.Registers.empty())
    return nullptr;
  if (Copy.Desc != &MI.getDesc())
    if (const char *Why = Forms::refusal(MI, Copy.Desc))
      return Why;
  return Fit.refusal(MI, *Copy.Desc, Copy.Registers);
}

/// Why the new instructions cannot be had; null if they can.
static const char *refusal(const Fit &Fit, const FlatFunction &Flat,
                           ArrayRef<CdnaInsertion> Wanted,
                           ArrayRef<Insertion> New) {
  for (auto [Wanted, One] : zip(Wanted, New)) {
    const char *Why = nullptr;
    if (Wanted.opcode >= CDNA_OPCODE_MOVE &&
        Wanted.opcode <= CDNA_OPCODE_MOVE_AMONG_AGPRS)
      Why = refusalOfMove(Fit, One);
    else if (Wanted.opcode == CDNASCHED_NONE)
      Why = refusalOfCopy(Fit, *Flat.Instrs[Wanted.value], One);
    else if (!One.Registers.empty())
      Why = "a register does not fit its operand";
    if (Why)
      return Why;
  }
  return nullptr;
}

const char *applyPlan(MachineFunction &MF, const FlatFunction &Flat,
                      const CdnaPlan &Plan) {
  ArrayRef<CdnaOrder> Orders(Plan.orders, Plan.order_count);
  ArrayRef<uint32_t> Insts(Plan.insts, Plan.inst_count);
  ArrayRef<CdnaInsertion> Insertions(Plan.insertions, Plan.insertion_count);

  // What only LLVM knows; the core has verified the rest.
  Fit Fit(MF, Flat.wantsEvenTuples());
  std::vector<Insertion> New = insertions(MF, Flat, Plan);
  if (const char *Why = refusal(Fit, Flat, Insertions, New))
    return Why;
  NewFlow Flow(MF, Flat, Plan);
  if (const char *Why = Flow.refusal())
    return Why;
  Renaming Renamed(MF, Flat, Plan);
  if (const char *Why = Renamed.refusal(Fit))
    return Why;

  Removed Removed;
  for (uint32_t Inst : ArrayRef(Plan.removals, Plan.removal_count))
    Removed.insert(Flat.Instrs[Inst]);
  std::optional<LiveIns> Lists;
  if (!Renamed.Blocks.empty() && !Flow.isAny())
    Lists.emplace(Flat.Layout);
  Flow.prepare();
  SetVector<MachineBasicBlock *> Rewritten = Renamed.Blocks;
  for (const CdnaOrder &Order : Orders) {
    Rewritten.insert(Flat.Layout[Order.block]);
    reorder(Flat, *Flat.Layout[Order.block],
            Insts.slice(Order.first_inst, Order.inst_count), Removed);
  }
  std::vector<MachineInstr *> Inserted;
  for (auto [Wanted, One] : zip(Insertions, New))
    Inserted.push_back(insert(Flat, Flow, Wanted, *One.Desc));
  // Only now: copies are of instructions as they were.
  for (auto [MI, One] : zip(Inserted, New))
    for (auto [Operand, Reg] : One.Registers)
      setRegister(MI->getOperand(Operand), Reg);
  Renamed.apply();
  for (uint32_t Inst : ArrayRef(Plan.removals, Plan.removal_count))
    Flat.Instrs[Inst]->eraseFromBundle();
  Flow.connect();
  if (Flow.isAny())
    LiveIns::recompute(Flow.allButFirst());
  // Registers may live elsewhere than before, in blocks that name none of them.
  if (Flow.isAny() || (Lists && Lists->update())) {
    Rewritten.insert(Flat.Layout.begin(), Flat.Layout.end());
    Rewritten.insert(Flow.allButFirst().begin(), Flow.allButFirst().end());
  }
  editDebugValues(Flat, Flow,
                  ArrayRef(Plan.debug_edits, Plan.debug_edit_count));
  RegionGraph Kills(MF, nullptr);
  for (MachineBasicBlock *MBB : Rewritten)
    Kills.fixupKills(*MBB);
  if (Flow.isAny())
    MF.RenumberBlocks();
  return nullptr;
}

} // namespace cdnasched
