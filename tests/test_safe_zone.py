"""Texts of counters keep off the cut."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import cos, hypot, inf, radians, sin
from pathlib import Path
from typing import Any, get_args

import pytest
from counters_support import RIVER
from rcwkit.art.theme import THEMES, Ink
from rcwkit.diagnostics import Diagnostic
from rcwkit.frame import MM, Frame, Group, Item, Text
from rcwkit.game.catalogue import games
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.importing.begin import Genre, begin
from rcwkit.kinds.kind import Cut, files_of
from rcwkit.sheets.marks import corners_of
from rcwkit.sheets.paper import PAPERS
from rcwkit.source.project import Project
from rcwkit.type.fonts import FontBook
from tests_support import shipped, write

Points = tuple[tuple[float, float], ...]


def areas(items: Iterable[Item], book: FontBook) -> Iterator[tuple[str, Points]]:
    """Yield texts and the corners of what they cover."""
    for item in items:
        if isinstance(item, Text):
            right = item.x + book.width(item.text, item.font, item.size, item.spacing) - item.spacing
            deep = 0.0 if set("gjpqyQ,;()").isdisjoint(item.text) else 0.2
            top, bottom = item.y - 0.7 * item.size, item.y + deep * item.size
            yield item.text, ((item.x, top), (right, top), (right, bottom), (item.x, bottom))
        elif isinstance(item, Group):
            dx, dy = item.scale * cos(radians(item.rotate)), item.scale * sin(radians(item.rotate))
            for text, area in areas(item.items, book):
                yield text, tuple((item.x + dx * x - dy * y, item.y + dy * x + dx * y) for x, y in area)


def nearest_text(frame: Frame, book: FontBook) -> tuple[float, str]:
    """Return the text that is nearest to the line of the cut, and its distance in points."""
    outline = corners_of(frame.shape, (0.0, 0.0, frame.width, frame.height))
    sides = [*zip(outline, (*outline[1:], outline[0]), strict=True)]
    return min(
        (
            (((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)) / hypot(x2 - x1, y2 - y1), text)
            for text, area in areas(frame.items, book)
            for x, y in area
            for (x1, y1), (x2, y2) in sides
        ),
        default=(inf, ""),
    )


def counters(game: Game, ink: Ink) -> tuple[list[Frame], list[Diagnostic]]:
    setter, faces = game.setter(ink), list[Frame]()
    for file in files_of(game):
        if file.stem == "counters":
            cut = file.lay_out(setter, PAPERS["a4"])
            assert isinstance(cut, Cut)
            faces += cut.frames
    return faces, setter.found


def near(game: Game) -> Iterator[tuple[str, str, float]]:
    """Yield texts of counters that stand within 1 mm of their cut."""
    for ink in THEMES:
        for face in counters(game, ink)[0]:
            distance, text = nearest_text(face, game.book)
            if distance < 0.995 * MM:
                yield f"{ink}: {face.name}", text, round(distance / MM, 2)


@pytest.mark.parametrize("name", [*games(), *get_args(Genre)])
def test_texts_of_counters_keep_1_mm_off_the_cut(tmp_path: Path, name: Any) -> None:
    """Bug: names and states of counters reached to 0.7 mm from the cut."""
    if name in games():
        assert list(near(shipped(name))) == []
        return
    begin(tmp_path / name, name)
    assert list(near(load(Project(tmp_path / name)))) == []


def test_a_text_of_a_counter_near_the_cut_is_warned_of(tmp_path: Path) -> None:
    box = "text: '{{ counter.name }}', lines: 1, align: left"
    own = f"""kind: layouts
id: own
layouts:
  straight: {{boxes: {{name: {{at: [0.5, 4, -0.5, 5], {box}}}}}}}
"""
    text = RIVER["game.yaml"].replace("layout: marker", "layout: straight")
    sheet = RIVER["blue.yaml"].partition("  B1:")[0] + "  m: {type: marker, name: Fog}\n"
    write(tmp_path / "river", {"game.yaml": text, "blue.yaml": sheet, "own.yaml": own})
    (found,) = counters(load(Project(tmp_path / "river")), "full")[1]
    said = "the name stands nearer than 1 mm to the edge, where a cut may reach it"
    assert (found.code, Path(found.span.file).name, found.message) == ("W292", "own.yaml", said)
