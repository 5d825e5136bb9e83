#!/bin/sh
# Installs a release from its files alone in bare roots, and tries each file: scripts/release-test.sh FOLDER ROOT...
# A ROOT is a release of Debian (bookworm, trixie): scripts/bare.sh. Exit code 77: no such root can be made here.
set -eu
folder=$(realpath "$1")
shift
cd "$(dirname "$0")/.."
[ -s "$folder/SHA256SUMS" ] || { echo "make release-test: $folder has no checksums in SHA256SUMS; run make release first" >&2; exit 1; }
BARE_FILES=$PWD/target/release-test
export BARE_FILES
rm -rf "$BARE_FILES"
mkdir -p "$BARE_FILES"
# The release, what tries it, and a kernel of each kind.
cp -a "$folder" "$BARE_FILES/release"
cp scripts/release/try.sh scripts/release/dockerfile.sh examples/search.s tests/c_library/library.c "$BARE_FILES/"
cp tests/kernels/gfx942/c_mfma_chain.ll "$BARE_FILES/kernel.ll"
for root in "$@"; do
    echo "release-test: $root"
    BARE_RELEASE=$root scripts/bare.sh "./try.sh" "./dockerfile.sh release/Dockerfile release"
done
