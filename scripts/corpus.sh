#!/bin/sh
# Compares every kernel of a corpus for one GPU with LLVM's own code.
set -eu
cli=$1 corpus=$2 gpu=$3
if [ ! -d "$corpus/$gpu" ]; then
    echo "no kernels in $corpus/$gpu: set CORPUS to a folder that has one folder of .ll files a GPU" >&2
    exit 2
fi
echo "$gpu: kernel; s_waitcnt LLVM, ours; wait states of s_nop LLVM, ours; matrix loops ours/LLVM"
exec "$cli" compare --mcpu "$gpu" --verify --strict "$corpus/$gpu"/*.ll
