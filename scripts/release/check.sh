#!/bin/sh
# Checks that each file of a release says its version: scripts/release/check.sh FOLDER VERSION LLVM
set -eu
to=$1 version=$2 llvm=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
says() { # says WHAT COMMAND...: prints the version among what it prints
    what=$1
    shift
    said=$("$@" 2>&1) || { echo "make release: $what: $* fails: $said" >&2; exit 1; }
    case $said in
        *"$version"*) ;;
        *) echo "make release: $what says $said, expected $version" >&2; exit 1 ;;
    esac
}
c_version='import ctypes, sys
library = ctypes.CDLL(sys.argv[1])
library.cdna_sched_version.restype = ctypes.c_char_p
print(library.cdna_sched_version().decode())'
wheel_version='import sys, zipfile
wheel = zipfile.ZipFile(sys.argv[1])
(metadata,) = (name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
print(*(line for line in wheel.read(metadata).decode().splitlines() if line.startswith("Version: ")))'
for archive in "$to"/*.tar.gz; do
    tar -C "$work" -xzf "$archive"
done
for file in "$to"/cdna-sched-* "$work"/*/bin/cdna-sched; do
    says "$file" "$file" --version
done
for file in "$work"/*/lib/libcdnasched.so "$work"/*/lib/libcdnasched.so.1; do
    [ ! -e "$file" ] || says "$file" python3 -c "$c_version" "$file"
done
for file in "$work"/*/lib/libcdnasched-hsa.so; do
    says "$file" grep -aoF "cdnasched $version" "$file"
done
says "the plugin" "$llvm/bin/llc" -load "$(echo "$work"/cdnasched-plugin-*/lib/libcdnasched.so)" -version
says "the wheel" python3 -c "$wheel_version" "$to"/cdnasched-*.whl
says "the kit" python3 "$work/cdnasched-kit/measure.py" --version
for file in "$to"/cdnasched-*; do
    case $file in *"-$version"[-.]*) ;; *) echo "make release: $file is not named by its version" >&2; exit 1 ;; esac
done
