"""Tables cell by cell: widths, places, heights, grounds and rules, in points."""

from __future__ import annotations

from typing import Any

import pytest
from rcwkit.art.theme import HOUSE
from rcwkit.diagnostics import Span
from rcwkit.document.copy import Copy, Inset, Letters, copy
from rcwkit.document.tables import Cell, Column, Edge, Need, Table, _Box, _grounds, _need, headed, table
from rcwkit.frame import MM, Field, Group, Line, Polygon, Rect
from rcwkit.type.text import Setter

SETTER = Setter()
LINE = 1.15 * 8
"""The height of a line of these words."""
BLACK, RED = "#000000", "#B3201F"


def words(text: str) -> Copy:
    return copy(SETTER, (text, Letters(8, BLACK)))


def cell(text: str = "x", **fields: Any) -> Cell:
    return Cell(words(text), **fields)


def made(*rows: list[Cell], least: tuple[float, ...] = (40, 60), heads: int = 0) -> Table:
    """Return a table with columns of these widths."""
    return table(rows, sum(least), [Column(one) for one in least], heads)


def groups(one: Table) -> list[Group]:
    """Return the words of the cells, row by row."""
    rows = [item for item in one.part().items if isinstance(item, Group)]
    return [item for row in rows for item in row.items if isinstance(item, Group)]


def rects(one: Table) -> list[Any]:
    return [(item.x, item.y, item.width, item.height) for item in one.part().items if isinstance(item, Rect)]


def lines(one: Table) -> list[Any]:
    return sorted(
        tuple(round(value, 3) for value in (item.x1, item.y1, item.x2, item.y2))
        for item in one.part().items
        if isinstance(item, Line)
    )


def test_a_cell_is_as_wide_as_its_longest_word_or_all_of_them() -> None:
    said = words("some withdrawal")
    assert Cell(said).widths == (said.least, said.most) and said.least < said.most
    assert Cell(said, pad=(1, 3)).widths == (said.least + 6, said.most + 6)
    assert Cell(said, whole=True, pad=(1, 3)).widths == (said.most + 6, said.most + 6)
    assert Cell(said, least=(200, 9), pad=(1, 3)).widths == (206, 206)
    between = (said.least + said.most) / 2
    assert Cell(said, least=(between, 0)).widths == (between, said.most)


def test_turned_words_take_the_width_of_their_lines() -> None:
    short, long = words("withdrawal"), words("a line of some more words to be turned")
    assert Cell(short, turned=True).upright == short.least
    assert Cell(long, turned=True).upright == pytest.approx(0.62 * long.most)
    assert Cell(short, turned=True, pad=(5, 2)).widths == pytest.approx((LINE + 4, LINE + 4))
    assert Cell(long, turned=True, leading=1.5).widths == pytest.approx((24, 24))


def test_columns_have_the_widths_asked_for_and_others_what_is_left() -> None:
    assert made([cell(), cell()]).lefts == (0, 40, 100)
    found = table([[cell(), cell()], [cell()]], 100, [Column(30, tight=True)])
    assert len(found.lefts) == 3 and found.lefts[0] == 0 and found.lefts[-1] == pytest.approx(100)
    assert found.lefts[1] == pytest.approx(30) and (found.count, found.heads) == (2, 0)
    assert table([], 100).lefts == (0,) and table([], 100).height() == 0


def test_only_a_cell_of_one_row_that_may_be_broken_widens_its_column() -> None:
    long = "a sentence of some length, which wants room to be read"
    rest = [cell(long), cell("short words")]
    widths = {}
    for name, fields in {"plain": {}, "merged": {"rows": 2}}.items():
        found = table([[cell("some longer words to break", **fields), *rest]], 150)
        widths[name] = found.lefts[1]
    assert widths["plain"] != pytest.approx(widths["merged"])


def test_a_cell_needs_lines_only_if_it_may_be_broken() -> None:
    said = words("some withdrawal")
    least, most = said.least + 6, said.most + 6
    assert _need(2, 1, Cell(said, pad=(1, 3), columns=2)) == Need(2, 1, 2, least, most, 6, LINE)
    assert _need(0, 0, Cell(said, leading=2)).pitch == 16
    unbroken = [
        Cell(said, rows=2),
        Cell(said, rows=3),
        Cell(said, whole=True),
        Cell(said, turned=True),
        Cell(words("")),
    ]
    assert [_need(0, 0, one).pitch for one in unbroken] == [0] * 5


def test_a_cell_asks_for_nothing_of_its_own() -> None:
    empty = Cell(words(""))
    assert empty.widths == (0, 0) and made([empty], least=(60,)).height() == 0
    (found,) = groups(made([cell()], least=(60,)))
    assert found.x + getattr(found.items[0], "x", -1) == 0
    _, turned = groups(made([cell(least=(0, 100)), cell(turned=True)]))
    assert turned.y == pytest.approx(100)
    assert Table((0, 1), (), 0).heads == 0 and made([cell()], [cell()], [cell()], least=(9,))._shown(1, 3)[1] == 2


def test_a_little_more_height_is_height_too() -> None:
    low, high = cell(least=(0, 20)), cell(least=(0, 20.5))
    assert made([low, high]).height() == made([high, low]).height() == 20.5


def test_cells_stand_beside_merged_ones_from_above() -> None:
    found = made(
        [cell("a", rows=2), cell("b", columns=2)],
        [cell("c"), cell("d")],
        [cell("e", columns=2, rows=2), cell("f")],
        [cell("g")],
        least=(20, 30, 40),
    )
    assert [(spot.row, spot.column) for spot in found.spots] == [(0, 0), (0, 1), (1, 1), (1, 2), (2, 0), (2, 2), (3, 2)]
    assert [round(one.x) for one in groups(found)] == [0, 20, 20, 50, 0, 50, 50]
    ground = made([cell(ground=RED, columns=2), cell()], [cell(), cell(ground=RED), cell()], least=(20, 30, 40))
    assert rects(ground) == [(0, 0, 50, pytest.approx(LINE)), (20, pytest.approx(LINE), 30, pytest.approx(LINE))]


def test_words_are_broken_within_the_padding_of_their_cell() -> None:
    said = words("aa bb")
    for side, count in ((0.0, 1), (3.0, 2)):
        found = made([Cell(said, pad=(2, side))], least=(said.most + 4,))
        assert found.height() == pytest.approx(count * LINE + 4)


def test_words_are_broken_at_the_width_of_their_own_columns() -> None:
    said = words("aa bb")
    assert made([cell(), Cell(said)], least=(9, said.most)).height() == pytest.approx(LINE)
    assert made([cell(), Cell(said, columns=2)], least=(9, said.most - 5, 6)).height() == pytest.approx(LINE)
    assert made([cell(), Cell(said)], least=(said.most, said.most - 1)).height() == pytest.approx(2 * LINE)


def test_a_row_is_as_high_as_its_highest_cell() -> None:
    assert made([cell(), cell(least=(0, 30))]).height() == 30
    assert made([cell(), cell(least=(0, 5), pad=(1, 0))]).height() == pytest.approx(LINE + 2)
    assert made([cell(leading=2), cell()]).height() == 16
    assert made([cell(pad=(1, 0), drop=5), cell()]).height() == pytest.approx(LINE + 7)


def test_turned_words_are_as_high_as_their_lines_are_long() -> None:
    said = words("withdrawal")
    assert made([Cell(said, turned=True, pad=(3, 0)), cell()]).height() == pytest.approx(said.most + 6)


def test_what_a_merged_cell_lacks_is_shared_by_its_rows() -> None:
    found = made([cell(rows=2, least=(0, 40)), cell(least=(0, 10))], [cell(least=(0, 20))], [cell(), cell()])
    shown, count = found._shown(0, None)
    assert found._heights(shown, count) == pytest.approx([15, 25, LINE])
    assert found.height(0, 2) == 40 and found.height(1, 2) == 40 and found.height(2) == pytest.approx(LINE)
    low = made([cell(rows=2, least=(0, 25)), cell(least=(0, 10))], [cell(least=(0, 20))])
    assert low.height() == 30


def test_heads_stand_above_every_part() -> None:
    found = made(
        [cell("Head", least=(0, 12)), cell()], *[[cell(str(row), least=(0, 20)), cell()] for row in range(3)], heads=1
    )
    assert [found.height(*part) for part in ((), (0, 1), (1, 3), (2,))] == [72, 32, 52, 32]
    part = found.part(1, 2)
    assert part.height == 32
    rows = [item for item in part.items if isinstance(item, Group)]
    assert len(rows) == 2 and [round(row.items[0].y, 3) for row in rows if isinstance(row.items[0], Group)] == [
        pytest.approx((12 - LINE) / 2, abs=0.001),
        pytest.approx(12 + (20 - LINE) / 2, abs=0.001),
    ]


def test_heads_may_be_merged() -> None:
    found = made([cell(rows=2, least=(0, 30)), cell()], [cell()], [cell(least=(0, 20)), cell()], heads=2)
    assert found.height() == 50 and found.height(0, 1) == 50 and found.cut(50) == [(0, 1)]


def test_rows_that_fit_exactly_stay_in_a_part() -> None:
    found = made(*[[cell(least=(0, 20)), cell()] for _ in range(6)])
    assert found.cut(120) == [(0, 6)]
    assert found.cut(60) == [(0, 3), (3, 6)]
    assert found.cut(59) == [(0, 2), (2, 4), (4, 6)]
    assert found.cut(5) == [(row, row + 1) for row in range(6)]
    assert made(least=(10,)).cut(50) == []


def test_a_part_of_three_rows_spares_one_for_the_last_but_one_of_two_does_not() -> None:
    for count, parts in {4: [(0, 2), (2, 4)], 5: [(0, 3), (3, 5)]}.items():
        found = made(*[[cell(least=(0, 20)), cell()] for _ in range(count)])
        assert found.cut(60) == parts
    assert made(*[[cell(least=(0, 20)), cell()] for _ in range(3)]).cut(40) == [(0, 2), (2, 3)]


@pytest.mark.parametrize(
    ("begin", "parts"),
    [(1, [(0, 4), (4, 8)]), (2, [(0, 2), (2, 6), (6, 8)]), (3, [(0, 3), (3, 6), (6, 8)]), (4, [(0, 4), (4, 8)])],
)
def test_rows_beside_a_merged_cell_move_on_together_if_half_of_the_part_stays(
    begin: int, parts: list[tuple[int, int]]
) -> None:
    rows = [[cell(least=(0, 20)), cell(least=(0, 20))] for _ in range(8)]
    rows[begin] = [cell(rows=4), cell(least=(0, 20))]
    for row in range(begin + 1, begin + 4):
        rows[row] = [cell(least=(0, 20))]
    head = [cell(least=(0, 10)), cell()]
    assert made(*rows).cut(80) == parts
    assert made(head, *rows, heads=1).cut(90) == parts


def test_rows_beside_a_merged_cell_are_divided_if_less_than_half_of_the_part_would_stay() -> None:
    rows = [[cell(least=(0, 20)), cell()] for _ in range(10)]
    rows[2] = [cell(rows=5), cell(least=(0, 20))]
    for row in range(3, 7):
        rows[row] = [cell(least=(0, 20))]
    assert made(*rows).cut(100) == [(0, 5), (5, 10)]


def test_rows_beside_a_merged_cell_move_on_together_from_later_parts() -> None:
    rows = [[cell(least=(0, 20)), cell(least=(0, 20))] for _ in range(12)]
    rows[6] = [cell(rows=4), cell(least=(0, 20))]
    for row in range(7, 10):
        rows[row] = [cell(least=(0, 20))]
    assert made(*rows).cut(80) == [(0, 4), (4, 6), (6, 10), (10, 12)]


def test_a_merged_cell_in_another_column_holds_no_rows_together() -> None:
    rows = [[cell(least=(0, 20)), cell()] for _ in range(8)]
    rows[2] = [cell(least=(0, 20)), cell(rows=4)]
    for row in range(3, 6):
        rows[row] = [cell(least=(0, 20))]
    assert made(*rows).cut(80) == [(0, 4), (4, 8)]


def test_a_merged_cell_continues_in_the_next_part() -> None:
    found = made([cell("a", rows=3, ground=RED), *[cell(least=(0, 20))]], [cell(least=(0, 20))], [cell(least=(0, 20))])
    for part, high in {(0, 1): 20, (1, 3): 40, (0, 3): 60, (2, None): 20}.items():
        (ground,) = (item for item in found.part(*part).items if isinstance(item, Rect))
        assert (ground.y, ground.height) == (0, high)


def test_cells_are_read_from_left_to_right_in_rows_named_by_their_place() -> None:
    found = made(
        [cell("a", rows=2, at=Span("a.yaml", 3)), cell("b", at=Span("a.yaml", 4)), cell("c")],
        [cell("d"), cell("e", at=Span("a.yaml", 9))],
        [cell("f"), cell("g"), cell("h")],
        least=(20, 30, 40),
    )
    rows = [item for item in found.part().items if isinstance(item, Group)]
    assert [(row.role, row.at, len(row.items)) for row in rows] == [
        ("TR", Span("a.yaml", 3).place, 3),
        ("TR", Span("a.yaml", 9).place, 2),
        ("TR", "", 3),
    ]
    later = [item for item in found.part(1).items if isinstance(item, Group)]
    assert [round(one.x) for one in later[0].items if isinstance(one, Group)] == [0, 20, 50]
    full = made([cell(rows=2, columns=2)], [], [cell(), cell()])
    assert [len(item.items) for item in full.part().items if isinstance(item, Group)] == [1, 2]


@pytest.mark.parametrize(
    ("fields", "x", "y"),
    [
        ({}, 40, (50 - LINE) / 2),
        ({"down": 0.0}, 40, 0),
        ({"down": 1.0}, 40, 50 - LINE),
        ({"down": 0.0, "pad": (4, 6)}, 46, 4),
        ({"down": 1.0, "pad": (4, 6)}, 46, 50 - LINE - 4),
        ({"down": 0.25, "pad": (4, 6), "shift": 3}, 49, 4 + (50 - LINE - 8) / 4),
        ({"down": 0.0, "pad": (4, 6), "drop": 7}, 46, 11),
        ({"down": 0.5, "pad": (4, 6), "drop": 7}, 46, 11 + (50 - LINE - 15) / 2),
        ({"down": 1.0, "pad": (4, 6), "drop": 7}, 46, 50 - LINE - 4),
    ],
)
def test_words_stand_where_their_cell_sets_them(fields: dict[str, Any], x: float, y: float) -> None:
    _, found = groups(made([cell(least=(0, 50)), cell(role="TH", **fields)]))
    assert (found.x, found.y) == pytest.approx((x, y)) and (found.rotate, found.role) == (0, "TH")


@pytest.mark.parametrize(("across", "share"), [(0.0, 0.0), (0.5, 0.5), (1.0, 1.0)])
def test_words_are_aligned_within_the_padding(across: float, share: float) -> None:
    said = words("word")
    (found,) = groups(made([Cell(said, across=across, pad=(0, 5))], least=(60,)))
    (text,) = found.items
    assert found.x + getattr(text, "x", -1) == pytest.approx(5 + share * (50 - said.most))


@pytest.mark.parametrize(("along", "share"), [(0.0, 0.0), (0.5, 0.5), (1.0, 1.0)])
def test_turned_words_read_upwards_along_their_cell(along: float, share: float) -> None:
    said = words("withdrawal")
    _, found = groups(made([cell(least=(0, 100)), Cell(said, turned=True, along=along, pad=(4, 6), role="TH")]))
    assert (found.rotate, found.role) == (-90, "TH")
    assert found.x == pytest.approx(40 + (60 - LINE) / 2)
    assert found.y == pytest.approx(96 - share * (92 - said.most))


def test_a_second_row_stands_below_the_first() -> None:
    found = groups(made([cell(down=0, least=(0, 30)), cell()], [cell(), cell("y", down=0, pad=(2, 0))]))
    assert found[3].y == pytest.approx(32) and found[3].x == 40


def test_fields_lie_over_their_cells_and_within_their_words() -> None:
    tick = Inset((), 5, 5, fields=(Field(1, 2, 3, 3, "Tick"),))
    ticked = Cell(copy(SETTER, tick, size=8), down=0, pad=(4, 6))
    found = made([cell(least=(0, 30)), cell("", write="Die: 1")], [cell(), ticked]).part().fields
    assert found[0] == Field(40, 0, 60, 30, "Die: 1", "write") and len(found) == 2
    (inner,) = made([ticked], least=(60,)).spots[0].lines.fields
    assert (found[1].x, found[1].y) == pytest.approx((46 + inner.x, 34 + inner.y))
    assert found[1].said == "Tick"


def test_grounds_of_one_colour_side_by_side_are_one() -> None:
    red, bare, black = cell(ground=RED), cell(), cell(ground=BLACK)
    high = pytest.approx(LINE)
    cases = {
        (red, red, red): [(0, 0, 60, high)],
        (red, bare, red): [(0, 0, 10, high), (30, 0, 30, high)],
        (red, black, bare): [(0, 0, 10, high), (10, 0, 20, high)],
        (bare, red, red): [(10, 0, 50, high)],
        (bare, bare, bare): [],
    }
    for row, found in cases.items():
        assert rects(made(list(row), least=(10, 20, 30))) == found
    assert [item.fill for item in made([red, black]).part().items if isinstance(item, Rect)] == [RED, BLACK]


def test_grounds_of_rows_and_of_other_heights_stay_apart() -> None:
    red = cell(ground=RED)
    high = pytest.approx(LINE)
    assert rects(made([red], [red], least=(10,))) == [(0, 0, 10, high), (0, high, 10, high)]
    assert rects(made([cell(ground=RED, rows=2), red], [cell()], least=(10, 20))) == [
        (0, 0, 10, pytest.approx(2 * LINE)),
        (10, 0, 20, high),
    ]


def edged(*sides: Any, line: float = 0.5, stroke: str = BLACK) -> Cell:
    return cell(least=(0, 20), edges=tuple(Edge(side, stroke, line) for side in sides))


@pytest.mark.parametrize(
    ("side", "rule"),
    [
        ("over", (40, 20, 100, 20)),
        ("under", (40, 40, 100, 40)),
        ("left", (40, 20, 40, 40)),
        ("right", (100, 20, 100, 40)),
    ],
)
def test_a_rule_runs_along_an_edge(side: str, rule: tuple[float, ...]) -> None:
    found = made([edged(), edged()], [edged(), edged(side, line=0.7, stroke=RED)])
    assert lines(found) == [rule]
    assert [(item.stroke, item.line) for item in found.part().items if isinstance(item, Line)] == [(RED, 0.7)]


def test_rules_that_continue_are_one() -> None:
    over = edged("over")
    assert lines(made([over, over, over], least=(10, 20, 30))) == [(0, 0, 60, 0)]
    assert lines(made([over, edged(), over], least=(10, 20, 30))) == [(0, 0, 10, 0), (30, 0, 60, 0)]
    assert lines(made([over, edged("over", line=0.7)])) == [(0, 0, 40, 0), (40, 0, 100, 0)]
    assert lines(made([over, edged("over", stroke=RED)])) == [(0, 0, 40, 0), (40, 0, 100, 0)]
    assert lines(made([over], [over], least=(10,))) == [(0, 0, 10, 0), (0, 20, 10, 20)]
    both = edged("over", "under", "left", "right")
    assert lines(made([both, both])) == [
        (0, 0, 0, 20),
        (0, 0, 100, 0),
        (0, 20, 100, 20),
        (40, 0, 40, 20),
        (40, 0, 40, 20),
        (100, 0, 100, 20),
    ]


def test_a_rule_left_off_is_drawn_before_it_begins_anew() -> None:
    over = edged("over")
    rows = [over, edged(), over, edged(), over]
    assert lines(made(rows, least=(10, 10, 10, 10, 10))) == [(0, 0, 10, 0), (20, 0, 30, 0), (40, 0, 50, 0)]


def test_grounds_that_do_not_touch_stay_apart() -> None:
    red = cell(ground=RED)
    found = [
        [rect.width for rect in _grounds([_Box(red, 0, 0, 10, 9), _Box(red, at, 0, 10, 9)])] for at in (10.005, 10.5)
    ]
    assert found == [[pytest.approx(20.005)], [10, 10]]


def head_of(look: Any, **fields: Any) -> Cell:
    """Return a head in the house's colours, with the heads of a look."""
    return headed(cell(), HOUSE._replace(table=look, **fields.pop("theme", {})), **fields)


@pytest.mark.parametrize(
    ("look", "above", "below"),
    [
        ("plain", (), ()),
        ("ruled", (("over", HOUSE.ink, 0.6),), (("under", HOUSE.ink, 0.25),)),
        ("grid", (), tuple((side, HOUSE.ink, 0.2) for side in ("over", "under", "left", "right"))),
        ("blocks", (), (("left", HOUSE.page, 0.6),)),
        ("cut", (), ()),
    ],
)
def test_heads_have_the_rules_of_their_look(look: Any, above: Any, below: Any) -> None:
    def said(one: Cell) -> Any:
        return tuple((edge.side, edge.stroke, round(edge.line / MM, 3)) for edge in one.edges)

    first = head_of(look)
    assert said(first) == (*above, *below)
    assert said(head_of(look, over=False)) == below, "another head stands above it"
    assert first.ground == HOUSE._replace(table=look).table_head()[0]
    outlined = head_of(look, theme={"outlined": True}) if look in ("plain", "cut") else None
    assert outlined is None or said(outlined) == (("over", HOUSE.ink, 0.5), ("under", HOUSE.ink, 0.3))
    assert said(head_of("blocks", corner=True)) == ()


def test_heads_keep_rules_of_their_own() -> None:
    own = cell(edges=(Edge("under", RED, 2.0),))
    assert headed(own, HOUSE._replace(table="ruled"), over=False).edges == own.edges
    assert headed(own, HOUSE._replace(outlined=True)).edges[1:] == own.edges
    assert headed(own, HOUSE._replace(table="grid")).edges[4:] == own.edges


def painted(one: Cell) -> Polygon:
    """Return the only shape on a cell of 30 × 5 mm."""
    assert one.paint is not None
    (found,) = one.paint(30 * MM, 5 * MM)
    assert isinstance(found, Polygon)
    return found


def test_heads_that_are_cut_end_aslant_and_have_a_stroke_after_their_corner() -> None:
    end, stroke = painted(head_of("cut", last=True)), painted(head_of("cut", corner=True))
    assert [x / MM for x, _ in end.points] == pytest.approx([0, 27.8, 30, 0])
    assert [y for _, y in end.points] == [0, 0, 5 * MM, 5 * MM]
    assert stroke.fill == HOUSE.accent != end.fill == HOUSE.ink
    xs = [x / MM for x, _ in stroke.points]
    assert xs == pytest.approx([28.35, 29.45, 30.55, 29.45])
    assert [y for _, y in stroke.points] == [5 * MM, 0, 0, 5 * MM]
    assert head_of("cut", last=True).ground is None
    assert head_of("cut", corner=True).ground is not None
    assert head_of("cut").paint is None and head_of("plain", last=True).paint is None
