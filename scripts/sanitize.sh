#!/bin/sh
# llc with the plugin under valgrind: no access to memory that is not the program's, no use of what
# was never written, nothing lost by the plugin. LLVM's own losses (it frees nothing of its command
# line at exit) are told apart by the file they come from.
set -eu
llc=$1/bin/llc
plugin=$(realpath "$2")
kernels=$(realpath "$(dirname "$0")/../tests/kernels")
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
    # A loss is ours when one of its frames is in our library.
    if awk -v RS= '/definitely lost/ && /libcdnasched/ { print; found = 1 } END { exit !found }' "$log"; then
        echo "$gpu $kernel: the plugin loses memory" >&2
        exit 1
    fi
    echo "$gpu $kernel $*: $(sed -n 's/^==[0-9]*== ERROR SUMMARY: //p' "$log")"
}

for gpu in gfx908 gfx90a gfx942 gfx950; do
    run $gpu gfx942/c_mfma_chain.ll
done
run gfx942 gfx942/scatter_atomics.ll
run gfx942 gfx942/c_inline_asm.ll -cdna-sched-report="$work/report.json"
# A result that is refused, and the remarks.
run gfx942 gfx942/c_mfma_chain.ll -cdna-sched-fault=order -pass-remarks-analysis=cdna-sched
