#!/bin/sh
# Manual pages and completions below a prefix, of the program itself: scripts/release/shell.sh PROGRAM PREFIX
set -eu
program=$1 share=$2/share
mkdir -p "$share/bash-completion/completions" "$share/zsh/site-functions" "$share/fish/vendor_completions.d"
"$program" completions bash >"$share/bash-completion/completions/cdna-sched"
"$program" completions zsh >"$share/zsh/site-functions/_cdna-sched"
"$program" completions fish >"$share/fish/vendor_completions.d/cdna-sched.fish"
"$program" man "$share/man/man1"
