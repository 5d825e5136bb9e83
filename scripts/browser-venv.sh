# Sourced: sets `venv` to an environment with Playwright, made when it is missing, and `CHROMIUM` to the browser. Without either,
# says so and ends the script with success.
venv=${BROWSER_VENV:-target/browser-venv}
CHROMIUM=${CHROMIUM:-/usr/bin/chromium}
export CHROMIUM
if [ ! -x "$CHROMIUM" ] && [ "$(id -u)" = 0 ]; then
    echo "installing: chromium"
    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium >/dev/null || true
fi
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
