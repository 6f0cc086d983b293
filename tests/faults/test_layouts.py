"""T7: layouts of strangers that reach out, never end, or take all memory; every one is refused or drawn at once."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import pytest
from faults_support import Cases, Watch, many
from layouts_support import DECK, drawn, game_of
from rcwkit.diagnostics import Diagnostic, InputError
from rcwkit.game.loader import load
from rcwkit.kit.checks import check
from rcwkit.source.project import Project
from templates_support import ESCAPES

pytestmark = pytest.mark.usefixtures("here")

MEMORY = 100 * 2**20

ENDLESS = [
    '{repeat: "{{ 999999999 }}", fill: ink}',
    '{repeat: "{{ 1000 }}", layout: own, at: [0, 0, 9, 9]}',
    '{repeat: "{{ 999999999 | range }}", fill: ink}',
    '{text: "{{ words * 999999 }}"}',
    '{text: "{{ 9 ** 9 ** 9 }}"}',
    '{text: "{{ 99999999 * 99999999 * 99999999 }}"}',
    "{text: \"{{ 'x' | pad(999999999) }}\"}",
    '{text: "' + "{{ words | replace('', 'xxxxxxxxxx') }}" + '"}',
    "{text: \"{{ words | replace('.', words) | replace('.', words) | join(words) | join(words) | join(words) }}\"}",
    '{text: "{{ ' + " ~ ".join(["words"] * 90) + ' }}", size: [400, 1]}',
    '{text: "{{ ' + "(" * 60 + '1 }}"}',
    '{text: "{{ ' + "not " * 90 + '1 }}"}',
    '{text: "{{ ' + "-" * 90 + '1 }}"}',
    '{text: "{{ ' + "1 if 1 else " * 40 + '1 }}"}',
    '{text: "' + "{{ words }}" * 300 + '"}',
    "{at: [0, 0, 2000, 2000], fill: ink, shape: ellipse, line: 2000, stroke: ink}",
    "{at: ['1000%', '1000%', '1000%', '1000%'], fill: ink, turn: 1999.5}",
    "{at: [0, 0, '{{ 999999999 }}', 1], fill: ink}",
    "{at: [0, 0, 9, 9], shape: arc, sweep: [-2000, 2000], stroke: ink}",
    "{at: [0, 0, 0, 0], fill: ink, text: '{{ words }}', size: [400, 400]}",
    "{at: [0, 0, 2000, 2000], stroke: ink, dash: [0, 0]}",
    "{at: [0, 0, 2000, 2000], shape: disc, stroke: ink, dash: [0.0001, 0.0001]}",
    "{points: [" + ", ".join(["[0, 0]"] * 2000) + "], fill: ink}",
]


def made(folder: Path, box: str) -> list[Diagnostic]:
    """Check a game with this box in its layout, and draw its card if that finds no error."""
    try:
        game = game_of(folder, f"a: {box}", DECK)
    except InputError as error:
        return error.diagnostics
    found = check(game)
    return found if any(one.code[0] == "E" for one in found) else drawn(game)[1]


@pytest.mark.row("T7")
def test_an_expression_reaches_nothing_but_its_values(tmp_path: Path, cases: Cases) -> None:
    for expression in ESCAPES if many(1, 0) else ESCAPES[::3]:
        with cases(expression, seconds=10), Watch.get()() as watch:
            box = "{text: '" + ("{{ " + expression + " }}").replace("'", "''") + "'}"
            found = made(tmp_path / "game", box)
            if expression.startswith("none."):
                assert found == []  # within nothing there is nothing
                continue
            assert {one.code for one in found} - {"W245"} == {"E251"}, found  # braces in quotes look like a slip, too
            assert found[0].span.file == "demo/layouts.yaml"
            assert watch.network == []
            assert [path for path in watch.opened if "/etc" in path or "passwd" in path] == []


@pytest.mark.row("T7")
def test_a_layout_ends_in_time_and_memory(tmp_path: Path, cases: Cases) -> None:
    for box in ENDLESS if many(1, 0) else ENDLESS[::2]:
        with cases(box[:60], seconds=4):
            tracemalloc.start()
            found = made(tmp_path / "game", box)
            _, most = tracemalloc.get_traced_memory()
            tracemalloc.stop()
            assert most < MEMORY
            assert {one.code for one in found} <= {"E124", "E251", "E252", "E255", "E310", "W292", "W311"}, found


@pytest.mark.row("T7")
@pytest.mark.parametrize(
    "layouts",
    [
        "a: {extends: a}",
        "own: {extends: own}",
        "a: {extends: b}, b: {extends: c}, c: {extends: a}",
        "a: {boxes: {x: {layout: b}}}, b: {boxes: {x: {layout: a}}}",
        "a: {extends: b, boxes: {x: {layout: c}}}, b: {}, c: {extends: a}",
    ],
)
def test_layouts_in_a_circle_are_refused(tmp_path: Path, layouts: str) -> None:
    game_of(tmp_path, "a: {fill: ink}")
    (tmp_path / "layouts.yaml").write_text(f"kind: layouts\nid: layouts\nlayouts: {{{layouts}}}\n", encoding="utf-8")
    (tmp_path / "cards.yaml").write_text(DECK.replace("layout: own", f"layout: {layouts.partition(':')[0]}"), "utf-8")
    found = check(load(Project(tmp_path, shown="demo")))
    assert "E252" in {one.code for one in found}, found
