#!/usr/bin/env bash
# Make sure that the browser tests have Chromium (its headless shell, which takes a third less CPU) and the library that
# Playwright's driver needs, and with the argument firefox-esr Firefox, too: install them as root on Debian, print how to
# install them elsewhere, or do nothing if they are there. The exit code is always 0: without a browser, its tests are
# skipped with a note.
set -uo pipefail
cd "$(dirname "$0")/.."

more="${1:-}"
tried=".venv/.browser$more" # do not retry a failed installation on every run

there() {
    local name
    [ -z "$more" ] || command -v firefox >/dev/null || command -v firefox-esr >/dev/null || return 1
    for name in chromium-headless-shell chromium chromium-browser google-chrome; do
        if command -v "$name" >/dev/null; then .venv/bin/playwright --version >/dev/null 2>&1; return; fi
    done
    return 1
}

there && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null && [ ! -e "$tried" ]; then
    echo "browser: installing chromium-headless-shell $more" >&2
    touch "$tried"
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq >/dev/null
    for name in chromium-headless-shell chromium; do # Ubuntu has only the latter
        apt-get install -y -qq --no-install-recommends "$name" libatomic1 $more >/dev/null && break
        echo "browser: apt-get could not install $name $more, see above" >&2
    done
    there && exit 0
fi
case "$(uname)" in
    Darwin) command="brew install --cask chromium${more:+ firefox}" ;;
    *) command="apt-get install --no-install-recommends chromium-headless-shell libatomic1 $more, or dnf install chromium libatomic${more:+ firefox}" ;;
esac
echo "browser: no Chromium${more:+ or Firefox}, or no driver for it: browser tests are skipped. Install it with: $command" >&2
