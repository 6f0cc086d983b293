"""Pages composed for play in large print: each on two sheets across it, with its steps whole and all of it larger."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest
from rcwkit.art.theme import HOUSE
from rcwkit.document.blocks import (
    Block,
    Cell,
    Column,
    DocumentPart,
    Pane,
    Paragraph,
    Point,
    Ribbon,
    Row,
    Section,
    TextDocument,
    Worksheet,
)
from rcwkit.document.composed import divided, loosened, ways
from rcwkit.document.composed import section as laid_section
from rcwkit.document.look import PageLook, Slab
from rcwkit.document.pages import sheets
from rcwkit.frame import MM, Group, Item, Rect, Sheet, Text
from rcwkit.game.catalogue import games
from rcwkit.kinds.folder.kind import Folder
from rcwkit.kinds.kind import files_of
from rcwkit.kit.options import Options
from rcwkit.sheets.paper import PAPERS
from rcwkit.source.language import ENGLISH
from rcwkit.type.text import Setter
from sheets_support import extents
from tests_support import shipped

FOLDERS = [(name, one) for name in games() for one in shipped(name)[Folder]]
SMALLER = {("white_general", "sheets"), ("white_general", "quick_reference")}
"""Folders with a table that is too wide for type of 12 pt."""


def document(*parts: tuple[Block, ...], turned: bool = False) -> TextDocument:
    pages = tuple(
        DocumentPart(f"Page {number}", blocks, columns=1, turned=turned, page=str(number))
        for number, blocks in enumerate(parts, 1)
    )
    return TextDocument("D", pages, "G", "S", "C", pages=1, composed=True)


def section(head: str, lines: int, bands: int = 1) -> Section:
    return Section(head, ((Pane(tuple(Point(f"{head} {n}", "a") for n in range(lines))),),) * bands)


def worksheet(rows: int, sides: tuple[tuple[str, int], ...] = ()) -> Section:
    filled = tuple(Row((Cell(f"row{number}"), Cell(""))) for number in range(rows))
    return Section("Sheet", ((Pane((Worksheet((Column("H"), Column("I")), filled, sides=sides),)),),))


def texts(items: Sequence[Item], scale: float = 1.0) -> Iterator[tuple[str, float]]:
    """Yield the texts on a page with their size in points."""
    for item in items:
        if isinstance(item, Group):
            yield from texts(item.items, scale * item.scale)
        elif isinstance(item, Text):
            yield item.text, item.size * scale


def laid(found: TextDocument, paper: str = "a4") -> list[Sheet]:
    setter = Setter(HOUSE.enlarged)
    made = sheets(found, PAPERS[paper], setter, {})
    assert setter.found == []
    return made


def said(sheet: Sheet) -> str:
    return " ".join(text for text, _ in texts(sheet.items))


def test_a_page_is_divided_between_its_steps() -> None:
    first, second = laid(document((section("One", 9), section("Two", 9), section("Three", 9))))
    assert (first.page, second.page) == ("1a", "1b")
    assert first.width == pytest.approx(297 * MM) and first.height == pytest.approx(210 * MM)
    whole = [[head for head in ("One", "Two", "Three") if f"{head} 0" in said(sheet)] for sheet in (first, second)]
    assert sorted(whole[0] + whole[1]) == ["One", "Three", "Two"]
    for sheet, heads in zip((first, second), whole, strict=True):
        assert all(f"{head} {n}" in said(sheet) for head in heads for n in range(9))
    assert "page 1a of 1" in said(first)


def test_a_short_page_takes_one_sheet() -> None:
    (one,) = laid(document((section("One", 3),)))
    assert one.page == "1"


def test_everything_is_larger_and_nothing_smaller_than_12_pt_but_feet() -> None:
    (usual,) = sheets(document((section("One", 3),)), PAPERS["a4"], Setter(HOUSE), {})
    (large,) = laid(document((section("One", 3),)))
    sizes, grown = dict(texts(usual.items)), dict(texts(large.items))
    assert grown["One 0"] == pytest.approx(1.45 * sizes["One 0"])
    assert min(size for text, size in texts(large.items) if text.startswith("One")) >= 12
    assert min(grown.values()) >= 9
    assert max(size for text, size in texts(large.items) if "print" in text) < 12


def test_pages_without_numbers_are_counted_by_their_sheets() -> None:
    found = document((section("One", 3),), (section("Two", 3),))
    made = laid(replace(found, parts=tuple(part._replace(page="") for part in found.parts)))
    assert [sheet.label for sheet in made] == ["page 1 of 2", "page 2 of 2"]


def test_other_pages_are_named_by_their_sheets() -> None:
    told = Section("Turn", ((Pane((Paragraph("See page 2, or pages 1 and 2."),)),),))
    first, *_ = laid(document((Ribbon((Cell("Now", note="Page 2"),)), told), (section("A", 16), section("B", 16))))
    assert "Page 2a, 2b" in said(first)
    assert "page 2a, 2b, or pages 1 and 2a, 2b." in said(first)


def test_a_page_is_whole_on_large_paper() -> None:
    (one,) = laid(document((section("One", 20), section("Two", 20))), "a3")
    assert one.width == pytest.approx(297 * MM, abs=1) and one.height == pytest.approx(420 * MM, abs=1)
    assert dict(texts(one.items))["One 0"] > 12


def test_a_step_higher_than_a_sheet_is_continued() -> None:
    found = laid(document((section("One", 12, bands=3),)))
    assert len(found) == 2 and "ONE, CONTINUED" in said(found[1])
    assert "ONE, CONTINUED" not in said(found[0])


def test_a_long_worksheet_is_divided_between_its_groups() -> None:
    ((above, below), *_) = divided(worksheet(20, (("A", 8), ("B", 4), ("C", 8))), ENGLISH)
    counts = [len(part.bands[0][0].blocks[0].rows) for part in (above, below)]  # type: ignore[attr-defined]
    assert sorted(counts) == [8, 12]
    assert not list(divided(worksheet(6), ENGLISH))
    made = laid(document((worksheet(40),)))
    assert all(said(sheet).split().count("H") == 1 for sheet in made)
    rows = [word for sheet in made for word in said(sheet).split() if word.startswith("row")]
    assert rows == [f"row{number}" for number in range(40)]


def test_sections_side_by_side_may_part() -> None:
    beside = Section("Left", ((Pane((Point("left", "a"),)),),), beside=(section("Right", 2),))
    part = DocumentPart("P", (beside,))
    assert [[block.head for block in way.blocks] for way in ways(part, ENGLISH)] == [["Left", "Right"]]  # type: ignore[attr-defined]
    assert len(loosened(part, ENGLISH).blocks) == 2


@pytest.mark.parametrize(("name", "one"), FOLDERS)
def test_every_folder_has_a_large_print_edition(name: str, one: str) -> None:
    game = shipped(name)
    (file,) = (file for file in files_of(game) if file.stem == f"folder-{one}")
    assert Options(aids="large").of(file).aids == "large"
    setter, usual = game.setter(large=True), game.setter()
    made = file.lay_out(setter, PAPERS["a4"])
    assert isinstance(made, TextDocument)
    pages = sheets(made, PAPERS["a4"], setter, game.owners)
    assert setter.found == []
    assert len(pages) <= 2 * len(made.parts)
    assert len(sheets(made, PAPERS["letter"], setter, game.owners)) <= 2 * len(made.parts)
    sheets(made, PAPERS["a4"], usual, game.owners)
    assert setter.flagged == usual.flagged
    if (name, one) not in SMALLER:
        read = {(text, size) for page in pages for text, size in texts(page.items) if text.isalpha() and len(text) > 2}
        assert {(text, size) for text, size in read if size < 8.9} == set()


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_set_up_takes_at_most_two_sheets_for_each_of_its_pages(paper: str) -> None:
    game = shipped("triumph_of_chaos")
    (file,) = (file for file in files_of(game) if file.stem == "setup-campaign")
    counts = []
    for setter in (game.setter(), game.setter(large=True)):
        made = file.lay_out(setter, PAPERS[paper])
        assert isinstance(made, TextDocument)
        counts.append(len(sheets(made, PAPERS[paper], setter, game.owners)))
        assert setter.found == []
    assert counts[1] <= 2 * counts[0]


def test_framed_boxes_stand_apart_on_the_fullest_page() -> None:
    """Bug: boxes of a step touched those below them on a page that was full."""
    boxed = Pane((Paragraph("Words"),), look="boxed")
    look = PageLook(Setter(HOUSE), fit=9.0, space=0.01)
    step = Section("Step", ((boxed,), (boxed,)))

    def inner(block: Block, look: PageLook, width: float) -> Iterator[Slab]:
        yield Slab(20.0, ())

    (made,) = laid_section(step, look, 300.0, inner)
    frames = [(area[1], area[3]) for item, area in extents(made.items) if isinstance(item, Rect) and item.stroke]
    (_, ends), (begins, _) = sorted(frames)
    assert begins - ends >= 0.5 * MM
