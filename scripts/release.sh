#!/bin/sh
# Makes all files of a release in one folder: scripts/release.sh LLVM BUILT TO
# BUILT has what `make build` made.
set -eu
llvm=$1 built=$(realpath "$2") to=$3
cd "$(dirname "$0")/.."
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
system=x86_64-linux
static=cdnasched-$version-$system plugin=cdnasched-plugin-$version-llvm22-$system
parts=$PWD/target/release-parts tools=$PWD/target/release-tools
# Times in archives are that of the commit (without git, of the list of changes): the same files make the same bytes.
made=$(git -c safe.directory='*' log -1 --format=%ct 2>/dev/null || stat -c %Y CHANGELOG.md)

# Only a folder that this script filled is emptied.
if [ -e "$to" ] && [ -n "$(ls -A "$to")" ] && ! [ -e "$to/SHA256SUMS" ]; then
    echo "$to has other files in it; name a new folder (make release RELEASE=FOLDER)" >&2
    exit 1
fi
rm -rf "$to" "$parts"
mkdir -p "$to" "$parts"
to=$(realpath "$to")
# Empty until all files are there.
: >"$to/SHA256SUMS"
pack() { # pack FOLDER: a folder of the parts, as an archive
    tar -C "$parts" --sort=name --mtime="@$made" --owner=0 --group=0 --numeric-owner --format=ustar -cf - "$1" |
        gzip -9n >"$to/$1.tar.gz"
}

if ! [ -e "$tools/complete" ]; then
    rm -rf "$tools"
    python3 -m venv "$tools"
    "$tools/bin/python" -m pip install --quiet --disable-pip-version-check -r scripts/release/tools.txt
    touch "$tools/complete"
fi

scripts/dist.sh "$llvm" "$parts/$static"
pack "$static"
install -m 755 "$parts/$static/bin/cdna-sched" "$to/cdna-sched-$version-$system"
scripts/wheel.sh "$llvm" "$to" "$parts/$static"

scripts/install.sh "$built" "$parts/$plugin"
strip --strip-unneeded "$parts/$plugin"/lib/*.so "$parts/$plugin"/bin/*
install -m 644 LICENSE "$parts/$static/THIRD-PARTY.txt" "$parts/$plugin/"
pack "$plugin"

scripts/kit.sh "$llvm" "$built" "$to/cdnasched-kit-$version.tar.gz"

if [ -x scripts/book.sh ]; then
    scripts/book.sh
    cp -R target/book "$parts/cdnasched-book-$version"
    pack "cdnasched-book-$version"
fi

install -m 644 CHANGELOG.md LICENSE share/dist/Dockerfile "$parts/$static/THIRD-PARTY.txt" "$to/"
# Not before: what compiles C++ would compile it anew for each commit.
SOURCE_DATE_EPOCH=$made "$tools/bin/python" scripts/release/sbom.py "$llvm" "$PWD/target/dist-tools" "$to/cdnasched-$version.cdx.json"
"$tools/bin/twine" check --strict "$to"/cdnasched-*.whl
scripts/release/check.sh "$to" "$version" "$llvm"
(cd "$to" && find . -type f ! -name SHA256SUMS -printf '%f\n' | sort | xargs sha256sum -- >SHA256SUMS)
ls -l "$to"
