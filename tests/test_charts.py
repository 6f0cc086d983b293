"""Charts: how the parts of a table are worded and set."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from log_support import describe
from rcwkit.art.theme import HOUSE, LOW_INK, Theme
from rcwkit.diagnostics import Span
from rcwkit.dice.notation import Range
from rcwkit.dice.tables import Drm, Table
from rcwkit.document.blocks import Cell, Chart
from rcwkit.document.chart_blocks import chart, charts, drm_lines, key_text, merged
from rcwkit.document.look import PageLook, Slab
from rcwkit.document.setting import slabs
from rcwkit.frame import MM, Frame, Group, Line, Polygon, Rect, Text
from rcwkit.game.game import Game, GameItem
from rcwkit.game.loader import load
from rcwkit.source.info import Owner
from rcwkit.source.language import ENGLISH
from rcwkit.type.fonts import FontBook
from rcwkit.type.text import Setter
from sheets_support import extents, texts
from tests_support import TOY, Golden, WriteGame

BOOK = FontBook()
COLOURS = {"red": "#B3201F", "white": "#27425F"}
OWNERS = {
    name: Owner(title=name.title(), short=name[0].upper(), colour=colour, mark="star")
    for name, colour in COLOURS.items()
}
WIDE = 170 * MM


@pytest.fixture
def toy(write_game: WriteGame) -> Game:
    return load(write_game(TOY))


class _Nowhere:
    """A document in which longer paths are further down."""

    def at(self, *path: Any, key: bool = False) -> Span:
        return Span("t.yaml", 3 + len(path))


def view(game: Game, **more: Any) -> Chart:
    return chart(game, BOOK, GameItem("t", Table.model_validate({"title": "T", **more}), _Nowhere(), ()))  # type: ignore[arg-type]


def laid(block: Chart, width: float = WIDE, theme: Theme = HOUSE, **more: Any) -> list[Slab]:
    look = PageLook(Setter(theme, BOOK), owners=OWNERS, **more)
    made = list(slabs(block, look, width))
    assert look.setter.found == []
    return made


def rows(items: tuple[Any, ...]) -> Iterator[Group]:
    """Yield the rows of tables among items."""
    for item in items:
        if isinstance(item, Group):
            yield from (item,) if item.role == "TR" else rows(item.items)


def said(slab: Slab) -> list[str]:
    return [item.text for item, _ in texts(slab)]


@pytest.mark.parametrize(
    ("key", "text"),
    [(3, "3"), ("2-3", "2–3"), ("10+", "10 or more"), ("-1-", "−1 or less"), ("-2-0", "−2–0"), ("-1", "−1")],
)
def test_keys_of_rows_are_typeset(key: Any, text: str) -> None:
    assert key_text(ENGLISH, Range.parse(key)) == text


def test_equal_words_beneath_one_another_are_one_cell_and_figures_are_not() -> None:
    word, other, one = Cell("neutral", "word"), Cell("RED", "word owner", "red"), Cell("1", "figure")
    rows = merged([[word, one], [word, one], [other, one], [word, one]])
    assert [[(cell.text, cell.rows) for cell in row] for row in rows] == [
        [("neutral", 2), ("1", 1)],
        [("1", 1)],
        [("RED", 1), ("1", 1)],
        [("neutral", 1), ("1", 1)],
    ]


def test_a_modifier_that_counts_shows_its_amount_for_each() -> None:
    lost = Drm.model_validate({"add": {"of": "lost", "times": -1}, "text": "−1 for each figure lost"})
    strike = Drm.model_validate({"add": "strike", "text": "strike value"})
    assert drm_lines([lost, strike]) == (("−1", "for each figure lost"), ("+", "strike value"))


def test_only_rolled_charts_merge(toy: Game) -> None:
    rows = {1: "stays", 2: "stays"}
    assert [len(row.cells) for row in view(toy, rows=rows).rows] == [1, 1]
    rolled_rows = {"1-3": "stays", "4-6": "stays"}
    assert [len(row.cells) for row in view(toy, roll="1d6", rows=rolled_rows).rows] == [1, 0]


def test_results_of_a_combat_table_have_one_size_and_do_not_merge(toy: Game) -> None:
    found = view(toy, roll="1d6", columns={"a": "1:1", "b": "2:1"}, rows={"1-3": ["AL", "DL2R"], "4-6": ["AL", "DL2R"]})
    assert [[(cell.text, cell.style, cell.rows) for cell in row.cells] for row in found.rows] == [
        [("AL", "figure code", 1), ("DL2R", "figure code", 1)]
    ] * 2


def test_a_turned_table_is_printed_with_the_dice_across(toy: Game) -> None:
    rows = {"1-3": [0, "hit"], "4-6": [2, "hit"]}
    found = view(toy, roll="1d6", head="Range", columns={"near": "Near", "far": "Far"}, rows=rows, turned=True)
    assert (found.head, found.groups, [column.text for column in found.columns]) == (
        "Range",
        (("1d6", 2),),
        ["1–3", "4–6"],
    )
    assert [(row.key, [cell.text for cell in row.cells]) for row in found.rows] == [
        ("Near", ["0", "2"]),
        ("Far", ["hit", "hit"]),
    ]
    with pytest.raises(ValueError, match="a turned table has a roll and columns"):
        view(toy, rows=rows, columns={"near": "Near", "far": "Far"}, turned=True)


def test_results_are_quiet_loud_or_an_owners(toy: Game) -> None:
    found = view(toy, roll="1d6", rows={1: 0, 2: 1, 3: 1, 4: 2, 5: 3, 6: 4})
    assert [row.cells[0].style for row in found.rows] == [
        "figure quiet",
        "figure",
        "figure",
        "figure",
        "figure strong",
        "figure loud",
    ]
    (cell,) = view(toy, rows={"who": "RED"}).rows[0].cells
    assert (cell.style, cell.owner) == ("word owner", "red")
    (cell,) = view(toy, rows={"who": "1 {mark red} 2 {mark white}"}).rows[0].cells
    assert cell.style == "word", "a sign is as long as two figures"
    (cell,) = view(toy, rows={"who": ""}).rows[0].cells
    assert cell.style == "word blank"


def test_a_zero_is_quiet_only_where_it_is_rolled_and_nothing_else(toy: Game) -> None:
    def zero(**more: Any) -> str:
        return str(view(toy, **more).rows[0].cells[0].style)

    assert zero(roll="1d6", rows={"1-3": 0, "4-6": 1}) == "figure quiet"
    assert zero(rows={"Woods": 0, "Road": 1}) == "figure"
    assert zero(roll="1d6", rows={"1-3": 0, "4-6": 1}, results={0: "The end."}) == "figure"
    assert zero(rows={"Woods": "none"}) == "word quiet"


def test_a_clamp_and_a_natural_face_are_remarked_on(toy: Game) -> None:
    drm = [{"add": 1, "text": "Ahead"}]
    found = view(toy, roll="1d6", drm=drm, beyond="clamp", rows={"1-3": "no", "4-6": "yes"}, natural={1: "no"})
    assert found.remarks[0].startswith("Totals past the ends count as 1–3 or 4–6")
    assert found.remarks[1] == "A natural 1 is always: no."
    assert found.drm == (("+1", "Ahead"),)
    assert found.rows[0].keys[0].faces == ()  # a modified total is not a face
    assert view(toy, roll="1d6", rows={"1-3": "no", "4-6": "yes"}).rows[0].keys[0].faces == (1, 2, 3)


def test_the_width_of_a_chart_follows_its_columns(toy: Game) -> None:
    def wide(columns: int, text: str) -> str:
        return str(
            view(
                toy,
                columns={f"c{n}": f"Column {n}" for n in range(columns)},
                rows={n: [text] * columns for n in range(3)},
            ).width
        )

    assert wide(3, "1") == "half"
    assert wide(15, "1") in ("full", "beside")
    assert wide(4, "a sentence of some length, which wants room to be read") == "full"
    assert wide(12, "a sentence of some length, which wants room to be read") == "wide"


def test_half_charts_are_paired_or_take_the_row(triumph: Game) -> None:
    found = [block for block in charts(triumph, BOOK).parts[0].blocks if isinstance(block, Chart)]
    widths = [block.width for block in found]
    alone = [
        n
        for n, width in enumerate(widths)
        if width == "half" and "half" not in (widths[n - 1 : n] + widths[n + 1 : n + 2])
    ]
    assert alone == []
    assert set(widths) == {"half", "full", "beside", "below", "solo"}
    assert [block.span for block in found] == [width != "half" for width in widths]


def test_a_chart_without_headings_has_no_empty_head(toy: Game) -> None:
    def heads(**more: Any) -> list[str]:
        (slab,) = laid(view(toy, **more))
        cells = [cell for cell in next(rows(slab.items)).items if isinstance(cell, Group) and cell.role == "TH"]
        return [" ".join(item.text for item, _ in extents(cell.items) if isinstance(item, Text)) for cell in cells]

    assert heads(rows={"Woods": 2}) == ["Woods"]
    assert heads(rows={"Woods": 2}, head="Terrain") == ["Terrain"]
    assert heads(roll="1d6", rows={"1-6": 2}) == ["1d6"]
    assert heads(rows={"Woods": [2]}, columns={"cost": "Cost"}) == ["", "Cost"]


LONG = {f"{number}": f"Row {number}: a sentence of some length, which says what comes of it." for number in range(60)}


def test_a_chart_higher_than_a_page_continues_with_its_title_and_heads(toy: Game) -> None:
    block = view(
        toy, rows={key: [text] for key, text in LONG.items()}, columns={"what": "What"}, head="No.", foot=["The end."]
    )
    parts = laid(block, room=400.0)
    assert len(parts) > 2
    assert all(part.height <= 400 for part in parts)
    assert [said(part)[0] for part in parts] == ["T", *["T, CONTINUED"] * (len(parts) - 2), "The end."]
    assert all({"No.", "What"} <= set(said(part)) for part in parts[:-1])
    found = " ".join(word for part in parts for word in said(part))
    assert all(found.count(text) == 1 for text in LONG.values())
    assert len(laid(block)) == 1


def test_in_large_print_the_texts_under_a_wide_chart_are_a_slab_of_their_own(toy: Game) -> None:
    rows = {n: ["a sentence of some length, which wants room to be read"] * 4 for n in range(3)}
    block = view(toy, columns={f"c{n}": f"Column {n}" for n in range(4)}, rows=rows, foot=["After all."])
    table, under = laid(block, theme=HOUSE.enlarged)
    assert said(under) == ["After all."] and under.again == "T, continued"
    assert "After all." not in said(table)
    assert all(item.size >= 12 for slab in (table, under) for item, _ in texts(slab))


def test_units_are_aligned_under_units_with_signs_before_them(toy: Game) -> None:
    block = view(
        toy,
        columns={"a": "Shift", "b": "For"},
        rows={"one": [9, "x"], "two": [10, "x"], "three": [-2, "x"], "four": ["+3", "x"]},
    )
    (slab,) = laid(block)
    ends = {item.text: area[2] for item, area in texts(slab) if item.text in ("9", "10", "−2", "+3")}
    assert len(ends) == 4
    assert max(ends.values()) - min(ends.values()) < 0.01


def test_heads_much_longer_than_their_columns_are_rotated_where_space_is_short(toy: Game) -> None:
    names = ["Impassable", "Manhandled", "Observation", "Concealment", "Withdrawal", "Reinforcement"]
    block = view(
        toy,
        head="Kind",
        columns={f"c{n}": name for n, name in enumerate(names)},
        rows={"Infantry of the line": [1] * 6, "Guns": [2] * 6},
    )

    def turned(width: float) -> list[str]:
        (slab,) = laid(block, width)
        return [item.text for item, area in texts(slab) if area[3] - area[1] > area[2] - area[0] and len(item.text) > 3]

    assert turned(WIDE) == []
    assert turned(58 * MM) == names


def test_the_rule_and_rulings_of_a_title_go_below_it_together(toy: Game) -> None:
    block = view(toy, rows={"Woods": 2}, rule="Purge 3")

    def lower(title: str) -> float:
        (slab,) = laid(replace(block, title=title, flags=(12, 13)), 60 * MM)
        (rule,) = (area for item, area in texts(slab) if item.text == "Purge 3 · rulings 12, 13")
        return rule[1] - next(area[1] for item, area in texts(slab) if item.text.startswith(title.upper()[:4]))

    assert lower("Spoils") < 6 < lower("Spoils of a purge, and so on")


def test_long_texts_beside_a_small_table_get_more_of_the_width(toy: Game) -> None:
    def edge(text: str) -> float:
        drm = [{"add": 1, "text": f"Reason {number}{text}"} for number in range(7)]
        (slab,) = laid(
            view(toy, roll="1d6", drm=drm, beyond="rows", rows={"1-2": "none", "3-4": "few", "5-6": "a bridge is lost"})
        )
        return min(area[0] for item, area in texts(slab) if item.text.startswith("Reason"))

    assert (
        edge(", which is told at some length, so that it takes two lines or even three where there is not much room")
        < edge("") - 10 * MM
    )


def test_a_word_too_wide_is_reported_once_at_its_row(toy: Game) -> None:
    look = PageLook(Setter(HOUSE, BOOK))
    block = view(toy, columns={"a": "A", "b": "B"}, rows={"one": ["x" * 60, "y"], "two": ["z", "y"]})
    list(slabs(block, look, 60 * MM))
    (found,) = look.setter.found
    assert (found.code, found.span.line) == ("E310", 5)


def test_texts_are_beside_or_below_their_table(toy: Game) -> None:
    def where(rows: int, drms: int) -> tuple[str, bool]:
        drm = [{"add": 1, "text": f"Reason {number}"} for number in range(drms)]
        block = view(
            toy,
            roll="2d6",
            drm=drm,
            beyond="clamp",
            rows={number + 2: "nothing of note comes of it" for number in range(rows)},
        )
        (slab,) = laid(block)
        found = {item.text: area for item, area in texts(slab)}
        return block.width, found["Reason 0"][1] < found["nothing of note comes of it"][3]

    assert where(11, 8) == ("beside", True)
    assert where(2, 8) == ("below", False)


def test_results_of_an_owner_and_the_worst_stand_out_in_full_and_in_low_ink(toy: Game) -> None:
    graded = view(toy, roll="1d6", rows={n: n // 2 for n in range(1, 7)})
    owned = view(toy, roll="1d6", rows={1: "RED", "2-6": "WHITE"})

    def grounds(theme: Theme) -> set[str | None]:
        made = [*laid(graded, theme=theme), *laid(owned, theme=theme)]
        return {item.fill for slab in made for item, _ in extents(slab.items) if isinstance(item, Rect)}

    assert {"#B3201F", "#27425F", HOUSE.loud} <= grounds(HOUSE)
    assert grounds(LOW_INK) == {LOW_INK.accent, LOW_INK.page}  # the marks of titles, and dice


def test_blank_cells_are_to_write_in(toy: Game) -> None:
    (slab,) = laid(view(toy, head="Die", columns={"a": "A", "b": "B"}, rows={1: ["", ""], 2: ["", "x"]}))
    assert [(field.said, field.kind) for field in slab.fields] == [
        ("T: 1: A", "write"),
        ("T: 1: B", "write"),
        ("T: 2: A", "write"),
    ]
    assert all(field.height > 5.99 * MM for field in slab.fields)


def test_rows_of_a_chart_to_write_in_are_even(toy: Game) -> None:
    """Bug: the only row of Victory Cities without a blank cell was lower than its neighbours."""
    heights = [
        laid(view(toy, head="Die", columns={"a": "A"}, rows=dict(enumerate(("", "", last))), foot=["x"]))[0].height
        for last in ("", "–")
    ]
    assert heights[0] == heights[1]


@pytest.mark.parametrize("theme", [HOUSE, LOW_INK, HOUSE.enlarged])
@pytest.mark.parametrize("density", [0, 1, 2])
def test_nothing_is_outside_of_a_chart(triumph: Game, theme: Theme, density: int) -> None:
    for block in charts(triumph, BOOK, theme.reading).parts[0].blocks:
        if not isinstance(block, Chart):
            continue
        width = WIDE if block.span else WIDE / 2 - 4 * MM
        for slab in laid(block, width, theme, density=density):
            areas = [area for _, area in texts(slab)]
            assert all(area[0] >= -0.01 and area[2] <= width + 0.5 and area[3] <= slab.height + 1 for area in areas), (
                block.title
            )


def test_a_chart_is_drawn_as_before(toy: Game, golden: Golden) -> None:
    found = next(block for block in charts(toy, BOOK).parts[0].blocks if isinstance(block, Chart))
    (slab,) = laid(found, 88 * MM)
    golden("chart.txt", describe(Frame(88 * MM, slab.height, slab.items)))


SHIFTS = {"start": "B", "past": "off", "rows": {"Cover": {"B": "none", "C": "light", "past": "total"}}}
COLUMNS = {"columns": {"A": "A", "B": "B", "C": "C"}, "rows": {1: [2, 1, 1], 2: [4, 2, 1]}}


def test_a_shift_stands_on_the_column_that_it_leads_to(toy: Game) -> None:
    (slab,) = laid(view(toy, **COLUMNS, shifts=SHIFTS))
    middle = {item.text: (area[0] + area[2]) / 2 for item, area in texts(slab)}
    heads = {"+1": "light", "0": "none", "+2": "total"}
    for head, word in heads.items():
        assert middle[word] == pytest.approx(middle[head], abs=0.5)
    assert middle["−1"] < middle["0"] < middle["+1"] < middle["+2"]
    assert "off" in said(slab)


TINTED = {"roll": "1d6", "columns": {"a": "A", "b": "B"}, "rows": {"1-3": ["Bad", "Good"], "4-6": ["–", "Bad"]}}


@pytest.mark.parametrize(("theme", "filled"), [(HOUSE, 3), (LOW_INK, 0)])
def test_the_start_of_shifts_is_marked_through_the_whole_column(toy: Game, theme: Theme, filled: int) -> None:
    """A row of shifts and two of results; low ink has thick lines instead."""
    (slab,) = laid(view(toy, **COLUMNS, shifts=SHIFTS), theme=theme)
    gold = HOUSE.shade(HOUSE.gold, 0.85)
    drawn = [item for item, _ in extents(slab.items)]
    assert sum(isinstance(item, Rect) and item.fill == gold for item in drawn) == filled
    upright = sum(isinstance(item, Line) and item.x1 == item.x2 and item.line == 0.5 * MM for item in drawn)
    assert upright == (0 if filled else 6)


def test_shifts_lead_to_columns_of_their_table() -> None:
    with pytest.raises(ValueError, match="shifts lead to 'past', which is no column; its columns are A, B, C"):
        Table.model_validate({"title": "T", **COLUMNS, "shifts": SHIFTS | {"past": None}})
    with pytest.raises(ValueError, match="a table with shifts is not turned and has no groups"):
        Table.model_validate({"title": "T", **COLUMNS, "shifts": SHIFTS, "groups": {"G": ["A"]}})


def test_cells_have_the_tints_of_their_words_but_with_low_ink(toy: Game) -> None:
    block = view(toy, **TINTED)
    tinted = view(toy, **{**TINTED, "tints": {"Bad": "#8E1B23"}})
    assert [[cell.tint for cell in row.cells] for row in block.rows] == [["", ""], ["", ""]]
    assert [[cell.tint for cell in row.cells] for row in tinted.rows] == [["#8E1B23", ""], ["", "#8E1B23"]]
    for theme, fills in ((HOUSE, 2), (LOW_INK, 0)):
        (slab,) = laid(tinted, theme=theme)
        drawn = [item for item, _ in extents(slab.items)]
        assert sum(isinstance(item, Rect) and item.fill == "#8E1B23" for item in drawn) == fills
        inks = {item.fill for item in drawn if isinstance(item, Text) and item.text == "Bad"}
        assert inks == {theme.on("#8E1B23") if fills else theme.ink}


@pytest.mark.parametrize(("word", "times"), [("Bad", 1), ("2", 2)])
def test_a_tinted_word_in_all_columns_is_one_bar_and_a_figure_is_not(toy: Game, word: str, times: int) -> None:
    rows = {"1-3": [word, word], "4-6": ["Good", "–"]}
    block = view(toy, roll="1d6", columns={"a": "A", "b": "B"}, rows=rows, tints={word: "#8E1B23"})
    assert [cell.tint for cell in block.rows[0].cells] == ["#8E1B23"] * 2
    (slab,) = laid(block)
    assert said(slab).count(word) == times


def test_a_heat_table_shades_its_numbers_and_leaves_0_blank(toy: Game) -> None:
    block = view(toy, roll="1d6", columns={"a": "A", "b": "B"}, rows={"1-3": [0, 1], "4-6": [2, 4]}, heat=True)
    assert [[(cell.text, cell.shade) for cell in row.cells] for row in block.rows] == [
        [("", 0), ("1", 3)],
        [("2", 7), ("4", 10)],
    ]
    for theme, slanted in ((HOUSE, False), (LOW_INK, True)):
        (slab,) = laid(block, theme=theme)
        lines = [item for item, _ in extents(slab.items) if isinstance(item, Line)]
        assert any(line.x1 != line.x2 and line.y1 != line.y2 for line in lines) == slanted


LEVELS = {
    "columns": {"map": "On the map", "told": "Told to advance"},
    "head": "Level",
    "rows": {"Normal": ["upright", "advances"], "Routed": ["turned", "stays"]},
}


@pytest.mark.parametrize("style", ["cut", "ruled", "panes", "grid", "blocks"])
@pytest.mark.parametrize("theme", [HOUSE, LOW_INK])
def test_a_look_has_a_head_of_its_own_and_keeps_every_word(toy: Game, theme: Theme, style: Any) -> None:
    block = view(toy, **LEVELS)
    (usual,), (slab,) = laid(block, theme=theme), laid(block, theme=theme._replace(table=style))
    shown = " ".join(text.upper() for text in said(slab))
    assert all(word in shown for word in ("ON THE MAP", "TOLD TO ADVANCE", "NORMAL", "ROUTED", "UPRIGHT", "STAYS"))
    assert describe(Frame(WIDE, slab.height, slab.items)) != describe(Frame(WIDE, usual.height, usual.items))
    wide = (item for item, area in extents(slab.items) if area[2] - area[0] > 10 * MM)
    dark = [item for item in wide if isinstance(item, Rect | Polygon) and item.fill in (theme.ink, theme.accent)]
    assert bool(dark) == (not theme.outlined and style != "ruled")


def test_a_few_rows_of_words_stand_side_by_side_as_panes(toy: Game) -> None:
    """Bug: rows of sentences were panes, too, in columns of 15 mm."""
    theme = HOUSE._replace(table="panes")

    def side_by_side(width: float, **more: Any) -> bool:
        (slab,) = laid(view(toy, **{**LEVELS, **more}), width, theme)
        spots = {item.text.upper(): area[1] for item, area in texts(slab)}
        return len(spots.keys() & {"NORMAL", "ROUTED"}) == 2 and spots["NORMAL"] == spots["ROUTED"]

    assert side_by_side(WIDE)
    assert not side_by_side(80 * MM), "too narrow"
    many = {f"Level {number}": ["turned", "stays"] for number in range(5)}
    assert not side_by_side(WIDE, rows=many)
