"""The files of a kit, one at a time: what is drawn and said of each, and what is published of all."""

from __future__ import annotations

import hashlib
import io
import json
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from pictures_support import picture, saved
from rcwkit.art.artwork import Artwork
from rcwkit.diagnostics import Diagnostic, InputError, Span, Surroundings
from rcwkit.dice.roll import prepare, rolled, seeded
from rcwkit.dice.settle import settle
from rcwkit.dice.sources import code_of
from rcwkit.document.blocks import DocumentPart, Paragraph, TextDocument
from rcwkit.frame import Frame, Group, Sheet, Text
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.kinds.booklet import draw as booklet
from rcwkit.kinds.booklet.draw import BoundBooklet
from rcwkit.kinds.guide.say import CHECKSUMS, Component
from rcwkit.kinds.kind import Cut, File, files_of
from rcwkit.kit.build import (
    LICENCE,
    PROGRAM,
    About,
    Made,
    Scratch,
    checked,
    counted,
    draw_sheets,
    finish,
    laid_out,
    licence,
    make,
    make_document,
    manifest,
    misfits,
    noted,
    opened,
    roll_sheet,
    setup_sheet,
    stop,
    unflagged,
    words_of,
)
from rcwkit.kit.changes import Facts
from rcwkit.kit.kept import KEPT, _record, files_kept, outputs_kept
from rcwkit.kit.options import Options
from rcwkit.sheets.imposition import CutPiece
from rcwkit.sheets.paper import Backs, Printer
from rcwkit.source.claims import MANIFEST, Contents, digest
from rcwkit.source.project import Project
from rcwkit.type.text import Setter
from tests_support import TOY, text_of, write

RED = """\
kind: counters
id: red
title: Red
source: Rules
side: red
counters:
  A: {type: corps, name: A, copies: 2}
  B: {type: army, name: B}
"""
CARDS = """\
kind: cards
id: deck
title: Deck
source: Rules
shelf: table
back: {title: Deck}
cards:
  a: {title: Ace, note: "As counted. {ruling totals}"}
  b: {title: Bee}
"""
TABLES = """\
kind: tables
id: raids
title: Raids
source: Rules
tables:
  raid: {title: Raid, roll: 1d6, rows: {1-4: "Loss {ruling totals}", 5-6: Repulse}}
"""
BOOKLET = """\
kind: booklet
id: notes
title: Notes
source: Rules
text: "Both.[](ruling:totals)"
"""
SMALL = {
    "game.yaml": TOY["game.yaml"],
    "cards.yaml": CARDS,
    "red.yaml": RED,
    "rulings.yaml": TOY["rulings.yaml"],
    "tables.yaml": TABLES,
}
LONG = "Donaudampfschifffahrt" * 3
PICTURED = {
    "game.yaml": TOY["game.yaml"],
    "cards.yaml": CARDS.replace("shelf: table", "layout: picture").replace(', note: "As counted. {ruling totals}"', ""),
    "layouts.yaml": "kind: layouts\nid: own\nlayouts: {picture: {boxes: {art: {image: 'a.png'}}}}\n",
}
WARNING = Diagnostic("W311", "small", Span("a.yaml", 2))
NOTE = Diagnostic("N330", "note", Span("a.yaml", 1))
ERROR = Diagnostic("E310", "long", Span("a.yaml", 3))


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A game of two counters, two cards, a table and a ruling, which the tests do not change."""
    return Project(write(tmp_path_factory.mktemp("small") / "toy", SMALL), shown="toy")


@pytest.fixture(scope="module")
def game(project: Project) -> Game:
    return load(project)


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """The small game with all kinds of documents."""
    return load(Project(write(tmp_path_factory.mktemp("toy") / "toy", TOY), shown="toy"))


@pytest.fixture
def pictured(tmp_path: Path) -> Game:
    """A game of two cards with the same picture, which is too coarse."""
    folder = write(tmp_path / "toy", PICTURED)
    (folder / "a.png").write_bytes(saved(picture()))
    return load(Project(folder, shown="toy"))


def file_of(game: Game, stem: str) -> File:
    return next(file for file in files_of(game) if file.stem == stem)


def laid(folder: Path, **files: str) -> Project:
    """The small game with other documents."""
    named = {f"{name}.yaml": text for name, text in files.items()}
    return Project(write(folder / "toy", {**SMALL, **named}), shown="toy")


def facts(name: str) -> Facts:
    return Facts(name, 1, (0.0, 0.0), "0" * 64)


def piece(name: str, **more: Any) -> CutPiece:
    return CutPiece(Frame(170.0, 240.0, (), name=name), title=name, **more)


BACK = Frame(170.0, 240.0, (), name="back")


def drawn(game: Game, cut: Cut, **options: Any) -> Made:
    return draw_sheets(game, "x.pdf", "X", cut, Options(**options), game.setter())


def duplex(data: bytes) -> str:
    """How a PDF asks a printer to turn the paper."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        return str(pdf.Root.ViewerPreferences.Duplex)


def codes(found: list[Diagnostic]) -> list[str]:
    return [one.code for one in found]


def test_a_file_has_its_bytes_wherever_they_are(tmp_path: Path) -> None:
    (tmp_path / "big").write_bytes(b"stored")
    held, stored = made("x", b"held"), made("x", tmp_path / "big")
    assert (held.name, held.data, stored.data) == ("x.pdf", b"held", b"stored")


def test_the_guide_counts_copies_by_size(game: Game) -> None:
    large = Frame(180.0, 250.0, (), name="b")
    pieces = (piece("a", copies=2), CutPiece(large, copies=3), piece("c", copies=4))
    about = drawn(game, Cut(pieces)).about
    assert about.component[:5] == ("x.pdf", "X", "cards", 1, 1)
    assert about.component.pieces == ((6, about.pieces["a"].size), (3, about.pieces["b"].size))


def test_a_sound_game_is_opened(project: Project) -> None:
    game, found = opened(project)
    assert (game.info.id, found) == ("toy", [])
    assert checked(project) == []


def test_what_is_amiss_before_layout_is_found(tmp_path: Path) -> None:
    """What is not read, what is wrong in the data, and letters that the fonts lack."""
    assert codes(opened(laid(tmp_path, empty=""))[1]) == ["W108"]
    wrong = laid(tmp_path, red=RED.replace("name: A", "name: 漢"), tables=TABLES.replace("5-6", "6"))
    with pytest.raises(InputError) as refused:
        opened(wrong)
    assert codes(refused.value.diagnostics) == ["W108", "E230", "E320"]
    assert checked(wrong) == refused.value.diagnostics


def test_what_does_not_fit_is_found_by_checking(tmp_path: Path) -> None:
    project = laid(
        tmp_path,
        empty="",
        cards=CARDS.replace("Bee", LONG),
        red=RED.replace("name: A", f"name: {LONG}"),
        tables=TABLES.replace("Repulse", LONG),
    )
    found = checked(project)
    assert [(one.code, one.span.file) for one in found] == [
        ("W108", "toy/empty.yaml"),
        ("E310", "toy/red.yaml"),
        ("E310", "toy/cards.yaml"),
    ], "a text document is set only to be printed"
    game = load(project)
    assert misfits(game) == found[1:]
    assert misfits(game, {"cards"}) == found[2:]
    assert misfits(game, {"tables", "game"}) == found[1:], "all are made from the game's own document"
    assert misfits(game, {"tables"}) == []


def test_errors_stop_a_build_with_all_that_was_found() -> None:
    assert stop([]) == []
    assert stop([WARNING, NOTE]) == [WARNING, NOTE]
    with pytest.raises(InputError) as stopped:
        stop([WARNING, ERROR])
    assert stopped.value.diagnostics == [WARNING, ERROR]


def made(stem: str, contents: Contents, pages: int = 0, sheets: int = 0, missing: str = "", **about: Any) -> Made:
    """A finished document, titled by its stem."""
    shelf = about.pop("shelf", "table")
    component = Component(f"{stem}.pdf", stem.upper(), "document", pages, sheets, shelf=shelf)
    return Made(About(component, sha256=digest(contents), **about), contents, missing)


MADE = [
    made("0-print-guide", b"guide", 1, 1, whole=facts("Guide")),
    made("index", b"index", 1, 1, whole=facts("Index")),
    made("a", b"a", 2, 1, diagnostics=(NOTE,), pieces={"a": facts("a")}, pictures={"a.png": "1"}),
    made("b", b"b", 3, 3, diagnostics=(WARNING,), whole=facts("B"), shelf="study"),
    made("c", b"", missing="no Pango"),
    made("d", b"", missing="no fonts"),
]


def finished(project: Project, game: Game, folder: Path, made: list[Made], **more: Any) -> Any:
    return finish(project, game, made, Options(), folder, [ERROR._replace(code="W100")], **more)


def test_a_kit_is_published_with_its_paperwork(tmp_path: Path, project: Project, game: Game) -> None:
    folder = tmp_path / "toy"
    report = finished(project, game, folder, MADE)
    files = {"0-print-guide.pdf": b"guide", "index.pdf": b"index", "a.pdf": b"a", "b.pdf": b"b"}
    files[LICENCE] = licence(game)
    sums = "".join(f"{hashlib.sha256(files[name]).hexdigest()}  {name}\n" for name in sorted(files))
    files[CHECKSUMS] = sums.encode()
    assert {path.name: path.read_bytes() for path in folder.iterdir() if path.name in files} == files
    assert {path.name for path in folder.iterdir()} == {*files, MANIFEST, KEPT}
    assert report == (
        "toy",
        folder,
        {name: len(data) for name, data in files.items()},
        {"0-print-guide.pdf": 1, "index.pdf": 1, "a.pdf": 2, "b.pdf": 3, "c.pdf": 0, "d.pdf": 0},
        [ERROR._replace(code="W100"), NOTE, WARNING],
        "no Pango",
        {},
        ("c.pdf", "d.pdf"),
    )
    read = json.loads((folder / MANIFEST).read_text("utf-8"))
    assert read["pieces"] == {
        "a.pdf": {"a": {"title": "a", "copies": 1, "size": [0.0, 0.0], "sha256": "0" * 64}},
        "documents": {"b.pdf": {"title": "B", "copies": 1, "size": [0.0, 0.0], "sha256": "0" * 64}},
    }, "those that list other files are no pieces"
    assert read["shelves"] == {
        "table": {"files": 5, "pages": 4, "sheets": 3},
        "study": {"files": 1, "pages": 3, "sheets": 3},
    }
    assert read["inputs"]["toy/a.png"] == "1"
    assert {name: one["sha256"] for name, one in read["outputs"].items()} == {
        name: hashlib.sha256(data).hexdigest() for name, data in files.items()
    }


def test_a_kit_whose_files_have_errors_is_not_published(tmp_path: Path, project: Project, game: Game) -> None:
    with pytest.raises(InputError) as refused:
        finished(project, game, tmp_path / "toy", [*MADE, made("e", b"", diagnostics=(ERROR,))])
    assert refused.value.diagnostics == [NOTE, WARNING, ERROR]
    assert list(tmp_path.iterdir()) == []


def test_what_the_next_build_needs_is_kept(tmp_path: Path) -> None:
    cards = CARDS.replace("cards:\n", "cards:\n  from: more.csv\n").partition("  a:")[0]
    project = laid(tmp_path, cards=cards, rulings=TOY["rulings.yaml"])
    write(project.root, {"more.csv": "id,title\na,A\n"})
    over = Project(write(tmp_path / "over", {"x.yaml": cards.replace("more.csv", "less.csv")}), shown="over")
    write(over.root, {"less.csv": "id,title\na,Over\n"})
    project.overlays = (over,)
    game, folder = load(project), tmp_path / "out" / "toy"
    finished(project, game, folder, MADE, key="key")
    key, kept, _ = _record(folder)
    assert key == "key"
    assert kept is not None
    assert files_kept(folder) == [one.about for one in MADE if not one.missing]
    assert kept.beside == {
        "more.csv": digest(b"id,title\na,A\n"),
        "less.csv": digest(b"id,title\na,Over\n"),
        "a.png": "1",
    }
    names = {*(one.name for one in MADE if one.data), LICENCE, CHECKSUMS}
    assert outputs_kept(folder) == {name: digest((folder / name).read_bytes()) for name in names}
    assert kept.manifest == digest((folder / MANIFEST).read_bytes())
    assert set(json.loads((folder / MANIFEST).read_text("utf-8"))["inputs"]) == {
        *(f"toy/{name}" for name in (*SMALL, "more.csv", "a.png")),
        "over/x.yaml",
        "over/less.csv",
    }


@pytest.mark.parametrize(("name", "kept"), [("toy", ["0-first.json"]), ("fair", [])])
def test_the_first_manifest_of_a_kit_is_kept_but_not_that_of_an_edition(
    tmp_path: Path, project: Project, game: Game, name: str, kept: list[str]
) -> None:
    for files in (MADE, MADE[:1]):
        finished(project, game, tmp_path / name, files)
    assert [path.name for path in tmp_path.glob(f".printed/{name}/*")] == kept


def test_a_manifest_says_what_a_kit_was_made_from(project: Project, game: Game) -> None:
    load(project)
    read = manifest(project, game, Options(ink="low"), {"a.pdf": {"a": facts("a")}, "documents": {}})
    assert read == {
        "tool": PROGRAM,
        "game": "toy",
        "options": Options(ink="low").as_json(),
        "inputs": {f"toy/{name}": digest(text.encode()) for name, text in sorted(SMALL.items())},
        "pieces": {"a.pdf": {"a": facts("a")._asdict()}},
    }
    assert [*read["inputs"]] == sorted(read["inputs"])


def test_files_are_counted_by_shelf_and_pieces_noted_by_file() -> None:
    assert counted(one.about for one in MADE[2:4]) == {
        "table": {"files": 1, "pages": 2, "sheets": 1},
        "study": {"files": 1, "pages": 3, "sheets": 3},
    }
    assert noted(one.about for one in MADE[:4]) == {
        "a.pdf": {"a": facts("a")},
        "b.pdf": {},
        "documents": {"b.pdf": facts("B")},
    }


def test_the_files_of_a_kit_come_in_order_with_their_kinds(game: Game) -> None:
    assert [(file.stem, file.kind) for file in files_of(game)] == [
        ("counters", "counters"),
        ("cards-deck", "cards"),
        ("charts", "tables"),
        ("odds", "tables"),
        ("rulings", "rulings"),
        ("all-rulings", "rulings"),
    ]


@pytest.mark.parametrize(
    ("stem", "form", "pages", "sheets", "pieces", "flagged"),
    [
        ("counters", "counters", 2, 1, {"A": 2, "B": 1}, ()),
        ("cards-deck", "cards", 2, 1, {"deck/a": 1, "deck/b": 1}, (1,)),
        ("charts", "document", 1, 1, {}, (1,)),
        ("rulings", "document", 1, 1, {}, ()),
    ],
)
def test_a_file_is_made(
    game: Game, stem: str, form: str, pages: int, sheets: int, pieces: dict[str, int], flagged: tuple[int, ...]
) -> None:
    file = file_of(game, stem)
    made = make(game, file, Options())
    assert (made.name, made.about.component.title, made.about.component.shelf, made.missing) == (
        f"{stem}.pdf",
        file.title,
        "table",
        "",
    )
    assert (made.about.component.form, made.about.component.pages, made.about.component.sheets, made.about.flagged) == (
        form,
        pages,
        sheets,
        flagged,
    )
    assert {name: one.copies for name, one in made.about.pieces.items()} == pieces
    assert text_of(made.data).count(f"Toy · {'Rulings' if stem == 'rulings' else ''}") == pages
    assert len(made.about.component.words) == pages
    assert (made.about.whole and made.about.whole.title) == (None if pieces else file.title)
    again = make(game, file._replace(shelf="proxies"), Options())
    assert (again.about.component.shelf, again.about.flagged) == ("proxies", ())


def test_the_pictures_of_a_file_are_noted_and_judged(pictured: Game) -> None:
    made = make(pictured, file_of(pictured, "cards-deck"), Options())
    assert made.about.pictures == {"a.png": digest(saved(picture()))}
    assert codes([*made.about.diagnostics]) == ["W270"]
    made_sheets, found = laid_out(pictured, file_of(pictured, "cards-deck"), Options())
    assert (len(made_sheets), codes(found)) == (2, ["W270"])


def test_rulings_that_nothing_flags_are_told(game: Game, tmp_path: Path) -> None:
    (told,) = unflagged(game, [made("a", b"").about, made("b", b"", flagged=(2,)).about])
    assert (told.code, told.message) == ("W290", "no page has the number of ruling 'totals'")
    assert told.span.place == "toy/rulings.yaml:5"
    assert [*unflagged(game, [made("a", b"", flagged=(1,)).about])] == []
    told_in_text = load(laid(tmp_path, booklet=BOOKLET))
    assert [*unflagged(told_in_text, [])] == [], "a booklet names it, even if it cannot be made here"


def test_the_sheet_of_a_set_up_and_of_a_roll(toy: Game) -> None:
    options = Options(ink="low")
    assert "Campaign" in text_of(setup_sheet(toy, settle(toy, "campaign"), options))
    code, dice = seeded(code_of(bytes(16)))
    result, _ = rolled(prepare(toy, "turn9", {"lead": "red"}), dice, code)
    assert "TURN 9" in text_of(roll_sheet(toy, result, options)).upper()


@pytest.mark.parametrize(
    ("made", "error"),
    [
        (made("x", b"x", missing="no Pango"), Surroundings),
        (made("x", b"x", diagnostics=(ERROR,)), InputError),
    ],
)
def test_a_sheet_that_cannot_be_made_is_refused(
    toy: Game, monkeypatch: pytest.MonkeyPatch, made: Made, error: type[Exception]
) -> None:
    monkeypatch.setattr("rcwkit.kit.build.make_document", lambda *_: made)
    with pytest.raises(error):
        setup_sheet(toy, settle(toy, "campaign"), Options())


@pytest.mark.parametrize(
    ("backs", "flip", "pages", "sheets"),
    [("duplex", "/DuplexFlipShortEdge", 2, 1), ("sheets", "/Simplex", 2, 2), ("none", "/Simplex", 1, 1)],
)
def test_paper_is_turned_where_any_piece_has_a_back(
    game: Game, backs: Backs, flip: str, pages: int, sheets: int
) -> None:
    made = drawn(game, Cut((piece("a"), piece("b", back=BACK))), backs=backs, flip="short")
    assert (duplex(made.data), made.about.component.pages, made.about.component.sheets) == (flip, pages, sheets)


def test_paper_is_counted_in_every_language(tmp_path: Path) -> None:
    """Bug: backs counted as paper of their own where they were not called so in English."""
    project = Project(write(tmp_path, SMALL), shown="toy", language="de")
    made = make(load(project), file_of(load(project), "counters"), Options())
    assert (made.about.component.pages, made.about.component.sheets) == (2, 1)
    assert "Rückseite" in text_of(made.data)


def test_pieces_without_backs_are_printed_on_one_side(game: Game) -> None:
    made = drawn(game, Cut((piece("a"), piece("b"))))
    assert (duplex(made.data), made.about.component.pages, made.about.component.sheets) == ("/Simplex", 1, 1)


def test_pieces_that_share_a_cut_are_counters(game: Game) -> None:
    assert drawn(game, Cut((piece("a"), piece("b", butted=True)))).about.component.form == "counters"
    assert drawn(game, Cut((piece("a"), piece("b")))).about.component.form == "cards"


def test_boards_are_whole_pages(game: Game) -> None:
    made = drawn(game, Cut(boards=(Frame(595.0, 842.0, ()), Frame(595.0, 842.0, ()))))
    assert (made.about.component.form, made.about.component.pages, made.about.component.sheets, made.about.pieces) == (
        "boards",
        2,
        2,
        {},
    )
    assert made.about.whole is not None
    assert (made.about.whole.title, made.about.whole.copies) == ("X", 1)
    assert text_of(made.data).count("Toy · X · Nobody's. sheet") == 2


def test_nothing_to_cut_is_an_empty_file(game: Game) -> None:
    made = drawn(game, Cut())
    assert (made.contents, made.about.component.pages, made.about.whole) == (b"", 0, None)


@pytest.mark.parametrize(("pixels", "large"), [(16_000_000, False), (16_000_001, True)])
def test_a_file_with_many_pictures_goes_to_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pictured: Game, pixels: int, large: bool
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(Artwork, "pixels", pixels)
    file, scratch = file_of(pictured, "cards-deck"), Scratch("scratch")
    held = make(pictured, file, Options())
    made = make(pictured, file, Options(), scratch)
    assert isinstance(held.contents, bytes)
    assert isinstance(made.contents, Path) is large
    assert (made.data, made.about) == (held.data, held.about)


def test_sheets_name_the_printer_they_are_for(game: Game) -> None:
    printer = Printer("Office", (0.5, 0.0))
    assert "Office: backs" in text_of(drawn(game, Cut((piece("a"),)), printer=printer).data)


@pytest.mark.parametrize(
    ("large", "aids", "enlarges"), [(True, "large", True), (True, "usual", False), (False, "large", False)]
)
def test_large_print_is_for_files_that_have_it(game: Game, large: bool, aids: Any, enlarges: bool) -> None:
    def lay_out(setter: Setter, _: object) -> Cut:
        assert setter.theme.enlarges is enlarges
        return Cut((piece("a"),))

    file = File("a", "A", lay_out, frozenset(), large=large)
    assert make(game, file, Options(aids=aids)).about.component.pages == 1


def document(*texts: str) -> TextDocument:
    parts = tuple(DocumentPart(text, (Paragraph(text),), turned=index % 2 == 1) for index, text in enumerate(texts))
    return TextDocument("Sheet", parts, "Toy", "Rules 1", "Nobody’s.")


@pytest.mark.parametrize(("texts", "flip"), [(("One",), "/Simplex"), (("One", "Two"), "/DuplexFlipLongEdge")])
def test_a_text_of_several_pages_is_printed_on_both_sides(game: Game, texts: tuple[str, ...], flip: str) -> None:
    made = make_document(game, "x.pdf", "X", document(*texts), Options(), game.setter())
    component = made.about.component
    assert (duplex(made.data), component.pages, component.sheets) == (flip, len(texts), 1)
    assert made.about.whole is not None
    assert made.about.whole.title == "X"


def test_only_files_for_the_table_are_read_for_the_index_and_drawn_small(game: Game) -> None:
    parts = document("One", "Two")
    made, study = (
        make_document(game, "x.pdf", "X", parts, Options(), game.setter(), shown=shown) for shown in ({""}, None)
    )
    seen = [(len(one.about.component.words), len(one.about.component.small)) for one in (made, study)]
    assert (seen, study.data == made.data) == ([(2, 1), (0, 0)], True)


def test_a_text_without_contents_is_an_empty_file(game: Game) -> None:
    made = make_document(game, "x.pdf", "X", document(), Options(), game.setter())
    assert made == Made(About(Component("x.pdf", "X", "document", 0, 0)))


def test_pages_are_laid_out_without_being_drawn(game: Game, tmp_path: Path) -> None:
    def refuse(*_: object) -> Cut:
        raise InputError([ERROR])

    assert [len(laid_out(game, file_of(game, stem), Options())[0]) for stem in ("counters", "charts")] == [2, 1]
    assert laid_out(game, File("a", "A", refuse, frozenset()), Options()) == ([], [ERROR])
    told = load(laid(tmp_path, booklet=BOOKLET, tables=TABLES.replace("Repulse", LONG)))
    assert laid_out(told, file_of(told, "booklet-notes"), Options()) == ([], [])
    sheets, found = laid_out(told, file_of(told, "charts"), Options())
    assert (len(sheets), codes(found)) == (1, ["E310"])


def bound(game: Game, monkeypatch: pytest.MonkeyPatch, outcome: BoundBooklet | Exception) -> Made:
    """Make a booklet, set by a stand-in that flags rulings 3 and 2, and shows a picture."""

    def render(
        volume: Any, paper: Any, texts: Mapping[str, str], setter: Setter, *_: Any, screen: bool
    ) -> BoundBooklet:
        assert texts.keys() == {"booklet.html", "booklet.css"}
        setter.found.append(NOTE)
        setter.flagged.update((3, 2))
        setter.artwork.shown["a.png"] = "1"
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    monkeypatch.setattr(booklet, "render", render)
    return make(game, file_of(game, "booklet-notes"), Options())


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(("pages", "sheets", "form"), [(4, 2, "booklet"), (3, 3, "document")])
def test_a_booklet_is_made(toy: Game, monkeypatch: pytest.MonkeyPatch, pages: int, sheets: int, form: str) -> None:
    made = bound(toy, monkeypatch, BoundBooklet(b"%PDF", pages, sheets, (WARNING,)))
    assert (made.name, made.about.component.title, made.data) == ("booklet-notes.pdf", "Notes", b"%PDF")
    assert (
        made.about.component.pages,
        made.about.component.sheets,
        made.about.component.form,
        made.about.diagnostics,
    ) == (pages, sheets, form, (NOTE, WARNING))
    assert (made.about.flagged, made.about.pictures, made.missing) == ((2, 3), {"a.png": "1"}, "")
    assert made.about.whole is not None
    assert made.about.whole.title == "Notes"


@pytest.mark.usefixtures("here")
def test_a_booklet_that_cannot_be_set_here_says_why(toy: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    made = bound(toy, monkeypatch, Surroundings("no Pango"))
    assert (made.data, made.about.component.pages, made.missing, made.about.pictures) == (
        b"",
        0,
        "no Pango",
        {"a.png": "1"},
    )
    assert (made.about.whole, made.about.diagnostics) == (None, ())


def test_a_booklet_is_set_in_a_process_of_its_own(toy: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it flags and shows comes back from there."""
    asked: list[tuple[Any, ...]] = []

    def confined(function: Any, *given: Any) -> Made:
        asked.append((function.__name__, *given[:2]))
        return Made(About(Component("x.pdf", "X", "booklet", 1, 1), flagged=(4,), pictures={"b.png": "2"}), b"x")

    monkeypatch.setattr("rcwkit.workers.confined", confined)
    made = make(toy, file_of(toy, "booklet-notes"), Options())
    assert asked == [("_booklet", toy.info, "booklet-notes.pdf")]
    assert (made.about.flagged, made.about.pictures) == ((4,), {"b.png": "2"})


def test_the_index_has_the_words_of_pages_and_tells_heads_captions_and_bold_ones_apart() -> None:
    def said(words: str, font: str, size: float) -> Text:
        return Text(0, 0, words, font, size, "#000000")

    items = (
        said("Great  Head", "narrow-bold", 10.1),
        said("small bold", "sans-bold", 10.0),
        said("Figure", "figures", 12),
        said("caption", "sans-italic", 9),
        said("aside", "sans-italic", 8.9),
        said("large", "sans", 20),
        Group((said("twice", "sans-bold", 5.2), Group((said("once", "sans-bold", 10.0),), scale=0.5)), scale=2),
    )
    (page,) = words_of([Sheet(100, 100, items, "1", page="4")])
    assert page.page == "4"
    assert page.titles == "great head figure caption twice"
    assert page.text == "great head small bold figure caption aside large twice once"
    assert page.strong == "great head small bold figure twice once"
