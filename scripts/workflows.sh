#!/bin/sh
# Checks the workflow files for GitHub by their schema and by zizmor, offline; both are installed into target/workflow-tools.
set -eu
cd "$(dirname "$0")/.."
tools=$PWD/target/workflow-tools
wanted="check-jsonschema==0.39.0 zizmor==1.32.0"
if [ "$(cat "$tools/complete" 2>/dev/null)" != "$wanted" ]; then
    rm -rf "$tools"
    python3 -m venv "$tools"
    # shellcheck disable=SC2086 # a list of packages
    "$tools/bin/python3" -m pip install --quiet --disable-pip-version-check $wanted
    echo "$wanted" >"$tools/complete"
fi
"$tools/bin/check-jsonschema" --builtin-schema vendor.github-workflows .github/workflows/*.yml
"$tools/bin/zizmor" --quiet --offline --no-progress .github
