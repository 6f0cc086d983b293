"""Layouts by hand: where a box stands is written as it was, one line at a time, and taken back byte for byte."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rcwkit.bundled import bundled
from rcwkit.diagnostics import InputError
from rcwkit.faces.compiling import _rectangle
from rcwkit.faces.layouts import part
from rcwkit.frame import MM
from rcwkit.screens.preview.editing import Editing
from rcwkit.screens.preview.shaping import Shaping, lines_of, moved
from rcwkit.screens.preview.workshop import Workshop
from tests_support import TOY, write

FACE = 63.0, 88.0
HALVES = st.integers(0, 60).map(lambda value: value / 2).map(lambda value: int(value) if value == int(value) else value)
STARTS = st.one_of(HALVES, HALVES.map(lambda value: f"50% - {value}" if value else "50%"))
EXTENTS = st.one_of(
    HALVES.map(lambda value: value + 3),
    HALVES.map(lambda value: -1 - value / 2).map(lambda value: int(value) if value == int(value) else value),
    st.sampled_from(["100%", "50%", "50% + 2"]),
)


def rectangle(written: list[Any]) -> tuple[float, float, float, float]:
    found = _rectangle([part(one) for one in written], FACE[0] * MM, FACE[1] * MM)
    return tuple(length / MM for length in found)  # type: ignore[return-value]


@given(st.tuples(STARTS, STARTS, EXTENTS, EXTENTS), st.tuples(*[st.integers(-40, 40)] * 4))
def test_a_box_that_goes_there_and_back_is_written_as_it_was(written: Any, steps: tuple[int, ...]) -> None:
    before = rectangle([*written])
    x, y, wide, high = (one + step / 2 for one, step in zip(before, steps, strict=True))
    after = x, y, max(3.0, wide), max(3.0, high)
    there = moved(written, before, after, FACE)
    assert rectangle(there) == pytest.approx(after, abs=0.011)
    if min(before[2:]) < 3:
        return  # a face has no room for it
    back = moved(there, after, before, FACE)
    assert rectangle(back) == pytest.approx(before, abs=0.011)
    turned = [
        not isinstance(one, str) and one < 0 and not (isinstance(two, (int, float)) and two < 0)
        for one, two in zip(written, there, strict=True)
    ]
    if not any(turned):
        assert back == [*written]


@pytest.mark.parametrize(
    ("written", "after", "expected"),
    [
        ([13, 42, -13, 11], (10, 42, 43, 11), [10, 42, -10, 11]),
        ([4, 4, "50% - 9", 10], (4, 4, 25, 10), [4, 4, "50% - 6.5", 10]),
        (["0.8mm", 4, 20, 10], (0.8, 6, 20, 10), ["0.8mm", 6, 20, 10]),
        ([0, 0, "100%", 11], (-2, 0, 67, 11), ["0% - 2", 0, "100% + 4", 11]),
        ([5, -7.5, -5, 4.5], (5, 79.5, 53, 4.5), [5, -8.5, -5, 4.5]),
        (["{{ margin }}", 4, 20, 10], (4, 6, 22, 10), ["{{ margin }}", 6, 22, 10]),
    ],
)
def test_lengths_keep_their_form(written: list[Any], after: Any, expected: list[Any]) -> None:
    plain = [4 if isinstance(one, str) and "{{" in one else one for one in written]
    assert moved(written, rectangle(plain), after, FACE) == expected


def test_a_figure_takes_the_place_of_a_computed_length_that_changes() -> None:
    written = ["{{ margin }}", "{{ top }}", 20, "{{ high }}"]
    assert moved(written, (4, 4, 20, 10), (6, 4, 20, 12), FACE) == [6, "{{ top }}", 20, 12]


def test_lines_that_differ_are_told_with_their_numbers() -> None:
    assert lines_of("a\nb\nc\n", "a\nB\nc\nd\n") == [
        {"line": 2, "before": ["b"], "after": ["B"]},
        {"line": 4, "before": [], "after": ["d"]},
    ]


@pytest.fixture
def harbour(tmp_path: Path) -> Shaping:
    folder = tmp_path / "harbour"
    shutil.copytree(bundled("templates") / "like" / "cards", folder)
    workshop = Workshop(folder.as_posix())
    workshop.refresh()
    return Shaping(workshop, Editing(workshop))


def _files(shaping: Shaping) -> dict[str, bytes]:
    root = shaping.workshop.project.root
    return {path.name: path.read_bytes() for path in root.glob("*.yaml")}


def _box(shown: dict[str, Any], name: str) -> dict[str, Any]:
    return next(box for box in shown["boxes"] if box["name"] == name)


def test_a_box_is_moved_in_one_line_and_back_byte_for_byte(harbour: Shaping) -> None:
    before = _files(harbour)
    shown = harbour.shown("harbour/skiff")
    assert (shown["layout"], shown["homes"], shown["sides"]) == ("harbour", ["harbour"], 2)
    title = _box(shown, "title")
    assert title["place"] == [13, 42, 37, 11]
    assert title["said"] == "SKIFF"
    assert {one["owner"]: one["ratio"] > 7 for one in title["contrasts"]} == {"Smugglers": True, "Customs": True}
    assert [one["which"] for one in shown["samples"]] == ["shortest", "longest", "empty"]
    drawn = harbour.change("harbour/skiff", False, "title", {"place": [10, 42, 43, 11], "draft": True})
    assert _box(drawn, "title")["place"] == [10, 42, 43, 11]
    assert _files(harbour) == before
    made = harbour.change("harbour/skiff", False, "title", {"place": [10, 42, 43, 11]})
    assert made["written"]["lines"] == [
        {"line": 13, "before": ["        at: [13, 42, -13, 11]"], "after": ["        at: [10, 42, -10, 11]"]}
    ]
    assert _box(made, "title")["place"] == [10, 42, 43, 11]
    harbour.change("harbour/skiff", False, "title", {"place": [13, 42, 37, 11]})
    assert _files(harbour) == before
    harbour.editing.undo()
    harbour.editing.undo()
    assert _files(harbour) == before


def test_an_inherited_box_is_changed_where_it_is_written_or_in_one_layout_alone(harbour: Shaping) -> None:
    before = harbour.shown("harbour/tea")
    made = harbour.change("harbour/tea", False, "sea", {"keys": {"fill": "gold"}})
    assert made["layout"] == "cargo"
    assert all(made[name] != before[name] for name in ("face", "samples")), "they are drawn with the change"
    assert made["homes"] == ["cargo", "harbour"]
    assert made["written"]["lines"][0]["after"][0].startswith("      sea: {fill: gold}")
    made = harbour.change("harbour/tea", False, "title", {"keys": {"align": "left"}, "home": "cargo"})
    assert [one["after"] for one in made["written"]["lines"]] == [["      title: {align: left}"]]
    made = harbour.change("harbour/tea", False, "title", {"keys": {"align": None}, "home": "cargo"})
    assert [one["before"] for one in made["written"]["lines"]] == [["      title: {align: left}"]]


def test_what_does_not_fit_is_drawn_and_not_written(harbour: Shaping) -> None:
    before = _files(harbour)
    made = harbour.change("harbour/skiff", False, "title", {"place": [13, 42, 9, 11]})
    assert "does not fit" in made["problems"][0]["message"]
    assert _box(made, "title")["place"] == [13, 42, 9, 11]
    assert made["samples"][1]["problems"]
    assert _files(harbour) == before
    made = harbour.change("harbour/skiff", False, "title", {"keys": {"size": "huge"}})
    assert "'huge'" in made["problems"][0]["message"], "bug: a word as a size ended the drawing"
    assert _files(harbour) == before
    with pytest.raises(InputError, match="askew"):
        harbour.change("harbour/skiff", False, "title", {"keys": {"align": "askew"}})
    with pytest.raises(InputError, match="no box 'hat'"):
        harbour.change("harbour/skiff", False, "hat", {"place": [0, 0, 1, 1]})
    with pytest.raises(InputError, match="four lengths"):
        harbour.change("harbour/skiff", False, "title", {"place": ["0", 0, 1, 1]})
    with pytest.raises(InputError, match="has no layout"):
        harbour.shown("harbour/nobody")


def test_a_shipped_layout_is_extended_in_the_game(harbour: Shaping) -> None:
    root = harbour.workshop.project.root
    shown = harbour.shown("harbour/skiff", back=True)
    assert not shown["own"]
    box = next(box for box in shown["boxes"] if box["drawn"] and any(box["computed"]) and box["place"])
    x, y, wide, high = box["place"]
    asked = {"place": [x + 1, y + 1, wide - 1, high - 1], "draft": True}
    drawn = harbour.change("harbour/skiff", True, box["name"], asked)
    (changed,) = (one for one in drawn["boxes"] if one["name"] == box["name"])
    assert changed["place"] == pytest.approx(asked["place"]) and not any(changed["computed"])
    made = harbour.change("harbour/skiff", True, box["name"], {"keys": {"ink": "gold"}})
    assert made["own"]
    assert (
        f"poster: {{extends: poster, boxes: {{{box['name']}: {{ink: gold}}}}}}"
        in _files(harbour)["layouts.yaml"].decode()
    )
    harbour.editing.undo()
    (root / "layouts.yaml").unlink()
    deck = (root / "cards.yaml").read_text(encoding="utf-8")
    kept = [line for line in deck.splitlines() if "layout" not in line and "cargo" not in line and "event" not in line]
    (root / "cards.yaml").write_text("\n".join(kept) + "\n", encoding="utf-8")
    harbour.workshop.refresh()
    made = harbour.change("harbour/skiff", False, "title", {"keys": {"ink": "ink"}})
    assert _files(harbour)["layouts.yaml"].decode() == (
        "kind: layouts\nid: layouts\nlayouts:\n  house:\n    extends: house\n    boxes:\n      title: {ink: ink}\n"
    )
    assert made["written"]["file"] == "layouts.yaml"
    harbour.editing.undo()
    assert not (root / "layouts.yaml").exists()


def test_boxes_are_added_taken_out_and_hidden_where_they_are_inherited(harbour: Shaping) -> None:
    before = _files(harbour)
    made = harbour.change("harbour/tea", False, "", {"new": "picture"})
    assert made["box"] == "picture_2"
    assert _box(made, "picture_2")["keys"]["image"] == "art/{{ art }}"
    harbour.change("harbour/tea", False, "picture_2", {"gone": True})
    assert _files(harbour) == before
    made = harbour.change("harbour/tea", False, "title", {"gone": True, "home": "cargo"})
    assert [one["after"] for one in made["written"]["lines"]] == [["      title: {when: false}"]]
    assert "title" not in [box["name"] for box in made["boxes"]]
    with pytest.raises(InputError, match="no box 'song'"):
        harbour.change("harbour/tea", False, "", {"new": "song"})


def test_tiles_have_layouts_by_hand_too(harbour: Shaping) -> None:
    root = harbour.workshop.project.root
    tiles = (
        "kind: pieces\nid: quay\ntitle: Quay\nsize: 40mm\npieces: {pier: {title: Pier}, crane: {title: A long crane}}\n"
    )
    (root / "quay.yaml").write_text(tiles, encoding="utf-8")
    harbour.workshop.refresh()
    assert (
        next(one for one in harbour.workshop.state()["components"] if one["stem"].endswith("quay"))["hand"] == "layout"
    )
    shown = harbour.shown("quay/pier")
    assert (shown["layout"], shown["width"]) == ("tile", 40)
    assert [one["key"] for one in shown["samples"]] == ["quay/pier", "quay/crane", ""]
    made = harbour.change("quay/pier", False, "title", {"keys": {"ink": "accent"}})
    assert "tile: {extends: tile, boxes: {title: {ink: accent}}}" in _files(harbour)["layouts.yaml"].decode()
    assert made["problems"] == []


def test_cards_that_are_their_own_other_side_have_layouts_by_hand(tmp_path: Path) -> None:
    """Bug: a card without a reverse, which is its own other side, was counted letter by letter without end."""
    deck = "kind: cards\nid: tides\ntitle: Tides\nsource: Ours\nreverse: blank\ncards: [Fire, Water]\n"
    workshop = Workshop(write(tmp_path / "toy", {"game.yaml": TOY["game.yaml"], "deck.yaml": deck}).as_posix())
    workshop.refresh()
    keys = [piece.key for piece in workshop.components["cards-tides"].shown]
    assert len(keys) == 2 and all(Shaping(workshop, Editing(workshop)).shown(key)["samples"] for key in keys)
