//===- version.cpp - is this the LLVM the plugin was built for? -----------===//

#include "cdnasched.h"
#include "llvm-c/Core.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/PassRegistry.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/WithColor.h"
#include <dlfcn.h>
#include <link.h>

using namespace llvm;

/// The path of a libLLVM in this process other than the one the plugin itself
/// is bound to; empty when there is none. Loaded into a tool of another version
/// the plugin would bring its own libLLVM along and register itself there,
/// where the tool never looks.
static std::string otherLibLLVM() {
  Dl_info Ours = {};
  if (!dladdr(reinterpret_cast<void *>(&PassRegistry::getPassRegistry), &Ours))
    return "";
  std::pair<std::string, std::string> OursAndOther = {Ours.dli_fname, ""};
  dl_iterate_phdr(
      [](dl_phdr_info *Info, size_t, void *Data) {
        auto &[Mine, Other] =
            *static_cast<std::pair<std::string, std::string> *>(Data);
        StringRef Path = Info->dlpi_name;
        if (sys::path::filename(Path).starts_with("libLLVM") &&
            !sys::fs::equivalent(Path, Mine))
          Other = Path.str();
        return 0;
      },
      &OursAndOther);
  return OursAndOther.second;
}

namespace {
/// Speaks up when the library is loaded, before options are looked at.
struct VersionCheck {
  VersionCheck() {
    std::string Other = otherLibLLVM();
    if (!Other.empty())
      WithColor::error() << "cdna-sched: built for LLVM " LLVM_VERSION_STRING
                            ", but this program uses "
                         << Other << "; load it into a tool of LLVM "
                         << LLVM_VERSION_MAJOR << '.' << LLVM_VERSION_MINOR
                         << " (for example /usr/lib/llvm-" << LLVM_VERSION_MAJOR
                         << "/bin/llc), or rebuild it for that LLVM\n";
  }
} CheckVersion;
} // namespace

void cdnasched_llvm_versions(const char **BuiltFor, uint32_t Running[3]) {
  *BuiltFor = LLVM_VERSION_STRING;
  LLVMGetVersion(&Running[0], &Running[1], &Running[2]);
}
