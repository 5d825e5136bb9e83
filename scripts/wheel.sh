#!/bin/sh
# Builds the wheel of the Python package, with the library and the worker in it, and tries it in an empty environment
# where there is neither LLVM nor a compiler. Takes LLVM's prefix, the folder for the wheel, and what scripts/dist.sh made, if
# it is there already.
set -eu
llvm=$1 made=${3:+$(realpath "$3")}
mkdir -p "$2"
to=$(cd "$2" && pwd)
cd "$(dirname "$0")/.."
parts=${made:-$PWD/target/wheel} lib=$PWD/python/src/cdnasched/lib licences=$PWD/python/licences

[ -n "$made" ] || scripts/dist.sh "$llvm" "$parts" library
rm -rf "$lib" "$licences"
mkdir -p "$lib" "$licences"
install -m 755 "$parts/lib/libcdnasched.so.1" "$parts/lib/cdna-sched-worker" "$lib/"
install -m 644 LICENSE "$parts/THIRD-PARTY.txt" "$licences/"
rm -f "$to"/cdnasched-*.whl
# `make dist` made this environment, which has pip.
target/dist-tools/bin/python3 -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir "$to" ./python
# Else the package in python/src would use this library, not the one of `make build`.
rm -rf "$lib" "$licences"
wheel=$(echo "$to"/cdnasched-*.whl)

empty=$(mktemp -d)
trap 'rm -rf "$empty"' EXIT
python3 -m venv "$empty/venv"
python=$empty/venv/bin/python
"$python" -m pip install --quiet --disable-pip-version-check --no-index "$wheel"
alone() { env -i HOME="$empty" PATH="$empty/venv/bin" "$python" "$@"; }
alone -m cdnasched lint examples/search.s
alone -m cdnasched opt examples/search.s -o "$empty/better.s"
alone -m cdnasched lint --hazards=safe "$empty/better.s"
alone -m cdnasched compare examples/search.s "$empty/better.s"
alone examples/search.py examples/search.s --steps 200 >/dev/null
alone -c 'import cdnasched; print(cdnasched.Worker().request({"op": "version"}))'
echo "$wheel: $(stat -c %s "$wheel") bytes"
