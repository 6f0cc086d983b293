"""Counters of all games, at both inks: their texts keep 1 mm from the cut, and none is below the floor."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from rcwkit.art.theme import Ink
from rcwkit.dice.counters import Counter
from rcwkit.faces.counters import faces
from rcwkit.faces.faces import Faces
from rcwkit.frame import MM, Frame, Group, Item, Text
from rcwkit.type.fonts import FontBook
from tests_support import shipped

GAMES = ("axis_allies_1914", "rcw_solitaire", "soviet_dawn", "triumph_of_chaos", "white_general")
SAFE = 1 * MM
BELOW = frozenset("gjpqyQ,;")
"""Letters that reach below the baseline."""


def texts(items: tuple[Item, ...], x: float = 0.0, y: float = 0.0) -> Iterator[Text]:
    """Yield the texts of a face in their places; none is turned or scaled."""
    for item in items:
        if isinstance(item, Group):
            found = [*texts(item.items, x + item.x, y + item.y)]
            assert not found or (item.rotate, item.scale) == (0, 1)
            yield from found
        elif isinstance(item, Text):
            yield item._replace(x=x + item.x, y=y + item.y)


def room(text: Text, face: Frame, book: FontBook) -> float:
    """Return how far a text is from the cut."""
    end = text.x + book.width(text.text, text.font, text.size, text.spacing)
    foot = text.y + (0.2 * text.size if BELOW & {*text.text} else 0.0)
    return min(text.x, face.width - end, text.y - 0.7 * text.size, face.height - foot)


@pytest.mark.parametrize("ink", ["full", "low"])
@pytest.mark.parametrize("name", GAMES)
def test_texts_keep_1_mm_from_the_cut(name: str, ink: Ink) -> None:
    game = shipped(name)
    setter = game.setter(ink)
    drawing, near, seen = Faces(game, setter), list[str](), 0
    for item in game[Counter].values():
        for face in filter(None, faces(drawing, item)):
            for text in texts(face.items):
                seen += 1
                if room(text, face, setter.book) < SAFE - 0.01:
                    near.append(f"{face.name}: {text.text} at {room(text, face, setter.book) / MM:.2f} mm")
    assert near == [] and seen >= len(game[Counter])
    assert setter.found == [], "no text is too long, or below the floor"
