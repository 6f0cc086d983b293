"""Texts of counters keep off the cut."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rcwkit.kit.build import files_of
from rcwkit.kit.kinds import Cut
from rcwkit.look.frame import MM, Group, Item, Text
from rcwkit.look.grids import PAPERS
from rcwkit.reading.catalogue import locate
from rcwkit.reading.loader import load


def texts(items: Iterable[Item], x: float = 0.0) -> Iterator[Text]:
    """Yield the texts that are not turned, with x from the left edge of the face."""
    for item in items:
        if isinstance(item, Group) and not item.rotate and item.scale == 1:
            yield from texts(item.items, x + item.x)
        elif isinstance(item, Text):
            yield item._replace(x=x + item.x)


def test_names_of_counters_keep_off_the_cut_at_low_ink() -> None:
    """Bug: "Located" stood on the frame of its counter at low ink."""
    game = load(locate("white_general"))
    (file,) = (one for one in files_of(game) if one.stem == "counters")
    cut = file.lay_out(game.setter("low"), PAPERS["a4"])
    assert isinstance(cut, Cut)
    for face in (face for piece in cut.pieces for face in piece.faces):
        for text in texts(face.items):
            end = text.x + game.book.width(text.text, text.font, text.size, text.spacing)
            assert min(text.x, face.width - end) >= 0.95 * MM, text.text
