"""Pages composed for play in large print: the same words in reading order, on as many pages as they need."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

import pytest
from rcwkit.art.theme import HOUSE
from rcwkit.document.blocks import (
    Block,
    Cell,
    Chart,
    Column,
    DocumentPart,
    Grid,
    Heading,
    Pane,
    Paragraph,
    Point,
    Ribbon,
    Row,
    Section,
    TextDocument,
    Worksheet,
)
from rcwkit.document.pages import sheets
from rcwkit.frame import Group, Item, Text
from rcwkit.game.catalogue import games, locate
from rcwkit.game.loader import load
from rcwkit.kinds.folder.model import Folder
from rcwkit.kinds.folder.say import flowing, folder
from rcwkit.kinds.kind import files_of
from rcwkit.kit.options import Options
from rcwkit.sheets.paper import PAPERS
from rcwkit.type.text import Setter

game_of = cache(lambda name: load(locate(name)))
FOLDERS = [(name, one) for name in games() for one in game_of(name)[Folder]]


def document(*blocks: Block, turned: bool = False) -> TextDocument:
    return TextDocument("D", (DocumentPart("P", blocks, turned=turned),), "G", "S", "C", pages=1, composed=True)


def flowed(*blocks: Block) -> tuple[Block, ...]:
    return flowing(document(*blocks)).parts[0].blocks


def sheet(columns: int, rows: int = 1) -> Worksheet:
    return Worksheet((Column("H"),) * columns, tuple(Row((Cell(""),) * columns) for _ in range(rows)))


def texts(items: Sequence[Item]) -> Iterator[Text]:
    for item in items:
        if isinstance(item, Group):
            yield from texts(item.items)
        elif isinstance(item, Text):
            yield item


def test_panes_are_read_from_left_to_right_and_sections_keep_their_headings() -> None:
    inner = Pane((Paragraph("c"),), head="C", owner="red", aside="of c")
    left, right = Pane((Paragraph("a"),), head="A"), Pane((Paragraph("b"),), stack=(inner,))
    one, other = Section("One", ((left, right),), number="1", note="n", rule="2"), Section("Two", ((Pane(),),))
    found = flowed(replace(one, beside=(other,)))
    said = [block.text for block in found if isinstance(block, Heading | Paragraph)]
    assert said == ["1 One", "A", "a", "b", "C", "c", "Two"]
    heads = [block for block in found if isinstance(block, Heading)]
    assert [(head.look, head.aside, head.span, head.keep) for head in heads] == [
        ("collection", "n", True, True),
        ("section", "", False, True),
        ("side", "of c", False, True),
        ("collection", "", True, True),
    ]
    assert (heads[0].rule, heads[2].owner) == ("2", "red")


def test_phases_are_numbered_and_that_of_the_page_is_bold() -> None:
    steps = [
        block for block in flowed(Ribbon((Cell("A", note="first"), Cell("B", "here")))) if isinstance(block, Point)
    ]
    assert [(step.number, step.text) for step in steps] == [("1", "A: first"), ("2", "**B**")]


def test_a_worksheet_of_many_columns_has_both_with_its_heading_and_the_page_turned() -> None:
    def page(columns: int, *others: Pane) -> DocumentPart:
        pane = Pane((Paragraph("before"), sheet(columns)), head="H")
        return flowing(document(Section("S", ((pane, *others),)))).parts[0]

    few, more, many = page(3, Pane(())), page(4, Pane(())), page(9)
    assert [part.turned for part in (few, more, many)] == [False, False, True]
    assert [[block.span for block in part.blocks] for part in (few, more)] == [[True, *[False] * 3], [True] * 4]
    assert [block.span for block in page(3).blocks] == [True] * 4, "nothing stands beside it"


def test_a_page_on_several_sheets_has_its_number_on_each_of_them() -> None:
    """Bug: pages that texts refer to by number were printed on sheets without it."""
    long, short = Section("S", ((Pane((sheet(4, 80),)),),)), Section("T", ((Pane((Paragraph("t"),)),),))
    parts = (
        DocumentPart("P", (long,), page="1"),
        DocumentPart("Q", (short,), page="2"),
        DocumentPart("R", (short,), page="3"),
    )
    made = sheets(
        flowing(TextDocument("D", parts, "G", "S", "C", pages=1, composed=True)),
        PAPERS["a4"],
        Setter(HOUSE.enlarged),
        {},
    )
    named = [page.page for page in made]
    assert named == [*(f"1{letter}" for letter in "abcdefgh"[: len(made) - 2]), "2", "3"]
    assert len(named) > 4
    for page in made:
        said = [text.text for text in texts(page.items)]
        assert page.page in said, "in its corner"
        assert any(f"page {page.page}" in text for text in said), "in its foot"


def test_a_legend_stands_with_what_it_explains() -> None:
    """Bug: a sheet had one line, the legend of the page before."""
    table, foot = Pane((sheet(4, 12),)), Paragraph("legend", "quiet")
    first, *_ = found = flowed(Section("S", ((table,), (Pane((Paragraph("a"),)), Pane((Paragraph("b"),))))), foot)
    assert isinstance(first, Paragraph) and (first.text, first.keep) == ("legend", True)
    assert [block.keep for block in found if isinstance(block, Worksheet)] == [True]
    (loose,) = (b for b in flowed(Section("S", ((table,), (Pane((Point("b", "a"),)),)))) if isinstance(b, Worksheet))
    assert not loose.keep


@pytest.mark.parametrize("rows", range(40, 60))
def test_the_words_below_a_worksheet_are_on_its_last_sheet(rows: int) -> None:
    section = Section("S", ((Pane((sheet(4, rows),)),), (Pane((Paragraph("legend " * 12),)),)))
    made = sheets(flowing(document(section)), PAPERS["a4"], Setter(HOUSE.enlarged), {})
    last = [text.text for text in texts(made[-1].items)]
    assert "H" in last
    assert any("legend" in text for text in last)


@pytest.mark.parametrize(("name", "one"), FOLDERS)
def test_no_title_of_a_chart_repeats_the_heading_over_it(name: str, one: str) -> None:
    """Bug: "K LOGISTICS / LOGISTICS"."""
    game = game_of(name)
    made = flowing(folder(game, game.setter(large=True).book, one, 12.0))
    for part in made.parts:
        over: Block | None = None
        for block in part.blocks:
            if isinstance(block, Chart) and isinstance(over, Heading):
                said = over.text.casefold()
                assert not block.title or block.title.casefold() not in (said, said.partition(" ")[2])
            over = block if isinstance(block, Heading) else over


def test_words_before_a_list_stay_with_it() -> None:
    found = flowed(
        Section(
            "S", ((Pane((Paragraph("a"), Paragraph("b"), Grid("modifiers", (Row((Cell("c"),), (Cell("+1"),)),)))),),)
        )
    )
    assert [block.keep for block in found] == [True, False, True, False]


def test_a_worksheet_higher_than_a_page_is_continued_under_its_headings() -> None:
    setter = Setter(HOUSE.enlarged)
    made = sheets(flowing(document(Section("S", ((Pane((sheet(4, 80),)),),)))), PAPERS["a4"], setter, {})
    assert setter.found == []
    assert len(made) > 2
    assert all([text.text for text in texts(page.items)].count("H") == 4 for page in made)


@pytest.mark.parametrize(("name", "one"), FOLDERS)
def test_every_folder_has_a_large_print_edition(name: str, one: str) -> None:
    game = game_of(name)
    (file,) = (file for file in files_of(game) if file.stem == f"folder-{one}")
    assert Options(aids="large").of(file).aids == "large"
    for paper in ("a4", "letter"):
        setter = game.setter(large=True)
        made = file.lay_out(setter, PAPERS[paper])
        assert isinstance(made, TextDocument)
        pages = sheets(made, PAPERS[paper], setter, game.owners)
        assert setter.found == []
        small = [text for page in pages for text in texts(page.items) if text.size < 11.9 and text.text.isalpha()]
        assert {text.size for text in small} <= {7.0}, small


@pytest.mark.parametrize(("name", "one"), FOLDERS)
def test_it_flags_the_same_rulings_and_prints_the_same_charts(name: str, one: str) -> None:
    game, flagged, counts = game_of(name), [], []
    for size in (0.0, 12.0):
        setter = game.setter(large=bool(size))
        made = folder(game, setter.book, one, size)
        made = flowing(made) if size else made
        sheets(made, PAPERS["a4"], setter, game.owners)
        flagged.append(setter.flagged)
        counts.append(repr(made).count(f"{Chart.__name__}("))
    assert flagged[0] == flagged[1]
    assert counts[0] == counts[1]
