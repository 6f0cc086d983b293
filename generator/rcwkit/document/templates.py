"""Jinja templates in a sandbox without files or network, and blocks as HTML for screens."""

from __future__ import annotations

import re
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, partial
from pathlib import Path
from threading import current_thread, main_thread
from traceback import walk_tb
from typing import TYPE_CHECKING, Any

from rcwkit.art.motifs import motif
from rcwkit.art.symbols import die
from rcwkit.diagnostics import Diagnostic, InputError, Span
from rcwkit.document.blocks import Block, Chart, Heading, Panel, Rolls, Ruling
from rcwkit.document.composed import picture
from rcwkit.document.deployed import Arrivals, Deployment, Key
from rcwkit.frame import MM, Frame
from rcwkit.sheets.svg import embedded, svg
from rcwkit.source.language import unbroken
from rcwkit.source.markup import Sign, TextPart, parts, spoken, written
from rcwkit.source.project import Project
from rcwkit.type.text import Setter
from rcwkit.workers import SECONDS, OverTime, confined, timed

if TYPE_CHECKING:
    from jinja2 import BytecodeCache, Environment
    from jinja2.bccache import Bucket
    from markupsafe import Markup

Filters = Mapping[str, Callable[..., Any]]


class Misfit(Exception):
    """A template that is wrong or lacks data, with its place there."""

    def __init__(self, message: str, place: Span) -> None:
        super().__init__(message)
        self.message, self.place = message, place


def rendered(
    name: str, context: Mapping[str, Any], templates: Mapping[str, str], filters: Filters, *, escaped: bool = True
) -> str:
    """Render a template, which may include others; `escaped` values show markup literally. Raises Misfit.

    Limits of time and memory are up to the caller.
    """
    from jinja2 import TemplateError

    try:
        return _environment(templates, filters, escaped=escaped).get_template(name).render(context)
    except TemplateError as error:
        place = Span(error.name or name, error.lineno) if getattr(error, "lineno", None) else None  # type: ignore[attr-defined]
        raise Misfit(str(error), place or line_of(error, templates) or Span(name)) from error
    except MemoryError:
        raise
    except Exception as error:  # a template may divide by zero, recurse, or give a filter the wrong type
        place = line_of(error, templates)
        if place is None:
            raise  # ours, not the template's
        raise Misfit(f"{type(error).__name__}: {error}", place) from error


def line_of(error: BaseException, templates: Mapping[str, str]) -> Span | None:
    """Return the innermost template line in an error's traceback; None if there is none."""
    cause: BaseException | None = error
    while cause is not None:
        for frame, line in reversed([*walk_tb(cause.__traceback__)]):
            if frame.f_code.co_filename in templates:
                # Other exceptions than Jinja's own count lines of the compiled code.
                made = frame.f_globals.get("__jinja_template__")
                return Span(frame.f_code.co_filename, made.get_corresponding_lineno(line) if made else line)
        cause = cause.__cause__
    return None


def _environment(templates: Mapping[str, str], filters: Filters, *, escaped: bool) -> Environment:
    from jinja2 import FunctionLoader, StrictUndefined, TemplateRuntimeError, pass_context
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    def source(name: str) -> tuple[str, str, None] | None:
        # The name stands in for a file name, so that tracebacks tell templates apart.
        text = templates.get(name)
        return None if text is None else (text, name, None)

    def power(*_: Any) -> Any:
        raise TemplateRuntimeError("** is not allowed")

    environment = ImmutableSandboxedEnvironment(
        loader=FunctionLoader(source),
        undefined=StrictUndefined,
        autoescape=escaped,
        bytecode_cache=_compiled(escaped),
        # Compiled templates are cached: no constant folding of values that depend on the game or document.
        optimized=False,
        finalize=pass_context(lambda _, value: value),
        trim_blocks=True,
        lstrip_blocks=True,
    )
    # A single power can take forever, out of reach of any time limit.
    environment.intercepted_binops = frozenset({"**"})
    environment.binop_table["**"] = power
    environment.filters |= filters
    return environment


@cache
def _compiled(escaped: bool) -> BytecodeCache:
    """Cache of compiled templates, for the life of the process; they escape or do not."""
    from jinja2 import BytecodeCache

    class Compiled(BytecodeCache):
        def __init__(self) -> None:
            self.codes: dict[str, tuple[str, Any]] = {}

        def load_bytecode(self, bucket: Bucket) -> None:
            text, code = self.codes.get(bucket.key, ("", None))
            bucket.code = code if text == bucket.checksum else None

        def dump_bytecode(self, bucket: Bucket) -> None:
            self.codes[bucket.key] = bucket.checksum, bucket.code

    return Compiled()


LONGEST = 2**25
"""Most characters of one page, pictures included."""
_IMAGE = re.compile(r'<image ([^<>]* href="data:image/[^"]*"/>)')
OPENERS = (Heading, Chart, Panel, Rolls, Ruling, Deployment, Key, Arrivals)
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
    if current_thread() is not main_thread():  # the preview answers in threads, whose time cannot be limited
        return confined(html, name, context, templates, setter)
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
        "signed": partial(_signed, setter=setter),
        "raised": partial(_raised, setter=setter, linked=linked),
        "die": lambda face, size=4.0: _drawn(_die(face, size, setter), setter=setter),
        "motif": lambda name: _drawn(motif(name, setter.theme), setter=setter),
        "scene": lambda name: _drawn(picture(name, setter, 60 * MM), setter=setter),
        "kind": lambda block: type(block).__name__.lower(),
        "sections": _sections,
    }


def _rich(text: str, setter: Setter, *, linked: bool) -> Markup:
    """Words in their styles, and signs; the numbers of rulings lead to them if the page has these."""
    from markupsafe import Markup

    return Markup("").join(_styled(shown(part, setter, linked), part, setter) for part in parts(unbroken(text)))


def _styled(said: Markup | str, part: TextPart, setter: Setter) -> Markup | str:
    from markupsafe import Markup

    said = Markup("<i>{}</i>").format(said) if part.italic else said
    said = Markup("<b>{}</b>").format(said) if part.bold else said
    if part.colour in setter.theme.colours:
        said = Markup('<span class="ink-{}">{}</span>').format(part.colour.replace(".", "-"), said)
    return said


def shown(part: TextPart, setter: Setter, linked: bool = False) -> Markup | str:
    """Return the words or the sign of a part of a text as HTML; `linked` ones lead to rulings of the same page."""
    from markupsafe import Markup

    one, theme = part.what, setter.theme
    if isinstance(one, str):
        return one
    if one.kind == "die":
        return Markup("").join(_drawn(_die(face, 4, setter), setter=setter) for face in one.faces) or Markup(
            '<span class="box"></span>'
        )
    if one.numbers:
        return _raised(one.numbers, setter, linked=linked)
    if one.kind == "sign":
        glyph = setter.glyph(one, 4 * MM, theme.inked(part.colour), theme.page, theme.owners)
        if glyph is None:
            return written(one)
        frame = Frame(glyph.width, glyph.height, glyph.items, name=one.spoken(theme.said))
        return Markup('<span class="sign">{}</span>').format(_drawn(frame, setter=setter))
    if one.kind == "boxes":
        return Markup("").join(shown(TextPart(Sign("mark", box.owner)), setter, linked) for box in one.boxes)
    if one.kind == "windows":
        return one.spoken(theme.said)
    if one.kind == "mark":
        name = one.value.replace("_", "-").replace(".", "-")
        return Markup('<span class="badge owner-{}" role="img" aria-label="{}"></span>').format(name, one.value)
    return Markup('<span class="box"></span>') if one.kind == "box" else Markup("")


def _signed(owner: str, setter: Setter) -> Markup:
    """The sign of an owner in its colours; nothing without one."""
    from markupsafe import Markup

    theme = setter.theme
    glyph = setter.glyph(Sign("mark", owner), 4 * MM, theme.ink, theme.page, theme.owners) if owner else None
    drawn = _drawn(Frame(glyph.width, glyph.height, glyph.items), setter=setter) if glyph else None
    return Markup('<span class="sign">{}</span>').format(drawn) if drawn else Markup("")


def _drawn(frame: Frame, width: float | None = None, label: str = "", *, setter: Setter) -> Markup:
    from markupsafe import Markup

    return Markup(
        svg(
            frame,
            width=width,
            label=label or frame.name,
            pictures=lambda digest: embedded(setter.artwork[digest]),
            fonts=setter.book,
        )
    )


def _raised(numbers: Iterable[int], setter: Setter, *, linked: bool) -> Markup:
    """The numbers of rulings, raised; each leads to its ruling if the page has these."""
    from markupsafe import Markup

    one = Markup('<a href="#ruling-{0}" aria-label="{1}">{0}</a>' if linked else "{0}")
    said = [one.format(number, setter.cite((number,))) for number in numbers]
    return Markup('<sup class="flag">{}</sup>').format(Markup(", ").join(said)) if said else Markup("")


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
    return InputError.of("E410", f"the template does not fit its data: {message}", place)
