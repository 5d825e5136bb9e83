# Sourced: sets `venv` to an environment with Playwright, made when it is missing, and `CHROMIUM` to the browser. Without either,
# says so and ends the script with success.
venv=${BROWSER_VENV:-target/browser-venv}
CHROMIUM=${CHROMIUM:-/usr/bin/chromium}
export CHROMIUM
if [ ! -x "$CHROMIUM" ]; then
    echo "*** there is no $CHROMIUM: the pages are NOT TESTED in a browser" >&2
    exit 0
fi
if ! "$venv/bin/python" -c 'import playwright' 2>/dev/null; then
    if ! { python3 -m venv "$venv" && "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --requirement tests/browser/requirements.txt; }; then
        echo "*** Playwright cannot be installed: the pages are NOT TESTED in a browser" >&2
        exit 0
    fi
fi
