"""Maps: true to scale, everything in its place, whole on a page or over several, and goldens of what is drawn."""

from __future__ import annotations

from collections.abc import Iterator
from math import dist
from pathlib import Path

import pytest
from map_support import VALLEY, mapped, played
from rcwkit.checks import check
from rcwkit.diagnostics import InputError, Severity
from rcwkit.draw.log import describe
from rcwkit.kit.build import files_of
from rcwkit.kit.kinds import Cut
from rcwkit.layout.imposition import whole_pages
from rcwkit.look.edition import Edition
from rcwkit.look.fonts import FontBook
from rcwkit.look.frame import MM, Frame, Group, Item, Text
from rcwkit.look.frame import Path as Curve
from rcwkit.look.grids import PAPERS
from rcwkit.look.marks import Foot
from rcwkit.look.text import Setter
from rcwkit.look.theme import HOUSE
from rcwkit.pieces.maps import EDGE, board
from rcwkit.reading.game import Game
from tests_support import Golden


def flat(
    items: tuple[Item, ...], x: float = 0.0, y: float = 0.0, scale: float = 1.0
) -> Iterator[tuple[Item, float, float]]:
    """Yield every item with the place of its origin; nothing on a map but labels is rotated."""
    for item in items:
        if isinstance(item, Group):
            yield from flat(item.items, x + scale * item.x, y + scale * item.y, scale * item.scale)
        else:
            yield item, x, y


def pages(game: Game, stem: str, paper: str = "a4", setter: Setter | None = None) -> tuple[Frame, ...]:
    (file,) = [file for file in files_of(game) if file.stem == stem]
    cut = file.lay_out(setter or game.setter(), PAPERS[paper])
    assert isinstance(cut, Cut)
    return cut.boards


def test_numbers_stand_where_their_hexes_are(tmp_path: Path) -> None:
    game = mapped(tmp_path)
    frame, grid = board(game, game.maps["valley"], game.setter()), game.maps["valley"].value.hexes
    assert grid is not None
    found = {item.text: (x + item.x, y + item.y) for item, x, y in flat(frame.items) if isinstance(item, Text)}
    for number, cell in grid.cells.items():
        x, y = ((value * MM + EDGE) for value in grid.centre(cell))
        left, base = found[number]
        assert left < x < left + 6 * MM
        assert y - 10 * MM < base < y - 5 * MM, "in the upper part, inside the hex"


def test_a_map_is_true_to_scale(tmp_path: Path) -> None:
    game = mapped(tmp_path)
    frame = board(game, game.maps["valley"], game.setter())
    grid = next(item for item, _, _ in flat(frame.items) if isinstance(item, Curve) and item.line == 0.4)
    sides = [dist(path.start, path.steps[0]) for path in grid.subpaths]
    assert max(sides) == pytest.approx(min(sides), abs=0.05)
    assert sides[0] == pytest.approx(20 / 3**0.5 * MM, abs=0.02)
    assert len(sides) == len({frozenset((path.start, path.steps[0])) for path in grid.subpaths}), "every side once"


@pytest.mark.parametrize("ink", ["full", "low"])
def test_a_map_is_its_golden(tmp_path: Path, golden: Golden, ink: str) -> None:
    game = mapped(tmp_path)
    assert [one for one in check(game) if one.severity is not Severity.NOTE and one.code != "W216"] == []
    setter = game.setter("low" if ink == "low" else "full")
    (frame,) = pages(game, "map-valley", setter=setter)
    assert setter.found == []
    sheets = whole_pages([frame], Edition(PAPERS["a4"]), Foot("Toy", "The valley", "", HOUSE, FontBook()))
    golden(f"maps/valley-{ink}.txt", "\n".join(describe(sheet) for sheet in sheets))


def test_low_ink_has_no_grounds(tmp_path: Path) -> None:
    game = mapped(tmp_path)
    setter = game.setter("low")
    fills = {
        item.fill for item, _, _ in flat(board(game, game.maps["valley"], setter).items) if isinstance(item, Curve)
    }
    assert fills == {None, setter.theme.page}, "outlines, on white"


def test_a_large_map_takes_several_sheets_or_a_paper_of_its_own(tmp_path: Path) -> None:
    text = VALLEY.replace("size: 20mm", "size: 45mm")
    assert len(pages(mapped(tmp_path, text), "map-valley")) > 1
    (frame,) = pages(mapped(tmp_path, text + "paper: a3\n"), "map-valley")
    assert sorted((frame.width, frame.height)) == [pytest.approx(297 * MM), pytest.approx(420 * MM)]
    (frame,) = pages(mapped(tmp_path, text + "paper: whole\n"), "map-valley")
    assert frame.width > 250 * MM
    setter = Setter()
    assert pages(mapped(tmp_path, text + "paper: a4\n"), "map-valley", setter=setter) == ()
    assert [one.code for one in setter.found] == ["E330"]


def test_a_set_up_shows_its_counters_on_their_hexes(tmp_path: Path) -> None:
    game = played(tmp_path)
    (frame,) = pages(game, "map-valley-dawn")
    words = [item.text for item, _, _ in flat(frame.items) if isinstance(item, Text)]
    assert "2" in words, "the pile in 0203 has two counters"
    assert any("reserve" in word for word in words)
    keys = [item.key for item in groups(frame.items) if item.key.startswith("counter ")]
    assert keys == ["counter Ra1", "counter Rc16", "counter Ra2 back"]


def groups(items: tuple[Item, ...]) -> Iterator[Group]:
    for item in items:
        if isinstance(item, Group):
            yield item
            yield from groups(item.items)


def test_a_set_up_beside_the_map_is_an_error_with_a_near_name(tmp_path: Path) -> None:
    setup = 'kind: setup\nid: s\ntitle: S\nsource: S\nforces: {red: {at: {The valley: {"0306": [Ra1]}}}}\n'
    found = [one for one in check(mapped(tmp_path, setup=setup)) if one.severity is Severity.ERROR]
    assert [(one.code, one.message) for one in found] == [("E211", "unknown place '0306'")]
    assert found[0].hint.startswith("did you mean '0")


def test_a_place_numbered_like_a_hex_must_be_one(tmp_path: Path) -> None:
    regions = "{south: {title: South, places: {'0307': Newham, box: Box}}}"
    text = f"kind: places\nid: p\ntitle: P\nsource: S\nregions: {regions}\n"
    found = [one for one in check(mapped(tmp_path, places=text)) if one.code == "E360"]
    assert [one.message for one in found] == ["'0307' is not on the map"]


def test_a_scenario_without_a_set_up_cannot_be_shown(tmp_path: Path) -> None:
    scenarios = "kind: scenarios\nid: s\nsource: S\nscenarios: {bare: {title: Bare}}\n"
    found = check(mapped(tmp_path, VALLEY + "setups: [bare]\n", scenarios=scenarios))
    assert [one.message for one in found if one.code == "E364"] == ["scenario 'bare' has no set-up to show"]


@pytest.mark.parametrize("top", ["flat", "pointed"])
@pytest.mark.parametrize("edge", ["ragged", "straight"])
def test_every_kind_of_grid_is_drawn(tmp_path: Path, top: str, edge: str) -> None:
    text = f"hexes: {{size: 20mm, columns: 6, rows: 5, top: {top}}}\nedge: {edge}\n"
    text += "terrain: {woods: {title: W, hexes: ['0101-0305']}}\n"
    setter = Setter()
    assert len(pages(mapped(tmp_path, text), "map-valley", setter=setter)) == 1
    assert setter.found == []


def test_a_picture_of_ones_own_lies_under_a_map(tmp_path: Path) -> None:
    (tmp_path / "map.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"><rect width="90" height="60"/></svg>'
    )
    game = mapped(tmp_path, "size: 90x60mm\npicture: map.svg\nspaces: {here: {at: [20, 20], name: Here}}\n")
    setter = game.setter()
    assert len(pages(game, "map-valley", setter=setter)) == 1
    assert setter.found == []
    assert set(setter.artwork.shown) == {"map.svg"}


def test_a_map_without_an_extent_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="a map has `hexes`, or a `size`"):
        mapped(tmp_path, "key: false\n")
