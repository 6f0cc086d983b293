"""Words, measured once in thousandths of an em, and line breaking at any size."""

from __future__ import annotations

import re
from typing import NamedTuple

from rcwkit.look.fonts import FontBook
from rcwkit.models.signs import Sign

__all__ = ["Cluster", "Hand", "Line", "Words", "broken"]


class Hand(NamedTuple):
    """How a run is set that is not plain: its font and the name of its colour, or a sign in place of words.

    The sign is `large` times as large as usual.
    """

    font: str
    colour: str = ""
    sign: Sign | None = None
    large: float = 1.0


# A cluster stays together on a line: the space before it (0 after a break within a word), its width, its runs (font or
# hand, text, width), its whole text with the space, and its font, which is empty for a mixture.
Run = tuple[str | Hand, str, float]
Cluster = tuple[float, float, tuple[Run, ...], str, str]
# A line is its runs (font or hand, text, offset from the left) and the offset of its end.
Line = tuple[list[Run], float]

# Words may break after a hyphen or slash between parts of three letters or more, and after a dash.
_BREAKS = re.compile(r"(?<=[^\W\d_]{3}[-/])(?=[^\W\d_]{3})|(?<=\w—)(?=\w)")


class Words(dict[str, tuple[Cluster, ...]]):
    """The clusters of each word in one font, measured on first use."""

    def __init__(self, book: FontBook, font: str, spacing: float) -> None:
        super().__init__()
        self.book, self.font, self.spacing = book, font, spacing * 1000
        self.space = book.width(" ", font, 1000, self.spacing)

    def __missing__(self, word: str) -> tuple[Cluster, ...]:
        parts = _BREAKS.split(word) if word else []
        widths = [self.book.width(part, self.font, 1000, self.spacing) for part in parts]
        self[word] = clusters = tuple(
            (0.0 if index else self.space, width, ((self.font, part, width),), part if index else f" {part}", self.font)
            for index, (part, width) in enumerate(zip(parts, widths, strict=True))
        )
        return clusters


def broken(clusters: list[Cluster], limit: float, first: float) -> list[Line]:
    """Break greedily into lines up to `limit` wide; the first line begins at `first`. A wider cluster stands alone."""
    lines: list[Line] = []
    begin, start, at, limit = 0, first, first, limit + 0.01
    for index, (space, width, _, _, _) in enumerate(clusters):
        reach = at + space + width if index > begin else at + width
        if reach > limit and (index > begin or start):
            lines.append(_joined(clusters[begin:index], start, at))
            begin, start, at = index, 0.0, width
        else:
            at = reach
    lines.append(_joined(clusters[begin:], start, at))
    return lines


def _joined(line: list[Cluster], start: float, end: float) -> Line:
    """Join neighbours in one font into one run; a space goes to the end of the run before it."""
    if not line:
        return [], end
    fonts = [font for _, _, _, _, font in line]
    if fonts[0] and fonts.count(fonts[0]) == len(fonts):
        return [(fonts[0], "".join([text for _, _, _, text, _ in line]).lstrip(" "), start)], end
    runs: list[Run] = []
    hand, said, at = line[0][2][0][0], list[str](), start
    for index, (space, _, pieces, _, _) in enumerate(line):
        if index and space:
            said.append(" ")
            start += space
        for name, part, width in pieces:
            if said and (name != hand or not part):
                runs.append((hand, "".join(said), at))
                hand, said, at = name, [], start
            said.append(part)
            start += width
    return [*runs, (hand, "".join(said), at)], end
