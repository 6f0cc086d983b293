"""Documents: what the engines may not do, what they must report, and bytes that are always the same."""

from __future__ import annotations

import io
import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pikepdf
import pytest
from tests_support import text_of

from generator.bundled import bundled
from generator.diagnostics import Span
from generator.draw import paginate
from generator.draw.documents import MOST_STRAYS, Rendered, Stray, html, read_templates, render
from generator.game import Game
from generator.layout.text import Setter
from generator.loader import load
from generator.models.game import GameInfo, Source
from generator.project import Project
from generator.settle import settle
from generator.theme import HOUSE
from generator.views import Head, Part, TextDocument
from generator.views.charts import charts
from generator.views.forms import forms
from generator.views.setup import setup_sheet
from generator.views.texts import aids, checklists, fitted, rulings_sheet

A4, LETTER = (210.0, 297.0), (215.9, 279.4)
INFO = GameInfo(kind="game", id="toy", title="Toy", source=Source(title="Rules"), credits="Nobody’s.", sides={})
HEAD = Head("Toy", "Sheet", "Rules 1", "Nobody’s.")
PAGE = """<!doctype html><html lang="en"><title>t</title><style>
@page { size: 210mm 297mm; margin: 13mm 13mm 15mm } @page measure { size: 210mm 20000mm }
html { font: 10pt/1.2 "PT Sans" } html.measure { page: measure } p { margin: 0 }
.sheet { break-before: page } .part:first-child > .sheet:first-child { break-before: auto }
.block, .band { display: flow-root } .column { float: left } %s
</style><body><article class="part"><div class="blocks" data-columns="%d">%s</div></article>"""


def page(body: str, css: str = "", columns: int = 1) -> dict[str, str]:
    return {"t.html": PAGE % (css, columns, body)}


def blocks(count: int, style: str = "height: 20mm") -> str:
    return "".join(f'<div class="block"><p style="{style}">block {number}</p></div>' for number in range(count))


def press(templates: Mapping[str, str], parts: tuple[Part, ...] = ()) -> Rendered:
    return render(TextDocument("t.html", HEAD, parts), paper=A4, templates=templates, setter=Setter(), info=INFO)


def codes(rendered: Rendered) -> list[str]:
    return [diagnostic.code for diagnostic in rendered.diagnostics]


def test_a_plain_page_is_without_findings() -> None:
    rendered = press(page(blocks(1)))
    assert (rendered.pages, codes(rendered)) == (1, [])


@pytest.mark.parametrize(
    "body",
    [
        '<img src="file:///etc/passwd">',
        '<img src="https://example.org/x.png">',
        '<img src="data:image/png;base64,AAAA">',
        '<link rel="stylesheet" href="file:///etc/passwd">',
        '<svg width="9" height="9"><image href="file:///etc/passwd" width="9" height="9"/></svg>',
        '<img src="x.png">',
    ],
)
def test_no_address_is_ever_opened(body: str) -> None:
    assert "E411" in codes(press(page(f'<div class="block"><p>text</p>{body}</div>')))


def test_a_wrong_style_is_reported() -> None:
    (found,) = press(page(blocks(1), "p { colour: red }")).diagnostics
    assert found.code == "E411"
    assert "colour" in found.message


def test_a_missing_glyph_is_reported() -> None:
    assert codes(press(page('<div class="block"><p>→</p></div>'))) == ["E411"]


def test_a_footnote_is_refused() -> None:
    """Blocks are laid out before their pages are: its text would be lost without a word."""
    (found,) = press(page('<div class="block"><p>Text<span>Note</span></p></div>', "span { float: footnote }")).diagnostics
    assert (found.code, "the engine cannot set this document" in found.message) == ("E411", True)


def test_a_document_of_thirty_metres_is_set() -> None:
    """The sheet on which blocks are measured has room for all of them."""
    tall = {"t.html": page(blocks(15, "height: 2000mm"))["t.html"].replace("20000mm", "{{ paper.tall }}mm")}
    rendered = press(tall)
    assert codes(rendered) == []
    assert rendered.pages == 15


def test_a_block_without_a_place_is_told_of() -> None:
    short = {"t.html": page(blocks(15))["t.html"].replace("20000mm", "200mm")}
    (found,) = press(short).diagnostics
    assert (found.code, "a block has no place" in found.message) == ("E411", True)


def test_a_fault_of_ours_is_not_reported_as_the_templates(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise KeyError("ours")

    monkeypatch.setattr("generator.draw.paginate.joined", broken)
    monkeypatch.setattr(broken, "__code__", broken.__code__.replace(co_filename=paginate.__file__))
    with pytest.raises(KeyError, match="ours"):
        press(page(blocks(1)))


def test_a_document_that_takes_too_long_is_told_of_as_a_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not the template is at fault: whoever knows the data can say where the document is written."""
    monkeypatch.setattr("generator.draw.documents.SECONDS", 0.3)
    (found,) = press(page(blocks(1) + "<p>" + "word " * 200_000 + "</p>")).diagnostics
    assert (found.code, type(found), found.hint) == ("E413", Stray, "divide it: it holds too much")


def test_of_many_strays_some_are_told_and_the_rest_counted() -> None:
    bullet = '<p style="width: 10mm; white-space: nowrap; list-style: none">– – – – – – – – – – – –</p>'
    text = '<p style="width: 10mm; white-space: nowrap">far too long for this place</p>'
    found = press(page(f'<div class="block">{bullet}{text * 50}</div>')).diagnostics
    assert {(one.code, "far too long" in one.message) for one in found} == {("E412", True)}
    assert len(found) == MOST_STRAYS
    assert found[-1].message.endswith(", and 10 more texts")


def test_text_that_runs_out_of_its_place_is_reported() -> None:
    (found,) = press(page('<div class="block"><p style="width: 10mm; white-space: nowrap">far too long for this</p></div>')).diagnostics
    assert (found.code, "far too long" in found.message) == ("E412", True)


def test_a_table_that_is_wider_than_the_page_is_reported() -> None:
    cells = "<td>all of this stays on one line</td>" * 6
    (found, *_) = press(page(f'<div class="block"><table style="white-space: nowrap"><tr>{cells}</tr></table></div>')).diagnostics
    assert found.code == "E412"


@pytest.mark.parametrize("template", ["{{ head.nothing }}", "{{ unknown }}", "{{ ''.__class__.__mro__ }}", "{% for %}", '{% include "../x.html" %}'])
def test_a_template_that_asks_for_more_than_its_view_is_reported(template: str) -> None:
    rendered = press({"t.html": template})
    assert (rendered.data, codes(rendered)) == (b"", ["E410"])


def test_what_comes_from_data_is_escaped() -> None:
    templates = page('<div class="block"><p>{{ parts[0].title }} {{ parts[0].note|rich }}</p></div>')
    rendered = press(templates, (Part("<b>& co</b>", None, note="**bold** <i>"),))
    assert codes(rendered) == []
    assert "<b>& co</b> bold <i>" in text_of(rendered.data)


def test_a_part_that_spills_over_is_set_more_densely() -> None:
    loose = page(blocks(14, ""), "p { height: 20mm }")
    dense = page(blocks(14, ""), "p { height: 20mm } .tightest p { height: 15mm }")
    assert (press(loose).pages, press(dense).pages) == (2, 1)


def test_a_short_part_goes_on_below_the_one_before_it() -> None:
    def pages(second: int) -> int:
        html = page(blocks(5))["t.html"]
        part = html[html.index("<article") :]
        return press({"t.html": html + part.replace(blocks(5), blocks(second))}).pages

    assert (pages(6), pages(9)) == (1, 2)


def sheet(body: str, pages: int, columns: int = 1) -> Rendered:
    text = page(body, "body { margin: 0 }", columns)["t.html"].replace('class="part"', f'class="part" data-pages="{pages}"')
    templates, asked = {"t.html": text.replace("13mm 13mm 15mm", "8mm 8mm 9mm")}, Span("game/aids.yaml", 7, 12)
    document = TextDocument("t.html", HEAD, (), pages, asked)
    return render(document, paper=A4, templates=templates, setter=Setter(), info=INFO)


def sizes_of(data: bytes) -> set[float]:
    """The sizes of type in points; the engine writes them in pixels."""
    return {round(float(size) * 0.75, 2) for size in re.findall(rb"/\S+ ([\d.]+) Tf", content_of(data))}


@pytest.mark.parametrize(("count", "pages", "size"), [(10, 1, 10.0), (70, 1, 8.5), (150, 2, 8.0)])
def test_a_sheet_of_a_given_number_of_pages_is_set_as_large_as_they_allow(count: int, pages: int, size: float) -> None:
    made = sheet(blocks(count, "font-size: 1em; line-height: 1.3"), pages)
    assert (made.pages, codes(made), sizes_of(made.data)) == (pages, [], {size})


def test_a_sheet_that_needs_more_pages_says_how_many_and_where_they_were_asked_for() -> None:
    (found,) = sheet(blocks(250, "font-size: 1em; line-height: 1.3"), 2).diagnostics
    assert (found.code, str(found.span)) == ("E414", "game/aids.yaml:7:12")
    assert found.message == "‘Sheet’ is 1 page over its 2, in type of 6.5pt"


def test_a_table_wider_than_its_column_is_reported() -> None:
    cells = "<td>inseparable</td>" * 12
    found = press(page(f'<div class="block"><table><tr>{cells}</tr></table></div>' * 2, columns=3)).diagnostics
    assert {diagnostic.code for diagnostic in found} == {"E412"}
    assert any("the table that begins with 'inseparable'" in diagnostic.message for diagnostic in found)


def test_columns_are_balanced() -> None:
    rendered = press(page(blocks(7), columns=2))
    words = text_of(rendered.data).split()
    assert (rendered.pages, codes(rendered)) == (1, [])
    assert words.index("3") < words.index("4")
    x = [float(match) for match in re.findall(rb"1 0 0 -1 ([\d.]+) [\d.]+ Tm", content_of(rendered.data))]
    assert [x.count(value) for value in sorted(set(x))] == [4, 3]


def content_of(data: bytes) -> bytes:
    with pikepdf.open(io.BytesIO(data)) as pdf:
        return b"\n".join(sheet.Contents.read_bytes() for sheet in pdf.pages)


def test_the_pdf_says_what_it_is(triumph: Game) -> None:
    made = made_of(checklists(triumph), LETTER, triumph)
    with pikepdf.open(io.BytesIO(made.data)) as pdf:
        assert str(pdf.Root.Lang) == "en"
        assert str(pdf.docinfo.Title) == "Triumph of Chaos: Scenario checklists"
        assert "/CreationDate" not in pdf.docinfo
        assert str(pdf.Root.PageLabels.Nums[1].P) == "sheet "
        assert str(pdf.Root.ViewerPreferences.PrintScaling) == "/None"
        assert [float(side) for side in pdf.pages[0].MediaBox] == pytest.approx([0, 0, 612, 792], abs=0.1)
        with pdf.open_outline() as outline:
            assert [item.title for item in outline.root][:1] == ["Campaign game"]
            assert "Information markers" in [item.title for item in outline.root[0].children]
        fonts = {str(font.BaseFont) for sheet in pdf.pages for font in sheet.Resources.Font.values()}
        assert fonts
        assert all("+PT-" in font for font in fonts)
    assert "sheet 1 of 2" in text_of(made.data)


def made_of(document: TextDocument, paper: tuple[float, float], game: Game, setter: Setter | None = None) -> Rendered:
    return render(document, paper=paper, templates=read_templates(bundled("templates")), setter=setter or Setter(), info=game.info)


DOCUMENTS: dict[str, tuple[Callable[[Game, Setter], TextDocument], tuple[float, float]]] = {
    "aids": (lambda game, setter: aids(game, setter.book), A4),
    "charts": (lambda game, setter: charts(game, setter.book), LETTER),
    "forms": (lambda game, setter: forms(game), A4),
    "rulings": (lambda game, setter: rulings_sheet(game), LETTER),
    "setup": (lambda game, setter: setup_sheet(game, settle(game, "campaign"), setter), LETTER),
}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_documents_of_triumph_of_chaos_are_without_findings(triumph: Game, name: str) -> None:
    make, paper = DOCUMENTS[name]
    setter = Setter()
    made = made_of(make(triumph, setter), paper, triumph, setter)
    assert [*made.diagnostics, *setter.found] == []
    assert f"sheet {made.pages} of {made.pages}" in text_of(made.data)


@pytest.mark.parametrize("paper", [A4, LETTER])
def test_the_quick_reference_of_the_white_general_is_one_sheet_of_paper(paper: tuple[float, float]) -> None:
    game, setter = load(Project(bundled("data") / "white_general", shown="data/white_general")), Setter()
    made = made_of(fitted(game, setter.book, "quick_reference"), paper, game, setter)
    assert (made.pages, made.diagnostics) == (2, ())
    said = text_of(made.data)
    assert [section.head for section in game.aids["quick_reference"].value.sections if section.head.upper() not in said.upper()] == []
    assert min(size for size in sizes_of(made.data) if size > 5) >= 6.5


SCRIPT = """
import hashlib, sys
from generator.bundled import bundled
from generator.draw import paginate
from generator.draw.documents import MOST_STRAYS, read_templates, render
from generator.layout.text import Setter
from generator.loader import load
from generator.project import Project
from generator.views.texts import checklists
game = load(Project(bundled("data") / "triumph_of_chaos"))
made = render(checklists(game), paper=(210.0, 297.0), templates=read_templates(bundled("templates")), setter=Setter(), info=game.info)
sys.stdout.write(hashlib.sha256(made.data).hexdigest())
"""


def test_two_processes_make_the_same_bytes(tmp_path: Path) -> None:
    root = str(Path(__file__).parent.parent)
    digests = set()
    for seed, zone in (("1", "UTC"), ("2", "Asia/Tokyo")):
        environment = {"PYTHONHASHSEED": seed, "TZ": zone, "PYTHONPATH": root, "HOME": str(tmp_path), "PATH": ""}
        digests.add(subprocess.run([sys.executable, "-c", SCRIPT], env=environment, cwd=tmp_path, capture_output=True, check=True, text=True).stdout)
    assert len(digests) == 1
    assert len(digests.pop()) == 64


def test_what_was_drawn_for_one_game_is_not_kept_for_another() -> None:
    """Bug: templates are compiled once, and what their filters made of constants was compiled with them."""
    templates = {"t.html": "{{ 'wedge'|motif }} {{ 3|die }} {{ 1|flag }} {{ '**b**'|rich }}"}
    drawn: list[dict[str, str]] = [{}, {}]
    setters = Setter(), Setter(theme=replace(HOUSE, ink="#123456"))
    said = [html("t.html", {}, templates, setter, own) for setter, own in zip(setters, drawn, strict=True)]
    assert [re.findall(r"drawn:\w+", text) for text in said] == [[*own] for own in drawn]
    assert ([len(own) for own in drawn], [any("#123456" in drawing for drawing in own.values()) for own in drawn]) == ([3, 3], [False, True])
    assert html("t.html", {}, {"t.html": "other"}, setters[0]) == "other"


def test_templates_are_plain_files_only(tmp_path: Path) -> None:
    secret = tmp_path / "secret.html"
    secret.write_text("secret", encoding="utf-8")
    folder = tmp_path / "templates"
    folder.mkdir()
    (folder / "a.html").write_text("a", encoding="utf-8")
    (folder / "b.css").write_text("b", encoding="utf-8")
    (folder / "notes.txt").write_text("c", encoding="utf-8")
    (folder / "link.html").symlink_to(secret)
    assert read_templates(folder) == {"a.html": "a", "b.css": "b"}


def test_the_fonts_have_every_character_of_the_templates() -> None:
    book = Setter().book
    for name, text in read_templates(bundled("templates")).items():
        assert book.missing(text.replace("\n", " "), "sans") == [], name
