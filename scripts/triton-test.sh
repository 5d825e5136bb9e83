#!/bin/sh
# Tests the Triton integration with one release of Triton, in an environment of its own: target/triton-venv. Takes the library
# and the worker. No GPU is needed.
set -eu
library=$1 worker=$2
shift 2
# The release that installs fastest of those that ask a hook for its part of the cache's key (3.7 and later).
release=3.7.1
cd "$(dirname "$0")/.."
venv=${TRITON_VENV:-target/triton-venv}

if ! "$venv/bin/python" -c 'import triton' 2>/dev/null; then
    if ! { python3 -m venv "$venv" && "$venv/bin/python" -m pip install --quiet --disable-pip-version-check "triton==$release"; }; then
        echo "*** Triton $release cannot be installed: the Triton integration is NOT TESTED" >&2
        exit 0
    fi
fi
CDNASCHED_LIBRARY=$(realpath "$library") CDNASCHED_WORKER=$(realpath "$worker") PYTHONPATH=$PWD/python/src
PYTHONDONTWRITEBYTECODE=1
export CDNASCHED_LIBRARY CDNASCHED_WORKER PYTHONPATH PYTHONDONTWRITEBYTECODE
"$venv/bin/python" -m unittest discover --start-directory python/tests/in_triton "$@"
exec "$venv/bin/python" scripts/book/pages.py run --triton docs/tutorial/*.md docs/howto/*.md
