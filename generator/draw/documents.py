"""Text documents: a template and a view, through Jinja2 and WeasyPrint, into PDF bytes that depend on nothing else."""

from __future__ import annotations

import logging
import os
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from xml.sax.saxutils import escape

from generator.diagnostics import Diagnostic, Span
from generator.draw.svg import svg
from generator.fonts import FontBook, glyph_name
from generator.layout.frame import MM, Frame, Text
from generator.models.base import bold_runs
from generator.models.game import GameInfo
from generator.source import Node
from generator.symbols import die, pennon
from generator.theme import Theme, css_variables

__all__ = ["PAPERS", "Rendered", "glyphs", "html", "read_templates", "render"]

PAPERS: Mapping[str, tuple[float, float]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Paper name → width and height in millimetres, upright."""
TAGGED = False
"""Whether the PDF carries the structure tags of PDF/UA: 40 % larger files."""
SETTINGS = ("normal",)
"""How densely a document may be set, tried in this order when its last page would stay almost empty."""
SPARSE = 0.4
"""A last page filled less than this is worth a tighter setting, if that saves it."""
_SLACK = 1.5  # CSS pixels by which rounding may push text over an edge


@dataclass(frozen=True)
class Rendered:
    """A finished document. With errors among the diagnostics it must not be published."""

    data: bytes
    pages: int
    diagnostics: tuple[Diagnostic, ...] = ()


def read_templates(folder: Path) -> dict[str, str]:
    """The templates and style sheets of a folder by file name; links and subfolders are passed over."""
    found = (path for path in sorted(folder.iterdir()) if path.suffix in (".html", ".css") and stat.S_ISREG(path.lstat().st_mode))
    return {path.name: path.read_text("utf-8") for path in found}


def glyphs(node: Node, book: FontBook, fonts: tuple[str, ...] = ("sans", "sans-bold", "narrow-bold", "serif")) -> Iterator[Diagnostic]:
    """E320 for every text of a source document, keys included, with characters that one of the fonts lacks."""
    match node.value:
        case str(text):
            for character in dict.fromkeys(character for font in fonts for character in book.missing(text.replace("\n", " "), font)):
                yield Diagnostic("E320", f"the fonts have no {glyph_name(character)}: '{character}'", node.span, "write it in letters")
        case dict(entries):
            for key, value in entries.values():
                yield from glyphs(key, book, fonts)
                yield from glyphs(value, book, fonts)
        case tuple(parts):
            for part in parts:
                yield from glyphs(part, book, fonts)


def html(name: str, context: Mapping[str, Any], templates: Mapping[str, str], theme: Theme) -> str:
    """A template's HTML. Raises `jinja2.TemplateError` for a template that is wrong or asks for what the view does not have.

    Filters: `rich` (bold runs), `drawn` (a frame), `flag` (a ruling's number in its pennon) and `die` (a face), with heights in millimetres.
    """
    from jinja2 import DictLoader, StrictUndefined
    from jinja2.sandbox import ImmutableSandboxedEnvironment
    from markupsafe import Markup

    def rich(text: str) -> Markup:
        return Markup("").join(Markup("<b>{}</b>").format(run) if bold else run for bold, run in bold_runs(text))

    def drawn(frame: Frame, width: float | None = None) -> Markup:
        return Markup(svg(frame, width=width, label=frame.name))

    def flag(number: int, height: float = 2.9) -> Markup:
        return drawn(_flag(number, height * MM, theme))

    def face(number: int, size: float = 4.0) -> Markup:
        return drawn(Frame(size * MM, size * MM, die(number, 0, 0, size * MM, theme.ink, theme.page), name=str(number)))

    environment = ImmutableSandboxedEnvironment(
        loader=DictLoader(dict(templates)), undefined=StrictUndefined, autoescape=True, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters |= {"rich": rich, "drawn": drawn, "flag": flag, "die": face}
    return environment.get_template(name).render(context, theme=theme)


def _flag(number: int, height: float, theme: Theme) -> Frame:
    """A ruling's mark: its number on a gold pennon, `height` points high."""
    size, text = height * 0.82, str(number)
    width = FontBook().width(text, "narrow-bold", size)
    cloth = pennon(height * 0.1, height * 0.05, width + height * 0.85, height * 0.74, theme.ink, theme.gold)
    return Frame(width + height * 1.0, height, (*cloth, Text(height * 0.32, height * 0.7, text, "narrow-bold", size, theme.ink)), name=f"ruling {number}")


def render(
    name: str,
    context: Mapping[str, Any],
    *,
    paper: tuple[float, float],
    templates: Mapping[str, str],
    fonts: Path,
    theme: Theme,
    info: GameInfo,
    tagged: bool = TAGGED,
) -> Rendered:
    """Set a template on paper of a width and height in millimetres.

    Whatever the engines find wrong comes back as E410 (template), E411 (style sheet, address or picture) and E412 (text off its column or page).
    """
    from jinja2 import TemplateError

    page = {"paper": {"width": paper[0], "height": paper[1]}, "variables": css_variables(theme, info)}
    best: tuple[Any, list[Diagnostic]] | None = None
    with _engine(fonts) as weasyprint, _records(name) as log:
        for setting in SETTINGS:
            try:
                text = html(name, {**context, **page, "setting": setting}, templates, theme)
            except TemplateError as error:
                where = Span(getattr(error, "name", None) or name, getattr(error, "lineno", None) or 1)
                return Rendered(b"", 0, (Diagnostic("E410", f"the template does not fit its view: {error}", where),))
            log.clear()
            document = weasyprint.lay_out(text)
            if best is None or len(document.pages) < len(best[0].pages):
                best = document, [*log, *_overflow(document, name)]
            if len(best[0].pages) == 1 or _fill(best[0].pages[-1]) >= SPARSE:
                break
        assert best is not None
        log.clear()
        data = best[0].write_pdf(finisher=_finish, pdf_tags=tagged)
        return Rendered(data, len(best[0].pages), (*best[1], *log))


class _Press:
    """WeasyPrint with nothing but our fonts, and no way to any file or network."""

    def __init__(self) -> None:
        from weasyprint import HTML
        from weasyprint.text.fonts import FontConfiguration
        from weasyprint.urls import URLFetcher

        self.html, self.fetcher, self.fonts = HTML, URLFetcher(allowed_protocols=()), FontConfiguration()

    def lay_out(self, text: str) -> Any:
        """The pages of an HTML text."""
        return self.html(string=text, url_fetcher=self.fetcher).render(font_config=self.fonts)


@contextmanager
def _engine(fonts: Path) -> Iterator[_Press]:
    """A press whose font library sees one folder; its settings must stand before it is first imported."""
    with TemporaryDirectory(prefix="rcwkit-fonts-") as folder:
        settings = Path(folder, "fonts.conf")
        settings.write_text(
            '<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">\n'
            f"<fontconfig><dir>{escape(str(fonts.resolve()))}</dir><cachedir>{escape(folder)}/cache</cachedir></fontconfig>\n",
            "utf-8",
        )
        before = os.environ.get("FONTCONFIG_FILE")
        os.environ["FONTCONFIG_FILE"] = str(settings)
        try:
            yield _Press()
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
            found.append(Diagnostic("E411", f"setting the document: {record.getMessage()}", Span(name)))

    logger, handler = logging.getLogger("weasyprint"), Gather(logging.WARNING)
    logger.addHandler(handler)
    passed_on, logger.propagate = logger.propagate, False
    try:
        yield found
    finally:
        logger.propagate = passed_on
        logger.removeHandler(handler)


def _texts(page: Any) -> Iterator[tuple[Any, float]]:
    """The runs of text in a page's flow, each with the right edge of the block that holds it, in CSS pixels."""
    from weasyprint.formatting_structure import boxes

    pending = [(child, page.width) for child in page._page_box.children if not isinstance(child, boxes.MarginBox)]
    while pending:
        box, edge = pending.pop()
        if isinstance(box, boxes.TextBox):
            yield box, edge
        elif isinstance(box, boxes.BlockContainerBox):
            edge = box.content_box_x() + box.width
        if isinstance(box, boxes.ParentBox):
            pending += [(child, edge) for child in box.children]


def _overflow(document: Any, name: str) -> Iterator[Diagnostic]:
    """Text that runs out of its block or off the page: the engine draws it without a word."""
    for number, page in enumerate(document.pages, 1):
        frame = page._page_box
        bottom = frame.content_box_y() + frame.height
        for box, edge in _texts(page):
            if box.position_x + box.width > edge + _SLACK or box.position_y + box.height > bottom + _SLACK:
                yield Diagnostic("E412", f"sheet {number}: '{box.text.strip()[:40]}' does not fit its place", Span(name), "shorten the text")


def _fill(page: Any) -> float:
    """How far down a page's text reaches, from 0 to 1."""
    frame = page._page_box
    lowest = max((box.position_y + box.height for box, _ in _texts(page)), default=frame.content_box_y())
    return float((lowest - frame.content_box_y()) / frame.height)


def _finish(_: Any, pdf: Any) -> None:
    """What the engine has no style for: labels of pages, the title in the window's bar, and printing at 100 %."""
    from pydyf import Array, Dictionary, String

    pdf.catalog["PageLabels"] = Dictionary({"Nums": Array([0, Dictionary({"S": "/D", "P": String("sheet ")})])})
    pdf.catalog["ViewerPreferences"] = Dictionary({"DisplayDocTitle": "true", "PrintScaling": "/None"})
