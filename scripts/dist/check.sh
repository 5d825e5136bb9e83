#!/bin/sh
# Checks what `make dist` made: needs no newer glibc, no library but glibc's, exports the C API, the functions for Triton, and nothing else,
# runs. Takes the folder and the oldest glibc.
set -eu
to=$1 glibc=$2
fail() { echo "make dist: $*" >&2; exit 1; }

programs=$to/lib/cdna-sched-worker libraries=$to/lib/libcdnasched.so.1
if [ -e "$to/bin" ]; then
    programs="$to/bin/cdna-sched $to/bin/cdna-sched-launch $programs"
    libraries="$libraries $to/lib/libcdnasched-hsa.so"
    exported=$(nm -D --defined-only "$to/lib/libcdnasched-hsa.so" | awk '$2 != "A" { print $3 }' | sort | tr '\n' ' ')
    [ "$exported" = "OnLoad OnUnload " ] || fail "libcdnasched-hsa.so exports $exported, expected OnLoad OnUnload"
fi
for file in $programs $libraries; do
    needed=$(objdump -p "$file" | awk '$1 == "NEEDED" { print $2 }')
    for library in $needed; do
        case $library in
            libc.so.6 | libm.so.6 | libdl.so.2 | librt.so.1 | libutil.so.1 | libpthread.so.0 | ld-linux-x86-64.so.2) ;;
            *) fail "$file needs $library" ;;
        esac
    done
    versions=$(objdump -T "$file" | grep -o 'GLIBC_[0-9.]*' | sort -uV)
    newest=$(printf '%s\n' "$versions" "GLIBC_$glibc" | sort -V | tail -n 1)
    [ "$newest" = "GLIBC_$glibc" ] || fail "$file needs $newest, expected at most GLIBC_$glibc"
    echo "$file: $(stat -c %s "$file") bytes, needs $(echo $needed); $(echo $versions)"
done

exported=$(nm -D --defined-only "$to/lib/libcdnasched.so.1" | awk '$2 != "A" { sub("@.*", "", $3); print $3 }' | sort)
declared=$(grep -o 'cdna_sched_[a-z_]*(' "$to/include/cdna_sched.h" | tr -d '(' | sort -u)
# By these Triton calls a library in place of its code generator.
triton='triton_amdgpu_assemble
triton_amdgpu_compile
triton_amdgpu_free
triton_amdgpu_revision'
[ "$exported" = "$declared
$triton" ] || fail "the library exports
$exported
but expected are the functions of the header,
$declared
and those for Triton
$triton"

for file in $programs; do
    case $file in
        */cdna-sched-worker) echo '{"op": "version"}' | env -u CDNASCHED_LIBRARY "$file" ;;
        */cdna-sched-launch) "$file" "$to/bin/cdna-sched" --version ;;
        *) "$file" --version ;;
    esac
done

# What the command line does without a compiler, and that it refuses the rest.
if [ -e "$to/bin" ]; then
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    cli() { env -i "$to/bin/cdna-sched" "$@"; }
    text=examples/search.s
    cli opt "$text" -o "$work/faster.s"
    cli compare "$text" "$work/faster.s"
    cli pick "$text" "$work/faster.s" -o "$work/best.s"
    for refused in "compare tests/kernels/gfx942/c_mfma_chain.ll" doctor; do
        code=0
        # shellcheck disable=SC2086 # a command and its arguments
        said=$(cli $refused 2>&1) || code=$?
        case "$code $said" in
            "2 "*"this build has no LLVM code generator"*) ;;
            *) fail "cdna-sched $refused ends with $code and says $said" ;;
        esac
    done
fi
