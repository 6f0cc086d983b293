"""Where a document's blocks, titles and feet stand on its pages, to the point: with blocks of given heights."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil
from typing import Any

import pytest
from rcwkit.art.motifs import motif_disc as disc
from rcwkit.art.theme import HOUSE, LOW_INK, Theme
from rcwkit.diagnostics import Diagnostic, Span
from rcwkit.document import pages as module
from rcwkit.document import setting as setting_module
from rcwkit.document.blocks import Block, DocumentPart, Paragraph, TextDocument, placeless
from rcwkit.document.copy import Copy
from rcwkit.document.look import PageLook, Slab, together
from rcwkit.document.pages import (
    BODIES,
    MIDDLE,
    SCALES,
    SIZES,
    SPACES,
    Page,
    PageArea,
    _Plan,
    _Setting,
    letter,
    level_headings,
    numbered,
    sheets,
)
from rcwkit.document.setting import Known
from rcwkit.frame import MM, Circle, Field, Group, Polygon, Rect, Sheet, Text
from rcwkit.sheets.paper import PAPERS
from rcwkit.type import columns
from rcwkit.type.columns import likely
from rcwkit.type.text import Setter
from sheets_support import extents, texts, words

A4 = PAPERS["a4"]
AREA = PageArea(210 * MM, 297 * MM, 13 * MM, 13 * MM, 15 * MM, 8 * MM)
CLOSE = PageArea(210 * MM, 297 * MM, 8 * MM, 8 * MM, 9 * MM, 5 * MM)
HERE, ASKED = Span("game.yaml", 3), Span("aids.yaml", 7)
TITLE, LOW = 20.0, 12.0
"""Heights of the titles of parts and of composed or limited pages, in mm."""
LINE = 9.1 / MM
"""Height of a line of a foot, in mm."""


@dataclass(frozen=True, eq=False, repr=False)
class Brick(Block):
    """A block of slabs with given heights (mm), less in denser or smaller type; one that is `wide` has findings.

    `wide` is the largest type size (pt) in which it has none.
    """

    name: str
    heights: tuple[float, ...]
    wide: float = 99.0


@dataclass
class Bench:
    """What blocks and titles were set with, in order."""

    set: list[tuple[str, PageLook, float]]
    titles: list[tuple[Any, ...]]


def height_in(look: PageLook, height: float) -> float:
    """The height of a brick in points: in a fit, a tenth more unless type is narrow."""
    fit = look.fit / 10 * (1.0 if look.narrow else 1.1)
    return height * MM * (fit or (1.0, 0.9, 0.8)[look.density])


@pytest.fixture(autouse=True)
def bench(monkeypatch: pytest.MonkeyPatch) -> Bench:
    """Replace blocks and titles by rectangles, whose fills are their names."""
    bench = Bench([], [])

    def slabs(block: Any, look: PageLook, width: float) -> Iterator[Slab]:
        if isinstance(block, Paragraph):
            yield Slab(float(block.text) * MM, (), span=block.span)
            return
        bench.set.append((block.name, look, width))
        if look.fit > block.wide:
            look.setter.found.append(Diagnostic("E310", block.name, HERE))
        for number, one in enumerate(block.heights):
            high = height_in(look, one)
            items = (Rect(0, 0, width, high, f"{block.name}{number or ''}"),)
            fields, headings = (Field(0, 0, 1, 1, block.name),), ((2, block.name),)
            yield Slab(high, items, block.keep, block.again, fields, block.span, block.at, headings)

    def title(part: DocumentPart, height: float, name: str, *given: Any) -> Slab:
        bench.titles.append((name, part.title, *given))
        return Slab(height * MM, (Rect(0, 0, 1, 1, f"{name} {part.title}"),), headings=((0, part.title),))

    def titled(part: DocumentPart, look: PageLook, width: float, size: float, over: float, **more: Any) -> Slab:
        return title(part, TITLE, "titled", look, width, size, over, more)

    def again(text: str, look: PageLook, width: float) -> Slab:
        return Slab(5 * MM, (Rect(0, 0, width, 5 * MM, f"again {text}"),))

    monkeypatch.setattr(setting_module, "slabs", slabs)
    monkeypatch.setattr(module, "titled", titled)
    monkeypatch.setattr(module, "banner", lambda part, *given: title(part, LOW, "banner", *given))
    monkeypatch.setattr(module, "strip", lambda part, *given: title(part, LOW, "strip", *given))
    monkeypatch.setattr(module, "again", again)
    return bench


def brick(name: str, *heights: float, **more: Any) -> Brick:
    return Brick(name, heights, **more)


def bricks(*heights: float, **more: Any) -> tuple[Brick, ...]:
    return tuple(brick(name, height, **more) for name, height in zip("abcdefghij", heights, strict=False))


def document(*parts: DocumentPart, **more: Any) -> TextDocument:
    return TextDocument("Sheet", parts, "Toy", "Rules", "Credits.", **more)


def one(*blocks: Block, columns: int = 1, **more: Any) -> DocumentPart:
    return DocumentPart("One", blocks, columns=columns, **more)


def laid(found: TextDocument, theme: Theme = HOUSE, **more: Any) -> tuple[list[Sheet], list[Diagnostic]]:
    setter = Setter(theme)
    return sheets(found, A4, setter, {}, **more), setter.found


def setting(found: TextDocument, theme: Theme = HOUSE) -> _Setting:
    return _Setting(found, A4, Setter(theme), {}, {})


def placed(sheet: Sheet) -> list[tuple[str, float, float, float]]:
    """The named rectangles of a sheet: left, top and width in mm."""
    return [
        (item.fill or "", round(left / MM, 2) + 0.0, round(top / MM, 2) + 0.0, round((right - left) / MM, 2))
        for item, (left, top, right, _) in extents(sheet.items)
        if isinstance(item, Rect)
    ]


def names(sheet: Sheet) -> str:
    """The blocks of a sheet, by letter."""
    return "".join(name for name, *_ in placed(sheet) if len(name) == 1)


def test_a_part_begins_below_its_title_and_fills_columns() -> None:
    ((sheet,), found) = laid(document(one(*bricks(10, 20, 30), columns=2)))
    assert placed(sheet) == [
        ("titled One", 13, 13, 0.35),
        ("a", 13, 33, 88),
        ("b", 13, 43, 88),
        ("c", 109, 33, 88),
    ]
    assert (sheet.width, sheet.height, sheet.label, sheet.page) == (A4.width * MM, A4.height * MM, "page 1 of 1", "")
    assert found == []


def test_a_block_across_all_columns_is_as_wide_as_the_text() -> None:
    ((sheet,), _) = laid(document(one(brick("a", 10), brick("b", 20, span=True), *bricks(30)[:1], columns=3)))
    assert placed(sheet)[1:] == [("a", 13, 33, 56), ("b", 13, 43, 184), ("a", 13, 63, 56)]


def test_a_page_with_a_limit_has_close_margins_and_columns() -> None:
    ((sheet,), found) = laid(document(one(*bricks(100, 100, 100), columns=3), pages=1, asked=ASKED))
    assert placed(sheet) == [
        ("strip One", 8, 8, 0.35),
        ("a", 8, 20, 61.33),
        ("b", 74.33, 20, 61.33),
        ("c", 140.67, 20, 61.33),
    ]
    assert found == []


def test_turned_parts_exchange_the_sides_of_the_paper() -> None:
    made = setting(document())
    assert made._area(one()) == AREA
    assert made._area(one(turned=True)) == AREA._replace(width=AREA.height, height=AREA.width)
    assert setting(document(pages=1))._area(one()) == CLOSE


def credited(lines: int, *parts: DocumentPart) -> TextDocument:
    """A document with so many lines of credits."""
    return TextDocument("Sheet", parts, "Toy", "Rules", " ".join(["w" * 90] * lines), at=HERE)


@pytest.mark.parametrize(("lines", "taken"), [(1, 0), (2, 3 * LINE - 7.5), (3, 4 * LINE - 7.5)])
def test_the_first_page_leaves_room_for_its_title_and_a_long_foot(lines: int, taken: float) -> None:
    """The others have 269 mm."""
    assert setting(credited(lines))._taken(AREA) == pytest.approx(taken * MM)
    rest = 269 - TITLE - taken - 100
    made, over = (laid(credited(lines, one(*bricks(100, high, 269))))[0] for high in (rest - 0.001, rest + 0.001))
    assert [names(sheet) for sheet in made] == ["ab", "c"]
    assert [names(sheet) for sheet in over] == ["a", "b", "c"]


def test_a_page_with_a_limit_has_no_credits_in_its_foot() -> None:
    assert setting(document(pages=1))._taken(CLOSE) == 0.0
    assert setting(document())._taken(AREA) == 0.0


def test_blocks_that_stay_together_know_the_room_they_have_left(bench: Bench) -> None:
    blocks = (brick("a", 30, keep=True), brick("b", 10, 5, keep=True), brick("c", 9), brick("d", 9))
    laid(document(one(*blocks)))
    rooms = [(name, round(look.room / MM, 2), round(width / MM, 2)) for name, look, width in bench.set]
    assert rooms == [("a", 249, 184), ("b", 219, 184), ("c", 204, 184), ("d", 249, 184)]


@pytest.mark.parametrize(
    ("keep", "span", "legend", "room"),
    [
        (True, True, (10, 20, 30), 249 - 30 - 15),
        (True, True, (30, 30, 30), 249 - 45 - 15),
        (True, True, (), 249),
        (True, False, (30,), 249),
        (False, True, (30,), 249),
    ],
)
def test_a_table_across_all_columns_leaves_room_for_its_legend(
    bench: Bench, keep: bool, span: bool, legend: tuple[int, ...], room: float
) -> None:
    before, after = Paragraph("50"), (brick("y", 1), Paragraph("60"))
    across = Paragraph("70", span=True)
    for rest in ((*after,), (across, *after)):
        bench.set.clear()
        blocks = (before, brick("x", 5, keep=keep, span=span), *(Paragraph(str(high)) for high in legend), *rest)
        laid(document(one(*blocks, columns=2)))
        assert [round(look.room / MM, 2) for name, look, _ in bench.set if name == "x"] == [room]


def test_what_is_kept_together_and_repeated_is_told_to_the_flow(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []

    def flow(blocks: Any, *rest: Any, **more: Any) -> list[columns.ColumnPage]:
        asked.append(
            (
                [(round(high / MM, 2), span, keep, round(again / MM, 2)) for high, span, keep, again in blocks],
                rest[0],
                more,
            )
        )
        return columns.flow(blocks, *rest, **more)

    monkeypatch.setattr(module, "flow", flow)
    blocks = (brick("a", 1, keep=True), brick("b", 2, span=True), brick("c", 3, again="C"))
    laid(document(one(*blocks, columns=2, free=True)))
    assert asked == [([(1, False, True, 0), (2, True, False, 0), (3, False, False, 5)], 2, {"free": True})]


def test_a_block_higher_than_a_page_is_reported(bench: Bench) -> None:
    fits = (AREA.floor - AREA.top + 0.1) / MM
    high = (brick("a", 280.25, at=ASKED), brick("b", 270), brick("c", fits - 0.001))
    _, found = laid(document(one(*high), at=HERE))
    assert [(one.code, one.span, one.message) for one in found] == [
        ("E310", ASKED, "a part of ‘Sheet’ is 11.3 mm too long for its page"),
        ("E310", HERE, "a part of ‘Sheet’ is 1.0 mm too long for its page"),
    ]
    assert found[0].hint == "shorten its texts, or divide them"
    (told,) = laid(document(one(brick("a", 270))))[1]
    assert told.span == Span("Sheet")


def test_a_block_is_reported_only_past_a_tenth_of_a_point(monkeypatch: pytest.MonkeyPatch) -> None:
    for more, codes in ((0.1, []), (0.2, ["E310"])):
        slabs = iter([[Slab(10.0, ())], [Slab(AREA.floor - AREA.top + more, ())]])
        monkeypatch.setattr(setting_module, "slabs", lambda *_, slabs=slabs: next(slabs))
        assert [one.code for one in laid(document(one(brick("under the title", 1), brick("a", 2))))[1]] == codes


def test_a_block_as_high_as_a_page_is_reported_under_a_title(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(setting_module, "slabs", lambda *_: [Slab(AREA.floor - AREA.top, ())])
    assert [one.code for one in laid(document(one(brick("a", 1))))[1]] == ["E310"]


@pytest.mark.parametrize(
    ("heights", "dense", "tried"),
    [
        ((200, 100), 2, [0, 2, 1]),
        ((200, 60), 1, [0, 2, 1]),
        ((200, 130), 0, [0, 2]),
        ((200, 140), 0, [0]),
        ((200, 134.5), 0, [0]),
        ((200, 134.4), 0, [0, 2]),
        ((100, 20), 0, [0]),
        ((), 0, []),
    ],
)
def test_a_denser_setting_is_tried_for_an_almost_empty_last_page(
    bench: Bench, heights: tuple[float, ...], dense: int, tried: list[int]
) -> None:
    made = setting(document())
    plan = made._unlimited(one(*bricks(*heights)), AREA)
    assert plan.look.density == dense
    assert [look.density for name, look, _ in bench.set if name == "a"] == tried
    assert [look.fit for _, look, _ in bench.set] == [0.0] * len(bench.set)


def test_the_height_used_is_that_of_the_last_page() -> None:
    page = columns.ColumnPage((columns.Band(((0,),), 5.0), columns.Band(((1,),), 2.0)))
    plan = _Plan(PageLook(Setter()), Slab(10.0, ()), (), (), ())
    assert [plan._replace(pages=(page,) * count).used for count in range(4)] == [10.0, 17.0, 7.0, 7.0]


def fitted(*blocks: Brick, pages: int = 1, **more: Any) -> _Plan:
    return setting(document(pages=pages, asked=ASKED, **more))._fitted(one(*blocks), CLOSE)


@pytest.mark.parametrize(
    ("heights", "pages", "size"),
    [
        ((10,), 1, 10.0),
        ((60,) * 5, 1, 8.75),
        ((67,) * 5, 1, 8.0),
        ((60,) * 10, 2, 8.75),
    ],
)
def test_a_limited_part_is_set_in_the_largest_narrow_type_that_fits(
    heights: tuple[float, ...], pages: int, size: float
) -> None:
    plan = fitted(*bricks(*heights), pages=pages)
    assert (plan.look.fit, plan.look.narrow, plan.look.density, plan.found) == (size, True, 0, ())
    assert len(plan.pages) == pages


def test_type_in_which_words_are_too_wide_does_not_fit() -> None:
    assert fitted(brick("a", 10, wide=9.1)).look.fit == 9.0


def composed(*pages: tuple[float, ...]) -> list[_Plan]:
    """The plans of a composed document whose pages hold bricks of those heights."""
    parts = [one(*bricks(*heights)) for heights in pages]
    return [plan for _, plan in setting(document(*parts, pages=1, asked=ASKED, composed=True)).plans()]


@pytest.mark.parametrize(
    ("pages", "size", "narrow"),
    [
        (((10,), (50,) * 5), 9.0, False),
        (((10,), (56,) * 5), 9.0, True),
        (((60,) * 5, (10,)), 8.75, True),
        (((62,) * 5, (10,)), 8.5, True),
    ],
)
def test_all_composed_pages_have_the_first_type_in_which_each_fits(
    pages: tuple[tuple[float, ...], ...], size: float, narrow: bool
) -> None:
    plans = composed(*pages)
    assert [(plan.look.fit, plan.look.narrow, plan.found) for plan in plans] == [(size, narrow, ())] * 2


def test_a_composed_page_has_as_much_space_as_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    def slabs(block: Any, look: PageLook, width: float) -> Iterator[Slab]:
        yield Slab(block.heights[0] * look.space * MM, ())

    monkeypatch.setattr(setting_module, "slabs", slabs)
    assert [plan.look.space for plan in composed((100,), (200,), (300,))] == [2.5, 1.25, 0.9]
    (full,) = composed((370,))
    assert (full.look.narrow, full.look.space) == (True, 0.7)


def test_a_page_over_its_size_tells_how_many_lines_to_cut() -> None:
    """Five bricks of 69 mm are 282.9 mm high in type of 8.2 pt, and the page has 280 below its title."""
    small, other = composed((69,) * 5, (10,))
    assert (small.look.fit, other.look.fit) == (7.75, 8.2)
    (told,) = small.found
    lines = ceil((69 * 5 * 0.82 + LOW - 280) * MM / (1.2 * 8.2))
    message = "page ‘One’ of ‘Sheet’ fits only in type of 7.75 pt"
    assert told == Diagnostic("W311", message, ASKED, f"cut {lines} lines of 8.2 pt")


def test_a_page_that_is_hardly_over_its_size_has_one_line_to_cut() -> None:
    (told,) = composed((65.5,) * 5, (10,))[0].found
    assert (told.code, told.hint) == ("W311", "cut 1 line of 8.2 pt")


def test_margins_of_what_is_magnified_are_those_of_the_paper_in_the_end() -> None:
    made = setting(document(pages=1))
    made.scale = 2.0
    assert made._area(one())[2:] == pytest.approx([space / 2 for space in CLOSE[2:]])


def test_sizes_fall_by_quarters() -> None:
    assert SIZES == (10, 9.75, 9.5, 9.25, 9, 8.75, 8.5, 8.25, 8, 7.75, 7.5, 7.25, 7, 6.75, 6.5)
    assert BODIES == ((9, False), (9, True), (8.75, True), (8.5, True), (8.2, True))


@pytest.mark.parametrize(("shares", "first", "last"), [(SPACES, 3.0, 0.1), (SCALES, 1.45, 1.0)])
def test_spaces_and_scales_fall_step_by_step(shares: tuple[float, ...], first: float, last: float) -> None:
    assert (shares[0], shares[-1]) == (first, last)
    assert all(above > below for above, below in pairwise(shares))


@pytest.mark.parametrize("title", MIDDLE)
def test_the_number_on_a_band_stands_within_it(title: Any) -> None:
    made = setting(document(composed=True), HOUSE._replace(title=title))
    opening = plan(1.0)._replace(look=PageLook(made.setter, fit=9.0), title=Slab(60.0, ()), low=50.0, banded=True)
    x, y, radius = made._opened(one(page="3"), opening, AREA).disc
    assert x + radius == pytest.approx(AREA.width - AREA.side)
    assert radius < y < AREA.top + 50.0 - radius


def test_headings_skip_no_level() -> None:
    pages = [Page(AREA, ("One",), 0.0, headings=list(one)) for one in ([(2, "a", 1.0), (2, "b", 2.0)], [(0, "c", 3.0)])]
    level_headings(pages)
    assert [page.headings for page in pages] == [[(0, "a", 1.0), (1, "b", 2.0)], [(0, "c", 3.0)]]


@pytest.mark.parametrize(
    ("heights", "near"),
    [
        ((50,), likely(9.0, 50 * 0.9 / (280 - LOW) / 2)),
        ((50,) * 3, likely(9.0, 150 * 0.9 / (280 - LOW) / 2)),
    ],
)
def test_the_search_begins_near_the_size_that_may_fill_the_pages(
    monkeypatch: pytest.MonkeyPatch, heights: tuple[float, ...], near: float
) -> None:
    """In two columns."""
    asked: list[float] = []

    def largest(sizes: Sequence[float], near: float, fits: Any) -> float:
        asked.append(near)
        return sizes[-1]

    monkeypatch.setattr(module, "largest", largest)
    part = one(*bricks(*heights), columns=2)
    setting(document(pages=1))._fitted(part, CLOSE)
    assert asked == [pytest.approx(near)]
    setting(document(pages=2))._fitted(part, CLOSE)
    assert asked[1] == pytest.approx(likely(9.0, sum(heights) * 0.9 / (560 - LOW) / 2))


@pytest.mark.parametrize(("asked", "span"), [(ASKED, ASKED), (None, Span("Sheet"))])
def test_pages_that_overflow_or_are_too_small_are_reported(asked: Span | None, span: Span) -> None:
    def found(*heights: float) -> tuple[Diagnostic, ...]:
        return setting(document(pages=1, asked=asked))._fitted(one(*bricks(*heights)), CLOSE).found

    more = "leave sections out, or allow more pages"
    assert found(250, 250) == (Diagnostic("E414", "‘Sheet’ is 1 page over its 1, in type of 6.5 pt", span, more),)
    assert found(250, 250, 250) == (Diagnostic("E414", "‘Sheet’ is 2 pages over its 1, in type of 6.5 pt", span, more),)
    message = "‘Sheet’ fits its pages only in type of 7.75 pt, below the floor of 8 pt"
    assert found(*(69,) * 5) == (Diagnostic("W311", message, span, "leave words out, or allow more pages"),)


def test_findings_of_the_size_that_is_taken_are_told() -> None:
    _, found = laid(document(one(brick("a", 10, wide=1.0)), pages=1))
    assert [(one.code, one.message) for one in found] == [("E310", "a"), ("W311", found[1].message)]


def test_what_is_known_is_not_set_again_and_what_is_gone_is_forgotten(bench: Bench) -> None:
    known: Known = {}
    first, second = brick("a", 10, wide=-1.0), brick("b", 20)
    for blocks, anew in (((first, second), "ab"), ((second, first), ""), ((first,), "")):
        bench.set.clear()
        found = laid(document(one(*blocks)), known=known)[1]
        assert "".join(name for name, *_ in bench.set) == anew
        assert [one.message for one in found] == ["a"], "findings are told each time"
        assert {key[0] for key in known} == {placeless(block)[0] for block in blocks}


def test_what_is_known_is_set_again_only_if_its_findings_have_other_places(bench: Bench) -> None:
    known: Known = {}
    for line, anew in ((1, "ab"), (2, "a")):
        blocks = (brick("a", 10, wide=-1.0, at=Span("a.yaml", line)), brick("b", 20, at=Span("a.yaml", line)))
        bench.set.clear()
        sheets, _ = laid(document(one(*blocks)), known=known)
        assert "".join(name for name, *_ in bench.set) == anew
        places = {item.at for item in sheets[0].items if isinstance(item, Group) and item.at}
        assert places == {f"a.yaml:{line}"}


@pytest.mark.parametrize(("at", "where"), [(HERE, HERE), (None, Span("Sheet"))])
def test_the_title_of_a_part(bench: Bench, at: Span | None, where: Span) -> None:
    made, setter = setting(document(at=at)), Setter()
    for density, size, over in ((0, 26, 5), (1, 26, 5), (2, 20, 2)):
        bench.titles.clear()
        look = PageLook(setter, density)
        made._title(one(), look, AREA)
        assert bench.titles == [("titled", "One", look, AREA.measure - 62 * MM, size, over * MM, {"where": where})]


@pytest.mark.parametrize(
    ("blocks", "top", "high"),
    [
        ((), 13, TITLE),
        ((brick("a", 1),), 13, TITLE),
        ((brick("a", 1, span=True),), 10, 23.0),
        ((brick("a", 1, span=True),), 13, TITLE),
        ((brick("a", 1, span=True),), 20, TITLE),
        ((brick("a", 1), brick("b", 1, span=True)), 10, TITLE),
    ],
)
def test_a_first_block_of_full_width_begins_below_the_emblem(
    blocks: tuple[Brick, ...], top: float, high: float
) -> None:
    title = setting(document())._title(one(*blocks), PageLook(Setter()), AREA._replace(top=top * MM))
    assert title.height == pytest.approx(high * MM)


def test_composed_and_limited_pages_have_titles_of_their_own(bench: Bench) -> None:
    for found, name in ((document(composed=True), "banner"), (document(), "strip")):
        look, part = PageLook(Setter(), fit=9.0), one()
        title = setting(found)._title(part, look, CLOSE)
        assert bench.titles[-1] == (name, "One", look, CLOSE.measure, found)
        assert title.height == LOW * MM


def plan(used: float, pages: int = 1) -> _Plan:
    page = columns.ColumnPage((columns.Band(((0,),), used),))
    return _Plan(PageLook(Setter()), Slab(0.0, ()), (), (page,) * pages, ())


@pytest.mark.parametrize(
    ("area", "used", "pages", "page", "joins"),
    [
        (AREA, 10.0, 1, "", True),
        (AREA, 10.0, 2, "", False),
        (AREA, 10.0, 1, "3", False),
        (AREA._replace(top=1.0), 10.0, 1, "", False),
        (PageArea(500.0, 400.0, 10.0, 10.0, 10.0), 10.0, 1, "", False),
        (PageArea(400.0, 400.0, 10.0, 10.0, 10.0), 10.0, 1, "", True),
        (PageArea(400.0, 500.0, 10.0, 10.0, 10.0), 374.0, 1, "", True),
        (PageArea(400.0, 500.0, 10.0, 10.0, 10.0), 374.5, 1, "", False),
    ],
)
def test_a_short_part_joins_the_one_before(
    monkeypatch: pytest.MonkeyPatch, area: PageArea, used: float, pages: int, page: str, joins: bool
) -> None:
    """Down to y = 100, with a space of 16 points."""
    monkeypatch.setattr(module, "JOIN", 16.0)
    last = Page(area if area.top != 1.0 else AREA, ("Zero",), 100.0, page=page)
    assert setting(document())._joins(plan(used, pages), area, last) is joins


@pytest.mark.parametrize(("theme", "bar"), [(HOUSE, 1.2), (LOW_INK, 0.5)])
def test_a_bar_and_a_title_stand_above_a_part_that_joins(bench: Bench, theme: Theme, bar: float) -> None:
    ((sheet,), _) = laid(document(one(brick("a", 10)), DocumentPart("Two", bricks(20), columns=1)), theme)
    top = 13 + TITLE + 10 + 5
    assert placed(sheet)[2:] == [
        (theme.ink, 13, top, 184),
        ("titled Two", 13, top + bar, 0.35),
        ("a", 13, top + bar + TITLE, 184),
    ]
    (rule,) = [item for item, _ in extents(sheet.items) if isinstance(item, Rect) and item.fill == theme.ink]
    assert rule.height == pytest.approx(bar * MM)
    _, _, look, width, size, over, more = bench.titles[-1]
    assert (width, size, over, more) == (AREA.measure, 20, 3 * MM, {"least": 0.0})
    assert "One" in " ".join(words([sheet]))
    assert [heading[:2] for heading in sheet.headings] == [(0, "One"), (1, "a"), (0, "Two"), (1, "a")]


def test_the_titles_of_a_page_are_those_of_its_parts() -> None:
    page = Page(AREA, ("One",), 0.0)
    setting(document())._join(DocumentPart("Two", ()), plan(1.0), page)
    assert page.titles == ("One", "Two")


@pytest.mark.parametrize(
    ("composed", "fit", "scale"), [(False, 0.0, 1.0), (False, 9.0, 18.6 / 38), (True, 9.0, 22 / 38)]
)
def test_an_emblem_stands_in_the_corner(composed: bool, fit: float, scale: float) -> None:
    made = setting(document(composed=composed))
    title = Slab(30.0, (Rect(0, 0, 1, 1, "title"),))
    opening = plan(1.0)._replace(look=PageLook(Setter(), fit=fit), title=title)
    page = made._opened(one(motif="star"), opening, AREA)
    (emblem, head) = page.items
    assert isinstance(emblem, Group)
    assert isinstance(head, Group)
    assert emblem[1:3] == pytest.approx((AREA.width - 74 * MM * scale, 0.0))
    assert emblem.scale == scale
    assert (head.x, head.y, head.items) == (AREA.side, AREA.top, title.items)
    assert (page.titles, page.y, page.opens, page.page) == (("One",), AREA.top + 30.0, True, "")
    assert page.disc == (0.0, 0.0, 0.0)
    numbered = made._opened(one(motif="star", page="3"), opening, AREA)
    x, y, radius = disc("star")
    wanted = AREA.width - (74 * MM - x) * scale, y * scale, radius * scale
    assert numbered.page == "3"
    assert numbered.disc == pytest.approx(wanted)


@pytest.mark.parametrize(
    ("more", "banded"), [({}, True), ({"pages": 1, "composed": True}, True), ({"pages": 1}, False)]
)
def test_titles_on_a_band_have_no_emblem_beside_them(more: Any, banded: bool) -> None:
    """Those of pages with a limit have no room for a band."""
    ((sheet,), _) = laid(document(one(*bricks(20), motif="star"), **more), HOUSE._replace(title="rules", foot="plain"))
    bands = [top for _, left, top, width in placed(sheet) if (left, width) == (0, 210)]
    below = next(top for name, _, top, _ in placed(sheet) if name == "a")
    assert bool(bands) == banded
    assert all(top < below for top in bands)
    emblems = [item for item in sheet.items if isinstance(item, Group) and item.y == 0]
    assert bool(emblems) != banded


@pytest.mark.parametrize("composed", [True, False])
def test_composed_pages_have_a_ground_to_the_edges_of_their_paper(composed: bool) -> None:
    ((sheet,), _) = laid(document(one(*bricks(20)), pages=1, composed=composed), HOUSE._replace(sheet="#EEEEEE"))
    assert (sheet.items[0] == Rect(0, 0, sheet.width, sheet.height, "#EEEEEE")) == composed


def test_a_first_block_higher_than_the_room_below_the_title_is_reported() -> None:
    """Even if it would fit on the second of two sheets."""
    for high, told in ((268, []), (268.2, ["0.2 mm"]), (270, ["2.0 mm"])):
        made = setting(document(pages=2, composed=True, asked=ASKED))
        plan = made._planned(one(brick("a", high / 0.9)), CLOSE, PageLook(made.setter, fit=9.0))
        assert [one.message for one in plan.found] == [
            f"a part of ‘Sheet’ is {by} too long for its page" for by in told
        ]


@pytest.mark.parametrize(("own", "drawn"), [(None, "star"), ("rings", "rings")])
def test_the_emblem_is_that_of_the_game_or_of_the_part(own: Any, drawn: Any) -> None:
    made = setting(document(), HOUSE._replace(motif=own))
    wanted = setting(document(), HOUSE._replace(motif=None))
    pages = [
        wanted._opened(one(motif=drawn), plan(1.0), AREA),
        made._opened(one(motif="star"), plan(1.0), AREA),
    ]
    assert pages[0].items[0] == pages[1].items[0]
    assert any(isinstance(item, Circle | Polygon) for item, _ in extents(tuple(pages[1].items)))


@pytest.mark.parametrize(("theme", "fit", "marked"), [(HOUSE, 0.0, True), (LOW_INK, 0.0, False), (HOUSE, 9.0, False)])
def test_a_part_continues_below_a_mark_in_the_corner(theme: Theme, fit: float, marked: bool) -> None:
    made = setting(document(), theme)
    page = made._following(one(), AREA, PageLook(made.setter, fit=fit))
    corner = Polygon(((180 * MM, 0), (210 * MM, 0), (210 * MM, 9 * MM)), theme.accent)
    assert page.items == ([corner] if marked else [])
    assert (page.titles, page.y, page.page, page.opens) == (("One",), AREA.top, "", False)


def test_a_part_with_a_number_continues_below_its_title_and_number() -> None:
    """Bug: the number of a second sheet stood in the dark corner, partly off what printers reach."""
    made = setting(document(), HOUSE)
    page = made._following(one(page="3"), AREA, PageLook(made.setter))
    x, y, radius = page.disc
    assert (page.page, page.y > AREA.top) == ("3", True)
    assert x + radius == pytest.approx(AREA.width - AREA.side)
    assert y - radius > 5 * MM
    assert radius < module.DISC, "smaller than on a first sheet"
    emblem = page.items[0]
    assert isinstance(emblem, Group) and emblem.items and emblem.y == 0 and AREA.width / 2 < emblem.x < AREA.width
    assert any(isinstance(item, Circle) and item.fill == HOUSE.paper for item in page.items)
    ((_, top, _, bottom),) = (area for item, area in extents(tuple(page.items[-1:])) if isinstance(item, Text))
    assert (top + bottom) / 2 == pytest.approx(y, abs=1.5), "the number is level with the title"


def test_headings_are_repeated_above_columns_and_pages_but_not_within() -> None:
    across = brick("s", 100, span=True, again="S")
    blocks = (
        *bricks(50, 50, again="A"),
        across,
        brick("t", 180, span=True, again="T"),
        brick("u", 20, again="U"),
        brick("v", 20, again="V"),
    )
    (first, second), _ = laid(document(one(*blocks, columns=2)))
    assert placed(first)[1:] == [
        ("again A", 13, 33, 88),
        ("a", 13, 38, 88),
        ("again A", 109, 33, 88),
        ("b", 109, 38, 88),
        ("s", 13, 88, 184),
    ]
    assert placed(second) == [
        ("again T", 13, 13, 184),
        ("t", 13, 18, 184),
        ("again U", 13, 198, 88),
        ("u", 13, 203, 88),
        ("again V", 109, 198, 88),
        ("v", 109, 203, 88),
    ]


@pytest.mark.parametrize(
    ("heights", "tops"),
    [((134, 130), (20, 158)), ((132, 66, 66), (20, 154, 222)), ((100, 50), (20, 125)), ((268,), (20,))],
)
def test_a_page_with_a_limit_is_filled_with_some_space(heights: tuple[float, ...], tops: tuple[float, ...]) -> None:
    """Of 268 mm."""
    ((sheet,), _) = laid(document(one(*bricks(*heights)), pages=1))
    assert [top for _, _, top, _ in placed(sheet)[1:]] == [*tops]


def test_pages_are_numbered_in_all_and_lettered_where_a_number_runs_on() -> None:
    parts = one(*bricks(240, 240), page="3"), DocumentPart("Two", bricks(5), page="4")
    made, _ = laid(document(*parts))
    assert [(sheet.label, sheet.page) for sheet in made] == [
        ("page 1 of 3", "3a"),
        ("page 2 of 3", "3b"),
        ("page 3 of 3", "4"),
    ]
    assert [names(sheet) for sheet in made] == ["a", "b", "a"]
    assert [[one[:2] for one in sheet.headings] for sheet in made] == [
        [(0, "One"), (1, "a")],
        [(2, "b")],
        [(0, "Two"), (1, "a")],
    ]
    said = [" ".join(words([sheet])) for sheet in made]
    assert ["One, page 3a" in said[0], "One, page 3b" in said[1], "Two, page 4" in said[2]] == [True] * 3
    assert ["Credits." in text for text in said] == [True, False, True]


def test_fields_are_for_the_screen() -> None:
    found = document(one(brick("a", 10)))
    assert laid(found)[0][0].fields == ()
    assert [field.said for field in laid(found, screen=True)[0][0].fields] == ["a"]


@pytest.mark.parametrize(
    ("more", "screen", "how"),
    [
        ({}, False, "print at 100 %"),
        ({"pages": 1}, False, "print at 100 %"),
        ({}, True, "fill in on screen"),
        ({"pages": 1}, True, "fill in on screen"),
    ],
)
def test_the_foot_names_the_game_the_part_and_how_to_print(more: Any, screen: bool, how: str) -> None:
    ((sheet,), _) = laid(document(one(brick("a", 1), page="3"), **more), screen=screen)
    said = " ".join(words([sheet]))
    title = "One" if more else "One, page 3"
    ((plain,), _) = laid(document(one(brick("a", 1)), **more), screen=screen)
    assert "Toy · One · page 1 of 1 Rules" in " ".join(words([plain]))
    assert f"Toy · {title} · page 1 of 1 Rules · {how}" in said
    assert said.endswith("%" if more and not screen else "screen" if more else "Credits.")


class Foot:
    """The lines of a foot: for each, the width it takes, the width it had, and how it was set."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.set: list[tuple[float, float, dict[str, Any]]] = []
        plain = Copy.set

        def watched(copy: Copy, width: float, **how: Any) -> Any:
            if how.get("name") == "foot":
                self.set.append((copy.most, width, how))
            return plain(copy, width, **how)

        monkeypatch.setattr(Copy, "set", watched)


@pytest.mark.parametrize(("at", "where"), [(HERE, HERE), (None, Span("Sheet"))])
@pytest.mark.parametrize("title", ["One", "A very long title of a part " * 4, "A quite long title of a part " * 3])
def test_both_sides_of_a_foot_share_its_width(
    monkeypatch: pytest.MonkeyPatch, title: str, at: Span | None, where: Span
) -> None:
    foot, width, gap = Foot(monkeypatch), AREA.measure, 6 * MM
    ((sheet,), _) = laid(document(DocumentPart(title, bricks(1)), at=at))
    (left, named, how), (right, edition, how_right), (_, credits, how_below) = foot.set
    room = max(width - left - gap, width / 3)
    assert (named, edition, credits) == pytest.approx((width - min(room, right) - gap, room, width))
    common = {"leading": 1.3, "where": where, "name": "foot"}
    assert (how, how_right, how_below) == (common, {**common, "align": 1.0}, common)
    end = next(area for item, area in texts(sheet) if item.text.endswith("100 %"))
    assert end[2] == pytest.approx(AREA.width - AREA.side, abs=0.1)


def feet(sheet: Sheet) -> list[tuple[float, float]]:
    """Where the texts at the foot of a sheet stand, in mm, by their groups."""
    return [(round(item.x / MM, 2), round(item.y / MM, 2)) for item in sheet.items[-3:] if isinstance(item, Group)]


@pytest.mark.parametrize(
    ("lines", "top", "excess"),
    [(1, 285.5 - 0.0, ""), (2, 292 - 3 * LINE, ""), (3, 282.0, "2.8"), (4, 282.0, "6.1")],
)
def test_the_foot_stands_above_the_edge_of_the_paper(lines: int, top: float, excess: str) -> None:
    """Most printers can print to 5 mm from it."""
    ((sheet,), told) = laid(credited(lines, one(brick("a", 1))))
    assert feet(sheet)[0] == (13, round(top, 2))
    assert feet(sheet)[2] == (13, round(top + LINE, 2))
    assert feet(sheet)[1][1] == round(top, 2)
    message = f"the foot of ‘Sheet’ is {excess} mm too long for its page"
    expected = [Diagnostic("E310", message, HERE, "shorten the game's credits")]
    assert told == (expected if excess else [])


@pytest.mark.parametrize(("more", "above"), [({}, 1.12), ({"pages": 1}, 0.32)])
def test_a_rule_stands_close_above_the_foot(more: Any, above: float) -> None:
    ((sheet,), _) = laid(document(one(*bricks(20)), **more), HOUSE._replace(foot="rules"))
    *_, (_, left, top, width) = placed(sheet)
    x, y = feet(sheet)[-2 if more else 0]
    assert (left, width) == (x, 210 - 2 * x)
    assert y - top == pytest.approx(above, abs=0.02)


def test_sheets_printed_on_both_sides_say_so() -> None:
    two = (one(*bricks(1)), DocumentPart("Two", bricks(1)))
    for parts, said in ((two, True), (two[:1], False)):
        made, _ = laid(document(*parts, pages=1, both=True))
        assert [("on both sides" in " ".join(words([sheet]))) for sheet in made] == [said] * len(parts)


def test_credits_stand_below_the_higher_side_and_not_on_later_pages() -> None:
    title = "A very long title of a part " * 6
    (first, second), _ = laid(document(DocumentPart(title, bricks(240, 240), columns=1)))
    assert feet(first)[2][1] - feet(first)[0][1] == pytest.approx(2 * LINE, abs=0.02)
    assert isinstance(second.items[-3], Group)
    assert feet(second)[-2:] == [(13, 285.5), (feet(second)[-1][0], 285.5)]
    ((close,), _) = laid(document(one(brick("a", 1)), pages=1))
    assert feet(close)[-2:] == [(8, 289.2), (feet(close)[-1][0], 289.2)]


def test_slabs_that_stay_together_become_one() -> None:
    def slab(name: str, height: float, *, keep: bool) -> Slab:
        return Slab(height, (Rect(0, 0, 1, 1, name),), keep, at=Span(name))

    made = [slab("a", 1, keep=True), slab("b", 2, keep=False), slab("c", 3, keep=False), slab("d", 4, keep=True)]
    made += [slab("e", 5, keep=True)]
    found = [*together(made)]
    assert [(one.height, one.at, len(one.items)) for one in found] == [
        (3.0, Span("a"), 2),
        (3.0, Span("c"), 1),
        (9.0, Span("d"), 2),
    ]
    assert [*together(made[:2])] == found[:1]


def test_sheets_of_one_number_have_letters_and_those_without_a_number_none() -> None:
    pages = [Page(AREA, ("One",), 0.0, page=number) for number in ("1", "2", "2", "2", "", "")]
    letter(pages)
    assert [page.page for page in pages] == ["1", "2a", "2b", "2c", "", ""]


@pytest.mark.parametrize(("number", "size"), [("7", 1.0), ("3a", 0.75)])
def test_the_number_of_a_page_stands_in_the_middle_of_its_disc(number: str, size: float) -> None:
    setter = Setter()
    page = Page(AREA, ("One",), 0.0, page=number, disc=(100.0, 50.0, 6.0))
    (group,) = numbered(page, setter)
    ((item, (left, top, right, bottom)),) = list(extents((group,)))
    assert isinstance(item, Text)
    assert (left + right) / 2 == pytest.approx(100, abs=0.2)
    assert top < 50 < bottom and bottom - top < 2.5 * 6
    assert item.size == pytest.approx(module.NUMBER * 6 * size)
    assert item.font == "narrow-bold"
    assert list(numbered(Page(AREA, ("One",), 0.0), setter)) == []
