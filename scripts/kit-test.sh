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
# The interpreter's tests take as long as all others: beside them.
python3 -m unittest discover -s kit/tests -p 'test_execution.py' &
one=$!
status=0
for tests in kit/tests/test_*.py; do
    case $tests in */test_execution.py) continue ;; esac
    set -- "$@" "$(basename "$tests" .py)"
done
shift 3
(cd kit/tests && python3 -m unittest "$@") || status=1
wait "$one" || status=1
exit "$status"
