from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pikepdf
import pytest
from fonts_support import joining, saved, truetype
from fontTools.ttLib import TTFont
from layouts_support import DECK, drawn, game_of, ungrouped
from rcwkit.frame import Group, Sheet, Text
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.kit.checks import check, missing_glyphs
from rcwkit.sheets.pdf import Imprint, draw
from rcwkit.sheets.svg import svg
from rcwkit.source.project import Project
from rcwkit.type.fonts import FontBook
from tests_support import TOY, WriteGame, write


def test_a_text_is_reported_once_with_all_that_the_fonts_lack(write_game: WriteGame) -> None:
    text = TOY["red.yaml"].replace("name: 1 Army", "name: →★→ 1").replace("title: Red", "title: საქართველო")
    found = list(missing_glyphs(load(write_game({**TOY, "red.yaml": text}))))
    assert [(one.code, one.span.line, one.message.count("U+")) for one in found] == [("E320", 3, 8), ("E320", 7, 2)]
    assert found[0].hint == "PT Sans and PT Serif lack Georgian letters: write Latin or Cyrillic ones"
    assert found[1].message == "the fonts have no U+2192 (rightwards arrow) '→', U+2605 (black star) '★'"


def test_a_missing_glyph_of_a_booklet_is_reported_at_its_word(write_game: WriteGame) -> None:
    text = TOY["booklet.yaml"].replace("**fight**", "**fight** ★")
    row = next(number for number, line in enumerate(text.splitlines(), 1) if "★" in line)
    found = list(missing_glyphs(load(write_game({**TOY, "booklet.yaml": text}))))
    column = text.splitlines()[row - 1].index("★") + 1
    assert [(one.code, one.span.line, one.span.column) for one in found] == [("E320", row, column)]
    titled = TOY["booklet.yaml"].replace("title: Notes", "title: Notes ★")
    assert [one.span.line for one in missing_glyphs(load(write_game({**TOY, "booklet.yaml": titled})))] == [3]


def test_booklets_have_no_letters_that_are_shaped(tmp_path: Path) -> None:
    files = {"game.yaml": TOY["game.yaml"] + "fonts: {own: {file: f.ttf, licence: f.txt}}\nlook: {type: {text: own, "}
    files["game.yaml"] += "head: own, reading: own}}\n"
    files |= {
        name: TOY[name].replace("Red", "Red אב") if name == "red.yaml" else TOY[name]
        for name in TOY
        if name not in files
    }
    folder = write(tmp_path, files)
    (folder / "f.ttf").write_bytes(joining())
    (folder / "f.txt").write_text("Free.")
    assert list(missing_glyphs(load(Project(folder, shown="toy")))) == []
    (folder / "booklet.yaml").write_text(TOY["booklet.yaml"].replace("**fight**", "**fight** אב"))
    (found,) = missing_glyphs(load(Project(folder, shown="toy")))
    assert (found.code, found.span.file) == ("E320", "toy/booklet.yaml")


def test_only_what_is_read_needs_the_font_for_reading(tmp_path: Path) -> None:
    """Bug: a font passed only if it was that of booklets, too, in games without any."""
    own = "fonts: {own: {file: f.ttf, licence: f.txt}}\nlook: {type: {text: own, head: own}}\n"
    folder = write(tmp_path, {"game.yaml": TOY["game.yaml"] + own, "red.yaml": TOY["red.yaml"].replace("Red", "אב")})
    (folder / "f.ttf").write_bytes(joining())
    (folder / "f.txt").write_text("Free.")
    assert list(missing_glyphs(load(Project(folder, shown="toy")))) == []
    (folder / "notes.yaml").write_text(TOY["booklet.yaml"].replace("title: Notes", "title: אב"))
    assert {one.span.file for one in missing_glyphs(load(Project(folder, shown="toy")))} == {"toy/notes.yaml"}


def test_every_text_of_a_list_is_looked_at(write_game: WriteGame) -> None:
    text = TOY["aids.yaml"].replace("points: [Stop.]", "points: [Stop., Go ★.]")
    assert len(list(missing_glyphs(load(write_game({**TOY, "aids.yaml": text}))))) == 1


STARRED = DECK.replace("words: Stop.", "words: Stop ★.").replace("[rail, gun]", "[rail, ★]")
"""A deck with a star, which the fonts of the house lack."""


def starred(folder: Path, boxes: str, deck: str = STARRED) -> list[tuple[str, str]]:
    """Return what is found in a game that has a font with a star."""
    game_of(folder, boxes, deck)
    font = TTFont(BytesIO(truetype()), recalcTimestamp=False)
    for table in font["cmap"].tables:
        table.cmap[ord("★")] = "A"
    (folder / "icons.ttf").write_bytes(saved(font))
    (folder / "icons.txt").write_text("Free.")
    file = folder / "game.yaml"
    file.write_text(file.read_text() + "fonts: {icons: {file: icons.ttf, licence: icons.txt}}\n")
    game = load(Project(folder, shown="demo"))
    _, found = drawn(game, game.setter())
    return [(one.code, f"{one.span.file}:{one.span.line}:{one.span.column}") for one in (*missing_glyphs(game), *found)]


@pytest.mark.parametrize(
    "boxes",
    [
        'a: {text: "{{ words }}", font: icons, at: [5, 5, 40, 8]}',
        'a: {text: "{{ words }}", font: icons, at: [5, 5, 40, 8], lines: 1}',
        "a: {text: \"{{ words | replace('★', '*') }}\", at: [5, 5, 40, 8]}",
        'a: {repeat: "{{ needs }}", text: "{{ item }}", font: icons, at: [5, 5, 10, 4], step: [12, 0]}',
        'a: {text: "★", font: icons, at: [5, 5, 40, 8]}',
        'a: {text: "{{ cost }}", at: [5, 5, 40, 8]}',
    ],
)
def test_a_character_that_is_set_in_a_font_that_has_it_or_not_at_all_passes(tmp_path: Path, boxes: str) -> None:
    assert starred(tmp_path, boxes) == []


@pytest.mark.parametrize(
    ("boxes", "place"),
    [
        ('a: {text: "{{ words }}", at: [5, 5, 40, 8]}', "Stop ★"),
        ('a: {text: "{{ words }}", at: [5, 5, 40, 8], lines: 1, font: narrow}', "Stop ★"),
        ('a: {text: "**{{ words }}**", at: [5, 5, 40, 8]}', "Stop ★"),
        ('a: {repeat: "{{ needs }}", text: "{{ item }}", at: [5, 5, 9, 4], step: [12, 0]}', "★]"),
        ('a: {text: "Go ★", at: [5, 5, 40, 8]}', ""),
        ('a: {text: "{{ card.rule }}", at: [5, 5, 50, 40], ruled: 2}', "One ★"),
    ],
)
def test_a_character_that_no_font_used_for_it_has_is_reported_at_its_place(
    tmp_path: Path, boxes: str, place: str
) -> None:
    deck = STARRED.replace("owner: red,", "owner: red, rule: One ★,") if "rule" in boxes else STARRED
    row, column = (9, deck.splitlines()[8].index(place) + 1) if place else (7, 17)
    assert starred(tmp_path, boxes, deck) == [("E320", f"demo/{'cards' if place else 'layouts'}.yaml:{row}:{column}")]


def test_titles_and_what_the_house_draws_are_checked_before(tmp_path: Path) -> None:
    titled = DECK.replace("title: Ambush", "title: Ambush ★")
    assert starred(tmp_path / "a", "a: {fill: ink}", titled) == [("E320", "demo/cards.yaml:9:19")]
    house = STARRED.replace("layout: own\n", "")
    assert [one[0] for one in starred(tmp_path / "b", "a: {fill: ink}", house)] == ["E320"] * 2


ICONS = """
fonts: {icons: {file: icons.ttf, licence: icons.txt}}
signs:
  bulb: {font: icons, character: "\ue001", width: 1.5, said: light}
characters: {"💡": bulb, "★": icons, "⚔️": swords}
"""
"""Signs that are characters of a font, and characters that stand for signs."""


def iconic(folder: Path, boxes: str, deck: str) -> Game:
    """Return a game whose font of icons has a bulb and a star."""
    game_of(folder, boxes, deck)
    font = TTFont(BytesIO(truetype()), recalcTimestamp=False)
    for table in font["cmap"].tables:
        if table.isUnicode():
            table.cmap |= {ord("★"): "A", 0xE001: "B"}
    (folder / "icons.ttf").write_bytes(saved(font))
    (folder / "icons.txt").write_text("Free.")
    file = folder / "game.yaml"
    file.write_text(file.read_text() + ICONS)
    return load(Project(folder, shown="demo"))


def test_characters_are_printed_as_signs_or_in_the_font_that_has_them(tmp_path: Path) -> None:
    deck = DECK.replace("words: Stop.", 'words: "1💡2: ★, a⚔b⚔️"').replace("[rail, gun]", "[rail, 💡]")
    boxes = 'a: {text: "{{ words }}", at: [5, 5, 50, 8]}\nb: {text: "{{ needs[1] }}!", at: [5, 15, 40, 8], lines: 1}'
    game = iconic(tmp_path, boxes, deck)
    assert [one.code for one in check(game) if one.code[0] == "E"] == []
    faces, found = drawn(game)
    assert found == []
    items = [*ungrouped(faces[0][0].items)]
    assert [item.alt for item in items if isinstance(item, Group) and item.alt] == [
        *("light", "black star", "combat", "combat", "light")
    ]
    texts = [one for item in items if isinstance(item, Group) for one in ungrouped(item.items)]
    inner = [one for text in texts for one in (text.items if isinstance(text, Group) else [text])]
    assert [one.text for one in inner if isinstance(one, Text) and one.font == "icons"] == ["\ue001", "★", "\ue001"]
    assert game.setter().width(":bulb:", "sans", 10) == pytest.approx(15 + 1)
    data = draw([Sheet(200, 300, faces[0][0].items, "1")], Imprint("T", "A", "S"), game.book)
    with pikepdf.open(BytesIO(data)) as pdf:
        assert "light".encode("utf-16-be").hex().encode() in pdf.pages[0].Contents.read_bytes()
    assert svg(faces[0][0], fonts=game.book).count("icons") == 3


def test_a_sign_that_its_font_lacks_is_reported_where_it_is_named(tmp_path: Path) -> None:
    game = iconic(tmp_path, 'a: {text: "{{ words }}"}', DECK)
    file = tmp_path / "game.yaml"
    file.write_text(file.read_text().replace('"\ue001"', '"→"').replace('"★"', '"☂"'))
    found = [one for one in check(load(Project(tmp_path, shown="demo"))) if one.code[0] == "E"]
    lines = file.read_text().splitlines()
    assert [(one.code, lines[one.span.line - 1][one.span.column :][:1]) for one in found] == [
        ("E320", "☂"),
        ("E320", "→"),
    ]
    assert game.book.own["icons"].glyphs[0xE001]


def test_each_missing_glyph_is_reported_wherever_it_is(write_game: WriteGame) -> None:
    text = TOY["red.yaml"].replace("name: 1 Army", "name: A★é").replace("name: 2 Army", "name: B★")
    assert [one.span.line for one in missing_glyphs(load(write_game({**TOY, "red.yaml": text})))] == [7, 8]


def test_plain_letters_need_no_font(write_game: WriteGame) -> None:
    """Glyph checks read no font, so that `check` starts quickly."""

    class Closed(FontBook):
        def missing(self, text: str, name: str) -> list[str]:
            assert any(ord(character) > 126 for character in text), text
            return super().missing(text, name)

    game = load(write_game(TOY))
    game.__dict__["book"] = Closed()
    assert list(missing_glyphs(game)) == []
