#!/bin/sh
# Runs a command, and fails if it says that the check refused a result: such a function is as LLVM had it, and would pass
# tests of what stays in place.
errors=$(mktemp) && output=$(mktemp) || exit 2
trap 'rm -f "$errors" "$output"' EXIT
"$@" >"$output" 2>"$errors"
status=$?
cat "$errors" >&2
cat "$output"
if grep -q 'the check refused' "$errors"; then
    echo "$0: a result was refused" >&2
    exit 1
fi
exit $status
