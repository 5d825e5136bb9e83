#!/bin/sh
# Sets up the emulator of a folder in target/emu, with the Python packages that it needs; it tests itself there.
set -eu
llvm=$1 emulator=$2

if [ ! -f "$emulator/setup.sh" ]; then
    echo "no emulator in $emulator: set EMU to the folder of one (it is not part of this project)" >&2
    exit 2
fi
copy=target/emu
checksum=$(cd "$emulator" && cat setup.sh ./*.py src/* k/* | cksum)
if [ "$(cat "$copy/checksum" 2>/dev/null)" != "$checksum" ]; then
    echo "setting up the emulator in $copy (a minute)"
    rm -rf "$copy"
    mkdir -p target
    cp -R "$emulator" "$copy"
    chmod -R u+w "$copy"
    if ! LLVM_BIN="$llvm/bin" "$copy/setup.sh" >"$copy/setup.log" 2>&1; then
        echo "the emulator cannot be set up; see $copy/setup.log" >&2
        exit 2
    fi
    if ! awk -F'[ /]' '/^gfx/ { tests++; wrong += $2 != $3 } END { exit wrong || !tests }' "$copy/setup.log"; then
        echo "the emulator fails its own tests; see $copy/setup.log" >&2
        exit 2
    fi
    echo "$checksum" >"$copy/checksum"
fi
