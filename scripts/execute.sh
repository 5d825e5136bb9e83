#!/bin/sh
# Runs the kernels of a corpus and random ones in an emulator: LLVM's code against ours. From the
# environment: SAMPLE, RANDOM_KERNELS, BUDGET, INTEGERS, JOBS, FLAGS, TEXT (ours is what opt makes of LLVM's text),
# OBJECT (of LLVM's code object) and FILES (see docs/trust.md; code objects among them are given to opt).
set -eu
llvm=$1 plugin=$2 corpus=$3 gpu=$4 emulator=$5

case $gpu in
gfx90a | gfx942 | gfx950) ;;
*)
    echo "the emulator runs gfx90a, gfx942 and gfx950, not $gpu: set GPU" >&2
    exit 2
    ;;
esac

scripts/emulator.sh "$llvm" "$emulator"
copy=target/emu

if [ -n "$FILES" ]; then
    # shellcheck disable=SC2086 # a list of files
    set -- $FILES
else
    if [ ! -d "$corpus/$gpu" ]; then
        echo "no kernels in $corpus/$gpu: set CORPUS to a folder that has one folder of .ll files a GPU" >&2
        exit 2
    fi
    set -- "$corpus/$gpu"/*.ll
    if [ "$RANDOM_KERNELS" != 0 ]; then
        random=target/execute/$gpu
        rm -rf "$random"
        mkdir -p "$random"
        if ! CDNASCHED_KERNELS=$RANDOM_KERNELS CDNASCHED_GPU=$gpu CDNASCHED_OUT=$PWD/$random \
            cargo test --release --test differential write_kernels -- --ignored >"$random/log" 2>&1; then
            echo "the random kernels cannot be written; see $random/log" >&2
            exit 2
        fi
        set -- "$@" "$random"/*.ll
    fi
fi
case " $* " in
*.co\ * | *.hsaco\ *) given_objects=1 ;;
*) given_objects=0 ;;
esac
if [ "${OBJECT:-0}" != 0 ]; then
    set -- --object "$@"
fi
if [ "${TEXT:-0}${OBJECT:-0}$given_objects" != 000 ]; then
    set -- --opt "$(dirname "$plugin")/cdna-sched" "$@"
fi
exec "$copy/venv/bin/python" scripts/execute/execute.py --gpu "$gpu" --llvm "$llvm/bin" --plugin "$plugin" \
    --emulator "$copy" --flags="$FLAGS" --budget "$BUDGET" --integers "$INTEGERS" --jobs "$JOBS" \
    --sample "$SAMPLE" "$@"
