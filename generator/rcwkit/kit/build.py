"""Make the files of a kit: lay them out, draw them, and publish them with their paperwork."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager, suppress
from datetime import date
from math import ceil
from pathlib import Path
from secrets import token_hex
from tempfile import NamedTemporaryFile, gettempdir
from textwrap import fill
from typing import IO, TYPE_CHECKING, Any, NamedTuple

from rcwkit import __version__
from rcwkit.art.artwork import coarse
from rcwkit.bundled import bundled
from rcwkit.diagnostics import UNFINISHED, Diagnostic, InputError, Severity, Surroundings
from rcwkit.document.blocks import TextDocument
from rcwkit.frame import Frame, Group, Item, Sheet, Text
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.game.references import ruling_numbers
from rcwkit.kinds.guide.say import CHECKSUMS, Component, Form, PageWords, credits
from rcwkit.kinds.kind import Cut, File, files_of
from rcwkit.kit.changes import DOCUMENTS, Facts, document_facts, facts_of, known, repeated
from rcwkit.kit.checks import check, missing_glyphs
from rcwkit.kit.kept import KEPT, outputs_kept, record_of
from rcwkit.kit.options import BuildReport, Options
from rcwkit.kit.publish import first_manifest, publish
from rcwkit.sheets.imposition import CutPiece, above_pieces, fewest, fit_notes, whole_pages
from rcwkit.sheets.marks import Foot, red_texts, reddened
from rcwkit.sheets.miniature import smalls
from rcwkit.sheets.paper import Edition, Flip
from rcwkit.source.claims import Contents, digest, length
from rcwkit.source.info import GameInfo
from rcwkit.source.language import word
from rcwkit.source.markup import spoken
from rcwkit.source.project import Project, shown, unread
from rcwkit.type.fonts import STRONG
from rcwkit.type.text import Setter

if TYPE_CHECKING:
    from rcwkit.dice.record import Rolled
    from rcwkit.dice.settle import Settled
    from rcwkit.kinds.booklet.draw import Volume


class Scratch(NamedTuple):
    """The folder's name; several processes may write into it."""

    name: str

    @property
    def folder(self) -> Path:
        """The folder, which may not exist. Raises FileNotFoundError if there is no place for temporary files."""
        return Path(gettempdir(), self.name)

    def file(self) -> IO[bytes]:
        """Open a new file. Raises OSError."""
        self.folder.mkdir(0o700, exist_ok=True)
        return NamedTemporaryFile(dir=self.folder, delete=False)


@contextmanager
def temporary() -> Iterator[Scratch]:
    """Give a name to a folder, and remove the folder at the end."""
    one = Scratch(f"rcwkit-{token_hex(8)}")
    try:
        yield one
    finally:
        with suppress(FileNotFoundError):
            shutil.rmtree(one.folder, ignore_errors=True)


LARGE_TYPE, CAPTION_TYPE = 10.1, 9.0
"""The sizes in points from which bold type is a heading, and italic type is a caption."""


def words_of(sheets: Iterable[Sheet]) -> tuple[PageWords, ...]:
    """Return the words of each page, in lower case, for the index: those of headings, all, and those in bold type."""
    found = []
    for sheet in sheets:
        titles: list[str] = []
        texts: list[str] = []
        strong: list[str] = []
        _gather(sheet.items, 1.0, titles, texts, strong)
        found.append(PageWords(_joined(titles), _joined(texts), sheet.page, _joined(strong)))
    return tuple(found)


def _seen(component: Component, sheets: Sequence[Sheet], shown: Collection[str] | None) -> Component:
    """Return a component with the words of its pages and some of them drawn small, unless `shown` is None."""
    if shown is None:
        return component
    return component._replace(words=words_of(sheets), small=smalls(sheets, shown))


def _joined(texts: Iterable[str]) -> str:
    return " ".join(" ".join(texts).split()).casefold()


def _gather(items: Iterable[Item], scale: float, titles: list[str], texts: list[str], strong: list[str]) -> None:
    """Add texts in the order of drawing, those of headings and those in bold type to their own, too."""
    for item in items:
        if type(item) is Text:
            _, _, text, font, size, *_ = item
            texts.append(text)
            bold = "bold" in font or font in STRONG
            if bold:
                strong.append(text)
            if size * scale >= (LARGE_TYPE if bold else CAPTION_TYPE) and (bold or "italic" in font):
                titles.append(text)
        elif type(item) is Group:
            _gather(item.items, scale * item.scale, titles, texts, strong)


LICENCE = "LICENCE.txt"
FONT = word("The font {name} is under this licence:")
PROGRAM = f"rcwkit {__version__}"


def licence(game: Game) -> bytes:
    """Credit the game, its source, the program and the fonts, with the fonts' licence in full."""
    said = (spoken(text, game.info.said) for text in credits(game, PROGRAM))
    fonts = (bundled("fonts") / "LICENSE.txt").read_text(encoding="utf-8").strip()
    head = game.say("{title}: licence and credits", title=game.info.title)
    own = (
        "\n".join(
            ("", "-" * len(head), "", game.say("The font {name} is under this licence:", name=name), "", text, "")
        )
        for name, text in {**game.book.licences, **game.licences}.items()
    )
    parts = [
        head,
        "=" * len(head),
        "",
        *(fill(text, 100) + "\n" for text in said),
        "-" * len(head),
        "",
        fonts,
        "",
        *own,
    ]
    return "\n".join(parts).encode()


def checksums(digests: Mapping[str, str]) -> bytes:
    """Return one line per file, as `sha256sum -c` reads them."""
    return "".join(f"{digest}  {name}\n" for name, digest in sorted(digests.items())).encode()


LARGE = 16_000_000
"""Pixels of pictures that a file is made with in memory: some 50 MB as PNG."""
GUIDE = "0-print-guide"
"""The print guide sorts first in a kit's folder."""
INDEX = "index"

LayOut = Callable[[Sequence[CutPiece], Edition, Foot], list[Sheet]]


class About(NamedTuple):
    """What is recorded of a finished file: its entry in the print guide, and what it is made from and of.

    `inputs` is a hash of all that it is made from but its pictures, which map names to digests. It has `pieces`, or is
    printed `whole`. `flagged` are the numbers of the rulings printed in it, in order.
    """

    component: Component
    inputs: str = ""
    pictures: Mapping[str, str] = {}
    pieces: Mapping[str, Facts] = {}
    whole: Facts | None = None
    diagnostics: tuple[Diagnostic, ...] = ()
    flagged: tuple[int, ...] = ()
    sha256: str = ""


class Made(NamedTuple):
    """One file with its contents; `missing` says why it could not be made here."""

    about: About
    contents: Contents = b""
    missing: str = ""

    @property
    def name(self) -> str:
        """The file's name."""
        return self.about.component.name

    @property
    def data(self) -> bytes:
        """Its bytes, read if they are in a file of their own."""
        return self.contents if isinstance(self.contents, bytes) else self.contents.read_bytes()


def inspected(project: Project) -> tuple[Game, list[Diagnostic]]:
    """Load a game and check its data, before any layout. Raises InputError if the data make no game."""
    game = load(project)
    return game, [*unread(project), *game.warnings, *check(game), *missing_glyphs(game)]


def opened(project: Project, *, draft: bool = False) -> tuple[Game, list[Diagnostic]]:
    """Load and check a game; a draft may lack characters and pictures. Raises InputError if it cannot be built."""
    game, found = inspected(project)
    return game, stop(softened(found) if draft else found)


def softened(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return diagnostics with the errors that a draft shows as the warnings that they are there."""
    return [one._replace(code=f"W{one.code[1:]}") if one.code in UNFINISHED else one for one in found]


def checked(project: Project) -> list[Diagnostic]:
    """Return every diagnostic of a default build, except those from setting text documents."""
    try:
        game, found = opened(project)
    except InputError as error:
        return error.diagnostics
    return [*found, *misfits(game), *_ages(project)]


def _ages(project: Project) -> list[Diagnostic]:
    """Return how old the copies of sheets are that are published on the web."""
    if not any("address:" in line for lines in project.lines.values() for line in lines):
        return []
    from rcwkit.source.published import ages  # which games without such sheets do not load

    return [*ages(project, date.today())]


def misfits(game: Game, kinds: Collection[str] = (), digests: Mapping[str, str] | None = None) -> list[Diagnostic]:
    """Return the diagnostics of laying out all cut files, or those made from documents of some kinds.

    With `digests` of the documents by kind, what is laid out is kept for who asks next.
    """
    files = [file for file in files_of(game) if file.cut and (not kinds or not file.reads.isdisjoint(kinds))]
    return [one for file in files for one in laid_out(game, file, Options(), digests)[1]]


def finish(
    project: Project,
    game: Game,
    made: Sequence[Made],
    options: Options,
    folder: Path,
    found: Sequence[Diagnostic],
    key: str = "",
) -> BuildReport:
    """Add the paperwork to a kit's finished files, the print guide first, and publish them all.

    `key` is a hash of everything the kit is made from, for the next build, which otherwise loads it again. Raises
    InputError if a file has errors, or if files of the user's are in the way.
    """
    files, beside = [one.about for one in made], dict[str, str]()
    told = [diagnostic for one in files for diagnostic in one.diagnostics]
    found = [*found, *stop(softened(told) if options.draft else told)]
    finished: dict[str, Contents] = {one.name: one.contents for one in made if one.contents}
    finished[LICENCE] = text = licence(game)
    digests = {one.name: one.about.sha256 for one in made if one.contents} | {LICENCE: digest(text)}
    finished[CHECKSUMS] = sums = checksums(digests)
    digests[CHECKSUMS] = digest(sums)
    pages = {one.component.name: one.component.pages for one in files}
    missing = {one.name: one.missing for one in made if one.missing}
    sizes = {name: length(contents) for name, contents in finished.items()}
    report = BuildReport(game.kit, folder, sizes, pages, found, next(iter(missing.values()), ""), unmade=(*missing,))
    pictures = {name: digest for one in files for name, digest in one.pictures.items()}
    for one in (project, *project.overlays):
        beside |= one.beside()
    kept = [one.about for one in made if not one.missing]
    facts = manifest(project, game, options, noted(files), pictures) | {"shelves": counted(files)}
    publish(
        folder,
        finished,
        facts,
        lambda manifest: {KEPT: record_of(key, kept, beside | pictures, report, digests, manifest)},
        outputs_kept(folder),
        first_manifest(folder) if folder.name == game.kit else None,
    )
    return report


def manifest(
    project: Project,
    game: Game,
    options: Options,
    pieces: Mapping[str, Mapping[str, Facts]],
    pictures: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """Return the manifest except its list of files: tool, options, hashes of all that was read, and all pieces."""
    reads = {name: digest for one in (project, *project.overlays) for name, digest in one.reads.items()}
    reads |= {shown(project, name): digest for name, digest in (pictures or {}).items()}
    return {
        "tool": PROGRAM,
        "game": game.info.id,
        "options": options.as_json(),
        **({"draft": True} if options.draft else {}),
        "inputs": dict(sorted(reads.items())),
        "pieces": known(pieces),
    }


def counted(files: Iterable[About]) -> dict[str, dict[str, int]]:
    """Return the number of files, pages and sheets of paper by shelf."""
    found: dict[str, dict[str, int]] = {}
    for one in (file.component for file in files):
        count = found.setdefault(one.shelf, {"files": 0, "pages": 0, "sheets": 0})
        for name, more in (("files", 1), ("pages", one.pages), ("sheets", one.sheets)):
            count[name] += more
    return found


def noted(files: Iterable[About]) -> dict[str, dict[str, Facts]]:
    """Return what the manifest records of files: their pieces, and those printed whole; none of the guide and index."""
    listed = {one.component.name: one for one in files}
    own = {name: one for name, one in listed.items() if name not in (f"{GUIDE}.pdf", f"{INDEX}.pdf")}
    whole = {name: one.whole for name, one in own.items() if one.whole}
    return {**{name: dict(one.pieces) for name, one in own.items()}, DOCUMENTS: whole}


def make(game: Game, file: File, options: Options, scratch: Scratch | None = None) -> Made:
    """Lay out and draw one file. One with many pictures goes into `scratch`, if that is given, not into memory."""
    setter = setter_of(game, options, large=file.large)
    contents = file.lay_out(setter, options.edition.room)
    name, shown = f"{file.stem}.pdf", {use.page for use in file.use} if file.shelf == "table" else None
    if options.draft and isinstance(contents, Cut):
        contents = _marked(contents, setter.found)
    if isinstance(contents, Cut):
        made = draw_sheets(game, name, file.title, contents, options, setter, shown=shown, scratch=scratch)
    elif isinstance(contents, TextDocument):
        made = make_document(game, name, file.title, contents, options, setter, shown=shown)
    else:
        made = _make_booklet(game, name, contents, options, setter)
    about = made.about
    flagged = {*about.flagged, *setter.flagged} if file.kind != "rulings" and file.shelf != "proxies" else ()
    pictures = dict(sorted({**about.pictures, **setter.artwork.shown}.items()))
    component = about.component._replace(shelf=file.shelf)
    return made._replace(about=about._replace(component=component, flagged=tuple(sorted(flagged)), pictures=pictures))


def unflagged(game: Game, files: Iterable[About]) -> Iterator[Diagnostic]:
    """Yield the rulings that are named in none of a kit's files (W290); their lists and proxies do not count."""
    flagged = {number for one in files for number in one.flagged}
    for document in game.documents:
        if document.attached is not None:
            flagged |= {ruling_numbers(game)[found.name] for found in document.attached.prose.rulings}
    bare = [name for name, number in ruling_numbers(game).items() if number not in flagged]
    if bare:
        from rcwkit.kinds.aids.kind import Ruling  # which kits without rulings do not load

        for name in bare:
            message, hint = f"no page has the number of ruling '{name}'", "name it where its reading stands"
            yield Diagnostic("W290", message, game[Ruling][name].span, hint)


def setup_sheet(game: Game, settled: Settled, options: Options) -> bytes:
    """Return the set-up sheet of a settled scenario as a PDF. Raises InputError or Surroundings."""
    from rcwkit.kinds.setup.say import setup_sheet as view

    setter = game.setter(options.ink)
    return _pdf_of(make_document(game, "setup.pdf", game.say("Set-up"), view(game, settled, setter), options, setter))


def roll_sheet(game: Game, result: Rolled, options: Options) -> bytes:
    """Return the sheet of a single roll as a PDF. Raises InputError or Surroundings."""
    from rcwkit.kinds.setup.say import roll_sheet as view

    setter = game.setter(options.ink)
    return _pdf_of(
        make_document(game, "roll.pdf", game.say("Roll"), view(game, result.record, result.results), options, setter)
    )


def _pdf_of(made: Made) -> bytes:
    if made.missing:
        raise Surroundings(made.missing)
    stop([*made.about.diagnostics])
    return made.data


def draw_sheets(
    game: Game,
    name: str,
    title: str,
    cut: Cut,
    options: Options,
    setter: Setter,
    lay_out: LayOut = fewest,
    *,
    shown: Collection[str] | None = None,
    scratch: Scratch | None = None,
) -> Made:
    """Draw pieces or boards as a PDF; one with many pictures goes into `scratch`, if that is given.

    What the index and the print guide need of a file that lies on the table is kept, too: words, and small drawings of
    the first page and of those `shown`, by number.
    """
    from rcwkit.sheets.pdf import Imprint, draw, draw_into

    edition = options.edition
    sheets = _sheets(game, title, cut, options, setter, lay_out)
    paper = sum(not sheet.behind for sheet in sheets)
    flip = options.flip if paper < len(sheets) else None
    imprint = Imprint(f"{game.info.title}: {title}", "rcwkit", game.info.credits, flip=flip)
    found = (*setter.found, *fit_notes(cut.pieces, edition), *coarse(cut.frames, setter.artwork))
    form: Form = "boards" if cut.boards else "counters" if any(piece.butted for piece in cut.pieces) else "cards"
    faces = {id(face.items): "" for piece in cut.pieces for face in piece.faces} | repeated(cut.boards)
    contents: Contents = b""
    if scratch and setter.artwork.pixels > LARGE:
        with scratch.file() as stream:
            draw_into(stream, sheets, imprint, setter.book, setter.artwork, faces=faces)
        contents = Path(stream.name)
    elif sheets:
        contents = draw(sheets, imprint, setter.book, setter.artwork, faces=faces)
    whole = document_facts(title, cut.boards, faces) if cut.boards else None
    facts, sizes = facts_of(cut.pieces, faces), Counter[tuple[float, float]]()
    for piece in facts.values():
        sizes[piece.size] += piece.copies
    counts = tuple((count, size) for size, count in sizes.items())
    component = _seen(Component(name, title, form, len(sheets), paper, counts), sheets, shown)
    return Made(About(component, pieces=facts, whole=whole, diagnostics=found), contents)


DRAWN = 1000
"""Bytes that an item of a face takes of what a game keeps, roughly."""
SHOWN = {"cards", "counters", "maps", "pieces", "places", "scenarios", "setup", "values"}
"""Kinds of documents that faces are drawn from by their values alone."""


def contents_of(
    game: Game, file: File, options: Options, setter: Setter, digests: Mapping[str, str] | None = None
) -> Cut | TextDocument | Volume:
    """Lay out a file with a new setter. With `digests` of the documents by kind, cut files are laid out once.

    Whoever looks for misfits before an edit is written, and draws what it changed afterwards, shares what is laid out;
    of a file that has changed, faces of the same values are not drawn again. The file is not kept if the setter wants
    some of its faces alone.
    """
    if digests is None or not file.cut:
        return file.lay_out(setter, options.edition.room)
    look = repr((game.info.look, game.owners, game.book.said))
    key = contents_of, file.stem, options, look, *(digests.get(kind, "") for kind in sorted(file.reads))
    drawn = "faces", file.stem, options, look, *(digests.get(kind, "") for kind in sorted(file.reads - SHOWN))
    contents, found, artwork = game.memo.find(key) or (None, (), setter.artwork)
    if contents is None or not game.files.same(artwork.shown):
        setter.faces, before = game.memo.find(drawn) or ({}, setter.artwork)
        if game.files.same(before.shown):
            setter.artwork.follow(before)
        else:
            setter.faces = {}
        contents = file.lay_out(setter, options.edition.room)
        size = DRAWN * sum(len(frame.items) for frame in contents.frames) if isinstance(contents, Cut) else DRAWN
        if setter.wanted is None:
            game.memo.keep(key, (contents, tuple(setter.found), setter.artwork), size)
        game.memo.keep(drawn, (setter.faces, setter.artwork), size)
    else:
        setter.found += found
        setter.artwork = artwork
    return contents


def laid_out(
    game: Game, file: File, options: Options, digests: Mapping[str, str] | None = None
) -> tuple[list[Sheet], list[Diagnostic]]:
    """Return the pages of a file, without drawing it, and what is wrong with them; booklets have none here."""
    from rcwkit.document.pages import sheets

    setter, made = setter_of(game, options, large=file.large), list[Sheet]()
    try:
        contents = contents_of(game, file, options, setter, digests)
        if isinstance(contents, Cut):
            made = _sheets(game, file.title, contents, options, setter)
            return made, [*setter.found, *coarse(contents.frames, setter.artwork)]
        if isinstance(contents, TextDocument):
            made = sheets(
                contents, options.paper_of(composed=contents.composed), setter, game.owners, screen=options.screen
            )
    except InputError as error:
        return [], error.diagnostics
    return made, [*setter.found, *coarse(made, setter.artwork)]


def _sheets(
    game: Game, title: str, cut: Cut, options: Options, setter: Setter, lay_out: LayOut = fewest
) -> list[Sheet]:
    """Impose pieces, or set boards, on sheets."""
    edition = options.edition
    printer = edition.printer.said(setter.say) if edition.printer else ""
    foot = Foot(game.info.title, title, game.info.credits, setter.theme, setter.book, printer, setter.say)
    if (
        cut.boards
        and cut.lower
        and cut.pieces
        and (made := above_pieces(cut.boards, cut.lower, cut.pieces, edition, foot))
    ):
        return made
    whole = whole_pages(cut.boards, edition, foot) if cut.boards else []
    return [*whole, *lay_out(cut.pieces, edition, foot)] if cut.pieces else whole


def setter_of(game: Game, options: Options, *, large: bool = True) -> Setter:
    """Return the setter of a file that may be in large print, and of a draft, which says so in its feet."""
    setter = game.setter(options.ink, large=large and options.aids == "large")
    if options.draft:
        said = " · ".join(filter(None, (game.say("DRAFT"), setter.theme.edition)))
        setter.theme, setter.artwork.lenient = setter.theme._replace(edition=said), True
    return setter


def _overfull(frames: Sequence[Frame], found: Iterable[Diagnostic]) -> Set[str]:
    """Return the places of texts that do not fit, and of the faces with those that stand at no place of their own."""
    known = {frame.at: frame.span for frame in frames}
    places = set[str]()
    for one in found:
        if one.severity is Severity.ERROR:
            above = [span for span in known.values() if span.file == one.span.file and span.line <= one.span.line]
            places |= {one.span.place, max(above, key=lambda span: span.line).place} if above else {one.span.place}
    return places


def _marked(cut: Cut, found: Sequence[Diagnostic]) -> Cut:
    """Return the contents of cut sheets with what does not fit in red."""
    places = _overfull([*cut.frames], found)
    if not places:
        return cut

    def red(frame: Frame) -> Frame:
        return reddened(frame, places)

    pieces = tuple(piece._replace(front=red(piece.front), back=piece.back and red(piece.back)) for piece in cut.pieces)
    return cut._replace(pieces=pieces, boards=tuple(map(red, cut.boards)), lower=None)


def make_document(
    game: Game,
    name: str,
    title: str,
    contents: TextDocument,
    options: Options,
    setter: Setter,
    *,
    shown: Collection[str] | None = None,
) -> Made:
    """Draw a text document as a PDF; `shown` is as in draw_sheets()."""
    from rcwkit.document.pages import sheets
    from rcwkit.sheets.pdf import Imprint, draw

    made = sheets(contents, options.paper_of(composed=contents.composed), setter, game.owners, screen=options.screen)
    if options.draft:
        over = _overfull((), setter.found)
        made = [sheet._replace(items=red_texts(sheet.items, over)) for sheet in made]
    both = contents.both and len(made) > 1
    flip: Flip | None = "long" if both else None
    imprint = Imprint(f"{game.info.title}: {contents.title}", "rcwkit", game.info.credits, flip=flip)
    data = draw(made, imprint, setter.book, setter.artwork) if made else b""
    whole = document_facts(title, data) if made else None
    paper, labels = ceil(len(made) / 2) if both else len(made), tuple(sheet.page for sheet in made)
    heads = {sheet.page: sheet.headings[0][1] for sheet in reversed(made) if sheet.page and sheet.headings}
    component = Component(name, title, "document", len(made), paper, labels=labels, heads=heads)
    component = _seen(component, made, shown)
    return Made(About(component, whole=whole, diagnostics=(*setter.found, *coarse(made, setter.artwork))), data)


def _make_booklet(game: Game, name: str, volume: Volume, options: Options, setter: Setter) -> Made:
    """Set a booklet in a worker process, within limits; `missing` says why if it cannot be made."""
    from rcwkit.workers import confined

    return confined(_booklet, game.info, name, volume, options, setter)


def _booklet(info: GameInfo, name: str, volume: Volume, options: Options, setter: Setter) -> Made:
    from rcwkit.kinds.booklet.draw import render, templates

    texts = templates(bundled("templates") / "booklet")
    try:
        bound = render(volume, options.paper_of(), texts, setter, info, screen=options.screen)
    except Surroundings as error:
        component = Component(name, volume.title, "document", 0, 0)
        return Made(About(component, pictures=setter.artwork.shown), missing=str(error))
    form: Form = "booklet" if bound.sheets < bound.pages else "document"
    about = About(
        Component(name, volume.title, form, bound.pages, bound.sheets),
        # The setter may be a copy, in a process of its own.
        pictures=setter.artwork.shown,
        whole=document_facts(volume.title, bound.data),
        diagnostics=(*setter.found, *bound.diagnostics),
        flagged=tuple(sorted(setter.flagged)),
    )
    return Made(about, bound.data)


def stop(found: list[Diagnostic]) -> list[Diagnostic]:
    """Return the diagnostics, or raise InputError if any is an error."""
    if any(diagnostic.severity is Severity.ERROR for diagnostic in found):
        raise InputError(found)
    return found
