"""Text: measured, broken into lines and fitted into boxes; overflow and missing glyphs become diagnostics."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from math import ceil, cos, degrees, inf, radians, sin
from typing import Any, NamedTuple

from rcwkit.art.artwork import Art, Artwork
from rcwkit.art.symbols import BEARING, Glyph, own, shipped, side, widened
from rcwkit.art.theme import HOUSE, Theme
from rcwkit.diagnostics import Diagnostic, Span, nearest
from rcwkit.frame import MM, Group, Item, Text
from rcwkit.frame import Line as Stroke
from rcwkit.source.info import Owner
from rcwkit.source.language import ENGLISH, Language
from rcwkit.source.markup import Sign, marked, parts, spoken, written
from rcwkit.source.symbols import OwnSign
from rcwkit.type.breaking import Cluster, Hand, Line, WordClusters, broken, clustered, fonts, heights, justified, turned
from rcwkit.type.fonts import FontBook, lacking, styled
from rcwkit.type.scripts import is_leftward, leftward


class TextBox(NamedTuple):
    """A box for text, in points; messages call it `name`.

    `align` 0 sets lines at its left, 0.5 in its middle, 1 at its right; `valign` likewise sets all of them. `leading`
    is the distance of lines in sizes of the type; 0 for that of the theme, which gives way in a full box. With
    `justify`, lines reach from the left to the right, but for the last of a paragraph.
    """

    x: float
    y: float
    width: float
    height: float
    name: str
    align: float = 0.0
    valign: float = 0.0
    leading: float = 0.0
    justify: bool = False


class TextBlock(NamedTuple):
    """A paragraph. `scale` is relative to the body size; `before`, `indent` and `spacing` are in ems of its own size.

    `bullet` is set in the indent, `head` is a run-in head of another colour, and `path` leads to the text in the data.
    Signs are `sign` times as large as usual.
    """

    text: str
    fill: str
    path: tuple[Any, ...] = ()
    font: str = "sans"
    bold: str = "sans-bold"
    scale: float = 1.0
    before: float = 0.0
    indent: float = 0.0
    spacing: float = 0.0
    bullet: str = ""
    head: str = ""
    head_fill: str = ""
    sign: float = 1.0

    @property
    def is_tall(self) -> bool:
        """Whether lines may be higher than usual, for large signs or words."""
        return self.sign > 1 or "%]" in self.text


_POINT = re.compile(r"(?P<deep> *)(?:-|(?P<number>\d{1,3}[.)])) +(?=\S)")
"""What a line of a list begins with."""
_SPACE, _HYPHEN = re.compile(r" +"), re.compile(r"(?<=\w{3}-)(?=\w{3})")
"""Where a heading may be cut in two lines."""
PARAGRAPH, POINT = 0.5, 0.08
"""Space before a paragraph after an empty line, and before the points of a list, in ems."""
INDENT, DIGIT, BESIDE = 0.95, 0.5, 0.35
"""Indent of a level of points, what each digit of their numbers adds to it, and the space after these, in ems."""
DEEPEST = 3
"""Most levels of points."""


def running(text: str, block: TextBlock) -> list[TextBlock]:
    """Return the lines of running text as blocks like `block`.

    Those after an empty line stand apart. `- ` and `1. ` begin points of a list, two spaces before them one within it.
    """
    if "\n" not in text and not _POINT.match(text):
        return [block._replace(text=text)]
    found: list[TextBlock] = []
    apart = False
    for line in text.split("\n"):
        if not (said := line.strip()):
            apart = bool(found)
            continue
        before, apart = (PARAGRAPH if apart else 0.0), False
        if point := _POINT.match(line):
            level, number = 1 + min(DEEPEST - 1, len(point["deep"]) // 2), point["number"] or ""
            indent = INDENT * level + DIGIT * len(number[1:])
            said, before = line[point.end() :].strip(), before or POINT
            found.append(block._replace(text=said, before=before, indent=indent, bullet=number or "•"))
        else:
            found.append(block._replace(text=said, before=before))
    return found


def _listed(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))


CLOSE = 0.5
"""How far the gaps between blocks may shrink before the type does."""


def overflow(
    blocks: Sequence[TextBlock], broken: Sequence[Sequence[Line]], box: TextBox, size: float, least: float, above: float
) -> tuple[TextBlock, str, str]:
    """Return the first block that overflows a box, and message and hint; `least` is the leading.

    Large signs take the height `above`, in points.
    """
    height, first = above, None
    for block, lines in zip(blocks, broken, strict=True):
        gap = block.before * CLOSE * (block is not blocks[0])
        height += (gap + len(lines) * least) * size * block.scale
        if first is None and height > box.height + 0.01:
            first = block
    excess = max((height - box.height) / MM, 0.1)
    room = f"the {box.name} ({box.width / MM:.1f} × {box.height / MM:.1f} mm)"
    message = f"text does not fit: {excess:.1f} mm too long for {room} at {size:g} pt"
    hint = "shorten the texts of this piece, or use a larger size"
    if len(broken) == 1 and len(broken[0]) == 1:
        message = f"text does not fit: a line at {size:g} pt is {excess:.1f} mm higher than {room}"
        hint = "make the box higher, or the type smaller"
    return first or blocks[-1], message, hint


def cure(text: str, place: str = "") -> str:
    """Return the hint for a line that is too wide for its place; figures cannot be shortened."""
    if place == "start":
        return "use larger counters, or print no starts on them: `print_starts: false` in game.yaml"
    if any(letter.isalpha() for letter in text):
        return "shorten it"
    return "use a narrower font, or more room for it, as on larger counters"


Where = Callable[..., Span]
"""Path of keys and indices within the piece → span in the source."""

CAP = 0.7
"""Cap height in ems, the same in all PT families."""
RAISED, RISE = 0.82, 0.86
"""Size of the number of a ruling among words, and the height of its upper edge over their baseline, in ems."""
GAP = 0.45
"""Space after a run-in head, in ems."""
MEMORY = 4096
"""Limit on cached paragraphs."""
HEAD_SPACING = 0.05
"""Letterspacing of a run-in head, in ems."""
LINES = {"underline": 0.13, "strike": -0.25}
"""How far lines under and through words are below the baseline, in ems."""
THICK = 0.06
"""Thickness of these lines, in ems."""


@dataclass(slots=True, eq=False, repr=False)
class Setter:
    """Sets text, ours as `say` does; `found` collects diagnostics, `flagged` the rulings whose numbers are printed.

    `copied` is the copy that documents measured, by its runs; `faces` those drawn by the same layouts before; `wanted`,
    if given, the names of faces to draw now: others are blank.
    """

    theme: Theme = HOUSE
    book: FontBook = field(default_factory=FontBook)
    say: Language = ENGLISH
    found: list[Diagnostic] = field(default_factory=list)
    artwork: Artwork = field(default_factory=Artwork)
    flagged: set[int] = field(default_factory=set)
    copied: dict[Hashable, Any] = field(default_factory=dict)
    faces: dict[Hashable, Any] | None = None
    wanted: Collection[str] | None = None
    _known: dict[tuple[str, float], WordClusters] = field(default_factory=dict)
    _clustered: dict[tuple[str, str, str, float, float], list[Cluster]] = field(default_factory=dict)
    _lines: dict[tuple[TextBlock, float, float], list[Line]] = field(default_factory=dict)
    _extents: dict[tuple[Sign, float], float | None] = field(default_factory=dict)
    _own: dict[tuple[str, float, str], Glyph | None] = field(default_factory=dict)

    def picture(self, name: str, where: Callable[[], Span], *, small: bool = False) -> Art | None:
        """Return a picture from the game's folder: PNG, JPEG or SVG. None if it is reported as missing or broken.

        In low ink it is in outline, or grey and light if it is a photograph; a `small` one, such as a sign in a text,
        keeps its colours.
        """
        return self.artwork.find(name, where, self.found, None if small else self.theme)

    def line(
        self,
        text: str,
        x: float,
        y: float,
        font: str,
        size: float,
        fill: str,
        *,
        align: float = 0.0,
        spacing: float = 0.0,
        sign: float = 1.0,
    ) -> Text | Group:
        """Set a line on the baseline y. `align` 0 begins at x, 0.5 centres on it, 1 ends there; `spacing` is in ems.

        Signs are `sign` times as large as usual.
        """
        if align:
            # Ignore the letterspacing after the last letter.
            x -= align * (self.width(text, font, size, spacing, sign) - spacing * size)
        if not marked(text):
            return Text(x, y, text, font, size, fill, spacing * size)
        (line,) = broken(self._one(text, font, spacing, sign), inf, 0.0)
        runs, _ = turned(line, partial(self._wide, spacing)) if self.is_leftward(text, font) else line
        em = size / 1000
        return Group(
            tuple(self._run(hand, said, x + at * em, y, size, fill, spacing * size) for hand, said, at in runs)
        )

    def arc(
        self,
        text: str,
        x: float,
        y: float,
        bend: float,
        font: str,
        size: float,
        fill: str,
        *,
        spacing: float = 0.0,
        sign: float = 1.0,
    ) -> Group:
        """Set a line on an arc of `bend` degrees, whose middle is at (x, y): its ends are lower, or higher below 0.

        It is set letter by letter, in scripts that are shaped word by word.
        """
        (line,) = broken(self._one(text, font, spacing, sign), inf, 0.0)
        is_left, measured, em = self.is_leftward(text, font), partial(self._wide, spacing), size / 1000
        runs, _ = turned(line, measured) if is_left else line
        wide = self.width(text, font, size, spacing, sign) - spacing * size
        radius, items = wide / radians(bend), list[Item]()
        for hand, said, start in runs:
            drawn = isinstance(hand, Hand) and hand.sign
            words = bool(self.book[font].laid(said).pieces)
            units = [said] if drawn else re.findall(r" *[^ ]+ *", said) if words else [*said]
            at = start * em
            for part in units[::-1] if is_left else units:
                width = measured(hand, part) * em
                turn = (at + (width - spacing * size) / 2 - wide / 2) / radius
                item = self._run(hand, part, -(width - spacing * size) / 2, 0, size, fill, 0.0)
                items.append(Group((item,), x + radius * sin(turn), y + radius * (1 - cos(turn)), degrees(turn)))
                at += width
        return Group(tuple(items), alt=spoken(text, self.theme.said))

    def is_leftward(self, text: str, font: str) -> bool:
        """Return whether a text runs from right to left, in a font that can set it so."""
        if self.book[font].shaper is None or text.isascii():
            return False
        return is_leftward("".join([part.what for part in parts(text) if isinstance(part.what, str)]))

    def width(self, text: str, font: str, size: float, spacing: float = 0.0, sign: float = 1.0) -> float:
        """Return the width of a line in points, its signs included; `spacing` is in ems."""
        if not marked(text):
            return self.book.width(text, font, size, spacing * size)
        ((_, end),) = broken(self._one(text, font, spacing, sign), inf, 0.0)
        return end * size / 1000

    def _one(self, text: str, font: str, spacing: float, sign: float) -> list[Cluster]:
        return self._clusters(TextBlock(text, "", font=font, bold=styled(font, bold=True), spacing=spacing, sign=sign))

    def size(
        self,
        text: str,
        font: str,
        most: float,
        floor: float,
        width: float,
        where: Where,
        name: str,
        *,
        spacing: float = 0.0,
        sign: float = 1.0,
    ) -> float:
        """Return the largest size, in quarter points up to `most`, at which a line is no wider than `width`.

        Reports W311 below `floor`, and E310 below the theme's least size, which it then returns.
        """
        em = self.width(text, font, 1.0, spacing, sign)
        if marked(text) or self.book[font].gaps:
            self._check_parts(text, font, styled(font, bold=True), where)
        size = most if em * most <= width else int(width / em * 4) / 4
        if size >= floor:
            return size
        if size < (least := self.theme.least):
            over = max(1, ceil((em * least - width) / MM * 10 - 1e-6)) / 10
            room = f"{over} mm too wide for the {name} ({width / MM:.1f} mm)"
            message = f"'{text}' does not fit: {room} even at {least:g} pt"
            self.found.append(Diagnostic("E310", message, where(), cure(text, name)))
            return least
        message = f"'{text}' fits the {name} only at {size:g} pt, below the floor of {floor:g} pt"
        self.found.append(Diagnostic("W311", message, where(), cure(text, name)))
        return size

    def halves(self, text: str, font: str) -> tuple[str, ...]:
        """Split text into two lines of similar width, between words, or a word after a hyphen; else it stays on one."""
        gap = _SPACE if " " in text else _HYPHEN
        pairs = [(text[: found.start()], text[found.end() :]) for found in gap.finditer(text)]
        if not pairs or marked(text):
            return (text,)
        return min(pairs, key=lambda pair: max(self.book.width(line, font, 1.0) for line in pair))

    def title(
        self,
        text: str,
        font: str,
        most: float,
        second: float,
        floor: float,
        width: float,
        where: Where,
        name: str,
        *,
        spacing: float = 0.0,
        sign: float = 1.0,
    ) -> tuple[tuple[str, ...], float]:
        """Return a heading's lines and size: a line of `most` to `second`, or two even ones of `second` to `floor`."""
        fits = self.width(text, font, second, spacing, sign) <= width
        lines = (text,) if fits else self.halves(text, font)
        longer, *others = sorted(lines, key=lambda line: self.width(line, font, 1.0, spacing), reverse=True)
        for line in others:
            self.check(line, font, where)
            most = second
        return lines, self.size(longer, font, most, floor, width, where, name, spacing=spacing, sign=sign)

    def check(self, text: str, font: str, where: Where) -> None:
        """Report characters that the font lacks (E320)."""
        if missing := self.book.missing(text, font):
            names, hint = lacking(missing)
            self.found.append(Diagnostic("E320", f"{self.book[font].has} no {names}", where(), hint))

    def _check_parts(self, text: str, font: str, bold: str, where: Where) -> None:
        """Report characters that the fonts of a text with markup lack, and signs and colours that are not known."""
        for part in parts(text):
            if isinstance(part.what, str):
                self.check(part.what, fonts(part, font, bold), where)
            elif self.extent(part.what) is None:
                hint = nearest(part.what.value, self.theme.said) if part.what.kind == "sign" else "say it in words"
                message = f"'{written(part.what)}' is not a sign that is drawn here"
                self.found.append(Diagnostic("E245", message, where(), hint))
            if part.colour and part.colour not in self.theme.colours and self.theme.colours:
                hint = nearest(part.colour, self.theme.colours)
                self.found.append(Diagnostic("E267", f"unknown colour '{part.colour}'", where(), hint))

    def lines(self, block: TextBlock, width: float, size: float) -> list[Line]:
        """Return a block's lines at a width in points and a body size."""
        found = self._lines.get(key := (block, width, size))
        if found is None:
            if len(self._lines) > MEMORY:
                self._lines.clear()
                self._clustered.clear()
            limit = (width / (size * block.scale) - block.indent) * 1000
            first = self._head(block) if block.head else 0.0
            found = self._lines[key] = broken(self._clusters(block), limit, first)
        return found

    def fit(
        self, blocks: Sequence[TextBlock], box: TextBox, start: float, floor: float, where: Where, *, loose: float = 1.0
    ) -> tuple[Item, ...]:
        """Set blocks into a box: at `start`, then closer, then smaller by quarter points down to `floor`.

        Words that are wider than the box make the type smaller, too.

        Spare room widens the gaps between blocks up to `loose` times. Reports E310 for overflow.
        """
        size, ends = start, None
        if not blocks:
            return ()
        while ends is None:
            broken = [self.lines(block, box.width, size) for block in blocks]
            rows, gaps = self._extent(blocks, broken, size)
            above = self._above(blocks, broken, size, box.leading)
            if size <= floor or not any(map(partial(self._excess, box, size), blocks, broken)):
                ends = self._spread(rows, gaps, box.height - above, loose, box.leading)
            if ends is None and size <= floor:
                least = box.leading or self.theme.tight
                first, message, hint = overflow(blocks, broken, box, size, least, above)
                self.found.append(Diagnostic("E310", message, where(*first.path), hint))
                ends = (least, CLOSE)
            elif ends is None:
                size = max(floor, size - 0.25)
        for block in blocks:
            self._check_block(block, where)
        if box.valign:
            box = box._replace(y=box.y + box.valign * max(0.0, box.height - above - rows * ends[0] - gaps * ends[1]))
        return tuple(self._set(blocks, broken, box, size, *ends, where))

    def _excess(self, box: TextBox, size: float, block: TextBlock, lines: Sequence[Line]) -> float:
        """Return how far the widest line of a block reaches out of a box, in points; 0 if none does."""
        em = size * block.scale
        over = block.indent * em + max([end for _, end in lines], default=0.0) * em / 1000 - box.width
        return over if over > 0.01 else 0.0

    def fits(self, blocks: Sequence[TextBlock], box: TextBox, size: float) -> bool:
        """Return whether the blocks fit the box at this size, with gaps closed if needed."""
        broken = [self.lines(block, box.width, size) for block in blocks]
        rows, gaps = self._extent(blocks, broken, size)
        above = self._above(blocks, broken, size, box.leading)
        return self._spread(rows, gaps, box.height - above, 1.0, box.leading) is not None

    def _extent(self, blocks: Sequence[TextBlock], broken: list[list[Line]], size: float) -> tuple[float, float]:
        """Return the heights in points of all lines, at a leading of 1, and of all gaps."""
        rows = sum(len(lines) * block.scale for block, lines in zip(blocks, broken, strict=True)) * size
        return rows, sum(block.before * block.scale for block in blocks[1:]) * size

    def _above(self, blocks: Sequence[TextBlock], broken: list[list[Line]], size: float, leading: float) -> float:
        """Return how much in points large signs add to the heights of all lines."""
        large = [(block, lines) for block, lines in zip(blocks, broken, strict=True) if block.is_tall]
        return sum(sum(self._more(lines, leading)) * block.scale for block, lines in large) * size

    def _more(self, lines: list[Line], leading: float) -> list[float]:
        """Return how much higher than usual each line is for the signs and larger words in it, in ems."""
        usual = leading or self.theme.leading
        return [max(0.0, high - usual) for high in heights(lines, self._high, usual)]

    def _high(self, one: Sign, large: float) -> float:
        glyph = self.glyph(one, large * 1000, self.theme.ink, self.theme.paper, self.theme.owners)
        assert glyph is not None  # it has been measured
        return glyph.height / 1000

    def _spread(self, rows: float, gaps: float, room: float, loose: float, own: float) -> tuple[float, float] | None:
        """Return the leading and the factor on gaps that best fill the room, or None if even the tightest overflows."""
        tight, leading = (own, own) if own else (self.theme.tight, self.theme.leading)
        closest, usual = rows * tight + gaps * CLOSE, rows * leading + gaps
        if closest > room + 0.01:
            return None
        if usual > max(room, closest):
            part = (room - closest) / (usual - closest)
            return tight + (leading - tight) * part, CLOSE + (1 - CLOSE) * part
        return leading, min(loose, 1 + (room - usual) / gaps) if gaps else 1.0

    def height(self, blocks: Sequence[TextBlock], width: float, size: float, leading: float = 0.0) -> float:
        """Return the height in points of blocks at a size, with normal leading if none is given."""
        broken = [self.lines(block, width, size) for block in blocks]
        rows, gaps = self._extent(blocks, broken, size)
        return rows * (leading or self.theme.leading) + gaps + self._above(blocks, broken, size, leading)

    def rulings(self, numbers: Iterable[int], x: float, y: float, size: float, fill: str = "") -> tuple[Item, ...]:
        """Return the numbers of rulings in figures of `size` from x, with their top at y, beside words in `fill`."""
        shown = sorted(numbers)
        if not shown:
            return ()
        self.flagged.update(shown)
        text, ink = _listed(shown), self.theme.inked("accent", fill)
        return (Group((Text(0, CAP * size, text, "narrow-bold", size, ink),), x, y, alt=self.cite(shown)),)

    def cite(self, rulings: Iterable[int]) -> str:
        """Return words that refer to rulings, such as `rulings 3, 12`; none for none."""
        shown = sorted(rulings)
        self.flagged.update(shown)
        numbers = _listed(shown)
        return self.say.count(len(shown), "ruling {numbers}", "rulings {numbers}", numbers=numbers) if numbers else ""

    def _head(self, block: TextBlock) -> float:
        return self.book.width(block.head, "narrow-bold", 1000, HEAD_SPACING * 1000) + GAP * 1000

    def single(self, block: TextBlock, width: float, size: float) -> bool:
        """Return whether a block takes one line at a width in points and a body size."""
        clusters = self._clusters(block)
        left = (width / (size * block.scale) - block.indent) * 1000 + 0.01 - (self._head(block) if block.head else 0.0)
        left += clusters[0][0] if clusters else 0.0  # no space before the first word
        return all((left := left - space - across) >= 0 for space, across, _, _, _ in clusters)

    def _clusters(self, block: TextBlock) -> list[Cluster]:
        key = block.text, block.font, block.bold, block.spacing, block.sign
        found = self._clustered.get(key)
        if found is None:
            found = self._clustered[key] = self._measured(block)
        return found

    def _measured(self, block: TextBlock) -> list[Cluster]:
        if not marked(block.text):
            return self.words(block.text, block.font, block.spacing)
        words = partial(self.words, spacing=block.spacing)
        return clustered(block.text, block.font, block.bold, words, self.extent, block.sign)

    def _run(self, hand: str | Hand, text: str, x: float, y: float, size: float, fill: str, spacing: float) -> Item:
        """Set a run on the baseline y: words in their colour, or a sign centred on the capitals beside it."""
        if isinstance(hand, str):
            return Text(x, y, text, hand, size, fill, spacing)
        font, colour, one, large, *_ = hand
        ink = self.theme.inked(colour, fill) if colour else fill
        y -= hand.rise * size
        if one is None:
            letters = Text(x, y, text, font, size * hand.size, ink, spacing * hand.size)
            return Group((letters, *self._lines_of(hand, letters))) if hand.lines else letters
        glyph = self.glyph(one, large * size, ink, self.theme.paper, self.theme.owners)
        assert glyph is not None  # it has been measured
        left, top, alt = x + BEARING / 2 * size, y - CAP / 2 * size - glyph.height / 2, one.spoken(self.theme.said)
        if len(glyph.items) == 1 and isinstance(whole := glyph.items[0], Group):
            return whole._replace(x=left + whole.x, y=top + whole.y, alt=alt or whole.alt)
        return Group(glyph.items, left, top, alt=alt)

    def _lines_of(self, hand: Hand, item: Text) -> Iterable[Stroke]:
        """Yield the lines under and through a text."""
        width = self.book.width(item.text.rstrip(" "), item.font, item.size, item.spacing)
        for name in hand.lines:
            y = item.y + LINES[name] * item.size
            yield Stroke(item.x, y, item.x + width, y, item.fill, THICK * item.size)

    def extent(self, one: Sign, large: float = 1.0) -> float | None:
        """Return the width of a sign with the space beside it in thousandths of an em; None if it cannot be drawn."""
        if (one, large) not in self._extents:
            glyph = self.glyph(one, 1000.0 * large, self.theme.ink, self.theme.paper, self.theme.owners)
            self._extents[one, large] = glyph and glyph.width + BEARING * 1000
        return self._extents[one, large]

    def glyph(self, one: Sign, size: float, ink: str, light: str, owners: Mapping[str, Owner]) -> Glyph | None:
        """Return a sign for text of a size in points, in an ink on a light ground; None if it cannot be drawn."""
        if one.numbers:
            return self._raised(one.numbers, size, ink)
        if one.kind not in ("box", "die", "mark", "sign"):
            return None
        if one.kind == "sign" and (named := self.theme.signs.get(one.value)):
            if named.file is None:
                return self._character(named, size, ink)
            key = one.value, size, ink
            if key not in self._own:
                art = self.picture(named.file, lambda: Span("game.yaml", 0), small=True)
                page = self.theme.page if self.theme.outlined else ""
                self._own[key] = own(art, size, ink, named, page) if art else None
            return self._own[key]
        return shipped(one, side(one) * size, ink, light, self.theme, owners)

    def _character(self, named: OwnSign, size: float, ink: str) -> Glyph | None:
        """Return a sign that is set in a font, on the baseline of the words beside it; None in an unknown font."""
        font, text = named.font or "", named.character or ""
        if font not in self.book.own:
            return None
        letters = Text(0, (1 + CAP) / 2 * size, text, font, size, ink)
        return widened(Glyph((letters,), self.book.width(text, font, size), size), size, named)

    def _raised(self, numbers: Sequence[int], size: float, fill: str) -> Glyph:
        """Return the numbers of rulings for words of a size in points, as high as brings their top to its place."""
        width = self.book.width(_listed(numbers), "narrow-bold", RAISED * size)
        return Glyph(self.rulings(numbers, 0, 0, RAISED * size, fill), width, (2 * RISE - CAP) * size)

    def words(self, text: str, font: str, spacing: float) -> list[Cluster]:
        """Split text into words: (space before, width, runs, text with space, font), in thousandths of an em."""
        known = self._known.get((font, spacing))
        if known is None:
            known = self._known[font, spacing] = WordClusters(self.book, font, spacing)
        return list(chain.from_iterable(map(known.__getitem__, text.split(" "))))

    def _check_block(self, block: TextBlock, where: Where) -> None:
        here = partial(where, *block.path)
        if block.head:
            self.check(block.head, "narrow-bold", here)
        if marked(block.text) or self.book[block.font].gaps:
            self._check_parts(block.text, block.font, block.bold, here)

    def _set(
        self,
        blocks: Sequence[TextBlock],
        broken: list[list[Line]],
        box: TextBox,
        size: float,
        leading: float,
        gap: float,
        where: Where,
    ) -> Iterable[Item]:
        y = box.y
        for block, lines in zip(blocks, broken, strict=True):
            em, is_left = size * block.scale, self.is_leftward(block.text, block.font)
            left, room = box.x + (0.0 if is_left else block.indent * em), box.width - block.indent * em
            align, measured = (box.align or float(is_left)), partial(self._wide, block.spacing)
            y += 0.0 if block is blocks[0] else block.before * em * gap
            more = self._more(lines, box.leading) if block.is_tall else []
            baseline = y + (leading + CAP + (more[0] if more else 0.0)) / 2 * em
            if block.bullet:
                wide = self.book.width(block.bullet, block.font, em)
                beside = BESIDE * em if len(block.bullet) > 1 else INDENT * em - wide
                at = left + room + beside if is_left else left - wide - beside
                bullet = leftward(block.bullet) if is_left else block.bullet
                yield Text(at, baseline, bullet, block.font, em, block.fill)
            for row, (runs, width) in enumerate(lines):
                if more and row:
                    baseline += (more[row - 1] + more[row]) / 2 * em
                if box.justify and row < len(lines) - 1:
                    runs, width = justified((runs, width), room / em * 1000, measured)
                x = left + align * (room - width * em / 1000) if align else left
                if block.head and not row:
                    at = x + (width - self._head(block) + GAP * 1000) * em / 1000 if is_left else x
                    yield Text(at, baseline, block.head, "narrow-bold", em, block.head_fill, HEAD_SPACING * em)
                for hand, text, start in turned((runs, width), measured)[0] if is_left else runs:
                    yield self._run(hand, text, x + start * em / 1000, baseline, em, block.fill, block.spacing * em)
                if (over := width * em / 1000 - room) > 0.01:
                    hand, text, _ = runs[0] if runs else ("", block.head, 0.0)
                    drawn = isinstance(hand, Hand) and hand.sign
                    what = f"the sign '{written(drawn)}'" if drawn else f"the word '{text}'"
                    message = f"{what} is {over / MM:.1f} mm wider than the {box.name}"
                    self.found.append(Diagnostic("E310", message, where(*block.path), "hyphenate or shorten it"))
                baseline += leading * em
            y += (len(lines) * leading + sum(more)) * em

    def _wide(self, spacing: float, hand: str | Hand, text: str) -> float:
        """Return the width of a text in a hand, in thousandths of an em; `spacing` is in ems."""
        if isinstance(hand, str):
            return self.book.width(text, hand, 1000, spacing * 1000)
        wide = self.book.width(text, hand.font, 1000, spacing * 1000) * hand.size
        return wide if hand.sign is None else (self.extent(hand.sign, hand.large) or 0.0) + wide
