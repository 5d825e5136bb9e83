#!/bin/sh
# What the schedules are worth and what they cost, over a corpus of kernels; without one, over the few
# kernels of this project.
set -eu
cli=$1 corpus=$2 llvm=$3
root=$(cd "$(dirname "$0")/.." && pwd)
plugin=$root/target/release/libcdnasched.so

# CPU seconds that llc takes for these files, with the options given before --.
cpu() {
    options=
    while [ "$1" != -- ]; do options="$options $1"; shift; done
    shift
    # shellcheck disable=SC2086
    sh -c 'for f in "$@"; do '"$llvm/bin/llc $options"' "$f" -o /dev/null 2>/dev/null || exit 1; done; times' sh "$@" |
        tail -n 1 | sed 's/[ms]/ /g' | awk '{ print $1 * 60 + $2 }'
}

for gpu in gfx942 gfx950 gfx90a; do
    folder=$corpus/$gpu
    if [ ! -d "$folder" ]; then
        echo "no corpus in $folder: set CORPUS to a folder that has one folder of .ll files a GPU" >&2
        folder=$root/tests/kernels/$gpu
        if [ ! -d "$folder" ]; then
            folder=$root/tests/kernels/gfx942
        fi
        echo "the kernels of $folder have to do" >&2
    fi
    for effort in default max; do
        printf '\n== %s, %s, effort %s\n' "$gpu" "$folder" "$effort"
        hottest=0
        if [ "$effort" = default ]; then hottest=10; fi
        "$cli" compare --mcpu "$gpu" --effort "$effort" --totals --hottest "$hottest" "$folder"/*.ll
    done
    without=$(cpu -O3 -mcpu="$gpu" -- "$folder"/*.ll)
    with=$(cpu -load "$plugin" -cdna-sched -O3 -mcpu="$gpu" -- "$folder"/*.ll)
    awk -v a="$without" -v b="$with" -v gpu="$gpu" 'BEGIN {
        printf "\n%s: llc takes %.1f s of CPU time, with cdnasched %.1f s: its share is %.1f %%\n",
            gpu, a, b, 100 * (b - a) / b }'
done
