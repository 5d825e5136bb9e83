#!/bin/sh
# Does by hand what docker would do with a Dockerfile: its COPY, RUN and ENV, each in the root that this runs in, then its
# CMD. scripts/release/dockerfile.sh DOCKERFILE CONTEXT
set -eu
file=$(realpath "$1") context=$(realpath "$2")
joined=$(sed -e ':a' -e '/\\$/N; s/\\\n//; ta' "$file")
echo "$joined" >joined
while IFS= read -r line; do
    words=${line#* }
    case $line in
        '' | '#'*) ;;
        'FROM debian:12'*) . /etc/os-release && [ "$VERSION_ID" = 12 ] || { echo "not tried: $line, and this is $PRETTY_NAME"; exit 0; } ;;
        'COPY '*)
            to=${words##* }
            mkdir -p "$to"
            # shellcheck disable=SC2086 # patterns
            (cd "$context" && cp ${words% *} "$to")
            ;;
        'RUN '*) echo "RUN $words" && sh -c "$words" </dev/null ;;
        'ENV '*) export "${words?}" ;;
        'CMD ['*) command=$(echo "$words" | tr -d '[],"') ;;
        *) echo "expected FROM, COPY, RUN, ENV or CMD: $line" >&2; exit 1 ;;
    esac
done <joined
# shellcheck disable=SC2086 # words
$command >/dev/null
python3 -c 'import cdnasched; print("the image has cdnasched", cdnasched.__version__)'
