"""A few pieces of many sizes share sheets, and can still be cut."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest
from log_support import describe
from rcwkit.diagnostics import InputError
from rcwkit.dice import counters
from rcwkit.frame import Line, Sheet, Text
from rcwkit.kinds.kind import files_of, sheets_of
from rcwkit.kit.build import laid_out, opened
from rcwkit.kit.options import Options
from rcwkit.sheets.imposition import CutPiece, fewest, gang, impose
from rcwkit.sheets.marks import THIN
from rcwkit.sheets.paper import GAP, PAPERS, Backs, Edition
from rcwkit.source.project import Project
from sheets_support import FOOT, Area, card, distance, extents, faces
from tests_support import TOY, Golden, write


def pieces() -> list[CutPiece]:
    """Return three cards, four of another size, and counters of two sizes, some with backs."""
    return [
        CutPiece(card("poker", 63, 88, 2), card("poker back", 63, 88, 2), 3),
        CutPiece(card("mini", 44, 67, 2), card("mini back", 44, 67, 2), 2),
        CutPiece(card("corps", 15.875, 15.875, 1), None, 5, butted=True),
        CutPiece(card("army", 15.875, 15.875, 1), card("army back", 15.875, 15.875, 1), 2, butted=True),
        CutPiece(card("marker", 12.7, 12.7, 1), None, 3, butted=True),
    ]


@pytest.mark.parametrize(("backs", "most"), [("duplex", 2), ("none", 1), ("sheets", 2), ("gutterfold", 2)])
def test_sizes_share_sheets(backs: Backs, most: int) -> None:
    edition = Edition(PAPERS["a4"], backs)
    sheets = gang(pieces(), edition, FOOT)
    assert len(sheets) <= most < len(impose(pieces(), edition, FOOT))
    printed = Counter(face.name for sheet in sheets for face in faces(sheet.items))
    assert printed["poker"] == 3
    assert printed["army back"] == (0 if backs == "none" else 2)


@pytest.mark.parametrize("backs", ["duplex", "sheets"])
def test_blocks_are_full_rather_than_wide_where_that_saves_a_sheet(backs: Backs) -> None:
    """Nine in two rows of eight and one left a strip empty; backs still lie behind their fronts."""
    small, large = ("small", 20, 50, 1), ("large", 60, 65, 1)
    mixed = [CutPiece(card(*one), card(f"{one[0]} back", *one[1:]), copies) for one, copies in ((small, 9), (large, 7))]
    sheets = gang(mixed, Edition(PAPERS["a4"], backs), FOOT)
    assert len(sheets) == 2
    front, back = (sorted(faces(sheet.items), key=lambda face: face.trim) for sheet in sheets)
    behind = [(back_.name, sheets[1].width - back_.trim[2], back_.trim[1]) for back_ in back]
    assert Counter(name for name, *_ in behind) == {"small back": 9, "large back": 7}
    for face in front:
        assert any(name == f"{face.name} back" and (x, y) == pytest.approx(face.trim[:2]) for name, x, y in behind)


@pytest.mark.parametrize("backs", ["duplex", "gutterfold"])
def test_marks_keep_off_all_blocks(backs: Backs) -> None:
    for sheet in gang(pieces(), Edition(PAPERS["letter"], backs), FOOT):
        placed = list(faces(sheet.items))
        for item, area in extents(sheet.items):
            if isinstance(item, Line) and item.line == THIN:
                assert all(distance(area, face.trim) >= GAP - 0.01 for face in placed)


def test_blocks_say_whose_pieces_they_hold() -> None:
    """Bug: the numbers at the cuts of two blocks ran into each other, and nothing said what either of them was."""
    red, white = card("corps", 15.875, 15.875, 1), card("army", 15.875, 15.875, 1)
    named = [
        CutPiece(card("poker", 63, 88, 2), copies=3, of="Options"),
        CutPiece(red, None, 13, butted=True, of="Red"),
        CutPiece(white, None, 2, butted=True, of="White"),
    ]
    (sheet,) = gang(named, Edition(PAPERS["a4"], "none"), FOOT)
    said = {item.text: area for item, area in extents(sheet.items) if isinstance(item, Text)}
    assert said["Options: 3"][1] < said["Red: 13 · White: 2"][1]
    numbers = [area for item, area in extents(sheet.items) if isinstance(item, Text) and item.text.isdigit()]
    block = said["Red: 13 · White: 2"]
    assert {"poker", "5/8 in"} <= set(said)
    assert not any(distance(area, block) < 1 for area in numbers if area[3] < sheet.height - 30)
    full = [CutPiece(card("marker", 12.7, 12.7, 1), None, 40, butted=True), CutPiece(red, None, 40, butted=True)]
    (sheet,) = gang(full, Edition(PAPERS["a4"], "none"), FOOT)
    numbers = [area for item, area in extents(sheet.items) if isinstance(item, Text) and item.text.isdigit()]
    assert not any(distance(*pair) < 1 for pair in combinations(numbers, 2))


def test_headings_take_no_more_sheets() -> None:
    named = [piece._replace(copies=5 * piece.copies, of="Red") for piece in pieces()]
    bare = [piece._replace(of="") for piece in named]
    for paper in ("a4", "letter"):
        edition = Edition(PAPERS[paper], "none")
        assert len(gang(named, edition, FOOT)) == len(gang(bare, edition, FOOT))


def test_every_piece_has_marks_at_its_edges() -> None:
    (front, *_) = gang(pieces(), Edition(PAPERS["a4"], "none"), FOOT)
    lines = [area for item, area in extents(front.items) if isinstance(item, Line) and item.line == THIN]
    for face in faces(front.items):
        for edge in (face.trim[0], face.trim[2]):
            assert [line for line in lines if line[0] == line[2] == pytest.approx(edge, abs=0.01)], face.name
        for edge in (face.trim[1], face.trim[3]):
            assert [line for line in lines if line[1] == line[3] == pytest.approx(edge, abs=0.01)], face.name


def test_backs_of_shared_sheets_have_the_marks_of_pieces_with_backs() -> None:
    """Seen through, each back mark lies on a front mark as long; pieces without backs have marks on the front only."""

    def marks(sheet: Sheet) -> list[Area]:
        return [
            area
            for item, area in extents(sheet.items)
            if isinstance(item, Line) and item.line == THIN and area[3] < sheet.height - 33
        ]

    for edition in (Edition(PAPERS["a4"], "sheets"), Edition(PAPERS["a4"], flip="short", marks="both")):
        front, back = gang(pieces(), edition, FOOT)
        through = [(back.width - x2, y1, back.width - x1, y2) for x1, y1, x2, y2 in marks(back)]
        assert all(any(one == pytest.approx(other, abs=0.01) for other in marks(front)) for one in through)
        for face in faces(front.items):
            across = [line for line in through if line[0] == line[2] == pytest.approx(face.trim[0], abs=0.01)]
            assert bool(across) == (face.name in {"poker", "mini", "army", "corps"}), face.name


def test_full_sheets_stay_as_they_are() -> None:
    edition = Edition(PAPERS["a4"], "none", bleed=1)
    sheets = gang([CutPiece(card("poker", 63, 88, 2), copies=20)], edition, FOOT)
    whole = impose([CutPiece(card("poker", 63, 88, 2), copies=18)], edition, FOOT)
    assert [list(faces(sheet.items)) for sheet in sheets[:2]] == [list(faces(sheet.items)) for sheet in whole]
    assert len(list(faces(sheets[2].items))) == 2


def test_nothing_gives_no_sheets() -> None:
    assert gang([], Edition(PAPERS["a4"]), FOOT) == []


def test_a_piece_that_fits_only_sideways_gets_a_sheet_of_its_own() -> None:
    long = CutPiece(card("stick", 280, 30, 0))
    sheets = gang([long, *pieces()], Edition(PAPERS["a4"], "none"), FOOT)
    assert "stick" in [face.name for sheet in sheets for face in faces(sheet.items)]


def test_sheet_golden(golden: Golden) -> None:
    golden("ganging.txt", "".join(describe(sheet) for sheet in gang(pieces(), Edition(PAPERS["a4"]), FOOT)))


def test_sizes_share_sheets_only_if_that_saves_any() -> None:
    edition, front, small = Edition(PAPERS["a4"], "none"), card("one", 15.875, 15.875, 1), card("two", 12.7, 12.7, 1)

    def made(ones: int, twos: int) -> tuple[int, int]:
        pieces = [CutPiece(front, None, ones, butted=True), CutPiece(small, None, twos, butted=True)]
        return len(fewest(pieces, edition, FOOT)), len(impose(pieces, edition, FOOT))

    assert made(60, 80) == (1, 2)
    assert made(200, 300) == (2, 2)


def test_files_of_a_game_share_sheets_that_it_names(tmp_path: Path) -> None:
    shared = "sheets: {pieces: {title: Pieces, of: [cards-%s, counters]}}\n"
    files = {
        "red.yaml": TOY["red.yaml"],
        "cards.yaml": "kind: cards\nid: factions\ntitle: Factions\ncards: [Ukraine]\n",
    }
    write(tmp_path, {**files, "game.yaml": TOY["game.yaml"] + shared % "factions"})
    game, _ = opened(Project(tmp_path, shown="toy"))
    assert [file.stem for file in files_of(game) if file.pieces] == ["counters", "cards-factions"]
    (file,) = (file for file in sheets_of(game) if file.pieces)
    sheets, found = laid_out(game, file, Options())
    assert (file.stem, file.title, {"cards", "counters"} <= file.reads, found) == ("pieces", "Pieces", True, [])
    assert len(sheets[0].cuts) == 1 + sum(item.value.copies for item in game[counters.Counter].values())
    write(tmp_path, {"game.yaml": TOY["game.yaml"] + shared % "fractions"})
    with pytest.raises(InputError, match="E334"):
        opened(Project(tmp_path, shown="toy"))
