"""Words measured once, in their styles, and broken into lines."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from rcwkit.source.markup import Sign, TextPart, parts, written
from rcwkit.type.fonts import FontBook, styled
from rcwkit.type.scripts import leftward


class Hand(NamedTuple):
    """How a run is set that is not plain: its font and the name of its colour, or a sign in place of words.

    The sign is `large` times as large as usual, letters are `size` times as large. They stand `rise` ems of the text
    over its baseline, and have `lines`: underline, strike.
    """

    font: str
    colour: str = ""
    sign: Sign | None = None
    large: float = 1.0
    size: float = 1.0
    rise: float = 0.0
    lines: tuple[str, ...] = ()


# A cluster stays together on a line: the space before it (0 after a break within a word), its width, its runs (font or
# hand, text, width), its whole text with the space, and its font, which is empty for a mixture.
Run = tuple[str | Hand, str, float]
Cluster = tuple[float, float, tuple[Run, ...], str, str]
# A line is its runs (font or hand, text, offset from the left) and the offset of its end.
Line = tuple[list[Run], float]

# Words may break after a hyphen or slash between parts of three letters or more, and after a dash; Chinese and Japanese
# beside each of their characters, but not before what closes or goes on, nor after what opens.
_IDEAL = (
    "\u2e80-\u2fdf\u3000-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff"
)
_CLOSING = (
    "、。，．：；？！）」』】〕〉》］｝〙〗〟・ー々ゝゞヽヾ〻ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ…‥〜％‰℃¢"
    ".,:;?!%)}’”°"
)
_OPENING = "（「『【〔〈《［｛〘〖〝￥＄£({‘“$"
_BREAKS = re.compile(
    r"(?<=[^\W\d_]{3}[-/])(?=[^\W\d_]{3})|(?<=\w—)(?=\w)"
    rf"|(?:(?<=[{_IDEAL}])|(?=[{_IDEAL}]))(?<![{re.escape(_OPENING)}])(?<!^)(?![{re.escape(_CLOSING)}])(?!$)"
)


class WordClusters(dict[str, tuple[Cluster, ...]]):
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


def fonts(part: TextPart, font: str, bold: str) -> str:
    """Return the font of a part of a text in `font`, whose bold words are in `bold`."""
    usual = bold if part.bold else font
    return styled(usual, italic=True) if part.italic else usual


def clustered(
    text: str,
    font: str,
    bold: str,
    words: Callable[[str, str], list[Cluster]],
    extent: Callable[[Sign, float], float | None],
    large: float = 1.0,
) -> list[Cluster]:
    """Return the clusters of a text with markup.

    `words` measures plain words in a font, `extent` a sign that is so many times as `large` as usual; both in
    thousandths of an em. What touches stays together, but for two signs.
    """
    clusters: list[Cluster] = []
    glued = drawn = False
    for part in parts(text):
        name = fonts(part, font, bold)
        times = 1.0 if isinstance(part.what, Sign) and part.what.numbers else large
        wide = extent(part.what, times) if isinstance(part.what, Sign) else None
        if isinstance(part.what, Sign) and wide is not None:
            row = drawn and glued and part.what.kind != "flag"  # of signs
            space = 0.0 if row else words("n", name)[0][0]
            found: list[Cluster] = [(space, wide, ((Hand(name, part.colour, part.what, times), "", wide),), "", "")]
            begins = ends = drawn = True
            # A ruling's number never begins a line.
            glued = bool(clusters) and not row and (glued or part.what.kind == "flag")
        else:
            drawn = False
            said = written(part.what) if isinstance(part.what, Sign) else part.what
            bare = said.strip(" ")
            found = words(bare, name) if bare else []
            begins, ends = not said.startswith(" "), not said.endswith(" ")
        if part.more:
            found = [_dressed(cluster, part) for cluster in found]
        elif part.colour and not drawn:
            found = [_inked(cluster, part.colour) for cluster in found]
        if glued and begins and found:  # a word continues in another style, or with a sign
            (space, width, runs, whole, _), (_, more, others, rest, _) = clusters.pop(), found.pop(0)
            clusters.append((space, width + more, runs + others, whole + rest.lstrip(" "), ""))
        clusters += found
        glued = bool(clusters) and ends
    return clusters


def _inked(cluster: Cluster, colour: str) -> Cluster:
    space, width, runs, whole, font = cluster
    return space, width, tuple((Hand(font, colour), text, wide) for _, text, wide in runs), whole, ""


SMALL, ABOVE, BELOW = 0.65, 0.36, 0.14
"""Size of raised and lowered words, and how far they are raised and lowered, in sizes of the words beside them."""
SIZES = 0.2, 5.0
"""Least and most size of words, in sizes of their text."""


def _dressed(cluster: Cluster, part: TextPart) -> Cluster:
    """Return a cluster in the styles of a part: raised, lowered, larger or smaller, with lines."""
    size, rise = 1.0, 0.0
    for name in part.more:
        if name.endswith("%"):
            size *= int(name[:-1]) / 100
        elif name in ("sup", "sub"):
            rise += size * (ABOVE if name == "sup" else -BELOW)
            size *= SMALL
    size = min(SIZES[1], max(SIZES[0], size))
    lines = tuple(name for name in part.more if name in ("underline", "strike"))
    space, width, runs, whole, font = cluster
    new = tuple(
        (
            hand._replace(large=hand.large * size, rise=rise)
            if isinstance(hand, Hand)
            else Hand(hand, part.colour, size=size, rise=rise, lines=lines),
            text,
            wide * size,
        )
        for hand, text, wide in runs
    )
    return space * (1.0 if font == "" else size), width * size, new, whole, ""


APART = 0.12
"""Space between lines with large signs, in ems."""


def heights(lines: Sequence[Line], high: Callable[[Sign, float], float], leading: float) -> list[float]:
    """Return the height of each line in ems that its signs and larger words need; 0 without any.

    `high` returns that of a sign which is so many times as large as usual.
    """

    def needed(hand: Hand) -> float:
        return high(hand.sign, hand.large) + APART if hand.sign else hand.size * leading

    tall = [[needed(hand) for hand, _, _ in runs if isinstance(hand, Hand)] for runs, _ in lines]
    return [max(needed, default=0.0) for needed in tall]


LOOSE = 0.7
"""Most that justifying adds to a space, in ems."""


def justified(line: Line, width: float, measured: Callable[[str | Hand, str], float]) -> Line:
    """Return a line stretched to a width at its spaces, unless they would be too wide.

    `measured` returns the width of a text in a hand, in thousandths of an em.
    """
    runs, end = line
    spaces = "".join([text for _, text, _ in runs]).rstrip(" ").count(" ")
    more = (width - end) / spaces if spaces else 0.0
    if not 0 < more <= LOOSE * 1000:
        return line
    found: list[Run] = []
    moved = 0.0
    for hand, text, at in runs:
        first, *others = text.split(" ")
        found.append((hand, first, at + moved))
        if isinstance(hand, Hand) and hand.sign:
            moved += more * len(others)
            continue
        for word in others:
            moved += more
            at += measured(hand, f"{first} ")
            found.append((hand, word, at + moved))
            first = word
    return [run for run in found if run[1] or (isinstance(run[0], Hand) and run[0].sign)], width


def turned(line: Line, measured: Callable[[str | Hand, str], float]) -> Line:
    """Return a line that runs from right to left, with its runs in the order of the page; `measured` as above."""
    runs, end = line
    found: list[Run] = []
    for hand, text, at in runs:
        text = "" if isinstance(hand, Hand) and hand.sign else leftward(text)
        found.append((hand, text, end - at - measured(hand, text)))
    return found, end
