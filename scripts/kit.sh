#!/bin/sh
# Makes kit/objects and packs the kit (kit/README.md): scripts/kit.sh LLVM RELEASE ARCHIVE
# RELEASE has libcdnasched.so and cdna-sched.
set -eu
llvm=$1 release=$(realpath "$2") archive=$3
cd "$(dirname "$0")/.."
objects=kit/objects
rm -rf "$objects"
echo "kit: pairs of code objects and their references"
python3 kit/build/kernels.py "$objects" --llvm "$llvm" --plugin "$release/libcdnasched.so" --cli "$release/cdna-sched"
echo "kit: micro-kernels and probes"
LLVM_BIN=$llvm/bin python3 kit/build/micro.py "$objects" --cdna-sched "$release/cdna-sched"
LLVM_BIN=$llvm/bin python3 kit/build/probes.py "$objects"
echo "kit: what was made is looked at"
CDNA_SCHED=$release/cdna-sched LLVM_BIN=$llvm/bin python3 -m unittest discover -s kit/tests -p test_objects.py
python3 kit/build/archive.py "$archive"
echo "kit: $archive, $(($(wc -c < "$archive") / 1024)) KiB"
