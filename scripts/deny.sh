#!/bin/sh
# Licences, sources and doubled versions of the dependencies, by deny.toml. What is found depends on the files below alone: if the tool is
# missing and these files have not changed since it last passed, it is not built (that takes two minutes).
set -eu
passed=scripts/deny.passed
sum=$(cat Cargo.lock deny.toml Cargo.toml crates/*/Cargo.toml | sha256sum | cut -d' ' -f1)
if ! cargo deny --version >/dev/null 2>&1; then
    if [ "$sum" = "$(cat "$passed" 2>/dev/null)" ]; then
        echo "dependencies: as when cargo-deny found nothing"
        exit 0
    fi
    if ! cargo install --quiet --debug --locked cargo-deny; then
        echo "*** cargo-deny cannot be built: licences and bans of the dependencies are NOT CHECKED"
        exit 0
    fi
fi
cargo deny --all-features --locked check licenses bans sources
[ "$sum" = "$(cat "$passed" 2>/dev/null)" ] || echo "$sum" >"$passed"
