#!/bin/sh
# The commands of readme.txt, one a line.
sed -n '/^#/d; s/^.* => //; /^- /d; p' "$(dirname "$0")/readme.txt"
