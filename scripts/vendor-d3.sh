#!/bin/sh
# Makes crates/show/src/view/page/vendor/d3.min.js, the parts of d3 that the page uses (scripts/vendor-d3/d3.js names them), and the text of their
# licences, in it and beside it. Needs npm; the bundle is committed, so only who changes the parts or their versions runs this. Versions
# are pinned in package-lock.json, which names no place to download from.
set -eu
cd "$(dirname "$0")/.."
out=$PWD/crates/show/src/view/page/vendor
work=$PWD/target/vendor-d3
mkdir -p "$work" "$out"
cp scripts/vendor-d3/package.json scripts/vendor-d3/d3.js scripts/vendor-d3/licences.js "$work"
command=install
if [ -e scripts/vendor-d3/package-lock.json ]; then
    cp scripts/vendor-d3/package-lock.json "$work"
    command=ci
fi
(
    cd "$work"
    npm "$command" --silent --no-audit --no-fund --omit-lockfile-registry-resolved
    node_modules/.bin/esbuild d3.js --bundle --minify --format=iife --global-name=d3 --target=es2020 --legal-comments=none \
        --charset=ascii --log-level=warning --outfile=body.js
    node licences.js >"$out/LICENSE.d3"
    { printf '/*!\n'; cat "$out/LICENSE.d3"; printf '*/\n'; cat body.js; } >"$out/d3.min.js"
)
cp "$work/package-lock.json" scripts/vendor-d3/package-lock.json
ls -l "$out"
