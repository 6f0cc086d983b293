"""Draw booklets: their text with the game's rulings and parts, set by WeasyPrint as pages or as sheets to fold."""

from __future__ import annotations

import logging
import os
import re
import shutil
import sys
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from html import escape as html_escape
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import shorten
from traceback import extract_tb
from typing import Any, NamedTuple
from xml.sax.saxutils import escape

from rcwkit.art.artwork import placed
from rcwkit.art.motifs import motif
from rcwkit.art.theme import css_variables
from rcwkit.diagnostics import Diagnostic, Span, Surroundings
from rcwkit.document.templates import Misfit, rendered
from rcwkit.frame import MM, Frame, Group, Item, Picture
from rcwkit.game.game import Game
from rcwkit.game.references import ruling_numbers
from rcwkit.kinds.booklet.kind import Booklet, Format
from rcwkit.kinds.booklet.markdown import MARK, MarkdownHeading, MarkdownPicture, Origin, Prose, prose
from rcwkit.kinds.kind import kinds_in
from rcwkit.sheets.paper import FOLD, PAPERS, Paper, Spread, spreads
from rcwkit.sheets.svg import embedded, svg
from rcwkit.source.info import HOUSE_FONTS, GameInfo
from rcwkit.source.markup import Sign
from rcwkit.source.project import Project
from rcwkit.type.fonts import FACES, STRONG, composed, face_rule
from rcwkit.type.text import Setter
from rcwkit.workers import SECONDS, OverTime, timed


class Volume(NamedTuple):
    """A booklet ready for its template.

    In its HTML, pictures have the address `picture:N`, and rulings their numbers. `written` is its place in the
    data, `origin` that of its text. If `contents` is empty, there is no table of contents.
    """

    game: str
    title: str
    rule: str
    note: str
    flags: tuple[int, ...]
    source: str
    credits: str
    language: str
    format: Format | None
    contents: tuple[MarkdownHeading, ...]
    html: str
    notes: tuple[str, ...]
    pictures: tuple[MarkdownPicture, ...]
    parts: tuple[Frame, ...]
    written: Span
    origin: Origin

    @property
    def chapters(self) -> int:
        """The number of first-level headings."""
        return len(re.findall(r"<h1[ >]", self.html))


WIDE, NARROW = 166 * MM, 114 * MM
"""How wide parts of the game are at most, on full and on half sheets."""


def volume(game: Game, name: str, setter: Setter) -> Volume:
    """Return a booklet of a game. Raises KeyError for an unknown name."""
    item = game[Booklet][name]
    booklet, attached = item.value, item.document.attached
    assert attached is not None  # the loader has read it
    prose = attached.prose
    numbers = ruling_numbers(game) if booklet.rulings or prose.rulings else {}
    highest = min((heading.level for heading in prose.headings), default=1)
    drawn = tuple(parts(game, prose, setter, NARROW if booklet.format else WIDE))
    listed = tuple(heading for heading in prose.headings if heading.level <= highest + 1) if booklet.contents else ()
    return Volume(
        game.info.title,
        booklet.title,
        booklet.rule,
        booklet.note or "",
        tuple(sorted(numbers[ruling] for ruling in booklet.rulings if ruling in numbers)),
        booklet.source,
        game.info.credits,
        booklet.language or game.info.language,
        booklet.format,
        listed,
        _told(_named(_numbered(prose.html, numbers), drawn), game),
        tuple(_told(_numbered(note, numbers), game) for note in prose.notes),
        attached.pictures,
        drawn,
        item.document.at("title"),
        prose.origin,
    )


def parts(game: Game, prose: Prose, setter: Setter, width: float) -> Iterator[Frame]:
    """Yield the parts of the game that a text prints; the checks have refused unknown ones."""
    known = {kind.part.word: kind.part for kind in kinds_in(game) if kind.part}
    for reference in prose.parts:
        word, name = reference.name.split(" ")
        yield known[word].draw(game, name, setter, width)


def _named(html: str, drawn: Sequence[Frame]) -> str:
    """Say what is read in place of parts of the game: their names."""

    def named(found: re.Match[str]) -> str:
        return f'{found[1]}"{html_escape(drawn[int(found[2])].name)}"'

    return re.sub(r'(src="part:(\d+)" alt=)"[^"]*"', named, html)


def _told(html: str, game: Game) -> str:
    """Say what is read in place of signs; the checks have refused unknown ones."""
    own = {name: one.said for name, one in game.info.own_signs.items() if one.said}

    def mark(found: re.Match[str]) -> str:
        return f'src="sign:{found[1]}" alt="{html_escape(Sign("sign", found[1]).spoken(own))}"'

    said = re.sub(r'src="sign:([\w-]+)" alt="sign"', mark, html)
    return composed(said, game.book["serif"].glyphs)


def _numbered(html: str, numbers: Mapping[str, int]) -> str:
    """Number the marks of rulings, and leave out those of slips; the checks have refused unknown ones."""

    def mark(found: re.Match[str]) -> str:
        return f"{MARK}{numbers[found[1]]}</sup>" if found[1] in numbers else ""

    return re.sub(rf"{MARK}([\w.-]+)</sup>", mark, html)


_COMMANDS = {
    "apt-get": "sudo apt-get install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0",
    "dnf": "sudo dnf install pango harfbuzz fontconfig",
    "pacman": "sudo pacman -S pango",
    "zypper": "sudo zypper install libpango-1_0-0 libharfbuzz-subset0",
    "apk": "sudo apk add pango fontconfig",
    "brew": "brew install pango",
}
_WINDOWS = (
    "install MSYS2 (msys2.org), run in its window: pacman -S mingw-w64-x86_64-pango; "
    r"then, before building: set WEASYPRINT_DLL_DIRECTORIES=C:\msys64\mingw64\bin"
)


def advice(system: str = sys.platform) -> str:
    """Return the command, or the steps, that install Pango."""
    if system == "win32":
        return _WINDOWS
    here = ["brew"] if system == "darwin" else [program for program in _COMMANDS if shutil.which(program)]
    return _COMMANDS[here[0]] if here else "install Pango 1.44 or newer with HarfBuzz and Fontconfig"


_PIXELS = 96 / 25.4
"""CSS pixels in a millimetre."""
_TOLERANCE = 1.0
"""How far rounding may carry a box out of its page, in CSS pixels."""


_CLIP = re.compile(r"""(<g[^>]*) clip-path="(?:path\((evenodd, )?'([^']*)'\)|polygon\(([^)]*)\)) view-box\"""")
"""How a drawing of ours clips a group: to a path, or to corners."""
_HELD = re.compile(r"data:(image/(?:png|jpeg|svg\+xml));base64,([A-Za-z0-9+/=]+)")


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
                # Drawings of ours hold their pictures, and texts cannot name one so.
                if not (held := _HELD.fullmatch(url)):
                    raise ValueError("URLs are not opened")
                return URLFetcherResponse(url, b64decode(held[2]), {"Content-Type": held[1]})
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
        if Path(where.filename).is_relative_to(Path(__file__).parents[2]):
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


Setting = Callable[..., Set]
HALF = 9.4 / 10.4
"""Size of running text on half sheets, as a share of that on full ones."""
ORPHANS = (2, 3, 4)
"""Least lines of a paragraph at the foot of a page; the later values are tried when footnotes stray."""
_SIGN = re.compile(r'src="sign:([\w-]+)"')
SHARE = 0.12
"""Most pages, as a share, that starting every chapter on a new page may add to a booklet."""


@dataclass(frozen=True)
class BoundBooklet:
    """A finished booklet: its PDF, pages and sheets of paper; without data if its diagnostics contain errors."""

    data: bytes = b""
    pages: int = 0
    sheets: int = 0
    diagnostics: tuple[Diagnostic, ...] = ()


class _Job(NamedTuple):
    """A booklet to set, and everything needed for it; `small` are the sizes of tables, as shares of the usual one."""

    volume: Volume
    paper: Paper
    texts: Mapping[str, str]
    setter: Setter
    info: GameInfo
    folded: bool
    small: Mapping[int, float] = {}


def templates(folder: Path) -> dict[str, str]:
    """Return the template and style sheet of booklets. Raises InputError for a file that is not text."""
    project = Project(folder, shown=f"{folder.parent.name}/{folder.name}")
    return {name: project.read(folder / name) for name in ("booklet.html", "booklet.css")}


def render(
    volume: Volume, paper: Paper, texts: Mapping[str, str], setter: Setter, info: GameInfo, *, screen: bool = False
) -> BoundBooklet:
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
            if small := _narrowed(made, _size(job) * TABLE):
                made = _with_chapters(volume, partial(_set, job._replace(small=small)), folded=folded)
            sides = spreads(made.pages) if folded and not screen and not made.said else []
            data = b"" if made.said else made.stitched(sides) if sides else made.pdf()
            wrong = [_complaint(said, volume) for said in dict.fromkeys(made.said)] or [*_outside_pages(made, volume)]
            if wrong:
                return BoundBooklet(diagnostics=tuple(wrong))
            return (
                BoundBooklet(data, len(sides), len(sides) // 2) if sides else BoundBooklet(data, made.pages, made.pages)
            )
    except Misfit as error:
        place = error.place._replace(file=f"templates/booklet/{error.place.file}")
        found = Diagnostic("E410", f"the template does not fit its data: {error.message}", place)
    except (OverTime, MemoryError, RecursionError) as error:
        known = {OverTime: f"more than {SECONDS:g} s", RecursionError: "too many levels"}
        message = f"setting the booklet takes {known.get(type(error), 'too much memory')}"
        found = Diagnostic("E413", message, volume.written, "it is too long; split it")
    return BoundBooklet(diagnostics=(found,))


TABLE, FLOOR = 0.88, 6.5
"""Size of type in tables, in that of running text, and its least size in points."""
SPARE = 0.97
"""How much narrower than the page a table is set that was too wide."""


def _size(job: _Job) -> float:
    """Return the size of running text in points."""
    theme = job.setter.theme
    size = theme.booklet * (HALF if job.folded else 1.0)
    return theme.grown(size) if theme.enlarges else size


def _narrowed(made: Set, size: float) -> dict[int, float]:
    """Return the shares of their `size` in points at which tables fit that are too wide, by their row."""
    wide = {} if made.said else {row: excess for row, excess in made.outside.items() if row is not None}
    if not wide:
        return {}
    room = made.document.pages[0]._page_box.width / _PIXELS
    return {row: max(FLOOR / size, SPARE * room / (room + excess)) for row, excess in wide.items()}


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
    volume, paper, texts, setter, info, folded, small = job
    from markupsafe import Markup

    theme = setter.theme
    width, height = (paper.height / 2, paper.width) if folded else (paper.width, paper.height)
    resources = _pictured(volume, setter)
    setter.flagged |= {*volume.flags, *_flagged("".join((volume.html, *volume.notes)))}
    resources |= {f"font:{name}": Resource(font.data, "font/ttf") for name, font in setter.book.own.items()}
    resources["motif:corner"] = _drawn(motif(theme.motif or "wedge", theme), "", setter)
    page = {
        "volume": volume,
        "say": setter.say,
        "theme": theme,
        "width": width,
        "height": height,
        "size": _size(job),
        "small": [(row, TABLE * share) for row, share in small.items()],
        "folded": folded,
        "broken": broken,
        "orphans": orphans,
        "ends": ends,
        "text": Markup(volume.html),
        "notes": [Markup(note) for note in volume.notes],
        "variables": css_variables(theme, info),
        "fonts": {
            role: ", ".join(f'"{name}"' for name in setter.book[role].families) for role in (*HOUSE_FONTS, *STRONG)
        },
        "weight": setter.book["display"].face.weight,
        "faces": "".join(face_rule(font.face, f"font:{name}") for name, font in setter.book.own.items()),
    }
    style = rendered("booklet.css", page, texts, {}, escaped=False)
    return typeset(rendered("booklet.html", page, texts, {}), style, resources)


def _pictured(volume: Volume, setter: Setter) -> dict[str, Resource]:
    """Return the pictures, parts of the game and signs in a text, by their addresses."""
    pictures = (_drawing(one, setter) if one.name else _resource(one.data) for one in volume.pictures)
    found = {f"picture:{number}": one for number, one in enumerate(pictures)}
    found |= {f"part:{number}": _drawn(frame, frame.name, setter) for number, frame in enumerate(volume.parts)}
    signs = sorted(set(_SIGN.findall("".join((volume.html, *volume.notes)))))
    return {**found, **{f"sign:{name}": _sign(name, setter) for name in signs}}


def on_screen(game: Game, name: str, setter: Setter) -> str:
    """Return the text of a booklet as HTML, its pictures in it, whose blocks say where they stand in its source."""
    said = game[Booklet][name].document.attached
    assert said is not None  # the loader has read it
    numbers = ruling_numbers(game) if said.prose.rulings else {}
    made = volume(game, name, setter)
    placed = prose(said.prose.text, said.prose.origin, placed=True).html
    html = _told(_named(_numbered(placed, numbers), made.parts), game)
    for address, one in _pictured(made, setter).items():
        html = html.replace(f'src="{address}"', f'src="data:{one.type};base64,{b64encode(one.data).decode()}"')
    return html


def _complaint(said: str, volume: Volume) -> Diagnostic:
    return Diagnostic("E411", f"setting the booklet: {shorten(said, 300)}", volume.written)


def _outside_pages(made: Set, volume: Volume) -> Iterator[Diagnostic]:
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


_CROSSED = (
    b'<svg xmlns="http://www.w3.org/2000/svg" width="240" height="120"><path d="M1 1H239V119H1ZL239 119M239 1L1 119" '
    b'fill="#EEEEEE" stroke="#D40000" stroke-width="1.5"/></svg>'
)
"""What a draft shows in place of a picture that is missing, in the colour of what does not fit."""


def _resource(data: bytes) -> Resource:
    """Return a picture's data with their type; a draft shows a crossed box in place of one without any."""
    kind = "image/png" if data.startswith(b"\x89PNG") else "image/jpeg" if data else "image/svg+xml"
    return Resource(data or _CROSSED, kind)


def _drawing(picture: MarkdownPicture, setter: Setter) -> Resource:
    """Return a drawing in its natural size, as any other art of the game is drawn."""
    art = setter.artwork.find(picture.name, lambda: picture.span, setter.found, None)
    if art is None:  # it was changed after it had been read, which is told
        return _resource(b"")
    return _drawn(Frame(art.width, art.height, (placed(art, 0.0, 0.0, art.width, art.height),)), "", setter)


def _drawn(frame: Frame, label: str, setter: Setter) -> Resource:
    drawn = svg(frame, label=label, fonts=setter.book, pictures=lambda digest: embedded(setter.artwork[digest]))
    # The engine knows clips as elements alone.
    return Resource(_CLIP.sub(_clipped, drawn).encode(), "image/svg+xml")


def _clipped(found: re.Match[str]) -> str:
    before, even_odd, path, corners = found.groups()
    name, rule = f"c{found.start()}", ' clip-rule="evenodd"' if even_odd else ""
    shape = path or f"M{corners.replace('px', '')}Z"
    return f'<clipPath id="{name}"><path d="{shape}"{rule}/></clipPath>{before} clip-path="url(#{name})"'


def _sign(name: str, setter: Setter) -> Resource:
    """The drawing of a sign, or the file of its picture."""
    theme = setter.theme
    glyph = setter.glyph(Sign("sign", name), theme.grown(10), theme.ink, theme.page, {})
    assert glyph is not None  # the checks have refused unknown signs
    for digest in _pictures(glyph.items):
        return _resource(setter.artwork[digest])
    return _drawn(Frame(glyph.width, glyph.height, glyph.items), name, setter)


def _pictures(items: Iterable[Item]) -> Iterator[str]:
    """Yield the digests of the raster pictures in a drawing."""
    for item in items:
        if isinstance(item, Group):
            yield from _pictures(item.items)
        elif isinstance(item, Picture):
            yield item.digest


def _flagged(html: str) -> set[int]:
    """Numbers of the rulings in a text."""
    return {int(part.partition("<")[0]) for part in html.split(MARK)[1:]}
