"""Titles of parts, headings, running text, lists, and phases in a row, as slabs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from rcwkit.art.colours import contrast
from rcwkit.art.hatching import hatched
from rcwkit.art.motifs import PICTURED, SCENE, TALLEST, box_art, scene, striped, uneven
from rcwkit.art.symbols import mark
from rcwkit.art.theme import Plate, Theme
from rcwkit.diagnostics import Span
from rcwkit.document.blocks import DocumentPart, Heading, Paragraph, Point, TextDocument
from rcwkit.document.copy import Letters, Run
from rcwkit.document.look import AGAIN, PageLook, Slab, rule
from rcwkit.frame import MM, Circle, Frame, Group, Item, Polygon, Rect
from rcwkit.source.info import Owner
from rcwkit.source.markup import numbered, spoken
from rcwkit.type.text import CAP

if TYPE_CHECKING:
    from rcwkit.document.blocks import Cell, Entry, Panel, Ribbon, Task

EMBLEM = 46 * MM
"""Width that the title of a composed page leaves free for the emblem."""
SMALLEST = 0.65
"""The least size of a broad title, as a share of the usual one; a longer one takes two lines."""
UNDER = {"emblem": 0.0, "wedge": 4.4 * MM, "rules": 3.3 * MM, "slant": 4.6 * MM, "hexes": 2.0 * MM, "blocks": 1.8 * MM}
"""Space between the words of a title and the lower edge of what stands behind it."""


PASSED = 14.5 * MM
"""Space at the right of a look's scene for the number of a page, and before it, less the margin."""


def titled(
    part: DocumentPart,
    look: PageLook,
    width: float,
    size: float,
    over: float,
    *,
    least: float | None = None,
    where: Span | None = None,
    banded: bool = False,
) -> Slab:
    """Return a title above its rule, rulings and note; a word that is too wide is reported at `where`.

    It is `banded` if the band of the look stands behind it, which ends at the foot of the title.
    """
    theme, said_in = look.theme, TitleInks.of(look, banded=banded)
    letters = Letters(size, said_in.title, "display", "display", 0.01)
    text = theme.cased(part.title)
    if look.setter.book.breadth > 1:  # a broad title is smaller rather than broken
        letters = letters._replace(size=max(min(size, size * width / look.copy((text, letters)).most), SMALLEST * size))
    title = look.copy((text, letters)).set(width, leading=1.0, where=where, name="space for the title")
    runs = _cited(part, look, 9, said_in.cites)
    runs += [look.gap(2)] if runs else []
    if part.note.startswith("**"):
        runs.append((part.note, look.letters(9, fill=said_in.cites, font="narrow")))
    elif part.note:
        runs.append((part.note, look.letters(9, fill=said_in.quiet)))
    said = look.copy(*runs).set(width, leading=1.28, where=where, name="space for the title")
    top = over + title.height + look.mm(1.6, 1.6, 0.8)
    high = max(top + said.height, look.mm(20, 17, 14) if least is None else least)
    items = [Group(title.items, 0, over, role="H1")]
    if runs:
        items.append(Group(said.items, 0, top, role="P"))
    high += UNDER[theme.title] if banded else 0.0
    high += look.mm(4, 3, 2) if banded or least is None else 1 * MM
    return Slab(high, tuple(items), headings=((0, part.title),))


def banner(part: DocumentPart, look: PageLook, measure: float, document: TextDocument) -> Slab:
    """Return the large title of a composed page, above its folder and when to use it."""
    theme, inks = look.theme, TitleInks.of(look, banded=True)
    room = measure - _passed(part.picture or theme.scene, theme)
    letters = Letters(theme.titles, inks.title, "display", "display", 0.01)
    mates = document.parts if look.setter.book.breadth > 1 else (part,)  # all titles of a folder are of one size
    widest = max(look.copy((theme.cased(one.title), letters)).most for one in mates)
    letters = letters._replace(size=theme.titles * min(1.0, room / widest))
    title = look.copy((theme.cased(part.title), letters)).set(room + 1, leading=1.05)
    about = " · ".join(filter(None, (document.title if document.title != part.title else "", part.note)))
    quiet = look.letters(9, fill=inks.quiet)._replace(size=max(9.0, look.floor))
    runs: list[Run] = [(about, quiet)] if about else []
    cites = _cited(part, look, 9, inks.cites)
    runs += [*([look.gap(2)] if about else []), *cites] if cites else []
    said = look.copy(*runs).set(room, leading=1.2, where=document.at)
    items = (Group(title.items, role="H1"), Group(said.items, 0, title.height + 0.4 * MM, role="P"))
    high = title.height + said.height + UNDER[theme.title] + max(look.mm(2.6), 1.4 * MM)
    return Slab(high, items, headings=((0, part.title),))


def _passed(picture: str, theme: Theme) -> float:
    """Return the width at the right that words of a title leave free, for its picture or for the emblem."""
    if not picture or theme.title not in PICTURED:
        return EMBLEM
    return max(EMBLEM, scene(picture, theme, 2 * SCENE, TALLEST).width + PASSED)


class TitleInks(NamedTuple):
    """The colours of a title, its note and its rule."""

    title: str
    quiet: str
    cites: str

    @classmethod
    def of(cls, look: PageLook, *, banded: bool) -> TitleInks:
        """Return the colours on the band of a look, if it has one."""
        theme, plate = look.theme, look.theme.title_plate
        if banded and plate.ground != theme.page:
            return cls(plate.text, plate.text, plate.text)
        return cls(theme.ink, theme.quiet, theme.accent)


def strip(part: DocumentPart, look: PageLook, measure: float, document: TextDocument) -> Slab:
    """Return the low title of a document with a page limit."""
    theme, left = look.theme, 62 * MM
    letters = look.display(20, spacing=0.01)
    title = look.copy((theme.cased(part.title), letters)).set(left, leading=1.0)
    runs = _cited(part, look, 8, theme.accent)
    runs += [look.gap(2)] if runs else []
    runs += [(part.note, look.letters(8, fill=theme.quiet))] if part.note else []
    said = look.copy(*runs).set(92 * MM, leading=1.2)
    credits = look.copy((document.credits, look.letters(7, fill=theme.quiet, font="narrow"))).set(92 * MM, leading=1.1)
    items = (
        Group(title.items, role="H1"),
        Group(said.items, left, 1.2 * MM, role="P"),
        Group(credits.items, left, 5 * MM, role="P"),
        Rect(0, 10.4 * MM, measure, 0.6 * MM, theme.ink),
    )
    return Slab(12.5 * MM, items, headings=((0, part.title),))


def _cited(part: DocumentPart, look: PageLook, size: float, fill: str) -> list[Run]:
    """Return the rule and the rulings of a part, if it has any."""
    rule = look.say("Rule {rule}", rule=part.rule) if part.rule[:1].isdecimal() else part.rule
    letters = look.letters(size, fill=fill, font="narrow-bold")
    return look.cited(rule, part.flags, letters)


MANY = 20
"""A text of more lines may be divided."""
SIZES, PITCHES = (9.5, 9.0, 8.7), (1.24, 1.24, 1.15)
"""Sizes of lists in points and their leading in ems, by density."""


class _Head(NamedTuple):
    """How a heading looks: sizes in points, and space above it and over and under its words in mm, each by density.

    One that is `shown` is set in the font of titles.
    """

    sizes: tuple[float, ...]
    above: tuple[float, ...]
    over: tuple[float, ...]
    under: tuple[float, ...]
    level: int = 2
    spacing: float = 0.02
    shown: bool = False


HEADS = {
    "collection": _Head((16, 16, 14), (3, 2.5, 2), (2.4,), (1.2, 1, 0.8), 2, 0.0, True),
    "group": _Head((14, 14, 13), (5, 3.5, 2.5), (2.4,), (0.3,), 2, 0.0, True),
    "section": _Head((11.5,), (3.2, 2.2, 1.6), (0,), (0.9,), shown=True),
    "form": _Head((12,), (3,), (1.3,), (1.3,), 3, 0.0),
    "entry": _Head((12, 12, 11), (3.4, 2.8, 2.2), (0,), (0.6,), 3, 0.0),
    "side": _Head((13, 13, 12), (2, 2, 1), (1.5, 1.5, 1), (1.5, 1.5, 1), 2, 0.0, True),
    "minor": _Head((9, 9, 8.5), (1.6, 1.6, 0.5), (0,), (1.2, 1.2, 0.9), 3, 0.06),
    "file": _Head((10,), (2.4,), (0,), (0.8,), 3, 0.0),
}


def heading(block: Heading, look: PageLook, width: float) -> Iterator[Slab]:
    """Yield a heading with its rule, rulings and aside; that of a side is a bar in its colour."""
    style, theme = HEADS[block.look], look.theme
    above, over, under = look.mm(*style.above), look.mm(*style.over), look.mm(*style.under)
    plate = look.plate(block.owner)
    filled = block.look in ("side", "form")
    fill = {"section": theme.accent, "side": plate.text, "form": plate.text}.get(block.look, theme.ink)
    quiet = fill if filled and not theme.outlined else theme.quiet
    insets = {"form": (2 * MM, 2 * MM), "side": (2.2 * MM, 2.2 * MM), "entry": (4.8 * MM, 0)}
    left, right = insets.get(block.look, (0, 0))
    sign = badge(look.owners[block.owner], theme) if theme.outlined and block.look == "side" and block.owner else None
    if theme.outlined and filled:
        left, right = sign.width + 2 * MM if sign else 0.0, 0.0
    small = look.letters(9.5 if block.look == "side" else 9, fill=quiet, font="narrow-bold") if block.aside else None
    beside = look.copy((block.aside, small)) if small else None
    room = width - left - right - (min(beside.most, (width - left - right) / 2) + 3 * MM if beside else 0)
    letters = look.letters(*style.sizes, fill=fill, font="narrow-bold", spacing=style.spacing)
    if style.shown:
        letters = look.display(*style.sizes, fill=fill, spacing=style.spacing)
    runs: list[Run] = [(f"{block.sign} ", letters)] if block.sign else []
    runs.append((theme.cased(block.text), letters))
    cites = look.cited(block.rule, block.flags, look.letters(7.5, fill=quiet))
    title = look.copy(*runs, *([look.gap(2), *cites] if cites else []))
    # A long word takes room from what stands at the end, which may break lines.
    room = max(room, min(title.least, width - left - right - beside.least - 3 * MM)) if beside else room
    words = title.set(room, leading=1.08, where=block.at, name="column")
    shift = left + min(words.width, room) + 3 * MM
    said = beside.set(width - right - shift, leading=1.1, align=1.0, where=block.at) if beside else None
    tall = max(words.height, said.height if said else 0.0)
    high = over + tall + under
    items: list[Item] = list(_ground(block, look, width, above, high))
    if sign:
        items.append(Group(sign.items, 0, above + (high - sign.height) / 2))
    items.append(Group(words.items, left, above + over + (tall - words.height) / 2, role=f"H{style.level}"))
    if said:
        items.append(Group(said.items, shift, above + over + (tall - said.height) / 2, role="P"))
    tail = look.mm(1, 1, 0.5) if block.look == "side" else 0.0
    yield Slab(above + high + tail, tuple(items))


def _ground(block: Heading, look: PageLook, width: float, y: float, high: float) -> Iterator[Item]:
    theme, plate = look.theme, look.plate(block.owner)
    if block.look in ("side", "form"):
        if theme.outlined:
            yield rule(y + 0.25 * MM, width, plate.edge, 0.5)
            yield rule(y + high, width, plate.edge, 0.25)
        else:
            yield Rect(0, y, width, high, plate.ground)
    elif block.look in ("collection", "group"):
        yield Rect(0, y, width, (0.5 if theme.outlined else 1.2) * MM, theme.ink)
    elif block.look == "section":
        yield Rect(0, y + high - 0.5 * MM, width, 0.5 * MM, theme.ink)
    elif block.look == "minor":
        line = 0.7 if block.owner else 0.35
        yield Rect(0, y + high - line * MM, width, line * MM, look.colour(block.owner))
    elif block.look == "entry":
        yield from title_bar(look, 2.8 * MM, y, high - 0.6 * MM)


def title_bar(look: PageLook, width: float, y: float, high: float) -> Iterator[Item]:
    """Yield the bar at the left of a title, or in outlined themes, two lines."""
    if not look.theme.outlined:
        yield Rect(0, y, width, high, look.theme.accent)
        return
    for x in (0.0, 1.2 * MM):
        yield Rect(x, y, 0.5 * MM, high, look.theme.accent)


def again(text: str, look: PageLook, width: float) -> Slab:
    """Return a repeated heading: one line of small print, `AGAIN` high, shortened before "continued" if too long."""
    letters = look.letters(7.5, fill=look.theme.quiet, font="narrow-bold", spacing=0.04)

    def fits(said: str) -> bool:
        return look.setter.book.width(said.upper(), letters.font, letters.size, letters.spacing * letters.size) <= width

    text = spoken(text, look.theme.said)
    before, _, after = look.say("{about}, continued").partition("{about}")
    head, end, rest = text.removeprefix(before).partition(after) if after else (text.removeprefix(before), "", "")
    shorter = (f"{before}{head[:length].rstrip()}…{end}{rest}" for length in range(len(head), 0, -1))
    said = text if fits(text) else next(filter(fits, shorter), "")
    baseline, (size, fill, font, _, spacing, _) = (AGAIN + CAP * letters.size) / 2, letters
    return Slab(AGAIN, (look.setter.line(said.upper(), 0, baseline, font, size, fill, spacing=spacing),))


def paragraph(block: Paragraph, look: PageLook, width: float) -> Iterator[Slab]:
    """Yield running text; in quiet text, bold is set in ink instead."""
    theme = look.theme
    sizes, fill, font, leading, over, under = {
        "plain": ((9.0, 9.0, 8.7), theme.ink, "sans", 1.24, 0.4, 0.4),
        "intro": ((9.0, 9.0, 8.5), theme.quiet, "sans", 1.28, look.of(1, 1, 0.5), 0.4),
        "quiet": ((8.0,), theme.quiet, "sans", 1.22, look.of(0.8, 0.8, 0.5), 0.4),
        "remark": ((8.0, 8.0, 7.5), theme.quiet, "sans", look.of(1.22, 1.22, 1.15), look.of(0.7, 0.7, 0.4), 0.3),
        "asked": ((9.5,), theme.ink, "narrow-bold", 1.2, look.of(0.9, 0.9, 0.5), 0.2),
    }[block.look]
    letters = look.letters(*sizes, fill=fill, font=font)
    words = look.copy((block.text, letters._replace(strong=theme.ink) if block.look == "quiet" else letters))
    parts = words.divided(width, MANY)
    for number, part in enumerate(parts):
        lines = part.set(width, leading=leading, where=block.at)
        top, below = over * MM if number == 0 else 0.0, under * MM if number == len(parts) - 1 else 0.0
        fields = tuple(field.moved(0, top) for field in lines.fields)
        yield Slab(top + lines.height + below, (Group(lines.items, 0, top, role="P"),), fields=fields)


def point(block: Point, look: PageLook, width: float) -> Iterator[Slab]:
    """Yield a point of a list, or a numbered step, in parts if it is long."""
    if block.number:
        indent, mark = 6 * MM * look.ratio, _number(block.number, look)
    else:
        size, side = look.pt(*SIZES), 1.5 * MM * look.ratio
        bullet = Rect(0, (look.of(*PITCHES) * size - side) / 2, side, side, look.theme.accent)
        indent, mark = 4 * MM * look.ratio, (bullet,)
    pad = look.mm(0.75, 0.5, 0.35)
    for number, part in enumerate(look.copy((block.text, look.letters(*SIZES))).divided(width - indent, MANY)):
        lines = part.set(width - indent, leading=look.of(*PITCHES), where=block.at)
        fields = tuple(field.moved(indent, pad) for field in lines.fields)
        said = (Group(lines.items, indent),) if number else (Group(mark, 0, lines.drop), Group(lines.items, indent))
        yield Slab(lines.height + 2 * pad, (Group(said, 0, pad, role="P"),), fields=fields)


def _number(number: str, look: PageLook) -> tuple[Item, ...]:
    """Return the number of a step, on the baseline of its text."""
    letters, text = look.letters(11, fill=look.theme.accent, font="narrow-bold"), look.letters(*SIZES)
    leading = (look.of(*PITCHES) + CAP) * text.size / letters.size - CAP
    return look.copy((number, letters)).set(letters.size * len(number), leading=leading).items


def entry(block: Entry, look: PageLook, width: float) -> Iterator[Slab]:
    """Yield an entry of an index, its bold pages as dark as its name; its further lines are indented."""
    indent = 3 * MM
    name = look.letters(8.5, 8.5, 8, font="narrow-bold")
    quiet = name._replace(font="narrow", fill=look.theme.quiet)
    where = ((part, name if place % 2 else quiet) for place, part in enumerate(block.where.split("**")) if part)
    words = look.copy((block.name, name), look.gap(1), *where)
    lines = words.set(width - indent, leading=1.12, where=block.at)
    yield Slab(lines.height + look.mm(0.35), (Group(lines.items, indent if block.within else 0.0, role="P"),))


LARGER = 1.08
"""Chips of a checklist beside those of a set-up sheet, where they are many."""


def task(block: Task, look: PageLook, width: float) -> Iterator[Slab]:
    """Yield a box to tick beside a task, with its rule at the right, and counters and details below."""
    theme, pad = look.theme, look.mm(1, 0.7, 0.5)
    indent, aside = 6 * MM * look.ratio, (19 if look.ratio == 1 else 40) * MM
    leading = look.of(1.22, 1.22, 1.16)
    told = look.letters(10, 10, 9.5, font="narrow-bold") if block.strong else look.letters(9.5, 9.5, 9)
    words = look.copy((numbered(block.text, block.flags), told))
    reference = look.copy((block.rule, look.letters(7.5, fill=theme.quiet, font="narrow")))
    aside = min(aside, reference.most) if block.rule else 0.0
    room = width - indent - (aside + 2 * MM if block.rule else 0)
    lines = words.set(room, leading=leading, where=block.at)
    box = look.tick(block.about, 3.1)
    top = pad + (leading * words.size - box.height) / 2
    items: list[Item] = [Group(box.items, 0, top), Group(lines.items, indent, pad)]
    if block.rule:
        rules = reference.set(aside, leading=1.3, align=1.0, where=block.at)
        items.append(Group(rules.items, width - aside, pad))
    y = pad + lines.height
    if block.rule:
        y = max(y, pad + rules.height)
    if block.chips:
        chips = look.copy(*(look.chip(one, ratio=LARGER) for one in block.chips)).set(width - indent, leading=1.0)
        items.append(Group(chips.items, indent, y + 0.6 * MM))
        y += chips.height + 1.2 * MM
    for text in block.details:
        letters = look.letters(8.5, 8.5, 8, fill=theme.quiet, font="narrow" if block.strong else "sans")
        said = look.copy((text, letters)).set(width - indent - 2.6 * MM, leading=leading, where=block.at)
        baseline = y + (leading + CAP) / 2 * letters.size
        items.append(look.setter.line("–", indent, baseline, "sans", letters.size, theme.quiet))
        items.append(Group(said.items, indent + 2.6 * MM, y))
        y += said.height
    fields = tuple(field.moved(0, top) for field in box.fields)
    yield Slab(y + pad, (Group(tuple(items), role="P"), rule(y + pad, width, theme.hairline, 0.15)), fields=fields)


def panel(block: Panel, look: PageLook, width: float) -> Iterator[Slab]:
    """Yield paragraphs on a tinted ground, or in outlined themes, between lines."""
    warning = block.look == "warning"
    if warning:
        over, pad, side, letters = 0.0, look.mm(1, 1, 0.5), 3.2 * MM, look.letters(8)
    else:
        over, pad, side, letters = look.mm(3, 3, 1.5), look.mm(1.6, 1.6, 1), 2.2 * MM, look.letters(8.5, 8.5, 8)
    items: list[Item] = []
    y = over + pad
    for text in block.texts:
        last = text == block.texts[-1]
        words = look.copy((numbered(text, block.flags if last else ()), letters))
        lines = words.set(width - 2 * side, leading=look.of(1.25, 1.25, 1.15), where=block.at)
        items.append(Group(lines.items, side, y, role="P"))
        y += lines.height + (0 if last else look.mm(0.7, 0.7, 0.3))
    y += pad
    ground = _panel_ground(look, width, over, y - over, warning=warning)
    yield Slab(y + (look.mm(1, 1, 0.5) if warning else 0), (*ground, *items))


def _panel_ground(look: PageLook, width: float, y: float, high: float, *, warning: bool) -> Iterator[Item]:
    theme = look.theme
    if theme.box != "plain":
        yield Group(tuple(box_art(theme, 0, width, high, theme.ink)), 0, y)
        if warning and theme.box == "caution":
            yield Group((striped(0, 2 * MM, high, theme.ink),), 0, y)
    elif theme.outlined and warning:
        yield from (Rect(x * MM, y, 0.3 * MM, high, theme.ink) for x in (0, 0.7))
    elif theme.outlined:
        yield from (rule(at, width, theme.ink, 0.25) for at in (y, y + high))
    else:
        yield Rect(0, y, width, high, theme.shade(theme.gold, 0.22) if warning else theme.paper)
        if warning:
            yield Rect(0, y, 1.2 * MM, high, theme.gold)


def badge(owner: Owner, theme: Theme) -> Frame:
    """Return an owner's mark and hatch, to print before a heading."""
    plate, high = theme.plate(owner.colour), 4.2 * MM
    stretch = ((5.4 * MM, 0.0), (14.6 * MM, 0.0), (13.6 * MM, high), (4.4 * MM, high))
    lines = hatched(stretch, plate.hatch, plate.edge, 2.4, 0.45) if plate.hatch else ()
    sign = mark(owner.mark, high / 2, high / 2, 3.4 * MM, plate.edge, theme.page)
    return Frame(15 * MM, high, (*sign, *lines), 0.0, owner.title)


def ribbon(block: Ribbon, look: PageLook, width: float) -> Iterator[Slab]:
    """Yield phases as arrows or boxes side by side; those of the page are filled."""
    if block.shape == "boxes":
        yield from _boxes(block, look, width)
        return
    theme, count = look.theme, len(block.stages)
    point, over = 3.2 * MM, max(look.mm(1.3), 0.6 * MM)
    step = width / count
    texts = []
    for stage in block.stages:
        fill = _stage_plate(stage, look).text
        head: Run = (theme.cased(stage.text), look.letters(10.5, fill=fill, font="narrow-bold"))
        words = [head, ("\n" + stage.note, look.letters(8.5, fill=fill, font="narrow"))] if stage.note else [head]
        texts.append(look.copy(*words).set(step - 2.4 * point, leading=1.14, where=block.at, name="phase"))
    high = max(text.height for text in texts) + 2 * over
    items: list[Item] = []
    for number, (stage, text) in enumerate(zip(block.stages, texts, strict=True)):
        last = number == count - 1
        x, end = number * step, (number + 1) * step - (0.0 if last else 0.8 * MM)
        tip = end if last else end + point
        notch = x if number == 0 else x + point
        corners = ((x, 0), (end, 0), (tip, high / 2), (end, high), (x, high), (notch, high / 2))
        plate = _stage_plate(stage, look)
        items.append(Polygon(corners, None, plate.edge, 0.8) if theme.outlined else Polygon(corners, plate.ground))
        items.append(Group(text.items, notch + 1.6 * MM, over, role="P"))
    yield Slab(high + look.mm(3), tuple(items))


def _stage_plate(stage: Cell, look: PageLook) -> Plate:
    """Return how a phase is filled: in its owner's colour or the accent, or as one that is not of the page."""
    theme = look.theme
    if stage.style != "here":
        fades = contrast(theme.paper, theme.sheet or theme.page) < SEEN
        filled = look.wash(theme.accent, 0.2) if fades else theme.paper
        tint = look.wash(look.colour(stage.owner), 0.28) if stage.owner else filled
        return Plate(tint or theme.page, theme.ink, theme.hairline)
    plate = look.plate(stage.owner) if stage.owner else theme.plate(theme.accent)
    return plate._replace(text=theme.ink) if theme.outlined else plate


def _boxes(block: Ribbon, look: PageLook, width: float) -> Iterator[Slab]:
    """Yield a row of boxes with large words, and the ways along it below."""
    theme, gap = look.theme, 1.2 * MM
    wide, pad = (width - gap * (len(block.stages) - 1)) / len(block.stages), 0.8 * MM
    short = max(len(stage.text) for stage in block.stages) <= SHORT
    texts = []
    for stage in block.stages:
        fill = _stage_plate(stage, look).text
        letters = look.display(13, fill=fill)._replace(font="figures")
        letters = letters if short else look.letters(9.5, fill=fill, font="narrow-bold")
        words: list[Run] = [(stage.text if short else theme.cased(stage.text), letters)]
        words += [("\n" + stage.note, look.letters(8.5, fill=fill, font="narrow-bold"))] if stage.note else []
        texts.append(look.copy(*words).set(wide - 2 * pad, leading=1.05, align=0.5, where=block.at, name="box"))
    high = max(max(text.height for text in texts) + 2 * pad, 10 * MM * look.ratio)
    items: list[Item] = []
    for number, (stage, text) in enumerate(zip(block.stages, texts, strict=True)):
        plate, x = _stage_plate(stage, look), number * (wide + gap)
        heavy = 0.5 * MM if theme.outlined and stage.style == "here" else 0.3 * MM
        edge = plate.edge if theme.outlined else theme.ink
        items.append(
            Polygon(uneven(x, 0, wide, high), plate.ground, theme.ink, 0.8 * heavy / 0.3)
            if theme.box == "handcut"
            else Rect(x, 0, wide, high, plate.ground, edge, heavy)
        )
        items.append(Group(text.items, x + pad, (high - text.height) / 2, role="P"))
    if block.costs:
        items = [*_costs(block, look, wide + gap, high), Group(tuple(items), 0, COSTS * look.ratio)]
        high += 2 * COSTS * look.ratio
    if block.axis:
        row = _axis(block, look, width)
        items.append(Group(row.items, 0, high + 0.6 * MM))
        high += 0.6 * MM + row.height
    yield Slab(high + look.mm(1.6), tuple(items))


SEEN = 1.05
"""The least contrast of a phase that is not of the page to its sheet; below it, it has a tint of the accent."""
SHORT = 3
"""Most letters of the titles of boxes that are large."""
COSTS = 6 * MM
"""Height of the arrows over a row of boxes, and of those under it."""


def _costs(block: Ribbon, look: PageLook, step: float, high: float) -> Iterator[Item]:
    """Yield arrows between neighbours in a row of boxes, each with its cost on a disc; bold ones are dark."""
    theme, radius, last = look.theme, 2.1 * MM * look.ratio, len(block.stages) - 1
    ends = look.colour(block.stages[0].owner), look.colour(block.stages[-1].owner)
    for at, (back, onward) in enumerate(block.costs):
        for way, said in enumerate((back, onward)):
            if not said or at == (last if way else 0):
                continue
            x, half = (at + way) * step - 0.6 * MM, 0.36 * step
            y = COSTS * look.ratio * (0.5 if way == 0 else 1.5) + (high if way else 0.0)
            ink = theme.ink if said.startswith("**") else theme.legible(ends[way], theme.page)
            yield from shaft(*((x - half, x + half) if way else (x + half, x - half)), y, ink)
            edge = theme.page if theme.outlined else ink
            yield Circle(x, y, radius, edge, ink, 0.3 * MM)
            fill = ink if theme.outlined else theme.on(ink)
            words = look.copy((said.strip("*"), look.letters(9.5, fill=fill, font="narrow-bold")))
            lines = words.set(4 * radius, leading=1.0, align=0.5)
            yield Group(lines.items, x - 2 * radius, y - lines.height / 2)


def _axis(block: Ribbon, look: PageLook, width: float) -> Slab:
    """Return two arrows that lead to the ends of a row, each with its words."""
    items: list[Item] = []
    high = 0.0
    for at, colour in ((0, look.theme.second), (1, look.theme.accent)):
        words = look.copy(
            (block.axis[at], look.letters(9, fill=look.theme.legible(colour, look.theme.page), font="narrow-bold"))
        )
        said, half = words.set(words.most + 1, leading=1.1), width / 2 - 3 * MM
        y, free = said.height / 2, half - words.most - 4 * MM
        x = 0.0 if at == 0 else width - half
        items.append(Group(said.items, x + (free + 2 * MM if at == 0 else 1 * MM), 0, role="P"))
        start, tip = (x + free, x) if at == 0 else (width - free, width)
        items += shaft(start, tip, y, colour)
        high = max(high, said.height)
    return Slab(high, tuple(items))


def shaft(start: float, tip: float, y: float, colour: str) -> Iterator[Item]:
    """Yield a level arrow."""
    back = tip + (2.8 if start > tip else -2.8) * MM
    yield Rect(min(start, back), y - 0.5 * MM, abs(start - back), 1 * MM, colour)
    yield Polygon(((back, y - 1.6 * MM), (tip, y), (back, y + 1.6 * MM)), colour)


LEAD = 13 * MM
"""Length of an arrow from a pane over the one before it."""


def lead(x: float, y: float, look: PageLook) -> Polygon:
    """Return a broad arrow that leads to the left, from a little within an edge at x to the pane before it."""
    theme, half, wide, long = look.theme, 1.5 * MM, 3.4 * MM, LEAD
    neck, end = x - long + 4 * MM, x + 0.4 * MM
    corners = (end, y - half), (neck, y - half), (neck, y - wide), (x - long, y), (neck, y + wide), (neck, y + half)
    return Polygon((*corners, (end, y + half)), theme.page if theme.outlined else theme.gold, theme.ink, 0.7 * MM)


def onward(x: float, y: float, look: PageLook) -> Group:
    """Return a small arrow to the right about a point, from a box to the next."""
    ink = look.theme.ink
    shaft = Rect(-2.4 * MM, -0.45 * MM, 2.8 * MM, 0.9 * MM, ink)
    return Group((shaft, Polygon(((0.2 * MM, -1.7 * MM), (2.6 * MM, 0), (0.2 * MM, 1.7 * MM)), ink)), x, y)
