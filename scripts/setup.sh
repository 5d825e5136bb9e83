#!/bin/sh
# Installs what is missing on a Debian machine, and says what it does. Does nothing when
# everything is there.
set -eu
prefix=$1

packages=
need() { # need FILE PACKAGE
    [ -e "$1" ] || packages="$packages $2"
}
need "$prefix/bin/llvm-config" llvm-22-dev
need "$prefix/bin/lit" llvm-22-tools
need "$prefix/bin/clang" clang-22
need "$prefix/lib/libclang.so" libclang-22-dev
need "$prefix/bin/ld.lld" lld-22
need "$prefix/bin/clang-offload-bundler" clang-tools-22
# The runtime, with which the library for running processes is tested, and the headers of what stands in for its driver.
need /usr/include/hsa/hsa_api_trace.h libhsa-runtime-dev
need /usr/include/hsakmt.h libhsakmt-dev
command -v clang-format-22 >/dev/null || packages="$packages clang-format-22"
command -v c++ >/dev/null || packages="$packages g++"
# LLVM's archives, which the command line without LLVM as a shared library is linked with, need these.
archive() { # archive NAME PACKAGE
    path=$(c++ -print-file-name="lib$1.a" 2>/dev/null) || path=/usr/lib/x86_64-linux-gnu/lib$1.a
    need "$path" "$2"
}
archive z zlib1g-dev
archive zstd libzstd-dev
command -v cmake >/dev/null || packages="$packages cmake"
command -v ninja >/dev/null || packages="$packages ninja-build"
command -v python3 >/dev/null || packages="$packages python3"
python3 -c 'import ensurepip' 2>/dev/null || packages="$packages python3-venv"

if [ -n "$packages" ]; then
    echo "installing:$packages"
    if [ "$(id -u)" != 0 ]; then
        echo "please install these packages as root, then run make again:" >&2
        echo "    apt-get install$packages" >&2
        exit 1
    fi
    apt-get update -qq
    # shellcheck disable=SC2086 # a list of words
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $packages >/dev/null
fi

command -v cargo >/dev/null || {
    echo "cargo was not found; install a Rust toolchain (1.88 or later) with rustup" >&2
    exit 1
}
for component in rustfmt clippy; do
    cargo "$([ $component = rustfmt ] && echo fmt || echo clippy)" --version >/dev/null 2>&1 ||
        rustup component add "$component"
done
