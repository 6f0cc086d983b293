"""The print guide's pages: all of it once, in order, without overlaps, in every edition; overflow is reported."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import pikepdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from log_support import describe
from rcwkit.art.theme import HOUSE, THEMES, Theme
from rcwkit.diagnostics import Span
from rcwkit.document.blocks import Block, Cell, DocumentPart, Grid, Heading, Point, Row, TextDocument
from rcwkit.document.pages import sheets
from rcwkit.frame import MM, Line, Miniature, Rect, Sheet, Text
from rcwkit.game.catalogue import games, locate
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.kinds.guide.say import Component
from rcwkit.kinds.kind import files_of
from rcwkit.kit.build import GUIDE
from rcwkit.kit.options import Options
from rcwkit.kit.pipeline import guide_view, last
from rcwkit.sheets.paper import PAPERS, Paper
from rcwkit.source.base import Shelf
from rcwkit.source.markup import spoken
from rcwkit.type.text import Setter
from sheets_support import Area, extents, texts, words
from test_fields import fields
from tests_support import TOY, Golden, WriteGame, shipped

COLUMNS = ("File", "Component", "Pages", "Sheets", "Pieces", "Paper")
A4 = PAPERS["a4"]
AT = Span("game.yaml", 3, 5)


def laid(
    found: TextDocument, paper: Paper = A4, theme: Theme = HOUSE, *, screen: bool = False
) -> tuple[list[Sheet], Setter]:
    setter = Setter(theme)
    return sheets(found, paper, setter, {}, screen=screen), setter


def points(*found: str, head: str = "Head") -> tuple[Block, ...]:
    """Return a section of points, with its heading repeated where it continues."""
    told = (Point(text, again=f"{head}, continued" if number else "", at=AT) for number, text in enumerate(found))
    return Heading(head, "section", keep=True), *told


def row_of(*texts: str, box: str = "") -> Row:
    first, *others = map(Cell, texts)
    return Row((first._replace(box=box), *others))


def listing(rows: Sequence[Row]) -> tuple[Block, ...]:
    total = row_of("Total", "", "7", "7", "9 pieces", "")
    return Heading("In this kit", "section", span=True, keep=True), Grid(
        "files", (*rows, total), tuple(map(Cell, COLUMNS)), span=True, at=AT
    )


def decks(count: int) -> tuple[Block, ...]:
    """Return a list of this many rows, or nothing."""
    rows = [
        row_of(f"cards-{n}.pdf", f"Deck {n}", f"{n}", f"{n}", f"{n} × poker", "card", box=f"Printed: cards-{n}.pdf")
        for n in range(count)
    ]
    return listing(rows) if rows else ()


def small(*blocks: Block, others: tuple[DocumentPart, ...] = ()) -> TextDocument:
    """Return a guide of one part, and others."""
    return TextDocument(
        "Print guide",
        (DocumentPart("Print guide", blocks, "bars", note="**A4**"), *others),
        "Toy",
        "Toy rules",
        "Nobody's.",
    )


PAGE = Miniature(595, 842, (("#B3201F", 0, (0, 0, 100, 0, 100, 20, 0, 20)),))


def components(game: Game, shelf: Shelf | None = None) -> tuple[Component, ...]:
    """Return the files of a kit as if each had twelve pages, and those to cut 54 pieces of an odd size."""
    return tuple(
        Component(
            f"{file.stem}.pdf",
            file.title,
            "cards" if file.cut else "document",
            12,
            6,
            ((54, (88.2, 123.2)),) if file.cut else (),
            file.shelf,
            small=(PAGE,) if file.shelf == "table" else (),
        )
        for file in files_of(game)
        if shelf in (None, file.shelf)
    )


@cache
def translated(name: str, language: str) -> Game:
    """Return a game of the data folder in a language."""
    project = locate(name)
    project.language = language
    return load(project)


EDITIONS = (
    Options(shelves=("table",)),
    Options("letter", shelves=("table",)),
    Options(ink="low", backs="sheets", shelves=("table",)),
    Options("letter", backs="gutterfold", shelves=("table",)),
)


@pytest.mark.parametrize("name", games())
@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("language", ["en", "de", "ru"])
def test_every_game_in_every_edition(name: str, language: str, *, large: bool) -> None:
    """Nothing reaches into the margins or overlaps, nothing is lost, and in usual print all is on one page."""
    game = translated(name, language)
    for options in (one._replace(aids="large") if large else one for one in EDITIONS):
        view = guide_view(game, components(game, "table"), options)
        theme = THEMES[options.ink].enlarged if large else THEMES[options.ink]
        setter = game.setter(options.ink, large=large)
        made = sheets(view, PAPERS[options.paper], setter, game.owners)
        assert setter.found == [] and theme.enlarges == large
        assert large or len(made) == 1
        shown = "".join(words(made))
        for grid in (block for part in view.parts for block in part.blocks if isinstance(block, Grid)):
            for text in (cell.text for row in grid.rows for cell in row.cells):
                assert "".join(spoken(text).split()) in shown, text
        side = 13 * MM if large else 8 * MM
        for sheet in made:
            placed = [(item, area) for item, area in texts(sheet, game.book) if item.font != "narrow" or item.size != 6]
            for item, (left, top, right, bottom) in placed:
                assert left >= side - 0.5 and right <= sheet.width - side + 0.5, item
                above = 5 * MM if item.font == "display" else side  # titles may stand in a band along the edge
                assert top >= above - 1 and bottom <= sheet.height - 5 * MM + 1, item
            assert overlaps(placed) == []


@pytest.mark.parametrize("name", games())
def test_with_all_shelves_every_file_is_listed(name: str) -> None:
    game = shipped(name)
    listed = components(game)
    made, setter = laid(guide_view(game, listed, Options()))
    assert setter.found == []
    assert [word for word in words(made) if word in {one.name for one in listed}][-len(listed) :] == [
        one.name for one in listed
    ]


def overlaps(placed: list[tuple[Text, Area]]) -> list[tuple[str, str]]:
    """Return pairs of body texts that overlap, measured by x-height."""
    boxes = [
        (item.text, (x, low - item.size * 0.75, right, low - item.size * 0.25))
        for item, (x, _, right, low) in placed
        if item.size < 30
    ]
    return [
        (one, two)
        for index, (one, a) in enumerate(boxes)
        for two, b in boxes[index + 1 :]
        if min(a[2], b[2]) - max(a[0], b[0]) > 0.5 and min(a[3], b[3]) - max(a[1], b[1]) > 0.5
    ]


def test_the_bar_is_100_mm_long_on_either_paper(triumph: Game) -> None:
    for paper in ("a4", "letter"):
        made, _ = laid(
            guide_view(triumph, components(triumph, "table"), Options(paper, shelves=("table",))), PAPERS[paper]
        )
        long = [right - left for item, (left, _, right, _) in extents(made[0].items) if isinstance(item, Line)]
        assert any(abs(length - 283.4646) < 0.0001 for length in long)


def test_a_long_list_continues_under_its_head() -> None:
    made, setter = laid(small(*decks(120)))
    assert setter.found == []
    assert len(made) >= 3
    for sheet in made:
        heads = [item for item, _ in texts(sheet) if item.text == "COMPONENT"]
        assert len(heads) == 1
    files = [word for word in words(made) if word.endswith(".pdf")]
    assert files == [f"cards-{n}.pdf" for n in range(120)]
    assert words(made).count("Total") == 1


def test_the_total_is_below_a_line_of_the_list() -> None:
    for rows in range(80, 92):
        made, _ = laid(small(*decks(rows)), screen=True)
        assert f"cards-{rows - 1}.pdf" in words(made[-1:]) and "Total" in words(made[-1:])
        assert [field.said for sheet in made for field in sheet.fields] == [
            f"Printed: cards-{n}.pdf" for n in range(rows)
        ]


def test_where_there_is_too_little_room_pieces_and_papers_break_but_no_file_and_number() -> None:
    row = row_of(
        "cards-of-some-name.pdf",
        "Cards of the expansion",
        "100",
        "100",
        "240 × 5/8 in, 15.9 mm\n240 × 5/8 in, 15.9 mm",
        "card, 200–300 g/m², or sleeves",
    )
    made, setter = laid(small(*listing([row])), theme=HOUSE.enlarged)
    shown = [item.text for item, _ in texts(made[0])]
    assert setter.found == []
    assert row.cells[0].text in shown and row.cells[5].text not in shown and "240 × 5/8 in, 15.9 mm" not in shown


@settings(max_examples=40)
@given(st.lists(st.integers(1, 400), max_size=14), st.integers(0, 60), st.sampled_from(["a4", "letter"]), st.booleans())
def test_points_of_any_length_are_all_there_once_and_in_order(
    counts: list[int], rows: int, paper: str, large: bool
) -> None:
    told = [[f"w{number}.{word}" for word in range(count)] for number, count in enumerate(counts)]
    found = (f"**{word[0]}** {' '.join(word[1:])}".strip() for word in told)
    made, setter = laid(small(*points(*found), *decks(rows)), PAPERS[paper], HOUSE.enlarged if large else HOUSE)
    assert setter.found == []
    assert [word for word in words(made) if word.startswith("w")] == [word for point in told for word in point]
    assert [word for word in words(made) if word.startswith("cards-")] == [
        f"cards-{number}.pdf" for number in range(rows)
    ]
    for sheet in made:
        assert all(bottom <= sheet.height - 15 * MM + 1 or item.size <= 7 for item, (_, _, _, bottom) in texts(sheet))


def test_a_continued_column_repeats_its_heading() -> None:
    made, _ = laid(small(*points(*["a text of some words"] * 120, head="Not in the source")))
    again = [item.text for sheet in made for item, _ in texts(sheet) if item.text.endswith("CONTINUED")]
    assert len(made) > 1
    assert set(again) == {"NOT IN THE SOURCE, CONTINUED"} and len(again) >= 2 * len(made) - 2


def test_a_short_part_continues_below_the_previous_one_and_a_long_one_does_not() -> None:
    def pages(count: int) -> list[Sheet]:
        other = DocumentPart("Check and gather", points(*["some words of text"] * count), "bars", note="All there.")
        return laid(small(*points("one", "two"), *decks(3), others=(other,)))[0]

    def titles(found: list[Sheet]) -> list[list[str]]:
        return [[title for level, title, _ in sheet.headings if level == 0] for sheet in found]

    assert titles(pages(4)) == [["Print guide", "Check and gather"]]
    assert titles(pages(80)) == [["Print guide"], ["Check and gather"]]


def test_a_denser_setting_saves_a_page() -> None:
    """Slight overflow of a page in the usual type is set smaller; text that needs the page anyway is not."""
    sizes: dict[int, set[tuple[int, float]]] = {}
    for count in range(60, 120):
        made, _ = laid(small(*points(*["some words of text"] * count)))
        sizes.setdefault(len(made), set()).update(
            (count, item.size) for sheet in made for item, _ in texts(sheet) if item.text.startswith("some")
        )
    assert {size for _, size in sizes[1]} == {9.5, 9.0, 8.7}
    assert {size for _, size in sizes[2]} == {9.5}
    assert max(count for count, _ in sizes[1]) < min(count for count, _ in sizes[2])


@pytest.mark.parametrize(
    ("found", "where"),
    [
        (small(Point("w" * 120, at=AT)), AT),
        (small(Point("x" * 120, "1", at=AT)), AT),
        (small(Heading("y" * 120, "section", at=AT)), AT),
        (TextDocument("Guide", (DocumentPart("Guide", ()),), "Toy", "Rules", "credits " * 400), Span("Guide")),
        (TextDocument("Guide", (DocumentPart("Guide", (), note="n" * 200),), "Toy", "Rules", "Credits"), Span("Guide")),
    ],
    ids=["point", "step", "head", "foot", "note"],
)
def test_overflow_is_reported(found: TextDocument, where: Span) -> None:
    _, setter = laid(found)
    assert [(one.code, one.span) for one in setter.found] == [("E310", where)]


def test_a_row_higher_than_a_page_is_reported() -> None:
    row = row_of("counters.pdf", "Counters", "1", "1", "\n".join(f"{n} × odd" for n in range(90)), "card")
    _, setter = laid(small(*listing([row])))
    assert [(one.code, one.span) for one in setter.found] == [("E310", AT)]
    assert "mm too long for its page" in setter.found[0].message


def test_what_the_source_lacks_is_for_study(write_game: WriteGame) -> None:
    missing = (
        "missing:\n  - {what: The map, rule: '1', supply: Draw one}\n  - {what: Cards, rule: '2', supply: See "
        + "x" * 90
        + "}\n"
    )
    game = load(write_game({"game.yaml": TOY["game.yaml"] + missing}))
    made, setter = laid(guide_view(game, components(game), Options()))
    (found,) = setter.found
    assert "map." in words(made)
    made, _ = laid(guide_view(game, components(game), Options(shelves=("table",))))
    assert "map." not in words(made)
    line = next(number for number, text in enumerate((TOY["game.yaml"] + missing).splitlines(), 1) if "xxx" in text)
    assert (found.code, found.span.file, found.span.line) == ("E310", "game/game.yaml", line)


def test_columns_break_titles_before_pieces_and_papers() -> None:
    title, pieces = (
        "A title of some more words than there is any room for in one line of this list",
        "240 × 5/8 in, 15.9 mm and more",
    )
    row = row_of("cards-a.pdf", title, "1", "1", pieces, "card")
    made, _ = laid(small(*listing([row])))
    shown = [item.text for item, _ in texts(made[0])]
    assert title not in shown and pieces in shown


def test_low_ink_has_no_grounds(triumph: Game) -> None:
    view = guide_view(triumph, components(triumph), Options(ink="low"))
    made, setter = laid(view, A4, THEMES["low"])
    filled = [
        (item, area)
        for sheet in made
        for item, area in extents(sheet.items)
        if isinstance(item, Rect)
        and item.fill not in (None, setter.theme.page)
        and min(area[2] - area[0], area[3] - area[1]) > 2 * MM
    ]
    assert filled == []
    assert [
        item
        for sheet in laid(view, A4, HOUSE)[0]
        for item, _ in extents(sheet.items)
        if isinstance(item, Rect) and item.fill == HOUSE.paper
    ]


def test_on_screen_boxes_of_files_can_be_ticked(triumph: Game) -> None:
    listed = (*components(triumph)[:2], components(triumph, "study")[1])
    view = guide_view(triumph, listed, Options())
    paper, screen = (last(triumph, GUIDE, view, Options(screen=screen)) for screen in (False, True))
    assert fields(paper.data) == {}
    found = fields(screen.data)
    assert list(found) == [f"printed-{one.name.replace('.', '-')}" for one in listed]
    assert set(found.values()) == {"/Btn"}
    assert screen.data == last(triumph, GUIDE, view, Options(screen=True)).data
    with pikepdf.open(io.BytesIO(screen.data)) as pdf:
        drawn, _ = laid(view, theme=triumph.setter().theme, screen=True)
        (page,) = [sheet for sheet in drawn if sheet.fields]
        for field, box in zip(pdf.Root.AcroForm.Fields, page.fields, strict=True):
            area = [box.x, page.height - box.y - box.height, box.x + box.width, page.height - box.y]
            assert [float(value) for value in field.Rect] == pytest.approx(area, abs=0.02)
            assert field.V == field.AS == "/Off" and set(field.AP.N.keys()) == {"/Yes", "/Off"}
            assert "/DA" not in field
        assert "/DR" not in pdf.Root.AcroForm, "no font that is not embedded"


def test_it_can_be_read_aloud(triumph: Game) -> None:
    """Every element has its contents on its page, under the same number; pictures are described."""
    listed = components(triumph, "table")
    view = guide_view(triumph, listed, Options(shelves=("table",)))
    with pikepdf.open(io.BytesIO(last(triumph, GUIDE, view, Options()).data)) as pdf:
        root: Any = pdf.Root.StructTreeRoot
        assert pdf.Root.MarkInfo.Marked
        found = list(elements(root.K))
        roles = Counter(str(element.S) for element in found)
        assert (roles["/Document"], roles["/H1"], roles["/Table"]) == (1, 1, 1)
        (table,) = [element for element in found if element.S == "/Table"]
        assert len(table.K) == len(listed) + 3, "a head, and three worksheets of one file"
        assert all(len(row.K) == 7 for row in table.K)
        assert [str(element.Alt) for element in found if element.S == "/Figure"] == [
            "where the sheets lie",
            "measure the bar at the foot with a rule",
            "turn the sheet over its long edge",
            "first cut down, in the order of the numbers",
            "then cut across, with all strips side by side",
            "a bar of 100 mm",
        ]
        numbers = dict(zip(list(root.ParentTree.Nums)[::2], list(root.ParentTree.Nums)[1::2], strict=True))
        for page in pdf.pages:
            contents = pikepdf.parse_content_stream(page)
            marked = [one.operands[1].MCID for one in contents if str(one.operator) == "BDC"]
            own = numbers[page.obj.StructParents]
            assert marked == list(range(len(own)))
            for number, element in enumerate(own):
                assert number == element.K and element.Pg.objgen == page.obj.objgen


def elements(element: Any) -> Iterator[Any]:
    yield element
    kids = element.get("/K", [])
    for kid in kids if isinstance(kids, pikepdf.Array) else []:
        yield from elements(kid)


def test_the_guide_has_a_bookmark(triumph: Game) -> None:
    view = guide_view(triumph, components(triumph, "table"), Options(shelves=("table",)))
    with (
        pikepdf.open(io.BytesIO(last(triumph, GUIDE, view, Options()).data)) as pdf,
        pdf.open_outline() as outline,
    ):
        assert [item.title for item in outline.root] == ["You own the game?"]


@pytest.mark.parametrize("ink", ["full", "low"])
def test_golden(ink: str, write_game: WriteGame, golden: Golden) -> None:
    game = load(write_game(TOY))
    options = Options(ink="low" if ink == "low" else "full", screen=ink == "full")
    made, _ = laid(guide_view(game, components(game)[:4], options), A4, THEMES[options.ink], screen=options.screen)
    golden(f"guide-{ink}.txt", "\n".join(map(describe, made)))
