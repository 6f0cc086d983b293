#!/usr/bin/env bash
# Create or update .venv: Python 3.11 or newer, the packages in constraints.txt, and if possible the system libraries
# that booklets need. A stamp records what the environment was made from; while it matches, do and print nothing.
# Exit code 3: a prerequisite is missing; a message names it. PYTHON=/path/to/python selects another Python.
set -euo pipefail
cd "$(dirname "$0")/.."

stamp=.venv/.stamp
made_from="$(cat pyproject.toml constraints.txt .ci/environment.sh .ci/system-libraries.py | cksum) $PWD"

fail() {
    printf 'environment: %s\n' "$@" >&2
    exit 3
}

works() { # PYTHON CODE: this Python starts, and runs the code without error
    command -v "$1" >/dev/null && "$1" -c "$2" >/dev/null 2>&1
}

recent='import sys; sys.exit(sys.version_info < (3, 11))'
complete="import ensurepip, venv; $recent"

# Prefer a Python that can create environments; Debian packages ensurepip separately, as python3.N-venv.
find_python() {
    local code name
    for code in "$complete" "$recent"; do
        for name in ${PYTHON:-python3.13 python3.12 python3.11 python3}; do
            if works "$name" "$code"; then
                echo "$name"
                return
            fi
        done
    done
    fail "no Python 3.11 or newer among: ${PYTHON:-python3.13, python3.12, python3.11, python3}." \
        "Install one (apt: python3 python3-venv, dnf: python3.11, brew: python@3.13) and run make again."
}

install_venv_module() {
    local package
    package="$("$1" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')"
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        echo "environment: installing $package" >&2
        apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$package" >/dev/null || true
    fi
    works "$1" "$complete" ||
        fail "$1 cannot create virtual environments: ensurepip is missing." \
            "Install it (Debian, Ubuntu: sudo apt-get install $package) and run make again."
}

# Where Python may not write bytecode later, every command would compile what has changed again.
compile() {
    .venv/bin/python -m compileall -q generator
}

if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$made_from" ]; then
    [ -z "${PYTHONDONTWRITEBYTECODE:-}" ] || compile
    exit 0
fi

# Update a working environment that was completed in this folder; otherwise create a new one.
if [ -f "$stamp" ] && [ "$(cut -d' ' -f3- "$stamp")" = "$PWD" ] && works .venv/bin/python "import pip; $recent"; then
    .venv/bin/python .ci/system-libraries.py || true
else
    python="$(find_python)"
    works "$python" "$complete" || install_venv_module "$python"
    "$python" .ci/system-libraries.py || true
    echo "environment: creating .venv with $("$python" --version) ($python)" >&2
    rm -rf .venv
    "$python" -m venv .venv || fail "$python could not create .venv, see above."
fi
rm -f "$stamp"

echo "environment: installing packages (a minute or so, once)" >&2
.venv/bin/python -m pip install -qq --disable-pip-version-check --constraint constraints.txt --editable '.[dev]' >&2 ||
    fail "pip could not install the packages, see above; fix that and run make again."
compile
printf '%s\n' "$made_from" >"$stamp"
echo "environment: ready; try .venv/bin/rcwkit build soviet_dawn" >&2
