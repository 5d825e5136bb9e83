"""lit set-up: where the tools and the plugin are.

Parameters (lit --param NAME=VALUE):
  plugin     the shared library under test
  llvm_bin   the folder with LLVM's tools (default /usr/lib/llvm-22/bin)
"""

import os
import shutil
import subprocess
import sys

import lit.formats

config.name = "cdnasched"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".ll", ".mir", ".test", ".hip"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.dirname(__file__)
root = os.path.dirname(config.test_source_root)
config.test_exec_root = os.path.join(root, "target", "lit-tests")

llvm_bin = lit_config.params.get("llvm_bin", "/usr/lib/llvm-22/bin")
plugin = os.path.abspath(
    lit_config.params.get(
        "plugin", os.path.join(root, "target", "release", "libcdnasched.so")
    )
)
for needed in (plugin, os.path.join(llvm_bin, "llc")):
    if not os.path.exists(needed):
        lit_config.fatal(f"{needed} does not exist; build with 'make build' first")

# LLVM 22's tools come first: a plain llc on the path may be of another LLVM.
path = os.environ.get("PATH", "")
config.environment["PATH"] = os.pathsep.join([llvm_bin, path])
config.substitutions.insert(0, ("%kernels", os.path.join(root, "tests", "kernels")))
config.substitutions.insert(0, ("%launch", os.path.join(os.path.dirname(plugin), "cdna-sched-launch")))
config.substitutions.insert(0, ("%cli", os.path.join(os.path.dirname(plugin), "cdna-sched")))
# llc with the plugin loaded and switched on; it fails where the check refuses a result, but for tests of just that.
with_plugin = f"{llvm_bin}/llc -load {plugin} -cdna-sched -verify-machineinstrs"
unrefused = os.path.join(config.test_source_root, "unrefused.sh")
config.substitutions.insert(0, ("%cdna-llc", f"sh {unrefused} {with_plugin}"))
config.substitutions.insert(0, ("%refused-llc", with_plugin))
# llc with the plugin loaded and left off.
config.substitutions.insert(0, ("%load-llc", f"{llvm_bin}/llc -load {plugin}"))
config.substitutions.insert(0, ("%plugin", plugin))
config.substitutions.insert(0, ("%python", sys.executable))

# What 'make install' installs, for the tests of clang, the linker and CMake.
prefix = os.path.join(root, "target", "lit-prefix")
installed = subprocess.run(
    [os.path.join(root, "scripts", "install.sh"), os.path.dirname(plugin), prefix],
    capture_output=True,
    text=True,
)
if installed.returncode:
    lit_config.fatal(f"scripts/install.sh failed: {installed.stderr}")
options = "-nogpulib -nogpuinc -O3"
for name, value in (
    ("%prefix", prefix),
    ("%hsa", f"{prefix}/lib/libcdnasched-hsa.so"),
    ("%config", f"--config={prefix}/share/cdnasched/cdnasched.cfg"),
    ("%examples", os.path.join(root, "examples")),
    ("%project", root),
    ("%llvm-prefix", os.path.dirname(llvm_bin)),
    ("%clang-cl", "clang -x cl -cl-std=CL2.0 --target=amdgcn-amd-amdhsa -mcpu=gfx942 -nogpulib -O3"),
    ("%clang-both", f"clang -x hip --offload-arch=gfx90a --offload-arch=gfx942 {options}"),
    ("%clang-hip", f"clang -x hip --offload-arch=gfx942 {options}"),
):
    config.substitutions.insert(0, (name, value))

# A tool of another LLVM, to see what the plugin says when it is loaded there.
for name in ("llc-14", "llc-19", "llc"):
    other = shutil.which(name)
    if other and not os.path.realpath(other).startswith(os.path.realpath(llvm_bin)):
        config.available_features.add("other-llvm")
        config.substitutions.insert(0, ("%other-llc", other))
        break
