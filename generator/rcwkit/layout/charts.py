"""Charts as slabs: a title, a table, and texts below or beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rcwkit.blocks.playing import Cell, Chart
from rcwkit.layout.chart_grids import Style, grid, result
from rcwkit.layout.copy import Run
from rcwkit.layout.look import Look, Slab, beside, stacked
from rcwkit.layout.tables import Column, Edge, Table, table
from rcwkit.look.frame import MM, Group, Item, Rect
from rcwkit.models.markup import capitals

__all__ = ["chart"]

ASIDE = (0.6, 0.5, 0.4)
"""Shares of the width for a table beside texts, the usual one first; a lone small table takes that one, too."""
SAVES = 0.9
"""Another share is used if the chart gets lower than this part of its height."""
BETWEEN = 6 * MM
"""Space between a table and the texts beside it, and between two columns of texts."""


def chart(block: Chart, look: Look, width: float) -> Iterator[Slab]:
    """Yield a chart in one piece, or if it is higher than a page, in parts with title and heads, then its texts."""
    style = Style(block, look, width)
    bare = bool(look.fit and not block.title)  # it stands in a pane, which spaces what it holds
    head, end = _title(style), Slab(0.0 if bare else 0.55 * look.fit or look.mm(3.2, 1.8, 1.4), ())
    if block.width == "beside" and not look.fit:
        made, under = _beside(style)
        whole = beside(((made.part(), 0.0), (under, made.lefts[-1] + BETWEEN)))
    else:
        made = grid(style, width * (ASIDE[0] if block.width == "solo" and not look.fit else 1))
        under = _under(style)
        whole = stacked((made.part(), under))
    whole = stacked((head, whole, end))
    apart = look.theme.enlarges and block.width in ("below", "full") and under.height
    if whole.height <= look.room and not apart:
        yield whole
        return
    parts = made.cut(look.room - head.height - end.height)
    for number, (first, last) in enumerate(parts):
        ends = () if under.height and last == parts[-1][1] else (end,)
        yield stacked((_title(style, again=True) if number else head, made.part(first, last), *ends))
    again = look.say("{about}, continued", about=block.title)
    if under.height + end.height <= look.room:
        yield from [stacked((under, end))._replace(again=again)] if under.height else []
    else:
        yield from (text._replace(again=again) for text in _texts(style, width))


def _title(style: Style, *, again: bool = False) -> Slab:
    """Return the title with its mark, rule and flags, which go below it if they do not fit, and the note.

    The title of a later part (`again`) stands alone.
    """
    block, look = style.block, style.look
    if not block.title:
        return Slab(0.0, ())
    theme, indent = look.theme, look.mm(5.6)
    big = look.letters(11.5 if look.fit else 13, 13, 12, font="narrow-bold", spacing=0.01)
    room = style.width - indent
    title: Run = (capitals(look.say("{about}, continued", about=block.title) if again else block.title), big)
    small: list[Run] = [(block.rule, look.letters(7.5, fill=theme.quiet))] if block.rule else []
    small += look.flags(block.flags)
    lines = [look.copy(title, look.gap(1 if look.fit else 2), *small) if small and not again else look.copy(title)]
    if lines[0].most > room >= look.copy(title).most:
        lines = [look.copy(title), look.copy(*small)]
    above = y = 0.0 if look.fit else look.mm(2.8, 2.2, 1.6)
    items: list[Item] = []
    for copy in lines:
        words = copy.set(room, leading=1.05, where=block.at)
        items.append(Group(words.items, indent, y, role=f"H{block.level}" if copy is lines[0] else "P"))
        y += words.height
    items = [*_mark(look, above, y - above), *items]
    y += look.mm(1, 1, 0.8)
    if block.note and not again:
        note = look.copy((block.note, look.letters(8.5, 8.5, 8, fill=theme.quiet)))
        said = note.set(style.width, leading=look.of(1.28, 1.28, 1.12), where=block.at)
        items.append(Group(said.items, 0, y, role="P"))
        y += said.height + look.mm(1.6, 1.6, 0.8)
    return Slab(y, tuple(items))


def _mark(look: Look, y: float, high: float) -> Iterator[Item]:
    """Yield the bar at the left of a title, or in outlined themes, two lines."""
    if not look.theme.outlined:
        yield Rect(0, y, look.mm(3.4), high, look.theme.accent)
        return
    for x in (0.0, 1.3):
        yield Rect(look.mm(x), y, look.mm(0.6), high, look.theme.accent)


def _texts(style: Style, width: float) -> Iterator[Slab]:
    """Yield the texts of a table: DRMs, meanings of results, remarks and running text."""
    block, look = style.block, style.look
    if block.drm:
        yield _modifiers(style, width)
    if block.key:
        yield _meanings(style, width)
    over, leading = look.mm(0.8, 0.8, 0.4), look.of(1.28, 1.2, 1.12)
    body, quiet = look.letters(9, 9, 8.5), look.letters(9 if look.fit else 8, fill=look.theme.quiet)
    for text, letters in (*((text, quiet) for text in block.remarks), *((text, body) for text in block.foot)):
        lines = look.copy((text, letters)).set(width, leading=leading, where=block.at)
        fields = tuple(field.moved(0, over) for field in lines.fields)
        yield Slab(over + lines.height, (Group(lines.items, 0, over, role="P"),), fields=fields)


def _modifiers(style: Style, width: float) -> Slab:
    """Return the DRMs, numbers right-aligned, each with its condition; in a fit, in two columns if that is lower."""
    block, look = style.block, style.look
    accent, pad, gap = look.theme.accent, look.mm(0.35, 0.3, 0.2), look.mm(0.8)

    def rows(drms: Sequence[tuple[str, str]], width: float) -> Slab:
        made = []
        for sign, text in drms:
            number = style.cell("label", accent, sign)
            words = style.cell("text", look.theme.ink, text)
            made.append([
                number._replace(pad=(pad, gap), leading=words.leading, across=1.0, down=0.0, whole=True),
                words._replace(pad=(pad, gap), down=0.0),
            ])  # fmt: skip
        return table(made, width, (Column((5 if look.fit else 7) * MM * look.ratio, tight=True),)).part()

    one = rows(block.drm, width)
    if not look.fit or len(block.drm) < 3:
        return one
    middle = (len(block.drm) + 1) // 2
    two = beside(((rows(block.drm[:middle], width / 2), 0.0), (rows(block.drm[middle:], width / 2), width / 2)))
    return min(one, two, key=lambda slab: slab.height)


def _meanings(style: Style, width: float) -> Slab:
    """Return the meanings of results: each as in the table, and in words."""
    look = style.look
    pad, side = look.mm(0.5, 0.5, 0.2), look.mm(1)
    rows = []
    for mark, text in style.block.key:
        base, *styles = mark.style.split()
        shown = result(style, Cell(mark.text, " ".join(["label", *styles]), mark.owner), None, "", 0.0)
        words = style.cell("text", look.theme.ink, text)
        edges = shown.edges
        if len(edges) != 4:
            edges = (Edge("under", look.theme.page, 0.6 * MM),) if mark.owner else ()
        shown = shown._replace(pad=(pad, side), leading=words.leading, edges=edges, whole=True)
        shown = shown._replace(across=0.5 if mark.owner else 0.0, down=0.0)
        rows.append([shown, words._replace(pad=(pad, side), down=0.0)])
    return table(rows, width, (Column(0.0 if look.fit else 13 * MM * look.ratio, tight=True),)).part()


def _beside(style: Style) -> tuple[Table, Slab]:
    """Return a table and the texts beside it, at the usual width or at one that saves much height."""

    def tried(part: float) -> tuple[int, float, Style, Table, Slab]:
        trial = style.trial()
        made = grid(trial, style.width * part)
        texts = stacked((_over(style), *_texts(trial, style.width * (1 - part) - BETWEEN)))
        return len(trial.found), max(made.height(), texts.height), trial, made, texts

    usual, *others = map(tried, ASIDE)
    best = min(others, key=lambda one: one[:2])
    best = best if best[:2] < (usual[0], SAVES * usual[1]) else usual
    style.found.extend(best[2].found)
    return best[3:]


def _under(style: Style) -> Slab:
    """Return texts one below the other, or in two balanced columns."""
    two = style.block.width == "below" and not style.look.fit
    texts = list(_texts(style, (style.width - BETWEEN) / 2 if two else style.width))
    if not texts:
        return Slab(0.0, ())
    if not two:
        return stacked((_over(style), *texts))
    cuts = [(stacked(texts[:cut]), stacked(texts[cut:])) for cut in range(1, len(texts) + 1)]
    left, right = min(cuts, key=lambda cut: max(cut[0].height, cut[1].height))
    return stacked((_over(style), beside(((left, 0.0), (right, (style.width + BETWEEN) / 2)))))


def _over(style: Style) -> Slab:
    """Return the space above texts."""
    return Slab(style.look.mm(1.4, 1.4, 1), ())
