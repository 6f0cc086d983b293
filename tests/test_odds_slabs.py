"""Odds as slabs: lines, bars and grids, and how a chance is shown."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest
from log_support import describe
from rcwkit.art.colours import contrast
from rcwkit.art.theme import HOUSE, LOW_INK, Theme
from rcwkit.diagnostics import Span
from rcwkit.document.blocks import Block, Cell, Grid, Row
from rcwkit.document.look import PageLook, Slab
from rcwkit.document.odds_blocks import odds_sheet
from rcwkit.document.setting import slabs
from rcwkit.frame import MM, Frame, Group, Item, Rect, Text
from rcwkit.source.info import Owner
from rcwkit.type.fonts import FontBook
from rcwkit.type.text import Setter
from sheets_support import extents, texts
from tests_support import Golden, shipped

BOOK = FontBook()
WIDTH = 88 * MM
OWNERS = {
    "red": Owner(title="Red", short="R", colour="#B3201F", mark="star"),
    "white": Owner(title="White", short="W", colour="#27425F", mark="star"),
}


def chance(percent: str, fraction: str = "", bar: float = 0.0, shade: int = 0) -> Cell:
    return Cell(percent, note=fraction, bar=bar, shade=shade)


def heads(asked: str, answers: tuple[Cell, ...]) -> Grid:
    return Grid("lines", (), answers, (asked,))


def line(text: str, chances: tuple[Cell, ...], ways: int) -> Grid:
    return Grid("lines", (Row(chances, (Cell(text),)),), blank=max(ways - len(chances), 0))


THIRD, HALF, NEVER = chance("33.3", "1/3", 66.7, 4), chance("50.0", "1/2", 100.0, 5), chance("–")
KEYED = Grid(
    "odds",
    (
        Row((THIRD, HALF, Cell("1.5", "mean")), (Cell("Low", rows=2), Cell("+1"))),
        Row((NEVER, chance("100", shade=10), Cell("", "mean")), (Cell("±0"),)),
    ),
    (Cell("Red", owner="red"), Cell("no effect"), Cell("mean", "mean")),
    ("Column", "DRM"),
    (20.0, 9.0),
    "Result",
    mean="2",
)
STRIP = Grid(
    "odds",
    (Row((THIRD, HALF, NEVER)),),
    (Cell("0"), Cell("1"), Cell("2")),
    title="Losses",
    blank=1,
    mean="0.83",
    by="Which turn?",
)


def laid(block: Block, theme: Theme = HOUSE, width: float = WIDTH, density: int = 0) -> Slab:
    setter = Setter(theme, BOOK)
    (slab,) = slabs(block, PageLook(setter, density, owners=OWNERS), width)
    assert setter.found == []
    return slab


def rects(slab: Slab) -> Iterator[tuple[Rect, tuple[float, float, float, float]]]:
    yield from ((item, area) for item, area in extents(slab.items) if isinstance(item, Rect))


def where(slab: Slab, text: str) -> tuple[float, float, float, float]:
    (found,) = [area for item, area in texts(slab) if item.text.strip() == text]
    return found


def behind(slab: Slab, text: str) -> str | None:
    """Return the fill under the middle of a text."""
    left, top, right, bottom = where(slab, text)
    x, y = (left + right) / 2, (top + bottom) / 2
    return next((item.fill for item, area in rects(slab) if area[0] <= x <= area[2] and area[1] <= y <= area[3]), None)


def middle(slab: Slab, text: str) -> float:
    left, _, right, _ = where(slab, text)
    return (left + right) / 2


@pytest.fixture(scope="module")
def odds() -> list[Block]:
    """Return all lines and grids of a game with many of both."""
    (part,) = odds_sheet(shipped("white_general"), BOOK).parts
    return [block for block in part.blocks if isinstance(block, Grid)]


@pytest.mark.parametrize("theme", [HOUSE, LOW_INK], ids=["full", "low"])
@pytest.mark.parametrize("density", [0, 1, 2])
def test_nothing_runs_out_of_its_slab_or_over_its_neighbour(odds: list[Block], theme: Theme, density: int) -> None:
    count = 0
    for block in odds:
        slab = laid(block, theme, density=density)
        for text, area in texts(slab):
            assert area[0] >= -0.01 and area[2] <= WIDTH + 0.01, block
            assert area[1] >= 0 and area[3] - 0.25 * text.size <= slab.height, (
                "what has no descenders may stand on the edge"
            )
        for row in rows(slab.items):
            spans = [(min(one[0] for one in cell), max(one[2] for one in cell)) for cell in row if cell]
            assert all(one[1] <= other[0] + 0.01 for one, other in pairwise(sorted(spans))), block
            count += len(spans)
    assert count > 2000


def rows(items: tuple[Item, ...]) -> Iterator[list[list[tuple[float, float, float, float]]]]:
    """Yield the text boxes of each cell in each row that is read aloud."""
    for item in items:
        if isinstance(item, Group) and item.role == "TR":
            yield [[area for found, area in extents((cell,)) if isinstance(found, Text)] for cell in item.items]
        elif isinstance(item, Group):
            yield from rows(item.items)


def test_a_row_is_read_aloud_with_its_keys_figures_and_mean() -> None:
    def said(item: Item) -> str:
        return (
            item.text if isinstance(item, Text) else "".join(map(said, item.items)) if isinstance(item, Group) else ""
        )

    def table(items: tuple[Item, ...]) -> Iterator[list[tuple[str, str]]]:
        for item in items:
            if isinstance(item, Group) and item.role == "TR":
                yield [(cell.role, said(cell)) for cell in item.items if isinstance(cell, Group)]
            elif isinstance(item, Group):
                yield from table(item.items)

    head, first, second = table(laid(KEYED).items)
    assert head == [("TH", text) for text in ("Column", "DRM", "Red", "no effect", "mean")]
    assert first == [("TH", "Low"), ("TH", "+1"), ("TD", "33.3"), ("TD", "50.0"), ("TD", "1.5")]
    assert second == [("TH", "±0"), ("TD", "–"), ("TD", "100"), ("TD", "")]


def test_the_likelier_the_darker() -> None:
    fills = [behind(laid(KEYED), text) for text in ("–", "33.3", "50.0", "100")]
    seen = [contrast(fill or "", HOUSE.page) for fill in fills]
    assert seen == sorted(seen) and len(set(fills)) == 4


def test_in_low_ink_the_likelier_the_heavier_the_line_below() -> None:
    slab = laid(KEYED, LOW_INK)

    def line(text: str) -> float:
        _, _, _, bottom = where(slab, text)
        below = [
            area
            for item, area in rects(slab)
            if area[0] < middle(slab, text) < area[2] and bottom - 0.5 < area[1] < bottom + 6
        ]
        return min(below, key=lambda area: area[1])[3] - min(below, key=lambda area: area[1])[1]

    heights = [line(text) for text in ("–", "33.3", "50.0", "100")]
    assert heights == sorted(heights) and len({round(high, 3) for high in heights}) == 4
    assert all(item.height < 1 * MM or item.width < 1 * MM for item, _ in rects(slab)), "nothing is filled but lines"


def test_a_key_of_two_rows_is_centred_between_them() -> None:
    slab = laid(KEYED)
    tops = [where(slab, text)[1] for text in ("+1", "Low", "±0")]
    assert tops[1] == pytest.approx((tops[0] + tops[2]) / 2, abs=0.1)


def test_a_key_of_many_lines_makes_room_for_itself() -> None:
    def keyed(key: str) -> Grid:
        return Grid("odds", (Row((THIRD,), (Cell(key),)), Row((HALF,), (Cell("Key"),))), (Cell("1"),), ("",), (20.0,))

    low, high = keyed("Short"), keyed("Some words that take lines")
    assert laid(high).height > laid(low).height + 8
    assert where(laid(high), "50.0")[1] > where(laid(low), "50.0")[1] + 8


@pytest.mark.parametrize("theme", [HOUSE, LOW_INK], ids=["full", "low"])
def test_bars_are_on_their_headings_with_heights_in_proportion(theme: Theme) -> None:
    slab = laid(STRIP, theme)
    heads = where(slab, "1")[1]
    line = 0.3 * MM if theme.outlined else 0.0
    bars = [area for item, area in rects(slab) if theme.accent in (item.fill, item.stroke) and area[3] < heads]
    assert len(bars) == 2, "what never comes has none"
    first, second = ((area[3] - area[1]) for area in bars)
    assert (second - first) == pytest.approx(7.5 * MM * (100 - 66.7) / 100, abs=line + 0.01)
    assert bars[0][3] == pytest.approx(bars[1][3])


def test_empty_columns_keep_bands_alike() -> None:
    slab = laid(STRIP)
    assert middle(slab, "2") == pytest.approx(WIDTH * 2.5 / 4, abs=0.5)


def test_a_strip_of_means_has_no_bars() -> None:
    means = Grid("odds", (Row((chance("0.5"), chance("0.7"))),), (Cell("1"), Cell("2")), title="Mean")
    assert laid(STRIP).height - laid(means).height == pytest.approx(7.5 * MM)


def test_the_mean_ends_at_the_right_edge_on_the_line_of_its_title() -> None:
    slab = laid(STRIP)
    (found,) = [(item, area) for item, area in texts(slab) if item.text == "0.83"]
    (title,) = [item for item, _ in texts(slab) if item.text == "Losses"]
    assert found[1][2] == pytest.approx(WIDTH, abs=0.2)
    assert found[0].size > title.size
    assert where(slab, "Which turn?")[0] > where(slab, "Losses")[2]


def test_headings_have_their_owners_colours() -> None:
    head = heads("Which side?", (Cell("Red", owner="red"), Cell("Neither")))
    slab = laid(head)
    assert (behind(slab, "Red"), behind(slab, "Neither")) == (HOUSE.plate("#B3201F").ground, HOUSE.ink)
    low = laid(head, LOW_INK)
    (text,) = [item for item, _ in texts(low) if item.text == "Red"]
    assert text.fill == LOW_INK.plate("#B3201F").text != LOW_INK.ink


def test_chances_are_under_their_headings_and_common_ones_between_them() -> None:
    head, each = (
        laid(heads("Side?", (Cell("Red"), Cell("White")))),
        laid(line("It comes", (THIRD, HALF), 2)),
    )
    left, right = middle(head, "Red"), middle(head, "White")
    assert abs(where(each, "33.3")[0] - left) < 10 * MM and where(each, "1/3")[2] < where(each, "50.0")[0]
    whole = laid(line("It comes", (THIRD,), 2))
    start, end = where(whole, "33.3")[0], where(whole, "1/3")[2]
    assert (start + end) / 2 == pytest.approx((left + right) / 2, abs=0.5)


def test_what_never_comes_has_no_sign() -> None:
    def words(chance: Cell) -> list[str]:
        return [item.text.strip() for item, _ in texts(laid(line("It comes", (chance,), 0)))]

    assert words(NEVER) == ["It comes", "–"]
    assert words(chance("100")) == ["It comes", "100", "%"]


def test_a_statement_may_take_the_whole_width() -> None:
    said = "A statement of some length that needs nearly all of the column"
    assert laid(line(said, (), 0)).height < laid(line(said, (THIRD,), 0)).height


def test_a_long_word_is_set_smaller_until_it_fits_or_reported() -> None:
    def heading(word: str) -> tuple[float, Setter]:
        setter = Setter(HOUSE, BOOK)
        block = Grid("odds", (Row((THIRD,) * 8),), (Cell(word),) * 8, at=Span("p.yaml", 4))
        (slab,) = slabs(block, PageLook(setter, owners=OWNERS), WIDTH)
        return next(item.size for item, _ in texts(slab) if item.text == word), setter

    assert heading("short")[0] == 9.5
    size, setter = heading("besieged")
    assert HOUSE.least <= size < 9.5 and setter.found == []
    size, setter = heading("Donaudampfschiff")
    assert size == HOUSE.least
    assert {(found.code, found.span.line) for found in setter.found} == {("E310", 4)}


@pytest.mark.parametrize(("theme", "name"), [(HOUSE, "full"), (LOW_INK, "low")])
def test_odds_are_drawn_as_before(theme: Theme, name: str, golden: Golden) -> None:
    blocks = (
        heads("Which side?", (Cell("Red", owner="red"), Cell("White", owner="white"))),
        line("It comes", (THIRD, NEVER), 2),
        KEYED,
        STRIP,
    )
    drawn = (laid(block, theme) for block in blocks)
    golden(f"odds-{name}.txt", "".join(describe(Frame(WIDTH, slab.height, slab.items)) for slab in drawn))
