"""A reprint contains exactly what differs from the printed kit, and lists it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from click.testing import Result
from rcwkit.kit.changes import DOCUMENTS
from tests_support import TOY, run, write


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the toy's kit as it was printed."""
    folder = tmp_path_factory.mktemp("printed")
    assert run("build", write(folder / "toy", TOY), "--out", folder / "kit", "--jobs", "1").exit_code == 0
    return folder / "kit" / "toy" / "manifest.json"


def changed(folder: Path, printed: Path, edits: Mapping[str, tuple[str, str]], *options: str) -> Result:
    files = {**TOY, **{name: TOY[name].replace(*edit) for name, edit in edits.items()}}
    assert all(files[name] != TOY[name] for name in edits)
    toy = write(folder / "toy", files)
    return run("build", toy, "--out", folder / "kit", "--since", printed, "--jobs", "1", *options)


def test_nothing_is_printed_where_nothing_changed(printed: Path, tmp_path: Path) -> None:
    """The layout of the sheets does not change a piece."""
    result = changed(tmp_path, printed, {}, "--backs", "gutterfold", "--outline")
    assert (result.exit_code, result.stdout) == (0, "nothing changed\n")
    assert not (tmp_path / "kit").exists()


def test_only_changed_pieces_are_printed_and_listed(printed: Path, tmp_path: Path) -> None:
    edits = {
        "red.yaml": ("copies: 2", "copies: 3"),
        "white.yaml": ("name: 1 Army", "name: 9 Army"),
        "aids.yaml": ("title: Quick", "title: Swift"),
    }
    result = changed(tmp_path, printed, edits, "--json")
    facts = json.loads(result.stdout)
    assert [
        (one["file"], one["id"], one["copies"], one["why"]) for one in facts["remove"] if one["file"] != DOCUMENTS
    ] == [("counters.pdf", "Wa1", 1, "changed")]
    assert [
        (one["file"], one["id"], one["copies"], one["why"]) for one in facts["add"] if one["file"] != DOCUMENTS
    ] == [
        ("counters.pdf", "Rc16", 1, "more"),
        ("counters.pdf", "Wa1", 1, "changed"),
    ]
    whole = {one["id"] for one in facts["add"] if one["file"] == DOCUMENTS}
    assert "aids.pdf" in whole
    assert whole.isdisjoint({"rulings.pdf", "charts.pdf", "gauges.pdf", "tracks.pdf"})
    assert {file["name"] for file in facts["files"]} == {"0-changes.pdf", "changed-pieces.pdf"} | whole
    assert {path.name for path in (tmp_path / "kit" / "toy" / "changes").iterdir()} >= whole
    # The next reprint starts from this one.
    again = changed(tmp_path, tmp_path / "kit" / "toy" / "changes" / "manifest.json", edits)
    assert again.stdout == "nothing changed\n"


@pytest.mark.parametrize(("option", "value"), [("paper", "letter"), ("ink", "low"), ("aids", "large")])
def test_a_kit_printed_in_another_way_cannot_be_mended(printed: Path, tmp_path: Path, option: str, value: str) -> None:
    result = changed(tmp_path, printed, {}, f"--{option}", value)
    assert result.exit_code == 2
    assert f"build with --{option}" in result.stderr


def test_errors_in_the_data_are_shown_at_their_place(printed: Path, tmp_path: Path) -> None:
    result = changed(tmp_path, printed, {"setup.yaml": ("[Ra1]", "[Ra7]")})
    assert result.exit_code == 2
    assert ": error[E210]: unknown unit 'Ra7'" in result.stderr
    assert "701 Petrograd: [Ra7]" in result.stderr
