#!/bin/sh
# Says where the Python package is, and how it is used from this clone, after trying it: make python
set -eu
cd "$(dirname "$0")/.."
PYTHONPATH=$PWD/python/src
export PYTHONPATH
unset CDNASCHED_LIBRARY CDNASCHED_WORKER
version=$(python3 -c 'import cdnasched; print(cdnasched.Worker().request({"op": "version"})["version"])')
echo "cdnasched $version for Python is in $PYTHONPATH, with the library and the worker in $PWD/target/release. To use it:"
echo "    export PYTHONPATH=$PYTHONPATH"
echo "or, in an environment of its own: python3 -m venv ENV && ENV/bin/pip install -e $PWD/python"
