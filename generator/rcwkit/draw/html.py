"""HTML for screens: blocks through Jinja templates, in a sandbox without files or network."""

from __future__ import annotations

import re
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rcwkit.blocks.base import unbroken
from rcwkit.blocks.dice import Rolls
from rcwkit.blocks.playing import Chart, Panel, Ruling
from rcwkit.blocks.vocabulary import Block, Heading
from rcwkit.diagnostics import Diagnostic, InputError, Span
from rcwkit.draw.svg import embedded, svg
from rcwkit.draw.templates import Misfit, line_of, rendered
from rcwkit.look.frame import MM, Frame
from rcwkit.look.motifs import motif
from rcwkit.look.symbols import die
from rcwkit.look.text import Setter
from rcwkit.models.markup import Part, parts, spoken, written
from rcwkit.models.signs import Sign
from rcwkit.reading.project import Project
from rcwkit.workers import SECONDS, OverTime, timed

if TYPE_CHECKING:
    from markupsafe import Markup

__all__ = ["html", "read_templates"]

LONGEST = 2**25
"""Most characters of one page, pictures included."""
_IMAGE = re.compile(r'<image ([^<>]* href="data:image/[^"]*"/>)')
OPENERS = (Heading, Chart, Panel, Rolls, Ruling)
"""Blocks that start a section."""


def read_templates(folder: Path) -> dict[str, str]:
    """Return a folder's templates and style sheets by file name, except links and subfolders.

    Raises InputError for a file that is not text.
    """
    project = Project(folder, shown=folder.name)
    paths = (path for path in sorted(folder.iterdir()) if path.suffix in (".html", ".css"))
    return {path.name: project.read(path) for path in paths if stat.S_ISREG(path.lstat().st_mode)}


def html(name: str, context: Mapping[str, Any], templates: Mapping[str, str], setter: Setter) -> str:
    """Render a template as HTML, with frames as inline SVG.

    Filters (sizes in mm): `rich` (styles, signs), `spoken` (neither), `drawn` (a frame), `flag` (a ruling's number),
    `die` (a face), `motif` (an ornament), `kind` (a block's type in lower case), `sections` (blocks grouped into runs
    that stay together).

    Raises InputError for a template that is wrong or lacks data (E410), or takes too much time or memory (E413).
    """
    try:
        with timed(SECONDS):
            text = _once(
                rendered(
                    name,
                    {**context, "theme": setter.theme, "say": setter.say},
                    templates,
                    _filters(setter, linked=bool(context.get("linked"))),
                )
            )
            if len(text) > LONGEST:
                raise MemoryError
            return text
    except Misfit as error:
        raise _wrong(error.message, error.place) from error
    except (OverTime, MemoryError) as error:
        taken = f"more than {SECONDS:g} s" if isinstance(error, OverTime) else "too much memory"
        place = line_of(error, templates) or Span(name)
        found = Diagnostic("E413", f"rendering the page takes {taken}", place, "look for an endless loop")
        raise InputError([found]) from error


def _once(text: str) -> str:
    """Return a page with each of its pictures embedded once, and named where it stands again."""
    names: dict[str, str] = {}

    def shared(found: re.Match[str]) -> str:
        if name := names.get(found[0]):
            return f'<use href="#{name}"/>'
        names[found[0]] = name = f"picture-{len(names) + 1}"
        return f'<image id="{name}" {found[1]}'

    return _IMAGE.sub(shared, text)


def _filters(setter: Setter, *, linked: bool) -> dict[str, Callable[..., Any]]:
    return {
        "rich": partial(_rich, setter=setter, linked=linked),
        "spoken": lambda text: spoken(text, setter.theme.said),
        "drawn": partial(_drawn, setter=setter),
        "flag": lambda number, height=3.2: _drawn(_flag(number, height, setter), setter=setter),
        "die": lambda face, size=4.0: _drawn(_die(face, size, setter), setter=setter),
        "motif": lambda name: _drawn(motif(name, setter.theme), setter=setter),
        "kind": lambda block: type(block).__name__.lower(),
        "sections": _sections,
    }


def _rich(text: str, setter: Setter, *, linked: bool) -> Markup:
    """Words in their styles, and signs; flags link to their rulings if the page has these."""
    from markupsafe import Markup

    return Markup("").join(_styled(_shown(part, setter, linked), part, setter) for part in parts(unbroken(text)))


def _styled(shown: Markup | str, part: Part, setter: Setter) -> Markup | str:
    from markupsafe import Markup

    shown = Markup("<i>{}</i>").format(shown) if part.italic else shown
    shown = Markup("<b>{}</b>").format(shown) if part.bold else shown
    if part.colour in setter.theme.colours:
        shown = Markup('<span class="ink-{}">{}</span>').format(part.colour.replace(".", "-"), shown)
    return shown


def _shown(part: Part, setter: Setter, linked: bool) -> Markup | str:
    """The words or the sign of a part of a text."""
    from markupsafe import Markup

    one, theme = part.what, setter.theme
    if isinstance(one, str):
        return one
    if one.kind == "die":
        return Markup("").join(_drawn(_die(face, 4, setter), setter=setter) for face in one.faces) or Markup(
            '<span class="box"></span>'
        )
    if one.kind == "flag" and one.value.isdecimal():
        drawn = _drawn(_flag(int(one.value), 5.2, setter), setter=setter)
        link = Markup('<a class="flag" href="#ruling-{}">{}</a>').format(one.value, drawn)
        return link if linked else Markup('<span class="flag">{}</span>').format(drawn)
    if one.kind == "sign":
        glyph = setter.glyph(one, 4 * MM, theme.inked(part.colour), theme.page, theme.owners)
        if glyph is None:
            return written(one)
        frame = Frame(glyph.width, glyph.height, glyph.items, name=one.spoken(theme.said))
        return Markup('<span class="sign">{}</span>').format(_drawn(frame, setter=setter))
    if one.kind == "boxes":
        return Markup("").join(_shown(Part(Sign("mark", box.owner)), setter, linked) for box in one.boxes)
    if one.kind == "mark":
        name = one.value.replace("_", "-").replace(".", "-")
        return Markup('<span class="badge owner-{}" role="img" aria-label="{}"></span>').format(name, one.value)
    return Markup('<span class="box"></span>') if one.kind == "box" else Markup("")


def _drawn(frame: Frame, width: float | None = None, *, setter: Setter) -> Markup:
    from markupsafe import Markup

    return Markup(
        svg(
            frame,
            width=width,
            label=frame.name,
            pictures=lambda digest: embedded(setter.artwork[digest]),
            fonts=setter.book,
        )
    )


def _flag(number: int, height: float, setter: Setter) -> Frame:
    size = height * MM / 1.42
    width = setter.book.width(str(number), "narrow-bold", size) + size
    return Frame(
        width,
        height * MM,
        setter.rulings((number,), width, size * 0.09, size),
        name=setter.say("ruling {number}", number=number),
    )


def _die(face: int, size: float, setter: Setter) -> Frame:
    return Frame(size * MM, size * MM, die(face, 0, 0, size * MM, setter.theme.ink, setter.theme.page), name=str(face))


def _sections(blocks: Iterable[Block]) -> Iterator[list[Block]]:
    """Group blocks into runs: each starts with a heading, chart or the like, and spans the columns or stays in one."""
    section: list[Block] = []
    for block in blocks:
        opens = isinstance(block, OPENERS) and not (section and isinstance(section[-1], Heading))
        if section and (opens or block.span != section[-1].span):
            yield section
            section = []
        section.append(block)
    if section:
        yield section


def _wrong(message: str, place: Span) -> InputError:
    return InputError([Diagnostic("E410", f"the template does not fit its data: {message}", place)])
