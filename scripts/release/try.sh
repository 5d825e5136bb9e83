#!/bin/sh
# In a bare root, beside the folder `release`: installs from its files alone, and tries each. scripts/release-test.sh
set -eu
cd "$(dirname "$0")"
step() { printf '== %s\n' "$*"; }
packages() { DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null 2>&1; }
has() { # has WORD: prints the first line of its input that has the word; fails, and prints all, where none has
    cat >said
    grep -m 1 -e "$1" said || { cat said; echo "*** expected $1" >&2; exit 1; }
}
. /etc/os-release
step "$PRETTY_NAME, $(ldd --version | head -n 1)"

step "checksums"
(cd release && sha256sum --quiet --check --strict SHA256SUMS)
version=$(cd release && echo cdna-sched-*-x86_64-linux)
version=${version#cdna-sched-} version=${version%-x86_64-linux}

step "the one-file executable, with nothing installed"
./release/cdna-sched-"$version"-x86_64-linux --version | has "cdna-sched $version"
./release/cdna-sched-"$version"-x86_64-linux opt search.s -o better.s
./release/cdna-sched-"$version"-x86_64-linux lint --hazards=safe better.s
./release/cdna-sched-"$version"-x86_64-linux compare search.s better.s | has tiles
./release/cdna-sched-"$version"-x86_64-linux pick search.s better.s -o best.s
./release/cdna-sched-"$version"-x86_64-linux why better.s --at 60

step "the archive: command line, launcher, completions, manual pages"
mkdir -p /opt/tried
tar -xzf release/cdnasched-"$version"-x86_64-linux.tar.gz -C /opt/tried --strip-components=1
PATH=/opt/tried/bin:$PATH
cdna-sched-launch cdna-sched --version | has "$version"
cdna-sched view better.s -o page.html && ls -l page.html
bash -c '. /opt/tried/share/bash-completion/completions/cdna-sched && complete -p cdna-sched' | has cdna-sched
packages man-db
man -M /opt/tried/share/man cdna-sched-opt | has EFFORT
packages zsh fish
zsh -n /opt/tried/share/zsh/site-functions/_cdna-sched
fish -c 'source /opt/tried/share/fish/vendor_completions.d/cdna-sched.fish; complete -C "cdna-sched opt --eff"' | has effort
[ -s /opt/tried/LICENSE ] && grep -q '^LLVM ' /opt/tried/THIRD-PARTY.txt

step "the C library"
packages gcc libc6-dev
cc -pthread library.c -I/opt/tried/include -L/opt/tried/lib -lcdnasched -Wl,-rpath,/opt/tried/lib -o program
./program >said

step "the wheel"
packages python3 python3-venv
python3 -m venv env
env/bin/pip install --quiet --disable-pip-version-check --no-index release/cdnasched-"$version"-*.whl
env/bin/pip show --verbose cdnasched | has "^Version: $version"
env/bin/python -m cdnasched opt search.s -o wheel.s
cmp better.s wheel.s
env/bin/python -c 'import cdnasched; print(cdnasched.Worker().request({"op": "version"}))' | has "$version"

step "the plugin, in Debian's LLVM 22"
packages llvm-22
mkdir plugin
tar -xzf release/cdnasched-plugin-"$version"-llvm22-x86_64-linux.tar.gz -C plugin --strip-components=1
llc=/usr/lib/llvm-22/bin/llc
$llc -load plugin/lib/libcdnasched.so -version | has "cdnasched $version"
$llc -load plugin/lib/libcdnasched.so -cdna-sched -O3 -mcpu=gfx942 kernel.ll -o kernel.s
plugin/bin/cdna-sched --version | has "$version"
plugin/bin/cdna-sched compare --mcpu gfx942 kernel.ll | has "own waves"
plugin/bin/cdna-sched lint kernel.s

step "the library for running processes, in the ROCm runtime's absence"
python3 -c 'import ctypes; ctypes.CDLL("/opt/tried/lib/libcdnasched-hsa.so").OnLoad'

step "the kit, without a GPU"
tar -xzf release/cdnasched-kit-"$version".tar.gz
python3 cdnasched-kit/measure.py --version | has "$version"
python3 cdnasched-kit/measure.py --dry-run --gpu gfx942
code=0
python3 cdnasched-kit/measure.py || code=$?
[ "$code" = 3 ] || { echo "*** measure.py without a GPU ends with $code, expected 3" >&2; exit 1; }

book=$(echo release/cdnasched-book-*.tar.gz)
if [ -e "$book" ]; then
    step "the book"
    tar -xzf "$book"
    ls cdnasched-book-*/index.html
fi
step "all of it runs on $PRETTY_NAME"
