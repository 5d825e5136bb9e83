//===- apply.cpp - plan of edits -> MachineFunction -----------------------===//

#include "shim.h"
#include "llvm/CodeGen/LivePhysRegs.h"
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

/// Brings a block's instructions into another order. Debug instructions follow
/// the instruction that they followed.
static void reorder(const FlatFunction &Flat, MachineBasicBlock &MBB,
                    ArrayRef<uint32_t> Order) {
  std::vector<std::pair<MachineInstr *, MachineInstr *>> Debug;
  MachineInstr *Before = nullptr;
  for (MachineInstr &MI : MBB)
    if (MI.isDebugInstr())
      Debug.push_back({&MI, Before});
    else
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
static MachineInstr *insert(const FlatFunction &Flat, MachineBasicBlock &MBB,
                            const CdnaInsertion &New, const MCInstrDesc &Desc) {
  MachineFunction &MF = *MBB.getParent();
  const TargetInstrInfo &TII = *MF.getSubtarget().getInstrInfo();
  bool Last = New.before == CDNASCHED_NONE;
  auto At = Last ? MBB.instr_end() : Flat.Instrs[New.before]->getIterator();
  if (New.opcode == CDNASCHED_NONE)
    return &*MBB.insert(At, MF.CloneMachineInstr(Flat.Instrs[New.value]));
  auto Made = BuildMI(MBB, At, Last ? DebugLoc() : At->getDebugLoc(), Desc);
  for (unsigned I = 0; I != Desc.getNumOperands(); ++I)
    if (TII.getRegClass(Desc, I))
      Made.addReg(MCRegister(), getDefRegState(I < Desc.getNumDefs()));
    else
      Made.addImm(New.value);
  return Made;
}

const char *applyPlan(MachineFunction &MF, const FlatFunction &Flat,
                      const CdnaPlan &Plan) {
  const TargetInstrInfo &TII = *MF.getSubtarget().getInstrInfo();
  const TargetRegisterInfo &TRI = *MF.getSubtarget().getRegisterInfo();
  ArrayRef<CdnaOrder> Orders(Plan.orders, Plan.order_count);
  ArrayRef<uint32_t> Insts(Plan.insts, Plan.inst_count);
  ArrayRef<CdnaInsertion> Insertions(Plan.insertions, Plan.insertion_count);
  ArrayRef<CdnaOperandEdit> NewOperands(Plan.insertion_operands,
                                        Plan.insertion_operand_count);

  auto DescOf = [&](const CdnaInsertion &New) -> const MCInstrDesc & {
    return New.opcode == CDNASCHED_NONE
               ? Flat.Instrs[New.value]->getDesc()
               : TII.get(knownOpcodes(TII)[New.opcode]);
  };
  auto Fits = [&](const CdnaOperandEdit &Edit, const MCInstrDesc &Desc) {
    MCRegister Reg = registerNamed(TRI, ref(Edit.name));
    const TargetRegisterClass *Class = TII.getRegClass(Desc, Edit.operand);
    return Reg && Class && Class->contains(Reg);
  };
  // What only LLVM knows; the core has verified the rest.
  if (!all_of(NewOperands, [&](const CdnaOperandEdit &Edit) {
        return Fits(Edit, DescOf(Insertions[Edit.target]));
      }))
    return "a register does not fit its operand";
  Renaming Renamed(MF, Flat, ArrayRef(Plan.operands, Plan.operand_count));
  if (const char *Why = Renamed.refusal())
    return Why;

  Renamed.prepare();
  SetVector<MachineBasicBlock *> Rewritten = Renamed.Blocks;
  for (const CdnaOrder &Order : Orders) {
    Rewritten.insert(Flat.Layout[Order.block]);
    reorder(Flat, *Flat.Layout[Order.block],
            Insts.slice(Order.first_inst, Order.inst_count));
  }
  std::vector<MachineInstr *> Inserted;
  for (const CdnaInsertion &New : Insertions)
    Inserted.push_back(insert(Flat, *Flat.Layout[New.block], New, DescOf(New)));
  // Only now: copies are of instructions as they were.
  for (const CdnaOperandEdit &Edit : NewOperands)
    Inserted[Edit.target]
        ->getOperand(Edit.operand)
        .setReg(registerNamed(TRI, ref(Edit.name)));
  Renamed.apply();
  for (uint32_t Inst : ArrayRef(Plan.removals, Plan.removal_count))
    Flat.Instrs[Inst]->eraseFromBundle();
  bool Copies = any_of(Insertions, [](const CdnaInsertion &New) {
    return New.opcode == CDNASCHED_NONE;
  });
  if (Copies || Renamed.changesLiveIns() || !NewOperands.empty()) {
    // Registers live elsewhere than before, perhaps across blocks.
    fullyRecomputeLiveIns(ArrayRef(Flat.Layout).drop_front());
    Rewritten.insert(Flat.Layout.begin(), Flat.Layout.end());
  }
  Renamed.followDebugValues();
  RegionGraph Kills(MF, nullptr);
  for (MachineBasicBlock *MBB : Rewritten)
    Kills.fixupKills(*MBB);
  return nullptr;
}

} // namespace cdnasched
