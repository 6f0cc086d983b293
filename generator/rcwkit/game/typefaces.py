"""Fonts that a game brings: their files, rights and licences; errors in them point to where it names them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from hashlib import sha256
from typing import Any, NamedTuple

from rcwkit.diagnostics import Diagnostic, InputError, Span
from rcwkit.game.game import Document
from rcwkit.source.info import SHIPPED_FONTS, FontFile, GameInfo
from rcwkit.source.project import Project, located, named
from rcwkit.source.yaml import Node
from rcwkit.type.fonts import STRONG, STYLES, Font, FontBook, FontFace, styled_name
from rcwkit.type.outlines import Outlines, UnusableFont, outlines, rights
from rcwkit.type.scripts import Shaper
from rcwkit.workers import OverTime, confined, timed

SECONDS = 2.0
"""Limit on the processor time of one font."""
MOST = 8
"""Maximum number of a game's fonts."""
LARGEST = 24 * 2**20
"""Maximum size of a font in bytes: those with all Chinese, Japanese and Korean characters have some 16 MiB."""
LICENCE = 200_000
"""Maximum number of characters of a licence."""
KEYS = {"": "file", "bold": "bold", "italic": "italic", "bold-italic": "bold_italic"}
"""Style → its key."""
SPARE = {"text": "sans", "head": "narrow", "reading": "serif", "display": "narrow", "figures": "narrow"}
"""Role → the house's family that has the letters which a font lacks."""
USUAL = frozenset((*range(0x20, 0x7F), *range(0xA0, 0x180), *range(0x2010, 0x2070), 0x20AC, 0x2116, 0x2122, 0x2212))
"""Characters that any page may have, whatever the game's texts."""


class Typefaces(NamedTuple):
    """The fonts of a game by name and style (`Futura`, `Futura-bold`), and the texts of their licences by name."""

    fonts: dict[str, Font]
    licences: dict[str, str]


def typefaces(root: Document, documents: Iterable[Document], project: Project) -> Typefaces:
    """Read the fonts that a game names in its root document. Raises InputError with all errors in them."""
    info: GameInfo = root.model
    found: list[Diagnostic] = []
    made = Typefaces({}, {})
    if len(info.fonts) > MOST:
        raise InputError.of("E275", f"more than {MOST} fonts", root.at("fonts", key=True), "use fewer")
    wanted = _wanted(documents) if info.fonts else frozenset()
    for name, one in info.fonts.items():
        try:
            if name in (*SHIPPED_FONTS, *STRONG):
                hint = "choose another name"
                raise InputError.of("E275", f"'{name}' is a font of the house", root.at("fonts", name, key=True), hint)
            made.fonts.update(_styles(root, name, one, wanted, project))
        except InputError as error:
            found += error.diagnostics
        try:
            made.licences[name] = _licence(project, one.licence, root.at("fonts", name, "licence"))
        except InputError as error:
            found += error.diagnostics
    if found:
        raise InputError(found)
    return made


def _licence(project: Project, name: str, span: Span) -> str:
    home, path = located(project, name, span)
    with named(home, path, span):
        text = home.read(path).strip()
    home.kinds[home.name(path)] = ("game",)
    if not text or len(text) > LICENCE:
        wrong = f"has more than {LICENCE:,} characters" if text else "is empty"
        raise InputError.of("E277", f"the licence '{name}' {wrong}", span, "add the licence that came with the font")
    return text


def _styles(root: Document, name: str, one: FontFile, wanted: frozenset[int], project: Project) -> Iterator[Any]:
    """Yield a font for each style, those without a file of their own from the nearest that has one."""
    info: GameInfo = root.model
    made: dict[str, tuple[Outlines, str]] = {}
    for style, key in KEYS.items():
        if file := getattr(one, key):
            made[style] = _made(project, file, root.at("fonts", name, key), wanted, ligatures=one.ligatures)
    role = next((role for role, font in info.look.type if font == name), "text")
    book = FontBook()
    for style, nearest in STYLES.items():
        shape, digest = made[next(other for other in nearest if other in made)]
        spare = book.nearest(SPARE[role], style)
        factor = 2000 // spare.units
        advances = {code: advance * factor for code, advance in spare.advances.items()} | shape.advances
        weight, slant = (700 if "bold" in style else 400), ("italic" if "italic" in style else "normal")
        face = FontFace(sha256(shape.data).hexdigest(), digest, name, weight, slant)
        full = styled_name(name, style)
        shaper = Shaper(shape.shaper, shape.scale, shape.shaped, shape.names) if shape.shaper else None
        yield full, Font(full, shape.data, face, 2000, shape.notdef, shape.glyphs, advances, spare, shaper)


def _made(project: Project, file: str, span: Span, wanted: frozenset[int], *, ligatures: bool) -> tuple[Outlines, str]:
    """Return a font file as ours, with the SHA-256 of the file."""
    home, path = located(project, file, span)
    with named(home, path, span):
        data = home.load(path, LARGEST)
    home.kinds[home.name(path)] = ("game",)
    try:
        if refused := rights(data):
            raise InputError.of(
                "E276", f"the font '{file}' cannot be used: {refused}", span, "ask for its rights, or use another"
            )
        return _converted(data, wanted, ligatures), sha256(data).hexdigest()
    except UnusableFont as error:
        raise InputError.of("E275", f"the font '{file}' cannot be used: {error}", span, error.hint) from error


@lru_cache(maxsize=8)
def _converted(data: bytes, wanted: frozenset[int], ligatures: bool) -> Outlines:
    return confined(limited, data, wanted, ligatures)


def limited(data: bytes, wanted: frozenset[int], ligatures: bool = False) -> Outlines:
    """Return a font file as ours, within the limit on its time. Raises Unusable."""
    try:
        with timed(SECONDS):
            return outlines(data, wanted, ligatures=ligatures)
    except OverTime as error:
        raise UnusableFont(f"reading it takes more than {SECONDS:g} s") from error
    except MemoryError as error:
        raise UnusableFont("reading it takes too much memory") from error


def _wanted(documents: Iterable[Document]) -> frozenset[int]:
    """Return the characters of all texts, in capitals and small."""
    letters: set[str] = set()
    for document in documents:
        for text in _texts(document):
            letters.update(text)
    cased = {other for letter in letters for other in (*letter.upper(), *letter.lower(), letter)}
    return USUAL | {code for code in map(ord, cased) if code >= 0x20}


def _texts(document: Document) -> Iterator[str]:
    if document.attached:
        yield document.attached.prose.text
    left: list[Node] = [document.node]
    while left:
        value = left.pop().value
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict):
            left += (node for entry in value.values() for node in entry)
        elif isinstance(value, tuple):
            left += value
