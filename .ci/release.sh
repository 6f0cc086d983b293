#!/usr/bin/env bash
# Makes what a release offers, into dist/: a wheel; the manual; for each game its kit on A4 and on Letter, its companion
# and its VASSAL module; and the list of checksums. `make environment` comes first.
set -euo pipefail
cd "$(dirname "$0")/.."
made=dist/made
rm -rf dist
mkdir -p "$made"
.venv/bin/python -m pip wheel -q --disable-pip-version-check --no-deps -w dist .
# The wheel alone, in an empty environment, as pipx and uv install it.
.venv/bin/python -m venv "$made/empty"
"$made/empty/bin/python" -m pip install -q --disable-pip-version-check -c constraints.txt dist/*.whl
(cd "$made" && empty/bin/rcwkit build soviet_dawn --out tried > /dev/null)
.venv/bin/rcwkit manual --out dist/manual.html > /dev/null
for game in data/*/game.yaml; do
    game=$(basename "$(dirname "$game")")
    for paper in a4 letter; do
        .venv/bin/rcwkit build "$game" --paper "$paper" --out "$made/$paper" > /dev/null
        (cd "$made/$paper" && ../../../.venv/bin/python -m zipfile -c "../../$game-$paper.zip" "$game"/*.pdf "$game"/*.txt)
    done
    .venv/bin/rcwkit companion "$game" --out "dist/$game-companion.html" > /dev/null
    .venv/bin/rcwkit export vassal "$game" --out "$made" > /dev/null
    cp "$made/$game/vassal/"*.vmod dist/
done
rm -rf "$made"
(cd dist && sha256sum -- * > SHA256SUMS && sha256sum --quiet -c SHA256SUMS)
ls -l dist
