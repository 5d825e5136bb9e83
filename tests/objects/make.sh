#!/bin/sh
# Makes the inputs of crates/object/src/tests with LLVM's tools: make.sh LLVM_BIN_FOLDER
set -eu
bin=$1
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$here"

assemble() { # SOURCE OBJECT OPTIONS...
    source=$1 object=$2
    shift 2
    "$bin/llvm-mc" -triple=amdgcn-amd-amdhsa -filetype=obj "$@" "$source" -o "$object"
}
# The relative path keeps this machine's folders out of the line table.
assemble kernels.s "$work/debug.o" -mcpu=gfx942 -mattr=+sramecc,-xnack -g -fdebug-compilation-dir=.
assemble kernels.s kernels.gfx942.o -mcpu=gfx942 -mattr=+sramecc,-xnack
"$bin/ld.lld" -shared "$work/debug.o" -o kernels.gfx942.hsaco

for gpu in gfx90a gfx1100; do
    printf 'kernel:\n  s_endpgm\n  .type kernel,@function\n  .size kernel, 4\n' >"$work/$gpu.s"
    assemble "$work/$gpu.s" "$work/$gpu.o" -mcpu=$gpu
    "$bin/ld.lld" -shared --strip-all --hash-style=sysv "$work/$gpu.o" -o "$work/$gpu.hsaco"
done
"$bin/ld.lld" -shared --strip-debug --hash-style=sysv "$work/debug.o" -o "$work/gfx942.hsaco"
: >"$work/host"
targets=host-x86_64-unknown-linux-gnu-,hipv4-amdgcn-amd-amdhsa--gfx90a
targets=$targets,hipv4-amdgcn-amd-amdhsa--gfx942:sramecc+:xnack-,hipv4-amdgcn-amd-amdhsa--gfx1100
bundle() { # OUTPUT OPTIONS...
    output=$1
    shift
    "$bin/clang-offload-bundler" --type=o --bundle-align=256 --targets=$targets "$@" \
        --input="$work/host" --input="$work/gfx90a.hsaco" \
        --input="$work/gfx942.hsaco" --input="$work/gfx1100.hsaco" --output="$output"
}
bundle "$work/bundle"
COMPRESSED_BUNDLE_FORMAT_VERSION=2 bundle "$work/v2.ccob" --compress
COMPRESSED_BUNDLE_FORMAT_VERSION=3 bundle v3.ccob --compress

# Two source files' bundles in one section, as the linker lays them out.
cat >"$work/host.s" <<END
  .section .hip_fatbin,"a"
  .p2align 12
  .incbin "$work/v2.ccob"
  .p2align 12
  .incbin "v3.ccob"
END
"$bin/llvm-mc" -triple=x86_64-linux-gnu -filetype=obj "$work/host.s" -o "$work/host.o"
printf '  .text\n  ret\n' | "$bin/llvm-mc" -triple=x86_64-linux-gnu -filetype=obj -o "$work/plain.o"
rm -f library.a
"$bin/llvm-ar" --format=gnu rcsD library.a "$work/plain.o" "$work/host.o"

# A kernel with a loop whose better code is longer.
"$bin/llc" -O3 -mtriple=amdgcn-amd-amdhsa -mcpu=gfx942 -filetype=obj ../kernels/gfx942/fa_f16_d64_128x64.ll -o "$work/attention.o"
"$bin/ld.lld" -shared "$work/attention.o" -o attention.gfx942.hsaco
