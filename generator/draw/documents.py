"""Text documents: a template and its view, through Jinja2 and WeasyPrint, into PDF bytes that depend on nothing else."""

from __future__ import annotations

import hashlib
import logging
import re
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from textwrap import shorten
from traceback import extract_tb, walk_tb
from typing import TYPE_CHECKING, Any

from generator.diagnostics import Diagnostic, Span
from generator.draw import paginate
from generator.draw.addresses import addresses
from generator.draw.fields import put_fields
from generator.draw.press import SIZES, press
from generator.draw.svg import svg
from generator.layout.frame import MM, Frame
from generator.layout.motifs import motif
from generator.layout.text import Setter
from generator.limits import SECONDS, OverTime, timed
from generator.memory import uncollected
from generator.models.base import bold_runs
from generator.models.game import GameInfo
from generator.project import Project
from generator.symbols import die
from generator.theme import Theme, css_variables
from generator.views import TextDocument
from generator.views.base import unparted

if TYPE_CHECKING:
    from jinja2 import BytecodeCache
    from jinja2.bccache import Bucket

__all__ = ["MARGINS", "Rendered", "Stray", "html", "read_templates", "render"]

MARGINS = (13.0, 13.0, 15.0)
"""Millimetres at the top, at either side, and at the bottom, where the foot stands."""
NARROW = (8.0, 8.0, 9.0)
"""The margins of a document that may take only so many pages."""
MOST_STRAYS = 40
"""How many texts beyond their places are told of."""
LONGEST = 2**25
"""The most characters that one document's HTML may have with its pictures."""


@dataclass(frozen=True)
class Rendered:
    """A finished document. With errors among its diagnostics it must not be published."""

    data: bytes
    pages: int
    diagnostics: tuple[Diagnostic, ...] = ()


@dataclass(frozen=True)
class Stray(Diagnostic):
    """What is wrong with a text, or with the whole document (no text); whoever knows the data can say where that was written."""

    text: str = ""


def read_templates(folder: Path) -> dict[str, str]:
    """The templates and style sheets of a folder by file name; links and subfolders are passed over. Raises InputError for what is no text."""
    project = Project(folder, shown=folder.name)
    found = (path for path in sorted(folder.iterdir()) if path.suffix in (".html", ".css") and stat.S_ISREG(path.lstat().st_mode))
    return {path.name: project.read(path) for path in found}


def html(
    name: str, context: Mapping[str, Any], templates: Mapping[str, str], setter: Setter, own: dict[str, str] | None = None, *, inline: bool = False
) -> str:
    """A template's HTML. Raises `jinja2.TemplateError` for a template that is wrong or asks for what its view does not have.

    Frames become pictures, which `own` gathers as address → SVG, or with `inline` SVG elements, which alone may use a page's fonts.

    Filters, with sizes in millimetres: `rich` (bold runs), `drawn` (a frame), `flag` (a ruling's number), `die` (a face), `motif` (a composition).
    """
    from jinja2 import FunctionLoader, StrictUndefined, TemplateError, TemplateRuntimeError, pass_context
    from jinja2.sandbox import ImmutableSandboxedEnvironment
    from markupsafe import Markup

    pictures = {} if own is None else own

    def rich(text: str) -> Markup:
        return Markup("").join(Markup("<b>{}</b>").format(run) if bold else run for bold, run in bold_runs(unparted(text)))

    def drawn(frame: Frame, width: float | None = None) -> Markup:
        if inline:
            return Markup(svg(frame, width=width, label=frame.name))
        # As a picture of its own it is read once however often it appears, and style sheets pass it by.
        drawing = svg(frame, width=width)
        address = f"drawn:{hashlib.sha256(drawing.encode()).hexdigest()[:16]}"
        pictures[address] = drawing
        return Markup('<img src="{}" alt="{}">').format(address, frame.name)

    def flag(number: int, height: float = 3.2) -> Markup:
        size = setter.theme.grown(height * MM / 1.42)
        height = size * 1.42 / MM
        width = setter.book.width(str(number), "narrow-bold", size) + size
        return drawn(Frame(width, height * MM, setter.rulings((number,), width, size * 0.09, size), name=f"ruling {number}"))

    def face(number: int, size: float = 4.0) -> Markup:
        theme = setter.theme
        return drawn(Frame(size * MM, size * MM, die(number, 0, 0, size * MM, theme.ink, theme.page), name=str(number)))

    def source(name: str) -> tuple[str, str, None] | None:
        # With the name as its file's, so that tracebacks tell templates apart.
        text = templates.get(name)
        return None if text is None else (_grown(text, setter.theme) if name.endswith(".css") else text, name, None)

    environment = ImmutableSandboxedEnvironment(
        loader=FunctionLoader(source),
        undefined=StrictUndefined,
        autoescape=True,
        bytecode_cache=_compiled(),
        # Compiled templates are kept: nothing may be worked out in them that depends on the game or the document.
        optimized=False,
        finalize=pass_context(lambda _, value: value),
        trim_blocks=True,
        lstrip_blocks=True,
    )

    def power(*_: Any) -> Any:
        raise TemplateRuntimeError("powers are not worked out")

    # One can take for ever in a single step, where no limit reaches.
    environment.intercepted_binops = frozenset({"**"})
    environment.binop_table["**"] = power
    environment.filters |= {"rich": rich, "drawn": drawn, "flag": flag, "die": face, "motif": lambda name: drawn(motif(name, setter.theme))}
    try:
        return environment.get_template(name).render(context, theme=setter.theme)
    except TemplateError:
        raise
    except Exception as error:  # a template may divide by zero, run in a circle, or hand a filter what it cannot take
        raise TemplateRuntimeError(f"{type(error).__name__}: {error}") from error


@cache
def _compiled() -> BytecodeCache:
    """What templates were made into, kept as long as the process: documents share most of theirs."""
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


def _grown(css: str, theme: Theme) -> str:
    """A style sheet with every size in points enlarged for large print; what stands in mm stays."""
    return re.sub(r"(\d*\.?\d+)pt", lambda found: f"{theme.grown(float(found[1])):g}pt", css) if theme.enlarges else css


def render(
    document: TextDocument,
    *,
    paper: tuple[float, float],
    templates: Mapping[str, str],
    setter: Setter,
    info: GameInfo,
    screen: bool = False,
) -> Rendered:
    """Set a document on paper of a width and height in millimetres; for the `screen` its boxes are form fields.

    What the engines find wrong comes back as E410 (template and view), E411 (style sheet, address, picture, glyph), E412 (text that runs
    out of its place), E413 (too much time or memory) and E414 (too many pages). Raises Surroundings where WeasyPrint lacks its system libraries.
    """
    name, context = document.template, {"head": document.head, "parts": document.parts, "pages": document.pages}
    margins = NARROW if document.pages else MARGINS
    sizes = {"width": paper[0], "height": paper[1], "tall": paginate.TALL}
    page = {"paper": sizes, "margins": margins, "variables": css_variables(setter.theme, info), "screen": screen}
    own, text = dict[str, str](), ""
    try:
        with timed(SECONDS):
            text = html(name, {**context, **page}, templates, setter, own)
            if len(text) + sum(map(len, own.values())) > LONGEST:
                raise MemoryError
            area = paginate.Area.within(paper, margins)
            made = _printed(_resolved(text, str(page["variables"])), name, area, setter.book.folder, own, screen=screen)
            if not isinstance(made, Rendered):
                return Rendered(b"", 0, tuple(_refused(address, name, templates) for address in made))
            over = tuple(_over(document, made.pages))
            # On too many pages no text is at fault by itself.
            kept = [found for found in made.diagnostics if not over or not isinstance(found, Stray)]
            return replace(made, diagnostics=(*kept, *over))
    except (OverTime, MemoryError, RecursionError) as error:
        if isinstance(error, RecursionError) and not text and _line(error, templates) is None:
            raise  # ours, not the template's
        taken = {OverTime: f"more than {SECONDS:g} s", RecursionError: "too many levels"}.get(type(error), "too much memory")
        message, place = f"setting the document takes {taken}", _line(error, templates)
        if place is None:
            return _failed(Stray("E413", message, Span(name), "divide it: it holds too much"))
        return _failed(Diagnostic("E413", message, place, "look for a loop without end"))
    except _template_error() as error:
        return _failed(Diagnostic("E410", f"the template does not fit its view: {error}", _where(error, name, templates)))


def _over(document: TextDocument, pages: int) -> Iterator[Diagnostic]:
    """By how many pages a document is longer than it may be."""
    over = pages - document.pages
    if document.pages and over > 0:
        message = f"‘{document.head.title}’ is {over} page{'s' if over > 1 else ''} over its {document.pages}, in type of {SIZES[-1]}"
        yield Diagnostic("E414", message, document.asked or Span(document.template), "leave sections out, or allow more pages")


def _failed(found: Diagnostic) -> Rendered:
    return Rendered(b"", 0, (found,))


def _template_error() -> type[Exception]:
    from jinja2 import TemplateError

    return TemplateError


def _refused(address: str, name: str, templates: Mapping[str, str]) -> Diagnostic:
    """An address in a document, at the first template that has it."""
    lines = ((file, row) for file, text in templates.items() for row, line in enumerate(text.splitlines(), 1) if address in line)
    return Diagnostic("E411", f"a document names no address: {shorten(address, 80)}", Span(*next(lines, (name, 1))))


def _where(error: BaseException, name: str, templates: Mapping[str, str]) -> Span:
    """Where in the templates an error arose: what it says itself, or the innermost line of a template that was at work."""
    if getattr(error, "lineno", None):
        return Span(getattr(error, "name", None) or name, error.lineno)  # type: ignore[attr-defined]
    return _line(error, templates) or Span(name)


def _line(error: BaseException, templates: Mapping[str, str]) -> Span | None:
    cause: BaseException | None = error
    while cause is not None:
        for frame, line in reversed([*walk_tb(cause.__traceback__)]):
            if frame.f_code.co_filename in templates:
                # An exception that Jinja does not know counts the lines of the code that it made of the template.
                made = frame.f_globals.get("__jinja_template__")
                return Span(frame.f_code.co_filename, made.get_corresponding_lineno(line) if made else line)
        cause = cause.__cause__
    return None


@uncollected()
def _printed(text: str, name: str, area: paginate.Area, fonts: Path, own: Mapping[str, str], *, screen: bool) -> Rendered | list[str]:
    """An HTML text as a PDF, or the addresses in it; `name` is its template's, `own` its pictures by their addresses."""
    with press(fonts, text, own) as sheets, _records(name) as log:
        if named := [*dict.fromkeys(addresses(sheets.root, own))]:
            return named
        if screen:
            put_fields(sheets.root)
        try:
            pages, wide = sheets.set(area)
            data = pages.write_pdf(finisher=_finish, pdf_tags=True)
        except (MemoryError, RecursionError):
            raise
        except paginate.NotSetError as error:
            reason = str(error)
        except Exception as error:  # sizes past all numbers, boxes within boxes that cannot hold them
            where = extract_tb(error.__traceback__)[-1]
            if Path(where.filename).parent == Path(__file__).parent:
                raise  # ours, not the engine's
            reason = f"{type(error).__name__} at {Path(where.filename).name}:{where.lineno}"
        else:
            return Rendered(data, len(pages.pages), (*dict.fromkeys(log), *_overflow(pages, name), *_wide(wide, name)))
        found = Diagnostic("E411", f"the engine cannot set this document: {reason}", Span(name), "look for strange styles or structure")
        return Rendered(b"", 0, (*dict.fromkeys(log), found))


def _resolved(text: str, variables: str) -> str:
    """The variables that are the same all over a document put in at once: the engine would look them up for every box."""
    values = dict(re.findall(r"(--[\w-]+): ([^;]+);", variables))
    return re.sub(r"var\((--[\w-]+)\)", lambda found: values.get(found[1], found[0]), text)


@contextmanager
def _records(name: str) -> Iterator[list[Diagnostic]]:
    """Gathers what the engine logs, warnings and worse, and keeps it off the console."""
    found: list[Diagnostic] = []

    class Gather(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            found.append(Diagnostic("E411", f"setting the document: {shorten(record.getMessage(), 300)}", Span(name)))

    logger, handler = logging.getLogger("weasyprint"), Gather(logging.WARNING)
    logger.addHandler(handler)
    passed_on, logger.propagate = logger.propagate, False
    try:
        yield found
    finally:
        logger.propagate = passed_on
        logger.removeHandler(handler)


def _overflow(document: Any, name: str) -> Iterator[Diagnostic]:
    """Text that runs out of its block or off the page: the engine draws it without a word. A bullet is told of only where its text is not."""
    found = [(number, *stray) for number, page in enumerate(document.pages, 1) for stray in paginate.strays(page._page_box)]
    found = [stray for stray in found if any(map(str.isalnum, stray[1]))] or found
    for at, (number, text, excess) in enumerate(found[:MOST_STRAYS], 1):
        more = f", and {len(found) - at} more texts" if at == MOST_STRAYS < len(found) else ""
        message = f"sheet {number}: '{text[:40]}' reaches {excess:.1f} mm beyond its place{more}"
        yield Stray("E412", message, Span(name), "shorten the text", text=text)


def _wide(texts: list[str], name: str) -> Iterator[Diagnostic]:
    """Tables that are wider than their columns, told by their first words."""
    for text in texts:
        message = f"the table that begins with '{text[:40]}' is too wide for its place"
        yield Stray("E412", message, Span(name), "give it fewer or shorter columns", text=text)


def _finish(document: Any, pdf: Any) -> None:
    """What the engine has no style for: labels of pages, the title in the window's bar, and how to print: at 100 %, on which paper, on both sides."""
    from pydyf import Array, Dictionary, String

    pdf.catalog["PageLabels"] = Dictionary({"Nums": Array([0, Dictionary({"S": "/D", "P": String("sheet ")})])})
    sides = "/Simplex" if len(document.pages) == 1 else "/DuplexFlipLongEdge"
    wishes = {"DisplayDocTitle": "true", "Duplex": sides, "PickTrayByPDFSize": "true", "PrintScaling": "/None"}
    pdf.catalog["ViewerPreferences"] = Dictionary(wishes)
