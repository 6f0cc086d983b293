from __future__ import annotations

from rcwkit.checks.glyphs import missing_glyphs
from rcwkit.look.fonts import FontBook
from rcwkit.reading.loader import load
from tests_support import TOY, WriteGame


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


def test_every_text_of_a_list_is_looked_at(write_game: WriteGame) -> None:
    text = TOY["aids.yaml"].replace("points: [Stop.]", "points: [Stop., Go ★.]")
    assert len(list(missing_glyphs(load(write_game({**TOY, "aids.yaml": text}))))) == 1


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
