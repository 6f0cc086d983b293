"""Layouts compiled for a size: what is evaluated once and what for each face, lengths, and where values come from."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from layouts_support import face_of, game_of
from rcwkit.diagnostics import Diagnostic, Span
from rcwkit.faces.compiling import Compiled, CompiledLayout, LayoutCompiler, Refused, loop, values_at
from rcwkit.faces.evaluation import Paint
from rcwkit.faces.inherited import layout_of
from rcwkit.frame import MM
from rcwkit.source.language import Language

BASE = {"low_ink": False, "look": {"band": "flat"}}
WIDE, HIGH = 50 * MM, 80 * MM


def compiled(
    folder: Path, boxes: str, let: str = "", say: Mapping[str, str] | None = None
) -> tuple[CompiledLayout, list[Diagnostic]]:
    """Return the layout `own` for a face of 50 × 80 mm, and what is wrong with it."""
    game, found = game_of(folder, boxes, let=let), list[Diagnostic]()
    setter = game.setter()
    if say is not None:
        setter.say = Language(texts=say)
    compiler = LayoutCompiler(layout_of(game, "own"), (WIDE, HIGH), "round", Paint(setter), BASE, found)
    return compiler.sheet(), found


def boxes_of(folder: Path, boxes: str, let: str = "") -> list[Compiled]:
    """Return the boxes of a layout without faults."""
    sheet, found = compiled(folder, boxes, let)
    assert found == []
    return [box for run in sheet.runs for box in run.boxes]


def box_of(folder: Path, box: str, let: str = "") -> Compiled:
    """Return the one box of a layout without faults."""
    (found,) = boxes_of(folder, f"a: {{{box}}}", let)
    return found


def test_a_repeated_box_knows_its_place_and_whether_it_is_the_last() -> None:
    told = [loop(at, 3) for at in range(3)]
    assert [one["last"] for one in told] == [False, False, True]
    assert [one["first"] for one in told] == [True, False, False]
    assert told[1] == {"index": 2, "index0": 1, "first": False, "last": False, "length": 3}


def test_boxes_are_told_apart_though_they_are_alike_and_refusals_say_why(tmp_path: Path) -> None:
    one, other = boxes_of(tmp_path, "a: {fill: ink}\nb: {fill: ink}")
    assert len({one, other, one}) == 2
    assert str(Refused(Diagnostic("E251", "no number", Span("a.yaml", 1)))) == "no number"


def test_values_at_paths_are_compared_with_their_types_and_others_not_at_all() -> None:
    scope = {"cost": 1, "deck": {"id": "a", "cards": [1]}}
    assert values_at([("cost",), ("deck", "id")], scope) == (1, int, "a", str)
    assert values_at([], scope) == ()
    for path in (("deck",), ("deck", "cards"), ("none",), ("cost", "of")):
        assert values_at([path], scope) is None, path


def test_a_face_has_a_size_in_millimetres_and_a_shape(tmp_path: Path) -> None:
    sheet, _ = compiled(tmp_path, "a: {fill: ink}")
    face = sheet.constants["face"]
    assert (face["width"], face["height"], face["shape"]) == (pytest.approx(50), pytest.approx(80), "round")
    assert sheet.constants["low_ink"] is False


def test_values_by_name_are_constant_or_shared_or_of_each_face(tmp_path: Path) -> None:
    let = "one: 3, two: '{{ one * 2 }}', deck_: '{{ deck.id }}', both: '{{ [owner, reduced, deck_] }}'"
    let = f"{let}, own_: '{{{{ both and cost }}}}'"
    sheet, found = compiled(tmp_path, "a: {fill: '{{ own_ }}'}", let)
    assert found == []
    assert (sheet.constants["one"], sheet.constants["two"]) == (3, 6)
    assert [name for name, _ in sheet.shared] == ["deck_", "both"]
    assert [name for name, _ in sheet.let] == ["own_"]
    assert sheet.paths == (("deck", "id"), ("owner", "id"), ("reduced",))
    assert sheet.shared[0][1]({"deck": {"id": "events"}}) == "events"
    assert sheet.known == {}


SHARED = ("deck", "id"), ("owner", "id")


@pytest.mark.parametrize(
    ("boxes", "runs"),
    [
        ("a: {fill: ink}\nb: {fill: red}", [(True, (), "ab")]),
        ("a: {fill: '{{ owner.colour }}'}\nb: {fill: '{{ deck.id }}'}", [(True, SHARED, "ab")]),
        ("a: {fill: '{{ deck.id }}{{ back.title }}{{ owner.id }}'}", [(True, SHARED, "a")]),
        ("a: {fill: ink}\nb: {fill: '{{ cost }}'}\nc: {fill: red}\nd: {fill: red}", [
            (True, (), "a"), (False, (("cost",),), "b"), (True, (), "cd"),
        ]),
        ("a: {fill: '{{ cost }}'}\nb: {fill: '{{ cost }}'}", [(False, (("cost",),), "a"), (False, (("cost",),), "b")]),
        ("b: {layout: card}\nc: {layout: card}", [(False, None, "b"), (False, None, "c")]),
        ("a: {fill: ink, when: false}\nb: {fill: ink}", [(True, (), "b")]),
        ("a: {fill: ink, when: '{{ low_ink }}'}\nb: {fill: ink, when: '{{ not low_ink }}'}", [(True, (), "b")]),
        ("a: {fill: ink, when: '{{ cost }}'}", [(False, (("cost",),), "a")]),
        ("a: {fill: '{{ card.a.b }}{{ low_ink }}{{ x }}{{ x }}'}", [(False, (("card", "a", "b"), ("x",)), "a")]),
        ("a: {fill: '{{ card.a[cost].b }}'}", [(False, (("card", "a"), ("cost",)), "a")]),
        ("a: {fill: '{{ (card.a or owner).b }}'}", [(False, (("card", "a"), ("owner",)), "a")]),
        ("a: {text: '{{ cost }}'}", [(False, None, "a")]),
        ("a: {text: '{{ cost }}', lines: 1}", [(False, (("cost",),), "a")]),
        ("a: {fill: '{{ cost }}', lines: 1}", [(False, (("cost",),), "a")]),
        ("a: {text: '{{ cost }}', lines: 1, turn: 90}", [(False, None, "a")]),
        ("a: {repeat: '{{ cost }}', fill: ink}", [(False, None, "a")]),
        ("a: {ruled: '{{ cost }}'}", [(False, None, "a")]),
        ("a: {sections: '{{ cost }}'}", [(False, None, "a")]),
        ("a: {strip: '{{ cost }}'}", [(False, None, "a")]),
        ("a: {flags: '{{ cost }}'}", [(False, None, "a")]),
    ],
)  # fmt: skip
def test_boxes_are_drawn_together_or_alone(tmp_path: Path, boxes: str, runs: list[Any]) -> None:
    if "layout: card" in boxes:
        (tmp_path / "more.yaml").write_text("kind: layouts\nid: more\nlayouts: {card: {boxes: {b: {fill: ink}}}}\n")
    sheet, found = compiled(tmp_path, boxes)
    assert found == []
    assert [(run.shared, run.paths, "".join(box.placed.name for box in run.boxes)) for run in sheet.runs] == runs


def test_a_box_uses_what_is_behind_the_names_of_values(tmp_path: Path) -> None:
    let = "a: '{{ cost + card.more }}', b: '{{ a + look.band }}', c: '{{ 1 }}'"
    (box,) = boxes_of(tmp_path, "a: {fill: '{{ b }}', text: '{{ c }}', at: [1, '{{ a }}', 1, 1]}", let)
    assert box.uses == {"cost", "card"}
    assert box_of(tmp_path, "fill: '{{ c }}'", let).uses == frozenset()


@pytest.mark.parametrize(
    ("raw", "sources"),
    [
        ("'{{ card.title }} {{ words }}'", (("card", "title"), ("words",))),
        ("'{{ long }}'", (("card", "title"), ("words",))),
        ("'{{ long }}{{ cost }}'", (("card", "title"), ("words",), ("cost",))),
        ("'{{ card.parts }}'", (("card", "parts"),)),
        ("'{{ long.x }}'", (("long", "x"),)),
        ("'{{ words | upper if card.a is defined else 4 }}'", (("card", "a"), ("words",))),
        ("'{{ card[0] }}'", (("card",),)),
        ("Halt", ()),
    ],
)
def test_where_a_text_comes_from(tmp_path: Path, raw: str, sources: Any) -> None:
    raw = raw.replace(" if card.a is defined else 4", " if card.a else 4")
    box = box_of(tmp_path, f"text: {raw}", "long: '{{ card.title }}{{ words }}'")
    assert box.sources == {"text": sources}


def test_only_texts_and_pictures_come_from_somewhere(tmp_path: Path) -> None:
    keys = ("image", "text", "sections", "strip")
    box = box_of(tmp_path, ", ".join(f"{key}: '{{{{ {key}_ }}}}'" for key in keys) + ", ruled: 3, fill: '{{ x }}'")
    assert box.sources == {**{key: ((f"{key}_",),) for key in keys}, "ruled": ()}


@pytest.mark.parametrize(
    ("repeat", "listed"),
    [
        ("", None),
        ("repeat: '{{ needs }}'", ("needs",)),
        ("repeat: '{{ card.needs }}'", ("card", "needs")),
        ("repeat: '{{ needs + more }}'", None),
        ("repeat: '{{ 3 }}'", None),
    ],
)
def test_what_a_box_is_repeated_for(tmp_path: Path, repeat: str, listed: Any) -> None:
    assert box_of(tmp_path, f"fill: ink, {repeat}").listed == listed


@pytest.mark.parametrize(
    ("at", "expected"),
    [
        ("[1, 2, 3, 4]", (1, 2, 3, 4)),
        ("[-10, -20, 3, 4]", (40, 60, 3, 4)),
        ("[5, 7, -4, -6]", (5, 7, 41, 67)),
        ("[-10, -20, -4, -6]", (40, 60, 6, 14)),
        ("[48, 78, -4, -6]", (48, 78, 0, 0)),
        ("['50%', '25%', '10% + 2', '50% - 3']", (25, 20, 7, 37)),
        ("['{{ cost }}', '{{ cost * 2 }}', '{{ -cost }}', '{{ -cost }}']", (3, 6, 44, 71)),
        ("['{{ 1 + 1 }}', 0, 1, 1]", (2, 0, 1, 1)),
        ("[0, 0, 0, 0]", (0, 0, 0, 0)),
    ],
)
def test_the_rectangle_of_a_box(tmp_path: Path, at: str, expected: tuple[float, ...]) -> None:
    found = box_of(tmp_path, f"at: {at}, fill: ink").rectangle({"cost": 3})
    assert found == pytest.approx([length * MM for length in expected])


def test_a_rectangle_that_is_the_same_on_all_faces_is_worked_out_once(tmp_path: Path) -> None:
    for at in ("", "at: [1, 2, 3, '{{ 4 }}']"):
        box = box_of(tmp_path, f"fill: ink, {at}")
        assert box.rectangle({}) is box.rectangle({})
    assert box_of(tmp_path, "fill: ink").rectangle({}) == (0, 0, WIDE, HIGH)


def test_lengths_and_numbers_of_a_box(tmp_path: Path) -> None:
    box = box_of(tmp_path, "fill: ink")
    plain = {"fill": "ink", "line": 0.25 * MM, "corner": 0.0, "pad": 0.0, "rim": pytest.approx(0.4 * MM)}
    assert {key: work({}) for key, work in box.values.items()} == plain
    assert (box.points, box.step) == ([], None)
    given = "line: 1, corner: '{{ cost }}', pitch: 2, dash: [3, '{{ cost * 2 }}'], step: [4, '50%'], turn: 90, sign: 2"
    box = box_of(tmp_path, f"fill: ink, {given}")
    scope = {"cost": 1.5}
    values = {key: work(scope) for key, work in box.values.items()}
    kept = {"fill": "ink", "pad": 0.0, "rim": plain["rim"]}
    pairs = {"dash": pytest.approx((3 * MM, 3 * MM)), "turn": 90, "sign": 2, **kept}
    assert values == {"line": 1 * MM, "corner": 1.5 * MM, "pitch": 2 * MM, **pairs}
    assert box.step is not None and box.step(scope) == pytest.approx((4 * MM, HIGH / 2))
    other = box_of(tmp_path, "fill: ink, step: ['10%', 0]").step
    assert other is not None and other({}) == pytest.approx((WIDE / 10, 0))


def test_shares_are_only_of_what_is_measured_on_the_face(tmp_path: Path) -> None:
    box = box_of(tmp_path, "line: '50%', corner: '50% + 1', pitch: '50%', dash: ['50%', '50% + 1'], fill: ink")
    found = {key: box.values[key]({}) for key in ("line", "corner", "pitch", "dash")}
    assert found == {"line": 0, "corner": 1 * MM, "pitch": 0, "dash": (0, 1 * MM)}


def test_points_are_measured_in_their_box(tmp_path: Path) -> None:
    box = box_of(tmp_path, "fill: ink, points: [[1, 2], ['50%', '25% + 1'], ['{{ cost }}', '{{ cost * 2 }}']]")
    scope = {"cost": 3, "": (10.0, 20.0, 200.0, 400.0)}
    found = [(x(scope), y(scope)) for x, y in box.points]
    assert found == [
        pytest.approx(point) for point in ((10 + MM, 20 + 2 * MM), (110, 120 + MM), (10 + 3 * MM, 20 + 6 * MM))
    ]


@pytest.mark.parametrize(
    ("size", "expected"),
    [
        ("9", [9]),
        ("[9, 7.5]", [9, 7.5]),
        ("['{{ cost }}', 7, '{{ 6 }}']", [8, 7, 6]),
        ("'{{ cost }}'", [8]),
        ("'{{ 0.5 }}'", [1]),
        ("'{{ 1.5 }}'", [1.5]),
        ("'{{ 401 }}'", [400]),
        ("'{{ 399 }}'", [399]),
    ],
)
def test_the_sizes_of_a_text(tmp_path: Path, size: str, expected: list[float]) -> None:
    assert box_of(tmp_path, f"text: a, size: {size}").values["size"]({"cost": 8}) == expected


def test_an_arc_may_turn_as_far_as_it_is_asked_to(tmp_path: Path) -> None:
    box = box_of(tmp_path, "fill: ink, shape: arc, sweep: ['{{ -90 }}', '{{ cost }}']")
    assert box.values["sweep"]({"cost": 720}) == [-90, 720]
    constant = box_of(tmp_path, "fill: ink, shape: arc, sweep: ['{{ -90 }}', 720]").values["sweep"]
    assert constant({}) == [-90, 720] and constant({}) is constant({})


def test_values_are_of_the_kind_of_their_key(tmp_path: Path) -> None:
    box = box_of(tmp_path, "text: '{{ value }}', fill: '{{ value }}', turn: '{{ value }}', symbol: '{{ value }}'")
    scope = {"value": 2.0}
    assert [box.values[key](scope) for key in ("text", "fill", "turn", "symbol")] == ["2", 2.0, 2.0, "2"]
    text = {"value": "7"}
    assert box.values["turn"](text) == 7
    assert [box.values[key]({"value": None}) for key in ("text", "fill")] == ["", None]


def test_a_text_is_in_the_language_of_the_kit(tmp_path: Path) -> None:
    said = {"Halt": "Stopp", "{{ cost }} Halt": "Stopp {{ cost }}", "yes": "ja", "ink": "Tinte", "sans": "ohne"}
    boxes = """
a: {text: Halt, font: sans}
b: {text: "{{ cost }} Halt", fill: ink}
c: {text: "{{ 1 == 1 }}", image: "{{ 1 == 1 }}"}
d: {text: "{{ name }}"}
e: {text: "{{ truth }}", fill: "{{ truth }}!"}
"""
    sheet, found = compiled(tmp_path, boxes, "name: Halt, truth: '{{ 1 == 1 }}!'", said)
    a, b, c, d, e = (box for run in sheet.runs for box in run.boxes)
    scope = {**sheet.constants, "cost": 3}
    assert found == []
    assert [box.values["text"](scope) for box in (a, b, c, d, e)] == ["Stopp", "Stopp 3", "ja", "Stopp", "ja!"]
    assert (a.values["font"](scope), b.values["fill"](scope), c.values["image"](scope)) == ("sans", "ink", "yes")


WRONG: list[tuple[str, str, str, str]] = [
    ("text: '{{ 1 + }}'", "something is missing here", "7:25", ""),
    ("text: 'a {% if x %}'", "statements are not allowed", "7:20", ""),
    ("text: '{{ cost | uper }}'", "unknown filter 'uper'", "7:28", "did you mean 'upper'?"),
    ("text: '{{ look }}'", "this is not a text, but has parts", "7:17", "name one: band"),
    ("turn: \"{{ 'a' }}\"", "'a' is not a number", "7:17", ""),
    ("turn: '{{ 1 / 0 }}'", "a division by zero", "7:23", ""),
    ("size: \"{{ 'a' }}\"", "'a' is not a number", "7:17", ""),
]


@pytest.mark.parametrize(("box", "message", "place", "hint"), WRONG)
def test_what_is_wrong_on_every_face_is_reported_once(
    tmp_path: Path, box: str, message: str, place: str, hint: str
) -> None:
    sheet, found = compiled(tmp_path, f"a: {{{box}}}")
    assert {(one.code, one.message) for one in found} == {("E251", message)}
    assert hint in found[0].hint
    ((key, raw),) = ((key, work) for key, work in sheet.runs[0].boxes[0].values.items() if key in box)
    assert raw({}) == {"text": "", "turn": 0, "size": [1]}[key]
    assert str(found[0].span).removeprefix("demo/layouts.yaml:") == place


def test_a_length_that_is_wrong_on_every_face_is_nothing(tmp_path: Path) -> None:
    sheet, (found,) = compiled(tmp_path, "a: {at: [\"{{ 'wide' }}\", 2, 3, 4], fill: ink}")
    (box,) = sheet.runs[0].boxes
    assert (found.code, found.message, str(found.span)) == ("E251", "'wide' is not a length", "demo/layouts.yaml:7:16")
    assert box.rectangle({}) == (0, 2 * MM, 3 * MM, 4 * MM)


@pytest.mark.parametrize(
    ("box", "key", "message", "place"),
    [
        ("turn: '{{ words }}'", "turn", "'Stop.' is not a number", "7:17"),
        ("text: '{{ card }}'", "text", "this is not a text, but has parts", "7:17"),
        ("fill: '{{ words + 1 }}'", "fill", "'Stop.' is not a number", "7:27"),
        ("line: '{{ words }}'", "line", "'Stop.' is not a length", "7:17"),
        ("text: a, size: [9, '{{ words }}']", "size", "'Stop.' is not a number", "7:30"),
        ("dash: [9, '{{ words }}']", "dash", "'Stop.' is not a length", "7:21"),
        ("dash: ['{{ words }}', 9]", "dash", "'Stop.' is not a length", "7:18"),
    ],
)
def test_what_is_wrong_on_one_face_is_refused_there(
    tmp_path: Path, box: str, key: str, message: str, place: str
) -> None:
    work = box_of(tmp_path, box).values[key]
    with pytest.raises(Refused) as refused:
        work({"words": "Stop.", "card": {"title": "Go"}})
    found = refused.value.found
    assert (found.code, found.message) == ("E251", message)
    assert str(found.span).removeprefix("demo/layouts.yaml:") == place


@pytest.mark.parametrize(("point", "place"), [("['{{ words }}', 1]", "7:32"), ("[1, '{{ words }}']", "7:35")])
def test_a_point_that_is_wrong_is_refused_at_its_place(tmp_path: Path, point: str, place: str) -> None:
    box = box_of(tmp_path, f"fill: ink, points: [{point}]")
    scope = {"words": "Stop.", "": (0.0, 0.0, 1.0, 1.0)}
    with pytest.raises(Refused) as refused:
        _ = [(x(scope), y(scope)) for x, y in box.points]
    assert refused.value.found.message == "'Stop.' is not a length"
    assert str(refused.value.found.span).removeprefix("demo/layouts.yaml:") == place


def test_a_size_that_is_wrong_is_reported_and_not_set(tmp_path: Path) -> None:
    game = game_of(tmp_path, "a: {text: a, size: \"{{ 'large' }}\"}\nb: {text: b, lines: 1, size: [9, \"{{ 'a' }}\"]}")
    _, found = face_of(game)
    assert [(one.code, one.message) for one in found] == [
        ("E251", "'large' is not a number"),
        ("E251", "'a' is not a number"),
    ]
