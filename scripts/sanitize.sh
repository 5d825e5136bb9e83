#!/bin/sh
# llc with the plugin under valgrind: no access to memory that is not the program's, no use of what
# was never written. What is lost at the end is printed: with a report, the lists of the report files
# that the process has begun (244 bytes), which are left alone when the plugin is unloaded at its end.
set -eu
llc=$1/bin/llc
plugin=$(realpath "$2")
command -v valgrind >/dev/null || {
    echo "valgrind is missing; install it with: apt-get install valgrind" >&2
    exit 1
}
kernels=$(realpath "$(dirname "$0")/../tests/kernels/gfx942")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

run() { # run GPU KERNEL OPTIONS...
    gpu=$1 kernel=$2
    shift 2
    log=$work/log
    valgrind --error-exitcode=99 --leak-check=full --show-leak-kinds=definite \
        --errors-for-leak-kinds=none --log-file="$log" \
        "$llc" -load "$plugin" -cdna-sched -cdna-sched-check=full -O3 -mcpu="$gpu" "$@" \
        "$kernels/$kernel" -o "$work/out.s" 2>/dev/null || {
        cat "$log"
        echo "$gpu $kernel: valgrind complains" >&2
        exit 1
    }
    sed -n "s|^==[0-9]*== ERROR SUMMARY: |$gpu $kernel: |p; s|^==[0-9]*== *definitely lost|    lost|p" "$log"
}

run gfx90a c_mfma_chain.ll
run gfx942 c_mfma_chain.ll
run gfx942 c_inline_asm.ll -cdna-sched-report="$work/report.json"
# A result that is refused, and the remarks.
run gfx942 c_mfma_chain.ll -cdna-sched-fault=order -pass-remarks-analysis=cdna-sched
