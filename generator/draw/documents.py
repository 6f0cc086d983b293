"""Text documents: a template and its view, through Jinja2 and WeasyPrint, into PDF bytes that depend on nothing else."""

from __future__ import annotations

import gc
import logging
import os
import re
import stat
from collections.abc import Container, Iterator, Mapping
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import shorten
from traceback import walk_tb
from typing import Any
from urllib.parse import quote
from xml.sax.saxutils import escape

from generator.diagnostics import Diagnostic, Span, Surroundings
from generator.draw import paginate
from generator.draw.addresses import addresses
from generator.draw.fields import put_fields
from generator.draw.svg import svg
from generator.fonts import FACES
from generator.layout.frame import MM, Frame
from generator.layout.motifs import motif
from generator.layout.text import Setter
from generator.limits import SECONDS, OverTime, timed
from generator.models.base import bold_runs
from generator.models.game import GameInfo
from generator.project import Project
from generator.symbols import die
from generator.theme import Theme, css_variables
from generator.views import TextDocument

__all__ = ["MARGINS", "Rendered", "Stray", "html", "read_templates", "render"]

MARGINS = (13.0, 13.0, 15.0)
"""Millimetres at the top, at either side, and at the bottom, where the foot stands."""
TAGGED = False
"""Whether the PDF carries structure tags for assistive software: 40 % larger files."""
USUAL = 9.0
"""The size of running text in points that the style sheets are written for."""
SETTINGS = {"normal": 1.0, "tight": 0.12, "tightest": 0.3}
"""How densely a part may be set, in this order, with the most that it may hope to save: the share of a part that stands on its last sheet."""
SPARSE = 0.5
"""A last sheet filled less than this is worth a tighter setting, if that saves it."""
LONGEST = 2**25
"""The most characters that one document's HTML may have."""


@dataclass(frozen=True)
class Rendered:
    """A finished document. With errors among its diagnostics it must not be published."""

    data: bytes
    pages: int
    diagnostics: tuple[Diagnostic, ...] = ()


@dataclass(frozen=True)
class Stray(Diagnostic):
    """A text that runs out of its place; whoever knows the data can say where it was written."""

    text: str = ""


def read_templates(folder: Path) -> dict[str, str]:
    """The templates and style sheets of a folder by file name; links and subfolders are passed over. Raises InputError for what is no text."""
    project = Project(folder, shown=folder.name)
    found = (path for path in sorted(folder.iterdir()) if path.suffix in (".html", ".css") and stat.S_ISREG(path.lstat().st_mode))
    return {path.name: project.read(path) for path in found}


def html(
    name: str, context: Mapping[str, Any], templates: Mapping[str, str], setter: Setter, own: set[str] | None = None, *, inline: bool = False
) -> str:
    """A template's HTML. Raises `jinja2.TemplateError` for a template that is wrong or asks for what its view does not have.

    Frames become pictures, whose addresses `own` gathers, or with `inline` SVG elements, which alone may use a page's fonts.

    Filters, with sizes in millimetres: `rich` (bold runs), `drawn` (a frame), `flag` (a ruling's number), `die` (a face), `motif` (a composition).
    """
    from jinja2 import FunctionLoader, StrictUndefined, TemplateError, TemplateRuntimeError
    from jinja2.sandbox import ImmutableSandboxedEnvironment
    from markupsafe import Markup

    def rich(text: str) -> Markup:
        return Markup("").join(Markup("<b>{}</b>").format(run) if bold else run for bold, run in bold_runs(text))

    def drawn(frame: Frame, width: float | None = None) -> Markup:
        if inline:
            return Markup(svg(frame, width=width, label=frame.name))
        # As a picture of its own it is read once however often it appears, and style sheets pass it by.
        address = f"data:image/svg+xml,{quote(svg(frame, width=width))}"
        if own is not None:
            own.add(address)
        return Markup('<img src="{}" alt="{}">').format(address, frame.name)

    def flag(number: int, height: float = 3.2) -> Markup:
        size = _size(height * MM / 1.42, setter.theme)
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


def _grown(css: str, theme: Theme) -> str:
    """A style sheet with every size in points enlarged for large print; what stands in mm stays."""
    return css if theme.reading == USUAL else re.sub(r"(\d*\.?\d+)pt", lambda found: f"{_size(float(found[1]), theme):g}pt", css)


def _size(usual: float, theme: Theme) -> float:
    """A size of type in a theme: larger in large print, and there not below its running text."""
    return usual if theme.reading == USUAL else max(usual * theme.reading / USUAL, theme.reading)


def render(
    document: TextDocument,
    *,
    paper: tuple[float, float],
    templates: Mapping[str, str],
    setter: Setter,
    info: GameInfo,
    screen: bool = False,
    tagged: bool = TAGGED,
) -> Rendered:
    """Set a document on paper of a width and height in millimetres; for the `screen` its boxes are form fields.

    What the engines find wrong comes back as E410 (template and view), E411 (style sheet, address, picture, glyph), E412 (text that runs
    out of its place) and E413 (too much time or memory). Raises Surroundings where WeasyPrint lacks its system libraries.
    """
    name, context = document.template, {"head": document.head, "parts": document.parts}
    sizes = {"width": paper[0], "height": paper[1], "tall": paginate.TALL}
    page = {"paper": sizes, "margins": MARGINS, "variables": css_variables(setter.theme, info), "screen": screen}
    own: set[str] = set()
    try:
        with timed(SECONDS):
            text = html(name, {**context, **page}, templates, setter, own)
            if len(text) > LONGEST:
                raise MemoryError
            made = _printed(_resolved(text, str(page["variables"])), name, paper, setter.book.folder, own, screen=screen, tagged=tagged)
            return made if isinstance(made, Rendered) else Rendered(b"", 0, tuple(_refused(address, name, templates) for address in made))
    except (OverTime, MemoryError, RecursionError) as error:
        taken = {OverTime: f"more than {SECONDS:g} s", RecursionError: "too many levels"}.get(type(error), "too much memory")
        return _failed(Diagnostic("E413", f"setting the document takes {taken}", _where(error, name, templates), "look for a loop without end"))
    except _template_error() as error:
        return _failed(Diagnostic("E410", f"the template does not fit its view: {error}", _where(error, name, templates)))


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
    cause: BaseException | None = error
    while cause is not None:
        for frame, line in reversed([*walk_tb(cause.__traceback__)]):
            if frame.f_code.co_filename in templates:
                # An exception that Jinja does not know counts the lines of the code that it made of the template.
                made = frame.f_globals.get("__jinja_template__")
                return Span(frame.f_code.co_filename, made.get_corresponding_lineno(line) if made else line)
        cause = cause.__cause__
    return Span(name)


@contextmanager
def _uncollected() -> Iterator[None]:
    """Leaves cyclic garbage alone until a document is done: looking for it in trees that still grow took a third of the time."""
    before = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if before:
            gc.enable()


@_uncollected()
def _printed(
    text: str, name: str, paper: tuple[float, float], fonts: Path, own: Container[str], *, screen: bool, tagged: bool
) -> Rendered | list[str]:
    """An HTML text as a PDF, or the addresses in it; `name` is its template's, `own` holds the addresses of its pictures."""
    with _press(fonts, own) as press, _records(name) as log:
        tree = press.html(string=text, url_fetcher=press.fetcher)
        if named := [*dict.fromkeys(addresses(tree.etree_element, own))]:
            return named
        if screen:
            put_fields(tree.etree_element)
        pages = press.set(tree, paper)
        data = pages.write_pdf(finisher=_finish, pdf_tags=tagged)
        return Rendered(data, len(pages.pages), (*dict.fromkeys(log), *_overflow(pages, name)))


def _resolved(text: str, variables: str) -> str:
    """The variables that are the same all over a document put in at once: the engine would look them up for every box."""
    values = dict(re.findall(r"(--[\w-]+): ([^;]+);", variables))
    return re.sub(r"var\((--[\w-]+)\)", lambda found: values.get(found[1], found[0]), text)


class _Press:
    """WeasyPrint with nothing but our fonts and what stands in the document, and no way to any file or network.

    Pictures are drawn here: no other picture, drawing or font reaches the engine.
    """

    def __init__(self, own: Container[str]) -> None:
        try:
            from cssselect2 import ElementWrapper
            from weasyprint import DEFAULT_OPTIONS, HTML
            from weasyprint.document import Page
            from weasyprint.images import get_image_from_uri
            from weasyprint.layout.background import layout_box_backgrounds
            from weasyprint.text.fonts import FontConfiguration
            from weasyprint.urls import URLFetcher
        except (ImportError, OSError) as error:
            advice = "install Pango (Debian: libpango-1.0-0 libpangoft2-1.0-0; macOS: brew install pango)"
            raise Surroundings(f"text documents need WeasyPrint and Pango: {str(error).splitlines()[0]}; {advice}") from error
        self.wrap, self.html, self.page, self.backgrounds = ElementWrapper.from_html_root, HTML, Page, layout_box_backgrounds

        class Fetcher(URLFetcher):  # type: ignore[misc]
            def fetch(self, url: str, headers: Any = None) -> Any:
                if url not in own:
                    raise ValueError("no address is opened")
                return super().fetch(url, headers)

        self.fetcher, self.fonts = Fetcher(), FontConfiguration()
        self.pictures: dict[str, Any] = {}
        self.picture = partial(get_image_from_uri, cache=self.pictures, url_fetcher=self.fetcher, options=DEFAULT_OPTIONS)

    def set(self, tree: Any, paper: tuple[float, float]) -> Any:
        """The pages of an HTML tree; a denser setting is taken for a part where that saves an almost empty last sheet."""
        across, down = 2 * MARGINS[1], MARGINS[0] + MARGINS[2]
        area = paginate.Area(paper[0] - across, paper[1] - down, paper[1] - across, paper[0] - down)
        root = tree.etree_element
        parts = paginate.parts(root)
        best: dict[int, paginate.Plan] = {}
        for setting, hope in SETTINGS.items():
            wanting = [index for index in range(len(parts)) if index not in best or (best[index].fill < SPARSE and best[index].tail < hope)]
            plans = self._plans(tree, deepcopy(root), wanting, area, setting) if wanting else {}
            best |= {index: plan for index, plan in plans.items() if index not in best or len(plan.pages) < len(best[index].pages)}
        chosen = [best[index] for index in range(len(parts))]
        blanks: dict[Any, Any] = {}
        for part, plan, joins in zip(parts, chosen, paginate.joined(parts, chosen), strict=True):
            blanks |= paginate.rebuild(part, plan, joins=joins)
        document = self._lay_out(tree, root)
        document.pages = [self._filled(page._page_box, blanks) for page in document.pages]
        return document

    def _plans(self, tree: Any, root: Any, wanting: list[int], area: paginate.Area, setting: str) -> dict[int, paginate.Plan]:
        """How the parts that want it would be set, measured on one endless sheet."""
        root.set("class", "measure")
        parts = paginate.parts(root)
        paginate.only([parts[index] for index in wanting], root)
        for index in wanting:
            paginate.narrow(parts[index], area, setting)
        boxes = paginate.boxes(self._lay_out(tree, root).pages[0]._page_box)
        return {index: paginate.plan(parts[index], boxes, area, setting) for index in wanting}

    def _lay_out(self, tree: Any, root: Any) -> Any:
        """The pages of a tree of elements."""
        tree.etree_element, tree.wrapper_element = root, self.wrap(root, content_language=None)
        return tree.render(font_config=self.fonts, cache=self.pictures)

    def _filled(self, page_box: Any, blanks: Mapping[Any, Any]) -> Any:
        """A page whose blanks hold the blocks that were measured for them: these are laid out only once."""
        for box in paginate.fill(page_box, blanks):
            self.backgrounds(page_box, box, self.picture)
        return self.page(page_box)


@contextmanager
def _press(fonts: Path, own: Container[str]) -> Iterator[_Press]:
    """A press whose font library sees one folder; its settings must stand before it is first imported."""
    with TemporaryDirectory(prefix="rcwkit-fonts-") as folder:
        settings, home = Path(folder, "fonts.conf"), escape(str(fonts.resolve()))
        # Whatever else lies in the folder is passed over.
        ours = "".join(f"<glob>{home}{os.sep}{face.file}</glob>" for face in FACES.values())
        settings.write_text(
            '<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">\n'
            f"<fontconfig><dir>{home}</dir><cachedir>{escape(folder)}/cache</cachedir>"
            f"<selectfont><acceptfont>{ours}</acceptfont><rejectfont><glob>*</glob></rejectfont></selectfont></fontconfig>\n",
            "utf-8",
        )
        before = os.environ.get("FONTCONFIG_FILE")
        os.environ["FONTCONFIG_FILE"] = str(settings)
        try:
            yield _Press(own)
        finally:
            os.environ.pop("FONTCONFIG_FILE")
            if before is not None:
                os.environ["FONTCONFIG_FILE"] = before


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
    """Text that runs out of its block or off the page: the engine draws it without a word."""
    for number, page in enumerate(document.pages, 1):
        for text, excess in paginate.strays(page._page_box):
            message = f"sheet {number}: '{text[:40]}' reaches {excess:.1f} mm beyond its place"
            yield Stray("E412", message, Span(name), "shorten the text", text=text)


def _finish(_: Any, pdf: Any) -> None:
    """What the engine has no style for: labels of pages, the title in the window's bar, printing at 100 %, and the tray by the page's size."""
    from pydyf import Array, Dictionary, String

    pdf.catalog["PageLabels"] = Dictionary({"Nums": Array([0, Dictionary({"S": "/D", "P": String("sheet ")})])})
    pdf.catalog["ViewerPreferences"] = Dictionary({"DisplayDocTitle": "true", "PickTrayByPDFSize": "true", "PrintScaling": "/None"})
