//===- options.h - the options of LLVM's command line ---------------------===//

#ifndef CDNASCHED_OPTIONS_H
#define CDNASCHED_OPTIONS_H

#include "cdnasched.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/CommandLine.h"
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace cdnasched {

inline CdnaStr str(llvm::StringRef S) { return {S.data(), S.size()}; }
inline llvm::StringRef ref(CdnaStr S) { return {S.data, size_t(S.size)}; }

/// Offers the core's options on LLVM's command line. What their values mean is
/// the core's business.
class CommandLine {
public:
  /// Calls OnEnable whenever the stages are switched on.
  explicit CommandLine(void (*OnEnable)());

  bool enabled() const { return *Enable; }
  void enable(bool On);
  /// The values, as cdnasched_session_open takes them.
  std::vector<std::string> values() const;

private:
  void add(const CdnaOption &Option);

  void (*OnEnable)();
  llvm::cl::opt<bool> *Enable = nullptr;
  std::vector<std::unique_ptr<llvm::cl::Option>> Options;
  std::vector<std::function<std::string()>> Values;
};

} // namespace cdnasched

#endif // CDNASCHED_OPTIONS_H
