"""A game on a virtual table: counters on the map and in the tray, and errors in the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from exports_support import SHELF, shelf_game
from rcwkit.diagnostics import Diagnostic
from rcwkit.dice.counters import Counter
from rcwkit.dice.notation import Dice
from rcwkit.dice.settle import settle
from rcwkit.export.boards import Board, Ground, draw_board, tray_board
from rcwkit.export.table import (
    Album,
    Start,
    TableCard,
    TableChart,
    TableDeck,
    TablePage,
    TableStack,
    Token,
    VirtualTable,
    checked,
    decks_of,
    lay,
)
from rcwkit.export.traits import parse
from rcwkit.export.vassal import build_file
from rcwkit.frame import Frame, Group, Item, Text
from rcwkit.game.loader import load
from rcwkit.source.project import Project
from rcwkit.type.text import Setter
from sheets_support import extents
from tests_support import write


@pytest.fixture
def table(tmp_path: Path) -> VirtualTable:
    game = shelf_game(tmp_path)
    pages = {"Charts": (TablePage("A", b"one"), TablePage("B", b"two")), "Aids": (TablePage("C", b"three"),)}
    return lay(game, [settle(game, "campaign")], pages, Setter())


def stacks(table: VirtualTable, board: str) -> list[tuple[str, str, str]]:
    """Return box, title, and the counters from the bottom up; a reversed one in brackets."""
    return [
        (stack.cell, stack.title, " ".join(f"({unit})" if turned else unit for unit, turned in stack.pieces))
        for stack in table.starts[0].stacks
        if stack.board == board and stack.pieces
    ]


def test_counters_begin_where_the_set_up_puts_them(table: VirtualTable) -> None:
    assert stacks(table, "Board") == [
        ("place 701", "Red: Petrograd", "Ra1 (Ra2) Rc16"),
        ("reserve red", "Red: reserve", "Rc16"),
        ("reserve red", "Red: reserve", "(Ra3)"),
        ("place 638", "The Whites: Norlinsk", "Wa1"),
        ("markers 0", "VP: anywhere", "VP VP"),
        ("place 701", "VP: two of them", "VP VP"),
        ("place 702", "VP: two of them", "VP VP"),
        # Three markers for two places: the set-up does not say which gets two, so they wait beside the map.
        ("markers 2", "VP: as White likes", "VP VP VP"),
        ("track control ukraine neutral", "Ukraine: Neutral", "ukraine"),
        ("track turn  t2", "VP: 2", "VP"),
    ]


def test_what_no_line_sets_up_lies_in_the_tray(table: VirtualTable) -> None:
    assert stacks(table, "Counters") == [("VP", "VP", "VP"), ("Rc16", "c16", "Rc16"), ("Wc1", "c1", "Wc1 Wc1")]


def test_a_row_names_the_marker_that_moves_in_it(tmp_path: Path) -> None:
    tracks = SHELF["tracks.yaml"].replace("start: neutral, gates", "start: neutral, marker: Wa1, gates")
    setup = SHELF["setup.yaml"].replace("[Wa1]", "[]")
    game = load(Project(write(tmp_path / "shelf", SHELF | {"tracks.yaml": tracks, "setup.yaml": setup})))
    found = lay(game, [settle(game, "campaign")], {}, Setter())
    assert ("track control ukraine neutral", "1 Army: Neutral", "Wa1") in stacks(found, "Board")


def test_a_track_without_counters_of_its_own_sets_up_nothing(tmp_path: Path) -> None:
    counters = SHELF["neutral.yaml"].replace("  ukraine: {type: marker, name: Ukraine}\n", "")
    game = load(Project(write(tmp_path / "shelf", SHELF | {"neutral.yaml": counters})))
    found = lay(game, [settle(game, "campaign")], {}, Setter())
    assert [cell for cell, _, _ in stacks(found, "Board") if cell.startswith("track")] == ["track turn  t2"]


def test_a_game_without_a_set_up_has_its_counters_in_the_tray(tmp_path: Path) -> None:
    game = shelf_game(tmp_path)
    table = lay(game, [], {}, Setter())
    # What a track itself says of its markers, it says without a set-up, too.
    on_track = [("track control ukraine neutral", "Ukraine: Neutral", "ukraine")]
    assert (table.starts[0].title, stacks(table, "Board")) == ("", on_track)
    assert {unit: len(text.split()) for unit, _, text in stacks(table, "Counters")} == {
        name: item.value.copies for name, item in game[Counter].items() if name != "ukraine"
    }


def test_counters_are_named_as_their_sides_are(table: VirtualTable) -> None:
    assert table.tokens["Ra1"] == Token(
        "Ra1",
        "First Army",
        "Red",
        "army",
        1,
        "counter-Ra1.png",
        "counter-Ra1-back.png",
        "First Army (reduced)",
        "red",
        turn="Reduce or restore",
        about="army",
    )
    assert table.tokens["Ra2"].turn == "Turn over"
    assert [name for name, one in table.tokens.items() if one.marker] == ["VP", "ukraine"]
    assert {name: (one.owner, one.copies, one.reverse) for name, one in table.tokens.items()} == {
        "VP": ("No one", 11, ""),
        "ukraine": ("No one", 1, ""),
        "Ra1": ("Red", 1, "First Army (reduced)"),
        "Ra2": ("Red", 1, "Guards (elite)"),
        "Ra3": ("Red", 1, "3 Army (lost)"),
        "Rc16": ("Red", 3, ""),
        "Wa1": ("White", 1, "1 Army (reduced)"),
        "Wc1": ("White", 2, ""),
    }
    assert [name for name, one in table.tokens.items() if one.back is None] == ["VP", "ukraine", "Rc16", "Wc1"]


def test_decks_share_one_back_and_number_their_cards(table: VirtualTable) -> None:
    assert table.decks == (
        TableDeck(
            "factions",
            "Factions",
            "deck-factions-back.png",
            (
                TableCard("ukraine", "1 Ukraine", "deck-factions-ukraine.png", 1),
                TableCard("poland", "7 Poland", "deck-factions-poland.png", 2),
            ),
            shuffled=True,
        ),
        TableDeck(
            "events",
            "Events",
            "deck-events-back.png",
            (TableCard("truce", "1 Truce", "deck-events-truce.png", 1),),
            shuffled=True,
        ),
    )


def test_a_table_knows_its_boards_charts_dice_and_turns(table: VirtualTable) -> None:
    assert [(board.name, board.image) for board in table.boards] == [
        ("Board", "board-board.png"),
        ("Counters", "board-counters.png"),
        ("Cards", "board-cards.png"),
        ("Rolls", "board-rolls.png"),
    ]
    assert table.charts == (
        TableChart("Charts", (("A", "chart-1-1.png"), ("B", "chart-1-2.png")), (0, 0)),
        TableChart("Aids", (("C", "chart-2-1.png"),), (0,)),
    )
    assert table.pictures == {"chart-1-1.png": b"one", "chart-1-2.png": b"two", "chart-2-1.png": b"three"}
    assert [start.title for start in table.starts] == ["Campaign"]
    assert table.dice == (Dice(1, 6), Dice(2, 6), Dice(1, 10))
    assert table.turns is not None
    assert table.turns.value.title == "Turns"
    assert table.helps == {}


def test_dice_are_listed_by_their_sides_and_then_by_their_number(tmp_path: Path) -> None:
    tables = "".join(
        f"  t{count}: {{title: T, roll: {count}d6, beyond: clamp, columns: {{a: A}}, rows: {{1-60: [a]}}}}\n"
        for count in (9, 4, 7, 3, 8, 5, 6)
    )
    game = load(Project(write(tmp_path / "shelf", SHELF | {"tables.yaml": SHELF["tables.yaml"] + tables})))
    assert lay(game, [], {}, Setter()).dice == (*(Dice(count, 6) for count in range(1, 10)), Dice(1, 10))


@pytest.mark.parametrize(
    ("name", "counts"), [("turn", True), ("turns", True), ("turn_order", True), ("turning", False), ("return", False)]
)
def test_the_track_of_turns_is_known_by_its_name(tmp_path: Path, name: str, counts: bool) -> None:
    files = SHELF | {
        "turns.yaml": SHELF["turns.yaml"].replace("  turn:", f"  {name}:"),
        "setup.yaml": SHELF["setup.yaml"].replace("  turn: {VP: t2}\n", ""),
    }
    game = load(Project(write(tmp_path / "shelf", files)))
    assert (lay(game, [], {}, Setter()).turns is not None) is counts


def test_a_table_of_rows_counts_no_turns(tmp_path: Path) -> None:
    turns = SHELF["turns.yaml"].replace("layout: line", "layout: table\n    rows: {a: {title: A}}")
    setup = SHELF["setup.yaml"].replace("  turn: {VP: t2}\n", "")
    game = load(Project(write(tmp_path / "shelf", SHELF | {"turns.yaml": turns, "setup.yaml": setup})))
    assert lay(game, [], {}, Setter()).turns is None


def test_only_components_of_the_game_get_a_board(tmp_path: Path) -> None:
    def boards(*left_out: str) -> list[str]:
        files = {name: text for name, text in SHELF.items() if name not in {"setup.yaml", "scenarios.yaml", *left_out}}
        return [
            board.name
            for board in lay(load(Project(write(tmp_path / "-".join(left_out), files))), [], {}, Setter()).boards
        ]

    assert boards("cards.yaml", "events.yaml") == ["Board", "Counters", "Rolls"]
    none = "red.yaml", "white.yaml", "neutral.yaml", "procedures.yaml"
    assert boards(*none) == ["Board", "Cards", "Rolls"]
    decks, boxes = ("cards.yaml", "events.yaml"), ("places.yaml", "turns.yaml", "tracks.yaml")
    # There is always a board to play on.
    assert boards(*decks, *boxes, "tables.yaml") == ["Board", "Counters"]
    assert boards(*none, *decks, *boxes, "tables.yaml") == ["Board"]


def test_a_map_is_the_first_board_and_has_the_stacks_of_its_places(tmp_path: Path) -> None:
    game, frame = shelf_game(tmp_path), Frame(400, 300, ())
    mine = Ground(frame, {"701": ("Petrograd", 100, 60), "638": ("Norlinsk", 200, 90)}, 20, b"picture", "mine.png")
    table = lay(game, [settle(game, "campaign")], {"Aids": (TablePage("C", b"three"),)}, Setter(), mine)
    assert [(board.name, board.image) for board in table.starts[0].boards] == [
        ("Map", "mine.png"),
        ("Board", "board-board.png"),
        ("Counters", "board-counters.png"),
    ]
    assert [cell for cell, _, _ in stacks(table, "Map")] == ["place 701", "place 638", "place 701"]
    assert [cell for cell, _, _ in stacks(table, "Board")][:3] == ["reserve red", "reserve red", "markers 0"]
    assert table.pictures == {"chart-1-1.png": b"three", "mine.png": b"picture"}
    assert "mine.png" not in table.frames
    drawn = lay(game, [settle(game, "campaign")], {}, Setter(), replace(mine, data=b""))
    assert (drawn.frames["mine.png"], drawn.pictures) == (frame, {})
    assert found(table) == found(drawn) == []


def test_all_starts_share_equal_pictures(tmp_path: Path) -> None:
    game = shelf_game(tmp_path)
    table = lay(game, [settle(game, "campaign")] * 2, {}, Setter(), helps={"Index": "<p>None</p>"})
    assert [start.title for start in table.starts] == ["Campaign", "Campaign~2"]
    assert [[board.image for board in start.boards] for start in table.starts] == [
        ["board-board.png", "board-counters.png"]
    ] * 2
    assert [name for name in table.frames if name.startswith("board")] == [
        "board-board.png",
        "board-counters.png",
        "board-cards.png",
        "board-rolls.png",
    ]
    assert table.helps == {"Index": "<p>None</p>"}


def test_decks_say_how_they_are_played_and_which_cards_have_backs_of_their_own(tmp_path: Path) -> None:
    deck = SHELF["events.yaml"].replace("cards:", "hidden: true\nshuffled: true\ncards:")
    both = "  war: {title: War, reverse: {title: Peace}}\n"
    only = SHELF["events.yaml"].partition("  truce")[0].replace("events", "fates") + both
    book = SHELF["events.yaml"].replace("events", "book").replace("cards:", "reference: true\ncards:")
    files = {"events.yaml": deck + both, "fates.yaml": only, "book.yaml": book}
    game = load(Project(write(tmp_path / "shelf", SHELF | files)))
    album = Album()
    decks = {deck.id: deck for deck in decks_of(game, Setter(), album)}
    assert {name: (one.open, one.hidden, one.shuffled) for name, one in decks.items()} == {
        "factions": (False, False, True),
        "events": (False, True, True),
        "fates": (False, False, True),
        "book": (True, False, False),
    }
    assert decks["events"].backs == ("deck-events-back.png", "deck-events-war-back.png")
    assert (decks["fates"].back, decks["fates"].backs) == ("deck-fates-war-back.png", ("deck-fates-war-back.png",))
    assert {name for name in album if "back" in name} == {
        "deck-factions-back.png",
        "deck-events-back.png",
        "deck-events-war-back.png",
        "deck-fates-war-back.png",
        "deck-book-back.png",
    }
    assert {name for name, one in decks.items() if one.two_faced} == {"events", "fates"}


def test_counters_are_named_with_their_strengths(tmp_path: Path) -> None:
    values = "values: [attack, move], shown: '{attack}'"
    foot = f"  foot: {{title: foot, plural: foot, symbol: infantry, reverse: reduced, {values}}}\n"
    red = SHELF["red.yaml"] + (
        "  F1: {type: foot, name: Foot, values: {attack: 4, move: 6}, reverse: {values: {attack: 2}}}\n"
    )
    files = {"game.yaml": SHELF["game.yaml"].replace("unit_types:\n", f"unit_types:\n{foot}"), "red.yaml": red}
    table = lay(load(Project(write(tmp_path / "shelf", SHELF | files))), [], {}, Setter())
    assert (table.tokens["F1"].name, table.tokens["F1"].reverse) == ("Foot 4", "Foot (reduced) 2")
    # Moves of a stack are no sum.
    assert {name: dict(one.values) for name, one in table.tokens.items() if one.values} == {"F1": {"attack": (4, 2)}}
    root = ET.fromstring(build_file(table))
    (viewer, *_) = root.iter("VASSAL.build.module.map.CounterDetailViewer")
    value = 'GetProperty("sum(Value_attack)")'
    told = viewer.get("emptyHexReportForma", "")
    assert 'LocationName == "702 Pskov" ? " · resource 1"' in told
    summed = f' + ({value} == 0 ? "" : " · attack " + {value})}}'
    # What is known of a place is told where counters stand, too.
    assert viewer.get("summaryReportFormat") == told.removesuffix("}") + summed
    # What has no attack adds nothing to the sum.
    (none,) = (one for one in root.iter() if one.get("name") == "Value_attack")
    assert none.get("initialValue") == "0"
    (slot,) = (one for one in root.iter() if one.get("entryName") == "Foot 4")
    (counted,) = (one.fields for one in parse(slot.text or "") if one.name == "calcProp")
    assert counted[:2] == ("Value_attack", "{Reverse_Level == 2 ? 2 : 4}")


def test_the_picture_of_a_game_shows_a_counter_of_each_owner_beside_its_title(table: VirtualTable) -> None:
    """Bug: VASSAL shows the leftmost inch of it beside its questions, where the title was cut off."""
    frame, inch = table.frames[table.about], 72
    shown = [item for item in frame.items if isinstance(item, Group) and item.clip]
    owners = {table.frames[token.front].items: token.owner for token in table.tokens.values()}
    assert {owners[one.items] for one in shown} == {"Red", "White", "No one"}
    edges = [(left, right, isinstance(item, Text)) for item, (left, _, right, _) in extents(frame.items)]
    within = [right for group in shown for _, (_, _, right, _) in extents((group,))]
    assert max(within) < inch
    title = [left for left, right, text in edges if text and right > inch]
    assert title and min(title) >= inch


def test_a_board_of_very_many_places_and_one_large_counter_is_not_too_large(tmp_path: Path) -> None:
    """Bug: a region of 370 places had 124 rows, each as high as the largest of 300 counters."""
    rows = ", ".join(f"p{number}: Place {number}" for number in range(200))
    places = f"kind: places\nid: p\ntitle: P\nsource: S\nregions:\n  all: {{title: All, places: {{{rows}}}}}\n"
    large = "kind: counters\nid: large\ntitle: Large\nsource: S\nside: red\nsize: 110x110mm\ncounters:\n"
    files = SHELF | {"places.yaml": places, "large.yaml": f"{large}  L1: {{type: army, name: Large}}\n"}
    table = lay(load(Project(write(tmp_path / "many", files))), [], {}, Setter())
    frame = table.starts[0].boards[0].frame
    assert (found(table), frame.width, frame.height) == ([], 3683, 3247)
    counters = "".join(f"  C{number}: {{type: army, name: Army {number}}}\n" for number in range(600))
    files["large.yaml"] = f"{large.replace('110x110', '20x20')}{counters}"
    table = lay(load(Project(write(tmp_path / "more", files))), [], {}, Setter())
    assert found(table) == []


def test_pictures_whose_names_would_clash_are_told_apart() -> None:
    album = Album()
    names = [album.put(stem, Frame(1, 1, ())) for stem in ("counter-a", "counter-A", "counter-b")]
    assert names[0] == "counter-a.png"
    assert len({name.lower() for name in names}) == 3
    assert list(album) == names


def begins(table: VirtualTable, *stacks: TableStack) -> VirtualTable:
    """Return the table with these stacks at the start."""
    return replace(table, starts=(replace(table.starts[0], stacks=stacks),))


def found(table: VirtualTable) -> list[str]:
    return [f"{one.code} {one.message}" for one in checked(table)]


def test_a_sound_table_has_no_faults(table: VirtualTable) -> None:
    assert found(table) == []


def test_every_picture_that_is_asked_for_must_be_there(table: VirtualTable) -> None:
    for name in table.frames:
        frames = {key: frame for key, frame in table.frames.items() if key != name}
        assert found(replace(table, frames=frames)) == [f"E570 there is no picture '{name}'"]
    assert found(replace(table, pictures={})) == [f"E570 there is no picture '{name}'" for name in table.pictures]


def test_stacks_are_in_existing_boxes_and_hold_counters_of_the_mix(table: VirtualTable) -> None:
    def begun(board: str, cell: str, *pieces: tuple[str, bool]) -> list[str]:
        return found(begins(table, TableStack(board, cell, "Lost", pieces)))

    assert begun("Board", "place 999") == ["E570 'Lost' starts in a box that no board has: Board, place 999"]
    assert begun("Cards", "place 701") == ["E570 'Lost' starts in a box that no board has: Cards, place 701"]
    assert begun("Board", "place 701", ("Rx9", False)) == ["E570 'Lost' has a counter that is not in the mix: 'Rx9'"]
    assert begun("Board", "place 701", ("Rc16", True)) == ["E570 'Rc16' is set up on its reverse, but has none"]
    assert begun("Board", "place 701", ("Ra1", True), ("Rc16", False)) == []
    (lost,) = checked(begins(table, TableStack("Board", "place 999", "Lost", ())))
    assert lost.span == table.game.documents[0].at()


def test_no_counter_is_set_up_more_often_than_there_is_of_it(table: VirtualTable) -> None:
    def times(unit: str, count: int) -> list[Diagnostic]:
        return list(checked(begins(table, TableStack("Board", "place 701", "Many", ((unit, False),) * count))))

    assert [times("Ra1", 1), times("Rc16", 3)] == [[], []]
    (one,), (three,) = times("Ra1", 2), times("Rc16", 4)
    assert (one.code, one.message) == ("E571", "'Ra1' is set up 2 times, and there is one")
    assert (three.code, three.message) == ("E571", "'Rc16' is set up 4 times, and there are 3")
    assert one.span.file == "shelf/red.yaml"


def test_a_board_of_more_than_a_hundred_inches_is_too_large(table: VirtualTable) -> None:
    def large(width: float, height: float) -> list[str]:
        board: Board = replace(
            draw_board("Board", [], Setter()), image="board-board.png", frame=Frame(width, height, ())
        )
        return found(replace(table, starts=(Start("", (board,), ()),)))

    assert large(7200, 7200) == []
    assert large(7201, 10) == large(10, 7201) == ["E573 the board 'Board' is too large for a virtual table: 0 boxes"]


def test_a_card_behind_another_is_its_other_side(tmp_path: Path) -> None:
    """Bug: cards of two sides became two cards."""
    book = SHELF["events.yaml"].replace("events", "book").replace("cards:", "reference: true\ncards:")
    game = load(
        Project(write(tmp_path / "shelf", SHELF | {"book.yaml": f"{book}  peace: {{title: Peace, behind: truce}}\n"}))
    )
    album = Album()
    (deck,) = [one for one in decks_of(game, Setter(), album) if one.id == "book"]
    assert [(card.id, card.back) for card in deck.cards] == [("truce", "deck-book-truce-back.png")]
    assert "peace" in repr(album["deck-book-truce-back.png"]).casefold()


def test_long_names_in_the_tray_are_cut_and_stop_no_export(tmp_path: Path) -> None:
    """Bug: no module could be made of a game with a name of sixty letters, which pictured counters do not print."""
    name = "French Basic War Tile 0 (Britain damages Fort or retires Squadron)"
    files = SHELF | {"red.yaml": SHELF["red.yaml"].replace("1 Army", name)}
    setter = Setter()
    board = tray_board(load(Project(write(tmp_path / "long", files))), setter)
    assert setter.found == []
    assert any(one.text.endswith("…") for one in _texts(board.frame.items))
    assert board.cells["Ra1"].title == name


def _texts(items: Iterable[Item]) -> Iterator[Text]:
    for one in items:
        if isinstance(one, Text):
            yield one
        elif isinstance(one, Group):
            yield from _texts(one.items)
