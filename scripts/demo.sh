#!/bin/sh
# Compiles one real kernel by LLVM alone and with the plugin, and shows the difference: a short table, and a page.
set -eu
prefix=$1 kernel=$2 gpu=$3
plugin=target/release/libcdnasched.so
cli=target/release/cdna-sched
out=target/demo
mkdir -p "$out"
name=$(basename "$kernel" .ll)

"$prefix/bin/llc" -O3 -mcpu="$gpu" "$kernel" -o "$out/$name.llvm.s"
"$prefix/bin/llc" -load "$plugin" -cdna-sched -verify-machineinstrs \
    -cdna-sched-report="$out/$name.json" -O3 -mcpu="$gpu" "$kernel" -o "$out/$name.cdnasched.s"
"$cli" compare --mcpu "$gpu" "$kernel" >"$out/$name.txt"
"$cli" view "$kernel" --mcpu "$gpu" -o "$out/$name.html" >/dev/null

echo
echo "$name for $gpu, LLVM 22 -O3 against the same with cdnasched, clocks as modelled (docs/timing.md):"
echo
# Columns are apart by two blanks or more. The kernel's own number of waves first: that is how it runs.
awk -F '   *' '
    function row(what, llvm, ours, change, least) {
        printf "  %-44s %9s %9s  %9s  %s\n", what, llvm, ours, change, least
    }
    function cells(line, what,    f) {
        split(line, f)
        row(what, f[2], f[ours], f[ours + 2], f[ours + 3] "  " f[ours + 5])
    }
    # Where registers changed there is a column for the order alone.
    NR == 2 { ours = /order alone/ ? 4 : 3 }
    { sub(/^ +/, "") }
    /^waves per SIMD/ { waves = $(ours) == "=" ? $2 : $(ours) }
    /^clocks, measured latencies, own waves/ { kernel[1] = $0 }
    /^clocks, measured latencies, one wave/ { kernel[2] = $0 }
    /^loop at .*, measured, own waves/ { own[++loops] = $0 }
    /^loop at .*, measured, one wave/ { one[loops] = $0 }
    END {
        row("", "LLVM", "ours", "change", "least possible, needed by")
        for (at = 1; at <= loops; ++at) {
            label = own[at]; sub(/, measured.*/, "", label)
            cells(own[at], label ", own waves")
            cells(one[at], label ", one wave alone")
        }
        cells(kernel[1], "the whole kernel, " waves " waves a SIMD")
        cells(kernel[2], "the whole kernel, one wave alone")
    }' "$out/$name.txt"
echo
echo "Own waves is how a kernel runs whose launch fills the GPU. One of your own: make demo KERNEL=kernel.ll GPU=$gpu"
echo "The whole table: $out/$name.txt; the assembly: $out/$name.llvm.s, $out/$name.cdnasched.s"
echo "What runs when, what each wait is for, where the clocks go: open $out/$name.html in a browser"
