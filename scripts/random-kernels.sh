#!/bin/sh
# Random kernels through the plugin and the command line (docs/trust.md). With the folder of an emulator they are executed, too;
# that needs no more than Python otherwise. The rest are options of scripts/random-kernels/random_kernels.py.
set -eu
llvm=$1 build=$2 emulator=$3
shift 3
set -- --llvm "$llvm/bin" --build "$build" "$@"
if [ -z "$emulator" ]; then
    exec python3 scripts/random-kernels/random_kernels.py "$@"
fi
scripts/emulator.sh "$llvm" "$emulator"
export LLVM_BIN="$llvm/bin"
exec target/emu/venv/bin/python scripts/random-kernels/random_kernels.py --emulator target/emu "$@"
