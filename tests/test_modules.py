"""VASSAL modules of a game with two starts and a hidden deck: build file, entries, pages and saved games."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

import pytest
from exports_support import SHELF, shelf_game
from rcwkit.dice.settle import settle
from rcwkit.export.boards import Ground
from rcwkit.export.table import Start, TablePage, VirtualTable, lay
from rcwkit.export.traits import FLIP, HAND, LAST, NEXT, PAGE, TURN, TURNS, UNMARK, UP, Trait, decode, literal, parse
from rcwkit.export.vassal import build_file, module, phases_of, saved
from rcwkit.export.vassal_boards import homes_of
from rcwkit.export.vassal_rolls import seats
from rcwkit.frame import Frame
from rcwkit.game.loader import load
from rcwkit.kit.build import LICENCE
from rcwkit.sheets.marks import outlined
from rcwkit.sheets.pictures import pictures
from rcwkit.source.project import Project
from rcwkit.type.text import Setter
from tests_support import Golden, write
from vassal_support import built, read

FILES = {
    "game.yaml": SHELF["game.yaml"].replace("title: Toy\n", "title: Toy\nsubtitle: A short one\n"),
    "red.yaml": SHELF["red.yaml"].replace("name: 3 Army, ", "name: 2 Army, "),
    "events.yaml": SHELF["events.yaml"].replace("cards:", "hidden: true\nshuffled: true\ncards:")
    + "  war: {title: War, reverse: {title: Peace}}\n  lull: {title: Lull}\n",
    "places.yaml": SHELF["places.yaml"],
    "setup.yaml": SHELF["setup.yaml"].partition("  white:")[0].replace("Rc16]\n", "Rc16, Rc16]\n"),
    "scenarios.yaml": "kind: scenarios\nid: s\nsource: S\nscenarios:\n"
    "  dawn: {title: Dawn, setup: campaign}\n  dusk: {title: Dusk/night, setup: campaign}\n",
}


def table(
    folder: Path, *starts: str, ground: Ground | None = None, helps: dict[str, str] | None = None
) -> VirtualTable:
    game = load(Project(write(folder / "short", FILES), shown="short"))
    return lay(
        game, [settle(game, name) for name in starts], {"Aids": (TablePage("Turn", b"png"),)}, Setter(), ground, helps
    )


def test_a_module_of_two_starts_is_its_golden(golden: Golden, tmp_path: Path) -> None:
    text = build_file(table(tmp_path, "dawn", "dusk", helps={"Index": "<p>None</p>"})).decode()
    golden("export_vassal_starts.xml", re.sub(r'(<VASSAL.build.GameModule name="Toy") version="[^"]+"', r"\1", text))


def test_build_file_golden(golden: Golden, tmp_path: Path) -> None:
    game = shelf_game(tmp_path)
    pages = {"Charts": (TablePage("Combat", b""), TablePage("Weather", b"")), "Aids": (TablePage("Turn", b""),)}
    pages |= {"Player folder": (TablePage("A turn", b""),)}
    text = build_file(lay(game, [settle(game, "campaign")], pages, Setter())).decode()
    golden("export_vassal.xml", re.sub(r'(<VASSAL.build.GameModule name="Toy") version="[^"]+"', r"\1", text))


def test_a_game_without_counters_cards_or_turns_has_none_of_their_parts(tmp_path: Path) -> None:
    table = lay(shelf_game(tmp_path), [], {}, Setter())
    start = Start("", (replace(table.boards[0], zones=()),), ())
    bare = replace(table, tokens={}, decks=(), cards=None, rolls=None, turns=None, charts=(), starts=(start,))
    found = built(build_file(bare))
    kinds = ("PrototypeDefinition", "ChartWindow", "turn.TurnTracker", "GlobalKeyCommand", "PlayerHand")
    assert [kind for kind in kinds if list(found.all(f"module.{kind}"))] == []
    # What lies on an empty table lies on the board, and not "offboard".
    (zone,) = found.all("module.map.boardPicker.board.mapgrid.Zone")
    assert zone.get("locationFormat") == "Board"
    assert found.root.get("description") == "No set-up. Nobody's."


def test_the_files_of_a_module_are_packed_alike_everywhere(tmp_path: Path) -> None:
    game = shelf_game(tmp_path)
    setter = Setter()
    data = module(lay(game, [settle(game, "campaign")], {"Aids": (TablePage("Turn", b"page"),)}, setter), setter.book)
    with ZipFile(io.BytesIO(data)) as archive:
        assert archive.comment == b"rcwkit export vassal"
        entries = archive.infolist()
        packed = {(one.date_time, one.create_system, one.external_attr) for one in entries}
        assert packed == {((2026, 1, 1, 0, 0, 0), 3, 0o644 << 16)}
        assert all((one.compress_type == ZIP_STORED) == one.filename.endswith(".png") for one in entries)
        assert archive.read("images/chart-1-1.png") == b"page"
        about = {child.tag: child.text for child in ET.fromstring(archive.read("moduledata"))}
        assert (about["dateSaved"], about["description"], about["name"]) == (
            "1767225600000",
            "Campaign. Nobody's.",
            "Toy",
        )
        assert ET.fromstring(archive.read("moduledata")).get("version") == "1"
    assert {name for name in read(data).names if not name.startswith("images/")} == {
        "buildFile.xml",
        "moduledata",
        "LICENCE.txt",
        "help-1.html",
        "help-2.html",
    }


def test_a_saved_game_chooses_the_boards_of_its_start(tmp_path: Path) -> None:
    both = table(tmp_path, "dawn", "dusk")

    def said(start: int) -> list[str]:
        digits = saved(both, both.starts[start]).decode()
        assert digits.startswith("!VCSK5a")
        return bytes(byte ^ 0x5A for byte in bytes.fromhex(digits[7:])).decode().split("\x1b")

    assert said(0) == [
        "begin_save",
        "BoardBoardPicker\tDawn\t0\t0",
        "CountersBoardPicker\tDawn\t0\t0",
        "CardsBoardPicker\tCards\t0\t0",
        "end_save",
    ]
    # A slash in a name would begin the next board.
    assert said(1)[1] == "BoardBoardPicker\tDusk\\/night\t0\t0"
    bare = replace(both, cards=None)
    assert b"Cards".hex().encode() not in saved(bare, bare.starts[0])
    assert len(saved(bare, bare.starts[0])) < len(saved(both, both.starts[0]))


def entries(data: bytes) -> dict[str, ZipInfo]:
    with ZipFile(io.BytesIO(data)) as archive:
        assert archive.comment == b"rcwkit export vassal"
        return {one.filename: one for one in archive.infolist()}


def test_a_module_holds_its_pictures_pages_and_saved_games(tmp_path: Path) -> None:
    both = table(tmp_path, "dawn", "dusk", helps={"Naïve & plain": "<p>Царицын</p>"})
    data = module(both, Setter().book)
    found = entries(data)
    assert [*found] == sorted(found)
    assert {name for name in found if not name.startswith("images/")} == {
        LICENCE,
        "buildFile.xml",
        "help-1.html",
        "help-2.html",
        "help-3.html",
        "moduledata",
        "start-1.vsav",
        "start-2.vsav",
    }
    assert {one.date_time for one in found.values()} == {(2026, 1, 1, 0, 0, 0)}
    packed = {name: one.compress_type == ZIP_DEFLATED for name, one in found.items()}
    assert {name for name, deflated in packed.items() if not deflated} == {
        name for name in found if name.endswith((".png", ".vsav"))
    }
    read_back = read(data)
    assert read_back.entries["help-2.html"] == (
        b"<html><head><title>Na&#239;ve &amp; plain</title></head><body><h1>Na&#239;ve &amp; plain</h1>"
        b"<p>&#1062;&#1072;&#1088;&#1080;&#1094;&#1099;&#1085;</p></body></html>"
    )
    assert b"<pre>" in read_back.entries["help-3.html"]
    manual = read_back.entries["help-1.html"].decode()
    assert all(f"<b>{key}</b>" in manual for key in ("F2", "F12", "Ctrl-E", "Ctrl-H"))
    (about,) = read_back.all("module.documentation.AboutScreen")
    assert f"images/{about.get('fileName')}" in found
    with ZipFile(io.BytesIO(read_back.entries["start-2.vsav"])) as archive:
        assert (archive.namelist(), archive.read("savedGame")) == (["savedGame"], saved(both, both.starts[1]))
        assert archive.comment == b""
    (pile,) = [one for one in read_back.piles if one.cards]
    assert [name for name, _ in pile.cards] == ["3 Lull", "2 War", "1 Truce"]
    assert {"deck-events-back.png", "deck-events-war-back.png"} <= read_back.pictures
    # Every picture that a component asks for is there.
    assert {f"images/{name}" for name in read_back.pictures} <= {*found}
    signs = {name: read_back.entries[name] for name in found if "/icon-" in name}
    assert {"images/icon-cards.svg", "images/icon-scroll.svg", "images/icon-hand.svg"} <= {*signs}
    assert all(b"currentColor" not in data and ET.fromstring(data).get("width") == "20" for data in signs.values())
    assert read_back.entries["images/chart-1-1.png"] == b"png"


def test_the_eye_on_a_hidden_card_lies_at_its_foot(tmp_path: Path) -> None:
    data = read(module(table(tmp_path, "dawn"), Setter().book))
    (name,) = [name for name in data.entries if name.startswith("images/hidden-")]
    high = int(name.removeprefix("images/hidden-").removesuffix(".svg"))
    assert high == round(67 / 25.4 * 144)
    eye = ET.fromstring(data.entries[name])
    assert eye.get("height") == str(high)
    assert eye[0].get("transform") == f"translate(0 {high - 36})"
    assert "images/moved.svg" in data.entries


def test_vassal_lists_a_module_with_its_set_ups(tmp_path: Path) -> None:
    def about(*starts: str) -> str | None:
        found = ET.fromstring(read(module(table(tmp_path, *starts), Setter().book)).entries["moduledata"])
        assert [(one.tag, one.text) for one in found][1:3] == [
            ("VassalVersion", "3.6.7"),
            ("dateSaved", "1767225600000"),
        ]
        assert found.findtext("name") == "Toy"
        return found.findtext("description")

    assert about("dawn", "dusk") == "Dawn · Dusk/night. Nobody's."
    assert about() == "A short one. Nobody's."


def test_a_map_is_the_main_window(tmp_path: Path) -> None:
    mine = Ground(Frame(400, 300, ()), {"701": ("Petrograd", 100, 60)}, 20, b"picture", "mine.png")
    found = built(build_file(table(tmp_path, "dawn", ground=mine)))
    windows = [(one.get("mapName"), one.get("launch"), one.get("buttonName")) for one in found.all("module.Map")]
    assert windows == [
        ("Map", "false", "Map"),
        ("Board", "true", "Board"),
        ("Counters", "true", "Counters"),
        ("Cards", "true", "Cards"),
    ]
    on_map = [(one.stack, one.unit, one.zone, one.box) for one in found.counters if one.window == "Map"]
    assert {one[2:] for one in on_map} == {("Map", "Petrograd")}
    assert [one[1] for one in on_map] == ["Ra1", "Ra2", "Rc16", "Rc16"]


def test_counters_come_back_to_boxes_that_are_told_apart(tmp_path: Path) -> None:
    one, both = table(tmp_path, "dawn"), table(tmp_path, "dawn", "dusk")
    assert homes_of(one, one.starts[0]) == {
        "Ra1": "First Army",
        "Ra2": "2 Army (Ra2)",
        "Ra3": "2 Army (Ra3)",
        "Rc16": "c16",
    }
    assert homes_of(both, both.starts[1])["Rc16"] == "c16, Dusk/night"


@pytest.mark.parametrize(
    ("files", "expected"),
    [(("red.yaml", "neutral.yaml"), ("Red", "White")), (("neutral.yaml",), ("No one",)), ((), ("Red", "White"))],
)
def test_players_are_the_sides_that_play(tmp_path: Path, files: tuple[str, ...], expected: tuple[str, ...]) -> None:
    texts = {name: SHELF[name] for name in ("game.yaml", *files)}
    assert seats(load(Project(write(tmp_path / "short", texts)))) == expected


def test_one_hidden_deck_among_others_is_shuffled_and_drawn_into_hands(tmp_path: Path) -> None:
    whole = table(tmp_path, "dawn")
    (deck,) = whole.decks
    for decks in ((deck, replace(deck, hidden=False, shuffled=False)), (replace(deck, hidden=False, shuffled=False),)):
        found = built(build_file(replace(whole, decks=decks)))
        expected = ["Red: hand", "White: hand"] if len(decks) == 2 else []
        assert [one.get("mapName") for one in found.all("module.PlayerHand")] == expected
        shuffled = [one for one in found.all("module.map.DrawPile") if one.get("shuffle") == "Always"]
        keys = [one.get("hotkey") for one in found.all("module.map.DeckGlobalKeyCommand")]
        # The top card of a deck that all share is turned up on its discards, also by a key; up to seven go to a hand.
        assert (len(shuffled), keys) == (len(decks) - 1, [*[HAND] * 7, UP] if expected else [UP])
        drawn = [int(one.get("deckCount", "")) for one in found.all("module.map.DeckGlobalKeyCommand")]
        assert drawn == [*(range(1, 8) if expected else ()), 1]
        (turns,) = [one for one in found.all("module.GlobalKeyCommand") if one.get("name") == "Turn up a card"]
        assert (turns.get("buttonHotkey"), turns.get("hotkey"), turns.get("deckCount")) == ("49,195", UP, "1")
        # The log says so, and not that the card was discarded.
        cards = [parse(one.text or "") for one in found.all("module.PrototypeDefinition") if "Deck" in (one.text or "")]
        told = [
            one.fields[1]
            for traits in cards
            for one in traits
            if one.name == "report" and decode(one.fields[0], ",") == [UP]
        ]
        (moved,) = [one for traits in cards for one in traits if one.name == "return" and one.fields[1] == UP]
        assert len(told) == 1 and '": Turn up a card, from "' in told[0] and moved.fields[0] == ""
        # Where single reports are suppressed, the log is silent.
        assert turns.get("reportSingle") == "false"
        assert turns.get("filter") == f'{{ DeckName == "{deck.title}: deck" }}'


@pytest.mark.parametrize(("shape", "facings"), [("square", "8"), ("round", "8"), ("hex", "12")])
def test_a_counter_turns_by_its_sides_and_corners(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shape: Any, facings: str
) -> None:
    whole = table(tmp_path, "dawn")
    # Where there are places to stand in and no hexes, nothing faces anywhere.
    assert not any("rotate" in (one.text or "") for one in built(build_file(whole)).all("widget.PieceSlot"))
    monkeypatch.setattr("rcwkit.export.vassal_boards.faces_about", lambda game: True)
    front = whole.tokens["Ra1"].front
    frames = {**whole.frames, front: whole.frames[front]._replace(shape=shape)}
    found = built(build_file(replace(whole, frames=frames)))
    slots = [one for one in found.all("widget.PieceSlot") if one.get("entryName") == "First Army"]
    assert [trait.fields[0] for one in slots for trait in parse(one.text or "") if trait.name == "rotate"] == [facings]


def test_counters_have_edges_on_screen_and_nothing_else_has(tmp_path: Path) -> None:
    whole, book = table(tmp_path, "dawn"), Setter().book
    files = read(module(whole, book)).entries
    edged = [name for name in whole.frames if name.startswith("counter")]
    expected = [outlined(frame) if name in edged else frame for name, frame in whole.frames.items()]
    drawn = list(pictures(expected, book, dpi=144))
    assert edged
    assert [files[f"images/{name}"] for name in whole.frames] == drawn
    assert files["images/counter-Ra1.png"] not in list(pictures([whole.frames["counter-Ra1.png"]], book, dpi=144))


def _reports(traits: tuple[Trait, ...]) -> dict[str, str]:
    """Return key → what the log says of it."""
    found = (trait for trait in traits if trait.name == "report")
    return {key: trait.fields[1] for trait in found for key in decode(trait.fields[0], ",")}


def test_the_log_says_who_does_what_from_where(tmp_path: Path) -> None:
    """Bug: cards were played and turned without a word, and moves did not say by whom."""
    whole = table(tmp_path, "dawn")
    decks = tuple(replace(deck, uses=("event", "operations")) for deck in whole.decks)
    found = built(build_file(replace(whole, decks=decks)))
    (cards,) = [traits for name, traits in found.prototypes.items() if name.endswith(", cards")]
    plays = {trait.fields[1]: trait.fields[0] for trait in cards if trait.name == "return"}
    assert list(plays.values()) == ["Play: event", "Play: operations", "To the discards", "Out of the game"]
    reports = _reports(cards)
    assert {*plays, FLIP, HAND} == {*reports}
    assert "oldLocation" in reports[HAND] and "Name" not in reports[HAND].replace("PlayerName", "")
    for text in reports.values():
        assert text.startswith("{(") and text.endswith("}")
        assert "PlayerName" in text and 'PlayerSide == "Red"' in text
    assert all("BasicName" in reports[key] and "oldLocation" in reports[key] for key in plays)
    # A hidden card is not named to others before it is turned up: that is VASSAL's own name of the piece.
    assert "BasicName" not in reports[FLIP] and "newPieceName" in reports[FLIP]
    ways = [one.get("moveToFormat", "") for one in found.all("module.Map")]
    assert all("PlayerName" in way and "previousLocation" in way and "+ location" in way for way in ways)
    assert all('previousMap == "Counters" ? "the tray"' in way for way in ways)
    (hand, _) = [one.get("moveToFormat", "") for one in found.all("module.PlayerHand")]
    assert "previousLocation" in hand and "pieceName" not in hand
    (options,) = found.all("module.GlobalOptions")
    assert options.get("chatterHTMLSupport") == "Always"


def test_counters_go_to_the_boxes_of_their_owner_and_lose_their_marks(tmp_path: Path) -> None:
    tracks = SHELF["tracks.yaml"].replace(
        "tracks:\n",
        "tracks:\n  dead_boxes:\n    title: Casualties\n    layout: display\n    boxes:\n"
        "      east: {title: East, owners: [red], takes: stack}\n",
    )
    game = load(Project(write(tmp_path / "short", FILES | {"tracks.yaml": tracks}), shown="short"))
    found = built(build_file(lay(game, [settle(game, "dawn")], {}, Setter())))
    traits = found.prototypes["Red, army"]
    commands = {trait.fields[1]: decode(trait.fields[5], ",") for trait in traits if trait.name == "macro"}
    names = {trait.fields[1]: trait.fields[2] for trait in traits if trait.name == "macro"}
    goes = {trait.fields[1]: trait.fields[15] for trait in traits if trait.name == "sendto"}
    assert {command: [goes.get(key, key) for key in keys] for command, keys in commands.items()} == {
        "To Casualties: East": ["Casualties: East", UNMARK],
        "To Red: reserve": ["Red: reserve", UNMARK],
    }
    # What is there already does not go there, of which the log would tell.
    assert {keys[0] for keys in commands.values()} <= {*_reports(traits)} and not {*names.values()} & {
        *_reports(traits)
    }
    conditions = {trait.fields[1]: trait.fields[3] for trait in traits if trait.name == "macro"}
    assert conditions == {f"To {box}": f'{{ LocationName != "{box}" }}' for box in ("Casualties: East", "Red: reserve")}


def test_the_mark_of_a_move_lies_beyond_the_corner(tmp_path: Path) -> None:
    """Bug: it lay on the values in the middle."""
    found = built(build_file(table(tmp_path, "dawn")))
    slots = [one for one in found.all("widget.PieceSlot") if one.get("entryName") == "First Army"]
    (mark,) = {trait for one in slots for trait in parse(one.text or "") if trait.name == "markmoved"}
    half = int(slots[0].get("width", "")) // 2
    assert mark.fields[1:3] == (str(-half - 14), str(-half - 14))


def test_a_game_without_boxes_has_a_table_to_play_on(tmp_path: Path) -> None:
    """Bug: the main window was the tray."""
    bare = {name: FILES[name] for name in ("game.yaml", "red.yaml")}
    found = built(build_file(lay(load(Project(write(tmp_path / "bare", bare))), [], {}, Setter())))
    assert [one.get("mapName") for one in found.all("module.Map")] == ["Board", "Counters"]
    board, _ = found.all("module.map.boardPicker.Board")
    assert (board.get("image"), board.get("width"), board.get("height")) == (None, "4982", "3422")


def test_another_set_of_data_is_another_version(tmp_path: Path) -> None:
    """Bug: VASSAL took two exports for one, and mixed their saved games without a word."""
    one, same, other = (
        ET.fromstring(build_file(table(tmp_path / name, start))).get("version")
        for name, start in (("a", "dawn"), ("b", "dawn"), ("c", "dusk"))
    )
    assert one == same != other


FOLDER = "kind: folder\nid: f\ntitle: F\nsource: S\npages:\n" + "".join(
    f"  {name.lower()}:\n    title: {name}\n    ribbon: [{ribbon}]\n"
    "    sections: [{head: A, number: 1, bands: [[{text: B}]]}]\n"
    for name, ribbon in (("One", "{title: Move}, {title: Fight}"), ("Two", "{title: Move}, {title: Fight, here: true}"))
)


def test_a_new_turn_moves_its_marker_and_names_the_phase(tmp_path: Path) -> None:
    game = load(Project(write(tmp_path / "short", SHELF | {"folder.yaml": FOLDER}), shown="short"))
    pages = {"F": (TablePage("One", b""), TablePage("Two", b"", 1))}
    found = built(build_file(lay(game, [settle(game, "campaign")], pages, Setter())))
    turns, phases = found.all("module.turn.ListTurnLevel")
    assert phases in [*turns] and (phases.get("property"), phases.get("list")) == ("Phase", "Move,Fight")
    (tracker,) = found.all("module.turn.TurnTracker")
    assert tracker.get("turnFormat") == "Turns: $level1$ · $level2$"
    (*told, _, clear) = found.all("module.turn.TurnGlobalHotkey")
    # A phase without a page of its own has the first.
    assert [(one.get("match"), one.get("reportFormat")) for one in told] == [
        ('{ Phase == "Move" }', "Move: F1 opens the page One"),
        ('{ Phase == "Fight" }', "Fight: F1 opens the page Two"),
    ]
    assert (clear.get("hotkey"), clear.get("match")) == ("123,0", '{ Phase == "Move" }')
    sends = {
        one.get("entryName"): trait.fields[15]
        for one in found.all("widget.PieceSlot")
        for trait in parse(one.text or "")
        if trait.name == "sendto" and trait.fields[1] == TURNS
    }
    assert sends == {"VP": "Turns: $Turns$"}
    (follow,) = [one for one in found.all("module.GlobalKeyCommand") if one.get("name") == "The turn marker follows"]
    assert (follow.get("buttonHotkey"), follow.get("hotkey")) == (TURN, TURNS)


def test_a_button_opens_the_page_of_the_phase(tmp_path: Path) -> None:
    game = load(Project(write(tmp_path / "short", SHELF | {"folder.yaml": FOLDER}), shown="short"))
    pages = {"F": (TablePage("One", b""), TablePage("Two", b"", 1))}
    found = built(build_file(lay(game, [settle(game, "campaign")], pages, Setter())))
    _, *windows = found.all("module.ChartWindow")
    assert [(one.get("name"), one.get("text"), one[0].get("fileName")) for one in windows] == [
        ("One", "", "chart-1-1.png"),
        ("Two", "", "chart-1-2.png"),
    ]
    *turns, button = found.all("module.DoActionButton")
    assert (button.get("text"), button.get("hotkey")) == ("Page of the phase", "112,0")
    assert decode(button.get("hotkeys", ""), ",") == [PAGE] == [*{one.get("hotkey") for one in turns}]
    # Once at most, in a loop with a condition: VASSAL 3.6 begins one with a number of times even if that is 0.
    assert [(one.get("loopType"), one.get("whileExpression"), one.get("indexProperty")) for one in turns] == [
        ("while", '{ Page1 == 0 && (Phase == "Move") }', "Page1"),
        ("while", '{ Page2 == 0 && (Phase == "Fight") }', "Page2"),
    ]
    assert [decode(one.get("hotkeys", ""), ",") for one in turns] == [[one.get("hotkey")] for one in windows]
    # Without charts there is nothing to open, and nothing is said of it.
    bare = build_file(lay(game, [settle(game, "campaign")], {}, Setter()))
    assert b"DoActionButton" not in bare and b"F1 opens" not in bare


def test_a_chart_of_several_pages_is_one_page_of_the_folder(tmp_path: Path) -> None:
    """Bug: where the first page of a folder took two, F1 opened its second half for the next phase."""
    game = load(Project(write(tmp_path / "short", SHELF | {"folder.yaml": FOLDER}), shown="short"))
    pages = {"F": (TablePage("One", b""), TablePage("One (2)", b""), TablePage("Two", b"", 1))}
    table = lay(game, [settle(game, "campaign")], pages, Setter())
    assert phases_of(table) == {"Move": ("One", "chart-1-1.png"), "Fight": ("Two", "chart-1-3.png")}


def test_phases_are_found_whatever_signs_are_in_their_titles(tmp_path: Path) -> None:
    """Bug: one with a dollar was on the tracker, but conditions asked for it without."""
    folder = FOLDER.replace("title: Fight", """title: "Pay $5, 'or' \\"go\\"" """)
    game = load(Project(write(tmp_path / "short", SHELF | {"folder.yaml": folder}), shown="short"))
    pages = {"F": (TablePage("One", b""), TablePage("Two", b"", 1))}
    found = built(build_file(lay(game, [settle(game, "campaign")], pages, Setter())))
    _, phases = found.all("module.turn.ListTurnLevel")
    (name,) = decode(phases.get("list", ""), ",")[1:]
    conditions = [one.get("whileExpression", "") for one in found.all("module.DoActionButton")]
    assert name.startswith("Pay 5, ") and any(literal(name) in condition for condition in conditions)


def test_a_marker_steps_along_its_track_and_the_log_says_from_where(tmp_path: Path) -> None:
    game = load(Project(write(tmp_path / "short", SHELF), shown="short"))
    found = built(build_file(lay(game, [settle(game, "campaign")], {}, Setter())))
    (slot, *_) = [one for one in found.all("widget.PieceSlot") if one.get("entryName") == "Ukraine"]
    traits = parse(slot.text or "")
    (reported,) = [trait for trait in traits if trait.name == "report"]
    sends = {trait.fields[1]: trait for trait in traits if trait.name == "sendto"}
    assert {*decode(reported.fields[0], ",")} == {*sends}
    steps = {trait.fields[2]: trait for trait in traits if trait.name == "macro" and trait.fields[1]}
    ways = {stroke: sends.pop(decode(trait.fields[5], ",")[0]) for stroke, trait in steps.items()}
    # At the end of the track there is no next box.
    ends = {stroke: trait.fields[3] for stroke, trait in steps.items()}
    assert ends == {NEXT: '{ CurrentZone != "Ukraine: White" }', LAST: '{ CurrentZone != "Ukraine: Red" }'}
    # Each box of a short track is a command, in a menu of its own.
    listed = [*sends.values()]
    assert [(one.fields[0], one.fields[15]) for one in listed] == [
        (box, f"Ukraine: {box}") for box in ("Red", "Neutral", "White")
    ]
    (menu,) = [trait for trait in traits if trait.name == "submenu"]
    assert (menu.fields[0], decode(menu.fields[1], ",")) == ("To a box", ["Red", "Neutral", "White"])
    assert "oldLocation" in reported.fields[1] and "location" in reported.fields[1]
    assert traits.index(reported) < min(map(traits.index, ways.values()))
    assert [steps[stroke].fields[1] for stroke in (NEXT, LAST)] == ["Next box", "Box before"]

    def after(stroke: str, here: str) -> str:
        """Read the nested choices of the command as VASSAL does."""
        pairs = re.findall(r'CurrentZone == "([^"]+)" \? "([^"]+)"', ways[stroke].fields[15])
        elsewhere = re.findall(r'"([^"]+)"', ways[stroke].fields[15])[-1]
        return str(dict(pairs).get(here, elsewhere))

    boxes = ["Ukraine: Red", "Ukraine: Neutral", "Ukraine: White"]
    assert [after(NEXT, box) for box in boxes] == [*boxes[1:], boxes[-1]]
    # From elsewhere it goes to the first box: VASSAL complains of a place that the board does not have.
    assert after(NEXT, "Moskva") == after(LAST, "Moskva") == boxes[0]
    assert [after(LAST, box) for box in boxes] == [boxes[0], *boxes[:-1]]
    # Where all such markers are, a window lists at one glance.
    (tracks,) = [one for one in found.all("module.Inventory") if one.get("name") == "Tracks"]
    assert (tracks.get("include"), tracks.get("groupBy")) == ('{ Track != "" }', "")
    assert tracks.get("leafFormat", "").startswith(tracks.get("sortFormat", "") or "-")
    marked = {
        slot.get("entryName"): dict(zip(one.fields, one.state, strict=True))["Track"]
        for slot in found.all("widget.PieceSlot")
        for one in parse(slot.text or "")
        if one.name == "mark" and "Track" in one.fields
    }
    assert marked == {"Ukraine": "Control", "VP": "Turns"}
    # What is known of a counter is shown to whoever points at it.
    (about,) = [dict(zip(one.fields, one.state, strict=True)) for one in traits if one.name == "mark"]
    assert about["About"]
    # What is said of each in a stack takes no more room than there is to the next, or else one covers the other.
    for one in found.all("module.map.CounterDetailViewer"):
        lines = one.get("counterReportFormat", "")
        assert lines.startswith("<html>") and "$PieceName$" in lines and "$About$" in lines
        (across,) = re.findall(r"width=(\d+)", lines)
        assert int(across) < int(one.get("borderWidth", "")) + min(
            int(slot.get("width", "")) for slot in found.all("widget.PieceSlot") if slot.get("width") != "0"
        )
        assert one.get("bgColor")


def test_many_markers_of_a_kind_are_a_pile(tmp_path: Path) -> None:
    """Bug: sixty markers that wait beside the map were a stack across the whole board."""
    whole = table(tmp_path, "dawn")
    (start,) = whole.starts
    first, *others = start.stacks
    for count, kind in ((6, "SetupStack"), (7, "DrawPile")):
        stacks = (replace(first, pieces=first.pieces[:1] * count), *others)
        found = built(build_file(replace(whole, starts=(replace(start, stacks=stacks),))))
        holders = [one for one in found.all(f"module.map.{kind}") if len(one) == count]
        assert [one.get("owningBoard") for one in holders] == ["Board"]


def test_a_counter_that_is_turned_has_another_name(tmp_path: Path) -> None:
    """Bug: the log said that a marker was turned, and is now itself; and no unit of values was reduced."""
    text = (
        "kind: counters\nid: more\ntitle: More\nsource: S\nside: red\ncounters:\n"
        "  Front: {type: marker, name: Front, symbol: disc, reverse: poster}\n"
        "  Ra8: {type: army, name: 8 Army, reverse: {values: {attack: 1}}}\n"
        "  Ra9: {type: army, name: 9 Army, reverse: {state: lost}}\n"
    )
    values = SHELF["game.yaml"].replace("army: {", "army: {values: [attack], ", 1)
    game = load(Project(write(tmp_path / "short", {"game.yaml": values, "more.yaml": text}), shown="short"))
    tokens = lay(game, [], {}, Setter()).tokens
    assert {name: (token.turn, token.reverse) for name, token in tokens.items()} == {
        "Front": ("Turn over", "Front (back)"),
        "Ra8": ("Reduce or restore", "8 Army (reduced) 1"),
        "Ra9": ("Turn over", "9 Army (lost)"),
    }
