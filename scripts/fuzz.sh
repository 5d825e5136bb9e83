#!/bin/sh
# Runs each fuzz target for some seconds. Needs a nightly Rust (for its sanitizer) and cargo-fuzz:
#     cargo install cargo-fuzz --locked
set -eu
seconds=$1
cd "$(dirname "$0")/.."
cargo fuzz --version >/dev/null 2>&1 || {
    echo "cargo-fuzz is missing; install it with: cargo install cargo-fuzz --locked" >&2
    exit 1
}
for target in flat_function abi_bytes text_parser; do
    echo "== $target"
    mkdir -p "fuzz/corpus/$target" "fuzz/seeds/$target"
    cargo +nightly fuzz run "$target" "fuzz/corpus/$target" "fuzz/seeds/$target" -- \
        -max_total_time="$seconds" -len_control=0 -max_len=1024 -print_final_stats=1 -timeout=60
done
