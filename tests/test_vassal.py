"""VASSAL modules, read back and compared with the kit: counters, reverses, set-up, decks, no dead references."""

from __future__ import annotations

import io
import json
from collections import Counter as Tally
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree
from zipfile import ZipFile

import pytest
from PIL import Image
from rcwkit.diagnostics import InputError
from rcwkit.dice.counters import Counter, Reverse, back_owner, owner_of, reverse_of, size_of
from rcwkit.dice.places import find_place, region_of
from rcwkit.dice.settle import Settled, settle
from rcwkit.dice.setups import Scenario, Track
from rcwkit.export.boards import drawn_ground
from rcwkit.export.make import read_ground, set_ups, table_of
from rcwkit.export.table import Charts, TableStack, VirtualTable, charts_of, checked
from rcwkit.export.traits import parse
from rcwkit.export.vassal import build_file, saved
from rcwkit.export.vassal_boards import DPI
from rcwkit.export.vassal_rolls import outcome_of, player_of, report_of, rolls_of
from rcwkit.game.catalogue import games, locate
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.kinds.cards.model import Deck
from rcwkit.kinds.maps.survey import surveys
from rcwkit.source.project import Project
from rcwkit.type.text import Setter
from tests_support import TOY, UNMAPPED, run, shipped, write
from vassal_support import Module, built, exported, module_of, read

STARTS = {"axis_allies_1914": ["revolution"], "triumph_of_chaos": ["campaign", "intro_1918"]}


def box_of(game: Game, place: str, name: str) -> str:
    return f"{place} {name}" if place[:1].isdigit() else name


def zone_of(game: Game, place: str) -> str:
    """Return the zone of a place: the game's own map, if it is on that, or its region."""
    first = next(iter(surveys(game).values()), None)
    return "Map" if first and first.at(place) else region_of(game, place).value.title


def expected(game: Game, settled: Settled) -> Tally[tuple[str, str, str, bool]]:
    """Return what the settled set-up puts on the map: (zone, box, counter, reversed)."""
    found: Tally[tuple[str, str, str, bool]] = Tally()
    for force in settled.forces:
        for region in force.regions:
            for spot in region.spots:
                zone = zone_of(game, spot.place) if spot.place else region.title
                found.update(
                    (zone, box_of(game, spot.place, spot.name), piece.unit, piece.reversed) for piece in spot.pieces
                )
        reserve = "Reserves", f"{force.title}: reserve"
        for item in game[Track].values():
            for name, its in item.value.boxes.items():
                if "reserve" in item.id and force.owner in (name, *its.owners):
                    reserve = item.value.title, f"{item.value.title}: {its.title}"
        found.update((*reserve, piece.unit, piece.reversed) for piece in force.reserve)
    for line in settled.markers:
        places = [place for place in (find_place(game, one) for one in line.places) if place]
        turned = line.side is not None and line.side == back_owner(game, line.marker)
        for place in places:
            box = box_of(game, place.id, place.value.name)
            found[zone_of(game, place.id), box, line.marker, turned] += line.count // len(places)
        own = game[Track][line.track].value if line.track else None
        if own and own.start is not None:
            found[own.title, f"{own.title}: {own.boxes[own.start].title}", line.marker, turned] += line.count
        elif not places:
            found["Markers to place", line.at, line.marker, turned] += line.count
    for track, starts in settled.tracks.items():
        value = game[Track][track].value
        for row, box in starts.items():
            marker = (value.rows[row].marker if row in value.rows else None) or row
            if marker in game[Counter]:
                before = value.rows[row].title if row in value.rows else value.title
                found[value.title, f"{before}: {value.boxes[box].title}", marker, False] += 1
    return found


def tracked(game: Game) -> set[str]:
    """Return the titles of tracks with rows."""
    return {item.value.title for item in game[Track].values() if item.value.rows}


def compare(module: Module, game: Game, settled: Settled | None, title: str = "") -> None:
    """The module has the kit's contents, at the same places; of several starts, those of the one with that title."""
    counters = [one for one in module.counters if not title or one.board == title]
    assert Tally(counter.unit for counter in counters) == {
        name: item.value.copies for name, item in game[Counter].items()
    }
    for counter in counters:
        kit = game[Counter][counter.unit].value
        assert counter.name == (kit.full_name or kit.name)
        assert counter.side == game.owners[owner_of(game, counter.unit)].title
        reverse = reverse_of(game, counter.unit)
        assert (counter.back is None) == (reverse == "none")
        if isinstance(reverse, Reverse):
            assert counter.turned_name == f"{reverse.name or counter.name} ({reverse.state})"
        elif reverse == "reduced":
            assert counter.turned_name == f"{counter.name} (reduced)"
    on_map = Tally((one.zone, one.box, one.unit, one.turned) for one in counters if one.window in ("Board", "Map"))
    tracks = Tally((zone, box, unit, turned) for zone, box, unit, turned in on_map if zone in tracked(game))
    # Without a set-up, only markers whose rows say where they begin lie on the board.
    assert on_map == (expected(game, settled) if settled else tracks)
    assert settled or sum(tracks.values()) == sum(
        row.start is not None for item in game[Track].values() for row in item.value.rows.values()
    )
    tray = [one for one in counters if one.window == "Counters"]
    assert all(one.box.split(" × ")[0] == game[Counter][one.unit].value.name for one in tray)
    # Each lies in a deck of its own, to which it returns.
    assert {one.stack.removesuffix(f", {title}") for one in tray} <= {
        name for one in tray for name in (one.name, f"{one.name} ({one.unit})")
    }
    full = {pile.name: pile for pile in module.piles if pile.cards}
    drawn = [deck for deck in game[Deck].values() if not deck.value.reference]
    # Beside each lie its discards, and what is out of the game.
    assert len(full) == len(game[Deck]) == len(module.piles) - len(full) - len(drawn)
    for deck in game[Deck].values():
        pile = full[f"{deck.value.title}: deck"]
        cards = [(card.number or str(number), card) for number, card in enumerate(deck.value.leaves.values(), 1)]
        # The last one added lies on top.
        assert [name for name, _ in reversed(pile.cards)] == [
            f"{number} {card.title}" for number, card in cards for _ in range(card.copies)
        ]
        # Nobody can turn a deck over.
        assert pile.face_down == ("Never" if deck.value.reference else "Always")
        assert (pile.shuffled, pile.drawn_open) == (deck.value.is_shuffled, not deck.value.hidden)
        own = all(card in deck.value.backs or deck.value.turned(one) for card, one in deck.value.leaves.items())
        assert pile.back == (None if own else f"deck-{deck.id}-back.png")
        (discards,) = [pile for pile in module.piles if pile.target == f"{deck.value.title}: deck"]
        assert (discards.face_down, discards.cards) == ("Never", ())


def sound(module: Module) -> None:
    """A module loads: it has its two files, a format that VASSAL recognizes, every picture, and unique slot numbers."""
    data = {child.tag: child.text for child in ElementTree.fromstring(module.entries["moduledata"])}
    version = module.root.get("VassalVersion", "")
    assert tuple(map(int, version.split("."))) >= (3, 5)
    assert (data["VassalVersion"], data["name"], data["version"]) == (
        version,
        module.root.get("name"),
        module.root.get("version"),
    )
    assert module.names == sorted(module.names)
    images = {name.removeprefix("images/") for name in module.names if name.startswith("images/")}
    assert images == module.pictures
    numbers = [
        int(slot.get("gpid", "")) for kind in ("widget.PieceSlot", "widget.CardSlot") for slot in module.all(kind)
    ]
    assert len(set(numbers)) == len(numbers)
    assert int(module.root.get("nextPieceSlotId", "")) > max(numbers, default=0)
    boards = {board.get("name") for board in module.all("module.map.boardPicker.Board")}
    decks = [pile.get("name") for pile in module.all("module.map.DrawPile")]
    assert len(set(decks)) == len(decks)
    for slot in module.all("widget.PieceSlot"):
        assert all(trait.fields[7] in decks for trait in parse(slot.text or "") if trait.name == "return")
    regions = {one.get("name") for one in module.all("module.map.boardPicker.board.Region")}
    for traits in module.prototypes.values():
        sends = [trait for trait in traits if trait.name == "sendto"]
        assert all(
            {"R": trait.fields[15] in regions, "A": "PieceUID" in trait.fields[16], "L": "hand" in trait.fields[2]}[
                trait.fields[13]
            ]
            for trait in sends
        )
        assert all(trait.fields[7] in decks for trait in traits if trait.name == "return")
    assert all(
        one.get("owningBoard") in boards
        for kind in ("SetupStack", "DrawPile")
        for one in module.all(f"module.map.{kind}")
    )
    assert all(" " not in name.rpartition("/")[2] for name in images)


@pytest.mark.parametrize("name", games())
def test_a_module_has_the_contents_of_the_kit(name: str) -> None:
    game = shipped(name)
    module = read(module_of(name))
    sound(module)
    starts = STARTS.get(name, [])
    for start in starts:
        compare(module, game, settle(game, start), game[Scenario][start].value.title if len(starts) > 1 else "")
    if not starts:
        compare(module, game, None)
    assert [one.get("name") for one in module.all("module.PredefinedSetup")] == (
        [game[Scenario][start].value.title for start in starts] if len(starts) > 1 else []
    )
    dice = {one.get("name") for one in module.all("module.DiceButton")}
    assert dice >= {"white_general": {"1d10", "2d10", "3d10", "4d10"}, "axis_allies_1914": {"1d6"}}.get(name, {"1d6"})
    for slot in (*module.all("widget.PieceSlot"), *module.all("widget.CardSlot")):
        if slot.get("width") == "0":  # a piece that nobody sees
            continue
        picture = Image.open(io.BytesIO(module.entries[f"images/{_front(slot.text or '')}"]))
        assert picture.size == (int(slot.get("width", "")), int(slot.get("height", "")))
    for counter in module.counters:
        assert _width(module, counter.front) == pytest.approx(size_of(game, counter.unit)[0] * DPI / 72, abs=1)
    # Windows beside the first, which is as large as the screen, fit a small one.
    for window in [*module.all("module.Map")][1:]:
        (zoomer,) = (part for part in window.iter() if part.tag.endswith("map.Zoomer"))
        zoom = float(zoomer.get("zoomLevels", "").split(",")[-int(zoomer.get("zoomStart", ""))])
        for board in (part for part in window.iter() if part.tag.endswith("boardPicker.Board")):
            wide, high = Image.open(io.BytesIO(module.entries[f"images/{board.get('image')}"])).size
            assert (wide * zoom <= 1340, high * zoom <= 690) == (True, True), (window.get("mapName"), wide, high, zoom)


def _front(text: str) -> str:
    return parse(text)[-1].fields[2]


def _width(module: Module, picture: str) -> int:
    return Image.open(io.BytesIO(module.entries[f"images/{picture}"])).size[0]


def test_charts_and_aids_are_windows_of_pages(tmp_path: Path) -> None:
    module = read(exported("axis_allies_1914", tmp_path))
    sound(module)
    windows = {
        window.get("name"): [chart.get("fileName", "") for chart in window.iter() if chart.get("fileName")]
        for window in module.all("module.ChartWindow")
    }
    assert list(windows) == ["Set-up sheet", "All charts", "Russian Civil War"]
    # One button of the toolbar has them all.
    (charts,) = [one for one in module.all("module.ToolbarMenu") if one.get("text") == "Charts"]
    assert charts.get("menuItems") == ",".join(map(str, windows))
    for pages in windows.values():
        assert pages
        assert all(Image.open(io.BytesIO(module.entries[f"images/{page}"])).size == (910, 1287) for page in pages)


def test_a_quick_reference_of_its_own_is_a_window_too(tmp_path: Path) -> None:
    """Bug: an aid with a file of its own was left out."""
    write(tmp_path / "toy", TOY)
    project = locate(str(tmp_path / "toy"))
    assert [*charts_of(project, load(project), ()).pages] == [
        "All charts",
        "Checklists",
        "Sheet",
        "Quick references",
        "Player folder",
    ]


def test_the_turn_track_counts_its_boxes() -> None:
    game = shipped("triumph_of_chaos")
    table = table_of(game, [settle(game, "campaign")], Setter(), Charts())
    text = build_file(table).decode()
    assert (
        'turn.ListTurnLevel name="Game Turn Track" property="Game Turn Track" list="'
        + ",".join(str(turn) for turn in range(1, 17))
        + '"'
        in text
    )


def test_a_scenario_and_a_record_give_their_own_set_up() -> None:
    game = shipped("triumph_of_chaos")
    record = json.loads(run("roll", "triumph_of_chaos", "reductions", "--seed", "7K3Q-X0AB-3", "--json").stdout)
    turned = {}
    for scenario, given in (("intro_1918", None), ("campaign", None), (None, record)):
        (settled,) = set_ups(game, scenario, {"r.json": given} if given else {})
        setter = Setter()
        table = table_of(game, (settled,), setter, Charts(), drawn_ground(game, setter))
        module = built(build_file(table))
        compare(module, game, settled)
        turned[scenario] = {counter.unit for counter in module.counters if counter.turned}
    assert turned[None] > turned["campaign"]


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    return write(tmp_path / "toy", UNMAPPED)


def test_the_same_game_gives_the_same_bytes(toy: Path, tmp_path: Path) -> None:
    first, second = (exported(str(toy), tmp_path / name, "--no-charts") for name in ("one", "two"))
    assert first == second
    with ZipFile(io.BytesIO(first)) as archive:
        assert {entry.date_time for entry in archive.infolist()} == {(2026, 1, 1, 0, 0, 0)}
    compare(read(first), load(Project(toy)), settle(load(Project(toy)), "campaign"))


def test_modules_of_other_set_ups_lie_beside_each_other(toy: Path, tmp_path: Path) -> None:
    record = tmp_path / "record.json"
    record.write_text(run("roll", str(toy), "reductions", "--faces", "6,6", "--json").stdout, encoding="utf-8")
    usual, rolled = (
        read(exported(str(toy), tmp_path, "--no-charts", *options)) for options in ((), ("--record", str(record)))
    )
    assert {one.unit for one in usual.counters if one.turned} == {"Ra2"}
    assert {one.unit for one in rolled.counters if one.turned} == {"Ra1", "Ra2"}
    assert sorted(path.name for path in (tmp_path / "toy" / "vassal").iterdir()) == [
        "toy-campaign-rolled.vmod",
        "toy.vmod",
    ]


@pytest.mark.parametrize(
    ("options", "code", "said"),
    [
        (("--scenario", "campain"), 2, "did you mean 'campaign'?"),
        (("--record", "missing.json"), 2, "cannot be read"),
        (("--record", "other.json"), 2, "this is not a record of toy"),
        (("--record", "other.json", "--scenario", "campaign"), 2, "a record has its own scenario"),
    ],
)
def test_a_wrong_set_up_is_refused_and_nothing_written(
    toy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...], code: int, said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "other.json").write_text('{"game": "another"}', encoding="utf-8")
    result = run("export", "vassal", str(toy), "--no-charts", "--out", "out", *options)
    assert (result.exit_code, said in result.stderr) == (code, True), result.stderr
    assert not (tmp_path / "out").exists()


def test_a_folder_that_cannot_be_made_is_named(toy: Path, tmp_path: Path) -> None:
    (tmp_path / "out").write_text("a file", encoding="utf-8")
    result = run("export", "vassal", str(toy), "--no-charts", "--out", str(tmp_path / "out"))
    assert result.exit_code == 3
    assert f"error: cannot write {tmp_path / 'out' / 'toy' / 'vassal'}" in result.stderr


def test_what_does_not_fit_the_board_is_refused_and_nothing_written(toy: Path, tmp_path: Path) -> None:
    places = toy / "places.yaml"
    places.write_text(
        places.read_text(encoding="utf-8").replace("638: Norlinsk", f"638: {'W' * 110}"), encoding="utf-8"
    )
    setup = toy / "setup.yaml"
    setup.write_text(setup.read_text(encoding="utf-8").replace("638 Norlinsk", "638"), encoding="utf-8")
    result = run("export", "vassal", str(toy), "--no-charts", "--out", str(tmp_path / "out"))
    assert result.exit_code == 2
    assert "places.yaml:7:32: error[E310]" in result.stderr
    assert not (tmp_path / "out").exists()


def begins(table: VirtualTable, stacks: tuple[TableStack, ...]) -> VirtualTable:
    return replace(table, starts=(replace(table.starts[0], stacks=stacks),))


def test_what_leads_nowhere_is_found(toy: Path) -> None:
    game = load(Project(toy))
    table = table_of(game, [settle(game, "campaign")], Setter(), Charts())
    assert not list(checked(table))
    lost = [
        (
            begins(table, (*table.starts[0].stacks, TableStack("Board", "place 999", "Lost", ()))),
            "starts in a box that no board has: Board, place 999",
        ),
        (
            begins(table, (*table.starts[0].stacks, TableStack("Nowhere", "place 701", "Lost", ()))),
            "starts in a box that no board has: Nowhere",
        ),
        (
            begins(table, (TableStack("Board", "place 701", "Lost", (("Rx9", False),)),)),
            "a counter that is not in the mix: 'Rx9'",
        ),
        (
            begins(table, (TableStack("Board", "place 701", "Lost", (("Rc16", True),)),)),
            "'Rc16' is set up on its reverse, but has none",
        ),
        (
            replace(table, frames={key: frame for key, frame in table.frames.items() if key != "counter-Ra1-back.png"}),
            "no picture 'counter-Ra1-back.png'",
        ),
        (
            replace(table, frames={key: frame for key, frame in table.frames.items() if key != "board-board.png"}),
            "no picture 'board-board.png'",
        ),
        (replace(table, decks=(replace(table.decks[0], back="gone.png"),)), "no picture 'gone.png'"),
    ]
    for broken, said in lost:
        (found,) = checked(broken)
        assert (found.code, said in found.message) == ("E570", True), found.message
    huge = replace(table.boards[0], frame=table.boards[0].frame._replace(width=9000.0))
    (large,) = checked(replace(table, cards=huge))
    assert (large.code, "'Board' is too large" in large.message) == ("E573", True)
    (twice,) = checked(
        begins(table, (*table.starts[0].stacks, TableStack("Board", "place 701", "Again", (("Ra1", False),))))
    )
    assert (twice.code, twice.message) == ("E571", "'Ra1' is set up 2 times, and there is one")
    assert "red.yaml" in twice.span.file


def table_with(toy: Path, **files: str) -> VirtualTable:
    for name, text in files.items():
        (toy / f"{name}.yaml").write_text(text, encoding="utf-8")
    game = load(Project(toy))
    return table_of(game, set_ups(game, None), Setter(), Charts())


def test_a_deck_keeps_its_order_if_it_is_told_to(toy: Path) -> None:
    cards = (toy / "cards.yaml").read_text(encoding="utf-8").replace("back:", "shuffled: false\nback:")
    (deck,) = [pile for pile in built(build_file(table_with(toy, cards=cards))).piles if pile.cards]
    assert not deck.shuffled


def test_an_empty_deck_takes_back_its_discards_if_it_is_told_to(toy: Path) -> None:
    cards = (toy / "cards.yaml").read_text(encoding="utf-8").replace("back:", "reshuffles: true\nback:")
    piles = [*built(build_file(table_with(toy, cards=cards))).all("module.map.DrawPile")]
    (deck,) = [one for one in piles if one.get("hotkeyOnEmpty") == "true"]
    (discards,) = [one for one in piles if one.get("reshuffleHotkey")]
    assert (discards.get("reshuffleTarget"), discards.get("reshuffleHotkey")) == (
        deck.get("name"),
        deck.get("emptyHotkey"),
    )
    assert deck.get("shuffle") == "Always"


def test_every_line_of_the_log_says_who_did_it(toy: Path) -> None:
    """Bug: nobody knew who shuffled, rolled or moved the turn on."""
    module = built(build_file(table_with(toy)))
    formats = {
        "module.map.DrawPile": ("shuffleFormat", "reshuffleMessage"),
        "module.DiceButton": ("reportFormat",),
        "module.turn.TurnTracker": ("reportFormat",),
        "module.Map": ("moveToFormat", "moveWithinFormat"),
    }
    said = [one.get(name) for kind, names in formats.items() for one in module.all(kind) for name in names]
    assert said and all('PlayerName + " (" + PlayerSide' in text for text in said if text)


def test_a_start_is_a_saved_game_that_chooses_boards(toy: Path) -> None:
    scenarios = (toy / "scenarios.yaml").read_text(encoding="utf-8")
    table = table_with(toy, scenarios=f"{scenarios}  late: {{title: Late, setup: campaign}}\n")
    module = built(build_file(table))
    first, late = table.starts
    digits = saved(table, late).decode().removeprefix("!VCSK")
    key, *text = bytes.fromhex(digits)
    assert bytes(byte ^ key for byte in text).decode().split("\x1b") == [
        "begin_save",
        "BoardBoardPicker\tLate\t0\t0",
        "CountersBoardPicker\tLate\t0\t0",
        "CardsBoardPicker\tCards\t0\t0",
        "RollsBoardPicker\tRolls\t0\t0",
        "end_save",
    ]
    assert [one.get("file") for one in module.all("module.PredefinedSetup")] == ["start-1.vsav", "start-2.vsav"]
    for start in (first, late):
        compare(module, table.game, settle(table.game, "campaign"), start.title)


def test_hidden_and_shuffled_decks(toy: Path) -> None:
    more = "hidden: true\nshuffled: true\nowner: red\nback:"
    cards = (toy / "cards.yaml").read_text(encoding="utf-8").replace("back:", more)
    module = built(build_file(table_with(toy, cards=cards)))
    (deck,) = [pile for pile in module.piles if pile.cards]
    assert (deck.shuffled, deck.drawn_open) == (True, False)
    # A lone player looks into every hand; nobody else than its owner reaches into the deck.
    assert [hand.get("side") for hand in module.all("module.PlayerHand")] == ["Red,Solitaire", "White,Solitaire"]
    restricted = [(one.get("deckRestrictAccess"), one.get("deckOwners")) for one in module.all("module.map.DrawPile")]
    assert [one for one in restricted if one[0]] == [("true", "Red,Solitaire")]
    (button,) = [one for one in module.all("module.GlobalKeyCommand") if one.get("buttonText")]
    assert 'PlayerSide == "Red" && DeckName == ' in button.get("filter", "") and button.get("deckCount") == "1"
    # A hand is as high as its cards, and a player draws into it without a look at the others.
    (card,) = {(slot.get("width"), slot.get("height")) for slot in module.all("widget.CardSlot")}
    boards = [one for one in module.all("module.map.boardPicker.Board") if one.get("name") == "Hand"]
    assert all(int(one.get("height", "")) == int(card[1] or "") + 140 for one in boards)
    # At half size it lies beside the map, with several cards side by side.
    assert {one.get("width") for one in boards} == {"1640"} and 4 * int(card[0] or "") < 1640
    (pile,) = [one for one in module.all("module.map.DrawPile") if one.get("shuffle") == "Always"]
    draws = [*pile.iter("VASSAL.build.module.map.DeckGlobalKeyCommand")]
    assert [draw.get("deckCount") for draw in draws] == [*"1234567"] and pile.get("allowSelect") == "false"
    (shared,) = [one for name, one in module.prototypes.items() if name.endswith(", cards")]
    # Drawn cards lie whole in the hand.
    (sent,) = [trait.fields for trait in shared if trait.name == "sendto" and trait.fields[1] == draws[0].get("hotkey")]
    assert int(sent[4]) - int(card[0] or "") // 2 == 20 and int(sent[5]) - int(card[1] or "") // 2 in (19, 20)


def test_an_open_deck_has_no_hands(toy: Path) -> None:
    module = built(build_file(table_with(toy)))
    assert not list(module.all("module.PlayerHand"))
    assert [pile.drawn_open for pile in module.piles] == [True, True, True]


def test_a_map_of_ones_own_is_the_main_board(toy: Path, tmp_path: Path) -> None:
    Image.new("RGB", (400, 300), "green").save(tmp_path / "mine.png")
    (tmp_path / "mine.csv").write_text("place,x,y\n701,100,60\n", encoding="utf-8")
    module = read(exported(str(toy), tmp_path, "--no-charts", "--map", str(tmp_path / "mine.png")))
    sound(module)
    window, *_ = module.all("module.Map")
    assert (window.get("mapName"), window.get("launch")) == ("Map", "false")
    placed = [(one.window, one.box) for one in module.counters if one.window == "Map"]
    assert placed
    assert set(placed) == {("Map", "Petrograd")}
    assert module.entries["images/map.png"] == (tmp_path / "mine.png").read_bytes()
    # In its own outline, and as the nearest place of what lies beside all.
    spot, around = (one for one in module.all("module.map.boardPicker.board.Region") if one.get("name") == "Petrograd")
    assert spot.attrib == around.attrib
    assert (spot.get("originx"), spot.get("originy")) == ("100", "60")


def test_a_map_with_too_many_pixels_is_scaled_with_its_spots(
    toy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bug: it was refused, without the limit."""
    monkeypatch.setattr("rcwkit.art.images.PIXELS", 400 * 300 // 4)
    Image.new("RGB", (400, 300), "green").save(tmp_path / "mine.png")
    (tmp_path / "mine.csv").write_text("place,x,y\n701,100,60\n", encoding="utf-8")
    ground = read_ground(load(Project(toy)), tmp_path / "mine.png")
    assert Image.open(io.BytesIO(ground.data)).size == (200, 150)
    assert ground.spots["701"][1:] == (25.0, 15.0)
    monkeypatch.setattr("rcwkit.art.images.LARGEST", 1000)
    with pytest.raises(InputError, match="E590") as error:
        read_ground(load(Project(toy)), tmp_path / "mine.png")
    assert "400 × 300 pixels is too large" in error.value.diagnostics[0].message


@pytest.mark.parametrize(
    ("picture", "sheet", "said"),
    [
        (b"not a picture", "place,x,y\n", "error[E590]: mine.png: not a printable picture"),
        (None, "a,b\n", "error[E591]: no columns place, x, y"),
        (None, "place,x,y\n799,1,1\n", "error[E591]: unknown place '799'"),
        (None, "place,x,y\n701,401,1\n", "'401, 1' is not a spot on a picture of 400 × 300 pixels"),
        (None, "place,x,y\n701,nan,1\n", "'nan, 1' is not a spot"),
        (None, None, "cannot read"),
    ],
)
def test_a_map_that_cannot_be_read_is_refused(
    toy: Path, tmp_path: Path, picture: bytes | None, sheet: str | None, said: str
) -> None:
    if picture is None:
        Image.new("RGB", (400, 300)).save(tmp_path / "mine.png")
    else:
        (tmp_path / "mine.png").write_bytes(picture)
    if sheet is not None:
        (tmp_path / "mine.csv").write_text(sheet, encoding="utf-8")
    options = ("--no-charts", "--map", str(tmp_path / "mine.png"), "--out", str(tmp_path / "out"))
    result = run("export", "vassal", str(toy), *options)
    assert (result.exit_code in (2, 3), said in result.stderr) == (True, True), result.stderr
    assert not (tmp_path / "out").exists()


def test_rolls_report_their_results() -> None:
    game = shipped("white_general")
    (motivation,) = [one for one in rolls_of(game) if one.title == "Motivation"]
    text = report_of(game, motivation)
    assert text.startswith(f'{{{player_of(game)} + ": Motivation: " + ')
    assert text.endswith("}")
    assert text.count("(") == text.count(")")
    assert "$" not in text


def test_rolls_say_what_follows_from_their_results() -> None:
    game = shipped("triumph_of_chaos")
    found = {roll.title: roll for roll in rolls_of(game)}
    guards, strength = found["Makhno’s Black Guards: Black Guards"], found["Uncertain strengths: Strength"]
    assert outcome_of(game, guards, 4, 0) == "Makhno: place Black Guards Corps: Makhno’s region or reserve (2 in 3)"
    assert outcome_of(game, guards, 5, 0).startswith("Green: place Black Guards Corps as Green: Makhno’s region; White")
    asset = found["West Ukraine’s special asset: Special asset"]
    assert " at South Special Asset box (" in outcome_of(game, asset, 1, 0), "without the id of a place"
    # What is done to the unit that is rolled for goes without saying.
    assert outcome_of(game, strength, 4, 0) == "reduced (1 in 2)"


def test_the_command_says_what_opens_a_module(tmp_path: Path) -> None:
    result = run("export", "vassal", str(write(tmp_path / "toy", TOY)), "--no-charts", "--out", str(tmp_path))
    assert (result.exit_code, result.stdout.endswith(" bytes): open it in VASSAL\n")) == (0, True), result.stderr
