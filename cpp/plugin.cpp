//===- plugin.cpp - the stages, and where they are in the pipeline --------===//

#include "shim.h"
#include "llvm/CodeGen/MachineBlockFrequencyInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/CodeGen/MachineOptimizationRemarkEmitter.h"
#include "llvm/CodeGen/PostRAHazardRecognizer.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/IR/DiagnosticInfo.h"
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
using namespace cdnasched;

#define DEBUG_TYPE "cdna-sched"

CdnaStr cdnasched_built_for() { return str(LLVM_VERSION_STRING); }

/// When the library is loaded, before options are looked at: loaded into a tool
/// of another version the plugin would bring its own libLLVM along and register
/// itself there, where the tool never looks.
[[maybe_unused]] static bool Checked = [] {
  auto *Ours = reinterpret_cast<void *>(&PassRegistry::getPassRegistry);
  std::string Error =
      take(cdnasched_check_libraries(Ours, cdnasched_built_for()));
  if (!Error.empty())
    WithColor::error() << Error << '\n';
  return true;
}();

static void switchOn();
static CommandLine Options(switchOn);

void cdnasched_enable(uint32_t On) { Options.enable(On != 0); }

std::string cdnasched::take(char *Message) {
  std::string Text = Message ? Message : "";
  cdnasched_string_free(Message);
  return Text;
}

namespace {

/// Lives as long as the pass pipeline and carries the core's session from
/// stage to stage.
struct CdnaSchedSession : ImmutablePass {
  static char ID;
  /// Without a target machine nothing is picked.
  explicit CdnaSchedSession(TargetMachine *TM = nullptr)
      : ImmutablePass(ID), TM(TM) {
    std::vector<std::string> Texts = Options.values();
    std::vector<CdnaStr> Values(map_range(Texts, str).begin(),
                                map_range(Texts, str).end());
    char *Error = nullptr;
    Session = cdnasched_session_open(CDNASCHED_ABI_VERSION, Values.data(),
                                     Values.size(), &Error);
    if (!Session)
      reportFatalUsageError(Twine(take(Error)));
  }
  ~CdnaSchedSession() override { cdnasched_session_close(Session); }

  bool doInitialization(Module &M) override {
    markAnnotated(M);
    if (TM)
      pick(M, *TM, Session);
    return true;
  }
  bool doFinalization(Module &M) override {
    std::string Error = take(cdnasched_session_finish(Session));
    if (!Error.empty())
      M.getContext().diagnose(DiagnosticInfoGeneric(Error, DS_Error));
    return false;
  }
  bool needs(CdnaSessionNeeds What) const {
    return cdnasched_session_needs(Session) & What;
  }

  TargetMachine *TM;
  CdnaSession *Session;
  /// Functions between the nops stage and LLVM's hazard recogniser that are not
  /// for the latter to touch.
  DenseSet<const MachineFunction *> Settled;
};
char CdnaSchedSession::ID = 0;

/// Emits a remark of a kind. Its place is looked for only if somebody is told.
template <typename Kind>
void emitAs(MachineOptimizationRemarkEmitter &ORE, const FlatFunction &Flat,
            const MachineLoopInfo &MLI, const CdnaRemark &Remark) {
  using Base = DiagnosticInfoOptimizationBase;
  ORE.emit([&] {
    Kind Made(DEBUG_TYPE, ref(Remark.name), locate(Flat, MLI, Remark),
              Flat.Layout[Remark.block]);
    Made << ref(Remark.message);
    // Of what follows the message says nothing: it is for files of remarks.
    // Viewers join all of it, and show the first line until asked for more.
    Made << Base::setExtraArgs();
    for (const CdnaArgument &Arg : ArrayRef(Remark.args, Remark.arg_count)) {
      std::string Label = ("\n" + ref(Arg.key) + ": ").str();
      Made << StringRef(Label) << Base::Argument(ref(Arg.key), ref(Arg.value));
    }
    return Made;
  });
}

void emitRemark(MachineOptimizationRemarkEmitter &ORE, const FlatFunction &Flat,
                const MachineLoopInfo &MLI, const CdnaRemark &Remark) {
  if (Remark.block >= Flat.Layout.size())
    return;
  const MachineBasicBlock *MBB = Flat.Layout[Remark.block];
  LLVMContext &Context = MBB->getParent()->getFunction().getContext();
  StringRef Message = ref(Remark.message);
  if (Remark.kind == CDNA_REMARK_ERROR)
    return Context.diagnose(DiagnosticInfoGeneric(Message, DS_Error));
  if (Remark.kind == CDNA_REMARK_WARNING)
    Context.diagnose(DiagnosticInfoGeneric(Message, DS_Warning));
  if (Remark.kind == CDNA_REMARK_PASSED)
    emitAs<MachineOptimizationRemark>(ORE, Flat, MLI, Remark);
  else if (Remark.kind == CDNA_REMARK_ANALYSIS)
    emitAs<MachineOptimizationRemarkAnalysis>(ORE, Flat, MLI, Remark);
  else
    emitAs<MachineOptimizationRemarkMissed>(ORE, Flat, MLI, Remark);
}

/// Makes one block of loops that branch around code, where the core wants that.
void merge(Guards &Guards, const CdnaSession *Session, FlatFunction &Flat) {
  CdnaFunction View = Flat.view();
  std::vector<CdnaGuard> Wanted(Flat.Layout.size());
  Wanted.resize(cdnasched_guards(Session, &View, Wanted.data(), Wanted.size()));
  Guards.merge(Flat, Wanted);
}

/// Puts copies of loops in front of them, where the core wants that.
void peel(Peels &Peels, const CdnaSession *Session, FlatFunction &Flat) {
  CdnaFunction View = Flat.view();
  // Where that is not enough, the core asks for nothing.
  std::vector<CdnaPeelStep> Steps(4 * Flat.Instrs.size());
  Steps.resize(cdnasched_peels(Session, &View, Steps.data(), Steps.size()));
  Peels.peel(Flat, Steps);
}

/// A stage of the core: which functions it looks at, lowering, calling the
/// core, remarks, applying.
template <CdnaStage Which> struct Stage : MachineFunctionPass {
  static char ID;
  Stage() : MachineFunctionPass(ID) {}

  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.addRequired<CdnaSchedSession>();
    AU.addRequired<MachineLoopInfoWrapperPass>();
    AU.addRequired<MachineBlockFrequencyInfoWrapperPass>();
    AU.addRequired<MachineOptimizationRemarkEmitterPass>();
    AU.addRequired<AAResultsWrapperPass>();
    // Stage 1 may add blocks.
    if (Which != CDNA_STAGE_SCHEDULE)
      AU.setPreservesAll();
    MachineFunctionPass::getAnalysisUsage(AU);
  }

  bool runOnMachineFunction(MachineFunction &MF) override {
    Function &F = MF.getFunction();
    bool Released = Which == CDNA_STAGE_NOPS && releaseSkips(MF);
    if (skipFunction(F) || F.hasOptNone())
      return Released;
    auto &Session = getAnalysis<CdnaSchedSession>();
    auto &ORE = getAnalysis<MachineOptimizationRemarkEmitterPass>().getORE();
    bool Explain = ORE.allowExtraAnalysis(DEBUG_TYPE);
    StringRef Attribute = F.getFnAttribute("cdna-sched").getValueAsString();
    char *Warning = nullptr;
    bool Wanted = cdnasched_wants(Session.Session, Which, Explain,
                                  str(F.getName()), str(Attribute),
                                  str(MF.getSubtarget().getCPU()), &Warning);
    if (std::string Message = take(Warning); !Message.empty())
      F.getContext().diagnose(DiagnosticInfoGeneric(Message, DS_Warning));
    if (!Wanted ||
        is_contained(knownOpcodes(*MF.getSubtarget().getInstrInfo()), 0u))
      return Released;

    const auto &MLI = getAnalysis<MachineLoopInfoWrapperPass>().getLI();
    const auto &MBFI =
        getAnalysis<MachineBlockFrequencyInfoWrapperPass>().getMBFI();
    // Stage 1 places instructions one by one.
    std::optional<DissolvedBundles> Bundles;
    if (Which == CDNA_STAGE_SCHEDULE)
      Bundles.emplace(MF);
    auto &AA = getAnalysis<AAResultsWrapperPass>().getAAResults();
    bool Applied = false, Changed = Released, Again = true;
    while (Again) {
      Again = false;
      Peels Peels(MF);
      Guards Guards(MF);
      if (Which == CDNA_STAGE_SCHEDULE && Guards::mayHave(MF, MLI)) {
        std::optional<FlatFunction> Flat;
        Flat.emplace(MF, MLI, MBFI, AA, Guards, Peels);
        Flat->addFixedScalars();
        peel(Peels, Session.Session, *Flat);
        if (Peels.isAny())
          Flat.emplace(MF, MLI, MBFI, AA, Guards, Peels);
        merge(Guards, Session.Session, *Flat);
      }
      // What is put back has new lists of predecessors.
      Changed |= Guards.isAny() || Peels.isAny();
      FlatFunction Flat(MF, MLI, MBFI, AA, Guards, Peels);
      if (Which == CDNA_STAGE_SCHEDULE)
        Flat.addFixedRegisters();
      if (Which == CDNA_STAGE_SCHEDULE && Session.needs(CDNA_NEEDS_DEPENDENCES))
        Flat.addDependences(MLI, Session.needs(CDNA_NEEDS_CROSSED_HINTS));
      if (Explain || Session.needs(CDNA_NEEDS_LOCATIONS))
        Flat.addLocations();
      CdnaFunction View = Flat.view();
      CdnaPlan *Plan = nullptr;
      cdnasched_run(Session.Session, Which, &View, Explain, &Plan);
      if (Plan) {
        Again = Plan->flags & CDNA_PLAN_AGAIN && Peels.isAny();
        Applied = !Again && apply(MF, MLI, ORE, Session, Flat, *Plan);
        cdnasched_plan_free(Plan);
      }
      if (Applied) {
        Guards.settle();
      } else {
        Guards.restore();
        Peels.restore();
      }
    }
    if (Bundles && !Applied)
      Bundles->restore();
    if (Which == CDNA_STAGE_SCHEDULE && Applied)
      keepSkips(MF);
    return Applied || Changed;
  }

private:
  /// Whether a plan's edits were applied. Its remarks are made first, while
  /// every instruction that one is about exists.
  static bool apply(MachineFunction &MF, const MachineLoopInfo &MLI,
                    MachineOptimizationRemarkEmitter &ORE,
                    CdnaSchedSession &Session, const FlatFunction &Flat,
                    const CdnaPlan &Plan) {
    for (const CdnaRemark &Remark :
         ArrayRef(Plan.remarks, MF.empty() ? 0 : Plan.remark_count))
      emitRemark(ORE, Flat, MLI, Remark);
    bool Changes = Plan.flags & CDNA_PLAN_CHANGES;
    const char *Refusal = Changes ? applyPlan(MF, Flat, Plan) : nullptr;
    if (Refusal) {
      std::string Message = ("cdna-sched: the plan of edits for function '" +
                             MF.getName() + "' was refused: " + Refusal +
                             "; the function was left as LLVM had it, please "
                             "report it")
                                .str();
      emitRemark(ORE, Flat, MLI,
                 {CDNA_REMARK_WARNING, 0, CDNASCHED_NONE, 0, str("Plan"),
                  str(Message), nullptr, 0});
    } else if (Plan.flags & CDNA_PLAN_SETTLED)
      Session.Settled.insert(&MF);
    return Changes && !Refusal;
  }
};
template <CdnaStage Which> char Stage<Which>::ID = 0;
using CdnaSched = Stage<CDNA_STAGE_SCHEDULE>;
using CdnaSchedNops = Stage<CDNA_STAGE_NOPS>;
using CdnaSchedAudit = Stage<CDNA_STAGE_AUDIT>;

/// Takes the place of LLVM's hazard recogniser where our nops follow other
/// rules than its own: leaves out the functions that are settled, and no
/// others.
struct CdnaSchedRecognizer : MachineFunctionPass {
  static char ID;
  CdnaSchedRecognizer() : MachineFunctionPass(ID) {}

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

/// Makes the passes known by name, for -run-pass, -stop-after and the like.
bool registerPasses() {
  // opt offers every pass as an option of the pass's name, which would clash
  // with the flag; it has no use for code generation passes.
  if (cl::getRegisteredOptions().count("si-memory-legalizer")) {
    WithColor::error() << "cdna-sched: this program cannot run code generation "
                          "passes; load the plugin into llc, clang or ld.lld\n";
    return false;
  }
  static RegisterPass<CdnaSchedSession> Session(
      "cdna-sched-session", "CDNA scheduling session", false, true);
  static RegisterPass<CdnaSched> Sched("cdna-sched",
                                       "CDNA scheduling and waits");
  static RegisterPass<CdnaSchedNops> Nops("cdna-sched-nops", "CDNA nops");
  static RegisterPass<CdnaSchedRecognizer> Recognizer(
      "cdna-sched-recognizer", "CDNA stand-in for the hazard recognizer");
  static RegisterPass<CdnaSchedAudit> Audit("cdna-sched-audit", "CDNA audit");
  return true;
}

#ifndef LLVM_CDNASCHED_LINK_INTO_TOOLS
[[maybe_unused]] bool Registered = registerPasses();
#endif

/// A pass of the back end that has no public header, by its name.
AnalysisID privatePass(StringRef Name) {
  const PassInfo *Info = PassRegistry::getPassRegistry()->getPassInfo(Name);
  return Info ? Info->getTypeInfo() : nullptr;
}

void addStages(TargetMachine &TM, PassManagerBase &PM, TargetPassConfig *TPC) {
  if (!Options.enabled())
    return;
  if (!TM.getTargetTriple().isAMDGCN()) {
    // Not in clang, where one command compiles for the host as well: only in a
    // tool that was told to load plugins itself (llc, ld.lld).
    if (cl::getRegisteredOptions().count("load"))
      WithColor::warning() << take(cdnasched_unsupported(
                                  str(TM.getTargetTriple().str())))
                           << '\n';
    return;
  }
  if (TM.getOptLevel() == CodeGenOptLevel::None)
    return;
#ifdef LLVM_CDNASCHED_LINK_INTO_TOOLS
  // Linked into every tool, opt too: known from the first pipeline that wants
  // them on.
  registerPasses();
#endif
  AnalysisID Legalizer = privatePass("si-memory-legalizer");
  AnalysisID Peephole = privatePass("si-pre-emit-peephole");
  AnalysisID Recognizer = privatePass("post-RA-hazard-rec");
  if (!Legalizer || !Peephole || !Recognizer)
    reportFatalUsageError(
        "cdna-sched: this LLVM's AMDGPU back end has other passes than "
        "LLVM " LLVM_VERSION_STRING
        ", for which the plugin was built; rebuild the plugin against it");
  // Opens the report before anything is compiled.
  auto *Session = new CdnaSchedSession(&TM);
  // A pass manager that has a session already deletes this one.
  bool ReplacesRecognizer = Session->needs(CDNA_NEEDS_RECOGNIZER);
  PM.add(Session);
  TPC->insertPass(Legalizer, &CdnaSched::ID);
  TPC->insertPass(Peephole, &CdnaSchedNops::ID);
  if (ReplacesRecognizer) {
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
