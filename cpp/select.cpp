//===- select.cpp - which functions are wanted ----------------------------===//

#include "select.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/ErrorHandling.h"

using namespace llvm;

namespace cdnasched {

cl::OptionCategory &optionCategory() {
  static cl::OptionCategory Category(
      "cdna-sched options",
      "Scheduling, waits and nops for AMD CDNA GPUs (gfx908, gfx90a, gfx942, "
      "gfx950), built for LLVM " LLVM_VERSION_STRING);
  return Category;
}

static cl::opt<std::string>
    Only("cdna-sched-only", cl::cat(optionCategory()), cl::value_desc("regex"),
         cl::desc("Leave functions alone whose symbol does not match"));
static cl::opt<std::string>
    Skip("cdna-sched-skip", cl::cat(optionCategory()), cl::value_desc("regex"),
         cl::desc("Leave functions alone whose symbol matches"));

static std::optional<Regex> compile(const cl::opt<std::string> &Option) {
  if (Option.empty())
    return std::nullopt;
  Regex Pattern(Option);
  std::string Error;
  if (!Pattern.isValid(Error))
    reportFatalUsageError("cdna-sched: -" + Option.ArgStr + "='" +
                          Option.getValue() + "': " + Error +
                          "; expected a POSIX extended regular expression of "
                          "symbol names, for example '^gemm_'");
  return Pattern;
}

Selection::Selection()
    : Only(compile(::cdnasched::Only)), Skip(compile(::cdnasched::Skip)) {}

bool Selection::contains(Function &F) {
  if (F.getFnAttribute("cdna-sched").getValueAsString() == "off" ||
      (Only && !Only->match(F.getName())) || (Skip && Skip->match(F.getName())))
    return false;
  if (Module *M = F.getParent(); Read != M) {
    Read = M;
    Off.clear();
    Off.insert_range(annotatedOff(*M));
  }
  return !Off.contains(&F);
}

/// The text of an annotation; empty when it is none.
static StringRef annotationText(const Value *Pointer) {
  const auto *Text = dyn_cast<GlobalVariable>(Pointer->stripPointerCasts());
  if (!Text || !Text->hasInitializer())
    return "";
  const auto *Data = dyn_cast<ConstantDataArray>(Text->getInitializer());
  return Data && Data->isCString() ? Data->getAsCString() : "";
}

/// Entries of llvm.global.annotations are structs of what is annotated, the
/// text, and where.
SmallVector<Function *, 4> annotatedOff(Module &M) {
  SmallVector<Function *, 4> Off;
  const GlobalVariable *All = M.getGlobalVariable("llvm.global.annotations");
  if (!All || !All->hasInitializer())
    return Off;
  for (const Use &Entry : All->getInitializer()->operands()) {
    const auto *Fields = dyn_cast<ConstantStruct>(Entry);
    if (!Fields || Fields->getNumOperands() < 2)
      continue;
    auto *F = dyn_cast<Function>(Fields->getOperand(0)->stripPointerCasts());
    StringRef Text = annotationText(Fields->getOperand(1));
    if (!F || !Text.starts_with("cdna-sched"))
      continue;
    if (Text == "cdna-sched=off")
      Off.push_back(F);
    else
      M.getContext().diagnose(DiagnosticInfoGeneric(
          "cdna-sched: the annotation '" + Text + "' of " + F->getName() +
              " is unknown; the only one is 'cdna-sched=off'",
          DS_Warning));
  }
  return Off;
}

} // namespace cdnasched
