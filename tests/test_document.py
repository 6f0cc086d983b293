"""Text documents as sheets: columns, densities, joined parts, page counts, feet, bookmarks, and overflow."""

from __future__ import annotations

import io
import subprocess
import sys
from dataclasses import replace
from typing import Any

import pikepdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rcwkit.art.theme import HOUSE, LOW_INK
from rcwkit.diagnostics import Span
from rcwkit.document.blocks import Block, DocumentPart, Heading, Paragraph, Point, Task, TextDocument, placeless
from rcwkit.document.deployed import Deployment, Placed, checklists
from rcwkit.document.pages import LEAST, SIZES, sheets
from rcwkit.document.setting import Known
from rcwkit.frame import MM, Sheet
from rcwkit.game.game import Game
from rcwkit.kit.build import make_document
from rcwkit.kit.options import Options
from rcwkit.sheets.paper import PAPERS
from rcwkit.type.text import Setter
from sheets_support import texts, words
from tests_support import text_of

A4 = PAPERS["a4"]
LONG = (
    "A text of some length that takes two lines at least in a column of the paper, "
    "or even three of them where the type is large."
)


def document(*parts: DocumentPart, pages: int = 0) -> TextDocument:
    return TextDocument(
        "Sheet", parts, "Toy", "Rules 1", "Nobody’s.", pages, Span("game/aids.yaml", 7, 12) if pages else None
    )


def points(count: int, text: str = LONG, again: str = "") -> tuple[Block, ...]:
    return tuple(Point(f"{number}. {text}", again=again if number else "") for number in range(count))


def laid(found: TextDocument, **options: Any) -> tuple[list[Sheet], Setter]:
    setter = Setter(options.pop("theme", HOUSE))
    return sheets(found, options.pop("paper", A4), setter, {}, **options), setter


def test_a_plain_page_has_a_title_and_a_foot_and_no_findings() -> None:
    made, setter = laid(document(DocumentPart("First part", points(2), rule="7.1", note="A note.")))
    said = " ".join(words(made))
    assert len(made) == 1 and setter.found == []
    assert all(
        part in said
        for part in (
            "FIRST PART",
            "Rule 7.1",
            "A note.",
            "Toy · First part · page 1 of 1",
            "Rules 1 · print at 100 %",
            "Nobody’s.",
        )
    )


@settings(max_examples=25)
@given(
    st.lists(st.sampled_from(["point", "step", "task", "span", "head"]), max_size=60),
    st.integers(1, 3),
    st.booleans(),
    st.sampled_from(sorted(PAPERS)),
)
def test_every_block_is_there_once_and_within_the_margins(
    kinds: list[str], columns: int, free: bool, paper: str
) -> None:
    blocks: list[Block] = []
    for number, kind in enumerate(kinds):
        text = f"word{number:03} {LONG}"
        blocks.append(
            {
                "point": Point(text),
                "step": Point(text, str(number), keep=number % 7 == 0),
                "task": Task(text, f"about {number}", "1.1", (LONG,)),
                "span": Paragraph(text, span=True),
                "head": Heading(f"word{number:03}", "collection", span=True, keep=True),
            }[kind]
        )
    made, setter = laid(document(DocumentPart("Part", tuple(blocks), columns=columns, free=free)), paper=PAPERS[paper])
    assert setter.found == []
    found = [word.lower() for word in words(made) if word.lower().startswith("word")]
    assert sorted(found) == sorted(f"word{number:03}" for number in range(len(kinds)))
    for sheet in made:
        for _, area in texts(sheet):
            assert area[0] >= 13 * MM - 0.1 and area[2] <= sheet.width - 13 * MM + 0.1


def test_columns_are_balanced() -> None:
    made, _ = laid(document(DocumentPart("Part", points(8))))
    lefts = [round(area[0]) for item, area in texts(made[0]) if item.text.startswith(tuple(f"{n}. " for n in range(8)))]
    assert sorted(lefts.count(left) for left in set(lefts)) == [4, 4]


def test_a_continued_column_repeats_its_heading() -> None:
    made, _ = laid(
        document(DocumentPart("Part", (Heading("Things", "section", keep=True), *points(9, again="Things, continued"))))
    )
    assert " ".join(words(made)).count("THINGS, CONTINUED") == 1


def test_a_long_heading_is_repeated_on_one_line_of_its_column() -> None:
    """Bug: repeated over the right column, it ran off the page."""
    blocks = (Heading("Things", "section", keep=True), *points(9, again=f"{'A very long heading ' * 9}, continued"))
    made, _ = laid(document(DocumentPart("Part", blocks)))
    (item, area) = next((item, area) for item, area in texts(made[0]) if item.text.endswith("…, CONTINUED"))
    assert area[2] <= made[0].width - 13 * MM + 0.1 and item.text.startswith("A VERY LONG HEADING")


def test_a_denser_setting_is_taken_where_that_saves_an_almost_empty_sheet(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [document(DocumentPart("Part", points(count, LONG * 2), columns=1)) for count in range(20, 44)]
    made = [laid(one)[0] for one in found]
    monkeypatch.setattr("rcwkit.document.pages.LEVELS", 1)
    usual = [laid(one)[0] for one in found]
    dense = [size(one) < 9.5 for one in made]
    assert dense == [len(one) < len(other) for one, other in zip(made, usual, strict=True)]
    assert True in dense and False in dense


def test_a_short_part_continues_below_the_previous_one() -> None:
    def pages(second: int, *, turned: bool = False) -> list[str]:
        made, _ = laid(document(DocumentPart("One", points(6)), DocumentPart("Two", points(second), turned=turned)))
        return [" · ".join(title for level, title, _ in sheet.headings if level == 0) for sheet in made]

    assert pages(6) == ["One · Two"]
    assert pages(60)[:2] == ["One", "Two"]
    assert pages(6, turned=True) == ["One", "Two"]


def test_no_bookmark_is_more_than_one_level_below_the_one_before() -> None:
    """Readers of PDFs, and their tags, take a skipped level for an error; a page may begin within a section."""
    looks = ("entry", "side", "form", "entry", "minor", "form")
    blocks: list[Block] = [Heading(look, look) for look in looks]  # type: ignore[arg-type]
    made, _ = laid(
        document(DocumentPart("One", (*blocks, *points(60), Heading("form", "form"))), DocumentPart("Two", points(60)))
    )
    levels = [(title, level) for sheet in made for level, title, _ in sheet.headings]
    below = [("entry", 1), ("side", 1), ("form", 2), ("entry", 2), ("form", 2), ("form", 2)]
    assert levels == [("One", 0), *below, ("Two", 0)]
    assert len(made) > 2 and [title for _, title, _ in made[0].headings] == ["One", *(name for name, _ in below[:-1])]


def test_turned_paper_has_its_sides_exchanged() -> None:
    made, _ = laid(document(DocumentPart("One", points(6)), DocumentPart("Two", points(6), turned=True)))
    assert [(round(sheet.width / MM), round(sheet.height / MM)) for sheet in made] == [(210, 297), (297, 210)]


def size(found: list[Sheet]) -> float:
    return next(item.size for item, _ in texts(found[0]) if item.text.startswith("0. "))


@pytest.mark.parametrize("pages", [1, 2])
def test_a_sheet_of_a_given_number_of_pages_is_set_as_large_as_they_allow(pages: int) -> None:
    sizes = []
    for count in (20, 60, 90):
        made, setter = laid(document(DocumentPart("Part", points(count), columns=3), pages=pages))
        sizes.append(size(made))
        assert len(made) <= pages
        assert [found.code for found in setter.found] == (["W311"] if sizes[-1] < LEAST else [])
    assert sizes == sorted(sizes, reverse=True)
    assert set(sizes) <= set(SIZES)


def test_a_sheet_that_needs_more_pages_says_how_many_and_where_they_were_asked_for() -> None:
    made, setter = laid(document(DocumentPart("Part", points(250), columns=3), pages=1))
    (found,) = setter.found
    over = len(made) - 1
    assert (found.code, str(found.span)) == ("E414", "game/aids.yaml:7:12")
    assert found.message == f"‘Sheet’ is {over} page{'s' if over > 1 else ''} over its 1, in type of 6.5 pt"


def test_a_word_wider_than_its_column_is_reported_at_its_place() -> None:
    _, setter = laid(
        document(DocumentPart("Part", (Point("Donaudampfschifffahrt" * 6, at=Span("aids.yaml", 9, 5)),), columns=3))
    )
    assert [(found.code, found.span.line) for found in setter.found] == [("E310", 9)]


def test_a_block_higher_than_a_page_is_reported_at_its_place() -> None:
    task = Task("Do", "do", details=(LONG,) * 90, at=Span("scenarios.yaml", 12, 3))
    _, setter = laid(document(DocumentPart("Part", (task,))))
    assert [(found.code, found.span.line) for found in setter.found] == [("E310", 12)]
    assert "mm too long for its page" in setter.found[0].message


def test_a_long_text_is_divided_between_lines() -> None:
    made, setter = laid(document(DocumentPart("Part", (Paragraph(LONG * 150),), columns=1)))
    assert setter.found == [] and len(made) > 1
    assert words(made).count("length") == 150


def test_bookmarks_lead_to_the_title_and_headings(triumph: Game) -> None:
    made = printed(triumph, checklists(triumph))
    with pikepdf.open(io.BytesIO(made)) as pdf, pdf.open_outline() as outline:
        assert [item.title for item in outline.root][:1] == ["Campaign game"]
        assert "Set-up" in [item.title for item in outline.root[0].children]


def test_a_page_without_headings_breaks_no_bookmarks(triumph: Game) -> None:
    blocks = (Heading("Head", "section"), *points(120), Heading("Procedure", "entry"), *points(2))
    with (
        pikepdf.open(io.BytesIO(printed(triumph, document(DocumentPart("Part", blocks))))) as pdf,
        pdf.open_outline() as outline,
    ):
        assert len(pdf.pages) > 2
        assert [item.title for item in outline.root] == ["Part"]
        assert [
            [(one.title, [two.title for two in one.children]) for one in item.children] for item in outline.root
        ] == [[("Head", ["Procedure"])]]


def printed(game: Game, found: TextDocument, **options: Any) -> bytes:
    chosen = Options(**options)
    made = make_document(game, "x.pdf", "X", found, chosen, Setter(LOW_INK if chosen.ink == "low" else HOUSE))
    assert made.about.diagnostics == ()
    return made.data


def test_the_pdf_has_metadata(triumph: Game) -> None:
    data = printed(triumph, checklists(triumph), paper="letter")
    with pikepdf.open(io.BytesIO(data)) as pdf:
        assert str(pdf.Root.Lang) == "en"
        assert str(pdf.docinfo.Title) == "Triumph of Chaos: Scenario checklists"
        assert str(pdf.Root.ViewerPreferences.PrintScaling) == "/None"
        assert [float(side) for side in pdf.pages[0].MediaBox] == pytest.approx([0, 0, 612, 792], abs=0.1)
        fonts = {str(font.BaseFont) for sheet in pdf.pages for font in sheet.Resources.Font.values()}
        assert fonts and all("+PT" in font for font in fonts)
        assert pdf.Root.MarkInfo.Marked
        assert f"page 1 of {len(pdf.pages)}" in text_of(data)


def test_checklists_draw_the_counters_that_a_task_leaves_out(triumph: Game) -> None:
    def tasks(setter: Setter | None) -> list[Task]:
        parts = checklists(triumph, setter=setter).parts
        return [block for part in parts for block in part.blocks if isinstance(block, Task)]

    drawn = {task.text: [frame.name for frame in task.chips] for task in tasks(triumph.setter()) if task.chips}
    (without,) = (names for text, names in drawn.items() if "without the Central Powers" in text)
    assert without == ["Tsar chip", "IGSR chip"] and len(drawn) == 2
    assert not any(task.chips for task in tasks(None)), "pages for screens have no drawings"


def test_low_ink_and_full_ink_say_the_same(triumph: Game) -> None:
    found = checklists(triumph)
    assert (
        text_of(printed(triumph, found)).replace(" · low ink", "").split()
        == text_of(printed(triumph, found, ink="low")).replace(" · low ink", "").split()
    )


def test_large_print_is_larger_and_says_the_same() -> None:
    found = document(DocumentPart("Part", (*points(12), Heading("Head", "section"))))
    usual, large = laid(found)[0], laid(found, theme=HOUSE.enlarged)[0]
    assert size(large) > size(usual)
    assert [word for word in words(usual) if word == "length"] == [word for word in words(large) if word == "length"]


def test_fields_are_only_in_the_on_screen_edition() -> None:
    found = document(DocumentPart("Part", (Task("Do it", "Part: do it"), Paragraph("Name: ____ and so on"))))
    (paper,), (screen,) = laid(found)[0], laid(found, screen=True)[0]
    assert paper.fields == ()
    assert [(field.kind, field.said) for field in screen.fields] == [("tick", "Part: do it"), ("write", "Name")]


SCRIPT = """
import sys
from tests_support import TOY
from rcwkit.kit.build import make_document
from rcwkit.game.catalogue import locate
from rcwkit.type.text import Setter
from rcwkit.game.loader import load
from rcwkit.kit.options import Options
from rcwkit.document.deployed import checklists
game = load(locate("triumph_of_chaos"))
sys.stdout.buffer.write(make_document(game, "x.pdf", "X", checklists(game), Options(), Setter()).data)
"""


def test_two_processes_make_the_same_bytes() -> None:
    made = [
        subprocess.run([sys.executable, "-c", SCRIPT], cwd="tests", capture_output=True, check=True).stdout
        for _ in range(2)
    ]
    assert made[0] == made[1] and made[0].startswith(b"%PDF")


REGION = Deployment("North", tuple(Placed(str(number), "Town", f"box {number}") for number in range(2)))


def _standing(block: Block, line: int) -> Block:
    """Return a block as it stands on a line of a file, and those in it below."""
    at = Span("a.yaml", line)
    if isinstance(block, Deployment):
        lines = (one._replace(at=Span("a.yaml", line + under)) for under, one in enumerate(block.lines, 1))
        return replace(block, lines=tuple(lines), at=at)
    return replace(block, at=at)


@given(
    st.lists(st.sampled_from([*points(9), Point("Wo" * 99), REGION]), max_size=30),
    st.integers(0, 29),
    st.sampled_from([0, 1, 2]),
)
@settings(max_examples=25)
def test_known_blocks_change_nothing(blocks: list[Block], index: int, pages: int) -> None:
    """Sheets and diagnostics do not depend on what was set before, or on which lines that stood."""
    known: Known = {}
    for state in (blocks, [*blocks[:index], Point("new"), *blocks[index:]], blocks):
        placed = [_standing(block, 3 * line) for line, block in enumerate(state, 1)]
        found = document(DocumentPart("Part", tuple(placed)), pages=pages)
        (made, setter), (anew, fresh) = laid(found, known=known), laid(found)
        assert (made, setter.found) == (anew, fresh.found)
        assert {key[0] for key in known} == {placeless(block)[0] for block in placed}


def test_a_document_without_parts_has_no_sheets() -> None:
    assert laid(replace(document(), title="Nothing"))[0] == []
