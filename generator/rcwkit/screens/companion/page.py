"""The companion's page: blocks as HTML with style sheet, fonts, data and scripts, in one file or served."""

from __future__ import annotations

import base64
import json
import re
from base64 import b64encode
from collections import Counter as Tally
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from hashlib import sha256
from html import escape
from io import BytesIO
from pathlib import Path
from typing import Any

from rcwkit.art.motifs import HEIGHT, WIDTH, motif
from rcwkit.art.theme import Theme, screen_variables
from rcwkit.bundled import bundled
from rcwkit.dice.counters import names_of
from rcwkit.dice.model import Procedure
from rcwkit.dice.settle import settle
from rcwkit.dice.setups import Scenario, Track, counts_turns
from rcwkit.dice.tables import Table
from rcwkit.document.blocks import document
from rcwkit.document.templates import html, read_templates
from rcwkit.frame import MM, Frame, Group, Item, Rect, Text
from rcwkit.game.game import Game
from rcwkit.game.references import ruling_numbers
from rcwkit.kinds.aids.kind import Ruling
from rcwkit.kinds.folder.kind import Folder
from rcwkit.kinds.kind import kinds_in
from rcwkit.kinds.setup.say import setup_sheet
from rcwkit.screens.companion.plans import boards, kit, rolls_of, turn
from rcwkit.sheets.pictures import picture
from rcwkit.source.info import NO_MOTIF
from rcwkit.source.language import Language
from rcwkit.type.fonts import Font, FontBook, FontFace

USED = ("sans", "sans-bold", "narrow", "narrow-bold", "display")
"""Faces that the style sheets use."""
ITALIC = ("sans-italic", "sans-bold-italic")
"""Faces of a page that has italic words."""


def embedded(text: str, book: FontBook, drawn: Iterable[tuple[FontBook, Iterable[Item]]] = ()) -> str:
    """Return a `@font-face` rule per face with the text's characters, and those that are `drawn`, as WOFF2."""
    # Style sheets turn text into capitals, and rolls may add any ASCII character.
    wanted = {*text, *text.upper()} | {chr(code) for code in range(32, 127)}
    faces: dict[FontFace, tuple[Font, set[str]]] = {}
    for name in (*USED, *(ITALIC if "<i>" in text else ())):
        _want(book[name], wanted, faces)
    for fonts, items in drawn:
        for one in _texts(items):
            laid = "".join(piece.text for piece in fonts[one.font].laid(one.text).pieces)
            _want(fonts[one.font], {*(laid or one.text)}, faces)
    # Browsers refuse a font without letters, such as a spare one for what it lacks itself.
    held = ((font, {one for one in letters if ord(one) in font.glyphs}) for font, letters in faces.values())
    return "".join(_rule(font, letters) for font, letters in held if letters)


def _want(font: Font, letters: set[str], faces: dict[FontFace, tuple[Font, set[str]]]) -> None:
    """Add letters to those wanted of a font, and those that it lacks to its spare."""
    faces.setdefault(font.face, (font, set()))[1].update(letters)
    left = {letter for letter in letters if ord(letter) not in font.glyphs}
    if left and font.spare:
        _want(font.spare, left, faces)


def _texts(items: Iterable[Item]) -> Iterator[Text]:
    for item in items:
        if isinstance(item, Text):
            yield item
        elif isinstance(item, Group):
            yield from _texts(item.items)


def _rule(font: Font, characters: set[str]) -> str:
    data = base64.b64encode(_cut(font.data, "".join(sorted(characters)))).decode()
    family, weight, style = font.face[2:5]
    return (
        f'@font-face {{ font-family: "{family}"; font-weight: {weight}; font-style: {style};'
        f' src: url("data:font/woff2;base64,{data}") format("woff2"); }}\n'
    )


@lru_cache(maxsize=32)
def _cut(data: bytes, text: str) -> bytes:
    """Return the letters of a text cut out of a font; pages that are asked for again have the same."""
    import uharfbuzz
    from fontTools.ttLib import TTFont

    wanted = uharfbuzz.SubsetInput()
    wanted.unicode_set.set(map(ord, text))
    wanted.layout_feature_tag_set.clear()
    wanted.layout_feature_tag_set.update(int.from_bytes(feature) for feature in (b"kern", b"liga"))
    wanted.flags = uharfbuzz.SubsetFlags.NO_HINTING | uharfbuzz.SubsetFlags.NOTDEF_OUTLINE
    part = uharfbuzz.subset(uharfbuzz.Face(data), wanted).blob.data
    with TTFont(BytesIO(part), recalcTimestamp=False) as font:
        font.flavor = "woff2"
        out = BytesIO()
        font.save(out)
    return out.getvalue()


_IMPORT = re.compile(r'^import (\{[^}]*\}) from "\./([\w-]+\.js)";\n', re.M)
_COMMENT = re.compile(r"^ *(?://[^\n]*|/\*\*(?s:.*?)\*/)\n", re.M)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:const|function|class) (\w+))", re.M)


def bundle(main: Iterable[str], modules: Mapping[str, str]) -> str:
    """Return modules and their imports as one classic script: a page opened from disk may not load modules.

    Exports end up in `modules[name]`. Raises KeyError for a missing module.
    """
    ordered: dict[str, str] = {}
    for name in main:
        _gather(name, modules, ordered)
    return '"use strict";\nconst modules = {};\n' + "".join(ordered.values())


def _gather(name: str, modules: Mapping[str, str], ordered: dict[str, str]) -> None:
    text = modules[name]
    for _, needed in _IMPORT.findall(text):
        if needed not in ordered:
            _gather(needed, modules, ordered)
    body = _EXPORT.sub("", _IMPORT.sub(r'const \1 = modules["\2"];' + "\n", _COMMENT.sub("", text)))
    ordered[name] = f'modules["{name}"] = (() => {{\n{body}\nreturn {{ {", ".join(_EXPORT.findall(text))} }};\n}})();\n'


SECTIONS = ("charts", "pages", "aids", "checklists", "cards", "rulings")
"""Sections with a place and a look of their own in the template; others follow the cards."""
MARK = b'<meta name="generator" content="rcwkit">'
"""Marks every page of ours."""


def page(game: Game, *, served: bool = False, live: bool = False) -> str:
    """Return the page; the same game gives the same text. A `served` one has the files of a site beside it.

    From a `live` one, which a preview serves, several phones play one game.

    Raises InputError if a template does not fit its data.
    """
    from markupsafe import Markup

    folder = bundled("templates")
    setter = game.setter()
    data = kit(game)
    drawn: dict[str, str] = {}
    data["chips"] = {name: _referred(one, drawn) for name, one in data["chips"].items()}
    settled = {name: settle(game, name) for name, item in game[Scenario].items() if item.value.setup is not None}
    templates = {**read_templates(folder), **read_templates(folder / "preview"), **read_templates(folder / "companion")}
    main = (
        *(("roller.js", "setups.js") if data["procedures"] else ()),
        "theme.js",
        "pages.js",
        "search.js",
        "ticks.js",
        "tracks.js",
        "log.js",
        "fills.js",
        "turn.js",
        "plain.js",
        "games.js",
        "flags.js",
        "wide.js",
        *(("install.js",) if served else ()),
        *(("live.js",) if live else ()),
    )
    words = f"\n{bundle(main, _modules(folder))}\n"
    script = _OTHER.sub(_escaped, words)
    nothing = document(game, "", ())
    played = {name: side for name, side in game.info.sides.items() if side.plays}
    sections = {one.id: one for kind in kinds_in(game) for one in kind.sections(game, setter.book)}
    context: dict[str, Any] = {
        **{name: sections.pop(name).document if name in sections else nothing for name in SECTIONS},
        "more": [*sections.values()],
        "title": game.info.title,
        "setups": {name: setup_sheet(game, one, setter, screen=True) for name, one in settled.items()},
        "boards": boards(game, settled),
        "places": False,
        "linked": True,
        "rollers": _rollers(game),
        "rolled_in": {
            item.document.at("pages", name, *path): rolls_of(game, section)
            for item in game[Folder].values()
            for name, page in item.value.pages.items()
            for section, path in page.parts
        },
        "called": names_of(game),
        "turn": Markup(inert(turn(game))),
        "turns": next((f"{name}|" for name, item in game[Track].items() if counts_turns(name, item.value)), ""),
        "playable": {name: item.value for name, item in game[Scenario].items() if item.value.setup is not None},
        "lengths": dict(_lengths(game)),
        "titles": {name: item.value.title for name, item in game[Procedure].items()},
        "sides": {name: side.title for name, side in (played or game.info.sides).items()},
        "open": _open(game),
        "game": game.info.id,
        "served": served,
        "live": live,
        "variables": Markup(screen_variables(setter.theme, game.info, setter.book.stacks)),
        "fonts": "",
        "roller": Markup(_roller(templates["roller.html"], game.say)) if data["procedures"] else "",
        "kit": Markup(inert(data)),
        "terms": Markup(inert({term: [*others] for term, others in game.info.terms.items()})),
        "script": Markup(script),
        "digest": b64encode(sha256(script.encode()).digest()).decode(),
    }
    context["words"] = Markup(inert(dictionary(words, game.say)))
    said = _drawn_once(html("companion.html", context, templates, setter), drawn)
    return in_ascii(said.replace("<style>\n", f"<style>\n{embedded(said, setter.book)}", 1))


def _open(game: Game) -> list[tuple[str, int, Ruling]]:
    """The rulings to decide with their numbers, by their moments of play as these are first named."""
    decided = [(name, item.value) for name, item in game[Ruling].items() if item.value.decide]
    moments = [*dict.fromkeys(ruling.moment for _, ruling in decided)]
    decided.sort(key=lambda one: moments.index(one[1].moment))
    return [(name, ruling_numbers(game)[name], ruling) for name, ruling in decided]


_DRAWING = re.compile(
    r"(<svg xmlns=[^>]*>)"
    r"([^<]*(?:<(?!/?svg\b)[^<]*|<svg\b[^<]*(?:<(?!/svg>)[^<]*)*</svg>[^<]*)*)</svg>"
)
"""The head of a drawing and its shapes, parts that are clipped among them. Python 3.11.2 errs in possessive ones."""
_COURSE = re.compile(r'<path (d="[^"]{150,}")')
"""A long path, whose coasts a map draws several times."""
_COAST = re.compile(r'(?<= d=")[^"]{1000,}')
"""A path with very many points: a tenth of a point is near enough for each."""
_SMALL = 150
"""Letters of a drawing that is as well repeated."""
DRAWINGS = """<svg id="drawings"{} width="0" height="0" aria-hidden="true"><defs></defs></svg>
<script"""
"""Where the shapes are put."""
SHAPES = """<script type="text/plain" id="shapes">{}</script>
</body>"""
"""Their text: a page opens sooner that reads them when one of them is to be seen."""
UNSHOWN = ' style="display: none"'
"""Drawings that refer to nothing themselves are found all the same, and a page opens sooner."""


def _coarse(path: str) -> str:
    """Return a path with one decimal in its numbers."""
    return re.sub(r"-?\d+\.\d\d", lambda found: f"{float(found[0]):.1f}".removesuffix(".0"), path)


def _drawn_once(page: str, drawn: dict[str, str]) -> str:
    """Return a page that has once, before its scripts, each drawing that is repeated or `drawn`: id → shapes."""
    often = Tally(body for _, body in _DRAWING.findall(page) if "class=" not in body)
    wanted = {body for body, times in often.items() if times > 1 and len(body) > _SMALL} | {*drawn.values()}
    page = _DRAWING.sub(lambda found: _referred(found[0], drawn) if found[2] in wanted else found[0], page)
    shapes = "".join(f'<g id="{name}">{body}</g>' for name, body in drawn.items())
    page, shapes = (_COAST.sub(lambda found: _coarse(found[0]), text) for text in (page, shapes))
    again = {course for course, times in Tally(_COURSE.findall(page + shapes)).items() if times > 1}
    names = {course: f"p{number}" for number, course in enumerate(sorted(again))}
    page, shapes = (
        _COURSE.sub(lambda found: f'<use href="#{names[found[1]]}"' if found[1] in names else found[0], text)
        for text in (page, shapes)
    )
    shapes = "".join(f'<path id="{name}" {course}/>' for course, name in names.items()) + shapes
    hidden = "" if "url(#" in shapes else UNSHOWN
    if not drawn:
        return page
    return page.replace("<script", DRAWINGS.format(hidden), 1).replace("</body>", SHAPES.format(shapes), 1)


def _referred(drawing: str, drawn: dict[str, str]) -> str:
    """Return a drawing that refers to its shapes, which are added to those `drawn`."""
    head, body = _DRAWING.findall(drawing)[0]
    name = f"d{sha256(body.encode()).hexdigest()[:10]}"
    drawn[name] = body
    return f'{head}<use href="#{name}"/></svg>'


def _lengths(game: Game) -> Iterator[tuple[str, list[bool]]]:
    """Yield each scenario whose length names its first and its last turn, with every turn: whether it is played."""
    for track in (item.value for name, item in game[Track].items() if counts_turns(name, item.value)):
        turns = [box.title for box in track.boxes.values()]
        for name, item in game[Scenario].items():
            match [turns.index(one) for one in re.findall(r"\d+", item.value.length or "") if one in turns]:
                case first, last:
                    yield name, [first <= at <= last for at in range(len(turns))]


def _rollers(game: Game) -> dict[str, dict[str, str]]:
    """What the roller calls the tables that dice are rolled on, with their titles, which some pages leave out."""
    rolled = {name: item.value.title for name, item in game[Table].items() if item.value.roll is not None}
    names = {name: f"chart.{name}" if name in game[Procedure] else name for name in rolled}
    return {name: {"roll": names[name], "title": title} for name, title in rolled.items()}


def _roller(text: str, say: Language) -> str:
    """The main part of the roller's own page, in the language of the kit."""
    found = re.search(r'<main class="roller">\n(.*)  </main>', text, re.S)
    assert found is not None
    return told(found[1], say)


def _modules(folder: Path) -> dict[str, str]:
    """The scripts by name; the companion's kit.js replaces the preview's."""
    paths = [*sorted((folder / "preview").glob("*.js")), *sorted((folder / "companion").glob("*.js"))]
    return {path.name: path.read_text(encoding="utf-8") for path in paths}


_OTHER = re.compile(r"[^\x00-\x7f]+")
_CODE = re.compile(r'(<style>|<script type="application/json"[^>]*>)(.*?)(?=</)', re.S)
FEW = 0.01
"""Letters beyond ASCII that are few, as a part of all."""


def in_ascii(page: str) -> str:
    """Return a page with its letters beyond ASCII named in ASCII, if they are few: browsers read it much faster."""
    if sum(map(len, _OTHER.findall(page))) > FEW * len(page):
        return page

    def code(found: re.Match[str]) -> str:
        return found[1] + _OTHER.sub(_styled if found[1] == "<style>" else _escaped, found[2])

    return _CODE.sub(code, page).encode("ascii", "xmlcharrefreplace").decode()


def _escaped(found: re.Match[str]) -> str:
    """Letters as scripts and JSON may write them."""
    return json.dumps(found[0])[1:-1]


def _styled(found: re.Match[str]) -> str:
    """Letters as style sheets may write them."""
    return "".join(f"\\{ord(letter):x} " for letter in found[0])


SIZES = (192, 512)
"""Pixels of the icons that browsers ask for."""


def site(game: Game, *, live: bool = False) -> dict[str, bytes]:
    """Return the files of the folder to serve, by name; the same game gives the same bytes. `live` is for a preview.

    Raises InputError if a template does not fit its data.
    """
    setter = game.setter()
    theme, icons = setter.theme, [f"icon-{size}.png" for size in SIZES]
    manifest = {
        "name": f"{game.info.title} – companion",
        "short_name": game.info.title,
        "lang": game.say.code,
        "start_url": "./",
        "display": "standalone",
        "background_color": theme.paper,
        "theme_color": theme.page,
        "icons": [
            {"src": name, "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
            for size, name in zip(SIZES, icons, strict=True)
            for purpose in ("any", "maskable")
        ],
    }
    files = {
        "index.html": page(game, served=True, live=live).encode(),
        "app.webmanifest": f"{json.dumps(manifest, ensure_ascii=False, indent=1)}\n".encode(),
        **{name: _icon(theme, setter.book, size) for size, name in zip(SIZES, icons, strict=True)},
    }
    return {**files, "worker.js": _worker(game.info.id, files)}


def _icon(theme: Theme, fonts: FontBook, size: int) -> bytes:
    """The game's emblem on its page's colour, as a PNG of so many pixels."""
    named = theme.motif if theme.motif not in (None, NO_MOTIF) else "wedge"
    drawn = motif(named, theme)
    ground = Rect(0, 0, HEIGHT * MM, HEIGHT * MM, theme.page)
    frame = Frame(HEIGHT * MM, HEIGHT * MM, (ground, Group(drawn.items, (HEIGHT - WIDTH) * MM)))
    return picture(frame, fonts, dpi=size / (HEIGHT / 25.4))


def _worker(game: str, files: dict[str, bytes]) -> bytes:
    """The script that keeps the files. It differs whenever one of them does: so browsers find a new version."""
    digest = sha256(b"".join(files.values())).hexdigest()[:16]
    kept = ["./", *(name for name in files if name != "index.html")]
    head = f'const GAME = "rcwkit.{game}.";\nconst VERSION = "{digest}";\nconst FILES = {json.dumps(kept)};\n'
    return f"{head}\n{(bundled('templates') / 'companion' / 'worker.js').read_text(encoding='utf-8')}".encode()


_TOLD = re.compile(r'(?<=>)(\s*)([^<>]*[^\W\d_][^<>]*?)(\s*)(?=<)|(?<= )((?:aria-label|placeholder)=")([^"]+)(")')
"""A text between tags, or an attribute that is read or shown, with what stands before and after it."""
_SAID = re.compile(r'\bsay\("((?:[^"\\]|\\.)*)"')
_COUNTED = re.compile(r'\bsay\.count\([^"]*"(?:[^"\\]|\\.)*", "((?:[^"\\]|\\.)*)"')
"""Texts that scripts say."""
_LANGUAGE = '<html lang="en">'


def texts(page: str) -> Iterator[str]:
    """Yield what a page of plain HTML says."""
    for found in _TOLD.finditer(page):
        yield found[2] or found[5]


def told(page: str, say: Language) -> str:
    """Return a page of plain HTML in another language."""

    def translated(found: re.Match[str]) -> str:
        before, text, after = found.group(1, 2, 3) if found[2] else found.group(4, 5, 6)
        return f"{before}{escape(say(text))}{after}"

    return _TOLD.sub(translated, page.replace(_LANGUAGE, f'<html lang="{escape(say.code)}">'))


def dictionary(script: str, say: Language) -> dict[str, Any]:
    """Return the words that a script says, as it reads them (templates/preview/say.js)."""
    said = {found[1] for found in (*_SAID.finditer(script), *_COUNTED.finditer(script))}
    return {
        "language": say.code,
        "texts": {text: say.texts[text] for text in sorted(said) if text in say.texts},
    }


def inert(data: Any) -> str:
    """Return JSON for a script element: it cannot end the element or start a comment."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
