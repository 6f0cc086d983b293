"""Lay out documents as sheets: blocks in columns over as many pages as needed, with headings as bookmarks."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from itertools import groupby, takewhile
from string import ascii_lowercase
from typing import NamedTuple

from rcwkit.art.motifs import following_art, foot_art, motif, motif_disc, title_art
from rcwkit.art.theme import Theme
from rcwkit.diagnostics import Diagnostic, Span
from rcwkit.document import composed
from rcwkit.document.blocks import Block, DocumentPart, Paragraph, TextDocument, placeless
from rcwkit.document.look import AGAIN, LEVELS, READING, PageLook, Slab, together
from rcwkit.document.prose import again, banner, strip, titled
from rcwkit.document.setting import Known, known_slabs, magnified, renamed
from rcwkit.frame import MM, Circle, Field, Group, Item, Rect, Sheet
from rcwkit.sheets.paper import PAPERS, Paper
from rcwkit.source.info import Owner
from rcwkit.source.language import word
from rcwkit.source.markup import capitals
from rcwkit.type import columns
from rcwkit.type.columns import flow, largest, likely, pack, roomiest
from rcwkit.type.text import Setter

NUMBER = 1.85
"""Largest size of a page number in an emblem, in radii of the disc around it."""


class Body(NamedTuple):
    """Running text of a composed document: its size in points and width."""

    size: float
    narrow: bool = False


class PageArea(NamedTuple):
    """A page in points: its size, its margins, and the space between its columns."""

    width: float
    height: float
    side: float
    top: float
    bottom: float
    gap: float = 0.0

    @property
    def measure(self) -> float:
        """The width between the side margins."""
        return self.width - 2 * self.side

    @property
    def floor(self) -> float:
        """The lower edge of the text."""
        return self.height - self.bottom


@dataclass(slots=True, eq=False, repr=False)
class Page:
    """A page being filled, so far down to `y`."""

    area: PageArea
    titles: tuple[str, ...]
    y: float
    opens: bool = False  # it opens a part: its footer has the credits
    items: list[Item] = field(default_factory=list)
    fields: list[Field] = field(default_factory=list)
    headings: list[tuple[int, str, float]] = field(default_factory=list)
    page: str = ""  # its number, with a letter if it runs over several sheets
    disc: tuple[float, float, float] = (0.0, 0.0, 0.0)  # the middle and radius of where that is printed

    def put(self, slab: Slab, x: float, y: float) -> None:
        """Place a slab, without moving `y`."""
        self.items.append(Group(slab.items, x, y, at=slab.at.place if slab.at else ""))
        self.fields += [one.moved(x, y) for one in slab.fields]
        self.headings += [(*heading, y) for heading in slab.headings]


def level_headings(pages: Sequence[Page]) -> None:
    """Lower the level of headings so that none skips a level."""
    above = -1
    for page in pages:
        for index, (level, title, y) in enumerate(page.headings):
            above = min(level, above + 1)
            page.headings[index] = (above, title, y)


def letter(pages: Sequence[Page]) -> None:
    """Tell the sheets of one numbered page apart by letters: 3a, 3b."""
    for number, same in groupby(pages, key=lambda page: page.page):
        sheets = list(same)
        for page, letter in zip(sheets, ascii_lowercase if number and len(sheets) > 1 else (), strict=False):
            page.page = number + letter


def numbered(page: Page, setter: Setter) -> Iterator[Item]:
    """Yield the number of a page in its emblem, or in its upper corner."""
    if not page.page:
        return
    look, (x, y, radius) = PageLook(setter), page.disc
    size = min(22.0, NUMBER * radius * (1.0 if page.page.isdigit() else 0.75))
    letters = look.letters(22, font="narrow-bold")._replace(size=size)
    number = look.copy((page.page, letters)).set(20 * MM, leading=1.0, align=0.5)
    yield Group(number.items, x - 10 * MM, y - number.height / 2)


SIDE, TOP, BOTTOM = 13 * MM, 13 * MM, 15 * MM
"""Margins; the footer stands in the bottom one."""
EDGE = 5 * MM
"""Minimum distance of a footer from the lower edge of the paper: most printers can print that far down."""
GAP = 8 * MM
"""Space between columns."""
CLOSE = 8 * MM, 8 * MM, 9 * MM, 5 * MM
"""The same of a document with a page limit, and of a close one."""
JOIN = 6 * MM
"""Space above a part that begins below another."""
APART = 5 * MM
"""Maximum space added between blocks to fill a page of a document with a page limit."""
SPARSE = 0.5
"""A last sheet filled less than this is worth a denser setting, if that saves it."""
SIZES = tuple(quarter / 4 for quarter in range(40, 25, -1))
"""Sizes of running text (pt) for a document with a page limit, tried from the largest."""
LEAST = 8.0
"""Size of running text (pt) below which such a document gets a warning."""
BODIES = (Body(9.0), Body(9.0, narrow=True), Body(8.75, narrow=True), Body(8.5, narrow=True), Body(8.2, narrow=True))
"""Running text of a composed document, the same on all its pages: the first in which each of them fits."""
SPACES = (3.0, 2.5, 2.0, 1.75, 1.5, 1.25, 1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1)
"""Shares of the usual space between what is on a composed page: the first that fits."""
ROOMY = 0.8
"""The least of them in type of usual width; fuller pages are easier to read in narrow type."""
LINE = 1.2
"""Leading of running text (ems), to tell how many lines a page is over."""
FOOT = 7.0
"""Size of footers (pt), even in large print."""
RAISED, CLOSE_RAISED = 6 * MM, 2.5 * MM
"""How far titles on a band stand above the top margin."""
DISC = 5.2 * MM
"""Radius of the disc for the number of a page on a band."""
MIDDLE = {"wedge": 0.36, "rules": 0.44, "slant": 0.44, "hexes": 0.46, "blocks": 0.5}
"""How far down a title the middle of that disc is, as a share of its height."""
EMBLEM = 33 * MM
"""Lower edge of the emblem in the corner of a page, with some space."""
WORDS = 62 * MM
"""Width that a title leaves free for the emblem."""
SHEETS, MOST = 2, 3
"""Over how many sheets a composed page goes in large print, and over how many if two cannot hold it."""
SCALES = (1.45, 1.375, 1.3, 1.225, 1.15, 1.075, 1.0)
"""How much larger it is: the first scale in which it fits. All type has at least the size of large print."""
WHOLE = {"A3": "a4", "Tabloid": "letter"}
"""Papers that hold such a page whole, and the paper for which it is composed."""
FEET = 0.75
"""The size of feet in large print, in sizes of its text."""
HEAD, SECOND = 6.5 * MM, 0.26
"""Height of the head of a second sheet, and the scale of the emblem on it."""


class _Plan(NamedTuple):
    """A way to set a part: its look, title and slabs, the pages that these fill, and the findings."""

    look: PageLook
    title: Slab
    slabs: tuple[Slab, ...]
    pages: tuple[columns.ColumnPage, ...]
    found: tuple[Diagnostic, ...]
    low: float = 0.0  # how far below the top margin the band of its title ends; 0 for none
    banded: bool = False  # its title has a sign instead of the emblem

    @property
    def height(self) -> float:
        """The height of all it holds (pt)."""
        return self.title.height + sum(slab.height for slab in self.slabs)

    @property
    def used(self) -> float:
        """The height filled on its last page (pt)."""
        return (self.title.height if len(self.pages) <= 1 else 0.0) + (self.pages[-1].height if self.pages else 0.0)


def sheets(
    document: TextDocument,
    paper: Paper,
    setter: Setter,
    owners: Mapping[str, Owner],
    *,
    screen: bool = False,
    known: Known | None = None,
) -> list[Sheet]:
    """Return a document's sheets, in the colours of `owners`; for the `screen`, its boxes are form fields.

    The setter collects overflows (E310, E414). `known` caches blocks set for an earlier state of the document with the
    same owners and theme; it is updated to this state.
    """
    known = {} if known is None else known
    if document.composed and setter.theme.enlarges:
        return _enlarged(document, paper, setter, owners, screen=screen)
    setting = _Setting(document, paper, setter, owners, known)
    pages: list[Page] = []
    for part, plan in setting.plans():
        setting.add(part, plan, pages)
    level_headings(pages)
    letter(pages)
    blocks = {bare for bare, _ in setting.bare.values()}
    for gone in [key for key in known if key[0] not in blocks]:
        del known[gone]
    return [setting.sheet(page, number, len(pages), screen=screen) for number, page in enumerate(pages, 1)]


def _enlarged(
    document: TextDocument, paper: Paper, setter: Setter, owners: Mapping[str, Owner], *, screen: bool
) -> list[Sheet]:
    """Return composed pages in large print: over sheets across each, with its steps whole, or whole on large paper."""
    usual = replace(setter, theme=setter.theme._replace(reading=READING))
    if paper.name in WHOLE:
        small = PAPERS[WHOLE[paper.name]]
        made = sheets(document, small, usual, owners, screen=screen)
        return [magnified(sheet, paper.height / small.height) for sheet in made]
    found = [_Large.of(document, part, paper, usual, owners) for part in document.parts]
    called = {one.part.page: one.names for one in found}
    for at, one in enumerate(found):
        part = renamed(one.part, called)
        found[at] = one if part == one.part else _Large.of(document, part, paper, usual, owners)
    pages: list[tuple[_Large, Page]] = []
    for one in found:
        own: list[Page] = []
        one.setting.add(one.part, one.plan, own)
        pages += ((one, page) for page in own)
    level_headings([page for _, page in pages])
    letter([page for _, page in pages])
    made = []
    count = len(found) if any(page.page for _, page in pages) else len(pages)
    for number, (one, page) in enumerate(pages, 1):
        sheet = one.setting.sheet(page, page.page or number, count, screen=screen)
        made.append(magnified(sheet, one.setting.scale))
    for one in found:
        setter.found += one.setting.setter.found
    return made


class _Large(NamedTuple):
    """A page of a composed document in large print: how it is set, and its plan."""

    part: DocumentPart
    setting: _Setting
    plan: _Plan

    @classmethod
    def of(
        cls, document: TextDocument, part: DocumentPart, paper: Paper, setter: Setter, owners: Mapping[str, Owner]
    ) -> _Large:
        """Return a page on two sheets with no step divided, or else one; if they cannot hold it, on three.

        Only what is too wide even then has smaller type. It is magnified as far as it fits.
        """
        size = (paper.width, paper.height) if part.turned else (paper.height, paper.width)
        large, parted = setter.theme.large_print, [*composed.ways(part, setter.say)]
        loose = [composed.loosened(part, setter.say)]
        tried = (([part], SHEETS, large), (parted, SHEETS, large), (loose, MOST, large), (loose, MOST, 0.0))
        for parts, most, least in tried:
            for scale in SCALES:
                small = Paper(paper.name, size[0] / scale, size[1] / scale, paper.margin)
                alone = replace(document, parts=(part,), pages=most)
                setting = _Setting(alone, small, replace(setter, found=[]), owners, {}, scale, least / scale)
                if plan := next(setting.fitting(parts) if setting.holds(part) else iter(()), None):
                    return cls(part, setting, plan)
        return cls(part, setting, setting._fitted(part, setting._area(part)))

    @property
    def names(self) -> tuple[str, ...]:
        """What its sheets are called."""
        count = len(self.plan.pages)
        return tuple(self.part.page + one for one in (ascii_lowercase[:count] if count > 1 else ("",)))


@dataclass(slots=True, eq=False, repr=False)
class _Setting:
    """Sets one document on one paper."""

    document: TextDocument
    paper: Paper
    setter: Setter
    owners: Mapping[str, Owner]
    known: Known
    scale: float = 1.0
    floor: float = 0.0
    tried: dict[tuple[DocumentPart, Body, float], _Plan] = field(default_factory=dict)
    bare: dict[int, tuple[Hashable, tuple[str, ...]]] = field(default_factory=dict)
    """Blocks, by identity, without their places, and these."""

    def plans(self) -> Iterator[tuple[DocumentPart, _Plan]]:
        """Yield every part with its plan; the pages of a composed document have one size of running text."""
        if self.document.composed:
            yield from self._composed()
            return
        for part in self.document.parts:
            area = self._area(part)
            yield part, self._fitted(part, area) if self.document.pages else self._unlimited(part, area)

    def add(self, part: DocumentPart, plan: _Plan, pages: list[Page]) -> None:
        """Set a part below the contents of the last page if all of it fits there, else on new pages."""
        area = self._area(part)
        self.setter.found += plan.found
        last = pages[-1] if pages else None
        if last is not None and self._joins(plan, area, last):
            self._join(part, plan, last)
        else:
            pages.append(self._opened(part, plan, area))
        for number, filled in enumerate(plan.pages):
            if number:
                pages.append(self._following(part, area, plan.look))
            self._fill(pages[-1], filled, plan, part)

    def _area(self, part: DocumentPart) -> PageArea:
        size = (self.paper.height, self.paper.width) if part.turned else (self.paper.width, self.paper.height)
        close = self.document.pages or self.document.close
        spaces = (space / self.scale for space in (CLOSE if close else (SIDE, TOP, BOTTOM, GAP)))
        return PageArea(size[0] * MM, size[1] * MM, *spaces)

    def holds(self, part: DocumentPart) -> bool:
        """Return whether all of a page may fit its sheets, however it is divided."""
        area = self._area(part)
        plan = self._trial(part, BODIES[1]._replace(size=max(BODIES[1].size, self.floor)), SPACES[-1])
        return sum(slab.height for slab in plan.slabs) <= self.document.pages * (area.floor - area.top)

    def fitting(self, ways: Iterable[DocumentPart]) -> Iterator[_Plan]:
        """Yield the plans of a page that fit its sheets, each with as much space as fits."""
        for way in ways:
            for body in BODIES[:2]:
                sized = body._replace(size=max(body.size, self.floor))
                if self._fits(way, sized):
                    yield self._spaced(way, sized, SPACES[::3])

    def _unlimited(self, part: DocumentPart, area: PageArea) -> _Plan:
        """Plan a part without a page limit, more densely if that saves an almost empty sheet or, enlarged, a third."""

        @cache
        def plan(density: int) -> _Plan:
            return self._planned(part, area, PageLook(self.setter, density, owners=self.owners))

        best, densest = plan(0), LEVELS - 1
        for density in range(1, LEVELS):
            sparse = len(best.pages) > 1 and best.used / (area.floor - area.top) < SPARSE
            over = len(best.pages) > SHEETS and self.setter.theme.enlarges
            if (sparse or over) and len(plan(densest).pages) < len(best.pages):
                best = min(best, plan(density), key=lambda made: len(made.pages))
        return best

    def _composed(self) -> Iterator[tuple[DocumentPart, _Plan]]:
        """Yield the pages of a composed document in the first type in which all fit, each with as much space as fits.

        One that does not fit even in the last is set in the largest that it allows (W311, or E414).
        """
        parts = self.document.parts
        body = next((body for body in BODIES if all(self._fits(part, body) for part in parts)), BODIES[-1])
        for part in parts:
            if self._fits(part, body):
                yield part, self._spaced(part, body)
            else:
                yield part, self._over(part, body)

    def _fits(self, part: DocumentPart, body: Body) -> bool:
        return self._whole(self._trial(part, body, self._least(body)))

    def _least(self, body: Body) -> float:
        """Return the least space between what is on a composed page in that type."""
        return SPACES[-1] if body.narrow else ROOMY

    def _whole(self, plan: _Plan) -> bool:
        """Return whether a plan keeps the limit of pages, and nothing in it is too wide or too high."""
        return len(plan.pages) <= self.document.pages and not plan.found

    def _trial(self, part: DocumentPart, body: Body, space: float) -> _Plan:
        if (plan := self.tried.get(key := (part, body, space))) is None:
            look = PageLook(self.setter, fit=body.size, owners=self.owners, narrow=body.narrow, space=space)
            plan = self._planned(part, self._area(part), look._replace(dice=part.dice, floor=self.floor))
            self.tried[key] = plan
        return plan

    def _spaced(self, part: DocumentPart, body: Body, spaces: Sequence[float] = SPACES) -> _Plan:
        """Return a page that fits in this type with as much of falling spaces as fits; it does with the least."""
        area, least = self._area(part), self._least(body)
        room, trial = self.document.pages * (area.floor - area.top), partial(self._trial, part, body)
        found = roomiest(spaces, least, room, lambda one: trial(one).height, lambda one: self._whole(trial(one)))
        return trial(found)

    def _over(self, part: DocumentPart, body: Body) -> _Plan:
        """Return a page that is over its size in smaller type, and tell how many of its lines are too many."""
        area = self._area(part)
        plan = self._trial(part, body, SPACES[-1])
        excess = plan.height - (area.floor - area.top)
        lines = max(math.ceil(excess / (LINE * body.size)), 1)
        fitted = self._fitted(part, area)
        if fitted.look.fit >= body.size:
            return fitted
        message = f"page ‘{part.title}’ of ‘{self.document.title}’ fits only in type of {fitted.look.fit:g} pt"
        span = self.document.asked or Span(self.document.title)
        told = Diagnostic("W311", message, span, f"cut {lines} line{'s' if lines > 1 else ''} of {body.size:g} pt")
        return fitted._replace(found=(*(one for one in fitted.found if one.code != "W311"), told))

    def _fitted(self, part: DocumentPart, area: PageArea) -> _Plan:
        """Plan a part with a page limit in the largest type that fits, or in the smallest (E414)."""
        most = self.document.pages

        @cache
        def plan(size: float) -> _Plan:
            return self._planned(part, area, PageLook(self.setter, fit=size, owners=self.owners, dice=part.dice))

        def full(made: _Plan) -> float:
            """Return the height of its slabs as a share of the room on all pages that the part may have."""
            room = most * (area.floor - area.top) - made.title.height
            return sum(slab.height for slab in made.slabs) / part.columns / room

        size = largest(SIZES, likely(READING, full(plan(READING))), lambda size: self._whole(plan(size)))
        best = plan(size)
        over = len(best.pages) - most
        if over <= 0:
            return best if size >= LEAST else best._replace(found=(*best.found, self._small(size)))
        excess = f"{over} page{'s' if over > 1 else ''}"
        message = f"‘{self.document.title}’ is {excess} over its {most}, in type of {SIZES[-1]:g} pt"
        asked = self.document.asked or Span(self.document.title)
        return best._replace(found=(Diagnostic("E414", message, asked, "leave sections out, or allow more pages"),))

    def _small(self, size: float) -> Diagnostic:
        message = f"‘{self.document.title}’ fits its pages only in type of {size:g} pt, below the floor of {LEAST:g} pt"
        asked = self.document.asked or Span(self.document.title)
        return Diagnostic("W311", message, asked, "leave words out, or allow more pages")

    def _planned(self, part: DocumentPart, area: PageArea, look: PageLook) -> _Plan:
        """Plan a part in one look, and collect its findings."""
        found: list[Diagnostic] = []
        look = look._replace(setter=replace(self.setter, found=found))
        count = part.columns
        column = (area.measure - area.gap * (count - 1)) / count
        title = self._title(part, look, area)
        rest = area.floor - area.top
        first = rest - title.height - self._taken(area)
        made: list[Slab] = []
        held = 0.0  # height of the blocks that stay with the next one
        for number, block in enumerate(part.blocks):
            room = first - held - (self._legend(part, number, look, column) if block.keep and block.span else 0.0)
            own = self._slabs(block, look._replace(room=room), area.measure if block.span else column)
            held = held + sum(slab.height for slab in own) if block.keep else 0.0
            made += own
        if look.fit:
            made = list(together(made))
            heights = [slab.height for slab in made]
            if self.document.composed and self.document.pages > 1:
                rest -= HEAD
                pages = columns.divide(heights, first, rest)
                over = pages and heights[0] > first + 0.1
                found += [self._too_high(made[0], first)] if over else []
            else:
                pages = pack(heights, count, self.document.pages, first, rest)
        else:
            blocks = [
                columns.ColumnBlock(slab.height, slab.span, slab.keep, AGAIN if slab.again else 0.0) for slab in made
            ]
            rest -= HEAD if part.page else 0.0
            pages = flow(blocks, count, first, rest, free=part.free)
            crowded = columns.overfull(pages, [slab.height for slab in made], first, rest)
            found += [self._too_high(made[one], made[one].height - over) for one, over in crowded]
        under = max(look.mm(2.6), 1.4 * MM) if self.document.composed else look.mm(4, 3, 2)
        banded = look.theme.title != "emblem" and (self.document.composed or not look.fit)
        low = title.height - under if self.document.composed or not look.fit else 0.0
        found += (self._too_high(slab, rest) for slab in made if slab.height > rest + 0.1)
        return _Plan(look, title, tuple(made), tuple(pages), tuple(found), low, banded)

    def _legend(self, part: DocumentPart, number: int, look: PageLook, column: float) -> float:
        """Return the height of the paragraphs in columns that a block is kept with."""
        rest = takewhile(lambda one: isinstance(one, Paragraph) and not one.span, part.blocks[number + 1 :])
        heights = [sum(slab.height for slab in self._slabs(one, look, column)) for one in rest]
        highest = max(heights, default=0.0)
        return max(highest, sum(heights) / part.columns) + highest / 2

    def _slabs(self, block: Block, look: PageLook, width: float) -> tuple[Slab, ...]:
        if id(block) not in self.bare:
            self.bare[id(block)] = placeless(block)
        bare, places = self.bare[id(block)]
        return known_slabs(block, bare, places, look, width, self.known)

    def _taken(self, area: PageArea) -> float:
        """Return how far a footer with credits reaches into the text area."""
        look = PageLook(self.setter)
        credits = look.copy((self.document.credits, look.letters(FOOT)._replace(size=FOOT)))
        high = 1.3 * FOOT + credits.set(area.measure, leading=1.3).height
        return 0.0 if self.document.pages else max(area.floor + 2.5 * MM - (area.height - EDGE - high), 0.0)

    def _too_high(self, slab: Slab, room: float) -> Diagnostic:
        message = f"a part of ‘{self.document.title}’ is {(slab.height - room) / MM:.1f} mm too long for its page"
        span = slab.at or self.document.at or Span(self.document.title)
        return Diagnostic("E310", message, span, "shorten its texts, or divide them")

    def _title(self, part: DocumentPart, look: PageLook, area: PageArea) -> Slab:
        """Return the title on a part's first page, below its top margin."""
        banded = look.theme.title != "emblem"
        if self.document.composed:
            title = banner(part, look, area.measure, self.document)
            return _raised(title, CLOSE_RAISED) if banded else title
        if look.fit:
            return strip(part, look, area.measure, self.document)
        size, over, where = look.pt(26, 26, 20), look.mm(5, 5, 2), self.document.at or Span(self.document.title)
        if banded:
            title = titled(part, look, area.measure - WORDS, size, 0.0, least=0.0, where=where, banded=True)
            return _raised(title, CLOSE_RAISED if self.document.close else RAISED)
        title = titled(part, look, area.measure - WORDS, size, over, where=where)
        # A first block of full width begins below the emblem.
        across = bool(part.blocks) and part.blocks[0].span
        return title._replace(height=max(title.height, EMBLEM - area.top)) if across else title

    def _joins(self, plan: _Plan, area: PageArea, last: Page) -> bool:
        """Return whether a short part fits below the one before it."""
        if len(plan.pages) > 1 or area != last.area or area.width > area.height or last.page:
            return False
        return last.y + JOIN + plan.used <= area.floor

    def _join(self, part: DocumentPart, plan: _Plan, page: Page) -> None:
        bar = (0.5 if self.setter.theme.outlined else 1.2) * MM
        page.items.append(Rect(page.area.side, page.y + JOIN - 1 * MM, page.area.measure, bar, self.setter.theme.ink))
        title = titled(part, plan.look, page.area.measure, plan.look.pt(20), 3 * MM, least=0.0)
        page.titles = (*page.titles, part.title)
        page.put(title, page.area.side, page.y + JOIN - 1 * MM + bar)
        page.y += JOIN - 1 * MM + bar + title.height

    def _opened(self, part: DocumentPart, plan: _Plan, area: PageArea) -> Page:
        """Return a new page with the part's title and an emblem in the corner."""
        theme = self._theme(part)
        name = theme.motif or part.motif
        scale = 22 / 38 if self.document.composed else 18.6 / 38 if plan.look.fit else plan.look.of(1.0, 1.0, 0.75)
        page = Page(area, (part.title,), area.top + plan.title.height, opens=True, page=part.page)
        if not plan.banded:
            emblem = motif(name, theme)
            page.items.append(Group(emblem.items, area.width - emblem.width * scale, 0, scale=scale))
            if part.page:
                x, y, radius = (scale * length for length in motif_disc(name, theme.figures))
                page.disc = x + area.width - emblem.width * scale, y, radius
        if theme.title != "emblem" and plan.low:
            ends = area.top + plan.low
            page.items += title_art(theme, area.width, ends, numbered=bool(part.page), picture=part.picture)
        if part.page and plan.banded:
            page.disc = area.width - area.side - DISC, (area.top + plan.low) * MIDDLE[theme.title], DISC
            ground = theme.page if theme.outlined else theme.paper
            page.items.append(Circle(*page.disc, ground, theme.ink if theme.outlined else None, 0.4 * MM))
        page.put(plan.title, area.side, area.top)
        return page

    def _theme(self, part: DocumentPart) -> Theme:
        """Return the theme of a part's ornaments: that of its owner has his colour."""
        theme = self.setter.theme
        if part.owner not in self.owners:
            return theme
        colour = self.owners[part.owner].colour
        return theme._replace(accent=colour, second=theme.accent if colour == theme.second else theme.second)

    def _following(self, part: DocumentPart, area: PageArea, look: PageLook) -> Page:
        """Return a page on which a part continues: with its number, or a mark in the corner."""
        if self.document.composed or part.page:
            return self._second(part, area, look)
        items = () if look.fit else following_art(self._theme(part), area.width)
        return Page(area, (part.title,), area.top, items=list(items))

    def _second(self, part: DocumentPart, area: PageArea, look: PageLook) -> Page:
        """Return another sheet of a page with a number, with its title in small letters and its emblem."""
        theme = self._theme(part)
        name = theme.motif or part.motif
        emblem, radius = motif(name, theme), 0.75 * DISC
        place = area.width - area.side - radius, area.top + 0.3 * HEAD, radius
        page = Page(area, (part.title,), area.top + HEAD, page=part.page, disc=place)
        page.items.append(Group(emblem.items, area.width - emblem.width * SECOND, 0, scale=SECOND))
        if part.page:
            page.items.append(Circle(*place, theme.page if theme.outlined else theme.paper, theme.ink, 0.3 * MM))
        letters = look.letters(10.5, fill=look.theme.quiet, font="narrow-bold")
        title = look.copy((capitals(part.title), letters)).set(area.measure - WORDS / 2, leading=1.0)
        page.items.append(Group(title.items, area.side, area.top, role="P"))
        return page

    def _fill(self, page: Page, filled: columns.ColumnPage, plan: _Plan, part: DocumentPart) -> None:
        """Put columns on a page, repeating the headings of blocks that continue at their tops."""
        column = (page.area.measure - page.area.gap * (part.columns - 1)) / part.columns
        for band in filled.bands:
            for number, indices in enumerate(band.columns):
                x, y, first = page.area.side + number * (column + page.area.gap), page.y, plan.slabs[indices[0]]
                width = page.area.measure if len(band.columns) == 1 else column
                placed = [plan.slabs[index] for index in indices]
                if first.again and (len(band.columns) > 1 or band is filled.bands[0]):
                    placed.insert(0, again(first.again, plan.look, width))
                free = band.height - sum(slab.height for slab in placed) if plan.look.fit else 0.0
                for slab in placed:
                    page.put(slab, x, y)
                    y += slab.height + min(free / max(len(placed) - 1, 1), APART)
            page.y += band.height

    def sheet(self, page: Page, number: int | str, count: int, *, screen: bool) -> Sheet:
        """Return a finished page with its footer."""
        label = self.setter.say("page {number} of {count}", number=number, count=count)
        both = self.document.both and bool(self.document.pages) and count > 1
        foot = self._foot(page, label, number, both=both, screen=screen)
        items = (*page.items, *numbered(page, self.setter), *foot)
        if self.document.composed and (ground := self.setter.theme.sheet):
            items = (Rect(0, 0, page.area.width, page.area.height, ground), *items)
        fields, headings = tuple(page.fields) if screen else (), tuple(page.headings)
        return Sheet(page.area.width, page.area.height, items, label, fields=fields, headings=headings, page=page.page)

    def _foot(self, page: Page, label: str, number: int | str, *, both: bool, screen: bool) -> Iterator[Item]:
        """Yield the footer: titles at the left, source and edition at the right, credits below if it opens a part."""
        document, theme, size = self.document, self.setter.theme, max(FOOT, FEET * self.floor)
        close = bool(document.pages)
        printed = word("print on both sides at 100 %") if both else word("print at 100 %")
        how = self.setter.say(word("fill in on screen") if screen else printed)
        said = " · ".join(filter(None, (document.source, theme.edition, how)))
        look = PageLook(self.setter)
        small = look.letters(size, fill=theme.quiet)._replace(size=size)
        title = self.setter.say("{title}, page {number}", title=page.titles[0], number=page.page)
        title = page.titles[0] if close or page.page in ("", str(number)) else title
        y, width = page.area.floor + (1.2 if close else 3.5) * MM, page.area.measure
        ends = f"**{document.game}** · {title} · {label}", said
        if (close or theme.enlarges) and sum(look.copy((one, small)).most for one in ends) > width - 6 * MM:
            small = small._replace(font="narrow", bold="narrow-bold")
        left, right = (look.copy((text, small)) for text in ends)
        room = max(width - left.most - 6 * MM, width / 3)
        where = document.at or Span(document.title)
        named = left.set(width - min(room, right.most) - 6 * MM, leading=1.3, where=where, name="foot")
        edition = right.set(room, leading=1.3, align=1.0, where=where, name="foot")
        below = max(named.height, edition.height)
        rows = [(named, 0.0, 0.0), (edition, width - room, 0.0)]
        if page.opens and not close:
            credits = look.copy((document.credits, small)).set(width, leading=1.3, where=where, name="foot")
            rows.append((credits, 0.0, below))
            y = max(min(y, page.area.height - EDGE - below - credits.height), page.area.height - BOTTOM)
            excess = y + below + credits.height - (page.area.height - EDGE)
            if excess > 0.1:
                message = f"the foot of ‘{document.title}’ is {excess / MM:.1f} mm too long for its page"
                self.setter.found.append(Diagnostic("E310", message, where, "shorten the game's credits"))
        yield from foot_art(theme, page.area.side, width, y - (0.2 if close else 1.0) * MM)
        for lines, x, top in rows:
            yield Group(lines.items, page.area.side + x, y + top)


def _raised(title: Slab, up: float) -> Slab:
    """Return a title that begins so far above the top margin."""
    return title._replace(height=title.height - up, items=(Group(title.items, 0, -up),))
