#!/bin/sh
# Does by hand what docker does with a Dockerfile: its RUN and ENV, in the root that this runs in, then its CMD; and what its image is
# for. The context is where `--mount=type=bind` has it. scripts/release/dockerfile.sh DOCKERFILE CONTEXT
set -eu
file=$(realpath "$1") context=$(realpath "$2")
kernel=$PWD/search.s
. /etc/os-release
while IFS= read -r line; do
    words=${line#* }
    case $line in
        '' | '#'*) ;;
        'FROM debian:12-slim')
            [ "$VERSION_ID" = 12 ] || { echo "not tried: the image is of Debian 12, and this is $PRETTY_NAME"; exit 0; } ;;
        'RUN --mount=type=bind,target='*)
            mount=${words%% *} words=${words#* }
            ln -sfn "$context" "${mount#--mount=type=bind,target=}"
            echo "RUN $words" && sh -c "$words" </dev/null ;;
        'RUN '*) echo "RUN $words" && sh -c "$words" </dev/null ;;
        'ENV '*=*) export "${words?}" ;;
        'CMD ['*) command=$(echo "$words" | tr -d '[],"') ;;
        *) echo "expected FROM, RUN, ENV or CMD: $line" >&2; exit 1 ;;
    esac
done <"$file"
# shellcheck disable=SC2086 # words
$command >/dev/null
cdna-sched lint "$kernel"
python -c 'import cdnasched; print("the image has cdnasched", cdnasched.__version__)'
