"""Boxes and labels of a kit: on every paper, within its margins, and reported if they do not fit."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from rcwkit.art.theme import THEMES
from rcwkit.dice.counters import Counter
from rcwkit.frame import MM, Frame, Group, Item, Polygon, Text
from rcwkit.game.catalogue import games
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.kinds.kind import files_of
from rcwkit.kinds.storage import stored
from rcwkit.kinds.storage.draw import boards
from rcwkit.kit.build import make
from rcwkit.kit.options import Options
from rcwkit.sheets.marks import THIN, ruler
from rcwkit.sheets.paper import PAPERS, Paper
from rcwkit.sheets.pictures import coverage
from rcwkit.type.text import Setter
from sheets_support import extents
from tests_support import TOY, WriteGame, shipped

CARDS = """kind: cards
id: big
title: Big deck
source: Toy rules
size: {size}
thickness: {thickness}
back: {{title: Big}}
cards:
"""
CARD = "  c{0}: {{title: Card {0}, copies: 20}}\n"


@pytest.fixture(scope="module", params=games())
def game(request: pytest.FixtureRequest) -> Game:
    return shipped(request.param)


def texts(frame: Frame) -> str:
    return " ".join(item.text for item, _ in extents(frame.items) if isinstance(item, Text))


def groups(outer: Group) -> Iterator[Group]:
    """Yield a group and all those in it."""
    yield outer
    for item in outer.items:
        if isinstance(item, Group):
            yield from groups(item)


def words(items: tuple[Item, ...]) -> Iterator[str]:
    return (item.text for item in items if isinstance(item, Text))


def pieces(frames: list[Frame]) -> Iterator[tuple[str, Group]]:
    for frame in frames:
        for item in frame.items:
            if isinstance(item, Group) and item.key.startswith("piece "):
                yield item.key.removeprefix("piece "), item


@pytest.mark.parametrize("paper", PAPERS.values(), ids=lambda paper: paper.name)
@pytest.mark.parametrize("ink", ["full", "low"])
def test_all_kits_have_boxes_that_fit_every_paper(game: Game, paper: Paper, ink: str) -> None:
    setter = Setter(THEMES["low" if ink == "low" else "full"])
    made = boards(game, paper, setter)
    assert setter.found == []
    assert stored(game) and made
    inset = paper.margin * MM - 0.01
    for frame in made:
        assert sorted((frame.width, frame.height)) == pytest.approx(sorted((paper.width * MM, paper.height * MM)))
        for item, (left, top, right, bottom) in extents(frame.items):
            slack = 0.6 * MM if isinstance(item, Polygon) else 0.0
            assert left >= inset - slack and top >= inset - slack, item
            assert right <= frame.width - inset + slack and bottom <= frame.height - inset + slack, item
        own = ruler(setter.theme, setter.book)
        assert any(isinstance(item, Group) and item.items == own for item in frame.items)


def test_every_deck_has_its_box_and_every_owner_a_label(triumph: Game) -> None:
    names = [name for name, _ in pieces(boards(triumph, PAPERS["a4"], Setter()))]
    assert {
        "Political cards",
        "Factions",
        "Leaders",
        "Red action cards",
        "White action cards",
        "Counters, tray",
        "Counters, lid",
    } <= set(names)
    assert sum(name.startswith("label ") for name in names) == 24
    assert len(names) == 7 + 24


def test_labels_have_the_letters_and_patterns_of_counters_that_have_no_marks() -> None:
    labels = dict(pieces(boards(shipped("rcw_solitaire"), PAPERS["a4"], Setter())))
    for letter in "ABCDEF":
        items = [item for item, _ in extents(labels[f"label counters_player_{letter.lower()}"].items)]
        assert letter in [item.text for item in items if isinstance(item, Text)]
        hexes = [item for item in items if isinstance(item, Polygon) and len(item.points) == 6]
        assert (len(hexes) > 10) == (letter in "CD")


@pytest.mark.parametrize("game", ["axis_allies_1914", "triumph_of_chaos"])
def test_the_lid_has_a_poster_whose_foot_holds_its_words(game: str) -> None:
    """The foot of a poster is its lowest fifth."""
    made = dict(pieces(boards(shipped(game), PAPERS["a4"], Setter())))
    (top,) = (one for one in groups(made["Counters, lid"]) if "COUNTERS" in [*words(one.items)])
    (title,) = (one for one in top.items if isinstance(one, Text) and one.text == "COUNTERS")
    assert top.clip is not None and any(not isinstance(one, Text) for one in top.items)
    high = top.clip[3] - 2 * MM
    assert 0.8 * high < title.y - 0.72 * title.size and title.y < high


def test_a_box_lists_its_contents(triumph: Game) -> None:
    said = " ".join(texts(frame) for frame in boards(triumph, PAPERS["letter"], Setter()))
    assert "66 cards" in said and "Inside 64 × 21 × 89 mm" in said
    assert f"{sum(item.value.copies for item in triumph[Counter].values())} counters" in said
    assert "10 armies · 9 corps · 1 leader" in said


def test_the_cut_is_at_true_scale(triumph: Game) -> None:
    """66 poker cards: front, side, back, side and tab are side by side."""
    box = dict(pieces(boards(triumph, PAPERS["a4"], Setter())))["Political cards"]
    outlines = [
        area
        for item, area in extents(box._replace(x=0.0, y=0.0, rotate=0.0).items)
        if isinstance(item, Polygon) and item.line == THIN
    ]
    (left, top, right, bottom) = outlines[0]
    assert right - left == pytest.approx((2 * 64.3 + 2 * 21.4 + 12) * MM, abs=0.01)
    assert bottom - top == pytest.approx((90.2 + 2 * (21.1 + 17.12)) * MM, abs=0.01)


def test_a_box_too_wide_comes_in_halves(write_game: WriteGame) -> None:
    deck = CARDS.format(size="poker", thickness=0.3) + "".join(CARD.format(number) for number in range(10))
    setter = Setter()
    made = boards(load(write_game({**TOY, "deck.yaml": deck})), PAPERS["a4"], setter)
    assert setter.found == []
    assert {"Big deck, first half", "Big deck, second half"} <= {name for name, _ in pieces(made)}


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_box_that_just_fits_the_paper_is_printed(write_game: WriteGame, paper: str) -> None:
    """Bug: the room around a box was counted twice, which ended the command where it mattered."""
    for thick in range(150, 190, 3):
        deck = CARDS.format(size="poker", thickness=thick / 1000) + "".join(CARD.format(number) for number in range(10))
        setter = Setter()
        made = boards(load(write_game({**TOY, "deck.yaml": deck})), PAPERS[paper], setter)
        assert any("Big deck" in name for name, _ in pieces(made)) or [one.code for one in setter.found] == ["W333"]


def test_a_box_too_large_for_the_paper_is_left_out_with_a_warning_that_says_by_how_much(
    write_game: WriteGame,
) -> None:
    deck = CARDS.format(size="120x190mm", thickness=0.5) + "".join(CARD.format(number) for number in range(10))
    setter = Setter()
    made = boards(load(write_game({**TOY, "deck.yaml": deck})), PAPERS["letter"], setter)
    assert not any("Big deck" in name for name, _ in pieces(made))
    assert {(found.code, found.span.file, found.span.line) for found in setter.found} == {("W333", "game/deck.yaml", 3)}
    assert " mm, too large for Letter" in setter.found[0].message


def test_a_label_gives_up_its_list_before_it_fails_a_build(write_game: WriteGame) -> None:
    types = "".join(f"  t{n}: {{title: kind {n} of troops, plural: kinds {n}, symbol: infantry}}\n" for n in range(26))
    wide = "  wide: {title: " + "W" * 119 + ", plural: w, symbol: infantry}\n"
    mix = "kind: counters\nid: {0}\ntitle: {1}\nsource: Toy rules\nside: red\ncounters:\n{2}"
    files = {
        "game.yaml": TOY["game.yaml"] + types + wide,
        "many.yaml": mix.format("many", "Many", "".join(f"  c{n}: {{type: t{n}, name: c{n}}}\n" for n in range(26))),
        "wide.yaml": mix.format("wide", "A " * 57 + "title", "  w: {type: wide, name: w}\n"),
    }
    setter = Setter()
    labels = {
        name: group
        for frame in boards(load(write_game(files)), PAPERS["a4"], setter)
        for name, group in pieces([frame])
    }
    assert setter.found == []
    said = {
        name: " ".join(item.text for item, _ in extents(labels[f"label {name}"].items) if isinstance(item, Text))
        for name in ("many", "wide")
    }
    assert re.fullmatch(r"MANY 1 kind 0 of troops · .* · and \d+ more types", said["many"])
    assert re.fullmatch(r"(A )+A… 1 counters?", said["wide"])


def test_a_game_with_little_has_no_file_for_it(write_game: WriteGame) -> None:
    less = {name: text for name, text in TOY.items() if name in ("game.yaml", "white.yaml")}
    game = load(
        write_game({**less, "white.yaml": TOY["white.yaml"].replace("side: white", "side: white\nthickness: 1.5")})
    )
    assert not stored(game)
    assert [file.stem for file in files_of(game)] == ["counters"]


def test_low_ink_takes_less_than_a_quarter() -> None:
    game = shipped("soviet_dawn")
    (file,) = [file for file in files_of(game) if file.stem == "storage"]
    full, low = (
        sum(coverage(make(game, file, Options()).data)),
        sum(coverage(make(game, file, Options(ink="low")).data)),
    )
    assert low < full / 4, f"{low:.1f} of {full:.1f}"


def test_in_large_print_boxes_take_the_larger_cards(write_game: WriteGame) -> None:
    deck = CARDS.format(size="poker", thickness=0.3) + CARD.format(1)
    wanted = {}
    for kind in ("", "reference: true\n"):
        game = load(write_game({"game.yaml": TOY["game.yaml"], "cards.yaml": deck.replace("back:", f"{kind}back:")}))
        for theme in (THEMES["full"], THEMES["full"].enlarged):
            said = texts(boards(game, PAPERS["a3"], Setter(theme))[0])
            wanted[bool(kind), theme.enlarges] = re.findall(r"Inside (\d+) × \d+ × (\d+) mm", said)[0]
    small, large = wanted[False, False], wanted[True, True]
    assert wanted[False, True] == wanted[True, False] == small
    assert [int(b) - int(a) for a, b in zip(small, large, strict=True)] == [
        pytest.approx(63 * 0.4, abs=1),
        pytest.approx(88 * 0.4, abs=1),
    ]
