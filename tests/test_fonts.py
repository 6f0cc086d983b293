"""The font book, checked against a font library, and its measures."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont
from hypothesis import given
from hypothesis import strategies as st
from rcwkit.diagnostics import Surroundings
from rcwkit.kit.checks import ASCII
from rcwkit.source.info import Roles
from rcwkit.type import fonts
from rcwkit.type.fonts import FACES, FontBook, composed, glyph_name, lacking, roles, styled

BOOK = FontBook()


@pytest.mark.parametrize("name", FACES)
def test_every_face_is_read_as_the_font_library_reads_it(name: str) -> None:
    font = BOOK[name]
    library = TTFont(BytesIO(font.data))
    metrics = library["hmtx"].metrics
    assert font.glyphs == {code: library.getGlyphID(glyph) for code, glyph in library.getBestCmap().items()}
    own = {code: advance for code, advance in font.advances.items() if code in font.glyphs}
    assert own == {code: metrics[glyph][0] for code, glyph in library.getBestCmap().items()}
    assert font.units == library["head"].unitsPerEm
    assert font.face.family == library["name"].getDebugName(1)
    assert (font.face.weight == 700, font.face.style == "italic") == (
        library["head"].macStyle & 1 == 1,
        library["head"].macStyle & 2 == 2,
    )


@given(st.lists(st.text("abc ДЮ—7", max_size=12), max_size=6))
def test_width_adds_up(parts: list[str]) -> None:
    whole = BOOK.width("".join(parts), "sans", 10)
    assert whole == pytest.approx(sum(BOOK.width(part, "sans", 10) for part in parts))


def test_width_scales_and_spaces() -> None:
    assert BOOK.width("Red", "narrow-bold", 20) == pytest.approx(2 * BOOK.width("Red", "narrow-bold", 10))
    assert BOOK.width("Red", "narrow-bold", 10, 0.5) == pytest.approx(BOOK.width("Red", "narrow-bold", 10) + 1.5)
    assert BOOK.width("Red", "narrow-bold", 10) < BOOK.width("Red", "sans-bold", 10)


@pytest.mark.parametrize("name", FACES)
def test_thirds_are_composed_of_their_figures(name: str) -> None:
    assert BOOK.missing("1⅓ or ⅔", name) == []
    whole = FACES[name].spare or name
    assert BOOK.width("⅓", name, 9) == pytest.approx(BOOK.width("¹⁄₃", whole, 9), rel=1e-3)
    assert composed("1⅓ ½ or ⅔", BOOK[name].glyphs) == "1¹⁄₃ ½ or ²⁄₃"
    assert composed("⅓", {0x2153}) == "⅓"


def test_missing_characters_are_named_once_in_order() -> None:
    assert BOOK.missing("Деникин, Wrangel – 3½", "sans") == []
    assert BOOK.missing("→ 6 ☭ →", "sans") == ["→", "☭"]
    assert glyph_name("→") == "U+2192 (rightwards arrow)"
    assert glyph_name("\ue000") == "U+E000"


@pytest.mark.parametrize(
    ("characters", "names", "hint"),
    [
        ("→", "U+2192 (rightwards arrow) '→'", "write it in plain letters"),
        (
            "აბ",
            "U+10D0 (georgian letter an) 'ა', U+10D1 (georgian letter ban) 'ბ'",
            "PT Sans and PT Serif lack Georgian letters",
        ),
        ("漢한", "U+6F22 (cjk unified ideograph-6f22) '漢'", "lack Chinese and Korean letters"),
        ("א★", "U+05D0 (hebrew letter alef) 'א'", "lack Hebrew letters: write Latin or Cyrillic ones"),
        ("ﬀ", "U+FB00 (latin small ligature ff) 'ﬀ'", "write it in plain letters"),
        ("𝔄", "U+1D504", "write it in plain letters"),
        ("⅝", "U+215D (vulgar fraction five eighths) '⅝'", "write 5/8"),
    ],
)
def test_what_the_fonts_lack_is_named_with_its_script(characters: str, names: str, hint: str) -> None:
    said, advice = lacking(characters)
    assert names in said
    assert hint in advice


@pytest.mark.parametrize(
    ("character", "sign"),
    [
        ("→", "arrow_right"),
        ("↑", "arrow_up"),
        ("♥", "heart"),
        ("♠", "spade"),
        ("⚔", "swords"),
        ("☠", "skull"),
        ("⚓", "star"),
    ],
)
def test_a_sign_is_proposed_for_a_character_that_the_fonts_lack(character: str, sign: str) -> None:
    assert lacking(character)[1].endswith(f'`characters: {{"{character}": {sign}}}`')


def test_a_long_list_of_characters_is_cut_short() -> None:
    said, _ = lacking("☭★⚀♠♣♥♦①②③")
    assert (said.count("U+"), said.endswith(" and 2 more")) == (8, True)


@pytest.mark.parametrize("name", FACES)
def test_what_is_taken_to_be_in_all_fonts_is_in_all(name: str) -> None:
    assert BOOK.missing(ASCII.replace("\n", ""), name) == []


def test_only_the_font_asked_for_is_read(tmp_path: Path) -> None:
    (tmp_path / "PTS55F.ttf").write_bytes(BOOK["sans"].data)
    book = FontBook(tmp_path)
    assert book.width("a", "sans", 10) > 0
    with pytest.raises(Surroundings, match="PTF55F.ttf cannot be read: No such file"):
        book["serif"]
    with pytest.raises(KeyError):
        book["comic"]


def test_the_face_that_another_replaces_can_still_be_named() -> None:
    book = FontBook(roles={"narrow-bold": "serif-bold", "narrow": "serif"})
    assert book["narrow-bold"].face.family == "PT Serif"
    assert book.replaced("narrow-bold") == "house narrow-bold"
    assert book[book.replaced("narrow-bold")].face == FACES["narrow-bold"]
    assert book["house narrow-italic"].face == FACES["narrow"], "the nearest that there is"
    assert book.replaced("sans") == ""


def test_what_a_font_for_titles_lacks_is_set_from_the_font_that_it_names() -> None:
    """Bug: a Russian title in the stencil would have been an error."""
    stencil, narrow = BOOK["stencil-bold"], BOOK["narrow-bold"]
    assert ord("Ж") not in stencil.glyphs and BOOK.missing("ЖИТЬ, STAND", "stencil-bold") == []
    assert BOOK.width("Ж", "stencil-bold", 10) == pytest.approx(narrow.advances[ord("Ж")] / 100, rel=1e-3)
    assert stencil.families == ("Fieldwork Stencil", "PT Sans Narrow")


def test_titles_and_figures_follow_heads_unless_the_look_says_otherwise() -> None:
    assert BOOK["display"].face == BOOK["figures"].face == FACES["narrow-bold"]
    for look, display, figures in (
        ({"head": "serif"}, "serif-bold", "serif-bold"),
        ({"display": "stencil"}, "stencil-bold", "stencil-bold"),
        ({"display": "russo", "figures": "narrow"}, "russo", "narrow-bold"),
        ({"text": "arimo", "head": "jost"}, "jost-bold", "jost-bold"),
    ):
        book = FontBook(roles=roles(Roles.model_validate(look), ()))
        assert book["display"].face == FACES[display], look
        assert book["figures"].face == FACES[figures], look
    assert book["sans-bold"].face == FACES["arimo-bold"]
    assert book["sans-italic"].face == FACES["arimo"], "the nearest that there is"
    assert book["narrow"].face == FACES["jost"]
    assert sorted(book.licences) == ["Arimo", "Jost"]
    assert [styled(one, bold=True, italic=True) for one in ("display", "russo", "stencil")] == [
        "display",
        "russo",
        "stencil-bold",
    ]


def test_so_many_widths_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fonts, "MEASURED", 4)
    font = replace(BOOK["sans"], words={}, gaps=set())
    widths = {text: font.units_of(text) for text in ("a", "b", "a b", "c d", "b a", "e")}
    assert len(font.words) <= 4
    assert {text: font.units_of(text) for text in widths} == widths
