#!/bin/sh
# Makes docs/images/view.png: the page of a kernel, as README.md shows it. Takes the command line (cdna-sched).
set -eu
cli=$1
kernel=${2:-tests/kernels/gfx942/fa_f16_d64_128x64.ll}
cli=$(realpath "$cli")
cd "$(dirname "$0")/.."
. scripts/browser-venv.sh
mkdir -p docs/images
page=$(mktemp --suffix .html)
trap 'rm -f "$page"' EXIT
"$cli" view --mcpu gfx942 "$kernel" -o "$page"
PYTHONPATH=$PWD/tests/browser PYTHONDONTWRITEBYTECODE=1 "$venv/bin/python" -m picture "$page" docs/images/view.png
