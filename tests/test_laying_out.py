"""What a kit lays out: kept for who asks next, and marked in a draft where it is too long."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pictures_support import picture, saved
from rcwkit.diagnostics import Diagnostic, InputError, Span
from rcwkit.document.blocks import DocumentPart, Paragraph, TextDocument
from rcwkit.frame import MM, Frame, Group, Rect, Sheet, Text
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.kinds.kind import Cut, File
from rcwkit.kit import build
from rcwkit.kit.build import (
    DRAWN,
    Made,
    checked,
    contents_of,
    draw_sheets,
    laid_out,
    licence,
    make,
    make_document,
    manifest,
    opened,
    setter_of,
    temporary,
)
from rcwkit.kit.options import Options
from rcwkit.memo import Memo
from rcwkit.sheets.imposition import CutPiece
from rcwkit.sheets.marks import OVER
from rcwkit.source.project import Project
from rcwkit.type.text import Setter
from sheets_support import extents
from tests_support import TOY, write

NOTE = Diagnostic("N330", "note", Span("toy/cards.yaml", 1))
READ = {"cards": "1", "layouts": "1"}
"""Digests of documents by kind."""


@pytest.fixture
def game(tmp_path: Path) -> Game:
    """A game without documents besides its own, with a picture."""
    folder = write(tmp_path / "toy", {"game.yaml": TOY["game.yaml"]})
    (folder / "a.png").write_bytes(saved(picture()))
    return load(Project(folder, shown="toy"))


class Laying:
    """A file of three items with a note and, if named, a picture; it counts how often it is laid out."""

    def __init__(self, pictured: str = "", *, cut: bool = True) -> None:
        self.times, self.pictured = 0, pictured
        self.file = File("a", "A", self._lay_out, frozenset(READ), cut=cut)

    def _lay_out(self, setter: Setter, paper: object) -> Any:
        self.times += 1
        setter.found.append(NOTE)
        if setter.faces is not None:
            setter.faces[self.times] = "drawn"
        if self.pictured:
            setter.picture(self.pictured, lambda: NOTE.span)
        lines = tuple(Text(0, 9 * row, "A", "sans", 9, "#000000") for row in (1, 2))
        front = Frame(90.0, 90.0, lines, name="a")
        return Cut((CutPiece(front),), (front._replace(items=lines[:1]),)) if self.file.cut else document("A")

    def asked(self, game: Game, read: dict[str, str] | None = READ, **options: Any) -> tuple[Any, Setter]:
        """Return the contents of the file, and the setter that was asked for them."""
        chosen = Options(**options)
        setter = setter_of(game, chosen)
        return contents_of(game, self.file, chosen, setter, read), setter


def document(*texts: str, **more: Any) -> TextDocument:
    parts = tuple(DocumentPart(text, (Paragraph(text),), turned=index % 2 == 1) for index, text in enumerate(texts))
    return TextDocument("Sheet", parts, "Toy", "Rules 1", "Nobody’s.", **more)


def test_what_was_laid_out_is_taken_again_with_its_findings_and_pictures(game: Game) -> None:
    laying = Laying("a.png")
    first, setter = laying.asked(game)
    again, other = laying.asked(game)
    assert again is first and laying.times == 1
    assert other.found == setter.found == [NOTE]
    assert other.artwork is setter.artwork


def test_what_is_kept_counts_its_items(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[int] = []
    monkeypatch.setattr(Memo, "keep", lambda *given: sizes.append(given[3]))
    Laying().asked(game)
    assert sizes == [3 * DRAWN, 3 * DRAWN]


def test_without_digests_and_of_texts_nothing_is_kept(game: Game) -> None:
    for laying, read in ((Laying(), None), (Laying(cut=False), READ)):
        for times in (1, 2):
            _, setter = laying.asked(game, read)
            assert (laying.times, setter.found) == (times, [NOTE])


@pytest.mark.parametrize(
    ("read", "times"), [({"cards": "2"}, 2), ({"layouts": "2"}, 2), ({"maps": "2"}, 1), ({"cards": ""}, 2)]
)
def test_a_file_is_laid_out_anew_if_what_it_reads_changed(game: Game, read: dict[str, str], times: int) -> None:
    laying = Laying()
    laying.asked(game)
    laying.asked(game, READ | read)
    assert laying.times == times


def test_documents_that_are_not_there_are_the_same_as_long_as_they_are_not(game: Game) -> None:
    laying = Laying()
    for _ in range(2):
        laying.asked(game, {})
    assert laying.times == 1


def test_a_file_is_laid_out_for_each_edition_and_look(game: Game, tmp_path: Path) -> None:
    laying = Laying()
    laying.asked(game)
    laying.asked(game, ink="low")
    laying.asked(game, paper="letter")
    assert laying.times == 3
    renamed = TOY["game.yaml"].replace("title: Red", "title: Crimson")
    other = load(Project(write(tmp_path / "other", {"game.yaml": renamed}), shown="toy"))
    laying.asked(replace(other, memo=game.memo))
    assert laying.times == 4


def test_faces_are_drawn_again_only_if_more_than_values_changed(game: Game) -> None:
    laying = Laying("a.png")
    _, first = laying.asked(game)
    _, values = laying.asked(game, READ | {"cards": "2"})
    assert values.faces is first.faces and values.faces == {1: "drawn", 2: "drawn"}
    assert values.artwork.shown == first.artwork.shown and [*values.artwork] == [*first.artwork]
    _, layout = laying.asked(game, READ | {"layouts": "2"})
    assert layout.faces == {3: "drawn"}


def test_a_changed_picture_is_shown_on_faces_drawn_anew(game: Game) -> None:
    laying = Laying("a.png")
    _, first = laying.asked(game)
    assert game.files.project is not None
    (game.files.project.root / "a.png").write_bytes(saved(picture(seed=1)))
    _, changed = laying.asked(game)
    assert laying.times == 2 and changed.faces == {2: "drawn"}
    assert changed.artwork.shown != first.artwork.shown and len(changed.artwork) == 1


def test_pictures_of_faces_that_are_used_again_are_judged_again(game: Game) -> None:
    """They are in the setter's artwork even if nothing asked for them this time."""
    laying = Laying("a.png")
    laying.asked(game)
    laying.pictured = ""
    _, again = laying.asked(game, READ | {"cards": "2"})
    assert [*again.artwork.shown] == ["a.png"]


# Drafts


def long(at: str, width: float = 90.0, items: tuple[Any, ...] = ()) -> Frame:
    words = Text(0, 9, "long", "sans", 9, "#000000")
    return Frame(width, 90.0, items or (Group((words,), at=at),), name=at, at=at)


def marked(monkeypatch: pytest.MonkeyPatch, game: Game, cut: Cut, found: Iterable[Diagnostic], **options: Any) -> Cut:
    """Return what a draft draws in place of the contents of a file."""
    drawn: list[Cut] = []

    def draw(*given: Any, **_: Any) -> Made:
        drawn.append(given[3])
        return draw_sheets(*given)

    def lay_out(setter: Setter, paper: object) -> Cut:
        setter.found += found
        return cut

    monkeypatch.setattr(build, "draw_sheets", draw)
    make(game, File("a", "A", lay_out, frozenset(), cut=True), Options(**{"draft": True, **options}))
    return drawn[0]


def is_red(frame: Frame | None) -> tuple[bool, bool]:
    """Return whether the words of a face are red, and whether it has a red border."""
    assert frame is not None
    text = frame.items[0].items[0] if isinstance(frame.items[0], Group) else frame.items[0]
    last = frame.items[-1]
    return isinstance(text, Text) and text.fill == OVER, isinstance(last, Rect) and last.stroke == OVER


def test_a_draft_marks_the_text_that_does_not_fit_and_its_face(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    two, five, nine = (long(f"a.yaml:{line}") for line in (2, 5, 9))
    within = long("a.yaml:5", items=(Group((Text(0, 9, "long", "sans", 9, "#000000"),), at="a.yaml:7"),))
    error, warning = (Diagnostic(code, "long", Span("a.yaml", 7)) for code in ("E310", "W311"))
    cut = Cut((CutPiece(two, nine), CutPiece(within), CutPiece(nine)), (five, two), lower=lambda high, pages: ())
    made = marked(monkeypatch, game, cut, [error, warning._replace(span=Span("a.yaml", 2))])
    assert [is_red(piece.front) for piece in made.pieces] == [(False, False), (True, True), (False, False)]
    assert is_red(made.pieces[0].back) == (False, False) and made.pieces[1].back is None
    assert [is_red(board) for board in made.boards] == [(True, True), (False, False)]
    assert made.lower is None


def test_a_draft_marks_backs(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    cut = Cut((CutPiece(long("a.yaml:2"), long("a.yaml:4")),))
    made = marked(monkeypatch, game, cut, [Diagnostic("E310", "long", Span("a.yaml", 4))])
    (piece,) = made.pieces
    assert (is_red(piece.front), is_red(piece.back)) == ((False, False), (True, True))


@pytest.mark.parametrize(("file", "line"), [("b.yaml", 9), ("a.yaml", 1)])
def test_an_error_that_is_on_no_face_marks_none(
    game: Game, monkeypatch: pytest.MonkeyPatch, file: str, line: int
) -> None:
    cut = Cut((CutPiece(long("a.yaml:2")),), lower=lambda high, pages: ())
    made = marked(monkeypatch, game, cut, [Diagnostic("E310", "long", Span(file, line))])
    assert is_red(made.pieces[0].front) == (False, False)


def test_only_a_draft_marks_and_where_all_fits_nothing_is_changed(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    cut = Cut((CutPiece(long("a.yaml:2")),))
    error = Diagnostic("E310", "long", Span("a.yaml", 2))
    assert marked(monkeypatch, game, cut, [error], draft=False) is cut
    assert marked(monkeypatch, game, cut, [error._replace(code="W311")]) is cut


@pytest.mark.parametrize(("draft", "red"), [(True, {"Too long": True, "Short": False}), (False, {})])
def test_a_draft_of_a_text_marks_what_does_not_fit(
    game: Game, monkeypatch: pytest.MonkeyPatch, draft: bool, red: dict[str, bool]
) -> None:
    drawn: list[Sheet] = []

    def draw(sheets: list[Sheet], *_: object, **__: object) -> bytes:
        drawn.extend(sheets)
        return b""

    monkeypatch.setattr("rcwkit.sheets.pdf.draw", draw)
    at, setter = Span("toy/a.yaml", 3), game.setter()
    setter.found.append(Diagnostic("E310", "long", at))
    parts = (DocumentPart("One", (Paragraph("Too long", at=at), Paragraph("Short"))),)
    text = TextDocument("Sheet", parts, "Toy", "Rules", "Nobody’s.")
    make_document(game, "x.pdf", "X", text, Options(draft=draft), setter)
    fills = {item.text: item.fill == OVER for item, _ in extents(drawn[0].items) if isinstance(item, Text)}
    assert {words: fills[words] for words in ("Too long", "Short")} == ({"Too long": False, "Short": False} | red)


def test_a_draft_has_texts_and_says_so_in_its_manifest(game: Game) -> None:
    file = File("a", "A", lambda *_: document("One"), frozenset())
    assert make(game, file, Options(draft=True)).about.component.pages == 1
    project = Project(Path("toy"))
    for draft in (True, False):
        assert manifest(project, game, Options(draft=draft), {}).get("draft") is (True if draft else None)


def test_a_draft_says_so_in_its_feet_and_lacks_no_picture(game: Game) -> None:
    usual, draft, low = (
        setter_of(game, options) for options in (Options(), Options(draft=True), Options(ink="low", draft=True))
    )
    assert (usual.theme.edition, draft.theme.edition) == ("", "DRAFT")
    assert low.theme.edition == f"DRAFT · {game.setter('low').theme.edition}" != "DRAFT · "
    assert (usual.artwork.lenient, draft.artwork.lenient) == (False, True)


def test_a_file_is_in_large_print_if_it_may_be(game: Game) -> None:
    large = Options(aids="large")
    assert setter_of(game, large).theme.enlarges
    assert not setter_of(game, large, large=False).theme.enlarges
    assert not setter_of(game, Options()).theme.enlarges


def test_a_draft_may_lack_characters_and_pictures_and_nothing_else(tmp_path: Path) -> None:
    red = "kind: counters\nid: red\ntitle: Red\nsource: R\nside: red\ncounters: {A: {type: corps, name: 漢}}\n"
    project = Project(write(tmp_path / "toy", {"game.yaml": TOY["game.yaml"], "red.yaml": red}), shown="toy")
    assert [one.code for one in opened(project, draft=True)[1]] == ["W320"]
    with pytest.raises(InputError) as refused:
        opened(project)
    assert [one.code for one in refused.value.diagnostics] == ["E320"]


# Pages


def sheet(page: str, width: float = 200) -> Sheet:
    return Sheet(width, 100, (), page, page=page)


def test_pages_of_a_text_have_their_names_and_heads(game: Game) -> None:
    made = make_document(game, "x.pdf", "X", document("One", "Two"), Options(), game.setter()).about.component
    assert (made.pages, made.sheets, len(made.labels)) == (2, 1, 2)
    single = make_document(game, "x.pdf", "X", document("One", "Two", both=False), Options(), game.setter())
    assert single.about.component.sheets == 2


def test_pages_with_a_name_have_their_first_heading(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    pages = [
        sheet("1")._replace(headings=((0, "One", 9), (1, "Below", 20))),
        sheet("1")._replace(headings=((0, "Later", 9),)),
        sheet("2"),
        sheet("")._replace(headings=((0, "Nameless", 9),)),
    ]
    monkeypatch.setattr("rcwkit.document.pages.sheets", lambda *_, **__: pages)
    made = make_document(game, "x.pdf", "X", document("One"), Options(), game.setter()).about.component
    assert (made.labels, made.heads) == (("1", "1", "2", ""), {"1": "One"})


def test_three_pages_on_both_sides_take_two_sheets(game: Game) -> None:
    made = make_document(game, "x.pdf", "X", document("One", "Two", "Three"), Options(), game.setter())
    assert (made.about.component.pages, made.about.component.sheets) == (3, 2)


def test_few_pieces_share_the_page_of_a_board_that_leaves_them_room(game: Game) -> None:
    board = Frame(210 * MM, 297 * MM, (), name="board")
    piece = CutPiece(Frame(15 * MM, 15 * MM, (), name="a"), copies=4, butted=True)
    setter = game.setter()
    pages = []
    for lower in (None, lambda high, pages: (board,), lambda high, pages: ()):
        cut = Cut((piece,), (board,), lower)
        made = draw_sheets(game, "x.pdf", "X", cut, Options(), setter).about
        pages.append(made.component.pages)
        assert (made.component.form, made.whole is not None, [*made.pieces]) == ("boards", True, ["a"])
    assert pages == [2, 1, 2]
    assert (
        draw_sheets(
            game, "x.pdf", "X", Cut((), (board,), lambda high, pages: ()), Options(), setter
        ).about.component.pages
        == 1
    )


def test_the_pages_of_a_file_are_those_of_its_edition(game: Game) -> None:
    def lay_out(setter: Setter, paper: object) -> TextDocument:
        assert setter.theme.enlarges
        return document("One", "Two")

    file = File("a", "A", lay_out, frozenset(), large=True)
    sheets, found = laid_out(game, file, Options(paper="letter", aids="large"))
    assert [(round(one.width), round(one.height)) for one in sheets] == [(612, 792), (792, 612)]
    assert found == []
    with_fields = TextDocument("S", (DocumentPart("A", (Paragraph("{box} A"),)),), "Toy", "R", "N")
    asked = File("a", "A", lambda *_: with_fields, frozenset())
    counts = [len(laid_out(game, asked, Options(screen=screen))[0][0].fields) for screen in (True, False)]
    assert counts == [1, 0]


# Paperwork


def test_the_licences_of_a_games_own_fonts_follow_that_of_ours(game: Game) -> None:
    with_font = replace(game, licences={"Futura": "All rights reserved."})
    ours, own = licence(game).decode(), licence(with_font).decode()
    head = ours.split("\n", 1)[0]
    rule = "-" * len(head)
    assert own == f"{ours}\n\n{rule}\n\nThe font Futura is under this licence:\n\nAll rights reserved.\n"
    lines = ours.splitlines()
    assert lines[0] == "Toy: licence and credits" and lines[1] == "=" * len(lines[0])
    assert max(map(len, lines[2 : lines.index(rule)])) <= 100


def test_scratch_files_go_when_they_are_no_longer_needed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with temporary() as unused:
        assert [*tmp_path.iterdir()] == []
    with temporary() as replaced:
        replaced.folder.write_bytes(b"no folder")
    replaced.folder.unlink()
    with pytest.raises(KeyError), temporary() as scratch:
        for _ in range(2):
            with scratch.file() as stream:
                stream.write(b"a")
        assert scratch.folder.parent == tmp_path and scratch.name != unused.name
        assert [path.read_bytes() for path in scratch.folder.iterdir()] == [b"a", b"a"]
        assert scratch.folder.stat().st_mode & 0o777 == 0o700
        raise KeyError
    assert [*tmp_path.iterdir()] == []


def test_copies_of_published_sheets_have_their_age_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rcwkit.source.published.ages", lambda *_: [NOTE])
    for told, text in (([], ""), ([NOTE], "# address: none\n")):
        project = Project(write(tmp_path / "toy", {"game.yaml": TOY["game.yaml"] + text}), shown="toy")
        assert checked(project) == told
