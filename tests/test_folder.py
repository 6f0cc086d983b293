"""Pages composed for play: their sections, worksheets and charts, and how they are set."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from rcwkit.art.colours import contrast
from rcwkit.art.theme import HOUSE, LOW_INK
from rcwkit.diagnostics import InputError
from rcwkit.document.blocks import Chart, Grid, Paragraph, Point, Section, Throw, Worksheet
from rcwkit.document.copy import Inset
from rcwkit.document.look import PageLook, signed
from rcwkit.document.pages import BODIES, sheets
from rcwkit.frame import MM, Circle, Group, Item, Polygon, Rect, Text
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.kinds.folder.say import folder
from rcwkit.kit.checks import check
from rcwkit.sheets.paper import PAPERS
from rcwkit.source.project import Project
from rcwkit.type.text import Setter

GAME = """
kind: game
id: pond
title: The Pond
source: {title: Rules}
credits: Ours.
sides: {red: {title: Red, short: R, colour: "#B3201F", mark: star, plays: true}}
"""
RULINGS = """
kind: rulings
id: r
source: s
rulings:
  late: {type: gap, title: Late, places: [{rule: '1', says: No}], prints: Yes}
"""
TABLES = """
kind: tables
id: t
title: T
source: s
tables:
  a: {title: A, head: D, rows: {x: [W]}, results: {W: Wins}, foot: [Below]}
  b: {title: B, roll: 1d6, columns: {n: Number, odds: Odds}, rows: {1: [1, 1-1], 2: [2, 2-1], 3-6: [again, –]}}
"""


ROLLS = """
kind: procedures
id: p
title: P
source: s
procedures:
  tie: {title: Tie, note: On equal sums., steps: [{id: die, title: Second die, roll: 1d6, rows: {1-3: low, 4-6: high}}]}
  sum:
    title: Sum
    variables: {sum: 0}
    steps: [{id: die, roll: 1d6, then: {"*": [{add: {sum: die}}]}}, {id: much, when: {sum: 5}, do: [{note: Much.}]}]
"""


def page(sections: str, more: str = "") -> str:
    head = "kind: folder\nid: f\ntitle: Folder\nsource: s\npages:\n  one:\n    title: One\n"
    return f"{head}{more}    sections:\n{sections}"


SECTION = """
      - head: First
        number: "1"
        bands:
          - - {steps: [Roll., "Look {ruling late}"], width: 2}
            - {look: boxed, head: Red, owner: red, text: Words}
"""


@pytest.fixture
def make(write_game: Callable[[dict[str, str]], Project]) -> Callable[[str], Game]:
    files = {"game.yaml": GAME, "r.yaml": RULINGS, "t.yaml": TABLES, "p.yaml": ROLLS}
    return lambda text: load(write_game({**files, "f.yaml": text}))


def drawn(items: tuple[Item, ...], x: float = 0.0, y: float = 0.0) -> list[tuple[float, float, Text]]:
    found: list[tuple[float, float, Text]] = []
    for item in items:
        if isinstance(item, Group):
            found += drawn(item.items, x + item.x, y + item.y)
        elif isinstance(item, Text):
            found.append((x + item.x, y + item.y, item))
    return found


def laid(game: Game, setter: Setter | None = None, **options: Any) -> Any:
    setter = setter or Setter()
    return sheets(folder(game, setter.book, "f"), PAPERS["a4"], setter, game.owners, **options)


def test_steps_are_lettered_and_readings_numbered(make: Callable[[str], Game]) -> None:
    part = folder(make(page(SECTION)), Setter().book, "f").parts[0]
    section = part.blocks[0]
    assert isinstance(section, Section)
    steps = [block for block in section.bands[0][0].blocks if isinstance(block, Point)]
    assert [(step.number, step.text) for step in steps] == [("a", "Roll."), ("b", "Look{flag 1}")]


def test_a_page_is_one_page_in_the_type_of_its_document(make: Callable[[str], Game]) -> None:
    short = laid(make(page(SECTION)))
    assert len(short) == 1
    assert max(text.size for _, _, text in drawn(short[0].items) if text.text.startswith("Roll")) == BODIES[0].size


def test_too_much_for_a_page_is_an_error_at_the_folder(make: Callable[[str], Game]) -> None:
    setter = Setter()
    long = SECTION.replace("Roll.", "Roll. " * 600)
    laid(make(page(long * 12)), setter)
    assert "E414" in {found.code for found in setter.found}


def test_small_type_is_a_warning(make: Callable[[str], Game]) -> None:
    setter = Setter()
    for count in range(40, 400, 4):
        setter.found.clear()
        laid(make(page(SECTION.replace("Roll.", "Roll again. " * count) * 3)), setter)
        if setter.found:
            break
    assert [found.code for found in setter.found] == ["W311"]
    assert setter.found[0].hint.startswith("cut ")


def test_panes_share_the_width_as_they_ask_and_are_equally_high(make: Callable[[str], Game]) -> None:
    texts = drawn(laid(make(page(SECTION)))[0].items)
    roll = next(x for x, _, text in texts if text.text.startswith("Roll"))
    words = next(x for x, _, text in texts if text.text.startswith("Words"))
    assert words - roll > 100 * MM


def test_sections_are_side_by_side(make: Callable[[str], Game]) -> None:
    beside = page("      - - {head: Left, bands: [[{text: L}]]}\n        - {head: Right, bands: [[{text: R}]]}\n")
    made = folder(make(beside), Setter().book, "f").parts[0].blocks[0]
    assert isinstance(made, Section) and made.beside
    texts = {text.text: (x, y) for x, y, text in drawn(laid(make(beside))[0].items)}
    assert texts["L"][1] == pytest.approx(texts["R"][1])
    assert texts["R"][0] > texts["L"][0] + 80 * MM


def test_a_chart_is_printed_as_the_pane_asks(make: Callable[[str], Game]) -> None:
    text = page("      - {head: H, bands: [[{table: a, bare: true, grid: true, shown: {W: ':victory:'}}]]}\n")
    section = folder(make(text), Setter().book, "f").parts[0].blocks[0]
    assert isinstance(section, Section)
    chart = section.bands[0][0].blocks[0]
    assert isinstance(chart, Chart)
    assert (chart.title, chart.key, chart.foot) == ("", (), ())
    assert chart.rows[0].cells[0].text == ":victory:"


def test_a_chart_has_other_words_for_cells_rows_and_headings(make: Callable[[str], Game]) -> None:
    text = page("      - {head: H, bands: [[{table: a, shown: {W: Won, x: '{ruling late}', D: Die}}]]}\n")
    section = folder(make(text), Setter().book, "f").parts[0].blocks[0]
    assert isinstance(section, Section)
    chart = section.bands[0][0].blocks[0]
    assert isinstance(chart, Chart)
    assert (chart.head, chart.rows[0].key, chart.rows[0].cells[0].text) == ("Die", "{flag 1}", "Won")


def shapes(items: tuple[Item, ...], kind: type[Any]) -> list[Any]:
    """Return all items of a kind."""
    inner = [shape for item in items if isinstance(item, Group) for shape in shapes(item.items, kind)]
    return [*(item for item in items if isinstance(item, kind)), *inner]


def test_a_chart_across_has_its_rows_as_columns(make: Callable[[str], Game]) -> None:
    text = page("      - {head: H, bands: [[{table: b, bare: true, grid: true, across: true}]]}\n")
    section = folder(make(text), Setter().book, "f").parts[0].blocks[0]
    assert isinstance(section, Section)
    chart = section.bands[0][0].blocks[0]
    assert isinstance(chart, Chart)
    assert [column.faces for column in chart.columns] == [(1,), (2,), (3, 4, 5, 6)]
    assert [row.texts for row in chart.rows] == [("Number", "1", "2", "again"), ("Odds", "1–1", "2–1")]
    assert chart.rows[0].cells[2].rows == 2, "one result for both rows"
    setter = Setter()
    laid(make(text), setter)
    assert setter.found == []


def test_a_box_that_asks_has_pointed_ends_and_its_words_between_them(make: Callable[[str], Game]) -> None:
    text = page("      - {head: H, bands: [[{look: question, head: Why, text: Words}, {look: boxed, text: Deeds}]]}\n")
    items = laid(make(text))[0].items
    (frame,) = [shape for shape in shapes(items, Polygon) if len(shape.points) == 6 and not shape.fill]
    left, right = (end(x for x, _ in frame.points) for end in (min, max))
    assert right - left > 80 * MM
    texts = {text.text: x for x, _, text in drawn(items)}
    assert texts["Words"] == texts["WHY"] > texts["H"] + 3.5 * MM, "behind the point"


def test_dice_of_a_page_are_no_smaller_than_it_says(make: Callable[[str], Game]) -> None:
    def edges(least: float) -> set[float]:
        """Return the edges of the dice of a page in mm."""
        section = "      - {head: H, bands: [[{text: 'On {die 4}', table: b, grid: true}]]}\n"
        items = laid(make(page(section, f"    dice: {least}\n")))[0].items
        return {round(one.width / MM, 1) for one in shapes(items, Rect) if one.radius and one.width == one.height}

    assert max(edges(0)) < 3.9
    assert edges(6.5) == {6.1}, "those in the text and those of the chart, with their frames"


def test_an_axis_stands_over_the_columns_behind_the_heads_of_rows(make: Callable[[str], Game]) -> None:
    columns = "columns: [{head: column}, {head: '2'}, {head: '7'}], rows: [{head: on, cells: ['1', '6']}]"
    text = page(f"      - {{head: H, bands: [[{{worksheet: {{axis: [near, far], {columns}}}}}]]}}\n")
    texts = {text.text: (x, y) for x, y, text in drawn(laid(make(text))[0].items)}
    assert texts["column"][0] < texts["near"][0] < texts["2"][0] < texts["7"][0] < texts["far"][0]
    assert texts["near"][1] == texts["far"][1] < texts["2"][1]


def test_the_heading_of_a_stacked_pane_stands_clear_of_what_is_above_it(triumph: Game) -> None:
    """Bug: on a full page it sat on the last line of the list before it."""
    setter = triumph.setter()
    third = sheets(folder(triumph, setter.book, "folder"), PAPERS["a4"], setter, triumph.owners)[2]
    texts = {text.text.strip(): (y, text.size) for _, y, text in drawn(third.items)}
    (above, _), (head, size) = texts["played: every power"], texts["WHITE LINK-UP"]
    assert head - 0.72 * size - above > 2 * MM


def test_a_form_is_printed_without_its_title(make: Callable[[str], Game]) -> None:
    made = page("      - {head: First, bands: [[{form: tie}, {form: sum}]]}\n")
    section = folder(make(made), Setter().book, "f").parts[0].blocks[0]
    assert isinstance(section, Section)
    (tie,), (left,) = (pane.blocks for pane in section.bands[0])
    assert isinstance(tie, Throw) and (tie.number, tie.title, tie.note) == ("", "Second die", "")
    assert [row.results for row in tie.rows] == [("low",), ("high",)]
    assert isinstance(left, Point) and left.text == "**Sum**: rcwkit roll pond sum"
    setter = Setter()
    laid(make(made), setter)
    assert setter.found == []


def test_a_form_may_be_its_grid_alone(triumph: Game) -> None:
    pages = folder(triumph, triumph.setter().book, "worksheets").parts
    sections = [one for page in pages for one in page.blocks if isinstance(one, Section)]
    (grid,) = next(one for one in sections if one.head == "Army reductions").bands[0][0].blocks
    assert isinstance(grid, Worksheet)
    assert (len(grid.rows), grid.columns[0].head) == (9, "Unit")


def test_panes_are_stacked_in_a_pane(make: Callable[[str], Game]) -> None:
    stack = page("      - {head: H, bands: [[{text: L}, {stack: [{head: Up, text: A}, {look: tinted, text: B}]}]]}\n")
    texts = {text.text: (x, y) for x, y, text in drawn(laid(make(stack))[0].items)}
    assert texts["A"][0] > texts["L"][0] + 80 * MM
    assert texts["B"][0] == pytest.approx(texts["A"][0], abs=3 * MM)
    assert texts["UP"][1] < texts["A"][1] < texts["B"][1]


def test_modifiers_of_one_amount_are_a_line_each(make: Callable[[str], Game]) -> None:
    text = page("      - {head: H, bands: [[{modifiers: {'+1': [near, high]}}]]}\n")
    section = folder(make(text), Setter().book, "f").parts[0].blocks[0]
    assert isinstance(section, Section)
    block = section.bands[0][0].blocks[0]
    assert isinstance(block, Grid) and block.look == "modifiers"
    assert [(row.key, row.cells[0].text) for row in block.rows] == [("+1", "near"), ("+1", "high")]


WORKSHEET = """
      - head: H
        bands:
          - - worksheet:
                height: 8
                columns: [{head: Name, group: Who}, {head: A, group: Sums}, {head: B, group: Sums}]
                rows:
                  - {head: One, cells: ['', "{box} x"], group: G}
                  - {head: Two, group: G, copies: 2}
"""


def test_cells_without_words_hold_what_their_column_says(make: Callable[[str], Game]) -> None:
    usual = WORKSHEET.replace("{head: B, group: Sums}", "{head: B, group: Sums, cell: '{die}'}").replace(
        "'', \"{box} x\"", "'', ''"
    )
    section = folder(make(page(usual)), Setter().book, "f").parts[0].blocks[0]
    assert isinstance(section, Section)
    sheet = section.bands[0][0].blocks[0]
    assert isinstance(sheet, Worksheet)
    assert [row.texts for row in sheet.rows] == [("One", "", "{die}"), *[("Two", "", "{die}")] * 2]


def test_lines_of_a_cell_stand_one_below_the_other(make: Callable[[str], Game]) -> None:
    texts = drawn(laid(make(page(WORKSHEET.replace('"{box} x"', '"Upper\\nLower"'))))[0].items)
    upper, lower = (next(y for _, y, text in texts if text.text == word) for word in ("Upper", "Lower"))
    assert lower > upper


def test_a_worksheet_has_a_field_for_every_blank_and_box(make: Callable[[str], Game]) -> None:
    game = make(page(WORKSHEET))
    block = folder(game, Setter().book, "f").parts[0].blocks[0]
    assert isinstance(block, Section)
    sheet = block.bands[0][0].blocks[0]
    assert isinstance(sheet, Worksheet)
    assert sheet.groups == (("Who", 1), ("Sums", 2))
    assert sheet.sides == (("G", 3),)
    fields = laid(game, screen=True)[0].fields
    assert [field.said for field in fields if field.kind == "write"] == ["One A", "Two A", "Two B", "Two A", "Two B"]
    assert len(fields) == 6


def test_a_row_with_more_cells_than_columns_is_refused(make: Callable[[str], Game]) -> None:
    with pytest.raises(InputError, match="row 1 has more cells than there are columns"):
        make(page(WORKSHEET.replace("['', \"{box} x\"]", "[a, b, c, d]")))


@pytest.mark.parametrize("look", ["numbers", "rail", "tabs", "panes", "labels", "blocks"])
def test_every_look_prints_the_heading_and_number_and_low_ink_fills_nothing(
    make: Callable[[str], Game], look: str
) -> None:
    game = make(
        page(
            SECTION,
            more=f"    look: {look}\n    ribbon: [{{title: Now, here: true}}, {{title: Then}}]\n    foot: End.\n",
        )
    )
    for setter in (Setter(), Setter(LOW_INK)):
        texts = [text.text for _, _, text in drawn(laid(game, setter)[0].items)]
        assert {"1", "FIRST", "NOW", "THEN", "End."} <= set(texts)
        assert not setter.found


def test_paragraphs_of_a_pane_are_its_lines(make: Callable[[str], Game]) -> None:
    text = page('      - {head: H, bands: [[{text: "One.\\nTwo."}]]}\n')
    section = folder(make(text), Setter().book, "f").parts[0].blocks[0]
    assert isinstance(section, Section)
    assert [block.text for block in section.bands[0][0].blocks if isinstance(block, Paragraph)] == ["One.", "Two."]


def test_what_a_section_accents_has_its_colour(make: Callable[[str], Game]) -> None:
    text = page("      - {head: H, colour: '#1F6B63', bands: [[{modifiers: {'+1': [near]}}]]}\n")
    fills = {text.text: text.fill for _, _, text in drawn(laid(make(text))[0].items)}
    assert fills["+1"] == "#1F6B63"


@pytest.mark.parametrize(("more", "tinted"), [("", 0), ("striped: true, ", 2)])
def test_every_second_row_of_a_striped_worksheet_is_tinted(make: Callable[[str], Game], more: str, tinted: int) -> None:
    sheet = f"{{{more}columns: [{{head: A}}, {{head: B}}], rows: [{{copies: 5}}]}}"
    page_of = laid(make(page(f"      - {{head: H, bands: [[{{worksheet: {sheet}}}]]}}\n")))[0]
    grounds = [item for item in rects(page_of.items) if item.fill == Setter().theme.paper and item.width > 100 * MM]
    assert len(grounds) == tinted


@pytest.mark.parametrize("paper", ["#FFFFFF", "#F3E9D2"])
def test_tinted_rows_are_seen_where_the_paper_has_the_colour_of_the_sheet(
    make: Callable[[str], Game], paper: str
) -> None:
    sheet = "{striped: true, columns: [{head: A}, {head: B}], rows: [{copies: 3}]}"
    setter = Setter(HOUSE._replace(paper=paper, sheet="#FFFFFF"))
    items = laid(make(page(f"      - {{head: H, bands: [[{{worksheet: {sheet}}}]]}}\n")), setter)[0].items
    pale = {one.fill for one in rects(items) if one.fill and 1.0 < contrast(one.fill, "#FFFFFF") < 1.6}
    assert [contrast(fill, "#FFFFFF") >= 1.04 for fill in pale] == [True]


def rects(items: tuple[Item, ...]) -> list[Rect]:
    inner = [found for item in items if isinstance(item, Group) for found in rects(item.items)]
    return [*inner, *(item for item in items if isinstance(item, Rect))]


def test_a_column_of_no_group_is_headed_beside_the_groups(make: Callable[[str], Game]) -> None:
    text = page(
        "      - {head: H, bands: [[{worksheet: {columns: [{head: 'Name {ruling late}'}, {head: A, group: Sums}],"
        " rows: [{}]}}]]}\n"
    )
    section = folder(make(text), Setter().book, "f").parts[0].blocks[0]
    assert isinstance(section, Section)
    sheet = section.bands[0][0].blocks[0]
    assert isinstance(sheet, Worksheet)
    assert sheet.columns[0].head == "Name{flag 1}"
    lines = {text.text: y for _, y, text in drawn(laid(make(text))[0].items)}
    assert lines["SUMS"] < lines["Name"] < lines["A"]


def test_a_heading_wider_than_its_group_is_reported(make: Callable[[str], Game]) -> None:
    setter = Setter()
    laid(make(page(WORKSHEET.replace("group: Who", f"group: {'W' * 110}"))), setter)
    assert {found.code for found in setter.found} == {"E310", "W311"}


def test_only_the_head_of_a_row_is_bold(make: Callable[[str], Game]) -> None:
    rows = "rows: [{head: '2', cells: ['2', '2']}]"
    text = page(f"      - {{head: H, bands: [[{{worksheet: {{columns: [{{}}, {{}}, {{}}], {rows}}}}}]]}}\n")
    fonts = [text.font for _, _, text in drawn(laid(make(text))[0].items) if text.text == "2"]
    assert fonts == ["narrow-bold", "sans", "sans"]


@pytest.mark.parametrize("sections", ["      - []\n", "      - {head: H, bands: [[]]}\n"])
def test_a_row_without_sections_and_a_band_without_panes_are_refused(
    make: Callable[[str], Game], sections: str
) -> None:
    with pytest.raises(InputError) as refused:
        make(page(sections))
    assert {found.code for found in refused.value.diagnostics} == {"E124"}


def clips(items: tuple[Item, ...], x: float = 0.0, y: float = 0.0) -> list[tuple[float, float, float, float]]:
    """Return where pictures are cut: left, upper, right and lower edge."""
    found = []
    for item in items:
        if isinstance(item, Group):
            left, top = x + item.x, y + item.y
            found += [(left, top, left + item.clip[2], top + item.clip[3])] if item.clip else []
            found += clips(item.items, left, top)
    return found


def test_a_pane_has_a_row_of_boxes_with_the_ways_along_it(make: Callable[[str], Game]) -> None:
    boxes = "boxes: [{title: '1'}, {title: '2', here: true, owner: red}, {title: '3', text: last}], axis: [back, on]"
    items = laid(make(page(f"      - {{head: H, bands: [[{{{boxes}}}]]}}\n")))[0].items
    texts = {text.text: (x, y, text.fill) for x, y, text in drawn(items)}
    assert texts["1"][0] < texts["2"][0] < texts["3"][0] and texts["1"][1] < texts["back"][1] == texts["on"][1]
    assert texts["2"][2] != texts["1"][2], "on its owner's colour"


def test_words_stand_at_arrows_to_the_next_pane_and_back(make: Callable[[str], Game]) -> None:
    panes = "{look: filled, head: Left, ways: [worse, recovers]}, {look: filled, head: Right}"
    texts = {
        text.text: (x, y)
        for x, y, text in drawn(laid(make(page(f"      - {{head: H, bands: [[{panes}]]}}\n")))[0].items)
    }
    assert texts["LEFT"][0] < texts["worse"][0] < texts["RIGHT"][0]
    assert texts["worse"][1] < texts["recovers"][1]


@pytest.mark.parametrize(("name", "over"), [("standoff", True), ("tower", False)])
def test_a_broad_picture_stands_over_the_words_and_another_beside_them(
    make: Callable[[str], Game], name: str, over: bool
) -> None:
    text = page(f"      - {{head: H, bands: [[{{look: filled, picture: {name}, text: Words}}]]}}\n")
    for theme in (HOUSE, LOW_INK):
        items = laid(make(text), Setter(theme))[0].items
        (words,) = ((x, y) for x, y, text in drawn(items) if text.text == "Words")
        ((_, _, right, low),) = clips(items)
        assert (words[1] > low, words[0] > right) == (over, not over)


@pytest.mark.parametrize(("size", "over"), [((60, 40), True), ((40, 60), False)])
def test_a_picture_of_ones_own_stands_over_the_words_or_beside_them(
    write_game: Callable[[dict[str, str]], Project], size: tuple[int, int], over: bool
) -> None:
    drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {} {}"><rect width="9" height="9"/></svg>'

    def words(picture: str) -> tuple[float, float]:
        text = page(f"      - {{head: H, bands: [[{{{picture}text: Words}}, {{picture: art/own.svg}}]]}}\n")
        game = load(write_game({"game.yaml": GAME, "f.yaml": text, "art/own.svg": drawing.format(*size)}))
        assert [one for one in check(game) if one.code[0] != "N"] == []
        setter = game.setter("full")
        (found,) = ((x, y) for x, y, text in drawn(laid(game, setter)[0].items) if text.text == "Words")
        assert setter.artwork.shown.keys() == {"art/own.svg"}
        return found

    (x, y), (bare_x, bare_y) = words("picture: art/own.svg, "), words("")
    assert (x > bare_x, y > bare_y + 50 * MM) == (not over, over)


def test_a_picture_of_a_pane_that_is_not_there_is_told_at_its_name(make: Callable[[str], Game]) -> None:
    text = page("      - {head: H, bands: [[{picture: own.svg}, {picture: standof}]]}\n")
    found = [(one.code, one.span.line, one.span.column, one.hint) for one in check(make(text))]
    assert found == [("E103", 9, 38, ""), ("E254", 9, 58, "did you mean 'standoff'?")]


def test_a_broad_picture_stands_over_the_words_in_a_pane_of_any_width(make: Callable[[str], Game]) -> None:
    """Bug: where rounding made it a hair narrower than its pane, the words were set beside it, over the next pane."""
    for width in (1, 3, *(n / 10 for n in range(70, 80))):
        bands = f"[[{{picture: standoff, head: Head}}, {{width: {width}, text: Words}}]]"
        items = laid(make(page(f"      - {{head: H, bands: {bands}}}\n")))[0].items
        ((_, _, _, low),) = clips(items)
        (head,) = (y for _, y, text in drawn(items) if text.text == "HEAD")
        assert head > low, f"beside a pane of width {width}"


@pytest.mark.parametrize(("head", "level"), [("March", False), ("A preliminary bombardment", True)])
def test_a_heading_too_long_for_its_tab_stands_in_its_section(
    make: Callable[[str], Game], head: str, level: bool
) -> None:
    words = "\\n".join("Words" for _ in range(4))
    text = page(f'      - {{head: {head}, number: A, bands: [[{{text: "{words}"}}]]}}\n', "    look: tabs\n")
    turned = [
        one.rotate
        for one in shapes(laid(make(text))[0].items, Group)
        if any(text.text == head.upper() for text in shapes(one.items, Text))
    ]
    assert (-90 not in turned) is level
    assert any(
        text.text == head.upper().split()[-1] or text.text == head.upper()
        for _, _, text in drawn(laid(make(text))[0].items)
    )


@pytest.mark.parametrize(
    ("look", "lines", "drawn_on"),
    [("tabs", 2, False), ("tabs", 9, True), ("blocks", 2, False), ("blocks", 9, True), ("numbers", 1, True)],
)
def test_what_a_section_is_about_is_drawn_beside_it_where_there_is_room(
    make: Callable[[str], Game], look: str, lines: int, drawn_on: bool
) -> None:
    words = "\\n".join("Words" for _ in range(lines))
    for theme in (HOUSE, LOW_INK):
        found = []
        for about in ("number: A, ", "number: A, symbol: soldier, "):
            text = page(f'      - {{head: March, {about}bands: [[{{text: "{words}"}}]]}}\n', f"    look: {look}\n")
            found.append(len(shapes(laid(make(text), Setter(theme))[0].items, object)))
        assert (found[1] > found[0]) is drawn_on, theme


def test_strips_at_the_feet_of_panes_are_level_and_an_option_leads_over_the_pane_before_it(
    make: Callable[[str], Game],
) -> None:
    slip = "stack: [{look: slip, head: Option, text: Words, leads: true}]"
    panes = f"{{look: filled, head: Left, foot: low}}, {{look: filled, head: Right, foot: high, {slip}}}"
    for theme in (HOUSE, LOW_INK):
        items = laid(make(page(f"      - {{head: H, bands: [[{panes}]]}}\n")), Setter(theme))[0].items
        feet = {text.text: (x, y) for x, y, text in drawn(items) if text.text in ("low", "high")}
        assert feet["low"][1] == feet["high"][1] and feet["low"][0] < feet["high"][0]
        (arrow,) = (one for one in shapes(items, Polygon) if len(one.points) == 7)
        assert min(x for x, _ in arrow.points) < -5 * MM < 0 < max(x for x, _ in arrow.points), "from the slip's edge"


def test_a_look_tints_whole_pages_and_a_page_has_a_picture_in_its_title(make: Callable[[str], Game]) -> None:
    theme = HOUSE._replace(title="slant", sheet="#F6EDD8")
    game = make(page(SECTION, "    picture: standoff\n"))
    made = laid(game, Setter(theme))[0]
    assert made.items[0] == Rect(0, 0, made.width, made.height, "#F6EDD8")
    ((left, _, right, low),) = clips(made.items)
    assert made.width / 2 < left < right < made.width and low < 30 * MM
    assert theme.sparing.sheet == "" and not clips(laid(make(page(SECTION)), Setter(theme))[0].items)


@pytest.mark.parametrize("sheet", ["#FCF8EA", "#FFFFFF"])
def test_a_phase_is_seen_on_the_sheet_that_it_lies_on(make: Callable[[str], Game], sheet: str) -> None:
    """Bug: on a sheet nearly of the colour of panels the arrows of the phases could not be made out."""
    theme = HOUSE._replace(sheet=sheet, paper="#FBF6E6")
    game = make(page(SECTION, "    ribbon: [{title: Now, here: true}, {title: Then}]\n"))
    arrows = [one for one in shapes(laid(game, Setter(theme))[0].items, Polygon) if len(one.points) == 6]
    assert [contrast(one.fill or sheet, sheet) > 1.05 for one in arrows] == [True, True]


def test_a_box_right_behind_a_large_sign_stands_at_its_foot(write_game: Callable[[dict[str, str]], Project]) -> None:
    token = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="10" height="10"/></svg>'
    files = {"game.yaml": f"{GAME}signs: {{token: art/token.svg}}\n", "art/token.svg": token}
    look = PageLook(load(write_game(files)).setter(), dice=8)

    def insets(text: str) -> list[Inset]:
        return [run for run in signed(look, (text, look.letters(9))) if isinstance(run, Inset)]

    apart, (joined,) = insets(":token: {box}"), insets("two :token:{box} each")
    (box,) = joined.fields
    assert len(apart) == 2 and joined.height == apart[0].height
    assert 0 < box.x < apart[0].width < box.x + box.width < joined.width, "over its right edge"
    assert box.y + box.height == joined.height
    assert len(insets(":token:")) == 1 and len(insets(":port:{box}")) == 2, "a sign as small as its words"


def test_arrows_over_and_under_boxes_say_what_steps_cost(make: Callable[[str], Game]) -> None:
    first = "{title: Ours, here: true, owner: red, onward: '**3**'}"
    text = page(f"      - {{head: H, bands: [[{{boxes: [{first}, {{title: Open, back: '2', onward: '1'}}]}}]]}}\n")
    items = laid(make(text))[0].items
    texts = {text.text: (x, y, text.fill) for x, y, text in drawn(items)}
    assert texts["2"][1] < texts["OURS"][1] < texts["3"][1] and "1" not in texts, "the last box leads nowhere"
    discs = [one.fill for one in shapes(items, Circle)]
    assert len(discs) == 3 and discs.count(HOUSE.ink) == 1, "of the emblem, and of two arrows: a bold one is dark"
