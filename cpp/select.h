//===- select.h - which functions are wanted ------------------------------===//

#ifndef CDNASCHED_SELECT_H
#define CDNASCHED_SELECT_H

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Regex.h"
#include <optional>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace cdnasched {

/// The category of the plugin's options.
llvm::cl::OptionCategory &optionCategory();

/// The functions of a module annotated "cdna-sched=off". Warns of others of
/// ours that nobody knows.
llvm::SmallVector<llvm::Function *, 4> annotatedOff(llvm::Module &M);

/// Which functions of a module the stages may touch, by -cdna-sched-only,
/// -cdna-sched-skip, the attribute "cdna-sched"="off" and the annotation
/// "cdna-sched=off". Ends the program when a pattern is no regular expression.
class Selection {
public:
  Selection();
  bool contains(llvm::Function &F);

private:
  std::optional<llvm::Regex> Only, Skip;
  const llvm::Module *Read = nullptr;
  llvm::SmallPtrSet<const llvm::Function *, 4> Off;
};

} // namespace cdnasched

#endif // CDNASCHED_SELECT_H
