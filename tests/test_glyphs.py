from __future__ import annotations

from collections.abc import Callable

import pytest
from tests_support import TOY

from generator.diagnostics import Span
from generator.draw.documents import Stray
from generator.draw.glyphs import missing_glyphs, placed
from generator.fonts import FontBook
from generator.loader import load
from generator.project import Project


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("o lead", "procedures.yaml:17"),  # part of just one text
        ("Red", "game.yaml:7"),  # all of several texts, and part of others: the first
        ("RED", "tables.yaml:12"),
        ("SHEET", "aids.yaml:6"),  # a title that the page sets in capitals
        ("–", "tables.yaml:3"),  # of no text: the part's title
        ("Red · neutral", "tables.yaml:3"),
    ],
)
def test_what_runs_out_of_its_place_is_said_at_its_text(write_game: Callable[[dict[str, str]], Project], text: str, place: str) -> None:
    stray = Stray("E412", f"sheet 1: '{text}'", Span("charts.html"), "", text=text)
    span = placed(load(write_game(TOY)), stray, ["No such", "Charts"]).span
    assert f"{span.file}:{span.line}" == f"game/{place}"


def test_what_nothing_in_the_data_says_stays_at_its_template(write_game: Callable[[dict[str, str]], Project]) -> None:
    stray = Stray("E412", "sheet 1", Span("charts.html"), "", text="–")
    assert placed(load(write_game(TOY)), stray, ["No such"]) == stray


def test_a_text_is_reported_once_with_all_that_the_fonts_lack(write_game: Callable[[dict[str, str]], Project]) -> None:
    text = TOY["red.yaml"].replace("name: 1 Army", "name: →★→ 1").replace("title: Red", "title: საქართველო")
    found = list(missing_glyphs(load(write_game({**TOY, "red.yaml": text})), FontBook()))
    assert [(one.code, one.span.line, one.message.count("U+")) for one in found] == [("E320", 3, 8), ("E320", 7, 2)]
    assert found[0].hint == "PT Sans and PT Serif lack Georgian letters: write Latin or Cyrillic ones"
    assert found[1].message == "the fonts have no U+2192 (rightwards arrow) '→', U+2605 (black star) '★'"
