"""A reprint contains exactly what differs from the printed kit, and lists it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from click.testing import Result
from rcwkit.kit.changes import DOCUMENTS
from tests_support import SMALL, TOY, run, write

GAME = {
    **SMALL,
    **{name: TOY[name] for name in ("aids.yaml", "gauges.yaml", "places.yaml", "setup.yaml", "tables.yaml")},
    "scenarios.yaml": TOY["scenarios.yaml"].replace("options: [reductions],", ""),
}


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the toy's kit as it was printed."""
    folder = tmp_path_factory.mktemp("printed")
    assert run("build", write(folder / "toy", GAME), "--out", folder / "kit", "--jobs", "1").exit_code == 0
    return folder / "kit" / "toy" / "manifest.json"


def changed(folder: Path, printed: Path, edits: Mapping[str, tuple[str, str]], *options: str) -> Result:
    files = {**GAME, **{name: GAME[name].replace(*edit) for name, edit in edits.items()}}
    assert all(files[name] != GAME[name] for name in edits)
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


OTHER = ("white.yaml", "name: 1 Army", "name: 9 Army")
"""A changed counter: file, old text, new text."""


def rebuilt(folder: Path, *edits: tuple[str, str, str]) -> Path:
    """Build a toy game with edits in `folder/kit`; return the folder of the game."""
    files = dict(SMALL)
    for name, old, new in edits:
        files[name] = files[name].replace(old, new)
    toy = write(folder / "toy", files)
    assert run("build", toy, "--out", folder / "kit", "--jobs", "1").exit_code == 0
    return toy


def since(folder: Path, toy: Path, name: object) -> Result:
    return run("build", toy, "--out", folder / "kit", "--since", name, "--jobs", "1")


def test_a_change_is_found_though_the_kit_was_built_again(tmp_path: Path) -> None:
    """Bug: every build rewrites the manifest, so that nothing had changed since."""
    toy = rebuilt(tmp_path)
    assert run("printed", toy, "--out", tmp_path / "kit").stdout.startswith("noted as printed: v1;")
    rebuilt(tmp_path, OTHER)
    result = since(tmp_path, toy, "printed")
    assert (result.exit_code, result.stderr) == (0, "")
    assert "counters.pdf  Wa1  9 Army  (changed)" in result.stdout
    assert since(tmp_path, toy, "v1").stdout == result.stdout


def test_of_several_prints_the_last_counts_unless_one_is_named(tmp_path: Path) -> None:
    toy = rebuilt(tmp_path)
    assert run("printed", toy, "--out", tmp_path / "kit", "--as", "fair").exit_code == 0
    rebuilt(tmp_path, OTHER)
    assert run("printed", toy, "--out", tmp_path / "kit").stdout.startswith("noted as printed: v2;")
    assert since(tmp_path, toy, "printed").stdout == "nothing changed\n"
    assert "(changed)" in since(tmp_path, toy, "fair").stdout
    twice = run("printed", toy, "--out", tmp_path / "kit", "--as", "Fair")
    assert (twice.exit_code, "there is a print 'Fair' already" in twice.stderr) == (2, True)
    unknown = since(tmp_path, toy, "v7")
    assert (unknown.exit_code, "there is no print 'v7'" in unknown.stderr) == (2, True)


def test_a_kit_that_nobody_said_was_printed_is_compared_with_its_first_build(tmp_path: Path) -> None:
    toy = rebuilt(tmp_path)
    rebuilt(tmp_path, OTHER)
    rebuilt(tmp_path, OTHER, ("red.yaml", "copies: 2", "copies: 3"))
    result = since(tmp_path, toy, "printed")
    assert "note: what changed since its first build: nobody said that it was printed" in result.stderr
    assert "counters.pdf  Wa1  9 Army  (changed)" in result.stdout
    assert "counters.pdf  Rc16  c16  (more)" in result.stdout


def test_the_manifest_of_the_last_build_is_not_taken_for_that_of_a_print(tmp_path: Path) -> None:
    toy = rebuilt(tmp_path, OTHER)
    result = since(tmp_path, toy, tmp_path / "kit" / "toy" / "manifest.json")
    assert result.stdout == "nothing changed since the last build, which wrote this manifest\n"
    assert "after printing, say: rcwkit printed" in result.stderr


def test_prints_lie_beside_the_folders_of_kits(tmp_path: Path) -> None:
    """A kit's own folder stays as a clean build leaves it."""
    toy = rebuilt(tmp_path)
    before = sorted(path.name for path in (tmp_path / "kit" / "toy").iterdir())
    assert run("printed", toy, "--out", tmp_path / "kit").exit_code == 0
    rebuilt(tmp_path, OTHER)
    assert sorted(path.name for path in (tmp_path / "kit" / "toy").iterdir()) == before
    assert [path.name for path in (tmp_path / "kit" / ".printed" / "toy").iterdir()] == ["1-v1.json"]


@pytest.mark.parametrize("name", ["printed", "a/b", "-x", "ü"])
def test_a_print_has_a_plain_name(tmp_path: Path, name: str) -> None:
    toy = rebuilt(tmp_path)
    result = run("printed", toy, "--out", tmp_path / "kit", f"--as={name}")
    assert (result.exit_code, sorted((tmp_path / "kit").glob(".printed/toy/*"))) == (2, [])


def test_only_a_kit_that_was_built_was_printed(tmp_path: Path) -> None:
    toy = write(tmp_path / "toy", SMALL)
    result = run("printed", toy, "--out", tmp_path / "kit")
    assert (result.exit_code, "there is no kit in this folder" in result.stderr) == (2, True)
    assert since(tmp_path, toy, "printed").exit_code == 2
