#!/bin/sh
# The tests of the kit, with some of its code objects: scripts/kit-test.sh LLVM RELEASE FOLDER
set -eu
llvm=$1 release=$(realpath "$2") folder=$3
cd "$(dirname "$0")/.."
rm -rf "$folder"
LLVM_BIN=$llvm/bin
CDNA_SCHED=$release/cdna-sched
CDNAKIT_OBJECTS=$(realpath -m "$folder")
export LLVM_BIN CDNA_SCHED CDNAKIT_OBJECTS
python3 kit/build/kernels.py "$folder" --llvm "$llvm" --plugin "$release/libcdnasched.so" --cli "$release/cdna-sched" \
    --only 64x64x64
python3 kit/build/micro.py "$folder" --cdna-sched "$CDNA_SCHED"
python3 kit/build/probes.py "$folder"
exec python3 -m unittest discover -s kit/tests
