"""Titles of parts: in capitals, with the rule, note and flags below."""

from __future__ import annotations

from rcwkit.blocks.vocabulary import Document, Part
from rcwkit.diagnostics import Span
from rcwkit.layout.copy import Letters, Run
from rcwkit.layout.look import Look, Slab
from rcwkit.look.frame import MM, Group, Rect

__all__ = ["banner", "strip", "titled"]

EMBLEM = 46 * MM
"""Width that the title of a composed page leaves free for the emblem."""


def titled(
    part: Part,
    look: Look,
    width: float,
    size: float,
    over: float,
    *,
    least: float | None = None,
    where: Span | None = None,
) -> Slab:
    """Return a title in capitals above the rule, note and flags; a word that is too wide is reported at `where`."""
    theme = look.theme
    letters = look.letters(26, font="narrow-bold", spacing=0.01)._replace(size=size)
    title = look.copy((part.title.upper(), letters)).set(width, leading=1.0, where=where, name="space for the title")
    runs = _rule(part, look, 9)
    if part.note.startswith("**"):
        runs.append((part.note, look.letters(9, fill=theme.accent, font="narrow")))
    elif part.note:
        runs.append((part.note, look.letters(9, fill=theme.quiet)))
    said = look.copy(*runs, *look.flags(part.flags)).set(width, leading=1.28, where=where, name="space for the title")
    top = over + title.height + look.mm(1.6, 1.6, 0.8)
    high = max(top + said.height, look.mm(20, 17, 14) if least is None else least)
    items = [Group(title.items, 0, over, role="H1")]
    if runs or part.flags:
        items.append(Group(said.items, 0, top, role="P"))
    return Slab(high + (look.mm(4, 3, 2) if least is None else 1 * MM), tuple(items), headings=((0, part.title),))


def banner(part: Part, look: Look, measure: float, document: Document) -> Slab:
    """Return the large title of a composed page, above its folder and when to use it."""
    theme, room = look.theme, measure - EMBLEM
    most = 22.0 if look.narrow else 26.0
    size = min(most, 26.0 * room / look.copy((part.title.upper(), _large(look))).most)
    title = look.copy((part.title.upper(), _large(look)._replace(size=size))).set(room + 1, leading=1.05)
    about = " · ".join(filter(None, (document.title if document.title != part.title else "", part.note)))
    quiet = look.letters(9, fill=theme.quiet)._replace(size=9.0)
    runs: list[Run] = [(about, quiet)] if about else []
    rules = quiet._replace(fill=theme.accent, font="narrow-bold")
    runs += [*([look.gap(2)] if about else []), (look.say("Rule {rule}", rule=part.rule), rules)] if part.rule else []
    said = look.copy(*runs, *look.flags(part.flags)).set(room, leading=1.2, where=document.at)
    items = (Group(title.items, role="H1"), Group(said.items, 0, title.height + 0.4 * MM, role="P"))
    return Slab(title.height + said.height + (2.2 if look.narrow else 3.2) * MM, items, headings=((0, part.title),))


def _large(look: Look) -> Letters:
    return look.letters(26, font="narrow-bold", spacing=0.01)._replace(size=26.0)


def strip(part: Part, look: Look, measure: float, document: Document) -> Slab:
    """Return the low title of a document with a page limit."""
    theme, left = look.theme, 62 * MM
    letters = look.letters(20, font="narrow-bold", spacing=0.01)
    title = look.copy((part.title.upper(), letters)).set(left, leading=1.0)
    runs = _rule(part, look, 8)
    runs += [(part.note, look.letters(8, fill=theme.quiet))] if part.note else []
    said = look.copy(*runs, *look.flags(part.flags)).set(92 * MM, leading=1.2)
    credits = look.copy((document.credits, look.letters(7, fill=theme.quiet, font="narrow"))).set(92 * MM, leading=1.1)
    items = (
        Group(title.items, role="H1"),
        Group(said.items, left, 1.2 * MM, role="P"),
        Group(credits.items, left, 5 * MM, role="P"),
        Rect(0, 10.4 * MM, measure, 0.6 * MM, theme.ink),
    )
    return Slab(12.5 * MM, items, headings=((0, part.title),))


def _rule(part: Part, look: Look, size: float) -> list[Run]:
    """Return the runs of a part's rule number, if it has one."""
    if not part.rule:
        return []
    return [
        (look.say("Rule {rule}", rule=part.rule), look.letters(size, fill=look.theme.accent, font="narrow-bold")),
        look.gap(2),
    ]
