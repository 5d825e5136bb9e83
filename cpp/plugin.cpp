//===- plugin.cpp - options, registration, where the stages sit
//------------===//

#include "apply.h"
#include "lower.h"
#include "select.h"
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
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Target/RegisterTargetPassConfigCallback.h"
#include "llvm/Target/TargetMachine.h"

#if LLVM_VERSION_MAJOR != 22
#error "cdnasched is written for LLVM 22"
#endif

using namespace llvm;

#define DEBUG_TYPE "cdna-sched"

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

static cl::OptionCategory &Category = cdnasched::optionCategory();

static void switchOn();
static cl::opt<bool> Enable("cdna-sched", cl::cat(Category),
                            cl::desc("Schedule AMD CDNA machine code and place "
                                     "its s_waitcnt and s_nop"),
                            cl::callback([](const bool &On) {
                              if (On)
                                switchOn();
                            }));
static cl::opt<bool>
    EnableSchedule("cdna-sched-schedule", cl::cat(Category), cl::init(true),
                   cl::desc("Reorder instructions (default true)"));
static cl::opt<bool> EnableWaits("cdna-sched-waits", cl::cat(Category),
                                 cl::init(true),
                                 cl::desc("Place s_waitcnt (default true)"));
static cl::opt<bool> EnableNops("cdna-sched-nops", cl::cat(Category),
                                cl::init(true),
                                cl::desc("Place s_nop (default true)"));
enum class CheckLevel { Off, Order, Full };
static cl::opt<CheckLevel>
    Check("cdna-sched-check", cl::cat(Category), cl::init(CheckLevel::Order),
          cl::ValueOptional, cl::desc("Check every result (default true)"),
          cl::values(
              clEnumValN(CheckLevel::Off, "false", "Check nothing"),
              clEnumValN(CheckLevel::Order, "true",
                         "Prove that a new order is the same program, or keep "
                         "LLVM's"),
              clEnumValN(CheckLevel::Full, "full",
                         "Also have an independent judge look at every result, "
                         "waits and nops, and at the final stream"),
              clEnumValN(CheckLevel::Order, "", "")));
static cl::opt<CdnaOptionFlags> Fault(
    "cdna-sched-fault", cl::cat(Category), cl::Hidden,
    cl::init(CdnaOptionFlags(0)),
    cl::desc("Spoil a result before it is checked, to see the check at work"),
    cl::values(clEnumValN(CDNA_OPTION_FAULT_ORDER, "order",
                          "Read a register before it is written"),
               clEnumValN(CDNA_OPTION_FAULT_WAIT, "wait",
                          "Forget an s_waitcnt"),
               clEnumValN(CDNA_OPTION_FAULT_REQUEST, "request",
                          "Lose what the memory model asked for"),
               clEnumValN(CDNA_OPTION_FAULT_NOP, "nop", "Forget an s_nop")));
static cl::opt<CdnaHazards> Hazards(
    "cdna-sched-hazards", cl::cat(Category), cl::init(CDNA_HAZARDS_SAFE),
    cl::desc("Whose hazard rules hold (default safe)"),
    cl::values(
        clEnumValN(CDNA_HAZARDS_SAFE, "safe",
                   "The stricter of LLVM and AMD's documents, pair by pair"),
        clEnumValN(CDNA_HAZARDS_EXACT, "exact",
                   "As safe, without LLVM's certain false positives"),
        clEnumValN(CDNA_HAZARDS_ISA, "isa", "AMD's documents alone"),
        clEnumValN(CDNA_HAZARDS_LLVM, "llvm", "LLVM's rules alone")));
static cl::opt<CdnaEffort> Effort(
    "cdna-sched-effort", cl::cat(Category), cl::init(CDNA_EFFORT_DEFAULT),
    cl::desc("How much time the search for an order may take (default "
             "default)"),
    cl::values(clEnumValN(CDNA_EFFORT_FAST, "fast", "A few list schedules"),
               clEnumValN(CDNA_EFFORT_DEFAULT, "default",
                          "What an ordinary build can afford"),
               clEnumValN(CDNA_EFFORT_MAX, "max", "Ten times as much")));
enum class Walls { Honour, Cross };
static cl::opt<Walls> UserWalls(
    "cdna-sched-walls", cl::cat(Category), cl::init(Walls::Honour),
    cl::desc("What of the user's hints about order holds (default honour)"),
    cl::values(clEnumValN(Walls::Honour, "honour",
                          "All of them, as LLVM defines them"),
               clEnumValN(Walls::Cross, "cross",
                          "s_setprio and sched_barrier hold nothing back")));
enum class LDSDMA { LLVM, Strict };
static cl::opt<LDSDMA> LoadsIntoLDS(
    "cdna-sched-lds-dma", cl::cat(Category), cl::init(LDSDMA::LLVM),
    cl::desc("Which loads straight into LDS an LDS access waits for (default "
             "llvm)"),
    cl::values(clEnumValN(LDSDMA::LLVM, "llvm",
                          "Those that LLVM's own wait inserter waits for"),
               clEnumValN(LDSDMA::Strict, "strict",
                          "All that are not proved to go elsewhere")));
static cl::opt<std::string>
    ModelFile("cdna-sched-model", cl::cat(Category), cl::value_desc("file"),
              cl::desc("Take the numbers of the cost model from this file (a "
                       "regular one of up to 1 MiB), which 'cdna-sched models' "
                       "prints to start from"));
static cl::opt<std::string>
    ReportFile("cdna-sched-report", cl::cat(Category), cl::value_desc("file"),
               cl::desc("Write one JSON object a function to this file; an "
                        "error when it cannot be written"));

static cl::opt<std::string> SaveDirectory(
    "cdna-sched-save", cl::cat(Category), cl::value_desc("directory"),
    cl::desc(
        "Save each function in the text form to this directory: as stage "
        "1 sees it, as stage 2 leaves it and, where stage 3 runs, as it is "
        "in the end; an error when a file cannot be written"));

static CdnaOptions coreOptions() {
  CdnaOptions Options = {};
  Options.abi_version = CDNASCHED_ABI_VERSION;
  Options.struct_size = sizeof(CdnaOptions);
  Options.flags =
      (EnableSchedule ? CDNA_OPTION_SCHEDULE : 0) |
      (EnableWaits ? CDNA_OPTION_WAITS : 0) |
      (EnableNops ? CDNA_OPTION_NOPS : 0) |
      (Check != CheckLevel::Off ? CDNA_OPTION_CHECK : 0) |
      (Check == CheckLevel::Full ? CDNA_OPTION_JUDGE : 0) |
      (UserWalls == Walls::Cross ? CDNA_OPTION_CROSS_WALLS : 0) |
      (LoadsIntoLDS == LDSDMA::Strict ? CDNA_OPTION_LDS_DMA_STRICT : 0) | Fault;
  Options.hazards = Hazards;
  Options.effort = Effort;
  return Options;
}

void cdnasched_configure(uint32_t EnableAll, uint32_t Flags, uint32_t Rules,
                         uint32_t HowHard, CdnaStr Report, CdnaStr Model) {
  Enable = EnableAll != 0;
  if (Enable)
    switchOn();
  EnableSchedule = (Flags & CDNA_OPTION_SCHEDULE) != 0;
  EnableWaits = (Flags & CDNA_OPTION_WAITS) != 0;
  EnableNops = (Flags & CDNA_OPTION_NOPS) != 0;
  Check = Flags & CDNA_OPTION_JUDGE   ? CheckLevel::Full
          : Flags & CDNA_OPTION_CHECK ? CheckLevel::Order
                                      : CheckLevel::Off;
  Fault = CdnaOptionFlags(Flags &
                          (CDNA_OPTION_FAULT_ORDER | CDNA_OPTION_FAULT_WAIT |
                           CDNA_OPTION_FAULT_NOP | CDNA_OPTION_FAULT_REQUEST));
  UserWalls = Flags & CDNA_OPTION_CROSS_WALLS ? Walls::Cross : Walls::Honour;
  LoadsIntoLDS =
      Flags & CDNA_OPTION_LDS_DMA_STRICT ? LDSDMA::Strict : LDSDMA::LLVM;
  Hazards = static_cast<CdnaHazards>(Rules);
  Effort = static_cast<CdnaEffort>(HowHard);
  ReportFile =
      Report.size ? std::string(Report.data, Report.size) : std::string();
  ModelFile = Model.size ? std::string(Model.data, Model.size) : std::string();
}

static CdnaStr str(StringRef S) { return {S.data(), S.size()}; }
static StringRef ref(CdnaStr S) { return StringRef(S.data, S.size); }

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
    char *Error = nullptr;
    Session = cdnasched_session_open(
        CDNASCHED_ABI_VERSION, str(ReportFile.getValue()),
        str(SaveDirectory.getValue()), str(ModelFile.getValue()), &Error);
    if (!Session) {
      std::string Message = Error ? Error : "cdna-sched: cannot start";
      cdnasched_string_free(Error);
      reportFatalUsageError(StringRef(Message));
    }
  }
  ~CdnaSchedSession() override { cdnasched_session_close(Session); }

  bool doFinalization(Module &M) override {
    if (char *Error = cdnasched_session_finish(Session)) {
      M.getContext().diagnose(DiagnosticInfoGeneric(Error, DS_Error));
      cdnasched_string_free(Error);
    }
    return false;
  }
  StringRef getPassName() const override { return "CDNA scheduling session"; }

  CdnaSession *get() const { return Session; }

  cdnasched::Selection Selected;

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

using StageEntry = uint32_t (*)(CdnaSession *, const CdnaFunction *,
                                const CdnaOptions *, CdnaPlan **);

/// What the stages have in common: which functions they look at, lowering,
/// calling the core, applying, remarks.
class Stage : public MachineFunctionPass {
protected:
  Stage(char &ID, StringRef Name, StageEntry Entry, bool NeedsDependences)
      : MachineFunctionPass(ID), Name(Name), Entry(Entry),
        NeedsDependences(NeedsDependences) {}

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
    if (!Session.Selected.contains(F))
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
    if (NeedsDependences)
      Bundles.emplace(MF);
    AAResults &AA = getAnalysis<AAResultsWrapperPass>().getAAResults();
    cdnasched::FlatFunction Flat(MF, MLI, MBFI, AA, UserWalls == Walls::Cross);
    if (NeedsDependences && EnableSchedule)
      Flat.addDependences(AA, MLI);
    CdnaFunction View = Flat.view();
    CdnaOptions Options = coreOptions();
    if (Explain)
      Options.flags |= CDNA_OPTION_EXPLAIN;
    CdnaPlan *Plan = nullptr;
    uint32_t Status = Entry(Session.get(), &View, &Options, &Plan);
    bool Applied = Status == CDNA_OK && Plan && Plan->edit_count &&
                   cdnasched::applyEdits(MF, Flat, *Plan);
    if (Status == CDNA_OK && Plan && (Plan->flags & CDNA_PLAN_SETTLED) &&
        (Applied || !Plan->edit_count))
      Session.Settled.insert(&MF);
    if (Plan)
      emitRemarks(ORE, MF, Flat, *Plan);
    cdnasched_plan_free(Plan);
    if (Bundles && !Applied)
      Bundles->restore();
    return Applied;
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
  bool NeedsDependences;
};

/// Stage 1: order and waits.
class CdnaSched : public Stage {
public:
  static char ID;
  CdnaSched()
      : Stage(ID, "CDNA scheduling and waits", cdnasched_schedule, true) {}
};
char CdnaSched::ID = 0;

/// Stage 2: nops, over the final instruction stream.
class CdnaSchedNops : public Stage {
public:
  static char ID;
  CdnaSchedNops() : Stage(ID, "CDNA nops", cdnasched_place_nops, false) {}
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

/// Behind LLVM's last pass that inserts: what did it still add?
class CdnaSchedAudit : public Stage {
public:
  static char ID;
  CdnaSchedAudit() : Stage(ID, "CDNA audit", cdnasched_audit, false) {}

protected:
  bool wanted(const CdnaSession *Session, bool Explain) const override {
    return cdnasched_wants_audit(Session, Explain || Check == CheckLevel::Full);
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
  if (!Enable)
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
  PM.add(new CdnaSchedSession());
  TPC->insertPass(Legalizer, &CdnaSched::ID);
  TPC->insertPass(Peephole, &CdnaSchedNops::ID);
  if (Hazards == CDNA_HAZARDS_EXACT || Hazards == CDNA_HAZARDS_ISA) {
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
