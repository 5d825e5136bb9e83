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

/// The opcode of a new instruction that is no copy of another.
static unsigned opcodeOf(const MachineFunction &MF, const CdnaPlan &Plan,
                         uint32_t At) {
  ArrayRef<unsigned> Known = knownOpcodes(*MF.getSubtarget().getInstrInfo());
  const TargetRegisterInfo &TRI = *MF.getSubtarget().getRegisterInfo();
  unsigned Opcode = Plan.insertions[At].opcode;
  if (Opcode != CDNA_OPCODE_MOVE)
    return Known[Opcode];
  // To and from, from the lower bit on.
  for (const CdnaOperandEdit &Edit :
       ArrayRef(Plan.insertion_operands, Plan.insertion_operand_count)) {
    if (Edit.target != At)
      continue;
    MCRegister Reg = registerNamed(TRI, ref(Edit.name));
    auto Tuple = Reg ? vectorTuple(TRI, Reg) : std::nullopt;
    if (Tuple && Tuple->First >= VectorRegisters / 2)
      Opcode += Edit.operand == 0
                    ? CDNA_OPCODE_MOVE_TO_AGPR - CDNA_OPCODE_MOVE
                    : CDNA_OPCODE_MOVE_FROM_AGPR - CDNA_OPCODE_MOVE;
  }
  return Known[Opcode];
}

/// Why an instruction cannot be inserted with these registers; null if it can.
static const char *refusal(const MachineFunction &MF,
                           const FixedRegisters &Fixed,
                           const CdnaOperandEdit &Edit, const MCInstrDesc &Desc,
                           bool IsMove) {
  const TargetInstrInfo &TII = *MF.getSubtarget().getInstrInfo();
  const TargetRegisterInfo &TRI = *MF.getSubtarget().getRegisterInfo();
  MCRegister Reg = registerNamed(TRI, ref(Edit.name));
  const TargetRegisterClass *Class = TII.getRegClass(Desc, Edit.operand);
  // Scalar registers fit the sources of moves, too.
  if (!Reg || !Class || !Class->contains(Reg) ||
      (IsMove && !vectorTuple(TRI, Reg)))
    return "a register does not fit its operand";
  if (!IsMove || Edit.operand >= Desc.getNumDefs())
    return nullptr;
  if (Fixed.isReserved(Reg))
    return "a register is reserved";
  return Fixed.isCalleeSaved(Reg) ? "a register is its caller's" : nullptr;
}

const char *applyPlan(MachineFunction &MF, const FlatFunction &Flat,
                      const CdnaPlan &Plan) {
  const TargetSubtargetInfo &ST = MF.getSubtarget();
  const TargetInstrInfo &TII = *ST.getInstrInfo();
  ArrayRef<CdnaOrder> Orders(Plan.orders, Plan.order_count);
  ArrayRef<uint32_t> Insts(Plan.insts, Plan.inst_count);
  ArrayRef<CdnaInsertion> Insertions(Plan.insertions, Plan.insertion_count);
  ArrayRef<CdnaOperandEdit> NewOperands(Plan.insertion_operands,
                                        Plan.insertion_operand_count);

  std::vector<const MCInstrDesc *> Descs;
  for (auto [At, New] : enumerate(Insertions))
    Descs.push_back(New.opcode == CDNASCHED_NONE
                        ? &Flat.Instrs[New.value]->getDesc()
                        : &TII.get(opcodeOf(MF, Plan, At)));
  // What only LLVM knows; the core has verified the rest.
  FixedRegisters Fixed(MF);
  unsigned AmongAGPRs = knownOpcodes(TII)[CDNA_OPCODE_MOVE_AMONG_AGPRS];
  for (const CdnaOperandEdit &Edit : NewOperands) {
    const MCInstrDesc &Desc = *Descs[Edit.target];
    bool IsMove = Insertions[Edit.target].opcode == CDNA_OPCODE_MOVE;
    if (const char *Why = refusal(MF, Fixed, Edit, Desc, IsMove))
      return Why;
    if (IsMove && Desc.getOpcode() == AmongAGPRs &&
        !ST.checkFeatures("+gfx90a-insts"))
      return "there is no such move";
  }
  Renaming Renamed(MF, Flat, Plan);
  if (const char *Why = Renamed.refusal())
    return Why;

  Renamed.prepare();
  std::optional<LiveIns> Lists;
  if (!Renamed.Blocks.empty())
    Lists.emplace(Flat.Layout);
  SetVector<MachineBasicBlock *> Rewritten = Renamed.Blocks;
  for (const CdnaOrder &Order : Orders) {
    Rewritten.insert(Flat.Layout[Order.block]);
    reorder(Flat, *Flat.Layout[Order.block],
            Insts.slice(Order.first_inst, Order.inst_count));
  }
  std::vector<MachineInstr *> Inserted;
  for (auto [New, Desc] : zip(Insertions, Descs))
    Inserted.push_back(insert(Flat, *Flat.Layout[New.block], New, *Desc));
  // Only now: copies are of instructions as they were.
  for (const CdnaOperandEdit &Edit : NewOperands)
    Inserted[Edit.target]
        ->getOperand(Edit.operand)
        .setReg(registerNamed(*ST.getRegisterInfo(), ref(Edit.name)));
  Renamed.apply();
  for (uint32_t Inst : ArrayRef(Plan.removals, Plan.removal_count))
    Flat.Instrs[Inst]->eraseFromBundle();
  // Registers may live elsewhere than before, in blocks that name none of them.
  if (Lists && Lists->update())
    Rewritten.insert(Flat.Layout.begin(), Flat.Layout.end());
  Renamed.followDebugValues();
  RegionGraph Kills(MF, nullptr);
  for (MachineBasicBlock *MBB : Rewritten)
    Kills.fixupKills(*MBB);
  return nullptr;
}

} // namespace cdnasched
