#!/bin/sh
# Builds the command line and the C library without LLVM as a shared library, for systems with a glibc from GLIBC
# on, and checks what they need and export. Takes LLVM's prefix and the folder to make; and `library` to leave out the
# command line.
set -eu
llvm=$1 to=$2 products=${3:-all}
glibc=2.28
zig=0.17.1 zigbuild=0.24.0

[ "$(uname -sm)" = "Linux x86_64" ] || { echo "make dist: expected Linux on x86_64, this is $(uname -sm)" >&2; exit 1; }
cd "$(dirname "$0")/.."
built=${CARGO_TARGET_DIR:-target}
target=x86_64-unknown-linux-gnu
tools=$PWD/target/dist-tools

archive() { # archive NAME PACKAGE: the path of a library to link statically
    path=$(c++ -print-file-name="lib$1.a")
    [ -e "$path" ] || { echo "lib$1.a was not found; install it (apt-get install $2)" >&2; exit 1; }
    echo "$path"
}
libstdcxx=$(archive stdc++ libstdc++-12-dev)
libz=$(archive z zlib1g-dev)
libzstd=$(archive zstd libzstd-dev)

# Only a folder that this script filled is emptied.
if [ -e "$to" ] && [ -n "$(ls -A "$to")" ] && ! [ -e "$to/include/cdna_sched.h" ] && ! ls "$to"/cdnasched-*.whl >/dev/null 2>&1; then
    echo "$to has other files in it; name a new folder (make dist DIST=FOLDER)" >&2
    exit 1
fi

# Zig links against the symbols of a chosen glibc; nothing else of it is used. Python's own environments bring pip with them.
if ! [ -e "$tools/$zig-$zigbuild" ]; then
    rm -rf "$tools"
    python3 -m venv "$tools"
    "$tools/bin/python3" -m pip install --quiet --disable-pip-version-check "ziglang==$zig" "cargo-zigbuild==$zigbuild"
    touch "$tools/$zig-$zigbuild"
fi
PATH=$tools/bin:$PATH
# LLVM's archives are of this machine's C++ library, and so must the code that calls them be.
CC_x86_64_unknown_linux_gnu=cc CXX_x86_64_unknown_linux_gnu=c++ AR_x86_64_unknown_linux_gnu=ar
CARGO_PROFILE_RELEASE_DEBUG=0 CARGO_PROFILE_RELEASE_STRIP=symbols LLVM_SYS_221_PREFIX=$llvm
# What is handed to others is optimised over all crates; a release built in place is not.
CARGO_PROFILE_RELEASE_LTO=fat CARGO_PROFILE_RELEASE_CODEGEN_UNITS=1
export PATH CC_x86_64_unknown_linux_gnu CXX_x86_64_unknown_linux_gnu AR_x86_64_unknown_linux_gnu
export CARGO_PROFILE_RELEASE_DEBUG CARGO_PROFILE_RELEASE_STRIP LLVM_SYS_221_PREFIX
export CARGO_PROFILE_RELEASE_LTO CARGO_PROFILE_RELEASE_CODEGEN_UNITS

build() { # build WHAT...: a product
    what=$1
    shift
    cargo-zigbuild "$what" --release --locked --no-default-features --target "$target.$glibc" "$@"
}
libraries=$PWD/target/dist-libraries
build rustc -p cdnasched --features mc --lib --crate-type staticlib -- --print "native-static-libs=$libraries"

link=
for flag in $(cat "$libraries"); do
    case $flag in
        -lLLVM*) link="$link $llvm/lib/lib${flag#-l}.a" ;;
        -lcdnasched_cxx) link="$link $libstdcxx" ;;
        -lz) link="$link $libz" ;;
        -lzstd) link="$link $libzstd" ;;
        # Inside the library already; of Zig.
        -lcdnasched_* | -lgcc_s | -lc) ;;
        *) link="$link $flag" ;;
    esac
done
rm -rf "$to"
mkdir -p "$to/lib" "$to/include"
# shellcheck disable=SC2086 # a list of files
python3 -m ziglang cc -target "x86_64-linux-gnu.$glibc" -shared -o "$to/lib/libcdnasched.so.1" \
    -Wl,-soname,libcdnasched.so.1 -Wl,--version-script=share/dist/libcdnasched.map \
    -Wl,--gc-sections -Wl,--no-undefined -Wl,--strip-all \
    -Wl,--whole-archive "$built/$target/release/libcdnasched.a" -Wl,--no-whole-archive $link -lunwind
ln -s libcdnasched.so.1 "$to/lib/libcdnasched.so"
python3 -m ziglang cc -target "x86_64-linux-gnu.$glibc" -O2 -Wall -Wextra -Werror -Wl,--strip-all \
    -o "$to/lib/cdna-sched-worker" python/native/worker.c -ldl
if [ "$products" = all ]; then
    build zigbuild -p cdnasched-cli --bin cdna-sched --bin cdna-sched-launch
    mkdir "$to/bin"
    install -m 755 "$built/$target/release/cdna-sched" "$built/$target/release/cdna-sched-launch" "$to/bin/"
    build zigbuild -p cdnasched-hsa
    install -m 755 "$built/$target/release/libcdnasched_hsa.so" "$to/lib/libcdnasched-hsa.so"
    scripts/release/shell.sh "$to/bin/cdna-sched" "$to"
fi
install -m 644 include/cdna_sched.h "$to/include/"
install -m 644 LICENSE share/dist/README.md "$to/"
python3 scripts/release/licences.py "$llvm" "$tools" "$to/THIRD-PARTY.txt"

scripts/dist/check.sh "$to" "$glibc"
