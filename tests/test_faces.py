"""Faces drawn by layouts: where each box is and what is in it, what is drawn once, and what is refused."""

from __future__ import annotations

import io
from collections.abc import Iterator
from itertools import pairwise
from math import hypot, pi
from pathlib import Path

import pytest
from layouts_support import DECK, drawn, face_of, game_of, ungrouped
from PIL import Image
from PIL.ImageColor import getrgb
from rcwkit.art.hatching import Points
from rcwkit.art.theme import HOUSE, LOW_INK, themed
from rcwkit.diagnostics import frame, sort
from rcwkit.faces.compiling import Pose
from rcwkit.faces.faces import KEPT, MOST, Faces
from rcwkit.frame import MM, Circle, Frame, Gradient, Group, Item, Line, Polygon, Rect, Shape, Text
from rcwkit.frame import Path as Curves
from rcwkit.game.loader import load
from rcwkit.kinds.cards.draw import BLEED, leaves
from rcwkit.kinds.cards.model import Deck
from rcwkit.kit.checks import check
from rcwkit.sheets.pictures import picture
from rcwkit.source.project import Project
from rcwkit.type.text import Setter
from sheets_support import extents

WIDTH, HEIGHT = 63 * MM, 88 * MM


def flat(items: tuple[Item, ...]) -> Iterator[Item]:
    for item in items:
        yield item
        if isinstance(item, Group):
            yield from flat(item.items)


def front(folder: Path, boxes: str, let: str = "") -> Frame:
    """Return the front of the one card, drawn without faults."""
    ((face, _),), found = drawn(game_of(folder, boxes, let=let))
    assert found == []
    return face


def mm(*lengths: float) -> object:
    return pytest.approx([length * MM for length in lengths])


@pytest.mark.parametrize(
    ("at", "expected"),
    [
        ("[1, 2, 3, 4]", (1, 2, 3, 4)),
        ("['50%', '25%', '50%', '10% + 2']", (31.5, 22, 31.5, 10.8)),
        ("['50% - 2', 0, 4, 1cm]", (29.5, 0, 4, 10)),
        ("[4, 4, -4, -8]", (4, 4, 55, 76)),
        ("[-14, -10, 10, 6]", (49, 78, 10, 6)),
        ("['0% - 1', 0, '{{ cost * 2 }}', '{{ face.height / 2 }}']", (-1, 0, 6, 44)),
        ("['{{ \"50%\" }}', 0, 1, 1]", (31.5, 0, 1, 1)),
    ],
)
def test_a_box_is_where_it_says(tmp_path: Path, at: str, expected: tuple[float, ...]) -> None:
    (rect,) = front(tmp_path, f"a: {{at: {at}, fill: ink}}").items
    assert isinstance(rect, Rect)
    assert [rect.x, rect.y, rect.width, rect.height] == mm(*expected)


def test_a_box_names_the_colours_of_its_game(tmp_path: Path) -> None:
    game = game_of(tmp_path, "a: {fill: rose, stroke: red}")
    look = game.info.look.model_copy(update={"colours": {"rose": "#B0306A"}})
    theme = themed(game.info.model_copy(update={"look": look}))
    ((face, _),), found = drawn(game, Setter(theme))
    (rect,) = face.items
    assert found == []
    assert isinstance(rect, Rect)
    assert (rect.fill, rect.stroke) == ("#B0306A", "#B3201F")


def test_without_a_place_a_box_is_the_whole_face_and_may_go_on_to_the_bleed(tmp_path: Path) -> None:
    (whole,) = front(tmp_path, "a: {fill: ink}").items
    assert whole == Rect(0, 0, WIDTH, HEIGHT, HOUSE.ink)
    (over,) = front(tmp_path, "a: {at: [0, 0, '100%', 20], fill: ink, over: bleed}").items
    assert over[:4] == pytest.approx((-BLEED, -BLEED, WIDTH + 2 * BLEED, 20 * MM + BLEED))


def test_shapes(tmp_path: Path) -> None:
    boxes = """
disc: {at: [0, 0, 10, 20], shape: disc, fill: "#112233"}
hex: {at: [0, 0, 10, 20], shape: hex, stroke: gold, line: 1pt}
diamond: {at: [0, 0, 10, 20], shape: diamond, fill: red}
ellipse: {at: [0, 0, 10, 20], shape: ellipse, fill: accent}
band: {at: [10, 10, 20, 20], points: [[0, 0], ["50%", 5], [0, "100%"]], fill: ink}
line: {at: [10, 10, 20, 20], shape: line, stroke: ink, line: 2pt}
path: {shape: line, points: [[0, 0], [1, 1], [2, 0]], stroke: ink}
arc: {at: [0, 0, 10, 10], shape: arc, sweep: [0, 90], stroke: ink}
pie: {at: [0, 0, 10, 10], shape: arc, sweep: [0, 90], fill: ink}
round: {at: [0, 0, 10, 10], corner: 20, fill: ink}
"""
    (group,) = front(tmp_path, boxes).items
    assert isinstance(group, Group)
    disc, hexagon, diamond, ellipse, band, line, path, arc, pie, round_ = group.items
    assert disc == Circle(5 * MM, 10 * MM, 5 * MM, "#112233")
    assert isinstance(hexagon, Polygon) and len(hexagon.points) == 6
    assert (hexagon.fill, hexagon.stroke) == (None, HOUSE.gold) and hexagon.line == pytest.approx(1)
    assert isinstance(diamond, Polygon) and diamond.fill == "#B3201F"
    assert isinstance(ellipse, Polygon) and min(y for _, y in ellipse.points) == pytest.approx(0)
    assert isinstance(band, Polygon)
    assert [x for point in band.points for x in point] == mm(10, 10, 20, 15, 10, 30)
    assert isinstance(line, Line) and [line.x1, line.y1, line.x2, line.y2, line.line] == mm(10, 10, 30, 30, 2 / MM)
    assert isinstance(path, Polygon) and not path.closed
    assert isinstance(arc, Polygon) and not arc.closed
    assert arc.points[0] == pytest.approx((5 * MM, 0), abs=0.001) and arc.points[-1] == pytest.approx(
        (10 * MM, 5 * MM), abs=0.001
    )
    assert isinstance(pie, Polygon) and pie.closed and pie.points[0] == pytest.approx((5 * MM, 5 * MM))
    assert isinstance(round_, Rect) and round_.radius == 5 * MM


@pytest.mark.parametrize("crop", ["fit", "fill", "stretch"])
@pytest.mark.parametrize(
    ("shape", "inside"),
    [
        ("shape: rect", "tl tr bl br mid top"),
        ("shape: disc", "mid top"),
        ("shape: ellipse", "mid top"),
        ("shape: hex", "mid top"),
        ("shape: diamond", "mid"),
        ("corner: 6", "mid top"),
        ("corner: 50", "mid top"),
        ("points: [[0, 0], ['100%', 0], [0, '100%']]", "tl top"),
        ("shape: arc, sweep: [180, 360]", "mid top"),
    ],
)
def test_a_picture_is_clipped_to_the_shape_and_corners_of_its_box(
    tmp_path: Path, shape: str, inside: str, crop: str
) -> None:
    saved = io.BytesIO()
    Image.new("RGB", (40, 40), "#000").save(saved, "PNG")
    box = f"a: {{at: [10, 10, 20, 20], image: a.png, crop: {crop}, {shape}}}"
    game = game_of(tmp_path, box)
    (tmp_path / "a.png").write_bytes(saved.getvalue())
    setter = game.setter()
    ((face, _),), found = drawn(game, setter)
    assert found == []
    with Image.open(io.BytesIO(picture(face, setter.book, images=setter.artwork))) as seen:
        dots = seen.width / 63
        at = {"tl": (10.5, 10.5), "tr": (29.5, 10.5), "bl": (10.5, 29.5), "br": (29.5, 29.5), "mid": (19, 21)}
        at |= {"top": (19, 11), "left": (9, 20), "right": (31, 20)}
        dark = {name for name, (x, y) in at.items() if sum(seen.convert("RGB").getpixel((x * dots, y * dots))) < 300}  # type: ignore[arg-type]
    assert dark == set(inside.split())


TILES = ("#FF0000", "#00FF00", "#0000FF", "#FFFF00")


@pytest.mark.parametrize(
    ("box", "corners"),
    [
        ("crop: fit", "rgby"),
        ("crop: fit, flip: across", "gryb"),
        ("crop: fit, flip: down", "byrg"),
        ("crop: fill, flip: across", "gryb"),
        ("crop: ['50%', 0, '50%', '50%']", "gggg"),
        ("crop: [0, 20, 20, 20]", "bbbb"),
        ("crop: [0, 0, 20, 40], flip: down", "bbrr"),
        ("zoom: 2", "rgby"),
        ("zoom: 2, focus: [0, 0]", "rrrr"),
        ("zoom: 2, focus: [0.9, 0.5]", "ggyy"),
        ("zoom: '{{ 2 }}', focus: [9, 1]", "yyyy"),
        ("focus: [0, 0]", "rgby"),
    ],
)
def test_a_picture_is_cropped_moved_and_flipped_in_its_box(tmp_path: Path, box: str, corners: str) -> None:
    tiles, saved = Image.new("RGB", (40, 40)), io.BytesIO()
    for number, colour in enumerate(TILES):
        tiles.paste(colour, (number % 2 * 20, number // 2 * 20, number % 2 * 20 + 20, number // 2 * 20 + 20))
    tiles.save(saved, "PNG")
    game = game_of(tmp_path, f"a: {{at: [10, 10, 20, 20], image: a.png, {box}}}")
    (tmp_path / "a.png").write_bytes(saved.getvalue())
    setter = game.setter()
    ((face, _),), found = drawn(game, setter)
    assert found == []
    with Image.open(io.BytesIO(picture(face, setter.book, images=setter.artwork))) as seen:
        dots, page = seen.width / 63, seen.convert("RGB")
        colours = [page.getpixel((x * dots, y * dots)) for y in (11.5, 28.5) for x in (11.5, 28.5)]  # type: ignore[arg-type]
    named = dict(zip(map(getrgb, TILES), "rgby", strict=True))
    assert "".join(named[colour] for colour in colours) == corners.replace(" ", "")  # type: ignore[index]


@pytest.mark.parametrize("box", ["zoom: 1", "focus: [0.5, 0.5]"])
def test_a_picture_with_a_focus_or_zoom_fills_its_box(tmp_path: Path, box: str) -> None:
    saved = io.BytesIO()
    Image.new("RGB", (40, 20), "#000").save(saved, "PNG")
    made = []
    for crop in ("crop: fill", box):
        game = game_of(tmp_path, f"a: {{at: [10, 10, 20, 20], image: a.png, {crop}}}")
        (tmp_path / "a.png").write_bytes(saved.getvalue())
        ((face, _),), found = drawn(game)
        assert found == []
        made.append(face.items)
    assert made[0] == made[1]


@pytest.mark.parametrize(
    ("box", "code", "message"),
    [
        ("crop: ['50%', 0, '60%', '50%']", "E251", "this is no part of a picture of 40 × 30"),
        ("crop: ['50%', '50%', '50%', '60%']", "E251", "this is no part of a picture of 40 × 30"),
        ("crop: [0, 0, 0, 20]", "E251", "this is no part of a picture of 40 × 30"),
        ("flip: left", "E254", "unknown flip 'left'"),
    ],
)
def test_what_is_no_part_of_a_picture(tmp_path: Path, box: str, code: str, message: str) -> None:
    saved = io.BytesIO()
    Image.new("RGB", (40, 30), "#000").save(saved, "PNG")
    game = game_of(tmp_path, f"a: {{at: [10, 10, 20, 20], image: a.png, {box}}}")
    (tmp_path / "a.png").write_bytes(saved.getvalue())
    _, found = drawn(game)
    assert [(one.code, one.message) for one in found] == [(code, message)]


def opacities(items: tuple[Item, ...]) -> list[float]:
    """The opacities of all groups that are translucent."""
    groups = [item for item in items if isinstance(item, Group)]
    inner = [opacity for group in groups for opacity in opacities(group.items)]
    return [group.opacity for group in groups if group.opacity < 1] + inner


@pytest.mark.parametrize(("opacity", "found"), [("0.4", [0.4]), ("1", []), ("'{{ cost / 6 }}'", [0.5]), ("7", [])])
def test_a_box_may_be_translucent(tmp_path: Path, opacity: str, found: list[float]) -> None:
    """All that it holds fades as a whole; at low ink, nothing does."""
    boxes = f"a: {{at: [5, 5, 9, 9], fill: ink}}\nb: {{at: [5, 5, 5, 5], fill: gold, text: A, opacity: {opacity}}}"
    assert opacities(front(tmp_path, boxes).items) == found
    game = game_of(tmp_path, boxes)
    ((face, _),), _ = drawn(game, game.setter("low"))
    assert opacities(face.items) == []


def test_a_box_without_opacity_is_not_drawn(tmp_path: Path) -> None:
    assert not any(isinstance(item, Text) for item in items_of(tmp_path, "a: {text: A, opacity: 0}"))


def gradients(items: tuple[Item, ...]) -> list[tuple[Gradient, Points]]:
    """All gradients, each with the corners of what it is clipped to."""
    found: list[tuple[Gradient, Points]] = []
    for item in items:
        if isinstance(item, Gradient):
            found.append((item, ()))
        elif isinstance(item, Group):
            assert not isinstance(item.within, Curves)
            found += [(one, edge or item.within) for one, edge in gradients(item.items)]
    return found


@pytest.mark.parametrize(
    ("box", "axis", "corners"),
    [
        ("direction: down", (30, 20, 30, 30), 0),
        ("direction: right", (20, 25, 40, 25), 0),
        ("direction: left, shape: disc", (40, 25, 20, 25), 72),
        ("direction: '{{ 90 }}', corner: 2", (20, 25, 40, 25), 76),
        ("direction: 45", (22.5, 32.5, 37.5, 17.5), 0),
        ("direction: radial", (30, 25, 0, 30, 25, 11.18), 0),
    ],
)
def test_a_gradient_runs_over_a_shape(tmp_path: Path, box: str, axis: tuple[float, ...], corners: int) -> None:
    box = f"a: {{at: [20, 20, 20, 10], gradient: ['#112233', 'gold 50%', none], {box}}}"
    ((paint, edge),) = gradients(front(tmp_path, box).items)
    assert paint.axis == pytest.approx([length * MM for length in axis], abs=0.01)
    assert paint.stops == ((0, "#112233", 1), (0.5, HOUSE.gold, 0.5), (1, HOUSE.gold, 0))
    assert len(edge) == corners


def test_at_low_ink_a_gradient_is_an_outline_or_left_out(tmp_path: Path) -> None:
    for last, count in (("'#AABBCC'", 1), ("'#AABBCC 10%'", 0)):
        game = game_of(tmp_path, f"a: {{at: [20, 20, 20, 10], gradient: ['#112233', {last}]}}")
        ((face, _),), found = drawn(game, game.setter("low"))
        shapes = [item for item, _ in extents(face.items) if isinstance(item, Rect)]
        assert found == [] and gradients(face.items) == []
        assert [(one.fill, one.stroke) for one in shapes] == [(LOW_INK.page, "#112233")] * count


@pytest.mark.parametrize(
    ("box", "message"),
    [
        ("gradient: [ink, nosuch]", "unknown colour 'nosuch'"),
        ("gradient: [ink, gold], direction: north", "unknown direction 'north'"),
        ("fill: ink, halo: nosuch 50%", "unknown colour 'nosuch'"),
        ("fill: ink, shadow: [1, 1], shade: nosuch", "unknown colour 'nosuch'"),
    ],
)
def test_paint_that_is_not_known(tmp_path: Path, box: str, message: str) -> None:
    _, found = drawn(game_of(tmp_path, f"a: {{at: [1, 1, 9, 9], {box}}}"))
    assert [(one.code, one.message) for one in found] == [("E254", message)]


def test_a_box_has_a_shadow_and_a_halo_under_what_it_holds(tmp_path: Path) -> None:
    box = "a: {at: [20, 20, 20, 10], text: Go, lines: 1, halo: gold, rim: 1, shadow: [1, 2, 0.5], shade: '#112233 50%'}"
    (shared,) = front(tmp_path, box).items
    assert isinstance(shared, Group)
    *soft, rim, words = shared.items
    assert isinstance(rim, Group) and isinstance(words, Text) and words.outline == 0
    (around,) = rim.items
    assert around == words._replace(fill=HOUSE.gold, inside=HOUSE.gold, outline=2 * MM)
    clear, widths = 1.0, list[float]()
    for layer in soft:
        assert isinstance(layer, Group) and (layer.x, layer.y) == pytest.approx((MM, 2 * MM))
        (letters,) = layer.items
        assert isinstance(letters, Text) and letters.fill == "#112233"
        clear, widths = clear * (1 - layer.opacity), [*widths, letters.outline]
    assert 1 - clear == pytest.approx(0.5, abs=0.01)
    assert widths == sorted(widths, reverse=True) and widths[0] == pytest.approx(MM) and widths[-1] == 0
    ((low, _),), _ = drawn(game_of(tmp_path, box), game_of(tmp_path, box).setter("low"))
    assert [type(item) for item, _ in extents(low.items)] == [Text]


def items_of(folder: Path, boxes: str) -> list[Item]:
    """Return the items on the front of the one card, without their groups."""
    return [item for item, _ in extents(front(folder, boxes).items)]


@pytest.mark.parametrize("box", ["shape: rect", "shape: hex", "points: [[0, 0], [20, 0], [0, 10]]", "shape: line"])
def test_an_outline_may_be_broken(tmp_path: Path, box: str) -> None:
    boxes = f"own: {{at: [5, 5, 20, 10], {box}, fill: gold, stroke: ink, line: 0.5, dash: [2, 1]}}"
    items = items_of(tmp_path, boxes)
    dashes = [item for item in items if isinstance(item, Line)]
    assert len(dashes) >= 7 and {item.stroke for item in dashes} == {HOUSE.ink}
    assert all(hypot(one.x2 - one.x1, one.y2 - one.y1) <= 2.5 * MM for one in dashes)
    assert not any(getattr(item, "stroke", None) for item in items if not isinstance(item, Line))


@pytest.mark.parametrize(
    ("shape", "around"), [("disc", pi * 10), ("ellipse", pi * 15), ("arc, sweep: [0, 180]", pi * 7.5)]
)
def test_a_curve_is_broken_all_along(tmp_path: Path, shape: str, around: float) -> None:
    items = items_of(tmp_path, f"own: {{at: [5, 5, 20, 10], shape: {shape}, stroke: ink, dash: [2, 1]}}")
    assert len(items) == round(around / 3)
    assert all(isinstance(item, Polygon) and not item.closed for item in items)


def test_dashes_are_not_too_many(tmp_path: Path) -> None:
    boxes = "own: {at: [0, 0, 60, 80], stroke: ink, dash: [0, 0]}\nround: {shape: disc, stroke: ink, dash: [0, 0]}"
    assert len(items_of(tmp_path, boxes)) < 2000


def test_the_lines_of_a_heading_have_a_pitch(tmp_path: Path) -> None:
    box = "at: [5, 5, 20, 20], text: Eighteenth Rifles, size: [12, 12, 6], lines: 2, pitch: 7"
    first, second = (item for item in items_of(tmp_path, f"own: {{{box}}}") if isinstance(item, Text))
    assert second.y - first.y == pytest.approx(7 * MM)


def test_a_symbol_has_a_second_colour(tmp_path: Path) -> None:
    (outline, *_) = items_of(tmp_path, 'own: {at: [5, 5, 20, 10], symbol: infantry, ground: "#123456"}')
    assert isinstance(outline, Rect) and outline.fill == "#123456"


def test_texts_are_aligned_in_their_boxes(tmp_path: Path) -> None:
    boxes = """
left: {at: [10, 10, 40, 20], text: "{{ words }}", size: 10}
middle: {at: [10, 10, 40, 20], text: "{{ words }}", size: 10, align: centre, valign: middle}
right: {at: [10, 10, 40, 20], text: "{{ words }}", size: 10, align: right, valign: bottom}
"""
    left, middle, right = front(tmp_path, boxes).items
    assert isinstance(left, Text) and isinstance(middle, Text) and isinstance(right, Text)
    assert {item.text for item in (left, middle, right)} == {"Stop."}
    wide = Setter().book.width("Stop.", "sans", 10)
    assert [left.x, middle.x, right.x] == pytest.approx([10 * MM, 30 * MM - wide / 2, 50 * MM - wide])
    tall = HOUSE.leading * 10
    assert [middle.y - left.y, right.y - left.y] == pytest.approx([(20 * MM - tall) / 2, 20 * MM - tall])


def test_a_heading_shrinks_to_its_line_or_takes_two(tmp_path: Path) -> None:
    boxes = """
one: {at: [0, 10, 20, 10], text: "{{ card.title }} in the woods", size: [15, 6], lines: 1, valign: baseline}
two: {at: [0, 10, 20, 10], text: "{{ card.title }} in the woods", size: [15, 6], lines: 2, valign: top}
"""
    one, *two = front(tmp_path, boxes).items
    assert isinstance(one, Text) and one.y == 20 * MM and 6 <= one.size < 15
    assert [item.text for item in two if isinstance(item, Text)] == ["Ambush in", "the woods"]


def test_a_text_on_a_fill_is_legible(tmp_path: Path) -> None:
    _, dark, _, light, _, named = front(
        tmp_path,
        'a: {fill: ink, text: "{{ words }}"}\nb: {fill: paper, text: "{{ words }}"}\n'
        'c: {fill: ink, ink: gold, text: "{{ words }}"}',
    ).items
    assert isinstance(dark, Text) and isinstance(light, Text) and isinstance(named, Text)
    assert (dark.fill, light.fill, named.fill) == (HOUSE.paper, HOUSE.ink, HOUSE.gold)


def test_a_box_is_drawn_under_a_condition_and_for_each_value(tmp_path: Path) -> None:
    boxes = """
cheap: {when: "{{ cost < 3 }}", text: "{{ words }} cheap"}
dear: {at: [0, 0, 20, 5], when: "{{ dear }}", text: "{{ words }} dear", size: 8}
needs: {at: [0, 0, 20, 5], repeat: "{{ needs }}", step: [0, 6], text: "{{ loop.index }}/{{ loop.length }}: {{ item }}"}
pips: {at: [0, 0, 2, 2], repeat: "{{ cost }}", step: [3, 0], shape: disc, fill: "{{ 'red' if loop.last else 'ink' }}"}
"""
    items = front(tmp_path, boxes, let='dear: "{{ cost > 2 }}"').items
    assert [item.text for item in items if isinstance(item, Text)] == ["Stop. dear", "1/2: rail", "2/2: gun"]
    texts = [item.y for item in items if isinstance(item, Text)]
    assert texts[2] - texts[1] == pytest.approx(6 * MM)
    pips = [item for item in items if isinstance(item, Circle)]
    assert [pip.x for pip in pips] == mm(1, 4, 7)
    assert [pip.fill for pip in pips] == [HOUSE.ink, HOUSE.ink, "#B3201F"]


def test_a_box_turns_about_its_middle(tmp_path: Path) -> None:
    box = 'a: {at: [10, 20, 4, 30], turn: 90, text: "{{ words }}", lines: 1, size: 8, valign: baseline}'
    (clipped,) = front(tmp_path, box).items
    assert isinstance(clipped, Group) and clipped.clip == (-BLEED, -BLEED, WIDTH + 2 * BLEED, HEIGHT + 2 * BLEED)
    (turned,) = clipped.items
    assert isinstance(turned, Group)
    assert [turned.x, turned.y] == mm(12, 35) and turned.rotate == 90
    (text,) = turned.items
    assert isinstance(text, Text) and [text.x, text.y] == mm(-15, 2)  # as wide as the box is high


def test_a_layout_within_a_box_has_the_box_for_a_face(tmp_path: Path) -> None:
    inner = "{boxes: {b: {at: ['50%', 0, -1, 5], fill: ink}, c: {text: '{{ words }}'}}}"
    (tmp_path / "more.yaml").write_text(f"kind: layouts\nid: more\nlayouts: {{inner: {inner}}}\n", encoding="utf-8")
    game = game_of(tmp_path, "a: {at: [10, 20, 30, 40], layout: inner}")
    ((face, _),), found = drawn(game)
    (group,) = face.items
    assert isinstance(group, Group) and [group.x, group.y] == mm(10, 20)
    rect, text = group.items
    assert isinstance(rect, Rect) and [rect.x, rect.y, rect.width, rect.height] == mm(15, 0, 14, 5)
    assert isinstance(text, Text) and found == []


def test_what_is_the_same_on_many_cards_is_drawn_once(tmp_path: Path) -> None:
    owners = ["red", "white"] * 3
    cards = "".join(f"  c{n}: {{title: C{n}, owner: {one}, fields: {{cost: {n}}}}}\n" for n, one in enumerate(owners))
    deck = DECK.partition("  ambush")[0] + cards
    boxes = """
a: {fill: "{{ owner.colour }}"}
b: {at: [1, 1, 1, 1], fill: gold}
c: {text: "{{ cost }}", ink: "{{ owner.colour | on }}"}
d: {at: [1, 1, 1, 1], fill: ink}
"""
    faces, found = drawn(game_of(tmp_path, boxes, deck))
    grounds = [face.items[0] for face, _ in faces]
    assert found == [] and {type(item) for item in grounds} == {Group}
    assert len({id(item) for item in grounds}) == 2
    assert len({item.key for item in grounds if isinstance(item, Group)}) == 2
    assert {type(face.items[-1]) for face, _ in faces} == {Rect}  # alone, it is not worth a group


def test_faces_of_two_shapes_or_bleeds_share_no_drawing(tmp_path: Path) -> None:
    boxes = """
a: {fill: "{{ 'red' if face.shape == 'square' else 'gold' }}", over: bleed}
b: {at: [1, 1, 1, 1], fill: ink}
"""
    game = game_of(tmp_path, boxes)
    faces = Faces(game, game.setter())
    span = game[Deck]["events"].span

    def drawn(shape: Shape, bleed: float) -> Group:
        face = faces.face(Pose("own", {}, (40, 40), bleed=bleed, name="one", at=span, shape=shape))
        (group,) = face.items
        assert isinstance(group, Group)
        return group

    square, round_, bled = drawn("square", 0), drawn("round", 0), drawn("square", 3)
    assert [one.items[0].fill for one in (square, round_, bled)] == ["#B3201F", HOUSE.gold, "#B3201F"]  # type: ignore[union-attr]
    assert [one.items[0][:4] for one in (square, bled)] == [(0, 0, 40, 40), (-3, -3, 46, 46)]
    assert len({square.key, round_.key, bled.key}) == 3
    assert drawn("square", 0) is square


def test_a_drawing_that_is_taken_again_is_clipped_at_its_bleed_again(tmp_path: Path) -> None:
    cards = "".join(f"  c{n}: {{title: C{n}, fields: {{cost: 1}}}}\n" for n in range(3))
    box = "a: {at: ['{{ cost }}', 80, 5, 30], fill: ink}"
    faces, found = drawn(game_of(tmp_path, box, DECK.partition("  ambush")[0] + cards))
    clips = [[item.clip for item in face.items if isinstance(item, Group)] for face, _ in faces]
    assert found == []
    assert clips == [[(-BLEED, -BLEED, WIDTH + 2 * BLEED, HEIGHT + 2 * BLEED)]] * 3


def test_too_many_boxes_are_reported_where_most_are_taken_again(tmp_path: Path) -> None:
    game_of(tmp_path, "a: {repeat: '{{ 700 }}', layout: card}")
    file = tmp_path / "layouts.yaml"
    three = "".join(f"      {name}: {{at: [1, 1, '{{{{ cost }}}}', 1], fill: ink}}\n" for name in ("x", "y", "z"))
    file.write_text(f"{file.read_text().replace('layout: card', 'layout: inner')}  inner:\n    boxes:\n{three}")
    _, found = drawn(load(Project(tmp_path, shown="demo")))
    assert [one.code for one in found] == ["E255"]


def test_few_drawings_are_kept(tmp_path: Path) -> None:
    cards = "".join(f"  c{n}: {{title: C{n}, fields: {{cost: {n}}}}}\n" for n in range(1, 9))
    game = game_of(tmp_path, 'a: {at: [1, 1, "{{ cost }}", 5], fill: ink}', DECK.partition("  ambush")[0] + cards)
    faces, made = Faces(game, game.setter()), []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("rcwkit.faces.faces.KNOWN", 3)
        for _ in leaves(faces, game[Deck]["events"]):
            made.append(len(faces.sheet("own", (WIDTH, HEIGHT), "square").known))
    assert made == [1, 2, 3, 1, 2, 3, 1, 2]


def test_few_layouts_are_kept(tmp_path: Path) -> None:
    game = game_of(tmp_path, "a: {fill: ink}")
    faces = Faces(game, game.setter())
    first = faces.sheet("own", (1, 1), "square")
    for width in range(2, KEPT + 1):
        faces.sheet("own", (width, 1), "square")
    assert faces.sheet("own", (1, 1), "square") is first
    faces.sheet("own", (KEPT + 1, 1), "square")
    assert faces.sheet("own", (1, 1), "square") is not first


def test_what_does_not_fit_is_told_of_every_card(tmp_path: Path) -> None:
    cards = "".join(f"  c{n}: {{title: C, fields: {{words: Extraordinary}}}}\n" for n in range(3))
    box = 'a: {at: [1, 1, 3, 5], text: "{{ words }}", size: [9, 9], lines: 1}'
    _, found = drawn(game_of(tmp_path, box, DECK.partition("  ambush")[0] + cards))
    assert [one.span.line for one in found if one.code == "E310"] == [9, 10, 11]


def test_nothing_outside_of_the_bleed_is_drawn(tmp_path: Path) -> None:
    (clipped,) = front(tmp_path, "a: {at: ['0% - 9', 0, 5, 5], fill: ink}").items
    assert isinstance(clipped, Group) and clipped.clip is not None
    assert not isinstance(front(tmp_path, "a: {points: [[-2, -2], [65, -2], [65, 90]], fill: ink}").items[0], Group)


def test_two_faces_and_a_back_by_layout(tmp_path: Path) -> None:
    deck = DECK.replace("{title: Events}", "{title: Backs of all, layout: behind, colour: white}")
    deck += """  truce:
    title: Truce
    fields: {cost: 1, words: Wait.}
    reverse: {title: War, owner: white, fields: {words: Go.}}
"""
    behind = "{boxes: {b: {fill: ink}, c: {ink: paper, text: '{{ back.title }} {{ owner.title }}'}}}"
    (tmp_path / "more.yaml").write_text(f"kind: layouts\nid: more\nlayouts: {{behind: {behind}}}\n", encoding="utf-8")
    faces, found = drawn(
        game_of(tmp_path, 'a: {text: "{{ card.title }} {{ cost }} {{ words }} {{ owner.title }}."}', deck)
    )
    said = [[item.text for item in flat(face.items) if isinstance(item, Text)] for pair in faces for face in pair]
    assert said == [["Ambush 3 Stop. Red."], ["Backs of all White"], ["Truce 1 Wait. White."], ["War 1 Go. White."]]
    assert [face.name for pair in faces for face in pair] == [
        "events/ambush",
        "events/ambush back",
        "events/truce",
        "events/truce back",
    ]
    assert found == []


def test_backs_of_their_own_show_what_each_card_holds(tmp_path: Path) -> None:
    deck = DECK.replace("layout: own", "layout: own\nreverse: behind") + "  truce: {title: Truce, fields: {cost: 1}}\n"
    deck += "  war: {title: War, fields: {cost: 2}, reverse: {title: Peace, fields: {cost: 4}}}\n"
    deck += "  raid: {title: Raid, fields: {cost: 5}, reverse: {title: Repulsed, layout: own}}\n"
    behind = "{boxes: {c: {text: 'Level {{ cost }} {{ card.title }}'}}}"
    (tmp_path / "more.yaml").write_text(f"kind: layouts\nid: more\nlayouts: {{behind: {behind}}}\n", encoding="utf-8")
    game = game_of(tmp_path, 'a: {text: "{{ card.title }}."}', deck)
    faces, found = drawn(game)
    said = [[item.text for item in flat(back.items) if isinstance(item, Text)] for _, back in faces]
    assert said == [["Level 3 Ambush"], ["Level 1 Truce"], ["Level 4 Peace"], ["Repulsed."]]
    assert found == [] and [*check(game)] == []


def test_a_box_is_like_another_but_for_what_it_says_and_when(tmp_path: Path) -> None:
    boxes = """
style: {when: false, font: narrow-bold, size: 9, lines: 1, ink: red, at: [1, 1, 30, 5]}
a: {like: style, text: one}
b: {like: a, at: [1, 9, 30, 5], text: two, ink: white}
"""
    one, two = texts(front(tmp_path, boxes))
    assert (one.text, one.font, one.size, one.fill) == ("one", "narrow-bold", 9, "#B3201F")
    assert (two.text, two.font, two.size, two.fill) == ("two", "narrow-bold", 9, "#27425F")
    assert (two.x - one.x, two.y - one.y) == mm(0, 8)


def test_a_layout_above_changes_the_box_that_others_are_like(tmp_path: Path) -> None:
    (tmp_path / "more.yaml").write_text(
        "kind: layouts\nid: more\nlayouts: {upper: {extends: own, boxes: {a: {size: 7}, b: {lines: 1}}}}\n"
    )
    boxes = 'a: {text: one, size: 9, at: [1, 1, 30, 5]}\nb: {like: a, text: "{{ words }}"}'
    game = game_of(tmp_path, boxes, DECK.replace("layout: own", "layout: upper"))
    ((face, _),), found = drawn(game)
    assert [(item.text, item.size) for item in texts(face)] == [("one", 7), ("Stop.", 7)]
    assert found == []


LARGE = "Pay :die4: and then :die4: for each of the many wagons, and once more."


def texts(face: Frame) -> list[Text]:
    return [item for item in flat(face.items) if isinstance(item, Text)]


def heights(face: Frame) -> list[float]:
    """Return the heights of the signs of a face."""
    signs = [item for item in flat(face.items) if isinstance(item, Group) and item.alt]
    areas = [[area for _, area in extents((sign,))] for sign in signs]
    return [max(area[3] for area in one) - min(area[1] for area in one) for one in areas]


def test_signs_may_be_larger_and_lines_with_them_are_higher(tmp_path: Path) -> None:
    faces = [front(tmp_path, f"a: {{at: [1, 1, 25, 40], size: 8, sign: {sign}, text: '{LARGE}'}}") for sign in (1, 2)]
    (usual, _), (large, _) = map(heights, faces)
    assert large / usual == pytest.approx(2)
    rows = [sorted({item.y for item in texts(face)}) for face in faces]
    steps = [round((second - first) / 8, 3) for first, second in pairwise(rows[1])]
    plain = {round((second - first) / 8, 3) for first, second in pairwise(rows[0])}
    assert plain == {1.22}
    assert steps[-1] == 1.22 and max(steps) > 1.4
    assert min(area[1] for _, area in extents(faces[1].items)) > 1 * MM


def test_signs_in_a_heading_may_be_larger(tmp_path: Path) -> None:
    (one,), (two,) = (
        heights(front(tmp_path, f"a: {{at: [1, 1, 50, 9], size: 8, lines: 1, sign: {sign}, text: 'Pay :die4:'}}"))
        for sign in (1, 1.5)
    )
    assert two / one == pytest.approx(1.5)


@pytest.mark.parametrize("leading", [1.0, 1.5])
def test_running_text_has_the_leading_that_is_asked_for(tmp_path: Path, leading: float) -> None:
    text = "Every wagon that has not moved yet may move once more, along a road."
    face = front(tmp_path, f"a: {{at: [1, 1, 25, 40], size: 8, leading: {leading}, text: '{text}'}}")
    rows = sorted({item.y for item in texts(face)})
    assert [round((second - first) / 8, 3) for first, second in pairwise(rows)] == [leading] * (len(rows) - 1)
    high = round(len(rows) * 8 * 1.2 / MM, 3)
    _, found = drawn(game_of(tmp_path, f"a: {{at: [1, 1, 25, {high}], size: 8, leading: {leading}, text: '{text}'}}"))
    assert [one.code for one in found] == ([] if leading == 1 else ["E310"])


@pytest.mark.parametrize(
    ("boxes", "said"),
    [
        (
            'a: {fill: "#FFFFFF"}\nb: {at: [9, 9, 9, 9], text: A, ink: "#888888", size: 8}',
            "#888888 on #FFFFFF has a contrast of 3.5",
        ),
        (
            'b: {at: [9, 9, 9, 9], fill: "#AA3333", text: A, ink: "#333333", size: 8}',
            "#333333 on #AA3333 has a contrast of 1.9",
        ),
        ('a: {fill: "#FFFFFF"}\nb: {at: [9, 9, 9, 9], text: A, ink: "#888888", size: 18}', ""),
        ('a: {fill: "#FFFFFF"}\nb: {at: [9, 9, 9, 9], text: A, ink: "#888888", size: 14, font: sans-bold}', ""),
        ('a: {gradient: [ink, paper]}\nb: {at: [9, 9, 9, 9], text: A, ink: "#888888", size: 8}', ""),
        ("a: {fill: ink}\nb: {at: [9, 9, 9, 9], text: A, ink: paper, size: 8, halo: paper}", ""),
        ('a: {fill: ink}\nb: {at: [9, 9, 9, 9], text: "{{ words if cost > 99 else none }}", ink: ink, size: 8}', ""),
    ],
)
def test_text_that_is_hard_to_read_on_its_ground_is_warned_of_once(tmp_path: Path, boxes: str, said: str) -> None:
    game = game_of(tmp_path, boxes)
    _, found = drawn(game)
    assert [one.message for one in sort(found) if one.code == "W293"] == ([f"the b in {said}"] if said else [])
    sparing = game.setter("low")
    drawn(game, sparing)
    assert [one.code for one in sparing.found if one.code == "W293"] == []
    first, again = game.setter(), game.setter()
    first.faces = again.faces = {}
    assert [drawn(game, one)[1] for one in (first, again)] == [found, found], "also of a face that is taken again"


@pytest.mark.parametrize(
    ("box", "near"),
    [
        ("at: [1, 20, 40, 6]", True),
        ("at: [2, 20, 40, 6]", False),
        ("at: [1, 20, -1, 6], align: centre", False),
        ("at: [20, -5, 40, 5], valign: bottom", True),
        ("at: [20, 0, 40, 5], font: narrow-bold, lines: 1", True),
        ("valign: middle, align: centre", False),
    ],
)
def test_a_text_that_a_cut_may_reach_is_warned_of(tmp_path: Path, box: str, near: bool) -> None:
    for name, words in (("own", "Halt {{ words }}"), ("shared", "Halt")):
        game = game_of(tmp_path / name, f"a: {{{box}, text: '{words}', size: 8}}")
        setter = game.setter()
        drawn(game, setter)
        assert [(one.code, one.span.line) for one in setter.found] == ([("W292", 7)] if near else []), name


def test_a_text_that_does_not_fit_shows_its_box(tmp_path: Path) -> None:
    _, found = drawn(game_of(tmp_path, 'a: {at: [1, 1, 20, 2.2], text: "{{ words }}", size: 6.5}'))
    assert found[0].message == "text does not fit: a line at 6.5 pt is 0.3 mm higher than the a (20.0 × 2.2 mm)"
    assert [(label, str(span)) for label, span in found[0].related] == [("its box", "demo/layouts.yaml:7:15")]


def test_what_differs_by_a_measure_alone_is_one_error_with_the_largest(tmp_path: Path) -> None:
    box = 'a: {at: [50, 1, 20, 8], repeat: "{{ 3 }}", step: [9, 0], text: "A"}'
    _, found = drawn(game_of(tmp_path, box))
    assert len(found) == 3
    assert [one.message for one in sort(found)] == ["text does not fit: the a reaches 25.0 mm beyond the face"]


def test_many_texts_that_do_not_fit_are_one_error_of_their_box(tmp_path: Path) -> None:
    many = "".join(f"  more{at}: {{title: More, fields: {{cost: 1, words: Stop {at}.}}}}\n" for at in range(1, 6))
    box = (
        'a: {at: [1, 1, 20, 2.2], text: "{{ words }}", size: 6.5}\nb: {at: [1, 9, 2, 4], text: "{{ words }}", lines: 1}'
    )
    _, found = drawn(game_of(tmp_path, box, DECK + many))
    assert len(found) == 12
    one, two = sort(found)
    assert [str(one.span), str(two.span)] == ["demo/layouts.yaml:7:15", "demo/layouts.yaml:8:15"]
    assert one.message == "6 texts do not fit this box: a line at 6.5 pt is 0.3 mm higher than the a (20.0 × 2.2 mm)"
    assert two.message.startswith("6 texts do not fit this box: 'Stop.' does not fit: ")
    assert [str(span) for _, span in one.related[:2]] == ["demo/cards.yaml:9:64", "demo/cards.yaml:10:49"]
    assert frame(one, None).splitlines()[-3:] == [
        "  = here: demo/cards.yaml:9:64",
        "  = here: demo/cards.yaml:10:49",
        "  = and 4 more",
    ]
    _, few = drawn(game_of(tmp_path, box, DECK + many.splitlines()[0] + "\n"))
    assert [one.span.line for one in sort(few)] == [9, 9, 10, 10]


def test_a_picture_that_is_not_there_is_reported_where_its_name_comes_from(tmp_path: Path) -> None:
    _, found = drawn(game_of(tmp_path, 'a: {image: "art/{{ words }}.svg"}\nb: {image: art/ship.svg}'))
    assert [(one.code, str(one.span)) for one in found] == [
        ("E103", "demo/cards.yaml:9:64"),
        ("E103", "demo/layouts.yaml:8:18"),
    ]
    assert [[str(span) for _, span in one.related] for one in found] == [["demo/layouts.yaml:7:18"], []]
    looped = 'a: {repeat: "{{ needs }}", image: "{{ item }}.png"}'
    _, found = drawn(game_of(tmp_path, looped))
    assert [str(one.span) for one in found] == ["demo/cards.yaml:9:79", "demo/cards.yaml:9:85"]


def test_low_ink_prints_outlines(tmp_path: Path) -> None:
    boxes = """
a: {at: [0, 0, 9, 9], fill: "{{ owner.colour }}", text: "{{ words }}"}
b: {fill: page}
c: {when: "{{ not low_ink }}", text: no}
"""
    game = game_of(tmp_path, boxes)
    ((face, _),), _ = drawn(game, Setter(LOW_INK))
    rect, text, page = face.items
    assert isinstance(rect, Rect) and (rect.fill, rect.stroke) == (LOW_INK.page, "#B3201F")
    assert isinstance(text, Text) and text.fill == LOW_INK.ink
    assert page == Rect(0, 0, WIDTH, HEIGHT, LOW_INK.page)


@pytest.mark.parametrize(
    ("box", "code", "place", "message"),
    [
        ('{text: "{{ words }} {{ words.x }}"}', "E251", "layouts.yaml:7:39", "unknown name 'x'"),
        ('{fill: "{{ words }}"}', "E254", "layouts.yaml:7:17", "unknown colour 'Stop.'"),
        ("{fill: owner}", "E254", "layouts.yaml:7:17", "unknown colour 'owner'"),
        ('{font: "{{ words }}", text: a}', "E254", "layouts.yaml:7:17", "unknown font 'Stop.'"),
        ('{symbol: "{{ words }}"}', "E254", "layouts.yaml:7:19", "unknown symbol 'Stop.'"),
        ('{mark: "{{ words }}"}', "E254", "layouts.yaml:7:17", "unknown mark 'Stop.'"),
        ('{at: ["{{ words }}", 0, 1, 1], fill: ink}', "E251", "layouts.yaml:7:16", "'Stop.' is not a length"),
        ('{repeat: "{{ words }}", fill: ink}', "E251", "layouts.yaml:7:19", "this is neither a list nor a number"),
        ('{turn: "{{ words }}", fill: ink}', "E251", "layouts.yaml:7:17", "'Stop.' is not a number"),
        ('{size: "{{ words }}", text: a}', "E251", "layouts.yaml:7:17", "'Stop.' is not a number"),
        ('{repeat: "{{ 5000 }}", fill: ink}', "E255", "layouts.yaml:7:19", "more than 1,000 values"),
        ('{at: [0, 0, 3, 3], text: "{{ words }}", lines: 1}', "E310", "cards.yaml:9:64", "'Stop.' does not fit"),
        (
            '{at: [0, 0, 2, 3], repeat: "{{ needs }}", text: "{{ item }}", lines: 1}',
            "E310",
            "cards.yaml:9:79",
            "'rail' does",
        ),
        (
            '{at: [9, "{{ face.height - 9 }}", 30, 20], text: "{{ words }}"}',
            "E310",
            "cards.yaml:9:64",
            "text does not fit: the a reaches 11.0 mm beyond the face",
        ),
        ('{at: [-9, 9, 12.3, 9], text: "A"}', "E310", "layouts.yaml:7:39", "text does not fit: the a reaches 3.3 mm"),
        ('{at: ["0% - 2", 9, 9, 9], text: "A"}', "E310", "layouts.yaml:7:42", "text does not fit: the a reaches 2.0"),
        ('{at: [9, "0% - 1", 9, 9], text: "A"}', "E310", "layouts.yaml:7:42", "text does not fit: the a reaches 1.0"),
        ('{at: [0, 0, 3, 3], text: "literal", lines: 1}', "E310", "layouts.yaml:7:35", "'literal' does not fit"),
    ],
)
def test_what_does_not_fit_is_reported_where_it_comes_from(
    tmp_path: Path, box: str, code: str, place: str, message: str
) -> None:
    _, found = drawn(game_of(tmp_path, f"a: {box}"))
    first = found[0]
    assert (first.code, str(first.span).removeprefix("demo/")) == (code, place), first
    assert first.message.startswith(message)


def test_a_face_has_a_limited_number_of_boxes(tmp_path: Path) -> None:
    box = """{at: [0, 0, 1, 1], repeat: "{{ 900 }}", fill: "{{ card.id and 'ink' }}"}"""
    boxes = "\n".join(f"a{number}: {box}" for number in range(9))
    ((face, _),), (found,) = drawn(game_of(tmp_path, boxes))
    assert len(face.items) == MOST
    assert (found.code, found.message) == ("E255", "more than 2,000 boxes on one face")


def test_a_game_changes_one_box_of_the_house(tmp_path: Path) -> None:
    deck = DECK.replace("layout: own\n", "shelf: table\n")
    plain = drawn(game_of(tmp_path, "a: {fill: ink}", deck))[0][0][0]
    house = (
        "{extends: house, boxes: {circle: {shape: hex}, source: ~, more: {text: '{{ words }}', at: [4, 60, 20, 9]}}}"
    )
    (tmp_path / "more.yaml").write_text(f"kind: layouts\nid: more\nlayouts: {{house: {house}}}\n", encoding="utf-8")
    game = game_of(tmp_path, "a: {fill: ink}", deck)
    ((own, _),), found = drawn(game)
    assert (check(game), found) == ([], [])
    assert not any(isinstance(item, Circle) for item in flat(own.items))
    texts = [[item.text for item in flat(face.items) if isinstance(item, Text)] for face in (plain, own)]
    assert texts[0] == ["AMBUSH", "1", "Events 1 of 1", "Demo rules"]
    assert texts[1] == ["AMBUSH", "1", "Events 1 of 1", "Stop."]


def test_names_in_a_changed_house_are_checked(tmp_path: Path) -> None:
    house = "{extends: house, boxes: {title: {text: '{{ card.titel }}'}}}"
    game_of(tmp_path, "a: {fill: ink}", DECK.replace("layout: own\n", ""))
    (tmp_path / "more.yaml").write_text(f"kind: layouts\nid: more\nlayouts: {{house: {house}}}\n", encoding="utf-8")
    (found,) = check(game_of(tmp_path, "a: {fill: ink}", DECK.replace("layout: own\n", "")))
    assert (found.code, str(found.span)) == ("E251", "demo/more.yaml:3:66")
    assert (found.message, found.hint) == ("unknown name 'titel' on cards of 'events'", "did you mean 'title'?")


def test_layouts_at_nearly_the_same_size_are_one(tmp_path: Path) -> None:
    game = game_of(tmp_path, "a: {fill: ink}")
    faces = Faces(game, game.setter())
    first = faces.sheet("own", (50, 60), "square")
    assert faces.sheet("own", (50.0003, 60.0003), "square") is first
    others = [faces.sheet("own", size, "square") for size in ((50.001, 60), (50, 60.001))]
    assert first not in others and others[0] is not others[1]


@pytest.mark.parametrize(("given", "expected"), [("0", 0), ("-3", 0), ("1", 1), ("2.9", 2), ("none", 0), ("''", 0)])
def test_a_number_of_repetitions(tmp_path: Path, given: str, expected: int) -> None:
    face, found = face_of(game_of(tmp_path, f'a: {{repeat: "{{{{ {given} }}}}", at: [0, 0, 1, 1], fill: ink}}'))
    assert (len(list(ungrouped(face.items))), found) == (expected, [])


@pytest.mark.parametrize(
    ("given", "code", "message"),
    [
        ("true", "E251", "this is neither a list nor a number"),
        ("'text'", "E251", "this is neither a list nor a number"),
        ("many", "E255", "more than 1,000 values"),
    ],
)
def test_what_cannot_be_repeated(tmp_path: Path, given: str, code: str, message: str) -> None:
    game = game_of(tmp_path, f'a: {{repeat: "{{{{ {given} }}}}", at: [0, 0, 1, 1], fill: ink}}')
    face, (found,) = face_of(game, {"many": [1] * 1001})
    assert (face.items, found.code, found.message, str(found.span)) == ((), code, message, "demo/layouts.yaml:7:19")


def test_a_value_by_name_that_is_wrong_is_reported_on_each_face(tmp_path: Path) -> None:
    game = game_of(tmp_path, "a: {text: '{{ sum }}|', lines: 1}", let="sum: '{{ deck.id + 1 }}'")
    faces = Faces(game, setter := game.setter())
    for name in ("one", "two"):
        scope = {"deck": {"id": "events"}}
        faces.face(Pose("own", scope, (90, 90), bleed=0, name=name, at=game[Deck]["events"].span))
    assert [(one.code, one.message) for one in setter.found] == [("E251", "'events' is not a number")] * 2


def test_values_that_few_faces_share_are_evaluated_once(tmp_path: Path) -> None:
    game = game_of(tmp_path, "a: {text: '{{ name }}{{ cost }}', lines: 1}", let="name: '{{ deck.title | upper }}'")
    faces = Faces(game, game.setter())
    for number, name in enumerate(("one", "one", "two"), 1):
        scope = {"deck": {"id": name, "title": f"{name} {number}"}, "cost": ""}
        face = faces.face(Pose("own", scope, (90, 90), bleed=0, name=name, at=game[Deck]["events"].span))
        assert [item.text for item in texts(face)] == [{1: "ONE 1", 2: "ONE 1", 3: "TWO 3"}[number]]


def test_values_that_cannot_be_compared_are_evaluated_each_time(tmp_path: Path) -> None:
    boxes = "a: {text: '{{ name }}', lines: 1}\nb: {at: [0, 0, 9, 9], fill: '{{ owner.colour }}'}"
    game = game_of(tmp_path, boxes, let="name: '{{ owner.title }}'")
    faces = Faces(game, setter := game.setter())
    for title in ("Reds", "Whites"):
        scope = {"owner": {"id": [title], "title": title, "colour": "gold"}}
        face = faces.face(Pose("own", scope, (90, 90), bleed=0, name=title, at=game[Deck]["events"].span))
        assert [item.text for item in texts(face)] == [title]
    assert setter.found == []


def test_drawings_that_faces_share_have_names_that_differ(tmp_path: Path) -> None:
    boxes = "a: {fill: '{{ owner.colour }}'}\nb: {stroke: '{{ deck.id and owner.colour }}'}"
    game = game_of(tmp_path, boxes)
    faces, keys = Faces(game, game.setter()), []
    for deck, owner in (("a", "red"), ("a", "white"), ("b", "white")):
        scope = {"deck": {"id": deck}, "owner": {"id": owner, "colour": owner}}
        (group,) = faces.face(Pose("own", scope, (90, 60.5), bleed=2, name="x", at=game[Deck]["events"].span)).items
        assert isinstance(group, Group)
        keys.append(group.key)
    assert keys == [f"own-0 90x60.5 square 2 {rest}" for rest in ("a red", "a white", "b white")]


def test_one_drawing_that_reaches_beyond_the_bleed_is_clipped_by_itself(tmp_path: Path) -> None:
    boxes = "a: {at: ['0% - 9', 0, 15, 5], fill: ink}\nb: {at: [1, 9, 20, 5], text: '{{ words }}', lines: 1}"
    group, text = front(tmp_path, boxes).items
    assert isinstance(text, Text)
    assert isinstance(group, Group) and group.key.startswith("own-0 ") and group.clip is not None


def test_what_reaches_beyond_the_bleed_is_remembered_with_later_boxes(tmp_path: Path) -> None:
    cards = "".join(f"  c{n}: {{title: C{n}, fields: {{cost: 1}}}}\n" for n in range(2))
    boxes = """
a: {at: [1, 0, 5, 5], turn: "{{ cost * 45 }}", fill: ink}
b: {at: ["{{ cost }}", 9, 5, 5], fill: ink}
"""
    faces, found = drawn(game_of(tmp_path, boxes, DECK.partition("  ambush")[0] + cards))
    assert found == []
    assert [[isinstance(item, Group) and item.clip is not None for item in face.items] for face, _ in faces] == [
        [True],
        [True],
    ]


def test_boxes_that_are_taken_again_are_counted(tmp_path: Path) -> None:
    inner = "".join(f"      {name}: {{at: [1, 1, '{{{{ cost }}}}', 1], fill: ink}}\n" for name in "xyz")
    for times, expected in ((499, []), (501, ["E255"])):
        game_of(tmp_path, f"first: {{fill: ink}}\na: {{repeat: '{{{{ {times} }}}}', layout: inner}}")
        file = tmp_path / "layouts.yaml"
        file.write_text(f"{file.read_text()}  inner:\n    boxes:\n{inner}")
        face, found = face_of(load(Project(tmp_path, shown="demo")), {"cost": 1})
        assert [one.code for one in found] == expected
        assert len(list(ungrouped(face.items))) == min(1 + 3 * times, 1500)


def test_a_box_within_another_is_drawn_at_the_size_of_its_own_face(tmp_path: Path) -> None:
    inner = "{boxes: {b: {fill: ink}}}"
    (tmp_path / "more.yaml").write_text(f"kind: layouts\nid: more\nlayouts: {{inner: {inner}}}\n", encoding="utf-8")
    boxes = "a: {at: [5, 5, 10, 10], layout: inner}\nb: {at: [20, 20, 10, 10], fill: gold, over: bleed}"
    face, found = face_of(game_of(tmp_path, boxes), bleed=3)
    _, rect = face.items
    assert isinstance(rect, Rect) and found == []
    assert [rect.x, rect.y, rect.width, rect.height] == mm(20, 20, 10, 10)


def test_the_first_repetition_stands_at_the_place_of_the_box(tmp_path: Path) -> None:
    boxes = """
a: {at: [1, 2, 3, 4], repeat: "{{ 3 }}", step: [5, "{{ 6 }}"], fill: ink}
b: {at: [9, 9, 1, 1], step: [1, 1], fill: ink}
"""
    face, _ = face_of(game_of(tmp_path, boxes))
    places = [item[:2] for item in flat(face.items) if isinstance(item, Rect)]
    assert places == [pytest.approx((x * MM, y * MM)) for x, y in ((1, 2), (6, 8), (11, 14), (9, 9))]


def test_the_place_of_a_repetition_that_does_not_fit_comes_from_its_own_value(tmp_path: Path) -> None:
    box = 'a: {at: [1, 70, 20, 9], repeat: "{{ needs }}", step: [0, 9], text: "{{ item }}", lines: 1, size: 8}'
    assert drawn(game_of(tmp_path, box))[1] == []
    _, (second,) = drawn(game_of(tmp_path, box.replace("70", "75")))
    assert (second.code, str(second.span)) == ("E310", "demo/cards.yaml:9:85")
    assert second.message == "text does not fit: the a reaches 5.0 mm beyond the face"


def warned(folder: Path, boxes: str, bleed: float) -> list[str]:
    _, found = face_of(game_of(folder, boxes), bleed=bleed, size=(200.0, 200.0))
    return [one.message for one in found]


def test_texts_near_an_edge_are_warned_of_on_what_is_cut(tmp_path: Path) -> None:
    box = "a: {at: [0, 9, 40, 9], text: Halt, size: 8}"
    message = "the a stands nearer than 2 mm to the edge, where a cut may reach it"
    assert warned(tmp_path, box, 2 * MM) == [message]
    assert warned(tmp_path, box, 3 * MM) == [message]
    assert warned(tmp_path, box, 1 * MM) == [message.replace("2 mm", "1 mm")]
    assert warned(tmp_path, box.replace("[0,", "[1.5,"), 3 * MM) == [message]
    assert warned(tmp_path, box.replace("[0,", "[1.5,"), 1 * MM) == warned(tmp_path, box, 0) == []
    # What an earlier box has there is not this one's.
    assert warned(
        tmp_path, f"{box}\nb: {{at: [0, 30, 40, 9], text: '{{{{ face.width }}}}', align: right}}", 3 * MM
    ) == [message]


def test_texts_near_the_edge_of_an_inner_layout_are_not_warned_of(tmp_path: Path) -> None:
    inner = "{boxes: {b: {text: Halt, size: 8}}}"
    (tmp_path / "more.yaml").write_text(f"kind: layouts\nid: more\nlayouts: {{inner: {inner}}}\n", encoding="utf-8")
    assert warned(tmp_path, "a: {at: [20, 20, 30, 30], layout: inner}", 3 * MM) == []


def test_texts_near_an_edge_in_layouts_of_the_tool_are_not_warned_of(tmp_path: Path) -> None:
    game = game_of(tmp_path, "a: {fill: ink}", DECK.replace("layout: own\n", "").replace("Stop.", "x"))
    setter = game.setter()
    for _, front_, back in leaves(Faces(game, setter), game[Deck]["events"]):
        assert texts(front_) or texts(back)
    assert [one for one in setter.found if one.code == "W292"] == []


@pytest.mark.parametrize(
    ("turn", "swapped"), [(90, True), (270, True), (-90, True), (450, True), (45, False), (180, False)]
)
def test_contents_turned_by_a_quarter_fill_the_box(tmp_path: Path, turn: int, swapped: bool) -> None:
    face, _ = face_of(game_of(tmp_path, f"a: {{at: [5, 10, 4, 12], turn: {turn}, fill: ink}}"))
    (clipped,) = face.items
    assert isinstance(clipped, Group) and clipped.clip is not None
    wide, high = (12 * MM, 4 * MM) if swapped else (4 * MM, 12 * MM)
    turned = Group((Rect(-wide / 2, -high / 2, wide, high, HOUSE.ink),), 7 * MM, 16 * MM, turn)
    (found,) = clipped.items
    assert isinstance(found, Group)
    assert found.items == turned.items
    assert (found.x, found.y, found.rotate) == pytest.approx((turned.x, turned.y, turned.rotate))


@pytest.mark.parametrize(
    ("box", "expected"),
    [
        ("ruled: 1", ["demo/layouts.yaml:7:7"]),
        ("sections: '{{ [] }}'", ["demo/layouts.yaml:7:44"]),
        ("fill: ink", []),
        ("fill: ink, text: '  '", []),
        ("text: A, size: 6", ["demo/layouts.yaml:7:40"]),
    ],
)
def test_only_what_is_read_has_to_stay_on_the_face(tmp_path: Path, box: str, expected: list[str]) -> None:
    _, found = face_of(game_of(tmp_path, f"a: {{at: [9, 9, '100%', 9], {box}}}"))
    assert [str(one.span) for one in found if one.code == "E310"] == expected
