#!/bin/sh
# Opens pages of `cdna-sched view`, and the book, in a headless Chromium and uses them. Takes the command line (cdna-sched); what follows goes to
# unittest. Playwright drives the browser, in an environment of its own: target/browser-venv.
set -eu
cli=$1
shift
cd "$(dirname "$0")/.."
. scripts/browser-venv.sh
CDNASCHED_CLI=$(realpath "$cli") PYTHONPATH=$PWD/tests/browser PYTHONDONTWRITEBYTECODE=1
export CDNASCHED_CLI PYTHONPATH PYTHONDONTWRITEBYTECODE
exec "$venv/bin/python" -m unittest discover --start-directory tests/browser "$@"
