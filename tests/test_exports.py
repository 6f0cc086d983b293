"""The exports of a small game, to the letter; their set-ups, charts, addresses, sizes and refusals."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from exports_support import SHELF, cards, shelf, shelf_game
from PIL import Image
from rcwkit.cli.export import export_lines
from rcwkit.diagnostics import InputError, Surroundings
from rcwkit.dice.settle import settle
from rcwkit.export import make
from rcwkit.export.make import Exported, deck_lists, export_decks, export_tts, export_vassal, faces_of, set_ups
from rcwkit.export.table import Charts, TableDeck, TablePage
from rcwkit.export.tts import grid
from rcwkit.game.loader import load
from rcwkit.kit.build import LICENCE
from rcwkit.source.project import Project
from tests_support import write
from vassal_support import read


def size_of(path: Path) -> tuple[int, int]:
    return Image.open(io.BytesIO(path.read_bytes())).size


def refused(error: InputError) -> tuple[str, str, str, str]:
    (found,) = error.diagnostics
    return found.code, found.message, str(found.span), found.hint


# Decks


@pytest.mark.parametrize(
    ("count", "columns", "rows"), [(1, 1, 1), (9, 9, 1), (10, 10, 1), (11, 10, 2), (20, 10, 2), (21, 10, 3)]
)
def test_a_grid_has_ten_cards_in_a_row(count: int, columns: int, rows: int) -> None:
    found = grid("g.png", cards(count))
    assert (found.columns, found.rows, len(found.faces)) == (columns, rows, columns * rows)
    assert found.faces == (*(f"c{number}.png" for number in range(1, count + 1)), *[None] * (columns * rows - count))


@pytest.mark.parametrize(
    ("count", "columns", "rows"), [(1, 2, 2), (3, 4, 2), (9, 10, 2), (10, 10, 2), (19, 10, 2), (20, 10, 3), (69, 10, 7)]
)
def test_the_picture_of_hidden_cards_is_in_the_last_place(count: int, columns: int, rows: int) -> None:
    found = grid("g.png", cards(count), "back.png")
    assert (found.columns, found.rows, len(found.faces)) == (columns, rows, columns * rows)
    assert found.faces[:count] == tuple(f"c{number}.png" for number in range(1, count + 1))
    assert found.faces[count:] == (*[None] * (columns * rows - count - 1), "back.png")


def test_lists_of_a_deck_name_pictures_and_places() -> None:
    deck = TableDeck("d", "Deck", "back.png", cards(12))
    files = deck_lists([deck], "https://example.org/{}".format)
    assert list(files) == ["cards-d.csv", "grid-d.csv"]
    listed, index = (list(csv.reader(io.StringIO(data.decode(), newline=""))) for data in files.values())
    assert listed[:2] == [
        ["label", "image", "back", "item-count"],
        ["1 Card", "https://example.org/c1.png", "https://example.org/back.png", "2"],
    ]
    assert [index[row] for row in (0, 1, 10, 11, 12)] == [
        ["number", "column", "row", "id", "title", "copies"],
        ["1", "1", "1", "c1", "1 Card", "2"],
        ["10", "10", "1", "c10", "10 Card", "1"],
        ["11", "1", "2", "c11", "11 Card", "2"],
        ["12", "2", "2", "c12", "12 Card", "1"],
    ]
    assert faces_of(deck).name == "grid-d.png"


def test_exported_decks_have_pictures_of_the_asked_size(tmp_path: Path) -> None:
    made = export_decks(shelf(tmp_path), tmp_path / "out", None, dpi=72)
    assert (made.game, made.target, made.folder) == ("toy", "decks", tmp_path / "out" / "toy" / "decks")
    assert list(made.files) == sorted(made.files)
    assert made.files == {
        path.name: path.stat().st_size for path in made.folder.iterdir() if path.name != "manifest.json"
    }
    assert made.as_json()["files"][0] == {"name": LICENCE, "bytes": made.files[LICENCE]}
    assert {key: made.as_json()[key] for key in ("game", "export", "folder")} == {
        "game": "toy",
        "export": "decks",
        "folder": (tmp_path / "out/toy/decks").as_posix(),
    }
    single = size_of(made.folder / "deck-factions-poland.png")
    assert single == (179, 249)
    assert size_of(made.folder / "grid-factions.png") == (2 * 372, 520)
    assert size_of(
        export_decks(shelf(tmp_path), tmp_path / "shop", None, bleed="shop").folder / "deck-factions-poland.png"
    ) == (825, 1125)
    (warned,) = [one for one in made.diagnostics if one.code == "W590"]
    assert "--url-prefix" in str(warned.span)
    hosted = export_decks(shelf(tmp_path), tmp_path / "web", "https://example.org", dpi=36)
    assert not [one for one in hosted.diagnostics if one.code == "W590"]
    assert "deck-factions-ukraine.png,deck-factions-back.png" in (made.folder / "cards-factions.csv").read_text()
    manifest = json.loads((made.folder / "manifest.json").read_text())
    assert (manifest["game"], manifest["export"]) == ("toy", "decks")
    assert [*manifest["inputs"]] == sorted(f"shelf/{name}" for name in SHELF)


def test_overlays_are_among_the_inputs_of_an_export(tmp_path: Path) -> None:
    write(tmp_path / "mine", {"mine.yaml": "kind: cards\nid: events\ntitle: My events\n"})
    base = shelf(tmp_path)
    made = export_decks(
        Project(base.root, shown="shelf", overlays=(Project(tmp_path / "mine", shown="mine"),)), tmp_path, None, dpi=36
    )
    inputs = json.loads((made.folder / "manifest.json").read_text())["inputs"]
    assert len(inputs) == len(SHELF) + 1


# Tabletop Simulator


def test_exported_tables_have_their_own_sizes_and_find_pictures_in_their_folder(tmp_path: Path) -> None:
    made = export_tts(shelf(tmp_path), tmp_path / "out", None, charts=False)
    assert (made.game, made.target, made.folder) == ("toy", "tts", tmp_path / "out" / "toy" / "tts")
    assert size_of(made.folder / "sheet-factions-1.png") == (3 * 372, 2 * 520)
    assert size_of(made.folder / "deck-factions-back.png") == (372, 520)
    assert size_of(made.folder / "counter-Ra1.png") == (188, 188)
    tile = Image.open(io.BytesIO((made.folder / "counter-Ra1.png").read_bytes()))
    assert tile.info["dpi"] == pytest.approx((300, 300), abs=0.1)
    text = (made.folder / "toy.json").read_text()
    assert f'"file://{(made.folder / "counter-Ra1-back.png").resolve()}"' in text
    assert set(made.files) - {"toy.json", "toy.png", LICENCE} == set(re.findall(r"/tts/([^\"/]+[.]png)", text))


# VASSAL


@pytest.mark.parametrize(
    ("files", "name"),
    [({}, "toy.vmod"), ({"scenarios.yaml": "", "setup.yaml": ""}, "toy.vmod")],
    ids=["set-up", "none"],
)
def test_modules_are_named_after_their_game(tmp_path: Path, files: dict[str, str], name: str) -> None:
    project = Project(
        write(tmp_path / "shelf", {key: text for key, text in (SHELF | files).items() if text}), shown="shelf"
    )
    made = export_vassal(project, tmp_path / "out", None, {}, charts=False)
    path = made.folder / name
    assert (made.target, made.folder, made.files) == (
        "vassal",
        tmp_path / "out" / "toy" / "vassal",
        {name: path.stat().st_size},
    )


def test_a_file_of_someone_else_is_left_alone(tmp_path: Path) -> None:
    folder = write(tmp_path / "out" / "toy" / "vassal", {"toy.vmod": "mine"})
    with pytest.raises(InputError):
        export_vassal(shelf(tmp_path), tmp_path / "out", None, {}, charts=False)
    assert (folder / "toy.vmod").read_text() == "mine"


@pytest.mark.parametrize(("error", "said"), [(OSError(28, "No space left"), "No space left"), (OSError("odd"), "odd")])
def test_a_folder_that_cannot_be_made_is_named_with_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: OSError, said: str
) -> None:
    def broken(*args: object, **options: object) -> None:
        raise error

    project = shelf(tmp_path)
    monkeypatch.setattr(Path, "mkdir", broken)
    with pytest.raises(Surroundings) as caught:
        export_vassal(project, tmp_path / "out", None, {}, charts=False)
    assert str(caught.value) == f"cannot write {tmp_path / 'out' / 'toy' / 'vassal'}: {said}"


def test_charts_go_along_unless_they_are_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(make, "charts_of", lambda *_: Charts({"All charts": (TablePage("Page", b"page"),)}))
    project = shelf(tmp_path)
    for shown, windows in ((True, 1), (False, 0)):
        made = export_vassal(project, tmp_path / "out", None, {}, charts=shown)
        found = read((made.folder / "toy.vmod").read_bytes())
        assert len(list(found.all("module.ChartWindow"))) == windows


# Common to all exports


def test_the_set_up_is_the_one_asked_for_or_the_first(tmp_path: Path) -> None:
    scenarios = SHELF["scenarios.yaml"] + "  late: {title: Late, setup: campaign}\n  none: {title: None}\n"
    game = load(Project(write(tmp_path / "shelf", SHELF | {"scenarios.yaml": scenarios}), shown="shelf"))
    assert [[one.id for one in set_ups(game, name)] for name in (None, "late")] == [
        ["campaign", "late"],
        ["late"],
    ]

    def wrong(name: str) -> tuple[str, str, str, str]:
        with pytest.raises(InputError) as caught:
            set_ups(game, name)
        return refused(caught.value)

    assert wrong("none") == ("E522", "no scenario 'none' with a set-up", "--scenario", "one of: campaign, late")
    assert wrong("lat") == ("E522", "no scenario 'lat' with a set-up", "--scenario", "did you mean 'late'?")


def test_a_game_without_set_ups_has_none_to_choose(tmp_path: Path) -> None:
    files = {name: text for name, text in SHELF.items() if name not in {"scenarios.yaml", "setup.yaml"}}
    game = load(Project(write(tmp_path / "shelf", files), shown="shelf"))
    assert set_ups(game, None) == ()
    with pytest.raises(InputError) as caught:
        set_ups(game, "campaign")
    assert refused(caught.value) == (
        "E522",
        "no scenario 'campaign' with a set-up",
        "--scenario",
        "this game has no set-ups",
    )


def test_a_record_of_another_game_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = shelf_game(tmp_path)
    with pytest.raises(InputError) as caught:
        set_ups(game, None, {"r.json": {"game": "other"}})
    assert refused(caught.value)[:3] == ("E530", "this is not a record of toy", "r.json")
    monkeypatch.setattr(make, "read", lambda game, records: [])
    monkeypatch.setattr(make, "together", lambda game, rolls: None)
    with pytest.raises(InputError) as caught:
        set_ups(game, None, {"r.json": {"game": "toy"}})
    assert refused(caught.value)[:3] == ("E522", "toy has no set-up to roll", "--record")
    settled = settle(game, "campaign")
    monkeypatch.setattr(make, "together", lambda game, rolls: settled)
    assert set_ups(game, None, {"r.json": {"game": "toy"}}) == (settled,)


def test_charts_that_cannot_be_made_stop_an_export(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> Charts:
        raise Surroundings("install Pango")

    project = shelf(tmp_path)
    monkeypatch.setattr(make, "charts_of", broken)
    for export in (partial(export_vassal, records={}), partial(export_tts, prefix=None)):
        with pytest.raises(Surroundings, match=r"^install Pango; or omit the charts with --no-charts$"):
            export(project, tmp_path / "out", scenario=None)


@pytest.mark.parametrize(
    "prefix", ["https://example.org/a", "https://example.org/a/", "http://example.org/a", "file:///kits/a"]
)
def test_pictures_are_found_below_an_address(tmp_path: Path, prefix: str) -> None:
    made = export_decks(shelf(tmp_path), tmp_path, prefix, dpi=36)
    assert f",{prefix.rstrip('/')}/deck-events-truce.png," in (made.folder / "cards-events.csv").read_text()


@pytest.mark.parametrize("export", [export_decks, export_tts])
def test_a_prefix_that_is_not_an_address_is_refused(
    tmp_path: Path, export: Callable[[Project, Path, str], Exported]
) -> None:
    with pytest.raises(InputError) as caught:
        export(shelf(tmp_path), tmp_path / "out", "example.org")
    assert refused(caught.value) == ("E523", "'example.org' is not a URL", "--url-prefix", "begin with https://")
    assert not (tmp_path / "out").exists()


def test_a_game_with_nothing_to_export_says_so(tmp_path: Path) -> None:
    bare = Project(write(tmp_path / "bare", {name: SHELF[name] for name in ("game.yaml", "places.yaml")}), shown="bare")
    for export, what in ((export_decks, "decks"), (export_tts, "counters or decks")):
        with pytest.raises(InputError) as caught:
            export(bare, tmp_path / "out", None)
        assert refused(caught.value)[:2] == ("E572", f"toy has no {what} to export")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    "kept", [("red.yaml", "white.yaml", "neutral.yaml"), ("events.yaml",)], ids=["counters", "decks"]
)
def test_a_table_needs_only_counters_or_decks(tmp_path: Path, kept: tuple[str, ...]) -> None:
    project = Project(
        write(tmp_path / "some", {name: SHELF[name] for name in ("game.yaml", "places.yaml", *kept)}), shown="some"
    )
    assert "toy.json" in export_tts(project, tmp_path / "out", None, charts=False).files


def test_what_does_not_fit_is_refused_by_every_export(tmp_path: Path) -> None:
    files = {"events.yaml": SHELF["events.yaml"].replace("title: Truce", f"title: {'W' * 90}")}
    project = Project(write(tmp_path / "shelf", SHELF | files), shown="shelf")
    for export in (export_decks, export_tts, partial(export_vassal, records={}, charts=False)):
        with pytest.raises(InputError) as caught:
            export(project, tmp_path / "out", None)
        assert {found.code for found in caught.value.diagnostics} == {"E310"}
    assert not (tmp_path / "out").exists()


def test_a_terminal_is_told_of_pictures_in_one_line_and_what_to_do_with_the_rest() -> None:
    """Bug: an export for Tabletop Simulator ended in dozens of lines of pictures, and said nothing of its object."""
    made = Exported("toy", "tts", Path("build"), {"a.png": 1000, "b.png": 500, "toy.json": 20, "LICENCE.txt": 3})
    object_ = "build/toy.json  (20 bytes): copy it to the Saved Objects of Tabletop Simulator"
    assert [*export_lines(made, short=True)] == [
        object_,
        "build/LICENCE.txt  (3 bytes)",
        "build  (2 pictures, 1,500 bytes)",
    ]
    assert [*export_lines(made, short=False)][:3] == ["build/a.png  (1,000 bytes)", "build/b.png  (500 bytes)", object_]
