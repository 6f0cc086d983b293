from __future__ import annotations

from collections.abc import Callable

from rcwkit.checks.glyphs import missing_glyphs
from rcwkit.look.fonts import FontBook
from rcwkit.reading.loader import load
from rcwkit.reading.project import Project
from tests_support import TOY


def test_a_text_is_reported_once_with_all_that_the_fonts_lack(write_game: Callable[[dict[str, str]], Project]) -> None:
    text = TOY["red.yaml"].replace("name: 1 Army", "name: →★→ 1").replace("title: Red", "title: საქართველო")
    found = list(missing_glyphs(load(write_game({**TOY, "red.yaml": text})), FontBook()))
    assert [(one.code, one.span.line, one.message.count("U+")) for one in found] == [("E320", 3, 8), ("E320", 7, 2)]
    assert found[0].hint == "PT Sans and PT Serif lack Georgian letters: write Latin or Cyrillic ones"
    assert found[1].message == "the fonts have no U+2192 (rightwards arrow) '→', U+2605 (black star) '★'"
