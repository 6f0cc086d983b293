"""Fonts that a game brings, from its files to PDF, SVG and HTML."""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path

import pytest
from fonts_support import house, postscript, truetype
from fontTools.ttLib import TTFont
from PIL import ImageChops, ImageStat
from pypdfium2 import PdfDocument
from rcwkit.diagnostics import InputError
from rcwkit.frame import Frame, Sheet, Text
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.kinds.kind import LETTERS, files_of
from rcwkit.kit.build import licence
from rcwkit.kit.checks import check, missing_glyphs
from rcwkit.kit.pipeline import digests_of
from rcwkit.screens.companion.page import embedded
from rcwkit.screens.preview.press import PrintJobs
from rcwkit.screens.preview.site import Site
from rcwkit.screens.preview.workshop import Workshop
from rcwkit.sheets.pdf import Imprint, draw
from rcwkit.sheets.svg import svg
from rcwkit.source.project import Project
from tests_support import TOY, write

FONTS = "fonts: {Futura: {file: fonts/F.ttf, bold: fonts/B.otf, licence: fonts/OFL.txt}}\n"
LOOK = "look: {type: {text: Futura, head: Futura}}\n"
FILES = {"F.ttf": truetype(without="G"), "B.otf": postscript(without="W"), "OFL.txt": b"Free as air.\n"}


def project(folder: Path, head: str = FONTS + LOOK, files: Mapping[str, bytes] = FILES) -> Project:
    """Return a toy game with fonts."""
    made = write(folder, TOY | {"game.yaml": TOY["game.yaml"] + head})
    (made / "fonts").mkdir()
    for name, data in files.items():
        (made / "fonts" / name).write_bytes(data)
    return Project(made, shown="toy")


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return load(project(tmp_path_factory.mktemp("own")))


def refusal(folder: Path, **files: bytes) -> tuple[str, str]:
    """Return code and message of the one error of a game."""
    with pytest.raises(InputError) as error:
        load(project(folder, files=FILES | {name.replace("_", "."): data for name, data in files.items()}))
    (found,) = error.value.diagnostics
    assert found.span.file == "toy/game.yaml"
    assert found.span.line > 1
    return found.code, found.message


def test_a_font_plays_its_roles_in_all_styles(own: Game) -> None:
    book = own.book
    assert book["sans"].families == ("Futura", "PT Sans")
    assert book["narrow-bold"].face.weight == 700
    assert book["sans-italic"].data == book["sans"].data, "the nearest style"
    assert book["sans-bold-italic"].data == book["sans-bold"].data != book["sans"].data
    assert book["serif"].families == ("PT Serif",), "a role of its own"
    assert book["Futura-bold"].data == book["sans-bold"].data, "by its own name, too"


def test_single_letters_come_from_the_font_of_the_house(own: Game) -> None:
    book = own.book
    assert not book.missing("GAME Ж", "sans")
    assert book.missing("A→", "sans") == ["→"]
    wide = book.width("G", "sans", 10)
    assert wide == pytest.approx(book["sans"].spare.advances[ord("G")] / 100)  # type: ignore[union-attr]
    assert book.width("AGA", "sans", 10) == pytest.approx(wide + 2 * book.width("A", "sans", 10))


def pdf_of(game: Game, *texts: str, font: str = "sans") -> PdfDocument:
    items = tuple(Text(10, 20 + 20 * row, text, font, 12, "#000000") for row, text in enumerate(texts))
    return PdfDocument(draw([Sheet(200, 100, items, "one")], Imprint("a", "b", "c"), game.book))


def test_a_pdf_has_every_letter_where_it_was_measured(own: Game) -> None:
    page = pdf_of(own, "AGAG", "WAG")[0].get_textpage()
    assert page.get_text_range().split() == ["AGAG", "WAG"]
    wide = own.book.width("AGA", "sans", 12)
    assert page.get_charbox(3)[0] - page.get_charbox(1)[0] == pytest.approx(own.book.width("GA", "sans", 12), abs=0.05)
    assert page.get_charbox(2)[2] < 10 + wide + 0.5


def test_styles_that_share_a_file_do_not_mix_in_a_pdf(own: Game) -> None:
    items = (Text(10, 20, "Hand", "sans", 12, "#000000"), Text(10, 40, "Wild", "sans-italic", 12, "#000000"))
    last = Text(10, 60, "Bold", "narrow-bold", 12, "#000000")
    document = PdfDocument(draw([Sheet(200, 100, (*items, last), "one")], Imprint("a", "b", "c"), own.book))
    assert document[0].get_textpage().get_text_range().split() == ["Hand", "Wild", "Bold"]


def test_a_font_that_gains_letters_is_drawn_with_them_in_the_same_process(tmp_path: Path) -> None:
    """Bug: ReportLab knew it by name, and drew boxes for letters that an earlier game with this font had not used."""
    files = FILES | {"F.ttf": house("serif")}
    first = load(project(tmp_path / "first", files=files))
    second = load(project(tmp_path / "second", FONTS + LOOK + "subtitle: Ω\n", files))
    assert ord("Ω") not in first.book["sans"].glyphs
    pdf_of(first, "Red", "Red")
    page = Sheet(40, 20, (Text(2, 15, "Ω", "sans", 12, "#000000"),), "one")
    plain = page._replace(items=(Text(2, 15, "Ω", "serif", 12, "#000000"),))
    seen, wanted = (
        PdfDocument(draw([sheet], Imprint("a", "b", "c"), second.book))[0].render(scale=2).to_pil().convert("L")
        for sheet in (page, plain)
    )
    assert ImageStat.Stat(ImageChops.difference(seen, wanted)).mean[0] < 1


def test_a_drawing_names_both_families(own: Game) -> None:
    frame = Frame(50, 20, (Text(0, 10, "AG", "sans-bold", 9, "#000000"),))
    drawn = svg(frame, fonts=own.book)
    assert "font-family=\"'Futura', 'PT Sans'\"" in drawn
    assert 'font-weight="700"' in drawn


def test_a_page_embeds_what_each_font_has(own: Game) -> None:
    rules = re.findall(r'font-family: "(.*?)"; font-weight: (\d+).*?base64,(.*?)"', embedded("GAMEЖ", own.book))
    faces = {(name, weight): TTFont(BytesIO(b64decode(data))) for name, weight, data in rules}
    assert ord("G") not in faces["Futura", "400"].getBestCmap()
    assert {ord("G"), ord("Ж")} <= set(faces["PT Sans", "400"].getBestCmap())
    assert own.book.stacks["sans"] == '"Futura", "PT Sans", sans-serif'


def test_the_licence_is_part_of_the_kit(own: Game) -> None:
    assert "The font Futura is under this licence:\n\nFree as air.\n" in licence(own).decode()


def test_the_preview_serves_the_fonts_and_says_when_they_change(tmp_path: Path) -> None:
    made = project(tmp_path)
    workshop = Workshop(made.root.as_posix())
    workshop.refresh()
    site = Site(workshop, PrintJobs(workshop.name, ()))
    css, look = site.get("theme.css").body.decode(), workshop.state()["look"]
    assert '--sans: "Futura", "PT Sans", sans-serif;' in css
    (address,) = set(re.findall(r'"Futura"; font-weight: 700; font-style: normal; src: url\("(.*?)"\)', css))
    assert TTFont(BytesIO(site.get(address).body)).getBestCmap()
    assert site.get("font/another.ttf").status == 404
    (tmp_path / "fonts/B.otf").write_bytes(postscript())
    workshop.refresh([tmp_path / "fonts/B.otf"])
    assert workshop.state()["look"] != look
    assert site.get(address).status == 404
    site.press.close()


def test_a_booklet_is_made_again_when_a_font_gains_letters(tmp_path: Path) -> None:
    """Bug: its engine names a font by all its letters, so that a kit made in parts differed from one made at once."""
    made = project(tmp_path, files=FILES | {"F.ttf": house("serif")})
    before = digests_of(made, load(made))[LETTERS]
    (tmp_path / "red.yaml").write_text(TOY["red.yaml"].replace("title: Red", "title: Red ѣ"))
    assert digests_of(made, load(made))[LETTERS] != before
    assert LETTERS in next(file for file in files_of(load(made)) if file.kind == "booklet").reads


def test_fonts_are_inputs_of_every_file(tmp_path: Path) -> None:
    made = project(tmp_path)
    load(made)
    before = made.digests()["game"]
    assert set(made.beside()) == {"fonts/F.ttf", "fonts/B.otf", "fonts/OFL.txt"}
    (tmp_path / "fonts/F.ttf").write_bytes(truetype())
    made.documents()
    load(made)
    assert made.digests()["game"] != before


def test_a_text_font_without_bold_is_a_warning(tmp_path: Path) -> None:
    game = load(project(tmp_path, "fonts: {Futura: {file: fonts/F.ttf, licence: fonts/OFL.txt}}\n" + LOOK))
    (found,) = [found for found in check(game) if "Futura" in found.message]
    assert (found.code, found.span.column, found.span.length) == ("W275", 9, len("Futura"))


def test_a_text_font_with_bold_is_none(tmp_path: Path) -> None:
    assert [found.code for found in check(load(project(tmp_path))) if "bold" in found.message] == []


@pytest.mark.parametrize(("letter", "missing"), [("Ж", False), ("→", True), ("\N{ARABIC LETTER ALEF}", True)])
def test_letters_that_no_font_can_set_are_reported(tmp_path: Path, letter: str, missing: bool) -> None:
    """Arabic letters set one by one, from left to right, would be wrong, whether or not a font has them."""
    game = load(project(tmp_path, FONTS + LOOK + f"subtitle: A {letter}\n"))
    assert bool(list(missing_glyphs(game))) is missing
    assert ord(letter) not in game.book["sans"].glyphs


def test_a_font_that_must_not_be_embedded(tmp_path: Path) -> None:
    code, said = refusal(tmp_path, F_ttf=truetype(rights=2))
    assert code == "E276"
    assert "does not allow" in said


@pytest.mark.parametrize("text", [b"", b" \n", b"x" * 300_000])
def test_a_licence_that_is_none(tmp_path: Path, text: bytes) -> None:
    assert refusal(tmp_path, OFL_txt=text)[0] == "E277"
