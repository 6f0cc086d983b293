"""What the exports of a small game put together: set-ups, charts, boards, resolutions, names and notes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest
from exports_support import SHELF, shelf
from rcwkit.diagnostics import InputError
from rcwkit.dice.settle import Settled, settle
from rcwkit.export import make
from rcwkit.export.make import export_csv, export_decks, export_tts, export_vassal
from rcwkit.export.table import Charts, TablePage
from rcwkit.export.tts import CARD_DPI, THUMBNAIL, TILE_DPI, fitting
from rcwkit.frame import Frame
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.source.project import Project
from tests_support import write
from vassal_support import read

LATE = SHELF["scenarios.yaml"] + "  late: {title: Late, setup: campaign}\n"


@pytest.fixture
def charted(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Make charts of one page without rendering; return the names of the set-ups that they are made for, by call."""
    asked: list[list[str]] = []

    def charts(project: Project, game: Game, settled: Sequence[Settled], jobs: int) -> Charts:
        asked.append([one.id for one in settled])
        return Charts({"All charts": (TablePage("Page", b"page"),)})

    monkeypatch.setattr(make, "charts_of", charts)
    return asked


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[tuple[float, float, float]]:
    """Replace pictures by notes of what they are; return width, height and pixels per inch of each."""
    sizes: list[tuple[float, float, float]] = []

    def pictures(frames: Iterable[Frame], book: object, *, dpi: float, **options: Any) -> list[bytes]:
        found = [(one.width, one.height, dpi) for one in frames]
        sizes.extend(found)
        return [f"{width:.0f} x {height:.0f}".encode() for width, height, _ in found]

    def tiles(cells: Sequence[Frame | None], columns: int, rows: int, book: object, **options: Any) -> bytes:
        (face, *_) = (one for one in cells if one is not None)
        sizes.append((columns * face.width, rows * face.height, options["dpi"]))
        return f"{columns} by {rows}".encode()

    monkeypatch.setattr(make, "pictures", pictures)
    monkeypatch.setattr(make, "tiles", tiles)
    monkeypatch.setattr(make, "thumbnail", lambda data, side: b"%d of %s" % (side, data))
    return sizes


def late(folder: Path) -> Project:
    """Write a game with two set-ups."""
    return Project(write(folder / "shelf", SHELF | {"scenarios.yaml": LATE}), shown="shelf")


def test_a_module_is_named_after_what_was_asked_for(
    tmp_path: Path, charted: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    project, out = late(tmp_path), tmp_path / "out"
    assert [*export_vassal(project, out, None, {}).files] == ["toy.vmod"]
    assert [*export_vassal(project, out, "late", {}).files] == ["toy-late.vmod"]
    rolled = settle(load(project), "late")
    monkeypatch.setattr(make, "read", lambda game, records: [])
    monkeypatch.setattr(make, "together", lambda game, rolls: rolled)
    assert [*export_vassal(project, out, None, {"r.json": {"game": "toy"}}).files] == ["toy-late-rolled.vmod"]
    assert charted == [["campaign", "late"], ["late"], ["late"]]
    # Charts go along unless they are declined.
    module = read((out / "toy" / "vassal" / "toy.vmod").read_bytes())
    assert len(list(module.all("module.ChartWindow"))) == 1


def test_sheets_of_a_game_say_what_they_do_not_hold(tmp_path: Path) -> None:
    extra = "kind: tables\nid: t\ntitle: T\nsource: s\ntables: {t: {title: T, rows: {1: one, 2: '3', 4: a; b}}}\n"
    project = Project(write(tmp_path / "shelf", SHELF | {"extra.yaml": extra}), shown="shelf")
    made = export_csv(project, tmp_path / "out")
    assert (made.game, made.target, made.folder) == ("toy", "csv", tmp_path / "out" / "toy" / "csv")
    assert {"cards-factions.csv", "counters-red.csv", "tables-t.csv"} <= {*made.files}
    lost = [(one.code, one.message) for one in made.diagnostics if one.span.file == "shelf/extra.yaml"]
    assert lost == [("N289", "tables-t.csv does not hold: all")]


def test_a_game_without_lists_has_no_sheets(tmp_path: Path) -> None:
    bare = Project(write(tmp_path / "bare", {name: SHELF[name] for name in ("game.yaml", "places.yaml")}), shown="bare")
    with pytest.raises(InputError) as caught:
        export_csv(bare, tmp_path / "out")
    (found,) = caught.value.diagnostics
    assert (found.code, found.message) == ("E572", "toy has no decks, counters or charts to export")
    assert not (tmp_path / "out").exists()


def test_a_table_has_one_set_up_and_its_charts(
    tmp_path: Path, charted: list[list[str]], drawn: list[tuple[float, float, float]]
) -> None:
    project = late(tmp_path)
    made = export_tts(project, tmp_path / "out", "https://example.org")
    assert (made.folder / "chart-1-1.png").read_bytes() == b"page"
    export_tts(project, tmp_path / "out", None, "late")
    export_tts(project, tmp_path / "out", None, charts=False)
    assert charted == [["campaign"], ["late"]]


def test_boards_without_boxes_and_the_tray_stay_away_from_the_table(
    tmp_path: Path, drawn: list[tuple[float, float, float]]
) -> None:
    made = export_tts(shelf(tmp_path), tmp_path / "out", None, charts=False)
    flat = [one for one in json.loads((made.folder / "toy.json").read_text())["ObjectStates"] if one["Locked"]]
    assert [one["Nickname"] for one in flat] == ["Board"]
    # The board stands for the game in the list of objects.
    picture = (made.folder / Path(flat[0]["CustomImage"]["ImageURL"]).name).read_bytes()
    assert (made.folder / "toy.png").read_bytes() == b"%d of %s" % (THUMBNAIL, picture)
    few = {name: SHELF[name] for name in ("game.yaml", "red.yaml", "events.yaml")}
    made = export_tts(Project(write(tmp_path / "few", few), shown="few"), tmp_path / "few-out", None, charts=False)
    objects = json.loads((made.folder / "toy.json").read_text())["ObjectStates"]
    assert [one["Nickname"] for one in objects if one["Locked"]] == []
    assert (made.folder / "toy.png").read_bytes() == b"%d of 2 by 2" % THUMBNAIL


@pytest.mark.parametrize("size", ["tarot", "100x50mm"])
def test_a_deck_of_several_sheets_has_one_resolution(
    tmp_path: Path, size: str, drawn: list[tuple[float, float, float]]
) -> None:
    many = SHELF["events.yaml"].replace("mini", size) + "".join(f"  c{n}: {{title: Card}}\n" for n in range(70))
    project = Project(write(tmp_path / "many", {"game.yaml": SHELF["game.yaml"], "events.yaml": many}), shown="many")
    export_tts(project, tmp_path / "out", None, charts=False)
    largest = max(width for width, _, _ in drawn), max(height for _, height, _ in drawn)
    assert all(max(largest) / 72 * dpi <= 4096 for _, _, dpi in drawn)
    assert len({dpi for _, _, dpi in drawn}) == 1
    assert drawn[0][2] < CARD_DPI


def test_a_board_is_as_fine_as_it_can_be(tmp_path: Path, drawn: list[tuple[float, float, float]]) -> None:
    export_tts(shelf(tmp_path), tmp_path / "out", None, charts=False)
    width, height, dpi = drawn[-1]
    assert dpi == fitting(Frame(width, height, ()), 1, 1, CARD_DPI)
    assert {dpi for _, _, dpi in drawn[:-1]} == {CARD_DPI, TILE_DPI}


def test_decks_have_their_backs_and_a_warning_about_bare_names(tmp_path: Path) -> None:
    few = {"game.yaml": SHELF["game.yaml"], "events.yaml": SHELF["events.yaml"]}
    project = Project(write(tmp_path / "few", few), shown="few")
    made = export_decks(project, tmp_path / "out", None, dpi=36)
    assert {"deck-events-back.png", "deck-events-truce.png", "cards-events.csv"} <= {*made.files}
    assert [(one.code, str(one.span)) for one in made.diagnostics if one.code == "W590"] == [("W590", "--url-prefix")]
    assert not [one for one in export_decks(project, tmp_path, "https://a.org").diagnostics if one.code == "W590"]
