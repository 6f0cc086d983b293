"""Draw sheets as PDF: pages, tags, fields and fonts through ReportLab."""

from __future__ import annotations

import io
import re
from collections.abc import Container, Hashable, Iterable, Iterator, Mapping, Sequence
from hashlib import md5
from itertools import count, groupby
from typing import IO, Any, Literal, NamedTuple
from weakref import WeakKeyDictionary

from reportlab.pdfbase import pdfdoc, pdfmetrics
from reportlab.pdfbase.ttfonts import SUBSETN, TTEncoding, TTFont, TTFontFace, TTFontFile
from reportlab.pdfgen.canvas import Canvas

from rcwkit.diagnostics import Surroundings
from rcwkit.frame import Field, Gradient, Group, Item, Sheet
from rcwkit.sheets.embedding import MASK, Raster, compact, exchange, font_program, place, raster, separation
from rcwkit.sheets.operators import (
    Codes,
    Numbers,
    PressCondition,
    Stream,
    Tag,
    content_name,
    inks,
    literal,
    rgb,
    shading,
    unfaded,
)
from rcwkit.source.markup import spoken
from rcwkit.type.fonts import Font, FontBook, composed

LONGEST = 120
"""Most characters of a name."""


def field_name(text: str, used: Container[str]) -> str:
    """Turn text into a field name not in `used`: lower case and hyphens, no full stops (they separate nested fields).

    Fields are named after their purpose, so that names survive changes elsewhere; duplicates are numbered.
    """
    name = re.sub(r"[^a-z0-9]+", "-", text.lower())[:LONGEST].strip("-") or "field"
    return next(one for number in count(1) if (one := name if number == 1 else f"{name}-{number}") not in used)


def tag(document: Any, pages: Sequence[tuple[Any, Sequence[Tag]]]) -> None:
    """Add the structure tree of all marks to a document; `pages` pairs references with marks.

    Adjacent rows form a table.
    """
    tree = _Tree(document)
    marked = [(page, mark) for page, marks in pages for mark in marks]
    for is_table, group in groupby(marked, key=lambda one: one[1].role == "TR"):
        above = tree.add(_Element("Table", tree.whole.name), tree.whole) if is_table else tree.whole
        for page, mark in group:
            tree.mark(mark, page, above)
    numbers: list[Any] = []
    for number, (page, _) in enumerate(pages):
        _enter(document.idToObject[page.name], "StructParents", number)
        numbers += [number, document.Reference(pdfdoc.PDFArray(tree.marked.get(page.name, [])))]
    tree.close(numbers)


class _Element(pdfdoc.PDFObject):  # type: ignore[misc]
    """A structure element that writes itself: tables have thousands, and ReportLab's dictionaries are far slower.

    It has kids, or contents: those of a `number` on a `page`. `name`, `above`, `page` and `kids` are names of objects.
    """

    def __init__(self, role: str, above: str, alt: str = "", page: str = "", number: int = 0) -> None:
        self.role, self.above, self.alt, self.page, self.number = role, above, alt, page, number
        self.name, self.kids = "", list[str]()

    def format(self, document: Any) -> bytes:
        """Return its dictionary, as written to the file."""
        numbers = document.idToObjectNumberAndVersion
        above, kids = b"%d %d R" % numbers[self.above], b" ".join([b"%d %d R" % numbers[kid] for kid in self.kids])
        contents = b"/K %d /Pg %d %d R" % (self.number, *numbers[self.page]) if self.page else b"/K [%b]" % kids
        alt = b" /Alt " + pdfdoc.PDFString(self.alt).format(document) if self.alt else b""
        return b"<</Type /StructElem /S /%b /P %b %b%b>>" % (self.role.encode(), above, contents, alt)


class _Tree:
    """The structure tree of a document, as it grows."""

    def __init__(self, document: Any) -> None:
        self.document = document
        self.root = pdfdoc.PDFDictionary({"Type": pdfdoc.PDFName("StructTreeRoot")})
        self.marked: dict[str, list[Any]] = {}
        self.whole = _Element("Document", document.Reference(self.root).name)
        self.whole.name = document.Reference(self.whole).name

    def add(self, element: _Element, above: _Element) -> _Element:
        """Add an element below another one, and return it."""
        element.name = self.document.Reference(element).name
        above.kids.append(element.name)
        return element

    def mark(self, mark: Tag, page: Any, above: _Element) -> None:
        """Add a mark of a page: an element with its contents or, for a row, with its cells."""
        if mark.parts:
            row = self.add(_Element(mark.role, above.name, mark.alt), above)
            for part in mark.parts:
                self.mark(part, page, row)
        else:
            element = self.add(_Element(mark.role, above.name, mark.alt, page.name, mark.number), above)
            self.marked.setdefault(page.name, []).append(self.document.Reference(element))

    def close(self, numbers: list[Any]) -> None:
        """Finish the tree; `numbers` lists, for each page, the elements with its contents in order."""
        parents = self.document.Reference(pdfdoc.PDFDictionary({"Nums": pdfdoc.PDFArray(numbers)}))
        whole, following = self.document.Reference(self.whole), len(numbers) // 2
        self.root.dict |= {"K": whole, "ParentTree": parents, "ParentTreeNextKey": following}
        self.document.Catalog.StructTreeRoot = self.root
        self.document.Catalog.MarkInfo = pdfdoc.PDFDictionary({"Marked": "true"})


BASE = "sans"
"""The document's initial font, so that no page names one that is not embedded."""
WRITTEN = 9
"""Type size in points of text typed into form fields, in a font that every viewer has."""
FAR = 14400.0
"""Half the side of a form's bounding box; forms are clipped where they are placed."""


class Imprint(NamedTuple):
    """A file's metadata; `flip` is the edge over which a duplex printer turns the paper, None for one-sided print."""

    title: str
    author: str
    subject: str
    lang: str = "en"
    flip: Literal["long", "short"] | None = None


DATE = "D:20000101000000+00'00'"
"""When every file was made: the same sheets give the same bytes."""


def draw(
    sheets: Sequence[Sheet],
    imprint: Imprint,
    fonts: FontBook,
    pictures: Mapping[str, bytes] | None = None,
    press: PressCondition | None = None,
    faces: dict[int, str] | None = None,
) -> bytes:
    """Draw one page per sheet, in order; `pictures` maps digests to the bytes of files.

    `faces` are filled in with what is drawn on them, by the identity of their items.

    For a press, the file is PDF/X-1a:2003 in CMYK. The same sheets give the same bytes. Raises KeyError for a missing
    font or picture, ValueError for an unreadable one.
    """
    out = io.BytesIO()
    draw_into(out, sheets, imprint, fonts, pictures, press, faces)
    return out.getvalue()


def draw_into(
    out: IO[bytes],
    sheets: Sequence[Sheet],
    imprint: Imprint,
    fonts: FontBook,
    pictures: Mapping[str, bytes] | None = None,
    press: PressCondition | None = None,
    faces: dict[int, str] | None = None,
) -> None:
    """Write what `draw` returns into a file, with no more than one picture in memory."""
    target = io.BytesIO()
    base = _typeface(fonts[BASE])
    canvas = _Canvas(target, base.fontName, imprint.lang, press)
    _introduce(canvas, imprint, office=press is None)
    store = _Stored(canvas, fonts, pictures or {}, press, {} if faces is None else faces)
    above: tuple[str, ...] = ()
    pages = []
    read = any(sheet.headings for sheet in sheets)
    for number, sheet in enumerate(sheets):
        if sheet.headings or not read:
            _bookmark(canvas, sheet, number, above)
        pages.append((canvas.document.thisPageRef(), _page(store, sheet, number)))
        above = sheet.outline
    if any(marks for _, marks in pages):
        tag(canvas.document, pages)
    canvas.save()
    if press:
        exchange(target.getvalue(), out, store.embedded)
    else:
        compact(target.getvalue(), out, store.embedded)


class _Canvas(Canvas):  # type: ignore[misc]
    """ReportLab's canvas, the only place where its private names are used, as these have no public ones.

    `_doc` is the document: elements, pictures and fonts are objects of it. `_formsinuse` lists what a page or form
    draws; `doForm` would draw it, too. Elsewhere, `_enter` adds to the entries that pages and catalogs may have, and
    `_Typeface` sets the attributes of ReportLab's fonts, one of them private.
    """

    def __init__(self, target: IO[bytes], font: str, lang: str, press: PressCondition | None) -> None:
        version = (1, 4) if press else (1, 7)
        try:
            # Compressed by the filter below; ReportLab's own would add 20 % by encoding all as ASCII.
            super().__init__(target, pageCompression=0, pdfVersion=version, initialFontName=font, lang=lang)
        except ValueError as error:  # nothing else here has a number to read
            raise Surroundings(
                "SOURCE_DATE_EPOCH is not a number; unset it, as kits have a date of their own"
            ) from error
        self.document: Any = self._doc
        self.document.defaultStreamFilters = [pdfdoc.PDFZCompress]
        # The file's ID, which would depend on the date.
        self.document.signature = md5(b"a reportlab document946684800.0", usedforsecurity=False)
        self.document.info = _Info({"GTS_PDFXVersion": "PDF/X-1a:2003"} if press else {})
        if press:
            intent = {
                "Type": pdfdoc.PDFName("OutputIntent"),
                "S": pdfdoc.PDFName("GTS_PDFX"),
                "OutputConditionIdentifier": pdfdoc.PDFString(press.condition),
                "RegistryName": pdfdoc.PDFString("http://www.color.org"),
            }
            _enter(self.document.Catalog, "OutputIntents", pdfdoc.PDFArray([pdfdoc.PDFDictionary(intent)]))

    def fill(self, operators: str, used: Iterable[str]) -> None:
        """Add the operators of the current page or form; `used` names the forms and pictures in them."""
        self.addLiteral(operators)
        prefix = self.document.getXObjectName("")
        self._formsinuse = [name.removeprefix(prefix) for name in dict.fromkeys(used)]


class _Info(pdfdoc.PDFInfo):  # type: ignore[misc]
    """Metadata with a fixed date, and what ReportLab does not know."""

    def __init__(self, more: Mapping[str, str]) -> None:
        super().__init__()
        self.more = more

    def format(self, document: Any) -> bytes:
        """Return its dictionary, as written to the file."""
        texts = {name: getattr(self, name.lower()) for name in ("Title", "Author", "Subject", "Creator", "Producer")}
        texts |= {"Keywords": self.keywords, "CreationDate": DATE, "ModDate": DATE, **self.more}
        entries = {name: pdfdoc.PDFString(text) for name, text in texts.items()} | {
            "Trapped": pdfdoc.PDFName(self.trapped)
        }
        return bytes(pdfdoc.PDFDictionary(entries).format(document))


def _enter(holder: Any, name: str, value: Any) -> None:
    """Give a page or the catalog an entry that ReportLab does not know: it writes only those that are listed."""
    holder.__NoDefault__ = [*holder.__NoDefault__, name]
    setattr(holder, name, value)


def _introduce(canvas: Canvas, imprint: Imprint, *, office: bool) -> None:
    """Add the metadata and, for an office printer, how it is to print."""
    canvas.setTitle(imprint.title)
    canvas.setAuthor(imprint.author)
    canvas.setSubject(imprint.subject)
    canvas.setCreator("rcwkit")
    if not office:
        return
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.setViewerPreference("DisplayDocTitle", "true")
    duplex = {"long": "DuplexFlipLongEdge", "short": "DuplexFlipShortEdge", None: "Simplex"}
    canvas.setViewerPreference("Duplex", duplex[imprint.flip])
    # Choose the tray by page size; ReportLab does not know this preference.
    canvas.getCatalogEntry("ViewerPreferences").dict["PickTrayByPDFSize"] = "true"


def _page(store: _Stored, sheet: Sheet, number: int) -> list[Tag]:
    """Draw a page and return its tagged parts."""
    canvas = store.canvas
    canvas.setPageSize((sheet.width, sheet.height))
    canvas.setTrimBox(_box(sheet, 0.0))
    canvas.setBleedBox(_box(sheet, sheet.bleed))
    canvas.addPageLabel(number, prefix=sheet.label)
    stream = Stream(store, store.colours)
    stream.paint(sheet.items)
    # In frames y points downwards, in PDF upwards.
    canvas.fill(f"1 0 0 -1 0 {sheet.height:.2f} cm\n{stream.close()}", stream.used)
    for field in sheet.fields:
        _field(store, field, sheet.height - field.y - field.height)
    canvas.showPage()
    return stream.marks


def _field(store: _Stored, field: Field, y: float) -> None:
    """Add a form field, without border or fill, over what is drawn; a check mark is a path and needs no font."""
    said = spoken(field.said)
    name = field_name(said, store.fields)
    store.fields.add(name)
    plain = dict.fromkeys(("fillColor", "borderColor", "borderWidth"))
    look = {**plain, "annotationFlags": "print", "tooltip": said}
    form, x, y = store.canvas.acroForm, round(field.x, 2), round(y, 2)
    if field.kind == "tick":
        form.checkbox(name=name, x=x, y=y, size=round(field.width, 2), buttonStyle="check", fieldFlags="", **look)
    else:
        several = "multiline" if field.kind == "lines" else ""
        size = {"width": round(field.width, 2), "height": round(field.height, 2), "fontSize": WRITTEN}
        form.textfield(name=name, x=x, y=y, fontName="Helvetica", fieldFlags=several, maxlen=None, **size, **look)


def _box(sheet: Sheet, bleed: float) -> tuple[float, ...]:
    """A page box in PDF coordinates; the whole page if nothing is cut."""
    if sheet.trim is None:
        return 0, 0, round(sheet.width, 2), round(sheet.height, 2)
    x, y, width, height = sheet.trim
    corners = (x - bleed, sheet.height - y - height - bleed, x + width + bleed, sheet.height - y + bleed)
    return tuple(round(value, 2) for value in corners)


def _bookmark(canvas: Canvas, sheet: Sheet, number: int, above: tuple[str, ...]) -> None:
    """Add a bookmark for each heading of a text, or one for the sheet below the new names in its outline."""
    for index, (level, title, y) in enumerate(sheet.headings):
        canvas.bookmarkHorizontal(key := f"{number}-{index}", 0, sheet.height - y)
        canvas.addOutlineEntry(title, key, level)
    if sheet.headings:
        return
    new = [level for level in range(len(sheet.outline)) if above[: level + 1] != sheet.outline[: level + 1]]
    for level, title in [*((level, sheet.outline[level]) for level in new), (len(sheet.outline), sheet.label)]:
        # ReportLab keeps one title per destination.
        canvas.bookmarkPage(f"{number}-{level}", fit="Fit")
        canvas.addOutlineEntry(title, f"{number}-{level}", level)


class _Face(TTFontFace):  # type: ignore[misc]
    """A font file for ReportLab: reuses what the font book has read, and embeds no hinting."""

    def __init__(self, font: Font) -> None:
        pdfmetrics.TypeFace.__init__(self, None)
        TTFontFile.__init__(self, io.BytesIO(font.data), charInfo=0)
        self.file, self.charToGlyph = font.data, font.glyphs
        self.charWidths = {code: advance * 1000 / font.units for code, advance in font.advances.items()}
        self.defaultWidth = font.notdef * 1000 / font.units
        self._written: dict[int, bytes] = {}

    def getCharWidth(self, characterCode: int) -> bytes:
        """Return a width as files have it: ReportLab would write the same number anew for each file."""
        if (written := self._written.get(characterCode)) is None:
            width = super().getCharWidth(characterCode)
            written = self._written[characterCode] = pdfdoc.format(width, None)
        return written

    def makeSubset(self, subset: Sequence[int]) -> bytes:
        """Return the bytes to embed for the code points of a subset."""
        return font_program(self.file, self.charToGlyph, subset)


class _Typeface(TTFont):  # type: ignore[misc]
    """ReportLab's form of a font."""

    def __init__(self, name: str, font: Font) -> None:
        # Does not call ReportLab's own, which parses the whole font.
        self.fontName, self.face, self.encoding = name, _Face(font), TTEncoding()
        self.state: WeakKeyDictionary[Any, Any] = WeakKeyDictionary()
        self._asciiReadable = 0
        self.said: WeakKeyDictionary[Any, Mapping[str, str]] = WeakKeyDictionary()

    def addObjects(self, document: Any) -> None:
        """Add the font to a document, with what characters beyond the first 65,536 and glyphs by their names say."""
        subsets = [*self.state[document].subsets]
        super().addObjects(document)
        for number, subset in enumerate(subsets):
            if max(subset) <= 0xFFFF:
                continue
            name = b"".join((SUBSETN(number), b"+", self.face.name, self.face.subfontNameX)).decode("pdfdoc")
            stream, said = document.idToObject[f"toUnicodeCMap:{name}"], self.said.get(document, {})
            for code, point in enumerate(subset):
                if point > 0xFFFF:
                    letters = said.get(chr(point), chr(point)).encode("utf-16-be").hex().upper()
                    stream.content = stream.content.replace(f"<{code:02X}> <{point:04X}>", f"<{code:02X}> <{letters}>")


def _typeface(font: Font) -> TTFont:
    """ReportLab's form of a font. It registers fonts by name per process; the key makes the name unique."""
    name = font.key
    if name not in pdfmetrics.getRegisteredFontNames():
        pdfmetrics.registerFont(_Typeface(name, font))
    return pdfmetrics.getFont(name)


class _Subset(Codes):
    """The codes of one font in one file, assigned by ReportLab as characters occur."""

    plain = False

    def __init__(self, real: Font, font: TTFont, document: Any, spare: Codes | None) -> None:
        super().__init__()
        self.font, self.document, self.spare = font, document, spare
        self.units, self.laid = real.units, real.laid  # type: ignore[method-assign]
        font.said[document] = real.shaper.said if real.shaper else {}
        self.resource = str(font.getSubsetInternalName(0, document))
        # Skip control characters, which would have to be escaped.
        font.state[document].nextCode = 33

    def __missing__(self, point: int) -> str:
        if self.spare is not None and point not in self.font.face.charToGlyph:
            self.far.add(chr(point))
            return ""  # set by `runs`, as all texts with this character are
        parts = composed(chr(point), self.font.face.charToGlyph)
        if len(parts) > 1:
            text = self[point] = "".join(self[ord(part)] for part in parts)
            if not self.far.isdisjoint(parts):
                self.far.add(chr(point))
            return text
        ((subset, code),) = self.font.splitString(chr(point), self.document)
        if subset:
            self.far.add(chr(point))
        text = self[point] = literal(code[0])
        return text

    def runs(self, text: str) -> Iterable[tuple[str, str]]:
        """Yield (font resource, string) for each stretch of a text within one subset, or in the spare font."""
        if self.spare is not None:
            known = self.font.face.charToGlyph
            for own, part in groupby(text, key=lambda character: ord(character) in known):
                stretch = "".join(part)
                yield from self._subsets(stretch) if own else self.spare.runs(stretch)
        else:
            yield from self._subsets(text)

    def _subsets(self, text: str) -> Iterator[tuple[str, str]]:
        for subset, codes in self.font.splitString(composed(text, self.font.face.charToGlyph), self.document):
            yield self.font.getSubsetInternalName(subset, self.document), "".join(literal(code) for code in codes)


class _Place(pdfdoc.PDFObject):  # type: ignore[misc]
    """Stands for a picture, and its mask if it has one, until the file is compacted."""

    def __init__(self, digest: str, mask: _Mask) -> None:
        self.digest, self.mask = digest, mask

    def format(self, document: Any) -> bytes:
        """Return the object, as ReportLab writes it."""
        return place(self.digest, document.Reference(self.mask).format(document))


class _Mask(pdfdoc.PDFObject):  # type: ignore[misc]
    def format(self, document: Any) -> bytes:
        return MASK


def _together(content: bytes, space: str) -> Any:
    """Return the contents of a form that is drawn as a whole, and then laid on what is below it."""
    stream = pdfdoc.PDFStream()
    group = {"Type": pdfdoc.PDFName("Group"), "S": pdfdoc.PDFName("Transparency"), "CS": pdfdoc.PDFName(space)}
    stream.content, stream.dictionary["Group"] = content, pdfdoc.PDFDictionary(group)
    return stream


class _Stored:
    """What a file stores once: fonts and their codes, repeated groups as forms, pictures, names of form fields."""

    def __init__(
        self,
        canvas: _Canvas,
        fonts: FontBook,
        pictures: Mapping[str, bytes],
        press: PressCondition | None,
        faces: dict[int, str],
    ) -> None:
        self.canvas, self.fonts, self.pictures, self.press, self.faces = canvas, fonts, pictures, press, faces
        self.colours = inks(press) if press else rgb
        self.numbers = Numbers()
        self.fields: set[str] = set()
        self._codes: dict[str, Codes] = {}
        self._forms: dict[Hashable, tuple[str, str]] = {}
        self._placed: dict[str, str] = {}
        self._count = count()

    def codes(self, font: str) -> Codes:
        """Return the codes of a font."""
        return self._codes_of(self.fonts[font])

    def _codes_of(self, real: Font) -> Codes:
        found = self._codes.get(real.key)
        if found is None:
            spare = self._codes_of(real.spare) if real.spare else None
            found = self._codes[real.key] = _Subset(real, _typeface(real), self.canvas.document, spare)
        return found

    def form(self, item: Group | Gradient) -> tuple[str, str]:
        """Return the form with a group's items, made from the first group of that key, or a gradient."""
        plain = isinstance(item, Group) and item.opacity >= 1
        key = item if isinstance(item, Gradient) else item.key if plain else (item.items, item.key, item.opacity)
        if key not in self._forms:
            if isinstance(item, Gradient):
                self._forms[key] = self._shaded(item)
            else:
                self._forms[key] = self._drawn(item.items) if plain else self._faded(item)
        return self._forms[key]

    def _drawn(self, items: tuple[Item, ...], space: str = "") -> tuple[str, str]:
        """Add a form with items, which are laid as a whole on what is below if it has a colour `space`."""
        stream = Stream(self, self.colours)
        stream.paint(items)
        told = stream.told() if self.faces else ""
        if id(items) in self.faces:
            self.faces[id(items)] = told
        return self._added(stream.close(), stream.used, space=space), content_name(told.encode())

    def _faded(self, group: Group) -> tuple[str, str]:
        name, told = self._drawn(unfaded(group), "DeviceCMYK" if self.press else "DeviceRGB")
        share = f"{group.opacity:.3f}"
        state = {"S": f"<</ca {share} /CA {share}>>"}
        return self._added(f"/S gs\n/{name} Do", [name], ExtGState=state), f"{told}-{share}"

    def _shaded(self, gradient: Gradient) -> tuple[str, str]:
        box, matrix = (" ".join(f"{number:.6f}" for number in row) for row in (gradient[:4], gradient.matrix))
        operators, states = f"{box} re W n\n{matrix} cm\n/S sh", dict[str, Any]()
        if any(alpha < 1 for _, _, alpha in gradient.stops):
            mask = self._added(operators, space="DeviceGray", Shading={"S": shading(gradient, None)})
            soft = {"S": pdfdoc.PDFName("Luminosity"), "G": pdfdoc.PDFObjectReference(mask)}
            states = {"M": pdfdoc.PDFDictionary({"SMask": pdfdoc.PDFDictionary(soft)})}
            operators = f"/M gs\n{operators}"
        name = self._added(operators, Shading={"S": shading(gradient, self.colours)}, ExtGState=states)
        return name, content_name(repr(gradient).encode())

    def _added(self, operators: str, used: Iterable[str] = (), space: str = "", **resources: Mapping[str, Any]) -> str:
        """Add a form, with shadings and states among its resources, and return its name."""
        name = f"repeated{next(self._count)}"
        self.canvas.beginForm(name, -FAR, -FAR, FAR, FAR)
        self.canvas.fill(operators, used)
        self.canvas.endForm()
        whole = str(self.canvas.document.getXObjectName(name))
        form = self.canvas.document.idToObject[whole]
        if resources:
            form.Resources = pdfdoc.PDFResourceDictionary(
                XObject=form.XObjects or {},
                **{kind: pdfdoc.PDFDictionary(some) for kind, some in resources.items() if some},
            )
        if space:
            form.Contents = _together(form.stream, space)
        return whole

    def picture(self, digest: str) -> str:
        """Return a picture, stored when first asked for."""
        if digest not in self._placed:
            document, name = self.canvas.document, f"picture{len(self._placed)}"
            mask = _Mask()
            document.addForm(name, _Place(digest, mask))
            document.Reference(mask)
            self._placed[digest] = document.getXObjectName(name)
        return self._placed[digest]

    def embedded(self, digest: str) -> Raster:
        """Return a picture as it is stored. Raises KeyError for one that is missing, ValueError for an unsound one."""
        file = self.pictures[digest]
        return separation(file, self.press.ink) if self.press else raster(file)
