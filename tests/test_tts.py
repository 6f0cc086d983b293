"""Tabletop Simulator objects, read back and compared with the kit: counters, reverses, decks, pictures."""

from __future__ import annotations

import io
import json
import re
from collections import Counter as Tally
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from layouts_support import DECK, game_of
from map_support import played
from PIL import Image
from rcwkit.dice.counters import Counter, reverse_of, size_of
from rcwkit.dice.setups import Place
from rcwkit.export.make import deck_lists
from rcwkit.export.table import Album, TableDeck, decks_of
from rcwkit.export.tts import LARGEST, behind, saved_object, sheets
from rcwkit.frame import MM
from rcwkit.game.catalogue import games
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.kinds.cards.model import Deck as CardDeck
from rcwkit.kinds.maps.draw import EDGE
from rcwkit.kinds.maps.model import Map
from rcwkit.source.project import Project
from rcwkit.type.text import Setter
from tests_support import TOY, UNMAPPED, run, shipped, write

SavedOf = Callable[[str], tuple[Path, dict[str, Any]]]


def exported(game: str, out: Path, *options: str) -> tuple[Path, dict[str, Any]]:
    """Return the folder, and the saved object in it."""
    result = run("export", "tts", game, "--out", str(out), "--json", *options)
    assert result.exit_code == 0, result.stderr
    facts = json.loads(result.stdout)
    folder = Path(facts["folder"])
    assert {file["name"] for file in facts["files"]} == {path.name for path in folder.iterdir()} - {"manifest.json"}
    return folder, json.loads((folder / f"{facts['game']}.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def saved_of(tmp_path_factory: pytest.TempPathFactory) -> SavedOf:
    """Return a function that exports a game of the data folder, once, without charts."""
    return cache(lambda name: exported(name, tmp_path_factory.mktemp("with a space"), "--no-charts"))


def objects(saved: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for one in saved["ObjectStates"]:
        yield one
        yield from one.get("ContainedObjects", ())
        yield from one.get("States", {}).values()


def tiles_of(saved: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the counters on the board and in bags; what is locked is none."""
    return [one for one in objects(saved) if "CustomImage" in one and not one["Locked"]]


def urls(saved: dict[str, Any]) -> set[str]:
    found = set()
    for one in objects(saved):
        found |= {url for sheet in one.get("CustomDeck", {}).values() for url in (sheet["FaceURL"], sheet["BackURL"])}
        found |= (
            {one["CustomImage"][key] for key in ("ImageURL", "ImageSecondaryURL")} if "CustomImage" in one else set()
        )
    return found


def opened(url: str) -> Image.Image:
    return Image.open(io.BytesIO(file_of(url).read_bytes()))


def file_of(url: str) -> Path:
    """A local address stands for itself: its spaces are plain."""
    assert url.startswith("file:///")
    return Path(url.removeprefix("file://"))


@pytest.mark.parametrize("name", games())
def test_a_saved_object_has_the_contents_of_the_kit(name: str, saved_of: SavedOf) -> None:
    game = shipped(name)
    folder, saved = saved_of(name)
    assert " " in folder.as_posix()
    found = list(objects(saved))
    assert len({one["GUID"] for one in found}) == len(found)
    assert opened(f"file://{folder / game.info.id}.png").size == (256, 256)
    assert all(max(opened(url).size) <= 4096 for url in urls(saved))
    files = {file_of(url) for url in urls(saved)}
    assert {path.name for path in files} == {path.name for path in folder.glob("*.png")} - {f"{game.info.id}.png"}
    assert all(path.is_file() and path.parent == folder for path in files)
    compare_counters(game, tiles_of(saved))
    compare_decks(game, [one for one in saved["ObjectStates"] if one["Name"] == "Deck"])


WHOLE, NUMBER, TEXT = (int,), (int, float), (str,)
XYZ = dict.fromkeys("xyz", NUMBER)
PLACE = {f"{kind}{axis}": NUMBER for kind in ("pos", "rot", "scale") for axis in "XYZ"}
FLAGS: Mapping[str, Any] = dict.fromkeys(("Locked", "Grid", "Snap", "Autoraise", "Sticky", "Tooltip"), (bool,))
COMMON = {"GUID": TEXT, "Name": TEXT, "Nickname": TEXT, "Description": TEXT, "Transform": PLACE, **FLAGS}
COMMON["ColorDiffuse"] = dict.fromkeys("rgb", NUMBER)
SHAPE = {"Type": WHOLE, "Thickness": NUMBER, "Stackable": (bool,), "Stretch": (bool,)}
TILE = {"ImageURL": TEXT, "ImageSecondaryURL": TEXT, "ImageScalar": NUMBER, "WidthScale": NUMBER, "CustomTile": SHAPE}
SHEET = {"FaceURL": TEXT, "BackURL": TEXT, "NumWidth": WHOLE, "NumHeight": WHOLE, "Type": WHOLE}
SHEET |= dict.fromkeys(("BackIsHidden", "UniqueBack"), (bool,))
CARD = {"CardID": WHOLE, "SidewaysCard": (bool,), "CustomDeck": {"*": SHEET}}
KINDS: Mapping[str, Any] = {
    "Bag": {"Bag": {"Order": WHOLE}, "ContainedObjects": [dict]},
    "Card": CARD,
    "Deck": {"DeckIDs": [WHOLE], "ContainedObjects": [dict], "SidewaysCard": (bool,), "CustomDeck": {"*": SHEET}},
    "Custom_Tile": {"CustomImage": TILE},
    "Custom_Tile_Stack": {"CustomImage": TILE, "Number": WHOLE},
    **dict.fromkeys((f"Die_{sides}" for sides in (4, 6, 8, 10, 12, 20)), {}),
}
"""Kind of object → the fields that it has besides those of all."""
TAB = {"title": TEXT, "body": TEXT, "color": TEXT, "visibleColor": dict.fromkeys("rgb", NUMBER), "id": WHOLE}
WORDS = (
    "SaveName",
    "Date",
    "VersionNumber",
    "GameMode",
    "Table",
    "Sky",
    "Note",
    "LuaScript",
    "LuaScriptState",
    "XmlUI",
)
SAVE: dict[str, Any] = {**dict.fromkeys(WORDS, TEXT), **dict.fromkeys(("Gravity", "PlayArea"), NUMBER)}
SAVE |= {"TabStates": {"*": TAB}, "ObjectStates": [dict]}
MAY: Mapping[str, Any] = {"States": {"*": dict}, "AttachedSnapPoints": [{"Position": XYZ}]}
"""Fields that any object may have."""


def wrong(value: Any, wanted: Any, where: str) -> Iterator[str]:
    """Yield where a value has another form than is wanted: types, a list of what it has, or fields (`*` for any)."""
    if isinstance(wanted, dict):
        names = wanted if "*" not in wanted else dict.fromkeys(value, wanted["*"])
        if not isinstance(value, dict) or value.keys() != names.keys():
            yield f"{where}: {sorted(value)}"
            return
        for name, form in names.items():
            yield from wrong(value[name], form, f"{where}.{name}")
    elif isinstance(wanted, list):
        for at, one in enumerate(value):
            yield from wrong(one, wanted[0], f"{where}[{at}]")
    elif not isinstance(value, wanted) or (isinstance(value, bool) and wanted != (bool,)):
        yield f"{where} is {value!r}"


@pytest.mark.parametrize("name", games())
def test_every_field_is_as_tabletop_simulator_documents_it(name: str, saved_of: SavedOf) -> None:
    """Names, types and ranges are those of its public documentation; the program itself was not at hand."""
    _, saved = saved_of(name)
    assert list(wrong(saved, SAVE, "save")) == []
    for one in objects(saved):
        kind, own = one["Name"], {field: form for field, form in MAY.items() if field in one}
        assert list(wrong(one, {**COMMON, **KINDS[kind], **own}, kind)) == []
        assert re.fullmatch("[0-9a-f]{6}", one["GUID"])
        assert all(one["Transform"][f"scale{axis}"] > 0 for axis in "XYZ")
        # The state that shows is numbered 1 and not among the others.
        assert [*one.get("States", {})] == [str(number) for number in range(2, 2 + len(one.get("States", {})))]
        for number, sheet in one.get("CustomDeck", {}).items():
            assert number.isdecimal() and int(number) > 0 and sheet["Type"] in range(5)
            assert 2 <= sheet["NumWidth"] <= 10 and 2 <= sheet["NumHeight"] <= 7
            assert (sheet["BackIsHidden"], sheet["UniqueBack"]) == (True, "backs-" in sheet["BackURL"])
        if kind == "Deck":
            assert len(one["DeckIDs"]) >= 2
            assert one["DeckIDs"] == [card["CardID"] for card in one["ContainedObjects"]]
        if kind == "Card":
            sheet = one["CustomDeck"][str(one["CardID"] // 100)]
            assert one["CardID"] % 100 < sheet["NumWidth"] * sheet["NumHeight"]
        if "CustomImage" in one:
            assert one["CustomImage"]["CustomTile"]["Type"] in range(4) and one.get("Number", 2) >= 2


def compare_counters(game: Game, tiles: list[dict[str, Any]]) -> None:
    """Every copy of every counter is there once, on the board or in a bag, at its true size."""
    names = {unit: item.value.full_name or item.value.name for unit, item in game[Counter].items()}
    counts: Tally[str] = Tally()
    for tile in tiles:
        unit = file_of(tile["CustomImage"]["ImageURL"]).stem.removeprefix("counter-")
        counts[unit] += tile.get("Number", 1)
        assert tile["Nickname"] == names[unit]
        assert tile["Name"] == ("Custom_Tile_Stack" if tile.get("Number", 1) > 1 else "Custom_Tile")
        behind = file_of(tile["CustomImage"]["ImageSecondaryURL"]).stem
        reverse = reverse_of(game, unit)
        assert behind == (f"counter-{unit}" if reverse == "none" else f"counter-{unit}-back")
        sides = [144 * tile["Transform"][f"scale{axis}"] for axis in "XZ"]
        assert sides == pytest.approx(size_of(game, unit), abs=0.1)
    assert counts == {unit: item.value.copies for unit, item in game[Counter].items()}


def compare_decks(game: Game, decks: list[dict[str, Any]]) -> None:
    assert [deck["Nickname"] for deck in decks] == [item.value.title for item in game[CardDeck].values()]
    numbers = [number for deck in decks for number in deck["CustomDeck"]]
    assert len(set(numbers)) == len(numbers)
    for deck, item in zip(decks, game[CardDeck].values(), strict=True):
        cards = [
            f"{card.number or number} {card.title}"
            for number, card in enumerate(item.value.leaves.values(), 1)
            for _ in range(card.copies)
        ]
        assert [card["Nickname"] for card in deck["ContainedObjects"]] == cards
        assert deck["DeckIDs"] == [card["CardID"] for card in deck["ContainedObjects"]]
        # Bug: decks to read lay face down, too.
        turns = {one["Transform"]["rotZ"] for one in (deck, *deck["ContainedObjects"])}
        assert turns == {0.0 if item.value.reference else 180.0}
        faces = {number: set[int]() for number in deck["CustomDeck"]}
        for card in deck["ContainedObjects"]:
            number, place = divmod(card["CardID"], 100)
            assert card["CustomDeck"] == {str(number): deck["CustomDeck"][str(number)]}
            faces[str(number)].add(place)
        assert sum(len(places) for places in faces.values()) == len(item.value.leaves)
        for number, sheet in deck["CustomDeck"].items():
            assert 2 <= sheet["NumWidth"] <= 10
            assert 2 <= sheet["NumHeight"] <= 7
            assert max(faces[number]) < sheet["NumWidth"] * sheet["NumHeight"] - 1
            whole, back = (opened(sheet[key]) for key in ("FaceURL", "BackURL"))
            assert sheet["UniqueBack"] == (
                bool(item.value.backs) or any(map(item.value.turned, item.value.cards.values()))
            )
            if sheet["UniqueBack"]:
                assert whole.size == back.size
                continue
            assert whole.size == (back.width * sheet["NumWidth"], back.height * sheet["NumHeight"])
            last = whole.crop((whole.width - back.width, whole.height - back.height, *whole.size))
            assert last.tobytes() == back.tobytes()


def test_a_prefix_makes_web_addresses(tmp_path: Path) -> None:
    write(tmp_path / "toy", TOY)
    folder, saved = exported(str(tmp_path / "toy"), tmp_path, "--url-prefix", "https://example.org/kit/")
    assert {url.removeprefix("https://example.org/kit/") for url in urls(saved)} == {
        path.name for path in folder.glob("*.png")
    } - {"toy.png"}


def test_a_prefix_that_is_not_a_url_is_refused_and_nothing_written(tmp_path: Path) -> None:
    write(tmp_path / "toy", TOY)
    result = run("export", "tts", str(tmp_path / "toy"), "--out", str(tmp_path / "out"), "--url-prefix", "example.org")
    assert result.exit_code == 2
    assert "error[E523]: 'example.org' is not a URL" in result.stderr
    assert not (tmp_path / "out").exists()


def test_a_second_export_is_the_same_and_removes_obsolete_files(tmp_path: Path) -> None:
    toy = write(tmp_path / "toy", TOY)
    folder, _ = exported(str(toy), tmp_path, "--no-charts")
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    exported(str(toy), tmp_path, "--no-charts")
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
    (folder / "mine.txt").write_text("kept", encoding="utf-8")
    white = toy / "white.yaml"
    white.write_text(
        white.read_text(encoding="utf-8").replace("  Wa1: {type: army, name: 1 Army, arrives: turn 2}\n", ""),
        encoding="utf-8",
    )
    procedures = toy / "procedures.yaml"
    procedures.write_text(
        procedures.read_text(encoding="utf-8").replace(", exceptions: {Wa1: not on the map}", ""), encoding="utf-8"
    )
    setup = toy / "setup.yaml"
    setup.write_text(setup.read_text(encoding="utf-8").replace("[Wa1]", "[]"), encoding="utf-8")
    result = run("export", "tts", str(toy), "--no-charts", "--out", str(tmp_path))
    assert result.exit_code == 0, result.stderr
    assert set(before) - {path.name for path in folder.iterdir()} == {"counter-Wa1.png", "counter-Wa1-back.png"}
    assert (folder / "mine.txt").is_file()


def test_a_deck_of_many_cards_takes_several_sheets() -> None:
    game = shipped("triumph_of_chaos")
    album = Album()
    (deck,) = [one for one in decks_of(game, Setter(), album) if one.id == "political"]
    many: TableDeck = replace(deck, cards=(*deck.cards, *(replace(card, id=f"{card.id}x") for card in deck.cards)))
    parts = sheets(many)
    assert [len(cards) for _, cards in parts] == [LARGEST, 2 * len(deck.cards) - LARGEST]
    assert [sheet.name for sheet, _ in parts] == ["sheet-political-1.png", "sheet-political-2.png"]
    saved = json.loads(saved_object(game, {}, (many,), album, str))
    (found,) = saved["ObjectStates"]
    assert set(found["CustomDeck"]) == {"1", "2"}
    assert [card["CardID"] for card in found["ContainedObjects"]] == [100 + place for place in range(69)] + [
        200 + place for place in range(63)
    ]


def test_a_lone_card_is_not_a_deck(tmp_path: Path) -> None:
    toy = write(tmp_path / "toy", TOY)
    _, saved = exported(str(toy), tmp_path)
    assert load(Project(toy))[CardDeck]["factions"].value.cards.keys() == {"ukraine"}
    (card,) = [one for one in saved["ObjectStates"] if "CustomDeck" in one]
    assert (card["Name"], card["CardID"], card["Nickname"]) == ("Card", 100, "1 Ukraine")
    assert opened(card["CustomDeck"]["1"]["FaceURL"]).size == (744, 1040)


def test_cards_of_two_faces_keep_their_backs(tmp_path: Path) -> None:
    deck = DECK + "  truce: {title: Truce, fields: {words: Wait.}, reverse: {title: War}}\n"
    game = game_of(tmp_path, 'a: {text: "{{ card.title }}"}', deck)
    album, setter = Album(), game.setter()
    (listed,) = decks_of(game, setter, album)
    assert (listed.back, listed.backs) == (
        "deck-events-back.png",
        ("deck-events-back.png", "deck-events-truce-back.png"),
    )
    saved = json.loads(saved_object(game, {}, (listed,), album, str))
    ((sheet,),) = (one["CustomDeck"].values() for one in saved["ObjectStates"])
    assert (sheet["UniqueBack"], sheet["BackURL"]) == (True, "backs-events-1.png")
    (faces,), (backs,) = [[one for one, _ in sheets(listed)], behind(listed)]
    assert (faces.columns, faces.rows) == (backs.columns, backs.rows)
    assert backs.faces[:2] == listed.backs
    assert b"deck-events-truce-back.png" in deck_lists([listed], str)["cards-events.csv"]


def test_cards_with_backs_by_a_layout_of_their_own_keep_them(tmp_path: Path) -> None:
    deck = DECK.replace("layout: own", "layout: own\nreverse: own") + "  truce: {title: Truce}\n"
    game = game_of(tmp_path, 'a: {text: "{{ card.title }}"}', deck)
    (listed,) = decks_of(game, game.setter(), Album())
    assert listed.backs == ("deck-events-ambush-back.png", "deck-events-truce-back.png")


def board_of(saved: dict[str, Any]) -> dict[str, Any]:
    """Return the map on the table: the first of what is locked."""
    return next(one for one in saved["ObjectStates"] if one["Locked"])


def rests(board: dict[str, Any]) -> list[tuple[float, float]]:
    """Return where counters snap on the table: the points of a board, scaled and turned as it is."""
    at = board["Transform"]
    assert (at["rotX"], at["rotY"], at["rotZ"]) == (0.0, 180.0, 0.0)
    return [
        (at["posX"] - point["x"] * at["scaleX"], at["posZ"] - point["z"] * at["scaleZ"])
        for point in (one["Position"] for one in board["AttachedSnapPoints"])
    ]


def test_the_map_of_a_game_is_its_board_with_counters_on_their_hexes(tmp_path: Path) -> None:
    game = played(tmp_path / "toy")
    folder, saved = exported(str(tmp_path / "toy"), tmp_path / "out", "--no-charts")
    board = board_of(saved)
    assert board["Nickname"] == "Map"
    picture = folder / "map.png"
    assert board["CustomImage"]["ImageURL"].endswith("/map.png")
    at = board["Transform"]
    with Image.open(picture) as opened:
        size = opened.size
    assert size[0] / size[1] == pytest.approx(at["scaleX"] / at["scaleZ"], rel=0.01)
    grid = game[Map]["valley"].value.hexes
    assert grid is not None
    corner = at["posX"] - at["scaleX"], at["posZ"] + at["scaleZ"]  # a tile of scale 1 has sides of 2 inches
    hexes = {
        number: (corner[0] + (x * MM + EDGE) / 72, corner[1] - (y * MM + EDGE) / 72)
        for number, cell in grid.cells.items()
        for x, y in (grid.centre(cell),)
    }
    assert rests(board) == [pytest.approx(spot, abs=0.002) for spot in hexes.values()], "every hex, in order"
    tiles = [one for one in saved["ObjectStates"] if one["Name"] == "Custom_Tile" and not one["Locked"]]
    stood = [
        (one["Transform"]["posX"], one["Transform"]["posZ"]) for one in tiles if one["Transform"]["posX"] > corner[0]
    ]
    assert stood == [pytest.approx(hexes[hex], abs=0.02) for hex in ("0203", "0203", "0304")], "reserves lie beside"


def test_a_large_space_has_no_point_that_pulls_counters_to_its_middle(
    saved_of: SavedOf,
) -> None:
    _, saved = saved_of("soviet_dawn")
    assert len(board_of(saved)["AttachedSnapPoints"]) == 6 * 5 + 2, "boxes of marches, Petrograd and Kiev"
    _, saved = saved_of("triumph_of_chaos")
    assert len(board_of(saved)["AttachedSnapPoints"]) == len(shipped("triumph_of_chaos")[Place]) - 4


@pytest.mark.parametrize("kind", ["png", "jpg"])
def test_a_picture_of_ones_own_map_is_the_board(tmp_path: Path, kind: str) -> None:
    toy = write(tmp_path / "toy", UNMAPPED)
    Image.new("RGB", (600, 450), "green").save(tmp_path / f"mine.{kind}")
    (tmp_path / "mine.csv").write_text("place,x,y\n701,150,90\n", encoding="utf-8")
    folder, saved = exported(str(toy), tmp_path / "out", "--no-charts", "--map", str(tmp_path / f"mine.{kind}"))
    board = board_of(saved)
    assert (folder / f"map.{kind}").read_bytes() == (tmp_path / f"mine.{kind}").read_bytes()
    assert board["CustomImage"]["ImageURL"].endswith(f"/map.{kind}")
    assert rests(board) == [pytest.approx((150 / 144 - 600 / 288, 450 / 288 - 90 / 144), abs=0.002)]
    on = [one for one in saved["ObjectStates"] if one["Name"] == "Custom_Tile" and not one["Locked"]]
    assert any(
        (one["Transform"]["posX"], one["Transform"]["posZ"]) == pytest.approx(rests(board)[0], abs=0.3) for one in on
    )


def test_a_map_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    toy = write(tmp_path / "toy", UNMAPPED)
    (tmp_path / "mine.png").write_bytes(b"not a picture")
    (tmp_path / "mine.csv").write_text("place,x,y\n", encoding="utf-8")
    result = run("export", "tts", str(toy), "--map", str(tmp_path / "mine.png"), "--out", str(tmp_path / "out"))
    assert (result.exit_code, "error[E590]: mine.png" in result.stderr) == (2, True)
    assert not (tmp_path / "out").exists()
