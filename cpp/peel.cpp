//===- peel.cpp - loops of one block in front of loops --------------------===//
//
// A loop that branches by bits for all lanes gets a copy of one way through it
// in front of it, without the branches, which runs as long as all iterations go
// that way; a loop that lanes leave one by one a copy that runs as long as none
// does. Which loops these are, and what decides, the core says. Three blocks
// are new: one that decides before the first iteration, the copy, which decides
// about the next one at its end, and one that leads to the loop, which does the
// iterations that are left, or to where it leaves to.
//
//===----------------------------------------------------------------------===//

#include "shim.h"
#include "llvm/CodeGen/MachineBlockFrequencyInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"

using namespace llvm;

namespace cdnasched {

Peels::Peels(MachineFunction &MF)
    : MF(MF), TII(*MF.getSubtarget().getInstrInfo()),
      TRI(*MF.getSubtarget().getRegisterInfo()) {}

MCRegister Peels::scalar(unsigned First, unsigned Count) const {
  std::string Name = ("SGPR" + Twine(First)).str();
  if (Count == 2)
    Name += ("_SGPR" + Twine(First + 1)).str();
  return registerNamed(TRI, Name);
}

MCRegister Peels::vector(unsigned Number) const {
  return registerNamed(TRI, ("VGPR" + Twine(Number)).str());
}

MCRegister Peels::pair(unsigned Number) const {
  switch (Number) {
  case CDNA_PEEL_VCC:
    return registerNamed(TRI, "VCC");
  case CDNA_PEEL_EXEC:
    return registerNamed(TRI, "EXEC");
  default:
    return scalar(Number, 2);
  }
}

void Peels::peel(const FlatFunction &Flat, ArrayRef<CdnaPeelStep> Steps) {
  // The core counts on all or none.
  if (Steps.empty() || refuses(Flat, Steps))
    return;
  for (MachineBasicBlock &MBB : drop_begin(MF))
    LiveInsBefore.push_back({&MBB, std::vector(MBB.getLiveIns())});
  while (!Steps.empty()) {
    auto IsLoop = [](const CdnaPeelStep &Step) {
      return Step.kind == CDNA_PEEL_LOOP;
    };
    const auto *End = find_if(Steps.drop_front(), IsLoop);
    auto Loop = Steps.take_front(End - Steps.begin());
    Steps = Steps.drop_front(Loop.size());
    peelLoop(Flat, Loop);
  }
  // Kill flags are made of what is live into blocks.
  std::vector<MachineBasicBlock *> Blocks;
  for (MachineBasicBlock &MBB : drop_begin(MF))
    Blocks.push_back(&MBB);
  LiveIns::recompute(Blocks);
}

bool Peels::refuses(const FlatFunction &Flat,
                    ArrayRef<CdnaPeelStep> Steps) const {
  FixedRegisters Fixed(MF);
  auto IsFixed = [&](unsigned First, unsigned Count) {
    MCRegister Reg = scalar(First, Count);
    return !Reg || Fixed.isReserved(Reg) || Fixed.isCalleeSaved(Reg);
  };
  auto IsUnique = [](const MachineInstr &MI) {
    return MI.isNotDuplicable() || MI.isPosition() || MI.isBundled() ||
           MI.getPreInstrSymbol() || MI.getPostInstrSymbol();
  };
  auto Refuses = [&](const CdnaPeelStep &Step) {
    switch (Step.kind) {
    case CDNA_PEEL_LOOP:
      return IsFixed(Step.c, 1);
    case CDNA_PEEL_BLOCK:
      return entersOtherwise(*Flat.Layout[Step.a]) ||
             any_of(Flat.Layout[Step.a]->instrs(), IsUnique);
    case CDNA_PEEL_LATCH:
      return Step.a == CDNA_PEEL_BY_LANES && IsFixed(Step.c, 2);
    case CDNA_PEEL_RENAME:
      return IsFixed(Step.b, Step.c);
    case CDNA_PEEL_RENAME_VECTOR: {
      MCRegister Reg = vector(Step.b);
      return !Reg || Fixed.isReserved(Reg) || Fixed.isCalleeSaved(Reg);
    }
    case CDNA_PEEL_MOVE:
      return IsFixed(Step.a, 1);
    case CDNA_PEEL_INVERSE:
    case CDNA_PEEL_WHOLE:
    case CDNA_PEEL_MASK_AND:
    case CDNA_PEEL_MASK_AND_NOT:
    case CDNA_PEEL_MASK_OR:
    case CDNA_PEEL_MASK_XOR:
      return IsFixed(Step.a, 2);
    case CDNA_PEEL_CONDITION:
      return IsFixed(Step.c, 1);
    default:
      return false;
    }
  };
  return MF.hasBBSections() || any_of(Steps, Refuses);
}

MachineBasicBlock *Peels::addBlock(const MachineBasicBlock &Like) {
  MachineBasicBlock *MBB = MF.CreateMachineBasicBlock(Like.getBasicBlock());
  MF.push_back(MBB);
  return MBB;
}

MachineInstrBuilder Peels::make(MachineBasicBlock &MBB,
                                CdnaKnownOpcode Opcode) const {
  return BuildMI(MBB, MBB.end(), DebugLoc(),
                 TII.get(knownOpcodes(TII)[Opcode]));
}

MachineInstr *Peels::clone(const MachineInstr &MI) const {
  MachineInstr *Copy = MF.CloneMachineInstr(&MI);
  for (MachineOperand &MO : Copy->operands())
    if (MO.isReg() && MO.isUse())
      MO.setIsKill(false);
  return Copy;
}

static bool isCondition(const CdnaPeelStep &Step) {
  return Step.kind == CDNA_PEEL_CONDITION;
}

bool Peels::decide(const FlatFunction &Flat, ArrayRef<CdnaPeelStep> Steps,
                   MachineBasicBlock &MBB, bool IsFirst) {
  bool GoesOn = true;
  MachineInstr *Copy = nullptr;
  // What says so far that an iteration follows and goes that way; one before
  // the first.
  MachineOperand Before = MachineOperand::CreateImm(1);
  MCRegister Follows = scalar(Steps.front().c, 1);
  for (const CdnaPeelStep &Step : Steps)
    switch (Step.kind) {
    case CDNA_PEEL_LATCH: {
      bool ByLanes = Step.a == CDNA_PEEL_BY_LANES;
      bool Alone = none_of(Steps, isCondition);
      bool AsksForLanes = ByLanes || Alone || Step.c;
      if (IsFirst && !AsksForLanes)
        break;
      // The bit says that lanes leave, or in front that there are none: none
      // would ever leave then.
      GoesOn = !ByLanes && !IsFirst && Step.b;
      if (IsFirst || Step.a == CDNA_PEEL_BY_VCC) {
        make(MBB, CDNA_OPCODE_IS_ZERO)
            .addReg(registerNamed(TRI, IsFirst ? "EXEC" : "VCC"))
            .addImm(0);
      } else if (ByLanes) {
        const MachineInstr &Narrows = *Flat.Instrs[Step.b];
        make(MBB, CDNA_OPCODE_AND)
            .addDef(scalar(Step.c, 2))
            .addReg(Narrows.getOperand(1).getReg())
            .addReg(Narrows.getOperand(2).getReg());
      }
      if (Alone)
        return GoesOn;
      make(MBB, CDNA_OPCODE_SELECT)
          .addDef(Follows)
          .addImm(GoesOn)
          .addImm(!GoesOn);
      Before = MachineOperand::CreateReg(Follows, false);
      break;
    }
    case CDNA_PEEL_COPY:
      Copy = clone(*Flat.Instrs[Step.a]);
      MBB.push_back(Copy);
      break;
    case CDNA_PEEL_RENAME:
      Copy->getOperand(Step.a).setReg(scalar(Step.b, Step.c));
      break;
    case CDNA_PEEL_RENAME_VECTOR:
      Copy->getOperand(Step.a).setReg(vector(Step.b));
      break;
    case CDNA_PEEL_INVERSE:
      make(MBB, CDNA_OPCODE_AND_NOT)
          .addDef(scalar(Step.a, 2))
          .addReg(registerNamed(TRI, "EXEC"))
          .addReg(Step.b == CDNASCHED_NONE ? registerNamed(TRI, "VCC")
                                           : scalar(Step.b, 2));
      break;
    case CDNA_PEEL_MOVE: {
      const char *Half = Step.c == 1 ? "VCC_LO" : "VCC_HI";
      make(MBB, CDNA_OPCODE_SCALAR_MOVE)
          .addDef(scalar(Step.a, 1))
          .addReg(Step.c ? registerNamed(TRI, Half) : scalar(Step.b, 1));
      break;
    }
    case CDNA_PEEL_CONDITION: {
      if (Step.b != CDNASCHED_NONE)
        make(MBB, CDNA_OPCODE_IS_ZERO).addReg(scalar(Step.b, 2)).addImm(0);
      MCRegister All = scalar(Step.c, 1);
      MachineOperand No = MachineOperand::CreateImm(0);
      make(MBB, CDNA_OPCODE_SELECT)
          .addDef(All)
          .add(Step.a ? Before : No)
          .add(Step.a ? No : Before);
      Before = MachineOperand::CreateReg(All, false);
      break;
    }
    default:
      break;
    }
  make(MBB, CDNA_OPCODE_IS_NOT_ZERO).add(Before).addImm(0);
  return true;
}

bool Peels::copyMasked(const FlatFunction &Flat, ArrayRef<CdnaPeelStep> Steps,
                       const Peel &New) {
  MCRegister Exec = registerNamed(TRI, "EXEC"), Whole;
  MachineBasicBlock &MBB = *New.Copy;
  MachineInstr *Narrow = nullptr;
  auto Mask = [&](const CdnaPeelStep &Step, CdnaKnownOpcode Opcode) {
    make(MBB, Opcode)
        .addDef(scalar(Step.a, 2))
        .addReg(pair(Step.b))
        .addReg(pair(Step.c));
  };
  for (const CdnaPeelStep &Step : Steps)
    switch (Step.kind) {
    case CDNA_PEEL_WHOLE:
      Whole = scalar(Step.a, 2);
      make(*New.First, CDNA_OPCODE_MOVE_PAIR).addDef(Whole).addReg(Exec);
      break;
    case CDNA_PEEL_KEEP: {
      MachineInstr &MI = *Flat.Instrs[Step.a];
      MBB.push_back(clone(MI));
      // What debug values say of it.
      for (auto I = std::next(MI.getIterator()),
                E = MI.getParent()->instr_end();
           I != E && I->isDebugInstr(); ++I)
        MBB.push_back(MF.CloneMachineInstr(&*I));
      break;
    }
    case CDNA_PEEL_MASK_AND:
      Mask(Step, CDNA_OPCODE_AND);
      break;
    case CDNA_PEEL_MASK_AND_NOT:
      Mask(Step, CDNA_OPCODE_AND_NOT);
      break;
    case CDNA_PEEL_MASK_OR:
      Mask(Step, CDNA_OPCODE_OR);
      break;
    case CDNA_PEEL_MASK_XOR:
      Mask(Step, CDNA_OPCODE_XOR);
      break;
    case CDNA_PEEL_NARROW:
      Narrow =
          make(MBB, CDNA_OPCODE_MOVE_PAIR).addDef(Exec).addReg(pair(Step.a));
      break;
    case CDNA_PEEL_WIDEN:
      assert(Narrow && "a mask that nothing runs with");
      bundleGuard(*Narrow, *make(MBB, CDNA_OPCODE_MOVE_PAIR)
                                .addDef(Exec)
                                .addReg(Whole)
                                .getInstr());
      break;
    default:
      break;
    }
  return Whole.isValid();
}

void Peels::peelLoop(const FlatFunction &Flat, ArrayRef<CdnaPeelStep> Steps) {
  Peel New = {};
  New.Entry = Flat.Layout[Steps.front().a];
  MachineBasicBlock *Exit = Flat.Layout[Steps.front().b];
  for (const CdnaPeelStep &Step : Steps)
    if (Step.kind == CDNA_PEEL_BLOCK)
      New.Blocks.push_back(Flat.Layout[Step.a]);
  MachineBasicBlock *Header = New.header(), *Last = New.Blocks.back();
  New.First = addBlock(*Header);
  New.Copy = addBlock(*Header);
  New.Behind = addBlock(*Header);

  MachineInstr *Narrows = nullptr;
  for (const CdnaPeelStep &Step : Steps)
    if (Step.kind == CDNA_PEEL_LATCH && Step.a == CDNA_PEEL_BY_LANES)
      Narrows = Flat.Instrs[Step.b];
  if (!copyMasked(Flat, Steps, New))
    for (MachineBasicBlock *MBB : New.Blocks)
      for (MachineInstr &MI : *MBB)
        if (!MI.isTerminator() && &MI != Narrows)
          New.Copy->push_back(MF.CloneMachineInstr(&MI));
  auto Latch = find(Last->successors(), Header);
  BranchProbability Again = Last->getSuccProbability(Latch);
  // Few iterations are left for the loop.
  for (auto I = Last->succ_begin(), E = Last->succ_end(); I != E; ++I) {
    New.Chances.push_back(Last->getSuccProbability(I));
    Last->setSuccProbability(I, I == Latch ? Again.getCompl() : Again);
  }
  // Behind a branch to the first of the two.
  auto Lead = [&](MachineBasicBlock &From, MachineBasicBlock &Taken,
                  MachineBasicBlock &Else) {
    if (!From.isLayoutSuccessor(&Else))
      TII.insertUnconditionalBranch(From, &Else, DebugLoc());
    // Falls into the copy instead of branching over a jump to the loop.
    if (From.isLayoutSuccessor(&Taken))
      From.updateTerminator(nullptr);
  };
  auto LeadBySCC = [&](MachineBasicBlock &From, bool IfSet,
                       MachineBasicBlock &On, MachineBasicBlock &Else) {
    make(From, CDNA_OPCODE_BRANCH_IF_SET).addMBB(IfSet ? &On : &Else);
    From.addSuccessor(&On, Again);
    From.addSuccessor(&Else, Again.getCompl());
    Lead(From, IfSet ? On : Else, IfSet ? Else : On);
  };
  LeadBySCC(*New.First, decide(Flat, Steps, *New.First, true), *New.Copy,
            *Header);
  LeadBySCC(*New.Copy, decide(Flat, Steps, *New.Copy, false), *New.Copy,
            *New.Behind);
  if (Narrows) {
    // As the loop ends.
    MachineInstr &Branch = *Last->getFirstTerminator();
    bool Stays = any_of(Branch.operands(), [&](const MachineOperand &MO) {
      return MO.isMBB() && MO.getMBB() == Header;
    });
    New.Behind->push_back(clone(*Narrows));
    New.Behind->push_back(clone(Branch));
    New.Behind->addSuccessor(Header, Again.getCompl());
    New.Behind->addSuccessor(Exit, Again);
    Lead(*New.Behind, Stays ? *Header : *Exit, Stays ? *Exit : *Header);
  } else if (none_of(Steps, isCondition)) {
    // The copy does all iterations.
    TII.insertUnconditionalBranch(*New.Behind, Exit, DebugLoc());
    New.Behind->addSuccessor(Exit);
  } else {
    make(*New.Behind, CDNA_OPCODE_IS_NOT_ZERO)
        .addReg(scalar(Steps.front().c, 1))
        .addImm(0);
    LeadBySCC(*New.Behind, true, *Header, *Exit);
  }

  if (New.Entry->getFallThrough(false) == Header) {
    TII.insertUnconditionalBranch(*New.Entry, New.First, DebugLoc());
    New.Jump = &New.Entry->back();
  }
  redirect(*New.Entry, *Header, *New.First);
  All.push_back(std::move(New));
}

void Peels::redirect(MachineBasicBlock &From, MachineBasicBlock &Before,
                     MachineBasicBlock &After) {
  for (MachineInstr &MI : From.terminators())
    for (MachineOperand &MO : MI.operands())
      if (MO.isMBB() && MO.getMBB() == &Before)
        MO.setMBB(&After);
  From.replaceSuccessor(&Before, &After);
}

void Peels::restore() {
  for (const Peel &One : reverse(All)) {
    if (One.Jump)
      One.Jump->eraseFromParent();
    redirect(*One.Entry, *One.First, *One.header());
    MachineBasicBlock &Last = *One.Blocks.back();
    for (auto [At, Chance] : enumerate(One.Chances))
      Last.setSuccProbability(Last.succ_begin() + At, Chance);
    for (MachineBasicBlock *MBB : {One.First, One.Copy, One.Behind})
      while (!MBB->succ_empty())
        MBB->removeSuccessor(MBB->succ_begin());
    for (MachineBasicBlock *MBB : {One.First, One.Copy, One.Behind})
      MBB->eraseFromParent();
  }
  All.clear();
  for (auto &[MBB, List] : LiveInsBefore) {
    MBB->clearLiveIns();
    for (const auto &LiveIn : List)
      MBB->addLiveIn(LiveIn);
  }
  LiveInsBefore.clear();
}

std::optional<Peels::Estimate>
Peels::estimate(const MachineBasicBlock &MBB, const MachineLoopInfo &MLI,
                const MachineBlockFrequencyInfo &MBFI) const {
  auto Frequency = [&](const MachineBasicBlock &Of) {
    return double(MBFI.getBlockFreq(&Of).getFrequency());
  };
  for (const Peel &One : All) {
    const MachineBasicBlock &Header = *One.header();
    double Iterations = Frequency(Header);
    const MachineBasicBlock &Entry = *One.Entry;
    BranchProbability Enters =
        Entry.getSuccProbability(find(Entry.successors(), One.First));
    double Entered =
        std::min(Iterations, Frequency(Entry) * Enters.getNumerator() /
                                 BranchProbability::getDenominator());
    const MachineLoop *Loop = MLI.getLoopFor(&Header);
    unsigned Depth = Loop ? Loop->getLoopDepth() : 0;
    const MachineLoop *Around = Loop ? Loop->getParentLoop() : nullptr;
    if (&MBB == One.Copy)
      return Estimate{std::max(Iterations - Entered, Entered), Depth, &MBB};
    if (&MBB == One.First || &MBB == One.Behind)
      return Estimate{Entered, Depth ? Depth - 1 : 0,
                      Around ? Around->getHeader() : nullptr};
    if (Loop && Loop->contains(&MBB))
      return Estimate{Iterations > 0 ? Frequency(MBB) * Entered / Iterations
                                     : 0,
                      Depth, &Header};
  }
  return std::nullopt;
}

} // namespace cdnasched
