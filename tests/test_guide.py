"""The print guide says what this edition needs and nothing else, where sheets lie, with counts from the data."""

from __future__ import annotations

from typing import get_args

import pytest
from counters_support import RIVER
from rcwkit.art.theme import HOUSE, LOW_INK, Ink
from rcwkit.dice.counters import Counter
from rcwkit.document.blocks import Block, Grid, Panel, Paragraph, Tabletop, TextDocument
from rcwkit.document.guide import Diagram, diagram
from rcwkit.frame import Miniature, Polygon
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.kinds.cards.model import Deck
from rcwkit.kinds.guide.say import Component, credits, print_guide
from rcwkit.kit.options import Options, Print
from rcwkit.kit.pipeline import guide_view
from rcwkit.sheets.paper import PAPERS, Edition, Printer
from rcwkit.type.text import Setter
from tests_support import TOY, WriteGame

A4 = Edition(PAPERS["a4"])
PAGE = Miniature(595, 842, (("#B3201F", 0, (0, 0, 100, 0, 100, 20, 0, 20)),))
CUT = Component("counters-proxies.pdf", "Counters", "counters", 6, 3, ((265, (15.875, 15.875)), (136, (12.7, 12.7))))
CARDS = Component("cards-factions.pdf", "Factions", "cards", 4, 2, ((27, (70.0, 120.0)),), small=(PAGE,))
TEXT = Component("charts.pdf", "Charts", "document", 12, 12, small=(PAGE,))
FOLDER = Component("folder-folder.pdf", "Player folder", "document", 4, 2, labels=("1", "2", "3", "4"), small=(PAGE,))
SHEETS = Component(
    "folder-worksheets.pdf",
    "Worksheets",
    "document",
    3,
    3,
    labels=("1", "2", "3"),
    small=tuple(PAGE._replace(page=number) for number in "123"),
)


def guide(
    game: Game,
    edition: Edition = A4,
    printed: str = "",
    parts: tuple[Component, ...] = (CARDS, TEXT),
) -> TextDocument:
    return print_guide(game, parts, edition, "rcwkit 9", printed)


def blocks(found: TextDocument) -> list[Block]:
    return [block for part in found.parts for block in part.blocks]


def grid(found: TextDocument, look: str) -> list[tuple[str, ...]]:
    """Return the texts of a grid's rows."""
    grids = (block for block in blocks(found) if isinstance(block, Grid) and block.look == look)
    return [tuple(map(plain, row.texts)) for one in grids for row in one.rows]


def steps(found: TextDocument) -> list[str]:
    """Return the names of the pictures of what to do."""
    grids = (block for block in blocks(found) if isinstance(block, Grid) and block.look == "steps")
    return [row.cells[0].style for one in grids for row in one.rows]


def notes(found: TextDocument) -> str:
    return plain(" ".join(block.text for block in blocks(found) if isinstance(block, Paragraph)))


def plain(text: str) -> str:
    """Return a text as it reads, wherever its lines may break."""
    return text.replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize(
    ("edition", "needed", "said"),
    [
        (
            Edition(PAPERS["a4"]),
            ["measure", "turn long", "down", "across"],
            "**A4 · two-sided, turned over the long edge · full colour**",
        ),
        (
            Edition(PAPERS["letter"], flip="short"),
            ["measure", "turn short", "down", "across"],
            "**Letter · two-sided, turned over the short edge · full colour**",
        ),
        (
            Edition(PAPERS["tabloid"], "gutterfold"),
            ["measure", "fold", "down", "across"],
            "**Tabloid, texts Letter · backs beside their fronts, to fold · full colour**",
        ),
        (
            Edition(PAPERS["a4"], "sheets"),
            ["measure", "glue", "down", "across"],
            "**A4 · backs on sheets of their own, to glue · full colour**",
        ),
        (
            Edition(PAPERS["a3"], "none"),
            ["measure", "down", "across"],
            "**A3, texts A4 · without backs · full colour**",
        ),
    ],
)
def test_only_what_this_edition_needs(triumph: Game, edition: Edition, needed: list[str], said: str) -> None:
    found = guide(triumph, edition)
    assert found.parts[0].note.endswith(said)
    assert steps(found) == needed
    assert ("calibrate" in notes(found)) == (edition.backs == "duplex")


def test_texts_alone_need_no_knife_and_booklets_are_stapled(triumph: Game) -> None:
    booklet = Component("booklet-x.pdf", "Example", "booklet", 8, 2)
    assert steps(guide(triumph, parts=(TEXT,))) == ["measure", "turn long"]
    assert steps(guide(triumph, parts=(TEXT, booklet)))[-1] == "staple"


def test_owners_come_first(triumph: Game, write_game: WriteGame) -> None:
    assert guide(triumph).parts[0].title == "You own the game?"
    without = {name: text for name, text in TOY.items() if name in ("game.yaml", "tables.yaml")}
    assert guide(load(write_game(without)), parts=(TEXT,)).parts[0].title == "What to print"


def test_sheets_have_letters_in_the_order_of_their_places(triumph: Game) -> None:
    rows = grid(guide(triumph, parts=(CARDS, SHEETS, FOLDER)), "sheets")
    assert [(row[0], row[1], row[6]) for row in rows] == [
        ("A", "Player folder", "at your seat"),
        ("B", "Influence worksheet", "left of the map"),
        ("C", "Factions", "right of the map"),
        ("D", "Withdrawals, turn 9, army reductions", "right of the map"),
        ("E", "Victory Cities, Influence Cards, SR", "right of the map"),
    ]
    assert rows[0][2:4] == ("each player", "2, both sides")
    assert rows[1][2:6] == ("both", "1", "80–100 g/m²", "Political Phase")
    (table,) = [block for block in blocks(guide(triumph, parts=(SHEETS, FOLDER))) if isinstance(block, Tabletop)]
    assert table.seats == ("red", "white") and [(one.letter, one.each) for one in table.sheets][:2] == [
        ("A", True),
        ("B", False),
    ]


def test_pages_that_are_sheets_of_their_own_are_not_printed_on_both_sides(triumph: Game) -> None:
    from rcwkit.kinds.folder.say import folder

    assert folder(triumph, triumph.book, "folder").both
    assert not folder(triumph, triumph.book, "worksheets").both


def test_the_guide_is_one_page_for_the_table(triumph: Game) -> None:
    assert (guide(triumph).pages, len(guide(triumph).parts)) == (1, 1)
    more = guide(triumph, parts=(CUT._replace(shelf="proxies"), CARDS, TEXT))
    assert (more.pages, [part.title for part in more.parts]) == (0, ["You own the game?", "All files"])


def test_gauges_and_boxes_have_notes_of_their_own(triumph: Game) -> None:
    boxes = Component("storage.pdf", "Boxes and labels", "boards", 2, 2)
    assert "score and fold" in notes(guide(triumph, parts=(boxes, TEXT)))
    assert "stick" not in notes(guide(triumph, parts=(boxes, TEXT)))


def test_the_printer_that_sheets_are_drawn_for_is_named(triumph: Game) -> None:
    found = guide(triumph, Edition(PAPERS["a4"], printer=Printer("office", (0.75, -0.25), 99.4)))
    assert "office: backs +0.75, −0.25 mm; 99.4 %" in found.parts[0].note
    assert "**office**" in notes(found)


def test_editions_are_named(triumph: Game) -> None:
    said = [
        guide_view(triumph, [TEXT], Options(ink=ink, aids=aids)).parts[0].note
        for ink in get_args(Ink)
        for aids in get_args(Print)
    ]
    assert [note.rsplit(" edge · ")[1] for note in said] == [
        "full colour**",
        "large print**",
        "low ink**",
        "low ink · large print**",
    ]


def test_components_are_counted(triumph: Game) -> None:
    parts = (CUT._replace(shelf="proxies"), CARDS, TEXT)
    counters, cards, text, total = grid(guide(triumph, parts=parts), "files")
    assert plain(counters[4]) == "265 × 5/8 in, 15.9 mm\n136 × 1/2 in, 12.7 mm"
    assert plain(cards[4]) == "27 × tarot, 70 × 120 mm"
    assert (text[4], text[2]) == ("", "12")
    assert total[2:5] == ("22", "17", "428 pieces")
    many = CUT._replace(shelf="proxies", pieces=tuple((2, (float(side), 20.0)) for side in range(20, 29)))
    counters, *_ = grid(guide(triumph, parts=(many, CARDS, TEXT)), "files")
    assert plain(counters[4]) == "18 pieces of 9 sizes"
    assert "g/m²" in cards[5]
    assert "lb" in grid(guide(triumph, Edition(PAPERS["tabloid"]), parts=parts), "files")[1][5]


def test_what_is_cut_can_be_counted_by_sheet_and_deck(triumph: Game) -> None:
    counted = notes(guide(triumph, parts=(CUT, CARDS)))
    counters = sum(item.value.copies for item in triumph[Counter].values())
    assert f"**{counters} counters:**" in counted
    factions = triumph[Deck]["factions"].value
    assert f"{factions.title} {sum(card.copies for card in factions.leaves.values())}" in counted


def test_cards_that_are_not_in_the_kit_are_not_counted(triumph: Game) -> None:
    counted = notes(guide(triumph, parts=(CUT, CARDS)))
    assert "**24 cards:** " in counted and "Political" not in counted
    assert "cards:**" not in notes(guide(triumph, parts=(CUT,)))


def test_values_are_summed_and_other_shapes_cut_on_their_line(triumph: Game, write_game: WriteGame) -> None:
    found = notes(guide(load(write_game(RIVER)), parts=(CUT._replace(name="counters.pdf"),)))
    assert "**Values of Green units**, in all: attack 23, defence 26, move 46, " in found
    assert "each along its line" in found
    assert "Values of" not in notes(guide(triumph)) and "along its line" not in notes(guide(triumph))


def test_dice_to_borrow(triumph: Game) -> None:
    assert "Dice: one **d6**." in notes(guide(triumph))


def test_what_was_left_out_is_for_owners_and_for_study(triumph: Game) -> None:
    view = guide_view(triumph, [TEXT], Options(shelves=("table",)))
    (panel,) = [block for block in blocks(view) if isinstance(block, Panel)]
    assert panel.texts[0].startswith("**Left out, as owners of the game have them:** Counters, Red action cards")
    assert panel.texts[-1] == "To print them, too: **rcwkit build triumph_of_chaos --with proxies,study**."
    assert not [block for block in blocks(guide_view(triumph, [TEXT], Options())) if isinstance(block, Panel)]


def test_boxes_that_are_left_out_lie_in_no_box_of_a_publisher(write_game: WriteGame) -> None:
    """Bug: guides to games of one's own said that owners of the game have its boxes and labels."""
    cards = ", ".join(f"c{number}: {{title: Card {number}, text: Draw.}}" for number in range(20))
    deck = f"kind: cards\nid: deck\ntitle: Deck\nback: {{title: Deck}}\ncards: {{{cards}}}\n"
    own = load(write_game({"game.yaml": TOY["game.yaml"], "deck.yaml": deck}))
    view = guide_view(own, [TEXT], Options(shelves=("table",)))
    said = [text for block in blocks(view) if isinstance(block, Panel) for text in block.texts]
    assert said[0] == "**Left out:** Boxes and labels."


@pytest.mark.parametrize(
    ("source", "own"), [("{title: Bare}", True), ("{title: Bare, author: Nobody}", False), ("{title: Other}", False)]
)
def test_a_game_of_ones_own_leaves_nothing_of_a_publication_out(write_game: WriteGame, source: str, own: bool) -> None:
    """Bug: of a deck that somebody had just made, it was said that its kit has no card texts of the published game."""
    game = load(
        write_game({"game.yaml": f"kind: game\nid: bare\ntitle: Bare\nsource: {source}\ncredits: Ours.\nsides: {{}}\n"})
    )
    said = " ".join(credits(game, "rcwkit"))
    assert said.startswith("Ours.") and "MIT" in said
    assert ("published game" not in said) == ("Facts and figures" not in said) == own


@pytest.mark.parametrize("name", get_args(Diagram))
def test_pictures_have_no_fills_in_low_ink(name: Diagram) -> None:
    def filled(low: bool) -> list[Polygon]:
        setter = Setter(LOW_INK if low else HOUSE)
        frame = diagram(name, setter.theme, setter.book, setter.say)
        shapes = [
            item
            for item in frame.items
            if isinstance(item, Polygon) and item.fill not in (None, setter.theme.page, setter.theme.paper)
        ]
        return [
            shape
            for shape in shapes
            if len(shape.points) > 3 or max(x for x, _ in shape.points) - min(x for x, _ in shape.points) > 12
        ]

    assert filled(False)
    assert not filled(True)
