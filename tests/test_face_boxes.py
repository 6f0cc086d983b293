"""The boxes of a face one by one: where they stand, which are drawn again, and how well their ink shows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from layouts_support import face_of, game_of
from rcwkit.art.colours import contrast
from rcwkit.art.theme import HOUSE, LOW_INK, Theme
from rcwkit.diagnostics import Diagnostic, Span
from rcwkit.faces.compiling import Pose
from rcwkit.faces.faces import JUDGED, FaceBox, Faces, beyond, crowded
from rcwkit.frame import MM, Frame, Group, Item, Rect, Text
from rcwkit.game.game import Game
from rcwkit.type.fonts import FontBook
from rcwkit.type.text import Setter

HERE, THERE = Span("cards.yaml", 3), Span("cards.yaml", 9)
DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" width="2" height="1"><path d="M0 0h2v1H0z"/></svg>'


def pose(scope: dict[str, Any] | None = None, **more: Any) -> Pose:
    given: dict[str, Any] = {"size": (100.0, 100.0), "bleed": 0.0, "name": "one", "at": HERE, **more}
    return Pose("own", scope or {}, **given)


def faces_of(game: Game, theme: Theme = HOUSE, **more: Any) -> Faces:
    return Faces(game, Setter(theme, game.book, artwork=game.artwork, say=game.say, **more))


# Near an edge


def test_a_box_that_keeps_its_distance_is_not_crowded_whatever_it_holds() -> None:
    book, size = FontBook(), (100.0, 80.0)
    outside = [Text(-9, 40, "word", "sans", 10, "#000000")]
    for x, y, width, height in ((4.9, 5, 90, 70), (5, 4.9, 90, 70), (5, 5, 90, 70)):
        assert not crowded((x, y, width, height), outside, size, book, 5.0)
    for place in ((4.8, 5, 90, 70), (5, 4.8, 90, 70), (5, 5, 90.2, 70), (5, 5, 90, 70.2)):
        assert crowded(place, outside, size, book, 5.0), place


def test_a_box_may_reach_beyond_its_face_by_a_tenth_of_a_point() -> None:
    size = (100.0, 50.0)
    assert beyond((0, 0, 100, 50), size) == beyond((-0.1, 0, 100.1, 50), size) == ""
    assert beyond((0, 0, 100.11, 50), size) == "0.1 mm"
    for place in ((-MM, 0, 9, 9), (0, -MM, 9, 9), (95, 0, 5 + MM, 9), (0, 45, 9, 5 + MM)):
        assert beyond(place, size) == "1.0 mm", place


def test_a_text_is_near_by_its_letters_on_every_side_unless_it_is_turned_or_moved() -> None:
    book, size = FontBook(), (100.0, 100.0)
    wide = book.width("word", "sans", 10)

    def near(left: float, low: float, **more: Any) -> bool:
        text: Item = Text(left, low, "word", "sans", 10, "#000000")
        return crowded((0, 0, 100, 100), [Group((text,), **more) if more else text], size, book, 5.0)

    assert [near(4.91, 50), near(4.89, 50)] == [False, True]
    assert [near(95.09 - wide, 50), near(95.11 - wide, 50)] == [False, True]
    assert [near(50, 11.91), near(50, 11.89)] == [False, True], "capitals are 0.7 em high"
    assert [near(50, 95.09), near(50, 95.11)] == [False, True]
    assert near(2, 50, key="kept") and not near(50, 50, key="kept")
    both = Group((Text(50, 50, "word", "sans", 10, "#000000"), Text(2, 50, "word", "sans", 10, "#000000")))
    assert crowded((0, 0, 100, 100), [both], size, book, 5.0)
    for more in ({"x": 1.0}, {"y": 1.0}, {"rotate": 90.0}, {"scale": 0.5}):
        assert not near(2, 50, **more), more
    assert not crowded((5, 5, 90, 90), [Text(2, 50, "word", "sans", 10, "#000000")], size, book, 5.0)
    assert not crowded((0, 0, 100, 100), [Rect(0, 0, 9, 9, "#000000")], size, book, 5.0)
    for place, near_edge in ((48, False), (52, True)):
        low = [Text(20, place, "word", "sans", 10, "#000000")]
        assert crowded((0, 0, 200, 56), low, (200.0, 56.0), book, 5.0) is near_edge
    beside = [Text(120, 30, "word", "sans", 10, "#000000")]
    assert not crowded((0, 0, 200, 56), beside, (200.0, 56.0), book, 5.0)
    spaced = Text(95 - wide, 50, "word", "sans", 10, "#000000", 1.0)
    assert crowded((0, 0, 100, 100), [spaced], size, book, 5.0)


# Drawn before


def drawn(faces: Faces, *given: Pose) -> list[Frame]:
    return [faces.face(one) for one in given]


def test_a_face_is_drawn_anew_only_for_other_values(tmp_path: Path) -> None:
    game = game_of(tmp_path, "a: {text: '{{ word }}', at: [9, 9, 20, 9], lines: 1}")
    faces = faces_of(game, faces={})
    first, same, moved, other = drawn(
        faces, pose({"word": "A"}), pose({"word": "A"}), pose({"word": "A"}, at=THERE), pose({"word": "B"}, at=THERE)
    )
    assert first.items is same.items is moved.items and other.items != first.items
    assert [one.at for one in (first, same, moved, other)] == [HERE.place, HERE.place, THERE.place, THERE.place]


@pytest.mark.parametrize(
    "other", [{"name": "two"}, {"size": (100.0, 90.0)}, {"bleed": 3.0}, {"shape": "circle"}], ids=str
)
def test_faces_of_another_kind_are_kept_apart(tmp_path: Path, other: dict[str, Any]) -> None:
    game = game_of(tmp_path, "a: {fill: ink}\nb: {text: '{{ word }}', lines: 1, size: 8, at: [5, 5, 9, 9]}")
    faces = faces_of(game, faces={})
    one, two = drawn(faces, pose({"word": "A"}), pose({"word": "A"}, **other))
    again, anew = drawn(faces, pose({"word": "A"}), pose({"word": "A"}, **other))
    assert (again.items, anew.items) == (one.items, two.items)
    assert again.items is one.items and anew.items is two.items and two.items is not one.items
    assert two[3:5] == (other.get("bleed", 0.0), other.get("name", "one"))


def test_nothing_is_kept_unless_the_setter_keeps_faces(tmp_path: Path) -> None:
    faces = faces_of(game_of(tmp_path, "a: {text: '{{ word }}', at: [9, 9, 20, 9], lines: 1}"))
    first, second = drawn(faces, pose({"word": "A"}), pose({"word": "A"}))
    assert first == second and first.items is not second.items and faces.setter.faces is None


def test_what_is_wrong_with_a_face_is_told_each_time_where_it_stands(tmp_path: Path) -> None:
    game = game_of(tmp_path, "a: {text: '{{ word }}', at: [9, 9, 2, 4], size: 8, lines: 1}")
    faces = faces_of(game, faces={})
    places = {("word",): HERE}
    for at in (HERE, HERE, THERE):
        places["word",] = at
        drawn(faces, pose({"word": "Extraordinary"}, at=at, spans=places.get))
    assert [(one.code, one.span) for one in faces.setter.found] == [("E310", HERE), ("E310", HERE), ("E310", THERE)]


def test_faces_with_pictures_that_moved_are_drawn_anew(tmp_path: Path) -> None:
    """Their pictures are judged where they stand."""
    (tmp_path / "a.svg").write_text(DRAWING)
    game = game_of(tmp_path, "a: {image: '{{ word }}.svg', at: [9, 9, 20, 9]}")
    faces = faces_of(game, faces={})
    first, same, moved = drawn(faces, pose({"word": "a"}), pose({"word": "a"}), pose({"word": "a"}, at=THERE))
    assert first.items is same.items and moved.items == first.items


# Boxes


def boxes(folder: Path, text: str, scope: dict[str, Any] | None = None) -> list[FaceBox]:
    return faces_of(game_of(folder, text)).boxes(pose(scope))


def place(*mm: float) -> Any:
    return pytest.approx(tuple(one * MM for one in mm))


def test_boxes_come_from_the_bottom_with_their_places(tmp_path: Path) -> None:
    found = boxes(
        tmp_path,
        "a: {fill: ink}\nb: {at: [1, 2, 3, 4], text: '{{ word }}'}\nc: {at: [5, 6, 7, 8], fill: gold, when: false}\n"
        "d: {at: [5, 6, 7, 8], when: '{{ word }}'}\ne: {at: [5, 6, 7, 8], fill: gold, when: '{{ not word }}'}",
        {"word": "Go"},
    )
    assert [one.box.placed.name for one in found] == ["a", "b", "d", "e"], "without those that are on no face"
    assert [one.place for one in found] == [(0, 0, 100, 100), place(1, 2, 3, 4), *[place(5, 6, 7, 8)] * 2]
    assert [one.drawn for one in found] == [True, True, True, False]
    assert found[1].scope["word"] == "Go"


def test_of_a_repeated_box_the_first_is_told(tmp_path: Path) -> None:
    text = "a: {at: ['{{ loop.index }}', '{{ loop.length }}', 3, 4], repeat: '{{ many }}', text: '{{ item }}'}"
    (found,) = boxes(tmp_path / "a", text, {"many": ["x", "y"]})
    assert (found.place, found.drawn, found.scope["item"]) == (place(1, 2, 3, 4), True, "x")
    (none,) = boxes(tmp_path / "b", text, {"many": []})
    assert (none.place, none.drawn, none.scope["item"]) == (place(1, 1, 3, 4), False, "")
    (unless,) = boxes(tmp_path / "c", text.replace("text:", "when: '{{ item == 9 }}', text:"), {"many": [1]})
    assert (unless.drawn, unless.scope["loop"]["first"]) == (False, True)


def test_a_box_whose_place_cannot_be_told_has_none(tmp_path: Path) -> None:
    for text in ("a: {at: ['{{ word }}', 0, 1, 1], fill: ink}", "a: {repeat: '{{ word }}', fill: ink}"):
        (found,) = boxes(tmp_path, text, {"word": "Go"})
        assert (found.place, found.drawn) == (None, False)


# Contrasts


def contrasts(
    folder: Path, text: str, scope: dict[str, Any] | None = None, theme: Theme = HOUSE
) -> dict[str, tuple[str, str, bool] | None]:
    """Return ink, ground and whether it is sure, by box."""
    found = faces_of(game_of(folder, text), theme).contrasts(pose(scope))
    for _, one in found:
        assert one is None or one.ratio == contrast(one.ink, one.ground)
    return {box.box.placed.name: one and (one.ink, one.ground, one.sure) for box, one in found}


GOLD, RED, BLUE = HOUSE.gold, "#B3201F", "#27425F"
MIDDLE = "at: [8, 16, 8, 16]"


@pytest.mark.parametrize(
    ("boxes", "expected"),
    [
        (f"a: {{{MIDDLE}, text: Go}}", (HOUSE.ink, HOUSE.page, True)),
        (f"a: {{{MIDDLE}, text: Go, ink: gold}}", (GOLD, HOUSE.page, True)),
        (f"a: {{{MIDDLE}, text: Go, fill: '{BLUE}'}}", (HOUSE.on(BLUE), BLUE, True)),
        (f"a: {{{MIDDLE}, text: Go, fill: '{BLUE}', ink: gold}}", (GOLD, BLUE, True)),
        (f"a: {{{MIDDLE}, text: Go, ink: unknown}}", (HOUSE.ink, HOUSE.page, True)),
        (f"a: {{{MIDDLE}, text: Go, ink: '{{{{ bad + 1 }}}}'}}", (HOUSE.ink, HOUSE.page, True)),
        (f"a: {{{MIDDLE}, mark: star}}", (HOUSE.ink, HOUSE.page, True)),
        (f"a: {{{MIDDLE}, symbol: infantry}}", (HOUSE.ink, HOUSE.page, True)),
        (f"a: {{{MIDDLE}, sections: '{{{{ none }}}}'}}", (HOUSE.ink, HOUSE.page, True)),
        (f"a: {{{MIDDLE}, text: Go, when: '{{{{ word }}}}'}}", None),
        (f"a: {{{MIDDLE}, fill: ink}}", None),
        (f"a: {{{MIDDLE}, ruled: 2}}", None),
        ("a: {at: ['{{ bad }}', 0, 4, 4], text: Go}", None),
        *((f"a: {{{MIDDLE}, text: Go, {mixed}}}", (HOUSE.ink, HOUSE.page, False))
          for mixed in ("gradient: [ink, paper]", "halo: paper", "opacity: 0.5", "shadow: [1, 1]", "hatch: ink")),
    ],
)  # fmt: skip
def test_the_ink_of_a_box_is_seen_on_its_own_ground_or_on_the_page(
    tmp_path: Path, boxes: str, expected: tuple[str, str, bool] | None
) -> None:
    assert contrasts(tmp_path, boxes, {"word": "", "bad": "Go"})["a"] == expected


@pytest.mark.parametrize(
    ("below", "ground", "sure"),
    [
        ("fill: gold", GOLD, True),
        ("at: [12, 24, 9, 9], fill: gold", GOLD, True),
        ("at: [4, 8, 8, 16], fill: gold", GOLD, True),
        ("at: [12.1, 2, 9, 30], fill: gold", HOUSE.page, True),
        ("at: [2, 24.1, 20, 9], fill: gold", HOUSE.page, True),
        ("at: [2, 2, 9.9, 30], fill: gold", HOUSE.page, True),
        ("at: [2, 2, 20, 21.9], fill: gold", HOUSE.page, True),
        ("stroke: gold", HOUSE.page, True),
        ("fill: gold, when: '{{ word }}'", HOUSE.page, True),
        ("points: [[20, 0], ['100%', 0], ['100%', '100%']], fill: gold", HOUSE.page, True),
        ("points: [[0, 0], [40, 0], [0, 40]], fill: gold", GOLD, True),
        ("points: [['{{ bad }}', 0], [40, 0], [0, 40]], fill: gold", GOLD, True),
        ("gradient: [gold, paper]", HOUSE.page, False),
        ("fill: gold, opacity: 0.5", HOUSE.page, False),
        ("layout: inner", HOUSE.page, False),
        ("at: [30, 2, 2, 2], gradient: [gold, paper]", HOUSE.page, True),
        ("at: ['{{ bad }}', 2, 2, 2], fill: gold", HOUSE.page, True),
    ],
)
def test_the_ground_is_what_was_drawn_last_under_the_middle(
    tmp_path: Path, below: str, ground: str, sure: bool
) -> None:
    (tmp_path / "more.yaml").write_text("kind: layouts\nid: more\nlayouts: {inner: {boxes: {b: {fill: ink}}}}\n")
    found = contrasts(tmp_path, f"a: {{{below}}}\nb: {{{MIDDLE}, text: Go}}", {"word": "", "bad": "Go"})
    assert found["b"] == (HOUSE.ink, ground, sure)


def test_the_topmost_of_several_grounds_counts(tmp_path: Path) -> None:
    text = f"a: {{fill: gold}}\nb: {{fill: '{RED}'}}\nc: {{{MIDDLE}, text: Go}}\nd: {{fill: ink}}"
    assert contrasts(tmp_path, text) == {"a": None, "b": None, "c": (HOUSE.ink, RED, True), "d": None}


def test_low_ink_has_no_strong_grounds(tmp_path: Path) -> None:
    text = f"a: {{fill: '{RED}'}}\nb: {{{MIDDLE}, text: Go, ink: gold}}\nc: {{{MIDDLE}, text: Go, fill: '{BLUE}'}}"
    found = contrasts(tmp_path, text, theme=LOW_INK)
    ink = LOW_INK.legible(LOW_INK.gold, LOW_INK.page)
    assert found["b"] == (ink, LOW_INK.page, True) and found["c"] == (LOW_INK.ink, LOW_INK.page, True)


# Warnings


def warned(folder: Path, box: str, **more: Any) -> list[tuple[str, str]]:
    """Return what is said of a text in a box, and the hint."""
    _, found = face_of(game_of(folder, f"a: {{{MIDDLE.replace('8, 16]', '20, 12]')}, {box}}}"), **more)
    return [(one.message, one.hint) for one in found if one.code == "W293"]


GREY, PALE = "#777777", "#949494"
"""Inks with a contrast of 4.48 and 3.03 on white."""


@pytest.mark.parametrize(
    ("box", "least"),
    [
        ("size: 17.9", "4.5"),
        ("size: 18", ""),
        ("size: [18, 6]", ""),
        ("size: 14", "4.5"),
        ("size: 14, font: sans-bold", ""),
        ("size: 13.9, font: sans-bold", "4.5"),
        ("size: 8, font: sans-bold", "4.5"),
        ("lines: 1", "4.5"),
    ],
)
def test_large_text_may_be_paler(tmp_path: Path, box: str, least: str) -> None:
    white = HOUSE._replace(page="#FFFFFF")
    said = [(f"the a in {PALE} on #FFFFFF has a contrast of 3.0", f"text of this size needs {least}")] if least else []
    assert warned(tmp_path / "pale", f"text: Go, ink: '{PALE}', {box}", theme=white) == said
    paler = f"text: Go, ink: '#999999', {box}"
    hint = f"text of this size needs {least or '3'}"
    assert warned(tmp_path / "paler", paler, theme=white) == [
        ("the a in #999999 on #FFFFFF has a contrast of 2.8", hint)
    ]


def test_only_texts_that_say_something_are_judged(tmp_path: Path) -> None:
    pale = f"ink: '{PALE}', fill: '#FFFFFF', size: 8"
    assert len(warned(tmp_path / "a", f"text: Go, {pale}")) == 1
    for number, box in enumerate(("text: '  '", "mark: star", "text: Go, opacity: 0.9", "text: '{{ [] + 1 }}'")):
        assert warned(tmp_path / str(number), f"{box}, {pale}") == []
    assert warned(tmp_path / "legible", "text: Go, ink: '#767676', fill: '#FFFFFF', size: 8") == []


def test_the_first_faces_of_each_owner_are_judged_and_a_box_is_told_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = game_of(tmp_path, "a: {at: [9, 9, 20, 9], fill: '{{ ground }}', ink: '{{ ink }}', text: Go, size: 8}")
    faces = faces_of(game)
    judged: list[str] = []

    def judge(one: Pose) -> list[Diagnostic]:
        judged.append(one.name)
        return []

    monkeypatch.setattr(faces, "_judge", judge)
    for owner in ("red", "white", None):
        for number in range(JUDGED + 2):
            scope = {"ground": "#FFFFFF", "ink": "#000000", **({"owner": {"id": owner}} if owner else {})}
            faces.face(pose(scope, name=f"{owner}{number}"))
    assert judged == [f"{owner}{number}" for owner in ("red", "white", None) for number in range(JUDGED)]
    faces = faces_of(game)
    for name in ("one", "two"):
        faces.face(pose({"ground": "#FFFFFF", "ink": PALE}, name=name, at=THERE))
    (found,) = faces.setter.found
    assert str(found.span) == "demo/layouts.yaml:7:57" and found.related == (("on this piece", THERE),)


def test_a_face_with_errors_is_not_judged_and_does_not_count(tmp_path: Path) -> None:
    game = game_of(tmp_path, f"a: {{at: [9, 9, 20, 9], text: '{{{{ word }}}}', ink: '{PALE}', lines: 1, size: 8}}")
    faces = faces_of(game, HOUSE._replace(page="#FFFFFF"))
    for word in ("Extraordinary" * 5,) * JUDGED:
        faces.face(pose({"word": word}))
    assert {one.code for one in faces.setter.found} == {"E310"}
    faces.face(pose({"word": "Go"}))
    assert faces.setter.found[-1].code == "W293"


@pytest.mark.parametrize("first", ["text: Go, size: 18", "text: '{{ [] + 1 }}', size: 8", "mark: star"])
def test_a_text_that_is_not_told_stands_in_no_others_way(tmp_path: Path, first: str) -> None:
    ink = f"ink: '{PALE}', fill: '#FFFFFF'"
    boxes = f"a: {{at: [1, 1, 20, 9], {first}, {ink}}}\nb: {{at: [9, 9, 20, 9], text: Go, size: 8, {ink}}}"
    faces = faces_of(game_of(tmp_path, boxes))
    found = [one for one in faces._judge(pose()) if one.code == "W293"]
    assert [one.message.partition(" in ")[0] for one in found] == ["the b"]


def test_a_text_without_an_ink_is_told_at_its_words(tmp_path: Path) -> None:
    grey = HOUSE._replace(page="#FFFFFF", ink=GREY)
    _, found = face_of(game_of(tmp_path, "a: {at: [9, 9, 20, 9], text: Go, size: 8}"), theme=grey)
    assert [(one.code, str(one.span)) for one in found] == [("W293", "demo/layouts.yaml:7:36")]
