//===- plugin.cpp - the stages, and where they stand in the pipeline ------===//

#include "annotations.h"
#include "apply.h"
#include "lower.h"
#include "options.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/CodeGen/MachineBlockFrequencyInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/CodeGen/MachineOptimizationRemarkEmitter.h"
#include "llvm/CodeGen/PostRAHazardRecognizer.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/PassRegistry.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Target/RegisterTargetPassConfigCallback.h"
#include "llvm/Target/TargetMachine.h"

#if LLVM_VERSION_MAJOR != 22
#error "cdnasched is written for LLVM 22"
#endif

using namespace llvm;

#define DEBUG_TYPE "cdna-sched"

using cdnasched::ref;
using cdnasched::str;

static void switchOn();
static cdnasched::CommandLine CommandLine(switchOn);

void cdnasched_enable(uint32_t On) { CommandLine.enable(On != 0); }

static std::string unsupported(StringRef Target) {
  return ("cdna-sched: '" + Target + "' is left to LLVM; supported GPUs are " +
          ref(cdnasched_supported_cpus()))
      .str();
}

//===----------------------------------------------------------------------===//
// One run of the code generator
//===----------------------------------------------------------------------===//

namespace {

/// Lives as long as the pass pipeline and carries the core's session from
/// stage to stage.
class CdnaSchedSession : public ImmutablePass {
public:
  static char ID;
  CdnaSchedSession() : ImmutablePass(ID) {
    std::vector<std::string> Texts = CommandLine.values();
    std::vector<CdnaStr> Values;
    for (const std::string &Text : Texts)
      Values.push_back(str(Text));
    char *Error = nullptr;
    Session = cdnasched_session_open(CDNASCHED_ABI_VERSION, Values.data(),
                                     Values.size(), &Error);
    if (!Session) {
      std::string Message = Error ? Error : "cdna-sched: cannot start";
      cdnasched_string_free(Error);
      reportFatalUsageError(StringRef(Message));
    }
  }
  ~CdnaSchedSession() override { cdnasched_session_close(Session); }

  bool doInitialization(Module &M) override {
    cdnasched::markAnnotated(M);
    return true;
  }
  bool doFinalization(Module &M) override {
    if (char *Error = cdnasched_session_finish(Session)) {
      M.getContext().diagnose(DiagnosticInfoGeneric(Error, DS_Error));
      cdnasched_string_free(Error);
    }
    return false;
  }
  StringRef getPassName() const override { return "CDNA scheduling session"; }

  CdnaSession *get() const { return Session; }
  bool needs(CdnaSessionNeeds What) const {
    return cdnasched_session_needs(Session) & What;
  }
  bool wants(const Function &F) const {
    StringRef Attribute = F.getFnAttribute("cdna-sched").getValueAsString();
    return cdnasched_wants(Session, str(F.getName()), str(Attribute));
  }

  /// Functions between the nops stage and LLVM's hazard recogniser that are not
  /// for the latter to touch.
  DenseSet<const MachineFunction *> Settled;

  /// Says once a pipeline that a processor is none of ours.
  void warnUnsupported(const Function &F, StringRef CPU) {
    if (Warned)
      return;
    Warned = true;
    F.getContext().diagnose(DiagnosticInfoGeneric(
        unsupported(CPU.empty() ? "generic" : CPU), DS_Warning));
  }

private:
  CdnaSession *Session = nullptr;
  bool Warned = false;
};
char CdnaSchedSession::ID = 0;

using StageEntry = uint32_t (*)(CdnaSession *, const CdnaFunction *, uint32_t,
                                CdnaPlan **);

/// What the stages have in common: which functions they look at, lowering,
/// calling the core, applying, remarks.
class Stage : public MachineFunctionPass {
protected:
  Stage(char &ID, StringRef Name, StageEntry Entry, bool Reorders = false)
      : MachineFunctionPass(ID), Name(Name), Entry(Entry), Reorders(Reorders) {}

public:
  StringRef getPassName() const override { return Name; }

  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.addRequired<CdnaSchedSession>();
    AU.addRequired<MachineLoopInfoWrapperPass>();
    AU.addRequired<MachineBlockFrequencyInfoWrapperPass>();
    AU.addRequired<MachineOptimizationRemarkEmitterPass>();
    AU.addRequired<AAResultsWrapperPass>();
    AU.setPreservesAll();
    MachineFunctionPass::getAnalysisUsage(AU);
  }

  bool runOnMachineFunction(MachineFunction &MF) override {
    Function &F = MF.getFunction();
    if (skipFunction(F) || F.hasOptNone())
      return false;
    auto &Session = getAnalysis<CdnaSchedSession>();
    if (!Session.wants(F))
      return false;
    const TargetSubtargetInfo &ST = MF.getSubtarget();
    if (!MF.getTarget().getTargetTriple().isAMDGCN() ||
        !cdnasched_supports(str(ST.getCPU()))) {
      Session.warnUnsupported(F, ST.getCPU());
      return false;
    }
    if (!KnownOpcodes::of(*ST.getInstrInfo()).complete())
      return false;
    return run(MF, Session);
  }

protected:
  virtual bool wanted(const CdnaSession *Session, bool Explain) const {
    return true;
  }

private:
  using KnownOpcodes = cdnasched::KnownOpcodes;

  bool run(MachineFunction &MF, CdnaSchedSession &Session) {
    const auto &MLI = getAnalysis<MachineLoopInfoWrapperPass>().getLI();
    const auto &MBFI =
        getAnalysis<MachineBlockFrequencyInfoWrapperPass>().getMBFI();
    auto &ORE = getAnalysis<MachineOptimizationRemarkEmitterPass>().getORE();
    bool Explain = ORE.allowExtraAnalysis(DEBUG_TYPE);
    if (!wanted(Session.get(), Explain))
      return false;
    std::optional<cdnasched::DissolvedBundles> Bundles;
    if (Reorders)
      Bundles.emplace(MF);
    AAResults &AA = getAnalysis<AAResultsWrapperPass>().getAAResults();
    cdnasched::FlatFunction Flat(MF, MLI, MBFI, AA,
                                 Session.needs(CDNA_NEEDS_CROSSED_HINTS));
    if (Reorders && Session.needs(CDNA_NEEDS_DEPENDENCES))
      Flat.addDependences(AA, MLI);
    CdnaFunction View = Flat.view();
    CdnaPlan *Plan = nullptr;
    uint32_t Status = Entry(Session.get(), &View, Explain, &Plan);
    bool HasEdits = Status == CDNA_OK && Plan && Plan->edit_count;
    const char *Refusal =
        HasEdits ? cdnasched::applyPlan(MF, Flat, *Plan) : nullptr;
    bool Applied = HasEdits && !Refusal;
    if (Status == CDNA_OK && Plan && !Refusal &&
        (Plan->flags & CDNA_PLAN_SETTLED))
      Session.Settled.insert(&MF);
    if (Plan)
      emitRemarks(ORE, MF, Flat, *Plan);
    if (Refusal)
      emitRefusal(ORE, MF, Refusal);
    cdnasched_plan_free(Plan);
    if (Bundles && !Applied)
      Bundles->restore();
    return Applied;
  }

  void emitRefusal(MachineOptimizationRemarkEmitter &ORE, MachineFunction &MF,
                   StringRef Why) {
    ORE.emit([&] {
      return MachineOptimizationRemarkMissed(
                 DEBUG_TYPE, "Plan",
                 DiagnosticLocation(MF.getFunction().getSubprogram()),
                 &MF.front())
             << "the plan of edits was refused: " << Why
             << "; the function was left as LLVM had it, please report it";
    });
  }

  /// Where a remark points: its instruction, or its block.
  struct Place {
    DiagnosticLocation Loc;
    const MachineBasicBlock *MBB;
  };

  template <typename RemarkT>
  void emit(MachineOptimizationRemarkEmitter &ORE, const CdnaRemark &Remark,
            const Place &At) {
    ORE.emit([&] {
      return RemarkT(DEBUG_TYPE, ref(Remark.name), At.Loc, At.MBB)
             << ref(Remark.message);
    });
  }

  void emitRemarks(MachineOptimizationRemarkEmitter &ORE, MachineFunction &MF,
                   const cdnasched::FlatFunction &Flat, const CdnaPlan &Plan) {
    if (!Plan.remark_count || MF.empty())
      return;
    std::vector<const MachineBasicBlock *> Blocks;
    for (const MachineBasicBlock &MBB : MF)
      Blocks.push_back(&MBB);
    for (const CdnaRemark &Remark : ArrayRef(Plan.remarks, Plan.remark_count)) {
      Place At = {DiagnosticLocation(MF.getFunction().getSubprogram()),
                  Remark.block < Blocks.size() ? Blocks[Remark.block]
                                               : Blocks.front()};
      if (Remark.inst < Flat.instrCount())
        if (const DebugLoc &DL = Flat.instr(Remark.inst)->getDebugLoc())
          At.Loc = DiagnosticLocation(DL);
      switch (Remark.kind) {
      case CDNA_REMARK_ERROR:
        MF.getFunction().getContext().diagnose(
            DiagnosticInfoGeneric(ref(Remark.message), DS_Error));
        break;
      case CDNA_REMARK_WARNING:
        MF.getFunction().getContext().diagnose(
            DiagnosticInfoGeneric(ref(Remark.message), DS_Warning));
        [[fallthrough]];
      case CDNA_REMARK_MISSED:
        emit<MachineOptimizationRemarkMissed>(ORE, Remark, At);
        break;
      case CDNA_REMARK_PASSED:
        emit<MachineOptimizationRemark>(ORE, Remark, At);
        break;
      default:
        emit<MachineOptimizationRemarkAnalysis>(ORE, Remark, At);
      }
    }
  }

  StringRef Name;
  StageEntry Entry;
  /// Whether the stage places instructions one by one: memory clauses are taken
  /// apart for it.
  bool Reorders;
};

/// Stage 1: order and waits.
class CdnaSched : public Stage {
public:
  static char ID;
  CdnaSched()
      : Stage(ID, "CDNA scheduling and waits", cdnasched_schedule,
              /*Reorders=*/true) {}
};
char CdnaSched::ID = 0;

/// Stage 2: nops, over the final instruction stream.
class CdnaSchedNops : public Stage {
public:
  static char ID;
  CdnaSchedNops() : Stage(ID, "CDNA nops", cdnasched_place_nops) {}
};
char CdnaSchedNops::ID = 0;

/// Takes the place of LLVM's hazard recogniser where our nops follow other
/// rules than its own: leaves out the functions that are settled, and no
/// others.
class CdnaSchedRecognizer : public MachineFunctionPass {
public:
  static char ID;
  CdnaSchedRecognizer() : MachineFunctionPass(ID) {}
  StringRef getPassName() const override {
    return "CDNA stand-in for the hazard recognizer";
  }

  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.addRequired<CdnaSchedSession>();
    AU.setPreservesCFG();
    MachineFunctionPass::getAnalysisUsage(AU);
  }

  bool runOnMachineFunction(MachineFunction &MF) override {
    if (getAnalysis<CdnaSchedSession>().Settled.erase(&MF))
      return false;
    MachineFunctionAnalysisManager None;
    return !PostRAHazardRecognizerPass().run(MF, None).areAllPreserved();
  }
};
char CdnaSchedRecognizer::ID = 0;

/// After LLVM's last pass that inserts: what did it still add?
class CdnaSchedAudit : public Stage {
public:
  static char ID;
  CdnaSchedAudit() : Stage(ID, "CDNA audit", cdnasched_audit) {}

protected:
  bool wanted(const CdnaSession *Session, bool Explain) const override {
    return cdnasched_wants_audit(Session, Explain);
  }
};
char CdnaSchedAudit::ID = 0;

//===----------------------------------------------------------------------===//
// Registration
//===----------------------------------------------------------------------===//

/// Makes the passes known by name, for -run-pass, -stop-after and the like.
struct Registration {
  std::optional<RegisterPass<CdnaSchedSession>> Session;
  std::optional<RegisterPass<CdnaSched>> Sched;
  std::optional<RegisterPass<CdnaSchedNops>> Nops;
  std::optional<RegisterPass<CdnaSchedRecognizer>> Recognizer;
  std::optional<RegisterPass<CdnaSchedAudit>> Audit;

  Registration() {
    // opt offers every pass as an option of the pass's name, which would clash
    // with the flag; it has no use for code generation passes.
    if (cl::getRegisteredOptions().count("si-memory-legalizer")) {
      WithColor::error() << "cdna-sched: this program cannot run code "
                            "generation passes; load the plugin into llc, "
                            "clang or ld.lld\n";
      return;
    }
    Session.emplace("cdna-sched-session", "CDNA scheduling session", false,
                    true);
    Sched.emplace("cdna-sched", "CDNA scheduling and waits");
    Nops.emplace("cdna-sched-nops", "CDNA nops");
    Recognizer.emplace("cdna-sched-recognizer",
                       "CDNA stand-in for the hazard recognizer");
    Audit.emplace("cdna-sched-audit", "CDNA audit");
  }
};

#ifndef LLVM_CDNASCHED_LINK_INTO_TOOLS
Registration RegisterPasses;
#endif

/// A pass of the back end that has no public header, by its name.
AnalysisID privatePass(StringRef Name) {
  const PassInfo *Info = PassRegistry::getPassRegistry()->getPassInfo(Name);
  return Info ? Info->getTypeInfo() : nullptr;
}

void addStages(TargetMachine &TM, PassManagerBase &PM, TargetPassConfig *TPC) {
  if (!CommandLine.enabled())
    return;
  if (!TM.getTargetTriple().isAMDGCN()) {
    // Not in clang, where one command compiles for the host as well: only in a
    // tool that was told to load plugins itself (llc, ld.lld).
    if (cl::getRegisteredOptions().count("load"))
      WithColor::warning() << unsupported(TM.getTargetTriple().str()) << '\n';
    return;
  }
  if (TM.getOptLevel() == CodeGenOptLevel::None)
    return;
#ifdef LLVM_CDNASCHED_LINK_INTO_TOOLS
  // Linked into every tool, opt too: known from the first pipeline that wants
  // them on.
  static Registration RegisterPasses;
#endif
  AnalysisID Legalizer = privatePass("si-memory-legalizer");
  AnalysisID Peephole = privatePass("si-pre-emit-peephole");
  AnalysisID Recognizer = privatePass("post-RA-hazard-rec");
  if (!Legalizer || !Peephole || !Recognizer)
    reportFatalUsageError(
        "cdna-sched: this LLVM's AMDGPU back end has other passes than LLVM " +
        Twine(LLVM_VERSION_STRING) +
        ", for which the plugin was built; rebuild the plugin against it");
  // Opens the report before anything is compiled.
  auto *Session = new CdnaSchedSession();
  PM.add(Session);
  TPC->insertPass(Legalizer, &CdnaSched::ID);
  TPC->insertPass(Peephole, &CdnaSchedNops::ID);
  if (Session->needs(CDNA_NEEDS_RECOGNIZER)) {
    TPC->substitutePass(Recognizer, &CdnaSchedRecognizer::ID);
    Recognizer = &CdnaSchedRecognizer::ID;
  }
  TPC->insertPass(Recognizer, &CdnaSchedAudit::ID);
}

} // namespace

/// Has LLVM ask for our stages. Not at load time: where plugin and LLVM are one
/// program, LLVM's list of callbacks may be made after our globals.
static void switchOn() {
  static RegisterTargetPassConfigCallback RegisterStages(addStages);
}
