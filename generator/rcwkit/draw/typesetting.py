"""WeasyPrint for booklets, through its public interface: HTML and CSS into pages, pages into a PDF.

It sees our fonts and the pictures passed in, and no other files or URLs.
"""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from traceback import extract_tb
from typing import Any, NamedTuple
from xml.sax.saxutils import escape

from rcwkit.diagnostics import Surroundings
from rcwkit.draw.libraries import advice
from rcwkit.layout.stitching import Spread
from rcwkit.look.fonts import FACES

__all__ = ["Resource", "Set", "our_fonts", "typeset"]

_PIXELS = 96 / 25.4
"""CSS pixels in a millimetre."""
_TOLERANCE = 1.0
"""How far rounding may carry a box out of its page, in CSS pixels."""


class Resource(NamedTuple):
    """A file that a document may refer to: its bytes and media type, such as image/png."""

    data: bytes
    type: str


class Set(NamedTuple):
    """A typeset text: its pages, if any, and the engine's complaints."""

    document: Any
    said: list[str]

    @property
    def pages(self) -> int:
        """The number of pages."""
        return len(self.document.pages)

    @property
    def strayed(self) -> bool:
        """Whether a footnote stands on another page than its reference."""
        at = {name: number for number, page in enumerate(self.document.pages) for name in page.anchors}
        return any(at.get(f"n{name[1:]}", page) != page for name, page in at.items() if re.fullmatch(r"c\d+", name))

    @property
    def outside(self) -> dict[int | None, float]:
        """Row of a table in the text (None for anything else) → how far it reaches out of its page, in mm."""
        found: dict[int | None, float] = {}
        for page in self.document.pages:
            box = page._page_box
            edges = box.content_box_x(), box.content_box_x() + box.width, box.content_box_y() + box.height
            for row, excess in _outside(box, edges):
                found[row] = max(excess, found.get(row, 0))
        return found

    def pdf(self) -> bytes:
        """Return the pages in reading order, tagged and with bookmarks."""
        with _collecting(self.said):
            sides = "/DuplexFlipLongEdge" if self.pages > 1 else "/Simplex"
            return bytes(self.document.write_pdf(finisher=lambda _, pdf: _set_preferences(pdf, sides), pdf_tags=True))
        return b""

    def stitched(self, sides: Sequence[Spread]) -> bytes:
        """Return the pages side by side on sheets to fold, with bookmarks; links and tags are no use on paper."""

        def finish(_: Any, pdf: Any) -> None:
            _impose(pdf, sides)
            _set_preferences(pdf, "/DuplexFlipShortEdge")

        with _collecting(self.said):
            return bytes(self.document.write_pdf(finisher=finish))
        return b""


def _outside(box: Any, edges: tuple[float, float, float], row: int | None = None) -> Iterator[tuple[int | None, float]]:
    """Yield what reaches out of the left, right or lower edge (in CSS pixels): its table's row, and by how many mm.

    Margin boxes have no place in the text; what does not fit them is cut with an ellipsis.
    """
    for part in getattr(box, "children", ()):
        kind = type(part).__name__
        if kind == "MarginBox":
            continue
        within = row
        if kind == "TableBox":
            within = int(part.element.get("data-row"))
        if kind in ("TableBox", "TextBox") or kind.endswith("ReplacedBox"):
            left, right, foot = edges
            start, end = part.position_x, part.position_x + part.margin_width()
            excess = max(left - start, end - right, part.position_y + part.margin_height() - foot)
            if excess > _TOLERANCE:
                yield within, excess / _PIXELS
        yield from _outside(part, edges, within)


def typeset(html: str, css: str, resources: Mapping[str, Resource]) -> Set:
    """Set a text; the engine may open only `resources`, by URL. Raises Surroundings without its system libraries."""
    try:
        from weasyprint import CSS, HTML
        from weasyprint.text.fonts import FontConfiguration
        from weasyprint.urls import URLFetcher, URLFetcherResponse
    except (ImportError, OSError) as error:
        reason = str(error).splitlines()[0]
        raise Surroundings(f"booklets need WeasyPrint and Pango: {reason}; to install them: {advice()}") from error

    class Fetcher(URLFetcher):  # type: ignore[misc]
        def fetch(self, url: str, headers: Any = None) -> URLFetcherResponse:
            if url not in resources:
                raise ValueError("URLs are not opened")
            return URLFetcherResponse(url, resources[url].data, {"Content-Type": resources[url].type})

    fonts, fetcher = FontConfiguration(), Fetcher()
    document, said = None, list[str]()
    with _collecting(said):
        sheet = CSS(string=css, font_config=fonts, url_fetcher=fetcher)
        document = HTML(string=html, url_fetcher=fetcher).render(stylesheets=[sheet], font_config=fonts)
    return Set(document, said)


@contextmanager
def our_fonts(folder: Path) -> Iterator[None]:
    """Limit Fontconfig to our fonts while this lasts."""
    with TemporaryDirectory(prefix="rcwkit-fonts-") as place:
        settings, home = Path(place, "fonts.conf"), escape(str(folder.resolve()))
        ours = "".join(f"<glob>{home}{os.sep}{face.file}</glob>" for face in FACES.values())
        settings.write_text(
            '<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">\n'
            f"<fontconfig><dir>{home}</dir><cachedir>{escape(place)}/cache</cachedir>"
            f"<selectfont><acceptfont>{ours}</acceptfont><rejectfont><glob>*</glob></rejectfont></selectfont></fontconfig>\n",
            "utf-8",
        )
        before = os.environ.get("FONTCONFIG_FILE")
        os.environ["FONTCONFIG_FILE"] = str(settings)
        try:
            yield
        finally:
            os.environ.pop("FONTCONFIG_FILE")
            if before is not None:
                os.environ["FONTCONFIG_FILE"] = before


@contextmanager
def _collecting(said: list[str]) -> Iterator[None]:
    """Collect what the engine logs (warnings and errors), and its exceptions, instead of printing them."""

    class Gather(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            said.append(record.getMessage())

    logger, handler = logging.getLogger("weasyprint"), Gather(logging.WARNING)
    logger.addHandler(handler)
    passed_on, logger.propagate = logger.propagate, False
    try:
        yield
    except (MemoryError, RecursionError):
        raise
    except Exception as error:  # it cannot lay out some boxes within others
        where = extract_tb(error.__traceback__)[-1]
        if Path(where.filename).parent == Path(__file__).parent:
            raise  # ours, not the engine's
        said.append(f"{type(error).__name__} at {Path(where.filename).name}:{where.lineno}")
    finally:
        logger.propagate = passed_on
        logger.removeHandler(handler)


def _set_preferences(pdf: Any, sides: str) -> None:
    """Set viewer preferences: show the title, print at 100 % on both sides."""
    from pydyf import Dictionary

    preferences = {"DisplayDocTitle": "true", "Duplex": sides, "PickTrayByPDFSize": "true", "PrintScaling": "/None"}
    pdf.catalog["ViewerPreferences"] = Dictionary(preferences)


def _impose(pdf: Any, sides: Sequence[Spread]) -> None:
    """Turn each page into a form, and pairs of forms into new pages."""
    from pydyf import Array, Dictionary, Stream

    pages = {f"{number} 0 R".encode(): pdf.objects[number] for number in pdf.pages["Kids"][::3]}
    width, height = next(iter(pages.values()))["MediaBox"][2:]
    forms: list[bytes] = []
    for page in pages.values():
        form = pdf.objects[int(page["Contents"].split()[0])]
        form.extra |= {"Type": "/XObject", "Subtype": "/Form", "BBox": page["MediaBox"], "Resources": page["Resources"]}
        forms.append(form.reference)
        page.clear()  # the form replaces it
    pdf.pages["Kids"].clear()
    pdf.pages["Count"] = 0
    pdf.catalog.pop("Names", None)
    places: dict[int, tuple[bytes, float]] = {}
    for side in sides:
        halves = [(x, number) for x, number in ((0, side.left), (width, side.right)) if number is not None]
        drawn = Stream([f"q 1 0 0 1 {x:.4f} 0 cm /P{number} Do Q" for x, number in halves], compress=True)
        pdf.add_object(drawn)
        used = Dictionary({"XObject": Dictionary({f"P{number}": forms[number] for _, number in halves})})
        boxes = dict.fromkeys(("MediaBox", "BleedBox", "TrimBox"), Array([0, 0, 2 * width, height]))
        sheet = Dictionary(
            {"Type": "/Page", "Parent": pdf.pages.reference, **boxes, "Contents": drawn.reference, "Resources": used}
        )
        pdf.add_page(sheet)
        places |= {number: (sheet.reference, x) for x, number in halves}
    numbers = {reference: number for number, reference in enumerate(pages)}
    for bookmark in (one for one in pdf.objects if isinstance(one, Dictionary) and {"Title", "Dest"} <= one.keys()):
        page, how, x, *rest = bookmark["Dest"]
        sheet, left = places[numbers[page]]
        bookmark["Dest"] = Array([sheet, how, x + left, *rest])
