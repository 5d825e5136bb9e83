#!/bin/sh
# Compiles one real kernel by LLVM alone and with the plugin, and shows the difference.
set -eu
prefix=$1 kernel=$2 gpu=$3
plugin=target/release/libcdnasched.so
out=target/demo
mkdir -p "$out"
name=$(basename "$kernel" .ll)

"$prefix/bin/llc" -O3 -mcpu="$gpu" "$kernel" -o "$out/$name.llvm.s"
"$prefix/bin/llc" -load "$plugin" -cdna-sched -verify-machineinstrs \
    -cdna-sched-report="$out/$name.json" -O3 -mcpu="$gpu" "$kernel" -o "$out/$name.cdnasched.s"

# The start of the first loop with matrix instructions.
hot() {
    awk '/^\.L?BB[0-9_]+:/ { label = $1; body = ""; keep = 0 }
         label { body = body $0 "\n" }
         /v_mfma/ { keep = 1 }
         /s_cbranch/ && keep && index($0, substr(label, 1, length(label) - 1)) {
             printf "%s", body; exit }' "$1" | sed 's/[[:space:]]*;.*//; s/^\t/    /; s/\t/ /' | head -n "$2"
}

echo
echo "The hot loop of $name by LLVM alone:"
hot "$out/$name.llvm.s" 24
echo "    ..."
echo
echo "and with cdnasched:"
hot "$out/$name.cdnasched.s" 24
echo "    ..."
echo
target/release/cdna-sched compare --mcpu "$gpu" "$kernel"
echo
echo "Written: $out/$name.llvm.s, $out/$name.cdnasched.s, $out/$name.json"
