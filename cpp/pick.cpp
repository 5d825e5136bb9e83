//===- pick.cpp - the module compiled under several strategies ------------===//
//
// Each compilation is a copy of this process: it has the module, the target
// machine and every option of the command line, and a crash in it is none here.
//
//===----------------------------------------------------------------------===//

#include "pick.h"
#include "shim.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/LLVMRemarkStreamer.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Remarks/RemarkStreamer.h"
#include "llvm/Support/CodeGen.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

#ifdef __linux__
#include <csignal>
#include <cstdlib>
#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#endif

using namespace llvm;
using namespace cdnasched;

#define DEBUG_TYPE "cdna-sched"

#ifdef __linux__

/// This is a process that compiles for another.
static bool IsCopy = false;

namespace {

/// Nobody listens; what is an error in the copy would be one in the compiler.
struct Silence : DiagnosticHandler {
  bool handleDiagnostics(const DiagnosticInfo &Info) override {
    if (Info.getSeverity() == DS_Error)
      _exit(1);
    return true;
  }
};

/// A compilation in a process of its own.
struct Compilation {
  uint32_t Strategy;
  pid_t Process = -1;
  int Pipe = -1;
  std::string Records = {};
};

/// How many threads this process has: a copy has one alone.
unsigned threads() {
  DIR *Tasks = opendir("/proc/self/task");
  if (!Tasks)
    return 1;
  unsigned Count = 0;
  while (const dirent *Task = readdir(Tasks))
    Count += Task->d_name[0] != '.';
  closedir(Tasks);
  return Count;
}

bool isLeaf(const Function &F) {
  return all_of(instructions(F), [](const Instruction &I) {
    const auto *Call = dyn_cast<CallBase>(&I);
    return !Call || (!Call->isInlineAsm() &&
                     Call->getIntrinsicID() != Intrinsic::not_intrinsic);
  });
}

/// Gives a kernel the attributes of a strategy.
void mark(Function &F, const CdnaPick *Pick, uint32_t Strategy) {
  CdnaArgument Attributes[8];
  uint64_t Count = cdnasched_pick_attributes(Pick, str(F.getName()), Strategy,
                                             Attributes, std::size(Attributes));
  for (const CdnaArgument &Attribute : ArrayRef(Attributes, Count))
    F.addFnAttr(ref(Attribute.key), ref(Attribute.value));
}

/// Makes sure that this process, a copy, changes nothing that others see: no
/// file, no terminal, and no temporary file removed because it crashes.
void standAside(LLVMContext &Context) {
  // First: LLVM's handlers remove the files that were begun.
  for (int Signal = 1; Signal != NSIG; ++Signal)
    std::signal(Signal, SIG_DFL);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  int Nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  dup2(Nothing, STDOUT_FILENO);
  dup2(Nothing, STDERR_FILENO);
  // Buffers of the process that this is a copy of are never written from here.
  std::atexit([] { _exit(1); });
  remove_fatal_error_handler();
  install_fatal_error_handler([](void *, const char *, bool) { _exit(1); });
  Context.setDiagnosticHandler(std::make_unique<Silence>());
  Context.setMainRemarkStreamer(nullptr);
  Context.setLLVMRemarkStreamer(nullptr);
}

/// The life of a copy.
[[noreturn]] void compileInCopy(Module &M, TargetMachine &TM,
                                const CdnaSession *Session,
                                const CdnaPick *Pick, bool Search,
                                uint32_t Strategy, int Pipe) {
  IsCopy = true;
  standAside(M.getContext());
  for (Function &F : M)
    mark(F, Pick, Strategy);
  cdnasched_pick_prepare(Session, Search);
  legacy::PassManager Passes;
  TargetLibraryInfoImpl Library(TM.getTargetTriple());
  Passes.add(new TargetLibraryInfoWrapperPass(Library));
  raw_null_ostream Out;
  if (TM.addPassesToEmitFile(Passes, Out, nullptr, CodeGenFileType::Null))
    _exit(1);
  Passes.run(M);
  StringRef Left = cdnasched_pick_records();
  while (!Left.empty()) {
    ssize_t Written = write(Pipe, Left.data(), Left.size());
    if (Written <= 0)
      _exit(1);
    Left = Left.drop_front(size_t(Written));
  }
  _exit(0);
}

/// Whether a copy could be started.
bool start(Compilation &Of, Module &M, TargetMachine &TM,
           const CdnaSession *Session, const CdnaPick *Pick, bool Search) {
  int Ends[2];
  if (pipe2(Ends, O_CLOEXEC))
    return false;
  Of.Process = fork();
  if (Of.Process == 0) {
    close(Ends[0]);
    compileInCopy(M, TM, Session, Pick, Search, Of.Strategy, Ends[1]);
  }
  close(Ends[1]);
  if (Of.Process < 0) {
    close(Ends[0]);
    return false;
  }
  Of.Pipe = Ends[0];
  return true;
}

/// Reads what has come; false at the end.
bool readSome(Compilation &Of) {
  char Buffer[1 << 16];
  ssize_t Size = read(Of.Pipe, Buffer, sizeof(Buffer));
  if (Size < 0 && errno == EINTR)
    return true;
  if (Size <= 0)
    return false;
  Of.Records.append(Buffer, size_t(Size));
  return true;
}

/// Waits for the end of a copy and hands over what came of it.
void finish(Compilation &Of, CdnaPick *Pick, bool Search) {
  close(Of.Pipe);
  int Status = 0;
  while (waitpid(Of.Process, &Status, 0) < 0 && errno == EINTR)
    ;
  std::string Failure;
  if (WIFSIGNALED(Status))
    Failure = "it was ended by signal " + std::to_string(WTERMSIG(Status));
  else if (!WIFEXITED(Status) || WEXITSTATUS(Status))
    Failure = "it ended with an error";
  if (!Failure.empty())
    Of.Records.clear();
  cdnasched_pick_result(Pick, Search, Of.Strategy, str(Of.Records),
                        str(Failure));
}

/// Has the module compiled under the strategies that are open, so many at a
/// time.
void compileAll(Module &M, TargetMachine &TM, const CdnaSession *Session,
                CdnaPick *Pick, bool Search) {
  uint32_t Strategies[32];
  uint64_t Count =
      cdnasched_pick_jobs(Pick, Search, Strategies, std::size(Strategies));
  ArrayRef<uint32_t> Waiting(Strategies, Count);
  size_t AtATime = std::max(1u, std::thread::hardware_concurrency());
  std::vector<Compilation> Running;
  while (!Waiting.empty() || !Running.empty()) {
    while (!Waiting.empty() && Running.size() < AtATime) {
      Compilation Next{Waiting.front()};
      Waiting = Waiting.drop_front();
      if (start(Next, M, TM, Session, Pick, Search))
        Running.push_back(std::move(Next));
      else
        cdnasched_pick_result(Pick, Search, Next.Strategy, str(""),
                              str("no process can be started"));
    }
    if (Running.empty())
      break;
    std::vector<pollfd> Pipes;
    for (const Compilation &Of : Running)
      Pipes.push_back({Of.Pipe, POLLIN, 0});
    if (poll(Pipes.data(), Pipes.size(), -1) < 0)
      continue;
    for (size_t I = Pipes.size(); I-- != 0;) {
      if (!Pipes[I].revents || readSome(Running[I]))
        continue;
      finish(Running[I], Pick, Search);
      Running.erase(Running.begin() + long(I));
    }
  }
}

bool isWanted(const Function &F, const TargetMachine &TM,
              const CdnaSession *Session) {
  if (F.isDeclaration() || F.hasOptNone() ||
      F.getCallingConv() != CallingConv::AMDGPU_KERNEL)
    return false;
  StringRef CPU = F.hasFnAttribute("target-cpu")
                      ? F.getFnAttribute("target-cpu").getValueAsString()
                      : TM.getTargetCPU();
  StringRef Own = F.getFnAttribute("cdna-sched").getValueAsString();
  return cdnasched_wants(Session, CDNA_STAGE_SCHEDULE, 0, str(F.getName()),
                         str(Own), str(CPU), nullptr);
}

} // namespace

void cdnasched::pick(Module &M, TargetMachine &TM, CdnaSession *Session) {
  CdnaPick *Pick = IsCopy ? nullptr : cdnasched_pick_begin(Session);
  if (!Pick)
    return;
  bool Limited = TargetPassConfig::hasLimitedCodeGenPipeline();
  if (Limited || threads() > 1) {
    M.getContext().diagnose(DiagnosticInfoGeneric(
        Limited ? "cdna-sched: nothing is picked where not all passes run"
                : "cdna-sched: nothing is picked in a process with several "
                  "threads; 'cdna-sched pick' compiles modules",
        DS_Warning));
    cdnasched_pick_end(Pick, Session);
    return;
  }
  std::vector<Function *> Kernels;
  for (Function &F : M) {
    if (!isWanted(F, TM, Session))
      continue;
    std::vector<CdnaArgument> Own;
    for (Attribute Attr : F.getAttributes().getFnAttrs())
      if (Attr.isStringAttribute())
        Own.push_back(
            {str(Attr.getKindAsString()), str(Attr.getValueAsString())});
    cdnasched_pick_kernel(Pick, str(F.getName()), Own.data(), Own.size(),
                          isLeaf(F));
    Kernels.push_back(&F);
  }
  for (bool Search : {false, true})
    compileAll(M, TM, Session, Pick, Search);
  for (Function *F : Kernels) {
    char *Text = nullptr;
    mark(*F, Pick, cdnasched_pick_chosen(Pick, str(F->getName()), &Text));
    std::string Message = take(Text);
    if (!Message.empty())
      OptimizationRemarkEmitter(F).emit(
          [&] { return OptimizationRemark(DEBUG_TYPE, "Pick", F) << Message; });
  }
  cdnasched_pick_end(Pick, Session);
}

#else

void cdnasched::pick(Module &M, TargetMachine &, CdnaSession *Session) {
  if (CdnaPick *Pick = cdnasched_pick_begin(Session)) {
    M.getContext().diagnose(DiagnosticInfoGeneric(
        "cdna-sched: nothing is picked on this system", DS_Warning));
    cdnasched_pick_end(Pick, Session);
  }
}

#endif
