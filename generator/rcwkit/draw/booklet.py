"""Booklets: text, template and style sheet set by WeasyPrint, as pages or as sheets to fold and staple."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from textwrap import shorten
from typing import NamedTuple

from rcwkit.blocks.booklet import Volume
from rcwkit.diagnostics import Diagnostic
from rcwkit.draw.svg import svg
from rcwkit.draw.templates import Misfit, rendered
from rcwkit.draw.typesetting import Resource, Set, our_fonts, typeset
from rcwkit.layout.stitching import FOLD, spreads
from rcwkit.look.fonts import face_rule
from rcwkit.look.frame import Frame, Group, Item, Picture
from rcwkit.look.grids import PAPERS, Paper
from rcwkit.look.motifs import motif
from rcwkit.look.text import Setter
from rcwkit.look.theme import css_variables
from rcwkit.models.game import GameInfo
from rcwkit.models.looks import HOUSE_FONTS
from rcwkit.models.signs import Sign
from rcwkit.reading.project import Project
from rcwkit.workers import SECONDS, OverTime, timed

__all__ = ["Bound", "render", "templates"]

Setting = Callable[..., Set]
HALF = 9.4 / 10.4
"""Size of running text on half sheets, as a share of that on full ones."""
ORPHANS = (2, 3, 4)
"""Least lines of a paragraph at the foot of a page; the later values are tried when footnotes stray."""
_SIGN = re.compile(r'src="sign:([\w-]+)"')
SHARE = 0.12
"""Most pages, as a share, that starting every chapter on a new page may add to a booklet."""


@dataclass(frozen=True)
class Bound:
    """A finished booklet: its PDF, pages and sheets of paper; without data if its diagnostics contain errors."""

    data: bytes = b""
    pages: int = 0
    sheets: int = 0
    diagnostics: tuple[Diagnostic, ...] = ()


class _Job(NamedTuple):
    """A booklet to set, and everything needed for it."""

    volume: Volume
    paper: Paper
    texts: Mapping[str, str]
    setter: Setter
    info: GameInfo
    folded: bool


def templates(folder: Path) -> dict[str, str]:
    """Return the template and style sheet of booklets. Raises InputError for a file that is not text."""
    project = Project(folder, shown=f"{folder.parent.name}/{folder.name}")
    return {name: project.read(folder / name) for name in ("booklet.html", "booklet.css")}


def render(
    volume: Volume, paper: Paper, texts: Mapping[str, str], setter: Setter, info: GameInfo, *, screen: bool = False
) -> Bound:
    """Set a booklet, for the `screen` page by page; `paper` is the kit's paper for texts.

    Errors come back as E310 (too wide for its page), E410 (template), E411 (style sheet, picture) and E413 (too much
    time or memory). Raises Surroundings if WeasyPrint lacks its system libraries.
    """
    paper = PAPERS.get(volume.format or "", paper)
    folded = volume.format == "a5"
    try:
        with timed(SECONDS), our_fonts(setter.book.folder):
            job = _Job(volume, paper, texts, setter, info, folded)
            made = _with_chapters(volume, partial(_set, job), folded=folded)
            sides = spreads(made.pages) if folded and not screen and not made.said else []
            data = b"" if made.said else made.stitched(sides) if sides else made.pdf()
            wrong = [_complaint(said, volume) for said in dict.fromkeys(made.said)] or [*_outside(made, volume)]
            if wrong:
                return Bound(diagnostics=tuple(wrong))
            return Bound(data, len(sides), len(sides) // 2) if sides else Bound(data, made.pages, made.pages)
    except Misfit as error:
        place = error.place._replace(file=f"templates/booklet/{error.place.file}")
        found = Diagnostic("E410", f"the template does not fit its data: {error.message}", place)
    except (OverTime, MemoryError, RecursionError) as error:
        known = {OverTime: f"more than {SECONDS:g} s", RecursionError: "too many levels"}
        message = f"setting the booklet takes {known.get(type(error), 'too much memory')}"
        found = Diagnostic("E413", message, volume.written, "it is too long; split it")
    return Bound(diagnostics=(found,))


def _with_chapters(volume: Volume, setting: Setting, *, folded: bool) -> Set:
    """Start chapters on new pages if that adds few pages, or no sheets to a folded booklet."""
    running = _with_notes(partial(setting, broken=False))
    if volume.chapters < 2 or running.said:
        return running
    broken = _with_notes(partial(setting, broken=True))
    most = -(-running.pages // FOLD) * FOLD if folded else running.pages * (1 + SHARE)
    return broken if broken.pages <= most else running


def _with_notes(setting: Setting) -> Set:
    """Set the text with every footnote on the page of its reference.

    WeasyPrint moves a footnote to a later page if that fits the last orphan line of a paragraph on this one. With more
    orphans, the whole paragraph moves instead; if nothing helps, the notes become endnotes.
    """
    for orphans in ORPHANS:
        made = setting(orphans=orphans, ends=False)
        if made.said or not made.strayed:
            return made
    return setting(orphans=ORPHANS[0], ends=True)


def _set(job: _Job, *, broken: bool, orphans: int, ends: bool) -> Set:
    volume, paper, texts, setter, info, folded = job
    from markupsafe import Markup

    theme = setter.theme
    size = theme.booklet * (HALF if folded else 1.0)
    width, height = (paper.height / 2, paper.width) if folded else (paper.width, paper.height)
    resources = {f"picture:{number}": Resource(one.data, _type(one.data)) for number, one in enumerate(volume.pictures)}
    for number in {*volume.flags, *_flagged("".join((volume.html, *volume.notes)))}:
        resources[f"ruling:{number}"] = _drawn(
            _flag(number, setter), setter.say("ruling {number}", number=number), setter
        )
    resources |= {f"font:{name}": Resource(font.data, "font/ttf") for name, font in setter.book.own.items()}
    for name in sorted(set(_SIGN.findall("".join((volume.html, *volume.notes))))):
        resources[f"sign:{name}"] = _sign(name, setter)
    resources["motif:corner"] = _drawn(motif(theme.motif or "wedge", theme), "", setter)
    page = {
        "volume": volume,
        "say": setter.say,
        "theme": theme,
        "width": width,
        "height": height,
        "size": theme.grown(size) if theme.enlarges else size,
        "folded": folded,
        "broken": broken,
        "orphans": orphans,
        "ends": ends,
        "text": Markup(volume.html),
        "notes": [Markup(note) for note in volume.notes],
        "variables": css_variables(theme, info),
        "fonts": {role: ", ".join(f'"{name}"' for name in setter.book[role].families) for role in HOUSE_FONTS},
        "faces": "".join(face_rule(font.face, f"font:{name}") for name, font in setter.book.own.items()),
    }
    style = rendered("booklet.css", page, texts, {}, escaped=False)
    return typeset(rendered("booklet.html", page, texts, {}), style, resources)


def _complaint(said: str, volume: Volume) -> Diagnostic:
    return Diagnostic("E411", f"setting the booklet: {shorten(said, 300)}", volume.written)


def _outside(made: Set, volume: Volume) -> Iterator[Diagnostic]:
    """Yield what reaches out of its page, at its place in the text: words are broken, but tables are not."""
    for row, excess in made.outside.items():
        if row is None:
            hint = "make its longest part shorter"
            yield Diagnostic("E310", f"the text reaches {excess:.0f} mm out of its page", volume.written, hint)
        else:
            hint = "use fewer columns or shorter words, or divide the table"
            yield Diagnostic(
                "E310", f"the table is {excess:.0f} mm too wide for its page", volume.origin.span(row), hint
            )


def _type(data: bytes) -> str:
    return "image/png" if data.startswith(b"\x89PNG") else "image/jpeg"


def _drawn(frame: Frame, label: str, setter: Setter) -> Resource:
    return Resource(svg(frame, label=label, fonts=setter.book).encode(), "image/svg+xml")


def _sign(name: str, setter: Setter) -> Resource:
    """The drawing of a sign, or the file of its picture."""
    theme = setter.theme
    glyph = setter.glyph(Sign("sign", name), theme.grown(10), theme.ink, theme.page, {})
    assert glyph is not None  # the checks have refused unknown signs
    for digest in _pictures(glyph.items):
        return Resource(setter.artwork[digest], _type(setter.artwork[digest]))
    return _drawn(Frame(glyph.width, glyph.height, glyph.items), name, setter)


def _pictures(items: Iterable[Item]) -> Iterator[str]:
    """Yield the digests of the raster pictures in a drawing."""
    for item in items:
        if isinstance(item, Group):
            yield from _pictures(item.items)
        elif isinstance(item, Picture):
            yield item.digest


def _flagged(html: str) -> set[int]:
    """Numbers of the rulings flagged in a text."""
    return {int(part.partition('"')[0]) for part in html.split('src="ruling:')[1:]}


def _flag(number: int, setter: Setter) -> Frame:
    size = setter.theme.grown(6.6)
    width = setter.book.width(str(number), "narrow-bold", size) + size
    return Frame(
        width,
        size * 1.42,
        setter.rulings((number,), width, size * 0.09, size),
        name=setter.say("ruling {number}", number=number),
    )
