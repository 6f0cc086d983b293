"""The print guide says what this edition needs and nothing else, with counts from the data."""

from __future__ import annotations

from typing import get_args

import pytest
from counters_support import RIVER
from rcwkit.art.theme import HOUSE, LOW_INK, Ink
from rcwkit.dice.counters import Counter
from rcwkit.document.blocks import Grid, Heading, Picture, Point, TextDocument
from rcwkit.document.guide import Diagram, diagram
from rcwkit.frame import Polygon
from rcwkit.game.catalogue import games, locate
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.kinds.cards.model import Deck
from rcwkit.kinds.guide.say import WHOLE, Component, print_guide
from rcwkit.kinds.kind import files_of
from rcwkit.kit.options import Options, Print
from rcwkit.kit.pipeline import guide_view
from rcwkit.sheets.paper import PAPERS, Edition, Printer
from rcwkit.type.text import Setter
from tests_support import WriteGame

CUT = Component("counters-proxies.pdf", "Counters", "counters", 6, 3, ((265, (15.875, 15.875)), (136, (12.7, 12.7))))
CARDS = Component("cards-factions.pdf", "Factions", "cards", 4, 2, ((27, (70.0, 120.0)),))
TEXT = Component("charts.pdf", "Charts", "document", 12, 12)


def guide(
    game: Game, edition: Edition, printed: str = "", parts: tuple[Component, ...] = (CUT, CARDS, TEXT)
) -> TextDocument:
    return print_guide(game, parts, edition, "rcwkit 9", printed)


def sections(found: TextDocument) -> dict[str, str]:
    """Return the texts under each heading."""
    said: dict[str, list[str]] = {}
    for block in (block for part in found.parts for block in part.blocks):
        if isinstance(block, Heading):
            said[block.text] = []
        elif isinstance(block, Point):
            said[next(reversed(said))].append(block.text)
    return {head: plain(" ".join(texts)) for head, texts in said.items()}


def files(found: TextDocument) -> Grid:
    (listing,) = [block for block in found.parts[0].blocks if isinstance(block, Grid)]
    return listing


def plain(text: str) -> str:
    """Return a text as it reads, wherever its lines may break."""
    return text.replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize(
    ("edition", "heads", "said"),
    [
        (
            Edition(PAPERS["a4"]),
            {"Fronts and backs", "Cut"},
            "**A4 · two-sided, turned over the long edge · full colour**",
        ),
        (
            Edition(PAPERS["letter"], flip="short"),
            {"Fronts and backs", "Cut"},
            "**Letter · two-sided, turned over the short edge · full colour**",
        ),
        (
            Edition(PAPERS["tabloid"], "gutterfold"),
            {"Fold", "Cut"},
            "**Tabloid, texts Letter · backs beside their fronts, to fold · full colour**",
        ),
        (
            Edition(PAPERS["a4"], "sheets"),
            {"Glue", "Cut"},
            "**A4 · backs on sheets of their own, to glue · full colour**",
        ),
        (Edition(PAPERS["a3"], "none"), {"Cut"}, "**A3, texts A4 · without backs · full colour**"),
    ],
)
def test_only_what_this_edition_needs(triumph: Game, edition: Edition, heads: set[str], said: str) -> None:
    document = guide(triumph, edition)
    assert document.parts[0].note == said
    found = sections(document)
    assert heads == set(found) & {"Fronts and backs", "Fold", "Glue", "Cut"}
    assert ("one side" in found["Before you print"].split("Texts")[0]) == (edition.backs != "duplex")
    if edition.backs == "duplex":
        assert f"turn over the {edition.flip} edge" in found["Fronts and backs"]
    assert "100 %" in found["Before you print"]
    assert "100 mm" in found["Before you print"]
    pictures = [block.name for block in document.parts[0].blocks if isinstance(block, Picture)]
    backs = {"duplex": f"turn {edition.flip}", "gutterfold": "fold", "sheets": "glue", "none": None}[edition.backs]
    assert pictures == ["bar", *(name for name in (backs, "cut") if name)]


def test_texts_alone_need_no_knife(triumph: Game) -> None:
    assert "Cut" not in sections(guide(triumph, Edition(PAPERS["a4"]), parts=(TEXT,)))


def test_boards_gauges_and_boxes_have_their_own_sections(triumph: Game) -> None:
    boards = Component("tracks.pdf", "Tracks", "boards", 6, 6)
    boxes = Component("storage.pdf", "Boxes and labels", "boards", 2, 2)
    found = sections(guide(triumph, Edition(PAPERS["a4"]), parts=(boards, boxes, TEXT)))
    assert "score and fold" in found["Boards and boxes"]
    assert "stick" not in found["Boards and boxes"]
    names = {f"{file.stem}.pdf" for game in games() for file in files_of(load(locate(game)))}
    assert set(WHOLE) <= names, "no file of that name is ever made"


def test_the_printer_that_sheets_are_drawn_for_is_named(triumph: Game) -> None:
    document = guide(triumph, Edition(PAPERS["a4"], printer=Printer("office", (0.75, -0.25), 99.4)))
    assert "office: backs +0.75, −0.25 mm; 99.4 %" in document.parts[0].note
    assert "**office**" in sections(document)["Before you print"]


def test_editions_are_named(triumph: Game) -> None:
    notes = [
        guide_view(triumph, [TEXT], Options(ink=ink, aids=aids)).parts[0].note
        for ink in get_args(Ink)
        for aids in get_args(Print)
    ]
    assert [note.rsplit(" edge · ")[1] for note in notes] == [
        "full colour**",
        "large print**",
        "low ink**",
        "low ink · large print**",
    ]


def test_components_are_counted(triumph: Game) -> None:
    listing = files(guide(triumph, Edition(PAPERS["a4"])))
    counters, cards, text, total = (row.texts for row in listing.rows)
    assert plain(counters[4]) == "265 × 5/8 in, 15.9 mm\n136 × 1/2 in, 12.7 mm"
    assert plain(cards[4]) == "27 × tarot, 70 × 120 mm"
    assert (text[4], text[2]) == ("", "12")
    assert total[2:5] == ("22", "17", "428 pieces")
    assert "g/m²" in cards[5]
    assert "lb" in files(guide(triumph, Edition(PAPERS["tabloid"]))).rows[1].texts[5]


def test_what_is_cut_can_be_counted_by_sheet_and_deck(triumph: Game) -> None:
    counted = sections(guide(triumph, Edition(PAPERS["a4"])))["Count what you cut"]
    counters = sum(item.value.copies for item in triumph[Counter].values())
    assert f"**{counters} counters:**" in counted
    factions = triumph[Deck]["factions"].value
    assert f"{factions.title} {sum(card.copies for card in factions.leaves.values())}" in counted


def test_cards_that_are_not_in_the_kit_are_not_counted(triumph: Game) -> None:
    counted = sections(guide(triumph, Edition(PAPERS["a4"])))["Count what you cut"]
    assert "**24 cards:** " in counted and "Political" not in counted
    assert "cards" not in sections(guide(triumph, Edition(PAPERS["a4"]), parts=(CUT,)))["Count what you cut"]


def test_values_are_summed_and_other_shapes_cut_on_their_line(triumph: Game, write_game: WriteGame) -> None:
    found = sections(guide(load(write_game(RIVER)), Edition(PAPERS["a4"]), parts=(CUT._replace(name="counters.pdf"),)))
    assert "**Values of Green units**, in all: attack 23, defence 26, move 46, " in found["Count what you cut"]
    assert "each along its line" in found["Cut"]
    found = sections(guide(triumph, Edition(PAPERS["a4"])))
    assert "Values of" not in found["Count what you cut"] and "along its line" not in found["Cut"]


def test_dice_to_borrow(triumph: Game) -> None:
    assert "Dice: one **d6**." in sections(guide(triumph, Edition(PAPERS["a4"])))["Keep at hand"]


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
