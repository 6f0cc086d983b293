"""Scripts that are shaped: letters that join, what runs from right to left, and what is read of it."""

from __future__ import annotations

import json
import pickle
import re
from io import BytesIO
from pathlib import Path

import pikepdf
import pytest
from fonts_support import JOINED, LETTERS, joining
from layouts_support import DECK, drawn, game_of, ungrouped
from pypdfium2 import PdfDocument
from rcwkit.document.copy import Letters, copy
from rcwkit.frame import Frame, Group, Sheet, Text
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.kit.checks import check
from rcwkit.screens.companion.page import embedded
from rcwkit.sheets.pdf import Imprint, draw
from rcwkit.sheets.svg import svg
from rcwkit.source.project import Project
from rcwkit.type.outlines import outlines
from rcwkit.type.scripts import GLYPHS, MARK, Shaper, is_leftward, leftward

WANTED = frozenset(map(ord, {*LETTERS, *JOINED}))


def shaper(*, ligatures: bool = False) -> tuple[Shaper, dict[int, int]]:
    made = outlines(joining(), WANTED, ligatures=ligatures)
    return Shaper(made.shaper, made.scale, made.shaped, made.names), made.advances


def laid(text: str, *, ligatures: bool = False) -> list[str]:
    """Return what the pieces of a text say, glyph by glyph, from left to right."""
    one, advances = shaper(ligatures=ligatures)
    found = one.laid(text, lambda said: sum(advances[ord(letter)] for letter in said))
    return ["".join(one.said.get(letter, letter) for letter in piece.text) for piece in found.pieces]


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("abc", []),
        ("אב שא", ["אש", " ", "בא"]),
        ("a אב 12 b", ["a ", "12", " ", "בא", " b"]),
        ("אב ab 12 ש", ["ש", " ", "ab 12", " ", "בא"]),
        ("אב (ab) ש.", [".", "ש", " (", "ab", ") ", "בא"]),
        ("ab (אב) 12", ["ab (", "בא", ") ", "12"]),
        (f"{MARK}ab אב", ["בא", " ", "ab"]),
        ("אב: 3 + 4", ["4", " + ", "3", " :", "בא"]),
        ("אב ", [" ", "בא"]),
    ],
)
def test_what_runs_from_right_to_left_lies_in_the_order_of_the_page(text: str, pieces: list[str]) -> None:
    assert laid(text) == pieces


def test_letters_join_by_the_tables_of_their_font() -> None:
    made = outlines(joining(), WANTED)
    one = Shaper(made.shaper, made.scale, made.shaped, made.names)
    found = one.laid("ببب لا ن", lambda said: sum(made.advances[ord(letter)] for letter in said))
    names = [name for piece in found.pieces for name in piece.text if ord(name) >= GLYPHS]
    assert [one.said[name] for name in names] == ["\N{WORD JOINER}", "ن", "ا", "ل", "ب", "ب", "ب"]
    assert len({made.glyphs[ord(name)] for name in names}) == 7, "first, middle, last and blank ones differ"
    assert not found.tells, "viewers turn letters round themselves"
    assert found.width == pytest.approx(sum(made.advances[ord(name)] for name in names) + 2 * made.advances[32], abs=3)
    dot = made.advances[ord(names[0])]
    assert [piece.x - dot for piece in found.pieces if "ن" in map(one.said.get, piece.text)] == [100], (
        "moved by its font"
    )


def test_latin_letters_have_ligatures_and_kerning_if_asked_for() -> None:
    assert laid("fi AV") == []
    assert laid("fi AV", ligatures=True) == ["F", " ", "A", "V"]
    one, advances = shaper(ligatures=True)
    assert [one.laid(text, lambda said: 0.0).tells for text in ("fi", "AV")] == [True, False], "F is a letter, too"
    found = one.laid("AV", lambda said: sum(advances[ord(letter)] for letter in said))
    assert found.width == advances[ord("A")] + advances[ord("V")] - 200
    assert found.pieces[1].x == advances[ord("A")] - 200


def test_another_process_shapes_alike() -> None:
    one, advances = shaper()

    def measured(said: str) -> float:
        return sum(advances[ord(letter)] for letter in said)

    found = one.laid("אב", measured)
    assert pickle.loads(pickle.dumps(one)).laid("אב", measured) == found != one.laid("אש", measured)


def test_the_first_letter_says_where_a_text_runs() -> None:
    assert [is_leftward(text) for text in ("", "12", "ab אב", "12 אב ab", "«ب»", "क")] == [0, 0, 0, 1, 1, 0]
    assert (leftward("אב"), leftward("12")) == ("אב", f"{MARK}12")


def game(folder: Path, boxes: str, words: str) -> Game:
    game_of(folder, boxes, DECK.replace("words: Stop.", f"words: {json.dumps(words)}"))
    (folder / "f.ttf").write_bytes(joining())
    (folder / "f.txt").write_text("Free.")
    file = folder / "game.yaml"
    file.write_text(file.read_text() + "fonts: {own: {file: f.ttf, licence: f.txt}}\n")
    return load(Project(folder, shown="demo"))


def texts(frame: Frame) -> list[Text]:
    return [item for item in ungrouped(frame.items) if isinstance(item, Text)]


def test_running_text_stands_at_the_right_edge_with_its_points_and_signs_in_order(tmp_path: Path) -> None:
    boxes = 'a: {text: "{{ words }}", at: [5, 5, 50, 40], font: own, size: 10}'
    one = game(tmp_path, boxes, "אב :coin: [red]שא[/] ab\n- אא")
    assert [found.code for found in check(one) if found.code[0] == "E"] == []
    ((front, _),), found = drawn(one)
    assert found == []
    right = (5 + 50) * 72 / 25.4
    words, red, latin, bullet, point = texts(front)
    sign = next(item for item in ungrouped(front.items) if isinstance(item, Group) and item.alt == "coin")
    width = one.setter().width
    assert words.x + width("אב ", "own", 10) == pytest.approx(right)
    assert latin.x < red.x < sign.x < words.x
    assert latin.text == f"{MARK}ab" and width(latin.text, "own", 10) == pytest.approx(width("ab", "own", 10))
    assert (bullet.text.strip(MARK), bullet.x > point.x, point.x + width("אא", "own", 10) < right - 5) == (
        "•",
        True,
        True,
    )
    ((front, _),), _ = drawn(game(tmp_path / "b", boxes.replace("size: 10", "size: 10, lines: 1"), "אב"))
    (line,) = texts(front)
    assert line.x + width("אב", "own", 10) == pytest.approx(right)


def test_pages_and_pictures_say_what_is_written(tmp_path: Path) -> None:
    one = game(tmp_path, 'a: {text: "{{ words }}"}', "אב ab, שא ننن क")
    said = ["אב שא בב", "बक".replace("ब", "क"), "אב ab שא", "אב"]
    items = tuple(Text(20, 40 + 40 * row, text, "own", 14, "#000000", 0.5) for row, text in enumerate(said))
    data = draw([Sheet(300, 300, items, "1")], Imprint("T", "A", "S"), one.book)
    document = PdfDocument(data)
    assert document[0].get_textpage().get_text_range().split("\r\n") == said
    with pikepdf.open(BytesIO(data)) as pdf:
        assert b"ActualText" not in pdf.pages[0].Contents.read_bytes()
    drawing = svg(Frame(300, 300, items), fonts=one.book, label=None)
    assert f'aria-label="{said[0]}"' in drawing and chr(GLYPHS)[0] <= max(drawing)
    assert len(embedded("", one.book, [(one.book, items)])) > 500
    (latin,) = re.findall(r'x="([\d.]+)"[^>]*>ab<', drawing)
    assert float(latin) == pytest.approx(20 + one.book.width("אש ", "own", 14), abs=0.01), "where its letters begin"
    assert not re.search("> |> <", drawing)


def test_a_ligature_is_copied_as_its_letters_in_order(tmp_path: Path) -> None:
    """Bug: viewers turned its letters round, or left one out."""
    one = game(tmp_path, 'a: {text: "{{ words }}"}', "אב ab, لا ب")
    said = ["لا", "بلاب", "ab لا ba", "الا ب"]
    items = tuple(Text(20, 40 + 40 * row, text, "own", 14, "#000000") for row, text in enumerate(said))
    page = PdfDocument(draw([Sheet(300, 300, items, "1")], Imprint("T", "A", "S"), one.book))[0]
    assert page.get_textpage().get_text_range().split("\r\n") == said
    pieces = laid("لا")
    assert pieces == ["ال"], "in the order of the page, its last letter on a glyph without ink"


def test_copy_of_pages_runs_from_right_to_left_too(tmp_path: Path) -> None:
    one = game(tmp_path, 'a: {text: "{{ words }}"}', "אב ab, שא")
    setter, letters = one.setter(), Letters(10.0, "#000000", "own", "own")
    found = copy(setter, ("אב ab ", letters), ("שא", letters._replace(fill="#FF0000"))).set(100.0)
    first, second = (item for item in found.items if isinstance(item, Text))
    assert first.x + setter.width(first.text, "own", 10) == pytest.approx(100)
    assert second.x + setter.width(second.text, "own", 10) == pytest.approx(first.x)
    assert not copy(setter, ("ab אב", letters)).is_leftward
