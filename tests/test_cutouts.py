"""Tiles, figures, dice and mats: shapes true to their data, backs behind fronts, nets that fold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import dist

import pytest
from log_support import describe
from rcwkit.diagnostics import InputError, Severity
from rcwkit.frame import MM, Frame, Group, Item, Polygon, Sheet, Text
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.kinds.kind import Cut, files_of
from rcwkit.kit.checks import check
from rcwkit.sheets.imposition import impose
from rcwkit.sheets.marks import cut_line
from rcwkit.sheets.paper import PAPERS, Edition
from rcwkit.type.text import Setter
from sheets_support import FOOT
from tests_support import TOY, Golden

WriteGame = Callable[[Mapping[str, str]], object]
HEAD = "kind: pieces\nid: p\ntitle: P\nsource: None\n"


@pytest.fixture
def made(write_game: Callable[[Mapping[str, str]], object]) -> Callable[..., Game]:
    """Return a function that makes a game with pieces of this YAML."""

    def make(text: str) -> Game:
        return load(write_game({"game.yaml": TOY["game.yaml"], "pieces.yaml": HEAD + text}))  # type: ignore[arg-type]

    return make


def cut(game: Game, paper: str = "a4") -> tuple[Cut, Setter]:
    """Return what the file of pieces is cut from, and the setter with its diagnostics."""
    (file,) = [file for file in files_of(game) if file.stem == "pieces-p"]
    setter = game.setter()
    contents = file.lay_out(setter, PAPERS[paper])
    assert isinstance(contents, Cut)
    return contents, setter


def walk(items: tuple[Item, ...]) -> list[Item]:
    return [one for item in items for one in ([item, *walk(item.items)] if isinstance(item, Group) else [item])]


def words(items: tuple[Item, ...]) -> list[str]:
    return [item.text for item in walk(items) if isinstance(item, Text)]


def placed(sheet: Sheet) -> list[Group]:
    """Return the hexes on a sheet."""
    return [item for item in sheet.items if isinstance(item, Group) and item.within]


HEXES = (
    "shape: hex\nsize: 40mm\nback: tile\npieces: {a: {title: A, owner: red, copies: 30}, b: {title: B, copies: 2}}\n"
)


def test_a_hex_is_as_large_across_its_flats_as_it_says(made: Callable[..., Game]) -> None:
    contents, setter = cut(made(HEXES))
    assert setter.found == []
    line = cut_line(contents.pieces[0].front)
    assert all(dist(a, b) == pytest.approx(40 * MM / 3**0.5) for a, b in zip(line, (*line[1:], line[0]), strict=True))
    assert max(y for _, y in line) - min(y for _, y in line) == pytest.approx(40 * MM)


@pytest.mark.parametrize("cuts", ["shared", "apart"])
@pytest.mark.parametrize("paper", ["a4", "letter", "a3"])
def test_hexes_interlock_without_overlapping(made: Callable[..., Game], cuts: str, paper: str) -> None:
    contents, _ = cut(made(f"cuts: {cuts}\n{HEXES}"))
    sheets = impose(contents.pieces, Edition(PAPERS[paper], "none"), FOOT)
    first = {(one.x, one.y) for one in placed(sheets[0])}
    width, height = 40 * MM * 2 / 3**0.5, 40 * MM
    apart = {round(dist(one, other), 3) for one in first for other in first if one != other}
    near = height if cuts == "shared" else height + 4 * MM
    # Each has its neighbours at the distance of two flats.
    assert min(apart) == pytest.approx(near, abs=0.01)
    for x, y in first:
        assert x >= 5 * MM
        assert x + width <= sheets[0].width - 5 * MM
        assert y + height <= sheets[0].height - 5 * MM


def test_interlocking_hexes_are_more_on_a_sheet(made: Callable[..., Game]) -> None:
    contents, _ = cut(made(HEXES.replace("copies: 30", "copies: 90")))
    sheets = impose(contents.pieces, Edition(PAPERS["a3"], "none"), FOOT)
    # In rows and columns, 5 × 9 would fit at most.
    assert len({(one.x, one.y) for one in placed(sheets[0])}) > 45


@pytest.mark.parametrize("flip", ["long", "short"])
def test_backs_of_hexes_lie_behind_their_fronts(made: Callable[..., Game], flip: str) -> None:
    contents, _ = cut(made(HEXES))
    front, back, *_ = impose(contents.pieces, Edition(PAPERS["a4"], flip=flip), FOOT)  # type: ignore[arg-type]
    width, height = 40 * MM * 2 / 3**0.5, 40 * MM

    def corners(sheet: Sheet) -> set[tuple[float, float]]:
        whole = sheet.items[0]
        turned = isinstance(whole, Group) and whole.rotate == 180
        items = whole.items if turned and isinstance(whole, Group) else sheet.items
        groups = [item for item in items if isinstance(item, Group) and item.within]
        if not turned:
            return {(round(one.x, 2), round(one.y, 2)) for one in groups}
        return {(round(sheet.width - one.x - width, 2), round(sheet.height - one.y - height, 2)) for one in groups}

    # Turned over its long or its short edge, the paper shows the backs mirrored.
    if flip == "long":
        mirrored = {(round(front.width - x - width, 2), y) for x, y in corners(front)}
    else:
        mirrored = {(x, round(front.height - y - height, 2)) for x, y in corners(front)}
    near = [min(dist(one, other) for other in mirrored) for one in corners(back)]
    assert len(near) == len(mirrored)
    assert max(near) < 0.03


def test_gutterfold_backs_are_mirrored_in_the_fold(made: Callable[..., Game]) -> None:
    contents, _ = cut(made(HEXES))
    sheet, *_ = impose(contents.pieces, Edition(PAPERS["a4"], "gutterfold"), FOOT)
    width = 40 * MM * 2 / 3**0.5
    fold = sheet.width / 2
    xs = {(round(one.x, 2), round(one.y, 2)) for one in placed(sheet)}
    left = {one for one in xs if one[0] < fold}
    mirrored = {(2 * fold - x - width, y) for x, y in left}
    assert all(min(dist(one, other) for other in xs - left) < 0.03 for one in mirrored)


OUTLINE = "outline: [[10, 20], [40, 20], [40, 35], [25, 50]]\nback: tile\npieces: {a: {title: A}}\n"


def test_an_outline_begins_at_its_own_corner_and_is_mirrored_on_the_back(made: Callable[..., Game]) -> None:
    contents, _ = cut(made(OUTLINE))
    (piece,) = contents.pieces
    assert piece.back is not None
    corners = [(round(x / MM, 2), round(y / MM, 2)) for x, y in cut_line(piece.front)]
    assert corners == [(0, 0), (30, 0), (30, 15), (15, 30)]
    assert [(round(x / MM, 2), round(y / MM, 2)) for x, y in cut_line(piece.back)] == [
        (30, 0),
        (0, 0),
        (0, 15),
        (15, 30),
    ]
    assert (piece.front.width / MM, piece.front.height / MM) == pytest.approx((30, 30), abs=0.01)
    (sheet, _) = impose(contents.pieces, Edition(PAPERS["a4"]), FOOT)
    lines = [item for item in sheet.items if isinstance(item, Polygon) and len(item.points) == 4]
    assert len(lines) == 2


def test_only_what_has_straight_edges_in_common_touches(made: Callable[..., Game]) -> None:
    def butted(text: str) -> bool:
        contents, _ = cut(made(text))
        return contents.pieces[0].butted

    one = "pieces: {a: {title: A}}\n"
    assert butted(f"size: 60x20mm\n{one}")
    assert butted(f"shape: hex\nsize: 30mm\n{one}")
    assert not butted(f"shape: round\nsize: 30mm\n{one}")
    assert not butted(f"size: 30mm\ncuts: apart\n{one}")
    assert not butted(OUTLINE)


def test_a_figure_folds_to_its_size(made: Callable[..., Game], golden: Golden) -> None:
    game = made("form: figure\nsize: 25x40mm\ndepth: 15mm\npieces: {a: {title: Guard, owner: red, copies: 3}}\n")
    contents, setter = cut(game)
    assert setter.found == []
    (board,) = contents.boards
    figures = [item for item in board.items if isinstance(item, Group) and item.key.startswith("piece")]
    assert len(figures) == 3
    assert words(board.items).count("Guard") == 6
    golden("pieces/figure.txt", describe(board))


def test_the_sides_of_a_die_are_those_given(made: Callable[..., Game], golden: Golden) -> None:
    game = made('form: die\nsize: 16mm\npieces: {a: {title: A, sides: ["1", "2", "3", "4", "5", ":skull:"]}}\n')
    contents, setter = cut(game)
    assert setter.found == []
    (board,) = contents.boards
    assert [word for word in sorted(words(board.items)) if len(word) == 1 and word in "12345"] == list("12345")
    golden("pieces/die.txt", describe(board))


def test_a_die_of_four_shows_each_text_on_the_three_sides_at_its_corner(made: Callable[..., Game]) -> None:
    contents, _ = cut(made("form: die\nsize: 20mm\npieces: {a: {title: X, sides: [A, B, C, D]}}\n"))
    found = [word for word in words(contents.boards[0].items) if word in "ABCD"]
    assert sorted(found) == sorted("ABCD" * 3)


def test_a_six_is_told_from_a_nine(made: Callable[..., Game]) -> None:
    numbers = ", ".join(f'"{number}"' for number in range(1, 13))
    contents, _ = cut(made(f"form: die\nsize: 16mm\npieces: {{a: {{title: X, sides: [{numbers}]}}}}\n"))
    assert {"6.", "9.", "5"} <= set(words(contents.boards[0].items))


def test_a_mat_is_tiled_and_each_copy_is_printed(made: Callable[..., Game]) -> None:
    contents, setter = cut(made("form: mat\nsize: 420x297mm\npieces: {a: {title: Red, owner: red, copies: 2}}\n"))
    assert setter.found == []
    assert [board.name for board in contents.boards] == [f"p/a {name}" for name in ("A1", "A2", "B1", "B2")] * 2
    whole, _ = cut(made("form: mat\nsize: 250x180mm\npieces: {a: {title: Red}}\n"))
    assert [board.name for board in whole.boards] == ["p/a"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("pieces: {a: {title: A}}\n", "pieces have a `size`, or an `outline` instead"),
        ("size: 30mm\noutline: [[0, 0], [30, 0], [30, 30]]\npieces: {a: {title: A}}\n", "pieces have a `size`, or an"),
        ("form: mat\nsize: 30mm\nshape: hex\npieces: {a: {title: A}}\n", "only tiles have a shape: a mat has a size"),
        ("size: 30mm\ndepth: 3\npieces: {a: {title: A}}\n", "only figures have a depth, and this is a tile"),
        ("form: die\nsize: 16mm\nback: tile\npieces: {a: {title: A, sides: [a, b, c, d]}}\n", "a die has no back"),
        ("form: die\nsize: 16mm\npieces: {a: {title: A, sides: [a, b, c]}}\n", "'a' needs 4, 6, 8, 12 or 20 sides"),
        ("form: die\nsize: 16x20mm\npieces: {a: {title: A, sides: [a, b, c, d]}}\n", "the length of its edge"),
        ("size: 30mm\npieces: {a: {title: A, sides: [a, b, c, d]}}\n", "only dice have sides, and 'a' is none"),
        ("size: 300mm\npieces: {a: {title: A}}\n", "a tile of more than 260 mm is too large"),
        ("size: 3000mm\npieces: {a: {title: A}}\n", "too large"),
        (
            "outline: [[0, 0], [30, 0]]\npieces: {a: {title: A}}\n",
            "an outline has 3 to 200 corners, and this one has 2",
        ),
        ("outline: [[0, 0], [30, 0], [-5, 30]]\npieces: {a: {title: A}}\n", "too small"),
        ("outline: [[0, 0], [9000, 0], [5, 30]]\npieces: {a: {title: A}}\n", "too large"),
        ("form: mat\nsize: 60mm\npieces: {a: {title: A, back: tile}}\n", "a mat has no back, and 'a' gives one"),
    ],
)
def test_what_does_not_suit_its_form_is_refused(made: Callable[..., Game], text: str, said: str) -> None:
    with pytest.raises(InputError) as error:
        made(text)
    assert said in error.value.diagnostics[0].message


@pytest.mark.parametrize(
    ("fields", "given", "said"),
    [
        ("{moves: number}", "{move: 3}", "unknown field 'move'"),
        ("{moves: number}", "{moves: far}", "'far' is not a number"),
        ("{moves: {type: number, needed: true}}", "{}", "piece 'a' lacks 'moves'"),
        ("{piece: number}", "{}", "'piece' has a meaning of its own"),
        ("{moves: {type: number, default: far}}", "{}", "'far' is not a number"),
    ],
)
def test_fields_are_checked_as_those_of_cards(made: Callable[..., Game], fields: str, given: str, said: str) -> None:
    text = f"size: 30mm\nfields: {fields}\npieces: {{a: {{title: A, fields: {given}}}}}\n"
    assert said in [one.message for one in check(made(text)) if one.severity is Severity.ERROR]


def test_a_layout_that_names_what_pieces_lack_is_found(write_game: Callable[[Mapping[str, str]], object]) -> None:
    layouts = 'kind: layouts\nid: l\nlayouts: {mine: {boxes: {a: {text: "{{ card.title }} {{ piece.titel }}"}}}}\n'
    text = HEAD + "size: 30mm\nlayout: mine\npieces: {a: {title: A}}\n"
    files = {"game.yaml": TOY["game.yaml"], "pieces.yaml": text, "layouts.yaml": layouts}
    found = [one for one in check(load(write_game(files))) if one.code == "E251"]  # type: ignore[arg-type]
    assert [one.message for one in found] == [
        "unknown name 'card' on pieces of 'p'",
        "unknown name 'titel' on pieces of 'p'",
    ]


def test_what_is_larger_than_the_paper_is_told_at_its_place(made: Callable[..., Game]) -> None:
    _, setter = cut(made("form: figure\nsize: 200x200mm\npieces: {a: {title: A}}\n"))
    assert [(one.code, one.span.line) for one in setter.found] == [("E330", 1)]
    contents, _ = cut(made("size: 255mm\npieces: {a: {title: A}}\n"))
    with pytest.raises(InputError) as error:
        impose(contents.pieces, Edition(PAPERS["a4"]), FOOT)
    assert error.value.diagnostics[0].code == "E330"


def test_faces_are_named_and_placed_by_their_piece(made: Callable[..., Game]) -> None:
    contents, _ = cut(made(HEXES))
    fronts: list[Frame] = [piece.front for piece in contents.pieces]
    assert [front.name for front in fronts] == ["p/a", "p/b"]
    assert all(front.at.endswith("pieces.yaml:8") for front in fronts)
