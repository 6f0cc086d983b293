"""Frames as SVG: well-formed, escaped, sized, and reproducible."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from rcwkit.frame import MM, Circle, Frame, Group, Line, Path, Picture, Polygon, Rect, Subpath, Text
from rcwkit.memo import Memo
from rcwkit.sheets.svg import svg

NS = "{http://www.w3.org/2000/svg}"
FRAME = Frame(
    63 * MM,
    88 * MM,
    (
        Rect(0, 0, 10, 20, "#B3201F", radius=1),
        Circle(5, 5, 2, None, "#1B1A18", 0.5),
        Line(0, 0, 1 / 3, 1, "#1B1A18", 0.25),
        Polygon(((0, 0), (1, 0), (0.5, -0.0001)), None, "#1B1A18", 1, closed=False),
        Group((Text(1, 2, 'Red & "White" <3', "narrow-bold", 7, "#F4ECDD", 0.5),), 3, 4, 90, "key", (0, 0, 10, 10)),
        Text(1, 2, "Вологда", "sans-italic", 7, "#F4ECDD"),
        Picture(0, 0, 5, 5, "abc"),
    ),
    bleed=2 * MM,
)


def parsed(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)


def test_it_is_as_large_as_the_frame_or_as_asked() -> None:
    root = parsed(svg(FRAME, pictures={"abc": "x"}.__getitem__))
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("63mm", "88mm", "0 0 178.58 249.45")
    assert parsed(svg(FRAME, width=31.5, pictures={"abc": "x"}.__getitem__)).get("height") == "44mm"
    whole = parsed(svg(FRAME, bleed=True, pictures={"abc": "x"}.__getitem__))
    assert (whole.get("width"), whole.get("viewBox")) == ("67mm", "-5.67 -5.67 189.92 260.79")


def test_text_is_escaped_and_carries_its_font() -> None:
    text = svg(FRAME, label='a "quoted" <label>', pictures={"abc": 'a"b&c'}.__getitem__)
    root = parsed(text)
    first, second = root.iter(f"{NS}text")
    assert first.text == 'Red & "White" <3'
    assert first.attrib == {
        "x": "1",
        "y": "2",
        "font-family": "PT Sans Narrow",
        "font-size": "7",
        "font-weight": "700",
        "letter-spacing": "0.5",
        "fill": "#F4ECDD",
    }
    assert (second.text, second.get("font-style")) == ("Вологда", "italic")
    assert (root.get("role"), root.get("aria-label")) == ("img", 'a "quoted" <label>')
    assert next(root.iter(f"{NS}image")).get("href") == 'a"b&c'


def test_text_in_outline_is_white_with_a_line_in_its_colour() -> None:
    plain = Text(1, 2, "A", "narrow-bold", 9, "#B3201F")
    assert 'fill="#FFFFFF" stroke="#B3201F" stroke-width="0.5"' in svg(Frame(9, 9, (plain._replace(outline=0.5),)))
    assert "stroke" not in svg(Frame(9, 9, (plain,)))


def test_a_group_is_clipped_to_a_polygon_in_the_coordinates_of_its_frame() -> None:
    group = Group((Picture(-5, -5, 20, 20, "abc"),), within=((0, 0), (10, 0), (5, 8.5)))
    root = parsed(svg(Frame(10, 10, (group,), bleed=3), bleed=True, pictures={"abc": "x"}.__getitem__))
    (clipped,) = root.iter(f"{NS}g")
    assert clipped.attrib == {"clip-path": "polygon(0px 0px, 10px 0px, 5px 8.5px) view-box"}


def test_a_group_is_clipped_to_a_path_by_its_rule() -> None:
    path = Path((Subpath((0, 0), ((10, 0), (5, 8.5)), closed=True),))
    groups = Group((), within=path), Group((), within=path._replace(even_odd=True))
    clips = [one.get("clip-path") for one in parsed(svg(Frame(10, 10, groups))).iter(f"{NS}g")]
    assert clips == ["path('M0 0L10 0L5 8.5Z') view-box", "path(evenodd, 'M0 0L10 0L5 8.5Z') view-box"]


def test_a_picture_takes_its_box_even_if_that_distorts_it() -> None:
    root = parsed(svg(FRAME, pictures={"abc": "x"}.__getitem__))
    assert next(root.iter(f"{NS}image")).get("preserveAspectRatio") == "none"


def test_an_unlabelled_picture_is_ornament() -> None:
    assert 'aria-hidden="true"' in svg(Frame(1, 1, ()))


def test_a_sheet_of_text_is_read() -> None:
    text = svg(Frame(1, 1, (Text(0, 1, "words", "sans", 7, "#1B1A18"),)), label=None)
    assert "aria-" not in text and "role=" not in text


def test_shapes_have_short_numbers() -> None:
    text = svg(FRAME, pictures={"abc": "x"}.__getitem__)
    assert '<polyline points="0,0 1,0 0.5,0" fill="none" stroke="#1B1A18" stroke-width="1"/>' in text
    assert 'x2="0.33"' in text
    assert '<rect x="0" y="0" width="10" height="20" rx="1" fill="#B3201F"/>' in text


def test_groups_move_turn_and_clip_without_ids() -> None:
    text = svg(FRAME, pictures={"abc": "x"}.__getitem__)
    clip = '<svg x="0" y="0" width="10" height="10" viewBox="0 0 10 10" overflow="hidden">'
    assert f'<g transform="translate(3 4) rotate(90)">{clip}' in text
    assert " id=" not in text


def test_the_same_frame_gives_the_same_text() -> None:
    assert svg(FRAME, pictures={"abc": "x"}.__getitem__) == svg(FRAME, pictures={"abc": "x"}.__getitem__)
    with pytest.raises(KeyError):
        svg(FRAME)


def test_long_paths_are_written_once() -> None:
    """With numbers as short as those of others."""
    steps = tuple(
        (round(k / 8 - 9, 3), -0.001 * k) if k % 3 else (k, 1.5, -0.004, 10.05, 0.995, 1e3) for k in range(99)
    )
    path = Path((Subpath((-0.0, 2.10), steps, closed=True),), fill="#000000")
    frame, memo = Frame(50, 50, (path, Group((path,), x=2))), Memo(10**6)
    drawn = svg(frame, memo=memo)
    assert drawn == svg(frame) == svg(frame, memo=memo) and len(memo) == 1
    assert 'd="M0 2.1C0 1.5 0 10.05 0.99 1000L-8.88 0L-8.75 0C3 ' in drawn
    assert not re.search(r"-0[ LCZ]|\.[0-9]?0[ LCZ]", drawn)


def test_curves_keep_their_rule_and_ends() -> None:
    curves = (Subpath((0, 0), ((1, 0), (1, 1, 2, 2.5, 3, 3)), closed=True), Subpath((5, 5), ((6, 6),)))
    shape = Path(curves, "#B3201F", "#1B1A18", 0.5, even_odd=True, cap="round", join="bevel")
    filled, stroked = parsed(svg(Frame(9, 9, (shape, shape._replace(fill=None, cap="butt", join="miter")))))
    assert filled.attrib == {
        "d": "M0 0L1 0C1 1 2 2.5 3 3ZM5 5L6 6",
        "fill-rule": "evenodd",
        "stroke-linecap": "round",
        "stroke-linejoin": "bevel",
        "fill": "#B3201F",
        "stroke": "#1B1A18",
        "stroke-width": "0.5",
    }
    assert stroked.attrib.keys() == {"d", "fill", "stroke", "stroke-width"}
