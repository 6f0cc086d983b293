"""What an export finds wrong in the data, `check` has found before."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import rcwkit
from rcwkit.game.loader import load
from rcwkit.kinds.counters.check import copies
from rcwkit.kit.checks import check
from tests_support import TOY, WriteGame, pointed

SETUP = TOY["setup.yaml"]
TRACKED = TOY["tracks.yaml"].replace("ukraine: {title: Ukraine,", "ukraine: {title: Ukraine, marker: VP,")


@pytest.mark.parametrize(
    ("old", "new", "message", "at"),
    [
        ("- {marker: VP, at: box 0}", "- {marker: VP, at: box 0, count: 2}", "'VP' is set up 2 times", "VP"),
        ("- {marker: VP, at: box 0}", "- {marker: VP, at: box 0}", "'VP' is set up 2 times", "VP"),
    ],
    ids=["markers", "a marker and a track"],
)
def test_a_marker_set_up_twice_is_found_by_check(
    write_game: WriteGame, old: str, new: str, message: str, at: str
) -> None:
    """Bug: one in `markers:` and in `tracks:` was found by exports alone."""
    tracks = TOY["tracks.yaml"] if old != new else TRACKED
    project = write_game({**TOY, "setup.yaml": SETUP.replace(old, new), "tracks.yaml": tracks})
    found = [one for one in check(load(project)) if one.code == "E571"]
    assert [one.message for one in found] == [f"{message}, and there is one"]
    assert pointed(project, found[0].span) == f"setup.yaml:16 {at}"
    assert found[0].related[0][0] == "printed here"


def test_a_unit_set_up_too_often_is_found_where_it_is_printed(write_game: WriteGame) -> None:
    project = write_game({**TOY, "setup.yaml": SETUP.replace("[Ra1]", "[Ra1, Rc16]")})
    (found,) = copies(load(project))
    assert found.message == "'Rc16' is set up 3 times, and there are 2"
    assert pointed(project, found.span) == "red.yaml:9 Rc16"
    assert found.related == ()


@pytest.mark.parametrize(
    ("rows", "tracks", "markers", "at"),
    [
        (
            "{red: {title: Red, marker: VP}, ukraine: {title: Ukraine, marker: VP}}",
            "{red: red, ukraine: red}",
            0,
            "ukraine",
        ),
        ("{VP: {title: Points}}", "{VP: red}", 1, "VP"),
    ],
    ids=["two rows", "a row of its name"],
)
def test_markers_of_rows_count(write_game: WriteGame, rows: str, tracks: str, markers: int, at: str) -> None:
    own = TOY["tracks.yaml"].partition("    rows: ")[0]
    set_up = SETUP.replace("{ukraine: neutral}", tracks)
    set_up = set_up if markers else set_up.replace("markers:\n  - {marker: VP, at: box 0}\n", "")
    project = write_game({**TOY, "tracks.yaml": f"{own}    rows: {rows}\n", "setup.yaml": set_up})
    (found,) = copies(load(project))
    assert found.message == "'VP' is set up 2 times, and there is one"
    assert pointed(project, found.span) == f"setup.yaml:16 {at}"


def test_what_a_scenario_leaves_out_is_not_counted(write_game: WriteGame) -> None:
    scenarios = TOY["scenarios.yaml"]
    assert "setup: campaign" in scenarios
    left = scenarios.replace("setup: campaign", "setup: campaign, change: {without_markers: [VP]}", 1)
    project = write_game({**TOY, "tracks.yaml": TRACKED, "scenarios.yaml": left})
    assert list(copies(load(project))) == []


AFTER = {
    "E522": "the command line",
    "E523": "the command line",
    "E530": "the command line",
    "E570": "a picture, box or counter that an export itself lost",
    "E572": "nothing to export",
    "E573": "a board larger than a virtual table shows",
    "E590": "a picture of a map from outside the game",
    "E591": "a sheet of places from outside the game",
    "E373": "what a print shop refuses",
    "E371": "the print shop that is asked for",
    "E592": "the picture of a map",
}
"""Errors that only an export can raise, because they are not of the game's data."""


def test_exports_have_no_data_error_of_their_own() -> None:
    package = Path(rcwkit.__file__).parent

    def raised(folder: Path) -> set[str]:
        return {
            code
            for path in folder.rglob("*.py")
            if path.name != "csv.py"
            for code in re.findall(r'"(E\d{3})"', path.read_text("utf-8"))
        }

    assert raised(package / "export") - AFTER.keys() == set()
    assert "E571" in raised(package / "kinds")
