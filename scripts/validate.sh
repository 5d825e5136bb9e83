#!/bin/sh
# Compares the cost model with published measurements, on the kernels of a corpus that were measured.
set -eu
cli=$1 corpus=$2 percent=$3
gpu=gfx950
set -- "$corpus/$gpu"/tutorial_*.ll
if [ ! -e "$1" ]; then
    echo "no measured kernels in $corpus/$gpu: set CORPUS to a folder with $gpu/tutorial_*.ll" >&2
    exit 2
fi
exec "$cli" validate --mcpu "$gpu" ${percent:+--strict "$percent"} "$@"
