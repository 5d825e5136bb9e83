#!/bin/sh
# Copies what was built to a prefix: the plugin, the command line with its manual pages and completions, the launcher, the library for
# running processes, clang's config file and the CMake package. The result can be moved.
set -eu
built=$1 prefix=$2
from=$(dirname "$0")/..
for file in libcdnasched.so libcdnasched_hsa.so cdna-sched cdna-sched-launch; do
    [ -e "$built/$file" ] || { echo "$built/$file does not exist; run make build first" >&2; exit 1; }
done
version=$(sed -n 's/^version = "\(.*\)"/\1/p' "$from/Cargo.toml" | head -n 1)
mkdir -p "$prefix/bin" "$prefix/lib/cmake/CdnaSched" "$prefix/share/cdnasched"
install -m 755 "$built/libcdnasched.so" "$prefix/lib/"
install -m 755 "$built/libcdnasched_hsa.so" "$prefix/lib/libcdnasched-hsa.so"
install -m 755 "$built/cdna-sched" "$built/cdna-sched-launch" "$prefix/bin/"
install -m 644 "$from/share/cdnasched.cfg" "$prefix/share/cdnasched/"
install -m 644 "$from/cmake/CdnaSchedConfig.cmake" "$prefix/lib/cmake/CdnaSched/"
"$from/scripts/release/shell.sh" "$prefix/bin/cdna-sched" "$prefix"
sed "s/@VERSION@/$version/" "$from/cmake/CdnaSchedConfigVersion.cmake.in" \
    >"$prefix/lib/cmake/CdnaSched/CdnaSchedConfigVersion.cmake"
echo "installed in $prefix; clang --config=$prefix/share/cdnasched/cdnasched.cfg switches it on"
