"""Booklets in print: pages and sheets, contents, footnotes, editions, reproducible bytes; none without Pango."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import pikepdf
import pytest
from pypdfium2 import PdfDocument
from rcwkit.art.theme import HOUSE, LOW_INK, Theme
from rcwkit.bundled import bundled
from rcwkit.diagnostics import InputError, Severity, Surroundings
from rcwkit.dice.tables import Table
from rcwkit.document.blocks import Grid
from rcwkit.frame import MM
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.kinds.booklet import draw as booklet
from rcwkit.kinds.booklet.draw import BoundBooklet, Set, Volume, our_fonts, render, typeset, volume
from rcwkit.kinds.booklet.markdown import Origin, prose
from rcwkit.kinds.kind import files_of
from rcwkit.kit.build import make
from rcwkit.kit.checks import check
from rcwkit.kit.options import Options
from rcwkit.kit.pipeline import guide_view
from rcwkit.sheets.paper import PAPERS
from rcwkit.source.project import Project
from rcwkit.type.text import Setter
from rcwkit.workers import OverTime
from tests_support import TOY, text_of, write

SOURCE = (
    "A sentence about the war, of no great length and less weight, "
    "that fills a line or two of the page on which it stands. "
)
TEXTS = booklet.templates(bundled("templates") / "booklet")


def game(folder: Path, text: str, more: str = "", files: Mapping[str, str] = TOY) -> Game:
    body = "".join(f"  {line}\n" for line in text.splitlines())
    document = f"kind: booklet\nid: notes\ntitle: Notes on “Toy”\nsource: S\n{more}text: |\n{body}"
    return load(Project(write(folder, {**files, "booklet.yaml": document}), shown="toy"))


def bound(game: Game, theme: Theme = HOUSE, paper: str = "a4", *, screen: bool = False) -> BoundBooklet:
    made = render(volume(game, "notes", Setter(theme)), PAPERS[paper], TEXTS, Setter(theme), game.info, screen=screen)
    assert made.diagnostics == ()
    return made


def pages(data: bytes) -> list[str]:
    return [page.get_textpage().get_text_range() for page in PdfDocument(data)]


def halves(data: bytes) -> list[tuple[str, str]]:
    """Return the text of the left and the right half of every page."""
    found = []
    for page in PdfDocument(data):
        width, height = page.get_size()
        text = page.get_textpage()
        found.append((text.get_text_bounded(right=width / 2), text.get_text_bounded(left=width / 2)))
        assert width > height
    return found


CHAPTERS = "\n\n".join(f"# Chapter {number}\n\n" + SOURCE * 22 for number in range(1, 6))


def test_the_sheets_of_a_folded_booklet_have_its_pages_in_order(tmp_path: Path) -> None:
    made, read = (bound(game(tmp_path, CHAPTERS, "format: a5\n"), screen=screen) for screen in (False, True))
    count = -(-read.pages // 4) * 4
    assert (made.pages, made.sheets) == (count // 2, count // 4)
    assert read.sheets == read.pages > 4
    # Seen by the page numbers: the outermost sheet has the last page and the cover, which have none.
    folios = [
        tuple(int(found[1]) if (found := re.search(r"(\d+)\s*\Z", half)) else 0 for half in side)
        for side in halves(made.data)
    ]
    wanted = [
        (count - first, first + 1) if first % 2 == 0 else (first + 1, count - first) for first in range(count // 2)
    ]
    assert folios == [tuple(page if 1 < page <= read.pages else 0 for page in side) for side in wanted]
    assert "NOTES ON" in halves(made.data)[0][1]
    with pikepdf.open(io.BytesIO(made.data)) as pdf, pdf.open_outline() as outline:
        sheets = [page.objgen for page in pdf.pages]
        leads = {
            str(one.title): (sheets.index(target[0].objgen), float(target[2]) > 400)
            for one, target in ((one, cast("Any", one.destination)) for one in outline.root)
        }
    assert leads.pop("Notes on “Toy”") == (0, True)
    assert len(leads) == 5
    assert all(f"{name}\r" in halves(made.data)[sheet][right] for name, (sheet, right) in leads.items())


@pytest.mark.parametrize(("paper", "size"), [("a4", (841.9, 595.3)), ("letter", (792.0, 612.0))])
def test_folded_sheets_are_the_kits_paper_in_landscape(tmp_path: Path, paper: str, size: tuple[float, float]) -> None:
    made = bound(game(tmp_path, "A.", "format: a5\n"), paper=paper)
    assert [tuple(round(side, 1) for side in page.get_size()) for page in PdfDocument(made.data)] == [size] * 2
    with pikepdf.open(io.BytesIO(made.data)) as pdf:
        assert pdf.Root.ViewerPreferences.Duplex == "/DuplexFlipShortEdge"
        assert pdf.docinfo.Title == "Toy: Notes on “Toy”"
        assert not pdf.check_pdf_syntax()


@pytest.mark.parametrize(
    ("form", "kit", "size"), [("a4", "letter", (595, 842)), ("letter", "a4", (612, 792)), ("", "letter", (612, 792))]
)
def test_a_whole_page_is_of_the_format_that_is_asked_for(
    tmp_path: Path, form: str, kit: str, size: tuple[int, int]
) -> None:
    made = bound(game(tmp_path, "A.", f"format: {form}\n" if form else ""), paper=kit)
    assert [tuple(round(side) for side in page.get_size()) for page in PdfDocument(made.data)] == [size]


def test_contents_have_the_pages_of_their_headings(tmp_path: Path) -> None:
    found = pages(bound(game(tmp_path, CHAPTERS)).data)
    listed = {int(number): int(page) for number, page in re.findall(r"Chapter (\d)[ .]*(\d+)", found[0])}
    begins = {
        number: next(at for at, text in enumerate(found, 1) if re.search(rf"Chapter {number}\s+A sentence", text))
        for number in range(1, 6)
    }
    assert listed == begins
    assert "Contents".upper() not in pages(bound(game(tmp_path, CHAPTERS, "contents: false\n")).data)[0]


def test_what_is_read_is_tagged_and_has_bookmarks(tmp_path: Path) -> None:
    made = bound(game(tmp_path, "# One\n\nA.\n\n## Two[^a]\n\n[^a]: B.\n"))
    with pikepdf.open(io.BytesIO(made.data)) as pdf:
        assert pdf.Root.MarkInfo.Marked
        assert pdf.Root.Lang == "en"
        with pdf.open_outline() as outline:
            assert [(one.title, [inner.title for inner in one.children]) for one in outline.root] == [
                ("Notes on “Toy”", []),
                ("One", ["Two"]),
            ]
        fonts = {str(font.BaseFont).partition("+")[2] for page in pdf.pages for font in page.Resources.Font.values()}
        assert all(name.startswith("PT") for name in fonts), fonts


def test_words_are_divided_by_the_rules_of_the_language(tmp_path: Path) -> None:
    toys = (
        game(tmp_path, "Donaudampfschifffahrtsgesellschaftskapitän " * 60, f"language: {code}\n")
        for code in ("de", "en", "la", "qaa")
    )
    german, english, latin, unknown = (set(re.findall(r"(\w+)\ufffe", text_of(bound(toy).data))) for toy in toys)
    assert "Donau" in german
    assert german != english != latin
    assert not unknown


@pytest.mark.parametrize("lines", range(26, 44, 3))
@pytest.mark.parametrize("theme", [HOUSE, HOUSE.enlarged], ids=["usual", "large"])
def test_a_footnote_is_on_the_page_of_its_mark(tmp_path: Path, lines: int, theme: Theme) -> None:
    text = "\n\n".join(
        [*(f"Line {number}." for number in range(lines)), f"Here.[^a] {SOURCE * 3}", SOURCE * 5, "## Next", SOURCE]
    )
    found = pages(
        bound(game(tmp_path, f"{text}\n\n[^a]: The note at the foot.\n", "format: a5\n"), theme, screen=True).data
    )
    assert [number for number, page in enumerate(found) if "Here." in page] == [
        number for number, page in enumerate(found) if "at the foot" in page
    ]


def test_notes_come_at_the_end_where_they_stray(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Set, "strayed", property(lambda self: True))
    found = text_of(
        bound(game(tmp_path, "Here.[^a] There.[^b]\n\nEnd.\n\n[^a]: First note.\n[^b]: Second note.\n")).data
    )
    assert re.search(r"Here\.1\s+There\.2\s", found), found
    assert re.search(r"1\s*First note\.\s+2\s*Second note\.", found), found


@pytest.mark.parametrize("space", range(12))
def test_no_heading_is_left_alone_at_the_foot(tmp_path: Path, space: int) -> None:
    text = "\n\n".join([SOURCE * 20, *["Line."] * space, "## The heading", SOURCE * 3])
    found = pages(bound(game(tmp_path, text, "contents: false\nformat: letter\n")).data)
    (page,) = [page for page in found if "The heading" in page]
    assert re.search(r"The heading\s+A sentence", page)


def test_no_line_ends_early_before_bold_words() -> None:
    """Bug of the engine: if only the space at the end of a text overflowed, the line broke after the first word."""
    words = (
        "Red looks through its group, cards 1 to 22 of the common deck of 66, "
        "and takes **6 Self Determination** from it."
    )
    html = prose(words, Origin("notes.md")).html
    with our_fonts(bundled("fonts")):
        for width in range(478, 492, 2):
            css = f"@page {{ size: 700px 200px }} p {{ font: 10.4pt/1.42 'PT Serif'; width: {width}px }}"
            assert len(text_of(typeset(html, css, {}).pdf()).splitlines()[0]) > 60, width


def test_a_long_table_has_its_head_on_every_page(tmp_path: Path) -> None:
    rows = "\n".join(f"| {number} | row |" for number in range(90))
    found = pages(bound(game(tmp_path, f"| Number | Word |\n| - | - |\n{rows}\n")).data)
    assert len(found) > 1
    assert all("Number" in page for page in found)


def test_an_edition_changes_only_its_own_features(tmp_path: Path) -> None:
    toy = game(tmp_path, CHAPTERS)
    usual, low, large = (bound(toy, theme) for theme in (HOUSE, LOW_INK, HOUSE.enlarged))
    assert large.pages > usual.pages == low.pages
    assert ["low ink" in text_of(one.data) for one in (usual, low, large)] == [False, True, False]
    assert "large print" in text_of(large.data)


def test_chapters_begin_on_pages_of_their_own_where_that_costs_little(tmp_path: Path) -> None:
    def first(chapters: Sequence[int]) -> list[int]:
        """Return the pages on which chapters of these lengths begin."""
        text = "\n\n".join(f"# Chapter {number}\n\n" + SOURCE * length for number, length in enumerate(chapters))
        found = pages(bound(game(tmp_path, text, "contents: false\nformat: a4\n")).data)
        return [
            next(at for at, page in enumerate(found) if f"Chapter {number}\r" in page)
            for number in range(len(chapters))
        ]

    assert first([2, 2, 2]) == [0, 0, 0]
    assert first([100, 100]) == [0, 4]


def test_the_same_text_gives_the_same_bytes(tmp_path: Path) -> None:
    toy = game(tmp_path, TOY["booklet.yaml"].partition("text: |\n")[2].replace("\n  ", "\n").strip(), "format: a5\n")
    assert bound(toy).data == bound(toy).data
    assert bound(toy, screen=True).data == bound(toy, screen=True).data


def test_what_does_not_fit_the_template_or_the_engine_is_an_error(tmp_path: Path) -> None:
    one, toy = volume(game(tmp_path, "A."), "notes", Setter()), game(tmp_path, "A.")

    def said(texts: dict[str, str], change: Volume = one) -> list[tuple[str, str]]:
        made = render(change, PAPERS["a4"], texts, Setter(), toy.info)
        assert made.data == b""
        return [(found.code, f"{found.span.file}:{found.span.line}") for found in made.diagnostics]

    assert said({**TEXTS, "booklet.html": "\n{{ volume.nothing }}"}) == [("E410", "templates/booklet/booklet.html:2")]
    assert said({**TEXTS, "booklet.css": "{% if %}"}) == [("E410", "templates/booklet/booklet.css:1")]
    assert said({**TEXTS, "booklet.html": "\n\n{{ 1 / 0 }}"}) == [("E410", "templates/booklet/booklet.html:3")]
    assert said({**TEXTS, "booklet.css": "\n{{ 9 ** 9 ** 9 }}"}) == [("E410", "templates/booklet/booklet.css:2")]
    assert said({**TEXTS, "booklet.css": "p { colour: red }"}) == [("E411", "toy/booklet.yaml:3")]
    # Neither files nor the network are opened.
    for address in ("file:///etc/passwd", "http://127.0.0.1:9/x.png", "x.png"):
        assert said(TEXTS, one._replace(html=f'<img src="{address}">')) == [("E411", "toy/booklet.yaml:3")]


@pytest.mark.parametrize("step", ["render", "write_pdf"])
def test_what_the_engine_fails_at_is_an_error_of_the_booklet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise TypeError("no layout for this box")

    monkeypatch.setattr(
        "weasyprint.HTML.render" if step == "render" else "weasyprint.document.Document.write_pdf", fail
    )
    toy = game(tmp_path, "A.")
    (found,) = render(volume(toy, "notes", Setter()), PAPERS["a4"], TEXTS, Setter(), toy.info).diagnostics
    assert (found.code, "TypeError" in found.message) == ("E411", True)


@pytest.mark.parametrize(
    ("raised", "words"), [(OverTime, "120 s"), (MemoryError, "memory"), (RecursionError, "levels")]
)
def test_a_booklet_without_end_is_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, raised: type[BaseException], words: str
) -> None:
    def endless(*_: object) -> None:
        raise raised

    monkeypatch.setattr(booklet, "typeset", endless)
    toy = game(tmp_path, "A.")
    (found,) = render(volume(toy, "notes", Setter()), PAPERS["a4"], TEXTS, Setter(), toy.info).diagnostics
    assert (found.code, str(found.span)) == ("E413", "toy/booklet.yaml:3:8")
    assert words in found.message


def test_the_guide_tells_how_to_fold_a_stitched_booklet_alone(tmp_path: Path) -> None:
    def steps(form: str, text: str = CHAPTERS) -> list[str]:
        toy = game(tmp_path, text, form)
        made = [make(toy, file, Options()) for file in files_of(toy) if file.kind == "booklet"]
        blocks = guide_view(toy, [one.about.component for one in made], Options()).parts[0].blocks
        rows = [row for block in blocks if isinstance(block, Grid) and block.look == "steps" for row in block.rows]
        return [row.cells[0].text for row in rows if row.cells[0].style == "staple"]

    (told,) = steps("format: a5\n")
    assert "short edge" in told and "nest" in told and "staple" in told
    assert steps("") == []
    (told,) = steps("format: a5\n", "A.")
    assert "fold" in told and "staple" not in told


def test_it_prints_parts_of_the_game_as_they_are_now(tmp_path: Path) -> None:
    text = "Look:\n\n{table turn9}\n\nThe army {counter Ra1} attacks.\n"
    toy = game(tmp_path, text)
    made = volume(toy, "notes", Setter())
    assert [frame.name for frame in made.parts] == [toy[Table]["turn9"].value.title, made.parts[1].name]
    title = toy[Table]["turn9"].value.title
    assert f'<figure><img class="table" src="part:0" alt="{title}"></figure>' in made.html
    assert f'<img class="counter" src="part:1" alt="{made.parts[1].name}"> attacks.' in made.html
    shown = " ".join(pages(bound(toy).data))
    assert "attacks" in shown and toy[Table]["turn9"].value.title.casefold() in shown.casefold()
    (file,) = [file for file in files_of(toy) if file.kind == "booklet"]
    assert {"tables", "counters"} <= file.reads and "tracks" not in file.reads


def test_a_track_is_as_wide_as_the_text_or_made_smaller(tmp_path: Path) -> None:
    files = {**TOY, "tracks.yaml": TOY["tracks.yaml"] + "  turns: {title: Turns, boxes: 1-10}\n"}
    toy = game(tmp_path, "{track turns}\n", files=files)
    for width, wide in ((300.0, 300.0), (20.0, 190 * MM)):
        (frame,) = booklet.parts(toy, prose("{track turns}", Origin("notes")), Setter(), width)
        assert (frame.name, frame.width) == ("Turns", wide)
    (file,) = [file for file in files_of(toy) if file.kind == "booklet"]
    assert {"tracks", "counters"} <= file.reads


def test_a_part_that_the_game_does_not_have_is_an_error_at_its_place(tmp_path: Path) -> None:
    found = [one for one in check(game(tmp_path, "A.\n\nSee {counter Ra77} and {table crt}.\n")) if one.code == "E131"]
    assert [(one.message, one.span.line) for one in found] == [
        ("unknown counter 'Ra77'", 8),
        ("unknown table 'crt'", 8),
    ]


def test_what_looks_like_a_part_of_the_game_is_not_printed_as_it_is_written(tmp_path: Path) -> None:
    """Bug: `{deck events}` came out in braces, without a word."""
    with pytest.raises(InputError) as error:
        game(tmp_path, "A.\n\n{deck events}\n")
    (found,) = error.value.diagnostics
    assert (found.code, found.message, found.span.line) == ("E131", "'{deck events}' is no part of the game", 8)


def test_without_pango_only_the_booklet_is_missing(tmp_path: Path) -> None:
    """As on most Windows and macOS machines: WeasyPrint is installed, its libraries are not."""
    small = {name: TOY[name] for name in ("game.yaml", "red.yaml", "rulings.yaml")}
    write(
        tmp_path / "toy",
        {**{name: text for name, text in small.items() if name != "rulings.yaml"}, "booklet.yaml": PLAIN},
    )
    (tmp_path / "weasyprint").mkdir()
    (tmp_path / "weasyprint" / "__init__.py").write_text("raise OSError('cannot load library pango')\n")
    command = [
        sys.executable,
        "-m",
        "rcwkit",
        "build",
        str(tmp_path / "toy"),
        "--out",
        str(tmp_path / "out"),
        "--jobs",
        "1",
        "--json",
    ]
    path = os.pathsep.join([str(tmp_path), str(bundled("data").with_name("generator"))])
    result = subprocess.run(
        command, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=False
    )
    assert result.returncode == 3, result.stderr
    assert "not made: booklet-notes.pdf" in result.stderr
    assert "booklets need WeasyPrint and Pango: cannot load library pango" in result.stderr
    (kit,) = json.loads(result.stdout)["kits"]
    assert kit["unmade"] == ["booklet-notes.pdf"]
    made = {path.name for path in (tmp_path / "out" / "toy").iterdir()}
    assert {"counters.pdf", "0-print-guide.pdf"} <= made
    assert "booklet-notes.pdf" not in made


PLAIN = "kind: booklet\nid: notes\ntitle: Notes\nsource: S\ntext: |\n  Play.\n"


def test_the_engine_is_needed_only_for_booklets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    toy = game(tmp_path, "A.")
    monkeypatch.setitem(sys.modules, "weasyprint", None)
    with pytest.raises(Surroundings, match="booklets need WeasyPrint"):
        render(volume(toy, "notes", Setter()), PAPERS["a4"], TEXTS, Setter(), toy.info)
    made = [make(toy, file, Options()) for file in files_of(toy) if file.cut]
    assert all(one.data and not one.missing for one in made)
    assert not [found for one in made for found in one.about.diagnostics if found.severity is Severity.ERROR]


GLOBE = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100">'
    '<radialGradient id="g"><stop stop-color="#fff"/><stop offset="1" stop-color="#00f"/></radialGradient>'
    '<circle cx="50" cy="50" r="40" fill="url(#g)"/>%s</svg>'
)


@pytest.mark.parametrize(
    "more", ["", '<filter id="f"><feGaussianBlur stdDeviation="1"/></filter><g filter="url(#f)"/>']
)
def test_drawings_have_their_own_size_and_are_clipped(tmp_path: Path, more: str) -> None:
    """Bug: the engine knows no clips that are paths, so that what had a gradient was a square."""
    write(tmp_path, {"globe.svg": GLOBE % more})
    toy = game(tmp_path, "![A globe](globe.svg)")
    made = render(volume(toy, "notes", toy.setter()), PAPERS["a4"], TEXTS, toy.setter(), toy.info)
    (page,) = PdfDocument(made.data)
    picture = page.render(scale=1).to_pil().convert("RGB")
    blue = {
        (x, y)
        for x in range(picture.width)
        for y in range(picture.height)
        if (found := picture.getpixel((x, y)))[2] - found[0] > 150
    }
    left, right = min(x for x, _ in blue), max(x for x, _ in blue)
    assert 52 <= right - left <= 62  # 80 pixels of CSS are 60 points
    assert not {left, right} & {x for x, y in blue if y == min(y for _, y in blue)}


def test_cards_with_pictures_stand_in_booklets(tmp_path: Path) -> None:
    """Bug: a picture within a part of the game was an address that is not opened (E411)."""
    write(tmp_path, {"globe.svg": GLOBE % '<filter id="f"><feFlood/></filter><g filter="url(#f)"/>'})
    deck = "kind: cards\nid: d\ntitle: D\nsource: S\nlayout: l\ncards:\n  a: {title: A}\n"
    layouts = (
        "kind: layouts\nid: l\nlayouts:\n  l: {extends: blank, boxes: {p: {at: [5, 5, 40, 40], image: globe.svg}}}\n"
    )
    write(tmp_path, {"deck.yaml": deck, "layouts.yaml": layouts})
    toy = game(tmp_path, "{card d/a}")
    made = render(volume(toy, "notes", setter := toy.setter()), PAPERS["a4"], TEXTS, setter, toy.info)
    assert made.data and made.diagnostics == ()


def test_signs_of_a_game_stand_in_its_booklets(tmp_path: Path) -> None:
    toy = game(tmp_path, "Pay :coin: now.")
    told = volume(toy, "notes", Setter())
    assert 'src="sign:coin" alt="coin"' in told.html
    made = render(told, PAPERS["a4"], TEXTS, Setter(), toy.info)
    assert made.diagnostics == ()
    plain = render(
        volume(game(tmp_path / "plain", "Pay coin now."), "notes", Setter()), PAPERS["a4"], TEXTS, Setter(), toy.info
    )
    assert made.data != plain.data
