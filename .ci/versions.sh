#!/usr/bin/env bash
# Run the tests on each Python from 3.11 to 3.13 found here, and once with the oldest version of each dependency that
# pyproject.toml allows; list at the end what was run, and what was not found. Arguments go to pytest:
# `.ci/versions.sh -x tests/test_cli.py`. ONLY="oldest 3.13" runs some of them.
set -euo pipefail
cd "$(dirname "$0")/.."

folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
said=()
failed=0

python_of() { # VERSION: the path of this Python, from PATH or pyenv
    local found
    for found in "python$1" "${PYENV_ROOT:-$HOME/.pyenv}"/versions/"$1".*/bin/python; do
        if command -v "$found" >/dev/null && [ "$("$found" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null)" = "$1" ]; then
            command -v "$found"
            return
        fi
    done
}

run() { # NAME PYTHON CONSTRAINTS, then arguments for pytest
    local name="$1" python="$2" constraints="$3"
    shift 3
    echo "versions: $name: $("$python" --version), packages" >&2
    "$python" -m venv "$folder/$name"
    "$folder/$name/bin/python" -m pip install -qq --disable-pip-version-check -c "$constraints" -e '.[dev]'
    if "$folder/$name/bin/python" -m pytest -q -n 2 -p no:cacheprovider "$@" >&2; then
        said+=("$name: held")
    else
        said+=("$name: LOST")
        failed=1
    fi
}

# Pin the lower bounds and the test tools, and let pip choose the rest.
oldest() {
    "$1" - <<'END'
import re, tomllib
from pathlib import Path

project = tomllib.loads(Path("pyproject.toml").read_text())["project"]
print("\n".join(wanted.replace(">=", "==") for wanted in project["dependencies"]))
tools = {re.split(r"[;<>=\s]", one)[0].lower() for one in project["optional-dependencies"]["dev"]}
print("\n".join(line for line in Path("constraints.txt").read_text().splitlines() if line.split("==")[0].lower() in tools))
END
}

for version in oldest 3.11 3.12 3.13; do
    [[ " ${ONLY:-oldest 3.11 3.12 3.13} " == *" $version "* ]] || continue
    python="$(python_of "${version/oldest/3.11}")"
    if [ -z "$python" ]; then
        said+=("$version: not run, no such Python found")
    elif [ "$version" = oldest ]; then
        oldest "$python" >"$folder/oldest.txt"
        run oldest "$python" "$folder/oldest.txt" "$@"
    else
        run "$version" "$python" constraints.txt "$@"
    fi
done
printf 'versions: %s\n' "${said[@]}"
exit "$failed"
